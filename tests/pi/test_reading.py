"""What becomes of the lines of a file: items, problems, refusals (READ-1 to READ-8)."""

from __future__ import annotations

import io
import json
import math
from typing import Any

import pytest

from inspect_report.pi import MISSING, EmptySession, NotASession, NotDecoded, Tree, read_session
from inspect_report.pi import columns as c
from tests.pi.support import HEADER, TIME, context, entry, kinds, line, message, read_bytes, session, usage


def test_plain_session() -> None:
    of = session(
        message("a"),
        message("b", "a", "assistant", [{"type": "toolCall", "id": "t1", "name": "bash"}], usage=usage(5)),
    )
    assert (of.n, of.ids, of.parent_ids[:], of.types) == (2, ["a", "b"], [None, "a"], ["message", "message"])
    assert of.timestamps[1] == TIME
    assert of.time_ms[0] == 1740823201000
    assert list(of.line) == [2, 3]
    assert of.calls(1) == [("t1", "bash")]
    assert of.raw(1) == line(of.entry(1))
    assert kinds(of) == {}
    assert all(of.navigable(item) and of.loaded(item) for item in range(2))
    assert of.header == HEADER
    assert of.sha256
    assert of.size


def test_reads_only_its_size() -> None:
    raw = line(HEADER) + b"\n" + line(message("a")) + b"\n"
    of = read_session(io.BytesIO(raw + line(message("b")) + b"\n"), len(raw))
    assert of.ids == ["a"]


@pytest.mark.parametrize(
    ("bad", "kind"),
    [
        ({"type": None}, "bad-type"),
        ({"type": ""}, "bad-type"),
        ({"type": {"a": 1}}, "bad-type"),
        ({"id": 5}, "bad-id"),
        ({"id": ""}, "bad-id"),
        ({"id": "x" * 513}, "bad-id"),
        ({"id": MISSING}, "bad-id"),
        ({"id": [1]}, "bad-id"),
        ({"parentId": 5}, "bad-parent"),
        ({"parentId": ""}, "bad-parent"),
        ({"parentId": "x" * 513}, "bad-parent"),
        ({"timestamp": 17}, "bad-timestamp"),
        ({"timestamp": ""}, "bad-timestamp"),
        ({"timestamp": MISSING}, "bad-timestamp"),
        ({"message": None}, "bad-message"),
        ({"message": "text"}, "bad-message"),
        ({"message": MISSING}, "bad-message"),
        ({"message": {"role": 5, "content": ""}}, "bad-role"),
        ({"message": {"role": "", "content": ""}}, "bad-role"),
        ({"message": {"content": ""}}, "bad-role"),
        ({"message": {"role": "toolResult", "content": []}}, "bad-tool-call-id"),
        ({"message": {"role": "toolResult", "toolCallId": "", "content": []}}, "bad-tool-call-id"),
        ({"message": {"role": "assistant", "content": [{"type": "toolCall", "id": 5}]}}, "bad-tool-call-id"),
        ({"type": "label", "targetId": 5, "label": "x"}, "bad-label"),
        ({"type": "label", "targetId": "a", "label": {}}, "bad-label"),
        ({"type": "session_info", "name": 5}, "bad-name"),
        ({"type": "context_edit", "targetId": "a"}, "bad-replacement"),
        ({"type": "context_edit", "targetId": "a", "replacement": "x"}, "bad-replacement"),
        ({"type": "context_edit", "targetId": "a", "replacement": {"content": 5}}, "bad-replacement"),
        ({"type": "context_edit", "targetId": "", "replacement": None}, "bad-replacement"),
    ],
)
def test_not_navigable(bad: dict[str, Any], kind: str) -> None:
    entry_ = {key: value for key, value in {**message("b", "a"), **bad}.items() if value is not MISSING}
    of = session(message("a"), entry_, message("c", "a"))
    assert kinds(of) == {kind: 1}
    assert not of.navigable(1)
    assert of.reason(1)
    sample = of.problems.all()[0].samples[0]
    assert (sample.line, sample.item, sample.reason) == (3, 1, of.reason(1))
    assert of.bytes_at(sample.offset, sample.length) == line(entry_)[:2048]
    assert of.navigable(0)
    assert of.navigable(2)


