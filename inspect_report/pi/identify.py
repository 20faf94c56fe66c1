"""What a file that is no Pi session looks like, for the message that refuses it (READ-8)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

EVENT_TYPES = frozenset(
    {
        "agent_start",
        "agent_end",
        "turn_start",
        "turn_end",
        "message_start",
        "message_update",
        "message_end",
        "tool_execution_start",
        "tool_execution_update",
        "tool_execution_end",
        "agent_settled",
    }
)
"""Event types of `pi --mode json` and rpc, which no session file holds."""

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x1f\x8b", "a gzip file; unpack it first"),
    (b"PK\x03\x04", "a zip archive; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "a zstd file; unpack it first"),
    (b"BZh", "a bzip2 file; unpack it first"),
    (b"\xfd7zXZ", "an xz file; unpack it first"),
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"SQLite format 3", "an SQLite database"),
    (b"\x7fELF", "a program"),
    (b"\xff\xfe", "text in UTF-16; save it as UTF-8"),
    (b"\xfe\xff", "text in UTF-16; save it as UTF-8"),
)


def looks_like(beginning: bytes, first: Any) -> str:
    """Words for what a file is. `beginning` is its first bytes, `first` the head of its first JSON line or another value."""
    for magic, words in _MAGIC:
        if beginning.startswith(magic):
            return words
    text = beginning.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    lower = text[:2048].lower()
    if lower.startswith(("<!doctype html", "<html")):
        return "a report of pi-inspect" if "pi-inspect" in lower else "an HTML page"
    if lower.startswith(("<?xml", "<svg")):
        return "an XML document"
    kind = getattr(first, "type", None) if isinstance(first, Struct) else None
    if kind == "observations":
        return "an observation dump; give it with --observations"
    if isinstance(kind, str) and kind in EVENT_TYPES:
        return "an event stream of pi --mode json; give it with --observations"
    if kind in ("session_meta", "response_item", "event_msg", "turn_context"):
        return "a Codex session log"
    head = text[:4096]
    if '"sessionId"' in head and ('"uuid"' in head or '"parentUuid"' in head or kind in ("summary", "user")):
        return "a Claude Code session log"
    if text.startswith("{") and isinstance(first, Struct):
        return "JSON lines of another program"
    if text.startswith(("{", "[")):
        return "one JSON document, not JSON lines"
    if "\0" in text[:512]:
        return "a binary file"
    return "plain text" if text else "an empty file"
