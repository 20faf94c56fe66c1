// @ts-check
/**
 * Single keys (UI-6): inactive while typing, with modifiers and in dialogs, and as a whole when switched off. A drawer is a
 * part of the page: keys act in it.
 */
import { isTextField } from "./dom.js";

export class Keys {
  constructor() {
    /** Whether single keys act. Escape always does. */
    this.on = true;
    /** @type {{key: Key, active: () => boolean}[]} */
    this.list = [];
  }

  /**
   * @param {Key} key
   * @param {() => boolean} [active]
   */
  add(key, active = () => true) {
    this.list.push({ key, active });
  }

  /** Listen on a document. @param {Document} target */
  listen(target) {
    target.addEventListener("keydown", (event) => {
      if (!this.on || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (isTextField(event.target) || target.querySelector("dialog[open]:not(.drawer)")) return;
      for (const { key, active } of this.list) {
        if (key.key === event.key && active()) {
          event.preventDefault();
          key.run();
          return;
        }
      }
    });
  }
}
