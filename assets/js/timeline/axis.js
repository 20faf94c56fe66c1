// @ts-check
/**
 * The time axis: ms since the epoch to units and back, long idle gaps compressed. A unit is a ms outside such gaps. Pure.
 */

/** Gaps up to this long are never compressed, ms. */
const SHORT_GAP = 60_000;

/** A gap is long when it is this many times the median of gaps and of what lies between them. */
const LONG_FACTOR = 8;

/** Share of the axis that one compressed gap takes, and all of them together, of what is not compressed. */
const GAP_SHARE = 0.03;
const GAPS_SHARE = 0.4;

/** Length of an axis on which everything happened at once, ms. */
const LEAST = 1_000;

export class Axis {
  /**
   * @param {[number, number][]} spans what happened, as [start, end] in ms; a point has both equal. In any order.
   */
  constructor(spans) {
    /** @type {AxisPart[]} */
    this.parts = makeParts(merge(spans));
    this.total = this.parts.length ? this.parts[this.parts.length - 1].to : 0;
  }

  get empty() {
    return this.parts.length === 0;
  }

  /** The compressed gaps. */
  get gaps() {
    return this.parts.filter(({ gap }) => gap);
  }

  /** @param {number} time ms */
  unit(time) {
    const part = this.find((each) => each.end, time);
    return part ? part.from + (clamp(time, part.start, part.end) - part.start) * rate(part) : 0;
  }

  /** @param {number} unit */
  time(unit) {
    const part = this.find((each) => each.to, unit);
    if (!part) return 0;
    const scale = rate(part);
    return scale > 0 ? part.start + (clamp(unit, part.from, part.to) - part.from) / scale : part.start;
  }

  /** The first part that ends at or after a place. @param {(part: AxisPart) => number} end @param {number} value */
  find(end, value) {
    let low = 0;
    let high = this.parts.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (end(this.parts[middle]) < value) low = middle + 1;
      else high = middle;
    }
    return this.parts[low];
  }
}

/** @param {AxisPart} part */
function rate({ start, end, from, to }) {
  return end > start ? (to - from) / (end - start) : 0;
}

/** @param {number} value @param {number} low @param {number} high */
export function clamp(value, low, high) {
  return Math.min(high, Math.max(low, value));
}

/** Spans that touch or overlap become one. @param {[number, number][]} spans */
function merge(spans) {
  const sorted = [...spans].sort((a, b) => a[0] - b[0]);
  /** @type {[number, number][]} */
  const out = [];
  for (const [start, end] of sorted) {
    const last = out[out.length - 1];
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else out.push([start, end]);
  }
  return out;
}

/** @param {[number, number][]} spans in order, apart @returns {AxisPart[]} */
function makeParts(spans) {
  if (spans.length === 0) return [];
  const first = spans[0][0];
  const last = spans[spans.length - 1][1];
  if (last - first <= 0) return [{ start: first - LEAST / 2, end: first + LEAST / 2, from: 0, to: LEAST, gap: false }];
  const gaps = spans.slice(1).map(([start], i) => start - spans[i][1]);
  // A single gap is long beside what happened around it.
  const sorted = [...gaps, ...spans.map(([start, end]) => end - start).filter((length) => length > 0)].sort((a, b) => a - b);
  const median = sorted[(sorted.length - 1) >> 1] ?? 0;
  const least = Math.max(SHORT_GAP, LONG_FACTOR * median);
  const long = gaps.filter((gap) => gap > least);
  const active = last - first - long.reduce((sum, gap) => sum + gap, 0);
  const width = active > 0 ? active * Math.min(GAP_SHARE, GAPS_SHARE / Math.max(1, long.length)) : LEAST;
  /** @type {AxisPart[]} */
  const out = [];
  let from = 0;
  let start = first;
  const add = (/** @type {number} */ end, /** @type {number} */ size, /** @type {boolean} */ gap) => {
    if (end > start || gap) out.push({ start, end, from, to: from + size, gap });
    from += size;
    start = end;
  };
  gaps.forEach((gap, i) => {
    // What would hardly become shorter stays as it is.
    if (gap <= least || gap < 2 * width) return;
    add(spans[i][1], spans[i][1] - start, false);
    add(spans[i + 1][0], width, true);
  });
  add(last, last - start, false);
  return out;
}

/** Least length of a window, units. */
const CLOSEST = 1;

/**
 * Part of the axis that is shown, kept on the axis.
 * @param {number} from
 * @param {number} length
 * @param {number} total
 * @returns {{from: number, to: number}}
 */
export function windowAt(from, length, total) {
  const size = clamp(length, Math.min(CLOSEST, total), total);
  const start = clamp(from, 0, total - size);
  return { from: start, to: start + size };
}

/**
 * A window closer or wider; the unit at `at` stays where it is.
 * @param {{from: number, to: number}} shown
 * @param {number} factor below 1 for closer
 * @param {number} at unit
 * @param {number} total
 */
export function zoomed(shown, factor, at, total) {
  const length = clamp((shown.to - shown.from) * factor, Math.min(CLOSEST, total), total);
  const share = shown.to > shown.from ? (at - shown.from) / (shown.to - shown.from) : 0.5;
  return windowAt(at - share * length, length, total);
}

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

/** Lengths between two times on the axis, ms. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 30 * DAY, 365 * DAY];

/**
 * Round times for the axis: outside of gaps, at least `apart` pixels from one another.
 * @param {Axis} axis
 * @param {{from: number, to: number}} shown
 * @param {number} width pixels
 * @param {number} apart pixels
 * @param {(time: number) => number} offset of the zone at a time, ms
 * @returns {{x: number, time: number, step: number}[]}
 */
export function ticks(axis, shown, width, apart, offset) {
  const scale = width / (shown.to - shown.from || 1);
  const step = STEPS.find((each) => each * scale >= apart) ?? STEPS[STEPS.length - 1];
  /** @type {{x: number, time: number, step: number}[]} */
  const out = [];
  let last = -Infinity;
  const add = (/** @type {number} */ time) => {
    const x = (axis.unit(time) - shown.from) * scale;
    if (x < -0.5 || x > width + 0.5 || x - last < apart) return false;
    out.push({ x, time, step });
    last = x;
    return true;
  };
  for (const part of axis.parts) {
    if (part.gap || part.to < shown.from || part.from > shown.to) continue;
    const from = Math.max(part.start, axis.time(Math.max(part.from, shown.from)));
    const to = Math.min(part.end, axis.time(Math.min(part.to, shown.to)));
    const zone = offset(from);
    let found = false;
    for (let time = Math.ceil((from + zone) / step) * step - zone; time <= to && out.length < 200; time += step) found = add(time) || found;
    // A short stretch between two gaps says at least when it began.
    if (!found) add(from);
  }
  return out;
}
