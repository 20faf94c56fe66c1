// @ts-check
/**
 * The switch between the sources of the Context view, and the choice of an observed context. Each source is a view with a
 * state of its own; the chosen context is shared by Observed and Compare.
 */
import { el } from "../dom.js";
import { count } from "../format.js";
import { Split } from "../parts.js";
import { capturedText, leafWords, observedView, outcomeWords, requestWords } from "./links.js";

const SOURCES = [
  { name: "observed", title: "Observed" },
  { name: "context", title: "Session-derived" },
  { name: "compare", title: "Compare" },
];

const NAME = "context-source";

/**
 * The switch as one view has it; null where this report has one source only.
 * @param {App} app
 * @param {string} here
 */
export function sourceSwitch(app, here) {
  const sources = SOURCES.filter(({ name }) => app.has(name));
  if (sources.length < 2) return null;
  const split = new Split("Source of the context", sources, here, (name) => {
    const focused = split.element.contains(document.activeElement);
    split.select(here);
    app.open(name);
    if (focused) /** @type {HTMLElement | null} */ (document.querySelector(`[data-source="${name}"] [aria-checked="true"]`))?.focus();
  });
  split.element.dataset.source = here;
  split.element.classList.add(NAME);
  return split.element;
}

/** The place of the chosen observed context. @param {App} app */
export function chosenContext(app) {
  const observed = observedView(app);
  if (!observed) return -1;
  const chosen = app.shared.get("observed-context");
  if (typeof chosen === "number") return chosen;
  return observed.last >= 0 ? observed.last : observed.contexts.length - 1;
}

/** @param {App} app @param {number} place */
export function chooseContext(app, place) {
  app.shared.set("observed-context", place);
}

export class ContextPicker {
  /**
   * @param {App} app
   * @param {(place: number) => void} onPick
   */
  constructor(app, onPick) {
    this.app = app;
    this.observed = /** @type {ObservedView} */ (observedView(app));
    this.select = el("select", { class: "field context-picker", "aria-label": "Observed context" });
    this.select.addEventListener("change", () => onPick(Number(this.select.value)));
    // Newest first: that is what a reader looks for.
    this.options = this.observed.contexts.map((_, place) => el("option", { value: place })).reverse();
    this.select.append(...this.options);
    this.name();
    app.onChange((what) => {
      if (what === "zone") this.name();
    });
  }

  /** Times follow the reader's zone. */
  name() {
    const { contexts, last } = this.observed;
    for (const option of this.options) {
      const context = contexts[Number(option.value)];
      const words = [requestWords(context.request), capturedText(this.app, context.captured, "clock"), leafWords(context.captured), outcomeWords(context.outcome)];
      if (severalRuns(contexts)) words.unshift(`run ${count(context.captured.run + 1)}`);
      option.textContent = `${words.join(" · ")}${Number(option.value) === last ? " · last on the branch" : ""}`;
    }
  }

  /** @param {number} place */
  show(place) {
    this.select.value = String(place);
  }
}

/** @param {ObservedContextPart[]} contexts */
function severalRuns(contexts) {
  return contexts.some(({ captured }) => captured.run !== contexts[0].captured.run);
}
