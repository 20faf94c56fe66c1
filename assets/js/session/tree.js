// @ts-check
/**
 * The recorded tree of the whole file, from distances to parents. Items only; walks are loops, however deep the file is. Pure.
 */

const UNRESOLVED = 2_000_000_000;
const OWN_PARENT = 2_000_000_001;

const ROOT = -1;
const MISSING = -2;

export class EntryTree {
  /**
   * @param {number[]} distance `Nodes.parent`
   * @param {Set<number>} [skipped] items that another stands for (identical repeats)
   */
  constructor(distance, skipped = new Set()) {
    this.count = distance.length;
    this.skipped = skipped;
    /** Parent item; -1 for a root, -2 for a parent that is not in the file. */
    this.parents = new Int32Array(this.count);
    for (let item = 0; item < this.count; item += 1) {
      const value = distance[item];
      this.parents[item] = value === 0 ? ROOT : value === UNRESOLVED ? MISSING : value === OWN_PARENT ? item : item - value;
    }
    /** Items above which a circle of links is cut for display: the first of each circle in file order. */
    this.cuts = this.findCuts();
    this.starts = new Int32Array(this.count + 1);
    this.members = new Int32Array(this.count);
    this.fillChildren();
  }

  findCuts() {
    const state = new Uint8Array(this.count);
    /** @type {Set<number>} */
    const cuts = new Set();
    /** @type {number[]} */
    const path = [];
    for (let begin = 0; begin < this.count; begin += 1) {
      path.length = 0;
      let item = begin;
      while (item >= 0 && state[item] === 0) {
        state[item] = 1;
        path.push(item);
        item = this.parents[item];
      }
      if (item >= 0 && state[item] === 1) {
        let first = item;
        for (let at = this.parents[item]; at !== item; at = this.parents[at]) first = Math.min(first, at);
        cuts.add(first);
      }
      for (const passed of path) state[passed] = 2;
    }
    return cuts;
  }

  fillChildren() {
    const { starts, members } = this;
    for (let item = 0; item < this.count; item += 1) {
      const parent = this.above(item);
      if (parent >= 0 && !this.skipped.has(item)) starts[parent + 1] += 1;
    }
    for (let item = 0; item < this.count; item += 1) starts[item + 1] += starts[item];
    const next = starts.slice(0, this.count);
    for (let item = 0; item < this.count; item += 1) {
      const parent = this.above(item);
      if (parent >= 0 && !this.skipped.has(item)) members[next[parent]++] = item;
    }
  }

  /** The parent for display: none above the cut of a circle. @param {number} item */
  above(item) {
    return this.cuts.has(item) ? ROOT : this.parents[item];
  }

  /** Items recorded below an item, in file order. @param {number} item */
  children(item) {
    return this.members.subarray(this.starts[item], this.starts[item + 1]);
  }

  /** Items that begin a tree, by why. */
  tops() {
    /** @type {{roots: number[], orphans: number[], circles: number[]}} */
    const out = { roots: [], orphans: [], circles: [] };
    for (let item = 0; item < this.count; item += 1) {
      if (this.skipped.has(item)) continue;
      if (this.cuts.has(item)) out.circles.push(item);
      else if (this.parents[item] === ROOT) out.roots.push(item);
      else if (this.parents[item] === MISSING) out.orphans.push(item);
    }
    return out;
  }

  /**
   * The recorded path from a root to an item.
   * @param {number} item
   * @returns {EntryPath}
   */
  path(item) {
    const seen = new Uint8Array(this.count);
    const items = [];
    let at = item;
    while (at >= 0 && seen[at] === 0) {
      seen[at] = 1;
      items.push(at);
      at = this.parents[at];
    }
    items.reverse();
    return { items, end: at >= 0 ? "cycle" : at === MISSING ? "missing" : "root", again: at >= 0 ? at : -1 };
  }
}

/**
 * The whole tree as rows of the Branch view: what has a row, gaps for what has none, headings for orphans and circles.
 * @param {EntryTree} tree
 * @param {(item: number) => number} rowOf
 * @returns {TreeUnit[]}
 */
