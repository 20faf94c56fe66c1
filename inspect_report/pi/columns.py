"""Items in columns: what is kept of every line, a few dozen bytes each instead of an object (DESIGN 12)."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from typing import Any

from inspect_report.pi.jsvalues import MISSING, id_key, iso_text, time_ms

LOADED = 1
NAVIGABLE = 2
INHERITED = 4
NO_OBJECT = 8
EXCLUDED = 16
"""A shell command that its user kept out of the context."""
NESTED = 32
"""A tool result with a record of nested calls."""

ERROR_RESULT = 1
"""A tool result with isError."""
ERROR_STOP = 2
"""An answer with stop reason error, aborted or length."""
ERROR_MESSAGE = 4
ERROR_DIAGNOSTICS = 8
ERROR_NESTED = 16
"""A recorded nested call that failed."""
ERROR_EXIT = 32
"""A shell command with an exit code other than 0."""

STRING_CONTENT = -1
NO_CONTENT = -2

_NO_PARENT = -1
_ODD_PARENT = -2


class Columns:
    """One row an item, in file order. Indices are items; `line` counts from 1, offset and length are bytes."""

    def __init__(self) -> None:
        self.n = 0
        self.line = array("I")
        self.offset = array("Q")
        self.length = array("Q")
        self.flags = array("B")
        self.errors = array("B")
        self.time_ms = array("d")
        self.types: list[Any] = []
        self.ids: list[Any] = []
        self.roles: list[Any] = []
        self.stop_reasons: list[Any] = []
        self.blocks = array("i")
        """Content blocks of a message; STRING_CONTENT for a text, NO_CONTENT where there is neither."""
        self.call_ids: list[Any] = []
        self.call_names: list[Any] = []
        self.call_start = array("I", [0])
        """Item i has the calls call_start[i] to call_start[i + 1]: those it makes, or the one it answers."""
        self.reasons: dict[int, str] = {}
        self.parent_refs = array("i")
        self.odd_parents: dict[int, Any] = {}
        self.odd_times: dict[int, Any] = {}
        self.by_id: dict[Any, int] = {}
        """Id key to item, as Pi's index has it: the last loaded one, at the place of the first."""
        self.repeated: dict[Any, list[int]] = {}
        """Id keys that several items share, loaded or not, with all of them."""
        self.recovered_ids: dict[Any, int] = {}
        """Id key to item for items that Pi does not load."""
        self._minutes: dict[str, float] = {}

    def place_id(self, item: int, value: Any, loaded: bool) -> None:
        """Put an item into the index of ids."""
        key = value if type(value) is str else id_key(value, item)
        index = self.by_id if loaded else self.recovered_ids
        earlier = self.by_id.get(key, -1)
        if earlier < 0:
            earlier = self.recovered_ids.get(key, -1)
        if earlier >= 0 and key is not MISSING and key is not None:
            self.repeated.setdefault(key, [earlier]).append(item)
        index[key] = item

    def add_ids(self, first: int, values: list[Any], loaded: bool) -> None:
        """Append recorded ids of consecutive items and put them into the index."""
        self.ids.extend(values)
        if loaded and not self.recovered_ids and all(type(value) is str for value in values):
            fresh = set(values)
            if len(fresh) == len(values) and not any(map(self.by_id.__contains__, values)):
                self.by_id.update(zip(values, range(first, first + len(values)), strict=True))
                return
        for item, value in enumerate(values, first):
            self.place_id(item, value, loaded)

    def add_parents(self, first: int, values: list[Any]) -> None:
        """Append recorded parent ids: by reference to an item of that id where one stands above, else as they are."""
        find = self.by_id.get
        references = [
            _NO_PARENT if value is None else find(value, _ODD_PARENT) if type(value) is str else _ODD_PARENT
            for value in values
        ]
        self.parent_refs.extend(references)
        if _ODD_PARENT in references:
            for item, (value, reference) in enumerate(zip(values, references, strict=True), first):
                if reference == _ODD_PARENT:
                    self.odd_parents[item] = value

    def add_times(self, first: int, values: list[Any]) -> None:
        """Append time stamps as milliseconds, and as they are where the text can't be made from them."""
        times: list[float] = []
        minutes, ascii_only = self._minutes, all(type(value) is str and value.isascii() for value in values)
        for item, value in enumerate(values, first):
            minute = minutes.get(value[:17]) if ascii_only and len(value) == 24 else None
            # Five digits: seconds and milliseconds, together the milliseconds of the minute.
            if minute is not None and value[19] == "." and value[23] == "Z":
                digits = value[17:19] + value[20:23]
                if digits.isdecimal() and digits < "6":
                    times.append(minute + int(digits))
                    continue
            milliseconds = self._canonical(value) if type(value) is str and len(value) == 24 else None
            if milliseconds is None:
                self.odd_times[item] = value
                milliseconds = time_ms(value)
            times.append(milliseconds)
        self.time_ms.extend(times)

    def _canonical(self, text: str) -> float | None:
        """The milliseconds of a text of the form that Pi writes, None for any other."""
        milliseconds = time_ms(text)
        if math.isnan(milliseconds) or text[0] in "+-" or iso_text(milliseconds) != text:
            return None
        if len(self._minutes) > 4096:
            self._minutes.clear()
        self._minutes[text[:17]] = milliseconds // 60000 * 60000
        return milliseconds

    def parent_id(self, item: int) -> Any:
        """The recorded parent id: a value of the file, null as None, MISSING where there is no member."""
        reference = self.parent_refs[item]
        if reference >= 0:
            return self.ids[reference]
        return None if reference == _NO_PARENT else self.odd_parents[item]

    def timestamp(self, item: int) -> Any:
        """The recorded time stamp, as it is in the file."""
        return self.odd_times[item] if item in self.odd_times else iso_text(self.time_ms[item])


