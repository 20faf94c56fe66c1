// @ts-check
/**
 * Links from a figure to the entries it comes from, made when they are opened.
 */
import { el } from "./dom.js";
import { count, plural, shortId } from "./format.js";
import { inlineText } from "./text.js";

/** Links made at once. */
const AT_ONCE = 100;

/**
 * The view in which a jump to an entry ends.
 * @param {App} app
 */
export function entryView(app) {
  return app.has("history") ? "history" : "context";
}

/**
 * One entry as a link with its summary and time.
 * @param {App} app
 * @param {number} row
 */
export function entryLine(app, row) {
  const rows = app.data.rows;
  if (!rows) return el("li", null, "unavailable");
  const id = rows.id[row] ? shortId(rows.id[row]) : `line ${count(rows.line[row])}`;
  return el("li", { class: "entry-line" }, app.time(rows.time[row], "clock", rows.bad_time[row]), app.jumpLink(id, { view: entryView(app), row }, { class: "id" }), el("span", { class: "entry-words" }, inlineText(app.data.string(rows.summary[row]))));
}

/**
 * A figure that opens into the entries behind it.
 * @param {App} app
 * @param {string} words
 * @param {number[]} rows
 * @param {number} total entries in all, also those without a row
 */
export function entryList(app, words, rows, total) {
  if (total === 0) return el("span", { class: "unavailable" }, words);
  const list = el("ol", { class: "entry-lines" });
  const details = el("details", { class: "entry-list" }, el("summary", null, words), list);
  details.addEventListener("toggle", () => {
    if (!details.open || list.childElementCount > 0) return;
    for (const row of rows.slice(0, AT_ONCE)) list.append(entryLine(app, row));
    const more = total - Math.min(rows.length, AT_ONCE);
    if (more > 0) list.append(el("li", { class: "cut" }, `${plural(more, "more entry", "more entries")}${rows.length < total ? `, ${count(total - rows.length)} of them without a row in this report` : ""}.`));
  });
  return details;
}

/**
 * The row of the first prompt on the active branch, -1 where there is none.
 * @param {Rows | null} rows
 */
export function firstPromptRow(rows) {
  const wanted = 256 | 4; // RowFlag.PROMPT and ACTIVE
  return rows ? rows.flags.findIndex((flags) => (flags & wanted) === wanted) : -1;
}
