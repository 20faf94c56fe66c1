"""Element "overview": counts, files, tools, models and errors, each with the entries it comes from (SES-12, SES-17).

Figures are computed over the whole file; lists of rows hold what the report shows of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import structs

from inspect_report import bounds, summaries
from inspect_report.observations.executions import Executions
from inspect_report.payload import (
    ErrorGroup,
    FileUse,
    ModelFigures,
    OverviewView,
    ScopeFigures,
    ToolUse,
)
from inspect_report.pi import columns as c
from inspect_report.pi.jsvalues import MISSING, is_array, is_object
from inspect_report.pi.session import NotDecoded
from inspect_report.pi.usage import column_sum, rows_of, scope
from inspect_report.redact import Shown
from inspect_report.views.executions import chosen, failures

if TYPE_CHECKING:
    from inspect_report.model import Model
    from inspect_report.report import Sources

READS = frozenset({"read"})
CHANGES = frozenset({"write", "edit"})
"""Pi's built-in tools that name one file in `arguments.path`."""
ABORTED = "aborted"
BUG_REPORT = "pi.bug-report"
"""Custom type of the entry that Pi's /bug leaves behind."""


def build(sources: Sources) -> Iterator[tuple[str, OverviewView]]:
    """Everything that Overview and Errors show."""
    model = sources.model
    files, tools = _use(sources, _Answers(sources))
    spent = _Spent(model.session.usage)
    branch = _scope(model, spent, "active branch", model.path)
    everything = (
        structs.replace(branch, scope="whole file")
        if model.linear
        else _scope(model, spent, "whole file", scope(model.session))
    )
    yield (
        "overview",
        OverviewView(
            scopes=[branch, everything],
            files=files,
            files_changed=sum(use.changed_on_branch > 0 for use in files),
            bug_reports=list(_bug_reports(sources)),
            tools=tools,
            models=_models(sources, spent),
            errors=[*_errors(sources), *_failed_executions(sources)],
        ),
    )


def _bug_reports(sources: Sources) -> Iterator[tuple[Shown, int]]:
    rows, strings = sources.store.rows, sources.store.strings.values
    for row, item in enumerate(rows.item):
        if strings[rows.type[row]] != "custom" or strings[rows.name[row]] != BUG_REPORT:
            continue
        try:
            data = sources.model.session.entry(item).get("data")
        except NotDecoded:
            continue
        name = data.get("id") if is_object(data) else None
        words = sources.redactor.text(name, item) if isinstance(name, str) else Shown("without id")
        yield Shown(bounds.start(words, bounds.NAME)), row


class _Answers:
    """Which result answers which call of an answer, and whether it failed."""

    def __init__(self, sources: Sources) -> None:
        session = sources.model.session
        starts = session.columns.call_start
        self._results = array("i", [-1]) * len(session.columns.call_ids)
        for result, call, ordinal in sources.pairs:
            if call >= 0:
                self._results[starts[call] + ordinal] = result
        self._failed = session.errors

    def outcome(self, place: int) -> str:
        """ "ok", "error" or "unknown" of one call; `place` counts the calls of the whole file."""
        result = self._results[place]
        if result < 0:
            return "unknown"
        return "error" if self._failed[result] & c.ERROR_RESULT else "ok"


class _PathHead(msgspec.Struct):
    path: Any = None


class _CallHead(msgspec.Struct):
    type: str = ""
    name: Any = None
    arguments: _PathHead | None = None
    status: Any = None


class _NestedHead(msgspec.Struct):
    calls: list[_CallHead] = []


class _MessageHead(msgspec.Struct):
    content: list[_CallHead] | str | None = None
    nestedCalls: _NestedHead | None = None  # noqa: N815


class _EntryHead(msgspec.Struct):
    message: _MessageHead


_HEADS = msgspec.json.Decoder(_EntryHead)


@dataclass
class _File:
    reads: list[int] = field(default_factory=list[int])
    changes: list[int] = field(default_factory=list[int])
    failed: list[int] = field(default_factory=list[int])


@dataclass
class _Tool:
    calls: int = 0
    on_branch: int = 0
    errors: int = 0
    unknown: int = 0
    items: list[int] = field(default_factory=list[int])
    failures: list[int] = field(default_factory=list[int])


