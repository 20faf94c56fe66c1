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

UNAVAILABLE: Final = "$unavailable"


class Unusable(Exception):  # noqa: N818
    """The record has to be omitted; `kind` is one of `notes.KINDS`, the message names the member."""

    def __init__(self, kind: str, member: str) -> None:
        super().__init__(member)
        self.kind = kind


class Members(msgspec.Struct, frozen=True):
    """What the members of an object have to be. Required ones omit it when missing or null."""

    rows: tuple[tuple[str, Kind, bool], ...]
    """(name, kind, required)."""
    known: frozenset[str]
    """Names that are not counted as dropped: those of the rows, and the record's type."""


_FRAME: dict[str, Kind] = {"run": "own", "seq": "count", "observedAt": "text"}


def _members(required: Mapping[str, Kind], optional: Mapping[str, Kind] | None = None) -> Members:
    rows: list[tuple[str, Kind, bool]] = []
    for name, kind in required.items():
        rows.append((name, kind, True))
    for name, kind in (optional or {}).items():
        rows.append((name, kind, False))
    return Members(tuple(rows), frozenset(name for name, _, _ in rows))


def _record(required: Mapping[str, Kind], optional: Mapping[str, Kind] | None = None) -> Members:
    """A record of a dump: the frame that every record but the header has, then its own members."""
    plain = _members({**_FRAME, **required}, {"cut": "cuts", **(optional or {})})
    return Members(plain.rows, plain.known | {"type"})


def _event(required: Mapping[str, Kind], optional: Mapping[str, Kind] | None = None) -> Members:
    """An event of Pi's stream. Updates and ends repeat name, arguments and parent of their start; taken from there."""
    plain = _members(required, optional)
    return Members(plain.rows, plain.known | {"type", "toolName", "args", "parentToolCallId"})


HEADER: Members = _members(
    {}, {"sessionId": "own", "piVersion": "text", "startedAt": "text", "cwd": "text", "mode": "text"}
)

RECORDS: dict[str, Members] = {
    "session_start": _record({}, {"reason": "text", "leafId": "reference", "model": "model", "thinkingLevel": "text"}),
    "context": _record(
        {"messages": "array"},
        {
            "request": "count", "leafId": "reference", "model": "model", "thinkingLevel": "text", "usage": "usage",
            "prefix": "count",
        },
    ),
    "provider_payload": _record(
        {"payload": "any"},
        {"request": "count", "attempt": "count", "purpose": "text", "leafId": "reference", "model": "model"},
    ),
    "provider_response": _record(
        {}, {"request": "count", "leafId": "reference", "status": "number", "requestId": "text"}
    ),
    "cache_warming_decision": _record(
        {}, {"action": "text", "warmCost": "number", "missCost": "number", "leafId": "reference"}
    ),
    "system_prompt": _record({"prompt": "text"}, {"leafId": "reference"}),
    "context_files": _record({"contextFiles": "files"}),
    "commands": _record({"commands": "commands"}),
    "tools": _record({"tools": "tools"}, {"leafId": "reference"}),
    "mcp_servers": _record({}, {"servers": "servers", "unavailable": "flag"}),
    "skills": _record({"skills": "skills"}),
    "execution_start": _record(
        {"occurrenceId": "own", "toolCallId": "own", "toolName": "own"},
        {
            "args": "any", "parentToolCallId": "reference", "parentOccurrenceId": "reference", "anchorId": "reference",
            "leafId": "reference", "request": "count", "ambiguousParent": "flag",
        },
    ),
    "execution_input": _record({"occurrenceId": "own", "input": "any"}),
    "execution_update": _record({"occurrenceId": "own"}, {"update": "count", "partialResult": "any"}),
    "execution_end": _record(
        {"occurrenceId": "own", "isError": "flag"},
        {
            "toolCallId": "own", "leafId": "reference", "durationMs": "number", "result": "any", "ambiguous": "flag",
        },
    ),
    "turn": _record(
        {},
        {
            "turnIndex": "count", "request": "count", "outcome": "text", "messageEntryId": "reference",
            "toolResultEntryIds": "references", "leafId": "reference",
        },
    ),
    "session_tree": _record(
        {}, {"oldLeafId": "reference", "newLeafId": "reference", "summaryEntryId": "reference"}
    ),
    "session_compact": _record({}, {"entryId": "reference", "reason": "text", "willRetry": "flag"}),
    "session_compact_failed": _record({}, {"reason": "text", "errorMessage": "text", "aborted": "flag"}),
    "session_info_changed": _record({}, {"name": "text"}),
    "model_select": _record({}, {"model": "model"}),
    "thinking_level_select": _record({}, {"level": "text"}),
    "marker": _record({}, {"event": "text", "leafId": "reference"}),
    "execution_unfinished": _record({"occurrenceId": "own"}),
    "capture_omitted": _record({"what": "text"}, {"count": "count", "reason": "text"}),
    "end": _record({}, {"reason": "text", "leafId": "reference"}),
}  # fmt: skip
"""Record types and their members."""

