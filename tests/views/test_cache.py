"""The Cache view's data against a calculation by hand, and against what Pi gives for the corpus."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from inspect_report import bounds
from inspect_report.cache.words import span
from inspect_report.payload import CACHE_CLASSES, CacheData, CacheMisses, CacheRowFlag, CacheSum
from inspect_report.report import Sources
from inspect_report.views import cache
from tests.support import HEADER, message_line
from tests.views import cache_sessions as invented
from tests.views.conftest import SourcesOf

PARTS = ("input", "output", "cacheRead", "cacheWrite")


def built(sources: Sources | None) -> CacheData:
    assert sources
    ((name, part),) = cache.build(sources)
    assert name == "cache"
    return part


def plain(path: Path) -> list[dict[str, Any]]:
    """The entries of a session, decoded by the standard library."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line][1:]


def usages(
    entries: Iterable[dict[str, Any]], roles: tuple[str, ...] = ("assistant",)
) -> list[dict[str, Any]]:
    """Recorded usage of messages of these roles."""
    messages = [entry["message"] for entry in entries if entry["type"] == "message"]
    return [message["usage"] for message in messages if message["role"] in roles and message.get("usage")]


def weighted(recorded: list[dict[str, Any]]) -> float:
    read = sum(usage["cacheRead"] for usage in recorded)
    return read / sum(usage["input"] + usage["cacheRead"] + usage["cacheWrite"] for usage in recorded)


def causes(misses: CacheMisses) -> list[list[str]]:
    """The words of each miss, oldest first."""
    return [[cause.words for cause in each] for each in reversed(misses.causes)]


def group(view: CacheData, sums: list[CacheSum], name: str, kind: str) -> CacheSum:
    return next(
        each
        for each in sums
        if each.name >= 0 and view.names[each.name] == name and CACHE_CLASSES[each.kind] == kind
    )


# Calculated by hand


def test_a_warmed_session(shared: Path, sources_of: SourcesOf) -> None:
    view = built(sources_of(shared / "observations" / "l_cachewarm" / "session.jsonl"))
    all_ = view.branch.all
    assert (all_.records, all_.input, all_.output, all_.read, all_.write) == (7, 21, 58, 3_600_000, 600_240)
    assert all_.cost == pytest.approx(3.75084 + 4 * 0.30004 + 0.301065 + 0.30099)
    assert all_.rate == pytest.approx(1_200_000 / 1_800_249)
    kinds = [(CACHE_CLASSES[each.kind], each.records, each.cost) for each in view.branch.classes]
    assert kinds == [("conversation", 3, pytest.approx(4.352895)), ("warming", 4, pytest.approx(1.20016))]
    # 1,200,000 read at 0.5 $ instead of 5 $ a million, 600,240 written at 6.25 $ instead of 5 $.
    assert all_.savings == pytest.approx(1.2 * 4.5 - 0.60024 * 1.25)
    assert [CACHE_CLASSES[kind] for kind in view.rows.kind] == [
        "conversation", "warming", "warming", "conversation", "warming", "warming", "conversation",
    ]  # fmt: skip
    words = [view.reasons[reason] for reason in view.rows.reason]
    assert words[0] == ""
    assert words[1] == "not compared: no conversation request"
    assert words[-1] == "first request of this model"
    assert view.rows.rate[0] == view.rows.rate[3] == pytest.approx(600_000 / 600_123)
    assert view.rows.rate_change[0] == 0
    assert view.rows.rate_change[3] == pytest.approx(600_000 / 600_123)
    assert view.rows.prompt_change[3] == 120
    assert view.branch.misses.count == view.file.misses.count == 0


