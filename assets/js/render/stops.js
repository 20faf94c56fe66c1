// @ts-check
/**
 * Whether an answer ended well, by what is recorded of its end. Pure.
 */
import { member } from "../pointer.js";

const BROKEN = new Set(["error", "aborted", "length"]);

/** Words of providers for an answer that was cut, refused or blocked; others ("end_turn", "tool_use") say that it came through. */
const BAD_WORDS = /max_(?:output_)?tokens|^length$|context_window|refus|filter|safety|block|prohibited|recitation|spii|guardrail|malformed|error|fail|abort|cancel|incomplete/i;

/**
 * One word for what is marked as failed, as History has it: an answer's own stop reason, else "error".
 * @param {unknown} message
 */
export function failureWord(message) {
  const reason = member(message, "stopReason");
  return typeof reason === "string" && BROKEN.has(reason) ? reason : "error";
}

/** @param {unknown} message */
export function endedBadly(message) {
  const reason = member(message, "stopReason");
  const raw = member(message, "rawStopReason");
  return (typeof reason === "string" && BROKEN.has(reason)) || (typeof raw === "string" && BAD_WORDS.test(raw));
}
