// @ts-check
/**
 * The report's data with the observed messages behind the session's rows: what readers of observed contexts work on. Rows
 * that are no entry come last; everything of the session keeps its index.
 */
import { Data } from "../data.js";
import { observedView } from "./links.js";

const CHUNK = 64;

export class ObservedData extends Data {
  /**
   * @param {Data} base
   * @param {ObservedView} observed
   * @param {number} chunks detail elements of the session
   */
  constructor(base, observed, chunks) {
    super(base.read);
    this.base = base;
    this.first = chunks;
    this.parsed = base.parsed;
    this.damaged = base.damaged;
    this.tables = base.rows && base.segments ? joined(base.rows, base.segments, observed, chunks * CHUNK) : null;
    const start = base.rows?.item.length ?? 0;
    observed.source.forEach((item, place) => this.sources.set(start + place, item));
  }

  /** @override @returns {Rows | null} */
  get rows() {
    return this.tables?.rows ?? null;
  }

  /** @override @returns {Segments | null} */
  get segments() {
    return this.tables?.segments ?? null;
  }

  /** @override @param {string} id @returns {unknown} */
  parse(id) {
    return super.parse(this.name(id));
  }

  /** @override @param {number} chunk */
  rawChunk(chunk) {
    return this.read(this.name(`d${chunk}`));
  }

  /** @override @param {number} slot @returns {Detail | Missing} */
  detail(slot) {
    return slot >= 0 && this.chunkOf(slot) < this.first ? this.base.detail(slot) : super.detail(slot);
  }

  /** The element that holds what a name of this data stands for. @param {string} id */
  name(id) {
    const number = /^d(\d+)$/.exec(id);
    return number && Number(number[1]) >= this.first ? `oc${Number(number[1]) - this.first}` : id;
  }
}

/**
 * Both tables, one after the other, with codes and slots of the second moved.
 * @param {Rows} rows
 * @param {Segments} segments
 * @param {ObservedView} observed
 * @param {number} slots
 */
export function joined(rows, segments, observed, slots) {
  const own = observed.rows;
  if (own.item.length === 0) return { rows, segments };
  const texts = rows.strings.length;
  const start = rows.item.length;
  const pieces = segments.category.length;
  const code = (/** @type {number} */ value) => value + texts;
  /** @type {Rows} */
  const all = {
    strings: [...rows.strings, ...own.strings],
    item: [...rows.item, ...own.item],
    line: [...rows.line, ...own.line],
    id: [...rows.id, ...own.id],
    type: [...rows.type, ...own.type.map(code)],
    role: [...rows.role, ...own.role.map(code)],
    name: [...rows.name, ...own.name.map(code)],
    time: [...rows.time, ...own.time],
    bad_time: { ...rows.bad_time, ...Object.fromEntries(Object.entries(own.bad_time).map(([row, words]) => [String(Number(row) + start), words])) },
    summary: [...rows.summary, ...own.summary.map(code)],
    flags: [...rows.flags, ...own.flags],
    standing: [...rows.standing, ...own.standing],
    standings: rows.standings,
    bytes: [...rows.bytes, ...own.bytes],
    detail: [...rows.detail, ...own.detail.map((slot) => (slot < 0 ? slot : slot + slots))],
    segment: [...rows.segment, ...own.segment.slice(1).map((segment) => segment + pieces)],
  };
  const more = observed.segments;
  return {
    rows: all,
    segments: {
      category: [...segments.category, ...more.category],
      label: [...segments.label, ...more.label.map(code)],
      pointer: [...segments.pointer, ...more.pointer.map(code)],
      chars: [...segments.chars, ...more.chars],
      summary: [...segments.summary, ...more.summary.map(code)],
      flags: [...segments.flags, ...more.flags],
    },
  };
}

/**
 * The page as readers of observed contexts see it: the same, with {@link ObservedData}. Null without observed contexts.
 * @param {App} app
 * @returns {App | null}
 */
export function observedApp(app) {
  const observed = observedView(app);
  if (!observed) return null;
  const made = app.shared.get("observed-app");
  if (made) return /** @type {App} */ (made);
  const data = new ObservedData(app.data, observed, app.meta.chunks);
  /** @type {App} */
  const face = {
    data,
    meta: app.meta,
    shared: app.shared,
    views: app.views,
    get view() {
      return app.view;
    },
    has: (view) => app.has(view),
    jump: (target) => app.jump(target),
    link: (target) => app.link(target),
    stepError: (step) => app.stepError(step),
    open: (view) => app.open(view),
    announce: (words, shown) => app.announce(words, shown),
    copy: (text, what) => app.copy(text, what),
    time: (ms, style, bad) => app.time(ms, style, bad),
    timeText: (ms, style, bad) => app.timeText(ms, style, bad),
    jumpLink: (words, target, spec) => app.jumpLink(words, target, spec),
    onChange: (run) => app.onChange(run),
    bound: (name, fallback) => app.bound(name, fallback),
    dialog: (title, content, options) => app.dialog(title, content, options),
  };
  app.shared.set("observed-app", face);
  return face;
}

/**
 * All entries of an observed context: those it shares with the one before, then its own.
 * @param {ObservedView} observed
 * @param {number} place
 */
export function entriesOf(observed, place) {
  /** @type {number[]} */
  let entries = [];
  let start = place;
  while (start > 0 && observed.contexts[start].shared > 0) start -= 1;
  for (let each = start; each <= place; each += 1) {
    const { shared, entries: own } = observed.contexts[each];
    entries = [...entries.slice(0, shared), ...own];
  }
  return entries;
}

/**
 * As a source for the reader. Both messages of one compaction are one entry.
 * @param {ObservedView} observed
 * @param {number} place
 * @returns {ContextSource}
 */
export function sourceOf(observed, place) {
  const context = observed.contexts[place];
  const items = entriesOf(observed, place);
  /** @type {ContextSource["entries"]} */
  const entries = [];
  let gapAfter = -1;
  items.forEach((item, index) => {
    if (item !== items[index - 1]) entries.push({ item, edit: context.edits[String(item)] ?? -1, omitted: false });
    if (index === context.gap_after) gapAfter = entries.length - 1;
  });
  return { entries, gapAfter, gapSegments: context.gap_segments, compactedMessages: 0, compactionItem: -1, promptStored: true, toolsStored: true };
}
