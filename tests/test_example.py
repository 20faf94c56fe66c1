"""examples/tally.jsonl shows what it is there to show, and Pi still writes the same bytes."""

from __future__ import annotations

import collections
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support import EXAMPLE, EXAMPLES

ENTRIES: list[dict[str, Any]] = [
    json.loads(line) for line in EXAMPLE.read_text(encoding="utf-8").splitlines()
]
MESSAGES: list[dict[str, Any]] = [entry["message"] for entry in ENTRIES if entry["type"] == "message"]


def blocks(kind: str) -> list[dict[str, Any]]:
    contents = [message.get("content") for message in MESSAGES]
    return [
        block
        for content in contents
        if isinstance(content, list)
        for block in content
        if block["type"] == kind
    ]


def test_size() -> None:
    assert 60 <= len(ENTRIES) <= 150
    assert EXAMPLE.stat().st_size < 200_000


def test_every_entry_type_of_the_story_is_there() -> None:
    types = collections.Counter(entry["type"] for entry in ENTRIES[1:])
    assert set(types) == {
        *("message", "model_change", "thinking_level_change", "session_info", "usage", "compaction"),
        *("branch_summary", "label", "context_edit", "custom", "custom_message"),
    }
    assert types["compaction"] == 2
    roles = {message["role"] for message in MESSAGES}
    assert roles == {"system", "user", "assistant", "toolResult", "bashExecution"}


def test_tree() -> None:
    ids = [entry["id"] for entry in ENTRIES[1:]]
    assert len(set(ids)) == len(ids)
    parents = [entry["parentId"] for entry in ENTRIES[1:]]
    assert parents.count(None) == 2
    assert set(parents) - {None} <= set(ids)
    forks = [parent for parent, n in collections.Counter(parents).items() if n > 1 and parent is not None]
    assert len(forks) >= 2


def test_errors_models_and_context_edits() -> None:
    answers = [message for message in MESSAGES if message["role"] == "assistant"]
    stops = collections.Counter(message["stopReason"] for message in answers)
    assert stops["error"] == 2
    assert stops["aborted"] == stops["length"] == 1
    assert any(message.get("isError") for message in MESSAGES)
    assert len({message["model"] for message in answers}) == 3
    edits = [entry["replacement"] for entry in ENTRIES if entry["type"] == "context_edit"]
    assert None in edits
    assert any(edits)
    assert {entry["display"] for entry in ENTRIES if entry["type"] == "custom_message"} == {True, False}
    shells = [message for message in MESSAGES if message["role"] == "bashExecution"]
    assert {message.get("excludeFromContext", False) for message in shells} == {True, False}
    assert any(message.get("nestedCalls") for message in MESSAGES)
    assert len(blocks("image")) == 2
    assert blocks("thinking")


def test_nothing_of_a_real_machine_or_person() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert set(re.findall(r"/(?:home|Users)/(\w+)", text)) == {"dev"}
    assert not re.search(r"/(?:tmp|root|work|var)/", text)
    assert set(re.findall(r"https?://([\w.-]+)", text)) == {"board.tally.example"}


def test_pi_writes_the_same_bytes(tmp_path: Path) -> None:
    folder, program = os.environ.get("PI_INSPECT_PI"), os.environ.get("PI_INSPECT_PI_NODE", "node")
    if not folder:
        pytest.skip("Pi is no dependency of the tests: PI_INSPECT_PI names an installed one to compare with")
    made = tmp_path / "tally.jsonl"
    subprocess.run(
        [program, str(EXAMPLES / "make_example.mjs"), folder, str(made)], check=True, capture_output=True
    )
    assert made.read_bytes() == EXAMPLE.read_bytes()
