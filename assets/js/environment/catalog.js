// @ts-check
/**
 * What the Environment views share: the choice of a capture, when it was made, what it changed, where something comes from.
 */
import { el, fill } from "../dom.js";
import { count, plural } from "../format.js";
import { mark } from "../marks.js";
import { badge, emptyState, lazyDetails, metaList, notice, unavailable } from "../parts.js";
import { fold, normalise } from "../search.js";
import { SearchBox } from "../searchbox.js";
import { inlineText } from "../text.js";
import { capturedText, capturedTime, leafLink, observerCuts, placeNode, runWords } from "../observed/links.js";

/** @param {App} app @returns {EnvironmentView | null} */
export function environment(app) {
  return app.data.element("environment");
}

/**
 * A view of one catalog: its captures to pick from, the last one first shown, with a search over the shown one.
 * @param {App} app
 * @param {object} options
 * @param {string} options.label evidence label
 * @param {{title: string, words: string}} [options.none] what stands where nothing was captured
 * @param {Catalog[]} options.catalogs
 * @param {number} options.earlier captures that this report left out
 * @param {string} options.things "tools"
 * @param {(items: number[]) => HTMLElement} options.draw items by their place
 * @param {(item: number) => string} options.words what search looks at
 * @returns {ViewInstance}
 */
export function catalogView(app, { label, none, catalogs, earlier, things, draw, words }) {
  if (none && catalogs.length === 0) return { element: el("div", { class: "environment view-scroll" }, el("p", { class: "environment-label" }, label), emptyState(none.title, none.words)) };
  const body = el("div", { class: "environment-body" });
  const last = catalogs.length - 1;
  const limit = app.bound("search_query", 512);
  let query = "";
  let shown = last;
  /** @type {Map<number, ReturnType<typeof capture>>} captures drawn so far; they keep their disclosures */
  const drawn = new Map();
  const show = () => {
    const made = drawn.get(shown) ?? capture(app, catalogs[shown], shown === last, things, draw);
    drawn.set(shown, made);
    fill(body, made.element);
    if (!made.all) return;
    const { items } = catalogs[shown];
    const found = query ? items.filter((item) => fold(words(item)).includes(query)) : items;
    search.setCount(!query ? "" : found.length ? `${count(found.length)} of ${count(items.length)}` : "no match", false);
    if (!query) fill(made.holder, made.all);
    else if (found.length === 0) fill(made.holder, emptyState(`None of the ${things} matches.`, `Searched: ${plural(items.length, "item")} of this capture, by name, description and source.`));
    else {
      const some = draw(found);
      fill(made.holder, some);
      mark(some, query);
    }
  };
  const search = new SearchBox({
    label: `Search in ${things}`,
    limit,
    onQuery: (typed) => {
      query = normalise(typed, limit);
      show();
    },
  });
  const select = el("select", { class: "field catalog-picker", "aria-label": `Capture of ${things}` });
  select.addEventListener("change", () => {
    shown = Number(select.value);
    show();
  });
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
  const element = el("div", { class: "environment view-scroll" }, el("p", { class: "environment-label" }, label), earlier > 0 ? notice("note", `${plural(earlier, "earlier capture")} left out of this report.`) : null, body);
  show();
  return { element, bar: el("div", { class: "view-bar" }, search.element, catalogs.length > 1 ? select : null), focusSearch: () => search.focus() };
}

/**
 * @param {App} app
 * @param {Catalog} catalog
 * @param {boolean} last
 * @param {string} things
 * @param {(items: number[]) => HTMLElement} draw
 * @returns {{element: HTMLElement, holder: HTMLElement, all: HTMLElement | null}} `all` is null where there are no items
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
  const holder = el("div", { class: "catalog-items" });
  const all = catalog.unavailable || catalog.items.length === 0 ? null : draw(catalog.items);
  if (catalog.unavailable) holder.append(notice("warning", "Unavailable: Pi gave the observer no answer when it asked."));
  else if (!all) holder.append(emptyState(`No ${things} in this capture.`, "The record is there and lists none."));
  const element = el("div", null, last ? null : notice("note", "An earlier capture: a later one replaced it."), head, changesNode(catalog.changes, things), holder, catalog.omitted > 0 ? el("p", { class: "cut" }, `${count(catalog.omitted)} more left out of this report.`) : null);
  return { element, holder, all };
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
