// @ts-check
/**
 * The observations themselves: files, runs, changes as they happened, and what was not taken (OBS-6, OBS-7).
 */
import { el } from "../dom.js";
import { bytes, count, plural } from "../format.js";
import { HOW_TO_CAPTURE, capturedTime } from "../observed/links.js";
import { emptyState, inSteps, lazyDetails, notice, tableScroll, unavailable } from "../parts.js";
import { entryView } from "../entrylinks.js";
import { inlineText } from "../text.js";

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  /** @type {CaptureView | null} */
  const found = app.data.optional("capture");
  const element = el("div", { class: "panel-body" }, el("p", { class: "panel-lead" }, app.meta.labels["capture"] ?? ""));
  if (!found) {
    element.append(emptyState("No observations.", HOW_TO_CAPTURE));
    return { element };
  }
  for (const words of found.mismatched) element.append(notice("warning", inlineText(words)));
  for (const words of found.matching) element.append(notice("note", inlineText(words)));
  element.append(files(found), runs(app, found), events(app, found), leftOut(found), dropped(found));
  return { element };
}

/** @param {string} title @param {...Child} children */
function section(title, ...children) {
  return el("section", { class: "panel-section" }, el("h3", null, title), ...children);
}

/** @param {string} label @param {string[]} names @param {Node[]} rows */
function table(label, names, rows) {
  return tableScroll(label, el("table", { class: "table" }, el("thead", null, el("tr", null, ...names.map((name) => el("th", { scope: "col" }, name)))), el("tbody", null, ...rows)));
}

/** @param {CaptureView} found */
function files(found) {
  const kinds = /** @type {Record<string, string>} */ ({ dump: "dump of an observing extension", stream: "event stream of Pi", mixed: "dump and event stream" });
  return section("Files", table("Files", ["File", "Kind", "Lines", "Size"], found.files.map((file) => el("tr", null, el("th", { scope: "row", class: "mono" }, inlineText(file.name)), el("td", null, kinds[file.kind] ?? file.kind), el("td", { class: "num" }, count(file.lines)), el("td", { class: "num" }, bytes(file.size))))));
}

/** @param {App} app @param {CaptureView} found */
function runs(app, found) {
  if (found.runs.length === 0) return section("Runs", el("p", { class: "unavailable" }, "Pi’s own event stream tells of no run, time or leaf."));
  const rows = found.runs.map((run, place) => {
    const end = run.has_end ? el("span", null, "ended: ", run.ended ? inlineText(run.ended) : unavailable("reason not recorded")) : el("span", { class: "unavailable" }, "no end was written: the process was killed, or the dump ends there");
    return el("tr", null, el("th", { scope: "row", title: run.id }, `Run ${count(place + 1)}`), el("td", null, run.reason ? inlineText(run.reason) : unavailable()), el("td", null, app.time(run.started, "full", "no valid time")), el("td", null, app.time(run.last, "full", "no valid time")), el("td", null, end), el("td", null, inlineText([run.mode, run.model, run.pi_version ? `Pi ${run.pi_version}` : ""].filter(Boolean).join(", ") || "not recorded")), el("td", { class: "num" }, count(run.contexts)));
  });
  return section("Runs of the observer", table("Runs", ["Run", "Started by", "First record", "Last record", "End", "Pi", "Contexts"], rows), found.runs_omitted ? el("p", { class: "cut" }, `${plural(found.runs_omitted, "more run")} left out of this report.`) : null);
}

/** @param {App} app @param {CaptureView} found */
function events(app, found) {
  if (found.events.length === 0) return section("Changes as they happened", el("p", { class: "unavailable" }, "No navigation, compaction, rename or change of model was observed."));
  const rows = found.events.map((event) => {
    const row = event.item < 0 ? -1 : app.data.row(event.item);
    return el("tr", null, el("td", null, capturedTime(app, event.captured, "full")), el("th", { scope: "row" }, event.type.replaceAll("_", " ")), el("td", null, inlineText(event.words)), el("td", null, row >= 0 ? app.jumpLink("entry", { view: entryView(app), row }) : null));
  });
  return section("Changes as they happened", lazyDetails(plural(found.events.length + found.events_omitted, "change"), () => table("Changes", ["Observed", "Change", "Recorded members", "Entry"], rows)), found.events_omitted ? el("p", { class: "cut" }, `${plural(found.events_omitted, "more change")} left out of this report.`) : null);
}

/** @param {CaptureView} found */
function leftOut(found) {
  return section("Left out by the observer", found.left_out.length ? el("ul", { class: "uses" }, ...found.left_out.map((words) => el("li", { class: "use" }, inlineText(words)))) : el("p", { class: "unavailable" }, "The observer recorded no omission of its own."));
}

/** @param {CaptureView} found */
function dropped(found) {
  const list = (/** @type {string} */ title, /** @type {Counted[]} */ names, /** @type {string} */ none) => {
    const total = names.reduce((sum, [, number]) => sum + number, 0);
    if (names.length === 0) return el("p", { class: "unavailable" }, none);
    return lazyDetails(`${title}: ${count(total)} under ${plural(names.length, "name")}`, () => table(title, ["Name", "Count"], inSteps(names, ([name, number]) => el("tr", null, el("th", { scope: "row", class: "mono" }, inlineText(name)), el("td", { class: "num" }, count(number))), 2)), { class: "accordion" });
  };
  return section("Not taken", el("p", { class: "panel-lead" }, "Only what the format of dumps names is read. Everything else is dropped while reading and stands nowhere in this file; its names are counted here."), list("Unknown members", found.fields, "No unknown member."), list("Unknown record types", found.records, "No unknown record type."), list("Known and not shown", found.unused, "No record type that is known and not shown."));
}

/** @type {View} */
export const view = {
  name: "capture",
  title: "Observations",
  order: 65,
  place: "panel",
  facts: (app) => {
    /** @type {CaptureView | null} */
    const found = app.data.optional("capture");
    if (!found) return [];
    return [{ order: 65, parts: [found.runs.length ? `observed in ${plural(found.runs.length, "run")}` : "an event stream was added", "", found.mismatched.length ? ", mismatch allowed" : ""], tone: "link", run: () => app.open("capture") }];
  },
  create,
};
