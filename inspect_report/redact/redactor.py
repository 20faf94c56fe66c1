"""The redactor: the one object that makes `Shown` texts, numbers the masks and keeps the list of places."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NewType

import msgspec

from inspect_report import bounds
from inspect_report.redact import blocks, engine, paths, patterns
from inspect_report.redact.sound import sound
from inspect_report.redact.spans import Span, merge
from inspect_report.redact.values import MASK

Shown = NewType("Shown", str)
"""Text that went through a redactor. Fields of the payload that hold text have this type, and nothing else makes it."""
ShownJson = NewType("ShownJson", object)
"""A JSON value whose strings and keys all went through a redactor."""

OVERLAP = 4_096
"""Characters beyond a cut that are read too, so that a secret across it is masked whole."""
_CLEAN_TEXTS = 50_000
_SHORT = 96
LEAST = 7
"""Characters up to which a text of ASCII holds nothing to mask."""


class RulePlaces(msgspec.Struct, frozen=True):
    """One rule of the report's redaction list: `places` masks of `values` different values in `entries` (first seen first)."""

    rule: str
    places: int
    values: int
    entries: tuple[Hashable, ...]
    unlisted: int
    """Places beyond the bound of 2,000 listed ones; their entries are not named."""


class Report(msgspec.Struct, frozen=True):
    """What was masked: `masked` places in all, `values` different ones; `paths` home directories outside header fields."""

    enabled: bool
    masked: int
    values: int
    paths: int
    rules: tuple[RulePlaces, ...]
    unlisted: int


@dataclass(frozen=True, slots=True)
class RedactionOptions:
    """`enabled` False is --no-redact; `paths` is --redact-paths; `custom` are the compiled --redact patterns, in order."""

    enabled: bool = True
    paths: bool = False
    custom: tuple[re.Pattern[str], ...] = ()


@dataclass(slots=True)
class _Count:
    places: int
    values: set[int]
    entries: dict[Hashable, None]
    unlisted: int


