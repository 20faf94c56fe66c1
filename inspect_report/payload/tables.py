"""The tables that all views share: rows, segments, details and the context at the leaf."""

from __future__ import annotations

from typing import Any

import msgspec

from inspect_report.redact import Shown


class Rows(msgspec.Struct, frozen=True):
    """Element "rows": one row an entry in file order, bounded by LIM-1; columns of equal length.

    Columns of codes point into `strings`.
    """

    strings: list[Shown]
    item: list[int]
    line: list[int]
    id: list[Shown]
    """Full id as recorded; empty when the entry can't be named in navigation."""
    type: list[int]
    role: list[int]
    name: list[int]
    """Tool name of a result, custom type of an extension's entry, provider/model of an answer or model change."""
    time: list[float | None]
    """Entry time, ms since the epoch; null when unreadable or missing."""
    bad_time: dict[str, Shown]
    """Row -> the recorded time that is not a valid time."""
    summary: list[int]
    flags: list[int]
    """Bits of `RowFlag`."""
    standing: list[int]
    """Code of how the entry stands to the context at the leaf (SES-16), into `standings`."""
    standings: list[str]
    bytes: list[int]
    """Length of the line in bytes; of an entry with masks, the size of what is shown (see `sizes`)."""
    detail: list[int]
    """Slot of the detail: element "d{slot // 64}", place slot % 64; -1 when left out."""
    segment: list[int]
    """First segment of the row; one more element than rows closes the last."""


class RowFlag:
    """Bits of `Rows.flags`."""

    LOADED = 1
    NAVIGABLE = 2
    ACTIVE = 4
    """On the active branch."""
    IN_CONTEXT = 8
    ERROR = 16
    INTERNAL = 32
    """Custom state, label, session info or usage (SES-2)."""
    LABELLED = 64
    BRANCH_POINT = 128
    PROMPT = 256
    """A message of role user: a turn starts here."""
    NOT_DECODED = 512
    INHERITED = 1024


class Segments(msgspec.Struct, frozen=True):
    """Element "segments": the messages or content blocks of each row, in order, whether in the context or not.

    A context is a list of items; their segments are these. Codes point into `Rows.strings`.
    """

    category: list[int]
    """Code into `CATEGORIES`."""
    label: list[int]
    """Short name shown in the category column, such as "Tool call" or "Thinking"."""
    pointer: list[int]
    """JSON pointer into the row's detail value."""
    chars: list[int]
    """Size in UTF-16 units of the recorded text, or of the text as sent where Pi converts, with masks for what they
    stand for; -1 for images."""
    summary: list[int]
    flags: list[int]
    """Bits of `SegmentFlag`."""


CATEGORIES = ("system", "user", "assistant", "call", "result", "neutral")


class SegmentFlag:
    """Bits of `Segments.flags`."""

    HIDDEN = 1
    """A custom message with display false."""
    ERROR = 2
    CONVERTED = 4
    """Pi sends another text than the recorded one (PI_RULES 9)."""
    NOT_SENT = 8
    """An excluded bash execution, or a role that Pi drops."""
    IMAGE = 16
    JSON = 32
    """The value is shown as JSON, not as text."""
    TOOLS = 64
    """Tool declarations."""
    WITHHELD = 128
    """The value is never shown, only named with its size (RED-6, --without)."""
    CHANGE = 256
    """A system message as one row (sections set and removed, tools added and removed): stands in place of the message's
    other segments wherever the message is not the first system message of the context."""


class Context(msgspec.Struct, frozen=True):
    """Element "context": Pi's projection at the leaf, "session-derived" (CTX-1, CTX-2)."""

    item: list[int]
    """Context entries in Pi's order that give segments, within the bound; also hidden ones (omitted, excluded)."""
    edit: list[int]
    """Item of the context edit in force, or -1."""
    omitted: list[int]
    """1 where the edit omits the entry."""
    gap_after: int
    """Place in `item` after which earlier segments were left out; -1 when none were."""
    gap_segments: int
    segments: int
    """Segments of the whole context, shown or not."""
    compacted_messages: int
    """Messages on the path that the compaction in force replaced."""
    compaction_item: int
    prompt_stored: bool
    tools_stored: bool
    unavailable: Shown
    """Why there is no context (a parent cycle); empty when there is one."""
    partial: Shown
    """Notice when the history is partial (missing parent, repeated id on the path); empty when whole."""


class DetailCut(msgspec.Struct, frozen=True, array_like=True):
    """A text of a detail that was cut: where, its whole length, and what the shown text kept (UTF-16 units)."""

    pointer: Shown
    total: int
    head: int
    tail: int


class Detail(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of a detail element: the entry after Pi's migration, redacted, bounded, withheld values named.

    `value` keeps the recorded shape. `{"$withheld": kind, "chars"|"bytes": n}` stands where a value is never shown,
    `{"$image": key, "mime", "bytes", "width", "height", "why"}` where an image's data was; `{"$cut": reason, "items": n}` where
    members were left out. A recorded key of one of these names has one more "$".
    """

    value: Any
    cuts: list[DetailCut] = []
    numbers: dict[str, str] = {}
    """JSON pointer -> the recorded digits of a number that a double can't hold."""
    note: Shown = Shown("")
    """Why the body is not there ("not decoded: …")."""


class Markup(msgspec.Struct, omit_defaults=True):
    """What beside a detail says how its texts are shown: a value of element "m{slot // 64}", by str(slot % 64).

    Keys are JSON pointers into the detail's value. A text in none of them is shown as it stands.
    """

    markdown: dict[str, list[Any]] = {}
    """Markdown as nodes: a string, or a list of a name, optionally an object of attributes, and nodes."""
    colour: dict[str, list[Any]] = {}
    """Code as [language, [UTF-16 length, class, length, class, …]] over its beginning; the rest is plain."""
    literal: dict[str, str] = {}
    """Markdown that a bound left literal: "size", "markers", "nodes" or "all" (the sum over the report)."""