def _use(sources: Sources, answered: _Answers) -> tuple[list[FileUse], list[ToolUse]]:
    model = sources.model
    session = model.session
    files: dict[str, _File] = {}
    tools: dict[str, _Tool] = {}
    starts, names, flags = session.columns.call_start, session.columns.call_names, session.columns.flags
    for item, role in enumerate(session.roles):
        if not flags[item] & c.LOADED:
            continue
        if role == "assistant":
            begin, end = starts[item], starts[item + 1]
            on_branch, named = item in model.on_path, False
            for place in range(begin, end):
                name = names[place] if isinstance(names[place], str) else ""
                _count(tools, name, answered.outcome(place), item, on_branch)
                named = named or name in READS or name in CHANGES
            if named:
                for place, call in enumerate(_calls(model, item), begin):
                    _touch(files, call, answered.outcome(place), item)
        elif role == "toolResult" and flags[item] & c.NESTED:
            for call in _nested(model, item):
                status = "ok" if call.status == "ok" else "error" if call.status == "error" else "unknown"
                _touch(files, call, status, item)
    return _file_rows(sources, files), _tool_rows(sources, tools)


def _count(tools: dict[str, _Tool], name: str, outcome: str, item: int, on_branch: bool) -> None:
    tool = tools.get(name) or tools.setdefault(name, _Tool())
    tool.calls += 1
    tool.on_branch += on_branch
    tool.errors += outcome == "error"
    tool.unknown += outcome == "unknown"
    tool.items.append(item)
    if outcome == "error":
        tool.failures.append(item)


def _touch(files: dict[str, _File], call: _CallHead, outcome: str, item: int) -> None:
    path = call.arguments.path if call.arguments else None
    if not isinstance(path, str) or not path or not isinstance(call.name, str):
        return
    if call.name in READS:
        if outcome != "error":
            files.setdefault(path, _File()).reads.append(item)
    elif call.name in CHANGES:
        use = files.setdefault(path, _File())
        (use.changes if outcome == "ok" else use.failed).append(item)


def _calls(model: Model, item: int) -> list[_CallHead]:
    message = _message(model, item)
    content = message.content if message else None
    return [block for block in content if block.type == "toolCall"] if is_array(content) else []


def _nested(model: Model, item: int) -> list[_CallHead]:
    message = _message(model, item)
    return message.nestedCalls.calls if message and message.nestedCalls else []


def _message(model: Model, item: int) -> _MessageHead | None:
    try:
        return _HEADS.decode(model.session.raw(item)).message
    except (msgspec.DecodeError, RecursionError, NotDecoded):
        pass
    try:
        return msgspec.convert(_lenient(model.session.entry(item).get("message")), _MessageHead)
    except (msgspec.ValidationError, NotDecoded):
        return None


def _lenient(message: Any) -> Any:
    """The few members that are needed, where the whole does not have the usual types."""
    if not is_object(message):
        return None
    content, nested = message.get("content"), message.get("nestedCalls")
    calls = nested.get("calls") if is_object(nested) else None
    return {
        "content": [_call(block) for block in content] if is_array(content) else None,
        "nestedCalls": {"calls": [_call(call) for call in calls]} if is_array(calls) else None,
    }


def _call(block: Any) -> dict[str, Any]:
    if not is_object(block):
        return {}
    kind, arguments = block.get("type"), block.get("arguments")
    return {
        "type": kind if isinstance(kind, str) else "",
        "name": block.get("name"),
        "status": block.get("status"),
        "arguments": {"path": arguments.get("path")} if is_object(arguments) else None,
    }


def _rows(sources: Sources, items: list[int]) -> list[int]:
    return [row for row in (sources.store.row_of.get(item, -1) for item in items) if row >= 0]


def _file_rows(sources: Sources, files: dict[str, _File]) -> list[FileUse]:
    on_path = sources.model.on_path
    uses = [
        FileUse(
            path=Shown(bounds.start(sources.redactor.text(path, "files"), bounds.SKILL_PATH)),
            reads=_rows(sources, use.reads),
            changes=_rows(sources, use.changes),
            failed=_rows(sources, use.failed),
            read_count=len(use.reads),
            change_count=len(use.changes),
            failed_count=len(use.failed),
            changed_on_branch=sum(item in on_path for item in use.changes),
            read_on_branch=sum(item in on_path for item in use.reads),
        )
        for path, use in files.items()
    ]
    return sorted(
        uses, key=lambda use: (-use.changed_on_branch, -use.change_count, -use.read_count, use.path)
    )


def _tool_rows(sources: Sources, tools: dict[str, _Tool]) -> list[ToolUse]:
    uses = [
        ToolUse(
            name=Shown(bounds.start(sources.redactor.text(name, "tools"), bounds.NAME)),
            calls=tool.calls,
            on_branch=tool.on_branch,
            errors=tool.errors,
            unknown=tool.unknown,
            rows=_rows(sources, tool.items),
            failures=_rows(sources, tool.failures),
        )
        for name, tool in tools.items()
    ]
    return sorted(uses, key=lambda use: (-use.calls, use.name))


class _Spent:
    """Tokens of every usage row as `answer_tokens` counts them, and whether they were computed."""

    def __init__(self, table: c.UsageTable) -> None:
        counted = [answer_tokens(table, row) for row in range(len(table))]
        self.tokens = [tokens for tokens, _ in counted]
        self.computed = [computed for _, computed in counted]


