// The rows of a context, the parts of a body, and access to data elements.
import assert from "node:assert/strict";
import { test } from "node:test";
import { blockParts, copyOf, firstPart, partText } from "../../assets/js/blockparts.js";
import { SEGMENT, contextRows } from "../../assets/js/contextlist.js";
import { Data, isMissing } from "../../assets/js/data.js";
import { sentText } from "../../assets/js/sent.js";

/** A page with rows for items 0…n-1; `entries` are {type, role, segments: [[category, flags]]}. */
function page(entries, elements = {}) {
  const strings = [""];
  const code = (text) => (strings.includes(text) ? strings.indexOf(text) : strings.push(text) - 1);
  const rows = { strings, item: [], id: [], type: [], role: [], detail: [], segment: [0], flags: [] };
  const segments = { category: [], flags: [], chars: [], label: [], pointer: [], summary: [] };
  entries.forEach((entry, place) => {
    rows.item.push(place);
    rows.id.push(`e${place}`);
    rows.type.push(code(entry.type ?? "message"));
    rows.role.push(code(entry.role ?? ""));
    rows.detail.push(place);
    for (const [category, flags = 0] of entry.segments) {
      segments.category.push(category);
      segments.flags.push(flags);
      segments.chars.push(1);
    }
    rows.segment.push(segments.category.length);
  });
  const texts = { rows: JSON.stringify(rows), segments: JSON.stringify(segments), ...elements };
  return new Data((id) => texts[id] ?? null);
}

const source = (entries, more = {}) => ({
  entries: entries.map((entry) => (typeof entry === "number" ? { item: entry, edit: -1, omitted: false } : entry)),
  gapAfter: -1, gapSegments: 0, compactedMessages: 0, compactionItem: -1, promptStored: true, toolsStored: true, ...more,
});
const brief = (rows) => rows.map(({ kind, key, state }) => (kind === "segment" ? `${key}${state ? ` ${state}` : ""}` : kind));

test("the first system message stands by its parts, a later one as one change", () => {
  const system = [[0], [0], [0, SEGMENT.CHANGE]];
  const data = page([{ role: "system", segments: system }, { role: "user", segments: [[1]] }, { role: "system", segments: system }]);
  assert.deepEqual(brief(contextRows(data, source([0, 1, 2]))), ["s0", "s1", "s3", "s6"]);
});

test("an omitted first system message does not make the next one a change", () => {
  const system = [[0], [0, SEGMENT.CHANGE]];
  const data = page([{ role: "system", segments: system }, { type: "context_edit", segments: [] }, { role: "system", segments: system }]);
  assert.deepEqual(brief(contextRows(data, source([{ item: 0, edit: 1, omitted: true }, 2]))), ["s0 omitted", "s2"]);
});

test("a replaced entry shows the replacement and keeps its source", () => {
  const data = page([{ role: "user", segments: [[1]] }, { type: "context_edit", segments: [[1], [1]] }, { role: "bashExecution", segments: [[5]] }]);
  const rows = contextRows(data, source([{ item: 0, edit: 1, omitted: false }, { item: 2, edit: 1, omitted: false }]));
  assert.deepEqual(brief(rows), ["s1 replaced", "s2 replaced", "s3"]);
  assert.deepEqual(rows.map(({ row, holder }) => [row, holder]), [[0, 1], [0, 1], [2, 2]]);
});

test("a replacement without content is one row that says so", () => {
  const data = page([{ role: "user", segments: [[1]] }, { type: "context_edit", segments: [] }]);
  assert.deepEqual(brief(contextRows(data, source([{ item: 0, edit: 1, omitted: false }]))), ["replaced"]);
});

test("what is not there has rows: prompt, tools, gap, compacted messages, entries without a row", () => {
  const data = page([{ type: "compaction", segments: [[5]] }, { role: "user", segments: [[1]] }, { role: "user", segments: [[1, SEGMENT.HIDDEN]] }, { role: "bashExecution", segments: [[5, SEGMENT.NOT_SENT]] }]);
  const rows = contextRows(data, source([0, 1, 99, 2, 3], { promptStored: false, toolsStored: false, compactedMessages: 7, compactionItem: 0, gapAfter: 1, gapSegments: 40 }));
  assert.deepEqual(brief(rows), ["absent", "absent", "compacted", "s0", "s1", "gap", "lost", "s2 hidden", "s3 not-sent"]);
  assert.deepEqual(rows.filter(({ figure }) => figure).map(({ figure }) => figure), [7, 40]);
  assert.equal(new Set(rows.map(({ key }) => key)).size, rows.length);
});

