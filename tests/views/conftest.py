"""Sessions prepared for views."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from inspect_report import build, files
from inspect_report.pi.session import EmptySession
from inspect_report.report import Sources

SourcesOf = Callable[[Path], Sources | None]


@pytest.fixture
def sources_of() -> Iterator[SourcesOf]:
    """Gives what the views of a report of a path build from; None for a file without an entry. Files close with the test."""
    with ExitStack() as opened:

        def prepare(path: Path) -> Sources | None:
            source = opened.enter_context(files.open_input(str(path)))
            try:
                return build.prepare(source, build.Options()).sources
            except EmptySession:
                return None

        yield prepare
