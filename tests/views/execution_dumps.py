"""Sessions and dumps of any size for tests of captured executions: parallel, nested, failed, unfinished, across idle hours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from inspect_report.pi.jsvalues import iso_text

SESSION_ID = "01a00000-0000-7000-8000-00000000e0e0"
START = 1_796_018_400_000
"""30 Nov 2026, 06:00 UTC, ms."""


def iso(ms: int) -> str:
    """A time as Pi and the collector write it."""
    return iso_text(ms)


class Made:
    """A session of turns with tool calls, and the dump of its run."""

    def __init__(self) -> None:
        self.entries: list[dict[str, Any]] = [
            {
                "type": "session",
                "version": 3,
                "id": SESSION_ID,
                "timestamp": iso(START),
                "cwd": "/home/dev/made",
            }
        ]
        self.records: list[dict[str, Any]] = [
            {
                "type": "observations", "version": 1, "sessionId": SESSION_ID, "piVersion": "1.6.0",
                "startedAt": iso(START), "cwd": "/home/dev/made", "mode": "rpc",
            }
        ]  # fmt: skip
        self.now = START
        self._ids = 0
        self._occurrences = 0

    def entry(self, message: dict[str, Any], **more: Any) -> str:
        """Append a message entry; gives its id."""
        self._ids += 1
        made = f"e{self._ids:07d}"
        parent = self.entries[-1]["id"] if len(self.entries) > 1 else None
        self.entries.append(
            {
                "type": "message",
                "id": made,
                "parentId": parent,
                "timestamp": iso(self.now),
                "message": message,
                **more,
            }
        )
        return made

    def record(self, kind: str, at: int | None = None, **fields: Any) -> None:
        """Append a record of the run at a time."""
        self.records.append(
            {
                "type": kind,
                "run": "r1",
                "seq": len(self.records),
                "observedAt": iso(self.now if at is None else at),
                **fields,
            }
        )

    def started(self, anchor: str, call: str, tool: str = "bash", **more: Any) -> str:
        """A start; gives the occurrence id."""
        self._occurrences += 1
        occurrence = f"r1:{self._occurrences}"
        self.record(
            "execution_start", occurrenceId=occurrence, toolCallId=call, anchorId=anchor, leafId=anchor, request=1,
            toolName=tool, **{"args": {"command": f"echo {call}"}, **more},
        )  # fmt: skip
        return occurrence

    def ended(self, occurrence: str, call: str, *, failed: bool = False, took: int = 5, **more: Any) -> None:
        """An end with a result of one text."""
        result = {"content": [{"type": "text", "text": f"output of {call}\n"}]}
        self.record(
            "execution_end", occurrenceId=occurrence, toolCallId=call, isError=failed, durationMs=took,
            **{"result": result, **more},
        )  # fmt: skip

    def turn(self, calls: int, *, nested: int = 0, failed: bool = False, idle: int = 0) -> None:
        """A prompt, an answer with parallel calls, each with nested ones, and their results; `idle` ms pass before it."""
        self.now += idle + 1000
        self.entry({"role": "user", "content": "Go on.", "timestamp": self.now})
        self.now += 700
        ids = [f"toolu_{self._ids}_{number}" for number in range(calls)]
        content = [
            {"type": "toolCall", "id": each, "name": "bash", "arguments": {"command": f"echo {each}"}}
            for each in ids
        ]
        message: dict[str, Any] = {
            "role": "assistant",
            "content": content,
            "stopReason": "toolUse",
            "provider": "demo",
            "model": "m",
        }
        anchor = self.entry({**message, "timestamp": self.now})
        open_calls = [(each, self.started(anchor, each)) for each in ids]
        for each, occurrence in open_calls:
            for number in range(nested):
                self.now += 3
                inner = self.started(
                    anchor, f"{each}/{number}", "read", parentToolCallId=each, parentOccurrenceId=occurrence
                )
                self.now += 11
                self.ended(inner, f"{each}/{number}")
        for number, (each, occurrence) in enumerate(open_calls):
            self.now += 40
            self.ended(occurrence, each, failed=failed and number == 0, took=39)
            text = [{"type": "text", "text": f"output of {each}\n"}]
            self.entry(
                {
                    "role": "toolResult",
                    "toolCallId": each,
                    "toolName": "bash",
                    "content": text,
                    "isError": failed and number == 0,
                    "timestamp": self.now,
                }
            )

    def write(self, folder: Path) -> tuple[Path, Path]:
        """The two files."""
        session, dump = folder / "made.jsonl", folder / "made.observations.jsonl"
        session.write_text("".join(json.dumps(entry) + "\n" for entry in self.entries), encoding="utf-8")
        dump.write_text("".join(json.dumps(record) + "\n" for record in self.records), encoding="utf-8")
        return session, dump


def large(turns: int = 2000, calls: int = 3) -> Made:
    """About `turns * (calls + 2)` entries and `turns * calls` executions, every fiftieth turn after an idle hour."""
    made = Made()
    for number in range(turns):
        made.turn(calls, failed=number % 25 == 0, idle=3_600_000 if number % 50 == 49 else 0)
    return made
