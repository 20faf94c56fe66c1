// @ts-check
/**
 * What a tool call asks for, in a line: what it acts on and the facts beside it. Pure.
 */
import { member } from "../pointer.js";

/**
 * @typedef {object} CallLine
 * @property {string} subject path, command or query; "" when there is none
 * @property {string[]} facts
 */

/** @param {unknown} args @param {string} name */
function text(args, name) {
  const value = member(args, name);
  return typeof value === "string" ? value : "";
}

/** @param {unknown} args @param {string} name */
function number(args, name) {
  const value = member(args, name);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** @param {unknown} args */
export function pathOf(args) {
  return text(args, "path") || text(args, "file_path");
}

/**
 * @param {string} name of the tool
 * @param {unknown} args
 * @returns {CallLine}
 */
export function callLine(name, args) {
  /** @type {string[]} */
  const facts = [];
  const timeout = number(args, "timeout");
  const limit = number(args, "limit");
  switch (name) {
    case "read":
      return { subject: pathOf(args), facts: range(args) };
    case "write":
    case "edit":
      return { subject: pathOf(args), facts };
    case "bash":
    case "powershell":
      return { subject: "", facts: timeout === null ? [] : [`timeout ${timeout} s`] };
    case "grep": {
      if (text(args, "path")) facts.push(`in ${text(args, "path")}`);
      if (text(args, "glob")) facts.push(`files ${text(args, "glob")}`);
      if (member(args, "ignoreCase") === true) facts.push("ignoring case");
      if (member(args, "literal") === true) facts.push("literal");
      if (number(args, "context") !== null) facts.push(`context ${number(args, "context")}`);
      if (limit !== null) facts.push(`limit ${limit}`);
      return { subject: text(args, "pattern"), facts };
    }
    case "find":
      return { subject: text(args, "pattern"), facts: [...(text(args, "path") ? [`in ${text(args, "path")}`] : []), ...(limit === null ? [] : [`limit ${limit}`])] };
    case "ls":
      return { subject: text(args, "path") || ".", facts: limit === null ? [] : [`limit ${limit}`] };
    case "codemode":
      return { subject: "", facts };
    default:
      return { subject: text(args, "query") || text(args, "url") || text(args, "uri"), facts };
  }
}

/** Lines that a read asked for. @param {unknown} args */
function range(args) {
  const offset = number(args, "offset");
  const limit = number(args, "limit");
  if (offset === null && limit === null) return [];
  const first = offset ?? 1;
  return [limit === null ? `from line ${first}` : `lines ${first}–${first + limit - 1}`];
}

/**
 * The edits of an edit call: `edits[]`, or the single pair of older sessions.
 * @param {unknown} args
 * @returns {{old: string, now: string | null, pointer: string}[]} null: no replacement recorded
 */
export function editsOf(args) {
  const edits = member(args, "edits");
  const list = Array.isArray(edits) ? edits.map((edit, place) => ({ edit, pointer: `/edits/${place}` })) : [{ edit: args, pointer: "" }];
  return list.flatMap(({ edit, pointer }) => {
    const old = member(edit, "oldText");
    const now = member(edit, "newText");
    return typeof old === "string" ? [{ old, now: typeof now === "string" ? now : null, pointer }] : [];
  });
}

/**
 * Whether a tool searches the web, by its name, and whether its own calls stay unrecorded (a subscription's search).
 * @param {string} name
 */
export function webSearch(name) {
  return { is: /(?:^|[_\-.])web[_-]?search$/i.test(name) || /^web[_-]?fetch$/i.test(name), inner: /claude[_-]?code.*web[_-]?search$/i.test(name) };
}
