"""docs/views.md lists every evidence label word for word, and the client shows each (UI-12)."""

from __future__ import annotations

from inspect_report.evidence import LABELS
from tests.support import REPO


def table() -> list[list[str]]:
    lines = (REPO / "docs" / "views.md").read_text(encoding="utf-8").splitlines()
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        for line in lines
        if line.startswith("|")
    ]
    assert rows[0] == ["thing", "place", "evidence label", "what it cannot say"]
    return rows[2:]


def test_the_table_and_the_labels_are_the_same() -> None:
    rows = table()
    assert all(len(row) == 4 and all(row) for row in rows)
    assert sorted(row[2] for row in rows) == sorted(LABELS.values())


def test_every_label_is_shown_by_the_client() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (REPO / "assets" / "js").rglob("*.js"))
    missing = [key for key in LABELS if f'"{key}"' not in sources and f"labels.{key}" not in sources]
    assert not missing, f"labels that no client module names: {missing}"
