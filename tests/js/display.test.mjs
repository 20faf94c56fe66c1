// Text as displayed and as literal (UI-9): terminal codes, overwrites, invisible and bidirectional controls.
import assert from "node:assert/strict";
import { test } from "node:test";
import { displayLines, displayText, literalLines, needsDisplay } from "../../assets/js/display.js";

const shown = (text) => displayLines(text).map((line) => line.map((run) => (run.mark ? `‹${run.mark}›` : run.text)).join(""));

test("ordinary text passes unchanged: spaces, tabs, blank lines", () => {
  const text = "\n\n  a\tb  \n\n c ";
  assert.equal(needsDisplay(text), false);
  assert.deepEqual(shown(text), ["", "", "  a\tb  ", "", " c "]);
});

test("colours become classes and carry on to the next line", () => {
  const lines = displayLines("\x1b[1;31mfail\x1b[0m ok\n\x1b[32mgreen\nstill\x1b[39m plain");
  assert.deepEqual(lines[0].map(({ text, style }) => [text, style]), [["fail", "ansi-f1 ansi-bold"], [" ok", ""]]);
  assert.deepEqual(lines[2].map(({ text, style }) => [text, style]), [["still", "ansi-f2"], [" plain", ""]]);
});

test("extended colours map to the nearest of eight", () => {
  const style = (code) => displayLines(`\x1b[${code}mx`)[0][0].style;
  assert.equal(style("38;5;196"), "ansi-f1");
  assert.equal(style("38;2;0;200;0"), "ansi-f2");
  assert.equal(style("38;2;30;30;220"), "ansi-f4");
  assert.equal(style("48;5;21"), "ansi-b4");
  assert.equal(style("38;5"), "ansi-f7");
  assert.equal(style("7"), "ansi-b7");
});

test("a carriage return overwrites its line, CRLF is a line break", () => {
  assert.deepEqual(shown("10%\r20%\r100%\n"), ["100%", ""]);
  assert.deepEqual(shown("abcdef\rXY\n"), ["XYcdef", ""]);
  assert.deepEqual(shown("a\r\nb\r\n"), ["a", "b", ""]);
  assert.deepEqual(shown("wait\r\x1b[Kdone"), ["done"]);
  assert.deepEqual(shown("ab\bc"), ["ac"]);
});

test("other escapes are dropped, also cut-off ones, and never eat a line break", () => {
  assert.deepEqual(shown("\x1b]8;;https://e\x07link\x1b]8;;\x07"), ["link"]);
  assert.deepEqual(shown("\x1b]0;title\x1b\\text"), ["text"]);
  assert.deepEqual(shown("\x1b(Btext\x9b31mred"), ["textred"]);
  assert.deepEqual(shown("a\x1b]0;never ended\nb"), ["a", "b"]);
  assert.deepEqual(shown("a\x1b[31"), ["a"]);
  assert.deepEqual(shown("a\x1b"), ["a"]);
});

test("bidirectional and invisible controls are marks, joiners inside words and emoji are not", () => {
  assert.deepEqual(shown("rm \u202e# x\u202c\u2066"), ["rm ‹RLO›# x‹PDF›‹LRI›"]);
  assert.deepEqual(shown("a\u200bb\ufeffc\u00add\0"), ["a‹ZWSP›b‹BOM›c‹SHY›d‹NUL›"]);
  assert.deepEqual(shown("\u{e0041}x"), ["‹U+E0041›x"]);
  assert.deepEqual(shown("\u{1f468}\u200d\u{1f469} \u0645\u06cc\u200c\u062e\u0648"), ["\u{1f468}\u200d\u{1f469} \u0645\u06cc\u200c\u062e\u0648"]);
  assert.deepEqual(shown("a\u200db"), ["a‹ZWJ›b"]);
  assert.deepEqual(shown("\u05e9\u05dc\u05d5\u05dd"), ["\u05e9\u05dc\u05d5\u05dd"]);
});

test("what a search sees is what is displayed", () => {
  assert.equal(displayText("pass\x1b[31mword\x1b[0m\r\nok"), "password\nok");
});

test("literal form marks escapes and carriage returns", () => {
  const line = literalLines("a\x1b[31mb\r")[0];
  assert.deepEqual(line.map((run) => run.mark || run.text), ["a", "\u241b", "[31mb", "\u240d"]);
});

test("long hostile input stays linear", () => {
  const started = performance.now();
  displayLines("\x1b[".repeat(200_000));
  displayLines("\x1b]".repeat(200_000));
  displayLines(`${"a\r".repeat(200_000)}`);
  const first = performance.now() - started;
  assert.ok(first < 20_000, `${first} ms`);
});

test("a text of thousands of marks or colours is plain from some place on, and loses none of its words", () => {
  for (const lines of [literalLines("a\r".repeat(30_000)), displayLines("a\0".repeat(15_000)), displayLines("\x1b[1mA\x1b[0mB".repeat(6_000))]) {
    assert.equal(lines.length, 1);
    assert.equal(lines[0].length, 3_002);
    assert.equal(lines[0].filter((run) => /^plain from here: [\d,]+ more marks/.test(run.mark)).length, 1);
  }
  assert.match(literalLines("a\r".repeat(30_000))[0][3_000].mark, /: 57,000 more/);
  const many = displayLines("a\0b\n".repeat(2_000));
  assert.equal(many.length, 2_001);
  assert.ok(many.flat().length < 6_000);
  assert.equal(many[1_500].map((run) => run.text).join(""), "a\ufffdb");
  assert.equal(displayText("x\0".repeat(9_000) + "needle"), "x".repeat(9_000) + "needle");
});
