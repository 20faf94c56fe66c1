// @ts-check
/**
 * The composition reader (CTX-1 to CTX-8): segments of one context as expandable rows, with search, filters and minimap. It
 * can be made several times; each has its own search, filters, open rows and scroll place.
 */
import { blockBody, segmentContent } from "./block.js";
import { partText } from "./blockparts.js";
import { KINDS, SEGMENT, contextRows } from "./contextlist.js";
import { isMissing } from "./data.js";
import { button, el, fill, uid } from "./dom.js";
import { Finder } from "./finder.js";
import { count, plural, shortId } from "./format.js";
import { mark } from "./marks.js";
import { Minimap } from "./minimap.js";
import { Chips, badge, notice } from "./parts.js";
import { member } from "./pointer.js";
import { showSearching } from "./render/forms.js";
import { failureWord } from "./render/stops.js";
import { SearchBox } from "./searchbox.js";
import { namedText } from "./text.js";
import { VirtualList } from "./virtual.js";

const TITLES = ["System", "User", "Assistant", "Call", "Result", "Other"];

export class ContextReader {
  /**
   * @param {App} app
   * @param {ContextSource} source
   * @param {object} options
   * @param {string} options.evidence the evidence label of this context
   * @param {string} options.name of the list, for screen readers
   * @param {HTMLElement[]} [options.before] controls before the search (a source switch)
   * @param {ContextRow[]} [options.rows] the rows, where they do not follow from `source` alone
   * @param {(row: ContextRow) => HTMLElement[]} [options.lead] what stands above an opened row's body
   */
  constructor(app, source, { evidence, name, before = [], rows, lead }) {
    this.app = app;
    this.evidence = evidence;
    this.lead = lead;
    this.rows = rows ?? contextRows(app.data, source);
    /** @type {Map<string, ContextRow>} */
    this.byKey = new Map(this.rows.map((row) => [row.key, row]));
    /** @type {Set<string>} open rows, also of those a filter hides */
    this.open = new Set();
    /** @type {Map<string, HTMLElement>} bodies made so far; they keep their disclosures */
    this.bodies = new Map();
    /** @type {Set<string>} rows that a link shows although a filter hides them */
    this.linked = new Set();
    /** @type {Set<string>} */
    this.kinds = new Set();
    /** @type {Map<string, boolean>} whether a segment's text is cut, once known */
    this.cut = new Map();
    this.scopeState = "";
    const limit = app.bound("search_query", 512);
    this.finder = new Finder({
      limit,
      summary: (/** @type {string} */ key) => this.lineText(/** @type {ContextRow} */ (this.byKey.get(key))),
      chunk: (key) => this.chunk(/** @type {ContextRow} */ (this.byKey.get(key))),
      raw: (chunk) => app.data.rawChunk(chunk),
      texts: (key) => this.bodyTexts(/** @type {ContextRow} */ (this.byKey.get(key))),
      changed: () => this.searched(),
      now: () => performance.now(),
      later: (run) => window.setTimeout(run, 0),
    });
    this.search = new SearchBox({ label: `Search in ${name}`, limit, onQuery: (query) => this.finder.setQuery(query), onStep: (step) => this.stepMatch(step) });
    this.chips = new Chips("Categories", KINDS.map((kind, place) => ({ name: kind, title: TITLES[place], tone: kind })), (on, reset) => this.filter(on, reset));
    this.expandButton = button("Expand all", () => this.toggleAll());
    this.bar = el("div", { class: "view-bar" }, ...before, this.search.element, el("div", { class: "bar-rest" }, this.chips.element, el("div", { class: "bar-end" }, this.expandButton)));
    /** @type {VirtualList<string>} */
    this.list = new VirtualList({
      label: name,
      estimate: (/** @type {string} */ key) => (this.open.has(key) ? 320 : 36),
      overscan: app.bound("overscan_rows", 5),
      outer: /** @type {HTMLElement} */ (document.getElementById("app-root")),
      render: (/** @type {string} */ key) => this.draw(/** @type {ContextRow} */ (this.byKey.get(key))),
      scrolled: () => this.minimap?.setViewport(this.list.viewport()),
      onKey: (event, key) => this.key(event, key),
    });
    this.list.body.id = uid("rows");
    /** @type {Minimap} */
    this.minimap = new Minimap({
      label: `Minimap of ${name}`,
      kinds: KINDS,
      limit: app.bound("minimap_buckets", 160),
      onJump: (place, focus) => this.jumpTo(place, focus),
      describe: (place) => `Segment ${count(place + 1)} of ${count(this.list.keys.length)}, ${this.describe(place)}`,
    });
    this.minimap.controls(this.list.body.id);
    this.label = el("p", { class: "evidence" });
    this.scope = el("p", { class: "evidence search-scope", hidden: true });
    this.element = el("div", { class: "reader" }, this.label, this.scope, el("div", { class: "reader-body" }, this.list.element, this.minimap.element));
    this.setCounts();
    this.setEvidence();
    this.apply(true);
  }

