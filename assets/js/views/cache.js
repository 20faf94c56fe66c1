// @ts-check
/**
 * Cache: recorded usage of the active branch: hit rates, prompt parts, misses with likely causes, totals, every record.
 */
import { Chart, chartTable } from "../cache/chart.js";
import { missList, scoped, totalsTable } from "../cache/sums.js";
import { legend } from "../cache/svg.js";
import { UsageList } from "../cache/usage.js";
import { costOf, figure, rateOf, savings } from "../cache/words.js";
import { missingWords } from "../data.js";
import { el } from "../dom.js";
import { count, plural, tokens, usd } from "../format.js";
import { emptyState, lazyDetails, notice } from "../parts.js";
import { SearchBox } from "../searchbox.js";

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  /** @type {CacheData | null} */
  const cache = app.data.element("cache");
  if (!cache || !app.data.rows) return { element: el("div", null, el("div", { class: "view-body" }, notice("error", missingWords("damaged")))) };
  const evidence = el("p", { class: "evidence" }, app.meta.labels["cache.usage"] ?? "");
  const scroll = el("div", { class: "view-scroll cache" });
  const element = el("div", null, evidence, scroll);
  if (cache.file.all.records === 0) {
    const without = cache.file.without_usage;
    scroll.append(emptyState("No usage recorded", `An answer whose provider reports its tokens would stand here.${without > 0 ? ` ${plural(without, "answer or usage entry", "answers and usage entries")} of this file ${without === 1 ? "records" : "record"} none.` : ""}`));
    return { element };
  }
  const list = new UsageList(app, cache);
  scroll.append(tiles(cache));
  if (cache.chart.item.length > 0) scroll.append(...charts(app, cache, list));
  else scroll.append(el("p", { class: "unavailable" }, "No chart: no request on the active branch records a prompt."));
  scroll.append(
    scoped("Misses", cache, (scope) => [...missList(app, cache, scope), el("p", { class: "unavailable" }, `${app.meta.labels["cache.causes"] ?? ""} ${scope === cache.file ? "The whole file is read in its order, across branches, as Pi does." : "The active branch is read alone."}`)]),
    scoped("Totals by model and class", cache, (scope) => totalsTable(cache, scope)),
    el("section", { class: "cache-section" }, el("div", { class: "cache-head" }, el("h2", null, "Recorded usage, active branch")), cache.rows.item.length > 0 ? list.element : emptyState("No usage recorded on the active branch", "Other branches of the file have some: see Totals, whole file.")),
  );
  const search = new SearchBox({
    label: "Search in recorded usage",
    limit: app.bound("search_query", 512),
    onQuery: (query) => {
      const found = list.search(query);
      search.setCount(query.trim() ? (found ? `${count(found)} of ${count(cache.rows.item.length)}` : "no match") : "", false);
      if (query.trim()) list.intoView();
    },
  });
  return {
    element,
    bar: el("div", { class: "view-bar" }, search.element),
    focusSearch: () => search.focus(),
    reveal: (target) => target.row === undefined || (target.row >= 0 && list.reveal(app.data.rows?.item[target.row] ?? -1)),
  };
}

/** @param {CacheData} cache */
function tiles(cache) {
  const { branch, file } = cache;
  const cost = costOf(branch.all);
  const whole = costOf(file.all);
  const others = branch.classes.filter((sum) => sum.kind > 0 && sum.cost > 0).map((sum) => `${cache.classes[sum.kind]} ${usd(sum.cost)}`);
  const { misses } = branch;
  return el(
    "div",
    { class: "tiles" },
    tile("Weighted hit rate, active branch", rateOf(branch.all) || "no rate", branch.all.rate === null ? "no request with a known prompt and reported cache activity" : `${tokens(branch.all.rate_read)} of ${tokens(branch.all.rate_prompt)} prompt tokens`),
    tile(`${capital(cost.figure ? cost.label : "cost")}, active branch`, cost.figure || cost.label, [...cost.notes, `whole file ${whole.figure || whole.label}`, ...others].join(" · ")),
    tile("Misses by Pi’s rule, active branch", count(misses.count), misses.count ? `${figure(misses.tokens)} tokens${misses.cost > 0 ? ` · extra ${usd(misses.cost)}` : ""}` : "nothing above 1,024 tokens"),
    tile("Savings, active branch", savings(branch.all.savings), branch.all.savings === null ? "no recorded rates to reckon with" : `reading less the surcharge of writing${branch.savings_unknown ? `; not known for ${plural(branch.savings_unknown, "model")}` : ""}`),
    tile("Accounting unknown", plural(branch.all.unknown, "record"), branch.all.unknown ? "left out of the rates" : "every record is accounted for"),
  );
}

/** @param {string} words */
function capital(words) {
  return words[0].toUpperCase() + words.slice(1);
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} words
 */
function tile(name, value, words) {
  return el("div", { class: "tile" }, el("p", { class: "tile-name" }, name), el("p", { class: `tile-value${value.length > 12 ? " tile-words" : ""}` }, value), el("p", { class: "tile-words-below" }, words));
}

/**
 * @param {App} app
 * @param {CacheData} cache
 * @param {UsageList} list
 */
function charts(app, cache, list) {
  const { chart } = cache;
  const open = (/** @type {number} */ point) => {
    if (!list.reveal(chart.item[point])) app.announce("This request is beyond the rows that are listed.", true);
  };
  const bucketed = chart.requests > chart.item.length;
  const rate = rateOf(cache.branch.all);
  const summary = `${plural(chart.requests, "request")} of the conversation${bucketed ? ` in ${count(chart.item.length)} points, each the sum of neighbouring requests` : ""}. Weighted hit rate: ${rate || "none"}. ${plural(chart.mark_point.length, "marker")}.`;
  const hits = new Chart(app, chart, "rate", "Hit rate by request", `${summary} Requests with a miss are drawn as diamonds.`, open);
  const parts = new Chart(app, chart, "parts", "Prompt parts by request", `${summary} Bars show cache read, cache write and uncached input in tokens${bucketed ? ", the average of a point’s requests" : ""}.`, open);
  const left = [chart.unknown > 0 && `${plural(chart.unknown, "request")} with unknown accounting`, chart.empty > 0 && `${plural(chart.empty, "request")} without recorded prompt tokens`].filter((words) => words);
  const notes = [bucketed ? `${count(chart.requests)} requests in ${count(chart.item.length)} points: rates are sums over sums, bars averages.` : "", left.length ? `Not drawn: ${left.join(", ")}.` : ""].filter((words) => words);
  return [
    el("section", { class: "cache-section" }, el("h2", null, "Hit rate by request"), hits.element),
    el("section", { class: "cache-section" }, el("h2", null, "Prompt parts by request"), parts.element, legend(), notes.length ? el("p", { class: "unavailable" }, notes.join(" ")) : null, lazyDetails("Show as table", () => chartTable(app, chart), { class: "accordion" })),
  ];
}

/** @type {View} */
export const view = { name: "cache", title: "Cache", order: 10, place: "tab", tab: "cache", create };
