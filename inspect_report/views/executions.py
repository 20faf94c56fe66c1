"""Element "executions" and its bodies: captured executions by occurrence and parent (OBS-3).

Chosen by raw length (`bounds.EXECUTIONS`, `bounds.EXECUTION_TEXT`), then redacted in the order of the dump, then bounded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from inspect_report import bounds, summaries
from inspect_report.observations.executions import Execution, Executions, persisted_differences
from inspect_report.observations.runs import runs as run_facts
from inspect_report.observations.tables import NONE
from inspect_report.observations.values import elements, members
from inspect_report.payload import (
    CORRELATIONS,
    EXECUTION_STATES,
    Detail,
    DetailCut,
    ExecutionFlag,
    ExecutionRun,
    ExecutionTotals,
    ParentCode,
)
from inspect_report.payload import Executions as ExecutionsPart
from inspect_report.pi.session import NotDecoded
from inspect_report.redact import Shown
from inspect_report.redact.withhold import withhold
from inspect_report.shape import bound, window
from inspect_report.store import Strings

if TYPE_CHECKING:
    from inspect_report.observations import Observations
    from inspect_report.report import Sources

PLACE = "captured executions"
"""Where the redaction list says that a mask of this view stands."""

_BRIEF = 2 * bounds.KIB

_WIDTH = len(ExecutionsPart.__struct_fields__) - 5


def build(sources: Sources) -> Iterator[tuple[str, Any]]:
    """The table of what is shown, and its bodies by 64."""
    if sources.observations is None:
        yield "executions", _nothing()
        return
    made = _Making(sources, sources.observations)
    yield "executions", made.table()
    for number in range(0, len(made.details), bounds.DETAILS_A_CHUNK):
        chunk = made.details[number : number + bounds.DETAILS_A_CHUNK]
        yield f"x{number // bounds.DETAILS_A_CHUNK}", chunk


def chosen(executions: Executions) -> list[int]:
    """Rows of the executions that the report shows, in the order of the dump; the place in this list names one in the page."""
    return sorted(executions.selection())


@dataclass(frozen=True)
class Failure:
    """A failed execution whose failure the session does not record itself (SES-17)."""

    place: int
    """Its place in the report's table."""
    anchor: int
    """Item of the answer that made the call, -1 where that is not known."""
    nested: bool
    message: Shown


def failures(sources: Sources, recorded: Callable[[int], bool]) -> Iterator[Failure]:
    """Failed executions that are shown, apart from those whose persisted result is an error itself.

    `recorded` tells whether an item is recorded as an error.
    """
    if sources.observations is None:
        return
    executions = Executions(sources.observations)
    for place, row in enumerate(chosen(executions)):
        one = executions.execution(row)
        if one.state != "failed":
            continue
        persisted = executions.persisted(row)
        if persisted >= 0 and recorded(persisted):
            continue
        words = _result_text(_decoded(lambda row=row: executions.result(row)))
        message = sources.redactor.head(words, bounds.DESCRIPTION, PLACE)
        nested = one.parent_state != "root"
        yield Failure(place, one.correlation.item, nested, Shown(bounds.start(message, bounds.DESCRIPTION)))


def _nothing() -> ExecutionsPart:
    totals = ExecutionTotals(0, 0, 0, 0, 0, 0, 0, 0, 0)
    return ExecutionsPart(False, totals, 0, [], [], *_columns([]))


def _columns(lines: list[tuple[Any, ...]]) -> list[list[Any]]:
    """The columns after `strings`, in the order of the Struct."""
    return [[line[place] for line in lines] for place in range(_WIDTH)]


