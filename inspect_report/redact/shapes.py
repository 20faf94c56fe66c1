"""Finds credentials by their own shape: the table of `rules`, tried on runs of token characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, lru_cache
from itertools import islice

from inspect_report.redact.custom import width
from inspect_report.redact.recall import CROWD, Recall
from inspect_report.redact.rules import RULES, Rule
from inspect_report.redact.spans import SHAPE, Span
from inspect_report.redact.trie import trie
from inspect_report.redact.values import gibberish, identifier, placeholder

RUN = 14
"""Characters from which on a run of token characters can hold a credential."""
_TOKEN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.~-")
_TABLE = bytes(0x61 if code in _TOKEN else 0x20 for code in range(256))
_NEEDLE = b"a" * RUN
_MORE = re.compile(r"[A-Za-z0-9_+/=.~%-]{1,4096}")
_LONG = 500
_JUDGED = 512
"""Characters of a value that decide whether it is one: a credential shows it sooner."""


class _Compiled:
    """A rule with its patterns, compiled when one of its beginnings is first seen."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.endless = rule.pattern.startswith(_JWT)
        """Whether it must look far to say no."""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.rule.pattern)

    @cached_property
    def lead(self) -> re.Pattern[str] | None:
        return re.compile(f"(?:{self.rule.lead})\\Z") if self.rule.lead else None

    @cached_property
    def back(self) -> int:
        return width(self.rule.lead) + 1 if self.rule.lead else 0

    @cached_property
    def decided(self) -> Recall:
        return Recall(
            max(1, self.back), width(self.rule.pattern.replace("(?!", "(?:").replace("(?=", "(?:")) + 1
        )


_JWT = r"eyJ[A-Za-z0-9_-]{6,8192}\."
_COMPILED = [_Compiled(rule) for rule in RULES]
_AT_RUN = [one for one in _COMPILED if not one.rule.starts]
_OUTER = sorted({start for rule in RULES if not rule.inner for start in rule.starts})
_INNER = sorted({start for rule in RULES if rule.inner for start in rule.starts})
_JWT_LETTERS = re.compile("[A-Za-z0-9_-]{1,4096}")
_LONGEST_PART = 8_195
_CROWD = 64
"""Beginnings in one text from which on the patterns themselves are looked for: most beginnings lead nowhere."""
_NO_WORD_BEFORE = "(?<![A-Za-z0-9])"
_AT_LEAST = re.compile(r"\{(\d{1,5}),\d{1,5}\}")
_SHAPES_AT_RUN = (
    r"[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.|[0-9a-f]{32}-|[ps]at[A-Za-z0-9.][A-Za-z0-9_-]{13,24}\."
)
_GATE = re.compile(f"{_NO_WORD_BEFORE}{trie(_OUTER)}|{trie(_INNER)}")
_BY_START = {
    start: [one for one in _COMPILED if start.startswith(one.rule.starts)] for start in {*_OUTER, *_INNER}
}
"""The rules to try where this is the longest beginning."""
_AT_RUN_GATE = re.compile(rf"{_SHAPES_AT_RUN}|\d{{12,20}}[/:]")
_RUN_GATES = (
    re.compile(rf"\n(?:{_SHAPES_AT_RUN}|\d{{12,20}}$)", re.MULTILINE),
    re.compile(trie(_INNER)),
    re.compile(f"[^A-Za-z0-9]{trie(_OUTER)}"),
)
"""One of them matches in lines of runs, the first one empty, where a rule may apply: each skips quickly over all else."""
_SPLIT = [
    (start, one)
    for one in _COMPILED
    for start in one.rule.starts
    if re.search(r"[/$+]", start) or ("+/" in one.rule.pattern and len(start) < RUN and not one.rule.lead)
]
"""Starts that a slash or plus of base64 can follow too soon for a run to form: looked for by themselves."""


@cache
def _strict() -> re.Pattern[str]:
    """Matches, empty, at a beginning where a pattern of the table matches too; the beginning is a group of it."""
    outer = _by_first(_shortest(rule) for rule in RULES if rule.starts and not rule.inner)
    inner = _by_first(_shortest(rule) for rule in RULES if rule.starts and rule.inner)
    return re.compile(f"{_NO_WORD_BEFORE}(?=({trie(_OUTER)}))(?={outer})|(?=({trie(_INNER)}))(?={inner})")


