// @ts-check
/**
 * A text in two forms, rendered and literal. While a search runs the literal form is shown, since that is what is searched.
 */
import { el } from "../dom.js";
import { Split } from "../parts.js";

/** The event that tells every pair of forms below an element whether a search runs. */
const SEARCHING = "pi-searching";

/**
 * @param {HTMLElement} rendered
 * @param {() => HTMLElement} makeLiteral called when the literal form is first shown
 */
export function twoForms(rendered, makeLiteral) {
  let choice = "rendered";
  let searching = false;
  const literal = el("div", { class: "form-literal", hidden: true });
  const draw = () => {
    const shown = searching ? "literal" : choice;
    if (shown === "literal" && literal.childElementCount === 0) literal.append(makeLiteral());
    rendered.hidden = shown !== "rendered";
    literal.hidden = shown !== "literal";
    split.element.hidden = searching;
    note.hidden = !searching;
  };
  const split = new Split("Form of the text", [{ name: "rendered", title: "Rendered" }, { name: "literal", title: "Literal" }], choice, (name) => {
    choice = name;
    draw();
  });
  const note = el("span", { class: "tool-fact", hidden: true }, "Literal while searching");
  const element = el("div", { class: "forms" }, el("div", { class: "forms-bar", "data-unsearched": "" }, split.element, note), rendered, literal);
  element.addEventListener(SEARCHING, (event) => {
    searching = /** @type {CustomEvent<boolean>} */ (event).detail;
    draw();
  });
  return element;
}

/**
 * Tell the forms below an element whether a search runs.
 * @param {Element} root
 * @param {boolean} searching
 */
export function showSearching(root, searching) {
  for (const node of root.querySelectorAll(".forms")) node.dispatchEvent(new CustomEvent(SEARCHING, { detail: searching }));
}
