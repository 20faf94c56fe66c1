// The timeline's axis, lanes, items and shapes; the lines of Captured executions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ExecutionModel, executionLines } from "../../assets/js/executions/model.js";
import { badgeWords, correlationWords, intervalWords, parentProblem, runWords, stateWords, totalsWords } from "../../assets/js/executions/words.js";
import { Axis, ticks, windowAt, zoomed } from "../../assets/js/timeline/axis.js";
import { barNames, nearestItem, shapes, timelineOf, timelineRows } from "../../assets/js/timeline/items.js";
import { MOST_LANES, assignLanes } from "../../assets/js/timeline/lanes.js";

const HOUR = 3_600_000;

/** Executions from short rows: {at, took, parent, state, anchor, flags, …}. */
function model(rows, more = {}) {
  const strings = [""];
  const code = (text) => {
    if (!strings.includes(text)) strings.push(text);
    return strings.indexOf(text);
  };
  const column = (make) => rows.map(make);
  const table = {
    observed: true, totals: {}, omitted: 0, runs: [{ id: "r1", reason: "startup", ended: "quit", has_end: true, stream: false, started: 0, last: 9, executions: rows.length }],
    number: column((_, i) => i + 1), occurrence: column((_, i) => `r1:${i + 1}`), call: column(() => 0), tool: column((row) => code(row.tool ?? "bash")), summary: column((row) => code(row.summary ?? "")),
    run: column((row) => row.run ?? 0), request: column(() => 1), parent: column((row) => row.parent ?? -1), parent_reason: column((row) => code(row.lost ?? "")), children: column((_, i) => rows.filter((row) => row.parent === i).length),
    state: column((row) => row.state ?? 0), flags: column((row) => row.flags ?? (row.took === undefined ? 0 : 32)), start: column((row) => row.at ?? null), end: column((row) => (row.took === undefined ? (row.end ?? null) : row.at + row.took)),
    reason: column((row) => code(row.reason ?? "")), duration: column((row) => row.reported ?? null), updates: column(() => 0), anchor: column((row) => row.anchor ?? 0), correlation: column((row) => row.correlation ?? 0),
    correlation_reason: column((row) => code(row.why ?? "")), persisted: column(() => -1), differs: column(() => []), detail: column(() => -1), strings, ...more,
  };
  return new ExecutionModel({ element: () => null }, table);
}

const branch = (times, roles = []) => ({ rows: times.map((_, row) => row), role: (row) => roles[row] ?? "user", time: (row) => times[row], flags: () => 0, onPath: (item) => item < 100 });

test("the axis is in ms where nothing is long idle", () => {
  const axis = new Axis([[100, 100], [0, 50], [40, 60], [1_000, 1_000]]);
  assert.equal(axis.total, 1_000);
  assert.deepEqual(axis.gaps, []);
  for (const time of [0, 50, 100, 777, 1_000]) {
    assert.equal(axis.unit(time), time);
    assert.equal(axis.time(time), time);
  }
});

test("a long idle gap is compressed, short ones are not, and order stays", () => {
  const spans = [];
  for (let i = 0; i < 20; i += 1) spans.push([i * 5_000, i * 5_000 + 1_000]);
  for (let i = 0; i < 20; i += 1) spans.push([9 * HOUR + i * 5_000, 9 * HOUR + i * 5_000 + 1_000]);
  const axis = new Axis(spans);
  assert.equal(axis.gaps.length, 1);
  assert.deepEqual([axis.gaps[0].start, axis.gaps[0].end], [96_000, 9 * HOUR]);
  assert.ok(axis.total < 250_000);
  let before = -1;
  for (const [start, end] of spans) {
    for (const time of [start, end]) {
      assert.ok(axis.unit(time) > before);
      before = axis.unit(time);
      assert.ok(Math.abs(axis.time(axis.unit(time)) - time) < 1e-6);
    }
    assert.ok(Math.abs(axis.unit(end) - axis.unit(start) - 1_000) < 1e-6, "a compressed gap changes no interval");
  }
});

