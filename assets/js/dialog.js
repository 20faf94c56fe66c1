// @ts-check
/**
 * Modal dialogs and drawers on the native element: it keeps focus inside, closes on Escape and gives focus back.
 */
import { button, el, uid } from "./dom.js";

/**
 * @param {string} title
 * @param {Node} content
 * @param {{drawer?: boolean, wide?: boolean, onClose?: () => void}} [options]
 * @returns {() => void} closes it
 */
export function openDialog(title, content, { drawer = false, wide = false, onClose } = {}) {
  const heading = el("h2", { class: "dialog-title", id: uid("title"), tabindex: "-1" }, title);
  const before = document.activeElement;
  const dialog = el("dialog", { class: drawer ? "dialog drawer" : `dialog${wide ? " wide" : ""}`, "aria-labelledby": heading.id });
  const close = () => {
    if (dialog.open) dialog.close();
  };
  // A panel that outlives its drawer (its scroll place, its open rows) is only detached by closing.
  dialog.append(el("div", { class: "dialog-head" }, heading, button("Close", close)), el("div", { class: "dialog-body", tabindex: "0", role: "region", "aria-label": title }, content));
  dialog.addEventListener("close", () => {
    dialog.remove();
    // What closed it may have given the focus to its own target by now.
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    onClose?.();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  heading.focus();
  return close;
}
