"""History, Branch view and Event details in Chromium (SES-1 to SES-8, SES-13, SES-15, SES-16, UI-5, UI-7)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Frame, expect

from tests.browser import session_files as files
from tests.browser.conftest import ExportReport
from tests.browser.harness import NARROW, SMALLEST, WIDE, Opener, ReportPage
from tests.support import EXAMPLE, SHARED

Theme = Literal["light", "dark"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sessions")


@pytest.fixture(scope="module")
def forked(folder: Path, export_report: ExportReport) -> Path:
    return export_report(files.forked(folder / "forked.jsonl"))


@pytest.fixture(scope="module")
def damaged(folder: Path, export_report: ExportReport) -> Path:
    return export_report(files.damaged(folder / "damaged.jsonl"))


def row(view: Frame, words: str) -> Any:
    """The row of the shown list with these words in its line."""
    return (
        view.locator(".view:not([hidden]) .erow:not(.turn)")
        .filter(has=view.locator(".erow-line", has_text=words))
        .first
    )


def lines(view: Frame) -> list[str]:
    """The words of the shown list's rows, in their order."""
    return view.evaluate(
        """() => [...document.querySelectorAll(".view:not([hidden]) .erow")].map((node) =>
          (node.querySelector(".row-text, .turn-title, .gap-words")).textContent)"""
    )


def focused(view: Frame) -> str:
    """The words of the row that has focus."""
    return view.evaluate(
        "() => document.activeElement.closest('.erow')?.querySelector('.row-text, .turn-title, .gap-words').textContent ?? ''"
    )


def press(report: ReportPage, *keys: str) -> None:
    for key in keys:
        report.page.keyboard.press(key)


# Walks over real sessions


def real_sessions() -> list[Path]:
    found = [
        SHARED / "sessions" / "all-entry-types-v3.jsonl",
        *sorted((SHARED / "observations").glob("*/session*.jsonl")),
    ]
    return [path for path in found if path.is_file()] or [Path("absent")]


