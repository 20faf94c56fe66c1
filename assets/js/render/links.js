// @ts-check
/**
 * Which recorded addresses may be opened, decided by the browser's own parser: http(s) and mailto, nothing else. Pure.
 */

/**
 * An address that may be opened, without user name and password, and the words that show where it leads: the real host
 * (punycode) or the mail address. Null for everything else, which is shown as text.
 * @param {unknown} to
 * @returns {{href: string, host: string} | null}
 */
export function safeLink(to) {
  if (typeof to !== "string" || to.length > 4_096 || !/^(?:https?:\/\/|mailto:)/i.test(to)) return null;
  let url;
  try {
    url = new URL(to);
  } catch {
    return null;
  }
  if (url.protocol === "mailto:") return { href: url.href, host: url.pathname };
  if ((url.protocol !== "http:" && url.protocol !== "https:") || url.hostname === "") return null;
  url.username = "";
  url.password = "";
  return { href: url.href, host: url.host };
}

/**
 * Whether the words of a link already show where it leads, so that the host need not follow.
 * @param {string} words
 * @param {{href: string, host: string}} link
 */
export function showsHost(words, { href, host }) {
  const shown = words.trim();
  return shown === host || shown === href || `${shown}/` === href || href.replace(/^mailto:/, "") === shown || shown.startsWith(`${href.slice(0, href.indexOf(host))}${host}/`);
}

/**
 * The http(s) addresses in a text, each once, in order.
 * @param {string} text
 * @param {number} limit
 * @returns {string[]}
 */
export function addresses(text, limit) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const [address] of text.matchAll(/https?:\/\/[^\s<>"'`\u3000-\u303f\uff00-\uffef]{1,2000}/g)) {
    found.add(address.replace(/[.,;:!?*_~\]]+$/, "").replace(/\)+$/, (close) => (address.includes("(") ? close : "")));
    if (found.size >= limit) break;
  }
  return [...found];
}
