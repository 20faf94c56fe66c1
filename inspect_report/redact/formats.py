"""Finds credentials by the format around them: headers, URLs, command lines, files of known tools, narrow prose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from inspect_report.redact.spans import FORMAT, Span
from inspect_report.redact.values import CALL, DOTTED, harmless, identifier, placeholder, random_looking, reference
from inspect_report.redact.view import QUOTES

_Q = f"[{QUOTES}]"
_W = rf"[^\s{QUOTES}]"


@dataclass(frozen=True, slots=True)
class Format:
    """A format. `gates` are lower-case byte strings one of which the text must hold; `value` groups are masked.

    `pattern` is tried from each gate's place minus `back` characters, case-insensitively. `random`: the value must look
    generated; else it must only not be harmless.
    """

    name: str
    gates: tuple[bytes, ...]
    pattern: str
    example: str
    counter: str
    random: bool = False
    least: int = 4


FORMATS: tuple[Format, ...] = (
    Format("authorization", (b"authorization", b"x-authorization"), rf"authorization(?:{_Q}{{1,2}}\]?[ \t]{{0,8}},|{_Q}{{0,2}}\]?[ \t]{{0,8}}(?:[:=]|=>|\ue13a))[ \t]{{0,8}}{_Q}{{0,2}}[ \t]{{0,4}}(?:(?:Bearer|Basic|Token|token|Digest|ApiKey|Api-Key|Bot|Negotiate|Splunk|Key|JWT|AWS|SSWS|GoogleLogin auth=|Zoho-oauthtoken|OAuth|PVEAPIToken=[\w@!.-]{{1,64}}=)[ \t:]{{1,4}})(?P<value>{_W}{{1,4096}}?)(?=[,;)}}\]]{{0,3}}(?:[\s{QUOTES}]|\Z))", "Authorization: Bearer <an40>", "Authorization: Bearer ${TOKEN}", least=6),
    Format("authorization", (b"bearer ",), r"bearer (?:token )?(?P<value>[A-Za-z0-9_.~+/=%-]{16,4096})", "bearer <an40>", "bearer authentication-is-required", random=True, least=16),
    Format("authorization", (b"basic ",), r"basic (?P<value>[A-Za-z0-9+/]{12,1024}={0,2})(?![A-Za-z0-9+/_-])", "Basic <b6440>==", "basic authentication", random=True, least=12),
    Format("authorization", (b"aws4-hmac", b"signature="), r"signature=(?P<value>[0-9a-f]{32,128}|[A-Za-z0-9+/%]{24,128}={0,2})", "Signature=<hex64>", "signature=none", random=True, least=20),
    Format("url-password", (b"://",), rf"://(?P<user>[^\s/?#@:<>{QUOTES}]{{0,256}})(?::|\ue13a)(?P<value>[^\s/?#<>{QUOTES}]{{1,512}})@(?=[\w.\[$%{{-])", "postgres://app:<an16>@db.example.org/app", "postgres://USER:PASSWORD@HOST:5432/DB", least=1),
    Format("url-password", (b"://",), rf"://(?P<user>[^\s/?#@:<>{QUOTES}]{{0,256}}):(?P<value>[^\s@<>{QUOTES}]{{1,256}})@(?=[\w-]{{1,64}}(?:\.[\w-]{{1,64}}){{1,8}}(?::\d|/|[\s{QUOTES}]|\Z))", "postgres://app:<an8>/<an8>@db.example.org/app", "http://localhost:5173/@vite/client", least=6, random=True),
    Format("url-password", (b"://",), rf"://(?P<value>[A-Za-z0-9_.~%-]{{20,512}})(?::x-oauth-basic|:)?@(?=[\w.\[-])", "https://<hex40>@github.com/a/b", "https://user@example.com/path", random=True, least=20),
    Format("url-password", (b"%2f%2f",), r"%2f%2f[^\s%:]{0,128}(?:\ue13a|:)(?P<value>[^\s&]{1,512}?)%40", "postgres%3A%2F%2Fapp%3A<an16>%40db", "https%3A%2F%2Fexample.com%2F%40x", least=3),
    Format("webhook-url", (b"hooks.slack.com",), r"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<value>[A-Za-z0-9_]{5,24}/[A-Za-z0-9_/]{8,160})", "https://hooks.slack.com/services/T<up10>/B<up10>/<an24>", "https://hooks.slack.com/services/", least=10),
    Format("webhook-url", (b"/api/webhooks/",), r"/api/webhooks/\d{5,24}/(?P<value>[A-Za-z0-9_-]{16,128})", "https://discord.com/api/webhooks/<dig18>/<url68>", "https://discord.com/api/webhooks/"),
    Format("webhook-url", (b"webhook.office.com", b"outlook.office.com"), r"/(?:webhookb2|webhook)/[0-9a-f@-]{16,100}/IncomingWebhook/(?P<value>[0-9a-f]{16,64}(?:/[0-9A-Za-z-]{8,80}){0,2})", "https://a.webhook.office.com/webhookb2/<hex8>-<hex4>-<hex4>-<hex4>-<hex12>@<hex8>-<hex4>-<hex4>-<hex4>-<hex12>/IncomingWebhook/<hex32>/<hex8>-<hex4>-<hex4>-<hex4>-<hex12>", "https://a.webhook.office.com/webhookb2/"),
    Format("webhook-url", (b"chat.googleapis.com", b"hooks.zapier.com", b"maker.ifttt.com", b"hook.eu", b"hook.us", b"open.feishu.cn", b"oapi.dingtalk.com", b"qyapi.weixin"), r"(?:hooks\.zapier\.com/hooks/catch/\d{3,12}/|maker\.ifttt\.com/trigger/\w{1,64}/with/key/|hook\.(?:eu|us)\d\.make\.com/|open\.feishu\.cn/open-apis/bot/v2/hook/|qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=)(?P<value>[A-Za-z0-9_-]{6,80})", "https://hooks.zapier.com/hooks/catch/123456/<low8>/", "https://hooks.zapier.com/"),
    Format("signed-url", (b"signature=", b"sig=", b"-signature", b"policy="), r"(?:x-amz-signature|x-goog-signature|x-ms-signature|signature|sig|policy)(?:=|\ue13d)(?P<value>[A-Za-z0-9%+/_~=-]{16,2048})", "https://a.blob.core.windows.net/x?sv=1&sig=<b6443>=", "https://a/x?sig=none", random=True, least=16),
    Format("signed-url", (b"key=", b"apikey=", b"code=", b"access_token=", b"session_token="), r"[?&](?:key|api-?key|code|appid|subscription-key|hapikey|auth|pass|pwd|pw|p)(?:=|\ue13d)(?P<value>[A-Za-z0-9%+/_~=.-]{20,2048})", "https://a/x?key=<an39>", "https://a/x?key=some-plain-identifier-name", random=True, least=20),
    Format("cookie", (b"cookie",), rf"(?<![\w-])cookie{_Q}{{0,2}}\]?[ \t]{{0,8}}(?:[:=,]|=>)[ \t]{{0,8}}{_Q}{{0,2}}(?P<cookies>[\w.$~-]{{1,128}}(?:=|\ue13d)[^\n\x0b]{{1,8192}})", "Cookie: sessionid=<an32>; theme=dark", "Cookie: a small piece of data", random=True),
    Format("cookie", (b"set-cookie",), rf"set-cookie{_Q}{{0,2}}\]?[ \t]{{0,8}}(?:[:=,]|=>)[ \t]{{0,8}}{_Q}{{0,2}}\[?{_Q}?[\w.$~-]{{1,128}}(?:=|\ue13d)(?P<value>[^\s;,{QUOTES}]{{1,4096}})", "Set-Cookie: session=<an40>; Path=/", "Set-Cookie headers without SameSite are rejected.", random=True, least=8),
    Format("cookie", (b"curl", b"cookie"), rf"(?:[ \t]-b|[ \t]--cookie)[ \t=]{{1,4}}{_Q}?(?P<cookies>[\w.$~-]{{1,128}}=[^\n\x0b{QUOTES}]{{1,4096}})", "curl -b session=<an32> https://a", "curl -b cookies.txt https://a", random=True),
    Format("command-password", (b"curl", b"wget", b"http"), rf"(?:[ \t\n\x0b]-[a-zA-Z]{{0,8}}u|[ \t]--user|[ \t]--proxy-user|[ \t]-U|[ \t]-a|[ \t]--auth)[ \t=]{{0,4}}{_Q}?(?P<user>[^\s:{QUOTES}]{{0,128}}):(?P<value>[^\s{QUOTES}]{{3,256}})", "curl -u app:<an16> https://a.example.org", "curl -u $USER:$PASS https://a.example.org"),
    Format("command-password", (b"mysql", b"mariadb", b"mycli"), rf"(?:mysql\w{{0,8}}|mariadb\w{{0,8}}|mycli)[ \t](?:[^\n\x0b]{{0,160}}?[ \t])?-p(?P<value>[^\s{QUOTES}=-]{_W}{{2,128}}|(?P<q>{_Q})[^\n\x0b]{{3,128}}?(?P=q))", "mysql -u root -p<an12> shop", "mysql -u root -p shop"),
    Format("command-password", (b"sshpass",), rf"sshpass[ \t](?:-v[ \t])?-p[ \t]{{0,4}}(?P<q>{_Q})?(?P<value>(?(q)(?:(?!(?P=q))[^\n]){{3,128}}|{_W}{{3,128}}))", "sshpass -p <an12> ssh a", "sshpass -p $PASS ssh a"),
    Format("command-password", (b"redis-cli",), rf"redis-cli[ \t](?:[^\n\x0b]{{0,120}}?[ \t])?(?:-a|--pass)[ \t]{{1,4}}{_Q}?(?P<value>{_W}{{4,128}})", "redis-cli -h a -a <an12> ping", "redis-cli -a $PASS ping"),
    Format("command-password", (b"pass:",), rf"(?:-pass(?:in|out)?|-passwd|-k)[ \t]{{1,4}}{_Q}?pass:(?P<value>{_W}{{3,128}})", "openssl rsa -in k -passin pass:<an12>", "openssl rsa -passin pass:$P"),
    Format("command-password", (b" -p", b" -w", b"-k "), rf"(?:docker login|podman login|helm registry login|skopeo login|az login|oc login|mongo(?:sh|dump|restore|export|import)?|psql|ldap(?:search|modify|add|whoami)|net use|smbclient|sqlcmd|bcp|plink|pscp|putty|zip|unzip|7z|rar|ftp|lftp|ncftp|winexe|mount|ansible\w{{0,12}}|vncviewer|xfreerdp|rdesktop|snmpwalk|ipmitool|keytool|htpasswd|influx|cqlsh|clickhouse-client|rabbitmqadmin|kinit|su|openconnect|cadaver|rclone|restic|borg)[ \t](?:[^\n\x0b]{{0,160}}?[ \t])?(?:-p|-w|-P|-storepass|-keypass|-pw)[ \t]{{0,2}}(?P<q>{_Q})?(?P<value>(?(q)(?:(?!(?P=q))[^\n]){{4,128}}|[^\s{QUOTES}-]{_W}{{3,128}}))", "docker login -u ci -p <an20> r.example.org", "docker login -p $PASS r.example.org", random=True, least=8),
    Format("command-password", (b"htpasswd",), rf"htpasswd[ \t]-\w{{0,6}}b\w{{0,6}}[ \t](?:{_W}{{1,64}}[ \t]){{1,3}}(?P<value>{_W}{{4,128}})", "htpasswd -nb admin <an12>", "htpasswd -c file admin"),
    Format("command-password", (b"chpasswd", b"passwd --stdin"), rf"echo[ \t](?:-\w[ \t])?{_Q}?(?P<user>[a-z_][\w-]{{0,32}}:)?(?P<value>{_W}{{4,128}}){_Q}?[ \t]{{0,4}}\|[ \t]{{0,4}}(?:sudo )?(?:chpasswd|passwd --stdin)", "echo root:<an12> | chpasswd", "echo $X | chpasswd"),
    Format("command-password", (b"--password-stdin", b"sudo -s"), rf"echo[ \t](?:-\w[ \t])?{_Q}?(?P<value>{_W}{{4,4096}}?){_Q}?[ \t]{{0,4}}\|[ \t]{{0,4}}(?:sudo -S|[^\n|]{{1,120}}--password-stdin)", "echo <an20> | docker login --password-stdin", "echo $X | docker login --password-stdin"),
    Format("netrc", (b"password",), rf"(?:machine[ \t]+{_W}{{1,256}}|default)[ \t\n\x0b]{{1,16}}(?:login|user)[ \t]{{1,8}}{_W}{{1,256}}[ \t\n\x0b]{{1,16}}(?:account[ \t]{{1,8}}{_W}{{1,128}}[ \t\n\x0b]{{1,16}})?passw(?:or)?d[ \t]{{1,8}}(?P<value>{_W}{{1,512}})", "machine a.example.org login ci password <an14>", "machine a login ci password"),
    Format("pgpass", (b":5432:", b":5433:", b":6432:", b":*:"), rf"(?:^|[\n\x0b])[ \t]{{0,16}}[\w.*-]{{1,253}}:(?:\d{{2,5}}|\*):[\w*-]{{1,64}}:[\w*.-]{{1,64}}:(?P<value>{_W}{{3,256}})", "db.example.org:5432:app:app:<an14>", "db.example.org:5432:app"),
    Format("sql-password", (b"identified by", b"password '", b"password \"", b"password=", b"with password"), rf"(?:identified[ \t]+(?:with[ \t]+\w{{1,40}}[ \t]+)?by|(?:with|encrypted|role|user)[ \t]+(?:{_W}{{1,64}}[ \t]+)?(?:with[ \t]+)?(?:encrypted[ \t]+)?password)[ \t]{{0,4}}=?[ \t]{{0,4}}(?P<q>{_Q})(?P<value>(?:(?!(?P=q))[^\n]){{3,256}})(?P=q)", "CREATE USER a IDENTIFIED BY '<an14>'", "IDENTIFIED BY 'password'"),
    Format("redis-password", (b"requirepass", b"masterauth"), rf"(?:requirepass|masterauth)[ \t]{{1,8}}{_Q}?(?P<value>{_W}{{4,256}})", "requirepass <an20>", "requirepass foobared"),
    Format("docker-auth", (b"auth",), rf"{_Q}_?auth{_Q}[ \t]{{0,8}}:[ \t]{{0,8}}{_Q}(?P<value>[A-Za-z0-9+/]{{12,4096}}={{0,2}}){_Q}?", '"auths": {"r": {"auth": "<b6440>"}}', '"auth": "required"', random=True, least=12),
    Format("npm-auth", (b"_auth",), rf"_auth(?:token)?[ \t]{{0,8}}=[ \t]{{0,8}}{_Q}?(?P<value>{_W}{{8,4096}})", "_auth = <b6440>", "_auth = ${NPM_AUTH}", least=8),
    Format("api-key", (b"api_key", b"apikey"), rf"{_Q}type{_Q}[ \t]{{0,8}}:[ \t]{{0,8}}{_Q}api_?key{_Q}[ \t\n\x0b]{{0,40}},[ \t\n\x0b]{{0,40}}{_Q}(?:key|value){_Q}[ \t]{{0,8}}:[ \t]{{0,8}}{_Q}(?P<value>{_W}{{8,4096}}){_Q}?", '{"type": "api_key", "key": "<an40>"}', '{"type": "api_key", "key": "OPENAI_API_KEY"}', random=True, least=8),
    Format("oauth-token", (b"oauth", b"refresh", b"access"), rf"{_Q}(?:access|refresh|idtoken|id){_Q}[ \t]{{0,8}}:[ \t]{{0,8}}{_Q}(?P<value>[A-Za-z0-9_.~+/=|-]{{32,8192}}){_Q}", '{"type": "oauth", "refresh": "<an48>"}', '{"access": "read-only-reviewer-of-the-whole-project"}', random=True, least=32),
    Format("jwk-private-key", (b'"d"', b"kty"), rf"{_Q}(?:d|p|q|dp|dq|qi|k){_Q}[ \t]{{0,8}}:[ \t]{{0,8}}{_Q}(?P<value>[A-Za-z0-9_-]{{32,2048}}){_Q}", '{"kty":"OKP","d":"<url43>"}', '{"d": "M10 10 L20"}', random=True, least=32),
    Format("command-password", (b"auth=(", b"auth = (", b"basicauth(", b"auth(", b"login("), rf"(?:auth ?= ?\(|BasicAuth\(|basic_auth\(|\.auth\(|\.login\()[ \t]{{0,4}}{_Q}[^\n{QUOTES}]{{1,128}}{_Q}[ \t]{{0,4}},[ \t]{{0,4}}(?P<q>{_Q})(?P<value>(?:(?!(?P=q))[^\n]){{4,256}})(?P=q)", 'requests.get(u, auth=("app", "<an14>"))', 'auth=("user", "password")'),
    Format("password", (b"password", b"passwd", b"passphrase", b"passcode", b"pwd"), rf"(?:password|passphrase|passcode|passwd|pwd)(?: for [\w@.-]{{1,64}}| of [\w@.-]{{1,64}})?(?: is| was|:| is now| to|,| \(|:\*\*|\*\*:|: is)[ \t]{{1,4}}(?:set to |now |still |called )?[*_(]{{0,2}}(?P<q>{_Q})?(?P<value>{_W}{{5,128}}?)(?(q)(?P=q)|(?=[.,;:)*_]{{0,3}}(?:[\s]|\Z)))", "the password is <an12>", "the password is required", random=True, least=6),
    Format("secret-prose", (b"key is", b"key:", b"token is", b"token:", b"secret is", b"key was", b"token was", b"key `", b"token `", b"key =", b"token =", b"key to", b"token to", b"key ["), rf"(?:(?:api|access|secret|private|license|auth|account|signing|encryption|service|subscription|master)[ _-](?:access )?key|token|secret|secret key)(?: id)?(?: for [\w@./-]{{1,64}})?(?: \[[^\]\n]{{0,40}}\])?(?: is| was|:| =| to)?[ \t]{{1,4}}(?:set to )?[*_]{{0,2}}{_Q}?(?P<value>[A-Za-z0-9_.~+/=|:-]{{16,4096}})", "the API key is <an32>", "the token is described-in-the-documentation", random=True, least=16),
    Format("mnemonic", (b"mnemonic", b"seed phrase", b"recovery phrase", b"seed_phrase", b"seedphrase", b"recovery_phrase"), rf"(?:mnemonic|seed[ _]?phrase|recovery[ _]?phrase)\w{{0,16}}{_Q}{{0,2}}[ \t]{{0,8}}(?:is |[:=]|=>)[ \t]{{0,8}}{_Q}?(?P<value>[a-z]{{3,8}}(?:[ \t][a-z]{{3,8}}){{11,23}})", "mnemonic: legal winner thank year wave sausage worth useful legal winner thank yellow", "mnemonic: a short word that helps"),
)

_COMPILED = [(one, re.compile(one.pattern, re.IGNORECASE)) for one in FORMATS]
_PAIR = re.compile(rf"(?P<name>[\w.$~-]{{1,128}})(?:=|\ue13d)(?P<value>[^\s;,{QUOTES}]{{1,4096}})")
_COOKIE_WORDS = re.compile(r"\d{1,12}\Z|[a-z]{1,16}\Z|[a-z]{2}[-_][A-Za-z]{2}\Z|(?:true|false|dark|light)\Z", re.IGNORECASE)
_BACK = 400
_STEP = 65_536
_OVERLAP = 4_096


def find(text: str, low: bytes) -> Iterator[Span]:
    """Spans of credentials in known formats, in `text` (a view); `low` is it in lower-case Latin-1."""
    for one, pattern in _COMPILED:
        if not any(gate in low for gate in one.gates):
            continue
        for begin, end in _places(one, low):
            for match in pattern.finditer(text, begin, end):
                if match.end() > begin:
                    yield from _spans(one, text, match)


def _places(one: Format, low: bytes) -> Iterator[tuple[int, int]]:
    """The stretches of the text, at most 64 KiB each, around the gates."""
    last_begin = last_end = -1
    for gate in one.gates:
        place = low.find(gate)
        while place >= 0:
            begin, end = max(0, place - _BACK), min(len(low), place + _OVERLAP)
            if last_begin >= 0 and begin <= last_end and end - last_begin <= _STEP:
                last_end = max(end, last_end)
            else:
                if last_begin >= 0:
                    yield last_begin, last_end
                last_begin, last_end = begin, end
            place = low.find(gate, place + 1 if end - place < 64 else place + len(gate))
        if last_begin >= 0:
            yield last_begin, last_end
        last_begin = last_end = -1


def _spans(one: Format, text: str, match: re.Match[str]) -> Iterator[Span]:
    groups = match.re.groupindex
    if "cookies" in groups:
        yield from cookies(match["cookies"], match.start("cookies"))
        return
    begin, end = match.span("value")
    value = text[begin:end]
    if len(value) < one.least:
        return
    if one.name == "url-password":
        if not _url_secret(value, one.random):
            return
    elif harmless(value) and not (one.name == "authorization" and len(value) > 20 and not placeholder(value) and not reference(value)):
        return
    elif one.name in {"password", "secret-prose"} and (CALL.match(value) or (DOTTED.match(value) and not any(map(str.isdigit, value)))):
        return
    elif one.random and not (random_looking(value) and (one.name == "password" or any(map(str.isdigit, value)))):
        return
    elif one.name in {"authorization", "npm-auth"} and (identifier(value) or CALL.match(value) or DOTTED.match(value)):
        return
    elif one.name == "command-password" and identifier(value) and "-" in value:
        return
    yield Span(begin, end, one.name, FORMAT)


def cookies(text: str, base: int = 0) -> Iterator[Span]:
    """Spans of the values in a Cookie header's text that are no settings such as `theme=dark`, moved by `base`."""
    for pair in _PAIR.finditer(text):
        value = pair["value"]
        if len(value) >= 8 and random_looking(value) and not _COOKIE_WORDS.match(value) and not reference(value) and not placeholder(value):
            yield Span(base + pair.start("value"), base + pair.end("value"), "cookie", FORMAT)


def _url_secret(value: str, random: bool) -> bool:
    if reference(value) or placeholder(value) or value.startswith(("${", "$", "<", "[redacted")):
        return False
    if random:
        return random_looking(value) and any(map(str.isdigit, value))
    return not (value.isupper() and value.isalpha()) and not re.fullmatch(r"\d{1,5}", value)
