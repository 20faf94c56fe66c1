"""The errors that Overview counts and Errors lists: what the record itself marks as gone wrong (SES-17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from inspect_report import bounds, summaries
from inspect_report.observations.executions import Executions
from inspect_report.payload import ErrorGroup
from inspect_report.pi import columns as c
from inspect_report.pi.jsvalues import MISSING, is_array, is_object
from inspect_report.pi.session import NotDecoded
from inspect_report.redact import Shown
from inspect_report.views.executions import chosen, failures

if TYPE_CHECKING:
    from inspect_report.model import Model
    from inspect_report.report import Sources


def groups(sources: Sources) -> list[ErrorGroup]:
    """The session's own errors in file order, then what only a dump knows to have failed, in its order."""
    return [*_errors(sources), *_failed_executions(sources)]


def _errors(sources: Sources) -> list[ErrorGroup]:
    """Errors in file order, retries grouped up to the attempt that came through (SES-17).

    A retry is an answer that follows a failed one on its own path, with nothing but failed answers and internal entries
    between.
    """
    model = sources.model
    session, row_of = model.session, sources.store.row_of
    grouped: set[int] = set()
    groups: list[ErrorGroup] = []
    for item in sorted(model.errors):
        if item in grouped or not (session.loaded(item) or item in row_of):
            continue
        attempts, resolved = [item], -1
        if _stopped(model, item) == "error":
            attempts, resolved = _retries(model, item)
            grouped.update(attempts)
        shown = [attempt for attempt in attempts if attempt in row_of]
        if not shown:
            continue
        kinds = dict.fromkeys(kind for attempt in attempts for kind in _kinds(model, attempt))
        groups.append(
            ErrorGroup(
                rows=sources.store.rows_for(shown),
                kinds=list(kinds),
                messages=[_error_words(sources, attempt) for attempt in shown],
                resolved=row_of.get(resolved, -1) if resolved >= 0 else -1,
                on_branch=item in model.on_path,
            )
        )
    return groups


def _failed_executions(sources: Sources) -> Iterator[ErrorGroup]:
    """What the dump knows to have failed and the session does not say, in the order of the dump."""
    model = sources.model
    if sources.observations is None:
        return
    executions = Executions(sources.observations)
    occurrences = chosen(executions)
    recorded = _recorded_failures(sources)
    for failure in failures(sources, lambda item: bool(model.session.errors[item] & c.ERROR_RESULT)):
        call = executions.execution(occurrences[failure.place]).tool_call_id
        if failure.nested and (failure.anchor, call) in recorded:
            continue
        yield ErrorGroup(
            rows=sources.store.rows_for([failure.anchor] if failure.anchor >= 0 else []),
            kinds=["captured nested call failed" if failure.nested else "captured execution failed"],
            messages=[failure.message],
            resolved=-1,
            on_branch=failure.anchor in model.on_path,
            execution=failure.place,
        )


def _recorded_failures(sources: Sources) -> set[tuple[int, str]]:
    """Nested calls that the session itself records as failed: the answer that led to them, and their call id."""
    errors = sources.model.session.errors
    return {
        (call, nested["id"])
        for result, call, _ in sources.pairs
        if errors[result] & c.ERROR_NESTED
        for nested in _failed_nested(_body(sources, result))
        if isinstance(nested.get("id"), str)
    }


ERROR_KINDS = {
    c.ERROR_RESULT: "tool error",
    c.ERROR_MESSAGE: "provider error",
    c.ERROR_DIAGNOSTICS: "diagnostics",
    c.ERROR_NESTED: "nested call failed",
    c.ERROR_EXIT: "command failed",
}
STOPS = {"aborted": "aborted", "length": "cut at the output limit (length)", "error": "answer failed"}
"""What a stop reason says of an answer, by itself."""


def _stopped(model: Model, item: int) -> Any:
    """The stop reason of an answer; None for other entries."""
    return model.session.stop_reasons[item] if model.session.roles[item] == "assistant" else None