  show() {
    this.list.show();
  }

  hide() {
    this.list.hide();
  }

  focusSearch() {
    this.search.focus();
  }

  // Rows in words

  /** @param {ContextRow} row */
  title(row) {
    const { data } = this.app;
    if (row.kind === "segment") return data.string(/** @type {Segments} */ (data.segments).label[row.segment]);
    return { absent: row.key === "tools" ? "Tools" : "System", gap: "Left out", compacted: "Compacted", lost: "Left out", replaced: "Replaced", same: "Same" }[row.kind];
  }

  /** @param {ContextRow} row */
  summary(row) {
    const { data, meta } = this.app;
    if (row.kind === "segment") return data.string(/** @type {Segments} */ (data.segments).summary[row.segment]);
    if (row.kind === "absent") return meta.labels[row.key === "tools" ? "tools.absent" : "prompt.absent"] ?? "not stored in this file";
    if (row.kind === "gap") return `${plural(row.figure, "earlier segment")} of this context left out of this report`;
    if (row.kind === "compacted") return `${plural(row.figure, "earlier message")} replaced by the compaction below`;
    if (row.kind === "same") return `${plural(row.figure, "message is", "messages are")} the same on both sides`;
    if (row.kind === "lost") return "an entry of this context without a row in this report";
    return "content removed by a context edit";
  }

  /** The tool that a call's or result's summary begins with. @param {ContextRow} row */
  toolName(row) {
    if (row.kind !== "segment") return "";
    if (KINDS[row.category] === "call") return this.summary(row).split(" ", 1)[0];
    const { data } = this.app;
    return KINDS[row.category] === "result" ? data.string(/** @type {Rows} */ (data.rows).name[row.holder]) : "";
  }

  /** @param {ContextRow} row */
  lineText(row) {
    return `${this.title(row)}\n${this.summary(row)}`;
  }

  /** @param {number} place */
  describe(place) {
    const row = this.byKey.get(this.list.keys[place]);
    return row ? this.title(row) : "";
  }

  /** @param {ContextRow} row */
  chunk(row) {
    const slot = row.segment < 0 ? -1 : (this.app.data.rows?.detail[row.holder] ?? -1);
    return slot < 0 ? -1 : this.app.data.chunkOf(slot);
  }

  /** @param {ContextRow} row */
  bodyTexts(row) {
    if (row.segment < 0) return null;
    const { parts, numbers } = segmentContent(this.app, row.holder, row.segment);
    return parts.map((part) => partText(part, numbers));
  }

  setEvidence() {
    const marked = this.rows.filter(({ kind, state, part }) => kind === "segment" && part === 0 && (state === "omitted" || state === "not-sent")).length;
    const hidden = this.rows.filter(({ state, part }) => state === "hidden" && part === 0).length;
    const extra = [];
    if (marked) extra.push(`${plural(marked, "message that is not sent is", "messages that are not sent are")} shown and marked.`);
    if (hidden) extra.push(`${plural(hidden, "message is", "messages are")} hidden in Pi’s own display.`);
    fill(this.label, [this.evidence, ...extra].join(" "));
  }

  // Filters

  setCounts() {
    /** @type {Record<string, number>} */
    const counts = { "": 0 };
    for (const row of this.rows) {
      if (row.kind !== "segment") continue;
      counts[""] += 1;
      counts[KINDS[row.category]] = (counts[KINDS[row.category]] ?? 0) + 1;
    }
    this.chips.setCounts(counts);
  }

