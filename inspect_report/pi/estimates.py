"""Token estimates of messages and the size of a context (PI_RULES 11, 12)."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from inspect_report.pi import columns as c
from inspect_report.pi.jsvalues import (
    MISSING,
    as_double,
    entries,
    is_array,
    is_number,
    is_object,
    json_length,
    length,
    truthy,
)
from inspect_report.pi.session import NotDecoded
from inspect_report.pi.system import Replay

if TYPE_CHECKING:
    from inspect_report.pi.context import Context
    from inspect_report.pi.session import Session

IMAGE_CHARACTERS = 4800
CHARACTERS_A_TOKEN = 4


def characters(message: Any) -> int:
    """The characters (UTF-16 code units) that Pi's estimate counts for a context message.

    Values of a type at which Pi would fail, or that would make its result not-a-number, count 0 (PI_RULES 18).
    """
    if not is_object(message):
        return 0
    stored: dict[str, Any] = message
    role = stored.get("role")
    if role == "assistant":
        content: Any = stored.get("content")
        return sum(map(_answer_block, content)) if is_array(content) else 0
    if role in ("user", "custom", "toolResult"):
        return _content(stored.get("content"))
    if role == "system":
        total = _content(stored.get("content"))
        total += sum(map(_text, entries(stored.get("sections")).values()))
        tools: Any = stored.get("toolsAdded")
        return total + json_length(tools) if truthy(tools) else total
    if role == "bashExecution":
        return _text(stored.get("command")) + _text(stored.get("output"))
    if role in ("branchSummary", "compactionSummary"):
        return _text(stored.get("summary"))
    return 0


def tokens(count: int) -> int:
    """Characters to tokens: a quarter, rounded up."""
    return -(-count // CHARACTERS_A_TOKEN)


def estimate(message: Any) -> int:
    """Pi's token estimate of one context message."""
    return tokens(characters(message))


def block_characters(block: Any, role: Any) -> int:
    """What one content block adds to the estimate of a message of `role`."""
    return _answer_block(block) if role == "assistant" else _block(block)


def _text(value: Any) -> int:
    """What `value.length` adds: of a text, but also of an array or an object with such a member; else 0."""
    if isinstance(value, str):
        return length(value)
    if is_array(value):
        return len(value)
    if is_object(value):
        stored: dict[str, Any] = value
        return int(_finite(stored.get("length")))
    return 0


def _content(content: Any) -> int:
    if isinstance(content, str):
        return length(content)
    return sum(map(_block, content)) if is_array(content) else 0


def _block(block: Any) -> int:
    if not is_object(block):
        return 0
    stored: dict[str, Any] = block
    kind = stored.get("type")
    if kind == "text":
        return _text(stored.get("text"))
    return IMAGE_CHARACTERS if kind == "image" else 0


def _answer_block(block: Any) -> int:
    if not is_object(block):
        return 0
    stored: dict[str, Any] = block
    kind = stored.get("type")
    if kind == "text":
        return _text(stored.get("text"))
    if kind == "thinking":
        return _text(stored.get("thinking"))
    if kind == "toolCall":
        arguments = json_length(stored["arguments"]) if "arguments" in stored else 0
        return _text(stored.get("name")) + arguments
    return 0


def usage_size(usage: Any) -> float:
    """The size of a usage in tokens: totalTokens if it is truthy, else the sum of its parts; 0 where that is no number."""
    if not is_object(usage):
        return 0
    stored: dict[str, Any] = usage
    total: Any = stored.get("totalTokens")
    if truthy(total):
        return _finite(total)
    parts = [stored.get(name, MISSING) for name in ("input", "output", "cacheRead", "cacheWrite")]
    if not all(part is None or isinstance(part, (int, float)) for part in parts):
        return 0
    return _finite(sum(as_double(part) for part in parts if part is not None))


def _finite(value: Any) -> float:
    number = as_double(value) if is_number(value) else 0.0
    return number if number - number == 0 else 0.0


def usable(message: Any) -> float:
    """The size of an answer's usage where Pi trusts it (neither aborted nor failed, above 0), else 0.

    A usage whose size is no number is not trusted either.
    """
    if not is_object(message):
        return 0
    stored: dict[str, Any] = message
    if stored.get("role") != "assistant" or stored.get("stopReason") in ("aborted", "error"):
        return 0
    return max(0, usage_size(stored.get("usage")))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A context size in tokens; `last_usage_index` is the message whose recorded usage it builds on."""

    tokens: float
    usage_tokens: float
    trailing_tokens: float
    last_usage_index: int | None


@dataclass(frozen=True, slots=True)
class Measured:
    """One pass over a context: estimates a message, the owners of messages, and what Pi makes of them."""

    estimates: array[int]
    owners: array[int]
    """The item of each context message."""
    context: Estimate
    projected: Estimate
    unknown: bool
    """Whether Pi knows no size: nothing usable follows the last compaction."""
    replay: Replay

    @property
    def tokens(self) -> float | None:
        """What Pi's footer shows as context size, None for unknown."""
        return None if self.unknown else self.projected.tokens


def measure(context: Context) -> Measured:
    """Measure a context (PI_RULES 12): every message is decoded once, one entry at a time."""
    session, branch = context.session, context.branch.items
    estimates, owners = array("q"), array("i")
    replay = Replay()
    trailing = everything = non_system = 0
    usage_tokens, usage_index = 0.0, -1
    answered: set[int] = set()
    for item, messages in context.projection():
        for message in messages:
            count = estimate(message)
            replay.feed(message)
            size = usable(message)
            if size > 0:
                usage_tokens, usage_index, trailing = size, len(owners), 0
                answered.add(item)
            else:
                trailing += count
            everything += count
            if not (is_object(message) and message.get("role") == "system"):
                non_system += count
            estimates.append(count)
            owners.append(item)
    if usage_index < 0:
        whole = Estimate(everything, 0, everything, None)
    else:
        whole = Estimate(usage_tokens + trailing, usage_tokens, trailing, usage_index)
    places = {item: place for place, item in enumerate(branch)}
    types = session.types
    changed = max(
        (place for place, item in enumerate(branch) if types[item] in ("context_edit", "compaction")),
        default=-1,
    )
    position = -1
    if usage_index >= 0 and truthy(session.ids[owners[usage_index]]):
        position = places.get(owners[usage_index], -1)
    if usage_index >= 0 and position > changed:
        projected = whole
    else:
        system = replay.message()
        count = non_system + (estimate(system) if system is not None else 0)
        projected = Estimate(count, 0, count, None)
    compacted = max((place for place, item in enumerate(branch) if types[item] == "compaction"), default=-1)
    unknown = compacted >= 0 and not any(places.get(item, -1) > compacted for item in answered)
    return Measured(estimates, owners, whole, projected, unknown, replay)


def last_usage_tokens(session: Session, branch: list[int]) -> float | None:
    """The size of the last usable recorded usage on a branch, before compaction and edits; None without one."""
    for item in reversed(branch):
        if session.roles[item] != "assistant" or session.stop_reasons[item] in ("aborted", "error"):
            continue
        if session.usage_row[item] >= 0:
            try:
                size = usable(session.entry(item).get("message"))
            except NotDecoded:
                continue
            if size > 0:
                return size
    return None


def row_size(table: c.UsageTable, row: int) -> float:
    """The size of a usage row in tokens: totalTokens if there is one, else the sum of its parts."""
    return table.total[row] or sum(table.tokens[part][row] for part in range(4))
