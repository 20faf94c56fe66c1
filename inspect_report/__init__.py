"""pi-inspect: one Pi coding agent session rendered into one self-contained HTML report.

    import inspect_report
    report = inspect_report.export("session.jsonl", "report.html")

`export`, `export_to_stream`, `Options` and `Report` are what the command itself uses (`inspect_report.build`); faults of
inputs and outputs are `inspect_report.errors.InspectError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from inspect_report.build import Options, Report, export, export_to_stream
    from inspect_report.errors import InspectError

__all__ = ["InspectError", "Options", "Report", "__version__", "export", "export_to_stream"]


def __getattr__(name: str) -> Any:
    # The command's help and version should not wait for what only an export needs.
    if name == "InspectError":
        from inspect_report import errors

        return errors.InspectError
    if name in __all__:
        from inspect_report import build

        return getattr(build, name)
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
