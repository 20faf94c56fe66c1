"""Totals, breakdown and cache misses of recorded usage, over the whole file or a branch (PI_RULES 13, 14, 18)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from inspect_report.pi import columns as c
from inspect_report.pi.estimates import row_of
from inspect_report.pi.jsvalues import nullish, text_of

if TYPE_CHECKING:
    from inspect_report.pi.session import Session

NOISE_FLOOR = 1024
"""Missed prompt tokens up to this many are no miss."""
IDLE_MS = 300_000
NOTICE_TOKENS = 20_000
NOTICE_COST = 0.10
_PROMPT_PARTS = 0b1101


@dataclass(slots=True)
class Totals:
    """Counts of messages, sums of tokens and of USD (Pi's session statistics)."""

    user: int = 0
    assistant: int = 0
    tool_results: int = 0
    tool_calls: int = 0
    messages: int = 0
    input: float = 0
    output: float = 0
    cache_read: float = 0
    cache_write: float = 0
    cost: float = 0
    rows: int = 0
    """Usage rows summed."""
    without_usage: int = 0
    """Answers and usage entries that record no usage; Pi fails at them."""
    without_cost: int = 0
    """Usage rows without a total cost, counted as 0."""

    @property
    def tokens(self) -> float:
        """All tokens: the four sums."""
        return self.input + self.output + self.cache_read + self.cache_write


@dataclass(slots=True)
class Share:
    """The usage of one key of the breakdown: `provider/model`, or `Tools/summaries`."""

    key: str
    cost: float = 0
    input: float = 0
    output: float = 0
    cache_read: float = 0
    cache_write: float = 0
    rows: int = 0

    @property
    def tokens(self) -> float:
        """All tokens: the four sums, added in Pi's order."""
        return self.input + self.output + self.cache_read + self.cache_write


@dataclass(frozen=True, slots=True)
class Miss:
    """A request that read less from the cache than it could have."""

    item: int
    row: int
    tokens: float
    """Prompt tokens that were not read from the cache."""
    cost: float
    """USD above the price of a read."""
    idle_ms: float | None
    """Time since the previous request, None where one of both times is not readable."""
    model_changed: bool
    previous_item: int

    @property
    def noticed(self) -> bool:
        """Whether Pi shows a notice for it."""
        return self.tokens >= NOTICE_TOKENS or self.cost >= NOTICE_COST


@dataclass(frozen=True, slots=True)
class Waste:
    """The sums of a list of misses."""

    tokens: float = 0
    cost: float = 0
    count: int = 0


@dataclass(slots=True)
class _Request:
    prompt: float
    model: str
    time_ms: float
    reported: bool
    item: int = field(default=-1)


def scope(session: Session, items: Iterable[int] | None = None) -> Iterable[int]:
    """The items a figure is computed over: those given (a branch), else every item that Pi loads."""
    if items is not None:
        return items
    return (item for item in range(session.n) if session.columns.flags[item] & c.LOADED)


def totals(session: Session, items: Iterable[int] | None = None) -> Totals:
    """Pi's session statistics over the file, or over the items of a branch."""
    sums = Totals()
    table, types, roles = session.usage, session.types, session.roles
    for item in scope(session, items):
        kind = types[item]
        needs_usage = kind == "usage"
        if kind == "message":
            sums.messages += 1
            role = roles[item]
            if role == "user":
                sums.user += 1
            elif role == "toolResult":
                sums.tool_results += 1
            elif role == "assistant":
                sums.assistant += 1
                needs_usage = True
                sums.tool_calls += session.columns.call_start[item + 1] - session.columns.call_start[item]
        row = row_of(session, item)
        if row < 0:
            sums.without_usage += needs_usage
            continue
        sums.rows += 1
        sums.input += table.input[row]
        sums.output += table.output[row]
        sums.cache_read += table.cache_read[row]
        sums.cache_write += table.cache_write[row]
        sums.cost += table.cost[row]
        sums.without_cost += not table.cost_known(row)
    return sums


def breakdown(session: Session, items: Iterable[int] | None = None) -> list[Share]:
    """Usage by model, highest cost first; tools and summaries share one key."""
    shares: dict[str, Share] = {}
    table = session.usage
    for item in scope(session, items):
        row = row_of(session, item)
        if row < 0:
            continue
        key = "Tools/summaries"
        if table.kind[row] in {c.CONVERSATION, c.WARMING, c.OTHER}:
            named = table.response_model[row]
            model = table.model[row] if nullish(named) else named
            key = f"{text_of(table.provider[row])}/{text_of(model)}"
        share = shares.setdefault(key, Share(key))
        share.cost += table.cost[row]
        share.input += table.input[row]
        share.output += table.output[row]
        share.cache_read += table.cache_read[row]
        share.cache_write += table.cache_write[row]
        share.rows += 1
    kept = [share for share in shares.values() if share.cost > 0 or share.tokens > 0]
    return sorted(kept, key=lambda share: -share.cost)


def prompt_tokens(table: c.UsageTable, row: int) -> float:
    """The prompt of a request: what was sent, read from and written to the cache."""
    return table.input[row] + table.cache_read[row] + table.cache_write[row]


def misses(
    session: Session,
    items: Iterable[int] | None = None,
    read_price: Callable[[str, str], float] | None = None,
) -> list[Miss]:
    """Pi's scan for cache misses, in file order over the file (across branches) or along the items of a branch.

    `read_price` gives a model's listed price of a cached token in USD, used where the row read nothing; 0 without it.
    Answers without recorded usage, or whose prompt is no number, are passed over.
    """
    found: list[Miss] = []
    table, types = session.usage, session.types
    previous: _Request | None = None
    for item in scope(session, items):
        if types[item] in ("compaction", "branch_summary"):
            previous = None
            continue
        row = row_of(session, item)
        if row < 0 or table.kind[row] not in {c.CONVERSATION, c.WARMING}:
            continue
        if table.broken[row] & _PROMPT_PARTS:
            # Pi's prompt is no number here: it is not compared, and nothing is compared with it.
            continue
        prompt = prompt_tokens(table, row)
        model = f"{text_of(table.provider[row])}/{text_of(table.model[row])}"
        if table.kind[row] == c.WARMING:
            if prompt > 0:
                previous = _Request(prompt, model, table.time_ms[row], True, item)
            continue
        active = table.cache_read[row] + table.cache_write[row] > 0
        if previous is not None and prompt > 0:
            silent = table.cache_read[row] + table.cache_write[row] == 0 and not previous.reported
            missed = min(previous.prompt, prompt) - table.cache_read[row]
            if not silent and missed > NOISE_FLOOR:
                found.append(_miss(table, row, item, missed, model, previous, read_price))
        if prompt > 0:
            reported = active or (previous is not None and previous.reported)
            previous = _Request(prompt, model, table.time_ms[row], reported, item)
    return found


def _miss(
    table: c.UsageTable,
    row: int,
    item: int,
    missed: float,
    model: str,
    previous: _Request,
    read_price: Callable[[str, str], float] | None,
) -> Miss:
    paid_tokens = table.input[row] + table.cache_write[row]
    paid = (table.costs[0][row] + table.costs[3][row]) / paid_tokens if paid_tokens > 0 else 0.0
    if table.cache_read[row] > 0:
        read = table.costs[2][row] / table.cache_read[row]
    else:
        read = read_price(text_of(table.provider[row]), text_of(table.model[row])) if read_price else 0.0
    gap = table.time_ms[row] - previous.time_ms
    idle = None if math.isnan(gap) else max(0.0, gap)
    cost = missed * max(0.0, paid - read)
    return Miss(item, row, missed, cost, idle, model != previous.model, previous.item)


def waste(found: Iterable[Miss]) -> Waste:
    """The sums of `found`."""
    tokens = cost = 0.0
    count = 0
    for miss in found:
        tokens += miss.tokens
        cost += miss.cost
        count += 1
    return Waste(tokens, cost, count)
