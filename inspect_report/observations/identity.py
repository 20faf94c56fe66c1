"""What makes a Pi message the same message: its role, its timestamp and a fingerprint of its content."""

from __future__ import annotations

import hashlib
from typing import Any

from inspect_report.observations.values import elements, members
from inspect_report.pi.jsvalues import as_double, is_number, number_text

Identity = tuple[Any, Any, bytes]
"""(role, timestamp, fingerprint of the content); hashable."""

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


def message_key(message: Any) -> Identity | None:
    """Role, timestamp and content of a message; None for what is no message with a role and a time."""
    found = members(message)
    if found is None:
        return None
    if not isinstance(found.get("role"), str) or not is_number(found.get("timestamp")):
        return None
    return identity_of(found)


def identity_of(message: Any) -> Identity:
    """The identity of any value that stands where a message should."""
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
