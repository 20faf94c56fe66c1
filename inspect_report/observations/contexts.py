"""Observed contexts: which there are, the messages of one, its turn, and how it stands to the session (CTX-2, CTX-13)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from inspect_report import bounds
from inspect_report.observations.dump import Observations
from inspect_report.observations.records import UNAVAILABLE
from inspect_report.observations.tables import NONE
from inspect_report.pi.session import NotDecoded

_T = TypeVar("_T")


class ObservedContext(msgspec.Struct, frozen=True):
    """One context record without its messages. Raw values."""

    row: int
    run: int
    """Index into `Observations.runs`."""
    run_id: str
    request: int | None
    """Counts the context records of its run; not recorded: None."""
    leaf_id: str | None
    """None for a leaf that was reset or not recorded, and where `leaf_unavailable`."""
    leaf_unavailable: bool
    """The recorded leaf is no usable id."""
    leaf_item: int
    """The leaf's item in the session; -1 where the session has no such entry that can be named."""
    observed_at: str
    """As recorded."""
    time: float | None
    """Milliseconds since the epoch; None where `observed_at` is no valid time."""
    model: dict[str, str]
    """provider, id, api: those that are recorded."""
    thinking_level: str | None
    usage: dict[str, float]
    """tokens, contextWindow, percent, as Pi estimated them at that moment."""
    messages: int
    """How many messages the context had."""
    known_from: int
    """Index of the first message that this dump holds; above 0 where the record that the rest refers to is missing."""
    outcome: str | None
    """How the turn of this request ended; None where no turn record names it."""
    answer_id: str | None
    """The assistant entry that the turn names."""
    cuts: tuple[tuple[str, int], ...]
    """(path, characters) of texts that the observer cut."""
    line: int
    file: int


class Messages(msgspec.Struct, frozen=True):
    """The messages of one observed context, uncut."""

    messages: list[Any]
    known_from: int
    """Index in the context of the first element of `messages`."""
    missing: str
    """Why the messages before it are not here; empty where all are."""


_LOST = "The first {} messages are not in this dump: the context record that they are written in is missing."
_DAMAGED = "The first {} messages could not be read: {}."


def observed(observations: Observations, row: int) -> ObservedContext:
    """One context record. Raises NotDecoded."""
    table, places = observations.contexts, observations.places
    place = table.place[row]
    _, fields = observations.fields(place)
    run, request = places.run[place], table.request[row]
    turn = observations.turn(run, request) if request >= 0 else None
    leaf = observations.names.text(table.leaf[row])
    return ObservedContext(
        row=row,
        run=run,
        run_id=observations.runs[run].id,
        request=request if request >= 0 else None,
        leaf_id=leaf,
        leaf_unavailable="leafId" in fields.get(UNAVAILABLE, ()),
        leaf_item=observations.facts.item(leaf),
        observed_at=fields["observedAt"],
        time=places.when(place),
        model=fields.get("model", {}),
        thinking_level=fields.get("thinkingLevel"),
        usage=fields.get("usage", {}),
        messages=table.total(row),
        known_from=table.known[row],
        outcome=turn.get("outcome") if turn else None,
        answer_id=turn.get("messageEntryId") if turn else None,
        cuts=tuple((cut["path"], cut["chars"]) for cut in fields.get("cut", [])),
        line=places.line[place],
        file=observations.parts[places.part[place]].file,
    )


def messages(observations: Observations, row: int) -> Messages:
    """The messages of a context, put together from its own record and the prefixes of those before it.

    Only records that contribute are decoded. Raises NotDecoded where the context's own record can't be read.
    """
    parts, known_from, missing = pieces(observations, row, lambda each: _tail(observations, each))
    return Messages([message for part in reversed(parts) for message in part], known_from, missing)


def pieces(
    observations: Observations, row: int, tail: Callable[[int], list[_T]]
) -> tuple[list[list[_T]], int, str]:
    """What a context is put together from, its end first: parts, how many first messages are missing, and why.

    `tail` gives something for each message that stands in the record of a row. Raises NotDecoded for the context's own row.
    """
    table = observations.contexts
    parts = [tail(row)]
    needed, current, missing = table.prefix[row], table.previous[row], ""
    while needed > table.known[row] and current != NONE:
        if needed > table.prefix[current]:
            try:
                found = tail(current)
            except NotDecoded as reason:
                missing = _DAMAGED.format(needed, reason)
                break
            parts.append(found[: needed - table.prefix[current]])
            needed = table.prefix[current]
        current = table.previous[current]
    if needed and not missing:
        missing = _LOST.format(needed)
    return parts, needed, missing


def _tail(observations: Observations, row: int) -> list[Any]:
    found = observations.body(observations.contexts.place[row], "messages")
    if len(found) != observations.contexts.tail[row]:
        raise NotDecoded("the dump changed while it was read")
    return found


def last_on_branch(observations: Observations, on_path: Callable[[int], bool]) -> int:
    """The newest context record whose leaf lies on the active branch, -1 for none; `on_path` asks for an item."""
    table, facts = observations.contexts, observations.facts
    answers: dict[int, bool] = {}
    for row in range(len(table) - 1, -1, -1):
        code = table.leaf[row]
        if code not in answers:
            item = facts.item(observations.names.text(code))
            answers[code] = item >= 0 and on_path(item)
        if answers[code]:
            return row
    return NONE


def following(path: Sequence[int], leaf_item: int, produces: Callable[[int], bool]) -> int:
    """How many entries of the active branch after `leaf_item` put messages into a context, by `produces`.

    `path` holds items from root to leaf. -1 when the leaf is not on it.
    """
    for index in range(len(path) - 1, -1, -1):
        if path[index] == leaf_item:
            return sum(1 for item in path[index + 1 :] if produces(item))
    return -1


def chosen(observations: Observations, last: int) -> list[int]:
    """The context records that a report offers: `last` and the newest others, up to the bound, in file order (LIM-1)."""
    rows = range(len(observations.contexts))
    newest = list(rows[-bounds.OBSERVED_CONTEXTS :])
    if last != NONE and last not in newest:
        newest = [last, *newest[1:]]
    return newest


def of_answer(observations: Observations, entry_id: str) -> int:
    """The context record whose turn names this assistant entry, -1 for none."""
    key = observations.answers.get(entry_id)
    if key is None:
        return NONE
    return observations.context_rows.get(key, NONE)
