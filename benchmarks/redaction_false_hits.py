#!/usr/bin/env python3
"""List every span that redaction masks in folders of ordinary source code (RED-2: at most 5 in 5 MB).

    python benchmarks/redaction_false_hits.py FOLDER... [--size MB] [--suffix .py,.js] [--every N]

Files are taken in sorted order until each folder's share of the size is reached. The values stand in the output: run it on
public code only.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from inspect_report.redact.engine import find

_SUFFIXES = ".py,.js,.mjs,.cjs,.ts,.tsx,.css,.html,.json,.md,.yaml,.yml,.toml,.sh,.c,.h,.go,.rs"


def main() -> None:
    """Read the files, print the spans with some context, then the count and the speed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--size", type=float, default=5.0, help="MB (10^6 characters) in all")
    parser.add_argument("--suffix", default=_SUFFIXES)
    parser.add_argument("--every", type=int, default=1, help="take one file in N")
    options = parser.parse_args()
    suffixes = set(options.suffix.split(","))
    share = options.size * 1e6 / len(options.folders)
    total = hits = 0
    spent = 0.0
    for folder in options.folders:
        taken = 0
        for number, path in enumerate(sorted(folder.rglob("*"))):
            if number % options.every or path.suffix not in suffixes or not path.is_file():
                continue
            text = path.read_text(errors="replace")
            begun = time.process_time()
            spans = find(text)
            spent += time.process_time() - begun
            for span in spans:
                hits += 1
                before = text[max(0, span.start - 60) : span.start].replace("\n", "\\n")
                print(
                    f"{path.relative_to(folder)}: {span.rule}: {before} >>> {text[span.start : span.end][:120]!r}"
                )
            taken += len(text)
            if taken >= share:
                break
        total += taken
    print(f"{hits} spans in {total / 1e6:.1f} MB, {total / 1e6 / max(spent, 1e-9):.1f} MB/s")


if __name__ == "__main__":
    main()
