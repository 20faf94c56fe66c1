"""Observed messages that no session entry holds: chosen by raw length, redacted in the order of the dump, stored once.

They get rows, segments and details like the session's, in tables of their own (`payload_observed.ObservedView`).
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from inspect_report import bounds, sizes, summaries
from inspect_report.captured.texts import PLACE, Texts
from inspect_report.observations.identity import fingerprint
from inspect_report.observations.values import elements, members
from inspect_report.payload import Detail, RowFlag, Rows, SegmentFlag, Segments
from inspect_report.pi.jsvalues import as_double, is_number
from inspect_report.redact import OVERLAP, Shown
from inspect_report.redact.withhold import withhold
from inspect_report.segments import Draft, resolve, segments, settled
from inspect_report.shape import weight, window
from inspect_report.store import Strings

if TYPE_CHECKING:
    from inspect_report.report import Sources

KIND = "observed message"
"""Stands where an entry's type would: these rows are no entries."""

NO_ENTRY = -1
"""`Rows.bytes` and `Rows.line` of such a row where nothing is known."""

_BRIEF = 1_000
_DEEP = 6


@dataclass(slots=True)
class _Own:
    """One distinct message. `order` is its first place in the dump: (context row, index)."""

    order: tuple[int, int]
    message: Any
    source: int
    line: int
    inlined: bool
    chars: int
    drafts: list[Draft]


class ObservedMessages:
    """Collects messages while contexts are looked at, newest first; `build` then makes the tables."""

    def __init__(self, sources: Sources, texts: Texts) -> None:
        self._sources = sources
        self._texts = texts
        self._own: dict[tuple[bytes, int], _Own] = {}
        self._left = bounds.CONTEXT_TEXT
        self._over = self._omitted = 0
        self._item: dict[tuple[bytes, int], int] = {}

    def add(self, message: Any, source: int, order: tuple[int, int], line: int) -> tuple[bytes, int]:
        """Take a message that stands at `order` in the dump; `source` is the matched entry's item or -1. Gives its key."""
        key = (fingerprint(message), source)
        known = self._own.get(key)
        if known is None:
            chars = weight(message, bounds.DETAIL_FIELD)
            inlined = chars <= self._left
            drafts = segments(_entry(message))
            if inlined:
                self._left -= chars
            else:
                # Only its summary is shown, so that what the report leaves out does not stay in memory.
                self._over, self._omitted = self._over + 1, self._omitted + chars
                message = _beginning(message)
            self._own[key] = _Own(order, message, source, line, inlined, chars, drafts)
        elif order < known.order:
            known.order, known.line = order, line
        return key

    def drafts(self, key: tuple[bytes, int]) -> list[Draft]:
        """The segments of a message that was taken."""
        return self._own[key].drafts

    def item(self, key: tuple[bytes, int]) -> int:
        """The item of a message once `build` ran."""
        return self._item[key]

    def build(self) -> tuple[Rows, Segments, list[int], list[Detail]]:
        """Rows, segments, matched items and details, in the order of the dump."""
        strings = Strings()
        strings.code(Shown(""))
        rows = Rows(
            strings=strings.values, item=[], line=[], id=[], type=[], role=[], name=[], time=[], bad_time={},
            summary=[], flags=[], standing=[], standings=[], bytes=[], detail=[], segment=[0],
        )  # fmt: skip
        table = Segments(category=[], label=[], pointer=[], chars=[], summary=[], flags=[])
        sources: list[int] = []
        details: list[Detail] = []
        first = self._sources.model.session.n
        for key, own in sorted(self._own.items(), key=lambda pair: pair[1].order):
            self._item[key] = first + len(rows.item)
            rows.item.append(self._item[key])
            sources.append(own.source)
            self._add(own, rows, table, strings, details)
        if self._over:
            masked = self._sources.redactor.changes > 0
            omitted = sizes.rounded(self._omitted) if masked else self._omitted
            self._sources.ledger.cut("observed_text", omitted, self._over)
        return rows, table, sources, details

    def _add(self, own: _Own, rows: Rows, table: Segments, strings: Strings, details: list[Detail]) -> None:
        code = strings.code
        shown = self._shown(own, details, rows)
        message = members(shown["message"]) or {}
        drafts = settled(own.drafts, shown)
        words = [summaries.of_segment(draft, resolve(shown, draft.pointer), shown) for draft in drafts]
        stamp: Any = (members(own.message) or {}).get("timestamp")
        time = as_double(stamp) if is_number(stamp) else math.nan
        rows.line.append(own.line)
        rows.id.append(Shown(""))
        rows.type.append(code(Shown(KIND)))
        rows.role.append(code(_word(message.get("role"))))
        rows.name.append(code(_name(message)))
        rows.time.append(time if math.isfinite(time) else None)
        if stamp is not None and not math.isfinite(time):
            rows.bad_time[str(len(rows.item) - 1)] = summaries.line(
                summaries.compact(message.get("timestamp")), 80
            )
        rows.summary.append(code(summaries.of_entry(shown, drafts, words)))
        failed = any(draft.flags & SegmentFlag.ERROR for draft in drafts)
        rows.flags.append(RowFlag.LOADED | RowFlag.IN_CONTEXT | (RowFlag.ERROR if failed else 0))
        rows.standing.append(NO_ENTRY)
        rows.bytes.append(NO_ENTRY)
        for draft, text in zip(drafts, words, strict=True):
            value = resolve(shown, draft.pointer)
            table.category.append(draft.category)
            table.label.append(code(Shown(draft.label)))
            table.pointer.append(code(Shown(draft.pointer)))
            table.chars.append(draft.chars)
            table.summary.append(code(text))
            table.flags.append(draft.flags | (SegmentFlag.WITHHELD if _named_only(value) else 0))
        rows.segment.append(len(table.category))

    def _shown(self, own: _Own, details: list[Detail], rows: Rows) -> Any:
        redactor = self._sources.redactor
        entry = _entry(own.message)
        changes = redactor.changes
        if own.inlined:
            kept = window(withhold(entry, self._sources.withhold, self._sources.images), bounds.DETAIL_FIELD)
            redacted: Any = redactor.json(kept, PLACE)
            detail = self._texts.cut(redacted, bounds.DETAIL_FIELD, bounds.DETAIL_ENTRY, "detail_field")
            rows.detail.append(len(details))
            details.append(detail)
            shown = detail.value
        else:
            kept = withhold(entry, self._sources.withhold)
            shown = redacted = redactor.json(kept, PLACE, _BRIEF)
            rows.detail.append(-1)
        if redactor.changes > changes:
            most = sys.maxsize if own.inlined else _BRIEF
            own.drafts = sizes.masked(own.drafts, segments(kept), segments(redacted), most)
        return shown


