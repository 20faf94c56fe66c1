"""Finds values by the name beside them: assignments of every notation, pairs, flags, tables, type annotations (RED-3)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from inspect_report.redact.keynames import classify
from inspect_report.redact.recall import CROWD, Recall
from inspect_report.redact.spans import NAMED, Span
from inspect_report.redact.values import (
    CALL,
    COOKIE,
    DOTTED,
    EXPRESSION,
    MASK,
    gibberish,
    harmless,
    identifier,
    random_looking,
    secret_bare,
    secret_quoted,
)
from inspect_report.redact.view import QUOTES

KEYWORDS = (b"pass", b"pwd", b"secret", b"token", b"key", b"auth", b"cookie", b"cred", b"psk", b"_pat")  # fmt: skip
_NAME = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-$"
_LEFT = 64
_BEFORE = 224
"""Characters before a keyword that a decision may look at: the rest of the name and what stands before it."""
_AFTER = 1_700
"""Characters from a keyword on that a decision may look at, but for quoted values and tags."""
_BEYOND = 200
"""Characters from the end of a quoted value on that a decision may look at."""
_DECIDED = Recall(_BEFORE, _AFTER)
_REST = re.compile(r"[A-Za-z0-9_.$-]{0,64}")
_SEPARATOR = re.compile(
    rf"""
    (?P<close>[{QUOTES}*]{{0,3}}[\])]{{0,2}}(?:\[\])?[?!]?)[ \t]{{0,40}}
    (?: (?P<compare>[=!]==?|~=|<=|>=)
      | (?P<op>\?\?=|\|\|=|[:?+|]=|=>|->|[:=]\ufeff?|\ue13d|\ue13a|\uff1a|\uff1d)
      | (?P<comma>,)
      | (?P<tag>>)
      | (?P<bar>[|\u2502])
      | (?P<prose>(?<=[ \t])(?:is|was|to|as)[ \t](?:set[ ]to[ ]|now[ ])?)
      | (?P<space>(?<=[ \t]))
      | (?P<line>(?=[\n\x0b])) )
    [ \t]{{0,64}}
    """,
    re.VERBOSE,
)
_TYPE = re.compile(
    rf"(?:[&*]|'static |mut )?[A-Za-z_][\w.<>\[\], |?&*!']{{0,60}}?[ \t]{{0,8}}(?<!=)=[ \t]{{0,8}}(?=[bru]?[{QUOTES}])|\[\d{{0,6}}\][ \t]{{0,8}}=[ \t]{{0,8}}(?=[{QUOTES}])"
)
_WRAPPER = re.compile(
    r"(?:new[ \t]|await[ \t]|pydantic\.)?(?:SecretStr|SecretString|Secret|Some|Ok|String(?:\.from|::from)?|Buffer\.from|to_string|bytes|str|b64decode|base64\.b64decode|atob|"
    r"sensitive|Sensitive|pulumi\.secret|Output\.secret|TextEncoder\(\)\.encode|strdup|std::string|NSString)\([ \t]{0,4}|[\[(][ \t]{0,4}(?:[\n\x0b][ \t]{0,32})?"
)
_DEFAULT = re.compile(
    rf"[\w.$\[\]({QUOTES}){{}}?:-]{{1,160}}?(?:[ \t]{{0,4}}(?:\|\||\?\?|\bor\b)|,)[ \t]{{0,4}}(?=[{QUOTES}])"
)
_TAG_TEXT = re.compile(r"[ \t]{0,16}(?P<value>[^<>\n]{4,4096}?)[ \t]{0,16}(?=</|\Z|\n)")
_SPACE = re.compile(r"[ \t\n\x0b]{0,80}")
_QUOTE = re.compile(f"[{QUOTES}]")


class _Quoted:
    """Finds quoted values and keeps how `far` into the text it looked."""

    def __init__(self, pattern: str) -> None:
        self._match = re.compile(pattern).match
        self.far = 0

    def match(self, text: str, at: int) -> re.Match[str] | None:
        found = self._match(text, at)
        if found is not None and found.end() > self.far:
            self.far = found.end()
        return found


_LITERAL = _Quoted(
    rf"(?:[bBrRuUfF$@]{{1,2}}(?=[\"']))?(?P<open>\"\"\"|'''|[{QUOTES}])(?P<value>(?:(?!(?P=open))[^\n]){{1,4096}})(?P<shut>(?P=open))?"
)
_MORE = re.compile(rf"[^\s<>&{QUOTES}\ue126]{{1,4096}}")
_BARE = re.compile(rf"[^\s<>{QUOTES}]{{1,256}}")
_BARE_ENCODED = re.compile(rf"[^\s<>&{QUOTES}\ue126]{{1,256}}")
_JUDGED = 160
_FULL = 256
_INLINE_STOP = re.compile(r"[;&,|)}\]]")
_PIPE_END = re.compile(r"[ \t]{0,40}[|\u2502\n\x0b]|[ \t]{0,40}\Z")
_LINE_END = re.compile(
    r"[ \t]{0,80}(?:[#;][^\n\x0b]{0,400}|//[^\n\x0b]{0,400}|\\)?(?=[\n\r\x0b]|\Z)|[ \t]{0,8}[\ue100-\ue11f\"'][ \t]{0,8}(?=[,}\])]|\Z)"
)
_CALLED = re.compile(rf"[\w$]\([ \t]{{0,4}}[{QUOTES}]\Z")
_BODY = re.compile(
    r"(?:--?[a-z][\w-]{0,24}[ =](?!-)[^\s-]{1,64}[ ]){0,3}(?:--body|-b|--value|--plaintext)[ =]"
)
_YAML_VALUE = re.compile(
    rf"[ \t]{{0,80}}[\n\x0b][ \t]{{0,80}}[{QUOTES}]?(?:value|default|val|Value)[{QUOTES}]?[ \t]{{0,8}}[:=][ \t]{{0,8}}",
    re.IGNORECASE,
)
_PAIR_VALUE = re.compile(
    rf"[ \t]{{0,8}}[{QUOTES}][ \t]{{0,8}},?[ \t\n\x0b]{{0,80}}[{QUOTES}]?(?:value|val|default|Value|defaultValue|text|#text)[{QUOTES}]?[ \t]{{0,8}}[:=][ \t]{{0,8}}"
)
_PAIR_NAME = re.compile(
    rf"(?:name|key|Name|Key|header|id|field|variable|variable_name|parameter)[{QUOTES}]?[ \t]{{0,8}}[:=][ \t]{{0,8}}[{QUOTES}]?\Z"
)
_BETWEEN = " \t\"'`" + "".join(map(chr, range(0xE100, 0xE120)))
"""What may stand between the colon of `name:` and a name."""
_DIRECTIVE_WORDS = (
    "#define ",
    "# define ",
    "ENV ",
    "ARG ",
    "setenv ",
    "setx ",
    "set -x ",
    "set -gx ",
    "set -Ux ",
    "set -xg ",
    "SetEnv ",
    "fastcgi_param ",
)
_CONFIG_START = re.compile(
    rf"(?:^|[\n\x0b])[ \t>+\-#*|{QUOTES}]{{0,32}}(?:\d{{1,7}}[ \t]{{0,4}}[:|\t\u2502\u2192-]?[ \t]{{0,24}})?[+\- \t]{{0,24}}(?:[\w./-]{{1,120}}:\d{{1,6}}:[ \t]{{0,24}})?(?:export |set |ENV |ARG |declare -x |Environment=|environment = )?[{QUOTES}/\w.:@-]{{0,64}}?\Z"
)
_NEXT_ITEM = re.compile(rf"[ \t\n\x0b]{{0,64}},[ \t\n\x0b]{{0,64}}(?=[{QUOTES}])")
_PASSWORDS = frozenset({"password", "secret"})
_ITEMS = 256


def find(text: str, low: bytes, present: Iterable[bytes]) -> Iterator[Span]:
    """Spans of values whose name says secret, in `text` (a view).

    `low` is it in lower-case Latin-1, one byte a character; `present` are the keywords that stand in it.
    """
    done = -1
    decided = 0
    for place, word in _hits(low, present):
        if place < done:
            continue
        if decided > CROWD and (known := _DECIDED.get(text, place)) is not None:
            done, spans = known
            yield from spans
            continue
        name_end = done = _REST.match(text, place + len(word)).end()  # type: ignore[union-attr]
        begin = place
        if place and text[place - 1] in _NAME:
            floor = max(0, place - _LEFT)
            begin = floor + len(text[floor:place].rstrip(_NAME))
        name = text[begin:name_end]
        kind = classify(name.strip("-.$"))
        if kind is None:
            continue
        separator = _SEPARATOR.match(text, name_end)
        if separator is None or separator["compare"]:
            continue
        _LITERAL.far = 0
        spans = list(_values(text, begin, name, kind, separator))
        yield from spans
        done = max(done, *(span.end for span in spans)) if spans else done
        decided += 1
        if decided > CROWD and done < place + _FULL and _LITERAL.far < len(text):
            _DECIDED.put(text, place, done, spans, max(_AFTER, _LITERAL.far + _BEYOND - place))


def _hits(low: bytes, present: Iterable[bytes]) -> list[tuple[int, bytes]]:
    found: list[tuple[int, bytes]] = []
    for word in present:
        place = low.find(word)
        while place >= 0:
            found.append((place, word))
            place = low.find(word, place + 1)
    found.sort()
    return found


def _values(text: str, begin: int, name: str, kind: str, separator: re.Match[str]) -> Iterator[Span]:
    at = separator.end()
    closed = bool(separator["close"]) and separator["close"][0] not in ")]?!"
    operator = separator["op"]
    if operator:
        if operator == ":":
            typed = _TYPE.match(text, at)
            if typed is not None:
                at = typed.end()
        if closed and text[at : at + 1] in "\n\x0b" and _LITERAL.match(text, _after_space(text, at)):
            at = _after_space(text, at)
        yield from _value(text, begin, name, kind, at, operator=operator, closed=closed)
        return
    before = text[max(0, begin - 48) : begin]
    paired = before.rstrip(_BETWEEN).endswith((":", "=")) and _PAIR_NAME.search(before) is not None
    if closed and paired:
        pair = _PAIR_VALUE.match(text, separator.start())
        if pair is not None:
            yield from _value(text, begin, name, kind, pair.end(), operator=":", closed=False)
            return
    if not closed and paired:
        pair = _YAML_VALUE.match(text, separator.start())
        if pair is not None:
            yield from _value(text, begin, name, kind, pair.end(), operator=":", closed=False)
            return
    if separator["comma"]:
        if closed:
            literal = _LITERAL.match(text, _after_space(text, at))
            if (
                literal is not None
                and secret_quoted(literal["value"], kind)
                and random_looking(literal["value"])
                and (any(map(str.isdigit, literal["value"])) or _CALLED.search(before))
            ):
                yield from _literal(literal, kind)
        return
    if separator["tag"] and not closed:
        if text[begin - 1 : begin] == "<":
            _LITERAL.far = len(text)
            inside = _TAG_TEXT.match(text, at)
            if inside is not None and secret_quoted(inside["value"], kind):
                yield Span(*inside.span("value"), _label(kind), NAMED)
        return
    if separator["bar"]:
        bare = _BARE.match(text, at)
        if bare is not None:
            stripped = bare[0].strip("`*")
            if _PIPE_END.match(text, bare.end()) and (
                secret_bare(stripped, kind, whole_line=False, env=False)
            ):
                yield Span(bare.start(), bare.end(), _label(kind), NAMED)
        literal = _LITERAL.match(text, at)
        if literal is not None and secret_quoted(literal["value"], kind):
            yield from _literal(literal, kind)
        return
    if separator["prose"] is not None:
        yield from _prose(text, kind, at)
        return
    if separator["space"] is not None:
        if before.endswith(("secret set ", "secret put ", "secrets set ", "variable set ")):
            body = _BODY.match(text, at)
            if body is not None:
                yield from _flag_value(text, kind, body.end())
            return
        flag = name.startswith("-")
        if flag and not closed:
            yield from _flag_value(text, kind, at)
        elif before.endswith(_DIRECTIVE_WORDS) and not closed:
            yield from _value(text, begin, name, kind, at, operator="=", closed=False)


def _prose(text: str, kind: str, at: int) -> Iterator[Span]:
    """`the apiKey is X`: only what looks generated."""
    literal = _LITERAL.match(text, at)
    if literal is not None:
        if random_looking(literal["value"]) and secret_quoted(literal["value"], kind):
            yield from _literal(literal, kind)
        return
    bare = _BARE.match(text, at)
    if bare is not None:
        value = bare[0].rstrip(".,;:!?)]}*")
        if (
            random_looking(value)
            and (any(map(str.isdigit, value)) or (value.isalpha() and gibberish(value)))
            and secret_bare(value, kind, whole_line=True, env=False)
        ):
            yield Span(at, at + len(value), _label(kind), NAMED)


def _after_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return at if match is None else match.end()


def _flag_value(text: str, kind: str, at: int) -> Iterator[Span]:
    literal = _LITERAL.match(text, at)
    if literal is not None and literal["shut"]:
        if secret_quoted(literal["value"], "password" if kind == "auth" else kind):
            yield from _literal(literal, kind)
        return
    bare = _BARE.match(text, at)
    if bare is None or bare[0][0] in "-[(|<":
        return
    value = bare[0].rstrip(";|&)],}`")
    if (
        not harmless(value)
        and len(value) >= 4
        and secret_bare(value, kind, whole_line=True, env=kind in _PASSWORDS or kind == "token")
    ):
        yield Span(at, at + len(value), _label(kind), NAMED)


def _value(
    text: str, begin: int, name: str, kind: str, at: int, *, operator: str, closed: bool
) -> Iterator[Span]:
    wrapper = _WRAPPER.match(text, at)
    listed = False
    if wrapper is not None and _LITERAL.match(text, wrapper.end()):
        listed = wrapper[0][0] in "[({"
        at = wrapper.end()
    literal = _LITERAL.match(text, at)
    if literal is None and not wrapper and _QUOTE.search(text, at, at + 160):
        default = _DEFAULT.match(text, at)
        if (
            default is not None
            and (default[0].rstrip()[-1] != "," or "(" in default[0])
            and (inner := _LITERAL.match(text, default.end())) is not None
            and random_looking(inner["value"])
        ):
            literal = inner
    if literal is not None:
        count = 0
        while literal is not None and count < _ITEMS:
            if secret_quoted(literal["value"], kind):
                yield from _literal(literal, kind)
            count += 1
            following = _NEXT_ITEM.match(text, literal.end()) if listed else None
            literal = _LITERAL.match(text, following.end()) if following is not None else None
        return
    if wrapper is not None:
        return
    encoded = operator in "\ue13d\ue13a"
    bare = (_BARE_ENCODED if encoded else _BARE).match(text, at)
    if bare is None:
        return
    value = bare[0]
    if closed and kind == "password" and re.fullmatch(r"\d{4,32}[,}\]]{0,4}", value):
        yield Span(at, at + len(value.rstrip(",}]")), _label(kind), NAMED)
        return
    whole = _LINE_END.match(text, bare.end()) is not None
    upper = name.upper() == name and operator == "=" and text[at - 1 : at] in "=\u200b"
    config = (
        whole
        and not closed
        and at + len(value) > begin
        and _CONFIG_START.search(text[max(0, begin - 160) : begin]) is not None
    )
    before = text[begin - 1 : begin]
    query = encoded or (before != "" and before in "?&#\ue126" and "." not in name)
    if not (config or (upper and whole)) or value[-1] in ",;" or query or before == ";":
        stop = _INLINE_STOP.search(value)
        if stop is not None:
            value = value[: stop.start()]
            whole = False
    if not value or MASK.match(value):
        return
    if kind == "cookie" and COOKIE.match(value):
        return
    judged = value[:_JUDGED]
    if query:
        secret = not (
            harmless(judged) or CALL.match(judged) or DOTTED.match(judged) or EXPRESSION.match(judged)
        )
        secret = secret and (
            random_looking(judged)
            or (kind == "password" and not identifier(judged))
            or (kind == "password" and before == "&")
        )
    elif before == ";":
        secret = (
            not EXPRESSION.match(judged)
            and (kind not in {"auth", "tokens", "credential", "cookie"} or any(map(str.isdigit, judged)))
            and secret_bare(judged, kind, whole_line=True, env=False)
        )
    else:
        secret = secret_bare(
            judged.rstrip(".,"), kind, whole_line=whole and (config or upper), env=upper and not closed
        )
    if secret:
        end = at + len(value.rstrip(".,") or value)
        if len(value) >= _FULL:
            while (more := _MORE.match(text, end)) is not None:
                end = more.end()
        yield Span(at, end, _label(kind), NAMED)


def _literal(literal: re.Match[str], kind: str) -> Iterator[Span]:
    yield Span(*literal.span("value"), _label(kind), NAMED)


def _label(kind: str) -> str:
    return {"tokens": "token", "auth": "credential"}.get(kind, kind)
