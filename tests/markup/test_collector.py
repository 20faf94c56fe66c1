"""Which texts of an entry are Markdown or code, in which order the bounds are spent, and what is said when they end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspect_report import bounds
from inspect_report.bounds import Ledger
from inspect_report.markup import MarkupCollector
from inspect_report.segments import resolve, segments


def collect(
    entries: list[dict[str, Any]], choice: str = "some", active: set[int] | None = None
) -> tuple[dict[str, Any], Ledger]:
    """Markup by slot of these entries, one slot each, and the ledger."""
    ledger = Ledger()
    collector = MarkupCollector(ledger, choice)
    for slot, entry in enumerate(entries):
        parts = [(draft, resolve(entry, draft.pointer)) for draft in segments(entry)]
        collector.add(slot, slot, active is None or slot in active, entry, parts)
    made: dict[str, Any] = {}
    for name, data in collector.elements():
        chunk = int(name.removeprefix("m"))
        made |= {
            str(chunk * bounds.DETAILS_A_CHUNK + int(place)): each for place, each in json.loads(data).items()
        }
    return made, ledger


def message(role: str, content: Any, **more: Any) -> dict[str, Any]:
    """A message entry."""
    return {"type": "message", "message": {"role": role, "content": content, **more}}


def test_prose_of_people_models_and_summaries_is_markdown() -> None:
    made, _ = collect(
        [
            message("user", "*a*"),
            message("assistant", [{"type": "text", "text": "*b*"}, {"type": "thinking", "thinking": "*no*"}]),
            {"type": "custom_message", "content": [{"type": "text", "text": "*c*"}], "display": True},
            {"type": "compaction", "summary": "*d*"},
            {"type": "branch_summary", "summary": "*e*"},
            message("toolResult", [{"type": "text", "text": "*no*"}], toolName="x"),
            message("system", "*no*"),
        ]
    )
    pointers = {slot: list(each["markdown"]) for slot, each in made.items()}
    assert pointers == {
        "0": ["/message/content"],
        "1": ["/message/content/0/text"],
        "2": ["/content/0/text"],
        "3": ["/summary"],
        "4": ["/summary"],
    }


def call(name: str, arguments: Any, ident: str = "c1") -> dict[str, Any]:
    """An assistant message with one tool call."""
    return message("assistant", [{"type": "toolCall", "id": ident, "name": name, "arguments": arguments}])


def test_code_of_calls_and_of_files_read() -> None:
    made, _ = collect(
        [
            call("write", {"path": "a.py", "content": "x = 1"}),
            call("read", {"path": "b.py"}, "r1"),
            message("toolResult", [{"type": "text", "text": "y = 2"}], toolName="read", toolCallId="r1"),
            call("codemode", {"code": "return 1;"}),
            call("bash", {"command": "echo $HOME"}),
            {
                "type": "message",
                "message": {"role": "bashExecution", "command": "if true; then ls; fi", "output": "1"},
            },
            message("toolResult", [{"type": "text", "text": "y = 2"}], toolName="read", toolCallId="unknown"),
            call("write", {"path": 1, "content": ["x"]}),
            call("bash", None),
        ]
    )
    assert {slot: {at: kind[0] for at, kind in each["colour"].items()} for slot, each in made.items()} == {
        "0": {"/message/content/0/arguments/content": "Python"},
        "2": {"/message/content/0/text": "Python"},
        "3": {"/message/content/0/arguments/code": "JavaScript"},
        "4": {"/message/content/0/arguments/command": "Bash"},
        "5": {"/message/command": "Bash"},
    }


def test_a_failed_read_is_no_code() -> None:
    result = message(
        "toolResult", [{"type": "text", "text": "class x"}], toolName="read", toolCallId="c1", isError=True
    )
    assert collect([call("read", {"path": "b.py"}), result])[0] == {}


def test_the_end_of_the_active_branch_comes_first() -> None:
    code = "x = 1  # y\n" * (bounds.COLOURED_PIECE // 11)
    pieces = bounds.COLOURED_CODE // len(code)
    entries = [call("write", {"path": "a.py", "content": code}) for _ in range(pieces + 4)]
    off_branch = {len(entries) - 1, 0}
    made, ledger = collect(entries, active=set(range(len(entries))) - off_branch)
    at = "/message/content/0/arguments/content"
    sizes = {int(slot): sum(each["colour"][at][1][::2]) for slot, each in made.items()}
    # What is left after the newest whole pieces goes to the beginning of the next one.
    newest = range(len(entries) - 1 - pieces, len(entries) - 1)
    assert [slot for slot, size in sizes.items() if size == len(code)] == list(newest)
    assert sum(sizes.values()) <= bounds.COLOURED_CODE
    assert set(sizes) - set(newest) == {newest[0] - 1}
    assert ledger.cuts["coloured_code"] == 4
    assert ledger.omitted["coloured_code"] >= 3 * len(code)


def test_colour_choices() -> None:
    entries = [call("write", {"path": "a.py", "content": "x = 1  # y\n" * 2_000})]
    coloured = {
        choice: sum(made["0"]["colour"]["/message/content/0/arguments/content"][1][::2]) if made else 0
        for choice in ("none", "some", "full")
        for made in [collect(entries, choice)[0]]
    }
    assert coloured["none"] == 0
    assert 0 < coloured["some"] <= bounds.COLOURED_PIECE
    assert coloured["full"] == 22_000


@pytest.mark.parametrize(("text", "why"), [("*a* " * 9_000, "size"), ("[" * 2_001, "markers")])
def test_a_literal_text_says_why(text: str, why: str) -> None:
    made, ledger = collect([message("user", text)])
    assert made == {"0": {"literal": {"/message/content": why}}}
    assert ledger.cuts == {f"markdown_{why}": 1}


def test_work_in_all_is_bounded_and_its_end_is_said() -> None:
    entry = message("user", "- x\n" * 400)
    made, ledger = collect([entry] * 40)
    rendered = [int(slot) for slot, each in made.items() if "markdown" in each]
    literal = {int(slot): each["literal"] for slot, each in made.items() if "literal" in each}
    assert rendered[-1] == 39
    assert max(literal) < min(rendered)
    assert set(literal) == {slot for slot in range(40) if slot not in rendered}
    assert {why for each in literal.values() for why in each.values()} == {"all"}
    assert ledger.cuts["markdown_all"] == len(literal)
    assert set(ledger.cuts) <= set(bounds.LIMITS)


def test_withheld_and_odd_values_are_passed_over() -> None:
    made, _ = collect(
        [
            message("user", {"$withheld": "prompt", "chars": 3}),
            message("user", [{"type": "text", "text": {"$withheld": "prompt", "chars": 3}}, 1, None]),
            message("assistant", [{"type": "toolCall"}]),
        ]
    )
    assert made == {}
