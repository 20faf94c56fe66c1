"""Rows, segments and details as data: what is chosen, what gives way, and what each message becomes (RED-4, SES-4, CLI-4, CTX-1)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from inspect_report import bounds, selection
from inspect_report.payload import CATEGORIES, RowFlag, SegmentFlag
from inspect_report.report import Sources
from tests.support import HEADER, entry_line, message_line
from tests.views.conftest import SourcesOf


def made(folder: Path, text: str, sources_of: SourcesOf) -> Sources:
    path = folder / "s.jsonl"
    path.write_text(HEADER + text, encoding="utf-8")
    sources = sources_of(path)
    assert sources
    return sources


def segments_of(sources: Sources, row: int = 0) -> list[tuple[str, str, str, int, int]]:
    """(category, label, pointer, size, flags) of each segment of a row."""
    rows, table, strings = sources.store.rows, sources.store.segments, sources.store.strings.values
    return [
        (
            CATEGORIES[table.category[n]],
            strings[table.label[n]],
            strings[table.pointer[n]],
            table.chars[n],
            table.flags[n],
        )
        for n in range(rows.segment[row], rows.segment[row + 1])
    ]


def test_an_answer_is_its_blocks(tmp_path: Path, sources_of: SourcesOf) -> None:
    content = [
        {"type": "thinking", "thinking": "hm 👍"},
        {"type": "text", "text": "yes"},
        {"type": "toolCall", "id": "t", "name": "read", "arguments": {"path": "é"}},
        {"type": "odd", "x": 1},
    ]
    sources = made(
        tmp_path, message_line("a", None, "assistant", content=content, stopReason="length"), sources_of
    )
    assert segments_of(sources) == [
        ("assistant", "Thinking", "/message/content/0", 5, 0),
        ("assistant", "Assistant", "/message/content/1", 3, 0),
        ("call", "Tool call", "/message/content/2", 4 + len('{"path":"é"}'), 0),
        (
            "assistant",
            "Assistant",
            "/message/content/3",
            len('{"type":"odd","x":1}'),
            SegmentFlag.JSON | SegmentFlag.ERROR,
        ),
    ]


def test_a_command_has_the_size_of_the_text_as_sent(tmp_path: Path, sources_of: SourcesOf) -> None:
    text = message_line("a", None, "bashExecution", command="ls", output="a\nb", exitCode=1)
    text += message_line("b", "a", "bashExecution", command="ls", output="", excludeFromContext=True)
    sources = made(tmp_path, text, sources_of)
    sent = "Ran `ls`\n```\na\nb\n```\n\nCommand exited with code 1"
    assert segments_of(sources)[0][3:] == (len(sent), SegmentFlag.CONVERTED | SegmentFlag.ERROR)
    assert segments_of(sources, 1)[0][4] == SegmentFlag.CONVERTED | SegmentFlag.NOT_SENT


def test_a_system_message_is_its_parts_and_one_change(tmp_path: Path, sources_of: SourcesOf) -> None:
    text = message_line(
        "a",
        None,
        "system",
        content="base",
        sections={"x/y": "one", "gone": None},
        toolsAdded=[{"name": "read"}],
    )
    found = segments_of(made(tmp_path, text, sources_of))
    assert [(label, pointer) for _, label, pointer, _, _ in found] == [
        ("System", "/message/content"),
        ("System", "/message/sections/x~1y"),
        ("Tools", "/message/toolsAdded"),
        ("System change", "/message"),
    ]
    assert found[-1][4] == SegmentFlag.CHANGE


@pytest.mark.parametrize("content", [None, [], "", 5, {"a": 1}, [None, 7, {"type": 3}]])
def test_odd_content_is_shown_as_what_it_is(content: Any, tmp_path: Path, sources_of: SourcesOf) -> None:
    for role in ("user", "assistant", "toolResult", "custom", "nobody"):
        assert segments_of(made(tmp_path, message_line("a", None, role, content=content), sources_of))


def test_a_secret_in_a_section_name_stays_out_of_the_pointer(tmp_path: Path, sources_of: SourcesOf) -> None:
    key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    sources = made(
        tmp_path, message_line("a", None, "system", content="", sections={key: "text"}), sources_of
    )
    everything = msgspec.json.encode(
        (sources.store.rows, sources.store.segments, list(map(bytes.decode, sources.store.chunks)))
    )
    assert key.encode() not in everything
    assert "[redacted:github-token#1]" in segments_of(sources)[0][2]


def many(count: int, size: int = 0) -> str:
    out: list[str] = []
    for n in range(count):
        role = "user" if n % 100 == 0 else "assistant"
        out.append(
            message_line(
                f"e{n}", f"e{n - 1}" if n else None, role, content=[{"type": "text", "text": "x" * size}]
            )
        )
    return "".join(out)


def test_rows_keep_prompts_and_the_newest(tmp_path: Path, sources_of: SourcesOf) -> None:
    count = bounds.ROWS + 2_000
    sources = made(tmp_path, many(count), sources_of)
    rows = sources.store.rows
    assert len(rows.item) == bounds.ROWS
    kept = set(rows.item)
    assert {n for n in range(count) if n % 100 == 0} <= kept
    assert set(range(count - 5_000, count)) <= kept
    assert sources.ledger.cuts["rows"] == 2_000


def test_details_give_way_oldest_first_but_never_prompts_and_the_end(
    tmp_path: Path, sources_of: SourcesOf
) -> None:
    sources = made(tmp_path, many(1_200, 10_000), sources_of)
    rows = sources.store.rows
    left_out = [item for item, slot in zip(rows.item, rows.detail, strict=True) if slot < 0]
    assert left_out
    assert not any(item % 100 == 0 for item in left_out)
    assert max(left_out) < 1_200 - bounds.NEWEST_ENTRIES
    without_prompts = [item for item in range(max(left_out) + 1) if item % 100]
    assert left_out == without_prompts
    assert sum(map(len, sources.store.chunks)) < bounds.INLINED_TEXT * 1.1
    assert sources.ledger.cuts["inlined_text"] == len(left_out)


def test_an_image_does_not_spend_the_text_of_the_report(tmp_path: Path, sources_of: SourcesOf) -> None:
    block = {"type": "image", "mimeType": "image/png", "data": "A" * 400_000}
    sources = made(
        tmp_path,
        message_line("a", None, "user", content=[block, {"type": "text", "text": "y" * 70_000}]),
        sources_of,
    )
    assert selection.cost_of(sources.model, 0) < 70_000


def test_every_branch_entry_says_how_it_stands(tmp_path: Path, sources_of: SourcesOf) -> None:
    text = (
        message_line("a", None, "user", content="go")
        + message_line("b", "a", "assistant", content=[])
        + message_line("c", "a", "user", content="other")
    )
    sources = made(tmp_path, text, sources_of)
    rows = sources.store.rows
    words = [rows.standings[code] for code in rows.standing]
    assert words == ["in the context", "off branch", "in the context"]
    assert [bool(flags & RowFlag.ACTIVE) for flags in rows.flags] == [True, False, True]
    assert rows.flags[0] & RowFlag.BRANCH_POINT


def test_a_name_of_a_million_characters_is_a_name_in_the_tables(
    tmp_path: Path, sources_of: SourcesOf
) -> None:
    long = "n" * 1_000_000
    lines = [
        message_line("a", None, "assistant", content=[], provider=long, model=long),
        message_line("b", "a", "toolResult", content=[], toolName=long, toolCallId="t"),
        message_line("c", "b", long, content=[]),
    ]
    rows = made(tmp_path, "".join(lines), sources_of).store
    for column in (rows.rows.type, rows.rows.role, rows.rows.name):
        assert all(len(rows.strings.values[code]) <= bounds.NAME for code in column)


def test_the_first_prompt_of_the_branch_has_a_row_whatever_gives_way(
    tmp_path: Path, sources_of: SourcesOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "ROWS", 6)
    lines = [message_line("m0", None, "user", content="prompt 0")]
    lines += [message_line(f"m{n}", f"m{n - 1}", "user", content=f"prompt {n}") for n in range(1, 20)]
    lines.append(
        entry_line("compaction", "c", "m19", summary="so far", firstKeptEntryId="m18", tokensBefore=9)
    )
    assert made(tmp_path, "".join(lines), sources_of).store.rows.item == [0, 16, 17, 18, 19, 20]
