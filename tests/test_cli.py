"""The command as a person meets it: outputs, the last line, one-line errors, exit statuses (CLI-1, CLI-8, CLI-9, CLI-10)."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspect_report import __version__
from inspect_report.cli import run

SESSION = (
    '{"type":"session","version":3,"id":"s1","timestamp":"2026-11-02T09:00:00.000Z","cwd":"/home/dev/tally"}\n'
    '{"type":"message","id":"a1","parentId":null,"timestamp":"2026-11-02T09:00:01.000Z",'
    '"message":{"role":"user","content":"Count the words","timestamp":1}}\n'
)


@pytest.fixture
def session(tmp_path: Path) -> Path:
    path = tmp_path / "talk.jsonl"
    path.write_text(SESSION, encoding="utf-8")
    return path


def command(
    *arguments: str, cwd: Path, stdin: bytes | None = None, **more: str
) -> subprocess.CompletedProcess[bytes]:
    root = Path(__file__).resolve().parent.parent
    return subprocess.run(
        [sys.executable, "-m", "inspect_report", *arguments],
        cwd=cwd,
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(root), **more},
    )


def test_writes_where_it_is_told(session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (session.read_bytes(), session.stat().st_mtime_ns)
    target = tmp_path / "r.html"
    assert run(["export", str(session), "-o", str(target)]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert (session.read_bytes(), session.stat().st_mtime_ns) == before
    text = target.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert text.endswith(("</html>", "</html>\n"))
    assert err.count("\n") == 1
    assert f"{target}: {target.stat().st_size:,} bytes" in err
    assert "SHA-256" in err
    assert "1 entry" in err
    assert "review before sharing" in err


def test_default_name_is_after_the_session(session: Path, tmp_path: Path) -> None:
    done = command("export", str(session), "--quiet", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (tmp_path / "pi-inspect-talk.html").exists()


def test_standard_input_and_output(session: Path, tmp_path: Path) -> None:
    done = command("export", "-", cwd=tmp_path, stdin=session.read_bytes())
    assert done.returncode == 0, done.stderr
    named = (tmp_path / "pi-inspect-stdin.html").read_bytes()
    done = command("export", "-", "-o", "-", cwd=tmp_path, stdin=session.read_bytes())
    assert done.stdout == named
    assert b"standard output: " in done.stderr


def test_two_runs_give_the_same_bytes(session: Path, tmp_path: Path) -> None:
    first = command("export", str(session), "-o", "-", cwd=tmp_path, TZ="UTC", PYTHONHASHSEED="1", LC_ALL="C")
    other = command("export", str(session), "-o", "-", cwd=tmp_path, TZ="Asia/Tokyo", PYTHONHASHSEED="2")
    assert first.stdout == other.stdout != b""
    assert str(tmp_path).encode() not in first.stdout


def test_size_and_hash_of_the_input_stand_in_the_report_only_when_harmless(tmp_path: Path) -> None:
    secret = tmp_path / "s.jsonl"
    key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    secret.write_text(SESSION.replace("Count the words", f"use {key} here"), encoding="utf-8")
    plain = command("export", str(secret), "-o", "-", cwd=tmp_path)
    marked = command("export", str(secret), "-o", "-", "--fingerprint", cwd=tmp_path)
    digest = re.search(rb"SHA-256 ([0-9a-f]{64})", plain.stderr)
    assert digest
    assert digest.group(1) not in plain.stdout
    assert digest.group(1) in marked.stdout
    assert b"1 value masked (github-token 1)" in plain.stderr
    assert b"redaction is no guarantee" in plain.stderr
    assert key.encode() not in plain.stdout + marked.stdout


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"\n \n", "blank lines"),
        (b'{"type":"session","version":3,"id":"s"}\n', "no entry"),
        (b"<html></html>", "looks like"),
        (b"hello there\n", "looks like"),
        (b"\x1f\x8b\x08\x00", "looks like"),
        (b'{"a": 1}', "looks like"),
    ],
)
def test_other_files_are_refused_in_one_line(
    content: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    assert run(["export", str(path), "-o", str(tmp_path / "r.html")]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("pi-inspect: x.jsonl: ")
    assert words in err
    assert "; " in err, "says what to do"
    assert err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["x.jsonl"]


def test_refusals_leave_files_alone(
    session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(SESSION, encoding="utf-8")
    page = tmp_path / "mine.html"
    page.write_text("<p>mine", encoding="utf-8")
    for target, status in (
        (session, 1),
        (other, 1),
        (page, 1),
        (tmp_path / "no" / "r.html", 1),
        (tmp_path, 1),
        (f"{tmp_path}/new/", 1),
        ("", 1),
        (page / "r.html", 1),
        (tmp_path / ("x" * 300), 1),
    ):
        assert run(["export", str(session), "-o", str(target)]) == status
        assert capsys.readouterr().err.count("\n") == 1
    assert session.read_text(encoding="utf-8") == other.read_text(encoding="utf-8") == SESSION
    assert page.read_text(encoding="utf-8") == "<p>mine"
    assert run(["export", str(session), "-o", str(page), "--force", "--quiet"]) == 0
    assert run(["export", str(session), "-o", str(page), "--quiet"]) == 0


@pytest.mark.parametrize("arguments", [["--nope"], ["--theme", "pink"], ["a", "b"], []])
def test_bad_options_are_one_line_and_status_two(
    arguments: list[str], session: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        run(["export", *([str(session)] if arguments and arguments[0].startswith("--") else []), *arguments])
        == 2
    )
    assert capsys.readouterr().err.count("\n") == 1


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"pi-inspect {__version__}\n"
    assert run(["export", "-h"]) == 0
    assert "pi-inspect export session.jsonl" in capsys.readouterr().out


def test_internal_fault_is_one_line(
    session: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from inspect_report import build

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(build.selection, "rows", fail)
    assert run(["export", str(session), "-o", str(tmp_path / "r.html")]) == 1
    err = capsys.readouterr().err
    assert "internal fault" in err
    assert err.count("\n") == 1
    monkeypatch.setenv("PI_INSPECT_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run(["export", str(session), "-o", str(tmp_path / "r.html")])


@pytest.fixture
def heeded_signals() -> Iterator[None]:
    """A shell starts what it puts in the background with SIGINT ignored, and every child inherits that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.usefixtures("heeded_signals")
