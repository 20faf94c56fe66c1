// @ts-check
/**
 * Links between entries: parent, children, call and result, label, what a compaction keeps.
 */
import { el } from "../dom.js";
import { count, plural } from "../format.js";
import { unavailable } from "../parts.js";
import { ROW, rowName } from "./entries.js";

/** Links of one kind that stand in a line. */
export const LINKED = 12;

/** How many links a line leaves out. @param {number} total */
export function moreWords(total) {
  return total > LINKED ? ` and ${count(total - LINKED)} more` : "";
}

/** View in which a link between entries stays: Branch view when that is shown, else History. @param {App} app */
function place(app) {
  return app.view === "branch" ? "branch" : "history";
}

/**
 * A link to a row in the Session view that is shown.
 * @param {App} app
 * @param {number} row
 * @param {string} [words]
 */
export function rowLink(app, row, words) {
  return app.jumpLink(words ?? rowName(app.data, row), { view: place(app), row }, { class: words ? "" : "id", title: app.data.rows?.id[row] || null });
}

/**
 * @param {SessionModel} model
 * @param {number} item
 */
export function itemLink(model, item) {
  const row = model.rowOf(item);
  return row >= 0 ? rowLink(model.app, row) : unavailable("an entry without a row in this report");
}

/**
 * @param {SessionModel} model
 * @param {number} row
 * @returns {Child}
 */
export function parentWords(model, row) {
  const parent = model.parentOf(row);
  if (parent === -1) return unavailable("none: a root");
  if (parent === -2) return unavailable("not in this file");
  const item = model.rows.item[row];
  if (parent === item) return unavailable("itself, as recorded");
  return [itemLink(model, parent), model.tree.cuts.has(item) ? " (part of a circle of parent links)" : ""];
}

/**
 * Links to the entries below a row; the first ones of many.
 * @param {SessionModel} model
 * @param {number} row
 * @returns {Child}
 */
export function childLinks(model, row) {
  const children = model.childrenOf(row);
  if (children.length === 0) return unavailable("none");
  const out = [];
  for (const child of children.slice(0, LINKED)) out.push(out.length ? ", " : "", itemLink(model, child));
  return [...out, moreWords(children.length)];
}

/**
 * The call that a tool result answers, in words with its link (SES-8).
 * @param {SessionModel} model
 * @param {number} row of a tool result
 * @returns {Child}
 */
export function callWords(model, row) {
  const pair = model.callOf.get(model.rows.item[row]);
  if (!pair) return unavailable("no usable id recorded");
  if (pair[1] === -2) return unavailable("ambiguous id: the nearest answer above has several calls of it");
  if (pair[1] === -1) return unavailable("no unanswered call of its id above it");
  return itemLink(model, pair[1]);
}

/**
 * The results of one call of an answer, in words with their links (SES-8).
 * @param {SessionModel} model
 * @param {number} row of the answer
 * @param {number} ordinal
 * @param {string} id recorded call id
 * @param {boolean} repeated whether the answer has another call of that id
 * @param {boolean} broken whether the answer was cancelled or cut off
 * @returns {Child}
 */
export function resultWords(model, row, ordinal, id, repeated, broken) {
  if (repeated) return unavailable("ambiguous id: this answer calls it more than once");
  const pairs = (model.resultsOf.get(model.rows.item[row]) ?? []).filter((pair) => pair[2] === ordinal);
  if (pairs.length === 0) {
    if (!id) return unavailable("no result recorded (the call has no usable id)");
    return unavailable(broken ? "outcome unknown: the answer was cancelled or cut off" : "no result recorded");
  }
  /** @type {Child[]} */
  const out = [];
  for (const [result] of pairs.slice(0, LINKED)) {
    const found = model.rowOf(result);
    if (out.length) out.push(", ");
    if (found < 0) {
      out.push(unavailable("recorded, without a row in this report"));
      continue;
    }
    out.push(rowLink(model.app, found), el("span", { class: model.rows.flags[found] & ROW.ERROR ? "outcome-error" : "unavailable" }, model.rows.flags[found] & ROW.ERROR ? " error" : " ok"));
  }
  return [...out, moreWords(pairs.length)];
}

/**
 * What a compaction did, in words (SES-16). It is a marker: the entries that it replaced stay in History.
 * @param {SessionModel} model
 * @param {number} row
 * @returns {string}
 */
export function compactionLine(model, row) {
  const mark = model.compactions.get(row);
  if (!mark) return "";
  const before = mark.tokens_before === null ? "tokens before not recorded" : `${count(mark.tokens_before)} tokens before`;
  const kept = model.rowOf(mark.first_kept);
  const keeps = mark.first_kept < 0 ? (mark.kept_id ? "its first kept entry is not on this path" : "keeps nothing before it") : `keeps from ${kept >= 0 ? rowName(model.data, kept) : "an entry without a row"}`;
  return `${before} · ${keeps} · ${plural(mark.replaced, "entry", "entries")} replaced`;
}