  /** @param {Set<string>} on @param {boolean} reset */
  filter(on, reset) {
    this.kinds = new Set(on);
    this.linked.clear();
    this.apply(reset);
    const shown = this.list.keys.length;
    this.app.announce(`${plural(shown, "row")} shown.`);
  }

  /** @param {boolean} toTop */
  apply(toTop) {
    const shown = this.rows.filter((row) => this.kinds.size === 0 || this.kinds.has(KINDS[row.category]) || this.linked.has(row.key));
    const keys = shown.map((row) => row.key);
    this.list.setKeys(keys, toTop);
    const sizes = this.app.data.segments?.chars ?? [];
    this.minimap.setSequence(shown.map((row) => row.category), shown.map((row) => (row.segment < 0 ? 0 : sizes[row.segment])));
    if (!this.list.hidden) this.minimap.setViewport(this.list.viewport());
    this.scopeState = "";
    this.finder.setKeys(keys);
  }

  // Rows

  /** @param {ContextRow} row */
  draw(row) {
    const kind = KINDS[row.category];
    const open = this.open.has(row.key);
    const dim = row.kind !== "segment" || row.state === "omitted" || row.state === "not-sent";
    const node = el("div", { class: `row edge-${kind}${open ? " open" : ""}${dim ? " dim" : ""}` });
    const line = [el("span", { class: "row-caret", "aria-hidden": "true" }), el("span", { class: `row-label ink-${kind}` }, this.title(row)), el("span", { class: "row-summary" }, ...this.badges(row), namedText(this.summary(row), this.toolName(row), { class: "row-text" })), el("span", { class: "row-measure" }, ...this.measure(row))];
    if (row.kind !== "segment") {
      node.append(el("div", { class: "row-head plain", tabindex: "-1", "data-focus": "" }, ...line));
      this.markLine(node, row);
      return node;
    }
    const body = this.bodies.get(row.key);
    const id = body?.id ?? uid("body");
    const head = el("button", { type: "button", class: "row-head", "aria-expanded": String(open), "aria-controls": open ? id : null, "data-focus": "", on: { click: () => this.toggle(row.key) } }, ...line);
    node.append(head);
    if (open) node.append(this.body(row, id));
    this.markLine(node, row);
    return node;
  }

  /** @param {ContextRow} row */
  badges(row) {
    const out = [];
    if (row.state === "omitted") out.push(badge("omitted by edit", "warning"));
    if (row.state === "replaced") out.push(badge("replaced by edit", "warning"));
    if (row.state === "not-sent") out.push(badge("not sent", "warning"));
    if (row.state === "hidden") out.push(badge("hidden"));
    if (row.state === "changed") out.push(badge("changed", "warning"));
    if (row.state === "only-observed") out.push(badge("only observed", "user"));
    if (row.state === "only-session") out.push(badge("only in the session", "result"));
    if (row.segment >= 0 && /** @type {Segments} */ (this.app.data.segments).flags[row.segment] & SEGMENT.ERROR) out.push(badge(this.failure(row), "error"));
    if (this.linked.has(row.key)) out.push(badge("shown by link"));
    return out;
  }

  /** @param {ContextRow} row */
  failure(row) {
    const detail = this.app.data.detailOfRow(row.holder);
    return failureWord(isMissing(detail) ? null : member(detail.value, "message"));
  }

  /** @param {ContextRow} row */
  measure(row) {
    const { data } = this.app;
    const chars = row.segment < 0 ? -1 : /** @type {Segments} */ (data.segments).chars[row.segment];
    const id = row.row < 0 ? "" : /** @type {Rows} */ (data.rows).id[row.row];
    const size = row.segment < 0 ? "" : chars < 0 ? "not text" : `${count(chars)} ch`;
    return [size, size && id ? " · " : "", id ? el("span", { class: "id" }, shortId(id)) : null];
  }

  /** @param {ContextRow} row @param {string} id */
  body(row, id) {
    let body = this.bodies.get(row.key);
    if (!body) {
      body = el("div", { class: "row-body", id, role: "group", "aria-label": `${this.title(row)}, opened` }, ...(this.lead?.(row) ?? []), blockBody(this.app, row));
      this.bodies.set(row.key, body);
    }
    this.markBody(body);
    return body;
  }

