// @ts-check
/**
 * A codemode result taken apart: head line, output items, console, script error, and the recorded nested calls as a tree.
 * Pure. Only documented fields are used (`nestedCalls`); child results are not recorded by Pi.
 */

const HEAD = /^Script (completed|failed)\nWall time ([\d.]{1,20}) seconds\nOutput:\n?/;
const CONSOLE = /(?:^|\n)<console_output>\n([\s\S]*?)\n?<\/console_output>/;
const LABEL = /(?:^|\n)==> text (\d+)\/(\d+) <==\n/g;

/**
 * @typedef {object} ScriptResult
 * @property {"completed" | "failed" | ""} state "" when the text has no head line
 * @property {string} seconds wall time as recorded
 * @property {string[]} items printed or returned texts
 * @property {string} console
 * @property {string} error
 */

/**
 * @param {string[]} texts of the result's text blocks
 * @param {boolean} [headed] whether the first of them is the result's first
 * @returns {ScriptResult}
 */
export function scriptResult(texts, headed = true) {
  /** @type {ScriptResult} */
  const result = { state: "", seconds: "", items: [], console: "", error: "" };
  texts.forEach((whole, place) => {
    let text = whole;
    const head = headed && place === 0 ? HEAD.exec(text) : null;
    if (head) {
      result.state = head[1] === "completed" ? "completed" : "failed";
      result.seconds = head[2];
      text = text.slice(head[0].length);
    }
    const printed = CONSOLE.exec(text);
    if (printed) {
      result.console += (result.console ? "\n" : "") + printed[1];
      text = text.slice(0, printed.index) + text.slice(printed.index + printed[0].length);
    }
    const failed = /(?:^|\n)Script error:\n?([\s\S]*)$/.exec(text);
    if (failed) {
      result.error = failed[1].trim();
      text = text.slice(0, failed.index);
    }
    for (const item of splitItems(text)) if (item.trim() !== "") result.items.push(item.replace(/^\n|\n$/g, ""));
  });
  return result;
}

/**
 * Items that Pi joined into one text, by the labels it puts before each; a label out of order is part of an item.
 * @param {string} text
 */
function splitItems(text) {
  const items = [];
  let from = 0;
  let last = 0;
  let total = 0;
  for (const label of text.matchAll(LABEL)) {
    const number = Number(label[1]);
    const first = last === 0 && label.index === 0;
    if (!first && (number !== last + 1 || Number(label[2]) !== total)) continue;
    total = Number(label[2]);
    if (!first) items.push(text.slice(from, label.index));
    from = label.index + label[0].length;
    last = number;
  }
  items.push(text.slice(from));
  return items;
}

/**
 * @typedef {object} NestedCall
 * @property {string} id
 * @property {string} name
 * @property {"ok" | "error" | "unfinished" | "unknown"} status
 * @property {number} ms -1 when not recorded
 * @property {unknown} args undefined when not recorded
 * @property {number} argBytes size of arguments that were too large to record, -1
 * @property {string} error
 * @property {string} pointer
 * @property {NestedCall[]} inner
 */

/**
 * The recorded nested calls; a call whose id continues another's ("a/1/2" below "a/1") stands under it.
 * @param {unknown} nestedCalls
 * @param {string} pointer of `nestedCalls`
 * @returns {{calls: NestedCall[], total: number, complete: boolean | null} | null} null when none were recorded
 */
export function nestedTree(nestedCalls, pointer) {
  if (nestedCalls === null || typeof nestedCalls !== "object") return null;
  const { calls, complete } = /** @type {Record<string, any>} */ (nestedCalls);
  if (!Array.isArray(calls)) return null;
  /** @type {NestedCall[]} */
  const roots = [];
  /** @type {Map<string, NestedCall>} */
  const byId = new Map();
  let total = 0;
  calls.forEach((record, place) => {
    if (record === null || typeof record !== "object" || Array.isArray(record)) return;
    const call = nestedCall(record, `${pointer}/calls/${place}`);
    total += 1;
    const parent = byId.get(call.id.slice(0, Math.max(0, call.id.lastIndexOf("/"))));
    (parent ? parent.inner : roots).push(call);
    if (call.id && !byId.has(call.id)) byId.set(call.id, call);
  });
  return { calls: roots, total, complete: typeof complete === "boolean" ? complete : null };
}

/**
 * @param {Record<string, any>} record
 * @param {string} pointer
 * @returns {NestedCall}
 */
function nestedCall(record, pointer) {
  const { id, name, status, durationMs, argumentsBytes, error } = record;
  return {
    id: typeof id === "string" ? id : "",
    name: typeof name === "string" ? name : "unnamed tool",
    status: status === "ok" || status === "error" || status === "unfinished" ? status : "unknown",
    ms: typeof durationMs === "number" && durationMs >= 0 ? durationMs : -1,
    args: record.arguments,
    argBytes: typeof argumentsBytes === "number" ? argumentsBytes : -1,
    error: typeof error === "string" ? error : "",
    pointer,
    inner: [],
  };
}
