// @ts-check
/**
 * What History and Branch view have in common: entries as rows of a tree, selected and opened apart (SES-5), filtered,
 * searched, and shown when a link leads to one that is hidden (SES-15).
 */
import { missingWords } from "../data.js";
import { button, el, fill, uid } from "../dom.js";
import { count, plural } from "../format.js";
import { notice } from "../parts.js";
import { VirtualList } from "../virtual.js";
import { ROW, rowName } from "./entries.js";
import { isFiltered } from "./filter.js";
import { rowLink } from "./links.js";
import { sessionModel } from "./model.js";
import { entryBody, entryCells } from "./rowview.js";
import { EntryToolbar } from "./toolbar.js";

/**
 * @typedef {object} Line a row of the list
 * @property {string | number} key row number of an entry
 * @property {number} row -1 for what is no entry
 * @property {number} level
 * @property {number} place among its siblings, from 1
 * @property {number} siblings
 * @property {number} indent
 * @property {boolean} ancestor
 */

export class EntryListView {
  /**
   * @param {App} app
   * @param {SessionModel} model
   * @param {object} options
   * @param {string} options.name of the view
   * @param {string} options.label of the list
   * @param {string} options.evidence
   * @param {boolean} options.branch
   */
  constructor(app, model, { name, label, evidence, branch }) {
    this.app = app;
    this.model = model;
    this.name = name;
    /** @type {Map<string | number, Line>} */
    this.lines = new Map();
    /** @type {Set<number>} opened rows, also of those that are hidden */
    this.opened = new Set();
    /** @type {Set<string | number>} rows whose rows below are hidden */
    this.closed = new Set();
    /** @type {Map<number, HTMLElement>} */
    this.bodies = new Map();
    /** 1 for each row that the filters show. */
    this.visible = new Uint8Array(model.rows.item.length);
    /** @type {{rows: number[] | null, internal: boolean, kinds: Record<string, number>, internalAll: number}} */
    this.counted = { rows: null, internal: false, kinds: {}, internalAll: 0 };
    /** Row that a link shows although it would be hidden; -1 for none. */
    this.linked = -1;
    /** Row that was selected when the list was last seen. */
    this.seen = -1;
    this.hit = -1;
    this.details = button("Show details", () => model.setOpen(!model.open), { "aria-expanded": "false" });
    this.setDetails();
    this.toolbar = new EntryToolbar(model, { name: label, branch, changed: (reset) => this.filtersChanged(reset), onStep: (step) => this.stepMatch(step), end: [this.details] });
    this.bar = this.toolbar.bar;
    this.evidence = el("p", { class: "evidence" }, evidence);
    this.notices = el("div", { class: "view-notices" });
    this.empty = el("div", { class: "empty", hidden: true });
    /** @type {VirtualList<string | number>} */
    this.list = new VirtualList({
      label,
      estimate: 34,
      role: "tree",
      overscan: app.bound("overscan_rows", 5),
      outer: /** @type {HTMLElement} */ (document.getElementById("app-root")),
      render: (key) => this.draw(key),
      onKey: (event, key) => this.key(event, key),
    });
    this.element = el("div", { class: "entries" }, this.evidence, this.toolbar.scope, this.toolbar.panel, this.notices, this.empty, this.list.element);
    model.listeners.add((what) => this.modelChanged(what));
    app.onChange((what) => {
      if (what === "zone") this.redraw();
    });
  }

  // For the two views

  /** Rows in order, by the filters. @returns {Line[]} */
  makeLines() {
    throw new Error("not made");
  }

  /** Rows that the list could show. @returns {number[]} */
  scopeRows() {
    throw new Error("not made");
  }

  /** Entries of the scope without a row. */
  withoutRow() {
    return 0;
  }

  /** Draws what is no entry. @param {Line} _line @param {HTMLElement} _node @returns {Child[]} */
  otherCells(_line, _node) {
    return [];
  }

  /** Open what hides a row. @param {number} _row */
  uncover(_row) {}

  /** A key on a row that opens, closes or moves. @param {KeyboardEvent} _event @param {Line} _line */
  arrow(_event, _line) {}

  /** Click or Enter on what is no entry. @param {Line} _line */
  activateOther(_line) {}

  /** Notices above the list. @returns {Child[]} */
  noticeNodes() {
    return [];
  }

  // State

