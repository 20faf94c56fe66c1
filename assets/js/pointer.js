// @ts-check
/**
 * JSON pointers (RFC 6901) into detail values. Pure.
 */

/**
 * @param {string} pointer
 * @returns {string[]}
 */
export function pointerParts(pointer) {
  if (pointer === "") return [];
  return pointer.slice(1).split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/**
 * One step of a pointer.
 * @param {string | number} part
 */
export function pointerStep(part) {
  return `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/**
 * The value at a pointer, undefined when there is none. Own members only, so "__proto__" is data like any other.
 * @param {unknown} value
 * @param {string} pointer
 * @returns {unknown}
 */
export function resolve(value, pointer) {
  let place = value;
  for (const part of pointerParts(pointer)) {
    if (place === null || typeof place !== "object" || !Object.prototype.hasOwnProperty.call(place, part)) return undefined;
    place = /** @type {Record<string, unknown>} */ (place)[part];
  }
  return place;
}

/**
 * A member of an object by name, undefined when it isn't an own one.
 * @param {unknown} value
 * @param {string} name
 * @returns {unknown}
 */
export function member(value, name) {
  if (value === null || typeof value !== "object" || !Object.prototype.hasOwnProperty.call(value, name)) return undefined;
  return /** @type {Record<string, unknown>} */ (value)[name];
}

/**
 * What a table of this client holds under a name of the data; undefined for every name it was not given, such as
 * "constructor", which every object inherits.
 * @template T
 * @param {Readonly<Record<string, T>>} table
 * @param {string} name
 * @returns {T | undefined}
 */
export function own(table, name) {
  return Object.prototype.hasOwnProperty.call(table, name) ? table[name] : undefined;
}

/**
 * Whether `inner` is `outer` or lies below it.
 * @param {string} outer
 * @param {string} inner
 */
export function within(outer, inner) {
  return inner === outer || inner.startsWith(`${outer}/`);
}
