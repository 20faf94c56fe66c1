// @ts-check
/**
 * History: the chosen branch by user turn, in recorded ancestry order (SES-1).
 */
import { button, el } from "../dom.js";
import { count, duration, plural, shortId, usd } from "../format.js";
import { notice } from "../parts.js";
import { modeSwitch } from "../reading/modes.js";
import { rowName } from "../session/entries.js";
import { EntryListView, entryListView } from "../session/list.js";
import { historyLines, turnsOf } from "../session/turns.js";
import { inlineText } from "../text.js";

class History extends EntryListView {
  /** @param {App} app @param {SessionModel} model */
  constructor(app, model) {
    super(app, model, { name: "history", label: "History", evidence: app.meta.labels["session.history"] ?? "", branch: false });
    /** @type {Map<string | number, HistoryLine>} */
    this.byKey = new Map();
    const modes = modeSwitch(app, "history");
    if (modes) this.bar.prepend(modes);
    this.setTurns();
  }

  setTurns() {
    const { model } = this;
    const { rows, session, nodes } = model;
    this.turns = turnsOf(model.path().items, {
      flags: nodes.flags,
      rowOf: (item) => model.rowOf(item),
      time: (row) => rows.time[row],
      spent: (row) => session.cost[row],
      parentTime: (row) => session.parent_time[String(row)],
    });
    /** @type {number[]} */
    this.rows = this.turns.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "row" ? [part.row] : [])));
    this.gaps = this.turns.reduce((sum, { parts }) => sum + parts.reduce((all, part) => all + (part.kind === "gap" ? part.figure : 0), 0), 0);
  }

  /** @override */
  scopeRows() {
    return this.rows ?? [];
  }

  /** @override */
  withoutRow() {
    return this.gaps ?? 0;
  }

  /** @override */
  makeLines() {
    const outside = this.linked >= 0 && !this.model.onPath(this.linked) ? this.linked : -1;
    const found = historyLines(this.turns ?? [], { shows: (row) => this.shows(row), filtered: this.filtered, closed: this.closed, end: this.model.path().end, outside });
    this.byKey = new Map(found.map((line) => [line.key, line]));
    const tops = found.filter(({ kind }) => kind !== "row" && kind !== "gap").length;
    let top = 0;
    let inside = 0;
    let members = 0;
    return found.map((line) => {
      const inner = line.kind === "row" || line.kind === "gap";
      if (inner) inside += 1;
      else {
        top += 1;
        inside = 0;
        members = line.figure;
      }
      return { key: line.key, row: line.kind === "row" ? line.row : -1, level: inner ? 2 : 1, place: inner ? inside : top, siblings: inner ? Math.max(members, inside) : tops, indent: 0, ancestor: false };
    });
  }

  /** @override @param {EntryLine} line @param {HTMLElement} node */
  otherCells(line, node) {
    const found = /** @type {HistoryLine} */ (this.byKey.get(line.key));
    if (found.kind === "gap") {
      node.classList.add("gap");
      return [this.gapWords(found.figure)];
    }
    if (found.kind !== "turn") {
      node.classList.add(found.kind === "outside" ? "turn" : "gap");
      return [el("span", { class: found.kind === "outside" ? "turn-title" : "gap-words" }, found.words)];
    }
    const turn = /** @type {Turn[]} */ (this.turns)[found.turn];
    const open = !this.closed.has(turn.key);
    node.classList.add("turn");
    node.setAttribute("aria-expanded", String(open));
    const prompt = turn.prompt >= 0 ? this.model.data.string(this.model.rows.summary[turn.prompt]) : "";
    const title = turn.prompt < 0 ? "Before the first turn" : [el("span", { class: "turn-number" }, count(turn.number)), " ", inlineText(prompt)];
    return [el("span", { class: "erow-caret-mark", "aria-hidden": "true" }), el("span", { class: "turn-title" }, title), el("span", { class: "turn-figures" }, ...figures(turn))];
  }

  /** @override @param {EntryLine} line */
  activateOther(line) {
    const found = this.byKey.get(line.key);
    if (found?.kind === "turn") this.toggleBelow(found.key);
    else this.list.setActive(line.key);
  }

  /** @override @param {KeyboardEvent} event @param {EntryLine} line */
  arrow(event, line) {
    const right = event.key === "ArrowRight";
    const found = /** @type {HistoryLine} */ (this.byKey.get(line.key));
    if (found.kind === "turn") {
      if (right === this.closed.has(found.key)) this.toggleBelow(found.key);
      else if (right) this.focusBeside(found.key, 1);
      return;
    }
    if (line.row < 0) {
      if (!right) this.focusBeside(line.key, -1);
      return;
    }
    const open = this.opened.has(line.row);
    if (right) {
      if (open) this.enterBody(line.row);
      else this.toggle(line.row, true);
    } else if (open) this.toggle(line.row, false);
    else this.toParent(line.row);
  }

  /** @param {number} row */
  toParent(row) {
    const parent = this.model.parentOf(row);
    const above = this.model.rowOf(parent);
    if (above >= 0) this.goTo(above);
    else if (parent === -1) this.sayRoot();
    else if (parent < 0) this.app.announce("The recorded parent is not in this file.", true);
    else this.revealGap(parent);
  }

  /** @override @param {number} row */
  uncover(row) {
    const turn = this.turns?.find(({ parts }) => parts.some((part) => part.kind === "row" && part.row === row));
    if (turn && this.closed.has(turn.key)) {
      this.closed.delete(turn.key);
      this.update();
    }
    if (!turn && this.linked !== row) {
      this.linked = row;
      this.update();
      this.redraw();
    }
  }

  /** @override @param {number} item */
  revealGap(item) {
    const { items } = this.model.path();
    const place = items.indexOf(item);
    if (place < 0) return false;
    let first = place;
    while (first > 0 && this.model.rowOf(items[first - 1]) < 0) first -= 1;
    this.app.announce("That entry has no row in this report; it is one of those left out here.", true);
    if (this.list.places.has(`gap${items[first]}`)) this.list.focus(`gap${items[first]}`);
    return true;
  }

  /** @override */
  noticeNodes() {
    const { model } = this;
    const out = [];
    const { items, end } = model.path();
    if (!model.atLeaf) {
      const row = model.rowOf(model.scope);
      out.push(notice("note", `History at ${row >= 0 ? rowName(model.data, row) : "an entry"}, not at the leaf. `, button("Back to the active branch", () => this.toLeaf(), { class: "link-button" })));
    }
    if (end === "missing" && !model.atLeaf) out.push(notice("warning", "Partial history: the recorded parent of the first entry is not in this file."));
    if (end === "cycle" && !model.atLeaf) out.push(notice("warning", "Partial history: parent links run in a circle; the path shows the entries up to it."));
    let parting = items.length - 1;
    while (parting >= 0 && model.nodes.flags[items[parting]] & 1) parting -= 1;
    if (parting >= 0 && parting + 1 < items.length) {
      const row = model.rowOf(items[parting + 1]);
      out.push(notice("warning", `Pi’s own path begins at ${row >= 0 ? `line ${count(model.rows.line[row])}` : "a later entry"}: what stands above hangs on a line that Pi drops, so Pi does not see it.`));
    }
    if (model.selected >= 0 && !model.onPath(model.selected)) out.push(this.selectionWords());
    return out;
  }

  toLeaf() {
    this.model.setScope(this.model.session.scope_item);
    this.app.announce("History shows the active branch.", true);
  }

  /** @override @param {"selection" | "scope" | "open"} what */
  modelChanged(what) {
    super.modelChanged(what);
    if (what !== "scope") return;
    this.linked = -1;
    this.setTurns();
    this.update(true);
    this.redraw();
  }
}

/** @param {Turn} turn @returns {Child[]} */
function figures(turn) {
  /** @type {Child[]} */
  const out = [plural(turn.entries, "entry", "entries")];
  if (turn.tools) out.push(` · ${plural(turn.tools, "tool result")}`);
  if (turn.errors) out.push(" · ", el("span", { class: "outcome-error" }, plural(turn.errors, "error")));
  if (turn.cost) out.push(` · ${usd(turn.cost)}`);
  if (turn.span !== null) out.push(" · ", el("span", { title: "Between its first and last recorded point, not execution time" }, turn.span < 0 ? `clock went back ${duration(-turn.span)}` : duration(turn.span)));
  return out;
}

/** @type {View} */
export const view = {
  name: "history",
  title: "History",
  order: 20,
  place: "tab",
  tab: "session",
  create: (app) => entryListView(app, History),
  facts: ({ meta }) => (meta.leaf_chosen ? [{ order: 25, parts: ["at leaf ", shortId(meta.leaf_id), ", chosen with --leaf"] }] : []),
};
