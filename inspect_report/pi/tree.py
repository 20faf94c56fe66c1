"""The tree of a session: index, leaf, walks, roots, children, labels, name (PI_RULES 3, 4, 16). Nothing recurses."""

from __future__ import annotations

import math
from array import array
from collections import deque
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from inspect_report.pi.jsvalues import MISSING, id_key, nullish, trim, truthy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from inspect_report.pi.session import Session

NONE = -1


@dataclass(frozen=True, slots=True)
class Leaf:
    """Where the session stands: the id, and the item at which each of Pi's two walks starts (-1: the walk is empty)."""

    value: Any
    """The id as it is in the file; None when the leaf was reset or there is no entry."""
    branch_start: int
    context_start: int


@dataclass(frozen=True, slots=True)
class Walk:
    """A path from a root to a leaf. A cycle ends it at the first entry seen again (PI_RULES 18)."""

    items: list[int]
    cycle: bool = False
    missing_parent: Any = None
    """The parent id at the root end that no entry has; None if the path begins at a real root or in a cycle."""

    @property
    def partial(self) -> bool:
        """Whether history before this path is missing or damaged."""
        return self.cycle or self.missing_parent is not None


class Tree:
    """Pi's view of how loaded items hang together, and the recorded links of all items."""

    def __init__(self, session: Session) -> None:
        self.session = session
        columns = session.columns
        self.by_id: dict[Any, int] = columns.by_id
        """Id key to item: the last loaded one of that id, in the order of first appearance."""
        n = session.n
        self.parents = array("i", bytes(4 * n))
        """The item that Pi's walks go to from each item; -1 where a path begins."""
        self.recorded = array("i", bytes(4 * n))
        """The same with recovered items as possible parents (READ-7); equal to `parents` where every line was loaded."""
        recovered = columns.recovered_ids
        shared = bool(columns.repeated)
        for item in range(n):
            reference = columns.parent_refs[item]
            if reference >= 0 and not shared:
                self.parents[item] = self.recorded[item] = reference
                continue
            value = columns.parent_id(item)
            parent = self._find(value) if truthy(value) else NONE
            self.parents[item] = self.recorded[item] = parent
            if parent == NONE and recovered and isinstance(value, str) and value:
                self.recorded[item] = recovered.get(value, NONE)
        self._children: tuple[array[int], array[int]] | None = None
        self._labels: dict[int, Any] | None = None

    def _find(self, value: Any) -> int:
        return self.by_id.get(value if type(value) is str else id_key(value), NONE)

    def find(self, value: Any) -> int:
        """The item that Pi finds for an id, -1 for none. Objects and arrays find nothing."""
        return self._find(value)

    # Leaves

    def leaf(self) -> Leaf:
        """The leaf after loading: the last loaded entry of the file, whatever it is."""
        last = self._last()
        if last == NONE:
            return Leaf(None, NONE, NONE)
        return self.leaf_at(last)

    def leaf_at(self, item: int) -> Leaf:
        """The leaf whose id is that of `item`; with a repeated id Pi stands at the last entry that has it."""
        value = self.session.ids[item]
        return self._leaf(value, self.by_id.get(self.session.key(item), NONE))

    def leaf_of(self, value: Any) -> Leaf:
        """The leaf of an id from the file; one that is not there leaves both walks to Pi's rules for odd leaves."""
        return self._leaf(value, self._find(value))

    def reset_leaf(self) -> Leaf:
        """The leaf set to null: both walks are empty."""
        return Leaf(None, NONE, NONE)

    def _leaf(self, value: Any, found: int) -> Leaf:
        if value is None:
            return Leaf(None, NONE, NONE)
        start = found if truthy(value) else NONE
        return Leaf(value, start, start if start != NONE else self._last())

    def _last(self) -> int:
        for item in range(self.session.n - 1, -1, -1):
            if self.session.loaded(item):
                return item
        return NONE

    # Walks

    def branch(self, leaf: Leaf) -> Walk:
        """Pi's branch: what the session shows as its path."""
        return self.walk(leaf.branch_start)

    def context_walk(self, leaf: Leaf) -> Walk:
        """The path from which the context is made; differs from `branch` for odd leaves only."""
        return self.walk(leaf.context_start)

    def walk(self, start: int) -> Walk:
        """The path from a root to the item `start`, following `parents`."""
        return self._follow(start, self.parents)

    def recorded_walk(self, start: int) -> Walk:
        """The path to `start` along the recorded links, through recovered items as well."""
        return self._follow(start, self.recorded)

    def _follow(self, start: int, links: array[int]) -> Walk:
        items: list[int] = []
        seen = bytearray(self.session.n)
        item = start
        while item != NONE and not seen[item]:
            seen[item] = 1
            items.append(item)
            item = links[item]
        items.reverse()
        if item != NONE:
            return Walk(items, cycle=True)
        if not items:
            return Walk(items)
        value = self.session.parent_ids[items[0]]
        return Walk(items, missing_parent=value if truthy(value) else None)

    # The whole tree

    def roots(self) -> list[int]:
        """Items that begin a tree: parent null or missing, or a value that no walk follows; recovered ones included."""
        return [
            item for item in range(self.session.n) if self.recorded[item] == NONE and not self._orphan(item)
        ]

    def orphans(self) -> list[int]:
        """Items whose recorded parent no item has."""
        return [item for item in range(self.session.n) if self.recorded[item] == NONE and self._orphan(item)]

    def _orphan(self, item: int) -> bool:
        return truthy(self.session.parent_ids[item])

    def children(self, item: int) -> array[int]:
        """The items recorded below `item`, in file order."""
        starts, members = self._child_table()
        return members[starts[item] : starts[item + 1]]

    def forks(self) -> list[int]:
        """Items with more than one item recorded below them."""
        starts, _ = self._child_table()
        return [item for item in range(self.session.n) if starts[item + 1] - starts[item] > 1]

    def _child_table(self) -> tuple[array[int], array[int]]:
        if self._children is None:
            n = self.session.n
            starts = array("i", bytes(4 * (n + 2)))
            for parent in self.recorded:
                if parent != NONE:
                    starts[parent + 2] += 1
            for item in range(2, n + 2):
                starts[item] += starts[item - 1]
            members = array("i", bytes(4 * n))
            for item, parent in enumerate(self.recorded):
                if parent != NONE:
                    members[starts[parent + 1]] = item
                    starts[parent + 1] += 1
            self._children = (starts, members)
        return self._children

    @cached_property
    def _cycles(self) -> list[list[int]]:
        n = self.session.n
        state = bytearray(n)
        found: list[list[int]] = []
        for begin in range(n):
            path: list[int] = []
            item = begin
            while item != NONE and not state[item]:
                state[item] = 1
                path.append(item)
                item = self.recorded[item]
            if item != NONE and state[item] == 1:
                found.append(path[path.index(item) :])
            for passed in path:
                state[passed] = 2
        return found

    def cycles(self) -> list[list[int]]:
        """Every cycle of recorded links, each as its items in the order of the walk, by first item."""
        return self._cycles

    def unreachable(self) -> list[int]:
        """Items that hang under no root and no orphan: those in and below cycles."""
        if not self._cycles:
            return []
        reached = bytearray(self.session.n)
        queue = deque([*self.roots(), *self.orphans()])
        while queue:
            item = queue.popleft()
            reached[item] = 1
            queue.extend(self.children(item))
        return [item for item in range(self.session.n) if not reached[item]]

    def depth_first(self) -> Iterable[tuple[int, int]]:
        """(item, depth) from every root and orphan, children in file order; items in cycles do not appear."""
        stack = [(item, 0) for item in sorted([*self.roots(), *self.orphans()], reverse=True)]
        while stack:
            item, depth = stack.pop()
            yield item, depth
            for child in reversed(self.children(item)):
                stack.append((child, depth + 1))

    def repeated_on(self, items: Iterable[int]) -> list[tuple[int, list[int]]]:
        """The items of a path whose id other, different items have too, with those."""
        repeated = self.session.columns.repeated
        identical = self.session.identical
        found: list[tuple[int, list[int]]] = []
        if not repeated:
            return found
        for item in items:
            others = [other for other in repeated.get(self.session.key(item), ()) if other != item]
            others = [other for other in others if identical.get(other) != item]
            if others:
                found.append((item, others))
        return found

    # Labels and name

    def labels(self) -> dict[Any, tuple[Any, int]]:
        """Target id key to (label, item of the label entry), in Pi's order: the last one set over the whole file."""
        labels: dict[Any, tuple[Any, int]] = {}
        for item, target, label in self.session.labels:
            key = id_key(target, ("target", item))
            if truthy(label):
                labels[key] = (label, item)
            else:
                labels.pop(key, None)
        return labels

    def label_of(self, item: int) -> str | None:
        """The text of the label on an item; None without one, or where it is no text."""
        found = self.labels_by_item().get(item)
        return found if isinstance(found, str) else None

    def labels_by_item(self) -> dict[int, Any]:
        """Item to label, for targets that exist."""
        if self._labels is None:
            self._labels = {
                self.by_id[key]: label for key, (label, _) in self.labels().items() if key in self.by_id
            }
        return self._labels

    def name(self) -> str | None:
        """The session's name: the last session_info of the file, trimmed; None if it has none or one that is no text."""
        if not self.session.names:
            return None
        value = self.session.names[-1][1]
        if nullish(value) or not isinstance(value, str):
            return None
        return trim(value) or None

    # As Pi displays it

    def pi_roots(self) -> list[int]:
        """Pi's own root list: parent null, unknown, or the entry's own id; the item shown is the last of that id."""
        roots: list[int] = []
        session = self.session
        for item in range(session.n):
            if not session.loaded(item):
                continue
            value = session.parent_ids[item]
            key = session.key(item)
            parent = MISSING if value is MISSING else value if type(value) is str else id_key(value)
            if value is None or parent == key or parent not in self.by_id:
                roots.append(self.by_id[key])
        return roots

    def pi_children(self) -> dict[Any, list[int]]:
        """Parent id key to the items of Pi's index below it, falsy ids included, in index order."""
        below: dict[Any, list[int]] = {}
        for item in self.by_id.values():
            value = self.session.parent_ids[item]
            if not isinstance(value, (dict, list)):
                below.setdefault(id_key(value), []).append(item)
        return below

    def pi_sorted(self) -> list[tuple[int, list[int]]]:
        """(item, children) as Pi displays them: depth first from its roots, children by entry time, unreadable times staying."""
        session = self.session
        below: dict[int, list[int]] = {}
        for item in range(session.n):
            value = session.parent_ids[item]
            if not session.loaded(item) or value is None or isinstance(value, (dict, list)):
                continue
            parent = self.by_id.get(id_key(value), NONE)
            if parent != NONE and id_key(value) != session.key(item):
                below.setdefault(parent, []).append(self.by_id[session.key(item)])
        rows: list[tuple[int, list[int]]] = []
        seen = bytearray(session.n)
        stack = list(reversed(self.pi_roots()))
        while stack:
            item = stack.pop()
            if seen[item]:
                continue
            seen[item] = 1
            children = sort_by_time(below.get(item, []), session.time_ms)
            if children:
                rows.append((item, children))
                stack.extend(reversed(children))
        return rows


def sort_by_time(items: list[int], times: array[float]) -> list[int]:
    """A stable sort by time in which a pair with an unreadable time counts as equal, as in V8's sort.

    With unreadable times that is no order, so the outcome depends on the algorithm: V8 takes the first run as it stands
    and inserts the rest by binary search (lists of up to 32; beyond, V8 also merges, which is not followed).
    """
    if not any(math.isnan(times[item]) for item in items):
        return sorted(items, key=lambda item: times[item])
    done = items[:1]
    descending = len(items) > 1 and times[items[1]] < times[items[0]]
    for item in items[1:]:
        if (times[item] < times[done[-1]]) != descending:
            break
        done.append(item)
    rest = items[len(done) :]
    if descending:
        done.reverse()
    for item in rest:
        left, right = 0, len(done)
        while left < right:
            middle = (left + right) // 2
            if times[item] < times[done[middle]]:
                right = middle
            else:
                left = middle + 1
        done.insert(left, item)
    return done
