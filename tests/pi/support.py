"""Small session files made in memory."""

from __future__ import annotations

import io
import json
from typing import Any

from inspect_report.pi import Context, Session, Tree, read_session

HEADER: dict[str, Any] = {
    "type": "session",
    "version": 3,
    "id": "s",
    "timestamp": "2025-03-01T10:00:00.000Z",
    "cwd": "/home/dev/tally",
}
TIME = "2025-03-01T10:00:01.000Z"


def line(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def entry(kind: str, entry_id: Any, parent: Any = None, /, **members: Any) -> dict[str, Any]:
    return {"type": kind, "id": entry_id, "parentId": parent, "timestamp": TIME, **members}


def message(
    entry_id: Any, parent: Any = None, role: str = "user", content: Any = "hello", **members: Any
) -> dict[str, Any]:
    return entry("message", entry_id, parent, message={"role": role, "content": content, **members})


def usage(
    sent: float = 0, read: float = 0, write: float = 0, output: float = 1, cost: float = 0.01
) -> dict[str, Any]:
    return {
        "input": sent,
        "output": output,
        "cacheRead": read,
        "cacheWrite": write,
        "totalTokens": sent + output + read + write,
        "cost": {"input": cost, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": cost},
    }


def read_bytes(raw: bytes, *, allow_empty: bool = False) -> Session:
    return read_session(io.BytesIO(raw), len(raw), allow_empty=allow_empty)


def session(*values: Any, header: Any = HEADER) -> Session:
    """A session of these lines: objects, or bytes as they are."""
    lines = [
        value if isinstance(value, bytes) else line(value)
        for value in ([header] if header else []) + list(values)
    ]
    return read_bytes(b"\n".join(lines) + b"\n")


def context(of: Session, leaf: int | None = None) -> Context:
    tree = Tree(of)
    return Context(of, tree, tree.leaf() if leaf is None else tree.leaf_at(leaf))


def kinds(of: Session) -> dict[str, int]:
    return {problem.kind: problem.count for problem in of.problems.all()}
