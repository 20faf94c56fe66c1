// @ts-check
/**
 * A list of rows of different heights of which only those near the viewport exist: measured heights, anchored by key, so
 * that opening, filtering and resizing leave the row being read where it is. Heights are CSS pixels.
 *
 * A row is an element made by `render`; the part of it that takes focus carries `data-focus`. The scroller is the list's
 * own element where its style scrolls, else the page's scroller (narrow screens).
 */
import { el } from "./dom.js";
import { Heights, survivor, visibleRange } from "./heights.js";

/**
 * @template {string | number} K
 */
export class VirtualList {
  /**
   * @param {object} options
   * @param {string} options.label name of the list
   * @param {(key: K, index: number) => HTMLElement} options.render
   * @param {number | ((key: K) => number)} [options.estimate] height of a row not yet measured
   * @param {number} [options.overscan] rows on each side
   * @param {(key: K) => void} [options.dropped] a row's element was removed
   * @param {() => void} [options.scrolled] the viewport or the rows in it changed
   * @param {(event: KeyboardEvent, key: K) => void} [options.onKey] keys on a row that the list does not use itself
   * @param {HTMLElement} [options.outer] scroller of narrow screens
   * @param {string} [options.role] role of the list; rows get `listitem` for "list"
   */
  constructor({ label, render, estimate = 36, overscan = 5, dropped, scrolled, onKey, outer, role = "list" }) {
    this.render = render;
    /** @type {(key: K) => number} */
    this.guess = typeof estimate === "number" ? () => estimate : estimate;
    this.overscan = overscan;
    this.dropped = dropped;
    this.scrolled = scrolled;
    this.onKey = onKey;
    this.outer = outer ?? null;
    this.role = role;
    /** @type {K[]} */
    this.keys = [];
    /** @type {Map<K, number>} */
    this.places = new Map();
    /** @type {Map<K, number>} measured heights, also of rows that are not in the list at present */
    this.measured = new Map();
    this.heights = new Heights([]);
    /** @type {Map<K, HTMLElement>} */
    this.drawn = new Map();
    /** @type {{key: K, offset: number} | null} the row being read and its place below the viewport's upper edge */
    this.anchor = null;
    /** @type {K | null} the row with the tab stop */
    this.active = null;
    this.hidden = true;
    this.expected = -1;
    this.body = el("div", { class: "vlist-body", role, "aria-label": label });
    this.element = el("div", { class: "vlist" }, this.body);
    /** @type {HTMLElement} */
    this.scroller = this.element;
    this.onScroll = () => this.scrolledTo();
    this.element.addEventListener("scroll", this.onScroll, { passive: true });
    this.body.addEventListener("keydown", (event) => this.key(event));
    this.body.addEventListener("focusin", (event) => this.focused(event));
    this.rowObserver = new ResizeObserver((entries) => this.resized(entries));
    this.boxObserver = new ResizeObserver(() => this.boxChanged());
    this.boxObserver.observe(this.element);
    if (this.outer) this.boxObserver.observe(this.outer);
  }

  /** Pick the element that scrolls by the present style. */
  bind() {
    const own = getComputedStyle(this.element).overflowY !== "visible";
    const next = own || !this.outer ? this.element : this.outer;
    if (next === this.scroller) return;
    this.scroller.removeEventListener("scroll", this.onScroll);
    this.scroller = next;
    this.scroller.addEventListener("scroll", this.onScroll, { passive: true });
  }

  /** Where the list begins in the scrolled content. */
  start() {
    if (this.scroller === this.element) return 0;
    return this.body.getBoundingClientRect().top - this.scroller.getBoundingClientRect().top + this.scroller.scrollTop - this.covered();
  }

  /** Height of the bar that sticks over the list's upper edge (the page's own scroller only). */
  covered() {
    if (this.scroller === this.element) return 0;
    // Bars of groups that are not shown have no height.
    return Math.max(0, ...[...this.scroller.querySelectorAll("[data-sticky]")].map((bar) => (bar instanceof HTMLElement ? bar.offsetHeight : 0)));
  }

