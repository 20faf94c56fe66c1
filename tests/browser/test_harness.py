"""The harness itself: it must notice what a report must not do, in all three ways of opening one."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from pathlib import Path

import pytest

from tests.browser.harness import NARROW, Opener, Via

VIAS: tuple[Via, ...] = ("file", "http", "iframe")


def page_with(tmp_path: Path, script: str, body: str = "<main><h1>A page</h1></main>") -> Path:
    """A small page under the policy of a report; the script is allowed by its hash."""
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    )
    path = tmp_path / "a page.html"
    path.write_text(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}"><title>Page</title>'
        f'<link rel="icon" href="data:,"></head><body>{body}<script>{script}</script></body></html>',
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize("via", VIAS)
def test_a_good_page_is_clean(open_report: Opener, tmp_path: Path, via: Via) -> None:
    script = "document.querySelector('h1').textContent = 'Run';"
    report = open_report(page_with(tmp_path, script), via=via)
    assert report.view.locator("h1").text_content() == "Run"
    report.assert_clean()
    report.assert_fits()
    report.assert_accessible()
    report.assert_clean()


@pytest.mark.parametrize("via", VIAS)
@pytest.mark.parametrize(
    ("script", "notice"),
    [
        ("fetch('https://tally.example/x').catch(() => {});", "connect-src blocked https://tally.example/x"),
        ("new Image().src = 'https://tally.example/x.png';", "img-src blocked"),
        ("try { document.body.innerHTML = '<b>x</b>'; } catch {}", "require-trusted-types-for blocked"),
        ("try { eval('1'); } catch {}", "trusted-types-sink (line 1: eval|1)"),
        ("document.body.setAttribute('style', 'color: red');", "style-src-attr blocked inline"),
        ("console.warn('odd');", "console: warning: odd"),
        ("console.error('bad');", "console: error: bad"),
        ("throw new Error('thrown');", "error: thrown"),
    ],
)
def test_what_a_report_must_not_do_is_noticed(
    open_report: Opener, tmp_path: Path, via: Via, script: str, notice: str
) -> None:
    report = open_report(page_with(tmp_path, script), via=via)
    report.view.evaluate("() => new Promise((done) => setTimeout(done, 50))")
    assert any(notice in problem for problem in report.problems()), report.problems()
    with pytest.raises(AssertionError):
        report.assert_clean()


def test_a_second_request_is_noticed(open_report: Opener, tmp_path: Path) -> None:
    (tmp_path / "other.html").write_text("<title>Other</title>", encoding="utf-8")
    path = tmp_path / "loose.html"
    path.write_text(
        "<title>Loose</title><link rel=icon href='data:,'><iframe src=other.html></iframe>", encoding="utf-8"
    )
    assert any("request: file:" in problem for problem in open_report(path).problems())
    problems = open_report(path, via="http").problems()
    assert "asked of the server: /other.html" in problems


def test_axe_finds_a_serious_violation(open_report: Opener, tmp_path: Path) -> None:
    report = open_report(page_with(tmp_path, "", body="<main><h1>A page</h1><button></button></main>"))
    with pytest.raises(AssertionError, match="button-name"):
        report.assert_accessible()


def test_overflow_is_noticed(open_report: Opener, tmp_path: Path) -> None:
    wide = page_with(tmp_path, "document.body.style.width = '600px';")
    with pytest.raises(AssertionError, match=r"\d{3} px wide in a viewport of 390 px"):
        open_report(wide, viewport=NARROW).assert_fits()


def test_without_javascript_nothing_runs(open_report: Opener, tmp_path: Path) -> None:
    script = "document.querySelector('h1').textContent = 'Run';"
    report = open_report(page_with(tmp_path, script), javascript=False)
    assert report.view.locator("h1").text_content() == "A page"


def test_a_server_policy_can_forbid_the_script(open_report: Opener, tmp_path: Path) -> None:
    script = "document.querySelector('h1').textContent = 'Run';"
    report = open_report(page_with(tmp_path, script), via="blocked")
    assert report.view.locator("h1").text_content() == "A page"
    assert any("script-src" in problem for problem in report.problems())
    assert report.axe() == []


def test_scheme_and_theme_reach_the_page(open_report: Opener, tmp_path: Path) -> None:
    report = open_report(page_with(tmp_path, ""), scheme="dark", theme="auto")
    assert report.view.evaluate("() => matchMedia('(prefers-color-scheme: dark)').matches")
    assert report.view.evaluate("() => document.documentElement.dataset.theme") == "auto"


def test_shots_go_where_they_are_asked_for(
    open_report: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = open_report(page_with(tmp_path, ""))
    monkeypatch.delenv("PI_INSPECT_SHOTS", raising=False)
    assert report.shot("none") is None
    monkeypatch.setenv("PI_INSPECT_SHOTS", str(tmp_path / "shots"))
    shot = report.shot("first")
    assert shot is not None
    assert shot.read_bytes().startswith(b"\x89PNG")
