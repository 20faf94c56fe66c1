"""Captured executions as a person sees them: nesting, repeated ids, unfinished calls, streams, links to the anchor and back."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import ExportReport
from tests.browser.harness import NARROW, SMALLEST, WIDE, Opener, ReportPage
from tests.support import EXAMPLE
from tests.views.execution_dumps import Made, large

Recorded = Callable[..., Path]


@pytest.fixture
def recorded(shared: Path, export_report: ExportReport) -> Recorded:
    """`recorded("b_parallel")`: the report of a real run with its dump."""

    def export(name: str, dump: str = "observations", session: str = "session") -> Path:
        folder = shared / "observations" / name
        return export_report(folder / f"{session}.jsonl", "--observations", str(folder / f"{dump}.jsonl"))

    return export


def rows(report: ReportPage) -> Locator:
    return report.view.locator(".executions [role=treeitem]:has(.erow-time)")


def row(report: ReportPage, text: str) -> Locator:
    """The row whose arguments begin with a text."""
    words = report.view.locator(".row-text", has_text=re.compile(f"^{re.escape(text)}"))
    return rows(report).filter(has=words).first


def details(report: ReportPage) -> Locator:
    return report.view.locator(".details")


@pytest.mark.parametrize("viewport", [WIDE, NARROW, SMALLEST], ids=["wide", "narrow", "smallest"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_accessible_and_fits(
    open_report: Opener, recorded: Recorded, theme: Literal["light", "dark"], viewport: tuple[int, int]
) -> None:
    report = open_report(recorded("b_parallel"), theme=theme, viewport=viewport, fragment="view=executions")
    rows(report).first.wait_for()
    report.shot(f"executions-{theme}-{viewport[0]}")
    report.assert_fits()
    report.assert_accessible()
    row(report, "missing.txt").locator(".erow-line").click()
    details(report).get_by_text("Result, after Pi").wait_for()
    report.shot(f"execution-details-{theme}-{viewport[0]}")
    report.assert_fits()
    report.assert_accessible()


@pytest.mark.parametrize("view", ["executions", "timeline"])
def test_a_link_leads_to_one_occurrence(open_report: Opener, recorded: Recorded, view: str) -> None:
    path = recorded("c_codemode")
    report = open_report(path, fragment="view=executions", permissions=("clipboard-read", "clipboard-write"))
    row(report, "nope.txt").locator(".erow-line").click()
    assert "execution=mx2valekzyjl%3A" in report.page.url
    if view == "timeline":
        details(report).get_by_role("button", name="Show in Timeline").click()
        expect(report.view.locator(".timeline-row[aria-current]")).to_contain_text("nope.txt")
    details(report).get_by_role("button", name="Copy link").click()
    expect(report.view.locator(".toast")).to_contain_text("Link")
    link = str(report.view.evaluate("() => navigator.clipboard.readText()"))
    assert link.startswith(path.resolve().as_uri() + f"#view={view}&entry=")
    other = open_report(path, fragment=link.partition("#")[2])
    expect(other.view.locator(".details-title")).to_contain_text("nope.txt")
    expect(other.view.locator(".notices")).to_be_empty()
    if view == "executions":
        expect(other.view.locator(".executions .selected")).to_contain_text("nope.txt")
    other.assert_clean()


def test_back_leads_from_occurrence_to_occurrence(open_report: Opener, recorded: Recorded) -> None:
    report = open_report(recorded("c_codemode"), fragment="view=executions")
    rows(report).nth(1).locator(".erow-line").click()
    title = details(report).locator(".details-title")
    first = title.inner_text()
    rows(report).nth(2).locator(".erow-line").click()
    expect(title).not_to_have_text(first)
    report.page.go_back()
    expect(title).to_have_text(first)
    report.assert_clean()


def test_a_link_to_an_unknown_occurrence_says_so(open_report: Opener, recorded: Recorded) -> None:
    report = open_report(recorded("c_codemode"), fragment="view=executions&execution=nobody%3A1")
    expect(report.view.locator(".notices")).to_contain_text(
        "This report has no captured execution “nobody:1”."
    )
    expect(rows(report).first).to_be_visible()
    report.assert_clean()


def test_a_stream_without_ids_can_be_linked_as_well(open_report: Opener, recorded: Recorded) -> None:
    path = recorded("a_simple_json", "json-stream")
    report = open_report(path, fragment="view=executions&execution=stream1%3A2")
    expect(details(report).locator(".details-facts")).to_contain_text("no. 2 of the stream")


def test_counts_stand_in_the_navigation_and_rows_nest(open_report: Opener, recorded: Recorded) -> None:
    report = open_report(recorded("c_codemode"), fragment="view=executions")
    expect(report.view.get_by_role("tab", name="Captured executions")).to_contain_text("11 · 3 failed")
    expect(rows(report)).to_have_count(11)
    levels = rows(report).evaluate_all("nodes => nodes.map((node) => node.getAttribute('aria-level'))")
    assert levels == ["2", "3", "3", "3", "2", "3", "3", "3", "2", "2", "3"]
    first = rows(report).first
    first.locator(".erow-caret").click()
    expect(rows(report)).to_have_count(8)
    expect(report.view.locator(".executions .selected")).to_have_count(0)
    first.focus()
    report.page.keyboard.press("ArrowRight")
    expect(rows(report)).to_have_count(11)
    report.page.keyboard.press("ArrowRight")
    report.page.keyboard.press("Enter")
    expect(details(report).locator(".details-title")).to_contain_text("bash ls src")
    report.assert_clean()


def test_details_have_three_tabs_and_lead_to_parent_children_and_anchor(
    open_report: Opener, recorded: Recorded
) -> None:
    report = open_report(recorded("c_codemode"), fragment="view=executions")
    row(report, "nope.txt").locator(".erow-line").click()
    panel = details(report)
    expect(panel.get_by_role("tab")).to_have_text(["Content", "Metadata", "Raw"])
    expect(panel).to_contain_text("Pi keeps no result entry for a nested call")
    panel.get_by_role("tab", name="Metadata").click()
    expect(panel).to_contain_text("23 ms, as the collector saw it")
    expect(panel).to_contain_text("22 ms, time in execute()")
    expect(panel).to_contain_text("toolu_c02/1")
    panel.get_by_role("tab", name="Raw").click()
    expect(panel).to_contain_text('"occurrenceId"')
    panel.get_by_role("button", name="Parent", exact=True).click()
    expect(panel.locator(".details-title")).to_contain_text("codemode")
    panel.get_by_role("button", name="First of 3 children").click()
    expect(panel.locator(".details-title")).to_contain_text("nope.txt")
    panel.get_by_role("button", name="Inspect recorded anchor").click()
    expect(report.view.get_by_role("tab", name="History")).to_have_attribute("aria-selected", "true")
    expect(panel.get_by_role("tab", name="Executions")).to_be_visible()
    panel.get_by_role("tab", name="Executions").click()
    panel.get_by_role("button", name="read").first.click()
    expect(report.view.get_by_role("tab", name="Captured executions")).to_have_attribute(
        "aria-selected", "true"
    )
    expect(panel.locator(".details-title")).to_contain_text("nope.txt")
    report.assert_clean()


def test_an_entry_is_shown_again_after_an_execution(open_report: Opener, recorded: Recorded) -> None:
    report = open_report(recorded("c_codemode"), fragment="view=history")
    report.view.locator(".erow-line", has_text="Gather facts").last.click()
    expect(details(report).locator(".details-title")).to_contain_text("Gather facts")
    report.view.get_by_role("tab", name="Captured executions").click()
    rows(report).first.locator(".erow-line").click()
    expect(details(report).locator(".details-title")).to_contain_text("codemode")
    report.view.get_by_role("tab", name="History").click()
    expect(details(report)).to_contain_text("entry ")
    report.view.get_by_role("tab", name="Captured executions").click()
    expect(details(report).locator(".details-facts")).to_contain_text("execution ")
    report.assert_clean()


def test_two_open_calls_of_one_id_are_not_told_apart(open_report: Opener, recorded: Recorded) -> None:
    report = open_report(recorded("b_parallel"), fragment="view=executions")
    line = row(report, "echo again")
    expect(line).to_contain_text("correlation unavailable")
    expect(line).to_contain_text("no interval")
    line.locator(".erow-line").click()
    expect(details(report)).to_contain_text("may be the other’s")
    expect(details(report).get_by_role("button", name="Inspect recorded anchor")).to_have_count(0)
    report.view.get_by_role("button", name="Without correlation 2").click()
    expect(rows(report)).to_have_count(2)


def test_an_unfinished_call_shows_its_last_update_as_provisional(
    open_report: Opener, recorded: Recorded
) -> None:
    report = open_report(recorded("r_killed_sigkill"), fragment="view=executions")
    expect(report.view.locator(".executions .turn")).to_contain_text("no end written")
    row(report, "echo begin").locator(".erow-line").click()
    panel = details(report)
    expect(panel).to_contain_text("unfinished at the end of the dump")
    expect(panel).to_contain_text("Provisional: a partial result")
    expect(panel).to_contain_text("begin")
    expect(panel).not_to_contain_text("exit code")


def test_a_stream_has_numbers_and_no_times(open_report: Opener, recorded: Recorded) -> None:
    report = open_report(recorded("c_codemode", "rpc-stream"), fragment="view=executions")
    expect(rows(report).first).to_contain_text("no. 1")
    expect(rows(report).first).to_contain_text("times not recorded")
    row(report, "nope.txt").locator(".erow-line").click()
    expect(details(report)).to_contain_text("matched by the tool-call id of its outermost parent")
    expect(details(report).locator(".details-facts")).to_contain_text("no. 7 of the stream")


def test_runs_without_an_execution_are_named(open_report: Opener, recorded: Recorded) -> None:
    report = open_report(recorded("n_new_reload", "observations-1", "session-1"), fragment="view=executions")
    view = report.view.locator(".view:not([hidden])")
    expect(view).to_contain_text("3 runs, none of which ran a tool")
    expect(view).to_contain_text("ended: reload")


def test_without_a_dump_it_says_how_to_capture(open_report: Opener, export_report: ExportReport) -> None:
    report = open_report(export_report(EXAMPLE), fragment="view=executions")
    expect(report.view.locator(".empty:visible")).to_contain_text("--observations FILE")
    report.assert_accessible()


def test_both_results_where_the_session_differs_and_the_input_really_used(
    open_report: Opener, export_report: ExportReport, tmp_path: Path
) -> None:
    made = Made()
    made.turn(1)
    made.entries[-1]["message"]["content"] = [{"type": "text", "text": "changed afterwards"}]
    made.record("execution_input", occurrenceId="r1:1", input={"command": "echo rewritten"})
    session, dump = made.write(tmp_path)
    report = open_report(export_report(session, "--observations", str(dump)), fragment="view=executions")
    expect(rows(report).first).to_contain_text("differs from the session")
    rows(report).first.locator(".erow-line").click()
    panel = details(report)
    expect(panel).to_contain_text("differ in content. The session’s is the persisted one.")
    expect(panel.locator("section", has_text="Persisted result")).to_contain_text("changed afterwards")
    expect(panel.locator("section", has_text="Observed result")).to_contain_text("output of toolu")
    expect(panel.locator("section", has_text="Effective input")).to_contain_text("echo rewritten")


def test_search_finds_results_and_filters(open_report: Opener, recorded: Recorded) -> None:
    report = open_report(recorded("b_parallel"), fragment="view=executions")
    rows(report).first.wait_for()
    report.page.keyboard.press("/")
    report.page.keyboard.type("lookup_weather not found")
    expect(rows(report)).to_have_count(1)
    expect(rows(report)).to_contain_text("lookup_weather")
    report.page.keyboard.press("Escape")
    expect(rows(report)).to_have_count(12)
    report.assert_clean()


def test_a_link_shows_what_a_filter_hides(open_report: Opener, recorded: Recorded) -> None:
    report = open_report(recorded("c_codemode"), fragment="view=executions")
    row(report, "nope.txt").locator(".erow-line").click()
    report.view.get_by_role("button", name="Failed 3").click()
    expect(rows(report).filter(has_text="README.md")).to_have_count(0)
    details(report).get_by_role("button", name="Parent", exact=True).click()
    expect(details(report).locator(".details-title")).to_contain_text("codemode")
    expect(report.view.locator(".executions .selected")).to_contain_text("shown by link")


def test_failed_executions_are_errors(
    open_report: Opener, export_report: ExportReport, tmp_path: Path
) -> None:
    made = Made()
    made.turn(1)
    made.records[-1]["isError"] = True
    session, dump = made.write(tmp_path)
    report = open_report(export_report(session, "--observations", str(dump)), fragment="view=errors")
    item = report.view.locator(".error-item", has_text="captured execution failed")
    item.get_by_role("link", name="the captured execution").click()
    details(report).locator(".details-title").wait_for()
    assert "view=executions" in report.page.url


def test_overview_counts_captured_calls(open_report: Opener, recorded: Recorded) -> None:
    report = open_report(recorded("c_codemode"), fragment="view=overview")
    report.view.get_by_role("button", name="11, 7 nested, 3 failed, 0 unfinished").click()
    rows(report).first.wait_for()


def test_five_thousand_executions_are_counted_and_the_list_stays_short(
    open_report: Opener, export_report: ExportReport, tmp_path: Path
) -> None:
    session, dump = large(turns=1700, calls=3).write(tmp_path)
    report = open_report(export_report(session, "--observations", str(dump)), fragment="view=executions")
    rows(report).first.wait_for()
    expect(report.view.get_by_role("tab", name="Captured executions")).to_contain_text("5,100")
    expect(report.view.locator(".executions .notice")).to_contain_text("3,100 executions of 5,100 left out")
    assert report.view.locator(".executions [role=treeitem]").count() < 80
    report.view.locator(".executions .vlist").evaluate("(list) => { list.scrollTop = list.scrollHeight; }")
    expect(report.view.locator(".executions [role=treeitem]").last).to_have_attribute("aria-posinset", "2000")
    assert report.view.locator(".executions [role=treeitem]").count() < 80
    report.assert_clean()