  /** Upper edge of the viewport in the list. */
  top() {
    return this.scroller.scrollTop - this.start();
  }

  height() {
    return this.scroller.clientHeight - this.covered();
  }

  /**
   * Show these rows in this order. The row being read stays where it is, or the nearest that is left takes its place.
   * @param {K[]} keys
   * @param {boolean} [toTop] go to the start instead
   */
  setKeys(keys, toTop = false) {
    const before = this.keys;
    const anchor = this.hidden ? this.anchor : (this.findAnchor() ?? this.anchor);
    const index = anchor ? (this.places.get(anchor.key) ?? -1) : -1;
    const heights = this.heights;
    this.keys = keys;
    this.places = new Map(keys.map((key, place) => [key, place]));
    this.heights = new Heights(keys.map((key) => this.measured.get(key) ?? this.guess(key)));
    if (toTop || !anchor || index < 0) this.anchor = null;
    else {
      const left = survivor(before, index, this.places);
      // What is left keeps its own place where it was in view; else it begins at the edge, it is not scrolled into.
      const own = left < 0 ? 0 : anchor.offset + heights.offset(left) - heights.offset(index);
      const inView = own >= 0 && (this.hidden || own < this.height());
      this.anchor = left < 0 ? null : { key: before[left], offset: left === index || inView ? own : 0 };
    }
    if (this.active !== null && !this.places.has(this.active)) this.active = null;
    for (const key of [...this.drawn.keys()]) if (!this.places.has(key)) this.drop(key);
    if (this.hidden) return;
    this.layout();
    if (toTop) this.toTop();
    else this.restore();
    this.draw();
  }

  toTop() {
    this.anchor = null;
    if (this.scroller === this.element) this.scrollTo(0);
    else this.scrollTo(Math.min(this.scroller.scrollTop, Math.max(0, this.start())));
  }

  /**
   * The row being read: a focused row in view, else the first one whose beginning is in view and whose height is known (a
   * row that comes into view from above grows upwards then), else the one that covers the upper edge. A row that fills half
   * of the viewport is read from the middle, so it is its own anchor.
   */
  findAnchor() {
    if (this.keys.length === 0) return null;
    const top = this.top();
    if (top <= 0) return null;
    const height = this.height();
    const focus = document.activeElement;
    if (this.active !== null && focus && this.body.contains(focus)) {
      const offset = this.heights.offset(/** @type {number} */ (this.places.get(this.active))) - top;
      if (offset >= 0 && offset < height) return { key: this.active, offset };
    }
    const index = this.heights.find(top);
    const offset = this.heights.offset(index) - top;
    if (offset + this.heights.get(index) >= height / 2 && this.known(index)) return { key: this.keys[index], offset };
    let y = offset;
    for (let place = index; place < this.keys.length && y < height; place += 1) {
      if (y >= -0.5 && this.known(place)) return { key: this.keys[place], offset: y };
      y += this.heights.get(place);
    }
    return { key: this.keys[index], offset };
  }

  /** Whether a row's height is a measure and not an estimate. @param {number} place */
  known(place) {
    return this.drawn.has(this.keys[place]) && this.measured.has(this.keys[place]);
  }

  /** Forget the heights of rows that are not drawn: they changed. The row being read stays where it is. */
  forget() {
    if (!this.hidden) this.anchor = this.findAnchor() ?? this.anchor;
    for (const key of this.measured.keys()) if (!this.drawn.has(key)) this.measured.delete(key);
    this.heights = new Heights(this.keys.map((key) => this.measured.get(key) ?? this.guess(key)));
    if (this.hidden) return;
    this.layout();
    this.restore();
    this.place();
  }

  /** Put the anchor back where it was. */
  restore() {
    if (!this.anchor) return;
    const index = this.places.get(this.anchor.key);
    if (index === undefined) return;
    this.scrollTo(this.heights.offset(index) - this.anchor.offset + this.start());
  }

  /** @param {number} top */
  scrollTo(top) {
    if (Math.abs(this.scroller.scrollTop - top) > 0.01) this.scroller.scrollTop = top;
    this.expected = this.scroller.scrollTop;
  }

