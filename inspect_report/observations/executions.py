"""Captured executions: occurrences, their parents, times, state and how they hang together with the session (OBS-3)."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from inspect_report import bounds
from inspect_report.observations import tables
from inspect_report.observations.dump import Observations
from inspect_report.observations.identity import fingerprint
from inspect_report.observations.tables import NO_PARENT, NONE, UNRESOLVED
from inspect_report.observations.values import elements, members

State = Literal["ok", "failed", "unfinished"]
ParentState = Literal["root", "recorded", "unavailable"]
CorrelationKind = Literal["recorded", "matched", "unavailable"]

UNFINISHED = "unfinished at the end of the dump"
NO_START = "no start in the dump"
NO_TIMES = "times not recorded"
BAD_TIME = "not a valid time"
CLOCK = "the clock went back"
SHARED_ID = "another call of the same id was open, so their ends can't be told apart"


class Correlation(msgspec.Struct, frozen=True):
    """How an execution is tied to the session: by its recorded anchor, by its id (streams only), or not."""

    kind: CorrelationKind
    entry_id: str | None
    """Id of the assistant entry that made the call; of an unavailable one the anchor that was recorded, if any."""
    item: int
    """That entry's item; -1 when unavailable."""
    reason: str
    """Why it is unavailable, or what the match rests on; empty for a recorded anchor."""


class Span(msgspec.Struct, frozen=True):
    """An execution on the time axis: an interval as the collector saw it, or a point with the reason (SES-11).

    Times are ms since the epoch. A span without either time has no place on the axis.
    """

    start: float | None
    end: float | None
    interval: bool
    reason: str


class Execution(msgspec.Struct, frozen=True):
    """One occurrence without its bodies. Raw values."""

    row: int
    occurrence_id: str
    tool_call_id: str | None
    """None where only an end without id was seen."""
    tool_name: str | None
    """None without a start."""
    run: int
    """Index into `Observations.runs`; -1 in a stream."""
    request: int | None
    """The observer's request number within the run."""
    leaf_id: str | None
    """Where the session stood at the start, or at the end of one without start."""
    parent: int
    """Row of the parent, -1 for none."""
    parent_state: ParentState
    parent_reason: str
    """Why the parent is unavailable."""
    state: State
    """An occurrence without an end is "unfinished", also where the dump may simply have ended before."""
    has_start: bool
    ambiguous: bool
    """Another call of its id was open at the same time: end, updates and result may be the other's."""
    said_unfinished: bool
    """The observer itself wrote that it was still open at its orderly end."""
    started_at: str | None
    """`observedAt` of the start as recorded; None where not recorded."""
    ended_at: str | None
    span: Span
    duration_ms: float | None
    """As reported; absent when the tool did not run."""
    updates: int
    """Provisional updates seen (the extension samples them)."""
    has_input: bool
    """The arguments really used were recorded apart."""
    correlation: Correlation
    line: int
    file: int


class Totals(msgspec.Struct, frozen=True):
    """Counts over all executions, whatever the bound shows."""

    all: int
    roots: int
    nested: int
    parent_unavailable: int
    failed: int
    unfinished: int
    without_start: int
    ambiguous: int


