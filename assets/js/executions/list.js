// @ts-check
/**
 * The list of captured executions: runs, occurrences below their parents; chevrons open children only, a click selects.
 */
import { button, el, fill, uid } from "../dom.js";
import { Finder } from "../finder.js";
import { count, plural, shortId } from "../format.js";
import { mark } from "../marks.js";
import { Chips, badge, notice } from "../parts.js";
import { SearchBox } from "../searchbox.js";
import { inlineText } from "../text.js";
import { VirtualList } from "../virtual.js";
import { CORRELATION, FLAG, STATE, executionLines } from "./model.js";
import { intervalWords, parentProblem, reportedWords, runWords, totalsWords } from "./words.js";

const KINDS = [
  { name: "failed", title: "Failed", tone: "error" },
  { name: "unfinished", title: "Unfinished", tone: "warning" },
  { name: "nested", title: "Nested" },
  { name: "uncorrelated", title: "Without correlation" },
];

export class ExecutionList {
  /** @param {App} app @param {ExecutionModel} model @param {SessionModel} session */
  constructor(app, model, session) {
    this.app = app;
    this.model = model;
    this.session = session;
    this.selected = -1;
    /** Place that a link shows although it would be hidden; -1 for none. */
    this.linked = -1;
    /** @type {Set<string>} */
    this.kinds = new Set();
    /** @type {Set<number>} */
    this.closed = new Set();
    /** @type {Map<string | number, ExecutionLine>} */
    this.lines = new Map();
    const limit = app.bound("search_query", 512);
    /** @type {Finder<number>} */
    this.finder = new Finder({
      limit,
      summary: (place) => model.words(place),
      chunk: (place) => model.chunk(place),
      raw: (chunk) => app.data.read(`x${chunk}`),
      texts: (place) => this.texts(place),
      changed: () => this.searched(),
      now: () => performance.now(),
      later: (run) => window.setTimeout(run, 0),
    });
    this.search = new SearchBox({ label: "Search in captured executions", limit, onQuery: (query) => this.finder.setQuery(query), onStep: (step) => this.step(step) });
    this.chips = new Chips("Kinds of executions", KINDS, (on) => {
      this.kinds = new Set(on);
      this.linked = -1;
      this.update();
    });
    this.details = button("Show details", () => session.setOpen(!session.open), { "aria-expanded": "false" });
    this.bar = el("div", { class: "view-bar" }, this.search.element, el("div", { class: "bar-rest" }, this.chips.element, el("div", { class: "bar-end" }, this.details)));
    this.empty = el("div", { class: "empty", hidden: true });
    /** @type {VirtualList<string | number>} */
    this.list = new VirtualList({
      label: "Captured executions",
      estimate: 34,
      role: "tree",
      overscan: app.bound("overscan_rows", 5),
      outer: /** @type {HTMLElement} */ (document.getElementById("app-root")),
      render: (key) => this.draw(key),
      onKey: (event, key) => this.key(event, key),
    });
    const { totals, omitted } = model.table;
    const left = omitted > 0 ? notice("note", `${plural(omitted, "execution")} of ${count(totals.all)} left out: this report shows ${count(model.size)} (bound ${count(app.bound("executions", 2_000))}), failed and unfinished ones first, then the newest. The counts are of all.`) : null;
    const without = model.table.detail.filter((slot) => slot < 0).length;
    const bodies = without > 0 ? notice("note", `Arguments and results of ${plural(without, "execution")} are left out of this report to keep it within its size; times and states stay.`) : null;
    this.element = el("div", { class: "entries executions" }, el("p", { class: "evidence" }, app.meta.labels["session.executions"] ?? ""), el("div", { class: "view-notices" }, el("p", { class: "executions-totals" }, totalsWords(totals)), left, bodies), this.empty, this.list.element);
    session.listeners.add((what) => {
      this.sessionChanged();
      if (what === "open" && !session.open) this.list.regain(this.selected);
    });
    app.onChange((what) => {
      if (what === "zone") this.redraw();
    });
    this.finder.setKeys(Array.from({ length: model.size }, (_, place) => place));
    this.setChips();
    this.sessionChanged();
  }

  // Filters

  /** @param {number} place */
  kindsOf(place) {
    const { table } = this.model;
    const out = [];
    if (table.state[place] === STATE.FAILED) out.push("failed");
    if (table.state[place] === STATE.UNFINISHED) out.push("unfinished");
    if (table.parent[place] !== -1) out.push("nested");
    if (table.correlation[place] === CORRELATION.UNAVAILABLE) out.push("uncorrelated");
    return out;
  }

  setChips() {
    /** @type {Record<string, number>} */
    const counts = { "": this.model.size };
    for (let place = 0; place < this.model.size; place += 1) for (const kind of this.kindsOf(place)) counts[kind] = (counts[kind] ?? 0) + 1;
    this.chips.setCounts(counts);
  }

