"""Recorded usage row by row: which accounting is known, whose provider reports cache activity, how a cost is to be called.

Rows are indices into the session's usage table; tokens and USD as recorded.
"""

from __future__ import annotations

import math

from inspect_report.pi import columns as c
from inspect_report.pi.jsvalues import nullish, text_of
from inspect_report.pi.session import Session

OTHERS = "Tools/summaries"
"""Pi's name for usage that is recorded without a model: summaries and nested tool usage (PI_RULES 13)."""


class Accounts:
    """The usage table of one session, read the careful way (CACHE-2, CACHE-5)."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.table = session.usage
        table = self.table
        self.row_of = {item: row for row, item in enumerate(table.item)}
        self.prompt: list[float | None] = [self._prompt(row) for row in range(len(table))]
        """Prompt tokens of each row (input + cacheRead + cacheWrite), None where the accounting is unknown."""
        self._reporting = {
            text_of(table.provider[row])
            for row in range(len(table))
            if table.kind[row] not in {c.SUMMARY, c.TOOL}
            and (table.cache_read[row] > 0 or table.cache_write[row] > 0)
        }

    def _prompt(self, row: int) -> float | None:
        table = self.table
        if not table.prompt_known(row):
            return None
        prompt = table.input[row] + table.cache_read[row] + table.cache_write[row]
        return prompt if math.isfinite(prompt) else None

    def rows(self, items: list[int] | None = None) -> list[int]:
        """The rows of these items in their order, else those of every item that Pi loads, in file order."""
        if items is None:
            flags = self.session.columns.flags
            return [row for row, item in enumerate(self.table.item) if flags[item] & c.LOADED]
        found = self.row_of
        return [found[item] for item in items if item in found]

    def silent(self, row: int) -> bool:
        """Whether the row's provider never reported cache activity in this file: its hit rate is unknown, not 0 %."""
        table = self.table
        return (
            table.kind[row] not in {c.SUMMARY, c.TOOL} and text_of(table.provider[row]) not in self._reporting
        )

    def rated(self, row: int) -> bool:
        """Whether the row takes part in hit rates: a conversation with known accounting, a prompt and reported activity."""
        return self.table.kind[row] == c.CONVERSATION and bool(self.prompt[row]) and not self.silent(row)

    def asked(self, row: int) -> str:
        """`provider/model` as asked for, by which requests are compared (PI_RULES 14)."""
        return f"{text_of(self.table.provider[row])}/{text_of(self.table.model[row])}"

    def served(self, row: int) -> str:
        """The key under which totals are kept: the model that answered, or `OTHERS` (PI_RULES 13)."""
        table = self.table
        if table.kind[row] in {c.SUMMARY, c.TOOL}:
            return OTHERS
        named = table.response_model[row]
        return f"{text_of(table.provider[row])}/{text_of(table.model[row] if nullish(named) else named)}"

    def tokens(self, row: int) -> float:
        """Sum of the four recorded parts; those that are no numbers count as 0 (PI_RULES 18)."""
        table = self.table
        return table.input[row] + table.output[row] + table.cache_read[row] + table.cache_write[row]

    def zero_cost(self, row: int) -> bool:
        """Whether a cost of zero is recorded for tokens: no per-token cost, as with subscriptions."""
        table = self.table
        return table.cost_known(row) and table.cost[row] == 0 and self.tokens(row) > 0

    def provider_total(self, row: int) -> bool:
        """Whether the total cost is the provider's own."""
        return self.table.cost_known(row) and bool(self.table.from_provider[row])

    def computed_total(self, row: int) -> bool:
        """Whether no totalTokens is recorded, so that the sum of the parts stands for it."""
        return bool(self.table.missing[row] & 16) or (not self.table.total[row] and self.tokens(row) > 0)

    def total_tokens(self, row: int) -> float:
        """Recorded totalTokens, else the sum of the parts."""
        return self.table.total[row] or self.tokens(row)
