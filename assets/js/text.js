// @ts-check
/**
 * Literal text: exact characters, line numbers, terminal colours in the display form, visible marks for hidden controls.
 */
import { el } from "./dom.js";
import { displayLines, literalLines } from "./display.js";
import { count } from "./format.js";

/** A longer line has no number: the text falls back to plain. */
const LONG_LINE = 4_000;

/**
 * @typedef {object} TextOptions
 * @property {number} lines most lines drawn at once
 * @property {boolean} [literal] controls as marks instead of display
 * @property {"mono" | "prose"} [look]
 * @property {boolean} [numbers] line numbers, where there is more than one line; default true
 * @property {string} [label]
 */

/**
 * A text in its own isolated block. Beyond the bound it says how many lines are not shown.
 * @param {string} text
 * @param {TextOptions} options
 */
export function textView(text, { lines: limit, literal = false, look = "mono", numbers = true, label }) {
  const lines = literal ? literalLines(text) : displayLines(text);
  // A line break at the very end ends the last line, it does not begin an empty one.
  if (lines.length > 1 && lines[lines.length - 1].length === 0) lines.pop();
  const plain = !numbers || lines.length < 2 || lines.some((line) => line.reduce((sum, run) => sum + run.text.length, 0) > LONG_LINE);
  const digits = String(Math.min(lines.length, limit)).length;
  const block = el("div", { class: `text text-${look}${plain ? "" : ` numbered digits-${digits}`}`, role: label ? "group" : null, "aria-label": label ?? null });
  for (const line of lines.slice(0, limit)) block.append(lineElement(line));
  if (lines.length <= limit) return block;
  const rest = lines.length - limit;
  return el("div", { class: "text-cut" }, block, el("p", { class: "cut" }, `${count(rest)} more ${rest === 1 ? "line is" : "lines are"} not drawn (bound ${count(limit)}); Copy takes all of them.`));
}

/**
 * One line; empty lines keep their height through the style sheet.
 * @param {Run[]} runs
 */
function lineElement(runs) {
  const line = el("div", { class: "line", "data-line": "", dir: "auto" });
  for (const run of runs) line.append(runNode(run));
  return line;
}

/**
 * @param {Run} run
 * @returns {Node}
 */
export function runNode(run) {
  if (run.mark) {
    const code = /** @type {number} */ (run.text.codePointAt(0));
    return el("span", { class: "control", title: `U+${code.toString(16).toUpperCase().padStart(4, "0")}`, "data-unsearched": "" }, run.mark);
  }
  return run.style ? el("span", { class: run.style }, run.text) : document.createTextNode(run.text);
}

/**
 * A short text on one line: hidden controls marked, direction isolated.
 * @param {string} text
 * @param {ElementSpec} [spec]
 */
export function inlineText(text, spec) {
  const node = el("bdi", { dir: "auto", ...spec });
  for (const run of literalLines(text).flatMap((line, index) => (index ? [{ text: " ", style: "", mark: "" }, ...line] : line))) node.append(runNode(run));
  return node;
}

/**
 * A short text that begins with a tool's name: the name set apart from what follows.
 * @param {string} text
 * @param {string} name "" or another beginning leaves the text as it is
 * @param {ElementSpec} [spec]
 */
export function namedText(text, name, spec) {
  if (name === "" || (text !== name && !text.startsWith(`${name} `))) return inlineText(text, spec);
  const node = inlineText(text.slice(name.length), spec);
  node.prepend(inlineText(name, { class: "text-name" }));
  return node;
}
