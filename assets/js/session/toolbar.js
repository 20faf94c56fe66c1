// @ts-check
/**
 * Search, chips, conditions and the internal switch above a list of entries (SES-2, SES-6).
 */
import { button, el, fill, uid } from "../dom.js";
import { count, plural } from "../format.js";
import { Chips } from "../parts.js";
import { SearchBox } from "../searchbox.js";
import { BRANCH_CHIPS, CHIPS } from "./entries.js";
import { EntrySearch, conditionCount, emptyFilter, typedTime } from "./filter.js";

/** Values that a condition offers. */
const OFFERED = 500;

export class EntryToolbar {
  /**
   * @param {SessionModel} model
   * @param {object} options
   * @param {string} options.name what is searched, for screen readers
   * @param {boolean} options.branch
   * @param {(reset: boolean) => void} options.changed filters changed
   * @param {(step: 1 | -1) => void} options.onStep
   * @param {HTMLElement[]} options.end controls at the right
   */
  constructor(model, { name, branch, changed, onStep, end }) {
    this.model = model;
    this.changed = changed;
    this.filter = emptyFilter();
    const limit = model.app.bound("search_query", 512);
    this.search = new EntrySearch(model.index, { limit, changed: () => this.searched(), now: () => performance.now(), later: (run) => window.setTimeout(run, 0) });
    this.box = new SearchBox({ label: `Search in ${name}`, limit, onQuery: (query) => this.search.setQuery(query), onStep });
    this.chips = new Chips("Kinds of entries", branch ? BRANCH_CHIPS : CHIPS, (on, reset) => {
      this.filter.kinds = new Set(on);
      changed(reset);
    });
    this.internal = button("internal", () => {
      this.filter.internal = !this.filter.internal;
      this.internal.setAttribute("aria-pressed", String(this.filter.internal));
      changed(false);
    }, { "aria-pressed": "false", title: "Show internal events: custom state, labels, session info, usage" });
    this.panelId = uid("conditions");
    this.more = button("Conditions", () => this.togglePanel(), { "aria-expanded": "false", "aria-controls": this.panelId });
    this.bar = el("div", { class: "view-bar" }, this.box.element, el("div", { class: "bar-rest" }, this.chips.element, el("div", { class: "bar-end" }, this.more, this.internal, ...end)));
    this.panel = el("form", { class: "conditions", id: this.panelId, hidden: true, "aria-label": "Conditions", on: { submit: (/** @type {Event} */ event) => event.preventDefault() } });
    this.scope = el("p", { class: "evidence search-scope", hidden: true, "aria-live": "polite" });
    this.deep = button("Search all captured content", () => this.search.searchContent(), { class: "link-button" });
  }

  togglePanel() {
    const open = this.panel.hidden;
    if (open && this.panel.childElementCount === 0) this.fillPanel();
    this.panel.hidden = !open;
    this.more.setAttribute("aria-expanded", String(open));
    if (open) /** @type {HTMLElement | null} */ (this.panel.querySelector("select, input"))?.focus();
  }

  fillPanel() {
    const { rows, data } = this.model;
    const distinct = (/** @type {number[]} */ codes) => [...new Set(codes)].map((code) => data.string(code)).filter((text) => text !== "").sort();
    const named = (/** @type {(role: string, type: string) => boolean} */ test) => distinct(rows.name.filter((_, row) => test(data.string(rows.role[row]), data.string(rows.type[row]))));
    const fields = [
      this.select("type", "Type", distinct(rows.type)),
      this.select("role", "Role", distinct(rows.role)),
      this.select("tool", "Tool", named((role) => role === "toolResult")),
      this.select("model", "Model", named((role, type) => role === "assistant" || type === "model_change" || type === "usage")),
      this.select("standing", "At the leaf", [...new Set(rows.standing)].map((code) => rows.standings[code])),
      this.input("label", "Label contains", "text", ""),
      this.input("from", "From (UTC)", "text", "2026-11-30 06:08"),
      this.input("to", "To (UTC)", "text", "2026-11-30"),
    ];
    fill(this.panel, ...fields, button("Clear conditions", () => this.clearConditions()));
  }

