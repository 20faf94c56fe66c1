"""The view that rules match on: a text without control and escape codes, with offsets that map back (RED-4).

Terminal codes, zero-width characters and backslashes of JSON or shell quoting fall in the middle of credentials and of
the names before them. They are taken out of the view, so that one rule serves every escape depth; a span found in
the view is masked in the original, codes inside it included.

Private-use characters stand for what was escaped: a quote keeps its depth (`\\"` and `\\\\\\"` differ), so that a value
ends at the quote it began with; an escaped line break becomes U+000B, which no view holds otherwise.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable

ESCAPED_NEWLINE = "\x0b"
ENCODED_EQUALS = "\ue13d"
ENCODED_AMPERSAND = "\ue126"
ENCODED_COLON = "\ue13a"
_DOUBLE = 0xE100
_SINGLE = 0xE110
QUOTES = "\"'`\ue100-\ue11f"
"""Inside a character class: every quote of the view, plain or escaped."""

_ODD = r"\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9a\x9c-\x9f\xad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
_CODE = re.compile(
    rf"""
    [\x1b\x9b\\%&{_ODD}](?:
      (?<=\x1b)(?:
          \[[0-9;:?<=>]{{0,64}}[ -/]{{0,4}}[@-~]    # CSI: colours, cursor
        | [\]PX^_]                                  # OSC, DCS and so on: only what introduces it, never its text
        | [ -/]{{0,3}}[0-Z\\`-~]
        | )
    | (?<=\x9b)[0-9;:?]{{0,64}}[ -/]{{0,4}}[@-~]
    | (?<=\\)(?<!\\\\)(?:
          \\{{0,63}}(?:u001[bB]|x1[bB]|033|e)\[[0-9;:?]{{0,64}}[@-~]
        | \\{{0,63}}(?:u00(?P<hex>[0-9a-fA-F]{{2}})|(?P<short>["'`ntr/]))
        | (?P<join>\r?\n) )
    | (?<=%)(?P<percent>3[dDaA]|2[267]|0[aA]|20)
    | (?<=&)(?P<entity>quot|apos|amp|lt|gt|\#0?3[49]|\#x2[27]);
    | (?<=[{_ODD}])[{_ODD}]{{0,63}}
    )
    """,
    re.VERBOSE,
)
"""One character class first, so that the scan for it is fast; what it may begin is told apart behind it."""
_NEEDED = re.compile(rf"[\x1b\x9b\\%&{_ODD}]")
_BREAKS = frozenset(
    [
        ESCAPED_NEWLINE,
        ENCODED_EQUALS,
        ENCODED_COLON,
        ENCODED_AMPERSAND,
        "\t",
        " ",
        *map(chr, range(0xE100, 0xE120)),
    ]
)
"""What a code may stand for without joining what is before it to what is after it."""
_LETTER = re.compile(r"\\[nrt][A-Za-z0-9_.~-]{13}")
_PERCENT = {
    "3d": ENCODED_EQUALS,
    "3a": ENCODED_COLON,
    "26": ENCODED_AMPERSAND,
    "22": chr(_DOUBLE + 14),
    "27": chr(_SINGLE + 14),
    "0a": ESCAPED_NEWLINE,
    "20": " ",
}
_ENTITY = {"amp": "&", "lt": "<", "gt": ">", "apos": chr(_SINGLE + 13), "quot": chr(_DOUBLE + 13)}


_REMEMBERED = 1_000
_STANDS_FOR: dict[str, str] = {}
"""What stands in a view for the codes met so far: a character or nothing."""
_APART: dict[str, str] = {}
"""The same for `View.separated`."""


first_code = _NEEDED.search
"""Finds the first character of a text that may make its view differ, from a place on."""


class View:
    """A text as the rules see it.

    `text` is the view; `start(v)` and `end(v)` give the original offsets (characters) of a span `[a, b)` of the view.
    """

    __slots__ = ("_after", "_codes", "_original", "_place", "_stands", "_written", "text")

    def __init__(self, original: str) -> None:
        self._original = original
        self._codes: list[tuple[int, int]] = []
        self._written: list[str] = []
        self._stands: list[str] = []
        self._place: list[int] = []
        """Where each code stands in the view."""
        self._after: list[int] = []
        """Where in the view begins what follows it."""
        self.text = original
        if first_code(original) is not None:
            self._codes = [match.span() for match in _CODE.finditer(original)]
        if self._codes:
            self._written = [original[begin:end] for begin, end in self._codes]
            self._stands = self._each(_STANDS_FOR, _replacement)
            self.text = self._with(self._stands)

    @property
    def changed(self) -> bool:
        """Whether the view differs from its text."""
        return bool(self._codes)

    @property
    def joined(self) -> bool:
        """Whether a credential may begin right after a code, or with its last letter, that `text` does not show."""
        return not _BREAKS.issuperset(self._stands) or _LETTER.search(self._original) is not None

    def separated(self) -> str:
        """The original at its own length, each code a row of U+0001: a credential right after a code or `C:\\` begins there.

        A letter that may end a code but needn't (`C:\\new`, an escape character before a blank) stays.
        """
        return self._with(self._each(_APART, _apart))

    def start(self, index: int) -> int:
        """The original offset of the character at `index` of the view (after any codes that stand before it)."""
        code = self._code_at(index)
        if code < 0:
            return index
        begin, end = self._codes[code]
        beyond = index - self._after[code]
        return end + beyond if beyond >= 0 else begin

    def end(self, index: int) -> int:
        """The original offset just after the view's character before `index`."""
        code = self._code_at(index - 1)
        if code < 0:
            return index
        return self._codes[code][1] + max(0, index - self._after[code])

    def _each(self, known: dict[str, str], make: Callable[[re.Match[str]], str]) -> list[str]:
        """What stands for each code. A code's own text tells; few are different."""
        codes = self._written
        new = set(codes).difference(known)
        if new and len(known) > _REMEMBERED:
            known.clear()
            new = set(codes)
        for code in new:
            match = _CODE.match(code)
            known[code] = make(match) if match is not None else ""
        return [known[code] for code in codes]

    def _with(self, stands: list[str]) -> str:
        original = self._original
        begins, ends = zip(*self._codes, strict=True)
        pieces = [""] * (2 * len(stands) + 1)
        pieces[::2] = [
            original[last:begin] for last, begin in zip((0, *ends), (*begins, len(original)), strict=True)
        ]
        pieces[1::2] = stands
        return "".join(pieces)

    def _code_at(self, index: int) -> int:
        """The last code that stands at or before a place of the view, -1 for none."""
        if len(self._place) < len(self._codes):
            shift = 0
            for (begin, end), stand in zip(self._codes, self._stands, strict=True):
                self._place.append(begin - shift)
                shift += end - begin - len(stand)
                self._after.append(end - shift)
        return bisect_right(self._place, index) - 1


