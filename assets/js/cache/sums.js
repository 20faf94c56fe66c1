// @ts-check
/**
 * Misses and totals of a scope as tables (CACHE-4, CACHE-6).
 */
import { el, fill } from "../dom.js";
import { count, plural, usd } from "../format.js";
import { badge, emptyState, inSteps, notice, Split } from "../parts.js";
import { entryLink } from "./entry.js";
import { causeNodes } from "./usage.js";
import { costOf, figure, rateOf, savings, shortModel } from "./words.js";

/** Misses drawn at first. */
const FIRST = 20;

/** Columns: heading, name in the style sheet, whether of figures, whether for wide screens alone. */
/** @type {[string, string, boolean?, boolean?][]} */
const MISSES = [["Time", "time"], ["Model", "model", false, true], ["Missed tokens", "missed", true], ["Extra cost", "extra", true], ["Likely cause", "cause"], ["Entry", "entry"]];

/** @type {[string, string, boolean?, boolean?][]} */
const TOTALS = [["Model", "model"], ["Class", "class"], ["Records", "records", true], ["Input", "input", true, true], ["Read", "read", true, true], ["Write", "write", true, true], ["Output", "output", true, true], ["Tokens", "tokens", true], ["Hit rate", "rate", true], ["Recorded estimate", "cost", true], ["Savings", "savings", true, true]];

/** @param {[string, string, boolean?, boolean?]} column */
function look([, name, figures, wide]) {
  return `cell-${name}${figures ? " num" : ""}${wide ? " wide-only" : ""}`;
}

/**
 * A table that narrow screens lay out row by row; roles are explicit, as another layout takes them away.
 * @param {string} name
 * @param {string} label
 * @param {[string, string, boolean?, boolean?][]} columns
 * @param {HTMLElement[]} bodies
 */
function table(name, label, columns, bodies) {
  const head = el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, ...columns.map((column) => el("th", { scope: "col", role: "columnheader", class: look(column) }, column[0]))));
  return el("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": label }, el("table", { class: `table ${name}`, role: "table", "aria-label": label }, head, ...bodies));
}

/**
 * @param {[string, string, boolean?, boolean?][]} columns
 * @param {Child[]} cells
 * @param {boolean} [heads] whether the first cell names the row
 */
function tableRow(columns, cells, heads = false) {
  return el("tr", { role: "row" }, ...cells.map((content, place) => (heads && place === 0 ? el("th", { scope: "row", role: "rowheader", class: look(columns[place]) }, content) : el("td", { role: "cell", class: look(columns[place]), "data-label": columns[place][2] ? columns[place][0].toLowerCase() : null }, content))));
}

/**
 * A section whose figures are of one of two scopes.
 * @param {string} title
 * @param {CacheData} cache
 * @param {(scope: CacheScope) => Child[]} make
 */
export function scoped(title, cache, make) {
  const body = el("div", { class: "scoped-body" });
  const draw = (/** @type {string} */ name) => fill(body, ...make(name === "file" ? cache.file : cache.branch));
  const split = new Split(`Scope of ${title.toLowerCase()}`, [{ name: "branch", title: "Active branch" }, { name: "file", title: "Whole file" }], "branch", draw);
  draw("branch");
  return el("section", { class: "cache-section" }, el("div", { class: "cache-head" }, el("h2", null, title), split.element), body);
}

/**
 * @param {App} app
 * @param {CacheData} cache
 * @param {CacheScope} scope
 * @returns {Child[]}
 */
export function missList(app, cache, scope) {
  const { misses } = scope;
  if (misses.count === 0) return [el("p", { class: "unavailable" }, `No miss in the ${scope.scope} by Pi’s rule (more than 1,024 prompt tokens that could have been read from the cache).`)];
  const lead = `${plural(misses.count, "miss", "misses")} in the ${scope.scope}: ${figure(misses.tokens)} tokens not read from the cache${misses.cost > 0 ? `, ${usd(misses.cost)} above the price of reading them, a recorded estimate` : ""}.`;
  /** @type {Child[]} */
  const out = [];
  if (misses.noticed > 0) out.push(notice("warning", headline(app, cache, misses)));
  const body = el("tbody", { role: "rowgroup" }, ...inSteps(misses.item, (_, place) => missRow(app, cache, misses, place), MISSES.length, FIRST));
  out.push(el("p", null, lead), table("misses", `Misses, ${scope.scope}`, MISSES, [body]));
  if (misses.omitted > 0) out.push(el("p", { class: "cut" }, `${plural(misses.omitted, "earlier miss is", "earlier misses are")} not listed here; the sums take them in.`));
  return out;
}

/**
 * What Pi would have shown a notice for: the number, and the largest.
 * @param {App} app
 * @param {CacheData} cache
 * @param {CacheMisses} misses
 * @returns {Child}
 */
