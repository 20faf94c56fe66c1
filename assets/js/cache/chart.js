// @ts-check
/**
 * The two charts of the Cache view (CACHE-3): hit rate by request, prompt parts by request. Drawn for the width at hand, so
 * that text keeps its size; one tab stop each, arrow keys move between the points.
 */
import { el, fill, uid } from "../dom.js";
import { percent, tokens } from "../format.js";
import { bands, EDGE, labels, markX, nearest, runs, scale, short, TEXT } from "./layout.js";
import { fills, PARTS, svg } from "./svg.js";
import { markWords, pointWords } from "./words.js";

const HINT = "Left and right arrow keys move between the points, Enter shows the request in the list below.";

/** Width of a printed page's text, in CSS pixels. */
const PAPER = 680;

/** Points further apart than this are drawn as dots. */
const DOTS = 5;

export class Chart {
  /**
   * @param {App} app
   * @param {CacheChart} data
   * @param {"rate" | "parts"} kind
   * @param {string} title
   * @param {string} words what the chart says as a whole
   * @param {(point: number) => void} onOpen
   */
  constructor(app, data, kind, title, words, onOpen) {
    this.app = app;
    this.data = data;
    this.kind = kind;
    this.title = title;
    this.words = words;
    this.onOpen = onOpen;
    this.height = kind === "rate" ? 190 : 150;
    this.width = 0;
    this.active = data.item.length - 1;
    /** @type {SVGGElement[]} */
    this.points = [];
    /** What stands below while no point is chosen; the second chart need not say it again. */
    this.resting = kind === "rate" ? HINT : "Tokens of the prompt, at the same points as above.";
    this.readout = el("p", { class: "chart-readout", "aria-hidden": "true" }, this.resting);
    this.box = el("div", { class: "chart-box" });
    this.element = el("figure", { class: `chart chart-${kind}` }, this.box, this.readout);
    new ResizeObserver(() => this.measure()).observe(this.box);
    window.addEventListener("beforeprint", () => this.draw(PAPER));
    window.addEventListener("afterprint", () => this.measure());
    app.onChange((what) => {
      if (what === "zone" && this.width) this.draw(this.width);
    });
  }

  measure() {
    const width = Math.floor(this.box.clientWidth);
    if (width > 0 && width !== this.width) this.draw(width);
  }

