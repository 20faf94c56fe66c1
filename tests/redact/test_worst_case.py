"""Hostile repetitions: the work, counted in calls, grows with the text and no faster (speed itself stands in benchmarks)."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest

from inspect_report.redact.engine import find

UNITS = [
    "password=", "password ", "token=", "key=", "auth=", "?auth=", "ghp_", "sk-", "xoxb-", "eyJ.", "mysql ", "mysql -p", "curl ", "docker login -p", "://a:",
    "Cookie: a=", "Authorization: Bearer ", "-----BEGIN PRIVATE KEY-----\n", "\\", "\\n", "\x1b[1m", "machine a login b ", "echo a | ", "Q~", "AA:1", "[redacted:a#1] ",
    "name: password\nvalue", "password: str = ", "apiKeys: ['a', ", "{{", "a1b2c3d4-", "key key ", "&quot;",
]  # fmt: skip


def calls(text: str) -> int:
    """How many functions, Python's and C's, one search calls."""
    count = 0

    def profile(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(profile)
    try:
        find(text)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("unit", UNITS)
def test_calls_grow_with_the_text_and_no_faster(unit: str) -> None:
    def text(size: int) -> str:
        return (unit * (size // len(unit) + 1))[:size]

    short, long = calls(text(4_096)), calls(text(16_384))
    assert long <= 4.6 * short + 500
    assert long <= 30 * 16_384
