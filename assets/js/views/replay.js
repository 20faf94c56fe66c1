// @ts-check
/**
 * The historical tabs of Event details: Prompt, Tools, Context and Skills as the record tells them at one entry (SES-9). None
 * of them borrows a later catalog.
 */
import { button, el } from "../dom.js";
import { entryLine } from "../entrylinks.js";
import { count, plural } from "../format.js";
import { jsonCode } from "../jsonview.js";
import { badge, emptyState, inSteps, notice, unavailable } from "../parts.js";
import { declaration, heldState, segmentText } from "../promptstate.js";
import { changes } from "../replay.js";
import { compareTexts } from "../render/diff.js";
import { diffView } from "../render/diffview.js";
import { inlineText, textView } from "../text.js";

const LEFT_OUT = "left out of this report";

/** @param {App} app */
function lines(app) {
  return app.bound("json_lines", 1000);
}

/** @param {string} title @param {...Child} children */
function section(title, ...children) {
  return el("section", { class: "panel-section" }, el("h3", null, title), ...children);
}

/**
 * A disclosure whose content is made when it is opened.
 * @param {Child[]} summary
 * @param {() => Node} make
 */
function disclosure(summary, make) {
  const details = el("details", { class: "replay-part" }, el("summary", null, ...summary));
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) details.append(make());
  });
  return details;
}

/** Where a state begins, and what it is compared with. @param {App} app @param {import("../promptstate.js").HeldState} held */
function origin(app, held) {
  const out = el("p", { class: "panel-lead" }, app.meta.labels["entry.prompt"] ?? "");
  const from = app.data.row(held.from);
  const list = el("ol", { class: "entry-lines" });
  if (from >= 0) list.append(entryLine(app, from));
  return el("div", null, out, held.from >= 0 ? el("p", { class: "unavailable" }, "Declared by:") : null, list);
}

/** @param {App} app @param {number} row @returns {HTMLElement} */
function promptTab(app, row) {
  const held = heldState(app, row);
  if (!held.state) return emptyState("Unavailable.", held.why);
  const [base, sections, , lost] = held.state;
  const root = el("div", { class: "replay" }, origin(app, held));
  if (lost) root.append(notice("warning", "Pi’s replay drops this prompt, although the request had it: no system message has a time stamp and no tool is declared."));
  const pieces = base.map((segment, place) => part(app, base.length > 1 ? `Text ${count(place + 1)}` : "Text", segment));
  root.append(section(`Sections at this entry: ${count(sections.length)}`, ...pieces, ...inSteps(sections, ([name, segment]) => part(app, name, segment))));
  if (pieces.length + sections.length === 0) root.append(el("p", { class: "unavailable" }, "The system message holds no prompt text."));
  root.append(promptChanges(app, held), fullText(app, held.state));
  return root;
}

/** One section or text, closed. @param {App} app @param {string} name @param {number} segment */
function part(app, name, segment) {
  const size = segment >= 0 ? (app.data.segments?.chars[segment] ?? 0) : -1;
  return disclosure([el("span", { class: "replay-name" }, inlineText(name)), " ", size >= 0 ? el("span", { class: "unavailable" }, plural(size, "character")) : unavailable(LEFT_OUT)], () => {
    const text = segmentText(app.data, segment);
    return text === null ? el("p", { class: "unavailable" }, `The text was ${LEFT_OUT}.`) : textView(text, { lines: lines(app), label: name });
  });
}