def test_one_hour_writes(shared: Path, sources_of: SourcesOf) -> None:
    view = built(sources_of(shared / "observations" / "a_simple_json" / "session.jsonl"))
    all_ = view.branch.all
    assert all_.write == all_.write_1h == 1403 + 175 + 95 + 142 + 98 + 90 + 44
    assert all_.read == 1405 + 1583 + 1680 + 1824 + 1925 + 2018
    assert all_.rate == pytest.approx(10_435 / 12_503)
    assert all_.tokens == 12_771 == 21 + 268 + 10_435 + 2_047
    assert all_.cost == pytest.approx(
        0.015395 + 0.0031425 + 0.0035065 + 0.00345 + 0.002907 + 0.0023775 + 0.001714
    )
    # 0.5 $ read, 10 $ written for one hour, against 5 $ a million uncached.
    assert all_.savings == pytest.approx((10_435 * 4.5 - 2_047 * 5) / 1e6)
    assert view.rows.write_1h[-1] == 1403
    assert all_.without_cost == all_.zero_cost == all_.computed_totals == all_.provider_totals == 0


def test_a_large_session_without_recorded_totals(shared: Path, sources_of: SourcesOf) -> None:
    path = shared / "sessions" / "large-v1.jsonl"
    view, recorded = built(sources_of(path)), usages(plain(path))
    all_ = view.branch.all
    assert all_.records == len(recorded) == all_.computed_totals == 453
    for name, part in (
        ("input", "input"),
        ("output", "output"),
        ("read", "cacheRead"),
        ("write", "cacheWrite"),
    ):
        assert getattr(all_, name) == sum(usage[part] for usage in recorded)
    assert all_.cost == pytest.approx(sum(usage["cost"]["total"] for usage in recorded))
    assert all_.rate == pytest.approx(weighted(recorded))
    assert (view.chart.requests, view.chart.empty, view.chart.unknown) == (439, 14, 0)
    assert len(view.chart.item) == 439
    assert view.rows.total[0] == sum(recorded[-1][part] for part in PARTS)
    assert view.rows.flags[0] & CacheRowFlag.COMPUTED_TOTAL
    codex = group(view, view.file.groups, "openai/gpt-5.1-codex", "conversation")
    assert (codex.records, codex.tokens, codex.rate, codex.silent) == (1, 0, None, 1)
    words = causes(view.branch.misses)
    assert [each for each in words if each and each[0].startswith("idle")] == [
        [f"idle {minutes} min (lifetime 5 min)"] for minutes in (9, 11, 8, 12)
    ]
    # The thinking level at the request before against the one at the miss, line by line.
    level, asked, changes = "off", "off", {}
    for line, entry in enumerate(plain(path), 2):
        level = entry.get("thinkingLevel", level)
        usage = entry.get("message", {}).get("usage", {})
        if sum(usage.get(part, 0) for part in PARTS if part != "output") > 0:
            if level != asked:
                changes[line] = f"thinking level changed from {asked} to {level}"
            asked = level
    found = {
        line: each[-1]
        for line, each in zip(view.branch.misses.line[::-1], words, strict=True)
        if "thinking" in "".join(each)
    }
    assert found == {line: text for line, text in changes.items() if line in view.branch.misses.line}
    assert len(found) == 4


