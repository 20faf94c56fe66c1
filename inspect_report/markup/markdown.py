"""Markdown of a shown text as node arrays (DESIGN 3): `["p", "text", ["em", "text"]]`, never HTML.

A node is a string (text) or a list: its name, optionally an object of attributes, then its children. The client makes
elements from an allow-list of names. Links carry their recorded destination; the client decides by the browser's own URL
parser whether one may be opened, and shows its host.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from inspect_report import bounds

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

Node: TypeAlias = "str | list[Any]"

Colour = Callable[[str, str], "list[Any] | None"]
"""(code, language tag) -> [language, runs], or None for plain code."""

_MARKS = re.compile(
    r"[\[*_`~<&|\\]|!\[|https?://"
    r"|^[ \t]*(?:[-+>#]|\d{1,9}[.)])(?=[ \t\n]|#|>|$)"
    r"|^[ ]{0,3}(?:=+|-+)[ \t]*$"
    r"|^(?:[ ]{4}|[ ]{0,3}\t)",
    re.MULTILINE,
)
_LINE_MARK = re.compile(r"^[ \t]*(?:[-+>#]|\d{1,9}[.)])", re.MULTILINE)
_COSTS = (("*_`~&|\\", 12), ("[]!", 24), ("<", 48), (("://",), 12))
"""Inline markers and what one costs to parse, in microseconds as measured; a mark at the start of a line costs most."""
_LINE_COST = 48
_CHARACTERS_A_UNIT = 16
_RULE_ROW = re.compile(r"^[ \t>*+\d.)]*[|:\- \t]*-[|:\- \t]*$")
_SKILL = re.compile(
    r'\A<skill name="([^"\n]+)" location="([^"\n]+)">\n(.*?)\n</skill>(?:\n\n(.+))?\Z', re.DOTALL
)
_BARE = re.compile(r"https?://[^\s<>\"'`\u3000-\u303f\uff00-\uffef]+")
_TASK = re.compile(r"\A\[([ xX])\][ \t]+")


class Parsed(NamedTuple):
    """Nodes of a text, or why it stays literal: "size", "markers", "nodes"; neither for a text without any markup."""

    nodes: list[Node] | None
    literal: str = ""


def has_markup(text: str) -> bool:
    """Whether rendering a text as Markdown could differ from showing it as it stands."""
    return _MARKS.search(text) is not None


class Work(NamedTuple):
    """What parsing a text takes: its marker characters, and the cost in microseconds that its counts make likely."""

    markers: int
    cost: int


def work(text: str) -> Work:
    """Reckon the work of a text without parsing it; the same on every machine (DESIGN 8)."""
    lines = len(_LINE_MARK.findall(text))
    markers, cost = lines, lines * _LINE_COST + len(text) // _CHARACTERS_A_UNIT
    for characters, each in _COSTS:
        found = sum(map(text.count, characters))
        markers += found
        cost += found * each
    return Work(markers, cost)


def parse(text: str, colour: Colour | None = None) -> Parsed:
    """Markdown as Pi renders it: CommonMark without HTML, tables, strikethrough, task lists, bare links, CJK emphasis.

    A skill block (`/skill:NAME`, PI_RULES) becomes one `["skill", {name, location}, ...]` node. `text` must be redacted.
    """
    if len(text) > bounds.MARKDOWN_TEXT:
        return Parsed(None, "size")
    if not has_markup(text):
        return Parsed(None)
    if work(text).markers > bounds.MARKDOWN_MARKERS:
        return Parsed(None, "markers")
    if _table_cells(text) > bounds.MARKDOWN_NODES:
        return Parsed(None, "nodes")
    skill = _SKILL.match(text)
    nodes: list[Node] | None
    if skill:
        name, location, body, request = skill.groups()
        inner = _nodes(body, colour)
        after = _nodes(request, colour) if request else []
        nodes = (
            None
            if inner is None or after is None
            else [["skill", {"name": name, "location": location}, *inner], *after]
        )
    else:
        nodes = _nodes(text, colour)
    return Parsed(nodes) if nodes is not None else Parsed(None, "nodes")


def _table_cells(text: str) -> int:
    """An upper estimate of table cells: short rows are filled up to the width of the head, so few marks make many."""
    cells = width = 0
    for line in text.split("\n"):
        if not line.strip():
            width = 0
        elif "|" in line and _RULE_ROW.match(line):
            width = max(width, line.count("|") + 1)
        cells += width
    return cells


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    from inspect_report.markup.cjk import friendly

    parser = friendly(MarkdownIt("commonmark", {"html": False}))
    # The preset was applied to the parser's first inline rules; apply its choice to the new ones.
    parser.configure("commonmark", {"html": False})
    return parser.enable(["table", "strikethrough"]).disable(["html_block", "html_inline"])


def _nodes(text: str, colour: Colour | None) -> list[Node] | None:
    tokens = _parser().parse(text)
    size = len(tokens) + sum(len(token.children) for token in tokens if token.children)
    if size > bounds.MARKDOWN_NODES:
        return None
    return _Tree(colour).build(tokens)


_NAMES = {
    "blockquote": "blockquote",
    "bullet_list": "ul",
    "ordered_list": "ol",
    "list_item": "li",
    "table": "table",
    "thead": "thead",
    "tbody": "tbody",
    "tr": "tr",
    "th": "th",
    "td": "td",
    "strong": "strong",
    "em": "em",
    "s": "del",
}
"""Stems of paired token types and the nodes that they become; paragraphs, headings and links are made apart."""


class _Tree:
    """Turns the flat token list into nested nodes with a stack."""

    def __init__(self, colour: Colour | None) -> None:
        self._colour = colour

    def build(self, tokens: Sequence[Token]) -> list[Node]:
        root: list[Any] = []
        stack: list[list[Any]] = [root]
        for token in tokens:
            if token.nesting < 0:
                # A hidden paragraph of a tight list has no element of its own.
                if not token.hidden:
                    stack.pop()
            elif token.nesting > 0:
                if not token.hidden:
                    node = _open(token)
                    stack[-1].append(node)
                    stack.append(node)
            elif token.type == "inline":
                self._inline(token.children or [], stack[-1])
            elif token.type in ("fence", "code_block"):
                stack[-1].append(self._code(token))
            elif token.type == "hr":
                stack[-1].append(["hr"])
            elif token.content:
                _text(stack[-1], token.content)
        return root

    def _code(self, token: Token) -> Node:
        text = token.content.removesuffix("\n")
        tag = token.info.strip().split(maxsplit=1)[0] if token.info.strip() else ""
        attributes: dict[str, Any] = {"tag": tag} if tag else {}
        coloured = self._colour(text, tag) if self._colour and tag else None
        if coloured:
            attributes["colour"] = coloured
        return ["pre", attributes, text] if attributes else ["pre", text]

    def _inline(self, tokens: Sequence[Token], holder: list[Any]) -> None:
        stack: list[list[Any]] = [holder]
        links = 0
        if holder and holder[0] == "li" and tokens and tokens[0].type == "text":
            task = _TASK.match(tokens[0].content)
            if task and len(holder) == 1:
                holder.append({"done": task[1] != " "})
                tokens[0].content = tokens[0].content[task.end() :]
        for token in tokens:
            kind = token.type
            if token.nesting > 0:
                links += kind == "link_open"
                node: list[Any] = (
                    ["a", {"to": _attribute(token, "href")}] if kind == "link_open" else _open(token)
                )
                stack[-1].append(node)
                stack.append(node)
            elif token.nesting < 0:
                links -= kind == "link_close"
                stack.pop()
            elif kind == "softbreak":
                _text(stack[-1], "\n")
            elif kind == "hardbreak":
                stack[-1].append(["br"])
            elif kind == "code_inline":
                stack[-1].append(["code", token.content])
            elif kind == "image":
                stack[-1].append(["image", {"to": _attribute(token, "src")}, token.content])
            elif links:
                _text(stack[-1], token.content)
            else:
                _with_links(stack[-1], token.content)


def _open(token: Token) -> list[Any]:
    stem = token.type.removesuffix("_open")
    if stem == "paragraph":
        return ["p"]
    if stem == "heading":
        return [token.tag]
    node: list[Any] = [_NAMES[stem]]
    if stem == "ordered_list" and token.attrs.get("start") is not None:
        node.append({"start": token.attrs["start"]})
    elif stem in ("th", "td"):
        side = str(token.attrs.get("style", "")).removeprefix("text-align:")
        if side in ("right", "center"):
            node.append({"align": side})
    return node


def _attribute(token: Token, name: str) -> str:
    return str(token.attrs.get(name, ""))


def _text(holder: list[Any], text: str) -> None:
    """Append text, joined with text that stands before it."""
    if not text:
        return
    # The first member of a node is its name, which is no text.
    if len(holder) > 1 and isinstance(holder[-1], str):
        holder[-1] += text
    else:
        holder.append(text)


def _with_links(holder: list[Any], text: str) -> None:
    """Append text whose bare http(s) addresses become links, ending as GitHub's do: without closing punctuation."""
    place = 0
    for found in _BARE.finditer(text) if "://" in text else ():
        address = _trim(found[0])
        if len(address) <= len("https://"):
            continue
        _text(holder, text[place : found.start()])
        holder.append(["a", {"to": address}, address])
        place = found.start() + len(address)
    _text(holder, text[place:])


def _trim(address: str) -> str:
    spare = address.count(")") - address.count("(")
    end = len(address)
    while end > 0:
        last = address[end - 1]
        if last == ")" and spare > 0:
            spare -= 1
        elif last not in ".,;:!?*_~]":
            break
        end -= 1
    return address[:end]
