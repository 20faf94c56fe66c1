// @ts-check
/**
 * Tool results as people read them. A renderer gets the whole result and the call it answers, where one is recorded; a text
 * that has not the form of its tool is shown as it stands.
 */
import { el } from "../dom.js";
import { imageView } from "../image.js";
import { placeWords } from "../json.js";
import { inSteps, lazyDetails } from "../parts.js";
import { jsonTree } from "../jsonview.js";
import { member, own } from "../pointer.js";
import { inlineText } from "../text.js";
import { identityBadge } from "./callview.js";
import { callLine, editsOf, pathOf, webSearch } from "./calls.js";
import { nestedTree, scriptResult } from "./codemode.js";
import { compareTexts, parseDisplayDiff, parsePatch } from "./diff.js";
import { diffView } from "./diffview.js";
import { cutWords, grepFiles, pathList, splitNotice } from "./listing.js";
import { agentRuns, taskList } from "./lists.js";
import { agentsView, grepView, mcpRows, nestedView, pathsView, sourcesView, tasksView, unavailableServers } from "./listviews.js";
import { listingErrors, mcpAction, mcpIdentity } from "./mcp.js";
import { coloured, imageMark, jsonTextView, jsonValue, languageOf, linesBound, outputView, toolHead, toolNotes } from "./shared.js";
import { shellResult } from "./shell.js";

/** What one codemode result never holds (SES-10). */
const NOT_RECORDED = "Not recorded unless printed: results of the nested calls, searchTools and other helpers, models.* calls, variables of the script, the order in which promises settled.";

/**
 * @typedef {object} ResultSource
 * @property {App} app
 * @property {any} message the recorded tool result
 * @property {{value: any, pointer: string}[]} blocks the blocks to show
 * @property {boolean} first whether the first block of the result is among them
 * @property {any} call the recorded call that it answers, or null
 * @property {Markup} markup
 * @property {Record<string, string>} numbers
 */

/**
 * @param {ResultSource} source
 * @returns {{element: HTMLElement, plain: boolean}} plain: nothing is shown otherwise than literally
 */
export function resultView(source) {
  const { message, first, call } = source;
  const name = nameOf(message);
  const args = member(call, "arguments");
  const failed = member(message, "isError") === true;
  const search = webSearch(name);
  const make = failed && name !== "bash" && name !== "powershell" && name !== "codemode" ? null : own(RENDERERS, name);
  const special = make?.(source, args) ?? (search.is && !failed ? searchResult(source, args, search.inner) : null) ?? (failed ? null : mcpResult(source, name, args));
  if (special) return { element: el("div", { class: "tool" }, ...special), plain: false };
  let plain = !failed;
  const body = inSteps(source.blocks, (block) => {
    const part = genericBlock(source, block);
    plain = plain && part.plain;
    return part.element;
  });
  const shapes = first && !failed ? shapeViews(source) : [];
  const head = first ? [toolHead({ name, subject: call ? callLine(name, args).subject : "", badges: failed ? [["failed", "error"]] : [], more: mcpBadge(name, source) })] : [];
  return { element: el("div", { class: failed ? "tool tool-failed" : "tool" }, ...head, ...shapes, ...body), plain: plain && shapes.length === 0 };
}

/** @param {any} message */
function nameOf(message) {
  const name = member(message, "toolName");
  return typeof name === "string" && name ? name : "unnamed tool";
}

/** @param {string} name @param {ResultSource} source */
function mcpBadge(name, { message, call }) {
  const identity = mcpIdentity(name, { details: member(message, "details"), namespace: member(call, "namespace"), args: member(call, "arguments") });
  return identity ? identityBadge(identity) : null;
}

/** @type {Record<string, ((source: ResultSource, args: unknown) => Child[] | null) | undefined>} */
const RENDERERS = {
  read: readResult,
  write: (source, args) => (pathOf(args) && source.first ? [toolHead({ name: "write", subject: pathOf(args) }), ...texts(source)] : null),
  edit: editResult,
  bash: shellView,
  powershell: shellView,
  grep: grepResult,
  find: pathsResult,
  ls: pathsResult,
  codemode: codemodeResult,
  tool_search: toolSearch,
  mcp_tools: gateway,
};

/** The text of a block, null for another kind. @param {any} value @returns {string | null} */
function textOf(value) {
  if (typeof value === "string") return value;
  const text = member(value, "type") === "text" ? member(value, "text") : null;
  return typeof text === "string" ? text : null;
}

/** @param {{value: any, pointer: string}} block */
function textPointer({ value, pointer }) {
  return typeof value === "string" ? pointer : `${pointer}/text`;
}

/**
 * A block as it stands: text with terminal display, JSON set, images, withheld values in words.
 * @param {ResultSource} source
 * @param {{value: any, pointer: string}} block
 */
