"""Redacts JSON values: strings, keys, pairs of name and value, argument lists, numbers under password names. No recursion."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, cast

from inspect_report.redact import engine
from inspect_report.redact.formats import cookies
from inspect_report.redact.keynames import KNOWN, classify, words
from inspect_report.redact.sound import sound
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
_CONTAINERS = (dict, list)
_PASSED_DOWN = frozenset({"password", "secret", "api-key", "private-key"})
_DESCRIBING = tuple(
    [word]
    for word in "id ids url uri host name type path region version at date email user username file algorithm alg kid".split()
)
_ARGUMENTS = 256
_LONGEST = 16_384
_PART = "="
"""Begins a kind that is no kind of name: the part of a list item to mask, and the rule."""
_BEYOND = 600
"""Characters read beyond a limit: longer than a credential on one line, but for those that are known by their beginning."""
_PLAIN_NAMES = 10_000
_PLAIN: set[str] = set()
"""Names known to hold nothing to mask and to say nothing about their values."""
_LABELS = {"tokens": "token", "auth": "credential"}


def redact(redactor: Redactor, value: Any, place: Hashable, limit: int | None = None) -> Any:
    """The value with secrets masked; the same object where nothing changed. Iterative, so depth does not matter.

    With `limit` strings are cut after about that many characters, once they are redacted.
    """
    if not redactor.options.enabled and not redactor.options.paths and limit is None:
        return _sound(value)
    if isinstance(value, str):
        return redactor.text(value, place) if limit is None else redactor.head(value, limit, place, _BEYOND)
    if not isinstance(value, (dict, list)):
        return value
    sure: set[str] = set()
    if redactor.plain and _survey(redactor, value, limit, sure):
        return cast("Any", value)
    changes: dict[int, list[tuple[Any, Any, bool]]] = {}
    _scan(redactor, cast("Any", value), place, changes, limit, sure)
    return _rebuild(cast("Any", value), changes) if changes else cast("Any", value)


def _survey(redactor: Redactor, root: Any, limit: int | None, sure: set[str]) -> bool:
    """Whether nothing in a value needs masking, by one look at all its texts and names; else `sure` gets its clean texts.

    A text that is clean by itself may still be a secret by the names above it: that is for `_scan`.
    """
    clean = redactor.clean
    most = sys.maxsize if limit is None else limit
    texts: list[str] = []
    harmless = True
    stack: list[Any] = [root]
    while stack:
        container: Any = stack.pop()
        if type(container) is dict:
            record = cast("dict[str, Any]", container)
            if harmless and not _PLAIN.issuperset(record):
                harmless = _plain(record)
            if harmless and not _SPECIAL.isdisjoint(record) and len(record) < 64 and _pairs(record):
                harmless = False
            items: Iterable[Any] = record.values()
        else:
            items = cast("list[Any]", container)
            if harmless and _arguments(items):
                harmless = False
        for item in items:
            if type(item) is str:
                if item not in clean:
                    if len(item) > most:
                        harmless = False
                    else:
                        texts.append(item)
            elif type(item) in _CONTAINERS and item:
                stack.append(item)
    if not all(map(str.isascii, texts)) and any(sound(text) is not text for text in texts):
        return False
    masked = {index for index in engine.doubtful(texts) if engine.find(texts[index])}
    redactor.remember(text for index, text in enumerate(texts) if index not in masked)
    if harmless and not masked:
        return True
    sure.update(text for index, text in enumerate(texts) if index not in masked)
    return False


def _plain(names: Iterable[str]) -> bool:
    """Whether no name is one of a secret or holds one; such names are remembered."""
    for name in names:
        if name not in _PLAIN:
            if classify(name) is not None or sound(name) is not name or engine.find(name):
                return False
            if len(_PLAIN) >= _PLAIN_NAMES:
                _PLAIN.clear()
            _PLAIN.add(name)
    return True


def _scan(
    redactor: Redactor,
    root: Any,
    place: Hashable,
    changes: dict[int, list[tuple[Any, Any, bool]]],
    limit: int | None,
    sure: set[str],
) -> None:
    """Note what changes. Texts in `sure` are known to hold nothing to mask, unless the names above them say so."""
    text, masking, clean, names = redactor.text, redactor.options.enabled, redactor.clean, KNOWN
    stack: list[tuple[Any, Iterator[tuple[Any, Any]], str | None, dict[Any, str]]] = [
        _open(root, None, masking)
    ]
    while stack:
        container, items, inherited, special = stack[-1]
        identity = id(container)
        named = type(container) is dict
        for key, item in items:
            kind = special.get(key) if special else None
            if named:
                if key not in clean:
                    new_key = text(key, place)
                    if new_key != key:
                        changes.setdefault(identity, []).append((key, new_key, True))
                if masking and kind is None:
                    kind = names[key] if key in names else classify(key)
                    if kind is None and inherited is not None and _inherits(key, item):
                        kind = inherited
            elif kind is None:
                kind = inherited
            if type(item) is str:
                if kind is None and (item in clean or item in sure):
                    continue
                if limit is not None and len(item) > limit:
                    new = _beginning(redactor, item, kind, limit, place)
                elif kind is not None:
                    new = _named(redactor, item, kind, place)
                else:
                    new = text(item, place)
                if new is not item and new != item:
                    changes.setdefault(identity, []).append((key, new, False))
            elif type(item) in _CONTAINERS:
                if item:
                    passed = kind if isinstance(item, list) or _plural(key) or kind in _PASSED_DOWN else None
                    stack.append(_open(cast("Any", item), passed, masking))
                    break
            elif kind is not None and type(item) is int and kind[0] != _PART and _secret_number(item, kind):
                changes.setdefault(identity, []).append((key, redactor.number(str(item), kind, place), False))
        else:
            stack.pop()


def _inherits(key: str, item: Any) -> bool:
    """Whether a value is one of those that the name above its object speaks of."""
    if key in _INHERITING:
        return True
    return type(item) is str and random_looking(item) and words(key)[-1:] not in _DESCRIBING


def _open(
    container: Any, inherited: str | None, masking: bool
) -> tuple[Any, Iterator[tuple[Any, Any]], str | None, dict[Any, str]]:
    if isinstance(container, dict):
        record = cast("dict[str, Any]", container)
        special = _pairs(record) if masking and len(record) < 64 and not _SPECIAL.isdisjoint(record) else {}
        return record, iter(record.items()), inherited, special
    items = cast("list[Any]", container)
    return items, iter(enumerate(items)), inherited, _arguments(items) if masking else {}


def _pairs(record: dict[str, Any]) -> dict[Any, str]:
    """Kinds of values of an object that its other values tell: name and value, Pi's auth.json, private JSON Web Keys."""
    found: dict[Any, str] = {}
    for value_key in _VALUE_KEYS:
        if value_key in record:
            for name_key in _NAME_KEYS:
                name = record.get(name_key)
                if type(name) is str and (kind := classify(name.strip())) is not None:
                    found[value_key] = kind
    declared = record.get("type")
    if type(declared) is str and declared in {"api_key", "apiKey"} and "key" in record:
        found["key"] = "api-key"
    elif declared == "oauth":
        for key in ("access", "refresh", "id"):
            found.setdefault(key, "token")
    if "kty" in record:
        for key in ("d", "p", "q", "dp", "dq", "qi", "k"):
            found[key] = "private-key"
    return found


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


