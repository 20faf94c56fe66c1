// @ts-check
/**
 * SVG elements without any markup sink, and the fills that are told apart without colour.
 */
import { uid } from "../dom.js";

const SPACE = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | null>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) node.setAttribute(name, String(value));
  for (const child of children) if (child !== null) node.append(child);
  return node;
}

/** Prompt parts, from the bottom up. */
export const PARTS = /** @type {const} */ (["read", "write", "input"]);

/** @type {Record<"read" | "write" | "input", string>} */
export const PART_WORDS = { read: "cache read", write: "cache write", input: "uncached input" };

/**
 * Fills of the prompt parts: plain, striped and dotted, each in its colour.
 * @returns {{defs: SVGElement, fill: Record<"read" | "write" | "input", string>}}
 */
export function fills() {
  const write = uid("stripes");
  const input = uid("dots");
  const defs = svg(
    "defs",
    {},
    svg("pattern", { id: write, width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, svg("rect", { width: 5, height: 5, class: "part-write" }), svg("rect", { width: 1.6, height: 5, class: "part-paper" })),
    svg("pattern", { id: input, width: 5, height: 5, patternUnits: "userSpaceOnUse" }, svg("rect", { width: 5, height: 5, class: "part-paper" }), svg("circle", { cx: 1.3, cy: 1.3, r: 1.2, class: "part-input" }), svg("circle", { cx: 3.8, cy: 3.8, r: 1.2, class: "part-input" })),
  );
  return { defs, fill: { read: "", write: `url(#${write})`, input: `url(#${input})` } };
}

/** The legend of the prompt parts, with the same fills. */
export function legend() {
  const list = document.createElement("ul");
  list.className = "chart-legend";
  for (const part of PARTS) {
    const { defs, fill } = fills();
    const square = svg("rect", { x: 1, y: 1, width: 12, height: 12, class: `part part-${part}` });
    square.style.fill = fill[part];
    const swatch = svg("svg", { width: 14, height: 14, "aria-hidden": "true", class: "chart-swatch" }, defs, square);
    const item = document.createElement("li");
    item.append(swatch, PART_WORDS[part]);
    list.append(item);
  }
  return list;
}