  /** The list became visible: bind, restore the place being read and draw. */
  show() {
    this.hidden = false;
    this.bind();
    this.layout();
    if (this.anchor) this.restore();
    this.draw();
  }

  hide() {
    if (!this.hidden) this.anchor = this.findAnchor();
    this.hidden = true;
  }

  scrolledTo() {
    if (this.hidden) return;
    // A scroll that this list made itself must not move the anchor by its rounding.
    if (Math.abs(this.scroller.scrollTop - this.expected) > 1) this.anchor = this.findAnchor();
    this.expected = -1;
    this.draw();
  }

  boxChanged() {
    if (this.hidden || !this.element.isConnected || this.element.offsetParent === null) return;
    const anchor = this.anchor;
    this.bind();
    this.anchor = anchor;
    this.restore();
    this.draw();
  }

  layout() {
    this.body.style.height = `${this.heights.total}px`;
  }

  /** Draw the rows of the viewport; others go, apart from the one with focus. */
  draw() {
    if (this.hidden) return;
    const [from, to] = visibleRange(this.heights, this.top(), this.height(), this.overscan);
    const focus = document.activeElement;
    for (const [key, node] of this.drawn) {
      const place = this.places.get(key) ?? -1;
      if ((place < from || place >= to) && !node.contains(focus)) this.drop(key);
    }
    if (this.active === null && this.keys.length > 0) this.active = this.keys[from];
    const missing = this.active !== null && !this.drawn.has(this.active);
    for (let index = from; index < to; index += 1) if (!this.drawn.has(this.keys[index])) this.add(this.keys[index], index);
    // The tab stop must exist: where its row is not drawn, the first visible one takes it.
    if (missing && this.active !== null && !this.drawn.has(this.active)) this.setActive(this.keys[Math.min(to - 1, this.heights.find(Math.max(0, this.top())))]);
    this.place();
    this.scrolled?.();
  }

  /** Positions and set sizes of the drawn rows. */
  place() {
    for (const [key, node] of this.drawn) {
      const place = /** @type {number} */ (this.places.get(key));
      node.style.top = `${this.heights.offset(place)}px`;
      if (this.role === "list") {
        node.setAttribute("aria-posinset", String(place + 1));
        node.setAttribute("aria-setsize", String(this.keys.length));
      }
    }
  }

  /**
   * @param {K} key
   * @param {number} index
   */
  add(key, index) {
    const node = this.render(key, index);
    node.classList.add("vrow");
    if (this.role === "list") node.setAttribute("role", "listitem");
    this.drawn.set(key, node);
    const focus = focusPart(node);
    if (focus) focus.tabIndex = key === this.active ? 0 : -1;
    // The order of the document is the order of the list, for screen readers and Tab.
    let next = null;
    for (const [other, element] of this.drawn) {
      const place = this.places.get(other) ?? -1;
      if (place > index && (next === null || place < next.place)) next = { place, element };
    }
    this.body.insertBefore(node, next?.element ?? null);
    this.rowObserver.observe(node);
  }

  /** @param {K} key */
  drop(key) {
    const node = this.drawn.get(key);
    if (!node) return;
    this.rowObserver.unobserve(node);
    node.remove();
    this.drawn.delete(key);
    this.dropped?.(key);
  }

  /** Make a row anew (its summary changed); its measured height stays until it is measured again. @param {K} key */
  refresh(key) {
    const index = this.places.get(key);
    const node = this.drawn.get(key);
    if (index === undefined || !node) return;
    const focused = node.contains(document.activeElement);
    this.drop(key);
    this.add(key, index);
    this.place();
    if (focused) focusPart(this.drawn.get(key))?.focus({ preventScroll: true });
  }