def _beginning(redactor: Redactor, item: str, kind: str | None, limit: int, place: Hashable) -> str:
    """The redacted beginning of a long string."""
    if kind is not None and (kind[0] == _PART or not _text_like(item)):
        part = item if kind[0] == _PART else item[: limit + _BEYOND]
        if kind[0] == _PART or secret_quoted(part, kind):
            return _named(redactor, part, kind, place)
    return redactor.head(item, limit, place, _BEYOND)


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
        if isinstance(source, dict):
            copy = {}
            for key, item in cast("dict[str, Any]", source).items():
                name = keys.get(key, key)
                while name in copy:
                    name = f"{name}'"
                copy[name] = values.get(key, item)
                if key not in values and type(item) in _CONTAINERS and item:
                    stack.append((item, copy, name))
        else:
            copy = []
            for index, item in enumerate(cast("list[Any]", source)):
                copy.append(values.get(index, item))
                if index not in values and type(item) in _CONTAINERS and item:
                    stack.append((item, copy, index))
        target[slot] = copy
    return top[0]


def _sound(value: Any) -> Any:
    """A value with lone surrogates replaced and nothing masked."""
    if isinstance(value, str):
        return sound(value)
    if not isinstance(value, (dict, list)):
        return value
    changes: dict[int, list[tuple[Any, Any, bool]]] = {}
    stack: list[Any] = [value]
    while stack:
        container: Any = stack.pop()
        _, pairs, _, _ = _open(container, None, masking=False)
        for key, item in pairs:
            if type(key) is str and sound(key) != key:
                changes.setdefault(id(container), []).append((key, sound(key), True))
            if type(item) is str:
                if sound(item) != item:
                    changes.setdefault(id(container), []).append((key, sound(item), False))
            elif type(item) in _CONTAINERS:
                stack.append(item)
    root: Any = cast("Any", value)
    return _rebuild(root, changes) if changes else root
