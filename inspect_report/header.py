"""Element "meta": the header, and what the panels opened from it show (UI-1)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from msgspec import structs

from inspect_report import __version__, bounds, summaries
from inspect_report.evidence import LABELS
from inspect_report.payload import Bound, Diagnostic, Meta, ModelUse, RedactionRow, Redactions, Sample, Totals
from inspect_report.pi import problems
from inspect_report.pi.usage import scope, totals
from inspect_report.redact import OVERLAP, Shown
from inspect_report.report import Sources
from inspect_report.views import capture

UNTITLED = Shown("Session without a name or prompt")


@dataclass(frozen=True)
class HeaderTexts:
    """What the header shows of the file's first line, redacted before any entry is (RED-4's order)."""

    file: Shown
    session_id: Shown
    cwd: Shown
    parent_session: Shown
    version: Shown
    name: Shown


def header_texts(sources: Sources) -> HeaderTexts:
    """Redact the header's texts; paths lose their home directory (RED-10)."""
    session, redactor = sources.model.session, sources.redactor
    header = session.header

    def word(value: Any, *, path: bool = False) -> Shown:
        if not isinstance(value, str):
            return Shown("")
        shown = redactor.home(value) if path else redactor.text(value, "header")
        return Shown(bounds.start(shown, bounds.DESCRIPTION))

    version = session.original_version
    parent = header.get("parentSession") or header.get("branchedFrom")
    return HeaderTexts(
        file=redactor.text(sources.file, "header"),
        session_id=word(header.get("id")),
        cwd=word(header.get("cwd"), path=True),
        parent_session=word(parent, path=True),
        version=redactor.text(summaries.compact(version), "header")
        if isinstance(version, (int, float, str))
        else Shown(""),
        name=word(sources.model.tree.name()),
    )


@dataclass(frozen=True)
class Options:
    """What the report says of the options it was made with: names, never values that the person typed."""

    theme: str
    names: list[str]
    fingerprint: bool


def meta(sources: Sources, texts: HeaderTexts, options: Options, diagnostics: list[Diagnostic]) -> Meta:
    """Everything the header and the panels opened from it need. Called last: it counts masks and cuts."""
    model, store = sources.model, sources.store
    session = model.session
    redactions = redaction_list(sources)
    title, source = _title(sources, texts)
    times = [time for time in map(session.moment, model.path) if time is not None]
    fingerprint = options.fingerprint or _complete(sources)
    branch = _totals(sources, "active branch", model.path)
    everything = (
        structs.replace(branch, scope="whole file") if model.linear else _totals(sources, "whole file", None)
    )
    return Meta(
        format=1,
        tool=f"pi-inspect {__version__}",
        file=texts.file,
        title=title,
        title_source=source,
        session_id=texts.session_id,
        cwd=texts.cwd,
        parent_session=texts.parent_session,
        version=texts.version,
        started=min(times, default=None),
        ended=max(times, default=None),
        models=_models(sources),
        items=session.n,
        loaded=len(scope(session)),
        on_branch=len(model.path),
        turns=sum(item in model.prompts for item in model.path),
        errors=sum(item in model.errors for item in model.path),
        leaf_item=model.path[-1] if model.path else -1,
        leaf_row=store.row_of.get(model.path[-1], -1) if model.path else -1,
        leaf_id=store.rows.id[store.row_of[model.path[-1]]]
        if model.path and model.path[-1] in store.row_of
        else Shown(""),
        leaf_chosen=model.leaf_chosen,
        totals=[branch, everything],
        notices=notices(sources),
        diagnostics=diagnostics,
        redactions=redactions,
        bounds=[
            Bound(
                name,
                limit.words,
                limit.limit,
                limit.unit,
                sources.ledger.cuts.get(name, 0),
                sources.ledger.omitted.get(name, 0),
                limit.lost or limit.unit,
            )
            for name, limit in bounds.LIMITS.items()
        ],
        options=options.names,
        theme=options.theme,
        labels=LABELS,
        chunks=len(store.chunks),
        images=len(sources.images.stored),
        sha256=session.sha256 if fingerprint else "",
        input_bytes=session.size if fingerprint else -1,
    )


def _complete(sources: Sources) -> bool:
    """Whether nothing was masked or left out by an option: else a hash would let what is missing be guessed (FILE-4)."""
    return not (sources.redactor.changes or sources.withhold.without or sources.withhold.images != "all")


