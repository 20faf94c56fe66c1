"""Search fields and chips of the bars above lists: readable while one types, and whole (UI-4)."""

from __future__ import annotations

import pytest

from tests.browser.conftest import ExportReport
from tests.browser.harness import NARROW, WIDE, Opener
from tests.support import EXAMPLE

LAPTOP = (1280, 800)

CUT = """() => [...document.querySelectorAll(".bar :is(.chip, .button, .split-item, .search)")]
  .filter((node) => node.offsetParent)
  .filter((node) => {
    const box = node.getBoundingClientRect();
    return [node.parentElement, node.closest(".bar")].some((around) => {
      const edge = around.getBoundingClientRect();
      return edge.width > 0 && (box.left < edge.left - 1 || box.right > edge.right + 1);
    });
  })
  .map((node) => node.textContent)"""

ROOM = """() => {
  const field = [...document.querySelectorAll(".search-input")].find((node) => node.offsetParent);
  const box = field.getBoundingClientRect();
  const mark = document.createElement("span");
  mark.style.cssText = "position: absolute; width: 14ch; font: " + getComputedStyle(field).font;
  document.body.append(mark);
  const least = mark.getBoundingClientRect().width;
  mark.remove();
  return [box.width >= least - 1, box.left >= 0 && box.right <= innerWidth];
}"""

VIEWS = ["history", "branch", "reading", "timeline", "context", "branch-context"]


@pytest.mark.parametrize("viewport", [WIDE, LAPTOP, NARROW])
@pytest.mark.parametrize("name", VIEWS)
def test_what_is_typed_can_be_read(
    open_report: Opener, export_report: ExportReport, name: str, viewport: tuple[int, int]
) -> None:
    report = open_report(export_report(EXAMPLE), viewport=viewport, fragment=f"view={name}&entry=94fcbcf1")
    view = report.view
    box = view.locator(".bar:visible .search-input:visible")
    for query in ("casefold", "e", "no such words at all"):
        box.fill(query)
        assert view.evaluate(ROOM) == [True, True], query
    report.assert_fits()
    if viewport != NARROW:
        assert view.evaluate(CUT) == []
    report.shot(f"bar-{name}-{viewport[0]}")


def test_a_row_that_goes_on_beyond_the_edge_fades(open_report: Opener, export_report: ExportReport) -> None:
    fragment = "view=history&entry=94fcbcf1"
    report = open_report(export_report(EXAMPLE), viewport=NARROW, fragment=fragment)
    fade = """() => [...document.querySelectorAll(".bar, .head-buttons, .tabs-primary, .tabs-plain")]
      .filter((node) => node.offsetParent && node.scrollWidth > node.clientWidth)
      .map((node) => {
        const style = getComputedStyle(node, "::after");
        return [node.classList[node.classList.length - 1], style.position, style.right, style.width, style.backgroundImage.includes("gradient")];
      })"""
    shown = report.view.evaluate(fade)
    assert {name for name, *_ in shown} == {"bar", "head-buttons", "tabs-primary", "tabs-plain"}
    assert all(rest == ["sticky", "0px", "28px", True] for _, *rest in shown)


GAPS = """() => {
  const bar = [...document.querySelectorAll(".bar")].find((node) => node.offsetParent);
  const boxes = [...bar.querySelectorAll(".button, .search, .chip")].filter((node) => node.offsetParent).map((node) => node.getBoundingClientRect());
  const rows = new Set(boxes.map((box) => Math.round((box.top + box.bottom) / 2)));
  const near = boxes.flatMap((a, i) => boxes.slice(i + 1).map((b) => Math.max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom)));
  return [rows.size, Math.min(...near)];
}"""


@pytest.mark.parametrize("viewport", [WIDE, LAPTOP, NARROW])
def test_the_bar_of_a_branch_context_holds_together(
    open_report: Opener, export_report: ExportReport, viewport: tuple[int, int]
) -> None:
    report = open_report(export_report(EXAMPLE), viewport=viewport, fragment="view=history&entry=94fcbcf1")
    view = report.view
    details = view.locator(".details:visible")
    details.get_by_role("tab", name="Context").click()
    details.get_by_role("button", name="View branch context").click()
    view.locator(".branch-context").wait_for()
    rows, gap = view.evaluate(GAPS)
    assert rows <= 2
    assert gap >= 6
    report.shot(f"bar-branch-context-opened-{viewport[0]}")
