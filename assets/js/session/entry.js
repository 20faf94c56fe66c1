// @ts-check
/**
 * One entry in four forms: overview, recorded content, metadata, raw. Used by opened rows and by Event details alike.
 */
import { partsView, rawView, segmentContent } from "../block.js";
import { KINDS, SEGMENT } from "../contextlist.js";
import { isMissing, missingWords } from "../data.js";
import { button, el } from "../dom.js";
import { bytes, count, plural, usd } from "../format.js";
import { jsonText, placeWords } from "../json.js";
import { jsonTree } from "../jsonview.js";
import { observedLink } from "../observed/links.js";
import { badge, inSteps, lazyDetails, metaList, notice, unavailable } from "../parts.js";
import { member, pointerParts, resolve } from "../pointer.js";
import { segmentView } from "../render/content.js";
import { twoForms } from "../render/forms.js";
import { endedBadly, failureWord } from "../render/stops.js";
import { inlineText, namedText } from "../text.js";
import { ROW, face } from "./entries.js";
import { LINKED, callWords, childLinks, compactionLine, itemLink, moreWords, parentWords, resultWords, rowLink } from "./links.js";

/** Members that stand in every entry and have their own place. */
const ENVELOPE = new Set(["type", "id", "parentId", "timestamp"]);


/**
 * The short form: what it is, where it stands, what it hangs together with.
 * @param {SessionModel} model
 * @param {number} row
 * @returns {HTMLElement}
 */
export function overview(model, row) {
  const { app, data, rows } = model;
  const { label, text, name: toolName, unknown } = face(data, row);
  const role = data.string(rows.role[row]);
  const name = data.string(rows.name[row]);
  const stop = model.session.stops[String(row)];
  const labels = model.labels.get(row) ?? [];
  const mark = model.compactions.get(row);
  return el(
    "div",
    { class: "entry-form" },
    ...entryNotices(model, row),
    el("p", { class: "entry-lead" }, text ? namedText(text, toolName) : unavailable("no content")),
    metaList(
      [
        ["Kind", [label, unknown ? ` (${unknown})` : ""]],
        [role === "toolResult" ? "Tool" : role === "assistant" ? "Model" : "Name", name ? inlineText(name) : null],
        ["Stop reason", stop ? inlineText(stop) : null],
        ["Standing at the leaf", standingWords(model, row)],
        ["Call", role === "toolResult" ? callWords(model, row) : null],
        ["Results", role === "assistant" ? allResults(model, row) : null],
        ["Labels", labels.length ? [labels.slice(0, LINKED).map(({ text: words, by }, i) => [i ? ", " : "", inlineText(words), " (set by ", itemLink(model, by), ")"]), moreWords(labels.length)] : null],
        ...targets(model, row),
        ["Compaction", mark ? compactionWords(model, row, mark) : null],
        ["Observed context", role === "assistant" ? observedLink(app, rows.item[row]) : null],
        ["Parent", parentWords(model, row)],
        ["Children", childLinks(model, row)],
        ["Recorded", time(app, rows, row, "full")],
      ],
      "wide",
    ),
  );
}

/** @param {App} app @param {Rows} rows @param {number} row @param {"full" | "exact"} style */
function time(app, rows, row, style) {
  const bad = rows.bad_time[String(row)];
  return app.time(rows.time[row], style, bad === undefined ? "no time recorded" : `not a valid time: ${bad}`);
}

/** @param {SessionModel} model @param {number} row */
export function standingWords(model, row) {
  return model.rows.standings[model.rows.standing[row]] ?? "unknown";
}

/**
 * What makes an entry doubtful, said above everything else.
 * @param {SessionModel} model
 * @param {number} row
 */
export function entryNotices(model, row) {
  const out = [];
  const { rows, data } = model;
  const flags = rows.flags[row];
  if (!(flags & ROW.LOADED)) out.push(notice("warning", "Not loaded by Pi: recovered from a line that Pi drops."));
  const reason = model.reason(row);
  if (reason) out.push(notice("warning", `Line ${count(rows.line[row])}: ${reason}. It can’t be linked to.`));
  const repeats = model.repeats(row);
  if (repeats) out.push(notice("note", `Written ${count(repeats + 1)} times, byte for byte; shown once, totals count each, as Pi does.`));
  const bad = rows.bad_time[String(row)];
  if (bad !== undefined) out.push(notice("note", "Its time is not a valid time: ", inlineText(bad), "."));
  if (flags & ROW.NOT_DECODED) out.push(notice("warning", inlineText(data.string(rows.summary[row]))));
  if (flags & ROW.INHERITED) out.push(notice("note", "Inherited: copied from the parent session, older than this one."));
  return out;
}

