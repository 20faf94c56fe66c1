"""The typed Python API that the command uses (CLI-10)."""

from __future__ import annotations

import gc
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import inspect_report
from inspect_report import build
from tests.support import EXAMPLE, HEADER, REPO, message_line


def test_export_gives_the_facts_of_the_last_line(tmp_path: Path) -> None:
    target = tmp_path / "r.html"
    report = inspect_report.export(EXAMPLE, target, inspect_report.Options(theme="dark"))
    assert report.output == str(target)
    assert report.size == target.stat().st_size
    assert report.input_bytes == EXAMPLE.stat().st_size
    assert 'data-theme="dark"' in target.read_text(encoding="utf-8")


def test_a_stream_gets_the_same_bytes(tmp_path: Path) -> None:
    target, stream = tmp_path / "r.html", io.BytesIO()
    inspect_report.export(EXAMPLE, target)
    inspect_report.export_to_stream(EXAMPLE, stream)
    assert stream.getvalue() == target.read_bytes()


def test_the_collector_is_left_as_it_was(tmp_path: Path) -> None:
    thresholds, seen = gc.get_threshold(), set[tuple[int, int, int]]()
    inspect_report.export(EXAMPLE, tmp_path / "r.html", progress=lambda _, __: seen.add(gc.get_threshold()))
    assert seen
    assert thresholds not in seen
    assert gc.get_threshold() == thresholds


def test_faults_are_one_kind_of_error(tmp_path: Path) -> None:
    with pytest.raises(inspect_report.InspectError, match="no such file"):
        inspect_report.export(tmp_path / "gone.jsonl", tmp_path / "r.html")
    with pytest.raises(AttributeError):
        _ = inspect_report.nothing  # pyright: ignore[reportAttributeAccessIssue]


def test_a_session_that_shrinks_while_it_is_read_is_one_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, read = tmp_path / "s.jsonl", build.read_session
    path.write_bytes(EXAMPLE.read_bytes())

    def shrinking(*arguments: Any, **named: Any) -> Any:
        session = read(*arguments, **named)
        os.truncate(path, 1000)
        return session

    monkeypatch.setattr(build, "read_session", shrinking)
    with pytest.raises(inspect_report.InspectError, match="became shorter while it was read"):
        inspect_report.export(path, tmp_path / "r.html")
    assert [each.name for each in tmp_path.iterdir()] == ["s.jsonl"]


def test_what_is_appended_while_a_session_is_read_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, read = tmp_path / "s.jsonl", build.read_session
    path.write_bytes(EXAMPLE.read_bytes())
    inspect_report.export(path, tmp_path / "before.html")

    def growing(*arguments: Any, **named: Any) -> Any:
        with path.open("ab") as file:
            file.write(b'{"type":"label","id":"late')
        return read(*arguments, **named)

    monkeypatch.setattr(build, "read_session", growing)
    inspect_report.export(path, tmp_path / "after.html")
    assert (tmp_path / "after.html").read_bytes() == (tmp_path / "before.html").read_bytes()


def test_the_package_alone_loads_nothing_heavy() -> None:
    program = "import sys, inspect_report; print(sorted({'msgspec', 'jinja2', 'click'} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=REPO, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(("parent", "warnings"), [("a", 0), ("gone", 1), ("b", 1)])
def test_a_branch_without_its_whole_history_is_a_warning(tmp_path: Path, parent: str, warnings: int) -> None:
    path = tmp_path / "s.jsonl"
    lines = [message_line("a", None, "user", content="one"), message_line("b", parent, "user", content="two")]
    path.write_text(HEADER + "".join(lines), encoding="utf-8")
    assert inspect_report.export(path, tmp_path / "r.html").warnings == warnings
