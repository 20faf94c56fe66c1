// @ts-check
/**
 * What the Environment views share: the choice of a capture, when it was made, what it changed, where something comes from.
 */
import { el, fill } from "../dom.js";
import { count, plural } from "../format.js";
import { badge, emptyState, lazyDetails, metaList, notice, unavailable } from "../parts.js";
import { inlineText } from "../text.js";
import { capturedText, capturedTime, leafLink, observerCuts, placeNode, runWords } from "../observed/links.js";

/** @param {App} app @returns {EnvironmentView | null} */
export function environment(app) {
  return app.data.element("environment");
}

/**
 * A view of one catalog: its captures to pick from, the last one first shown.
 * @param {App} app
 * @param {object} options
 * @param {string} options.label evidence label
 * @param {Catalog[]} options.catalogs
 * @param {number} options.earlier captures that this report left out
 * @param {string} options.things "tools"
 * @param {(catalog: Catalog) => HTMLElement} options.draw the items of one capture
 * @param {HTMLElement} [options.note] what the view can't say
 * @returns {ViewInstance}
 */
export function catalogView(app, { label, catalogs, earlier, things, draw, note }) {
  const body = el("div", { class: "environment-body" });
  const last = catalogs.length - 1;
  /** @type {Map<number, HTMLElement>} captures drawn so far; they keep their disclosures */
  const drawn = new Map();
  const open = (/** @type {number} */ place) => {
    const made = drawn.get(place) ?? capture(app, catalogs[place], place === last, things, draw);
    drawn.set(place, made);
    fill(body, made);
  };
  const select = el("select", { class: "field catalog-picker", "aria-label": `Capture of ${things}`, on: { change: () => open(Number(select.value)) } });
  const options = catalogs.map((_, place) => el("option", { value: place })).reverse();
  const name = () => {
    for (const option of options) {
      const place = Number(option.value);
      option.textContent = `Captured ${capturedText(app, catalogs[place].captured, "full")}, ${runWords(app, catalogs[place].captured)}${place === last ? " · last" : ""}`;
    }
  };
  name();
  app.onChange((what) => {
    if (what === "zone") name();
  });
  select.append(...options);
  const element = el("div", { class: "environment view-scroll" }, el("p", { class: "environment-label" }, label), note, earlier > 0 ? notice("note", `${plural(earlier, "earlier capture")} left out of this report.`) : null, body);
  open(last);
  return { element, bar: el("div", { class: "view-bar" }, catalogs.length > 1 ? select : null) };
}

/**
 * @param {App} app
 * @param {Catalog} catalog
 * @param {boolean} last
 * @param {string} things
 * @param {(catalog: Catalog) => HTMLElement} draw
 */
function capture(app, catalog, last, things, draw) {
  const { captured } = catalog;
  const head = metaList(
    [
      ["Captured", el("span", null, "as captured at ", capturedTime(app, captured, "exact"), `, ${runWords(app, captured)}, `, placeNode(app, captured))],
      ["Leaf", captured.leaf ? leafLink(app, captured) : null],
      ["Cut", observerCuts(captured)],
    ],
    "wide",
  );
  const out = el("div", null, last ? null : notice("note", "An earlier capture: a later one replaced it."), head, changesNode(catalog.changes, things));
  if (catalog.unavailable) out.append(notice("warning", "Unavailable: Pi gave the observer no answer when it asked."));
  else if (catalog.items.length === 0) out.append(emptyState(`No ${things} in this capture.`, "The record is there and lists none."));
  else out.append(draw(catalog));
  if (catalog.omitted > 0) out.append(el("p", { class: "cut" }, `${count(catalog.omitted)} more left out of this report.`));
  return out;
}

const CHANGE_TONES = /** @type {const} */ ({ added: "system", removed: "error", redefined: "warning" });

/** What a capture changed. @param {CatalogChange[] | null} changes @param {string} things */
function changesNode(changes, things) {
  if (changes === null) return null;
  if (changes.length === 0) return el("p", { class: "unavailable" }, "Nothing changed since the capture before.");
  const list = () => el("ul", { class: "uses" }, ...changes.map(([kind, name, members]) => el("li", { class: "use" }, badge(kind, CHANGE_TONES[/** @type {keyof CHANGE_TONES} */ (kind)] ?? "neutral"), el("span", { class: "mono" }, inlineText(name)), members.length ? el("span", { class: "unavailable" }, members.join(", ")) : null)));
  return lazyDetails(`${plural(changes.length, "change")} of ${things} since the capture before`, list, { class: "catalog-changes" });
}

/** Where Pi says something comes from (OBS-4). @param {SourcePart | null} source @returns {[string, Child][]} */
export function sourcePairs(source) {
  const value = (/** @type {string | undefined} */ words) => (words ? inlineText(words, { class: "mono" }) : unavailable());
  return [
    ["Source", value(source?.source)],
    ["Path", value(source?.path)],
    ["Scope", value(source?.scope)],
    ["Origin", value(source?.origin)],
  ];
}
