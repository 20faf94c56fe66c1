// The minimap's buckets over a filtered sequence.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bucketOf, buckets, mapPosition } from "../../assets/js/buckets.js";

test("buckets are contiguous, complete and of equal counts, at most the limit", () => {
  for (const total of [0, 1, 5, 159, 160, 161, 1000, 4000]) {
    const list = buckets(new Array(total).fill(0), new Array(total).fill(1), 6, 160);
    assert.equal(list.length, Math.min(160, total));
    let at = 0;
    for (const { start, end } of list) {
      assert.equal(start, at);
      at = end;
    }
    assert.equal(at, total);
    const counts = list.map(({ start, end }) => end - start);
    if (total) assert.ok(Math.max(...counts) - Math.min(...counts) <= 1);
  }
});

test("shares are by characters and sum to 1; an image counts as one character", () => {
  const [bucket] = buckets([0, 1, 1, 2], [100, 200, 100, -1], 3, 1);
  assert.ok(Math.abs(bucket.shares.reduce((a, b) => a + b) - 1) < 1e-12);
  assert.ok(Math.abs(bucket.shares[1] - 300 / 401) < 1e-12);
  assert.ok(bucket.shares[2] > 0);
});

test("a place is found in its bucket, and its position grows with it", () => {
  for (const total of [1, 7, 160, 161, 999]) {
    const list = buckets(new Array(total).fill(0), new Array(total).fill(1), 1, 160);
    let before = -1;
    for (let place = 0; place < total; place += 1) {
      const b = bucketOf(place, total, list.length);
      assert.ok(list[b].start <= place && place < list[b].end);
      const position = mapPosition(place, 0, list, total, 100);
      assert.ok(position > before);
      before = position;
    }
    assert.equal(mapPosition(total - 1, 1, list, total, 100), 100);
  }
});