test("damage is told apart from what was left out", () => {
  const data = page([{ segments: [[1]] }], { d0: '[{"value":1}]', d1: '[{"val' });
  assert.equal(data.detail(0).value, 1);
  assert.deepEqual(data.detail(-1), { reason: "left-out" });
  assert.deepEqual(data.detail(64), { reason: "damaged" });
  assert.deepEqual(data.detail(64 * 5), { reason: "damaged" });
  assert.deepEqual(data.detail(9), { reason: "damaged" });
  assert.ok(isMissing(data.detail(9)) && !isMissing(data.detail(0)));
  assert.equal(data.optional("i7"), null);
  assert.equal(data.damaged.has("i7"), false);
  assert.equal(data.context, null);
  assert.ok(data.damaged.has("context"));
});

test("texts as sent follow Pi's conversion", () => {
  const bash = (message) => sentText({ type: "message", message: { role: "bashExecution", ...message } });
  assert.equal(bash({ command: "ls", output: "a\n", exitCode: 0 }), "Ran `ls`\n```\na\n\n```");
  assert.equal(bash({ command: "ls", output: "", exitCode: 2 }), "Ran `ls`\n(no output)\n\nCommand exited with code 2");
  assert.equal(bash({ command: "ls", output: "x", exitCode: "0" }), "Ran `ls`\n```\nx\n```\n\nCommand exited with code 0");
  assert.equal(bash({ command: "ls", output: "x", cancelled: true, exitCode: 1 }), "Ran `ls`\n```\nx\n```\n\n(command cancelled)");
  assert.equal(bash({ command: "ls", output: "x", truncated: true, fullOutputPath: "/f" }), "Ran `ls`\n```\nx\n```\n\n[Output truncated. Full output: /f]");
  assert.equal(bash({ command: "ls", excludeFromContext: true }), null);
  assert.equal(sentText({ type: "compaction", summary: "S" }), "The conversation history before this point was compacted into the following summary:\n\n<summary>\nS\n</summary>");
  assert.equal(sentText({ type: "branch_summary", summary: "S" }), "The following is a summary of a branch that this conversation came back from:\n\n<summary>\nS</summary>");
  assert.equal(sentText({ type: "message", message: { role: "user", content: "x" } }), null);
});

const parts = (entry, pointer, flags = 0) => blockParts({ entry, pointer, flags, chars: 10 });

test("bodies: text, thinking, call arguments, withheld values, what is missing", () => {
  const entry = { message: { content: [{ type: "text", text: "hi" }, { type: "thinking", thinking: { $withheld: "thinking", chars: 9 } }, { type: "toolCall", name: "bash", arguments: { command: "ls", $$n: 2, timeout: 5 } }, { type: "odd", x: 1 }] } };
  assert.deepEqual(parts(entry, "/message/content/0").map(({ kind, text }) => [kind, text]), [["text", "hi"]]);
  assert.deepEqual(parts(entry, "/message/content/1").map(({ kind, text }) => [kind, text]), [["note", "thinking, never shown, 9 characters"]]);
  assert.deepEqual(parts(entry, "/message/content/2").map(({ kind, title }) => [kind, title]), [["text", "command"], ["json", "$n"], ["json", "timeout"]]);
  assert.equal(parts(entry, "/message/content/3", SEGMENT.JSON)[0].kind, "json");
  assert.match(parts(entry, "/message/content/9")[0].text, /Not in this report: 10 characters/);
  assert.equal(partText(parts(entry, "/message/content/2")[1], {}), "2");
});

test("thinking without a text says whether its provider withheld it", () => {
  const entry = { message: { content: [{ type: "thinking", thinking: "" }, { type: "thinking", thinking: "", redacted: true }] } };
  assert.equal(parts(entry, "/message/content/0")[0].text, "Empty thinking: the provider gave no text.");
  assert.equal(parts(entry, "/message/content/1")[0].text, "Redacted thinking: the provider withheld its text.");
});

test("system changes are told section by section and tool by tool", () => {
  const message = { role: "system", sections: { rules: "be brief", old: null }, toolsAdded: [{ name: "grep" }], toolsRemoved: ["ls"] };
  assert.deepEqual(parts({ message }, "/message", SEGMENT.CHANGE).map(({ title, text }) => [title, text]), [["section rules set", "be brief"], ["section old", "Removed."], ["1 tool added", "grep"], ["1 tool removed", "ls"]]);
});

test("copy takes all parts with their names", () => {
  const list = parts({ a: { type: "toolCall", arguments: { path: "x", n: { y: 1 } } } }, "/a");
  assert.equal(copyOf(list, {}), 'path:\nx\n\nn:\n{\n  "y": 1\n}');
  assert.equal(copyOf(parts("plain\u001b[1m", ""), {}), "plain\u001b[1m");
});

test("the shown beginning never ends inside a character", () => {
  const text = `${"a".repeat(9)}\u{1f600}b`;
  assert.equal(firstPart(text, 10), "a".repeat(9));
  assert.equal(firstPart("e\u0301e\u0301", 3), "e\u0301");
  assert.equal(firstPart("short", 10), "short");
});
