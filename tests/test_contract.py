"""Page and program speak of the same things: generated types, flag bits, categories, interned codes."""

from __future__ import annotations

import json
import subprocess
import sys

from inspect_report.payload import CATEGORIES, NodeFlag, RowFlag, SegmentFlag
from tests.support import REPO


def bits(flag: type) -> dict[str, int]:
    return {name: value for name, value in vars(flag).items() if name.isupper()}


def constants(node: str, module: str, *names: str) -> list[object]:
    program = f"import * as m from {json.dumps(str(REPO / 'assets' / 'js' / module))}; console.log(JSON.stringify([{', '.join('m.' + name for name in names)}]))"
    done = subprocess.run(
        [node, "--input-type=module", "-e", program], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_generated_types_are_fresh() -> None:
    done = subprocess.run(
        [sys.executable, str(REPO / "scripts" / "payload_types.py"), "--check"], check=False
    )
    assert done.returncode == 0, "run python scripts/payload_types.py"


def test_flags_mean_the_same_on_both_sides(node: str) -> None:
    rows, nodes = constants(node, "session/entries.js", "ROW", "NODE")
    assert rows == bits(RowFlag)
    assert isinstance(nodes, dict)
    assert nodes.items() <= bits(NodeFlag).items()
    assert constants(node, "replay.js", "NODE") == [bits(NodeFlag)]
    segment, kinds = constants(node, "contextlist.js", "SEGMENT", "KINDS")
    assert segment == bits(SegmentFlag)
    assert kinds == list(CATEGORIES)
