// @ts-check
/**
 * Captured executions as the page knows them: occurrences, their parents and children, what they hang on. Pure.
 */

/** Bits of `Executions.flags` (payload, ExecutionFlag). */
export const FLAG = { NO_START: 1, AMBIGUOUS: 2, SAID_UNFINISHED: 4, INPUT: 8, STREAM: 16, INTERVAL: 32 };

/** Values of `Executions.parent` that are no place (payload, ParentCode). */
export const PARENT = { ROOT: -1, UNAVAILABLE: -2, LEFT_OUT: -3 };

/** Codes of `Executions.state` and `Executions.correlation`. */
export const STATE = { OK: 0, FAILED: 1, UNFINISHED: 2 };
export const CORRELATION = { RECORDED: 0, MATCHED: 1, UNAVAILABLE: 2 };

/** Bodies in one element. */
const CHUNK = 64;

const NAME = "executions.model";

export class ExecutionModel {
  /**
   * @param {App["data"]} data
   * @param {Executions} table
   */
  constructor(data, table) {
    this.data = data;
    this.table = table;
    /** Number of executions that the report shows. */
    this.size = table.number.length;
    /** @type {number[][]} places of the shown children */
    this.below = Array.from({ length: this.size }, () => []);
    /** @type {number[][]} places without a shown parent, by run */
    this.tops = table.runs.map(() => []);
    for (let place = 0; place < this.size; place += 1) {
      const parent = table.parent[place];
      if (parent >= 0) this.below[parent].push(place);
      else this.tops[table.run[place]].push(place);
    }
    /** @type {Map<number, number[]>} */
    this.ofItem = new Map();
    for (let place = 0; place < this.size; place += 1) {
      for (const item of new Set([table.anchor[place], table.persisted[place]])) {
        if (item < 0) continue;
        const list = this.ofItem.get(item);
        if (list) list.push(place);
        else this.ofItem.set(item, [place]);
      }
    }
    /** @type {Map<string, number>} */
    this.placeOf = new Map(table.occurrence.map((id, place) => [id, place]));
  }

  /** @param {number} code */
  text(code) {
    return this.table.strings[code] ?? "";
  }

  /** @param {number} place */
  tool(place) {
    return this.text(this.table.tool[place]);
  }

  /** @param {number} place @param {number} flag */
  is(place, flag) {
    return (this.table.flags[place] & flag) !== 0;
  }

  /** Levels above a place that are shown. @param {number} place */
  depth(place) {
    let depth = 0;
    for (let at = this.table.parent[place]; at >= 0; at = this.table.parent[at]) depth += 1;
    return depth;
  }

  /** Number of the data element that holds the body, -1 for none. @param {number} place */
  chunk(place) {
    const slot = this.table.detail[place];
    return slot < 0 ? -1 : Math.floor(slot / CHUNK);
  }

  /**
   * The body of an execution, or why it is not there.
   * @param {number} place
   * @returns {Detail | Missing}
   */
  detail(place) {
    const chunk = this.chunk(place);
    if (chunk < 0) return { reason: "left-out" };
    const list = this.data.element(`x${chunk}`);
    return (Array.isArray(list) ? list[this.table.detail[place] % CHUNK] : null) ?? { reason: "damaged" };
  }

  /** The place that a jump or an address points at, -1 for none. @param {Target} target */
  placeAt({ execution }) {
    return this.placeOf.get(execution ?? "") ?? -1;
  }

  /** What a jump to a place points at. @param {number} place @returns {Target} */
  target(place) {
    const anchor = this.table.anchor[place];
    return { ...(anchor >= 0 ? { item: anchor } : {}), execution: this.table.occurrence[place] };
  }

  /** What search compares at once. @param {number} place */
  words(place) {
    const { table } = this;
    return `${this.tool(place)} ${this.text(table.summary[place])} ${table.occurrence[place]} ${this.text(table.call[place])}`;
  }
}

/**
 * The one model of a report; null when its element is missing or damaged.
 * @param {{data: App["data"], shared: App["shared"]}} app
 * @returns {ExecutionModel | null}
 */
export function executionModel(app) {
  if (!app.shared.has(NAME)) {
    const table = /** @type {Executions | null} */ (app.data.element("executions"));
    app.shared.set(NAME, table ? new ExecutionModel(app.data, table) : null);
  }
  return /** @type {ExecutionModel | null} */ (app.shared.get(NAME));
}

/**
 * Words for an address whose execution this report does not have.
 * @param {{data: App["data"], shared: App["shared"]}} app
 * @param {Route} route
 */
export function unknownExecution(app, { execution }) {
  return execution && (executionModel(app)?.placeAt({ execution }) ?? -1) < 0 ? `This report has no captured execution “${execution.slice(0, 80)}”.` : "";
}

/**
 * The rows of the list: runs, below them executions by parent. A closed one hides what is below it; under a filter the
 * parents of what matches stay, as context.
 * @param {ExecutionModel} model
 * @param {object} options
 * @param {(place: number) => boolean} options.matches
 * @param {boolean} options.filtered
 * @param {Set<number>} options.closed
 * @returns {ExecutionLine[]}
 */
export function executionLines(model, { matches, filtered, closed }) {
  const { table, below, tops } = model;
  /** @type {Set<number> | null} */
  let kept = null;
  if (filtered) {
    kept = new Set();
    for (let place = 0; place < model.size; place += 1) {
      if (!matches(place)) continue;
      for (let at = place; at >= 0 && !kept.has(at); at = table.parent[at]) kept.add(at);
    }
  }
  const shown = (/** @type {number[]} */ places) => (kept ? places.filter((place) => kept.has(place)) : places);
  /** @type {ExecutionLine[]} */
  const out = [];
  const runs = tops.map((places, run) => ({ run, places: shown(places) })).filter(({ places }) => !filtered || places.length > 0);
  runs.forEach(({ run, places }, at) => {
    out.push({ key: `run${run}`, place: -1, run, level: 1, at: at + 1, of: runs.length, children: places.length, ancestor: false });
    /** @type {{places: number[], next: number, level: number}[]} */
    const open = [{ places, next: 0, level: 2 }];
    while (open.length > 0) {
      const top = open[open.length - 1];
      if (top.next >= top.places.length) {
        open.pop();
        continue;
      }
      const place = top.places[top.next];
      top.next += 1;
      const inner = shown(below[place]);
      out.push({ key: place, place, run, level: top.level, at: top.next, of: top.places.length, children: inner.length, ancestor: filtered && !matches(place) });
      if (inner.length > 0 && !closed.has(place)) open.push({ places: inner, next: 0, level: top.level + 1 });
    }
  });
  return out;
}
