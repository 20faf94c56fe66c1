"""Finds the client's sources and the templates: in the installed package (also inside a zip), else beside it in a checkout."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable


@cache
def folder(name: str) -> Traversable:
    """The folder `name` ("assets" or "templates"): a wheel carries it inside the package, a checkout beside it (DESIGN 9)."""
    package = files("inspect_report")
    inside = package.joinpath(name)
    if inside.is_dir():
        return inside
    from pathlib import Path

    return Path(__file__).resolve().parent.parent / name


def read(kind: str, name: str) -> str:
    """Text of one resource with LF line ends, so that hashes don't depend on how a checkout wrote them."""
    text = folder(kind).joinpath(*name.split("/")).read_bytes().decode("utf-8")
    return text.replace("\r\n", "\n")


def names(kind: str, suffix: str) -> list[str]:
    """Names of the resources with this suffix, with "/" below the folder, sorted."""
    found: list[str] = []
    open_folders = [(folder(kind), "")]
    while open_folders:
        place, prefix = open_folders.pop()
        for child in place.iterdir():
            if child.is_dir():
                open_folders.append((child, f"{prefix}{child.name}/"))
            elif child.name.endswith(suffix):
                found.append(prefix + child.name)
    return sorted(found)