function genericBlock({ app, numbers }, { value, pointer }) {
  const text = textOf(value);
  if (text !== null) {
    if (text === "") return { element: el("p", { class: "unavailable" }, "Empty text."), plain: true };
    const json = jsonTextView(app, text, member(value, "mimeType"));
    return { element: json ?? outputView(app, text), plain: json === null };
  }
  if (member(value, "type") === "image") {
    return { element: imageView(app, imageMark(value)), plain: true };
  }
  const words = placeWords(value) ?? placeWords(member(value, "text"));
  if (words !== null) return { element: el("p", { class: "unavailable" }, words), plain: true };
  return { element: jsonValue(app, value, pointer, numbers), plain: true };
}

/** @param {ResultSource} source */
function texts(source) {
  return inSteps(source.blocks, (block) => genericBlock(source, block).element);
}

/** Task lists and sub-agents in the details. @param {ResultSource} source */
function shapeViews({ app, message }) {
  const details = member(message, "details");
  const tasks = taskList(details);
  if (tasks) return [tasksView(tasks.tasks)];
  const runs = agentRuns(details);
  return runs ? [agentsView(runs, (text) => outputView(app, text))] : [];
}

/** @param {ResultSource} source @param {unknown} args */
function readResult(source, args) {
  const { app, blocks, markup, message } = source;
  const path = pathOf(args);
  if (!path && source.call) return null;
  const offset = member(args, "offset");
  const first = typeof offset === "number" && offset > 0 ? Math.floor(offset) : 1;
  const languages = blocks.map((block) => languageOf(markup, textPointer(block)));
  const head = source.first ? [toolHead({ name: "read", subject: path, facts: [...callLine("read", args).facts, languages.find(Boolean) ?? ""] })] : [];
  return [...head, ...inSteps(blocks, (block) => {
    const text = textOf(block.value);
    if (text === null || text === "") return genericBlock(source, block).element;
    const { text: body, notice } = splitNotice(text);
    const code = coloured(app, body, textPointer(block), markup, { first, label: path ? `Content of ${path}` : "File content" });
    return notice ? el("div", { class: "tool-part" }, code, ...toolNotes([notice])) : code;
  }), ...(source.first ? toolNotes(cutWords(member(message, "details"))) : [])];
}

/** @param {ResultSource} source @param {unknown} args */
function editResult(source, args) {
  if (!source.first) return null;
  const { app, message } = source;
  const details = member(message, "details");
  const diff = member(details, "diff");
  const patch = member(details, "patch");
  let rows = (typeof diff === "string" ? parseDisplayDiff(diff) : null) ?? (typeof patch === "string" ? parsePatch(patch) : null);
  const recorded = rows !== null;
  if (!rows) {
    const edits = editsOf(args);
    if (edits.length !== 1 || edits[0].now === null) return null;
    rows = compareTexts(edits[0].old, edits[0].now);
  }
  return [toolHead({ name: "edit", subject: pathOf(args), facts: recorded ? [] : ["from the call; no change recorded in the result"] }), diffView(rows, { lines: linesBound(app), label: "Change", numbers: recorded }), ...texts(source)];
}

/** @param {ResultSource} source @param {unknown} args */
function shellView(source, args) {
  const { app, blocks, message, first } = source;
  const text = blocks.length === 1 ? textOf(blocks[0].value) : null;
  if (text === null || !first) return null;
  const result = shellResult(text, member(message, "isError") === true, member(member(message, "details"), "fullOutputPath"));
  const bad = result.state !== "ok";
  const command = member(args, "command");
  const summary = typeof command === "string" ? command.split("\n", 1)[0] : "";
  return [toolHead({ name: nameOf(message), subject: summary.length > 160 ? `${summary.slice(0, 160)}…` : summary, badges: [[result.words, bad ? "error" : "neutral"]] }), ...shellOutput(app, result)];
}

/** @param {App} app @param {{output: string, cut: string, path: string}} result */
export function shellOutput(app, { output, cut, path }) {
  return [
    output === "" ? el("p", { class: "unavailable" }, "No output.") : outputView(app, output, "Output"),
    ...toolNotes([cut ? `The tool cut its output: ${cut.charAt(0).toLowerCase()}${cut.slice(1)}.` : ""]),
    path ? el("p", { class: "tool-note" }, "Full output was written to ", inlineText(path, { class: "mono" }), " (as recorded; not part of this report)") : null,
  ];
}

/** @param {ResultSource} source @param {unknown} args */
function grepResult(source, args) {
  const text = source.blocks.length === 1 ? textOf(source.blocks[0].value) : null;
  if (text === null) return null;
  const { text: body, notice } = splitNotice(text);
  const files = grepFiles(body);
  if (!files) return null;
  return [toolHead({ name: "grep", ...callLine("grep", args) }), grepView(files), ...toolNotes([notice, ...(notice ? [] : cutWords(member(source.message, "details")))])];
}

