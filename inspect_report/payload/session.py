"""Elements "nodes", "session" and "replay": the tree, History, Branch view, Event details and what held at any entry."""

from __future__ import annotations

import msgspec

from inspect_report.redact import Shown


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