class _Making:
    """One table in the making."""

    def __init__(self, sources: Sources, observations: Observations) -> None:
        self._sources = sources
        self._all = observations
        self._executions = Executions(observations)
        self._rows = chosen(self._executions)
        self._place = {row: place for place, row in enumerate(self._rows)}
        self._inlined = self._within_text()
        self._strings = Strings()
        self._strings.code(Shown(""))
        self._texts: dict[str, Shown] = {}
        self.details: list[Detail] = []

    def _within_text(self) -> set[int]:
        """Rows whose bodies are inlined: in the order of the selection, by the raw length of their records."""
        table, lengths = self._all.executions, self._all.places.length
        limits = (
            (table.start, bounds.EXECUTION_ARGUMENTS),
            (table.input, bounds.EXECUTION_ARGUMENTS),
            (table.end, bounds.EXECUTION_RESULT),
        )
        kept: set[int] = set()
        left, over, omitted = bounds.EXECUTION_TEXT, 0, 0
        for row in self._executions.selection():
            cost = sum(min(lengths[column[row]], most) for column, most in limits if column[row] != NONE)
            if table.end[row] == NONE and table.update[row] != NONE:
                cost += min(lengths[table.update[row]], bounds.EXECUTION_RESULT)
            if cost > left:
                left, over, omitted = 0, over + 1, omitted + cost
                continue
            left -= cost
            kept.add(row)
        if over:
            self._sources.ledger.cut("execution_text", omitted, over)
        return kept

    def table(self) -> ExecutionsPart:
        """Redacts in the order of the dump."""
        totals = self._executions.totals()
        omitted = totals.all - len(self._rows)
        if omitted:
            self._sources.ledger.cut("executions", omitted, omitted)
        run_of, listed = self._runs()
        lines = [self._line(row, run_of) for row in self._rows]
        return ExecutionsPart(
            True,
            ExecutionTotals(
                all=totals.all,
                roots=totals.roots,
                nested=totals.nested,
                parent_unavailable=totals.parent_unavailable,
                failed=totals.failed,
                unfinished=totals.unfinished,
                without_start=totals.without_start,
                ambiguous=totals.ambiguous,
                uncorrelated=sum(
                    self._executions.correlation(row).kind == "unavailable" for row in range(totals.all)
                ),
            ),
            omitted,
            listed,
            self._strings.values,
            *_columns(lines),
        )

    def _runs(self) -> tuple[dict[tuple[int, int], int], list[ExecutionRun]]:
        """The runs of dumps, then the streams; keys are (part, run), -1 for the run of a stream."""
        places, table = self._all.places, self._all.executions
        counts: dict[tuple[int, int], int] = {}
        for row in range(len(table)):
            place = table.start[row] if table.start[row] != NONE else table.end[row]
            run = places.run[place]
            key = (places.part[place] if run < 0 else -1, run)
            counts[key] = counts.get(key, 0) + 1
        run_of: dict[tuple[int, int], int] = {}
        listed: list[ExecutionRun] = []
        for facts in run_facts(self._all):
            run_of[-1, facts.index] = len(listed)
            listed.append(
                ExecutionRun(
                    id=self._word(facts.id),
                    reason=self._word(facts.reason),
                    ended=self._word(facts.ended),
                    has_end=facts.ended is not None,
                    stream=False,
                    started=facts.started,
                    last=facts.last,
                    executions=counts.get((-1, facts.index), 0),
                )
            )
        for number, part in enumerate(self._all.parts):
            if part.stream and part.accepted and part.records:
                run_of[number, -1] = len(listed)
                figure = counts.get((number, -1), 0)
                empty = Shown("")
                listed.append(ExecutionRun(empty, empty, empty, False, True, None, None, figure))
        return run_of, listed

    def _line(self, row: int, run_of: dict[tuple[int, int], int]) -> tuple[Any, ...]:
        """The columns of one row after `strings`, in the order of the Struct."""
        one = self._executions.execution(row)
        code = self._strings.code
        place = self._all.executions.start[row]
        place = place if place != NONE else self._all.executions.end[row]
        stream = self._all.places.run[place] < 0
        key = (self._all.places.part[place] if stream else -1, self._all.places.run[place])
        persisted = self._executions.persisted(row)
        start, end = (
            self._record(self._all.executions.start[row]),
            self._record(self._all.executions.end[row]),
        )
        value = self._value(row, one, start, end)
        differs = self._differences(one, end, persisted)
        summary, detail = self._redacted(row, value)
        return (
            row + 1,
            self._word(one.occurrence_id),
            code(self._word(one.tool_call_id)),
            code(self._word(one.tool_name)),
            code(summary),
            run_of.get(key, 0),
            -1 if one.request is None else one.request,
            self._parent(one),
            code(self._word(one.parent_reason)),
            len(self._executions.children(row)),
            EXECUTION_STATES.index(one.state),
            self._flags(one, stream, value.get("input") is not None),
            one.span.start,
            one.span.end,
            code(self._word(one.span.reason)),
            None if one.duration_ms is None or not math.isfinite(one.duration_ms) else one.duration_ms,
            one.updates,
            one.correlation.item,
            CORRELATIONS.index(one.correlation.kind),
            code(self._word(one.correlation.reason)),
            persisted,
            differs,
            detail,
        )

    def _parent(self, one: Execution) -> int:
        if one.parent_state == "root":
            return ParentCode.ROOT
        if one.parent_state == "unavailable":
            return ParentCode.UNAVAILABLE
        return self._place.get(one.parent, ParentCode.LEFT_OUT)

    def _flags(self, one: Execution, stream: bool, has_input: bool) -> int:
        checks = (
            (ExecutionFlag.NO_START, not one.has_start),
            (ExecutionFlag.AMBIGUOUS, one.ambiguous),
            (ExecutionFlag.SAID_UNFINISHED, one.said_unfinished),
            (ExecutionFlag.INPUT, has_input),
            (ExecutionFlag.STREAM, stream),
            (ExecutionFlag.INTERVAL, one.span.interval),
        )
        return sum(bit for bit, holds in checks if holds)

    def _word(self, text: str | None) -> Shown:
        """An id, name or reason as shown; equal ones are redacted once."""
        if text is None:
            return Shown("")
        known = self._texts.get(text)
        if known is None:
            shown = self._sources.redactor.text(text, PLACE)
            known = self._texts[text] = Shown(bounds.start(shown, bounds.NAME))
        return known

    # Bodies

    def _record(self, place: int) -> dict[str, Any]:
        """A record with its members decoded, empty without one; the words of why where it can't be read."""
        if place == NONE:
            return {}
        try:
            return self._all.record(place)
        except NotDecoded as reason:
            return dict.fromkeys(("args", "result"), f"[not decoded: {reason}]")

    def _value(self, row: int, one: Execution, start: dict[str, Any], end: dict[str, Any]) -> dict[str, Any]:
        """The record of one execution, raw: what the detail holds once it is redacted and bounded.

        What is long is shortened first with room for the redactor; without a detail only the beginning of the arguments is read.
        """
        found = self._executions
        value: dict[str, Any] = {"toolName": one.tool_name}
        inlined = row in self._inlined
        limit = bounds.EXECUTION_ARGUMENTS if inlined else _BRIEF
        if one.has_start:
            value["arguments"] = window(start.get("args"), limit)
        if one.has_input and (used := _decoded(lambda: found.effective_input(row))) is not None:
            value["input"] = window(used, limit)
        if not inlined:
            return value
        if one.state != "unfinished":
            value["result"] = window(self._withheld(end.get("result")), bounds.EXECUTION_RESULT)
        elif one.updates:
            value["update"] = window(
                self._withheld(_decoded(lambda: found.last_update(row))), bounds.EXECUTION_RESULT
            )
        cuts = [
            {"record": record["type"], **cut}
            for record in (start, end)
            if record
            for cut in record.get("cut", [])
        ]
        return {**_envelope(one, cuts), **value}

    def _withheld(self, result: Any) -> Any:
        """A result without what is never shown (RED-6) or was left out; images are named with their size."""
        holder = {"type": "message", "message": {"role": "toolResult", "result": result}}
        return withhold(holder, self._sources.withhold, self._sources.images)["message"]["result"]

    def _redacted(self, row: int, value: dict[str, Any]) -> tuple[Shown, int]:
        """What the arguments say most about, in one line without the tool's name, and the slot of the body or -1."""
        inlined = row in self._inlined
        shown: Any = self._sources.redactor.json(value, PLACE)
        words = summaries.call({"name": "x", "arguments": shown.get("arguments")})
        return Shown(words[1:].strip()), self._detail(shown) if inlined else -1

    def _detail(self, shown: dict[str, Any]) -> int:
        whole: dict[str, Any] = {}
        cuts: list[DetailCut] = []
        numbers: dict[str, str] = {}
        for name, part in shown.items():
            limit = _LIMITS.get(name, bounds.EXECUTION_ARGUMENTS)
            if not isinstance(part, (str, dict, list)) or (
                isinstance(part, str) and len(part) <= bounds.NAME
            ):
                whole[name] = part
                continue
            found = bound(part, limit, limit)
            whole[name] = found.value
            cuts += [
                DetailCut(Shown(f"/{name}{cut.pointer}"), cut.total, cut.head, cut.tail) for cut in found.cuts
            ]
            numbers.update({f"/{name}{pointer}": digits for pointer, digits in found.numbers.items()})
            key = "execution_result" if limit == bounds.EXECUTION_RESULT else "execution_arguments"
            if found.cuts or found.left_out:
                self._sources.ledger.cut(key, found.omitted, len(found.cuts) + bool(found.left_out))
        self.details.append(Detail(value=whole, cuts=cuts, numbers=numbers))
        return len(self.details) - 1

    def _differences(self, one: Execution, end: dict[str, Any], persisted: int) -> list[str]:
        if persisted < 0 or one.state == "unfinished":
            return []
        try:
            message = self._sources.model.session.entry(persisted).get("message")
        except NotDecoded:
            return []
        return list(persisted_differences(end.get("result"), one.state == "failed", message))


