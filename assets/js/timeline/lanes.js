// @ts-check
/**
 * Lanes of captured executions: parallel ones side by side, nested ones below their parent. Pure.
 */

/** Lanes that are drawn; further parallel calls share the last. */
export const MOST_LANES = 24;

/**
 * @param {{start: number, end: number, parent: number}[]} spans in any order; `parent` is an index of this list, -1 for none
 * @returns {{lanes: number[], count: number, shared: number}} `shared`: how many had no lane of their own
 */
export function assignLanes(spans) {
  const order = spans.map((_, i) => i).sort((a, b) => spans[a].start - spans[b].start || a - b);
  const lanes = spans.map(() => -1);
  /** @type {{start: number, end: number}[]} the last of each lane */
  const last = [];
  let shared = 0;
  for (const index of withParentsFirst(order, spans)) {
    const { start, end, parent } = spans[index];
    let lane = parent >= 0 ? Math.min(lanes[parent] + 1, MOST_LANES - 1) : 0;
    while (lane < last.length && !isFree(last[lane], start)) lane += 1;
    if (lane >= MOST_LANES) {
      lane = MOST_LANES - 1;
      shared += 1;
    }
    while (last.length < lane) last.push({ start: -Infinity, end: -Infinity });
    const before = last[lane];
    last[lane] = before ? { start: Math.max(before.start, start), end: Math.max(before.end, end) } : { start, end };
    lanes[index] = lane;
  }
  return { lanes, count: last.length, shared };
}

/** Two points of one moment don't share a lane; one that begins as another ends does. @param {{start: number, end: number}} last @param {number} start */
function isFree(last, start) {
  return last.end < start || (last.end === start && last.start < start);
}

/**
 * The order of starts, but no child before its parent (whose clock may have gone back).
 * @param {number[]} order
 * @param {{parent: number}[]} spans
 */
function* withParentsFirst(order, spans) {
  const done = new Set();
  for (const index of order) {
    const path = [];
    for (let at = index; at >= 0 && !done.has(at); at = spans[at].parent) {
      done.add(at);
      path.push(at);
    }
    while (path.length > 0) yield /** @type {number} */ (path.pop());
  }
}
