"""The views of a report. A view is one module here that builds its data element, one `assets/js/views/<name>.js`, one
`assets/css/views/<name>.css` where it needs a sheet, and one line in `VIEWS` (DESIGN 11).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from inspect_report.views import (
    cache,
    capture,
    context,
    environment,
    executions,
    observed,
    overview,
    payloads,
    replay,
    session,
)

if TYPE_CHECKING:
    from inspect_report.report import Sources


class View(NamedTuple):
    """One view: the name of its client module, and what makes its data elements (id, Struct), if it has any of its own."""

    name: str
    build: Callable[[Sources], Iterable[tuple[str, Any]]] | None = None


VIEWS: tuple[View, ...] = (
    View("context", context.build),
    View("observed", observed.build),
    View("compare"),
    View("payload", payloads.build),
    View("runtime-prompt", payloads.build_prompts),
    View("session", session.build),
    View("history"),
    View("branch"),
    View("reading"),
    View("executions", executions.build),
    View("timeline"),
    View("replay", replay.build),
    View("branch-context"),
    View("cache", cache.build),
    View("tools", environment.build),
    View("mcp-servers"),
    View("skills"),
    View("commands"),
    View("capture", capture.build),
    View("overview", overview.build),
    View("errors"),
    View("diagnostics"),
    View("redactions"),
    View("limits"),
    View("download"),
)
"""Every view, in no particular order; the client orders them by what they say of themselves."""
