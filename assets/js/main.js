// @ts-check
/**
 * The start of the page: the one module with side effects.
 */
import { Data } from "./data.js";
import { Page, failedStart } from "./app.js";
import { notice } from "./parts.js";

/**
 * Called at the end of the linked script.
 * @param {View[]} views the views of this report
 */
export function start(views) {
  const host = /** @type {HTMLElement} */ (document.getElementById("app"));
  const data = new Data((id) => {
    const node = document.getElementById(id);
    return node instanceof HTMLScriptElement && node.type === "application/json" ? node.textContent : null;
  });
  const { meta } = data;
  if (!meta) {
    // The static part stays readable below the notice.
    failedStart(host, "The head of this report is damaged: what follows is the part that is readable without it.");
    document.body.prepend(host);
    return;
  }
  // Hidden first: otherwise the first layout measures it too.
  const readable = document.getElementById("static");
  if (readable) readable.hidden = true;
  const page = new Page(data, meta, views);
  page.start(host);
  if (data.element("end") !== true) page.notices.prepend(notice("error", "This file is cut off: its end is missing, so parts of the report are missing too."));
}
