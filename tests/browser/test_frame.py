"""The page around the views: damaged parts, links and drawers, frames, widths, themes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ExportReport
from tests.browser.context_rows import focused, row, rows
from tests.browser.harness import NARROW, SMALLEST, WIDE, Opener, ReportPage
from tests.support import EXAMPLE

# Damage


def broken(report: Path, target: Path, change: Callable[[str], str]) -> Path:
    """A copy of a report with its data changed."""
    target.write_text(change(report.read_text(encoding="utf-8")), encoding="utf-8")
    return target


def test_damaged_parts_say_so_and_the_rest_works(
    export_report: ExportReport, open_report: Opener, tmp_path: Path
) -> None:
    whole = export_report(EXAMPLE)
    cut = re.compile(r'(<script type="application/json" id="d0">)(.*?)(</script>)', re.DOTALL)
    details = open_report(
        broken(whole, tmp_path / "d0.html", lambda page: cut.sub(lambda m: m[1] + m[2][:500] + m[3], page))
    )
    opened = details.view.locator(".row-head[aria-expanded]")
    opened.first.click()
    last = opened.last
    last.click()
    expect(details.view.locator(".row-body", has_text="damaged").first).to_be_visible()
    details.assert_clean()
    gone = re.compile(r'<script type="application/json" id="context">.*?</script>', re.DOTALL)
    context = open_report(broken(whole, tmp_path / "context.html", lambda page: gone.sub("", page)))
    expect(context.view.locator(".notice")).to_have_text("This part of the report is damaged.")
    context.view.get_by_role("button", name=re.compile("Diagnostics")).click()
    expect(context.view.get_by_role("dialog", name="Diagnostics")).to_be_visible()
    context.assert_clean()
    rows = re.compile(r'<script type="application/json" id="rows">.*?</script>', re.DOTALL)
    rowless = open_report(broken(whole, tmp_path / "rows.html", lambda page: rows.sub("", page)))
    rowless.view.get_by_role("button", name="Overview").click()
    overview = rowless.view.get_by_role("dialog", name="Overview")
    expect(overview).to_contain_text("This part of the report is damaged.")
    said = overview.inner_text()
    for words in ("no user prompt", "no leaf", "No label is set", "No branch point"):
        assert words not in said, "damaged is told apart from not recorded"
    rowless.assert_clean()
    end = '<script type="application/json" id="end">true</script>'
    assert end in whole.read_text(encoding="utf-8")
    unfinished = open_report(broken(whole, tmp_path / "end.html", lambda page: page.replace(end, "")))
    expect(unfinished.view.locator(".notices")).to_contain_text("This file is cut off")


def test_a_file_that_was_cut_off_says_so_without_its_script(
    export_report: ExportReport, open_report: Opener, tmp_path: Path
) -> None:
    whole = export_report(EXAMPLE)
    size = whole.stat().st_size
    target = tmp_path / "cut.html"
    target.write_bytes(whole.read_bytes()[: size * 2 // 3])
    report = open_report(target, javascript=False)
    expect(report.view.locator(".cut-off")).to_be_visible()
    expect(report.view.locator(".cut-off")).to_contain_text("This file is cut off")
    complete = open_report(whole, javascript=False)
    complete.page.wait_for_timeout(1_700)
    expect(complete.view.locator(".cut-off")).to_be_hidden()


# Links


def test_links_lead_to_entries_and_unknown_ones_fall_back(
    export_report: ExportReport, open_report: Opener
) -> None:
    path = export_report(EXAMPLE)
    report = open_report(path, fragment="view=context&entry=94fcbcf1")
    assert "94fcbcf1" in focused(report.view)
    report = open_report(path, fragment="view=nowhere&entry=zzz&leaf=other")
    notice = report.view.locator(".notices")
    expect(notice).to_contain_text("no view “nowhere”")
    expect(notice).to_contain_text("no entry “zzz”")
    expect(notice).to_contain_text("The link was made at leaf other")
    expect(rows(report).first).to_be_visible()
    notice.get_by_role("button", name="Dismiss").click()
    expect(notice.locator(".notice")).to_have_count(0)
    report.assert_clean()


def test_a_link_shows_what_a_filter_hides(export_report: ExportReport, open_report: Opener) -> None:
    report = open_report(export_report(EXAMPLE))
    report.view.locator(".chip", has_text="Result").click()
    report.view.evaluate("() => { location.hash = '#view=context&entry=94fcbcf1'; }")
    expect(row(report, "94fcbcf1").locator(".badge")).to_have_text("shown by link")
    report.view.locator(".chip", has_text="Call").click()
    expect(report.view.locator(".row-head", has_text="94fcbcf1")).to_have_count(0)


def test_panels_open_as_drawers_with_history_and_give_focus_back(example: ReportPage) -> None:
    view = example.view
    fact = view.get_by_role("button", name=re.compile("value masked"))
    fact.click()
    drawer = view.get_by_role("dialog", name="Redactions")
    expect(drawer).to_contain_text("github-token")
    assert "view=redactions" in view.evaluate("() => location.hash")
    example.page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(fact).to_be_focused()
    fact.click()
    drawer.get_by_role("link").first.click()
    expect(drawer).to_have_count(0)
    view.get_by_role("button", name=re.compile("nothing cut|cuts?$")).click()
    expect(view.get_by_role("dialog", name="Limits")).to_contain_text("a block as the context shows it")
    example.page.go_back()
    expect(view.get_by_role("dialog", name="Limits")).to_have_count(0)
    example.assert_clean()


# Frames, widths, themes


def test_a_sandboxed_frame_without_storage_or_history_works(
    export_report: ExportReport, open_report: Opener
) -> None:
    report = open_report(export_report(EXAMPLE), via="iframe")
    row(report, "rules ·").locator(".row-head").click()
    expect(row(report, "rules ·").locator(".line").first).to_have_text("<rules>")
    report.view.get_by_role("button", name=re.compile("value masked")).click()
    expect(report.view.get_by_role("dialog", name="Redactions")).to_be_visible()
    report.assert_clean()


@pytest.mark.parametrize("viewport", [WIDE, NARROW, SMALLEST])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_accessible_and_within_the_width(
    export_report: ExportReport, open_report: Opener, theme: Any, viewport: tuple[int, int]
) -> None:
    report = open_report(export_report(EXAMPLE), theme=theme, viewport=viewport)
    report.shot(f"context-{theme}-{viewport[0]}")
    for words in ("preamble", "tools ·", "rules ·"):
        row(report, words).locator(".row-head").click()
    report.page.keyboard.press("/")
    report.page.keyboard.type("the")
    report.page.wait_for_timeout(150)
    report.shot(f"context-open-{theme}-{viewport[0]}")
    report.assert_fits()
    report.assert_accessible()
    for name in ("Redactions", "Diagnostics", "Limits"):
        report.view.evaluate("(view) => { location.hash = `#view=${view}`; }", name.lower())
        expect(report.view.get_by_role("dialog", name=name)).to_be_visible()
        report.assert_fits()
        report.assert_accessible()


def test_theme_and_zone_are_switched(example: ReportPage) -> None:
    view = example.view
    paper = view.evaluate("() => getComputedStyle(document.body).backgroundColor")
    view.get_by_role("button", name="Dark").click()
    assert view.evaluate("() => getComputedStyle(document.body).backgroundColor") != paper
    view.get_by_role("button", name="Light").click()
    assert view.evaluate("() => getComputedStyle(document.body).backgroundColor") == paper
    row(example, "rules ·").locator(".row-head").click()
    time = row(example, "rules ·").locator("time")
    expect(time).to_contain_text("06:28:51 UTC")
    view.get_by_role("button", name=re.compile("06:08–06:40 UTC")).click()
    expect(time).to_contain_text("12:13:51 UTC+05:45")
    expect(view.locator(".facts")).to_contain_text("11:53–12:25 UTC+05:45")
