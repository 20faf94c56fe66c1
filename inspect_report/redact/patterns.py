"""Where the patterns of `--redact` match: in a text as it stands, without its codes, and with its JSON escapes undone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from inspect_report.redact.spans import FORMAT, Span
from inspect_report.redact.view import View

WINDOW = 65_536
"""Characters that a pattern sees at once."""
OVERLAP = 4_096
"""Characters by which two windows overlap: a longer match across their border may be found in parts."""
_DEPTH = 4
"""How often escapes are undone: JSON in JSON in JSON."""

_ESCAPE = re.compile(
    r'\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|["\\/bfnrt])'
)
_SIMPLE = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def find(text: str, patterns: Sequence[re.Pattern[str]]) -> list[Span]:
    """Spans of all matches in characters of `text`, overlapping ones as they come; rule `custom-1` for the first pattern."""
    found = list(_matches(text, patterns, lambda start, end: (start, end)))
    view = View(text)
    if view.changed:
        found.extend(_matches(view.text, patterns, lambda start, end: (view.start(start), view.end(end))))
    plain, starts = text, list[int]()
    for _ in range(_DEPTH):
        if "\\" not in plain:
            break
        plain, inner = _unescaped(plain)
        starts = [starts[place] for place in inner] if starts else inner
        found.extend(_matches(plain, patterns, partial(_original, starts)))
    return found


def _original(starts: list[int], start: int, end: int) -> tuple[int, int]:
    return starts[start], starts[end]


def _matches(
    text: str, patterns: Sequence[re.Pattern[str]], place: Callable[[int, int], tuple[int, int]]
) -> Iterator[Span]:
    for number, pattern in enumerate(patterns, 1):
        begin = 0
        while True:
            end = min(len(text), begin + WINDOW)
            for match in pattern.finditer(text, begin, end):
                if match.end() > match.start():
                    yield Span(*place(*match.span()), f"custom-{number}", FORMAT)
            if end == len(text):
                break
            begin = end - OVERLAP


def _unescaped(text: str) -> tuple[str, list[int]]:
    """A text with its JSON escapes undone, and for each character where it begins in `text` (the end comes last)."""
    pieces: list[str] = []
    starts: list[int] = []
    last = 0
    for match in _ESCAPE.finditer(text):
        pieces.append(text[last : match.start()])
        starts.extend(range(last, match.start()))
        code = match[0]
        if code[1] != "u":
            pieces.append(_SIMPLE.get(code[1], code[1]))
        elif len(code) > 6:
            pieces.append(chr(0x10000 + (int(code[2:6], 16) - 0xD800) * 0x400 + int(code[8:12], 16) - 0xDC00))
        else:
            pieces.append(chr(int(code[2:6], 16)))
        starts.append(match.start())
        last = match.end()
    pieces.append(text[last:])
    starts.extend(range(last, len(text) + 1))
    return "".join(pieces), starts
