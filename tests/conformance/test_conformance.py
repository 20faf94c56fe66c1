"""The reader against results of real Pi: a few cases always, the whole corpus where the shared data is there."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.__main__ import main, run

DATA = Path(__file__).parent / "data"


def failures(folder: Path) -> list[str]:
    return [f"{verdict.name}: {difference}" for verdict in run(folder) for difference in verdict.differences]


def test_copied_cases() -> None:
    assert len(run(DATA)) == len(list(DATA.glob("*.expected.json"))) > 20
    assert failures(DATA) == []


@pytest.mark.parametrize("folder", ["cases", "fuzz"])
def test_corpus(shared: Path, folder: str) -> None:
    assert failures(shared / "conformance" / folder) == []


def altered(tmp_path: Path, name: str, change: dict[str, object]) -> list[str]:
    """The differences found when Pi's result `name` is said to be something else."""
    stem = name.partition("@")[0]
    shutil.copy(DATA / f"{stem}.jsonl", tmp_path)
    expected: Any = json.loads((DATA / f"{name}.expected.json").read_text())
    for path, value in change.items():
        holder = expected
        *parents, last = path.split(".")
        for step in parents:
            holder = holder[int(step)] if isinstance(holder, list) else holder[step]
        key: Any = int(last) if isinstance(holder, list) else last
        assert holder[key] != value
        holder[key] = value
    (tmp_path / f"{name}.expected.json").write_text(json.dumps(expected))
    return failures(tmp_path)


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("093-comp-inside-range", "contextEntries", ["a1"]),
        ("093-comp-inside-range", "entryCount", 1),
        ("108-edit-several", "contextMessages", []),
        ("120-edit-invalidates-usage", "projectedEstimate.tokens", 1),
        ("120-edit-invalidates-usage", "contextUsage.tokens", None),
        ("123-sys-tools-sequence", "system.toolNames", ["read"]),
        ("123-sys-tools-sequence", "system.prompt", "other"),
        ("144-usage-missing-fields", "sessionStats.tokens.input", 5101),
        ("144-usage-missing-fields", "sessionStats.userMessages", 7),
        ("144-usage-missing-fields", "usageBreakdown.0.cost", 0.5),
        ("162-cache-branches-file-order", "cacheMisses", []),
        ("162-cache-branches-file-order", "cacheWaste.missCount", 9),
        ("072-cycle-two", "entryIds", ["a"]),
        ("072-cycle-two", "labels", [["a", "x", None]]),
        ("029-toolcall-json-numbers", "tokenEstimates.1", 1),
    ],
)
def test_a_wrong_value_is_found(tmp_path: Path, name: str, path: str, value: object) -> None:
    """No rule may swallow a disagreement where Pi has a sane value, also beside values that are not."""
    found = altered(tmp_path, name, {path: value})
    assert any(path.split(".", maxsplit=1)[0] in line for line in found), found


def test_a_wrong_timeout_is_found(tmp_path: Path) -> None:
    assert altered(tmp_path, "108-edit-several", {"path": {"error": "timeout"}})


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(DATA)]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[-1].endswith(" passed, 0 failed")
    assert any(line.startswith("differs on purpose, cycle: 1 results") for line in printed)
    shutil.copy(DATA / "072-cycle-two.jsonl", tmp_path)
    (tmp_path / "072-cycle-two.expected.json").write_text(
        '{"leafArg": null, "error": "refused", "listing": null}'
    )
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 1 failed"
    assert main([]) == 2
    assert main([str(tmp_path / "absent")]) == 2
