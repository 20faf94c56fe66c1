"""What is never shown, only named with its size (RED-6), and what the user asked to leave out (`--without`, `--images`).

`withhold` copies a decoded entry that has something to withhold. In the copy each withheld value is replaced by a small
object, and nothing else changes:

- `{"$withheld": kind, "chars": n}`: kind is one of thinking signature, text signature, thought signature, redacted
  thinking, encrypted content, deferred id, deferred data (always), thinking, result, prompt, message (`--without`); n is
  the length in characters, of the compact JSON text where the value is not a string.
- `{"$image": key, "mime": type, "bytes": n, "width": w, "height": h, "why": reason}` in place of an image's data: `key` names
  an image of the store or is null, and then `why` says why it is not shown (see `images.Seen`); else `why` is null.

A recorded object cannot pose as one of these: its keys `$withheld` and `$image` (with any number of `$` in front) get one
more `$`; `unescape_key` takes it off again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from inspect_report.redact.images import ImageStore, Mode, Seen

PARTS = ("thinking", "images", "results", "prompts", "messages")
"""What `--without` takes: thinking, images, tool results and command output, user prompts, extension messages."""

_OURS = re.compile(r"\$+(?:withheld|image|cut)\Z")
_DATA_URL = re.compile(
    r"data:([\w.+-]{1,64}/[\w.+-]{1,64})?(?:;[\w=.+-]{1,64}){0,4}?(;base64)?,", re.IGNORECASE
)
_SIGNATURES = {
    "thinkingSignature": "thinking signature",
    "thinking_signature": "thinking signature",
    "textSignature": "text signature",
    "text_signature": "text signature",
    "thoughtSignature": "thought signature",
    "thought_signature": "thought signature",
    "encrypted_content": "encrypted content",
    "encryptedContent": "encrypted content",
    "redactedContent": "encrypted content",
    "redacted_content": "encrypted content",
}
_THINKING = frozenset(
    {"thinking", "reasoning", "redacted_thinking", "redactedThinking", "reasoning.encrypted"}
)

_IMAGES = frozenset({"image", "image_url", "input_image"})
_REPLACED = frozenset({*_SIGNATURES, "deferred"})
_REPLACED_TYPES = _THINKING | _IMAGES


@dataclass(frozen=True, slots=True)
class WithholdOptions:
    """`without`: some of PARTS; `images`: the `--images` mode."""

    without: frozenset[str] = field(default_factory=frozenset)
    images: Mode = "all"


def withhold(
    entry: Mapping[str, Any], options: WithholdOptions | None = None, images: ImageStore | None = None
) -> dict[str, Any]:
    """A decoded entry without what is never shown or was left out (see the module): a copy, or the entry if all of it stays.

    `images` collects the images of all entries of a report; without it each call has a store of its own, so that a key in
    the copy says only that the image may be shown. Iterative: depth does not matter. Runs before redaction.
    """
    options = options or WithholdOptions()
    roles = _left_out(entry, options.without)
    if isinstance(entry, dict) and not roles and not _holds_any(entry):
        return entry
    images = images if images is not None else ImageStore(options.images)
    copy: dict[str, Any] = {}
    stack: list[tuple[Any, Any]] = [(entry, copy)]
    while stack:
        source, target = stack.pop()
        if isinstance(source, Mapping):
            record = cast("Mapping[str, Any]", source)
            replaced = _replacements(record, options, images)
            left_out = roles.get(id(record), {})
            for key, value in record.items():
                name = f"${key}" if key[:1] == "$" and _OURS.match(key) else key
                if key in left_out and key not in replaced:
                    value = _without(value, left_out[key], options, images)
                    target[name] = value
                else:
                    target[name] = replaced[key] if key in replaced else _enter(value, stack)
        else:
            target.extend(_enter(value, stack) for value in source)
    return copy


def _holds_any(entry: dict[str, Any]) -> bool:
    """Whether some object of the entry has a member, a type or a key that may be replaced."""
    stack: list[Any] = [entry]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            record = cast("dict[str, Any]", node)
            kind = record.get("type")
            if (isinstance(kind, str) and kind in _REPLACED_TYPES) or not _REPLACED.isdisjoint(record):
                return True
            for key, value in record.items():
                if key[:1] == "$" and _OURS.match(key):
                    return True
                if isinstance(value, (dict, list)):
                    stack.append(value)
        else:
            stack.extend(value for value in cast("list[Any]", node) if type(value) in (dict, list))
    return False


def unescape_key(key: str) -> str:
    """The recorded form of a key of a withheld copy."""
    return key[1:] if key[:2] == "$$" and _OURS.match(key) else key


def _enter(value: Any, stack: list[tuple[Any, Any]]) -> Any:
    if isinstance(value, dict):
        inner: Any = {}
    elif isinstance(value, list):
        inner = []
    else:
        return value
    stack.append((cast("Any", value), inner))
    return inner


def _named(kind: str, value: Any) -> dict[str, Any]:
    return {"$withheld": kind, "chars": json_length(value)}


def _left_out(entry: Mapping[str, Any], without: frozenset[str]) -> dict[int, dict[str, str]]:
    """Fields of the entry and its message that `--without` takes away, by object: field name to kind."""
    found: dict[int, dict[str, str]] = {}
    message = entry.get("message")
    role = cast("Mapping[str, Any]", message).get("role") if isinstance(message, dict) else None
    if isinstance(message, dict):
        if "results" in without and role == "toolResult":
            found[id(cast("Any", message))] = dict.fromkeys(
                ("content", "details", "nestedCalls", "output", "result"), "result"
            )
        elif "results" in without and role == "bashExecution":
            found[id(cast("Any", message))] = {"output": "result"}
        elif "prompts" in without and role == "user":
            found[id(cast("Any", message))] = {"content": "prompt"}
        elif "messages" in without and role in {"custom", "hookMessage"}:
            found[id(cast("Any", message))] = {"content": "message", "details": "message"}
    if "messages" in without and entry.get("type") == "custom_message":
        found[id(entry)] = {"content": "message", "details": "message"}
    if "results" in without and entry.get("type") == "context_edit":
        found[id(entry)] = {"replacement": "result"}
    return found


def _without(value: Any, kind: str, options: WithholdOptions, images: ImageStore) -> Any:
    """A left-out value; of a list of content blocks the types stay, and images stay images."""
    if not isinstance(value, list):
        return _named(kind, value)
    kept: list[Any] = []
    for item in cast("list[Any]", value):
        block: Any = cast("dict[str, Any]", item) if isinstance(item, dict) else {}
        if not isinstance(block.get("type"), str):
            kept.append(_named(kind, item))
        elif block["type"] == "image":
            kept.append(withhold(block, options, images))
        else:
            kept.append(
                {
                    "type": block["type"],
                    **{key: _named(kind, item) for key, item in block.items() if key in {"text", "content"}},
                }
            )
    return kept


def _replacements(record: Mapping[str, Any], options: WithholdOptions, images: ImageStore) -> dict[str, Any]:
    replaced: dict[str, Any] = {}
    if not _REPLACED.isdisjoint(record):
        for key, kind in _SIGNATURES.items():
            if record.get(key):
                replaced[key] = _named(kind, record[key])
    kind = record.get("type")
    if isinstance(kind, str):
        if kind in _THINKING:
            _thinking(record, kind, options, replaced)
        elif kind in _IMAGES:
            _image(record, options, images, replaced)
    deferred = record.get("deferred")
    if isinstance(deferred, dict):
        replaced["deferred"] = {
            key: _named(f"deferred {key}", value)
            if key in {"id", "data"}
            else value
            if not isinstance(value, (dict, list))
            else _named("deferred data", value)
            for key, value in cast("dict[str, Any]", deferred).items()
        }
    return replaced


def _thinking(
    record: Mapping[str, Any], kind: str, options: WithholdOptions, replaced: dict[str, Any]
) -> None:
    hidden = bool(record.get("redacted")) or "redacted" in kind or "encrypted" in kind
    for key in ("signature", "data") if hidden else ("signature",):
        if record.get(key):
            replaced[key] = _named(
                "thinking signature" if key == "signature" else "redacted thinking", record[key]
            )
    if hidden or "thinking" in options.without:
        for key in ("thinking", "text", "summary", "content", "reasoning"):
            if record.get(key):
                replaced[key] = _named("redacted thinking" if hidden else "thinking", record[key])


def _image(
    record: Mapping[str, Any], options: WithholdOptions, images: ImageStore, replaced: dict[str, Any]
) -> None:
    data, url, source = record.get("data"), record.get("url") or record.get("image_url"), record.get("source")
    mime = next(
        (
            value
            for key in ("mimeType", "mime_type", "mediaType", "media_type")
            if isinstance(value := record.get(key), str)
        ),
        "",
    )
    if isinstance(data, str) and data:
        replaced["data"] = _seen(data, mime, options, images)
    if isinstance(source, dict):
        inner = cast("dict[str, Any]", source)
        data, media = inner.get("data"), inner.get("media_type")
        if isinstance(data, str) and data:
            shown = _seen(data, media if isinstance(media, str) else mime, options, images)
            replaced["source"] = {
                key: shown if key == "data" else value
                for key, value in inner.items()
                if not isinstance(value, (dict, list))
            }
    if isinstance(url, dict):
        url = cast("dict[str, Any]", url).get("url")
    if isinstance(url, str) and url:
        key = "url" if record.get("url") else "image_url"
        replaced[key] = (
            _seen(url, mime, options, images)
            if url[:5].lower() == "data:"
            else _object(Seen(None, mime, 0, 0, 0, "remote"))
        )


def _seen(data: str, mime: str, options: WithholdOptions, images: ImageStore) -> dict[str, Any]:
    head = _DATA_URL.match(data)
    if head is not None:
        mime = head[1] or mime
        data = data[head.end() :] if head[2] else ""
    if "images" in options.without or images.mode == "none":
        size = max(0, len(data) * 3 // 4 - data[-2:].count("="))
        return _object(Seen(None, mime, size, 0, 0, "left out"))
    if data[:8].lower().startswith(("http://", "https://"[:8], "file://")):
        return _object(Seen(None, mime, 0, 0, 0, "remote"))
    return _object(images.add(data, mime))


def _object(seen: Seen) -> dict[str, Any]:
    return {
        "$image": seen.key,
        "mime": seen.mime,
        "bytes": seen.size,
        "width": seen.width,
        "height": seen.height,
        "why": seen.why,
    }


def json_length(value: Any) -> int:
    """Characters of a string, or of the compact JSON text of another value (escapes in strings not counted)."""
    if isinstance(value, str):
        return len(value)
    total = 0
    stack: list[Any] = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            total += len(item) + 2
        elif isinstance(item, dict):
            record = cast("dict[str, Any]", item)
            total += 2 + max(0, len(record) - 1) + sum(len(key) + 3 for key in record)
            stack.extend(record.values())
        elif isinstance(item, list):
            total += 2 + max(0, len(cast("list[Any]", item)) - 1)
            stack.extend(cast("list[Any]", item))
        else:
            total += (
                4
                if item is None or item is True
                else 5
                if item is False
                else len(str(item))
                if isinstance(item, float) or abs(item) < 10**4000
                else item.bit_length() * 3 // 10
            )
    return total
