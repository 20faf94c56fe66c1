"""Hostile sessions in Chromium: whatever a file holds is shown as text, nothing runs and nothing is asked for (HTML-2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import ExportReport
from tests.browser.harness import NARROW, WIDE, Opener
from tests.browser.hostile_files import everywhere

TEXTS = {
    "markup": '"><img src=x onerror=alert(1)></script><!--<script>alert(1)</script>',
    "prototype": "__proto__",
    "constructor": "constructor",
    "templates": "${alert(1)}{{ 7*7 }}{% x %}\\1\\g<0>$&$`%s",
    "controls": "\x1b[31ma\x1b]8;;http://x.example/\x07b\0\u202ec\u2066\u2028\x9b",
    "surrogates": "\ud800x\udfff",
    "empty": "",
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
    report.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    opened = 0
    for view in VIEWS:
        report.view.evaluate("(view) => { location.hash = `#view=${view}`; }", view)
        report.page.wait_for_timeout(60)
        opened += report.view.evaluate(OPEN_ALL)
        report.assert_fits()
    assert opened > 40
    shown = report.view.evaluate(EVERY_ENTRY)
    # Ids that a file can't be linked by have no address: empty and doubled ones.
    assert shown > 20 or (ids and name == "empty")
    assert report.view.locator("main img[src=x], main script, main iframe, main object").count() == 0
    assert not dialogs
    report.assert_clean()
