"""Redaction: the only maker of text that may be shown (RED-1).

`Redactor` is what the pipeline uses; `redact_text`, `redact_json` and `redact_and_cut` are the same with the default options and
a fresh numbering, for scripts and for scoring.
"""

from __future__ import annotations

from typing import Any

from inspect_report.redact.custom import compile_custom
from inspect_report.redact.engine import find
from inspect_report.redact.redactor import (
    LEAST,
    OVERLAP,
    RedactionOptions,
    Redactor,
    Report,
    RulePlaces,
    Shown,
    ShownJson,
)
from inspect_report.redact.sound import sound

__all__ = [
    "OVERLAP",
    "RedactionOptions",
    "Redactor",
    "Report",
    "RulePlaces",
    "Shown",
    "ShownJson",
    "compile_custom",
    "redact_and_cut",
    "redact_json",
    "redact_text",
]


def redact_text(text: str) -> str:
    """`text` with every secret masked."""
    if len(text) <= LEAST and text.isascii():
        return text
    clean = sound(text)
    spans = find(clean)
    return Redactor().mask(clean, spans, None) if spans else clean


def redact_json(value: Any) -> Any:
    """A JSON value with every secret masked, in strings and keys and by the names above them."""
    return Redactor().json(value)


def redact_and_cut(text: str, limit: int) -> str:
    """The first `limit` characters of `text`, redacted before they are cut."""
    return Redactor().cut(text, limit)