class Executions:
    """All executions of the dumps. Rows are in the order of first appearance, which is the order of starts."""

    def __init__(self, observations: Observations) -> None:
        self._all = observations
        self._table = observations.executions
        self._child_table: tuple[array[int], array[int]] | None = None
        self._ids: dict[int, str] = {}
        self._tops = array("q")
        self._stream_calls: dict[tuple[int, str], int] = {}
        table, places = self._table, observations.places
        for row, call in enumerate(table.call):
            if table.flags[row] & tables.STREAM and call is not None:
                key = (places.part[self._place(row)], call)
                self._stream_calls[key] = self._stream_calls.get(key, 0) + 1

    def __len__(self) -> int:
        return len(self._table)

    def _place(self, row: int) -> int:
        start = self._table.start[row]
        return start if start != NONE else self._table.end[row]

    def totals(self) -> Totals:
        """Counts over all rows."""
        table = self._table
        nested = sum(1 for parent in table.parent if parent >= 0)
        lost = sum(1 for parent in table.parent if parent == UNRESOLVED)
        return Totals(
            all=len(table),
            roots=len(table) - nested - lost,
            nested=nested,
            parent_unavailable=lost,
            failed=sum(1 for flags in table.flags if flags & tables.FAILED),
            unfinished=sum(1 for end in table.end if end == NONE),
            without_start=sum(1 for start in table.start if start == NONE),
            ambiguous=sum(1 for flags in table.flags if flags & tables.AMBIGUOUS),
        )

    def selection(self, limit: int = bounds.EXECUTIONS) -> list[int]:
        """The rows that a report shows: failed and unfinished first, then the newest; the newest first in each (LIM-1)."""
        table = self._table
        rows = range(len(table) - 1, -1, -1)
        urgent = [row for row in rows if table.end[row] == NONE or table.flags[row] & tables.FAILED]
        if len(urgent) >= limit:
            return urgent[:limit]
        others = [row for row in rows if table.end[row] != NONE and not table.flags[row] & tables.FAILED]
        return urgent + others[: limit - len(urgent)]

    def execution(self, row: int) -> Execution:
        """One occurrence. Never raises: what can't be read again is None."""
        table, places = self._table, self._all.places
        place = self._place(row)
        flags, parent = table.flags[row], table.parent[row]
        failed = "failed" if flags & tables.FAILED else "ok"
        return Execution(
            row=row,
            occurrence_id=table.occurrence[row],
            tool_call_id=table.call[row],
            tool_name=self._all.names.text(table.tool[row]),
            run=places.run[place],
            request=table.request[row] if table.request[row] >= 0 else None,
            leaf_id=self._all.names.text(table.leaf[row]),
            parent=max(parent, NONE),
            parent_state="recorded" if parent >= 0 else "root" if parent == NO_PARENT else "unavailable",
            parent_reason=table.reason.get(row, ""),
            state="unfinished" if table.end[row] == NONE else failed,
            has_start=table.start[row] != NONE,
            ambiguous=bool(flags & tables.AMBIGUOUS),
            said_unfinished=bool(flags & tables.SAID_UNFINISHED),
            started_at=self._text(table.start[row]),
            ended_at=self._text(table.end[row]),
            span=self.span(row),
            duration_ms=None if math.isnan(table.duration[row]) else table.duration[row],
            updates=table.updates[row],
            has_input=table.input[row] != NONE,
            correlation=self.correlation(row),
            line=places.line[place],
            file=self._all.parts[places.part[place]].file,
        )

    def _text(self, place: int) -> str | None:
        if place == NONE or self._all.places.run[place] < 0:
            return None
        from inspect_report.pi.session import NotDecoded

        try:
            return self._all.body(place, "observedAt")
        except NotDecoded:
            return None

    # Relations

    def children(self, row: int) -> Sequence[int]:
        """The rows whose recorded parent is this one, in order."""
        if self._child_table is None:
            self._child_table = self._make_children()
        starts, found = self._child_table
        return found[starts[row] : starts[row + 1]]

    def _make_children(self) -> tuple[array[int], array[int]]:
        size = len(self._table)
        starts = array("q", bytes(8 * (size + 2)))
        for parent in self._table.parent:
            if parent >= 0:
                starts[parent + 2] += 1
        for row in range(2, size + 2):
            starts[row] += starts[row - 1]
        found = array("q", bytes(8 * size))
        for row, parent in enumerate(self._table.parent):
            if parent >= 0:
                found[starts[parent + 1]] = row
                starts[parent + 1] += 1
        return starts, found

    def correlation(self, row: int) -> Correlation:
        """How a row is tied to the session: never a guess."""
        table, facts = self._table, self._all.facts
        flags = table.flags[row]
        anchor = self._all.names.text(table.anchor[row])
        if flags & tables.STREAM:
            return self._matched(row)
        if flags & tables.AMBIGUOUS:
            return _unavailable(SHARED_ID, anchor)
        if table.start[row] == NONE:
            return _unavailable("the start, which names the anchor, is not in the dump")
        if flags & tables.BAD_ANCHOR:
            return _unavailable("the recorded anchor is no usable id")
        if anchor is None:
            return _unavailable("no anchor was recorded")
        item = facts.item(anchor)
        if item < 0:
            return _unavailable("the recorded anchor is no entry of this session that can be named", anchor)
        return Correlation("recorded", anchor, item, "")

    def _matched(self, row: int) -> Correlation:
        """By tool-call id, where the session makes exactly one call of it; a nested call goes by its outermost parent."""
        table, facts, places = self._table, self._all.facts, self._all.places
        part, top = places.part[self._place(row)], self._outermost(row)
        if table.flags[row] & tables.AMBIGUOUS:
            return _unavailable(SHARED_ID)
        if table.parent[top] == UNRESOLVED:
            return _unavailable(f"its parent is unavailable: {table.reason.get(top, '')}")
        call = table.call[top]
        if table.flags[top] & tables.AMBIGUOUS:
            return _unavailable(f"of its parent: {SHARED_ID}")
        if call is None or self._stream_calls.get((part, call), 0) > 1:
            return _unavailable("the stream holds more than one call of this id")
        found = facts.calls.get(call, ())
        if len(found) != 1:
            many = f"{len(found)} calls of this id are in the session"
            return _unavailable(many if found else "no call of this id is in the session")
        entry_id = self._entry_id(found[0])
        how = "by tool-call id" if top == row else "by the tool-call id of its outermost parent"
        return Correlation("matched", entry_id, found[0], how)

    def _outermost(self, row: int) -> int:
        if len(self._tops) != len(self._table):
            # A parent always stands before its children, so one pass knows them all.
            for each, parent in enumerate(self._table.parent):
                self._tops.append(self._tops[parent] if parent >= 0 else each)
        return self._tops[row]

    def _entry_id(self, item: int) -> str | None:
        if not self._ids:
            self._ids.update({found: entry_id for entry_id, found in self._all.facts.entries.items()})
        return self._ids.get(item)

    def persisted(self, row: int) -> int:
        """The item of the session's own result of a call, -1 where it can't be told.

        By the turn that names the results of the request, else by the id where the session has one result of it alone.
        Nested calls have no result entry.
        """
        table, facts = self._table, self._all.facts
        call = table.call[row]
        if call is None or table.parent[row] != NO_PARENT or table.flags[row] & tables.AMBIGUOUS:
            return NONE
        if self.correlation(row).kind == "unavailable":
            return NONE
        results = facts.results.get(call, ())
        run, request = self._all.places.run[self._place(row)], table.request[row]
        turn = self._all.turn(run, request) if run >= 0 and request >= 0 else None
        named = {facts.item(entry_id) for entry_id in (turn or {}).get("toolResultEntryIds", [])}
        of_turn = [item for item in results if item in named]
        if len(of_turn) == 1:
            return of_turn[0]
        return results[0] if len(results) == 1 and len(facts.calls.get(call, ())) == 1 else NONE

    # Times

    def span(self, row: int) -> Span:
        """Interval or point. Reported durations are never used for it."""
        table, places = self._table, self._all.places
        start, end = table.start[row], table.end[row]
        if table.flags[row] & tables.STREAM:
            return Span(None, None, False, NO_TIMES)
        begun, ended = places.when(start), places.when(end)
        if start == NONE:
            return Span(None, ended, False, NO_START)
        if table.flags[row] & tables.AMBIGUOUS:
            return Span(begun, None, False, SHARED_ID)
        if end == NONE:
            return Span(begun, None, False, UNFINISHED)
        if begun is None or ended is None:
            return Span(begun, ended, False, BAD_TIME)
        if ended < begun:
            return Span(begun, ended, False, CLOCK)
        return Span(begun, ended, True, "")

    # Bodies

    def arguments(self, row: int) -> Any:
        """The model's raw arguments, None where they are not recorded. Raises NotDecoded, as the others below."""
        return self._body(self._table.start[row], "args")

    def effective_input(self, row: int) -> Any:
        """The arguments really used where they were recorded and differ from the model's, else None."""
        place = self._table.input[row]
        if place == NONE:
            return None
        found = self._all.body(place, "input")
        return None if fingerprint(found) == fingerprint(self.arguments(row)) else found

    def result(self, row: int) -> Any:
        """The observed result, after Pi's transformations; None without an end."""
        return self._body(self._table.end[row], "result")

    def last_update(self, row: int) -> Any:
        """The last partial result that was seen, provisional; None without one."""
        return self._body(self._table.update[row], "partialResult")

    def cuts(self, row: int) -> list[tuple[str, str, int]]:
        """(record type, path, characters) of texts that the observer cut in the records of a row."""
        found: list[tuple[str, str, int]] = []
        for place in (self._table.start[row], self._table.input[row], self._table.end[row]):
            if place != NONE and self._all.places.run[place] >= 0:
                kind, fields = self._all.fields(place)
                found += [(kind, cut["path"], cut["chars"]) for cut in fields.get("cut", [])]
        return found

    def _body(self, place: int, name: str) -> Any:
        return None if place == NONE else self._all.body(place, name)


def _unavailable(reason: str, entry_id: str | None = None) -> Correlation:
    return Correlation("unavailable", entry_id, NONE, reason)


def persisted_differences(result: Any, failed: bool, message: Any) -> tuple[str, ...]:
    """The members in which an observed result and the session's tool result message differ: content, details, isError.

    The session's is the persisted one; both are shown where this is not empty. Details that are empty count as absent.
    """
    mine, theirs = members(result) or {}, members(message) or {}
    found: list[str] = []
    if fingerprint(elements(mine.get("content")) or []) != fingerprint(elements(theirs.get("content")) or []):
        found.append("content")
    if fingerprint(mine.get("details") or None) != fingerprint(theirs.get("details") or None):
        found.append("details")
    if failed != bool(theirs.get("isError")):
        found.append("isError")
    return tuple(found)