STREAM: dict[str, Members] = {
    "tool_execution_start": _event(
        {"toolCallId": "own", "toolName": "own"}, {"args": "any", "parentToolCallId": "reference"}
    ),
    "tool_execution_update": _event({"toolCallId": "own"}, {"partialResult": "any"}),
    "tool_execution_end": _event(
        {"toolCallId": "own", "isError": "flag"}, {"result": "any", "durationMs": "number"}
    ),
}
"""The events of Pi's own stream that are taken, and their members."""

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

SMALL: dict[str, Members] = {
    "model": _members({}, {"provider": "text", "id": "text", "api": "text"}),
    "usage": _members({}, {"tokens": "number", "contextWindow": "number", "percent": "number"}),
    "source": _members({}, {"source": "text", "path": "text", "scope": "text", "origin": "text"}),
    "namespace": _members(
        {}, {"name": "text", "aliases": "texts", "description": "text", "instructions": "text"}
    ),
}
"""Objects inside records."""

ITEMS: dict[str, Members] = {
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
    if not isinstance(raw, Raw):
        return raw
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        value, _ = jsonl.parse(bytes(raw))
        return value


def take(
    fields: Mapping[str, Any], members: Members, name: str, notes: Notes | None = None
) -> dict[str, Any]:
    """The named members of a record, opaque ones (`any`, `array`) still undecoded.

    `name` is the record type, for what is counted in `notes`; None counts nothing. A reference that is null is absent; one
    that is no usable id is absent too, with its name in the list under `UNAVAILABLE`. Raises Unusable, `jsonl.Malformed`.
    """
    taken: dict[str, Any] = {}
    unavailable: list[str] = []
    for key, kind, required in members.rows:
        raw = fields.get(key)
        value = raw if raw is None or kind in _OPAQUE else value_of(raw)
        if value is None or (kind in _OPAQUE and _is_null(value)):
            # Null is how a payload without value is written; everywhere else it is as good as absent.
            if required and not (kind == "any" and key in fields):
                raise Unusable("wrong-type", f"{name}.{key} is missing")
        elif kind in _REFERENCES:
            _reference(value, kind, key, taken, unavailable)
        else:
            test = _TESTS.get(kind)
            if test is None:
                value = _shaped(value, kind, f"{name}.{key}", notes)
            elif not test(value):
                raise Unusable(_fault(kind, value), f"{name}.{key} has a wrong type, or is empty or too long")
            taken[key] = value
    if unavailable:
        taken[UNAVAILABLE] = unavailable
    if notes and not members.known.issuperset(fields):
        for key in fields:
            if key not in members.known:
                notes.unknown_field(f"{name}.{key}")
    return taken


_OPAQUE = frozenset({"any", "array"})
_REFERENCES = frozenset({"reference", "references"})


def _is_null(raw: Any) -> bool:
    # Without a copy: a member can be 100 MB.
    if not isinstance(raw, Raw):
        return raw is None
    view = memoryview(raw)
    return view.nbytes == 4 and bytes(view) == b"null"


def _fault(kind: Kind, value: Any) -> str:
    return "bad-id" if kind == "own" and isinstance(value, str) else "wrong-type"


def usable(value: Any) -> bool:
    """Whether a value can be an id or a name: a text of 1 to 512 characters."""
    return isinstance(value, str) and 0 < len(value) <= bounds.IDENTIFIER


def _is_array(raw: Any) -> bool:
    return bytes(memoryview(raw)[:1]) == b"[" if isinstance(raw, Raw) else isinstance(raw, list)


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


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 53


def _is_finite(value: Any) -> bool:
    return is_number(value) and abs(value) < 1e300 and math.isfinite(value)


_TESTS: dict[str, Callable[[Any], bool]] = {
    "any": lambda _: True,
    "array": _is_array,
    "own": usable,
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
        return take(small, SMALL[kind], name, notes)
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
            yield take(found, ITEMS[kind], name, notes)
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
