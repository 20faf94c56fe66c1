// @ts-check
/**
 * Text as it is displayed: terminal colours applied, `\r` overwrites and erasures carried out, other escapes dropped, and
 * controls that a reader can't see turned into marks. Pure. The original stays in Raw and in every copy.
 */

import { count } from "./format.js";

const ESCAPES = new RegExp(
  [
    "\\x1b\\[([0-?]*)[ -/]*([@-~])?", // CSI, also cut off
    "\\x9b([0-?]*)[ -/]*([@-~])?",
    "\\x1b\\][^\\x07\\x1b\\x9c\\n\\r]*(?:\\x07|\\x1b\\\\|\\x9c)?", // OSC, at most to the end of the line
    "\\x1b[PX^_][^\\x07\\x1b\\x9c\\n\\r]*(?:\\x1b\\\\|\\x9c)?",
    "[\\x90\\x98\\x9d-\\x9f][^\\x07\\x1b\\x9c\\n\\r]*(?:\\x07|\\x1b\\\\|\\x9c)?",
    "\\x1b[ -/]*[0-~]?",
    "\\x9c",
  ].join("|"),
  "g",
);

/** Characters that show nothing or change the order of what is shown. */
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;

const NAMES = new Map([
  [0xad, "SHY"], [0x34f, "CGJ"], [0x61c, "ALM"], [0x200b, "ZWSP"], [0x200c, "ZWNJ"], [0x200d, "ZWJ"], [0x200e, "LRM"], [0x200f, "RLM"],
  [0x2028, "LS"], [0x2029, "PS"], [0x202a, "LRE"], [0x202b, "RLE"], [0x202c, "PDF"], [0x202d, "LRO"], [0x202e, "RLO"],
  [0x2060, "WJ"], [0x2066, "LRI"], [0x2067, "RLI"], [0x2068, "FSI"], [0x2069, "PDI"], [0xfeff, "BOM"], [0x85, "NEL"], [0x7f, "DEL"],
]);