/** @param {SessionModel} model @param {number} row @param {CompactionMark} mark */
function compactionWords(model, row, mark) {
  const kept = model.rowOf(mark.first_kept);
  return [
    `${compactionLine(model, row)}. `,
    kept >= 0 ? ["First kept: ", rowLink(model.app, kept), ". "] : "",
    mark.checkpoint ? "With a checkpoint of prompt and tools. " : "Without a checkpoint. ",
    mark.by_extension ? "By an extension." : "By Pi.",
    filesWords(model, row),
  ];
}

/** Files that a summary's details name. @param {SessionModel} model @param {number} row */
function filesWords(model, row) {
  const detail = model.data.detailOfRow(row);
  const details = isMissing(detail) ? null : member(detail.value, "details");
  const [read, changed] = ["readFiles", "modifiedFiles"].map((name) => member(details, name)).map((list) => (Array.isArray(list) ? list.length : -1));
  if (read < 0 && changed < 0) return " No files named in its details.";
  return ` Its details name ${plural(Math.max(0, read), "file")} read and ${plural(Math.max(0, changed), "file")} changed.`;
}

/** What a recorded id of another entry means. */
const TARGETS = /** @type {const} */ ({ label: ["targetId", "Labelled entry"], context_edit: ["targetId", "Edited entry"], branch_summary: ["fromId", "Branch left at"] });

/**
 * Entries that an entry names by id.
 * @param {SessionModel} model
 * @param {number} row
 * @returns {[string, Child][]}
 */
function targets(model, row) {
  const type = model.data.string(model.rows.type[row]);
  const known = Object.prototype.hasOwnProperty.call(TARGETS, type) ? TARGETS[/** @type {keyof typeof TARGETS} */ (type)] : null;
  const detail = model.data.detailOfRow(row);
  return known && !isMissing(detail) ? [[known[1], namedEntry(model, member(detail.value, known[0]))]] : [];
}

/** The entry with a recorded id, as a link where it has a row. @param {SessionModel} model @param {unknown} id @returns {Child} */
function namedEntry(model, id) {
  if (typeof id !== "string" || id === "") return unavailable("none recorded");
  const found = model.data.rowById(id);
  return found >= 0 ? rowLink(model.app, found) : [inlineText(id, { class: "mono" }), unavailable(" (no linkable entry of this report)")];
}

/** What a context edit does to which entry; what it replaced stands there. @param {SessionModel} model @param {unknown} entry @returns {Child[]} */
function editWords(model, entry) {
  const target = namedEntry(model, member(entry, "targetId"));
  if (member(entry, "replacement") === undefined || member(entry, "replacement") === null) return ["Omits the entry ", target, " from the context; its content stands there as recorded."];
  return ["Replaces the content of ", target, ", where the old content stands; the new content is below."];
}

/**
 * The calls of an answer, each with its result.
 * @param {SessionModel} model
 * @param {number} row
 * @returns {Child}
 */
function allResults(model, row) {
  const calls = recordedCalls(model, row);
  if (calls.length === 0) return null;
  return el("ul", { class: "call-list" }, ...inSteps(calls, (call, ordinal) => el("li", null, inlineText(call.name || "unnamed tool", { class: "mono" }), ": ", resultWords(model, row, ordinal, call.id, call.repeated, call.broken)), "li"));
}

/**
 * @param {SessionModel} model
 * @param {number} row
 */
export function recordedCalls(model, row) {
  const detail = model.data.detailOfRow(row);
  if (isMissing(detail)) return [];
  const message = member(detail.value, "message");
  const content = member(message, "content");
  const stop = member(message, "stopReason");
  const blocks = Array.isArray(content) ? content.filter((block) => member(block, "type") === "toolCall") : [];
  /** @type {Map<unknown, number>} */
  const times = new Map();
  for (const block of blocks) times.set(member(block, "id"), (times.get(member(block, "id")) ?? 0) + 1);
  return blocks.map((block) => {
    const id = member(block, "id");
    const name = member(block, "name");
    return { block, id: typeof id === "string" ? id : "", name: typeof name === "string" ? name : "", repeated: typeof id === "string" && (times.get(id) ?? 0) > 1, broken: stop === "aborted" || stop === "error" || stop === "length" };
  });
}

/**
 * What is recorded: every message and content block, or the members of an entry that gives the model nothing.
 * @param {SessionModel} model
 * @param {number} row
 * @returns {HTMLElement}
 */
