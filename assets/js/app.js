// @ts-check
/**
 * The frame around all views: primary tabs with their views, panels in drawers, routes, jumps, keys, times, announcements.
 */
import { answer, append, button, el, fill } from "./dom.js";
import { copyText } from "./copy.js";
import { Data, missingWords } from "./data.js";
import { openDialog } from "./dialog.js";
import { pageHeader } from "./header.js";
import { helpContent } from "./help.js";
import { Keys } from "./keys.js";
import { notice } from "./parts.js";
import { parseRoute } from "./route.js";
import { Router } from "./router.js";
import { Tabs } from "./tabs.js";
import { formatTime } from "./time.js";

/** Primary tabs in order; a tab without views does not appear. Another view with `place: "tab"` is a tab of its own. */
const PRIMARY = [
  { name: "context", title: "Context" },
  { name: "session", title: "Session" },
  { name: "cache", title: "Cache" },
  { name: "environment", title: "Environment" },
];

/**
 * @typedef {object} Group
 * @property {string} name
 * @property {string} title
 * @property {View[]} views
 * @property {HTMLElement} panel
 * @property {HTMLElement} bar
 * @property {HTMLElement} body
 * @property {Tabs | null} tabs
 * @property {string} last the view shown last
 */

/** @implements {App} */
export class Page {
  /**
   * @param {Data} data
   * @param {Meta} meta
   * @param {View[]} views
   */
  constructor(data, meta, views) {
    this.data = data;
    this.meta = meta;
    /** @type {Map<string, View>} */
    this.views = new Map([...views].sort((a, b) => a.order - b.order).map((view) => [view.name, view]));
    /** @type {Map<string, ViewInstance>} */
    this.instances = new Map();
    /** @type {Map<string, unknown>} */
    this.shared = new Map();
    this.view = "";
    this.local = false;
    /** @type {((what: "zone" | "theme") => void)[]} */
    this.listeners = [];
    this.keys = new Keys();
    this.router = new Router((route) => this.applyRoute(route));
    /** @type {(() => void) | null} */
    this.closePanel = null;
    this.panelOpen = "";
    this.lastError = -1;
    this.live = el("div", { class: "offscreen", "aria-live": "polite", role: "status" });
    this.toast = el("div", { class: "toast", "aria-hidden": "true", hidden: true });
    this.toastTimer = 0;
    this.notices = el("div", { class: "notices" });
    this.root = el("div", { class: "app", id: "app-root" });
    this.groups = this.makeGroups();
  }

  /** @returns {Group[]} */
  makeGroups() {
    /** @type {Map<string, Group>} */
    const groups = new Map();
    const titles = new Map(PRIMARY.map(({ name, title }) => [name, title]));
    for (const view of this.views.values()) {
      if ((view.place ?? "tab") !== "tab") continue;
      const name = view.tab ?? view.name;
      const bar = el("div", { class: "bar", "data-sticky": "" });
      const body = el("div", { class: "group-body" });
      const group = groups.get(name) ?? { name, title: titles.get(name) ?? view.title, views: [], bar, body, panel: el("section", { class: "group", hidden: true }, bar, body), tabs: null, last: "" };
      group.views.push(view);
      groups.set(name, group);
    }
    const order = (/** @type {Group} */ group) => {
      const place = PRIMARY.findIndex(({ name }) => name === group.name);
      return place < 0 ? PRIMARY.length + group.views[0].order : place;
    };
    return [...groups.values()].sort((a, b) => order(a) - order(b));
  }

  /** Fill the page and show what the fragment names. @param {HTMLElement} host */
  start(host) {
    this.applyTheme(this.meta.theme);
    this.primary = new Tabs("Views", this.groups.map(({ name, title }) => ({ name, title })), (name) => this.open(this.groups.find((group) => group.name === name)?.last || this.firstView(name)), "primary");
    for (const group of this.groups) this.fillGroup(group);
    const main = el("main", { class: "main" }, ...this.groups.map((group) => group.panel));
    append(this.root, [pageHeader(this, this.primary.element), this.notices, main]);
    for (const words of this.meta.notices) this.notices.append(notice("warning", words));
    append(host, [this.root, this.live, this.toast]);
    host.hidden = false;
    this.registerKeys();
    this.router.start();
  }

