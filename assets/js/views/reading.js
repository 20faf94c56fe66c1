// @ts-check
/**
 * Reading mode: the shown branch as a flowing transcript with a contents list that pairs each prompt with its outcome (SES-14).
 */
import { missingWords } from "../data.js";
import { el } from "../dom.js";
import { Finder } from "../finder.js";
import { count, plural, usd } from "../format.js";
import { mark } from "../marks.js";
import { badge, emptyState, notice } from "../parts.js";
import { modeSwitch } from "../reading/modes.js";
import { pieceNode } from "../reading/piece.js";
import { transcript, turnAt } from "../reading/transcript.js";
import { SearchBox } from "../searchbox.js";
import { sessionModel } from "../session/model.js";
import { turnsOf } from "../session/turns.js";
import { inlineText } from "../text.js";
import { VirtualList } from "../virtual.js";

class Reading {
  /** @param {App} app @param {SessionModel} model */
  constructor(app, model) {
    this.app = app;
    this.model = model;
    const limit = app.bound("search_query", 512);
    const { rows, data } = model;
    /** @type {Finder<number | string>} */
    this.finder = new Finder({
      limit,
      summary: (key) => (typeof key === "number" ? data.string(rows.summary[key]) : ""),
      chunk: (key) => (typeof key === "number" && rows.detail[key] >= 0 ? data.chunkOf(rows.detail[key]) : -1),
      raw: (chunk) => data.rawChunk(chunk),
      texts: (key) => (typeof key === "number" ? this.texts(key) : null),
      changed: () => this.searched(),
      now: () => performance.now(),
      later: (run) => window.setTimeout(run, 0),
    });
    this.search = new SearchBox({ label: "Search in the transcript", limit, onQuery: (query) => this.finder.setQuery(query), onStep: (step) => this.step(step) });
    this.bar = el("div", { class: "view-bar" }, modeSwitch(app, "reading"), this.search.element);
    const outer = /** @type {HTMLElement} */ (document.getElementById("app-root"));
    /** @type {VirtualList<number | string>} */
    this.list = new VirtualList({ label: "Transcript", estimate: 120, overscan: app.bound("overscan_rows", 5), outer, render: (key) => this.draw(key), scrolled: () => this.follow() });
    /** @type {VirtualList<number>} */
    this.contents = new VirtualList({ label: "Contents", estimate: 76, overscan: app.bound("overscan_rows", 5), render: (key) => this.contentsItem(key) });
    this.unfolded = el("span", null);
    this.fold = el("button", { type: "button", class: "reading-fold", "aria-expanded": "false", on: { click: () => this.foldContents(this.fold.getAttribute("aria-expanded") === "true") } }, "Contents", this.unfolded);
    this.nav = el("nav", { class: "reading-contents folded", "aria-label": "Contents" }, el("h2", { class: "reading-heading" }, el("span", { class: "reading-title" }, "Contents"), this.fold), this.contents.element);
    this.notices = el("div", { class: "view-notices" });
    this.element = el("div", { class: "reading" }, el("p", { class: "evidence" }, app.meta.labels["session.reading"] ?? ""), this.notices, el("div", { class: "reading-body" }, this.nav, this.list.element));
    this.current = -1;
    /** Row that was selected when the transcript was last seen. */
    this.seen = -1;
    this.setBranch();
    model.listeners.add((what) => {
      if (what === "scope") this.setBranch();
      if (what === "selection") this.markSelected();
    });
  }

