"""Which tool result belongs to which recorded call (SES-8)."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from inspect_report.ancestry import Ancestry
    from inspect_report.pi.session import Session

NO_CALL = -1
"""No entry above the result has an unanswered call of its id."""
AMBIGUOUS = -2
"""The nearest one has several."""


class Pair(NamedTuple):
    """A tool result and the answer that called for it. `ordinal` counts the calls of that answer from 0."""

    result: int
    call: int
    ordinal: int


def pairs(session: Session, ancestry: Ancestry) -> Iterator[Pair]:
    """One pair a tool result: the nearest answer above it, on its own path, with an unanswered call of its id.

    `call` is an item, NO_CALL or AMBIGUOUS. Results without a usable id are left out.
    """
    calls: dict[str, list[int]] = {}
    """Id to the places of the calls with it, counted through the whole file."""
    results: dict[str, list[int]] = {}
    starts, identities = session.columns.call_start, session.columns.call_ids
    for item, role in enumerate(session.roles):
        begin, end = starts[item], starts[item + 1]
        if begin == end:
            continue
        table = results if role == "toolResult" else calls
        for place in range(begin, end):
            identity = identities[place]
            if isinstance(identity, str) and identity:
                found = item if table is results else place
                if identity in table:
                    table[identity].append(found)
                else:
                    table[identity] = [found]
    for identity, answers in results.items():
        places = calls.get(identity)
        if places is None:
            yield from (Pair(item, NO_CALL, -1) for item in answers)
        elif len(places) == 1 and len(answers) == 1:
            maker, result = bisect_right(starts, places[0]) - 1, answers[0]
            if ancestry.is_ancestor(maker, result):
                yield Pair(result, maker, places[0] - starts[maker])
            else:
                yield Pair(result, NO_CALL, -1)
        else:
            yield from _several(ancestry, _makers(session, places), answers)


def _makers(session: Session, places: list[int]) -> dict[int, int]:
    """The answers that make the calls at these places, each with the ordinal of its call, AMBIGUOUS for several."""
    starts = session.columns.call_start
    found: dict[int, int] = {}
    for place in places:
        item = bisect_right(starts, place) - 1
        found[item] = AMBIGUOUS if item in found else place - starts[item]
    return found


def _several(ancestry: Ancestry, makers: dict[int, int], answers: list[int]) -> Iterator[Pair]:
    """Walks all entries of one id from ancestors to descendants, keeping what is unanswered on the path at hand."""
    path: list[tuple[int, int]] = []
    """Entries above the one at hand, each with the maker that it answered (-1 for none)."""
    waiting: list[int] = []
    for item in sorted([*makers, *answers], key=ancestry.place):
        while path and not ancestry.is_ancestor(path[-1][0], item):
            left, answered = path.pop()
            if left in makers:
                waiting.pop()
            elif answered >= 0:
                waiting.append(answered)
        if item in makers:
            waiting.append(item)
            path.append((item, -1))
            continue
        if not waiting:
            path.append((item, -1))
            yield Pair(item, NO_CALL, -1)
            continue
        maker = waiting[-1]
        if makers[maker] == AMBIGUOUS:
            path.append((item, -1))
            yield Pair(item, AMBIGUOUS, -1)
            continue
        path.append((item, waiting.pop()))
        yield Pair(item, maker, makers[maker])
