// Coloured lines, word marks and bounds of the renderers that are no reading of one recorded value.
import assert from "node:assert/strict";
import { test } from "node:test";
import { colouredLines } from "../../assets/js/render/code.js";
import { compareTexts, diffSize, sideBySide } from "../../assets/js/render/diff.js";
import { addresses, showsHost, safeLink } from "../../assets/js/render/links.js";
import { jsonTextLines } from "../../assets/js/render/prettyjson.js";

const text = (lines) => lines.map((line) => line.map(([piece]) => piece).join("")).join("\n");

test("runs of colour are cut at line breaks and what follows them is plain", () => {
  const lines = colouredLines('a = "x\ny"\nrest', ["Python", [4, 0, 5, 2]]);
  assert.deepEqual(lines, [[["a = ", ""], ['"x', "string"]], [['y"', "string"]], [["rest", ""]]]);
});

test("colours never change the text, not even broken ones", () => {
  const code = "one\ntwo 😀\n\n\tthree";
  for (const runs of [[], [3, 1], [100, 2], [1, 99, 2, 1], [4], [0, 1, 5, 3]]) assert.equal(text(colouredLines(code, ["X", runs])), code);
});

test("a line's own carriage return is part of its break, another one stays", () => {
  assert.equal(text(colouredLines("a\r\nb\rc\r\n", undefined)), "a\nb\rc\n");
});

test("sizes and pairs of a change", () => {
  const rows = compareTexts("a\nb\nc\nd", "a\nB\nd\ne");
  assert.deepEqual(diffSize(rows), { added: 2, removed: 2 });
  const pairs = sideBySide(rows);
  assert.ok(pairs.every(([left, right]) => left?.kind !== "added" && right?.kind !== "removed"));
  assert.deepEqual(pairs.map(([left, right]) => [left?.text ?? null, right?.text ?? null]), [["a", "a"], ["b", "B"], ["c", null], ["d", "d"], [null, "e"]]);
});

test("both sides of any change can be put together again", () => {
  let seed = 7;
  const next = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  for (let round = 0; round < 200; round += 1) {
    const make = () => Array.from({ length: 1 + next(8) }, () => "abc xyz"[next(7)] + next(3)).join("\n");
    const [before, after] = [make(), make()];
    const rows = compareTexts(before, after);
    assert.equal(rows.filter(({ kind }) => kind !== "added").map((row) => row.text).join("\n"), before);
    assert.equal(rows.filter(({ kind }) => kind !== "removed").map((row) => row.text).join("\n"), after);
    for (const row of rows) if (row.words.length) assert.equal(row.words.map(([piece]) => piece).join(""), row.text);
  }
});

test("texts too large to compare are shown one after the other, and large equal ends still meet", () => {
  const same = Array.from({ length: 3000 }, (_, i) => `line ${i}`).join("\n");
  assert.deepEqual(diffSize(compareTexts(`${same}\nold`, `${same}\nnew`)), { added: 1, removed: 1 });
  const left = Array.from({ length: 1500 }, (_, i) => `a${i}`).join("\n");
  const right = Array.from({ length: 1500 }, (_, i) => `b${i}`).join("\n");
  assert.deepEqual(diffSize(compareTexts(left, right)), { added: 1500, removed: 1500 });
});

test("long lines are not compared by word", () => {
  assert.deepEqual(compareTexts(`${"x ".repeat(600)}a`, `${"x ".repeat(600)}b`)[0].words, []);
});

test("a link's words need no host beside them only when they are the address", () => {
  const link = safeLink("https://a.example/x");
  for (const words of ["https://a.example/x", "a.example", "https://a.example/"]) assert.ok(showsHost(words, link), words);
  for (const words of ["https://b.example/x", "a.example.evil", "click", "https://a.example.evil/x"]) assert.ok(!showsHost(words, link), words);
});

test("hostile texts are read to their end, or not at all", () => {
  assert.ok(addresses("http://".repeat(20_000), 20).length <= 20);
  const bounds = { lines: 1_000, tokens: 20_000 };
  assert.equal(jsonTextLines(`${"[".repeat(30_000)}${"]".repeat(30_000)}`, bounds), null);
  assert.equal(jsonTextLines(`{"a":"${"\\".repeat(60_001)}`, bounds), null);
  assert.equal(jsonTextLines(`[${"1,".repeat(40_000)}1]`, bounds), null);
});
