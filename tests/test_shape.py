"""Windows before the redactor and bounds after it (LIM-1, DESIGN 10): iterative, exact, and saying what is missing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_report import bounds
from inspect_report.payload import DetailCut
from inspect_report.pi import jsonl
from inspect_report.redact import Shown
from inspect_report.shape import MARGIN, bound, fits, window

LIMIT = 1_000
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=30,
)


@given(JSON)
def test_what_fits_stays_as_it_is(value: Any) -> None:
    bounded = bound(value, LIMIT, 100_000)
    assert bounded.value == value
    assert (bounded.cuts, bounded.numbers, bounded.left_out, bounded.omitted) == ([], {}, 0, 0)
    assert window(value, LIMIT) == value


@given(JSON)
def test_the_quick_look_never_passes_what_needs_bounding(value: Any) -> None:
    raw = json.dumps(value).encode()
    if fits(raw, value):
        assert bound(value, bounds.DETAIL_FIELD, bounds.DETAIL_ENTRY).value == value


@pytest.mark.parametrize(
    "text", ['{"a":12345678901234567890}', "[1e400]", "[-99999999999999999 ]", "[" * 70 + "]" * 70]
)
def test_the_quick_look_sees(text: str) -> None:
    assert not fits(text.encode(), jsonl.parse(text.encode())[0])


def test_the_quick_look_counts_levels_not_brackets() -> None:
    value = {"code": "{}" * 200, "list": [{"a": []}] * 200}
    assert fits(json.dumps(value).encode(), value)


def test_long_text_is_cut_where_it_stands() -> None:
    bounded = bound({"a": [{"b/c": "x" * 5_000}]}, LIMIT, 100_000)
    (cut,) = bounded.cuts
    assert (cut.pointer, cut.total, cut.head, cut.tail) == ("/a/0/b~1c", 5_000, 667, 333)
    assert "[… 4,000 characters left out …]" in bounded.value["a"][0]["b/c"]
    assert bounded.omitted == 4_000


def test_window_keeps_a_margin_for_the_redactor() -> None:
    text = "".join(chr(97 + n % 26) for n in range(200_000))
    kept = window({"t": text, "s": "short"}, LIMIT)
    assert kept["s"] == "short"
    assert kept["t"].startswith(text[: 667 + MARGIN])
    assert kept["t"].endswith(text[-(333 + MARGIN) :])
    assert len(kept["t"]) < 2 * MARGIN + LIMIT + 100


def test_allowance_is_spent_in_order() -> None:
    bounded = bound({"list": ["item"] * 10_000, "after": 1}, LIMIT, 2_000)
    kept = bounded.value["list"]
    assert kept[-1] == {"$cut": "size", "items": 10_000 - (len(kept) - 1)}
    assert bounded.left_out == kept[-1]["items"]


def test_depth_is_cut_without_recursion() -> None:
    deep: Any = "core"
    for _ in range(60_000):
        deep = [deep]
    bounded = bound(deep, LIMIT, 100_000)
    assert bounded.left_out == 1
    node, depth = bounded.value, 0
    while isinstance(node, list):
        node, depth = node[0], depth + 1
    assert node == {"$cut": "depth", "items": 1}
    assert depth == bounds.JSON_DEPTH


def test_numbers_beyond_a_double_keep_their_digits() -> None:
    bounded = bound({"a": 12345678901234567890, "b": float("inf"), "c": 2**60, "d": 10**5000}, LIMIT, 100_000)
    assert bounded.numbers["/a"] == "12345678901234567890"
    assert bounded.numbers["/b"] == "a number too large for a double"
    assert "/c" not in bounded.numbers
    assert bounded.numbers["/d"].endswith("bits")
    assert bounded.value["d"] is None


@pytest.mark.parametrize("masked", [0, 1, 2])
def test_what_the_window_left_out_is_counted(masked: int) -> None:
    size = 10 * (LIMIT + 2 * MARGIN)
    windowed = window({"a": "x" * size}, LIMIT)["a"]
    # As if a secret that fills most of each end had been masked.
    for _ in range(masked):
        windowed = windowed.replace("x" * (MARGIN + 100), "m", 1)
    found = bound({"a": windowed}, LIMIT, 100_000)
    shown = found.value["a"]
    gap = bounds.gap(found.omitted)
    assert shown.count(gap) == 1
    head, tail = shown.split(gap)
    assert set(head + tail) <= {"x", "m"}
    assert len(head) + len(tail) <= LIMIT
    gone = masked * (MARGIN + 100 - 1)
    assert len(head) + found.omitted + len(tail) == size - gone
    assert found.cuts == [DetailCut(Shown("/a"), size - gone, len(head), len(tail))]