  setBranch() {
    const { model, app } = this;
    const { rows, session, nodes, data } = model;
    const turns = turnsOf(model.path().items, { flags: nodes.flags, rowOf: (item) => model.rowOf(item), time: (row) => rows.time[row], spent: (row) => session.cost[row], parentTime: (row) => session.parent_time[String(row)] });
    this.made = transcript(turns, {
      flags: (row) => rows.flags[row],
      type: (row) => data.string(rows.type[row]),
      role: (row) => data.string(rows.role[row]),
      callOf: (row) => {
        const pair = model.callOf.get(rows.item[row]);
        return pair && pair[1] >= 0 ? model.rowOf(pair[1]) : -1;
      },
    });
    /** @type {Map<number, Turn>} */
    this.turnOfPrompt = new Map(turns.map((turn) => [turn.prompt, turn]));
    this.finder.setKeys(this.made.keys.filter((key) => typeof key === "number"));
    this.list.setKeys(this.made.keys, true);
    this.contents.setKeys(this.made.turns.map((_, place) => place), true);
    this.unfolded.textContent = ` · ${plural(turns.filter((turn) => turn.number > 0).length, "turn")}`;
    this.notices.replaceChildren();
    if (!model.atLeaf) this.notices.append(notice("note", "The branch of the entry at which History stands, not that of the leaf."));
    if (this.made.keys.length === 0) this.notices.append(emptyState("Nothing to read.", "A prompt, an answer or a summary on this branch would stand here."));
    this.notices.hidden = this.notices.childElementCount === 0;
    app.announce(`${plural(this.made.turns.length, "turn")} to read`);
  }

  /** @param {number | string} key */
  draw(key) {
    const kind = this.made?.kinds.get(key) ?? "";
    const item = el("div", { class: "reading-item" });
    const target = el("div", { "data-focus": "", tabindex: "-1", class: "reading-focus" });
    item.append(target);
    if (typeof key === "string") {
      target.append(el("p", { class: "piece piece-line unavailable" }, `${plural(this.made?.gaps.get(key) ?? 0, "entry", "entries")} without a row in this report.`));
      return item;
    }
    const selected = key === this.marked;
    if (selected) target.append(el("p", { class: "piece piece-line" }, badge("selected entry", "call")));
    target.setAttribute("aria-current", String(selected));
    const turn = kind === "prompt" ? this.turnOfPrompt?.get(key) : undefined;
    target.append(pieceNode(this.model, key, kind, turn?.number ?? 0));
    if (this.finder.query) this.markIn(target);
    return item;
  }

  /** One turn of the contents list. @param {number} place */
  contentsItem(place) {
    const { data, rows } = this.model;
    const turn = /** @type {NonNullable<typeof this.made>} */ (this.made).turns[place];
    const source = this.turnOfPrompt?.get(turn.prompt);
    const facts = [];
    if (source?.tools) facts.push(plural(source.tools, "tool"));
    if (source?.cost) facts.push(usd(source.cost));
    const title = turn.prompt >= 0 ? [el("span", { class: "turn-number" }, count(turn.number)), " ", inlineText(data.string(rows.summary[turn.prompt]))] : ["Before the first turn"];
    const node = el(
      "button",
      { type: "button", class: `contents-item${place === this.current ? " current" : ""}`, "data-focus": "", "aria-current": place === this.current ? "true" : null, on: { click: () => this.goTo(turn.first) } },
      el("span", { class: "contents-title" }, ...title),
      turn.outcome >= 0 ? el("span", { class: "contents-outcome" }, inlineText(data.string(rows.summary[turn.outcome]))) : null,
      el("span", { class: "contents-facts" }, facts.join(" · "), source?.errors ? [facts.length ? " · " : "", el("span", { class: "outcome-error" }, plural(source.errors, "error"))] : null),
    );
    return el("div", null, node);
  }

  /** On narrow screens the contents list stands folded above the transcript. @param {boolean} folded */
  foldContents(folded) {
    this.fold.setAttribute("aria-expanded", String(!folded));
    this.nav.classList.toggle("folded", folded);
    if (!folded && this.current >= 0) this.contents.reveal(this.current);
  }

  /** @param {number} place in the sequence */
  goTo(place) {
    const key = this.made?.keys[place];
    if (key === undefined) return;
    this.foldContents(true);
    this.list.setActive(key);
    this.list.reveal(key, "top");
    this.follow();
  }

  /** Keep the contents list at the turn being read. */
  follow() {
    if (!this.made || this.made.turns.length === 0 || this.list.keys.length === 0 || this.list.hidden) return;
    const next = turnAt(this.made.turns, this.list.viewport().first.index);
    if (next === this.current) return;
    const before = this.current;
    this.current = next;
    for (const place of [before, next]) if (this.contents.drawn.has(place)) this.contents.refresh(place);
    if (!this.nav.contains(document.activeElement)) this.contents.reveal(next);
  }

