"""Inputs are only read, outputs are whole or absent, and nothing is destroyed (FILE-1 to FILE-5)."""

from __future__ import annotations

import io
import os
import socket
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from inspect_report.errors import InputError, OutputError
from inspect_report.files import check_output, open_input, write_output

MARK = b'<meta name="generator" content="pi-inspect '


def test_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone.jsonl: no such file or directory; check the path"):
        open_input(str(tmp_path / "gone.jsonl"))


def test_folder_fifo_socket_and_device_are_refused(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with pytest.raises(InputError, match="a FIFO, not a regular file"):
        open_input(str(fifo))
    with pytest.raises(InputError, match="a directory, not a regular file"):
        open_input(str(tmp_path))
    with pytest.raises(InputError, match="a character device, not a regular file"):
        open_input("/dev/null")
    place = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(place))
        with pytest.raises(InputError):
            open_input(str(place))


@pytest.fixture
def unprivileged() -> Iterator[None]:
    """Root reads everything: a test that must be refused runs as nobody."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65_534)
    yield
    if root:
        os.seteuid(0)


def test_unreadable_file_is_one_line(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    secret = tmp_path / "x.jsonl"
    secret.write_bytes(b"{}")
    secret.chmod(0)
    request.getfixturevalue("unprivileged")
    with pytest.raises(InputError, match="permission denied"):
        open_input(str(secret))


def test_size_is_taken_when_opened(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"abc")
    with open_input(str(path)) as opened:
        path.write_bytes(b"abcdef")
        assert opened.size == 3
        assert opened.name == "x.jsonl"


def test_standard_input_is_spooled_unlinked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"line\n" * 500_000)))
    with open_input("-") as opened:
        status = os.fstat(opened.file.fileno())
        assert (opened.size, status.st_nlink, stat.S_IMODE(status.st_mode)) == (2_500_000, 0, 0o600)
        assert opened.file.read(5) == b"line\n"


def test_output_is_private_and_replaces_only_reports(tmp_path: Path) -> None:
    path = tmp_path / "r.html"
    check_output(path, [], mark=MARK, force=False)
    assert write_output(path, ["<html>", "ü"]) == 8
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(OutputError, match="not a report of pi-inspect"):
        check_output(path, [], mark=MARK, force=False)
    check_output(path, [], mark=MARK, force=True)
    path.write_bytes(b"<html>" + MARK + b"0.1.0")
    check_output(path, [], mark=MARK, force=False)


@pytest.mark.parametrize(
    "head",
    [
        b'{"type":"session","id":"x"}\n',
        b'\xef\xbb\xbf{"type":"session"}',
        b'  \n{"id":"x","type" : "message"}',
        b'{"type":"observations","version":1}\n' + MARK,
    ],
)
def test_sessions_and_dumps_are_never_replaced(tmp_path: Path, head: bytes) -> None:
    path = tmp_path / "other.jsonl"
    path.write_bytes(head)
    for force in (False, True):
        with pytest.raises(OutputError, match="never replaced"):
            check_output(path, [], mark=MARK, force=force)
    assert path.read_bytes() == head


def test_input_is_refused_as_output_also_through_links(tmp_path: Path) -> None:
    source = tmp_path / "a.jsonl"
    source.write_bytes(b"x")
    link, hard = tmp_path / "link.html", tmp_path / "hard.html"
    link.symlink_to(source)
    os.link(source, hard)
    with open_input(str(source)) as opened:
        for path in (source, link, hard, tmp_path / "." / "a.jsonl"):
            with pytest.raises(OutputError, match="is the input itself"):
                check_output(path, [opened], mark=MARK, force=True)


def test_link_is_replaced_and_its_target_stays(tmp_path: Path) -> None:
    target, link = tmp_path / "old.html", tmp_path / "link.html"
    target.write_bytes(b"<html>" + MARK)
    link.symlink_to(target)
    check_output(link, [], mark=MARK, force=False)
    write_output(link, ["new"])
    assert not link.is_symlink()
    assert target.read_bytes() == b"<html>" + MARK
    dangling = tmp_path / "dangling.html"
    dangling.symlink_to(tmp_path / "nowhere")
    check_output(dangling, [], mark=MARK, force=False)


def test_folder_missing_or_output_a_folder(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="no such folder"):
        check_output(tmp_path / "no" / "r.html", [], mark=MARK, force=True)
    with pytest.raises(OutputError, match="a directory"):
        check_output(tmp_path, [], mark=MARK, force=True)


def _pieces(error: BaseException) -> Iterator[str]:
    yield "half"
    raise error


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), KeyboardInterrupt(), SystemExit(143), ValueError()]
)
def test_failure_leaves_the_old_report(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "r.html"
    path.write_bytes(b"old")
    with pytest.raises(OutputError if isinstance(error, OSError) else type(error)):
        write_output(path, _pieces(error))
    assert path.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["r.html"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="macOS has no /dev/full")
def test_full_disk_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open
    monkeypatch.setattr(
        os,
        "open",
        lambda path, *rest: real("/dev/full", os.O_WRONLY) if ".part" in str(path) else real(path, *rest),
    )
    with pytest.raises(OutputError, match="no space left on device"):
        write_output(tmp_path / "r.html", ["x" * 100_000])


def test_the_longest_name_a_file_can_have_is_written(tmp_path: Path) -> None:
    path = tmp_path / ("\N{SNOWMAN}" * 83 + ".html")
    check_output(path, [], mark=MARK, force=False)
    write_output(path, ["x"])
    assert path.read_bytes() == b"x"
