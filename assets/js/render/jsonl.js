// @ts-check
/**
 * The redacted session as JSON Lines (UI-10): the shown values written back as Pi records them. Pure.
 *
 * What a report never holds becomes words in its place; signatures are left out, since a wrong one is worse than none.
 * Images that the report has come back as they were, others become a text block that names them.
 */
import { placeWords, recordedKey } from "../json.js";
import { pointerStep } from "../pointer.js";

/** Kinds of withheld values whose member is left out instead of filled with words. */
const LEFT_OUT = /signature|encrypted|deferred/;

/**
 * One entry as a line.
 * @param {unknown} value of the detail
 * @param {Record<string, string>} numbers recorded digits by pointer
 * @param {(key: string) => string | null} image base64 of an image element
 * @returns {{line: string, changed: boolean}} `changed`: something was cut or is never shown
 */
export function entryLine(value, numbers, image) {
  const writer = new Writer(numbers, image);
  const line = writer.write(value, "");
  return { line, changed: writer.changed };
}

class Writer {
  /**
   * @param {Record<string, string>} numbers
   * @param {(key: string) => string | null} image
   */
  constructor(numbers, image) {
    this.numbers = numbers;
    this.image = image;
    this.changed = false;
  }

  /**
   * Recursion is safe: details have a depth bound.
   * @param {any} value
   * @param {string} pointer
   * @returns {string}
   */
  write(value, pointer) {
    const digits = this.numbers[pointer];
    if (digits !== undefined) {
      if (/^-?\d+$/.test(digits)) return digits;
      this.changed = true;
      return "null";
    }
    if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
    if (Array.isArray(value)) return `[${value.filter((each) => !this.isCut(each)).map((each, place) => this.write(each, pointer + pointerStep(place))).join(",")}]`;
    const words = placeWords(value);
    if (words !== null) {
      this.changed = true;
      return JSON.stringify(`[${words}]`);
    }
    if (value.type === "image") return this.imageBlock(value, pointer);
    const members = [];
    for (const [key, child] of Object.entries(value)) {
      if (this.isCut(child) || this.isLeftOut(child)) continue;
      members.push(`${JSON.stringify(recordedKey(key))}:${this.write(child, pointer + pointerStep(key))}`);
    }
    return `{${members.join(",")}}`;
  }

  /** @param {any} value */
  isCut(value) {
    const cut = value !== null && typeof value === "object" && typeof value.$cut === "string";
    if (cut) this.changed = true;
    return cut;
  }

  /** @param {any} value */
  isLeftOut(value) {
    const out = value !== null && typeof value === "object" && typeof value.$withheld === "string" && LEFT_OUT.test(value.$withheld);
    if (out) this.changed = true;
    return out;
  }

  /**
   * @param {any} block
   * @param {string} pointer
   */
  imageBlock(block, pointer) {
    const mark = block.data;
    const data = mark !== null && typeof mark === "object" && typeof mark.$image === "string" ? this.image(mark.$image) : null;
    if (data !== null) {
      const members = Object.entries(block).map(([key, child]) => `${JSON.stringify(recordedKey(key))}:${key === "data" ? JSON.stringify(data) : this.write(child, pointer + pointerStep(key))}`);
      return `{${members.join(",")}}`;
    }
    this.changed = true;
    const words = placeWords(mark) ?? placeWords(block) ?? "image";
    return JSON.stringify({ type: "text", text: `[${words}]` });
  }
}

/**
 * The first line. Entries stand as Pi's migration leaves them, so the version is 3.
 * @param {{session_id: string, cwd: string, parent_session: string, started: number | null}} meta
 */
export function headerLine({ session_id: id, cwd, parent_session: parentSession, started }) {
  const timestamp = new Date(started !== null && Math.abs(started) <= 8.64e15 ? started : 0).toISOString();
  return JSON.stringify({ type: "session", version: 3, id: id || "unknown", timestamp, cwd, ...(parentSession ? { parentSession } : {}) });
}

/**
 * What the button says: whether the file has everything that the session has.
 * @param {{entries: number, total: number, changed: number}} counts
 */
export function completeWords({ entries, total, changed }) {
  if (entries === total && changed === 0) return "complete";
  return `${entries} of ${total} entries, ${changed} cut`;
}
