// @ts-check
/**
 * Errors: one list of everything that went wrong, retries grouped up to the attempt that came through (SES-17).
 */
import { missingWords } from "../data.js";
import { el } from "../dom.js";
import { entryLine, entryView } from "../entrylinks.js";
import { executionModel } from "../executions/model.js";
import { count, plural } from "../format.js";
import { badge, emptyState, inSteps, notice } from "../parts.js";
import { textView } from "../text.js";

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  /** @type {OverviewView | null} */
  const overview = app.data.element("overview");
  const element = el("div", { class: "panel-body errors" }, el("p", { class: "panel-lead" }, app.meta.labels.errors ?? ""));
  if (!overview) {
    element.append(notice("error", missingWords("damaged")));
    return { element };
  }
  if (overview.errors.length === 0) {
    element.append(emptyState("No error is recorded.", "A failed tool result, a stopped or failed answer, a failed nested call or a command with an exit code would stand here."));
    return { element };
  }
  const here = overview.errors.filter((group) => group.on_branch);
  const elsewhere = overview.errors.filter((group) => !group.on_branch && (group.execution < 0 || group.rows.length > 0));
  const loose = overview.errors.filter((group) => !group.on_branch && group.execution >= 0 && group.rows.length === 0);
  element.append(list(app, "On the active branch", here), list(app, "On other branches", elsewhere));
  if (loose.length > 0) element.append(list(app, "Captured, tied to no entry", loose));
  return { element };
}

/** @param {App} app @param {string} title @param {ErrorGroup[]} groups */
function list(app, title, groups) {
  if (groups.length === 0) return el("section", { class: "panel-section" }, el("h3", null, title), el("p", { class: "unavailable" }, "None."));
  return el("section", { class: "panel-section" }, el("h3", null, `${title} `, el("span", { class: "unavailable" }, count(groups.length))), el("ol", { class: "error-list" }, ...inSteps(groups, (group) => errorNode(app, group), "li")));
}

/** @param {App} app @param {ErrorGroup} group */
function errorNode(app, group) {
  const words = group.rows.length > 1 ? [badge(plural(group.rows.length, "attempt"))] : [];
  const executed = group.execution >= 0 ? el("p", null, app.jumpLink("the captured execution", { view: "executions", row: group.rows[0], execution: executionModel(app)?.table.occurrence[group.execution] })) : null;
  const lines = el("ol", { class: "entry-lines" }, ...inSteps(group.rows, (row) => entryLine(app, row), "li"));
  const outcome = group.resolved >= 0 ? el("p", null, "Came through: ", app.jumpLink("the answer after it", { view: entryView(app), row: group.resolved })) : null;
  return el("li", { class: "error-item" }, el("p", { class: "error-kinds" }, ...group.kinds.map((kind) => badge(kind, "error")), ...words), group.message ? textView(group.message, { lines: 12, numbers: false }) : null, lines, executed, outcome);
}

/** @type {View} */
export const view = {
  name: "errors",
  title: "Errors",
  order: 20,
  place: "panel",
  button: true,
  badge: (app) => (app.meta.errors > 0 ? count(app.meta.errors) : ""),
  create,
};
