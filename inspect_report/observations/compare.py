"""An observed context beside Pi's projection at the same leaf: which messages are the same (CTX-13)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from inspect_report.observations.identity import Identity, content_of, fingerprint, identity_of
from inspect_report.observations.values import elements, members

Relation = Literal["same", "changed", "only-observed", "only-session"]

_K = TypeVar("_K", bound=Hashable)


class Pair(msgspec.Struct, frozen=True):
    """One row of a comparison. Indices are -1 on the side that lacks the message."""

    relation: Relation
    observed: int
    """Index in the observed context."""
    session: int
    """Index in the projection's messages."""
    members: tuple[str, ...] = ()
    """Of a changed message: the members that differ."""
    note: str = ""
    """What the record tells of the reason; empty where it tells nothing."""


class Comparison(msgspec.Struct, frozen=True):
    """The whole comparison: rows in the order of the observed context, those only in the session where they stood."""

    pairs: tuple[Pair, ...]
    same: int
    changed: int
    only_observed: int
    only_session: int
    notes: tuple[str, ...]
    """Remarks on the whole: what kind of change the differences amount to."""

    @property
    def equal(self) -> bool:
        """Whether Pi's projection and the observed context are the same list of messages."""
        return not (self.changed or self.only_observed or self.only_session)


def compare(observed: Sequence[Any], session: Sequence[Any]) -> Comparison:
    """Match messages in order by role, timestamp and equal content, then by role and timestamp; the rest stands alone.

    Both are lists of Pi messages. Matches keep the order of both sides: a message that moved is on one side "only".
    """
    return compare_identities(
        [identity_of(message) for message in observed],
        [identity_of(message) for message in session],
        observed.__getitem__,
        session.__getitem__,
    )


def compare_identities(
    ours: Sequence[Identity],
    theirs: Sequence[Identity],
    observed: Callable[[int], Any],
    session: Callable[[int], Any],
) -> Comparison:
    """The same from identities; a message itself is asked for by its index only where it changed."""
    pairs: list[Pair] = []
    position = matched = 0
    for left, right in [*_in_order(ours, theirs), (len(ours), len(theirs))]:
        for pair in _between(ours, theirs, (position, left), (matched, right)):
            if pair.relation == "changed":
                differing, note = _difference(observed(pair.observed), session(pair.session))
                pairs.append(Pair("changed", pair.observed, pair.session, differing, note))
            else:
                pairs.append(pair)
        if left < len(ours):
            pairs.append(Pair("same", left, right))
        position, matched = left + 1, right + 1
    return _summed(pairs, theirs)


def _between(
    ours: Sequence[Identity], theirs: Sequence[Identity], left: tuple[int, int], right: tuple[int, int]
) -> list[Pair]:
    """The rows between two equal messages: changed ones by role and timestamp, then what stands alone."""
    heads = [identity[:2] for identity in ours[left[0] : left[1]]]
    others = [identity[:2] for identity in theirs[right[0] : right[1]]]
    pairs: list[Pair] = []
    at, to = left[0], right[0]
    ends = (left[1], right[1])
    for here, there in [*((left[0] + a, right[0] + b) for a, b in _in_order(heads, others)), ends]:
        # What the session has and the observed list lacks comes first: it was taken away before what follows.
        pairs += [Pair("only-session", -1, index) for index in range(to, there)]
        pairs += [Pair("only-observed", index, -1) for index in range(at, here)]
        if here < left[1]:
            # Repeated equal messages may have paired differently above.
            pairs.append(Pair("same" if ours[here] == theirs[there] else "changed", here, there))
        at, to = here + 1, there + 1
    return pairs


def _in_order(left: Sequence[_K], right: Sequence[_K]) -> list[tuple[int, int]]:
    """The longest common list of pairs that ascends on both sides; equal keys pair in order. O(n log n)."""
    places: dict[_K, list[int]] = {}
    for index, key in enumerate(right):
        places.setdefault(key, []).append(index)
    taken: dict[_K, int] = {}
    candidates: list[tuple[int, int]] = []
    for index, key in enumerate(left):
        found = places.get(key)
        used = taken.get(key, 0)
        if found and used < len(found):
            candidates.append((index, found[used]))
            taken[key] = used + 1
    # The longest ascending run over the right side, by patience sorting.
    tops: list[int] = []
    top_of: list[int] = []
    before: list[int] = []
    for index, (_, place) in enumerate(candidates):
        pile = bisect_left(tops, place)
        before.append(top_of[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(place)
            top_of.append(index)
        else:
            tops[pile] = place
            top_of[pile] = index
    chain: list[tuple[int, int]] = []
    index = top_of[-1] if top_of else -1
    while index >= 0:
        chain.append(candidates[index])
        index = before[index]
    chain.reverse()
    return chain


def _difference(observed: Any, session: Any) -> tuple[tuple[str, ...], str]:
    """The content members that differ, and what can be said of a text that was only added to."""
    mine, other = content_of(observed), content_of(session)
    names = [*mine, *(name for name in other if name not in mine)]
    absent = object()
    differing = tuple(
        name
        for name in names
        if name not in mine or name not in other or fingerprint(mine[name]) != fingerprint(other[name])
    )
    note = ""
    if differing == ("content",):
        note = _text_change(_text(mine.get("content", absent)), _text(other.get("content", absent)))
    return differing, note


def _text_change(observed: str | None, session: str | None) -> str:
    if not observed or not session or observed == session:
        return ""
    if observed.endswith(session):
        return f"{len(observed) - len(session)} characters stand before the session's text"
    if observed.startswith(session):
        return f"{len(observed) - len(session)} characters follow the session's text"
    if session in observed:
        return f"{len(observed) - len(session)} characters stand around the session's text"
    if observed in session:
        return f"{len(session) - len(observed)} characters of the session's text are missing"
    return ""


def _text(content: Any) -> str | None:
    if isinstance(content, str):
        return content
    blocks = elements(content)
    block = members(blocks[0]) if blocks and len(blocks) == 1 else None
    if block is None:
        return None
    text = block.get("text")
    return text if block.get("type") == "text" and isinstance(text, str) else None


SLICED = "The observed list lacks the beginning of the session's, as where a handler slices it."
FOLDED = (
    "Where a handler returns a changed list, Pi puts one replayed system message before it; the session's later system "
    "messages then stand only in the session."
)
HANDLED = "The session holds no reason for a changed or added message: a handler changes the list without recording it."


def _summed(pairs: list[Pair], theirs: Sequence[Identity]) -> Comparison:
    counts = {"same": 0, "changed": 0, "only-observed": 0, "only-session": 0}
    for pair in pairs:
        counts[pair.relation] += 1
    notes: list[str] = []
    missing = [pair.session for pair in pairs if pair.relation == "only-session"]
    systems = [index for index in missing if theirs[index][0] == "system"]
    others = [index for index in missing if theirs[index][0] != "system"]
    present = [pair.session for pair in pairs if pair.session >= 0 and pair.relation != "only-session"]
    following = [index for index in present if theirs[index][0] != "system"]
    if others and (not following or max(others) < min(following)):
        notes.append(SLICED)
    if systems and len(missing) + counts["changed"] + counts["only-observed"] > len(systems):
        notes.append(FOLDED)
    if counts["changed"] or counts["only-observed"]:
        notes.append(HANDLED)
    return Comparison(
        pairs=tuple(pairs),
        same=counts["same"],
        changed=counts["changed"],
        only_observed=counts["only-observed"],
        only_session=counts["only-session"],
        notes=tuple(notes),
    )