  /** Texts of an entry that search looks through. @param {number} row @returns {string[] | null} */
  texts(row) {
    const detail = this.model.data.detailOfRow(row);
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

  searched() {
    this.search.setCount(this.finder.words(), this.finder.total > 0);
    for (const node of this.list.drawn.values()) if (node.dataset.marked !== this.finder.query) this.markIn(node);
  }

  /** @param {HTMLElement} node */
  markIn(node) {
    node.dataset.marked = this.finder.query;
    return mark(node, this.finder.query);
  }

  /** @param {1 | -1} step */
  step(step) {
    const hit = this.finder.step(step, this.list.keys.length ? this.list.viewport().first.index : -1);
    this.search.setCount(this.finder.words(), this.finder.total > 0);
    if (!hit) return;
    this.list.setActive(hit.key);
    this.list.reveal(hit.key, "top");
    const node = this.list.drawn.get(hit.key);
    if (!node) return;
    const pieces = this.markIn(node);
    if (pieces.length === 0) this.unfold(node);
    else pieces[Math.min(hit.nth ?? 0, pieces.length - 1)]?.[0]?.scrollIntoView({ block: "center" });
    this.app.announce(`Match ${this.finder.words()}`);
  }

  /** Open folds, and draw lists to their end, until a match is seen: only then its text is there. @param {HTMLElement} node */
  unfold(node) {
    for (const fold of node.querySelectorAll("details")) fold.open = true;
    window.setTimeout(() => {
      const pieces = this.markIn(node);
      const more = node.querySelector("[data-more]");
      pieces[0]?.[0]?.scrollIntoView({ block: "center" });
      if (pieces.length > 0 || !(more instanceof HTMLElement)) return;
      more.click();
      this.unfold(node);
    }, 50);
  }

  /** The piece that shows a row: its own, that of the call it answers, else the last one before it; -1 for none. @param {number} row */
  pieceOf(row) {
    const { model, list } = this;
    if (row < 0 || list.places.has(row)) return row;
    const { items } = model.path();
    const pair = model.callOf.get(model.rows.item[row]);
    let place = items.indexOf(pair && pair[1] >= 0 ? pair[1] : model.rows.item[row]);
    while (place >= 0 && !list.places.has(model.rowOf(items[place]))) place -= 1;
    return place < 0 ? -1 : model.rowOf(items[place]);
  }

  markSelected() {
    const before = this.marked;
    this.marked = this.pieceOf(this.model.selected);
    for (const key of new Set([before, this.marked])) if (key !== undefined && this.list.drawn.has(key)) this.list.refresh(key);
  }

  show() {
    const { selected } = this.model;
    this.list.show();
    this.contents.show();
    this.markSelected();
    const place = this.list.places.get(this.marked ?? -1);
    if (selected !== this.seen && place !== undefined) this.goTo(place);
    this.follow();
  }

  hide() {
    this.seen = this.model.selected;
    this.list.hide();
    this.contents.hide();
  }

  /** @param {Target} target */
  reveal(target) {
    const { model } = this;
    let row = target.row ?? (target.item === undefined ? -1 : model.rowOf(target.item));
    if (row < 0) return false;
    if (!this.list.places.has(row)) {
      const pair = model.callOf.get(model.rows.item[row]);
      row = pair && pair[1] >= 0 ? model.rowOf(pair[1]) : -1;
    }
    const place = row < 0 ? undefined : this.list.places.get(row);
    if (place === undefined) return false;
    this.goTo(place);
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
  const view = new Reading(app, model);
  return { element: view.element, bar: view.bar, show: () => view.show(), hide: () => view.hide(), focusSearch: () => view.search.focus(), reveal: (target) => view.reveal(target) };
}

/** @type {View} */
export const view = { name: "reading", title: "Reading", order: 25, place: "tab", tab: "session", under: "history", create };
