"""What one entry gives the model: its messages and content blocks as segments (CTX-1), from the recorded entry.

A segment names a place in the entry by JSON pointer and carries facts that no redaction touches: category, label, size,
flags. Texts come later, from the redacted entry at the same place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from inspect_report.payload import CATEGORIES, SegmentFlag
from inspect_report.pi.context import content_text, convert
from inspect_report.pi.jsvalues import is_array, is_object, json_length, truthy
from inspect_report.pi.jsvalues import length as js_length

SYSTEM, USER, ASSISTANT, CALL, RESULT, NEUTRAL = range(len(CATEGORIES))


class Draft(NamedTuple):
    """One segment before its summary exists. `chars` counts UTF-16 units, -1 where there is no text (images)."""

    category: int
    label: str
    pointer: str
    chars: int
    flags: int = 0


def segments(entry: dict[str, Any], target_role: object = None) -> list[Draft]:
    """Segments of one decoded entry, in the order in which Pi puts its messages.

    For a context edit these are the segments of its replacement, shown in the role of its target (`target_role`).
    Entries that give the model nothing have none.
    """
    kind = entry.get("type")
    if kind == "message":
        return list(_message(entry.get("message"), "/message"))
    if kind == "custom_message":
        flags = SegmentFlag.HIDDEN if entry.get("display") is False else 0
        return list(
            _content(entry.get("content"), "/content", NEUTRAL, "Custom", flags | SegmentFlag.CONVERTED)
        )
    if kind == "branch_summary":
        return [_summary(entry, "", "Branch summary")] if truthy(entry.get("summary")) else []
    if kind == "compaction":
        checkpoint = entry.get("systemMessage")
        drafts = list(_message(checkpoint, "/systemMessage")) if truthy(checkpoint) else []
        return [*drafts, _summary(entry, "", "Compaction summary")]
    if kind == "context_edit" and is_object(entry.get("replacement")):
        return list(_replacement(entry["replacement"], target_role))
    return []


def _message(message: Any, at: str) -> Iterator[Draft]:
    if not is_object(message):
        if truthy(message):
            yield Draft(
                NEUTRAL, "Not a message", at, json_length(message), SegmentFlag.JSON | SegmentFlag.NOT_SENT
            )
        return
    role = message.get("role")
    build = _ROLES.get(role) if isinstance(role, str) else None
    if build is None:
        flags = SegmentFlag.JSON | SegmentFlag.NOT_SENT
        yield Draft(NEUTRAL, "Unknown role", at, json_length(message), flags)
        return
    yield from build(message, at)


def _system(message: dict[str, Any], at: str) -> Iterator[Draft]:
    if message.get("content") not in (None, "", []):
        yield from _content(message["content"], f"{at}/content", SYSTEM, "System", 0)
    sections = message.get("sections")
    if is_object(sections):
        for place, text in enumerate(sections.values()):
            if isinstance(text, str):
                yield Draft(SYSTEM, "System", f"{at}/sections/{_ORDINAL}{place}", js_length(text))
    tools = message.get("toolsAdded")
    if is_array(tools) and tools:
        yield Draft(
            SYSTEM, "Tools", f"{at}/toolsAdded", json_length(tools), SegmentFlag.TOOLS | SegmentFlag.JSON
        )
    yield Draft(SYSTEM, "System change", at, _change_size(message), SegmentFlag.CHANGE)


def _change_size(message: dict[str, Any]) -> int:
    content, sections, tools = message.get("content"), message.get("sections"), message.get("toolsAdded")
    size = sum(js_length(text) for text in _texts(content))
    if is_object(sections):
        size += sum(js_length(text) for text in sections.values() if isinstance(text, str))
    return size + (json_length(tools) if truthy(tools) else 0)


def _texts(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif is_array(content):
        for block in content:
            if is_object(block) and block.get("type") == "text" and isinstance(block.get("text"), str):
                yield block["text"]


def _user(message: dict[str, Any], at: str) -> Iterator[Draft]:
    yield from _content(message.get("content"), f"{at}/content", USER, "User", 0)


def _assistant(message: dict[str, Any], at: str) -> Iterator[Draft]:
    drafts = list(_content(message.get("content"), f"{at}/content", ASSISTANT, "Assistant", 0))
    if message.get("stopReason") in ("error", "aborted", "length") or truthy(message.get("errorMessage")):
        # It is the answer that failed, at its end; the blocks before came through.
        drafts[-1] = drafts[-1]._replace(flags=drafts[-1].flags | SegmentFlag.ERROR)
    yield from drafts


def _tool_result(message: dict[str, Any], at: str) -> Iterator[Draft]:
    flags = SegmentFlag.ERROR if truthy(message.get("isError")) else 0
    yield from _content(message.get("content"), f"{at}/content", RESULT, "Tool result", flags)


def _bash(message: dict[str, Any], at: str) -> Iterator[Draft]:
    flags = SegmentFlag.CONVERTED
    if truthy(message.get("excludeFromContext")):
        flags |= SegmentFlag.NOT_SENT
    code = message.get("exitCode")
    if code not in (None, 0) or truthy(message.get("cancelled")):
        flags |= SegmentFlag.ERROR
    yield Draft(NEUTRAL, "Bash", at, sent_length(message), flags)


def _custom(message: dict[str, Any], at: str) -> Iterator[Draft]:
    flags = SegmentFlag.CONVERTED | (SegmentFlag.HIDDEN if message.get("display") is False else 0)
    yield from _content(message.get("content"), f"{at}/content", NEUTRAL, "Custom", flags)


def _branch_summary(message: dict[str, Any], at: str) -> Iterator[Draft]:
    yield _summary(message, at, "Branch summary")


def _compaction_summary(message: dict[str, Any], at: str) -> Iterator[Draft]:
    yield _summary(message, at, "Compaction summary")


_ROLES: dict[str, Callable[[dict[str, Any], str], Iterator[Draft]]] = {
    "system": _system,
    "user": _user,
    "assistant": _assistant,
    "toolResult": _tool_result,
    "bashExecution": _bash,
    "custom": _custom,
    "branchSummary": _branch_summary,
    "compactionSummary": _compaction_summary,
}


def _summary(holder: dict[str, Any], at: str, label: str) -> Draft:
    role = "branchSummary" if label == "Branch summary" else "compactionSummary"
    size = sent_length({"role": role, "summary": holder.get("summary")})
    return Draft(NEUTRAL, label, f"{at}/summary", size, SegmentFlag.CONVERTED)


def sent_length(message: dict[str, Any]) -> int:
    """The size of a message's text as Pi sends it (PI_RULES 9), in UTF-16 units; 0 for one that is dropped."""
    sent = convert({**message, "excludeFromContext": False} if "excludeFromContext" in message else message)
    return js_length(content_text(sent.get("content")) or "") if sent else 0


