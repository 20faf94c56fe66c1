"""Element "environment": tools, MCP registrations, skills and commands as captured (OBS-4, OBS-5).

Each catalog was written by the observer when it changed. Equal items are stored once; schemas are an element of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from inspect_report import bounds
from inspect_report.captured.texts import PLACE, Texts
from inspect_report.observations import catalogs
from inspect_report.observations.identity import fingerprint
from inspect_report.payload import Detail
from inspect_report.payload.observed import (
    Advertised,
    Catalog,
    CatalogChange,
    CommandPart,
    EnvironmentView,
    NamespacePart,
    ServerPart,
    SkillPart,
    SourcePart,
    ToolPart,
)
from inspect_report.pi.session import NotDecoded
from inspect_report.pi.system import Replay
from inspect_report.redact import Shown
from inspect_report.shape import bound
from inspect_report.views.replay import skills_named

if TYPE_CHECKING:
    from inspect_report.model import Model
    from inspect_report.observations import Observations
    from inspect_report.report import Sources

_P = TypeVar("_P")

_MEMBERS = {"path": "path", "base_folder": "base folder", "model_invocation": "model invocation"}
"""Words for the members that a redefined item differs in, where the name alone would not do."""


def build(sources: Sources) -> Iterator[tuple[str, Any]]:
    """The catalogs and the schemas; without a dump the skills that the stored prompt names."""
    advertised = [
        Advertised(
            name=Shown(bounds.start(sources.redactor.text(name, PLACE), bounds.NAME)),
            path=Shown(bounds.start(sources.redactor.home(path, PLACE), bounds.SKILL_PATH)),
        )
        for path, name in list(_advertised(sources.model).items())[: bounds.CATALOG_ITEMS]
    ]
    if sources.observations is None:
        yield "environment", EnvironmentView(False, [], [], [], [], [], [], [], [], [0, 0, 0, 0], advertised)
        return
    made = _Making(sources, sources.observations)
    tools, tool_catalogs = made.catalog("tools", made.tool)
    servers, server_catalogs = made.catalog("mcp_servers", made.server)
    skills, skill_catalogs = made.catalog("skills", made.skill)
    commands, command_catalogs = made.catalog("commands", made.command)
    yield (
        "environment",
        EnvironmentView(
            observed=True,
            tools=tools,
            tool_catalogs=tool_catalogs,
            servers=servers,
            server_catalogs=server_catalogs,
            skills=skills,
            skill_catalogs=skill_catalogs,
            commands=commands,
            command_catalogs=command_catalogs,
            earlier=made.earlier,
            advertised=advertised,
        ),
    )
    yield "schemas", made.schemas


def _advertised(model: Model) -> dict[str, str]:
    """Path to name of the skills that the prompt stored in the session names at the leaf, raw."""
    if model.context_unavailable:
        return {}
    replay = Replay()
    types, roles = model.session.types, model.session.roles
    for place, item in enumerate(model.context.entries):
        if types[item] == "compaction" or roles[item] == "system":
            for message in model.context.messages_of(item, first=place == 0):
                replay.feed(message)
    return skills_named(replay.sections.values())


class _Making:
    def __init__(self, sources: Sources, observations: Observations) -> None:
        self._sources = sources
        self._all = observations
        self._texts = Texts(sources, observations)
        self.schemas: list[Detail] = []
        self.earlier: list[int] = []

    def catalog(
        self, kind: catalogs.CatalogKind, make: Callable[[Any], _P]
    ) -> tuple[list[_P], list[Catalog]]:
        """All shown captures of a kind, and the distinct items in them."""
        captures = catalogs.captures(self._all, kind)
        first = max(0, len(captures) - bounds.OBSERVED_CATALOGS)
        if first:
            self._sources.ledger.cut("catalogs", first, first)
        self.earlier.append(first)
        places: dict[bytes, int] = {}
        parts: list[_P] = []
        listed: list[Catalog] = []
        before: list[catalogs.Item] | None = None
        for number, capture in enumerate(captures[max(0, first - 1) :], max(0, first - 1)):
            try:
                items = catalogs.items(self._all, capture)
            except NotDecoded:
                continue
            if number < first:
                before = items
                continue
            omitted = max(0, len(items) - bounds.CATALOG_ITEMS)
            if omitted:
                self._sources.ledger.cut("catalog_items", omitted, omitted)
            shown: list[int] = []
            for item in items[: bounds.CATALOG_ITEMS]:
                key = _key(item)
                if key not in places:
                    places[key] = len(parts)
                    parts.append(make(item))
                shown.append(places[key])
            changes = None if before is None or capture.unavailable else self._changes(before, items)
            listed.append(
                Catalog(
                    captured=self._texts.captured(capture.place, capture.leaf_id, capture.cuts),
                    unavailable=capture.unavailable,
                    items=shown,
                    omitted=omitted,
                    changes=changes,
                )
            )
            before = items
        return parts, listed

    def _changes(self, before: list[catalogs.Item], after: list[catalogs.Item]) -> list[CatalogChange]:
        return [
            CatalogChange(
                change.kind,
                self._texts.word(change.name),
                [_MEMBERS.get(name, name) for name in change.members if name != "callable"],
            )
            for change in catalogs.changes(before, after)[: bounds.CATALOG_ITEMS]
        ]

    # Items

    def tool(self, tool: catalogs.Tool) -> ToolPart:
        """A tool; its schema goes to the list of schemas."""
        texts = self._texts
        annotations = bound(
            self._sources.redactor.json(tool.annotations, PLACE), bounds.NAME, bounds.SOURCE_COPY
        )
        return ToolPart(
            name=texts.word(tool.name),
            description=texts.word(tool.description, bounds.DESCRIPTION),
            guidelines=[texts.word(each, bounds.DESCRIPTION) for each in tool.guidelines[:32]],
            exposure=texts.word(tool.exposure),
            active=tool.active,
            callable=tool.callable,
            namespace=self._namespace(tool.namespace),
            annotations=annotations.value,
            source=self._source(tool.source),
            schema=self._schema(tool.parameters),
        )

    def _schema(self, parameters: Any) -> int:
        if parameters is None:
            return -1
        # A node costs two characters or more, so the allowance bounds the nodes as well.
        assert bounds.SCHEMA // 2 <= bounds.SCHEMA_NODES
        wrapped = {"schema": parameters}
        self.schemas.append(
            self._texts.body(wrapped, bounds.SCHEMA, bounds.SCHEMA, "schema", bounds.SCHEMA_DEPTH)
        )
        return len(self.schemas) - 1

    def _namespace(self, namespace: catalogs.Namespace | None) -> NamespacePart | None:
        if namespace is None:
            return None
        texts = self._texts
        return NamespacePart(
            name=texts.word(namespace.name),
            aliases=[texts.word(alias) for alias in namespace.aliases[:32]],
            description=texts.word(namespace.description, bounds.DESCRIPTION),
            instructions=texts.word(namespace.instructions, bounds.DESCRIPTION),
        )

    def _source(self, source: catalogs.SourceInfo | None) -> SourcePart | None:
        if source is None:
            return None
        limit = bounds.SOURCE_COPY
        return SourcePart(
            source=self._texts.path(source.source, limit),
            path=self._texts.path(source.path, limit),
            scope=self._texts.word(source.scope),
            origin=self._texts.word(source.origin),
        )

    def server(self, server: catalogs.McpServer) -> ServerPart:
        """A registration: its name and its extension's path."""
        return ServerPart(self._texts.word(server.name), self._texts.path(server.extension_path))

    def skill(self, skill: catalogs.Skill) -> SkillPart:
        """A skill."""
        return SkillPart(
            name=self._texts.word(skill.name),
            description=self._texts.word(skill.description, bounds.DESCRIPTION),
            path=self._texts.path(skill.path),
            base=self._texts.path(skill.base_folder),
            source=self._source(skill.source),
            model_invocation=skill.model_invocation,
        )

    def command(self, command: catalogs.Command) -> CommandPart:
        """A slash command."""
        return CommandPart(
            name=self._texts.word(command.name),
            description=self._texts.word(command.description, bounds.DESCRIPTION),
            source=self._texts.word(command.source),
        )


def _key(item: catalogs.Item) -> bytes:
    """The same bytes for equal items, whatever depth their schemas have."""
    return fingerprint(catalogs.plain(item))
