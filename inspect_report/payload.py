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
    """Number of image elements, "image-1" and up: base64 text."""
    sha256: str = ""
    """Of the input; empty when something was masked or left out by an option and no --fingerprint (FILE-4)."""
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
    SYSTEM = 32
    """A system message."""
    COMPACTION = 64
    EDIT = 128
    GIVES = 256
    """Gives the context at least one message of its own."""


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


class PromptState(msgspec.Struct, frozen=True, array_like=True):
    """One distinct state of prompt and tools: names and the segments that hold the texts (-1: not in this report)."""

    base: list[int]
    """Segments of the content texts, in order."""
    sections: list[tuple[Shown, int]]
    """(name, segment), in the order in which Pi prints them."""
    tools: list[tuple[Shown, int, int]]
    """(name, segment of the declarations, place among them)."""
    lost: bool
    """Pi's replay drops this prompt although it sent it: no system message has a time stamp and no tool is left."""


class SkillEvidence(msgspec.Struct, frozen=True, array_like=True):
    """What shows that a skill was put into the conversation; never that the model complied (SES-9)."""

    item: int
    kind: str
    """"block" in a user message, "read" by a call of this answer, "nested read" recorded by this tool result."""
    name: Shown
    path: Shown
    result: int
    """Item of the result that shows the read; -1 for a block."""


class ReplayView(msgspec.Struct, frozen=True):
    """Element "replay": resolved deltas from which the page derives context, prompt and tools at any entry (DESIGN 6).

    Keys are items in decimal. `state_at` holds where a state begins: a number into `states`, -1 for no prompt stored, -2 for
    over the replay bounds, -3 for an entry in a circle of parent links.
    """

    first_kept: dict[str, int]
    """Compaction to the first entry it keeps, -1 for none."""
    edits: dict[str, tuple[int, int]]
    """Context edit to (its target or -1, 1 where it omits the target)."""
    stands_for: dict[str, int]
    """Entry whose id a later one shares, to the one that Pi uses."""
    state_at: dict[str, int]
    states: list[PromptState]
    skills: list[SkillEvidence]


class ScopeFigures(msgspec.Struct, frozen=True):
    """Counts of one scope (SES-12)."""

    scope: str
    entries: int
    answers: int
    turns: int
    tokens: float
    """Sum of the answers' recorded totalTokens, computed where missing; without summary, warming and tool usage."""
    tokens_computed: int
    """Answers whose total was computed from its parts."""
    with_usage: int
    errors: int
    started: float | None
    ended: float | None


class FileUse(msgspec.Struct, frozen=True):
    """One path that tool calls name. Lists hold rows of the calling entries, counts all of them."""

    path: Shown
    reads: list[int]
    changes: list[int]
    """Writes and edits whose result is no error."""
    failed: list[int]
    """Writes and edits that failed or have no recorded result."""
    read_count: int
    change_count: int
    failed_count: int
    changed_on_branch: int
    read_on_branch: int


class ToolUse(msgspec.Struct, frozen=True):
    """One tool by the name that answers call it by."""

    name: Shown
    calls: int
    on_branch: int
    errors: int
    unknown: int
    """Calls without a recorded or with an ambiguous result."""
    rows: list[int]
    failures: list[int]


class ModelFigures(msgspec.Struct, frozen=True):
    """One model as answers name it; tokens as in `ScopeFigures`, USD by the recorded estimate, over the whole file."""

    name: Shown
    answers: int
    on_branch: int
    tokens: float
    cost: float
    without_cost: int
    rows: list[int]


class ErrorGroup(msgspec.Struct, frozen=True):
    """One error, or the failed attempts of one request, in file order (SES-17)."""

    rows: list[int]
    kinds: list[str]
    message: Shown
    resolved: int
    """Row of the answer that came through after the attempts; -1 when none did, or when it is no retry."""
    on_branch: bool
    execution: int = -1
    """Place of the captured execution that failed, without an error of the session's own; then `rows` holds its anchor, if any."""


class OverviewView(msgspec.Struct, frozen=True):
    """Element "overview": what Overview and Errors show."""

    scopes: list[ScopeFigures]
    files: list[FileUse]
    files_changed: int
    """Files changed on the active branch."""
    bug_reports: list[tuple[Shown, int]]
    """(id, row) of every bug report that was made from this session (SES-17)."""
    tools: list[ToolUse]
    models: list[ModelFigures]
    errors: list[ErrorGroup]


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


