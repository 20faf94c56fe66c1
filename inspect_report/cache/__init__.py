"""What the Cache view says of recorded usage: accounting, totals, chart series, misses with likely causes (CACHE-1 to 6)."""

from __future__ import annotations