def _apart(match: re.Match[str]) -> str:
    code = match[0]
    if match["short"]:
        return code
    if (
        len(code) > 1
        and code[-1].isalpha()
        and not match["hex"]
        and not (code[-2].isdigit() or code[-2] == ";")
    ):
        return "\x01" * (len(code) - 1) + code[-1]
    return "\x01" * len(code)


def _replacement(match: re.Match[str]) -> str:
    kind, found = match.lastgroup, match[match.lastgroup or 0]
    if kind is None:
        return ""
    if kind == "join":
        return " "
    if kind == "percent":
        return _PERCENT[found.lower()]
    if kind == "entity":
        return _ENTITY.get(found) or chr((_DOUBLE if found in {"#34", "#034", "#x22"} else _SINGLE) + 13)
    depth = min(12, match.end() - match.start() - len(found) - (3 if kind == "hex" else 0))
    character = chr(int(found, 16)) if kind == "hex" else found
    if kind == "hex" and depth > 1:
        depth -= 1
    if character == '"':
        return chr(_DOUBLE + depth)
    if character in "'`":
        return chr(_SINGLE + depth)
    if kind == "hex":
        if character in "\n\r":
            return ESCAPED_NEWLINE
        return character if " " <= character < "\x7f" or character == "\t" or character.isalnum() else ""
    if character in "nr":
        return ESCAPED_NEWLINE
    return "\t" if character == "t" else character
