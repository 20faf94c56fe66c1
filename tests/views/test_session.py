"""Elements "nodes" and "session": links, labels, compactions, calls and results, against plain walks along each path."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspect_report import bounds
from inspect_report.payload import OWN_PARENT, UNRESOLVED, NodeFlag, Nodes, RowFlag, SessionView
from inspect_report.pi.context import Context
from inspect_report.report import Sources
from inspect_report.views import session as view
from tests.support import SHARED

SourcesOf = Callable[[Path], Sources | None]
TIME = "2026-11-02T09:00:00.000Z"


def write(path: Path, entries: list[dict[str, Any]]) -> Path:
    header = {"type": "session", "version": 3, "id": "s", "timestamp": TIME, "cwd": "/x"}
    path.write_text("".join(json.dumps(each) + "\n" for each in [header, *entries]), encoding="utf-8")
    return path


def message(identity: str, parent: str | None, role: str, **more: Any) -> dict[str, Any]:
    inner = {"role": role, "content": more.pop("content", "text"), **more}
    return {"type": "message", "id": identity, "parentId": parent, "timestamp": TIME, "message": inner}


def answer(identity: str, parent: str | None, *calls: str) -> dict[str, Any]:
    blocks = [{"type": "toolCall", "id": call, "name": "read", "arguments": {}} for call in calls]
    return message(identity, parent, "assistant", content=blocks, stopReason="toolUse")


def result(identity: str, parent: str | None, call: str) -> dict[str, Any]:
    return message(
        identity, parent, "toolResult", toolCallId=call, toolName="read", content=[], isError=False
    )


def built(sources_of: SourcesOf, path: Path) -> tuple[Sources, Nodes, SessionView]:
    sources = sources_of(path)
    assert sources is not None
    parts = dict(view.build(sources))
    return sources, parts["nodes"], parts["session"]


def test_links_tell_roots_missing_parents_and_own_parents_apart(
    sources_of: SourcesOf, tmp_path: Path
) -> None:
    path = write(
        tmp_path / "s.jsonl",
        [
            message("a", None, "user"),
            message("b", "gone", "user"),
            message("c", "c", "user"),
            message("d", "a", "toolResult"),
        ],
    )
    _, nodes, _ = built(sources_of, path)
    assert nodes.parent == [0, UNRESOLVED, OWN_PARENT, 3]
    known = NodeFlag.LOADED | NodeFlag.PROMPT | NodeFlag.ERROR | NodeFlag.INTERNAL | NodeFlag.TOOL_RESULT
    assert nodes.flags[0] & known == NodeFlag.LOADED | NodeFlag.PROMPT
    assert nodes.flags[3] & known == NodeFlag.LOADED | NodeFlag.TOOL_RESULT


def naive(entries: list[dict[str, Any]]) -> dict[int, tuple[int, int]]:
    """For each result: replay its path from the root, giving every result above it its own call first."""
    place = {entry["id"]: item for item, entry in enumerate(entries)}
    found: dict[int, tuple[int, int]] = {}
    for item, entry in enumerate(entries):
        if entry["message"]["role"] != "toolResult":
            continue
        path = [item]
        while (parent := entries[path[-1]]["parentId"]) is not None:
            path.append(place[parent])
        waiting: list[tuple[int, str]] = []
        for step in reversed(path):
            inner = entries[step]["message"]
            if inner["role"] == "assistant":
                waiting.extend(
                    (step, call) for call in dict.fromkeys(block["id"] for block in inner["content"])
                )
            elif inner["role"] == "toolResult":
                mine = [each for each in waiting if each[1] == inner["toolCallId"]]
                if not mine:
                    found[step] = (-1, -1)
                    continue
                calls = [block["id"] for block in entries[mine[-1][0]]["message"]["content"]]
                if calls.count(inner["toolCallId"]) > 1:
                    found[step] = (-2, -1)
                    continue
                waiting.remove(mine[-1])
                found[step] = (mine[-1][0], calls.index(inner["toolCallId"]))
    return found


@st.composite
def call_trees(draw: st.DrawFn) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    for number in range(draw(st.integers(1, 14))):
        above = draw(st.integers(-1, number - 1)) if draw(st.booleans()) else number - 1
        parent = entries[above]["id"] if above >= 0 else None
        if draw(st.booleans()):
            entries.append(answer(f"e{number}", parent, *draw(st.lists(st.sampled_from("xyz"), max_size=3))))
        else:
            entries.append(result(f"e{number}", parent, draw(st.sampled_from("xyz"))))
    return entries


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(entries=call_trees())
def test_results_find_the_nearest_open_call_on_their_own_path(
    sources_of: SourcesOf, tmp_path: Path, entries: list[dict[str, Any]]
) -> None:
    _, _, made = built(sources_of, write(tmp_path / "s.jsonl", entries))
    assert {pair.result: (pair.call, pair.ordinal) for pair in made.calls} == naive(entries)


def test_two_calls_of_one_id_in_one_answer_are_ambiguous(sources_of: SourcesOf, tmp_path: Path) -> None:
    entries = [answer("a", None, "x", "x"), result("r", "a", "x")]
    _, _, made = built(sources_of, write(tmp_path / "s.jsonl", entries))
    assert [(pair.result, pair.call) for pair in made.calls] == [(1, -2)]


def test_a_result_in_another_branch_does_not_answer_this_one(sources_of: SourcesOf, tmp_path: Path) -> None:
    entries = [
        answer("a", None, "x"),
        result("r1", "a", "x"),
        result("r2", "a", "x"),
        result("r3", "r2", "x"),
    ]
    _, _, made = built(sources_of, write(tmp_path / "s.jsonl", entries))
    assert [(pair.result, pair.call) for pair in made.calls] == [(1, 0), (2, 0), (3, -1)]


def test_labels_in_force_with_the_entry_that_set_them(sources_of: SourcesOf, tmp_path: Path) -> None:
    def label(identity: str, parent: str, target: str, words: str | None) -> dict[str, Any]:
        return {
            "type": "label",
            "id": identity,
            "parentId": parent,
            "timestamp": TIME,
            "targetId": target,
            "label": words,
        }

    entries = [
        message("a", None, "user"),
        message("b", "a", "user"),
        label("l1", "b", "a", "first"),
        label("l2", "l1", "b", "gone soon"),
        label("l3", "l2", "b", None),
        label("l4", "l3", "a", "second"),
        label("l5", "l4", "nobody", "lost"),
    ]
    _, _, made = built(sources_of, write(tmp_path / "s.jsonl", entries))
    assert [(mark.item, mark.text, mark.by) for mark in made.labels] == [(0, "second", 5)]


def test_costs_add_up_along_the_path_of_each_row(sources_of: SourcesOf, tmp_path: Path) -> None:
    def costing(identity: str, parent: str | None, total: float) -> dict[str, Any]:
        return message(
            identity,
            parent,
            "assistant",
            content=[],
            usage={"input": 1, "output": 1, "cost": {"total": total}},
        )

    entries = [
        costing("a", None, 0.5),
        costing("b", "a", 0.25),
        costing("c", "a", 0.125),
        costing("d", "c", 1.0),
    ]
    _, _, made = built(sources_of, write(tmp_path / "s.jsonl", entries))
    assert made.cost == [0.5, 0.75, 0.625, 1.625]


def test_byte_identical_repeats_have_one_row(sources_of: SourcesOf, tmp_path: Path) -> None:
    twice = message("b", "a", "user")
    sources, nodes, made = built(
        sources_of,
        write(tmp_path / "s.jsonl", [message("a", None, "user"), twice, twice, message("c", "b", "user")]),
    )
    assert len(nodes.parent) == 4
    assert made.identical == {"1": 2}
    assert sources.store.rows.item == [0, 2, 3]
    assert sources.ledger.total == 0


def test_repeated_ids_say_which_line_pi_uses(sources_of: SourcesOf, tmp_path: Path) -> None:
    entries = [
        message("a", None, "user"),
        message("b", "a", "user", content="one"),
        message("b", "a", "user", content="two"),
    ]
    sources, _, made = built(sources_of, write(tmp_path / "s.jsonl", entries))
    assert made.reasons == {"1": "repeated id, Pi uses line 4", "2": "repeated id, also on line 3"}
    assert [bool(flags & RowFlag.NAVIGABLE) for flags in sources.store.rows.flags] == [True, False, False]


def test_values_of_odd_types_end_nothing(sources_of: SourcesOf, tmp_path: Path) -> None:
    entries: list[dict[str, Any]] = [
        {"type": {"a": 1}, "id": "u1", "parentId": None, "timestamp": TIME},
        {"type": ["x"], "id": ["u2"], "parentId": {"b": 1}, "timestamp": [1]},
        {
            "type": "message",
            "id": "u3",
            "parentId": "u1",
            "timestamp": TIME,
            "message": {"role": ["user"], "stopReason": {"x": 1}},
        },
        message(
            "u4",
            "u3",
            "assistant",
            content=[{"type": "toolCall", "id": {"q": 1}, "name": ["n"]}],
            stopReason=["x"],
        ),
        {
            "type": "compaction",
            "id": "c",
            "parentId": "u4",
            "timestamp": TIME,
            "firstKeptEntryId": {"a": 1},
            "tokensBefore": "many",
        },
        {
            "type": "label",
            "id": "l",
            "parentId": "c",
            "timestamp": TIME,
            "targetId": "u4",
            "label": {"not": "text"},
        },
    ]
    _, nodes, made = built(sources_of, write(tmp_path / "s.jsonl", entries))
    assert len(nodes.parent) == 6
    assert nodes.parent[1] == UNRESOLVED
    assert [(mark.first_kept, mark.kept_id, mark.tokens_before) for mark in made.compactions] == [
        (-1, "", None)
    ]
    assert made.stops["3"] == '["x"]'


WITHOUT_ENTRY = {"178-only-newlines", "179-header-only"}
"""What export refuses: there is nothing to look at (tests/test_cli.py)."""


def corpus() -> list[Path]:
    folders = ("conformance/cases", "sessions", "observations")
    return [
        path
        for folder in folders
        for path in sorted((SHARED / folder).rglob("*.jsonl"))
        if "observations" not in path.name and "stream" not in path.name and path.stem not in WITHOUT_ENTRY
    ]


@pytest.mark.parametrize(
    "path", corpus() or [Path("absent")], ids=lambda path: path.stem + "-" + path.parent.name
)
def test_replaced_entries_of_every_compaction_agree_with_the_contexts_around_it(
    sources_of: SourcesOf, shared: Path, path: Path
) -> None:
    sources = sources_of(path)
    assert sources is not None
    tree, session = sources.model.tree, sources.model.session
    for mark in dict(view.build(sources))["session"].compactions:
        if session.columns.repeated or tree.walk(mark.item).cycle or tree.recorded != tree.parents:
            continue
        after = set(Context(session, tree, tree.leaf_at(mark.item)).entries)
        parent = tree.parents[mark.item]
        before = set(Context(session, tree, tree.leaf_at(parent)).entries) if parent >= 0 else set[int]()
        assert mark.replaced == len(before - after), (path.name, mark)


@pytest.mark.parametrize(
    "path", corpus() or [Path("absent")], ids=lambda path: path.stem + "-" + path.parent.name
)
def test_every_link_of_the_page_is_that_of_the_tree(sources_of: SourcesOf, shared: Path, path: Path) -> None:
    sources = sources_of(path)
    assert sources is not None
    nodes = dict(view.build(sources))["nodes"]
    for item, distance in enumerate(nodes.parent):
        recorded = sources.model.tree.recorded[item]
        if distance in (0, UNRESOLVED):
            assert recorded == -1
        else:
            assert (item if distance == OWN_PARENT else item - distance) == recorded


def test_parts_beyond_the_bound_keep_their_figures(
    sources_of: SourcesOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "ROWS", 4)
    monkeypatch.setattr(bounds, "SEGMENTS", 2)
    entries: list[dict[str, Any]] = []
    for number in range(12):
        more = {"usage": {"input": 1, "output": 1, "cost": {"total": 1.0}}} if number % 2 else {}
        entries.append(
            message(
                f"e{number}",
                f"e{number - 1}" if number else None,
                "assistant" if number % 2 else "user",
                **more,
            )
        )
    sources, nodes, made = built(sources_of, write(tmp_path / "s.jsonl", entries))
    rows = sources.store.rows
    assert len(rows.item) == 4
    assert len(nodes.parent) == 12
    assert made.cost == [float((item + 1) // 2) for item in rows.item]
    assert set(made.parent_time) == {
        str(row) for row, item in enumerate(rows.item) if item and item - 1 not in rows.item
    }
