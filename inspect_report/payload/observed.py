"""The contract with the client for captured observations: see `payload`, of which this is the second part.

Everything here was told by an observer at a moment of its own; "captured at" times are its clock's.
"""

from __future__ import annotations

from typing import Any

import msgspec

from inspect_report.payload.tables import Rows, Segments
from inspect_report.redact import Shown


class Captured(msgspec.Struct, frozen=True):
    """Where and when a record was written."""

    time: float | None
    """By the observer's clock, ms since the epoch; null where it is no valid time."""
    bad_time: Shown
    """The recorded time where it is none."""
    run: int
    """Into `CaptureView.runs`, -1 for none."""
    leaf: Shown
    """Id of the recorded leaf; empty where there is none."""
    leaf_item: int
    """-1 where the session has no such entry that can be named."""
    file: int
    """Into `CaptureView.files`."""
    line: int
    cuts: int
    """Texts that the observer itself cut."""
    cut_chars: int


COMPARED = ("same", "changed", "only observed", "only in the session")
"""Codes of `CompareRun.kind`."""


class CompareRun(msgspec.Struct, frozen=True, array_like=True):
    """One row of a comparison, or `count` neighbouring messages that are the same."""

    kind: int
    count: int
    observed: int
    """Item as in `ObservedContextPart.entries`; -1 on a side that lacks the message, and for what is the same."""
    session: int
    """Item of the session's message."""
    members: list[Shown]
    """Of a changed message: the members that differ."""
    note: Shown
    """What the record tells of the reason."""


class ObservedComparison(msgspec.Struct, frozen=True):
    """An observed context beside Pi's projection at its own leaf (CTX-13); counts are messages."""

    same: int
    changed: int
    only_observed: int
    only_session: int
    skipped: int
    """First messages of both sides that were not compared, as the observed ones are not in the dump."""
    notes: list[Shown]
    rows: list[CompareRun]
    rows_omitted: int


class ObservedContextPart(msgspec.Struct, frozen=True):
    """One observed context. An item below `Meta.items` is an entry whose message is the same; others are `ObservedView.rows`."""

    captured: Captured
    request: int
    """Counts the contexts of its run; -1 where not recorded."""
    model: Shown
    thinking: Shown
    tokens: float | None
    """As Pi estimated them at that moment; never the size of a segment."""
    window: float | None
    messages: int
    missing: Shown
    """Why the first messages are not here; empty where all are."""
    outcome: Shown
    """How the turn of this request ended; empty where no turn names it."""
    answer: int
    """Item of the assistant entry that the turn names, -1 for none."""
    following: int
    """Entries after its leaf on the active branch that put messages into a context; -1 where the leaf is not on it."""
    shared: int
    """Leading entries that are those of the context before it in this list."""
    entries: list[int]
    """Items of the rest, one a message."""
    edits: dict[str, int]
    """Of those of the session: item to the context edit in force at that leaf."""
    gap_after: int
    """Place in all entries after which earlier segments were left out; -1 for none."""
    gap_segments: int
    segments: int
    comparison: ObservedComparison | None
    incomparable: Shown
    """Why there is no comparison."""


class ObservedView(msgspec.Struct, frozen=True):
    """Element "observed": contexts as a run of Pi had them (CTX-2), in the order of the dump.

    `rows` and `segments` are like the page's own and hold what no entry holds; details are in elements "oc0" and up. Items of
    rows follow those of the session.
    """

    contexts: list[ObservedContextPart]
    last: int
    """Place of the last one whose leaf lies on the active branch, -1 for none."""
    total: int
    rows: Rows
    segments: Segments
    source: list[int]
    """Item of the session's message that each row was matched with, -1 for no recorded source."""
    answers: dict[str, int]
    """Item of an assistant entry to the place of the context that its turn names."""


class PayloadPart(msgspec.Struct, frozen=True):
    """One provider payload as its hook saw it (CTX-10). Request, attempt, purpose and leaf are the observer's inference."""

    captured: Captured
    request: int
    attempt: int
    purpose: Shown
    model: Shown
    outcome: Shown
    """Of the turn that has this run and request number, inferred as well."""
    body: int
    """Its body is element "payload-{body}", a Detail; -1 where it was left out."""
    why: Shown
    """Why the body is not here."""
    size: int
    """Bytes of the record; up to the next KiB where its body holds masks."""


class ResponsePart(msgspec.Struct, frozen=True):
    """A response as the observer was told, possibly synthetic."""

    captured: Captured
    request: int
    status: float | None
    request_id: Shown


class WarmingPart(msgspec.Struct, frozen=True):
    """A decision on cache warming; costs in USD as Pi estimated them."""

    captured: Captured
    action: Shown
    warm_cost: float | None
    miss_cost: float | None


class PayloadView(msgspec.Struct, frozen=True):
    """Element "payloads": hook-stage observations, joined with nothing."""

    payloads: list[PayloadPart]
    total: int
    responses: list[ResponsePart]
    responses_omitted: int
    warming: list[WarmingPart]
    warming_omitted: int


class PromptCapture(msgspec.Struct, frozen=True):
    """One captured system prompt; its text is member `text` of element "prompt-{body}", a Detail."""

    captured: Captured
    chars: int
    body: int


