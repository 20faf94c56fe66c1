"""Captured observations: what a live run of Pi told that its session file can't (OBS-1 to OBS-7). Raw values only."""

from __future__ import annotations
