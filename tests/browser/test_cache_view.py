"""The Cache view in Chromium: charts with keys, misses, totals, the list of recorded usage, honest words, print."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ExportReport
from tests.browser.harness import NARROW, SMALLEST, WIDE, Opener, ReportPage
from tests.support import EXAMPLE
from tests.views import cache_sessions as invented

FORBIDDEN = re.compile(r"\b(?:spent|billed|free|currently|now|running)\b", re.IGNORECASE)


@pytest.fixture(scope="session")
def invent(
    tmp_path_factory: pytest.TempPathFactory, export_report: ExportReport
) -> Callable[[Callable[[Path], Path]], Path]:
    """Exports an invented session once."""
    folder = tmp_path_factory.mktemp("cache")
    made: dict[str, Path] = {}

    def export(write: Callable[[Path], Path]) -> Path:
        name = write.__name__
        if name not in made:
            made[name] = export_report(write(folder / f"{name}.jsonl"))
        return made[name]

    return export


Invent = Callable[[Callable[[Path], Path]], Path]


def opened(open_report: Opener, path: Path, **options: Any) -> ReportPage:
    report = open_report(path, fragment="view=cache", **options)
    report.view.locator(".cache").wait_for()
    return report


def words(report: ReportPage) -> str:
    """Everything that the view says, charts included."""
    text = report.view.locator(".cache").inner_text()
    labels: list[str] = report.view.evaluate(
        "() => [...document.querySelectorAll('.cache [aria-label]')].map((node) => node.getAttribute('aria-label'))"
    )
    return text + "\n" + "\n".join(labels)


def focused(report: ReportPage) -> str:
    return report.view.evaluate("() => document.activeElement?.getAttribute('aria-label') ?? ''")


@pytest.mark.parametrize("viewport", [WIDE, NARROW, SMALLEST], ids=["wide", "narrow", "smallest"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_accessible_and_fits(
    open_report: Opener, export_report: ExportReport, theme: Any, viewport: tuple[int, int]
) -> None:
    report = opened(open_report, export_report(EXAMPLE), theme=theme, viewport=viewport)
    toggles = report.view.locator(".usage-toggle")
    toggles.nth(3).click()
    report.view.get_by_text("Show as table").click()
    report.view.locator(".view-scroll, .app").first.evaluate("(node) => node.scrollTo(0, 0)")
    report.shot(f"cache-{theme}-{viewport[0]}")
    report.assert_fits()
    report.assert_accessible()


@pytest.mark.parametrize("chart", ["rate", "parts"])
def test_a_chart_is_named_described_and_walked_by_keys(
    open_report: Opener, export_report: ExportReport, chart: str
) -> None:
    report = opened(open_report, export_report(EXAMPLE))
    svg = report.view.locator(f".chart-{chart} svg")
    title, described = svg.get_attribute("aria-labelledby"), svg.get_attribute("aria-describedby")
    assert report.view.locator(f"[id='{title}']").text_content() in (
        "Hit rate by request",
        "Prompt parts by request",
    )
    assert "27 requests of the conversation" in (
        report.view.locator(f"[id='{described}']").text_content() or ""
    )
    points = svg.locator(".chart-point")
    assert points.count() == 27
    assert svg.locator("[tabindex='0']").count() == 1
    svg.locator("[tabindex='0']").focus()
    assert focused(report).startswith("Request 27 of 27, ")
    for key, place in (("Home", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("PageDown", 12), ("End", 27), ("ArrowRight", 27)):  # fmt: skip
        report.page.keyboard.press(key)
        assert focused(report).startswith(f"Request {place} of 27, "), key
    assert svg.locator("[tabindex='0']").count() == 1
    ring = svg.locator(".chart-point:focus-visible .chart-ring")
    assert ring.evaluate("(node) => getComputedStyle(node).strokeWidth") == "2px"
    assert report.view.locator(f".chart-{chart} .chart-readout").inner_text() == focused(report)
    for _ in range(14):
        report.page.keyboard.press("ArrowLeft")
    assert "hit rate 0.0 %; 0 read, 23.4 k written, 3 uncached; a miss; after idle 14 min" in focused(report)
    report.page.keyboard.press("Enter")
    row = report.view.locator(".usage tr.open")
    assert "miss 22,972" in row.inner_text()
    assert row.locator(".usage-toggle").evaluate("(node) => node === document.activeElement")
    report.assert_clean()


def test_charts_are_told_apart_without_colour_and_keep_their_text_size(
    open_report: Opener, export_report: ExportReport
) -> None:
    report = opened(open_report, export_report(EXAMPLE))

    def fills() -> list[str]:
        return report.view.evaluate(
            """() => ["read", "write", "input"].map((part) => getComputedStyle(
              document.querySelector(`.chart-parts .part.part-${part}`)).fill)"""
        )

    def sizes() -> list[float]:
        return report.view.evaluate(
            """() => [...document.querySelectorAll(".chart-svg")].flatMap((svg) => {
              const shown = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
              return [...svg.querySelectorAll("text")].map((node) => parseFloat(getComputedStyle(node).fontSize) * shown);
            })"""
        )

    read, write, uncached = fills()
    assert read.startswith("rgb")
    assert write.startswith("url(")
    assert uncached.startswith("url(")
    assert write != uncached
    assert report.view.locator(".chart-legend").inner_text().split("\n") == [
        "cache read",
        "cache write",
        "uncached input",
    ]
    assert report.view.locator(".chart-miss").count() == 5
    assert min(sizes()) >= 11
    report.page.emulate_media(media="print")
    report.view.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    assert report.view.locator(".chart-rate svg").get_attribute("width") == "680"
    assert min(sizes()) >= 11
    report.view.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    report.page.emulate_media(media="screen")
    assert len(report.page.pdf(print_background=False)) > 10_000
    report.page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    report.page.wait_for_function(
        "() => document.querySelector('.chart-rate svg').viewBox.baseVal.width < 390"
    )
    assert min(sizes()) >= 11
    report.assert_clean()


def test_the_table_says_what_the_charts_draw(open_report: Opener, export_report: ExportReport) -> None:
    report = opened(open_report, export_report(EXAMPLE))
    report.view.get_by_text("Show as table").click()
    rows = report.view.locator("[aria-label='The charts as a table'] tbody tr")
    assert rows.count() == 27
    assert "idle 14 min" in rows.nth(12).inner_text()
    assert "compaction" in rows.nth(18).inner_text()


def test_rows_are_newest_first_open_by_keys_and_lead_to_their_entry(
    open_report: Opener, export_report: ExportReport
) -> None:
    report = opened(open_report, export_report(EXAMPLE))
    rows = report.view.locator(".usage tbody > tr")
    assert rows.count() == 31
    times = [text.split()[0] for text in report.view.locator(".usage-toggle").all_inner_texts()]
    assert times == sorted(times, reverse=True)
    report.view.locator(".usage-toggle[tabindex='0']").focus()
    report.page.keyboard.press("ArrowDown")
    report.page.keyboard.press("ArrowRight")
    facts = report.view.locator(".usage-facts")
    assert facts.count() == 1
    said = " ".join(facts.inner_text().split())
    assert "Model anthropic/claude-sonnet-4-5" in said
    assert "Uncached input 3 Cache read 1,656 Cache write 254 Output 49" in said
    assert "Cost $0.002, recorded estimate" in said
    assert "Change prompt +257, hit rate +0.5 points" in said
    report.view.get_by_text("Recorded usage", exact=True).click()
    assert '"cacheRead": 1656' in report.view.locator(".usage-body .json").inner_text()
    report.page.keyboard.press("Shift+Tab")
    report.view.locator(".usage tr.open .usage-toggle").focus()
    report.page.keyboard.press("ArrowLeft")
    assert facts.count() == 0
    report.page.keyboard.press("End")
    report.page.keyboard.press("Enter")
    link = facts.locator("a.id").first
    entry = link.inner_text()
    link.click()
    report.page.wait_for_function("(id) => location.hash.includes(`entry=${id}`)", arg=entry)
    assert "view=history" in report.view.evaluate("() => location.hash")
    report.page.go_back()
    report.page.wait_for_function("() => document.querySelector('.cache').offsetParent !== null")
    assert facts.count() == 1, "what was open stays open"
    report.assert_clean()


def test_a_link_to_an_entry_opens_its_row(open_report: Opener, invent: Invent) -> None:
    report = open_report(invent(invented.several_models), fragment="view=cache&entry=e00011")
    report.view.locator(".usage tr.open").wait_for()
    assert "miss 32,020" in report.view.locator(".usage tr.open").inner_text()
    row = report.view.locator(".usage tr.open").bounding_box()
    assert row
    assert 0 < row["y"] < WIDE[1]
    assert report.view.locator("h1.page-title").evaluate("(node) => node.getBoundingClientRect().top") > 0, (
        "the head stays"
    )


def test_chips_and_search_narrow_the_list_and_not_the_figures(
    open_report: Opener, export_report: ExportReport
) -> None:
    report = opened(open_report, export_report(EXAMPLE))
    tiles = report.view.locator(".tiles").inner_text()
    report.view.locator(".chip", has_text="Warming").click()
    assert report.view.locator(".usage tbody tr").count() == 1
    report.view.locator(".chip", has_text="All").click()
    report.page.keyboard.press("/")
    report.page.keyboard.type("idle 14")
    assert report.view.locator(".usage tbody tr").count() == 1
    assert report.view.locator(".search-count").inner_text() == "1 of 31"
    report.page.keyboard.type("zzz")
    assert report.view.get_by_text("No row of recorded usage matches.").is_visible()
    report.page.keyboard.press("Escape")
    assert report.view.locator(".usage tbody tr").count() == 31
    assert report.view.locator(".tiles").inner_text() == tiles


def test_misses_name_their_scope_and_causes(open_report: Opener, invent: Invent) -> None:
    report = opened(open_report, invent(invented.several_models))
    section = report.view.locator(".cache-section", has=report.view.locator("h2", has_text="Misses"))
    said = section.inner_text()
    assert "2 of 4 reach the threshold of Pi’s notice (20,000 tokens or $0.10)." in said
    assert "4 misses in the active branch: 78,230 tokens" in said
    assert "likely tools changed (added: edit; removed: bash)" in said
    assert (
        "likely model changed from claude-haiku-4-5 to claude-sonnet-4-5; likely thinking level changed from medium to high"
        in said
    )
    section.get_by_role("radio", name="Whole file").click()
    said = section.inner_text()
    assert "5 misses in the whole file: 86,740 tokens" in said
    assert "no cause found in the record" in said
    report.assert_clean()


def test_misses_are_drawn_in_steps(open_report: Opener, invent: Invent) -> None:
    report = opened(open_report, invent(invented.all_missed))
    section = report.view.locator(".cache-section", has=report.view.locator("h2", has_text="Misses"))
    rows = section.locator("tbody tr:not(:has([data-more]))")
    expect(rows).to_have_count(20)
    section.get_by_role("button", name="Show 100 more of 129").click()
    expect(rows).to_have_count(120)
    section.get_by_role("button", name="Show 29 more of 29").press("Enter")
    expect(rows).to_have_count(149)
    expect(rows.nth(120).locator(":focus")).to_have_count(1)
    report.assert_fits()
    report.assert_clean()


def test_totals_of_both_scopes(open_report: Opener, invent: Invent) -> None:
    report = opened(open_report, invent(invented.several_models))
    section = report.view.locator(".cache-section", has=report.view.locator("h2", has_text="Totals"))

    def row(name: str) -> list[str]:
        cells = section.locator("tr", has=report.view.locator("th", has_text=name)).first
        return [" ".join(text.split()) for text in cells.locator("th, td").all_inner_texts()]

    assert row("All, active branch")[2:] == [
        "11",
        "34,185",
        "57,510",
        "144,900",
        "591",
        "237,186",
        "25.4 %",
        "$0.649",
        "$0.029",
    ]
    assert row("claude-haiku-4-5")[-1] == "−$0.002"
    section.get_by_role("radio", name="Whole file").click()
    assert row("All, whole file")[2] == "12"
    assert "Reasoning tokens are part of Output." in section.inner_text()


@pytest.mark.parametrize(
    ("write", "expected"),
    [
        (invented.subscription, ["no per-token cost recorded", "55.1 %", "not known", "image added"]),
        (invented.without_usage, ["No usage recorded", "3 answers and usage entries of this file record none."]),
        (
            invented.broken,
            [
                "5 records", "left out of the rates", "90.0 %", "accounting unknown", "unknown", "3 records without cost",
                "1 answer or usage entry records no usage", "Not drawn: 5 requests with unknown accounting",
            ],
        ),
        (invented.silent, ["no cache activity reported", "48.4 %", "3 requests of providers with no cache activity"]),
    ],
    ids=["subscription", "without-usage", "broken", "silent"],
)  # fmt: skip
def test_honest_words(
    open_report: Opener, invent: Invent, write: Callable[[Path], Path], expected: list[str]
) -> None:
    report = opened(open_report, invent(write))
    said = words(report)
    for each in expected:
        assert each in said
    assert not FORBIDDEN.findall(said)
    rates = [float(rate) for rate in re.findall(r"([\d.]+) %", said)]
    assert all(rate <= 100 for rate in rates)
    report.assert_clean()


def test_a_long_session_is_drawn_in_points_and_listed_in_steps(open_report: Opener, invent: Invent) -> None:
    report = opened(open_report, invent(invented.long_one))
    assert report.view.locator(".chart-rate .chart-point").count() == 512
    assert "1,500 requests in 512 points" in words(report)
    assert report.view.locator(".usage tbody tr").count() < 400
    report.view.locator(".usage-toggle[tabindex='0']").focus()
    report.page.keyboard.press("End")
    assert report.view.locator(".usage tbody tr").count() == 1_500
    assert "first request of this model" in report.view.locator(".usage tbody tr").last.inner_text()
    report.assert_clean()


def test_a_damaged_element_is_said_and_harms_no_other_view(
    open_report: Opener, export_report: ExportReport, tmp_path: Path
) -> None:
    text = export_report(EXAMPLE).read_text(encoding="utf-8")
    start = text.index('id="cache"')
    broken = text[:start] + text[start:].replace('"rows"', '"rows', 1)
    path = tmp_path / "damaged.html"
    path.write_text(broken, encoding="utf-8")
    report = open_report(path, fragment="view=cache")
    assert report.view.get_by_text("This part of the report is damaged.").is_visible()
    report.view.get_by_role("tab", name="Context").click()
    assert report.view.locator(".row").count() > 3
