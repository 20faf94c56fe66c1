// @ts-check
/**
 * Where an entry leads to what was observed of it, and the words for moments of capture.
 */
import { el } from "../dom.js";
import { count, plural, shortId } from "../format.js";
import { entryView } from "../entrylinks.js";
import { unavailable } from "../parts.js";
import { inlineText } from "../text.js";

/** How observations are made: what an empty view says (UI-14). */
export const HOW_TO_CAPTURE = "Observations would fill it: a dump that an observing extension wrote while Pi ran, or, for executions, what pi --mode json printed, given to the export with --observations FILE.";

/** @param {App} app @returns {ObservedView | null} */
export function observedView(app) {
  return app.data.optional("observed");
}

/**
 * The observed context that the turn of an assistant entry names; null where none does.
 * @param {App} app
 * @param {number} item
 * @returns {HTMLElement | null}
 */
export function observedLink(app, item) {
  const observed = observedView(app);
  const place = observed?.answers[String(item)];
  if (!observed || place === undefined) return null;
  const context = observed.contexts[place];
  return app.jumpLink(`${requestWords(context.request)}, ${app.timeText(context.captured.time, "clock", "no valid time")}`, { view: "observed", detail: { observed: place } });
}

/** @param {number} request */
export function requestWords(request) {
  return request < 0 ? "request not recorded" : `request ${count(request)}`;
}

/** How the turn of a request ended, as the observer wrote it. @param {string} outcome */
export function outcomeWords(outcome) {
  return outcome || "no turn recorded";
}

/** @param {App} app @param {Captured} captured @param {"full" | "clock" | "exact"} style */
export function capturedTime(app, captured, style) {
  return app.time(captured.time, style, captured.bad_time ? `not a valid time: ${captured.bad_time}` : "no time recorded");
}

/** @param {App} app @param {Captured} captured @param {"full" | "clock" | "exact"} style */
export function capturedText(app, captured, style) {
  return app.timeText(captured.time, style, captured.bad_time ? `not a valid time: ${captured.bad_time}` : "no time recorded");
}

/** The leaf as recorded, a link where the session has it. @param {App} app @param {Captured} captured */
export function leafLink(app, captured) {
  if (!captured.leaf) return unavailable("no leaf");
  const row = captured.leaf_item < 0 ? -1 : app.data.row(captured.leaf_item);
  if (row < 0) return el("span", null, el("span", { class: "id", title: captured.leaf }, shortId(captured.leaf)), captured.leaf_item < 0 ? " (not in this file)" : " (without a row here)");
  return app.jumpLink(shortId(captured.leaf), { view: entryView(app), row }, { class: "id", title: captured.leaf });
}

/** @param {Captured} captured */
export function leafWords(captured) {
  return captured.leaf ? `leaf ${shortId(captured.leaf)}${captured.leaf_item < 0 ? " (not in this file)" : ""}` : "no leaf";
}

/** Which run of the observer wrote it. @param {App} app @param {Captured} captured */
export function runWords(app, captured) {
  /** @type {CaptureView | null} */
  const capture = app.data.optional("capture");
  const run = capture?.runs[captured.run];
  if (!run) return "run not recorded";
  return `run ${count(captured.run + 1)}${run.reason ? ` (${run.reason})` : ""}`;
}

/** Where in which file it stands. @param {App} app @param {Captured} captured */
export function placeNode(app, captured) {
  /** @type {CaptureView | null} */
  const capture = app.data.optional("capture");
  const file = capture?.files[captured.file]?.name ?? "";
  return el("span", null, inlineText(file), file ? ", " : "", `line ${count(captured.line)}`);
}

/** What the observer cut itself; null for nothing. @param {Captured} captured */
export function observerCuts(captured) {
  return captured.cuts === 0 ? null : `${plural(captured.cuts, "text")} cut by the observer, ${plural(captured.cut_chars, "character")} not captured`;
}
