// Rules for the client's sources: no HTML sink anywhere, no document in pure modules, no side effect outside main.js.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("../../assets/js/", import.meta.url);
const sources = readdirSync(FOLDER, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".js"))
  .map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), "utf8") }));

const SINKS = /innerHTML|outerHTML|insertAdjacentHTML|setHTML|DOMParser|createContextualFragment|srcdoc|document\.write|\beval\b|\bFunction\(|new Function|set(?:Timeout|Interval)\(\s*["'`]|\son[a-z]+=|localStorage|sessionStorage|indexedDB|\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|EventSource|new Worker/;

test("no HTML sink, storage or request in any source", () => {
  assert.ok(sources.length > 20);
  for (const { name, text } of sources) {
    text.split("\n").forEach((line, index) => assert.doesNotMatch(line, SINKS, `${name}:${index + 1}`));
  }
});

test("the style attribute is never set as a text: the policy blocks it", () => {
  for (const { name, text } of sources) assert.doesNotMatch(text, /setAttribute\(\s*["']style|\bel\("\w+", \{[^}]*\bstyle:/, name);
});

test("pure modules never touch the document", () => {
  const pure = sources.filter(({ text }) => /^ \*.*\bPure\b/m.test(text.slice(0, 400)));
  assert.ok(pure.length >= 12, `${pure.length} pure modules`);
  for (const { name, text } of pure) assert.doesNotMatch(text.replace(/\/\*\*[\s\S]*?\*\//g, ""), /\b(?:document|window|HTMLElement|navigator)\b/, name);
});

test("every module is checked by the type checker and says what it is", () => {
  for (const { name, text } of sources) assert.match(text, /^\/\/ @ts-check\n\/\*\*\n \* \S/, name);
});