class ContextFilePart(msgspec.Struct, frozen=True):
    """A file that Pi puts into the prompt; its content is member `files` of element "context-files", a Detail, by place."""

    path: Shown
    chars: int


class RuntimePromptView(msgspec.Struct, frozen=True):
    """Element "runtime-prompt": prompts as captured, possibly never sent (CTX-11), newest first."""

    prompts: list[PromptCapture]
    omitted: int
    files: list[ContextFilePart]
    files_captured: Captured | None
    files_omitted: int


class SourcePart(msgspec.Struct, frozen=True):
    """Where Pi says something comes from; empty is unavailable."""

    source: Shown
    path: Shown
    scope: Shown
    origin: Shown


class NamespacePart(msgspec.Struct, frozen=True):
    """A group of tools as Pi names it; proves no server."""

    name: Shown
    aliases: list[Shown]
    description: Shown
    instructions: Shown


class ToolPart(msgspec.Struct, frozen=True):
    """One tool as captured (OBS-4). Empty texts and nulls are unavailable."""

    name: Shown
    description: Shown
    guidelines: list[Shown]
    exposure: Shown
    active: bool | None
    callable: bool | None
    """Derived by Pi's rule, not recorded."""
    namespace: NamespacePart | None
    annotations: Any
    source: SourcePart | None
    schema: int
    """Place in element "schemas", -1 where none was captured."""


class ServerPart(msgspec.Struct, frozen=True):
    """An MCP server that an extension registered (OBS-5)."""

    name: Shown
    extension: Shown


class SkillPart(msgspec.Struct, frozen=True):
    """A skill as captured; a path does not show that the file exists."""

    name: Shown
    description: Shown
    path: Shown
    base: Shown
    source: SourcePart | None
    model_invocation: bool | None


class CommandPart(msgspec.Struct, frozen=True):
    """A slash command as captured."""

    name: Shown
    description: Shown
    source: Shown


class CatalogChange(msgspec.Struct, frozen=True, array_like=True):
    """One difference to the catalog before: added, removed or redefined (with the members that differ)."""

    kind: str
    name: Shown
    members: list[str]


class Catalog(msgspec.Struct, frozen=True):
    """One capture of a catalog. `items` are places in the view's list of distinct items, in recorded order."""

    captured: Captured
    unavailable: bool
    """The observer could not ask Pi for it."""
    items: list[int]
    omitted: int
    """Items beyond the bound."""
    changes: list[CatalogChange] | None
    """Since the capture before it in the dump; null for the first."""


class Advertised(msgspec.Struct, frozen=True, array_like=True):
    """A skill that the prompt stored in the session names at the leaf."""

    name: Shown
    path: Shown


class EnvironmentView(msgspec.Struct, frozen=True):
    """Element "environment": captured catalogs, in the order of the dump; the last of each is the one to show (OBS-4, OBS-5)."""

    observed: bool
    """Whether a dump was given at all."""
    tools: list[ToolPart]
    tool_catalogs: list[Catalog]
    servers: list[ServerPart]
    server_catalogs: list[Catalog]
    skills: list[SkillPart]
    skill_catalogs: list[Catalog]
    commands: list[CommandPart]
    command_catalogs: list[Catalog]
    earlier: list[int]
    """Captures beyond the bound: of tools, servers, skills, commands."""
    advertised: list[Advertised]


class CaptureFile(msgspec.Struct, frozen=True):
    """One file of observations."""

    name: Shown
    kind: str
    """"dump", "stream" or "mixed"."""
    lines: int
    size: int
    """Bytes; up to the next KiB where the report keeps the input's exact size to itself (FILE-4)."""


class CaptureRun(msgspec.Struct, frozen=True):
    """One instance of the observer: a start, reload or resume."""

    id: Shown
    file: int
    pi_version: Shown
    mode: Shown
    reason: Shown
    """Why it started; empty where not recorded."""
    model: Shown
    thinking: Shown
    started: float | None
    last: float | None
    ended: Shown
    """Why it ended; empty where the record does not say."""
    has_end: bool
    """Whether an end was written; without one the process was killed, or the dump ends there."""
    contexts: int


class CaptureEvent(msgspec.Struct, frozen=True):
    """A change of the session as the observer saw it."""

    type: str
    words: Shown
    item: int
    """The entry that it names, -1 for none."""
    captured: Captured


class Counted(msgspec.Struct, frozen=True, array_like=True):
    """A name of the dump and how often it was counted."""

    name: Shown
    count: int


class CaptureView(msgspec.Struct, frozen=True):
    """Element "capture": what the observations are, and what of them was not taken (OBS-6, OBS-7)."""

    files: list[CaptureFile]
    runs: list[CaptureRun]
    runs_omitted: int
    mismatched: list[Shown]
    """Words for parts that were taken only because of --allow-mismatch."""
    matching: list[Shown]
    """Words for parts whose session id is not recorded, taken on the evidence of a tool call or message."""
    events: list[CaptureEvent]
    events_omitted: int
    left_out: list[Shown]
    """What the observer left out to stay within its bounds, in words."""
    fields: list[Counted]
    """Members that the format does not name; dropped while reading."""
    records: list[Counted]
    """Record types that the format does not name; dropped."""
    unused: list[Counted]
    """Record types that are known, counted and not shown."""
