// The recorded tree, History's turns, filters, and the width of Event details.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EntryIndex, EntrySearch, emptyFilter, holds, isFiltered, typedTime } from "../../assets/js/session/filter.js";
import { Drag, LEAST_LIST, LEAST_PANEL, keyWidth, panelWidth } from "../../assets/js/session/resize.js";
import { EntryTree, treeLines, treeUnits } from "../../assets/js/session/tree.js";
import { historyLines, turnsOf } from "../../assets/js/session/turns.js";
import { Data } from "../../assets/js/data.js";

const MISSING = 2_000_000_000;
const OWN = 2_000_000_001;

/** Distances from parent items; null for a root, undefined for a missing parent. */
const distances = (parents) => parents.map((parent, item) => (parent === null ? 0 : parent === undefined ? MISSING : parent === item ? OWN : item - parent));
const all = { matches: () => true, hidden: () => false, filtered: false, closed: new Set() };
const units = (tree, rowOf = (item) => item) => treeUnits(tree, rowOf);

test("a path ends at a root, at a missing parent, or where a circle closes", () => {
  const tree = new EntryTree(distances([null, 0, 1, undefined, 3, 7, 5, 6, 7, 9]));
  assert.deepEqual(tree.path(2), { items: [0, 1, 2], end: "root", again: -1 });
  assert.deepEqual(tree.path(4), { items: [3, 4], end: "missing", again: -1 });
  assert.deepEqual(tree.path(8), { items: [5, 6, 7, 8], end: "cycle", again: 7 });
  assert.deepEqual(tree.path(9), { items: [9], end: "cycle", again: 9 });
});

