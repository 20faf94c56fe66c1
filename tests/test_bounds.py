"""Cuts keep both ends, say what is missing and never break a visible character (LIM-2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_report import bounds


def test_short_text_stays() -> None:
    assert bounds.cut("abc", 3) == bounds.Cut("abc", 3, 0, 0)


def test_two_thirds_and_one_third() -> None:
    text = "a" * 500 + "b" * 500
    cut = bounds.cut(text, 90)
    assert cut.text == "a" * 60 + "\n[… 910 characters left out …]\n" + "b" * 30
    assert (cut.head, cut.omitted, cut.tail) == (60, 910, 30)


@given(st.text(min_size=0, max_size=400), st.integers(min_value=30, max_value=300))
def test_parts_add_up(text: str, limit: int) -> None:
    cut = bounds.cut(text, limit)
    assert cut.head + cut.omitted + cut.tail == len(text)
    assert cut.text.startswith(text[: cut.head])
    assert cut.text.endswith(text[len(text) - cut.tail :])


@pytest.mark.parametrize(
    "cluster",
    [
        "e\u0301",
        "👩\u200d👩\u200d👧",
        "🇩🇪",
        "👍🏽",
        "\r\n",
        "\ud83d\ude00",
        "🏴\U000e0067\U000e0062\U000e007f",
        "क\u093f",
    ],
)
@pytest.mark.parametrize("pad", range(9))
def test_visible_characters_stay_whole(cluster: str, pad: int) -> None:
    text = "x" * pad + cluster * 200
    for limit in (60, 61, 62, 63):
        cut = bounds.cut(text, limit)
        assert (cut.head - pad) % len(cluster) == 0
        assert cut.tail % len(cluster) == 0


def test_start_ends_with_an_ellipsis() -> None:
    assert bounds.start("abcdef", 6) == "abcdef"
    assert bounds.start("abcdefg", 6) == "abcde…"


def test_endless_combining_run_is_still_cut() -> None:
    text = "a" + "\u0301" * 10_000
    assert len(bounds.cut(text, 300).text) < 400