/** What changed since the nearest earlier system message or checkpoint. @param {App} app @param {import("../promptstate.js").HeldState} held */
function promptChanges(app, held) {
  if (!held.state) return el("div", null);
  if (!held.before) return section("Difference", el("p", { class: "unavailable" }, "No earlier system message or checkpoint stands above: all of it is new here."));
  const { data } = app;
  const text = (/** @type {number} */ segment) => segmentText(data, segment);
  const same = (/** @type {[string, ...number[]]} */ one, /** @type {[string, ...number[]]} */ other) => one[1] === other[1] || text(one[1]) === text(other[1]);
  const { added, removed, changed } = changes(held.before[1], held.state[1], same);
  const old = new Map(held.before[1]);
  const now = new Map(held.state[1]);
  const newTexts = held.state[0].slice(held.before[0].length);
  /** @type {(() => Node)[]} */
  const out = [];
  for (const name of added) out.push(() => change(app, "set", name, "", text(now.get(name) ?? -1)));
  for (const name of changed) out.push(() => change(app, "changed", name, text(old.get(name) ?? -1), text(now.get(name) ?? -1)));
  for (const name of removed) out.push(() => change(app, "removed", name, text(old.get(name) ?? -1), ""));
  newTexts.forEach((segment) => out.push(() => change(app, "added", "text", "", text(segment))));
  const row = data.row(held.beforeFrom);
  return section("Difference to the nearest earlier system message or checkpoint", row >= 0 ? el("ol", { class: "entry-lines" }, entryLine(app, row)) : null, ...(out.length ? inSteps(out, (make) => make()) : [el("p", { class: "unavailable" }, "The prompt is the same.")]));
}

/** @param {App} app @param {string} word @param {string} name @param {string | null} before @param {string | null} after */
function change(app, word, name, before, after) {
  return disclosure([badge(word, word === "removed" ? "error" : "system"), " ", el("span", { class: "replay-name" }, inlineText(name))], () => {
    if (before === null || after === null) return el("p", { class: "unavailable" }, `The text was ${LEFT_OUT}.`);
    return diffView(compareTexts(before, after), { lines: lines(app), label: `Change of ${name}`, numbers: false });
  });
}

/** The prompt as one text, as Pi joins it (PI_RULES 10). @param {App} app @param {PromptState} state */
function fullText(app, [base, sections]) {
  return disclosure(["Full text"], () => {
    const texts = [...base, ...sections.map(([, segment]) => segment)].map((segment) => segmentText(app.data, segment));
    if (texts.some((text) => text === null)) return el("p", { class: "unavailable" }, `Parts of the prompt were ${LEFT_OUT}, so it can’t be joined.`);
    const whole = texts.filter((text) => text !== "").join("\n\n");
    return el("div", null, textView(whole, { lines: lines(app), label: "Full prompt" }), button("Copy", () => app.copy(whole, "Prompt")));
  });
}

/** @param {App} app @param {number} row @returns {HTMLElement} */
function toolsTab(app, row) {
  const held = heldState(app, row);
  if (!held.state) return emptyState("Unavailable.", held.why);
  const { data } = app;
  const root = el("div", { class: "replay" }, origin(app, held));
  const tools = held.state[2];
  root.append(section(`Declared at this entry: ${count(tools.length)}`, ...(tools.length ? inSteps(tools, (tool) => toolPart(app, tool)) : [el("p", { class: "unavailable" }, "No tool is declared here.")])));
  if (!held.before) return root;
  const text = (/** @type {[string, ...number[]]} */ tool) => JSON.stringify(declaration(data, /** @type {[string, number, number]} */ (tool)));
  const same = (/** @type {[string, ...number[]]} */ one, /** @type {[string, ...number[]]} */ other) => (one[1] === other[1] && one[2] === other[2]) || text(one) === text(other);
  const { added, removed, changed } = changes(held.before[2], tools, same);
  const beforeRow = data.row(held.beforeFrom);
  /** @type {["added" | "redefined" | "removed", string][]} */
  const words = [
    ...added.map((name) => /** @type {["added", string]} */ (["added", name])),
    ...changed.map((name) => /** @type {["redefined", string]} */ (["redefined", name])),
    ...removed.map((name) => /** @type {["removed", string]} */ (["removed", name])),
  ];
  const line = (/** @type {["added" | "redefined" | "removed", string]} */ [word, name]) => el("li", null, badge(word, word === "removed" ? "error" : "system"), " ", el("span", { class: "mono" }, inlineText(name)));
  root.append(section("Difference to the nearest earlier system message or checkpoint", beforeRow >= 0 ? el("ol", { class: "entry-lines" }, entryLine(app, beforeRow)) : null, words.length ? el("ul", { class: "uses" }, ...inSteps(words, line, "li")) : el("p", { class: "unavailable" }, "The declarations are the same.")));
  return root;
}