export function contentForm(model, row) {
  const { app, data } = model;
  const detail = data.detailOfRow(row);
  const out = el("div", { class: "entry-form" }, ...entryNotices(model, row));
  if (isMissing(detail)) {
    out.append(notice("note", missingWords(detail.reason)));
    return out;
  }
  if (detail.note) out.append(notice("warning", inlineText(detail.note)));
  const message = member(detail.value, "message");
  const aborted = member(message, "stopReason") === "aborted";
  for (const name of endedBadly(message) ? ["errorMessage", "rawStopReason"] : ["errorMessage"]) {
    const words = member(message, name);
    if (words !== undefined && words !== null && words !== "") out.append(notice(aborted ? "warning" : "error", `${name === "rawStopReason" ? "The provider’s stop reason" : aborted ? "Aborted" : "Error as the provider or Pi gave it"}: `, inlineText(typeof words === "string" ? words : jsonText(words, {}))));
  }
  if (data.string(model.rows.type[row]) === "context_edit") out.append(el("p", { class: "block-note" }, editWords(model, detail.value)));
  const mark = model.compactions.get(row);
  if (mark) out.append(el("p", { class: "block-note" }, compactionWords(model, row, mark)));
  const [from, to] = data.segmentsOf(row);
  const table = /** @type {Segments} */ (data.segments);
  let call = 0;
  const calls = recordedCalls(model, row);
  /** @type {[number, number][]} segments with the place of each among the calls, -1 for none */
  const shown = [];
  for (let segment = from; segment < to; segment += 1) {
    if (table.flags[segment] & SEGMENT.CHANGE && to - from > 1) continue;
    shown.push([segment, KINDS[table.category[segment]] === "call" ? call++ : -1]);
  }
  out.append(...inSteps(shown, ([segment, ordinal]) => segmentForm(model, row, segment, ordinal >= 0 && calls[ordinal] ? el("p", { class: "block-note" }, "Result: ", resultWords(model, row, ordinal, calls[ordinal].id, calls[ordinal].repeated, calls[ordinal].broken)) : null)));
  if (data.string(model.rows.role[row]) === "toolResult") out.append(el("p", { class: "block-note" }, "Call: ", callWords(model, row)));
  const rest = restOf(detail.value, from < to);
  if (Object.keys(rest).length) {
    const tree = () => jsonTree(rest, detail.numbers ?? {}, "");
    out.append(from === to ? tree() : lazyDetails("Further recorded members", tree, { class: "accordion" }));
  } else if (from === to) out.append(unavailable("This entry holds nothing beside its type, id, parent and time."));
  for (const [pointer, total, head, tail] of (detail.cuts ?? []).slice(0, 8)) out.append(el("p", { class: "cut" }, `${pointer || "The entry"}: ${count(total)} characters recorded, the first ${count(head)} and the last ${count(tail)} are in this report.`));
  out.append(el("div", { class: "block-buttons" }, button("Copy raw", () => app.copy(jsonText(detail.value, detail.numbers ?? {}), "Raw JSON"))));
  return out;
}

/**
 * @param {SessionModel} model
 * @param {number} row
 * @param {number} segment
 * @param {Node | null} after
 */
function segmentForm(model, row, segment, after) {
  const { app, data } = model;
  const table = /** @type {Segments} */ (data.segments);
  const kind = KINDS[table.category[segment]];
  const flags = table.flags[segment];
  const content = segmentContent(app, row, segment);
  const chars = table.chars[segment];
  const at = pointerParts(content.pointer);
  const section = at[at.length - 2] === "sections" ? at[at.length - 1] : "";
  const state = [flags & SEGMENT.ERROR ? badge(failureWord(member(content.detail?.value, "message")), "error") : null, flags & SEGMENT.NOT_SENT ? badge("not sent", "warning") : null, flags & SEGMENT.HIDDEN ? badge("hidden in Pi’s display") : null];
  const literal = () => partsView(app, table.category[segment], content.parts, content.numbers);
  const rendered = segmentView(app, row, content.pointer);
  const recorded = flags & SEGMENT.CONVERTED && content.detail ? lazyDetails("As recorded", () => jsonTree(resolve(content.detail?.value, content.pointer), content.numbers, content.pointer), { class: "accordion" }) : null;
  return el(
    "section",
    { class: "entry-block" },
    el("p", { class: "entry-block-head" }, el("span", { class: `row-label ink-${kind}` }, data.string(table.label[segment])), section ? inlineText(section, { class: "mono" }) : null, ...state, el("span", { class: "row-measure" }, chars < 0 ? "not text" : plural(chars, "character"))),
    content.missing ? notice("note", content.missing) : rendered ? twoForms(rendered, literal) : literal(),
    recorded,
    after,
  );
}

