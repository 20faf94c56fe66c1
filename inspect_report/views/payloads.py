"""Elements "payloads" and "runtime-prompt": what hooks were handed, shown by itself and joined with nothing (CTX-10, CTX-11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from inspect_report import bounds
from inspect_report.captured.texts import Texts
from inspect_report.observations import catalogs, payloads
from inspect_report.payload import Detail
from inspect_report.payload.observed import (
    ContextFilePart,
    PayloadPart,
    PayloadView,
    PromptCapture,
    ResponsePart,
    RuntimePromptView,
    WarmingPart,
)
from inspect_report.pi.jsvalues import length
from inspect_report.pi.session import NotDecoded
from inspect_report.redact import Shown
from inspect_report.sizes import rounded

if TYPE_CHECKING:
    from inspect_report.observations import Observations
    from inspect_report.report import Sources

_WHOLE = frozenset({"results", "prompts", "messages"})
"""Parts that --without takes away and that can't be told apart inside a payload."""


def build(sources: Sources) -> Iterator[tuple[str, Any]]:
    """The payloads with their bodies, each an element of its own; nothing without a dump."""
    if sources.observations is None:
        return
    texts = Texts(sources, sources.observations)
    made, bodies = _payloads(sources, sources.observations, texts)
    yield "payloads", made
    for number, body in enumerate(bodies):
        yield f"payload-{number}", body


def build_prompts(sources: Sources) -> Iterator[tuple[str, Any]]:
    """The runtime prompts and context files as captured; nothing without a dump."""
    if sources.observations is None:
        return
    texts = Texts(sources, sources.observations)
    yield from _prompts(sources, sources.observations, texts)


def _payloads(sources: Sources, observations: Observations, texts: Texts) -> tuple[PayloadView, list[Detail]]:
    total = len(observations.of_type("provider_payload"))
    chosen = payloads.chosen(observations)
    if total > len(chosen):
        sources.ledger.cut("observed_payloads", total - len(chosen), total - len(chosen))
    parts: list[PayloadPart] = []
    bodies: list[Detail] = []
    for place in chosen:
        try:
            facts = payloads.payload(observations, place)
        except NotDecoded:
            continue
        changes, size = sources.redactor.changes, observations.places.length[place]
        body, why = _body(sources, observations, texts, place)
        parts.append(
            PayloadPart(
                captured=texts.captured(place, facts.leaf_id, facts.cuts),
                request=-1 if facts.request is None else facts.request,
                attempt=-1 if facts.attempt is None else facts.attempt,
                purpose=texts.word(facts.purpose),
                model=texts.model(facts.model),
                outcome=texts.word(facts.outcome),
                body=len(bodies) if body is not None else -1,
                why=why,
                size=rounded(size) if sources.redactor.changes > changes else size,
            )
        )
        if body is not None:
            bodies.append(body)
    responses = list(_responses(observations, texts))
    warming = list(_warming(observations, texts))
    limit = bounds.CAPTURE_RECORDS
    beyond = [max(0, len(listed) - limit) for listed in (responses, warming)]
    if sum(beyond):
        sources.ledger.cut("capture_records", sum(beyond), sum(beyond))
    view = PayloadView(
        payloads=parts,
        total=total,
        responses=responses[-limit:],
        responses_omitted=beyond[0],
        warming=warming[-limit:],
        warming_omitted=beyond[1],
    )
    return view, bodies


def _body(
    sources: Sources, observations: Observations, texts: Texts, place: int
) -> tuple[Detail | None, Shown]:
    """A payload's body, or why it is not here."""
    if left_out := sorted(_WHOLE & sources.withhold.without):
        return None, Shown(f"left out: --without {', '.join(left_out)} can't be applied inside a payload")
    try:
        value = observations.body(place, "payload")
    except NotDecoded as reason:
        return None, texts.word(f"could not be read: {reason}")
    # One text of a payload must not take the room of all others.
    wrapped = texts.body({"payload": value}, bounds.CONTEXT_MESSAGE, bounds.PAYLOAD_FIELD, "payload")
    return wrapped, Shown("")


def _responses(observations: Observations, texts: Texts) -> Iterator[ResponsePart]:
    for place, facts in zip(
        _readable(observations, "provider_response"), payloads.responses(observations), strict=True
    ):
        yield ResponsePart(
            captured=texts.captured(place, facts.leaf_id),
            request=-1 if facts.request is None else facts.request,
            status=facts.status,
            request_id=texts.word(facts.request_id),
        )


def _warming(observations: Observations, texts: Texts) -> Iterator[WarmingPart]:
    for place, facts in zip(
        _readable(observations, "cache_warming_decision"),
        payloads.warming_decisions(observations),
        strict=True,
    ):
        yield WarmingPart(
            captured=texts.captured(place, facts.leaf_id),
            action=texts.word(facts.action),
            warm_cost=facts.warm_cost,
            miss_cost=facts.miss_cost,
        )


def _readable(observations: Observations, kind: str) -> Iterator[int]:
    """Places of the records of a type that can be read again."""
    for place in observations.of_type(kind):
        try:
            observations.fields(place)
        except NotDecoded:
            continue
        yield place


def _prompts(sources: Sources, observations: Observations, texts: Texts) -> Iterator[tuple[str, Any]]:
    captures = catalogs.captures(observations, "system_prompt")
    shown = captures[-bounds.OBSERVED_PROMPTS :]
    if len(captures) > len(shown):
        sources.ledger.cut("observed_prompts", len(captures) - len(shown), len(captures) - len(shown))
    prompts: list[PromptCapture] = []
    bodies: list[Detail] = []
    for capture in shown:
        try:
            prompt = catalogs.prompt(observations, capture)
        except NotDecoded:
            continue
        captured = texts.captured(capture.place, capture.leaf_id, capture.cuts)
        prompts.append(PromptCapture(captured=captured, chars=length(prompt), body=len(bodies)))
        bodies.append(
            texts.body({"text": prompt}, bounds.PROMPT_FIELD, 2 * bounds.PROMPT_FIELD, "prompt_field")
        )
    files, contents, captured = _context_files(observations, texts)
    beyond = max(0, len(files) - bounds.CATALOG_ITEMS)
    if beyond:
        sources.ledger.cut("catalog_items", beyond, beyond)
    yield (
        "runtime-prompt",
        RuntimePromptView(
            prompts=prompts[::-1],
            omitted=len(captures) - len(prompts),
            files=files[: bounds.CATALOG_ITEMS],
            files_captured=captured,
            files_omitted=beyond,
        ),
    )
    for number, body in enumerate(bodies):
        yield f"prompt-{number}", body
    if files:
        texts_of_files = {"files": contents[: bounds.CATALOG_ITEMS]}
        yield (
            "context-files",
            texts.body(texts_of_files, bounds.PROMPT_FIELD, 4 * bounds.PROMPT_FIELD, "prompt_field"),
        )


def _context_files(observations: Observations, texts: Texts) -> tuple[list[ContextFilePart], list[str], Any]:
    """The files of the last capture: what is listed of each, their raw contents, and when they were captured."""
    for capture in reversed(catalogs.captures(observations, "context_files")):
        try:
            items = catalogs.items(observations, capture)
        except NotDecoded:
            continue
        found = [item for item in items if isinstance(item, catalogs.ContextFile)]
        parts = [ContextFilePart(path=texts.path(item.path), chars=length(item.content)) for item in found]
        captured = texts.captured(capture.place, capture.leaf_id, capture.cuts)
        return parts, [item.content for item in found], captured
    return [], [], None
