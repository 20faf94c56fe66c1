"""The records of a dump, version 1: which members are taken, and what each has to be (OBSERVATIONS.md, OBS-7).

Everything that stands in no table here is dropped while reading. A record is never corrected: a member of a wrong type
omits the record, a reference that is no usable id becomes "unavailable".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import Raw

from inspect_report import bounds
from inspect_report.observations.notes import Notes
from inspect_report.observations.values import elements
from inspect_report.observations.values import members as members_of
from inspect_report.pi import jsonl
from inspect_report.pi.jsvalues import is_number

Kind = Literal[
    "own", "reference", "references", "text", "texts", "count", "number", "flag", "any", "array", "object", "model",
    "usage", "source", "namespace", "cuts", "servers", "tools", "skills", "commands", "files",
]  # fmt: skip

UNAVAILABLE: Final = "unavailable"


class Unusable(Exception):  # noqa: N818
    """The record has to be omitted; `kind` is one of `notes.KINDS`, the message names the member."""

    def __init__(self, kind: str, member: str) -> None:
        super().__init__(member)
        self.kind = kind


class Member(msgspec.Struct, frozen=True):
    """What a member has to be. `required` ones omit their record when missing or null."""

    kind: Kind
    required: bool = False


def _members(required: Mapping[str, Kind], optional: Mapping[str, Kind] | None = None) -> dict[str, Member]:
    return {
        **{name: Member(kind, True) for name, kind in required.items()},
        **{name: Member(kind) for name, kind in (optional or {}).items()},
    }


FRAME: dict[str, Member] = _members({"run": "own", "seq": "count", "observedAt": "text"}, {"cut": "cuts"})
"""What every record but the header has besides its type."""

HEADER: dict[str, Member] = _members(
    {}, {"sessionId": "own", "piVersion": "text", "startedAt": "text", "cwd": "text", "mode": "text"}
)

RECORDS: dict[str, dict[str, Member]] = {
    "session_start": _members({}, {"reason": "text", "leafId": "reference", "model": "model", "thinkingLevel": "text"}),
    "context": _members(
        {"messages": "array"},
        {
            "request": "count", "leafId": "reference", "model": "model", "thinkingLevel": "text", "usage": "usage",
            "prefix": "count",
        },
    ),
    "provider_payload": _members(
        {"payload": "any"},
        {"request": "count", "attempt": "count", "purpose": "text", "leafId": "reference", "model": "model"},
    ),
    "provider_response": _members(
        {}, {"request": "count", "leafId": "reference", "status": "number", "requestId": "text"}
    ),
    "cache_warming_decision": _members(
        {}, {"action": "text", "warmCost": "number", "missCost": "number", "leafId": "reference"}
    ),
    "system_prompt": _members({"prompt": "text"}, {"leafId": "reference"}),
    "context_files": _members({"contextFiles": "files"}),
    "commands": _members({"commands": "commands"}),
    "tools": _members({"tools": "tools"}, {"leafId": "reference"}),
    "mcp_servers": _members({}, {"servers": "servers", "unavailable": "flag"}),
    "skills": _members({"skills": "skills"}),
    "execution_start": _members(
        {"occurrenceId": "own", "toolCallId": "own", "toolName": "own"},
        {
            "args": "any", "parentToolCallId": "reference", "parentOccurrenceId": "reference", "anchorId": "reference",
            "leafId": "reference", "request": "count", "ambiguousParent": "flag",
        },
    ),
    "execution_input": _members({"occurrenceId": "own", "input": "any"}),
    "execution_update": _members({"occurrenceId": "own"}, {"update": "count", "partialResult": "any"}),
    "execution_end": _members(
        {"occurrenceId": "own", "isError": "flag"},
        {
            "toolCallId": "own", "leafId": "reference", "durationMs": "number", "result": "any", "ambiguous": "flag",
        },
    ),
    "turn": _members(
        {},
        {
            "turnIndex": "count", "request": "count", "outcome": "text", "messageEntryId": "reference",
            "toolResultEntryIds": "references", "leafId": "reference",
        },
    ),
    "session_tree": _members(
        {}, {"oldLeafId": "reference", "newLeafId": "reference", "summaryEntryId": "reference"}
    ),
    "session_compact": _members({}, {"entryId": "reference", "reason": "text", "willRetry": "flag"}),
    "session_compact_failed": _members({}, {"reason": "text", "errorMessage": "text", "aborted": "flag"}),
    "session_info_changed": _members({}, {"name": "text"}),
    "model_select": _members({}, {"model": "model"}),
    "thinking_level_select": _members({}, {"level": "text"}),
    "marker": _members({}, {"event": "text", "leafId": "reference"}),
    "execution_unfinished": _members({"occurrenceId": "own"}),
    "capture_omitted": _members({"what": "text"}, {"count": "count", "reason": "text"}),
    "end": _members({}, {"reason": "text", "leafId": "reference"}),
}  # fmt: skip
"""Record types and their members, the frame aside."""

STREAM: dict[str, dict[str, Member]] = {
    "tool_execution_start": _members(
        {"toolCallId": "own", "toolName": "own"}, {"args": "any", "parentToolCallId": "reference"}
    ),
    "tool_execution_update": _members({"toolCallId": "own"}, {"partialResult": "any"}),
    "tool_execution_end": _members(
        {"toolCallId": "own", "isError": "flag"}, {"result": "any", "durationMs": "number"}
    ),
}
"""The events of Pi's own stream that are taken, and their members."""

