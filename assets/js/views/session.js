// @ts-check
/**
 * Event details beside History and Branch view: a resizable panel, or a drawer on narrow screens (SES-7).
 */
import { el, uid } from "../dom.js";
import { Inspector } from "../session/inspector.js";
import { sessionModel } from "../session/model.js";
import { Drag, LEAST_LIST, LEAST_PANEL, keyWidth, panelWidth } from "../session/resize.js";

const NARROW = "(max-width: 760px)";

/** Views that the panel belongs to. */
const OWNERS = new Set(["history", "branch"]);

class DetailsPanel {
  /** @param {App} app @param {SessionModel} model */
  constructor(app, model) {
    this.app = app;
    this.model = model;
    this.inspector = new Inspector(app, model, () => model.setOpen(false));
    this.width = 0;
    /** @type {Drag | null} */
    this.drag = null;
    /** @type {(() => void) | null} */
    this.closeDrawer = null;
    this.panel = el("section", { class: "details-pane", id: uid("details"), "aria-label": "Event details" });
    this.separator = el("div", {
      class: "separator",
      role: "separator",
      tabindex: "0",
      "aria-orientation": "vertical",
      "aria-label": "Width of the list beside Event details",
      "aria-controls": this.panel.id,
      on: {
        keydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
        pointerdown: (/** @type {PointerEvent} */ event) => this.begin(event),
        pointermove: (/** @type {PointerEvent} */ event) => {
          if (this.drag) this.setWidth(this.drag.move(event.clientX));
        },
        pointerup: () => this.finish(),
        pointercancel: () => this.cancel(),
        lostpointercapture: () => this.finish(),
        blur: () => this.cancel(),
      },
    });
    this.element = el("div", { class: "side", hidden: true }, this.separator, this.panel);
    this.media = window.matchMedia(NARROW);
    this.media.addEventListener("change", () => this.place());
    window.addEventListener("blur", () => this.cancel());
    window.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.drag) {
        event.preventDefault();
        this.cancel();
      }
    });
    new ResizeObserver(() => this.fit()).observe(this.element);
    window.addEventListener("resize", () => this.fit());
    model.listeners.add((what) => this.changed(what));
    this.inspector.show(-1);
  }

  /** @param {"selection" | "scope" | "open"} what */
  changed(what) {
    const { subject } = this.model;
    if (what === "selection" && subject) this.inspector.showSubject(subject);
    else if (what === "selection") this.inspector.show(this.model.selected);
    else this.inspector.refreshHead();
    this.place();
    // What had the focus in the drawer is gone with the entry before.
    if (this.closeDrawer && document.activeElement === document.body) this.inspector.element.closest("dialog")?.querySelector("h2")?.focus();
  }

  /** Put the one inspector where it belongs. */
  place() {
    const { model, app } = this;
    const shown = model.open && model.hasSubject && (OWNERS.has(app.view) || app.views.get(app.view)?.opensDetails === true);
    const narrow = this.media.matches;
    if (!narrow || !shown) {
      const close = this.closeDrawer;
      this.closeDrawer = null;
      close?.();
    }
    this.element.hidden = narrow || !(model.open && model.hasSubject);
    if (!narrow) {
      if (this.inspector.element.parentElement !== this.panel) this.panel.append(this.inspector.element);
      this.fit();
    } else if (shown && !this.closeDrawer) this.openDrawer();
  }

  openDrawer() {
    this.closeDrawer = this.app.dialog("Event details", this.inspector.element, {
      drawer: true,
      onClose: () => {
        // Closed by the reader: it stays closed until an entry is selected again.
        const own = this.closeDrawer !== null;
        this.closeDrawer = null;
        if (own) this.model.setOpen(false);
      },
    });
  }

  /** Room of list and panel together. */
  room() {
    return (this.element.parentElement?.clientWidth ?? 0) - this.separator.offsetWidth;
  }

  fit() {
    const room = this.room();
    if (this.element.hidden || room <= 0) return;
    this.setWidth(this.width === 0 ? Math.round(room * 0.54) : this.width, false);
  }

  /** @param {number} wanted @param {boolean} [keep] */
  setWidth(wanted, keep = true) {
    const room = this.room();
    const width = panelWidth(wanted, room);
    if (keep) this.width = width;
    this.panel.style.width = `${width}px`;
    this.separator.setAttribute("aria-valuemin", String(LEAST_LIST));
    this.separator.setAttribute("aria-valuemax", String(Math.max(LEAST_LIST, room - LEAST_PANEL)));
    this.separator.setAttribute("aria-valuenow", String(room - width));
    this.separator.setAttribute("aria-valuetext", `list ${room - width} pixels wide, details ${width}`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const width = keyWidth(event.key, this.panel.offsetWidth, this.room());
    if (width === null) return;
    event.preventDefault();
    this.setWidth(width);
  }

  /** @param {PointerEvent} event */
  begin(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.separator.focus({ preventScroll: true });
    this.drag = new Drag(event.clientX, this.panel.offsetWidth, this.room());
    this.separator.setPointerCapture(event.pointerId);
    this.separator.classList.add("dragging");
  }

  finish() {
    this.drag = null;
    this.separator.classList.remove("dragging");
  }

  /** End a drag and take it back. */
  cancel() {
    if (!this.drag) return;
    this.setWidth(this.drag.cancel());
    this.finish();
  }
}

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  const model = sessionModel(app);
  if (!model) return { element: el("div", { class: "side", hidden: true }) };
  const panel = new DetailsPanel(app, model);
  return { element: panel.element };
}

/** @type {View} */
export const view = { name: "session", title: "Event details", order: 29, place: "side", tab: "session", create };
