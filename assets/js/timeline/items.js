// @ts-check
/**
 * What stands on the timeline: entries of a branch as points, executions of it as intervals or points (SES-11). Pure.
 */
import { CORRELATION, FLAG, STATE } from "../executions/model.js";
import { Axis } from "./axis.js";
import { assignLanes } from "./lanes.js";
import { own } from "../pointer.js";

/** Lanes of log times, from the top. */
export const LOG_LANES = ["User", "Assistant", "Results", "Other"];
const LOOKS = /** @type {const} */ (["user", "assistant", "result", "neutral"]);
const ROLES = /** @type {Record<string, number>} */ ({ user: 0, assistant: 1, toolResult: 2 });

/** How many points have room beside one another on the whole axis. */
const POINTS = 120;

/** Flag of a row with an error (payload, RowFlag). */
const ERROR = 16;

/**
 * @param {object} scope
 * @param {number[]} scope.rows of the branch, in order
 * @param {(row: number) => string} scope.role of a message, "" for other entries
 * @param {(row: number) => number | null} scope.time
 * @param {(row: number) => number} scope.flags
 * @param {(item: number) => boolean} scope.onPath
 * @param {ExecutionModel | null} executions
 */
export function timelineOf({ rows, role, time, flags, onPath }, executions) {
  /** @type {TimelineItem[]} */
  const items = rows.map((row) => {
    const lane = own(ROLES, role(row)) ?? 3;
    const at = time(row);
    return { key: `e${row}`, kind: "entry", index: row, start: at, end: at, interval: false, lane, look: LOOKS[lane], bad: (flags(row) & ERROR) !== 0 };
  });
  const found = executions ? executionsOf(executions, onPath) : { items: [], elsewhere: 0, loose: 0 };
  const placed = found.items.filter(({ start }) => start !== null);
  /** @type {Map<number, number>} */
  const placeOf = new Map(placed.map(({ index }, i) => [index, i]));
  const all = [...items, ...found.items];
  const timed = all.filter(({ start }) => start !== null).sort((a, b) => Number(a.start) - Number(b.start));
  const axis = new Axis(timed.map(({ start, end }) => [Number(start), Number(end)]));
  // A point is drawn wider than it is: what comes right after it stands in another lane.
  const wide = axis.total / POINTS;
  const { lanes, count, shared } = assignLanes(placed.map(({ index, start, end, interval }) => ({ start: Number(start), end: Number(end) + (interval ? 0 : wide), parent: placeOf.get(executions?.table.parent[index] ?? -1) ?? -1 })));
  placed.forEach((item, i) => {
    item.lane = LOG_LANES.length + lanes[i];
  });
  return { timed, untimed: all.filter(({ start }) => start === null), axis, lanes: LOG_LANES.length + count, shared, elsewhere: found.elsewhere, loose: found.loose };
}

/**
 * Executions of the branch, and those that are not tied to any; those of other branches are counted.
 * @param {ExecutionModel} model
 * @param {(item: number) => boolean} onPath
 */
function executionsOf(model, onPath) {
  const { table } = model;
  /** @type {TimelineItem[]} */
  const items = [];
  let elsewhere = 0;
  let loose = 0;
  for (let place = 0; place < model.size; place += 1) {
    const anchor = table.anchor[place];
    if (anchor >= 0 && !onPath(anchor)) {
      elsewhere += 1;
      continue;
    }
    if (table.correlation[place] === CORRELATION.UNAVAILABLE) loose += 1;
    const interval = model.is(place, FLAG.INTERVAL);
    const start = table.start[place] ?? table.end[place];
    items.push({ key: `x${place}`, kind: "execution", index: place, start, end: interval ? table.end[place] : start, interval, lane: 0, look: "call", bad: table.state[place] === STATE.FAILED });
  }
  return { items, elsewhere, loose };
}

/**
 * Rows of the list: items in the order of their times with the compressed gaps between them, then what has no time.
 * @param {ReturnType<typeof timelineOf>} made
 * @param {(item: TimelineItem) => boolean} matches
 * @param {boolean} filtered
 * @returns {{key: string, item: TimelineItem | null, gap: AxisPart | null}[]}
 */