STREAM_UNNAMED = frozenset({"toolName", "args", "parentToolCallId"})
"""Members that Pi's updates and ends repeat from the start; taken from there, so not counted as dropped."""

STREAM_EVENTS = frozenset(
    {
        "response", "agent_start", "agent_end", "agent_settled", "turn_start", "turn_end", "message_start",
        "message_update", "message_end", "queue_update", "entry_appended", "session_info_changed",
        "thinking_level_changed", "compaction_start", "compaction_end", "auto_retry_start", "auto_retry_end",
        "summarization_retry_scheduled", "summarization_retry_attempt_start", "summarization_retry_finished",
        "bash_execution_update", "extension_error", "extension_ui_request",
    }
)  # fmt: skip
"""Further events of Pi 1.6.0's `--mode json` and rpc: known, and not shown."""

SMALL: dict[str, dict[str, Member]] = {
    "model": _members({}, {"provider": "text", "id": "text", "api": "text"}),
    "usage": _members({}, {"tokens": "number", "contextWindow": "number", "percent": "number"}),
    "source": _members({}, {"source": "text", "path": "text", "scope": "text", "origin": "text"}),
    "namespace": _members(
        {}, {"name": "text", "aliases": "texts", "description": "text", "instructions": "text"}
    ),
}
"""Objects inside records."""

ITEMS: dict[str, dict[str, Member]] = {
    "tools": _members(
        {"name": "own"},
        {
            "description": "text", "parameters": "any", "promptGuidelines": "texts", "exposure": "text",
            "namespace": "namespace", "annotations": "object", "active": "flag", "sourceInfo": "source",
        },
    ),
    "servers": _members({"name": "own"}, {"extensionPath": "text"}),
    "skills": _members(
        {"name": "own"},
        {
            "description": "text", "filePath": "text", "baseDir": "text", "sourceInfo": "source",
            "disableModelInvocation": "flag",
        },
    ),
    "commands": _members({"name": "own"}, {"description": "text", "source": "text"}),
    "files": _members({"path": "text", "content": "text"}),
}  # fmt: skip
"""The items of catalogs. Of an MCP registration nothing but its name and the path of its extension."""


def fields_of(raw: bytes) -> dict[str, Any]:
    """The members of one line, undecoded (`msgspec.Raw`) where possible. Raises `jsonl.Malformed`; TypeError for no object."""
    try:
        return msgspec.json.decode(raw, type=dict[str, Raw])
    except (msgspec.DecodeError, RecursionError):
        value, _ = jsonl.parse(raw)
        found = members_of(value)
        if found is None:
            raise TypeError("not an object") from None
        return found


def value_of(raw: Any) -> Any:
    """The value of a member of `fields_of`. Raises `jsonl.Malformed`."""
    if isinstance(raw, Raw):
        value, _ = jsonl.parse(bytes(raw))
        return value
    return raw


