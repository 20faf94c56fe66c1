import assert from "node:assert/strict";
import { test } from "node:test";
import { pieceKind, transcript, turnAt } from "../../assets/js/reading/transcript.js";

const ROWS = [
  { type: "session_info", role: "", flags: 32 },
  { type: "message", role: "user", flags: 256 },
  { type: "message", role: "assistant", flags: 0 },
  { type: "message", role: "toolResult", flags: 16, call: 2 },
  { type: "custom", role: "", flags: 32 },
  { type: "message", role: "assistant", flags: 0 },
  { type: "message", role: "toolResult", flags: 0, call: -1 },
  { type: "compaction", role: "", flags: 0 },
  { type: "usage", role: "", flags: 48 },
];
const DATA = { flags: (row) => ROWS[row].flags, type: (row) => ROWS[row].type, role: (row) => ROWS[row].role, callOf: (row) => ROWS[row].call ?? -1 };

test("a result stands with its call when that is shown", () => {
  assert.equal(pieceKind(3, DATA, () => true), "");
  assert.equal(pieceKind(3, DATA, () => false), "result");
  assert.equal(pieceKind(6, DATA, () => true), "result");
});

test("internal events are left to History unless they failed", () => {
  assert.equal(pieceKind(4, DATA, () => true), "");
  assert.equal(pieceKind(8, DATA, () => true), "other");
  assert.equal(pieceKind(0, DATA, () => true), "line");
});

test("turns pair a prompt with its last answer and know where they begin", () => {
  const row = (each) => ({ kind: "row", row: each });
  const turns = [
    { number: 0, prompt: -1, parts: [row(0)] },
    { number: 1, prompt: 1, parts: [row(1), row(2), row(3), row(4), { kind: "gap", key: "gap9", figure: 7 }, row(5), row(6), row(7)] },
  ];
  const made = transcript(turns, DATA);
  assert.deepEqual(made.keys, [0, 1, 2, "gap9", 5, 6, 7]);
  assert.equal(made.gaps.get("gap9"), 7);
  assert.deepEqual(made.turns, [{ number: 0, prompt: -1, outcome: -1, first: 0 }, { number: 1, prompt: 1, outcome: 5, first: 1 }]);
  assert.deepEqual([0, 1, 4, 6].map((place) => turnAt(made.turns, place)), [0, 1, 1, 1]);
});

test("ten thousand turns are found at once", () => {
  const turns = Array.from({ length: 10_000 }, (_, place) => ({ number: place, prompt: place, outcome: -1, first: place * 3 }));
  assert.equal(turnAt(turns, 29_999), 9_999);
  assert.equal(turnAt(turns, 15_001), 5_000);
});
