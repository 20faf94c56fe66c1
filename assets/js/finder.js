// @ts-check
/**
 * A search over many items in slices: summaries at once, then every captured text, with a running count. Pure: the clock
 * and the scheduler are passed in.
 */
import { countMatches, mayMatch, normalise, rawNeedle, stepMatch } from "./search.js";

/** Longest time of one slice, ms. */
const SLICE = 12;

/**
 * @template K
 */
export class Finder {
  /**
   * @param {object} options
   * @param {number} options.limit characters of a query
   * @param {(key: K) => string} options.summary searched at once
   * @param {(key: K) => number} options.chunk number of the data element that holds the text, -1 for none
   * @param {(chunk: number) => string | null} options.raw its raw JSON
   * @param {(key: K) => string[] | null} options.texts parts of the captured text; null when there is none
   * @param {() => void} options.changed counts changed
   * @param {() => number} options.now ms
   * @param {(run: () => void) => void} options.later runs after what is waiting
   */
  constructor(options) {
    this.options = options;
    /** @type {K[]} */
    this.keys = [];
    /** Folded query; empty when nothing is searched. */
    this.query = "";
    /** @type {Map<K, number>} matches in the captured text of this query */
    this.bodies = new Map();
    /** @type {Map<K, number>} */
    this.summaries = new Map();
    /** @type {number[]} matches of each key, in order */
    this.counts = [];
    this.total = 0;
    this.running = false;
    this.run = 0;
    /** Present match: place of its key and number in it. */
    this.place = -1;
    this.nth = 0;
  }

  /** @param {string} query as typed */
  setQuery(query) {
    const folded = normalise(query, this.options.limit);
    if (folded === this.query) return;
    this.query = folded;
    this.bodies.clear();
    this.summaries.clear();
    this.place = -1;
    this.nth = 0;
    this.start();
  }

  /** The items that are searched, in order (a filter changed). @param {K[]} keys */
  setKeys(keys) {
    const now = this.place >= 0 ? this.keys[this.place] : undefined;
    this.keys = keys;
    this.place = now === undefined ? -1 : keys.indexOf(now);
    this.start();
  }

  start() {
    this.run += 1;
    this.counts = [];
    this.total = 0;
    this.running = false;
    if (this.query === "") {
      this.options.changed();
      return;
    }
    for (const key of this.keys) {
      if (!this.summaries.has(key)) this.summaries.set(key, countMatches(this.options.summary(key), this.query));
      this.push(key);
    }
    this.running = true;
    this.options.changed();
    const run = this.run;
    const walk = this.walk();
    const slice = () => {
      if (run !== this.run) return;
      const end = this.options.now() + SLICE;
      let done = false;
      do done = walk.next().done === true;
      while (!done && this.options.now() < end);
      this.running = !done;
      this.options.changed();
      if (!done) this.options.later(slice);
    };
    this.options.later(slice);
  }

  /** @param {K} key */
  push(key) {
    const value = this.bodies.get(key) || (this.summaries.get(key) ?? 0);
    this.counts.push(value);
    this.total += value;
  }

  /** @returns {Generator<void>} one step an item */
  *walk() {
    const { options, query } = this;
    const needle = rawNeedle(query);
    /** @type {Map<number, boolean>} */
    const may = new Map();
    for (let place = 0; place < this.keys.length; place += 1) {
      const key = this.keys[place];
      if (this.bodies.has(key)) continue;
      const chunk = options.chunk(key);
      if (chunk >= 0 && !may.has(chunk)) {
        may.set(chunk, mayMatch(options.raw(chunk) ?? "", needle));
        yield;
      }
      const texts = chunk < 0 || may.get(chunk) === false ? null : options.texts(key);
      let found = 0;
      for (const text of texts ?? []) found += countMatches(text, query);
      this.bodies.set(key, found);
      if (found === 0) continue;
      this.total += found - this.counts[place];
      this.counts[place] = found;
      yield;
    }
  }

  /**
   * Go to the next or previous match.
   * @param {1 | -1} step
   * @param {number} [from] place to start at when there is no present match
   * @returns {{key: K, nth: number, inBody: boolean} | null}
   */
  step(step, from = -1) {
    const start = this.place < 0 && from >= 0 ? from - (step > 0 ? 1 : 0) : this.place;
    const next = stepMatch(this.counts, start, this.place < 0 ? (step > 0 ? Infinity : -Infinity) : this.nth, step);
    if (!next) return null;
    this.place = next.place;
    this.nth = next.nth;
    const key = this.keys[next.place];
    return { key, nth: next.nth, inBody: (this.bodies.get(key) ?? 0) > 0 };
  }

  /** "3 of 9", "9 so far", "no match", "" without a query. */
  words() {
    if (this.query === "") return "";
    if (this.total === 0) return this.running ? "searching" : "no match";
    if (this.running) return `${this.total} so far`;
    if (this.place < 0) return this.total === 1 ? "1 match" : `${this.total} matches`;
    let before = 0;
    for (let place = 0; place < this.place; place += 1) before += this.counts[place];
    return `${before + this.nth + 1} of ${this.total}`;
  }
}
