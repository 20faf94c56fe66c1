// Words and places of the Cache view.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bands, EDGE, labels, markX, nearest, runs, scale, short } from "../../assets/js/cache/layout.js";
import { causeWords, comparison, costOf, figure, part, pointWords, rateOf, rowCost, rowRate, savings, shortModel, SILENT, USAGE } from "../../assets/js/cache/words.js";

const SUM = { records: 4, cost: 0.5, without_cost: 0, zero_cost: 0, provider_totals: 0, rate: null, silent: 0 };
const sum = (changes) => ({ ...SUM, ...changes });

test("a cost is called what it is", () => {
  assert.deepEqual(costOf(sum({})), { figure: "$0.500", label: "recorded estimate", notes: [] });
  assert.deepEqual(costOf(sum({ records: 0, cost: 0 })), { figure: "", label: "no usage recorded", notes: [] });
  assert.deepEqual(costOf(sum({ cost: 0, without_cost: 4 })), { figure: "", label: "no cost recorded", notes: [] });
  assert.deepEqual(costOf(sum({ cost: 0, zero_cost: 4 })), { figure: "", label: "no per-token cost recorded", notes: [] });
  assert.deepEqual(costOf(sum({ cost: 0, zero_cost: 3, without_cost: 1 })), { figure: "", label: "no per-token cost recorded", notes: ["1 record without cost"] });
  assert.deepEqual(costOf(sum({ zero_cost: 2 })).notes, ["2 records with no per-token cost"]);
  assert.equal(costOf(sum({ provider_totals: 4 })).label, "provider-reported total");
  assert.deepEqual(costOf(sum({ provider_totals: 3 })), { figure: "$0.500", label: "recorded estimate", notes: ["3 of 4 totals provider-reported"] });
  assert.deepEqual(costOf(sum({ provider_totals: 3, without_cost: 1 })), { figure: "$0.500", label: "recorded estimate", notes: ["1 record without cost", "3 of 3 totals provider-reported"] });
  for (const words of [costOf(sum({})), costOf(sum({ cost: 0, zero_cost: 4 }))]) assert.doesNotMatch(JSON.stringify(words), /spent|billed|free/i);
});

test("the cost of one record", () => {
  assert.equal(rowCost(0.0396, 0), "$0.040");
  assert.equal(rowCost(0, 0), "$0.000");
  assert.equal(rowCost(0, USAGE.zeroCost), "no per-token cost recorded");
  assert.equal(rowCost(0, USAGE.withoutCost), "no cost recorded");
  assert.equal(rowCost(0.25, USAGE.providerTotal), "$0.250 provider-reported");
});

test("a hit rate is a rate or the reason for none, never 0 % for what is not known", () => {
  assert.equal(rowRate(0, 0, 0), "0.0 %");
  assert.equal(rowRate(0.987, 0, 0), "98.7 %");
  assert.equal(rowRate(null, USAGE.unknown | USAGE.silent, 0), "accounting unknown");
  assert.equal(rowRate(null, USAGE.silent, 0), SILENT);
  assert.equal(rowRate(null, 0, 0), "no prompt tokens");
  assert.equal(rowRate(null, 0, 2), "");
  assert.equal(rateOf(sum({ rate: 0.5 })), "50.0 %");
  assert.equal(rateOf(sum({ silent: 4 })), SILENT);
  assert.equal(rateOf(sum({})), "");
});

test("parts, comparisons, savings and causes in words", () => {
  assert.equal(part(0, true), "unknown");
  assert.equal(part(12_345, false), "12,345");
  assert.equal(figure(0.5), "0.5");
  assert.equal(figure(-5), "-5");
  assert.equal(comparison(0.0234, 120), "prompt +120, hit rate +2.3 points");
  assert.equal(comparison(-0.897, -1_000), "prompt −1,000, hit rate −89.7 points");
  assert.equal(comparison(0.00001, 0), "prompt unchanged in size, hit rate unchanged");
  assert.equal(comparison(null, 5), "prompt +5");
  assert.equal(savings(null), "not known");
  assert.equal(savings(-0.25), "−$0.250");
  assert.equal(causeWords([]), "no cause found in the record");
  assert.equal(causeWords([{ words: "idle 14 min (lifetime 5 min)" }, { words: "context edited" }]), "likely idle 14 min (lifetime 5 min); likely context edited");
  assert.equal(shortModel("openrouter/anthropic/claude"), "claude");
  assert.equal(shortModel("odd/"), "odd/");
});

