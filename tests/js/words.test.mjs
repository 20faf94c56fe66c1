// Numbers, times, pointers and routes in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes, count, duration, percent, plural, shortId, tokens, usd } from "../../assets/js/format.js";
import { member, own, pointerStep, resolve, within } from "../../assets/js/pointer.js";
import { formatRoute, parseRoute } from "../../assets/js/route.js";
import { formatRange, formatTime, zone } from "../../assets/js/time.js";

test("numbers", () => {
  assert.equal(count(1234567), "1,234,567");
  assert.equal(count(-1000), "-1,000");
  assert.equal(count(NaN), "unavailable");
  assert.equal(plural(1, "entry", "entries"), "1 entry");
  assert.equal(bytes(1023), "1,023 bytes");
  assert.equal(bytes(1536), "1.5 KiB");
  assert.equal(bytes(-1), "size unknown");
  assert.equal(usd(0.412), "$0.412");
  assert.equal(usd(0.0000412), "$0.000041");
  assert.equal(usd(1234.5), "$1,234.500");
  assert.equal(usd(1e308), "$1.00e+308");
  assert.equal(usd(-1e21), "-$1.00e+21");
  assert.equal(count(1e308), "1.00e+308");
  assert.equal(tokens(1e302), "1.00e+302");
  assert.equal(tokens(41_200), "41.2 k");
  assert.equal(tokens(1_210_000), "1.21 M");
  assert.equal(tokens(999_960), "1.00 M");
  assert.equal(percent(0.864), "86.4 %");
  assert.equal(duration(61), "61 ms");
  assert.equal(duration(14 * 60_000), "14 min");
  assert.equal(duration(125 * 60_000), "2 h 5 min");
  assert.equal(duration(-2000), "-2 s");
  assert.equal(shortId("01a22b11-7a11"), "01a22b11");
  assert.equal(shortId("line-12345"), "line-12345");
});

test("times are UTC, named, and never made up", () => {
  const ms = Date.UTC(2026, 10, 30, 6, 8, 9, 5);
  assert.equal(formatTime(ms, false, "full"), "30 Nov 2026, 06:08:09 UTC");
  assert.equal(formatTime(ms, false, "exact"), "30 Nov 2026, 06:08:09.005 UTC");
  assert.equal(formatTime(ms, false, "short"), "06:08");
  assert.equal(formatTime(null, false, "full"), "not a valid time");
  assert.equal(formatTime(1e20, false, "full"), "not a valid time");
  assert.equal(formatTime(-1, false, "exact"), "31 Dec 1969, 23:59:59.999 UTC");
  assert.equal(zone(ms, false), "UTC");
  assert.match(zone(ms, true), /^UTC[+-]\d\d:\d\d$/);
});

test("ranges say a day once and name both days of a change", () => {
  const from = Date.UTC(2026, 10, 30, 6, 8);
  assert.equal(formatRange(from, from + 23 * 60_000, false), "30 Nov 2026, 06:08–06:31 UTC");
  assert.equal(formatRange(from, from + 86_400_000, false), "30 Nov 2026, 06:08 – 1 Dec 2026, 06:08 UTC");
  assert.equal(formatRange(null, null, false), "no readable time");
});

test("pointers reach own members only", () => {
  const value = { "a/b": { "~": [1, { x: null }] } };
  assert.equal(resolve(value, "/a~1b/~0/0"), 1);
  assert.equal(resolve(value, "/a~1b/~0/1/x"), null);
  assert.equal(resolve(value, "/__proto__"), undefined);
  assert.equal(resolve(value, "/a~1b/~0/length"), 2);
  assert.equal(resolve("text", "/0"), undefined);
  assert.equal(member(JSON.parse('{"__proto__": 5}'), "__proto__"), 5);
  assert.equal(member({}, "constructor"), undefined);
  assert.equal(pointerStep("a/~"), "/a~1~0");
  assert.ok(within("/a", "/a/b") && within("/a", "/a") && !within("/a", "/ab") && within("", "/x"));
});

test("routes survive odd ids and bad fragments", () => {
  const route = { view: "context", entry: "a&b=c #%\u{1f600}", leaf: "__proto__" };
  assert.deepEqual(parseRoute(formatRoute(route)), route);
  assert.deepEqual(parseRoute("#session"), { view: "session", entry: "", leaf: "" });
  assert.deepEqual(parseRoute("#view=%E0%A4%A&x=1"), { view: "%E0%A4%A", entry: "", leaf: "" });
  assert.equal(formatRoute({ view: "context", entry: "", leaf: "" }), "#view=context");
  const occurrence = { view: "executions", entry: "e1", leaf: "e2", execution: "run:7/&=" };
  assert.deepEqual(parseRoute(formatRoute(occurrence)), occurrence);
});

test("a table holds nothing under the names that every object inherits", () => {
  const table = { read: 1, bash: 0 };
  assert.equal(own(table, "read"), 1);
  assert.equal(own(table, "bash"), 0);
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"]) assert.equal(own(table, name), undefined);
});