def _title(sources: Sources, texts: HeaderTexts) -> tuple[Shown, str]:
    if texts.name:
        return Shown(bounds.start(texts.name, bounds.TITLE)), "name"
    prompts = (sources.store.summary(item) for item in sources.model.path if item in sources.model.prompts)
    first = Shown("")
    for words in filter(None, prompts):
        # A slash command says what Pi was to do, not what the session is about.
        if not re.match(r"/[\w:.-]+(\s|$)", words):
            return words, "prompt"
        first = first or words
    return (first, "prompt") if first else (UNTITLED, "none")


def _models(sources: Sources) -> list[ModelUse]:
    rows, strings = sources.store.rows, sources.store.strings.values
    counts: dict[Shown, int] = {}
    for item in sources.model.path:
        row = sources.store.row_of.get(item, -1)
        if row >= 0 and strings[rows.role[row]] == "assistant" and strings[rows.name[row]]:
            name = strings[rows.name[row]]
            counts[name] = counts.get(name, 0) + 1
    ranked = sorted(counts.items(), key=lambda pair: -pair[1])
    return [ModelUse(name, count) for name, count in ranked]


def _totals(sources: Sources, name: str, items: list[int] | None) -> Totals:
    sums = totals(sources.model.session, items)
    return Totals(
        scope=name,
        input=sums.input,
        output=sums.output,
        cache_read=sums.cache_read,
        cache_write=sums.cache_write,
        total_tokens=sums.tokens,
        cost=sums.cost,
        records=sums.rows,
        without_cost=sums.without_cost,
    )


def notices(sources: Sources) -> list[Shown]:
    """Banners that hold for the whole report."""
    session = sources.model.session
    words: list[str] = []
    if session.refused:
        words.append(f"Pi does not open this file: {session.refused}")
    if not sources.redactor.options.enabled:
        words.append("Nothing was masked: this report was made with --no-redact. Review before sharing.")
    if session.problems.count("newer-version"):
        words.append(
            "The file's format is newer than the one this report knows; it is read as version 3, as Pi does."
        )
    if broken := broken_path(sources):
        words.append(broken)
    if session.problems.count("glued-lines"):
        words.append(
            "Some lines hold more than one entry; Pi drops them. They are shown, marked “not loaded by Pi”."
        )
    return [*(sources.redactor.text(each, "notices") for each in words), *capture.mismatched(sources)]


def broken_path(sources: Sources) -> str:
    """Why the active branch is not whole; empty where it is."""
    session, model = sources.model.session, sources.model
    if model.walk.cycle:
        return "Parent links of the active branch run in a circle: the file is damaged, the path shows the entries up to it."
    if model.walk.missing_parent is not None:
        return f"Partial history: the parent of line {session.line[model.path[0]]:,} is not in this file."
    return ""


def diagnostics(sources: Sources) -> list[Diagnostic]:
    """What was found while reading, with redacted samples (READ-3)."""
    session, redactor = sources.model.session, sources.redactor
    found: list[Diagnostic] = []
    for problem in session.problems.all():
        samples: list[Sample] = []
        for each in problem.samples:
            row = sources.store.row_of.get(each.item, -1)
            samples.append(
                Sample(each.line, redactor.text(each.reason, "diagnostics"), _sample(sources, each), row)
            )
        if problem.count > len(samples):
            sources.ledger.cut(
                "diagnostic_samples", problem.count - len(samples), problem.count - len(samples)
            )
        found.append(Diagnostic(problem.kind, problem.meaning, problem.count, samples))
    return [*found, *capture.diagnostics(sources)]


def _sample(sources: Sources, sample: problems.Sample) -> Shown:
    """The raw text of a sample; where it is cut, what follows is read too, so that no secret is cut in half."""
    if not sample.length:
        return Shown("")
    beyond = OVERLAP if sample.length >= bounds.DIAGNOSTIC_SAMPLE else 0
    raw = sources.model.session.bytes_at(sample.offset, sample.length + beyond).partition(b"\n")[0]
    limit = len(raw[: sample.length].decode("utf-8", "replace"))
    return sources.redactor.head(raw.decode("utf-8", "replace"), limit, "diagnostics")


def redaction_list(sources: Sources) -> Redactions:
    """The redactor's list with rows in place of items (RED-8)."""
    report = sources.redactor.report()
    rows: list[RedactionRow] = []
    for rule in report.rules:
        found = [sources.store.row_of.get(place, -1) for place in rule.entries if isinstance(place, int)]
        words = [str(place) for place in rule.entries if not isinstance(place, int)]
        if any(row < 0 for row in found):
            words.append("an entry without a row")
        rows.append(
            RedactionRow(
                rule.rule, rule.values, rule.places, [row for row in found if row >= 0], words, rule.unlisted
            )
        )
    if report.unlisted:
        sources.ledger.cut("redaction_places", report.unlisted, report.unlisted)
    return Redactions(report.enabled, report.values, report.masked, rows, report.unlisted)