@pytest.mark.parametrize(
    "good",
    [
        entry("label", "b", "a", targetId="a"),
        entry("label", "b", "a", targetId="a", label=None),
        entry("session_info", "b", "a"),
        entry("context_edit", "b", "a", targetId="a", replacement=None),
        entry("context_edit", "b", "a", targetId="a", replacement={"content": []}),
        entry("from_the_future", "b", "a", data={"x": 1}),
        message("b", "a", "newRole", 5),
        message("b", "a", "user", None),
        message("b" * 512, "a"),
        {**message("b", "a"), "timestamp": "soon"},
    ],
)
def test_navigable(good: dict[str, Any]) -> None:
    of = session(message("a"), good)
    assert of.navigable(1), of.reason(1)


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (b'{"type":"message","id":"x"', "malformed-json"),
        (b'{"a":NaN}', "malformed-json"),
        (b"null", "skipped-value"),
        (b"0", "skipped-value"),
        (b'""', "skipped-value"),
        (b"\0" * 300, "nul-run"),
        (line(HEADER), "second-header"),
        (b'\xef\xbb\xbf{"type":"label"}', "byte-order-mark"),
    ],
)
def test_lines_without_item(raw: bytes, kind: str) -> None:
    of = session(message("a"), raw, message("b", "a"))
    assert of.ids == ["a", "b"]
    assert kinds(of)[kind] == 1
    assert of.line[1] == 4


@pytest.mark.parametrize("raw", [b"5", b"true", b'"text"', b"[1]"])
def test_other_values_stay_items(raw: bytes) -> None:
    of = session(message("a"), raw, message("b", "a"))
    assert of.types[1] is of.ids[1] is MISSING
    assert of.value(1) == json.loads(raw)
    assert of.entry(1) == {}
    assert kinds(of) == {"not-an-object": 1}
    assert not of.navigable(1)


def test_line_ends() -> None:
    values = [message("a", None, "user", "x\u2028y\u2029z\x85"), message("b", "a")]
    plain = session(*values)
    crlf = read_bytes(b"\r\n\r\n".join(line(value) for value in [HEADER, *values]) + b"\r\n \t\n\xc2\xa0\n")
    assert crlf.ids == plain.ids == ["a", "b"]
    assert kinds(crlf) == {}
    assert crlf.entry(0) == plain.entry(0)


def test_torn_last_line() -> None:
    of = read_bytes(b"\n".join([line(HEADER), line(message("a")), line(message("b"))[:30]]))
    assert kinds(of) == {"torn-last-line": 1}
    assert of.ids == ["a"]


def test_torn_copy_is_no_duplicate() -> None:
    whole = line(message("b", "a"))
    of = session(message("a"), whole[:40], whole, message("c", "b"))
    assert kinds(of) == {"torn-copy": 1}
    assert of.ids == ["a", "b", "c"]
    assert all(of.navigable(item) for item in range(3))


def test_glued_lines() -> None:
    both = line(message("b", "a")) + line(message("c", "b"))
    of = session(message("a"), both, message("d", "c"))
    assert of.ids == ["a", "b", "c", "d"]
    assert [of.loaded(item) for item in range(4)] == [True, False, False, True]
    assert kinds(of) == {"glued-lines": 1}
    assert of.entry(2)["id"] == "c"
    assert list(of.line) == [2, 3, 3, 4]
    tree = Tree(of)
    assert tree.branch(tree.leaf()).items == [3]
    assert tree.branch(tree.leaf()).missing_parent == "c"
    assert tree.recorded_walk(3).items == [0, 1, 2, 3]


def test_repeated_ids() -> None:
    of = session(
        message("a"),
        message("a", None, content="other"),
        message("b", "a"),
        message("a", None, content="third"),
    )
    assert kinds(of) == {"repeated-id": 3}
    assert of.reason(0) == "repeated id, Pi uses line 5"
    assert of.reason(3) == "repeated id, also on line 2"
    assert [of.navigable(item) for item in range(4)] == [False, False, True, False]
    tree = Tree(of)
    assert tree.walk(2).items == [3, 2]
    assert tree.repeated_on([3, 2]) == [(3, [0, 1])]


def test_identical_repeats() -> None:
    of = session(
        message("a", role="assistant", usage=usage(5)),
        message("a", role="assistant", usage=usage(5)),
        message("b", "a"),
    )
    assert kinds(of) == {"identical-repeat": 1}
    assert of.identical == {0: 1}
    assert of.navigable(1)
    assert not of.navigable(0)
    assert len(of.usage) == 2
    assert Tree(of).repeated_on([1, 2]) == []


