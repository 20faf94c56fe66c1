"""pi-inspect: one Pi coding agent session rendered into one self-contained HTML report."""

from __future__ import annotations

__version__ = "0.1.0"
