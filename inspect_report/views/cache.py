"""Element "cache": recorded usage of the active branch, charts, misses and totals (CACHE-1 to CACHE-6)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import structs

from inspect_report import bounds
from inspect_report.cache.accounts import OTHERS, Accounts
from inspect_report.cache.causes import Causes, Explained
from inspect_report.cache.lineage import Lineage
from inspect_report.cache.series import REASONS, comparisons, rate, series
from inspect_report.cache.totals import Prices, Sum, Totals, totals
from inspect_report.payload import (
    CACHE_CLASSES,
    CacheCause,
    CacheChart,
    CacheData,
    CacheMisses,
    CacheRowFlag,
    CacheRows,
    CacheScope,
    CacheSum,
)
from inspect_report.pi import columns as c
from inspect_report.pi import usage as pi_usage
from inspect_report.pi.jsvalues import nullish, text_of
from inspect_report.redact import Shown

if TYPE_CHECKING:
    from inspect_report.report import Sources


def build(sources: Sources) -> Iterator[tuple[str, CacheData]]:
    """Everything that the Cache view shows; figures over all rows, lists within their bounds."""
    yield "cache", _Builder(sources).cache()


class _Builder:
    """The parts of one element and the names they share."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._session = sources.model.session
        self._path = sources.model.path
        self._accounts = Accounts(self._session)
        self._lineage = Lineage(self._session, sources.model.tree, self._path)
        self._causes = Causes(self._accounts, self._lineage, self._show)
        self._names: list[Shown] = []
        self._codes: dict[str, int] = {}

    def _show(self, text: str, item: int) -> Shown:
        """A name of the file: redacted, within the bound of names."""
        return self._sources.redactor.cut(text, bounds.NAME, item)

    def cache(self) -> CacheData:
        """The element."""
        accounts, session = self._accounts, self._session
        branch, everything = accounts.rows(self._path), accounts.rows()
        prices = Prices(accounts, everything)
        found = pi_usage.misses(session, self._path)
        places = {miss.item: place for place, miss in enumerate(reversed(found)) if place < bounds.CACHE_ROWS}
        lifetimes = self._causes.lifetimes(branch)
        scope = self._scope("active branch", branch, self._path, found, lifetimes, prices)
        missed = {miss.item for miss in found}
        drawn = series(accounts, self._lineage, self._causes, self._path, missed, lifetimes, self._show)
        if drawn.requests > len(drawn.points):
            self._sources.ledger.cut("chart_points", drawn.requests - len(drawn.points))
        rows = self._rows(branch, places)
        points = drawn.points
        table = session.usage
        return CacheData(
            names=self._names,
            classes=list(CACHE_CLASSES),
            reasons=list(REASONS),
            rows=rows,
            rows_omitted=len(branch) - len(rows.item),
            chart=CacheChart(
                requests=drawn.requests,
                unknown=drawn.unknown,
                empty=drawn.empty,
                item=[table.item[point.rows[0]] for point in points],
                count=[len(point.rows) for point in points],
                time=[_time(table.time_ms[point.rows[0]]) for point in points],
                input=[_figure(point.input) for point in points],
                read=[_figure(point.read) for point in points],
                write=[_figure(point.write) for point in points],
                rate=[
                    point.rated_read / point.rated_prompt if point.rated_prompt else None for point in points
                ],
                misses=[point.misses for point in points],
                mark_point=[mark.point for mark in drawn.markers],
                mark_kind=[mark.kind for mark in drawn.markers],
                mark_words=[mark.words for mark in drawn.markers],
                mark_item=[mark.item for mark in drawn.markers],
                mark_count=[mark.count for mark in drawn.markers],
            ),
            branch=scope,
            file=structs.replace(scope, scope="whole file")
            if self._sources.model.linear
            else self._file(everything, prices),
            fork=bool(session.header.get("parentSession") or session.header.get("branchedFrom")),
            notice_tokens=pi_usage.NOTICE_TOKENS,
            notice_cost=pi_usage.NOTICE_COST,
        )

    def _name(self, provider: object, model: object, item: int) -> int:
        """The code of a model's name; parts that are not recorded are left out."""
        words = (
            "/".join(text_of(part) for part in (provider, model) if not nullish(part)) or "model not recorded"
        )
        return self._code(words, item)

    def _code(self, words: str, item: int) -> int:
        code = self._codes.get(words)
        if code is None:
            code = self._codes[words] = len(self._names)
            self._names.append(self._show(words, item))
        return code

    def _asked(self, row: int) -> int:
        table = self._session.usage
        if table.kind[row] in {c.SUMMARY, c.TOOL}:
            return -1
        return self._name(table.provider[row], table.model[row], table.item[row])

    def _served(self, row: int) -> int:
        table = self._session.usage
        if table.kind[row] in {c.SUMMARY, c.TOOL}:
            return -1
        named = table.response_model[row]
        return self._name(table.provider[row], table.model[row] if nullish(named) else named, table.item[row])

    def _rows(self, branch: list[int], misses: dict[int, int]) -> CacheRows:
        """The list, newest first: the last rows of the branch."""
        table, accounts = self._session.usage, self._accounts
        kept = branch[::-1][: bounds.CACHE_ROWS]
        compared = comparisons(accounts, self._path, kept)
        if len(branch) > len(kept):
            self._sources.ledger.cut("cache_rows", len(branch) - len(kept))
        against = [compared[row] for row in kept]
        return CacheRows(
            item=[table.item[row] for row in kept],
            line=[self._session.line[table.item[row]] for row in kept],
            time=[_time(table.time_ms[row]) for row in kept],
            kind=[table.kind[row] for row in kept],
            model=[self._asked(row) for row in kept],
            served=[self._served(row) for row in kept],
            input=[_figure(table.input[row]) for row in kept],
            output=[_figure(table.output[row]) for row in kept],
            read=[_figure(table.cache_read[row]) for row in kept],
            write=[_figure(table.cache_write[row]) for row in kept],
            write_1h=[_figure(table.write_1h[row]) for row in kept],
            total=[_figure(accounts.total_tokens(row)) for row in kept],
            cost=[table.cost[row] for row in kept],
            missing=[table.missing[row] & 0b11111 for row in kept],
            flags=[self._flags(row) for row in kept],
            rate=[rate(accounts, row) for row in kept],
            reason=[each.reason for each in against],
            compared=[table.item[each.row] if each.row >= 0 else -1 for each in against],
            rate_change=[each.rate_change for each in against],
            prompt_change=[each.prompt_change for each in against],
            miss=[misses.get(table.item[row], -1) for row in kept],
        )

    def _flags(self, row: int) -> int:
        accounts, table = self._accounts, self._session.usage
        checks = (
            (CacheRowFlag.UNKNOWN, accounts.prompt[row] is None),
            (CacheRowFlag.WITHOUT_COST, not table.cost_known(row)),
            (CacheRowFlag.ZERO_COST, accounts.zero_cost(row)),
            (CacheRowFlag.PROVIDER_TOTAL, accounts.provider_total(row)),
            (CacheRowFlag.COMPUTED_TOTAL, accounts.computed_total(row)),
            (CacheRowFlag.SILENT, accounts.silent[row]),
            (CacheRowFlag.INHERITED, self._session.inherited(table.item[row])),
        )
        return sum(bit for bit, holds in checks if holds)

    def _file(self, rows: list[int], prices: Prices) -> CacheScope:
        """The figures of the whole file."""
        found, lifetimes = pi_usage.misses(self._session), self._causes.lifetimes(rows)
        return self._scope("whole file", rows, None, found, lifetimes, prices)

    def _scope(
        self,
        scope: str,
        rows: list[int],
        items: list[int] | None,
        misses: list[pi_usage.Miss],
        lifetimes: dict[int, float | None],
        prices: Prices,
    ) -> CacheScope:
        """The figures of one scope."""
        sums = totals(self._accounts, rows, prices)
        return CacheScope(
            scope=scope,
            all=self._sum(sums.all),
            classes=[self._sum(each) for each in sums.classes],
            groups=self._groups(sums, rows),
            misses=self._misses(misses, lifetimes),
            without_usage=self._without_usage(items),
            savings_unknown=sum(each.kind == c.CONVERSATION and each.savings is None for each in sums.groups),
        )

    def _groups(self, sums: Totals, rows: list[int]) -> list[CacheSum]:
        served: dict[str, int] = {}
        for row in rows:
            key = self._accounts.served[row]
            if key not in served:
                served[key] = (
                    self._code(OTHERS, self._session.usage.item[row]) if key == OTHERS else self._served(row)
                )
        return [self._sum(each, served[each.key]) for each in sums.groups]

    def _sum(self, sums: Sum, name: int = -1) -> CacheSum:
        return CacheSum(
            name=name,
            kind=sums.kind,
            records=sums.records,
            input=_figure(sums.input),
            output=_figure(sums.output),
            read=_figure(sums.read),
            write=_figure(sums.write),
            write_1h=_figure(sums.write_1h),
            tokens=_figure(sums.tokens),
            cost=sums.cost,
            without_cost=sums.without_cost,
            zero_cost=sums.zero_cost,
            provider_totals=sums.provider_totals,
            computed_totals=sums.computed_totals,
            unknown=sums.unknown,
            rate=sums.rate,
            rate_read=_figure(sums.rated_read),
            rate_prompt=_figure(sums.rated_prompt),
            silent=sums.silent,
            inherited_records=sums.inherited_records,
            inherited_tokens=_figure(sums.inherited_tokens),
            inherited_cost=sums.inherited_cost,
            savings=sums.savings,
        )

    def _misses(self, found: list[pi_usage.Miss], lifetimes: dict[int, float | None]) -> CacheMisses:
        kept = found[::-1][: bounds.CACHE_ROWS]
        omitted = len(found) - len(kept)
        if omitted:
            self._sources.ledger.cut("cache_rows", omitted)
        explained: list[Explained] = self._causes.explain(kept[::-1], lifetimes)[::-1]
        waste = pi_usage.waste(found)
        return CacheMisses(
            count=waste.count,
            tokens=_figure(waste.tokens),
            cost=waste.cost,
            noticed=sum(miss.noticed for miss in found),
            omitted=omitted,
            item=[miss.item for miss in kept],
            line=[self._session.line[miss.item] for miss in kept],
            time=[_time(self._session.usage.time_ms[miss.row]) for miss in kept],
            model=[self._asked(miss.row) for miss in kept],
            missed=[_figure(miss.tokens) for miss in kept],
            extra=[miss.cost for miss in kept],
            notice=[int(miss.noticed) for miss in kept],
            causes=[
                [CacheCause(each.kind, each.words, each.item) for each in one.causes] for one in explained
            ],
        )

    def _without_usage(self, items: list[int] | None) -> int:
        session, row_of = self._session, self._accounts.row_of
        return sum(
            row_of[item] < 0 and (session.roles[item] == "assistant" or session.types[item] == "usage")
            for item in pi_usage.scope(session, items)
        )


def _time(time: float) -> float | None:
    return time if math.isfinite(time) else None


def _figure(value: float) -> float:
    """A number of tokens, without the fraction that a double would be written with."""
    return int(value) if abs(value) < 2**53 and value == int(value) else value
