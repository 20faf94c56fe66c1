"""One line of words for a call, an image, a command: what says most, and never more than recorded."""

from __future__ import annotations

from typing import Any

import pytest

from inspect_report import bounds, summaries


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"path": "src/a.py", "edits": []}, "tool src/a.py"),
        ({"pattern": "TODO", "path": "src"}, "tool TODO in src"),
        ({"command": "ls -l", "path": "x"}, "tool ls -l"),
        ({"n": 3}, 'tool {"n":3}'),
        ({}, "tool"),
        (None, "tool"),
        ("odd", 'tool "odd"'),
        ({"path": ""}, 'tool {"path":""}'),
    ],
)
def test_a_call_names_what_says_most(arguments: Any, words: str) -> None:
    assert summaries.call({"name": "tool", "arguments": arguments}) == words


def test_a_line_folds_space_codes_and_rulers() -> None:
    assert summaries.line("\x1b[31ma\x1b[0m\n\n  b\t" + "=" * 70 + " c") == "a b === c"
    assert len(summaries.line("word " * 1_000)) <= bounds.SUMMARY


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"command": "ls", "exitCode": 0}, "ls"),
        ({"command": "ls", "exitCode": 2}, "ls · exit 2"),
        ({"command": "ls", "cancelled": True, "exitCode": None}, "ls · cancelled"),
    ],
)
def test_a_command_says_how_it_ended(message: dict[str, Any], words: str) -> None:
    assert summaries.bash(message) == words


def test_an_image_is_named_with_type_and_size() -> None:
    mark = {"$image": None, "mime": "image/svg+xml", "bytes": 1_234, "width": 0, "height": 0, "why": "svg"}
    assert summaries.image({"type": "image", "data": mark}) == "image/svg+xml, 1,234 bytes, not shown: svg"
    assert summaries.image({"type": "image"}) == "image, not readable"
