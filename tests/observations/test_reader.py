"""The reader of dumps: frames, headers, runs, damage, what is dropped and counted, whose dump it is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspect_report.errors import InputError
from inspect_report.observations import records
from inspect_report.observations.catalogs import ContextFile, Item, captures, items
from inspect_report.observations.contexts import messages, observed
from inspect_report.observations.executions import Executions
from inspect_report.observations.identity import message_key
from inspect_report.observations.runs import events, left_out, runs
from tests.observations.making import (
    AT,
    DATA,
    SESSION_ID,
    context,
    dump,
    end,
    facts,
    header,
    lines,
    numbered,
    observe,
    start,
    user,
)


def names(listed: Sequence[Item]) -> list[str]:
    return [item.name for item in listed if not isinstance(item, ContextFile)]


def test_unknown_records_and_fields_are_dropped_and_counted_by_name() -> None:
    found = observe(
        dump(
            {"type": "weather", "sky": "blue"},
            start("r1:1", "t1", secretField="DROPPED"),
            {"type": "session_info_changed", "name": "a name", "by": "DROPPED"},
        )
    )
    assert found.notes.records == {"weather": 1}
    assert found.notes.fields == {"execution_start.secretField": 1, "session_info_changed.by": 1}
    assert [event.fields for event in events(found)] == [{"name": "a name"}]
    assert "DROPPED" not in json.dumps(found.record(found.executions.start[0]))


def test_nested_members_of_catalogs_are_dropped_too() -> None:
    tool = {
        "name": "read", "exposure": "direct", "active": True, "reachesTools": "x",
        "sourceInfo": {"path": "builtin:read", "baseDir": "DROPPED"}, "parameters": {"kept": {"whole": True}},
    }  # fmt: skip
    found = observe(dump({"type": "tools", "tools": [tool]}))
    assert found.notes.fields == {"tools.tools.reachesTools": 1, "tools.tools.sourceInfo.baseDir": 1}
    record = found.record(found.of_type("tools")[0])
    assert record["tools"][0]["parameters"] == {"kept": {"whole": True}}
    assert record["tools"][0]["sourceInfo"] == {"path": "builtin:read"}


def test_of_an_mcp_registration_only_name_and_path_are_taken() -> None:
    raw = (DATA / "d_mcp.dump.jsonl").read_bytes()
    assert b"notes_server.py" in raw
    assert b"NOTES_TOKEN" in raw
    session_id = json.loads(raw.split(b"\n")[0])["sessionId"]
    found = observe(raw, of=facts(session_id))
    for place in found.of_type("mcp_servers"):
        text = json.dumps(found.record(place))
        assert "notes_server" not in text
        assert "NOTES_TOKEN" not in text
    last = captures(found, "mcp_servers")[-1]
    assert names(items(found, last)) == ["extra"]
    assert found.notes.fields["mcp_servers.servers.config"] == 1


def test_registrations_may_be_unavailable() -> None:
    found = observe(dump({"type": "mcp_servers", "unavailable": True}))
    assert captures(found, "mcp_servers")[0].unavailable
    assert items(found, captures(found, "mcp_servers")[0]) == []


@pytest.mark.parametrize(
    ("record", "kind"),
    [
        (start("", "t1"), "bad-id"),
        (start("r1:1", "x" * 513), "bad-id"),
        (start("r1:1", "t1", toolName=""), "bad-id"),
        (start("r1:1", "t1", toolName=3), "wrong-type"),
        ({**end("r1:1", "t1"), "isError": "no"}, "wrong-type"),
        ({**end("r1:1", "t1"), "durationMs": "5"}, "wrong-type"),
        ({**context(1, []), "messages": "no list"}, "wrong-type"),
        (context(-1, []), "wrong-type"),
        (context(1, [], usage={"tokens": "many"}), "wrong-type"),
        (context(1, [], seq=True), "wrong-type"),
        (context(1, [], observedAt=5), "wrong-type"),
        (context(1, [], run=""), "bad-id"),
        ({"type": "system_prompt", "prompt": None}, "wrong-type"),
        ({"type": 7}, "wrong-type"),
        ({"type": "execution_update", "occurrenceId": "r1:9", "update": 1}, "no-occurrence"),
    ],
)
def test_a_record_of_a_wrong_type_is_omitted_and_counted(record: dict[str, Any], kind: str) -> None:
    found = observe(dump(record))
    assert found.notes.count(kind) == 1
    assert [note.kind for note in found.notes.all()] == [kind]
    assert len(found.contexts) == len(found.executions) == 0


def test_ids_of_512_characters_are_taken() -> None:
    found = observe(dump(start("o" * 512, "t" * 512, toolName="n" * 512)))
    assert found.notes.all() == []
    assert Executions(found).execution(0).tool_name == "n" * 512


def test_bad_items_leave_their_catalog() -> None:
    found = observe(
        dump({"type": "skills", "skills": [{"name": ""}, {"name": "good"}, 5, {"name": "x", "filePath": 1}]})
    )
    assert found.notes.count("bad-item") == 3
    assert names(items(found, captures(found, "skills")[0])) == ["good"]


def test_the_list_of_dropped_names_is_bounded() -> None:
    found = observe(dump(*({"type": f"kind-{number}"} for number in range(900))))
    assert len(found.notes.records) == 257
    assert found.notes.records["(others)"] == 900 - 256


def test_repeated_records_starts_and_ends() -> None:
    records_ = numbered(start("r1:1", "t1"), end("r1:1", "t1"), start("r1:1", "t2"), end("r1:1", "t1"))
    found = observe(lines([header(), *records_, records_[0]]))
    counts = {note.kind: note.count for note in found.notes.all()}
    assert counts == {"repeated-start": 1, "repeated-record": 1, "repeated-end": 1}
    assert Executions(found).execution(0).tool_call_id == "t1"


def test_one_dump_given_twice_is_one_dump() -> None:
    raw = dump(start("r1:1", "t1"), context(1, [user("hi", 1)]))
    found = observe(raw, raw)
    assert found.notes.count("repeated-record") == 2
    assert (len(found.executions), len(found.contexts), len(runs(found))) == (1, 1, 1)


def test_files_are_taken_by_their_time() -> None:
    early = lines([header(), *numbered(context(1, [user("early", 1)]), run="a")])
    late = lines(
        [header(startedAt="2026-11-30T07:00:00.000Z"), *numbered(context(1, [user("late", 2)]), run="b")]
    )
    for order in ([early, late], [late, early]):
        found = observe(*order)
        assert [messages(found, row).messages[0]["content"] for row in range(2)] == ["early", "late"]


def test_several_headers_and_runs_in_one_file() -> None:
    raw = lines(
        [
            header(),
            *numbered(
                {"type": "session_start", "reason": "startup"}, {"type": "end", "reason": "reload"}, run="a"
            ),
            *numbered({"type": "session_start", "reason": "reload"}, run="b"),
            header(mode="tui"),
            *numbered(
                {"type": "session_start", "reason": "resume"}, {"type": "end", "reason": "quit"}, run="c"
            ),
        ]
    )
    found = runs(observe(raw))
    assert [(run.id, run.reason, run.ended, run.mode) for run in found] == [
        ("a", "startup", "reload", "rpc"),
        ("b", "reload", None, "rpc"),
        ("c", "resume", "quit", "tui"),
    ]


def test_damage_is_counted_and_the_rest_is_read() -> None:
    raw = (
        lines([header()])
        + b"\n\r\n"
        + b'{"type":"context","run":\n'
        + b"[1,2]\n"
        + b"\0\0\0\n"
        + lines(numbered(start("r1:1", "t1")))
        + b'{"type":"execution_start","run":"r1","seq":2,"observedAt":"x","occurrenceId":"r1:2","toolCallId":"t\xff2",'
        + b'"toolName":"a\\ud800"}\n'
        + b'{"type":"execution_end","run":"r1","se'
    )
    found = observe(raw)
    counts = {note.kind: note.count for note in found.notes.all()}
    assert counts == {"malformed-json": 2, "torn-last-line": 1, "not-an-object": 1, "invalid-utf8": 1}
    assert found.files[0].lines == 7
    shown = Executions(found)
    assert [shown.execution(row).tool_call_id for row in range(2)] == ["t1", "t\ufffd2"]
    assert shown.execution(1).tool_name == "a\ud800"
    assert found.notes.all()[0].places[0].line == 4


def test_a_last_line_without_line_end_is_taken_when_it_is_whole() -> None:
    found = observe(dump(start("r1:1", "t1"))[:-1])
    assert found.notes.all() == []
    assert len(found.executions) == 1


def test_deep_nesting_and_large_numbers_are_read() -> None:
    deep = "[" * 60_000 + "]" * 60_000
    record = json.dumps(numbered(start("r1:1", "t1", args="HERE"))[0]).replace('"HERE"', deep)
    big = json.dumps(numbered(start("r1:2", "t2", args="HERE"), first=2)[0]).replace('"HERE"', "9" * 5000)
    found = observe(lines([header()]) + record.encode() + b"\n" + big.encode() + b"\n")
    value, depth = Executions(found).arguments(0), 0
    while value:
        value, depth = value[0], depth + 1
    assert depth == 59_999
    assert Executions(found).arguments(1) == float("inf")


def test_a_newer_version_is_read_and_said() -> None:
    found = observe(lines([header(version=2), *numbered(start("r1:1", "t1"))]))
    assert found.notes.count("version") == 1
    assert len(found.executions) == 1


def test_what_the_observer_left_out() -> None:
    found = observe(
        dump(
            {"type": "capture_omitted", "what": "context", "count": 3, "reason": "size"},
            {"type": "capture_omitted", "what": "context", "count": 2, "reason": "size"},
            {"type": "capture_omitted", "what": "payload"},
        )
    )
    assert [(each.what, each.reason, each.count) for each in left_out(found)] == [
        ("context", "size", 5),
        ("payload", "", 1),
    ]


# Whose dump it is (OBS-6)


def test_a_dump_of_another_session_is_refused() -> None:
    raw = lines([header("another"), *numbered(start("r1:1", "t1"))])
    with pytest.raises(InputError) as caught:
        observe(raw)
    assert "\n" not in str(caught.value)
    assert "dump-0.jsonl: not a dump of this session" in str(caught.value)
    assert "--allow-mismatch" in str(caught.value)
    found = observe(raw, allow_mismatch=True)
    assert len(found.executions) == 1
    assert [part.session_id for part in found.mismatched()] == ["another"]


def test_records_under_a_foreign_header_are_omitted() -> None:
    raw = lines(
        [header("other"), *numbered(start("x:1", "t1"), run="x"), header(), *numbered(start("r1:1", "t1"))]
    )
    found = observe(raw)
    assert found.executions.occurrence == ["r1:1"]
    assert found.notes.count("other-session") == 1
    assert found.mismatched() == []


@pytest.mark.parametrize("first", [header(None), header(5), header("")])
def test_a_dump_without_session_id_needs_evidence(first: dict[str, Any]) -> None:
    raw = lines([first, *numbered(start("r1:1", "t1"), context(1, [user("hello", 77)]))])
    with pytest.raises(InputError, match="no session id"):
        observe(raw)
    assert observe(raw, of=facts(calls={"t1": (0,)})).matching()
    key = message_key(user("hello", 77))
    assert key
    assert observe(raw, of=facts(messages=[key])).matching()
    other = message_key(user("hello!", 77))
    assert other
    with pytest.raises(InputError):
        observe(raw, of=facts(messages=[other]))
    assert observe(raw, allow_mismatch=True).mismatched()


def test_a_session_without_id_needs_evidence_as_well() -> None:
    raw = dump(start("r1:1", "t1"))
    with pytest.raises(InputError):
        observe(raw, of=facts(None))
    assert observe(raw, of=facts(None, calls={"t1": (0,)})).matching()


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "an empty file"),
        (b"\n \r\n", "an empty file"),
        (b"hello\nworld\n", "neither a dump nor an event stream"),
        (b'{"type":"note"}\n', "neither a dump nor an event stream"),
        (
            b'{"type":"session","version":3,"id":"%b"}\n{"type":"message","id":"a","parentId":null,"message":{}}\n'
            % SESSION_ID.encode(),
            "a Pi session, not a dump",
        ),
    ],
)
def test_other_files_are_refused(raw: bytes, words: str) -> None:
    with pytest.raises(InputError, match=words):
        observe(raw)


def test_a_dump_that_holds_nothing_but_its_header() -> None:
    found = observe(lines([header()]))
    assert len(found.executions) == len(found.contexts) == 0
    assert found.files[0].kind == "dump"


def test_places_of_the_reader_are_bounded() -> None:
    found = observe(lines([header()]) + b"{\n" * 100)
    note = found.notes.all()[0]
    assert (note.count, len(note.places)) == (100, 20)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=400))
def test_any_bytes_give_a_result_or_one_line(raw: bytes) -> None:
    _read_or_refuse(raw)
    _read_or_refuse(lines([header()]) + raw)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2**70) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
_NAMES = sorted({name for table in records.RECORDS.values() for name, _, _ in table.rows} | {"type"})
_IDS = st.sampled_from(["r1", "r1:1", "r1:2", "t1", "a1", ""])


@st.composite
def _records(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(
        st.sampled_from(sorted([*records.RECORDS, *records.STREAM, "observations", "session", "response"]))
    )
    made = {
        "type": kind,
        "run": "r1",
        "seq": draw(st.integers(0, 40)),
        "observedAt": AT.format(draw(st.integers(0, 99))),
    }
    table = records.RECORDS.get(kind) or records.STREAM.get(kind) or records.HEADER
    for name, _, _ in table.rows:
        if name not in made and draw(st.booleans()):
            made[name] = draw(_IDS | st.integers(0, 5) | _VALUES)
    for name in draw(st.lists(st.sampled_from(_NAMES), max_size=2)):
        made[name] = draw(_VALUES)
    if kind == "context" and draw(st.booleans()):
        made["messages"] = draw(st.lists(_VALUES, max_size=3))
    return made


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(_records(), max_size=12))
def test_any_records_give_a_result_or_one_line(made: list[dict[str, Any]]) -> None:
    _read_or_refuse(lines([header(), *made]), allow_mismatch=True)


def _read_or_refuse(raw: bytes, *, allow_mismatch: bool = False) -> None:
    refusal, found = "", None
    try:
        found = observe(raw, allow_mismatch=allow_mismatch)
    except InputError as error:
        refusal = str(error)
    assert "\n" not in refusal
    assert bool(refusal) == (found is None)
    if found is not None:
        _ask_everything(found)


def _ask_everything(found: Any) -> None:
    """Every question a report asks has an answer, and totals agree with lists."""
    shown = Executions(found)
    totals = shown.totals()
    assert totals.all == totals.roots + totals.nested + totals.parent_unavailable == len(shown.selection())
    for row in shown.selection():
        execution = shown.execution(row)
        assert execution.parent < row
        assert all(shown.execution(child).parent == row for child in shown.children(row))
        assert not execution.span.interval or (execution.span.end or 0) >= (execution.span.start or 0)
        for body in (shown.arguments, shown.effective_input, shown.result, shown.last_update, shown.cuts):
            body(row)
        shown.persisted(row)
    for row in range(len(found.contexts)):
        whole, head = messages(found, row), observed(found, row)
        assert len(whole.messages) + whole.known_from == head.messages
        assert bool(whole.missing) == bool(whole.known_from)
    for kind in ("tools", "mcp_servers", "skills", "commands", "context_files", "system_prompt"):
        for capture in captures(found, kind):
            items(found, capture)
    for question in (runs, events, left_out):
        assert isinstance(question(found), list)
