"""Replay of the system prompt and the tools from system messages and checkpoints (PI_RULES 10)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from inspect_report.pi.context import content_text
from inspect_report.pi.jsvalues import (
    MISSING,
    entries,
    id_key,
    is_array,
    is_object,
    length,
    nullish,
    ordered_keys,
)


@dataclass(slots=True)
class Step:
    """What one system message or checkpoint changed."""

    text: str
    """The prompt text that it appends; empty if none."""
    sections_set: dict[str, Any] = field(default_factory=dict[str, Any])
    sections_removed: list[str] = field(default_factory=list[str])
    tools_added: list[Any] = field(default_factory=list[Any])
    tools_redefined: list[Any] = field(default_factory=list[Any])
    tools_removed: list[Any] = field(default_factory=list[Any])
    """Names as recorded; MISSING for a nameless tool. Only what was there before."""
    ignored: list[str] = field(default_factory=list[str])
    """Names of members that have no usable type and were left out, in words."""

    @property
    def empty(self) -> bool:
        """Whether nothing changed."""
        changed = self.sections_set or self.sections_removed or self.tools_added or self.tools_redefined
        return not (self.text or changed or self.tools_removed)


class Replay:
    """Prompt and tools after the context messages fed so far. Only messages of role system matter."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        """The non-empty content texts of all system messages."""
        self._sections: dict[str, Any] = {}
        self._tools: dict[Any, Any] = {}
        self._timestamp: Any = MISSING
        self.seen = 0
        """How many system messages were fed."""

    def copy(self) -> Replay:
        """An independent copy of the state; declarations are shared."""
        twin = Replay()
        twin.texts, twin._sections = list(self.texts), dict(self._sections)
        twin._tools, twin._timestamp, twin.seen = dict(self._tools), self._timestamp, self.seen
        return twin

    def feed(self, message: Any) -> Step | None:
        """Take one context message; None if it is no system message, else what it changed."""
        if not is_object(message):
            return None
        stored: dict[str, Any] = message
        if stored.get("role") != "system":
            return None
        self.seen += 1
        timestamp: Any = stored.get("timestamp", MISSING)
        if nullish(self._timestamp):
            self._timestamp = timestamp
        text = content_text(stored.get("content", MISSING))
        step = Step(text or "")
        if text is None:
            step.ignored.append("content")
        elif text:
            self.texts.append(text)
        self._feed_sections(stored.get("sections", MISSING), step)
        self._feed_tools(stored.get("toolsRemoved"), stored.get("toolsAdded"), step)
        return step

    def _feed_sections(self, sections: Any, step: Step) -> None:
        if nullish(sections):
            return
        if not is_object(sections):
            step.ignored.append("sections")
        for name, value in entries(sections).items():
            if value is None:
                if name in self._sections:
                    del self._sections[name]
                    step.sections_removed.append(name)
                continue
            if not isinstance(value, str):
                step.ignored.append(f"section {name}")
            if name not in self._sections or not _equal(self._sections[name], value):
                step.sections_set[name] = value
            self._sections[name] = value

    def _feed_tools(self, removed: Any, added: Any, step: Step) -> None:
        before = dict(self._tools)
        for reference in _list(removed, "toolsRemoved", step):
            name: Any = reference.get("name", MISSING) if is_object(reference) else MISSING
            if self._tools.pop(id_key(name), None) is not None:
                step.tools_removed.append(name)
        names_back: set[Any] = set()
        for tool in _list(added, "toolsAdded", step):
            name = tool.get("name", MISSING) if is_object(tool) else MISSING
            key = id_key(name)
            if key not in before:
                step.tools_added.append(tool)
            elif not _equal(before[key], tool):
                step.tools_redefined.append(tool)
            names_back.add(key)
            self._tools[key] = tool
        step.tools_removed = [name for name in step.tools_removed if id_key(name) not in names_back]

    @property
    def sections(self) -> dict[str, Any]:
        """The sections in the order in which they are printed."""
        return {name: self._sections[name] for name in ordered_keys(self._sections)}

    @property
    def tools(self) -> list[Any]:
        """The declarations in force, in full."""
        return list(self._tools.values())

    @property
    def lost(self) -> bool:
        """Whether Pi's replay drops system messages that it really sent: none has a time stamp and no tool is left."""
        return bool(self.seen) and self._timestamp is MISSING and not self._tools

    def message(self) -> dict[str, Any] | None:
        """The replayed system message; None as in Pi when there is none, or when it is `lost`."""
        if not self.seen or self.lost:
            return None
        made: dict[str, Any] = {"role": "system", "content": self.base}
        if self._sections:
            made["sections"] = self.sections
        if self._tools:
            made["toolsAdded"] = self.tools
        made["timestamp"] = 0 if nullish(self._timestamp) else self._timestamp
        return made

    @property
    def base(self) -> str:
        """The content texts, joined with an empty line."""
        return "\n\n".join(self.texts)

    def prompt(self) -> str | None:
        """The prompt text as Pi replays it, None without a system message."""
        return None if self.message() is None else self.text()

    def text(self) -> str:
        """The prompt text, also where Pi's replay loses it. Section values that are no texts are left out."""
        values = (value for value in self.sections.values() if isinstance(value, str))
        return "\n\n".join(piece for piece in (self.base, *values) if length(piece))


def _equal(left: Any, right: Any) -> bool:
    """Equality that takes values nested too deeply for a comparison as different."""
    try:
        return left == right
    except RecursionError:
        return False


def _list(value: Any, name: str, step: Step) -> list[Any]:
    if nullish(value):
        return []
    if not is_array(value):
        step.ignored.append(name)
        return list(value) if isinstance(value, str) else []
    return [element for element in value if element is not None]