class Redactor:
    """Masks secrets of one report. Not thread-safe; texts must come in file order, since masks are numbered as they appear.

    `place` in every method is where the text stands: an entry's index or a word such as "header"; None means it is counted
    but not listed.
    """

    def __init__(self, options: RedactionOptions | None = None) -> None:
        self.options = options or RedactionOptions()
        self._numbers: dict[str, int] = {}
        self._counts: dict[str, _Count] = {}
        self._masked = self._paths = self._listed = self._unlisted = 0
        self.clean: set[str] = set()
        """Short texts known to hold nothing to mask (bounded)."""
        self._sealed = False
        self.plain = self.options.enabled and not self.options.custom and not self.options.paths
        """Whether secrets are masked and nothing else."""

    @property
    def changes(self) -> int:
        """Masks and home directories written so far."""
        return self._masked + self._paths

    def seal(self) -> None:
        """From now on texts of entries come a second time, for other views: their masks are counted already."""
        self._sealed = True

    def text(self, text: str, place: Hashable = None) -> Shown:
        """`text` with every secret masked and lone surrogates as U+FFFD."""
        if len(text) <= LEAST and self.plain and text.isascii():
            return Shown(text)
        if text in self.clean:
            return Shown(text)
        clean = sound(text)
        spans = self.spans(clean)
        if spans:
            return Shown(self._finish(self.mask(clean, spans, place)))
        if clean is text and len(text) <= _SHORT:
            if len(self.clean) >= _CLEAN_TEXTS:
                self.clean.clear()
            if not self.options.paths:
                self.clean.add(text)
        return Shown(self._finish(clean))

    def remember(self, texts: Iterable[str]) -> None:
        """Note texts that hold nothing to mask, for the next time they come; long ones hardly come again."""
        if len(self.clean) >= _CLEAN_TEXTS:
            self.clean.clear()
        self.clean.update([text for text in texts if len(text) <= _SHORT])

    def spans(self, text: str) -> list[Span]:
        """The spans of `text` that this redactor masks (characters, in order, not overlapping)."""
        if not self.options.enabled:
            return []
        found = engine.find(text)
        if self.options.custom:
            found = merge(found + patterns.find(text, self.options.custom))
        return found

    def mask(self, text: str, spans: Sequence[Span], place: Hashable) -> str:
        """`text` with `spans` replaced by numbered masks, each counted at `place`."""
        pieces: list[str] = []
        last = 0
        for span in spans:
            pieces.append(text[last : span.start])
            pieces.append(self.number(text[span.start : span.end], span.rule, place))
            last = span.end
        pieces.append(text[last:])
        return "".join(pieces)

    def number(self, value: str, rule: str, place: Hashable) -> str:
        """The mask of one value: equal values get equal numbers, in the order of first appearance."""
        if MASK.fullmatch(value):
            return value
        plain = engine.View(value).text
        number = self._numbers.setdefault(plain, len(self._numbers) + 1)
        count = self._counts.get(rule)
        if count is None:
            count = self._counts[rule] = _Count(0, set(), {}, 0)
        elif self._sealed and type(place) is int and place in count.entries:
            return f"[redacted:{rule}#{number}]"
        self._masked += 1
        count.places += 1
        count.values.add(number)
        if place is not None and place not in count.entries:
            if self._listed < bounds.REDACTION_PLACES:
                self._listed += 1
                count.entries[place] = None
            else:
                count.unlisted += 1
                self._unlisted += 1
        return f"[redacted:{rule}#{number}]"

    def _finish(self, text: str) -> str:
        if not self.options.paths:
            return text
        text, found = paths.tilde(text)
        self._paths += found
        return text

    def home(self, text: str, place: Hashable = "header") -> Shown:
        """A path of a header field: redacted, and home directories of any known shape as `~`, whatever the options."""
        return Shown(paths.tilde(self.text(text, place))[0])

    def head(self, text: str, limit: int, place: Hashable = None, beyond: int = OVERLAP) -> Shown:
        """The redacted beginning of a text: all that stands in its first `limit` characters, without scanning the rest.

        A secret that crosses the limit is masked whole, for which `beyond` characters more are read. The result may be
        shorter or longer than `limit`.
        """
        spans = self.spans(text := sound(text[: limit + beyond]))
        return self._beginning(text, spans, limit, place)

    def _beginning(self, text: str, spans: Sequence[Span], limit: int, place: Hashable) -> Shown:
        if len(text) <= limit:
            return Shown(self._finish(self.mask(text, spans, place)))
        kept = [span for span in spans if span.start < limit]
        end = max(limit, kept[-1].end) if kept else limit
        return Shown(self._finish(self.mask(text[:end], kept, place)))

    def ends(self, text: str, head: int, tail: int, place: Hashable = None) -> tuple[Shown, Shown, int]:
        """The redacted beginning and end of a text and the number of characters left out between them.

        Only the two ends and an overlap are scanned. A text of at most `head + tail` characters comes whole in the first part.
        """
        if len(text) <= head + tail:
            return self.text(text, place), Shown(""), 0
        first = self.head(text, head, place)
        start = max(head, len(text) - tail)
        window = max(0, start - OVERLAP)
        opened = blocks.open_before(text, start)
        if 0 <= opened < window:
            window = opened
        part = sound(text[window:])
        kept = [span for span in self.spans(part) if span.end > start - window]
        cut = start - window
        if kept and kept[0].start < cut:
            cut = kept[0].start
        moved = [Span(span.start - cut, span.end - cut, span.rule, span.rank) for span in kept]
        return first, Shown(self._finish(self.mask(part[cut:], moved, place))), start - head

    def cut(self, text: str, limit: int, place: Hashable = None) -> Shown:
        """At most `limit` characters from the beginning, redacted first; a mask that would be cut in two is left out."""
        shown = self.head(text, limit, place)
        if len(shown) <= limit:
            return shown
        for match in MASK.finditer(shown, max(0, limit - 100)):
            if match.start() < limit < match.end():
                limit = match.start()
        return Shown(shown[:limit])

    def json(self, value: Any, place: Hashable = None, limit: int | None = None) -> ShownJson:
        """A JSON value with secrets masked in every string and key, by their shape and by the names above them.

        With `limit` only about that many characters of each string are kept, and little more is read.
        """
        from inspect_report.redact import tree

        return ShownJson(tree.redact(self, value, place, limit))

    def report(self) -> Report:
        """What was masked so far, by rule in the order of first appearance."""
        rules = tuple(
            RulePlaces(rule, count.places, len(count.values), tuple(count.entries), count.unlisted)
            for rule, count in self._counts.items()
        )
        return Report(
            self.options.enabled, self._masked, len(self._numbers), self._paths, rules, self._unlisted
        )


_JsonObject = Mapping[str, Any]
