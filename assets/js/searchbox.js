// @ts-check
/**
 * The search field of a view: text, "n of m", next and previous; words beside it say what was searched.
 */
import { el, uid } from "./dom.js";

export class SearchBox {
  /**
   * @param {object} options
   * @param {string} options.label
   * @param {number} options.limit characters of a query
   * @param {(query: string) => void} options.onQuery each change
   * @param {(step: 1 | -1) => void} [options.onStep] Enter, Shift+Enter and the buttons
   */
  constructor({ label, limit, onQuery, onStep }) {
    const id = uid("search");
    this.input = el("input", { type: "search", id, class: "search-input", placeholder: "Search", "aria-label": label, autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: String(limit * 2) });
    this.hint = el("kbd", { class: "search-hint", "aria-hidden": "true" }, "/");
    this.figure = el("output", { class: "search-count", for: id, "aria-live": "polite" });
    this.previous = el("button", { type: "button", class: "search-step", "aria-label": "Previous match", title: "Previous match (Shift+Enter)", on: { click: () => onStep?.(-1) } }, "↑");
    this.next = el("button", { type: "button", class: "search-step", "aria-label": "Next match", title: "Next match (Enter)", on: { click: () => onStep?.(1) } }, "↓");
    this.element = el("div", { class: "search", role: "search" }, this.input, this.hint, this.figure, onStep ? this.previous : null, onStep ? this.next : null);
    this.setCount("", false);
    this.input.addEventListener("input", () => onQuery(this.input.value));
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && onStep) {
        event.preventDefault();
        onStep(event.shiftKey ? -1 : 1);
      } else if (event.key === "Escape" && this.input.value) {
        event.preventDefault();
        event.stopPropagation();
        this.input.value = "";
        onQuery("");
      }
    });
  }

  focus() {
    this.input.focus();
    this.input.select();
  }

  /**
   * @param {string} words "3 of 9", "no match", "" for no query
   * @param {boolean} steps whether there is a match to step to
   */
  setCount(words, steps) {
    this.figure.textContent = words;
    this.hint.hidden = words !== "" || this.input.value !== "";
    this.previous.hidden = !steps;
    this.next.hidden = !steps;
  }
}
