"""The command: options, progress, the last line and exit statuses (CLI-8, CLI-9). All work is done by `build`."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, NoReturn, TextIO, cast

import click

from inspect_report import __version__
from inspect_report.errors import InspectError, OutputError, UsageError

if TYPE_CHECKING:
    from inspect_report.build import Report
    from inspect_report.redact import RedactionOptions

_EXAMPLES = """\b
Examples:
  pi-inspect export session.jsonl
  pi-inspect export session.jsonl -o report.html --theme dark
  pi-inspect export session.jsonl --observations session.observations.jsonl
  ssh host cat session.jsonl | pi-inspect export - -o report.html
"""

_PROGRESS_AFTER = 0.5


class _StoppedError(InspectError):
    """Ctrl-C, before click sees it and writes a line of its own."""

    exit_status = 130


class _ClosedError(InspectError):
    """The reader of standard output went away, before click sees it and ends the process without a word."""


class _Commands(click.Group):
    """The commands, with Ctrl-C and a closed pipe as errors like any other."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _ClosedError("standard output was closed") from None
        except KeyboardInterrupt:
            raise _StoppedError("stopped", "no report was left behind") from None


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Set PI_INSPECT_DEBUG=1 to see the traceback of an internal fault.",
)
@click.version_option(__version__, prog_name="pi-inspect", message="%(prog)s %(version)s")
def cli() -> None:
    """Turn a session of the Pi coding agent into one self-contained HTML report."""


@cli.command(epilog=_EXAMPLES)
@click.argument("session", metavar="SESSION")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Where to write; - is standard output.  [default: pi-inspect-<name>.html]",
)
@click.option("--leaf", metavar="ID", help="Show the session at this entry: its id or the beginning of it.")
@click.option(
    "--observations",
    metavar="FILE",
    multiple=True,
    help="Add what was captured of this session: a dump, or an event stream of Pi. Repeatable.",
)
@click.option(
    "--allow-mismatch", is_flag=True, help="Take --observations also of another session; the report says so."
)
@click.option(
    "--redact",
    metavar="REGEX",
    multiple=True,
    help="Mask what this Python regular expression matches, too. Repeatable.",
)
@click.option("--redact-paths", is_flag=True, help="Write home directories as ~ in all texts.")
@click.option(
    "--no-redact", is_flag=True, help="Mask nothing; the report says so. What is never shown stays withheld."
)
@click.option(
    "--without",
    type=click.Choice(["thinking", "images", "results", "prompts", "messages"]),
    multiple=True,
    help="Leave a part out; its rows stay with type and size. Repeatable.",
)
@click.option(
    "--images",
    type=click.Choice(["all", "small", "none"]),
    default="all",
    show_default=True,
    help="Which images are shown; small: up to 64 KiB.",
)
@click.option(
    "--theme",
    type=click.Choice(["light", "dark", "auto"]),
    default="light",
    show_default=True,
    help="Colours.",
)
@click.option(
    "--colour",
    type=click.Choice(["full", "some", "none"]),
    default="some",
    show_default=True,
    help="How much code is coloured.",
)
@click.option("--force", is_flag=True, help="Replace an existing file that is not a report of pi-inspect.")
@click.option(
    "--fingerprint",
    is_flag=True,
    help="Put SHA-256 and size of the input into the report also when values were masked.",
)
@click.option("--quiet", is_flag=True, help="No progress and no last line; errors and warnings stay.")
def export(
    session: str,
    output: str | None,
    leaf: str | None,
    observations: tuple[str, ...],
    allow_mismatch: bool,
    redact: tuple[str, ...],
    redact_paths: bool,
    no_redact: bool,
    without: tuple[str, ...],
    images: Literal["all", "small", "none"],
    theme: str,
    colour: str,
    force: bool,
    fingerprint: bool,
    quiet: bool,
) -> None:
    """Write one HTML report of SESSION, a session file (.jsonl) or - for standard input."""
    from inspect_report import build
    from inspect_report.redact.withhold import WithholdOptions

    redaction = _redaction(redact, redact_paths, no_redact)
    if no_redact:
        click.echo(
            "pi-inspect: warning: --no-redact: credentials stand in the report as recorded; review before sharing",
            err=True,
        )
    options = build.Options(
        theme=theme,
        leaf=leaf,
        colour=colour,
        observations=observations,
        allow_mismatch=allow_mismatch,
        fingerprint=fingerprint,
        redaction=redaction,
        withhold=WithholdOptions(frozenset(without), images),
    )
    target = output if output is not None else default_output(session)
    with _progress(quiet) as tell:
        if target == "-":
            report = build.export_to_stream(session, _standard_output(), options, progress=tell)
        else:
            report = build.export(session, target, options, force=force, progress=tell)
    if not quiet:
        click.echo(last_line(report), err=True)


