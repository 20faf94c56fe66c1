"""The patterns of `--redact`: compiled, and refused when they could take forever (RED-11)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from re import _constants as sre  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue, reportUnknownVariableType]
from re import _parser as sre_parser  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue, reportUnknownVariableType]
from typing import Any, cast

LONGEST_PATTERN = 2_000
"""Characters of a pattern."""
_MANY = 100


def compile_custom(pattern: str) -> re.Pattern[str]:
    """Compile one `--redact` pattern.

    Raises ValueError with a one-line reason for a pattern that does not compile, is empty or matches the empty text, is longer
    than 2,000 characters, or repeats a repetition without bounds (`(a+)+`, `(a|ab)*`), whose time explodes.
    """
    if not pattern or len(pattern) > LONGEST_PATTERN:
        raise ValueError("the pattern is empty" if not pattern else f"the pattern is over {LONGEST_PATTERN:,} characters")
    try:
        compiled = re.compile(pattern)
        parsed = sre_parser.parse(pattern)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"not a regular expression: {' '.join(str(error).split())}") from None
    if compiled.match("") is not None:
        raise ValueError("the pattern matches the empty text")
    if nested_unbounded(cast("Iterable[Any]", parsed)):
        raise ValueError("the pattern repeats a repetition without bounds, such as (a+)+; bound one of them, such as (a{1,40})+")
    return compiled


def nested_unbounded(parsed: Iterable[Any], inside: bool = False) -> bool:
    """Whether a parsed pattern has a large or unbounded repetition within another, or of alternatives that overlap.

    Works on the trees of `re`'s own parser. Possessive repetitions and atomic groups do not backtrack and are allowed.
    """
    for operator, argument in parsed:
        if operator in {sre.MAX_REPEAT, sre.MIN_REPEAT}:
            _, most, body = argument
            many = most is sre.MAXREPEAT or most > _MANY
            if many and inside and not _fixed(body):
                return True
            if many and inside:
                return True
            if nested_unbounded(body, inside or many):
                return True
            if many and _ambiguous(body):
                return True
        elif operator is sre.SUBPATTERN:
            if nested_unbounded(argument[-1], inside):
                return True
        elif operator is sre.BRANCH:
            if any(nested_unbounded(branch, inside) for branch in argument[1]):
                return True
        elif operator in {sre.ASSERT, sre.ASSERT_NOT}:
            if nested_unbounded(argument[1], inside):
                return True
        elif operator is sre.GROUPREF_EXISTS:
            if any(branch is not None and nested_unbounded(branch, inside) for branch in argument[1:]):
                return True
        elif operator in {getattr(sre, "ATOMIC_GROUP", None), getattr(sre, "POSSESSIVE_REPEAT", None)} and operator is not None:
            body = argument if operator is getattr(sre, "ATOMIC_GROUP", None) else argument[2]
            if nested_unbounded(body, inside):
                return True
    return False


def _fixed(body: Any) -> bool:
    low, high = body.getwidth()
    return bool(low == high)


def _ambiguous(body: Any) -> bool:
    """A repeated choice whose branches differ in length, or that contains an optional part."""
    for operator, argument in body:
        if operator is sre.SUBPATTERN and _ambiguous(argument[-1]):
            return True
        if operator is sre.BRANCH:
            widths = {branch.getwidth() for branch in argument[1]}
            if len(widths) > 1 or any(low != high for low, high in widths):
                return True
        if operator in {sre.MAX_REPEAT, sre.MIN_REPEAT} and len(body) == 1 and argument[0] != argument[1]:
            return True
    return False
