// @ts-check
/**
 * One piece of the transcript: prompts and answers as text, thinking and tools folded, errors open (SES-14).
 */
import { emptyThinking } from "../blockparts.js";
import { isMissing, missingWords } from "../data.js";
import { el } from "../dom.js";
import { count, plural } from "../format.js";
import { badge, inSteps, lazyDetails, notice } from "../parts.js";
import { member, resolve } from "../pointer.js";
import { endingNotices, entryContent, segmentView } from "../render/content.js";
import { rowName } from "../session/entries.js";
import { inlineText, textView } from "../text.js";

const ERROR = 16;

/**
 * @param {SessionModel} model
 * @param {number} row
 * @param {string} kind
 * @param {number} number of the prompt
 * @returns {HTMLElement}
 */
export function pieceNode(model, row, kind, number) {
  const { app, rows, data } = model;
  const place = el("div", { class: "piece-place", "data-unsearched": "" }, app.time(rows.time[row], "clock", rows.bad_time[String(row)]), " ", app.jumpLink(rowName(data, row), { view: "history", row }, { class: "id", title: "Show in History" }));
  const failed = (rows.flags[row] & ERROR) !== 0;
  const node = el("div", { class: `piece piece-${kind}${failed ? " piece-error" : ""}` });
  if (kind === "line") {
    node.append(place, el("p", { class: "piece-line" }, inlineText(lineWords(model, row))));
    return node;
  }
  if (kind === "prompt") node.append(el("h3", { class: "piece-title" }, el("span", { class: "turn-number" }, `${count(number)} `), "User"), place, body(model, row));
  else if (kind === "answer") node.append(place, ...answer(model, row));
  else node.append(place, folded(model, row, failed));
  return node;
}

/** @param {SessionModel} model @param {number} row */
function lineWords({ data, rows }, row) {
  return `${data.string(rows.type[row]).replaceAll("_", " ")}: ${data.string(rows.summary[row])}`;
}

/** @param {SessionModel} model @param {number} row */
function body({ app }, row) {
  return el("div", { class: "piece-body" }, entryContent(app, row));
}

/** Blocks of an answer in their order. @param {SessionModel} model @param {number} row @returns {Node[]} */
function answer(model, row) {
  const { app, data } = model;
  const detail = data.detailOfRow(row);
  if (isMissing(detail)) return [el("p", null, inlineText(data.string(model.rows.summary[row]))), el("p", { class: "unavailable" }, missingWords(detail.reason))];
  const segments = data.segments;
  const [from, to] = data.segmentsOf(row);
  const results = new Map((model.resultsOf.get(model.rows.item[row]) ?? []).map(([result, , ordinal]) => [ordinal, model.rowOf(result)]));
  /** @type {(() => Node)[]} */
  const made = [];
  let call = 0;
  for (let segment = from; segments && segment < to; segment += 1) {
    const label = data.string(segments.label[segment]);
    const pointer = data.string(segments.pointer[segment]);
    const size = segments.chars[segment];
    if (label === "Tool call") {
      const words = data.string(segments.summary[segment]);
      const result = results.get(call) ?? -1;
      made.push(() => toolNode(model, row, pointer, words, result));
      call += 1;
    } else if (label === "Thinking") {
      if (size === 0 && member(resolve(detail.value, pointer), "redacted") === true) made.push(() => el("p", { class: "unavailable" }, emptyThinking(resolve(detail.value, pointer))));
      else if (size > 0) made.push(() => lazyDetails(`Thinking, ${plural(size, "character")}`, () => textOf(app, row, pointer, detail), { class: "piece-fold" }));
    } else if (size !== 0) made.push(() => el("div", { class: "piece-body" }, segmentView(app, row, pointer) ?? textOf(app, row, pointer, detail)));
  }
  const out = [...inSteps(made, (make) => make()), ...endingNotices(app, row)];
  if (out.length === 0) out.push(el("p", { class: "unavailable" }, "An answer without content."));
  return out;
}

/** A call with its result behind one line; open when it failed. @param {SessionModel} model @param {number} row @param {string} pointer @param {string} words @param {number} result */
function toolNode(model, row, pointer, words, result) {
  const { app, rows, data } = model;
  const failed = result >= 0 && (rows.flags[result] & ERROR) !== 0;
  const state = result < 0 ? badge("no result recorded") : failed ? badge("error", "error") : null;
  const make = () => {
    const detail = data.detailOfRow(row);
    const made = segmentView(app, row, pointer) ?? (isMissing(detail) ? el("p", { class: "unavailable" }, missingWords(detail.reason)) : textOf(app, row, pointer, detail));
    return el("div", null, made, result >= 0 ? el("div", { class: "piece-result" }, el("p", { class: "piece-label" }, "Result ", app.jumpLink(rowName(data, result), { view: "history", row: result }, { class: "id" })), entryContent(app, result)) : null);
  };
  const node = lazyDetails("", make, { class: "piece-fold piece-tool" });
  node.querySelector("summary")?.append(inlineText(words), state ? " " : "", state ?? "");
  if (failed) node.open = true;
  return node;
}

/** Anything else behind one line: summaries, shell commands, extension messages, system messages. @param {SessionModel} model @param {number} row @param {boolean} failed */
function folded(model, row, failed) {
  const { app, data, rows } = model;
  const role = data.string(rows.role[row]);
  const type = data.string(rows.type[row]);
  const name = type === "message" ? role : type;
  const titles = { toolResult: "Result without a call", bashExecution: "Command", system: "System message", custom: "Extension message", custom_message: "Extension message", compaction: "Compaction", branch_summary: "Branch summary" };
  const title = titles[/** @type {keyof titles} */ (name)] ?? name.replaceAll("_", " ");
  const node = lazyDetails("", () => entryContent(app, row), { class: "piece-fold" });
  node.querySelector("summary")?.append(el("span", { class: "piece-label" }, `${title}: `), inlineText(data.string(rows.summary[row])), failed ? " " : "", failed ? badge("error", "error") : "");
  if (failed) node.open = true;
  return node;
}

/** @param {App} app @param {number} row @param {string} pointer @param {Detail} detail @returns {HTMLElement} */
function textOf(app, row, pointer, detail) {
  const value = resolve(detail.value, pointer);
  const held = value !== null && typeof value === "object" ? /** @type {Record<string, unknown>} */ (value) : null;
  const text = typeof value === "string" ? value : (held?.text ?? held?.thinking);
  if (typeof text === "string") return textView(text, { lines: app.bound("json_lines", 1000), look: "prose", numbers: false });
  return notice("note", "Not a text; see ", app.jumpLink("its entry", { view: "history", row }));
}
