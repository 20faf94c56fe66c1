// The redacted session as JSON Lines: exact digits, recorded keys, images put back, words for what is never shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeWords, entryLine, headerLine } from "../../assets/js/render/jsonl.js";

const line = (value, numbers = {}, images = {}) => entryLine(value, numbers, (key) => images[key] ?? null);

test("an ordinary entry comes back as it was", () => {
  const entry = { type: "message", id: "a", parentId: null, message: { role: "user", content: [{ type: "text", text: "x\n\u2028\"" }], n: [1.5, true, null, {}] } };
  assert.deepEqual(line(entry), { line: JSON.stringify(entry), changed: false });
});

test("digits that a double can't hold are written as recorded", () => {
  assert.deepEqual(line({ a: [1e20], b: null }, { "/a/0": "100000000000000000001", "/b": "an integer of 9,000 bits" }), { line: '{"a":[100000000000000000001],"b":null}', changed: true });
});

test("keys that begin with $ lose the mark of this report", () => {
  assert.equal(line({ $$cut: 1, $$withheld: "x", $other: 2 }).line, '{"$cut":1,"$withheld":"x","$other":2}');
});

test("signatures go, other withheld values become words", () => {
  const { line: text, changed } = line({ type: "thinking", thinking: { $withheld: "thinking", chars: 12 }, thinkingSignature: { $withheld: "thinking signature", chars: 90 } });
  assert.equal(text, '{"type":"thinking","thinking":"[thinking, never shown, 12 characters]"}');
  assert.ok(changed);
});

test("marks of cuts are no part of the entry", () => {
  assert.deepEqual(line({ a: [1, { $cut: "size", items: 3 }], $cut: { $cut: "size", items: 2 } }), { line: '{"a":[1]}', changed: true });
});

test("images come back, or are named", () => {
  const block = { type: "image", data: { $image: "image-1", mime: "image/png", bytes: 10, width: 1, height: 2, why: null }, mimeType: "image/png" };
  assert.equal(line([block], {}, { "image-1": "AAAA" }).line, '[{"type":"image","data":"AAAA","mimeType":"image/png"}]');
  assert.deepEqual(line([block]), { line: '[{"type":"text","text":"[image/png, 1 × 2, 10 bytes]"}]', changed: true });
});

test("the header names the session, and the button what is missing", () => {
  assert.deepEqual(JSON.parse(headerLine({ session_id: "s", cwd: "~/x", parent_session: "", started: 0 })), { type: "session", version: 3, id: "s", timestamp: "1970-01-01T00:00:00.000Z", cwd: "~/x" });
  assert.equal(completeWords({ entries: 3, total: 3, changed: 0 }), "complete");
  assert.equal(completeWords({ entries: 2, total: 3, changed: 1 }), "2 of 3 entries, 1 cut");
});
