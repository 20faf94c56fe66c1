"""Cache misses with what the record gives as likely causes, for the branch and for the whole file (CACHE-4)."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from inspect_report.cache.accounts import Accounts
from inspect_report.cache.lineage import Between, Lineage
from inspect_report.cache.words import listed, many, span
from inspect_report.pi import columns as c
from inspect_report.pi.jsvalues import is_object, text_of
from inspect_report.pi.system import Step
from inspect_report.pi.tree import NONE
from inspect_report.pi.usage import IDLE_MS, Miss
from inspect_report.redact import Shown

HOUR_MS = 3_600_000
LIFETIME_MS = 300_000
"""Anthropic's cache without one-hour writes."""
LOOKBACK = 20
"""Records that the Claude Code provider can append before its earlier cache entry is out of reach; about, not exactly."""
_CLAUDE_CODE = re.compile(r"claude[-_ ]?code", re.IGNORECASE)

Show = Callable[[str, int], Shown]
"""Makes a short text of the file showable; the second argument is the item in which it stands."""


@dataclass(slots=True)
class Cause:
    """One likely cause; `item` is the entry that shows it, NONE without one."""

    kind: str
    """"idle", "model", "thinking", "prompt", "tools", "edit", "branch", "image" or "records"."""
    words: Shown
    item: int = NONE


@dataclass(slots=True)
class Explained:
    """A miss and its likely causes; none means that the record gives no cause."""

    miss: Miss
    causes: list[Cause] = field(default_factory=list[Cause])


