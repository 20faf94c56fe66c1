"""Puts a secret of its own into every field of a session or dump, and looks for them in what was made of it."""

from __future__ import annotations

import base64
import html
import json
import random
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

PIECE = 12
"""Characters of a secret that count as a leak."""

_LETTERS = string.ascii_letters + string.digits
_STRUCTURE = frozenset(
    {
        "type",
        "role",
        "version",
        "timestamp",
        "mimeType",
        "data",
        "observedAt",
        "purpose",
        "startedAt",
        "outcome",
        "exposure",
    }
)
"""Fields that decide what a record is: `one_field_each` damages them, one a record."""
_IDS = frozenset(
    """id parentId targetId firstKeptEntryId toolCallId fromId leafId anchorId occurrenceId parentToolCallId parentOccurrenceId
    messageEntryId sessionId run""".split()
)

Wrap = Callable[[str], str]
"""Makes the text that carries a secret, as it would stand in a session."""


@dataclass
class Kind:
    """One kind of secret: how it looks, and what stands around it."""

    name: str
    make: Callable[[random.Random], str]
    wrap: Wrap = lambda secret: secret


def _random(count: int, letters: str = _LETTERS) -> Callable[[random.Random], str]:
    return lambda source: "".join(source.choice(letters) for _ in range(count - 3)) + "k7Q"


def _key_block(source: random.Random) -> str:
    return "\n".join("MII" + "".join(source.choice(_LETTERS + "+/") for _ in range(37)) for _ in range(2))


KINDS = (
    Kind("token", lambda source: "ghp_" + _random(36)(source)),
    Kind("named", _random(20), lambda secret: f"DB_PASSWORD={secret}"),
    Kind("url", _random(20), lambda secret: f"postgres://app:{secret}@db.example.org/x"),
    Kind("header", _random(40), lambda secret: f"Authorization: Bearer {secret}"),
    Kind(
        "block",
        _key_block,
        lambda secret: f"-----BEGIN RSA PRIVATE KEY-----\n{secret}\n-----END RSA PRIVATE KEY-----\n",
    ),
    Kind("custom", lambda source: f"Zx<&>'é%/{_random(20)(source)}+=?"),
)
CUSTOM = r"Zx<&>'é%/\w{20}\+=\?"
"""The pattern for --redact that the last kind needs."""


@dataclass
class Poison:
    """Makes secrets, each with the field that it went into."""

    kind: Kind
    seed: int = 7
    odd: str = ""
    """Put before each secret: odd characters that must not get in the way."""
    places: dict[str, str] = field(default_factory=dict[str, str])
    """Secret to the path of the field that holds it."""
    _ids: dict[str, str] = field(default_factory=dict[str, str])

    def __post_init__(self) -> None:
        self._random = random.Random(f"{self.kind.name}{self.seed}")

    def text(self, place: str) -> str:
        """A text with a new secret, noted under `place`."""
        secret = self.kind.make(self._random)
        self.places[secret] = place
        return f"{self.odd}{self.kind.wrap(secret)}"

    def record(self, value: Any, at: str = "") -> Any:
        """A copy of a record with a secret in every text, name and id, and in one more field of every object."""
        if isinstance(value, dict):
            copy = {name: self._member(name, child, at) for name, child in value.items()}
            copy["extra"] = self.text(f"{at}/extra")
            copy[self.text(f"{at}/(a name)")] = self.text(f"{at}/(under a name)")
            return copy
        if isinstance(value, list):
            return [self.record(child, at) for child in value]
        return f"{value} {self.text(at)}" if isinstance(value, str) else value

    def _member(self, name: str, value: Any, at: str) -> Any:
        place = f"{at}/{name}"
        if name in _STRUCTURE and isinstance(value, (str, int, float)):
            return value
        if name in _IDS and isinstance(value, str):
            if value not in self._ids:
                self._ids[value] = f"{value}-{self.text(place)}"
            return self._ids[value]
        if name in {"sections", "arguments", "args", "details", "providerOptions"} and isinstance(
            value, dict
        ):
            changed = {
                f"{key} {self.text(f'{place}/(key)')}": self.record(child, place)
                for key, child in value.items()
            }
            return {**self.record({}, place), **value, **changed}
        return self.record(value, place)


def records(path: Path) -> list[dict[str, Any]]:
    """The records of a JSON Lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def jsonl(values: list[Any]) -> str:
    """Records, or lines as they stand, as a file."""
    return "".join(
        (value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)) + "\n"
        for value in values
    )


def one_field_each(record: dict[str, Any], poison: Poison, limit: int = 60) -> Iterator[dict[str, Any]]:
    """Copies of a record, each with one of its scalar fields replaced by a secret alone: odd types, roles, times, numbers."""
    paths = list(_scalars(record))[:limit]
    for number, path in enumerate(paths):
        copy = json.loads(json.dumps(record))
        holder = copy
        for part in path[:-1]:
            holder = holder[part]
        holder[path[-1]] = poison.text("only " + "/".join(map(str, path)))
        if path != ("id",):
            copy["id"] = f"{record.get('id')}-{number}"
        yield copy


def _scalars(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, (dict, list)):
        for name, child in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _scalars(child, (*path, name))
    elif path:
        yield path


def pieces(secret: str) -> Iterator[str]:
    """Runs of 12 characters of a secret as each way of writing it down has them."""
    spellings = {secret, json.dumps(secret)[1:-1], html.escape(secret), quote(secret), quote(secret, safe="")}
    data = secret.encode()
    for shift in range(3):
        whole = base64.b64encode(b"\0" * shift + data)
        spellings.add(whole[4 if shift else 0 : len(whole) - 4].decode())
    spellings |= {each.replace("+", "-").replace("/", "_") for each in spellings}
    for each in spellings:
        for at in range(max(0, len(each) - PIECE) + 1):
            piece = each[at : at + PIECE]
            if len(piece) == PIECE:
                yield piece


def leaks(output: str, places: dict[str, str]) -> list[str]:
    """Fields whose secret, or 12 characters of it, stands in `output`, each with what surrounds it."""
    known = {piece: secret for secret in places for piece in pieces(secret)}
    found: dict[str, str] = {}
    for at in range(len(output) - PIECE + 1):
        secret = known.get(output[at : at + PIECE])
        if secret is not None and secret not in found:
            found[secret] = f"{places[secret]}: …{output[max(0, at - 90) : at + 40]!r}…"
    return list(found.values())