export function treeUnits(tree, rowOf) {
  /** @type {TreeUnit[]} */
  const units = [];
  /** @typedef {{items: number[], gap: boolean, parent: number, level: number}} Task */
  /** @type {(Task | {close: number} | {heading: TreeUnit, items: number[]})[]} */
  const stack = [];

  /** Children of a place as tasks: each row alone, all without a row together as one gap. @param {ArrayLike<number>} items @param {number} parent @param {number} level */
  const push = (items, parent, level) => {
    /** @type {Task[]} */
    const tasks = [];
    /** @type {Task | null} */
    let gap = null;
    for (let i = 0; i < items.length; i += 1) {
      const item = items[i];
      if (rowOf(item) >= 0) tasks.push({ items: [item], gap: false, parent, level });
      else if (gap) gap.items.push(item);
      else tasks.push((gap = { items: [item], gap: true, parent, level }));
    }
    for (let i = tasks.length - 1; i >= 0; i -= 1) stack.push(tasks[i]);
  };

  const { roots, orphans, circles } = tree.tops();
  for (const [items, words] of /** @type {[number[], string][]} */ ([[circles, "Parent links run in a circle"], [orphans, "Parent not in this file"]])) {
    if (items.length) stack.push({ heading: { key: `h${words}`, kind: "heading", row: -1, item: -1, figure: items.length, parent: -1, level: 1, end: 0, words }, items });
  }
  push(roots, -1, 1);
  while (stack.length > 0) {
    const task = /** @type {Task | {close: number} | {heading: TreeUnit, items: number[]}} */ (stack.pop());
    if ("close" in task) {
      units[task.close].end = units.length;
      continue;
    }
    const place = units.length;
    stack.push({ close: place });
    if ("heading" in task) {
      units.push(task.heading);
      push(task.items, place, 2);
      continue;
    }
    const { items, gap, parent, level } = task;
    if (!gap) {
      const row = rowOf(items[0]);
      units.push({ key: row, kind: "row", row, item: items[0], figure: 1, parent, level, end: 0, words: "" });
      push(tree.children(items[0]), place, level + 1);
      continue;
    }
    // Everything below without a row belongs to the same gap; rows below it become its children at their own levels.
    /** @type {[number, number][]} */
    const below = [];
    /** @type {[number, number][]} */
    const left = items.map((item) => [item, level]);
    let figure = 0;
    for (let i = 0; i < left.length; i += 1) {
      const [item, depth] = left[i];
      figure += 1;
      for (const child of tree.children(item)) (rowOf(child) >= 0 ? below : left).push([child, depth + 1]);
    }
    units.push({ key: `gap${items[0]}`, kind: "gap", row: -1, item: items[0], figure, parent, level, end: 0, words: "" });
    below.sort((a, b) => a[0] - b[0]);
    for (let i = below.length - 1; i >= 0; i -= 1) stack.push({ items: [below[i][0]], gap: false, parent: place, level: below[i][1] });
  }
  return units;
}

/**
 * What of a tree is shown: matches, what stands above them, nothing below what is closed.
 * @param {TreeUnit[]} units
 * @param {object} options
 * @param {(row: number) => boolean} options.matches
 * @param {(row: number) => boolean} options.hidden rows that never stand for an ancestor: what hangs below them takes their place
 * @param {boolean} options.filtered whether anything is filtered: gaps and headings then show only above a match
 * @param {Set<string | number>} options.closed keys of units whose children are hidden
 * @returns {TreeLine[]}
 */
export function treeLines(units, { matches, hidden, filtered, closed }) {
  const count = units.length;
  const match = new Uint8Array(count);
  const out = new Uint8Array(count);
  const keep = new Uint8Array(count);
  const children = new Int32Array(count);
  const above = new Int32Array(count);
  for (let i = 0; i < count; i += 1) {
    const { kind, row, parent } = units[i];
    match[i] = kind === "row" ? (matches(row) ? 1 : 0) : kind === "gap" && !filtered ? 1 : 0;
    out[i] = kind === "row" && !match[i] && hidden(row) ? 1 : 0;
    above[i] = parent >= 0 && out[parent] ? above[parent] : parent;
  }
  for (let i = count - 1; i >= 0; i -= 1) {
    if (match[i]) keep[i] = 1;
    if (!keep[i]) continue;
    if (units[i].parent >= 0) keep[units[i].parent] = 1;
    if (!out[i] && above[i] >= 0) children[above[i]] += 1;
  }
  const indents = new Int32Array(count);
  const seen = new Int32Array(count);
  let tops = 0;
  for (let i = 0; i < count; i += 1) if (keep[i] && !out[i] && above[i] < 0) tops += 1;
  /** @type {TreeLine[]} */
  const lines = [];
  let top = 0;
  for (let i = 0; i < count; i += 1) {
    if (!keep[i]) {
      i = units[i].end - 1;
      continue;
    }
    if (out[i]) continue;
    const { key, kind } = units[i];
    const parent = above[i];
    indents[i] = parent < 0 ? 0 : indents[parent] + (children[parent] > 1 || units[parent].kind === "heading" ? 1 : 0);
    const place = parent < 0 ? (top += 1) : (seen[parent] += 1);
    const shut = children[i] > 0 && closed.has(key);
    lines.push({ unit: i, ancestor: !match[i] && kind !== "heading", children: children[i], closed: shut, indent: indents[i], place, siblings: parent < 0 ? tops : children[parent] });
    if (shut) i = units[i].end - 1;
  }
  return lines;
}
