// @ts-check
/**
 * The registry: what an entry or one of its segments looks like to a reader. Context rows, Event details and Reading mode all
 * ask here; the literal text, Structured and Raw stay beside it.
 */
import { emptyThinking } from "../blockparts.js";
import { isMissing, missingWords } from "../data.js";
import { el } from "../dom.js";
import { imageView } from "../image.js";
import { placeWords } from "../json.js";
import { badge, inSteps, lazyDetails, notice } from "../parts.js";
import { member, resolve } from "../pointer.js";
import { inlineText } from "../text.js";
import { callView } from "./callview.js";
import { mcpPrompt } from "./mcp.js";
import { resultView, shellOutput } from "./resultview.js";
import { coloured, imageMark, jsonValue, markupOf, outputView, proseView, toolHead } from "./shared.js";
import { executionEnd } from "./shell.js";

/**
 * @typedef {object} Source
 * @property {App} app
 * @property {number} row whose detail holds the content
 * @property {Detail} detail
 * @property {Markup} markup
 * @property {boolean} [brief] the row around it already says how the message stands
 */

/**
 * The whole content of an entry: what Event details and Reading mode show.
 * @param {App} app
 * @param {number} row
 * @returns {HTMLElement}
 */
export function entryContent(app, row) {
  const detail = app.data.detailOfRow(row);
  if (isMissing(detail)) return notice("note", missingWords(detail.reason));
  const source = { app, row, detail, markup: markupOf(app, row) };
  const entry = detail.value;
  const out = el("div", { class: "content" });
  if (detail.note) out.append(notice("warning", detail.note));
  const message = member(entry, "message");
  const role = member(message, "role");
  if (role === "toolResult") {
    out.append(resultOf(source, blocksOf(member(message, "content"), "/message/content"), true).element);
    return out;
  }
  const [from, to] = app.data.segmentsOf(row);
  const table = app.data.segments;
  const pointers = [];
  for (let segment = from; segment < to; segment += 1) {
    // A system message has its parts and, for later ones, one segment that stands for all of them.
    if (table && !(table.flags[segment] & 256)) pointers.push(app.data.string(table.pointer[segment]));
  }
  out.append(...inSteps(pointers, (pointer) => el("div", { class: "content-part" }, pieceView(source, pointer)?.element ?? plainView(source, resolve(entry, pointer), pointer))));
  if (role === "assistant") out.append(...answerNotices(message));
  if (pointers.length === 0) out.append(jsonValue(app, entry, "", detail.numbers ?? {}));
  return out;
}

/**
 * One segment for a Context row; null where nothing is shown better than by its literal text.
 * @param {App} app
 * @param {number} row whose detail holds the segment
 * @param {string} pointer
 * @returns {HTMLElement | null}
 */
export function segmentView(app, row, pointer) {
  const detail = app.data.detailOfRow(row);
  if (isMissing(detail)) return null;
  const made = pieceView({ app, row, detail, markup: markupOf(app, row), brief: true }, pointer);
  return made && !made.plain ? made.element : null;
}

/**
 * Notices of an answer that did not end well, for the row of its last segment.
 * @param {App} app
 * @param {number} row
 */
export function endingNotices(app, row) {
  const detail = app.data.detailOfRow(row);
  const message = isMissing(detail) ? null : member(detail.value, "message");
  return member(message, "role") === "assistant" ? answerNotices(message) : [];
}

/**
 * What stands at a pointer, with everything that the rest of the entry says about it.
 * @param {Source} source
 * @param {string} pointer
 * @returns {{element: HTMLElement, plain: boolean} | null}
 */
