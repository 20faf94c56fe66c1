"""History and Branch view in Chromium (SES-1 to SES-3, SES-5, SES-6, SES-8, SES-13, SES-16, UI-7)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser import session_files as files
from tests.browser.conftest import ExportReport
from tests.browser.harness import Opener
from tests.browser.session_files import focused, lines, press, row
from tests.support import SHARED

Theme = Literal["light", "dark"]


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
    expect(switch).to_have_text("1 of 2 internal")
    view.get_by_role("searchbox").fill("buried")
    expect(view.locator(".search-count")).to_have_text("1 of 9")
    expect(switch).to_have_text("0 of 2 internal")
    expect(switch).to_be_enabled()


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


def test_the_name_of_a_tool_stands_apart_from_its_result(open_report: Opener, forked: Path) -> None:
    report = open_report(forked, fragment="view=history&entry=r1")
    view = report.view
    line = row(view, "buried treasure").locator(".row-text")
    expect(line).to_have_text("read buried treasure")
    expect(line.locator(".text-name")).to_have_text("read")
    expect(view.locator(".details-title:visible .text-name")).to_have_text("read")
    view.get_by_role("searchbox").fill("read buried")
    assert "".join(line.locator("mark").all_inner_texts()).split() == ["read", "buried"]
    report.page.get_by_role("tab", name="Context", exact=True).first.click()
    expect(view.locator(".reader:visible .text-name")).to_have_text(["read", "read", "bash"])


def test_one_line_has_no_number(open_report: Opener, forked: Path) -> None:
    view = open_report(forked, fragment="view=history&entry=u1").view
    text = view.locator(".details-panel:visible .text")
    expect(text).to_have_text("Read the notes")
    expect(text).not_to_have_class(re.compile("numbered"))


def test_a_message_hidden_in_pi_is_marked_in_history_as_in_context(
    open_report: Opener, export_report: ExportReport, tmp_path: Path
) -> None:
    note = {"type": "custom_message", "customType": "note", "content": "kept quiet", "display": False}
    hidden = {**note, "id": "h", "parentId": "u", "timestamp": files.TIME.format(1)}
    open_one = {**hidden, "id": "o", "parentId": "h", "content": "said aloud", "display": True}
    session = files.write(tmp_path / "hidden.jsonl", [files.entry("u", None, "user", "go"), hidden, open_one])
    report = open_report(export_report(session), fragment="view=history")
    view = report.view
    expect(row(view, "kept quiet").locator(".badge", has_text="hidden")).to_have_text("hidden")
    expect(row(view, "said aloud").locator(".badge", has_text="hidden")).to_have_count(0)
    report.page.get_by_role("tab", name="Context", exact=True).first.click()
    expect(view.locator(".reader:visible .row .badge")).to_have_text("hidden")
