"""`python -m tests.conformance DIR...`: run every case of the folders and say what differs.

A folder has cases (`NAME.jsonl`, `NAME.expected.json`, `NAME@LEAF.expected.json`), fuzz sessions
(`NNN.expected.json` with a list of results), or both. The exit status is 1 if anything differs that no rule wants.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from inspect_report.pi import jsonl
from tests.conformance.compare import LEAF_FIELDS, Verdict
from tests.conformance.results import Subject
from tests.conformance.rules import RULES, judge


def run(folder: Path) -> list[Verdict]:
    """The verdict on each result of a folder, in the order of the names."""
    verdicts: list[Verdict] = []
    for path in sorted(folder.glob("*.expected.json")):
        stored: Any = jsonl.parse(path.read_bytes())[0]
        name = path.name.removesuffix(".expected.json")
        if "results" in stored:
            file = folder / stored["file"]
            results = stored["results"]
        else:
            file = folder / f"{name.split('@')[0]}.jsonl"
            results = [stored]
        subject = Subject(file)
        try:
            for number, result in enumerate(results):
                label = f"{name}[{number}]" if len(results) > 1 else name
                verdicts.append(_result(label, result, subject))
        finally:
            subject.close()
    return verdicts


def _result(name: str, expected: dict[str, Any], subject: Subject) -> Verdict:
    rejected = "error" in expected
    if not subject.opened:
        own: dict[str, Any] = {"leafArg": expected.get("leafArg"), "listing": subject.listing()}
        if rejected:
            # Pi's message is not compared, only that it refuses.
            own["error"] = expected["error"]
        else:
            own["error"] = subject.refusal
        return judge(name, expected, own, subject)
    own = {}
    if rejected or "entryIds" in expected:
        own |= subject.file_fields()
    if not rejected:
        own |= {
            key: value
            for key, value in subject.leaf_fields(expected["leafArg"]).items()
            if key in LEAF_FIELDS
        }
        if (
            own.get("originalVersion") is not None
            and not subject.loaded
            and not expected["header"].get("cwd", "").startswith("/")
        ):
            for key in ("header", "originalVersion"):
                own.pop(key, None)
                expected = {name: value for name, value in expected.items() if name != key}
    return judge(name, expected, own, subject)


def main(folders: list[str]) -> int:
    """Run the folders, print differences and counts; the last line is `N passed, N failed`."""
    if not folders:
        print("usage: python -m tests.conformance DIR...", file=sys.stderr)
        return 2
    passed = failed = 0
    wanted: dict[str, list[str]] = {rule.name: [] for rule in RULES}
    for folder in folders:
        if not Path(folder).is_dir():
            print(f"{folder}: no such folder", file=sys.stderr)
            return 2
        for verdict in run(Path(folder)):
            if verdict.passed:
                passed += 1
            else:
                failed += 1
                print(f"FAILED {verdict.name}")
                for difference in verdict.differences:
                    print(f"    {difference}")
            for rule, differences in verdict.on_purpose.items():
                wanted[rule].append(f"{verdict.name} ({len(differences)})")
    for rule in RULES:
        if wanted[rule.name]:
            print(f"differs on purpose, {rule.name}: {len(wanted[rule.name])} results; {rule.reason}")
            print(f"    {', '.join(wanted[rule.name])}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
