// @ts-check
/**
 * Redactions: every masked value by rule and place, never the value (RED-5, RED-8).
 */
import { el } from "../dom.js";
import { count, plural, shortId } from "../format.js";
import { emptyState, notice, tableScroll } from "../parts.js";

/** Links listed at once for one value. */
const PLACES = 40;

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  const { redactions, labels } = app.meta;
  const element = el("div", { class: "panel-body" }, el("p", { class: "panel-lead" }, labels.redaction ?? ""));
  if (!redactions.enabled) {
    element.append(notice("error", "Masking was switched off (--no-redact): this report holds credentials as recorded, if the session has any."));
    return { element };
  }
  if (redactions.rows.length === 0) {
    element.append(emptyState("Nothing was masked.", "No text of this report matched a rule. That is no proof that it holds no secret."));
    return { element };
  }
  const body = el("tbody", null, ...redactions.rows.map((row) => el("tr", null, el("th", { scope: "row", class: "mono" }, row.rule), el("td", { class: "num" }, count(row.values)), el("td", { class: "num" }, count(row.places)), el("td", null, ...placeLinks(app, row)))));
  element.append(
    el("section", { class: "panel-section" }, el("h3", null, `${plural(redactions.values, "value")} masked in ${plural(redactions.places, "place")}`), el("p", { class: "panel-lead" }, "Equal values have the same number in their masks."), tableScroll("Masked values by rule", el("table", { class: "table" }, head(["Rule", "Values", "Places", "Where"]), body)), redactions.unlisted > 0 ? el("p", { class: "cut" }, `${plural(redactions.unlisted, "more place")} left out of this list.`) : null),
  );
  return { element };
}

/** @param {App} app @param {RedactionRow} row */
function placeLinks(app, row) {
  /** @type {Child[]} */
  const out = [];
  const rows = app.data.rows;
  const view = app.has("history") ? "history" : "context";
  row.rows.slice(0, PLACES).forEach((place, index) => {
    const id = rows?.id[place] ?? "";
    out.push(index ? ", " : "", app.jumpLink(id ? shortId(id) : `line ${count(rows?.line[place] ?? 0)}`, { view, row: place }, { class: "id" }));
  });
  const more = row.unlisted + Math.max(0, row.rows.length - PLACES);
  if (more > 0) out.push(` and ${plural(more, "more place")}`);
  if (row.elsewhere.length > 0) out.push(out.length ? ", " : "", row.elsewhere.join(", "));
  return out;
}

/** @param {string[]} names */
function head(names) {
  return el("thead", null, el("tr", null, ...names.map((name) => el("th", { scope: "col", class: name === "Values" || name === "Places" ? "num" : null }, name))));
}

/** @type {View} */
export const view = { name: "redactions", title: "Redactions", order: 80, place: "panel", create };
