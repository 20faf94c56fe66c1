// @ts-check
/**
 * The keyboard help: keys of the page, of the lists, and the switch that turns single keys off.
 */
import { el } from "./dom.js";
import { Keys } from "./keys.js";

const LISTS = /** @type {const} */ ([
  ["↑ ↓ Home End", "Move in a list, a tab list or the minimap"],
  ["Enter, Space", "Open or close a row"],
  ["Enter", "In Session: select an entry and show its details"],
  ["Space", "In Session: open or close an entry in place"],
  ["→ ←", "In Session: open or enter; close, or go to the recorded parent"],
  ["→ ←", "Open, close; next and previous tab"],
  ["Escape", "Close a dialog, clear the search"],
]);

/**
 * @param {Keys} keys
 * @param {(on: boolean) => void} changed
 */
export function helpContent(keys, changed) {
  const box = el("input", { type: "checkbox" });
  box.checked = keys.on;
  box.addEventListener("change", () => {
    keys.on = box.checked;
    changed(keys.on);
  });
  const rows = [...keys.list.map(({ key }) => /** @type {const} */ ([key.key, key.words])), ...LISTS];
  return el(
    "div",
    { class: "help" },
    el("table", { class: "table" }, el("tbody", null, ...rows.map(([key, words]) => el("tr", null, el("th", { scope: "row" }, el("kbd", null, key)), el("td", null, words))))),
    el("label", { class: "check" }, box, " Single keys act (never while typing)"),
  );
}