class View(Sequence[Any]):
    """A column that is computed when asked for."""

    def __init__(self, columns: Columns, of: Any) -> None:
        self._columns = columns
        self._of = of

    def __len__(self) -> int:
        return self._columns.n

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self._of(place) for place in range(*index.indices(self._columns.n))]
        if index < 0:
            index += self._columns.n
        if not 0 <= index < self._columns.n:
            raise IndexError(index)
        return self._of(index)


CONVERSATION, SUMMARY, WARMING, OTHER, TOOL = range(5)
"""Classes of usage rows (CACHE-1)."""

PARTS = ("input", "output", "cacheRead", "cacheWrite", "totalTokens")
COSTS = ("input", "output", "cacheRead", "cacheWrite", "total")


class UsageTable:
    """Recorded usage, one row an occurrence, in file order; tokens and USD.

    `missing[r]` has bit k set where part k of PARTS is no finite number (the column then holds 0, for true 1), bit 8 + k for part k of
    COSTS. `broken[r]` has the same bits for those at which Pi's own arithmetic breaks: absent, text, infinite; but not null,
    true and false, which JavaScript adds as numbers. Rows exist for every truthy `usage`, whatever is in it.
    """

    def __init__(self) -> None:
        self.item = array("I")
        self.kind = array("B")
        self.provider: list[Any] = []
        self.model: list[Any] = []
        self.response_model: list[Any] = []
        self.time_ms = array("d")
        """Message time for answers and tool results, else entry time; not-a-number where unreadable."""
        self.tokens: tuple[array[float], ...] = tuple(array("d") for _ in PARTS)
        self.costs: tuple[array[float], ...] = tuple(array("d") for _ in COSTS)
        self.write_1h = array("d")
        """The part of cacheWrite with one-hour retention; 0 where none is recorded."""
        self.from_provider = bytearray()
        """1 where cost.totalFromProvider is true: the total is the provider's, not computed from prices."""
        self.missing = array("H")
        self.broken = array("H")

    def __len__(self) -> int:
        return len(self.item)

    @property
    def input(self) -> array[float]:
        """Uncached prompt tokens."""
        return self.tokens[0]

    @property
    def output(self) -> array[float]:
        """Generated tokens, reasoning included."""
        return self.tokens[1]

    @property
    def cache_read(self) -> array[float]:
        """Prompt tokens read from the cache."""
        return self.tokens[2]

    @property
    def cache_write(self) -> array[float]:
        """Prompt tokens written to the cache, one-hour writes included."""
        return self.tokens[3]

    @property
    def total(self) -> array[float]:
        """Recorded totalTokens, 0 where there is none."""
        return self.tokens[4]

    @property
    def cost(self) -> array[float]:
        """Recorded cost.total in USD."""
        return self.costs[4]

    def prompt_known(self, row: int) -> bool:
        """Whether input, cacheRead and cacheWrite are usable numbers: finite and not negative (CACHE-2)."""
        if self.missing[row] & 0b1101:
            return False
        return self.input[row] >= 0 and self.cache_read[row] >= 0 and self.cache_write[row] >= 0

    def cost_known(self, row: int) -> bool:
        """Whether a total cost is recorded."""
        return not self.missing[row] & (1 << 12)
