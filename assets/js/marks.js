// @ts-check
/**
 * Marks matches in shown text by splitting text nodes; no markup is built from data.
 */
import { places } from "./search.js";

/**
 * Mark every match of a folded query below an element, also across neighbouring elements of one line.
 * @param {HTMLElement} root
 * @param {string} query folded; empty marks nothing
 * @returns {HTMLElement[][]} the pieces of each match, in order
 */
export function mark(root, query) {
  unmark(root);
  if (!query) return [];
  /** @type {{node: Text, start: number}[]} */
  const nodes = [];
  let text = "";
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, {
    acceptNode: (node) => (node instanceof HTMLElement && node.hasAttribute("data-unsearched") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT),
  });
  let block = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    const line = node.parentElement?.closest("[data-line]") ?? null;
    // Lines are elements of their own; the break between them is part of the text.
    if (nodes.length > 0 && line !== block) text += "\n";
    block = line;
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  const found = places(text, query);
  /** @type {HTMLElement[][]} */
  const marks = found.map(() => []);
  let first = 0;
  for (const { node, start } of nodes) {
    const end = start + node.data.length;
    while (first < found.length && found[first] + query.length <= start) first += 1;
    let last = first;
    while (last < found.length && found[last] < end) last += 1;
    // From the end, so that the node in hand keeps its beginning and its offsets.
    for (let i = last - 1; i >= first; i -= 1) {
      const from = Math.max(0, found[i] - start);
      const to = Math.min(found[i] + query.length, end) - start;
      if (to < node.data.length) node.splitText(to);
      const hit = from > 0 ? node.splitText(from) : node;
      const wrap = document.createElement("mark");
      hit.replaceWith(wrap);
      wrap.append(hit);
      marks[i].push(wrap);
    }
  }
  return marks.filter((pieces) => pieces.length > 0);
}

/**
 * Take all marks away.
 * @param {HTMLElement} root
 */
export function unmark(root) {
  for (const wrap of root.querySelectorAll("mark")) {
    const parent = wrap.parentNode;
    wrap.replaceWith(...wrap.childNodes);
    parent?.normalize();
  }
}
