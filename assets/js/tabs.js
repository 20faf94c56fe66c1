// @ts-check
/**
 * Tab lists by the ARIA pattern: one tab stop, Left/Right and Home/End move and select, panels carry the tab's name.
 */
import { el, uid } from "./dom.js";

/**
 * @typedef {object} TabItem
 * @property {string} name
 * @property {string} title
 * @property {string} [badge]
 */

export class Tabs {
  /**
   * @param {string} label name of the list
   * @param {TabItem[]} items
   * @param {(name: string) => void} onSelect by the reader; `select` does not call it
   * @param {"primary" | "secondary" | "plain"} [look]
   */
  constructor(label, items, onSelect, look = "plain") {
    this.items = items;
    this.onSelect = onSelect;
    this.selected = "";
    /** @type {Map<string, HTMLElement>} */
    this.tabs = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.panels = new Map();
    this.element = el("div", { class: `tabs tabs-${look}`, role: "tablist", "aria-label": label, on: { keydown: (/** @type {KeyboardEvent} */ event) => this.key(event) } });
    for (const item of items) {
      const tab = el("button", { type: "button", role: "tab", class: "tab", id: uid("tab"), "aria-selected": "false", tabindex: "-1", on: { click: () => this.choose(item.name) } }, item.title, item.badge ? el("span", { class: "tab-badge" }, item.badge) : null);
      this.tabs.set(item.name, tab);
      this.element.append(tab);
    }
    const first = items[0] ? this.tabs.get(items[0].name) : null;
    if (first) first.tabIndex = 0;
  }

  /**
   * Make an element the panel of a tab.
   * @param {string} name
   * @param {HTMLElement} panel
   */
  attach(name, panel) {
    const tab = this.tabs.get(name);
    if (!tab) return;
    if (!panel.id) panel.id = uid("panel");
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    tab.setAttribute("aria-controls", panel.id);
    panel.hidden = name !== this.selected;
    this.panels.set(name, panel);
  }

  /** @param {string} name */
  choose(name) {
    this.select(name);
    this.onSelect(name);
  }

  /** Show a tab as selected and its panel alone. @param {string} name */
  select(name) {
    if (!this.tabs.has(name)) return;
    this.selected = name;
    for (const [each, tab] of this.tabs) {
      tab.setAttribute("aria-selected", String(each === name));
      tab.tabIndex = each === name ? 0 : -1;
    }
    for (const [each, panel] of this.panels) panel.hidden = each !== name;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const place = this.items.findIndex((item) => this.tabs.get(item.name) === event.target);
    const last = this.items.length - 1;
    const next = { ArrowRight: place === last ? 0 : place + 1, ArrowLeft: place === 0 ? last : place - 1, Home: 0, End: last }[event.key];
    if (place < 0 || next === undefined) return;
    event.preventDefault();
    const { name } = this.items[next];
    this.choose(name);
    const tab = this.tabs.get(name);
    tab?.focus();
    tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
