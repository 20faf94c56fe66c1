"""Questions about ancestors in the recorded tree, each answered at once after one pass over it. Nothing recurses."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inspect_report.pi.tree import Tree


class Ancestry:
    """The recorded links of a tree as numbers of a walk: an item's descendants are one range of them.

    A circle of parent links is cut above its first item in file order, so that what hangs in and below it has ancestors too.
    """

    def __init__(self, tree: Tree) -> None:
        parents = array("i", tree.recorded)
        for cycle in tree.cycles():
            parents[min(cycle)] = -1
        n = len(parents)
        self.order = array("i")
        """Items, each after its parent."""
        self._parents = parents
        below: list[list[int] | None] = [None] * n
        stack: list[int] = []
        for item in range(n - 1, -1, -1):
            parent = parents[item]
            if parent < 0:
                stack.append(item)
            else:
                siblings = below[parent]
                if siblings is None:
                    below[parent] = [item]
                else:
                    siblings.append(item)
        self._first = array("i", bytes(4 * n))
        while stack:
            item = stack.pop()
            self._first[item] = len(self.order)
            self.order.append(item)
            children = below[item]
            if children is not None:
                stack.extend(children)
        size = array("i", [1]) * n
        for item in reversed(self.order):
            parent = parents[item]
            if parent >= 0:
                size[parent] += size[item]
        self._end = array("i", (first + size[item] for item, first in enumerate(self._first)))

    def parent(self, item: int) -> int:
        """The recorded parent, -1 for a root and above the cut of a circle."""
        return self._parents[item]

    def is_ancestor(self, above: int, item: int) -> bool:
        """Whether `above` stands on the path from a root to `item`, or is it."""
        return self._first[above] <= self._first[item] < self._end[above]

    def place(self, item: int) -> int:
        """The item's number in the walk: greater than those of all its ancestors."""
        return self._first[item]

    def sums(self, values: Sequence[float]) -> array[float]:
        """For each item the sum of `values` from its root to itself."""
        sums, parents = array("d", bytes(8 * len(values))), self._parents
        for item in self.order:
            parent = parents[item]
            sums[item] = values[item] + (sums[parent] if parent >= 0 else 0.0)
        return sums
