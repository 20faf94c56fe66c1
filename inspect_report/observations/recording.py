"""Takes the records of a dump, one at a time, into the columns."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from inspect_report.observations import records, tables
from inspect_report.observations.opening import OpenCalls
from inspect_report.observations.records import UNAVAILABLE, Unusable
from inspect_report.observations.tables import NO_PARENT, NONE, UNRESOLVED, Run
from inspect_report.pi import jsonl
from inspect_report.pi.jsvalues import time_ms

if TYPE_CHECKING:
    from inspect_report.observations.dump import Observations

_UNSHOWN = frozenset({"marker"})


class Recorder:
    """The recorder of one file."""

    def __init__(self, observations: Observations) -> None:
        self._all = observations
        self._damage = 0
        self._damage_at_context: dict[int, int] = {}
        self._open = OpenCalls[tuple[int, str]]()

    def damaged(self) -> None:
        """A line was lost that may have been a context, so a following prefix may refer to one that is not here."""
        self._damage += 1

    def take(self, kind: str, fields: dict[str, Any], line: jsonl.Line, part: int) -> None:
        """Take one record. Raises Unusable, jsonl.Malformed."""
        taken = records.take(fields, records.RECORDS[kind], kind, self._all.notes)
        run = self._run(taken["run"], part)
        if not self._all.runs[run].seen.add(taken["seq"]):
            raise Unusable("repeated-record", f"{kind}: seq {taken['seq']} of its run was seen before")
        if UNAVAILABLE in taken:
            self._all.notes.add("bad-reference", f"{kind}: {', '.join(taken[UNAVAILABLE])}")
        if kind in _UNSHOWN:
            self._all.notes.known_unused(kind)
            return
        position = (line.number, line.offset, len(line.raw))
        moment = (taken["seq"], time_ms(taken["observedAt"]))
        if kind == "execution_update":
            self._update(taken, part, run, position, moment)
            return
        row = self._occurrence(kind, taken)
        tail = _count(taken["messages"]) if kind == "context" else 0
        place = self._all.places.add(part, *position, run, *moment)
        self._note_run(run, kind, place)
        if kind == "context":
            self._context(taken, run, place, tail)
        elif kind == "execution_start":
            self._start(taken, run, place)
        elif kind == "execution_end":
            self._end(taken, run, place, row)
        elif kind == "execution_input":
            self._all.executions.input[row] = place
        elif kind == "execution_unfinished":
            self._all.executions.flags[row] |= tables.SAID_UNFINISHED
        else:
            self._other(kind, taken, run, place)

    def _run(self, run_id: str, part: int) -> int:
        found = self._all.run_rows.get(run_id)
        if found is None:
            found = self._all.run_rows[run_id] = len(self._all.runs)
            self._all.runs.append(Run(run_id, part, NONE, NONE))
        return found

    def _note_run(self, index: int, kind: str, place: int) -> None:
        run = self._all.runs[index]
        if run.first == NONE:
            run.first = place
        run.last = place
        if kind == "session_start":
            run.start = place
        elif kind == "end":
            run.end = place

    def _other(self, kind: str, taken: dict[str, Any], run: int, place: int) -> None:
        self._all.by_type.setdefault(kind, array("q")).append(place)
        if kind == "turn" and "request" in taken:
            key = (run, taken["request"])
            self._all.turns[key] = place
            if "messageEntryId" in taken:
                self._all.answers[taken["messageEntryId"]] = key

    def _context(self, taken: dict[str, Any], run: int, place: int, tail: int) -> None:
        table = self._all.contexts
        state = self._all.runs[run]
        previous = state.last_context
        request = taken.get("request", NONE)
        prefix = taken.get("prefix", 0)
        known = 0
        if prefix:
            lost = previous == NONE or prefix > table.total(previous)
            if not lost and self._damage_at_context.get(run, 0) != self._damage:
                lost = NONE in {request, table.request[previous]} or request != table.request[previous] + 1
            known = prefix if lost else min(prefix, table.known[previous])
            if lost:
                previous = NONE
        table.place.append(place)
        table.request.append(request)
        table.leaf.append(self._all.names.code(taken.get("leafId")))
        table.prefix.append(prefix)
        table.tail.append(tail)
        table.known.append(known)
        table.previous.append(previous if prefix else NONE)
        state.last_context = len(table) - 1
        if request != NONE:
            self._all.context_rows[run, request] = state.last_context
        state.contexts += 1
        self._damage_at_context[run] = self._damage

    # Executions

    def _occurrence(self, kind: str, taken: dict[str, Any]) -> int:
        """The row of the occurrence that a record is about, -1 for a new one. Raises Unusable before anything is stored."""
        if not kind.startswith("execution_"):
            return NONE
        row = self._all.execution_rows.get(taken["occurrenceId"], NONE)
        table = self._all.executions
        if kind == "execution_start":
            if row != NONE and table.start[row] != NONE:
                raise Unusable("repeated-start", "execution_start: its occurrence had already started")
            if row != NONE:
                raise Unusable("repeated-start", "execution_start: its occurrence had already ended")
        elif kind == "execution_end":
            if row != NONE and table.end[row] != NONE:
                raise Unusable("repeated-end", "execution_end: its occurrence had already ended")
        elif row == NONE:
            raise Unusable("no-occurrence", f"{kind}: no start of its occurrence stands before it")
        return row

    def _start(self, taken: dict[str, Any], run: int, place: int) -> None:
        table = self._all.executions
        call = taken["toolCallId"]
        row = table.add(taken["occurrenceId"], call)
        self._all.execution_rows[taken["occurrenceId"]] = row
        table.start[row] = place
        table.tool[row] = self._all.names.code(taken["toolName"])
        table.anchor[row] = self._all.names.code(taken.get("anchorId"))
        table.leaf[row] = self._all.names.code(taken.get("leafId"))
        table.request[row] = taken.get("request", NONE)
        if "anchorId" in taken.get(UNAVAILABLE, ()):
            table.flags[row] |= tables.BAD_ANCHOR
        table.parent[row], reason = self._parent(taken, run, row)
        if reason:
            table.reason[row] = reason
        for each in self._open.begin((run, call), row):
            table.flags[each] |= tables.AMBIGUOUS

    def _parent(self, taken: dict[str, Any], run: int, row: int) -> tuple[int, str]:
        unusable = {"parentOccurrenceId", "parentToolCallId"} & set(taken.get(UNAVAILABLE, ()))
        if "parentOccurrenceId" not in taken and "parentToolCallId" not in taken and not unusable:
            return NO_PARENT, ""
        if taken.get("ambiguousParent"):
            return UNRESOLVED, "two open calls had the parent's tool-call id"
        if unusable:
            return UNRESOLVED, "the recorded parent is no usable id"
        if "parentOccurrenceId" not in taken:
            return UNRESOLVED, "the parent's occurrence is not recorded"
        table = self._all.executions
        parent = self._all.execution_rows.get(taken["parentOccurrenceId"], NONE)
        if parent in {NONE, row} or table.start[parent] == NONE:
            return UNRESOLVED, "no start of the recorded parent stands before it"
        if self._all.places.run[table.start[parent]] != run:
            return UNRESOLVED, "the recorded parent is of another run"
        return parent, ""

    def _end(self, taken: dict[str, Any], run: int, place: int, row: int) -> None:
        table = self._all.executions
        if row == NONE:
            row = table.add(taken["occurrenceId"], taken.get("toolCallId"))
            self._all.execution_rows[taken["occurrenceId"]] = row
            table.leaf[row] = self._all.names.code(taken.get("leafId"))
        table.end[row] = place
        if taken["isError"]:
            table.flags[row] |= tables.FAILED
        if taken.get("ambiguous"):
            table.flags[row] |= tables.AMBIGUOUS
        if "durationMs" in taken:
            table.duration[row] = taken["durationMs"]
        self._open.finish((run, table.call[row] or ""), row)

    def _update(
        self,
        taken: dict[str, Any],
        part: int,
        run: int,
        position: tuple[int, int, int],
        moment: tuple[int, float],
    ) -> None:
        row = self._occurrence("execution_update", taken)
        keep_update(self._all, row, part, run, position, moment)


def keep_update(
    observations: Observations,
    row: int,
    part: int,
    run: int,
    position: tuple[int, int, int],
    moment: tuple[int, float],
) -> None:
    """Count an update of an occurrence; only the place of the last one is kept, as each is provisional."""
    table, places = observations.executions, observations.places
    table.updates[row] += 1
    if table.update[row] == NONE:
        table.update[row] = places.add(part, *position, run, *moment)
    else:
        places.move(table.update[row], *position, *moment)


def _count(raw: Any) -> int:
    """How many elements an undecoded list has. Raises jsonl.Malformed."""
    if isinstance(raw, Raw):
        try:
            return len(msgspec.json.decode(raw, type=list[Raw]))
        except (msgspec.DecodeError, RecursionError):
            raw = records.value_of(raw)
    return len(raw)
