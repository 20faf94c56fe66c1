// @ts-check
/**
 * Overview: what this session was, in figures that lead to their entries (SES-12, SES-13).
 */
import { missingWords } from "../data.js";
import { el } from "../dom.js";
import { executionModel } from "../executions/model.js";
import { entryLine, entryList, entryView, firstPromptRow } from "../entrylinks.js";
import { count, percent, plural, recordedCost, shortId, tokens, usd } from "../format.js";
import { emptyState, inSteps, metaList, notice, unavailable } from "../parts.js";
import { inlineText } from "../text.js";
import { formatRange } from "../time.js";

/** Bug reports that the header names one by one. */
const REPORTS = 3;

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  /** @type {OverviewView | null} */
  const overview = app.data.element("overview");
  const element = el("div", { class: "panel-body overview" });
  if (!overview) {
    element.append(notice("error", missingWords("damaged")));
    return { element };
  }
  element.append(about(app, overview), figures(app, overview), files(app, overview), tools(app, overview), models(app, overview), marks(app), inside(app));
  return {
    element,
    reveal: ({ detail }) => {
      const heading = element.querySelector(`[data-part="${detail?.part}"] > h3`);
      if (!(heading instanceof HTMLElement)) return false;
      heading.scrollIntoView({ block: "start" });
      heading.focus({ preventScroll: true });
      return true;
    },
  };
}

/** @param {string} name what the header's facts call it @param {string} title @param {...Child} children */
function section(name, title, ...children) {
  return el("section", { class: "panel-section", "data-part": name }, el("h3", { tabindex: "-1" }, title), ...children);
}

/** @param {App} app @param {OverviewView} overview */
function about(app, overview) {
  const { meta } = app;
  const rows = app.data.rows;
  const leaf = meta.leaf_row >= 0 && rows ? app.jumpLink(meta.leaf_id ? shortId(meta.leaf_id) : `line ${count(rows.line[meta.leaf_row])}`, { view: entryView(app), row: meta.leaf_row }, { class: "id" }) : unavailable(rows ? "no leaf" : missingWords("damaged"));
  return section(
    "session",
    "Session",
    metaList([
      ["Name", meta.title_source === "name" ? inlineText(meta.title) : unavailable("none recorded")],
      ["First prompt", firstPrompt(app)],
      ["Session id", meta.session_id ? el("span", { class: "mono" }, meta.session_id) : unavailable("none recorded")],
      ["Working folder", meta.cwd ? el("span", { class: "mono" }, inlineText(meta.cwd)) : unavailable("none recorded")],
      ["Forked from", meta.parent_session ? el("span", { class: "mono" }, inlineText(meta.parent_session)) : null],
      ["File", el("span", { class: "mono" }, inlineText(meta.file))],
      ["Format version", meta.version || "1 (none recorded)"],
      ...bugReports(app, overview),
      ["Leaf", el("span", null, leaf, meta.leaf_chosen ? " chosen with --leaf" : " where the session stands")],
      ["Input", meta.sha256 ? el("span", { class: "mono" }, `${count(meta.input_bytes)} bytes, SHA-256 ${meta.sha256}`) : null],
      ["Made with", `${meta.tool}${meta.options.length ? ` ${meta.options.join(" ")}` : ""}`],
    ]),
  );
}

/** @param {App} app @param {OverviewView} overview @returns {[string, Child][]} */
function bugReports(app, overview) {
  return overview.bug_reports.map(([id, row]) => ["Bug report", app.jumpLink(id, { view: entryView(app), row }, { class: "mono" })]);
}

/** @param {App} app */
function firstPrompt(app) {
  const rows = app.data.rows;
  const row = firstPromptRow(rows);
  if (!rows) return unavailable(missingWords("damaged"));
  if (row < 0) return unavailable("no user prompt on the active branch");
  return app.jumpLink(app.data.string(rows.summary[row]) || "empty", { view: entryView(app), row });
}

