// @ts-check
/**
 * Where things stand in a chart of a given width, in CSS pixels. Pure.
 */

/** Room at the edges: the scale stands at the right. */
export const EDGE = { left: 12, right: 60 };

/** Size of text in a chart, and a generous width of one of its characters. */
export const TEXT = 11.5;
const CHARACTER = TEXT * 0.58;

/**
 * The middle of each of `count` equal bands, and the width of a band.
 * @param {number} count
 * @param {number} width of the chart
 * @returns {{xs: number[], band: number}}
 */
export function bands(count, width) {
  const room = Math.max(1, width - EDGE.left - EDGE.right);
  const band = room / Math.max(1, count);
  return { xs: Array.from({ length: count }, (_, i) => EDGE.left + band * (i + 0.5)), band };
}

/**
 * The nearest band to a place.
 * @param {number} x
 * @param {number} count
 * @param {number} width
 */
export function nearest(x, count, width) {
  const { band } = bands(count, width);
  return Math.min(count - 1, Math.max(0, Math.floor((x - EDGE.left) / band)));
}

/**
 * Where a marker stands: at the middle of the band that follows it, at the right edge after the last.
 * @param {number} point
 * @param {number[]} xs
 * @param {number} width
 */
export function markX(point, xs, width) {
  return point < xs.length ? xs[point] : width - EDGE.right;
}

/**
 * A scale from 0 that ends on a round figure, with its ticks.
 * @param {number} highest
 * @returns {{top: number, ticks: number[]}}
 */
export function scale(highest) {
  if (!(highest > 0) || !Number.isFinite(highest)) return { top: 1, ticks: [0] };
  const rough = highest / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? power * 10;
  const steps = Math.ceil(highest / step - 1e-9);
  return { top: step * steps, ticks: Array.from({ length: steps + 1 }, (_, i) => i * step) };
}

/**
 * Runs of neighbouring points that have a rate, as lists of places.
 * @param {(number | null)[]} rates
 * @returns {number[][]}
 */
export function runs(rates) {
  /** @type {number[][]} */
  const out = [];
  rates.forEach((rate, place) => {
    if (rate === null) return;
    if (place === 0 || rates[place - 1] === null) out.push([]);
    out[out.length - 1].push(place);
  });
  return out;
}

/** Kinds of markers: what is written first where room is short. */
const ORDER = ["compaction", "branch_summary", "model", "prompt", "idle"];

/**
 * Words of markers in `lines` lines above the chart, none over another; those without room stay without words.
 * @param {{x: number, kind: string, words: string}[]} marks
 * @param {number} width
 * @param {number} lines
 * @returns {({x: number, line: number, anchor: "start" | "end"} | null)[]} in the order of `marks`
 */
export function labels(marks, width, lines) {
  /** @type {{from: number, to: number}[][]} */
  const taken = Array.from({ length: lines }, () => []);
  /** @type {({x: number, line: number, anchor: "start" | "end"} | null)[]} */
  const out = marks.map(() => null);
  const order = marks.map((_, i) => i).sort((a, b) => ORDER.indexOf(marks[a].kind) - ORDER.indexOf(marks[b].kind) || marks[a].x - marks[b].x);
  for (const i of order) {
    const { x, words } = marks[i];
    const room = words.length * CHARACTER + 10;
    for (let line = 0; line < lines && !out[i]; line += 1) {
      for (const anchor of /** @type {const} */ (["start", "end"])) {
        const from = anchor === "start" ? x + 4 : x - 4 - room;
        const to = from + room;
        if (from < 0 || to > width || taken[line].some((other) => from < other.to && to > other.from)) continue;
        taken[line].push({ from, to });
        out[i] = { x: anchor === "start" ? x + 4 : x - 4, line, anchor };
        break;
      }
    }
  }
  return out;
}

/**
 * Words short enough for a chart.
 * @param {string} words
 */
export function short(words) {
  const points = Array.from(words);
  return points.length > 30 ? `${points.slice(0, 29).join("")}…` : words;
}
