// @ts-check
/**
 * An observed context beside Pi's projection at its own leaf: what changed, and what stands on one side only (CTX-13).
 */
import { compareRows } from "../contextlist.js";
import { isMissing } from "../data.js";
import { el, fill } from "../dom.js";
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
import { ContextPicker, chooseContext, chosenContext, sourceSwitch } from "../observed/switch.js";

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  const observed = observedView(app);
  const face = observedApp(app);
  const element = el("div", { class: "observed" });
  const slot = el("div", { class: "observed-slot" });
  const host = el("div", { class: "observed-host" });
  const source = sourceSwitch(app, "compare");
  if (!observed || !face || observed.contexts.length === 0) {
    element.append(emptyState("Nothing to compare.", `No observed context is in this report. ${HOW_TO_CAPTURE}`));
    return { element, bar: el("div", { class: "view-bar" }, source) };
  }
  const picker = new ContextPicker(app, (place) => {
    chooseContext(app, place);
    open(place);
    reader?.show();
  });
  element.append(el("div", { class: "observed-line" }, picker.select), host);
  /** @type {Map<number, ContextReader>} */
  const readers = new Map();
  /** @type {ContextReader | null} */
  let reader = null;
  let shown = -1;

  /** @param {number} place */
  function open(place) {
    if (place === shown) return;
    reader?.hide();
    shown = place;
    picker.show(place);
    const { contexts } = /** @type {ObservedView} */ (observed);
    reader = contexts[place].comparison ? (readers.get(place) ?? make(place)) : null;
    if (!reader) {
      fill(host, emptyState("This context can’t be compared.", contexts[place].incomparable));
      fill(slot);
      return;
    }
    readers.set(place, reader);
    fill(host, reader.element);
    fill(slot, reader.bar);
  }

  /** @param {number} place */
  function make(place) {
    const context = /** @type {ObservedView} */ (observed).contexts[place];
    const comparison = /** @type {ObservedComparison} */ (context.comparison);
    const seen = /** @type {App} */ (face);
    const rows = compareRows(seen.data, comparison.rows.map(([kind, count, item, session]) => ({ kind, count, observed: item, session, edit: context.edits[String(session)] ?? -1 })));
    const notes = new Map(comparison.rows.filter(([kind]) => kind === 1).map(([, , item, session, members, note]) => [item, { session, members, note, edit: context.edits[String(session)] ?? -1 }]));
    const words = () => `${app.meta.labels["context.compare"] ?? ""} Compared: ${requestWords(context.request)}, ${leafWords(context.captured)}, ${capturedText(app, context.captured, "full")}: ${countWords(comparison)}.`;
    const made = new ContextReader(seen, { entries: [], gapAfter: -1, gapSegments: 0, compactedMessages: 0, compactionItem: -1, promptStored: true, toolsStored: true }, {
      evidence: words(),
      name: `the comparison of ${requestWords(context.request)}`,
      rows,
      lead: (row) => {
        const note = row.state === "changed" && row.part === 0 ? notes.get(row.item) : undefined;
        return note ? [difference(seen, row, note)] : [];
      },
    });
    const notices = comparison.notes.map((each) => notice("note", each));
    if (comparison.skipped > 0) notices.push(notice("warning", `The first ${plural(comparison.skipped, "message")} of both sides are not compared: the observed ones are not in the dump.`));
    if (comparison.rows_omitted > 0) notices.push(notice("warning", `${plural(comparison.rows_omitted, "more difference")} left out of this report.`));
    if (comparison.changed + comparison.only_observed + comparison.only_session === 0) notices.push(notice("note", "Pi’s projection at this leaf and the observed context are the same list of messages."));
    if (notices.length > 0) made.label.after(el("div", { class: "view-notices" }, ...notices));
    app.onChange((what) => {
      if (what !== "zone") return;
      made.evidence = words();
      made.setEvidence();
    });
    return made;
  }

  open(chosenContext(app));
  return {
    element,
    bar: el("div", { class: "view-bar" }, source, slot),
    show: () => {
      open(chosenContext(app));
      reader?.show();
    },
    hide: () => reader?.hide(),
    focusSearch: () => reader?.focusSearch(),
    reveal: (target) => reader?.reveal(target) ?? false,
  };
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
