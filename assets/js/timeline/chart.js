// @ts-check
/**
 * The plot of the timeline: a few paths for all items, one tab stop. Arrow keys move between items, the wheel and the plus
 * and minus keys zoom, dragging moves the window.
 */
import { svg } from "../cache/svg.js";
import { button, el, fill, uid } from "../dom.js";
import { count, duration } from "../format.js";
import { parts } from "../time.js";
import { clamp, ticks, windowAt, zoomed } from "./axis.js";
import { LOG_LANES, barNames, nearestItem, shapes } from "./items.js";

/** Pixels: names of lanes, room at both ends of the axis, the axis itself, lanes, room between ticks. */
const NAMES = 84;
const ENDS = 8;
const AXIS = 22;
const LOG_LANE = 20;
const CALL_LANE = 18;
const BETWEEN = 8;
const APART = 96;

/** How near to an item the pointer has to be, pixels. */
const REACH = 7;

const STEP = 1.5;

const SHORT_HINT = "Arrow keys move between items, + and − zoom, 0 shows all, Enter opens Event details; the wheel zooms, dragging moves.";
const HINT = "Left and right arrow keys move between items, up and down between lanes, plus and minus zoom, 0 shows all, Page Up and Page Down move the window, Enter shows the item in Event details. The list below holds the same items.";

export class TimelineChart {
  /**
   * @param {App} app
   * @param {object} options
   * @param {(item: TimelineItem) => string} options.words
   * @param {(item: TimelineItem) => string} options.name what stands in a bar that has room for it
   * @param {(item: TimelineItem) => void} options.onOpen
   * @param {(item: TimelineItem | null) => void} options.onMove the item that keys or the pointer are at
   */
  constructor(app, { words, name, onOpen, onMove }) {
    this.app = app;
    this.words = words;
    this.name = name;
    this.onOpen = onOpen;
    this.onMove = onMove;
    /** @type {ReturnType<typeof import("./items.js").timelineOf> | null} */
    this.made = null;
    this.shown = { from: 0, to: 1 };
    this.active = -1;
    this.width = 0;
    this.frame = 0;
    /** @type {{x: number, from: number, moved: boolean} | null} */
    this.drag = null;
    const hint = uid("timeline");
    this.readout = el("p", { class: "chart-readout timeline-readout", "aria-hidden": "true" }, SHORT_HINT);
    this.plot = el("div", { class: "timeline-plot", role: "slider", tabindex: "0", "aria-label": "Timeline", "aria-describedby": hint, "aria-valuemin": "1", "aria-valuenow": "1", "aria-valuemax": "1" });
    this.range = el("span", { class: "timeline-range", "aria-live": "off" });
    this.legend = el("ul", { class: "chart-legend timeline-legend" });
    this.element = el(
      "figure",
      { class: "timeline-chart" },
      el("div", { class: "timeline-tools" }, this.range, el("div", { class: "timeline-buttons", role: "group", "aria-label": "Zoom" }, button("Zoom in", () => this.zoom(1 / STEP)), button("Zoom out", () => this.zoom(STEP)), button("Show all", () => this.all()))),
      el("div", { class: "timeline-box" }, this.plot),
      this.readout,
      this.legend,
      el("p", { class: "offscreen", id: hint }, HINT),
    );
    this.listen();
    new ResizeObserver(() => this.measure()).observe(this.plot);
    app.onChange((what) => {
      if (what === "zone") this.draw();
    });
  }

  listen() {
    const { plot } = this;
    plot.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    plot.addEventListener("keydown", (event) => this.key(event));
    plot.addEventListener("pointerdown", (event) => {
      if (event.button === 0) this.drag = { x: event.clientX, from: this.shown.from, moved: false };
    });
    plot.addEventListener("pointermove", (event) => this.pointer(event));
    plot.addEventListener("pointerup", (event) => {
      const { drag } = this;
      this.drag = null;
      if (drag && !drag.moved) this.press(event);
    });
    plot.addEventListener("pointercancel", () => {
      this.drag = null;
    });
    plot.addEventListener("pointerleave", () => this.say(this.item()));
    plot.addEventListener("focus", () => {
      if (this.active < 0) this.setActive(0);
      this.say(this.item());
    });
    plot.addEventListener("blur", () => this.say(null));
  }

  /** @param {NonNullable<TimelineChart["made"]>} made */
  set(made) {
    this.made = made;
    this.active = -1;
    this.shown = windowAt(0, made.axis.total, made.axis.total);
    this.height = AXIS + LOG_LANES.length * LOG_LANE + (made.lanes > LOG_LANES.length ? BETWEEN + (made.lanes - LOG_LANES.length) * CALL_LANE : 0) + 6;
    this.plot.style.height = `${this.height}px`;
    this.plot.setAttribute("aria-valuemax", String(Math.max(1, made.timed.length)));
    fill(this.legend, ...legend(made.lanes > LOG_LANES.length));
    this.setActive(made.timed.length > 0 ? 0 : -1);
    this.draw();
  }

