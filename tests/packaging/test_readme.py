"""README tells the truth about the command: its options, its two commands, its files."""

from __future__ import annotations

import os
import re

import click

from inspect_report.cli import cli
from tests.support import REPO

README = (REPO / "README.md").read_text(encoding="utf-8")
OPTIONS = README.partition("## Options")[2].partition("\n## ")[0]


def test_options_are_those_of_export() -> None:
    assert isinstance(cli, click.Group)
    real = {name for option in cli.commands["export"].params for name in option.opts if name.startswith("-")}
    table = "\n".join(line for line in OPTIONS.splitlines() if line.startswith("|"))
    told = set(re.findall(r"(?<![\w-])(--?[a-z][a-z-]*)", table.replace("`pi-inspect-<", "")))
    assert told == real


def test_the_two_commands_exist() -> None:
    block = re.search(r"(?:^    .*\n)+", README, re.MULTILINE)
    assert block
    commands = [line.split()[0] for line in block.group().splitlines()]
    assert commands == ["scripts/demo", "scripts/test"]
    assert all(os.access(REPO / command, os.X_OK) for command in commands)


def test_links_lead_somewhere() -> None:
    for page in (README, (REPO / "CONTRIBUTING.md").read_text(encoding="utf-8")):
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page):
            assert (REPO / target).exists(), target
