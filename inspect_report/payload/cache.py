"""Element "cache": recorded usage, charts, misses and totals."""

from __future__ import annotations

import msgspec

from inspect_report.redact import Shown

CACHE_CLASSES = ("conversation", "summary", "warming", "other usage", "nested tool usage")
"""Classes of recorded usage (CACHE-1), by the code that the structs below hold."""


class CacheRowFlag:
    """Bits of `CacheRows.flags`."""

    UNKNOWN = 1
    """Its prompt accounting is unknown: left out of rates (CACHE-2)."""
    WITHOUT_COST = 2
    ZERO_COST = 4
    """A cost of zero for tokens: no per-token cost recorded."""
    PROVIDER_TOTAL = 8
    COMPUTED_TOTAL = 16
    """totalTokens is missing: the sum of the parts stands for it."""
    SILENT = 32
    """Its provider never reported cache activity in this file."""
    INHERITED = 64


class CacheRows(msgspec.Struct, frozen=True):
    """Recorded usage of the active branch, newest first, within the bound; tokens and USD. Columns of equal length."""

    item: list[int]
    line: list[int]
    time: list[float | None]
    kind: list[int]
    """Code into `CACHE_CLASSES`."""
    model: list[int]
    """Code into `CacheData.names`: provider/model as asked for; -1 for usage without a model."""
    served: list[int]
    """The same for the model that answered."""
    input: list[float]
    output: list[float]
    read: list[float]
    write: list[float]
    write_1h: list[float]
    total: list[float]
    cost: list[float]
    missing: list[int]
    """Bits 0 to 4 for input, output, cacheRead, cacheWrite, totalTokens that are no numbers (the column then holds 0)."""
    flags: list[int]
    rate: list[float | None]
    """Hit rate, 0 to 1; null where there is none."""
    reason: list[int]
    """Code into `CacheData.reasons`, 0 for rows that are compared with an earlier one."""
    compared: list[int]
    """Item of the earlier request, -1 for none."""
    rate_change: list[float | None]
    prompt_change: list[float | None]
    miss: list[int]
    """Place in the branch's list of misses, -1 for none."""


class CacheCause(msgspec.Struct, frozen=True):
    """A likely cause of a miss (CACHE-4); `item` is the entry that shows it, or -1."""

    kind: str
    words: Shown
    item: int


class CacheMisses(msgspec.Struct, frozen=True):
    """The misses of one scope by Pi's rule, newest first within the bound; sums are over all. Columns of equal length."""

    count: int
    tokens: float
    cost: float
    noticed: int
    """How many reach the threshold from which Pi shows a notice."""
    omitted: int
    item: list[int]
    line: list[int]
    time: list[float | None]
    model: list[int]
    missed: list[float]
    extra: list[float]
    """USD above the price of a read."""
    notice: list[int]
    """1 at Pi's threshold."""
    causes: list[list[CacheCause]]
    """None: no cause found in the record."""


class CacheSum(msgspec.Struct, frozen=True):
    """Sums of recorded usage over a scope, a class of it, or a model's share of a class; as Pi adds them (PI_RULES 13)."""

    name: int
    """Code into `CacheData.names`, -1 where the sum is not of one model."""
    kind: int
    """Code into `CACHE_CLASSES`, -1 for all."""
    records: int
    input: float
    output: float
    read: float
    write: float
    write_1h: float
    tokens: float
    cost: float
    without_cost: int
    zero_cost: int
    provider_totals: int
    computed_totals: int
    unknown: int
    rate: float | None
    """Weighted hit rate of its conversation rows, 0 to 1."""
    rate_read: float
    rate_prompt: float
    silent: int
    """Conversation rows of providers that never reported cache activity; they are in no rate."""
    inherited_records: int
    inherited_tokens: float
    inherited_cost: float
    savings: float | None
    """USD; null where a rate is not known."""


class CacheScope(msgspec.Struct, frozen=True):
    """All figures of one scope: "active branch" or "whole file"."""

    scope: str
    all: CacheSum
    classes: list[CacheSum]
    groups: list[CacheSum]
    misses: CacheMisses
    without_usage: int
    """Answers and usage entries that record no usage."""
    savings_unknown: int
    """Models of the conversation whose savings are not known."""


class CacheChart(msgspec.Struct, frozen=True):
    """The charts' series over the branch's conversation (CACHE-3): points in order, each one request or a bucket of them."""

    requests: int
    """Requests in the points."""
    unknown: int
    """Requests left out because their accounting is unknown."""
    empty: int
    """Requests left out because they record no prompt tokens."""
    item: list[int]
    """First request of each point."""
    count: list[int]
    time: list[float | None]
    input: list[float]
    read: list[float]
    write: list[float]
    rate: list[float | None]
    misses: list[int]
    mark_point: list[int]
    """Point before which a marker stands; the number of points for what came after the last."""
    mark_kind: list[str]
    """"compaction", "branch_summary", "model", "prompt" or "idle"."""
    mark_words: list[Shown]
    mark_item: list[int]
    mark_count: list[int]


class CacheData(msgspec.Struct, frozen=True):
    """Element "cache": recorded usage of the active branch, totals and misses of branch and file (CACHE-1 to CACHE-6)."""

    names: list[Shown]
    classes: list[str]
    reasons: list[str]
    rows: CacheRows
    rows_omitted: int
    chart: CacheChart
    branch: CacheScope
    file: CacheScope
    fork: bool
    """Whether the header names a parent session, so that entries can be inherited."""
    notice_tokens: int
    notice_cost: float
