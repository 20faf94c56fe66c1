"""Captured observations: what a live run of Pi told that its session file can't (OBS-1 to OBS-7). Raw values only.

`read_observations` reads dumps into an `Observations`; `contexts`, `compare`, `executions`, `catalogs`, `payloads` and
`runs` make typed records of it. Nothing here is redacted.
"""

from __future__ import annotations

from inspect_report.observations.dump import Observations
from inspect_report.observations.facts import SessionFacts, facts_of
from inspect_report.observations.reader import read_observations

__all__ = ["Observations", "SessionFacts", "facts_of", "read_observations"]
