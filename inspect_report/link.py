"""Links the client's ES modules into one classic script (DESIGN 4).

A module may import named bindings from other modules of the folder, one statement a line, and export functions, classes
and constants where they are declared; nothing else. Everything else is refused, so that what tsc and node read is what
the page runs.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable

_IMPORT = re.compile(
    r'^import \{ ([A-Za-z_$][\w$]*(?:, [A-Za-z_$][\w$]*)*),? \} from "(\.{1,2}/[\w./-]+\.js)";$'
)
_EXPORT = re.compile(r"^export (async function\*?|function\*?|class|const) ([A-Za-z_$][\w$]*)")
_STATEMENT = re.compile(r"^\s*(?:import\b(?!\.meta|\()|export\b)")
_DYNAMIC = re.compile(r"\bimport\s*(?:\(|\.meta)")
_COMMENT = re.compile(r"^\s*(?://|\*(?:(?!\*/).)*$|/\*\*(?:(?!\*/).)*(?:\*/)?\s*$)")
"""A line that is nothing but a comment: types may be named there by import."""
_ENDS_SCRIPT = re.compile(r"</script|<!--", re.IGNORECASE)


class LinkError(Exception):
    """A client module that breaks the rules above: a fault of this program, never of its input."""


def link(read: Callable[[str], str], entry: str, views: Iterable[str]) -> str:
    """One strict script that runs `start` of module `entry` with the `view` constant of each module in `views`.

    `read` gives the source of a module by its name below the folder ("main.js", "views/context.js").
    """
    linker = _Linker(read)
    wanted = [entry, *views]
    for name in wanted:
        linker.visit(name)
    listed = ", ".join(f"{_variable(name)}.view" for name in wanted[1:])
    for name in wanted[1:]:
        linker.require(name, "view", entry)
    linker.require(entry, "start", entry)
    parts = "\n".join(linker.parts)
    return f'(() => {{\n"use strict";\n{parts}\n{_variable(entry)}.start([{listed}]);\n}})();\n'


class _Linker:
    """Depth-first order over imports, iterative, with each module's exports."""

    def __init__(self, read: Callable[[str], str]) -> None:
        self._read = read
        self._exports: dict[str, set[str]] = {}
        self.parts: list[str] = []

    def visit(self, root: str) -> None:
        """Add `root` and all it needs to `parts`, what is needed first."""
        if root in self._exports:
            return
        path: list[str] = []
        stack: list[tuple[str, bool]] = [(root, False)]
        parsed: dict[str, _Module] = {}
        while stack:
            name, leaving = stack.pop()
            if leaving:
                path.pop()
                module = parsed[name]
                self._exports[name] = set(module.exports)
                for needed, bindings in module.imports:
                    for binding in bindings:
                        self.require(needed, binding, name)
                self.parts.append(module.wrapped())
                continue
            if name in self._exports:
                continue
            if name in path:
                raise LinkError(f"{name}: imported in a circle ({' -> '.join([*path, name])})")
            path.append(name)
            parsed[name] = _parse(name, self._read(name))
            stack.append((name, True))
            for needed, _ in reversed(parsed[name].imports):
                if needed in path:
                    raise LinkError(f"{needed}: imported in a circle ({' -> '.join([*path, needed])})")
                if needed not in self._exports:
                    stack.append((needed, False))

    def require(self, name: str, binding: str, by: str) -> None:
        """Refuse a binding that module `name` does not export."""
        if binding not in self._exports[name]:
            raise LinkError(f"{by}: {name} exports no {binding}")


class _Module:
    def __init__(
        self, name: str, body: str, imports: list[tuple[str, list[str]]], exports: list[str]
    ) -> None:
        self.name = name
        self.body = body
        self.imports = imports
        self.exports = exports

    def wrapped(self) -> str:
        """The module as a function that returns its exports."""
        needs = "".join(
            f"const {{ {', '.join(bindings)} }} = {_variable(needed)};\n" for needed, bindings in self.imports
        )
        return (
            f"const {_variable(self.name)} = (() => {{\n{needs}{self.body}\n"
            f"return {{ {', '.join(self.exports)} }};\n}})();"
        )


def _parse(name: str, source: str) -> _Module:
    ending = _ENDS_SCRIPT.search(source)
    if ending:
        raise LinkError(f"{name}: holds {ending.group()!r}, which would end or hide the script")
    imports: list[tuple[str, list[str]]] = []
    exports: list[str] = []
    kept: list[str] = []
    for number, line in enumerate(source.split("\n"), 1):
        if found := _IMPORT.match(line):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), found.group(2)))
            imports.append((target, found.group(1).split(", ")))
        elif found := _EXPORT.match(line):
            exports.append(found.group(2))
            kept.append(line.removeprefix("export "))
        elif _STATEMENT.match(line) or (_DYNAMIC.search(line) and not _COMMENT.match(line)):
            raise LinkError(
                f"{name}:{number}: this form of import or export is not linked: {line.strip()[:80]}"
            )
        else:
            kept.append(line)
    return _Module(name, "\n".join(_without_comments(kept)), imports, exports)


def _without_comments(lines: list[str]) -> list[str]:
    """The lines of a module less those that are nothing but comment; all of them where a text may span lines.

    Comments are a quarter of the client and stand in the checkout; the file that people pass on does without them.
    """
    kept: list[str] = []
    inside = False
    for line in lines:
        bare = line.strip()
        if inside or bare.startswith("/*"):
            _, end, after = bare.partition("*/")
            if end and after:
                return lines
            inside = not end
            continue
        if bare.startswith("//"):
            continue
        if bare.count("`") % 2:
            return lines
        if bare:
            kept.append(line)
    return kept


def _variable(name: str) -> str:
    return "m_" + re.sub(r"\W", "_", name.removesuffix(".js"))
