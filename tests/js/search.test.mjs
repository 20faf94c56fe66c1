// Search: normalising, matches, the raw test, stepping, and the sliced walk.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Finder } from "../../assets/js/finder.js";
import { countMatches, fold, mayMatch, normalise, places, rawNeedle, stepMatch } from "../../assets/js/search.js";

test("queries lose terminal controls and are bounded and folded", () => {
  assert.equal(normalise("\x1b[31mFoo\x07\x1b]0;t\x07", 512), "foo");
  assert.equal(normalise("A".repeat(600), 512).length, 512);
  assert.equal(Array.from(normalise("\u{1f600}".repeat(600), 512)).length, 512);
});

test("folding keeps offsets", () => {
  const text = "I\u0307stanbul \u0130X STRASSE";
  assert.equal(fold(text).length, text.length);
  assert.deepEqual(places("\u0130X ix", "ix"), [3]);
});

test("matches do not overlap", () => {
  assert.equal(countMatches("aaaa", "aa"), 2);
  assert.deepEqual(places("abcABC", "bc"), [1, 4]);
});

test("the raw test never hides a match", () => {
  for (const [text, query] of [["say \"hi\" now", 'y "h'], ["a\\b", "a\\b"], ["x <b> y", "x <b"], ["caf\u00e9", "f\u00e9"], ["one\ntwo", "one"], ["pass\x1b[1mword", "password"]]) {
    const raw = JSON.stringify([text]).replaceAll("<", "\\u003c");
    assert.ok(mayMatch(raw, rawNeedle(normalise(query, 512))), query);
  }
  assert.equal(mayMatch('["plain text"]', rawNeedle("absent")), false);
});

test("stepping walks matches in order and wraps both ways", () => {
  const counts = [0, 2, 0, 1];
  let at = stepMatch(counts, -1, 0, 1);
  const seen = [];
  for (let i = 0; i < 4; i += 1) {
    seen.push([at.place, at.nth]);
    at = stepMatch(counts, at.place, at.nth, 1);
  }
  assert.deepEqual(seen, [[1, 0], [1, 1], [3, 0], [1, 0]]);
  assert.deepEqual(stepMatch(counts, 1, 0, -1), { place: 3, nth: 0 });
  assert.deepEqual(stepMatch(counts, -1, 0, -1), { place: 3, nth: 0 });
  assert.equal(stepMatch([0, 0], -1, 0, 1), null);
});

/** A finder over texts whose clock runs out after every step. */
function finder(items, log = []) {
  const queue = [];
  let now = 0;
  const made = new Finder({
    limit: 512,
    summary: (key) => items[key].summary,
    chunk: (key) => items[key].chunk ?? 0,
    raw: (chunk) => JSON.stringify(Object.values(items).filter((item) => (item.chunk ?? 0) === chunk).map((item) => item.text)),
    texts: (key) => (log.push(key), [items[key].text]),
    changed: () => {},
    now: () => (now += 10),
    later: (run) => queue.push(run),
  });
  return { made, drain: () => { while (queue.length) queue.shift()(); } };
}

test("summaries count at once, bodies replace them as they are read", () => {
  const items = { a: { summary: "cat and dog", text: "cat cat dog" }, b: { summary: "nothing", text: "a cat", chunk: 1 }, c: { summary: "cat named in a word of the report", text: "-" } };
  const { made, drain } = finder(items);
  made.setKeys(["a", "b", "c"]);
  made.setQuery("CAT");
  assert.equal(made.total, 2);
  assert.equal(made.words(), "2 so far");
  drain();
  assert.deepEqual(made.counts, [2, 1, 1]);
  assert.equal(made.words(), "4 matches");
  assert.deepEqual(made.step(1), { key: "a", nth: 0, inBody: true });
  assert.equal(made.words(), "1 of 4");
  assert.deepEqual(made.step(-1), { key: "c", nth: 0, inBody: false });
  assert.equal(made.words(), "4 of 4");
});

test("texts of elements that can't match are not read", () => {
  const log = [];
  const items = { a: { summary: "", text: "alpha" }, b: { summary: "", text: "beta", chunk: 1 } };
  const { made, drain } = finder(items, log);
  made.setKeys(["a", "b"]);
  made.setQuery("bet");
  drain();
  assert.deepEqual(log, ["b"]);
  assert.equal(made.words(), "1 match");
});

test("a filter changes what is searched and keeps what was counted", () => {
  const log = [];
  const items = { a: { summary: "", text: "x" }, b: { summary: "", text: "x x" } };
  const { made, drain } = finder(items, log);
  made.setKeys(["a", "b"]);
  made.setQuery("x");
  drain();
  made.step(1);
  made.step(1);
  made.setKeys(["b"]);
  drain();
  assert.deepEqual(log, ["a", "b"]);
  assert.equal(made.words(), "1 of 2");
  made.setQuery("absent");
  drain();
  assert.equal(made.words(), "no match");
  made.setQuery("");
  assert.equal(made.words(), "");
});

test("stepping starts at the place being read", () => {
  const items = { a: { summary: "", text: "x" }, b: { summary: "", text: "x" }, c: { summary: "", text: "x" } };
  const { made, drain } = finder(items);
  made.setKeys(["a", "b", "c"]);
  made.setQuery("x");
  drain();
  assert.equal(made.step(1, 1).key, "b");
  const again = finder(items);
  again.made.setKeys(["a", "b", "c"]);
  again.made.setQuery("x");
  again.drain();
  assert.equal(again.made.step(-1, 1).key, "a");
});
