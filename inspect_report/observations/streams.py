"""Takes Pi's own event stream (`--mode json`, rpc) into the columns: executions without times, leaves or occurrence ids.

Occurrences are numbered in the order of their starts. Ends and updates carry a tool-call id only; while two calls of one
id are open they can't be told apart, which is said, not guessed.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from inspect_report import bounds
from inspect_report.observations import records, tables
from inspect_report.observations.identity import message_key
from inspect_report.observations.opening import OpenCalls
from inspect_report.observations.recording import keep_update
from inspect_report.observations.records import UNAVAILABLE, Unusable
from inspect_report.observations.tables import NO_PARENT, UNRESOLVED

if TYPE_CHECKING:
    from inspect_report.observations.dump import Observations
    from inspect_report.pi import jsonl

_UNTIMED = (0, math.nan)


class StreamRecorder:
    """The recorder of the streams in one file."""

    def __init__(self, observations: Observations) -> None:
        self._all = observations
        self._open = OpenCalls[str]()
        self._part = -1
        self._prefix = ""
        self._number = 0

    def finish(self) -> None:
        """A stream ends here: what is open stays unfinished, and numbers begin anew."""
        self._open = OpenCalls[str]()
        self._part = -1

    def take(self, kind: str, fields: dict[str, Any], line: jsonl.Line, part: int) -> None:
        """Take one event. Raises Unusable, jsonl.Malformed."""
        if part != self._part:
            self.finish()
            self._part, self._number = part, 0
            self._prefix = f"stream{part + 1}"
        if kind not in records.STREAM:
            self._all.notes.known_unused(kind)
            if kind == "message_end" and self._all.parts[part].relation == "unknown":
                self._message(records.value_of(fields.get("message")), part)
            return
        taken = records.take(fields, records.STREAM[kind], kind, self._all.notes)
        if UNAVAILABLE in taken:
            self._all.notes.add("bad-reference", f"{kind}: {', '.join(taken[UNAVAILABLE])}")
        position = (line.number, line.offset, len(line.raw))
        if kind == "tool_execution_start":
            self._start(taken, part, position)
            return
        row = self._open.first(taken["toolCallId"])
        if kind == "tool_execution_update":
            if row < 0:
                raise Unusable("no-occurrence", f"{kind}: no call of its id is open")
            keep_update(self._all, row, part, -1, position, _UNTIMED)
            return
        self._end(taken, part, position, row)

    def _message(self, message: Any, part: int) -> None:
        """Keep the keys of the first messages of a stream that names no session (OBS-6)."""
        keys = self._all.stream_messages.setdefault(part, set())
        key = message_key(message)
        if key is not None and len(keys) < bounds.EXECUTIONS:
            keys.add(key)

    def _new(self, call: str) -> int:
        """A row for the next occurrence; its id is unlike any that a dump brought."""
        rows = self._all.execution_rows
        self._number += 1
        while f"{self._prefix}:{self._number}" in rows:
            self._prefix += "'"
        occurrence = f"{self._prefix}:{self._number}"
        row = rows[occurrence] = self._all.executions.add(occurrence, call)
        self._all.executions.flags[row] |= tables.STREAM
        return row

    def _start(self, taken: dict[str, Any], part: int, position: tuple[int, int, int]) -> None:
        table = self._all.executions
        call = taken["toolCallId"]
        parent, reason = self._parent(taken)
        row = self._new(call)
        table.start[row] = self._all.places.add(part, *position, -1, *_UNTIMED)
        table.tool[row] = self._all.names.code(taken["toolName"])
        table.parent[row] = parent
        if reason:
            table.reason[row] = reason
        for each in self._open.begin(call, row):
            table.flags[each] |= tables.AMBIGUOUS

    def _parent(self, taken: dict[str, Any]) -> tuple[int, str]:
        if "parentToolCallId" in taken.get(UNAVAILABLE, ()):
            return UNRESOLVED, "the recorded parent is no usable id"
        if "parentToolCallId" not in taken:
            return NO_PARENT, ""
        call = taken["parentToolCallId"]
        if self._open.count(call) != 1:
            several = "two open calls had the parent's tool-call id"
            return UNRESOLVED, several if self._open.count(
                call
            ) else "no open call has the parent's tool-call id"
        return self._open.first(call), ""

    def _end(self, taken: dict[str, Any], part: int, position: tuple[int, int, int], row: int) -> None:
        table = self._all.executions
        call = taken["toolCallId"]
        if row < 0:
            row = self._new(call)
        self._open.finish(call, row)
        table.end[row] = self._all.places.add(part, *position, -1, *_UNTIMED)
        if taken["isError"]:
            table.flags[row] |= tables.FAILED
        if "durationMs" in taken:
            table.duration[row] = taken["durationMs"]