function pieceView(source, pointer) {
  const entry = source.detail.value;
  const value = resolve(entry, pointer);
  const message = member(entry, "message");
  const role = member(message, "role");
  if (value === undefined || placeWords(value) !== null) return null;
  if (pointer.startsWith("/systemMessage") || role === "system") return null;
  if (role === "bashExecution" && pointer === "/message") return { element: executionView(source, message), plain: false };
  if (role === "toolResult") {
    // A result of one text is shown whole; of several blocks each row shows its own.
    return !/^\/message\/content(?:\/\d+)?$/.test(pointer) || member(value, "type") === "image" ? null : resultOf(source, [{ value, pointer }], !/\/[1-9]\d*$/.test(pointer));
  }
  if (member(value, "type") === "toolCall" && role === "assistant") {
    return { element: callView({ app: source.app, block: value, pointer, markup: source.markup, numbers: source.detail.numbers ?? {} }), plain: false };
  }
  if (member(value, "type") === "image") return null;
  const custom = customType(entry);
  const text = typeof value === "string" ? value : member(value, "type") === "text" ? member(value, "text") : null;
  if (typeof text !== "string" || text === "") return null;
  const prose = proseView(source.app, text, typeof value === "string" ? pointer : `${pointer}/text`, source.markup);
  if (custom === null) return { element: prose.element, plain: !prose.rendered };
  const holder = role === "custom" ? message : entry;
  const prompt = mcpPrompt(custom, member(holder, "details"));
  return { element: el("div", { class: "tool" }, prompt ? promptHead(source.app, prompt) : customHead(holder, custom, source.brief === true), prose.element), plain: false };
}

/** @param {any} entry */
function customType(entry) {
  const message = member(entry, "message");
  const holder = member(message, "role") === "custom" ? message : member(entry, "type") === "custom_message" ? entry : null;
  if (!holder) return null;
  const type = member(holder, "customType");
  return typeof type === "string" ? type : "no type recorded";
}

/** @param {any} holder @param {string} type @param {boolean} brief */
function customHead(holder, type, brief) {
  return toolHead({ name: type, facts: ["custom message of an extension"], badges: !brief && member(holder, "display") === false ? [["hidden in Pi’s display", "warning"]] : [] });
}

/** @param {App} app @param {McpPrompt} prompt */
function promptHead(app, { server, name, messages, count }) {
  return el("div", null, toolHead({ name: "mcp prompt", subject: `${server} · ${name}`, facts: [count < 0 ? "number of messages not recorded" : `${count} ${count === 1 ? "message" : "messages"}`] }), messages.length ? lazyDetails("Messages as the server gave them", () => el("div", null, el("p", { class: "tool-note" }, "The roles are the server’s data: these were not turns of this conversation."), ...inSteps(messages, ({ role, text }) => el("div", { class: "tool-part" }, badge(role), outputView(app, text)))), { class: "accordion" }) : null);
}

/** @param {Source} source @param {any} message */
function executionView({ app, markup, brief }, message) {
  const { words, failed } = executionEnd(message);
  const command = member(message, "command");
  const output = member(message, "output");
  const path = member(message, "fullOutputPath");
  return el(
    "div",
    { class: "tool" },
    toolHead({ name: "bash", facts: ["run by the user"], badges: [[words, failed ? "error" : "neutral"], ...(!brief && member(message, "excludeFromContext") === true ? [/** @type {[string, "warning"]} */ (["not sent to the model", "warning"])] : [])] }),
    typeof command === "string" ? coloured(app, command, "/message/command", markup, { label: "Command" }) : el("p", { class: "unavailable" }, placeWords(command) ?? "No command recorded."),
    ...(placeWords(output) === null ? shellOutput(app, { output: typeof output === "string" ? output : "", cut: "", path: typeof path === "string" ? path : "" }) : [el("p", { class: "unavailable" }, placeWords(output) ?? "")]),
    member(message, "truncated") === true ? el("p", { class: "tool-note" }, "Pi cut the output.") : null,
  );
}

/**
 * @param {Source} source
 * @param {{value: any, pointer: string}[]} blocks
 * @param {boolean} first
 */
function resultOf({ app, row, detail, markup }, blocks, first) {
  return resultView({ app, message: member(detail.value, "message"), blocks, first, call: callOf(app, row), markup, numbers: detail.numbers ?? {} });
}

