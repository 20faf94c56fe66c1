// @ts-check
/**
 * Timeline: the branch of History and its captured executions on one axis, with the same items as a list (SES-11).
 */
import { missingWords } from "../data.js";
import { button, el, fill } from "../dom.js";
import { FLAG, PARENT, CORRELATION, STATE, executionModel, unknownExecution } from "../executions/model.js";
import { executionWords, intervalWords, reportedWords, stateWords } from "../executions/words.js";
import { count, duration, plural } from "../format.js";
import { badge, emptyState, notice } from "../parts.js";
import { modeSwitch } from "../reading/modes.js";
import { fold, normalise } from "../search.js";
import { SearchBox } from "../searchbox.js";
import { face, rowName } from "../session/entries.js";
import { sessionModel } from "../session/model.js";
import { inlineText } from "../text.js";
import { TimelineChart } from "../timeline/chart.js";
import { timelineOf, timelineRows } from "../timeline/items.js";
import { MOST_LANES } from "../timeline/lanes.js";
import { VirtualList } from "../virtual.js";

class Timeline {
  /** @param {App} app @param {SessionModel} model @param {ExecutionModel | null} executions */
  constructor(app, model, executions) {
    this.app = app;
    this.model = model;
    this.executions = executions;
    this.query = "";
    this.selected = "";
    /** Row that was selected when the timeline was last seen. */
    this.seen = -1;
    /** @type {Map<string, {item: TimelineItem | null, gap: AxisPart | null}>} */
    this.rows = new Map();
    /** @type {Map<string, string>} folded words by key, for search */
    this.folded = new Map();
    const limit = app.bound("search_query", 512);
    this.search = new SearchBox({ label: "Search in the timeline", limit, onQuery: (query) => this.searched(normalise(query, limit)), onStep: (step) => this.step(step) });
    this.details = button("Show details", () => model.setOpen(!model.open), { "aria-expanded": "false" });
    this.bar = el("div", { class: "view-bar" }, modeSwitch(app, "timeline"), this.search.element, el("div", { class: "bar-end" }, this.details));
    this.chart = new TimelineChart(app, { words: (item) => this.words(item), name: (item) => executions?.tool(item.index) ?? "", onOpen: (item) => this.choose(item), onMove: (item) => this.follow(item) });
    this.notices = el("div", { class: "view-notices" });
    /** @type {VirtualList<string>} */
    this.list = new VirtualList({ label: "The timeline as a list", estimate: 34, overscan: app.bound("overscan_rows", 5), outer: /** @type {HTMLElement} */ (document.getElementById("app-root")), render: (key) => this.draw(key) });
    this.element = el("div", { class: "entries timeline" }, el("p", { class: "evidence" }, app.meta.labels["session.timeline"] ?? ""), this.notices, this.chart.element, this.list.element);
    this.setBranch();
    model.listeners.add((what) => this.modelChanged(what));
    app.onChange((what) => {
      if (what === "zone") for (const key of [...this.list.drawn.keys()]) this.list.refresh(key);
    });
    this.setDetails();
  }

  setBranch() {
    const { model, executions } = this;
    const { rows, data } = model;
    const { items } = model.path();
    const path = new Set(items);
    const found = items.map((item) => model.rowOf(item)).filter((row) => row >= 0);
    this.made = timelineOf({ rows: found, role: (row) => (data.string(rows.type[row]) === "message" ? data.string(rows.role[row]) : ""), time: (row) => rows.time[row], flags: (row) => rows.flags[row], onPath: (item) => path.has(item) }, executions);
    this.chart.set(this.made);
    const nothing = this.made.axis.empty;
    this.chart.element.hidden = nothing;
    fill(this.notices, nothing ? emptyState("Nothing has a place on the axis.", "An entry with a readable time, or a captured execution with observed times, would stand here.") : null, ...this.notes(items.length - found.length));
    this.notices.hidden = this.notices.childElementCount === 0;
    this.update(true);
  }

  /** What the axis does not show, in words. @param {number} withoutRow */
  notes(withoutRow) {
    const { made, model, executions, app } = this;
    if (!made) return [];
    const out = [];
    const add = (/** @type {Child} */ words) => out.push(el("p", { class: "timeline-note" }, words));
    if (!model.atLeaf) out.push(notice("note", "The branch of the entry at which History stands, not that of the leaf."));
    if (withoutRow > 0) add(`${plural(withoutRow, "entry", "entries")} without a row in this report ${withoutRow === 1 ? "is" : "are"} not on the axis.`);
    if (made.untimed.length > 0) add(`${plural(made.untimed.length, "item")} without a recorded time ${made.untimed.length === 1 ? "stands" : "stand"} at the end of the list.`);
    if (made.elsewhere > 0) add(`${plural(made.elsewhere, "execution")} of other branches ${made.elsewhere === 1 ? "is" : "are"} not shown here.`);
    if (made.loose > 0) add(`${plural(made.loose, "execution")} without correlation ${made.loose === 1 ? "is" : "are"} shown, tied to no entry.`);
    if (made.shared > 0) add(`More than ${count(MOST_LANES)} calls at once: ${count(made.shared)} share the last lane.`);
    if (executions && executions.table.omitted > 0) add(`${plural(executions.table.omitted, "execution")} beyond the bound of this report (${count(app.bound("executions", 2_000))}) ${executions.table.omitted === 1 ? "is" : "are"} left out.`);
    if (!executions?.table.observed) add("No executions were captured: the axis holds log times alone. With --observations it would show when each tool ran.");
    if (made.axis.gaps.length > 0) add(`${plural(made.axis.gaps.length, "long idle gap")} ${made.axis.gaps.length === 1 ? "is" : "are"} compressed and hatched.`);
    return out;
  }

