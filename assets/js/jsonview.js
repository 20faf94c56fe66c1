// @ts-check
/**
 * JSON in two forms: bounded coloured lines with numbers, and native disclosure level by level with long lists in ranges.
 */
import { el } from "./dom.js";
import { jsonLines, placeWords, ranges, recordedKey } from "./json.js";
import { count, plural } from "./format.js";
import { pointerStep } from "./pointer.js";
import { inlineText } from "./text.js";

/** Items of one level opened at once. */
const RANGE = 100;

/** A longer text is shown by its beginning in the tree; the body, Raw and Copy have it whole. */
const TREE_TEXT = 2_000;

/** A longer line has no number and no colours. */
const LONG_LINE = 4_000;

/**
 * Pretty-printed JSON with line numbers; says what its bounds leave out.
 * @param {unknown} value
 * @param {{lines: number, tokens: number, numbers?: Record<string, string>, base?: string, label?: string}} options
 */
export function jsonCode(value, { lines: limit, tokens, numbers, base, label }) {
  const { lines, total, plainFrom } = jsonLines(value, { lines: limit, tokens, numbers, base });
  const long = lines.some((line) => line.reduce((sum, token) => sum + token.text.length, 0) > LONG_LINE);
  const block = el("div", { class: `text text-mono json${long ? "" : ` numbered digits-${String(lines.length).length}`}`, role: label ? "group" : null, "aria-label": label ?? null });
  for (const line of lines) {
    const node = el("div", { class: "line", "data-line": "", dir: "ltr" });
    for (const token of line) node.append(tokenNode(token, long));
    block.append(node);
  }
  const notes = [];
  if (total > lines.length) notes.push(`${count(total - lines.length)} more lines are not drawn (bound ${count(limit)}).`);
  if (plainFrom >= 0) notes.push(`No colours from line ${count(plainFrom + 1)} (bound ${count(tokens)}).`);
  return notes.length ? el("div", { class: "text-cut" }, block, el("p", { class: "cut" }, `${notes.join(" ")} Copy takes all.`)) : block;
}

/**
 * @param {Token} token
 * @param {boolean} plain
 */
function tokenNode(token, plain) {
  const shown = inlineControls(token.text);
  if (plain || token.kind === "mark") return shown ?? document.createTextNode(token.text);
  return el("span", { class: `json-${token.kind}` }, shown ?? token.text);
}

/**
 * JSON.stringify leaves bidirectional and invisible characters as they are: they are marked like in any text.
 * @param {string} text
 */
function inlineControls(text) {
  return /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/u.test(text) ? inlineText(text) : null;
}

/**
 * A value as a tree of native disclosures.
 * @param {unknown} value
 * @param {Record<string, string>} [numbers] recorded digits by pointer
 * @param {string} [base] pointer of the value
 */
export function jsonTree(value, numbers = {}, base = "") {
  const tree = el("div", { class: "tree" });
  if (isNode(value)) tree.append(children(value, 0, size(value), numbers, base));
  else tree.append(leafNode(value, numbers[base]));
  return tree;
}

/**
 * @param {unknown} value
 * @returns {value is any[] | Record<string, unknown>}
 */
function isNode(value) {
  return value !== null && typeof value === "object" && placeWords(value) === null;
}

/** @param {any[] | Record<string, unknown>} node */
function size(node) {
  return Array.isArray(node) ? node.length : Object.keys(node).length;
}

/**
 * @param {any[] | Record<string, unknown>} node
 * @param {number} from
 * @param {number} to
 * @param {Record<string, string>} numbers
 * @param {string} pointer
 */
function children(node, from, to, numbers, pointer) {
  const list = el("ul", { class: "tree-list" });
  const parts = ranges(from, to, RANGE);
  for (const [start, end] of parts) list.append(el("li", null, disclosure(el("span", { class: "tree-range" }, `${count(start)} … ${count(end - 1)}`), () => children(node, start, end, numbers, pointer))));
  if (parts.length > 0) return list;
  const keys = Array.isArray(node) ? null : Object.keys(node);
  for (let i = from; i < to; i += 1) {
    const key = keys ? keys[i] : i;
    const child = /** @type {any} */ (node)[key];
    const at = pointer + pointerStep(key);
    const name = inlineText(keys ? recordedKey(keys[i]) : String(i), { class: "tree-key" });
    if (isNode(child)) {
      const inside = size(child);
      const words = Array.isArray(child) ? plural(inside, "item") : plural(inside, "member");
      const heading = el("span", null, name, " ", el("span", { class: "tree-size" }, words));
      list.append(el("li", null, inside ? disclosure(heading, () => children(child, 0, inside, numbers, at)) : heading));
    } else list.append(el("li", { class: "tree-leaf" }, name, " ", leafNode(child, numbers[at])));
  }
  if (from === to) list.append(el("li", { class: "unavailable" }, "empty"));
  return list;
}

/**
 * @param {Node} heading
 * @param {() => Node} make
 */
function disclosure(heading, make) {
  const details = el("details", null, el("summary", null, heading));
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) details.append(make());
  });
  return details;
}

/**
 * @param {unknown} value
 * @param {string | undefined} digits
 */
function leafNode(value, digits) {
  const words = placeWords(value);
  if (words !== null) return el("span", { class: "unavailable" }, words);
  if (digits !== undefined) return el("span", { class: "json-number" }, digits);
  if (typeof value === "string") {
    if (value.length <= TREE_TEXT) return el("span", { class: "tree-text" }, inlineLines(value));
    return el("span", { class: "tree-text" }, inlineLines(value.slice(0, TREE_TEXT)), el("span", { class: "cut" }, ` ${count(value.length - TREE_TEXT)} more characters in Raw`));
  }
  return el("span", { class: typeof value === "number" ? "json-number" : "json-word" }, String(value));
}

/**
 * A text with its line breaks, each line isolated.
 * @param {string} text
 */
function inlineLines(text) {
  return text.split("\n").map((line, index) => (index ? ["\n", inlineText(line)] : inlineText(line)));
}