def test_model_changes_and_everything_else_that_ends_reuse(tmp_path: Path, sources_of: SourcesOf) -> None:
    view = built(sources_of(invented.several_models(tmp_path / "s.jsonl")))
    branch, whole = view.branch.misses, view.file.misses
    assert causes(branch) == [
        ["idle 15 min (lifetime 5 min)"],
        ["tools changed (added: edit; removed: bash)"],
        ["model changed from claude-sonnet-4-5 to claude-haiku-4-5"],
        [
            "model changed from claude-haiku-4-5 to claude-sonnet-4-5",
            "thinking level changed from medium to high",
        ],
    ]
    # min(previous prompt, prompt) less what was read: 31,010 to 32,020 to 33,005 to 9,100 to 34,010.
    assert branch.missed[::-1] == [31_010 - 2_000, 32_020, 9_100, 9_100 - 1_000]
    assert branch.notice[::-1] == [1, 1, 0, 0]
    assert (branch.count, branch.tokens, branch.noticed) == (4, 78_230, 2)
    # The file goes on where the branch does not: an answer that read nothing, for no recorded reason.
    assert causes(whole) == [*causes(branch), []]
    assert whole.missed[0] == 8_510
    reasons = [view.reasons[reason] for reason in view.rows.reason][::-1]
    assert reasons == [
        "first request of this model", "", "", "", "first request of this model", "",
        "not compared: no conversation request", "first request of this model since the compaction",
        "not compared: no conversation request", "", "",
    ]  # fmt: skip
    # Over the other model's request to the last one of its own.
    assert view.rows.prompt_change[::-1][5] == 34_010 - 33_005
    assert view.rows.rate_change[::-1][5] == pytest.approx(1_000 / 34_010)
    marks = list(zip(view.chart.mark_point, view.chart.mark_words, strict=True))
    assert marks == [
        (2, "idle 15 min"), (3, "tools changed"), (4, "model claude-haiku-4-5"), (5, "model claude-sonnet-4-5"),
        (6, "compaction"),
    ]  # fmt: skip
    haiku = group(view, view.branch.groups, "anthropic/claude-haiku-4-5", "conversation")
    assert haiku.savings == pytest.approx(-9_000 * 0.25e-6)


def test_one_hour_writes_stretch_the_lifetime(tmp_path: Path, sources_of: SourcesOf) -> None:
    def words(hour: float | None, provider: str, minutes: float) -> list[list[str]]:
        w = invented.Writer()
        w.answer(invented.usage(10, 0, 5_000, hour=hour), provider=provider)
        w.answer(invented.usage(10, 0, 5_000), provider=provider, after=minutes * 60_000)
        return causes(built(sources_of(w.save(tmp_path / "s.jsonl"))).branch.misses)

    assert words(5_000, "anthropic", 30) == [[]]
    assert words(5_000, "anthropic", 61) == [["idle 1 h 1 min (lifetime 1 h)"]]
    assert words(None, "anthropic", 4) == [[]]
    assert words(None, "anthropic", 5) == [["idle 5 min (lifetime 5 min)"]]
    assert words(None, "bedrock", 14) == [["idle 14 min, lifetime not recorded"]]
    assert words(5_000, "bedrock", 14) == [[]]


def test_attempts_of_unknown_usage_end_an_idle_gap(tmp_path: Path, sources_of: SourcesOf) -> None:
    w = invented.Writer()
    w.answer(invented.usage(10, 0, 5_000))
    w.answer({"input": "?"}, after=4 * 60_000)
    w.answer(None, after=4 * 60_000)
    w.answer(invented.usage(10, 0, 5_000), after=4 * 60_000)
    view = built(sources_of(w.save(tmp_path / "s.jsonl")))
    assert causes(view.branch.misses) == [[]]
    assert view.chart.mark_words == []


def test_prompt_edits_and_other_branches(tmp_path: Path, sources_of: SourcesOf) -> None:
    w = invented.Writer()
    w.message("system", content="You are Pi.", sections={"skills": "one", "context": "AGENTS"})
    first = w.message("user")
    w.answer(invented.usage(10, 0, 5_000))
    w.message("system", content="", sections={"skills": "two", "context": None})
    w.answer(invented.usage(10, 0, 5_000))
    w.message("system", content="", sections={"skills": "two"})
    w.answer(invented.usage(10, 0, 5_000))
    w.add("context_edit", targetId=first, replacement=None)
    w.answer(invented.usage(10, 0, 5_000))
    w.message("user", parent=first)
    w.answer(invented.usage(10, 0, 5_000))
    view = built(sources_of(w.save(tmp_path / "s.jsonl")))
    assert causes(view.file.misses) == [
        ["prompt changed (section set: skills; section removed: context)"],
        [],  # set to what it was
        ["context edited"],
        ["branch changed"],
    ]
    assert causes(view.branch.misses) == []