  get filter() {
    return this.toolbar.filter;
  }

  get filtered() {
    return isFiltered(this.filter);
  }

  /** Whether the filters show a row, as of the last update. @param {number} row */
  shows(row) {
    return row === this.linked || this.visible[row] === 1;
  }

  /** @param {number} row */
  matches(row) {
    return this.model.index.passes(row, this.filter) && this.toolbar.search.matches(row);
  }

  /** @param {boolean} reset */
  filtersChanged(reset) {
    this.linked = -1;
    this.hit = -1;
    this.update(reset);
    this.redraw();
  }

  /** Entries of each kind, and internal ones; they depend on the scope and the internal switch alone. @param {number[]} rows */
  counts(rows) {
    const { model, filter, counted } = this;
    if (counted.rows === rows && counted.internal === filter.internal) return counted;
    /** @type {Record<string, number>} */
    const kinds = { "": 0 };
    let internalAll = 0;
    for (const row of rows) {
      if (model.index.internal(row)) {
        internalAll += 1;
        if (!filter.internal) continue;
      }
      kinds[""] += 1;
      for (const kind of model.index.kinds(row)) kinds[kind] = (kinds[kind] ?? 0) + 1;
    }
    this.counted = { rows, internal: filter.internal, kinds, internalAll };
    return this.counted;
  }

  /** Make the list anew. @param {boolean} [toTop] */
  update(toTop = false) {
    const { model, filter, visible } = this;
    const rows = this.scopeRows();
    const { kinds, internalAll } = this.counts(rows);
    let internal = 0;
    let matching = 0;
    visible.fill(0);
    for (const row of rows) {
      if (!this.matches(row)) continue;
      const hidden = model.index.internal(row);
      if (hidden) internal += 1;
      if (hidden && !filter.internal) continue;
      matching += 1;
      visible[row] = 1;
    }
    const lines = this.makeLines();
    this.lines = new Map(lines.map((line) => [line.key, line]));
    this.toolbar.setFigures({ kinds, internal, internalAll, matches: matching, total: rows.length, withoutRow: this.withoutRow() });
    this.setEmpty(lines.length, rows.length, filter.internal ? 0 : internal);
    fill(this.notices, ...this.noticeNodes());
    this.notices.hidden = this.notices.childElementCount === 0;
    this.list.setKeys(lines.map((line) => line.key), toTop);
  }

  /** @param {number} shown @param {number} all @param {number} hidden internal entries that match */
  setEmpty(shown, all, hidden) {
    this.empty.hidden = shown > 0;
    if (shown > 0) return;
    const show = hidden ? button(`Show ${plural(hidden, "internal event")}`, () => this.toolbar.internal.click()) : null;
    const words = all === 0 ? "This branch has no entry with a row in this report." : hidden ? "Everything that matches is internal and hidden." : "No entry matches the search and the filters.";
    fill(this.empty, el("p", { class: "empty-title" }, words), show);
  }

  /** @param {"selection" | "scope" | "open"} what */
  modelChanged(what) {
    this.setDetails();
    if (what === "open" && !this.model.open) this.list.regain(this.model.selected);
    if (what !== "selection") return;
    for (const [key, node] of this.list.drawn) if (typeof key === "number") this.setSelected(node, key);
    if (!this.list.hidden) {
      fill(this.notices, ...this.noticeNodes());
      this.notices.hidden = this.notices.childElementCount === 0;
    }
  }

  setDetails() {
    const { model, details } = this;
    const open = model.open && model.selected >= 0;
    details.textContent = open ? "Hide details" : "Show details";
    details.setAttribute("aria-expanded", String(open));
    details.disabled = model.selected < 0;
  }

  /** @param {HTMLElement} node @param {number} row */
  setSelected(node, row) {
    const selected = row === this.model.selected;
    node.setAttribute("aria-selected", String(selected));
    node.classList.toggle("selected", selected);
  }

  redraw() {
    for (const key of [...this.list.drawn.keys()]) this.list.refresh(key);
  }

  // Rows

  /** @param {string | number} key */
  draw(key) {
    const line = /** @type {Line} */ (this.lines.get(key));
    const node = el("div", { class: "erow row", role: "treeitem", tabindex: "-1", "data-focus": "", "aria-level": line.level, "aria-posinset": line.place, "aria-setsize": line.siblings });
    const id = uid("line");
    node.setAttribute("aria-labelledby", id);
    if (line.row < 0) {
      node.append(el("div", { class: "erow-line erow-other", id, on: { click: () => this.activateOther(line) } }, ...this.otherCells(line, node)));
      return node;
    }
    return this.drawEntry(line, node, id);
  }

