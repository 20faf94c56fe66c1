"""One pattern for many literals."""

from __future__ import annotations

import re


def trie(literals: list[str]) -> str:
    """One alternation of literals that shares their beginnings, so that a miss costs one comparison a letter; longest first."""
    branches: dict[str, list[str]] = {}
    for literal in literals:
        branches.setdefault(literal[0], []).append(literal[1:])
    parts: list[str] = []
    for first, rest in branches.items():
        tails = [tail for tail in rest if tail]
        inside = trie(tails) if tails else ""
        parts.append(re.escape(first) + (f"(?:{inside})?" if tails and len(tails) < len(rest) else inside))
    return parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})"
