// @ts-check
/**
 * Prompt and tools at an entry, with their texts from the details (SES-9).
 */
import { resolve } from "./pointer.js";
import { NODE, NO_STATE, above, stateAt } from "./replay.js";

/**
 * @typedef {object} HeldState
 * @property {PromptState | null} state null when there is none; `why` then says why
 * @property {string} why
 * @property {number} from item at which the state begins, -1 for none
 * @property {PromptState | null} before state at the nearest earlier system message or checkpoint; null without one
 * @property {number} beforeFrom that entry, -1 without one
 */

/**
 * @param {App} app
 * @param {number} row
 * @returns {HeldState}
 */
export function heldState(app, row) {
  const { nodes, rows } = app.data;
  /** @type {ReplayView | null} */
  const replay = app.data.element("replay");
  /** @type {HeldState} */
  const none = { state: null, why: "", from: -1, before: null, beforeFrom: -1 };
  if (!nodes || !replay || !rows) return { ...none, why: "This part of the report is damaged." };
  const item = rows.item[row];
  if (!(nodes.flags[item] & NODE.LOADED)) return { ...none, why: "Pi does not load this entry, so there is no prompt at it." };
  if (!(rows.flags[row] & 2)) return { ...none, why: "This entry can’t be named, so Pi can’t stand at it." };
  const { state, from } = stateAt(nodes, replay, item);
  if (state === NO_STATE.ABSENT) return { ...none, why: from >= 0 ? "No prompt is stored: the compaction above this entry holds no checkpoint, and nothing after it declares one." : "No prompt is stored at or above this entry: the file has no system message there." };
  if (state === NO_STATE.OVER_BOUNDS) return { ...none, from, why: "The system messages above this entry are longer than what is replayed here; they can be read in Raw." };
  if (state === NO_STATE.CIRCLE) return { ...none, why: "The parent links above this entry run in a circle." };
  const earlier = carrierAbove(nodes, from);
  const old = earlier >= 0 ? stateAt(nodes, replay, earlier).state : -1;
  return { state: replay.states[state], why: "", from, before: old >= 0 ? replay.states[old] : null, beforeFrom: earlier };
}

/** The nearest system message or compaction above an entry. @param {Nodes} nodes @param {number} from */
function carrierAbove(nodes, from) {
  let place = from;
  for (let steps = 0; steps < nodes.flags.length; steps += 1) {
    place = above(nodes, place).item;
    if (place < 0 || nodes.flags[place] & (NODE.SYSTEM | NODE.COMPACTION)) return place;
  }
  return -1;
}

/**
 * The value that a segment stands for; undefined when the report has left it out.
 * @param {App["data"]} data
 * @param {number} segment
 * @returns {unknown}
 */
export function segmentValue(data, segment) {
  const { rows, segments } = data;
  if (!rows || !segments || segment < 0) return undefined;
  let low = 0;
  let high = rows.item.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (rows.segment[middle] <= segment) low = middle;
    else high = middle;
  }
  const detail = data.detailOfRow(low);
  return "reason" in detail ? undefined : resolve(detail.value, data.string(segments.pointer[segment]));
}

/**
 * The text of a prompt segment: a string, or the text of a block.
 * @param {App["data"]} data
 * @param {number} segment
 * @returns {string | null}
 */
export function segmentText(data, segment) {
  const value = segmentValue(data, segment);
  if (typeof value === "string") return value;
  const text = value !== null && typeof value === "object" ? /** @type {Record<string, unknown>} */ (value).text : undefined;
  return typeof text === "string" ? text : null;
}

/**
 * A tool declaration of a state.
 * @param {App["data"]} data
 * @param {[string, number, number]} tool
 * @returns {unknown}
 */
export function declaration(data, [, segment, place]) {
  const list = segmentValue(data, segment);
  return Array.isArray(list) ? list[place] : undefined;
}
