"""Captured catalogs: tools, MCP registrations, skills, commands, context files, system prompts (OBS-4, OBS-5, CTX-11).

Each is written by the observer when it changed, so the last one is what held at the end of the dump. Raw values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, cast

import msgspec

from inspect_report.observations.dump import Observations
from inspect_report.observations.identity import fingerprint
from inspect_report.pi.session import NotDecoded

CatalogKind = Literal["tools", "mcp_servers", "skills", "commands", "context_files", "system_prompt"]

CATALOGS: tuple[CatalogKind, ...] = (
    "tools", "mcp_servers", "skills", "commands", "context_files", "system_prompt",
)  # fmt: skip

_ITEMS: dict[CatalogKind, str] = {
    "tools": "tools",
    "mcp_servers": "servers",
    "skills": "skills",
    "commands": "commands",
    "context_files": "contextFiles",
}


class SourceInfo(msgspec.Struct, frozen=True):
    """Where Pi says something comes from; None is "unavailable". Proves no server."""

    source: str | None = None
    path: str | None = None
    scope: str | None = None
    origin: str | None = None


class Namespace(msgspec.Struct, frozen=True):
    """A group of tools as Pi names it. Proves no server."""

    name: str | None = None
    aliases: tuple[str, ...] = ()
    description: str | None = None
    instructions: str | None = None


class Tool(msgspec.Struct, frozen=True):
    """One tool of Pi's public catalog. Exposure and active say nothing on what the provider was sent."""

    name: str
    description: str | None
    parameters: Any
    """The schema as captured; None when absent."""
    guidelines: tuple[str, ...]
    exposure: str | None
    active: bool | None
    callable: bool | None
    """Derived (`callable_by_rule`), not recorded."""
    namespace: Namespace | None
    annotations: dict[str, Any]
    """Hints as declared, not verified."""
    source: SourceInfo | None


class McpServer(msgspec.Struct, frozen=True):
    """A server that an extension registered: its name and that extension's path, nothing else is taken."""

    name: str
    extension_path: str | None


class Skill(msgspec.Struct, frozen=True):
    """A skill as captured; a path does not show that the file exists, and its content is not recorded."""

    name: str
    description: str | None
    path: str | None
    base_folder: str | None
    source: SourceInfo | None
    model_invocation: bool | None
    """Whether the model may use it by itself; None when not recorded."""


class Command(msgspec.Struct, frozen=True):
    """A slash command."""

    name: str
    description: str | None
    source: str | None


class ContextFile(msgspec.Struct, frozen=True):
    """A file that Pi puts into the prompt, with the content as captured."""

    path: str
    content: str


Item = Tool | McpServer | Skill | Command | ContextFile


class Capture(msgspec.Struct, frozen=True):
    """One catalog record without its items."""

    kind: CatalogKind
    place: int
    """For `items` and `prompt`."""
    run: int
    run_id: str
    leaf_id: str | None
    """Recorded for tools and system prompts only."""
    observed_at: str
    time: float | None
    unavailable: bool
    """The observer could not ask Pi for it (MCP registrations)."""
    cuts: tuple[tuple[str, int], ...]
    """(path, characters) of texts that the observer cut."""
    line: int
    file: int


class Change(msgspec.Struct, frozen=True):
    """One difference to the catalog before. `members` are those that differ in a redefined item."""

    kind: Literal["added", "removed", "redefined"]
    name: str
    members: tuple[str, ...] = ()


def callable_by_rule(exposure: str | None, active: bool | None) -> bool | None:
    """Whether other tools (codemode scripts) can call a tool, by the rule of Pi 1.6.0's documentation on tool exposure.

    direct: while active; model-only: never; codemode and deferred: whenever registered; hidden: not reachable. None where
    exposure or active is not recorded or unknown.
    """
    if exposure == "direct":
        return active
    if exposure in {"model-only", "hidden"}:
        return False
    return True if exposure in {"codemode", "deferred"} else None


