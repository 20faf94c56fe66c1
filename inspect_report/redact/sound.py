"""Text that an encoding can hold."""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def sound(text: str) -> str:
    """`text` with lone surrogates as U+FFFD, which no encoding of the report can hold."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)
    return text