  /** @param {Line} line @param {HTMLElement} node @param {string} id */
  drawEntry(line, node, id) {
    const { row } = line;
    const { search } = this.toolbar;
    const open = this.opened.has(row);
    const cells = entryCells(this.model, row, {
      query: search.query,
      date: this.newDate(line.key, row),
      linked: row === this.linked,
      ancestor: line.ancestor,
      inContent: search.query !== "" && !search.direct.has(row) && search.content.has(row),
    });
    const tone = /** @type {HTMLElement} */ (cells[1]).className.replace(/^.*ink-/, "");
    node.classList.add(`edge-${tone}`);
    if (line.ancestor) node.classList.add("dim");
    if (row === this.hit) node.classList.add("hit");
    this.setSelected(node, row);
    const body = open ? this.body(row) : null;
    const caret = el("button", { type: "button", class: "erow-caret", tabindex: "-1", "aria-expanded": String(open), "aria-controls": body?.id ?? null, "aria-label": `${open ? "Close" : "Open"} entry ${rowName(this.model.data, row)}`, on: { click: () => this.toggle(row) } });
    const head = el("div", { class: "erow-line", id, on: { click: (/** @type {MouseEvent} */ event) => this.clicked(event, row) } }, caret, ...this.before(line, node), ...cells);
    if (line.indent) head.style.paddingLeft = `${8 + (line.indent % 10) * 14}px`;
    node.append(head);
    if (this.expandable(line) === null) node.setAttribute("aria-expanded", String(open));
    if (open && body) {
      node.classList.add("open");
      node.append(body);
    }
    return node;
  }

  /** Whether rows below a line are shown; null when it has none of its own. @param {Line} _line @returns {boolean | null} */
  expandable(_line) {
    return null;
  }

  /** Cells before the time. @param {Line} _line @param {HTMLElement} _node @returns {Child[]} */
  before(_line, _node) {
    return [];
  }

  /** The date of a row where it is not that of the entry before. @param {string | number} key @param {number} row */
  newDate(key, row) {
    const { app, model, list } = this;
    const time = model.rows.time[row];
    if (time === null) return "";
    const date = app.timeText(time, "date");
    for (let place = (list.places.get(key) ?? 0) - 1; place >= 0; place -= 1) {
      const before = list.keys[place];
      if (typeof before !== "number") continue;
      const earlier = model.rows.time[before];
      if (earlier === null) continue;
      return app.timeText(earlier, "date") === date ? "" : date;
    }
    return date;
  }

  /** @param {number} row */
  body(row) {
    let body = this.bodies.get(row);
    if (!body) this.bodies.set(row, (body = entryBody(this.model, row)));
    return body;
  }

  /** @param {MouseEvent} event @param {number} row */
  clicked(event, row) {
    if (event.target instanceof Element && event.target.closest("button, a")) return;
    this.choose(row);
  }

  /** Select a row by the reader's hand: the address follows. @param {number} row */
  choose(row) {
    this.app.jump({ view: this.name, row });
  }

  /** @param {number} row @param {boolean} [open] */
  toggle(row, open = !this.opened.has(row)) {
    if (open) this.opened.add(row);
    else this.opened.delete(row);
    this.list.setActive(row);
    this.list.refresh(row);
  }

