// @ts-check
/**
 * The page's head: title, one line of facts of which each leads to its list, tabs, buttons of the panels.
 */
import { answer, button, el } from "./dom.js";
import { firstPromptRow } from "./entrylinks.js";
import { count, plural, recordedCost, shortId, tokens } from "./format.js";
import { inlineText } from "./text.js";
import { formatRange } from "./time.js";

/**
 * @param {PageHost} app
 * @param {HTMLElement} tabs
 */
export function pageHeader(app, tabs) {
  const { meta } = app;
  const id = button(shortId(meta.session_id) || "no id", () => app.copy(meta.session_id, "Session id"), { class: "id-button", title: `Session id ${meta.session_id}: copy`, "aria-label": `Session id ${meta.session_id}, copy` });
  const title = el("div", { class: "head-title" }, el("h1", { class: "page-title" }, inlineText(meta.title)), meta.session_id ? id : null, el("p", { class: "head-warning" }, "Holds prompts, file contents, command output, extension messages and images: review before sharing. Whoever has the file can read all of it."));
  const facts = el("ul", { class: "facts", "aria-label": "Facts" });
  const items = [...ownFacts(app), ...[...app.views.values()].flatMap((view) => answer(() => view.facts?.(app) ?? [], []))].sort((a, b) => a.order - b.order);
  for (const fact of items) facts.append(el("li", { class: "fact" }, factNode(fact)));
  const buttons = el("div", { class: "head-buttons" });
  for (const view of app.views.values()) {
    if (view.place !== "panel" || !view.button) continue;
    const badge = answer(() => view.badge?.(app), undefined);
    buttons.append(button(badge ? `${view.title} ${badge}` : view.title, () => app.open(view.name)));
  }
  buttons.append(themeButton(app), button("Keys", () => app.help(), { title: "Keyboard help (?)" }));
  return el("header", { class: "head" }, el("div", { class: "head-top" }, title, origin(app), facts), el("div", { class: "head-bar" }, tabs, buttons));
}

/** @param {Fact} fact */
function factNode(fact) {
  const inner = [fact.parts[0], el("b", null, fact.parts[1]), fact.parts[2]];
  const tone = fact.tone ? ` fact-${fact.tone}` : "";
  return fact.run ? el("button", { type: "button", class: `fact-button${tone}`, on: { click: fact.run } }, ...inner) : el("span", { class: tone.trim() }, ...inner);
}

/**
 * @param {PageHost} app
 * @returns {Fact[]}
 */
function ownFacts(app) {
  const { meta } = app;
  const go = (/** @type {string} */ view, part = "") => (app.has(view) ? () => app.jump(part ? { view, detail: { part } } : { view }) : undefined);
  /** @type {Fact[]} */
  const facts = [];
  const [first, ...others] = meta.models;
  if (first) {
    const rest = others.length > 1 ? ` and ${others.length} more` : others.map(({ name }) => `, ${modelName(name)}`).join("");
    facts.push({ order: 10, parts: ["", modelName(first.name), rest], run: go("overview", "models") });
  } else facts.push({ order: 10, parts: ["no model recorded", "", ""] });
  facts.push({ order: 30, parts: ["", plural(meta.turns, "turn"), ""], run: go("overview", "figures") });
  if (meta.errors > 0) facts.push({ order: 40, parts: ["", plural(meta.errors, "error"), ""], tone: "error", run: go("errors") ?? (() => app.stepError(1)) });
  const branch = meta.totals.find(({ scope }) => scope === "active branch");
  if (branch) facts.push({ order: 50, parts: totalParts(branch), run: go("cache") ?? go("overview", "figures") });
  const masked = meta.redactions.values;
  if (!meta.redactions.enabled) facts.push({ order: 60, parts: ["", "masking was off", ""], tone: "error", run: go("redactions") });
  else facts.push({ order: 60, parts: [plural(masked, "value masked", "values masked"), "", ""], tone: "link", run: go("redactions") });
  const cuts = meta.bounds.reduce((sum, bound) => sum + bound.cuts, 0);
  facts.push({ order: 70, parts: [cuts === 0 ? "nothing cut" : plural(cuts, "cut"), "", ""], tone: "link", run: go("limits") });
  const problems = meta.diagnostics.reduce((sum, diagnostic) => sum + diagnostic.count, 0);
  if (problems > 0) facts.push({ order: 80, parts: [plural(problems, "diagnostic"), "", ""], tone: "link", run: go("diagnostics") });
  facts.push(spanFact(app));
  return facts;
}

/** @param {PageHost} app @returns {Fact} */
function spanFact(app) {
  const { started, ended } = app.meta;
  const words = formatRange(started, ended, app.local);
  /** @type {Fact} */
  const fact = { order: 20, parts: ["", words, ""], run: () => app.toggleZone() };
  app.onChange((what) => {
    if (what !== "zone") return;
    for (const node of document.querySelectorAll(".facts b")) if (node.textContent === fact.parts[1]) node.textContent = formatRange(started, ended, app.local);
    fact.parts[1] = formatRange(started, ended, app.local);
  });
  return fact;
}

/** @param {string} name provider/model */
function modelName(name) {
  return name.slice(name.lastIndexOf("/") + 1);
}

/** @param {Totals} totals @returns {[string, string, string]} */
function totalParts(totals) {
  const [before, sum, after] = recordedCost(totals);
  if (totals.records === 0) return [before, sum, after];
  return [`${tokens(totals.total_tokens)} tokens, ${before}`, sum, `${after}, active branch`];
}

/**
 * Where the session was recorded and what it began with, in one line.
 * @param {PageHost} app
 */
function origin(app) {
  const { meta } = app;
  const line = el("p", { class: "head-origin" }, el("span", { class: "mono" }, inlineText(meta.file)), meta.cwd ? [" in ", el("span", { class: "mono" }, inlineText(meta.cwd))] : " in a folder that is not recorded");
  line.append(` · ${plural(meta.loaded, "entry", "entries")} loaded${meta.items === meta.loaded ? "" : ` of ${count(meta.items)}`}`);
  const rows = app.data.rows;
  const row = firstPromptRow(rows);
  if (rows && row >= 0 && meta.title_source === "name") line.append(" · first prompt: ", inlineText(app.data.string(rows.summary[row])));
  return line;
}

/** @param {PageHost} app */
function themeButton(app) {
  const words = () => (app.theme() === "dark" ? "Light" : "Dark");
  const node = button(words(), () => {
    app.applyTheme(app.theme() === "dark" ? "light" : "dark");
    node.textContent = words();
  });
  return node;
}

