// @ts-check
/**
 * Event details of an execution: Content, Metadata, Raw, never the historical tabs (OBS-3).
 */
import { button, el } from "../dom.js";
import { isMissing, missingWords } from "../data.js";
import { count, plural } from "../format.js";
import { jsonText } from "../json.js";
import { jsonCode } from "../jsonview.js";
import { inSteps, metaList, notice, unavailable } from "../parts.js";
import { member } from "../pointer.js";
import { callView } from "../render/callview.js";
import { entryContent } from "../render/content.js";
import { resultView } from "../render/resultview.js";
import { jsonValue, outputView } from "../render/shared.js";
import { rowName } from "../session/entries.js";
import { sessionModel } from "../session/model.js";
import { inlineText } from "../text.js";
import { FLAG, PARENT, STATE, executionModel } from "./model.js";
import { UNFINISHED, correlationWords, intervalWords, parentProblem, reportedWords, runWords, stateWords } from "./words.js";

/** Children named one by one. */
const CHILDREN = 24;

/** @type {DetailSubject} */
export const executionSubject = {
  kind: "execution",
  head,
  tabs: (app, place) => [
    { name: "content", title: "Content", create: () => withEvidence(app, contentForm(app, place)) },
    { name: "metadata", title: "Metadata", create: () => withEvidence(app, metadataForm(app, place)) },
    { name: "raw", title: "Raw", create: () => withEvidence(app, rawForm(app, place)) },
  ],
};

/** @param {App} app */
function modelOf(app) {
  return /** @type {ExecutionModel} */ (executionModel(app));
}

/** @param {App} app @param {HTMLElement} form */
function withEvidence(app, form) {
  return el("div", null, form, el("p", { class: "details-evidence" }, app.meta.labels["session.executions"] ?? ""));
}

/** @param {App} app @param {number} place */
function head(app, place) {
  const model = modelOf(app);
  const { table } = model;
  const state = table.state[place];
  /** @type {Child} */
  const title = [el("span", { class: "ink-call" }, inlineText(model.tool(place) || "unnamed tool")), " ", inlineText(model.text(table.summary[place]).slice(0, 120))];
  const time = model.is(place, FLAG.STREAM) ? "times not recorded" : app.time(table.start[place] ?? table.end[place], "full");
  /** @type {Child} */
  const facts = ["execution ", el("span", { class: "id" }, occurrenceWords(model, place)), " · ", time, " · ", el("span", { class: state === STATE.FAILED ? "outcome-error" : null }, stateWords(model, place))];
  return { title, facts, links: links(app, model, place) };
}

/** @param {ExecutionModel} model @param {number} place */
function occurrenceWords(model, place) {
  // A stream records no occurrence ids: its occurrences are numbered in the order of their starts.
  return model.is(place, FLAG.STREAM) ? `no. ${count(model.table.number[place])} of the stream` : model.table.occurrence[place];
}

/**
 * Buttons to parent, children and anchor.
 * @param {App} app
 * @param {ExecutionModel} model
 * @param {number} place
 * @returns {Child}
 */
function links(app, model, place) {
  const { table, below } = model;
  /** @type {Child[]} */
  const out = [];
  const add = (/** @type {Child} */ node) => out.push(out.length ? " · " : "", node);
  const parent = table.parent[place];
  add(button("Copy link", () => app.copy(app.link({ view: app.view === "timeline" ? "timeline" : "executions", ...model.target(place) }), "Link"), { class: "link-button" }));
  if (parent >= 0) add(button("Parent", () => toExecution(app, parent), { class: "link-button", title: model.tool(parent) }));
  if (below[place].length > 0) add(button(below[place].length === 1 ? "Child" : `First of ${count(below[place].length)} children`, () => toExecution(app, below[place][0]), { class: "link-button" }));
  const anchor = app.data.row(table.anchor[place]);
  if (anchor >= 0) add(button("Inspect recorded anchor", () => toEntry(app, anchor), { class: "link-button" }));
  if (app.view !== "timeline" && app.has("timeline") && (table.start[place] ?? table.end[place]) !== null) add(button("Show in Timeline", () => toExecution(app, place, "timeline"), { class: "link-button" }));
  if (app.view !== "executions") add(button("Show in Captured executions", () => toExecution(app, place), { class: "link-button" }));
  return out;
}

