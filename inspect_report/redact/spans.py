"""Spans found in a view: what is masked, under which name, and which finding wins where several overlap."""

from __future__ import annotations

from typing import NamedTuple

SHAPE = 3
"""The value's own shape names the provider."""
FORMAT = 2
"""A format around it (header, URL, file, command line) says that it is a credential."""
NAMED = 1
"""The name beside it says so."""


class Span(NamedTuple):
    """Characters `[start, end)` that are masked under `rule`; `rank` is one of SHAPE, FORMAT, NAMED."""

    start: int
    end: int
    rule: str
    rank: int


def merge(found: list[Span]) -> list[Span]:
    """Overlapping spans become one that covers them all, named by the most specific (rank, then length)."""
    if len(found) < 2:
        return found
    found.sort()
    merged = [found[0]]
    for span in found[1:]:
        last = merged[-1]
        if span.start < last.end:
            best = max(last, span, key=lambda one: (one.rank, one.end - one.start))
            merged[-1] = Span(last.start, max(last.end, span.end), best.rule, best.rank)
        else:
            merged.append(span)
    return merged
