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

from inspect_report import bounds
from inspect_report.payload import (
    FileUse,
    ModelFigures,
    OverviewView,
    ScopeFigures,
    ToolUse,
)
from inspect_report.pi import columns as c
from inspect_report.pi.jsvalues import is_array, is_object
from inspect_report.pi.session import NotDecoded
from inspect_report.pi.usage import column_sum, rows_of, scope
from inspect_report.redact import Shown
from inspect_report.views import errors

if TYPE_CHECKING:
    from inspect_report.model import Model
    from inspect_report.report import Sources

READS = frozenset({"read"})
CHANGES = frozenset({"write", "edit"})
"""Pi's built-in tools that name one file in `arguments.path`."""
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
            errors=errors.groups(sources),
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


def _file_rows(sources: Sources, files: dict[str, _File]) -> list[FileUse]:
    on_path = sources.model.on_path
    uses = [
        FileUse(
            path=Shown(bounds.start(sources.redactor.text(path, "files"), bounds.SKILL_PATH)),
            reads=sources.store.rows_for(use.reads),
            changes=sources.store.rows_for(use.changes),
            failed=sources.store.rows_for(use.failed),
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
            rows=sources.store.rows_for(tool.items),
            failures=sources.store.rows_for(tool.failures),
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
        aborted=sum(errors.aborted(model, item) for item in items),
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
                rows=sources.store.rows_for(items),
            )
        )
    return sorted(figures, key=lambda figure: (-figure.answers, figure.name))
