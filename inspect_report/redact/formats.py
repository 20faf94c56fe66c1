"""Finds credentials by the format around them: headers, URLs, command lines, files of known tools, narrow prose."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from inspect_report.redact.custom import width
from inspect_report.redact.recall import CROWD, Recall
from inspect_report.redact.spans import FORMAT, Span
from inspect_report.redact.values import (
    CALL,
    DOTTED,
    harmless,
    identifier,
    placeholder,
    random_looking,
    reference,
)
from inspect_report.redact.view import QUOTES

_Q = f"[{QUOTES}]"
_W = rf"[^\s{QUOTES}]"


@dataclass(frozen=True, slots=True)
class Format:
    """A format around credentials. One row a format, as in `rules`.

    `gates` are lower-case literals; where one stands, `pattern` is tried (case-insensitively, from there on) and its group
    `value` is masked. A gate counts only where its `root`, one of ROOTS, stands in the text at all. `lead` must match
    what stands before the gate. `random`: the value must look generated; else it must only not be harmless. `least` is
    its smallest length in characters. Where the pattern does not match, the next `stride` characters are not tried: it looks
    twice as far along the line itself. `dear`: trying it in vain takes long, so that this is remembered too.
    `command`: one of a list of commands must stand before it on the line. `example` and `counter` are templates, see `rules.specimen`.
    """

    name: str
    root: str
    gates: tuple[str, ...]
    pattern: str
    example: str
    counter: str
    lead: str = ""
    random: bool = False
    least: int = 4
    stride: int = 1
    dear: bool = False
    command: bool = False


_SCHEME = (
    r"(?:(?:Bearer|Basic|Token|Digest|ApiKey|Api-Key|Bot|Negotiate|Splunk|Key|JWT|AWS|SSWS|GoogleLogin auth=|Zoho-oauthtoken|OAuth"
    r"|PVEAPIToken=[\w@!.-]{1,64}=)[ \t:]{1,4})"
)
_COMMANDS = (
    r"(?:docker login|podman login|helm registry login|skopeo login|az login|oc login|mongo(?:sh|dump|restore|export|import)?|psql"
    r"|ldap(?:search|modify|add|whoami)|net use|smbclient|sqlcmd|bcp|plink|pscp|putty|zip|unzip|7z|rar|l?ftp|ncftp|winexe|vncviewer"
    r"|xfreerdp|rdesktop|ipmitool|keytool|influx|cqlsh|clickhouse-client|rabbitmqadmin|cadaver|rclone|restic|nmcli|wpa_cli)"
)
_QUOTED_OR_BARE = rf"(?P<q>{_Q})?(?P<value>(?(q)(?:(?!(?P=q))[^\n]){{3,256}}|[^\s{QUOTES}-]{_W}{{2,255}}))"
_ASSIGNED = rf"{_Q}{{0,2}}\]?[ \t]{{0,8}}(?:[:=]|=>|\ue13a)[ \t]{{0,8}}{_Q}{{0,2}}[ \t]{{0,4}}"
_ENDS_SOON = rf"(?={_W}{{1,515}}+(?:[\s{QUOTES}]|\Z))"
_SHORT = rf"(?={_W}{{5,131}}+(?:[\s{QUOTES}]|\Z))"
"""A look ahead, once, for the end of a value that is tried at every length otherwise."""

# fmt: off
FORMATS: tuple[Format, ...] = (
    Format("authorization", "auth", ("authorization", "x-authorization"), rf"\w{{0,2}}-?authorization(?:{_Q}{{1,2}}\]?[ \t]{{0,8}},[ \t]{{0,8}}{_Q}{{0,2}}|{_ASSIGNED}){_SCHEME}{_ENDS_SOON}(?P<value>{_W}{{1,512}}?)(?=[,;)}}\]]{{0,3}}(?:[\s{QUOTES}]|\Z))", "Authorization: Bearer <an40>", "Authorization: Bearer ${TOKEN}", least=6, dear=True),
    Format("authorization", "auth", ("authorization",), rf"authorization(?:{_Q}{{1,2}}\]?[ \t]{{0,8}},[ \t]{{0,8}}{_Q}{{0,2}}|{_ASSIGNED}){_ENDS_SOON}(?P<value>[^\s,;(){{}}{QUOTES}]{{8,512}})(?=[,;)}}\]]{{0,3}}(?:[\s{QUOTES}]|\Z))", "authorization: <an40>", "Authorization: only admins", random=True, least=8, dear=True),
    Format("authorization", "bearer", ("bearer ",), r"bearer (?:token )?(?P<value>[A-Za-z0-9_.~+/=%|-]{16,512})", "bearer <an40>", "bearer authentication-is-required", random=True, least=16),
    Format("authorization", "basic ", ("basic ",), r"basic (?P<value>[A-Za-z0-9+/]{12,512}+={0,2})(?![A-Za-z0-9+/_-])", "Basic <b6440>==", "basic authentication", random=True, least=12),
    Format("signature", "sig", ("signature=", "signature\ue13d", "sig=", "sig\ue13d"), r"sig(?:nature)?(?:=|\ue13d)(?P<value>[A-Za-z0-9%+/_~=-]{16,160})", "https://a.blob.core.windows.net/x?sv=1&sig=<b6443>=", "https://a/x?sig=none", lead=r"(?:\A|[^a-z0-9])", random=True, least=16),
    Format("url-password", "://", ("://",), rf"://(?P<user>[^\s/?#@:<>{QUOTES}]{{0,256}})(?::|\ue13a)(?P<value>[^\s/?#<>{QUOTES}]{{1,512}})@(?=[\w.\[$%{{(-])", "postgres://app:<an16>@db.example.org/app", "postgres://USER:PASSWORD@HOST:5432/DB", least=1),
    Format("url-password", "://", ("://",), rf"://(?P<user>[^\s/?#@:<>{QUOTES}]{{0,256}}):(?P<value>[^\s@<>{QUOTES}]{{1,256}})@(?=[\w-]{{1,64}}(?:\.[\w-]{{1,64}}){{1,8}}(?::\d|/|[\s{QUOTES}]|\Z))", "postgres://app:<an8>/<an8>@db.example.org/app", "http://localhost:5173/@vite/client", least=6, random=True),
    Format("url-password", "://", ("://",), r"://(?P<value>[A-Za-z0-9_.~%-]{20,512})(?::x-oauth-basic|:)?@(?=[\w.\[-])", "https://<hex40>@github.com/a/b", "https://user@example.com/path", random=True, least=20),
    Format("url-password", "%2f%2f", ("%2f%2f",), r"%2f%2f[^\s%:]{0,128}(?:\ue13a|:)(?P<value>[^\s&]{1,512}?)%40", "postgres%3A%2F%2Fapp%3A<an16>%40db", "https%3A%2F%2Fexample.com%2F%40x", least=3, dear=True),
    Format("url-password", "jdbc:", ("jdbc:oracle",), r"jdbc:oracle:\w{1,12}:[^\s/@:]{1,64}/(?P<value>[^\s@]{1,256})@", "jdbc:oracle:thin:app/<an12>@db:1521:x", "jdbc:oracle:thin:@db:1521:x", least=3),
    Format("webhook-url", "hook", ("hooks.slack.com", "hooks.slack-gov.com"), r"hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/(?P<value>[A-Za-z0-9_]{5,24}/[A-Za-z0-9_/]{8,160})", "https://hooks.slack.com/services/T<up10>/B<up10>/<an24>", "https://hooks.slack.com/services/", least=10),
    Format("webhook-url", "hook", ("/webhooks/",), r"/webhooks/\d{5,24}/(?P<value>[A-Za-z0-9_-]{16,128})", "https://discord.com/api/webhooks/<dig18>/<url68>", "https://discord.com/api/webhooks/", random=True),
    Format("webhook-url", "hook", ("/incomingwebhook/",), r"/IncomingWebhook/(?P<value>[0-9a-f]{16,64}(?:/[0-9A-Za-z-]{8,80}){0,2})", "https://a.webhook.office.com/webhookb2/x/IncomingWebhook/<hex32>/<hex8>-<hex4>-<hex4>-<hex4>-<hex12>", "https://a.webhook.office.com/IncomingWebhook/"),
    Format("webhook-url", "hook", ("hooks.zapier.com", "hook.eu", "hook.us", "/bot/v2/hook/", "/webhook/send?key="), r"(?:hooks\.zapier\.com/hooks/catch/\d{3,12}/|hook\.(?:eu|us)\d\.make\.com/|/bot/v2/hook/|/webhook/send\?key=)(?P<value>[A-Za-z0-9_-]{6,80})", "https://hooks.zapier.com/hooks/catch/123456/<low8>/", "https://hooks.zapier.com/"),
    Format("webhook-url", "key", ("/with/key/",), r"/with/key/(?P<value>[A-Za-z0-9_-]{16,80})", "https://maker.ifttt.com/trigger/x/with/key/<an22>", "https://maker.ifttt.com/trigger/x/with/key/"),
    Format("signed-url", "key", ("key=", "key\ue13d"), r"key(?:=|\ue13d)(?P<value>[A-Za-z0-9%+/_~=.-]{16,160})", "https://a/x?key=<an39>", "https://a/x?key=some-plain-identifier-name", lead=r"[?&\ue126](?:api-?|app|subscription-|ha?pi)?", random=True, least=16),
    Format("signed-url", "://", ("?code=", "&code=", "?auth=", "&auth=", "&pw=", "&p=", "&appid=", "?appid="), r"[?&](?:code|auth|pw|p|appid)=(?P<value>[A-Za-z0-9%+/_~=.-]{20,160})", "https://a/x?code=<an39>", "https://a/x?code=some-plain-identifier", random=True, least=20),
    Format("cookie", "cookie", ("cookie",), rf"cookie(?:{_Q}{{1,2}}\]?[ \t]{{0,8}},[ \t]{{0,8}}{_Q}{{0,2}}|{_ASSIGNED})(?P<cookies>[\w.$~-]{{1,128}}(?:=|\ue13d)[^\n\x0b]{{1,8192}})", "Cookie: sessionid=<an32>; theme=dark", "Cookie: a small piece of data", lead=r"(?:\A|[^\w-])", random=True, dear=True),
    Format("cookie", "cookie", ("set-cookie",), rf"set-cookie(?:{_Q}{{1,2}}\]?[ \t]{{0,8}},[ \t]{{0,8}}{_Q}{{0,2}}|{_ASSIGNED})\[?{_Q}?(?P<cookies>[\w.$~-]{{1,128}}(?:=|\ue13d)[^\s;,{QUOTES}]{{1,4096}})", "Set-Cookie: session=<an40>; Path=/", "Set-Cookie headers without SameSite are rejected.", random=True, least=8, dear=True),
    Format("cookie", "curl", ("curl ",), rf"curl [^\n\x0b]{{0,600}}?(?<=[ \t])(?:-b|--cookie)[ \t=]{{1,4}}{_Q}?(?P<cookies>[\w.$~-]{{1,128}}=[^\n\x0b{QUOTES}]{{1,4096}})", "curl -b session=<an32> https://a", "curl -b cookies.txt https://a", random=True, stride=300, dear=True),
    Format("command-password", "curl", ("curl ", "curl.exe "), rf"curl(?:\.exe)? (?:[^\n\x0b]{{0,600}}?[ \t])??(?:-[a-zA-Z]{{0,8}}u|--user|--proxy-user|-U)[ \t=]{{0,4}}{_Q}?(?P<user>[^\s:{QUOTES}]{{0,128}}):(?P<value>[^\s{QUOTES}]{{3,256}})", "curl -u app:<an16> https://a.example.org", "curl -u $USER:$PASS https://a.example.org", stride=300, dear=True),
    Format("command-password", " -a", ("http -a ", "https -a ", "xh -a "), rf"(?:https?|xh) -a {_Q}?[^\s:{QUOTES}]{{0,128}}:(?P<value>[^\s{QUOTES}]{{3,256}})", "http -a app:<an16> a.example.org", "http -a $USER:$PASS a.example.org"),
    Format("command-password", " -p", ("mysql", "mariadb", "mycli"), rf"(?:mysql|mariadb|mycli)[\w-]{{0,12}}[ \t](?:[^\n\x0b]{{0,160}}?[ \t])?-p{_QUOTED_OR_BARE}", "mysql -u root -p<an12> shop", "mysql -u root -p shop", stride=80, dear=True),
    Format("command-password", "pass", ("sshpass",), rf"sshpass[ \t](?:-v[ \t])?-p[ \t]{{0,4}}{_QUOTED_OR_BARE}", "sshpass -p <an12> ssh a", "sshpass -p $PASS ssh a"),
    Format("command-password", " -a", ("redis-cli", "valkey-cli"), rf"(?:redis|valkey)-cli[ \t](?:[^\n\x0b]{{0,120}}?[ \t])?-a[ \t]{{1,4}}{_QUOTED_OR_BARE}", "redis-cli -h a -a <an12> ping", "redis-cli -a $PASS ping", stride=60, dear=True),
    Format("command-password", "pass", ("pass:",), rf"pass:(?P<value>{_W}{{3,128}})", "openssl rsa -in k -passin pass:<an12>", "openssl rsa -passin pass:$P", lead=rf"(?:-pass(?:in|out)?|-passwd|-k)[ \t]{{1,4}}{_Q}?"),
    Format("command-password", " -p", (" -p",), rf"[ \t](?:-pw|-p)[ \t]{{0,2}}{_QUOTED_OR_BARE}", "docker login -u ci -p <an20> r.example.org", "docker login -p $PASS r.example.org", command=True, random=True, least=8),
    Format("command-password", " -w", (" -w",), rf"[ \t]-w[ \t]{{0,2}}{_QUOTED_OR_BARE}", "ldapsearch -D cn=app -w <an20> -b dc=a", "ldapsearch -w $PASS", command=True, random=True, least=8),
    Format("command-password", "pass", ("htpasswd",), rf"htpasswd[ \t]-\w{{0,6}}b\w{{0,6}}[ \t](?:{_W}{{1,64}}[ \t]){{1,3}}(?P<value>{_W}{{4,128}})", "htpasswd -nb admin <an12>", "htpasswd -c file admin"),
    Format("command-password", " -u", ("smbclient", "rpcclient"), rf"(?:smb|rpc)client[ \t][^\n\x0b]{{0,160}}?-U[ \t]{{0,2}}{_Q}?[^\s%{QUOTES}]{{1,64}}%(?P<value>{_W}{{3,128}})", "smbclient //a/b -U app%<an12>", "smbclient //a/b -U app", stride=80, dear=True),
    Format("command-password", "pass", ("echo ", "printf "), rf"(?:echo|printf)[ \t](?:-\w[ \t])?{_Q}?(?:[a-z_][\w-]{{0,32}}:)?(?P<value>{_W}{{4,512}}?)(?:\\n|[\x0b])?{_Q}?[ \t]{{0,4}}\|[^\n|]{{0,120}}?(?:chpasswd|passwd --stdin|--password-stdin)", "echo root:<an12> | chpasswd", "echo $X | chpasswd"),
    Format("command-password", " -s", ("echo ", "printf "), rf"(?:echo|printf)[ \t](?:-\w[ \t])?{_Q}?(?:[a-z_][\w-]{{0,32}}:)?(?P<value>{_W}{{4,512}}?)(?:\\n|[\x0b])?{_Q}?[ \t]{{0,4}}\|[^\n|]{{0,120}}?sudo -S", "echo <an12> | sudo -S ls", "echo $X | sudo -S ls"),
    Format("netrc", "pass", ("machine ", "machine\t", "default login"), rf"(?:machine[ \t]{{1,8}}{_W}{{1,256}}|default)[ \t\n\x0b]{{1,16}}(?:login|user)[ \t]{{1,8}}{_W}{{1,256}}[ \t\n\x0b]{{1,16}}(?:account[ \t]{{1,8}}{_W}{{1,128}}[ \t\n\x0b]{{1,16}})?passw(?:or)?d[ \t]{{1,8}}(?P<value>{_W}{{3,512}})", "machine a.example.org login ci password <an14>", "machine a login ci password"),
    Format("pgpass", ":5432:", (":5432:",), rf":5432:[\w*-]{{1,64}}:[\w*.-]{{1,64}}:(?P<value>{_W}{{3,256}})", "db.example.org:5432:app:app:<an14>", "db.example.org:5432:app", lead=r"[\w.*-]"),
    Format("pgpass", ":*:", (":*:",), rf":\*:(?:[\w*-]{{1,64}}:)?[\w*.-]{{1,64}}:(?P<value>{_W}{{3,256}})", "db.example.org:*:*:app:<an14>", "a:*:b", lead=r"(?:\A|[\n\x0b\s])[\w.*-]{1,253}(?::\d{2,5})?", random=True, least=8),
    Format("sql-password", "identified", ("identified by", "identified with"), rf"identified[ \t]{{1,4}}(?:with[ \t]{{1,4}}{_W}{{1,40}}[ \t]{{1,4}})?(?:by|as)[ \t]{{1,4}}(?P<q>{_Q})(?P<value>(?:(?!(?P=q))[^\n]){{3,256}})(?P=q)", "CREATE USER a IDENTIFIED BY '<an14>'", "IDENTIFIED BY 'password'"),
    Format("sql-password", "pass", ("password '", "password \"", "password \ue111", "password \ue101"), rf"password (?P<q>{_Q})(?P<value>(?:(?!(?P=q))[^\n]){{3,256}})(?P=q)", "ALTER ROLE a WITH PASSWORD '<an14>'", "PASSWORD 'password'", lead=r"(?:role|user|login|with|encrypted)[^\n\x0b]{0,80}", random=True, least=6),
    Format("redis-password", "pass", ("requirepass ",), rf"requirepass[ \t]{{1,8}}{_Q}?(?P<value>{_W}{{4,256}})", "requirepass <an20>", "requirepass foobared"),
    Format("redis-password", "auth", ("masterauth ",), rf"masterauth[ \t]{{1,8}}{_Q}?(?P<value>{_W}{{4,256}})", "masterauth <an20>", "masterauth foobared"),
    Format("docker-auth", "auth", ("auth",), rf"auth{_Q}[ \t]{{0,8}}:[ \t]{{0,8}}{_Q}(?P<value>[A-Za-z0-9+/]{{12,512}}={{0,2}}){_Q}?", '"auths": {"r": {"auth": "<b6440>"}}', '"auth": "required"', lead=rf"{_Q}_?", random=True, least=12),
    Format("npm-auth", "auth", ("_auth",), rf"_auth(?:token)?[ \t]{{0,8}}=[ \t]{{0,8}}{_Q}?(?P<value>{_W}{{8,512}})", "_auth = <b6440>", "_auth = ${NPM_AUTH}", least=8),
    Format("api-key", "key", ("api_key", "apikey"), rf"api_?key{_Q}[ \t\n\x0b]{{0,40}},[ \t\n\x0b]{{0,40}}{_Q}(?:key|value){_Q}[ \t]{{0,8}}:[ \t]{{0,8}}{_Q}(?P<value>{_W}{{8,512}}){_Q}?", '{"type": "api_key", "key": "<an40>"}', '{"type": "api_key", "key": "OPENAI_API_KEY"}', lead=rf"{_Q}type{_Q}[ \t]{{0,8}}:[ \t]{{0,8}}{_Q}", random=True, least=8),
    Format("oauth-token", "refresh", ("refresh", "access"), rf"(?:access|refresh){_Q}[ \t]{{0,8}}:[ \t]{{0,8}}{_Q}(?P<value>[A-Za-z0-9_.~+/=|-]{{32,512}}){_Q}", '{"type": "oauth", "refresh": "<an48>"}', '{"access": "read-only-reviewer-of-the-whole-project"}', lead=_Q, random=True, least=32),
    Format("jwk-private-key", "kty", ('"d"', '"p"', '"q"', '"dp"', '"dq"', '"qi"', '"k"', "\ue101d\ue101", "\ue101k\ue101"), rf"{_Q}(?:d|p|q|dp|dq|qi|k){_Q}[ \t]{{0,8}}:[ \t]{{0,8}}{_Q}(?P<value>[A-Za-z0-9_-]{{32,512}}){_Q}", '{"kty":"OKP","d":"<url43>"}', '{"d": "M10 10 L20"}', random=True, least=32),
    Format("command-password", "auth", ("auth=(", "auth = (", "basicauth(", "auth("), rf"(?:auth ?= ?\(|BasicAuth\(|auth\()[ \t]{{0,4}}{_Q}[^\n{QUOTES}]{{1,128}}{_Q}[ \t]{{0,4}},[ \t]{{0,4}}(?P<q>{_Q})(?P<value>(?:(?!(?P=q))[^\n]){{4,256}})(?P=q)", 'requests.get(u, auth=("app", "<an14>"))', 'auth=("user", "password")', random=True, least=6),
    Format("command-password", "login(", ("login(",), rf"login\([ \t]{{0,4}}{_Q}[^\n{QUOTES}]{{1,128}}{_Q}[ \t]{{0,4}},[ \t]{{0,4}}(?P<q>{_Q})(?P<value>(?:(?!(?P=q))[^\n]){{4,256}})(?P=q)", 'smtp.login("app", "<an14>")', 'login("user", "password")', random=True, least=6),
    Format("password", "pass", ("password", "passphrase", "passcode", "passwd"), rf"pass(?:word|phrase|code|wd)(?: for [\w@.-]{{1,64}}| of [\w@.-]{{1,64}})?(?: is now| is set to| set to| is| was|:\*\*|\*\*:|:| to| \()(?: now| still| called)?[ \t]{{0,4}}[*_(]{{0,2}}(?P<q>{_Q})?{_SHORT}(?P<value>{_W}{{5,128}}?)(?(q)(?P=q)|(?=[.,;:)*_]{{0,3}}(?:[\s]|\Z)))", "the password is <an12>", "the password is required", random=True, least=6),
    Format("password", "pwd", ("pwd",), rf"pwd(?: is|:)[ \t]{{1,4}}(?P<q>{_Q})?{_SHORT}(?P<value>{_W}{{5,128}}?)(?(q)(?P=q)|(?=[.,;:)*_]{{0,3}}(?:[\s]|\Z)))", "the pwd is <an12>", "pwd: /home/dev/project", random=True, least=6),
    Format("secret-prose", "key", ("key",), rf"key(?: id)?(?: for [\w@./-]{{1,64}})?(?: \[[^\]\n]{{0,40}}\])?(?: is| was|:| =| to)?[ \t]{{1,4}}(?:set to )?[*_]{{0,2}}{_Q}?(?P<value>[A-Za-z0-9_.~+/=|:-]{{16,512}})", "the API key is <an32>", "the API key is described-in-the-documentation", lead=r"(?:api|access|secret|private|license|auth|account|signing|encryption|service|subscription|master)[ _-]", random=True, least=16),
    Format("secret-prose", "token", ("token",), rf"token(?: for [\w@./-]{{1,64}})?(?: is| was|:| =| to)?[ \t]{{1,4}}(?:set to )?[*_]{{0,2}}{_Q}?(?P<value>[A-Za-z0-9_.~+/=|-]{{16,512}})", "the token is <an32>", "the token is described-in-the-documentation", lead=r"(?:\A|[\s>*_`(\[])", random=True, least=16),
    Format("secret-prose", "secret", ("secret",), rf"secret(?: for [\w@./-]{{1,64}})?(?: is| was|:| =| to)?[ \t]{{1,4}}(?:set to )?[*_]{{0,2}}{_Q}?(?P<value>[A-Za-z0-9_.~+/=|-]{{16,512}})", "the client secret is <an32>", "the secret is described-in-the-documentation", lead=r"(?:\A|[\s>*_`(\[])", random=True, least=16),
    Format("mnemonic", "mnemonic", ("mnemonic",), rf"mnemonic\w{{0,16}}{_Q}{{0,2}}[ \t]{{0,8}}(?:is |[:=]|=>)[ \t]{{0,8}}{_Q}?(?P<value>[a-z]{{3,8}}(?:[ \t][a-z]{{3,8}}){{11,23}})", "mnemonic: legal winner thank year wave sausage worth useful legal winner thank yellow", "mnemonic: a short word that helps"),
    Format("mnemonic", "phrase", ("seed phrase", "recovery phrase", "seed_phrase", "seedphrase", "recovery_phrase", "recoveryphrase"), rf"(?:seed|recovery)[ _]?phrase\w{{0,16}}{_Q}{{0,2}}[ \t]{{0,8}}(?:is |[:=]|=>)[ \t]{{0,8}}{_Q}?(?P<value>[a-z]{{3,8}}(?:[ \t][a-z]{{3,8}}){{11,23}})", "seed phrase: legal winner thank year wave sausage worth useful legal winner thank yellow", "seed phrase: write it down"),
)
# fmt: on

DASH = " -"
FLAGS: tuple[str, ...] = tuple(sorted({one.root for one in FORMATS if one.root.startswith(DASH)}))
"""Roots that hold DASH: looked for only where it stands."""
ROOTS: tuple[str, ...] = tuple(sorted({one.root for one in FORMATS if not one.root.startswith(DASH)}))
"""Literals one of which a text must hold for any other format to apply."""

_COMMANDED = frozenset(one.root for one in FORMATS if one.command)
_PAIR = re.compile(rf"[\w.$~-](?:=|\ue13d)(?P<value>[^\s;,{QUOTES}]{{1,4096}})")
_COOKIE_WORDS = re.compile(
    r"\d{1,12}\Z|[a-z]{1,16}\Z|[a-z]{2}[-_][A-Za-z]{2}\Z|(?:true|false|dark|light)\Z", re.IGNORECASE
)
_COMMAND = re.compile(rf"(?<![\w-]){_COMMANDS}[ \t]", re.IGNORECASE)
_REACH = 200
"""Characters between a command and its flag."""
_JUDGED = 160
_FULL = _JUDGED
_MORE = re.compile(r"[A-Za-z0-9_.~+/=%|-]{1,4096}")


class _Compiled:
    """A format with its patterns, compiled when its gate is first seen: most sessions need few of them."""

    def __init__(self, one: Format) -> None:
        self.format = one
        self.cookies = "(?P<cookies>" in one.pattern
        self.gates = tuple(gate.encode("latin-1", "replace") for gate in one.gates)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.format.pattern, re.IGNORECASE)

    @cached_property
    def lead(self) -> re.Pattern[str] | None:
        return re.compile(f"(?:{self.format.lead})\\Z", re.IGNORECASE) if self.format.lead else None

    @cached_property
    def back(self) -> int:
        return width(self.format.lead) + 1 if self.format.lead else 0

    @cached_property
    def decided(self) -> Recall:
        ahead = self.format.pattern.replace("(?=", "(?:").replace("(?!", "(?:")
        return Recall(self.back, width(ahead) + 1)

    @cached_property
    def cheap(self) -> bool:
        """Whether what stands before is short, so that it is looked at first."""
        return 0 < self.back <= 32


_BY_ROOT: dict[str, list[_Compiled]] = {}
for _one in FORMATS:
    _BY_ROOT.setdefault(_one.root, []).append(_Compiled(_one))


def find(text: str, low: bytes, present: Sequence[str]) -> Iterator[Span]:
    """Spans of credentials in known formats, in `text` (a view).

    `low` is it in lower-case Latin-1, one byte a character; `present` are the roots that stand in it.
    """
    commands: list[int] = []
    if not _COMMANDED.isdisjoint(present):
        commands = [hit.end() for hit in _COMMAND.finditer(text)]
    for root in present:
        for one in _BY_ROOT.get(root, ()):
            if one.format.name == "url-password" and root == "://" and b"@" not in low:
                continue
            if one.format.command and not commands:
                continue
            for gate in one.gates:
                place = low.find(gate)
                if place >= 0:
                    yield from _at_gates(one, gate, text, low, place, commands)


def _at_gates(
    one: _Compiled, gate: bytes, text: str, low: bytes, place: int, commands: list[int]
) -> Iterator[Span]:
    """The spans of a format where one of its gates stands, from the first `place` of it on."""
    count = 0
    while place >= 0:
        count += 1
        if count > CROWD and not one.format.command:
            yield from _in_crowd(one, gate, text, low, place)
            return
        if _refused_before(one, text, place):
            place = low.find(gate, place + 1)
            continue
        match = one.pattern.match(text, place)
        if match is None:
            place = low.find(gate, place + one.format.stride)
            continue
        following, spans = _decide(one, gate, text, match, commands)
        yield from spans
        place = low.find(gate, following)


def _in_crowd(one: _Compiled, gate: bytes, text: str, low: bytes, place: int) -> Iterator[Span]:
    """The same from `place` on in a text with many gates: passes over those where the pattern does not match."""
    dear = one.format.dear
    attempt = one.pattern.match if dear else one.pattern.search
    while place >= 0:
        known = one.decided.get(text, place)
        if known is not None:
            following, spans = known
        else:
            match = attempt(text, place)
            if match is None and not dear:
                return
            following, spans = place + 1, list[Span]()
            if match is None:
                following = place + one.format.stride
            elif match.start() > place:
                place = low.find(gate, match.start())
                continue
            elif not _refused_before(one, text, place):
                following, spans = _decide(one, gate, text, match, [])
            if all(span.end - span.start < _FULL for span in spans):
                one.decided.put(text, place, following, spans)
        yield from spans
        place = low.find(gate, following)


def _refused_before(one: _Compiled, text: str, place: int) -> bool:
    """Whether what stands before a gate is short and not what the format wants there."""
    return (
        one.cheap and one.lead is not None and one.lead.search(text[max(0, place - one.back) : place]) is None
    )


def _decide(
    one: _Compiled, gate: bytes, text: str, match: re.Match[str], commands: list[int]
) -> tuple[int, list[Span]]:
    """The spans of a match, and where to look for the next gate."""
    place = match.start()
    spans: list[Span] = []
    if one.format.command:
        if _commanded(text, place, commands):
            spans = list(_spans(one.format, text, match))
    elif one.lead is None or one.cheap:
        spans = list(_spans(one.format, text, match))
    else:
        spans = list(_led(one, text, place, match))
    reach = [span.end - len(gate) for span in spans]
    if one.cookies:
        reach.append(match.end() - len(gate))
    return max(place + 1, *reach) if reach else place + 1, spans


def _commanded(text: str, place: int, commands: list[int]) -> bool:
    """Whether a command ends at most _REACH characters before `place`, on the same line."""
    index = bisect_right(commands, place + 1) - 1
    if index < 0 or place - commands[index] > _REACH:
        return False
    between = text[commands[index] : place]
    return "\n" not in between and "\x0b" not in between


def _led(one: _Compiled, text: str, place: int, match: re.Match[str]) -> Iterator[Span]:
    """The spans of a match, if what stands before its gate allows it."""
    floor = max(0, place - one.back)
    lead = one.lead.search(text[floor:place]) if one.lead is not None else None
    if lead is None:
        return
    yield from _spans(one.format, text, match)


def _spans(one: Format, text: str, match: re.Match[str]) -> Iterator[Span]:
    if "cookies" in match.re.groupindex:
        yield from cookies(match["cookies"], match.start("cookies"))
        return
    yield from _judged(one, text, *match.span("value"))


def _judged(one: Format, text: str, begin: int, end: int) -> Iterator[Span]:
    value = text[begin : min(end, begin + _JUDGED)]
    if len(value) < one.least:
        return
    key = (one.name, one.random, value)
    refused = _REFUSED.get(key)
    if refused is None:
        if len(_REFUSED) >= _REMEMBERED:
            _REFUSED.clear()
        refused = _REFUSED[key] = _is_refused(one, value)
    if refused:
        return
    if end - begin >= _FULL:
        while (more := _MORE.match(text, end)) is not None:
            end = more.end()
    yield Span(begin, end, one.name, FORMAT)


_REFUSED: dict[tuple[str, bool, str], bool] = {}
"""The latest verdicts: a text that repeats itself is judged once."""
_REMEMBERED = 256


def _is_refused(one: Format, value: str) -> bool:
    """Whether the beginning of a value shows that it is none, in this format."""
    if one.name == "url-password":
        return not _url_secret(value, one.random)
    if one.name == "mnemonic":
        return False
    digits = any(map(str.isdigit, value))
    if harmless(value) and not (
        one.name == "authorization" and len(value) > 20 and not placeholder(value) and not reference(value)
    ):
        return True
    if one.name in {"password", "secret-prose"} and (
        CALL.match(value) or (DOTTED.match(value) and not digits)
    ):
        return True
    if one.random and not (random_looking(value) and (one.name == "password" or digits)):
        return True
    if one.name in {"authorization", "npm-auth"} and (
        identifier(value) or CALL.match(value) or DOTTED.match(value)
    ):
        return True
    return one.name == "command-password" and identifier(value) and "-" in value


def cookies(text: str, base: int = 0) -> Iterator[Span]:
    """Spans of the values in a Cookie header's text that are no settings such as `theme=dark`, moved by `base`."""
    for pair in _PAIR.finditer(text):
        value = pair["value"]
        if (
            len(value) >= 8
            and random_looking(value)
            and not _COOKIE_WORDS.match(value)
            and not reference(value)
            and not placeholder(value)
        ):
            yield Span(base + pair.start("value"), base + pair.end("value"), "cookie", FORMAT)


def _url_secret(value: str, random: bool) -> bool:
    if reference(value) or placeholder(value) or value.startswith(("${", "$", "<", "[redacted")):
        return False
    if random:
        return random_looking(value) and any(map(str.isdigit, value))
    return not (value.isupper() and value.isalpha()) and not re.fullmatch(r"\d{1,5}", value)