def _by_first(patterns: Iterable[str]) -> str:
    """One alternation of patterns, those with the same first letter together."""
    groups: dict[str, list[str]] = {}
    for pattern in patterns:
        plain = pattern[0].isalnum() and pattern[1:2] not in set("?*+{")
        groups.setdefault(pattern[0] if plain else "", []).append(pattern[plain:])
    return "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in groups.items())


def _shortest(rule: Rule) -> str:
    """A pattern without what its last repetition may add, behind the least that must lead to it."""
    if rule.pattern.startswith(_JWT):
        return "eyJ[A-Za-z0-9_-]{6}"
    pattern, lead = rule.pattern, rule.lead
    if _AT_LEAST.search(lead) is not None:
        lead = _AT_LEAST.sub(r"{\1}", lead.removeprefix(_NO_WORD_BEFORE))
    if pattern.endswith("}"):
        last = pattern.rfind("{")
        pattern = pattern[:last] + _AT_LEAST.sub(r"{\1}", pattern[last:])
    return f"(?<={lead}){pattern}" if lead else pattern


def find(text: str) -> list[Span]:
    """Spans of credentials in `text` (a view)."""
    found: list[Span] = []
    runs = _runs(text)
    if runs and _worth(lines := _lines(text, runs)):
        crowded = sum(1 for _ in islice(_GATE.finditer(lines), _CROWD)) == _CROWD
        found.extend((_in_crowd if crowded else _in_runs)(text, runs))
    if "/" in text or "+" in text or "$" in text:
        for start, one in _SPLIT:
            if start in text:
                found.extend(_at_start(one, start, text))
    return found


def possible(text: str) -> bool:
    """Whether `find` may find something. A text of several lines is possible where one of its lines is."""
    return _worth(_lines(text, _runs(text))) or (
        ("/" in text or "+" in text or "$" in text) and any(start in text for start, _ in _SPLIT)
    )


def _at_start(one: _Compiled, start: str, text: str) -> Iterator[Span]:
    """Spans of one rule wherever `start` stands. A long span holds all that begins within it."""
    count = 0
    place = text.find(start)
    while place >= 0:
        following = place + 1
        before = text[place - 1 : place]
        if not (before.isalnum() and before.isascii()):
            count += 1
            tried = _judge_again(one, text, place) if count > CROWD else _judge(one, text, place)
            if isinstance(tried, Span):
                yield tried
                if tried.end - tried.start >= _LONG:
                    following = tried.end
        place = text.find(start, following)


def _runs(text: str) -> list[tuple[int, int]]:
    """Where the runs of at least RUN token characters are."""
    marks = text.encode("latin-1", "replace").translate(_TABLE)
    found: list[tuple[int, int]] = []
    at = marks.find(_NEEDLE)
    while at >= 0:
        end = marks.find(b" ", at)
        if end < 0:
            end = len(marks)
        found.append((at, end))
        at = marks.find(_NEEDLE, end)
    return found


def _lines(text: str, runs: list[tuple[int, int]]) -> str:
    """The runs, a line break before each."""
    return "\n".join(["", *[text[begin:end] for begin, end in runs]]) if runs else ""


def _worth(lines: str) -> bool:
    """Whether a rule may apply in one of the runs."""
    if not lines:
        return False
    at_run, inner, outer = _RUN_GATES
    return bool(at_run.search(lines) or inner.search(lines) or outer.search(lines))


def _in_runs(text: str, runs: list[tuple[int, int]]) -> Iterator[Span]:
    done = 0
    rejected: dict[str, int] = {}
    for begin, end in runs:
        yield from _at_run(text, begin)
        place = max(begin, done)
        while place < end and (hit := _GATE.search(text, place, end)) is not None:
            place = hit.start()
            best = _best(text, place, hit[0], rejected, _judge)
            if best is not None:
                yield best
            place = max(place + 1, best.end) if best is not None else place + 1
        done = place


