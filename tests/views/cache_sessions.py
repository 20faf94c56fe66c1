"""Small invented sessions with recorded usage, written line by line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

START = 1_796_000_000_000
"""2026-11-30T00:53:20Z in ms."""


def iso(ms: float) -> str:
    """A time stamp as Pi writes it."""
    from datetime import UTC, datetime

    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def usage(
    input: float = 0,  # noqa: A002 - Pi's own name
    read: float = 0,
    write: float = 0,
    output: float = 10,
    *,
    prices: tuple[float, float, float, float] = (3e-6, 15e-6, 0.3e-6, 3.75e-6),
    provider_total: bool | None = None,
    hour: float | None = None,
) -> dict[str, Any]:
    """Recorded usage with the cost that these prices (input, output, read, write; USD a token) give."""
    parts = dict(
        zip(
            ("input", "output", "cacheRead", "cacheWrite"),
            (tokens * price for tokens, price in zip((input, output, read, write), prices, strict=True)),
            strict=True,
        )
    )
    cost: dict[str, Any] = {**parts, "total": sum(parts.values())}
    if provider_total is not None:
        cost["totalFromProvider"] = provider_total
    made: dict[str, Any] = {
        "input": input, "output": output, "cacheRead": read, "cacheWrite": write,
        "totalTokens": input + output + read + write, "cost": cost,
    }  # fmt: skip
    if hour is not None:
        made["cacheWrite1h"] = hour
    return made


FREE = (0.0, 0.0, 0.0, 0.0)


class Writer:
    """Appends entries, each below the last one unless told otherwise; the clock moves a minute an entry."""

    def __init__(self, *, parent_session: str | None = None, header_ms: float = START) -> None:
        header: dict[str, Any] = {"type": "session", "version": 3, "id": "cache-session", "timestamp": iso(header_ms), "cwd": "/home/dev/demo"}  # fmt: skip
        if parent_session:
            header["parentSession"] = parent_session
        self.lines: list[dict[str, Any]] = [header]
        self.now: float = START
        self.last: str | None = None

    def add(self, kind: str, /, *, parent: str | None = None, after: float = 60_000, **members: Any) -> str:
        """Append an entry; `after` is the time since the one before, in ms. Returns its id."""
        self.now += after
        name = f"e{len(self.lines):05d}"
        entry = {
            "type": kind,
            "id": name,
            "parentId": parent or self.last,
            "timestamp": iso(self.now),
            **members,
        }
        self.lines.append(entry)
        self.last = name
        return name

    def message(self, role: str, *, after: float = 60_000, parent: str | None = None, **members: Any) -> str:
        """Append a message."""
        members.setdefault("content", [{"type": "text", "text": f"a {role} text"}])
        at = self.now + after
        return self.add(
            "message", after=after, parent=parent, message={"role": role, **members, "timestamp": at}
        )

    def answer(
        self,
        recorded: Any = None,
        *,
        model: str = "claude-sonnet-4-5",
        provider: str = "anthropic",
        after: float = 60_000,
        parent: str | None = None,
        **members: Any,
    ) -> str:
        """Append an answer with this usage; none at all for None."""
        if recorded is not None:
            members["usage"] = recorded
        return self.message(
            "assistant",
            after=after,
            parent=parent,
            provider=provider,
            model=model,
            stopReason="stop",
            **members,
        )

    def save(self, path: Path) -> Path:
        """Write the file."""
        path.write_text("".join(json.dumps(line) + "\n" for line in self.lines), encoding="utf-8")
        return path


def several_models(path: Path) -> Path:
    """Two models, a tools change, a thinking change, an idle gap, a compaction, warming, another branch; 1-hour writes."""
    w = Writer()
    w.add("thinking_level_change", thinkingLevel="medium")
    w.message(
        "system",
        content="You are Pi.",
        sections={"skills": "one"},
        toolsAdded=[{"name": "read"}, {"name": "bash"}],
    )
    w.message("user")
    w.answer(usage(10, 0, 30_000))  # first: 30,010
    w.message("user")
    w.answer(usage(10, 30_000, 1_000))  # hit
    w.message("user")
    w.answer(
        usage(20, 2_000, 30_000), after=14 * 60_000
    )  # idle 15 min incl. the prompt's minute: missed 29,010
    w.message("system", toolsAdded=[{"name": "edit"}], toolsRemoved=[{"name": "bash"}], content="")
    w.message("user")
    w.answer(usage(5, 0, 33_000))  # tools changed
    w.message("user")
    w.answer(
        usage(100, 0, 9_000, prices=(1e-6, 5e-6, 0.1e-6, 1.25e-6)), model="claude-haiku-4-5"
    )  # model changed
    w.add("thinking_level_change", thinkingLevel="high")
    back = w.message("user")
    w.answer(usage(10, 1_000, 33_000), model="claude-sonnet-4-5")  # model and thinking level changed
    w.add(
        "compaction", summary="s", firstKeptEntryId=back, tokensBefore=34_000, usage=usage(34_000, 0, 0, 500)
    )
    w.message("user")
    w.answer(usage(10, 0, 8_000, hour=8_000))  # after the compaction: not compared
    w.add(
        "usage",
        kind="cache_warm",
        provider="anthropic",
        model="claude-sonnet-4-5",
        usage=usage(0, 8_010, 0, 1),
    )
    w.message("user", after=20 * 60_000)
    kept = w.answer(usage(10, 8_000, 500))
    w.message("user")
    w.answer(usage(10, 0, 9_000))  # other branch: no cause, a miss of 8,510
    w.message("user", parent=kept)
    w.answer(usage(10, 8_500, 400))
    return w.save(path)


def subscription(path: Path) -> Path:
    """Tokens without any per-token cost, from a provider that runs Claude Code."""
    w = Writer()
    for place in range(6):
        w.message("user")
        w.answer(usage(5, 10_000 * place, 10_000, prices=FREE), provider="pi-claude-code", model="sonnet")
    w.message("user", content=[{"type": "image", "mimeType": "image/png", "data": "aGk="}])
    for _ in range(22):
        w.message("toolResult", toolCallId="t", toolName="read", isError=False)
    w.answer(usage(5, 0, 62_000, prices=FREE), provider="pi-claude-code", model="sonnet")
    return w.save(path)


def broken(path: Path) -> Path:
    """Usage that can't be trusted: text, negative, missing, null, no object; one good request on both sides."""
    w = Writer()
    good = usage(10, 900, 90)
    w.message("user")
    w.answer(good)
    for bad in (
        {**good, "input": "12"},
        {**good, "cacheRead": -5},
        {**good, "cacheWrite": None},
        {"output": 5},
        "free",
    ):
        w.message("user")
        w.answer(bad)
    w.message("user")
    w.answer({**good, "cost": {"input": 1, "output": 1}})
    w.message("user")
    w.answer(None)
    w.message("user")
    w.answer(good)
    return w.save(path)


def without_usage(path: Path) -> Path:
    """A conversation that records no usage."""
    w = Writer()
    for _ in range(3):
        w.message("user")
        w.answer(None)
    return w.save(path)


def silent(path: Path) -> Path:
    """A provider that never reports cache activity beside one that does."""
    w = Writer()
    for place in range(3):
        w.message("user")
        w.answer(usage(5_000 + place, 0, 0), provider="local", model="llama")
    w.message("user")
    w.answer(usage(10, 0, 5_000))
    w.message("user")
    w.answer(usage(10, 5_000, 300))
    return w.save(path)


def long_one(path: Path, requests: int = 1_500) -> Path:
    """More requests than a chart has points."""
    w = Writer()
    for place in range(requests):
        w.message("user", after=1_000)
        w.answer(usage(place % 7, 1_000 + place, 100 + place % 11), after=1_000)
    return w.save(path)


def all_missed(path: Path, requests: int = 150) -> Path:
    """Every request but the first writes again what the one before had in the cache."""
    w = Writer()
    for _ in range(requests):
        w.message("user", after=1_000)
        w.answer(usage(10, 0, 30_000), after=1_000)
    return w.save(path)