CACHE_CLASSES = ("conversation", "summary", "warming", "other usage", "nested tool usage")
"""Classes of recorded usage (CACHE-1), by the code that the structs below hold."""


class CacheRowFlag:
    """Bits of `CacheRows.flags`."""

    UNKNOWN = 1
    """Its prompt accounting is unknown: left out of rates (CACHE-2)."""
    WITHOUT_COST = 2
    ZERO_COST = 4
    """A cost of zero for tokens: no per-token cost recorded."""
    PROVIDER_TOTAL = 8
    COMPUTED_TOTAL = 16
    """totalTokens is missing: the sum of the parts stands for it."""
    SILENT = 32
    """Its provider never reported cache activity in this file."""
    INHERITED = 64


class CacheRows(msgspec.Struct, frozen=True):
    """Recorded usage of the active branch, newest first, within the bound; tokens and USD. Columns of equal length."""

    item: list[int]
    line: list[int]
    time: list[float | None]
    kind: list[int]
    """Code into `CACHE_CLASSES`."""
    model: list[int]
    """Code into `CacheData.names`: provider/model as asked for; -1 for usage without a model."""
    served: list[int]
    """The same for the model that answered."""
    input: list[float]
    output: list[float]
    read: list[float]
    write: list[float]
    write_1h: list[float]
    total: list[float]
    cost: list[float]
    missing: list[int]
    """Bits 0 to 4 for input, output, cacheRead, cacheWrite, totalTokens that are no numbers (the column then holds 0)."""
    flags: list[int]
    rate: list[float | None]
    """Hit rate, 0 to 1; null where there is none."""
    reason: list[int]
    """Code into `CacheData.reasons`, 0 for rows that are compared with an earlier one."""
    compared: list[int]
    """Item of the earlier request, -1 for none."""
    rate_change: list[float | None]
    prompt_change: list[float | None]
    miss: list[int]
    """Place in the branch's list of misses, -1 for none."""


class CacheCause(msgspec.Struct, frozen=True):
    """A likely cause of a miss (CACHE-4); `item` is the entry that shows it, or -1."""

    kind: str
    words: Shown
    item: int


class CacheMisses(msgspec.Struct, frozen=True):
    """The misses of one scope by Pi's rule, newest first within the bound; sums are over all. Columns of equal length."""

    count: int
    tokens: float
    cost: float
    noticed: int
    """How many reach the threshold from which Pi shows a notice."""
    omitted: int
    item: list[int]
    line: list[int]
    time: list[float | None]
    model: list[int]
    missed: list[float]
    extra: list[float]
    """USD above the price of a read."""
    notice: list[int]
    """1 at Pi's threshold."""
    causes: list[list[CacheCause]]
    """None: no cause found in the record."""


class CacheSum(msgspec.Struct, frozen=True):
    """Sums of recorded usage over a scope, a class of it, or a model's share of a class; as Pi adds them (PI_RULES 13)."""

    name: int
    """Code into `CacheData.names`, -1 where the sum is not of one model."""
    kind: int
    """Code into `CACHE_CLASSES`, -1 for all."""
    records: int
    input: float
    output: float
    read: float
    write: float
    write_1h: float
    tokens: float
    cost: float
    without_cost: int
    zero_cost: int
    provider_totals: int
    computed_totals: int
    unknown: int
    rate: float | None
    """Weighted hit rate of its conversation rows, 0 to 1."""
    rate_read: float
    rate_prompt: float
    silent: int
    """Conversation rows of providers that never reported cache activity; they are in no rate."""
    inherited_records: int
    inherited_tokens: float
    inherited_cost: float
    savings: float | None
    """USD; null where a rate is not known."""


class CacheScope(msgspec.Struct, frozen=True):
    """All figures of one scope: "active branch" or "whole file"."""

    scope: str
    all: CacheSum
    classes: list[CacheSum]
    groups: list[CacheSum]
    misses: CacheMisses
    without_usage: int
    """Answers and usage entries that record no usage."""
    savings_unknown: int
    """Models of the conversation whose savings are not known."""


