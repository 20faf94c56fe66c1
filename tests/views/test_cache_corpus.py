"""The Cache view's figures against Pi's over the corpus, and against usage of any shape."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_report.bounds import Ledger
from inspect_report.cache.accounts import Accounts
from inspect_report.cache.totals import Prices, totals
from inspect_report.errors import InspectError
from inspect_report.model import Model
from inspect_report.payload import CacheData
from inspect_report.pi.session import Session, read_session
from inspect_report.pi.tree import Tree
from inspect_report.redact import Redactor
from inspect_report.redact.withhold import WithholdOptions
from inspect_report.report import Sources
from inspect_report.store import StoreBuilder
from tests.support import EXAMPLE, SHARED
from tests.views import cache_sessions as invented
from tests.views.test_cache import PARTS, built


@contextmanager
def light(path: Path) -> Iterator[Sources | None]:
    """What the view builds from, without the pass over texts; None for a file that is refused or empty."""
    with path.open("rb") as file:
        try:
            session = read_session(file, path.stat().st_size)
        except InspectError:
            yield None
            return
        tree = Tree(session)
        model = Model(session, tree, tree.leaf())
        redactor, ledger = Redactor(), Ledger()
        store = StoreBuilder(model, redactor, ledger, WithholdOptions()).empty()
        yield Sources(model, store, redactor, ledger, path.name)


def corpus() -> Iterator[tuple[str, Path, dict[str, Any]]]:
    """Every file of the corpus with what Pi gave for the file as a whole."""
    root = SHARED / "conformance"
    for path in sorted((root / "cases").glob("*.jsonl")):
        yield path.stem, path, json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))
    for path in sorted((root / "fuzz").glob("*.jsonl")):
        expected = json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))
        yield path.stem, path, expected["results"][0]


def numbers(value: Any) -> bool:
    """Whether everything in a value of Pi's is a usable number (PI_RULES 18 otherwise)."""
    if isinstance(value, dict):
        return (
            "error" not in value and "$number" not in value and all(numbers(each) for each in value.values())
        )
    if isinstance(value, list):
        return all(numbers(each) for each in value)
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def close(own: float, pi: float) -> bool:
    return math.isclose(own, pi, rel_tol=1e-9, abs_tol=1e-12)


def same_totals(view: CacheData, stats: Any) -> bool:
    """Pi's session statistics against the sums of the whole file."""
    all_ = view.file.all
    own = (all_.input, all_.output, all_.read, all_.write, all_.tokens, all_.cost)
    return all(map(close, own, (*(stats["tokens"][part] for part in (*PARTS, "total")), stats["cost"])))


def same_breakdown(session: Session, breakdown: Any) -> bool:
    """Pi's breakdown against the groups, classes of one model together."""
    accounts = Accounts(session)
    sums: dict[str, list[float]] = {}
    for each in totals(accounts, accounts.rows(), Prices(accounts, [])).groups:
        pair = sums.setdefault(each.key, [0.0, 0.0])
        pair[0] += each.cost
        pair[1] += each.tokens
    kept = {key: pair for key, pair in sums.items() if pair[0] > 0 or pair[1] > 0}
    pi = {each["key"]: (each["cost"], each["tokens"]) for each in breakdown}
    return kept.keys() == pi.keys() and all(all(map(close, kept[key], pi[key])) for key in pi)


def same_misses(view: CacheData, session: Session, misses: Any) -> bool:
    """Pi's misses against the list of the whole file, in file order."""
    loaded = [item for item in range(session.n) if session.loaded(item)]
    own = list(zip(view.file.misses.item, view.file.misses.missed, view.file.misses.extra, strict=True))[::-1]
    pi = [(each["entryIndex"], each["missedTokens"], each["missedCost"]) for each in misses]
    return len(own) == len(pi) and all(
        loaded.index(mine[0]) == theirs[0] and close(mine[1], theirs[1]) and close(mine[2], theirs[2])
        for mine, theirs in zip(own, pi, strict=True)
    )


def test_totals_and_misses_agree_with_pi_wherever_it_has_a_value(shared: Path) -> None:
    compared = {"stats": 0, "breakdown": 0, "misses": 0}
    wrong: list[str] = []

    def judge(kind: str, name: str, same: bool) -> None:
        compared[kind] += 1
        if not same:
            wrong.append(f"{name}: {kind}")

    for name, path, expected in corpus():
        if "error" in expected:
            continue
        with light(path) as sources:
            if sources is None:
                continue
            view, session = built(sources), sources.model.session
            stats, breakdown, misses = (
                expected[key] for key in ("sessionStats", "usageBreakdown", "cacheMisses")
            )
            if numbers(stats):
                judge("stats", name, same_totals(view, stats))
            if isinstance(breakdown, list) and numbers(
                [[each["cost"], each["tokens"]] for each in breakdown]
            ):
                judge("breakdown", name, same_breakdown(session, breakdown))
            if isinstance(misses, list) and numbers(
                [[each["missedTokens"], each["missedCost"]] for each in misses]
            ):
                judge("misses", name, same_misses(view, session, misses))
    assert wrong == []
    assert min(compared.values()) > 150


def test_no_hit_rate_is_above_one_and_no_miss_of_the_branch_changes_branch(shared: Path) -> None:
    observed = sorted((shared / "observations").glob("*/session*.jsonl"))
    for path in [EXAMPLE, *(path for _, path, _ in corpus()), *observed]:
        with light(path) as sources:
            if sources is None:
                continue
            view = built(sources)
        rates = [*view.rows.rate, *view.chart.rate]
        for scope in (view.branch, view.file):
            rates += [each.rate for each in (scope.all, *scope.classes, *scope.groups)]
        assert all(rate is None or 0 <= rate <= 1 for rate in rates), path
        assert all(cause.kind != "branch" for each in view.branch.misses.causes for cause in each), path


_odd = (
    st.none()
    | st.booleans()
    | st.integers(-5, 10**20)
    | st.floats()
    | st.text(max_size=3)
    | st.lists(st.integers())
)
_usage = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys((*PARTS, "totalTokens", "cacheWrite1h"), _odd),
        "cost": _odd
        | st.dictionaries(st.sampled_from([*PARTS, "total", "totalFromProvider"]), _odd, max_size=6),
    },
)


@given(
    st.lists(
        st.tuples(st.sampled_from(["answer", "usage", "compaction", "result"]), _odd | _usage), max_size=8
    )
)
def test_any_usage_gives_an_element(
    tmp_path_factory: pytest.TempPathFactory, entries: list[tuple[str, Any]]
) -> None:
    w = invented.Writer()
    w.message("user")
    for kind, recorded in entries:
        if kind == "answer":
            w.answer(recorded)
        elif kind == "usage":
            w.add("usage", kind="cache_warm", provider="anthropic", model="claude-sonnet-4-5", usage=recorded)
        elif kind == "result":
            w.message("toolResult", toolCallId="t", toolName="x", usage=recorded)
        else:
            w.add("compaction", summary="s", usage=recorded)
    path = w.save(tmp_path_factory.mktemp("any") / "s.jsonl")
    with light(path) as sources:
        view = built(sources)
    rates = [*view.rows.rate, *view.chart.rate, view.file.all.rate]
    assert all(rate is None or 0 <= rate <= 1 for rate in rates)
