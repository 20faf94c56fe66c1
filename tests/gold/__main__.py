"""Writes every gold file anew: `python -m tests.gold`."""

from __future__ import annotations

import os
import subprocess

from tests.markup.gold import CASES, rendered
from tests.support import REPO, node_program

for case in CASES:
    case.with_suffix(".json").write_text(rendered(case), encoding="utf-8")
tests = sorted(str(path) for path in (REPO / "tests" / "js").glob("render*.test.mjs"))
subprocess.run(
    [str(node_program()), "--test", *tests], cwd=REPO, env={**os.environ, "UPDATE_GOLD": "1"}, check=True
)
