// @ts-check
/**
 * Changes of a file as rows: from Pi's recorded display diff, a unified patch, or the old and new text of an edit; with the
 * changed words of lines that correspond. Pure.
 */

/** Most cells of a comparison table; beyond it all of the old stands before all of the new. */
const CELLS = 400_000;

/** Longer lines are not compared word by word. */
const LINE = 1_000;

/**
 * @typedef {object} DiffRow
 * @property {"same" | "added" | "removed" | "gap"} kind
 * @property {number} old line number, 0 for none
 * @property {number} now
 * @property {string} text
 * @property {[string, boolean][]} words pieces and whether they changed; empty when the line is not compared
 */

/**
 * Rows of Pi's `details.diff`: a sign, the padded line number, a space, the line; "..." for skipped lines.
 * @param {string} text
 * @returns {DiffRow[] | null} null when the text has another form
 */
export function parseDisplayDiff(text) {
  /** @type {DiffRow[]} */
  const rows = [];
  let shift = 0;
  for (const line of text.replace(/\n$/, "").split("\n")) {
    const found = /^([+\- ])( *\d*) (.*)$/s.exec(line) ?? /^([+\- ])( *\d+)()$/.exec(line);
    if (!found) return null;
    const [, sign, digits, rest] = found;
    const number = Number(digits);
    if (digits.trim() === "") {
      if (rest !== "...") return null;
      rows.push({ kind: "gap", old: 0, now: 0, text: "", words: [] });
    } else if (sign === "+") {
      rows.push({ kind: "added", old: 0, now: number, text: rest, words: [] });
      shift += 1;
    } else if (sign === "-") {
      rows.push({ kind: "removed", old: number, now: 0, text: rest, words: [] });
      shift -= 1;
    } else rows.push({ kind: "same", old: number, now: number + shift, text: rest, words: [] });
  }
  return rows.length > 0 ? withWords(rows) : null;
}

/**
 * Rows of a unified patch of one file.
 * @param {string} text
 * @returns {DiffRow[] | null}
 */
export function parsePatch(text) {
  /** @type {DiffRow[]} */
  const rows = [];
  let old = 0;
  let now = 0;
  let inside = false;
  for (const line of text.replace(/\n$/, "").split("\n")) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (hunk) {
      if (rows.length > 0 || Number(hunk[1]) > 1) rows.push({ kind: "gap", old: 0, now: 0, text: "", words: [] });
      old = Number(hunk[1]);
      now = Number(hunk[2]);
      inside = true;
    } else if (!inside || line.startsWith("\\")) continue;
    else if (line.startsWith("+")) rows.push({ kind: "added", old: 0, now: now++, text: line.slice(1), words: [] });
    else if (line.startsWith("-")) rows.push({ kind: "removed", old: old++, now: 0, text: line.slice(1), words: [] });
    else rows.push({ kind: "same", old: old++, now: now++, text: line.slice(1), words: [] });
  }
  return inside ? withWords(rows) : null;
}

/**
 * Rows from two texts. Line numbers count from the beginning of the texts, not of the file.
 * @param {string} before
 * @param {string} after
 * @returns {DiffRow[]}
 */
export function compareTexts(before, after) {
  const old = before === "" ? [] : before.split("\n");
  const now = after === "" ? [] : after.split("\n");
  // A line break that ends both texts does not begin another line.
  if (before.endsWith("\n") && after.endsWith("\n")) {
    old.pop();
    now.pop();
  }
  /** @type {DiffRow[]} */
  const rows = [];
  for (const [kind, i, j] of steps(old, now)) {
    rows.push({ kind, old: kind === "added" ? 0 : i + 1, now: kind === "removed" ? 0 : j + 1, text: kind === "added" ? now[j] : old[i], words: [] });
  }
  return withWords(rows);
}

/**
 * A shortest way from one list to the other; what was removed comes before what was added.
 * @param {string[]} old
 * @param {string[]} now
 * @returns {["same" | "added" | "removed", number, number][]}
 */
function steps(old, now) {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  /** @type {["same" | "added" | "removed", number, number][]} */
  const out = [];
  for (let i = 0; i < head; i += 1) out.push(["same", i, i]);
  out.push(...middle(old, now, head, old.length - tail, now.length - tail));
  for (let k = tail; k > 0; k -= 1) out.push(["same", old.length - k, now.length - k]);
  return out;
}

/**
 * @param {string[]} old
 * @param {string[]} now
 * @param {number} from
 * @param {number} oldEnd
 * @param {number} nowEnd
 * @returns {["same" | "added" | "removed", number, number][]}
 */
