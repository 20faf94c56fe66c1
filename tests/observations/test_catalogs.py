"""Catalogs, payloads and runs as captured."""

from __future__ import annotations

from typing import Any

import pytest

from inspect_report.observations import payloads
from inspect_report.observations.catalogs import (
    Change,
    Tool,
    callable_by_rule,
    captures,
    changes,
    items,
    prompt,
)
from inspect_report.observations.payloads import payload, responses, warming_decisions
from inspect_report.observations.runs import events, runs
from tests.observations.making import AT, context, dump, header, lines, numbered, observe


@pytest.mark.parametrize(
    ("exposure", "active", "expected"),
    [
        ("direct", True, True),
        ("direct", False, False),
        ("direct", None, None),
        ("model-only", True, False),
        ("codemode", False, True),
        ("deferred", False, True),
        ("deferred", None, True),
        ("hidden", True, False),
        ("novel", True, None),
        (None, True, None),
    ],
)
def test_callable_follows_the_documented_rule(
    exposure: str | None, active: bool | None, expected: bool | None
) -> None:
    assert callable_by_rule(exposure, active) is expected


def tool(name: str, **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "description": f"does {name}",
        "parameters": {"type": "object"},
        "exposure": "direct",
        **more,
    }


def test_a_tool_as_captured() -> None:
    found = observe(
        dump(
            {
                "type": "tools",
                "leafId": "a1",
                "tools": [
                    tool(
                        "find", active=True, promptGuidelines=["Be brief."], annotations={"readOnlyHint": True},
                        namespace={"name": "ns", "aliases": ["n"], "instructions": "read me"},
                        sourceInfo={"source": "builtin", "path": "builtin:find", "scope": "user", "origin": "top-level"},
                    ),
                    {"name": "bare"},
                ],
            }
        )
    )  # fmt: skip
    (capture,) = captures(found, "tools")
    assert (capture.observed_at, capture.run_id, capture.leaf_id, capture.line) == (
        AT.format(10),
        "r1",
        "a1",
        2,
    )
    full, bare = items(found, capture)
    assert isinstance(full, Tool)
    assert isinstance(bare, Tool)
    assert full.namespace is not None
    assert (full.namespace.name, full.namespace.aliases, full.namespace.description) == ("ns", ("n",), None)
    assert full.source is not None
    assert (full.source.path, full.source.scope) == ("builtin:find", "user")
    assert (full.callable, full.guidelines, full.annotations) == (
        True,
        ("Be brief.",),
        {"readOnlyHint": True},
    )
    assert (bare.source, bare.namespace, bare.active, bare.callable, bare.parameters) == (
        None,
        None,
        None,
        None,
        None,
    )


def test_what_a_catalog_added_removed_and_redefined() -> None:
    found = observe(
        dump(
            {"type": "tools", "tools": [tool("a"), tool("b"), tool("c", active=True)]},
            {
                "type": "tools",
                "tools": [tool("b", parameters={"type": "string"}), tool("c", active=False), tool("d")],
            },
            {
                "type": "tools",
                "tools": [tool("b", parameters={"type": "string"}), tool("c", active=False), tool("d")],
            },
        )
    )
    one, two, three = (items(found, capture) for capture in captures(found, "tools"))
    assert changes(one, two) == [
        Change("redefined", "b", ("parameters",)),
        Change("redefined", "c", ("active", "callable")),
        Change("added", "d"),
        Change("removed", "a"),
    ]
    assert changes(two, three) == []


def test_duplicates_stay_apart() -> None:
    skills = [{"name": "s", "filePath": "/a"}, {"name": "s", "filePath": "/b"}]
    found = observe(dump({"type": "skills", "skills": skills}, {"type": "skills", "skills": skills[:1]}))
    one, two = (items(found, capture) for capture in captures(found, "skills"))
    assert len(one) == 2
    assert changes(one, two) == [Change("removed", "s")]