def take(
    fields: Mapping[str, Any],
    members: Mapping[str, Member],
    name: str,
    notes: Notes | None = None,
    *,
    inner: bool = False,
) -> dict[str, Any]:
    """The named members of a record, opaque ones (`any`, `array`) still undecoded.

    `name` is the record type, for what is counted in `notes`; None counts nothing. A reference that is null is absent; one
    that is no usable id is absent too, with its name in the list under `UNAVAILABLE`. `inner` objects have no frame.
    Raises Unusable, `jsonl.Malformed`.
    """
    taken: dict[str, Any] = {}
    unavailable: list[str] = []
    for key, member in members.items():
        raw = fields.get(key)
        if raw is None or (isinstance(raw, Raw) and bytes(raw) == b"null"):
            # Null is how a payload without value is written; everywhere else it is as good as absent.
            if member.required and not (member.kind == "any" and key in fields):
                raise Unusable("wrong-type", f"{name}.{key} is missing")
            continue
        if member.kind == "any":
            taken[key] = raw
        elif member.kind == "array":
            taken[key] = _array(raw, name, key)
        elif member.kind in {"reference", "references"}:
            _reference(value_of(raw), member.kind, key, taken, unavailable)
        else:
            taken[key] = _checked(value_of(raw), member.kind, name, key, notes)
    if unavailable:
        taken[UNAVAILABLE] = unavailable
    if notes:
        for key in fields:
            if key not in members and (inner or (key not in FRAME and key != "type")):
                notes.unknown_field(f"{name}.{key}")
    return taken


def usable(value: Any) -> bool:
    """Whether a value can be an id or a name: a text of 1 to 512 characters."""
    return isinstance(value, str) and 0 < len(value) <= bounds.IDENTIFIER


def _array(raw: Any, name: str, key: str) -> Any:
    if isinstance(raw, Raw):
        if bytes(raw)[:1] != b"[":
            raise Unusable("wrong-type", f"{name}.{key} is no list")
    elif elements(raw) is None:
        raise Unusable("wrong-type", f"{name}.{key} is no list")
    return raw


def _reference(value: Any, kind: str, key: str, taken: dict[str, Any], unavailable: list[str]) -> None:
    if kind == "reference":
        if usable(value):
            taken[key] = value
        else:
            unavailable.append(key)
        return
    found = elements(value)
    taken[key] = [each for each in found or () if usable(each)]
    if found is None or len(taken[key]) < len(found):
        unavailable.append(key)


def _checked(value: Any, kind: Kind, name: str, key: str, notes: Notes | None) -> Any:
    if kind == "own":
        if not isinstance(value, str):
            raise Unusable("wrong-type", f"{name}.{key} is no text")
        if not usable(value):
            raise Unusable("bad-id", f"{name}.{key} is empty or longer than {bounds.IDENTIFIER} characters")
        return value
    test = _TESTS.get(kind)
    if test:
        if not test(value):
            raise Unusable("wrong-type", f"{name}.{key} has a wrong type")
        return value
    return _shaped(value, kind, f"{name}.{key}", notes)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 53


def _is_finite(value: Any) -> bool:
    return is_number(value) and abs(value) < 1e300 and math.isfinite(value)


_TESTS: dict[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str),
    "count": _is_count,
    "number": _is_finite,
    "flag": lambda value: isinstance(value, bool),
    "object": lambda value: isinstance(value, dict),
}


def _shaped(value: Any, kind: Kind, name: str, notes: Notes | None) -> Any:
    """Members that are objects or lists with named members of their own."""
    if kind in SMALL:
        small = members_of(value)
        if small is None:
            raise Unusable("wrong-type", f"{name} is no object")
        return take(small, SMALL[kind], name, notes, inner=True)
    items = elements(value)
    if items is None:
        raise Unusable("wrong-type", f"{name} is no list")
    if kind == "cuts":
        return [_cut(item, name) for item in items]
    if kind == "texts":
        if not all(isinstance(item, str) for item in items):
            raise Unusable("wrong-type", f"{name} holds something that is no text")
        return items
    return list(_items(items, kind, name, notes))


def _items(items: list[Any], kind: Kind, name: str, notes: Notes | None) -> Iterator[dict[str, Any]]:
    """The usable items of a catalog; the others are counted, and their catalog stays."""
    for item in items:
        try:
            found = members_of(item)
            if found is None:
                raise Unusable("wrong-type", f"{name} holds something that is no object")
            yield take(found, ITEMS[kind], name, notes, inner=True)
        except Unusable as reason:
            if notes:
                notes.add("bad-item", str(reason))


def _cut(value: Any, name: str) -> dict[str, Any]:
    """A text that the extension cut: where, and how many characters it lost. The path is a text or a list of steps."""
    found = members_of(value)
    if found is None:
        raise Unusable("wrong-type", f"{name} holds something that is no object")
    path, chars = found.get("path", ""), found.get("chars", 0)
    steps = elements(path)
    if steps is not None:
        path = "/".join(str(step) for step in steps if isinstance(step, (str, int)))
    if not isinstance(path, str) or not _is_count(chars):
        raise Unusable("wrong-type", f"{name} has a wrong type")
    return {"path": path, "chars": chars}
