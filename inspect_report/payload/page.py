"""The head of the page: element "meta"."""

from __future__ import annotations

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
    """How much gave way in all, in `omitted_unit`."""
    omitted_unit: str


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
    """Number of image elements, "image-1" and up: base64 text."""
    sha256: str = ""
    """Of the input; empty when something was masked or left out by an option and no --fingerprint (FILE-4)."""
    input_bytes: int = -1
