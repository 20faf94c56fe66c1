"""Element "context": Pi's projection at the leaf as references to rows and segments (CTX-1, CTX-2, CTX-5, CTX-8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from inspect_report import bounds
from inspect_report.payload import Context, SegmentFlag
from inspect_report.pi.context import Standing
from inspect_report.pi.system import Replay
from inspect_report.redact import Shown

if TYPE_CHECKING:
    from inspect_report.model import Model
    from inspect_report.report import Sources


def build(sources: Sources) -> Iterator[tuple[str, Context]]:
    """The context at the leaf; without one the reason stands in its place."""
    model = sources.model
    shown = model.shown_context
    if shown.gap_segments:
        sources.ledger.cut("segments", shown.gap_segments)
    _count_long_blocks(sources)
    prompt, tools = stored(model)
    standings = model.standings
    yield (
        "context",
        Context(
            item=shown.items,
            edit=[model.context.edit_of(item) for item in shown.items],
            omitted=[int(standings[item] == Standing.OMITTED) for item in shown.items],
            gap_after=shown.gap_after,
            gap_segments=shown.gap_segments,
            segments=shown.segments,
            compacted_messages=compacted_messages(model),
            compaction_item=model.context.compaction,
            prompt_stored=prompt,
            tools_stored=tools,
            unavailable=unavailable(model),
            partial=partial(model),
        ),
    )


def _count_long_blocks(sources: Sources) -> None:
    """Count the blocks of which the context shows the first part only; Event details has more of them."""
    store = sources.store
    for item in sources.model.shown_context.items:
        row = store.row_of.get(item, -1)
        if row < 0 or store.rows.detail[row] < 0:
            continue
        for segment in range(store.rows.segment[row], store.rows.segment[row + 1]):
            beyond = store.segments.chars[segment] - bounds.CONTEXT_MESSAGE
            if beyond > 0 and not store.segments.flags[segment] & SegmentFlag.CHANGE:
                sources.ledger.cut("context_message", beyond)


def stored(model: Model) -> tuple[bool, bool]:
    """Whether the context holds a prompt and tool declarations: what a replay of its system messages gives (PI_RULES 10)."""
    if model.context_unavailable:
        return False, False
    replay = Replay()
    types, roles = model.session.types, model.session.roles
    for place, item in enumerate(model.context.entries):
        if types[item] == "compaction" or roles[item] == "system":
            for message in model.context.messages_of(item, first=place == 0):
                replay.feed(message)
    return bool(replay.text()), bool(replay.tools)


def compacted_messages(model: Model) -> int:
    """Messages on the path that the compaction in force replaced."""
    if model.context.compaction < 0:
        return 0
    kinds = ("message", "custom_message", "branch_summary")
    standings, types = model.standings, model.session.types
    return sum(
        standings[item] == Standing.COMPACTED and types[item] in kinds for item in model.context.walk.items
    )


def unavailable(model: Model) -> Shown:
    """Why there is no context; empty when there is one."""
    if model.context_unavailable:
        return Shown(
            "The parent links of this branch run in a circle, so Pi never finishes to derive its context."
        )
    return Shown("")


def partial(model: Model) -> Shown:
    """What makes the context's history partial or doubtful; empty when nothing does."""
    notes: list[str] = []
    walk = model.context.walk
    if walk.missing_parent is not None and not walk.cycle:
        notes.append(
            f"The history is partial: the parent of line {model.session.line[walk.items[0]]:,} is not in this file, "
            "so this is the shorter context that Pi derives."
        )
    for item, others in model.tree.repeated_on(walk.items)[:3]:
        lines = ", ".join(f"{model.session.line[other]:,}" for other in others[:5])
        notes.append(f"An id stands on several lines ({lines}); Pi uses line {model.session.line[item]:,}.")
    return Shown(" ".join(notes))
