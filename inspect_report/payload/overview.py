"""Element "overview": figures, files, tools, models and errors."""

from __future__ import annotations

import msgspec

from inspect_report.redact import Shown


class ScopeFigures(msgspec.Struct, frozen=True):
    """Counts of one scope (SES-12)."""

    scope: str
    entries: int
    answers: int
    turns: int
    tokens: float
    """Sum of the answers' recorded totalTokens, computed where missing; without summary, warming and tool usage."""
    tokens_computed: int
    """Answers whose total was computed from its parts."""
    with_usage: int
    errors: int
    """Entries with an error, aborted answers among them."""
    aborted: int
    """Answers that were aborted."""
    started: float | None
    ended: float | None


class FileUse(msgspec.Struct, frozen=True):
    """One path that tool calls name. Lists hold rows of the calling entries, counts all of them."""

    path: Shown
    reads: list[int]
    changes: list[int]
    """Writes and edits whose result is no error."""
    failed: list[int]
    """Writes and edits that failed or have no recorded result."""
    read_count: int
    change_count: int
    failed_count: int
    changed_on_branch: int
    read_on_branch: int


class ToolUse(msgspec.Struct, frozen=True):
    """One tool by the name that answers call it by."""

    name: Shown
    calls: int
    on_branch: int
    errors: int
    unknown: int
    """Calls without a recorded or with an ambiguous result."""
    rows: list[int]
    failures: list[int]


class ModelFigures(msgspec.Struct, frozen=True):
    """One model as answers name it; tokens as in `ScopeFigures`, USD by the recorded estimate, over the whole file."""

    name: Shown
    answers: int
    on_branch: int
    tokens: float
    cost: float
    without_cost: int
    rows: list[int]


class ErrorGroup(msgspec.Struct, frozen=True):
    """One error, or the failed attempts of one request, in file order (SES-17)."""

    rows: list[int]
    kinds: list[str]
    messages: list[Shown]
    """What each of `rows` records of its error, "" for nothing; of an execution without rows its own words."""
    resolved: int
    """Row of the answer that came through after the attempts; -1 when none did, or when it is no retry."""
    on_branch: bool
    execution: int = -1
    """Place of the captured execution that failed, without an error of the session's own; then `rows` holds its anchor, if any."""


class OverviewView(msgspec.Struct, frozen=True):
    """Element "overview": what Overview and Errors show."""

    scopes: list[ScopeFigures]
    files: list[FileUse]
    files_changed: int
    """Files changed on the active branch."""
    bug_reports: list[tuple[Shown, int]]
    """(id, row) of every bug report that was made from this session (SES-17)."""
    tools: list[ToolUse]
    models: list[ModelFigures]
    errors: list[ErrorGroup]
