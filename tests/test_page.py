"""The page as a file: policy, escaping, marks, and what a hostile session can do to them (HTML-1 to HTML-3, FILE-5)."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

import inspect_report
from inspect_report import page

HOSTILE = (
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]>",
    "{{ meta.title }}{% raw %}",
    "\\1 $& ${x} %s {0}",
    '"><img src=x onerror=alert(1)>',
    "\u2028\u2029\u0000\x1b[31m\x9b",
    "\ud800 lone",
    "</SCRIPT\n>",
)


def report_of(tmp_path: Path, text: str) -> str:
    entry = {
        "type": "message",
        "id": f"id{text}"[:500],
        "parentId": None,
        "timestamp": text,
        "message": {
            "role": "user",
            "content": [{"type": "text", "text": text}, {"type": text, text: text}],
            text: [text],
        },
    }
    header = {"type": "session", "version": 3, "id": text or "s", "timestamp": text, "cwd": text}
    named = {
        "type": "session_info",
        "id": "n",
        "parentId": None,
        "timestamp": "2026-11-02T09:00:01.000Z",
        "name": text,
    }
    session, target = tmp_path / "s.jsonl", tmp_path / "r.html"
    session.write_text("\n".join(map(json.dumps, (header, entry, named))) + "\n", encoding="utf-8")
    inspect_report.export(session, target)
    return target.read_text(encoding="utf-8")


def elements(html: str) -> dict[str, Any]:
    found = re.findall(r'<script type="application/json" id="([\w-]+)">(.*?)</script>', html, re.DOTALL)
    return {name: json.loads(body) for name, body in found}


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_in_a_session_ends_its_element_or_reaches_the_markup(tmp_path: Path, text: str) -> None:
    html, plain = report_of(tmp_path, text), report_of(tmp_path, "plain")
    # The same skeleton whatever the session says: no element more, none less.
    tags = [
        re.findall(
            r"</?[a-zA-Z!][^\s>/]*",
            re.sub(r"<script type=\"application/json\".*?</script>", "<j>", each, flags=re.DOTALL),
        )
        for each in (html, plain)
    ]
    # A text that is empty when shown leaves its sentence out of the static part; all other tags must agree.
    assert set(tags[0]) == set(tags[1])
    assert "<img" not in html
    shown = text.replace("\ud800", "\ufffd")
    assert any(shown in str(entry) or repr(shown)[1:-1] in str(entry) for entry in elements(html)["d0"])


def test_policy_names_exactly_this_script_and_style(tmp_path: Path) -> None:
    html = report_of(tmp_path, "plain")

    def digest(text: str) -> str:
        return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
    script = re.search(r"<script>(.*?)</script>", html, re.DOTALL)
    assert style
    assert script
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest(script.group(1))}'; style-src 'sha256-{digest(style.group(1))}'; "
        "img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )
    assert (
        html.index("<meta charset")
        < html.index('http-equiv="Content-Security-Policy"')
        < html.index("<title>")
    )
    assert f'content="{policy}"'.replace("'", "&#39;") in html.replace("'", "&#39;")
    assert html.count("<style") == html.count("<script>") == 1


def test_mark_stands_in_the_first_four_kib_whatever_the_title(tmp_path: Path) -> None:
    html = report_of(tmp_path, "long title " * 2_000)
    assert page.MARK in html.encode()[:4096].decode(errors="replace")
    assert html.index('id="meta"') < html.index('id="d0"') < html.index('id="end"')


def test_nothing_is_fetched_from_anywhere(tmp_path: Path) -> None:
    html = report_of(tmp_path, "plain")
    outside = re.sub(r"<script.*?</script>|<style>.*?</style>", "", html, flags=re.DOTALL)
    assert re.findall(r'(?:src|href)="([^"]*)"', outside) == ["data:,"]
    assert "dns-prefetch-control" in outside
    assert '<meta name="referrer" content="no-referrer">' in outside
