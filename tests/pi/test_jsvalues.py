"""JavaScript's habits; expected values were printed by Node 22."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_report.pi import jsvalues as js


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1e21, "1e+21"),
        (123456789012345680000, "123456789012345680000"),
        (12345678901234567890, "12345678901234567000"),
        (1e-7, "1e-7"),
        (0.000001, "0.000001"),
        (1.5e-10, "1.5e-10"),
        (2**53, "9007199254740992"),
        (-5.25, "-5.25"),
        (1.0, "1"),
        (-0.0, "0"),
        (5e-324, "5e-324"),
        (math.nan, "NaN"),
        (10**400, "Infinity"),
    ],
)
def test_number_text(number: float, text: str) -> None:
    assert js.number_text(number) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_number_text_round_trips(number: float) -> None:
    assert float(js.number_text(number)) == number


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [
        ("2025-03-01T10:00:00.000Z", 1740823200000),
        ("2025-03-01", 1740787200000),
        ("2025-03", 1740787200000),
        ("2025", 1735689600000),
        ("2025-02-30", 1740873600000),
        ("2025-03-01T24:00:00Z", 1740873600000),
        ("2025-03-01T10:00:00.1234567Z", 1740823200123),
        ("2025-03-01T10:00:00+23:59", 1740736860000),
        ("+002025-03-01", 1740787200000),
        ("0000-01-01", -62167219200000),
        ("2025T10:00Z", 1735725600000),
        (None, 0),
        (True, 1),
        (12.7, 12),
        ("2025-03-01T10Z", math.nan),
        ("2025-03-01T10:00:00-24:00", math.nan),
        ("2025-00-01", math.nan),
        ("2025-03-01T10:00:00,5Z", math.nan),
        ("soon", math.nan),
        ("", math.nan),
        (js.MISSING, math.nan),
        (1e300, math.nan),
    ],
)
def test_time_ms(text: Any, milliseconds: float) -> None:
    assert js.time_ms(text) == milliseconds or (math.isnan(milliseconds) and math.isnan(js.time_ms(text)))


@given(st.integers(-62167219200000, 253402300799999))
def test_iso_text_is_read_back(milliseconds: int) -> None:
    text = js.iso_text(milliseconds)
    assert len(text) == 24
    assert js.time_ms(text) == milliseconds


def test_id_keys() -> None:
    keys = [js.id_key(value) for value in (1, "1", True, False, 0, None, js.MISSING, "", [1], [1], {})]
    assert len(set(keys)) == len(keys)
    assert js.id_key(1) == js.id_key(1.0)
    assert js.id_key(0) == js.id_key(-0.0)
    assert js.id_key([1], 5) == js.id_key([1], 5) != js.id_key([1], 6)


def test_lengths() -> None:
    assert js.length("a\U0001f600\ud800") == 4
    assert js.code_units("a\U0001f600") == ["a", "\ud83d", "\ude00"]
    assert js.json_length({"a": [1.0, None, True, "\n\u2028\x01\ud800"], "b": {}}) == len(
        '{"a":[1,null,true,"\\n\u2028\\u0001\\ud800"],"b":{}}'
    )
    deep: Any = []
    for _ in range(60_000):
        deep = [deep]
    assert js.json_length(deep) == 120_002


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_json_length_of_plain_values(value: Any) -> None:
    import json

    printed = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    assert js.json_length(value) == js.length(printed)


def test_trim() -> None:
    assert js.trim("\ufeff\u00a0 \u2003a\u0085\x1c\u180e \u2028") == "a\u0085\x1c\u180e"


def test_ordered_keys() -> None:
    names = ["b", "10", "2", "01", "4294967295", "4294967294", "-1", "0"]
    assert js.ordered_keys(dict.fromkeys(names)) == [
        "0",
        "2",
        "10",
        "4294967294",
        "b",
        "01",
        "4294967295",
        "-1",
    ]
    assert js.entries(["x", None]) == {"0": "x", "1": None}
    assert js.entries(5) == {}


def test_text_of() -> None:
    assert js.text_of([1, None, ["a", [True]], {}]) == "1,,a,true,[object Object]"
    assert js.text_of(js.MISSING) == "undefined"


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("1", 1),
        (" 2.5 ", 2.5),
        ("", 0),
        ("0x10", 16),
        (True, 1),
        (None, 0),
        ([], 0),
        (["3"], 3),
        ("-Infinity", -math.inf),
    ],
)
def test_to_number(value: Any, number: float) -> None:
    assert js.to_number(value) == number


@pytest.mark.parametrize("value", ["x", "1_0", "0x", "+0x1", "++1", {}, [1, 2], js.MISSING])
def test_to_number_fails(value: Any) -> None:
    assert math.isnan(js.to_number(value))