test("even steps of minutes are not taken for idle gaps, and many gaps never take the axis", () => {
  assert.deepEqual(new Axis(Array.from({ length: 30 }, (_, i) => [i * 100_000, i * 100_000])).gaps, []);
  const spans = [];
  for (let day = 0; day < 300; day += 1) for (let i = 0; i < 40; i += 1) spans.push([day * 24 * HOUR + i * 1_000, day * 24 * HOUR + i * 1_000]);
  const axis = new Axis(spans);
  const idle = axis.gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  assert.equal(axis.gaps.length, 299);
  assert.ok(idle / axis.total < 0.3, `${idle / axis.total}`);
});

test("one moment, no moment", () => {
  const axis = new Axis([[5_000, 5_000], [5_000, 5_000]]);
  assert.equal(axis.unit(5_000), axis.total / 2);
  const none = new Axis([]);
  assert.ok(none.empty);
  assert.equal(none.unit(3), 0);
  assert.equal(none.time(3), 0);
});

test("zooming keeps the place under the pointer, and the window on the axis", () => {
  const near = zoomed({ from: 0, to: 1_000 }, 0.5, 250, 1_000);
  assert.deepEqual(near, { from: 125, to: 625 });
  assert.deepEqual(zoomed({ from: 600, to: 1_000 }, 10, 900, 1_000), { from: 0, to: 1_000 });
  assert.deepEqual(windowAt(-50, 100, 1_000), { from: 0, to: 100 });
  assert.deepEqual(windowAt(990, 100, 1_000), { from: 900, to: 1_000 });
  let shown = { from: 0, to: 1_000 };
  for (let i = 0; i < 60; i += 1) shown = zoomed(shown, 0.5, 333, 1_000);
  assert.ok(shown.to - shown.from >= 1);
  assert.ok(shown.from <= 333 && shown.to >= 333);
});

test("ticks are round, apart, and outside of gaps", () => {
  const axis = new Axis([[0, 90_000], [20 * HOUR, 20 * HOUR + 90_000]]);
  const found = ticks(axis, { from: 0, to: axis.total }, 1_200, 90, () => 0);
  assert.ok(found.length > 5);
  found.forEach((tick, i) => {
    assert.ok(i === 0 || tick.x - found[i - 1].x >= 90);
    assert.ok(tick.time <= 90_000 || tick.time >= 20 * HOUR);
  });
  assert.ok(found.filter(({ time, step }) => time % step === 0).length >= found.length - 1);
  const local = ticks(new Axis([[0, 10 * HOUR]]), { from: 0, to: 10 * HOUR }, 1_000, 90, () => 5.75 * HOUR);
  assert.ok(local.every(({ time, step }) => (time + 5.75 * HOUR) % step === 0));
  assert.ok(ticks(new Axis([[0, 10_000 * 24 * HOUR]]), { from: 0, to: 10_000 * 24 * HOUR }, 1_000, 90, () => 0).length < 20);
});

test("parallel calls have lanes of their own, sequential ones share one, nested ones are below their parent", () => {
  const { lanes, count, shared } = assignLanes([
    { start: 0, end: 100, parent: -1 },
    { start: 10, end: 40, parent: 0 },
    { start: 20, end: 60, parent: 0 },
    { start: 50, end: 70, parent: -1 },
    { start: 100, end: 120, parent: -1 },
    { start: 100, end: 110, parent: 4 },
  ]);
  assert.deepEqual(lanes, [0, 1, 2, 1, 0, 1]);
  assert.equal(count, 3);
  assert.equal(shared, 0);
});

test("points of one moment don't hide one another; a child whose clock went back still follows its parent", () => {
  assert.deepEqual(assignLanes([{ start: 5, end: 5, parent: -1 }, { start: 5, end: 5, parent: -1 }]).lanes, [0, 1]);
  const { lanes } = assignLanes([{ start: 100, end: 200, parent: -1 }, { start: 50, end: 60, parent: 0 }]);
  assert.ok(lanes[1] > lanes[0]);
});

test("lanes are bounded, and what shares the last one is counted", () => {
  const { count, shared, lanes } = assignLanes(Array.from({ length: 100 }, () => ({ start: 0, end: 10, parent: -1 })));
  assert.equal(count, MOST_LANES);
  assert.equal(shared, 100 - MOST_LANES);
  assert.equal(Math.max(...lanes), MOST_LANES - 1);
  const deep = assignLanes(Array.from({ length: 20_000 }, (_, i) => ({ start: i, end: 40_000 - i, parent: i - 1 })));
  assert.equal(deep.count, MOST_LANES);
});