def test_off_branch_misses_are_explained_by_their_own_path(tmp_path: Path, sources_of: SourcesOf) -> None:
    w = invented.Writer()
    root = w.message("user")
    w.add("thinking_level_change", thinkingLevel="low")
    w.message("system", content="", toolsAdded=[{"name": "read"}])
    w.answer(invented.usage(10, 0, 5_000))
    w.add("thinking_level_change", thinkingLevel="high")
    w.message("system", content="", toolsAdded=[{"name": "read", "description": "other"}, {"name": "grep"}])
    w.answer(invented.usage(10, 0, 5_000))
    w.message("user", parent=root)
    view = built(sources_of(w.save(tmp_path / "s.jsonl")))
    assert view.branch.misses.count == 0
    assert causes(view.file.misses) == [
        ["thinking level changed from low to high", "tools changed (added: grep; redefined: read)"]
    ]


def test_what_ends_reuse_for_the_claude_code_provider_alone(tmp_path: Path, sources_of: SourcesOf) -> None:
    view = built(sources_of(invented.subscription(tmp_path / "s.jsonl")))
    assert causes(view.branch.misses) == [
        [
            "idle 24 min, lifetime not recorded",
            "image added",
            "24 records appended since the previous request",
        ]
    ]
    text = (tmp_path / "s.jsonl").read_text(encoding="utf-8").replace("pi-claude-code", "another")
    (tmp_path / "s.jsonl").write_text(text, encoding="utf-8")
    view = built(sources_of(tmp_path / "s.jsonl"))
    assert causes(view.branch.misses) == [["idle 24 min, lifetime not recorded"]]


def test_about_twenty_records_are_within_reach(tmp_path: Path, sources_of: SourcesOf) -> None:
    def words(results: int) -> list[list[str]]:
        w = invented.Writer()
        w.answer(invented.usage(10, 0, 5_000), provider="claude-code")
        for _ in range(results):
            w.message("toolResult", toolCallId="t", toolName="read", isError=False, after=1)
        w.answer(invented.usage(10, 0, 5_000), provider="claude-code")
        return causes(built(sources_of(w.save(tmp_path / "s.jsonl"))).branch.misses)

    assert words(19) == [[]]
    assert words(20) == [["21 records appended since the previous request"]]


# Honest words where the record has no figure


def test_a_subscription_records_no_per_token_cost(tmp_path: Path, sources_of: SourcesOf) -> None:
    view = built(sources_of(invented.subscription(tmp_path / "s.jsonl")))
    all_ = view.branch.all
    assert (all_.records, all_.zero_cost, all_.cost, all_.savings, all_.without_cost) == (7, 7, 0, None, 0)
    assert all(flags & CacheRowFlag.ZERO_COST for flags in view.rows.flags)
    assert all_.rate == pytest.approx(150_000 / 272_035)


def test_a_session_without_usage(tmp_path: Path, sources_of: SourcesOf) -> None:
    view = built(sources_of(invented.without_usage(tmp_path / "s.jsonl")))
    assert view.branch.all.records == view.file.all.records == 0
    assert view.branch.without_usage == view.file.without_usage == 3
    assert view.branch.all.rate is None
    assert view.rows.item == view.chart.item == view.branch.groups == []


def test_broken_usage_is_left_out_and_counted(tmp_path: Path, sources_of: SourcesOf) -> None:
    view = built(sources_of(invented.broken(tmp_path / "s.jsonl")))
    all_ = view.branch.all
    assert (all_.records, all_.unknown, all_.rate, view.branch.without_usage) == (8, 5, pytest.approx(0.9), 1)
    assert all_.rate_prompt == 3 * 1_000
    unknown = [bool(flags & CacheRowFlag.UNKNOWN) for flags in view.rows.flags][::-1]
    assert unknown == [False, True, True, True, True, True, False, False]
    assert [rate is None for rate in view.rows.rate][::-1] == unknown
    # "12", then -5 (a number, but no usable one), null, and usage with an output alone, and a text.
    assert view.rows.missing[::-1] == [0, 1, 0, 8, 0b11101, 0b11111, 0, 0]
    assert (view.chart.unknown, len(view.chart.item)) == (5, 3)
    # A cost without total is no cost; its parts give no rate for the savings either.
    assert all_.without_cost == 3
    assert all_.savings == pytest.approx(2_700 * 2.7e-6 - 270 * 0.75e-6)


