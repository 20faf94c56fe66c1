"""The Markdown gold cases: what goes in, and its nodes one block a line."""

from __future__ import annotations

import json
from pathlib import Path

from inspect_report.markup import colour, markdown

CASES = sorted((Path(__file__).parents[1] / "gold" / "markdown").glob("*.md"))


def rendered(case: Path) -> str:
    """The nodes of a case as JSON, one block a line, so that a difference is readable."""
    parsed = markdown.parse(
        case.read_text(encoding="utf-8"), lambda code, tag: colour.by_tag(code, tag, 1_000)
    )
    assert parsed.nodes is not None, parsed.literal
    return "[\n" + ",\n".join(json.dumps(node, ensure_ascii=False) for node in parsed.nodes) + "\n]\n"
