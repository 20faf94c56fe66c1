"""Reading mode on the example and on a real run (SES-14): what a person sees who reads the session from top to bottom."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ExportReport
from tests.browser.harness import NARROW, SMALLEST, WIDE, Opener
from tests.support import EXAMPLE

Theme = Literal["light", "dark"]


@pytest.fixture(scope="module")
def report_file(export_report: ExportReport) -> Path:
    return export_report(EXAMPLE)


@pytest.mark.parametrize("viewport", [WIDE, NARROW, SMALLEST], ids=["wide", "narrow", "smallest"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_accessible_and_fits(
    open_report: Opener, report_file: Path, theme: Theme, viewport: tuple[int, int]
) -> None:
    report = open_report(report_file, theme=theme, viewport=viewport, fragment="view=reading")
    report.view.locator(".piece-prompt").first.wait_for()
    report.shot(f"reading-{theme}-{viewport[0]}")
    report.assert_fits()
    report.assert_accessible()


def test_prompts_are_paired_with_their_outcome(open_report: Opener, report_file: Path) -> None:
    report = open_report(report_file, fragment="view=reading")
    item = report.view.locator(".contents-item", has_text="Make tally ignore case")
    text = item.inner_text()
    assert "Done. Keys are compared with" in text
    assert "6 tools" in text
    assert "1 error" in text


def test_thinking_and_tools_are_folded_and_errors_open(open_report: Opener, report_file: Path) -> None:
    report = open_report(report_file, fragment="view=reading")
    answer = report.view.locator(".piece-answer").first
    assert answer.locator("details.piece-fold").count() > 0
    assert answer.locator("details.piece-fold[open]").count() == 0
    failed = report.view.locator("details.piece-tool[open]").first
    failed.wait_for()
    assert "FAIL: test_case_matters" in failed.inner_text()
    folded = report.view.locator("details.piece-tool", has_text="edit src/tally.py").first
    assert folded.get_attribute("open") is None
    folded.locator("summary").first.click()
    folded.locator(".piece-result").wait_for()
    report.assert_clean()


def test_contents_jump_and_follow(open_report: Opener, report_file: Path) -> None:
    report = open_report(report_file, fragment="view=reading")
    report.view.locator(".contents-item", has_text="Fine, leave it. Note that in the README.").click()
    current = report.view.locator(".contents-item.current")
    current.filter(has_text="Fine, leave it").wait_for()
    prompt = report.view.locator(".piece-prompt", has_text="Fine, leave it. Note that in the README.")
    box, body = prompt.bounding_box(), report.view.locator(".reading-body").bounding_box()
    assert box
    assert body
    assert abs(box["y"] - body["y"]) < 4


def test_contents_stand_folded_above_the_transcript_on_a_phone(
    open_report: Opener, report_file: Path
) -> None:
    report = open_report(report_file, viewport=SMALLEST, fragment="view=reading")
    fold = report.view.get_by_role("button", name=re.compile(r"^Contents · \d+ turns$"))
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(report.view.locator(".contents-item").first).to_be_hidden()
    fold.click()
    report.shot("reading-contents-unfolded")
    report.assert_fits()
    report.assert_accessible()
    report.view.locator(".contents-item", has_text="Try it on the two").click()
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(report.view.locator(".piece-prompt", has_text="Try it on the two")).to_be_in_viewport()
    report.assert_clean()


def test_search_steps_through_matches_also_behind_folds(open_report: Opener, report_file: Path) -> None:
    report = open_report(report_file, fragment="view=reading")
    report.page.keyboard.press("/")
    report.page.keyboard.type("unittest")
    report.view.locator(".search", has_text="match").first.wait_for()
    report.page.keyboard.press("Enter")
    report.view.locator(".reading mark").first.wait_for()
    assert report.view.locator(".reading mark").first.inner_text().lower() == "unittest"
    report.assert_clean()


def test_list_and_reading_are_modes_of_history(open_report: Opener, report_file: Path) -> None:
    report = open_report(report_file, fragment="view=history")
    report.view.get_by_role("radio", name="Reading").click()
    report.view.locator(".piece").first.wait_for()
    assert report.view.get_by_role("tab", name="History", exact=True).get_attribute("aria-selected") == "true"
    report.view.locator(".reading").get_by_role("link").first.click()
    report.view.locator(".details-head").wait_for()
    assert "view=history" in report.page.url
    report.assert_clean()


def test_the_answer_to_the_third_prompt_of_the_error_run(
    open_report: Opener, export_report: ExportReport, shared: Path
) -> None:
    path = export_report(shared / "observations" / "i_errors" / "session.jsonl")
    report = open_report(path, fragment="view=reading")
    item = report.view.locator(".contents-item", has_text="Run a thing.")
    assert "Fine now." in item.inner_text()
    report.assert_clean()