test("log times are points, executions intervals only with both times; other branches are counted", () => {
  const executions = model([
    { at: 1_000, took: 500, anchor: 1 },
    { at: 1_100, state: 2, reason: "unfinished at the end of the dump", anchor: 1 },
    { at: 5_000, end: 4_000, reason: "the clock went back", anchor: 1 },
    { at: 1_200, took: 5, anchor: 200 },
    { at: 1_300, anchor: -1, correlation: 2, why: "no anchor was recorded", reason: "unfinished at the end of the dump" },
    { flags: 16, reason: "times not recorded", anchor: 1, correlation: 1 },
  ]);
  const made = timelineOf(branch([900, 1_600, null], ["user", "assistant", "toolResult"]), executions);
  assert.deepEqual(made.timed.map(({ key, interval }) => [key, interval]), [["e0", false], ["x0", true], ["x1", false], ["x4", false], ["e1", false], ["x2", false]]);
  assert.deepEqual(made.untimed.map(({ key }) => key), ["e2", "x5"]);
  assert.deepEqual([made.elsewhere, made.loose], [1, 1]);
  const back = made.timed.find(({ key }) => key === "x2");
  assert.deepEqual([back.start, back.end], [5_000, 5_000]);
  assert.deepEqual(made.timed.filter(({ kind }) => kind === "entry").map(({ lane }) => lane), [0, 1]);
  assert.ok(made.timed.filter(({ kind }) => kind === "execution").every(({ lane }) => lane >= 4));
});

test("without a dump the axis holds the log times alone", () => {
  const made = timelineOf(branch([1, 2, 3]), null);
  assert.deepEqual(made.timed.map(({ key }) => key), ["e0", "e1", "e2"]);
  assert.equal(made.lanes, 4);
});

test("the list has the same items, the gaps between them, and what has no time at its end", () => {
  const times = Array.from({ length: 40 }, (_, i) => (i < 20 ? i * 1_000 : 12 * HOUR + i * 1_000));
  const made = timelineOf(branch([...times, null]), null);
  const rows = timelineRows(made, () => true, false);
  assert.equal(rows.filter(({ item }) => item).length, 41);
  assert.deepEqual(rows.slice(19, 22).map(({ key }) => key), ["e19", "gap0", "e20"]);
  assert.deepEqual(rows.slice(-2).map(({ key }) => key), ["untimed", "e40"]);
  const filtered = timelineRows(made, ({ index }) => index === 3, true);
  assert.deepEqual(filtered.map(({ key }) => key), ["e3"]);
});

test("thousands of items become a few paths without two marks on one pixel", () => {
  const made = timelineOf(branch(Array.from({ length: 10_000 }, (_, i) => i * 10)), model(Array.from({ length: 2_000 }, (_, i) => ({ at: i * 50, took: 20, anchor: 1, state: i % 2 }))));
  const scale = 1_000 / made.axis.total;
  const paths = shapes(made.timed, { x: (time) => made.axis.unit(time) * scale, lane: (lane) => ({ top: lane * 20, height: 10 }), width: 1_000, from: 0, to: 100_000 });
  assert.deepEqual(Object.keys(paths).sort(), ["interval", "interval-bad", "tick-user"]);
  assert.ok(paths["tick-user"].split("M").length - 1 <= 1_001);
  assert.equal(paths.interval.split("M").length - 1, 1_000);
  const part = shapes(made.timed, { x: (time) => time, lane: () => ({ top: 0, height: 10 }), width: 1_000, from: 0, to: 999 });
  assert.equal(part["tick-user"].split("M").length - 1, 100);
});

test("a bar carries its name where what is shown of it has room", () => {
  const made = timelineOf(branch([0]), model([{ at: 100, took: 400, anchor: 1 }, { at: 600, took: 20, anchor: 1 }, { at: 700, took: 60, anchor: 1 }]));
  const names = (left, width) => barNames(made.timed, { x: (time) => time, left, width }, ({ index }) => (index === 2 ? "a long name of a tool" : "bash")).map(({ item, x, words }) => [item.key, x, words]);
  assert.deepEqual(names(0, 1_000), [["x0", 105, "bash"]]);
  // A bar that begins left of the axis is named from there on; of one that sticks in by little no name is drawn.
  assert.deepEqual(names(400, 1_000), [["x0", 405, "bash"]]);
  assert.deepEqual(names(490, 1_000), []);
  assert.deepEqual(names(0, 120), []);
});

