"""Invented sessions for the tests of the Context view and of the page around it, and how these tests read its rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Frame, Locator

from tests.browser.harness import ReportPage

TIME = "2026-11-30T06:08:0{}.000Z"


def written(target: Path, *parts: dict[str, Any]) -> Path:
    """A session whose entries e1, e2 … stand below each other: messages, and dicts with a type, which are entries."""
    lines: list[dict[str, Any]] = [
        {"type": "session", "version": 3, "id": "5e55", "timestamp": TIME.format(0), "cwd": "/srv/x"}
    ]
    for number, part in enumerate(parts, 1):
        entry = part if "type" in part else {"type": "message", "message": part}
        head = {"id": f"e{number}", "parentId": f"e{number - 1}" if number > 1 else None}
        lines.append({**head, "timestamp": TIME.format(number % 10), **entry})
    target.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return target


def user(text: object) -> dict[str, Any]:
    return {"role": "user", "content": text, "timestamp": 1796018892204}


def rows(report: ReportPage) -> Locator:
    return report.view.locator(".row-head")


def row(report: ReportPage, words: str) -> Locator:
    return report.view.locator(".row", has=report.view.locator(".row-head", has_text=words)).first


def open_literal(report: ReportPage, head: Locator) -> None:
    """Opens a row and shows its text as recorded or sent, where a rendered form stands first."""
    head.click()
    choice = report.view.locator(".row", has=report.view.locator(".row-body")).get_by_role(
        "radio", name="Literal"
    )
    for each in choice.all():
        each.click()


def focused(view: Frame) -> str:
    return view.evaluate("() => document.activeElement?.textContent ?? ''")


def place_of(view: Frame, words: str) -> float:
    """Distance of a row's upper edge from the viewport's, px."""
    found = view.locator(".row-head", has_text=words).first.bounding_box()
    assert found
    return found["y"]


def top_row(view: Frame) -> tuple[str, float]:
    """Words and place of the first row that is whole below the list's upper edge."""
    return tuple(
        view.evaluate(
            """() => {
              const top = document.querySelector('.vlist').getBoundingClientRect().top;
              const heads = [...document.querySelectorAll('.row-head')].map((head) => [head.textContent, head.getBoundingClientRect().top]);
              return heads.filter(([, y]) => y >= top - 0.5).sort((a, b) => a[1] - b[1])[0];
            }"""
        )
    )