  /** @param {Group} group */
  fillGroup(group) {
    this.primary?.attach(group.name, group.panel);
    const tabbed = group.views.filter((view) => !view.under);
    if (tabbed.length > 1) {
      group.tabs = new Tabs(group.title, tabbed.map((view) => ({ name: view.name, title: view.title, badge: answer(() => view.badge?.(this), undefined) })), (name) => this.open(name), "secondary");
      group.bar.append(group.tabs.element);
    }
    for (const side of this.views.values()) {
      if (side.place !== "side" || (side.tab ?? side.name) !== group.name) continue;
      const instance = side.create(this);
      this.instances.set(side.name, instance);
      group.body.append(instance.element);
    }
  }

  registerKeys() {
    this.keys.add({ key: "?", words: "This help", run: () => this.help() });
    this.keys.add({ key: "/", words: "Search in the view shown; a drawer over it closes", run: () => this.search() });
    if (this.errorRows().length > 0) {
      this.keys.add({ key: "]", words: "Next error; opened Event details move on to it, another drawer closes", run: () => this.stepError(1) });
      this.keys.add({ key: "[", words: "Previous error, in the same way", run: () => this.stepError(-1) });
    }
    for (const view of this.views.values()) for (const key of answer(() => view.keys?.(this) ?? [], [])) this.keys.add(key, () => key.everywhere === true || this.view === view.name);
    this.keys.listen(document);
  }

  help() {
    openDialog("Keyboard", helpContent(this.keys, (on) => this.announce(on ? "Single keys are on." : "Single keys are off.")));
  }

  /** The search field of the view shown; a drawer over the view would keep the focus. */
  search() {
    const focus = this.instances.get(this.view)?.focusSearch;
    if (!focus) return;
    for (const drawer of document.querySelectorAll("dialog.drawer[open]")) if (drawer instanceof HTMLDialogElement) drawer.close();
    focus();
  }

  /** @param {string} group */
  firstView(group) {
    const views = this.groups.find(({ name }) => name === group)?.views ?? [];
    return (views.find((view) => view.lead?.(this)) ?? views[0])?.name ?? "";
  }

  /** @param {string} view */
  has(view) {
    return this.views.has(view);
  }

  /** @param {string} view */
  open(view) {
    this.jump({ view });
  }

  /** @param {Target} target @param {boolean} [replace] take the place of the address before */
  jump(target, replace = false) {
    const view = target.view && this.has(target.view) ? target.view : this.view;
    if (this.views.get(view)?.place !== "panel") this.leavePanel();
    this.router.set(this.route({ ...target, view }), replace);
    return this.show(view, target);
  }

  /** @param {Target} target */
  link(target) {
    return this.router.address(this.route(target));
  }

  /** @param {Target} target @returns {Partial<Route>} */
  route(target) {
    const row = target.row ?? (target.item === undefined ? -1 : this.data.row(target.item));
    const entry = target.entry ?? (row >= 0 ? this.data.rows?.id[row] : "");
    return { view: target.view ?? this.view, entry, leaf: entry || target.execution ? this.meta.leaf_id : "", execution: target.execution };
  }

  /** @param {Route} route */
  applyRoute(route) {
    const problems = [];
    let view = route.view;
    if (view && !this.has(view)) {
      problems.push(`This report has no view “${view.slice(0, 80)}”.`);
      view = "";
    }
    const unknown = this.views.get(view)?.unknown?.(this, route);
    if (unknown) problems.push(unknown);
    const row = route.entry ? this.data.rowById(route.entry) : -1;
    if (route.entry && row < 0) problems.push(`This report has no entry “${route.entry.slice(0, 80)}” that can be linked to.`);
    if (route.leaf && route.leaf !== this.meta.leaf_id) problems.push(`The link was made at leaf ${route.leaf.slice(0, 80)}; this report stands at ${this.meta.leaf_id || "no leaf"}.`);
    this.linkNotice?.remove();
    if (problems.length) {
      const node = notice("warning", problems.join(" "), " ", button("Dismiss", () => node.remove(), { class: "link-button" }));
      this.linkNotice = node;
      this.notices.append(node);
      this.announce(problems.join(" "));
    }
    this.show(view || this.view || this.firstView(this.groups[0]?.name ?? ""), { execution: route.execution, ...(row >= 0 ? { row, entry: route.entry } : {}) });
  }