def _scope(model: Model, spent: _Spent, name: str, items: Sequence[int]) -> ScopeFigures:
    session = model.session
    kinds = session.usage.kind
    rows = [row for row in rows_of(session, items) if kinds[row] == c.CONVERSATION]
    times = [time for time in map(session.moment, items) if time is not None]
    roles = list(map(session.roles.__getitem__, items))
    return ScopeFigures(
        scope=name,
        entries=len(items),
        answers=roles.count("assistant"),
        turns=roles.count("user"),
        tokens=0.0 + column_sum(spent.tokens, rows),
        tokens_computed=sum(spent.computed[row] for row in rows),
        with_usage=len(rows),
        errors=sum(map(bool, map(session.errors.__getitem__, items))),
        aborted=sum(_aborted(model, item) for item in items),
        started=min(times, default=None),
        ended=max(times, default=None),
    )


def answer_tokens(table: c.UsageTable, row: int) -> tuple[float, bool]:
    """Tokens of one answer: recorded totalTokens that is not 0, else the sum of its parts, and whether it was computed so.

    Pi takes a recorded 0 for none, too (PI_RULES 12).
    """
    if table.total[row]:
        return table.total[row], False
    computed = table.input[row] + table.output[row] + table.cache_read[row] + table.cache_write[row]
    return computed, bool(computed) or bool(table.missing[row] & 16)


def _models(sources: Sources, spent: _Spent) -> list[ModelFigures]:
    session, on_path = sources.model.session, sources.model.on_path
    table, flags = session.usage, session.columns.flags
    groups: dict[str, list[int]] = {}
    columns = zip(table.kind, table.item, table.provider, table.model, strict=True)
    for row, (kind, item, provider, model) in enumerate(columns):
        if kind == c.CONVERSATION and flags[item] & c.LOADED:
            words = [part for part in (provider, model) if isinstance(part, str) and part]
            groups.setdefault("/".join(words) or "not recorded", []).append(row)
    figures: list[ModelFigures] = []
    for name, rows in groups.items():
        items = [table.item[row] for row in rows]
        figures.append(
            ModelFigures(
                name=Shown(bounds.start(sources.redactor.text(name, "models"), bounds.NAME)),
                answers=len(rows),
                on_branch=sum(item in on_path for item in items),
                tokens=column_sum(spent.tokens, rows),
                cost=column_sum(table.cost, rows),
                without_cost=sum(not table.cost_known(row) for row in rows),
                rows=_rows(sources, items),
            )
        )
    return sorted(figures, key=lambda figure: (-figure.answers, figure.name))


def _errors(sources: Sources) -> list[ErrorGroup]:
    """Errors in file order, retries grouped up to the attempt that came through (SES-17).

    A retry is an answer that follows a failed one on its own path, with nothing but failed answers and internal entries
    between.
    """
    model = sources.model
    session, row_of = model.session, sources.store.row_of
    grouped: set[int] = set()
    groups: list[ErrorGroup] = []
    for item in sorted(model.errors):
        if item in grouped or not (session.loaded(item) or item in row_of):
            continue
        attempts, resolved = [item], -1
        if _stopped(model, item) == "error":
            attempts, resolved = _retries(model, item)
            grouped.update(attempts)
        shown = [attempt for attempt in attempts if attempt in row_of]
        if not shown:
            continue
        kinds = dict.fromkeys(kind for attempt in attempts for kind in _kinds(model, attempt))
        groups.append(
            ErrorGroup(
                rows=_rows(sources, shown),
                kinds=list(kinds),
                messages=[_error_words(sources, attempt) for attempt in shown],
                resolved=row_of.get(resolved, -1) if resolved >= 0 else -1,
                on_branch=item in model.on_path,
            )
        )
    return groups


def _failed_executions(sources: Sources) -> Iterator[ErrorGroup]:
    """What the dump knows to have failed and the session does not say, in the order of the dump."""
    model = sources.model
    if sources.observations is None:
        return
    executions = Executions(sources.observations)
    occurrences = chosen(executions)
    recorded = _recorded_failures(sources)
    for failure in failures(sources, lambda item: bool(model.session.errors[item] & c.ERROR_RESULT)):
        call = executions.execution(occurrences[failure.place]).tool_call_id
        if failure.nested and (failure.anchor, call) in recorded:
            continue
        yield ErrorGroup(
            rows=_rows(sources, [failure.anchor] if failure.anchor >= 0 else []),
            kinds=["captured nested call failed" if failure.nested else "captured execution failed"],
            messages=[failure.message],
            resolved=-1,
            on_branch=failure.anchor in model.on_path,
            execution=failure.place,
        )


