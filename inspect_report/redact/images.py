"""Images of a session: checked by their first bytes, measured, stored once and within the bounds (RED-6, LIM-1)."""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Literal, NamedTuple

from inspect_report import bounds

Mode = Literal["all", "small", "none"]
"""`--images`: every image within the bounds, only those of at most 64 KiB, or none."""
_HEAD = 65_536
_TYPES = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
}


class Stored(NamedTuple):
    """An image that the report holds: its type by its bytes, base64 text, size in bytes, pixels (0: not known)."""

    mime: str
    data: str
    size: int
    width: int
    height: int


class Seen(NamedTuple):
    """What became of one image. `key` names it in `ImageStore.stored`, or is None and `why` says why it is not shown.

    `why` is one of: left out, svg, remote, not base64, type not shown, too large, too large for small, over the bound of all images.
    `mime` is the recorded type where the bytes do not tell; sizes are in bytes, pixels 0 where not known.
    """

    key: str | None
    mime: str
    size: int
    width: int
    height: int
    why: str | None


class ImageStore:
    """The images of one report, in the order they were first seen; equal ones are kept once."""

    def __init__(self, mode: Mode = "all") -> None:
        self.mode = mode
        self.stored: dict[str, Stored] = {}
        self._keys: dict[bytes, str] = {}
        self._total = 0

    def add(self, data: str, mime: str) -> Seen:
        """Check base64 text that the session calls an image of type `mime`, and store it when it may be shown."""
        mime = mime.strip().lower()
        size = _decoded_size(data)
        if mime.startswith("image/svg"):
            return Seen(None, mime, size, 0, 0, "svg")
        head = _decode(data[: _HEAD * 4 // 3 // 4 * 4]) if len(data) > _HEAD * 2 else _decode(data)
        if head is None:
            return Seen(None, mime, size, 0, 0, "not base64")
        found = sniff(head)
        if found is None:
            why = "svg" if b"<svg" in head[:1_024] else "type not shown"
            return Seen(None, mime, size, 0, 0, why)
        width, height = dimensions(head, found)
        why = self._refusal(size)
        if why is not None:
            return Seen(None, found, size, width, height, why)
        digest = hashlib.blake2b(data.encode("ascii"), digest_size=20).digest()
        key = self._keys.get(digest)
        if key is None:
            if self._total + size > bounds.IMAGES:
                return Seen(None, found, size, width, height, "over the bound of all images")
            if len(data) > _HEAD * 2 and _decode(data) is None:
                return Seen(None, mime, size, 0, 0, "not base64")
            key = self._keys[digest] = f"image-{len(self._keys) + 1}"
            self._total += size
            self.stored[key] = Stored(found, data, size, width, height)
        return Seen(key, found, size, width, height, None)

    def _refusal(self, size: int) -> str | None:
        if self.mode == "none":
            return "left out"
        if size > bounds.IMAGE:
            return "too large"
        return "too large for small" if self.mode == "small" and size > bounds.SMALL_IMAGE else None


def sniff(head: bytes) -> str | None:
    """The type that the first bytes of an image show: PNG, JPEG, GIF or WebP, else None."""
    for magic, mime in _TYPES.items():
        if head.startswith(magic):
            return mime
    return "image/webp" if head[:4] == b"RIFF" and head[8:12] == b"WEBP" else None


def dimensions(head: bytes, mime: str) -> tuple[int, int]:
    """Width and height in pixels from the first bytes of an image, (0, 0) where they do not say."""
    if mime == "image/png" and head[12:16] == b"IHDR" and len(head) >= 24:
        return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    if mime == "image/gif" and len(head) >= 10:
        return int.from_bytes(head[6:8], "little"), int.from_bytes(head[8:10], "little")
    if mime == "image/webp":
        return _webp(head)
    return _jpeg(head) if mime == "image/jpeg" else (0, 0)


def _webp(head: bytes) -> tuple[int, int]:
    kind = head[12:16]
    if kind == b"VP8X" and len(head) >= 30:
        return int.from_bytes(head[24:27], "little") + 1, int.from_bytes(head[27:30], "little") + 1
    if kind == b"VP8 " and len(head) >= 30:
        return int.from_bytes(head[26:28], "little") & 0x3FFF, int.from_bytes(head[28:30], "little") & 0x3FFF
    if kind == b"VP8L" and len(head) >= 25:
        packed = int.from_bytes(head[21:25], "little")
        return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
    return 0, 0


def _jpeg(head: bytes) -> tuple[int, int]:
    at = 2
    while at + 9 <= len(head) and head[at] == 0xFF:
        marker = head[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            return int.from_bytes(head[at + 7 : at + 9], "big"), int.from_bytes(head[at + 5 : at + 7], "big")
        at += 2 + int.from_bytes(head[at + 2 : at + 4], "big")
    return 0, 0


def _decode(data: str) -> bytes | None:
    try:
        return base64.b64decode(data.encode("ascii"), validate=True)
    except (binascii.Error, ValueError, UnicodeEncodeError):
        return None


def _decoded_size(data: str) -> int:
    return max(0, len(data) * 3 // 4 - data[-2:].count("="))
