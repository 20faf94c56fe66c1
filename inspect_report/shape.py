"""Brings a recorded value into the form a detail has: bounded texts, bounded depth, exact numbers beside it.

Two steps stand around the redactor. `window` shortens only what is so long that most of it can never be shown, and
leaves a margin around the later cut, so that the redactor sees every secret whole; `bound` then cuts what was redacted.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any, NamedTuple, cast

from inspect_report import bounds
from inspect_report.payload import DetailCut
from inspect_report.pi.jsvalues import is_array, is_object
from inspect_report.redact import Shown
from inspect_report.segments import escape

MARGIN = 16 * bounds.KIB
"""Characters kept beyond a cut for the redactor: longer than any credential that it knows (a 16,384 bit PEM key)."""

_EXACT = 2**53
_GAP = "\ufdd0"
"""Stands around the number of characters that `window` left out; no character of a text, by Unicode's own rule."""
_GAPS = re.compile(f"{_GAP}([1-9][0-9]{{0,11}}){_GAP}")


def window(value: Any, limit: int) -> Any:
    """A copy in which no text is longer than `limit` and two margins; what was left out of the middle is counted by `bound`."""
    most = limit + 2 * MARGIN

    def shorten(text: str) -> str:
        if len(text) <= most:
            return text
        head, tail = limit - limit // 3 + MARGIN, limit // 3 + MARGIN
        return f"{text[:head]}{_GAP}{len(text) - head - tail}{_GAP}{text[-tail:]}"

    return _map_texts(value, shorten, most)


def _map_texts(value: Any, change: Callable[[str], str], longest: int) -> Any:
    """A copy with `change` applied to every text over `longest`. Iterative."""
    root: list[Any] = [value]
    stack: list[tuple[Any, Any]] = [(root, 0)]
    while stack:
        holder, key = stack.pop()
        node = holder[key]
        if isinstance(node, str):
            if len(node) > longest:
                holder[key] = change(node)
        elif is_object(node):
            copy = dict(node)
            holder[key] = copy
            stack.extend((copy, name) for name in copy)
        elif is_array(node):
            items = list(node)
            holder[key] = items
            stack.extend((items, place) for place in range(len(items)))
    return root[0]


def weight(value: Any, field: int) -> int:
    """Characters that a value can spend once each of its texts is cut to `field`; image data counts with the images."""
    total = 0
    stack = [value]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            total += min(len(node), field) + 3
        elif is_object(node):
            image = node.get("type") == "image"
            total += sum(map(len, node))
            stack.extend(child for name, child in node.items() if not (image and name == "data"))
        elif is_array(node):
            stack.extend(node)
        else:
            total += 6
    return total


_LONG_NUMBER = re.compile(rb"[:,\[\s]-?(?:\d{16,}\s*[,\]}]|\d[\d.]*[eE]\+?\d{3})")


def fits(raw: bytes, value: Any) -> bool:
    """Whether a line, decoded as `value`, is easily seen to need no bounding: no text, depth or number can go too far."""
    if len(raw) > bounds.DETAIL_FIELD or not isinstance(value, (dict, list)) or _LONG_NUMBER.search(raw):
        return False
    return raw.count(b"{") + raw.count(b"[") <= bounds.JSON_DEPTH or not _deeper(value, bounds.JSON_DEPTH)


def _deeper(value: Any, levels: int) -> bool:
    """Whether containers with something in them are nested in more than `levels` levels."""
    level: list[Any] = [value] if _nests(value) else []
    for _ in range(levels):
        level = [
            child for node in level for child in (node.values() if is_object(node) else node) if _nests(child)
        ]
    return bool(level)


def _nests(value: Any) -> bool:
    return isinstance(value, (dict, list)) and bool(cast("Any", value))


class Bounded(NamedTuple):
    """A value fit for the page: cuts and exact numbers by JSON pointer, and the characters it spends."""

    value: Any
    cuts: list[DetailCut]
    numbers: dict[str, str]
    chars: int
    omitted: int
    """Characters left out by text cuts."""
    left_out: int
    """Members and items left out by depth or by the allowance of the entry."""


