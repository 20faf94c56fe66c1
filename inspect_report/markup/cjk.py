"""Emphasis beside Chinese, Japanese and Korean text, as Pi renders it.

CommonMark's flanking rules want white space or punctuation around `**`, which these scripts don't write. Pi follows the
"CJK-friendly emphasis" amendment (https://github.com/tats-u/markdown-cjk-friendly/blob/main/specification.md): CJK
punctuation does not count as punctuation, and a CJK character beside a run counts like white space.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline.state_inline import Scanned, StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType

_HANGUL = ((0x1100, 0x11FF), (0xA960, 0xA97C), (0xAC00, 0xD7A3), (0xD7B0, 0xD7FB))
_FIRST = "\u1100"
"""No character before it is wide, full width or Hangul, apart from a few signs that emphasis never meets."""


@lru_cache(maxsize=4096)
def is_cjk(character: str) -> bool:
    """Whether the amendment counts a character as CJK: wide, full or half width, not an emoji; or Hangul."""
    if character < _FIRST:
        return False
    code = ord(character)
    if any(first <= code <= last for first, last in _HANGUL):
        return True
    if unicodedata.east_asian_width(character) not in {"W", "F", "H"}:
        return False
    # Emoji are wide symbols as well, and stand in every script.
    return unicodedata.category(character) != "So" or 0x2E80 <= code <= 0x33FF or 0xFF00 <= code <= 0xFFEF


@lru_cache(maxsize=4096)
def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"


def _is_space(character: str) -> bool:
    return character.isspace()


class FriendlyState(StateInline):
    """Inline state whose delimiter runs follow the amended flanking rules."""

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803 - the library's names
        """Classify the run of equal markers at `start`; `canSplitWord` is true for `*` and `~`."""
        source, marker, end = self.src, self.src[start], start
        while end < self.posMax and source[end] == marker:
            end += 1
        before = _before(source, start)
        after = source[end] if end < self.posMax else " "
        before_space, after_space = _is_space(before), _is_space(after)
        before_cjk, after_cjk = is_cjk(before), is_cjk(after)
        before_mark = _is_punctuation(before)
        after_mark = _is_punctuation(after)
        left = not after_space and (not after_mark or after_cjk or before_space or before_mark or before_cjk)
        right = not before_space and (not before_mark or before_cjk or after_space or after_mark or after_cjk)
        if canSplitWord:
            return Scanned(left, right, end - start)
        return Scanned(
            left and (not right or before_mark), right and (not left or after_mark or after_cjk), end - start
        )


def _before(source: str, start: int) -> str:
    if start == 0:
        return " "
    if "\ufe00" <= source[start - 1] <= "\ufe0e" and start > 1:
        return source[start - 2]  # a variation selector belongs to the character before it
    return source[start - 1]


class _FriendlyInline(ParserInline):
    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        state = FriendlyState(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


def friendly(md: MarkdownIt) -> MarkdownIt:
    """Give a parser the amended rules; call it before rules are enabled."""
    md.inline = _FriendlyInline()
    return md
