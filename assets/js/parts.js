// @ts-check
/**
 * Small parts that every view uses: badges, notices, chips, groups of buttons, lists of names and values, empty states.
 */
import { append, button, el } from "./dom.js";
import { count } from "./format.js";

/**
 * A short word on its own tint.
 * @param {string} words
 * @param {"neutral" | "error" | "warning" | "system" | "user" | "assistant" | "call" | "result"} [tone]
 */
export function badge(words, tone = "neutral") {
  return el("span", { class: `badge tone-${tone}` }, words);
}

/**
 * A sentence on a tint of its own.
 * @param {"note" | "warning" | "error"} tone
 * @param {...Child} children
 */
export function notice(tone, ...children) {
  return el("div", { class: `notice notice-${tone}`, role: tone === "error" ? "alert" : null }, ...children);
}

/**
 * What stands where a value would be that the record does not have.
 * @param {string} [words]
 */
export function unavailable(words = "unavailable") {
  return el("span", { class: "unavailable" }, words);
}

/**
 * An empty view: what is missing, and which input would have filled it (UI-14).
 * @param {string} title
 * @param {string} words
 * @param {...Child} more
 */
export function emptyState(title, words, ...more) {
  return el("div", { class: "empty" }, el("p", { class: "empty-title" }, title), el("p", null, words), ...more);
}

/**
 * Names and values. Values are text or elements; null leaves the pair out.
 * @param {[string, Child][]} pairs
 * @param {string} [look]
 */
export function metaList(pairs, look = "") {
  const there = pairs.filter(([, value]) => value !== null && value !== undefined && value !== false);
  return el("dl", { class: `meta ${look}`.trim() }, ...inSteps(there, ([name, value]) => el("div", { class: "meta-pair" }, el("dt", null, name), el("dd", { dir: "auto" }, value)), "pair"));
}

/** Things of one kind that are drawn at once. */
const STEP = 100;

/**
 * Many things of one kind, drawn a hundred at a time: an entry may have ten thousand blocks. What is left is counted on a
 * button that draws the next ones in place; "data-more" tells a search that goes through what is drawn.
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T, place: number) => Node} make
 * @param {"p" | "li" | "pair" | number} [host] what the button stands in; a number: a row of a table with so many columns
 * @param {number} [first] how many are drawn before anybody asks
 * @returns {Node[]}
 */
export function inSteps(items, make, host = "p", first = STEP) {
  const nodes = items.slice(0, first).map(make);
  if (items.length <= first) return nodes;
  let drawn = nodes.length;
  const words = () => `Show ${count(Math.min(STEP, items.length - drawn))} more of ${count(items.length - drawn)}`;
  const more = button(words(), () => {
    const next = items.slice(drawn, drawn + STEP).map((item, place) => make(item, drawn + place));
    drawn += next.length;
    holder.before(...next);
    more.textContent = words();
    if (drawn < items.length) return;
    const focused = /** @type {HTMLElement} */ (next[0]);
    holder.remove();
    // The button had the focus and is gone: it goes to the first of what it brought.
    const target = focused.querySelector("summary, button, a[href], [tabindex]") ?? focused;
    if (target === focused) focused.tabIndex = -1;
    /** @type {HTMLElement} */ (target).focus({ preventScroll: true });
  }, { class: "button", "data-more": "" });
  const holder = stepHost(host, more);
  return [...nodes, holder];
}

/**
 * @param {"p" | "li" | "pair" | number} host
 * @param {HTMLElement} more
 */
function stepHost(host, more) {
  if (host === "pair") return el("div", { class: "meta-pair" }, el("dt", null, "Others"), el("dd", null, more));
  if (typeof host === "number") return el("tr", { role: "row" }, el("td", { role: "cell", class: "cut", colspan: host }, more));
  return el(host, { class: "cut" }, more);
}

/**
 * Filter chips with counts: "All" and one for each kind; several kinds can be on.
 */