def _replacement(replacement: dict[str, Any], role: object) -> Iterator[Draft]:
    category, label = {
        "user": (USER, "User"),
        "assistant": (ASSISTANT, "Assistant"),
        "toolResult": (RESULT, "Tool result"),
    }.get(role if isinstance(role, str) else "", (NEUTRAL, "Custom"))
    flags = SegmentFlag.CONVERTED if category == NEUTRAL else 0
    yield from _content(replacement.get("content"), "/replacement/content", category, label, flags)


def _content(content: Any, at: str, category: int, label: str, flags: int) -> Iterator[Draft]:
    if content is None or content == []:
        yield Draft(category, label, at, 0, flags)
    elif isinstance(content, str):
        yield Draft(category, label, at, js_length(content), flags)
    elif is_array(content):
        for place, block in enumerate(content):
            yield _block(block, f"{at}/{place}", category, label, flags)
    else:
        yield Draft(category, label, at, json_length(content), flags | SegmentFlag.JSON)


def _block(block: Any, at: str, category: int, label: str, flags: int) -> Draft:
    if is_object(block):
        kind = block.get("type")
        if kind == "text" and isinstance(block.get("text"), str):
            return Draft(category, label, at, js_length(block["text"]), flags)
        if kind == "thinking" and category == ASSISTANT:
            thinking = block.get("thinking")
            return Draft(
                category, "Thinking", at, js_length(thinking) if isinstance(thinking, str) else 0, flags
            )
        if kind == "toolCall" and category == ASSISTANT:
            name = block.get("name")
            size = (js_length(name) if isinstance(name, str) else 0) + json_length(block.get("arguments"))
            return Draft(CALL, "Tool call", at, size, flags)
        if kind == "image":
            return Draft(category, "Image", at, -1, flags | SegmentFlag.IMAGE)
    return Draft(category, label, at, json_length(block), flags | SegmentFlag.JSON)


_ORDINAL = "~#"
"""Names a member by its place: names are texts of the file, and a pointer must not carry them past the redactor."""


def settled(drafts: list[Draft], shown: Any) -> list[Draft]:
    """The segments with pointers into the shown entry: members named by place get the name that they have there."""
    return [
        draft._replace(pointer=_settle(draft.pointer, shown)) if _ORDINAL in draft.pointer else draft
        for draft in drafts
    ]


def _settle(pointer: str, shown: Any) -> str:
    before, _, rest = pointer.partition(_ORDINAL)
    place, slash, after = rest.partition("/")
    holder = resolve(shown, before.removesuffix("/"))
    names = list(holder) if is_object(holder) else []
    name = escape(names[int(place)]) if int(place) < len(names) else "-"
    return f"{before}{name}{slash}{after}"


def escape(name: str) -> str:
    """One name of a JSON pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


def resolve(value: Any, pointer: str) -> Any:
    """The value at a JSON pointer, or None where the path ends early."""
    for part in pointer.split("/")[1:]:
        if is_array(value):
            value = value[int(part)] if part.isdecimal() and int(part) < len(value) else None
        elif is_object(value):
            value = value.get(part.replace("~1", "/").replace("~0", "~"))
        else:
            return None
    return value
