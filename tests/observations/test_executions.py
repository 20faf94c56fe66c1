"""Executions: nesting, repeated ids, times, correlation and the order for the bound."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspect_report.errors import InputError
from inspect_report.observations import Observations
from inspect_report.observations.executions import (
    BAD_TIME,
    CLOCK,
    NO_START,
    NO_TIMES,
    SHARED_ID,
    UNFINISHED,
    Executions,
    persisted_differences,
)
from tests.observations.making import (
    AT,
    SESSION_ID,
    dump,
    end,
    facts,
    header,
    lines,
    numbered,
    observe,
    small,
    start,
)


def shown(*records: dict[str, Any], **known: Any) -> Executions:
    return Executions(observe(dump(*records), of=facts(**{"entries": ["a1"], **known})))


def test_one_execution_from_start_to_end() -> None:
    found = shown(
        start("r1:1", "t1"),
        {"type": "execution_update", "occurrenceId": "r1:1", "update": 1, "partialResult": {"n": 1}},
        {"type": "execution_update", "occurrenceId": "r1:1", "update": 2, "partialResult": {"n": 2}},
        end("r1:1", "t1"),
    )
    one = found.execution(0)
    assert (one.occurrence_id, one.tool_call_id, one.tool_name, one.state) == ("r1:1", "t1", "bash", "ok")
    assert one.span.interval
    assert (one.span.end or 0) - (one.span.start or 0) == 30
    assert one.duration_ms == 5
    assert (one.updates, found.last_update(0)) == (2, {"n": 2})
    assert (one.started_at, one.ended_at) == (AT.format(10), AT.format(40))
    assert (one.correlation.kind, one.correlation.entry_id, one.correlation.item) == ("recorded", "a1", 0)
    assert found.arguments(0) == {"command": "r1:1"}
    assert found.result(0) == {"content": [{"type": "text", "text": "result of r1:1"}]}


def test_parents_go_by_occurrence_and_a_lost_one_is_unavailable() -> None:
    found = shown(
        start("r1:1", "t1"),
        start("r1:2", "t1/1", parentToolCallId="t1", parentOccurrenceId="r1:1"),
        start("r1:3", "t1/1/1", parentToolCallId="t1/1", parentOccurrenceId="r1:2"),
        start("r1:4", "x", parentToolCallId="t9", parentOccurrenceId="r1:99"),
        start("r1:5", "x", parentToolCallId="t1"),
        start("r1:6", "x", parentToolCallId="t1", parentOccurrenceId="r1:1", ambiguousParent=True),
        start("r1:7", "x", parentOccurrenceId=7),
        start("r1:8", "x", parentOccurrenceId="r1:8"),
    )
    states = [(each.parent, each.parent_state) for each in map(found.execution, range(8))]
    assert states[:3] == [(-1, "root"), (0, "recorded"), (1, "recorded")]
    assert states[3:] == [(-1, "unavailable")] * 5
    assert all(found.execution(row).parent_reason for row in range(3, 8))
    assert list(found.children(0)) == [1]
    assert list(found.children(1)) == [2]
    totals = found.totals()
    assert (totals.roots, totals.nested, totals.parent_unavailable, totals.unfinished) == (1, 2, 5, 8)


def test_a_parent_of_another_run_is_unavailable() -> None:
    raw = lines(
        [
            header(),
            *numbered(start("a:1", "t1"), run="a"),
            *numbered(start("b:1", "t2", parentOccurrenceId="a:1"), run="b"),
        ]
    )
    found = Executions(observe(raw))
    assert found.execution(1).parent_state == "unavailable"


def test_repeated_ids_one_after_another_stay_separate() -> None:
    found = shown(
        start("r1:1", "t1"), end("r1:1", "t1"), start("r1:2", "t1"), end("r1:2", "t1", isError=True)
    )
    assert [found.execution(row).state for row in range(2)] == ["ok", "failed"]
    assert not any(found.execution(row).ambiguous for row in range(2))


def test_two_open_calls_of_one_id_can_not_be_told_apart() -> None:
    found = shown(
        start("r1:1", "t1"),
        start("r1:2", "t1"),
        end("r1:1", "t1"),
        end("r1:2", "t1"),
        start("r1:3", "t1"),
        end("r1:3", "t1"),
    )
    for row in (0, 1):
        one = found.execution(row)
        assert one.ambiguous
        assert (one.correlation.kind, one.correlation.reason) == ("unavailable", SHARED_ID)
        assert (one.span.interval, one.span.reason) == (False, SHARED_ID)
        assert found.persisted(row) == -1
    assert not found.execution(2).ambiguous
    assert found.totals().ambiguous == 2


def test_an_end_marked_ambiguous_is_believed() -> None:
    assert shown(start("r1:1", "t1"), end("r1:1", "t1", ambiguous=True)).execution(0).ambiguous


def test_points_say_why_they_are_no_intervals() -> None:
    found = shown(
        start("r1:1", "t1"),
        end("r1:2", "t2"),
        start("r1:3", "t3", observedAt=AT.format(500)),
        end("r1:3", "t3", observedAt=AT.format(400)),
        start("r1:4", "t4", observedAt="yesterday"),
        end("r1:4", "t4"),
        start("r1:5", "t5", observedAt=AT.format(7)),
        end("r1:5", "t5", observedAt=AT.format(7)),
    )
    spans = [found.execution(row).span for row in range(5)]
    assert [span.reason for span in spans] == [UNFINISHED, NO_START, CLOCK, BAD_TIME, ""]
    assert [span.interval for span in spans] == [False, False, False, False, True]
    assert spans[1].start is None
    assert spans[1].end is not None
    assert found.execution(3).started_at == "yesterday"
    without = found.execution(1)
    assert (without.has_start, without.tool_name, without.correlation.kind) == (False, None, "unavailable")
    assert found.totals().without_start == 1


def test_an_orderly_end_says_what_was_open() -> None:
    found = shown(start("r1:1", "t1"), {"type": "execution_unfinished", "occurrenceId": "r1:1"})
    assert found.execution(0).state == "unfinished"
    assert found.execution(0).said_unfinished


def test_effective_input_only_where_it_differs() -> None:
    found = shown(
        start("r1:1", "t1"),
        {"type": "execution_input", "occurrenceId": "r1:1", "input": {"command": "r1:1"}},
        start("r1:2", "t2", args={"n": "4"}),
        {"type": "execution_input", "occurrenceId": "r1:2", "input": {"n": 4}},
    )
    assert [found.effective_input(row) for row in range(2)] == [None, {"n": 4}]
    assert found.execution(0).has_input


@pytest.mark.parametrize(
    ("anchor", "kind", "words"),
    [
        ("a1", "recorded", ""),
        (None, "unavailable", "no anchor was recorded"),
        (17, "unavailable", "no usable id"),
        ("", "unavailable", "no usable id"),
        ("gone", "unavailable", "no entry of this session"),
    ],
)
def test_anchors_are_never_guessed(anchor: Any, kind: str, words: str) -> None:
    found = shown(start("r1:1", "t1", anchorId=anchor), end("r1:1", "t1"), calls={"t1": (0,)})
    correlation = found.execution(0).correlation
    assert correlation.kind == kind
    assert words in correlation.reason
    assert bool(correlation.reason) == (kind == "unavailable")


def test_failed_and_unfinished_come_first_then_the_newest() -> None:
    records = []
    for number in range(10):
        records.append(start(f"r1:{number}", f"t{number}"))
        if number != 2:
            records.append(end(f"r1:{number}", f"t{number}", isError=number == 4))
    found = shown(*records)
    assert found.selection() == [4, 2, 9, 8, 7, 6, 5, 3, 1, 0]
    assert found.selection(3) == [4, 2, 9]
    assert found.selection(1) == [4]


def test_texts_that_the_observer_cut() -> None:
    found = shown(start("r1:1", "t1", cut=[{"path": ["args", "command"], "chars": 9}]), end("r1:1", "t1"))
    assert found.cuts(0) == [("execution_start", "args/command", 9)]


def test_differences_to_the_persisted_result() -> None:
    result = {"content": [{"type": "text", "text": "a"}], "details": {}, "structuredContent": 1}
    same = {"role": "toolResult", "content": [{"type": "text", "text": "a"}], "isError": False}
    assert persisted_differences(result, False, same) == ()
    assert persisted_differences(result, True, same) == ("isError",)
    assert persisted_differences({**result, "details": {"x": 1}}, False, same) == ("details",)
    assert persisted_differences({"content": []}, False, same) == ("content",)
    assert persisted_differences(None, False, same) == ("content",)


# Pi's own stream


def stream(*events: dict[str, Any], session: bool = True) -> bytes:
    first = [
        {"type": "session", "version": 3, "id": SESSION_ID, "timestamp": AT.format(0), "cwd": "/home/dev"}
    ]
    return lines([*(first if session else []), {"type": "agent_start"}, *events])


def begun(call: str, **more: Any) -> dict[str, Any]:
    return {
        "type": "tool_execution_start",
        "toolCallId": call,
        "toolName": "bash",
        "args": {"n": call},
        **more,
    }


def done(call: str, text: str = "done", **more: Any) -> dict[str, Any]:
    return {
        "type": "tool_execution_end", "toolCallId": call, "toolName": "bash", "result": {"content": text},
        "isError": False, **more,
    }  # fmt: skip


def streamed(*events: dict[str, Any], calls: dict[str, tuple[int, ...]] | None = None) -> Executions:
    return Executions(observe(stream(*events), of=facts(entries=["a0", "a1"], calls=calls)))


def test_a_stream_numbers_its_occurrences_and_has_no_times() -> None:
    found = streamed(
        begun("t1"), begun("t2"), done("t2"), done("t1", durationMs=4), calls={"t1": (1,), "t2": (1,)}
    )
    one = found.execution(0)
    assert [found.execution(row).occurrence_id.split(":")[1] for row in range(2)] == ["1", "2"]
    assert (one.span.start, one.span.end, one.span.reason) == (None, None, NO_TIMES)
    assert (one.started_at, one.run, one.duration_ms) == (None, -1, 4)
    assert (one.correlation.kind, one.correlation.entry_id) == ("matched", "a1")
    assert found.arguments(0) == {"n": "t1"}
    assert found.result(0) == {"content": "done"}


def test_a_stream_is_matched_by_id_only_when_that_is_unambiguous() -> None:
    twice = streamed(begun("t1"), done("t1"), calls={"t1": (0, 1)})
    assert "2 calls of this id" in twice.execution(0).correlation.reason
    missing = streamed(begun("t1"), done("t1"), calls={"t2": (0,)})
    assert "no call of this id" in missing.execution(0).correlation.reason
    repeated = streamed(begun("t1"), done("t1"), begun("t1"), done("t1"), calls={"t1": (0,)})
    assert all("more than one call" in repeated.execution(row).correlation.reason for row in range(2))
    both = streamed(begun("t1"), begun("t1"), done("t1", "one"), done("t1", "two"), calls={"t1": (0,)})
    assert all(both.execution(row).ambiguous for row in range(2))
    assert {both.execution(row).correlation.kind for row in range(2)} == {"unavailable"}


def test_nested_calls_of_a_stream_go_by_their_outermost_parent() -> None:
    found = streamed(
        begun("t1"),
        begun("t1/1", parentToolCallId="t1"),
        begun("t1/1/1", parentToolCallId="t1/1"),
        begun("t9/1", parentToolCallId="t9"),
        {
            "type": "tool_execution_update",
            "toolCallId": "t1/1",
            "toolName": "bash",
            "args": {},
            "partialResult": 3,
        },
        calls={"t1": (1,)},
    )
    assert [found.execution(row).parent for row in range(4)] == [-1, 0, 1, -1]
    assert found.execution(2).correlation.item == 1
    assert found.execution(3).parent_state == "unavailable"
    assert found.execution(3).correlation.kind == "unavailable"
    assert found.last_update(1) == 3


def test_events_of_a_stream_without_its_start() -> None:
    raw = stream(
        done("t1"), {"type": "tool_execution_update", "toolCallId": "t2", "partialResult": 1}, {"type": "odd"}
    )
    found = observe(raw)
    assert Executions(found).execution(0).span.reason == NO_TIMES
    assert not Executions(found).execution(0).has_start
    assert found.notes.count("no-occurrence") == 1
    assert found.notes.records == {"odd": 1}
    assert found.notes.unused == {"agent_start": 1}
    assert found.files[0].kind == "stream"


def test_a_stream_names_its_session_in_get_state() -> None:
    state = {"type": "response", "command": "get_state", "success": True, "data": {"sessionId": SESSION_ID}}
    assert observe(stream(state, begun("t1"), session=False)).parts[0].relation == "same"
    other = {**state, "data": {"sessionId": "another"}}
    found = observe(stream(state, begun("t1"), other, begun("t2"), state, begun("t3"), session=False))
    assert found.executions.call == ["t1", "t3"]
    assert found.notes.count("other-session") == 2


def test_events_before_another_session_is_named_need_evidence() -> None:
    other = {"type": "response", "command": "get_state", "success": True, "data": {"sessionId": "another"}}
    raw = stream(begun("t1"), other, begun("t2"), session=False)
    with pytest.raises(InputError):
        observe(raw)
    assert observe(raw, of=facts(calls={"t1": (0,)})).executions.call == ["t1"]


@pytest.mark.parametrize("command", ["new_session", "switch_session", "fork", "clone"])
def test_events_after_a_change_of_session_are_not_taken(command: str) -> None:
    change = {"type": "response", "command": command, "success": True, "data": {"cancelled": False}}
    state = {"type": "response", "command": "get_state", "success": True, "data": {"sessionId": SESSION_ID}}
    found = observe(stream(begun("t1"), change, begun("t2"), state, begun("t3")))
    assert found.executions.call == ["t1", "t3"]
    cancelled = {**change, "data": {"cancelled": True}}
    refused = {**change, "success": False}
    assert observe(stream(begun("t1"), cancelled, refused, begun("t2"))).executions.call == ["t1", "t2"]


def test_a_stream_without_session_id_is_taken_by_a_message() -> None:
    message = {"role": "user", "content": "hello", "timestamp": 5}
    raw = stream({"type": "message_end", "message": message}, begun("t1"), session=False)
    taken = observe(raw, of=facts(messages=[key_of(message)]))
    assert taken.matching()
    assert taken.parts[0].session_id is None


def key_of(message: dict[str, Any]) -> tuple[Any, ...]:
    from inspect_report.observations.identity import message_key

    key = message_key(message)
    assert key
    return key


def test_occurrence_ids_are_unique_over_dumps_and_streams() -> None:
    taken = dump(start("stream2:1", "t1"), start("stream1:1", "t2"))
    found = observe(taken, stream(begun("t1")), stream(begun("t1")))
    ids = found.executions.occurrence
    assert len(ids) == len(set(ids)) == 4


# The invented runs


def summary(observations: Observations) -> list[tuple[str | None, str | None, str]]:
    found = Executions(observations)
    return [
        (each.tool_call_id, each.tool_name, each.state) for each in map(found.execution, range(len(found)))
    ]


def test_a_killed_run_leaves_one_unfinished() -> None:
    run = small("r_killed_sigkill")
    assert summary(run.observations) == [("toolu_r01", "bash", "unfinished"), ("toolu_r02", "read", "ok")]


def test_parallel_calls_repeated_ids_and_unknown_tools() -> None:
    run = small("b_parallel")
    found = Executions(run.observations)
    totals = found.totals()
    assert (totals.all, totals.roots, totals.failed, totals.unfinished, totals.ambiguous) == (12, 12, 6, 0, 2)
    calls = [each.tool_call_id for each in map(found.execution, range(12))]
    assert calls.count("toolu_b05") == 3
    unknown = next(each for each in map(found.execution, range(12)) if each.tool_name == "lookup_weather")
    assert (unknown.state, unknown.duration_ms) == ("failed", None)
    for row in range(12):
        item = found.persisted(row)
        assert (item == -1) == found.execution(row).ambiguous
        if item >= 0:
            message = run.session.entry(item)["message"]
            assert message["toolCallId"] == calls[row]
            assert (
                persisted_differences(found.result(row), found.execution(row).state == "failed", message)
                == ()
            )


def test_a_stream_of_nested_calls() -> None:
    run = small("c_codemode", "stream")
    found = Executions(run.observations)
    totals = found.totals()
    assert (totals.all, totals.roots, totals.nested, totals.failed) == (11, 4, 7, 3)
    kinds = {
        (each.tool_call_id or "").split("/")[0]: each.correlation.kind
        for each in map(found.execution, range(11))
    }
    assert kinds == {"toolu_c01": "unavailable", "toolu_c02": "matched", "toolu_c03": "matched"}
    assert "DROPPED" not in json.dumps([found.result(row) for row in range(11)])
