"""The single pass: a session file becomes one report (CLI-10). `inspect_report.export` is what the command itself uses."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, NamedTuple

from inspect_report import files, header, leaf, page, selection, static
from inspect_report.bounds import Ledger
from inspect_report.errors import InputError, OutputError
from inspect_report.model import Model
from inspect_report.observations import facts_of, read_observations
from inspect_report.page import Element, element
from inspect_report.pi.session import InputGone, Session, read_session
from inspect_report.pi.tree import Tree
from inspect_report.redact import RedactionOptions, Redactor
from inspect_report.redact.withhold import PARTS, WithholdOptions
from inspect_report.report import Sources
from inspect_report.store import StoreBuilder
from inspect_report.views import VIEWS, capture

Progress = Callable[[str, float], None]
"""Told what is being done and which share of it is done, 0 to 1."""


@dataclass(frozen=True)
class Options:
    """How a report is made. Defaults are the command's."""

    theme: str = "light"
    """"light", "dark" or "auto"."""
    leaf: str | None = None
    """Id of the entry at which the session is shown, or the beginning of one id; None for Pi's own leaf."""
    colour: str = "some"
    """How much code is coloured: "full", "some" or "none" (CLI-3)."""
    observations: tuple[str | Path, ...] = ()
    """Dumps of captured observations, or event streams of Pi, that belong to the session."""
    allow_mismatch: bool = False
    """Take dumps also when they are of another session, or can't be shown to be of this one; the report says so."""
    fingerprint: bool = False
    """Put SHA-256 and size of the input into the report also when values were masked (FILE-4)."""
    redaction: RedactionOptions = field(default_factory=RedactionOptions)
    withhold: WithholdOptions = field(default_factory=WithholdOptions)

    def names(self) -> list[str]:
        """The options as the report names them: no value that the person typed."""
        named = [f"--theme {self.theme}"] if self.theme != "light" else []
        named += ["--leaf"] if self.leaf is not None else []
        named += ["--observations"] if self.observations else []
        named += ["--allow-mismatch"] if self.observations and self.allow_mismatch else []
        named += [f"--redact custom-{number}" for number in range(1, len(self.redaction.custom) + 1)]
        named += ["--redact-paths"] if self.redaction.paths else []
        named += [] if self.redaction.enabled else ["--no-redact"]
        named += [f"--without {part}" for part in PARTS if part in self.withhold.without]
        named += [f"--images {self.withhold.images}"] if self.withhold.images != "all" else []
        named += [f"--colour {self.colour}"] if self.colour != "some" else []
        return [*named, "--fingerprint"] if self.fingerprint else named


@dataclass(frozen=True)
class Report:
    """What was written: the facts of the command's last line (CLI-8)."""

    output: str
    """Path as given, or "standard output"."""
    size: int
    """Bytes of the report."""
    input_bytes: int
    sha256: str
    """Of the input's bytes, hexadecimal."""
    entries: int
    masked: int
    """Different values masked."""
    masked_by_rule: dict[str, int]
    """Of each rule the number of different values it masked, in the order of first appearance (RED-5)."""
    cuts: int
    """Places where a bound left something out."""
    warnings: int
    """Lines and values with a diagnostic, those of dumps included; one more where the active branch has no whole history."""
    beside: str = ""
    """Name of a dump that lies beside the session and was not taken; empty for none."""


def export(
    session: str | Path,
    output: str | Path,
    options: Options | None = None,
    *,
    force: bool = False,
    progress: Progress | None = None,
) -> Report:
    """Write the report of `session` (a path, or "-" for standard input) to the file `output`.

    An existing output is replaced only if it is a report of this tool, or with `force`; never an input, a session or a
    dump. Raises `errors.InspectError` with a one-line message; nothing is left half written.
    """
    target, options = files.output_path(str(output)), options or Options()
    with _opened(session, options) as (source, dumps):
        files.check_output(target, [source, *dumps], mark=page.MARK.encode(), force=force)
        built = _Build(source, dumps, options, progress)
        size = files.write_output(target, built.pieces())
        return built.report(str(output), size, files.dump_beside(str(session), dumps))


def export_to_stream(
    session: str | Path, stream: BinaryIO, options: Options | None = None, *, progress: Progress | None = None
) -> Report:
    """Write the report of `session` to an open binary stream; nothing is written before the session was read."""
    options = options or Options()
    with _opened(session, options) as (source, dumps):
        built = _Build(source, dumps, options, progress)
        size = 0
        for piece in built.pieces():
            data = piece.encode()
            _send(lambda data=data: stream.write(data))
            size += len(data)
        _send(stream.flush)
        return built.report("standard output", size, files.dump_beside(str(session), dumps))


def _send(write: Callable[[], object]) -> None:
    try:
        write()
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise OutputError(f"standard output: {reason}", "send it elsewhere or name a file with -o") from None


_COLLECT_EVERY = 10_000
"""Containers made between two looks for cycles, of which an export makes none; Python's own 700 took a tenth of its time."""


