// @ts-check
/**
 * The redacted session as a file, made in the page; as text where a page may not download.
 */
import { isMissing } from "../data.js";
import { button, el, fill } from "../dom.js";
import { bytes, count } from "../format.js";
import { notice } from "../parts.js";
import { completeWords, entryLine, headerLine } from "../render/jsonl.js";

/** Longest piece of work at once, ms. */
const SLICE = 12;

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  const state = el("p", { class: "panel-lead", "aria-live": "polite" }, "Not made yet.");
  const actions = el("div", { class: "block-buttons" });
  const element = el(
    "div",
    { class: "panel-body" },
    el("p", { class: "panel-lead" }, "The entries that this report has, one a line, as Pi writes sessions: masked and cut as they are shown here, with their recorded parents. Thinking that the report shows is in it; signatures are not. Review before sharing."),
    state,
    actions,
  );
  let made = false;
  return {
    element,
    show() {
      if (made) return;
      made = true;
      build(app, (done) => {
        state.textContent = `Reading entries: ${count(done)} of ${count(app.data.rows?.detail.length ?? 0)}.`;
      }, (text, words, missing) => finish(text, words, missing));
    },
  };

  /**
   * @param {string} text
   * @param {string} words
   * @param {number} missing rows whose details are damaged
   */
  function finish(text, words, missing) {
    state.textContent = `${words}; ${bytes(new Blob([text]).size)}.`;
    if (missing > 0) state.after(notice("warning", `${count(missing)} entries of this report are damaged and not in the file.`));
    fill(
      actions,
      button(`Download JSONL (${words})`, () => download(text)),
      button("Copy", () => app.copy(text, "Redacted session")),
      button("Show as text", () => app.dialog("Redacted session as JSON Lines", textArea(text), { wide: true })),
    );
    actions.after(el("p", { class: "panel-lead" }, "Some pages may not download (a frame without that right); then nothing happens, and the text can be selected instead."));
  }

  /** @param {string} text */
  function download(text) {
    const address = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
    const link = el("a", { href: address, download: fileName(app.meta.file), hidden: true });
    document.body.append(link);
    link.click();
    link.remove();
    // The browser reads the blob after the click.
    window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
    app.announce("The download was asked for.", true);
  }
}

/** @param {string} text */
function textArea(text) {
  const area = el("textarea", { class: "copy-area", readonly: true, rows: "24", "aria-label": "Redacted session as JSON Lines" });
  area.value = text;
  return area;
}

/** @param {string} name of the session file */
function fileName(name) {
  return `${name.replace(/\.jsonl$/i, "").replace(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 120) || "session"}-redacted.jsonl`;
}

/**
 * Write all lines in slices, so that the page stays usable.
 * @param {App} app
 * @param {(done: number) => void} progress
 * @param {(text: string, words: string, missing: number) => void} done
 */
function build(app, progress, done) {
  const { data, meta } = app;
  const slots = data.rows?.detail ?? [];
  const lines = [headerLine(meta)];
  let row = 0;
  let changed = 0;
  let missing = 0;
  const image = (/** @type {string} */ key) => {
    const found = data.optional(key);
    return typeof found === "string" ? found : null;
  };
  const slice = () => {
    const end = performance.now() + SLICE;
    for (; row < slots.length && performance.now() < end; row += 1) {
      const detail = data.detailOfRow(row);
      if (isMissing(detail)) {
        if (detail.reason === "damaged") missing += 1;
        continue;
      }
      const entry = entryLine(detail.value, detail.numbers ?? {}, image);
      if (entry.changed || (detail.cuts ?? []).length > 0 || detail.note) changed += 1;
      lines.push(entry.line);
    }
    if (row < slots.length) {
      progress(row);
      window.setTimeout(slice, 0);
    } else done(`${lines.join("\n")}\n`, completeWords({ entries: lines.length - 1, total: meta.items, changed }), missing);
  };
  slice();
}

/** @type {View} */
export const view = { name: "download", title: "Download", order: 95, place: "panel", button: true, create };
