#!/usr/bin/env python3
"""Time redaction on 64 KiB of hostile repetitions (at most 50 ms each) and on ten times as much (at most 12 times the time).

    python benchmarks/redaction_worst_case.py [--all]

Every literal that opens a rule is repeated, alone and with what could follow it; the slowest are printed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from inspect_report import bounds
from inspect_report.redact import Redactor
from inspect_report.redact.engine import find
from inspect_report.redact.formats import FORMATS
from inspect_report.redact.rules import RULES, specimen
from inspect_report.shape import window

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
    yield from UNUSUAL
    for rule in RULES:
        yield from rule.starts
        yield specimen(rule.example)
    for row in FORMATS:
        yield from row.gates
        yield specimen(row.example) + " "
        yield specimen(row.example)[: len(specimen(row.example)) // 2]


UNUSUAL = [
    "ops_eyJ+", "sntrys_/", "ABSK/", "glc_+", "cookiecookie=", "password:**", "authorization=", "authorization:", "x-authorization://",
    '"auth":"', '"_auth":"', "%2f%2fa:", "%2f%2f\ue13a", "passwd:", "passwd://", 'auth=("a"', "auth=('", "mysql -p'a\n", "mysql   -p",
    "mongo -p '", "password: 'a\n", 'token: ""', "password, '", 'password | "a\n', "password]=>", "password -> ", "password: <a>", "<password>",
    '"apiKey": "x1y2z3w4"', "user password 'a", "sq0atp-a1b2c3d4e5f6 ", "sk-svcacct-a1b2c3d4e5f6 ", "a1Q~", "Q~A1", "AzCa0", "eyJ-", "eyJ.",
    "\x00", "\u200b", "\u200b".join("password="), "\x1bP", "\x1b]0;title\x07", "\\u001b[31m", '{"name":"password","value":"x"},', "a=b1c2d3e4; ",
    "password: " + "[" * 40, "apiKeys: ['a', ", "basic aaaaaaaaaaaaa_", "-----BEGIN PRIVATE KEY-----\n" + "a1B2" * 16 + "\n",
    *(f"{before}{'x' * size}{after}" for size in (300, 4_096, 9_000)
      for before, after in ((":5432:a:a:", " "), ("Cookie: a=", ";"), ('password: "', "\n"), ("://a:", "@-"), ("sk-", "."), ("eyJ", "."), ("", "AZDO"))),
]  # fmt: skip
"""Repetitions that start often and fail late, with long runs between, found by trying what no list of beginnings holds."""


def main() -> None:
    """Time every unit, print the slowest, end with status 1 when a limit is passed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--all", action="store_true", help="print every time")
    options = parser.parse_args()
    times: list[tuple[float, str]] = []
    for unit in dict.fromkeys(units()):
        text = (unit * (SIZE // max(1, len(unit)) + 1))[:SIZE]
        one = min(_time(find, text), _time(find, text))
        if one > LIMIT / 2:
            one = min(one, *(_time(find, text) for _ in range(12)))
        times.append((one, unit))
    times.sort(reverse=True)
    failed = 0
    for one, unit in times if options.all else times[:25]:
        growth = _growth(unit)
        wrong = one > LIMIT or growth > 12
        failed += wrong
        print(f"{one * 1e3:7.1f} ms  x10: {growth:5.1f}  {unit[:60]!r}{'  TOO SLOW' if wrong else ''}")
    print(f"{len(times)} units, {failed} too slow")
    sys.exit(1 if failed else 0)


def _growth(unit: str) -> float:
    """How many times longer ten times the text takes, in texts as long as the report lets one be."""
    text = (unit * (10 * SIZE // len(unit) + 1))[: 10 * SIZE]
    parts = [text[place : place + SIZE] for place in range(0, len(text), SIZE)]
    short = min(_time(_redact, parts[:1]) for _ in range(3))
    return min(_time(_redact, parts) for _ in range(2)) / max(short, 0.004)


def _redact(texts: list[str]) -> None:
    Redactor().json(window(texts, bounds.DETAIL_FIELD))


def _time(work: Callable[[Any], object], given: object) -> float:
    begun = time.process_time()
    work(given)
    return time.process_time() - begun


if __name__ == "__main__":
    main()
