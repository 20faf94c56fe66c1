// @ts-check
/**
 * Diagnostics: what the file contains that could not be taken as it stands (READ-3), by kind with counts and samples.
 */
import { el } from "../dom.js";
import { count, plural } from "../format.js";
import { emptyState } from "../parts.js";
import { textView } from "../text.js";

/** @param {App} app */
function total(app) {
  return app.meta.diagnostics.reduce((sum, diagnostic) => sum + diagnostic.count, 0);
}

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  const { diagnostics, labels } = app.meta;
  const element = el("div", { class: "panel-body" }, el("p", { class: "panel-lead" }, labels.diagnostics ?? ""));
  if (diagnostics.length === 0) element.append(emptyState("Nothing to report.", "Every line of the file could be read and used as Pi uses it."));
  for (const diagnostic of diagnostics) {
    const left = diagnostic.count - diagnostic.samples.length;
    element.append(
      el("section", { class: "panel-section" }, el("h3", null, diagnostic.title, " ", el("span", { class: "unavailable" }, count(diagnostic.count))), el("ul", { class: "samples" }, ...diagnostic.samples.map((sample) => sampleNode(app, sample))), left > 0 ? el("p", { class: "cut" }, `${plural(left, "more line")} of this kind, counted and not listed.`) : null),
    );
  }
  return { element };
}

/** @param {App} app @param {Sample} sample */
function sampleNode(app, sample) {
  const where = sample.line > 0 ? `line ${count(sample.line)}` : "";
  const place = sample.row >= 0 && app.has("history") ? app.jumpLink(where || "entry", { view: "history", row: sample.row }) : where;
  return el("li", { class: "sample" }, el("p", null, place, place && sample.reason ? ": " : "", sample.reason), sample.text ? textView(sample.text, { lines: 40, literal: true, numbers: false }) : null);
}

/** @type {View} */
export const view = {
  name: "diagnostics",
  title: "Diagnostics",
  order: 70,
  place: "panel",
  button: true,
  badge: (app) => (total(app) > 0 ? count(total(app)) : ""),
  create,
};
