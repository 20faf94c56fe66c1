"""The tables of shapes and formats: each row's example is masked, its counter-example is not, and no pattern can explode."""

from __future__ import annotations

import json
import re

import pytest

from inspect_report.redact import (
    Redactor,
    blocks,
    custom,
    formats,
    named,
    paths,
    redact_text,
    shapes,
    values,
    view,
)
from inspect_report.redact.formats import FORMATS, Format
from inspect_report.redact.rules import RULES, Rule, specimen
from tests.redact.leaks import leaks

SURROUNDINGS = {
    "alone": "{}",
    "on a line of its own": "$ pbpaste\n{}\n$ git status",
    "at the end of a sentence": "The command printed this: {}.",
    "in Markdown": "I found `{}` in the file",
    "coloured": "\x1b[32mtoken\x1b[0m \x1b[36m{}\x1b[0m saved",
    "in a log": '2026-01-01T00:00:00Z ERROR detail="invalid {}" attempt=3',
    "in a table": "| name | {} |",
    "in a query": "https://x.example.com/cb?state=1&t={}&page=2",
    "percent-encoded": "https://x.example.com/cb?state=1&t%3D{}%26page=2",
    "beside other scripts": "токен：{}。次の行",
    "after a zero-width space": "a\u200b{}",
    "in quotes": "'{}'",
}


def _id(row: Rule | Format) -> str:
    return f"{row.name}-{row.pattern[:16]}"


@pytest.mark.parametrize("rule", RULES, ids=_id)
def test_example_of_a_shape_is_masked_in_every_surrounding(rule: Rule) -> None:
    secret = specimen(rule.example)
    assert f"[redacted:{rule.name}#1]" in redact_text(secret)
    for name, surrounding in SURROUNDINGS.items():
        text = surrounding.format(secret)
        assert not leaks(secret, redact_text(text), text), name


@pytest.mark.parametrize("rule", RULES, ids=_id)
def test_example_of_a_shape_is_masked_at_every_escape_depth(rule: Rule) -> None:
    secret = specimen(rule.example)
    text = f"first\n{secret}\nlast"
    for _ in range(4):
        text = json.dumps({"output": text})
        assert not leaks(secret, redact_text(text), text)


@pytest.mark.parametrize("rule", RULES, ids=_id)
def test_counter_example_of_a_shape_stays(rule: Rule) -> None:
    text = f"see {specimen(rule.counter)} there"
    assert redact_text(text) == text


@pytest.mark.parametrize("rule", RULES, ids=_id)
def test_a_shape_says_what_it_is(rule: Rule) -> None:
    assert re.fullmatch(r"[a-z0-9-]+", rule.name)
    assert rule.protects
    assert rule.source
    assert not any(character.isspace() for start in rule.starts for character in start)


@pytest.mark.parametrize("row", FORMATS, ids=_id)
def test_example_of_a_format_is_masked_and_its_counter_example_stays(row: Format) -> None:
    assert "[redacted:" in redact_text(specimen(row.example))
    counter = specimen(row.counter)
    assert redact_text(counter) == counter


def _patterns() -> list[re.Pattern[str]]:
    found = [re.compile(rule.pattern) for rule in RULES] + [
        re.compile(rule.lead) for rule in RULES if rule.lead
    ]
    found += [re.compile(row.pattern) for row in FORMATS] + [
        re.compile(row.lead) for row in FORMATS if row.lead
    ]
    for module in (blocks, formats, named, paths, shapes, values, view):
        found += [value for value in vars(module).values() if isinstance(value, re.Pattern)]
    return found


def test_no_pattern_of_the_project_repeats_without_bounds() -> None:
    patterns = _patterns()
    assert len(patterns) > 250
    for pattern in patterns:
        assert not custom.unbounded(pattern.pattern, pattern.flags), pattern.pattern


def test_specimens_are_always_the_same_and_of_the_length_asked_for() -> None:
    assert specimen("a<hex32>b") == specimen("a<hex32>b")
    assert len(specimen("<an36>")) == 36
    assert specimen("no field") == "no field"


def test_equal_values_share_a_number_and_numbers_follow_first_appearance() -> None:
    first, second = specimen("ghp_<an36>"), specimen("glpat-<url20>")
    redactor = Redactor()
    assert redactor.text(f"{second} {first} {second}", 3) == (
        "[redacted:gitlab-token#1] [redacted:github-token#2] [redacted:gitlab-token#1]"
    )
    assert redactor.text(f"\x1b[1m{first[:9]}\x1b[0m{first[9:]}", 4) == "\x1b[1m[redacted:github-token#2]"
    report = redactor.report()
    assert (report.masked, report.values) == (4, 2)
    assert [(rule.rule, rule.places, rule.values, rule.entries) for rule in report.rules] == [
        ("gitlab-token", 2, 1, (3,)),
        ("github-token", 2, 1, (3, 4)),
    ]
