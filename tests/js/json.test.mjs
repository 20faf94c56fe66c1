// JSON of detail values: text, lines within bounds, words for what is not there, ranges.
import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonLines, jsonText, placeWords, ranges, recordedKey } from "../../assets/js/json.js";

test("text equals JSON.stringify for ordinary values", () => {
  for (const value of [null, true, 1.5, "a\n\u2028\"", [], {}, [1, [2, { a: [] }]], { b: { c: [null, {}] }, __proto__x: 1 }]) assert.equal(jsonText(value), JSON.stringify(value, null, 2));
});

test("recorded digits come back, and keys that begin with $", () => {
  assert.equal(jsonText({ a: [1e20], b: null }, { "/a/0": "100000000000000000001", "/b": "an integer of 9,000 bits" }), '{\n  "a": [\n    100000000000000000001\n  ],\n  "b": "[an integer of 9,000 bits]"\n}');
  assert.equal(recordedKey("$$x"), "$x");
  assert.equal(jsonText({ $$cut: 1 }), '{\n  "$cut": 1\n}');
});

test("what the report never shows is named with its size", () => {
  assert.equal(placeWords({ $withheld: "thinking signature", chars: 1234 }), "thinking signature, never shown, 1,234 characters");
  assert.equal(placeWords({ $image: "i0", mime: "image/png", bytes: 2048, width: 10, height: 5 }), "image/png, 10 × 5, 2.0 KiB");
  assert.equal(placeWords({ $cut: "depth", items: 3 }), "3 more items left out (too deep)");
  assert.equal(placeWords({ cut: 1 }), null);
  assert.match(jsonText({ s: { $withheld: "data", bytes: 12 } }), /"\[data, never shown, 12 bytes\]"/);
});

test("depth costs no recursion", () => {
  let value = [];
  for (let i = 0; i < 20_000; i += 1) value = [value];
  const { total } = jsonLines(value, { lines: 10, tokens: 10 });
  assert.equal(total, 40_001);
});

test("lines and coloured tokens are bounded, and what is beyond is told", () => {
  const value = Array.from({ length: 3000 }, (_, i) => i);
  const { lines, total, plainFrom } = jsonLines(value, { lines: 1000, tokens: 500 });
  assert.equal(lines.length, 1000);
  assert.equal(total, 3002);
  assert.ok(plainFrom > 0 && plainFrom < 510);
  assert.equal(lines[999].map(({ text }) => text).join(""), "  998,");
  assert.ok(lines[999].every(({ kind }) => kind === "mark"));
  assert.equal(jsonLines([1], { lines: 10, tokens: 10 }).plainFrom, -1);
});

test("long lists open in ranges of ranges", () => {
  assert.deepEqual(ranges(0, 100, 100), []);
  assert.deepEqual(ranges(0, 250, 100), [[0, 100], [100, 200], [200, 250]]);
  const wide = ranges(0, 1_000_000, 100);
  assert.equal(wide.length, 100);
  assert.deepEqual(wide[99], [990_000, 1_000_000]);
  assert.equal(ranges(...wide[0], 100).length, 100);
});
