"""The timeline as a person uses it: points and intervals, lanes, zoom by wheel and keys, idle gaps, the list (SES-11)."""

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

    def export(name: str, dump: str = "observations") -> Path:
        folder = shared / "observations" / name
        return export_report(folder / "session.jsonl", "--observations", str(folder / f"{dump}.jsonl"))

    return export


def plot(report: ReportPage) -> Locator:
    return report.view.get_by_role("slider", name="Timeline")


def lines(report: ReportPage) -> Locator:
    return report.view.locator(".timeline-row")


def bars(report: ReportPage, name: str = "timeline-interval") -> int:
    """How many shapes a path of the plot holds."""
    path = report.view.locator(f".timeline-plot path.{name}")
    return (path.get_attribute("d") or "").count("M") if path.count() else 0


def span(report: ReportPage) -> str:
    return report.view.locator(".timeline-range").inner_text()


@pytest.mark.parametrize("viewport", [WIDE, NARROW, SMALLEST], ids=["wide", "narrow", "smallest"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_accessible_and_fits(
    open_report: Opener, recorded: Recorded, theme: Literal["light", "dark"], viewport: tuple[int, int]
) -> None:
    report = open_report(recorded("c_codemode"), theme=theme, viewport=viewport, fragment="view=timeline")
    plot(report).wait_for()
    report.shot(f"timeline-{theme}-{viewport[0]}")
    report.assert_fits()
    report.assert_accessible()


def test_points_and_intervals_share_one_axis(open_report: Opener, recorded: Recorded) -> None:
    report = open_report(recorded("c_codemode"), fragment="view=timeline")
    plot(report).wait_for()
    assert (bars(report), bars(report, "timeline-interval-bad")) == (8, 3)
    ticks = sum(
        bars(report, f"timeline-tick-{look}")
        for look in ("user", "assistant", "neutral", "result", "result-bad")
    )
    # Two of the 13 entries were logged in one moment and share a mark.
    assert ticks == 12
    nested = lines(report).filter(has=report.view.locator(".row-text", has_text=re.compile("^nope.txt")))
    expect(nested).to_contain_text("↳ read")
    expect(nested).to_contain_text("23 ms observed · 22 ms reported")
    expect(lines(report).first).to_contain_text("log time")
    report.assert_clean()


def test_what_has_no_interval_is_a_point_with_the_reason(open_report: Opener, recorded: Recorded) -> None:
    report = open_report(recorded("r_killed_sigkill"), fragment="view=timeline")
    open_one = lines(report).filter(has_text="echo begin")
    expect(open_one.last).to_contain_text("point: unfinished at the end of the dump")
    assert (bars(report), bars(report, "timeline-point")) == (1, 1)
    report = open_report(recorded("b_parallel"), fragment="view=timeline")
    plot(report).wait_for()
    assert bars(report, "timeline-point") == 2
    expect(report.view.locator(".timeline-note")).to_contain_text(
        "2 executions without correlation are shown"
    )


def test_a_stream_has_no_place_on_the_axis(open_report: Opener, recorded: Recorded) -> None:
    report = open_report(recorded("c_codemode", "rpc-stream"), fragment="view=timeline")
    plot(report).wait_for()
    assert bars(report) == 0
    expect(report.view.locator(".timeline-note").first).to_contain_text("11 items without a recorded time")
    report.view.locator(".timeline .vlist").evaluate("(list) => { list.scrollTop = list.scrollHeight; }")
    expect(lines(report).last).to_contain_text("no. 11")
    expect(lines(report).last).to_contain_text("times not recorded")


def test_keys_move_zoom_and_open(open_report: Opener, recorded: Recorded) -> None:
    report = open_report(recorded("c_codemode"), fragment="view=timeline")
    plot(report).focus()
    keys = report.page.keyboard
    keys.press("End")
    expect(plot(report)).to_have_attribute("aria-valuenow", "24")
    keys.press("Home")
    for _ in range(5):
        keys.press("ArrowRight")
    expect(plot(report)).to_have_attribute("aria-valuenow", "6")
    expect(plot(report)).to_have_attribute("aria-valuetext", re.compile("codemode .*observed 429 ms"))
    expect(report.view.locator(".timeline-readout")).to_contain_text("observed 429 ms")
    whole = span(report)
    assert whole.startswith("Whole span")
    keys.press("+")
    expect(report.view.locator(".timeline-range")).to_contain_text("Shown: 1.2 s")
    keys.press("0")
    expect(report.view.locator(".timeline-range")).to_contain_text("Whole span")
    keys.press("ArrowUp")
    expect(plot(report)).to_have_attribute("aria-valuetext", re.compile("entry .* logged"))
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(report.view.locator(".details .details-facts")).to_contain_text("execution ")
    report.assert_clean()


def test_the_wheel_zooms_where_the_pointer_is_and_dragging_moves(
    open_report: Opener, recorded: Recorded
) -> None:
    report = open_report(recorded("c_codemode"), fragment="view=timeline")
    box = plot(report).bounding_box()
    assert box
    mouse = report.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + 60)
    for _ in range(6):
        mouse.wheel(0, -200)
    expect(report.view.locator(".timeline-range")).to_contain_text("Shown: ")
    before = span(report)
    mouse.down()
    mouse.move(box["x"] + box["width"] / 2 - 200, box["y"] + 60, steps=4)
    mouse.up()
    expect(report.view.locator(".timeline-range")).not_to_have_text(before)
    report.view.get_by_role("button", name="Show all").click()
    expect(report.view.locator(".timeline-range")).to_contain_text("Whole span")
    report.assert_clean()


def test_a_click_on_a_bar_opens_it_and_the_list_follows(open_report: Opener, recorded: Recorded) -> None:
    report = open_report(recorded("l_cachewarm"), fragment="view=timeline")
    plot(report).wait_for()
    place = report.view.locator(".timeline-plot path.timeline-interval").bounding_box()
    assert place
    report.page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(report.view.locator(".details .details-title")).to_contain_text("bash sleep 7")
    expect(report.view.locator(".timeline .selected")).to_contain_text("sleep 7")
    report.view.locator(".details").get_by_role("button", name="Show in Captured executions").click()
    expect(report.view.locator(".executions .selected")).to_contain_text("sleep 7")
    report.view.locator(".details").get_by_role("button", name="Show in Timeline").click()
    expect(report.view.locator(".timeline .selected")).to_contain_text("sleep 7")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_bars_are_named_and_what_the_pointer_is_at_is_said_right_below_them(
    open_report: Opener, recorded: Recorded, theme: Literal["light", "dark"]
) -> None:
    report = open_report(recorded("c_codemode"), theme=theme, fragment="view=timeline")
    names = report.view.locator(".timeline-name")
    expect(names).to_have_text(["codemode", "bash", "bash", "codemode", "bash", "codemode"])
    place = names.first.bounding_box()
    assert place
    report.page.mouse.move(place["x"] + 3, place["y"] + 6)
    readout = report.view.locator(".timeline-readout")
    expect(readout).to_contain_text("codemode")
    report.shot(f"timeline-hover-{theme}")
    said, shown = readout.bounding_box(), plot(report).bounding_box()
    assert said
    assert shown
    assert abs(said["y"] - (shown["y"] + shown["height"])) < 8
    report.assert_accessible()


def test_it_works_without_a_dump_and_compresses_idle_gaps(
    open_report: Opener, export_report: ExportReport
) -> None:
    report = open_report(export_report(EXAMPLE), fragment="view=timeline")
    plot(report).wait_for()
    notes = report.view.locator(".timeline > .view-notices")
    expect(notes).to_contain_text("No executions were captured")
    expect(notes).to_contain_text("5 long idle gaps are compressed")
    assert report.view.locator(".timeline-idle").count() == 5
    gap = report.view.locator(".timeline-gap").first
    report.view.locator(".timeline .vlist").evaluate("(list) => { list.scrollTop = 500; }")
    expect(gap).to_contain_text("without anything recorded, compressed on the axis")
    lines(report).nth(3).click()
    expect(report.view.locator(".details .details-facts")).to_contain_text("entry ")
    report.assert_clean()


def test_history_switches_to_it_and_it_follows_the_scope(
    open_report: Opener, export_report: ExportReport
) -> None:
    report = open_report(export_report(EXAMPLE), fragment="view=history")
    report.view.locator(".erow-line", has_text="Make tally ignore case").last.click()
    report.view.locator(".details").get_by_role("button", name="History at selected entry").click()
    report.view.get_by_role("radio", name="Timeline").click()
    expect(report.view.locator(".timeline .view-notices")).to_contain_text("not that of the leaf")
    expect(lines(report).filter(has_text="Make tally ignore case")).to_have_count(1)
    assert lines(report).count() < 10


def test_executions_of_another_branch_are_counted_not_drawn(
    open_report: Opener, export_report: ExportReport, tmp_path: Path
) -> None:
    made = Made()
    made.turn(1)
    fork = made.entries[1]["id"]
    made.turn(2)
    made.entries.append(
        {**made.entries[1], "id": "e9999999", "parentId": fork, "timestamp": made.entries[-1]["timestamp"]}
    )
    session, dump = made.write(tmp_path)
    report = open_report(export_report(session, "--observations", str(dump)), fragment="view=timeline")
    plot(report).wait_for()
    expect(report.view.locator(".timeline > .view-notices")).to_contain_text(
        "3 executions of other branches are not shown"
    )
    assert bars(report) == 0


def test_search_filters_the_list(open_report: Opener, recorded: Recorded) -> None:
    report = open_report(recorded("b_parallel"), fragment="view=timeline")
    plot(report).wait_for()
    report.page.keyboard.press("/")
    report.page.keyboard.type("lookup_weather")
    expect(report.view.locator(".timeline-row", has_text="lookup_weather").first).to_be_visible()
    for words in lines(report).all_inner_texts():
        assert "weather" in words
    report.page.keyboard.press("Enter")
    expect(plot(report)).not_to_have_attribute("aria-valuenow", "1")


def test_ten_thousand_rows_are_a_few_paths(
    open_report: Opener, export_report: ExportReport, tmp_path: Path
) -> None:
    session, dump = large(turns=2000, calls=3).write(tmp_path)
    report = open_report(export_report(session, "--observations", str(dump)), fragment="view=timeline")
    plot(report).wait_for()
    assert report.view.locator(".timeline-plot svg *").count() < 400
    assert lines(report).count() < 60
    report.view.locator(".timeline .vlist").evaluate("(list) => { list.scrollTop = list.scrollHeight; }")
    expect(lines(report).last).to_be_visible()
    assert lines(report).count() < 60
    report.assert_clean()


def test_what_is_selected_in_the_timeline_is_in_view_in_the_list(
    open_report: Opener, export_report: ExportReport
) -> None:
    report = open_report(export_report(EXAMPLE), fragment="view=history")
    report.view.locator(".erow-line").first.click()
    report.view.get_by_role("radio", name="Timeline").click()
    plot(report).focus()
    report.page.keyboard.press("End")
    report.page.keyboard.press("Enter")
    report.view.get_by_role("radio", name="List").click()
    expect(report.view.locator(".erow.selected:visible")).to_be_in_viewport()
    report.assert_clean()
