// @ts-check
/**
 * Shapes that many tools share, found by their members and never by a tool's name: task lists and answers of sub-agents. Pure.
 */
import { member } from "../pointer.js";

/**
 * @typedef {object} Task
 * @property {string} text
 * @property {"done" | "open" | "doing" | "other"} state
 * @property {string} words state as recorded
 */

const TEXT_KEYS = ["text", "content", "title", "task", "subject", "description"];
const LIST_KEYS = ["todos", "tasks", "items", "plan", "steps"];

/** @param {unknown} each */
function taskOf(each) {
  const text = TEXT_KEYS.map((key) => member(each, key)).find((value) => typeof value === "string" && value !== "");
  if (typeof text !== "string") return null;
  const done = member(each, "done") ?? member(each, "completed") ?? member(each, "checked");
  const status = member(each, "status") ?? member(each, "state");
  /** @type {Task["state"]} */
  let state;
  if (typeof done === "boolean") state = done ? "done" : "open";
  else if (typeof status !== "string") return null;
  else if (/^(?:done|completed?|finished|closed)$/i.test(status)) state = "done";
  else if (/^(?:in[-_ ]?progress|doing|active|started|running)$/i.test(status)) state = "doing";
  else state = /^(?:pending|open|todo|queued|not[-_ ]?started)$/i.test(status) ? "open" : "other";
  return { text, state, words: typeof status === "string" ? status : state };
}

/**
 * The tasks of a todo-like value: a list in which every member has a text and a state.
 * @param {unknown} value details or arguments
 * @returns {{key: string, tasks: Task[]} | null} `key` names the list
 */
export function taskList(value) {
  for (const key of LIST_KEYS) {
    const found = member(value, key);
    if (!Array.isArray(found) || found.length === 0) continue;
    const tasks = found.map(taskOf);
    if (tasks.every((task) => task !== null)) return { key, tasks: /** @type {Task[]} */ (tasks) };
  }
  return null;
}

/**
 * @typedef {object} AgentRun
 * @property {string} agent
 * @property {string} task
 * @property {string} output its last words, "" when the record has none
 * @property {boolean | null} ok
 */

/**
 * Runs of sub-agents: a list in which every member names an agent and its task.
 * @param {unknown} details
 * @returns {AgentRun[] | null}
 */
export function agentRuns(details) {
  const found = member(details, "results") ?? member(details, "agents") ?? member(details, "runs");
  if (!Array.isArray(found) || found.length === 0) return null;
  const runs = found.map((each) => {
    const agent = member(each, "agent") ?? member(each, "agentName");
    const task = member(each, "task") ?? member(each, "prompt");
    if (typeof agent !== "string" || typeof task !== "string") return null;
    const code = member(each, "exitCode");
    const failed = member(each, "isError") === true || typeof member(each, "errorMessage") === "string" || (typeof code === "number" && code !== 0);
    return { agent, task, output: lastWords(each), ok: failed ? false : code === 0 ? true : null };
  });
  return runs.every((run) => run !== null) ? /** @type {AgentRun[]} */ (runs) : null;
}

/** @param {unknown} run */
function lastWords(run) {
  const direct = member(run, "output") ?? member(run, "result") ?? member(run, "finalOutput");
  if (typeof direct === "string") return direct;
  const messages = member(run, "messages");
  if (!Array.isArray(messages)) return "";
  for (let i = messages.length - 1; i >= 0; i -= 1) {
    const content = member(messages[i], "content");
    if (member(messages[i], "role") !== "assistant" || !Array.isArray(content)) continue;
    const texts = content.filter((block) => member(block, "type") === "text").map((block) => String(member(block, "text")));
    if (texts.length > 0) return texts.join("\n\n");
  }
  return "";
}
