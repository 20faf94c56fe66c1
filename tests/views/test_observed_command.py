"""--observations on the command line: taken, refused, named beside a session, never overwritten (CLI-2, OBS-6, FILE-3, FILE-4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspect_report.cli import run
from tests.observations.making import context, dump, header, lines, numbered, user
from tests.support import run_cli
from tests.views.observed_reports import TALK, dump_file, session_file


@pytest.fixture
def session(tmp_path: Path) -> Path:
    return session_file(tmp_path, TALK)


def told(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_several_dumps_of_a_session_are_taken(
    session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = dump_file(tmp_path, dump(context(1, [user("Count the words", 1000)], leafId="a1")), "one.jsonl")
    late = lines(
        [header(startedAt="2026-11-30T08:00:00.000Z"), *numbered({"type": "marker", "event": "x"}, run="r2")]
    )
    two = dump_file(tmp_path, late, "two.jsonl")
    target = tmp_path / "r.html"
    command = [
        "export",
        str(session),
        "--observations",
        str(two),
        "--observations",
        str(one),
        "-o",
        str(target),
    ]
    assert run(command) == 0
    assert str(target) in told(capsys)
    page = target.read_text(encoding="utf-8")
    assert page.index('"name":"one.jsonl"') < page.index('"name":"two.jsonl"'), "in the order of their times"
    assert '"--observations"' in page
    assert str(tmp_path) not in page


def test_the_same_files_give_the_same_bytes(session: Path, tmp_path: Path) -> None:
    taken = dump_file(
        tmp_path, dump(context(1, [user("Count the words", 1000), user("More", 5)], leafId="a1"))
    )
    options = ("--observations", taken, "-o", "-")
    first = run_cli("export", session, *options, env={"PYTHONHASHSEED": "1", "TZ": "UTC"})
    other = run_cli("export", session, *options, env={"PYTHONHASHSEED": "2", "TZ": "Asia/Tokyo"})
    assert first.stdout == other.stdout != b""
    assert b'id="oc0"' in first.stdout


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (lines([header("another"), *numbered(context(1, [], leafId="a1"))]), "not a dump of this session"),
        (b"", "an empty file, no dump"),
        (b"hello\n", "neither a dump nor an event stream"),
        (lines(TALK), "a Pi session, not a dump"),
    ],
)
def test_other_files_are_refused_in_one_line(
    raw: bytes, words: str, session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = dump_file(tmp_path, raw, "other.jsonl")
    target = tmp_path / "r.html"
    assert run(["export", str(session), "--observations", str(other), "-o", str(target)]) == 1
    err = told(capsys)
    assert err.startswith("pi-inspect: other.jsonl: ")
    assert words in err
    assert not target.exists()


def test_a_mismatch_can_be_allowed_and_is_said(
    session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = dump_file(tmp_path, lines([header("another"), *numbered(context(1, [], leafId="a1"))]))
    target = tmp_path / "r.html"
    command = ["export", str(session), "--observations", str(other), "--allow-mismatch", "-o", str(target)]
    assert run(command) == 0
    told(capsys)
    page = target.read_text(encoding="utf-8")
    assert "of session another, not of this one. Taken because of --allow-mismatch." in page
    assert '"--allow-mismatch"' in page


def test_a_missing_dump_and_standard_input_are_errors(
    session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for given, words in (
        (str(tmp_path / "none.jsonl"), "no such file"),
        ("-", "standard input can't hold a dump"),
    ):
        assert run(["export", str(session), "--observations", given, "-o", str(tmp_path / "r.html")]) == 1
        assert words in told(capsys)


def test_a_dump_is_never_written_over(
    session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = dump(context(1, [], leafId="a1"))
    taken = dump_file(tmp_path, raw)
    link = tmp_path / "link.html"
    link.symlink_to(taken)
    for target in (taken, link):
        assert run(["export", str(session), "--observations", str(taken), "-o", str(target), "--force"]) == 1
        assert "is the input itself" in told(capsys)
    assert taken.read_bytes() == raw


@pytest.mark.parametrize("name", ["talk.observations.jsonl", "talk.jsonl.observations.jsonl"])
def test_a_dump_beside_the_session_is_named_and_not_taken(
    name: str, session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    beside = dump_file(tmp_path, b"not even a dump", name)
    target = tmp_path / "r.html"
    assert run(["export", str(session), "-o", str(target)]) == 0
    assert f"{name} lies beside the session and was not taken: --observations" in told(capsys)
    assert name not in target.read_text(encoding="utf-8"), (
        "what lies beside a session is no input of its report"
    )
    beside.write_bytes(dump(context(1, [], leafId="a1")))
    assert run(["export", str(session), "--observations", str(beside), "-o", str(target)]) == 0
    assert "lies beside" not in told(capsys)
