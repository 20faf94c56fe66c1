"""The model's context at a leaf: compaction, context edits, projection, conversion (PI_RULES 5 to 9)."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from inspect_report.pi import columns as c
from inspect_report.pi.jsvalues import (
    MISSING,
    id_key,
    is_array,
    is_number,
    is_object,
    nullish,
    text_of,
    truthy,
)
from inspect_report.pi.session import NotDecoded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from inspect_report.pi.session import Session
    from inspect_report.pi.tree import Leaf, Tree

Message = Any
"""A message of a context: an object as a rule; Pi passes other values through unchanged."""

_EDITABLE = frozenset({"user", "assistant", "toolResult", "custom"})
_SENT = frozenset(
    {
        "system",
        "user",
        "assistant",
        "toolResult",
        "custom",
        "bashExecution",
        "branchSummary",
        "compactionSummary",
    }
)


class Standing(IntEnum):
    """How an entry stands to the context at a leaf (SES-16)."""

    IN = 0
    COMPACTED = 1
    """On the path, but replaced by the compaction."""
    EDITED = 2
    OMITTED = 3
    EXCLUDED = 4
    """A shell command kept out of the context."""
    OFF_BRANCH = 5
    NOT_LOADED = 6
    """Recovered from a line that Pi drops."""
    NO_MESSAGE = 7
    """On the path and not compacted, but of a type or role that puts nothing into a context."""
    UNDERIVED = 8
    """On a path that runs in a circle: there is no context to stand to."""


class Context:
    """The context at one leaf. `entries` are the items of PI_RULES 6, in order."""

    def __init__(self, session: Session, tree: Tree, leaf: Leaf) -> None:
        self.session = session
        self.leaf = leaf
        self.walk = tree.context_walk(leaf)
        self.branch = self.walk if leaf.branch_start == leaf.context_start else tree.branch(leaf)
        self.notes: list[tuple[int, str]] = []
        """(item, words) for each value that Pi would fail at; filled while messages are asked for."""
        self.compaction = -1
        """The item of the compaction that counts, -1 for none."""
        self.first_kept = -1
        """The first item kept from before the compaction, -1 for none."""
        self.entries = self._select()
        self._edits: dict[Any, int] = {}
        for item in self.entries:
            if session.types[item] == "context_edit":
                self._edits[id_key(session.edits[item][0])] = item

    def _select(self) -> list[int]:
        session, path = self.session, self.walk.items
        types = session.types
        place = next(
            (index for index in range(len(path) - 1, -1, -1) if types[path[index]] == "compaction"), -1
        )
        if place < 0:
            return path
        self.compaction = path[place]
        wanted = id_key(session.first_kept.get(self.compaction, MISSING))
        selected = [self.compaction]
        start = next((index for index in range(place) if session.key(path[index]) == wanted), place)
        if start < place:
            self.first_kept = path[start]
        for item in path[start:place]:
            if not (types[item] == "message" and session.roles[item] == "system"):
                selected.append(item)
        return selected + path[place + 1 :]

    def edit_of(self, item: int) -> int:
        """The context edit that counts for an item, -1 for none."""
        return self._edits.get(self.session.key(item), -1) if self._edits else -1

    def settings(self) -> tuple[Any, dict[str, Any] | None]:
        """(thinking level, model) on the whole path, compacted parts included (PI_RULES 5).

        The model is None or an object of provider and modelId with the members that are recorded.
        """
        session = self.session
        level: Any = MISSING
        model: dict[str, Any] | None = None
        level_found = False
        for item in reversed(self.walk.items):
            kind = session.types[item]
            if kind == "thinking_level_change" and not level_found:
                level, level_found = self._entry(item).get("thinkingLevel", MISSING), True
            elif kind == "model_change" and model is None:
                model = _members(self._entry(item), provider="provider", modelId="modelId")
            elif kind == "message" and session.roles[item] == "assistant" and model is None:
                message = self._entry(item).get("message")
                model = _members(message if is_object(message) else {}, provider="provider", modelId="model")
            if level_found and model is not None:
                break
        return (level if level_found else "off"), model

    # Messages

    def projection(self) -> Iterator[tuple[int, list[Message]]]:
        """Each context entry with its messages after edits, decoded one entry at a time (PI_RULES 8)."""
        for place, item in enumerate(self.entries):
            yield item, self.messages_of(item, first=place == 0)

    def messages(self) -> Iterator[Message]:
        """The context messages in order."""
        for _, messages in self.projection():
            yield from messages

    def messages_of(self, item: int, *, first: bool | None = None) -> list[Message]:
        """The messages of one context entry after its edit. `first`: whether it leads the context (found out if None)."""
        if self.session.types[item] == "compaction":
            if first is None:
                first = bool(self.entries) and self.entries[0] == item
            if not first:
                return []
        edit = self.edit_of(item)
        if edit >= 0 and self.session.edits[edit][1]:
            return []
        messages = self.entry_messages(item)
        if edit < 0 or not messages:
            return messages
        replacement: Any = self._entry(edit).get("replacement", MISSING)
        if replacement is MISSING:
            self.notes.append((edit, "a context edit without replacement"))
            return messages
        content: Any = replacement.get("content", MISSING) if is_object(replacement) else MISSING
        return [_replaced(message, content) for message in messages]

    def entry_messages(self, item: int) -> list[Message]:
        """The messages that an entry stands for, before edits (PI_RULES 7)."""
        kind = self.session.types[item]
        if kind not in ("message", "custom_message", "branch_summary", "compaction"):
            return []
        entry = self._entry(item)
        if not entry:
            return []
        if kind == "message":
            message: Any = entry.get("message", MISSING)
            if nullish(message):
                self.notes.append((item, "a message entry without message"))
                return []
            return [_repaired(message)]
        when = _number(self.session.time_ms[item])
        if kind == "custom_message":
            made: dict[str, Any] = {"role": "custom"}
            _copy(entry, made, "customType", "content", "display", "details")
            if nullish(made.get("content")):
                made["content"] = []
            made["timestamp"] = when
            return [made]
        if kind == "branch_summary":
            if not truthy(entry.get("summary")):
                return []
            made = {"role": "branchSummary"}
            _copy(entry, made, "summary", "fromId")
            made["timestamp"] = when
            return [made]
        made = {"role": "compactionSummary"}
        _copy(entry, made, "summary", "tokensBefore")
        made["timestamp"] = when
        checkpoint = entry.get("systemMessage")
        return [checkpoint, made] if truthy(checkpoint) else [made]

    def _entry(self, item: int) -> dict[str, Any]:
        try:
            return self.session.entry(item)
        except NotDecoded as error:
            self.notes.append((item, str(error)))
            return {}

    # Standings

    def standings(self) -> bytearray:
        """How every item of the file stands to this context: one `Standing` an item."""
        _session, flags = self.session, self.session.columns.flags
        standings = bytearray(
            Standing.OFF_BRANCH if flag & c.LOADED else Standing.NOT_LOADED for flag in flags
        )
        for item in self.walk.items:
            standings[item] = Standing.UNDERIVED if self.walk.cycle else Standing.COMPACTED
        if self.walk.cycle:
            return standings
        for place, item in enumerate(self.entries):
            standings[item] = self._standing(item, first=place == 0)
        return standings

    def _standing(self, item: int, *, first: bool) -> Standing:
        session = self.session
        kind, role = session.types[item], session.roles[item]
        if kind == "compaction" and not first:
            return Standing.COMPACTED
        sent = kind in ("custom_message", "compaction") or (
            kind == "message" and isinstance(role, str) and role in _SENT
        )
        if kind == "branch_summary":
            sent = truthy(self._entry(item).get("summary"))
        if not sent:
            return Standing.NO_MESSAGE
        edit = self.edit_of(item)
        if edit >= 0 and session.edits[edit][1]:
            return Standing.OMITTED
        if session.columns.flags[item] & c.EXCLUDED:
            return Standing.EXCLUDED
        if edit >= 0 and (
            kind == "custom_message" or (kind == "message" and isinstance(role, str) and role in _EDITABLE)
        ):
            return Standing.EDITED
        return Standing.IN


def _number(value: float) -> float:
    return int(value) if value.is_integer() else value


def _copy(source: dict[str, Any], target: dict[str, Any], *names: str) -> None:
    for name in names:
        if name in source:
            target[name] = source[name]


def _members(source: dict[str, Any], **names: str) -> dict[str, Any]:
    return {target: source[name] for target, name in names.items() if name in source}


def _repaired(message: Message) -> Message:
    if is_object(message) and message.get("content") is None:
        role: Any = message.get("role")
        if role == "system":
            message["content"] = ""
        elif role in ("user", "assistant", "toolResult"):
            message["content"] = []
    return message


def _replaced(message: Message, content: Any) -> Message:
    if not is_object(message):
        return message
    edited: dict[str, Any] = message
    role = edited.get("role")
    if not isinstance(role, str) or role not in _EDITABLE:
        return edited
    edited = dict(edited)
    if content is MISSING:
        edited.pop("content", None)
    elif isinstance(content, str) and role in {"assistant", "toolResult"}:
        edited["content"] = [{"type": "text", "text": content}]
    else:
        edited["content"] = content
    return edited


# Conversion for the model

_BRANCH_HEAD = "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n"
_COMPACTION_HEAD = (
    "The conversation history before this point was compacted into the following summary:\n\n<summary>\n"
)


def convert(message: Message) -> dict[str, Any] | None:
    """A context message as it goes to the model, None for one that is dropped (PI_RULES 9).

    Messages of other roles than bashExecution, custom and the summaries come back as they are.
    """
    if not is_object(message):
        return None
    stored: dict[str, Any] = message
    role = stored.get("role")
    if role in ("system", "user", "assistant", "toolResult"):
        return stored
    if role == "bashExecution":
        return None if truthy(stored.get("excludeFromContext")) else _user(stored, shell_text(stored))
    if role == "custom":
        content = stored.get("content", MISSING)
        if isinstance(content, str):
            return _user(stored, content)
        made: dict[str, Any] = {"role": "user"}
        _copy(stored, made, "content", "timestamp")
        return made
    if role == "branchSummary":
        return _user(stored, f"{_BRANCH_HEAD}{text_of(stored.get('summary', MISSING))}</summary>")
    if role == "compactionSummary":
        return _user(stored, f"{_COMPACTION_HEAD}{text_of(stored.get('summary', MISSING))}\n</summary>")
    return None


def _user(stored: dict[str, Any], text: str) -> dict[str, Any]:
    made: dict[str, Any] = {"role": "user", "content": [{"type": "text", "text": text}]}
    _copy(stored, made, "timestamp")
    return made


def shell_text(message: dict[str, Any]) -> str:
    """The text as which a direct shell command goes to the model."""
    text = f"Ran `{text_of(message.get('command', MISSING))}`\n"
    output: Any = message.get("output")
    text += f"```\n{text_of(output)}\n```" if truthy(output) else "(no output)"
    code: Any = message.get("exitCode")
    if truthy(message.get("cancelled")):
        text += "\n\n(command cancelled)"
    elif not nullish(code) and not (is_number(code) and code == 0):
        text += f"\n\nCommand exited with code {text_of(code)}"
    path: Any = message.get("fullOutputPath")
    if truthy(message.get("truncated")) and truthy(path):
        text += f"\n\n[Output truncated. Full output: {text_of(path)}]"
    return text


def text_as_sent(message: dict[str, Any]) -> str | None:
    """The text of a converted message: its string content, or its text blocks joined with LF; None if it has neither."""
    return content_text(message.get("content", MISSING))


def content_text(content: Any) -> str | None:
    """The text of a content member: itself, or its text blocks joined with LF; None for any other value."""
    if isinstance(content, str):
        return content
    if not is_array(content):
        return None
    blocks: list[Any] = content
    texts: list[str] = []
    for block in blocks:
        if is_object(block) and block.get("type") == "text":
            text: Any = block.get("text")
            texts.append("" if nullish(text) else text_of(text))
    return "\n".join(texts)
