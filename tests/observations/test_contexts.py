"""Observed contexts: prefixes, what is missing, the newest on the branch, turns, and the comparison with the session."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspect_report.observations import Observations
from inspect_report.observations.compare import FOLDED, SLICED, compare
from inspect_report.observations.comparing import Comparer, ContextComparison
from inspect_report.observations.contexts import (
    Messages,
    chosen,
    following,
    last_on_branch,
    messages,
    observed,
    of_answer,
)
from inspect_report.observations.identity import fingerprint
from tests.observations.making import (
    DATA,
    Run,
    context,
    dump,
    facts,
    header,
    lines,
    numbered,
    observe,
    small,
    user,
)

M = [user(f"message {number}", number) for number in range(9)]


def texts(found: Observations, row: int) -> list[str]:
    return [message["content"] for message in messages(found, row).messages]


def test_a_context_is_put_together_from_its_prefixes() -> None:
    found = observe(
        dump(
            context(1, M[:3]),
            context(2, M[3:5], prefix=3),
            context(3, [], prefix=4),
            context(4, M[5:7], prefix=2),
            context(5, M[7:8], prefix=4),
        )
    )
    wanted = [M[:3], M[:5], M[:4], M[:2] + M[5:7], M[:2] + M[5:8]]
    for row, expected in enumerate(wanted):
        assert messages(found, row) == Messages(expected, 0, "")
        assert observed(found, row).messages == len(expected)


def test_prefixes_stay_within_their_run() -> None:
    raw = lines(
        [
            header(),
            *numbered(context(1, M[:2]), run="a"),
            *numbered(context(1, M[5:6], prefix=2), run="b"),
            *numbered(context(2, M[6:7], prefix=1), run="a", first=2),
        ]
    )
    found = observe(raw)
    assert messages(found, 1).known_from == 2
    assert "first 2 messages are not in this dump" in messages(found, 1).missing
    assert messages(found, 2) == Messages([M[0], M[6]], 0, "")


def test_a_prefix_longer_than_its_predecessor_is_missing() -> None:
    found = observe(dump(context(1, M[:2]), context(2, M[5:6], prefix=3), context(3, M[6:7], prefix=4)))
    assert [observed(found, row).known_from for row in range(3)] == [0, 3, 3]
    assert messages(found, 2).messages == M[5:7]


def test_a_damaged_predecessor_is_missing_and_the_tail_is_shown() -> None:
    records = lines(
        [header(), *numbered(context(1, M[:2]), context(2, M[2:4], prefix=2), context(3, M[4:5], prefix=3))]
    )
    whole = records.split(b"\n")
    damaged = b"\n".join([*whole[:2], whole[2][:40], *whole[3:]])
    found = observe(damaged)
    assert [observed(found, row).request for row in range(2)] == [1, 3]
    assert messages(found, 1).messages == M[4:5]
    assert messages(found, 1).known_from == 3
    assert messages(found, 1).missing


def test_damage_elsewhere_does_not_break_a_prefix() -> None:
    records = lines(
        [header(), *numbered(context(1, M[:2]), {"type": "marker"}, context(2, M[2:3], prefix=2))]
    ).split(b"\n")
    found = observe(b"\n".join([*records[:2], b"{", *records[3:]]))
    assert messages(found, 1) == Messages(M[:3], 0, "")


def test_the_newest_context_on_the_branch_and_what_follows_it() -> None:
    found = observe(
        dump(context(1, M[:1], leafId="a"), context(2, M[:1], leafId="b"), context(3, M[:1], leafId="c")),
        of=facts(entries=["a", "b", "c", "d"]),
    )
    assert last_on_branch(found, {0, 1, 3}.__contains__) == 1
    assert last_on_branch(found, {3}.__contains__) == -1
    assert following([0, 1, 3], 1, lambda item: item == 3) == 1
    assert following([0, 1, 3], 2, lambda _: True) == -1


@pytest.mark.parametrize(("leaf", "unavailable"), [(None, False), (5, True), ("", True), ("x" * 513, True)])
def test_a_leaf_that_is_no_id(leaf: Any, unavailable: bool) -> None:
    found = observe(dump(context(1, [], leafId=leaf)))
    one = observed(found, 0)
    assert (one.leaf_id, one.leaf_item, one.leaf_unavailable) == (None, -1, unavailable)
    assert found.notes.count("bad-reference") == int(unavailable)


def test_a_turn_gives_outcome_and_answer() -> None:
    found = observe(
        dump(
            context(1, M[:1]),
            {
                "type": "turn",
                "request": 1,
                "outcome": "error",
                "messageEntryId": "e1",
                "toolResultEntryIds": [],
            },
            context(2, M[:1]),
        )
    )
    assert [(observed(found, row).outcome, observed(found, row).answer_id) for row in range(2)] == [
        ("error", "e1"),
        (None, None),
    ]
    assert of_answer(found, "e1") == 0
    assert of_answer(found, "e2") == -1


def test_the_bound_keeps_the_newest_and_the_last_on_the_branch() -> None:
    found = observe(dump(*(context(number, []) for number in range(1, 81))))
    assert chosen(found, 79) == list(range(30, 80))
    assert chosen(found, 3) == [3, *range(31, 80)]


# The comparison


def test_equal_lists_are_equal() -> None:
    result = compare(M, M)
    assert result.equal
    assert [(pair.relation, pair.observed, pair.session) for pair in result.pairs] == [
        ("same", index, index) for index in range(len(M))
    ]


def test_changed_added_and_missing_messages() -> None:
    changed = user("[note] message 2", 2)
    added = user("added", 99)
    result = compare([M[0], changed, added, M[4]], M[:5])
    assert [(pair.relation, pair.observed, pair.session) for pair in result.pairs] == [
        ("same", 0, 0),
        ("only-session", -1, 1),
        ("changed", 1, 2),
        ("only-session", -1, 3),
        ("only-observed", 2, -1),
        ("same", 3, 4),
    ]
    assert result.pairs[2].members == ("content",)
    assert result.pairs[2].note == "7 characters stand before the session's text"


def test_a_moved_message_matches_on_neither_side_but_the_rest_does() -> None:
    result = compare([M[3], M[0], M[1], M[2]], M[:4])
    assert (result.same, result.only_observed, result.only_session) == (3, 1, 1)


def test_bookkeeping_is_no_content() -> None:
    answer = {
        "role": "assistant",
        "content": [{"type": "text", "text": "x"}],
        "timestamp": 1,
        "usage": {"input": 1},
    }
    assert compare([answer], [{**answer, "usage": {"input": 2}, "durationMs": 5}]).equal
    shell = {"role": "bashExecution", "command": "ls", "output": "a", "exitCode": 0, "timestamp": 2}
    assert compare([{**shell, "exitCode": 1}], [shell]).pairs[0].members == ("exitCode",)
    odd = {"role": "martian", "content": "x", "timestamp": 2, "extra": 1}
    assert compare([{**odd, "extra": 2}], [odd]).changed == 1


def test_numbers_members_and_types_are_told_apart_as_json_does() -> None:
    assert fingerprint({"a": 1, "b": [2.0, None]}) == fingerprint({"b": [2, None], "a": 1.0})
    values: list[Any] = [
        None,
        False,
        True,
        0,
        1,
        "",
        "0",
        "1",
        [],
        {},
        [None],
        [[]],
        {"a": None},
        ["a", "b"],
        ["ab"],
        {"": []},
    ]
    assert len({fingerprint(value) for value in values}) == len(values)
    assert fingerprint("\ud800") != fingerprint("\ufffd")


def test_odd_messages_do_not_end_a_comparison() -> None:
    odd: list[Any] = [
        None,
        5,
        "text",
        [],
        {},
        {"role": 3, "timestamp": None},
        {"role": "user", "timestamp": float("nan")},
    ]
    assert compare(odd, odd).equal
    assert compare(odd, []).only_observed == len(odd)


@settings(max_examples=200)
@given(st.lists(st.integers(0, 5), max_size=14), st.lists(st.integers(0, 5), max_size=14))
def test_every_message_stands_once_and_in_order(left: list[int], right: list[int]) -> None:
    ours, theirs = (
        [user(number // 2, number % 3) for number in left],
        [user(number // 2, number % 3) for number in right],
    )
    result = compare(ours, theirs)
    assert [pair.observed for pair in result.pairs if pair.observed >= 0] == list(range(len(ours)))
    assert [pair.session for pair in result.pairs if pair.session >= 0] == list(range(len(theirs)))
    for pair in result.pairs:
        if pair.relation == "same":
            assert ours[pair.observed] == theirs[pair.session]
        if pair.relation == "changed":
            assert ours[pair.observed]["timestamp"] == theirs[pair.session]["timestamp"]
            assert ours[pair.observed] != theirs[pair.session]
    assert result.same + result.changed + result.only_observed == len(ours)


# The invented runs


def comparer(run: Run) -> Comparer:
    return Comparer(run.observations, run.session, run.tree)


def compared(run: Run) -> list[ContextComparison]:
    """The comparisons of all contexts of a run, the last one first so that nothing depends on the order."""
    side = comparer(run)
    found = [side.compare(row) for row in reversed(range(len(run.observations.contexts)))]
    return [each for each in reversed(found) if each is not None]


def test_changed_notes_of_a_handler_are_found() -> None:
    run = small("h_edits")
    changed: list[int] = []
    for row, found in enumerate(compared(run)):
        whole = messages(run.observations, row)
        assert not whole.missing
        session = run.projection(observed(run.observations, row).leaf_id)
        result = found.comparison
        assert result == compare(whole.messages, session)
        assert result.only_observed == result.only_session == 0
        for pair in result.pairs:
            assert found.sources[pair.observed] == found.items[pair.session]
            if pair.relation == "changed":
                assert (
                    whole.messages[pair.observed]["content"] == "[note] " + session[pair.session]["content"]
                )
                assert run.session.types[found.items[pair.session]] == "custom_message"
        changed.append(result.changed)
    assert changed == [0, 0, 2, 2, 3, 3]


def test_a_slice_is_found_and_named() -> None:
    missing: list[int] = []
    for found in compared(small("p_forced")):
        result = found.comparison
        assert result.changed == result.only_observed == 0
        assert result.notes == ((SLICED, FOLDED) if result.only_session else ())
        missing.append(result.only_session)
    assert missing == [0, 0, 0, 6, 8, 10]


def test_a_comparison_without_the_beginning_keeps_its_indices(tmp_path: Path) -> None:
    raw = (DATA / "h_edits.dump.jsonl").read_bytes().split(b"\n")
    contexts = [number for number, line in enumerate(raw) if b'"type":"context"' in line]
    raw[contexts[2]] = b"{"
    (tmp_path / "damaged.jsonl").write_bytes(b"\n".join(raw))
    run = Run(DATA / "h_edits.session.jsonl", tmp_path / "damaged.jsonl")
    assert [observed(run.observations, row).request for row in range(5)] == [1, 2, 4, 5, 6]
    found = comparer(run).compare(2)
    assert found is not None
    known = messages(run.observations, 2)
    assert found.skipped == known.known_from == 4
    assert len(found.sources) == len(known.messages)
    assert [pair.observed for pair in found.comparison.pairs][:2] == [4, 5]
    assert found.comparison.changed == 2


def test_a_context_whose_leaf_is_not_here_is_not_compared(tmp_path: Path) -> None:
    text = (DATA / "h_edits.dump.jsonl").read_text()
    for old, new in (('"leafId":"923f1b08"', '"leafId":"gone"'), ('"leafId":"b41738ad"', '"leafId":7')):
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "leaves.jsonl").write_text(text.replace('"leafId":"e85204ec"', '"leafId":null'))
    run = Run(DATA / "h_edits.session.jsonl", tmp_path / "leaves.jsonl")
    side = comparer(run)
    assert side.compare(0) is side.compare(1) is None
    reset = side.compare(2)
    assert reset is not None
    assert (reset.comparison.only_observed, reset.items) == (observed(run.observations, 2).messages, ())
    assert set(reset.sources) == {-1}


def test_the_last_observed_context_of_a_run() -> None:
    run = small("h_edits")
    path = run.path()
    row = last_on_branch(run.observations, set(path).__contains__)
    last = observed(run.observations, row)
    assert (row, last.outcome, last.request) == (5, "completed", 6)
    assert following(path, last.leaf_item, lambda item: run.session.types[item] == "message") == 1
    assert of_answer(run.observations, last.answer_id or "") == row
