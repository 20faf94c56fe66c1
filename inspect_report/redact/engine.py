"""Finds every secret of one text: view, gates, finders, merge. Spans are in characters of the original."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from inspect_report.redact import blocks, formats, named, shapes
from inspect_report.redact.spans import Span, merge
from inspect_report.redact.trie import trie
from inspect_report.redact.view import View, first_code

_NAMES = frozenset(word.decode() for word in named.KEYWORDS)
_ROOTS = tuple(sorted({*_NAMES, *formats.ROOTS}))
_BLOCKS = ("----", "private-lines")
_FLAG = re.compile(trie(list(formats.FLAGS)))
_WORTH = re.compile(trie(sorted({*_ROOTS, *_BLOCKS, *formats.FLAGS})))
"""What a text in lower case must hold for any finder but that of shapes to find something in it."""


def doubtful(texts: list[str]) -> set[int]:
    """Which of the texts `find` may find something in, by their index. All are looked at together, joined by line breaks.

    No rule's beginning holds a line break, so none can arise across one; at worst a harmless text is called doubtful.
    """
    joined = "\n".join(texts)
    found: set[int] = set()
    begins: list[int] = []
    for search, within in ((first_code, joined), (_WORTH.search, _lower(joined))):
        hit = search(within, 0)
        while hit is not None:
            begins = begins or [0, *accumulate(len(text) + 1 for text in texts)]
            index = bisect_right(begins, hit.start())
            found.add(index - 1)
            hit = search(within, begins[index]) if index < len(texts) else None
    if shapes.possible(joined):
        found.update(index for index, text in enumerate(texts) if shapes.possible(text))
    return found


def find(text: str) -> list[Span]:
    """The spans to mask in `text`, in order, not overlapping. Offsets are of `text` itself."""
    if first_code(text) is None:
        return find_in_view(text)
    view = View(text)
    found = find_in_view(view.text)
    if not view.changed:
        return found
    found = [Span(view.start(one.start), view.end(one.end), one.rule, one.rank) for one in found]
    if view.joined:
        found.extend(shapes.find(view.separated()))
    return merge(found)


def find_in_view(seen: str) -> list[Span]:
    """The spans to mask in a view, in order, not overlapping."""
    found = shapes.find(seen) if len(seen) >= shapes.RUN else []
    low = _lower(seen)
    if _WORTH.search(low) is None:
        return merge(found)
    raw = seen.encode("latin-1", "replace").lower()
    present = [root for root in _ROOTS if root in low]
    words = [root for root in present if root in _NAMES]
    if formats.DASH in low:
        present += sorted(set(_FLAG.findall(low)))
    if words:
        found.extend(named.find(seen, raw, [word.encode() for word in words]))
    if present:
        found.extend(formats.find(seen, raw, present))
    if _BLOCKS[0] in low or _BLOCKS[1] in low:
        found.extend(blocks.find(seen))
    return merge(found)


def _lower(text: str) -> str:
    """A text in lower case at its own length, as far as ASCII goes: `lower` of other letters is slow and may be longer."""
    return text.lower() if text.isascii() else text.encode("latin-1", "replace").lower().decode("latin-1")
