"""The patterns of `--redact`: compiled, and refused when they could take forever (RED-11)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from itertools import combinations
from typing import Any, cast

sre: Any = import_module("re._constants")
sre_parser: Any = import_module("re._parser")
"""`re`'s own parser: the only reading of a pattern that is surely the one that runs."""
LONGEST_PATTERN = 2_000
"""Characters of a pattern."""
_MANY = 100


def compile_custom(pattern: str) -> re.Pattern[str]:
    """Compile one `--redact` pattern.

    Raises ValueError with a one-line reason for a pattern that does not compile, is empty or matches the empty text, is longer
    than 2,000 characters, or repeats a repetition without bounds (`(a+)+`, `(a|ab)*`), whose time explodes. Several
    repetitions in a row (`.*=.*`) are allowed; a pattern sees 64 KiB at once.
    """
    if not pattern or len(pattern) > LONGEST_PATTERN:
        raise ValueError(
            "the pattern is empty" if not pattern else f"the pattern is over {LONGEST_PATTERN:,} characters"
        )
    try:
        compiled = re.compile(pattern)
        parsed = sre_parser.parse(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"not a regular expression: {' '.join(str(error).split())}") from None
    if compiled.match("") is not None:
        raise ValueError("the pattern matches the empty text")
    if nested_unbounded(cast("Iterable[Any]", parsed)):
        raise ValueError(
            "the pattern repeats a repetition, as in (a+)+, whose time explodes; write one repetition, as in a{1,200}"
        )
    return compiled


def nested_unbounded(parsed: Iterable[Any], inside: bool = False) -> bool:
    """Whether a parsed pattern has a large or unbounded repetition within another, or of alternatives that overlap.

    Works on the trees of `re`'s own parser. Possessive repetitions and atomic groups do not backtrack and are allowed.
    """
    for operator, argument in parsed:
        if operator in {sre.MAX_REPEAT, sre.MIN_REPEAT}:
            _, most, body = argument
            many = most is sre.MAXREPEAT or most > _MANY
            if many and (inside or _ambiguous(body)):
                return True
            if nested_unbounded(body, inside or many):
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
        elif (
            operator in {getattr(sre, "ATOMIC_GROUP", None), getattr(sre, "POSSESSIVE_REPEAT", None)}
            and operator is not None
        ):
            body = argument if operator is getattr(sre, "ATOMIC_GROUP", None) else argument[2]
            if nested_unbounded(body, inside):
                return True
    return False


def width(pattern: str) -> int:
    """The longest text, in characters, that a pattern with bounded repetitions can match."""
    return int(sre_parser.parse(pattern).getwidth()[1])


def unbounded(pattern: str, flags: int = 0) -> bool:
    """Whether a pattern has any repetition without an upper bound, possessive ones included."""
    stack: list[Any] = list(sre_parser.parse(pattern, flags))
    while stack:
        _, argument = stack.pop()
        if isinstance(argument, tuple):
            parts = cast("tuple[Any, ...]", argument)
            if len(parts) == 3 and parts[1] is sre.MAXREPEAT:
                return True
            stack.extend(_inner(parts))
        elif hasattr(argument, "getwidth"):
            stack.extend(argument)
    return False


def _inner(argument: Any) -> Iterable[Any]:
    """The nodes of the patterns inside one node's argument."""
    for part in argument:
        if hasattr(part, "getwidth"):
            yield from part
        elif isinstance(part, list):
            for branch in cast("list[Any]", part):
                if hasattr(branch, "getwidth"):
                    yield from branch


def _ambiguous(body: Any) -> bool:
    """A repeated choice whose branches differ in length or can match the same text, or that contains an optional part."""
    for operator, argument in body:
        if operator is sre.SUBPATTERN and _ambiguous(argument[-1]):
            return True
        if operator is sre.BRANCH:
            widths = {branch.getwidth() for branch in argument[1]}
            if len(widths) > 1 or any(low != high for low, high in widths):
                return True
            branches = [list(map(_characters, branch)) for branch in argument[1]]
            aligned = all(len(branch) == branch.getwidth()[1] for branch in argument[1])
            if not aligned or any(_overlap(one, other) for one, other in combinations(branches, 2)):
                return True
        if operator in {sre.MAX_REPEAT, sre.MIN_REPEAT} and len(body) == 1 and argument[0] != argument[1]:
            return True
    return False


def _overlap(one: list[set[int] | None], other: list[set[int] | None]) -> bool:
    """Whether two branches of equal length may match the same text; None stands for characters that are not listed."""
    return all(a is None or b is None or not a.isdisjoint(b) for a, b in zip(one, other, strict=False))


def _characters(node: Any) -> set[int] | None:
    """The characters that a node of one character matches, in both cases; None where they are not plainly listed."""
    operator, argument = node
    if operator is sre.LITERAL:
        argument, operator = [node], sre.IN
    if operator is not sre.IN:
        return None
    found: set[int] = set()
    for kind, value in argument:
        if kind is sre.LITERAL:
            found.add(value)
        elif kind is sre.RANGE and value[1] - value[0] <= _MANY:
            found.update(range(value[0], value[1] + 1))
        else:
            return None
    return found | {
        ord(cased) for code in found for cased in (chr(code).lower(), chr(code).upper()) if len(cased) == 1
    }
