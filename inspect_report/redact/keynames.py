"""What the name of a value says about it (RED-3): `classify("DB_PASSWORD")` is "password", `classify("maxTokens")` None.

A name is split into words over snake, kebab, camel, dotted and acronym borders. The last word decides; "key" counts only
with a qualifier, and words such as public, cache or page in front take the secret out of it.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"[A-Z]{2,64}(?=[A-Z][a-z])|[A-Z]?[a-z]{1,64}|[A-Z]{1,64}|\d{1,64}")
_LONGEST = 128

_NOUNS = {
    "password": "password", "passwords": "password", "passwd": "password", "passphrase": "password",
    "passphrases": "password", "passcode": "password", "pass": "password", "pwd": "password", "passw": "password",
    "userpass": "password", "pw": "password", "passwort": "password", "contrasena": "password", "psk": "password",
    "secret": "secret", "secrets": "secret", "apisecret": "secret", "mnemonic": "secret",
    "token": "token", "tokens": "tokens", "jwt": "token", "bearer": "token", "pat": "token",
    "apikey": "api-key", "apikeys": "api-key", "appkey": "api-key", "authkey": "api-key", "accesskey": "api-key",
    "credential": "credential", "credentials": "credential", "creds": "credential", "cred": "credential",
    "authorization": "authorization", "authorisation": "authorization", "cookie": "cookie", "cookies": "cookie",
    "auth": "auth", "privatekey": "private-key", "secretkey": "secret", "key": "key", "keys": "key",
    "seckey": "secret", "totp": "secret",
}  # fmt: skip
_ENDINGS = (
    ("password", "password"), ("passwd", "password"), ("passphrase", "password"), ("passcode", "password"),
    ("userpass", "password"), ("dbpass", "password"), ("storepass", "password"), ("keypass", "password"), ("pwd", "password"), ("clientsecret", "secret"),
    ("secretkey", "secret"), ("secret", "secret"), ("apikey", "api-key"), ("accesskey", "api-key"),
    ("authkey", "api-key"), ("licensekey", "api-key"), ("masterkey", "api-key"), ("sharedkey", "api-key"),
    ("privatekey", "private-key"), ("privkey", "private-key"), ("signingkey", "private-key"),
    ("encryptionkey", "private-key"), ("storagekey", "api-key"), ("accountkey", "api-key"), ("rolekey", "api-key"),
    ("deploykey", "api-key"), ("servicekey", "api-key"), ("token", "token"),
)  # fmt: skip
_QUALIFIED_KEY = {
    "private": "private-key", "priv": "private-key", "signing": "private-key", "sign": "private-key",
    "encryption": "private-key", "encrypt": "private-key", "decryption": "private-key", "ssh": "private-key",
    "crypto": "private-key", "cipher": "private-key", "aes": "private-key", "hmac": "private-key",
    "symmetric": "private-key", "wallet": "private-key", "tls": "private-key", "ssl": "private-key",
    "pgp": "private-key", "gpg": "private-key", "rsa": "private-key", "jwt": "private-key", "fernet": "private-key",
    "secret": "secret", "shared": "secret", "preshared": "secret", "master": "secret", "recovery": "secret",
    "unlock": "secret", "unseal": "secret", "vault": "secret", "root": "secret", "session": "secret", "cookie": "secret",
}  # fmt: skip
_PLAIN_QUALIFIERS = frozenset(
    """api apis access deploy license licence account storage service role auth client server admin app application
    subscription webhook write read integration ingest ingestion functions function bot instrumentation developer
    dev activation product rest live test prod production sandbox backend management project user host
    openai anthropic claude gemini google gcp aws azure stripe sendgrid mailgun mailchimp twilio slack discord github
    gitlab bitbucket npm pypi docker heroku netlify vercel cloudflare digitalocean linode datadog dd newrelic relic sentry
    grafana honeycomb algolia mapbox maps openrouter mistral groq xai grok cohere replicate together huggingface hf
    perplexity deepseek moonshot kimi zhipu qwen dashscope nvidia fireworks cerebras tavily exa serper serpapi brave firecrawl
    jina voyage pinecone weaviate qdrant langfuse langsmith langchain wandb comet neptune elevenlabs deepgram
    assemblyai resend postmark brevo sparkpost segment amplitude mixpanel posthog launchdarkly statsig split airtable
    notion linear figma asana jira atlassian trello clickup monday hubspot salesforce zendesk intercom shopify
    square paypal braintree adyen plaid coinbase binance kraken alchemy infura etherscan moralis supabase neon
    planetscale turso upstash redis mongo mongodb elastic elasticsearch snowflake databricks rapidapi openweather
    weather tmdb giphy youtube twitch spotify twitter facebook instagram telegram whatsapp firebase fcm vapid supa
    contentful sanity strapi ghost wordpress unsplash pexels newsapi finnhub polygon alphavantage vantage
    portainer pusher ably pubnub onesignal expo codecov circleci travis buildkite sonar snyk postman pulumi doppler infisical
    cursor copilot codestral ollama litellm helicone braintrust e2b modal runpod sambanova hyperbolic novita chutes
    zai minimax volcengine ark baidu tencent alibaba oss s3 minio backblaze b2 wasabi bunny""".split()
)
_PROVIDERS = frozenset("github gitlab gh gl azure ado devops databricks docker bitbucket".split())
_UNSAFE_KEY_QUALIFIERS = frozenset(
    "public pub primary foreign cache map object lookup row sort group partition".split()
)
_VETO = frozenset(
    """public pub cache page pagination next prev previous continuation continue cancel cancellation cancelled sync resume
    watch cursor eos bos pad unk sep cls mask special stop punctuation keyword identifier string operator comment abort
    lexer lex parser syntax max min num number count total per avg average budget limit estimated estimate estimator prompt
    completion cached reasoning thinking used remaining available show hide toggle has is use no require
    requires required needs need allow enable enabled disable disabled forgot reset change validate verify check
    hint label placeholder title field input column invalid missing expired wrong incorrect bad without
    design theme color colour css style idempotency ended unexpected""".split()
)
_STRONG_VETO = frozenset(
    "max min num count total budget limit is has show hide toggle requires require needs design theme".split()
)
_TAILS = frozenset(
    """b64 base64 hex pem raw plain plaintext prod production dev development staging stage live test testing primary secondary
    old new backup default current local value val""".split()
)
_HEADERS = frozenset(
    {"x-amz-security-token", "x-csrf-token", "x-xsrf-token", "x-vault-token", "private-token", "job-token"}
)

KNOWN: dict[str, str | None] = {}
"""Answers of `classify` so far."""


def classify(name: str) -> str | None:
    """The kind of secret that a value of this name is, or None.

    One of password, secret, api-key, token, tokens, private-key, credential, authorization, auth, cookie.
    Remembers its answers; over 128 characters a name is none.
    """
    try:
        return KNOWN[name]
    except KeyError:
        pass
    if len(KNOWN) > 20_000:
        KNOWN.clear()
    kind = KNOWN[name] = _classify(name) if len(name) <= _LONGEST else None
    return kind


def words(name: str) -> list[str]:
    """The words of a name, lower case: `AWSSecretAccessKey` gives aws, secret, access, key."""
    return [word.lower() for word in _WORD.findall(name)]


def _classify(name: str) -> str | None:
    if name.lower() in _HEADERS:
        return "token"
    parts = words(name)
    while len(parts) > 1 and parts[-1].isdigit():
        parts.pop()
    if not parts:
        return None
    if parts[-2:] == ["key", "base"]:
        return "secret"
    if parts[-1] == "data" and parts[-2:-1] == ["key"]:
        return None if "public" in parts else "private-key"
    dropped = False
    while len(parts) > 1 and parts[-1] in _TAILS:
        parts.pop()
        dropped = True
    last, before = parts[-1], parts[:-1]
    if last in {"key", "keys"}:
        return _key(before)
    kind = _NOUNS.get(last) or _ending(last)
    if kind is None:
        return None
    if dropped and kind in {"token", "tokens"} and not before:
        return None
    if last == "pat" and not (name.isupper() or _PROVIDERS.intersection(before)):
        return None
    if kind == "password" and last in {"pw", "pass"} and name.islower() and not before:
        return "password" if last == "pass" else None
    if kind in {"token", "tokens", "auth", "credential", "cookie"}:
        return None if _VETO.intersection(before) else kind
    return None if _STRONG_VETO.intersection(before) or "public" in before else kind


def _key(before: list[str]) -> str | None:
    if not before or _UNSAFE_KEY_QUALIFIERS.intersection(before):
        return None
    qualifier = before[-1]
    if qualifier == "access" and "secret" in before:
        return "secret"
    if qualifier in _QUALIFIED_KEY:
        return _QUALIFIED_KEY[qualifier]
    if "private" in before or "secret" in before:
        return "secret"
    return "api-key" if qualifier in _PLAIN_QUALIFIERS and not _STRONG_VETO.intersection(before) else None


def _ending(word: str) -> str | None:
    for ending, kind in _ENDINGS:
        if word.endswith(ending):
            return kind
    return None
