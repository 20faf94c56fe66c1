"""List, Reading and Timeline are modes of one History: what is selected in one is to be seen in the others."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ExportReport
from tests.browser.harness import Opener
from tests.support import EXAMPLE

PROMPT = "Fine, leave it. Note that in the README."


@pytest.mark.parametrize(
    ("mode", "marked", "words"),
    [
        ("Reading", ".reading-focus[aria-current=true]", "selected entry"),
        ("Timeline", ".timeline .selected", PROMPT),
    ],
    ids=["reading", "timeline"],
)
def test_what_is_selected_in_the_list_is_marked_and_in_view(
    open_report: Opener, export_report: ExportReport, mode: str, marked: str, words: str
) -> None:
    report = open_report(export_report(EXAMPLE), fragment="view=history")
    # Both modes have been drawn before: coming back must not keep the old place.
    report.view.get_by_role("radio", name=mode).click()
    report.view.get_by_role("radio", name="List").click()
    report.page.keyboard.press("/")
    report.page.keyboard.type("Fine, leave it. Note")
    report.view.locator(".erow-line", has_text=PROMPT).last.click()
    report.view.get_by_role("radio", name=mode).click()
    there = report.view.locator(marked)
    expect(there).to_contain_text(words)
    expect(there).to_contain_text(PROMPT)
    expect(there).to_be_in_viewport()
    report.shot(f"selected-{mode.lower()}")
    report.assert_clean()
