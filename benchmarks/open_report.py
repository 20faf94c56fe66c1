"""How soon a report is usable in headless Chromium: medians over fresh browsers and profiles, in milliseconds.

    python benchmarks/open_report.py REPORT.html... [--runs 5] [--width 1440] [--height 900]
        [--fragment view=executions] [--scroll ".executions .vlist"] [--executions 5000]

--executions N writes a session and a dump of about N captured executions to a temporary folder, exports them and
opens that report at its executions.

fcp      first contentful paint
load     end of the load event
usable   end of the last task or animation frame over 50 ms before half a second of quiet; never before fcp and load
longest  longest single task or frame over 50 ms
heap     JavaScript heap after a forced collection, MiB
nodes    elements in the document
scroll   with --scroll: longest task or frame over 50 ms while the wheel goes to the end in steps and back
Times count from the start of the navigation. PI_INSPECT_CHROMIUM names the browser.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Playwright, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.browser.harness import CHROMIUM_ARGS, chromium_program
from tests.support import run_cli
from tests.views.execution_dumps import large

QUIET_MS = 500
LIMIT_S = 180

OBSERVE = """() => {
  const busy = (window.__busy = []);
  for (const type of ["longtask", "long-animation-frame"]) {
    try {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) busy.push([entry.startTime, entry.duration]);
      }).observe({ type, buffered: true });
    } catch {}
  }
}"""

MEASURE = """() => {
  const navigation = performance.getEntriesByType("navigation")[0];
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  return {
    load: navigation.loadEventEnd,
    fcp: paint ? paint.startTime : 0,
    busy: window.__busy,
    nodes: document.getElementsByTagName("*").length,
    quiet: performance.now() - Math.max(navigation.loadEventEnd, ...window.__busy.map(([at, ms]) => at + ms)),
  };
}"""


def wait_until_quiet(page: Page) -> dict[str, Any]:
    """The measures once nothing long has run for QUIET_MS."""
    end = time.monotonic() + LIMIT_S
    while time.monotonic() < end:
        seen = page.evaluate(MEASURE)
        if seen["load"] and seen["quiet"] > QUIET_MS:
            return seen
        page.wait_for_timeout(50)
    sys.exit(f"the page was never quiet for {QUIET_MS} ms within {LIMIT_S} s")


def scroll(page: Page, selector: str) -> float:
    """Turn the wheel over an element to its end and back, then jump about; the longest busy piece, in milliseconds."""
    page.evaluate("() => { window.__busy.length = 0; }")
    box = page.locator(selector).first.bounding_box()
    if box is None:
        sys.exit(f"{selector} is not shown")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for step in [600] * 40 + [-600] * 40:
        page.mouse.wheel(0, step)
        page.wait_for_timeout(16)
    for part in (0.25, 0.9, 0.5, 1, 0):
        page.locator(selector).first.evaluate(
            "(node, part) => { node.scrollTop = node.scrollHeight * part; }", part
        )
        page.wait_for_timeout(120)
    page.wait_for_timeout(QUIET_MS)
    return max((ms for _, ms in page.evaluate("() => window.__busy")), default=0)


def executions_report(count: int, folder: Path) -> Path:
    """The report of a made session with about `count` captured executions."""
    session, dump = large(turns=count // 3 + 1, calls=3).write(folder)
    target = folder / f"executions-{count}.html"
    done = run_cli("export", session, "--observations", dump, "-o", target)
    if done.returncode:
        sys.exit(done.stderr.decode(errors="replace"))
    return target


def measure(
    playwright: Playwright, report: Path, width: int, height: int, fragment: str, scrolled: str
) -> dict[str, float]:
    """One opening in a browser of its own."""
    browser = playwright.chromium.launch(
        executable_path=chromium_program(playwright), args=list(CHROMIUM_ARGS)
    )
    try:
        page = browser.new_context(viewport={"width": width, "height": height}).new_page()
        page.set_default_timeout(LIMIT_S * 1000)
        page.add_init_script(f"({OBSERVE})()")
        devtools = page.context.new_cdp_session(page)
        devtools.send("Performance.enable")
        address = report.resolve().as_uri() + (f"#{fragment}" if fragment else "")
        page.goto(address, wait_until="load")
        seen = wait_until_quiet(page)
        devtools.send("HeapProfiler.collectGarbage")
        metrics = {row["name"]: row["value"] for row in devtools.send("Performance.getMetrics")["metrics"]}
        longest = scroll(page, scrolled) if scrolled else 0
    finally:
        browser.close()
    return {
        "fcp": seen["fcp"],
        "load": seen["load"],
        "usable": max(seen["fcp"], seen["load"], *(at + ms for at, ms in seen["busy"]), 0),
        "longest": max((ms for _, ms in seen["busy"]), default=0),
        "heap": metrics["JSHeapUsedSize"] / 2**20,
        "nodes": seen["nodes"],
        "scroll": longest,
    }


def main() -> None:
    """Measure what the arguments name."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("reports", nargs="*", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--width", type=int, default=1440)
    parser.add_argument("--height", type=int, default=900)
    parser.add_argument("--fragment", default="")
    parser.add_argument("--scroll", default="")
    parser.add_argument("--executions", type=int, default=0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if arguments.executions:
            arguments.reports.append(executions_report(arguments.executions, Path(folder)))
            arguments.fragment = arguments.fragment or "view=executions"
            arguments.scroll = arguments.scroll or ".executions .vlist"
        if not arguments.reports:
            parser.error("name a report, or --executions N")
        table(arguments)


def table(arguments: argparse.Namespace) -> None:
    """Print a row a report."""
    columns = (
        "fcp",
        "load",
        "usable",
        "longest",
        "heap",
        "nodes",
        *(("scroll",) if arguments.scroll else ()),
    )
    print(f"{'report':32}{'MB':>8}" + "".join(f"{name:>9}" for name in columns) + "   range of usable")
    with sync_playwright() as playwright:
        for report in arguments.reports:
            runs = [
                measure(
                    playwright,
                    report,
                    arguments.width,
                    arguments.height,
                    arguments.fragment,
                    arguments.scroll,
                )
                for _ in range(arguments.runs)
            ]
            cells = "".join(f"{statistics.median(run[name] for run in runs):9.1f}" for name in columns)
            usable = [run["usable"] for run in runs]
            size = report.stat().st_size / 1e6
            print(f"{report.name[-31:]:32}{size:8.2f}{cells}   {min(usable):.0f} to {max(usable):.0f}")


if __name__ == "__main__":
    main()
