"""Bytes to lines, and one line to one JSON value, as strictly and as tolerantly as Pi reads them (PI_RULES 1).

Lines are split on the byte 0x0A alone. Values are strict RFC 8259 JSON of any depth; lone surrogates are kept,
numbers are as JavaScript reads them.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, NoReturn

import msgspec

from inspect_report.pi.jsvalues import as_double

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CHUNK = 1 << 20
"""Bytes read at once."""
_LONG_INTEGER = 400


class Line(NamedTuple):
    """One physical line without its line end."""

    number: int
    """Counted from 1."""
    offset: int
    """Bytes from the beginning of the file."""
    raw: bytes
    ended: bool
    """False for a last line without line end."""


class Malformed(ValueError):  # noqa: N818  (what the line is, not what went wrong here)
    """The text is no JSON value; the message is one line: the reason and where, in characters."""


class Batch(NamedTuple):
    """Consecutive lines that were read at once."""

    number: int
    """Of the first line, from 1."""
    offset: int
    """Of the first line, in bytes."""
    lines: list[bytes]
    ended: bool
    """Whether the last line has a line end."""

    def line(self, place: int, offset: int) -> Line:
        """One line of it."""
        return Line(self.number + place, offset, self.lines[place], self.ended or place + 1 < len(self.lines))


def batches(
    file: BinaryIO, size: int, seen: Callable[[bytes], object], progress: Callable[[int], None] | None = None
) -> Iterator[Batch]:
    """Yield the lines of the first `size` bytes of `file`; `seen` gets every byte once, in order (for a hash).

    Peak memory is the longest line and a few chunks. A file that ends before `size` ends the walk there.
    """
    file.seek(0)
    number, position, carry = 1, 0, b""
    while position < size:
        chunk = file.read(min(CHUNK, size - position))
        if not chunk:
            break
        seen(chunk)
        start = position - len(carry)
        position += len(chunk)
        if progress:
            progress(position)
        if b"\n" not in chunk:
            if position >= size:
                carry += chunk
                continue
            carry = b""
            raw, rest, position = _long_line(file, start, position, size, seen, progress)
            yield Batch(number, start, [raw], rest is not None)
            if rest is None:
                return
            start += len(raw) + 1
            del raw
            number += 1
            chunk = rest
            if b"\n" not in chunk:
                carry = chunk
                continue
        pieces = chunk.split(b"\n")
        pieces[0], carry = carry + pieces[0], pieces.pop()
        yield Batch(number, start, pieces, True)
        number += len(pieces)
    if carry:
        yield Batch(number, position - len(carry), [carry], False)


def lines(file: BinaryIO, size: int) -> Iterator[bytes]:
    """The lines of the first `size` bytes of `file` without their line ends."""
    for batch in batches(file, size, len):
        yield from batch.lines


def is_utf8(raw: bytes) -> bool:
    """Whether bytes are valid UTF-8."""
    if raw.isascii():
        return True
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _long_line(
    file: BinaryIO,
    start: int,
    position: int,
    size: int,
    seen: Callable[[bytes], object],
    progress: Callable[[int], None] | None,
) -> tuple[bytes, bytes | None, int]:
    """Read a line that goes beyond its chunk: the line, what follows it in the chunk of its end, and the position.

    The end is looked for first and the line then read in one piece, so that its bytes are held once, not twice.
    """
    end, rest = -1, None
    while position < size:
        chunk = file.read(min(CHUNK, size - position))
        if not chunk:
            break
        seen(chunk)
        found = chunk.find(b"\n")
        if found >= 0:
            end, rest = position + found, chunk[found + 1 :]
        position += len(chunk)
        if progress:
            progress(position)
        if rest is not None:
            break
    file.seek(start)
    raw = file.read((position if end < 0 else end) - start)
    file.seek(position)
    return raw, rest, position


def parse(raw: bytes) -> tuple[Any, bool]:
    """The JSON value of one line and whether its bytes were valid UTF-8 (else U+FFFD stands in, as in Pi).

    Raises Malformed.
    """
    if not is_utf8(raw):
        return parse_text(raw.decode("utf-8", "replace")), False
    try:
        return msgspec.json.decode(raw), True
    except (msgspec.DecodeError, RecursionError):
        return parse_text(raw.decode("utf-8")), True


def parse_text(text: str) -> Any:
    """The JSON value of a text that msgspec refuses: lone surrogates, huge numbers, any depth. Raises Malformed."""
    try:
        return _DECODER.decode(text)
    except RecursionError:
        return _parse_deep(text)
    except Malformed:
        raise
    except ValueError as error:
        reason = getattr(error, "msg", "not JSON")
        raise Malformed(f"{reason} at character {getattr(error, 'pos', 0)}") from None


def _constant(name: str) -> NoReturn:
    raise Malformed(f"{name} is no JSON number")


def parse_integer(digits: str) -> float:
    """An integer literal; from 400 digits on it is infinite for JavaScript, and Python would refuse thousands."""
    return int(digits) if len(digits) < _LONG_INTEGER else float(digits)


_DECODER = json.JSONDecoder(strict=True, parse_constant=_constant, parse_int=parse_integer)

# The standard library's own string scanner: typed nowhere, but the same in all versions.
_scan_string: Callable[[str, int, bool], tuple[str, int]] = json.decoder.scanstring  # type: ignore[attr-defined]

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORDS = {"t": ("true", True), "f": ("false", False), "n": ("null", None)}


def _parse_deep(text: str) -> Any:
    """A JSON parser without recursion.

    The standard library's scanners recurse: the C one can't be given more depth on 3.12 and crashes 3.11, the Python one
    needs the process-wide recursion limit raised. Nesting of 60,000 levels needs neither here.
    """
    space = _SPACE.match
    position = _end(space(text, 0))
    # Each open container, with the key that waits for its value (None in arrays).
    open_containers: list[tuple[Any, str | None]] = []
    container: Any = None  # a dict where `key` is a text, else a list
    key: str | None = None
    while True:
        # A value starts here.
        first = text[position : position + 1]
        value: Any
        if first in {"{", "["}:
            position = _end(space(text, position + 1))
            opened: Any = {} if first == "{" else []
            if text[position : position + 1] != ("}" if first == "{" else "]"):
                open_containers.append((container, key))
                container = opened
                key, position = _key(text, position) if first == "{" else (None, position)
                continue
            value, position = opened, position + 1
        else:
            value, position = _scalar(text, position)
        # The value is complete: put it away, and close what ends with it.
        while True:
            position = _end(space(text, position))
            if container is None:
                if position != len(text):
                    raise Malformed(f"Extra data at character {position}")
                return value
            if key is not None:
                container[key] = value
                closing = "}"
            else:
                container.append(value)
                closing = "]"
            following = text[position : position + 1]
            if following == ",":
                position = _end(space(text, position + 1))
                if closing == "}":
                    key, position = _key(text, position)
                break
            if following != closing:
                raise Malformed(f"Expecting ',' delimiter at character {position}")
            value, position = container, position + 1
            container, key = open_containers.pop()


def _end(match: re.Match[str] | None) -> int:
    assert match
    return match.end()


def _key(text: str, position: int) -> tuple[str, int]:
    if text[position : position + 1] != '"':
        raise Malformed(f"Expecting property name enclosed in double quotes at character {position}")
    key, position = _string(text, position)
    position = _end(_SPACE.match(text, position))
    if text[position : position + 1] != ":":
        raise Malformed(f"Expecting ':' delimiter at character {position}")
    return key, _end(_SPACE.match(text, position + 1))


def _string(text: str, position: int) -> tuple[str, int]:
    try:
        return _scan_string(text, position + 1, True)
    except ValueError as error:
        raise Malformed(f"{getattr(error, 'msg', 'bad string')} at character {position}") from None


def _scalar(text: str, position: int) -> tuple[Any, int]:
    first = text[position : position + 1]
    if first == '"':
        return _string(text, position)
    if first in _WORDS:
        word, value = _WORDS[first]
        if text.startswith(word, position):
            return value, position + len(word)
    number = _NUMBER.match(text, position)
    if not number:
        raise Malformed(f"Expecting value at character {position}")
    whole, fraction, exponent = number.groups()
    if fraction or exponent:
        return as_double(number.group()), number.end()
    return parse_integer(whole), number.end()
