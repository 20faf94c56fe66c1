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
    | (?<=[{_ODD}])
    )
    """,
    re.VERBOSE,
)
"""One character class first, so that the scan for it is fast; what it may begin is told apart behind it."""
_NEEDED = re.compile(rf"[\x1b\x9b\\%&{_ODD}]")
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


class View:
    """A text as the rules see it.

    `text` is the view; `start(v)` and `end(v)` give the original offsets (characters) of a span `[a, b)` of the view.
    """

    __slots__ = ("_original", "_unit_end", "_view", "text")

    def __init__(self, original: str) -> None:
        self._view: list[int] | None = None
        self._original: list[int] = []
        self._unit_end: dict[int, int] = {}
        self.text = original
        if _NEEDED.search(original) is not None:
            self._build(original)

    def _build(self, original: str) -> None:
        pieces: list[str] = []
        view, places, unit_end = [0], [0], self._unit_end
        at = last = 0
        for match in _CODE.finditer(original):
            begin, end = match.span()
            if begin > last:
                pieces.append(original[last:begin])
                at += begin - last
            stands_for = _replacement(match) if match.lastgroup else ""
            if stands_for:
                pieces.append(stands_for)
                view.append(at)
                places.append(begin)
                unit_end[at] = end
                at += 1
            view.append(at)
            places.append(end)
            last = end
        if last == 0:
            return
        pieces.append(original[last:])
        self.text = "".join(pieces)
        self._view, self._original = view, places

    @property
    def changed(self) -> bool:
        """Whether the view differs from its text."""
        return self._view is not None

    def start(self, index: int) -> int:
        """The original offset of the character at `index` of the view (after any codes that stand before it)."""
        if self._view is None:
            return index
        segment = bisect_right(self._view, index) - 1
        return self._original[segment] + index - self._view[segment]

    def end(self, index: int) -> int:
        """The original offset just after the view's character before `index`."""
        if self._view is None or index == 0:
            return index
        unit = self._unit_end.get(index - 1)
        return unit if unit is not None else self.start(index - 1) + 1


def separated(original: str) -> str:
    """`original` at its own length, each code a row of U+0001: a credential right after a code or `C:\\` begins there.

    A letter that may end a code but needn't (`C:\\new`, an escape character before a blank) stays.
    """
    return _CODE.sub(_apart, original)


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
