"""Sizes that stand beside a mask. They are of what is shown, so that no mask's value can be measured by them (RED-4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from inspect_report.bounds import KIB
from inspect_report.pi.jsvalues import is_array, is_object
from inspect_report.segments import Draft


def shown_bytes(value: Any) -> int:
    """Bytes of a shown value as compact JSON; what is only named counts with the size that it is named with."""
    return len(msgspec.json.encode(value)) + _named(value)


def rounded(size: int) -> int:
    """A size, up to the next whole KiB: for what is shown in part."""
    return -(-size // KIB) * KIB


def _named(value: Any) -> int:
    """Bytes of signatures, images and so on that a shown value names and does not hold. Iterative."""
    total = 0
    stack = [value]
    while stack:
        node = stack.pop()
        if is_object(node):
            if "$withheld" in node:
                total += node.get("chars", 0)
            elif "$image" in node:
                total += -(-node["bytes"] // 3) * 4
            else:
                stack.extend(node.values())
        elif is_array(node):
            stack.extend(node)
    return total


def masked(
    recorded: Sequence[Draft], kept: Sequence[Draft], shown: Sequence[Draft], most: int
) -> list[Draft]:
    """The recorded segments of an entry with masks, each with the size it has once they are in it.

    `kept` are the segments of what went to the redactor, `shown` of what it gave back; texts over `most` characters, of which
    only a part did, keep the size that was recorded.
    """
    if not len(recorded) == len(kept) == len(shown):
        return [draft._replace(chars=rounded(draft.chars)) for draft in recorded]
    return [
        draft if before.chars > most else draft._replace(chars=draft.chars + after.chars - before.chars)
        for draft, before, after in zip(recorded, kept, shown, strict=True)
    ]
