// @ts-check
/**
 * The opened body of a context row: content, source metadata, and Structured, Metadata and Raw made on first opening.
 */
import { beyondWords, blockParts, copyOf, firstPart } from "./blockparts.js";
import { KINDS, SEGMENT } from "./contextlist.js";
import { isMissing, missingWords } from "./data.js";
import { button, el } from "./dom.js";
import { bytes, count, plural, shortId } from "./format.js";
import { imageView } from "./image.js";
import { jsonText, placeWords } from "./json.js";
import { jsonCode, jsonTree } from "./jsonview.js";
import { inSteps, lazyDetails, metaList, notice, unavailable } from "./parts.js";
import { member, resolve, within } from "./pointer.js";
import { observedLink } from "./observed/links.js";
import { endingNotices, segmentView } from "./render/content.js";
import { twoForms } from "./render/forms.js";
import { inlineText, textView } from "./text.js";

/** Bounds of this view as `meta.bounds` names them, with LIM-1's values for reports that do not list them. */
const BOUNDS = /** @type {const} */ ({ block: ["context_message", 16_384], lines: ["json_lines", 1_000], tokens: ["json_tokens", 20_000] });

/** @param {App} app @param {keyof typeof BOUNDS} name */
function bound(app, name) {
  return app.bound(BOUNDS[name][0], BOUNDS[name][1]);
}

/**
 * What the report holds of a segment.
 * @param {App} app
 * @param {number} holder row
 * @param {number} segment
 */
export function segmentContent(app, holder, segment) {
  const table = /** @type {Segments} */ (app.data.segments);
  const detail = app.data.detailOfRow(holder);
  const pointer = app.data.string(table.pointer[segment]);
  const flags = table.flags[segment];
  if (isMissing(detail)) return { missing: missingWords(detail.reason), detail: null, pointer, parts: /** @type {BlockPart[]} */ ([]), numbers: {}, cuts: /** @type {DetailCut[]} */ ([]) };
  const cuts = (detail.cuts ?? []).filter((cut) => within(pointer, cut[0]) || (flags & SEGMENT.CONVERTED && within("/message", cut[0])));
  return { missing: "", detail, pointer, parts: blockParts({ entry: detail.value, pointer, flags, chars: table.chars[segment] }), numbers: detail.numbers ?? {}, cuts };
}

/**
 * @param {App} app
 * @param {ContextRow} row
 * @returns {HTMLElement}
 */
export function blockBody(app, row) {
  const content = segmentContent(app, row.holder, row.segment);
  const main = el("div", { class: "block-main" });
  main.append(...stateNotices(app, row));
  if (content.missing) main.append(notice("note", content.missing));
  else {
    main.append(contentView(app, row, content));
    main.append(...cutNotes(content.cuts));
  }
  main.append(footer(app, row, content));
  return el("div", { class: "block" }, main, sourceMeta(app, row));
}

/** @param {App} app @param {ContextRow} row */
function stateNotices(app, row) {
  const out = [];
  const link = row.edit >= 0 ? entryLink(app, app.data.row(row.edit)) : null;
  if (row.state === "omitted") out.push(notice("warning", "Not in the context: omitted by the context edit ", link, ". This is the entry as recorded."));
  if (row.state === "replaced") out.push(notice("warning", "Replaced by the context edit ", link, ". The original stands below."));
  if (row.state === "not-sent") out.push(notice("warning", "Not sent: Pi leaves this message out of what the model gets."));
  if (row.state === "hidden") out.push(notice("note", "Hidden in Pi’s own display (display: false), but sent to the model."));
  return out;
}

/**
 * @param {App} app
 * @param {ContextRow} row
 * @param {ReturnType<typeof segmentContent>} content
 */
function contentView(app, row, content) {
  const literal = () => literalView(app, row, content);
  const rendered = segmentView(app, row.holder, content.pointer);
  const endings = row.part === row.parts - 1 && row.holder === row.row ? endingNotices(app, row.row) : [];
  const view = rendered ? twoForms(rendered, literal) : literal();
  return endings.length > 0 ? el("div", { class: "content" }, view, ...endings) : view;
}

/**
 * @param {App} app
 * @param {ContextRow} row
 * @param {ReturnType<typeof segmentContent>} content
 */
function literalView(app, row, content) {
  const flags = /** @type {Segments} */ (app.data.segments).flags[row.segment];
  const parts = partsView(app, row.category, content.parts, content.numbers);
  if (!(flags & SEGMENT.CONVERTED) || row.state === "not-sent") return parts;
  const recorded = resolve(content.detail?.value, content.pointer);
  const note = row.category === KINDS.indexOf("neutral") && typeof content.parts[0]?.text === "string" && content.parts[0].text !== recorded ? "Text as Pi sends it, in a user message." : "Sent as a user message, with this text.";
  return el("div", null, el("p", { class: "block-note" }, note), parts, lazyDetails("As recorded", () => jsonTree(recorded, content.numbers, content.pointer), { class: "accordion" }));
}

