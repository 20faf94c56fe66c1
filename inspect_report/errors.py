"""One tree of errors; the command turns each into one line and an exit status (CLI-9)."""

from __future__ import annotations


class InspectError(Exception):
    """Something the person at the keyboard can act on: what happened, where, and what to do about it.

    `message` names what and where, `hint` says what to do. `exit_status` follows CLI-9.
    """

    exit_status = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}; {self.hint}" if self.hint else self.message


class InputError(InspectError):
    """An input that is missing, unreadable, refused or empty."""


class OutputError(InspectError):
    """An output that can't be written, or that must not be replaced."""


class UsageError(InspectError):
    """An option, value, pattern or id that can't be used (exit status 2)."""

    exit_status = 2
