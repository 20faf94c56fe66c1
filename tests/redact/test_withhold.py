"""What is never shown and what the user left out: signatures, encrypted thinking, deferred handles, images (RED-6)."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from typing import Any

import pytest

from inspect_report import bounds
from inspect_report.redact import redact_json
from inspect_report.redact.images import ImageStore, dimensions, sniff
from inspect_report.redact.withhold import WithholdOptions, json_length, unescape_key, withhold


def png(width: int = 3, height: int = 2, padding: int = 0) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"tEXt", b"\0" * padding) + chunk(b"IEND", b"")
    )


JPEG = (
    b"\xff\xd8\xff\xe0\x00\x10JFIF"
    + b"\0" * 10
    + b"\xff\xc0\x00\x11\x08"
    + struct.pack(">HH", 20, 30)
    + b"\x03"
    + b"\0" * 9
)
GIF = b"GIF89a" + struct.pack("<HH", 5, 6) + b"\0" * 8
WEBP = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + (6).to_bytes(3, "little") + (7).to_bytes(3, "little")


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def image(data: str, mime: str = "image/png") -> dict[str, Any]:
    return {"type": "image", "data": data, "mimeType": mime}


def message(role: str, **fields: Any) -> dict[str, Any]:
    return {
        "type": "message",
        "id": "a1",
        "parentId": None,
        "message": {"role": role, "timestamp": 1, **fields},
    }


def test_signatures_encrypted_thinking_and_deferred_handles_are_named_with_their_size() -> None:
    entry = message(
        "assistant",
        content=[
            {"type": "thinking", "thinking": "Let me look.", "thinkingSignature": "S" * 40},
            {"type": "thinking", "thinking": "hidden", "thinkingSignature": "E" * 30, "redacted": True},
            {"type": "text", "text": "Hello", "textSignature": '{"v":1,"id":"msg_1"}'},
            {
                "type": "toolCall",
                "id": "c",
                "name": "bash",
                "arguments": {"signature": "kept"},
                "thoughtSignature": "T" * 5,
            },
        ],
        responseId="resp_1",
        deferred={
            "provider": "p",
            "modelId": "m",
            "api": "a",
            "id": "job-7",
            "expiresAt": 9,
            "data": {"k": [1, "xy"]},
        },
        details={"items": [{"type": "reasoning", "encrypted_content": "C" * 12, "id": "rs_1"}]},
    )
    before = json.dumps(entry)
    shown = withhold(entry)["message"]
    assert json.dumps(entry) == before
    assert shown["content"][0] == {
        "type": "thinking",
        "thinking": "Let me look.",
        "thinkingSignature": {"$withheld": "thinking signature", "chars": 40},
    }
    assert shown["content"][1]["thinking"] == {"$withheld": "redacted thinking", "chars": 6}
    assert shown["content"][1]["thinkingSignature"] == {"$withheld": "thinking signature", "chars": 30}
    assert shown["content"][2]["textSignature"] == {"$withheld": "text signature", "chars": 20}
    assert shown["content"][3]["arguments"] == {"signature": "kept"}
    assert shown["content"][3]["thoughtSignature"] == {"$withheld": "thought signature", "chars": 5}
    assert shown["responseId"] == "resp_1"
    assert shown["deferred"] == {
        "provider": "p",
        "modelId": "m",
        "api": "a",
        "id": {"$withheld": "deferred id", "chars": 5},
        "expiresAt": 9,
        "data": {"$withheld": "deferred data", "chars": len('{"k":[1,"xy"]}')},
    }
    assert shown["details"]["items"][0]["encrypted_content"] == {
        "$withheld": "encrypted content",
        "chars": 12,
    }
    text = json.dumps(shown)
    assert not any(secret in text for secret in ("SSSS", "EEEE", "hidden", "msg_1", "TTTTT", "job-7", "CCCC"))


def test_a_recorded_object_cannot_pose_as_a_withheld_one() -> None:
    entry = {
        "type": "custom",
        "data": {"$withheld": "x", "$image": "image-1", "$$image": 1, "$ref": 2, "chars": 3},
    }
    shown = withhold(entry)["data"]
    assert shown == {"$$withheld": "x", "$$image": "image-1", "$$$image": 1, "$ref": 2, "chars": 3}
    assert [unescape_key(key) for key in shown] == list(entry["data"])


@pytest.mark.parametrize(
    ("part", "entry", "path", "kind"),
    [
        (
            "thinking",
            message("assistant", content=[{"type": "thinking", "thinking": "abc"}]),
            ["message", "content", 0, "thinking"],
            "thinking",
        ),
        (
            "results",
            message("toolResult", content=[{"type": "text", "text": "abc"}]),
            ["message", "content", 0, "text"],
            "result",
        ),
        ("results", message("toolResult", content=[], details="abc"), ["message", "details"], "result"),
        ("results", message("bashExecution", command="ls", output="abc"), ["message", "output"], "result"),
        ("prompts", message("user", content="abc"), ["message", "content"], "prompt"),
        (
            "prompts",
            message("user", content=[{"type": "text", "text": "abc"}]),
            ["message", "content", 0, "text"],
            "prompt",
        ),
        ("messages", {"type": "custom_message", "customType": "x", "content": "abc"}, ["content"], "message"),
        ("messages", message("custom", content="abc", customType="x"), ["message", "content"], "message"),
    ],
)
def test_without_keeps_the_row_with_type_and_size(
    part: str, entry: dict[str, Any], path: list[Any], kind: str
) -> None:
    shown: Any = withhold(entry, WithholdOptions(without=frozenset({part})))
    kept: Any = withhold(entry)
    for step in path:
        shown, kept = shown[step], kept[step]
    assert shown == {"$withheld": kind, "chars": 3}
    assert kept == "abc"


def test_without_results_keeps_the_images_of_a_result() -> None:
    entry = message("toolResult", content=[{"type": "text", "text": "abc"}, image(b64(png()))])
    shown = withhold(entry, WithholdOptions(without=frozenset({"results"})))["message"]["content"]
    assert shown[1]["data"]["$image"] == "image-1"


@pytest.mark.parametrize(
    ("data", "mime", "size"),
    [
        (png(), "image/png", (3, 2)),
        (JPEG, "image/jpeg", (30, 20)),
        (GIF, "image/gif", (5, 6)),
        (WEBP, "image/webp", (7, 8)),
    ],
)
def test_images_are_known_by_their_bytes(data: bytes, mime: str, size: tuple[int, int]) -> None:
    assert sniff(data) == mime
    assert dimensions(data, mime) == size
    images = ImageStore()
    shown = withhold({"content": [image(b64(data), "image/png")]}, None, images)["content"][0]
    assert shown["data"] == {
        "$image": "image-1",
        "mime": mime,
        "bytes": len(data),
        "width": size[0],
        "height": size[1],
        "why": None,
    }
    assert images.stored["image-1"].data == b64(data)


def test_equal_images_are_stored_once_across_entries() -> None:
    images = ImageStore()
    keys = [
        withhold({"content": [image(b64(png(width)))]}, None, images)["content"][0]["data"]["$image"]
        for width in (1, 2, 1)
    ]
    assert keys == ["image-1", "image-2", "image-1"]
    assert list(images.stored) == ["image-1", "image-2"]


@pytest.mark.parametrize(
    ("block", "why"),
    [
        (image("PHN2Zz4=", "image/svg+xml"), "svg"),
        (image(b64(b"<?xml version='1.0'?><svg>"), "image/png"), "svg"),
        (image("not base64!"), "not base64"),
        (image(b64(png())[:-1]), "not base64"),
        (image(b64(png()) + "\n"), "not base64"),
        (image(b64(b"BM bitmap"), "image/bmp"), "type not shown"),
        (image(b64(b"<html><script>"), "image/png"), "type not shown"),
        (image("https://example.com/a.png"), "remote"),
        ({"type": "image", "url": "https://example.com/a.png"}, "remote"),
        ({"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}, "remote"),
    ],
)
def test_other_images_are_named_with_the_reason(block: dict[str, Any], why: str) -> None:
    images = ImageStore()
    shown = withhold({"content": [block]}, None, images)["content"][0]
    seen = next(value for value in shown.values() if isinstance(value, dict))
    assert (seen["$image"], seen["why"]) == (None, why)
    assert not images.stored


def test_other_spellings_of_an_image_are_images_too() -> None:
    data = b64(png())
    for block in (
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}},
        {"type": "input_image", "image_url": f"data:image/png;base64,{data}"},
    ):
        text = json.dumps(withhold({"content": [block]}))
        assert data not in text
        assert '"$image": "image-1"' in text


def test_bounds_and_modes_of_images(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "IMAGE", 1_000)
    monkeypatch.setattr(bounds, "IMAGES", 1_500)
    monkeypatch.setattr(bounds, "SMALL_IMAGE", 500)
    large, middle, small = b64(png(padding=1_000)), b64(png(padding=800)), b64(png(padding=300))
    images = ImageStore()
    assert images.add(large, "image/png").why == "too large"
    assert images.add(middle, "image/png").why is None
    assert images.add(b64(png(9, padding=800)), "image/png").why == "over the bound of all images"
    assert images.add(small, "image/png").key == "image-2"
    assert ImageStore("small").add(middle, "image/png").why == "too large for small"
    assert ImageStore("small").add(small, "image/png").why is None
    for options, store in (
        (WithholdOptions(images="none"), None),
        (WithholdOptions(without=frozenset({"images"})), ImageStore()),
    ):
        shown = withhold({"content": [image(small)]}, options, store)["content"][0]["data"]
        assert (shown["$image"], shown["why"], shown["bytes"]) == (None, "left out", len(png(padding=300)))


def test_withheld_objects_pass_redaction_unchanged_and_depth_does_not_matter() -> None:
    deep: Any = {"type": "thinking", "thinkingSignature": "S" * 10}
    for _ in range(50_000):
        deep = {"a": deep}
    shown: Any = redact_json(withhold({"x": deep})["x"])
    while "a" in shown:
        shown = shown["a"]
    assert shown["thinkingSignature"] == {"$withheld": "thinking signature", "chars": 10}


@pytest.mark.parametrize("key", ["thoughtSignature", "deferred", "$image", "$$cut"])
def test_an_entry_is_copied_where_something_is_replaced_and_else_left_as_it_is(key: str) -> None:
    value: Any = {"id": "x", "data": "y", "chars": 3}
    entry: Any = {"message": {"content": [{"type": "text", "text": "a", "$other": 1}]}}
    assert withhold(entry) is entry
    entry["message"]["content"].append({key: value})
    shown = withhold(entry)
    assert key not in shown["message"]["content"][1] or shown["message"]["content"][1][key] != value
    assert entry["message"]["content"][1] == {key: value}


def test_lengths_are_those_of_compact_json() -> None:
    for value in ("abc", [], {}, {"a": [1, None, True, False, 2.5, "x"]}, [[], {"k": {}}]):
        expected = len(value) if isinstance(value, str) else len(json.dumps(value, separators=(",", ":")))
        assert json_length(value) == expected