test("roots, orphans and circles are told apart, and every entry appears once", () => {
  const tree = new EntryTree(distances([null, 0, undefined, 2, 5, 4, 5, null, 8]));
  const found = units(tree);
  assert.deepEqual(found.filter(({ kind }) => kind === "heading").map(({ words, figure }) => [words, figure]), [["Parent not in this file", 1], ["Parent links run in a circle", 2]]);
  assert.deepEqual(found.filter(({ kind }) => kind === "row").map(({ item }) => item).sort((a, b) => a - b), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(found.map(({ level }) => level), [1, 2, 1, 1, 2, 3, 1, 2, 3, 4, 2]);
});

test("entries without a row are gaps with their number, and what hangs below them stays", () => {
  // 0 ─ 1 ─ 2 ─ 3, with 1 and 2 without a row; 4 and 5 under 0 without a row as well.
  const tree = new EntryTree(distances([null, 0, 1, 2, 0, 4]));
  const rows = new Set([0, 3]);
  const found = units(tree, (item) => (rows.has(item) ? item : -1));
  assert.deepEqual(found.map(({ kind, figure, level, parent }) => [kind, figure, level, parent]), [["row", 1, 1, -1], ["gap", 4, 2, 0], ["row", 1, 4, 1]]);
  assert.equal(found.reduce((sum, { kind, figure }) => sum + (kind === "heading" ? 0 : figure), 0), 6);
});

test("filters keep ancestors and mark them; counts are of what is shown", () => {
  const tree = new EntryTree(distances([null, 0, 1, 0, 0]));
  const found = units(tree);
  const lines = treeLines(found, { ...all, matches: (row) => row === 2 || row === 3, filtered: true });
  assert.deepEqual(lines.map(({ unit, ancestor, children }) => [found[unit].row, ancestor, children]), [[0, true, 2], [1, true, 1], [2, false, 0], [3, false, 0]]);
});

test("what the switch hides is not kept as an ancestor: its children take its place", () => {
  const tree = new EntryTree(distances([null, 0, 1, 1]));
  const found = units(tree);
  const lines = treeLines(found, { ...all, matches: (row) => row !== 1, hidden: (row) => row === 1 });
  assert.deepEqual(lines.map(({ unit, children, indent }) => [found[unit].row, children, indent]), [[0, 2, 0], [2, 0, 1], [3, 0, 1]]);
});

test("closing a unit hides all below it and nothing else", () => {
  const tree = new EntryTree(distances([null, 0, 1, 0, null]));
  const found = units(tree);
  const lines = treeLines(found, { ...all, closed: new Set([1]) });
  assert.deepEqual(lines.map(({ unit, closed }) => [found[unit].row, closed]), [[0, false], [1, true], [3, false], [4, false]]);
});

test("a chain of 200,000 and a fan of 200,000 are walked without recursion", () => {
  const count = 200_000;
  const chain = new EntryTree(distances(Array.from({ length: count }, (_, item) => (item ? item - 1 : null))));
  assert.equal(chain.path(count - 1).items.length, count);
  const lines = treeLines(units(chain), all);
  assert.equal(lines.length, count);
  assert.equal(units(chain)[count - 1].level, count);
  assert.equal(lines[count - 1].indent, 0);
  const fan = new EntryTree(distances(Array.from({ length: count }, (_, item) => (item ? 0 : null))));
  assert.equal(treeLines(units(fan), all)[0].children, count - 1);
});

test("identical repeats have no place of their own", () => {
  const tree = new EntryTree(distances([null, 0, 0, 2]), new Set([1]));
  assert.deepEqual(units(tree).map(({ item }) => item), [0, 2, 3]);
});

const turnData = (over = {}) => ({ flags: [0, 3, 0, 17, 5, 3, 0], rowOf: (item) => item, time: (row) => row * 1000, spent: (row) => row * 0.5, parentTime: () => undefined, ...over });

test("turns begin at user messages; what precedes stands apart; figures are exact", () => {
  const turns = turnsOf([0, 1, 2, 3, 4, 5, 6], turnData());
  assert.deepEqual(turns.map(({ number, prompt, entries, tools, errors }) => [number, prompt, entries, tools, errors]), [[0, -1, 1, 0, 0], [1, 1, 4, 1, 1], [2, 5, 2, 0, 0]]);
  assert.deepEqual(turns.map(({ cost, span }) => [cost, span]), [[0.5, 0], [2, 3000], [0.5, 1000]]);
});

test("gaps count what has no row, and figures of a turn still cover it", () => {
  const rows = new Map([[1, 0], [5, 1], [6, 2]]);
  const turns = turnsOf([0, 1, 2, 3, 4, 5, 6], turnData({ rowOf: (item) => rows.get(item) ?? -1, time: (row) => row * 10_000, parentTime: (row) => (row === 1 ? 9_000 : undefined) }));
  assert.deepEqual(turns.map(({ parts }) => parts.map((part) => (part.kind === "gap" ? part.figure : `row ${part.row}`))), [[1], ["row 0", 3], ["row 1", "row 2"]]);
  assert.deepEqual(turns.map(({ tools, errors, span }) => [tools, errors, span]), [[0, 0, null], [1, 1, 9000], [0, 0, 10_000]]);
});

test("History shows headings with what they hold; closed turns keep their heading alone", () => {
  const turns = turnsOf([0, 1, 2, 3, 4, 5, 6], turnData());
  const options = { shows: (row) => row !== 2, filtered: false, closed: new Set(["turn5"]), end: "missing", outside: -1 };
  assert.deepEqual(historyLines(turns, options).map(({ key }) => key), ["end", "turn0", 0, "turn1", 1, 3, 4, "turn5"]);
  assert.deepEqual(historyLines(turns, { ...options, shows: (row) => row === 3, filtered: true, closed: new Set() }).map(({ key }) => key), ["turn1", 3]);
  assert.deepEqual(historyLines(turns, { ...options, shows: () => false, filtered: true, outside: 9 }).map(({ key }) => key), ["outside", 9]);
});

/** Rows [type, role, name, summary, flags]. */
function data(entries, details = []) {
  const strings = [""];
  const code = (text) => (strings.includes(text) ? strings.indexOf(text) : strings.push(text) - 1);
  const rows = { strings, item: [], line: [], id: [], type: [], role: [], name: [], time: [], bad_time: {}, summary: [], flags: [], standing: [], standings: ["in the context", "off branch"], bytes: [], detail: [], segment: [0] };
  entries.forEach(([type, role, name, summary, flags = 3], item) => {
    rows.item.push(item);
    rows.line.push(item + 2);
    rows.id.push(`id${item}`);
    rows.type.push(code(type));
    rows.role.push(code(role));
    rows.name.push(code(name));
    rows.time.push(Date.UTC(2026, 10, 30, 6, item));
    rows.summary.push(code(summary));
    rows.flags.push(flags);
    rows.standing.push(item % 2);
    rows.bytes.push(10);
    rows.detail.push(details.length > item ? item : -1);
    rows.segment.push(0);
  });
  const segments = { category: [], label: [], pointer: [], chars: [], summary: [], flags: [] };
  const texts = { rows: JSON.stringify(rows), segments: JSON.stringify(segments), d0: JSON.stringify(details) };
  return new Data((id) => texts[id] ?? null);
}

test("chips and conditions pass what they name", () => {
  const index = new EntryIndex(data([["message", "user", "", "hello"], ["message", "assistant", "p/m", "answer"], ["message", "toolResult", "bash", "out", 19], ["custom", "", "ext", "{}", 35], ["custom_message", "", "ext", "note"]]), new Map([[0, ["Plan B"]]]));
  const pass = (over) => [0, 1, 2, 3, 4].filter((row) => index.passes(row, { ...emptyFilter(), ...over }));
  assert.deepEqual(pass({}), [0, 1, 2, 3, 4]);
  assert.deepEqual(pass({ kinds: new Set(["model"]) }), [1]);
  assert.deepEqual(pass({ kinds: new Set(["tool", "custom"]) }), [2, 3, 4]);
  assert.deepEqual(pass({ kinds: new Set(["errors"]) }), [2]);
  assert.deepEqual(pass({ kinds: new Set(["user-only"]) }), [0]);
  assert.deepEqual(pass({ kinds: new Set(["no-tools", "custom"]) }), [3, 4]);
  assert.deepEqual(pass({ type: "custom" }), [3]);
  assert.deepEqual(pass({ role: "assistant" }), [1]);
  assert.deepEqual(pass({ tool: "bash" }), [2]);
  assert.deepEqual(pass({ model: "p/m" }), [1]);
  assert.deepEqual(pass({ label: "plan" }), [0]);
  assert.deepEqual(pass({ standing: "off branch" }), [1, 3]);
  assert.deepEqual(pass({ from: "2026-11-30 06:02", to: "2026-11-30T06:03:00" }), [2, 3]);
  assert.deepEqual([0, 1, 2, 3, 4].filter((row) => index.internal(row)), [3]);
});

test("times are read in UTC; what is no time is none", () => {
  assert.equal(typedTime("2026-11-30"), Date.UTC(2026, 10, 30));
  assert.equal(typedTime("2026-11-30 06:08:09.5"), Date.UTC(2026, 10, 30, 6, 8, 9, 500));
  assert.ok(Number.isNaN(typedTime("yesterday")));
  assert.ok(Number.isNaN(typedTime("2026-13-45")));
  assert.equal(isFiltered(emptyFilter()), false);
  assert.equal(isFiltered({ ...emptyFilter(), internal: true }), false);
  assert.equal(isFiltered({ ...emptyFilter(), query: "x" }), true);
});

test("a search finds summaries and labels at once, and content when asked", () => {
  const details = [{ value: { message: { content: "deep Needle here" } } }, { value: { message: { content: [{ text: "x" }] } }, cuts: [["/message", 9, 1, 1]] }];
  const index = new EntryIndex(data([["message", "user", "", "plain"], ["message", "assistant", "", "needle in summary"]], details), new Map([[0, ["tagged"]]]));
  const waiting = [];
  let told = 0;
  const search = new EntrySearch(index, { limit: 512, changed: () => (told += 1), now: () => 0, later: (run) => waiting.push(run) });
  search.setQuery("NEEDLE\u001b[31m");
  assert.deepEqual([...search.direct], [1]);
  assert.equal(search.matches(0), false);
  search.searchContent();
  while (waiting.length) waiting.shift()();
  assert.deepEqual([...search.content], [0]);
  assert.equal(search.cut, 1);
  assert.ok(told >= 3);
  search.setQuery("tagged");
  assert.deepEqual([...search.direct], [0]);
  assert.equal(search.content.size, 0);
});

test("values are searched however deep they are", () => {
  let value = "the needle";
  for (let depth = 0; depth < 50_000; depth += 1) value = [value];
  assert.equal(holds(value, "needle"), true);
  assert.equal(holds(value, "thread"), false);
});

test("the list keeps its least width; keys and drags stay within bounds", () => {
  const room = 1200;
  assert.equal(panelWidth(5000, room), room - LEAST_LIST);
  assert.equal(panelWidth(1, room), LEAST_PANEL);
  assert.equal(panelWidth(400, 500), 500 - LEAST_LIST);
  assert.equal(keyWidth("Home", 500, room), room - LEAST_LIST);
  assert.equal(keyWidth("End", 500, room), LEAST_PANEL);
  assert.ok(keyWidth("ArrowLeft", 500, room) > 500);
  assert.ok(keyWidth("ArrowRight", 500, room) < 500);
  assert.equal(keyWidth("x", 500, room), null);
  const drag = new Drag(700, 500, room);
  assert.equal(drag.move(600), 600);
  assert.equal(drag.move(-9000), room - LEAST_LIST);
  assert.equal(drag.cancel(), 500);
});