  /** @param {number} place */
  matches(place) {
    if (place === this.linked) return true;
    const { finder, kinds } = this;
    if (kinds.size > 0 && !this.kindsOf(place).some((kind) => kinds.has(kind))) return false;
    return finder.query === "" || (finder.summaries.get(place) ?? 0) > 0 || (finder.bodies.get(place) ?? 0) > 0;
  }

  searched() {
    if (!this.list) return;
    this.search.setCount(this.finder.words(), this.finder.total > 0);
    this.linked = -1;
    this.update();
    this.redraw();
  }

  /** @param {number} place @returns {string[] | null} */
  texts(place) {
    const detail = this.model.detail(place);
    if ("reason" in detail) return null;
    /** @type {string[]} */
    const out = [];
    const open = [detail.value];
    while (open.length > 0) {
      const value = open.pop();
      if (typeof value === "string") out.push(value);
      else if (value !== null && typeof value === "object") open.push(...Object.values(value).reverse());
    }
    return out;
  }

  /** @param {1 | -1} step */
  step(step) {
    const first = this.list.keys.length ? this.list.keys[this.list.viewport().first.index] : -1;
    const hit = this.finder.step(step, typeof first === "number" ? first : 0);
    this.search.setCount(this.finder.words(), this.finder.total > 0);
    if (!hit) return;
    this.uncover(hit.key);
    this.list.setActive(hit.key);
    this.list.reveal(hit.key);
    this.app.announce(`Match ${this.finder.words()}`);
  }

  // Rows

  update() {
    const { model, finder, kinds } = this;
    const lines = executionLines(model, { matches: (place) => this.matches(place), filtered: finder.query !== "" || kinds.size > 0, closed: this.closed });
    this.lines = new Map(lines.map((line) => [line.key, line]));
    this.empty.hidden = lines.length > 0;
    if (lines.length === 0) fill(this.empty, el("p", { class: "empty-title" }, finder.running ? "Searching." : "No execution matches the search and the filters."));
    this.list.setKeys(lines.map(({ key }) => key));
  }

  redraw() {
    for (const key of [...this.list.drawn.keys()]) this.list.refresh(key);
  }

  /** @param {string | number} key */
  draw(key) {
    const line = /** @type {ExecutionLine} */ (this.lines.get(key));
    const id = uid("execution");
    const node = el("div", { class: "erow row", role: "treeitem", tabindex: "-1", "data-focus": "", "aria-level": line.level, "aria-posinset": line.at, "aria-setsize": line.of, "aria-labelledby": id });
    if (line.place < 0) {
      node.classList.add("turn");
      node.append(el("div", { class: "erow-line erow-other", id }, el("span", { class: "turn-title" }, inlineText(runWords(this.model, line.run)))));
      return node;
    }
    const { place } = line;
    const open = !this.closed.has(place);
    node.classList.add("edge-call");
    if (line.ancestor) node.classList.add("dim");
    this.setSelected(node, place);
    const caret = line.children > 0 ? el("button", { type: "button", class: "erow-caret", tabindex: "-1", "aria-expanded": String(open), "aria-label": `${open ? "Hide" : "Show"} ${plural(line.children, "child", "children")}`, on: { click: () => this.toggle(place) } }) : el("span", { class: "erow-nocaret", "aria-hidden": "true" });
    if (line.children > 0) node.setAttribute("aria-expanded", String(open));
    const head = el("div", { class: "erow-line", id, on: { click: (/** @type {MouseEvent} */ event) => this.clicked(event, place) } }, caret, ...this.cells(line));
    if (line.level > 2) head.style.paddingLeft = `${8 + ((line.level - 2) % 10) * 18}px`;
    node.append(head);
    return node;
  }

  /** @param {ExecutionLine} line @returns {Child[]} */
  cells({ place, ancestor, level }) {
    const { model, app, finder } = this;
    const { table } = model;
    const stream = model.is(place, FLAG.STREAM);
    const start = table.start[place] ?? table.end[place];
    const label = el("span", { class: "row-label ink-call" }, inlineText(model.tool(place) || "unnamed tool"));
    const text = inlineText(model.text(table.summary[place]), { class: "row-text" });
    if (finder.query) {
      mark(label, finder.query);
      mark(text, finder.query);
    }
    const state = table.state[place];
    const problem = parentProblem(model, place);
    const badges = [
      level > 11 ? badge(`level ${count(level - 1)}`) : null,
      state === STATE.FAILED ? badge("failed", "error") : null,
      state === STATE.UNFINISHED ? badge("unfinished", "warning") : null,
      model.is(place, FLAG.NO_START) ? badge("no start", "warning") : null,
      table.correlation[place] === CORRELATION.UNAVAILABLE ? badge("correlation unavailable", "warning") : null,
      problem ? badge(table.parent[place] === -2 ? "parent unavailable" : "parent left out", "neutral") : null,
      table.differs[place].length > 0 ? badge("differs from the session", "warning") : null,
      place === this.linked ? badge("shown by link", "user") : null,
      ancestor ? badge("kept as context of a match") : null,
    ];
    const interval = model.is(place, FLAG.INTERVAL) ? `${intervalWords(model, place)} observed` : stream ? "times not recorded" : "no interval";
    const reported = table.duration[place] === null ? "" : `${reportedWords(model, place)} reported`;
    const time = el("span", { class: "erow-time" }, stream ? `no. ${count(table.number[place])}` : start === null ? el("span", { class: "unavailable" }, "no time") : app.time(start, "clock"));
    return [time, label, el("span", { class: "row-summary" }, text, ...badges), el("span", { class: "row-measure execution-measure" }, el("span", { title: intervalWords(model, place) }, interval), reported ? el("span", { class: "execution-reported" }, reported) : null, stream ? null : el("span", { class: "id", title: table.occurrence[place] }, shortOccurrence(table.occurrence[place])))];
  }

