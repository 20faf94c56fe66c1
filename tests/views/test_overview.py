"""Overview and Errors against a count of the plain lines (SES-12, SES-17)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspect_report import build, files, header
from inspect_report.payload import OverviewView
from inspect_report.report import Sources
from inspect_report.views import overview
from tests.support import EXAMPLE, HEADER, entry_line, message_line
from tests.views.conftest import SourcesOf


def built(sources: Sources | None) -> OverviewView:
    assert sources
    ((_, part),) = overview.build(sources)
    return part


def plain(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line][1:]


def by_hand(path: Path) -> dict[str, Any]:
    """Counts over a linear session in which every tool-call id is used once."""
    failed, calls, seen = set(), [], {"answers": 0, "tokens": 0.0, "turns": 0}
    for entry in plain(path):
        message = entry.get("message", {})
        if message.get("role") == "user":
            seen["turns"] += 1
        if message.get("role") == "toolResult" and message.get("isError"):
            failed.add(message["toolCallId"])
        if message.get("role") == "assistant":
            seen["answers"] += 1
            usage = message.get("usage", {})
            parts = sum(usage.get(part, 0) for part in ("input", "output", "cacheRead", "cacheWrite"))
            seen["tokens"] += usage.get("totalTokens", parts)
            calls += [block for block in message["content"] if block["type"] == "toolCall"]
    answered = {
        e["message"]["toolCallId"] for e in plain(path) if e.get("message", {}).get("role") == "toolResult"
    }
    changed = {
        call["arguments"]["path"]
        for call in calls
        if call["name"] in ("write", "edit") and call["id"] in answered and call["id"] not in failed
    }
    tools: dict[str, list[int]] = {}
    for call in calls:
        tools.setdefault(call["name"], [0, 0])[0] += 1
        tools[call["name"]][1] += call["id"] in failed
    return {**seen, "changed": changed, "tools": {name: tuple(counts) for name, counts in tools.items()}}


def test_large_session_agrees_with_a_count_by_hand(shared: Path, sources_of: SourcesOf) -> None:
    path = shared / "sessions" / "large-v1.jsonl"
    view, hand = built(sources_of(path)), by_hand(path)
    whole = view.scopes[1]
    assert (whole.turns, whole.answers, whole.tokens) == (hand["turns"], hand["answers"], hand["tokens"])
    assert whole.tokens_computed > 0
    assert {use.path for use in view.files if use.change_count} == hand["changed"]
    assert view.files_changed == len(hand["changed"]) > 0
    assert {use.name: (use.calls, use.errors) for use in view.tools} == hand["tools"]


def test_error_run_changed_no_file_and_groups_its_retries(shared: Path, sources_of: SourcesOf) -> None:
    path = shared / "observations" / "i_errors" / "session.jsonl"
    view = built(sources_of(path))
    assert view.files_changed == 0
    entries = [entry["message"] for entry in plain(path) if "message" in entry]
    failed = [m for m in entries if m["role"] == "assistant" and m["stopReason"] == "error"]
    groups = [group for group in view.errors if "provider error" in group.kinds and len(group.rows) > 1]
    assert len(failed) == 10
    # Two overloads that a third try got over, and four that nothing came after.
    assert [(len(group.rows), group.resolved >= 0) for group in groups] == [(2, True), (4, False)]
    listed = [row for group in view.errors for row in group.rows]
    assert len(listed) == len(set(listed)) == view.scopes[0].errors
    first = groups[0]
    assert "overloaded_error" in first.messages[0]
    assert "Slow down" in first.messages[1]
    # The provider's words stand in the error of every answer that failed, and of no other.
    assert [len(group.messages) for group in view.errors] == [len(group.rows) for group in view.errors]
    aborted = [group for group in view.errors if "aborted" in group.kinds]
    assert [group.kinds for group in aborted] == [["aborted"], ["aborted"]]
    assert view.scopes[0].aborted == 2


AGAIN = entry_line("context_edit", "c", "a", targetId="a", replacement=None)


@pytest.mark.parametrize(
    ("between", "parent", "groups"),
    [("", "a", [1, 1]), (AGAIN, "c", [2])],
    ids=["aborted by hand", "Pi asked again"],
)
def test_an_abort_is_a_retry_only_where_pi_records_that_it_asked_again(
    between: str, parent: str, groups: list[int], tmp_path: Path, sources_of: SourcesOf
) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text(
        HEADER
        + message_line("u", None, "user", content="go")
        + message_line("a", "u", "assistant", content=[], stopReason="error", errorMessage="529 overloaded")
        + between
        + message_line("b", parent, "assistant", content="half", stopReason="aborted"),
        encoding="utf-8",
    )
    view = built(sources_of(path))
    assert [len(group.rows) for group in view.errors] == groups
    # The model's words are no error's.
    assert [words for group in view.errors for words in group.messages] == ["529 overloaded", ""]
    assert {group.resolved for group in view.errors} == {-1}


def test_an_answer_that_was_cut_says_so(tmp_path: Path, sources_of: SourcesOf) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text(
        HEADER + message_line("a", None, "assistant", content="half", stopReason="length"), encoding="utf-8"
    )
    (group,) = built(sources_of(path)).errors
    assert group.kinds == ["cut at the output limit (length)"]


def test_a_nested_failure_that_the_session_records_is_listed_once(shared: Path) -> None:
    folder = shared / "observations" / "c_codemode"
    with (
        files.open_input(str(folder / "session.jsonl")) as source,
        files.open_input(str(folder / "observations.jsonl")) as dump,
    ):
        view = built(build.prepare(source, build.Options(), dumps=[dump]).sources)
    assert sum(len(group.rows) for group in view.errors) == view.scopes[0].errors == 2
    nested = next(group for group in view.errors if group.kinds == ["nested call failed"])
    assert nested.messages[0].startswith("read: ENOENT")
    assert "exited with code 4" in nested.messages[0]


def test_example_figures(sources_of: SourcesOf) -> None:
    view = built(sources_of(EXAMPLE))
    on_branch, whole = view.scopes
    assert on_branch.scope == "active branch"
    assert whole.entries == len(plain(EXAMPLE))
    assert on_branch.entries < whole.entries
    assert sum(use.answers for use in view.models) <= whole.answers
    assert {kind for group in view.errors for kind in group.kinds} >= {
        "tool error",
        "provider error",
        "nested call failed",
    }


@pytest.mark.parametrize(
    ("result", "counts"),
    [({"isError": False}, (1, 0)), ({"isError": True}, (0, 1)), (None, (0, 1))],
    ids=["came through", "failed", "no result"],
)
def test_a_change_counts_once_its_result_came_through(
    result: dict[str, Any] | None, counts: tuple[int, int], tmp_path: Path, sources_of: SourcesOf
) -> None:
    path = tmp_path / "s.jsonl"
    call = {"type": "toolCall", "id": "t", "name": "edit", "arguments": {"path": "a.py", "edits": []}}
    text = (
        HEADER
        + message_line("u", None, "user", content="go")
        + message_line("a", "u", "assistant", content=[call])
    )
    if result is not None:
        text += message_line("r", "a", "toolResult", toolCallId="t", toolName="edit", content=[], **result)
    path.write_text(text, encoding="utf-8")
    (use,) = built(sources_of(path)).files
    assert (use.change_count, use.failed_count) == counts


def test_odd_shapes_are_counted_without_a_fault(tmp_path: Path, sources_of: SourcesOf) -> None:
    path = tmp_path / "s.jsonl"
    odd = [
        {"type": "toolCall", "name": "read", "arguments": "x"},
        {"type": "toolCall", "name": "edit", "arguments": {"path": 5}},
        7,
        None,
    ]
    text = (
        HEADER
        + message_line("a", None, "assistant", content=odd)
        + message_line(
            "r",
            "a",
            "toolResult",
            nestedCalls={"calls": [3, {"name": "read", "status": "ok", "arguments": {"path": "x"}}]},
        )
    )
    path.write_text(text, encoding="utf-8")
    view = built(sources_of(path))
    assert [(use.path, use.read_count) for use in view.files] == [("x", 1)]


def test_a_bug_report_is_named_by_its_id(tmp_path: Path, sources_of: SourcesOf) -> None:
    path = tmp_path / "s.jsonl"
    made = {
        "type": "custom",
        "id": "b",
        "parentId": "u",
        "timestamp": "2026-11-02T09:00:02.000Z",
        "customType": "pi.bug-report",
        "data": {"id": "0199-bug", "createdAt": 1},
    }
    path.write_text(
        HEADER + message_line("u", None, "user", content="go") + json.dumps(made) + "\n", encoding="utf-8"
    )
    sources = sources_of(path)
    assert sources
    assert built(sources).bug_reports == [("0199-bug", sources.store.row_of[1])]


def test_a_recorded_total_of_zero_is_computed_and_what_pi_drops_is_not_counted(
    sources_of: SourcesOf, tmp_path: Path
) -> None:
    def answer(id_: str, parent: str, usage: dict[str, Any]) -> str:
        message = {"role": "assistant", "content": [], "provider": "p", "model": "m", "usage": usage}
        return json.dumps(
            {
                "type": "message",
                "id": id_,
                "parentId": parent,
                "timestamp": "2026-11-02T09:00:00.000Z",
                "message": message,
            }
        )

    usage = {
        "input": 20,
        "output": 5,
        "cacheRead": 5000,
        "cacheWrite": 0,
        "totalTokens": 0,
        "cost": {"total": 1},
    }
    path = tmp_path / "talk.jsonl"
    path.write_text(
        '{"type":"session","version":3,"id":"s","timestamp":"2026-11-02T09:00:00.000Z","cwd":"/"}\n'
        '{"type":"message","id":"u","parentId":null,"timestamp":"2026-11-02T09:00:00.000Z",'
        '"message":{"role":"user","content":"x"}}\n'
        + answer("a", "u", usage)
        + "\n"
        + answer("b", "a", usage)
        + answer("c", "b", usage)
        + "\n",
        encoding="utf-8",
    )
    view = built(sources_of(path))
    whole = view.scopes[1]
    assert (whole.answers, whole.tokens, whole.tokens_computed) == (1, 5025, 1)
    assert [(use.answers, use.tokens, use.cost) for use in view.models] == [(1, 5025, 1)]


def test_a_number_as_time_stamp_is_no_time_of_1970(tmp_path: Path, sources_of: SourcesOf) -> None:
    whole = message_line("a", None, "user", content="one")
    odd = json.dumps({**json.loads(message_line("b", "a", "user", content="two")), "timestamp": 12}) + "\n"
    path = tmp_path / "s.jsonl"
    path.write_text(HEADER + whole + odd, encoding="utf-8")
    sources = sources_of(path)
    view = built(sources)
    assert sources
    assert view.scopes[0].started == view.scopes[0].ended == sources.model.session.time_ms[0]
    assert sources.store.rows.time[1] is None
    assert sources.store.rows.bad_time == {"1": "12"}


@pytest.mark.parametrize(
    ("prompts", "title"),
    [
        (["/mode", "/skill:x go", "Fix it"], "Fix it"),
        (["/home/dev/a.py is broken"], "/home/dev/a.py is broken"),
        (["/mode", "/login"], "/mode"),
        ([], header.UNTITLED),
    ],
    ids=["commands first", "a path", "only commands", "nothing"],
)
def test_the_title_is_the_first_prompt_that_is_no_command(
    prompts: list[str], title: str, tmp_path: Path, sources_of: SourcesOf
) -> None:
    path = tmp_path / "s.jsonl"
    lines = [message_line("e0", None, "assistant", content=[])]
    lines += [
        message_line(f"e{place}", f"e{place - 1}", "user", content=words)
        for place, words in enumerate(prompts, 1)
    ]
    path.write_text(HEADER + "".join(lines), encoding="utf-8")
    sources = sources_of(path)
    assert sources
    made = header.meta(sources, header.header_texts(sources), header.Options("light", [], False), [])
    assert made.title == title


def test_an_error_gives_the_raw_stop_reason_and_the_diagnostics(
    tmp_path: Path, sources_of: SourcesOf
) -> None:
    failed = message_line(
        "a", None, "assistant", content=[], stopReason="error", errorMessage="gave up", rawStopReason="overloaded",
        diagnostics=[{"type": "retry", "apiKey": "kX93jd81LmQz77aP"}],
    )  # fmt: skip
    cut = message_line("b", "a", "assistant", content=[], stopReason="length", rawStopReason="max_tokens")
    path = tmp_path / "s.jsonl"
    path.write_text(HEADER + failed + cut, encoding="utf-8")
    messages = [words for group in built(sources_of(path)).errors for words in group.messages]
    assert messages[0].startswith(
        'gave up\nrawStopReason: overloaded\ndiagnostics: [{"type":"retry","apiKey":"[redacted:'
    )
    assert messages[1] == "rawStopReason: max_tokens"