def _standard_output() -> BinaryIO:
    # A process started with its standard output closed has no such object.
    standard = cast("TextIO | None", sys.stdout)
    if standard is None:
        raise OutputError("standard output: closed", "name a file with -o")
    return standard.buffer


def _redaction(patterns: tuple[str, ...], paths: bool, off: bool) -> RedactionOptions:
    """The redactor's options; a pattern that can't be used stops before anything is read or written (RED-11)."""
    from inspect_report.redact import RedactionOptions, compile_custom

    if patterns and off:
        raise UsageError("--redact and --no-redact were both given", "leave one of them out")
    compiled: list[re.Pattern[str]] = []
    for number, pattern in enumerate(patterns, 1):
        try:
            compiled.append(compile_custom(pattern))
        except ValueError as error:
            raise UsageError(f"--redact, pattern {number}: {error}") from None
    return RedactionOptions(enabled=not off, paths=paths, custom=tuple(compiled))


def default_output(session: str) -> str:
    """The file name a report gets without -o: after the session file, in the current directory (CLI-1)."""
    return "pi-inspect-stdin.html" if session == "-" else f"pi-inspect-{Path(session).stem}.html"


def last_line(report: Report) -> str:
    """What the person who made the report is told at the end (CLI-8)."""
    facts = [
        f"{report.output}: {report.size:,} bytes",
        f"input {report.input_bytes:,} bytes, SHA-256 {report.sha256}",
        _count(report.entries, "entry", "entries"),
        _masked(report),
        _count(report.cuts, "cut"),
        _count(report.warnings, "warning"),
        *(
            [f"{report.beside} lies beside the session and was not taken: --observations"]
            if report.beside
            else []
        ),
        "review before sharing, redaction is no guarantee",
    ]
    return " · ".join(facts)


def _masked(report: Report) -> str:
    rules = ", ".join(f"{rule} {values:,}" for rule, values in report.masked_by_rule.items())
    return _count(report.masked, "value masked", "values masked") + (f" ({rules})" if rules else "")


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


@contextlib.contextmanager
def _progress(quiet: bool) -> Generator[Callable[[str, float], None] | None, None, None]:
    """A line on standard error that says how far the work is, when somebody watches and it takes long enough."""
    if quiet or cast("TextIO | None", sys.stderr) is None or not sys.stderr.isatty():
        yield None
        return
    begun = time.monotonic()
    shown = ""

    def tell(step: str, share: float) -> None:
        nonlocal shown
        if time.monotonic() - begun < _PROGRESS_AFTER:
            return
        words = f"{step} {share:.0%}"
        if words != shown:
            sys.stderr.write(f"\r\x1b[K{words}")
            sys.stderr.flush()
            shown = words

    try:
        yield tell
    finally:
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command and end the process with CLI-9's exit status; every error is one line."""
    _stop_on_signals()
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Run the command; gives the exit status."""
    try:
        cli.main(args=arguments, prog_name="pi-inspect", standalone_mode=False)
        if cast("TextIO | None", sys.stdout) is not None:
            sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return 2
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (click.Abort, KeyboardInterrupt):
        return _fail("stopped", 130)
    except click.ClickException as error:
        return _fail(error.format_message(), 2)
    except (_ClosedError, BrokenPipeError):
        # The reader went away; a second error at interpreter exit would be noise.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _fail(
            "standard output was closed before all was written; read all of it, or name a file with -o", 1
        )
    except InspectError as error:
        return _fail(str(error), error.exit_status)
    except Exception as error:
        if os.environ.get("PI_INSPECT_DEBUG") == "1":
            raise
        kind = type(error).__name__
        return _fail(f"internal fault ({kind}); please report it, PI_INSPECT_DEBUG=1 shows the traceback", 1)
    return 0


def _fail(words: str, status: int) -> int:
    text = " ".join(words.split())
    click.echo(f"pi-inspect: {''.join(c if c.isprintable() else '�' for c in text)}", err=True)
    return status


def _stop_on_signals() -> None:
    """Let a termination request end the work like Ctrl-C does, so that no half file stays."""

    def stop(number: int, _frame: Any) -> NoReturn:
        raise SystemExit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), stop)
