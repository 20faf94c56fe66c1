"""Columns of what a dump holds: places in the files and a few figures a record, so that a large dump is never in memory."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any

NONE = -1


class Names:
    """Texts as codes: equal ones are kept once. -1 stands for none."""

    def __init__(self) -> None:
        self.values: list[str] = []
        self._codes: dict[str, int] = {}

    def code(self, text: str | None) -> int:
        """The code of a text."""
        if text is None:
            return NONE
        found = self._codes.get(text)
        if found is None:
            found = self._codes[text] = len(self.values)
            self.values.append(text)
        return found

    def text(self, code: int) -> str | None:
        """The text of a code."""
        return self.values[code] if code >= 0 else None


class Places:
    """One row a kept record: its part of the dump, line (from 1), offset and length in bytes, run, seq and time."""

    def __init__(self) -> None:
        self.part = array("I")
        self.line = array("I")
        self.offset = array("Q")
        self.length = array("Q")
        self.run = array("i")
        """Index of the run; -1 in Pi's own streams, whose events have none."""
        self.seq = array("q")
        self.time = array("d")
        """`observedAt` in ms since the epoch; not-a-number where it is not recorded or no valid time."""

    def __len__(self) -> int:
        return len(self.part)

    def add(self, part: int, line: int, offset: int, length: int, run: int, seq: int, time: float) -> int:
        """Append a place; gives its index."""
        self.part.append(part)
        self.line.append(line)
        self.offset.append(offset)
        self.length.append(length)
        self.run.append(run)
        self.seq.append(seq)
        self.time.append(time)
        return len(self.part) - 1

    def move(self, place: int, line: int, offset: int, length: int, seq: int, time: float) -> None:
        """Let a place stand for a later record of the same kind."""
        self.line[place] = line
        self.offset[place] = offset
        self.length[place] = length
        self.seq[place] = seq
        self.time[place] = time

    def when(self, place: int) -> float | None:
        """The time of a record in ms since the epoch, None where it is not recorded or not valid."""
        if place < 0 or math.isnan(self.time[place]):
            return None
        return self.time[place]


@dataclass
class ContextTable:
    """One row a context record, in file order."""

    place: array[int] = field(default_factory=lambda: array("q"))
    request: array[int] = field(default_factory=lambda: array("q"))
    """Counts within the run; -1 when not recorded."""
    leaf: array[int] = field(default_factory=lambda: array("q"))
    """Code of the leaf's id; -1 for a reset leaf or one that is unavailable."""
    prefix: array[int] = field(default_factory=lambda: array("q"))
    """Leading messages that equal those of the previous context of the run."""
    tail: array[int] = field(default_factory=lambda: array("q"))
    """Messages that stand in the record itself."""
    known: array[int] = field(default_factory=lambda: array("q"))
    """Index of the first message that is known; above 0 when a predecessor is missing."""
    previous: array[int] = field(default_factory=lambda: array("q"))
    """Row of the context that the prefix refers to; -1 for none."""

    def __len__(self) -> int:
        return len(self.place)

    def total(self, row: int) -> int:
        """How many messages the context had."""
        return self.prefix[row] + self.tail[row]


@dataclass
class ExecutionTable:
    """One row an occurrence, in order of first appearance. Places are -1 where there is no such record."""

    occurrence: list[str] = field(default_factory=list[str])
    call: list[str | None] = field(default_factory=list["str | None"])
    start: array[int] = field(default_factory=lambda: array("q"))
    end: array[int] = field(default_factory=lambda: array("q"))
    input: array[int] = field(default_factory=lambda: array("q"))
    update: array[int] = field(default_factory=lambda: array("q"))
    """The last update."""
    updates: array[int] = field(default_factory=lambda: array("q"))
    tool: array[int] = field(default_factory=lambda: array("q"))
    anchor: array[int] = field(default_factory=lambda: array("q"))
    leaf: array[int] = field(default_factory=lambda: array("q"))
    request: array[int] = field(default_factory=lambda: array("q"))
    parent: array[int] = field(default_factory=lambda: array("q"))
    """Row of the parent; NO_PARENT for a root, UNRESOLVED where the recorded one is unavailable."""
    duration: array[float] = field(default_factory=lambda: array("d"))
    """durationMs as reported; not-a-number when absent."""
    flags: array[int] = field(default_factory=lambda: array("H"))
    reason: dict[int, str] = field(default_factory=dict[int, str])
    """Why the parent of a row is unavailable."""

    def __len__(self) -> int:
        return len(self.occurrence)

    def add(self, occurrence: str, call: str | None) -> int:
        """Append an occurrence of which nothing is known yet; gives its row."""
        self.occurrence.append(occurrence)
        self.call.append(call)
        for column in (self.start, self.end, self.input, self.update):
            column.append(NONE)
        for column in (self.tool, self.anchor, self.leaf, self.request):
            column.append(NONE)
        self.updates.append(0)
        self.parent.append(NO_PARENT)
        self.duration.append(math.nan)
        self.flags.append(0)
        return len(self.occurrence) - 1


NO_PARENT = -1
UNRESOLVED = -2

FAILED = 1
AMBIGUOUS = 2
"""Another call of the same id was open at the same time, so ends, updates and results can't be told apart."""
SAID_UNFINISHED = 4
"""The observer wrote at its orderly end that this one was still open."""
STREAM = 8
"""From Pi's own event stream: no times, leaves or recorded anchors."""
BAD_ANCHOR = 16
"""The recorded anchor is no usable id."""


class SeenNumbers:
    """Which sequence numbers of a run were seen, as ranges: one for a dump written in order."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add(self, number: int) -> bool:
        """Note a number; False if it was seen before."""
        place = bisect_right(self._starts, number) - 1
        if place >= 0 and number <= self._ends[place]:
            return False
        if place >= 0 and self._ends[place] == number - 1:
            self._ends[place] = number
        else:
            place += 1
            self._starts.insert(place, number)
            self._ends.insert(place, number)
        if place + 1 < len(self._starts) and self._starts[place + 1] == number + 1:
            self._ends[place] = self._ends.pop(place + 1)
            del self._starts[place + 1]
        return True


@dataclass(slots=True)
class Part:
    """What belongs to one header: a process of the observer, or one stream."""

    file: int
    stream: bool
    line: int
    session_id: str | None
    relation: str
    """To the session: "same", "other", or "unknown" where either has no id."""
    header: dict[str, Any]
    """Named members of the header, raw; empty without one."""
    confirmed: bool = False
    """A tool-call id or a message of an "unknown" part is in the session."""
    accepted: bool = True
    records: int = 0
    """Records of it that were looked at."""
    moved: bool = False
    """Pi went to another session here, and the stream does not say which; its events are not taken."""


@dataclass(slots=True)
class Run:
    """One instance of the observer: start, reload, resume."""

    id: str
    part: int
    first: int
    """Place of its first kept record; places of a run ascend."""
    last: int
    start: int = NONE
    """Place of its session_start."""
    end: int = NONE
    """Place of its end; -1: the process was killed, or the dump goes on no further."""
    contexts: int = 0
    last_context: int = NONE
    seen: SeenNumbers = field(default_factory=SeenNumbers)
