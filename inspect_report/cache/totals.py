"""Sums of recorded usage by model and class, hit rates, savings (CACHE-2, 5, 6; PI_RULES 13, 18)."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

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

    def take(self, accounts: Accounts, rows: list[int]) -> None:
        """Take rows in."""
        table = accounts.table
        self.records += len(rows)
        self.input += sum([table.input[row] for row in rows])
        self.output += sum([table.output[row] for row in rows])
        self.read += sum([table.cache_read[row] for row in rows])
        self.write += sum([table.cache_write[row] for row in rows])
        self.write_1h += sum([table.write_1h[row] for row in rows])
        self.cost += sum([table.cost[row] for row in rows])
        self.without_cost += sum([table.missing[row] & _NO_COST > 0 for row in rows])
        self.zero_cost += sum([accounts.zero_cost(row) for row in rows if not table.cost[row]])
        self.provider_totals += sum(
            [accounts.provider_total(row) for row in rows if table.from_provider[row]]
        )
        self.computed_totals += sum([accounts.computed_total(row) for row in rows if not table.total[row]])
        rated = [row for row in rows if accounts.rated[row]]
        self.rated_read += sum([table.cache_read[row] for row in rated])
        self.rated_prompt += sum([accounts.prompt[row] or 0 for row in rated])
        if len(rated) < len(rows):
            self.unknown += sum([accounts.prompt[row] is None for row in rows])
            self.silent += sum([accounts.silent[row] for row in rows if table.kind[row] == c.CONVERSATION])
        flags = accounts.session.columns.flags
        inherited = [row for row in rows if flags[table.item[row]] & c.INHERITED]
        self.inherited_records += len(inherited)
        self.inherited_tokens += sum([accounts.tokens(row) for row in inherited])
        self.inherited_cost += sum([table.cost[row] for row in inherited])

    def merge(self, other: Sum) -> None:
        """Take another sum in; savings that are not known stay out."""
        for name in _ADDED:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        if other.savings is not None:
            self.savings = (self.savings or 0.0) + other.savings


_NO_COST = 1 << 12
_ADDED = tuple(each.name for each in fields(Sum) if each.name not in {"key", "kind", "savings"})


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
    members: dict[tuple[str, int], list[int]] = {}
    kinds, served = accounts.table.kind, accounts.served
    for row in rows:
        members.setdefault((served[row], kinds[row]), []).append(row)
    groups = {pair: Sum(*pair) for pair in members}
    classes: dict[int, Sum] = {}
    everything = Sum()
    for (key, kind), group in groups.items():
        group.take(accounts, members[key, kind])
        if kind == c.CONVERSATION:
            group.savings = prices.savings(key, members[key, kind])
        classes.setdefault(kind, Sum("", kind)).merge(group)
    for each in classes.values():
        everything.merge(each)
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
            self._by_model.setdefault(accounts.served[row], []).append(row)

    def _price(self, key: str, rows: list[int], part: int) -> float | None:
        """Recorded cost by token of one part (index into the table's parts), first of these rows, else of the model's."""
        table = self._accounts.table
        sizes, prices, missing = table.tokens[part], table.costs[part], table.missing
        unknown = 1 << part | 1 << (8 + part) | _NO_COST
        for candidates in (rows, self._by_model.get(key, [])):
            tokens = cost = 0.0
            for row in candidates:
                if sizes[row] > 0 and prices[row] > 0 and not missing[row] & unknown:
                    tokens += sizes[row]
                    cost += prices[row]
            if tokens > 0 and math.isfinite(tokens) and math.isfinite(cost):
                return cost / tokens
        return None

    def savings(self, key: str, rows: list[int]) -> float | None:
        """cacheRead x (input rate - read rate) - cacheWrite x (write rate - input rate); None where a rate is not known."""
        accounts, table = self._accounts, self._accounts.table
        known = [row for row in rows if accounts.rated[row]]
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
