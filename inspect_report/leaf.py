"""The leaf that --leaf asks for: an entry id, or the beginning of exactly one (CLI-2)."""

from __future__ import annotations

from inspect_report.errors import UsageError
from inspect_report.pi.tree import Leaf, Tree

_NAMED = 5


def choose(tree: Tree, wanted: str) -> Leaf:
    """The leaf at the entry whose id is `wanted`, else at the only one whose id begins with it.

    Only entries that can be named in navigation count. Raises UsageError, which names up to five candidates.
    """
    session = tree.session
    named = {
        key: item for key, item in tree.by_id.items() if isinstance(key, str) and session.navigable(item)
    }
    item = named.get(wanted)
    if item is not None:
        return tree.leaf_at(item)
    found = [key for key in named if wanted and key.startswith(wanted)]
    if len(found) == 1:
        return tree.leaf_at(named[found[0]])
    if not found and wanted in tree.by_id:
        raise UsageError(
            f"--leaf {_short(wanted)}: an entry has this id, but no link can name it: {session.reason(tree.by_id[wanted])}",
            "name another entry",
        )
    if not found:
        raise UsageError(
            f"--leaf {_short(wanted)}: no entry of this session has an id that begins so",
            "ids stand in the report",
        )
    others = f" and {len(found) - _NAMED:,} more" if len(found) > _NAMED else ""
    candidates = ", ".join(_short(key) for key in found[:_NAMED])
    raise UsageError(
        f"--leaf {_short(wanted)} fits several entries: {candidates}{others}", "give more of the id"
    )


def _short(text: str) -> str:
    return text if len(text) <= 64 else f"{text[:63]}…"