  /** @param {number} width */
  draw(width) {
    this.width = width;
    const { data, height } = this;
    const title = uid("chart");
    const words = uid("chart");
    const focused = this.box.contains(document.activeElement);
    const { xs, band } = bands(data.item.length, width);
    const root = svg("svg", { class: "chart-svg", width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-labelledby": title, "aria-describedby": words });
    root.append(svg("title", { id: title }, this.title), svg("desc", { id: words }, `${this.words} ${HINT}`));
    this.guide = svg("line", { class: "chart-guide", y1: 30, y2: height - 22, visibility: "hidden" });
    const plot = { top: this.kind === "rate" ? 42 : 12, bottom: height - 24 };
    root.append(this.guide);
    if (this.kind === "rate") this.drawRate(root, xs, band, plot);
    else this.drawParts(root, xs, band, plot);
    this.drawTimes(root);
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusin", (event) => this.focused(event));
    root.addEventListener("focusout", () => this.leave());
    root.addEventListener("pointermove", (event) => this.say(this.at(event)));
    root.addEventListener("pointerleave", () => this.leave());
    root.addEventListener("click", (event) => this.open(this.at(event)));
    fill(this.box, root);
    if (focused) this.points[this.active]?.focus();
  }

  /**
   * @param {SVGElement} root
   * @param {number[]} xs
   * @param {number} band
   * @param {{top: number, bottom: number}} plot
   */
  drawRate(root, xs, band, plot) {
    const { data } = this;
    const y = (/** @type {number} */ rate) => plot.bottom - rate * (plot.bottom - plot.top);
    for (const rate of [0, 0.5, 1]) this.tick(root, y(rate), `${rate * 100} %`);
    this.drawMarks(root, xs, plot);
    for (const run of runs(data.rate)) {
      const path = run.map((place, i) => `${i ? "L" : "M"}${xs[place].toFixed(1)} ${y(data.rate[place] ?? 0).toFixed(1)}`).join("");
      root.append(svg("path", { class: "chart-line", d: path }));
    }
    this.points = xs.map((x, place) => {
      const rate = data.rate[place];
      const group = this.point(place, x, band, plot);
      const size = band >= DOTS ? 3.2 : 0;
      if (rate === null && data.misses[place] > 0) group.append(svg("path", { class: "chart-miss chart-hollow", d: diamond(x, plot.bottom, 5.5) }));
      else if (rate === null) group.append(svg("path", { class: "chart-none", d: `M${x - 3} ${plot.bottom - 3}l6 6m0 -6l-6 6` }));
      else if (data.misses[place] > 0) group.append(svg("path", { class: "chart-miss", d: diamond(x, y(rate), 5.5) }));
      else group.append(svg("circle", { class: "chart-dot", cx: x, cy: y(rate), r: size }));
      group.append(svg("circle", { class: "chart-ring", cx: x, cy: rate === null ? plot.bottom : y(rate), r: 8 }));
      root.append(group);
      return group;
    });
  }

  /**
   * @param {SVGElement} root
   * @param {number[]} xs
   * @param {number} band
   * @param {{top: number, bottom: number}} plot
   */
  drawParts(root, xs, band, plot) {
    const { data } = this;
    const { defs, fill: fillOf } = fills();
    root.append(defs);
    const sums = data.item.map((_, place) => PARTS.reduce((sum, part) => sum + (data[part][place] || 0), 0) / data.count[place]);
    const { top, ticks } = scale(Math.max(0, ...sums));
    const y = (/** @type {number} */ value) => plot.bottom - (value / top) * (plot.bottom - plot.top);
    for (const tick of ticks) this.tick(root, y(tick), tokens(tick).replace(".0 k", " k").replace(/\.?0+ M/, " M"));
    const wide = Math.min(44, band >= 4 ? band * 0.74 : band);
    this.points = xs.map((x, place) => {
      const group = this.point(place, x, band, plot);
      let base = 0;
      for (const part of PARTS) {
        const value = (data[part][place] || 0) / data.count[place];
        if (value <= 0) continue;
        const upper = y(base + value);
        const bar = svg("rect", { class: `part part-${part}`, x: x - wide / 2, y: upper, width: wide, height: Math.max(0.5, y(base) - upper) });
        bar.style.fill = fillOf[part];
        // A border would cover what tells the parts of a narrow bar apart.
        if (wide < 4) bar.style.stroke = "none";
        group.append(bar);
        base += value;
      }
      group.append(svg("rect", { class: "chart-ring", x: x - wide / 2 - 3, y: y(base) - 3, width: wide + 6, height: plot.bottom - y(base) + 6, rx: 3 }));
      root.append(group);
      return group;
    });
  }

  /**
   * A point takes clicks on its whole band of the plot, as `at` does.
   * @param {number} place
   * @param {number} x
   * @param {number} band
   * @param {{top: number, bottom: number}} plot
   */
  point(place, x, band, { top, bottom }) {
    const group = svg("g", { class: "chart-point", role: "button", tabindex: place === this.active ? 0 : -1, "aria-label": this.pointWords(place) });
    group.append(svg("rect", { class: "chart-band", x: x - band / 2, y: top, width: band, height: bottom - top }));
    return group;
  }

  /** @param {number} place */
  pointWords(place) {
    return pointWords(this.data, place, this.app.timeText(this.data.time[place], "full"));
  }

  /**
   * @param {SVGElement} root
   * @param {number} y
   * @param {string} words
   */
  tick(root, y, words) {
    root.append(svg("line", { class: "chart-rule", x1: EDGE.left, x2: this.width - EDGE.right, y1: y, y2: y }), svg("text", { class: "chart-text", x: this.width - EDGE.right + 8, y: y + 4, "aria-hidden": "true" }, words));
  }

  /**
   * @param {SVGElement} root
   * @param {number[]} xs
   * @param {{top: number, bottom: number}} plot
   */
  drawMarks(root, xs, plot) {
    const { data, width } = this;
    const marks = data.mark_point.map((point, mark) => ({ x: markX(point, xs, width), kind: data.mark_kind[mark], words: short(markWords(data, mark)) }));
    const places = labels(marks, width, 2);
    marks.forEach(({ x, kind, words }, mark) => {
      const place = places[mark];
      const top = place ? place.line * (TEXT + 4) + 4 : plot.top - 6;
      root.append(svg("line", { class: `chart-mark chart-mark-${kind}`, x1: x, x2: x, y1: top, y2: plot.bottom }));
      if (place) root.append(svg("text", { class: "chart-text chart-mark-text", x: place.x, y: place.line * (TEXT + 4) + TEXT + 2, "text-anchor": place.anchor, "aria-hidden": "true" }, words));
    });
  }

  /** First and last time below the plot. @param {SVGElement} root */
  drawTimes(root) {
    const { data, height, width } = this;
    const last = data.time.length - 1;
    const ends = [data.time[0], data.time[last]];
    const days = ends.map((time) => this.app.timeText(time, "date", ""));
    const times = ends.map((time, end) => `${days[0] === days[1] || !days[end] ? "" : `${days[end]}, `}${this.app.timeText(time, "short", "")}`);
    root.append(svg("text", { class: "chart-text", x: EDGE.left, y: height - 7, "aria-hidden": "true" }, times[0]));
    if (last > 0) root.append(svg("text", { class: "chart-text", x: width - EDGE.right, y: height - 7, "text-anchor": "end", "aria-hidden": "true" }, times[1]));
  }

  /** @param {PointerEvent | MouseEvent} event */
  at(event) {
    return nearest(event.clientX - this.box.getBoundingClientRect().left, this.points.length, this.width);
  }

  /** @param {number} place */
  say(place) {
    this.readout.textContent = this.pointWords(place);
    const { xs } = bands(this.points.length, this.width);
    this.guide?.setAttribute("x1", String(xs[place]));
    this.guide?.setAttribute("x2", String(xs[place]));
    this.guide?.setAttribute("visibility", "visible");
  }

  leave() {
    if (this.box.contains(document.activeElement)) this.say(this.active);
    else {
      this.readout.textContent = this.resting;
      this.guide?.setAttribute("visibility", "hidden");
    }
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const place = this.points.indexOf(/** @type {SVGGElement} */ (event.target));
    if (place < 0) return;
    this.points[this.active]?.setAttribute("tabindex", "-1");
    this.active = place;
    this.points[place].setAttribute("tabindex", "0");
    this.say(place);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const last = this.points.length - 1;
    const at = this.active;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.open(at);
      return;
    }
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last, PageUp: at - 10, PageDown: at + 10 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.points[Math.min(last, Math.max(0, next))].focus();
  }

  /** @param {number} place */
  open(place) {
    if (place >= 0) this.onOpen(place);
  }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function diamond(x, y, size) {
  return `M${x.toFixed(1)} ${(y - size).toFixed(1)}l${size} ${size}l${-size} ${size}l${-size} ${-size}z`;
}

/**
 * The series as a table.
 * @param {App} app
 * @param {CacheChart} chart
 */
export function chartTable(app, chart) {
  /** @type {Map<number, string[]>} */
  const marks = new Map();
  chart.mark_point.forEach((point, mark) => marks.set(point, [...(marks.get(point) ?? []), markWords(chart, mark)]));
  const head = ["Time", "Requests", "Hit rate", "Cache read", "Cache write", "Uncached input", "Misses", "Before it"];
  const body = el("tbody");
  chart.item.forEach((_, place) => {
    const rate = chart.rate[place];
    const cells = [String(chart.count[place]), rate === null ? "none" : percent(rate), tokens(chart.read[place]), tokens(chart.write[place]), tokens(chart.input[place]), chart.misses[place] ? String(chart.misses[place]) : ""];
    body.append(el("tr", null, el("td", { class: "num" }, app.time(chart.time[place], "full")), ...cells.map((words) => el("td", { class: "num" }, words)), el("td", null, (marks.get(place) ?? []).join(", "))));
  });
  const after = marks.get(chart.item.length);
  if (after) body.append(el("tr", null, el("td", { colspan: head.length - 1 }, "after the last request"), el("td", null, after.join(", "))));
  return el("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "The charts as a table" }, el("table", { class: "table" }, el("thead", null, el("tr", null, ...head.map((words, i) => el("th", { scope: "col", class: i < head.length - 1 ? "num" : "" }, words)))), body));
}
