"""Element "executions": what was captured of tool executions."""

from __future__ import annotations

import msgspec

from inspect_report.redact import Shown


class ExecutionTotals(msgspec.Struct, frozen=True):
    """Counts over all captured executions, whatever the bound shows (OBS-3)."""

    all: int
    roots: int
    nested: int
    parent_unavailable: int
    failed: int
    unfinished: int
    without_start: int
    ambiguous: int
    uncorrelated: int


class ExecutionRun(msgspec.Struct, frozen=True):
    """One run of the observer, or one event stream of Pi."""

    id: Shown
    """As recorded; empty for a stream, which has none."""
    reason: Shown
    """Why it started; empty where not recorded."""
    ended: Shown
    """Why it ended; empty where no end was written."""
    has_end: bool
    stream: bool
    started: float | None
    last: float | None
    executions: int
    """All of it, shown or not."""


EXECUTION_STATES = ("ok", "failed", "unfinished")
"""Codes of `Executions.state`; unfinished has no end in the dump."""


CORRELATIONS = ("recorded", "matched", "unavailable")
"""Codes of `Executions.correlation`."""


class ParentCode:
    """Values of `Executions.parent` that are no place."""

    ROOT = -1
    UNAVAILABLE = -2
    LEFT_OUT = -3
    """Recorded, but beyond the bound of this report."""


class ExecutionFlag:
    """Bits of `Executions.flags`."""

    NO_START = 1
    AMBIGUOUS = 2
    SAID_UNFINISHED = 4
    """The observer itself wrote that it was still open."""
    INPUT = 8
    """The arguments really used differ from the model's; the detail has both."""
    STREAM = 16
    INTERVAL = 32
    """`start` and `end` are an interval as the collector saw it; else a point at whichever there is."""


class Executions(msgspec.Struct, frozen=True):
    """Element "executions": captured executions in the order of their starts, within the bound; columns of equal length.

    Times and durations are ms. Codes point into `strings`. Bodies are in elements "x0" and up, `DETAILS_A_CHUNK` each.
    """

    observed: bool
    """Whether a dump was given at all."""
    totals: ExecutionTotals
    omitted: int
    runs: list[ExecutionRun]
    strings: list[Shown]
    number: list[int]
    """Place among all occurrences, from 1."""
    occurrence: list[Shown]
    call: list[int]
    tool: list[int]
    """Empty without a start."""
    summary: list[int]
    run: list[int]
    request: list[int]
    """The observer's request number within the run, -1 for none."""
    parent: list[int]
    """Place of the parent in these columns, or a `ParentCode`."""
    parent_reason: list[int]
    children: list[int]
    """Recorded children, shown or not."""
    state: list[int]
    flags: list[int]
    start: list[float | None]
    end: list[float | None]
    reason: list[int]
    """Why there is no interval; empty where there is one."""
    duration: list[float | None]
    """durationMs as reported, null when absent."""
    updates: list[int]
    anchor: list[int]
    """Item of the answer that made the call, -1 where correlation is unavailable."""
    correlation: list[int]
    correlation_reason: list[int]
    persisted: list[int]
    """Item of the session's own result, -1 where it can't be told."""
    differs: list[list[str]]
    """Members in which that result differs from the observed one: content, details, isError."""
    detail: list[int]
    """Slot of the body: element "x{slot // 64}", place slot % 64; -1 when left out."""
