// @ts-check
/**
 * Limits: every bound of the report, what it cut here and how often (LIM-3).
 */
import { el } from "../dom.js";
import { bytes, count, plural } from "../format.js";
import { tableScroll } from "../parts.js";

/** @param {number} value @param {string} unit */
function amount(value, unit) {
  return unit === "bytes" ? bytes(value) : `${count(value)} ${unit}`;
}

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  const { bounds, labels } = app.meta;
  const cut = bounds.filter(({ cuts }) => cuts > 0);
  const rows = [...cut, ...bounds.filter(({ cuts }) => cuts === 0)].map((bound) =>
    el("tr", { class: bound.cuts > 0 ? "strong" : null }, el("th", { scope: "row" }, bound.words), el("td", { class: "num" }, amount(bound.limit, bound.unit)), el("td", { class: "num" }, bound.cuts > 0 ? plural(bound.cuts, "time") : el("span", { class: "unavailable" }, "never")), el("td", { class: "num" }, bound.omitted > 0 ? amount(bound.omitted, bound.omitted_unit) : "")),
  );
  const heads = ["Bound", "At most", "Reached", "Left out"].map((name, place) => el("th", { scope: "col", class: place ? "num" : null }, name));
  const element = el("div", { class: "panel-body" }, el("p", { class: "panel-lead" }, labels.limits ?? ""), el("p", { class: "panel-lead" }, cut.length === 0 ? "Nothing was cut or left out of this report." : `${plural(cut.length, "bound was", "bounds were")} reached in this report.`), tableScroll("Bounds", el("table", { class: "table" }, el("thead", null, el("tr", null, ...heads)), el("tbody", null, ...rows))));
  return { element };
}

/** @type {View} */
export const view = { name: "limits", title: "Limits", order: 90, place: "panel", create };
