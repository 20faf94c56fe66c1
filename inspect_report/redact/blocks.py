"""Finds key blocks: PEM, OpenSSH, PGP and PuTTY private keys, whole, cut or with gutters and quotes before each line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspect_report.redact.spans import SHAPE, Span

_BEGIN = re.compile(
    r"-{4,5} {0,2}BEGIN (?P<kind>[A-Z0-9 ]{0,40}?(?:PRIVATE KEY|PRIVATE KEY BLOCK|ENCRYPTED PRIVATE KEY))(?: BLOCK)? {0,2}-{4,5}"
)
_END = re.compile(r"-{4,5} {0,2}END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? {0,2}-{4,5}")
_GUTTER = r"[ \t>|+\-#*/\"'`,:;\ue100-\ue11f\u2502\u2192]{0,40}(?:\d{1,7}[ \t]{0,4}[:|\t\u2192\u2502)+-]?[ \t]{0,8})?[ \t>|+\-#*/\"'`\ue100-\ue11f]{0,20}"
_LINE = re.compile(
    rf"{_GUTTER}(?:(?P<header>(?:Proc-Type|DEK-Info|Comment|Version|Charset|Hash|MessageID|Subject|Key-Type|X-[A-Za-z-]{{1,24}})[:=][^\n\x0b]{{0,200}})|(?P<body>[A-Za-z0-9+/=_-]{{1,4096}})|(?=[\n\x0b]|\Z))"
)
_AFTER = re.compile(r"[ \t\"'`,+;)\\|\ue100-\ue11f]{0,24}(?:[\n\x0b]{1,4}|\Z| (?=[A-Za-z0-9+/=]{16}))")
_PUTTY = re.compile(r"Private-Lines: {0,4}\d{1,4}[ \t]{0,8}[\n\x0b]{1,3}")
_SHORT = 16


def find(text: str) -> Iterator[Span]:
    """Spans of the bodies of private keys in `text` (a view). Without an END line, lines that look like base64 are masked."""
    place = 0
    while (hit := _BEGIN.search(text, place)) is not None:
        place = hit.end()
        span = _body(text, place)
        if span is not None:
            yield span
            place = span.end
    if "Private-Lines" in text:
        for hit in _PUTTY.finditer(text):
            span = _body(text, hit.end())
            if span is not None:
                yield span


def open_before(text: str, place: int) -> int:
    """Where the key block begins that may still be open at `place` of an original text, or -1."""
    begin = text.rfind("-----BEGIN ", 0, place)
    if begin < 0 or "PRIVATE KEY" not in text[begin : begin + 64]:
        return -1
    return (
        -1
        if "PRIVATE KEY" in text[text.find("-----END ", begin, place) :][:64]
        and text.find("-----END ", begin, place) >= 0
        else begin
    )


def _body(text: str, begin: int) -> Span | None:
    at = begin
    first = last = -1
    blank = 0
    after = _AFTER.match(text, at)
    at = after.end() if after is not None else at
    while True:
        end = _END.match(text, _skip_gutter(text, at))
        if end is not None:
            break
        line = _LINE.match(text, at)
        if line is None:
            break
        body = line["body"]
        if body:
            if first >= 0 and not _base64(body):
                break
            if first < 0 and len(body) < 8:
                break
            start, stop = line.span("body")
            while (more := re.compile(r"[A-Za-z0-9+/=_-]{1,4096}").match(text, stop)) is not None:
                stop = more.end()
            dash = text.find("-----", start, stop)
            if dash >= 0:
                stop = dash
            first = start if first < 0 else first
            last = stop
            at, blank = stop, 0
            if dash >= 0:
                break
        elif line["header"]:
            at, blank = line.end(), 0
        else:
            blank += 1
            at = line.end()
            if blank > 2 or at >= len(text):
                break
        after = _AFTER.match(text, at)
        if after is None or after.end() == at:
            break
        at = after.end()
    return Span(first, last, "private-key", SHAPE) if first >= 0 else None


_SKIP = re.compile(_GUTTER)
_WORD = re.compile(r"[A-Za-z]{1,40}\Z|[a-z]{1,20}(?:[-_][a-z]{1,20}){1,8}\Z")


def _skip_gutter(text: str, at: int) -> int:
    match = _SKIP.match(text, at)
    if match is None:
        return at
    dash = text.find("-----", at, match.end())
    return dash if dash >= 0 else match.end()


def _base64(body: str) -> bool:
    """A line of a key's body: long, or short but not a word (its last line, a checksum)."""
    return len(body) >= _SHORT or body.startswith("=") or body.endswith("=") or _WORD.match(body) is None
