"""Sums of recorded usage by model and class, hit rates, savings (CACHE-2, 5, 6; PI_RULES 13, 18)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from inspect_report.cache.accounts import Accounts
from inspect_report.pi import columns as c


@dataclass(slots=True)
class Sum:
    """Sums over some rows: tokens, USD, and how many rows have what the words of a cost depend on."""

    key: str = ""
    """`provider/model`, Pi's "Tools/summaries", or empty for all."""
    kind: int = -1
    """Class of the rows, -1 for all."""
    records: int = 0
    input: float = 0
    output: float = 0
    read: float = 0
    write: float = 0
    write_1h: float = 0
    cost: float = 0
    without_cost: int = 0
    zero_cost: int = 0
    provider_totals: int = 0
    computed_totals: int = 0
    unknown: int = 0
    """Rows whose prompt accounting is unknown; their parts that are numbers are in the sums, as in Pi's."""
    rated_read: float = 0
    rated_prompt: float = 0
    silent: int = 0
    """Conversation rows of providers that never reported cache activity."""
    inherited_records: int = 0
    inherited_tokens: float = 0
    inherited_cost: float = 0
    savings: float | None = None
    """USD that reading from the cache saved, less the surcharge of writing; conversation rows only, None if not known."""

    @property
    def tokens(self) -> float:
        """All tokens: the four sums, as Pi adds them."""
        return self.input + self.output + self.read + self.write

    @property
    def rate(self) -> float | None:
        """Weighted hit rate of the rated conversation rows, 0 to 1."""
        return ratio(self.rated_read, self.rated_prompt)

    def add(self, accounts: Accounts, row: int) -> None:
        """Take one row in."""
        table = accounts.table
        self.records += 1
        self.input += table.input[row]
        self.output += table.output[row]
        self.read += table.cache_read[row]
        self.write += table.cache_write[row]
        self.write_1h += table.write_1h[row]
        self.cost += table.cost[row]
        self.without_cost += not table.cost_known(row)
        self.zero_cost += accounts.zero_cost(row)
        self.provider_totals += accounts.provider_total(row)
        self.computed_totals += accounts.computed_total(row)
        prompt = accounts.prompt[row]
        self.unknown += prompt is None
        if accounts.rated(row):
            self.rated_read += table.cache_read[row]
            self.rated_prompt += prompt or 0
        elif table.kind[row] == c.CONVERSATION and accounts.silent(row):
            self.silent += 1
        if accounts.session.inherited(table.item[row]):
            self.inherited_records += 1
            self.inherited_tokens += accounts.tokens(row)
            self.inherited_cost += table.cost[row]


def ratio(part: float, whole: float) -> float | None:
    """A share, None where there is no whole or either is no finite number."""
    return part / whole if whole > 0 and math.isfinite(whole) and math.isfinite(part) else None


@dataclass(slots=True)
class Totals:
    """The sums of one scope."""

    all: Sum
    classes: list[Sum]
    """By class, in the order of the classes."""
    groups: list[Sum]
    """By model and class: highest cost of the model first, as in Pi's breakdown."""


def totals(accounts: Accounts, rows: list[int], prices: Prices) -> Totals:
    """The sums of a scope's rows."""
    everything = Sum()
    groups: dict[tuple[str, int], Sum] = {}
    classes: dict[int, Sum] = {}
    saved: dict[str, list[int]] = {}
    for row in rows:
        key, kind = accounts.served(row), accounts.table.kind[row]
        group = groups.get((key, kind))
        if group is None:
            group = groups[key, kind] = Sum(key, kind)
        group.add(accounts, row)
        everything.add(accounts, row)
        classes.setdefault(kind, Sum("", kind)).add(accounts, row)
        if kind == c.CONVERSATION:
            saved.setdefault(key, []).append(row)
    known: list[float] = []
    for key, kept in saved.items():
        group = groups[key, c.CONVERSATION]
        group.savings = prices.savings(key, kept)
        if group.savings is not None:
            known.append(group.savings)
    if known:
        everything.savings = classes[c.CONVERSATION].savings = sum(known)
    cost: dict[str, float] = {}
    for (key, _), group in groups.items():
        cost[key] = cost.get(key, 0.0) + group.cost
    # Sorting is stable, so that models of equal cost stay in the order in which they were first seen, each in one block.
    first = {key: place for place, key in enumerate(cost)}
    ordered = sorted(groups.values(), key=lambda group: (-cost[group.key], first[group.key], group.kind))
    return Totals(everything, [classes[kind] for kind in sorted(classes)], ordered)


class Prices:
    """What a token cost by the recorded parts of each model's rows, in USD."""

    def __init__(self, accounts: Accounts, rows: list[int]) -> None:
        self._accounts = accounts
        self._by_model: dict[str, list[int]] = {}
        for row in rows:
            self._by_model.setdefault(accounts.served(row), []).append(row)

    def _price(self, key: str, rows: list[int], part: int) -> float | None:
        """Recorded cost by token of one part (index into the table's parts), first of these rows, else of the model's."""
        table = self._accounts.table
        for candidates in (rows, self._by_model.get(key, [])):
            tokens = cost = 0.0
            for row in candidates:
                if table.missing[row] & (1 << part | 1 << (8 + part)) or not table.cost_known(row):
                    continue
                if table.tokens[part][row] > 0 and table.costs[part][row] > 0:
                    tokens += table.tokens[part][row]
                    cost += table.costs[part][row]
            if tokens > 0 and math.isfinite(tokens) and math.isfinite(cost):
                return cost / tokens
        return None

    def savings(self, key: str, rows: list[int]) -> float | None:
        """cacheRead x (input rate - read rate) - cacheWrite x (write rate - input rate); None where a rate is not known."""
        accounts, table = self._accounts, self._accounts.table
        known = [row for row in rows if accounts.rated(row)]
        read = sum(table.cache_read[row] for row in known)
        write = sum(table.cache_write[row] for row in known)
        uncached = self._price(key, known, 0)
        if uncached is None or not known:
            return None
        saved = 0.0
        for tokens, part in ((read, 2), (write, 3)):
            if tokens > 0:
                rate = self._price(key, known, part)
                if rate is None:
                    return None
                saved += tokens * (uncached - rate)
        return saved if math.isfinite(saved) else None
