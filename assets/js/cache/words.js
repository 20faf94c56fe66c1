// @ts-check
/**
 * Words for recorded usage: costs, hit rates, comparisons, points of a chart (CACHE-4, CACHE-5). Pure.
 */
import { count, percent, plural, tokens, usd } from "../format.js";

/** Bits of `CacheRows.flags`. */
export const USAGE = { unknown: 1, withoutCost: 2, zeroCost: 4, providerTotal: 8, computedTotal: 16, silent: 32, inherited: 64 };

/** What stands for the hit rate of a provider that never reported cache activity. */
export const SILENT = "no cache activity reported";

/**
 * A sum's cost: the figure, what it is to be called, and what qualifies it.
 * @param {CacheSum} sum
 * @returns {{figure: string, label: string, notes: string[]}}
 */
export function costOf(sum) {
  const { records, cost } = sum;
  const priced = records - sum.without_cost;
  if (records === 0) return { figure: "", label: "no usage recorded", notes: [] };
  if (priced === 0) return { figure: "", label: "no cost recorded", notes: [] };
  const notes = [];
  if (sum.without_cost > 0) notes.push(`${plural(sum.without_cost, "record")} without cost`);
  if (cost === 0 && sum.zero_cost > 0) return { figure: "", label: "no per-token cost recorded", notes };
  if (sum.zero_cost > 0) notes.push(`${plural(sum.zero_cost, "record")} with no per-token cost`);
  if (sum.provider_totals === records) return { figure: usd(cost), label: "provider-reported total", notes };
  if (sum.provider_totals > 0) notes.push(`${count(sum.provider_totals)} of ${plural(priced, "total")} provider-reported`);
  return { figure: usd(cost), label: "recorded estimate", notes };
}

/**
 * The weighted hit rate of a sum, or why there is none.
 * @param {CacheSum} sum
 */
export function rateOf(sum) {
  if (sum.rate !== null) return percent(sum.rate);
  return sum.silent > 0 ? SILENT : "";
}

/**
 * The cost of one record.
 * @param {number} cost
 * @param {number} flags
 */
export function rowCost(cost, flags) {
  if (flags & USAGE.withoutCost) return "no cost recorded";
  if (flags & USAGE.zeroCost) return "no per-token cost recorded";
  return flags & USAGE.providerTotal ? `${usd(cost)} provider-reported` : usd(cost);
}

/**
 * The hit rate of one record, or why there is none; empty where a rate means nothing.
 * @param {number | null} rate
 * @param {number} flags
 * @param {number} kind
 */
export function rowRate(rate, flags, kind) {
  if (rate !== null) return percent(rate);
  if (kind !== 0) return "";
  if (flags & USAGE.unknown) return "accounting unknown";
  return flags & USAGE.silent ? SILENT : "no prompt tokens";
}

/**
 * A recorded part in tokens; "unknown" where it is no number.
 * @param {number} value
 * @param {boolean} missing
 */
export function part(value, missing) {
  return missing ? "unknown" : figure(value);
}

/** A number of tokens, exact. @param {number} value */
export function figure(value) {
  return Number.isInteger(value) || !Number.isFinite(value) ? count(value) : `${count(value)}${String(Math.abs(value) % 1).slice(1, 4)}`;
}

/**
 * A request against the earlier one it is compared with.
 * @param {number | null} rateChange
 * @param {number | null} promptChange
 */
export function comparison(rateChange, promptChange) {
  const words = [];
  if (promptChange !== null) words.push(promptChange === 0 ? "prompt unchanged in size" : `prompt ${signed(figure(Math.abs(promptChange)), promptChange)}`);
  if (rateChange !== null) {
    const points = (Math.abs(rateChange) * 100).toFixed(1);
    words.push(points === "0.0" ? "hit rate unchanged" : `hit rate ${signed(points, rateChange)} points`);
  }
  return words.join(", ");
}

/**
 * @param {string} size
 * @param {number} direction
 */
function signed(size, direction) {
  return `${direction < 0 ? "−" : "+"}${size}`;
}

/**
 * Savings in USD; a surcharge where writing cost more than reading saved.
 * @param {number | null} value
 */
export function savings(value) {
  if (value === null) return "not known";
  return value < 0 ? `−${usd(-value)}` : usd(value);
}

/**
 * Likely causes of a miss as one sentence part.
 * @param {readonly {words: string}[]} causes
 */
export function causeWords(causes) {
  return causes.length === 0 ? "no cause found in the record" : causes.map(({ words }) => `likely ${words}`).join("; ");
}

/**
 * A point of a chart in words, for its name and the line below.
 * @param {CacheChart} chart
 * @param {number} point
 * @param {string} time
 */
export function pointWords(chart, point, time) {
  const first = chart.count.slice(0, point).reduce((sum, each) => sum + each, 1);
  const many = chart.count[point];
  const place = many === 1 ? `Request ${count(first)} of ${count(chart.requests)}` : `Requests ${count(first)} to ${count(first + many - 1)} of ${count(chart.requests)}`;
  const rate = chart.rate[point];
  const words = [`${place}, ${time}`, rate === null ? SILENT : `hit rate ${percent(rate)}`];
  words.push(`${tokens(chart.read[point])} read, ${tokens(chart.write[point])} written, ${tokens(chart.input[point])} uncached`);
  if (chart.misses[point] > 0) words.push(many === 1 ? "a miss" : plural(chart.misses[point], "miss", "misses"));
  for (let mark = 0; mark < chart.mark_point.length; mark += 1) if (chart.mark_point[mark] === point) words.push(`after ${markWords(chart, mark)}`);
  return words.join("; ");
}

/**
 * A marker in words, with its number where several stand at one point.
 * @param {CacheChart} chart
 * @param {number} mark
 */
export function markWords(chart, mark) {
  const many = chart.mark_count[mark];
  return many > 1 ? `${chart.mark_words[mark]} (${count(many)} in all)` : chart.mark_words[mark];
}

/** @param {string} name provider/model */
export function shortModel(name) {
  return name.slice(name.lastIndexOf("/") + 1) || name;
}
