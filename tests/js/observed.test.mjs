// Observed contexts in the page: tables behind the session's, shared entries, sources for the reader, comparisons.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compareRows, contextRows } from "../../assets/js/contextlist.js";
import { Data, isMissing } from "../../assets/js/data.js";
import { ObservedData, entriesOf, sourceOf } from "../../assets/js/observed/data.js";

const [SYSTEM, USER, , , , NEUTRAL] = [0, 1, 2, 3, 4, 5];

/** Tables of rows {item, id, role, category, text, slot}, one segment each. */
function tables(list) {
  const strings = [""];
  const code = (text) => (strings.includes(text) ? strings.indexOf(text) : strings.push(text) - 1);
  const rows = { strings, item: [], line: [], id: [], type: [], role: [], name: [], time: [], bad_time: {}, summary: [], flags: [], standing: [], standings: ["in"], bytes: [], detail: [], segment: [0] };
  const segments = { category: [], label: [], pointer: [], chars: [], summary: [], flags: [] };
  for (const { item, id = "", role, category, text, slot, bad } of list) {
    if (bad) rows.bad_time[String(rows.item.length)] = bad;
    rows.item.push(item);
    rows.line.push(item + 2);
    rows.id.push(id);
    rows.type.push(code("message"));
    rows.role.push(code(role));
    rows.name.push(0);
    rows.time.push(item * 1000);
    rows.summary.push(code(text));
    rows.flags.push(1);
    rows.standing.push(id ? 0 : -1);
    rows.bytes.push(id ? 10 : -1);
    rows.detail.push(slot);
    segments.category.push(category);
    segments.label.push(code(role));
    segments.pointer.push(code("/message/content"));
    segments.chars.push(text.length);
    segments.summary.push(code(text));
    segments.flags.push(0);
    rows.segment.push(segments.category.length);
  }
  return { rows, segments };
}

const detail = (text) => ({ value: { message: { content: text } } });

function page() {
  const session = tables([
    { item: 0, id: "a1", role: "user", category: USER, text: "Count", slot: 0 },
    { item: 1, id: "a2", role: "assistant", category: 2, text: "Counting.", slot: 1 },
    { item: 3, id: "a4", role: "user", category: USER, text: "Thanks", slot: -1 },
  ]);
  const own = tables([
    { item: 4, role: "custom", category: NEUTRAL, text: "[note] slow", slot: 0, bad: "never" },
    { item: 5, role: "system", category: SYSTEM, text: "Be brief", slot: 64 },
  ]);
  const observed = { ...own, source: [1, -1], contexts: [], last: -1, total: 0, answers: {} };
  const elements = {
    rows: JSON.stringify(session.rows), segments: JSON.stringify(session.segments), meta: "{}",
    d0: JSON.stringify([detail("Count"), detail("Counting.")]),
    oc0: JSON.stringify([detail("[note] slow")]), oc1: JSON.stringify([detail("Be brief")]),
  };
  const reads = [];
  const base = new Data((id) => {
    reads.push(id);
    return elements[id] ?? null;
  });
  return { base, data: new ObservedData(base, observed, 1), observed, reads };
}

test("own rows stand behind the session's, with their texts, times and details", () => {
  const { base, data } = page();
  const { rows, segments } = data;
  assert.deepEqual(rows.item, [0, 1, 3, 4, 5]);
  assert.deepEqual(rows.summary.map((code) => data.string(code)), ["Count", "Counting.", "Thanks", "[note] slow", "Be brief"]);
  assert.deepEqual(rows.role.map((code) => data.string(code)), ["user", "assistant", "user", "custom", "system"]);
  assert.deepEqual(segments.label.map((code) => data.string(code)), ["user", "assistant", "user", "custom", "system"]);
  assert.deepEqual(rows.bad_time, { 3: "never" });
  assert.equal(data.row(4), 3);
  assert.deepEqual(data.segmentsOf(4), [4, 5]);
  assert.deepEqual([...data.sources], [[3, 1], [4, -1]]);
  assert.equal(data.detailOfRow(1).value.message.content, "Counting.");
  assert.equal(data.detailOfRow(3).value.message.content, "[note] slow");
  assert.equal(data.detailOfRow(4).value.message.content, "Be brief");
  assert.ok(isMissing(data.detailOfRow(2)));
  assert.deepEqual(base.rows.item, [0, 1, 3], "the session's own table stays as it is");
  assert.equal(base.row(4), -1);
});