  /** @param {"type" | "role" | "tool" | "model" | "standing"} name @param {string} title @param {string[]} values */
  select(name, title, values) {
    const more = values.length > OFFERED ? el("option", { disabled: true }, `${count(values.length - OFFERED)} more are not listed`) : null;
    const node = el("select", { class: "field", name }, el("option", { value: "" }, "any"), ...values.slice(0, OFFERED).map((value) => el("option", { value }, value.length > 60 ? `${value.slice(0, 60)} …` : value)), more);
    node.disabled = values.length === 0;
    node.addEventListener("change", () => this.condition(name, node.value));
    return el("label", { class: "condition" }, el("span", null, title), node);
  }

  /** @param {"label" | "from" | "to"} name @param {string} title @param {string} type @param {string} example */
  input(name, title, type, example) {
    const node = el("input", { class: "field", type, name, placeholder: example, autocomplete: "off", maxlength: "512" });
    node.addEventListener("input", () => {
      const bad = name !== "label" && node.value !== "" && Number.isNaN(typedTime(node.value));
      node.setAttribute("aria-invalid", String(bad));
      this.condition(name, bad ? "" : node.value);
    });
    return el("label", { class: "condition" }, el("span", null, title), node);
  }

  /** @param {EntryCondition} name @param {string} value */
  condition(name, value) {
    if (this.filter[name] === value) return;
    this.filter[name] = value;
    this.changed(false);
  }

  clearConditions() {
    for (const node of this.panel.querySelectorAll("select, input")) if (node instanceof HTMLSelectElement || node instanceof HTMLInputElement) node.value = "";
    for (const name of /** @type {const} */ (["type", "role", "tool", "model", "label", "from", "to", "standing"])) this.filter[name] = "";
    this.changed(true);
  }

  searched() {
    this.filter.query = this.search.query;
    this.changed(false);
  }

  /**
   * Figures of the controls.
   * @param {object} figures
   * @param {Record<string, number>} figures.kinds
   * @param {number} figures.internal matching internal entries
   * @param {number} figures.internalAll internal entries of the scope
   * @param {number} figures.matches
   * @param {number} figures.total entries of the scope
   * @param {number} figures.withoutRow entries of the scope without a row
   */
  setFigures({ kinds, internal, internalAll, matches, total, withoutRow }) {
    this.chips.setCounts(kinds);
    const words = `${internal === internalAll ? "" : `${count(internal)} of `}${count(internalAll)} internal`;
    this.internal.textContent = words;
    this.internal.setAttribute("aria-label", `${words}, show internal events`);
    this.internal.disabled = internalAll === 0 && !this.filter.internal;
    const conditions = conditionCount(this.filter);
    this.more.textContent = conditions ? `Conditions ${conditions}` : "Conditions";
    const { search } = this;
    const running = search.running ? " so far" : "";
    this.box.setCount(search.query === "" ? "" : matches === 0 ? (search.running ? "searching" : "no match") : `${count(matches)} of ${count(total)}${running}`, search.query !== "" && matches > 0);
    this.scope.hidden = search.query === "";
    if (search.query !== "") fill(this.scope, ...this.scopeWords(matches, total, withoutRow));
  }

  /** What was searched, and what could not be. @param {number} matches @param {number} total @param {number} withoutRow */
  scopeWords(matches, total, withoutRow) {
    const { search, model } = this;
    const leftOut = model.rows.detail.filter((slot) => slot < 0).length;
    const flags = model.data.segments?.flags ?? [];
    const notText = flags.filter((bits) => bits & 144).length;
    const parts = [];
    if (search.deep && !search.running && search.cut) parts.push(`${count(search.cut)} cut`);
    if (search.deep && leftOut) parts.push(`${count(leftOut)} without content in this report`);
    if (search.deep && notText) parts.push(`${plural(notText, "block")} not text`);
    if (withoutRow) parts.push(`${count(withoutRow)} without a row`);
    const rest = parts.length ? ` Not or not wholly searched: ${parts.join(", ")}.` : "";
    const verdict = matches === 0 && !search.running ? (parts.length ? "No match in what this report holds. " : "No match. ") : "";
    if (!search.deep) return [`${verdict}Searched: summaries and labels of ${plural(total, "entry", "entries")}.${rest} `, this.deep];
    return [`${verdict}${search.running ? "Searching" : "Searched"}: all captured content in this report.${rest}`];
  }

  focus() {
    this.box.focus();
  }
}
