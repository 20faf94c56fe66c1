"""Complete entries on a line that Pi drops: several objects on one line, or an entry behind a torn prefix (READ-7)."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple, NoReturn

from inspect_report.pi.jsvalues import is_object
from inspect_report.pi.records import ENTRY_TYPES


class Found(NamedTuple):
    """A complete JSON object inside a line, in bytes from the line's beginning."""

    start: int
    length: int


_SPACE = re.compile(r"[ \t\r]*")
_OBJECT = re.compile(r'\{[ \t\r]*"(?:type|id|parentId|timestamp|message|version|cwd)"[ \t\r]*:')


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


def _large(digits: str) -> float:
    return 0.0 if len(digits) > 400 else int(digits)


_DECODER = json.JSONDecoder(strict=True, parse_constant=_refuse, parse_int=_large)


def complete_objects(raw: bytes, *, tree: bool = True) -> list[Found]:
    """The objects in `raw` that are entries or a session header, in order.

    `tree` says whether entries carry ids (versions 2 and later). Behind a torn prefix an object inside another one must not
    pass for an entry, so an entry has to bring what Pi always writes. The work is linear: attempts that fail may
    cost a small multiple of the line, after that the rest is left alone. Objects nested too deeply for the standard
    scanner are not recovered.
    """
    # One byte is one character in Latin-1, so offsets are bytes; the structure of JSON is ASCII in any case.
    text = raw.decode("latin-1")
    found: list[Found] = []
    budget = 4 * len(text) + 65536
    position = _after_space(text, 0)
    while position < len(text) and budget > 0:
        if text[position] != "{" or (position and not _OBJECT.match(text, position)):
            start = _OBJECT.search(text, position)
            if not start:
                break
            position = start.start()
        try:
            value, end = _DECODER.raw_decode(text, position)
        except RecursionError:
            budget -= len(text)
            position += 1
            continue
        except ValueError as error:
            budget -= getattr(error, "pos", len(text)) - position + 64
            position += 1
            continue
        if _is_entry(value, tree):
            found.append(Found(position, end - position))
        position = _after_space(text, end)
    return found


def _after_space(text: str, position: int) -> int:
    found = _SPACE.match(text, position)
    return found.end() if found else position


def _is_entry(value: Any, tree: bool) -> bool:
    if not is_object(value):
        return False
    kind = value.get("type")
    if kind == "session":
        return "cwd" in value or "version" in value
    if not isinstance(kind, str) or "timestamp" not in value:
        return False
    if isinstance(value.get("id"), str) and "parentId" in value:
        return True
    return not tree and kind in ENTRY_TYPES
