"""Totals, breakdown and cache misses of recorded usage, over the whole file or a branch (PI_RULES 13, 14, 18)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from inspect_report.pi import columns as c
from inspect_report.pi.jsvalues import nullish, text_of

if TYPE_CHECKING:
    from inspect_report.pi.session import Session

NOISE_FLOOR = 1024
"""Missed prompt tokens up to this many are no miss."""
IDLE_MS = 300_000
NOTICE_TOKENS = 20_000
NOTICE_COST = 0.10
_PROMPT_PARTS = 0b1101
_REQUESTS = frozenset({c.CONVERSATION, c.WARMING, c.OTHER})
"""Classes of rows that an answer or a usage entry records; the others come beside something else."""


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


class Miss(NamedTuple):
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


class _Request(NamedTuple):
    row: int
    prompt: float
    reported: bool


def scope(session: Session, items: Sequence[int] | None = None) -> Sequence[int]:
    """The items a figure is computed over: those given (a branch), else every item that Pi loads."""
    if items is not None:
        return items
    return [item for item, flags in enumerate(session.columns.flags) if flags & c.LOADED]


def rows_of(session: Session, items: Sequence[int]) -> list[int]:
    """The usage rows of these items, in their order."""
    return [row for row in map(session.usage_row.__getitem__, items) if row >= 0]


def column_sum(column: Sequence[float], rows: Iterable[int]) -> float:
    """The sum of a column over rows, added one by one as Pi does: `sum` of newer Pythons rounds another way."""
    return reduce(add, map(column.__getitem__, rows), 0)


def totals(session: Session, items: Sequence[int] | None = None) -> Totals:
    """Pi's session statistics over the file, or over the items of a branch."""
    items = scope(session, items)
    table, starts = session.usage, session.columns.call_start
    kinds = list(map(session.types.__getitem__, items))
    roles = list(map(session.roles.__getitem__, items))
    rows = rows_of(session, items)
    answers = [item for item, role in zip(items, roles, strict=True) if role == "assistant"]
    expected = len(answers) + kinds.count("usage")
    return Totals(
        user=roles.count("user"),
        assistant=len(answers),
        tool_results=roles.count("toolResult"),
        tool_calls=sum(starts[item + 1] - starts[item] for item in answers),
        messages=kinds.count("message"),
        input=column_sum(table.input, rows),
        output=column_sum(table.output, rows),
        cache_read=column_sum(table.cache_read, rows),
        cache_write=column_sum(table.cache_write, rows),
        cost=column_sum(table.cost, rows),
        rows=len(rows),
        without_usage=expected - sum(table.kind[row] in _REQUESTS for row in rows),
        without_cost=sum(not table.cost_known(row) for row in rows),
    )


def breakdown(session: Session, items: Sequence[int] | None = None) -> list[Share]:
    """Usage by model, highest cost first; tools and summaries share one key."""
    shares: dict[str, Share] = {}
    table = session.usage
    for row in rows_of(session, scope(session, items)):
        key = "Tools/summaries"
        if table.kind[row] in _REQUESTS:
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
    items: Sequence[int] | None = None,
    read_price: Callable[[str, str], float] | None = None,
) -> list[Miss]:
    """Pi's scan for cache misses, in file order over the file (across branches) or along the items of a branch.

    `read_price` gives a model's listed price of a cached token in USD, used where the row read nothing; 0 without it.
    Answers without recorded usage, or whose prompt is no number, are passed over.
    """
    found: list[Miss] = []
    items, table, types = scope(session, items), session.usage, session.types
    kinds, broken, reads, writes = table.kind, table.broken, table.cache_read, table.cache_write
    previous: _Request | None = None
    for item, row in zip(items, map(session.usage_row.__getitem__, items), strict=True):
        if types[item] in ("compaction", "branch_summary"):
            previous = None
            continue
        if row < 0 or kinds[row] not in (c.CONVERSATION, c.WARMING) or broken[row] & _PROMPT_PARTS:
            # Of the last Pi's prompt is no number: it is not compared, and nothing is compared with it.
            continue
        prompt = prompt_tokens(table, row)
        if kinds[row] == c.WARMING:
            if prompt > 0:
                previous = _Request(row, prompt, True)
            continue
        if prompt > 0:
            reported = reads[row] + writes[row] > 0
            if previous is not None:
                silent = reads[row] + writes[row] == 0 and not previous.reported
                missed = min(previous.prompt, prompt) - reads[row]
                if not silent and missed > NOISE_FLOOR:
                    found.append(_miss(table, row, missed, previous.row, read_price))
                reported = reported or previous.reported
            previous = _Request(row, prompt, reported)
    return found


def _miss(
    table: c.UsageTable,
    row: int,
    missed: float,
    previous: int,
    read_price: Callable[[str, str], float] | None,
) -> Miss:
    paid_tokens = table.input[row] + table.cache_write[row]
    paid = (table.costs[0][row] + table.costs[3][row]) / paid_tokens if paid_tokens > 0 else 0.0
    if table.cache_read[row] > 0:
        read = table.costs[2][row] / table.cache_read[row]
    else:
        read = read_price(text_of(table.provider[row]), text_of(table.model[row])) if read_price else 0.0
    gap = table.time_ms[row] - table.time_ms[previous]
    idle = None if math.isnan(gap) else max(0.0, gap)
    cost = missed * max(0.0, paid - read)
    changed = _model(table, row) != _model(table, previous)
    return Miss(table.item[row], row, missed, cost, idle, changed, table.item[previous])


def _model(table: c.UsageTable, row: int) -> str:
    return f"{text_of(table.provider[row])}/{text_of(table.model[row])}"


def waste(found: Iterable[Miss]) -> Waste:
    """The sums of `found`."""
    tokens = cost = 0.0
    count = 0
    for miss in found:
        tokens += miss.tokens
        cost += miss.cost
        count += 1
    return Waste(tokens, cost, count)
