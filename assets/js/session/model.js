// @ts-check
/**
 * What History, Branch view and Event details share: the tree, labels, compactions, call pairs, and the selection.
 */
import { EntryIndex } from "./filter.js";
import { EntryTree } from "./tree.js";

const NAME = "session.model";

export class SessionModel {
  /**
   * @param {App} app
   * @param {{rows: Rows, nodes: Nodes, session: SessionView}} parts
   */
  constructor(app, { rows, nodes, session }) {
    this.app = app;
    this.data = app.data;
    this.rows = rows;
    this.nodes = nodes;
    this.session = session;
    /** @type {Map<number, number>} identical repeats to the item that stands for them */
    this.identical = new Map(Object.entries(session.identical).map(([item, kept]) => [Number(item), kept]));
    this.tree = new EntryTree(nodes.parent, new Set(this.identical.keys()));
    /** Row of each item, -1 for none. */
    this.rowOfItem = new Int32Array(nodes.parent.length).fill(-1);
    rows.item.forEach((item, row) => {
      this.rowOfItem[item] = row;
    });
    /** @type {Map<number, {text: string, by: number}[]>} labels by the row that carries them */
    this.labels = new Map();
    for (const [item, text, by] of session.labels) {
      const row = this.rowOf(item);
      if (row < 0) continue;
      const list = this.labels.get(row) ?? [];
      list.push({ text, by });
      this.labels.set(row, list);
    }
    /** @type {Map<number, CompactionMark>} by row */
    this.compactions = new Map(session.compactions.map((mark) => [this.rowOf(mark.item), mark]));
    /** @type {Map<number, CallPair>} by item of the result */
    this.callOf = new Map(session.calls.map((pair) => [pair[0], pair]));
    /** @type {Map<number, CallPair[]>} by item of the answer that made the calls */
    this.resultsOf = new Map();
    for (const pair of session.calls) if (pair[1] >= 0) this.resultsOf.set(pair[1], [...(this.resultsOf.get(pair[1]) ?? []), pair]);
    this.index = new EntryIndex(this.data, new Map([...this.labels].map(([row, list]) => [row, list.map(({ text }) => text)])));
    /** Row that is selected, -1 for none. */
    this.selected = -1;
    /** What Event details shows in place of the entry: another view's subject, null for the entry. */
    /** @type {{kind: string, key: number} | null} */
    this.subject = null;
    /** Whether Event details is wanted open. */
    this.open = false;
    /** Item at which History stands. */
    this.scope = session.scope_item;
    /** @type {Set<(what: "selection" | "scope" | "open") => void>} */
    this.listeners = new Set();
    /** @type {EntryPath | null} */
    this.pathCache = null;
    this.pathOf = -1;
    /** @type {Set<number> | null} */
    this.onPathCache = null;
  }

  /** The row of an item, of the one that stands for it where it is a repeat; -1 for none. @param {number} item */
  rowOf(item) {
    return item < 0 || item >= this.rowOfItem.length ? -1 : this.rowOfItem[this.identical.get(item) ?? item];
  }

  /** The recorded parent of a row: its item, -1 for a root, -2 for one that is not in the file. @param {number} row */
  parentOf(row) {
    return this.tree.parents[this.rows.item[row]];
  }

  /** The branch that History shows. @returns {EntryPath} */
  path() {
    if (!this.pathCache || this.pathOf !== this.scope) {
      this.pathCache = this.scope < 0 ? { items: [], end: "root", again: -1 } : this.tree.path(this.scope);
      this.pathOf = this.scope;
      this.onPathCache = null;
    }
    return this.pathCache;
  }

  /** Whether a row is on the branch that History shows. @param {number} row */
  onPath(row) {
    this.path();
    this.onPathCache ??= new Set(this.path().items);
    return this.onPathCache.has(this.rows.item[row]);
  }

  get atLeaf() {
    return this.scope === this.session.scope_item;
  }

  /** @param {number} item */
  setScope(item) {
    if (item === this.scope) return;
    this.scope = item;
    this.tell("scope");
  }

  /** Select an entry and open Event details. @param {number} row @param {boolean} [open] */
  select(row, open = true) {
    const changed = row !== this.selected || this.subject !== null;
    this.selected = row;
    this.subject = null;
    this.changed(changed, open && row >= 0);
  }

  /**
   * Show another view's subject in Event details, or the selected entry again (null). The selected entry stays.
   * @param {{kind: string, key: number} | null} subject
   * @param {boolean} [open]
   */
  setSubject(subject, open = true) {
    const changed = subject?.kind !== this.subject?.kind || subject?.key !== this.subject?.key;
    this.subject = subject;
    this.changed(changed, open && subject !== null);
  }

  /** @param {boolean} changed @param {boolean} wanted whether Event details is to be seen; a drawer may have been left */
  changed(changed, wanted) {
    if (wanted) this.open = true;
    if (changed) this.tell("selection");
    if (wanted) this.tell("open");
  }

  /** Whether there is something that Event details could show. */
  get hasSubject() {
    return this.subject !== null || this.selected >= 0;
  }

  /** @param {boolean} open */
  setOpen(open) {
    if (open === this.open) return;
    this.open = open;
    this.tell("open");
  }

  /** @param {"selection" | "scope" | "open"} what */
  tell(what) {
    for (const run of this.listeners) run(what);
  }

  /** Items recorded below a row. @param {number} row */
  childrenOf(row) {
    return this.tree.children(this.rows.item[row]);
  }

  /** Why a row can't be linked to; empty for those that can. @param {number} row */
  reason(row) {
    return this.session.reasons[String(row)] ?? "";
  }

  /** Lines on which a row is written again, byte for byte. @param {number} row */
  repeats(row) {
    const item = this.rows.item[row];
    let found = 0;
    for (const kept of this.identical.values()) if (kept === item) found += 1;
    return found;
  }
}

/**
 * The one model of a report; null when a part of it is damaged.
 * @param {App} app
 * @returns {SessionModel | null}
 */
export function sessionModel(app) {
  if (!app.shared.has(NAME)) {
    const { rows, nodes, segments } = app.data;
    const session = /** @type {SessionView | null} */ (app.data.element("session"));
    app.shared.set(NAME, rows && nodes && segments && session ? new SessionModel(app, { rows, nodes, session }) : null);
  }
  return /** @type {SessionModel | null} */ (app.shared.get(NAME));
}