def test_prompts_and_context_files() -> None:
    found = observe(
        dump(
            {"type": "system_prompt", "leafId": "a1", "prompt": "first"},
            {
                "type": "system_prompt",
                "leafId": "a1",
                "prompt": "second",
                "cut": [{"path": "prompt", "chars": 7}],
            },
            {
                "type": "context_files",
                "contextFiles": [{"path": "AGENTS.md", "content": "x"}, {"path": 5, "content": ""}],
            },
        )
    )
    assert [prompt(found, capture) for capture in captures(found, "system_prompt")] == ["first", "second"]
    assert captures(found, "system_prompt")[1].cuts == (("prompt", 7),)
    assert len(items(found, captures(found, "context_files")[0])) == 1
    assert found.notes.count("bad-item") == 1


def sent(request: int | None, **more: Any) -> dict[str, Any]:
    return {
        "type": "provider_payload", "request": request, "attempt": 1, "purpose": "request", "leafId": "a1",
        "model": {"provider": "p", "id": "m", "api": "x", "baseUrl": "DROPPED"}, "payload": {"n": request}, **more,
    }  # fmt: skip


def test_payloads_of_failed_turns_and_the_latest_are_chosen() -> None:
    records: list[dict[str, Any]] = []
    for request in range(1, 21):
        records += [
            context(request, []),
            sent(request),
            {"type": "turn", "request": request, "outcome": "error" if request in {2, 5} else "completed"},
        ]
    found = observe(dump(*records, sent(None, purpose="cache_warm")))
    chosen = [payload(found, place) for place in payloads.chosen(found)]
    assert [each.request for each in chosen] == [2, 5, 16, 17, 18, 19, 20, None]
    assert [each.outcome for each in chosen][:3] == ["error", "error", "completed"]
    assert chosen[-1].purpose == "cache_warm"
    assert chosen[0].model == {"provider": "p", "id": "m", "api": "x"}
    assert found.body(chosen[0].place, "payload") == {"n": 2}
    assert [payload(found, place).request for place in payloads.chosen(found, 2)] == [5, None]


def test_a_payload_that_is_null_is_kept() -> None:
    found = observe(dump(sent(1, payload=None)))
    assert found.body(payloads.chosen(found)[0], "payload") is None


def test_responses_and_warming() -> None:
    found = observe(
        dump(
            {"type": "provider_response", "request": 1, "leafId": "a1", "status": 200, "requestId": "req"},
            {
                "type": "cache_warming_decision",
                "action": "warm",
                "warmCost": 0.25,
                "missCost": 3,
                "leafId": "a1",
            },
        )
    )
    assert [(each.status, each.request_id) for each in responses(found)] == [(200, "req")]
    assert [(each.action, each.warm_cost, each.miss_cost) for each in warming_decisions(found)] == [
        ("warm", 0.25, 3)
    ]


def test_events_and_runs() -> None:
    raw = lines(
        [
            header(),
            *numbered(
                {
                    "type": "session_start",
                    "reason": "startup",
                    "thinkingLevel": "medium",
                    "model": {"id": "m"},
                },
                {"type": "marker", "event": "agent_start", "leafId": "a1"},
                {"type": "session_tree", "oldLeafId": "a1", "newLeafId": "a2", "summaryEntryId": 5},
                {"type": "model_select", "model": {"id": "n"}},
            ),
        ]
    )
    found = observe(raw)
    assert [(event.type, event.fields) for event in events(found)] == [
        ("session_tree", {"oldLeafId": "a1", "newLeafId": "a2", "$unavailable": ["summaryEntryId"]}),
        ("model_select", {"model": {"id": "n"}}),
    ]
    (run,) = runs(found)
    assert (run.reason, run.ended, run.thinking_level, run.model) == ("startup", None, "medium", {"id": "m"})
    assert (run.started_at, run.last_at) == (AT.format(10), AT.format(40))
    assert found.notes.unused == {"marker": 1}
