// @ts-check
/**
 * One observed context at a time: the picker, and for each context a reader of its own, which keeps its search, open rows and
 * place. What a view shows of a context is its own affair.
 */
import { el, fill } from "../dom.js";
import { ContextReader } from "../reader.js";
import { ContextPicker, chooseContext, chosenContext, sourceSwitch } from "./switch.js";

export class ObservedStage {
  /**
   * @param {App} app
   * @param {"observed" | "compare"} name of the view
   * @param {object} options
   * @param {(place: number) => ContextReader | HTMLElement} options.make a reader, or what stands in its place
   * @param {(place: number) => string} options.evidence of a reader; follows the choice of zone
   * @param {(place: number) => Child} [options.about] what stands beside the picker
   */
  constructor(app, name, { make, evidence, about }) {
    this.app = app;
    this.make = make;
    this.evidence = evidence;
    this.about = about;
    /** @type {Map<number, ContextReader | HTMLElement>} */
    this.made = new Map();
    this.shown = -1;
    this.picker = new ContextPicker(app, (place) => this.choose(place));
    this.beside = el("div", { class: "observed-about" });
    this.host = el("div", { class: "observed-host" });
    this.slot = el("div", { class: "observed-slot" });
    this.element = el("div", { class: "observed" }, el("div", { class: "observed-line" }, this.picker.select, about ? this.beside : null), this.host);
    this.bar = el("div", { class: "view-bar" }, sourceSwitch(app, name), this.slot);
    app.onChange((what) => {
      if (what === "zone") for (const [place, reader] of this.made) this.setEvidence(place, reader);
    });
    this.open(chosenContext(app));
  }

  /** The reader of the context that is shown, null where it has none. */
  get reader() {
    const made = this.made.get(this.shown);
    return made instanceof ContextReader ? made : null;
  }

  /** @param {number} place @param {ContextReader | HTMLElement} reader */
  setEvidence(place, reader) {
    if (!(reader instanceof ContextReader)) return;
    reader.evidence = this.evidence(place);
    reader.setEvidence();
  }

  /** @param {number} place */
  open(place) {
    if (place === this.shown) return;
    this.reader?.hide();
    this.shown = place;
    this.picker.show(place);
    const made = this.made.get(place) ?? this.make(place);
    this.made.set(place, made);
    if (this.about) fill(this.beside, this.about(place));
    const { reader } = this;
    fill(this.host, reader?.element ?? /** @type {HTMLElement} */ (made));
    fill(this.slot, reader?.bar);
  }

  /** Show a context by the reader's hand or a link's: the other views of observed contexts follow. @param {number} place */
  choose(place) {
    chooseContext(this.app, place);
    this.open(place);
    this.reader?.show();
  }

  /** @returns {ViewInstance} */
  instance() {
    return {
      element: this.element,
      bar: this.bar,
      show: () => {
        this.open(chosenContext(this.app));
        this.reader?.show();
      },
      hide: () => this.reader?.hide(),
      focusSearch: () => this.reader?.focusSearch(),
      reveal: (target) => this.reader?.reveal(target) ?? false,
    };
  }
}

/**
 * A view of observed contexts where there is none.
 * @param {App} app
 * @param {"observed" | "compare"} name
 * @param {...Child} children
 * @returns {ViewInstance}
 */
export function emptyStage(app, name, ...children) {
  return { element: el("div", { class: "observed" }, ...children), bar: el("div", { class: "view-bar" }, sourceSwitch(app, name)) };
}
