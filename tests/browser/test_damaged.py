"""Damaged sessions, and sessions beyond the bounds, in History and Branch view (SES-4, READ-3 to READ-7)."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser import session_files as files
from tests.browser.conftest import ExportReport
from tests.browser.harness import Opener
from tests.browser.session_files import focused, lines, press, row

Theme = Literal["light", "dark"]


@pytest.fixture(scope="module")
def damaged(folder: Path, export_report: ExportReport) -> Path:
    return export_report(files.damaged(folder / "damaged.jsonl"))


def test_a_damaged_session_shows_each_thing_as_what_it_is(open_report: Opener, damaged: Path) -> None:
    report = open_report(damaged, fragment="view=branch")
    view = report.view
    assert lines(view) == [
        "first root",
        "repeated, first",
        "repeated, second",
        "written twice",
        "glued one",
        "glued two",
        "after the glue",
        '{"value":1}',
        '{"role":"oracle","content":[{"type":"text","text":"unknown role"}]}',
        "the end",
        "second root",
        "Parent not in this file",
        "orphan",
        "Parent links run in a circle",
        "circle one",
        "circle two",
        "below the circle",
        "its own parent",
    ]
    for words, said in (
        ("repeated, first", "line 9, repeated id, Pi uses line 10"),
        ("repeated, second", "line 10, repeated id, also on line 9"),
        ("written twice", "written 2 times"),
        ("glued one", "not loaded by Pi"),
        ("glued two", "weird"),
        ('{"value":1}', "unknown type"),
        ('{"value":1}', "not a valid time"),
        ("oracle", "unknown role"),
        ("circle one", "in a circle of parent links"),
        ("its own parent", "in a circle of parent links"),
    ):
        expect(row(view, words)).to_contain_text(said)
    report.shot("branch-damaged")
    report.assert_accessible()
    row(view, "repeated, first").locator(".row-text").click()
    expect(view.locator(".details")).to_contain_text("can’t be linked to")
    assert "entry=" not in report.page.url
    expect(view.locator(".details-panel:visible")).to_contain_text("Line 9: repeated id, Pi uses line 10.")


def test_history_says_where_pis_path_parts_and_ends_at_circles(open_report: Opener, damaged: Path) -> None:
    report = open_report(damaged, fragment="view=history")
    view = report.view
    expect(view.locator(".view-notices:visible")).to_contain_text("Pi’s own path begins at line 14")
    assert "glued two" in lines(view)
    view.evaluate("() => { location.hash = '#view=history&entry=c3'; }")
    view.locator(".details").get_by_role("button", name="History at selected entry").click()
    notices = view.locator(".view-notices:visible")
    expect(notices).to_contain_text("parent links run in a circle")
    assert [words for words in lines(view) if "circle" in words and not words[0].isdigit()] == [
        "Parent links run in a circle: the recorded parent of the next entry stands below it.",
        "circle one",
        "circle two",
        "below the circle",
    ]
    report.assert_clean()


def test_a_chain_beyond_the_bound_has_one_gap_with_its_number(
    open_report: Opener, export_report: ExportReport, folder: Path
) -> None:
    report = open_report(export_report(files.chain(folder / "chain.jsonl", 12_000)), fragment="view=history")
    view = report.view
    expect(view.locator(".gap-words")).to_have_text(
        ["2,000 entries without a row in this report (bound 10,000)"]
    )
    view.locator(".erow").first.focus()
    press(report, "End")
    expect(view.locator(".erow:focus")).to_contain_text("answer 11999")
    view.get_by_role("tab", name="Branch view").click()
    expect(view.locator(".view:not([hidden]) .gap-words")).to_have_text(
        ["2,000 entries without a row in this report (bound 10,000)"]
    )
    view.locator(".view:not([hidden]) .erow").first.focus()
    press(report, "End")
    expect(view.locator(".erow:focus")).to_have_attribute("aria-level", "12000")
    press(report, "Enter")
    expect(view.locator(".details-title")).to_contain_text("answer 11999")
    report.assert_clean()


def test_a_wide_fan_beyond_the_bound_works(
    open_report: Opener, export_report: ExportReport, folder: Path
) -> None:
    report = open_report(export_report(files.fan(folder / "fan.jsonl", 10_400)), fragment="view=branch")
    view = report.view
    expect(view.locator(".gap-words")).to_have_text(
        ["400 entries without a row in this report (bound 10,000)"]
    )
    view.locator(".erow").first.focus()
    press(report, "End")
    expect(view.locator(".erow:focus")).to_contain_text("way 10398")
    expect(view.locator(".erow:focus")).to_contain_text("branch 10,000 of 10,000")
    press(report, "ArrowLeft")
    assert focused(view) == "the root"
    press(report, "ArrowLeft")
    assert lines(view) == ["the root"]
    report.assert_clean()
