"""The context at a leaf, conversion, replay and sizes."""

from __future__ import annotations

from typing import Any

import pytest

from inspect_report.pi import MISSING, Replay, Standing, convert, measure, text_as_sent
from inspect_report.pi.context import shell_text
from inspect_report.pi.estimates import characters, estimate, usable
from tests.pi.support import context, entry, message, session, usage


def standings(of: Any) -> list[str]:
    return [Standing(value).name for value in context(of).standings()]


def test_standings() -> None:
    of = session(
        message("old", None),
        message("sys", "old", "system", "P"),
        message("kept", "sys"),
        message("edited", "kept", "assistant", []),
        entry(
            "compaction",
            "c",
            "edited",
            summary="S",
            firstKeptEntryId="sys",
            systemMessage={"role": "system", "content": "Q"},
        ),
        message("gone", "c"),
        message("shell", "gone", "bashExecution", None, command="x", output="", excludeFromContext=True),
        entry("label", "l", "shell", targetId="gone", label="x"),
        entry("context_edit", "e1", "l", targetId="edited", replacement={"content": "new"}),
        entry("context_edit", "e2", "e1", targetId="gone", replacement=None),
        message("other", "old"),
        message("future", "e2", "newRole", "x"),
        message("glued", "x"),
    )
    at = context(of, 11)
    assert [Standing(value).name for value in at.standings()] == [
        "COMPACTED", "COMPACTED", "IN", "EDITED", "IN", "OMITTED", "EXCLUDED", "NO_MESSAGE", "NO_MESSAGE", "NO_MESSAGE",
        "OFF_BRANCH", "NO_MESSAGE", "OFF_BRANCH",
    ]  # fmt: skip
    assert at.entries == [4, 2, 3, 5, 6, 7, 8, 9, 11]
    assert (at.compaction, at.first_kept, at.edit_of(5), at.edit_of(2)) == (4, 1, 9, -1)
    projection = dict(at.projection())
    assert [made["role"] for made in projection[4]] == ["system", "compactionSummary"]
    assert projection[3][0]["content"] == [{"type": "text", "text": "new"}]
    assert projection[5] == []
    assert of.entry(3)["message"]["content"] == []


def test_on_a_circle_nothing_is_said_to_be_in_the_context() -> None:
    of = session(
        message("a", "c"),
        message("b", "a", "assistant", []),
        message("c", "b"),
        message("d", None),
        message("e", "c"),
    )
    assert standings(of) == ["UNDERIVED", "UNDERIVED", "UNDERIVED", "OFF_BRANCH", "UNDERIVED"]


def test_recovered_items_are_not_loaded() -> None:
    of = session(message("a"), b'{"x"' + session(message("b", "a")).raw(0), message("c", "a"))
    assert standings(of) == ["IN", "NOT_LOADED", "IN"]


def test_kept_nothing() -> None:
    for kept in ("", "c", "nowhere", None):
        of = session(
            message("a"), entry("compaction", "c", "a", summary="S", firstKeptEntryId=kept), message("b", "c")
        )
        assert context(of).entries == [1, 2]


def test_settings() -> None:
    of = session(
        entry("thinking_level_change", "t", None, thinkingLevel="high"),
        entry("model_change", "m", "t", provider="p", modelId="q"),
        message("a", "m", "assistant", [], model="r"),
        entry("thinking_level_change", "u", "a"),
    )
    assert context(of, 1).settings() == ("high", {"provider": "p", "modelId": "q"})
    assert context(of).settings() == (MISSING, {"modelId": "r"})
    assert context(session(message("a"))).settings() == ("off", None)


@pytest.mark.parametrize(
    ("members", "text"),
    [
        ({"output": "out"}, "Ran `ls`\n```\nout\n```"),
        ({"output": ""}, "Ran `ls`\n(no output)"),
        ({"output": "", "exitCode": 0}, "Ran `ls`\n(no output)"),
        ({"output": "", "exitCode": "0"}, "Ran `ls`\n(no output)\n\nCommand exited with code 0"),
        ({"output": "", "exitCode": 3, "cancelled": True}, "Ran `ls`\n(no output)\n\n(command cancelled)"),
        (
            {"output": "o", "truncated": True, "fullOutputPath": "/t"},
            "Ran `ls`\n```\no\n```\n\n[Output truncated. Full output: /t]",
        ),
    ],
)
def test_shell_text(members: dict[str, Any], text: str) -> None:
    assert shell_text({"command": "ls", **members}) == text
    sent = convert({"role": "bashExecution", "command": "ls", "timestamp": 5, **members})
    assert sent == {"role": "user", "content": [{"type": "text", "text": text}], "timestamp": 5}


def test_conversion() -> None:
    assert convert({"role": "bashExecution", "excludeFromContext": 1}) is None
    assert convert({"role": "new"}) is convert("text") is convert({}) is convert({"role": []}) is None
    assert convert({"role": "custom", "content": None, "customType": "x"}) == {
        "role": "user",
        "content": None,
    }
    branch = convert({"role": "branchSummary", "summary": "S"})
    assert branch
    assert (text_as_sent(branch) or "").endswith("<summary>\nS</summary>")
    compacted = convert({"role": "compactionSummary", "summary": "S"})
    assert compacted
    assert (text_as_sent(compacted) or "").endswith("<summary>\nS\n</summary>")
    assert (
        text_as_sent({"content": [{"type": "text"}, {"type": "image"}, {"type": "text", "text": "b"}]})
        == "\nb"
    )
    assert text_as_sent({"content": 5}) is None


