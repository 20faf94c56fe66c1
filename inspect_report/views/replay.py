"""Element "replay": context, prompt, tools and skill evidence at any entry, as resolved deltas (SES-9, CTX-12, DESIGN 6).

The page derives the context of an entry from parent links, resolved first-kept entries and resolved edit targets, and its
prompt and tools from the nearest entry above it that changed them. Texts are stored once, in the details; a state only
names the segments that hold them.
"""

from __future__ import annotations

import html
import re
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from inspect_report import bounds
from inspect_report.ancestry import Ancestry
from inspect_report.pairs import Pair
from inspect_report.payload import PromptState, ReplayView, SkillEvidence
from inspect_report.pi.context import Context, convert
from inspect_report.pi.jsvalues import is_array, is_object, truthy
from inspect_report.pi.session import NotDecoded
from inspect_report.pi.system import Replay
from inspect_report.redact import Shown

if TYPE_CHECKING:
    from inspect_report.model import Model
    from inspect_report.report import Sources

NO_STATE = -1
"""No system message reaches this entry's context: the prompt is not stored."""
OVER_BOUNDS = -2
IN_CIRCLE = -3


def build(sources: Sources) -> Iterator[tuple[str, ReplayView]]:
    """The deltas of the whole file, the states of prompt and tools, and the skill evidence of entries with a row."""
    model = sources.model
    session, tree = model.session, model.tree
    states = _States(sources, sources.ancestry)
    states.run()
    if states.over:
        sources.ledger.cut("prompt_replay", states.over, states.over)
    first_kept = {str(item): tree.find(kept) for item, kept in session.first_kept.items()}
    edits = {str(item): (tree.find(target), int(omits)) for item, (target, omits) in session.edits.items()}
    standing = {
        str(item): tree.by_id[session.key(item)]
        for items in session.columns.repeated.values()
        for item in items
        if session.loaded(item) and tree.by_id[session.key(item)] != item
    }
    yield (
        "replay",
        ReplayView(
            first_kept=first_kept,
            edits=edits,
            stands_for=standing,
            state_at={str(item): number for item, number in states.at.items()},
            states=states.found,
            skills=list(_skills(sources, states, sources.pairs)),
        ),
    )


@dataclass
class _Live:
    """Prompt and tools at one entry while the tree is walked."""

    replay: Replay = field(default_factory=Replay)
    base: list[int] = field(default_factory=list[int])
    """Segments that hold the content texts."""
    chars: int = 0
    changes: int = 0
    over: bool = False

    def copy(self) -> _Live:
        return _Live(self.replay.copy(), list(self.base), self.chars, self.changes, self.over)