@contextmanager
def _rarely_collected() -> Generator[None, None, None]:
    thresholds = gc.get_threshold()
    gc.set_threshold(_COLLECT_EVERY, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)


@contextmanager
def _opened(
    session: str | Path, options: Options
) -> Generator[tuple[files.Input, list[files.Input]], None, None]:
    """The session and its dumps, open as long as the report is made."""
    if "-" in map(str, options.observations):
        raise InputError("--observations -: standard input can't hold a dump", "name a file")
    with ExitStack() as stack:
        stack.enter_context(_rarely_collected())
        source = stack.enter_context(files.open_input(str(session)))
        dumps = [stack.enter_context(files.open_input(str(path))) for path in options.observations]
        try:
            yield source, dumps
        except InputGone as error:
            raise InputError(f"{source.name}: {error}", "copy the file and export the copy") from None


class Prepared(NamedTuple):
    """A session that was read and redacted: what the views build from, and the header's texts."""

    sources: Sources
    texts: header.HeaderTexts


def prepare(
    source: files.Input, options: Options, progress: Progress | None = None, dumps: Sequence[files.Input] = ()
) -> Prepared:
    """Read a session and its dumps and make rows, segments and details; all of them have to stay open while those are used."""

    def told(step: str, total: int) -> Callable[[float], None] | None:
        if progress is None:
            return None
        tell = progress
        return lambda done: tell(step, done / total if total else 1)

    session = _read(source, told("Reading", source.size))
    tree = Tree(session)
    at = leaf.choose(tree, options.leaf) if options.leaf is not None else tree.leaf()
    model = Model(session, tree, at, leaf_chosen=options.leaf is not None)
    observed = None
    if dumps:
        size = sum(dump.size for dump in dumps)
        reading = told("Reading observations", size)
        observed = read_observations(
            dumps, facts_of(session), allow_mismatch=options.allow_mismatch, progress=reading
        )
    redactor, ledger = Redactor(options.redaction), Ledger()
    builder = StoreBuilder(model, redactor, ledger, options.withhold, options.colour)
    sources = Sources(
        model, builder.empty(), redactor, ledger, source.name, observed, options.withhold, builder.images
    )
    texts = header.header_texts(sources)
    chosen = selection.rows(model)
    sources.store = builder.build(chosen, selection.details(model, chosen), told("Writing", 1))
    redactor.seal()
    return Prepared(sources, texts)


def _read(source: files.Input, progress: Callable[[int], None] | None) -> Session:
    """The session, with errors that say which input they are about."""
    try:
        return read_session(source.file, source.size, progress=progress)
    except InputError as error:
        error.message = f"{source.name}: {error.message}"
        error.hint = error.hint or "name a session file that Pi wrote (.jsonl)"
        raise
    except OSError as error:
        raise InputError(
            f"{source.name}: {(error.strerror or str(error)).lower()}", "copy the file and try again"
        ) from None


class _Build:
    """One report in the making."""

    def __init__(
        self, source: files.Input, dumps: Sequence[files.Input], options: Options, progress: Progress | None
    ) -> None:
        self._sources, texts = prepare(source, options, progress, dumps)
        self._parts = [
            (name, part) for view in VIEWS if view.build for name, part in view.build(self._sources)
        ]
        diagnostics = header.diagnostics(self._sources)
        self._turns = static.static_turns(self._sources)
        names = header.Options(options.theme, options.names(), options.fingerprint)
        self._meta = header.meta(self._sources, texts, names, diagnostics)
        if not self._meta.sha256:
            self._parts = [
                (name, capture.guarded(part) if name == "capture" else part) for name, part in self._parts
            ]

    def pieces(self) -> Iterator[str]:
        """The page, piece by piece."""
        readable = static.static_part(self._meta, self._turns, dict(self._parts)["overview"])
        return page.render(self._meta, readable, self._elements(), tuple(view.name for view in VIEWS))

    def _elements(self) -> Iterator[Element]:
        store = self._sources.store
        yield element("meta", self._meta)
        yield element("rows", store.rows)
        yield element("segments", store.segments)
        for name, part in self._parts:
            yield element(name, part)
        for number, chunk in enumerate(store.chunks):
            yield page.encoded(f"d{number}", chunk)
        for name, image in self._sources.images.stored.items():
            yield element(name, image.data)
        for name, markup in store.markup:
            yield page.encoded(name, markup)

    def report(self, output: str, size: int, beside: str) -> Report:
        """What the command says at the end."""
        session, observed = self._sources.model.session, self._sources.observations
        notes = [*session.problems.all(), *(observed.notes.all() if observed else [])]
        torn = bool(header.broken_path(self._sources))
        return Report(
            output=output,
            size=size,
            input_bytes=session.size,
            sha256=session.sha256,
            entries=session.n,
            masked=self._meta.redactions.values,
            masked_by_rule={row.rule: row.values for row in self._meta.redactions.rows},
            cuts=self._sources.ledger.total,
            warnings=sum(note.count for note in notes) + torn,
            beside=beside,
        )
