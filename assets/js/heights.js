// @ts-check
/**
 * Heights of a long list in a Fenwick tree: offsets and the row at an offset in O(log n). Pure; units are CSS pixels.
 */

export class Heights {
  /**
   * @param {number[]} values height of each row
   */
  constructor(values) {
    this.count = values.length;
    this.values = Float64Array.from(values);
    this.sums = new Float64Array(this.count + 1);
    this.total = 0;
    for (let i = 1; i <= this.count; i += 1) {
      const value = this.values[i - 1];
      this.total += value;
      this.sums[i] += value;
      const parent = i + (i & -i);
      if (parent <= this.count) this.sums[parent] += this.sums[i];
    }
    this.top = 1;
    while (this.top * 2 <= this.count) this.top *= 2;
  }

  /** @param {number} index */
  get(index) {
    return this.values[index];
  }

  /**
   * @param {number} index
   * @param {number} value
   * @returns {number} by how much the row grew
   */
  set(index, value) {
    const delta = value - this.values[index];
    if (delta === 0) return 0;
    this.values[index] = value;
    this.total += delta;
    for (let i = index + 1; i <= this.count; i += i & -i) this.sums[i] += delta;
    return delta;
  }

  /**
   * Where a row begins: the sum of the rows before it.
   * @param {number} index
   */
  offset(index) {
    let sum = 0;
    for (let i = Math.min(index, this.count); i > 0; i -= i & -i) sum += this.sums[i];
    return sum;
  }

  /**
   * The row that covers an offset, the last one below the end, 0 in an empty list.
   * @param {number} y
   */
  find(y) {
    if (y < 0 || this.count === 0) return 0;
    let index = 0;
    let rest = y;
    for (let step = this.top; step > 0; step >>= 1) {
      const next = index + step;
      if (next <= this.count && this.sums[next] <= rest) {
        index = next;
        rest -= this.sums[next];
      }
    }
    return Math.min(index, this.count - 1);
  }
}

/**
 * Rows to draw for a viewport, `overscan` more on each side; end is exclusive.
 * @param {Heights} heights
 * @param {number} top offset of the viewport's upper edge in the list
 * @param {number} height
 * @param {number} overscan rows
 * @returns {[number, number]}
 */
export function visibleRange(heights, top, height, overscan) {
  if (heights.count === 0) return [0, 0];
  const first = heights.find(Math.max(0, top));
  const last = heights.find(Math.max(0, top + height));
  return [Math.max(0, first - overscan), Math.min(heights.count, last + 1 + overscan)];
}

/**
 * The row that takes the place of one that a filter hides: the same if still there, else the nearest that follows it in
 * the old order, else the nearest before it; -1 when none is left.
 * @template K
 * @param {K[]} before keys in the old order
 * @param {number} index place of the row in the old order
 * @param {Map<K, number>} after places in the new order
 */
export function survivor(before, index, after) {
  for (let i = index; i < before.length; i += 1) if (after.has(before[i])) return i;
  for (let i = index - 1; i >= 0; i -= 1) if (after.has(before[i])) return i;
  return -1;
}
