// @ts-check
/**
 * What is said of an execution: state, observed interval, reported duration, parent, correlation, run. Pure.
 */
import { count, duration, plural } from "../format.js";
import { CORRELATION, FLAG, PARENT, STATE } from "./model.js";

/** An occurrence without an end, in the words of OBS-3. */
export const UNFINISHED = "unfinished at the end of the dump";

/** @param {ExecutionModel} model @param {number} place */
export function stateWords(model, place) {
  const state = model.table.state[place];
  if (state === STATE.UNFINISHED) return UNFINISHED;
  return state === STATE.FAILED ? "failed" : "ok";
}

/**
 * The observed interval as a length, or why there is none.
 * @param {ExecutionModel} model
 * @param {number} place
 */
export function intervalWords(model, place) {
  const { table } = model;
  const [start, end] = [table.start[place], table.end[place]];
  if (model.is(place, FLAG.INTERVAL) && start !== null && end !== null) return duration(end - start);
  return model.text(table.reason[place]) || "no interval";
}

/** Pi's own figure, which is never drawn. @param {ExecutionModel} model @param {number} place */
export function reportedWords(model, place) {
  const reported = model.table.duration[place];
  return reported === null ? "not reported" : duration(reported);
}

/** Why a parent can't be shown; empty for a root and for a shown parent. @param {ExecutionModel} model @param {number} place */
export function parentProblem(model, place) {
  const parent = model.table.parent[place];
  if (parent === PARENT.UNAVAILABLE) return `parent unavailable: ${model.text(model.table.parent_reason[place]) || "not recorded"}`;
  return parent === PARENT.LEFT_OUT ? "its parent is beyond the bound of this report" : "";
}

/** @param {ExecutionModel} model @param {number} place */
export function correlationWords(model, place) {
  const { table } = model;
  const reason = model.text(table.correlation_reason[place]);
  if (table.correlation[place] === CORRELATION.RECORDED) return "recorded anchor";
  return table.correlation[place] === CORRELATION.MATCHED ? `matched ${reason}` : `unavailable: ${reason}`;
}

/** What a run was and how it ended. @param {ExecutionModel} model @param {number} run */
export function runWords(model, run) {
  const { id, reason, ended, has_end: hasEnd, stream, executions } = model.table.runs[run];
  const figure = executions === 0 ? "no execution" : plural(executions, "execution");
  if (stream) return `Event stream of Pi · ${figure} · times not recorded`;
  const end = hasEnd ? `ended: ${ended || "reason not recorded"}` : "no end written: the process was killed, or the dump stops here";
  return `Run ${id}${reason ? ` · ${reason}` : ""} · ${figure} · ${end}`;
}

/** The short figure beside the view's name. @param {ExecutionTotals} totals */
export function badgeWords({ all, failed, unfinished }) {
  if (all === 0) return "";
  return [count(all), failed && `${count(failed)} failed`, unfinished && `${count(unfinished)} unfinished`].filter(Boolean).join(" · ");
}

/** All counts in one sentence. @param {ExecutionTotals} totals */
export function totalsWords(totals) {
  const parts = [
    plural(totals.all, "execution"),
    `${plural(totals.roots, "root")} (no recorded parent)`,
    totals.nested && `${count(totals.nested)} nested`,
    totals.parent_unavailable && `${count(totals.parent_unavailable)} with an unavailable parent`,
    `${count(totals.failed)} failed`,
    `${count(totals.unfinished)} unfinished`,
    totals.without_start && `${count(totals.without_start)} without a start`,
    totals.uncorrelated && `${count(totals.uncorrelated)} without correlation`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

/** The whole row for screen readers and search results. @param {ExecutionModel} model @param {number} place */
export function executionWords(model, place) {
  const { table } = model;
  const name = model.tool(place) || "unnamed tool";
  const summary = model.text(table.summary[place]);
  const observed = model.is(place, FLAG.INTERVAL) ? `observed ${intervalWords(model, place)}` : `no interval: ${intervalWords(model, place)}`;
  return `${name}${summary ? ` ${summary}` : ""}, ${stateWords(model, place)}, ${observed}`;
}
