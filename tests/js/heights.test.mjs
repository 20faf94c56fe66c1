// Heights of a long list, the rows of a viewport, and what a filter does to the row being read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Heights, survivor, visibleRange } from "../../assets/js/heights.js";

/** Pseudo-random numbers in [0, 1) from a seed. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

test("offsets and places agree with plain sums, also after changes", () => {
  const next = random(7);
  for (const size of [1, 2, 3, 7, 8, 9, 64, 100, 1000]) {
    const values = Array.from({ length: size }, () => Math.floor(next() * 90) + 1);
    const heights = new Heights(values);
    for (let change = 0; change < 200; change += 1) {
      const index = Math.floor(next() * size);
      const value = Math.floor(next() * 400) + 1;
      assert.equal(heights.set(index, value), value - values[index]);
      values[index] = value;
    }
    let sum = 0;
    for (let i = 0; i < size; i += 1) {
      assert.equal(heights.offset(i), sum);
      assert.equal(heights.find(sum), i, "a row begins at its offset");
      assert.equal(heights.find(sum + values[i] - 0.5), i, "and covers its height");
      sum += values[i];
    }
    assert.equal(heights.total, sum);
    assert.equal(heights.find(sum + 1000), size - 1);
    assert.equal(heights.find(-5), 0);
  }
});

test("an empty list has no rows to draw", () => {
  const heights = new Heights([]);
  assert.equal(heights.total, 0);
  assert.deepEqual(visibleRange(heights, 0, 800, 5), [0, 0]);
});

test("the range covers the viewport and the overscan, within the list", () => {
  const heights = new Heights(new Array(100).fill(10));
  assert.deepEqual(visibleRange(heights, 0, 95, 5), [0, 15]);
  assert.deepEqual(visibleRange(heights, 500, 95, 5), [45, 65]);
  assert.deepEqual(visibleRange(heights, 950, 95, 5), [90, 100]);
  assert.deepEqual(visibleRange(heights, -300, 95, 0), [0, 1]);
});

test("a filter keeps the row being read, else the next that is left, else the one before", () => {
  const before = ["a", "b", "c", "d", "e"];
  const left = (...keys) => new Map(keys.map((key, place) => [key, place]));
  assert.equal(survivor(before, 2, left("a", "c")), 2);
  assert.equal(survivor(before, 2, left("a", "e")), 4);
  assert.equal(survivor(before, 2, left("a", "b")), 1);
  assert.equal(survivor(before, 2, left()), -1);
});