  /** @param {HTMLElement} node @param {number} place */
  setSelected(node, place) {
    const selected = place === this.selected;
    node.setAttribute("aria-selected", String(selected));
    node.classList.toggle("selected", selected);
  }

  // Choosing

  /** @param {MouseEvent} event @param {number} place */
  clicked(event, place) {
    if (event.target instanceof Element && event.target.closest("button")) return;
    this.choose(place);
  }

  /** @param {number} place */
  choose(place) {
    this.app.jump({ view: "executions", ...this.model.target(place) });
  }

  /** Select and bring into view. @param {number} place */
  select(place) {
    const before = this.selected;
    this.selected = place;
    this.uncover(place);
    for (const key of [before, place]) {
      const node = this.list.drawn.get(key);
      if (node) this.setSelected(node, key);
    }
    this.session.setSubject({ kind: "execution", key: place });
    if (document.querySelector("dialog[open]")) {
      this.list.setActive(place);
      this.list.reveal(place);
    } else this.list.focus(place);
  }

  /** Make a place part of the list, whatever hides it. @param {number} place */
  uncover(place) {
    let changed = false;
    for (let at = this.model.table.parent[place]; at >= 0; at = this.model.table.parent[at]) changed = this.closed.delete(at) || changed;
    if (!this.matches(place)) {
      this.linked = place;
      changed = true;
    }
    if (changed || !this.lines.has(place)) {
      this.update();
      this.redraw();
    }
  }

  /** @param {number} place @param {boolean} [open] */
  toggle(place, open = this.closed.has(place)) {
    if (open) this.closed.delete(place);
    else this.closed.add(place);
    this.update();
    this.list.refresh(place);
    this.list.setActive(place);
  }

  /** @param {KeyboardEvent} event @param {string | number} key */
  key(event, key) {
    const line = this.lines.get(key);
    if (!line || !["Enter", " ", "ArrowRight", "ArrowLeft"].includes(event.key)) return;
    event.preventDefault();
    if (line.place < 0) return;
    const closed = this.closed.has(line.place);
    if (event.key === "Enter") this.choose(line.place);
    else if (event.key === " ") {
      if (line.children > 0) this.toggle(line.place);
    } else if (event.key === "ArrowRight") {
      if (line.children > 0 && closed) this.toggle(line.place, true);
      else if (line.children > 0) this.list.focus(this.list.keys[(this.list.places.get(key) ?? 0) + 1]);
    } else if (line.children > 0 && !closed) this.toggle(line.place, false);
    else this.toParent(line);
  }

  /** @param {ExecutionLine} line */
  toParent(line) {
    const parent = this.model.table.parent[line.place];
    if (parent >= 0) this.list.focus(parent);
    else this.app.announce(parentProblem(this.model, line.place) || "A root: it has no recorded parent.", true);
  }

  // The frame

  sessionChanged() {
    const open = this.session.open && this.session.hasSubject;
    this.details.textContent = open ? "Hide details" : "Show details";
    this.details.setAttribute("aria-expanded", String(open));
    this.details.disabled = !this.session.hasSubject;
  }

  show() {
    if (this.lines.size === 0) this.update();
    if (this.selected >= 0) this.session.setSubject({ kind: "execution", key: this.selected }, false);
    this.list.show();
  }

  hide() {
    this.list.hide();
    this.session.setSubject(null);
    this.session.tell("open");
  }

  /** @param {Target} target */
  reveal(target) {
    const asked = this.model.placeAt(target);
    if (asked >= 0) {
      this.select(asked);
      return true;
    }
    const row = target.row ?? -1;
    const found = row >= 0 ? (this.model.ofItem.get(this.session.rows.item[row]) ?? []) : [];
    if (found.length > 0) this.select(found.includes(this.selected) ? this.selected : found[0]);
    else if (row >= 0) this.app.jump({ view: "history", row });
    return row >= 0;
  }
}

/** The number within the run stays, the run's id is shortened. @param {string} id */
function shortOccurrence(id) {
  const cut = id.lastIndexOf(":");
  return cut > 0 ? `${shortId(id.slice(0, cut))}:${id.slice(cut + 1)}` : shortId(id);
}
