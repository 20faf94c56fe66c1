// @ts-check
/**
 * Captured executions: what a live run told of its tool calls, by occurrence and parent (OBS-3).
 */
import { missingWords } from "../data.js";
import { el } from "../dom.js";
import { executionLink, executionSubject } from "../executions/details.js";
import { ExecutionList } from "../executions/list.js";
import { CORRELATION, STATE, executionModel, unknownExecution } from "../executions/model.js";
import { badgeWords, intervalWords, runWords, stateWords } from "../executions/words.js";
import { plural } from "../format.js";
import { badge, emptyState, inSteps, notice } from "../parts.js";
import { sessionModel } from "../session/model.js";
import { inlineText } from "../text.js";

/** Executions of one entry that are listed. */
const LISTED = 200;

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  const model = executionModel(app);
  const session = sessionModel(app);
  if (!model || !session) return { element: el("div", null, el("div", { class: "view-body" }, notice("error", missingWords("damaged")))) };
  if (model.size === 0) return { element: el("div", { class: "view-scroll" }, nothing(app, model)) };
  const list = new ExecutionList(app, model, session);
  return { element: list.element, bar: list.bar, show: () => list.show(), hide: () => list.hide(), focusSearch: () => list.search.focus(), reveal: (target) => list.reveal(target) };
}

/**
 * What an empty view says: whether anything was captured, and how to (UI-14).
 * @param {App} app
 * @param {ExecutionModel} model
 */
function nothing(app, model) {
  const { observed, runs } = model.table;
  if (!observed) {
    return emptyState(
      "No executions were captured.",
      "A session file holds calls and results, not when each tool ran. A dump that an observing extension wrote while Pi ran, or the output of pi --mode json, would fill this: give it to the export with --observations FILE.",
    );
  }
  const list = el("ul", { class: "executions-runs" }, ...inSteps(runs, (_, run) => el("li", null, inlineText(runWords(model, run))), "li"));
  return el("div", null, el("p", { class: "evidence" }, app.meta.labels["session.executions"] ?? ""), emptyState("No execution in what was captured.", runs.length === 0 ? "The dump holds no run." : `${plural(runs.length, "run")}, none of which ran a tool:`, list));
}

/**
 * An entry's executions, for its Event details.
 * @param {App} app
 * @param {number} row
 */
function placesOf(app, row) {
  return executionModel(app)?.ofItem.get(app.data.rows?.item[row] ?? -1) ?? [];
}

/** @param {App} app @param {number} row */
function entryExecutions(app, row) {
  const model = /** @type {ExecutionModel} */ (executionModel(app));
  const { table } = model;
  const places = placesOf(app, row);
  const lines = places.slice(0, LISTED).map((place) => {
    const depth = model.depth(place);
    const state = table.state[place];
    const item = el("li", { class: "execution-of" }, executionLink(app, place), " ", inlineText(model.text(table.summary[place]), { class: "execution-words" }), " ", state === STATE.OK ? null : badge(stateWords(model, place), state === STATE.FAILED ? "error" : "warning"), el("span", { class: "unavailable" }, ` ${intervalWords(model, place)}${table.correlation[place] === CORRELATION.MATCHED ? ", matched by id" : ""}`));
    item.style.paddingLeft = `${Math.min(depth, 10) * 16}px`;
    return item;
  });
  return el("div", { class: "entry-form" }, el("ul", { class: "call-list" }, ...lines), places.length > LISTED ? el("p", { class: "cut" }, `${plural(places.length - LISTED, "more execution")} of this entry in Captured executions.`) : null, el("p", { class: "details-evidence" }, app.meta.labels["session.executions"] ?? ""));
}

/** @type {View} */
export const view = {
  name: "executions",
  title: "Captured executions",
  order: 30,
  place: "tab",
  tab: "session",
  create,
  badge: (app) => badgeWords(executionModel(app)?.table.totals ?? { all: 0, roots: 0, nested: 0, parent_unavailable: 0, failed: 0, unfinished: 0, without_start: 0, ambiguous: 0, uncorrelated: 0 }),
  subject: executionSubject,
  opensDetails: true,
  unknown: unknownExecution,
  detailTabs: [{ name: "executions", title: "Executions", order: 70, applies: (app, row) => placesOf(app, row).length > 0, create: entryExecutions }],
};
