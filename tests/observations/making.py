"""Dumps and sessions for these tests: written by hand, or the invented runs beside this file."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

from inspect_report.observations import Observations, SessionFacts, facts_of, read_observations
from inspect_report.pi.context import Context
from inspect_report.pi.session import Session, read_session
from inspect_report.pi.tree import Tree

DATA = Path(__file__).parent / "data"
SESSION_ID = "01a00000-0000-7000-8000-000000000001"
AT = "2026-11-30T06:00:00.{:03d}Z"


class Bytes:
    """A dump in memory, as the reader wants it."""

    def __init__(self, raw: bytes, name: str = "dump.jsonl") -> None:
        self.file: BinaryIO = io.BytesIO(raw)
        self.size = len(raw)
        self.name = name


def header(session_id: Any = SESSION_ID, **more: Any) -> dict[str, Any]:
    return {
        "type": "observations", "version": 1, "sessionId": session_id, "piVersion": "1.6.0",
        "startedAt": AT.format(0), "cwd": "/home/dev/tally", "mode": "rpc", **more,
    }  # fmt: skip


def numbered(*records: dict[str, Any], run: str = "r1", first: int = 1) -> list[dict[str, Any]]:
    """Records with run, seq and a time that grows by 10 ms each, unless they bring their own."""
    return [
        {"run": run, "seq": first + index, "observedAt": AT.format(10 * (first + index)), **record}
        for index, record in enumerate(records)
    ]


def lines(records: Iterable[Any]) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def dump(*records: dict[str, Any]) -> bytes:
    """A dump of one run."""
    return lines([header(), *numbered(*records)])


def facts(
    session_id: str | None = SESSION_ID,
    entries: Iterable[str] = (),
    calls: dict[str, tuple[int, ...]] | None = None,
    messages: Iterable[tuple[Any, ...]] = (),
) -> SessionFacts:
    listed = list(messages)
    return SessionFacts(
        session_id, {entry: item for item, entry in enumerate(entries)}, calls or {}, {}, lambda: listed
    )


def observe(*dumps: bytes, of: SessionFacts | None = None, allow_mismatch: bool = False) -> Observations:
    sources = [Bytes(raw, f"dump-{number}.jsonl") for number, raw in enumerate(dumps)]
    return read_observations(sources, of or facts(), allow_mismatch=allow_mismatch)


def start(occurrence: str, call: str, **more: Any) -> dict[str, Any]:
    return {
        "type": "execution_start", "occurrenceId": occurrence, "toolCallId": call, "anchorId": "a1", "leafId": "a1",
        "request": 1, "toolName": "bash", "args": {"command": occurrence}, **more,
    }  # fmt: skip


def end(occurrence: str, call: str, **more: Any) -> dict[str, Any]:
    return {
        "type": "execution_end", "occurrenceId": occurrence, "toolCallId": call, "leafId": "a1", "isError": False,
        "durationMs": 5, "result": {"content": [{"type": "text", "text": f"result of {occurrence}"}]}, **more,
    }  # fmt: skip


def context(request: int, messages: list[Any], prefix: int | None = None, **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = {
        "type": "context",
        "request": request,
        "leafId": "a1",
        "messages": messages,
        **more,
    }
    if prefix is not None:
        made["prefix"] = prefix
    return made


def user(text: Any, timestamp: int) -> dict[str, Any]:
    return {"role": "user", "content": text, "timestamp": timestamp}


class Run:
    """A session and the dumps of it, both read from files."""

    def __init__(self, session: Path, *dumps: Path) -> None:
        raw = session.read_bytes()
        self.session: Session = read_session(io.BytesIO(raw), len(raw))
        self.tree = Tree(self.session)
        sources = [Bytes(path.read_bytes(), path.name) for path in dumps]
        self.observations = read_observations(sources, facts_of(self.session))

    def path(self) -> list[int]:
        """Items of the active branch."""
        return self.tree.branch(self.tree.leaf()).items

    def projection(self, leaf_id: str | None) -> list[Any]:
        """Pi's messages at a leaf."""
        return list(Context(self.session, self.tree, self.tree.leaf_of(leaf_id)).messages())


def small(name: str, kind: str = "dump") -> Run:
    """One of the invented runs beside this file."""
    return Run(DATA / f"{name}.session.jsonl", DATA / f"{name}.{kind}.jsonl")
