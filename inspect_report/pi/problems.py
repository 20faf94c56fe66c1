"""What a session file contains that could not be taken as it stands: every kind counted exactly, some shown (READ-3)."""

from __future__ import annotations

from dataclasses import dataclass, field

from inspect_report.bounds import DIAGNOSTIC_SAMPLE, DIAGNOSTIC_SAMPLES

KINDS: dict[str, str] = {
    "refused": "Pi does not open this file",
    "byte-order-mark": "a byte order mark before a line",
    "malformed-json": "lines that are no JSON",
    "torn-last-line": "a last line that was cut off",
    "torn-copy": "a cut-off copy right before the whole line",
    "nul-run": "lines of NUL bytes",
    "glued-lines": "lines with more than one object, or an object behind a torn one; Pi drops them",
    "skipped-value": "lines holding null, false, 0 or an empty string; Pi skips them",
    "not-an-object": "lines that hold a value which is no object",
    "invalid-utf8": "lines with invalid UTF-8, shown with U+FFFD",
    "second-header": "further session headers; Pi ignores them",
    "newer-version": "a format newer than this reader knows",
    "bad-type": "entries whose type is no usable text",
    "bad-id": "entries whose id is no usable text",
    "bad-parent": "entries whose parent id is neither null nor usable text",
    "bad-timestamp": "entries whose time stamp is no usable text",
    "bad-message": "message entries without a usable message",
    "bad-role": "messages whose role is no usable text",
    "bad-tool-call-id": "tool calls or results whose id is no usable text",
    "bad-label": "label entries that name no target, or a label that is no text",
    "bad-name": "session names that are no text",
    "bad-replacement": "context edits without a usable target or replacement",
    "repeated-id": "entries that share their id with another one",
    "identical-repeat": "entries written twice, byte for byte; totals count both, as Pi does",
    "unreadable-time": "time stamps that are no ISO 8601 date",
    "inherited": "entries copied from the parent session, older than this header",
    "before-header": "entries older than the session header",
    "not-decoded": "entries whose body could not be read",
    "bad-usage": "recorded usage that is no finite number, counted as 0",
}
"""Each kind and what it means, in the order in which they are listed."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One place of a problem. `offset` and `length` (bytes, at most 2 KiB of it) locate the raw text to show."""

    line: int
    reason: str
    offset: int
    length: int
    item: int = -1
    """The item it concerns, -1 if the line made none."""
    other_line: int = 0
    """The other line it concerns, such as the one Pi uses instead; 0 for none."""


@dataclass(slots=True)
class Problem:
    """One kind: how often, and its first places."""

    kind: str
    count: int = 0
    samples: list[Sample] = field(default_factory=list[Sample])

    @property
    def meaning(self) -> str:
        """The kind in words."""
        return KINDS[self.kind]


class Problems:
    """All problems of one reading, by kind."""

    def __init__(self) -> None:
        self._kinds: dict[str, Problem] = {}

    def add(
        self,
        kind: str,
        line: int,
        reason: str,
        offset: int = 0,
        length: int = 0,
        item: int = -1,
        other: int = 0,
    ) -> None:
        """Count one more of `kind`; the first ones are kept as samples."""
        problem = self._kinds.get(kind)
        if problem is None:
            problem = self._kinds[kind] = Problem(kind)
            assert kind in KINDS
        problem.count += 1
        if len(problem.samples) < DIAGNOSTIC_SAMPLES:
            problem.samples.append(Sample(line, reason, offset, min(length, DIAGNOSTIC_SAMPLE), item, other))

    def count(self, kind: str) -> int:
        """How many of `kind` there are."""
        problem = self._kinds.get(kind)
        return problem.count if problem else 0

    def of(self, kind: str) -> Problem | None:
        """The problem of `kind`, if there is one."""
        return self._kinds.get(kind)

    def all(self) -> list[Problem]:
        """Every problem found, in the fixed order of `KINDS`."""
        return [self._kinds[kind] for kind in KINDS if kind in self._kinds]
