"""The chart's series over the branch's conversation: points, buckets, markers; and comparisons of requests (CACHE-1, CACHE-3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from inspect_report import bounds
from inspect_report.cache.accounts import Accounts
from inspect_report.cache.causes import Causes, Show, beyond
from inspect_report.cache.lineage import Lineage
from inspect_report.cache.totals import ratio
from inspect_report.cache.words import span
from inspect_report.pi import columns as c
from inspect_report.pi.jsvalues import text_of
from inspect_report.pi.usage import column_sum
from inspect_report.redact import Shown

REASONS = (
    "",
    "not compared: no conversation request",
    "not compared: accounting unknown",
    "not compared: no prompt tokens recorded",
    "first request of this model",
    "first request of this model since the compaction",
    "first request of this model since the branch summary",
)
"""Why a row is not compared with an earlier one; the first for rows that are."""

_FIRST = {"": 4, "compaction": 5, "branch_summary": 6}


@dataclass(slots=True)
class Comparison:
    """A conversation row against the previous one of the same provider and model."""

    reason: int
    row: int = -1
    """The earlier row."""
    rate_change: float | None = None
    """Hit rate now less hit rate then, -1 to 1; None where either is unknown."""
    prompt_change: float | None = None


def comparisons(accounts: Accounts, path: list[int], wanted: Iterable[int]) -> dict[int, Comparison]:
    """For every `wanted` usage row of the branch its comparison, never across a compaction or branch summary.

    As in Pi's scan (PI_RULES 14) rows of unknown accounting and of no prompt are passed over.
    """
    table, types, row_of = accounts.table, accounts.session.types, accounts.row_of
    previous: dict[str, int] = {}
    since = ""
    found: dict[int, Comparison] = {}
    kept = frozenset(wanted)
    for item in path:
        if types[item] in ("compaction", "branch_summary"):
            previous.clear()
            since = types[item]
        row = row_of[item]
        if row < 0:
            continue
        prompt = accounts.prompt[row]
        earlier = -1
        if table.kind[row] != c.CONVERSATION:
            reason = 1
        elif prompt is None:
            reason = 2
        elif prompt == 0:
            reason = 3
        else:
            model = accounts.asked[row]
            earlier = previous.get(model, -1)
            previous[model] = row
            reason = _FIRST[since]
        if row in kept:
            found[row] = Comparison(reason) if earlier < 0 else _compared(accounts, row, earlier)
    return found


def _compared(accounts: Accounts, row: int, earlier: int) -> Comparison:
    now, then = rate(accounts, row), rate(accounts, earlier)
    change = None if now is None or then is None else now - then
    return Comparison(0, earlier, change, (accounts.prompt[row] or 0) - (accounts.prompt[earlier] or 0))


def rate(accounts: Accounts, row: int) -> float | None:
    """The hit rate of one row, 0 to 1; None where it is unknown or no rate."""
    return ratio(accounts.table.cache_read[row], accounts.prompt[row] or 0) if accounts.rated[row] else None


@dataclass(slots=True)
class Point:
    """One request, or a bucket of consecutive ones, as tokens."""

    rows: list[int]
    input: float = 0
    read: float = 0
    write: float = 0
    rated_read: float = 0
    rated_prompt: float = 0
    misses: int = 0


@dataclass(slots=True)
class Marker:
    """What happened just before a point."""

    point: int
    """Place in the points; their number for what came after the last."""
    kind: str
    """"compaction", "branch_summary", "model", "prompt" or "idle"."""
    words: Shown
    item: int
    count: int = 1
    """How many of its kind stand at this point; the words are the last one's."""


@dataclass(slots=True)
class Series:
    """Points in order, markers by point. `requests` of them were charted, `unknown` and `empty` ones not."""

    points: list[Point]
    markers: list[Marker]
    requests: int
    unknown: int
    empty: int


def series(
    accounts: Accounts,
    lineage: Lineage,
    causes: Causes,
    path: list[int],
    missed: set[int],
    lifetimes: dict[int, float | None],
    show: Show,
) -> Series:
    """The charts' data over a branch; above the bound contiguous buckets of equal numbers of requests.

    `missed` are the items of the branch's misses, `lifetimes` those of its requests.
    """
    table, types, row_of = accounts.table, accounts.session.types, accounts.row_of
    rows = [row for row in accounts.rows(path) if table.kind[row] == c.CONVERSATION]
    charted = [row for row in rows if accounts.prompt[row]]
    unknown = sum(accounts.prompt[row] is None for row in rows)
    buckets = min(bounds.CHART_POINTS, len(charted))
    places: dict[int, int] = {}
    points: list[Point] = []
    for number in range(buckets):
        inside = charted[number * len(charted) // buckets : (number + 1) * len(charted) // buckets]
        places.update((table.item[row], number) for row in inside)
        points.append(_point(accounts, inside, missed))
    marks = _Marks(len(points))
    previous = -1
    last: tuple[int, float, float | None] | None = None
    pending: list[tuple[str, Shown, int]] = []
    for item in path:
        if types[item] in ("compaction", "branch_summary"):
            pending.append(
                (types[item], Shown("compaction" if types[item] == "compaction" else "branch summary"), item)
            )
            last = None
        if not causes.attempted(item):
            continue
        row, now = row_of[item], causes.attempt_ms(item)
        known = row >= 0 and bool(accounts.prompt[row])
        if known and last is not None and beyond(idle := now - last[1], last[2]):
            pending.append(("idle", Shown(f"idle {span(idle)}"), last[0]))
        if known or last is not None:
            last = item, now, lifetimes[item] if known else last[2] if last else None
        if not known:
            continue
        if table.kind[row] != c.CONVERSATION:
            continue
        if previous >= 0:
            if accounts.asked[previous] != accounts.asked[row]:
                name = text_of(table.model[row])
                pending.append(("model", Shown(f"model {show(name, item)}"), item))
            if steps := lineage.steps(table.item[previous], item):
                found = {cause.kind for cause in causes.steps(steps)}
                words = " and ".join(kind for kind in ("prompt", "tools") if kind in found)
                if words:
                    pending.append(("prompt", Shown(f"{words} changed"), steps[-1][0]))
        previous = row
        marks.put(places[item], pending)
        pending = []
    marks.put(len(points), pending)
    return Series(points, marks.list, len(charted), unknown, len(rows) - len(charted) - unknown)


def _point(accounts: Accounts, rows: list[int], missed: set[int]) -> Point:
    """The bucket of these rows."""
    table = accounts.table
    rated = [row for row in rows if accounts.rated[row]]
    return Point(
        rows,
        input=column_sum(table.input, rows),
        read=column_sum(table.cache_read, rows),
        write=column_sum(table.cache_write, rows),
        rated_read=column_sum(table.cache_read, rated),
        rated_prompt=column_sum([accounts.prompt[row] or 0 for row in rated], range(len(rated))),
        misses=sum(table.item[row] in missed for row in rows),
    )


class _Marks:
    """Markers, one of a kind at each point."""

    def __init__(self, points: int) -> None:
        self.list: list[Marker] = []
        self._points = points
        self._at: dict[tuple[int, str], Marker] = {}

    def put(self, point: int, found: list[tuple[str, Shown, int]]) -> None:
        if not self._points:
            return
        for kind, words, item in found:
            marker = self._at.get((point, kind))
            if marker is None:
                marker = self._at[point, kind] = Marker(point, kind, words, item)
                self.list.append(marker)
            else:
                marker.words, marker.item, marker.count = words, item, marker.count + 1