def aborted(model: Model, item: int) -> bool:
    """Whether an item is an answer that somebody aborted."""
    return _stopped(model, item) == "aborted"


def _kinds(model: Model, item: int) -> list[str]:
    """What went wrong, in words. Whoever aborts an answer is not the provider, whatever message stands there."""
    bits, stop = model.session.errors[item], _stopped(model, item)
    provider = bits & c.ERROR_MESSAGE and stop != "aborted"
    kinds = [STOPS[stop]] if bits & c.ERROR_STOP and not (stop == "error" and provider) else []
    return kinds + [
        kind for bit, kind in ERROR_KINDS.items() if bits & bit and (provider or bit != c.ERROR_MESSAGE)
    ]


def _retries(model: Model, first: int) -> tuple[list[int], int]:
    """The attempts from `first` on, and the answer that came through (-1 when none did).

    An aborted answer is one of them only where Pi took the failed answer before it out of the context to ask again.
    """
    attempts, place = [first], first
    seen = {first}
    asked_again = False
    while True:
        children = [child for child in model.tree.children(place) if child not in seen]
        if not children:
            return attempts, -1
        place = next((child for child in children if child in model.on_path), children[0])
        seen.add(place)
        role, kind = model.session.roles[place], model.session.types[place]
        if role == "assistant":
            stop = _stopped(model, place)
            if stop not in ("error", "aborted"):
                return attempts, place
            if stop == "aborted":
                return attempts + [place] * asked_again, -1
            attempts.append(place)
            asked_again = False
        elif kind in ("message", "custom_message", "compaction", "branch_summary"):
            return attempts, -1
        elif place in model.session.edits:
            target, _ = model.session.edits[place]
            asked_again = asked_again or model.tree.find(target) == attempts[-1]


def _error_words(sources: Sources, item: int) -> Shown:
    """What the record says of an error: the provider's, the tool's or the nested calls' own words, redacted.

    Nothing for an answer of whose end nothing more is recorded: its summary is the model's words.
    """
    message = _body(sources, item)
    words = message.get("errorMessage")
    said = [_words(sources, words, item)] if isinstance(words, str) and words else []
    if message.get("role") == "assistant":
        return Shown("\n".join([*said, *_ending(sources, message, item)]))
    if said:
        return said[0]
    failed = [
        f"{nested.get('name') or 'unnamed'}: {nested.get('error') or 'no message recorded'}"
        for nested in _failed_nested(message)
    ]
    if failed and not sources.model.session.errors[item] & c.ERROR_RESULT:
        return _words(sources, "\n".join(failed), item)
    return sources.store.summary(item)


def _ending(sources: Sources, message: dict[str, Any], item: int) -> Iterator[Shown]:
    """What else is recorded of how an answer ended, a line each."""
    raw, diagnostics = message.get("rawStopReason"), message.get("diagnostics")
    if isinstance(raw, str) and raw:
        yield _words(sources, f"rawStopReason: {raw}", item)
    if is_array(diagnostics) and diagnostics:
        shown = summaries.compact(sources.redactor.json(diagnostics, item, bounds.DESCRIPTION))
        yield Shown(bounds.start(f"diagnostics: {shown}", bounds.DESCRIPTION))


def _words(sources: Sources, words: str, item: int) -> Shown:
    return Shown(bounds.start(sources.redactor.head(words, bounds.DESCRIPTION, item), bounds.DESCRIPTION))


def _body(sources: Sources, item: int) -> dict[str, Any]:
    """The message of an entry; empty where it has none or can't be decoded."""
    try:
        message = sources.model.session.entry(item).get("message", MISSING)
    except NotDecoded:
        return {}
    return message if is_object(message) else {}


def _failed_nested(message: dict[str, Any]) -> list[dict[str, Any]]:
    nested = message.get("nestedCalls")
    calls = nested.get("calls") if is_object(nested) else None
    return (
        [call for call in calls if is_object(call) and call.get("status") == "error"]
        if is_array(calls)
        else []
    )