def _recorded_failures(sources: Sources) -> set[tuple[int, str]]:
    """Nested calls that the session itself records as failed: the answer that led to them, and their call id."""
    errors = sources.model.session.errors
    return {
        (call, nested["id"])
        for result, call, _ in sources.pairs
        if errors[result] & c.ERROR_NESTED
        for nested in _failed_nested(_body(sources, result))
        if isinstance(nested.get("id"), str)
    }


ERROR_KINDS = {
    c.ERROR_RESULT: "tool error",
    c.ERROR_MESSAGE: "provider error",
    c.ERROR_DIAGNOSTICS: "diagnostics",
    c.ERROR_NESTED: "nested call failed",
    c.ERROR_EXIT: "command failed",
}
STOPS = {"aborted": ABORTED, "length": "cut at the output limit (length)", "error": "answer failed"}
"""What a stop reason says of an answer, by itself."""


def _stopped(model: Model, item: int) -> Any:
    """The stop reason of an answer; None for other entries."""
    return model.session.stop_reasons[item] if model.session.roles[item] == "assistant" else None


def _aborted(model: Model, item: int) -> bool:
    return _stopped(model, item) == "aborted"


def _kinds(model: Model, item: int) -> list[str]:
    """What went wrong, in words. Whoever aborts an answer is not the provider, whatever message stands there."""
    bits, stop = model.session.errors[item], _stopped(model, item)
    provider = bits & c.ERROR_MESSAGE and stop != "aborted"
    kinds = [STOPS[stop]] if bits & c.ERROR_STOP and not (stop == "error" and provider) else []
    return kinds + [
        kind for bit, kind in ERROR_KINDS.items() if bits & bit and (provider or bit != c.ERROR_MESSAGE)
    ]


def _retries(model: Model, first: int) -> tuple[list[int], int]:
    """The attempts from `first` on, and the answer that came through (-1 when none did).

    An aborted answer is one of them only where Pi took the failed answer before it out of the context to ask again.
    """
    attempts, place = [first], first
    seen = {first}
    asked_again = False
    while True:
        children = [child for child in model.tree.children(place) if child not in seen]
        if not children:
            return attempts, -1
        place = next((child for child in children if child in model.on_path), children[0])
        seen.add(place)
        role, kind = model.session.roles[place], model.session.types[place]
        if role == "assistant":
            stop = _stopped(model, place)
            if stop not in ("error", "aborted"):
                return attempts, place
            if stop == "aborted":
                return attempts + [place] * asked_again, -1
            attempts.append(place)
            asked_again = False
        elif kind in ("message", "custom_message", "compaction", "branch_summary"):
            return attempts, -1
        elif place in model.session.edits:
            target, _ = model.session.edits[place]
            asked_again = asked_again or model.tree.find(target) == attempts[-1]


def _error_words(sources: Sources, item: int) -> Shown:
    """What the record says of an error: the provider's, the tool's or the nested calls' own words, redacted.

    Nothing for an answer of whose end nothing more is recorded: its summary is the model's words.
    """
    message = _body(sources, item)
    words = message.get("errorMessage")
    said = [_words(sources, words, item)] if isinstance(words, str) and words else []
    if message.get("role") == "assistant":
        raw, diagnostics = message.get("rawStopReason"), message.get("diagnostics")
        if isinstance(raw, str) and raw:
            said.append(_words(sources, f"rawStopReason: {raw}", item))
        if is_array(diagnostics) and diagnostics:
            shown = summaries.compact(sources.redactor.json(diagnostics, item, bounds.DESCRIPTION))
            said.append(Shown(bounds.start(f"diagnostics: {shown}", bounds.DESCRIPTION)))
        return Shown("\n".join(said))
    if said:
        return said[0]
    failed = [
        f"{nested.get('name') or 'unnamed'}: {nested.get('error') or 'no message recorded'}"
        for nested in _failed_nested(message)
    ]
    if failed and not sources.model.session.errors[item] & c.ERROR_RESULT:
        return _words(sources, "\n".join(failed), item)
    return sources.store.summary(item)


def _words(sources: Sources, words: str, item: int) -> Shown:
    return Shown(bounds.start(sources.redactor.head(words, bounds.DESCRIPTION, item), bounds.DESCRIPTION))


def _body(sources: Sources, item: int) -> dict[str, Any]:
    """The message of an entry; empty where it has none or can't be decoded."""
    try:
        message = sources.model.session.entry(item).get("message", MISSING)
    except NotDecoded:
        return {}
    return message if is_object(message) else {}


def _failed_nested(message: dict[str, Any]) -> list[dict[str, Any]]:
    nested = message.get("nestedCalls")
    calls = nested.get("calls") if is_object(nested) else None
    return (
        [call for call in calls if is_object(call) and call.get("status") == "error"]
        if is_array(calls)
        else []
    )
