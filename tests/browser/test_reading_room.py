"""Room in Reading mode: beside open details, on a phone, under the bar that sticks (SES-14, UI-4)."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import session_files as files
from tests.browser.conftest import ExportReport
from tests.browser.harness import NARROW, WIDE, Opener
from tests.support import EXAMPLE


def test_beside_open_details_the_text_keeps_its_width(
    open_report: Opener, export_report: ExportReport
) -> None:
    report = open_report(export_report(EXAMPLE), fragment="view=history&entry=94fcbcf1")
    view = report.view
    expect(view.locator(".details:visible")).to_be_visible()
    view.get_by_role("radio", name="Reading").click()
    width = view.locator(".piece-body:visible").first.evaluate("(node) => node.clientWidth")
    assert width >= 400
    fold = view.get_by_role("button", name="Contents · ")
    fold.click()
    view.locator(".contents-item", has_text="Before we go on").click()
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(view.locator(".piece-prompt", has_text="Before we go on")).to_be_in_viewport()
    view.get_by_role("radio", name="List").click()
    view.locator(".details:visible").get_by_role("button", name="Close").click()
    view.get_by_role("radio", name="Reading").click()
    expect(fold).to_be_hidden()
    expect(view.locator(".contents-item").first).to_be_visible()
    report.assert_clean()


def test_a_chosen_turn_begins_below_the_bar_on_a_phone(
    open_report: Opener, export_report: ExportReport
) -> None:
    view = open_report(export_report(EXAMPLE), viewport=NARROW, fragment="view=reading").view
    view.get_by_role("button", name="Contents · ").click()
    view.locator(".contents-item", has_text="Before we go on").click()
    prompt = view.locator(".piece-prompt", has_text="Before we go on").locator(".piece-title")
    expect(prompt).to_be_in_viewport()
    bar = view.locator(".bar:visible").bounding_box()
    title = prompt.bounding_box()
    assert bar is not None
    assert title is not None
    assert title["y"] >= bar["y"] + bar["height"]


@pytest.mark.parametrize("viewport", [WIDE, NARROW])
def test_time_and_id_stand_clear_of_boxes(
    open_report: Opener, export_report: ExportReport, tmp_path: Path, viewport: tuple[int, int]
) -> None:
    silent = files.entry("no", "u", "assistant", "x", 1, stopReason="error", errorMessage="529 Overloaded")
    silent["message"]["content"] = []
    session = files.write(tmp_path / "silent.jsonl", [files.entry("u", None, "user", "go"), silent])
    view = open_report(export_report(session), viewport=viewport, fragment="view=reading").view
    piece = view.locator(".piece-answer")
    place = piece.locator(".piece-place").bounding_box()
    box = piece.locator(".notice-error").bounding_box()
    assert place is not None
    assert box is not None
    assert box["y"] >= place["y"] + place["height"]
