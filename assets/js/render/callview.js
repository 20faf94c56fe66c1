// @ts-check
/**
 * Tool calls as people read them: one renderer a tool, by its name; a call with other arguments than the tool's is generic.
 */
import { el } from "../dom.js";
import { jsonText, placeWords, recordedKey } from "../json.js";
import { badge, inSteps } from "../parts.js";
import { member, own, pointerStep } from "../pointer.js";
import { inlineText, textView } from "../text.js";
import { callLine, editsOf, webSearch } from "./calls.js";
import { compareTexts } from "./diff.js";
import { diffView } from "./diffview.js";
import { taskList } from "./lists.js";
import { tasksView } from "./listviews.js";
import { identityWords, mcpIdentity } from "./mcp.js";
import { coloured, jsonValue, languageOf, linesBound, toolHead } from "./shared.js";

/** Arguments shown one by one; a call with more is shown as JSON. */
const ARGUMENTS = 24;

/**
 * @typedef {object} CallSource
 * @property {App} app
 * @property {any} block the recorded call
 * @property {string} pointer of the call in its detail
 * @property {Markup} markup
 * @property {Record<string, string>} numbers
 */

/**
 * @param {CallSource} source
 * @returns {HTMLElement}
 */
export function callView(source) {
  const { block, pointer } = source;
  const name = toolName(block);
  const args = member(block, "arguments");
  const at = `${pointer}/arguments`;
  const special = args !== null && typeof args === "object" ? own(RENDERERS, name)?.(source, args, at) : undefined;
  if (special) return el("div", { class: "tool" }, ...special);
  const identity = mcpIdentity(name, { namespace: member(block, "namespace"), args });
  const search = webSearch(name);
  const { subject, facts } = callLine(name, args);
  const head = toolHead({ name: identity && identity.tool !== name ? identity.tool : name, subject, facts, more: identity ? identityBadge(identity) : null });
  const tasks = taskList(args);
  return el("div", { class: "tool" }, head, search.inner ? el("p", { class: "tool-note" }, "One visible tool: the searches and fetches it made inside are not recorded.") : null, tasks ? tasksView(tasks.tasks) : null, argumentsView(source, tasks ? without(args, tasks.key) : args, at, tasks ? tasks.key : subject));
}

/** @param {any} args @param {string} key */
function without(args, key) {
  return Object.fromEntries(Object.entries(args).filter(([name]) => name !== key));
}

/** @param {McpIdentity} identity */
export function identityBadge({ server, by }) {
  return el("span", { class: "tool-server" }, badge("MCP"), " ", inlineText(server || "all servers", { class: "mono" }), " ", el("span", { class: "tool-fact" }, identityWords(by)));
}

/** @param {unknown} block */
export function toolName(block) {
  const name = member(block, "name");
  return typeof name === "string" && name ? name : "unnamed tool";
}

/** @type {Record<string, ((source: CallSource, args: any, at: string) => Child[] | undefined) | undefined>} */
const RENDERERS = {
  read: (_, args) => lineOnly("read", args, ["path", "offset", "limit"]),
  grep: (_, args) => lineOnly("grep", args, ["pattern", "path", "glob", "ignoreCase", "literal", "context", "limit"]),
  find: (_, args) => lineOnly("find", args, ["pattern", "path", "limit"]),
  ls: (_, args) => lineOnly("ls", args, ["path", "limit"]),
  write: (source, args, at) => code(source, "write", args, at, "content"),
  bash: (source, args, at) => code(source, "bash", args, at, "command"),
  powershell: (source, args, at) => code(source, "powershell", args, at, "command"),
  codemode: (source, args, at) => code(source, "codemode", args, at, "code"),
  edit: editCall,
};

/**
 * @param {string} name
 * @param {Record<string, unknown>} args
 * @param {string[]} known arguments that the line shows
 */
function lineOnly(name, args, known) {
  const { subject, facts } = callLine(name, args);
  if (!subject || Object.keys(args).some((key) => !known.includes(key))) return undefined;
  return [toolHead({ name, subject, facts })];
}

/**
 * @param {CallSource} source
 * @param {string} name
 * @param {Record<string, unknown>} args
 * @param {string} at
 * @param {string} argument that holds the code
 */
function code(source, name, args, at, argument) {
  const text = member(args, argument);
  if (typeof text !== "string") return undefined;
  const { app, markup } = source;
  const { subject, facts } = callLine(name, args);
  const place = `${at}/${argument}`;
  const language = name === "write" ? languageOf(markup, place) : "";
  const shown = new Set([argument, "path", "file_path", "timeout"]);
  const others = Object.fromEntries(Object.entries(args).filter(([key]) => !shown.has(key)));
  return [
    toolHead({ name, subject, facts: [...facts, language] }),
    text === "" ? el("p", { class: "unavailable" }, "Empty.") : coloured(app, text, place, markup),
    Object.keys(others).length > 0 ? argumentsView(source, others, at, "") : null,
  ];
}

/** @param {CallSource} source @param {any} args */
function editCall(source, args) {
  const edits = editsOf(args);
  const { subject } = callLine("edit", args);
  if (edits.length === 0 || !subject) return undefined;
  const head = toolHead({ name: "edit", subject, facts: edits.length > 1 ? [`${edits.length} replacements`] : [], more: el("span", { class: "tool-fact" }, "as asked for") });
  return [head, ...inSteps(edits, ({ old, now }, place) => {
    const label = edits.length > 1 ? `Replacement ${place + 1} of ${edits.length}` : "Replacement";
    if (now === null) return el("div", { class: "tool-part" }, el("p", { class: "unavailable" }, "No replacement text recorded for this text:"), textView(old, { lines: linesBound(source.app) }));
    return el("div", { class: "tool-part" }, diffView(compareTexts(old, now), { lines: linesBound(source.app), label, numbers: false }));
  })];
}

/**
 * Arguments by name, short ones in a line.
 * @param {CallSource} source
 * @param {unknown} args
 * @param {string} at
 * @param {string} subject already in the head
 */
export function argumentsView({ app, numbers, markup }, args, at, subject) {
  const words = placeWords(args);
  if (words !== null) return el("p", { class: "unavailable" }, words);
  if (args === undefined || args === null) return el("p", { class: "unavailable" }, "No arguments recorded.");
  if (typeof args !== "object" || Array.isArray(args) || Object.keys(args).length > ARGUMENTS) return jsonValue(app, args, at, numbers);
  const entries = Object.entries(args).filter(([, value]) => value !== subject || subject === "");
  if (entries.length === 0) return subject ? el("span", null) : el("p", { class: "unavailable" }, "Called without arguments.");
  return el("div", { class: "tool-args" }, ...entries.map(([name, value]) => {
    const place = at + pointerStep(name);
    const hidden = placeWords(value);
    const title = inlineText(recordedKey(name), { class: "part-title" });
    if (hidden !== null) return el("div", { class: "part short" }, title, el("span", { class: "unavailable" }, hidden));
    if (typeof value === "string") {
      if (value.length <= 160 && !value.includes("\n")) return el("div", { class: "part short" }, title, inlineText(value || "empty", value ? { class: "mono" } : { class: "unavailable" }));
      return el("div", { class: "part" }, title, coloured(app, value, place, markup));
    }
    if (value === null || typeof value !== "object") return el("div", { class: "part short" }, title, inlineText(jsonText(value, numbers, place), { class: "mono" }));
    return el("div", { class: "part" }, title, jsonValue(app, value, place, numbers));
  }));
}
