// @ts-check
/**
 * Code with the colours that the export made, line numbers of the file, and visible marks for hidden controls.
 */
import { literalLines } from "../display.js";
import { el } from "../dom.js";
import { count } from "../format.js";
import { runNode } from "../text.js";

/** Names of the token classes in the order of `inspect_report.markup.colour.CLASSES`. */
const CLASSES = ["", "keyword", "string", "comment", "number", "name", "type", "tag", "variable", "added", "removed"];

/** A longer line has no number: the text falls back to plain. */
const LONG_LINE = 4_000;

/**
 * Pieces of a text as nodes: hidden controls become marks, line breaks stay.
 * @param {string} text
 * @returns {Node[]}
 */
export function textNodes(text) {
  return literalLines(text).flatMap((line, place) => (place ? [document.createTextNode("\n"), ...line.map(runNode)] : line.map(runNode)));
}

/**
 * Lines of pieces with class names. A line's own carriage return is part of its line break.
 * @param {string} text
 * @param {[string, number[]] | undefined} colour
 * @returns {[string, string][][]}
 */
export function colouredLines(text, colour) {
  /** @type {[string, string][][]} */
  const lines = [[]];
  const runs = colour ? colour[1] : [];
  let at = 0;
  const put = (/** @type {number} */ end, /** @type {string} */ name) => {
    const parts = text.slice(at, end).split("\n");
    parts.forEach((part, place) => {
      if (place) lines.push([]);
      if (part) lines[lines.length - 1].push([part, name]);
    });
    at = end;
  };
  for (let i = 0; i + 1 < runs.length; i += 2) put(Math.min(text.length, at + runs[i]), CLASSES[runs[i + 1]] ?? "");
  put(text.length, "");
  for (const line of lines) {
    const last = line[line.length - 1];
    if (last?.[0].endsWith("\r")) last[0] = last[0].slice(0, -1);
  }
  return lines;
}

/**
 * @param {string} text
 * @param {object} options
 * @param {[string, number[]]} [options.colour] language and runs
 * @param {number} [options.first] number of the first line; 0 for no numbers
 * @param {number} options.lines most lines drawn
 * @param {string} [options.label]
 */
export function codeView(text, { colour, first = 1, lines: limit, label }) {
  const lines = colouredLines(text, colour);
  if (lines.length > 1 && lines[lines.length - 1].length === 0) lines.pop();
  const shown = lines.slice(0, limit);
  const plain = first === 0 || shown.some((line) => line.reduce((sum, [piece]) => sum + piece.length, 0) > LONG_LINE);
  const block = el("div", { class: `text text-mono code${plain ? "" : ` numbered digits-${Math.min(6, String(first + shown.length - 1).length)}`}`, role: label ? "group" : null, "aria-label": label ?? null });
  if (!plain && first !== 1) block.style.counterReset = `line ${first - 1}`;
  for (const line of shown) {
    const node = el("div", { class: "line", "data-line": "", dir: "auto" });
    for (const [piece, name] of line) {
      const nodes = textNodes(piece);
      if (name) node.append(el("span", { class: `code-${name}` }, ...nodes));
      else node.append(...nodes);
    }
    block.append(node);
  }
  const notes = [];
  if (lines.length > limit) notes.push(`${count(lines.length - limit)} more lines are not drawn (bound ${count(limit)}); Copy takes all of them.`);
  const coloured = colour ? colour[1].reduce((sum, value, place) => (place % 2 ? sum : sum + value), 0) : 0;
  if (coloured > 0 && coloured < text.length) notes.push(`Colours for the first ${count(coloured)} of ${count(text.length)} characters.`);
  return notes.length ? el("div", { class: "text-cut" }, block, el("p", { class: "cut", "data-unsearched": "" }, notes.join(" "))) : block;
}