def test_a_provider_that_reports_no_cache_activity(tmp_path: Path, sources_of: SourcesOf) -> None:
    view = built(sources_of(invented.silent(tmp_path / "s.jsonl")))
    llama = group(view, view.branch.groups, "local/llama", "conversation")
    assert (llama.rate, llama.silent) == (None, 3)
    assert view.branch.all.rate == pytest.approx(5_000 / 10_320)
    assert view.branch.all.silent == 3
    assert view.chart.rate == [None, None, None, 0, pytest.approx(5_000 / 5_310)]
    assert [bool(flags & CacheRowFlag.SILENT) for flags in view.rows.flags] == [
        False,
        False,
        True,
        True,
        True,
    ]


def test_provider_totals_are_one_only_if_every_part_is(tmp_path: Path, sources_of: SourcesOf) -> None:
    w = invented.Writer()
    w.answer(invented.usage(10, 0, 500, provider_total=True))
    w.answer(invented.usage(10, 500, 5, provider_total=True))
    view = built(sources_of(w.save(tmp_path / "s.jsonl")))
    assert view.branch.all.provider_totals == view.branch.all.records == 2
    assert all(flags & CacheRowFlag.PROVIDER_TOTAL for flags in view.rows.flags)
    w.answer(invented.usage(10, 500, 5, provider_total=False))
    view = built(sources_of(w.save(tmp_path / "s.jsonl")))
    assert (view.branch.all.provider_totals, view.branch.all.records) == (2, 3)


def test_what_a_fork_inherited(tmp_path: Path, sources_of: SourcesOf) -> None:
    w = invented.Writer(parent_session="/home/dev/old.jsonl", header_ms=invented.START + 150_000)
    w.answer(invented.usage(10, 0, 500))
    w.answer(invented.usage(10, 500, 5))
    w.answer(invented.usage(10, 505, 5))
    view = built(sources_of(w.save(tmp_path / "s.jsonl")))
    all_ = view.file.all
    assert view.fork
    assert (all_.records, all_.inherited_records, all_.inherited_tokens) == (3, 2, 520 + 525)
    assert all_.inherited_cost == pytest.approx(view.rows.cost[1] + view.rows.cost[2])
    assert [bool(flags & CacheRowFlag.INHERITED) for flags in view.rows.flags] == [False, True, True]


def test_usage_that_extensions_keep_in_details_is_not_added(tmp_path: Path, sources_of: SourcesOf) -> None:
    w = invented.Writer()
    nested = invented.usage(7, 0, 0)
    w.message(
        "toolResult", toolCallId="t", toolName="agent", isError=False, usage=nested, details={"usage": nested}
    )
    w.add("custom", customType="x", data={"usage": nested}, details={"usage": nested})
    view = built(sources_of(w.save(tmp_path / "s.jsonl")))
    assert [(CACHE_CLASSES[each.kind], each.input) for each in view.file.classes] == [
        ("nested tool usage", 7)
    ]


# Bounds


