"""The redaction list in Chromium: it names every mask of the page, by rule and entry, and never a value (RED-5, RED-8)."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from inspect_report.redact.rules import specimen
from tests.browser import session_files as files
from tests.browser.conftest import ExportReport
from tests.browser.harness import Opener
from tests.redact.poison import KINDS, Poison, leaks, records
from tests.support import EXAMPLES

MASK = re.compile(r"\[redacted:([a-z0-9-]+)#(\d+)\]")

DATA = """() => Object.fromEntries(
  [...document.querySelectorAll('script[type="application/json"]')].map((each) => [each.id, each.textContent]),
)"""


def secrets() -> list[dict[str, Any]]:
    """Messages with secrets of several rules, some of them repeated, within a text and between entries."""
    tokens = [specimen(f"ghp_<an{36 + number}>") for number in range(3)]
    password = specimen("<an20>")
    return [
        files.entry("u1", None, "user", f"use {tokens[0]} and then {tokens[1]}"),
        files.entry("a1", "u1", "assistant", f"I have {tokens[0]}, {tokens[0]} and DB_PASSWORD={password}"),
        files.entry("u2", "a1", "user", f"Authorization: Bearer {specimen('<an40>')}\npassword={password}"),
        files.entry("a2", "u2", "assistant", "nothing here"),
        files.entry(
            "u3", "a2", "user", f"**{tokens[2]}** in `code {tokens[2]}`\n\n```sh\nexport T={tokens[2]}\n```"
        ),
    ]


def masks_of(details: dict[str, str]) -> dict[str, Counter[str]]:
    """Masks in all details: rule to how often each number stands there."""
    found: dict[str, Counter[str]] = {}
    for name, text in details.items():
        if re.fullmatch(r"d\d+", name):
            for rule, number in MASK.findall(text):
                found.setdefault(rule, Counter())[number] += 1
    return found


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return files.write(tmp_path_factory.mktemp("redaction") / "secrets.jsonl", list(secrets()))


def test_the_list_agrees_with_the_masks_in_all_details(
    open_report: Opener, export_report: ExportReport, session: Path
) -> None:
    report = open_report(export_report(session), fragment="view=redactions")
    data: dict[str, str] = report.view.evaluate(DATA)
    counted = masks_of(data)
    assert len(counted) >= 3
    table = report.view.get_by_role("region", name="Masked values by rule").locator("table")
    table.wait_for()
    rows = [each.locator("th, td").all_inner_texts() for each in table.locator("tbody tr").all()]
    listed = {rule: (int(values), int(places)) for rule, values, places, _ in rows}
    assert listed == {rule: (len(numbers), numbers.total()) for rule, numbers in counted.items()}
    total = f"{sum(len(numbers) for numbers in counted.values())} values masked in {sum(numbers.total() for numbers in counted.values())} places"
    assert total in report.view.locator(".panel-body").inner_text()
    report.assert_clean()
    report.assert_accessible(".panel-body")


def test_each_rule_leads_to_the_entries_that_hold_its_masks(
    open_report: Opener, export_report: ExportReport, session: Path
) -> None:
    report = open_report(export_report(session), fragment="view=redactions")
    ids = [each["id"] for each in secrets()]
    details = [json.dumps(each) for each in json.loads(report.view.evaluate(DATA)["d0"])]
    table = report.view.get_by_role("region", name="Masked values by rule").locator("table")
    for each in table.locator("tbody tr").all():
        rule = each.locator("th").inner_text()
        linked = each.locator("td").last.locator("a, button").all_inner_texts()
        assert linked == [
            identity for identity, text in zip(ids, details, strict=True) if f"[redacted:{rule}#" in text
        ]
    table.locator("tbody td").last.locator("a, button").first.click()
    report.view.locator("#app").get_by_text("[redacted:", exact=False).first.wait_for()
    report.assert_clean()


def test_the_page_shows_masks_and_no_secret(
    open_report: Opener, export_report: ExportReport, session: Path, tmp_path: Path
) -> None:
    poison = Poison(KINDS[0])
    path = tmp_path / "poisoned.jsonl"
    lines = [json.dumps(poison.record(each)) for each in records(EXAMPLES / "gallery.jsonl")[:40]]
    path.write_text("\n".join(lines) + "\n")
    report = open_report(export_report(path))
    data: dict[str, str] = report.view.evaluate(DATA)
    counted, listed = (
        masks_of(data),
        {row["rule"]: row for row in json.loads(data["meta"])["redactions"]["rows"]},
    )
    for rule, numbers in counted.items():
        assert listed[rule]["places"] >= numbers.total()
    seen = {pair for text in data.values() for pair in MASK.findall(text)}
    assert Counter(rule for rule, _ in seen) == {rule: row["values"] for rule, row in listed.items()}
    for view in ("context", "history", "overview", "diagnostics", "redactions", "reading"):
        report.view.evaluate("(name) => { location.hash = `#view=${name}`; }", view)
        report.page.wait_for_timeout(150)
        shown = report.view.evaluate(
            "() => document.documentElement.outerHTML.replace(/<script[^]*?<\\/script>/g, '')"
        )
        assert not leaks(shown, poison.places)
    report.assert_clean()


def test_without_masking_the_list_says_so(
    open_report: Opener, export_report: ExportReport, session: Path
) -> None:
    report = open_report(export_report(session, "--no-redact"), fragment="view=redactions")
    assert "Masking was switched off (--no-redact)" in report.view.locator(".panel-body").inner_text()
    assert report.view.get_by_text("Nothing was masked: this report was made with --no-redact.").count()
    assert MASK.search(report.page.content()) is None
    report.assert_clean()


def test_nothing_masked_is_no_proof(open_report: Opener, export_report: ExportReport, tmp_path: Path) -> None:
    path = files.write(tmp_path / "plain.jsonl", [files.entry("u1", None, "user", "hello")])
    report = open_report(export_report(path), fragment="view=redactions")
    assert "Nothing was masked." in report.view.locator(".panel-body").inner_text()
    assert "no proof" in report.view.locator(".panel-body").inner_text()