/**
 * Show an execution in one of its views.
 * @param {App} app
 * @param {number} place
 * @param {string} [view]
 */
export function toExecution(app, place, view = "executions") {
  app.jump({ view, ...modelOf(app).target(place) });
}

/** @param {App} app @param {number} row */
export function toEntry(app, row) {
  const model = sessionModel(app);
  app.jump({ view: model && !model.onPath(row) && app.has("branch") ? "branch" : "history", row });
}

/**
 * @param {App} app
 * @param {number} place
 * @returns {HTMLElement}
 */
export function executionLink(app, place) {
  const model = modelOf(app);
  return button(model.tool(place) || "unnamed tool", () => toExecution(app, place), { class: "link-button", title: model.table.occurrence[place] });
}

/** @param {App} app @param {number} item @returns {Child} */
function entryWords(app, item) {
  const row = app.data.row(item);
  if (row < 0) return unavailable("an entry without a row in this report");
  return button(rowName(app.data, row), () => toEntry(app, row), { class: "link-button id" });
}

/** @param {ExecutionModel} model @param {number} place */
function notices(model, place) {
  const { table } = model;
  const out = [];
  if (model.is(place, FLAG.STREAM)) out.push(notice("note", "From an event stream of Pi: occurrences are numbered in the order of their starts, times are not recorded."));
  if (model.is(place, FLAG.AMBIGUOUS)) out.push(notice("warning", "Correlation unavailable: another call of the same id was open at the same time. End, updates and result below may be the other’s."));
  if (model.is(place, FLAG.NO_START)) out.push(notice("warning", "Its start is not in the dump: arguments, anchor and parent are not known."));
  if (table.state[place] === STATE.UNFINISHED) out.push(notice("warning", `Without an end: ${UNFINISHED}.${model.is(place, FLAG.SAID_UNFINISHED) ? " The observer itself wrote that it was still open." : ""}`));
  const problem = parentProblem(model, place);
  if (problem) out.push(notice("note", `${problem[0].toUpperCase()}${problem.slice(1)}.`));
  return out;
}

/** @param {string} title @param {...Child} children */
function part(title, ...children) {
  return el("section", { class: "execution-part" }, el("h3", null, title), ...children);
}

/**
 * Arguments, effective input, result.
 * @param {App} app
 * @param {number} place
 */
function contentForm(app, place) {
  const model = modelOf(app);
  const out = el("div", { class: "entry-form" }, ...notices(model, place));
  const detail = model.detail(place);
  if (isMissing(detail)) {
    out.append(notice("note", missingWords(detail.reason)), relations(app, model, place));
    return out;
  }
  const { value } = detail;
  const numbers = detail.numbers ?? {};
  const call = { type: "toolCall", name: model.tool(place), arguments: member(value, "arguments") };
  if (!model.is(place, FLAG.NO_START)) out.append(part(model.is(place, FLAG.INPUT) ? "Arguments, as the model gave them" : "Arguments", callView({ app, block: call, pointer: "", markup: {}, numbers })));
  if (model.is(place, FLAG.INPUT)) out.append(part("Effective input, as the tool was called", jsonValue(app, member(value, "input"), "/input", numbers)));
  out.append(...results(app, model, place, detail, call), relations(app, model, place), ...cutNotes(detail), el("div", { class: "block-buttons" }, copyRaw(app, detail)));
  return out;
}

/**
 * @param {App} app
 * @param {ExecutionModel} model
 * @param {number} place
 * @param {Detail} detail
 * @param {{name: string, arguments: unknown}} call
 */
