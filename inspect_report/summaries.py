"""One line of words for a segment or an entry, made from its shown (redacted) value only."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from inspect_report import bounds
from inspect_report.payload import SegmentFlag
from inspect_report.pi.jsvalues import is_array, is_object
from inspect_report.redact import Shown
from inspect_report.segments import Draft, resolve

if TYPE_CHECKING:
    import json

CODES = re.compile(
    "\x1b(?:\\][^\x07\x1b\x9c]{0,4096}(?:\x07|\x1b\\\\|\x9c)|\\[[0-9:;<=>?]{0,64}[ -/]{0,8}[@-~]|[ -/]{0,4}[0-~])|\x9b[0-9:;<=>?]{0,64}[@-~]"
)
_SPACES = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")
_DRAWN = "-=_*#~.+─━═"
_RUN = 6
_RULER = re.compile(rf"([{_DRAWN}])\1{{{_RUN - 1},}}")
"""A run that only draws a line; three of it say as much."""
_RULERS = tuple(character * _RUN for character in _DRAWN)
_SKILL = re.compile(r'<skill name="([^"\n]{1,512})" location="[^"\n]{0,2048}">\n')
"""How a prompt begins that asked for a skill: Pi writes the skill's text before the person's words."""
_SKILL_END = "\n</skill>\n\n"
_ARGUMENTS = (
    "command",
    "pattern",
    "query",
    "path",
    "file_path",
    "url",
    "name",
    "code",
    "prompt",
    "description",
)


def line(text: str, limit: int = bounds.SUMMARY) -> Shown:
    """The beginning of a shown text as one line: terminal codes gone, white space folded, at most `limit` characters."""
    beginning = text[: limit * 2]
    if "\x1b" not in beginning and "\x9b" not in beginning:
        folded = _folded(beginning)
        # What follows could change no more than the last word and a ruler at the end.
        if len(beginning) == len(text) or len(folded) >= limit + _RUN:
            return Shown(bounds.start(folded, limit))
    return Shown(bounds.start(_folded(CODES.sub("", text[: limit * 8])), limit))


def _folded(text: str) -> str:
    folded = " ".join(text.split())
    if not folded.isprintable():
        folded = _SPACES.sub(" ", text).strip()
    for ruler in _RULERS:
        if ruler in folded:
            return _RULER.sub(r"\1\1\1", folded)
    return folded


def of_segment(draft: Draft, value: Any, entry: Any) -> Shown:
    """The short content of one segment; `entry` is the shown entry that holds it, `value` what stands at its pointer."""
    if is_object(value) and "$withheld" in value:
        return withheld(value)
    if draft.flags & SegmentFlag.CHANGE:
        return Shown(_change(value))
    if draft.flags & SegmentFlag.TOOLS:
        return _tools(value)
    if draft.flags & SegmentFlag.IMAGE:
        return image(value)
    if draft.label == "Tool call" and is_object(value):
        return call(value)
    if draft.label == "Bash" and is_object(value):
        return bash(value)
    if draft.label == "Tool result":
        name = resolve(entry, "/message/toolName")
        return line(f"{name} {_text(value)}" if isinstance(name, str) else _text(value))
    if draft.label == "System" and "/sections/" in draft.pointer:
        name = draft.pointer.rsplit("/", 1)[1].replace("~1", "/").replace("~0", "~")
        return line(f"{name} · {_text(value)}")
    if draft.label == "Custom":
        holder = entry.get("message") if entry.get("type") == "message" else entry
        name = holder.get("customType") if is_object(holder) else None
        return line(f"{name} · {_text(value)}" if isinstance(name, str) else _text(value))
    text = _text(value)
    if draft.label == "User" and (skill := _SKILL.match(text)):
        words = text.partition(_SKILL_END)[2]
        return line(f"skill {skill[1]} · {words}" if words else f"skill {skill[1]}")
    if not text and draft.label == "Assistant" and draft.flags & SegmentFlag.ERROR:
        message = entry.get("message")
        reason = message.get("stopReason") if is_object(message) else None
        return line(f"no content · {reason if isinstance(reason, str) else 'error'}")
    return line(text) if text else Shown("empty")


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if is_object(value):
        if value.get("type") == "thinking" and value.get("redacted") and not value.get("thinking"):
            return "redacted by the provider"
        for name in ("text", "thinking"):
            if isinstance(value.get(name), str):
                return value[name]
            if isinstance(value.get(name), dict) and "$withheld" in value[name]:
                return withheld(value[name])
    if value is None or value == []:
        return ""
    return compact(value)


def compact(value: Any, limit: int = bounds.SUMMARY * 2) -> str:
    """A shown value as compact JSON: all of it within `limit` characters, else its beginning, which may be a little longer."""
    encoder = _encoder()
    with suppress(RecursionError):
        if len(whole := encoder.encode(value)) <= limit:
            return whole
    parts: list[str] = []
    size = 0
    for part in encoder.iterencode(value):
        parts.append(part)
        size += len(part)
        if size > limit:
            break
    return "".join(parts)


@cache
def _encoder() -> json.JSONEncoder:
    import json

    return json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def withheld(value: dict[str, Any]) -> Shown:
    """The words for a value that is never shown."""
    size = f"{value['chars']:,} characters" if "chars" in value else f"{value.get('bytes', 0):,} bytes"
    return Shown(f"{value['$withheld']}, not shown, {size}")


def image(value: Any) -> Shown:
    """The words for an image block: its data is the mark that stands for the image."""
    value = value.get("data") if is_object(value) else None
    if not is_object(value) or "$image" not in value:
        return Shown("image, not readable")
    words = [str(value.get("mime") or "image")]
    if value.get("width"):
        words.append(f"{value['width']:,} × {value['height']:,}")
    words.append(f"{value.get('bytes', 0):,} bytes")
    if value.get("why"):
        words.append(f"not shown: {value['why']}")
    return Shown(", ".join(words))


def call(block: dict[str, Any]) -> Shown:
    """A tool call: its name and what says most about its arguments."""
    name = block.get("name") if isinstance(block.get("name"), str) else "unnamed tool"
    arguments = block.get("arguments")
    if is_object(arguments):
        for key in _ARGUMENTS:
            if isinstance(arguments.get(key), str) and arguments[key]:
                place = arguments.get("path") if key in ("pattern", "query") else None
                where = f" in {place}" if isinstance(place, str) and place else ""
                return line(f"{name} {arguments[key]}{where}")
    words = "" if arguments in (None, {}) else f" {compact(arguments)}"
    return line(f"{name}{words}")


def bash(message: dict[str, Any]) -> Shown:
    """A command that the user ran: the command and how it ended."""
    ending = ""
    if message.get("cancelled"):
        ending = " · cancelled"
    elif message.get("exitCode") not in (None, 0):
        ending = f" · exit {message['exitCode']}"
    command = message.get("command")
    words = line(command if isinstance(command, str) else compact(command), bounds.SUMMARY - len(ending))
    return Shown(f"{words}{ending}")


def _tools(value: Any) -> Shown:
    names = [tool["name"] for tool in value if is_object(tool) and isinstance(tool.get("name"), str)]
    count = len(value) if is_array(value) else 0
    return line(f"{count:,} {'declaration' if count == 1 else 'declarations'}: {', '.join(names)}")


def _change(message: Any) -> str:
    if not is_object(message):
        return "system message"
    words: list[str] = []
    sections = message.get("sections")
    if is_object(sections):
        kept = [name for name, text in sections.items() if text is not None]
        gone = [name for name, text in sections.items() if text is None]
        words += [f"sets {', '.join(kept)}"] if kept else []
        words += [f"removes {', '.join(gone)}"] if gone else []
    for key, verb in (("toolsAdded", "adds"), ("toolsRemoved", "removes")):
        tools = message.get(key)
        if is_array(tools) and tools:
            names = [tool.get("name") if is_object(tool) else tool for tool in tools]
            words.append(f"{verb} tools {', '.join(str(name) for name in names)}")
    text = _text(message.get("content"))
    if text:
        words.insert(0, text)
    return line(" · ".join(words) or "no change")


def _usage(entry: dict[str, Any]) -> str:
    usage = entry.get("usage")
    total = usage.get("totalTokens") if is_object(usage) else None
    size = f" · {total:,.0f} tokens" if isinstance(total, (int, float)) else ""
    return f"{_word(entry, 'kind')} · {_word(entry, 'provider')}/{_word(entry, 'model')}{size}"


def _compaction(entry: dict[str, Any]) -> str:
    before = entry.get("tokensBefore")
    size = f"{before:,.0f} tokens before · " if isinstance(before, (int, float)) else ""
    return f"{size}{_text(entry.get('summary')) or 'no summary'}"


def _edit(entry: dict[str, Any]) -> str:
    target = _word(entry, "targetId")
    return f"omits {target}" if entry.get("replacement") is None else f"replaces the content of {target}"


def _label(entry: dict[str, Any]) -> str:
    label = entry.get("label")
    return (
        f"“{label}” on {_word(entry, 'targetId')}"
        if label
        else f"label of {_word(entry, 'targetId')} cleared"
    )


_ENTRIES: dict[str, Callable[[dict[str, Any]], str]] = {
    "model_change": lambda entry: f"{_word(entry, 'provider')}/{_word(entry, 'modelId')}",
    "thinking_level_change": lambda entry: f"thinking {_word(entry, 'thinkingLevel')}",
    "label": _label,
    "session_info": lambda entry: f"name: {_word(entry, 'name')}",
    "usage": _usage,
    "custom": lambda entry: f"{_word(entry, 'customType')} {compact(entry.get('data'))}",
    "context_edit": _edit,
    "compaction": _compaction,
    "branch_summary": lambda entry: _text(entry.get("summary")) or "no summary",
}


def _word(entry: dict[str, Any], name: str) -> str:
    value = entry.get(name)
    return value if isinstance(value, str) else "not recorded" if value is None else compact(value)


def of_entry(entry: Any, drafts: list[Draft], summaries: list[Shown]) -> Shown:
    """The short content of a whole entry: by its type, else the segment that says most."""
    if not is_object(entry):
        return line(compact(entry))
    kind = entry.get("type")
    if isinstance(kind, str) and kind in _ENTRIES:
        return line(_ENTRIES[kind](entry))
    for wanted in ("Assistant", "User", "System change", "Tool call"):
        for draft, summary in zip(drafts, summaries, strict=True):
            if draft.label == wanted and summary != "empty":
                return summary
    if summaries:
        return summaries[0]
    return line(compact({name: value for name, value in entry.items() if name not in _ENVELOPE}))


_ENVELOPE = {"type", "id", "parentId", "timestamp"}