test("the pointer finds the nearest item of a lane, of two the one drawn last", () => {
  const made = timelineOf(branch([0]), model([{ at: 100, took: 400, anchor: 1 }, { at: 600, took: 1, anchor: 1 }]));
  const x = (time) => time;
  assert.equal(nearestItem(made.timed, 4, 300, x, 7)?.key, "x0");
  assert.equal(nearestItem(made.timed, 4, 597, x, 7)?.key, "x1");
  assert.equal(nearestItem(made.timed, 4, 550, x, 7), null);
  assert.equal(nearestItem(made.timed, 2, 300, x, 7), null);
});

test("lines of executions: parents, closed ones, filters with their ancestors", () => {
  const rows = model([{}, { parent: 0 }, { parent: 1, state: 1 }, {}, { parent: 3 }]);
  const all = (options) => executionLines(rows, { matches: () => true, filtered: false, closed: new Set(), ...options });
  assert.deepEqual(all({}).map(({ key, level }) => [key, level]), [["run0", 1], [0, 2], [1, 3], [2, 4], [3, 2], [4, 3]]);
  assert.deepEqual(all({ closed: new Set([1]) }).map(({ key }) => key), ["run0", 0, 1, 3, 4]);
  const failed = all({ matches: (place) => place === 2, filtered: true });
  assert.deepEqual(failed.map(({ key, ancestor }) => [key, ancestor]), [["run0", false], [0, true], [1, true], [2, false]]);
  assert.deepEqual(failed.map(({ at, of }) => [at, of]), [[1, 1], [1, 1], [1, 1], [1, 1]]);
  assert.deepEqual(all({ matches: () => false, filtered: true }), []);
  const deep = model(Array.from({ length: 20_000 }, (_, i) => ({ parent: i - 1 })));
  assert.equal(executionLines(deep, { matches: () => true, filtered: false, closed: new Set() }).at(-1).level, 20_001);
});

test("words of an execution are exact", () => {
  const rows = model([
    { at: 0, took: 56, reported: 29 },
    { at: 0, state: 2, reason: "unfinished at the end of the dump" },
    { parent: -2, lost: "its parent is not in the dump", correlation: 2, why: "no anchor was recorded", anchor: -1 },
    { parent: -3, correlation: 1, why: "by tool-call id" },
  ]);
  assert.equal(intervalWords(rows, 0), "56 ms");
  assert.equal(intervalWords(rows, 1), "unfinished at the end of the dump");
  assert.equal(stateWords(rows, 1), "unfinished at the end of the dump");
  assert.equal(parentProblem(rows, 0), "");
  assert.equal(parentProblem(rows, 2), "parent unavailable: its parent is not in the dump");
  assert.match(parentProblem(rows, 3), /beyond the bound/);
  assert.equal(correlationWords(rows, 0), "recorded anchor");
  assert.equal(correlationWords(rows, 2), "unavailable: no anchor was recorded");
  assert.equal(correlationWords(rows, 3), "matched by tool-call id");
  assert.equal(runWords(rows, 0), "Run r1 · startup · 4 executions · ended: quit");
  const killed = model([], { runs: [{ id: "r2", reason: "", ended: "", has_end: false, stream: false, executions: 1 }, { id: "", reason: "", ended: "", has_end: false, stream: true, executions: 0 }] });
  assert.match(runWords(killed, 0), /no end written/);
  assert.equal(runWords(killed, 1), "Event stream of Pi · no execution · times not recorded");
  assert.equal(badgeWords({ all: 0 }), "");
  assert.equal(badgeWords({ all: 1_200, failed: 3, unfinished: 1 }), "1,200 · 3 failed · 1 unfinished");
  assert.equal(totalsWords({ all: 2, roots: 1, nested: 1, parent_unavailable: 0, failed: 0, unfinished: 1, without_start: 0, uncorrelated: 0 }), "2 executions, 1 root (no recorded parent), 1 nested, 0 failed, 1 unfinished.");
});
