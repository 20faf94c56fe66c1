"""The single pass that turns chosen entries into rows, segments and details: redacted, bounded, in file order.

Everything textual in the page's tables comes from here, from values that went through the redactor; figures come from the
raw columns. Details are encoded as soon as 64 are ready, so memory holds their bytes and not their objects.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import msgspec

from inspect_report import bounds, sizes, summaries
from inspect_report.bounds import Ledger
from inspect_report.markup import MarkupCollector
from inspect_report.model import STANDINGS, Model
from inspect_report.payload import Detail, RowFlag, Rows, SegmentFlag, Segments
from inspect_report.pi.jsvalues import is_array, is_object
from inspect_report.pi.session import NotDecoded
from inspect_report.redact import Redactor, Shown
from inspect_report.redact.images import ImageStore
from inspect_report.redact.withhold import WithholdOptions, withhold
from inspect_report.segments import Draft, resolve, segments, settled
from inspect_report.shape import bound, fits, window

_BRIEF = 1_000
"""Characters of each text that the summary of an entry without details is made from."""
_BRIEF_BLOCKS = 64


class Strings:
    """Interned texts: equal ones are stored once, columns hold their codes."""

    def __init__(self) -> None:
        self.values: list[Shown] = []
        self._codes: dict[str, int] = {}

    def code(self, text: Shown) -> int:
        """The code of a text, a new one where it was not seen before."""
        found = self._codes.get(text)
        if found is None:
            found = self._codes[text] = len(self.values)
            self.values.append(text)
        return found


@dataclass
class Store:
    """What the pass made. `row_of` maps items to rows."""

    rows: Rows
    segments: Segments
    chunks: list[bytes]
    """Encoded detail elements, "d0" and up."""
    row_of: dict[int, int]
    strings: Strings
    markup: list[tuple[str, bytes]] = field(default_factory=list[tuple[str, bytes]])
    """Encoded markup elements: id, JSON."""

    def rows_for(self, items: Iterable[int]) -> list[int]:
        """Rows of those items that have one."""
        return [row for row in (self.row_of.get(item, -1) for item in items) if row >= 0]

    def summary(self, item: int) -> Shown:
        """The short content of an item that has a row, else nothing."""
        row = self.row_of.get(item, -1)
        return self.strings.values[self.rows.summary[row]] if row >= 0 else Shown("")


class StoreBuilder:
    """Runs the pass over `chosen` items; those in `inlined` get a detail."""

    def __init__(
        self, model: Model, redactor: Redactor, ledger: Ledger, options: WithholdOptions, colour: str = "some"
    ) -> None:
        self._model = model
        self._redactor = redactor
        self._ledger = ledger
        self._options = options
        self._images = ImageStore(options.images)
        self._strings = Strings()
        self._rows = Rows(
            strings=self._strings.values, item=[], line=[], id=[], type=[], role=[], name=[], time=[], bad_time={},
            summary=[], flags=[], standing=[], standings=list(STANDINGS.values()), bytes=[], detail=[], segment=[0],
        )  # fmt: skip
        self._segments = Segments(category=[], label=[], pointer=[], chars=[], summary=[], flags=[])
        self._chunk: list[Detail] = []
        self._chunks: list[bytes] = []
        self._slots = 0
        self._markup = MarkupCollector(ledger, colour)

    @property
    def images(self) -> ImageStore:
        """The images of the report, those of later views as well."""
        return self._images

    def empty(self) -> Store:
        """The store before the pass, for what is made ahead of it."""
        return Store(self._rows, self._segments, self._chunks, {}, self._strings)

    def build(self, chosen: list[int], inlined: set[int], progress: Any = None) -> Store:
        """One pass in file order; `progress` gets the share done, 0 to 1."""
        self._strings.code(Shown(""))
        undecoded: set[int] = set()
        for place, item in enumerate(chosen):
            if not self._add(item, item in inlined):
                undecoded.add(item)
            if progress is not None and not place % 256:
                progress(place / len(chosen))
        self._flush()
        self._fill(chosen, inlined, undecoded)
        self._count_left_out(chosen, inlined)
        row_of = {item: row for row, item in enumerate(chosen)}
        return Store(self._rows, self._segments, self._chunks, row_of, self._strings, self._markup.elements())

    def _add(self, item: int, inlined: bool) -> bool:
        """One entry; gives whether it could be decoded."""
        session = self._model.session
        note = Shown("")
        try:
            entry: Any = session.value(item)
        except NotDecoded as reason:
            entry = self._model.head(item)
            note = Shown(f"not decoded: {reason}")
        drafts = segments(entry, self._model.target_role(item)) if is_object(entry) and not note else []
        kept = self._kept(item, entry, inlined)
        changes = self._redactor.changes
        redacted: Any = self._redactor.json(kept, item, None if inlined else _BRIEF)
        masked = self._redactor.changes > changes
        if masked and drafts:
            role = self._model.target_role(item)
            most = sys.maxsize if inlined else _BRIEF
            drafts = sizes.masked(drafts, segments(kept, role), segments(redacted, role), most)
        shown, omitted = self._stored(item, redacted, note) if inlined else (redacted, 0)
        drafts = settled(drafts, shown)
        parts = [(draft, resolve(shown, draft.pointer)) for draft in drafts]
        if inlined:
            self._markup.add(self._slots - 1, item, item in self._model.on_path, shown, parts)
        self._add_row(item, shown, parts, note)
        self._rows.bytes.append(self._size(item, shown, omitted, inlined) if masked else session.length[item])
        return not note

    def _size(self, item: int, shown: Any, omitted: int, inlined: bool) -> int:
        """Bytes of an entry with masks (see `sizes`)."""
        recorded = self._model.session.length[item]
        if not inlined and recorded > _BRIEF:
            return sizes.rounded(recorded)
        try:
            return sizes.shown_bytes(shown) + omitted
        except (OverflowError, RecursionError):
            return sizes.rounded(recorded)

    def _kept(self, item: int, entry: Any, inlined: bool) -> Any:
        """What goes to the redactor: without what is never shown; whole when it is inlined, else what its summaries need."""
        long = self._model.session.length[item]
        if not inlined:
            brief = _brief(entry) if long > _BRIEF else entry
            return withhold(brief, self._options) if is_object(brief) else brief
        kept = withhold(entry, self._options, self._images) if is_object(entry) else entry
        return window(kept, bounds.DETAIL_FIELD) if long > bounds.DETAIL_FIELD else kept

    def _stored(self, item: int, redacted: Any, note: Shown) -> tuple[Any, int]:
        """Store a detail; gives its value as shown and the characters that its cuts left out."""
        bounded = None
        if note or not fits(self._model.session.raw(item), redacted):
            bounded = bound(redacted, bounds.DETAIL_FIELD, bounds.DETAIL_ENTRY)
        if bounded is None:
            detail = Detail(value=redacted)
        else:
            if bounded.cuts:
                self._ledger.cut("detail_field", bounded.omitted, len(bounded.cuts))
            if bounded.left_out:
                self._ledger.cut("detail_entry", bounded.left_out)
            detail = Detail(value=bounded.value, cuts=bounded.cuts, numbers=bounded.numbers, note=note)
        self._slots += 1
        self._chunk.append(detail)
        if len(self._chunk) == bounds.DETAILS_A_CHUNK:
            self._flush()
        return detail.value, bounded.omitted if bounded else 0

    def _flush(self) -> None:
        if self._chunk:
            self._chunks.append(msgspec.json.encode(self._chunk))
            self._chunk = []

    def _add_row(self, item: int, shown: Any, parts: list[tuple[Draft, Any]], note: Shown) -> None:
        """The texts of a row and its segments; `parts` are these with their shown values."""
        session, rows, code = self._model.session, self._rows, self._strings.code
        texts = [summaries.of_segment(draft, value, shown) for draft, value in parts]
        entry = shown if is_object(shown) else {}
        held = entry.get("message")
        message: dict[str, Any] = held if is_object(held) else {}
        rows.id.append(_word(entry.get("id")) if session.navigable(item) else Shown(""))
        rows.type.append(code(_word(entry.get("type"))))
        rows.role.append(code(_word(message.get("role"))))
        rows.name.append(code(_name(entry, message)))
        if "timestamp" in entry and session.moment(item) is None:
            row = str(len(rows.bytes))
            rows.bad_time[row] = summaries.line(summaries.compact(entry["timestamp"]).strip('"'), 80)
        rows.summary.append(code(note or summaries.of_entry(shown, [draft for draft, _ in parts], texts)))
        self._add_segments(parts, texts)

    def _add_segments(self, parts: list[tuple[Draft, Any]], texts: list[Shown]) -> None:
        table, code = self._segments, self._strings.code
        for (draft, value), text in zip(parts, texts, strict=True):
            hidden = self._hidden(value)
            table.category.append(draft.category)
            table.label.append(code(Shown(draft.label)))
            table.pointer.append(code(Shown(draft.pointer)))
            table.chars.append(draft.chars)
            table.summary.append(code(text))
            table.flags.append(draft.flags | (SegmentFlag.WITHHELD if hidden else 0))
        self._rows.segment.append(len(table.category))

    def _hidden(self, value: Any) -> bool:
        """Whether a segment's value is only named, never shown; images that gave way to a bound are counted."""
        if not is_object(value):
            return False
        image = value.get("data")
        if is_object(image) and "$image" in image:
            bound = {"too large": "image", "over the bound of all images": "images"}.get(image["why"])
            if bound:
                self._ledger.cut(bound, image["bytes"])
            return image["$image"] is None
        return "$withheld" in value

    def _fill(self, chosen: list[int], inlined: set[int], undecoded: set[int]) -> None:
        """The columns of rows that no text is needed for."""
        model, session, rows = self._model, self._model.session, self._rows
        slots = count()
        rows.item.extend(chosen)
        rows.line.extend(session.line[item] for item in chosen)
        rows.time.extend(map(session.moment, chosen))
        rows.standing.extend(model.standings[item] for item in chosen)
        rows.detail.extend(next(slots) if item in inlined else -1 for item in chosen)
        flags = array("i", [0]) * session.n
        for bit, items in (
            (RowFlag.ACTIVE, model.path),
            (RowFlag.IN_CONTEXT, model.in_context),
            (RowFlag.ERROR, model.errors),
            (RowFlag.LABELLED, model.labelled),
            (RowFlag.BRANCH_POINT, model.branch_points),
            (RowFlag.PROMPT, model.prompts),
            (RowFlag.NOT_DECODED, undecoded),
        ):
            for item in items:
                flags[item] |= bit
        rows.flags.extend(flags[item] | self._recorded_flags(item) for item in chosen)

    def _recorded_flags(self, item: int) -> int:
        session = self._model.session
        checks = (
            (RowFlag.LOADED, session.loaded(item)),
            (RowFlag.NAVIGABLE, session.navigable(item)),
            (RowFlag.INTERNAL, session.types[item] in INTERNAL_TYPES),
            (RowFlag.INHERITED, session.inherited(item)),
        )
        return sum([bit for bit, holds in checks if holds])

    def _count_left_out(self, chosen: list[int], inlined: set[int]) -> None:
        missing = self._model.session.n - len(self._model.session.identical) - len(chosen)
        if missing:
            self._ledger.cut("rows", missing, missing)
        without = len(chosen) - len(inlined)
        if without:
            size = sum(
                size for item, size in zip(chosen, self._rows.bytes, strict=True) if item not in inlined
            )
            self._ledger.cut("inlined_text", size, without)


