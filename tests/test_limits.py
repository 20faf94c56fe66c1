"""Limits: every bound is named with its unit, and what it left out with the unit of that (LIM-3)."""

from __future__ import annotations

import re

from inspect_report import bounds
from tests.support import REPO


def test_every_counted_cut_is_a_listed_bound() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (REPO / "inspect_report").rglob("*.py"))
    counted = set(re.findall(r'ledger\.cut\(\s*"(\w+)"', source))
    assert counted
    assert counted <= set(bounds.LIMITS)


def test_what_is_lost_has_a_unit_of_its_own_where_it_differs() -> None:
    assert bounds.LIMITS["markdown_nodes"].unit == "elements"
    assert bounds.LIMITS["markdown_nodes"].lost == "characters"
    assert bounds.LIMITS["detail_entry"].lost == "members"


def test_the_client_has_the_figure_of_drawn_pieces() -> None:
    source = (REPO / "assets" / "js" / "display.js").read_text(encoding="utf-8")
    (figure,) = re.findall(r"^const MOST_RUNS = ([\d_]+);", source, re.MULTILINE)
    assert int(figure) == bounds.LIMITS["text_runs"].limit


def test_ledger_sums_by_bound() -> None:
    ledger = bounds.Ledger()
    ledger.cut("rows", 5)
    ledger.cut("rows", 7, 2)
    ledger.cut("images", 1)
    assert (ledger.cuts, ledger.omitted, ledger.total) == (
        {"rows": 3, "images": 1},
        {"rows": 12, "images": 1},
        4,
    )
