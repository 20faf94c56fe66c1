"""A session file as Pi loads it: one pass over the bytes into columns, single entries decoded when asked for.

Items are, in file order, what Pi loads as entries plus the objects recovered from lines that Pi drops (READ-7, flag
LOADED off). `ids`, `parent_ids` and `timestamps` are values of the file (after migration), `MISSING` where absent.
"""

from __future__ import annotations

import math
from array import array
from functools import cached_property
from typing import TYPE_CHECKING, Any, BinaryIO

from inspect_report.errors import InputError
from inspect_report.pi import columns as c
from inspect_report.pi import jsonl
from inspect_report.pi.jsvalues import id_key, is_object
from inspect_report.pi.migrate import Migration, relink, rename_role

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from inspect_report.pi.problems import Problems


class NotASession(InputError):  # noqa: N818
    """The file is something else; `looks_like` says what, in words."""

    def __init__(self, message: str, looks_like: str = "", hint: str = "") -> None:
        super().__init__(message, hint)
        self.looks_like = looks_like


class EmptySession(InputError):  # noqa: N818
    """Zero bytes, blank lines only, or a header without any entry."""


class NotDecoded(Exception):  # noqa: N818
    """The body of one entry can't be read; the message is the reason."""


class InputGone(NotDecoded):
    """The file itself was changed under the reader; where no entry can stand in for that, the export ends."""