INTERNAL_TYPES = ("custom", "label", "session_info", "usage")
"""Entry types that History hides until asked (SES-2)."""


def _brief(entry: Any) -> Any:
    """As much of an entry as its summaries need; its texts are shortened when they are redacted."""
    if not is_object(entry):
        return entry
    brief: dict[str, Any] = {}
    for name, value in entry.items():
        if name in {"details", "usage", "nestedCalls", "diagnostics", "data"}:
            continue
        brief[name] = _brief_value(value, 0)
    return brief


def _brief_value(value: Any, depth: int) -> Any:
    if depth > 4 and isinstance(value, (dict, list)):
        return None
    if is_object(value):
        names = ("details", "usage", "nestedCalls", "diagnostics", "parameters")
        return {name: _brief_value(child, depth + 1) for name, child in value.items() if name not in names}
    if is_array(value):
        return [_brief_value(child, depth + 1) for child in value]
    return value


def _word(value: Any) -> Shown:
    return Shown(bounds.start(value, bounds.NAME)) if isinstance(value, str) else Shown("")


def _name(entry: dict[str, Any], message: dict[str, Any]) -> Shown:
    role = message.get("role")
    if role == "toolResult":
        return _word(message.get("toolName"))
    if role == "custom":
        return _word(message.get("customType"))
    if role == "assistant":
        return _model_name(message.get("provider"), message.get("model"))
    kind = entry.get("type")
    if kind == "model_change":
        return _model_name(entry.get("provider"), entry.get("modelId"))
    if kind == "usage":
        return _model_name(entry.get("provider"), entry.get("model"))
    return _word(entry.get("customType"))


def _model_name(provider: Any, model: Any) -> Shown:
    words = [part for part in (provider, model) if isinstance(part, str) and part]
    return Shown(bounds.start("/".join(words), bounds.NAME))
