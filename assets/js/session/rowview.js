// @ts-check
/**
 * How one entry is drawn in a list: its line, and the opened body with Overview, Content, Metadata and Raw.
 */
import { SEGMENT } from "../contextlist.js";
import { el, uid } from "../dom.js";
import { count, plural } from "../format.js";
import { mark } from "../marks.js";
import { badge } from "../parts.js";
import { Tabs } from "../tabs.js";
import { inlineText, namedText } from "../text.js";
import { ROW, face, rowName } from "./entries.js";
import { contentForm, metadataForm, overview, rawForm, standingWords } from "./entry.js";
import { compactionLine } from "./links.js";

const FORMS = /** @type {const} */ ([
  ["overview", "Overview", overview],
  ["content", "Content", contentForm],
  ["metadata", "Metadata", metadataForm],
  ["raw", "Raw", rawForm],
]);

/** Standings that say nothing is special get no tint. */
const QUIET = new Set(["in the context", "no message", "off branch", "compacted away"]);

/**
 * The cells of an entry's line.
 * @param {SessionModel} model
 * @param {number} row
 * @param {object} options
 * @param {string} options.query folded, marked in the text
 * @param {string} options.date of the row when it differs from the row before
 * @param {boolean} options.linked shown by a link
 * @param {boolean} options.ancestor kept only as an ancestor of a match
 * @param {boolean} options.inContent matches in its content alone
 */
export function entryCells(model, row, { query, date, linked, ancestor, inContent }) {
  const { app, data, rows } = model;
  const found = face(data, row);
  const marker = compactionLine(model, row);
  const text = namedText(marker ? `${marker} · ${withoutFigure(found.text)}` : found.text, found.name, { class: "row-text" });
  const bad = rows.bad_time[String(row)];
  const time = el("span", { class: "erow-time" }, date ? el("span", { class: "erow-date" }, app.time(rows.time[row], "date"), " ") : null, rows.time[row] === null ? el("span", { class: "unavailable", title: bad === undefined ? "no time recorded" : `not a valid time: ${bad}` }, bad === undefined ? "no time" : "not a valid time") : app.time(rows.time[row], "short"));
  const label = el("span", { class: `row-label ink-${found.tone}` }, inlineText(found.label));
  if (query) {
    mark(text, query);
    mark(label, query);
  }
  const calls = found.calls.length ? el("span", { class: "erow-calls ink-call" }, `${found.tone === "call" ? "and " : "calls "}${found.calls.slice(0, 3).join(", ")}${found.calls.length > 3 ? ` and ${count(found.calls.length - 3)} more` : ""}`) : null;
  return [
    time,
    label,
    el("span", { class: "row-summary" }, ...badges(model, row, found.unknown, marker !== ""), text, calls, ...after({ linked, ancestor, inContent })),
    el("span", { class: "row-measure" }, standing(model, row), el("span", { class: "id", title: rows.id[row] || null }, rowName(data, row))),
  ];
}

/** The summary of a compaction without the figure that its marker line has already. @param {string} text */
function withoutFigure(text) {
  return text.replace(/^[\d,]+ tokens before · /, "");
}

/** @param {SessionModel} model @param {number} row */
function standing(model, row) {
  const words = standingWords(model, row);
  return el("span", { class: `erow-standing${QUIET.has(words) ? "" : " badge tone-warning"}` }, words);
}

/**
 * @param {SessionModel} model
 * @param {number} row
 * @param {string} unknown
 * @param {boolean} marker
 */
function badges(model, row, unknown, marker) {
  const { rows } = model;
  const flags = rows.flags[row];
  const stop = model.session.stops[String(row)];
  const out = [];
  if (stop) out.push(badge(stop, flags & ROW.ERROR ? "error" : "neutral"));
  else if (flags & ROW.ERROR) out.push(badge("error", "error"));
  if (hiddenInPi(model, row)) out.push(badge("hidden"));
  if (marker) out.push(badge("marker"));
  if (unknown) out.push(badge(unknown, "warning"));
  for (const { text } of (model.labels.get(row) ?? []).slice(0, 3)) out.push(el("span", { class: "badge tone-system erow-tag" }, "label ", inlineText(text)));
  const children = model.childrenOf(row).length;
  if (children > 1) out.push(badge(`branch point, ${plural(children, "child", "children")}`, "system"));
  if (model.tree.cuts.has(rows.item[row])) out.push(badge("in a circle of parent links", "warning"));
  const reason = model.reason(row);
  if (reason) out.push(el("span", { class: "badge tone-warning erow-tag" }, `line ${count(rows.line[row])}, `, inlineText(reason)));
  const repeats = model.repeats(row);
  if (repeats) out.push(badge(`written ${count(repeats + 1)} times`));
  if (flags & ROW.INHERITED) out.push(badge("inherited"));
  return out;
}

/** Whether Pi's own display leaves a message out (display: false). @param {SessionModel} model @param {number} row */
function hiddenInPi({ data }, row) {
  const [from, to] = data.segmentsOf(row);
  return to > from && ((data.segments?.flags[from] ?? 0) & SEGMENT.HIDDEN) !== 0;
}

/** @param {{linked: boolean, ancestor: boolean, inContent: boolean}} state */
function after({ linked, ancestor, inContent }) {
  return [linked ? badge("shown by link", "user") : null, ancestor ? badge("kept as context of a match") : null, inContent ? badge("match in its content") : null];
}

/**
 * The opened body of an entry; its forms are made when first shown.
 * @param {SessionModel} model
 * @param {number} row
 * @returns {HTMLElement}
 */
export function entryBody(model, row) {
  const panels = el("div", { class: "erow-forms" });
  /** @type {Map<string, HTMLElement>} */
  const made = new Map();
  const show = (/** @type {string} */ name) => {
    const panel = made.get(name);
    if (panel && panel.childElementCount === 0) panel.append(/** @type {(typeof FORMS)[number]} */ (FORMS.find(([each]) => each === name))[2](model, row));
  };
  const tabs = new Tabs(`Entry ${rowName(model.data, row)}`, FORMS.map(([name, title]) => ({ name, title })), show);
  for (const [name] of FORMS) {
    const panel = el("div", { class: "erow-form" });
    made.set(name, panel);
    tabs.attach(name, panel);
    panels.append(panel);
  }
  tabs.select("overview");
  show("overview");
  return el("div", { class: "erow-body", id: uid("entry") }, tabs.element, panels);
}
