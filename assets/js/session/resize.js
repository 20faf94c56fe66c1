// @ts-check
/**
 * The width of Event details beside a list: bounds, keys and drags. Pure; CSS pixels.
 */

/** Narrowest list. */
export const LEAST_LIST = 360;
/** Narrowest panel. */
export const LEAST_PANEL = 320;
const STEP = 24;

/**
 * A width within bounds: the list keeps its least width first.
 * @param {number} wanted
 * @param {number} room of list and panel together
 */
export function panelWidth(wanted, room) {
  return Math.round(Math.max(0, Math.min(Math.max(wanted, LEAST_PANEL), room - LEAST_LIST)));
}

/**
 * The width that a key on the separator gives, null for other keys. The panel is at the right: Left widens it.
 * @param {string} key
 * @param {number} width
 * @param {number} room
 */
export function keyWidth(key, width, room) {
  if (key === "ArrowLeft") return panelWidth(width + STEP, room);
  if (key === "ArrowRight") return panelWidth(width - STEP, room);
  if (key === "Home") return panelWidth(Infinity, room);
  if (key === "End") return panelWidth(0, room);
  return null;
}

/**
 * One drag of the separator: follows the pointer, and takes everything back when it is cancelled.
 */
export class Drag {
  /**
   * @param {number} start pointer's place
   * @param {number} width panel's at that moment
   * @param {number} room
   */
  constructor(start, width, room) {
    this.start = start;
    this.before = width;
    this.width = width;
    this.room = room;
  }

  /** @param {number} x */
  move(x) {
    this.width = panelWidth(this.before + this.start - x, this.room);
    return this.width;
  }

  cancel() {
    this.width = this.before;
    return this.width;
  }
}
