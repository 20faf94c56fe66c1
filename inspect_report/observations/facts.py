"""What correlation needs to know of the session: its id, its navigable entries, tool calls, results and messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from inspect_report.observations.identity import message_key

if TYPE_CHECKING:
    from inspect_report.pi.session import Session


@dataclass(frozen=True)
class SessionFacts:
    """One session, as far as observations refer to it. Items are indices of `pi.session.Session`."""

    session_id: str | None
    """None where the header is lost or has no usable id."""
    entries: Mapping[str, int]
    """Ids of entries that can be an anchor, leaf or link target (READ-3), to their item."""
    calls: Mapping[str, tuple[int, ...]]
    """Tool-call id to the items that make a call of it, one for each call: twice where one message repeats it."""
    results: Mapping[str, tuple[int, ...]]
    """Tool-call id to the items of its results."""
    messages: Callable[[], Iterable[tuple[Any, ...]]]
    """Keys (`compare.message_key`) of the session's messages, made when asked for."""

    def item(self, entry_id: str | None) -> int:
        """The item of an id that can be linked to, -1 for none."""
        return self.entries.get(entry_id, -1) if entry_id is not None else -1


def facts_of(session: Session) -> SessionFacts:
    """The facts of a read session; items that Pi does not load or that can't be named are no anchors."""
    entries: dict[str, int] = {}
    calls: dict[str, list[int]] = {}
    results: dict[str, list[int]] = {}
    for item in range(session.n):
        if not session.navigable(item) or item in session.identical:
            continue
        entry_id = session.ids[item]
        if isinstance(entry_id, str):
            entries[entry_id] = item
        role = session.roles[item]
        if role not in {"assistant", "toolResult"}:
            continue
        into = calls if role == "assistant" else results
        for call, _ in session.calls(item):
            if isinstance(call, str):
                into.setdefault(call, []).append(item)
    recorded = session.header.get("id")
    return SessionFacts(
        session_id=recorded if isinstance(recorded, str) and recorded else None,
        entries=entries,
        calls={call: tuple(items) for call, items in calls.items()},
        results={call: tuple(items) for call, items in results.items()},
        messages=lambda: _messages(session),
    )


def _messages(session: Session) -> Iterator[tuple[Any, ...]]:
    from inspect_report.pi.session import NotDecoded

    for item in range(session.n):
        if session.types[item] != "message":
            continue
        try:
            message = session.entry(item).get("message")
        except NotDecoded:
            continue
        key = message_key(message)
        if key is not None:
            yield key
