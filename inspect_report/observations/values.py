"""JSON values with the types that a checker can follow."""

from __future__ import annotations

from typing import Any, cast


def members(value: Any) -> dict[str, Any] | None:
    """The value as an object, None if it is none."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def elements(value: Any) -> list[Any] | None:
    """The value as a list, None if it is none."""
    return cast("list[Any]", value) if isinstance(value, list) else None
