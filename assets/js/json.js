// @ts-check
/**
 * JSON of a detail value as tokens, lines and text: recorded digits put back, marked places in words, depth by a stack
 * instead of recursion. Pure.
 */
import { pointerStep } from "./pointer.js";
import { bytes, count, plural } from "./format.js";

/**
 * The recorded name of a member: "$" names of this report's own marks got one more "$".
 * @param {string} key
 */
export function recordedKey(key) {
  return key.startsWith("$$") ? key.slice(1) : key;
}

/**
 * Words for a place where the report holds no value; null for an ordinary value.
 * @param {unknown} value
 * @returns {string | null}
 */
export function placeWords(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
  const node = /** @type {Record<string, any>} */ (value);
  if (typeof node.$withheld === "string") {
    const size = typeof node.chars === "number" ? plural(node.chars, "character") : typeof node.bytes === "number" ? bytes(node.bytes) : "size unknown";
    return `${node.$withheld}, never shown, ${size}`;
  }
  if (node.$image !== undefined) {
    const parts = [String(node.mime ?? "image")];
    if (node.width) parts.push(`${count(node.width)} × ${count(node.height)}`);
    if (typeof node.bytes === "number") parts.push(bytes(node.bytes));
    if (node.why) parts.push(`not shown: ${node.why}`);
    return parts.join(", ");
  }
  if (typeof node.$cut === "string") return `${plural(Number(node.items), "more item")} left out (${node.$cut === "depth" ? "too deep" : node.$cut})`;
  return null;
}

/**
 * Tokens of a value, pretty printed with two spaces; "\n" and indentation are part of marks.
 * @param {unknown} root
 * @param {Record<string, string>} [numbers] pointer to recorded digits
 * @param {string} [base] pointer of `root`
 * @returns {Generator<Token>}
 */
export function* jsonTokens(root, numbers = {}, base = "") {
  const exact = Object.keys(numbers).length > 0;
  /** @type {{node: any, keys: string[] | null, at: number, pointer: string, close: string}[]} */
  const stack = [];
  /** @type {{value: unknown, pointer: string} | null} */
  let next = { value: root, pointer: base };
  for (;;) {
    if (next) {
      const { value, pointer } = next;
      next = null;
      const words = placeWords(value);
      if (words !== null) yield { text: JSON.stringify(`[${words}]`), kind: "note" };
      else if (value !== null && typeof value === "object") {
        const keys = Array.isArray(value) ? null : Object.keys(value);
        const open = keys ? "{" : "[";
        const close = keys ? "}" : "]";
        if ((keys ?? /** @type {any[]} */ (value)).length === 0) yield { text: open + close, kind: "mark" };
        else {
          yield { text: open, kind: "mark" };
          stack.push({ node: value, keys, at: 0, pointer, close });
        }
      } else yield leaf(value, exact ? numbers[pointer] : undefined);
    }
    const top = stack[stack.length - 1];
    if (!top) return;
    const length = top.keys ? top.keys.length : top.node.length;
    const indent = "  ".repeat(stack.length);
    if (top.at === length) {
      stack.pop();
      yield { text: `\n${indent.slice(2)}${top.close}`, kind: "mark" };
      continue;
    }
    yield { text: `${top.at ? "," : ""}\n${indent}`, kind: "mark" };
    const key = top.keys ? top.keys[top.at] : top.at;
    if (top.keys) {
      yield { text: JSON.stringify(recordedKey(top.keys[top.at])), kind: "key" };
      yield { text: ": ", kind: "mark" };
    }
    next = { value: top.node[key], pointer: exact ? top.pointer + pointerStep(key) : "" };
    top.at += 1;
  }
}

/**
 * @param {unknown} value
 * @param {string | undefined} digits
 * @returns {Token}
 */
function leaf(value, digits) {
  if (digits !== undefined) return /^-?[\d.eE+-]+$/.test(digits) ? { text: digits, kind: "number" } : { text: JSON.stringify(`[${digits}]`), kind: "note" };
  if (typeof value === "string") return { text: JSON.stringify(value), kind: "string" };
  if (typeof value === "number") return { text: JSON.stringify(value), kind: "number" };
  return { text: String(value), kind: "word" };
}

/**
 * The whole text: what Copy takes.
 * @param {unknown} value
 * @param {Record<string, string>} [numbers]
 * @param {string} [base]
 */
export function jsonText(value, numbers, base) {
  let out = "";
  for (const token of jsonTokens(value, numbers, base)) out += token.text;
  return out;
}

/**
 * Lines of tokens for display, bounded.
 * @param {unknown} value
 * @param {{lines: number, tokens: number, numbers?: Record<string, string>, base?: string}} bounds
 * @returns {{lines: Token[][], total: number, plainFrom: number}} `total` lines there are; from line `plainFrom` on (−1: never)
 *   tokens are no longer told apart
 */
export function jsonLines(value, { lines: limit, tokens: most, numbers, base }) {
  /** @type {Token[][]} */
  const lines = [[]];
  let total = 1;
  let coloured = 0;
  let plainFrom = -1;
  for (const token of jsonTokens(value, numbers, base)) {
    const pieces = token.kind === "mark" ? token.text.split("\n") : [token.text];
    for (let i = 0; i < pieces.length; i += 1) {
      if (i > 0) {
        total += 1;
        if (total <= limit) lines.push([]);
      }
      if (total > limit || !pieces[i]) continue;
      const line = lines[lines.length - 1];
      if (coloured < most) {
        if (token.kind !== "mark") coloured += 1;
        line.push({ text: pieces[i], kind: token.kind });
        continue;
      }
      if (plainFrom < 0) plainFrom = lines.length - 1;
      const last = line[line.length - 1];
      if (last && last.kind === "mark") last.text += pieces[i];
      else line.push({ text: pieces[i], kind: "mark" });
    }
  }
  return { lines, total, plainFrom };
}

/**
 * Ranges in which a long list opens: at most `size` parts a level, so that 1,000,000 items stay reachable.
 * @param {number} from
 * @param {number} to exclusive
 * @param {number} size
 * @returns {[number, number][]} empty when the list needs no ranges
 */
export function ranges(from, to, size) {
  const length = to - from;
  if (length <= size) return [];
  let step = size;
  while (Math.ceil(length / step) > size) step *= size;
  /** @type {[number, number][]} */
  const out = [];
  for (let at = from; at < to; at += step) out.push([at, Math.min(to, at + step)]);
  return out;
}