test("search reads the element that holds an observed message; details of the session are parsed once", () => {
  const { base, data, reads } = page();
  assert.equal(JSON.parse(data.rawChunk(1))[0].value.message.content, "[note] slow");
  assert.equal(JSON.parse(data.rawChunk(0)).length, 2);
  reads.length = 0;
  base.detailOfRow(0);
  data.detailOfRow(1);
  assert.deepEqual(reads, ["d0"]);
});

test("a damaged element of observed messages is damage, not absence", () => {
  const { base, observed } = page();
  const data = new ObservedData(base, { ...observed, rows: { ...observed.rows, detail: [128, 64] } }, 1);
  assert.equal(data.detailOfRow(3).reason, "damaged");
  assert.ok(base.damaged.has("oc2"));
});

test("without own messages the session's tables are used as they are", () => {
  const { base, observed } = page();
  const empty = tables([]);
  const data = new ObservedData(base, { ...observed, ...empty, source: [] }, 1);
  assert.equal(data.rows, base.rows);
});

const part = (shared, entries, more = {}) => ({ shared, entries, edits: {}, gap_after: -1, gap_segments: 0, ...more });

test("contexts share their beginning with the one before", () => {
  const observed = { contexts: [part(0, [0, 1, 3]), part(2, [4]), part(3, [5, 6]), part(0, [9]), part(1, [])] };
  assert.deepEqual([0, 1, 2, 3, 4].map((place) => entriesOf(observed, place)), [[0, 1, 3], [0, 1, 4], [0, 1, 4, 5, 6], [9], [9]]);
});

test("both messages of a compaction are one entry, and the gap stays behind the same entry", () => {
  const observed = { contexts: [part(0, [7, 7, 8, 9], { gap_after: 1, gap_segments: 12, edits: { 8: 11 } })] };
  const source = sourceOf(observed, 0);
  assert.deepEqual(source.entries, [{ item: 7, edit: -1, omitted: false }, { item: 8, edit: 11, omitted: false }, { item: 9, edit: -1, omitted: false }]);
  assert.equal(source.gapAfter, 0);
  assert.equal(source.gapSegments, 12);
});

test("what was left out stands first where no prompt leads", () => {
  const { data, observed } = page();
  const rows = contextRows(data, sourceOf({ ...observed, contexts: [part(0, [3], { gap_segments: 7 })] }, 0));
  assert.deepEqual(rows.map(({ kind, figure }) => [kind, figure]), [["gap", 7], ["segment", 0]]);
});

test("a message that stands twice in a context has two rows with keys of their own", () => {
  const { data, observed } = page();
  const rows = contextRows(data, sourceOf({ ...observed, contexts: [part(0, [0, 4, 0, 4])] }, 0));
  assert.deepEqual(rows.map(({ key }) => key), ["s0", "s3", "s0-2", "s3-2"]);
});

test("a comparison has the differences with their side and one row for each run of equal messages", () => {
  const { data } = page();
  const run = (kind, count, observed, session) => ({ kind, count, observed, session, edit: -1 });
  const rows = compareRows(data, [run(0, 3, -1, -1), run(1, 1, 4, 1), run(2, 1, 5, -1), run(3, 1, -1, 3), run(3, 1, -1, 2), run(0, 1, -1, -1)]);
  assert.deepEqual(rows.map(({ kind, state, row, figure }) => [kind, state, row, figure]), [
    ["same", "", -1, 3],
    ["segment", "changed", 3, 0],
    ["segment", "only-observed", 4, 0],
    ["segment", "only-session", 2, 0],
    ["lost", "only-session", -1, 0],
    ["same", "", -1, 1],
  ]);
});
