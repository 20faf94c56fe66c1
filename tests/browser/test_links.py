"""Links into the Session view: they show what filters and switches hide, name view, entry and leaf, and fall back with a notice (SES-15, UI-5)."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from playwright.sync_api import expect

from tests.browser import session_files as files
from tests.browser.conftest import ExportReport
from tests.browser.harness import Opener
from tests.browser.session_files import lines, row

Theme = Literal["light", "dark"]


def test_a_link_shows_what_a_filter_hides_and_leaves_the_filter(open_report: Opener, forked: Path) -> None:
    report = open_report(forked, fragment="view=history")
    view = report.view
    chip = view.locator(".chip", has_text="Model")
    chip.click()
    assert "Now the tests" not in lines(view)
    view.evaluate("() => { location.hash = '#view=history&entry=u2'; }")
    expect(row(view, "Now the tests").get_by_text("shown by link")).to_be_visible()
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(view.locator(".chip").first).to_contain_text("All 7")
    view.locator(".chip", has_text="Tool").click()
    expect(row(view, "Now the tests")).to_have_count(0)


def test_a_link_to_an_internal_or_off_branch_entry_shows_it(open_report: Opener, forked: Path) -> None:
    view = open_report(forked, fragment="view=history&entry=s1").view
    expect(row(view, "state").get_by_text("shown by link")).to_be_visible()
    view.evaluate("() => { location.hash = '#view=history&entry=sidea'; }")
    assert lines(view)[:2] == ["Outside the shown branch", "Side answer"]
    expect(row(view, "Side answer").get_by_text("shown by link")).to_be_visible()
    expect(view.locator(".view-notices:visible")).to_contain_text(
        "The selected entry sidea is not on the branch shown here"
    )


def test_links_name_view_entry_and_leaf_and_back_works(open_report: Opener, forked: Path) -> None:
    report = open_report(forked, fragment="view=history", permissions=("clipboard-read", "clipboard-write"))
    view = report.view
    row(view, "notes.txt").locator(".row-text").click()
    assert report.page.url.endswith("#view=history&entry=a1&leaf=l1")
    row(view, "All pass").locator(".row-text").click()
    view.locator(".details").get_by_role("button", name="Copy link").click()
    expect(view.locator(".toast")).to_contain_text("Link copied")
    copied = view.evaluate("() => navigator.clipboard.readText()")
    assert copied.endswith("#view=history&entry=a3&leaf=l1")
    report.page.go_back()
    expect(row(view, "notes.txt")).to_have_attribute("aria-selected", "true")
    report.page.go_forward()
    expect(row(view, "All pass")).to_have_attribute("aria-selected", "true")


def test_unknown_links_fall_back_with_a_notice(open_report: Opener, forked: Path) -> None:
    view = open_report(forked, fragment="view=history&entry=nobody&leaf=l1").view
    expect(view.locator(".notices")).to_contain_text(
        "This report has no entry “nobody” that can be linked to."
    )
    assert "All pass" in lines(view)


def test_a_chosen_leaf_is_named_and_followed(
    open_report: Opener, export_report: ExportReport, folder: Path
) -> None:
    report = open_report(
        export_report(files.forked(folder / "leaf.jsonl"), "--leaf", "sidea"), fragment="view=history"
    )
    expect(report.view.locator(".facts")).to_contain_text("at leaf sidea, chosen with --leaf")
    assert "Side answer" in lines(report.view)
    assert "All pass" not in lines(report.view)
