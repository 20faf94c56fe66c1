"""Event details beside History and Branch view: panel, drawer, tabs, looks, and how an answer ended (SES-7, UI-4, UI-6)."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser import session_files as files
from tests.browser.conftest import ExportReport
from tests.browser.harness import NARROW, SMALLEST, WIDE, Opener
from tests.browser.session_files import press, row
from tests.support import EXAMPLE

Theme = Literal["light", "dark"]


def test_the_panel_is_resized_by_pointer_and_keys_within_bounds(open_report: Opener, forked: Path) -> None:
    report = open_report(forked, fragment="view=history&entry=a3")
    view, mouse = report.view, report.page.mouse
    separator = view.get_by_role("separator")

    def list_width() -> float:
        return view.evaluate(
            "() => document.querySelector('.view:not([hidden])').getBoundingClientRect().width"
        )

    box = separator.bounding_box()
    assert box
    begun = list_width()
    mouse.move(box["x"] + 4, box["y"] + 200)
    mouse.down()
    mouse.move(box["x"] + 104, box["y"] + 200)
    assert abs(list_width() - begun - 100) <= 2
    press(report, "Escape")
    assert abs(list_width() - begun) <= 1
    mouse.move(box["x"] + 204, box["y"] + 200)
    assert abs(list_width() - begun) <= 1
    mouse.up()
    box = separator.bounding_box()
    assert box
    mouse.move(box["x"] + 4, box["y"] + 200)
    mouse.down()
    mouse.move(5, box["y"] + 200)
    mouse.up()
    assert abs(list_width() - 360) <= 1
    separator.focus()
    press(report, "End")
    widest = list_width()
    assert widest > 900
    press(report, "ArrowLeft")
    assert abs(widest - list_width() - 24) <= 1
    press(report, "ArrowRight")
    assert abs(widest - list_width()) <= 1
    press(report, "Home")
    assert abs(list_width() - 360) <= 1
    expect(separator).to_have_attribute("aria-valuenow", "360")
    view.evaluate(
        "() => document.querySelector('.separator').dispatchEvent(new PointerEvent('pointercancel'))"
    )
    report.assert_clean()


def test_blur_and_pointer_cancel_end_a_drag(open_report: Opener, forked: Path) -> None:
    report = open_report(forked, fragment="view=history&entry=a3")
    view, mouse = report.view, report.page.mouse
    separator = view.get_by_role("separator")
    for ending in (
        "() => window.dispatchEvent(new Event('blur'))",
        "() => document.querySelector('.separator').dispatchEvent(new PointerEvent('pointercancel'))",
    ):
        box = separator.bounding_box()
        assert box
        mouse.move(box["x"] + 4, box["y"] + 200)
        mouse.down()
        mouse.move(box["x"] + 60, box["y"] + 200)
        expect(separator).to_have_class("separator dragging")
        view.evaluate(ending)
        expect(separator).to_have_class("separator")
        now = separator.bounding_box()
        assert now
        assert abs(now["x"] - box["x"]) <= 1
        mouse.up()


def test_closing_keeps_the_selection_and_selecting_opens_again(open_report: Opener, forked: Path) -> None:
    report = open_report(forked, fragment="view=history&entry=a3")
    view = report.view
    view.locator(".details").get_by_role("button", name="Close").click()
    expect(view.locator(".details")).not_to_be_visible()
    expect(row(view, "All pass")).to_have_attribute("aria-selected", "true")
    view.get_by_role("button", name="Show details").first.click()
    expect(view.locator(".details")).to_be_visible()
    view.locator(".details").get_by_role("button", name="Close").click()
    row(view, "notes.txt").locator(".row-text").click()
    expect(view.locator(".details")).to_be_visible()


def test_the_tab_is_kept_and_tabs_follow_the_pattern(open_report: Opener, forked: Path) -> None:
    report = open_report(forked, fragment="view=history&entry=a3")
    view = report.view
    tabs = view.locator(".details").get_by_role("tab")
    names = tabs.all_inner_texts()
    assert names[0] == "Content"
    assert names[-2:] == ["Metadata", "Raw"]
    tabs.first.focus()
    press(report, "End")
    expect(tabs.last).to_have_attribute("aria-selected", "true")
    row(view, "notes.txt").locator(".row-text").click()
    expect(view.locator(".details").get_by_role("tab", name="Raw")).to_have_attribute("aria-selected", "true")
    expect(view.locator(".details-panel:visible")).to_contain_text('"id": "a1"')


def test_on_a_narrow_screen_details_are_a_drawer_that_traps_focus(open_report: Opener, forked: Path) -> None:
    report = open_report(forked, fragment="view=history", viewport=NARROW)
    view = report.view
    expect(view.locator("dialog[open]")).to_have_count(0)
    row(view, "All pass").locator(".row-text").click()
    drawer = view.locator("dialog[open]")
    expect(drawer).to_contain_text("All pass")
    for _ in range(12):
        press(report, "Tab")
        inside = view.evaluate(
            "() => document.activeElement === document.body || document.activeElement.closest('dialog') !== null"
        )
        assert inside
    report.assert_fits()
    report.shot("details-narrow")
    press(report, "Escape")
    expect(drawer).to_have_count(0)
    expect(row(view, "All pass")).to_have_attribute("aria-selected", "true")
    view.get_by_role("tab", name="Branch view").click()
    view.get_by_role("tab", name="History").click()
    expect(view.locator("dialog[open]")).to_have_count(0)


def test_a_link_out_of_the_drawer_closes_it_and_selecting_opens_it_again(
    open_report: Opener, forked: Path
) -> None:
    report = open_report(forked, fragment="view=history&entry=a3", viewport=NARROW)
    view = report.view
    view.locator("dialog[open]").get_by_role("button", name="Show in Context").click()
    expect(view.locator("dialog[open]")).to_have_count(0)
    view.get_by_role("tab", name="Session", exact=True).click()
    expect(view.locator("dialog[open]")).to_have_count(0)
    row(view, "All pass").locator(".row-text").click()
    expect(view.locator("dialog[open]")).to_contain_text("All pass")
    report.assert_clean()


def test_labels_edits_and_summaries_link_to_what_they_name(open_report: Opener, forked: Path) -> None:
    view = open_report(forked, fragment="view=history&entry=l1").view
    view.locator(".details").get_by_role("tab", name="Metadata").click()
    target = view.locator(".details-panel:visible .meta-pair", has_text="Labelled entry")
    target.get_by_role("link", name="r1").click()
    expect(row(view, "buried treasure")).to_have_attribute("aria-selected", "true")
    opened = row(view, "buried treasure")
    opened.locator(".erow-caret").click()
    expect(opened.locator(".meta-pair", has_text="Labels")).to_contain_text("plan B (set by l1)")


def test_crossing_the_breakpoint_keeps_one_inspector(open_report: Opener, forked: Path) -> None:
    report = open_report(forked, fragment="view=history&entry=a3")
    view = report.view
    report.page.set_viewport_size({"width": 700, "height": 800})
    expect(view.locator("dialog[open] .details")).to_be_visible()
    expect(view.locator(".details")).to_have_count(1)
    report.page.set_viewport_size({"width": 1300, "height": 800})
    expect(view.locator("dialog[open]")).to_have_count(0)
    expect(view.locator(".side .details")).to_be_visible()
    expect(view.locator(".details")).to_have_count(1)
    expect(view.locator(".details-facts .id")).to_have_text("a3")


@pytest.mark.parametrize("viewport", [WIDE, NARROW, SMALLEST], ids=["wide", "narrow", "smallest"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["history", "branch"])
def test_both_views_are_accessible_and_fit(
    open_report: Opener, export_report: ExportReport, name: str, theme: Theme, viewport: tuple[int, int]
) -> None:
    report = open_report(export_report(EXAMPLE), fragment=f"view={name}", theme=theme, viewport=viewport)
    view = report.view
    view.locator(".view:not([hidden]) .erow-caret").nth(2).click()
    view.get_by_role("button", name="Conditions").first.click()
    report.assert_fits()
    report.shot(f"{name}-{theme}-{viewport[0]}")
    report.assert_accessible()
    view.locator(".view:not([hidden]) .erow .row-text").nth(1).click()
    expect(view.locator(".details")).to_be_visible()
    report.assert_fits()
    report.shot(f"{name}-details-{theme}-{viewport[0]}")
    report.assert_accessible()


def test_views_show_their_evidence_labels_word_for_word(open_report: Opener, forked: Path) -> None:
    view = open_report(forked, fragment="view=history").view
    labels = view.evaluate("() => JSON.parse(document.getElementById('meta').textContent).labels")
    expect(view.locator(".view:not([hidden]) .evidence").first).to_have_text(labels["session.history"])
    row(view, "All pass").locator(".row-text").click()
    expect(view.locator(".details-evidence")).to_have_text(labels["session.details"])
    view.get_by_role("tab", name="Branch view").click()
    expect(view.locator(".view:not([hidden]) .evidence").first).to_have_text(labels["session.branch"])


@pytest.fixture(scope="module")
def endings(folder: Path, export_report: ExportReport) -> Path:
    return export_report(files.endings(folder / "endings.jsonl"))


def test_only_an_answer_that_failed_has_an_alert_about_its_end(open_report: Opener, endings: Path) -> None:
    view = open_report(endings, fragment="view=history&entry=good").view
    expect(view.locator(".details-panel:visible")).to_contain_text("it came through")
    expect(view.locator(".details-panel:visible .notice")).to_have_count(0)
    view.get_by_role("tab", name="Metadata").click()
    pair = view.locator(".details-panel:visible .meta-pair", has_text="message.rawStopReason")
    expect(pair).to_contain_text("end_turn")
    view.get_by_role("tab", name="Content").click()
    row(view, "it was cut").click()
    expect(view.locator(".details-panel:visible .notice-error")).to_have_text(
        "The provider’s stop reason: max_tokens"
    )


def test_an_abort_is_called_so_in_every_view(open_report: Opener, endings: Path) -> None:
    report = open_report(endings, fragment="view=history&entry=halt")
    view = report.view
    panel = view.locator(".details-panel:visible")
    expect(row(view, "it was aborted").locator(".badge").first).to_have_text("aborted")
    expect(panel.locator(".entry-block .badge")).to_have_text("aborted")
    expect(panel.locator(".notice")).to_have_text("Aborted: This operation was aborted")
    view.get_by_role("radio", name="Reading").click()
    expect(view.locator(".reading-item", has_text="it was aborted").locator(".notice")).to_contain_text(
        "Aborted."
    )
    report.page.get_by_role("tab", name="Context", exact=True).first.click()
    marked = view.locator(".reader:visible .row .badge")
    expect(marked).to_have_text(["length", "error", "aborted"])


def test_a_context_edit_says_what_it_does_and_leads_to_its_target(
    open_report: Opener, export_report: ExportReport, tmp_path: Path
) -> None:
    def edit(identity: str, target: str, replacement: object) -> dict[str, object]:
        stamp = {"parentId": "r2", "timestamp": files.TIME.format(3)}
        return {
            "type": "context_edit",
            "id": identity,
            "targetId": target,
            "replacement": replacement,
            **stamp,
        }

    cleared = {"content": [{"type": "text", "text": "[cleared]"}]}
    session = files.write(
        tmp_path / "edits.jsonl",
        [
            files.entry("r1", None, "user", "a long old text", 1),
            files.entry("r2", "r1", "user", "another one", 2),
            edit("swap", "r1", cleared),
            {**edit("omit", "r2", None), "parentId": "swap"},
        ],
    )
    view = open_report(export_report(session), fragment="view=history&entry=omit").view
    panel = view.locator(".details-panel:visible")
    expect(panel).to_contain_text("Omits the entry r2 from the context")
    view.locator(".details").get_by_role("tab", name="Metadata").click()
    expect(panel.locator(".meta-pair", has_text="replacement")).to_contain_text("null: omits the target")
    view.locator(".details").get_by_role("tab", name="Content").click()
    row(view, "replaces the content").click()
    expect(panel).to_contain_text("Replaces the content of r1, where the old content stands")
    expect(panel).to_contain_text("[cleared]")
    panel.get_by_role("link", name="r1").click()
    expect(panel).to_contain_text("a long old text")
