"""Items into columns: what the first pass keeps of entries, whatever the types of their members (READ-3)."""

from __future__ import annotations

import math
from array import array
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from inspect_report.bounds import IDENTIFIER
from inspect_report.pi import columns as c
from inspect_report.pi.jsvalues import (
    MISSING,
    as_double,
    is_array,
    is_number,
    is_object,
    nullish,
    to_number,
    truthy,
)
from inspect_report.pi.records import Head, MessageHead, UsageHead

if TYPE_CHECKING:
    from inspect_report.pi.session import Session

_FAILED_STOPS = frozenset({"error", "aborted", "length"})


class Items:
    """Appends items to the columns of a session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.columns = session.columns
        self.problems = session.problems
        self.values = array("i")
        """Every surviving value in order: its item, -1 for headers (PI_RULES 2, step A)."""
        self._open_calls: dict[str, str] = {}
        self._words: dict[str, str] = {}
        self._found: list[tuple[int, int, MessageHead | Head]] = []

    def add(self, head: Head | None, line: int, offset: int, length: int, loaded: bool) -> None:
        """Append one item. `head` is None for a value that is no object."""
        item = self.columns.n
        self.append([Head() if head is None else head], range(line, line + 1), [offset], [length], loaded)
        if head is None:
            self.columns.flags[item] = (self.columns.flags[item] | c.NO_OBJECT) & ~c.NAVIGABLE & 0xFF
            self.columns.reasons[item] = "not an object"

    def append(
        self, heads: list[Head], lines: range, offsets: list[int], lengths: list[int], loaded: bool = True
    ) -> None:
        """Append items column by column; `lines` are their line numbers. Members may be of any type."""
        columns = self.columns
        first, count = columns.n, len(heads)
        columns.n = first + count
        if loaded:
            self.values.extend(range(first, first + count))
        columns.line.extend(lines)
        columns.offset.extend(offsets)
        columns.length.extend(lengths)
        columns.flags.extend((c.LOADED | c.NAVIGABLE if loaded else c.NAVIGABLE,) * count)
        columns.types.extend(self._shared([head.type for head in heads]))
        columns.add_ids(first, [head.id for head in heads], loaded)
        columns.add_parents(first, [head.parentId for head in heads])
        columns.add_times(first, [head.timestamp for head in heads])
        messages = [
            head.message if head.type == "message" and type(head.message) is MessageHead else None
            for head in heads
        ]
        columns.roles.extend(
            self._shared([None if message is None else message.role for message in messages])
        )
        stops = [None if message is None else message.stopReason for message in messages]
        columns.stop_reasons.extend(self._shared([None if stop is MISSING else stop for stop in stops]))
        columns.blocks.extend(
            [
                len(message.content)
                if message is not None and type(message.content) is list
                else c.STRING_CONTENT
                if message is not None and type(message.content) is str
                else c.NO_CONTENT
                for message in messages
            ]
        )
        columns.errors.extend(bytes(count))
        calls, starts = columns.call_ids, columns.call_start
        first_call = len(calls)
        for item, message in enumerate(messages, first):
            if message is None:
                self._other(item, heads[item - first], loaded)
            else:
                role = message.role
                if role == "assistant":
                    self._answer(item, message)
                elif role == "toolResult":
                    self._result(item, message)
                elif role == "bashExecution":
                    if not nullish(message.exitCode) and message.exitCode != 0:
                        columns.errors[item] |= c.ERROR_EXIT
                    if truthy(message.excludeFromContext):
                        columns.flags[item] |= c.EXCLUDED
            starts.append(len(calls))
        columns.call_names[first_call:] = self._shared(columns.call_names[first_call:])
        if self._found:
            self._add_usage(self._found)
            self._found = []

    def _shared(self, values: list[Any]) -> list[Any]:
        """The same values, equal texts being one object: types, roles and names repeat on every line."""
        share = self._words.setdefault
        return [share(value, value) if type(value) is str else value for value in values]

    def _answer(self, item: int, message: MessageHead) -> None:
        content = message.content
        if type(content) is list:
            columns, opened = self.columns, self._open_calls
            for block in content:
                if getattr(block, "type", None) == "toolCall":
                    call_id = block.id
                    if type(call_id) is str and 0 < len(call_id) <= IDENTIFIER:
                        opened[call_id] = call_id
                    else:
                        self.fault(item, "bad-tool-call-id", f"tool-call id {_fault(call_id)}")
                    columns.call_ids.append(call_id)
                    columns.call_names.append(block.name)
        error = 0
        stop = message.stopReason
        if type(stop) is str and stop in _FAILED_STOPS:
            error |= c.ERROR_STOP
        if message.errorMessage is not MISSING and truthy(message.errorMessage):
            error |= c.ERROR_MESSAGE
        if message.diagnostics is not MISSING and truthy(message.diagnostics) and message.diagnostics != []:
            error |= c.ERROR_DIAGNOSTICS
        if error:
            self.columns.errors[item] = error
        if message.usage is not MISSING and truthy(message.usage):
            self._found.append((item, c.CONVERSATION, message))

    def _result(self, item: int, message: MessageHead) -> None:
        call_id = message.toolCallId
        if type(call_id) is str and 0 < len(call_id) <= IDENTIFIER:
            # The text of the call itself is kept, not a second one.
            call_id = self._open_calls.pop(call_id, call_id)
        else:
            self.fault(item, "bad-tool-call-id", f"tool-call id {_fault(call_id)}")
        self.columns.call_ids.append(call_id)
        self.columns.call_names.append(message.toolName)
        error = c.ERROR_RESULT if message.isError is True or truthy(message.isError) else 0
        if message.nestedCalls is not MISSING:
            self.columns.flags[item] |= c.NESTED
            nested = getattr(message.nestedCalls, "calls", None)
            if is_array(nested) and any(call.status == "error" for call in nested):
                error |= c.ERROR_NESTED
        if error:
            self.columns.errors[item] = error
        if message.usage is not MISSING and truthy(message.usage):
            self._found.append((item, c.TOOL, message))

    def _other(self, item: int, head: Head, loaded: bool) -> None:
        kind = head.type
        session = self.session
        if kind == "usage":
            if truthy(head.usage):
                self._found.append((item, c.WARMING if head.kind == "cache_warm" else c.OTHER, head))
        elif kind in ("compaction", "branch_summary"):
            if kind == "compaction":
                session.first_kept[item] = head.firstKeptEntryId
                if is_number(head.firstKeptEntryIndex):
                    session.indexed_compactions[item] = head.firstKeptEntryIndex
            if truthy(head.usage):
                self._found.append((item, c.SUMMARY, head))
        elif kind == "context_edit":
            session.edits[item] = (head.targetId, head.replacement is None)
            fault = _edit_fault(head)
            if fault:
                self.fault(item, "bad-replacement", fault)
        elif kind == "label":
            if loaded:
                session.labels.append((item, head.targetId, head.label))
            if not isinstance(head.targetId, str) or not (nullish(head.label) or isinstance(head.label, str)):
                self.fault(item, "bad-label", "label without usable target or text")
        elif kind == "session_info":
            if loaded:
                session.names.append((item, head.name))
            if not (nullish(head.name) or isinstance(head.name, str)):
                self.fault(item, "bad-name", f"session name {_fault(head.name)}")
        elif kind == "message":
            self.fault(item, "bad-message", f"message {_fault(head.message)}")

    def _add_usage(self, found: list[tuple[int, int, MessageHead | Head]]) -> None:
        """Append usage rows, column by column: (item, class, the head that has the usage)."""
        table, times = self.session.usage, self.columns.time_ms
        table.item.extend([item for item, _, _ in found])
        table.kind.extend([kind for _, kind, _ in found])
        table.provider.extend(self._shared([head.provider for _, _, head in found]))
        table.model.extend(self._shared([head.model for _, _, head in found]))
        table.response_model.extend(
            self._shared([getattr(head, "responseModel", MISSING) for _, _, head in found])
        )
        table.time_ms.extend(
            [
                times[item]
                if type(head) is Head
                else head.timestamp
                if type(head.timestamp) is int
                else to_number(head.timestamp)
                for item, _, head in found
            ]
        )
        usages: list[Any] = [head.usage for _, _, head in found]
        hours: list[Any] = [getattr(usage, "cacheWrite1h", MISSING) for usage in usages]
        numbers_1h = [as_double(hour) if is_number(hour) else 0.0 for hour in hours]
        table.write_1h.extend([hour if math.isfinite(hour) else 0.0 for hour in numbers_1h])
        every: list[Any] = [getattr(usage, "cost", None) for usage in usages]
        table.from_provider.extend([getattr(cost, "totalFromProvider", MISSING) is True for cost in every])
        if all(type(usage) is UsageHead for usage in usages):
            totals = [usage.totalTokens for usage in usages]
            unset = [16 if total is MISSING else 0 for total in totals]
            tokens = (
                [usage.input for usage in usages],
                [usage.output for usage in usages],
                [usage.cacheRead for usage in usages],
                [usage.cacheWrite for usage in usages],
                [0.0 if total is MISSING else total for total in totals],
            )
            costs = (
                [cost.input for cost in every],
                [cost.output for cost in every],
                [cost.cacheRead for cost in every],
                [cost.cacheWrite for cost in every],
                [cost.total for cost in every],
            )
            for columns, values in ((table.tokens, tokens), (table.costs, costs)):
                for column, numbers in zip(columns, values, strict=True):
                    column.extend(numbers)
            table.missing.extend(unset)
            table.broken.extend(unset)
            return
        for usage, cost in zip(usages, every, strict=True):
            missing, broken = _parts(table.tokens, usage, c.PARTS)
            missing_costs, broken_costs = _parts(table.costs, cost, c.COSTS)
            table.missing.append(missing | missing_costs << 8)
            table.broken.append(broken | broken_costs << 8)

    def fault(self, item: int, kind: str, reason: str) -> None:
        """Take an item out of navigation, counted and with its reason."""
        columns = self.columns
        columns.flags[item] &= ~c.NAVIGABLE & 0xFF
        columns.reasons.setdefault(item, reason)
        self.problems.add(kind, columns.line[item], reason, columns.offset[item], columns.length[item], item)


def _parts(columns: tuple[array[float], ...], values: Any, names: tuple[str, ...]) -> tuple[int, int]:
    """Append the parts of a usage or cost; the bits of those that are no finite number, and of those but null."""
    missing = broken = 0
    for place, name in enumerate(names):
        value = getattr(values, name, MISSING) if isinstance(values, Struct) else MISSING
        number = as_double(value) if isinstance(value, (int, float)) else math.nan
        if isinstance(value, bool):
            # No recorded number, but JavaScript adds it as one.
            missing |= 1 << place
        if not math.isfinite(number):
            missing |= 1 << place
            broken |= 0 if value is None else 1 << place
            number = 0.0
        columns[place].append(number)
    return missing, broken


def name_of(value: Any) -> str:
    """What kind of value this is, in words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return "a text"
    if is_array(value):
        return "an array"
    return "an object" if is_object(value) else "a number"


def _fault(value: Any) -> str:
    """What is wrong with a value that should have been a text of 1 to 512 characters."""
    if value is MISSING:
        return "is missing"
    if isinstance(value, str):
        return "is empty" if not value else f"has {len(value)} characters"
    return f"is {name_of(value)}"


def _edit_fault(head: Head) -> str:
    if not isinstance(head.targetId, str) or not head.targetId:
        return f"edit target {_fault(head.targetId)}"
    replacement = head.replacement
    if replacement is None:
        return ""
    if not is_object(replacement):
        return (
            f"replacement {_fault(replacement)}"
            if replacement is MISSING
            else f"replacement is {name_of(replacement)}"
        )
    content: Any = replacement.get("content", MISSING)
    return "" if isinstance(content, (str, list)) else f"replacement content {_fault(content)}"


def identity_fault(value: Any, what: str) -> str:
    """What keeps a type, id, parent id, time stamp or role from being usable; empty if nothing does."""
    if isinstance(value, str) and 0 < len(value) <= IDENTIFIER:
        return ""
    return f"{what} {_fault(value)}"
