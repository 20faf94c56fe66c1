"""A session file as Pi's session picker lists it: read on its own and more tolerantly than opening (PI_RULES 17)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

from inspect_report.pi import jsonl
from inspect_report.pi.jsvalues import (
    MISSING,
    as_double,
    is_array,
    is_number,
    is_object,
    nullish,
    text_of,
    time_ms,
    trim,
    truthy,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

NO_MESSAGES = "(no messages)"


@dataclass(slots=True)
class Listing:
    """What the picker shows. Times are epoch milliseconds; `modified` is None where Pi takes the file's own time."""

    name: str | None
    message_count: int
    first_message: str
    all_text: str
    created: float
    modified: float | None
    id: Any
    cwd: str
    parent_session: Any


def read_listing(file: BinaryIO, size: int, *, all_text: bool = True) -> Listing | None:
    """List the first `size` bytes of a session file; None where Pi lists nothing.

    With `all_text` off the texts of messages are not gathered, only the first prompt.
    """
    header: dict[str, Any] | None = None
    name: str | None = None
    count = 0
    texts: list[str] = []
    first = ""
    latest = -math.inf
    for raw in _lines(file, size):
        try:
            value, _ = jsonl.parse(raw)
        except jsonl.Malformed:
            continue
        if not truthy(value):
            continue
        if header is None:
            if not is_object(value) or value.get("type") != "session":
                return None
            header = value
            continue
        if not is_object(value):
            continue
        entry: dict[str, Any] = value
        kind = entry.get("type")
        if kind == "session_info":
            given: Any = entry.get("name")
            if not nullish(given) and not isinstance(given, str):
                return None
            name = trim(given or "") or None
        if kind != "message":
            continue
        count += 1
        message: Any = entry.get("message")
        if nullish(message):
            return None
        if not is_object(message):
            continue
        stored: dict[str, Any] = message
        if stored.get("role") not in ("user", "assistant") or "content" not in stored:
            continue
        when = stored.get("timestamp")
        moment = as_double(when) if is_number(when) else time_ms(entry.get("timestamp", MISSING))
        latest = max(latest, moment) if not math.isnan(moment) else latest
        text = _text(stored["content"])
        if text is None:
            return None
        if not text:
            continue
        if all_text:
            texts.append(text)
        if not first and stored["role"] == "user":
            first = text
    if header is None:
        return None
    created = time_ms(header.get("timestamp", MISSING))
    started = created if isinstance(header.get("timestamp"), str) else math.nan
    modified = latest if latest > 0 else None if math.isnan(started) else started
    cwd = header.get("cwd")
    return Listing(
        name=name,
        message_count=count,
        first_message=first or NO_MESSAGES,
        all_text=" ".join(texts),
        created=created,
        modified=modified,
        id=header.get("id", MISSING),
        cwd=cwd if isinstance(cwd, str) else "",
        parent_session=header.get("parentSession", MISSING),
    )


def _text(content: Any) -> str | None:
    """The text of a message for the picker; None where Pi fails."""
    if isinstance(content, str):
        return content
    if not is_array(content):
        return None
    pieces: list[str] = []
    blocks: list[Any] = content
    for block in blocks:
        if block is None:
            return None
        if is_object(block) and block.get("type") == "text":
            text: Any = block.get("text")
            pieces.append("" if nullish(text) else text_of(text))
    return " ".join(pieces)


def _lines(file: BinaryIO, size: int) -> Iterator[bytes]:
    """Lines that end at LF, CR LF or a lone CR."""
    for line in jsonl.lines(file, size):
        for raw in line.split(b"\r"):
            if raw:
                yield raw
