"""The contract with the client: every data element of the page as a Struct.

`assets/payload.d.ts` is generated from this module (`scripts/payload_types.py`). Texts are `Shown`: only the redactor makes
them. Tables are columnar: the lists of one table have equal length and the same index means the same row.
Item indices count what the session file holds in file order (Pi's entries and recovered objects); row indices count
the items that have a row in this report. -1 means "none" in every index column unless said otherwise.
"""

from __future__ import annotations

from typing import Any

import msgspec

from inspect_report.redact import Shown


class Bound(msgspec.Struct, frozen=True):
    """One limit, what it cut in this report and how often (LIM-3)."""

    name: str
    words: str
    limit: int
    unit: str
    cuts: int
    """How many texts, rows or images gave way."""
    omitted: int
    """How much of `unit` gave way in all."""


class RedactionRow(msgspec.Struct, frozen=True):
    """One rule of the redaction list (RED-8): how many different values it masked, in how many places, and where."""

    rule: str
    values: int
    places: int
    rows: list[int]
    """Rows of the entries in which it masked something, bounded."""
    elsewhere: list[str]
    """Fixed words for places that are no entry with a row, such as "header" or "diagnostics"."""
    unlisted: int
    """Places beyond the bound of the list."""


class Redactions(msgspec.Struct, frozen=True):
    """What was masked (RED-5, RED-8)."""

    enabled: bool
    values: int
    """Different values masked."""
    places: int
    """Places in which one was masked."""
    rows: list[RedactionRow]
    unlisted: int
    """Places that the list's bound left out."""


class Sample(msgspec.Struct, frozen=True):
    """One line of the input that could not be used as it stands (READ-3)."""

    line: int
    reason: Shown
    text: Shown
    row: int = -1


class Diagnostic(msgspec.Struct, frozen=True):
    """A kind of problem, how often it occurred, and up to 20 samples."""

    kind: str
    title: str
    count: int
    samples: list[Sample]


class Totals(msgspec.Struct, frozen=True):
    """Recorded usage of one scope (tokens, USD by the recorded estimate)."""

    scope: str
    input: float
    output: float
    cache_read: float
    cache_write: float
    total_tokens: float
    cost: float
    records: int
    without_cost: int


class ModelUse(msgspec.Struct, frozen=True):
    """A model as named by assistant messages on the active branch."""

    name: Shown
    messages: int


class Meta(msgspec.Struct, frozen=True):
    """Element "meta": everything the header, the static part and the panels opened from the header need."""

    format: int
    tool: str
    file: Shown
    title: Shown
    title_source: str
    """"name", "prompt" or "none"."""
    session_id: Shown
    cwd: Shown
    parent_session: Shown
    version: Shown
    """Format version as recorded; empty when the header has none."""
    started: float | None
    """Earliest readable log time on the active branch, ms since the epoch."""
    ended: float | None
    models: list[ModelUse]
    items: int
    """Entries in the file: Pi's and recovered ones."""
    loaded: int
    """Entries that Pi loads."""
    on_branch: int
    turns: int
    errors: int
    leaf_item: int
    leaf_row: int
    leaf_id: Shown
    leaf_chosen: bool
    """Whether --leaf chose it."""
    totals: list[Totals]
    notices: list[Shown]
    """Banners for the whole report: refused by Pi, partial history, newer format, masking off."""
    diagnostics: list[Diagnostic]
    redactions: Redactions
    bounds: list[Bound]
    options: list[str]
    theme: str
    """"light", "dark" or "auto"."""
    labels: dict[str, str]
    """Evidence labels by key (UI-12)."""
    chunks: int
    """Number of detail elements, "d0" and up."""
    images: int
    """Number of image elements, "i0" and up."""
    sha256: str = ""
    """Of the input; empty when something was masked and no --fingerprint (FILE-4)."""
    input_bytes: int = -1


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
    """Length of the line in bytes."""
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
    """Size in UTF-16 units of the recorded text, or of the text as sent where Pi converts; -1 for images."""
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


class Nodes(msgspec.Struct, frozen=True):
    """Element "nodes": every item of the file, also those without a row."""

    parent: list[int]
    """Distance to the parent item by its recorded link (item minus parent); 0 for a root, `UNRESOLVED` for a parent that is
    not in the file, `OWN_PARENT` for an item that names itself. Pi's own walk is the same, but ends at an item that it does
    not load."""
    flags: list[int]
    """Bits of `NodeFlag`."""


UNRESOLVED = 2_000_000_000
OWN_PARENT = 2_000_000_001


class NodeFlag:
    """Bits of `Nodes.flags`: what is known of an item that has no row."""

    LOADED = 1
    PROMPT = 2
    ERROR = 4
    INTERNAL = 8
    TOOL_RESULT = 16


class LabelMark(msgspec.Struct, frozen=True, array_like=True):
    """A label in force: the item that carries it, its text, and the item of the label entry that set it."""

    item: int
    text: Shown
    by: int


class CompactionMark(msgspec.Struct, frozen=True):
    """What a compaction entry did to the context of its path (SES-16)."""

    item: int
    first_kept: int
    """Item of the first kept entry; -1 when nothing above it is kept."""
    kept_id: Shown
    """The recorded id of the first kept entry; empty when none is recorded."""
    replaced: int
    """Entries of its path that the context before it held and the one after it does not."""
    tokens_before: float | None
    checkpoint: bool
    """Whether it holds a system message."""
    by_extension: bool


class CallPair(msgspec.Struct, frozen=True, array_like=True):
    """A tool result and its call (SES-8): `call` is the item of the answer that made it, -1 for none, -2 for an ambiguous id;
    `ordinal` counts that answer's calls from 0."""

    result: int
    call: int
    ordinal: int


class SessionView(msgspec.Struct, frozen=True):
    """Element "session": what History, Branch view and Event details need beside rows and nodes. Keys are rows in decimal."""

    cost: list[float]
    """Recorded estimate in USD from the root to each row, itself included (cost.total, whatever class of usage)."""
    parent_time: dict[str, float | None]
    """For rows whose parent has no row: the parent's entry time, ms."""
    reasons: dict[str, Shown]
    """Why an entry can't be linked to, or what shares its id."""
    identical: dict[str, int]
    """Item that is written again, byte for byte, to the item that stands for it (keys are items); it has no row of its own."""
    stops: dict[str, Shown]
    """Stop reasons other than "stop" and "toolUse"."""
    labels: list[LabelMark]
    compactions: list[CompactionMark]
    calls: list[CallPair]
    scope_item: int
    """The item at which History begins: the leaf of Pi's walk."""


class DetailCut(msgspec.Struct, frozen=True, array_like=True):
    """A text of a detail that was cut: where, its whole length, and what the shown text kept (UTF-16 units)."""

    pointer: Shown
    total: int
    head: int
    tail: int


class Detail(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of a detail element: the entry after Pi's migration, redacted, bounded, withheld values named.

    `value` keeps the recorded shape. `{"$withheld": kind, "chars"|"bytes": n}` stands where a value is never shown,
    `{"$image": key, "mime", "bytes", "width", "height"}` where an image was; a recorded key that begins with "$" has one more "$".
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
