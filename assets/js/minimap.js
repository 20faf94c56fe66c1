// @ts-check
/**
 * The minimap: buckets of the filtered sequence with category shares, the viewport as a frame; a scrollbar by role, with
 * name, value and keys (CTX-4).
 */
import { el } from "./dom.js";
import { bucketOf, buckets, mapPosition } from "./buckets.js";

export class Minimap {
  /**
   * @param {object} options
   * @param {string} options.label
   * @param {string[]} options.kinds class suffix of each category
   * @param {number} options.limit most buckets
   * @param {(place: number, focus: boolean) => void} options.onJump place in the sequence
   * @param {(place: number) => string} options.describe words for a place
   */
  constructor({ label, kinds, limit, onJump, describe }) {
    this.kinds = kinds;
    this.limit = limit;
    this.onJump = onJump;
    this.describe = describe;
    /** @type {Bucket[]} */
    this.list = [];
    this.total = 0;
    this.place = 0;
    this.dragging = false;
    this.bars = el("div", { class: "minimap-bars", "aria-hidden": "true" });
    this.frame = el("div", { class: "minimap-frame", "aria-hidden": "true" });
    this.track = el("div", { class: "minimap-track" }, this.bars, this.frame);
    this.element = el("div", { class: "minimap", role: "scrollbar", tabindex: "0", "aria-label": label, "aria-orientation": "vertical", "aria-valuemin": "1" }, this.track);
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("pointerdown", (event) => this.down(event));
    this.element.addEventListener("pointermove", (event) => {
      if (this.dragging) this.jumpTo(event.clientY, false);
    });
    const stop = () => {
      this.dragging = false;
    };
    for (const type of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) this.element.addEventListener(type, stop);
  }

  /** @param {string} id of the list that it scrolls */
  controls(id) {
    this.element.setAttribute("aria-controls", id);
  }

  /**
   * @param {number[]} categories of the filtered sequence
   * @param {number[]} sizes
   */
  setSequence(categories, sizes) {
    this.total = categories.length;
    this.list = buckets(categories, sizes, this.kinds.length, this.limit);
    this.bars.replaceChildren(
      ...this.list.map(({ shares }) => {
        const bar = el("div", { class: "minimap-bar" });
        for (let kind = 0; kind < shares.length; kind += 1) {
          if (shares[kind] === 0) continue;
          const part = el("span", { class: `fill-${this.kinds[kind]}` });
          part.style.flexGrow = String(shares[kind]);
          bar.append(part);
        }
        return bar;
      }),
    );
    this.track.style.height = `min(100% - 6px, ${this.list.length * 14}px)`;
    this.element.hidden = this.total === 0;
    this.element.setAttribute("aria-valuemax", String(Math.max(1, this.total)));
  }

  /**
   * @param {{first: {index: number, fraction: number}, last: {index: number, fraction: number}}} view
   */
  setViewport({ first, last }) {
    if (this.total === 0) return;
    const top = mapPosition(first.index, first.fraction, this.list, this.total, 100);
    const end = mapPosition(last.index, last.fraction, this.list, this.total, 100);
    this.frame.style.top = `${top}%`;
    this.frame.style.height = `${Math.max(1, end - top)}%`;
    if (first.index !== this.place || !this.element.hasAttribute("aria-valuenow")) {
      this.place = first.index;
      this.element.setAttribute("aria-valuenow", String(first.index + 1));
      this.element.setAttribute("aria-valuetext", this.describe(first.index));
    }
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0 || this.total === 0) return;
    event.preventDefault();
    this.dragging = true;
    this.element.setPointerCapture(event.pointerId);
    this.jumpTo(event.clientY, true);
  }

  /**
   * @param {number} y
   * @param {boolean} focus
   */
  jumpTo(y, focus) {
    const box = this.bars.getBoundingClientRect();
    const share = Math.min(0.999999, Math.max(0, (y - box.top) / box.height));
    const bucket = this.list[Math.floor(share * this.list.length)];
    if (bucket) this.onJump(bucket.start, focus);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.total === 0) return;
    const at = bucketOf(this.place, this.total, this.list.length);
    const last = this.list.length - 1;
    const page = Math.max(1, Math.round(this.list.length / 10));
    const next = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: this.place > this.list[at].start ? at : at - 1, ArrowLeft: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: last }[event.key];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.onJump(this.place, true);
      return;
    }
    if (next === undefined) return;
    event.preventDefault();
    this.onJump(this.list[Math.min(last, Math.max(0, next))].start, false);
  }
}