def test_interruption_leaves_nothing_behind(number: int, status: int, session: Path, tmp_path: Path) -> None:
    root = Path(__file__).resolve().parent.parent
    with subprocess.Popen(
        [sys.executable, "-m", "inspect_report", "export", "-", "-o", str(tmp_path / "r.html")],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(root)},
    ) as running:
        assert running.stdin
        assert running.stderr
        running.stdin.write(session.read_bytes())
        running.stdin.flush()
        time.sleep(1.5)
        running.send_signal(number)
        assert running.wait(20) == status
        assert running.stderr.read().count(b"\n") <= 1
    assert [path.name for path in tmp_path.iterdir()] == ["talk.jsonl"]


@pytest.mark.parametrize(
    ("shell", "words"),
    [
        ("{} export - -o r.html <&-", "standard input: closed"),
        ("{} export talk.jsonl -o - >&-", "standard output: closed"),
        ("{} export talk.jsonl -o - >/dev/full", "standard output: no space left"),
        ("{} export '' -o r.html", "the input path is empty"),
    ],
)
def test_closed_and_full_streams_are_one_line(shell: str, words: str, session: Path, tmp_path: Path) -> None:
    if "/dev/full" in shell and not Path("/dev/full").exists():
        pytest.skip("macOS has no /dev/full")
    done = subprocess.run(
        ["sh", "-c", shell.format(f"'{sys.executable}' -m inspect_report")],
        cwd=session.parent,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent)},
    )
    assert done.returncode == 1
    assert words in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["talk.jsonl"]


def test_a_reader_that_goes_away_is_one_line(session: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "inspect_report", "export", str(session), "-o", "-"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent)},
    ) as running:
        assert running.stdout
        assert running.stderr
        running.stdout.read(100)
        running.stdout.close()
        words = running.stderr.read()
        assert running.wait(20) == 1
    assert b"standard output was closed" in words
    assert words.count(b"\n") == 1
