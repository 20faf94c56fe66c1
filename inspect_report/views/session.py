"""Elements "nodes" and "session": the recorded tree of the whole file, and what History, Branch view and Event details need
beside the rows (SES-1 to SES-8, SES-13, SES-16).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from inspect_report import bounds, summaries
from inspect_report.payload import (
    OWN_PARENT,
    UNRESOLVED,
    CallPair,
    CompactionMark,
    LabelMark,
    NodeFlag,
    Nodes,
    SessionView,
)
from inspect_report.pi import columns as c
from inspect_report.pi.jsvalues import MISSING, id_key, truthy
from inspect_report.pi.session import NotDecoded
from inspect_report.redact import Shown
from inspect_report.store import INTERNAL_TYPES

if TYPE_CHECKING:
    from inspect_report.ancestry import Ancestry
    from inspect_report.model import Model
    from inspect_report.report import Sources

GIVING_TYPES = frozenset({"message", "custom_message", "branch_summary", "compaction"})
"""Entry types that put a message into a context (PI_RULES 7)."""

_USUAL_STOPS = ("stop", "toolUse", MISSING, None)


def build(sources: Sources) -> Iterator[tuple[str, Any]]:
    """The two elements of the Session tab."""
    yield "nodes", nodes(sources.model)
    yield "session", session_view(sources)


def nodes(model: Model) -> Nodes:
    """Links and a few facts of every item of the file."""
    session, tree = model.session, model.tree
    parent_ids = session.parent_ids
    links = [
        (item - parent or OWN_PARENT) if parent >= 0 else UNRESOLVED if truthy(parent_ids[item]) else 0
        for item, parent in enumerate(tree.recorded)
    ]
    by_type = {kind: _type_bits(kind) for kind in {kind for kind in session.types if isinstance(kind, str)}}
    columns = zip(session.types, session.roles, session.columns.flags, session.errors, strict=True)
    flags = [
        (by_type[kind] if isinstance(kind, str) else 0)
        | (_ROLE_BITS.get(role, 0) if isinstance(role, str) else 0)
        | (NodeFlag.LOADED if flag & c.LOADED else 0)
        | (NodeFlag.ERROR if error else 0)
        for kind, role, flag, error in columns
    ]
    return Nodes(parent=links, flags=flags)


_ROLE_BITS = {"user": NodeFlag.PROMPT, "toolResult": NodeFlag.TOOL_RESULT, "system": NodeFlag.SYSTEM}


def _type_bits(kind: str) -> int:
    checks = (
        (NodeFlag.INTERNAL, kind in INTERNAL_TYPES),
        (NodeFlag.COMPACTION, kind == "compaction"),
        (NodeFlag.EDIT, kind == "context_edit"),
        (NodeFlag.GIVES, kind in GIVING_TYPES),
    )
    return sum(bit for bit, holds in checks if holds)


def session_view(sources: Sources) -> SessionView:
    """Figures of the whole file, for what the report shows of it."""
    model, store = sources.model, sources.store
    session, row_of, items = model.session, store.row_of, store.rows.item
    ancestry = sources.ancestry
    spent = ancestry.sums(_costs(model))
    parent_time: dict[str, float | None] = {}
    reasons: dict[str, Shown] = {}
    stops: dict[str, Shown] = {}
    for row, item in enumerate(items):
        parent = ancestry.parent(item)
        if parent >= 0 and parent not in row_of:
            parent_time[str(row)] = session.moment(parent)
        if reason := session.reason(item):
            reasons[str(row)] = sources.redactor.text(reason, item)
        stop = session.stop_reasons[item]
        if stop not in _USUAL_STOPS:
            stops[str(row)] = _text(sources, stop, item)
    return SessionView(
        cost=[round(spent[item], 6) for item in items],
        parent_time=parent_time,
        reasons=reasons,
        identical={str(item): kept for item, kept in session.identical.items()},
        stops=stops,
        labels=list(labels(sources)),
        compactions=list(compactions(sources, ancestry)),
        calls=[CallPair(*pair) for pair in sources.pairs if pair.result in row_of or pair.call in row_of],
        scope_item=model.path[-1] if model.path else -1,
    )


def _costs(model: Model) -> list[float]:
    table = model.session.usage
    costs = [0.0] * model.session.n
    for row, item in enumerate(table.item):
        if table.cost_known(row) and math.isfinite(table.cost[row]):
            costs[item] += table.cost[row]
    return costs


def _text(sources: Sources, value: Any, item: int) -> Shown:
    words = value if isinstance(value, str) else summaries.compact(value)
    return summaries.line(sources.redactor.text(words, item))


def labels(sources: Sources) -> Iterator[LabelMark]:
    """The labels in force, in the order in which they were set (SES-13)."""
    tree = sources.model.tree
    for key, (label, by) in tree.labels().items():
        item = tree.by_id.get(key, -1)
        if item >= 0:
            yield LabelMark(item, _text(sources, label, by), by)


def compactions(sources: Sources, ancestry: Ancestry) -> Iterator[CompactionMark]:
    """Every compaction that has a row: what it kept and how many entries it took out of its path's context."""
    session, row_of = sources.model.session, sources.store.row_of
    if "compaction" not in session.types:
        return
    count = _Counts(sources.model, ancestry)
    for item in sorted(count.kept):
        if item not in row_of:
            continue
        try:
            entry = session.entry(item)
        except NotDecoded:
            entry = {}
        yield CompactionMark(
            item=item,
            first_kept=count.kept[item],
            kept_id=_id(sources, session.first_kept.get(item, MISSING), item),
            replaced=count.replaced(item),
            tokens_before=_number(entry.get("tokensBefore")),
            checkpoint=truthy(entry.get("systemMessage")),
            by_extension=truthy(entry.get("fromHook")),
        )


