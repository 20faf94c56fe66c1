"""The first pass: each line once, into columns, usage rows and problems (PI_RULES 1; READ-3, 6, 7, 8)."""

from __future__ import annotations

import hashlib
import math
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from inspect_report.bounds import IDENTIFIER
from inspect_report.pi import columns as c
from inspect_report.pi import jsonl
from inspect_report.pi.finishing import finish
from inspect_report.pi.jsvalues import MISSING, as_double, is_number, nullish, to_number, trim, truthy
from inspect_report.pi.problems import Problems
from inspect_report.pi.records import CostHead, Head, MessageHead, UsageHead, decode_head, loose_head
from inspect_report.pi.recover import complete_objects
from inspect_report.pi.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

BOM = b"\xef\xbb\xbf"
_FAILED_STOPS = frozenset({"error", "aborted", "length"})


class Reading:
    """The state of one pass."""

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file = file
        self._size = size
        self.columns = c.Columns()
        self.problems = Problems()
        self.session = Session(file, size, "", self.columns, self.problems)
        self.first: Any = MISSING
        """The first value that Pi keeps, where it is no header; a Head, or a value that is no object."""
        self.header: dict[str, Any] | None = None
        self.header_line = 0
        self.opens = False
        """Whether the first surviving value is a header with which Pi opens the file."""
        self.lost_header: tuple[int, dict[str, Any], bool] | None = None
        """A header on a line that Pi drops: line, header, whether a byte order mark stands before it."""
        self.blank = True
        self.values: list[int] = []
        """Every surviving value in order: its item, -1 for headers (PI_RULES 2, step A)."""
        self._torn: jsonl.Line | None = None
        self._torn_reason = ""
        self._open_calls: dict[Any, Any] = {}

    def run(self, progress: Callable[[int], None] | None, *, allow_empty: bool) -> Session:
        """Read everything and settle what only the whole file can tell."""
        digest = hashlib.sha256()
        for line in jsonl.lines(self._file, self._size, digest.update, progress):
            if line.raw:
                self._line(line)
        self._settle_torn(None)
        self.session.sha256 = digest.hexdigest()
        finish(self, allow_empty=allow_empty)
        return self.session

    def _line(self, line: jsonl.Line) -> None:
        raw = line.raw
        if not line.ascii and not raw.isascii():
            try:
                raw.decode("utf-8")
            except UnicodeDecodeError:
                self.problems.add("invalid-utf8", line.number, "invalid UTF-8", line.offset, len(raw))
                raw = raw.decode("utf-8", "replace").encode("utf-8")
        try:
            head = decode_head(raw)
        except (msgspec.DecodeError, RecursionError):
            self._slow_line(line, raw)
            return
        self._keep(line, raw, head)

    def _slow_line(self, line: jsonl.Line, raw: bytes) -> None:
        text = raw.decode("utf-8")
        if not trim(text):
            return
        try:
            value = jsonl.parse_text(text)
        except jsonl.Malformed as error:
            del text
            self._dropped(line, str(error))
            return
        if isinstance(value, dict):
            self._keep(line, raw, loose_head(value))
        elif not truthy(value):
            self.problems.add("skipped-value", line.number, "Pi skips this value", line.offset, len(line.raw))
            self.blank = False
        else:
            self._settle_torn(line)
            self.blank = False
            if self.first is MISSING and self.header is None:
                self.first = value
            self.problems.add(
                "not-an-object", line.number, f"this is {_name(value)}", line.offset, len(line.raw), self.columns.n
            )
            self.add_item(None, line.number, line.offset, len(line.raw), True)

    def _keep(self, line: jsonl.Line, raw: bytes, head: Head) -> None:
        self.blank = False
        if self._torn:
            self._settle_torn(line)
        if head.type == "session":
            self._header(line, raw, head)
            return
        if self.first is MISSING and self.header is None:
            self.first = head
        self.add_item(head, line.number, line.offset, len(line.raw), True)

    def _header(self, line: jsonl.Line, raw: bytes, head: Head) -> None:
        if self.header is None:
            self.header = jsonl.parse(raw)[0]
            self.header_line = line.number
            self.opens = self.first is MISSING and isinstance(head.id, str)
            if self.first is MISSING:
                self.first = head
        else:
            self.problems.add("second-header", line.number, "another header", line.offset, len(line.raw))
        self.values.append(-1)

    def _dropped(self, line: jsonl.Line, reason: str) -> None:
        """A line that is no JSON: Pi drops it. What stands on it whole is recovered."""
        self._settle_torn(None)
        self.blank = False
        raw = line.raw
        found = complete_objects(raw, tree=self.header is None or self.header.get("version") not in {None, 1})
        if raw.startswith(BOM):
            self.problems.add("byte-order-mark", line.number, "a byte order mark", line.offset, len(raw))
        if not raw.strip(b"\0\r"):
            self.problems.add("nul-run", line.number, f"{len(raw)} NUL bytes", line.offset, len(raw))
        elif not found:
            self._torn, self._torn_reason = line, reason
        else:
            items = 0
            for place in found:
                items += self._recover(line, raw, place.start, place.length)
            if not (len(found) == 1 and items == 0 and raw.startswith(BOM)):
                words = f"{items} {'entry' if items == 1 else 'entries'} recovered; {reason}"
                kind = "glued-lines" if line.ended or items else "torn-last-line"
                self.problems.add(kind, line.number, words, line.offset, len(raw))

    def _recover(self, line: jsonl.Line, raw: bytes, start: int, length: int) -> int:
        piece = raw[start : start + length]
        try:
            value, _ = jsonl.parse(piece)
        except jsonl.Malformed:
            return 0
        if value.get("type") == "session":
            if self.lost_header is None:
                self.lost_header = (line.number, value, raw.startswith(BOM) and start == len(BOM))
            return 0
        self.add_item(loose_head(value), line.number, line.offset + start, length, False)
        return 1

    def _settle_torn(self, following: jsonl.Line | None) -> None:
        """Say what the last malformed line was, now that the line after it is known."""
        line, self._torn = self._torn, None
        if line is None:
            return
        raw = line.raw
        if not line.ended:
            self.problems.add("torn-last-line", line.number, self._torn_reason, line.offset, len(raw))
        elif following and len(raw) > 1 and following.raw.startswith(raw.rstrip(b"\r")):
            words = f"the beginning of line {following.number}"
            self.problems.add("torn-copy", line.number, words, line.offset, len(raw), self.columns.n, following.number)
        else:
            self.problems.add("malformed-json", line.number, self._torn_reason, line.offset, len(raw))

    # One item

    def add_item(self, head: Head | None, line: int, offset: int, length: int, loaded: bool) -> None:
        """Append one item. `head` is None for a value that is no object."""
        columns = self.columns
        item = columns.n
        flags = c.LOADED | c.NAVIGABLE if loaded else c.NAVIGABLE
        if head is None:
            flags = (flags & c.LOADED) | c.NO_OBJECT
            columns.reasons[item] = "not an object"
            head = Head()
        if loaded:
            self.values.append(item)
        columns.line.append(line)
        columns.offset.append(offset)
        columns.length.append(length)
        columns.flags.append(flags)
        columns.types.append(head.type)
        columns.ids.append(head.id)
        columns.add_parent(item, head.parentId)
        entry_time = columns.add_time(item, head.timestamp)
        message = head.message
        columns.n = item + 1
        if type(message) is MessageHead:
            self._message(item, head, message, entry_time)
        else:
            columns.roles.append(None)
            columns.stop_reasons.append(None)
            columns.blocks.append(c.NO_CONTENT)
            columns.errors.append(0)
            self._other(item, head, entry_time, loaded)
        columns.call_start.append(len(columns.call_ids))
        columns.place_id(item, head.id, loaded)

    def _message(self, item: int, head: Head, message: MessageHead, entry_time: float) -> None:
        columns = self.columns
        if head.type != "message":
            # A stray member of this name means nothing on other types.
            columns.roles.append(None)
            columns.stop_reasons.append(None)
            columns.blocks.append(c.NO_CONTENT)
            columns.errors.append(0)
            self._other(item, head, entry_time, bool(columns.flags[item] & c.LOADED))
            return
        role = message.role
        columns.roles.append(role)
        stop = message.stopReason
        columns.stop_reasons.append(None if stop is MISSING else stop)
        content = message.content
        error = 0
        if type(content) is list:
            columns.blocks.append(len(content))
        else:
            columns.blocks.append(c.STRING_CONTENT if type(content) is str else c.NO_CONTENT)
        if role == "assistant":
            if type(content) is list:
                for block in content:
                    if getattr(block, "type", None) == "toolCall":
                        self._call(item, block.id, block.name)
            if type(stop) is str and stop in _FAILED_STOPS:
                error |= c.ERROR_STOP
            if truthy(message.errorMessage):
                error |= c.ERROR_MESSAGE
            if not nullish(message.diagnostics) and message.diagnostics != []:
                error |= c.ERROR_DIAGNOSTICS
        elif role == "toolResult":
            self._call(item, message.toolCallId, message.toolName)
            if truthy(message.isError):
                error |= c.ERROR_RESULT
            nested = getattr(message.nestedCalls, "calls", None)
            if isinstance(nested, list) and any(call.status == "error" for call in nested):
                error |= c.ERROR_NESTED
        elif role == "bashExecution":
            if not nullish(message.exitCode) and message.exitCode != 0:
                error |= c.ERROR_EXIT
            if truthy(message.excludeFromContext):
                columns.flags[item] |= c.EXCLUDED
        columns.errors.append(error)
        if truthy(message.usage) and role in {"assistant", "toolResult"}:
            when = to_number(message.timestamp)
            kind = c.CONVERSATION if role == "assistant" else c.TOOL
            self._usage(item, kind, message.usage, message.provider, message.model, message.responseModel, when)

    def _call(self, item: int, call_id: Any, name: Any) -> None:
        columns = self.columns
        if type(call_id) is not str or not 0 < len(call_id) <= IDENTIFIER:
            self.fault(item, "bad-tool-call-id", f"tool-call id {_fault(call_id)}")
        elif columns.roles[item] == "toolResult":
            call_id = self._open_calls.pop(call_id, call_id)
        else:
            self._open_calls[call_id] = call_id
        columns.call_ids.append(call_id)
        columns.call_names.append(name)

    def _other(self, item: int, head: Head, entry_time: float, loaded: bool) -> None:
        kind = head.type
        session = self.session
        if kind == "usage":
            if truthy(head.usage):
                usage_kind = c.WARMING if head.kind == "cache_warm" else c.OTHER
                self._usage(item, usage_kind, head.usage, head.provider, head.model, MISSING, entry_time)
        elif kind in {"compaction", "branch_summary"}:
            if kind == "compaction":
                session.first_kept[item] = head.firstKeptEntryId
                if is_number(head.firstKeptEntryIndex):
                    session.indexed_compactions[item] = head.firstKeptEntryIndex
            if truthy(head.usage):
                self._usage(item, c.SUMMARY, head.usage, head.provider, head.model, MISSING, entry_time)
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

    def _usage(
        self, item: int, kind: int, usage: Any, provider: Any, model: Any, response_model: Any, when: float
    ) -> None:
        table = self.session.usage
        table.item.append(item)
        table.kind.append(kind)
        table.provider.append(provider)
        table.model.append(model)
        table.response_model.append(response_model)
        table.time_ms.append(when)
        if type(usage) is not UsageHead:
            usage = UsageHead()
        cost = usage.cost
        if type(cost) is not CostHead:
            cost = CostHead()
        missing = broken = 0
        bit = 1
        for column, value in zip(table.tokens, (usage.input, usage.output, usage.cacheRead, usage.cacheWrite, usage.totalTokens), strict=True):
            number = as_double(value) if type(value) is int or type(value) is float else math.nan
            if number - number != 0:
                missing |= bit
                broken |= 0 if value is None else bit
                number = 0.0
            column.append(number)
            bit <<= 1
        bit = 256
        for column, value in zip(table.costs, (cost.input, cost.output, cost.cacheRead, cost.cacheWrite, cost.total), strict=True):
            number = as_double(value) if type(value) is int or type(value) is float else math.nan
            if number - number != 0:
                missing |= bit
                broken |= 0 if value is None else bit
                number = 0.0
            column.append(number)
            bit <<= 1
        table.missing.append(missing)
        table.broken.append(broken)

    def fault(self, item: int, kind: str, reason: str) -> None:
        """Take an item out of navigation, counted and with its reason."""
        columns = self.columns
        columns.flags[item] &= ~c.NAVIGABLE & 0xFF
        columns.reasons.setdefault(item, reason)
        self.problems.add(kind, columns.line[item], reason, columns.offset[item], columns.length[item], item)


def _name(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, list):
        return "an array"
    return "an object" if isinstance(value, dict) else "a number"


def _fault(value: Any) -> str:
    """What is wrong with a value that should have been a text of 1 to 512 characters."""
    if value is MISSING:
        return "is missing"
    if isinstance(value, str):
        return "is empty" if not value else f"has {len(value)} characters"
    return f"is {_name(value)}"


def _edit_fault(head: Head) -> str:
    if not isinstance(head.targetId, str) or not head.targetId:
        return f"edit target {_fault(head.targetId)}"
    replacement = head.replacement
    if replacement is None:
        return ""
    if not isinstance(replacement, dict):
        return f"replacement {_fault(replacement)}" if replacement is MISSING else f"replacement is {_name(replacement)}"
    content: Any = replacement.get("content", MISSING)  # pyright: ignore[reportUnknownMemberType]
    return "" if isinstance(content, (str, list)) else f"replacement content {_fault(content)}"


def identity_fault(value: Any, what: str) -> str:
    """What keeps a type, id, parent id, time stamp or role from being usable; empty if nothing does."""
    if isinstance(value, str) and 0 < len(value) <= IDENTIFIER:
        return ""
    return f"{what} {_fault(value)}"
