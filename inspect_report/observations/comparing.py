"""Compares observed contexts with Pi's projection at their own leaves, many of them at little cost (CTX-13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from inspect_report.observations.compare import Comparison, Pair, compare_identities
from inspect_report.observations.contexts import messages, pieces
from inspect_report.observations.dump import Observations
from inspect_report.observations.identity import Identity, identity_of
from inspect_report.observations.records import UNAVAILABLE
from inspect_report.pi.context import Context

if TYPE_CHECKING:
    from inspect_report.pi.session import Session
    from inspect_report.pi.tree import Tree


class ContextComparison(msgspec.Struct, frozen=True):
    """One observed context beside the session. Indices of the pairs are those of the whole lists."""

    comparison: Comparison
    skipped: int
    """Leading messages on both sides that were not compared, as the observed ones are not in the dump."""
    items: tuple[int, ...]
    """Item of each message of the session's projection."""
    sources: tuple[int, ...]
    """Item of each observed message from `skipped` on: that of the message it matches, -1 for "no recorded source"."""


class Comparer:
    """Compares the contexts of one dump. Identities are kept, so that what contexts share is read once."""

    def __init__(self, observations: Observations, session: Session, tree: Tree) -> None:
        self._all = observations
        self._session = session
        self._tree = tree
        self._tails: dict[int, list[Identity]] = {}
        self._of_items: dict[tuple[int, int, bool], list[Identity]] = {}

    def compare(self, row: int) -> ContextComparison | None:
        """The comparison of one context record; None where its leaf is no entry of this session that can be named, or where
        the path to it runs in a circle.

        A leaf that was reset (null) is compared with an empty projection. Raises NotDecoded where the record can't be
        read again.
        """
        code = self._all.contexts.leaf[row]
        leaf_id = self._all.names.text(code)
        if (leaf_id is None and self._unavailable(row)) or (
            leaf_id is not None and self._all.facts.item(leaf_id) < 0
        ):
            return None
        context = Context(self._session, self._tree, self._tree.leaf_of(leaf_id))
        if context.walk.cycle:
            return None
        ours, skipped = self._observed(row)
        theirs: list[Identity] = []
        items: list[int] = []
        starts: dict[int, int] = {}
        for place, item in enumerate(context.entries):
            starts.setdefault(item, len(theirs))
            found = self._item(context, item, first=place == 0)
            theirs += found
            items += [item] * len(found)
        whole: list[Any] = []

        def observed(index: int) -> Any:
            if not whole:
                whole.extend(messages(self._all, row).messages)
            return whole[index]

        def session(index: int) -> Any:
            item = items[index + skipped]
            return context.messages_of(item)[index + skipped - starts[item]]

        result = compare_identities(ours, theirs[skipped:], observed, session)
        sources = [-1] * len(ours)
        for pair in result.pairs:
            if pair.observed >= 0 and pair.session >= 0:
                sources[pair.observed] = items[pair.session + skipped]
        if skipped:
            result = msgspec.structs.replace(
                result, pairs=tuple(_moved(pair, skipped) for pair in result.pairs)
            )
        return ContextComparison(result, skipped, tuple(items), tuple(sources))

    def _unavailable(self, row: int) -> bool:
        _, fields = self._all.fields(self._all.contexts.place[row])
        return "leafId" in fields.get(UNAVAILABLE, ())

    def _observed(self, row: int) -> tuple[list[Identity], int]:
        """The identities of a context's messages, and how many of its first messages are not known."""
        parts, missing, _ = pieces(self._all, row, self._tail)
        return [identity for part in reversed(parts) for identity in part], missing

    def _tail(self, row: int) -> list[Identity]:
        known = self._tails.get(row)
        if known is None:
            known = self._tails[row] = [
                identity_of(message) for message in self._all.body(self._all.contexts.place[row], "messages")
            ]
        return known

    def _item(self, context: Context, item: int, *, first: bool) -> list[Identity]:
        key = (item, context.edit_of(item), first)
        known = self._of_items.get(key)
        if known is None:
            known = [identity_of(message) for message in context.messages_of(item, first=first)]
            self._of_items[key] = known
        return known


def _moved(pair: Pair, by: int) -> Pair:
    return msgspec.structs.replace(
        pair,
        observed=pair.observed + by if pair.observed >= 0 else -1,
        session=pair.session + by if pair.session >= 0 else -1,
    )