def test_invalid_utf8_is_loaded() -> None:
    of = session(line(message("a")).replace(b"hello", b"he\xffo"), message("b", "a"))
    assert of.entry(0)["message"]["content"] == "he\ufffdo"
    assert kinds(of) == {"invalid-utf8": 1}
    assert of.navigable(0)


def test_lone_surrogates_in_ids() -> None:
    raw = line(message("b", "a")).replace(b'"id":"b"', b'"id":"b\\ud800"')
    of = session(message("a"), raw, line(message("c")).replace(b'"parentId":null', b'"parentId":"b\\ud800"'))
    assert of.ids[1] == "b\ud800"
    assert Tree(of).walk(2).items == [0, 1, 2]
    assert of.entry(1)["id"] == "b\ud800"


@pytest.mark.parametrize("body", [b"[" * 60_000 + b"]" * 60_000, b"9" * 5000, b"-1e400", b'"\\udc00"'])
def test_bodies_that_are_hard_to_decode(body: bytes) -> None:
    raw = line(entry("custom", "b", "a", data="@")).replace(b'"@"', body)
    of = session(message("a"), raw, message("c", "b"))
    assert of.ids == ["a", "b", "c"]
    assert kinds(of) == {}
    assert "data" in of.entry(1)


def test_versions() -> None:
    body = [{"type": "message", "timestamp": TIME, "message": {"role": "hookMessage", "content": "x"}}]
    body.append({"type": "compaction", "timestamp": TIME, "summary": "s", "firstKeptEntryIndex": 1})
    for version in (None, MISSING, 1, "1", 0):
        header = {key: value for key, value in {**HEADER, "version": version}.items() if value is not MISSING}
        of = session(*body, header=header)
        assert of.derived_ids
        assert of.ids == ["line-2", "line-3"]
        assert of.parent_ids[:] == [None, "line-2"]
        assert of.entry(1)["firstKeptEntryId"] == "line-2"
        assert "firstKeptEntryIndex" not in of.entry(1)
        assert of.entry(0)["message"]["role"] == of.roles[0] == "custom"
        assert of.version == of.header["version"] == 3
        assert kinds(of) == {}
    assert session(message("a", role="hookMessage"), header={**HEADER, "version": 2}).roles == ["custom"]
    newer = session(message("a", role="hookMessage"), header={**HEADER, "version": 4})
    assert (newer.roles, newer.version, kinds(newer)) == (["hookMessage"], 4, {"newer-version": 1})


def test_version_1_with_a_value_that_is_no_object() -> None:
    of = session(
        {"type": "message", "timestamp": TIME, "message": {"role": "user", "content": "x"}},
        b"5",
        header={**HEADER, "version": 1},
    )
    assert of.refused
    assert of.ids == ["line-2", "line-3"]


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"\xef\xbb\xbf" + line(HEADER) + b"\n" + line(message("a")), "byte order mark"),
        (line(message("a")) + b"\n" + line(message("b", "a")), "no session header"),
        (line({**HEADER, "id": 5}) + b"\n" + line(message("a")), "no id"),
        (line(message("a")) + b"\n" + line(HEADER), "after other entries"),
        (line(HEADER) + line(message("a")) + line(message("b", "a")), "shares line 1"),
    ],
)
def test_refused_by_pi(raw: bytes, reason: str) -> None:
    of = read_bytes(raw)
    assert of.refused
    assert reason in of.refused
    assert of.ids[0] == "a"
    assert all(of.loaded(item) for item in range(of.n))
    assert kinds(of)["refused"] == 1
    assert Tree(of).branch(Tree(of).leaf()).items == list(range(of.n))


