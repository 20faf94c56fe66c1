"""Brings a recorded value into the form a detail has: bounded texts, bounded depth, exact numbers beside it.

Two steps stand around the redactor. `window` shortens only what is so long that most of it can never be shown, and
leaves a margin around the later cut, so that the redactor sees every secret whole; `bound` then cuts what was redacted.
"""

from __future__ import annotations

import math
import re
from typing import Any, NamedTuple

from inspect_report import bounds
from inspect_report.payload import DetailCut
from inspect_report.redact import Shown
from inspect_report.segments import escape

MARGIN = 16 * bounds.KIB
"""Characters kept beyond a cut for the redactor: longer than any credential that it knows (a 16,384 bit PEM key)."""

_EXACT = 2**53


def window(value: Any, limit: int) -> Any:
    """A copy in which no text is longer than `limit` and two margins; what was left out of the middle stands as `gap`."""
    most = limit + 2 * MARGIN

    def shorten(text: str) -> str:
        if len(text) <= most:
            return text
        head, tail = limit - limit // 3 + MARGIN, limit // 3 + MARGIN
        return text[:head] + bounds.gap(len(text) - head - tail) + text[-tail:]

    return _map_texts(value, shorten, most)


def _map_texts(value: Any, change: Any, longest: int) -> Any:
    """A copy with `change` applied to every text over `longest`; the same object where there is none. Iterative."""
    if isinstance(value, str):
        return change(value) if len(value) > longest else value
    if not isinstance(value, (dict, list)):
        return value
    root: list[Any] = [value]
    stack: list[tuple[Any, Any, Any]] = [(root, 0, value)]
    while stack:
        holder, key, node = stack.pop()
        copy: Any = dict(node) if isinstance(node, dict) else list(node)
        holder[key] = copy
        for place, child in list(copy.items()) if isinstance(copy, dict) else enumerate(copy):
            if isinstance(child, str):
                if len(child) > longest:
                    copy[place] = change(child)
            elif isinstance(child, (dict, list)):
                stack.append((copy, place, child))
    return root[0]


def weight(value: Any, field: int) -> int:
    """Characters that a value can spend once each of its texts is cut to `field`; image data counts with the images."""
    total = 0
    stack = [value]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            total += min(len(node), field) + 3
        elif isinstance(node, dict):
            image = node.get("type") == "image"
            total += sum(map(len, node))
            stack.extend(child for name, child in node.items() if not (image and name == "data"))
        elif isinstance(node, list):
            stack.extend(node)
        else:
            total += 6
    return total


_LONG_INTEGER = re.compile(rb"[:,\[\s]-?\d{16,}\s*[,\]}]|[eE]\+?\d{3}")


def fits(raw: bytes) -> bool:
    """Whether a line can be seen, without decoding it, to need no bounding: no text, depth or number can go too far."""
    if len(raw) > bounds.DETAIL_FIELD or raw.count(b"{") + raw.count(b"[") > bounds.JSON_DEPTH:
        return False
    return _LONG_INTEGER.search(raw) is None


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
    stack: list[tuple[Any, Any, Any, str, int]] = [(root, 0, value, "", 0)]
    while stack:
        holder, key, node, pointer, depth = stack.pop()
        if isinstance(node, (dict, list)):
            if node and depth >= levels:
                state.left_out += len(node)
                holder[key] = {"$cut": "depth", "items": len(node)}
                continue
            holder[key] = _open(node, pointer, depth, state, stack)
        else:
            holder[key] = state.leaf(node, pointer)
    return Bounded(root[0], state.cuts, state.numbers, state.spent, state.omitted, state.left_out)


def _open(node: Any, pointer: str, depth: int, state: _Bounding, stack: list[Any]) -> Any:
    """Copy one level; what is nested goes on the stack, last first, so that the allowance is spent in order."""
    later: list[Any] = []
    copy: Any = {} if isinstance(node, dict) else []
    members = node.items() if isinstance(node, dict) else enumerate(node)
    for count, (name, child) in enumerate(members):
        if state.spent >= state.allowance:
            rest = len(node) - count
            state.left_out += rest
            mark = {"$cut": "size", "items": rest}
            if isinstance(copy, dict):
                copy["$cut"] = mark
            else:
                copy.append(mark)
            break
        at = f"{pointer}/{escape(name) if isinstance(name, str) else name}"
        if isinstance(copy, dict):
            state.spent += len(name) + 4
        if isinstance(child, (dict, list)):
            state.spent += 2
            if isinstance(copy, dict):
                copy[name] = None
            else:
                copy.append(None)
            later.append((copy, name, child, at, depth + 1))
        else:
            shown = state.leaf(child, at)
            if isinstance(copy, dict):
                copy[name] = shown
            else:
                copy.append(shown)
    stack.extend(reversed(later))
    return copy


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
            if len(value) <= limit:
                return value
            cut = bounds.cut(value, limit)
            self.omitted += cut.omitted
            self.cuts.append(DetailCut(Shown(pointer), len(value), cut.head, cut.tail))
            return cut.text
        self.spent += 6
        if isinstance(value, int) and not isinstance(value, bool):
            if not -_EXACT <= value <= _EXACT:
                return self._inexact(value, pointer)
        elif isinstance(value, float) and not math.isfinite(value):
            self.numbers[pointer] = "a number too large for a double"
            return None
        return value

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
