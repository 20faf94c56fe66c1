// @ts-check
/**
 * Reading mode's sequence: a branch as the pieces a person reads, each result behind the call it answers. Pure.
 */
import { ROW } from "../session/entries.js";

/**
 * @typedef {object} ReadingData
 * @property {(row: number) => number} flags `Rows.flags`
 * @property {(row: number) => string} type
 * @property {(row: number) => string} role
 * @property {(row: number) => number} callOf row of the answer that a result belongs to, -1 when it stands alone
 */

/**
 * @typedef {object} ReadingTurn
 * @property {number} number of the prompt on the branch, 0 before the first
 * @property {number} prompt row, -1 before the first
 * @property {number} outcome row of the last answer, -1 without one
 * @property {number} first place of its first piece in the sequence
 */

/** Types that say in one line what changed, and need no more. */
const LINES = new Set(["model_change", "thinking_level_change", "context_edit", "label", "session_info"]);

/**
 * How a row is read: "prompt", "answer", "result" (one that no shown call claims), "line" or "other"; "" for what is left
 * to History: internal state, usage, and results that stand with their call.
 * @param {number} row
 * @param {ReadingData} data
 * @param {(row: number) => boolean} shown whether a row is part of the sequence
 */
export function pieceKind(row, data, shown) {
  const flags = data.flags(row);
  const type = data.type(row);
  if (flags & ROW.PROMPT) return "prompt";
  if (LINES.has(type)) return "line";
  if (flags & ROW.INTERNAL && !(flags & ROW.ERROR)) return "";
  const role = data.role(row);
  if (role === "assistant") return "answer";
  if (role === "toolResult") {
    const call = data.callOf(row);
    return call >= 0 && shown(call) ? "" : "result";
  }
  return "other";
}

/**
 * @param {Turn[]} turns of the branch
 * @param {ReadingData} data
 * @returns {{ keys: (number | string)[], kinds: Map<number | string, string>, turns: ReadingTurn[], gaps: Map<string, number> }}
 */
export function transcript(turns, data) {
  /** @type {(number | string)[]} */
  const keys = [];
  /** @type {Map<number | string, string>} */
  const kinds = new Map();
  /** @type {Map<string, number>} */
  const gaps = new Map();
  /** @type {ReadingTurn[]} */
  const out = [];
  const present = new Set(turns.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "row" ? [part.row] : []))));
  for (const turn of turns) {
    const first = keys.length;
    let outcome = -1;
    for (const part of turn.parts) {
      if (part.kind === "gap") {
        keys.push(part.key);
        kinds.set(part.key, "gap");
        gaps.set(part.key, part.figure);
        continue;
      }
      const kind = pieceKind(part.row, data, (row) => present.has(row));
      if (!kind) continue;
      if (kind === "answer") outcome = part.row;
      keys.push(part.row);
      kinds.set(part.row, kind);
    }
    if (keys.length > first) out.push({ number: turn.number, prompt: turn.prompt, outcome, first });
  }
  return { keys, kinds, turns: out, gaps };
}

/**
 * The turn that a place of the sequence belongs to.
 * @param {ReadingTurn[]} turns
 * @param {number} place
 */
export function turnAt(turns, place) {
  let low = 0;
  let high = turns.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (turns[middle].first <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
