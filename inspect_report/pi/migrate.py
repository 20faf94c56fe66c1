"""Pi's migrations of versions 1 and 2, in memory (PI_RULES 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inspect_report.pi.jsvalues import MISSING, is_object, nullish, to_number, truthy

CURRENT_VERSION = 3


@dataclass(frozen=True, slots=True)
class Migration:
    """Which steps a header's version calls for. `links` gives ids and parents (step A), `roles` renames a role (step B)."""

    links: bool
    roles: bool
    newer: bool
    """The version is above the one Pi 1.6.0 writes; it is read as if it were that one."""

    @classmethod
    def of(cls, version: Any) -> Migration:
        """The steps for `header.version`; a value that converts to no number calls for none."""
        number = to_number(1 if nullish(version) else version)
        return cls(links=number < 2, roles=number < CURRENT_VERSION, newer=number > CURRENT_VERSION)

    def version(self, original: Any) -> Any:
        """The header's version after migration."""
        return CURRENT_VERSION if self.roles else original


def rename_role(entry: dict[str, Any]) -> None:
    """Step B on one entry: messages of role hookMessage become custom."""
    if entry.get("type") == "message":
        message = entry.get("message")
        if is_object(message) and message.get("role") == "hookMessage":
            message["role"] = "custom"


def relink(
    entry: dict[str, Any], entry_id: str, parent_id: str | None, first_kept: Any, had_index: bool
) -> None:
    """Step A on one entry. `first_kept` is what a numeric index resolved to; `had_index` says that there was one."""
    entry["id"] = entry_id
    entry["parentId"] = parent_id
    if had_index:
        entry.pop("firstKeptEntryIndex", None)
        if first_kept is MISSING:
            entry.pop("firstKeptEntryId", None)
        else:
            entry["firstKeptEntryId"] = first_kept


def role_after(role: Any, migration: Migration) -> Any:
    """The role of a message entry after step B."""
    return "custom" if migration.roles and role == "hookMessage" else role


def is_opening(value: Any) -> bool:
    """Whether the first value of a file is a header with which Pi opens it."""
    return is_object(value) and value.get("type") == "session" and isinstance(value.get("id"), str)


def surviving(value: Any) -> bool:
    """Whether Pi keeps a parsed line."""
    return truthy(value)