class Session:
    """One read session. Columns are parallel; indices are items."""

    def __init__(
        self, file: BinaryIO, size: int, sha256: str, columns: c.Columns, problems: Problems
    ) -> None:
        self._file = file
        self.size = size
        """Bytes read."""
        self.sha256 = sha256
        self.columns = columns
        self.problems = problems
        self.usage = c.UsageTable()
        self.header: dict[str, Any] = {}
        """The header after migration; empty where there is none."""
        self.header_line = 0
        self.original_version: Any = None
        self.version: Any = None
        self.refused: str | None = None
        """Why Pi does not open the file although entries of Pi are in it; the items are then treated as loaded."""
        self.migration = Migration(links=False, roles=False, newer=False)
        self.labels: list[tuple[int, Any, Any]] = []
        """(item, targetId, label) of every loaded label entry, in file order."""
        self.names: list[tuple[int, Any]] = []
        """(item, name) of every loaded session_info entry."""
        self.edits: dict[int, tuple[Any, bool]] = {}
        """Item of a context edit to (targetId, whether it omits its target)."""
        self.first_kept: dict[int, Any] = {}
        """Item of a compaction to its firstKeptEntryId."""
        self.indexed_compactions: dict[int, Any] = {}
        """Compactions of version 1 whose numeric index was resolved, with the id it gave (MISSING for none)."""
        self.identical: dict[int, int] = {}
        """Item that repeats an earlier one byte for byte, to that one."""
        self.ids = columns.ids
        self.types = columns.types
        self.roles = columns.roles
        self.line = columns.line
        self.offset = columns.offset
        self.length = columns.length
        self.time_ms = columns.time_ms
        self.blocks = columns.blocks
        self.errors = columns.errors
        self.stop_reasons = columns.stop_reasons
        self.parent_ids: Sequence[Any] = c.View(columns, columns.parent_id)
        self.timestamps: Sequence[Any] = c.View(columns, columns.timestamp)
        self._remembered: tuple[int, bytes] = (-1, b"")

    @property
    def n(self) -> int:
        """How many items there are."""
        return self.columns.n

    @cached_property
    def usage_row(self) -> array[int]:
        """The row of each item in the table of usage, -1 for none. To be asked for once everything is read."""
        rows = array("i", [-1]) * self.n
        for row, item in enumerate(self.usage.item):
            rows[item] = row
        return rows

    @property
    def derived_ids(self) -> bool:
        """Whether ids are made from line numbers ("line-12"), as version 1 has none."""
        return self.migration.links

    def loaded(self, item: int) -> bool:
        """Whether Pi loads this item."""
        return bool(self.columns.flags[item] & c.LOADED)

    def moment(self, item: int) -> float | None:
        """Milliseconds since the epoch where the time stamp is a text that names one; None also where Pi reads a number as a date."""
        time = self.time_ms[item]
        odd = self.columns.odd_times.get(item, "")
        return time if isinstance(odd, str) and math.isfinite(time) else None

    def navigable(self, item: int) -> bool:
        """Whether the item can be a link target, leaf or anchor (READ-3)."""
        return bool(self.columns.flags[item] & c.NAVIGABLE)

    def reason(self, item: int) -> str:
        """Why an item is not navigable; empty for those that are."""
        return self.columns.reasons.get(item, "")

    def inherited(self, item: int) -> bool:
        """Whether the entry is older than the header of a fork, so copied from its parent (READ-8)."""
        return bool(self.columns.flags[item] & c.INHERITED)

    def calls(self, item: int) -> list[tuple[Any, Any]]:
        """(id, tool name) of the calls an answer makes, or of the one call a tool result answers."""
        start, end = self.columns.call_start[item], self.columns.call_start[item + 1]
        return list(zip(self.columns.call_ids[start:end], self.columns.call_names[start:end], strict=True))

    def tool_name(self, item: int) -> Any:
        """The recorded tool name of a tool result, None for other items."""
        if self.roles[item] != "toolResult":
            return None
        return self.columns.call_names[self.columns.call_start[item]]

    def key(self, item: int) -> Any:
        """The id of an item as a hashable key (`jsvalues.id_key`)."""
        value = self.ids[item]
        return value if type(value) is str else id_key(value, item)

    def raw(self, item: int) -> bytes:
        """The bytes of an item as they stand in the file, without line end. Raises NotDecoded."""
        if self._remembered[0] == item:
            return self._remembered[1]
        length = self.length[item]
        raw = self.bytes_at(self.offset[item], length)
        if len(raw) != length:
            raise InputGone("the file became shorter while it was read")
        if length <= jsonl.CHUNK:
            self._remembered = (item, raw)
        return raw

    def bytes_at(self, offset: int, length: int) -> bytes:
        """Raw bytes of the file, for the samples of problems; fewer where the file ends."""
        try:
            self._file.seek(offset)
            return self._file.read(min(length, max(0, self.size - offset)))
        except (OSError, ValueError) as error:
            raise InputGone(f"the file can't be read any more ({error})") from None

    def value(self, item: int) -> Any:
        """The decoded value after migration, uncut, lone surrogates kept; mostly an object. Raises NotDecoded."""
        try:
            value, _ = jsonl.parse(self.raw(item))
        except jsonl.Malformed as error:
            raise NotDecoded(f"the file changed while it was read ({error})") from None
        except MemoryError:
            raise NotDecoded("not enough memory for this entry") from None
        if is_object(value):
            entry: dict[str, Any] = value
            if self.migration.links:
                had_index = item in self.indexed_compactions
                kept = self.indexed_compactions.get(item)
                relink(entry, self.ids[item], self.parent_ids[item], kept, had_index)
            if self.migration.roles:
                rename_role(entry)
        return value

    def entry(self, item: int) -> dict[str, Any]:
        """The decoded entry; an empty object for a line that holds another value. Raises NotDecoded."""
        value = self.value(item)
        return value if is_object(value) else {}


def read_session(
    file: BinaryIO,
    size: int,
    *,
    progress: Callable[[int], None] | None = None,
    allow_empty: bool = False,
) -> Session:
    """Read exactly the first `size` bytes of a seekable binary file; `progress` gets the bytes read so far.

    Follows Pi's loading (PI_RULES 1 to 3). The file has to stay open while the session is used: entries are decoded from
    it. Raises NotASession, and EmptySession unless `allow_empty`.
    """
    from inspect_report.pi.reading import Reading

    return Reading(file, size).run(progress, allow_empty=allow_empty)
