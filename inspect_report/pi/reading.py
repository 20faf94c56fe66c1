"""The first pass: each line once, into columns, usage rows and problems (PI_RULES 1; READ-3, 6, 7, 8)."""

from __future__ import annotations

import hashlib
from itertools import accumulate
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from inspect_report.pi import columns as c
from inspect_report.pi import jsonl
from inspect_report.pi.finishing import finish
from inspect_report.pi.items import Items, name_of
from inspect_report.pi.jsvalues import (
    MISSING,
    is_object,
    trim,
    truthy,
)
from inspect_report.pi.problems import Problems
from inspect_report.pi.records import Head, decode_head, loose_head
from inspect_report.pi.recover import Found, complete_objects
from inspect_report.pi.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

BOM = b"\xef\xbb\xbf"


class Reading:
    """The state of one pass."""

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file = file
        self._size = size
        self.columns = c.Columns()
        self.problems = Problems()
        self.session = Session(file, size, "", self.columns, self.problems)
        self.items = Items(self.session)
        self.first: Any = MISSING
        """The first value that Pi keeps, where it is no header; a Head, or a value that is no object."""
        self.header: dict[str, Any] | None = None
        self.header_line = 0
        self.opens = False
        """Whether the first surviving value is a header with which Pi opens the file."""
        self.lost_header: tuple[int, dict[str, Any], bool] | None = None
        """A header on a line that Pi drops: line, header, whether a byte order mark stands before it."""
        self.blank = True
        self._torn: jsonl.Line | None = None
        self._torn_reason = ""

    def run(self, progress: Callable[[int], None] | None, *, allow_empty: bool) -> Session:
        """Read everything and settle what only the whole file can tell."""
        digest = hashlib.sha256()
        for batch in jsonl.batches(self._file, self._size, digest.update, progress):
            self._batch(batch)
        self._settle_torn(None)
        self.session.sha256 = digest.hexdigest()
        finish(self, allow_empty=allow_empty)
        return self.session

    def _batch(self, batch: jsonl.Batch) -> None:
        """Take the lines of a batch: runs of ordinary entries at once, everything else line by line."""
        lines = batch.lines
        place, offset, count = 0, batch.offset, len(lines)
        while place < count:
            heads: list[Head] = []
            if self.header is not None and self._torn is None:
                try:
                    for index in range(place, count):
                        raw = lines[index]
                        if not raw.isascii() and not jsonl.is_utf8(raw):
                            break
                        heads.append(decode_head(raw))
                except (msgspec.DecodeError, RecursionError):
                    pass
                header = next((index for index, head in enumerate(heads) if head.type == "session"), -1)
                if header >= 0:
                    del heads[header:]
            if heads:
                lengths = list(map(len, lines[place : place + len(heads)]))
                offsets = list(accumulate(lengths[:-1], lambda at, length: at + length + 1, initial=offset))
                self.items.append(
                    heads, range(batch.number + place, batch.number + place + len(heads)), offsets, lengths
                )
                place += len(heads)
                offset = offsets[-1] + lengths[-1] + 1
            if place < count:
                self._line(batch.line(place, offset))
                offset += len(lines[place]) + 1
                place += 1

    def _line(self, line: jsonl.Line) -> None:
        raw = line.raw
        if not raw:
            return
        if not jsonl.is_utf8(raw):
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
        value, reason = MISSING, ""
        try:
            value = jsonl.parse_text(text)
        except jsonl.Malformed as error:
            reason = str(error)
        # A second form of a line of many megabytes is not kept while the line is searched.
        del text
        if reason:
            self._dropped(line, reason)
            return
        if is_object(value):
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
                "not-an-object",
                line.number,
                f"this is {name_of(value)}",
                line.offset,
                len(line.raw),
                self.columns.n,
            )
            self.items.add(None, line.number, line.offset, len(line.raw), True)

    def _keep(self, line: jsonl.Line, raw: bytes, head: Head) -> None:
        self.blank = False
        if self._torn:
            self._settle_torn(line)
        if head.type == "session":
            self._header(line, raw, head)
            return
        if self.first is MISSING and self.header is None:
            self.first = head
        self.items.add(head, line.number, line.offset, len(line.raw), True)

    def _header(self, line: jsonl.Line, raw: bytes, head: Head) -> None:
        if self.header is None:
            self.header = jsonl.parse(raw)[0]
            self.header_line = line.number
            self.opens = self.first is MISSING and isinstance(head.id, str)
            if self.first is MISSING:
                self.first = head
        else:
            self.problems.add("second-header", line.number, "another header", line.offset, len(line.raw))
        self.items.values.append(-1)

    def _dropped(self, line: jsonl.Line, reason: str) -> None:
        """A line that is no JSON: Pi drops it. What stands on it whole is recovered."""
        self._settle_torn(None)
        self.blank = False
        raw = line.raw
        found = complete_objects(raw, tree=self.header is None or self.header.get("version") not in (None, 1))
        if raw.startswith(BOM):
            self.problems.add("byte-order-mark", line.number, "a byte order mark", line.offset, len(raw))
        if not raw.strip(b"\0\r"):
            self.problems.add("nul-run", line.number, f"{len(raw)} NUL bytes", line.offset, len(raw))
        elif not found:
            self._torn, self._torn_reason = line, reason
        else:
            items = self._recover(line, raw, found)
            if not (len(found) == 1 and items == 0 and raw.startswith(BOM)):
                words = f"{items} {'entry' if items == 1 else 'entries'} recovered; {reason}"
                kind = "glued-lines" if line.ended or items else "torn-last-line"
                self.problems.add(kind, line.number, words, line.offset, len(raw))

    def _recover(self, line: jsonl.Line, raw: bytes, found: list[Found]) -> int:
        """Append the entries among the objects found on a dropped line; how many there are."""
        places: list[Found] = []
        for place in found:
            piece = raw[place.start : place.start + place.length]
            try:
                head = decode_head(piece) if jsonl.is_utf8(piece) else None
            except (msgspec.DecodeError, RecursionError):
                head = None
            if head is None or head.type == "session":
                try:
                    value, _ = jsonl.parse(piece)
                except jsonl.Malformed:
                    continue
                if value.get("type") == "session":
                    if self.lost_header is None:
                        mark = raw.startswith(BOM) and place.start == len(BOM)
                        self.lost_header = (line.number, value, mark)
                    continue
                head = loose_head(value)
            places.append(place)
            self.items.append(
                [head],
                range(line.number, line.number + 1),
                [line.offset + place.start],
                [place.length],
                False,
            )
        return len(places)

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
            self.problems.add(
                "torn-copy", line.number, words, line.offset, len(raw), self.columns.n, following.number
            )
        else:
            self.problems.add("malformed-json", line.number, self._torn_reason, line.offset, len(raw))
