"""Reports with observations, made in memory or from files, as these tests look at them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec

from inspect_report import build, files
from inspect_report.header import diagnostics, notices
from inspect_report.views import capture, environment, observed, payloads
from tests.observations.making import SESSION_ID

BUILDERS = (observed.build, payloads.build, payloads.build_prompts, environment.build, capture.build)


class Parts:
    """The data elements of the views of observations, decoded from their JSON, and what was counted beside them."""

    def __init__(self, session: Path, *dumps: Path, options: build.Options | None = None) -> None:
        with ExitStack() as stack:
            source = stack.enter_context(files.open_input(str(session)))
            opened = [stack.enter_context(files.open_input(str(dump))) for dump in dumps]
            sources = build.prepare(source, options or build.Options(), None, opened).sources
            self.raw = {name: msgspec.json.encode(part) for make in BUILDERS for name, part in make(sources)}
            self.elements: dict[str, Any] = {name: msgspec.json.decode(raw) for name, raw in self.raw.items()}
            self.diagnostics = diagnostics(sources)
            self.notices = notices(sources)
            self.cuts = dict(sources.ledger.cuts)
            self.items = sources.model.session.n
            self.ids = list(sources.model.session.ids)

    def __getitem__(self, name: str) -> Any:
        return self.elements[name]

    @property
    def contexts(self) -> list[dict[str, Any]]:
        """The observed contexts."""
        return self["observed"]["contexts"]

    def entries(self, place: int) -> list[int]:
        """All entries of a context: those it shares with the one before, then its own."""
        entries: list[int] = []
        for context in self.contexts[: place + 1]:
            entries = entries[: context["shared"]] + context["entries"]
        return entries

    def own(self, item: int) -> Any:
        """The message of an item that is no entry of the session."""
        slot = self["observed"]["rows"]["detail"][item - self.items]
        return self[f"oc{slot // 64}"][slot % 64]["value"]["message"] if slot >= 0 else None


def entry(entry_id: str, parent: str | None, role: str, content: Any, **more: Any) -> dict[str, Any]:
    """A message entry; its number is its time."""
    second = int(entry_id.strip("abcdefghijklmnopqrstuvwxyz") or 0)
    return {
        "type": "message",
        "id": entry_id,
        "parentId": parent,
        "timestamp": f"2026-11-30T06:00:{second % 60:02d}.000Z",
        "message": {"role": role, "content": content, "timestamp": 1000 * second, **more},
    }


def session_file(folder: Path, entries: Iterable[dict[str, Any]], session_id: str = SESSION_ID) -> Path:
    """A session of these entries."""
    header = {
        "type": "session", "version": 3, "id": session_id, "timestamp": "2026-11-30T06:00:00.000Z", "cwd": "/home/dev/tally",
    }  # fmt: skip
    path = folder / "talk.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in [header, *entries]), encoding="utf-8")
    return path


def dump_file(folder: Path, raw: bytes, name: str = "dump.jsonl") -> Path:
    """A dump of these bytes."""
    path = folder / name
    path.write_bytes(raw)
    return path


TALK = (
    entry("a1", None, "user", "Count the words"),
    entry("a2", "a1", "assistant", [{"type": "text", "text": "Counting."}]),
    entry("a3", "a2", "user", "Thanks"),
)
"""A session of three messages; `making.user` and the like repeat them as a run would have had them."""
