"""Any bytes are read without a traceback, the quick way and the slow way agree, and walks end."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspect_report.errors import InputError
from inspect_report.pi import (
    MISSING,
    Context,
    Session,
    Tree,
    breakdown,
    convert,
    measure,
    misses,
    read_session,
    totals,
)
from inspect_report.pi import reading as reading_module
from inspect_report.pi.listing import read_listing
from inspect_report.pi.records import decode_head
from tests.pi.support import HEADER, line, read_bytes

IDS = st.sampled_from(["a", "b", "c", "d", "", None, 1, True, ["a"]])
ODD = st.sampled_from(
    [None, 0, 1, -1.5, True, "", "x", "12", [], {}, [None], {"a": 1}, [{"type": "text", "text": "t"}], 1e300]
)
NUMBERS = st.one_of(st.integers(0, 50_000), ODD)
USAGE = st.one_of(
    ODD,
    st.fixed_dictionaries(
        {},
        optional={
            "input": NUMBERS,
            "output": NUMBERS,
            "cacheRead": NUMBERS,
            "cacheWrite": NUMBERS,
            "totalTokens": NUMBERS,
            "cost": st.one_of(ODD, st.fixed_dictionaries({}, optional={"total": NUMBERS, "input": NUMBERS})),
        },
    ),
)
BLOCKS = st.lists(
    st.one_of(
        ODD,
        st.fixed_dictionaries(
            {"type": st.sampled_from(["text", "thinking", "toolCall", "image", 5])},
            optional={"text": ODD, "thinking": ODD, "id": ODD, "name": ODD, "arguments": ODD},
        ),
    ),
    max_size=3,
)
ROLES = st.sampled_from(
    ["system", "user", "assistant", "toolResult", "bashExecution", "custom", "hookMessage", 5, "new"]
)
MESSAGES = st.one_of(
    ODD,
    st.fixed_dictionaries(
        {"role": ROLES},
        optional={
            "content": st.one_of(ODD, BLOCKS),
            "usage": USAGE,
            "timestamp": ODD,
            "stopReason": ODD,
            "sections": ODD,
            "toolsAdded": ODD,
            "toolsRemoved": ODD,
            "toolCallId": ODD,
            "nestedCalls": ODD,
            "command": ODD,
            "output": ODD,
            "exitCode": ODD,
            "provider": ODD,
            "diagnostics": ODD,
        },
    ),
)
TYPES = st.sampled_from(
    ["message"] * 5
    + [
        "compaction",
        "context_edit",
        "label",
        "session_info",
        "usage",
        "custom",
        "custom_message",
        "branch_summary",
        "session",
        "model_change",
        "thinking_level_change",
        5,
        {},
    ]
)
ENTRIES = st.fixed_dictionaries(
    {"type": TYPES},
    optional={
        "id": IDS,
        "parentId": IDS,
        "timestamp": st.one_of(ODD, st.just("2025-03-01T10:00:00.000Z")),
        "message": MESSAGES,
        "usage": USAGE,
        "firstKeptEntryId": IDS,
        "firstKeptEntryIndex": ODD,
        "targetId": IDS,
        "replacement": ODD,
        "label": ODD,
        "name": ODD,
        "systemMessage": MESSAGES,
        "summary": ODD,
        "content": ODD,
    },
)
HEADERS = st.sampled_from(
    [
        HEADER,
        {**HEADER, "version": 1},
        {**HEADER, "version": 2},
        {**HEADER, "version": []},
        {**HEADER, "id": 5},
    ]
)
FILES = st.tuples(
    HEADERS,
    st.lists(st.one_of(ENTRIES, ENTRIES, ENTRIES, st.sampled_from([5, None, "x"])), min_size=1, max_size=8),
)


def ask_everything(of: Session) -> list[Any]:
    """Every figure of a session, at every item as leaf."""
    tree = Tree(of)
    answers: list[Any] = [
        of.ids,
        of.types,
        of.parent_ids[:],
        of.timestamps[:],
        of.roles,
        list(of.blocks),
        list(of.errors),
    ]
    answers += [
        of.refused,
        tree.roots(),
        tree.orphans(),
        tree.cycles(),
        tree.labels(),
        tree.name(),
        tree.pi_sorted(),
    ]
    answers += [
        totals(of),
        breakdown(of),
        misses(of),
        [(problem.kind, problem.count) for problem in of.problems.all()],
    ]
    answers += [
        list(column) for column in (*of.usage.tokens, *of.usage.costs, of.usage.missing, of.usage.broken)
    ]
    for item in range(of.n):
        at = Context(of, tree, tree.leaf_at(item))
        measured = measure(at)
        answers += [
            at.entries,
            at.settings(),
            bytes(at.standings()),
            measured.context,
            measured.projected,
            measured.tokens,
        ]
        answers += [measured.replay.prompt(), [convert(message) for message in at.messages()]]
        assert len(set(at.walk.items)) == len(at.walk.items)
        assert sum(measured.estimates) >= 0
    return answers


@given(FILES)
@settings(deadline=None)
def test_odd_entries_are_read_alike_quickly_and_slowly(file: tuple[Any, list[Any]]) -> None:
    raw = b"\n".join(line(value) for value in [file[0], *file[1]])
    answers: list[Any] = []
    for quick in (True, False):
        patch = pytest.MonkeyPatch()
        if not quick:
            patch.setattr(reading_module, "decode_head", refuse)
        try:
            answers.append(repr(ask_everything(read_bytes(raw))))
        except InputError as error:
            answers.append(str(error))
        finally:
            patch.undo()
    assert answers[0] == answers[1]


def refuse(raw: bytes) -> Any:
    """A head decoder that leaves everything to the slow way."""
    raise RecursionError(raw)


@given(
    st.lists(
        st.one_of(
            st.binary(max_size=60),
            st.sampled_from(
                [
                    line(HEADER),
                    b'{"type":"message","id":"a","parentId":null,"timestamp":"t","message":{"role":"user","content":"x"}}',
                    b"\xef\xbb\xbf",
                    b"\n",
                    b"\n",
                    b"\0\0",
                    b'{"type":',
                    b"}",
                    b"\r\n",
                ]
            ),
        ),
        max_size=12,
    )
)
@settings(deadline=None)
def test_any_bytes(pieces: list[bytes]) -> None:
    raw = b"".join(pieces)
    read_listing(io.BytesIO(raw), len(raw))
    try:
        of = read_bytes(raw, allow_empty=True)
    except InputError:
        return
    ask_everything(of)
    for item in range(of.n):
        assert raw[of.offset[item] : of.offset[item] + of.length[item]] == of.raw(item)
        assert raw[: of.offset[item]].count(b"\n") + 1 == of.line[item]


@given(st.binary(max_size=300), st.integers(0, 300))
@settings(deadline=None)
def test_a_cut_file(tail: bytes, size: int) -> None:
    raw = line(HEADER) + b"\n" + tail
    try:
        assert read_session(io.BytesIO(raw), min(size, len(raw)), allow_empty=True).size == min(
            size, len(raw)
        )
    except InputError:
        pass


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(-2, 11)), min_size=1, max_size=14))
@settings(deadline=None)
def test_trees(links: list[tuple[int, int]]) -> None:
    """Every link structure: walks end, and each item is a root, an orphan, below one, or in or below a cycle."""
    values: list[dict[str, Any]] = [
        {
            "type": "custom",
            "id": f"i{own}",
            "parentId": None if parent < 0 else f"i{parent}",
            "timestamp": "t",
            "n": place,
        }
        for place, (own, parent) in enumerate(links)
    ]
    tree = Tree(read_bytes(b"\n".join(line(value) for value in [HEADER, *values])))
    reached = [item for item, _ in tree.depth_first()]
    assert len(reached) == len(set(reached))
    assert sorted(reached + tree.unreachable()) == list(range(len(links)))
    for item in range(len(links)):
        walk = tree.walk(item)
        assert walk.items[-1] == item
        for parent, child in zip(walk.items, walk.items[1:], strict=False):
            assert tree.parents[child] == parent
            assert child in tree.children(parent)
        top = tree.parents[walk.items[0]]
        assert walk.cycle == (top != -1)
        assert not walk.cycle or top in walk.items
    inside = {item for cycle in tree.cycles() for item in cycle}
    assert inside <= set(tree.unreachable())
    assert bool(inside) == bool(tree.unreachable())


def test_the_quick_way_is_used() -> None:
    """Ordinary lines must not need the slow way, else the comparison above compares it with itself."""
    value = {
        "type": "message",
        "id": "a",
        "parentId": None,
        "timestamp": "t",
        "message": {"role": "user", "content": "x"},
    }
    assert decode_head(json.dumps(value).encode()).id == "a"
    assert decode_head(b'{"type":"x"}').id is MISSING