class _States:
    """Distinct states of prompt and tools, by the entries that change them."""

    def __init__(self, sources: Sources, ancestry: Ancestry) -> None:
        self._sources = sources
        self._model = sources.model
        self._ancestry = ancestry
        self.found: list[PromptState] = []
        self.at: dict[int, int] = {}
        """Item to the number of the state that begins there, or one of the constants above."""
        self.over = 0
        self._numbers: dict[Any, int] = {}
        self._live: dict[int, _Live] = {}
        self._places: dict[int, tuple[int, int]] = {}
        """id() of a section text or declaration to (segment, place in it); `_kept` keeps those objects alive."""
        self._kept: list[Any] = []
        self.owner = array("i", [-1]) * self._model.session.n
        """The item whose state holds at each item, -1 for none."""

    def run(self) -> None:
        """Walk the tree once, parents first."""
        model = self._model
        session, parents = model.session, model.tree.parents
        circle = frozenset(model.tree.unreachable())
        edited = {model.tree.find(target) for target, _ in session.edits.values()}
        for item in self._ancestry.order:
            if not session.loaded(item):
                continue
            if item in circle:
                self.at[item] = IN_CIRCLE
                continue
            above = self.owner[parents[item]] if parents[item] >= 0 else -1
            kind = session.types[item]
            system = session.roles[item] == "system" and kind == "message"
            if kind == "context_edit":
                target = model.tree.find(session.edits[item][0])
                turned = target >= 0 and (
                    session.types[target] == "compaction" or session.roles[target] == "system"
                )
                live = self._whole(item) if turned else None
            elif item in edited and (system or kind == "compaction"):
                live = self._whole(item)
            elif kind == "compaction":
                live = self._fed(_Live(), item, self._messages(item))
            elif system:
                live = self._fed(
                    self._live[above].copy() if above >= 0 else _Live(), item, self._messages(item)
                )
            else:
                live = None
            self.owner[item] = above if live is None else item
            if live is not None:
                self._live[item] = live
                self.at[item] = self._number(live)

    def _whole(self, item: int) -> _Live:
        """The state replayed over Pi's whole context at `item`: where an edit touches what carries the prompt."""
        live = _Live()
        context = Context(self._model.session, self._model.tree, self._model.tree.leaf_at(item))
        types, roles = self._model.session.types, self._model.session.roles
        for place, entry in enumerate(context.entries):
            if types[entry] == "compaction" or roles[entry] == "system":
                self._fed(live, entry, context.messages_of(entry, first=place == 0))
        return live

    def _messages(self, item: int) -> list[Any]:
        try:
            entry = self._model.session.entry(item)
        except NotDecoded:
            return []
        message = entry.get("systemMessage") if entry.get("type") == "compaction" else entry.get("message")
        return [message] if truthy(message) else []

    def _fed(self, live: _Live, item: int, messages: list[Any]) -> _Live:
        for message in messages:
            if not is_object(message) or convert(message) is None:
                continue
            step = live.replay.feed(message)
            if step is None:
                continue
            segments = self._locate(item, message)
            if step.text:
                live.base += segments
            live.chars += len(step.text) + sum(
                len(text) for text in step.sections_set.values() if isinstance(text, str)
            )
            live.changes += len(step.tools_added) + len(step.tools_redefined) + len(step.tools_removed)
            live.over = live.chars > bounds.PROMPT_REPLAY or live.changes > bounds.TOOL_CHANGES
        return live

    def _locate(self, item: int, message: dict[str, Any]) -> list[int]:
        """Note where the texts and declarations of a system message stand; gives the segments of its content."""
        store = self._sources.store
        row = store.row_of.get(item, -1)
        content: list[int] = []
        sections: list[int] = []
        tools = -1
        if row >= 0:
            for segment in range(store.rows.segment[row], store.rows.segment[row + 1]):
                pointer = store.strings.values[store.segments.pointer[segment]]
                if "/sections/" in pointer:
                    sections.append(segment)
                elif pointer.endswith("/toolsAdded"):
                    tools = segment
                elif "/content" in pointer:
                    content.append(segment)
        named = message.get("sections")
        texts = [text for text in named.values() if isinstance(text, str)] if is_object(named) else []
        for place, text in enumerate(texts):
            self._place(text, sections[place] if place < len(sections) else -1, 0)
        declared = message.get("toolsAdded")
        for place, tool in enumerate(declared if is_array(declared) else []):
            self._place(tool, tools, place)
        return content

    def _place(self, thing: Any, segment: int, place: int) -> None:
        self._places[id(thing)] = (segment, place)
        self._kept.append(thing)

    def _number(self, live: _Live) -> int:
        if live.over:
            self.over += 1
            return OVER_BOUNDS
        replay = live.replay
        if not replay.seen:
            return NO_STATE
        redactor = self._sources.redactor
        sections = [
            (
                Shown(bounds.start(redactor.text(name, "prompt"), bounds.NAME)),
                self._places.get(id(text), (-1, 0))[0],
            )
            for name, text in replay.sections.items()
            if isinstance(text, str)
        ]
        tools: list[tuple[Shown, int, int]] = []
        for tool in replay.tools:
            name = tool.get("name") if is_object(tool) else None
            segment, place = self._places.get(id(tool), (-1, 0))
            words = redactor.text(name, "prompt") if isinstance(name, str) else Shown("unnamed")
            tools.append((Shown(bounds.start(words, bounds.NAME)), segment, place))
        key = (tuple(live.base), tuple(sections), tuple(tools), replay.lost)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.found)
            self.found.append(PromptState(base=live.base, sections=sections, tools=tools, lost=replay.lost))
        return number

    def advertised(self, item: int) -> dict[str, str]:
        """Path to name of every skill that the prompt at `item` names; both raw."""
        owner = self.owner[item]
        if owner < 0:
            return {}
        return skills_named(self._live[owner].replay.sections.values())


