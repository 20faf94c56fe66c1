"""Invented sessions for the tests of the Session view, and how these tests read its lists."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Frame

from tests.browser.harness import ReportPage

TIME = "2026-11-02T09:00:0{}.000Z"


def entry(
    identity: str, parent: str | None, role: str, text: str, second: int = 0, **more: Any
) -> dict[str, Any]:
    """A message entry."""
    content = text if role == "user" else [{"type": "text", "text": text}]
    message = {"role": role, "content": content, **more}
    return {
        "type": "message",
        "id": identity,
        "parentId": parent,
        "timestamp": TIME.format(second),
        "message": message,
    }


def write(path: Path, entries: list[dict[str, Any] | str]) -> Path:
    """A session file of these entries; texts are lines as they stand."""
    header = {
        "type": "session",
        "version": 3,
        "id": path.stem,
        "timestamp": TIME.format(0),
        "cwd": "/home/dev/x",
    }
    lines = [each if isinstance(each, str) else json.dumps(each) for each in [header, *entries]]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def damaged(path: Path) -> Path:
    """Two roots, an orphan, circles of two and of one, repeated ids, an identical repeat, glued lines, unknown type and role."""
    glued = json.dumps(entry("g1", "same", "user", "glued one")) + json.dumps(
        entry("g2", "g1", "assistant", "glued two", stopReason="weird")
    )
    twice = entry("same", "d1", "user", "written twice")
    return write(
        path,
        [
            entry("u1", None, "user", "first root"),
            entry("u2", None, "user", "second root"),
            entry("o1", "gone", "user", "orphan"),
            entry("c1", "c2", "user", "circle one"),
            entry("c2", "c1", "user", "circle two"),
            entry("c3", "c2", "user", "below the circle"),
            entry("self", "self", "user", "its own parent"),
            entry("d1", "u1", "user", "repeated, first"),
            entry("d1", "u1", "user", "repeated, second"),
            twice,
            twice,
            glued,
            entry("r1", "g2", "assistant", "after the glue", stopReason="stop"),
            {"type": "hologram", "id": "x1", "parentId": "r1", "timestamp": "not a time", "value": 1},
            entry("x2", "x1", "oracle", "unknown role", 5),
            "{not json",
            entry("z", "x2", "user", "the end", 6),
        ],
    )


def chain(path: Path, count: int) -> Path:
    """One prompt and a chain of answers below it."""
    first: list[dict[str, Any] | str] = [entry("e0", None, "user", "the only prompt")]
    rest = (
        entry(f"e{n}", f"e{n - 1}", "assistant", f"answer {n}", stopReason="stop") for n in range(1, count)
    )
    return write(path, [*first, *rest])


def fan(path: Path, count: int) -> Path:
    """One root with all others as its children."""
    first: list[dict[str, Any] | str] = [entry("root", None, "user", "the root")]
    return write(
        path,
        [
            *first,
            *(entry(f"w{n}", "root", "assistant", f"way {n}", stopReason="stop") for n in range(count - 1)),
        ],
    )


def forked(path: Path) -> Path:
    """Two turns, a fork with a label, internal entries, a tool call with its result and one without."""
    call = {"type": "toolCall", "id": "t1", "name": "read", "arguments": {"path": "notes.txt"}}
    lost = {"type": "toolCall", "id": "t2", "name": "bash", "arguments": {"command": "true"}}
    return write(
        path,
        [
            {
                "type": "model_change",
                "id": "m",
                "parentId": None,
                "timestamp": TIME.format(0),
                "provider": "p",
                "modelId": "m-1",
            },
            entry("u1", "m", "user", "Read the notes"),
            {
                **entry("a1", "u1", "assistant", "x", 1),
                "message": {"role": "assistant", "content": [call], "stopReason": "toolUse"},
            },
            entry(
                "r1",
                "a1",
                "toolResult",
                "buried treasure",
                2,
                toolCallId="t1",
                toolName="read",
                isError=False,
            ),
            {
                **entry("a2", "r1", "assistant", "x", 3),
                "message": {"role": "assistant", "content": [lost], "stopReason": "aborted"},
            },
            {
                "type": "custom",
                "id": "s1",
                "parentId": "a2",
                "timestamp": TIME.format(3),
                "customType": "state",
                "data": {"n": 1},
            },
            entry("side", "r1", "user", "A way not taken", 4),
            entry("sidea", "side", "assistant", "Side answer", 4, stopReason="stop"),
            entry("u2", "s1", "user", "Now the tests", 5),
            entry("a3", "u2", "assistant", "All pass", 6, stopReason="stop"),
            {
                "type": "label",
                "id": "l1",
                "parentId": "a3",
                "timestamp": TIME.format(7),
                "targetId": "r1",
                "label": "plan B",
            },
        ],
    )


def endings(path: Path) -> Path:
    """Answers that came through, were cut, failed and were aborted, the last with a message and without."""
    aborted = {"stopReason": "aborted", "errorMessage": "This operation was aborted"}
    return write(
        path,
        [
            entry("u", None, "user", "go"),
            entry(
                "good", "u", "assistant", "it came through", 1, stopReason="stop", rawStopReason="end_turn"
            ),
            entry(
                "cut", "good", "assistant", "it was cut", 2, stopReason="length", rawStopReason="max_tokens"
            ),
            entry(
                "bad", "cut", "assistant", "it failed", 3, stopReason="error", errorMessage="529 Overloaded"
            ),
            entry("halt", "bad", "assistant", "it was aborted", 4, **aborted),
        ],
    )


def row(view: Frame, words: str) -> Any:
    """The row of the shown list with these words in its line."""
    return (
        view.locator(".view:not([hidden]) .erow:not(.turn)")
        .filter(has=view.locator(".erow-line", has_text=words))
        .first
    )


def lines(view: Frame) -> list[str]:
    """The words of the shown list's rows, in their order."""
    return view.evaluate(
        """() => [...document.querySelectorAll(".view:not([hidden]) .erow")].map((node) =>
          (node.querySelector(".row-text, .turn-title, .gap-words")).textContent)"""
    )


def focused(view: Frame) -> str:
    """The words of the row that has focus."""
    return view.evaluate(
        "() => document.activeElement.closest('.erow')?.querySelector('.row-text, .turn-title, .gap-words').textContent ?? ''"
    )


def press(report: ReportPage, *keys: str) -> None:
    """Presses these keys, one after the other."""
    for key in keys:
        report.page.keyboard.press(key)