def _in_crowd(text: str, runs: list[tuple[int, int]]) -> Iterator[Span]:
    """The same for a text with many beginnings: passes over those where no pattern matches."""
    for begin, _ in runs:
        yield from _at_run(text, begin)
    rest = iter(runs)
    begin = end = done = 0
    rejected: dict[str, int] = {}
    quiet: dict[str, int] = {}
    for hit in _strict().finditer(text):
        place = hit.start()
        if place < done:
            continue
        start = hit[1] or hit[2]
        if place < quiet.get(start, 0):
            continue
        while place >= end:
            begin, end = next(rest, (len(text), len(text) + 1))
        if place < begin:
            continue
        if place + len(start) > end:
            shorter = _GATE.match(text, place, end)
            if shorter is None:
                continue
            start = shorter[0]
        best = _best(text, place, start, rejected, _judge_again)
        if best is not None:
            yield best
            done = best.end
        else:
            quiet[start] = min([rejected[one.rule.pattern] for one in _BY_START[start]])


def _at_run(text: str, begin: int) -> Iterator[Span]:
    if _AT_RUN_GATE.match(text, begin):
        for one in _AT_RUN:
            yield from _try(one, text, begin)


def _best(
    text: str,
    place: int,
    start: str,
    rejected: dict[str, int],
    judge: Callable[[_Compiled, str, int], Span | int],
) -> Span | None:
    """The longest credential that begins with `start` at `place`; notes up to where a rule need not be tried again."""
    best: Span | None = None
    for one in _BY_START[start]:
        if rejected.get(one.rule.pattern, 0) <= place:
            tried = judge(one, text, place)
            if isinstance(tried, int):
                rejected[one.rule.pattern] = tried
            elif best is None or tried.end > best.end:
                best = tried
    return best


def _try(one: _Compiled, text: str, place: int) -> Iterator[Span]:
    tried = _judge(one, text, place)
    if isinstance(tried, Span):
        yield tried


def _judge(one: _Compiled, text: str, place: int) -> Span | int:
    """The span of a credential of one rule at `place`, or up to where that rule need not be tried again."""
    match = one.pattern.match(text, place)
    if match is None:
        return _past(text, place) if one.endless else place
    begin, end = match.span()
    if one.lead is not None:
        lead = one.lead.search(text[max(0, begin - one.back) : begin])
        if lead is None:
            return place
        begin -= len(lead[0])
    elif not one.rule.inner and begin and text[begin - 1].isalnum() and text[begin - 1].isascii():
        return place
    start = next((start for start in one.rule.starts if text.startswith(start, place)), "")
    body = text[place + len(start) : min(end, place + _JUDGED)]
    if (one.lead is None and placeholder(body or text[begin:end])) or (
        one.rule.weak and not _plausible(body)
    ):
        return end
    if end - begin >= _LONG:
        while (more := _MORE.match(text, end)) is not None:
            end = more.end()
    return Span(begin, _trim(text, begin, end), one.rule.name, SHAPE)


def _judge_again(one: _Compiled, text: str, place: int) -> Span | int:
    """The same for a text that may repeat itself."""
    if one.endless:
        return _judge(one, text, place)
    known = one.decided.get(text, place)
    if known is not None:
        following, spans = known
        return spans[0] if spans else following
    tried = _judge(one, text, place)
    if isinstance(tried, int):
        one.decided.put(text, place, tried, [])
    elif tried.end - tried.start < _LONG and text[tried.end : tried.end + 1] != ".":
        one.decided.put(text, place, tried.end, [tried])
    return tried


def _past(text: str, place: int) -> int:
    """Up to where no JSON Web Token can begin, where none does at `place`: before the end of the same run of its letters."""
    end = place
    while (more := _JWT_LETTERS.match(text, end)) is not None:
        end = more.end()
    return end if end - place <= _LONGEST_PART else end - _LONGEST_PART


def _trim(text: str, begin: int, end: int) -> int:
    """A full stop or dash that ends the sentence is not part of the token."""
    while end > begin and text[end - 1] == ".":
        end -= 1
    return end


@lru_cache(maxsize=2_048)
def _plausible(body: str) -> bool:
    digits = sum(map(str.isdigit, body))
    if not digits:
        return (
            len(body) >= RUN
            and body.isalpha()
            and not (body.islower() or body.isupper())
            and not identifier(body)
        )
    if body.isdigit():
        return len(body) >= 20
    parts = [part for part in re.split(r"[-_.]", body) if part]
    letters = [part.rstrip("0123456789") for part in parts]
    wordy = all(
        part.isalpha() and (part.islower() or part.isupper() or part.istitle()) for part in letters if part
    )
    return not (wordy and digits <= 4 and not any(gibberish(part) and len(part) >= 6 for part in letters))
