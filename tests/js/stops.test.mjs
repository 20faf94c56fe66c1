// Which recorded ends of an answer are failures.
import assert from "node:assert/strict";
import { test } from "node:test";
import { endedBadly } from "../../assets/js/render/stops.js";

test("an answer that came through is no failure, whatever its provider calls the end", () => {
  for (const raw of ["end_turn", "tool_use", "stop", "STOP", "stop_sequence", "completed", "pause_turn", "tool_calls"]) assert.equal(endedBadly({ stopReason: "stop", rawStopReason: raw }), false, raw);
  assert.equal(endedBadly({ stopReason: "toolUse" }), false);
  assert.equal(endedBadly(null), false);
});

test("failed, aborted, cut and refused ones are", () => {
  for (const stopReason of ["error", "aborted", "length"]) assert.equal(endedBadly({ stopReason }), true, stopReason);
  for (const raw of ["max_tokens", "MAX_TOKENS", "max_output_tokens", "length", "refusal", "content_filter", "SAFETY", "guardrail_intervened", "model_context_window_exceeded"]) assert.equal(endedBadly({ stopReason: "stop", rawStopReason: raw }), true, raw);
});
