"""Observed contexts: by reference, bounded, compared at their own leaf, redacted like the session (CTX-2, CTX-10, CTX-11, CTX-13)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspect_report import bounds, build
from inspect_report.redact.withhold import WithholdOptions
from tests.observations.making import DATA, context, dump, user
from tests.support import SHARED
from tests.views.observed_reports import TALK, Parts, dump_file, entry, session_file

RUNS = SHARED / "observations"
needs_runs = pytest.mark.usefixtures("shared")

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def small(name: str) -> Parts:
    return Parts(DATA / f"{name}.session.jsonl", DATA / f"{name}.dump.jsonl")


def counts(parts: Parts) -> list[tuple[int, int, int, int]]:
    return [
        (each["same"], each["changed"], each["only_observed"], each["only_session"])
        for each in (context["comparison"] for context in parts.contexts)
    ]


def assistant(text: str, timestamp: int) -> dict[str, Any]:
    return {"role": "assistant", "content": [{"type": "text", "text": text}], "timestamp": timestamp}


MESSAGES = [user("Count the words", 1000), assistant("Counting.", 2000), user("Thanks", 3000)]


def test_messages_that_a_handler_changed_are_found_and_lead_to_their_entries() -> None:
    parts = small("h_edits")
    changed = [
        run
        for place in range(len(parts.contexts))
        for run in parts.contexts[place]["comparison"]["rows"]
        if run[0] == 1
    ]
    assert changed
    assert all(only == 0 for each in counts(parts) for only in each[2:])
    for _, number, item, source, members, note in changed:
        assert number == 1
        assert item >= parts.items > source >= 0
        assert members == ["content"]
        assert note == "7 characters stand before the session's text"
        assert parts["observed"]["source"][item - parts.items] == source
        message = parts.own(item)
        assert message["role"] == "custom"
        assert str(message["content"]).find("[note] ") >= 0
    kept = {item for _, _, item, *_ in changed}
    assert len(parts["observed"]["rows"]["item"]) == len(kept), "each changed message is stored once"


def test_a_slice_is_found_and_said() -> None:
    parts = small("p_forced")
    sliced = [context["comparison"] for context in parts.contexts if context["comparison"]["only_session"]]
    assert sliced
    for comparison in sliced:
        assert comparison["notes"][0].startswith("The observed list lacks the beginning")
        assert sum(run[1] for run in comparison["rows"] if run[0] == 3) == comparison["only_session"]
        assert all(run[2] == -1 and 0 <= run[3] < parts.items for run in comparison["rows"] if run[0] == 3)
    assert parts["observed"]["rows"]["item"] == []


@needs_runs
def test_the_runs_differ_where_their_handlers_changed_something_and_nowhere_else() -> None:
    seen = 0
    for folder in sorted(RUNS.iterdir()):
        for session in sorted(folder.glob("session*.jsonl")):
            parts = Parts(session, folder / f"observations{session.stem[7:]}.jsonl")
            seen += 1
            differing = [each for each in counts(parts) if any(each[1:])]
            if folder.name == "h_edits":
                assert differing == [(8, 2, 0, 0), (11, 2, 0, 0), (12, 3, 0, 0), (14, 3, 0, 0)]
                assert len(parts.contexts) == 6
            elif folder.name == "p_forced":
                assert differing == [(4, 0, 0, 6), (4, 0, 0, 8), (4, 0, 0, 10)]
                assert len(parts.contexts) == 6
            else:
                assert differing == [], folder.name
                assert parts["observed"]["rows"]["item"] == [], folder.name
            for place, each in enumerate(parts.contexts):
                assert len(parts.entries(place)) == each["messages"] - len(
                    [run for run in each["comparison"]["rows"] if run[0] == 3 and run[2] >= 0]
                )
            last = parts["observed"]["last"]
            assert last == max(place for place, each in enumerate(parts.contexts) if each["following"] >= 0)
    assert seen == 18


@needs_runs
def test_the_last_context_of_a_branched_session_is_that_of_its_branch() -> None:
    folder = RUNS / "g_branching"
    parts = Parts(folder / "session-1.jsonl", folder / "observations-1.jsonl")
    following = [each["following"] for each in parts.contexts]
    assert following[3:5] == [-1, -1], "two contexts were observed on the branch that was left"
    assert following[parts["observed"]["last"]] == 1


def test_equal_messages_are_the_entries_themselves(tmp_path: Path) -> None:
    raw = dump(
        context(1, MESSAGES[:1], leafId="a1"),
        context(2, MESSAGES[1:3], prefix=1, leafId="a3"),
        {"type": "turn", "request": 2, "outcome": "completed", "messageEntryId": "a2"},
    )
    parts = Parts(session_file(tmp_path, TALK), dump_file(tmp_path, raw))
    assert parts.entries(0) == [0]
    assert parts.entries(1) == [0, 1, 2]
    assert parts.contexts[1]["shared"] == 1
    assert parts.contexts[1]["entries"] == [1, 2]
    assert [each["request"] for each in parts.contexts] == [1, 2]
    assert [each["following"] for each in parts.contexts] == [2, 0]
    assert [each["outcome"] for each in parts.contexts] == ["", "completed"]
    assert parts["observed"]["last"] == 1
    assert parts["observed"]["answers"] == {"1": 1}
    assert "oc0" not in parts.elements
    assert b"Counting" not in parts.raw["observed"]


def test_only_observed_messages_have_details_of_their_own(tmp_path: Path) -> None:
    extra = user("Remember the house style", 2500)
    raw = dump(context(1, [*MESSAGES[:2], extra, extra, MESSAGES[2]], leafId="a3"))
    parts = Parts(session_file(tmp_path, TALK), dump_file(tmp_path, raw))
    own = parts.items
    assert parts.entries(0) == [0, 1, own, own, 2]
    assert parts["observed"]["source"] == [-1]
    assert parts.own(own) == extra
    assert counts(parts) == [(3, 0, 2, 0)]
    rows = parts["observed"]["rows"]
    assert rows["strings"][rows["type"][0]] == "observed message"
    assert rows["id"] == [""]
    assert (rows["bytes"], rows["time"]) == ([-1], [2500.0])


def test_a_leaf_that_the_session_lacks_can_be_read_and_not_compared(tmp_path: Path) -> None:
    raw = dump(context(1, MESSAGES[:1], leafId="zz"), context(2, [], leafId=None))
    parts = Parts(session_file(tmp_path, TALK), dump_file(tmp_path, raw))
    first, reset = parts.contexts
    assert first["comparison"] is None
    assert (
        first["incomparable"] == "The leaf of this observation is no entry of this session that can be named."
    )
    assert (first["captured"]["leaf"], first["captured"]["leaf_item"]) == ("zz", -1)
    assert parts.entries(0) == [parts.items]
    assert parts.own(parts.items)["content"] == "Count the words"
    assert reset["comparison"]["rows"] == []
    assert reset["captured"]["leaf"] == ""
    assert parts["observed"]["last"] == -1


def test_what_a_lost_record_held_is_said(tmp_path: Path) -> None:
    raw = dump(context(2, MESSAGES[1:], prefix=1, leafId="a3"))
    parts = Parts(session_file(tmp_path, TALK), dump_file(tmp_path, raw))
    (found,) = parts.contexts
    assert found["missing"].startswith("The first 1 messages are not in this dump")
    assert parts.entries(0) == [1, 2]
    assert found["comparison"]["skipped"] == 1
    assert found["comparison"]["same"] == 2


def test_an_edited_entry_is_shown_as_edited_at_that_leaf(tmp_path: Path) -> None:
    edit = {
        "type": "context_edit", "id": "a4", "parentId": "a3", "timestamp": "2026-11-30T06:00:04.000Z",
        "targetId": "a1", "replacement": {"content": "Count"},
    }  # fmt: skip
    raw = dump(
        context(1, MESSAGES, leafId="a3"),
        context(2, [user("Count", 1000), *MESSAGES[1:]], leafId="a4"),
    )
    parts = Parts(session_file(tmp_path, [*TALK, edit]), dump_file(tmp_path, raw))
    assert [each["edits"] for each in parts.contexts] == [{}, {"0": 3}]
    assert counts(parts) == [(3, 0, 0, 0), (3, 0, 0, 0)]
    assert parts.entries(1) == [0, 1, 2]


def test_of_many_contexts_the_newest_are_offered_by_reference(tmp_path: Path) -> None:
    entries = [entry("a1", None, "user", "word " * 40)]
    for number in range(2, 121):
        entries.append(entry(f"a{number}", f"a{number - 1}", "user", f"{number} " * 200))
    messages = [line["message"] for line in entries]
    records = [context(1, messages[:1], leafId="a1")]
    records += [
        context(number, messages[number - 1 : number], prefix=number - 1, leafId=f"a{number}")
        for number in range(2, 121)
    ]
    parts = Parts(session_file(tmp_path, entries), dump_file(tmp_path, dump(*records)))
    assert len(parts.contexts) == bounds.OBSERVED_CONTEXTS
    assert parts["observed"]["total"] == 120
    assert parts.contexts[-1]["request"] == 120
    assert parts.entries(len(parts.contexts) - 1) == list(range(120))
    assert parts.cuts["observed_contexts"] == 70
    assert len(parts.raw["observed"]) < 50_000, "nothing is stored twice"


def test_a_long_context_keeps_its_head_and_its_newest(tmp_path: Path) -> None:
    system = {"role": "system", "content": "Be brief", "timestamp": 1}
    many = [user(f"message {number}", 10 + number) for number in range(bounds.SEGMENTS + 100)]
    raw = dump(context(1, [system, *many], leafId="zz"))
    parts = Parts(session_file(tmp_path, TALK), dump_file(tmp_path, raw))
    (found,) = parts.contexts
    entries = parts.entries(0)
    assert len(entries) == bounds.SEGMENTS
    assert (found["segments"], found["gap_segments"], found["gap_after"]) == (bounds.SEGMENTS + 101, 101, 0)
    assert parts.own(entries[0])["role"] == "system"
    assert parts.own(entries[1])["content"] == "message 101"
    assert parts.own(entries[-1])["content"] == f"message {bounds.SEGMENTS + 99}"


def test_text_beyond_the_bound_is_left_out_of_older_contexts_first(tmp_path: Path) -> None:
    size = bounds.DETAIL_FIELD - 100
    fill = bounds.CONTEXT_TEXT // size
    old = [user(f"old {number} " + "x" * size, number) for number in range(5)]
    new = [user(f"new {number} " + "y" * size, 100 + number) for number in range(fill)]
    raw = dump(context(1, old, leafId="zz"), context(2, new, leafId="zz"))
    parts = Parts(session_file(tmp_path, TALK), dump_file(tmp_path, raw))
    kept = [parts.own(item) is not None for place in (0, 1) for item in parts.entries(place)]
    assert kept[5:].count(False) <= 1
    assert not any(kept[:4])
    assert parts.cuts["observed_text"] == kept.count(False)
    assert sum(map(len, parts.raw.values())) < bounds.CONTEXT_TEXT * 1.2
    rows = parts["observed"]["rows"]
    assert rows["strings"][rows["summary"][0]].startswith("old 0 xxx"), "the row stays, with its beginning"


def test_observed_texts_pass_the_redactor(tmp_path: Path) -> None:
    secret = user(f"use {SECRET} please", 2500)
    raw = dump(
        context(1, [*MESSAGES, secret], leafId="a3", model={"provider": "p", "id": SECRET}),
        {
            "type": "provider_payload",
            "request": 1,
            "payload": {"messages": [secret], "headers": {"x-api-key": "q9Zk3TfW7uLx2Bv8Rm5N"}},
        },
        {"type": "system_prompt", "prompt": f"Token: {SECRET}", "leafId": "a3"},
        {"type": "context_files", "contextFiles": [{"path": "/home/dev/AGENTS.md", "content": SECRET}]},
        {"type": "session_info_changed", "name": f"about {SECRET}"},
        {"type": "capture_omitted", "what": SECRET},
        {"type": "marker", "event": "x", SECRET: 1},
    )
    parts = Parts(session_file(tmp_path, TALK), dump_file(tmp_path, raw))
    everything = b"".join(parts.raw.values()).decode() + str(parts.diagnostics)
    assert SECRET not in everything
    assert "q9Zk3TfW7uLx2Bv8Rm5N" not in everything
    assert "/home/dev" not in everything
    assert "[redacted:github-token#1]" in parts.raw["oc0"].decode()
    assert parts["runtime-prompt"]["files"][0]["path"] == "~/AGENTS.md"


@pytest.mark.parametrize("without", ["results", "prompts", "messages"])
def test_what_the_person_left_out_is_in_no_payload_either(tmp_path: Path, without: str) -> None:
    hidden = {
        "results": {"role": "toolResult", "toolCallId": "c", "toolName": "read", "content": [{"type": "text", "text": "HIDDEN"}], "timestamp": 5},
        "prompts": user("HIDDEN", 5),
        "messages": {"role": "custom", "customType": "note", "content": "HIDDEN", "timestamp": 5},
    }[without]  # fmt: skip
    raw = dump(
        context(1, [*MESSAGES, hidden], leafId="a3"),
        {"type": "provider_payload", "request": 1, "payload": {"messages": [hidden]}},
    )
    options = build.Options(withhold=WithholdOptions(without=frozenset({without})))
    parts = Parts(session_file(tmp_path, TALK), dump_file(tmp_path, raw), options=options)
    assert b"HIDDEN" not in b"".join(parts.raw.values())
    (payload,) = parts["payloads"]["payloads"]
    assert payload["body"] == -1
    assert payload["why"].startswith(f"left out: --without {without}")


def test_payloads_are_told_with_what_is_inferred(tmp_path: Path) -> None:
    payload = {
        "type": "provider_payload",
        "payload": {"input": ["a"]},
        "leafId": "a3",
        "model": {"provider": "p", "id": "m"},
    }
    records = [{**payload, "request": number, "attempt": 1, "purpose": "request"} for number in range(1, 13)]
    records.append({**payload, "request": None, "purpose": "cache_warm"})
    turns = [
        {"type": "turn", "request": number, "outcome": "error" if number == 2 else "completed"}
        for number in range(1, 13)
    ]
    more = [
        {"type": "provider_response", "request": 1, "status": 200, "requestId": "r-1"},
        {"type": "cache_warming_decision", "action": "warm", "warmCost": 0.01, "missCost": 0.2},
    ]
    parts = Parts(session_file(tmp_path, TALK), dump_file(tmp_path, dump(*records, *turns, *more)))
    view = parts["payloads"]
    assert view["total"] == 13
    assert len(view["payloads"]) == bounds.OBSERVED_PAYLOADS
    assert parts.cuts["observed_payloads"] == 5
    assert [each["request"] for each in view["payloads"]] == [2, 7, 8, 9, 10, 11, 12, -1]
    assert [each["outcome"] for each in view["payloads"]][:2] == ["error", "completed"]
    assert view["payloads"][-1]["purpose"] == "cache_warm"
    assert parts["payload-0"]["value"] == {"payload": {"input": ["a"]}}
    assert view["responses"][0]["status"] == 200
    assert view["warming"][0]["miss_cost"] == 0.2


def test_one_text_does_not_take_the_room_of_a_whole_payload(tmp_path: Path) -> None:
    body = {"system": "s" * 100_000, "messages": [{"text": "the newest"}], "tail": ["t" * 1000] * 200}
    raw = dump({"type": "provider_payload", "request": 1, "payload": body})
    parts = Parts(session_file(tmp_path, TALK), dump_file(tmp_path, raw))
    kept = parts["payload-0"]["value"]["payload"]
    assert len(kept["system"]) < bounds.CONTEXT_MESSAGE + 60
    assert kept["messages"] == [{"text": "the newest"}]
    assert len(parts.raw["payload-0"]) < bounds.PAYLOAD_FIELD * 1.2
    assert parts.cuts["payload"] >= 2


def test_prompts_are_newest_first_with_those_before(tmp_path: Path) -> None:
    records = [
        {"type": "system_prompt", "prompt": f"prompt {number}", "leafId": "a1"} for number in range(12)
    ]
    parts = Parts(session_file(tmp_path, TALK), dump_file(tmp_path, dump(*records)))
    view = parts["runtime-prompt"]
    texts = [parts[f"prompt-{each['body']}"]["value"]["text"] for each in view["prompts"]]
    assert texts == [f"prompt {number}" for number in range(11, 3, -1)]
    assert view["omitted"] == parts.cuts["observed_prompts"] == 4
    assert (view["files"], view["files_captured"]) == ([], None)


def test_without_a_dump_nothing_claims_to_be_observed(tmp_path: Path) -> None:
    parts = Parts(session_file(tmp_path, TALK))
    assert set(parts.elements) == {"environment"}
    assert parts["environment"]["observed"] is False
    assert parts.notices == []
