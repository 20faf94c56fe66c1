"""What counts as a leak: a whole secret in the output, or a run of 12 of its characters that the rest does not hold."""

from __future__ import annotations

import re

FRAGMENT = 12
_ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")


def leaks(secret: str, output: str, source: str) -> bool:
    """Whether `output`, made from `source`, shows `secret` or a long part of it."""
    plain = _ANSI.sub("", output)
    if secret in output or secret in plain:
        return True
    rest = source.replace(secret, " ")
    pieces = (secret[at : at + FRAGMENT] for at in range(len(secret) - FRAGMENT + 1))
    return any(piece in plain and piece not in rest for piece in pieces)
