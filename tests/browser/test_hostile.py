"""Hostile sessions in Chromium: whatever a file holds is shown as text, nothing runs and nothing is asked for (HTML-2)."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Dialog, expect

from tests.browser.conftest import ExportReport
from tests.browser.harness import NARROW, WIDE, Opener
from tests.browser.hostile_files import crowded, everywhere
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
        assert 200 <= parts.count() < 220, f"{tab}: {parts.count()} parts are drawn at once"
        while panel.locator("[data-more]").count():
            panel.locator("[data-more]").first.click()
        assert parts.count() >= 450
        assert report.view.evaluate("() => document.activeElement !== document.body"), f"{tab}: focus is lost"
    report.view.evaluate("() => { location.hash = '#view=history&entry=e2'; }")
    report.view.locator(".details").get_by_role("tab", name="Content", exact=True).click()
    expect(panel).to_contain_text("Show 200 more of 250")
    assert "tool199" in panel.inner_text()
    assert "tool200" not in panel.inner_text()
    more = panel.locator("[data-more]")
    more.click()
    more.click()
    assert "tool449" in panel.inner_text()
    expect(more).to_have_count(0)
    report.assert_clean()


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
