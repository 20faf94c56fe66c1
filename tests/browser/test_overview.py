"""Overview, Errors and the historical tabs in the browser, on the example and on real runs (SES-9, SES-12, SES-17, CTX-12)."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ExportReport
from tests.browser.harness import NARROW, WIDE, Opener, ReportPage
from tests.support import EXAMPLE
from tests.views.test_replay import TALK

Theme = Literal["light", "dark"]


@pytest.fixture(scope="module")
def report_file(export_report: ExportReport) -> Path:
    return export_report(EXAMPLE)


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("panel", ["Overview", "Errors"])
def test_panels_are_accessible_and_clean(
    open_report: Opener, report_file: Path, panel: str, theme: Theme, viewport: tuple[int, int]
) -> None:
    report = open_report(report_file, theme=theme, viewport=viewport)
    report.view.get_by_role("button", name=panel).first.click()
    dialog = report.view.get_by_role("dialog")
    dialog.wait_for()
    report.shot(f"{panel.lower()}-{theme}-{viewport[0]}")
    report.assert_fits()
    report.assert_accessible()


def test_a_figure_opens_into_its_entries_and_jumps(open_report: Opener, report_file: Path) -> None:
    report = open_report(report_file)
    report.view.get_by_role("button", name="Overview").first.click()
    dialog = report.view.get_by_role("dialog")
    dialog.locator("summary", has_text="2 changes").first.click()
    link = dialog.locator("details[open] .entry-line a").first
    name = link.inner_text()
    link.click()
    report.view.locator(".details-facts", has_text=name).wait_for()
    assert f"entry={name}" in report.page.url
    report.assert_clean()


def test_errors_list_retries_with_what_came_through(open_report: Opener, report_file: Path) -> None:
    report = open_report(report_file)
    report.view.get_by_role("button", name="Errors").first.click()
    attempt = report.view.locator(".error-item", has_text="attempts").first
    assert "Came through" in attempt.inner_text()
    attempt.get_by_role("link", name="the answer after it").click()
    report.view.locator(".details-facts").wait_for()
    report.assert_clean()


def test_every_attempt_shows_its_own_words_also_without_scripts(
    open_report: Opener, export_report: ExportReport, shared: Path
) -> None:
    path = export_report(shared / "observations" / "i_errors" / "session.jsonl")
    report = open_report(path, fragment="view=errors")
    first = report.view.locator(".error-item", has_text="2 attempts")
    said = first.locator(".attempt")
    expect(said).to_have_count(2)
    expect(said.nth(0)).to_contain_text("Overloaded")
    expect(said.nth(0).locator(".entry-line")).to_contain_text("886c2423")
    expect(said.nth(1)).to_contain_text("Slow down")
    expect(said.nth(1).locator(".entry-line")).to_contain_text("5c0c46e9")
    static = open_report(path, javascript=False).view.locator("li", has_text="Slow down")
    expect(static).to_contain_text("Overloaded")


def test_errors_of_the_panel_and_of_the_header_are_one_number(
    open_report: Opener, export_report: ExportReport, shared: Path
) -> None:
    path = export_report(shared / "observations" / "i_errors" / "session.jsonl")
    report = open_report(path, fragment="view=errors")
    expect(report.view.locator(".fact-error")).to_contain_text("13 errors")
    expect(report.view.locator(".error-figures").first).to_have_text(
        "13 errors, 2 of them aborted answers, in 9 problems: attempts at one answer stand together."
    )
    aborted = report.view.locator(".error-item", has_text="This operation was aborted")
    expect(aborted).to_have_count(2)
    expect(aborted.first.locator(".error-kinds .badge")).to_have_text("aborted")


def test_what_a_tool_said_is_printed_once(open_report: Opener, report_file: Path) -> None:
    report = open_report(report_file, fragment="view=errors")
    tool = report.view.locator(".error-item", has_text="tool error").first
    words = tool.locator(".text").inner_text()
    assert tool.inner_text().count(words) == 1


def test_an_error_names_its_turn(open_report: Opener, export_report: ExportReport, shared: Path) -> None:
    path = export_report(shared / "observations" / "i_errors" / "session.jsonl")
    report = open_report(path, fragment="view=errors")
    item = report.view.locator(".error-item", has_text="Internal server error")
    expect(item.locator(".error-turn")).to_have_text("Turn 3 Run a thing.")
    item.get_by_role("link", name="Turn 3").click()
    expect(report.view.locator(".details-facts")).to_contain_text("bfa67e79")
    report.assert_clean()


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_long_errors_and_prompts_stay_in_the_panel(
    open_report: Opener, export_report: ExportReport, shared: Path, viewport: tuple[int, int]
) -> None:
    path = export_report(shared / "sessions" / "large-v1.jsonl")
    report = open_report(path, viewport=viewport, fragment="view=errors")
    report.view.locator(".error-turn").first.wait_for()
    beyond = report.view.locator(".errors").evaluate(
        """(panel) => [...panel.querySelectorAll(".error-turn, .attempt, .text")]
             .filter((node) => node.getBoundingClientRect().right > panel.getBoundingClientRect().right).length"""
    )
    assert beyond == 0


@pytest.mark.parametrize(
    ("fact", "heading"),
    [("files changed", "Files: "), ("turns", "Figures"), ("claude", "Models")],
    ids=["files", "turns", "model"],
)
@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_fact_of_the_header_leads_to_its_own_part(
    open_report: Opener,
    export_report: ExportReport,
    shared: Path,
    fact: str,
    heading: str,
    viewport: tuple[int, int],
) -> None:
    path = export_report(shared / "sessions" / "large-v1.jsonl")
    report = open_report(path, viewport=viewport)
    report.view.locator(".fact-button", has_text=fact).click()
    part = report.view.locator(".overview h3", has_text=heading)
    expect(part).to_be_focused()
    expect(part).to_be_in_viewport()
    report.assert_clean()


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_figures_are_whole_in_the_panel(
    open_report: Opener, export_report: ExportReport, shared: Path, viewport: tuple[int, int]
) -> None:
    path = export_report(shared / "sessions" / "large-v1.jsonl")
    report = open_report(path, viewport=viewport, fragment="view=overview")
    table = report.view.locator("[data-part=figures] .table-scroll")
    wide, room = table.evaluate("(node) => [node.scrollWidth, node.clientWidth]")
    assert wide <= room
    span = table.locator("tr", has_text="Recorded span").locator("td").first
    expect(span).to_have_text("20 Nov 2025, 23:33 – 21 Nov 2025, 02:14")


def entry_tab(open_report: Opener, path: Path, entry: str, tab: str) -> ReportPage:
    report = open_report(path, fragment=f"view=history&entry={entry}")
    report.view.locator(".details-head").wait_for()
    report.view.locator(".details").get_by_role("tab", name=tab, exact=True).click()
    return report


def test_prompt_tab_shows_what_a_system_message_changed(open_report: Opener, report_file: Path) -> None:
    report = entry_tab(open_report, report_file, "c2539e2c", "Prompt")
    panel = report.view.locator(".replay")
    rules = panel.locator(".replay-part:has(.badge:text-is('changed'))")
    rules.locator("summary").click()
    assert "Use grep for searching, not bash." in rules.locator(".diff-added").inner_text()
    removed = panel.locator(".replay-part:has(.badge:text-is('removed'))")
    assert "skills" in removed.inner_text()
    report.assert_clean()
    report.assert_accessible()


def test_tools_tab_names_what_was_added_and_removed(open_report: Opener, report_file: Path) -> None:
    report = entry_tab(open_report, report_file, "c2539e2c", "Tools")
    text = report.view.locator(".replay").inner_text()
    for words in ("added grep", "added wordlist_lookup", "removed codemode"):
        assert words in " ".join(text.split())


def test_before_the_first_system_message_nothing_is_claimed(
    open_report: Opener, export_report: ExportReport, shared: Path
) -> None:
    path = export_report(shared / "sessions" / "all-entry-types-v3.jsonl")
    for tab in ("Prompt", "Tools"):
        report = entry_tab(open_report, path, "164024fb", tab)
        assert "Unavailable." in report.view.locator(".details-panel:visible").inner_text()
        report.assert_clean()


def test_a_compaction_without_checkpoint_leaves_no_prompt(
    open_report: Opener, export_report: ExportReport, tmp_path: Path
) -> None:
    session = tmp_path / "talk.jsonl"
    session.write_text(TALK, encoding="utf-8")
    report = entry_tab(open_report, export_report(session), "w", "Prompt")
    assert (
        "compaction above this entry holds no checkpoint"
        in report.view.locator(".details-panel:visible").inner_text()
    )


def test_branch_context_opens_beside_the_context_and_leads_back(
    open_report: Opener, report_file: Path
) -> None:
    report = entry_tab(open_report, report_file, "c2539e2c", "Context")
    report.view.get_by_role("button", name="View branch context").click()
    view = report.view.locator(".branch-context")
    view.wait_for()
    assert "Session-derived preview" in view.inner_text()
    assert "Entry c2539e2c" in view.inner_text()
    rows = view.locator(".vrow").count()
    report.assert_accessible()
    report.view.get_by_role("button", name="Back to the context at the leaf").click()
    report.view.locator(".branch-context").wait_for(state="hidden")
    assert report.view.locator(".vrow:visible").count() > rows
    report.assert_clean()


def test_skill_evidence_of_a_real_run(open_report: Opener, export_report: ExportReport, shared: Path) -> None:
    path = export_report(shared / "observations" / "e_skill" / "session.jsonl")
    report = entry_tab(open_report, path, "fa40cc45", "Skills")
    text = report.view.locator(".replay:visible").inner_text()
    assert "tidy-up" in text
    assert "not that the model complied" in text
    report = entry_tab(open_report, path, "80cb3bca", "Skills")
    assert "release-notes" in report.view.locator(".replay:visible").inner_text()
    report = open_report(path, fragment="view=history&entry=3f072b71")
    assert report.view.locator(".details").get_by_role("tab", name="Skills", exact=True).count() == 0


def test_the_header_says_what_this_was(open_report: Opener, report_file: Path) -> None:
    said = " ".join(open_report(report_file).view.locator(".head-top").inner_text().split())
    for words in (
        "tally.jsonl in ~/tally",
        "106 entries loaded",
        "first prompt: Make tally ignore case, but keep the spelling that came first.",
        "12 turns",
        "260.4 k tokens, recorded estimate $0.296, active branch",
    ):
        assert words in said