def _entry(message: Any) -> dict[str, Any]:
    """A message in the place where segments are looked for."""
    return {"type": "message", "message": message}


def _named_only(value: Any) -> bool:
    """Whether a segment's value is only named, never shown."""
    held = members(value) or {}
    image = members(held.get("data")) or {}
    return image["$image"] is None if "$image" in image else "$withheld" in held


def _word(value: Any) -> Shown:
    return Shown(value) if isinstance(value, str) else Shown("")


def _name(message: dict[str, Any]) -> Shown:
    role = message.get("role")
    if role == "assistant":
        named = [message.get("provider"), message.get("model")]
        return Shown("/".join(part for part in named if isinstance(part, str) and part))
    return _word(message.get({"toolResult": "toolName", "custom": "customType"}.get(str(role), "")))


def _beginning(value: Any, depth: int = 0) -> Any:
    """As much of a message as its summary needs; the places of its segments stay."""
    if isinstance(value, str):
        return value[: _BRIEF + OVERLAP]
    held, items = members(value), elements(value)
    if held is not None and depth < _DEEP:
        skipped = ("details", "usage", "nestedCalls", "diagnostics")
        return {name: _beginning(child, depth + 1) for name, child in held.items() if name not in skipped}
    if items is not None and depth < _DEEP:
        return [_beginning(child, depth + 1) for child in items]
    return value if held is None and items is None else None