const CHART = { requests: 5, item: [1, 4, 9], count: [2, 2, 1], time: [0, 0, 0], input: [10, 0, 5_000], read: [990, 0, 0], write: [0, 0, 0], rate: [0.99, 0, null], misses: [0, 2, 0], mark_point: [1, 3], mark_kind: ["idle", "compaction"], mark_words: ["idle 14 min", "compaction"], mark_item: [3, 11], mark_count: [3, 1] };

test("a point says which requests it is, its rate, its parts and what stands before it", () => {
  assert.equal(pointWords(CHART, 0, "06:00"), "Requests 1 to 2 of 5, 06:00; hit rate 99.0 %; 990 read, 0 written, 10 uncached");
  assert.equal(pointWords(CHART, 1, "06:01"), "Requests 3 to 4 of 5, 06:01; hit rate 0.0 %; 0 read, 0 written, 0 uncached; 2 misses; after idle 14 min (3 in all)");
  assert.equal(pointWords(CHART, 2, "06:02"), `Request 5 of 5, 06:02; ${SILENT}; 0 read, 0 written, 5.0 k uncached`);
});

test("bands fill the width between the edges, and every place has its nearest band", () => {
  for (const count of [1, 2, 27, 512]) {
    for (const width of [320, 680, 1390]) {
      const { xs, band } = bands(count, width);
      assert.equal(xs.length, count);
      assert.ok(Math.abs(xs[0] - band / 2 - EDGE.left) < 1e-9);
      assert.ok(Math.abs(xs[count - 1] + band / 2 - (width - EDGE.right)) < 1e-6);
      xs.forEach((x, place) => assert.equal(nearest(x, count, width), place));
      assert.equal(nearest(-50, count, width), 0);
      assert.equal(nearest(width + 50, count, width), count - 1);
      assert.equal(markX(count, xs, width), width - EDGE.right);
    }
  }
});

test("a scale begins at 0 and ends on a round figure at or above the highest", () => {
  for (const highest of [1, 9, 17, 100, 99_999, 23_456, 200_000, 1e7, 0.5]) {
    const { top, ticks } = scale(highest);
    assert.ok(top >= highest * (1 - 1e-9) && top <= highest * 2.01, `${highest}: ${top}`);
    assert.equal(ticks[0], 0);
    assert.ok(Math.abs(ticks[ticks.length - 1] - top) < top * 1e-9);
    assert.ok(ticks.length >= 2 && ticks.length <= 5, `${highest}: ${ticks}`);
  }
  for (const nothing of [0, NaN, Infinity]) assert.deepEqual(scale(nothing), { top: 1, ticks: [0] });
});

test("a line is broken where a point has no rate", () => {
  assert.deepEqual(runs([0.1, 0.2, null, 0.3, null, null, 0.4]), [[0, 1], [3], [6]]);
  assert.deepEqual(runs([null]), []);
  assert.deepEqual(runs([]), []);
});

test("words of markers never stand on one another; what has no room stays without words", () => {
  const marks = Array.from({ length: 60 }, (_, i) => ({ x: 12 + i * 20, kind: i % 7 === 0 ? "compaction" : "idle", words: `idle ${i} min` }));
  const places = labels(marks, 1_260, 2);
  const boxes = places.flatMap((place, i) => {
    if (!place) return [];
    const room = marks[i].words.length * 6;
    return [{ line: place.line, from: place.anchor === "start" ? place.x : place.x - room, to: place.anchor === "start" ? place.x + room : place.x }];
  });
  assert.ok(boxes.length > 10 && boxes.length < 60);
  for (const a of boxes) {
    assert.ok(a.from >= 0 && a.to <= 1_260);
    for (const b of boxes) assert.ok(a === b || a.line !== b.line || a.to <= b.from || b.to <= a.from);
  }
  const written = marks.filter((mark, i) => mark.kind === "compaction" && places[i]).length;
  assert.equal(written, marks.filter(({ kind }) => kind === "compaction").length, "compactions are written first");
});

test("long words are cut between characters", () => {
  assert.equal(short("compaction"), "compaction");
  const cut = short(`model ${"🧪".repeat(40)}`);
  assert.equal(Array.from(cut).length, 30);
  assert.ok(cut.endsWith("🧪…"));
});
