// @ts-check
/**
 * Search over shown text: normalised queries, places of matches, and a test on raw JSON that spares parsing. Pure.
 */

/**
 * A query as it is searched: terminal controls stripped, at most `limit` characters, case folded.
 * @param {string} query
 * @param {number} limit
 */
export function normalise(query, limit) {
  const plain = query.replace(/\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[ -/]*[0-~]?|[\x00-\x1f\x7f-\x9f]/g, "");
  return fold(Array.from(plain).slice(0, limit).join(""));
}

/**
 * Lower case that keeps every offset: characters whose lower case has another length stay as they are.
 * @param {string} text
 */
export function fold(text) {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  let out = "";
  for (const point of text) {
    const small = point.toLowerCase();
    out += small.length === point.length ? small : point;
  }
  return out;
}

/**
 * How often a folded query stands in a text, without overlaps.
 * @param {string} text
 * @param {string} query folded, not empty
 */
export function countMatches(text, query) {
  const folded = fold(text);
  let found = 0;
  for (let at = folded.indexOf(query); at >= 0; at = folded.indexOf(query, at + query.length)) found += 1;
  return found;
}

/**
 * Where a folded query stands in a text.
 * @param {string} text
 * @param {string} query folded, not empty
 * @returns {number[]}
 */
export function places(text, query) {
  const folded = fold(text);
  const found = [];
  for (let at = folded.indexOf(query); at >= 0; at = folded.indexOf(query, at + query.length)) found.push(at);
  return found;
}

/**
 * The part of a folded query that stands in JSON exactly as in the text: its longest run without characters that JSON
 * or the page escapes, or that display changes. Empty when there is none.
 * @param {string} query
 */
export function rawNeedle(query) {
  let best = "";
  for (const run of query.split(/["\\<>&/\u0000-\u001f\u007f-\u{10ffff}]+/u)) if (run.length > best.length) best = run;
  return best;
}

/**
 * Whether raw JSON can hold a match; false only when it certainly holds none.
 * @param {string} raw
 * @param {string} needle from rawNeedle
 */
export function mayMatch(raw, needle) {
  // An escape or overwrite inside a word hides it from the raw text, but not from the display.
  return needle === "" || fold(raw).includes(needle) || /\\u001b|\\u009b|\u009b|\\r|\\b|\\u0008/i.test(raw);
}

/**
 * The match after or before the present one, over counts by place. Wraps.
 * @param {number[]} counts matches of each place
 * @param {number} place present place, -1 before the first
 * @param {number} nth present match in it
 * @param {1 | -1} step
 * @returns {{place: number, nth: number} | null}
 */
export function stepMatch(counts, place, nth, step) {
  if (place >= 0 && place < counts.length && nth + step >= 0 && nth + step < counts[place]) return { place, nth: nth + step };
  const start = place < 0 ? (step > 0 ? -1 : counts.length) : place;
  for (let i = 1; i <= counts.length; i += 1) {
    const next = (((start + step * i) % counts.length) + counts.length) % counts.length;
    if (counts[next] > 0) return { place: next, nth: step > 0 ? 0 : counts[next] - 1 };
  }
  return null;
}
