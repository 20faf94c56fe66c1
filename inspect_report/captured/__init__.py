"""What the views of captured observations share: redacted words, moments of capture, bounded bodies, observed messages."""

from __future__ import annotations
