"""What the first pass takes from each line: typed heads of entries, messages, blocks and usage.

A head is decoded straight from the bytes (texts, arguments and images are skipped, not built). Every member may be
absent. Lines whose members have other types take the slow way: `loose_head` fills the same Structs, unchecked, from
the whole value, so what follows has one shape to deal with.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.json import Decoder

from inspect_report.pi.jsvalues import is_array, is_object

ENTRY_TYPES = frozenset(
    {
        "message",
        "custom_message",
        "custom",
        "compaction",
        "branch_summary",
        "context_edit",
        "model_change",
        "thinking_level_change",
        "label",
        "session_info",
        "usage",
    }
)
"""The entry types of Pi 1.6.0; others are kept and shown as unknown (READ-5)."""

ROLES = frozenset(
    {
        "system",
        "user",
        "assistant",
        "toolResult",
        "bashExecution",
        "custom",
        "branchSummary",
        "compactionSummary",
        "hookMessage",
    }
)
"""The message roles of Pi 1.6.0 and the older name of custom."""

Text = str | None | UnsetType


class BlockHead(Struct, gc=False):
    """A content block: its type; id and name are those of a tool call."""

    type: str | UnsetType = UNSET
    id: Any = UNSET
    name: Any = UNSET


class CostHead(Struct, gc=False):
    """Recorded cost in USD, by part, as Pi writes it."""

    input: float
    output: float
    cacheRead: float  # noqa: N815
    cacheWrite: float  # noqa: N815
    total: float
    totalFromProvider: bool | UnsetType = UNSET  # noqa: N815


class UsageHead(Struct, gc=False):
    """Recorded usage in tokens, as Pi writes it: every part a finite number. Any other usage is a `LooseUsage`."""

    input: float
    output: float
    cacheRead: float  # noqa: N815
    cacheWrite: float  # noqa: N815
    cost: CostHead
    totalTokens: float | UnsetType = UNSET  # noqa: N815
    cacheWrite1h: float | UnsetType = UNSET  # noqa: N815


class LooseCost(Struct, gc=False):
    """Recorded cost of which parts are missing or of another type."""

    input: Any = UNSET
    output: Any = UNSET
    cacheRead: Any = UNSET  # noqa: N815
    cacheWrite: Any = UNSET  # noqa: N815
    total: Any = UNSET
    totalFromProvider: Any = UNSET  # noqa: N815


class LooseUsage(Struct, gc=False):
    """Recorded usage of which parts are missing or of another type."""

    input: Any = UNSET
    output: Any = UNSET
    cacheRead: Any = UNSET  # noqa: N815
    cacheWrite: Any = UNSET  # noqa: N815
    totalTokens: Any = UNSET  # noqa: N815
    cacheWrite1h: Any = UNSET  # noqa: N815
    cost: Any = UNSET


class NestedCall(Struct, gc=False):
    """The status of one recorded nested call."""

    status: Any = UNSET


class NestedCalls(Struct, gc=False):
    """The nested calls of a tool result."""

    calls: list[NestedCall] | UnsetType | None = UNSET


class MessageHead(Struct, gc=False):
    """What the first pass needs of a message."""

    role: str | UnsetType = UNSET
    content: str | list[BlockHead] | UnsetType | None = UNSET
    timestamp: Any = UNSET
    provider: Text = UNSET
    model: Text = UNSET
    responseModel: Text = UNSET  # noqa: N815
    stopReason: Text = UNSET  # noqa: N815
    errorMessage: Text = UNSET  # noqa: N815
    diagnostics: list[Raw] | UnsetType | None = UNSET
    toolName: Text = UNSET  # noqa: N815
    toolCallId: Any = UNSET  # noqa: N815
    isError: Any = UNSET  # noqa: N815
    exitCode: Any = UNSET  # noqa: N815
    excludeFromContext: Any = UNSET  # noqa: N815
    usage: UsageHead | UnsetType | None = UNSET
    nestedCalls: NestedCalls | UnsetType | None = UNSET  # noqa: N815


class Head(Struct, gc=False):
    """What the first pass needs of an entry."""

    type: str | UnsetType = UNSET
    id: str | UnsetType = UNSET
    parentId: str | UnsetType | None = UNSET  # noqa: N815
    timestamp: str | UnsetType = UNSET
    message: MessageHead | UnsetType = UNSET
    usage: UsageHead | UnsetType | None = UNSET
    kind: Text = UNSET
    provider: Text = UNSET
    model: Text = UNSET
    targetId: Any = UNSET  # noqa: N815
    label: Any = UNSET
    name: Any = UNSET
    firstKeptEntryId: Any = UNSET  # noqa: N815
    firstKeptEntryIndex: Any = UNSET  # noqa: N815
    replacement: Any = UNSET


decode_head = Decoder(Head).decode
"""Raises msgspec.ValidationError, msgspec.DecodeError or RecursionError where the slow way has to decide."""


def loose_head(entry: dict[str, Any]) -> Head:
    """The head of a decoded entry, whatever the types of its members; members that are no objects stay what they are."""
    head = _fill(Head(), entry)
    message = entry.get("message", UNSET)
    if is_object(message):
        loose: Any = _fill(MessageHead(), message)
        loose.usage = _loose_usage(loose.usage)
        if is_array(loose.content):
            loose.content = [
                _fill(BlockHead(), block) if is_object(block) else block for block in loose.content
            ]
        nested = loose.nestedCalls
        if is_object(nested):
            loose.nestedCalls = _fill(NestedCalls(), nested)
            calls = loose.nestedCalls.calls
            if is_array(calls):
                loose.nestedCalls.calls = [_fill(NestedCall(), call) for call in calls if is_object(call)]
        head.message = loose
    head.usage = _loose_usage(head.usage)
    return head


def _loose_usage(usage: Any) -> Any:
    if not is_object(usage):
        return usage
    filled = _fill(LooseUsage(), usage)
    if is_object(filled.cost):
        filled.cost = _fill(LooseCost(), filled.cost)
    return filled


def _fill(struct: Any, values: dict[str, Any]) -> Any:
    for name in struct.__struct_fields__:
        if name in values:
            setattr(struct, name, values[name])
    return struct
