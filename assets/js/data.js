// @ts-check
/**
 * Access to the page's data elements: parsed on first use, damage told apart from absence (HTML-7). The document is
 * reached only through the function that reads an element's text.
 */

/** Most detail elements kept parsed at once; the rest is parsed again when needed. */
const KEPT_CHUNKS = 48;

/** Details in one element. */
const CHUNK = 64;

export class Data {
  /**
   * @param {(id: string) => string | null} read text of a data element, null when the page has none
   */
  constructor(read) {
    this.read = read;
    /** @type {Map<string, unknown>} */
    this.parsed = new Map();
    /** Ids of elements that are missing or do not parse. */
    /** @type {Set<string>} */
    this.damaged = new Set();
    /** @type {Map<number, Detail[]>} */
    this.chunks = new Map();
    /** @type {Map<number, number> | null} */
    this.rowOfItem = null;
    /** @type {Map<string, number> | null} */
    this.rowOfId = null;
    /** @type {Map<number, number>} rows that are no entry (observed messages) to the item they were matched with, -1 for none */
    this.sources = new Map();
  }

  /**
   * A parsed element; null when it is missing or damaged, which `damaged` then names.
   * @param {string} id
   * @returns {any}
   */
  element(id) {
    if (!this.parsed.has(id)) this.parsed.set(id, this.parse(id));
    return this.parsed.get(id);
  }

  /**
   * An element that this report need not have: null without damage when the page has none.
   * @param {string} id
   * @returns {any}
   */
  optional(id) {
    return !this.parsed.has(id) && this.read(id) === null ? null : this.element(id);
  }

  /**
   * @param {string} id
   * @returns {unknown}
   */
  parse(id) {
    const text = this.read(id);
    if (text === null) {
      this.damaged.add(id);
      return null;
    }
    try {
      return JSON.parse(text);
    } catch {
      this.damaged.add(id);
      return null;
    }
  }

  /** @returns {Meta | null} */
  get meta() {
    return this.element("meta");
  }

  /** @returns {Rows | null} */
  get rows() {
    return this.element("rows");
  }

  /** @returns {Segments | null} */
  get segments() {
    return this.element("segments");
  }

  /** @returns {Context | null} */
  get context() {
    return this.element("context");
  }

  /** @returns {Nodes | null} */
  get nodes() {
    return this.element("nodes");
  }

  /**
   * The row of an item, -1 when it has none.
   * @param {number} item
   */
  row(item) {
    if (!this.rowOfItem) {
      this.rowOfItem = new Map();
      const items = this.rows?.item ?? [];
      for (let row = 0; row < items.length; row += 1) this.rowOfItem.set(items[row], row);
    }
    return this.rowOfItem.get(item) ?? -1;
  }

  /**
   * The row of a recorded id that can be named in navigation, -1 when there is none.
   * @param {string} id
   */
  rowById(id) {
    if (!this.rowOfId) {
      this.rowOfId = new Map();
      const ids = this.rows?.id ?? [];
      for (let row = 0; row < ids.length; row += 1) if (ids[row]) this.rowOfId.set(ids[row], row);
    }
    return this.rowOfId.get(id) ?? -1;
  }

  /**
   * An interned string of the tables.
   * @param {number} code
   */
  string(code) {
    return this.rows?.strings[code] ?? "";
  }

  /**
   * Raw JSON of the detail element that holds a slot, null when it is missing.
   * @param {number} chunk
   */
  rawChunk(chunk) {
    return this.read(`d${chunk}`);
  }

  /**
   * @param {number} slot
   */
  chunkOf(slot) {
    return Math.floor(slot / CHUNK);
  }

  /**
   * The detail of a slot, or why it is not there.
   * @param {number} slot -1 when left out
   * @returns {Detail | Missing}
   */
  detail(slot) {
    if (slot < 0) return { reason: "left-out" };
    const chunk = this.chunkOf(slot);
    let list = this.chunks.get(chunk);
    if (list) {
      // Most recently used last, so that the oldest gives way.
      this.chunks.delete(chunk);
      this.chunks.set(chunk, list);
    } else {
      const parsed = this.parse(`d${chunk}`);
      if (!Array.isArray(parsed)) return { reason: "damaged" };
      list = /** @type {Detail[]} */ (parsed);
      this.chunks.set(chunk, list);
      if (this.chunks.size > KEPT_CHUNKS) this.chunks.delete(/** @type {number} */ (this.chunks.keys().next().value));
    }
    return list[slot % CHUNK] ?? { reason: "damaged" };
  }

  /**
   * The detail of a row, or why it is not there.
   * @param {number} row
   * @returns {Detail | Missing}
   */
  detailOfRow(row) {
    return this.detail(this.rows?.detail[row] ?? -1);
  }

  /**
   * Segments of a row: first and one past the last.
   * @param {number} row
   * @returns {[number, number]}
   */
  segmentsOf(row) {
    const table = this.rows?.segment;
    return table && row >= 0 ? [table[row], table[row + 1]] : [0, 0];
  }
}

/**
 * Whether a detail is missing.
 * @param {Detail | Missing} detail
 * @returns {detail is Missing}
 */
export function isMissing(detail) {
  return "reason" in detail;
}

/**
 * Words for a part that is not there.
 * @param {Missing["reason"]} reason
 */
export function missingWords(reason) {
  if (reason === "damaged") return "This part of the report is damaged.";
  if (reason === "left-out") return "Left out of this report to keep it within its size; type, size and time stay.";
  return "Not recorded.";
}