  /** @param {string} key @param {boolean} [open] */
  toggle(key, open = !this.open.has(key)) {
    const row = this.byKey.get(key);
    if (!row || row.kind !== "segment" || open === this.open.has(key)) return;
    if (open) this.open.add(key);
    else this.open.delete(key);
    this.list.setActive(key);
    this.expandWords();
    const node = this.list.drawn.get(key);
    if (!node) return;
    const head = /** @type {HTMLElement} */ (node.firstElementChild);
    node.classList.toggle("open", open);
    head.setAttribute("aria-expanded", String(open));
    if (open) {
      const body = this.body(row, uid("body"));
      head.setAttribute("aria-controls", body.id);
      node.append(body);
    } else {
      head.removeAttribute("aria-controls");
      this.bodies.get(key)?.remove();
    }
  }

  toggleAll() {
    const open = this.open.size === 0;
    const keys = this.list.keys.filter((key) => this.byKey.get(key)?.kind === "segment");
    if (open) for (const key of keys) this.open.add(key);
    else this.open.clear();
    this.list.forget();
    for (const key of [...this.list.drawn.keys()]) this.list.refresh(key);
    this.expandWords();
    this.app.announce(open ? `${plural(keys.length, "row")} opened.` : "All rows closed.");
  }

  expandWords() {
    this.expandButton.textContent = this.open.size === 0 ? "Expand all" : "Collapse all";
  }

  /** @param {KeyboardEvent} event @param {string} key */
  key(event, key) {
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    event.preventDefault();
    this.toggle(key, event.key === "ArrowRight");
  }

  // Search

  searched() {
    const { finder } = this;
    this.search.setCount(finder.words(), finder.total > 0);
    this.scope.hidden = finder.query === "";
    const state = finder.running ? "running" : finder.total === 0 ? "none" : "done";
    if (finder.query !== "" && this.scopeState !== state) {
      this.scopeState = state;
      fill(this.scope, this.scopeWords(state === "none"));
      if (state !== "running") this.countCuts();
    }
    for (const [key, node] of this.list?.drawn ?? []) {
      const row = /** @type {ContextRow} */ (this.byKey.get(key));
      if (node.dataset.marked === finder.query) continue;
      this.markLine(node, row);
      const body = this.bodies.get(key);
      if (body && this.open.has(key)) this.markBody(body);
    }
  }

  /** What was searched, and what could not be. @param {boolean} none */
  scopeWords(none) {
    const rows = this.rowsShown();
    const segments = rows.filter(({ kind }) => kind === "segment");
    const flags = this.app.data.segments?.flags ?? [];
    const leftOut = segments.filter((row) => this.chunk(row) < 0).length;
    const notText = segments.filter((row) => flags[row.segment] & (SEGMENT.IMAGE | SEGMENT.WITHHELD)).length;
    const gap = rows.reduce((sum, row) => sum + (row.kind === "gap" ? row.figure : 0), 0);
    const cuts = segments.filter((row) => this.cut.get(row.key)).length;
    const parts = [];
    if (cuts) parts.push(`${count(cuts)} cut`);
    if (leftOut + gap) parts.push(`${count(leftOut + gap)} left out`);
    if (notText) parts.push(`${count(notText)} not text`);
    const hidden = this.kinds.size > 0 ? " that the filter shows" : "";
    const whole = this.cut.size === 0 && segments.length > 0 ? "" : "; none of them is cut or left out";
    const rest = parts.length ? `; of them or beside them ${parts.join(", ")}` : whole;
    const verdict = none ? (parts.length ? "No match in what this report holds. " : "No match. ") : "";
    return `${verdict}Searched: the captured text of ${plural(segments.length, "segment")}${hidden}${rest}.`;
  }

