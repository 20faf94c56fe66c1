"""What the client needs to show texts well, made at export from shown (redacted, bounded) texts alone.

During the pass `MarkupCollector.add` notes which texts of a detail are Markdown or code. Afterwards `elements` works
through them in the order in which they are read first (the active branch from its end, then the rest from its end) until
the bounds are spent, so that the same session always gives the same bytes. The elements "m0", "m1", … stand beside the
detail elements "d0", "d1", …; one without anything to say is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, cast

import msgspec

from inspect_report import bounds
from inspect_report.bounds import Ledger
from inspect_report.markup import colour, markdown
from inspect_report.payload import Markup, SegmentFlag
from inspect_report.segments import Draft, resolve

_PROSE = frozenset({"User", "Assistant", "Custom", "Branch summary", "Compaction summary"})
"""Labels of segments whose text is Markdown (SES-8): what people and models write, and what stands for it."""

_NOT_TEXT = SegmentFlag.JSON | SegmentFlag.IMAGE | SegmentFlag.TOOLS | SegmentFlag.CHANGE
_SCRIPTS = {
    "codemode": ("code", "javascript"),
    "bash": ("command", "bash"),
    "powershell": ("command", "powershell"),
}
"""Tools with code in an argument: its name and language."""


class _Candidate(NamedTuple):
    order: tuple[bool, int]
    slot: int
    pointer: str
    text: str
    tag: str | None
    """Language tag of code; None for Markdown and for code with a path."""
    path: str | None


class MarkupCollector:
    """Collects candidates during the pass, then spends the bounds on them.

    `choice` is `--colour full|some|none`. Texts that a bound leaves literal are counted in `ledger`.
    """

    def __init__(self, ledger: Ledger, choice: str = "some") -> None:
        self._ledger = ledger
        self._colour_left, self._colour_piece = colour.limit_of(choice)
        self._work_left = bounds.MARKDOWN_WORK
        self._candidates: list[_Candidate] = []
        self._paths: dict[str, str] = {}
        self._made: dict[int, Markup] = {}

    def add(self, slot: int, item: int, active: bool, shown: Any, parts: Iterable[tuple[Draft, Any]]) -> None:
        """Note the texts of the detail in `slot`: those of its segments, each with its shown value.

        `active` says whether its entry is on the active branch.
        """
        order = (not active, -item)
        for draft, value in parts:
            if draft.flags & _NOT_TEXT:
                continue
            if draft.label in _PROSE:
                text, pointer = (
                    (value, draft.pointer)
                    if isinstance(value, str)
                    else _member(value, "text", draft.pointer)
                )
                if isinstance(text, str) and markdown.has_markup(text):
                    self._candidates.append(_Candidate(order, slot, pointer, text, None, None))
            elif draft.label == "Tool call":
                self._add_call(order, slot, value, draft.pointer)
            elif draft.label == "Tool result":
                self._add_result(order, slot, shown, value, draft.pointer)
            elif draft.label == "Bash":
                self._add_code(order, slot, *_member(value, "command", draft.pointer), "bash")

    def _add_call(self, order: tuple[bool, int], slot: int, block: Any, pointer: str) -> None:
        name, arguments = _word(block, "name"), _object(block).get("arguments")
        at = f"{pointer}/arguments"
        if name in _SCRIPTS:
            argument, tag = _SCRIPTS[name]
            self._add_code(order, slot, *_member(arguments, argument, at), tag)
        path = _word(arguments, "path") or _word(arguments, "file_path")
        if not path:
            return
        if name == "write":
            self._add_code(order, slot, *_member(arguments, "content", at), None, path)
        elif name == "read":
            self._paths[_word(block, "id")] = path

    def _add_result(self, order: tuple[bool, int], slot: int, shown: Any, block: Any, pointer: str) -> None:
        message = resolve(shown, "/message")
        if _word(message, "toolName") != "read" or message.get("isError"):
            return
        path = self._paths.get(_word(message, "toolCallId"))
        if path:
            text, at = (block, pointer) if isinstance(block, str) else _member(block, "text", pointer)
            self._add_code(order, slot, text, at, None, path)

    def _add_code(
        self,
        order: tuple[bool, int],
        slot: int,
        text: Any,
        pointer: str,
        tag: str | None,
        path: str | None = None,
    ) -> None:
        if self._colour_piece and isinstance(text, str) and text:
            self._candidates.append(_Candidate(order, slot, pointer, text, tag, path))

    def elements(self) -> list[tuple[str, bytes]]:
        """The encoded elements (id, JSON): an object of `payload.Markup` by place in the detail element."""
        for candidate in sorted(self._candidates, key=lambda each: each.order):
            if candidate.tag is None and candidate.path is None:
                self._markdown(candidate)
            else:
                self._code(candidate)
        chunks: dict[int, dict[str, Markup]] = {}
        for slot in sorted(self._made):
            chunk, place = divmod(slot, bounds.DETAILS_A_CHUNK)
            chunks.setdefault(chunk, {})[str(place)] = self._made[slot]
        return [(f"m{chunk}", msgspec.json.encode(places)) for chunk, places in chunks.items()]

    def _markdown(self, candidate: _Candidate) -> None:
        made = self._made.setdefault(candidate.slot, Markup())
        cost = markdown.work(candidate.text).cost
        fits = len(candidate.text) > bounds.MARKDOWN_TEXT or cost <= self._work_left
        parsed = markdown.parse(candidate.text, self._fence) if fits else markdown.Parsed(None, "all")
        if parsed.nodes is not None:
            self._work_left -= cost
            made.markdown[candidate.pointer] = parsed.nodes
        elif parsed.literal:
            made.literal[candidate.pointer] = parsed.literal
            self._ledger.cut(f"markdown_{parsed.literal}", len(candidate.text))

    def _fence(self, code: str, tag: str) -> list[Any] | None:
        return self._spend(code, lambda limit: colour.by_tag(code, tag, limit))

    def _code(self, candidate: _Candidate) -> None:
        text, tag, path = candidate.text, candidate.tag, candidate.path or ""
        made = self._spend(
            text, lambda limit: colour.by_tag(text, tag, limit) if tag else colour.by_path(text, path, limit)
        )
        if made:
            self._made.setdefault(candidate.slot, Markup()).colour[candidate.pointer] = made

    def _spend(self, code: str, make: Callable[[int], list[Any] | None]) -> list[Any] | None:
        """Colours within what is left; code of which nothing fits stays plain and is counted."""
        if not self._colour_piece:
            return None
        limit = min(self._colour_piece, self._colour_left)
        size = colour.coloured_part(code, limit)
        made = make(limit) if size else None
        if made:
            self._colour_left -= size
        if len(code) > size and (made or not size):
            self._ledger.cut("coloured_code", len(code) - size)
        return made


def _object(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _member(holder: Any, name: str, pointer: str) -> tuple[Any, str]:
    return _object(holder).get(name), f"{pointer}/{name}"


def _word(holder: Any, name: str) -> str:
    value = _object(holder).get(name)
    return value if isinstance(value, str) else ""
