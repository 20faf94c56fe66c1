"""Recorded outputs that pin what readers see. `python -m tests.gold` writes them anew; read the difference before committing."""
