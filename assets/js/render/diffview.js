// @ts-check
/**
 * A change as one column or two, with signs, line numbers and marked words.
 */
import { el, fill } from "../dom.js";
import { count, plural } from "../format.js";
import { Split } from "../parts.js";
import { textNodes } from "./code.js";
import { diffSize, sideBySide } from "./diff.js";

const SIGNS = { same: " ", added: "+", removed: "−", gap: "" };
const NAMES = { same: "", added: "added", removed: "removed", gap: "" };

/** Which form was chosen last; both suit everybody, so one choice counts for all. */
const chosen = { form: "unified" };

/**
 * @param {DiffRow[]} rows
 * @param {{lines: number, label: string, numbers?: boolean}} options
 */
export function diffView(rows, { lines: limit, label, numbers = true }) {
  const { added, removed } = diffSize(rows);
  const body = el("div", { class: "diff-body" });
  const draw = () => fill(body, chosen.form === "split" ? twoColumns(rows, limit, numbers) : oneColumn(rows, limit, numbers));
  const split = new Split("Form of the change", [{ name: "unified", title: "Unified" }, { name: "split", title: "Side by side" }], chosen.form, (name) => {
    chosen.form = name;
    draw();
  });
  draw();
  return el("div", { class: "diff", role: "group", "aria-label": label }, el("div", { class: "diff-head", "data-unsearched": "" }, el("span", { class: "diff-size" }, `${label ? `${label} · ` : ""}${plural(added, "line")} added, ${count(removed)} removed`), split.element), body);
}

/**
 * @param {DiffRow[]} rows
 * @param {number} limit
 * @param {boolean} numbers
 */
function oneColumn(rows, limit, numbers) {
  const table = el("div", { class: `diff-table${numbers ? " with-numbers" : ""}` });
  for (const row of rows.slice(0, limit)) {
    if (row.kind === "gap") table.append(gap());
    else table.append(el("div", { class: `diff-line diff-${row.kind}` }, numbers ? [number(row.old), number(row.now)] : null, sign(row), content(row)));
  }
  return bounded(table, rows.length, limit);
}

/**
 * @param {DiffRow[]} rows
 * @param {number} limit
 * @param {boolean} numbers
 */
function twoColumns(rows, limit, numbers) {
  const pairs = sideBySide(rows);
  const table = el("div", { class: `diff-table diff-split${numbers ? " with-numbers" : ""}` });
  for (const [left, right] of pairs.slice(0, limit)) {
    if (left?.kind === "gap") table.append(gap());
    else table.append(el("div", { class: "diff-pair" }, half(left, left?.old ?? 0, numbers), half(right, right?.now ?? 0, numbers)));
  }
  return bounded(table, pairs.length, limit);
}

/**
 * @param {DiffRow | null} row
 * @param {number} line
 * @param {boolean} numbers
 */
function half(row, line, numbers) {
  if (!row) return el("div", { class: "diff-half diff-empty" });
  return el("div", { class: `diff-half diff-${row.kind}` }, numbers ? number(line) : null, sign(row), content(row));
}

/**
 * @param {HTMLElement} table
 * @param {number} total
 * @param {number} limit
 */
function bounded(table, total, limit) {
  return total <= limit ? table : el("div", { class: "text-cut" }, table, el("p", { class: "cut" }, `${count(total - limit)} more lines are not drawn (bound ${count(limit)}).`));
}

/** @param {number} line */
function number(line) {
  return el("span", { class: "diff-number", "aria-hidden": "true", "data-number": line ? String(line) : "" });
}

/** @param {DiffRow} row */
function sign(row) {
  return el("span", { class: "diff-sign", "data-unsearched": "" }, NAMES[row.kind] ? el("span", { class: "offscreen" }, `${NAMES[row.kind]}: `) : null, el("span", { "aria-hidden": "true" }, SIGNS[row.kind]));
}

/** @param {DiffRow} row */
function content(row) {
  const line = el("span", { class: "diff-text", "data-line": "", dir: "auto" });
  if (row.words.length === 0) line.append(...textNodes(row.text));
  for (const [text, changed] of row.words) {
    if (changed) line.append(el("span", { class: "diff-word" }, ...textNodes(text)));
    else line.append(...textNodes(text));
  }
  return line;
}

function gap() {
  return el("div", { class: "diff-gap", "data-unsearched": "" }, "unchanged lines left out by the tool");
}
