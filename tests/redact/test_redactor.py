"""The redactor: what is masked in texts and JSON, numbers, places, cuts, and that the rest stays as it was."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspect_report import bounds
from inspect_report.redact import (
    RedactionOptions,
    Redactor,
    compile_custom,
    redact_and_cut,
    redact_json,
    redact_text,
)
from inspect_report.redact.rules import specimen
from inspect_report.redact.values import MASK
from tests.redact.leaks import leaks

GITHUB, ANTHROPIC, HEX = specimen("ghp_<an36>"), specimen("sk-ant-api03-<url93>AA"), specimen("<hex40>")
PEM_LINES = [specimen(f"MII<b64{60 + number % 4}>") for number in range(6)] + [specimen("<b6422>==")]
PEM = "-----BEGIN RSA PRIVATE KEY-----\n" + "\n".join(PEM_LINES) + "\n-----END RSA PRIVATE KEY-----"


def test_the_public_benchmark_is_99_percent_clean_and_no_negative_is_masked(shared: Path) -> None:
    clean = positives = 0
    for line in (shared / "redaction" / "public.jsonl").read_text().splitlines():
        record = json.loads(line)
        source, output = _scored(record)
        if not record["secrets"]:
            assert all(kept in output for kept in record["keep"]), record["id"]
            continue
        positives += 1
        rest = source
        for secret in record["secrets"]:
            rest = rest.replace(secret, " ")
        clean += not any(leaks(secret, output, rest + secret) for secret in record["secrets"])
        if record.get("limit") is None:
            assert all(kept in output for kept in record["keep"]), record["id"]
    assert positives > 900
    assert clean / positives >= 0.99


def _scored(record: dict[str, Any]) -> tuple[str, str]:
    if "json" in record:
        return "\n".join(_leaves(record["json"])), "\n".join(_leaves(redact_json(record["json"])))
    limit = record.get("limit")
    text = record["text"]
    return text, redact_text(text) if limit is None else redact_and_cut(text, limit)


def _leaves(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [part for key, item in value.items() for part in (str(key), *_leaves(item))]
    if isinstance(value, list):
        return [part for item in value for part in _leaves(item)]
    return [
        {None: "null", True: "true", False: "false"}.get(value, str(value))
        if not isinstance(value, str)
        else value
    ]


@pytest.mark.parametrize(
    "text",
    [
        "const maxTokens = 4096; // tokens per second",
        'token = os.environ["GITHUB_TOKEN"]',
        "password: ${DB_PASSWORD}",
        'if (apiKey === "") throw new Error("no API key");',
        "export API_KEY=YOUR_API_KEY",
        "Authorization: Bearer <token>",
        "commit 3f9a0c7e51b8d2643f9a0c7e51b8d2643f9a0c7e",
        "integrity sha512-yH2hSJbCR7oNJbmPLTmcuh0dF4qInZ2ns0gr8AWb/8/3AwiTh==",
        "postgres://USER:PASSWORD@HOST:5432/DB and http://localhost:5173/@vite/client",
        '{"id": "toolu_01FG8mlYq5Z2pUe9aBcDeFgH", "sessionId": "3ca20350-7ee1-4a0d-8a4a-06e9a9590226"}',
        "primaryKey: customer_id, foreignKey: orders.customer_id, cacheKey: 3f9a0c7e51b8d264",
        "The password must be at least 12 characters long; the token is valid.",
        "keyCode = 13; publicKey = 'MCowBQYDK2VwAyEA9Kd4LwTf0RjYc6VnSg3H'",
        "def login(username: str, password: str) -> Token:",
        "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBa\n-----END CERTIFICATE-----",
        "mkdir -p build && cp -p a b && docker run -p 8080:80 nginx:latest",
        "curl -u $USER:$PASS https://example.com -H 'Cookie: theme=dark; lang=en'",
        "const token = await getAccessToken(userId);",
        'type="password" name="password" autocomplete="current-password"',
        "[redacted:github-token#2] stays as it is, also password=[redacted:password#1]",
    ],
)
def test_what_is_harmless_stays(text: str) -> None:
    assert redact_text(text) == text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ('{"password": "a\\"b4Xq9!zRt7kLm2"}', "b4Xq9!zRt7kLm2"),
        ("PGPASSWORD=x7Kq9zRt2mLp psql -h db", "x7Kq9zRt2mLp"),
        ("machine h\n  login me\n  password x7Kq9zRt2mLp\n", "x7Kq9zRt2mLp"),
        ("env:\n  - name: DB_PASSWORD\n    value: x7Kq9zRt2mLp\n", "x7Kq9zRt2mLp"),
        ("redirect=postgres%3A%2F%2Fapp%3Ax7Kq9zRt2mLp%40db", "x7Kq9zRt2mLp"),
        ('headers: {"Authorization": "Bearer x7Kq9zRt2mLpw4Ty8Bn3"}', "x7Kq9zRt2mLpw4Ty8Bn3"),
        ("| API_KEY | x7Kq9zRt2mLpw4Ty8Bn3 |", "x7Kq9zRt2mLpw4Ty8Bn3"),
        ("apiKeys: ['x7Kq9zRt2mLpw4Ty', 'Bn3x7Kq9zRt2mLpw4']", "Bn3x7Kq9zRt2mLpw4"),
        ('<add key="ApiKey" value="x7Kq9zRt2mLpw4Ty8Bn3"/>', "x7Kq9zRt2mLpw4Ty8Bn3"),
        ("Set-Cookie: sid=x7Kq9zRt2mLpw4Ty8Bn3; Path=/", "x7Kq9zRt2mLpw4Ty8Bn3"),
        ("the staging password is x7Kq9zRt2mLp.", "x7Kq9zRt2mLp"),
    ],
)
def test_values_beside_their_names_are_masked(text: str, secret: str) -> None:
    assert secret not in redact_text(text)


def test_a_mask_replaces_the_codes_inside_its_span_and_keeps_all_others() -> None:
    text = f"\x1b[1mkey\x1b[0m \x1b[33m{GITHUB[:8]}\x1b[4m{GITHUB[8:]}\x1b[0m end"
    assert redact_text(text) == "\x1b[1mkey\x1b[0m \x1b[33m[redacted:github-token#1]\x1b[0m end"


@pytest.mark.parametrize("prefix", ["", "    ", "+", "     7\t", "12: ", "> ", "  | "])
@pytest.mark.parametrize("ended", [True, False])
def test_key_blocks_are_masked_with_any_gutter_and_without_their_end(prefix: str, ended: bool) -> None:
    lines = PEM.split("\n") if ended else PEM.split("\n")[:-1]
    text = "\n".join(prefix + line for line in lines) + "\nand then\n"
    output = redact_text(text)
    assert not any(line in output for line in PEM_LINES)
    assert output.endswith("\nand then\n")
    assert "BEGIN RSA PRIVATE KEY" in output


def test_key_blocks_in_json_and_lists_of_lines() -> None:
    for value in ({"key": PEM}, {"out": json.dumps({"k": PEM})}, {"lines": PEM.split("\n")}):
        output = json.dumps(redact_json(value))
        assert not any(line in output for line in PEM_LINES), value


def test_json_masks_keys_pairs_arguments_numbers_and_keeps_the_rest() -> None:
    value = {
        f"user:{GITHUB}": 1,
        "headers": [{"name": "X-API-Key", "value": HEX}, {"name": "Accept", "value": "text/html"}],
        "argv": ["deploy", "--token", HEX, "--region", "eu"],
        "password": 22775996,
        "passwords": {"admin": "A-rHIGT+kQDhE0", "n": None},
        "totalTokens": 22775996,
        "big": 10**400,
        "usage": {"input": 12, "cost": {"total": 0.1}},
    }
    output = redact_json(value)
    assert list(output) == ["user:[redacted:github-token#1]", *list(value)[1:]]
    assert output["headers"][0] == {"name": "X-API-Key", "value": "[redacted:api-key#2]"}
    assert output["headers"][1] == value["headers"][1]
    assert output["argv"] == ["deploy", "--token", "[redacted:token#2]", "--region", "eu"]
    assert output["password"] == "[redacted:password#3]"
    assert output["passwords"] == {"admin": "[redacted:password#4]", "n": None}
    assert {key: output[key] for key in ("totalTokens", "big", "usage")} == {
        key: value[key] for key in ("totalTokens", "big", "usage")
    }
    assert value["password"] == 22775996


def test_json_without_secrets_is_the_same_object_and_depth_does_not_matter() -> None:
    value: Any = {"text": "nothing here", "token": None, "list": [1, 2.5, True]}
    assert redact_json(value) is value
    deep: Any = {"apiKey": HEX}
    for _ in range(60_000):
        deep = [deep]
    output: Any = redact_json(deep)
    while isinstance(output, list):
        output = output[0]
    assert output == {"apiKey": "[redacted:api-key#1]"}


def test_masked_keys_that_become_equal_stay_apart() -> None:
    output = redact_json({f"{GITHUB}": 1, f"\x1b[0m{GITHUB}": 2, "[redacted:github-token#1]": 3})
    assert sorted(output.values()) == [1, 2, 3]


def test_lone_surrogates_become_replacement_characters_with_and_without_masking() -> None:
    for options in (RedactionOptions(), RedactionOptions(enabled=False)):
        redactor = Redactor(options)
        assert redactor.text("a\ud800b") == "a\ufffdb"
        assert redactor.json({"k\udc00": ["\ud83d"]}) == {"k\ufffd": ["\ufffd"]}
        assert redactor.head("\ud800" * 50_000, 10) == "\ufffd" * 10


def test_without_masking_nothing_is_masked_nor_counted() -> None:
    redactor = Redactor(RedactionOptions(enabled=False))
    assert redactor.text(GITHUB) == GITHUB
    assert redactor.json({"password": GITHUB}) == {"password": GITHUB}
    assert redactor.report().masked == 0
    assert not redactor.report().enabled


def test_custom_patterns_are_named_in_order_and_win_nothing_over_a_shape() -> None:
    redactor = Redactor(RedactionOptions(custom=(compile_custom(r"ACME-\d{4}"), compile_custom("widget"))))
    assert redactor.text(f"ACME-1234 widget {GITHUB}") == (
        "[redacted:custom-1#1] [redacted:custom-2#2] [redacted:github-token#3]"
    )
    assert redactor.json(["ok widget"]) == ["ok [redacted:custom-2#2]"]


def test_a_custom_pattern_sees_every_part_of_a_long_text() -> None:
    redactor = Redactor(RedactionOptions(custom=(compile_custom(r"ACME-\d{4}"),)))
    text = "".join(f"{'x' * (step % 977)} ACME-{1000 + step} " for step in range(900))
    output = redactor.text(text)
    assert "ACME-" not in output
    assert len(MASK.findall(output)) == 900


def test_the_list_of_places_is_bounded_and_the_rest_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "REDACTION_PLACES", 3)
    redactor = Redactor()
    for place in (*range(5), 0):
        redactor.text(f"token {GITHUB}", place)
    report = redactor.report()
    assert (report.masked, report.values, report.unlisted) == (6, 1, 2)
    assert (report.rules[0].places, report.rules[0].entries, report.rules[0].unlisted) == (6, (0, 1, 2), 2)


@pytest.mark.parametrize("secret", [GITHUB, ANTHROPIC, f"password={HEX}", PEM])
def test_no_cut_shows_part_of_a_secret(secret: str) -> None:
    value = secret.split("=")[1] if secret.startswith("password") else secret
    lines = value.split("\n")[1:-1] or [value]
    text = f"{'some words ' * 20}\n{secret}\n{'more words ' * 20}"
    for limit in range(150, 150 + len(secret) + 120, 3):
        outputs = [
            redact_and_cut(text, limit),
            Redactor().head(text, limit),
            *Redactor().ends(text, limit, 40)[:2],
        ]
        outputs += list(Redactor().ends(text, 10, len(text) - limit)[:2])
        for output in outputs:
            assert not any(leaks(line, output, text) for line in lines if len(line) > 12)
        assert len(outputs[0]) <= limit


def test_the_ends_of_a_long_text_are_redacted_without_its_middle() -> None:
    text = f"{GITHUB} {'a ' * 300_000}{PEM}\nlast {ANTHROPIC}"
    first, last, omitted = Redactor().ends(text, 1_000, 400)
    assert first.startswith("[redacted:github-token#1] a a")
    assert last.endswith("\nlast [redacted:anthropic-key#2]") or "anthropic-key" in last
    assert not any(line in last for line in PEM_LINES)
    assert omitted == len(text) - 1_400
    assert Redactor().ends("short", 10, 10) == ("short", "", 0)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("/home/jane/src/app", "~/src/app"),
        ("/Users/jane", "~"),
        ("/root/.pi/agent", "~/.pi/agent"),
        ("C:\\Users\\Jane Doe\\app", "~ Doe\\app"),
        ("C:\\Users\\jane\\app", "~\\app"),
        ("/srv/home/app", "/srv/home/app"),
        ("/rooted", "/rooted"),
        ("file:///home/jane/a", "file://~/a"),
        ("/var/lib/x/--home-jane-src--", "/var/lib/x/--~-src--"),
    ],
)
def test_home_directories_by_shape(raw: str, shown: str) -> None:
    assert Redactor().home(raw) == shown
    assert Redactor(RedactionOptions(enabled=False)).home(raw) == shown
    assert Redactor().text(raw) == raw
    assert Redactor(RedactionOptions(paths=True)).text(f"see {raw}") == f"see {shown}"


ORDINARY = st.text(alphabet=st.sampled_from(list("abc xyz\n\t.,:=\"'{}[]()\\/-_0\x1b[m%")), max_size=60)


@settings(max_examples=150, deadline=None)
@given(
    ORDINARY,
    ORDINARY,
    st.sampled_from([GITHUB, ANTHROPIC, specimen("glpat-<url20>"), specimen("AKIA<upb16>")]),
)
def test_a_secret_within_any_text_never_shows(before: str, after: str, secret: str) -> None:
    text = f"{before} {secret} {after}"
    assert not leaks(secret, redact_text(text), text)
    assert not leaks(secret, json.dumps(redact_json({"a": [json.dumps(text)]})), text)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.one_of(
            ORDINARY, st.sampled_from([GITHUB, "password=", "password: ", "Bearer ", HEX, "x7Kq9zRt2mLp"])
        ),
        max_size=6,
    )
)
def test_redaction_is_idempotent_and_touches_nothing_outside_its_masks(parts: list[str]) -> None:
    text = " ".join(parts)
    once = redact_text(text)
    assert MASK.sub("#", redact_text(once)) == MASK.sub("#", once)
    pieces = [re.escape(piece) for piece in MASK.sub("\0", once).split("\0")]
    assert re.fullmatch(".+?".join(pieces), text, re.DOTALL) is not None


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_any_text_is_taken_and_valid(text: str) -> None:
    redact_text(text).encode()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["a", "name", "value", "type", "key", "n"]), inner, max_size=4)
    ),
    max_leaves=20,
)


@settings(max_examples=100, deadline=None)
@given(JSON)
def test_json_of_any_shape_keeps_its_shape(value: Any) -> None:
    output = redact_json(value)
    assert type(output) is type(value)
    if isinstance(value, list):
        assert len(output) == len(value)


@pytest.mark.parametrize(
    "text",
    [
        '["DB_PASSWORD=<an20>", "API_TOKEN=<an22>"]',
        '{"extra": "DB_PASSWORD=<an20>", "<an22>": "x"}',
        'password = os.getenv("DB_PASSWORD", "<an20>")',
        'const password = config.password || "<an20>"',
    ],
)
def test_a_value_is_masked_whatever_text_comes_next(text: str) -> None:
    assert specimen("<an20>") not in redact_text(specimen(text))


@pytest.mark.parametrize(
    "text",
    [
        "AC\x1b[1mME-4711",
        r"caf\u00e9-4711",
        r"caf\\u00e9-4711",
        "😀-4711",
        r"\ud83d\ude00-4711",
        r"a\tb-4711",
    ],
)
def test_a_custom_pattern_sees_through_codes_and_escapes(text: str) -> None:
    redactor = Redactor(RedactionOptions(custom=(compile_custom("(?:ACME|café|😀|\t?b)-4711"),)))
    assert "4711" not in redactor.text(f"x {text} y")
    assert redactor.text(f"{text} y").endswith(" y")
