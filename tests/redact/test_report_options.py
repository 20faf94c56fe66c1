"""The options of CLI-3, and what a report tells of a masked value's size (CLI-3, CLI-9, RED-4, RED-10, RED-11, FILE-4)."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from inspect_report import build
from inspect_report.bounds import KIB
from inspect_report.redact import RedactionOptions
from inspect_report.redact.rules import specimen
from inspect_report.redact.withhold import PARTS, WithholdOptions
from tests.support import EXAMPLES, run_cli

AT = "2026-11-02T09:00:00.000Z"
TOKEN = specimen("ghp_<an36>")
GALLERY = EXAMPLES / "gallery.jsonl"


def message(identity: str, parent: str | None, role: str, content: Any, **more: Any) -> dict[str, Any]:
    return {
        "type": "message", "id": identity, "parentId": parent, "timestamp": AT,
        "message": {"role": role, "content": content, "timestamp": 1, **more},
    }  # fmt: skip


def session(folder: Path, *entries: dict[str, Any], name: str = "talk", cwd: str = "/home/dev/tally") -> Path:
    header = {"type": "session", "version": 3, "id": "s1", "timestamp": AT, "cwd": cwd}
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in (header, *entries)))
    return path


def report(path: Path, **options: Any) -> dict[str, Any]:
    """The data elements of a report, by id; the page itself as "page"."""
    sink = io.BytesIO()
    build.export_to_stream(path, sink, build.Options(**options))
    page = sink.getvalue().decode()
    found = re.findall(r'<script type="application/json" id="([\w-]+)">(.*?)</script>', page, re.DOTALL)
    return {"page": page, **{name: json.loads(text) for name, text in found}}


def test_a_pattern_masks_and_is_named_by_number_only(tmp_path: Path) -> None:
    path = session(tmp_path, message("a", None, "user", "the ACME-4711 widget"))
    done = run_cli("export", path, "-o", "-", "--redact", r"ACME-\d+", "--redact", "widget", "--quiet")
    page = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert "[redacted:custom-1#1] [redacted:custom-2#2]" in page
    assert "--redact custom-1 --redact custom-2" in page
    assert "ACME" not in page
    assert "4711" not in page


@pytest.mark.parametrize("pattern", ["(a+)+", "(", "", "x*", "(a|ab)*c", "a" * 3_000])
@pytest.mark.parametrize("output", ["report.html", "-"])
def test_a_pattern_that_is_refused_stops_before_any_output(pattern: str, output: str, tmp_path: Path) -> None:
    path = session(tmp_path, message("a", None, "user", "hello"))
    done = run_cli("export", path, "-o", output, "--redact", "fine", "--redact", pattern, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"pi-inspect: --redact, pattern 2: ")
    assert done.stderr.count(b"\n") == 1
    assert list(tmp_path.iterdir()) == [path]


def test_masking_can_be_switched_off_with_a_warning_and_a_banner(tmp_path: Path) -> None:
    thinking = {"type": "thinking", "thinking": "hm", "thinkingSignature": "S" * 90}
    path = session(tmp_path, message("a", None, "user", TOKEN), message("b", "a", "assistant", [thinking]))
    done = run_cli("export", path, "-o", "-", "--no-redact", "--quiet")
    assert done.returncode == 0
    assert done.stderr.startswith(b"pi-inspect: warning: --no-redact: ")
    assert done.stderr.count(b"\n") == 1
    page = done.stdout.decode()
    assert TOKEN in page
    assert "S" * 90 not in page
    readable = page.partition('id="app"')[0]
    assert "Nothing was masked: this report was made with --no-redact." in readable
    masked = run_cli("export", path, "-o", "-", "--quiet").stdout.decode()
    assert "Nothing was masked: this" not in masked
    assert TOKEN not in masked


def test_a_pattern_and_no_masking_contradict_each_other(tmp_path: Path) -> None:
    done = run_cli("export", session(tmp_path), "-o", "-", "--no-redact", "--redact", "x")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"--redact and --no-redact" in done.stderr


def test_home_directories_become_a_tilde_in_all_texts(tmp_path: Path) -> None:
    text = r"see /home/ada/x, /Users/grace/y and C:\Users\linus\z"
    path = session(tmp_path, message("a", None, "user", text), cwd="/home/ada/tally")
    plain, short = report(path), report(path, redaction=RedactionOptions(paths=True))
    assert plain["meta"]["cwd"] == short["meta"]["cwd"] == "~/tally"
    assert "/home/ada/x" in plain["page"]
    assert plain["meta"]["sha256"]
    assert r"see ~/x, ~/y and ~\\z" in short["page"]
    assert not any(name in short["page"] for name in ("/ada", "grace", "linus"))
    # A hash would let the names be guessed.
    assert not short["meta"]["sha256"]


WITHHELD = {
    "thinking": "let me think",
    "results": "the tool said",
    "prompts": "please do",
    "messages": "an extension says",
}


@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_left_out_and_its_row_stays(part: str, tmp_path: Path) -> None:
    pixels = next(line for line in GALLERY.read_text().splitlines() if '"image/png"' in line)
    image = re.search(r'"data":\s*"([^"]{60,})"', pixels)
    assert image
    path = session(
        tmp_path,
        message("a", None, "user", [{"type": "text", "text": "please do"}, {"type": "image", "data": image[1], "mimeType": "image/png"}]),
        message("b", "a", "assistant", [{"type": "thinking", "thinking": "let me think"}, {"type": "text", "text": "answered"}]),
        message("c", "b", "toolResult", [{"type": "text", "text": "the tool said"}], toolCallId="t", toolName="bash"),
        {"type": "custom_message", "id": "d", "parentId": "c", "timestamp": AT, "customType": "note", "content": "an extension says", "display": True},
    )  # fmt: skip
    whole = report(path)
    found = report(path, withhold=WithholdOptions(frozenset({part})))
    gone = WITHHELD.get(part, image[1])
    assert gone in whole["page"]
    assert gone not in found["page"]
    others = [words for name, words in {**WITHHELD, "images": image[1]}.items() if name != part]
    assert all(words in found["page"] for words in [*others, "answered"])
    for name in ("id", "item", "line", "time"):
        assert found["rows"][name] == whole["rows"][name]
    assert found["segments"]["chars"] == whole["segments"]["chars"]
    assert f"--without {part}" in found["meta"]["options"]
    assert whole["meta"]["sha256"]
    assert not found["meta"]["sha256"]
    assert report(path, withhold=WithholdOptions(frozenset({part})), fingerprint=True)["meta"]["sha256"]


@pytest.mark.parametrize(("mode", "shown"), [("all", True), ("small", True), ("none", False)])
def test_images_are_chosen(mode: Any, shown: bool) -> None:
    found = report(GALLERY, withhold=WithholdOptions(images=mode))
    assert (found["meta"]["images"] > 0) == shown
    assert (f"--images {mode}" in found["meta"]["options"]) == (mode != "all")


@pytest.mark.parametrize("filler", [0, 300, 3_000, 200_000])
@pytest.mark.parametrize("place", ["prompt", "call", "result", "command", "summary", "name"])
def test_no_number_of_a_report_depends_on_the_length_of_a_masked_value(
    place: str, filler: int, tmp_path: Path
) -> None:
    """Two sessions that differ in a password alone give the same report, but for nothing."""
    pages: list[dict[str, Any]] = []
    for secret in (specimen("<an16>"), specimen("<an32>") + "é\\u00e9"):
        words = f"{'some words ' * (filler // 11)}password={secret}\n and more"
        entries = [
            message("a", None, "user", words if place == "prompt" else "hi"),
            message("b", "a", "assistant", [{"type": "toolCall", "id": "t", "name": "bash", "arguments": {"command": words if place == "call" else "ls"}}]),
            message("c", "b", "toolResult", [{"type": "text", "text": words if place == "result" else "x"}], toolCallId="t", toolName="bash"),
            {
                "type": "message", "id": "d", "parentId": "c", "timestamp": AT,
                "message": {"role": "bashExecution", "command": words if place == "command" else "ls", "output": "x", "exitCode": 0, "timestamp": 1},
            },
            {"type": "branch_summary", "id": "e", "parentId": "d", "timestamp": AT, "fromId": "c", "summary": words if place == "summary" else "x"},
            {"type": "session_info", "id": "f", "parentId": "e", "timestamp": AT, "name": words if place == "name" else "x"},
        ]  # fmt: skip
        folder = tmp_path / str(len(pages))
        folder.mkdir()
        pages.append(report(session(folder, *entries)))
    assert pages[0]["meta"]["redactions"]["values"] > 0
    for name in pages[0]:
        assert pages[0][name] == pages[1][name], name


def test_sizes_of_entries_without_details_are_rounded(tmp_path: Path) -> None:
    """Where most of an entry is not shown, its size is told in whole KiB once a mask stands in it."""
    entries: list[dict[str, Any]] = []
    for number in range(400):
        secret = f"password={specimen('<an20>')}{number} " if number % 2 else "nothing "
        entries.append(message(f"u{number}", None, "user", f"{secret}{'and many more words ' * 1_500}"))
    found = report(session(tmp_path, *entries))
    rows = found["rows"]
    cut = [row for row, detail in enumerate(rows["detail"]) if detail < 0]
    assert len(cut) > 50
    for row in cut:
        assert (rows["bytes"][row] % KIB == 0) == bool(row % 2)


def test_masks_are_numbered_in_file_order(tmp_path: Path) -> None:
    """Also where later views ask for texts of earlier entries, and whatever the branch (RED-4)."""
    secrets = [specimen("ghp_<an36>")[:-2] + f"{number:02}" for number in range(12)]
    entries = [
        message(f"e{number}", f"e{number - 2}" if number > 1 else None, "user", secret)
        for number, secret in enumerate(secrets)
    ]
    entries.append(message("last", "e10", "user", f"{secrets[7]} {secrets[3]}"))
    summaries = report(session(tmp_path, *entries))
    words = summaries["rows"]["strings"]
    shown = [words[code] for code in summaries["rows"]["summary"]]
    assert shown[:12] == [f"[redacted:github-token#{number}]" for number in range(1, 13)]
    assert shown[12] == "[redacted:github-token#8] [redacted:github-token#4]"
