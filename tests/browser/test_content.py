"""Rendered content in Chromium: the gallery session row by row, hostile values, forms, images, the JSONL download."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.harness import NARROW, WIDE, Opener, ReportPage
from tests.support import EXAMPLES

ExportReport = Callable[..., Path]

GALLERY = EXAMPLES / "gallery.jsonl"

LOOKS = (
    ".markdown, .diff, .grep, .nested, .tool-head, .tool-list, .tool-paths, .forms-bar, .block-main .notice"
)
"""What these renderers add to the page; axe-core on every line of every row takes minutes."""


@pytest.fixture(scope="module")
def gallery(browser: Browser, export_report: ExportReport) -> Iterator[ReportPage]:
    """The gallery with all rows open, shared by the tests that only look."""
    opener = Opener(browser)
    yield expanded(opener(export_report(GALLERY)))
    opener.close()


def expanded(report: ReportPage) -> ReportPage:
    """All rows of the context open, and drawn at once: the page is as high as they are, the window is not."""
    report.view.locator("#app-root").evaluate("(root) => { root.style.height = '60000px'; }")
    report.view.get_by_role("button", name="Expand all").click()
    expect(report.view.locator(".row.open").last).to_contain_text("Everything stays in view")
    return report


def bodies(report: ReportPage, label: str, words: str) -> Locator:
    """Bodies of open rows with this label whose head has these words."""
    head = report.view.locator(".row-head", has_text=words).filter(
        has=report.view.locator(".row-label", has_text=label)
    )
    return report.view.locator(".row", has=head).locator(".row-body")


def test_gallery_is_inert_and_accessible(gallery: ReportPage) -> None:
    gallery.assert_clean()
    gallery.assert_fits()
    gallery.shot("content-gallery-light")
    gallery.assert_accessible(LOOKS)


def test_gallery_in_the_dark(gallery: ReportPage) -> None:
    gallery.set_theme("dark")
    gallery.shot("content-gallery-dark")
    gallery.assert_accessible(LOOKS)
    gallery.set_theme("light")


def test_gallery_on_a_phone(export_report: ExportReport, open_report: Opener) -> None:
    report = open_report(export_report(GALLERY), viewport=NARROW)
    report.view.get_by_role("button", name="Expand all").click()
    last, place = -1, 0
    while place != last:
        report.assert_fits()
        last = place
        place = report.view.locator("#app-root").evaluate(
            "(root) => { root.scrollTop += 3 * innerHeight; return Math.round(root.scrollTop); }"
        )
    assert place > 20_000
    report.assert_clean()


def test_markdown(gallery: ReportPage) -> None:
    body = bodies(gallery, "Assistant", "How the face is drawn").locator(".markdown")
    expect(body.get_by_role("heading", name="How the face is drawn")).to_have_attribute("aria-level", "3")
    expect(body.locator("ol > li").nth(1).locator("ul > li")).to_have_count(2)
    expect(body.locator(".md-box").nth(0)).to_have_attribute("aria-label", "done")
    expect(body.locator("table tbody td").nth(1)).to_have_class("md-right")
    expect(body.locator("blockquote blockquote")).to_have_count(1)
    expect(body.locator(".code-keyword").first).to_have_text("def")
    link = body.get_by_role("link", name="the table")
    assert link.get_attribute("rel") == "noopener noreferrer"
    expect(body.locator(".md-to").first).to_have_text("(orrery.example)")
    expect(body.locator("img")).to_have_count(0)
    expect(body.locator(".md-image")).to_contain_text("the face at noon (image at img.example, not loaded)")
    expect(body.locator("strong").last).to_have_text("火星の周期は686.98日です。")


def test_skill_block(gallery: ReportPage) -> None:
    body = bodies(gallery, "User", "star-chart")
    expect(body.locator(".md-skill summary")).to_contain_text("Skill star-chart")
    body.locator(".md-skill summary").click()
    expect(body.locator(".md-skill-body ol > li")).to_have_count(2)
    expect(body.locator(".markdown > p em")).to_have_text("shortest")


def test_hostile_text_is_readable_and_inert(gallery: ReportPage) -> None:
    body = bodies(gallery, "User", "Tags are text").locator(".markdown")
    expect(body).to_contain_text("<script>alert(1)</script> <img src=x onerror=alert(1)>")
    expect(body).to_contain_text("[run](javascript:alert(1))")
    hrefs = body.locator("a").evaluate_all("links => links.map((link) => link.href)")
    assert hrefs == ["https://evil.example/login"]
    expect(body.locator(".control")).to_have_text(["RLO", "PDF", "ZWSP", "BEL", "LRI"])
    assert body.locator("script, img, svg, iframe").count() == 0


def test_files_read_written_and_edited(gallery: ReportPage) -> None:
    read = bodies(gallery, "Tool result", "15 more lines in file")
    expect(read.locator(".tool-head > *")).to_have_text(["read", "src/orbits.py", "lines 10–14", "Python"])
    first = read.locator(".numbered").evaluate("(node) => getComputedStyle(node).counterReset")
    assert first == "line 9"
    write = bodies(gallery, "Tool call", "write web/hands.ts")
    expect(write.locator(".tool-head")).to_contain_text("TypeScript")
    expect(write.locator(".code-string").first).to_have_text('"./face.js"')
    asked = bodies(gallery, "Tool call", "edit src/orbits.py").first
    expect(asked.locator(".diff")).to_have_count(2)
    expect(asked.locator(".diff-removed .diff-word").first).to_have_text("120")
    done = bodies(gallery, "Tool result", "edit Replaced 2 pieces")
    expect(done.locator(".diff-size")).to_have_text("Change · 4 lines added, 3 removed")
    done.get_by_role("radio", name="Side by side").click()
    pair = done.locator(".diff-pair", has_text="RADIUS")
    expect(pair.first.locator(".diff-half")).to_have_count(2)
    expect(pair.first.locator(".diff-half").nth(1)).to_contain_text("half the face")
    failed = bodies(gallery, "Tool result", "edit Could not find")
    expect(failed.locator(".badge")).to_have_text("failed")
    assert failed.locator(".diff").count() == 0


def test_commands(gallery: ReportPage) -> None:
    output = bodies(gallery, "Tool result", "Running checks")
    expect(output.locator(".badge")).to_have_text("no error recorded")
    expect(output.locator(".ansi-f1")).to_have_text("FAIL")
    expect(output.locator(".line").nth(4)).to_have_text("download 100 %")
    expect(output.locator(".line").nth(5)).to_have_text("a link of the terminal and a title")
    expect(bodies(gallery, "Tool result", "KeyError").locator(".badge").last).to_have_text("exit code 1")
    expect(bodies(gallery, "Tool result", "timed out").locator(".badge").last).to_have_text(
        "timed out after 5 s"
    )
    cut = bodies(gallery, "Tool result", "99960")
    expect(cut.locator(".tool-note").first).to_have_text(
        "The tool cut its output: showing lines 99960-99999 of 99999."
    )
    expect(cut.locator(".tool-note").last).to_contain_text("/home/dev/.cache/pi-bash-4f1c.log")
    mine = bodies(gallery, "Bash", "tail -f clock.log")
    expect(mine.locator(".tool-head")).to_contain_text("cancelled")


def test_searches(gallery: ReportPage) -> None:
    grep = bodies(gallery, "Tool result", "grep orbits.py")
    expect(grep.locator(".grep-path").first).to_contain_text("orbits.py 2 matches")
    expect(grep.locator(".grep-line.around")).to_have_count(2)
    expect(bodies(gallery, "Tool result", "ls docs/").locator(".path-folder")).to_have_count(3)
    inner = bodies(gallery, "Tool result", "Mars needs 686.98")
    expect(inner.locator(".tool-note").first).to_contain_text("are not recorded")
    expect(inner.locator(".tool-sources a")).to_have_attribute("href", "https://planets.example/mars")


def test_codemode(gallery: ReportPage) -> None:
    head = bodies(gallery, "Tool result", "codemode Script completed").first
    expect(head.locator(".nested > li")).to_have_count(5)
    expect(head.locator(".nested .nested .tool-name")).to_have_text("read")
    expect(head).to_contain_text("marked incomplete by Pi")
    expect(head).to_contain_text("arguments of 9.0 KiB, too large to be recorded")
    expect(head).to_contain_text("Not recorded unless printed")
    printed = bodies(gallery, "Tool result", "text 1/2")
    expect(printed.locator(".json")).to_have_count(2)
    expect(printed).to_contain_text("asked for 3")


def test_mcp(gallery: ReportPage) -> None:
    recorded = bodies(gallery, "Tool result", 'mcp__sky__constellation {"name"')
    expect(recorded.locator(".tool-server")).to_have_text("MCP sky server from the recorded result")
    expect(recorded.locator(".json .line")).to_have_count(8)
    expect(bodies(gallery, "Tool result", "tile 3/4/2").locator(".tool-server")).to_contain_text(
        "star-maps server from the recorded namespace"
    )
    expect(
        bodies(gallery, "Tool result", "mcp__old_almanac__sunrise").locator(".tool-server")
    ).to_contain_text("by name only")
    found = bodies(gallery, "Tool result", "2 candidates")
    expect(found.locator(".tool-name")).to_have_text("mcp discover")
    expect(found.locator(".mcp-sign")).to_have_text(["●", "○"])
    expect(found.locator(".tool-unavailable")).to_have_text("unavailable almanac connection refused")
    expect(bodies(gallery, "Tool result", "1 of 2 activated").locator(".mcp-sign")).to_have_text(["✔", "✘"])
    prompt = bodies(gallery, "Custom", "Server prompt")
    expect(prompt.locator(".tool-head")).to_have_text("mcp promptsky · tonight2 messages")
    cut = bodies(gallery, "Tool result", '{"stars": [{"name": "Vega", "ra": 279.2347}, {"name": "Sul')
    expect(cut.locator(".json")).to_have_count(0)


def test_lists_of_extensions(gallery: ReportPage) -> None:
    expect(bodies(gallery, "Tool result", "todo 3 todos").locator(".tool-list li")).to_have_count(2)
    expect(bodies(gallery, "Tool call", "plan {").locator(".task-doing")).to_contain_text("Draw in_progress")
    agents = bodies(gallery, "Tool result", "reviewer: fine").locator(".tool-agent")
    expect(agents.first).to_contain_text("The angles are right")
    expect(agents.last.locator(".badge")).to_have_text("failed")


def test_answers_that_ended_badly(gallery: ReportPage) -> None:
    error = bodies(gallery, "Assistant", "no content").locator(".notice-error")
    expect(error).to_contain_text("Provider error.")
    expect(error.locator(".provider-words")).to_contain_text("overloaded_error")
    expect(
        bodies(gallery, "Assistant", "The hands are computed from").locator(".notice-warning")
    ).to_contain_text("Aborted.")
    expect(bodies(gallery, "Tool call", "write docs/steps.md").locator(".notice-warning")).to_contain_text(
        "Recorded as max_tokens"
    )


def test_literal_form_and_search(gallery: ReportPage) -> None:
    body = bodies(gallery, "Assistant", "How the face is drawn")
    body.get_by_role("radio", name="Literal").click()
    expect(body.locator(".form-literal")).to_contain_text("**four hands**")
    expect(body.locator(".markdown")).to_be_hidden()
    body.get_by_role("radio", name="Rendered").click()
    expect(body.locator(".markdown")).to_be_visible()
    # What is searched is the recorded text, so a search shows it, and its end brings the rendered form back.
    box = (
        gallery.view.get_by_role("searchbox")
        .or_(gallery.view.get_by_label("Search in the context at the leaf"))
        .first
    )
    box.fill("**four hands**")
    expect(body.locator(".form-literal mark")).to_have_text(["**four hands**"])
    expect(body.locator(".markdown")).to_be_hidden()
    box.fill("")
    expect(body.locator(".markdown")).to_be_visible()
    gallery.assert_clean()


def test_an_image_is_enlarged(gallery: ReportPage) -> None:
    gallery.view.get_by_role("button", name="Enlarge image/png").first.click()
    dialog = gallery.view.locator("dialog[open]")
    expect(dialog.locator("img")).to_be_visible()
    expect(dialog.get_by_role("heading")).to_contain_text("96 × 96")
    gallery.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    gallery.assert_clean()


HOSTILE = '"><img src=x onerror=alert(1)><script>alert(2)</script>'


def session(folder: Path, messages: list[dict[str, Any]]) -> Path:
    """A session file of these messages, one below the other."""
    time = "2026-11-30T06:08:00.000Z"
    lines: list[str] = [
        json.dumps({"type": "session", "version": 3, "id": "5e55", "timestamp": time, "cwd": "/srv/x"})
    ]
    for number, message in enumerate(messages, 1):
        parent = f"e{number - 1}" if number > 1 else None
        head = {"type": "message", "id": f"e{number}", "parentId": parent, "timestamp": time}
        lines.append(
            json.dumps({**head, "message": message}).replace('"@deep@"', "[" * 60_000 + "]" * 60_000)
        )
    target = folder / "hostile.jsonl"
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return target


def call(name: str, arguments: Any, ident: str) -> dict[str, Any]:
    return {
        "role": "assistant",
        "content": [{"type": "toolCall", "id": ident, "name": name, "arguments": arguments}],
        "stopReason": "toolUse",
    }


def result(name: str, text: str, ident: str, **more: Any) -> dict[str, Any]:
    content = [{"type": "text", "text": text}]
    return {
        "role": "toolResult",
        "toolCallId": ident,
        "toolName": name,
        "content": content,
        "isError": False,
        **more,
    }


def test_hostile_values_everywhere(tmp_path: Path, export_report: ExportReport, open_report: Opener) -> None:
    names = [
        "read",
        "write",
        "edit",
        "bash",
        "grep",
        "find",
        "ls",
        "codemode",
        "web_search",
        "mcp__x__y",
        "mcp_tools",
        HOSTILE,
    ]
    messages: list[dict[str, Any]] = [
        {"role": "user", "content": f"{HOSTILE}\n\n# {HOSTILE}\n\n[{HOSTILE}](javascript:alert(3))"}
    ]
    for place, name in enumerate(names):
        odd = {
            "path": HOSTILE,
            "command": HOSTILE,
            "pattern": HOSTILE,
            "content": HOSTILE,
            "code": HOSTILE,
            "query": HOSTILE,
            "action": "search",
            HOSTILE: HOSTILE,
        }
        messages.append(call(name, odd, f"c{place}"))
        details = {
            "diff": f"-1 {HOSTILE}\n+1 x",
            "server": HOSTILE,
            "tool": HOSTILE,
            "candidates": [{"id": HOSTILE}],
            "todos": [{"text": HOSTILE, "done": True}],
        }
        nested = {
            "calls": [
                {"id": "x", "name": HOSTILE, "status": HOSTILE, "arguments": {HOSTILE: 1}, "error": HOSTILE}
            ],
            "complete": False,
        }
        messages.append(
            result(
                name,
                f"{HOSTILE}\n\x1b]0;{HOSTILE}\x07 \x1b[31m{HOSTILE}",
                f"c{place}",
                details=details,
                nestedCalls=nested,
            )
        )
    for place, arguments in enumerate(
        [{"path": [1], "edits": {"a": 1}}, [1, 2], "text", None, {"edits": [None, 3, {"oldText": 1}]}]
    ):
        messages.append(call("edit", arguments, f"o{place}"))
    messages.append(result("bash", "x" * 1_000_000, "l1"))
    messages.append(
        result("other", json.dumps(list(range(10_000))), "l2", details={"list": list(range(10_000))})
    )
    messages.append(call("deep", {"value": "@deep@"}, "l3"))
    report = open_report(export_report(session(tmp_path, messages)), viewport=WIDE)
    report.page.on("dialog", lambda dialog: pytest.fail(f"a dialog opened: {dialog.message}"))
    report.view.locator("#app-root").evaluate("(root) => { root.style.height = '60000px'; }")
    report.view.get_by_role("button", name="Expand all").click()
    expect(report.view.locator(".row.open .tool").first).to_be_visible()
    assert report.view.locator("#app img, #app script, #app iframe, #app a[href^='javascript']").count() == 0
    expect(report.view.locator(".tool-name", has_text=HOSTILE).first).to_be_visible()
    for share in (0.5, 1):
        report.view.locator(".vlist").evaluate(
            "(list, share) => { list.scrollTop = list.scrollHeight * share; }", share
        )
        report.page.wait_for_timeout(100)
    report.assert_clean()
    report.assert_fits()


def test_download(export_report: ExportReport, open_report: Opener, tmp_path: Path) -> None:
    report = open_report(export_report(GALLERY), viewport=WIDE)
    report.view.get_by_role("button", name="Download", exact=True).click()
    button = report.view.locator("dialog[open]").get_by_role("button", name="Download JSONL")
    expect(button).to_be_visible()
    with report.page.expect_download() as started:
        button.click()
    target = tmp_path / "again.jsonl"
    started.value.save_as(target)
    assert started.value.suggested_filename == "gallery-redacted.jsonl"
    made = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    recorded = [json.loads(line) for line in GALLERY.read_text(encoding="utf-8").splitlines()]
    assert len(made) == len(recorded)
    assert made[0]["type"] == "session"
    assert [(entry["id"], entry["parentId"]) for entry in made[1:]] == [
        (entry["id"], entry["parentId"]) for entry in recorded[1:]
    ]
    images = [
        block
        for entry in made[1:]
        for block in entry.get("message", {}).get("content", [])
        if isinstance(block, dict) and block["type"] == "image"
    ]
    assert [image["data"][:8] for image in images] == ["iVBORw0K"] * 2
    assert not [key for entry in made for key in json.dumps(entry).split('"') if key == "thinkingSignature"]
    report.assert_clean()
    _open_in_pi(target, len(recorded) - 1)


def _open_in_pi(path: Path, entries: int) -> None:
    folder, program = os.environ.get("PI_INSPECT_PI"), os.environ.get("PI_INSPECT_PI_NODE", "node")
    if not folder:
        return
    script = (
        "const { SessionManager } = await import(process.argv[1]);"
        "const s = SessionManager.open(process.argv[2]); console.log(s.getEntries().length, s.getLeafId());"
    )
    done = subprocess.run(
        [program, "--input-type=module", "-e", script, f"file://{folder}/dist/index.js", str(path)],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert done.stdout.split()[0] == str(entries), done.stdout


def test_download_in_a_frame_without_rights(export_report: ExportReport, open_report: Opener) -> None:
    report = open_report(export_report(GALLERY), via="iframe")
    report.view.get_by_role("button", name="Download", exact=True).click()
    report.view.locator("dialog[open]").get_by_role("button", name="Show as text").click()
    area = report.view.locator("dialog[open] textarea")
    expect(area).to_be_visible()
    assert area.input_value().count("\n") == len(GALLERY.read_text(encoding="utf-8").splitlines())


def test_nothing_is_claimed_that_the_file_does_not_hold(
    open_report: Opener, export_report: ExportReport, shared: Path
) -> None:
    report = export_report(shared / "sessions" / "all-entry-types-v3.jsonl")
    view = open_report(report, fragment="view=history&entry=95f9a58c").view
    panel = view.locator(".details-panel:visible")
    expect(panel).to_contain_text("Redacted thinking: the provider withheld its text.")
    view.get_by_role("radio", name="Reading").click()
    expect(view.locator(".reading-item:visible", has_text="Redacted thinking").first).to_be_visible()
    view = open_report(report, fragment="view=history&entry=680db075").view
    panel = view.locator(".details-panel:visible")
    expect(panel.locator(".tool-head .badge")).to_have_text("no error recorded")
    expect(panel).not_to_contain_text("exit code")