  // Words

  /** @param {TimelineItem} item */
  words(item) {
    const { app, executions, model } = this;
    const when = item.start === null ? "times not recorded" : app.timeText(item.start, "exact");
    if (item.kind === "execution" && executions) {
      const reported = executions.table.duration[item.index] === null ? "" : `, ${reportedWords(executions, item.index)} reported`;
      return `${when}: ${executionWords(executions, item.index)}${reported}`;
    }
    const found = face(model.data, item.index);
    return `${when}: ${found.label} ${found.text.slice(0, 160)}${item.bad ? ", error" : ""}, entry ${rowName(model.data, item.index)}, logged`;
  }

  /** @param {TimelineItem} item */
  text(item) {
    if (item.kind === "execution") return this.executions?.words(item.index) ?? "";
    const { rows, data } = this.model;
    return `${data.string(rows.role[item.index])} ${data.string(rows.name[item.index])} ${data.string(rows.summary[item.index])} ${rows.id[item.index]}`;
  }

  // The list

  /** @param {TimelineItem} item */
  matches(item) {
    if (this.query === "") return true;
    let text = this.folded.get(item.key);
    if (text === undefined) this.folded.set(item.key, (text = fold(this.text(item))));
    return text.includes(this.query);
  }

  /** @param {string} query folded */
  searched(query) {
    this.query = query;
    this.update(true);
    const found = [...this.rows.values()].filter(({ item }) => item).length;
    this.search.setCount(query === "" ? "" : found === 0 ? "no match" : plural(found, "match", "matches"), found > 0 && query !== "");
  }

  /** @param {1 | -1} step */
  step(step) {
    const keys = this.list.keys.filter((key) => this.rows.get(key)?.item);
    if (keys.length === 0) return;
    const now = keys.indexOf(this.list.active ?? "");
    const next = keys[(now < 0 ? (step > 0 ? 0 : keys.length - 1) : now + step + keys.length) % keys.length];
    this.list.setActive(next);
    this.list.reveal(next);
    this.chart.goTo(next);
  }

  /** @param {boolean} [toTop] */
  update(toTop = false) {
    if (!this.made) return;
    const rows = timelineRows(this.made, (item) => this.matches(item), this.query !== "");
    this.rows = new Map(rows.map(({ key, item, gap }) => [key, { item, gap }]));
    this.list.setKeys(rows.map(({ key }) => key), toTop);
  }

  /** @param {string} key */
  draw(key) {
    const { item, gap } = /** @type {{item: TimelineItem | null, gap: AxisPart | null}} */ (this.rows.get(key));
    if (!item) {
      const words = gap ? `${duration(gap.end - gap.start)} without anything recorded, compressed on the axis` : "Without a place on the axis: no time recorded";
      return el("div", { class: "timeline-gap" }, el("p", { class: "gap-words", tabindex: "-1", "data-focus": "" }, words));
    }
    const selected = key === this.selected;
    const cells = item.kind === "execution" ? this.executionCells(item) : this.entryCells(item);
    return el("div", { class: `erow row edge-${item.look === "call" ? "call" : item.look}${selected ? " selected" : ""}` }, el("button", { type: "button", class: "timeline-row", tabindex: "-1", "data-focus": "", "aria-current": selected ? "true" : null, on: { click: () => this.choose(item), focus: () => this.chart.goTo(key) } }, ...cells));
  }

  /** @param {TimelineItem} item @returns {Child[]} */
  entryCells(item) {
    const { app, model } = this;
    const { rows, data } = model;
    const found = face(data, item.index);
    const bad = rows.bad_time[String(item.index)];
    return [
      el("span", { class: "erow-time" }, item.start === null ? el("span", { class: "unavailable" }, bad === undefined ? "no time" : "not a valid time") : app.time(item.start, "clock")),
      el("span", { class: `row-label ink-${found.tone}` }, inlineText(found.label)),
      el("span", { class: "row-summary" }, item.bad ? badge("error", "error") : null, inlineText(found.text, { class: "row-text" })),
      el("span", { class: "row-measure" }, el("span", { class: "unavailable" }, "log time"), el("span", { class: "id" }, rowName(data, item.index))),
    ];
  }