function results(app, model, place, detail, call) {
  const { table } = model;
  const { value } = detail;
  if (table.state[place] === STATE.UNFINISHED) {
    const update = member(value, "update");
    if (update === undefined) return [part("Result", unavailable("none: no end in the dump"))];
    return [part(`Last of ${plural(table.updates[place], "provisional update")} seen`, el("p", { class: "block-note" }, "Provisional: a partial result, not the result."), partial(app, detail, update))];
  }
  const persisted = table.persisted[place];
  const differs = table.differs[place];
  const failed = table.state[place] === STATE.FAILED;
  const observed = oneResult(app, detail, call, failed);
  const seen = table.updates[place] > 0 ? el("p", { class: "block-note" }, `${plural(table.updates[place], "provisional update")} seen before it.`) : null;
  if (differs.length === 0) {
    const same = persisted >= 0 ? ["The session’s own result is the same: entry ", entryWords(app, persisted), "."] : [table.parent[place] === PARENT.ROOT ? "Which result of the session belongs to it can’t be told." : "Pi keeps no result entry for a nested call."];
    return [part("Result, after Pi’s transformations", observed, el("p", { class: "block-note" }, ...same), seen)];
  }
  const row = app.data.row(persisted);
  return [
    notice("note", `The observed result and the session’s differ in ${differs.join(", ")}. The session’s is the persisted one.`),
    part("Persisted result, in the session", el("p", { class: "block-note" }, "Entry ", entryWords(app, persisted), "."), row >= 0 ? entryContent(app, row) : unavailable("without a row in this report")),
    part("Observed result, after Pi’s transformations", observed, seen),
  ];
}

/**
 * A partial result as it stands: what tools' own renderers add (an exit code) only a result has.
 * @param {App} app
 * @param {Detail} detail
 * @param {unknown} value
 */
function partial(app, detail, value) {
  const content = member(value, "content");
  const texts = Array.isArray(content) ? content.map((block) => member(block, "text")) : [];
  if (texts.length > 0 && texts.every((text) => typeof text === "string")) return el("div", null, ...inSteps(texts, (text) => (text === "" ? unavailable("empty text") : outputView(app, text))));
  return jsonValue(app, value, "/update", detail.numbers ?? {});
}

/**
 * @param {App} app
 * @param {Detail} detail
 * @param {{name: string, arguments: unknown}} call
 * @param {boolean} failed
 */
function oneResult(app, detail, call, failed) {
  const value = member(detail.value, "result");
  const numbers = detail.numbers ?? {};
  if (value === undefined || value === null) return unavailable("no result recorded");
  const content = member(value, "content");
  if (!Array.isArray(content)) return jsonValue(app, value, "/result", numbers);
  const blocks = content.map((block, i) => ({ value: block, pointer: `/result/content/${i}` }));
  const message = { role: "toolResult", toolName: call.name, content, details: member(value, "details"), isError: failed };
  return resultView({ app, message, blocks, first: true, call, markup: {}, numbers }).element;
}

/** @param {App} app @param {ExecutionModel} model @param {number} place */
function relations(app, model, place) {
  return part("Relations", metaList(relationPairs(app, model, place), "wide"));
}

/**
 * @param {App} app
 * @param {ExecutionModel} model
 * @param {number} place
 * @returns {[string, Child][]}
 */
function relationPairs(app, model, place) {
  const { table, below } = model;
  const anchor = table.anchor[place];
  const parent = table.parent[place];
  const hidden = table.children[place] - below[place].length;
  const children = below[place].slice(0, CHILDREN).map((child, i) => [i ? ", " : "", executionLink(app, child)]);
  const more = below[place].length > CHILDREN ? ` and ${count(below[place].length - CHILDREN)} more` : "";
  return [
    ["Correlation", anchor >= 0 ? [correlationWords(model, place), ": ", entryWords(app, anchor)] : unavailable(correlationWords(model, place))],
    ["Parent", parent >= 0 ? executionLink(app, parent) : unavailable(parentProblem(model, place) || "none recorded: a root")],
    ["Children", below[place].length || hidden > 0 ? [...children, more, hidden > 0 ? unavailable(` ${count(hidden)} beyond the bound of this report`) : ""] : unavailable("none recorded")],
  ];
}

