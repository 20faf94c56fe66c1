"""Colours of code: Pygments' tokens as run lengths of a few classes, by language tag or file name, never guessed.

`[language, runs]`: `runs` is a flat list of (UTF-16 length, class) pairs over the beginning of the code; what follows
is plain. Classes are places in `CLASSES`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from inspect_report import bounds

if TYPE_CHECKING:
    from pygments.lexer import Lexer

CLASSES = (
    "",
    "keyword",
    "string",
    "comment",
    "number",
    "name",
    "type",
    "tag",
    "variable",
    "added",
    "removed",
)
"""What the style sheet gives a tone, in the order of their codes; the first is plain text."""

_PLAIN, _KEYWORD, _STRING, _COMMENT, _NUMBER, _NAME, _TYPE, _TAG, _VARIABLE, _ADDED, _REMOVED = range(
    len(CLASSES)
)

_LONG_LINE = re.compile(r"[^\n]{4000}")
_UNCOLOURED = frozenset(
    {"", "text", "txt", "plain", "plaintext", "output", "console", "none", "markdown", "md"}
)
_LANGUAGES = {
    "bash": "sh bash zsh ksh bashrc zshrc profile",
    "c": "c h",
    "cpp": "cc cpp cxx hpp hh",
    "csharp": "cs",
    "css": "css",
    "diff": "diff patch",
    "docker": "dockerfile",
    "elixir": "ex exs",
    "go": "go",
    "haskell": "hs",
    "html": "html htm",
    "ini": "ini cfg conf editorconfig",
    "java": "java",
    "javascript": "js mjs cjs jsx",
    "json": "json jsonl ndjson webmanifest",
    "kotlin": "kt kts",
    "lua": "lua",
    "make": "mk makefile",
    "php": "php",
    "powershell": "ps1 psm1",
    "python": "py pyi pyw",
    "ruby": "rb gemfile rakefile",
    "rust": "rs",
    "scala": "scala",
    "scss": "scss",
    "sql": "sql",
    "swift": "swift",
    "toml": "toml",
    "typescript": "ts mts cts tsx",
    "xml": "xml svg xsd plist",
    "yaml": "yml yaml",
}
_BY_EXTENSION = {name: language for language, names in _LANGUAGES.items() for name in names.split()}
"""The usual file names; asking Pygments by file name loads every module that claims the name (".ts" alone: three)."""
_SAFE_TAG = re.compile(r"\A[\w.+#-]{1,40}\Z")


def by_tag(code: str, tag: str, limit: int) -> list[Any] | None:
    """Colours of at most `limit` characters of a fenced block by its tag; None when the tag names no known language."""
    tag = tag.lower().removeprefix("{").removeprefix(".").rstrip("}")
    if tag in _UNCOLOURED or not _SAFE_TAG.match(tag):
        return None
    lexer = _lexer_by_tag(tag)
    return _runs(code, lexer, limit) if lexer else None


def by_path(code: str, path: str, limit: int) -> list[Any] | None:
    """Colours of at most `limit` characters of a file's content by its name; None when it names no known language."""
    name = path.replace("\\", "/").rstrip("/").rpartition("/")[2].lower()
    lexer = _lexer_by_extension(name.rpartition(".")[2])
    return _runs(code, lexer, limit) if lexer else None


@cache
def _lexer_by_tag(tag: str) -> Lexer | None:
    from pygments.lexers import find_lexer_class_by_name
    from pygments.util import ClassNotFound

    try:
        return find_lexer_class_by_name(tag)()
    except ClassNotFound:
        return None


@cache
def _lexer_by_extension(extension: str) -> Lexer | None:
    if language := _BY_EXTENSION.get(extension):
        return _lexer_by_tag(language)
    if extension in _UNCOLOURED or extension == "log" or not _SAFE_TAG.match(extension):
        return None
    from pygments.lexers import find_lexer_class_for_filename

    found = find_lexer_class_for_filename(f"file.{extension}")
    return found() if found else None


def coloured_part(code: str, limit: int) -> int:
    """How much of `code` gets colours: all of it, or whole lines within `limit` characters."""
    if len(code) <= limit:
        return len(code)
    return code.rfind("\n", 0, limit) + 1


def _runs(code: str, lexer: Lexer, limit: int) -> list[Any] | None:
    size = coloured_part(code, limit)
    part = code[:size]
    if not part or _LONG_LINE.search(part):
        return None
    runs: list[int] = []
    seen = 0
    # Many rules end with the line break.
    for _, kind, text in lexer.get_tokens_unprocessed(part + "\n"):
        seen += len(text)
        if not text:
            continue
        length = len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
        group = _class(kind)
        # White space has no tone of its own and needs no run.
        if runs and (runs[-1] == group or text.isspace()):
            runs[-2] += length
        else:
            runs += (length, group)
    if seen != size + 1:
        return None
    runs[-2] -= 1
    if not runs[-2]:
        del runs[-2:]
    if runs[1::2] in ([], [_PLAIN]):
        return None
    return [lexer.name, runs]


@cache
def _class(kind: Any) -> int:
    from pygments.token import Comment, Generic, Keyword, Literal, Name, Number, Operator, String

    table: tuple[tuple[Any, int], ...] = (
        (Comment, _COMMENT),
        (Keyword.Type, _TYPE),
        (Keyword, _KEYWORD),
        (Operator.Word, _KEYWORD),
        (String, _STRING),
        (Number, _NUMBER),
        (Literal, _NUMBER),
        (Name.Function, _NAME),
        (Name.Class, _NAME),
        (Name.Builtin, _TYPE),
        (Name.Exception, _TYPE),
        (Name.Tag, _TAG),
        (Name.Decorator, _TAG),
        (Name.Attribute, _VARIABLE),
        (Name.Variable, _VARIABLE),
        (Name.Constant, _VARIABLE),
        (Generic.Inserted, _ADDED),
        (Generic.Deleted, _REMOVED),
        (Generic.Heading, _NAME),
        (Generic.Subheading, _NAME),
    )
    return next((group for family, group in table if kind in family), _PLAIN)


def limit_of(choice: str) -> tuple[int, int]:
    """Characters coloured in all and in one piece of code for `--colour full|some|none` (CLI-3)."""
    if choice == "full":
        return bounds.COLOURED_CODE_FULL, bounds.DETAIL_FIELD
    return (bounds.COLOURED_CODE, bounds.COLOURED_PIECE) if choice == "some" else (0, 0)