  /** @param {TimelineItem} item @returns {Child[]} */
  executionCells(item) {
    const { app } = this;
    const model = /** @type {ExecutionModel} */ (this.executions);
    const { table } = model;
    const { index } = item;
    const stream = model.is(index, FLAG.STREAM);
    const state = table.state[index];
    const reported = table.duration[index] === null ? "" : ` · ${reportedWords(model, index)} reported`;
    return [
      el("span", { class: "erow-time" }, item.start === null ? el("span", { class: "unavailable" }, stream ? `no. ${count(table.number[index])}` : "no time") : app.time(item.start, "clock")),
      el("span", { class: "row-label ink-call" }, table.parent[index] === PARENT.ROOT ? "" : "↳ ", inlineText(model.tool(index) || "unnamed tool")),
      el("span", { class: "row-summary" }, state === STATE.OK ? null : badge(stateWords(model, index), state === STATE.FAILED ? "error" : "warning"), table.correlation[index] === CORRELATION.UNAVAILABLE ? badge("correlation unavailable", "warning") : null, inlineText(model.text(table.summary[index]), { class: "row-text" })),
      el("span", { class: "row-measure execution-measure" }, item.interval ? `${intervalWords(model, index)} observed` : `point: ${intervalWords(model, index)}`, reported),
    ];
  }

  // Choosing

  /** @param {TimelineItem} item */
  choose(item) {
    if (item.kind === "entry") {
      this.app.jump({ view: "timeline", row: item.index });
      return;
    }
    this.app.jump({ view: "timeline", ...this.executions?.target(item.index) });
  }

  /** The list follows the chart. @param {TimelineItem | null} item */
  follow(item) {
    if (item && this.list.places.has(item.key)) {
      this.list.setActive(item.key);
      this.list.reveal(item.key);
    }
  }

  /** @param {string} key */
  select(key) {
    const before = this.selected;
    this.selected = key;
    if (key && !this.list.places.has(key) && this.query !== "") {
      this.search.input.value = "";
      this.searched("");
    }
    for (const each of [before, key]) if (this.list.drawn.has(each)) this.list.refresh(each);
    this.chart.goTo(key);
    if (this.list.places.has(key)) {
      this.list.setActive(key);
      this.list.reveal(key);
    }
  }

  /** @param {"selection" | "scope" | "open"} what */
  modelChanged(what) {
    this.setDetails();
    if (what === "open" && !this.model.open) this.list.regain(this.selected);
    if (what === "scope") this.setBranch();
  }

  setDetails() {
    const open = this.model.open && this.model.hasSubject;
    this.details.textContent = open ? "Hide details" : "Show details";
    this.details.setAttribute("aria-expanded", String(open));
    this.details.disabled = !this.model.hasSubject;
  }

  // The frame

  show() {
    this.chart.measure();
    const row = this.model.selected;
    this.list.show();
    if (row >= 0 && row !== this.seen) this.select(`e${row}`);
    else if (this.selected.startsWith("x")) this.model.setSubject({ kind: "execution", key: Number(this.selected.slice(1)) }, false);
  }

  hide() {
    this.seen = this.model.selected;
    this.list.hide();
    this.model.setSubject(null);
    this.model.tell("open");
  }

  /** @param {Target} target */
  reveal(target) {
    const { model, executions } = this;
    const asked = executions?.placeAt(target) ?? -1;
    if (executions && asked >= 0) {
      this.model.setSubject({ kind: "execution", key: asked });
      const anchor = executions.table.anchor[asked];
      if (anchor >= 0 && !model.path().items.includes(anchor)) this.app.announce("This execution belongs to another branch than the one shown.", true);
      this.select(`x${asked}`);
      return true;
    }
    const row = target.row ?? -1;
    if (row < 0) return false;
    model.select(row);
    if (!model.onPath(row)) this.app.announce("This entry is not on the branch shown here.", true);
    this.select(`e${row}`);
    return true;
  }
}

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  const model = sessionModel(app);
  if (!model) return { element: el("div", null, el("div", { class: "view-body" }, notice("error", missingWords("damaged")))) };
  const executions = executionModel(app);
  const view = new Timeline(app, model, executions);
  if (!executions) view.notices.prepend(notice("error", `${missingWords("damaged")} Captured executions can’t be shown.`));
  return { element: view.element, bar: view.bar, show: () => view.show(), hide: () => view.hide(), focusSearch: () => view.search.focus(), reveal: (target) => view.reveal(target) };
}

/** @type {View} */
export const view = { name: "timeline", title: "Timeline", order: 26, place: "tab", tab: "session", under: "history", create, opensDetails: true, unknown: unknownExecution };
