"""Home directories, recognised by shape and never from the exporting machine's own (RED-10)."""

from __future__ import annotations

import re

_NAME = r"[^\s/\\:*?\"'<>|`,;)\]}\x00-\x1f]{1,64}"
_HOME = re.compile(
    rf"(?<![\w.~-])(?:/(?:mnt/|cygdrive/)?[a-zA-Z]/(?:Users|users)/{_NAME}|(?:/(?:export|var|usr|data|mnt|System/Volumes/Data))?/(?:home|Users)/{_NAME}"
    rf"|/(?:var/)?root(?![\w.-])|(?:\\{{2}}[?.]\\)?[A-Za-z]:(?:\\{{1,8}}|/)(?:Users|Documents and Settings)(?:\\{{1,8}}|/){_NAME})"
)
_AFTER_SCHEME = re.compile(rf"(?<=file://)/(?:home|Users)/{_NAME}|(?<=file:///)[A-Za-z]:/Users/{_NAME}")
_ENCODED = re.compile(r"(?<![\w])(--?)(?:home|Users)-([A-Za-z0-9_.]{1,64})(?=-|$)")
_PRESENT = ("/home", "/Users", "/users", "/root", "sers\\", "ettings", ":/Users", "-home-", "-Users-")


def tilde(text: str) -> tuple[str, int]:
    """`text` with every home directory as `~`, and how many there were.

    Known shapes: /home/NAME, /Users/NAME, /root, C:\\Users\\NAME (also escaped, under /mnt/c, /export, in file: URLs), and
    the folder names that Pi makes of them (`--home-NAME-project--`).
    """
    if not any(part in text for part in _PRESENT):
        return text, 0
    text, first = _AFTER_SCHEME.subn("~", text)
    text, second = _HOME.subn("~", text)
    text, third = _ENCODED.subn(r"\1~", text)
    return text, first + second + third
