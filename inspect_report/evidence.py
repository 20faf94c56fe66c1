"""The evidence labels: the fixed words that say where a shown thing comes from (UI-12). docs/views.md lists them."""

from __future__ import annotations

LABELS: dict[str, str] = {
    "context.session": "Session-derived: Pi's projection at the leaf, not exact model input. Handlers, provider conversion and the "
    "provider's own text are not in it.",
    "context.observed": "As Pi had it after the context handlers that ran before the observer. Later handlers, provider conversion, payload "
    "hooks and text the provider adds itself are not in it.",
    "context.compare": "The observed context beside Pi's projection at that observation's own leaf.",
    "payload": "What the payload hook was handed, at its own time: not a guaranteed final body, possibly only the part that is new; warming "
    "and resends are among them. Request, attempt, purpose and leaf are inferred by the observer and join nothing.",
    "payload.response": "As told to the observer: successful responses only, possibly synthetic.",
    "prompt.runtime": "The prompt as captured at a moment of the run, possibly not sent.",
    "environment.tools": "Pi's public catalog of tools as captured. Exposure and active do not say that the provider saw a tool; namespace "
    "and source prove no server.",
    "environment.declared": "Tool declarations replayed from the session's stored system messages at the leaf; no captured catalog.",
    "environment.mcp": "Only servers that extensions registered, as captured; an empty list does not mean that there were none. "
    "Configuration, connection, login, failure and ownership of tools are not recorded.",
    "environment.skills": "Skills as captured. A path does not show that the file exists; the content is not available.",
    "environment.commands": "Slash commands that Pi offered, as captured. Their arguments, code and use are not recorded.",
    "environment.advertised": "Skills that the system prompt stored in the session names at the leaf; no captured catalog.",
    "capture": "What an observer inside Pi wrote down while it ran, by its own clock. It saw what its hooks showed it, nothing else.",
    "context.branch": "Session-derived preview: Pi's projection at one entry, not a captured request. It shows no payload, runtime prompt or "
    "catalog.",
    "session.history": "Recorded entries of one branch in the order of their parent links, never by time. Groups are reading aids, "
    "not execution parentage.",
    "session.branch": "Recorded entries of the whole file by parent link, nothing repaired. Neither view moves Pi's leaf.",
    "session.details": "What the file holds of this entry, masked and bounded; a result is paired with its call by id along the path.",
    "context.unavailable": "The context can't be derived from this file.",
    "session.reading": "The recorded branch as a transcript: thinking and tools are folded, errors are open, internal events are left to History.",
    "session.executions": "Captured observations: tool calls as a collector saw them, by occurrence. An observed interval is wall-clock time between its "
    "callbacks; durationMs is what Pi reported. Neither is the provider's time.",
    "session.timeline": "Log times are points. Intervals are captured executions as the collector saw them, from its start callback to its end "
    "callback. Neighbours on the axis imply no cause.",
    "entry.prompt": "Replayed from the stored system messages and checkpoints of this branch, as Pi does; not a captured request.",
    "entry.skills": "What the record shows of skills being put into the conversation; not that the model complied.",
    "tokens.segment": "unavailable: recorded usage is never the size of one segment",
    "prompt.absent": "System prompt: not stored in this file",
    "tools.absent": "Tool declarations: not stored in this file",
    "cache.usage": "Recorded usage on the active branch, as the providers reported it and Pi stored it. Attempts without recorded "
    "usage do not appear. Costs are recorded estimates unless they say otherwise.",
    "cache.causes": "Causes are likely ones, named only where the record supports them.",
    "errors": "What the record itself marks as gone wrong; provider texts are never the model's words.",
    "redaction": "Masking follows rules and is no guarantee that no secret is left. Review before sharing.",
    "diagnostics": "What the file contains that could not be taken as it stands, found while reading it.",
    "limits": "Every bound of this report, and what it left out here.",
}