function middle(old, now, from, oldEnd, nowEnd) {
  const height = oldEnd - from;
  const width = nowEnd - from;
  /** @type {["same" | "added" | "removed", number, number][]} */
  const out = [];
  let i = from;
  let j = from;
  if (height > 0 && width > 0 && height * width <= CELLS) {
    // Longest common subsequence, from the end, so that the walk below goes forward.
    const stride = width + 1;
    const table = new Uint32Array((height + 1) * stride);
    for (let a = height - 1; a >= 0; a -= 1) {
      for (let b = width - 1; b >= 0; b -= 1) {
        table[a * stride + b] = old[from + a] === now[from + b] ? table[(a + 1) * stride + b + 1] + 1 : Math.max(table[(a + 1) * stride + b], table[a * stride + b + 1]);
      }
    }
    while (i < oldEnd && j < nowEnd) {
      const a = i - from;
      const b = j - from;
      if (old[i] === now[j]) out.push(["same", i++, j++]);
      else if (table[(a + 1) * stride + b] >= table[a * stride + b + 1]) out.push(["removed", i++, j]);
      else out.push(["added", i, j++]);
    }
  }
  while (i < oldEnd) out.push(["removed", i++, j]);
  while (j < nowEnd) out.push(["added", i, j++]);
  return out;
}

/**
 * Mark changed words of lines that follow each other in the same order on both sides of a change.
 * @param {DiffRow[]} rows
 */
function withWords(rows) {
  for (const [removed, added] of changes(rows)) {
    for (let i = 0; i < Math.min(removed.length, added.length); i += 1) markWords(removed[i], added[i]);
  }
  return rows;
}

/**
 * Runs of removed rows with the added rows that follow them.
 * @param {DiffRow[]} rows
 * @returns {Generator<[DiffRow[], DiffRow[]]>}
 */
function* changes(rows) {
  let i = 0;
  while (i < rows.length) {
    const start = i;
    while (i < rows.length && rows[i].kind === "removed") i += 1;
    const middleAt = i;
    while (i < rows.length && rows[i].kind === "added") i += 1;
    if (i > middleAt && middleAt > start) yield [rows.slice(start, middleAt), rows.slice(middleAt, i)];
    if (i === start) i += 1;
  }
}

/**
 * @param {DiffRow} removed
 * @param {DiffRow} added
 */
function markWords(removed, added) {
  if (removed.text.length > LINE || added.text.length > LINE) return;
  const old = pieces(removed.text);
  const now = pieces(added.text);
  const way = steps(old, now);
  const kept = way.reduce((sum, [kind, i]) => sum + (kind === "same" ? old[i].trim().length : 0), 0);
  // Lines that have little in common are two lines, not one line with changed words.
  if (kept * 3 < Math.max(removed.text.trim().length, added.text.trim().length)) return;
  removed.words = join(way.filter(([kind]) => kind !== "added").map(([kind, i]) => [old[i], kind === "removed"]));
  added.words = join(way.filter(([kind]) => kind !== "removed").map(([kind, , j]) => [now[j], kind === "added"]));
}

/** @param {string} line */
function pieces(line) {
  return line.match(/[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu) ?? [];
}

/**
 * @param {[string, boolean][]} words
 * @returns {[string, boolean][]}
 */
function join(words) {
  /** @type {[string, boolean][]} */
  const out = [];
  for (const [text, changed] of words) {
    const last = out[out.length - 1];
    if (last && last[1] === changed) last[0] += text;
    else out.push([text, changed]);
  }
  return out;
}

/**
 * Pairs for two columns: what was removed beside what was added.
 * @param {DiffRow[]} rows
 * @returns {[DiffRow | null, DiffRow | null][]}
 */
export function sideBySide(rows) {
  /** @type {[DiffRow | null, DiffRow | null][]} */
  const out = [];
  let i = 0;
  while (i < rows.length) {
    if (rows[i].kind === "same" || rows[i].kind === "gap") {
      out.push([rows[i], rows[i]]);
      i += 1;
      continue;
    }
    const left = [];
    const right = [];
    while (i < rows.length && rows[i].kind === "removed") left.push(rows[i++]);
    while (i < rows.length && rows[i].kind === "added") right.push(rows[i++]);
    for (let k = 0; k < Math.max(left.length, right.length); k += 1) out.push([left[k] ?? null, right[k] ?? null]);
  }
  return out;
}

/**
 * How many lines were added and removed.
 * @param {DiffRow[]} rows
 */
export function diffSize(rows) {
  return { added: rows.filter(({ kind }) => kind === "added").length, removed: rows.filter(({ kind }) => kind === "removed").length };
}
