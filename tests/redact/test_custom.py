"""`--redact` patterns: what is accepted, and the one-line reasons for what is not (RED-11)."""

from __future__ import annotations

import pytest

from inspect_report.redact import compile_custom


@pytest.mark.parametrize(
    "pattern",
    [
        r"ACME-\d{4,}",
        r"\bproject-[a-z]+\b",
        "(?i)secret name",
        "(foo|bar)+",
        "(?:[a-f]x|[g-z]y)+",
        r"(?:ab)+c",
        r".*internal.*",
        r"(?>a+)b",
    ],
)
def test_ordinary_patterns_are_compiled(pattern: str) -> None:
    assert compile_custom(pattern).pattern == pattern


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("", "empty"),
        ("a*", "matches the empty text"),
        ("(", "not a regular expression"),
        ("x" * 2_001, "over 2,000 characters"),
        ("(a+)+", "repeats a repetition"),
        ("(a*)*b", "repeats a repetition"),
        (r"(\w+\s?)+$", "repeats a repetition"),
        ("(a|ab)*c", "repeats a repetition"),
        ("(a|a)*b", "repeats a repetition"),
        ("(foo|f[a-o]o)*b", "repeats a repetition"),
        (r"(\d\d|\w5)*b", "repeats a repetition"),
        ("(?i)(ab|AB)*c", "repeats a repetition"),
        ("(a{1,40})+b", "repeats a repetition"),
        ("x(?=(a+)+b)", "repeats a repetition"),
        ("((ab|c)+d){200,}", "repeats a repetition"),
    ],
)
def test_bad_patterns_are_refused_with_a_reason_on_one_line(pattern: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as caught:
        compile_custom(pattern)
    assert "\n" not in str(caught.value)
