"""Observed contexts, their comparison, payloads, prompts and the Environment, in the browser (CTX-2, CTX-10, CTX-11, CTX-13, OBS-4, OBS-5)."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ExportReport
from tests.browser.harness import NARROW, SMALLEST, WIDE, Opener, ReportPage
from tests.observations.making import DATA, context, dump, header, lines, numbered, user
from tests.support import EXAMPLE
from tests.views.observed_reports import TALK, dump_file, session_file

VIEWS = (
    "observed",
    "context",
    "compare",
    "payload",
    "runtime-prompt",
    "tools",
    "mcp-servers",
    "skills",
    "commands",
    "capture",
)

LONG = "many words " * 3


def rich(folder: Path) -> tuple[Path, Path]:
    """A session and a dump with a bit of everything."""
    tools = [
        {
            "name": "read",
            "description": "Reads a file",
            "exposure": "direct",
            "active": True,
            "parameters": {"type": "object", "properties": {"path": {"type": "string"}}},
            "sourceInfo": {
                "source": "builtin",
                "path": "builtin:read",
                "scope": "temporary",
                "origin": "top-level",
            },
        },
        {"name": "rare"},
    ]
    messages = [line["message"] for line in TALK]
    note = {
        "role": "custom",
        "customType": "house",
        "content": "Only observed",
        "display": True,
        "timestamp": 2500,
    }
    changed = user("Thanks, and be brief", 3000)
    records = numbered(
        {"type": "session_start", "reason": "startup", "leafId": None},
        {"type": "tools", "leafId": None, "tools": tools[:1]},
        {"type": "mcp_servers", "servers": [{"name": "notes", "extensionPath": "/home/dev/notes.ts"}]},
        {"type": "skills", "skills": [{"name": "review", "description": "Reviews", "filePath": "/home/dev/SKILL.md"}]},
        {"type": "commands", "commands": [{"name": "earlier"}]},
        {"type": "commands", "commands": [
            {"name": "deploy", "description": "Ships it\u202e", "source": "extension"},
            {"name": "review-pr", "description": "Reads a pull request", "source": "prompt"},
            {"name": "plain"},
        ]},
        {"type": "system_prompt", "prompt": "Be brief.\nAlways.", "leafId": None},
        {"type": "context_files", "contextFiles": [{"path": "/home/dev/AGENTS.md", "content": "House rules"}]},
        context(1, messages[:1], leafId="a1", usage={"tokens": 1200, "contextWindow": 200000, "percent": 0.6}),
        {"type": "provider_payload", "request": 1, "attempt": 1, "purpose": "request", "leafId": "a1", "payload": {"input": LONG}},
        {"type": "provider_response", "request": 1, "status": 200, "requestId": "req-1", "leafId": "a1"},
        {"type": "turn", "request": 1, "outcome": "completed", "messageEntryId": "a2", "leafId": "a2"},
        {"type": "tools", "leafId": "a2", "tools": tools},
        {"type": "system_prompt", "prompt": "Be brief.\nMostly.", "leafId": "a2"},
        {"type": "provider_payload", "request": None, "purpose": "cache_warm", "leafId": "a2", "payload": {"input": "warm"}},
        {"type": "cache_warming_decision", "action": "warm", "warmCost": 0.01, "missCost": 0.2, "leafId": "a2"},
        context(2, [*messages[:2], note, changed], leafId="a3"),
        {"type": "thinking_level_select", "level": "high"},
        {"type": "unheard_of", "secret": "x"},
    )  # fmt: skip
    return session_file(folder, TALK), dump_file(folder, lines([header(), *records]))


@pytest.fixture(scope="module")
def observed(tmp_path_factory: pytest.TempPathFactory, export_report: ExportReport) -> Path:
    session, taken = rich(tmp_path_factory.mktemp("rich"))
    return export_report(session, "--observations", str(taken))


def evidence(report: ReportPage) -> str:
    return report.view.locator(".view:visible .evidence:not([hidden])").first.inner_text()


def rows(report: ReportPage) -> list[str]:
    texts = report.view.locator(".view:visible .vlist .row-head").all_inner_texts()
    return [" ".join(text.split()) for text in texts]


def source(report: ReportPage, name: str) -> None:
    report.view.locator(".split:visible").get_by_role("radio", name=name).click()


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_view_is_accessible_and_clean(
    open_report: Opener, observed: Path, theme: Literal["light", "dark"], viewport: tuple[int, int]
) -> None:
    for name in VIEWS:
        report = open_report(observed, theme=theme, viewport=viewport, fragment=f"view={name}")
        closed = report.view.locator(".observed-facts > summary:visible, .item > summary:visible")
        for summary in closed.all()[:2] if name != "capture" else ():
            summary.click()
        report.shot(f"{name}-{theme}-{viewport[0]}")
        report.assert_fits()
        report.assert_accessible()


def test_the_last_observed_context_of_the_branch_is_shown_first(open_report: Opener, observed: Path) -> None:
    report = open_report(observed)
    words = evidence(report)
    assert words.startswith(
        "Last observed Pi-stage context · request 2 · leaf a3 · 06:00:00 · 0 context entries follow."
    )
    assert "Later handlers, provider conversion" in words
    assert [row.split(" ", 1)[0] for row in rows(report)] == ["User", "Assistant", "Custom", "User"]
    assert "house · Only observed" in rows(report)[2]
    report.assert_clean()


def test_sources_are_never_mixed_and_keep_their_own_search(open_report: Opener, observed: Path) -> None:
    report = open_report(observed)
    report.view.get_by_role("searchbox").fill("brief")
    report.view.get_by_text("1 match", exact=True).wait_for()
    source(report, "Session-derived")
    assert evidence(report).startswith("Session-derived")
    assert all("Only observed" not in row and "be brief" not in row for row in rows(report))
    assert report.view.get_by_role("searchbox").input_value() == ""
    source(report, "Observed")
    assert report.view.get_by_role("searchbox").input_value() == "brief"
    assert "view=observed" in report.page.url
    report.page.go_back()
    assert evidence(report).startswith("Session-derived")
    report.assert_clean()


def test_the_switch_works_by_keys(open_report: Opener, observed: Path) -> None:
    report = open_report(observed)
    report.view.locator(".split:visible").get_by_role("radio", name="Observed").focus()
    report.page.keyboard.press("ArrowRight")
    assert evidence(report).startswith("Session-derived")
    report.page.keyboard.press("ArrowRight")
    assert evidence(report).startswith("The observed context beside")
    focused = report.view.evaluate("() => document.activeElement.textContent")
    assert focused == "Compare"
    report.assert_clean()


def test_another_context_can_be_picked_and_is_told_apart(open_report: Opener, observed: Path) -> None:
    report = open_report(observed)
    picker = report.view.get_by_label("Observed context", exact=True)
    options = picker.locator("option").all_inner_texts()
    assert len(options) == 2
    assert options[0].endswith("leaf a3 · no turn recorded · last on the branch")
    assert options[1].endswith("leaf a1 · completed")
    picker.select_option(index=1)
    words = evidence(report)
    assert words.startswith("Observed Pi-stage context · request 1 · leaf a1 · 30 Nov 2026")
    assert "2 context entries follow" in words
    assert len(rows(report)) == 1
    report.view.locator(".observed-facts > summary").click()
    facts = " ".join(report.view.locator(".observed-facts").inner_text().split())
    assert "completed, answer a2" in facts
    assert "1.2 k tokens of 200" in facts
    source(report, "Compare")
    assert "request 1, leaf a1" in evidence(report), "Compare follows the choice"
    report.assert_clean()


def test_an_answer_leads_to_the_context_of_its_turn(open_report: Opener, observed: Path) -> None:
    report = open_report(observed, fragment="view=context&entry=a2")
    report.view.locator(".row-head", has_text="Counting.").first.click()
    report.view.locator(".block-meta").get_by_role("link", name="request 1").click()
    assert evidence(report).startswith("Observed Pi-stage context · request 1")
    report.assert_clean()


def test_an_only_observed_message_has_no_source_and_its_own_raw(open_report: Opener, observed: Path) -> None:
    report = open_report(observed)
    head = report.view.locator(".row-head", has_text="Only observed")
    head.click()
    body = report.view.locator(".row-body:visible")
    assert "no recorded source" in body.locator(".block-meta").inner_text()
    body.get_by_text("Raw", exact=True).click()
    raw = body.locator(".accordion", has_text="Raw").inner_text()
    assert '"customType": "house"' in raw
    assert '"message"' not in raw, "what stands here is the message, no entry around it"
    report.view.locator(".row-head", has_text="Thanks").click()
    assert report.view.locator(".block-meta").last.get_by_role("link", name="a3").count() == 1
    report.assert_clean()


def test_a_comparison_shows_what_changed_and_on_which_side(open_report: Opener, observed: Path) -> None:
    report = open_report(observed, fragment="view=compare")
    assert evidence(report).endswith("2 messages are the same, 1 changed, 1 only observed.")
    listed = rows(report)
    assert listed[0] == "Same 2 messages are the same on both sides"
    assert "only observed house · Only observed" in listed[1]
    assert "changed Thanks, and be brief" in listed[2]
    report.view.locator(".row-head", has_text="changed").click()
    lead = report.view.locator(".compare-lead")
    assert "14 characters follow the session's text" in lead.inner_text()
    assert lead.locator(".diff-removed .diff-text").all_inner_texts() == ["Thanks"]
    assert lead.locator(".diff-added .diff-text").all_inner_texts() == ["Thanks, and be brief"]
    report.shot("compare-open")
    report.assert_clean()


def test_payloads_say_what_is_inferred(open_report: Opener, observed: Path) -> None:
    report = open_report(observed)
    report.view.locator(".observed-facts > summary").click()
    report.view.get_by_role("button", name="Provider payloads 2").click()
    items = report.view.locator(".item:visible")
    assert "cache warming" in items.nth(0).inner_text()
    assert items.nth(1).locator(".details-body").inner_text() == "", "nothing is made before it is opened"
    items.nth(1).locator("summary").first.click()
    words = " ".join(items.nth(1).inner_text().split())
    assert "request 1, attempt 1" in words
    assert words.count("inferred by the observer") >= 4
    assert LONG.strip() in words
    report.view.get_by_role("button", name="Back to the context").click()
    assert evidence(report).startswith("Last observed")
    report.assert_clean()


def test_a_runtime_prompt_is_told_as_captured(open_report: Opener, observed: Path) -> None:
    report = open_report(observed, fragment="view=runtime-prompt")
    item = report.view.locator(".item").first
    assert "Runtime prompt as captured at 30 Nov 2026" in item.inner_text()
    assert "possibly not sent" in item.inner_text()
    item.locator("summary").first.click()
    item.get_by_text("Mostly.").first.wait_for()
    item.get_by_text("Difference to the capture before").click()
    expect(item.locator(".diff-removed .diff-text")).to_have_text(["Always."])
    report.assert_clean()


def test_captured_tools_show_schemas_on_demand_and_earlier_catalogs(
    open_report: Opener, observed: Path
) -> None:
    report = open_report(observed, fragment="view=tools")
    assert report.view.locator(".item").count() == 2
    assert "1 change of tools since the capture before" in report.view.locator(".environment").inner_text()
    read = report.view.locator(".item", has_text="read").first
    read.locator("summary").first.click()
    assert "derived by Pi’s rule on exposure, not recorded" in read.inner_text()
    assert "properties" not in read.inner_text()
    read.get_by_text("Schema", exact=True).click()
    read.get_by_text('"properties"').first.wait_for()
    report.view.get_by_label("Capture of tools").select_option(index=1)
    assert report.view.locator(".item").count() == 1
    assert "An earlier capture" in report.view.locator(".environment").inner_text()
    rare = "active: unavailable"
    report.view.get_by_label("Capture of tools").select_option(index=0)
    assert rare in report.view.locator(".environment").inner_text()
    report.assert_clean()


def test_servers_and_skills_say_what_is_not_known(open_report: Opener, observed: Path) -> None:
    report = open_report(observed, fragment="view=mcp-servers")
    words = report.view.locator(".environment").inner_text()
    assert "an empty list does not mean that there were none" in words
    assert "~/notes.ts" in words
    report.view.get_by_role("tab", name="Skills").click()
    skills = report.view.locator(".view:visible.environment")
    skills.locator(".item > summary").click()
    assert "~/SKILL.md" in skills.inner_text()
    assert "not available: skill files are never read" in skills.inner_text()
    report.assert_clean()


def test_captured_commands_are_listed_with_source_and_found(open_report: Opener, observed: Path) -> None:
    report = open_report(observed, fragment="view=tools")
    report.view.get_by_role("tab", name="Commands").click()
    view = report.view.locator(".view:visible.environment")
    items = view.locator("li.item")
    assert [" ".join(text.split()) for text in items.all_inner_texts()] == [
        "/deploy extension Ships itRLO",
        "/review-pr prompt Reads a pull request",
        "/plain source unavailable no description captured",
    ]
    assert "Slash commands that Pi offered, as captured." in view.inner_text()
    assert "4 changes of commands since the capture before" in view.inner_text()
    report.page.keyboard.press("/")
    report.page.keyboard.type("/review-pr")
    report.view.locator(".search-count:visible", has_text="1 of 3").wait_for()
    assert items.count() == 1
    assert items.locator("mark").all_inner_texts() == ["/", "review-pr"]
    report.page.keyboard.type("x")
    report.view.get_by_text("None of the commands matches.").wait_for()
    assert items.count() == 0
    report.assert_accessible()
    report.page.keyboard.press("Escape")
    assert items.count() == 3
    report.view.get_by_label("Capture of commands").select_option(index=1)
    assert " ".join(items.inner_text().split()) == "/earlier source unavailable no description captured"
    report.assert_clean()


@pytest.mark.parametrize(
    ("name", "query", "items"),
    [
        ("tools", "reads a file", ".item"),
        ("skills", "skill.md", ".item"),
        ("mcp-servers", "notes.ts", "tbody tr"),
    ],
)
def test_every_catalog_can_be_searched_and_keeps_what_was_open(
    open_report: Opener, observed: Path, name: str, query: str, items: str
) -> None:
    report = open_report(observed, fragment=f"view={name}")
    found = report.view.locator(".view:visible").locator(items)
    total = found.count()
    if items == ".item":
        found.first.locator("summary").first.click()
    report.page.keyboard.press("/")
    report.page.keyboard.type(query)
    report.view.locator(".search-count:visible", has_text=f"1 of {total}").wait_for()
    assert found.count() == 1
    assert found.locator("mark").first.inner_text().lower() in query
    report.page.keyboard.press("Escape")
    assert found.count() == total
    assert report.view.locator(".view:visible .item[open]").count() == (items == ".item")
    report.assert_clean()


def test_the_observations_themselves_are_told(open_report: Opener, observed: Path) -> None:
    report = open_report(observed)
    report.view.get_by_role("button", name="observed in 1 run").click()
    dialog = report.view.get_by_role("dialog")
    words = " ".join(dialog.inner_text().split())
    assert "no end was written: the process was killed, or the dump ends there" in words
    assert "Unknown record types: 1 under 1 name" in words
    report.assert_clean()


@pytest.mark.parametrize(
    "name", ["observed", "compare", "payload", "runtime-prompt", "mcp-servers", "commands"]
)
def test_without_a_dump_a_view_says_how_to_capture(
    open_report: Opener, export_report: ExportReport, name: str
) -> None:
    report = open_report(export_report(EXAMPLE), viewport=SMALLEST, fragment=f"view={name}")
    assert "--observations FILE" in report.view.locator(".view:visible").inner_text()
    report.assert_fits()
    report.assert_accessible()


def test_without_a_dump_the_session_is_read_first_and_declares_its_tools(
    open_report: Opener, export_report: ExportReport
) -> None:
    report = open_report(export_report(EXAMPLE))
    assert evidence(report).startswith("Session-derived")
    report.view.get_by_role("tab", name="Environment").click()
    words = report.view.locator(".view:visible").inner_text()
    assert "replayed from the session's stored system messages at the leaf" in words
    assert report.view.locator(".item").count() > 0
    report.assert_accessible()


def test_a_damaged_part_does_not_take_the_others(open_report: Opener, observed: Path, tmp_path: Path) -> None:
    text = observed.read_text(encoding="utf-8")
    start = text.index(">", text.index('id="oc0"')) + 1
    damaged = tmp_path / "damaged.html"
    damaged.write_text(
        text[:start] + "[{" + text[start + 2 :].replace("</script>", "</script>", 1).replace("}", "", 1),
        encoding="utf-8",
    )
    report = open_report(damaged)
    report.view.locator(".row-head", has_text="Only observed").click()
    assert "This part of the report is damaged." in report.view.locator(".row-body:visible").inner_text()
    assert report.view.locator(".row-head", has_text="Counting.").count() == 1


def test_a_long_observed_context_opens_at_once(
    open_report: Opener, export_report: ExportReport, tmp_path: Path
) -> None:
    many = [user(f"message {number}", 10 + number) for number in range(4_200)]
    taken = dump_file(tmp_path, dump(context(1, many, leafId="zz")))
    report = open_report(
        export_report(session_file(tmp_path, TALK), "--observations", str(taken)), fragment="view=observed"
    )
    assert "200 earlier segments of this context left out of this report" in rows(report)[0]
    assert report.view.locator(".vlist .row").count() < 60
    source(report, "Compare")
    assert (
        "is no entry of this session that can be named" in report.view.locator(".view:visible").inner_text()
    )
    report.assert_clean()


@pytest.mark.parametrize("name", ["h_edits", "p_forced"])
def test_runs_of_pi_render(open_report: Opener, export_report: ExportReport, name: str) -> None:
    path = export_report(DATA / f"{name}.session.jsonl", "--observations", str(DATA / f"{name}.dump.jsonl"))
    report = open_report(path, fragment="view=compare")
    assert (
        report.view.locator(
            ".badge", has_text="changed" if name == "h_edits" else "only in the session"
        ).count()
        > 0
    )
    report.assert_accessible()
