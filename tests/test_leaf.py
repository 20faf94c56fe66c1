"""--leaf: an id or a unique beginning of one; else candidates are named (CLI-2)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support import run_cli


@pytest.fixture
def session(tmp_path: Path) -> Path:
    entries = [
        {"type": "session", "version": 3, "id": "s", "timestamp": "2026-11-02T09:00:00.000Z", "cwd": "/x"},
        *(
            {
                "type": "message",
                "id": identity,
                "parentId": parent,
                "timestamp": "2026-11-02T09:00:01.000Z",
                "message": {"role": "user", "content": identity},
            }
            for identity, parent in (
                ("aa1", None),
                ("aa2", "aa1"),
                ("aa22", "aa2"),
                ("b1", "aa1"),
                ("twice", "b1"),
                ("twice", "aa1"),
            )
        ),
    ]
    path = tmp_path / "session.jsonl"
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    return path


def meta(report: Path) -> dict[str, object]:
    text = report.read_text(encoding="utf-8")
    _, _, rest = text.partition('id="meta">')
    return json.loads(rest.partition("</script>")[0])


@pytest.mark.parametrize(
    ("wanted", "leaf", "on_branch"),
    [("aa2", "aa2", 2), ("b", "b1", 2), ("aa1", "aa1", 1), ("aa22", "aa22", 3)],
)
def test_an_id_or_the_only_beginning_of_one_is_the_leaf(
    session: Path, tmp_path: Path, wanted: str, leaf: str, on_branch: int
) -> None:
    done = run_cli("export", session, "-o", tmp_path / "r.html", "--leaf", wanted)
    assert done.returncode == 0, done.stderr
    found = meta(tmp_path / "r.html")
    assert (found["leaf_id"], found["leaf_chosen"], found["on_branch"]) == (leaf, True, on_branch)
    assert found["options"] == ["--leaf"]


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ("a", b"aa1, aa2, aa22"),
        ("zz", b"no entry"),
        ("twice", b"no link can name it: repeated id"),
        ("", b"no entry"),
    ],
)
def test_what_fits_several_or_none_is_refused_with_candidates(
    session: Path, tmp_path: Path, wanted: str, words: bytes
) -> None:
    done = run_cli("export", session, "-o", tmp_path / "r.html", "--leaf", wanted)
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "r.html").exists()


def test_without_it_the_leaf_is_that_of_pi(session: Path, tmp_path: Path) -> None:
    done = run_cli("export", session, "-o", tmp_path / "r.html")
    assert done.returncode == 0, done.stderr
    assert meta(tmp_path / "r.html")["leaf_chosen"] is False
