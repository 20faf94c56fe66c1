// @ts-check
/**
 * Links from recorded usage to its entry, wherever this report can show it.
 */
import { el } from "../dom.js";
import { count, shortId } from "../format.js";

/** Views that can show an entry, the best first. */
const VIEWS = ["history", "context"];

/**
 * A link to an item's entry, or its line where the report has no row for it.
 * @param {App} app
 * @param {number} item
 * @param {number} [line] of the file; -1 when not known
 * @param {string} [words] instead of the id
 * @returns {HTMLElement}
 */
export function entryLink(app, item, line = -1, words = "") {
  const row = app.data.row(item);
  const view = VIEWS.find((name) => app.has(name));
  if (row < 0 || !view) return el("span", { class: "unavailable" }, words || (line > 0 ? `line ${count(line)}, without a row in this report` : "an entry without a row in this report"));
  const id = app.data.rows?.id[row] ?? "";
  const name = shortId(id) || `line ${count(app.data.rows?.line[row] ?? line)}`;
  return app.jumpLink(words || name, { view, row }, { class: words ? "" : "id", "aria-label": `${words ? `${words}: ` : ""}entry ${name}` });
}