class CacheChart(msgspec.Struct, frozen=True):
    """The charts' series over the branch's conversation (CACHE-3): points in order, each one request or a bucket of them."""

    requests: int
    """Requests in the points."""
    unknown: int
    """Requests left out because their accounting is unknown."""
    empty: int
    """Requests left out because they record no prompt tokens."""
    item: list[int]
    """First request of each point."""
    count: list[int]
    time: list[float | None]
    input: list[float]
    read: list[float]
    write: list[float]
    rate: list[float | None]
    misses: list[int]
    mark_point: list[int]
    """Point before which a marker stands; the number of points for what came after the last."""
    mark_kind: list[str]
    """"compaction", "branch_summary", "model", "prompt" or "idle"."""
    mark_words: list[Shown]
    mark_item: list[int]
    mark_count: list[int]


class CacheData(msgspec.Struct, frozen=True):
    """Element "cache": recorded usage of the active branch, totals and misses of branch and file (CACHE-1 to CACHE-6)."""

    names: list[Shown]
    classes: list[str]
    reasons: list[str]
    rows: CacheRows
    rows_omitted: int
    chart: CacheChart
    branch: CacheScope
    file: CacheScope
    fork: bool
    """Whether the header names a parent session, so that entries can be inherited."""
    notice_tokens: int
    notice_cost: float


class ExecutionTotals(msgspec.Struct, frozen=True):
    """Counts over all captured executions, whatever the bound shows (OBS-3)."""

    all: int
    roots: int
    nested: int
    parent_unavailable: int
    failed: int
    unfinished: int
    without_start: int
    ambiguous: int
    uncorrelated: int


class ExecutionRun(msgspec.Struct, frozen=True):
    """One run of the observer, or one event stream of Pi."""

    id: Shown
    """As recorded; empty for a stream, which has none."""
    reason: Shown
    """Why it started; empty where not recorded."""
    ended: Shown
    """Why it ended; empty where no end was written."""
    has_end: bool
    stream: bool
    started: float | None
    last: float | None
    executions: int
    """All of it, shown or not."""


EXECUTION_STATES = ("ok", "failed", "unfinished")
"""Codes of `Executions.state`; unfinished has no end in the dump."""

CORRELATIONS = ("recorded", "matched", "unavailable")
"""Codes of `Executions.correlation`."""


class ParentCode:
    """Values of `Executions.parent` that are no place."""

    ROOT = -1
    UNAVAILABLE = -2
    LEFT_OUT = -3
    """Recorded, but beyond the bound of this report."""


class ExecutionFlag:
    """Bits of `Executions.flags`."""

    NO_START = 1
    AMBIGUOUS = 2
    SAID_UNFINISHED = 4
    """The observer itself wrote that it was still open."""
    INPUT = 8
    """The arguments really used differ from the model's; the detail has both."""
    STREAM = 16
    INTERVAL = 32
    """`start` and `end` are an interval as the collector saw it; else a point at whichever there is."""


class Executions(msgspec.Struct, frozen=True):
    """Element "executions": captured executions in the order of their starts, within the bound; columns of equal length.

    Times and durations are ms. Codes point into `strings`. Bodies are in elements "x0" and up, `DETAILS_A_CHUNK` each.
    """

    observed: bool
    """Whether a dump was given at all."""
    totals: ExecutionTotals
    omitted: int
    runs: list[ExecutionRun]
    strings: list[Shown]
    number: list[int]
    """Place among all occurrences, from 1."""
    occurrence: list[Shown]
    call: list[int]
    tool: list[int]
    """Empty without a start."""
    summary: list[int]
    run: list[int]
    request: list[int]
    """The observer's request number within the run, -1 for none."""
    parent: list[int]
    """Place of the parent in these columns, or a `ParentCode`."""
    parent_reason: list[int]
    children: list[int]
    """Recorded children, shown or not."""
    state: list[int]
    flags: list[int]
    start: list[float | None]
    end: list[float | None]
    reason: list[int]
    """Why there is no interval; empty where there is one."""
    duration: list[float | None]
    """durationMs as reported, null when absent."""
    updates: list[int]
    anchor: list[int]
    """Item of the answer that made the call, -1 where correlation is unavailable."""
    correlation: list[int]
    correlation_reason: list[int]
    persisted: list[int]
    """Item of the session's own result, -1 where it can't be told."""
    differs: list[list[str]]
    """Members in which that result differs from the observed one: content, details, isError."""
    detail: list[int]
    """Slot of the body: element "x{slot // 64}", place slot % 64; -1 when left out."""
