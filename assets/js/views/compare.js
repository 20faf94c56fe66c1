// @ts-check
/**
 * An observed context beside Pi's projection at its own leaf: what changed, and what stands on one side only (CTX-13).
 */
import { compareRows } from "../contextlist.js";
import { isMissing } from "../data.js";
import { el } from "../dom.js";
import { plural } from "../format.js";
import { jsonText } from "../json.js";
import { emptyState, notice } from "../parts.js";
import { member } from "../pointer.js";
import { ContextReader } from "../reader.js";
import { compareTexts } from "../render/diff.js";
import { diffView } from "../render/diffview.js";
import { inlineText } from "../text.js";
import { observedApp } from "../observed/data.js";
import { HOW_TO_CAPTURE, capturedText, leafWords, observedView, requestWords } from "../observed/links.js";
import { ObservedStage, emptyStage } from "../observed/stage.js";

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  const observed = observedView(app);
  const face = observedApp(app);
  if (!observed || !face || observed.contexts.length === 0) return emptyStage(app, "compare", emptyState("Nothing to compare.", `No observed context is in this report. ${HOW_TO_CAPTURE}`));
  const evidence = (/** @type {number} */ place) => {
    const { comparison, request, captured } = observed.contexts[place];
    return `${app.meta.labels["context.compare"] ?? ""} Compared: ${requestWords(request)}, ${leafWords(captured)}, ${capturedText(app, captured, "full")}: ${comparison ? countWords(comparison) : ""}.`;
  };
  const make = (/** @type {number} */ place) => {
    const { comparison, incomparable } = observed.contexts[place];
    return comparison ? comparisonReader(face, observed.contexts[place], comparison, evidence(place)) : emptyState("This context can’t be compared.", incomparable);
  };
  return new ObservedStage(app, "compare", { make, evidence }).instance();
}

/**
 * @param {App} face the page as a reader of observed contexts sees it
 * @param {ObservedContextPart} context
 * @param {ObservedComparison} comparison
 * @param {string} evidence
 */
function comparisonReader(face, context, comparison, evidence) {
  const rows = compareRows(face.data, comparison.rows.map(([kind, count, item, session]) => ({ kind, count, observed: item, session, edit: context.edits[String(session)] ?? -1 })));
  const notes = new Map(comparison.rows.filter(([kind]) => kind === 1).map(([, , item, session, members, note]) => [item, { session, members, note, edit: context.edits[String(session)] ?? -1 }]));
  const made = new ContextReader(face, { entries: [], gapAfter: -1, gapSegments: 0, compactedMessages: 0, compactionItem: -1, promptStored: true, toolsStored: true }, {
    evidence,
    name: `the comparison of ${requestWords(context.request)}`,
    rows,
    lead: (row) => {
      const note = row.state === "changed" && row.part === 0 ? notes.get(row.item) : undefined;
      return note ? [difference(face, row, note)] : [];
    },
  });
  const notices = comparison.notes.map((each) => notice("note", each));
  if (comparison.skipped > 0) notices.push(notice("warning", `The first ${plural(comparison.skipped, "message")} of both sides are not compared: the observed ones are not in the dump.`));
  if (comparison.rows_omitted > 0) notices.push(notice("warning", `${plural(comparison.rows_omitted, "more difference")} left out of this report.`));
  if (comparison.changed + comparison.only_observed + comparison.only_session === 0) notices.push(notice("note", "Pi’s projection at this leaf and the observed context are the same list of messages."));
  if (notices.length > 0) made.label.after(el("div", { class: "view-notices" }, ...notices));
  return made;
}

/** @param {ObservedComparison} comparison */
function countWords(comparison) {
  const parts = [`${plural(comparison.same, "message is", "messages are")} the same`];
  if (comparison.changed) parts.push(`${comparison.changed} changed`);
  if (comparison.only_observed) parts.push(`${comparison.only_observed} only observed`);
  if (comparison.only_session) parts.push(`${comparison.only_session} only in the session`);
  return parts.join(", ");
}

/**
 * What a changed message has instead of the session's.
 * @param {App} app
 * @param {ContextRow} row
 * @param {{session: number, members: string[], note: string, edit: number}} note
 */
function difference(app, row, { session, members, note, edit }) {
  const holder = edit >= 0 ? app.data.row(edit) : app.data.row(session);
  const before = messageText(app, holder);
  const after = messageText(app, row.row);
  const head = el("p", null, "Changed: ", ...members.map((name, place) => [place ? ", " : "", inlineText(name, { class: "mono" })]), note ? `. ${note}.` : ".");
  if (before === null || after === null) return el("div", { class: "compare-lead" }, head, notice("note", "One of the two texts was left out of this report, so the difference can’t be drawn."));
  if (before === after) return el("div", { class: "compare-lead" }, head, notice("note", "The texts are the same as far as this report holds them; what differs is another member, or masked or cut."));
  return el("div", { class: "compare-lead" }, head, diffView(compareTexts(before, after), { lines: app.bound("json_lines", 1_000), label: "From the session’s text to the observed one", numbers: false }));
}

/** The text of a message or entry; what is no text as JSON. @param {App} app @param {number} row @returns {string | null} */
function messageText(app, row) {
  const detail = app.data.detailOfRow(row);
  if (row < 0 || isMissing(detail)) return null;
  const holder = member(detail.value, "message") ?? member(detail.value, "replacement") ?? detail.value;
  const content = member(holder, "content") ?? member(holder, "summary") ?? member(holder, "output");
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return jsonText(holder, {});
  return content.map((block) => {
    const text = member(block, "text") ?? member(block, "thinking");
    return typeof text === "string" ? text : jsonText(block, {});
  }).join("\n");
}

/** @type {View} */
export const view = { name: "compare", title: "Compare", order: 12, place: "tab", tab: "context", under: "context", create };
