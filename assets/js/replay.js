// @ts-check
/**
 * Context, prompt and tools at any entry, from the resolved deltas of element "replay" (PI_RULES 4, 6, 8, 10). Pure.
 */

/** Bits of `Nodes.flags` (payload, NodeFlag). */
export const NODE = { LOADED: 1, PROMPT: 2, ERROR: 4, INTERNAL: 8, TOOL_RESULT: 16, SYSTEM: 32, COMPACTION: 64, EDIT: 128, GIVES: 256 };

const UNRESOLVED = 2_000_000_000;
const OWN_PARENT = 2_000_000_001;

/**
 * @typedef {object} Step what stands above an entry
 * @property {number} item -1 for none
 * @property {boolean} circle
 * @property {boolean} missing a parent is recorded but Pi does not find it
 */

/**
 * The entry that Pi's walk goes to.
 * @param {Nodes} nodes
 * @param {number} item
 * @returns {Step}
 */
export function above(nodes, item) {
  const distance = nodes.parent[item];
  if (distance === OWN_PARENT) return { item: -1, circle: true, missing: false };
  if (distance === UNRESOLVED) return { item: -1, circle: false, missing: true };
  if (distance === 0) return { item: -1, circle: false, missing: false };
  const parent = item - distance;
  if (!(nodes.flags[parent] & NODE.LOADED)) return { item: -1, circle: false, missing: true };
  return { item: parent, circle: false, missing: false };
}

/**
 * @typedef {object} BranchContext the context at an entry, as Pi derives it
 * @property {{ item: number, edit: number, omitted: boolean }[]} entries every context entry in order (PI_RULES 6)
 * @property {number[]} path from the root to the entry
 * @property {number} compaction the compaction that counts, -1 for none
 * @property {number} replaced messages on the path that it replaced
 * @property {boolean} circle parent links run in a circle: Pi gives nothing
 * @property {boolean} missing the history above the path is not in the file
 * @property {number} standsFor the entry that Pi uses for a repeated id; the entry itself otherwise
 */

/**
 * @param {Nodes} nodes
 * @param {ReplayView} replay
 * @param {number} item
 * @returns {BranchContext}
 */
export function contextAt(nodes, replay, item) {
  const standsFor = replay.stands_for[item] ?? item;
  const path = [];
  const seen = new Set();
  let place = standsFor;
  let missing = false;
  while (place >= 0 && !seen.has(place)) {
    seen.add(place);
    path.push(place);
    const step = above(nodes, place);
    if (step.circle) return circle(path, standsFor);
    missing = step.missing;
    place = step.item;
  }
  if (place >= 0) return circle(path, standsFor);
  path.reverse();
  let last = path.length - 1;
  while (last >= 0 && !(nodes.flags[path[last]] & NODE.COMPACTION)) last -= 1;
  const selected = last < 0 ? path : select(nodes, replay, path, last);
  /** @type {Map<number, number>} */
  const edits = new Map();
  for (const each of selected) {
    if (nodes.flags[each] & NODE.EDIT) edits.set(replay.edits[each][0], each);
  }
  const entries = selected.map((each) => {
    const edit = edits.get(each) ?? -1;
    return { item: each, edit, omitted: edit >= 0 && replay.edits[edit][1] === 1 };
  });
  const kept = new Set(selected);
  const replaced = last < 0 ? 0 : path.filter((each) => !kept.has(each) && gives(nodes, each)).length;
  return { entries, path, compaction: last < 0 ? -1 : path[last], replaced, circle: false, missing, standsFor };
}

/** @param {number[]} path @param {number} standsFor @returns {BranchContext} */
function circle(path, standsFor) {
  return { entries: [], path: path.reverse(), compaction: -1, replaced: 0, circle: true, missing: false, standsFor };
}

/** The compaction, its kept range without system messages, then what follows. @param {Nodes} nodes @param {ReplayView} replay @param {number[]} path @param {number} last */
function select(nodes, replay, path, last) {
  const kept = replay.first_kept[path[last]] ?? -1;
  const found = kept < 0 ? last : path.indexOf(kept);
  const start = found < 0 || found > last ? last : found;
  const range = path.slice(start, last).filter((each) => !(nodes.flags[each] & NODE.SYSTEM));
  return [path[last], ...range, ...path.slice(last + 1)];
}

/** @param {Nodes} nodes @param {number} item */
function gives(nodes, item) {
  return (nodes.flags[item] & NODE.GIVES) !== 0 && !(nodes.flags[item] & NODE.COMPACTION);
}

/**
 * The messages an entry gives, beyond being in the list: a compaction only where it leads the context.
 * @param {Nodes} nodes
 * @param {BranchContext} context
 */
export function givingEntries(nodes, context) {
  return context.entries.filter(({ item }, place) => (nodes.flags[item] & NODE.GIVES) !== 0 && (place === 0 || !(nodes.flags[item] & NODE.COMPACTION)));
}

/** Why there is no state: the constants of `ReplayView.state_at`. */
export const NO_STATE = { ABSENT: -1, OVER_BOUNDS: -2, CIRCLE: -3 };

/**
 * The state of prompt and tools at an entry: the nearest entry at or above it where one begins.
 * @param {Nodes} nodes
 * @param {ReplayView} replay
 * @param {number} item
 * @returns {{ state: number, from: number }} number into `states` or a constant of NO_STATE; the entry where it begins
 */
export function stateAt(nodes, replay, item) {
  let place = replay.stands_for[item] ?? item;
  for (let steps = 0; place >= 0 && steps <= nodes.flags.length; steps += 1) {
    const found = replay.state_at[place];
    if (found !== undefined) return { state: found, from: place };
    const step = above(nodes, place);
    if (step.circle) return { state: NO_STATE.CIRCLE, from: -1 };
    place = step.item;
  }
  return { state: place >= 0 ? NO_STATE.CIRCLE : NO_STATE.ABSENT, from: -1 };
}

/**
 * What one state changed of another: names of sections and tools, by kind of change.
 * @template {[string, ...number[]]} T
 * @param {T[]} before
 * @param {T[]} after
 * @param {(one: T, other: T) => boolean} same
 * @returns {{ added: string[], removed: string[], changed: string[] }}
 */
export function changes(before, after, same) {
  const old = new Map(before.map((each) => [each[0], each]));
  const now = new Map(after.map((each) => [each[0], each]));
  return {
    added: after.filter(([name]) => !old.has(name)).map(([name]) => name),
    removed: before.filter(([name]) => !now.has(name)).map(([name]) => name),
    changed: after.filter((each) => {
      const earlier = old.get(each[0]);
      return earlier !== undefined && !same(earlier, each);
    }).map(([name]) => name),
  };
}
