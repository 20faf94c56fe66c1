"""Single keys where a drawer covers the view (narrow screens), in panels, dialogs and text fields (UI-6, UI-8)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import ExportReport
from tests.browser.context_rows import focused as focused_text
from tests.browser.context_rows import rows
from tests.browser.harness import NARROW, WIDE, Opener, ReportPage
from tests.browser.session_files import entry, focused, press, row, write


@pytest.fixture(scope="module")
def failing(export_report: ExportReport, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four answers, of which the second, third and fourth ended with an error."""
    endings = ["stop", "error", "error", "error"]
    lines = [
        entry(f"a{n}", f"a{n - 1}" if n else "u", "assistant", f"answer {n}", n, stopReason=ending)
        for n, ending in enumerate(endings)
    ]
    path = tmp_path_factory.mktemp("keys") / "failing.jsonl"
    return export_report(write(path, [entry("u", None, "user", "the prompt"), *lines]))


def drawer(report: ReportPage) -> Locator:
    return report.view.locator("dialog[open]")


def shown(report: ReportPage) -> Locator:
    """The id of the entry in Event details."""
    return drawer(report).locator(".details-facts .id")


@pytest.mark.parametrize("view", ["history", "branch", "timeline"])
def test_error_keys_move_an_open_drawer_on_and_escape_leaves_at_the_row(
    open_report: Opener, failing: Path, view: str
) -> None:
    report = open_report(failing, fragment=f"view={view}&entry=a0", viewport=NARROW)
    expect(shown(report)).to_have_text("a0")
    for key, name, place in (("]", "a1", 1), ("]", "a2", 2), ("]", "a3", 3), ("]", "a1", 1), ("[", "a3", 3)):
        press(report, key)
        expect(shown(report)).to_have_text(name)
        expect(drawer(report).locator(".toast")).to_have_text(f"Error {place} of 3")
        assert f"entry={name}" in report.page.url
        inside = "() => document.activeElement.closest('dialog') !== null"
        assert report.view.evaluate(inside), "focus fell out of the drawer"
    expect(drawer(report)).to_have_count(1)
    report.assert_accessible()
    press(report, "Escape")
    expect(drawer(report)).to_have_count(0)
    if view != "timeline":
        expect(row(report.view, "answer 3")).to_have_attribute("aria-selected", "true")
        assert focused(report.view) == "answer 3"
    else:
        expect(report.view.locator("button.timeline-row:focus")).to_contain_text("answer 3")
    report.assert_clean()


def test_error_keys_go_on_from_the_entry_at_hand(open_report: Opener, failing: Path) -> None:
    report = open_report(failing, fragment="view=history&entry=a2")
    press(report, "]")
    expect(report.view.locator(".details-facts .id")).to_have_text("a3")
    row(report.view, "answer 2").locator(".row-text").click()
    press(report, "[")
    expect(report.view.locator(".details-facts .id")).to_have_text("a1")


def test_search_key_closes_the_drawer_and_types_into_the_field(open_report: Opener, failing: Path) -> None:
    report = open_report(failing, fragment="view=history&entry=a1", viewport=NARROW)
    expect(shown(report)).to_have_text("a1")
    press(report, "/")
    expect(drawer(report)).to_have_count(0)
    field = report.view.get_by_label("Search in History")
    expect(field).to_be_focused()
    report.page.keyboard.type("]?/[")
    expect(field).to_have_value("]?/[")
    expect(report.view.locator(".toast")).to_be_hidden()
    expect(drawer(report)).to_have_count(0)
    press(report, "Escape")
    expect(field).to_have_value("")


def test_help_opens_over_the_drawer_and_leaves_it_open(open_report: Opener, failing: Path) -> None:
    report = open_report(failing, fragment="view=history&entry=a1", viewport=NARROW)
    expect(shown(report)).to_have_text("a1")
    press(report, "?")
    dialog = report.view.get_by_role("dialog", name="Keyboard")
    expect(dialog).to_contain_text("Event details move on to it")
    press(report, "]", "/", "?")
    expect(report.view.get_by_role("dialog", name="Keyboard")).to_have_count(1)
    press(report, "Escape")
    expect(drawer(report)).to_have_count(1)
    expect(shown(report)).to_have_text("a1")
    report.assert_clean()


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_keys_leave_a_panel_for_the_view_below(
    open_report: Opener, failing: Path, viewport: tuple[int, int]
) -> None:
    report = open_report(failing, fragment="view=history", viewport=viewport)
    report.view.evaluate("() => { location.hash = '#view=limits'; }")
    expect(drawer(report)).to_contain_text("Limits")
    press(report, "]")
    expect(report.view.locator(".details-facts .id")).to_have_text("a1")
    expect(report.view.get_by_role("dialog", name="Limits")).to_have_count(0)
    if viewport == WIDE:
        assert focused(report.view) == "answer 1"
    else:
        press(report, "Escape")
        expect(drawer(report)).to_have_count(0)
    report.view.evaluate("() => { location.hash = '#view=limits'; }")
    expect(drawer(report)).to_contain_text("Limits")
    press(report, "/")
    expect(report.view.get_by_label("Search in History")).to_be_focused()
    report.assert_clean()


def test_single_keys_rest_in_text_fields_and_when_switched_off(example: ReportPage) -> None:
    view, keys = example.view, example.page.keyboard
    keys.press("/")
    search = view.get_by_role("searchbox")
    expect(search).to_be_focused()
    keys.type("?/[")
    expect(search).to_have_value("?/[")
    expect(view.locator("dialog")).to_have_count(0)
    keys.press("Escape")
    expect(search).to_have_value("")
    rows(example).first.focus()
    keys.press("?")
    dialog = view.get_by_role("dialog", name="Keyboard")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Single keys act").uncheck()
    keys.press("Escape")
    expect(view.locator("dialog")).to_have_count(0)
    assert "Compacted" in focused_text(view)
    keys.press("/")
    expect(search).not_to_be_focused()
    example.assert_clean()


def test_errors_are_walked_and_wrap(example: ReportPage) -> None:
    rows(example).first.focus()
    example.page.keyboard.press("]")
    expect(example.view.locator(".toast")).to_contain_text(
        re.compile(r"Error 1 of \d+|not part of this view")
    )
    example.page.keyboard.press("[")
    expect(example.view.locator(".toast")).to_contain_text(
        re.compile(r"Error (\d+) of \1|not part of this view")
    )
    example.assert_clean()


@pytest.mark.parametrize("viewport", [WIDE, NARROW])
def test_every_key_cap_stands_on_one_line(
    open_report: Opener, failing: Path, viewport: tuple[int, int]
) -> None:
    report = open_report(failing, viewport=viewport)
    report.view.get_by_role("button", name="Keys").click()
    caps = report.view.locator("dialog[open] kbd")
    assert caps.evaluate_all("(nodes) => nodes.every((node) => node.getClientRects().length === 1)")
    assert "Session" not in " ".join(caps.all_inner_texts())
    report.shot(f"keys-{viewport[0]}")
    report.assert_fits()


def test_an_error_that_left_the_context_is_shown_in_history(example: ReportPage) -> None:
    example.page.keyboard.press("]")
    expect(example.view.locator(".toast")).to_have_text(
        "Error 1 of 8, in History: it is not part of Context."
    )
    expect(example.view.get_by_role("tab", name="History", exact=True)).to_have_attribute(
        "aria-selected", "true"
    )
    expect(example.view.locator(".erow.selected")).to_be_in_viewport()
    example.page.keyboard.press("]")
    expect(example.view.locator(".toast")).to_have_text("Error 2 of 8")
    example.assert_clean()
