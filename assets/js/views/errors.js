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
import { NODE } from "../session/entries.js";
import { sessionModel } from "../session/model.js";
import { inlineText, textView } from "../text.js";

const ABORTED = "aborted";

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
  const recorded = overview.errors.filter((group) => group.execution < 0);
  const captured = overview.errors.filter((group) => group.execution >= 0);
  const here = recorded.filter((group) => group.on_branch);
  const elsewhere = recorded.filter((group) => !group.on_branch);
  const [branch] = overview.scopes;
  element.append(list(app, "On the active branch", here, figures(branch.errors, branch.aborted, here.length)));
  const rows = elsewhere.flatMap((group) => group.rows);
  const aborted = elsewhere.filter((group) => group.kinds.includes(ABORTED)).length;
  element.append(list(app, "On other branches", elsewhere, figures(rows.length, aborted, elsewhere.length)));
  if (captured.length > 0) element.append(list(app, "Captured only", captured, `${plural(captured.length, "failed execution")} that the session itself does not record as failed; not counted among the errors.`));
  return { element };
}

/**
 * @param {number} errors
 * @param {number} aborted of them
 * @param {number} problems what is listed: retries of one request are one
 */
function figures(errors, aborted, problems) {
  const stopped = aborted === 0 ? "" : `, ${count(aborted)} of them ${aborted === 1 ? "an aborted answer" : "aborted answers"}`;
  return `${plural(errors, "error")}${stopped}${problems === errors ? "" : `, in ${plural(problems, "problem")}: attempts at one answer stand together`}.`;
}

/** @param {App} app @param {string} title @param {ErrorGroup[]} groups @param {string} words what is counted */
function list(app, title, groups, words) {
  if (groups.length === 0) return el("section", { class: "panel-section" }, el("h3", null, title), el("p", { class: "unavailable" }, "None."));
  return el("section", { class: "panel-section" }, el("h3", null, title), el("p", { class: "error-figures" }, words), el("ol", { class: "error-list" }, ...inSteps(groups, (group) => errorNode(app, group), "li")));
}

/** @param {App} app @param {ErrorGroup} group */
function errorNode(app, group) {
  const words = group.rows.length > 1 ? [badge(plural(group.rows.length, "attempt"))] : [];
  const executed = group.execution >= 0 ? el("p", null, app.jumpLink("the captured execution", { view: "executions", row: group.rows[0], execution: executionModel(app)?.table.occurrence[group.execution] })) : null;
  const outcome = group.resolved >= 0 ? el("p", null, "Came through: ", app.jumpLink("the answer after it", { view: entryView(app), row: group.resolved })) : null;
  const said = inSteps(attempts(group), ({ message, rows }) => attemptNode(app, message, rows), "p");
  return el("li", { class: "error-item" }, el("p", { class: "error-kinds" }, ...group.kinds.map((kind) => badge(kind, kind === ABORTED ? "warning" : "error")), ...words, turnLink(app, group.rows[0] ?? -1)), ...said, executed, outcome);
}

/** The turn that an error belongs to, as a link to its prompt. @param {App} app @param {number} row */
function turnLink(app, row) {
  const model = sessionModel(app);
  if (!model || row < 0) return null;
  let number = 0;
  let prompt = -1;
  for (let at = model.rows.item[row]; at >= 0; at = model.tree.above(at)) {
    if (!(model.nodes.flags[at] & NODE.PROMPT)) continue;
    if (number === 0) prompt = at;
    number += 1;
  }
  if (number === 0) return el("span", { class: "error-turn" }, "before the first turn");
  const link = app.jumpLink(`Turn ${count(number)}`, { view: entryView(app), item: prompt });
  const first = model.rowOf(prompt);
  return el("span", { class: "error-turn" }, link, first < 0 ? null : [" ", inlineText(model.data.string(model.rows.summary[first]), { class: "entry-words" })]);
}

/**
 * The attempts of a group, those that say the same together, in the order of the first of each.
 * @param {ErrorGroup} group
 */
function attempts({ rows, messages }) {
  /** @type {Map<string, number[]>} */
  const saying = new Map();
  messages.forEach((message, place) => {
    const those = saying.get(message) ?? [];
    if (place < rows.length) those.push(rows[place]);
    saying.set(message, those);
  });
  return [...saying].map(([message, those]) => ({ message, rows: those }));
}

/** What went wrong and where. @param {App} app @param {string} message @param {number[]} rows */
function attemptNode(app, message, rows) {
  const text = message ? textView(message, { lines: 12, numbers: false }) : el("p", { class: "unavailable" }, "No message is recorded.");
  return el("div", { class: "attempt" }, text, el("ol", { class: "entry-lines" }, ...inSteps(rows, (row) => errorLine(app, row, message), "li")));
}

/** The entry of an attempt; what it says already stands above. @param {App} app @param {number} row @param {string} message */
function errorLine(app, row, message) {
  const line = entryLine(app, row);
  const words = line.querySelector(".entry-words");
  if (words && words.textContent === message) words.remove();
  return line;
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