def test_replay_steps() -> None:
    replay = Replay()
    first = replay.feed(
        {
            "role": "system",
            "content": "base",
            "sections": {"b": "B", "10": "ten", "2": "two"},
            "toolsAdded": [{"name": "x", "d": 1}, {"name": "y"}],
            "timestamp": 7,
        }
    )
    assert first
    assert not first.empty
    assert list(first.sections_set) == ["2", "10", "b"]
    assert replay.text() == "base\n\ntwo\n\nten\n\nB"
    before = replay.copy()
    second = replay.feed(
        {
            "role": "system",
            "content": "",
            "sections": {"b": None, "z": None, "2": "two"},
            "toolsRemoved": [{"name": "y"}, {"name": "nope"}, {"name": "x"}],
            "toolsAdded": [{"name": "x", "d": 2}],
        }
    )
    assert second
    assert (second.sections_removed, second.sections_set) == (["b"], {})
    assert (second.tools_removed, second.tools_added, second.tools_redefined) == (
        ["y"],
        [],
        [{"name": "x", "d": 2}],
    )
    assert replay.tools == [{"name": "x", "d": 2}]
    assert before.tools == [{"name": "x", "d": 1}, {"name": "y"}]
    assert replay.feed({"role": "user"}) is None
    third = replay.feed({"role": "system", "content": "", "sections": {"2": "two"}})
    assert third
    assert third.empty
    assert replay.message() == {
        "role": "system",
        "content": "base",
        "sections": {"2": "two", "10": "ten"},
        "toolsAdded": replay.tools,
        "timestamp": 7,
    }


def test_replay_of_what_pi_loses() -> None:
    replay = Replay()
    assert replay.prompt() is None
    assert not replay.lost
    replay.feed({"role": "system", "content": "said"})
    assert replay.lost
    assert replay.prompt() is None
    assert replay.text() == "said"


def test_replay_of_odd_members() -> None:
    replay = Replay()
    step = replay.feed(
        {
            "role": "system",
            "content": 5,
            "sections": {"n": 5, "s": "S"},
            "toolsAdded": 7,
            "toolsRemoved": ["x", None],
            "timestamp": 1,
        }
    )
    assert step
    assert step.ignored == ["content", "section n", "toolsAdded"]
    assert replay.text() == "S"


@pytest.mark.parametrize(
    ("made", "count"),
    [
        ({"role": "user", "content": "a\U0001f600"}, 3),
        (
            {
                "role": "user",
                "content": [{"type": "text", "text": "abc"}, {"type": "image"}, "x", None, {"type": "text"}],
            },
            4803,
        ),
        ({"role": "assistant", "content": "ignored"}, 0),
        (
            {
                "role": "assistant",
                "content": [
                    {"type": "toolCall", "name": "ls", "arguments": {"a": 1.0}},
                    {"type": "thinking", "thinking": "xy"},
                    {"type": "image"},
                ],
            },
            2 + 7 + 2,
        ),
        ({"role": "assistant", "content": [{"type": "toolCall", "name": "ls", "arguments": None}]}, 6),
        (
            {
                "role": "system",
                "content": "ab",
                "sections": {"x": "cd", "y": None},
                "toolsAdded": [],
                "toolsRemoved": ["zzz"],
            },
            6,
        ),
        ({"role": "bashExecution", "command": "ls", "output": None}, 2),
        ({"role": "compactionSummary", "summary": 5}, 0),
        ({"role": "hookMessage", "content": "x"}, 0),
        ("text", 0),
    ],
)
def test_characters(made: Any, count: int) -> None:
    assert characters(made) == count
    assert estimate(made) == -(-count // 4)


def test_usable_usage() -> None:
    answer: dict[str, Any] = {"role": "assistant", "usage": usage(5)}
    assert usable(answer) == 6
    assert usable({**answer, "stopReason": "aborted"}) == usable({**answer, "role": "user"}) == 0
    assert usable({**answer, "usage": {**usage(5), "totalTokens": 0, "output": None}}) == 5
    assert usable({**answer, "usage": {"input": 5}}) == 0
    assert usable({**answer, "usage": {**usage(5), "totalTokens": "6"}}) == 0


def test_sizes() -> None:
    of = session(
        message("a", None, content="x" * 40),
        message("b", "a", "assistant", [], usage=usage(90, output=10), stopReason="stop"),
        message("c", "b", content="x" * 8),
        entry("context_edit", "e", "c", targetId="a", replacement=None),
        entry("compaction", "k", "e", summary="x" * 12, firstKeptEntryId="c"),
    )
    assert measure(context(of, 2)).context.tokens == 102
    assert measure(context(of, 2)).tokens == 102
    edited = measure(context(of, 3))
    assert (edited.context.tokens, edited.projected.tokens, edited.tokens) == (102, 2, 2)
    compacted = measure(context(of))
    assert (compacted.projected.tokens, compacted.unknown, compacted.tokens) == (5, True, None)
    assert list(compacted.owners) == [4, 2]


def test_reset_leaf_is_empty() -> None:
    from inspect_report.pi import Context, Tree

    of = session(message("a"), message("b", "a"))
    tree = Tree(of)
    at = Context(of, tree, tree.reset_leaf())
    assert (at.entries, at.branch.items, measure(at).tokens) == ([], [], 0)
