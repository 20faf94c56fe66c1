// @ts-check
/**
 * Fragments that name view, entry, leaf and captured execution (UI-5). Pure.
 */

const NAMES = /** @type {const} */ (["view", "entry", "leaf", "execution"]);

/**
 * @param {string} hash with or without "#"
 * @returns {Route}
 */
export function parseRoute(hash) {
  /** @type {Route} */
  const route = { view: "", entry: "", leaf: "" };
  for (const part of hash.replace(/^#/, "").split("&")) {
    const at = part.indexOf("=");
    const name = at < 0 ? "view" : part.slice(0, at);
    const value = decode(at < 0 ? part : part.slice(at + 1));
    const known = NAMES.find((each) => each === name);
    if (known) route[known] = value;
  }
  return route;
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/**
 * @param {Partial<Route>} route
 */
export function formatRoute(route) {
  const parts = [];
  for (const name of NAMES) if (route[name]) parts.push(`${name}=${encodeURIComponent(/** @type {string} */ (route[name]))}`);
  return `#${parts.join("&")}`;
}
