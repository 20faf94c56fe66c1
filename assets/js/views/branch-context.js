// @ts-check
/**
 * Branch context: the context that Pi would have derived at any one entry, in a reader of its own (CTX-12). It is opened from
 * Event details and has no tab.
 */
import { missingWords } from "../data.js";
import { button, el, fill } from "../dom.js";
import { shortId } from "../format.js";
import { emptyState, notice } from "../parts.js";
import { contextAt, givingEntries, stateAt } from "../replay.js";
import { ContextReader } from "../reader.js";

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  const element = el("div", { class: "branch-context" });
  const bar = el("div", { class: "view-bar-host" });
  /** @type {ContextReader | null} */
  let reader = null;
  let shownItem = -2;

  /** @param {number} item */
  function open(item) {
    if (item === shownItem) return;
    reader?.hide();
    reader = null;
    shownItem = item;
    const back = button("Back to the context at the leaf", () => app.jump({ view: "context" }));
    const made = item < 0 ? emptyState("No entry is chosen.", "Open one from Event details: tab Context, “View branch context”.") : read(item, back);
    if (made instanceof ContextReader) {
      reader = made;
      fill(element, reader.element);
      fill(bar, reader.bar);
      reader.show();
    } else {
      fill(element, el("div", { class: "view-body" }, made));
      fill(bar, el("div", { class: "view-bar" }, back));
    }
  }

  /** @param {number} item @param {HTMLElement} back @returns {ContextReader | HTMLElement} */
  function read(item, back) {
    const { nodes } = app.data;
    /** @type {ReplayView | null} */
    const replay = app.data.element("replay");
    if (!nodes || !replay || !app.data.rows || !app.data.segments) return notice("error", missingWords("damaged"));
    const context = contextAt(nodes, replay, item);
    if (context.circle) return notice("warning", "Unavailable: the parent links above this entry run in a circle, so Pi never finishes to derive its context.");
    const giving = givingEntries(nodes, context);
    const { state } = stateAt(nodes, replay, item);
    const stored = state >= 0 ? replay.states[state] : null;
    const row = app.data.row(item);
    const name = row >= 0 && app.data.rows.id[row] ? shortId(app.data.rows.id[row]) : `line ${row >= 0 ? app.data.rows.line[row] : "?"}`;
    const made = new ContextReader(
      app,
      {
        entries: giving,
        gapAfter: -1,
        gapSegments: 0,
        compactedMessages: context.replaced,
        compactionItem: context.compaction,
        promptStored: stored !== null && (stored[0].length > 0 || stored[1].length > 0),
        toolsStored: stored !== null && stored[2].length > 0,
      },
      { evidence: `${app.meta.labels["context.branch"] ?? ""} Entry ${name}.`, name: `the branch context at ${name}`, before: [back] },
    );
    const words = [];
    if (context.missing) words.push("The history is partial: a parent above this entry is not in the file, so this is the shorter context that Pi derives.");
    if (context.standsFor !== item) words.push("The id of this entry stands on several lines; Pi uses a later one, and this is its context.");
    if (words.length > 0) made.element.prepend(el("div", { class: "view-notices" }, notice("warning", words.join(" "))));
    if (giving.length === 0) made.element.append(emptyState("No entry up to here gives the model anything.", "A message, a summary or a custom message above this entry would stand here."));
    return made;
  }

  open(-1);
  return {
    element,
    bar,
    show: () => reader?.show(),
    hide: () => reader?.hide(),
    focusSearch: () => reader?.focusSearch(),
    reveal: (target) => {
      if (target.segment !== undefined && reader) return reader.reveal(target);
      const item = target.item ?? (target.row !== undefined ? app.data.rows?.item[target.row] : undefined);
      if (item === undefined || item < 0) return false;
      open(item);
      return true;
    },
  };
}

/** @type {View} */
export const view = { name: "branch-context", title: "Branch context", order: 30, place: "tab", tab: "context", under: "context", create };