/**
 * The parts of a body.
 * @param {App} app
 * @param {number} category
 * @param {BlockPart[]} parts
 * @param {Record<string, string>} numbers
 */
export function partsView(app, category, parts, numbers) {
  const prose = category === KINDS.indexOf("user") || category === KINDS.indexOf("assistant");
  return el("div", { class: "parts" }, ...inSteps(parts, (part) => {
    const body = el("div", { "data-part": "" }, partView(app, part, prose, numbers));
    const short = (part.kind === "text" && part.text.length <= 160 && !part.text.includes("\n")) || (part.kind === "json" && (part.value === null || typeof part.value !== "object"));
    return part.title ? el("div", { class: short ? "part short" : "part" }, inlineText(part.title, { class: "part-title" }), body) : body;
  }));
}

/**
 * @param {App} app
 * @param {BlockPart} part
 * @param {boolean} prose
 * @param {Record<string, string>} numbers
 * @returns {HTMLElement}
 */
function partView(app, part, prose, numbers) {
  if (part.kind === "image") return imageView(app, part.value);
  if (part.kind === "note") return el("p", { class: "unavailable" }, part.text);
  const lines = bound(app, "lines");
  if (part.kind === "json") return jsonCode(part.value, { lines, tokens: bound(app, "tokens"), numbers, base: part.pointer });
  const limit = bound(app, "block");
  const look = prose ? "prose" : "mono";
  const first = firstPart(part.text, limit);
  const numbered = part.title === "" || part.text.includes("\n");
  const view = textView(first, { lines, look, numbers: numbered });
  if (first.length === part.text.length) return view;
  const more = button(`Show all ${count(part.text.length)} characters`, () => {
    holder.replaceChildren(textView(part.text, { lines: Infinity, look }));
  }, { class: "button", "data-more": "" });
  const holder = el("div", null, view, el("p", { class: "cut", "data-unsearched": "" }, `${beyondWords(first.length, part.text.length)} `, more));
  return holder;
}

/** @param {DetailCut[]} cuts */
function cutNotes(cuts) {
  return cuts.slice(0, 8).map(([pointer, total, head, tail]) => el("p", { class: "cut" }, `${pointer.slice(pointer.lastIndexOf("/") + 1) || "text"}: ${count(total)} characters recorded, the first ${count(head)} and the last ${count(tail)} are in this report.`));
}

/**
 * @param {App} app
 * @param {ContextRow} row
 * @param {ReturnType<typeof segmentContent>} content
 */
function footer(app, row, content) {
  const { detail, pointer, parts, numbers } = content;
  const label = app.data.string(/** @type {Segments} */ (app.data.segments).label[row.segment]);
  const observed = app.data.sources.has(row.holder);
  const panels = el("div", { class: "block-foot" });
  if (detail) {
    panels.append(lazyDetails("Structured", () => jsonTree(resolve(detail.value, pointer), numbers, pointer), { class: "accordion" }));
    panels.append(lazyDetails("Metadata", () => entryMeta(app, row, detail), { class: "accordion" }));
    panels.append(lazyDetails("Raw", () => (observed ? observedRaw(app, detail) : rawView(app, detail)), { class: "accordion" }));
    if (row.state === "replaced") panels.append(lazyDetails("Original before the edit", () => originalView(app, row), { class: "accordion" }));
  } else panels.append(lazyDetails("Metadata", () => entryMeta(app, row, null), { class: "accordion" }));
  const buttons = el("div", { class: "block-buttons" });
  if (detail) buttons.append(button("Copy", () => app.copy(copyOf(parts, numbers), label)), button("Copy raw", () => app.copy(observed ? jsonText(member(detail.value, "message"), {}) : jsonText(detail.value, numbers), "Raw JSON")));
  if (app.data.rows?.id[row.row]) buttons.append(button("Copy link", () => app.copy(app.link({ view: app.view, row: row.row }), "Link")));
  panels.append(buttons);
  return panels;
}

/**
 * The stored entry as JSON text.
 * @param {App} app
 * @param {Detail} detail
 */
export function rawView(app, detail) {
  return jsonCode(detail.value, { lines: bound(app, "lines"), tokens: bound(app, "tokens"), numbers: detail.numbers ?? {}, label: "Raw JSON of the entry" });
}

/** An observed message: its detail holds it where an entry would hold its own. @param {App} app @param {Detail} detail */
function observedRaw(app, detail) {
  return jsonCode(member(detail.value, "message"), { lines: bound(app, "lines"), tokens: bound(app, "tokens"), numbers: detail.numbers ?? {}, base: "/message", label: "Raw JSON of the observed message" });
}

