// @ts-check
/**
 * Recorded usage as a list, newest first: each row opens to what the record says of it and links to its entry (CACHE-1).
 */
import { button, el, fill, uid } from "../dom.js";
import { isMissing, missingWords } from "../data.js";
import { count, plural } from "../format.js";
import { jsonCode } from "../jsonview.js";
import { badge, Chips, lazyDetails, metaList } from "../parts.js";
import { entryLink } from "./entry.js";
import { causeWords, comparison, figure, part, rowCost, rowRate, shortModel, USAGE } from "./words.js";

/** Rows drawn at once; more come as the end is reached. */
const STEP = 100;

/** Names of the columns for the style sheet. */
const CELLS = ["time", "class", "model", "input", "read", "write", "output", "rate", "cost", "against"];

export class UsageList {
  /**
   * @param {App} app
   * @param {CacheData} cache
   */
  constructor(app, cache) {
    this.app = app;
    this.cache = cache;
    this.rows = cache.rows;
    /** @type {Set<number>} opened rows */
    this.open = new Set();
    /** @type {number[]} places of the rows in the list */
    this.shown = [];
    this.drawn = 0;
    this.active = 0;
    this.query = "";
    /** Day of the row drawn last. */
    this.day = "";
    /** @type {Map<number, HTMLTableRowElement>} */
    this.nodes = new Map();
    const kinds = cache.classes.map((title, kind) => ({ name: String(kind), title: title[0].toUpperCase() + title.slice(1) }));
    this.chips = new Chips("Classes of usage", kinds, () => this.filter());
    /** @type {Record<string, number>} */
    const counts = { "": this.rows.item.length };
    for (const kind of this.rows.kind) counts[kind] = (counts[kind] ?? 0) + 1;
    this.chips.setCounts(counts);
    this.body = el("tbody", { role: "rowgroup", on: { keydown: (/** @type {KeyboardEvent} */ event) => this.key(event) } });
    const head = ["Time", "Class", "Model", "Input", "Read", "Write", "Output", "Hit rate", "Recorded estimate", "Against the previous request"];
    const table = el("table", { class: "table usage", role: "table" }, el("caption", { class: "offscreen" }, "Recorded usage of the active branch, newest first"), el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, ...head.map((words, place) => el("th", { scope: "col", role: "columnheader", class: cell(place) }, words)))), this.body);
    this.more = el("div", { class: "usage-more" });
    this.none = el("p", { class: "unavailable", hidden: true }, "No row of recorded usage matches.");
    this.element = el("div", { class: "usage-list" }, el("div", { class: "usage-bar" }, this.chips.element), el("div", { class: "table-scroll" }, table), this.none, this.more);
    this.observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) this.drawMore();
    });
    this.observer.observe(this.more);
    app.onChange((what) => {
      if (what === "zone") this.filter(this.drawn);
    });
    this.filter();
  }

  /** Bring the list into view, as a search is about it. */
  intoView() {
    toMiddle(this.chips.element);
  }

  /** @param {string} query */
  search(query) {
    this.query = query.trim().toLowerCase();
    this.filter();
    return this.shown.length;
  }

  /** @param {number} [least] rows to draw at least */
  filter(least = 0) {
    const { on } = this.chips;
    this.shown = [];
    this.rows.item.forEach((_, place) => {
      if ((on.size === 0 || on.has(String(this.rows.kind[place]))) && (!this.query || this.text(place).includes(this.query))) this.shown.push(place);
    });
    this.active = this.shown[0] ?? 0;
    this.drawn = 0;
    this.day = "";
    this.nodes.clear();
    fill(this.body);
    this.none.hidden = this.shown.length > 0;
    this.drawMore(least);
  }

  /** What search looks at. @param {number} place */
  text(place) {
    const { rows, cache } = this;
    const miss = rows.miss[place];
    const words = [cache.classes[rows.kind[place]], this.model(place), this.app.timeText(rows.time[place], "full"), rowRate(rows.rate[place], rows.flags[place], rows.kind[place]), rowCost(rows.cost[place], rows.flags[place]), cache.reasons[rows.reason[place]], miss >= 0 ? `miss ${causeWords(cache.branch.misses.causes[miss])}` : ""];
    return words.join(" ").toLowerCase();
  }

  /** @param {number} place */
  model(place) {
    const { model } = this.rows;
    return model[place] < 0 ? "" : this.cache.names[model[place]];
  }

  /** @param {number} [least] rows to draw at least */
  drawMore(least = 0) {
    const end = Math.min(this.shown.length, Math.max(this.drawn + STEP, least));
    for (; this.drawn < end; this.drawn += 1) {
      const place = this.shown[this.drawn];
      const day = this.app.timeText(this.rows.time[place], "date", "");
      const node = this.row(place, day !== this.day ? day : "");
      this.day = day;
      this.nodes.set(place, node);
      this.body.append(node);
      if (this.open.has(place)) node.after(this.opened(place, node));
    }
    const left = this.shown.length - this.drawn;
    fill(this.more, left > 0 ? button(`Show ${count(Math.min(STEP, left))} more of ${count(left)}`, () => this.drawMore()) : null);
    if (left === 0 && this.cache.rows_omitted > 0) fill(this.more, el("p", { class: "cut" }, `${plural(this.cache.rows_omitted, "earlier row is", "earlier rows are")} not listed here; all figures take them in.`));
  }

  /**
   * @param {number} place
   * @param {string} day where it differs from that of the row above
   */
  row(place, day) {
    const { app, cache, rows } = this;
    const missing = rows.missing[place];
    const flags = rows.flags[place];
    const kind = rows.kind[place];
    const model = this.model(place);
    const toggle = el("button", { type: "button", class: "usage-toggle", tabindex: place === this.active ? 0 : -1, "aria-expanded": "false", "data-place": place, on: { click: () => this.toggle(place), focus: () => this.setActive(place) } }, el("span", { class: "row-caret", "aria-hidden": "true" }), app.time(rows.time[place], "clock"), day ? el("span", { class: "usage-day" }, day) : null);
    const rate = rowRate(rows.rate[place], flags, kind);
    const cells = [
      toggle,
      cache.classes[kind],
      model ? el("span", { title: model, class: "model-name" }, shortModel(model)) : el("span", { class: "unavailable" }, "not recorded"),
      part(rows.input[place], (missing & 1) > 0),
      part(rows.read[place], (missing & 4) > 0),
      part(rows.write[place], (missing & 8) > 0),
      part(rows.output[place], (missing & 2) > 0),
      rate || el("span", { class: "unavailable" }, "—", el("span", { class: "offscreen" }, "no rate for this class")),
      rowCost(rows.cost[place], flags),
      this.against(place),
    ];
    return el("tr", { role: "row" }, ...cells.map((content, column) => el("td", { role: "cell", class: cell(column), "data-label": column === 7 && rows.rate[place] !== null ? "hit rate" : null }, content)));
  }

  /** @param {number} place */
  against(place) {
    const { cache, rows } = this;
    const miss = rows.miss[place];
    if (miss >= 0) {
      const { missed, causes } = cache.branch.misses;
      return [badge(`miss ${figure(missed[miss])}`, "error"), " ", causeWords(causes[miss])];
    }
    const words = rows.reason[place] ? cache.reasons[rows.reason[place]] : comparison(rows.rate_change[place], rows.prompt_change[place]);
    return el("span", { class: "unavailable" }, words);
  }

  /** @param {number} place */
  setActive(place) {
    if (place === this.active) return;
    const before = this.toggleOf(this.active);
    if (before) before.tabIndex = -1;
    this.active = place;
    const now = this.toggleOf(place);
    if (now) now.tabIndex = 0;
  }

  /** @param {number} place @returns {HTMLButtonElement | null} */
  toggleOf(place) {
    return this.nodes.get(place)?.querySelector(".usage-toggle") ?? null;
  }

  /**
   * @param {number} place
   * @param {boolean} [want]
   */
  toggle(place, want = !this.open.has(place)) {
    const node = this.nodes.get(place);
    if (!node || want === this.open.has(place)) return;
    if (want) {
      this.open.add(place);
      node.after(this.opened(place, node));
    } else {
      this.open.delete(place);
      node.classList.remove("open");
      node.nextElementSibling?.remove();
      this.toggleOf(place)?.setAttribute("aria-expanded", "false");
      this.toggleOf(place)?.removeAttribute("aria-controls");
    }
  }

  /**
   * @param {number} place
   * @param {HTMLTableRowElement} node
   */
  opened(place, node) {
    const id = uid("usage");
    node.classList.add("open");
    const toggle = this.toggleOf(place) ?? node.querySelector(".usage-toggle");
    toggle?.setAttribute("aria-expanded", "true");
    toggle?.setAttribute("aria-controls", id);
    return el("tr", { class: "usage-open", role: "row", id }, el("td", { role: "cell", colspan: 10 }, el("div", { class: "usage-body" }, this.facts(place), this.recorded(place))));
  }

  /** @param {number} place */
  facts(place) {
    const { app, cache, rows } = this;
    const flags = rows.flags[place];
    const missing = rows.missing[place];
    const model = this.model(place);
    const served = rows.served[place] >= 0 ? cache.names[rows.served[place]] : "";
    const miss = rows.miss[place];
    /** @type {[string, Child][]} */
    const pairs = [
      ["Entry", entryLink(app, rows.item[place], rows.line[place])],
      ["Recorded", app.time(rows.time[place], "exact")],
      ["Class", cache.classes[rows.kind[place]]],
      ["Model", model || null],
      ["Answered by", served && served !== model ? served : null],
      ["Uncached input", part(rows.input[place], (missing & 1) > 0)],
      ["Cache read", part(rows.read[place], (missing & 4) > 0)],
      ["Cache write", part(rows.write[place], (missing & 8) > 0)],
      ["of it with one-hour retention", rows.write_1h[place] > 0 ? figure(rows.write_1h[place]) : null],
      ["Output", part(rows.output[place], (missing & 2) > 0)],
      ["Total", `${figure(rows.total[place])}${flags & USAGE.computedTotal ? ", computed from the parts" : ""}`],
      ["Accounting", flags & USAGE.unknown ? "unknown: a part of the prompt is missing or no usable number; left out of the rates" : null],
      ["Hit rate", rowRate(rows.rate[place], flags, rows.kind[place]) || null],
      ["Cost", flags & (USAGE.withoutCost | USAGE.zeroCost | USAGE.providerTotal) ? rowCost(rows.cost[place], flags) : `${rowCost(rows.cost[place], flags)}, recorded estimate`],
      ["Compared with", rows.compared[place] >= 0 ? entryLink(app, rows.compared[place]) : cache.reasons[rows.reason[place]] || null],
      ["Change", rows.compared[place] >= 0 ? comparison(rows.rate_change[place], rows.prompt_change[place]) || null : null],
      ["Miss", miss >= 0 ? missNode(app, cache.branch.misses, miss) : null],
      ["Inherited", flags & USAGE.inherited ? "copied from the parent session" : null],
    ];
    return metaList(pairs, "usage-facts");
  }

  /** @param {number} place */
  recorded(place) {
    return lazyDetails(
      "Recorded usage",
      () => {
        const detail = this.app.data.detailOfRow(this.app.data.row(this.rows.item[place]));
        if (isMissing(detail)) return el("p", { class: "unavailable" }, missingWords(detail.reason));
        const { value } = detail;
        const [base, usage] = value?.message?.usage === undefined ? ["/usage", value?.usage] : ["/message/usage", value.message.usage];
        return jsonCode(usage, { lines: this.app.bound("json_lines", 1_000), tokens: this.app.bound("json_tokens", 20000), numbers: detail.numbers ?? {}, base, label: "Recorded usage" });
      },
      { class: "accordion" },
    );
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target;
    if (!(target instanceof HTMLElement) || !target.classList.contains("usage-toggle")) return;
    const place = Number(target.dataset.place);
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      event.preventDefault();
      this.toggle(place, event.key === "ArrowRight");
      return;
    }
    const at = this.shown.indexOf(place);
    const last = this.shown.length - 1;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.focus(Math.min(last, Math.max(0, next)));
  }

  /** Focus the row at a place of the filtered list. @param {number} at */
  focus(at) {
    if (at >= this.drawn) this.drawMore(at + 1);
    this.toggleOf(this.shown[at])?.focus();
  }

  /**
   * Show the row of an item: opened, in view, with focus.
   * @param {number} item
   * @returns {boolean} whether the list has it
   */
  reveal(item) {
    const place = this.rows.item.indexOf(item);
    if (place < 0) return false;
    let at = this.shown.indexOf(place);
    if (at < 0) {
      this.chips.clear();
      this.query = "";
      this.filter();
      at = this.shown.indexOf(place);
    }
    this.drawMore(at + 1);
    this.toggle(place, true);
    const node = this.nodes.get(place);
    if (node) toMiddle(node);
    this.toggleOf(place)?.focus({ preventScroll: true });
    return true;
  }
}