def test_beyond_the_bounds_figures_are_still_over_all_rows(
    tmp_path: Path, sources_of: SourcesOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = invented.long_one(tmp_path / "s.jsonl")
    recorded = usages(plain(path))
    monkeypatch.setattr(bounds, "CACHE_ROWS", 100)
    sources = sources_of(path)
    view = built(sources)
    assert len(view.chart.item) == bounds.CHART_POINTS == 512
    assert sum(view.chart.count) == view.chart.requests == len(recorded) == 1_500
    assert max(view.chart.count) - min(view.chart.count) == 1
    start = 0
    for place, count in enumerate(view.chart.count):
        inside = recorded[start : start + count]
        assert view.chart.rate[place] == pytest.approx(weighted(inside))
        assert view.chart.read[place] == sum(usage["cacheRead"] for usage in inside)
        start += count
    assert view.branch.all.rate == pytest.approx(weighted(recorded))
    assert (len(view.rows.item), view.rows_omitted) == (100, 1_400)
    assert view.rows.item[0] > view.rows.item[-1]
    assert sources
    assert (sources.ledger.omitted["cache_rows"], sources.ledger.omitted["chart_points"]) == (1_400, 988)


def test_names_are_redacted(tmp_path: Path, sources_of: SourcesOf) -> None:
    secret = "ghp_" + "k7Qd2Zx9Lm4Rt8Vb1Nc6Hs3Pw5Yj0Ga2Uf7E"
    w = invented.Writer()
    w.message("system", content="a")
    w.answer(invented.usage(10, 0, 5_000), model=secret)
    w.message("system", content="", toolsAdded=[{"name": secret}], sections={secret: "text"})
    w.answer(invented.usage(10, 0, 5_000), model=secret)
    view = built(sources_of(w.save(tmp_path / "s.jsonl")))
    text = repr(view)
    assert secret not in text
    assert "[redacted:" in view.names[0]
    assert "[redacted:" in causes(view.branch.misses)[0][1]


@pytest.mark.parametrize(
    ("ms", "words"),
    [
        (400, "0 s"), (59_400, "59 s"), (60_000, "1 min"), (14 * 60_000 + 20_000, "14 min"), (3_600_000, "1 h"),
        (3_660_000, "1 h 1 min"), (86_400_000, "1 d"), (90_000_000, "1 d 1 h"),
    ],
)  # fmt: skip
def test_spans_in_words(ms: float, words: str) -> None:
    assert span(ms) == words


@pytest.mark.parametrize("stamps", [(1.79e12, 1e999), ("-1e308", 1e308), (0, 1e300)], ids=str)
def test_numbers_that_are_no_times_make_no_idle_gap(
    tmp_path: Path, sources_of: SourcesOf, stamps: tuple[object, object]
) -> None:
    lines = [HEADER]
    for place, (stamp, read, write) in enumerate(
        [(stamps[0], 0, 90_000), (stamps[0], 90_000, 10), (stamps[1], 0, 90_000)]
    ):
        usage = {"input": 100, "output": 50, "cacheRead": read, "cacheWrite": write, "totalTokens": 90_150}
        lines.append(
            message_line(
                f"e{place}", f"e{place - 1}" if place else None, "assistant", content=[], provider="anthropic", model="m",
                usage=usage, stopReason="stop", timestamp=stamp,
            ).replace("Infinity", "1e999")
        )  # fmt: skip
    path = tmp_path / "s.jsonl"
    path.write_text("".join(lines), encoding="utf-8")
    view = built(sources_of(path))
    assert view.branch.misses.omitted == 0
    assert len(view.branch.misses.item) == 1
    assert not any(words.startswith("idle") for each in causes(view.branch.misses) for words in each)
    assert not any(words.startswith("idle") for words in view.chart.mark_words)


def test_counts_that_are_no_counts_stay_out_of_the_chart(tmp_path: Path, sources_of: SourcesOf) -> None:
    usage = {"input": 1.7e308, "output": 5, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 5}
    path = tmp_path / "s.jsonl"
    path.write_text(
        HEADER + message_line("a", None, "assistant", content=[], provider="p", model="m", usage=usage)
    )
    chart = built(sources_of(path)).chart
    assert (chart.unknown, chart.requests, chart.input) == (1, 0, [])
