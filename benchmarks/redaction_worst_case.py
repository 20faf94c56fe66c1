#!/usr/bin/env python3
"""Time redaction on 64 KiB of hostile repetitions (at most 50 ms each) and on ten times as much (at most 12 times the time).

    python benchmarks/redaction_worst_case.py [--all]

Every literal that opens a rule is repeated, alone and with what could follow it; the slowest are printed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from inspect_report.redact.engine import find
from inspect_report.redact.formats import FORMATS
from inspect_report.redact.rules import RULES, specimen

SIZE = 65_536
LIMIT = 0.050


def units() -> Iterator[str]:
    """The repeated pieces."""
    yield from [
        "a",
        " ",
        "\n",
        "\\",
        '"',
        "'",
        "=",
        ":",
        "-",
        "/",
        "@",
        "%3D",
        "\\n",
        '\\"',
        "\x1b[",
        "\x1b[1m",
        "\x1b]8;;",
        "&quot;",
        "%",
        "://",
        "http://a:",
        "a.",
        "a-",
        "A1",
        "$a",
        "${",
        "{{",
    ]
    yield from [
        "-----BEGIN PRIVATE KEY-----\n",
        "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN ",
        "password",
        "password=",
        "password: ",
        "password is ",
        "api_key",
        "api_key: ",
        '"password":',
        '\\"password\\":',
    ]
    yield from [
        "token ",
        "token=",
        "token,",
        "Cookie: a=",
        "Set-Cookie: a=",
        "Authorization: ",
        "Authorization: Bearer ",
        "mysql ",
        "mysql -",
        "curl ",
        "curl -",
        "docker login ",
        " -p",
        "password password ",
        "secret_key = (",
        "key key ",
    ]
    yield from [
        "name: password\nvalue",
        "password: str = ",
        "password = f(",
        "password = [",
        "eyJ.",
        "sk-",
        "sk-a1",
        "AA:",
        "1:AA",
        "a1b2" * 8 + "-",
        "user:password@",
        "auth=",
        "echo a | ",
        "machine a login b ",
        "identified by ",
        "key=a&",
        "a/",
        "PASSWORD=x ",
        "MIIE" * 16 + "\n",
        "[redacted:password#1] ",
    ]
    for rule in RULES:
        yield from rule.starts
        yield specimen(rule.example)
    for row in FORMATS:
        yield from row.gates
        yield specimen(row.example) + " "
        yield specimen(row.example)[: len(specimen(row.example)) // 2]


def main() -> None:
    """Time every unit, print the slowest, end with status 1 when a limit is passed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--all", action="store_true", help="print every time")
    options = parser.parse_args()
    times: list[tuple[float, float, str]] = []
    for unit in dict.fromkeys(units()):
        text = (unit * (SIZE // max(1, len(unit)) + 1))[:SIZE]
        one = min(_time(text), _time(text))
        times.append((one, 0.0, unit))
    times.sort(reverse=True)
    failed = 0
    for one, _, unit in times if options.all else times[:25]:
        longer = _time((unit * (10 * SIZE // len(unit) + 1))[: 10 * SIZE])
        wrong = one > LIMIT or longer > 12 * max(one, 0.004)
        failed += wrong
        print(f"{one * 1e3:7.1f} ms  x10: {longer / one:5.1f}  {unit[:60]!r}{'  TOO SLOW' if wrong else ''}")
    print(f"{len(times)} units, {failed} too slow")
    sys.exit(1 if failed else 0)


def _time(text: str) -> float:
    begun = time.process_time()
    find(text)
    return time.process_time() - begun


if __name__ == "__main__":
    main()