  /**
   * @param {string} name
   * @param {Target} target
   * @returns {boolean} whether the target is to be seen there
   */
  show(name, target) {
    const view = this.views.get(name);
    if (!view) return false;
    if (view.place === "panel") {
      if (!this.view) this.showTab(this.views.get(this.firstView(this.groups[0]?.name ?? "")));
      return this.showPanel(view, target);
    }
    this.leavePanel();
    this.showTab(view);
    return this.revealIn(name, target);
  }

  /** Close an open panel for something else: closing it by hand would put back the address of the view below. */
  leavePanel() {
    const close = this.closePanel;
    const name = this.panelOpen;
    this.closePanel = null;
    this.panelOpen = "";
    close?.();
    if (name) this.instances.get(name)?.hide?.();
  }

  /** @param {string} name @param {Target} target */
  revealIn(name, target) {
    const asked = target.row !== undefined || target.item !== undefined || target.segment !== undefined || target.entry !== undefined || target.execution !== undefined || target.detail !== undefined;
    if (!asked) return true;
    const row = target.row ?? (target.item !== undefined ? this.data.row(target.item) : target.entry ? this.data.rowById(target.entry) : undefined);
    const shown = this.instances.get(name)?.reveal?.({ ...target, row });
    if (shown === false) this.announce("The entry is not part of this view.", true);
    return shown !== false;
  }

  /** @param {View | undefined} view */
  showTab(view) {
    const group = this.groups.find(({ views }) => views.some((each) => each === view));
    if (!view || !group) return;
    const created = this.instance(view);
    if (this.view !== view.name) {
      this.instances.get(this.view)?.hide?.();
      this.view = view.name;
      group.last = view.name;
      this.primary?.select(group.name);
      group.tabs?.select(view.under ?? view.name);
      for (const each of group.views) {
        const instance = this.instances.get(each.name);
        if (!instance) continue;
        instance.element.hidden = each !== view;
        if (instance.bar) instance.bar.hidden = each !== view;
      }
      group.bar.hidden = !group.tabs && !created.bar;
      created.show?.();
    }
  }

  /** The instance of a view, made on first use and put in its place. @param {View} view */
  instance(view) {
    const made = this.instances.get(view.name);
    if (made) return made;
    const instance = this.create(view);
    this.instances.set(view.name, instance);
    const group = this.groups.find(({ views }) => views.includes(view));
    if (group) {
      instance.element.classList.add("view");
      group.body.insertBefore(instance.element, group.body.querySelector(":scope > .side"));
      if (instance.bar) group.bar.append(instance.bar);
      group.tabs?.attach(view.name, instance.element);
    }
    return instance;
  }

  /** @param {View} view @returns {ViewInstance} */
  create(view) {
    try {
      return view.create(this);
    } catch (error) {
      // One damaged or unexpected part must not take the other views with it.
      console.error(error);
      return { element: el("div", { class: "view-body" }, notice("error", `${missingWords("damaged")} The view “${view.title}” can’t be shown.`)) };
    }
  }

  /** @param {View} view @param {Target} target */
  showPanel(view, target) {
    if (this.panelOpen !== view.name) {
      this.closePanel?.();
      const instance = this.instance(view);
      instance.element.hidden = false;
      this.panelOpen = view.name;
      this.closePanel = openDialog(view.title, instance.element, {
        drawer: true,
        onClose: () => {
          if (this.panelOpen !== view.name) return;
          this.panelOpen = "";
          this.closePanel = null;
          instance.hide?.();
          this.router.set({ view: this.view }, true);
        },
      });
      instance.show?.();
    }
    return this.revealIn(view.name, target);
  }

  /** Rows of errors on the active branch, in order. */
  errorRows() {
    const flags = this.data.rows?.flags ?? [];
    const out = [];
    for (let row = 0; row < flags.length; row += 1) if ((flags[row] & 20) === 20) out.push(row);
    return out;
  }

