// @ts-check
/**
 * Filters and searches over entries (SES-2, SES-6). Pure: clock and scheduler are passed in.
 */
import { fold, mayMatch, normalise, rawNeedle } from "../search.js";
import { ROW, face, kindsOf } from "./entries.js";

/** Longest time of one slice of a search, ms. */
const SLICE = 12;

/** @returns {EntryFilter} */
export function emptyFilter() {
  return { kinds: new Set(), internal: false, type: "", role: "", tool: "", model: "", label: "", from: "", to: "", standing: "", query: "" };
}

/** Names of the advanced conditions. */
export const CONDITIONS = /** @type {const} */ (["type", "role", "tool", "model", "label", "from", "to", "standing"]);

/**
 * How many advanced conditions are set.
 * @param {EntryFilter} filter
 */
export function conditionCount(filter) {
  let set = 0;
  for (const name of CONDITIONS) if (filter[name] !== "") set += 1;
  return set;
}

/**
 * Whether anything but the internal switch narrows the list.
 * @param {EntryFilter} filter
 */
export function isFiltered(filter) {
  return filter.kinds.size > 0 || conditionCount(filter) > 0 || filter.query !== "";
}

/**
 * A time as typed, in UTC, as ms; NaN when it can't be read. Seconds and time may be missing.
 * @param {string} text "2026-11-30", "2026-11-30T06:08"
 */
export function typedTime(text) {
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d(?:\.\d{1,3})?))?)?$/.exec(text.trim());
  return found ? Date.parse(`${found[1]}T${found[2] ?? "00:00"}:${found[3] ?? "00"}Z`) : NaN;
}

/**
 * Tests and searches rows for one list.
 */
export class EntryIndex {
  /**
   * @param {App["data"]} data
   * @param {Map<number, string[]>} labels texts of the labels on each row
   */
  constructor(data, labels) {
    this.data = data;
    this.labels = labels;
    /** @type {(Set<string> | undefined)[]} */
    this.kindCache = [];
    /** @type {(string | undefined)[]} */
    this.textCache = [];
  }

  /** @param {number} row */
  kinds(row) {
    return (this.kindCache[row] ??= kindsOf(this.data, row));
  }

  /** Summary, labels, names and id of a row, folded. @param {number} row */
  text(row) {
    let text = this.textCache[row];
    if (text === undefined) {
      const rows = /** @type {Rows} */ (this.data.rows);
      const { label, text: words, calls } = face(this.data, row);
      text = fold([label, words, calls.join(" "), this.data.string(rows.name[row]), rows.id[row], ...(this.labels.get(row) ?? [])].join("\n"));
      this.textCache[row] = text;
    }
    return text;
  }

  /**
   * Whether a row passes chips and conditions; the internal switch and the query are tested apart.
   * @param {number} row
   * @param {EntryFilter} filter
   */
  passes(row, filter) {
    if (filter.kinds.size > 0 && !this.passesKinds(this.kinds(row), filter.kinds)) return false;
    return conditionCount(filter) === 0 || this.meets(row, filter);
  }

  /** Whether a row meets the advanced conditions. @param {number} row @param {EntryFilter} filter */
  meets(row, filter) {
    const rows = /** @type {Rows} */ (this.data.rows);
    const string = (/** @type {number} */ code) => this.data.string(code);
    if (filter.type && string(rows.type[row]) !== filter.type) return false;
    const role = string(rows.role[row]);
    if (filter.role && role !== filter.role) return false;
    if (filter.tool && !(role === "toolResult" ? string(rows.name[row]) === filter.tool : role === "assistant" && this.callsTool(row, filter.tool))) return false;
    if (filter.model && string(rows.name[row]) !== filter.model) return false;
    if (filter.label && !(this.labels.get(row) ?? []).some((label) => fold(label).includes(fold(filter.label)))) return false;
    if (filter.standing && rows.standings[rows.standing[row]] !== filter.standing) return false;
    const time = rows.time[row];
    const from = typedTime(filter.from);
    const to = typedTime(filter.to);
    if (!Number.isNaN(from) && !(time !== null && time >= from)) return false;
    return Number.isNaN(to) || (time !== null && time <= to);
  }

  /** Chips of one sort widen each other; those of Branch view narrow. @param {Set<string>} kinds @param {Set<string>} wanted */
  passesKinds(kinds, wanted) {
    let any = false;
    let found = false;
    for (const name of wanted) {
      if (name === "no-tools" || name === "user-only" || name === "labelled") {
        if (!kinds.has(name)) return false;
      } else {
        any = true;
        if (kinds.has(name)) found = true;
      }
    }
    return !any || found;
  }

