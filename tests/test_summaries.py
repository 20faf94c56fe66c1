"""One line of words for a call, an image, a command: what says most, and never more than recorded."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inspect_report import bounds, summaries
from inspect_report.payload import CATEGORIES
from inspect_report.segments import Draft

SKILL = '<skill name="notes" location="/home/dev/notes/SKILL.md">\n'


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"path": "src/a.py", "edits": []}, "tool src/a.py"),
        ({"pattern": "needle", "path": "src"}, "tool needle in src"),
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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{SKILL}Read it.\n</skill>\n\nfor 1.2, please", "skill notes · for 1.2, please"),
        (f"{SKILL}Read it.\n</skill>", "skill notes"),
        (f"{SKILL}cut off here", "skill notes"),
        ("see <skill name=", "see <skill name="),
        ('<skill name="notes">\nno place', '<skill name="notes"> no place'),
    ],
)
def test_a_prompt_with_a_skill_names_it_and_what_the_person_wrote(text: str, words: str) -> None:
    draft = Draft(CATEGORIES.index("user"), "User", "/message/content", len(text))
    assert summaries.of_segment(draft, text, {}) == words


def test_redacted_thinking_is_not_called_empty() -> None:
    draft = Draft(CATEGORIES.index("assistant"), "Thinking", "/message/content/0", 0)
    for block in ({"thinking": ""}, {}):
        words = summaries.of_segment(draft, {"type": "thinking", "redacted": True, **block}, {})
        assert words == "redacted by the provider"


def test_a_line_folds_space_codes_and_rulers() -> None:
    assert summaries.line("\x1b[31ma\x1b[0m\n\n  b\t" + "=" * 70 + " c") == "a b === c"
    assert len(summaries.line("word " * 1_000)) <= bounds.SUMMARY


@given(
    st.text(st.sampled_from("ab-= \t\n\r\0\x1b\x1f\x7f\x85\x9b\xa0\u2028\u200d[m漢"), max_size=80),
    st.integers(1, 30),
)
@example("\0a\x85b\u200d  c ------- d", 20)
@example("a" * 13 + "-" * 9, 10)
@example("a" * 14 + "-" * 9, 10)
def test_a_line_is_what_its_rules_say(text: str, limit: int) -> None:
    without_codes = summaries.CODES.sub("", text[: limit * 8])
    folded = re.sub(r"[\s\x00-\x1f\x7f-\x9f]+", " ", without_codes).strip()
    assert summaries.line(text, limit) == bounds.start(re.sub(r"(.)\1{5,}", _ruler, folded), limit)


def _ruler(run: re.Match[str]) -> str:
    return run[0][:3] if run[1] in "-=" else run[0]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"a": [1, 2.5, None, True], "b": "ü\n"}, '{"a":[1,2.5,null,true],"b":"ü\\n"}'),
        ("text", '"text"'),
        (["xx"] * 5, '["xx","xx"'),
    ],
)
def test_a_value_in_short_is_the_beginning_of_its_json(value: Any, words: str) -> None:
    assert summaries.compact(value, 8 if isinstance(value, list) else 100) == words


def test_a_deep_value_in_short_is_its_beginning() -> None:
    deep: Any = []
    for _ in range(50_000):
        deep = [deep]
    assert summaries.compact(deep) == "[" * (bounds.SUMMARY * 2 + 1)


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
