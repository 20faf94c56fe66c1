"""The example's report as its reader meets it: locked, quiet, accessible, in every way of opening it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ExportReport
from tests.browser.harness import NARROW, SMALLEST, WIDE, Opener, Via
from tests.support import EXAMPLE

NAME = "Tally: ignore case and keep the first spelling"
Theme = Literal["light", "dark", "auto"]


@pytest.fixture(scope="session")
def report_file(export_report: ExportReport) -> Path:
    return export_report(EXAMPLE)


@pytest.mark.parametrize("via", ["file", "http", "iframe"])
def test_it_is_clean_however_it_is_opened(open_report: Opener, report_file: Path, via: Via) -> None:
    report = open_report(report_file, via=via)
    assert report.view.locator("#app").get_by_text(NAME).first.is_visible()
    report.assert_clean()


@pytest.mark.parametrize("viewport", [WIDE, NARROW, SMALLEST], ids=["wide", "narrow", "smallest"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_first_view_is_accessible_and_fits(
    open_report: Opener, report_file: Path, theme: Theme, viewport: tuple[int, int]
) -> None:
    report = open_report(report_file, theme=theme, viewport=viewport)
    report.shot(f"first-{theme}-{viewport[0]}")
    report.assert_fits()
    report.assert_accessible()


def test_the_system_preference_decides_only_where_the_report_says_auto(
    open_report: Opener, export_report: ExportReport, report_file: Path
) -> None:
    def background(path: Path, scheme: Literal["light", "dark"]) -> str:
        report = open_report(path, scheme=scheme)
        return report.view.evaluate("() => getComputedStyle(document.body).backgroundColor")

    auto = export_report(EXAMPLE, "--theme", "auto")
    assert background(auto, "light") != background(auto, "dark")
    assert background(report_file, "light") == background(report_file, "dark") == background(auto, "light")


@pytest.mark.parametrize("viewport", [WIDE, SMALLEST], ids=["wide", "smallest"])
def test_it_is_readable_without_javascript(
    open_report: Opener, report_file: Path, viewport: tuple[int, int]
) -> None:
    report = open_report(report_file, javascript=False, viewport=viewport)
    report.shot(f"static-{viewport[0]}")
    # All of it, laid out or not: what is off screen is laid out when it is reached.
    text = report.view.locator("body").text_content() or ""
    assert NAME in text
    assert "Make tally ignore case, but keep the spelling that came first." in text
    report.assert_fits()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_readable_where_a_server_forbids_scripts(
    open_report: Opener, report_file: Path, theme: Theme
) -> None:
    report = open_report(report_file, via="blocked", theme=theme)
    report.shot(f"blocked-{theme}")
    assert "Make tally ignore case" in report.view.locator("body").inner_text()
    assert any("script-src" in text for text in report.console)
    assert not report.requests
    assert report.axe() == []


def test_the_static_part_makes_way_for_the_views(open_report: Opener, report_file: Path) -> None:
    report = open_report(report_file)
    assert report.view.locator("#app").is_visible()
    assert not report.view.locator("#static").is_visible()


def test_the_credential_of_the_session_is_nowhere_in_the_file(report_file: Path) -> None:
    session = EXAMPLE.read_text(encoding="utf-8")
    env = next(
        entry["message"]["output"]
        for entry in map(json.loads, session.splitlines())
        if entry.get("message", {}).get("command") == "cat .env"
    )
    token = env.strip().rpartition("=")[2]
    assert session.count(token) == 2
    text = report_file.read_text(encoding="utf-8")
    assert token not in text
    assert token[4:20] not in text


@pytest.mark.parametrize("viewport", [WIDE, SMALLEST], ids=["wide", "smallest"])
def test_the_header_names_what_is_inside_and_who_can_read_it(
    open_report: Opener, report_file: Path, viewport: tuple[int, int]
) -> None:
    report = open_report(report_file, viewport=viewport)
    warning = report.view.locator("#app .head-warning")
    for words in (
        "prompts", "file contents", "command output", "extension messages", "images", "review before sharing",
        "Whoever has the file can read all of it",
    ):  # fmt: skip
        expect(warning).to_contain_text(words)
    expect(warning).to_be_in_viewport()
    report.assert_fits()
