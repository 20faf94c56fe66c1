"""Finds every secret of one text: view, gates, finders, merge. Spans are in characters of the original."""

from __future__ import annotations

from inspect_report.redact import blocks, formats, named, shapes
from inspect_report.redact.spans import Span, merge
from inspect_report.redact.view import View

_NAMES = frozenset(named.KEYWORDS)
_ROOTS = tuple(sorted({*named.KEYWORDS, *formats.ROOTS}))


def find(text: str) -> list[Span]:
    """The spans to mask in `text`, in order, not overlapping. Offsets are of `text` itself."""
    view = View(text)
    found = find_in_view(view.text)
    if not view.changed:
        return found
    found = [Span(view.start(one.start), view.end(one.end), one.rule, one.rank) for one in found]
    apart = view.separated()
    found.extend(shapes.find(apart, apart.encode("latin-1", "replace")))
    return merge(found)


def find_in_view(seen: str) -> list[Span]:
    """The spans to mask in a view, in order, not overlapping."""
    data = seen.encode("latin-1", "replace")
    low = data.lower()
    found = list(shapes.find(seen, data))
    present = [root for root in _ROOTS if root in low]
    if formats.DASH in low:
        present += [root for root in formats.FLAGS if root in low]
    if present:
        words = [root for root in present if root in _NAMES]
        if words:
            found.extend(named.find(seen, low, words))
        found.extend(formats.find(seen, low, present))
    if b"----" in data or b"private-lines" in low:
        found.extend(blocks.find(seen))
    return merge(found)