def skills_named(sections: Iterable[Any]) -> dict[str, str]:
    """Path to name of every skill that the sections of a prompt name; both raw."""
    found: dict[str, str] = {}
    for text in sections:
        if isinstance(text, str) and "<location>" in text:
            for part in text.split("<skill>")[1:]:
                name, location = _NAME.search(part), _LOCATION.search(part)
                if name and location:
                    found[html.unescape(location.group(1).strip())] = html.unescape(name.group(1).strip())
    return found


_NAME = re.compile(r"<name>([^<]{1,512})</name>")
_LOCATION = re.compile(r"<location>([^<]{1,2048})</location>")
_BLOCK = re.compile(r'<skill name="([^"\n]{1,512})" location="([^"\n]{0,2048})">')


def _skills(sources: Sources, states: _States, paired: list[Pair]) -> Iterator[SkillEvidence]:
    """What shows that a skill was put into the conversation: a block in a user message, or a read that succeeded (SES-9)."""
    model = sources.model
    session = model.session
    results: dict[tuple[int, int], int] = {}
    for pair in paired:
        if pair.call >= 0:
            results[pair.call, pair.ordinal] = pair.result
    for item in sources.store.rows.item:
        role = session.roles[item]
        if role == "user":
            yield from _blocks(sources, item)
        elif role == "assistant" and any(name == "read" for _, name in session.calls(item)):
            yield from _reads(sources, states, item, results)
        elif role == "toolResult" and session.tool_name(item) not in (None, "read"):
            yield from _nested_reads(sources, states, item)


def _evidence(
    sources: Sources, item: int, kind: str, name: str, path: str, result: int = -1
) -> SkillEvidence:
    redactor = sources.redactor
    return SkillEvidence(
        item=item,
        kind=kind,
        name=Shown(bounds.start(redactor.text(name, item), bounds.NAME)),
        path=Shown(bounds.start(redactor.home(path, item), bounds.SKILL_PATH)),
        result=result,
    )


def _decoded(model: Model, item: int) -> dict[str, Any]:
    try:
        message = model.session.entry(item).get("message")
    except NotDecoded:
        return {}
    return message if is_object(message) else {}


def _blocks(sources: Sources, item: int) -> Iterator[SkillEvidence]:
    if b"<skill name=" not in sources.model.session.raw(item):
        return
    content = _decoded(sources.model, item).get("content")
    texts = [content] if isinstance(content, str) else [
        block.get("text") for block in content if is_object(block) and block.get("type") == "text"
    ] if is_array(content) else []  # fmt: skip
    for text in texts:
        if isinstance(text, str):
            for match in _BLOCK.finditer(text):
                yield _evidence(sources, item, "block", match.group(1), match.group(2))


def _reads(
    sources: Sources, states: _States, item: int, results: dict[tuple[int, int], int]
) -> Iterator[SkillEvidence]:
    advertised = states.advertised(item)
    if not advertised:
        return
    content = _decoded(sources.model, item).get("content")
    ordinal = -1
    for block in content if is_array(content) else []:
        if not is_object(block) or block.get("type") != "toolCall":
            continue
        ordinal += 1
        path = _path(block.get("arguments"))
        result = results.get((item, ordinal), -1)
        if (
            block.get("name") == "read"
            and path in advertised
            and result >= 0
            and not sources.model.session.errors[result]
        ):
            yield _evidence(sources, item, "read", advertised[path], path, result)


def _nested_reads(sources: Sources, states: _States, item: int) -> Iterator[SkillEvidence]:
    advertised = states.advertised(item)
    if not advertised:
        return
    nested = _decoded(sources.model, item).get("nestedCalls")
    calls = nested.get("calls") if is_object(nested) else None
    for call in calls if is_array(calls) else []:
        if is_object(call) and call.get("name") == "read" and call.get("status") == "ok":
            path = _path(call.get("arguments"))
            if path in advertised:
                yield _evidence(sources, item, "nested read", advertised[path], path, item)


def _path(arguments: Any) -> str:
    path = arguments.get("path") if is_object(arguments) else None
    return path if isinstance(path, str) else ""
