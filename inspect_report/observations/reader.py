"""Reads dumps: one streaming pass over every file into columns; bodies are decoded from the file when asked for.

Both shapes are taken: the dump of an observing extension, and Pi's own event stream (`--mode json`, rpc). A file may hold
several headers, runs and streams, one after another.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, Protocol

from inspect_report.errors import InputError
from inspect_report.observations import records
from inspect_report.observations.dump import Observations
from inspect_report.observations.facts import SessionFacts
from inspect_report.observations.notes import Notes
from inspect_report.observations.recording import Recorder
from inspect_report.observations.records import Unusable
from inspect_report.observations.streams import StreamRecorder
from inspect_report.observations.tables import Part
from inspect_report.observations.values import members
from inspect_report.pi import jsonl
from inspect_report.pi.jsvalues import time_ms

_LEAVING = frozenset({"new_session", "switch_session", "fork", "clone"})
"""Commands of rpc after which Pi stands in another session."""


class Source(Protocol):
    """An opened dump, such as `files.Input`: a seekable binary file, its size in bytes when opened, its name."""

    file: BinaryIO
    name: str
    size: int


@dataclass(frozen=True, slots=True)
class FileFacts:
    """One file as it was read. `kind` is "dump", "stream" or "mixed"; `lines` counts non-blank ones."""

    name: str
    size: int
    sha256: str
    kind: str
    lines: int


def read_observations(
    sources: Sequence[Source],
    facts: SessionFacts,
    *,
    allow_mismatch: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Observations:
    """Read the dumps that belong to one session.

    Files are taken by the first time they name (then as given), so their order on the command line does not matter. They
    have to stay open while the result is used. `progress` gets the bytes read of each file. Raises InputError for a file that
    is empty, no dump or stream, or of another session (OBS-6), unless `allow_mismatch`.
    """
    notes = Notes()
    ordered = sorted(enumerate(sources), key=lambda pair: (_first_time(pair[1]), pair[0]))
    observations = Observations([source for _, source in ordered], facts, notes)
    for number, (_, source) in enumerate(ordered):
        reading = _Reading(observations, number, source, allow_mismatch)
        observations.files.append(reading.run(progress))
    return observations


def _first_time(source: Source) -> float:
    """The time in the first line, for the order of files; infinite where there is none."""
    for raw in jsonl.lines(source.file, source.size):
        try:
            fields = records.fields_of(raw)
            times = [records.value_of(fields.get(name)) for name in ("startedAt", "observedAt", "timestamp")]
        except (jsonl.Malformed, TypeError):
            break
        found = [time_ms(value) for value in times if isinstance(value, str)]
        return found[0] if found and not math.isnan(found[0]) else math.inf
    return math.inf


def _lines(batch: jsonl.Batch) -> Iterator[jsonl.Line]:
    """The lines of a batch that are not blank."""
    offset = batch.offset
    for place, raw in enumerate(batch.lines):
        if raw.strip(b" \t\r"):
            yield batch.line(place, offset)
        offset += len(raw) + 1


class _Reading:
    """One file."""

    def __init__(self, observations: Observations, number: int, source: Source, allow_mismatch: bool) -> None:
        self._observations = observations
        self._notes = observations.notes
        self._number = number
        self._source = source
        self._allow = allow_mismatch
        self._current: dict[bool, int] = {}
        self._lines = 0
        self._entries = 0
        self._taken = 0
        self._first_part = len(observations.parts)
        self._recorder = Recorder(observations)
        self._streams = StreamRecorder(observations)

    def run(self, progress: Callable[[int], None] | None) -> FileFacts:
        """Read the file to its end."""
        digest = hashlib.sha256()
        self._notes.file = self._number
        for batch in jsonl.batches(self._source.file, self._source.size, digest.update, progress):
            for line in _lines(batch):
                self._lines += 1
                self._notes.line = line.number
                self._line(line)
        self._streams.finish()
        kinds = {part.stream for part in self._observations.parts[self._first_part :]}
        self._judge()
        kind = "mixed" if len(kinds) > 1 else "stream" if kinds == {True} else "dump"
        return FileFacts(self._source.name, self._source.size, digest.hexdigest(), kind, self._lines)

    def _line(self, line: jsonl.Line) -> None:
        notes = self._notes
        try:
            fields = records.fields_of(line.raw)
            kind = records.value_of(fields.get("type"))
        except jsonl.Malformed as reason:
            notes.add("malformed-json" if line.ended else "torn-last-line", str(reason))
            self._recorder.damaged()
            return
        except TypeError:
            notes.add("not-an-object")
            return
        except MemoryError:
            notes.add("not-decoded", "not enough memory for this line")
            self._recorder.damaged()
            return
        if not jsonl.is_utf8(line.raw):
            notes.add("invalid-utf8")
        if not isinstance(kind, str):
            notes.add("wrong-type", "the record has no type")
            return
        try:
            self._record(kind, fields, line)
        except Unusable as reason:
            notes.add(reason.kind, str(reason))
            if kind == "context":
                self._recorder.damaged()
        except jsonl.Malformed as reason:
            notes.add("malformed-json", str(reason))
            self._recorder.damaged()

    def _record(self, kind: str, fields: dict[str, Any], line: jsonl.Line) -> None:
        if kind == "observations":
            self._header(fields, line)
        elif kind == "session":
            self._stream_header(fields, line)
        elif kind in records.RECORDS and ("run" in fields or kind not in records.STREAM_EVENTS):
            part = self._belonging(stream=False)
            if self._observations.parts[part].accepted:
                self._count(part)
                self._recorder.take(kind, fields, line, part)
            else:
                self._notes.add("other-session")
        elif kind in records.STREAM or kind in records.STREAM_EVENTS:
            self._event(kind, fields, line)
        elif _is_entry(fields):
            self._entries += 1
            self._notes.unknown_record(kind)
        else:
            self._notes.unknown_record(kind)

    def _header(self, fields: dict[str, Any], line: jsonl.Line) -> None:
        version = records.value_of(fields.pop("version", None))
        del fields["type"]
        try:
            header = records.take(fields, records.HEADER, "observations", self._notes)
        except Unusable as reason:
            self._notes.add(reason.kind, str(reason))
            header = {}
        if version is True or version != 1:
            self._notes.add("version")
        self._open(Part(self._number, False, line.number, header.get("sessionId"), "", header))

    def _stream_header(self, fields: dict[str, Any], line: jsonl.Line) -> None:
        """The session header with which `--mode json` begins; the header of a session file looks the same."""
        session_id = records.value_of(fields.get("id"))
        self._open(
            Part(self._number, True, line.number, session_id if records.usable(session_id) else None, "", {})
        )

    def _event(self, kind: str, fields: dict[str, Any], line: jsonl.Line) -> None:
        if kind == "response":
            self._state(fields, line)
        part = self._belonging(stream=True)
        if not self._observations.parts[part].accepted:
            self._notes.add("other-session")
            return
        self._count(part)
        self._streams.take(kind, fields, line, part)

    def _count(self, part: int) -> None:
        self._taken += 1
        self._observations.parts[part].records += 1

    def _state(self, fields: dict[str, Any], line: jsonl.Line) -> None:
        """Answers of rpc tell the session: get_state names it, others leave it for one that is named later, if at all."""
        command = records.value_of(fields.get("command"))
        if not isinstance(command, str) or command not in {"get_state", *_LEAVING}:
            return
        data = members(records.value_of(fields.get("data"))) or {}
        if command in _LEAVING:
            if records.value_of(fields.get("success")) is True and data.get("cancelled") is not True:
                self._open(Part(self._number, True, line.number, None, "", {}, moved=True))
            return
        session_id = data.get("sessionId")
        if not isinstance(session_id, str) or not records.usable(session_id):
            return
        if True in self._current:
            current = self._observations.parts[self._current[True]]
            if current.session_id == session_id:
                return
            # What came before is of this session as well, unless that would claim events taken for another one.
            if current.session_id is None and session_id == self._observations.facts.session_id:
                current.session_id = session_id
                self._relate(current)
                return
        self._open(Part(self._number, True, line.number, session_id, "", {}))

    def _belonging(self, *, stream: bool) -> int:
        """The part to which a record belongs: that of the header above it, else one without header."""
        if stream not in self._current:
            self._open(Part(self._number, stream, self._notes.line, None, "", {}))
        return self._current[stream]

    def _open(self, part: Part) -> None:
        if part.stream:
            self._streams.finish()
        self._relate(part)
        self._current[part.stream] = len(self._observations.parts)
        self._observations.parts.append(part)

    def _relate(self, part: Part) -> None:
        ours = self._observations.facts.session_id
        if part.session_id is None and part.moved:
            part.relation = "other"
        elif part.session_id is None or ours is None:
            part.relation = "unknown"
        else:
            part.relation = "same" if part.session_id == ours else "other"
        part.accepted = self._allow or part.relation != "other"

    def _judge(self) -> None:
        """Refuse the file, or drop what could not be shown to belong to the session (OBS-6)."""
        name = self._source.name
        if not self._lines:
            raise InputError(
                f"{name}: an empty file, no dump",
                "name a dump of an observing extension or pi --mode json",
            )
        parts = self._observations.parts[self._first_part :]
        if not self._taken and (self._entries or not parts):
            looks = (
                "a Pi session, not a dump of observations"
                if self._entries
                else "neither a dump nor an event stream of Pi"
            )
            raise InputError(f"{name}: {looks}", "name a dump of an observing extension or pi --mode json")
        self._observations.confirm(self._first_part)
        if self._allow:
            return
        for part in parts:
            part.accepted = part.relation == "same" or part.confirmed
        hint = "name the dump of this session, or add --allow-mismatch"
        stray = next(
            (part for part in parts if part.relation == "unknown" and part.records and not part.accepted),
            None,
        )
        if stray:
            where = f"{name}: the records from line {stray.line} on name no session id"
            raise InputError(f"{where}, and no tool call or message of theirs is in this session", hint)
        if not any(part.accepted for part in parts):
            other = next((part for part in parts if part.relation == "other" and part.session_id), None)
            where = f" (line {other.line} names another session id)" if other else ""
            raise InputError(f"{name}: not a dump of this session{where}", hint)


def _is_entry(fields: dict[str, Any]) -> bool:
    return "id" in fields and "parentId" in fields
