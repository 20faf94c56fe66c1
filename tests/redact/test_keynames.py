"""Names of values: which say that the value is a secret (RED-3)."""

from __future__ import annotations

import pytest

from inspect_report.redact.keynames import classify, words


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("apiKey", "api-key"), ("APIKey", "api-key"), ("x-api-key", "api-key"), ("apikey", "api-key"), ("OPENAI_API_KEY_2", "api-key"),
        ("AWSSecretAccessKey", "secret"), ("aws_secret_access_key", "secret"), ("SECRET_KEY_BASE", "secret"), ("jwtSecret", "secret"),
        ("DB_PASSWORD", "password"), ("PGPASSWORD", "password"), ("smtpPass", "password"), ("pwd", "password"), ("passphrase", "password"),
        ("OAuth2AccessToken", "token"), ("csrf-token", "token"), ("GITHUB_PAT", "token"), ("X-Auth-Token", "token"),
        ("TLSPrivateKey", "private-key"), ("client-key-data", "private-key"), ("Authorization", "authorization"), ("cookie", "cookie"),
    ],
)  # fmt: skip
def test_secrets_are_known_in_every_spelling(name: str, kind: str) -> None:
    assert classify(name) == kind


@pytest.mark.parametrize(
    "name",
    [
        "maxTokens", "token_budget", "tokenCount", "passwordPolicy", "passwordMinLength", "publicKey", "VAPID_PUBLIC_KEY", "primaryKey",
        "foreignKey", "promptCacheKey", "keyName", "hotkey", "keyboard", "keyCode", "author", "authority", "tokenizer", "compass", "bypass",
        "secretsManager", "accessLevel", "token_endpoint", "nextPageToken", "api_key_env_var", "credentialSource", "key", "path",
        "longopt_pat", "a" * 200, "", "123",
    ],
)  # fmt: skip
def test_measures_identifiers_and_public_keys_are_none(name: str) -> None:
    assert classify(name) is None


def test_names_are_split_at_every_kind_of_border() -> None:
    assert words("AWSSecretAccessKey") == ["aws", "secret", "access", "key"]
    assert words("x-api_key.v2") == ["x", "api", "key", "v", "2"]
