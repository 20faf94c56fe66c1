"""Whole reports: a secret in every field of a session or dump stands nowhere in the output, in no spelling (RED-1)."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from inspect_report import build
from inspect_report.redact import RedactionOptions, compile_custom
from tests.redact.poison import CUSTOM, KINDS, Kind, Poison, jsonl, leaks, one_field_each, records
from tests.support import EXAMPLES, REPO

GALLERY = records(EXAMPLES / "gallery.jsonl")
RUNS = REPO / "tests" / "observations" / "data"
NAMES = sorted(path.name.partition(".")[0] for path in RUNS.glob("*.session.jsonl"))
AT = "2026-11-30T06:00:00.000Z"

every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)

CATALOGS: tuple[dict[str, Any], ...] = (
    {
        "type": "provider_payload", "request": 1, "purpose": "request", "model": {"provider": "p", "id": "m"},
        "payload": {"system": "s", "messages": [{"role": "user", "content": [{"type": "text", "text": "hi"}]}], "tools": [{"name": "t"}]},
    },
    {"type": "provider_response", "request": 1, "status": 200, "requestId": "q"},
    {"type": "cache_warming_decision", "action": "warm", "warmCost": 1, "missCost": 2},
    {"type": "system_prompt", "prompt": "You are"},
    {"type": "context_files", "contextFiles": [{"path": "/home/dev/AGENTS.md", "content": "c"}]},
    {"type": "commands", "commands": [{"name": "n", "description": "d", "source": "s"}]},
    {
        "type": "tools",
        "tools": [
            {
                "name": "bash", "description": "d", "promptGuidelines": ["g"], "exposure": "direct", "active": True,
                "parameters": {"type": "object", "properties": {"command": {"type": "string", "description": "x"}}},
                "namespace": {"name": "n", "aliases": ["a"], "description": "d", "instructions": "i"}, "annotations": {"title": "t"},
                "sourceInfo": {"source": "s", "path": "/home/dev/x", "scope": "user", "origin": "o"},
            }
        ],
    },
    {"type": "mcp_servers", "servers": [{"name": "m", "extensionPath": "/home/dev/e", "config": {"env": {"A": "b"}}}]},
    {"type": "skills", "skills": [{"name": "s", "description": "d", "filePath": "/home/dev/s", "baseDir": "/h", "sourceInfo": {"source": "a"}}]},
    {"type": "session_tree", "oldLeafId": "a", "newLeafId": "b", "summaryEntryId": "c"},
    {"type": "session_compact", "entryId": "e", "reason": "r", "willRetry": False},
    {"type": "session_compact_failed", "reason": "r", "errorMessage": "m", "aborted": True},
    {"type": "session_info_changed", "name": "n"},
    {"type": "model_select", "model": {"provider": "p", "id": "i"}},
    {"type": "thinking_level_select", "level": "high"},
    {"type": "marker", "event": "e"},
    {"type": "capture_omitted", "what": "w", "count": 3, "reason": "r"},
    {"type": "weird_type", "a": "b"},
)  # fmt: skip
"""Records of a dump that the recorded runs lack."""


def made(
    folder: Path, session: Iterable[Any], *dumps: Iterable[Any], name: str = "talk", enabled: bool = True
) -> str:
    """The report of these records."""
    path = folder / f"{name}.jsonl"
    path.write_bytes(jsonl(list(session)).encode("utf-8", "surrogatepass"))
    paths: list[Path] = []
    for number, dump in enumerate(dumps):
        paths.append(folder / f"{name}-{number}.jsonl")
        paths[-1].write_bytes(jsonl(list(dump)).encode("utf-8", "surrogatepass"))
    redaction = RedactionOptions(enabled=enabled, custom=(compile_custom(CUSTOM),) if enabled else ())
    sink = io.BytesIO()
    build.export_to_stream(
        path, sink, build.Options(redaction=redaction, observations=tuple(paths), allow_mismatch=True)
    )
    return sink.getvalue().decode()


def assert_clean(output: str, poison: Poison) -> None:
    assert poison.places
    found = leaks(output, poison.places)
    assert not found, f"{len(found)} of {len(poison.places)}:\n" + "\n".join(found[:20])


def test_the_search_finds_what_is_there(tmp_path: Path) -> None:
    poison = Poison(KINDS[0])
    found = leaks(made(tmp_path, [poison.record(each) for each in GALLERY], enabled=False), poison.places)
    assert len(found) > 0.9 * len(poison.places) > 1_000


@every_kind
def test_every_field_of_a_session(kind: Kind, tmp_path: Path) -> None:
    poison = Poison(kind)
    session = [poison.record(each) for each in (GALLERY if kind is KINDS[0] else GALLERY[:30])]
    name = (
        poison.text("the file's name").replace("/", "").replace("\n", "")[:200]
        if kind.name == "token"
        else "talk"
    )
    output = made(tmp_path, session, name=name)
    assert output.count("[redacted:") > 0.5 * len(poison.places)
    assert_clean(output, poison)


@every_kind
def test_every_field_on_its_own(kind: Kind, tmp_path: Path) -> None:
    """Ids, parents, types, roles, times, numbers and so on that are a secret and nothing else."""
    poison = Poison(kind)
    seen: set[tuple[Any, Any]] = set()
    session: list[Any] = [GALLERY[0]]
    for each in GALLERY[1:]:
        session.append(each)
        key = (each.get("type"), (each.get("message") or {}).get("role"))
        if key not in seen:
            seen.add(key)
            session += one_field_each(each, poison)
    assert len(seen) > 10
    assert_clean(made(tmp_path, session), poison)


@pytest.mark.parametrize("field", [*GALLERY[0], "parentSession", "branchedFrom"])
def test_every_field_of_the_header(field: str, tmp_path: Path) -> None:
    poison = Poison(KINDS[0])
    header = {**GALLERY[0], field: poison.text(field)}
    assert_clean(made(tmp_path, [header, *GALLERY[1:8]]), poison)


@every_kind
def test_damaged_lines(kind: Kind, tmp_path: Path) -> None:
    """Torn, glued, repeated and nested lines: samples of diagnostics, recovered entries."""
    poison = Poison(kind)
    session: list[Any] = [poison.record(GALLERY[0]), poison.record(GALLERY[0])]
    for each in GALLERY[1:14]:
        whole = json.dumps(poison.record(each), ensure_ascii=False)
        half = (
            whole[: whole.rindex('", "', 0, len(whole) * 2 // 3) + 1]
            if '", "' in whole[: len(whole) * 2 // 3]
            else whole[:20]
        )
        session += [
            half,
            whole + json.dumps(poison.record(each)),
            half + json.dumps(poison.record(each)),
            whole,
            whole,
        ]
        session += [json.dumps([poison.record(each)]), json.dumps(poison.text("a text alone"))]
    assert_clean(made(tmp_path, session), poison)


@every_kind
def test_odd_characters(kind: Kind, tmp_path: Path) -> None:
    """Lone surrogates, controls, terminal codes and marks of direction next to secrets neither crash nor hide them."""
    poison = Poison(kind, odd="\ud800\udc00\udfff\x00\u202e\x1b[1m\u200d\ufdd07\ufdd0")
    session = [json.dumps(poison.record(each)) for each in GALLERY[:24]]
    assert_clean(made(tmp_path, session), poison)


@pytest.mark.parametrize(
    ("name", "kind"),
    [*((name, KINDS[0]) for name in NAMES), *(("c_codemode", kind) for kind in KINDS[1:])],
    ids=lambda value: getattr(value, "name", value),
)
def test_every_field_of_a_dump(name: str, kind: Kind, tmp_path: Path) -> None:
    poison = Poison(kind)
    session = [poison.record(each) for each in records(RUNS / f"{name}.session.jsonl")]
    dump = [poison.record(each) for each in records(dump_of(name))]
    for number, each in enumerate(CATALOGS * 2):
        at = poison.text("observedAt") if number % 2 else AT
        dump.append(poison.record({"run": "r", "seq": 900 + number, "observedAt": at, "leafId": "x", **each}))
    output = made(tmp_path, session, dump)
    assert '"observed"' in output
    assert_clean(output, poison)


@pytest.mark.parametrize("name", NAMES)
def test_every_field_of_a_dump_on_its_own(name: str, tmp_path: Path) -> None:
    poison = Poison(KINDS[0])
    dump: list[Any] = []
    for each in [
        *records(dump_of(name)),
        *({"run": "r", "seq": 900, "observedAt": AT, **each} for each in CATALOGS),
    ]:
        dump.append(each)
        dump += one_field_each(each, poison, 30)
    assert_clean(made(tmp_path, records(RUNS / f"{name}.session.jsonl"), dump), poison)


def dump_of(name: str) -> Path:
    return next(path for path in RUNS.glob(f"{name}.*.jsonl") if ".session." not in path.name)


def test_secrets_where_texts_are_cut(tmp_path: Path) -> None:
    """A secret across each place at which some text ends: names, summaries, the static page, samples, details."""
    poison = Poison(KINDS[0])
    session: list[Any] = [GALLERY[0]]
    parent = None
    for limit in (80, 200, 240, 300, 512, 1_000, 1_500, 2_048, 4_096, 16_384, 43_690, 65_536 - 21_845):
        for back in (3, 8, 20, 38):
            filler = (
                ("\n" * (limit - 150) + "a word " * 22)[: limit - back - 1]
                if back == 8
                else ("a word " * (limit // 7))[: limit - back - 1]
            )
            text = f"{filler} {poison.text(f'cut at {limit}, {back} before')} {'more words ' * 500}"
            for role in ("user", "toolResult"):
                identity = f"c{len(session)}"
                content = [{"type": "text", "text": text}]
                message = {
                    "role": role,
                    "content": content,
                    "toolName": text[:5_000],
                    "toolCallId": "t",
                    "timestamp": 1,
                }
                session.append(
                    {
                        "type": "message",
                        "id": identity,
                        "parentId": parent,
                        "timestamp": AT,
                        "message": message,
                    }
                )
                parent = identity
            session.append(
                {
                    "type": "session_info",
                    "id": f"{parent}n",
                    "parentId": parent,
                    "timestamp": AT,
                    "name": text[:5_000],
                }
            )
            session.append(f'{{"type": "torn", "text": "{filler} {poison.text("torn")} {"x" * 3_000}')
    assert_clean(made(tmp_path, session), poison)


def test_secrets_at_the_cuts_of_entries_without_details(tmp_path: Path) -> None:
    """The same where only a summary is made, from the beginning of each text, white space folded."""
    poison = Poison(KINDS[0])
    session: list[Any] = [GALLERY[0]]
    parent = None
    bulk = "words that take the room of details " * 1_700
    for number in range(150):
        text = " " * (985 + number % 40) + poison.text(f"{number}") + bulk
        message = {"role": "user", "content": [{"type": "text", "text": text}], "timestamp": 1}
        session.append(
            {"type": "message", "id": f"u{number}", "parentId": parent, "timestamp": AT, "message": message}
        )
        parent = f"u{number}"
        session.append({**session[-1], "id": f"s{number}", "parentId": None})
    output = made(tmp_path, session)
    assert '"detail":[-1' in output or ",-1," in output
    assert_clean(output, poison)
