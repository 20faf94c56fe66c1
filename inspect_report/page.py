"""Builds the page: Jinja shell, inert JSON elements, linked script, Content-Security-Policy by hash (HTML-1 to HTML-3)."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple, cast

import msgspec

from inspect_report import resources
from inspect_report.link import link
from inspect_report.payload import Meta

MARK = '<meta name="generator" content="pi-inspect '
"""Stands in the first 4 KiB of every report; an output without it is not replaced (FILE-5)."""


class Element(NamedTuple):
    """One data element of the page: its id and its JSON, escaped so that nothing in it can end the element."""

    id: str
    json: str


def element(name: str, value: Any) -> Element:
    """Encode a payload part; strings hold only what the redactor made, so they are valid Unicode."""
    return encoded(name, msgspec.json.encode(value))


def encoded(name: str, json: bytes) -> Element:
    """An element of JSON that is already encoded."""
    return Element(name, json.replace(b"<", b"\\u003c").decode())


def render(
    meta: Meta, static: dict[str, Any], elements: Iterable[Element], views: tuple[str, ...]
) -> Iterator[str]:
    """The page in pieces. `static` feeds the part that is read without scripts; `elements` come out as they are asked for."""
    script = client_script(views)
    style = client_style(views)
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )
    template = _environment().get_template("page.html.jinja")
    return template.generate(
        meta=meta, policy=policy, style=style, script=script, elements=elements, **static
    )


@cache
def client_script(views: tuple[str, ...]) -> str:
    """The client's modules and these views as one classic script."""
    return link(
        lambda name: resources.read("assets", f"js/{name}"), "main.js", [f"views/{view}.js" for view in views]
    )


@cache
def client_style(views: tuple[str, ...]) -> str:
    """The style sheets, what is shared before what belongs to one view."""
    wanted = {f"css/views/{view}.css" for view in views}
    sheets = [name for name in resources.names("assets", ".css") if "/views/" not in name or name in wanted]
    sheets.sort(key=lambda name: ("/views/" in name, name))
    return "\n".join(resources.read("assets", name) for name in sheets)


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def _environment() -> Any:
    from jinja2 import DictLoader, Environment, StrictUndefined

    sources = {name: resources.read("templates", name) for name in resources.names("templates", ".jinja")}
    environment = Environment(
        loader=DictLoader(sources),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    cast("dict[str, Any]", environment.filters)["count"] = _separated
    return environment


def _separated(number: int) -> str:
    return f"{number:,}"
