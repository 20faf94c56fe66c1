// @ts-check
/**
 * What a row of the report says of its entry: words, category, kinds for filters. Pure.
 */
import { KINDS } from "../contextlist.js";
import { shortId } from "../format.js";
import { own } from "../pointer.js";

/** Bits of `Rows.flags` (payload, RowFlag). */
export const ROW = { LOADED: 1, NAVIGABLE: 2, ACTIVE: 4, IN_CONTEXT: 8, ERROR: 16, INTERNAL: 32, LABELLED: 64, BRANCH_POINT: 128, PROMPT: 256, NOT_DECODED: 512, INHERITED: 1024 };

/** Bits of `Nodes.flags` (payload, NodeFlag). */
export const NODE = { LOADED: 1, PROMPT: 2, ERROR: 4, INTERNAL: 8, TOOL_RESULT: 16 };

/** Filters of SES-6, and those that Branch view adds. */
export const CHIPS = [
  { name: "model", title: "Model", tone: "assistant" },
  { name: "tool", title: "Tool", tone: "call" },
  { name: "custom", title: "Custom", tone: "neutral" },
  { name: "errors", title: "Errors", tone: "error" },
];
export const BRANCH_CHIPS = [...CHIPS, { name: "no-tools", title: "No tools" }, { name: "user-only", title: "User only" }, { name: "labelled", title: "Labelled only" }];

/** @type {Record<string, [string, string]>} entry type to [category, words] */
const TYPES = {
  model_change: ["neutral", "Model"],
  thinking_level_change: ["neutral", "Thinking level"],
  compaction: ["neutral", "Compaction"],
  branch_summary: ["neutral", "Branch summary"],
  custom: ["neutral", "Custom state"],
  custom_message: ["neutral", "Custom"],
  label: ["neutral", "Label"],
  session_info: ["neutral", "Session info"],
  usage: ["neutral", "Usage"],
  context_edit: ["system", "Context edit"],
};

/** @type {Record<string, [string, string]>} role to [category, words] */
const ROLES = {
  system: ["system", "System"],
  user: ["user", "User"],
  assistant: ["assistant", "Assistant"],
  toolResult: ["result", "Result"],
  bashExecution: ["neutral", "Bash"],
  custom: ["neutral", "Custom"],
  branchSummary: ["neutral", "Branch summary"],
  compactionSummary: ["neutral", "Compaction summary"],
};

/**
 * @typedef {object} Face
 * @property {string} tone category
 * @property {string} label
 * @property {string} text
 * @property {string} name of the tool that the text begins with, "" for none
 * @property {string[]} calls names of the tools that an answer with text calls as well
 * @property {string} unknown words for a type or role that this report does not know
 */

/**
 * How a row names its entry.
 * @param {App["data"]} data
 * @param {number} row
 * @returns {Face}
 */
export function face(data, row) {
  const rows = /** @type {Rows} */ (data.rows);
  const type = data.string(rows.type[row]);
  const role = data.string(rows.role[row]);
  const text = data.string(rows.summary[row]);
  if (type !== "message") {
    const known = own(TYPES, type);
    return { tone: known?.[0] ?? "neutral", label: known?.[1] ?? (type || "No type"), text, name: "", calls: [], unknown: known ? "" : type ? "unknown type" : "no usable type" };
  }
  if (role === "assistant") return answerFace(data, row, text);
  const known = own(ROLES, role);
  return { tone: known?.[0] ?? "neutral", label: known?.[1] ?? (role || "No role"), text, name: role === "toolResult" ? data.string(rows.name[row]) : "", calls: [], unknown: known ? "" : role ? "unknown role" : "no usable role" };
}

/**
 * An answer is named by its text, one without text by its first call.
 * @param {App["data"]} data
 * @param {number} row
 * @param {string} text
 * @returns {Face}
 */
function answerFace(data, row, text) {
  const calls = callNames(data, row);
  const first = calls[0];
  if (first !== undefined && text.startsWith(first) && !hasText(data, row)) return { tone: "call", label: first, text: text.slice(first.length).trim(), name: "", calls: calls.slice(1), unknown: "" };
  return { tone: "assistant", label: "Assistant", text, name: "", calls, unknown: "" };
}

/** @param {App["data"]} data @param {number} row */
function hasText(data, row) {
  const [from, to] = data.segmentsOf(row);
  const table = /** @type {Segments} */ (data.segments);
  for (let segment = from; segment < to; segment += 1) if (KINDS[table.category[segment]] === "assistant" && data.string(table.label[segment]) === "Assistant" && data.string(table.summary[segment]) !== "empty") return true;
  return false;
}

/**
 * Names of the tools that an answer calls, in order.
 * @param {App["data"]} data
 * @param {number} row
 */
export function callNames(data, row) {
  const out = [];
  for (const segment of callSegments(data, row)) out.push(data.string(/** @type {Segments} */ (data.segments).summary[segment]).split(" ", 1)[0]);
  return out;
}

/**
 * Segments of an answer's tool calls, in order.
 * @param {App["data"]} data
 * @param {number} row
 */
export function callSegments(data, row) {
  const [from, to] = data.segmentsOf(row);
  const out = [];
  for (let segment = from; segment < to; segment += 1) if (KINDS[data.segments?.category[segment] ?? -1] === "call") out.push(segment);
  return out;
}

/**
 * A name for a row in links and headings: its short id, or its line where it can't be linked to.
 * @param {App["data"]} data
 * @param {number} row
 */
export function rowName(data, row) {
  const rows = /** @type {Rows} */ (data.rows);
  return rows.id[row] ? shortId(rows.id[row]) : `line ${rows.line[row]}`;
}

/**
 * The kinds of SES-6's chips that a row belongs to.
 * @param {App["data"]} data
 * @param {number} row
 * @returns {Set<string>}
 */
export function kindsOf(data, row) {
  const rows = /** @type {Rows} */ (data.rows);
  const type = data.string(rows.type[row]);
  const role = type === "message" ? data.string(rows.role[row]) : "";
  const flags = rows.flags[row];
  const calls = role === "assistant" && callSegments(data, row).length > 0;
  const out = new Set();
  if (role === "assistant" || type === "model_change" || type === "thinking_level_change") out.add("model");
  if (role === "toolResult" || calls) out.add("tool");
  if (type === "custom" || type === "custom_message" || role === "custom") out.add("custom");
  if (flags & ROW.ERROR) out.add("errors");
  if (role !== "toolResult" && !(calls && !hasText(data, row))) out.add("no-tools");
  if (role === "user") out.add("user-only");
  if (flags & ROW.LABELLED) out.add("labelled");
  return out;
}
