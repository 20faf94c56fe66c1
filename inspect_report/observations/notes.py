"""What a dump holds that the report does not take: counted by kind and by name, a few places of each kept (OBS-7)."""

from __future__ import annotations

from dataclasses import dataclass, field

from inspect_report import bounds

KINDS: dict[str, str] = {
    "malformed-json": "lines that are no JSON",
    "torn-last-line": "a last line that was cut off, as a killed process leaves it",
    "not-an-object": "lines that hold a value which is no object",
    "invalid-utf8": "lines with invalid UTF-8, shown with U+FFFD",
    "version": "headers of a dump version that this reader does not know; read as version 1",
    "wrong-type": "records omitted because a member has a wrong type or is missing",
    "bad-id": "records omitted because their own id or tool name is empty or too long",
    "repeated-start": "starts of an occurrence that had already started; omitted",
    "repeated-record": "records written twice (same run and seq); omitted",
    "repeated-end": "further ends of an occurrence; omitted",
    "no-occurrence": "updates, inputs and ends of an occurrence that this dump does not hold; omitted",
    "other-session": "records of another session; omitted",
    "bad-item": "items of a catalog omitted because of a wrong type, or a name that is empty or too long",
    "bad-reference": "parents, anchors and leaves that are no usable id; shown as unavailable",
    "not-decoded": "records whose body could not be read",
}
"""Each kind and what it means, in the order in which they are listed."""

OTHERS = "(others)"
"""Stands for the names that the list of dropped names had no room for."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was found: the file (index), the line (from 1) and the reason, which may quote names of the dump."""

    file: int
    line: int
    reason: str


@dataclass(slots=True)
class Note:
    """One kind: how often, and its first places."""

    kind: str
    count: int = 0
    places: list[Place] = field(default_factory=list[Place])

    @property
    def meaning(self) -> str:
        """The kind in words."""
        return KINDS[self.kind]


class Notes:
    """All that was omitted, dropped or unavailable in one reading. Reasons and names are raw: redact before showing."""

    def __init__(self) -> None:
        self._kinds: dict[str, Note] = {}
        self.records: dict[str, int] = {}
        """Names of unknown record types, and how many of each were dropped."""
        self.fields: dict[str, int] = {}
        """Names of unknown members ("mcp_servers.servers.config"), and how many of each were dropped."""
        self.unused: dict[str, int] = {}
        """Record and event types that are known and counted, but not shown."""
        self.file = 0
        self.line = 0
        """Where the reader stands; what is added is found there."""

    def add(self, kind: str, reason: str = "") -> None:
        """Count one more of `kind`, at the place where the reader stands; the first ones keep their place."""
        assert kind in KINDS
        note = self._kinds.setdefault(kind, Note(kind))
        note.count += 1
        if len(note.places) < bounds.DIAGNOSTIC_SAMPLES:
            note.places.append(Place(self.file, self.line, bounds.start(reason, 2 * bounds.NAME)))

    def unknown_record(self, name: str) -> None:
        """Count a record of a type that the format does not name."""
        _count(self.records, name)

    def unknown_field(self, name: str) -> None:
        """Count a member that the format does not name."""
        _count(self.fields, name)

    def known_unused(self, name: str) -> None:
        """Count a record that the format names and no view shows."""
        _count(self.unused, name)

    def count(self, kind: str) -> int:
        """How many of `kind` there are."""
        note = self._kinds.get(kind)
        return note.count if note else 0

    def all(self) -> list[Note]:
        """Every kind found, in the fixed order of `KINDS`."""
        return [self._kinds[kind] for kind in KINDS if kind in self._kinds]


def _count(names: dict[str, int], name: str) -> None:
    # The names come from the file; a dump must not make this list grow without end.
    # Twice what is shown: they are redacted before they are cut to that.
    name = bounds.start(name, 2 * bounds.NAME)
    if name not in names and len(names) >= bounds.CATALOG_ITEMS:
        name = OTHERS
    names[name] = names.get(name, 0) + 1
