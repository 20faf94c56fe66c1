"""Bytes to lines and lines to values."""

from __future__ import annotations

import io
import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_report.pi import jsonl
from inspect_report.pi.jsonl import Malformed, parse, parse_text
from inspect_report.pi.recover import complete_objects


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1,]", '{"a":1,}', "NaN", "-Infinity", "01", "1.", ".5", "-", "1e", "'a'", "tru", '"\t"', '"\\x"', '"\\u12"',
     "[1 2]", '{"a" 1}', "{1:2}", "1 2", "\ufeff1", "\x0c1", "\u00a01", "[1]\x00", "// c\n1"],
)  # fmt: skip
def test_not_json(text: str) -> None:
    deep = "[" * 5000 + text + "]" * 5000
    for candidate in (text, deep):
        if candidate == deep and text == "":
            continue
        with pytest.raises(Malformed) as caught:
            parse(candidate.encode())
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 200


def test_values_that_msgspec_refuses() -> None:
    assert parse(b'{"\\ud800":"\\udc00\\ud83d\\ude00"}')[0] == {"\ud800": "\udc00\U0001f600"}
    assert parse(b"1e400")[0] == math.inf
    assert parse(b"-" + b"9" * 5000)[0] == -math.inf
    assert parse(b'"a\xff\xed\xa0\x80"') == ("a" + "\ufffd" * 4, False)
    assert parse(b' {"a" : 1 , "a":2}\r')[0] == {"a": 2}


def test_deep_nesting() -> None:
    value, valid = parse(b'{"a":' * 60_000 + b'[1.5,-2e3,"x\\n",true,false,null,{}]' + b"}" * 60_000)
    assert valid
    for _ in range(60_000):
        value = value["a"]
    assert value == [1.5, -2000.0, "x\n", True, False, None, {}]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    ),
    st.sampled_from([None, 1, "\t"]),
)
def test_the_deep_parser_equals_the_standard_one(value: Any, indent: Any) -> None:
    text = json.dumps(value, indent=indent).replace("Infinity", "1e999")
    assert jsonl._parse_deep(text) == json.loads(text)


@given(st.text(alphabet='{}[]",:0123456789.eE+-truefalsn\\u \n\t\x01'))
def test_the_deep_parser_is_as_strict(text: str) -> None:
    outcomes: list[Any] = []
    for parser in (parse_text, jsonl._parse_deep):
        try:
            outcomes.append(repr(parser(text)))
        except Malformed:
            outcomes.append(Malformed)
    assert outcomes[0] == outcomes[1]


@given(
    st.lists(st.binary(max_size=40).map(lambda raw: raw.replace(b"\n", b"")), min_size=1),
    st.integers(1, 9),
    st.integers(0, 60),
)
def test_lines(pieces: list[bytes], chunk: int, grown: int) -> None:
    raw = b"\n".join(pieces)
    seen: list[bytes] = []
    patch = pytest.MonkeyPatch()
    patch.setattr(jsonl, "CHUNK", chunk)
    try:
        batches = list(jsonl.batches(io.BytesIO(raw + b"x" * grown), len(raw), seen.append))
    finally:
        patch.undo()
    assert b"".join(seen) == raw
    lines = [line for batch in batches for line in batch.lines]
    assert lines == (pieces[:-1] if pieces[-1] == b"" else pieces)
    number = 1
    for batch in batches:
        assert batch.number == number
        number += len(batch.lines)
        assert raw[batch.offset : batch.offset + len(batch.lines[0])] == batch.lines[0]
    assert not batches or batches[-1].ended is (pieces[-1] == b"")


ENTRY = b'{"type":"message","id":"a","parentId":null,"timestamp":"t","message":{"role":"user","content":"{\\"type\\":1}"}}'


@pytest.mark.parametrize(
    "before",
    [
        b"",
        b'{"type":"message","id":"c","par',
        b"\0\0\0",
        b'{"message":{"content":[{"type":"text","text":"abc',
        b"}{{",
        b"\xff",
    ],
)
@pytest.mark.parametrize("between", [b"", b" ", b"garbage"])
def test_recovery(before: bytes, between: bytes) -> None:
    raw = before + ENTRY + between + ENTRY + b'{"type":"cust'
    assert [raw[place.start : place.start + place.length] for place in complete_objects(raw)] == [
        ENTRY,
        ENTRY,
    ]


def test_no_recovery_of_inner_objects() -> None:
    block = b'{"type":"toolCall","id":"t","name":"x","arguments":{"type":"message","timestamp":1}}'
    assert complete_objects(b'{"type":"message","message":{"content":[' + block) == []
    assert complete_objects(ENTRY.replace(b'"id":"a",', b"") + b"x", tree=True) == []
    assert len(complete_objects(ENTRY.replace(b'"id":"a",', b"") + b"x", tree=False)) == 1


@pytest.mark.parametrize(
    "raw", [b'{"type":' * 50_000, b"{" * 100_000, b'{"type":"' * 50_000, b'{"id":[' * 30_000]
)
def test_recovery_gives_up(raw: bytes) -> None:
    assert complete_objects(raw) == []
