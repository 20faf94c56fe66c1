// @ts-check
/**
 * Elements without any HTML sink: everything is made with createElement and text nodes.
 */

/**
 * Make an element. `attrs` are attributes, apart from `class`, `text`, `hidden`, `disabled` and `on` (event listeners).
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {ElementSpec | null} [spec]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, spec, ...children) {
  const node = document.createElement(tag);
  if (spec) apply(node, spec);
  append(node, children);
  return node;
}

/**
 * @param {HTMLElement} node
 * @param {ElementSpec} spec
 */
function apply(node, spec) {
  for (const [name, value] of Object.entries(spec)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") node.className = String(value);
    else if (name === "text") node.textContent = String(value);
    else if (name === "on") {
      for (const [type, run] of Object.entries(/** @type {Record<string, (event: any) => void>} */ (value))) node.addEventListener(type, run);
    } else if (value === true) node.setAttribute(name, name.startsWith("aria-") ? "true" : "");
    else node.setAttribute(name, String(value));
  }
}

/**
 * Append children; strings become text nodes, null and false are skipped.
 * @param {Node} node
 * @param {Child[]} children
 */
export function append(node, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(node, child);
    else node.appendChild(typeof child === "string" ? document.createTextNode(child) : child);
  }
}

/**
 * Replace everything inside a node.
 * @param {Element} node
 * @param {...Child} children
 */
export function fill(node, ...children) {
  node.replaceChildren();
  append(node, children);
}

/**
 * A button with words.
 * @param {string} text
 * @param {(event: MouseEvent) => void} run
 * @param {ElementSpec} [spec]
 */
export function button(text, run, spec) {
  return el("button", { type: "button", class: "button", ...spec, on: { click: run } }, text);
}

let counter = 0;

/**
 * An id that no data can clash with.
 * @param {string} stem
 */
export function uid(stem) {
  counter += 1;
  return `u-${stem}-${counter}`;
}

/**
 * Whether single keys belong to the focused element (typing).
 * @param {EventTarget | null} target
 */
export function isTextField(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit", "reset", "range"].includes(target.type);
}

/**
 * The answer of a part that reads data which may be damaged, or what stands in for it.
 * @template T
 * @param {() => T} ask
 * @param {T} fallback
 */
export function answer(ask, fallback) {
  try {
    return ask();
  } catch {
    return fallback;
  }
}
