// @ts-check
/**
 * The runtime prompt as captured, possibly never sent (CTX-11), and the context files that Pi put into it.
 */
import { missingWords } from "../data.js";
import { button, el } from "../dom.js";
import { count, plural } from "../format.js";
import { HOW_TO_CAPTURE, capturedTime, leafLink, observerCuts, placeNode, runWords } from "../observed/links.js";
import { emptyState, lazyDetails, metaList, notice } from "../parts.js";
import { member } from "../pointer.js";
import { compareTexts } from "../render/diff.js";
import { diffView } from "../render/diffview.js";
import { inlineText, textView } from "../text.js";

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  /** @type {RuntimePromptView | null} */
  const found = app.data.optional("runtime-prompt");
  const bar = el("div", { class: "view-bar" }, button("Back to the context", () => app.jump({ view: app.has("observed") ? "observed" : "context" })));
  const element = el("div", { class: "environment view-scroll" }, el("h2", { class: "panel-title" }, "Runtime prompt"), el("p", { class: "environment-label" }, app.meta.labels["prompt.runtime"] ?? ""));
  if (!found || found.prompts.length === 0) element.append(emptyState("No runtime prompt was captured.", found ? "The observations hold no record of one." : HOW_TO_CAPTURE));
  else {
    if (found.omitted > 0) element.append(notice("note", `${plural(found.omitted, "earlier prompt")} left out of this report.`));
    element.append(el("div", { class: "items" }, ...found.prompts.map((prompt, place) => promptNode(app, found, prompt, place))));
  }
  if (found?.files_captured) element.append(files(app, found, found.files_captured));
  return { element, bar };
}

/** @param {App} app @param {PromptCapture} prompt @returns {string | null} */
function textOf(app, prompt) {
  const text = member(/** @type {Detail | null} */ (app.data.element(`prompt-${prompt.body}`))?.value, "text");
  return typeof text === "string" ? text : null;
}

/** @param {App} app @param {RuntimePromptView} found @param {PromptCapture} prompt @param {number} place */
function promptNode(app, found, prompt, place) {
  const lines = app.bound("json_lines", 1_000);
  const body = () => {
    const text = textOf(app, prompt);
    if (text === null) return notice("error", missingWords("damaged"));
    const earlier = found.prompts[place + 1];
    const before = earlier ? textOf(app, earlier) : null;
    const change = before === null ? null : before === text ? el("p", { class: "unavailable" }, "The same text as in the capture before.") : lazyDetails("Difference to the capture before", () => diffView(compareTexts(before, text), { lines, label: "Change of the prompt", numbers: false }), { class: "accordion" });
    return el("div", { class: "item-body" }, metaList([["Captured", el("span", null, capturedTime(app, prompt.captured, "exact"), `, ${runWords(app, prompt.captured)}, `, placeNode(app, prompt.captured))], ["Leaf", leafLink(app, prompt.captured)], ["Size", plural(prompt.chars, "character")], ["Cut", observerCuts(prompt.captured)]], "wide"), change, el("div", { class: "block-buttons" }, button("Copy", () => app.copy(text, "Prompt"))), textView(text, { lines, label: "Runtime prompt" }));
  };
  const head = ["Runtime prompt as captured at ", capturedTime(app, prompt.captured, "full"), ", possibly not sent ", el("span", { class: "unavailable" }, plural(prompt.chars, "character"), place === 0 ? ", last" : "")];
  return lazyDetails(head, body, { class: "item" });
}

/** @param {App} app @param {RuntimePromptView} found @param {Captured} captured */
function files(app, found, captured) {
  const title = el("h3", null, "Context files as captured ", el("span", { class: "unavailable" }, count(found.files.length + found.files_omitted)));
  const section = el("section", { class: "panel-section" }, title, el("p", { class: "panel-lead" }, "As captured at ", capturedTime(app, captured, "full"), `, ${runWords(app, captured)}. A path does not show that the file exists.`));
  if (found.files.length === 0) section.append(el("p", { class: "unavailable" }, "The capture lists none."));
  for (const [place, file] of found.files.entries()) {
    section.append(lazyDetails([el("span", { class: "item-name mono" }, inlineText(file.path || "no path")), " ", el("span", { class: "unavailable" }, plural(file.chars, "character"))], () => {
      const value = member(/** @type {Detail | null} */ (app.data.element("context-files"))?.value, "files");
      const text = Array.isArray(value) ? value[place] : undefined;
      return typeof text === "string" ? textView(text, { lines: app.bound("json_lines", 1_000), label: file.path }) : el("p", { class: "unavailable" }, missingWords("left-out"));
    }, { class: "item" }));
  }
  return section;
}

/** @type {View} */
export const view = { name: "runtime-prompt", title: "Runtime prompt", order: 41, place: "tab", tab: "context", under: "context", create };