export function timelineRows({ timed, untimed, axis }, matches, filtered) {
  /** @type {{key: string, item: TimelineItem | null, gap: AxisPart | null}[]} */
  const out = [];
  const gaps = filtered ? [] : axis.gaps;
  let next = 0;
  for (const item of timed) {
    while (next < gaps.length && gaps[next].end <= Number(item.start)) {
      out.push({ key: `gap${next}`, item: null, gap: gaps[next] });
      next += 1;
    }
    if (matches(item)) out.push({ key: item.key, item, gap: null });
  }
  const rest = untimed.filter(matches);
  if (rest.length > 0) out.push({ key: "untimed", item: null, gap: null });
  for (const item of rest) out.push({ key: item.key, item, gap: null });
  return out;
}

/**
 * Shapes of the plot as path data, so that a few elements draw thousands of items.
 * @param {TimelineItem[]} timed
 * @param {object} place
 * @param {(time: number) => number} place.x pixels from the plot's left edge
 * @param {(lane: number) => {top: number, height: number}} place.lane
 * @param {number} place.width pixels
 * @param {number} place.from first time shown, ms
 * @param {number} place.to last one
 * @returns {Record<string, string>} path data by class
 */
export function shapes(timed, { x, lane, width, from: first, to: end }) {
  /** @type {Record<string, string[]>} */
  const out = {};
  /** @type {Map<string, number>} last pixel drawn in a lane */
  const last = new Map();
  for (const item of timed) {
    if (Number(item.start) > end || Number(item.end) < first) continue;
    const left = x(Number(item.start));
    const right = item.interval ? x(Number(item.end)) : left;
    const { top, height } = lane(item.lane);
    const name = `${item.kind === "entry" ? `tick-${item.look}` : item.interval ? "interval" : "point"}${item.bad ? "-bad" : ""}`;
    const pieces = (out[name] ??= []);
    if (item.interval) {
      const from = Math.max(-4, left);
      pieces.push(`M${from.toFixed(1)} ${top}h${Math.max(2, Math.min(width + 4, right) - from).toFixed(1)}v${height}H${from.toFixed(1)}z`);
      continue;
    }
    const pixel = Math.round(left);
    const spot = `${item.lane} ${name}`;
    if (last.get(spot) === pixel) continue;
    last.set(spot, pixel);
    if (item.kind === "entry") pieces.push(`M${pixel} ${top}v${height}`);
    else pieces.push(`M${pixel} ${top}l${height / 2} ${height / 2}l${-height / 2} ${height / 2}l${-height / 2} ${-height / 2}z`);
  }
  return Object.fromEntries(Object.entries(out).map(([name, pieces]) => [name, pieces.join("")]));
}

/** Pixels: a letter of a bar's name, and what is left free at its ends. */
const LETTER = 6.4;
const MARGIN = 5;

/**
 * Names of the intervals that have room for them in what is shown of their bar.
 * @param {TimelineItem[]} timed
 * @param {object} place
 * @param {(time: number) => number} place.x pixels from the plot's left edge
 * @param {number} place.left where the axis begins, pixels
 * @param {number} place.width pixels
 * @param {(item: TimelineItem) => string} name
 * @returns {{item: TimelineItem, x: number, words: string}[]}
 */
export function barNames(timed, { x, left, width }, name) {
  const out = [];
  for (const item of timed) {
    if (!item.interval) continue;
    const from = Math.max(left, x(Number(item.start)));
    const room = Math.min(width, x(Number(item.end))) - from - 2 * MARGIN;
    // Names are asked for where any would fit: there may be thousands of bars.
    if (room < LETTER) continue;
    const words = name(item);
    if (words !== "" && words.length * LETTER <= room) out.push({ item, x: from + MARGIN, words });
  }
  return out;
}

/**
 * The item nearest to a place of the plot; null when none is near.
 * @param {TimelineItem[]} timed
 * @param {number} lane
 * @param {number} at pixels
 * @param {(time: number) => number} x
 * @param {number} reach pixels
 */
export function nearestItem(timed, lane, at, x, reach) {
  /** @type {TimelineItem | null} */
  let found = null;
  let best = reach;
  for (const item of timed) {
    if (item.lane !== lane) continue;
    const left = x(Number(item.start));
    const right = item.interval ? Math.max(left + 2, x(Number(item.end))) : left;
    const away = at < left ? left - at : at > right ? at - right : 0;
    // Of two that hold the place the shorter one is meant: it was drawn last.
    if (away < best || (away === best && found)) {
      best = away;
      found = item;
    }
  }
  return found;
}