def bound(value: Any, field: int, allowance: int, levels: int = bounds.JSON_DEPTH) -> Bounded:
    """Cut every text to `field` characters, the whole to about `allowance`, the depth to `levels`.

    Where members are left out their holder gets `{"$cut": reason, "items": n}` in their place. Iterative.
    """
    state = _Bounding(field, allowance)
    root: list[Any] = [None]
    stack: list[_Open] = [_Open(root, 0, value, "", 0)]
    while stack:
        place = stack.pop()
        node = place.node
        if is_object(node) or is_array(node):
            if node and place.depth >= levels:
                state.left_out += len(node)
                place.holder[place.key] = {"$cut": "depth", "items": len(node)}
                continue
            copy, later = _level(node, place, state)
            place.holder[place.key] = copy
            # What is nested comes last first, so that the allowance is spent in order.
            stack.extend(reversed(later))
        else:
            place.holder[place.key] = state.leaf(node, place.pointer)
    return Bounded(root[0], state.cuts, state.numbers, state.spent, state.omitted, state.left_out)


class _Open(NamedTuple):
    """A value that waits for its copy, and where that goes."""

    holder: Any
    key: Any
    node: Any
    pointer: str
    depth: int


def _level(node: dict[str, Any] | list[Any], place: _Open, state: _Bounding) -> tuple[Any, list[_Open]]:
    """Copy one level; gives the copy and what is nested in it."""
    members: list[tuple[Any, Any]] = (
        list(node.items()) if is_object(node) else list(enumerate(cast("list[Any]", node)))
    )
    copy: Any = {} if is_object(node) else [None] * len(members)
    later: list[_Open] = []
    for count, (name, child) in enumerate(members):
        if state.spent >= state.allowance:
            rest = len(members) - count
            state.left_out += rest
            mark = {"$cut": "size", "items": rest}
            if is_object(node):
                copy["$cut"] = mark
            else:
                copy[count:] = [mark]
            break
        at = f"{place.pointer}/{escape(name) if isinstance(name, str) else name}"
        if isinstance(name, str):
            state.spent += len(name) + 4
        if isinstance(child, (dict, list)):
            state.spent += 2
            copy[name] = None
            later.append(_Open(copy, name, child, at, place.depth + 1))
        else:
            copy[name] = state.leaf(child, at)
    return copy, later


class _Bounding:
    def __init__(self, field: int, allowance: int) -> None:
        self.field = field
        self.allowance = allowance
        self.cuts: list[DetailCut] = []
        self.numbers: dict[str, str] = {}
        self.spent = 0
        self.omitted = 0
        self.left_out = 0

    def leaf(self, value: Any, pointer: str) -> Any:
        if isinstance(value, str):
            limit = min(self.field, max(bounds.SUMMARY, self.allowance - self.spent))
            self.spent += min(len(value), limit) + 3
            if len(value) <= limit and _GAP not in value:
                return value
            return self._cut(value, limit, pointer)
        self.spent += 6
        if isinstance(value, int) and not isinstance(value, bool):
            if not -_EXACT <= value <= _EXACT:
                return self._inexact(value, pointer)
        elif isinstance(value, float) and not math.isfinite(value):
            self.numbers[pointer] = "a number too large for a double"
            return None
        return value

    def _cut(self, value: str, limit: int, pointer: str) -> str:
        gap = _GAPS.search(value)
        if gap is None and len(value) <= limit:
            return value
        if gap is None:
            cut = bounds.cut(value, limit)
            omitted = cut.omitted
        else:
            # Masks may have drawn the gap into what is kept: the two ends are cut apart from it.
            head = value[: gap.start()][: limit - limit // 3]
            tail = value[gap.end() :][-(limit // 3) :] if limit > 2 else ""
            head = head[: bounds.boundary_before(value, len(head))]
            tail = value[bounds.boundary_after(value, len(value) - len(tail)) :]
            omitted = len(value) - len(head) - len(tail) - len(gap[0]) + int(gap[1])
            cut = bounds.Cut(f"{head}{bounds.gap(omitted)}{tail}", len(head), omitted, len(tail))
        self.omitted += omitted
        self.cuts.append(DetailCut(Shown(pointer), cut.head + omitted + cut.tail, cut.head, cut.tail))
        return cut.text

    def _inexact(self, value: int, pointer: str) -> Any:
        try:
            double = float(value)
        except OverflowError:
            double = math.inf
        if math.isfinite(double) and int(double) == value:
            return double
        digits = str(value) if value.bit_length() < 4_000 else f"an integer of {value.bit_length():,} bits"
        self.numbers[pointer] = digits
        return double if math.isfinite(double) else None
