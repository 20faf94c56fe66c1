"""What makes redaction fast changes nothing: gates over many texts, decisions used again, whole patterns searched at once."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspect_report.redact import Redactor, formats, named, recall, redact_json, shapes, tree
from inspect_report.redact.custom import width
from inspect_report.redact.engine import doubtful, find
from inspect_report.redact.rules import RULES, specimen
from inspect_report.redact.spans import merge
from inspect_report.redact.view import View

SECRETS = [specimen(rule.example) for rule in RULES[::9]] + [specimen(row.example) for row in formats.FORMATS]
PIECES = [
    "", "a", "Build token fixture cache.", "key", "keyboard", "passed", "design", "sig", "-", "\\", "\x1b[31m", "\x1b[", "%3D",
    "'", '"', "\u00e9", "\ud800", "\u212aey", "\u0130", "\n", "oauth", "api_key", "--token", "-p", "password", "Zx81kQp07vLmW3",
    "-----BEGIN PRIVATE KEY-----", "Bearer ", "ghp_", "://", "@", "AKIA", " -", "basic", "a1b2c3d4-e5f6-7a8b-9c0d-e1f2a3b4c5d6",
]  # fmt: skip
NAMES = [
    "text", "type", "name", "value", "id", "key", "kty", "d", "access", "password", "apiKey", "totalTokens", "cacheRead", "args",
    "content", "headers", "cookie", specimen(RULES[24].example), "a\\npassword",
]  # fmt: skip

CODES = [
    "\\n",
    "\\r",
    "\\t",
    '\\"',
    "\\'",
    "\\/",
    "\\\\n",
    "\\\n",
    "%3D",
    "%20",
    "%26",
    "&quot;",
    "&lt;",
    "\\u0041",
    "\\u000a",
    "\x1b(B",
    "\u200b",
]

texts = st.lists(st.sampled_from([*PIECES, *SECRETS]), max_size=4).map("".join)
scalars = texts | st.sampled_from([None, True, 12, 123_456_789, 1.5])
entries = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES) | texts, inner, max_size=4)
    ),
    max_leaves=20,
)


@given(st.lists(texts, max_size=12))
@settings(max_examples=300, deadline=None)
def test_texts_looked_at_together_miss_nothing_that_one_by_one_finds(some: list[str]) -> None:
    missed = [text for index, text in enumerate(some) if index not in doubtful(some) and find(text)]
    assert missed == []


@given(st.lists(entries, min_size=1, max_size=4), st.none() | st.just(12))
@settings(max_examples=300, deadline=None)
def test_a_survey_changes_nothing_that_a_scan_of_every_text_does(some: list[Any], limit: int | None) -> None:
    fast, slow = Redactor(), Redactor()
    slow.plain = False
    for place, entry in enumerate(some):
        assert repr(fast.json(entry, place, limit)) == repr(slow.json(entry, place, limit))
    assert fast.report() == slow.report()


def test_an_entry_of_harmless_texts_and_names_is_not_scanned(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = {
        "totalTokens": 3,
        "cacheRead": [{"type": "text", "text": "the keyboard token passed"}],
        "d\u00e9sign": "\u2026",
    }
    monkeypatch.delattr(tree, "_scan")
    assert redact_json(entry) is entry
    with pytest.raises(NameError):
        redact_json({"password": "the keyboard token passed"})


UNITS = [
    "pass:", "token=", "auth=", "key=", "sig=", "password: ", "&auth=", "api_key: ", "sk-", "nfu_", "Q~", "1Q~", "eyJ-", "hf_a1B2",
    "key=a&", "token is ", "Authorization: ", "Cookie: a=", "PASSWORD=x ", "pwd ", "token>",
    'password: "', '"auth":"', "password: 'a'", "<password>", "<password>a1", "password: <a>", "token: [\n'a1B2c3D4e5F6', ", "ops_eyJ+", "ABSK/",
    "glc_a1B2c3D4e5F6g7/", "1//0a1B2c3D4e5F6g7h8i9.", "Q~A1", "sk-ant-a1b2c3d4e5f6 ", "cookiecookie=", "%2f%2fa:", "mysql -p'", "curl -u a:b ",
    "password:**", "authorization=", "basic aaaaaaaaaaaaa_",
]  # fmt: skip


@pytest.mark.parametrize("unit", UNITS)
def test_a_text_full_of_one_piece_holds_what_it_holds_in_pieces(unit: str) -> None:
    """Nothing leaks behind a wall of decoys, and what ends the text differs from what goes on."""
    wall = unit * 400
    secret = SECRETS[2]
    for text in (f"{wall}\n{secret}\n{wall}", f"{wall} password = Zx81kQp07vLmW3\n{wall}"):
        found = find(text)
        value = secret if secret in text else "Zx81kQp07vLmW3"
        at = text.index(value)
        assert any(span.start <= at and span.end >= at + len(value) for span in found)


@pytest.mark.parametrize("token", ["npm_", "rpa_", "r8_", "tvly-"])
def test_a_letter_that_ends_a_path_before_it_may_begin_a_credential(token: str) -> None:
    assert find(f"C:\\{token}a7Q2m9Zx4Kd8LwTf0RjYc6Vn %3D")


@pytest.mark.parametrize(
    "tail",
    [
        "",
        "x",
        "\n",
        " ;",
        '"',
        "<",
        "</",
        ".",
        "%40",
        "-p",
        "\n" * 1_700,
        "x" * 1_699,
        "x" * 1_700,
        "x" * 1_701,
    ],
)
def test_a_decision_used_again_is_the_one_made_anew(tail: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pick = random.Random(5)
    for unit in UNITS:
        head = "".join(pick.choice(["a", "\n", ";", unit]) for _ in range(300))
        text = f"{head}{unit * 500}{tail}{unit * 500}{tail}"
        fast = find(text)
        with monkeypatch.context() as patch:
            patch.setattr(recall.Recall, "get", lambda *_: None)
            patch.setattr(shapes, "_CROWD", 10**9)
            assert find(text) == fast


def test_a_decision_about_a_name_looks_no_farther_than_it_is_remembered() -> None:
    """The longest way a decision can go without a quoted value or a tag, pattern by pattern."""
    ahead = {
        name: width(
            getattr(named, name).pattern.replace("(?=", "(?:").replace("(?<=", "(?:").replace("(?!", "(?:")
        )
        for name in (
            "_REST",
            "_SEPARATOR",
            "_SPACE",
            "_TYPE",
            "_YAML_VALUE",
            "_WRAPPER",
            "_BARE",
            "_LINE_END",
            "_BODY",
        )
    }
    assert sum(ahead.values()) < named._AFTER


def test_no_beginning_of_a_rule_hides_a_longer_one_of_another_kind() -> None:
    inner = {start for rule in RULES if rule.inner for start in rule.starts}
    outer = {start for rule in RULES if not rule.inner for start in rule.starts}
    assert not [
        (short, long) for short in outer for long in inner if long.startswith(short) and long != short
    ]


def test_a_decision_about_a_name_keeps_how_far_its_quoted_value_goes() -> None:
    named._LITERAL.far = 0
    text = f'"{"a" * 3_000}" b'
    assert named._LITERAL.match(text, 0) is not None
    assert named._LITERAL.far == 3_002
    assert named._LITERAL.match(text, 5) is None
    assert named._LITERAL.far == 3_002


@given(st.lists(st.sampled_from([*CODES, *PIECES, *SECRETS]), min_size=1, max_size=6).map("".join))
@settings(max_examples=300, deadline=None)
def test_codes_are_read_as_separators_too_wherever_that_can_matter(text: str) -> None:
    view = View(text)
    if view.changed and not view.joined:
        found = find(text)
        assert merge([*found, *shapes.find(view.separated())]) == found