  /** @param {number} row @param {string} tool */
  callsTool(row, tool) {
    const found = face(this.data, row);
    return found.label === tool || found.calls.includes(tool);
  }

  /**
   * Make the searched texts ahead of the first search, in slices.
   * @param {() => number} now ms
   * @param {(run: () => void) => void} later
   */
  warm(now, later) {
    const count = this.data.rows?.item.length ?? 0;
    let row = 0;
    const slice = () => {
      const end = now() + SLICE;
      for (; row < count && now() < end; row += 1) this.text(row);
      if (row < count) later(slice);
    };
    if (this.textCache.length === 0) later(slice);
  }

  /** Whether the internal switch hides a row (SES-2). @param {number} row */
  internal(row) {
    const flags = /** @type {Rows} */ (this.data.rows).flags[row];
    return (flags & ROW.INTERNAL) !== 0 && (flags & ROW.ERROR) === 0;
  }
}

/**
 * A search over entries: summaries and labels at once, all captured content when asked for.
 */
export class EntrySearch {
  /**
   * @param {EntryIndex} index
   * @param {object} options
   * @param {number} options.limit characters of a query
   * @param {() => void} options.changed
   * @param {() => number} options.now ms
   * @param {(run: () => void) => void} options.later
   */
  constructor(index, options) {
    this.index = index;
    this.options = options;
    this.query = "";
    /** @type {Set<number>} rows whose summary or label matches */
    this.direct = new Set();
    /** @type {Set<number>} rows whose captured content matches */
    this.content = new Set();
    /** Whether all content was asked for with this query. */
    this.deep = false;
    this.running = false;
    this.run = 0;
    /** Entries with a cut text, known after a search of all content. */
    this.cut = 0;
  }

  /** @param {string} query */
  setQuery(query) {
    const folded = normalise(query, this.options.limit).trim();
    if (folded === this.query) return;
    this.query = folded;
    this.run += 1;
    this.deep = false;
    this.running = false;
    this.direct.clear();
    this.content.clear();
    if (folded) {
      const count = this.index.data.rows?.item.length ?? 0;
      for (let row = 0; row < count; row += 1) if (this.index.text(row).includes(folded)) this.direct.add(row);
    }
    this.options.changed();
  }

  /** @param {number} row */
  matches(row) {
    return this.query === "" || this.direct.has(row) || this.content.has(row);
  }

  /** Search all captured content, in slices. */
  searchContent() {
    if (this.query === "" || this.deep) return;
    this.deep = true;
    this.running = true;
    this.run += 1;
    this.cut = 0;
    const run = this.run;
    const walk = this.walk();
    let told = this.options.now();
    let found = 0;
    const slice = () => {
      if (run !== this.run) return;
      const end = this.options.now() + SLICE;
      let done = false;
      do done = walk.next().done === true;
      while (!done && this.options.now() < end);
      this.running = !done;
      // A list made anew costs more than a slice: not more often than the eye needs it.
      if (done || (this.content.size > found && this.options.now() - told > 200)) {
        told = this.options.now();
        found = this.content.size;
        this.options.changed();
      }
      if (!done) this.options.later(slice);
    };
    this.options.changed();
    this.options.later(slice);
  }

  /** @returns {Generator<void>} */
  *walk() {
    const { data } = this.index;
    const needle = rawNeedle(this.query);
    const slots = data.rows?.detail ?? [];
    let chunk = -1;
    let may = false;
    for (let row = 0; row < slots.length; row += 1) {
      const slot = slots[row];
      if (slot < 0) continue;
      if (data.chunkOf(slot) !== chunk) {
        chunk = data.chunkOf(slot);
        const raw = data.rawChunk(chunk) ?? "";
        this.cut += raw.split('"cuts":[[').length - 1;
        may = mayMatch(raw, needle);
        yield;
      }
      if (!may) continue;
      const detail = data.detail(slot);
      if (!("reason" in detail) && holds(detail.value, this.query)) this.content.add(row);
      yield;
    }
  }
}

/**
 * Whether a text of a JSON value holds a folded query.
 * @param {unknown} value
 * @param {string} query
 */
export function holds(value, query) {
  const stack = [value];
  while (stack.length > 0) {
    const next = stack.pop();
    if (typeof next === "string") {
      if (fold(next).includes(query)) return true;
    } else if (typeof next === "number") {
      if (String(next).includes(query)) return true;
    } else if (next !== null && typeof next === "object") for (const child of Object.values(next)) stack.push(child);
  }
  return false;
}