/** @param {ResultSource} source @param {unknown} args */
function pathsResult(source, args) {
  const text = source.blocks.length === 1 ? textOf(source.blocks[0].value) : null;
  if (text === null || /^No files found|^\(empty directory\)/.test(text)) return null;
  const name = nameOf(source.message);
  const { text: body, notice } = splitNotice(text);
  return [toolHead({ name, ...(source.call ? callLine(name, args) : {}) }), pathsView(pathList(body)), ...toolNotes([notice, ...(notice ? [] : cutWords(member(source.message, "details")))])];
}

/** @param {ResultSource} source */
function codemodeResult(source) {
  const { app, blocks, message, first, numbers } = source;
  const result = scriptResult(blocks.map((block) => textOf(block.value) ?? "").filter(Boolean), first);
  const nested = first ? nestedTree(member(message, "nestedCalls"), "/message/nestedCalls") : null;
  const failed = member(message, "isError") === true || result.state === "failed";
  if (first && result.state === "" && !nested) return null;
  const images = inSteps(blocks.filter((block) => textOf(block.value) === null), (block) => genericBlock(source, block).element);
  /** @type {Node[]} */
  const out = first ? [toolHead({ name: "codemode", facts: [result.seconds ? `${result.seconds} s wall time` : ""], badges: [[result.state || (failed ? "failed" : "ended"), failed ? "error" : "neutral"]] })] : [];
  if (nested) {
    const words = `${nested.total} nested ${nested.total === 1 ? "call" : "calls"} recorded`;
    out.push(el("p", { class: "tool-note", "data-unsearched": "" }, words, nested.complete === true ? "" : nested.complete === false ? ", marked incomplete by Pi: some calls or arguments are missing" : ", completeness not recorded"));
    out.push(nestedView(nested.calls, numbers));
  }
  out.push(...inSteps(result.items, (item) => jsonTextView(app, item) ?? outputView(app, item, "Output")));
  if (result.console) out.push(el("div", { class: "tool-part" }, el("p", { class: "tool-note", "data-unsearched": "" }, "Console"), outputView(app, result.console, "Console")));
  if (result.error) out.push(el("div", { class: "tool-part tool-failed" }, el("p", { class: "tool-note" }, "Script error"), outputView(app, result.error, "Script error")));
  if (first && result.items.length === 0 && images.length === 0 && !result.error && !result.console && blocks.length === 1) out.push(el("p", { class: "unavailable" }, "The script printed nothing."));
  out.push(...images);
  if (first) out.push(el("p", { class: "tool-note", "data-unsearched": "" }, NOT_RECORDED));
  return out;
}

/** @param {ResultSource} source @param {unknown} args @param {boolean} inner */
function searchResult(source, args, inner) {
  const name = nameOf(source.message);
  const all = source.blocks.map((block) => textOf(block.value) ?? "").join("\n");
  return [...(source.first ? [toolHead({ name, subject: callLine(name, args).subject }), inner ? el("p", { class: "tool-note" }, "One visible tool: the searches and fetches it made inside are not recorded.") : null] : []), ...texts(source), sourcesView(all)];
}

/** @param {ResultSource} source @param {unknown} args */
function toolSearch(source, args) {
  const loaded = member(member(source.message, "details"), "loaded");
  if (!Array.isArray(loaded) || !source.first || !loaded.every((name) => typeof name === "string")) return null;
  return [toolHead({ name: "tool_search", subject: callLine("tool_search", args).subject, facts: [`${loaded.length} loaded`] }), loaded.length > 0 ? el("ul", { class: "tool-list" }, ...inSteps(loaded, (name) => el("li", null, inlineText(name, { class: "mono" })), "li")) : null, ...texts(source)];
}

/** @param {ResultSource} source @param {unknown} args */
function gateway(source, args) {
  if (!source.first) return null;
  const action = mcpAction(args, member(source.message, "details"), member(source.message, "isError") === true);
  if (!action) return null;
  return [toolHead({ name: `mcp ${action.action}`, subject: callLine("mcp_tools", args).subject }), mcpRows(action.rows), ...unavailableServers(action.unavailable), ...texts(source)];
}

/** @param {ResultSource} source @param {string} name @param {unknown} args */
function mcpResult(source, name, args) {
  const identity = mcpIdentity(name, { details: member(source.message, "details"), namespace: member(source.call, "namespace"), args });
  if (!identity) return null;
  const path = member(member(source.message, "details"), "fullOutputPath");
  const structured = source.first ? member(source.message, "structuredContent") : undefined;
  return [
    ...(source.first ? [toolHead({ name: identity.tool, subject: callLine(name, args).subject, more: identityBadge(identity) })] : []),
    ...(name.startsWith("list_mcp") ? unavailableServers(listingErrors(textOf(source.blocks[0]?.value) ?? "")) : []),
    ...texts(source),
    structured === undefined ? null : lazyDetails("Structured content", () => jsonTree(structured, source.numbers, "/message/structuredContent"), { class: "accordion" }),
    typeof path === "string" && source.first ? el("p", { class: "tool-note" }, "Full text was written to ", inlineText(path, { class: "mono" }), " (as recorded; not part of this report)") : null,
  ];
}
