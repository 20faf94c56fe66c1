// @ts-check
/**
 * Results of grep, find and ls as lists. Pure.
 */

/**
 * @typedef {object} Hit
 * @property {number} line
 * @property {boolean} match false for a line of context
 * @property {string} text
 */

const NOTICE = /\n\n\[([^\n]{1,400})\]$/;

/**
 * The words in square brackets with which these tools end a text they cut, and the text without them.
 * @param {string} text
 * @returns {{text: string, notice: string}}
 */
export function splitNotice(text) {
  const found = NOTICE.exec(text);
  return found ? { text: text.slice(0, found.index), notice: found[1] } : { text, notice: "" };
}

/**
 * Grep's lines (`path:12: text`, context `path-12- text`) by file.
 * @param {string} text
 * @returns {{path: string, hits: Hit[]}[] | null} null when a line has another form
 */
export function grepFiles(text) {
  /** @type {{path: string, hits: Hit[]}[]} */
  const files = [];
  for (const line of text.replace(/\n$/, "").split("\n")) {
    if (line === "--" || line === "") continue;
    const found = /^(.{1,1024}?)(?::(\d{1,9}): ?|-(\d{1,9})- ?)(.*)$/s.exec(line);
    if (!found) return null;
    const [, path, matched, context, rest] = found;
    const last = files[files.length - 1];
    const hit = { line: Number(matched ?? context), match: matched !== undefined, text: rest };
    if (last && last.path === path) last.hits.push(hit);
    else files.push({ path, hits: [hit] });
  }
  return files.length > 0 ? files : null;
}

/**
 * Paths of find or ls, one a line.
 * @param {string} text
 */
export function pathList(text) {
  return text.replace(/\n$/, "").split("\n").filter((line) => line !== "");
}

/**
 * Words for what these tools cut, from their documented details.
 * @param {unknown} details
 * @returns {string[]}
 */
export function cutWords(details) {
  if (details === null || typeof details !== "object") return [];
  const { matchLimitReached, resultLimitReached, entryLimitReached, linesTruncated, truncation } = /** @type {Record<string, any>} */ (details);
  const words = [];
  if (typeof matchLimitReached === "number") words.push(`the tool stopped at ${matchLimitReached} matches`);
  if (typeof resultLimitReached === "number") words.push(`the tool stopped at ${resultLimitReached} results`);
  if (typeof entryLimitReached === "number") words.push(`the tool stopped at ${entryLimitReached} entries`);
  if (linesTruncated === true) words.push("long lines were cut by the tool");
  if (truncation !== null && typeof truncation === "object" && truncation.truncated === true) {
    const { outputLines, totalLines } = truncation;
    words.push(typeof outputLines === "number" && typeof totalLines === "number" ? `the tool gave ${outputLines} of ${totalLines} lines` : "the tool cut its output");
  }
  return words;
}