/**
 * Scroll a node to the middle of the nearest ancestor that scrolls, and nothing else.
 * @param {HTMLElement} node
 */
function toMiddle(node) {
  let scroller = node.parentElement;
  while (scroller && !(scroller.scrollHeight > scroller.clientHeight && /auto|scroll/.test(getComputedStyle(scroller).overflowY))) scroller = scroller.parentElement;
  if (!scroller) return;
  const [inner, outer] = [node.getBoundingClientRect(), scroller.getBoundingClientRect()];
  scroller.scrollTop += inner.top - outer.top - (scroller.clientHeight - inner.height) / 2;
}

/**
 * The class of a column: figures to the right; narrow screens leave out what an opened row has as well.
 * @param {number} place
 */
function cell(place) {
  const numeric = place >= 3 && place <= 8;
  const wide = place >= 2 && place <= 6;
  return `cell-${CELLS[place]}${numeric ? " num" : ""}${wide ? " wide-only" : ""}`;
}

/**
 * A miss with its causes, each linked to the entry that shows it.
 * @param {App} app
 * @param {CacheMisses} misses
 * @param {number} place
 */
export function missNode(app, misses, place) {
  return [`${figure(misses.missed[place])} tokens not read from the cache: `, causeNodes(app, misses.causes[place])];
}

/**
 * @param {App} app
 * @param {CacheCause[]} causes
 * @returns {Child}
 */
export function causeNodes(app, causes) {
  if (causes.length === 0) return el("span", { class: "unavailable" }, causeWords(causes));
  return causes.map((cause, i) => [i ? "; " : "", "likely ", cause.item >= 0 && app.data.row(cause.item) >= 0 ? entryLink(app, cause.item, -1, cause.words) : cause.words]);
}