/** @param {App} app @param {OverviewView} overview */
function figures(app, overview) {
  /** @type {[string, (scope: ScopeFigures) => Child][]} */
  const lines = [
    ["Entries loaded by Pi", (scope) => count(scope.entries)],
    ["User turns", (scope) => count(scope.turns)],
    ["Assistant messages", (scope) => count(scope.answers)],
    ["Tokens of assistant messages", (scope) => (scope.with_usage === 0 ? unavailable("no usage recorded") : `${count(scope.tokens)}${scope.tokens_computed ? `, ${count(scope.tokens_computed)} computed` : ""}`)],
    ["Errors", (scope) => (scope.errors > 0 && app.has("errors") ? el("button", { type: "button", class: "link-button", on: { click: () => app.open("errors") } }, count(scope.errors)) : count(scope.errors))],
    ["Recorded span, UTC", (scope) => (scope.started === null ? unavailable("no valid time") : formatRange(scope.started, scope.ended, false).replace(/ UTC$/, ""))],
  ];
  const captured = executionModel(app)?.table;
  const body = lines.map(([name, value]) => el("tr", null, el("th", { scope: "row" }, name), ...overview.scopes.map((scope) => el("td", { class: "num" }, value(scope)))));
  const cost = app.meta.totals.map((totals) => el("td", { class: "num" }, totals.records === 0 ? unavailable("no usage recorded") : (totals.cost ? [usd(totals.cost), recordedCost(totals)[2]] : recordedCost(totals)).join("")));
  body.push(el("tr", null, el("th", { scope: "row" }, "Recorded estimate, all usage"), ...cost));
  if (captured) body.push(el("tr", null, el("th", { scope: "row" }, "Captured calls, whole dump"), el("td", { class: "num", colspan: 2 }, capturedCalls(app, captured))));
  const head = el("thead", null, el("tr", null, el("th", { scope: "col" }, "Figure"), ...overview.scopes.map((scope) => el("th", { scope: "col", class: "num" }, scope.scope))));
  return section("figures", "Figures", el("div", { class: "table-scroll" }, el("table", { class: "table figures" }, head, el("tbody", null, ...body))), el("p", { class: "panel-lead" }, "The span is the range of log times, not execution time. Tokens leave out summaries, cache warming and usage of tools."));
}

/** @param {App} app @param {Executions} captured @returns {Child} */
function capturedCalls(app, { observed, totals }) {
  if (!observed) return unavailable("nothing captured");
  const words = `${count(totals.all)}${totals.nested ? `, ${count(totals.nested)} nested` : ""}, ${count(totals.failed)} failed, ${count(totals.unfinished)} unfinished`;
  return app.has("executions") ? el("button", { type: "button", class: "link-button", on: { click: () => app.open("executions") } }, words) : words;
}

/** @param {App} app @param {OverviewView} overview */
function files(app, overview) {
  if (overview.files.length === 0) return section("files", "Files", emptyState("No file was read or changed by a recorded tool call.", "Calls of read, write and edit would stand here; what a shell command did to files is not recorded."));
  const changed = overview.files.filter((use) => use.change_count + use.failed_count > 0);
  const read = overview.files.filter((use) => use.change_count + use.failed_count === 0);
  const rows = (/** @type {FileUse[]} */ uses) => el("ul", { class: "uses" }, ...inSteps(uses, (use) => fileUse(app, use), "li"));
  return section(
    "files",
    `Files: ${plural(overview.files_changed, "file")} changed on the active branch`,
    changed.length ? rows(changed) : el("p", { class: "unavailable" }, "No recorded tool call changed a file."),
    read.length ? el("details", { class: "entry-list" }, el("summary", null, `${plural(read.length, "file")} only read`), rows(read)) : null,
    el("p", { class: "panel-lead" }, "From calls of read, write and edit whose result came through; what a shell command did to files is not recorded."),
  );
}

/** @param {App} app @param {FileUse} use */
function fileUse(app, use) {
  const parts = [];
  if (use.change_count) parts.push(entryList(app, plural(use.change_count, "change"), use.changes, use.change_count));
  if (use.failed_count) parts.push(entryList(app, `${count(use.failed_count)} failed or without result`, use.failed, use.failed_count));
  if (use.read_count) parts.push(entryList(app, plural(use.read_count, "read"), use.reads, use.read_count));
  const off = use.change_count > 0 && use.changed_on_branch === 0 ? el("span", { class: "unavailable" }, "changed off the active branch") : null;
  return el("li", { class: "use" }, el("span", { class: "mono use-name" }, inlineText(use.path)), off, ...parts);
}