class Causes:
    """Finds causes between a request and the one before it."""

    def __init__(self, accounts: Accounts, lineage: Lineage, show: Show) -> None:
        self._accounts = accounts
        self._lineage = lineage
        self._show = show
        table = accounts.table
        columns = zip(table.item, table.kind, table.input, table.cache_read, table.cache_write, strict=True)
        self._requests = {
            item
            for item, kind, uncached, read, write in columns
            if kind == c.CONVERSATION and uncached + read + write > 0
        }

    def lifetimes(self, rows: list[int]) -> dict[int, float | None]:
        """For each request of a scope, how long what it left in the cache lives, in ms; None where nothing tells.

        One hour where the model's last writes were one-hour writes, else five minutes for Anthropic.
        """
        table, asked = self._accounts.table, self._accounts.asked
        items, kinds, writes, writes_1h = table.item, table.kind, table.cache_write, table.write_1h
        hours: dict[str, bool] = {}
        found: dict[int, float | None] = {}
        for row in rows:
            if kinds[row] not in (c.CONVERSATION, c.WARMING):
                continue
            model = asked[row]
            if writes[row] > 0:
                hours[model] = writes_1h[row] > 0
            default = LIFETIME_MS if text_of(table.provider[row]) == "anthropic" else None
            found[items[row]] = HOUR_MS if hours.get(model) else default
        return found

    def explain(self, misses: list[Miss], lifetimes: dict[int, float | None]) -> list[Explained]:
        """The misses with their likely causes."""
        return [Explained(miss, self._of(miss, lifetimes.get(miss.previous_item))) for miss in misses]

    def _of(self, miss: Miss, lifetime: float | None) -> list[Cause]:
        found: list[Cause] = []
        window = self._lineage.window(miss.previous_item, miss.item)
        if words := idle_words(self._idle(miss, window), lifetime):
            found.append(Cause("idle", Shown(words), miss.previous_item))
        if miss.model_changed:
            found.append(self._model(miss))
        if window is None:
            found.append(Cause("branch", Shown("branch changed"), miss.previous_item))
            return found
        found += self.changes(self._lineage.between(miss.previous_item, miss.item, window))
        if not miss.model_changed and _CLAUDE_CODE.search(text_of(self._accounts.table.provider[miss.row])):
            found += self._claude_code(miss)
        return found

    def _idle(self, miss: Miss, window: list[int] | None) -> float | None:
        """How long nothing was asked before a miss, in ms: attempts of unknown usage end the gap as well."""
        if miss.idle_ms is None:
            return None
        between = range(miss.previous_item + 1, miss.item) if window is None else window
        times = [self.attempt_ms(item) for item in between if self.attempted(item)]
        gaps = [self._accounts.table.time_ms[miss.row] - time for time in times if not math.isnan(time)]
        return max(0.0, min([miss.idle_ms, *gaps]))

    def attempted(self, item: int) -> bool:
        """Whether an item stands for a request; one that recorded no prompt tokens reached no cache, as in Pi's scan."""
        row = self._accounts.row_of[item]
        if row >= 0 and self._accounts.prompt[row] == 0:
            return False
        warming = row >= 0 and self._accounts.table.kind[row] == c.WARMING
        return warming or self._accounts.session.roles[item] == "assistant"

    def attempt_ms(self, item: int) -> float:
        """When: the time of its usage row, else of its entry."""
        row = self._accounts.row_of[item]
        return self._accounts.table.time_ms[row] if row >= 0 else self._accounts.session.time_ms[item]

    def _model(self, miss: Miss) -> Cause:
        accounts = self._accounts
        before, after = accounts.row_of[miss.previous_item], miss.row
        table = accounts.table
        if text_of(table.provider[before]) == text_of(table.provider[after]):
            names = [text_of(table.model[row]) for row in (before, after)]
            what = "model"
        else:
            names = [accounts.asked[row] for row in (before, after)]
            what = "provider"
        earlier, later = self._show(names[0], miss.previous_item), self._show(names[1], miss.item)
        words = f"{what} changed from {earlier} to {later}"
        return Cause("model", Shown(words), miss.item)

    def changes(self, changed: Between) -> list[Cause]:
        """What changed between two requests, as causes: thinking level, prompt, tools, context edits."""
        found: list[Cause] = []
        if changed.level:
            before, after = (self._show(level, changed.level_item) for level in changed.level)
            words = f"thinking level changed from {before} to {after}"
            found.append(Cause("thinking", Shown(words), changed.level_item))
        found += self.steps(changed.steps)
        if changed.edits:
            words = (
                "context edited"
                if len(changed.edits) == 1
                else f"context edited ({len(changed.edits):,} edits)"
            )
            found.append(Cause("edit", Shown(words), changed.edits[-1]))
        return found

    def steps(self, steps: list[tuple[int, Step | None]]) -> list[Cause]:
        """What system messages changed, in words: of the prompt and of the tools."""
        found: list[Cause] = []
        for item, step in steps:
            if step is None:
                found.append(Cause("prompt", Shown("system message added, not compared"), item))
                continue
            if words := self._prompt_words(step, item):
                found.append(Cause("prompt", Shown(f"prompt changed ({words})"), item))
            if words := self._tool_words(step, item):
                found.append(Cause("tools", Shown(f"tools changed ({words})"), item))
        return found

    def _prompt_words(self, step: Step, item: int) -> str:
        words = ["text added"] if step.text else []
        if step.sections_set:
            names = [self._show(name, item) for name in step.sections_set]
            words.append(f"{'section' if len(names) == 1 else 'sections'} set: {listed(names)}")
        if step.sections_removed:
            names = [self._show(name, item) for name in step.sections_removed]
            words.append(f"{'section' if len(names) == 1 else 'sections'} removed: {listed(names)}")
        return "; ".join(words)

    def _tool_words(self, step: Step, item: int) -> str:
        words: list[str] = []
        added, redefined = _names(step.tools_added), _names(step.tools_redefined)
        for verb, names in (("added", added), ("removed", step.tools_removed), ("redefined", redefined)):
            if names:
                shown = [self._show(name, item) if isinstance(name, str) else "unnamed" for name in names]
                words.append(f"{verb}: {listed(shown)}")
        return "; ".join(words)

    def _claude_code(self, miss: Miss) -> list[Cause]:
        """What ends the reuse of a prefix for the Claude Code provider alone: a new image, too many new records."""
        found: list[Cause] = []
        records = self._lineage.appended(miss.item, self._requests)
        image = self._lineage.image_in(records)
        if image != NONE:
            found.append(Cause("image", Shown("image added"), image))
        if len(records) > LOOKBACK:
            found.append(
                Cause("records", Shown(f"{many(len(records), 'record')} appended since the previous request"))
            )
        return found


def _names(tools: list[Any]) -> list[Any]:
    return [tool.get("name") if is_object(tool) else None for tool in tools]


_MOST_MS = 2 * 8.64e15


def beyond(idle: float | None, lifetime: float | None) -> bool:
    """Whether an idle gap counts: beyond the known lifetime, else from Pi's five minutes on (all in ms).

    Two dates lie at most `_MOST_MS` apart; a longer gap comes from numbers that are no times.
    """
    return idle is not None and (IDLE_MS if lifetime is None else lifetime) <= idle <= _MOST_MS


def idle_words(idle: float | None, lifetime: float | None) -> str:
    """An idle gap as a cause, empty where it is none."""
    if idle is None or not beyond(idle, lifetime):
        return ""
    return (
        f"idle {span(idle)}, lifetime not recorded"
        if lifetime is None
        else f"idle {span(idle)} (lifetime {span(lifetime)})"
    )
