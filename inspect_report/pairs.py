"""Which tool result belongs to which recorded call (SES-8)."""

from __future__ import annotations

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
    results: dict[str, list[int]] = {}
    for item, role in enumerate(session.roles):
        if role not in ("assistant", "toolResult"):
            continue
        table = results if role == "toolResult" else calls
        for identity, _ in session.calls(item):
            if isinstance(identity, str) and identity:
                items = table.setdefault(identity, [])
                if not items or items[-1] != item:
                    items.append(item)
    for identity, answers in results.items():
        makers = calls.get(identity, [])
        if not makers:
            yield from (Pair(item, NO_CALL, -1) for item in answers)
        elif len(makers) == 1 and len(answers) == 1:
            yield _single(session, ancestry, identity, makers[0], answers[0])
        else:
            yield from _several(session, ancestry, identity, makers, answers)


def _single(session: Session, ancestry: Ancestry, identity: str, maker: int, result: int) -> Pair:
    if maker == result or not ancestry.is_ancestor(maker, result):
        return Pair(result, NO_CALL, -1)
    ordinals = _ordinals(session, maker, identity)
    return Pair(result, maker, ordinals[0]) if len(ordinals) == 1 else Pair(result, AMBIGUOUS, -1)


def _ordinals(session: Session, item: int, identity: str) -> list[int]:
    return [place for place, (each, _) in enumerate(session.calls(item)) if each == identity]


def _several(
    session: Session, ancestry: Ancestry, identity: str, makers: list[int], answers: list[int]
) -> Iterator[Pair]:
    """Walks all entries of one id from ancestors to descendants, keeping what is unanswered on the path at hand."""
    made = set(makers)
    path: list[tuple[int, int]] = []
    """Entries above the one at hand, each with the maker that it answered (-1 for none)."""
    waiting: list[int] = []
    for item in sorted([*makers, *answers], key=ancestry.place):
        while path and not ancestry.is_ancestor(path[-1][0], item):
            left, answered = path.pop()
            if left in made:
                waiting.pop()
            elif answered >= 0:
                waiting.append(answered)
        if item in made:
            waiting.append(item)
            path.append((item, -1))
            continue
        if not waiting:
            path.append((item, -1))
            yield Pair(item, NO_CALL, -1)
            continue
        ordinals = _ordinals(session, waiting[-1], identity)
        if len(ordinals) > 1:
            path.append((item, -1))
            yield Pair(item, AMBIGUOUS, -1)
            continue
        maker = waiting.pop()
        path.append((item, maker))
        yield Pair(item, maker, ordinals[0])