  /** From the entry that the address names, else from the error shown last. @param {1 | -1} step */
  stepError(step) {
    const rows = this.errorRows();
    if (rows.length === 0) return;
    const { entry } = parseRoute(this.router.hash);
    const from = entry ? this.data.rowById(entry) : this.lastError;
    const passed = rows.filter((row) => (step > 0 ? row <= from : row < from)).length;
    const next = (step > 0 ? passed : passed - 1 + rows.length) % rows.length;
    this.lastError = rows[next];
    const view = [this.view, "history", "context"].find((name) => this.has(name) && (name !== this.view || this.instances.get(name)?.reveal)) ?? this.view;
    const words = `Error ${next + 1} of ${rows.length}`;
    const seen = this.jump({ view, row: rows[next] });
    if (seen || view === "history" || !this.has("history")) {
      this.announce(seen ? words : `${words} is not part of this view.`, true);
      return;
    }
    // What a compaction took out of the context still stands in History.
    this.jump({ view: "history", row: rows[next] }, true);
    this.announce(`${words}, in History: it is not part of ${this.views.get(view)?.title}.`, true);
  }

  /** @param {string} words @param {boolean} [shown] */
  announce(words, shown = false) {
    const dialog = document.querySelector("dialog[open]");
    const host = dialog ?? this.root.parentElement;
    // Outside an open dialog the page is inert, and so would the words be.
    if (host && this.live.parentElement !== host) host.append(this.live, this.toast);
    this.live.textContent = "";
    window.setTimeout(() => {
      this.live.textContent = words;
    }, 30);
    if (!shown) return;
    this.toast.textContent = words;
    this.toast.hidden = false;
    window.clearTimeout(this.toastTimer);
    this.toastTimer = window.setTimeout(() => {
      this.toast.hidden = true;
    }, 4000);
  }

  /** @param {string} text @param {string} what */
  copy(text, what) {
    return copyText(text, what, (words, shown) => this.announce(words, shown));
  }

  /**
   * @param {number | null | undefined} ms
   * @param {"full" | "clock" | "short" | "date" | "exact"} style
   * @param {string} [bad]
   */
  time(ms, style, bad) {
    const node = el("time", { class: "time", "data-style": style, "data-ms": ms ?? "" }, this.timeText(ms, style, bad));
    if (typeof ms === "number" && Math.abs(ms) <= 8.64e15) {
      node.dateTime = new Date(ms).toISOString();
      node.title = formatTime(ms, this.local, "exact");
    } else node.classList.add("unavailable");
    return node;
  }

  /**
   * @param {number | null | undefined} ms
   * @param {"full" | "clock" | "short" | "date" | "exact"} style
   * @param {string} [bad]
   */
  timeText(ms, style, bad) {
    return formatTime(ms, this.local, style, bad);
  }

  /** Switch between UTC and the reader's zone. */
  toggleZone() {
    this.local = !this.local;
    for (const node of document.querySelectorAll("time[data-style]")) {
      const { ms, style } = /** @type {HTMLElement} */ (node).dataset;
      if (!ms || !style || node.classList.contains("unavailable")) continue;
      node.textContent = formatTime(Number(ms), this.local, /** @type {"full"} */ (style));
      node.setAttribute("title", formatTime(Number(ms), this.local, "exact"));
    }
    for (const run of this.listeners) run("zone");
    this.announce(this.local ? "Times are in your zone." : "Times are UTC.", true);
  }

  /** @param {(what: "zone" | "theme") => void} run */
  onChange(run) {
    this.listeners.push(run);
  }

  /** @param {string} theme */
  applyTheme(theme) {
    document.documentElement.dataset.theme = theme;
    for (const run of this.listeners) run("theme");
  }

  /** The theme in force: "light" or "dark". */
  theme() {
    const set = document.documentElement.dataset.theme;
    if (set === "light" || set === "dark") return set;
    return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }

  /**
   * @param {string} words
   * @param {Target} target
   * @param {ElementSpec} [spec]
   */
  jumpLink(words, target, spec) {
    if (target.view && !this.has(target.view)) return el("span", spec, words);
    const link = el("a", { href: this.link(target), ...spec }, words);
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      this.jump(target);
    });
    return link;
  }

  /** @param {string} name @param {number} fallback */
  bound(name, fallback) {
    return this.meta.bounds.find((bound) => bound.name === name)?.limit ?? fallback;
  }

  /** @param {string} title @param {Node} content @param {{drawer?: boolean, wide?: boolean, onClose?: () => void}} [options] */
  dialog(title, content, options) {
    return openDialog(title, content, options);
  }
}

/**
 * A page that can't start says why, in place of the views.
 * @param {HTMLElement} host
 * @param {string} words
 */
export function failedStart(host, words) {
  fill(host, notice("error", words));
  host.hidden = false;
}