@pytest.mark.parametrize("path", real_sessions(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_entry_is_found_selected_and_shown_with_what_the_file_holds(
    open_report: Opener, export_report: ExportReport, shared: Path, path: Path
) -> None:
    report = open_report(export_report(path), fragment="view=history")
    view = report.view
    internal = (
        view.locator(".view:not([hidden]), .bar")
        .get_by_role("button", name="internal, show internal events")
        .first
    )
    if internal.is_enabled():
        internal.click()
    entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()][1:]
    for number, entry in enumerate(entries):
        identity = entry["id"]
        view.evaluate(
            "(id) => { location.hash = `#view=history&entry=${encodeURIComponent(id)}`; }", identity
        )
        expect(view.locator(f'.details-facts .id[title="{identity}"]')).to_be_visible()
        if number == 0:
            view.locator(".details").get_by_role("tab", name="Metadata").click()
        chosen = view.locator('.erow[aria-selected="true"]')
        expect(chosen).to_have_count(1)
        expect(chosen).to_be_in_viewport()
        held = view.locator(".details-panel:visible").inner_text()
        message = entry.get("message", {})
        for value in (entry["type"], message.get("role"), message.get("stopReason"), message.get("toolName")):
            assert value is None or value in held, f"{identity}: {value} is not shown"
        for name in (
            "customType",
            "targetId",
            "thinkingLevel",
            "modelId",
            "kind",
            "tokensBefore",
            "summary",
            "name",
            "label",
        ):
            if isinstance(entry.get(name), (str, int)) and len(str(entry[name])) < 200:
                shown = str(entry[name]).splitlines()
                assert not shown or shown[0][:40] in held, f"{identity}: {name} is not shown"
        row_words = chosen.locator(".erow-line").inner_text()
        if message.get("stopReason") not in (None, "stop", "toolUse"):
            assert message["stopReason"] in row_words
    report.assert_clean()


def test_content_shows_recorded_text_calls_and_results(open_report: Opener, forked: Path) -> None:
    report = open_report(forked, fragment="view=history&entry=a1")
    panel = report.view.locator(".details-panel:visible")
    expect(panel).to_contain_text("notes.txt")
    expect(panel).to_contain_text("Result: r1 ok")
    panel.get_by_role("link", name="r1").click()
    expect(panel).to_contain_text("buried treasure")
    expect(panel).to_contain_text("Call: a1")
    report.view.evaluate("() => { location.hash = '#view=history&entry=a2'; }")
    expect(panel).to_contain_text("outcome unknown: the answer was cancelled or cut off")
    report.assert_clean()


# History


def test_history_goes_by_turn_with_figures_and_standings(open_report: Opener, forked: Path) -> None:
    report = open_report(forked, fragment="view=history")
    view = report.view
    assert lines(view) == [
        "Before the first turn",
        "p/m-1",
        "1 Read the notes",
        "Read the notes",
        "notes.txt",
        "read buried treasure",
        "true",
        "2 Now the tests",
        "Now the tests",
        "All pass",
    ]
    turn = view.locator(".erow.turn").nth(1)
    expect(turn.locator(".turn-figures")).to_have_text("5 entries · 1 tool result · 1 error · 3 s")
    expect(row(view, "buried treasure")).to_contain_text("label plan B")
    expect(row(view, "buried treasure")).to_contain_text("branch point, 2 children")
    expect(row(view, "All pass").locator(".erow-standing")).to_have_text("in the context")
    expect(row(view, "p/m-1").locator(".erow-standing")).to_have_text("no message")
    report.shot("history-forked")


def test_internal_events_are_counted_and_shown_on_demand(open_report: Opener, forked: Path) -> None:
    view = open_report(forked, fragment="view=history").view
    switch = view.get_by_role("button", name="internal, show internal events")
    expect(switch).to_have_text("2 internal")
    assert not any("state" in words for words in lines(view))
    switch.click()
    expect(row(view, "state")).to_be_visible()
    expect(row(view, "“plan B” on r1")).to_be_visible()
    switch.click()
    expect(row(view, "“plan B” on r1")).to_have_count(0)
    view.get_by_role("searchbox").fill("plan b")
    expect(view.locator(".search-count")).to_have_text("1 of 9")
    expect(switch).to_have_text("1 internal")


def test_when_all_is_hidden_it_says_so_with_the_switch(open_report: Opener, forked: Path) -> None:
    view = open_report(forked, fragment="view=history").view
    view.get_by_role("searchbox").fill('{"n":1}')
    expect(view.locator(".empty:visible")).to_contain_text("Everything that matches is internal and hidden.")
    view.get_by_role("button", name="Show 1 internal event").click()
    expect(row(view, "state")).to_be_visible()


def test_history_at_an_entry_and_back_never_move_the_leaf(open_report: Opener, forked: Path) -> None:
    report = open_report(forked, fragment="view=branch&entry=sidea")
    view = report.view
    leaf = view.evaluate("() => JSON.parse(document.getElementById('meta').textContent).leaf_id")
    view.get_by_role("button", name="History at selected entry").click()
    assert "A way not taken" in lines(view)
    assert "All pass" not in lines(view)
    expect(view.locator(".view-notices:visible")).to_contain_text("History at sidea, not at the leaf.")
    assert f"leaf={leaf}" in report.page.url
    view.locator(".view-notices:visible").get_by_role("button", name="Back to the active branch").click()
    assert "All pass" in lines(view)
    expect(view.locator(".view-notices:visible")).to_contain_text("is not on the branch shown here")


# Keys, by SES-5


def test_keys_in_history_select_open_and_move_apart(open_report: Opener, forked: Path) -> None:
    report = open_report(forked, fragment="view=history")
    view = report.view
    view.locator(".erow").first.focus()
    press(report, "ArrowDown")
    assert focused(view) == "p/m-1"
    press(report, "ArrowDown", "ArrowDown", "ArrowDown")
    assert focused(view) == "notes.txt"
    expect(view.locator('.erow[aria-selected="true"]')).to_have_count(0)
    press(report, " ")
    expect(row(view, "notes.txt")).to_have_attribute("aria-expanded", "true")
    expect(view.locator('.erow[aria-selected="true"]')).to_have_count(0)
    expect(view.locator(".details")).not_to_be_visible()
    press(report, "Enter")
    expect(row(view, "notes.txt")).to_have_attribute("aria-selected", "true")
    expect(row(view, "notes.txt")).to_have_attribute("aria-expanded", "true")
    expect(view.locator(".details")).to_be_visible()
    press(report, "ArrowRight")
    expect(row(view, "notes.txt").get_by_role("tab", name="Overview")).to_be_focused()
    press(report, "ArrowRight")
    expect(row(view, "notes.txt").get_by_role("tab", name="Content")).to_be_focused()
    row(view, "notes.txt").focus()
    press(report, "ArrowLeft")
    expect(row(view, "notes.txt")).to_have_attribute("aria-expanded", "false")
    press(report, "ArrowLeft")
    assert focused(view) == "Read the notes"
    press(report, "ArrowRight")
    expect(row(view, "Read the notes")).to_have_attribute("aria-expanded", "true")
    press(report, "End")
    assert focused(view) == "All pass"
    press(report, "Home")
    assert focused(view) == "Before the first turn"
    press(report, "ArrowLeft")
    assert "p/m-1" not in lines(view)
    press(report, "ArrowRight")
    assert "p/m-1" in lines(view)
    report.assert_clean()


def test_keys_in_branch_view_open_enter_close_and_go_to_the_parent(open_report: Opener, forked: Path) -> None:
    report = open_report(forked, fragment="view=branch")
    view = report.view
    row(view, "buried treasure").focus()
    press(report, "ArrowLeft")
    expect(row(view, "buried treasure")).to_have_attribute("aria-expanded", "false")
    assert "All pass" not in lines(view)
    press(report, "ArrowRight")
    assert "All pass" in lines(view)
    press(report, "ArrowRight")
    assert focused(view) == "true"
    press(report, "End")
    assert focused(view) == "Side answer"
    press(report, "ArrowRight")
    expect(row(view, "Side answer")).to_have_attribute("aria-expanded", "true")
    press(report, "ArrowLeft", "ArrowLeft")
    assert focused(view) == "A way not taken"
    press(report, " ")
    expect(row(view, "A way not taken").locator(".erow-body")).to_be_visible()
    report.assert_clean()


def test_the_mouse_selects_by_row_and_opens_by_chevron(open_report: Opener, forked: Path) -> None:
    view = open_report(forked, fragment="view=history").view
    for words in ("notes.txt", "All pass"):
        row(view, words).locator(".erow-caret").click()
    expect(view.locator(".erow.open")).to_have_count(2)
    expect(view.locator('.erow[aria-selected="true"]')).to_have_count(0)
    row(view, "Now the tests").locator(".row-text").click()
    expect(row(view, "Now the tests")).to_have_attribute("aria-selected", "true")
    expect(view.locator(".erow.open")).to_have_count(2)


def test_an_opened_row_makes_its_forms_when_they_are_shown(open_report: Opener, forked: Path) -> None:
    view = open_report(forked, fragment="view=history").view
    opened = row(view, "buried treasure")
    opened.locator(".erow-caret").click()
    expect(opened.get_by_role("tab")).to_have_text(["Overview", "Content", "Metadata", "Raw"])
    expect(opened.locator(".erow-form:not(:empty)")).to_have_count(1)
    opened.get_by_role("tab", name="Raw").click()
    expect(opened.locator(".erow-form:not(:empty)")).to_have_count(2)
    expect(opened.locator(".erow-form:visible")).to_contain_text('"toolCallId": "t1"')


def test_closing_a_parent_keeps_what_was_open_below(open_report: Opener, forked: Path) -> None:
    report = open_report(forked, fragment="view=branch")
    view = report.view
    row(view, "All pass").locator(".erow-caret").click()
    row(view, "All pass").get_by_role("tab", name="Metadata").click()
    view.get_by_role("button", name="Hide 2 children and what is below").click()
    expect(row(view, "All pass")).to_have_count(0)
    view.get_by_role("button", name="Show 2 children and what is below").click()
    expect(row(view, "All pass").get_by_role("tab", name="Metadata")).to_have_attribute(
        "aria-selected", "true"
    )


# Branch view and filters


def test_branch_view_has_the_whole_tree_with_its_levels(open_report: Opener, forked: Path) -> None:
    report = open_report(forked, fragment="view=branch")
    view = report.view
    assert lines(view) == ["p/m-1", "Read the notes", "notes.txt", "read buried treasure", "true", "Now the tests", "All pass", "A way not taken", "Side answer"]  # fmt: skip
    levels = view.evaluate(
        "() => [...document.querySelectorAll('.erow')].map((node) => Number(node.ariaLevel))"
    )
    assert levels == [1, 2, 3, 4, 5, 7, 8, 5, 6]
    expect(row(view, "A way not taken")).to_contain_text("branch 2 of 2")
    report.shot("branch-forked")


def test_filters_keep_ancestors_and_mark_them(open_report: Opener, forked: Path) -> None:
    view = open_report(forked, fragment="view=branch").view
    view.get_by_role("button", name="User only").click()
    assert lines(view) == [
        "p/m-1",
        "Read the notes",
        "notes.txt",
        "read buried treasure",
        "true",
        "Now the tests",
        "A way not taken",
    ]
    for words, kept in (("p/m-1", 1), ("Read the notes", 0), ("buried treasure", 1), ("Now the tests", 0)):
        expect(row(view, words).get_by_text("kept as context of a match")).to_have_count(kept)
    view.get_by_role("button", name="Conditions").click()
    view.get_by_label("Label contains").fill("plan")
    assert lines(view) == []
    view.get_by_role("button", name="User only").click()
    assert lines(view) == ["p/m-1", "Read the notes", "notes.txt", "read buried treasure"]


def test_search_of_all_content_is_on_request_and_says_what_was_searched(
    open_report: Opener, forked: Path
) -> None:
    view = open_report(forked, fragment="view=history").view
    view.get_by_role("searchbox").fill("true")
    assert "true" in lines(view)
    view.get_by_role("searchbox").fill("toolUse")
    expect(view.locator(".search-scope:visible")).to_contain_text(
        "No match. Searched: summaries and labels of 9 entries."
    )
    view.get_by_role("button", name="Search all captured content").click()
    expect(view.locator(".search-scope:visible")).to_contain_text(
        "Searched: all captured content in this report."
    )
    assert lines(view) == ["1 Read the notes", "notes.txt"]
    expect(row(view, "notes.txt")).to_contain_text("match in its content")


def test_filters_selection_and_disclosure_survive_other_tabs(open_report: Opener, forked: Path) -> None:
    report = open_report(forked, fragment="view=history")
    view = report.view
    row(view, "notes.txt").locator(".erow-caret").click()
    row(view, "buried treasure").locator(".row-text").click()
    view.get_by_role("button", name="Tool", exact=False).first.click()
    before = lines(view)
    view.get_by_role("tab", name="Context", exact=True).first.click()
    view.get_by_role("tab", name="Session", exact=True).click()
    assert lines(view) == before
    expect(row(view, "notes.txt")).to_have_attribute("aria-expanded", "true")
    expect(row(view, "buried treasure")).to_have_attribute("aria-selected", "true")
    expect(view.locator(".details-facts .id")).to_have_text("r1")


# Links, by UI-5 and SES-15


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


# Damage


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
        ('{"value":1}', "bad time"),
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


# Bounds


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


# Event details


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


# Looks


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
