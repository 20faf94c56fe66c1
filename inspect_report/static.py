"""The part of the page that is readable without scripts: overview, errors and the contents list (HTML-4, SES-14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from inspect_report import bounds, summaries
from inspect_report.payload import ErrorGroup, Meta, OverviewView
from inspect_report.pi import usage as pi_usage
from inspect_report.pi.jsvalues import iso_text
from inspect_report.redact import Shown
from inspect_report.report import Sources

NAMES = 20
"""Files or tools named in one line."""
ERRORS = 50
"""Errors listed; the rest is counted."""


@dataclass(frozen=True)
class Turn:
    """One user turn as the static contents list shows it."""

    prompt: Shown
    outcome: Shown
    facts: str


@dataclass(frozen=True)
class Failure:
    """One error as the static page lists it."""

    kinds: str
    message: Shown
    resolved: bool


def static_part(built: Meta, turns: list[Turn], overview: OverviewView) -> dict[str, Any]:
    """What the template needs beside `meta`."""
    span = ""
    if built.started is not None and built.ended is not None:
        span = f"{_day_time(built.started)} to {_day_time(built.ended)} UTC"
    left_out = max(0, built.turns - len(turns))
    errors = [group for group in overview.errors if group.on_branch]
    return {
        "span": span,
        "overview": _overview(built, overview),
        "errors": [_failure(group) for group in errors[:ERRORS]],
        "errors_left_out": max(0, len(errors) - ERRORS),
        "turns": turns,
        "turns_left_out": left_out,
    }


def _failure(group: ErrorGroup) -> Failure:
    kinds = ", ".join(group.kinds)
    if len(group.rows) > 1:
        kinds += f", {len(group.rows):,} attempts"
    said = list(dict.fromkeys(_shorten(summaries.line(words)) for words in group.messages if words))
    if len(said) > 1:
        said = [f"{place}. {words}" for place, words in enumerate(said, 1)]
    return Failure(kinds, Shown(" ".join(said) or "No message is recorded."), group.resolved >= 0)


def _day_time(time: float) -> str:
    return iso_text(time)[:16].replace("T", " ")


def _overview(built: Meta, overview: OverviewView) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    changed = [use.path for use in overview.files if use.changed_on_branch]
    rows.append(("Files changed, active branch", _listed(changed) or "none by a recorded tool call"))
    tools = [
        f"{use.name or 'unnamed'} ({use.calls:,}{f', {use.errors:,} failed' if use.errors else ''})"
        for use in overview.tools
    ]
    rows.append(("Tools called, whole file", _listed(tools) or "none"))
    if built.models:
        rows.append(("Models", ", ".join(f"{use.name} ({use.messages:,})" for use in built.models)))
    for sums in built.totals:
        if not sums.records:
            rows.append((f"Usage, {sums.scope}", "No usage recorded"))
            continue
        absent = "no cost recorded" if sums.without_cost == sums.records else "no per-token cost recorded"
        cost = f"recorded estimate ${sums.cost:,.4f}" if sums.cost else absent
        if sums.without_cost:
            cost += f", {sums.without_cost:,} records without cost"
        rows.append(
            (f"Usage, {sums.scope}", f"{sums.total_tokens:,.0f} tokens in {sums.records:,} records, {cost}")
        )
    cuts = sum(bound.cuts for bound in built.bounds)
    rows.append(("Cut to stay within bounds", f"{cuts:,}"))
    if built.sha256:
        rows.append(("Input", f"{built.input_bytes:,} bytes, SHA-256 {built.sha256}"))
    rows.append(("Made with", " ".join([built.tool, *built.options])))
    return rows


def _listed(words: Sequence[str]) -> str:
    more = f" and {len(words) - NAMES:,} more" if len(words) > NAMES else ""
    return ", ".join(words[:NAMES]) + more


def static_turns(sources: Sources) -> list[Turn]:
    """Prompts of the active branch, each with its outcome: the last answer, tools, errors, recorded cost (SES-14)."""
    model, store = sources.model, sources.store
    session, table = model.session, model.session.usage
    turns: list[Turn] = []
    starts = [place for place, item in enumerate(model.path) if item in model.prompts]
    if len(starts) > bounds.STATIC_TURNS:
        sources.ledger.cut(
            "static_turns", len(starts) - bounds.STATIC_TURNS, len(starts) - bounds.STATIC_TURNS
        )
    for place, start in enumerate(starts[: bounds.STATIC_TURNS]):
        end = starts[place + 1] if place + 1 < len(starts) else len(model.path)
        items = model.path[start:end]
        answers = [item for item in items if session.roles[item] == "assistant"]
        tools = sum(session.roles[item] == "toolResult" for item in items)
        errors = sum(item in model.errors for item in items)
        cost = sum(table.cost[row] for row in pi_usage.rows_of(session, items))
        facts = [_many(tools, "tool result"), _many(errors, "error")]
        if cost:
            facts.append(f"recorded estimate ${cost:,.4f}")
        outcome = next((words for item in reversed(answers) if (words := store.summary(item))), Shown(""))
        prompt = store.summary(items[0]) or Shown("(prompt not in this report)")
        turns.append(Turn(_shorten(prompt), _shorten(outcome), ", ".join(facts)))
    return turns


def _shorten(words: Shown) -> Shown:
    return Shown(bounds.start(words, bounds.STATIC_TEXT))


def _many(number: int, one: str) -> str:
    return f"{number:,} {one}{'' if number == 1 else 's'}"
