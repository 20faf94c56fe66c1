"""The session as a report sees it: the reader's columns and what follows from one leaf, raw. No texts leave from here."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from inspect_report import bounds
from inspect_report.payload import SegmentFlag
from inspect_report.pi.columns import NO_CONTENT, STRING_CONTENT
from inspect_report.pi.context import Context, Standing
from inspect_report.pi.jsvalues import MISSING
from inspect_report.pi.session import NotDecoded, Session
from inspect_report.pi.tree import NONE, Leaf, Tree, Walk
from inspect_report.pi.usage import scope
from inspect_report.segments import segments

STANDINGS: dict[Standing, str] = {
    Standing.IN: "in the context",
    Standing.COMPACTED: "compacted away",
    Standing.EDITED: "edited",
    Standing.OMITTED: "omitted",
    Standing.EXCLUDED: "excluded",
    Standing.OFF_BRANCH: "off branch",
    Standing.NOT_LOADED: "not loaded by Pi",
    Standing.NO_MESSAGE: "no message",
    Standing.UNDERIVED: "no context to stand to",
}
"""How an entry stands to the context at the leaf, in words (SES-16)."""

_SHOWN = frozenset({Standing.IN, Standing.EDITED, Standing.OMITTED, Standing.EXCLUDED})


class ShownContext(NamedTuple):
    """The context entries that the report shows, within the bound on segments (CTX-5)."""

    items: list[int]
    """In Pi's order; also what is hidden from the model: omitted entries and excluded commands."""
    gap_after: int
    """Place in `items` after which entries were left out, -1 when none were."""
    gap_segments: int
    segments: int
    """Segments of the whole context."""


class Model:
    """One session at one leaf. Items are indices into the session's columns; sets and lists hold items."""

    def __init__(self, session: Session, tree: Tree, leaf: Leaf, *, leaf_chosen: bool = False) -> None:
        self.session = session
        self.tree = tree
        self.leaf = leaf
        self.leaf_chosen = leaf_chosen

    @cached_property
    def walk(self) -> Walk:
        """The active branch with what is wrong with it."""
        return self.tree.branch(self.leaf)

    @property
    def path(self) -> list[int]:
        """The active branch from its root to the leaf."""
        return self.walk.items

    @cached_property
    def linear(self) -> bool:
        """Whether the active branch is all that Pi loads, in file order: figures of both are then the same."""
        return self.path == scope(self.session)

    @cached_property
    def on_path(self) -> frozenset[int]:
        """The active branch as a set."""
        return frozenset(self.path)

    @cached_property
    def context(self) -> Context:
        """Pi's context at the leaf: context entries, edits in force, compaction."""
        return Context(self.session, self.tree, self.leaf)

    @property
    def context_unavailable(self) -> bool:
        """Whether there is no context because the path runs in a circle (CTX-12)."""
        return self.context.walk.cycle

    @cached_property
    def standings(self) -> bytearray:
        """How every item stands to the context at the leaf: one `Standing` an item."""
        return self.context.standings()

    @cached_property
    def shown_context(self) -> ShownContext:
        """The leading prompt and tools and the newest entries, at most `bounds.SEGMENTS` segments."""
        if self.context_unavailable:
            return ShownContext([], -1, 0, 0)
        items = [item for item in self.context.entries if self.standings[item] in _SHOWN]
        if self.leads(items):
            counts = [self._segments_of(item, place == 0) for place, item in enumerate(items)]
        else:
            counts = [self._segments_of(item, False) for item in items]
        total = sum(counts)
        if total <= bounds.SEGMENTS:
            return ShownContext(items, -1, 0, total)
        kept = 1 if self.leads(items) else 0
        left = bounds.SEGMENTS - sum(counts[:kept])
        start = len(items)
        while start > kept and counts[start - 1] <= left:
            start -= 1
            left -= counts[start]
        return ShownContext(items[:kept] + items[start:], kept - 1, sum(counts[kept:start]), total)

    def leads(self, items: list[int]) -> bool:
        """Whether the first of these context entries carries the prompt: a checkpoint or a system message."""
        return bool(items) and (
            self.session.types[items[0]] == "compaction" or self.session.roles[items[0]] == "system"
        )

    def _segments_of(self, item: int, leading: bool) -> int:
        """How many segments an entry gives, from the columns where they tell."""
        session = self.session
        edit = self.context.edit_of(item)
        if self.standings[item] == Standing.EDITED:
            return len(segments(self._decoded(edit), session.roles[item]))
        if session.types[item] == "compaction" or session.roles[item] == "system":
            if not leading:
                return 1
            drafts = segments(self._decoded(item))
            return sum(not draft.flags & SegmentFlag.CHANGE for draft in drafts)
        blocks = session.blocks[item]
        return 1 if blocks in (STRING_CONTENT, NO_CONTENT) else max(1, blocks)

    def _decoded(self, item: int) -> dict[str, Any]:
        try:
            return self.session.entry(item)
        except NotDecoded:
            return {}

    @cached_property
    def prompts(self) -> frozenset[int]:
        """Messages of role user, in the whole file: each begins a turn (SES-1)."""
        roles = self.session.roles
        return frozenset([item for item, role in enumerate(roles) if role == "user"])

    @cached_property
    def errors(self) -> frozenset[int]:
        """Items with an error as SES-17 defines it, in the whole file."""
        return frozenset(item for item, bits in enumerate(self.session.errors) if bits)

    @cached_property
    def labelled(self) -> frozenset[int]:
        """Items that carry a label (SES-13)."""
        return frozenset(self.tree.labels_by_item())

    @cached_property
    def branch_points(self) -> frozenset[int]:
        """Items with more than one child."""
        return frozenset(self.tree.forks())

    @cached_property
    def in_context(self) -> frozenset[int]:
        """Items that give the model something at the leaf, as recorded or edited."""
        wanted = (Standing.IN, Standing.EDITED)
        return frozenset(item for item, standing in enumerate(self.standings) if standing in wanted)

    def head(self, item: int) -> dict[str, Any]:
        """What the first pass kept of an item whose body can't be decoded (READ-6)."""
        session = self.session
        head: dict[str, Any] = {
            "type": session.types[item],
            "id": session.ids[item],
            "parentId": session.parent_ids[item],
            "timestamp": session.timestamps[item],
        }
        if session.roles[item] is not MISSING:
            head["message"] = {"role": session.roles[item]}
        return {name: value for name, value in head.items() if value is not MISSING}

    def target_role(self, item: int) -> Any:
        """The role in which the replacement of a context edit is shown: its target's."""
        edit = self.session.edits.get(item)
        if edit is None:
            return None
        target = self.tree.find(edit[0])
        return None if target == NONE else self.session.roles[target]
