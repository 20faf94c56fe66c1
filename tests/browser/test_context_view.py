"""Rows of the Context view and their bodies: what they show, what is pointed out, how it is copied."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import ExportReport, Write
from tests.browser.context_rows import open_literal, row, rows, user
from tests.browser.harness import Opener, ReportPage

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
    export_report: ExportReport, open_report: Opener, shared: Path
) -> None:
    for session in [
        *sorted(shared.glob("sessions/*.jsonl")),
        *sorted(shared.glob("observations/*/session*.jsonl")),
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
