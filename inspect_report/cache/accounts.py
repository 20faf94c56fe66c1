"""Recorded usage row by row: which accounting is known, whose provider reports cache activity, how a cost is to be called.

Rows are indices into the session's usage table; tokens and USD as recorded.
"""

from __future__ import annotations

from typing import Any

from inspect_report.pi import columns as c
from inspect_report.pi.jsvalues import nullish, text_of
from inspect_report.pi.session import Session
from inspect_report.pi.usage import rows_of

OTHERS = "Tools/summaries"
"""Pi's name for usage that is recorded without a model: summaries and nested tool usage (PI_RULES 13)."""


_NAMELESS = frozenset({c.SUMMARY, c.TOOL})
_PROMPT = 0b1101


_MOST_TOKENS = 2.0**53
"""Beyond it a number is no count: neighbours can't be told apart."""


def _usable(uncached: float, read: float, write: float) -> float | None:
    prompt = uncached + read + write
    return prompt if uncached >= 0 and read >= 0 and write >= 0 and prompt <= _MOST_TOKENS else None


class Accounts:
    """The usage table of one session, read the careful way (CACHE-2, CACHE-5). Columns have a place for each row."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.table = session.usage
        table = self.table
        self.row_of = session.usage_row
        """The row of each item, -1 for none."""
        self.prompt = [
            None if missing & _PROMPT else _usable(uncached, read, write)
            for missing, uncached, read, write in zip(
                table.missing, table.input, table.cache_read, table.cache_write, strict=True
            )
        ]
        """Prompt tokens of each row (input + cacheRead + cacheWrite), None where the accounting is unknown."""
        self.asked = self._named(table.model)
        """`provider/model` as asked for, by which requests are compared (PI_RULES 14)."""
        self.served = [
            OTHERS if kind in _NAMELESS else name
            for kind, name in zip(
                table.kind,
                self._named(
                    [
                        model if nullish(named) else named
                        for model, named in zip(table.model, table.response_model, strict=True)
                    ]
                ),
                strict=True,
            )
        ]
        """The key under which totals are kept: the model that answered, or `OTHERS` (PI_RULES 13)."""
        providers = self._texts(table.provider)
        reporting = {
            provider
            for kind, provider, read, write in zip(
                table.kind, providers, table.cache_read, table.cache_write, strict=True
            )
            if (read > 0 or write > 0) and kind not in _NAMELESS
        }
        self.silent = [
            kind not in _NAMELESS and provider not in reporting
            for kind, provider in zip(table.kind, providers, strict=True)
        ]
        """Whether the row's provider never reported cache activity in this file: its hit rate is unknown, not 0 %."""
        self.rated = [
            bool(prompt) and kind == c.CONVERSATION and not silent
            for prompt, kind, silent in zip(self.prompt, table.kind, self.silent, strict=True)
        ]
        """Whether the row takes part in hit rates: a conversation with known accounting, a prompt and reported activity."""

    def _texts(self, values: list[Any]) -> list[str]:
        return [value if type(value) is str else text_of(value) for value in values]

    def _named(self, models: list[Any]) -> list[str]:
        # One string a name, not one a row: a large file has hundreds of thousands of rows and a few names.
        names: dict[tuple[str, str], str] = {}
        pairs = zip(self._texts(self.table.provider), self._texts(models), strict=True)
        return [names.get(pair) or names.setdefault(pair, "/".join(pair)) for pair in pairs]

    def rows(self, items: list[int] | None = None) -> list[int]:
        """The rows of these items in their order, else those of every item that Pi loads, in file order."""
        if items is None:
            flags = self.session.columns.flags
            return [row for row, item in enumerate(self.table.item) if flags[item] & c.LOADED]
        return rows_of(self.session, items)

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
