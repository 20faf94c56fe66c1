"""Remembers what came of a place in a text, so that a text that repeats itself is decided once and not ten thousand times."""

from __future__ import annotations

from inspect_report.redact.spans import Span

CROWD = 128
"""Hits in one text from which on decisions are remembered: ordinary texts have fewer and do not repeat themselves."""
_CLOSE = 16
_NEAR = 48
_REMEMBERED = 64


class Recall:
    """Decisions that look at no more than `before` characters before their place and `after` from it on, unless `put` says more.

    A decision is used again only where all of these characters, and the ends of the text among them, are the same.
    """

    def __init__(self, before: int, after: int) -> None:
        self._before = before
        self._after = after
        self._known: dict[str, tuple[str, int, int, int, int, list[Span]]] = {}

    def get(self, text: str, place: int) -> tuple[int, list[Span]] | None:
        """Where to go on and the spans, if this was decided before."""
        known = self._known.get(text[place - _CLOSE if place > _CLOSE else 0 : place + _NEAR])
        if known is None:
            return None
        around, offset, after, rest, following, spans = known
        left = len(text) - place
        if (
            offset != min(place, self._before)
            or rest != (left if left <= after else after + 1)
            or not text.startswith(around, place - offset)
        ):
            return None
        if not spans:
            return place + following, spans
        return place + following, [
            Span(place + start, place + end, rule, rank) for start, end, rule, rank in spans
        ]

    def put(self, text: str, place: int, following: int, spans: list[Span], after: int | None = None) -> None:
        """Remember a decision."""
        after = self._after if after is None else after
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        offset = min(place, self._before)
        self._known[text[max(0, place - _CLOSE) : place + _NEAR]] = (
            text[place - offset : place + after],
            offset,
            after,
            min(len(text) - place, after + 1),
            following - place,
            [Span(start - place, end - place, rule, rank) for start, end, rule, rank in spans],
        )
