"""`python -m inspect_report` equals the command `pi-inspect` (CLI-10)."""

from __future__ import annotations

from inspect_report.cli import main

main()
