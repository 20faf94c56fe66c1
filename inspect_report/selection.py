"""Which entries get a row and whose details are inlined, by raw length alone, before anything is redacted (RED-4, SES-4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from inspect_report import bounds
from inspect_report.model import Model
from inspect_report.pi.session import NotDecoded
from inspect_report.shape import weight


def rows(model: Model) -> list[int]:
    """Items with a row, in file order, at most `bounds.ROWS`.

    The first prompt, which names the session, and the entries of the shown context come first, then SES-4's order: prompts, errors, compactions, branch points and
    labels of the active branch; its newest entries; other branches, newest first. Of byte-identical repeats one has a row.
    """
    identical = model.session.identical
    if model.session.n - len(identical) <= bounds.ROWS:
        return [item for item in range(model.session.n) if item not in identical]
    chosen: set[int] = set()
    for item in _row_order(model):
        if item not in identical:
            chosen.add(item)
        if len(chosen) == bounds.ROWS:
            break
    return sorted(chosen)


def _row_order(model: Model) -> Iterator[int]:
    session, path = model.session, model.path
    yield from islice((item for item in path if item in model.prompts), 1)
    yield from model.shown_context.items
    types = session.types
    yield from (item for item in reversed(path) if item in model.prompts)
    yield from (item for item in reversed(path) if item in model.errors)
    yield from (item for item in reversed(path) if types[item] == "compaction")
    yield from (item for item in reversed(path) if session.roles[item] == "system")
    yield from (item for item in reversed(path) if item in model.branch_points)
    yield from (item for item in reversed(path) if item in model.labelled)
    yield from reversed(path)
    yield from range(model.session.n - 1, -1, -1)


def details(model: Model, chosen: list[int]) -> set[int]:
    """Items among `chosen` whose details are inlined, within `bounds.INLINED_TEXT` characters by raw length.

    First what never gives way (prompts, errors and the last entries of the active branch), then what carries the prompt
    and the tools, then the context within its own share, then the active branch and the other branches, newest first; in
    each of these the first that does not fit ends it.
    """
    if sum(model.session.length[item] for item in chosen) <= bounds.INLINED_TEXT:
        return set(chosen)
    represented = set(chosen)
    spent: dict[int, int] = {}
    left = bounds.INLINED_TEXT

    def take(items: Iterable[int], most: int) -> None:
        nonlocal left
        for item in items:
            if item in spent or item not in represented:
                continue
            cost = cost_of(model, item)
            if cost > min(left, most):
                break
            spent[item] = cost
            left -= cost
            most -= cost

    session, newest = model.session, list(reversed(model.path))
    carriers = [
        item for item in newest if session.roles[item] == "system" or session.types[item] == "compaction"
    ]
    take(newest[: bounds.NEWEST_ENTRIES], left)
    take((item for item in newest if item in model.errors), left)
    take((item for item in newest if item in model.prompts), left)
    take(carriers, min(left, bounds.PROMPT_REPLAY))
    take(reversed(model.shown_context.items), min(left, bounds.CONTEXT_TEXT))
    take(newest, left)
    take(reversed(chosen), left)
    return set(spent)


def cost_of(model: Model, item: int) -> int:
    """Characters that the detail of `item` can spend at most: by its raw length, for long lines by their bounded texts."""
    length = model.session.length[item]
    if length <= bounds.DETAIL_FIELD:
        return length
    try:
        value = model.session.value(item)
    except NotDecoded:
        return bounds.SUMMARY
    return min(bounds.DETAIL_ENTRY, weight(value, bounds.DETAIL_FIELD))
