"""Hostile sessions in Chromium: whatever a file holds is shown as text, nothing runs and nothing is asked for (HTML-2)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Dialog, Locator, expect

from tests.browser.conftest import ExportReport
from tests.browser.harness import NARROW, WIDE, Opener, ReportPage
from tests.browser.hostile_files import crowded, everywhere, long_lists
from tests.support import EXAMPLE

TEXTS = {
    "markup": '"><img src=x onerror=alert(1)></script><!--<script>alert(1)</script>',
    "prototype": "__proto__",
    "constructor": "constructor",
    "templates": "${alert(1)}{{ 7*7 }}{% x %}\\1\\g<0>$&$`%s",
    "controls": "\x1b[31ma\x1b]8;;http://x.example/\x07b\0\u202ec\u2066\u2028\x9b",
    "surrogates": "\ud800x\udfff",
    "empty": "",
    "long": "W" * 600,
}
VIEWS = (
    "context",
    "history",
    "branch",
    "reading",
    "timeline",
    "cache",
    "tools",
    "overview",
    "composition",
    "errors",
    "diagnostics",
    "limits",
)

OPEN_ALL = """async () => {
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const host = () => document.querySelector("dialog[open]") ?? document.querySelector("main");
  const done = new Set();
  for (let turn = 0; turn < 60; turn += 1) {
    const next = [...host().querySelectorAll("[aria-expanded=false], summary")].filter((each) => each.getClientRects().length && !done.has(each));
    if (!next.length) break;
    for (const each of next.slice(0, 12)) {
      done.add(each);
      if (each.tagName === "SUMMARY") each.parentElement.open = true;
      else if (each.isConnected) each.click();
    }
    await pause(10);
  }
  return done.size;
}"""

EVERY_ENTRY = """async () => {
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const shown = new Set();
  for (const id of [...JSON.parse(document.getElementById("rows").textContent).id]) {
    if (!id) continue;
    location.hash = `#view=history&entry=${encodeURIComponent(id)}`;
    await pause(15);
    for (const tab of document.querySelectorAll(".details [role=tab]")) if (tab.isConnected) tab.click();
    const title = document.querySelector(".details-facts .id");
    if (title) shown.add(title.getAttribute("title"));
  }
  return shown.size;
}"""


@pytest.mark.parametrize("ids", [False, True], ids=["texts", "ids"])
@pytest.mark.parametrize("name", TEXTS)
def test_hostile_texts_stay_texts_in_every_view(
    open_report: Opener, export_report: ExportReport, tmp_path: Path, name: str, ids: bool
) -> None:
    path = export_report(everywhere(tmp_path / f"{name}.jsonl", TEXTS[name], ids=ids))
    report = open_report(path, viewport=NARROW if ids else WIDE)
    dialogs: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    report.page.on("dialog", dismiss)
    opened = 0
    for view in VIEWS:
        report.view.evaluate("(view) => { location.hash = `#view=${view}`; }", view)
        report.page.wait_for_timeout(60)
        opened += report.view.evaluate(OPEN_ALL)
        report.assert_fits()
    assert opened > 40
    shown = report.view.evaluate(EVERY_ENTRY)
    # Ids that a file can't be linked by have no address: empty and overlong ones.
    assert shown > 20 or (ids and name in ("empty", "long"))
    assert report.view.locator("main img[src=x], main script, main iframe, main object").count() == 0
    assert not dialogs
    report.assert_clean()


def test_an_entry_of_a_thousand_parts_is_drawn_in_steps_and_loses_none(
    open_report: Opener, export_report: ExportReport, tmp_path: Path
) -> None:
    path = export_report(crowded(tmp_path / "crowded.jsonl", 450))
    report = open_report(path, fragment="view=history&entry=e0")
    panel = report.view.locator(".details-panel:visible")
    for tab, part in (
        ("Prompt", "summary .replay-name"),
        ("Tools", "summary .replay-name"),
        ("Context", "li.use"),
    ):
        report.view.locator(".details").get_by_role("tab", name=tab, exact=True).click()
        parts = panel.locator(part)
        assert 100 <= parts.count() < 120, f"{tab}: {parts.count()} parts are drawn at once"
        while panel.locator("[data-more]").count():
            panel.locator("[data-more]").first.click()
        assert parts.count() >= 450
        assert report.view.evaluate("() => document.activeElement !== document.body"), f"{tab}: focus is lost"
    report.view.evaluate("() => { location.hash = '#view=history&entry=e2'; }")
    report.view.locator(".details").get_by_role("tab", name="Content", exact=True).click()
    expect(panel).to_contain_text("Show 100 more of 350")
    expect(panel).to_contain_text("tool99")
    expect(panel).not_to_contain_text("tool100")
    more = panel.locator("[data-more]")
    for _ in range(4):
        more.click()
    expect(panel).to_contain_text("tool449")
    expect(more).to_have_count(0)
    report.assert_clean()


MANY = 230
PLACES = {
    "prompt": ".entry-block",
    **{
        f"blocks-of-{tool}": ".entry-block"
        for tool in ("read", "write", "edit", "bash", "grep", "web_search", "mcp__docs__find", "other")
    },
    "tasks": ".tool-list > li:not(.cut)",
    "agents": ".tool-agent",
    "rows": ".mcp-rows > li:not(.cut)",
    "servers": ".tool-unavailable",
    "loaded": ".tool-list > li:not(.cut)",
    "nested": ".nested > li:not(.cut)",
    "printed": ".tool > .text",
    "edits": ".diff",
    "calls": ".entry-block",
    "thoughts": ".entry-block",
}


@pytest.fixture(scope="module")
def long_report(export_report: ExportReport, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return export_report(long_lists(tmp_path_factory.mktemp("long") / "long.jsonl", MANY))


def all_steps(report: ReportPage, host: Locator, things: Locator, name: str, total: int) -> None:
    """A hundred things are drawn at first, and all of them in the end."""
    expect(things.first).to_be_attached()
    assert things.count() == 100, f"{name}: {things.count()} are drawn at once"
    while host.locator("[data-more]").count():
        host.locator("[data-more]").first.click()
        focus = report.view.evaluate("() => document.activeElement !== document.body")
        assert focus, f"{name}: focus is lost"
    assert things.count() == total, name


def test_every_long_list_of_an_entry_is_drawn_in_steps(open_report: Opener, long_report: Path) -> None:
    report = open_report(long_report, fragment="view=history")
    panel = report.view.locator(".details-panel:visible")
    for place, things in PLACES.items():
        report.view.evaluate("(id) => { location.hash = `#view=history&entry=${id}`; }", place)
        expect(report.view.locator(".details-facts .id").first).to_have_text(re.compile(place[:8]))
        all_steps(report, panel, panel.locator(things), place, MANY)
    report.view.evaluate("() => { location.hash = '#view=history&entry=members'; }")
    report.view.locator(".details").get_by_role("tab", name="Metadata", exact=True).click()
    pairs = panel.locator(".meta-pair", has=report.view.locator("dt", has_text=re.compile("^message.member")))
    assert pairs.count() < 100
    panel.locator("[data-more]").click()
    panel.locator("[data-more]").click()
    assert pairs.count() == MANY
    report.assert_accessible()


def test_a_long_result_is_drawn_in_steps_where_it_is_read(open_report: Opener, long_report: Path) -> None:
    report = open_report(long_report, fragment="view=reading&entry=blocks-of-other")
    fold = report.view.locator("details.piece-tool", has_text="other").first
    fold.evaluate("(node) => { node.open = true; }")
    result = fold.locator(".piece-result")
    result.wait_for()
    all_steps(report, result, result.locator(".tool > .text"), "result", MANY)
    report.assert_clean()


def test_search_in_the_transcript_finds_what_is_not_drawn_yet(open_report: Opener, long_report: Path) -> None:
    report = open_report(long_report, fragment="view=reading")
    report.page.keyboard.press("/")
    report.page.keyboard.type(f"thought {MANY - 7}")
    report.view.locator(".search-count", has_text="1").first.wait_for()
    report.page.keyboard.press("Enter")
    report.view.locator(".piece mark").first.wait_for(state="attached")


@pytest.mark.parametrize(
    ("view", "things"),
    [
        ("overview", ".use:has(> .mono.use-name)"),
        ("overview", "table:has(th:text-is('Tool')) tbody tr:has(th)"),
        ("overview", "table:has(th:text-is('Model')) tbody tr:has(th)"),
        ("overview", ".use:has(> .use-name:not(.mono))"),
        ("errors", ".error-item"),
        ("cache", ".totals tbody tr:has(th)"),
    ],
)
def test_every_long_list_of_a_view_is_drawn_in_steps(
    open_report: Opener, long_report: Path, view: str, things: str
) -> None:
    report = open_report(long_report, fragment=f"view={view}")
    host = report.view.locator("dialog[open], .view:not([hidden])").last
    for fold in host.locator("details.entry-list:has(> summary:text('only read'))").all():
        fold.evaluate("(node) => { node.open = true; }")
    listed = host.locator(things)
    expect(listed.first).to_be_attached()
    assert 100 <= listed.count() <= 101
    while host.locator("[data-more]").count():
        host.locator("[data-more]").first.click()
    assert listed.count() >= MANY
    report.assert_clean()


def test_lines_of_links_and_facts_name_the_first_of_many(open_report: Opener, long_report: Path) -> None:
    report = open_report(long_report, fragment="view=history&entry=labels")
    facts = report.view.locator(".fact", has_text="bug report")
    expect(facts).to_have_count(4)
    expect(facts.last).to_have_text(f"{MANY - 3} more bug reports")
    report.view.locator(".details").get_by_role("tab", name="Metadata", exact=True).click()
    children = report.view.locator(".details-panel:visible .meta-pair", has_text="children")
    expect(children).to_contain_text(re.compile(r"and 2\d\d more"))


def test_what_is_chosen_is_seen_in_forced_colours(open_report: Opener, export_report: ExportReport) -> None:
    report = open_report(export_report(EXAMPLE), fragment="view=history")
    report.page.emulate_media(forced_colors="active")
    report.view.locator(".erow-line").nth(1).click()
    report.page.wait_for_timeout(100)
    seen: list[str] = []
    looks = "(each) => { const style = getComputedStyle(each); return style.backgroundColor + style.color + style.outlineStyle; }"
    for chosen, other in (
        ('.tabs-primary [aria-selected="true"]', '.tabs-primary [aria-selected="false"]'),
        ('.tabs-secondary [aria-selected="true"]', '.tabs-secondary [aria-selected="false"]'),
        ('.split-item[aria-checked="true"]', '.split-item[aria-checked="false"]'),
        ('.chip[aria-pressed="true"]', '.chip[aria-pressed="false"]'),
        ('.erow[aria-selected="true"]', '.erow[aria-selected="false"]'),
    ):
        pair = [report.view.locator(f"{css}:visible").first.evaluate(looks) for css in (chosen, other)]
        assert pair[0] != pair[1], f"{chosen} looks like any other"
        seen.append(pair[0])
    assert len(set(seen[:-1])) == 1, f"not all in the system's pair: {seen}"
    report.shot("forced-colours")
