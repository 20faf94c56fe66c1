"""Fixed words of the Cache view."""

from __future__ import annotations

from collections.abc import Sequence


def span(ms: float) -> str:
    """A time between two requests in words: "12 s", "14 min", "2 h 5 min", "3 d 2 h"; the client's `duration` says the same."""
    if ms < 60_000:
        return f"{ms / 1000:.0f} s"
    minutes = int(ms / 60_000 + 0.5)
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 24:
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    days, hours = divmod(hours, 24)
    return f"{days:,} d {hours} h" if hours else f"{days:,} d"


def many(number: int, one: str, several: str = "") -> str:
    """A count with its noun."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def listed(names: Sequence[str], most: int = 4) -> str:
    """Names in a row; beyond `most` the number of the others."""
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
