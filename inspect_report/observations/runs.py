"""The runs of the dumps: how each began and ended, what the observer left out, and session events as they happened."""

from __future__ import annotations

from typing import Any

import msgspec

from inspect_report.observations.dump import Observations
from inspect_report.observations.tables import NONE
from inspect_report.pi.session import NotDecoded

EVENTS = (
    "session_tree", "session_compact", "session_compact_failed", "session_info_changed", "model_select",
    "thinking_level_select",
)  # fmt: skip
"""Record types that tell of a change as it happened."""


class RunFacts(msgspec.Struct, frozen=True):
    """One instance of the observer. Raw values."""

    index: int
    id: str
    file: int
    session_id: str | None
    """Of the header above it; None when not recorded."""
    pi_version: str | None
    mode: str | None
    reason: str | None
    """Why it started: startup, reload, new, resume, fork; None without a session_start."""
    model: dict[str, str]
    thinking_level: str | None
    started_at: str | None
    """`observedAt` of its first kept record."""
    started: float | None
    """The same in ms since the epoch; None where it is no valid time."""
    last_at: str | None
    last: float | None
    ended: str | None
    """Why it ended: quit, reload, new, resume, fork. None: no end was written, so the process was killed or the dump ends."""
    contexts: int


class Event(msgspec.Struct, frozen=True):
    """A change of the session as the observer saw it. `fields` holds the record's named members, raw."""

    type: str
    run: int
    observed_at: str
    time: float | None
    fields: dict[str, Any]
    line: int
    file: int


class LeftOut(msgspec.Struct, frozen=True):
    """What the observer itself left out to stay within its bounds. `count` is the sum over its records."""

    what: str
    reason: str
    count: int


def runs(observations: Observations) -> list[RunFacts]:
    """All runs in file order; those of which nothing was kept are left out."""
    found: list[RunFacts] = []
    places = observations.places
    for index, run in enumerate(observations.runs):
        if run.first == NONE:
            continue
        part = observations.parts[run.part]
        start = _fields(observations, run.start)
        found.append(
            RunFacts(
                index=index,
                id=run.id,
                file=part.file,
                session_id=part.session_id,
                pi_version=part.header.get("piVersion"),
                mode=part.header.get("mode"),
                reason=start.get("reason"),
                model=start.get("model", {}),
                thinking_level=start.get("thinkingLevel"),
                started_at=_fields(observations, run.first).get("observedAt"),
                started=places.when(run.first),
                last_at=_fields(observations, run.last).get("observedAt"),
                last=places.when(run.last),
                ended=_fields(observations, run.end).get("reason", "") if run.end != NONE else None,
                contexts=run.contexts,
            )
        )
    return found


def events(observations: Observations) -> list[Event]:
    """Changes of the session in the order of the dump; unreadable ones are left out."""
    places = observations.places
    listed = sorted(place for kind in EVENTS for place in observations.of_type(kind))
    found: list[Event] = []
    for place in listed:
        try:
            record = observations.record(place)
        except NotDecoded:
            continue
        kind, observed_at = record.pop("type"), record.pop("observedAt")
        for name in ("run", "seq", "cut"):
            record.pop(name, None)
        found.append(
            Event(
                type=kind,
                run=places.run[place],
                observed_at=observed_at,
                time=places.when(place),
                fields=record,
                line=places.line[place],
                file=observations.parts[places.part[place]].file,
            )
        )
    return found


def left_out(observations: Observations) -> list[LeftOut]:
    """What the observer left out, by what and why, in order of first appearance. A record without count counts once."""
    sums: dict[tuple[str, str], int] = {}
    for place in observations.of_type("capture_omitted"):
        fields = _fields(observations, place)
        if fields:
            key = (fields["what"], fields.get("reason", ""))
            sums[key] = sums.get(key, 0) + fields.get("count", 1)
    return [LeftOut(what, reason, count) for (what, reason), count in sums.items()]


def _fields(observations: Observations, place: int) -> dict[str, Any]:
    if place == NONE:
        return {}
    try:
        return observations.fields(place)[1]
    except NotDecoded:
        return {}
