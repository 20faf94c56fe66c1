"""Whether the value beside a secret's name is a secret, or a placeholder, a reference, a type or a word (RED-7)."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

MASK = re.compile(r"\[redacted:[a-z0-9-]{1,64}(?:#\d{1,12})?\]")

_RARE = {
    first: frozenset(seconds)
    for first, _, seconds in (
        pair.partition(":")
        for pair in (
            "a:ajoqz b:fghknqvwxz c:bgjqwxz d:hjkqwxz e:jz f:bghjkmqvwxz g:bcdfjkqvwxyz h:bcfghjkpqvwxz i:hijquwy "
            "j:bcdfghijklmnpqrtvwxyz k:bcdfhjkmpqrtvxyz l:ghjkmqrwxz m:cfghjknqrvwxz n:jqwxz o:hjqyz p:bgjqvwxz "
            "q:abcdefghijklmnopqrstvwxyz r:hjqxz s:jqxz t:gjkqx u:hjkquvwxyz v:bcdfghjklmnpqrstuvwxyz "
            "w:bcfgjkmpqtuvwxyz x:bdghjkmnoqrsuvwxyz y:cfghjkqruvwxyz z:bcdfghjklmnpqrstuvwxyz"
        ).split()
    )
}
"""Pairs of letters that hardly occur in English words and in identifiers (counted over ordinary source code)."""

_REFERENCE = re.compile(
    r"""
      \$[({\[] | \$\$?[A-Za-z_]\w{0,64}(?:[/:.,;)\]}>@ \t({\[-]|\Z) | %[A-Za-z_][A-Za-z0-9_]{0,64}% | \{\{ | \{%
    | \$?\{[A-Za-z_$(.][^}\n]{0,200}\}\Z
    | <[^<>\n]{0,200}>\Z | <[A-Za-z_] | \[[A-Za-z_ .-]{1,64}\]\Z
    | (?:process\.env|os\.environ|os\.getenv|import\.meta|System\.getenv|Deno\.env|Bun\.env|ENV|env|vars?|secrets|local|data|module|config|
        settings|options|opts|self|this|params|props|args|ctx|req|request|event|ssm|vault|op|file|keyring|aws_[a-z_]{1,40})
      (?:\.|\[|\(|->|::|:/)
    | (?:op|vault|ssm|file|secretsmanager|awssm|gcpsm|keychain|env|arn|ref|projects|https?)[:/]/?/?[A-Za-z0-9/_]
    | !(?:Ref|GetAtt|Sub|secret|vault|ENV|env_var|reference)\b | @(?:env|Microsoft|secret)
    | ENC\[ | urn:[a-z] | \#[A-Za-z][\w-]{0,64}\Z
    """,
    re.VERBOSE,
)
CALL = re.compile(
    r"(?:new |await |async )?[A-Za-z_$][\w$]{0,64}(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]{0,64}){0,12}[!?]?(?:\(|\[(?!redacted))"
)
DOTTED = re.compile(r"[A-Za-z_$][\w$]{0,64}(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]{0,64}){1,12}[;,)\]]{0,3}\Z")
_PLACEHOLDER_WORDS = frozenset(
    """your my the a an insert here placeholder example examples sample dummy fake todo tbd fixme changeme change me replace
    replaceme redacted hidden masked secret secrets password passwd pass token tokens key keys api apikey value
    string text none null nil undefined xxx foo bar baz test tests testing mock invalid wrong default user username admin
    root auth private public access client id some any this that with in of to and or not real actual
    enter paste put goes set me it env var variable old new current app name demo letmein""".split()
)
_SIGNAL_WORDS = frozenset(
    """your insert placeholder example sample dummy fake todo tbd fixme changeme change replace replaceme redacted hidden masked
    enter paste here mock""".split()
)
_STOP = frozenset(
    """true false null none nil undefined yes no on off str string bytes bool boolean int integer number float double object any
    unknown never void char varchar text buffer array list dict map set tuple function required optional enabled
    disabled include omit same-origin always auto manual default basic bearer digest oauth oauth2 jwt none api_key apikey
    password passwd pass pwd secret secrets token tokens key auth credential credentials cookie cookies session authorization
    username user users email login admin root anonymous guest example test testing changeme change todo tbd xxx valid invalid
    missing empty unset hidden redacted masked prompt ask env environment environment-variable keychain keyring
    file plaintext encrypted hashed random generated type name value id self this new await async return identifier
    keyword literal operator punctuation comment word symbol newline whitespace eof end start local global private public
    readonly static final const let var def class import from if else for while in is not and or uint8array uint8 u8
    usize text/plain sensitive pending expired revoked refresh access read write nope foobared foobar foo bar baz""".split()
)
_ELLIPSIS = re.compile(
    r"[.\u2026*\u2022\u25cfxX?_#](?:(?<=\u2026)|(?<=\.)\.{2,64}|(?<=\*)\*{2,64}|(?<=\u2022)\u2022{2,64}|(?<=\u25cf)\u25cf{2,64}|(?<=[xX])[xX]{5,64}"
    r"|(?<=\?)\?{2,64}|(?<=_)_{3,64}|(?<=#)#{3,64})"
)
_WORDS = re.compile(r"[A-Za-z]{1,64}|\d{1,64}")
_IDENTIFIER = re.compile(r"[A-Za-z_$@.:/#-]{1,2}[\w$.:/@#-]{0,256}\Z")
_PATHLIKE = re.compile(
    r"(?:~|\.{1,2}|[A-Za-z]:)?[/\\](?:[\w.@~ +-]{1,64}[/\\]){1,32}[\w.@~+ -]{0,64}\Z|[\w.-]{1,64}\.(?:json|ya?ml|txt|pem|key|crt|env|toml|[jt]sx?|py|md|sh|html?|go|rs|pub)\Z|~/"
)
_VERSION = re.compile(
    r"[~^v=]{0,2}\d{1,5}(?:\.\d{1,6}){1,4}(?:[-+][\w.+-]{1,40})?\Z|\d{4}-\d\d-\d\d[-T\w:.+]{0,32}\Z|#[0-9a-fA-F]{3,8}\Z|0x[0-9a-fA-F]{1,8}\Z"
)
_VOWEL = re.compile("[aeiouy]")
_SHORT_WORDS = frozenset(
    """http https html xml css src str ctx cfg url sql jwt pwd tmp btn txt png svg ssh tls ssl tcp dns cdn sdk gpg pgp hmac rpc grpc
    mcp llm npm aws gcp ptr num len msg fmt srv svc mgr pkg lib dst xhr mdn gnu std utf ascii sha md5 rsa dsa jpg jpeg gif
    webp pdf csv tsv json yaml toml ini env dev prd stg qa hq ftp sftp smtp imap ldap saml oidc oauth mfa otp totp sms
    kms hsm vpc vpn ecs eks ecr rds sns sqs ses iam arn cli gui ide vsc tsx jsx npx pnpm yarn bgp ntp dhcp http2
    postgres mysql mongodb redis kafka nginx github gitlab bitbucket openai anthropic google azure stripe
    sync async subj prev next curr mngr cmd args kwargs params""".split()
)
_INTERIOR = re.compile(r"[A-Za-z]\d{1,64}(?=[A-Za-z])")
_NUMBER = re.compile(r"[-+]?\d{1,64}(?:[.,_]\d{1,32}){0,4}[a-zA-Z%]{0,3}\Z")
COOKIE = re.compile(r"\[?['\"]?[\w.$~-]{1,128}=")
_CODE = re.compile(r"[+,;)][ \t]{0,4}(?:([A-Za-z_$][\w$.]{0,64})[ \t]{0,4}[+,;).(\[]|\Z)")
_INTERPOLATED = re.compile(
    r"[$#]?\{\{?[^{}\n]{0,200}\}\}?|%[sdr]|%\([\w.]{1,64}\)s|(?<![A-Za-z0-9$])\$[A-Za-z_]\w{0,64}(?=[/:.,;)\]}>@ -]|\Z)"
)
_PLAIN_WORDS = re.compile(r"(?:[a-z]{1,40}|[A-Z]{1,40})(?:[-_.](?:[a-z]{1,40}|[A-Z]{1,40})){1,20}\Z")
EXPRESSION = re.compile(
    r"[!{\[(]|[A-Za-z_$][\w$.]{0,128}(?:[({\[]|\?\.|&&|\|\||=>|===?|[=:?,;)][A-Za-z_$!\"'{(\[=])|[A-Za-z_$][\w$.]{0,128}\)"
)
"""How an expression of code begins, as opposed to a value."""
_KEYBOARD = re.compile(r"(?:(?:ctrl|alt|shift|cmd|meta|super|option|mod)\+){1,4}\S{1,12}\Z", re.IGNORECASE)


def gibberish(word: str) -> bool:
    """Whether a run of letters can hardly be a word: two or more rare pairs."""
    low = word.lower()
    rare = 0
    for first, second in pairwise(low):
        if second in _RARE.get(first, ()):
            rare += 1
            if rare > 1:
                return True
    return False


@lru_cache(maxsize=2_048)
def placeholder(value: str) -> bool:
    """Whether a value only stands for one: `YOUR_API_KEY`, `<token>`, `sk-...`, `xxxx`, a mask of this module."""
    if MASK.fullmatch(value):
        return True
    found = _ELLIPSIS.search(value)
    if found is not None:
        rest = value[: found.start()] + value[found.end() :]
        if len(rest) < 14 or len(set(rest)) < 6 or not any(map(str.isdigit, rest)):
            return True
    if len(value) >= 4 and len(set(value.lower())) <= 2:
        return True
    if len(value) >= 12 and len(set(value.lower().rstrip("0x"))) <= 4:
        return True
    if "EXAMPLE" in value or "example.com" in value:
        return True
    if value.lower() in _STOP:
        return True
    parts = [part.lower() for part in _WORDS.findall(value)]
    if not parts:
        return True
    if (
        parts
        and "".join(parts)
        and all(part in _PLACEHOLDER_WORDS or (part.isdigit() and len(part) < 4) for part in parts)
    ):
        return len(parts) > 1 or parts[0] in _STOP or parts[0] in _SIGNAL_WORDS
    return bool(_SIGNAL_WORDS.intersection(parts)) and all(
        part.isalpha() and (len(part) < 6 or not gibberish(part)) for part in parts
    )


@lru_cache(maxsize=2_048)
def reference(value: str) -> bool:
    """Whether a value refers to one kept elsewhere: `${TOKEN}`, `process.env.X`, `%TOKEN%`, `{{ x }}`, `op://…`."""
    if _REFERENCE.match(value) is not None:
        return True
    if "{" not in value and "%" not in value and "$" not in value:
        return False
    rest = _INTERPOLATED.sub("", value)
    return rest != value and (len(rest) < 6 or identifier(rest.strip(" .:/-_=")))


@lru_cache(maxsize=2_048)
def identifier(value: str) -> bool:
    """Whether a value reads like a name in code or a phrase: words in camel, snake, kebab or dotted case, few digits."""
    if _IDENTIFIER.match(value) is None:
        return False
    parts = _camel(value)
    letters = sum(map(len, parts))
    digits = sum(map(str.isdigit, value))
    interior = len(_INTERIOR.findall(value))
    if not parts or digits > 4 or (digits > 1 and digits * 3 > letters) or interior > 1:
        return False
    if len(parts) > 2 and letters < (3.4 if interior else 2.8) * len(parts) and not _PLAIN_WORDS.match(value):
        return False
    if any(gibberish(part) for part in parts):
        return False
    odd = sum(map(_odd, parts)) + max(0, sum(len(part) == 1 for part in parts) - 1)
    return odd < 2 or odd * 5 < len(parts) * 2


def _odd(part: str) -> bool:
    """A part that is hardly a word by itself: without a vowel, or with a rare pair."""
    low = part.lower()
    if len(low) < 3 or low in _SHORT_WORDS:
        return False
    if not _VOWEL.search(low):
        return True
    return any(second in _RARE.get(first, ()) for first, second in pairwise(low))


def _camel(value: str) -> list[str]:
    return re.findall(r"[A-Z]{2,64}(?![a-z])|[A-Z]?[a-z]{1,64}|[A-Z]", value)


def _path(value: str) -> bool:
    """A path of ordinary names; base64 has slashes too."""
    if _PATHLIKE.match(value) is None:
        return False
    return all(
        len(part) < 8 or identifier(part) or _VERSION.match(part) is not None
        for part in re.split(r"[/\\]", value)
    )


@lru_cache(maxsize=2_048)
def random_looking(value: str) -> bool:
    """Whether a value of 8 or more characters without spaces looks generated: mixed letters and digits, or no word."""
    if len(value) < 8 or " " in value or "\n" in value:
        return False
    if _VERSION.match(value) or _NUMBER.match(value) or _path(value) or _KEYBOARD.match(value):
        return False
    return not identifier(value)


def harmless(value: str) -> bool:
    """What no name makes a secret: empty, placeholder, reference, call, path, number of few digits."""
    if len(value) < 4 or placeholder(value) or reference(value):
        return True
    return bool(_path(value) or _KEYBOARD.match(value) or value.startswith(("http://", "https://")))


def secret_quoted(value: str, kind: str) -> bool:
    """Whether a quoted value (or a JSON string) beside a name of this kind is a secret."""
    value = value.strip()
    if harmless(value) or _code(value):
        return False
    if kind == "cookie" and COOKIE.match(value):
        return False
    if " " in value or "\n" in value or "\x0b" in value:
        return kind in {"password", "secret"} and _phrase(value)
    if kind == "password":
        return not _word_like(value, kind)
    if kind in {"secret", "api-key", "private-key"}:
        return len(value) >= 6 and not _VERSION.match(value) and not _word_like(value, kind)
    if kind == "tokens":
        return len(value) >= 16 and random_looking(value) and any(map(str.isdigit, value))
    return random_looking(value) and not CALL.match(value)


def _code(value: str) -> bool:
    """What stands between two quotes that do not belong together: `" + name + "`."""
    match = _CODE.match(value)
    return match is not None and (match[1] is None or identifier(match[1]))


def _word_like(value: str, kind: str) -> bool:
    if CALL.match(value) and (value.endswith(")") or value.count("(") == value.count(")") > 0):
        return True
    if not identifier(value):
        return bool(_VERSION.match(value) and kind != "password")
    parts = [part.lower() for part in _camel(value)]
    if kind == "password":
        if (
            len(parts) == 1
            and value.isalpha()
            and value.islower()
            and len(value) >= 8
            and parts[0] not in _STOP
        ):
            return False
        if any(map(str.isdigit, value)) and value[-1].isdigit() and value.isalnum():
            return False
        if re.fullmatch(r"[a-z]{3,12}(?:-[a-z]{3,12}){2,8}", value) and not _PLACEHOLDER_WORDS.intersection(
            parts
        ):
            return False
    return True


def _phrase(value: str) -> bool:
    found = value.split(" ")
    return len(found) in {12, 15, 18, 21, 24} and all(
        part.isalpha() and part.islower() and 3 <= len(part) <= 8 for part in found
    )


@lru_cache(maxsize=2_048)
def secret_bare(value: str, kind: str, *, whole_line: bool, env: bool) -> bool:
    """Whether an unquoted value is a secret. `whole_line`: nothing follows it; `env`: `NAME=value` in capitals."""
    if harmless(value) or CALL.match(value):
        return False
    if value.lower().rstrip(";,") in _STOP:
        return False
    if env:
        if kind in {"auth", "credential", "cookie", "tokens", "signature"}:
            return random_looking(value)
        if kind == "password":
            return not (DOTTED.match(value) and identifier(value))
        return len(value) >= 6 and (
            random_looking(value) or (value.isalpha() and value.islower() and len(value) > 8)
        )
    if DOTTED.match(value) and identifier(value.rstrip(";,)]")):
        return False
    if kind == "tokens":
        return False
    if whole_line:
        if value.isalpha():
            if value[0].isupper() and value[1:].islower() and not gibberish(value):
                return False
            return len(value) >= 8 and kind != "auth" and (gibberish(value) or not identifier(value))
        if kind == "password" and _NUMBER.match(value):
            return len(value) >= 4
        if kind == "password" and not identifier(value):
            return len(value) >= 6
        if kind == "password" and re.fullmatch(r"[a-z]{3,12}(?:-[a-z]{3,12}){2,8}", value):
            return True
        return random_looking(value)
    if EXPRESSION.match(value):
        return False
    if value.isalpha():
        return len(value) >= 12 and ((gibberish(value) and value.islower()) or not identifier(value))
    return random_looking(value) and (any(map(str.isdigit, value)) or kind == "password")
