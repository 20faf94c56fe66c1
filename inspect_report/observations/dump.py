"""What was observed of one session: the columns of all its dumps, and single records decoded from the files (OBS-1)."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from inspect_report import bounds
from inspect_report.observations import records
from inspect_report.observations.identity import message_key
from inspect_report.observations.records import Unusable
from inspect_report.observations.tables import ContextTable, ExecutionTable, Names, Part, Places, Run
from inspect_report.pi import jsonl
from inspect_report.pi.session import NotDecoded

if TYPE_CHECKING:
    from inspect_report.observations.facts import SessionFacts
    from inspect_report.observations.notes import Notes
    from inspect_report.observations.reader import FileFacts


class OpenFile(Protocol):
    """An opened dump."""

    file: BinaryIO
    name: str
    size: int


class Observations:
    """Everything taken from the dumps of one session, raw; nothing of it was redacted."""

    def __init__(self, sources: Sequence[OpenFile], facts: SessionFacts, notes: Notes) -> None:
        self._sources = sources
        self.facts = facts
        self.notes = notes
        self.files: list[FileFacts] = []
        self.parts: list[Part] = []
        self.runs: list[Run] = []
        self.run_rows: dict[str, int] = {}
        """Run id to index."""
        self.places = Places()
        self.names = Names()
        """Leaves, anchors and tool names by code."""
        self.contexts = ContextTable()
        self.context_rows: dict[tuple[int, int], int] = {}
        """(run, request) to the row of its context record; the last one counts."""
        self.executions = ExecutionTable()
        self.execution_rows: dict[str, int] = {}
        """Occurrence id to row."""
        self.by_type: dict[str, array[int]] = {}
        """Places of all other records by type, in file order."""
        self.turns: dict[tuple[int, int], int] = {}
        """(run, request) to the place of the turn record; the last one counts."""
        self.answers: dict[str, tuple[int, int]] = {}
        """Id of an assistant entry to the (run, request) that its turn names."""
        self.stream_messages: dict[int, set[tuple[Any, ...]]] = {}
        """Part of a stream without session id to the keys of its first messages."""

    def of_type(self, kind: str) -> Sequence[int]:
        """Places of the records of one type, in file order; contexts and executions have tables of their own."""
        return self.by_type.get(kind, array("q"))

    def fields(self, place: int) -> tuple[str, dict[str, Any]]:
        """Type and named members of a record, opaque ones undecoded (`records.value_of`). Raises NotDecoded."""
        places = self.places
        source = self._sources[self.parts[places.part[place]].file]
        length = places.length[place]
        try:
            source.file.seek(places.offset[place])
            raw = source.file.read(length)
        except (OSError, ValueError) as error:
            raise NotDecoded(f"the dump can't be read any more ({error})") from None
        if len(raw) != length:
            raise NotDecoded("the dump became shorter while it was read")
        try:
            fields = records.fields_of(raw)
            kind = records.value_of(fields.get("type"))
            if not isinstance(kind, str):
                raise NotDecoded("the dump changed while it was read")
            table = (records.STREAM if places.run[place] < 0 else records.RECORDS).get(kind)
            if table is None:
                raise NotDecoded("the dump changed while it was read")
            return kind, records.take(fields, table, kind)
        except (jsonl.Malformed, TypeError, Unusable) as error:
            raise NotDecoded(f"the dump changed while it was read ({error})") from None
        except MemoryError:
            raise NotDecoded("not enough memory for this record") from None

    def record(self, place: int) -> dict[str, Any]:
        """A record with everything in it decoded, its type included; only what the format names. Raises NotDecoded."""
        kind, taken = self.fields(place)
        try:
            return {"type": kind, **{name: records.value_of(value) for name, value in taken.items()}}
        except jsonl.Malformed as error:
            raise NotDecoded(str(error)) from None
        except MemoryError:
            raise NotDecoded("not enough memory for this record") from None

    def body(self, place: int, name: str) -> Any:
        """One member of a record, decoded; None where it is absent. Raises NotDecoded."""
        _, taken = self.fields(place)
        try:
            return records.value_of(taken.get(name))
        except jsonl.Malformed as error:
            raise NotDecoded(str(error)) from None
        except MemoryError:
            raise NotDecoded("not enough memory for this record") from None

    def turn(self, run: int, request: int) -> dict[str, Any] | None:
        """The turn record that joins a request of a run with its entries, None without one."""
        place = self.turns.get((run, request), -1)
        if place < 0:
            return None
        try:
            return self.record(place)
        except NotDecoded:
            return None

    def matching(self) -> list[Part]:
        """Parts with records whose session is this one only by the evidence of a tool call or message."""
        return [part for part in self.parts if part.records and part.confirmed]

    def mismatched(self) -> list[Part]:
        """Parts that were taken because --allow-mismatch said so."""
        taken = [part for part in self.parts if part.accepted and part.records]
        return [part for part in taken if part.relation != "same" and not part.confirmed]

    def confirm(self, first: int) -> None:
        """Look for tool calls and messages of the session in the parts from `first` on that can't be told by id (OBS-6)."""
        unknown = {
            number
            for number in range(first, len(self.parts))
            if self.parts[number].relation == "unknown" and self.parts[number].records
        }
        if not unknown:
            return
        table = self.executions
        for row, call in enumerate(table.call):
            part = self.places.part[max(table.start[row], table.end[row])]
            if part in unknown and call in self.facts.calls:
                self.parts[part].confirmed = True
        wanted: dict[tuple[Any, ...], set[int]] = {}
        for part in unknown:
            if not self.parts[part].confirmed:
                for key in self._message_keys(part):
                    wanted.setdefault(key, set()).add(part)
        if not wanted:
            return
        for key in self.facts.messages():
            for part in wanted.pop(key, ()):
                self.parts[part].confirmed = True

    def _message_keys(self, part: int) -> Iterator[tuple[Any, ...]]:
        yield from self.stream_messages.get(part, ())
        table = self.contexts
        rows = [row for row in range(len(table)) if self.places.part[table.place[row]] == part]
        for row in rows[-bounds.OBSERVED_CONTEXTS :]:
            try:
                messages = self.body(table.place[row], "messages")
            except NotDecoded:
                continue
            for message in messages:
                key = message_key(message)
                if key is not None:
                    yield key