class _Counts:
    """Entries and system messages from the root to each item, and the compactions above one another."""

    def __init__(self, model: Model, ancestry: Ancestry) -> None:
        session = model.session
        roles, types = session.roles, session.types
        self._all = ancestry.sums([1.0] * session.n)
        self._system = ancestry.sums([1.0 if role == "system" else 0.0 for role in roles])
        self._ancestry = ancestry
        self.kept: dict[int, int] = {}
        """Compaction to the entry from which its path is kept, -1 for none."""
        self._earlier: dict[int, int] = {}
        latest = [-1] * session.n
        for item in ancestry.order:
            parent = ancestry.parent(item)
            latest[item] = latest[parent] if parent >= 0 else -1
            if types[item] == "compaction":
                self._earlier[item] = latest[item]
                self.kept[item] = _first_kept(model, ancestry, item)
                latest[item] = item

    def replaced(self, item: int) -> int:
        """Entries that the context right before the compaction held and the one after it does not (PI_RULES 6)."""
        kept, earlier = self.kept[item], self._earlier[item]
        begun = self.kept[earlier] if earlier >= 0 else -1
        if earlier < 0:
            gone = self._before(kept if kept >= 0 else item)
        elif kept < 0:
            gone = 1 + self._plain(begun, earlier) + self._all[item] - 1 - self._all[earlier]
        elif self._all[kept] > self._all[earlier]:
            gone = 1 + self._plain(begun, earlier) + self._before(kept) - self._all[earlier]
        else:
            # It keeps what the earlier one had already let go: only that one's own beginning can drop out.
            gone = max(0, self._plain(begun, kept)) if begun >= 0 else 0
        if kept >= 0:
            # System messages are not kept, wherever they stand.
            start = kept if earlier < 0 or self._all[kept] > self._all[earlier] else earlier
            gone += self._system[item] - self._system[start] + (self._own(start) if start == kept else 0)
        return int(gone)

    def _before(self, item: int) -> float:
        return self._all[item] - 1

    def _own(self, item: int) -> float:
        parent = self._ancestry.parent(item)
        return self._system[item] - (self._system[parent] if parent >= 0 else 0)

    def _plain(self, start: int, end: int) -> float:
        """Entries from `start` up to but without `end` that are no system message; none without a start."""
        if start < 0 or self._all[start] >= self._all[end]:
            return 0
        return (
            self._all[end]
            - self._all[start]
            - (self._system[end] - self._own(end) - self._system[start] + self._own(start))
        )


def _id(sources: Sources, value: Any, item: int) -> Shown:
    """An id of the file as shown: redacted, at most as long as ids may be."""
    if not isinstance(value, str):
        return Shown("")
    return Shown(bounds.start(sources.redactor.text(value, item), bounds.IDENTIFIER))


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _first_kept(model: Model, ancestry: Ancestry, item: int) -> int:
    """The entry above a compaction from which its path is kept, -1 for none (PI_RULES 6)."""
    wanted = model.session.first_kept.get(item, MISSING)
    if wanted is MISSING or isinstance(wanted, (dict, list)):
        return -1
    found = model.tree.by_id.get(id_key(wanted), -1)
    return found if found >= 0 and found != item and ancestry.is_ancestor(found, item) else -1
