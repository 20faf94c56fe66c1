"""Compares the reader with results of real Pi 1.6.0: `python -m tests.conformance DIR...`."""

from __future__ import annotations