def test_a_clean_header_after_a_marked_one() -> None:
    of = read_bytes(
        b"\xef\xbb\xbf" + line(HEADER) + b"\n" + line({**HEADER, "id": "second"}) + b"\n" + line(message("a"))
    )
    assert of.refused is None
    assert of.header["id"] == "second"


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"<!DOCTYPE html><html><head></head>", "HTML page"),
        (
            b'<!doctype html><meta charset=utf-8><meta name="generator" content="pi-inspect">',
            "report of pi-inspect",
        ),
        (b"\x1f\x8b\x08\0\0\0", "gzip"),
        (b'{\n  "name": "x",\n  "version": 1\n}\n', "one JSON document"),
        (b'{"type":"observations","version":1,"sessionId":"s"}\n', "observation dump"),
        (
            b'{"type":"user","uuid":"u","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"x"}}\n',
            "Claude Code",
        ),
        (b'{"timestamp":"t","type":"session_meta","payload":{}}\n', "Codex"),
        (b'{"type":"agent_start"}\n', "event stream"),
        (line(HEADER) + b'\n{"type":"agent_start"}\n{"type":"message_end","message":{}}\n', "event stream"),
        (b"hello\nworld\n", "plain text"),
        (b'{"a":1}\n{"b":2}\n', "JSON lines of another program"),
        (b"PK\x03\x04", "zip"),
    ],
)
def test_not_a_session(raw: bytes, words: str) -> None:
    with pytest.raises(NotASession) as caught:
        read_bytes(raw)
    assert words in caught.value.looks_like
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("raw", [b"", b"\n\n \r\n", line(HEADER) + b"\n", line(HEADER)])
def test_empty(raw: bytes) -> None:
    with pytest.raises(EmptySession):
        read_bytes(raw)


def test_inherited_and_older_entries() -> None:
    old = {**message("a"), "timestamp": "2025-02-28T10:00:00.000Z"}
    of = session(old, message("b", "a"), header={**HEADER, "parentSession": "/home/dev/p.jsonl"})
    assert [of.inherited(item) for item in range(2)] == [True, False]
    assert kinds(of) == {"inherited": 1}
    of = session(old, message("b", "a"))
    assert not of.inherited(0)
    assert kinds(of) == {"before-header": 1}


def test_samples_are_bounded() -> None:
    of = session(message("a"), *[b"{broken " + b"x" * 5000] * 50)
    problem = of.problems.of("malformed-json")
    assert problem
    assert (problem.count, len(problem.samples), problem.samples[0].length) == (50, 20, 2048)


def test_errors_and_blocks() -> None:
    of = session(
        message("a", None, "assistant", [], stopReason="error", errorMessage="no", diagnostics=[{}]),
        message("b", None, "assistant", [{"type": "text", "text": ""}], stopReason="length"),
        message(
            "c",
            None,
            "toolResult",
            [],
            toolCallId="t",
            isError=True,
            nestedCalls={"calls": [{"status": "error"}]},
        ),
        message("d", None, "bashExecution", None, exitCode=2, excludeFromContext=True),
        message("e", None, "bashExecution", None, exitCode=0),
        message("f", None, "user", "text", errorMessage="not an answer"),
    )
    answer = c.ERROR_STOP | c.ERROR_MESSAGE | c.ERROR_DIAGNOSTICS
    assert list(of.errors) == [answer, c.ERROR_STOP, c.ERROR_RESULT | c.ERROR_NESTED, c.ERROR_EXIT, 0, 0]
    assert list(of.blocks) == [0, 1, 0, c.NO_CONTENT, c.NO_CONTENT, c.STRING_CONTENT]
    assert of.tool_name(2) is MISSING
    assert of.tool_name(0) is None


def test_usage_rows() -> None:
    of = session(
        message("a", None, "assistant", [], provider="p", model="m", usage=usage(5, 6, 7), timestamp=5),
        message(
            "b", None, "assistant", [], usage={"input": "12", "output": None, "cacheRead": -5, "cost": None}
        ),
        entry("usage", "c", None, kind="cache_warm", usage=usage(1)),
        message("d", None, "user", "x", usage=usage(1)),
        entry("compaction", "e", None, summary="s", usage=usage(2)),
        message("f", None, "assistant", []),
    )
    table = of.usage
    assert list(table.item) == [0, 1, 2, 4]
    assert list(table.kind) == [c.CONVERSATION, c.CONVERSATION, c.WARMING, c.SUMMARY]
    assert [table.prompt_known(row) for row in range(4)] == [True, False, True, True]
    assert [table.cost_known(row) for row in range(4)] == [True, False, True, True]
    assert list(table.input) == [5, 0, 1, 2]
    assert table.time_ms[0] == 5
    assert math.isnan(table.time_ms[1])
    assert table.time_ms[2] == of.time_ms[2]
    assert kinds(of) == {"bad-usage": 1}


def test_a_file_that_shrinks() -> None:
    raw = line(HEADER) + b"\n" + line(message("a")) + b"\n"
    file = io.BytesIO(raw)
    of = read_session(file, len(raw))
    file.truncate(len(raw) - 10)
    with pytest.raises(NotDecoded):
        of.entry(0)
    at = context(of)
    assert list(at.projection()) == [(0, [])]
    assert at.notes
