// @ts-check
/**
 * Lists that several renderers draw: tasks, sub-agents, files with hits, paths, nested calls, servers that gave no answer.
 */
import { el } from "../dom.js";
import { bytes, count, duration, plural } from "../format.js";
import { jsonText } from "../json.js";
import { jsonTree } from "../jsonview.js";
import { badge, inSteps, lazyDetails } from "../parts.js";
import { inlineText } from "../text.js";
import { addresses, safeLink } from "./links.js";

/** Rows of a list drawn at once. */
const MOST = 500;
const SOURCES = 20;

/** @param {ToolTask[]} tasks */
export function tasksView(tasks) {
  const signs = { done: "☑", open: "☐", doing: "◐", other: "·" };
  return el("ul", { class: "tool-list", "aria-label": "Tasks" }, ...inSteps(tasks, ({ text, state, words }) => el("li", { class: `task-${state}` }, el("span", { "aria-hidden": "true" }, signs[state]), " ", inlineText(text), " ", inlineText(words, { class: "tool-fact" })), "li"));
}

/** @param {AgentRun[]} runs @param {(text: string) => HTMLElement} output */
export function agentsView(runs, output) {
  return el("div", { class: "tool-agents" }, ...inSteps(runs, ({ agent, task, output: words, ok }) => el("div", { class: "tool-agent" }, el("div", { class: "tool-head" }, inlineText(agent, { class: "tool-name" }), inlineText(task.length > 300 ? `${task.slice(0, 300)} …` : task, { class: "tool-fact" }), ok === null ? null : badge(ok ? "done" : "failed", ok ? "neutral" : "error")), words ? output(words) : el("p", { class: "unavailable" }, "No answer recorded."))));
}

/** @param {{path: string, hits: GrepHit[]}[]} files */
export function grepView(files) {
  const total = files.reduce((sum, { hits }) => sum + hits.filter(({ match }) => match).length, 0);
  let left = MOST;
  const shown = [];
  for (const { path, hits } of files) {
    if (left <= 0) break;
    const part = hits.slice(0, left);
    left -= part.length;
    shown.push(el("div", { class: "grep-file" }, el("p", { class: "grep-path" }, inlineText(path), " ", el("span", { class: "tool-fact", "data-unsearched": "" }, plural(hits.filter(({ match }) => match).length, "match", "matches"))), el("div", { class: "grep-lines" }, ...part.map(({ line, match, text }) => el("div", { class: `grep-line${match ? "" : " around"}`, "data-line": "" }, el("span", { class: "grep-number" }, count(line)), inlineText(text, { class: "grep-text" }))))));
  }
  return el("div", { class: "grep" }, el("p", { class: "tool-note", "data-unsearched": "" }, `${plural(total, "match", "matches")} in ${plural(files.length, "file")}`), ...shown, left <= 0 ? el("p", { class: "cut" }, `The first ${count(MOST)} lines are drawn; Literal and Copy have all.`) : null);
}

/** @param {string[]} paths */
export function pathsView(paths) {
  const rest = paths.length - MOST;
  return el("div", null, el("ul", { class: "tool-paths" }, ...paths.slice(0, MOST).map((path) => el("li", { "data-line": "" }, inlineText(path, { class: path.endsWith("/") ? "path-folder" : "" })))), rest > 0 ? el("p", { class: "cut" }, `${count(rest)} more are not drawn; Literal and Copy have all.`) : null);
}

/** @param {{server: string, error: string}[]} servers */
export function unavailableServers(servers) {
  return inSteps(servers, ({ server, error }) => el("p", { class: "tool-unavailable" }, badge("unavailable", "warning"), " ", inlineText(server, { class: "mono" }), error ? [" ", inlineText(error, { class: "tool-fact" })] : null));
}

/** @param {McpRow[]} rows */
export function mcpRows(rows) {
  if (rows.length === 0) return el("p", { class: "unavailable" }, "Nothing found.");
  return el("ul", { class: "tool-list mcp-rows" }, ...inSteps(rows, ({ sign, words, id, about, bad }) => el("li", { class: bad ? "bad" : null }, el("span", { class: "mcp-sign", role: "img", "aria-label": words }, sign), " ", inlineText(id, { class: "mono" }), about ? [" ", inlineText(about, { class: "tool-fact" })] : null), "li"));
}

/**
 * Addresses named in a text, as links that show where they lead.
 * @param {string} text
 */
export function sourcesView(text) {
  const links = addresses(text, SOURCES).map(safeLink).filter((link) => link !== null);
  if (links.length === 0) return null;
  return el("div", { class: "tool-sources" }, el("p", { class: "tool-note", "data-unsearched": "" }, `Addresses in the result${links.length === SOURCES ? ` (the first ${SOURCES})` : ""}`), el("ul", { class: "tool-list" }, ...links.map(({ href, host }) => el("li", null, el("a", { href, rel: "noopener noreferrer", target: "_blank", class: "mono", title: href }, inlineText(href.length > 160 ? `${href.slice(0, 160)}…` : href)), " ", el("span", { class: "tool-fact" }, inlineText(host))))));
}

/**
 * @param {NestedCall[]} calls
 * @param {Record<string, string>} numbers
 * @returns {HTMLElement}
 */
export function nestedView(calls, numbers) {
  const tones = { ok: "neutral", error: "error", unfinished: "warning", unknown: "warning" };
  return el("ul", { class: "nested" }, ...inSteps(calls, (call) => el("li", null, el("div", { class: "tool-head" }, inlineText(call.name, { class: "tool-name" }), badge(call.status === "unknown" ? "status not recorded" : call.status, /** @type {"neutral" | "error" | "warning"} */ (tones[call.status])), el("span", { class: "tool-fact" }, call.ms < 0 ? "duration not recorded" : duration(call.ms)), argumentLine(call)), call.error ? el("p", { class: "nested-error" }, inlineText(call.error)) : null, call.args !== undefined && call.args !== null && typeof call.args === "object" && jsonText(call.args).length > 80 ? lazyDetails("Arguments", () => jsonTree(call.args, numbers, `${call.pointer}/arguments`), { class: "accordion" }) : null, call.inner.length > 0 ? nestedView(call.inner, numbers) : null), "li"));
}

/** @param {NestedCall} call */
function argumentLine({ args, argBytes }) {
  if (args === undefined) return el("span", { class: "tool-fact" }, argBytes < 0 ? "arguments not recorded" : `arguments of ${bytes(argBytes)}, too large to be recorded`);
  const text = jsonText(args).replace(/\s*\n\s*/g, " ");
  return text.length > 80 ? null : inlineText(text, { class: "tool-fact mono" });
}