/** @param {App} app @param {[string, number, number]} tool */
function toolPart(app, tool) {
  return disclosure([el("span", { class: "replay-name mono" }, inlineText(tool[0]))], () => {
    const value = declaration(app.data, tool);
    if (value === undefined) return el("p", { class: "unavailable" }, `The declaration was ${LEFT_OUT}.`);
    const words = value !== null && typeof value === "object" ? /** @type {Record<string, unknown>} */ (value).description : "";
    return el("div", null, typeof words === "string" && words ? textView(words, { lines: 200, look: "prose", numbers: false }) : null, jsonCode(value, { lines: lines(app), tokens: app.bound("json_tokens", 20_000), label: `Declaration of ${tool[0]}` }));
  });
}

/** @param {App} app @param {number} row @returns {HTMLElement} */
function contextTab(app, row) {
  const { data } = app;
  const { rows, segments } = data;
  if (!rows || !segments) return emptyState("Unavailable.", "This part of the report is damaged.");
  const [start, end] = data.segmentsOf(row);
  const given = [];
  for (let segment = start; segment < end; segment += 1) if (!(segments.flags[segment] & 256)) given.push(segment);
  const list = el("ul", { class: "uses" }, ...inSteps(given, (segment) => {
    const size = segments.chars[segment];
    return el("li", { class: "use" }, el("span", { class: "replay-name" }, data.string(segments.label[segment])), el("span", { class: "entry-words" }, inlineText(data.string(segments.summary[segment]))), el("span", { class: "unavailable" }, size >= 0 ? plural(size, "character") : "size in characters unavailable"));
  }, "li"));
  const standing = rows.standings[rows.standing[row]] ?? "";
  const open = rows.flags[row] & 2 && rows.flags[row] & 1 && app.has("branch-context");
  return el(
    "div",
    { class: "replay" },
    section("Standing at the leaf", el("p", null, standing)),
    section("What this entry gives", list.childElementCount ? list : el("p", { class: "unavailable" }, "Nothing: entries of this type put no message into a context.")),
    section("The context at this entry", el("p", { class: "panel-lead" }, app.meta.labels["context.branch"] ?? ""), open ? button("View branch context", () => app.jump({ view: "branch-context", row })) : unavailable("This entry can’t be named, so Pi can’t stand at it.")),
  );
}

/** @param {App} app @param {number} row */
function evidence(app, row) {
  /** @type {ReplayView | null} */
  const replay = app.data.optional("replay");
  const item = app.data.rows?.item[row];
  return replay?.skills.filter((each) => each[0] === item || each[4] === item) ?? [];
}

const EVIDENCE = { block: "A skill block stands in this user message.", read: "A call of read named the advertised path of the skill, and its result is no error.", "nested read": "A nested call of read named the advertised path of the skill, and it is recorded as ok." };

/** @param {App} app @param {number} row @returns {HTMLElement} */
function skillsTab(app, row) {
  const found = inSteps(evidence(app, row), ([, kind, name, path, result]) => {
    const shown = result >= 0 ? app.data.row(result) : -1;
    return el("li", { class: "use" }, el("span", { class: "replay-name use-name" }, inlineText(name)), el("span", { class: "mono use-name" }, inlineText(path)), el("p", null, EVIDENCE[/** @type {keyof EVIDENCE} */ (kind)] ?? kind), shown >= 0 && shown !== row ? el("ol", { class: "entry-lines" }, entryLine(app, shown)) : null);
  }, "li");
  return el("div", { class: "replay" }, el("p", { class: "panel-lead" }, app.meta.labels["entry.skills"] ?? ""), el("ul", { class: "uses" }, ...found));
}

/** @type {View} */
export const view = {
  name: "replay",
  title: "At an entry",
  order: 0,
  place: "background",
  tab: "session",
  create: () => ({ element: el("div", null) }),
  detailTabs: [
    { name: "prompt", title: "Prompt", order: 20, create: promptTab },
    { name: "tools", title: "Tools", order: 30, create: toolsTab },
    { name: "context", title: "Context", order: 40, create: contextTab },
    { name: "skills", title: "Skills", order: 50, applies: (app, row) => evidence(app, row).length > 0, create: skillsTab },
  ],
};
