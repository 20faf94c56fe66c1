"""All real runs beside the repository: what the notes on them say is what the reader finds."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from inspect_report.errors import InputError
from inspect_report.observations import facts_of, payloads, read_observations
from inspect_report.observations.catalogs import CATALOGS, Skill, captures, changes, items
from inspect_report.observations.comparing import Comparer
from inspect_report.observations.contexts import last_on_branch, messages, observed
from inspect_report.observations.dump import Observations
from inspect_report.observations.executions import Executions, persisted_differences
from inspect_report.observations.runs import events, runs
from tests.observations.making import Bytes, Run

NAMES = [
    "a_simple_json", "b_parallel", "c_codemode", "d_mcp", "e_skill", "f_compaction", "g_branching/1", "g_branching/2",
    "h_edits", "i_errors", "j_image", "l_cachewarm", "m_bash", "n_new_reload/1", "n_new_reload/2", "p_forced",
    "r_killed_sigkill", "r_killed_sigterm",
]  # fmt: skip


def load(shared: Path, name: str, dump: str = "observations") -> Run:
    folder, _, number = name.partition("/")
    suffix = f"-{number}.jsonl" if number else ".jsonl"
    return Run(
        shared / "observations" / folder / f"session{suffix}",
        shared / "observations" / folder / f"{dump}{suffix}",
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_run_is_read_whole(shared: Path, name: str) -> None:
    run = load(shared, name)
    found = run.observations
    assert found.notes.all() == []
    assert found.notes.records == {}
    assert [part.relation for part in found.parts] == ["same"]
    # Every record is somewhere: nothing is skipped silently.
    executions = Executions(found)
    kept = len(found.contexts) + sum(len(places) for places in found.by_type.values())
    table = found.executions
    kept += sum(1 for column in (table.start, table.end, table.input) for place in column if place >= 0)
    kept += sum(table.updates) + found.notes.unused.get("marker", 0) + len(found.parts)
    assert kept == found.files[0].lines
    for row in executions.selection():
        one = executions.execution(row)
        assert one.correlation.kind == ("unavailable" if one.ambiguous else "recorded")
        assert one.span.interval == (one.state != "unfinished" and not one.ambiguous)
        item = executions.persisted(row)
        assert item < 0 or one.parent_state == "root"
        if item >= 0:
            message = run.session.entry(item)["message"]
            assert persisted_differences(executions.result(row), one.state == "failed", message) == ()


@pytest.mark.parametrize("name", NAMES)
def test_contexts_differ_from_the_projection_only_where_a_handler_changed_them(
    shared: Path, name: str
) -> None:
    run = load(shared, name)
    found = run.observations
    side = Comparer(found, run.session, run.tree)
    different: list[int] = []
    for row in range(len(found.contexts)):
        result = side.compare(row)
        assert result is not None
        assert result.skipped == 0
        if not result.comparison.equal:
            different.append(row)
    assert different == {"h_edits": [2, 3, 4, 5], "p_forced": [3, 4, 5]}.get(name, [])
    last = last_on_branch(found, set(run.path()).__contains__)
    assert last == len(found.contexts) - 1


def test_repeated_prefix_coding_gives_the_same_contexts(shared: Path) -> None:
    """A dump whose contexts are rewritten as references to those before reads the same."""
    for name in ("f_compaction", "h_edits", "i_errors", "p_forced"):
        plain = load(shared, name)
        raw = (shared / "observations" / name / "observations.jsonl").read_bytes()
        before: list[object] = []
        coded: list[str] = []
        for line in raw.splitlines():
            record = json.loads(line)
            if record["type"] == "context":
                listed = record["messages"]
                count = 0
                while count < min(len(before), len(listed)) and before[count] == listed[count]:
                    count += 1
                before = listed
                record["messages"], record["prefix"] = listed[count:], count
            coded.append(json.dumps(record))
        source = Bytes("\n".join(coded).encode())
        assert source.size < len(raw)
        found = read_observations([source], facts_of(plain.session))
        assert len(found.contexts) == len(plain.observations.contexts)
        for row in range(len(found.contexts)):
            assert messages(found, row) == messages(plain.observations, row)


def states(found: Observations) -> list[str]:
    shown = Executions(found)
    return [shown.execution(row).state for row in range(len(shown))]


def test_killed_runs(shared: Path) -> None:
    hard = load(shared, "r_killed_sigkill").observations
    assert states(hard) == ["unfinished", "ok"]
    assert [run.ended for run in runs(hard)] == [None]
    soft = load(shared, "r_killed_sigterm").observations
    assert states(soft) == ["failed", "ok"]
    assert [run.ended for run in runs(soft)] == ["quit"]
    assert observed(soft, 1).outcome == "aborted"


def test_several_runs_without_executions(shared: Path) -> None:
    found = load(shared, "n_new_reload/1").observations
    assert [(run.reason, run.ended) for run in runs(found)] == [
        ("startup", "reload"),
        ("reload", "new"),
        ("resume", "quit"),
    ]
    assert len(Executions(found)) == 0
    assert [observed(found, row).request for row in range(3)] == [1, 1, 1]
    assert len(captures(found, "tools")) == 3


def test_nesting_and_repeated_ids(shared: Path) -> None:
    totals = Executions(load(shared, "c_codemode").observations).totals()
    assert (totals.all, totals.roots, totals.nested, totals.failed) == (11, 4, 7, 3)
    totals = Executions(load(shared, "b_parallel").observations).totals()
    assert (totals.all, totals.failed, totals.ambiguous) == (12, 6, 2)


@pytest.mark.parametrize(("name", "dump"), [("a_simple_json", "json-stream"), ("c_codemode", "rpc-stream")])
def test_streams_of_pi_tell_the_same_executions_without_times(shared: Path, name: str, dump: str) -> None:
    streamed, dumped = (
        Executions(load(shared, name, dump).observations),
        Executions(load(shared, name).observations),
    )
    assert len(streamed) == len(dumped)
    for row in range(len(streamed)):
        one, other = streamed.execution(row), dumped.execution(row)
        for member in ("tool_call_id", "tool_name", "parent", "parent_state", "state", "duration_ms"):
            assert getattr(one, member) == getattr(other, member)
        assert streamed.arguments(row) == dumped.arguments(row)
        assert streamed.result(row) == dumped.result(row)
        assert one.span.reason == "times not recorded"
        if one.correlation.kind == "matched":
            assert one.correlation.item == other.correlation.item


def test_a_stream_without_its_header_is_taken_by_its_calls(shared: Path) -> None:
    folder = shared / "observations" / "a_simple_json"
    stream = (folder / "json-stream.jsonl").read_bytes().partition(b"\n")[2]
    session = load(shared, "a_simple_json").session
    found = read_observations([Bytes(stream)], facts_of(session))
    assert [part.confirmed for part in found.parts] == [True]
    only_talk = b"\n".join(line for line in stream.splitlines() if b"tool_execution" not in line)
    found = read_observations([Bytes(only_talk)], facts_of(session))
    assert [part.confirmed for part in found.parts] == [True]
    with pytest.raises(InputError, match="no session id"):
        read_observations([Bytes(stream)], facts_of(load(shared, "h_edits").session))


def test_the_dump_of_another_session(shared: Path) -> None:
    session = load(shared, "n_new_reload/2").session
    dump = Bytes((shared / "observations/n_new_reload/observations-1.jsonl").read_bytes())
    with pytest.raises(InputError, match="not a dump of this session"):
        read_observations([dump], facts_of(session))
    found = read_observations([dump], facts_of(session), allow_mismatch=True)
    assert len(found.mismatched()) == 1


def test_a_session_file_is_no_dump(shared: Path) -> None:
    run = load(shared, "m_bash")
    with pytest.raises(InputError, match="a Pi session, not a dump"):
        read_observations(
            [Bytes((shared / "observations/m_bash/session.jsonl").read_bytes())], facts_of(run.session)
        )


def test_catalogs_and_their_changes(shared: Path) -> None:
    found = load(shared, "d_mcp").observations
    tools = [items(found, capture) for capture in captures(found, "tools")]
    assert [len(listed) for listed in tools] == [10, 19, 22, 22, 25]
    kinds = [[change.kind for change in changes(*pair)] for pair in pairwise(tools)]
    assert [(each.count("added"), each.count("removed"), each.count("redefined")) for each in kinds] == [
        (9, 0, 2),
        (3, 0, 3),
        (0, 0, 6),
        (3, 0, 0),
    ]
    everything = repr([items(found, capture) for kind in CATALOGS for capture in captures(found, kind)])
    records = json.dumps([found.record(place) for places in found.by_type.values() for place in places])
    for secret in ("notes_server.py", "NOTES_TOKEN"):
        assert secret not in everything
        assert secret not in records


def test_skills_and_their_paths(shared: Path) -> None:
    found = load(shared, "e_skill").observations
    last = items(found, captures(found, "skills")[-1])
    shown = [(skill.name, skill.model_invocation) for skill in last if isinstance(skill, Skill)]
    assert shown == [("release-notes", True), ("tidy-up", False)]


def test_warming_stands_beside_its_decisions(shared: Path) -> None:
    found = load(shared, "l_cachewarm").observations
    shown = [payloads.payload(found, place) for place in payloads.chosen(found)]
    assert [each.purpose for each in shown].count("cache_warm") == 4
    assert [each.request for each in shown if each.purpose == "cache_warm"] == [None] * 4
    assert len(payloads.warming_decisions(found)) == 4


def test_failed_requests_and_what_happened_to_the_session(shared: Path) -> None:
    found = load(shared, "i_errors").observations
    outcomes = [observed(found, row).outcome for row in range(len(found.contexts))]
    assert (outcomes.count("error"), outcomes.count("aborted"), outcomes.count("completed")) == (10, 2, 8)
    assert [event.type for event in events(load(shared, "f_compaction").observations)] == [
        "session_compact",
        "session_compact_failed",
    ]
    assert [event.type for event in events(load(shared, "g_branching/1").observations)].count(
        "session_tree"
    ) == 2
