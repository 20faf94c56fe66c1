"""Items in columns: what is kept of every line, a few dozen bytes each instead of an object (DESIGN 12)."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from typing import Any

from inspect_report.pi.jsvalues import MISSING, days_from_civil, id_key, iso_text, time_ms

LOADED = 1
NAVIGABLE = 2
INHERITED = 4
NO_OBJECT = 8
EXCLUDED = 16
"""A shell command that its user kept out of the context."""

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
        self._days: dict[str, int] = {}

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

    def add_parent(self, item: int, value: Any) -> None:
        """Store a recorded parent id: by reference to an item of that id where one stands above, else as it is."""
        if value is None:
            self.parent_refs.append(_NO_PARENT)
            return
        if type(value) is str:
            place = self.by_id.get(value, -1)
            if place >= 0:
                self.parent_refs.append(place)
                return
        self.parent_refs.append(_ODD_PARENT)
        self.odd_parents[item] = value

    def add_time(self, item: int, value: Any) -> float:
        """Store a time stamp as milliseconds, and as it is where the text can't be made from them. Returns them."""
        if type(value) is str and len(value) == 24:
            milliseconds = self._canonical(value)
            if milliseconds is not None:
                self.time_ms.append(milliseconds)
                return milliseconds
        milliseconds = time_ms(value)
        self.odd_times[item] = value
        self.time_ms.append(milliseconds)
        return milliseconds

    def _canonical(self, text: str) -> float | None:
        """The milliseconds of a text of the form that Pi writes, None for any other."""
        date = text[:10]
        day = self._days.get(date)
        if day is None:
            milliseconds = time_ms(text)
            if math.isnan(milliseconds) or text[0] in "+-" or iso_text(milliseconds) != text:
                return None
            self._days[date] = days_from_civil(int(date[:4]), int(date[5:7]), int(date[8:])) * 86400000
            return milliseconds
        clock = text[11:13] + text[14:16] + text[17:19] + text[20:23]
        if not (clock.isdigit() and clock.isascii()) or text[10] + text[13] + text[16] + text[19] + text[23] != "T::.Z":
            return None
        hour, minute, second = int(clock[:2]), int(clock[2:4]), int(clock[4:6])
        if hour > 23 or minute > 59 or second > 59:
            return None
        return float(day + hour * 3600000 + minute * 60000 + second * 1000 + int(clock[6:]))

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

    `missing[r]` has bit k set where part k of PARTS is no finite number (the column then holds 0), bit 8 + k for part k of
    COSTS. `broken[r]` has the same bits for those at which Pi's own arithmetic breaks: absent, text, infinite; but not null,
    which JavaScript adds as 0. Rows exist for every truthy `usage`, whatever is in it.
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