  item() {
    return this.made?.timed[this.active] ?? null;
  }

  // Places

  /** Pixels of the axis. */
  room() {
    return Math.max(1, this.width - this.names() - 2 * ENDS);
  }

  names() {
    return this.width < 560 ? 62 : NAMES;
  }

  /** @param {number} time */
  x(time) {
    const { from, to } = this.shown;
    const unit = this.made?.axis.unit(time) ?? 0;
    return this.names() + ENDS + ((unit - from) / (to - from || 1)) * this.room();
  }

  /** The unit at a place of the page. @param {number} clientX */
  unitAt(clientX) {
    const { from, to } = this.shown;
    const share = (clientX - this.plot.getBoundingClientRect().left - this.names() - ENDS) / this.room();
    return from + clamp(share, 0, 1) * (to - from);
  }

  /** @param {number} lane */
  lane(lane) {
    if (lane < LOG_LANES.length) return { top: AXIS + lane * LOG_LANE + 3, height: LOG_LANE - 6 };
    return { top: AXIS + LOG_LANES.length * LOG_LANE + BETWEEN + (lane - LOG_LANES.length) * CALL_LANE + 1.5, height: CALL_LANE - 4 };
  }

  /** The lane at a place of the page. @param {number} clientY */
  laneAt(clientY) {
    const y = clientY - this.plot.getBoundingClientRect().top - AXIS;
    const log = LOG_LANES.length * LOG_LANE;
    return y < log ? Math.floor(y / LOG_LANE) : LOG_LANES.length + Math.floor((y - log - BETWEEN) / CALL_LANE);
  }

  // Drawing

  measure() {
    const width = Math.floor(this.plot.clientWidth);
    if (width === 0 || width === this.width) return;
    this.width = width;
    this.draw();
  }