const C0 = ["NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "TAB", "LF", "VT", "FF", "CR", "SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US"];

/** Marks and coloured pieces of one text (`TEXT_RUNS` of bounds.py): each is an element, and a line of many thousands stops the page. */
const MOST_RUNS = 3_000;

/**
 * The lines with at most `MOST_RUNS` runs: what follows is plain, a hidden character as U+FFFD, and a mark says where that begins.
 * @param {Run[][]} lines
 */
function bounded(lines) {
  const all = lines.reduce((sum, runs) => sum + (runs.length > 1 ? runs.length : 0), 0);
  let left = MOST_RUNS;
  let told = false;
  return lines.map((runs) => {
    if (runs.length < 2 || runs.length <= left) {
      if (runs.length > 1) left -= runs.length;
      return runs;
    }
    const rest = { text: runs.slice(left).map((run) => (run.mark ? "\ufffd" : run.text)).join(""), style: "", mark: "" };
    const out = runs.slice(0, left);
    if (!told) out.push({ text: "\ufffd", style: "", mark: `plain from here: ${count(all - MOST_RUNS)} more marks and coloured pieces` });
    told = true;
    left = 0;
    return [...out, rest];
  });
}

/**
 * Short name of a control for its mark.
 * @param {number} code
 */
export function controlName(code) {
  return NAMES.get(code) ?? C0[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Letters beside which a joiner or non-joiner is ordinary spelling, and parts of emoji. */
const JOINING = /^[\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}\ufe0f\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]$/u;

/**
 * Whether a text holds anything that display changes.
 * @param {string} text
 */
export function needsDisplay(text) {
  return /[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(text) || HIDDEN.test(text);
}

/**
 * Split ordinary text into text and marks.
 * @param {string} text
 * @param {string} style
 * @param {Run[]} out
 */
function pushMarked(text, style, out) {
  if (!HIDDEN.test(text)) {
    if (text) out.push({ text, style, mark: "" });
    return;
  }
  const points = Array.from(text);
  let plain = "";
  for (let i = 0; i < points.length; i += 1) {
    const point = points[i];
    const code = /** @type {number} */ (point.codePointAt(0));
    const joins = (code === 0x200c || code === 0x200d) && i > 0 && i + 1 < points.length && JOINING.test(points[i - 1]) && JOINING.test(points[i + 1]);
    if (joins || !HIDDEN.test(point)) {
      plain += point;
      continue;
    }
    if (plain) out.push({ text: plain, style, mark: "" });
    plain = "";
    out.push({ text: point, style, mark: controlName(code) });
  }
  if (plain) out.push({ text: plain, style, mark: "" });
}

/** Select Graphic Rendition state. */
class Pen {
  constructor() {
    this.fore = -1;
    this.back = -1;
    this.bold = false;
    this.italic = false;
    this.under = false;
    this.strike = false;
    this.inverse = false;
  }

  reset() {
    this.fore = -1;
    this.back = -1;
    this.bold = false;
    this.italic = false;
    this.under = false;
    this.strike = false;
    this.inverse = false;
  }

  /** Class names of the present state. */
  style() {
    const names = [];
    const fore = this.inverse ? this.back : this.fore;
    const back = this.inverse ? (this.fore < 0 ? 7 : this.fore) : this.back;
    if (back >= 0) names.push(`ansi-b${back % 8}`);
    else if (fore >= 0) names.push(`ansi-f${fore % 8}`);
    if (this.bold) names.push("ansi-bold");
    if (this.italic) names.push("ansi-italic");
    if (this.under) names.push("ansi-under");
    if (this.strike) names.push("ansi-strike");
    return names.join(" ");
  }

  /** @param {string} parameters what stands between "[" and "m" */
  apply(parameters) {
    const codes = parameters.split(/[;:]/).map((part) => (part === "" ? 0 : Number.parseInt(part, 10)));
    for (let i = 0; i < codes.length; i += 1) {
      const code = codes[i];
      if (code === 0) this.reset();
      else if (code === 1) this.bold = true;
      else if (code === 3) this.italic = true;
      else if (code === 4) this.under = true;
      else if (code === 7) this.inverse = true;
      else if (code === 9) this.strike = true;
      else if (code === 22) this.bold = false;
      else if (code === 23) this.italic = false;
      else if (code === 24) this.under = false;
      else if (code === 27) this.inverse = false;
      else if (code === 29) this.strike = false;
      else if (code >= 30 && code <= 37) this.fore = code - 30;
      else if (code >= 90 && code <= 97) this.fore = code - 90;
      else if (code === 39) this.fore = -1;
      else if (code >= 40 && code <= 47) this.back = code - 40;
      else if (code >= 100 && code <= 107) this.back = code - 100;
      else if (code === 49) this.back = -1;
      else if (code === 38 || code === 48) {
        const [colour, used] = extended(codes, i + 1);
        if (code === 38) this.fore = colour;
        else this.back = colour;
        i += used;
      }
    }
  }
}

/**
 * A colour of 256 or 24 bits as the nearest of the eight that have readable tones in both themes.
 * @param {number[]} codes
 * @param {number} at
 * @returns {[number, number]} colour and codes used
 */
function extended(codes, at) {
  if (codes[at] === 5) return [indexed(codes[at + 1] ?? 7), 2];
  if (codes[at] === 2) return [nearest(codes[at + 1] ?? 0, codes[at + 2] ?? 0, codes[at + 3] ?? 0), 4];
  return [-1, 1];
}

/** @param {number} value */
function indexed(value) {
  if (value < 16) return value % 8;
  if (value >= 232) return value < 244 ? 0 : 7;
  const cube = value - 16;
  return nearest(Math.floor(cube / 36) * 51, (Math.floor(cube / 6) % 6) * 51, (cube % 6) * 51);
}

/**
 * @param {number} red
 * @param {number} green
 * @param {number} blue
 */
function nearest(red, green, blue) {
  const most = Math.max(red, green, blue);
  if (most - Math.min(red, green, blue) < 32) return most < 96 ? 0 : 7;
  const bit = (/** @type {number} */ part) => (part > most * 0.6 ? 1 : 0);
  return bit(red) + 2 * bit(green) + 4 * bit(blue);
}

/**
 * The lines of a text as displayed. `\r\n` is a line break; a bare `\r`, a backspace and "erase line" act on their line.
 * @param {string} text
 * @returns {Run[][]}
 */
export function displayLines(text) {
  return bounded(allLines(text));
}

/** @param {string} text @returns {Run[][]} */
function allLines(text) {
  if (!needsDisplay(text)) return text.split("\n").map((line) => (line ? [{ text: line, style: "", mark: "" }] : []));
  const pen = new Pen();
  return text.split("\n").map((line) => displayLine(line.endsWith("\r") ? line.slice(0, -1) : line, pen));
}

/**
 * @param {string} line
 * @param {Pen} pen carries colours from line to line
 * @returns {Run[]}
 */
function displayLine(line, pen) {
  const overwrites = /[\r\x08]|\x1b\[[0-2]?K|\x9b[0-2]?K/.test(line);
  /** @type {Run[]} */
  const out = [];
  if (!overwrites) {
    let from = 0;
    for (const found of line.matchAll(ESCAPES)) {
      pushMarked(line.slice(from, found.index), pen.style(), out);
      from = found.index + found[0].length;
      if ((found[2] ?? found[4]) === "m") pen.apply(found[1] ?? found[3] ?? "");
    }
    pushMarked(line.slice(from), pen.style(), out);
    return out;
  }
  const cells = new Cells();
  let from = 0;
  for (const found of line.matchAll(ESCAPES)) {
    cells.write(line.slice(from, found.index), pen.style());
    from = found.index + found[0].length;
    const final = found[2] ?? found[4];
    if (final === "m") pen.apply(found[1] ?? found[3] ?? "");
    else if (final === "K") cells.erase(found[1] ?? found[3] ?? "");
  }
  cells.write(line.slice(from), pen.style());
  for (const [chunk, style] of cells.runs()) pushMarked(chunk, style, out);
  return out;
}

/** One line of a terminal: characters with styles and a cursor. */
class Cells {
  constructor() {
    /** @type {string[]} */
    this.texts = [];
    /** @type {string[]} */
    this.styles = [];
    this.cursor = 0;
  }

  /**
   * @param {string} text
   * @param {string} style
   */
  write(text, style) {
    for (const point of text) {
      if (point === "\r") this.cursor = 0;
      else if (point === "\b") this.cursor = Math.max(0, this.cursor - 1);
      else {
        this.texts[this.cursor] = point;
        this.styles[this.cursor] = style;
        this.cursor += 1;
      }
    }
  }

  /** @param {string} mode 0 or none: to the end, 1: to the cursor, 2: all */
  erase(mode) {
    const from = mode === "1" || mode === "2" ? 0 : this.cursor;
    if (mode === "1") {
      for (let i = from; i <= this.cursor && i < this.texts.length; i += 1) this.texts[i] = " ";
      return;
    }
    this.texts.length = Math.min(this.texts.length, from);
    this.styles.length = this.texts.length;
    while (this.texts.length < this.cursor) {
      this.texts.push(" ");
      this.styles.push("");
    }
  }

  /** @returns {Generator<[string, string]>} text and style */
  *runs() {
    let end = this.texts.length;
    // What erasing left as padding at the end of the line was never written.
    while (end > 0 && this.texts[end - 1] === " " && this.styles[end - 1] === "") end -= 1;
    let text = "";
    let style = "";
    for (let i = 0; i < end; i += 1) {
      if (this.styles[i] !== style && text) {
        yield [text, style];
        text = "";
      }
      style = this.styles[i];
      text += this.texts[i];
    }
    if (text) yield [text, style];
  }
}

/**
 * A text as displayed, without styles and marks: what a search in the display looks at.
 * @param {string} text
 */
export function displayText(text) {
  if (!needsDisplay(text)) return text;
  return allLines(text).map((runs) => runs.map((run) => (run.mark ? "" : run.text)).join("")).join("\n");
}

/**
 * The lines of a text taken literally: every control is a mark, ESC and CR included.
 * @param {string} text
 * @returns {Run[][]}
 */
export function literalLines(text) {
  const lines = text.split("\n").map((line) => {
    /** @type {Run[]} */
    const out = [];
    let from = 0;
    for (const found of line.matchAll(/[\x1b\r]/g)) {
      pushMarked(line.slice(from, found.index), "", out);
      out.push({ text: found[0], style: "", mark: found[0] === "\r" ? "\u240d" : "\u241b" });
      from = found.index + 1;
    }
    pushMarked(line.slice(from), "", out);
    return out;
  });
  return bounded(lines);
}
