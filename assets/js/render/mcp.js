// @ts-check
/**
 * Tools of MCP servers: who they belong to and what their calls say. Pure. Server and tool come from recorded details or the
 * recorded namespace; from a tool's name alone they are a guess and labelled so.
 */
import { member, own } from "../pointer.js";

/** Pi's own tools for resources; their server is an argument, or all servers. */
const RESOURCE_TOOLS = new Set(["list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource"]);

/**
 * @typedef {object} McpIdentity
 * @property {string} server
 * @property {string} tool
 * @property {"details" | "namespace" | "argument" | "name"} by where it was read
 */

/** @param {unknown} value */
function word(value) {
  return typeof value === "string" ? value : "";
}

/**
 * Server and tool of a call; null for a tool that nothing marks as MCP.
 * @param {string} name of the tool
 * @param {object} recorded
 * @param {unknown} [recorded.details] of the result
 * @param {unknown} [recorded.namespace] of the call
 * @param {unknown} [recorded.args]
 * @returns {McpIdentity | null}
 */
export function mcpIdentity(name, { details, namespace, args } = {}) {
  const parts = /^mcp__(.+?)__(.+)$/.exec(name);
  const resource = RESOURCE_TOOLS.has(name);
  const server = word(member(details, "server"));
  const tool = word(member(details, "tool"));
  if ((parts || resource) && tool) return { server, tool, by: "details" };
  const space = word(namespace).replace(/^mcp__/, "");
  if (parts && space) return { server: space, tool: name.startsWith(`mcp__${space.replaceAll("-", "_")}__`) ? name.slice(7 + space.length) : parts[2], by: "namespace" };
  if (resource) return { server: word(member(args, "server")), tool: name, by: "argument" };
  return parts ? { server: parts[1], tool: parts[2], by: "name" } : null;
}

/**
 * Words for where server and tool were read.
 * @param {McpIdentity["by"]} by
 */
export function identityWords(by) {
  return { details: "server from the recorded result", namespace: "server from the recorded namespace", argument: "server as asked for", name: "server by name only" }[by];
}

/**
 * @typedef {object} McpRow
 * @property {string} sign
 * @property {string} words what the sign means
 * @property {string} id
 * @property {string} about
 * @property {boolean} bad
 */

/**
 * @typedef {object} McpAction
 * @property {"discover" | "activate" | "read" | "complete"} action
 * @property {McpRow[]} rows
 * @property {{server: string, error: string}[]} unavailable servers that could not be asked: not empty ones
 */

const ACTIONS = /** @type {const} */ ({ search: "discover", discover: "discover", activate: "activate", read: "read", complete: "complete" });

/**
 * A call of the gateway tool (`mcp_tools`) with its result, as compact rows; null for an unknown shape.
 * @param {unknown} args
 * @param {unknown} details of the result
 * @param {boolean} isError
 * @returns {McpAction | null}
 */
export function mcpAction(args, details, isError) {
  const asked = word(member(args, "action")) || word(member(details, "action"));
  const action = own(/** @type {Record<string, McpAction["action"]>} */ (ACTIONS), asked);
  if (!action || details === null || typeof details !== "object") return null;
  const unavailable = list(member(details, "unavailable")).map((each) => ({ server: word(member(each, "server")) || "unnamed server", error: word(member(each, "error")) }));
  if (action === "discover") {
    const candidates = member(details, "candidates");
    if (!Array.isArray(candidates)) return null;
    return { action, unavailable, rows: candidates.map((each) => row(member(each, "active") === true ? "●" : "○", member(each, "active") === true ? "active then" : "inactive then", each, false)) };
  }
  const results = member(details, "results");
  if (Array.isArray(results)) {
    return { action, unavailable, rows: results.map((each) => {
      const ok = member(each, "ok") === true;
      return row(ok ? "✔" : "✘", ok ? "done" : "failed", each, !ok);
    }) };
  }
  const id = [member(details, "server"), member(details, "uri") ?? member(details, "name")].map(word).filter(Boolean).join(" · ");
  if (!id) return null;
  return { action, unavailable, rows: [{ sign: isError ? "✘" : "✔", words: isError ? "failed" : "done", id, about: list(member(details, "values")).map(word).filter(Boolean).join(", "), bad: isError }] };
}

/**
 * @param {string} sign
 * @param {string} words
 * @param {unknown} each
 * @param {boolean} bad
 * @returns {McpRow}
 */
function row(sign, words, each, bad) {
  const id = [word(member(each, "server")), word(member(each, "id")) || word(member(each, "name")) || word(member(each, "uri"))].filter(Boolean).join(" · ");
  return { sign, words, id: id || "unnamed", about: word(member(each, "error")) || word(member(each, "description")), bad };
}

/** @param {unknown} value @returns {unknown[]} */
function list(value) {
  return Array.isArray(value) ? value : [];
}

/**
 * A prompt of a server that the user accepted into the conversation; null for another custom message.
 * @param {unknown} customType
 * @param {unknown} details
 * @returns {{server: string, name: string, messages: {role: string, text: string}[], count: number} | null}
 */
export function mcpPrompt(customType, details) {
  if (!/^mcp[-_: ]?prompt$/i.test(word(customType))) return null;
  const server = word(member(details, "server"));
  const name = word(member(details, "name")) || word(member(details, "prompt"));
  if (!server || !name) return null;
  const recorded = member(details, "messages");
  const messages = list(recorded).map((each) => {
    const content = member(each, "content");
    return { role: word(member(each, "role")) || "no role", text: word(content) || word(member(content, "text")) };
  });
  const counted = member(details, "messageCount");
  return { server, name, messages, count: Array.isArray(recorded) ? messages.length : typeof counted === "number" ? counted : typeof recorded === "number" ? recorded : -1 };
}

/**
 * Servers that a listing could not ask, from the JSON that Pi's resource tools give.
 * @param {string} text
 * @returns {{server: string, error: string}[]}
 */
export function listingErrors(text) {
  try {
    return list(member(JSON.parse(text), "errors")).map((each) => ({ server: word(member(each, "server")) || "unnamed server", error: word(member(each, "error")) }));
  } catch {
    return [];
  }
}
