// @ts-check
/**
 * Numbers and sizes in words, the same in every locale. Pure.
 */

/**
 * An integer with thousands separators.
 * @param {number} value
 */
export function count(value) {
  if (!Number.isFinite(value)) return "unavailable";
  if (Math.abs(value) >= 1e21) return value.toExponential(2);
  const digits = Math.abs(Math.trunc(value)).toString().replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return value < 0 ? `-${digits}` : digits;
}

/**
 * A number with its noun: "1 entry", "2 entries".
 * @param {number} value
 * @param {string} one
 * @param {string} [many]
 */
export function plural(value, one, many) {
  return `${count(value)} ${value === 1 ? one : (many ?? `${one}s`)}`;
}

/**
 * Bytes: below 1 KiB exact, then KiB or MiB with one decimal.
 * @param {number} value
 */
export function bytes(value) {
  if (value < 0 || !Number.isFinite(value)) return "size unknown";
  if (value < 1024) return plural(value, "byte");
  if (value < 1024 * 1024) return `${(value / 1024).toFixed(1)} KiB`;
  return `${(value / 1024 / 1024).toFixed(1)} MiB`;
}

/**
 * US dollars of a recorded estimate: three decimals, more for very small sums.
 * @param {number} value
 */
export function usd(value) {
  if (!Number.isFinite(value)) return "unavailable";
  const size = Math.abs(value);
  // Such a sum is no price, and has neither separators nor cents in JavaScript's digits.
  if (size >= 1e15) return `${value < 0 ? "-" : ""}$${size.toExponential(2)}`;
  const places = size === 0 || size >= 0.0005 ? 3 : 6;
  const [whole, rest] = size.toFixed(places).split(".");
  return `${value < 0 ? "-" : ""}$${count(Number(whole))}.${rest}`;
}

/**
 * The cost of a scope in words (CACHE-5): an estimate is never a bill, and what records none is counted.
 * @param {{ records: number, cost: number, without_cost: number }} totals
 * @returns {[string, string, string]} what stands before the sum, the sum, and what stands behind
 */
export function recordedCost({ records, cost, without_cost }) {
  if (records === 0) return ["no usage recorded", "", ""];
  const partial = without_cost > 0 ? `, ${plural(without_cost, "record")} without cost` : "";
  if (cost === 0) return [`${without_cost === records ? "no cost recorded" : "no per-token cost recorded"}`, "", partial];
  return ["recorded estimate ", usd(cost), partial];
}

/**
 * Tokens, short: 950, 41.2 k, 1.21 M.
 * @param {number} value
 */
export function tokens(value) {
  if (!Number.isFinite(value)) return "unavailable";
  if (Math.abs(value) < 1000) return count(value);
  if (Math.abs(value) < 999_950) return `${(value / 1000).toFixed(1)} k`;
  return Math.abs(value) < 1e15 ? `${(value / 1_000_000).toFixed(2)} M` : value.toExponential(2);
}

/**
 * A share as a percentage with one decimal.
 * @param {number} share 0 to 1
 */
export function percent(share) {
  return Number.isFinite(share) ? `${(share * 100).toFixed(1)} %` : "unavailable";
}

/**
 * A span in words: "61 ms", "14 s", "4 min", "2 h 5 min", "3 d 2 h".
 * @param {number} ms
 */
export function duration(ms) {
  if (!Number.isFinite(ms)) return "unavailable";
  const size = Math.abs(ms);
  const sign = ms < 0 ? "-" : "";
  if (size < 1000) return `${sign}${Math.round(size)} ms`;
  if (size < 60_000) return `${sign}${Math.round(size / 100) / 10} s`;
  const minutes = Math.round(size / 60_000);
  if (minutes < 60) return `${sign}${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${sign}${hours} h` : `${sign}${hours} h ${minutes % 60} min`;
  const days = `${sign}${count(Math.floor(hours / 24))} d`;
  return hours % 24 === 0 ? days : `${days} ${hours % 24} h`;
}

/**
 * An id short enough for a row: whole up to 12 characters, else its first 8.
 * @param {string} id
 */
export function shortId(id) {
  const points = Array.from(id);
  return points.length <= 12 ? id : points.slice(0, 8).join("");
}
