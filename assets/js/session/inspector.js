// @ts-check
/**
 * Event details: one entry with its tabs (SES-7). One inspector exists, in a panel beside the list or in a drawer.
 */
import { button, el, fill } from "../dom.js";
import { badge, emptyState } from "../parts.js";
import { Tabs } from "../tabs.js";
import { inlineText, namedText } from "../text.js";
import { face, rowName } from "./entries.js";
import { contentForm, metadataForm, rawForm, standingWords } from "./entry.js";
import { sessionModel } from "./model.js";

/** @type {DetailTab[]} */
const OWN = [
  { name: "content", title: "Content", order: 10, create: (app, row) => form(app, row, contentForm) },
  { name: "metadata", title: "Metadata", order: 90, create: (app, row) => form(app, row, metadataForm) },
  { name: "raw", title: "Raw", order: 100, create: (app, row) => form(app, row, rawForm) },
];

/**
 * @param {App} app
 * @param {number} row
 * @param {(model: SessionModel, row: number) => HTMLElement} make
 */
function form(app, row, make) {
  return el("div", null, make(/** @type {SessionModel} */ (sessionModel(app)), row), el("p", { class: "details-evidence" }, app.meta.labels["session.details"] ?? ""));
}

/**
 * The tabs that apply to an entry, in order: this module's and those of other views.
 * @param {App} app
 * @param {number} row
 */
export function tabsFor(app, row) {
  const added = [...app.views.values()].flatMap((view) => view.detailTabs ?? []);
  return [...OWN, ...added].filter((tab) => tab.applies?.(app, row) ?? true).sort((a, b) => a.order - b.order);
}

export class Inspector {
  /**
   * @param {App} app
   * @param {SessionModel} model
   * @param {() => void} close
   */
  constructor(app, model, close) {
    this.app = app;
    this.model = model;
    this.close = close;
    this.row = -1;
    /** What is shown in place of an entry. */
    /** @type {{kind: string, key: number} | null} */
    this.shown = null;
    /** Tab last chosen; one that does not apply gives way to Content and comes back. */
    this.tab = "content";
    this.head = el("div", { class: "details-head" });
    this.body = el("div", { class: "details-body-wrap" });
    this.element = el("div", { class: "details" }, this.head, this.body);
  }

  /** @param {number} row */
  show(row) {
    if (row === this.row && !this.shown) return;
    this.row = row;
    this.shown = null;
    if (row < 0) {
      this.head.replaceChildren();
      fill(this.body, emptyState("No entry is selected.", "Select a row to see its content, metadata and raw form."));
      return;
    }
    this.drawHead(row);
    this.fillBody(tabsFor(this.app, row).map(({ name, title, create }) => ({ name, title, create: () => create(this.app, row) })));
  }

  /** Show what is no entry. @param {{kind: string, key: number}} subject */
  showSubject(subject) {
    if (this.shown?.kind === subject.kind && this.shown.key === subject.key) return;
    this.shown = subject;
    const found = this.subjectOf(subject);
    if (!found) return;
    this.drawSubjectHead(found, subject.key);
    this.fillBody(found.tabs(this.app, subject.key));
  }

  /** @param {{kind: string, key: number}} subject */
  subjectOf({ kind }) {
    for (const view of this.app.views.values()) if (view.subject?.kind === kind) return view.subject;
    return null;
  }

  /** @param {DetailSubject} subject @param {number} key */
  drawSubjectHead(subject, key) {
    const { title, facts, links } = subject.head(this.app, key);
    fill(
      this.head,
      el("div", { class: "details-top" }, el("h2", { class: "details-title" }, title), button("Close", this.close, { class: "button details-close" })),
      el("p", { class: "details-facts" }, facts),
      el("p", { class: "details-links" }, links),
    );
  }

  /** @param {{name: string, title: string, create(): Node}[]} items */
  fillBody(items) {
    const tabs = new Tabs("Event details", items.map(({ name, title }) => ({ name, title })), (name) => {
      this.tab = name;
      this.fillPanel(items, panels, name);
    });
    /** @type {Map<string, HTMLElement>} */
    const panels = new Map(items.map(({ name }) => [name, el("div", { class: "details-panel", tabindex: "0" })]));
    fill(this.body, tabs.element);
    for (const [name, panel] of panels) {
      tabs.attach(name, panel);
      this.body.append(panel);
    }
    const name = panels.has(this.tab) ? this.tab : "content";
    tabs.select(name);
    this.fillPanel(items, panels, name);
  }

  /** Show a tab of the entry at hand, when it applies. @param {string} name */
  showTab(name) {
    this.tab = name;
    const { row } = this;
    this.row = -1;
    this.show(row);
  }

  /** @param {{name: string, create(): Node}[]} items @param {Map<string, HTMLElement>} panels @param {string} name */
  fillPanel(items, panels, name) {
    const panel = panels.get(name);
    const item = items.find((each) => each.name === name);
    if (panel && item && panel.childNodes.length === 0) panel.append(item.create());
  }

  /** @param {number} row */
  drawHead(row) {
    const { app, model } = this;
    const { rows, data } = model;
    const found = face(data, row);
    const id = rows.id[row];
    const type = data.string(rows.type[row]);
    const role = data.string(rows.role[row]);
    const bad = rows.bad_time[String(row)];
    const stop = model.session.stops[String(row)];
    const title = el("h2", { class: "details-title" }, el("span", { class: `ink-${found.tone}` }, inlineText(found.label)), " ", namedText(found.text.slice(0, 120), found.name));
    const copy = id ? button("Copy link", () => app.copy(app.link({ view: app.view === "branch" ? "branch" : "history", row }), "Link"), { class: "link-button" }) : el("span", { class: "unavailable" }, "can’t be linked to");
    fill(
      this.head,
      el("div", { class: "details-top" }, title, button("Close", this.close, { class: "button details-close" })),
      el("p", { class: "details-facts" }, inlineText(role || type || "no type"), " · entry ", el("span", { class: "id", title: id || null }, rowName(data, row)), " · ", app.time(rows.time[row], "full", bad === undefined ? "no time recorded" : "not a valid time"), " · ", standingWords(model, row), stop ? [" · ", badge(stop, stop === "error" || stop === "aborted" || stop === "length" ? "error" : "neutral")] : null),
      el("p", { class: "details-links" }, copy, ...this.jumps(row)),
    );
  }

  /** Buttons that change the scope or the view. @param {number} row */
  jumps(row) {
    const { app, model } = this;
    const item = model.rows.item[row];
    /** @type {Child[]} */
    const out = [];
    const link = (/** @type {string} */ words, /** @type {() => void} */ run) => out.push(" · ", button(words, run, { class: "link-button" }));
    if (app.view !== "branch" && app.has("branch")) link("Show in Branch view", () => app.jump({ view: "branch", row }));
    if (app.view !== "history" || model.scope !== item) link("History at selected entry", () => {
      model.setScope(item);
      app.jump({ view: "history", row });
    });
    if (!model.atLeaf) link("Back to the active branch", () => {
      model.setScope(model.session.scope_item);
      app.jump({ view: "history" });
    });
    if (app.has("context") && model.rows.flags[row] & 8) link("Show in Context", () => app.jump({ view: "context", row, item }));
    return out;
  }

  /** Links depend on the view and the scope. */
  refreshHead() {
    const subject = this.shown && this.subjectOf(this.shown);
    if (this.shown && subject) this.drawSubjectHead(subject, this.shown.key);
    else if (this.row >= 0) this.drawHead(this.row);
  }
}
