"""The one table of rules by which the reader differs from Pi on purpose (PI_RULES 18), and the verdict on a case.

A rule looks at one difference, at what Pi gave and at the session, never at names of cases. Differences that no rule wants are
failures.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from inspect_report.pi import columns as c
from inspect_report.pi.jsvalues import is_number, text_of
from tests.conformance.compare import ABSENT, SKIPPED, Difference, Verdict, compare, is_error
from tests.conformance.results import Subject

_ESTIMATES = ("contextEstimate", "projectedEstimate", "contextUsage", "lastAssistantUsageTokens")


@dataclass
class Case:
    """One result under judgement."""

    expected: dict[str, Any]
    own: dict[str, Any]
    subject: Subject

    def raw_usage(self, item: int) -> dict[str, Any]:
        """The usage of an item as it is in the file."""
        assert self.subject.session
        entry = self.subject.session.entry(item)
        holder: Any = entry.get("message") if entry.get("type") == "message" else entry
        usage: Any = holder.get("usage") if isinstance(holder, dict) else None
        return usage if isinstance(usage, dict) else {}

    def coerced(self, names: tuple[str, ...], *, cost: bool = False) -> set[int]:
        """Items whose usage has a part that JavaScript coerces or that is infinite: text, true, false, an array, 1e400."""
        session = self.subject.session
        found: set[int] = set()
        if session is None:
            return found
        for row, broken in enumerate(session.usage.broken):
            if not broken:
                continue
            item = session.usage.item[row]
            usage: Any = self.raw_usage(item)
            parts: Any = usage.get("cost") if cost else usage
            if isinstance(parts, dict) and any(name in parts and not _sane(parts[name]) for name in names):
                found.add(item)
        return found


def _sane(value: Any) -> bool:
    return value is None or (
        is_number(value) and math.isfinite(float(value) if abs(value) < 1e308 else math.inf)
    )


def _non_finite(value: Any) -> bool:
    return isinstance(value, dict) and list(value) == ["$number"]


@dataclass(frozen=True)
class Rule:
    """A reason to differ, and when it holds for a difference."""

    name: str
    reason: str
    holds: Callable[[Difference, Case], bool]


def _cycle(difference: Difference, case: Case) -> bool:
    if not (is_error(difference.expected) and difference.expected["error"] == "timeout"):
        return False
    subject = case.subject
    if difference.path[0] == "tree":
        return bool(subject.tree.cycles()) or bool(subject.session and subject.session.columns.repeated)
    leaf = subject.leaf(case.expected["leafArg"])
    return subject.tree.branch(leaf).cycle or subject.tree.context_walk(leaf).cycle


def _throws(difference: Difference, case: Case) -> bool:
    expected = difference.expected
    return is_error(expected) and expected["error"] != "timeout" and difference.own is not ABSENT


def _not_a_number(difference: Difference, case: Case) -> bool:
    """Pi has no number where the reader has a finite one, or says that it is not known."""
    own = difference.own
    if not _non_finite(difference.expected):
        return False
    return own is None or (is_number(own) and math.isfinite(own))


def _text_for_number(difference: Difference, case: Case) -> bool:
    """Numbers stored as texts, glued together by Pi into a text."""
    numeric = difference.path[0] in {
        "usageBreakdown",
        "sessionStats",
        "cacheMisses",
        "cacheWaste",
        *_ESTIMATES,
    }
    return numeric and isinstance(difference.expected, str) and is_number(difference.own)


def _untrusted_size(difference: Difference, case: Case) -> bool:
    """Pi builds the context size on a usage whose size is no number; the reader on the one before, or on none."""
    member = difference.path[0]
    if member not in _ESTIMATES:
        return False
    expected = case.expected[member]
    size = expected.get("usageTokens", expected.get("tokens")) if isinstance(expected, dict) else expected
    if isinstance(expected, dict) and list(expected) == ["$number"]:
        size = expected
    return _non_finite(size) or isinstance(size, str)


def _broken_keys(case: Case) -> set[str]:
    """Keys of the breakdown to which a usage with a broken part belongs."""
    session = case.subject.session
    assert session
    table, keys = session.usage, set[str]()
    for row, broken in enumerate(table.broken):
        if broken & 0b1_0000_0000_1111:
            named = table.response_model[row]
            model = table.model[row] if named is None or named is c.MISSING else named
            plain = table.kind[row] in {c.CONVERSATION, c.WARMING, c.OTHER}
            keys.add(f"{text_of(table.provider[row])}/{text_of(model)}" if plain else "Tools/summaries")
    return keys


def _broken_share(difference: Difference, case: Case) -> bool:
    """Pi drops or misplaces keys of the breakdown whose sums are no numbers; the rest must agree, in order."""
    expected, own = case.expected.get("usageBreakdown"), case.own.get("usageBreakdown")
    if difference.path[0] != "usageBreakdown" or not isinstance(expected, list) or not isinstance(own, list):
        return False
    broken = _broken_keys(case)
    if not broken:
        return False
    both = {share["key"] for share in expected} & {share["key"] for share in own}
    left = [share for share in expected if share["key"] not in broken or share["key"] in both]
    right = [share for share in own if share["key"] not in broken or share["key"] in both]
    if not (_sane_order(expected) and len(expected) == len(own)):
        left.sort(key=lambda share: share["key"])
        right.sort(key=lambda share: share["key"])
    return all(
        _not_a_number(found, case) or _text_for_number(found, case)
        for found in compare(left, right, ("usageBreakdown",))
    )


def _sane_order(shares: list[Any]) -> bool:
    return all(is_number(share["cost"]) for share in shares)


def _meaningless_misses(case: Case) -> tuple[set[int], set[int]]:
    """(entry indexes whose miss is meaningless in Pi, those of them whose price alone is)."""
    subject, session = case.subject, case.subject.session
    assert session
    expected = case.expected.get("cacheMisses")
    misses = expected if isinstance(expected, list) else []
    dropped = {miss["entryIndex"] for miss in misses if not is_number(miss["missedTokens"])}
    coerced = case.coerced(("input", "cacheRead", "cacheWrite"))
    follows = False
    table = session.usage
    for row, item in enumerate(table.item):
        if table.kind[row] not in {c.CONVERSATION, c.WARMING} or not session.loaded(item):
            continue
        if item in coerced:
            dropped.add(subject.positions[item])
            follows = True
        elif follows:
            # What comes after is compared with a prompt that was a text or infinite.
            dropped.add(subject.positions[item])
            follows = bool(table.broken[row] & 0b1101)
    priced = {
        subject.positions[item] for item in case.coerced(c.COSTS[:4], cost=True) if item in subject.positions
    }
    return dropped, priced


def _broken_miss(difference: Difference, case: Case) -> bool:
    """Misses computed with prompts or prices that are no numbers are left out; all others must agree."""
    if difference.path[0] not in {"cacheMisses", "cacheWaste"}:
        return False
    expected, own = case.expected.get("cacheMisses"), case.own.get("cacheMisses")
    if not isinstance(expected, list) or not isinstance(own, list):
        return False
    dropped, priced = _meaningless_misses(case)
    if not dropped and not priced:
        return False
    kept: list[list[Any]] = []
    for misses in (expected, own):
        kept.append(
            [
                {
                    key: value
                    for key, value in miss.items()
                    if key != "missedCost" or miss["entryIndex"] not in priced
                }
                for miss in misses
                if miss["entryIndex"] not in dropped
            ]
        )
    for left in compare(kept[0], kept[1], ("cacheMisses",)):
        if not _not_a_number(left, case):
            return False
    wasted = case.own["cacheWaste"]
    return wasted["missCount"] == len(own) and math.isclose(
        wasted["missedTokens"], sum(miss["missedTokens"] for miss in own), rel_tol=1e-12
    )


def _odd_sections(difference: Difference, case: Case) -> bool:
    if difference.path[:2] != ("system", "prompt"):
        return False
    message: Any = case.expected["system"]["message"]
    sections: Any = message.get("sections") if isinstance(message, dict) else None
    return isinstance(sections, dict) and any(not isinstance(value, str) for value in sections.values())


RULES: tuple[Rule, ...] = (
    Rule(
        "cycle",
        "Pi never comes back from a parent cycle; the reader ends at the first entry seen again",
        _cycle,
    ),
    Rule("Pi throws there", "one bad value makes Pi's whole result fail; the reader gives the rest", _throws),
    Rule(
        "not-a-number",
        "Pi has not-a-number or infinity; the reader counts broken parts as 0 or says unknown",
        _not_a_number,
    ),
    Rule(
        "string concatenation",
        "Pi glues numbers stored as texts together; the reader counts them as 0",
        _text_for_number,
    ),
    Rule(
        "untrusted size",
        "Pi trusts a usage whose size is no number; the reader takes the one before",
        _untrusted_size,
    ),
    Rule(
        "broken usage",
        "a sum with a broken part is no number for Pi, so it drops or misplaces that key",
        _broken_share,
    ),
    Rule(
        "meaningless miss",
        "Pi's miss is not-a-number, or computed from texts; the reader leaves it out",
        _broken_miss,
    ),
    Rule(
        "odd section", "section values that are no texts print oddly; the reader ignores them", _odd_sections
    ),
)


def judge(name: str, expected: dict[str, Any], own: dict[str, Any], subject: Subject) -> Verdict:
    """Compare one result; each difference that a rule of the table wants is counted under it."""
    verdict = Verdict(name)
    case = Case(expected, own, subject)
    for key in [*expected, *(key for key in own if key not in expected)]:
        if key in SKIPPED:
            continue
        for difference in compare(expected.get(key, ABSENT), own.get(key, ABSENT), (key,)):
            rule = next((rule for rule in RULES if rule.holds(difference, case)), None)
            if rule is None:
                verdict.differences.append(difference)
            else:
                verdict.on_purpose.setdefault(rule.name, []).append(difference)
    return verdict