/** @param {Detail} detail */
function cutNotes(detail) {
  const out = (detail.cuts ?? []).slice(0, 8).map(([pointer, total, first, last]) => el("p", { class: "cut" }, `${pointer}: ${count(total)} characters captured, the first ${count(first)} and the last ${count(last)} are in this report.`));
  const cuts = member(detail.value, "cut");
  if (Array.isArray(cuts)) for (const cut of cuts.slice(0, 8)) out.push(el("p", { class: "cut" }, inlineText(`The collector itself cut ${count(Number(member(cut, "chars")))} characters at ${String(member(cut, "path"))} of ${String(member(cut, "record"))}.`)));
  return out;
}

/**
 * @param {App} app
 * @param {number} place
 */
function metadataForm(app, place) {
  const model = modelOf(app);
  const { table } = model;
  const detail = model.detail(place);
  const value = isMissing(detail) ? null : detail.value;
  const stream = model.is(place, FLAG.STREAM);
  const call = model.text(table.call[place]);
  const time = (/** @type {number | null} */ ms, /** @type {string} */ name) => {
    if (stream) return unavailable("not recorded");
    const recorded = member(value, name);
    return ms === null ? unavailable(typeof recorded === "string" ? `not a valid time: ${recorded.slice(0, 80)}` : "not in the dump") : app.time(ms, "exact");
  };
  const ended = typeof member(value, "endedAt") === "string" && table.end[place] === null && table.state[place] !== STATE.UNFINISHED;
  /** @type {[string, Child][]} */
  const pairs = [
    ["occurrenceId", stream ? unavailable(`not recorded; ${occurrenceWords(model, place)}`) : [inlineText(table.occurrence[place], { class: "mono" }), " ", button("Copy", () => app.copy(table.occurrence[place], "Occurrence id"), { class: "link-button" })]],
    ["toolCallId", call ? inlineText(call, { class: "mono" }) : unavailable("not recorded")],
    ["tool", inlineText(model.tool(place) || "not recorded")],
    ["state", stateWords(model, place)],
    ["run", runWords(model, table.run[place])],
    ["request", table.request[place] >= 0 ? `${count(table.request[place])} (the observer’s number)` : unavailable("not recorded")],
    ["observed start", time(table.start[place], "startedAt")],
    ["observed end", ended ? unavailable("in the dump, but not to be told from another call’s") : time(table.end[place], "endedAt")],
    ["observed interval", model.is(place, FLAG.INTERVAL) ? `${intervalWords(model, place)}, as the collector saw it` : unavailable(intervalWords(model, place))],
    ["reported durationMs", table.duration[place] === null ? unavailable("absent: the tool did not run, or its end is not in the dump") : `${reportedWords(model, place)}, time in execute()`],
    ["provisional updates seen", count(table.updates[place])],
    ...relationPairs(app, model, place),
    ["persisted result", table.persisted[place] >= 0 ? entryWords(app, table.persisted[place]) : unavailable("can’t be told")],
    ["leaf at that time", typeof member(value, "leafId") === "string" ? inlineText(String(member(value, "leafId")), { class: "mono" }) : null],
    ["recorded anchor", typeof member(value, "anchorId") === "string" ? inlineText(String(member(value, "anchorId")), { class: "mono" }) : unavailable("not recorded")],
  ];
  const out = el("div", { class: "entry-form" }, metaList(pairs, "wide"));
  if (isMissing(detail)) out.append(notice("note", missingWords(detail.reason)));
  return out;
}

/** @param {App} app @param {Detail} detail */
function copyRaw(app, detail) {
  return button("Copy raw", () => app.copy(jsonText(detail.value, detail.numbers ?? {}), "Raw JSON"));
}

/**
 * @param {App} app
 * @param {number} place
 */
function rawForm(app, place) {
  const detail = modelOf(app).detail(place);
  const out = el("div", { class: "entry-form" });
  if (isMissing(detail)) {
    out.append(notice("note", missingWords(detail.reason)));
    return out;
  }
  out.append(el("p", { class: "block-note" }, "The named members of its records, put together; everything else in the dump is left out."), el("div", { class: "block-buttons" }, copyRaw(app, detail)), jsonCode(detail.value, { lines: app.bound("json_lines", 1_000), tokens: app.bound("json_tokens", 20_000), numbers: detail.numbers ?? {}, label: "Raw JSON of the execution" }));
  return out;
}
