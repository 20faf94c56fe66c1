"""Context, prompt and tools at any entry: the page's way in Node against Pi's rules in Python (CTX-12, SES-9, DESIGN 6)."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from inspect_report.payload import PromptState, ReplayView
from inspect_report.pi.context import Context
from inspect_report.pi.system import Replay
from inspect_report.report import Sources
from inspect_report.views import replay, session
from tests.support import HEADER, REPO, entry_line, message_line
from tests.views.conftest import SourcesOf


def built(sources: Sources) -> ReplayView:
    ((_, part),) = replay.build(sources)
    return part


def expectation(sources: Sources) -> list[list[Any]]:
    """For every entry that can be named: context entries, edits, circle, section names and number of tools."""
    model, rows = sources.model, []
    for item in range(model.session.n):
        if not (model.session.loaded(item) and model.session.navigable(item)):
            continue
        context = Context(model.session, model.tree, model.tree.leaf_at(item))
        circle = context.walk.cycle
        entries = [] if circle else context.entries
        edits = [context.edit_of(each) for each in entries]
        omits = [[edit, int(edit >= 0 and model.session.edits[edit][1])] for edit in edits]
        state = Replay()
        for each in () if circle else context.messages():
            state.feed(each)
        names = [name for name, text in state.sections.items() if isinstance(text, str)]
        rows.append([item, entries, omits, circle, names, len(state.tools)])
    return rows


def compare(node: str, cases: list[tuple[str, Sources]]) -> dict[str, Any]:
    lines: list[str] = []
    for name, sources in cases:
        nodes = dict(session.build(sources))["nodes"]
        case = {"file": name, "nodes": nodes, "replay": built(sources), "expected": expectation(sources)}
        lines.append(msgspec.json.encode(case).decode())
    script = REPO / "tests" / "js" / "replay_check.mjs"
    done = subprocess.run(
        [node, str(script)], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_node_agrees_with_python_on_the_whole_corpus(node: str, shared: Path, sources_of: SourcesOf) -> None:
    files = [
        *sorted((shared / "conformance").glob("*/*.jsonl")),
        *sorted((shared / "sessions").glob("*.jsonl")),
        *sorted((shared / "observations").glob("*/session*.jsonl")),
    ]
    cases = [(path.name, sources) for path in files if (sources := sources_of(path)) is not None]
    result = compare(node, cases)
    assert result["different"] == []
    assert result["compared"] > 4_000


TALK = (
    HEADER
    + message_line(
        "p",
        None,
        "system",
        content="Be brief.",
        sections={"rules": "A", "cwd": "/x"},
        toolsAdded=[{"name": "read"}],
        timestamp=1,
    )
    + message_line("u", "p", "user", content="hi")
    + message_line(
        "q",
        "u",
        "system",
        content="",
        sections={"rules": "B", "cwd": None},
        toolsAdded=[{"name": "grep"}],
        toolsRemoved=[{"name": "read"}],
    )
    + message_line("v", "q", "user", content="more")
    + entry_line("context_edit", "e", "v", targetId="q", replacement=None)
    + entry_line("compaction", "c", "e", summary="so far", firstKeptEntryId="v", tokensBefore=10)
    + message_line("w", "c", "user", content="last")
    + message_line("o", "u", "user", content="other branch")
)


@pytest.fixture
def talk(tmp_path: Path, sources_of: SourcesOf) -> Sources:
    path = tmp_path / "talk.jsonl"
    path.write_text(TALK, encoding="utf-8")
    sources = sources_of(path)
    assert sources
    return sources


def state(sources: Sources, name: str) -> PromptState | int:
    view, model = built(sources), sources.model
    item = model.session.ids.index(name)
    while item >= 0 and str(item) not in view.state_at:
        item = model.tree.parents[item]
    number = view.state_at[str(item)] if item >= 0 else -1
    return view.states[number] if number >= 0 else number


def test_states_follow_the_path(talk: Sources, node: str) -> None:
    first, later = state(talk, "u"), state(talk, "v")
    assert isinstance(first, PromptState)
    assert isinstance(later, PromptState)
    assert [name for name, _ in first.sections] == ["rules", "cwd"]
    assert [name for name, *_ in first.tools] == ["read"]
    assert [name for name, _ in later.sections] == ["rules"]
    assert [name for name, *_ in later.tools] == ["grep"]
    assert state(talk, "o") == first
    assert state(talk, "e") == first, "an edit that omits a system message takes its changes back"
    assert state(talk, "w") == replay.NO_STATE, "a compaction without checkpoint stores no prompt"
    assert compare(node, [("talk", talk)])["different"] == []


def test_states_name_the_segments_that_hold_the_texts(talk: Sources) -> None:
    later = state(talk, "v")
    assert isinstance(later, PromptState)
    store = talk.store
    (segment,) = [place for name, place in later.sections if name == "rules"]
    assert store.strings.values[store.segments.pointer[segment]] == "/message/sections/rules"
    row = next(
        row
        for row in range(len(store.rows.item))
        if store.rows.segment[row] <= segment < store.rows.segment[row + 1]
    )
    assert store.rows.id[row] == "q"


def edits(count: int, folder: Path) -> Path:
    path = folder / f"edits-{count}.jsonl"
    lines = [HEADER, message_line("u", None, "user", content="hi")]
    lines += [
        entry_line(
            "context_edit", f"e{n}", f"e{n - 1}" if n else "u", targetId="u", replacement={"content": str(n)}
        )
        for n in range(count)
    ]
    path.write_text("".join(lines), encoding="utf-8")
    return path


def test_edits_cost_linear_space(tmp_path: Path, sources_of: SourcesOf) -> None:
    sizes = []
    for count in (1_000, 2_000):
        sources = sources_of(edits(count, tmp_path))
        assert sources
        sizes.append(len(msgspec.json.encode(built(sources))))
    assert sizes[1] < 2.2 * sizes[0]


def test_over_the_bounds_nothing_is_shown(tmp_path: Path, sources_of: SourcesOf) -> None:
    path = tmp_path / "long.jsonl"
    path.write_text(
        HEADER
        + message_line("p", None, "system", content="", sections={"s": "x" * (1 << 20) + "y"})
        + message_line("u", "p", "user", content="hi"),
        encoding="utf-8",
    )
    sources = sources_of(path)
    assert sources
    assert state(sources, "u") == replay.OVER_BOUNDS


def read_skill(result_error: bool, twice: bool = False) -> str:
    prompt = "<available_skills><skill><name>notes</name><description>d</description><location>/s/SKILL.md</location></skill></available_skills>"
    call = {"type": "toolCall", "id": "t", "name": "read", "arguments": {"path": "/s/SKILL.md"}}
    return (
        HEADER
        + message_line("p", None, "system", content="", sections={"skills": prompt}, timestamp=1)
        + message_line(
            "u", "p", "user", content='<skill name="tidy" location="/home/ann/t/SKILL.md">\nx\n</skill>\n\ngo'
        )
        + message_line("a", "u", "assistant", content=[call, call] if twice else [call])
        + message_line(
            "r", "a", "toolResult", toolCallId="t", toolName="read", content=[], isError=result_error
        )
    )


@pytest.mark.parametrize(
    ("error", "twice", "kinds"),
    [(False, False, ["block", "read"]), (True, False, ["block"]), (False, True, ["block"])],
)
def test_skill_evidence_is_a_block_or_a_read_that_came_through(
    error: bool, twice: bool, kinds: list[str], tmp_path: Path, sources_of: SourcesOf
) -> None:
    path = tmp_path / "skill.jsonl"
    path.write_text(read_skill(error, twice), encoding="utf-8")
    sources = sources_of(path)
    assert sources
    found = built(sources).skills
    assert [each.kind for each in found] == kinds
    assert (found[0].name, found[0].path) == ("tidy", "~/t/SKILL.md")
