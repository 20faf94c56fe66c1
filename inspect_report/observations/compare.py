"""An observed context beside Pi's projection at the same leaf: which messages are the same (CTX-13)."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from inspect_report.observations.values import elements, members
from inspect_report.pi.jsvalues import as_double, is_number, number_text

Relation = Literal["same", "changed", "only-observed", "only-session"]

CONTENT: dict[str, tuple[str, ...]] = {
    "system": ("content", "sections", "toolsAdded", "toolsRemoved"),
    "user": ("content",),
    "assistant": ("content",),
    "toolResult": ("content", "toolCallId", "toolName", "isError"),
    "custom": ("content",),
    "bashExecution": (
        "command", "output", "exitCode", "cancelled", "truncated", "fullOutputPath", "excludeFromContext",
    ),
    "branchSummary": ("summary",),
    "compactionSummary": ("summary",),
}  # fmt: skip
"""What counts as the content of a message, by role: what Pi sends of it (PI_RULES 9). Of other roles everything counts."""

HEAD = ("role", "timestamp")

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
    ours = [_identity(message) for message in observed]
    theirs = [_identity(message) for message in session]
    pairs: list[Pair] = []
    position = matched = 0
    for left, right in [*_in_order(ours, theirs), (len(ours), len(theirs))]:
        pairs += _between(observed, session, ours, theirs, (position, left), (matched, right))
        if left < len(ours):
            pairs.append(Pair("same", left, right))
        position, matched = left + 1, right + 1
    return _summed(pairs, session)


def _between(
    observed: Sequence[Any],
    session: Sequence[Any],
    ours: list[tuple[Any, ...]],
    theirs: list[tuple[Any, ...]],
    left: tuple[int, int],
    right: tuple[int, int],
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
            if ours[here] == theirs[there]:
                # Repeated equal messages may have paired differently above.
                pairs.append(Pair("same", here, there))
            else:
                pairs.append(Pair("changed", here, there, *_difference(observed[here], session[there])))
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


def message_key(message: Any) -> tuple[Any, ...] | None:
    """Role, timestamp and content of a message; None for what is no message with a role and a time."""
    found = members(message)
    if found is None:
        return None
    if not isinstance(found.get("role"), str) or not is_number(found.get("timestamp")):
        return None
    return _identity(found)


def _identity(message: Any) -> tuple[Any, ...]:
    found = members(message)
    if found is None:
        return (None, None, fingerprint(message))
    role, timestamp = found.get("role"), found.get("timestamp")
    named = role if isinstance(role, str) else None
    # Not-a-number is unlike itself, so an unreadable time goes by its fingerprint.
    time = as_double(timestamp) if is_number(timestamp) and timestamp == timestamp else fingerprint(timestamp)  # noqa: PLR0124
    return (named, time, fingerprint(content_of(found)))


def content_of(message: Any) -> dict[str, Any]:
    """The members of a message that count as its content."""
    message = members(message) or {}
    role = message.get("role")
    names = CONTENT.get(role) if isinstance(role, str) else None
    if names is None:
        return {name: value for name, value in message.items() if name not in HEAD}
    return {name: message[name] for name in names if message.get(name) is not None}


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


def _summed(pairs: list[Pair], session: Sequence[Any]) -> Comparison:
    counts = {"same": 0, "changed": 0, "only-observed": 0, "only-session": 0}
    for pair in pairs:
        counts[pair.relation] += 1
    notes: list[str] = []
    missing = [pair.session for pair in pairs if pair.relation == "only-session"]
    systems = [index for index in missing if _role(session[index]) == "system"]
    others = [index for index in missing if _role(session[index]) != "system"]
    present = [pair.session for pair in pairs if pair.session >= 0 and pair.relation != "only-session"]
    following = [index for index in present if _role(session[index]) != "system"]
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


def _role(message: Any) -> Any:
    return (members(message) or {}).get("role")


def fingerprint(value: Any) -> bytes:
    """16 bytes that are equal for equal JSON values: 1 and 1.0 are one number, the order of members does not count.

    Any depth, lone surrogates included.
    """
    digest = hashlib.blake2b(digest_size=16)
    stack: list[Any] = [value]
    while stack:
        part = stack.pop()
        if isinstance(part, _Mark):
            digest.update(part.text)
        elif isinstance(part, str):
            digest.update(_framed(b"s", part))
        elif (found := members(part)) is not None:
            digest.update(b"{%d" % len(found))
            for name in sorted(found, reverse=True):
                stack.append(found[name])
                stack.append(_Mark(_framed(b"k", name)))
        elif (items := elements(part)) is not None:
            digest.update(b"[%d" % len(items))
            stack.extend(reversed(items))
        elif part is None or isinstance(part, bool):
            digest.update(b"n" if part is None else b"t" if part else b"f")
        else:
            digest.update(_framed(b"#", number_text(part)))
    return digest.digest()


class _Mark:
    """Bytes to be hashed when their turn comes."""

    __slots__ = ("text",)

    def __init__(self, text: bytes) -> None:
        self.text = text


def _framed(mark: bytes, text: str) -> bytes:
    raw = text.encode("utf-8", "surrogatepass")
    return b"%b%d:%b" % (mark, len(raw), raw)


def projected(projection: Iterable[tuple[int, Sequence[Any]]]) -> tuple[list[Any], list[int]]:
    """A projection (item, its messages) as one list of messages, and the item of each."""
    messages: list[Any] = []
    items: list[int] = []
    for item, found in projection:
        messages.extend(found)
        items.extend([item] * len(found))
    return messages, items
