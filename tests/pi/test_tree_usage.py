"""Tree, labels, totals, misses and the picker's listing."""

from __future__ import annotations

import io
import math
from typing import Any

from inspect_report.pi import Tree, breakdown, misses, totals, waste
from inspect_report.pi.listing import read_listing
from tests.pi.support import HEADER, entry, line, message, session, usage


def test_roots_orphans_cycles() -> None:
    of = session(
        message("a"), message("b", "a"), message("c", "a"), message("o", "gone"), message("x", "y"), message("y", "x"),
        message("z", "y"), message("s", "s"),
    )  # fmt: skip
    tree = Tree(of)
    assert (tree.roots(), tree.orphans(), tree.unreachable()) == ([0], [3], [4, 5, 6, 7])
    assert tree.cycles() == [[4, 5], [7]]
    assert list(tree.children(0)) == [1, 2]
    assert tree.forks() == [0, 5]
    assert list(tree.depth_first()) == [(0, 0), (1, 1), (2, 1), (3, 0)]
    assert tree.walk(6).cycle
    assert tree.walk(6).items == [4, 5, 6]
    assert tree.walk(7).items == [7]
    assert tree.walk(3).missing_parent == "gone"
    assert tree.walk(3).partial
    assert not tree.walk(2).partial


def test_deep_chain_and_wide_fan() -> None:
    chain = Tree(
        session(*(message(f"i{place}", f"i{place - 1}" if place else None) for place in range(12_000)))
    )
    assert len(chain.walk(11_999).items) == 12_000
    assert sum(1 for _ in chain.depth_first()) == 12_000
    fan = Tree(session(message("r"), *(message(f"i{place}", "r") for place in range(10_000))))
    assert len(fan.children(0)) == 10_000


def test_parents_later_in_the_file() -> None:
    tree = Tree(session(message("b", "a"), message("a")))
    assert tree.walk(0).items == [1, 0]


def test_labels_and_name() -> None:
    of = session(
        message("a"),
        entry("label", "l1", "a", targetId="a", label="one"),
        entry("label", "l2", "a", targetId="b", label="two"),
        entry("label", "l3", "a", targetId="a"),
        entry("label", "l4", "a", targetId="a", label="three"),
        entry("session_info", "n1", "a", name="first"),
        entry("session_info", "n2", "a", name=" \ufeffsecond\u00a0"),
        message("b", "a"),
    )
    tree = Tree(of)
    assert list(tree.labels().items()) == [("b", ("two", 2)), ("a", ("three", 4))]
    assert (tree.label_of(0), tree.label_of(7), tree.label_of(1)) == ("three", "two", None)
    assert tree.name() == "second"
    assert (
        Tree(session(entry("session_info", "n", None, name="x"), entry("session_info", "m", "n"))).name()
        is None
    )


def answer(entry_id: str, parent: Any, used: Any, when: float = 0, **members: Any) -> dict[str, Any]:
    named = {"provider": "p", "model": "m", **members}
    return message(entry_id, parent, "assistant", [], usage=used, timestamp=when, **named)


def test_totals_of_file_and_branch() -> None:
    of = session(
        message("u"),
        answer("a", "u", usage(10, cost=0.5)),
        answer("b", "u", usage(20, cost=0.25), model="n", responseModel="real"),
        message("t", "b", "toolResult", [], toolCallId="x", usage=usage(5, cost=0.125)),
        entry("usage", "w", "t", kind="other", provider="p", model="m", usage={**usage(7), "cost": None}),
        answer("c", "w", None),
    )
    whole = totals(of)
    assert (whole.user, whole.assistant, whole.tool_results, whole.messages) == (1, 3, 1, 5)
    assert (whole.input, whole.output, whole.cost, whole.tokens) == (42, 4, 0.875, 46)
    assert (whole.rows, whole.without_usage, whole.without_cost) == (4, 1, 1)
    assert totals(of, Tree(of).walk(1).items).cost == 0.5
    assert [(share.key, share.cost, share.tokens) for share in breakdown(of)] == [
        ("p/m", 0.5, 19),
        ("p/real", 0.25, 21),
        ("Tools/summaries", 0.125, 6),
    ]


def test_misses() -> None:
    of = session(
        answer("a", None, usage(write=20_000), 1000),
        answer("b", "a", usage(21_000), 601_000),
        answer("c", "a", usage(read=20_000), 602_000),
        answer("bad", "c", {**usage(read=9), "input": "12"}, 603_000),
        answer("d", "c", usage(30_000, cost=3.0), 604_000, model="other"),
        entry("compaction", "k", "d", summary="s", firstKeptEntryId="d"),
        answer("e", "k", usage(30_000), 700_000),
    )
    found = misses(of)
    assert [
        (miss.item, miss.tokens, miss.idle_ms, miss.model_changed, miss.previous_item) for miss in found
    ] == [
        (1, 20_000, 600_000, False, 0),
        (4, 20_000, 2_000, True, 2),
    ]
    assert math.isclose(found[1].cost, 2.0)
    assert found[0].noticed
    assert waste(found).count == 2
    # Along one branch the answer of the other one is not the previous request.
    assert [miss.item for miss in misses(of, Tree(of).walk(4).items)] == [4]
    priced = misses(of, read_price=lambda provider, model: 1.0)
    assert priced[0].cost == 0


def test_listing() -> None:
    lines = [
        line({**HEADER, "id": 5, "parentSession": "/p"}),
        line(entry("session_info", "n", None, name=" N ")),
        line(
            message("a", None, content=[{"type": "text", "text": "x"}, {"type": "image"}, {"type": "text"}])
        ),
        line(message("b", "a", "assistant", "y", timestamp=1740823209000)),
        line(message("c", "b", "toolResult", None)),
        b"{broken",
    ]
    found = read_listing(io.BytesIO(b"\r".join(lines)), len(b"\r".join(lines)))
    assert found
    assert (found.name, found.message_count, found.first_message, found.all_text) == ("N", 3, "x ", "x  y")
    assert (found.id, found.parent_session, found.modified) == (5, "/p", 1740823209000)
    brief = read_listing(io.BytesIO(b"\n".join(lines)), len(b"\n".join(lines)), all_text=False)
    assert brief
    assert (brief.first_message, brief.all_text) == ("x ", "")
    for bad in (b"", line(message("a")), line(HEADER) + b"\n" + line(message("a", None, content=None))):
        assert read_listing(io.BytesIO(bad), len(bad)) is None
