"""Moving in the Context view: keys, the row being read, search, minimap."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import ExportReport, Write
from tests.browser.context_rows import focused, place_of, row, rows, top_row, user
from tests.browser.harness import Opener, ReportPage

# Keys


def test_rows_are_walked_and_opened_by_keys(example: ReportPage) -> None:
    view, keys = example.view, example.page.keyboard
    rows(example).nth(1).focus()
    keys.press("ArrowDown")
    assert "tools ·" in focused(view)
    keys.press("ArrowRight")
    expect(row(example, "tools ·").locator(".row-head")).to_have_attribute("aria-expanded", "true")
    keys.press("ArrowLeft")
    expect(row(example, "tools ·").locator(".row-head")).to_have_attribute("aria-expanded", "false")
    keys.press("Enter")
    expect(row(example, "tools ·").locator(".row-head")).to_have_attribute("aria-expanded", "true")
    keys.press("Space")
    expect(row(example, "tools ·").locator(".row-head")).to_have_attribute("aria-expanded", "false")
    keys.press("End")
    last = focused(view)
    keys.press("ArrowDown")
    assert focused(view) == last
    keys.press("Home")
    assert "Compacted" in focused(view)
    assert view.evaluate("() => document.querySelectorAll('.vlist [data-focus][tabindex=\"0\"]').length") == 1


# The row being read


def test_opening_filtering_and_resizing_leave_the_row_being_read(
    export_report: ExportReport, open_report: Opener, write: Write
) -> None:
    parts: list[dict[str, Any]] = []
    for number in range(300):
        parts.append(user(f"question {number} " + "word " * (number % 40)))
        parts.append(
            {
                "role": "assistant",
                "content": [{"type": "text", "text": f"answer {number}\n" * (1 + number % 9)}],
                "provider": "p",
                "model": "m",
                "stopReason": "stop",
                "timestamp": 1,
            }
        )
    report = open_report(export_report(write(*parts)))
    view = report.view
    view.locator(".vlist").evaluate("(node) => { node.scrollTop = 9000; }")
    report.page.wait_for_timeout(100)
    words, before = top_row(view)
    # Open the row, and one above the viewport by script: heights above change.
    view.locator(".row-head", has_text=words).first.click()
    report.page.wait_for_timeout(100)
    assert abs(place_of(view, words) - before) <= 1
    # Scrolling by keys over rows whose heights were estimates never moves what is shown by more than the step.
    view.locator(".vlist").evaluate("(node) => { node.scrollTop += 3000; }")
    report.page.wait_for_timeout(100)
    chip = "User" if "User" in top_row(view)[0] else "Assistant"
    words, before = top_row(view)
    view.locator(".chip", has_text=chip).click()
    report.page.wait_for_timeout(100)
    assert abs(place_of(view, words) - before) <= 1
    report.page.set_viewport_size({"width": 1100, "height": 700})
    report.page.wait_for_timeout(150)
    assert abs(place_of(view, words) - before) <= 1
    view.get_by_role("button", name=re.compile(r"^All \d")).click()
    assert view.locator(".vlist").evaluate("(node) => node.scrollTop") == 0
    report.assert_clean()


def test_opening_all_and_scrolling_up_over_unmeasured_rows_leaves_what_is_read(
    export_report: ExportReport, open_report: Opener, write: Write
) -> None:
    report = open_report(
        export_report(write(*(user(f"question {number}\n" * (1 + number % 30)) for number in range(300))))
    )
    view, page = report.view, report.page
    view.locator(".vlist").evaluate("(node) => { node.scrollTop = 5010; }")
    page.wait_for_timeout(200)
    words, before = top_row(view)
    view.get_by_role("button", name="Expand all").click()
    page.wait_for_timeout(300)
    assert abs(place_of(view, words) - before) <= 1
    page.mouse.move(400, 600)
    page.mouse.wheel(0, -120)
    page.wait_for_timeout(300)
    assert abs(place_of(view, words) - before - 120) <= 1
    view.get_by_role("button", name="Collapse all").click()
    page.wait_for_timeout(300)
    assert abs(place_of(view, words) - before) <= view.evaluate("() => innerHeight")
    report.assert_clean()


def test_filters_keep_what_is_open(example: ReportPage) -> None:
    view = example.view
    row(example, "rules ·").locator(".row-head").click()
    view.locator(".chip", has_text="User").click()
    expect(view.locator(".row-head", has_text="rules ·")).to_have_count(0)
    for label in view.locator(".row-label").all():
        assert label.inner_text() == "User"
    view.get_by_role("button", name=re.compile(r"^All \d")).click()
    expect(row(example, "rules ·").locator(".row-body")).to_be_visible()


def test_fast_scrolling_leaves_no_blank_rows(
    export_report: ExportReport, open_report: Opener, write: Write
) -> None:
    report = open_report(export_report(write(*(user(f"row {number}") for number in range(3_000)))))
    blank = report.view.evaluate(
        """async () => {
          const list = document.querySelector('.vlist');
          const box = list.getBoundingClientRect();
          let blank = 0;
          for (let turn = 0; turn < 40; turn += 1) {
            list.scrollTop += 2500;
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            for (const y of [box.top + 4, box.top + box.height / 2, box.bottom - 4]) {
              if (!document.elementFromPoint(box.left + 200, y)?.closest('.row')) blank += 1;
            }
          }
          return blank;
        }"""
    )
    assert blank == 0


# Search


def test_search_counts_marks_and_steps(example: ReportPage) -> None:
    view, keys = example.view, example.page.keyboard
    keys.press("/")
    keys.type("casefold")
    figure = view.locator(".search-count")
    expect(figure).to_have_text(re.compile(r"^\d+ match(es)?$"))
    total = int((figure.inner_text()).split()[0])
    assert total > 1
    expect(view.locator(".row-head mark").first).to_have_text("casefold")
    expect(view.locator(".search-scope")).to_contain_text(
        re.compile(r"Searched: the captured text of \d+ segments")
    )
    seen: list[str] = []
    for _ in range(total):
        keys.press("Enter")
        expect(view.locator("mark.now").first).to_be_in_viewport()
        assert view.locator("mark.now").first.inner_text().lower() == "casefold"
        seen.append(figure.inner_text())
    assert (
        seen == [f"{number} of {total}" for number in sorted(int(text.split()[0]) for text in seen)]
        or len(set(seen)) == total
    )
    keys.press("Shift+Enter")
    assert figure.inner_text() in seen
    keys.press("Escape")
    expect(view.locator("mark")).to_have_count(0)
    expect(figure).to_have_text("")
    example.assert_clean()


def test_no_match_says_what_was_searched(example: ReportPage) -> None:
    example.page.keyboard.press("/")
    example.page.keyboard.type("zebra crossing")
    expect(example.view.locator(".search-count")).to_have_text("no match")
    expect(example.view.locator(".search-scope")).to_contain_text("No match")
    expect(example.view.locator(".search-scope")).to_contain_text("Searched")


def test_search_reaches_text_behind_escapes_and_beyond_the_shown_beginning(
    write: Write, export_report: ExportReport, open_report: Opener
) -> None:
    report = open_report(
        export_report(write(user("pass\x1b[1mphrase here"), user("x\n" * 9_000 + "far needle")))
    )
    keys = report.page.keyboard
    keys.press("/")
    keys.type("passphrase")
    expect(report.view.locator(".search-count")).to_have_text("1 match")
    report.view.get_by_role("searchbox").fill("far needle")
    expect(report.view.locator(".search-count")).to_have_text("1 match")
    keys.press("Enter")
    expect(report.view.locator("mark.now").first).to_be_in_viewport()


# Minimap


def test_minimap_is_a_scrollbar(example: ReportPage) -> None:
    view = example.view
    bar = view.get_by_role("scrollbar", name="Minimap of the context at the leaf")
    expect(bar).to_have_attribute("aria-valuenow", "1")
    highest = int(bar.get_attribute("aria-valuemax") or 0)
    assert view.locator(".minimap-bar").count() == min(160, highest)
    bar.focus()
    example.page.keyboard.press("End")
    expect(view.locator(".row-head").last).to_be_in_viewport()
    assert int(bar.get_attribute("aria-valuenow") or 0) > 1
    example.page.keyboard.press("Home")
    expect(bar).to_have_attribute("aria-valuenow", "1")
    box = view.locator(".minimap-bars").bounding_box()
    assert box
    example.page.mouse.click(box["x"] + 5, box["y"] + box["height"] * 0.6)
    assert view.evaluate("() => document.activeElement.closest('.row') !== null")
    assert view.evaluate(
        "() => document.activeElement.closest('.vrow').getAttribute('aria-posinset')"
    ) == str(int(highest * 0.6) + 1)
    view.locator(".chip", has_text="User").click()
    assert int(bar.get_attribute("aria-valuemax") or 0) < highest