  later() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  draw() {
    const { made, width, height } = this;
    if (!made || width === 0 || made.axis.empty) return;
    const left = this.names();
    const clip = uid("clip");
    const root = svg("svg", { class: "chart-svg", width, height: height ?? 0, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
    const inner = svg("g", { "clip-path": `url(#${clip})` });
    root.append(svg("clipPath", { id: clip }, svg("rect", { x: left, y: 0, width: Math.max(0, width - left), height: height ?? 0 })));
    this.drawLanes(root, left);
    this.drawGaps(inner);
    this.drawTicks(inner);
    const paths = shapes(made.timed, { x: (time) => this.x(time), lane: (lane) => this.lane(lane), width, from: made.axis.time(this.shown.from), to: made.axis.time(this.shown.to) });
    for (const [name, data] of Object.entries(paths)) inner.append(svg("path", { class: `timeline-${name}`, d: data }));
    this.drawNames(inner, left);
    this.ring = svg("rect", { class: "timeline-ring", rx: 3, visibility: "hidden" });
    inner.append(this.ring);
    root.append(inner);
    fill(this.plot, root);
    this.placeRing();
    this.setRange();
  }

  /** @param {SVGElement} root @param {number} left */
  drawLanes(root, left) {
    const { width, made } = this;
    LOG_LANES.forEach((name, lane) => {
      const { top, height } = this.lane(lane);
      root.append(svg("text", { class: "chart-text", x: 12, y: top + height - 3 }, name), svg("line", { class: "chart-rule", x1: left, x2: width, y1: top + height + 3, y2: top + height + 3 }));
    });
    if (made && made.lanes > LOG_LANES.length) {
      const { top, height } = this.lane(LOG_LANES.length);
      root.append(svg("text", { class: "chart-text", x: 12, y: top + height - 1 }, left < NAMES ? "Captured" : "Executions"));
    }
  }

  /** Compressed idle gaps: a hatched band with its length. @param {SVGElement} root */
  drawGaps(root) {
    const { made, height } = this;
    const hatch = uid("idle");
    root.append(svg("defs", {}, svg("pattern", { id: hatch, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, svg("rect", { width: 6, height: 6, class: "timeline-idle-paper" }), svg("rect", { width: 1.2, height: 6, class: "timeline-idle-line" }))));
    for (const gap of made?.axis.gaps ?? []) {
      const [from, to] = [this.x(gap.start), this.x(gap.end)];
      if (to < 0 || from > this.width) continue;
      const band = svg("rect", { class: "timeline-idle", x: from, y: AXIS, width: Math.max(2, to - from), height: Math.max(0, (height ?? 0) - AXIS) });
      band.style.fill = `url(#${hatch})`;
      root.append(band);
      const words = `${duration(gap.end - gap.start)} idle`;
      if (to - from > words.length * 6.4) root.append(svg("text", { class: "chart-text timeline-idle-words", x: (from + to) / 2, y: AXIS + 14, "text-anchor": "middle" }, words));
    }
  }

  /** @param {SVGElement} root */
  drawTicks(root) {
    const { made, app } = this;
    if (!made) return;
    const left = this.names() + ENDS;
    const local = isLocal(app);
    const zoneOf = (/** @type {number} */ time) => (local ? -new Date(time).getTimezoneOffset() * 60_000 : 0);
    let day = "";
    for (const { x, time, step } of ticks(made.axis, this.shown, this.room(), APART, zoneOf)) {
      const p = parts(time, local);
      const clock = step < 1_000 ? `${p.clock}.${String(Math.round(((time % 1_000) + 1_000) % 1_000)).padStart(3, "0")}` : step < 60_000 ? p.clock : p.short;
      const words = p.day === day || (day === "" && step < 86_400_000) ? clock : step >= 86_400_000 ? p.date : `${p.date.replace(/ \d+$/, "")} ${p.short}`;
      day = p.day;
      // A label that the edge would cut is left to its line.
      if (left + x + words.length * 6.6 > this.width) continue;
      root.append(svg("line", { class: "chart-rule", x1: left + x, x2: left + x, y1: AXIS - 4, y2: this.height ?? 0 }), svg("text", { class: "chart-text", x: left + x + 3, y: AXIS - 8 }, words));
    }
  }

  /** @param {SVGElement} root @param {number} left */
  drawNames(root, left) {
    const { made, width } = this;
    for (const { item, x, words } of barNames(made?.timed ?? [], { x: (time) => this.x(time), left, width }, this.name)) {
      const { top, height } = this.lane(item.lane);
      root.append(svg("text", { class: "timeline-name", x, y: top + height - 3.5, "font-size": 11, fill: item.bad ? "var(--error)" : "var(--surface)", "pointer-events": "none" }, words));
    }
  }

  setRange() {
    const { made, app } = this;
    if (!made) return;
    const [from, to] = [made.axis.time(this.shown.from), made.axis.time(this.shown.to)];
    const whole = this.shown.to - this.shown.from >= made.axis.total;
    fill(this.range, `${whole ? "Whole span" : "Shown"}: ${duration(Math.max(0, to - from))} from `, app.time(from, to - from < 60_000 ? "exact" : "full"));
  }

  placeRing() {
    const item = this.item();
    if (!this.ring) return;
    if (!item || item.start === null || item.end === null) {
      this.ring.setAttribute("visibility", "hidden");
      return;
    }
    const { top, height } = this.lane(item.lane);
    const [from, to] = [this.x(item.start), this.x(item.end)];
    const half = item.interval ? 2 : 7;
    for (const [name, value] of Object.entries({ x: from - half, y: top - 2.5, width: Math.max(2, to - from) + 2 * half, height: height + 5, visibility: "visible" })) this.ring.setAttribute(name, String(value));
  }

  // The item at hand

  /** @param {number} index of the timed items @param {boolean} [reveal] move the window to it */
  setActive(index, reveal = false) {
    this.active = index;
    const item = this.item();
    this.plot.setAttribute("aria-valuenow", String(Math.max(1, index + 1)));
    this.plot.setAttribute("aria-valuetext", item ? `${this.words(item)}, item ${count(index + 1)} of ${count(this.made?.timed.length ?? 0)}` : "nothing on the axis");
    if (item && reveal) this.bring(item);
    this.placeRing();
    if (document.activeElement === this.plot) this.say(item);
  }

  /** Move the window so far that an item is in it. @param {TimelineItem} item */
  bring(item) {
    const { made, shown } = this;
    if (!made || item.start === null || item.end === null) return;
    const [from, to] = [made.axis.unit(item.start), made.axis.unit(item.end)];
    const length = shown.to - shown.from;
    if (from >= shown.from && from <= shown.to) return;
    this.shown = windowAt((from + Math.min(to, from + length)) / 2 - length / 2, length, made.axis.total);
    this.later();
  }

  /** @param {string} key of an item @returns {boolean} whether it is on the axis */
  goTo(key) {
    const index = this.made?.timed.findIndex((item) => item.key === key) ?? -1;
    if (index >= 0) this.setActive(index, true);
    return index >= 0;
  }

  /** @param {TimelineItem | null} item */
  say(item) {
    this.readout.textContent = item ? this.words(item) : SHORT_HINT;
  }

  /** @param {PointerEvent} event */
  pointer(event) {
    const { drag, made } = this;
    if (drag && event.buttons & 1) {
      const length = this.shown.to - this.shown.from;
      const by = ((event.clientX - drag.x) / this.room()) * length;
      if (Math.abs(event.clientX - drag.x) > 3 && !drag.moved) {
        drag.moved = true;
        this.plot.setPointerCapture(event.pointerId);
      }
      if (drag.moved && made) {
        this.shown = windowAt(drag.from - by, length, made.axis.total);
        this.later();
      }
      return;
    }
    this.say(this.at(event) ?? (document.activeElement === this.plot ? this.item() : null));
  }

  /** @param {PointerEvent} event */
  at(event) {
    if (!this.made) return null;
    return nearestItem(this.made.timed, this.laneAt(event.clientY), event.clientX - this.plot.getBoundingClientRect().left, (time) => this.x(time), REACH);
  }

  /** @param {PointerEvent} event */
  press(event) {
    const item = this.at(event);
    if (!item || !this.made) return;
    this.setActive(this.made.timed.indexOf(item));
    this.onMove(item);
    this.onOpen(item);
  }

  // Zoom

  /** @param {number} factor @param {number} [at] unit */
  zoom(factor, at) {
    const { made, shown } = this;
    if (!made) return;
    const item = this.item();
    const unit = item && item.start !== null ? made.axis.unit(item.start) : -1;
    const centre = at ?? (unit >= shown.from && unit <= shown.to ? unit : (shown.from + shown.to) / 2);
    this.shown = zoomed(shown, factor, centre, made.axis.total);
    this.later();
  }

  all() {
    if (!this.made) return;
    this.shown = windowAt(0, this.made.axis.total, this.made.axis.total);
    this.later();
  }

  /** @param {number} share of the window */
  pan(share) {
    if (!this.made) return;
    const length = this.shown.to - this.shown.from;
    this.shown = windowAt(this.shown.from + share * length, length, this.made.axis.total);
    this.later();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!this.made || this.made.axis.empty) return;
    event.preventDefault();
    const scale = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 300 : 1;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.pan(((event.deltaX || event.deltaY) * scale) / this.room());
    else this.zoom(Math.exp(clamp(event.deltaY * scale, -300, 300) / 300), this.unitAt(event.clientX));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.made) return;
    const last = this.made.timed.length - 1;
    if (last < 0) return;
    const zoomBy = { "+": 1 / STEP, "=": 1 / STEP, "-": STEP, _: STEP }[event.key];
    const move = { ArrowRight: this.active + 1, ArrowLeft: this.active - 1, Home: 0, End: last }[event.key];
    if (zoomBy !== undefined) this.zoom(zoomBy);
    else if (event.key === "0") this.all();
    else if (event.key === "PageDown") this.pan(0.5);
    else if (event.key === "PageUp") this.pan(-0.5);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") this.toLane(event.key === "ArrowDown" ? 1 : -1);
    else if (move !== undefined) this.moveTo(clamp(move, 0, last));
    else if (event.key === "Enter") {
      const item = this.item();
      if (item) this.onOpen(item);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} index */
  moveTo(index) {
    this.setActive(index, true);
    this.onMove(this.item());
  }

  /** The nearest item of the next lane that has one. @param {1 | -1} step */
  toLane(step) {
    const item = this.item();
    const { made } = this;
    if (!item || !made || item.start === null) return;
    for (let lane = item.lane + step; lane >= 0 && lane < made.lanes; lane += step) {
      const found = nearestItem(made.timed, lane, this.x(item.start), (time) => this.x(time), Infinity);
      if (found) return this.moveTo(made.timed.indexOf(found));
    }
  }
}

/** Whether times are shown in the reader's zone. @param {App} app */
function isLocal(app) {
  return !app.timeText(0, "full").endsWith(" UTC");
}

/** @param {boolean} executions whether there are any */
function legend(executions) {
  const entry = (/** @type {string} */ name, /** @type {string} */ data, /** @type {string} */ words) => el("li", null, svg("svg", { width: 20, height: 14, class: "chart-swatch", "aria-hidden": "true" }, svg("path", { class: name, d: data })), words);
  const log = [entry("timeline-tick-assistant", "M4 1v12M10 1v12M16 1v12", "log time of an entry"), entry("timeline-tick-result-bad", "M10 1v12", "with an error")];
  if (!executions) return log;
  return [...log, entry("timeline-interval", "M2 2h16v10H2z", "execution, as the collector saw it"), entry("timeline-interval-bad", "M2 2h16v10H2z", "failed"), entry("timeline-point", "M10 1l6 6l-6 6l-6 -6z", "execution without an interval")];
}
