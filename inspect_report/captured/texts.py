"""Words and bodies of a dump as the report shows them: redacted, then bounded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from inspect_report import bounds
from inspect_report.observations.runs import RunFacts
from inspect_report.observations.runs import runs as run_facts
from inspect_report.payload import Detail
from inspect_report.payload.observed import Captured
from inspect_report.pi.session import NotDecoded
from inspect_report.redact import OVERLAP, Shown
from inspect_report.redact.withhold import withhold
from inspect_report.shape import bound, window

if TYPE_CHECKING:
    from inspect_report.observations import Observations
    from inspect_report.report import Sources

PLACE = "observations"
"""Where the redaction list says that a mask of these views stands."""


class Texts:
    """The texts of one report's dumps; equal words are redacted once."""

    def __init__(self, sources: Sources, observations: Observations) -> None:
        self._sources = sources
        self._all = observations
        self._words: dict[tuple[str, int], Shown] = {}
        self.runs: list[RunFacts] = run_facts(observations)[: bounds.CAPTURE_RECORDS]
        """The runs that the report lists."""
        self._run_place = {facts.index: place for place, facts in enumerate(self.runs)}

    def word(self, text: str | None, limit: int = bounds.NAME) -> Shown:
        """An id, name, reason or description, cut after `limit` characters; empty for none."""
        if not text:
            return Shown("")
        known = self._words.get((text, limit))
        if known is None:
            shown = self._sources.redactor.head(text, limit, PLACE)
            known = self._words[text, limit] = Shown(bounds.start(shown, limit))
        return known

    def path(self, text: str | None, limit: int = bounds.SKILL_PATH) -> Shown:
        """A path; home directories become `~` (RED-10)."""
        if not text:
            return Shown("")
        return Shown(bounds.start(self._sources.redactor.home(text[: limit + OVERLAP], PLACE), limit))

    def model(self, model: Mapping[str, str]) -> Shown:
        """provider/id, or which of the two is recorded."""
        return self.word("/".join(part for part in (model.get("provider"), model.get("id")) if part))

    def captured(
        self, place: int, leaf_id: str | None = None, cuts: Sequence[tuple[str, int]] = ()
    ) -> Captured:
        """When and where the record at `place` was written."""
        places = self._all.places
        time = places.when(place)
        return Captured(
            time=time,
            bad_time=Shown("") if time is not None else self._bad_time(place),
            run=self._run_place.get(places.run[place], -1),
            leaf=self.word(leaf_id),
            leaf_item=self._all.facts.item(leaf_id),
            file=self._all.parts[places.part[place]].file,
            line=places.line[place],
            cuts=len(cuts),
            cut_chars=sum(chars for _, chars in cuts),
        )

    def _bad_time(self, place: int) -> Shown:
        try:
            recorded = self._all.fields(place)[1].get("observedAt")
        except NotDecoded:
            return Shown("")
        return self.word(recorded, 80) if isinstance(recorded, str) else Shown("")

    def body(
        self, value: Mapping[str, Any], field: int, allowance: int, limit: str, depth: int = bounds.JSON_DEPTH
    ) -> Detail:
        """A whole object: what is never shown is named, the rest redacted, then cut; cuts count under `limit`."""
        kept = withhold(value, self._sources.withhold, self._sources.images)
        return self.bounded(window(kept, field), field, allowance, limit, depth)

    def bounded(
        self, kept: Any, field: int, allowance: int, limit: str, depth: int = bounds.JSON_DEPTH
    ) -> Detail:
        """The same for a value of which nothing has to be withheld any more."""
        return self.cut(self._sources.redactor.json(kept, PLACE), field, allowance, limit, depth)

    def cut(
        self, redacted: Any, field: int, allowance: int, limit: str, depth: int = bounds.JSON_DEPTH
    ) -> Detail:
        """The same for a value that was redacted."""
        made = bound(redacted, field, allowance, depth)
        if made.cuts or made.left_out:
            self._sources.ledger.cut(
                limit, made.omitted + made.left_out, len(made.cuts) + bool(made.left_out)
            )
        return Detail(value=made.value, cuts=made.cuts, numbers=made.numbers)