  /** Find which segments have a cut text, once, in slices, and say it beside the count. */
  countCuts() {
    const waiting = this.rowsShown().filter((row) => row.kind === "segment" && !this.cut.has(row.key));
    /** @type {Map<number, boolean>} whether a data element holds any cut */
    const may = new Map();
    let place = 0;
    const slice = () => {
      const end = performance.now() + 12;
      for (; place < waiting.length && performance.now() < end; place += 1) {
        const row = waiting[place];
        const chunk = this.chunk(row);
        if (chunk >= 0 && !may.has(chunk)) may.set(chunk, (this.app.data.rawChunk(chunk) ?? "").includes('"cuts":[['));
        this.cut.set(row.key, may.get(chunk) === true && segmentContent(this.app, row.holder, row.segment).cuts.length > 0);
      }
      if (place < waiting.length) window.setTimeout(slice, 0);
      else if (this.finder.query !== "") fill(this.scope, this.scopeWords(this.scopeState === "none"));
    };
    if (waiting.length > 0) window.setTimeout(slice, 0);
  }

  rowsShown() {
    return this.list.keys.map((key) => /** @type {ContextRow} */ (this.byKey.get(key)));
  }

  /** @param {HTMLElement} node @param {ContextRow} row */
  markLine(node, row) {
    const line = /** @type {HTMLElement} */ (node.querySelector(".row-head"));
    for (const part of line.querySelectorAll(".row-label, .row-text")) mark(/** @type {HTMLElement} */ (part), this.finder.query);
    node.dataset.marked = this.finder.query;
    node.classList.toggle("has-match", this.finder.query !== "" && (this.finder.bodies.get(row.key) ?? 0) > 0);
  }

  /** @param {HTMLElement} body @returns {HTMLElement[][]} */
  markBody(body) {
    showSearching(body, this.finder.query !== "");
    return [...body.querySelectorAll(".block-main > .parts [data-part], .block-main > div > .parts [data-part], .form-literal .parts [data-part]")].flatMap((part) => mark(/** @type {HTMLElement} */ (part), this.finder.query));
  }

  /** @param {1 | -1} step */
  stepMatch(step) {
    const { list } = this;
    const from = list.keys.length ? list.viewport().first.index : -1;
    const hit = this.finder.step(step, from);
    this.search.setCount(this.finder.words(), this.finder.total > 0);
    if (!hit) return;
    if (hit.inBody) this.toggle(hit.key, true);
    list.setActive(hit.key);
    list.reveal(hit.key);
    const node = list.drawn.get(hit.key);
    if (!node) return;
    for (const now of list.body.querySelectorAll("mark.now")) now.classList.remove("now");
    const pieces = this.piecesOf(node, hit);
    for (const piece of pieces) piece.classList.add("now");
    pieces[0]?.scrollIntoView({ block: "nearest" });
    list.anchor = list.findAnchor();
    this.app.announce(`Match ${this.finder.words()}, ${this.title(/** @type {ContextRow} */ (this.byKey.get(hit.key)))}`);
  }

  /** @param {HTMLElement} node @param {{key: string, nth: number, inBody: boolean}} hit */
  piecesOf(node, hit) {
    if (!hit.inBody) return [...node.querySelectorAll(".row-head mark")].slice(hit.nth, hit.nth + 1);
    const body = /** @type {HTMLElement} */ (this.bodies.get(hit.key));
    let marks = this.markBody(body);
    // A match beyond the shown beginning of a block: show the rest of it.
    for (let more = body.querySelector("[data-more]"); marks.length <= hit.nth && more instanceof HTMLElement; more = body.querySelector("[data-more]")) {
      more.click();
      marks = this.markBody(body);
    }
    return marks[Math.min(hit.nth, marks.length - 1)] ?? [];
  }

  // Jumps

  /** @param {number} place @param {boolean} focus */
  jumpTo(place, focus) {
    const key = this.list.keys[place];
    if (key === undefined) return;
    if (focus) this.list.focus(key, "top");
    else this.list.reveal(key, "top");
  }

  /**
   * Show an entry or segment of this context, also when a filter hides it.
   * @param {Target} target
   */
  reveal(target) {
    const row = this.rows.find((each) => (target.segment !== undefined ? each.segment === target.segment : target.row !== undefined ? each.row === target.row || (each.state === "replaced" && each.holder === target.row) : each.item === target.item));
    if (!row) return false;
    if (!this.list.places.has(row.key)) {
      this.linked.add(row.key);
      this.apply(false);
    }
    this.list.focus(row.key, "top");
    return true;
  }
}

/**
 * What stands in place of a reader that has nothing to read.
 * @param {string} words
 */
export function noContext(words) {
  return el("div", { class: "view-body" }, notice("warning", words));
}
