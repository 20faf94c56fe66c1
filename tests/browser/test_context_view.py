"""The Context view in Chromium: rows, keys, search, filters, minimap, bodies, hidden context, damage, links, themes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Frame, Locator, expect

from tests.browser.harness import NARROW, SMALLEST, WIDE, Opener, ReportPage
from tests.support import EXAMPLE, SHARED

ExportReport = Callable[..., Path]
Write = Callable[..., Path]

TIME = "2026-11-30T06:08:0{}.000Z"


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """`write(*messages)` gives a session whose entries e1, e2 … stand below each other; dicts with a type are entries."""

    def build(*parts: dict[str, Any]) -> Path:
        lines: list[dict[str, Any]] = [
            {"type": "session", "version": 3, "id": "5e55", "timestamp": TIME.format(0), "cwd": "/srv/x"}
        ]
        for number, part in enumerate(parts, 1):
            entry = part if "type" in part else {"type": "message", "message": part}
            head = {"id": f"e{number}", "parentId": f"e{number - 1}" if number > 1 else None}
            lines.append({**head, "timestamp": TIME.format(number % 10), **entry})
        target = tmp_path / "session.jsonl"
        target.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        return target

    return build


@pytest.fixture
def example(export_report: ExportReport, open_report: Opener) -> ReportPage:
    """The example's report on a wide screen."""
    return open_report(export_report(EXAMPLE))


def user(text: object) -> dict[str, Any]:
    return {"role": "user", "content": text, "timestamp": 1796018892204}


def rows(report: ReportPage) -> Locator:
    return report.view.locator(".row-head")


def row(report: ReportPage, words: str) -> Locator:
    return report.view.locator(".row", has=report.view.locator(".row-head", has_text=words)).first


def open_literal(report: ReportPage, head: Locator) -> None:
    """Opens a row and shows its text as recorded or sent, where a rendered form stands first."""
    head.click()
    choice = report.view.locator(".row", has=report.view.locator(".row-body")).get_by_role(
        "radio", name="Literal"
    )
    for each in choice.all():
        each.click()


def focused(view: Frame) -> str:
    return view.evaluate("() => document.activeElement?.textContent ?? ''")


def place_of(view: Frame, words: str) -> float:
    """Distance of a row's upper edge from the viewport's, px."""
    found = view.locator(".row-head", has_text=words).first.bounding_box()
    assert found
    return found["y"]


def top_row(view: Frame) -> tuple[str, float]:
    """Words and place of the first row that is whole below the list's upper edge."""
    return tuple(
        view.evaluate(
            """() => {
              const top = document.querySelector('.vlist').getBoundingClientRect().top;
              const heads = [...document.querySelectorAll('.row-head')].map((head) => [head.textContent, head.getBoundingClientRect().top]);
              return heads.filter(([, y]) => y >= top - 0.5).sort((a, b) => a[1] - b[1])[0];
            }"""
        )
    )


# Rows and bodies


def test_rows_name_category_content_size_and_source(example: ReportPage) -> None:
    view = example.view
    expect(view.locator(".evidence").first).to_contain_text("not exact model input")
    system = row(example, "preamble").locator(".row-head")
    expect(system.locator(".row-label")).to_have_text("System")
    expect(system.locator(".row-measure")).to_contain_text(re.compile(r"^\d[\d,]* ch · [0-9a-f]{8}$"))
    expect(system).to_have_attribute("aria-expanded", "false")
    expect(view.get_by_role("list", name="the context at the leaf")).to_be_visible()
    example.assert_clean()


def test_every_report_of_the_shared_sessions_is_clean(
    export_report: ExportReport, open_report: Opener
) -> None:
    if not SHARED.is_dir():
        pytest.skip("no shared data beside the repository")
    for session in [
        *sorted(SHARED.glob("sessions/*.jsonl")),
        *sorted(SHARED.glob("observations/*/session*.jsonl")),
    ]:
        report = open_report(export_report(session))
        report.view.get_by_role("button", name="Expand all").click()
        report.page.wait_for_timeout(50)
        report.assert_clean()
        report.assert_fits()


def test_an_opened_row_has_body_source_and_copies_made_on_first_opening(example: ReportPage) -> None:
    body = row(example, "rules ·")
    body.locator(".row-head").click()
    expect(body.locator(".row-head")).to_have_attribute("aria-expanded", "true")
    expect(body.locator(".text .line").first).to_have_text("<rules>")
    meta = body.locator(".block-meta")
    expect(meta).to_contain_text("Entry type")
    expect(meta).to_contain_text("compaction")
    expect(meta.locator(".meta-pair", has_text="Tokens")).to_contain_text("unavailable")
    raw = body.locator("details", has_text="Raw")
    assert raw.locator(".json").count() == 0
    raw.locator("summary").click()
    expect(raw.locator(".json .line").first).to_have_text("{")
    body.locator("details", has_text="Structured").locator("summary").first.click()
    expect(body.locator(".tree-text").first).to_contain_text("<rules>")
    body.locator("details", has_text="Metadata").locator("summary").click()
    expect(body.locator(".meta.wide")).to_contain_text("place in the entry")
    body.locator(".row-head").click()
    expect(body.locator(".row-body")).to_have_count(0)
    body.locator(".row-head").click()
    expect(raw.locator(".json .line").first).to_be_visible()
    example.assert_clean()