def captures(observations: Observations, kind: CatalogKind) -> list[Capture]:
    """All captures of one catalog in the order of the dump; the last is the one to show. Unreadable ones are left out."""
    found: list[Capture] = []
    places = observations.places
    for place in observations.of_type(kind):
        try:
            _, fields = observations.fields(place)
        except NotDecoded:
            continue
        found.append(
            Capture(
                kind=kind,
                place=place,
                run=places.run[place],
                run_id=observations.runs[places.run[place]].id,
                leaf_id=fields.get("leafId"),
                observed_at=fields["observedAt"],
                time=places.when(place),
                unavailable=kind == "mcp_servers"
                and (fields.get("unavailable") is True or "servers" not in fields),
                cuts=tuple((cut["path"], cut["chars"]) for cut in fields.get("cut", [])),
                line=places.line[place],
                file=observations.parts[places.part[place]].file,
            )
        )
    return found


def items(observations: Observations, capture: Capture) -> list[Item]:
    """The items of a capture as recorded, duplicates apart. Raises NotDecoded."""
    _, fields = observations.fields(capture.place)
    name = _ITEMS.get(capture.kind)
    found: list[dict[str, Any]] = fields.get(name, []) if name else []
    return [_item(capture.kind, fields) for fields in found]


def prompt(observations: Observations, capture: Capture) -> str:
    """The text of a captured system prompt; it may never have been sent. Raises NotDecoded."""
    _, fields = observations.fields(capture.place)
    return fields["prompt"] if capture.kind == "system_prompt" else ""


def _item(kind: CatalogKind, fields: dict[str, Any]) -> Item:
    if kind == "tools":
        exposure, active = fields.get("exposure"), fields.get("active")
        namespace = fields.get("namespace")
        return Tool(
            name=fields["name"],
            description=fields.get("description"),
            parameters=fields.get("parameters"),
            guidelines=tuple(fields.get("promptGuidelines", ())),
            exposure=exposure,
            active=active,
            callable=callable_by_rule(exposure, active),
            namespace=_namespace(namespace) if namespace is not None else None,
            annotations=fields.get("annotations", {}),
            source=_source(fields),
        )
    if kind == "mcp_servers":
        return McpServer(fields["name"], fields.get("extensionPath"))
    if kind == "skills":
        disabled = fields.get("disableModelInvocation")
        return Skill(
            name=fields["name"],
            description=fields.get("description"),
            path=fields.get("filePath"),
            base_folder=fields.get("baseDir"),
            source=_source(fields),
            model_invocation=None if disabled is None else not disabled,
        )
    if kind == "commands":
        return Command(fields["name"], fields.get("description"), fields.get("source"))
    return ContextFile(fields["path"], fields["content"])


def _namespace(fields: dict[str, Any]) -> Namespace:
    return Namespace(
        name=fields.get("name"),
        aliases=tuple(fields.get("aliases", ())),
        description=fields.get("description"),
        instructions=fields.get("instructions"),
    )


def _source(fields: dict[str, Any]) -> SourceInfo | None:
    found = fields.get("sourceInfo")
    return SourceInfo(**found) if found is not None else None


def changes(before: Sequence[Item], after: Sequence[Item]) -> list[Change]:
    """What a catalog added, removed and redefined since the one before it, in the order of its items.

    Items go by name (context files by path); of several with one name the first of each side are compared, then the second,
    and so on.
    """
    earlier = _by_name(before)
    later = _by_name(after)
    found: list[Change] = []
    for key, item in later.items():
        old = earlier.get(key)
        if old is None:
            found.append(Change("added", key[0]))
            continue
        differing = tuple(
            field
            for field in item.__struct_fields__
            if fingerprint(plain(getattr(item, field))) != fingerprint(plain(getattr(old, field)))
        )
        if differing:
            found.append(Change("redefined", key[0], differing))
    found += [Change("removed", key[0]) for key in earlier if key not in later]
    return found


def plain(value: Any) -> Any:
    """An item, or a member of one, as a JSON value."""
    if isinstance(value, msgspec.Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    return list(cast("tuple[Any, ...]", value)) if isinstance(value, tuple) else value


def _by_name(listed: Sequence[Item]) -> dict[tuple[str, int], Item]:
    named: dict[tuple[str, int], Item] = {}
    seen: dict[str, int] = {}
    for item in listed:
        name = item.path if isinstance(item, ContextFile) else item.name
        number = seen[name] = seen.get(name, 0) + 1
        named[name, number] = item
    return named
