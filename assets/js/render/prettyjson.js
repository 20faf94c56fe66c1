// @ts-check
/**
 * JSON in a recorded text, set with two spaces for display without changing a character of its values: numbers and escapes
 * stay as written, repeated keys stay. Pure.
 */

/** Longer texts stay as they are. */
const LONGEST = 65_536;
const DEPTH = 64;

const PIECE = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[[\]{},:]/gy;
const SPACE = /[ \t\n\r]*/y;

/**
 * Whether a MIME type says JSON; null when none is given.
 * @param {unknown} type
 * @returns {boolean | null}
 */
export function isJsonType(type) {
  if (typeof type !== "string" || type.trim() === "") return null;
  const essence = type.split(";", 1)[0].trim().toLowerCase();
  return essence === "application/json" || essence === "text/json" || /^[\w.-]+\/[\w.+-]+\+json$/.test(essence);
}

/**
 * Lines of tokens of a text that is one JSON object or list; null for anything else, for a text that is cut, and for one
 * over the bounds.
 * @param {string} text
 * @param {{lines: number, tokens: number}} bounds
 * @param {unknown} [type] MIME type; an explicit other one keeps the text as it is
 * @returns {Token[][] | null}
 */
export function jsonTextLines(text, { lines: mostLines, tokens: mostTokens }, type) {
  if (isJsonType(type) === false || text.length > LONGEST || !/^\s*[[{]/.test(text)) return null;
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  return layOut(text, mostLines, mostTokens);
}

/**
 * @param {string} text valid JSON
 * @param {number} mostLines
 * @param {number} mostTokens
 * @returns {Token[][] | null}
 */
function layOut(text, mostLines, mostTokens) {
  /** @type {Token[][]} */
  const lines = [[]];
  /** @type {string[]} open brackets */
  const open = [];
  let fresh = false;
  let key = false;
  let tokens = 0;
  let at = 0;
  const put = (/** @type {string} */ piece, /** @type {Token["kind"]} */ kind) => lines[lines.length - 1].push({ text: piece, kind });
  const line = (/** @type {number} */ depth) => lines.push(depth ? [{ text: "  ".repeat(depth), kind: "mark" }] : []);
  while (at < text.length) {
    SPACE.lastIndex = at;
    SPACE.exec(text);
    at = SPACE.lastIndex;
    if (at >= text.length) break;
    PIECE.lastIndex = at;
    const found = PIECE.exec(text);
    if (!found) return null;
    const piece = found[0];
    at += piece.length;
    tokens += 1;
    if (tokens > mostTokens || lines.length > mostLines) return null;
    const closing = piece === "]" || piece === "}";
    if (closing) {
      open.pop();
      if (!fresh) line(open.length);
      put(piece, "mark");
      fresh = false;
      continue;
    }
    if (fresh) line(open.length);
    fresh = false;
    if (piece === "[" || piece === "{") {
      put(piece, "mark");
      open.push(piece);
      if (open.length > DEPTH) return null;
      fresh = true;
      key = piece === "{";
    } else if (piece === ",") {
      put(piece, "mark");
      line(open.length);
      key = open[open.length - 1] === "{";
    } else if (piece === ":") {
      put(": ", "mark");
      key = false;
    } else put(piece, piece.startsWith('"') ? (key ? "key" : "string") : /^[-\d]/.test(piece) ? "number" : "word");
  }
  return lines;
}
