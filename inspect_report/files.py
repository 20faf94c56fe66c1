"""Opens inputs and puts outputs into place (FILE-1 to FILE-5). Nothing else in the project opens a path."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import stat
import sys
import tempfile
from collections.abc import Generator, Iterable
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self, TextIO, cast

from inspect_report.errors import InputError, OutputError

_HEAD = 4096
_COPY = 1 << 20
_RECORD = re.compile(rb'^\{[^\n]{0,3000}?"type"\s*:\s*"', re.DOTALL)


class Input:
    """A regular file opened read-only, or standard input spooled to an unlinked private file.

    `size` is its length in bytes when it was opened; what is appended later is not read. Use as a context manager.
    """

    def __init__(self, file: BinaryIO, name: str, status: os.stat_result, size: int) -> None:
        self.file = file
        self.name = name
        """File name without folders, or "standard input"."""
        self.size = size
        self._status = status

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()

    def is_same_file(self, other: os.stat_result) -> bool:
        """Whether `other` is this very file, by whatever name or link."""
        return os.path.samestat(self._status, other)


def open_input(path: str) -> Input:
    """Open `path` ("-" is standard input) for reading; anything but a regular file is an `InputError`."""
    if path == "-":
        # A process started with its standard input closed has no such object.
        standard = cast("TextIO | None", sys.stdin)
        if standard is None:
            raise InputError("standard input: closed", "name a session file, or send one into the command")
        return _spool(standard.buffer)
    if not path:
        raise InputError("the input path is empty", "name a session file (.jsonl) or use -")
    if "\0" in path:
        raise InputError("the input path holds a NUL character", "name an existing session file")
    try:
        # Without O_NONBLOCK opening a FIFO waits for a writer.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except OSError as error:
        raise InputError(
            f"{path}: {_reason(error)}", _ADVICE.get(error.errno or 0, "name a session file")
        ) from None
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        raise InputError(
            f"{path}: {kind_of_file(status)}, not a regular file", "name a session file (.jsonl) or use -"
        )
    return Input(os.fdopen(descriptor, "rb"), Path(path).name, status, status.st_size)


def dump_beside(session: str, taken: Iterable[Input]) -> str:
    """Name of the dump of observations that lies beside a session file, unless it is among `taken`; empty for none.

    Such a dump is named to the person, never opened.
    """
    path = Path(session)
    names = dict.fromkeys((f"{path.stem}.observations.jsonl", f"{path.name}.observations.jsonl"))
    for found in (path.with_name(name) for name in names if path.name and session != "-"):
        try:
            status = found.stat()
        except (OSError, ValueError):
            continue
        if stat.S_ISREG(status.st_mode) and not any(each.is_same_file(status) for each in taken):
            return found.name
    return ""


_ADVICE = {
    errno.ENOENT: "check the path",
    errno.EACCES: "ask for read permission",
    errno.ENXIO: "name a regular file",
}


def _spool(stream: BinaryIO) -> Input:
    file: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115 - closed by Input
    try:
        size = 0
        while part := stream.read(_COPY):
            file.write(part)
            size += len(part)
        file.flush()
        file.seek(0)
    except OSError as error:
        file.close()
        raise InputError(
            f"standard input: {_reason(error)}", "check the space in the temporary folder"
        ) from None
    except BaseException:
        file.close()
        raise
    return Input(file, "standard input", os.fstat(file.fileno()), size)


def kind_of_file(status: os.stat_result) -> str:
    """What a path is, in words: "a directory", "a FIFO", …"""
    mode = status.st_mode
    for test, words in (
        (stat.S_ISDIR, "a directory"),
        (stat.S_ISFIFO, "a FIFO"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISCHR, "a character device"),
        (stat.S_ISBLK, "a block device"),
        (stat.S_ISREG, "a regular file"),
    ):
        if test(mode):
            return words
    return "a special file"


def output_path(name: str) -> Path:
    """The file that an output is called by; a name that can only be a folder's, or nobody's, is an `OutputError`."""
    if not name or "\0" in name:
        raise OutputError("the output path is empty or holds a NUL character", "name a file with -o")
    if name.endswith(("/", os.sep)):
        raise OutputError(f"{name}: a folder's name, not a file's", "add the name of the report")
    return Path(name)


def check_output(path: Path, inputs: Iterable[Input], *, mark: bytes, force: bool) -> None:
    """Refuse an output that may not be written, before any work is done (FILE-3, FILE-5).

    `mark` stands in the first 4 KiB of every report of this tool. A link is judged by what it points to.
    """
    folder = path.parent
    try:
        if not stat.S_ISDIR(folder.stat().st_mode):
            raise OutputError(f"{folder}: not a folder", "choose another with -o")
    except FileNotFoundError:
        raise OutputError(f"{folder}: no such folder", "make it first or choose another with -o") from None
    except OSError as error:
        raise OutputError(f"{folder}: {_reason(error)}", "choose another folder with -o") from None
    try:
        status = path.stat()
    except FileNotFoundError:
        return
    except OSError as error:
        # A link that leads back to itself is replaced like any other.
        if error.errno == errno.ELOOP and path.is_symlink():
            return
        raise OutputError(f"{path}: {_reason(error)}", "choose another output with -o") from None
    if any(each.is_same_file(status) for each in inputs):
        raise OutputError(f"{path}: is the input itself", "choose another output with -o")
    if not stat.S_ISREG(status.st_mode):
        raise OutputError(f"{path}: {kind_of_file(status)}", "choose a file name with -o")
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError as error:
        raise OutputError(f"{path}: {_reason(error)}", "choose another output with -o") from None
    if _RECORD.match(head.removeprefix(b"\xef\xbb\xbf").lstrip()):
        raise OutputError(
            f"{path}: looks like a session or a dump and is never replaced", "choose another output with -o"
        )
    if not force and head and mark not in head:
        raise OutputError(
            f"{path}: exists and is not a report of pi-inspect", "choose another output, or --force"
        )


def write_output(path: Path, pieces: Iterable[str]) -> int:
    """Write a report to a new private file in the target folder and move it into place; gives its size in bytes.

    On any failure, also Ctrl-C, the new file is removed and what stood at `path` stays as it was.
    """
    with _new_file_beside(path) as (descriptor, name):
        size = 0
        with os.fdopen(descriptor, "wb") as file:
            for piece in pieces:
                size += file.write(piece.encode())
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    _sync_folder(path.parent)
    return size


@contextlib.contextmanager
def _new_file_beside(path: Path) -> Generator[tuple[int, str], None, None]:
    # A file name is bounded in bytes, commonly 255 of them, not in characters.
    known = os.fsdecode(os.fsencode(path.name)[:100])
    name = str(path.with_name(f".{known}.{secrets.token_hex(6)}.part"))
    try:
        descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o600)
    except OSError as error:
        raise OutputError(f"{path}: {_reason(error)}", "choose another output with -o") from None
    try:
        yield descriptor, name
    except OSError as error:
        _remove(name)
        raise OutputError(
            f"{path}: {_reason(error)}", "free some space or choose another output with -o"
        ) from None
    except BaseException:
        _remove(name)
        raise


def _remove(name: str) -> None:
    with contextlib.suppress(OSError):
        Path(name).unlink()


def _sync_folder(folder: Path) -> None:
    # Not every system lets a folder be opened; the report is in place either way.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
