"""Redacts JSON values: strings, keys, pairs of name and value, argument lists, numbers under password names. No recursion."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any, cast

from inspect_report.redact import engine
from inspect_report.redact.formats import cookies
from inspect_report.redact.keynames import KNOWN, classify
from inspect_report.redact.spans import NAMED, SHAPE, Span, merge
from inspect_report.redact.values import random_looking, secret_quoted

if TYPE_CHECKING:
    from inspect_report.redact.redactor import Redactor

_INHERITING = frozenset(
    "value values $value val data secret default current plaintext raw text content password".split()
)
_NAME_KEYS = ("name", "key", "Name", "Key", "header", "variable", "field", "id")
_VALUE_KEYS = ("value", "Value", "val", "secretValue", "text", "defaultValue", "stringValue", "default")
_SPECIAL = frozenset((*_VALUE_KEYS, "key", "access", "refresh", "kty"))
_ARGUMENTS = 256
_LONGEST = 16_384
_PART = "="
"""Begins a kind that is no kind of name: the part of a list item to mask, and the rule."""
_LABELS = {"tokens": "token", "auth": "credential"}


def redact(redactor: Redactor, value: Any, place: Hashable) -> Any:
    """The value with secrets masked; the same object where nothing changed. Iterative, so depth does not matter."""
    if not redactor.options.enabled and not redactor.options.paths:
        return _sound(value)
    if isinstance(value, str):
        return redactor.text(value, place)
    if not isinstance(value, (dict, list)):
        return value
    changes: dict[int, list[tuple[Any, Any, bool]]] = {}
    _scan(redactor, cast("Any", value), place, changes)
    return _rebuild(cast("Any", value), changes) if changes else cast("Any", value)


def _scan(
    redactor: Redactor, root: Any, place: Hashable, changes: dict[int, list[tuple[Any, Any, bool]]]
) -> None:
    text, masking, clean, names = redactor.text, redactor.options.enabled, redactor.clean, KNOWN
    stack: list[tuple[Any, Iterator[tuple[Any, Any]], str | None, dict[Any, str]]] = [
        _open(root, None, masking)
    ]
    while stack:
        container, items, inherited, special = stack[-1]
        named = type(container) is dict
        for key, item in items:
            kind = special.get(key) if special else None
            if named:
                if key not in clean:
                    new_key = text(key, place)
                    if new_key != key:
                        changes.setdefault(id(container), []).append((key, new_key, True))
                if masking and kind is None:
                    kind = names[key] if key in names else classify(key)
                    if (kind is None and inherited and key in _INHERITING) or (
                        kind is None and inherited and type(item) is str and random_looking(item)
                    ):
                        kind = inherited
            elif kind is None:
                kind = inherited
            if type(item) is str:
                if kind is None and item in clean:
                    continue
                new = _named(redactor, item, kind, place) if kind is not None else text(item, place)
                if new is not item and new != item:
                    changes.setdefault(id(container), []).append((key, new, False))
            elif type(item) is dict or type(item) is list:
                if item:
                    stack.append(
                        _open(
                            item,
                            kind
                            if type(item) is list
                            or _plural(key)
                            or kind in {"password", "secret", "api-key", "private-key"}
                            else None,
                            masking,
                        )
                    )
                    break
            elif type(item) is int and kind is not None and kind[0] != _PART and _secret_number(item, kind):
                changes.setdefault(id(container), []).append(
                    (key, redactor.number(str(item), kind, place), False)
                )
        else:
            stack.pop()


def _open(
    container: Any, inherited: str | None, masking: bool
) -> tuple[Any, Iterator[tuple[Any, Any]], str | None, dict[Any, str]]:
    if type(container) is dict:
        special: dict[Any, str] = {}
        if masking and len(container) < 64 and not _SPECIAL.isdisjoint(container):
            for value_key in _VALUE_KEYS:
                if value_key in container:
                    for name_key in _NAME_KEYS:
                        name = container.get(name_key)
                        if (
                            type(name) is str
                            and name_key != value_key
                            and (kind := classify(name.strip())) is not None
                        ):
                            special[value_key] = kind
            if (
                type(container.get("type")) is str
                and container["type"] in {"api_key", "apiKey"}
                and "key" in container
            ):
                special["key"] = "api-key"
            if container.get("type") == "oauth":
                for key in ("access", "refresh", "id"):
                    special.setdefault(key, "token")
            if "kty" in container:
                for key in ("d", "p", "q", "dp", "dq", "qi", "k"):
                    special[key] = "private-key"
        return container, iter(container.items()), inherited, special
    return container, iter(enumerate(container)), inherited, _arguments(container) if masking else {}


def _arguments(items: list[Any]) -> dict[Any, str]:
    """Kinds of list items by what stands before them: `["--token", "x"]`, `["X-API-Key", "x"]`, lines of a key, a command."""
    found: dict[Any, str] = {}
    before: Any = None
    flags = blocks = False
    if len(items) > 1:
        for index, item in enumerate(items):
            if type(item) is str:
                flags = flags or item[:1] == "-"
                blocks = blocks or item[:5] == "-----"
                if type(before) is str and 2 < len(before) < 80 and (before[0] == "-" or len(items) == 2):
                    kind = classify(before.strip("-:"))
                    if (
                        kind is not None
                        and "=" not in before
                        and " " not in before
                        and not item.startswith("-")
                    ):
                        found[index] = kind
            before = item
        if blocks:
            _joined(items, "\n", found)
        elif flags and len(items) <= _ARGUMENTS:
            _joined(items, " ", found)
    return found


def _joined(items: list[Any], separator: str, found: dict[Any, str]) -> None:
    """Items that are secrets only together: found in the joined text, each is masked as far as a span covers it."""
    begins: list[int] = []
    at = 0
    texts = [item if type(item) is str and len(item) <= _LONGEST else "" for item in items]
    for text in texts:
        begins.append(at)
        at += len(text) + 1
    for span in engine.find(separator.join(texts)):
        if span.rank == NAMED:
            continue
        index = bisect_right(begins, span.start) - 1
        while index < len(items) and begins[index] < span.end:
            first = max(0, span.start - begins[index])
            last = min(len(texts[index]), span.end - begins[index])
            if last > first:
                found[index] = f"{_PART}{first}:{last}:{span.rule}"
            index += 1


def _named(redactor: Redactor, item: str, kind: str, place: Hashable) -> str:
    """A string under a secret's name: masked whole when it is one, else searched like any text."""
    if kind[0] == _PART:
        first, last, rule = kind[1:].split(":", 2)
        begin, end = int(first), int(last)
        spans = [span for span in redactor.spans(item) if span.end <= begin or span.start >= end]
        return redactor.mask(item, merge([*spans, Span(begin, end, rule, SHAPE)]), place)
    if secret_quoted(item, kind) and not _text_like(item):
        inside = redactor.spans(item)
        label = (
            max(inside, key=lambda span: (span.rank, span.end - span.start)).rule
            if inside
            else _LABELS.get(kind, kind)
        )
        if inside and inside[0].rank == NAMED:
            label = _LABELS.get(kind, kind)
        return redactor.mask(item, [Span(0, len(item), label, NAMED)], place)
    if kind == "cookie" and (found := list(cookies(item))):
        return redactor.mask(item, found, place)
    return redactor.text(item, place)


