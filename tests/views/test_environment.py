"""Captured catalogs, the facts of a dump, and what of it was not taken (OBS-4 to OBS-7)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspect_report import bounds, build
from inspect_report.errors import InputError
from tests.observations.making import DATA, context, dump, header, lines, numbered, user
from tests.support import SHARED
from tests.views.observed_reports import TALK, Parts, dump_file, entry, session_file

RUNS = SHARED / "observations"
needs_runs = pytest.mark.usefixtures("shared")


def tool(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": f"does {name}", "exposure": "direct", "active": True, **more}


def made(tmp_path: Path, *records: dict[str, Any]) -> Parts:
    return Parts(session_file(tmp_path, TALK), dump_file(tmp_path, dump(*records)))


def test_tools_are_told_as_captured(tmp_path: Path) -> None:
    first = tool(
        "read",
        parameters={"type": "object", "properties": {"path": {"type": "string"}}},
        promptGuidelines=["Prefer read to cat."],
        namespace={"name": "files", "aliases": ["f"], "instructions": "Be careful."},
        annotations={"readOnlyHint": True},
        sourceInfo={
            "source": "extension",
            "path": "/home/dev/ext/read.ts",
            "scope": "user",
            "origin": "top-level",
        },
    )
    rare = {"name": "odd"}
    parts = made(tmp_path, {"type": "tools", "leafId": "a2", "tools": [first, rare]})
    view = parts["environment"]
    read, odd = view["tools"]
    assert read["description"] == "does read"
    assert (read["exposure"], read["active"], read["callable"]) == ("direct", True, True)
    assert read["guidelines"] == ["Prefer read to cat."]
    assert read["namespace"] == {
        "name": "files",
        "aliases": ["f"],
        "description": "",
        "instructions": "Be careful.",
    }
    assert read["annotations"] == {"readOnlyHint": True}
    assert read["source"] == {
        "source": "extension",
        "path": "~/ext/read.ts",
        "scope": "user",
        "origin": "top-level",
    }
    assert parts["schemas"][read["schema"]]["value"]["schema"] == first["parameters"]
    assert (odd["description"], odd["exposure"], odd["active"], odd["callable"]) == ("", "", None, None)
    assert (odd["namespace"], odd["source"], odd["schema"]) == (None, None, -1)
    (catalog,) = view["tool_catalogs"]
    assert catalog["items"] == [0, 1]
    assert catalog["changes"] is None
    assert (catalog["captured"]["leaf"], catalog["captured"]["leaf_item"]) == ("a2", 1)


def test_callable_follows_exposure_and_active(tmp_path: Path) -> None:
    wanted = {
        ("direct", True): True, ("direct", False): False, ("model-only", True): False, ("codemode", False): True,
        ("deferred", False): True, ("hidden", True): False, ("unheard", True): None,
    }  # fmt: skip
    tools = [
        tool(f"t{place}", exposure=exposure, active=active) for place, (exposure, active) in enumerate(wanted)
    ]
    parts = made(tmp_path, {"type": "tools", "tools": tools})
    assert [each["callable"] for each in parts["environment"]["tools"]] == list(wanted.values())


def test_earlier_catalogs_stay_with_their_changes(tmp_path: Path) -> None:
    read, bash = tool("read"), tool("bash")
    parts = made(
        tmp_path,
        {"type": "tools", "tools": [read, bash]},
        {"type": "tools", "tools": [tool("read", active=False), bash, tool("grep")]},
        {"type": "tools", "tools": [bash]},
    )
    view = parts["environment"]
    assert [each["items"] for each in view["tool_catalogs"]] == [[0, 1], [2, 1, 3], [1]]
    assert [each["changes"] for each in view["tool_catalogs"]] == [
        None,
        [["redefined", "read", ["active"]], ["added", "grep", []]],
        [["removed", "read", []], ["removed", "grep", []]],
    ]
    assert len(view["tools"]) == 4, "equal items are stored once"


def test_of_many_captures_the_last_ones_stay_and_know_what_they_changed(tmp_path: Path) -> None:
    records = [
        {"type": "tools", "tools": [tool(f"t{number}")]} for number in range(bounds.OBSERVED_CATALOGS + 3)
    ]
    parts = made(tmp_path, *records)
    catalogs = parts["environment"]["tool_catalogs"]
    assert len(catalogs) == bounds.OBSERVED_CATALOGS
    assert parts["environment"]["earlier"] == [3, 0, 0, 0]
    assert parts.cuts["catalogs"] == 3
    assert catalogs[0]["changes"] == [["added", "t3", []], ["removed", "t2", []]]


def test_catalogs_and_schemas_are_bounded(tmp_path: Path) -> None:
    deep: Any = "end"
    for _ in range(60):
        deep = {"a": deep}
    wide = {"enum": [f"value {number}" for number in range(20_000)]}
    tools = [tool("deep", parameters=deep), tool("wide", parameters=wide)]
    tools += [tool(f"t{number}", description="d" * 10_000) for number in range(300)]
    parts = made(tmp_path, {"type": "tools", "tools": tools})
    (catalog,) = parts["environment"]["tool_catalogs"]
    assert (len(catalog["items"]), catalog["omitted"]) == (bounds.CATALOG_ITEMS, 46)
    assert parts.cuts["catalog_items"] == 46
    assert len(parts["environment"]["tools"][5]["description"]) == bounds.DESCRIPTION
    node, depth = parts["schemas"][0]["value"], 0
    while isinstance(node, dict) and "$cut" not in node:
        node, depth = next(iter(node.values())), depth + 1
    assert depth == bounds.SCHEMA_DEPTH
    assert node == {"$cut": "depth", "items": 1}
    assert len(str(parts["schemas"][1])) < bounds.SCHEMA * 1.6
    assert parts.cuts["schema"] == 2


def test_secrets_in_schemas_and_descriptions_are_masked(tmp_path: Path) -> None:
    secret = "sk-ant-api03-" + "Ab1" * 31 + "AA"
    parts = made(
        tmp_path,
        {"type": "tools", "tools": [tool("x", description=f"key {secret}", parameters={"default": secret})]},
        {"type": "skills", "skills": [{"name": secret, "filePath": f"/home/dev/{secret}"}]},
        {"type": "commands", "commands": [{"name": "c", "description": secret}]},
    )
    assert secret not in b"".join(parts.raw.values()).decode()


def test_registrations_are_names_and_extension_paths_only(tmp_path: Path) -> None:
    server = {
        "name": "notes", "extensionPath": "/home/dev/ext/notes.ts",
        "config": {"command": "python3", "args": ["notes_server.py"], "env": {"NOTES_TOKEN": "abc"}},
    }  # fmt: skip
    parts = made(
        tmp_path,
        {"type": "mcp_servers", "servers": [server]},
        {"type": "mcp_servers", "unavailable": True},
        {"type": "mcp_servers", "servers": []},
    )
    view = parts["environment"]
    assert view["servers"] == [{"name": "notes", "extension": "~/ext/notes.ts"}]
    assert [each["unavailable"] for each in view["server_catalogs"]] == [False, True, False]
    assert view["server_catalogs"][1]["changes"] is None
    assert ["mcp_servers.servers.config", 1] in parts["capture"]["fields"]
    whole = b"".join(parts.raw.values()).decode()
    assert "notes_server.py" not in whole
    assert "NOTES_TOKEN" not in whole


@needs_runs
def test_no_configuration_of_the_run_with_mcp_servers_stands_in_its_report(tmp_path: Path) -> None:
    folder = RUNS / "d_mcp"
    target = tmp_path / "r.html"
    options = build.Options(observations=(folder / "observations.jsonl",))
    build.export(folder / "session.jsonl", target, options)
    page = target.read_text(encoding="utf-8")
    values: list[str] = []
    for line in (folder / "observations.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        for server in record.get("servers", []) if record["type"] == "mcp_servers" else []:
            config = server.get("config") or {}
            values += [config.get("command", ""), *config.get("args", []), *config.get("env", [])]
    values = [value for value in values if len(value) > 8]
    assert any(value.endswith("notes_server.py") for value in values)
    assert "NOTES_TOKEN" in values
    for words in ("notes_server.py", "NOTES_TOKEN", *values):
        assert words not in page, words


def test_skills_of_one_name_stay_apart(tmp_path: Path) -> None:
    skills = [
        {"name": "review", "description": "one", "filePath": "/home/dev/a/SKILL.md"},
        {
            "name": "review",
            "description": "two",
            "filePath": "/root/b/SKILL.md",
            "disableModelInvocation": True,
        },
    ]
    view = made(tmp_path, {"type": "skills", "skills": skills})["environment"]
    assert [(each["name"], each["path"], each["model_invocation"]) for each in view["skills"]] == [
        ("review", "~/a/SKILL.md", None),
        ("review", "~/b/SKILL.md", False),
    ]
    assert view["skill_catalogs"][0]["items"] == [0, 1]


def test_without_a_dump_the_stored_prompt_names_skills(tmp_path: Path) -> None:
    text = "<available_skills><skill><name>R &amp; D</name><location>/home/dev/s/SKILL.md</location></skill></available_skills>"
    system = entry("a0", None, "system", "Be brief", sections={"skills": text})
    parts = Parts(session_file(tmp_path, [system, entry("a1", "a0", "user", "Hi")]))
    assert parts["environment"]["advertised"] == [["R & D", "~/s/SKILL.md"]]


# The dump itself


def test_a_run_without_end_was_killed() -> None:
    parts = Parts(DATA / "r_killed_sigkill.session.jsonl", DATA / "r_killed_sigkill.dump.jsonl")
    (run,) = parts["capture"]["runs"]
    assert (run["has_end"], run["ended"]) == (False, "")
    assert run["reason"] == "startup"


@needs_runs
def test_a_session_left_and_reloaded_has_its_runs_in_order() -> None:
    folder = RUNS / "n_new_reload"
    parts = Parts(folder / "session-1.jsonl", folder / "observations-1.jsonl")
    runs = parts["capture"]["runs"]
    assert [run["reason"] for run in runs] == ["startup", "reload", "resume"]
    assert [run["ended"] for run in runs] == ["reload", "new", "quit"]
    assert [each["captured"]["run"] for each in parts.contexts] == [0, 1, 2]
    assert len(parts["environment"]["tool_catalogs"]) == 3
    with pytest.raises(InputError):
        Parts(folder / "session-1.jsonl", folder / "observations-2.jsonl")


def test_a_foreign_dump_is_refused_or_said(tmp_path: Path) -> None:
    raw = lines([header("another-session"), *numbered(context(1, [user("Elsewhere", 1)], leafId="a1"))])
    session, other = session_file(tmp_path, TALK), dump_file(tmp_path, raw)
    with pytest.raises(InputError, match="not a dump of this session"):
        Parts(session, other)
    parts = Parts(session, other, options=build.Options(observations=(other,), allow_mismatch=True))
    words = "dump.jsonl, from line 1 on: of session another-session, not of this one. Taken because of --allow-mismatch."
    assert parts.notices == [words]
    assert parts["capture"]["mismatched"] == [words]
    assert parts.own(parts.items)["content"] == "Elsewhere"


def test_a_stream_without_session_id_is_labelled_so(tmp_path: Path) -> None:
    raw = lines(
        [{"type": "message_end", "message": {"role": "user", "content": "Thanks", "timestamp": 3000}}]
    )
    parts = Parts(session_file(tmp_path, TALK), dump_file(tmp_path, raw))
    (words,) = parts["capture"]["matching"]
    assert (
        words
        == "dump.jsonl, from line 1 on: session id not recorded; a tool call or message of it is in this session."
    )
    assert parts["capture"]["files"][0]["kind"] == "stream"
    assert parts["capture"]["runs"] == parts.contexts == []


def test_what_was_not_taken_is_counted_by_name_and_by_kind(tmp_path: Path) -> None:
    raw = dump(
        {"type": "context", "request": 1, "messages": "none"},
        {"type": "tools", "tools": [tool("read", secretPlan="x")], "where": "here"},
        {"type": "marker", "event": "x"},
        {"type": "from_the_future", "value": "never shown"},
        {"type": "capture_omitted", "what": "payloads", "count": 3, "reason": "size"},
        {"type": "session_compact", "entryId": "a2", "reason": "manual", "willRetry": False},
    )
    parts = Parts(session_file(tmp_path, TALK), dump_file(tmp_path, raw + b'{"type":"context","run"'))
    view = parts["capture"]
    assert dict(view["fields"]) == {"tools.tools.secretPlan": 1, "tools.where": 1}
    assert view["records"] == [["from_the_future", 1]]
    assert view["unused"] == [["marker", 1]]
    assert view["left_out"] == ["payloads, 3: size"]
    (event,) = view["events"]
    assert (event["type"], event["item"]) == ("session_compact", 1)
    assert event["words"] == "entryId a2, reason manual, willRetry false"
    found = {each.kind: each for each in parts.diagnostics}
    assert set(found) == {"observations-wrong-type", "observations-torn-last-line"}
    sample = found["observations-wrong-type"].samples[0]
    assert (sample.line, sample.row) == (2, -1)
    assert sample.reason.startswith("dump.jsonl: context.messages")
    assert b"never shown" not in b"".join(parts.raw.values())
