"""The data of Captured executions on recorded and made runs (OBS-3, SES-17, LIM-1)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from inspect_report import bounds, build, files
from inspect_report.observations.executions import SHARED_ID, UNFINISHED
from inspect_report.payload import Detail, ExecutionFlag, Executions, ParentCode
from inspect_report.redact import RedactionOptions
from inspect_report.redact.withhold import WithholdOptions
from inspect_report.report import Sources
from inspect_report.views import executions, overview
from tests.views.execution_dumps import Made

Prepare = Callable[..., Sources]


@pytest.fixture
def prepare() -> Iterator[Prepare]:
    """`prepare(session, dump, ..., options)`: what the views build from; files close with the test."""
    with ExitStack() as opened:

        def made(session: Path, *dumps: Path, options: build.Options | None = None) -> Sources:
            source = opened.enter_context(files.open_input(str(session)))
            inputs = [opened.enter_context(files.open_input(str(path))) for path in dumps]
            return build.prepare(source, options or build.Options(), dumps=inputs).sources

        yield made


class View:
    """What the page gets, read back from its JSON."""

    def __init__(self, sources: Sources) -> None:
        parts = dict(executions.build(sources))
        self.table = msgspec.json.decode(msgspec.json.encode(parts.pop("executions")), type=Executions)
        self.raw = b"".join(msgspec.json.encode(part) for part in parts.values())
        self.details: list[Detail] = [
            detail
            for number in range(len(parts))
            for detail in msgspec.json.decode(msgspec.json.encode(parts[f"x{number}"]), type=list[Detail])
        ]
        size = len(self.table.number)
        names = self.table.__struct_fields__[5:]
        assert all(len(getattr(self.table, name)) == size for name in names)

    def text(self, column: str, place: int) -> str:
        return self.table.strings[getattr(self.table, column)[place]]

    def body(self, place: int) -> Any:
        return self.details[self.table.detail[place]].value


@pytest.fixture
def recorded(shared: Path, prepare: Prepare) -> Callable[..., View]:
    """`recorded("b_parallel")`: a real run with its dump."""

    def view(name: str, dump: str = "observations", session: str = "session") -> View:
        folder = shared / "observations" / name
        return View(prepare(folder / f"{session}.jsonl", folder / f"{dump}.jsonl"))

    return view


def test_parallel_calls_with_one_id_stay_apart(recorded: Callable[..., View]) -> None:
    view = recorded("b_parallel")
    table = view.table
    assert (table.totals.all, table.totals.failed, table.totals.unfinished) == (12, 6, 0)
    shared_id = [place for place in range(12) if view.text("call", place) == "toolu_b05"]
    assert len(shared_id) == 3
    first, *ambiguous = shared_id
    assert table.flags[first] & ExecutionFlag.INTERVAL
    assert table.anchor[first] >= 0
    for place in ambiguous:
        assert table.flags[place] & ExecutionFlag.AMBIGUOUS
        assert not table.flags[place] & ExecutionFlag.INTERVAL
        assert (table.anchor[place], table.persisted[place]) == (-1, -1)
        assert view.text("correlation_reason", place) == SHARED_ID == view.text("reason", place)
    overlapping = [(table.start[place], table.end[place]) for place in range(6)]
    assert max(start for start, _ in overlapping if start) < min(end for _, end in overlapping[:3] if end)
    unknown = next(place for place in range(12) if view.text("tool", place) == "lookup_weather")
    assert table.state[unknown] == 1
    assert table.duration[unknown] is None
    assert "not found" in view.body(unknown)["result"]["content"][0]["text"]


def test_nested_calls_hang_on_their_parent_and_its_anchor(recorded: Callable[..., View]) -> None:
    view = recorded("c_codemode")
    table = view.table
    assert (table.totals.roots, table.totals.nested, table.totals.failed) == (4, 7, 3)
    for place, parent in enumerate(table.parent):
        if parent == ParentCode.ROOT:
            assert table.persisted[place] >= 0
            continue
        assert view.text("call", place).startswith(view.text("call", parent) + "/")
        assert table.anchor[place] == table.anchor[parent]
        assert table.persisted[place] == -1
        assert table.start[parent] <= table.start[place] <= table.end[place] <= table.end[parent]  # type: ignore[operator]
    assert [table.children[place] for place in range(11)] == [
        table.parent.count(place) for place in range(11)
    ]


def test_a_stream_is_numbered_and_has_no_times(recorded: Callable[..., View]) -> None:
    view = recorded("c_codemode", "rpc-stream")
    table = view.table
    assert [run.stream for run in table.runs] == [True]
    assert table.number == list(range(1, 12))
    assert all(flags & ExecutionFlag.STREAM and not flags & ExecutionFlag.INTERVAL for flags in table.flags)
    assert table.start == table.end == [None] * 11
    assert {view.text("reason", place) for place in range(11)} == {"times not recorded"}
    repeated = [place for place in range(11) if view.text("call", place) == "toolu_c01"]
    assert [table.anchor[place] for place in repeated] == [-1, -1]
    assert [table.correlation[place] for place in repeated] == [2, 2]
    alone = next(place for place in range(11) if view.text("call", place) == "toolu_c02")
    assert (table.correlation[alone], table.anchor[alone] >= 0) == (1, True)
    assert "anchorId" not in view.body(alone)


def test_a_killed_run_leaves_an_unfinished_execution(recorded: Callable[..., View]) -> None:
    view = recorded("r_killed_sigkill")
    table = view.table
    assert (table.totals.all, table.totals.unfinished) == (2, 1)
    (open_one,) = [place for place in range(2) if table.state[place] == 2]
    assert view.text("reason", open_one) == UNFINISHED
    assert table.end[open_one] is None
    assert view.body(open_one)["update"]["content"][0]["text"] == "begin\n"
    assert "result" not in view.body(open_one)
    assert not table.runs[0].has_end
    ended = recorded("r_killed_sigterm").table
    assert (ended.totals.all, ended.totals.unfinished, ended.runs[0].has_end) == (2, 0, True)


@pytest.mark.parametrize(
    ("name", "total", "failed"), [("i_errors", 3, 1), ("l_cachewarm", 1, 0), ("j_image", 1, 0)]
)
def test_other_runs(recorded: Callable[..., View], name: str, total: int, failed: int) -> None:
    view = recorded(name)
    assert (view.table.totals.all, view.table.totals.failed) == (total, failed)
    assert view.table.differs == [[]] * total
    assert all(view.table.anchor[place] >= 0 for place in range(total))


def test_an_image_of_a_result_is_the_sessions_own(shared: Path, prepare: Prepare) -> None:
    folder = shared / "observations" / "j_image"
    sources = prepare(folder / "session.jsonl", folder / "observations.jsonl")
    before = dict(sources.images.stored)
    blocks = View(sources).body(0)["result"]["content"]
    (image,) = [block for block in blocks if block["type"] == "image"]
    assert image["data"]["$image"] in before
    assert sources.images.stored == before


def test_several_runs_without_an_execution(recorded: Callable[..., View]) -> None:
    table = recorded("n_new_reload", "observations-1", "session-1").table
    assert table.observed
    assert table.totals.all == 0
    assert [(run.reason, run.ended, run.executions) for run in table.runs] == [
        ("startup", "reload", 0),
        ("reload", "new", 0),
        ("resume", "quit", 0),
    ]


def test_without_a_dump_there_is_nothing_and_that_is_said(tmp_path: Path, prepare: Prepare) -> None:
    made = Made()
    made.turn(1)
    view = View(prepare(made.write(tmp_path)[0]))
    assert not view.table.observed
    assert view.details == []


def test_the_session_differs_from_what_was_observed(tmp_path: Path, prepare: Prepare) -> None:
    made = Made()
    made.turn(2)
    made.entries[-1]["message"]["content"] = [{"type": "text", "text": "changed afterwards"}]
    made.entries[-1]["message"]["isError"] = True
    view = View(prepare(*made.write(tmp_path)))
    assert view.table.differs == [[], ["content", "isError"]]
    assert view.table.persisted[1] == len(made.entries) - 2


def test_effective_input_only_where_it_differs(tmp_path: Path, prepare: Prepare) -> None:
    made = Made()
    made.turn(2)
    for number, command in ((1, "echo toolu_1_0"), (2, "echo rewritten")):
        made.record("execution_input", occurrenceId=f"r1:{number}", input={"command": command})
    arguments = [record["args"]["command"] for record in made.records if record["type"] == "execution_start"]
    assert arguments[0] == "echo toolu_1_0"
    view = View(prepare(*made.write(tmp_path)))
    assert [bool(flags & ExecutionFlag.INPUT) for flags in view.table.flags] == [False, True]
    assert view.body(1)["input"] == {"command": "echo rewritten"}
    assert view.body(1)["arguments"] == {"command": arguments[1]}


def test_secrets_are_masked_and_numbered_as_in_the_session(tmp_path: Path, prepare: Prepare) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6" * 3
    made = Made()
    made.turn(1)
    made.entries[-1]["message"]["content"] = [{"type": "text", "text": f"token {secret}"}]
    made.records[1]["args"] = {
        "command": f"curl -H 'Authorization: Bearer {secret}'",
        "apiKey": "kX93jd81LmQz77aP",
    }
    made.records[1]["toolName"] = f"tool {secret}"
    made.records[-1]["result"] = {
        "content": [{"type": "text", "text": f"token {secret}"}],
        "details": {secret: 1},
    }
    sources = prepare(*made.write(tmp_path))
    view = View(sources)
    whole = msgspec.json.encode(view.table).decode() + view.raw.decode()
    assert secret not in whole
    assert "kX93jd81" not in whole
    assert view.body(0)["result"]["content"][0]["text"] == "token [redacted:github-token#1]"
    assert view.table.differs == [["details"]]
    places = {place for rule in sources.redactor.report().rules for place in rule.entries}
    assert executions.PLACE in places


def test_results_can_be_left_out(tmp_path: Path, prepare: Prepare) -> None:
    made = Made()
    made.turn(1)
    options = build.Options(withhold=WithholdOptions(frozenset({"results"})))
    view = View(prepare(*made.write(tmp_path), options=options))
    assert "output of" not in view.raw.decode()
    assert view.body(0)["result"]["$withheld"] == "result"
    assert view.body(0)["arguments"]["command"].startswith("echo")


def test_arguments_and_results_are_cut_to_their_bounds(tmp_path: Path, prepare: Prepare) -> None:
    made = Made()
    made.turn(1)
    made.records[1]["args"] = {"command": "a" * 50_000, "more": "b" * 50_000}
    made.records[-1]["result"] = {"content": [{"type": "text", "text": "c" * 200_000}]}
    sources = prepare(*made.write(tmp_path))
    view = View(sources)
    detail = view.details[0]
    assert len(json.dumps(detail.value["arguments"])) < bounds.EXECUTION_ARGUMENTS + 1_000
    text = detail.value["result"]["content"][0]["text"]
    assert bounds.EXECUTION_RESULT - 100 < len(text) < bounds.EXECUTION_RESULT + 100
    assert {cut.pointer for cut in detail.cuts} >= {"/arguments/command", "/result/content/0/text"}
    assert sources.ledger.cuts["execution_arguments"] >= 1
    assert sources.ledger.cuts["execution_result"] == 1


def test_the_bound_keeps_failed_and_unfinished_ones_then_the_newest(tmp_path: Path, prepare: Prepare) -> None:
    made = Made()
    made.turn(1, nested=1, failed=True)
    made.records.pop(3)
    for _ in range(bounds.EXECUTIONS // 10 + 1):
        made.turn(10)
    sources = prepare(*made.write(tmp_path))
    view = View(sources)
    table = view.table
    assert table.totals.all == 12 + bounds.EXECUTIONS
    assert (len(table.number), table.omitted) == (bounds.EXECUTIONS, 12)
    assert table.number[:2] == [1, 2]
    assert (table.state[0], table.state[1], table.parent[1]) == (1, 2, 0)
    assert table.number[2:] == list(range(15, bounds.EXECUTIONS + 13))
    assert sources.ledger.cuts["executions"] == 12


def test_a_parent_beyond_the_bound_is_named_as_such(
    tmp_path: Path, prepare: Prepare, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Made()
    made.turn(1, nested=1)
    made.turn(2)
    for record in made.records:
        if record.get("toolCallId", "").endswith("/0") and record["type"] == "execution_end":
            record["isError"] = True
    sources = prepare(*made.write(tmp_path))
    monkeypatch.setattr(executions, "chosen", lambda found: sorted(found.selection(3)))
    table = View(sources).table
    assert table.number == [2, 3, 4]
    assert table.parent[0] == ParentCode.LEFT_OUT


def test_bodies_stop_at_the_bound_of_all_texts(
    tmp_path: Path, prepare: Prepare, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Made()
    made.turn(1, failed=True)
    for _ in range(20):
        made.turn(1)
    monkeypatch.setattr(bounds, "EXECUTION_TEXT", 3_000)
    sources = prepare(*made.write(tmp_path))
    view = View(sources)
    kept = [place for place, slot in enumerate(view.table.detail) if slot >= 0]
    assert kept[0] == 0
    assert kept[1:] == list(range(kept[1], 21))
    assert len(kept) < 21
    assert view.text("summary", 1).startswith("echo")
    assert sources.ledger.cuts["execution_text"] == 21 - len(kept)


def test_the_session_may_be_at_another_leaf(shared: Path, prepare: Prepare) -> None:
    folder = shared / "observations" / "b_parallel"
    first = json.loads((folder / "session.jsonl").read_text(encoding="utf-8").split("\n")[4])["id"]
    options = build.Options(leaf=first)
    here = View(prepare(folder / "session.jsonl", folder / "observations.jsonl", options=options))
    there = View(prepare(folder / "session.jsonl", folder / "observations.jsonl"))
    assert here.table.anchor == there.table.anchor


def test_masking_can_be_off(tmp_path: Path, prepare: Prepare) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6" * 3
    made = Made()
    made.turn(1)
    made.records[1]["args"] = {"command": secret}
    options = build.Options(redaction=RedactionOptions(enabled=False))
    assert secret in View(prepare(*made.write(tmp_path), options=options)).raw.decode()


def test_failed_executions_stand_among_the_errors(shared: Path, prepare: Prepare, tmp_path: Path) -> None:
    folder = shared / "observations" / "c_codemode"
    ((_, part),) = overview.build(prepare(folder / "session.jsonl", folder / "observations.jsonl"))
    # Both nested calls that failed are recorded by the session, too.
    assert [group.execution for group in part.errors] == [-1, -1]
    assert "nope.txt" in part.errors[0].messages[0]
    made = Made()
    made.turn(2, failed=True)
    made.turn(1)
    made.records[-1]["isError"] = True
    ((_, part),) = overview.build(prepare(*made.write(tmp_path)))
    # The first failure is the session's own error; of the last one the session says nothing.
    assert [group.execution for group in part.errors] == [-1, 2]
