// @ts-check
/**
 * Branch view: the whole recorded tree, with every root, branch, label and orphan (SES-3).
 */
import { el } from "../dom.js";
import { count, plural } from "../format.js";
import { notice } from "../parts.js";
import { EntryListView, entryListView } from "../session/list.js";
import { treeLines, treeUnits } from "../session/tree.js";

class BranchView extends EntryListView {
  /** @param {App} app @param {SessionModel} model */
  constructor(app, model) {
    super(app, model, { name: "branch", label: "Branch view", evidence: app.meta.labels["session.branch"] ?? "", branch: true });
    this.units = treeUnits(model.tree, (item) => model.rowOf(item));
    /** @type {Map<string | number, number>} */
    this.unitOf = new Map(this.units.map(({ key }, place) => [key, place]));
    this.rows = this.units.flatMap(({ row }) => (row >= 0 ? [row] : []));
    this.gaps = this.units.reduce((sum, { kind, figure }) => sum + (kind === "gap" ? figure : 0), 0);
    /** @type {Map<string | number, TreeLine>} */
    this.byKey = new Map();
  }

  /** @override */
  scopeRows() {
    return this.rows;
  }

  /** @override */
  withoutRow() {
    return this.gaps;
  }

  /** @override */
  makeLines() {
    const found = treeLines(this.units, { matches: (row) => this.shows(row), hidden: (row) => !this.filter.internal && this.model.index.internal(row), filtered: this.filtered, closed: this.closed });
    this.byKey = new Map(found.map((line) => [this.units[line.unit].key, line]));
    return found.map((line) => {
      const { key, row, level } = this.units[line.unit];
      return { key, row, level, place: line.place, siblings: line.siblings, indent: line.indent, ancestor: line.ancestor };
    });
  }

  /** @override @param {EntryLine} line @param {HTMLElement} node */
  before(line, node) {
    const { children, closed, indent } = /** @type {TreeLine} */ (this.byKey.get(line.key));
    const out = [];
    if (indent >= 10) out.push(el("span", { class: "erow-level", title: `Level ${count(line.level)}` }, `${count(Math.floor(indent / 10) * 10)}+`));
    const { parent } = this.units[/** @type {TreeLine} */ (this.byKey.get(line.key)).unit];
    if (parent >= 0 && line.siblings > 1 && this.units[parent].kind !== "heading") out.push(el("span", { class: "erow-level" }, `branch ${count(line.place)} of ${count(line.siblings)}`));
    if (children > 0) {
      node.setAttribute("aria-expanded", String(!closed));
      if (closed || children > 1) out.push(el("button", { type: "button", class: "erow-below", tabindex: "-1", "aria-label": `${closed ? "Show" : "Hide"} ${plural(children, "child", "children")} and what is below`, on: { click: () => this.toggleBelow(line.key) } }, `${closed ? "+" : "−"}${count(children)}`));
    }
    return out;
  }

  /** @override @param {EntryLine} line */
  expandable(line) {
    const found = /** @type {TreeLine} */ (this.byKey.get(line.key));
    return found.children > 0 ? !found.closed : null;
  }

  /** @override @param {EntryLine} line @param {HTMLElement} node */
  otherCells(line, node) {
    const found = /** @type {TreeLine} */ (this.byKey.get(line.key));
    const unit = this.units[found.unit];
    if (found.children > 0) node.setAttribute("aria-expanded", String(!found.closed));
    if (unit.kind === "heading") {
      node.classList.add("turn");
      return [el("span", { class: "erow-caret-mark", "aria-hidden": "true" }), el("span", { class: "turn-title" }, unit.words), el("span", { class: "turn-figures" }, plural(unit.figure, "entry", "entries"))];
    }
    node.classList.add("gap");
    const words = this.gapWords(unit.figure);
    words.style.paddingLeft = `${20 + (line.indent % 10) * 14}px`;
    return [words];
  }

  /** @override @param {EntryLine} line */
  activateOther(line) {
    if (this.expandable(line) !== null) this.toggleBelow(line.key);
    else this.list.setActive(line.key);
  }

  /** @override @param {KeyboardEvent} event @param {EntryLine} line */
  arrow(event, line) {
    const right = event.key === "ArrowRight";
    const below = this.expandable(line);
    const open = line.row >= 0 && this.opened.has(line.row);
    if (right) {
      if (below === false) this.toggleBelow(line.key, true);
      else if (below) this.focusBeside(line.key, 1);
      else if (open) this.enterBody(line.row);
      else if (line.row >= 0) this.toggle(line.row, true);
    } else if (open) this.toggle(line.row, false);
    else if (below) this.toggleBelow(line.key, false);
    else this.toParent(line);
  }

  /** @param {EntryLine} line */
  toParent(line) {
    const { parent } = this.units[/** @type {TreeLine} */ (this.byKey.get(line.key)).unit];
    const above = parent >= 0 ? this.units[parent] : null;
    if (!above) this.sayRoot();
    else if (above.row >= 0) this.goTo(above.row);
    else this.list.focus(above.key);
  }

  /** @override @param {number} row */
  uncover(row) {
    let changed = false;
    for (let at = this.units[this.unitOf.get(row) ?? -1]?.parent ?? -1; at >= 0; at = this.units[at].parent) changed = this.closed.delete(this.units[at].key) || changed;
    if (changed) {
      this.update();
      this.redraw();
    }
  }

  /** @override @param {number} item */
  revealGap(item) {
    for (let at = item, steps = 0; at >= 0 && steps < this.model.tree.count; at = this.model.tree.above(at), steps += 1) {
      if (!this.list.places.has(`gap${at}`)) continue;
      this.app.announce("That entry has no row in this report; it is one of those left out here.", true);
      this.list.focus(`gap${at}`);
      return true;
    }
    return false;
  }

  /** @override */
  noticeNodes() {
    const { orphans, circles } = this.model.tree.tops();
    const out = [];
    if (orphans.length) out.push(notice("warning", `Partial history: ${plural(orphans.length, "entry names", "entries name")} a parent that is not in this file; they stand in a group of their own.`));
    if (circles.length) out.push(notice("warning", `${plural(circles.length, "circle")} of parent links: what hangs in and below it stands in a group of its own, in the order of the links.`));
    return out;
  }
}

/** @type {View} */
export const view = { name: "branch", title: "Branch view", order: 21, place: "tab", tab: "session", create: (app) => entryListView(app, BranchView) };
