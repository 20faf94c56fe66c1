// @ts-check
/**
 * Context, the primary view: Pi's projection at the leaf in the composition reader.
 */
import { missingWords } from "../data.js";
import { el } from "../dom.js";
import { emptyState, notice } from "../parts.js";
import { ContextReader } from "../reader.js";
import { sourceSwitch } from "../observed/switch.js";

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  const { data, meta } = app;
  const context = data.context;
  if (!context || !data.rows || !data.segments) return { element: el("div", null, el("div", { class: "view-body" }, notice("error", missingWords("damaged")))) };
  if (context.unavailable) {
    return { bar: el("div", { class: "view-bar" }, sourceSwitch(app, "context")), element: el("div", null, el("p", { class: "evidence" }, meta.labels["context.unavailable"] ?? ""), el("div", { class: "view-body" }, notice("warning", context.unavailable))) };
  }
  const choice = sourceSwitch(app, "context");
  const source = {
    entries: context.item.map((item, place) => ({ item, edit: context.edit[place], omitted: context.omitted[place] === 1 })),
    gapAfter: context.gap_after,
    gapSegments: context.gap_segments,
    compactedMessages: context.compacted_messages,
    compactionItem: context.compaction_item,
    promptStored: context.prompt_stored,
    toolsStored: context.tools_stored,
  };
  const reader = new ContextReader(app, source, { evidence: meta.labels["context.session"] ?? "", name: "the context at the leaf", before: choice ? [choice] : [] });
  if (context.partial) reader.element.prepend(el("div", { class: "view-notices" }, notice("warning", context.partial)));
  if (context.item.length === 0) reader.element.append(emptyState("No entry of this session gives the model anything at the leaf.", "A message, a summary or a custom message on the active branch would stand here."));
  return {
    element: reader.element,
    bar: reader.bar,
    show: () => reader.show(),
    hide: () => reader.hide(),
    focusSearch: () => reader.focusSearch(),
    reveal: (target) => reader.reveal(target),
  };
}

/** @type {View} */
export const view = { name: "context", title: "Context", order: 10, place: "tab", tab: "context", create };