/** @param {App} app @param {OverviewView} overview */
function tools(app, overview) {
  if (overview.tools.length === 0) return section("tools", "Tools", emptyState("No tool call is recorded.", "Tool calls of assistant messages would stand here."));
  const names = ["Tool", "Calls", "On the branch", "Errors", "Error rate", "No result"];
  const body = inSteps(overview.tools, (use) => {
    const known = use.calls - use.unknown;
    const rate = known > 0 ? percent(use.errors / known) : "unavailable";
    return el("tr", null, el("th", { scope: "row", class: "mono" }, inlineText(use.name || "unnamed")), el("td", { class: "num" }, entryList(app, count(use.calls), use.rows, use.calls)), el("td", { class: "num" }, count(use.on_branch)), el("td", { class: "num" }, entryList(app, count(use.errors), use.failures, use.errors)), el("td", { class: "num" }, rate), el("td", { class: "num" }, count(use.unknown)));
  }, names.length);
  return section("tools", "Tools", table(names, body), el("p", { class: "panel-lead" }, "Calls made by assistant messages, over the whole file; rates leave out calls without a recorded result."));
}

/** @param {App} app @param {OverviewView} overview */
function models(app, overview) {
  if (overview.models.length === 0) return section("models", "Models", emptyState("No usage of a model is recorded.", "Assistant messages with usage would stand here."));
  const names = ["Model", "Answers", "On the branch", "Tokens", "Recorded estimate"];
  const body = inSteps(overview.models, (use) => el("tr", null, el("th", { scope: "row", class: "mono" }, inlineText(use.name)), el("td", { class: "num" }, entryList(app, count(use.answers), use.rows, use.answers)), el("td", { class: "num" }, count(use.on_branch)), el("td", { class: "num" }, tokens(use.tokens)), el("td", { class: "num" }, use.cost === 0 ? "none recorded" : usd(use.cost), use.without_cost ? `, ${count(use.without_cost)} without` : "")), names.length);
  return section("models", "Models", table(names, body));
}

/** @param {string[]} names @param {Node[]} body */
function table(names, body) {
  return el("div", { class: "table-scroll" }, el("table", { class: "table" }, el("thead", null, el("tr", null, ...names.map((name, place) => el("th", { scope: "col", class: place ? "num" : null }, name)))), el("tbody", null, ...body)));
}

/** Labels and branch points. @param {App} app */
function marks(app) {
  const rows = app.data.rows;
  if (!rows) return section("labels", "Labels and branches", notice("error", missingWords("damaged")));
  const { flags } = rows;
  /** @param {number} bit */
  const having = (bit) => flags.flatMap((each, row) => (each & bit ? [row] : []));
  const labelled = having(64);
  const points = having(128);
  /** @type {SessionView | null} */
  const session = app.data.optional("session");
  const texts = session && new Map(session.labels.map(([item, text]) => [item, text]));
  const name = (/** @type {number} */ row) => (texts ? inlineText(`“${texts.get(rows.item[row]) ?? ""}”`) : unavailable(missingWords("damaged")));
  const list = el("ul", { class: "uses" }, ...inSteps(labelled, (row) => el("li", { class: "use" }, el("span", { class: "use-name" }, name(row)), el("ol", { class: "entry-lines" }, entryLine(app, row))), "li"));
  return section("labels", "Labels and branches", labelled.length ? list : el("p", { class: "unavailable" }, "No label is set."), points.length ? entryList(app, plural(points.length, "branch point"), points, points.length) : el("p", { class: "unavailable" }, "No branch point: no entry has two children."));
}

/** What the file holds, for whoever passes it on (RED-9). @param {App} app */
function inside(app) {
  const { redactions } = app.meta;
  const masked = redactions.enabled ? `${plural(redactions.values, "value")} masked; that is no guarantee that no secret is left.` : "Nothing was masked.";
  return section("sharing", "Before you share it", el("p", null, `This file holds prompts, file contents, command output, extension messages and images of the session. Whoever has it can read all of it. ${masked}`));
}

/** @type {View} */
export const view = {
  name: "overview",
  title: "Overview",
  order: 10,
  place: "panel",
  button: true,
  facts: (app) => {
    /** @type {OverviewView | null} */
    const overview = app.data.optional("overview");
    if (!overview) return [];
    const open = (/** @type {string} */ part) => () => app.jump({ view: "overview", detail: { part } });
    const reports = overview.bug_reports.slice(0, REPORTS).map(([id, row]) => ({ order: 46, parts: /** @type {[string, string, string]} */ (["bug report ", shortId(id), ""]), run: () => app.jump({ view: entryView(app), row }) }));
    const others = overview.bug_reports.length - reports.length;
    if (others > 0) reports.push({ order: 46, parts: ["", plural(others, "more bug report"), ""], run: open("session") });
    return [{ order: 45, parts: ["", plural(overview.files_changed, "file"), " changed"], run: open("files") }, ...reports];
  },
  create,
};