/**
 * Blocks of a content with their pointers; a text alone is one block.
 * @param {unknown} content
 * @param {string} pointer
 */
function blocksOf(content, pointer) {
  if (Array.isArray(content)) return content.map((value, place) => ({ value, pointer: `${pointer}/${place}` }));
  return content === undefined || content === null ? [] : [{ value: content, pointer }];
}

/** @type {WeakMap<object, Map<number, [number, number]>>} calls by result item, for each report */
const callTables = new WeakMap();

/** @type {WeakMap<object, any[]>} the calls among the blocks of a content */
const callBlocks = new WeakMap();

/**
 * The recorded call that a tool result answers by SES-8's rule; null when there is none, it is ambiguous, or not in the report.
 * @param {App} app
 * @param {number} row of the result
 */
export function callOf(app, row) {
  const pairs = app.data.optional("session")?.calls;
  const item = app.data.rows?.item[row];
  if (!Array.isArray(pairs) || item === undefined) return null;
  let table = callTables.get(pairs);
  if (!table) {
    table = new Map();
    for (const [result, call, ordinal] of pairs) if (call >= 0) table.set(result, [call, ordinal]);
    callTables.set(pairs, table);
  }
  const found = table.get(item);
  const detail = found ? app.data.detailOfRow(app.data.row(found[0])) : null;
  if (!found || !detail || isMissing(detail)) return null;
  const content = member(member(detail.value, "message"), "content");
  if (!Array.isArray(content)) return null;
  let calls = callBlocks.get(content);
  if (!calls) callBlocks.set(content, (calls = content.filter((block) => member(block, "type") === "toolCall")));
  return calls[found[1]] ?? null;
}

/**
 * How an answer ended, where it did not end well. The provider's words are never shown as the model's.
 * @param {any} message
 * @returns {HTMLElement[]}
 */
function answerNotices(message) {
  const reason = member(message, "stopReason");
  const error = member(message, "errorMessage");
  const raw = member(message, "rawStopReason");
  const recorded = typeof raw === "string" && raw && raw !== reason ? [" Recorded as ", inlineText(raw, { class: "mono" }), "."] : [];
  const said = typeof error === "string" && error ? [el("div", { class: "provider-words" }, inlineText(error))] : placeWords(error) ? [` ${placeWords(error)}.`] : [];
  const out = [];
  if (reason === "error") out.push(notice("error", el("b", null, "Provider error."), " The provider or Pi ended this answer, not the model.", ...recorded, ...said));
  else if (reason === "aborted") out.push(notice("warning", el("b", null, "Aborted."), " The answer was stopped before its end.", ...recorded, ...said));
  else if (reason === "length") out.push(notice("warning", el("b", null, "Cut off."), " The answer reached the output limit; its end, and arguments of calls, may be missing.", ...recorded, ...said));
  else if (reason === "deferred") out.push(notice("note", el("b", null, "Deferred."), " The provider was to give the answer later.", ...recorded, ...said));
  else if (said.length) out.push(notice("warning", "An error message is recorded with this answer.", ...said));
  return out;
}

/**
 * @param {Source} source
 * @param {any} value
 * @param {string} pointer
 */
function plainView({ app, detail, markup }, value, pointer) {
  const words = placeWords(value) ?? placeWords(member(value, "text")) ?? placeWords(member(value, "thinking"));
  if (member(value, "type") === "image") return imageView(app, imageMark(value));
  if (words !== null) return el("p", { class: "unavailable" }, words);
  const text = typeof value === "string" ? value : (member(value, "text") ?? member(value, "thinking"));
  if (typeof text === "string") return text === "" ? el("p", { class: "unavailable" }, member(value, "type") === "thinking" ? emptyThinking(value) : "Empty text.") : outputView(app, text);
  if (value === undefined) return el("p", { class: "unavailable" }, "Not in this report.");
  if (member(value, "type") === "toolCall") return callView({ app, block: value, pointer, markup, numbers: detail.numbers ?? {} });
  return jsonValue(app, value, pointer, detail.numbers ?? {});
}
