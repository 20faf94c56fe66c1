// @ts-check
/**
 * Copying with an answer: what was copied, or the text itself for selection where copying is forbidden.
 */
import { el } from "./dom.js";
import { plural } from "./format.js";
import { openDialog } from "./dialog.js";

/**
 * @param {string} text
 * @param {string} what "Raw JSON", "Tool result"
 * @param {(words: string, shown?: boolean) => void} announce
 */
export async function copyText(text, what, announce) {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${what} copied, ${plural(text.length, "character")}.`, true);
  } catch {
    if (legacyCopy(text)) {
      announce(`${what} copied, ${plural(text.length, "character")}.`, true);
      return;
    }
    announce("Copying is not allowed here; the text is offered for selection.", true);
    const area = el("textarea", { class: "copy-area", readonly: true, "aria-label": what, rows: "14" });
    area.value = text;
    openDialog(`${what}: copying is not allowed here, select the text`, area);
    area.focus();
    area.select();
  }
}

/**
 * The older way, for pages where the clipboard interface is missing (some file: pages and frames).
 * @param {string} text
 */
function legacyCopy(text) {
  const area = el("textarea", { class: "offscreen", readonly: true, "aria-hidden": "true" });
  area.value = text;
  const before = document.activeElement;
  const host = document.querySelector("dialog[open]") ?? document.body;
  host.append(area);
  area.select();
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch {
    done = false;
  }
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}