def _text_like(item: str) -> bool:
    """A JSON text or a document is searched, not masked whole."""
    return item[:1] in "{[<" and len(item) > 40 and item.rstrip()[-1:] in "}]>"


def _plural(key: Any) -> bool:
    return isinstance(key, str) and key.lower().endswith("s")


def _secret_number(item: int, kind: str) -> bool:
    return (kind == "password" and abs(item) >= 1_000) or (
        kind in {"secret", "api-key", "private-key"} and abs(item) >= 100_000
    )


def _rebuild(root: Any, changes: dict[int, list[tuple[Any, Any, bool]]]) -> Any:
    """A copy of `root` with the changes made; untouched containers are copied too, so that nothing is shared."""
    top: list[Any] = [None]
    stack: list[tuple[Any, Any, Any]] = [(root, top, 0)]
    while stack:
        source, target, slot = stack.pop()
        values: dict[Any, Any] = {}
        keys: dict[Any, Any] = {}
        for key, new, is_key in changes.get(id(source), ()):
            (keys if is_key else values)[key] = new
        copy: Any
        if type(source) is dict:
            copy = {}
            for key, item in source.items():
                name = keys.get(key, key)
                while name in copy:
                    name = f"{name}'"
                copy[name] = values.get(key, item)
                if key not in values and type(item) in (dict, list) and item:
                    stack.append((item, copy, name))
        else:
            copy = [values.get(index, item) for index, item in enumerate(source)]
            stack.extend(
                (item, copy, index)
                for index, item in enumerate(source)
                if index not in values and type(item) in (dict, list) and item
            )
        target[slot] = copy
    return top[0]


def _sound(value: Any) -> Any:
    from inspect_report.redact.redactor import sound

    if isinstance(value, str):
        return sound(value)
    if not isinstance(value, (dict, list)):
        return value
    changes: dict[int, list[tuple[Any, Any, bool]]] = {}
    stack: list[Any] = [value]
    while stack:
        container = stack.pop()
        for key, item in container.items() if type(container) is dict else enumerate(container):
            if type(key) is str and sound(key) != key:
                changes.setdefault(id(container), []).append((key, sound(key), True))
            if type(item) is str:
                if sound(item) != item:
                    changes.setdefault(id(container), []).append((key, sound(item), False))
            elif type(item) in (dict, list):
                stack.append(item)
    return _rebuild(value, changes) if changes else value
