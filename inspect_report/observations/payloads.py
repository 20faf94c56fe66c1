"""Provider payloads, responses and cache-warming decisions as the hooks saw them (CTX-10). Shown by themselves only.

Request, attempt, purpose and leaf are inferred by the observer and join nothing; a status is as told to the observer.
"""

from __future__ import annotations

from typing import Any

import msgspec

from inspect_report import bounds
from inspect_report.observations.dump import Observations
from inspect_report.pi.session import NotDecoded


class ObservedPayload(msgspec.Struct, frozen=True):
    """One payload record without its body. Raw values."""

    place: int
    """For `Observations.body(place, "payload")`."""
    run: int
    run_id: str
    request: int | None
    attempt: int | None
    purpose: str | None
    """request, resend or cache_warm, or what else was written."""
    leaf_id: str | None
    model: dict[str, str]
    observed_at: str
    time: float | None
    outcome: str | None
    """Of the turn that has this run and request number; None without one, and for warming."""
    cuts: tuple[tuple[str, int], ...]
    """(path, characters) of texts that the observer cut."""
    line: int
    file: int


class ObservedResponse(msgspec.Struct, frozen=True):
    """One response record: 2xx only, and possibly synthetic."""

    run_id: str
    request: int | None
    leaf_id: str | None
    status: float | None
    request_id: str | None
    observed_at: str
    time: float | None


class WarmingDecision(msgspec.Struct, frozen=True):
    """One decision on cache warming; costs in USD as Pi estimated them."""

    run_id: str
    action: str | None
    warm_cost: float | None
    miss_cost: float | None
    leaf_id: str | None
    observed_at: str
    time: float | None


def payload(observations: Observations, place: int) -> ObservedPayload:
    """The payload record at a place. Raises NotDecoded."""
    places = observations.places
    _, fields = observations.fields(place)
    run, request = places.run[place], fields.get("request")
    turn = observations.turn(run, request) if request is not None else None
    return ObservedPayload(
        place=place,
        run=run,
        run_id=observations.runs[run].id,
        request=request,
        attempt=fields.get("attempt"),
        purpose=fields.get("purpose"),
        leaf_id=fields.get("leafId"),
        model=fields.get("model", {}),
        observed_at=fields["observedAt"],
        time=places.when(place),
        outcome=turn.get("outcome") if turn else None,
        cuts=tuple((cut["path"], cut["chars"]) for cut in fields.get("cut", [])),
        line=places.line[place],
        file=observations.parts[places.part[place]].file,
    )


COMPLETED = "completed"
"""The outcome of a turn that did not fail."""


def chosen(observations: Observations, limit: int = bounds.OBSERVED_PAYLOADS) -> list[int]:
    """Places of the payloads that a report shows, in file order: the latest, those of failed turns, then the newest (LIM-1)."""
    listed = list(observations.of_type("provider_payload"))
    if not listed:
        return []
    picked = {listed[-1]}
    if len(listed) <= limit:
        return listed
    for place in reversed(listed):
        if len(picked) >= limit:
            break
        if _failed(observations, place):
            picked.add(place)
    for place in reversed(listed):
        if len(picked) >= limit:
            break
        picked.add(place)
    return sorted(picked)


def _failed(observations: Observations, place: int) -> bool:
    try:
        found = payload(observations, place)
    except NotDecoded:
        return False
    return found.outcome is not None and found.outcome != COMPLETED


def responses(observations: Observations) -> list[ObservedResponse]:
    """All responses in file order; unreadable ones are left out."""
    return [
        ObservedResponse(
            run_id=run_id,
            request=fields.get("request"),
            leaf_id=fields.get("leafId"),
            status=fields.get("status"),
            request_id=fields.get("requestId"),
            observed_at=fields["observedAt"],
            time=time,
        )
        for run_id, time, fields in _all(observations, "provider_response")
    ]


def warming_decisions(observations: Observations) -> list[WarmingDecision]:
    """All decisions on cache warming in file order; unreadable ones are left out."""
    return [
        WarmingDecision(
            run_id=run_id,
            action=fields.get("action"),
            warm_cost=fields.get("warmCost"),
            miss_cost=fields.get("missCost"),
            leaf_id=fields.get("leafId"),
            observed_at=fields["observedAt"],
            time=time,
        )
        for run_id, time, fields in _all(observations, "cache_warming_decision")
    ]


def _all(observations: Observations, kind: str) -> list[tuple[str, float | None, dict[str, Any]]]:
    found: list[tuple[str, float | None, dict[str, Any]]] = []
    places = observations.places
    for place in observations.of_type(kind):
        try:
            _, fields = observations.fields(place)
        except NotDecoded:
            continue
        found.append((observations.runs[places.run[place]].id, places.when(place), fields))
    return found