_LIMITS = {
    "arguments": bounds.EXECUTION_ARGUMENTS,
    "input": bounds.EXECUTION_ARGUMENTS,
    "result": bounds.EXECUTION_RESULT,
    "update": bounds.EXECUTION_RESULT,
}


def _envelope(one: Execution, cuts: list[dict[str, Any]]) -> dict[str, Any]:
    """The small members as they were recorded, for Metadata and Raw."""
    envelope: dict[str, Any] = {
        "occurrenceId": one.occurrence_id,
        "toolCallId": one.tool_call_id,
        "leafId": one.leaf_id,
        "anchorId": one.correlation.entry_id if one.correlation.kind != "matched" else None,
        "startedAt": one.started_at,
        "endedAt": one.ended_at,
        "isError": None if one.state == "unfinished" else one.state == "failed",
        "durationMs": one.duration_ms,
        "cut": cuts or None,
    }
    return {name: member for name, member in envelope.items() if member is not None}


def _decoded(read: Callable[[], Any]) -> Any:
    """A body, or the words of why it can't be read."""
    try:
        return read()
    except NotDecoded as reason:
        return f"[not decoded: {reason}]"


def _result_text(result: Any) -> str:
    """The texts of a result, those of its content first."""
    if isinstance(result, str):
        return result
    content = (members(result) or {}).get("content")
    if isinstance(content, str):
        return content
    texts = [(members(block) or {}).get("text") for block in elements(content) or ()]
    words = "\n".join(text for text in texts if isinstance(text, str))
    return words or ("" if result is None else summaries.compact(result, bounds.DESCRIPTION))
