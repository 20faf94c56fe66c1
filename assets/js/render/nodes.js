// @ts-check
/**
 * Markdown nodes as elements: an allow-list of names, text by text nodes, links by the browser's own parser.
 */
import { el } from "../dom.js";
import { inlineText } from "../text.js";
import { codeView, textNodes } from "./code.js";
import { safeLink, showsHost } from "./links.js";

/** Names that become elements of the same name; every other one is made below, or shown as its text alone. */
const SAME = new Set(["p", "ul", "ol", "li", "blockquote", "thead", "tbody", "tr", "strong", "em", "del", "code"]);

/** Elements with a direction of their own. */
const ISOLATED = new Set(["p", "li", "code"]);

/** Deeper nodes than a parser with a nesting bound can give. */
const DEPTH = 100;

/**
 * @param {any[]} nodes
 * @param {{lines: number}} bounds
 */
export function markdownView(nodes, bounds) {
  const root = el("div", { class: "markdown" });
  fillNode(root, nodes, bounds, 0);
  return root;
}

/**
 * @param {HTMLElement} holder
 * @param {any[]} nodes
 * @param {{lines: number}} bounds
 * @param {number} depth
 */
function fillNode(holder, nodes, bounds, depth) {
  for (const node of nodes) {
    if (typeof node === "string") holder.append(...textNodes(node));
    else if (Array.isArray(node) && depth < DEPTH) holder.append(element(node, bounds, depth + 1));
  }
}

/**
 * @param {any[]} node
 * @param {{lines: number}} bounds
 * @param {number} depth
 * @returns {Node}
 */
function element(node, bounds, depth) {
  const name = String(node[0]);
  const given = node[1] !== null && typeof node[1] === "object" && !Array.isArray(node[1]);
  const attributes = given ? node[1] : {};
  const children = node.slice(given ? 2 : 1);
  const heading = /^h([1-6])$/.exec(name);
  if (heading) return filled(el("div", { class: `md-heading md-${name}`, role: "heading", "aria-level": String(Math.min(6, Number(heading[1]) + 2)), dir: "auto" }), children, bounds, depth);
  switch (name) {
    case "hr":
      return el("hr", null);
    case "br":
      return el("br", null);
    case "pre":
      return fence(String(children[0] ?? ""), attributes, bounds);
    case "table":
      return el("div", { class: "md-table", tabindex: "0", role: "group", "aria-label": "Table" }, filled(el("table", null), children, bounds, depth));
    case "th":
    case "td":
      return filled(el(name, { class: attributes.align === "right" ? "md-right" : attributes.align === "center" ? "md-center" : null, scope: name === "th" ? "col" : null, dir: "auto" }), children, bounds, depth);
    case "a":
      return link(attributes.to, children, bounds, depth);
    case "image":
      return image(attributes.to, String(children[0] ?? ""));
    case "skill":
      return filled(skillBox(attributes.name, attributes.location), children, bounds, depth, ".md-skill-body");
    case "li":
      return item(attributes, children, bounds, depth);
    default: {
      const made = el(/** @type {"p"} */ (SAME.has(name) ? name : "span"), ISOLATED.has(name) ? { dir: "auto" } : null);
      if (name === "ol" && Number.isInteger(attributes.start)) made.setAttribute("start", String(attributes.start));
      return filled(made, children, bounds, depth);
    }
  }
}

/**
 * @param {HTMLElement} made
 * @param {any[]} children
 * @param {{lines: number}} bounds
 * @param {number} depth
 * @param {string} [place] selector of the part that takes the children
 */
function filled(made, children, bounds, depth, place) {
  fillNode(place ? /** @type {HTMLElement} */ (made.querySelector(place)) : made, children, bounds, depth);
  return made;
}

/**
 * @param {string} text
 * @param {any} attributes
 * @param {{lines: number}} bounds
 */
function fence(text, { tag, colour }, { lines }) {
  const code = codeView(text, { colour: Array.isArray(colour) ? /** @type {[string, number[]]} */ (colour) : undefined, first: 0, lines });
  return typeof tag === "string" && tag ? el("div", { class: "md-fence" }, inlineText(tag.slice(0, 40), { class: "md-tag", "data-unsearched": "" }), code) : el("div", { class: "md-fence" }, code);
}

/**
 * @param {any} attributes
 * @param {any[]} children
 * @param {{lines: number}} bounds
 * @param {number} depth
 */
function item(attributes, children, bounds, depth) {
  if (typeof attributes.done !== "boolean") return filled(el("li", { dir: "auto" }), children, bounds, depth);
  const made = el("li", { class: "md-task", dir: "auto" }, el("span", { class: "md-box", role: "img", "aria-label": attributes.done ? "done" : "open" }, attributes.done ? "☑" : "☐"), " ");
  return filled(made, children, bounds, depth);
}

/**
 * @param {unknown} to
 * @param {any[]} children
 * @param {{lines: number}} bounds
 * @param {number} depth
 */
function link(to, children, bounds, depth) {
  const safe = safeLink(to);
  const words = filled(el("span", null), children, bounds, depth);
  const shown = words.textContent ?? "";
  if (!safe) {
    if (shown === to || typeof to !== "string" || to === "") return words;
    return el("span", { class: "md-nolink" }, ...words.childNodes, " ", el("span", { class: "md-to" }, "(", inlineText(to.slice(0, 300), { class: "mono" }), ")"));
  }
  const anchor = el("a", { href: safe.href, rel: "noopener noreferrer", target: "_blank", title: safe.href }, ...words.childNodes);
  if (shown.trim() === "") anchor.append(inlineText(safe.host));
  else if (!showsHost(shown, safe)) return el("span", null, anchor, " ", el("span", { class: "md-to" }, "(", inlineText(safe.host), ")"));
  return anchor;
}

/**
 * Images of Markdown are never loaded: their words, and where they would have come from.
 * @param {unknown} to
 * @param {string} alt
 */
function image(to, alt) {
  const safe = safeLink(to);
  const from = safe ? safe.host : typeof to === "string" ? to.slice(0, 120) : "";
  return el("span", { class: "md-image" }, alt ? inlineText(alt) : "image", " ", el("span", { class: "md-to" }, "(image", from ? [" at ", inlineText(from)] : "", ", not loaded)"));
}

/**
 * A skill that the user called: its instructions are folded.
 * @param {unknown} name
 * @param {unknown} location
 */
export function skillBox(name, location) {
  return el("details", { class: "md-skill" }, el("summary", null, "Skill ", inlineText(String(name), { class: "mono" }), " ", el("span", { class: "md-to" }, inlineText(String(location)))), el("div", { class: "md-skill-body" }));
}