  /** @param {ResizeObserverEntry[]} entries */
  resized(entries) {
    if (this.hidden) return;
    let changed = false;
    /** @type {Map<Element, K>} */
    const keys = new Map([...this.drawn].map(([key, node]) => [node, key]));
    for (const entry of entries) {
      const key = keys.get(entry.target);
      if (key === undefined) continue;
      const height = entry.borderBoxSize?.[0]?.blockSize ?? entry.target.getBoundingClientRect().height;
      if (height === 0) continue;
      this.measured.set(key, height);
      const delta = this.heights.set(/** @type {number} */ (this.places.get(key)), height);
      if (Math.abs(delta) > 0.01) changed = true;
    }
    if (!changed) return;
    this.layout();
    this.restore();
    this.draw();
  }

  /** @param {FocusEvent} event */
  focused(event) {
    for (const [key, node] of this.drawn) if (node.contains(/** @type {Node} */ (event.target))) this.setActive(key);
  }

  /** Give a row the tab stop. @param {K} key */
  setActive(key) {
    if (this.active === key) return;
    const before = this.active === null ? null : focusPart(this.drawn.get(this.active));
    if (before) before.tabIndex = -1;
    this.active = key;
    const now = focusPart(this.drawn.get(key));
    if (now) now.tabIndex = 0;
  }

  /**
   * Bring a row into view, near the top when it was outside.
   * @param {K} key
   * @param {"nearest" | "top"} [where]
   */
  reveal(key, where = "nearest") {
    const index = this.places.get(key);
    if (index === undefined) return;
    // Measure on the way: heights that were estimates move the row once they are known.
    for (let turn = 0; turn < 3; turn += 1) {
      const top = this.heights.offset(index);
      const view = this.top();
      const end = top + Math.min(this.heights.get(index), this.height());
      if (where === "top") this.scrollTo(top + this.start());
      else if (top < view) this.scrollTo(top + this.start() - Math.min(48, this.height() / 4));
      else if (end > view + this.height()) this.scrollTo(end - this.height() + this.start() + Math.min(48, this.height() / 4));
      this.anchor = { key, offset: top - this.top() };
      this.draw();
      this.measure();
    }
  }

  /** Take the heights of drawn rows at once, without waiting for the observer. */
  measure() {
    for (const [key, node] of this.drawn) {
      const height = node.getBoundingClientRect().height;
      if (height === 0) continue;
      this.measured.set(key, height);
      this.heights.set(/** @type {number} */ (this.places.get(key)), height);
    }
    this.layout();
    this.restore();
    this.place();
  }

  /** Bring a row into view and focus it. @param {K} key @param {"nearest" | "top"} [where] */
  focus(key, where = "nearest") {
    if (!this.places.has(key)) return;
    this.setActive(key);
    this.reveal(key, where);
    focusPart(this.drawn.get(key))?.focus({ preventScroll: true });
  }

  /** Focus a row when what had the focus is gone, or is another row. @param {K} key */
  regain(key) {
    const focus = document.activeElement;
    const lost = !focus || focus === document.body || focus.getClientRects().length === 0;
    if (!this.hidden && (lost || this.body.contains(focus))) this.focus(key);
  }

  /** First row in view, place and the hidden share of it, and the same at the lower edge. */
  viewport() {
    const top = Math.max(0, this.top());
    const end = Math.max(0, Math.min(this.heights.total, this.top() + this.height()) - 0.5);
    const share = (/** @type {number} */ y) => {
      const index = this.heights.find(y);
      const height = this.heights.get(index) || 1;
      return { index, fraction: Math.min(1, Math.max(0, (y - this.heights.offset(index)) / height)) };
    };
    return { first: share(top), last: share(end) };
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!target.hasAttribute("data-focus") || this.active === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const place = this.places.get(this.active) ?? 0;
    const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: this.keys.length - 1 }[event.key];
    if (next === undefined) {
      this.onKey?.(event, this.active);
      return;
    }
    event.preventDefault();
    if (next >= 0 && next < this.keys.length) this.focus(this.keys[next]);
  }
}

/**
 * The part of a row that takes focus.
 * @param {HTMLElement | undefined} node
 * @returns {HTMLElement | null}
 */
function focusPart(node) {
  if (!node) return null;
  return node.hasAttribute("data-focus") ? node : node.querySelector("[data-focus]");
}