/** @param {App} app @param {ContextRow} row */
function originalView(app, row) {
  const [from, to] = app.data.segmentsOf(row.row);
  if (from === to) return el("div", { class: "parts" }, unavailable("The original gives the model nothing."));
  const segments = Array.from({ length: to - from }, (_, place) => from + place);
  return el("div", { class: "parts" }, ...inSteps(segments, (segment) => {
    const content = segmentContent(app, row.row, segment);
    return content.missing ? el("p", { class: "unavailable" }, content.missing) : partsView(app, row.category, content.parts, content.numbers);
  }));
}

/**
 * A link to an entry in History; its id alone where this report has no History.
 * @param {App} app
 * @param {number} row
 */
export function entryLink(app, row) {
  if (row < 0) return unavailable("an entry without a row here");
  const rows = /** @type {Rows} */ (app.data.rows);
  const id = rows.id[row];
  if (!id) return el("span", { class: "id" }, `line ${count(rows.line[row])}`);
  return app.jumpLink(shortId(id), { view: "history", row }, { class: "id", title: id });
}

/** The entry that a row stands for; of an observed message the one it was matched with. @param {App} app @param {number} row */
function sourceLink(app, row) {
  const source = app.data.sources.get(row);
  if (source === undefined) return entryLink(app, row);
  return source < 0 ? unavailable("no recorded source") : entryLink(app, app.data.row(source));
}

/** @param {App} app @param {ContextRow} row */
function sourceMeta(app, row) {
  const rows = /** @type {Rows} */ (app.data.rows);
  const table = /** @type {Segments} */ (app.data.segments);
  const chars = table.chars[row.segment];
  const role = app.data.string(rows.role[row.row]);
  const name = app.data.string(rows.name[row.row]);
  const bad = rows.bad_time[String(row.row)];
  return metaList(
    [
      ["Role", role || unavailable("none")],
      ["Entry type", app.data.string(rows.type[row.row]) || unavailable("none")],
      [role === "toolResult" ? "Tool" : role === "assistant" ? "Model" : "Name", name ? inlineText(name) : null],
      ["Block", row.parts > 1 ? `${row.part + 1} of ${row.parts}` : null],
      ["Source", sourceLink(app, row.row)],
      ["Observed", app.has("observed") && role === "assistant" ? observedLink(app, rows.item[row.row]) : null],
      ["Recorded", app.time(rows.time[row.row], "full", bad === undefined ? "no time recorded" : `not a valid time: ${bad}`)],
      ["Size", chars < 0 ? unavailable("not text") : plural(chars, "character")],
      ["Tokens", el("span", { class: "unavailable", title: app.meta.labels["tokens.segment"] ?? "" }, "unavailable")],
    ],
    "block-meta",
  );
}

/** Scalar members of an entry and its message; texts and lists have their own places. @param {App} app @param {ContextRow} row @param {Detail | null} detail */
function entryMeta(app, row, detail) {
  const rows = /** @type {Rows} */ (app.data.rows);
  const table = /** @type {Segments} */ (app.data.segments);
  /** @type {[string, Child][]} */
  const pairs = [
    ["id", rows.id[row.holder] ? inlineText(rows.id[row.holder], { class: "mono" }) : app.data.sources.has(row.holder) ? unavailable("an observed message, no entry") : unavailable("can’t be linked to")],
    [app.data.sources.has(row.holder) ? "line of the dump" : "line", count(rows.line[row.holder])],
    ["line length", rows.bytes[row.holder] < 0 ? null : bytes(rows.bytes[row.holder])],
    ["place in the entry", inlineText(app.data.string(table.pointer[row.segment]) || "the entry", { class: "mono" })],
    ["standing at the leaf", rows.standings[rows.standing[row.row]] ?? null],
  ];
  const skip = new Set(["content", "id"]);
  for (const [prefix, holder] of /** @type {[string, unknown][]} */ ([["", detail?.value], ["message.", member(detail?.value, "message")]])) {
    if (holder === null || typeof holder !== "object") continue;
    for (const [name, value] of Object.entries(holder)) {
      if (skip.has(name) || (value !== null && typeof value === "object" && name !== "usage")) continue;
      if (name === "usage") {
        pairs.push([`${prefix}usage`, el("span", { class: "unavailable" }, `recorded for the whole request: ${usageWords(value)}`)]);
        continue;
      }
      const words = placeWords(value) ?? String(value);
      pairs.push([prefix + name, words === "" ? unavailable("empty") : inlineText(words.length > 500 ? `${words.slice(0, 500)} …` : words)]);
    }
  }
  if (detail?.note) pairs.push(["note", detail.note]);
  return metaList(pairs, "wide");
}

/** @param {unknown} usage */
function usageWords(usage) {
  const parts = ["input", "output", "cacheRead", "cacheWrite"].map((name) => [name, member(usage, name)]).filter(([, value]) => typeof value === "number");
  return parts.length ? parts.map(([name, value]) => `${name} ${count(Number(value))}`).join(", ") : "no figures";
}
