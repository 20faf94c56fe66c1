"""Colours by tag or file name: run lengths that cover the text exactly, in the client's units."""

from __future__ import annotations

import pytest

from inspect_report.markup import colour


def pieces(code: str, made: list[object] | None) -> list[tuple[str, str]]:
    """Coloured pieces as the client cuts them, with the names of their classes."""
    assert made is not None
    runs = made[1]
    assert isinstance(runs, list)
    units, place, out = code.encode("utf-16-le"), 0, list[tuple[str, str]]()
    for length, group in zip(runs[::2], runs[1::2], strict=True):
        out.append((units[place * 2 : (place + length) * 2].decode("utf-16-le"), colour.CLASSES[group]))
        place += length
    return out


def test_runs_are_in_utf_16_units_and_cover_the_text() -> None:
    code = '# 😀 snow\nname = "😀" + 1\n'
    made = pieces(code, colour.by_tag(code, "python", 1_000))
    assert "".join(text for text, _ in made) == code
    assert ("# 😀 snow\n", "comment") in made
    assert ('"😀" ', "string") in made
    assert ("1\n", "number") in made


def test_leading_lines_and_carriage_returns_stay() -> None:
    code = "\n\n\tif x:\r\n\t\tpass"
    assert "".join(text for text, _ in pieces(code, colour.by_tag(code, "py", 1_000))) == code


@pytest.mark.parametrize("tag", ["", "text", "output", "no-such-language", "../../x", "a" * 99])
def test_a_tag_that_names_no_language_gives_no_colours(tag: str) -> None:
    assert colour.by_tag("if x: pass", tag, 1_000) is None


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("src/app.ts", "TypeScript"),
        ("C:\\work\\Main.JAVA", "Java"),
        ("/repo/Dockerfile", "Docker"),
        ("Makefile", "Makefile"),
        ("a.b.zig", "Zig"),
        ("notes.txt", None),
        ("README", None),
        ("", None),
        ("x.svelte/", None),
    ],
)
def test_language_by_file_name(path: str, language: str | None) -> None:
    made = colour.by_path("FROM x\nclass A { int x = 1; }\nall: b\n\tc # d\n", path, 1_000)
    assert (made[0] if made else None) == language


def test_only_whole_lines_within_the_limit_are_coloured() -> None:
    code = "x = 1\n" * 10
    made = colour.by_tag(code, "python", 20)
    assert "".join(text for text, _ in pieces(code, made)) == "x = 1\n" * 3
    assert colour.by_tag("x = 1", "python", 2) is None


def test_over_long_lines_stay_plain() -> None:
    assert colour.by_tag("x = '" + "a" * 5_000 + "'", "python", 10_000) is None
