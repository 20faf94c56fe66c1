"""JavaScript's habits that Pi's results depend on: truth, identity of ids, numbers, lengths, trimming, times.

Parsed JSON is plain Python (dict, list, str, int, float, bool, None); a member that is absent is `MISSING`.
Follows what V8 does with the same values in Pi 1.6.0.
"""

from __future__ import annotations

import math
import re
from typing import Any, Final, TypeGuard

from msgspec import UNSET, UnsetType

MISSING: Final = UNSET
"""A member that is absent; falsy, and different from null."""

Missing = UnsetType

_TRIMMED = (
    "\t\n\v\f\r \u00a0\u1680"
    + "".join(map(chr, range(0x2000, 0x200B)))
    + "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_ESCAPED = re.compile('["\\\\\x00-\x1f\ud800-\udfff]')
_SHORT_ESCAPES = frozenset('"\\\b\t\n\f\r')
_INDEX = re.compile(r"(?:0|[1-9][0-9]{0,9})\Z")
_NUMERIC = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\Z")
_ISO = re.compile(
    r"([0-9]{4}|[+-][0-9]{6})(?:-([0-9]{2})(?:-([0-9]{2}))?)?"
    r"(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]+))?)?(Z|[+-][0-9]{2}:[0-9]{2})?)?\Z"
)
_LAST_TIME = 8.64e15


def is_object(value: Any) -> TypeGuard[dict[str, Any]]:
    """Whether `value` is a JSON object."""
    return isinstance(value, dict)


def is_array(value: Any) -> TypeGuard[list[Any]]:
    """Whether `value` is a JSON array."""
    return isinstance(value, list)


def is_number(value: Any) -> bool:
    """Whether `value` is a JSON number; true and false are none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def as_double(value: Any) -> float:
    """A JSON number as the IEEE double that JavaScript holds; integers beyond the range become infinities."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def truthy(value: Any) -> bool:
    """JavaScript's truth: only missing, null, false, 0, not-a-number and the empty string are false."""
    if isinstance(value, (dict, list)):
        return True
    if isinstance(value, float) and math.isnan(value):
        return False
    return bool(value)


def nullish(value: Any) -> bool:
    """Whether `value` is missing or null."""
    return value is None or value is MISSING


def id_key(value: Any, place: object = None) -> Any:
    """A hashable stand-in for an id: two ids are equal for Pi exactly when their keys are.

    Strings are their own keys. Objects and arrays equal nothing, apart from the very same one: `place` names where it
    stands (an item index); without one the key is new each time.
    """
    if isinstance(value, str) or value is None or value is MISSING:
        return value
    if isinstance(value, bool):
        return (bool, value)
    if isinstance(value, (int, float)):
        return as_double(value)
    return ("object", place) if place is not None else object()


def length(text: str) -> int:
    """The length of a string in UTF-16 code units."""
    if text.isascii() or not _ASTRAL.search(text):
        return len(text)
    return len(text) + sum(character > "\uffff" for character in text)


def trim(text: str) -> str:
    """`String.prototype.trim`."""
    return text.strip(_TRIMMED)


def number_text(value: float) -> str:
    """How JavaScript prints a number."""
    number = as_double(value)
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    mantissa, _, exponent = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    if fraction == "0":
        fraction = ""
    point = len(whole) + int(exponent or 0)
    padded = whole + fraction
    digits = padded.lstrip("0")
    point -= len(padded) - len(digits)
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return f"{sign}{digits}{'0' * (point - count)}"
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    power = point - 1
    tail = f".{digits[1:]}" if count > 1 else ""
    return f"{sign}{digits[0]}{tail}e{'+' if power > 0 else '-'}{abs(power)}"


def text_of(value: Any) -> str:
    """What interpolating `value` into a string gives."""
    if isinstance(value, str):
        return value
    if value is MISSING:
        return "undefined"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return number_text(value)
    if is_object(value):
        return "[object Object]"
    return _joined(value)


def _joined(items: list[Any]) -> str:
    """An array as text: its leaves joined with commas, null printing nothing; without recursion."""
    pieces: list[str] = []
    stack: list[Any] = [items]
    while stack:
        value = stack.pop()
        if is_array(value):
            for index in range(len(value) - 1, -1, -1):
                stack.append(value[index])
                if index:
                    stack.append(_COMMA)
        elif value is _COMMA:
            pieces.append(",")
        elif not nullish(value):
            pieces.append(text_of(value))
    return "".join(pieces)


_COMMA: Final = object()


def to_number(value: Any) -> float:
    """`Number(value)`: what comparisons make of a value; not-a-number where nothing converts."""
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, (int, float)):
        return as_double(value)
    if value is None:
        return 0.0
    if value is MISSING or is_object(value):
        return math.nan
    text = trim(text_of(value))
    if not text:
        return 0.0
    if _NUMERIC.match(text):
        return float(text)
    if text.lstrip("+-") == "Infinity" and len(text) <= 9:
        return -math.inf if text[0] == "-" else math.inf
    prefix = text[:2].lower()
    base = {"0x": 16, "0o": 8, "0b": 2}.get(prefix)
    try:
        return as_double(int(text[2:], base)) if base and text[2:].isalnum() else math.nan
    except ValueError:
        return math.nan


