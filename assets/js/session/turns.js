// @ts-check
/**
 * History: a path as turns, and what of them is shown. Pure.
 */
import { NODE } from "./entries.js";

/**
 * @typedef {object} TurnData
 * @property {number[]} flags `Nodes.flags`
 * @property {(item: number) => number} rowOf
 * @property {(row: number) => number | null} time ms
 * @property {(row: number) => number} spent USD from the root to the row, itself included
 * @property {(row: number) => number | null | undefined} parentTime of rows whose parent has no row
 */

/**
 * The turns of a path: each begins at a user message, what precedes the first stands in a group of its own (SES-1).
 * @param {number[]} items from the root
 * @param {TurnData} data
 * @returns {Turn[]}
 */
export function turnsOf(items, data) {
  /** @type {{start: number, number: number, prompt: number, parts: TurnPart[], tools: number, errors: number}[]} */
  const groups = [];
  let prompts = 0;
  for (let place = 0; place < items.length; place += 1) {
    const item = items[place];
    const row = data.rowOf(item);
    const flags = data.flags[item];
    if (flags & NODE.PROMPT) prompts += 1;
    // A prompt without a row stays in the gap it stands in: a turn needs its prompt.
    if (groups.length === 0 || (flags & NODE.PROMPT && row >= 0)) groups.push({ start: place, number: flags & NODE.PROMPT ? prompts : 0, prompt: flags & NODE.PROMPT ? row : -1, parts: [], tools: 0, errors: 0 });
    const group = groups[groups.length - 1];
    if (flags & NODE.TOOL_RESULT) group.tools += 1;
    if (flags & NODE.ERROR) group.errors += 1;
    const last = group.parts[group.parts.length - 1];
    if (row >= 0) group.parts.push({ kind: "row", row });
    else if (last?.kind === "gap") last.figure += 1;
    else group.parts.push({ kind: "gap", key: `gap${item}`, item, figure: 1 });
  }
  return groups.map((group, i) => {
    const end = groups[i + 1]?.start ?? items.length;
    const { number, prompt, parts, tools, errors } = group;
    return { key: `turn${items[group.start]}`, number, prompt, parts, tools, errors, entries: end - group.start, cost: costOf(items, group.start, end, data), span: spanOf(items, group.start, end, data) };
  });
}

/**
 * @param {number[]} items
 * @param {number} start
 * @param {number} end
 * @param {TurnData} data
 */
function costOf(items, start, end, data) {
  const before = start === 0 ? 0 : sum(items[start]);
  const after = end < items.length ? sum(items[end]) : sum(items[end - 1]);
  // The next turn begins with a user message, which costs nothing itself.
  return before === null || after === null ? null : Math.max(0, after - before);

  /** @param {number} item */
  function sum(item) {
    const row = data.rowOf(item);
    return row < 0 ? null : data.spent(row);
  }
}

/**
 * @param {number[]} items
 * @param {number} start
 * @param {number} end
 * @param {TurnData} data
 */
function spanOf(items, start, end, data) {
  const first = data.rowOf(items[start]);
  const last = data.rowOf(items[end - 1]);
  const next = end < items.length ? data.rowOf(items[end]) : -1;
  const from = first >= 0 ? data.time(first) : null;
  const to = last >= 0 ? data.time(last) : next >= 0 ? (data.parentTime(next) ?? null) : null;
  return from === null || to === null ? null : to - from;
}

/**
 * The rows of History in order.
 * @param {Turn[]} turns
 * @param {object} options
 * @param {(row: number) => boolean} options.shows
 * @param {boolean} options.filtered gaps show only without filters
 * @param {Set<string | number>} options.closed keys of closed turns
 * @param {EntryPath["end"]} options.end how the path begins
 * @param {number} options.outside row of a selection that is not on the path but shown by a link; -1 for none
 * @returns {HistoryLine[]}
 */
export function historyLines(turns, { shows, filtered, closed, end, outside }) {
  /** @type {HistoryLine[]} */
  const out = [];
  if (outside >= 0) {
    out.push({ key: "outside", kind: "outside", row: -1, turn: -1, figure: 1, words: "Outside the shown branch" });
    out.push({ key: outside, kind: "row", row: outside, turn: -1, figure: 1, words: "" });
  }
  if (end !== "root" && !filtered) out.push({ key: "end", kind: "end", row: -1, turn: -1, figure: 0, words: end === "missing" ? "Earlier history is not in this file: the recorded parent of the next entry is missing." : "Parent links run in a circle: the recorded parent of the next entry stands below it." });
  turns.forEach((turn, place) => {
    /** @type {HistoryLine[]} */
    const lines = [];
    for (const part of turn.parts) {
      if (part.kind === "row") {
        if (shows(part.row)) lines.push({ key: part.row, kind: "row", row: part.row, turn: place, figure: 1, words: "" });
      } else if (!filtered) lines.push({ key: part.key, kind: "gap", row: -1, turn: place, figure: part.figure, words: "" });
    }
    if (lines.length === 0 && (filtered || turn.prompt < 0)) return;
    out.push({ key: turn.key, kind: "turn", row: turn.prompt, turn: place, figure: lines.length, words: "" });
    if (!closed.has(turn.key)) out.push(...lines);
  });
  return out;
}
