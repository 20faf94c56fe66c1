"""Element "capture": the observations themselves: files, runs, events, and what of them was not taken (OBS-6, OBS-7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from inspect_report import bounds
from inspect_report.captured.texts import Texts
from inspect_report.observations import runs
from inspect_report.observations.values import members
from inspect_report.payload import Diagnostic, Sample
from inspect_report.payload.observed import (
    Captured,
    CaptureEvent,
    CaptureFile,
    CaptureRun,
    CaptureView,
    Counted,
)
from inspect_report.redact import Shown
from inspect_report.sizes import rounded

if TYPE_CHECKING:
    from inspect_report.observations import Observations
    from inspect_report.observations.tables import Part
    from inspect_report.report import Sources

_EVENT_ENTRY = {"session_tree": "newLeafId", "session_compact": "entryId"}


def build(sources: Sources) -> Iterator[tuple[str, Any]]:
    """The facts of all dumps; nothing without one."""
    observations = sources.observations
    if observations is None:
        return
    texts = Texts(sources, observations)
    events = runs.events(observations)
    all_runs = sum(run.first >= 0 for run in observations.runs)
    limit = bounds.CAPTURE_RECORDS
    beyond = max(0, all_runs - limit) + max(0, len(events) - limit)
    if beyond:
        sources.ledger.cut("capture_records", beyond, beyond)
    notes = observations.notes
    yield (
        "capture",
        CaptureView(
            files=[
                CaptureFile(texts.word(facts.name), facts.kind, facts.lines, facts.size)
                for facts in observations.files
            ],
            runs=[_run(facts, texts) for facts in texts.runs],
            runs_omitted=max(0, all_runs - limit),
            mismatched=mismatched(sources),
            matching=[_matching_words(observations, texts, part) for part in observations.matching()],
            events=[_event(observations, texts, event) for event in events[:limit]],
            events_omitted=max(0, len(events) - limit),
            left_out=[_left_out_words(texts, each) for each in runs.left_out(observations)[:limit]],
            fields=_counted(texts, notes.fields),
            records=_counted(texts, notes.records),
            unused=_counted(texts, notes.unused),
        ),
    )


def guarded(view: CaptureView) -> CaptureView:
    """The view without exact sizes of dumps, for a report that does not tell the input's either (FILE-4)."""
    files = [msgspec.structs.replace(file, size=rounded(file.size)) for file in view.files]
    return msgspec.structs.replace(view, files=files)


def mismatched(sources: Sources) -> list[Shown]:
    """Words for the parts of dumps that were taken only because --allow-mismatch said so (OBS-6)."""
    observations = sources.observations
    if observations is None:
        return []
    texts = Texts(sources, observations)
    return [_mismatch_words(observations, texts, part) for part in observations.mismatched()]


def _mismatch_words(observations: Observations, texts: Texts, part: Part) -> Shown:
    name = texts.word(observations.files[part.file].name)
    if part.relation == "other":
        whose = (
            f"of session {texts.word(part.session_id)}"
            if part.session_id
            else "of a session that is not named"
        )
        return Shown(
            f"{name}, from line {part.line:,} on: {whose}, not of this one. Taken because of --allow-mismatch."
        )
    return Shown(
        f"{name}, from line {part.line:,} on: session id not recorded, and nothing in it is in this session. "
        "Taken because of --allow-mismatch."
    )


def _matching_words(observations: Observations, texts: Texts, part: Part) -> Shown:
    name = texts.word(observations.files[part.file].name)
    return Shown(
        f"{name}, from line {part.line:,} on: session id not recorded; a tool call or message of it is in this session."
    )


def _run(facts: runs.RunFacts, texts: Texts) -> CaptureRun:
    return CaptureRun(
        id=texts.word(facts.id),
        file=facts.file,
        pi_version=texts.word(facts.pi_version),
        mode=texts.word(facts.mode),
        reason=texts.word(facts.reason),
        model=texts.model(facts.model),
        thinking=texts.word(facts.thinking_level),
        started=facts.started,
        last=facts.last,
        ended=texts.word(facts.ended),
        has_end=facts.ended is not None,
        contexts=facts.contexts,
    )


def _event(observations: Observations, texts: Texts, event: runs.Event) -> CaptureEvent:
    entry = event.fields.get(_EVENT_ENTRY.get(event.type, ""))
    words = ", ".join(
        f"{name} {_value(value)}" for name, value in event.fields.items() if not name.startswith("$")
    )
    run = next((place for place, facts in enumerate(texts.runs) if facts.index == event.run), -1)
    leaf = event.fields.get("leafId")
    captured = Captured(
        time=event.time,
        bad_time=Shown("") if event.time is not None else texts.word(event.observed_at, 80),
        run=run,
        leaf=texts.word(leaf if isinstance(leaf, str) else None),
        leaf_item=-1,
        file=event.file,
        line=event.line,
        cuts=0,
        cut_chars=0,
    )
    item = observations.facts.item(entry) if isinstance(entry, str) else -1
    return CaptureEvent(event.type, texts.word(words, bounds.SUMMARY), item, captured)


def _value(value: Any) -> str:
    held = members(value)
    if held is not None:
        return "/".join(str(part) for name in ("provider", "id") if (part := held.get(name)))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _left_out_words(texts: Texts, each: runs.LeftOut) -> Shown:
    reason = f": {each.reason}" if each.reason else ""
    return texts.word(f"{each.what}, {each.count:,}{reason}")


def _counted(texts: Texts, names: Mapping[str, int]) -> list[Counted]:
    return [
        Counted(texts.word(name), number) for name, number in sorted(names.items(), key=lambda pair: -pair[1])
    ]


def diagnostics(sources: Sources) -> list[Diagnostic]:
    """What of the dumps was omitted or is unavailable, with its first places (OBS-7)."""
    observations = sources.observations
    if observations is None:
        return []
    texts = Texts(sources, observations)
    found: list[Diagnostic] = []
    for note in observations.notes.all():
        samples = [
            Sample(
                line=place.line,
                reason=texts.word(
                    f"{_file_name(observations, place.file)}{': ' if place.reason else ''}{place.reason}"
                ),
                text=Shown(""),
            )
            for place in note.places
        ]
        beyond = note.count - len(samples)
        if beyond:
            sources.ledger.cut("diagnostic_samples", beyond, beyond)
        title = f"observations: {note.meaning}"
        found.append(Diagnostic(f"observations-{note.kind}", title, note.count, samples))
    return found


def _file_name(observations: Observations, number: int) -> str:
    return observations.files[number].name if number < len(observations.files) else "a dump"
