// Words of recorded cost.
import assert from "node:assert/strict";
import { test } from "node:test";

import { recordedCost } from "../../assets/js/format.js";

const words = (/** @type {{ records: number, cost: number, without_cost: number }} */ totals) => recordedCost(totals).join("");

test("recorded cost is an estimate; none recorded, none per token and part of it are told apart", () => {
  assert.equal(words({ records: 0, cost: 0, without_cost: 0 }), "no usage recorded");
  assert.equal(words({ records: 2, cost: 0, without_cost: 0 }), "no per-token cost recorded");
  assert.equal(words({ records: 2, cost: 0, without_cost: 1 }), "no per-token cost recorded, 1 record without cost");
  assert.equal(words({ records: 2, cost: 0, without_cost: 2 }), "no cost recorded, 2 records without cost");
  assert.equal(words({ records: 3, cost: 1.5, without_cost: 1 }), "recorded estimate $1.500, 1 record without cost");
});
