"""Which calls are open while a dump is read, and which of them share an id and so can't be told apart."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

_K = TypeVar("_K", bound=Hashable)


class OpenCalls(Generic[_K]):
    """Rows of open calls by tool-call id, in the order of their starts."""

    def __init__(self) -> None:
        self._open: dict[_K, dict[int, None]] = {}
        self._shared: set[_K] = set()

    def begin(self, key: _K, row: int) -> Iterable[int]:
        """A call begins; gives the rows that can't be told apart from now on.

        Once two of one id were open together, none of them can be told from the others until all have ended.
        """
        group = self._open.setdefault(key, {})
        group[row] = None
        if key in self._shared:
            return (row,)
        if len(group) > 1:
            self._shared.add(key)
            return tuple(group)
        return ()

    def finish(self, key: _K, row: int) -> None:
        """A call ends; nothing happens for one that did not begin."""
        group = self._open.get(key)
        if group is None:
            return
        group.pop(row, None)
        if not group:
            del self._open[key]
            self._shared.discard(key)

    def count(self, key: _K) -> int:
        """How many calls of an id are open."""
        return len(self._open.get(key, ()))

    def first(self, key: _K) -> int:
        """The open call of an id that began first, -1 for none."""
        return next(iter(self._open.get(key, ())), -1)