/**
 * Recorded members that no block shows.
 * @param {unknown} value
 * @param {boolean} hasBlocks
 * @returns {Record<string, unknown>}
 */
function restOf(value, hasBlocks) {
  /** @type {Record<string, unknown>} */
  const out = {};
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value === undefined ? out : { value };
  for (const [name, each] of Object.entries(value)) {
    if (ENVELOPE.has(name) || (hasBlocks && (name === "content" || name === "message" || name === "summary" || name === "replacement"))) continue;
    // Assigning "__proto__" would set the prototype and lose the member.
    Object.defineProperty(out, name, { value: each, enumerable: true });
  }
  const message = member(value, "message");
  /** @type {Record<string, unknown>} */
  const inner = {};
  if (hasBlocks) for (const name of ["details", "diagnostics", "nestedCalls"]) if (member(message, name) !== undefined) inner[name] = member(message, name);
  if (Object.keys(inner).length) Object.defineProperty(out, "message", { value: inner, enumerable: true });
  return out;
}

/**
 * Every scalar that is recorded, with full ids, and where the entry stands.
 * @param {SessionModel} model
 * @param {number} row
 * @returns {HTMLElement}
 */
export function metadataForm(model, row) {
  const { app, data, rows } = model;
  const detail = data.detailOfRow(row);
  const id = rows.id[row];
  /** @type {[string, Child][]} */
  const pairs = [
    ["id", id ? [inlineText(id, { class: "mono" }), " ", button("Copy", () => app.copy(id, "Entry id"), { class: "link-button" })] : unavailable("can’t be linked to")],
    ["parent", parentWords(model, row)],
    ["children", childLinks(model, row)],
    ["time", time(app, rows, row, "exact")],
    ["line", count(rows.line[row])],
    ["line length", bytes(rows.bytes[row])],
    ["standing at the leaf", standingWords(model, row)],
    ["call", data.string(rows.role[row]) === "toolResult" ? callWords(model, row) : null],
    ...targets(model, row),
    ["recorded estimate from the root to here", usd(model.session.cost[row] ?? 0)],
  ];
  const value = isMissing(detail) ? null : detail.value;
  for (const [prefix, holder] of /** @type {[string, unknown][]} */ ([["", value], ["message.", member(value, "message")]])) {
    if (holder === null || typeof holder !== "object" || Array.isArray(holder)) continue;
    for (const [name, each] of Object.entries(holder)) pairs.push(...scalars(prefix + name, each));
  }
  const out = el("div", { class: "entry-form" }, ...entryNotices(model, row), metaList(pairs, "wide"));
  if (isMissing(detail)) out.append(notice("note", missingWords(detail.reason)));
  return out;
}

/** @param {string} name @param {unknown} value @returns {[string, Child][]} */
function scalars(name, value) {
  if (name === "id" || name === "message" || name === "message.content" || name === "content") return [];
  if (name.endsWith("usage") && value !== null && typeof value === "object") return usageScalars(name, value);
  const words = name === "replacement" && value === null ? "null: omits the target" : value !== null && typeof value === "object" ? placeWords(value) : String(value);
  if (words === null) return [];
  return [[name, words === "" ? unavailable("empty") : inlineText(words.length > 500 ? `${words.slice(0, 500)} …` : words)]];
}

/** @param {string} name @param {object} usage @returns {[string, Child][]} */
function usageScalars(name, usage) {
  /** @type {[string, Child][]} */
  const out = [];
  for (const [part, value] of Object.entries(usage)) if (typeof value === "number") out.push([`${name}.${part}`, count(value)]);
  const cost = member(member(usage, "cost"), "total");
  if (typeof cost === "number") out.push([`${name}.cost.total`, `${usd(cost)} (recorded estimate)`]);
  return out;
}

/**
 * The stored entry as JSON.
 * @param {SessionModel} model
 * @param {number} row
 * @returns {HTMLElement}
 */
export function rawForm(model, row) {
  const detail = model.data.detailOfRow(row);
  const out = el("div", { class: "entry-form" });
  if (isMissing(detail)) out.append(notice("note", missingWords(detail.reason)));
  else out.append(el("div", { class: "block-buttons" }, button("Copy raw", () => model.app.copy(jsonText(detail.value, detail.numbers ?? {}), "Raw JSON"))), rawView(model.app, detail));
  return out;
}
