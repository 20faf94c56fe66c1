"""Markdown as nodes: what Pi shows, nothing that a page could run, and work that stays in proportion."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspect_report import bounds
from inspect_report.markup import markdown
from tests.markup.gold import CASES, rendered

NAMES = {
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "hr", "table", "thead", "tbody",
    "tr", "th", "td", "strong", "em", "del", "code", "a", "br", "image", "skill",
}  # fmt: skip
"""Every name a node can have: the client's allow-list."""


def nodes(text: str) -> list[markdown.Node]:
    """The nodes of a text that must parse."""
    parsed = markdown.parse(text)
    assert parsed.nodes is not None, parsed.literal
    return parsed.nodes


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_gold(case: Path) -> None:
    assert rendered(case) == case.with_suffix(".json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "text", ["", "Done.", "Two lines\nof prose, with (brackets) and 2 - 1 = 1.\n\nMore."]
)
def test_text_without_markup_needs_no_nodes(text: str) -> None:
    assert markdown.parse(text) == (None, "")


def test_text_over_the_bound_stays_literal() -> None:
    assert markdown.parse("*a* " * (bounds.MARKDOWN_TEXT // 4 + 1)) == (None, "size")


@pytest.mark.parametrize("bomb", ["[", "![[[](", "- x\n", "*a ", "`", "1. x\n", "<a ", "&a;", "\\", "|a"])
def test_more_markers_than_the_bound_stay_literal(bomb: str) -> None:
    count = bounds.MARKDOWN_MARKERS + 1
    assert markdown.parse((bomb * count)[: bounds.MARKDOWN_TEXT])[1] in {"markers", "size"}


def test_table_that_its_head_would_fill_stays_literal() -> None:
    head = "|a" * 100 + "|\n" + "|-" * 100 + "|\n"
    assert markdown.parse(head + "x\n" * 200) == (None, "nodes")
    assert nodes("|a|b|\n|-|-|\n|1|")[0] == [
        "table", ["thead", ["tr", ["th", "a"], ["th", "b"]]], ["tbody", ["tr", ["td", "1"], ["td"]]],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "least"),
    [("[" * 1000, 20_000), ("- x\n" * 1000, 40_000), ("<http://a> " * 500, 20_000), ("prose " * 1000, 300)],
)
def test_work_grows_with_what_parsing_costs(text: str, least: int) -> None:
    assert least <= markdown.work(text).cost <= 3 * least
    assert markdown.work(text * 2).cost == pytest.approx(2 * markdown.work(text).cost, rel=0.01)


def test_a_skill_block_is_one_node_and_its_request_follows() -> None:
    made = nodes('<skill name="a" location="~/a">\n*body*\n</skill>\n\n`go`')
    assert made == [["skill", {"name": "a", "location": "~/a"}, ["p", ["em", "body"]]], ["p", ["code", "go"]]]
    # Anything else that looks like one is ordinary text.
    assert nodes('Look: <skill name="a" location="b">\nx\n</skill>')[0][0] == "p"


@given(st.text(alphabet=st.sampled_from("ab *_`~[](){}<>!#-+|\\\n\t&;:/0.中。😀\u202e"), max_size=300))
@settings(max_examples=150, deadline=None)
def test_any_text_gives_listed_nodes_of_bounded_depth(text: str) -> None:
    stack: list[tuple[Any, int]] = [(node, 1) for node in markdown.parse("*x* " + text).nodes or []]
    while stack:
        node, depth = stack.pop()
        if isinstance(node, str):
            continue
        assert node[0] in NAMES
        assert depth < 64
        stack += [(child, depth + 1) for child in node[1:] if not isinstance(child, dict)]
