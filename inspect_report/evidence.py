"""The evidence labels: the fixed words that say where a shown thing comes from (UI-12). docs/views.md lists them."""

from __future__ import annotations

LABELS: dict[str, str] = {
    "context.session": "Session-derived: Pi's projection at the leaf, not exact model input. Handlers, provider conversion and the "
    "provider's own text are not in it.",
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