def ordered_keys(value: dict[str, Any]) -> list[str]:
    """The keys of an object in JavaScript's order: array indexes by number, then the rest as they first appeared."""
    indexes = [key for key in value if _INDEX.match(key) and int(key) < 4294967295]
    if not indexes:
        return list(value)
    indexes.sort(key=int)
    chosen = set(indexes)
    return indexes + [key for key in value if key not in chosen]


def entries(value: Any) -> dict[str, Any]:
    """`Object.entries(value)` in order: members of an object, elements of an array, code units of a text, else nothing."""
    if is_object(value):
        return {key: value[key] for key in ordered_keys(value)}
    if isinstance(value, str):
        value = code_units(value)
    return {str(index): element for index, element in enumerate(value)} if is_array(value) else {}


def code_units(text: str) -> list[str]:
    """The UTF-16 code units of a text, halves of surrogate pairs standing alone."""
    pieces = (text[index : index + 1] for index in range(len(text)))
    units: list[str] = []
    for piece in pieces:
        if piece > "\uffff":
            high, low = divmod(ord(piece) - 0x10000, 0x400)
            units += [chr(0xD800 + high), chr(0xDC00 + low)]
        else:
            units.append(piece)
    return units


def json_length(value: Any) -> int:
    """The length of `JSON.stringify(value)` in UTF-16 code units, for any depth."""
    total = 0
    stack: list[Any] = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            total += _quoted_length(item)
        elif is_object(item):
            # Braces, one colon a member, commas between members.
            total += 2 + 2 * len(item) - (1 if item else 0)
            for key, member in item.items():
                total += _quoted_length(key)
                stack.append(member)
        elif is_array(item):
            total += 2 + len(item) - (1 if item else 0)
            stack.extend(item)
        elif item is None or item is True:
            total += 4
        elif item is False:
            total += 5
        else:
            printed = number_text(item)
            total += 4 if printed in {"NaN", "Infinity", "-Infinity"} else len(printed)
    return total


def _quoted_length(text: str) -> int:
    total = length(text) + 2
    if _ESCAPED.search(text):
        total += sum(1 if found in _SHORT_ESCAPES else 5 for found in _ESCAPED.findall(text))
    return total


def time_ms(value: Any) -> float:
    """An entry's time stamp in epoch milliseconds, or not-a-number (PI_RULES 0).

    A date-time without a zone is read as UTC, so that the result does not depend on the machine.
    """
    if isinstance(value, str):
        return _iso_ms(value)
    if value is None:
        return 0.0
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, (int, float)):
        number = as_double(value)
        return float(math.trunc(number)) if abs(number) <= _LAST_TIME else math.nan
    return math.nan


def _iso_ms(text: str) -> float:
    found = _ISO.match(text)
    if not found:
        return math.nan
    year_text, month_text, day_text, hour_text, minute_text, second_text, fraction, zone = found.groups()
    if year_text == "-000000":
        return math.nan
    year, month, day = int(year_text), int(month_text or 1), int(day_text or 1)
    hour, minute, second = int(hour_text or 0), int(minute_text or 0), int(second_text or 0)
    milliseconds = int((fraction or "0")[:3].ljust(3, "0"))
    midnight = hour == 24 and minute == second == milliseconds == 0
    if not (1 <= month <= 12 and 1 <= day <= 31 and minute < 60 and second < 60 and (hour < 24 or midnight)):
        return math.nan
    total = (
        days_from_civil(year, month, day) * 86400 + hour * 3600 + minute * 60 + second
    ) * 1000 + milliseconds
    if zone and zone != "Z":
        offset_hours, offset_minutes = int(zone[1:3]), int(zone[4:6])
        if offset_hours > 23 or offset_minutes > 59:
            return math.nan
        offset = (offset_hours * 60 + offset_minutes) * 60000
        total += offset if zone[0] == "-" else -offset
    return float(total) if abs(total) <= _LAST_TIME else math.nan


def days_from_civil(year: int, month: int, day: int) -> int:
    """Days since 1970-01-01 of a date of the Gregorian calendar; a day past the month's end runs over, as in V8."""
    shifted = year - (month <= 2)
    era = shifted // 400
    of_era = shifted - era * 400
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return era * 146097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719468


def iso_text(milliseconds: float) -> str:
    """Epoch milliseconds as `YYYY-MM-DDTHH:MM:SS.mmmZ`, the form Pi writes; years 0000 to 9999."""
    total, rest = divmod(int(milliseconds), 86400000)
    shifted = total + 719468
    era, of_era = divmod(shifted, 146097)
    year_of_era = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted_month = (5 * of_year + 2) // 153
    day = of_year - (153 * shifted_month + 2) // 5 + 1
    month = shifted_month + (3 if shifted_month < 10 else -9)
    year = year_of_era + era * 400 + (month <= 2)
    second, milli = divmod(rest, 1000)
    minute, second = divmod(second, 60)
    hour, minute = divmod(minute, 60)
    return f"{year:04d}-{month:02d}-{day:02d}T{hour:02d}:{minute:02d}:{second:02d}.{milli:03d}Z"