export class Chips {
  /**
   * @param {string} label
   * @param {{name: string, title: string, tone?: string}[]} kinds
   * @param {(on: Set<string>, reset: boolean) => void} onChange `reset` when "All" was pressed
   */
  constructor(label, kinds, onChange) {
    /** @type {Set<string>} */
    this.on = new Set();
    this.onChange = onChange;
    /** @type {Map<string, {node: HTMLButtonElement, figure: HTMLElement}>} */
    this.nodes = new Map();
    this.element = el("div", { class: "chips", role: "group", "aria-label": label });
    for (const { name, title, tone } of [{ name: "", title: "All", tone: undefined }, ...kinds]) {
      const figure = el("span", { class: "chip-count" });
      const node = el("button", { type: "button", class: `chip${tone ? ` tone-${tone}` : ""}`, "aria-pressed": String(name === ""), on: { click: () => this.press(name) } }, tone ? el("span", { class: "chip-dot", "aria-hidden": "true" }) : null, title, " ", figure);
      this.nodes.set(name, { node, figure });
      this.element.append(node);
    }
  }

  /** @param {Record<string, number>} counts by kind; "" is all */
  setCounts(counts) {
    for (const [name, { node, figure }] of this.nodes) {
      const value = counts[name] ?? 0;
      figure.textContent = count(value);
      node.hidden = name !== "" && value === 0 && !this.on.has(name);
    }
  }

  /** @param {string} name */
  press(name) {
    if (name === "") this.on.clear();
    else if (this.on.has(name)) this.on.delete(name);
    else this.on.add(name);
    this.draw();
    this.onChange(this.on, name === "");
  }

  /** Take all filters off without telling. */
  clear() {
    this.on.clear();
    this.draw();
  }

  draw() {
    for (const [name, { node }] of this.nodes) node.setAttribute("aria-pressed", String(name === "" ? this.on.size === 0 : this.on.has(name)));
  }
}

/**
 * A group of buttons of which one is on (modes, sources).
 */
export class Split {
  /**
   * @param {string} label
   * @param {{name: string, title: string}[]} items
   * @param {string} selected
   * @param {(name: string) => void} onSelect
   */
  constructor(label, items, selected, onSelect) {
    this.onSelect = onSelect;
    this.selected = selected;
    /** @type {Map<string, HTMLButtonElement>} */
    this.nodes = new Map();
    this.element = el("div", { class: "split", role: "radiogroup", "aria-label": label, on: { keydown: (/** @type {KeyboardEvent} */ event) => this.key(event) } });
    for (const { name, title } of items) {
      const node = el("button", { type: "button", class: "split-item", role: "radio", on: { click: () => this.choose(name) } }, title);
      this.nodes.set(name, node);
      this.element.append(node);
    }
    this.select(selected);
  }

  /** @param {string} name */
  select(name) {
    this.selected = name;
    for (const [each, node] of this.nodes) {
      node.setAttribute("aria-checked", String(each === name));
      node.tabIndex = each === name ? 0 : -1;
    }
  }

  /** @param {string} name */
  choose(name) {
    if (name === this.selected) return;
    this.select(name);
    this.onSelect(name);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const names = [...this.nodes.keys()];
    const next = names[(names.indexOf(this.selected) + step + names.length) % names.length];
    this.choose(next);
    this.nodes.get(next)?.focus();
  }
}

/**
 * A native disclosure whose body is made on first opening.
 * @param {Child} title
 * @param {() => Child} make
 * @param {ElementSpec} [spec]
 */
export function lazyDetails(title, make, spec) {
  const body = el("div", { class: "details-body" });
  const details = el("details", spec, el("summary", null, title), body);
  let made = false;
  details.addEventListener("toggle", () => {
    if (!details.open || made) return;
    made = true;
    append(body, [make()]);
  });
  return details;
}

/**
 * A table that scrolls sideways in its own pane; the pane takes focus, so that keys can scroll it.
 * @param {string} label
 * @param {HTMLElement} table
 */
export function tableScroll(label, table) {
  return el("div", { class: "table-scroll", role: "region", "aria-label": label, tabindex: "0" }, table);
}