function headline(app, cache, misses) {
  let largest = -1;
  misses.notice.forEach((on, place) => {
    if (on && (largest < 0 || misses.missed[place] > misses.missed[largest])) largest = place;
  });
  const rule = `${count(cache.notice_tokens)} tokens or ${usd(cache.notice_cost).replace(/0$/, "")}`;
  const words = `${count(misses.noticed)} of ${misses.noticed === 1 && misses.count === 1 ? "1" : count(misses.count)} ${misses.noticed === 1 ? "reaches" : "reach"} the threshold of Pi’s notice (${rule}).`;
  if (largest < 0) return words;
  return [el("b", null, words), ` The largest listed: ${figure(misses.missed[largest])} tokens, `, entryLink(app, misses.item[largest], misses.line[largest]), ", ", causeNodes(app, misses.causes[largest]), "."];
}

/**
 * @param {App} app
 * @param {CacheData} cache
 * @param {CacheMisses} misses
 * @param {number} place
 */
function missRow(app, cache, misses, place) {
  const name = cache.names[misses.model[place]] ?? "";
  const noticed = misses.notice[place] === 1;
  return tableRow(MISSES, [
    app.time(misses.time[place], "full"),
    el("span", { title: name, class: "model-name" }, shortModel(name)),
    noticed ? badge(figure(misses.missed[place]), "error") : figure(misses.missed[place]),
    misses.extra[place] > 0 ? usd(misses.extra[place]) : el("span", { class: "unavailable" }, "not known"),
    causeNodes(app, misses.causes[place]),
    entryLink(app, misses.item[place], misses.line[place]),
  ]);
}

/**
 * @param {CacheData} cache
 * @param {CacheScope} scope
 * @returns {Child[]}
 */
export function totalsTable(cache, scope) {
  if (scope.all.records === 0) return [emptyState("No usage recorded", `Nothing in the ${scope.scope} records usage.`)];
  const body = el("tbody", { role: "rowgroup" }, ...inSteps(scope.groups, (sum) => sumRow(cache.names[sum.name] ?? "", cache.classes[sum.kind], sum), TOTALS.length));
  const foot = el("tfoot", { role: "rowgroup" });
  for (const sum of scope.classes) if (scope.groups.filter(({ kind }) => kind === sum.kind).length > 1) foot.append(sumRow("All models", cache.classes[sum.kind], sum));
  const all = sumRow(`All, ${scope.scope}`, "all classes", scope.all);
  all.classList.add("strong");
  foot.append(all);
  if (cache.fork || scope.all.inherited_records > 0) {
    const { inherited_records: records, inherited_tokens: inherited, inherited_cost: cost } = scope.all;
    foot.append(tableRow(TOTALS, ["of which inherited", "from the parent session", count(records), "", "", "", "", figure(inherited), "", cost > 0 ? usd(cost) : "", ""], true));
  }
  return [table("totals", `Totals, ${scope.scope}`, TOTALS, [body, foot]), notes(scope)];
}

/**
 * @param {string} model
 * @param {string} kind
 * @param {CacheSum} sum
 */
function sumRow(model, kind, sum) {
  const name = sum.kind === 1 || sum.kind === 4 ? model : shortModel(model);
  const saved = sum.savings === null && sum.kind > 0 ? "—" : savings(sum.savings);
  return tableRow(TOTALS, [el("span", { title: model }, name), kind, count(sum.records), figure(sum.input), figure(sum.read), figure(sum.write), figure(sum.output), figure(sum.tokens), rateOf(sum) || "—", costCell(costOf(sum)), saved], true);
}

/**
 * A cost below the heading "Recorded estimate": other names are said.
 * @param {{figure: string, label: string, notes: string[]}} cost
 * @returns {Child}
 */
function costCell({ figure: value, label, notes: more }) {
  const words = [...(value && label === "recorded estimate" ? [] : [label]), ...more].join(", ");
  return [value, value && words ? " " : null, words ? el("span", { class: "cost-label" }, words) : null];
}

/** What qualifies the sums. @param {CacheScope} scope */
function notes(scope) {
  const { all } = scope;
  const list = [
    all.unknown > 0 && `${plural(all.unknown, "record has", "records have")} unknown accounting: left out of the hit rates; parts that are numbers are in the sums, as in Pi’s.`,
    scope.without_usage > 0 && `${plural(scope.without_usage, "answer or usage entry records", "answers and usage entries record")} no usage and ${scope.without_usage === 1 ? "is" : "are"} in no figure.`,
    all.silent > 0 && `${plural(all.silent, "request", "requests")} of providers with no cache activity reported ${all.silent === 1 ? "is" : "are"} in no hit rate.`,
    all.without_cost > 0 && `${plural(all.without_cost, "record", "records")} without cost.`,
    all.computed_totals > 0 && `${plural(all.computed_totals, "record has", "records have")} no recorded total of tokens: computed from the parts.`,
    all.write_1h > 0 && `${figure(all.write_1h)} of the tokens written have one-hour retention; they are part of Write.`,
    "Reasoning tokens are part of Output. Tokens is the sum of the four parts, as Pi adds them. Usage that extensions keep in details is not added again.",
    `Savings: tokens read × (input rate − read rate) − tokens written × (write rate − input rate), conversation only, with the rates that the records of the same model imply${scope.savings_unknown > 0 ? `; not known for ${plural(scope.savings_unknown, "model")}` : ""}.`,
  ];
  return el("ul", { class: "cache-notes" }, ...list.filter((words) => words).map((words) => el("li", null, String(words))));
}