def test_text_is_shown_exactly(write: Write, export_report: ExportReport, open_report: Opener) -> None:
    text = "\n  two  spaces\t<b>&amp;\n\x1b[31mred\x1b[0m 10%\r100%\nrm \u202e# x\u202c \u200b"
    report = open_report(export_report(write(user(text), user("</script><!-- $& \\1"))))
    open_literal(report, rows(report).nth(2))
    lines = report.view.locator(".row-body .line:visible")
    expect(lines).to_have_count(4)
    assert lines.nth(0).inner_text() == ""
    assert lines.nth(1).evaluate("(node) => node.textContent") == "  two  spaces\t<b>&amp;"
    assert lines.nth(2).evaluate("(node) => node.textContent") == "100%10%"
    assert [node.inner_text() for node in lines.nth(3).locator(".control").all()] == ["RLO", "PDF", "ZWSP"]
    assert lines.nth(3).evaluate("(node) => getComputedStyle(node).unicodeBidi") == "isolate"
    expect(report.view.locator(".row-head", has_text="</script><!-- $& \\1")).to_be_visible()
    report.view.locator("details", has_text="Raw").locator("summary").click()
    expect(report.view.locator(".json:visible").last).to_contain_text("\\u001b[31mred")
    report.assert_clean()


def test_long_texts_say_how_much_is_shown(
    write: Write, export_report: ExportReport, open_report: Opener
) -> None:
    text = "".join(f"line {number:05d}\n" for number in range(2_000))
    report = open_report(export_report(write(user(text + "needle"))))
    open_literal(report, rows(report).last)
    expect(report.view.locator(".row-body .cut:visible").last).to_contain_text(
        "The first 16,384 of 22,006 characters"
    )
    report.view.get_by_role("button", name="Show all 22,006 characters").click()
    expect(report.view.locator(".row-body .line:visible").last).to_have_text("needle")
    report.assert_clean()


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
    assert "Compacted" in focused(view)
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


# Hidden context


def test_hidden_omitted_replaced_and_excluded_are_pointed_out(
    write: Write, export_report: ExportReport, open_report: Opener
) -> None:
    report = open_report(
        export_report(
            write(
                user("first question"),
                user("second question"),
                {
                    "role": "bashExecution",
                    "command": "secret-free",
                    "output": "ok",
                    "exitCode": 0,
                    "excludeFromContext": True,
                    "timestamp": 1,
                },
                {"type": "custom_message", "customType": "note", "content": "quiet words", "display": False},
                {"role": "bashExecution", "command": "ls", "output": "a.txt", "exitCode": 2, "timestamp": 1},
                {"type": "context_edit", "targetId": "e1", "replacement": None},
                {"type": "context_edit", "targetId": "e2", "replacement": {"content": "kinder question"}},
            )
        )
    )
    view = report.view
    expect(row(report, "first question").locator(".badge")).to_have_text("omitted by edit")
    expect(row(report, "kinder question").locator(".badge")).to_have_text("replaced by edit")
    expect(row(report, "secret-free").locator(".badge").first).to_have_text("not sent")
    expect(row(report, "quiet words").locator(".badge")).to_have_text("hidden")
    expect(view.locator(".evidence").first).to_contain_text(
        "2 messages that are not sent are shown and marked"
    )
    row(report, "kinder question").locator(".row-head").click()
    body = row(report, "kinder question").locator(".row-body")
    expect(body.locator(".notice")).to_contain_text("Replaced by the context edit e7")
    body.locator("summary", has_text="Original before the edit").click()
    expect(body).to_contain_text("second question")
    open_literal(report, rows(report).filter(has_text="Bash").last)
    expect(view.locator(".row-body", has_text="Ran `ls`")).to_contain_text("Command exited with code 2")
    report.assert_clean()


def test_what_is_not_stored_is_said(write: Write, export_report: ExportReport, open_report: Opener) -> None:
    report = open_report(export_report(write(user("hello"))))
    expect(rows(report).nth(0)).to_contain_text("not stored in this file")
    expect(rows(report).nth(1)).to_contain_text("not stored in this file")
    assert rows(report).nth(0).get_attribute("aria-expanded") is None


# Copying


def test_copy_answers_with_success_or_offers_the_text(
    export_report: ExportReport, open_report: Opener, write: Write
) -> None:
    session = write(user("copy  me\texactly"))
    report = open_report(
        export_report(session), via="http", permissions=("clipboard-read", "clipboard-write")
    )
    rows(report).last.click()
    report.view.get_by_role("button", name="Copy", exact=True).click()
    expect(report.view.locator(".toast")).to_contain_text("User copied, 16 characters")
    assert report.view.evaluate("() => navigator.clipboard.readText()") == "copy  me\texactly"
    refused = open_report(export_report(session))
    refused.view.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); document.execCommand = () => false; }"
    )
    rows(refused).last.click()
    refused.view.get_by_role("button", name="Copy", exact=True).click()
    area = refused.view.get_by_role("textbox", name="User")
    expect(area).to_have_value("copy  me\texactly")
    assert area.evaluate("(node) => node.selectionEnd - node.selectionStart") == 16


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
