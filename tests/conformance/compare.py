"""Member-by-member comparison of a result of Pi with the reader's own."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from inspect_report.pi.jsvalues import MISSING
from tests.conformance.results import written

LEAF_FIELDS = (
    "leafArg", "leafId", "path", "contextEntries", "projection", "contextMessages", "thinkingLevel", "model", "llm",
    "system", "tokenEstimates", "lastAssistantUsageTokens", "contextEstimate", "projectedEstimate", "contextUsage",
)  # fmt: skip
SKIPPED = frozenset({"pi", "format", "fileAfterOpen"})
_TOLERANT = frozenset({"cost", "missedCost", "percent"})
ABSENT = object()


@dataclass(frozen=True)
class Difference:
    """One place at which the reader and Pi part."""

    path: tuple[Any, ...]
    expected: Any
    own: Any

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path))}: Pi {_short(self.expected)}, own {_short(self.own)}"


@dataclass
class Verdict:
    """The outcome of one case."""

    name: str
    differences: list[Difference] = field(default_factory=list[Difference])
    on_purpose: dict[str, list[Difference]] = field(default_factory=dict[str, list[Difference]])

    @property
    def passed(self) -> bool:
        return not self.differences


def _short(value: Any) -> str:
    text = "(absent)" if value is ABSENT else repr(value)
    return text if len(text) <= 200 else text[:200] + "…"


def is_error(value: Any) -> bool:
    return isinstance(value, dict) and list(value) == ["error"] and isinstance(value["error"], str)


def compare(expected: Any, own: Any, path: tuple[Any, ...]) -> Iterator[Difference]:
    """Every place where two values differ; numbers are doubles, costs may differ by 1e-12 of their size."""
    stack = [(expected, own, path)]
    while stack:
        left, right, place = stack.pop()
        if right is MISSING:
            right = ABSENT
        if isinstance(right, float) and not math.isfinite(right):
            right = written(right)
        if _is_number(left) and _is_number(right):
            if not _equal(_double(left), _double(right), place):
                yield Difference(place, left, right)
        elif isinstance(left, dict) and isinstance(right, dict) and not is_error(left):
            for key in [*left, *(key for key in right if key not in left)]:
                stack.append((left.get(key, ABSENT), right.get(key, ABSENT), (*place, key)))
        elif isinstance(left, list) and isinstance(right, list):
            if len(left) != len(right):
                yield Difference((*place, "length"), left, right)
                continue
            stack.extend(
                (a, b, (*place, index)) for index, (a, b) in enumerate(zip(left, right, strict=True))
            )
        elif type(left) is not type(right) or left != right:
            yield Difference(place, left, right)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _double(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def _equal(left: float, right: float, place: tuple[Any, ...]) -> bool:
    if left == right:
        return True
    return bool(place) and place[-1] in _TOLERANT and abs(left - right) <= 1e-12 * max(abs(left), abs(right))
