"""A phone and a finger: whatever can be tapped at 390 px is 24 px or more each way, or stands apart (WCAG 2.5.8)."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ExportReport
from tests.browser.harness import NARROW, Opener, ReportPage
from tests.browser.targets import small_targets
from tests.support import EXAMPLE, REPO

SOURCES = sorted((REPO / "assets" / "js" / "views").glob("*.js"))
DECLARED = re.compile(
    r"export const view = \{(.*?)^\}|export const view = \{(.*)\};$", re.DOTALL | re.MULTILINE
)

SEARCH_AND_CONDITIONS = """() => {
  const shown = (node) => node.getClientRects().length > 0;
  for (const field of [...document.querySelectorAll("main .search-input")].filter(shown)) {
    field.value = "e";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  for (const each of [...document.querySelectorAll("main button")].filter(shown)) {
    if (each.textContent === "Conditions" && each.getAttribute("aria-expanded") !== "true") each.click();
  }
}"""

OPEN_SOME = """async () => {
  const host = document.querySelector("dialog[open]") ?? document.querySelector("main");
  const closed = ".row-head[aria-expanded=false], .erow-caret[aria-expanded=false], .usage-toggle[aria-expanded=false], summary";
  const found = [...host.querySelectorAll(closed)].filter((node) => node.getClientRects().length > 0);
  for (const each of found.slice(0, 6)) {
    if (each.tagName === "SUMMARY") each.parentElement.open = true;
    else if (each.isConnected) each.click();
    await new Promise((done) => setTimeout(done, 20));
  }
}"""


def view_names() -> list[str]:
    """Every view that can be shown by its name."""
    names: list[str] = []
    for path in SOURCES:
        found = DECLARED.search(path.read_text(encoding="utf-8"))
        assert found, f"{path.name} declares no view"
        words = found[1] or found[2]
        name = re.search(r'name: "([a-z-]+)"', words)
        assert name
        if not re.search(r'place: "(side|background)"', words):
            names.append(name[1])
    assert len(names) > 15
    return names


def page_of(tmp_path: Path, style: str, body: str) -> Path:
    """A page with a style that its policy allows."""
    digest = b64encode(hashlib.sha256(style.encode()).digest()).decode()
    path = tmp_path / "page.html"
    path.write_text(
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{digest}'; img-src data:\">"
        f'<link rel="icon" href="data:,"><title>Page</title><style>{style}</style></head><body>{body}</body></html>',
        encoding="utf-8",
    )
    return path


STYLE = (
    "button { width: 20px; height: 20px; padding: 0; border: 0; margin: 0; vertical-align: top; }"
    ".far { margin: 2px; } .box { position: relative; } .box::after { content: ''; position: absolute; inset: -2px; }"
    ".tiny { width: 8px; height: 8px; } body { margin: 40px; font: 14px/18px sans-serif; } .row { display: flex; }"
)


@pytest.mark.parametrize(
    ("body", "small"),
    [
        ('<div class="row"><button>a</button><button>b</button></div>', 2),
        ('<div class="row"><button class="far">a</button><button class="far">b</button></div>', 0),
        ('<div class="row"><button class="far box">a</button><button>b</button></div>', 0),
        ('<div class="row"><button class="box">a</button><button class="box">b</button></div>', 1),
        ('<div class="row"><button class="tiny">a</button></div>', 0),
        ('<div class="row"><button class="tiny">a</button><button>b</button></div>', 2),
        ('<p>Words and <a href="#x">a link</a> <a href="#y">or two</a> in a sentence.</p>', 0),
        ('<p><a href="#x">one link</a><br><a href="#y">another link</a></p>', 2),
    ],
)
def test_what_is_too_small_is_told_from_what_has_room(
    open_report: Opener, tmp_path: Path, body: str, small: int
) -> None:
    report = open_report(page_of(tmp_path, STYLE, body), viewport=NARROW)
    assert len(small_targets(report.view)) == small


def walk(report: ReportPage) -> dict[str, list[str]]:
    """What is too small, by where it was found."""
    found: dict[str, list[str]] = {}

    def measure(place: str) -> None:
        report.page.wait_for_timeout(80)
        if small := small_targets(report.view):
            found[place] = small

    for name in view_names():
        report.view.evaluate("(name) => { location.hash = `#view=${name}`; }", name)
        measure(name)
        report.view.evaluate(SEARCH_AND_CONDITIONS)
        measure(f"{name}, searched")
        report.view.evaluate(OPEN_SOME)
        measure(f"{name}, opened")
        report.assert_fits()
    report.view.evaluate("() => { location.hash = '#view=history'; }")
    ids: list[str] = report.view.evaluate(
        "() => JSON.parse(document.getElementById('rows').textContent).id.filter(Boolean)"
    )
    tabs = report.view.locator("dialog[open] .details [role=tab]")
    for identity in ids[:: max(1, len(ids) // 8)]:
        report.view.evaluate("(id) => { location.hash = `#view=history&entry=${id}`; }", identity)
        expect(tabs.first).to_be_visible()
        for tab in tabs.all():
            tab.click()
            measure(f"details of {identity}, {tab.inner_text()}")
    report.page.keyboard.press("?")
    expect(report.view.get_by_role("dialog", name="Keyboard")).to_be_visible()
    measure("help")
    report.assert_clean()
    return found


def test_every_target_of_the_example_can_be_hit(open_report: Opener, export_report: ExportReport) -> None:
    assert walk(open_report(export_report(EXAMPLE), viewport=NARROW)) == {}


@pytest.mark.parametrize("name", ["i_errors", "c_codemode"])
def test_every_target_of_an_observed_run_can_be_hit(
    open_report: Opener, export_report: ExportReport, shared: Path, name: str
) -> None:
    folder = shared / "observations" / name
    path = export_report(folder / "session.jsonl", "--observations", str(folder / "observations.jsonl"))
    assert walk(open_report(path, viewport=NARROW)) == {}
