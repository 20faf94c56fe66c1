"""What stands between two requests along the recorded parents: thinking level, prompt and tools, edits, appended records."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import Any

from inspect_report import bounds
from inspect_report.pi import columns as c
from inspect_report.pi.jsvalues import is_array, is_object
from inspect_report.pi.session import NotDecoded, Session
from inspect_report.pi.system import Replay, Step
from inspect_report.pi.tree import NONE, Tree

UNKNOWN = -2
_APPENDED = frozenset({"message", "custom_message", "branch_summary"})


@dataclass(slots=True)
class Between:
    """What changed from one request to a later one below it. Values are raw."""

    level: tuple[str, str] | None = None
    """Thinking level before and after, where both are texts and differ."""
    level_item: int = NONE
    steps: list[tuple[int, Step | None]] = field(default_factory=list[tuple[int, "Step | None"]])
    """System messages that changed something; None for one that was not replayed, being beyond the bound."""
    edits: list[int] = field(default_factory=list[int])


class Lineage:
    """States inherited along the parents of one session's tree."""

    def __init__(self, session: Session, tree: Tree, path: list[int]) -> None:
        self._session = session
        self._tree = tree
        self._level = array("i", [UNKNOWN]) * session.n
        """The thinking level entry in force at each item, NONE before the first."""
        self._system = array("i", [UNKNOWN]) * session.n
        """The last system message or compaction at or above each item."""
        self._whole = False
        self._steps: dict[int, Step | None] = {}
        self._replay = Replay()
        self._replayed = NONE
        self._budget = bounds.TOOL_CHANGES
        self._path = path
        self._place = array("i", [NONE]) * session.n
        """Where each item stands on the path, NONE beside it."""
        for place, item in enumerate(path):
            self._place[item] = place
        before = NONE
        for item in path:
            self._settle(item, before)
            before = item

    def _settle(self, item: int, parent: int) -> None:
        types, roles = self._session.types, self._session.roles
        level = types[item] == "thinking_level_change"
        system = roles[item] == "system" or types[item] == "compaction"
        self._level[item] = item if level else NONE if parent == NONE else self._level[parent]
        self._system[item] = item if system else NONE if parent == NONE else self._system[parent]

    def _settle_all(self) -> None:
        """Items off the branch, in file order; one whose parent stands below it in the file stays unknown."""
        self._whole = True
        flags, parents = self._session.columns.flags, self._tree.parents
        for item in range(self._session.n):
            if self._level[item] == UNKNOWN and flags[item] & c.LOADED:
                self._settle(item, parents[item])

    def window(self, earlier: int, later: int) -> list[int] | None:
        """The items between two items of one branch, in order; None where `earlier` is not above `later`."""
        start, end = self._place[earlier], self._place[later]
        if NONE < start < end:
            return self._path[start + 1 : end]
        parents = self._tree.parents
        found: list[int] = []
        item = parents[later]
        while item not in {earlier, NONE} and item > earlier and len(found) < self._session.n:
            found.append(item)
            item = parents[item]
        return found[::-1] if item == earlier else None

    def between(self, earlier: int, later: int, window: list[int]) -> Between:
        """What changed over a window."""
        if self._level[later] == UNKNOWN and not self._whole:
            self._settle_all()
        session, changed = self._session, Between()
        before, after = self._level[earlier], self._level[later]
        if UNKNOWN not in {before, after} and before != after:
            levels = self._level_value(before), self._level_value(after)
            if levels[0] is not None and levels[1] is not None and levels[0] != levels[1]:
                changed.level, changed.level_item = (levels[0], levels[1]), after
        for item in window:
            if session.types[item] == "context_edit":
                changed.edits.append(item)
            elif session.roles[item] == "system":
                step = self._step(item)
                if step is None or not step.empty:
                    changed.steps.append((item, step))
        return changed

    def steps(self, earlier: int, later: int) -> list[tuple[int, Step | None]]:
        """What system messages changed between two items of the branch."""
        if self._system[earlier] == self._system[later]:
            return []
        return self.between(earlier, later, self.window(earlier, later) or []).steps

    def _level_value(self, item: int) -> str | None:
        if item == NONE:
            return "off"
        value = self._entry(item).get("thinkingLevel")
        return value if isinstance(value, str) else None

    def _entry(self, item: int) -> dict[str, Any]:
        try:
            return self._session.entry(item)
        except NotDecoded:
            return {}

    def _step(self, item: int) -> Step | None:
        """What a system message changed, replayed from the last checkpoint above it (PI_RULES 10)."""
        if item in self._steps:
            return self._steps[item]
        chain: list[int] = []
        at = item
        while at >= 0 and at != self._replayed and len(chain) <= self._session.n:
            chain.append(at)
            if self._session.types[at] == "compaction":
                break
            parent = self._tree.parents[at]
            at = NONE if parent == NONE else self._system[parent]
        if at == UNKNOWN:
            return None
        if at != self._replayed or at == NONE:
            self._budget -= len(chain) - 1
            if self._budget < 0:
                return None
            self._replay = Replay()
        for each in reversed(chain):
            entry = self._entry(each)
            compaction = self._session.types[each] == "compaction"
            self._steps[each] = self._replay.feed(entry.get("systemMessage" if compaction else "message"))
            self._replayed = each
        return self._steps[item]

    # What one provider's cache depends on

    def appended(self, later: int, requests: set[int]) -> list[int]:
        """The records that joined the context after the request before `later`, its own answer included."""
        parents, session = self._tree.parents, self._session
        found: list[int] = []
        item = parents[later]
        steps = 0
        while item != NONE and steps < session.n:
            steps += 1
            kind = session.types[item]
            if (
                kind in _APPENDED
                and session.roles[item] != "system"
                and not session.columns.flags[item] & c.EXCLUDED
            ):
                found.append(item)
            if item in requests or kind == "compaction":
                break
            item = parents[item]
        return found[::-1]

    def image_in(self, items: list[int]) -> int:
        """The first of these items whose content has an image block, NONE without one."""
        for item in items:
            entry = self._entry(item)
            holder: Any = entry.get("message") if entry.get("type") == "message" else entry
            content: Any = holder.get("content") if is_object(holder) else None
            if is_array(content) and any(
                is_object(block) and block.get("type") == "image" for block in content
            ):
                return item
        return NONE
