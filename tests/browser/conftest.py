"""One Chromium for all browser tests, a fresh context a report, and reports exported once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser import session_files
from tests.browser.context_rows import written
from tests.browser.harness import CHROMIUM_ARGS, Opener, ReportPage, chromium_program
from tests.support import EXAMPLE, run_cli

HERE = Path(__file__).parent

ExportReport = Callable[..., Path]
Write = Callable[..., Path]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder opens a browser."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Headless Chromium, started once."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_program(playwright), args=list(CHROMIUM_ARGS)
        )
        yield browser
        browser.close()


@pytest.fixture
def open_report(browser: Browser) -> Iterator[Opener]:
    """`open_report(path, theme=..., viewport=..., scheme=..., via=...)` gives a `ReportPage`."""
    opener = Opener(browser)
    yield opener
    opener.close()


@pytest.fixture(scope="session")
def export_report(tmp_path_factory: pytest.TempPathFactory) -> ExportReport:
    """`export_report(session, *options)` gives the path of its report; equal calls share one export."""
    made: dict[tuple[str, ...], Path] = {}

    def export(session: Path, *options: str) -> Path:
        key = (str(session), *options)
        if key not in made:
            target = tmp_path_factory.mktemp("report") / "report.html"
            done = run_cli("export", session, "-o", target, *options)
            assert done.returncode == 0, done.stderr.decode(errors="replace")
            made[key] = target
        return made[key]

    return export


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """`write(*messages)` gives a session whose entries e1, e2 … stand below each other; dicts with a type are entries."""
    return lambda *parts: written(tmp_path / "session.jsonl", *parts)


@pytest.fixture
def example(export_report: ExportReport, open_report: Opener) -> ReportPage:
    """The example's report on a wide screen."""
    return open_report(export_report(EXAMPLE))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a test module writes its sessions."""
    return tmp_path_factory.mktemp("sessions")


@pytest.fixture(scope="module")
def forked(folder: Path, export_report: ExportReport) -> Path:
    """The report of a session with two branches, a label and internal entries."""
    return export_report(session_files.forked(folder / "forked.jsonl"))
