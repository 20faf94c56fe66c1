"""What the reader makes of a session, written as the conformance corpus writes Pi's results."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from inspect_report.errors import InputError
from inspect_report.pi import context, estimates, listing, usage
from inspect_report.pi.jsvalues import MISSING
from inspect_report.pi.session import Session, read_session
from inspect_report.pi.tree import Leaf, Tree

if TYPE_CHECKING:
    from pathlib import Path

UNDEFINED = {"$undefined": True}
WINDOW = 200_000


class Rejected(Exception):  # noqa: N818
    """The reader refuses the file."""


class Subject:
    """One session file, read once, asked for its file fields and for the leaf fields at any leaf."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        self._size = path.stat().st_size
        try:
            self.session: Session | None = read_session(self._file, self._size, allow_empty=True)
        except InputError as error:
            self.session = None
            self.refusal = str(error)
        else:
            self.refusal = self.session.refused or ""
            self.tree = Tree(self.session)
            loaded = [item for item in range(self.session.n) if self.session.loaded(item)]
            self.positions = {item: place for place, item in enumerate(loaded)}
            self.loaded = loaded

    def close(self) -> None:
        self._file.close()

    @property
    def opened(self) -> bool:
        return self.session is not None and self.session.refused is None

    def listing(self) -> Any:
        found = listing.read_listing(self._file, self._size)
        if found is None:
            return None
        return {
            "name": found.name,
            "messageCount": found.message_count,
            "firstMessage": found.first_message,
            "allMessagesText": found.all_text,
            "created": found.created,
            "modified": "<mtime>" if found.modified is None else found.modified,
            "id": found.id,
            "cwd": found.cwd,
            "parentSessionPath": None if found.parent_session is MISSING else found.parent_session,
        }

    def _id(self, item: int) -> Any:
        assert self.session
        if self.session.derived_ids:
            return self.positions[item]
        return _top(self.session.ids[item])

    def _ids(self, items: Any) -> list[Any]:
        return [self._id(item) for item in items]

    def file_fields(self) -> dict[str, Any]:
        session, tree = self.session, self.tree
        assert session
        found = usage.misses(session)
        wasted = usage.waste(found)
        sums = usage.totals(session)
        leaf = tree.leaf()
        children = tree.pi_children()
        rows: list[Any] = []
        for key, item in tree.by_id.items():
            if key in children:
                rows.append([self._id(item), self._ids(children[key])])
        return {
            "idMode": "positions" if session.derived_ids else "ids",
            "originalVersion": _top(session.original_version),
            "header": session.header,
            "version": session.version,
            "entryCount": len(tree.by_id),
            "entriesLength": len(self.loaded),
            "entryIds": self._ids(self.loaded),
            "entryTypes": [_top(session.types[item]) for item in self.loaded],
            "fileLeafId": self._leaf_id(leaf),
            "labels": [
                [_top(session.labels[_place(session, item)][1]), label, _top(session.timestamps[item])]
                for label, item in tree.labels().values()
            ],
            "sessionName": tree.name(),
            "usageBreakdown": [
                {"key": share.key, "cost": share.cost, "tokens": share.tokens}
                for share in usage.breakdown(session)
            ],
            "sessionStats": {
                "userMessages": sums.user,
                "assistantMessages": sums.assistant,
                "toolCalls": sums.tool_calls,
                "toolResults": sums.tool_results,
                "totalMessages": sums.messages,
                "tokens": {
                    "input": sums.input,
                    "output": sums.output,
                    "cacheRead": sums.cache_read,
                    "cacheWrite": sums.cache_write,
                    "total": sums.tokens,
                },
                "cost": sums.cost,
            },
            "cacheMisses": [
                {
                    "entryId": self._id(miss.item),
                    "entryIndex": self.positions[miss.item],
                    "missedTokens": miss.tokens,
                    "missedCost": miss.cost,
                    "idleMs": miss.idle_ms,
                    "modelChanged": miss.model_changed,
                }
                for miss in found
            ],
            "cacheWaste": {
                "missedTokens": wasted.tokens,
                "missedCost": wasted.cost,
                "missCount": wasted.count,
            },
            "tree": {
                "roots": self._ids(tree.pi_roots()),
                "children": rows,
                "sortedChildren": [[self._id(item), self._ids(below)] for item, below in tree.pi_sorted()],
            },
            "listing": self.listing(),
        }

    def _leaf_id(self, leaf: Leaf) -> Any:
        assert self.session
        if self.session.derived_ids and leaf.branch_start >= 0:
            return self.positions[leaf.branch_start]
        return _top(leaf.value)

    def leaf(self, argument: Any) -> Leaf:
        """The leaf that a `leafArg` of the corpus names."""
        if argument is None:
            return self.tree.leaf()
        if argument == "@reset":
            return self.tree.reset_leaf()
        if isinstance(argument, str) and argument.startswith("@index:"):
            return self.tree.leaf_at(self.loaded[int(argument[7:])])
        return self.tree.leaf_of(argument)

    def leaf_fields(self, argument: Any) -> dict[str, Any]:
        session = self.session
        assert session
        leaf = self.leaf(argument)
        at = context.Context(session, self.tree, leaf)
        measured = estimates.measure(at)
        projection = list(at.projection())
        messages = [message for _, made in projection for message in made]
        level, model = at.settings()
        replay = measured.replay
        system = replay.message()
        tools = replay.tools if system is not None else []
        tokens = measured.tokens
        return {
            "leafArg": argument,
            "leafId": self._leaf_id(leaf),
            "path": self._ids(at.branch.items),
            "contextEntries": self._ids(at.entries),
            "projection": [{"sourceEntryId": self._id(item), "messages": made} for item, made in projection],
            "contextMessages": messages,
            "thinkingLevel": _top(level),
            "model": model,
            "llm": [_sent(made) for made in map(context.convert, messages) if made is not None],
            "system": {
                "prompt": replay.prompt(),
                "message": system,
                "toolNames": [
                    _top(tool.get("name", MISSING) if isinstance(tool, dict) else MISSING) for tool in tools
                ],
                "tools": tools,
            },
            "tokenEstimates": list(measured.estimates),
            "lastAssistantUsageTokens": estimates.last_usage_tokens(session, at.branch.items),
            "contextEstimate": _estimate(measured.context),
            "projectedEstimate": _estimate(measured.projected),
            "contextUsage": {
                "tokens": tokens,
                "contextWindow": WINDOW,
                "percent": None if tokens is None else tokens / WINDOW * 100,
            },
        }


def _place(session: Session, item: int) -> int:
    return next(place for place, label in enumerate(session.labels) if label[0] == item)


def _top(value: Any) -> Any:
    return UNDEFINED if value is MISSING else value


def _sent(message: dict[str, Any]) -> dict[str, Any]:
    content = message.get("content")
    blocks: Any = None
    if isinstance(content, list):
        blocks = [block.get("type") if isinstance(block, dict) else None for block in content]
    made = {"role": message["role"], "text": context.text_as_sent(message), "blocks": blocks}
    if "timestamp" in message:
        made["timestamp"] = message["timestamp"]
    return made


def _estimate(found: estimates.Estimate) -> dict[str, Any]:
    return {
        "tokens": found.tokens,
        "usageTokens": found.usage_tokens,
        "trailingTokens": found.trailing_tokens,
        "lastUsageIndex": found.last_usage_index,
    }


def written(value: float) -> Any:
    """A number as the corpus writes it."""
    if math.isnan(value):
        return {"$number": "NaN"}
    if math.isinf(value):
        return {"$number": "Infinity" if value > 0 else "-Infinity"}
    return value