  /** @param {KeyboardEvent} event @param {string | number} key */
  key(event, key) {
    const line = this.lines.get(key);
    if (!line) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (line.row < 0) this.activateOther(line);
      else if (event.key === "Enter") this.choose(line.row);
      else this.toggle(line.row);
    } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      event.preventDefault();
      this.arrow(event, line);
    }
  }

  /** Enter the opened body of a row. @param {number} row */
  enterBody(row) {
    const tab = this.list.drawn.get(row)?.querySelector('.erow-body [role="tab"][tabindex="0"]');
    if (tab instanceof HTMLElement) tab.focus();
  }

  /** Show or hide what is below a row; what was open there stays open. @param {string | number} key @param {boolean} [open] */
  toggleBelow(key, open = this.closed.has(key)) {
    if (open) this.closed.delete(key);
    else this.closed.add(key);
    this.update();
    this.list.refresh(key);
    this.list.setActive(key);
  }

  /** Focus the row at a place near another. @param {string | number} key @param {1 | -1} step */
  focusBeside(key, step) {
    const next = this.list.keys[(this.list.places.get(key) ?? 0) + step];
    if (next !== undefined) this.list.focus(next);
  }

  /** Words for entries that stand here without rows. @param {number} figure */
  gapWords(figure) {
    return el("span", { class: "gap-words" }, `${plural(figure, "entry", "entries")} without a row in this report (bound ${count(this.app.bound("rows", 10_000))})`);
  }

  sayRoot() {
    this.app.announce("This entry is a root: it has no parent.", true);
  }

  /** Focus a row; one that is hidden is shown by link. @param {number} row */
  goTo(row) {
    this.bring(row);
    this.list.focus(row);
  }

  /** Make a row part of the list, whatever hides it. @param {number} row */
  bring(row) {
    this.uncover(row);
    if (this.linked !== row && !this.shows(row)) {
      this.linked = row;
      this.update();
      this.redraw();
    } else if (!this.list.places.has(row)) this.update();
  }

  // Search

  /** @param {1 | -1} step */
  stepMatch(step) {
    const hits = this.list.keys.filter((key) => typeof key === "number" && !this.lines.get(key)?.ancestor);
    if (hits.length === 0) return;
    const now = hits.indexOf(this.hit);
    const next = now < 0 ? (step > 0 ? 0 : hits.length - 1) : (now + step + hits.length) % hits.length;
    const before = this.hit;
    this.hit = Number(hits[next]);
    if (before >= 0) this.list.refresh(before);
    this.list.setActive(this.hit);
    this.list.reveal(this.hit);
    this.list.refresh(this.hit);
    this.app.announce(`Match ${count(next + 1)} of ${count(hits.length)}`);
  }

  // The frame

  show() {
    if (this.lines.size === 0) this.update(true);
    this.list.show();
    const { selected } = this.model;
    if (selected !== this.seen && this.list.places.has(selected)) {
      this.list.setActive(selected);
      this.list.reveal(selected);
    }
    this.model.index.warm(() => performance.now(), (run) => window.setTimeout(run, 30));
  }

  hide() {
    this.seen = this.model.selected;
    this.list.hide();
    // The frame names the next view after this: only then is it known whether the drawer goes with it.
    queueMicrotask(() => this.model.tell("open"));
  }

  focusSearch() {
    this.toolbar.focus();
  }

  /** @param {Target} target */
  reveal(target) {
    const row = target.row ?? -1;
    if (row < 0) return this.revealGap(target.item ?? -1);
    this.model.select(row);
    this.bring(row);
    const inDialog = document.querySelector("dialog[open]") !== null;
    if (inDialog) {
      this.list.setActive(row);
      this.list.reveal(row);
    } else this.list.focus(row);
    return true;
  }

  /** An item without a row: its gap. @param {number} _item */
  revealGap(_item) {
    return false;
  }

  /** Words for a selection that is not in this list. */
  selectionWords() {
    const { model } = this;
    const row = model.selected;
    if (row < 0) return null;
    const where = model.rows.flags[row] & ROW.ACTIVE ? "" : " It is off the active branch.";
    return notice("note", "The selected entry ", rowLink(this.app, row), ` is not on the branch shown here.${where} `, button("History at the selected entry", () => this.historyAt(row), { class: "link-button" }));
  }

  /** Show the branch that ends at an entry, in History. @param {number} row */
  historyAt(row) {
    this.model.setScope(this.model.rows.item[row]);
    this.app.jump({ view: "history", row });
  }
}

/**
 * The view that shows such a list, or why it can't.
 * @param {App} app
 * @param {new (app: App, model: SessionModel) => EntryListView} List
 * @returns {ViewInstance}
 */
export function entryListView(app, List) {
  const model = sessionModel(app);
  if (!model) return { element: el("div", null, el("div", { class: "view-body" }, notice("error", missingWords("damaged")))) };
  const view = new List(app, model);
  return { element: view.element, bar: view.bar, show: () => view.show(), hide: () => view.hide(), focusSearch: () => view.focusSearch(), reveal: (target) => view.reveal(target) };
}
