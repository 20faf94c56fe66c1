// @ts-check
/**
 * What all renderers share: bounds of the display, display data of a row, heads of tools, texts and JSON in two forms.
 */
import { el } from "../dom.js";
import { jsonCode } from "../jsonview.js";
import { badge } from "../parts.js";
import { member } from "../pointer.js";
import { inlineText, textView } from "../text.js";
import { codeView } from "./code.js";
import { markdownView, skillBox } from "./nodes.js";
import { jsonTextLines } from "./prettyjson.js";
import { skillBlock } from "./skills.js";

/** Details in one element, as the export makes them. */
const CHUNK = 64;

/** @param {App} app */
export function linesBound(app) {
  return app.bound("json_lines", 1_000);
}

/** @param {App} app */
function tokensBound(app) {
  return app.bound("json_tokens", 20_000);
}

/**
 * The display data made at export for a row's detail.
 * @param {App} app
 * @param {number} row
 * @returns {Markup}
 */
export function markupOf(app, row) {
  const slot = app.data.rows?.detail[row] ?? -1;
  if (slot < 0) return {};
  return app.data.optional(`m${Math.floor(slot / CHUNK)}`)?.[String(slot % CHUNK)] ?? {};
}

/** Why a text with Markdown stays literal, in words. */
const LITERAL = /** @type {Record<string, string>} */ ({
  size: "Shown literally: longer than the Markdown bound.",
  markers: "Shown literally: more Markdown marks than the bound.",
  nodes: "Shown literally: its Markdown would make more elements than the bound.",
  all: "Shown literally: the bound for Markdown of the whole report was spent on what comes first (the end of the active branch).",
});

/**
 * A text that people or models wrote: rendered where the export parsed it, else as it stands.
 * @param {App} app
 * @param {string} text
 * @param {string} pointer
 * @param {Markup} markup
 * @returns {{element: HTMLElement, rendered: boolean}} `rendered` false when this is the literal text
 */
export function proseView(app, text, pointer, markup) {
  const lines = linesBound(app);
  const nodes = markup.markdown?.[pointer];
  if (nodes) return { element: markdownView(nodes, { lines }), rendered: true };
  const why = markup.literal?.[pointer];
  const skill = skillBlock(text);
  if (skill) {
    const box = skillBox(skill.name, skill.location);
    box.querySelector(".md-skill-body")?.append(textView(skill.body, { lines, look: "prose", numbers: false }));
    return { element: el("div", { class: "markdown" }, box, skill.request ? textView(skill.request, { lines, look: "prose", numbers: false }) : null, why ? literalNote(why) : null), rendered: true };
  }
  const literal = textView(text, { lines, look: "prose", numbers: false });
  return { element: why ? el("div", null, literal, literalNote(why)) : literal, rendered: false };
}

/** @param {string} why */
function literalNote(why) {
  return el("p", { class: "cut", "data-unsearched": "" }, LITERAL[why] ?? "Shown literally.");
}

/**
 * The head of a tool's call or result.
 * @param {object} parts
 * @param {string} parts.name
 * @param {string} [parts.subject] path, pattern, query
 * @param {string[]} [parts.facts]
 * @param {[string, "neutral" | "error" | "warning"][]} [parts.badges]
 * @param {Child} [parts.more]
 */
export function toolHead({ name, subject = "", facts = [], badges = [], more = null }) {
  return el("div", { class: "tool-head" }, inlineText(name, { class: "tool-name" }), subject ? inlineText(subject, { class: "tool-subject" }) : null, ...facts.filter(Boolean).map((fact) => inlineText(fact, { class: "tool-fact" })), ...badges.map(([words, tone]) => badge(words, tone)), more);
}

/**
 * Output of a program: terminal display, numbered lines.
 * @param {App} app
 * @param {string} text
 * @param {string} [label]
 */
export function outputView(app, text, label) {
  return textView(text, { lines: linesBound(app), label });
}

/**
 * @param {App} app
 * @param {string} text
 * @param {string} pointer
 * @param {Markup} markup
 * @param {{first?: number, label?: string}} [options]
 */
export function coloured(app, text, pointer, markup, options = {}) {
  const colour = markup.colour?.[pointer];
  return codeView(text, { ...options, colour: colour ? /** @type {[string, number[]]} */ (/** @type {unknown} */ (colour)) : undefined, lines: linesBound(app) });
}

/** The language that the colours of a place were made for, "" for none. @param {Markup} markup @param {string} pointer */
export function languageOf(markup, pointer) {
  const name = markup.colour?.[pointer]?.[0];
  return typeof name === "string" ? name : "";
}

/**
 * A recorded text that is JSON, set with two spaces; null when it is not.
 * @param {App} app
 * @param {string} text
 * @param {unknown} [type] MIME type where one is recorded
 */
export function jsonTextView(app, text, type) {
  const lines = jsonTextLines(text, { lines: linesBound(app), tokens: tokensBound(app) }, type);
  if (!lines) return null;
  const block = el("div", { class: `text text-mono json numbered digits-${String(lines.length).length}` });
  for (const line of lines) {
    const node = el("div", { class: "line", "data-line": "", dir: "ltr" });
    for (const { text: piece, kind } of line) node.append(kind === "mark" ? document.createTextNode(piece) : inlineText(piece, { class: `json-${kind}` }));
    block.append(node);
  }
  return el("div", null, block, el("p", { class: "cut", "data-unsearched": "" }, "JSON, set with two spaces for display; size, copy and search take the recorded text."));
}

/**
 * @param {App} app
 * @param {unknown} value
 * @param {string} pointer
 * @param {Record<string, string>} numbers
 */
export function jsonValue(app, value, pointer, numbers) {
  return jsonCode(value, { lines: linesBound(app), tokens: tokensBound(app), numbers, base: pointer });
}

/**
 * The mark of an image block: its data, or the block itself.
 * @param {any} block
 */
export function imageMark(block) {
  return member(block, "$image") === undefined ? (member(block, "data") ?? block) : block;
}

/**
 * Words of the tool about what it cut, in second ink.
 * @param {string[]} words
 */
export function toolNotes(words) {
  return words.filter(Boolean).map((each) => el("p", { class: "tool-note" }, inlineText(each)));
}

