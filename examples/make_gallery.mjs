// Writes gallery.jsonl, a session with one of everything that a report renders, with Pi's own SessionManager:
//
//   node examples/make_gallery.mjs PI_FOLDER [OUTPUT]
//
// PI_FOLDER is an installed @earendil-works/pi-coding-agent (1.6.0 made the committed file; Node 22.19 or newer).
// Clock and ids are fixed, so the same bytes come out. The project, its files and its servers are invented.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as texts from "./gallery_texts.mjs";
import { deflateStored, pngFile } from "./png.mjs";
import { MODELS, Story, keep, loadPi } from "./story.mjs";

const [piFolder, output = path.join(path.dirname(fileURLToPath(import.meta.url)), "gallery.jsonl")] = process.argv.slice(2);
if (!piFolder) {
  console.error("usage: node examples/make_gallery.mjs PI_FOLDER [OUTPUT]");
  process.exit(2);
}

const { pi, clock } = await loadPi(piFolder, "2026-11-28T09:00:00.000Z");
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "gallery-"));
const sm = pi.SessionManager.create(texts.CWD, scratch, { id: "01a22b11-7a11-7c0d-9b0a-6a11e7e55101" });
const s = new Story(pi, clock, sm, texts.CWD);
s.files.set("src/orbits.py", texts.ORBITS_PY);

/** A dial with one hand, as a picture of one bit a pixel. */
function dial(size) {
  const rows = [];
  for (let y = 0; y < size; y += 1) {
    const row = Buffer.alloc(1 + size / 8);
    for (let x = 0; x < size; x += 1) {
      const r = Math.hypot(x - size / 2, y - size / 2);
      const on = Math.abs(r - size * 0.44) < 2 || (x > size / 2 - 2 && x < size / 2 + 2 && y < size / 2 && y > size * 0.12);
      if (on) row[1 + (x >> 3)] |= 0x80 >> (x & 7);
    }
    rows.push(row);
  }
  return pngFile(size, size, 1, [[250, 248, 244], [43, 98, 143]], deflateStored(Buffer.concat(rows))).toString("base64");
}

/** An answer with one call whose block has more than a name and arguments. */
function namespaced(name, namespace, args, result) {
  const id = `toolu_tally${String(++s.calls).padStart(3, "0")}`;
  s.say({ content: [{ type: "toolCall", id, name, namespace, arguments: args }], stop: "toolUse" });
  s.tool({ id, name, args, result });
}

const call = (name, args, result, text) => s.say({ text, calls: [[name, args, result]] });

s.useModel(MODELS.sonnet);
s.useLevel("low");
s.wait(0.2).system({ ...texts.SYSTEM, toolsAdded: texts.TOOLS });
sm.appendSessionInfo("Gallery: one of everything");

// ---- Markdown, images, a skill, hostile text
const start = s.user("Explain how the face is drawn, with everything Markdown has.");
s.say({ thinking: "A short answer with a table would do.", text: texts.MARKDOWN });
s.user([{ type: "text", text: "Here is the dial. Is the hand right?" }, { type: "image", data: dial(96), mimeType: "image/png" }]);
s.say({ text: "Yes, it points to the top." });
s.user(`<skill name="star-chart" location="${texts.HOME}/.pi/agent/skills/star-chart/SKILL.md">\n${texts.SKILL}\n</skill>\n\nfor the _shortest_ day`);
s.say({ text: "Which year?" });
s.user(texts.HOSTILE);
s.say({ text: "None of that ran, I hope." });

// ---- files
s.user("Read, write and edit something.");
call("read", { path: "src/orbits.py" });
call("read", { path: "src/orbits.py", offset: 10, limit: 5 }, {
  text: `${texts.ORBITS_PY.split("\n").slice(9, 14).join("\n")}\n\n[15 more lines in file. Use offset=15 to continue.]`,
  details: { truncation: { content: "", truncated: true, truncatedBy: "lines", totalLines: 29, totalBytes: 812, outputLines: 5, outputBytes: 190, lastLinePartial: false, firstLineExceedsLimit: false, maxLines: 5, maxBytes: 51200 } },
});
call("read", { path: "docs/dial.png" }, { text: "Read image file [image/png]", image: dial(64) });
call("read", { path: "src/moons.py" });
call("write", { path: "web/hands.ts", content: texts.HANDS_TS }, "Successfully wrote to web/hands.ts");
call("edit", { path: "src/orbits.py", edits: [
  { oldText: "RADIUS = 120  # pixels\n", newText: "RADIUS = 140  # pixels, half the face\n" },
  { oldText: "            x, y = place(planet, days)\n            canvas.dot(x, y, planet)\n", newText: "            x, y = place(planet, days, self.radius)\n            canvas.dot(round(x), round(y), planet)\n            canvas.label(planet)\n" },
] });
call("edit", { path: "src/orbits.py", edits: [{ oldText: "RADIUS = 99", newText: "RADIUS = 98" }] }, {
  text: "Could not find the exact text in src/orbits.py. The old text must match exactly including all whitespace and newlines.", isError: true,
});
call("edit", { path: "web/old.css", oldText: ".face { color: red }", newText: ".face { color: black }" }, "Successfully replaced text in web/old.css.");

// ---- commands
s.user("Run some commands.");
call("bash", { command: "python3 -m unittest -q && echo \"all $(ls tests | wc -l) files\"" }, { text: `${texts.ANSI}\n`, seconds: 1.2 });
call("bash", { command: "python3 - <<'EOF'\nimport orrery\nprint(orrery.angle('Pluto', 3))\nEOF", timeout: 20 }, { text: "KeyError: 'Pluto'\n\n\nCommand exited with code 1", isError: true });
call("bash", { command: "sleep 90", timeout: 5 }, { text: "(no output)\n\nCommand timed out after 5 seconds", isError: true, seconds: 5 });
call("bash", { command: "seq 1 99999" }, {
  text: `${Array.from({ length: 40 }, (_, i) => 99960 + i).join("\n")}\n\n[Showing lines 99960-99999 of 99999. Full output: /home/dev/.cache/pi-bash-4f1c.log]`,
  details: { truncation: { truncated: true, truncatedBy: "lines", totalLines: 99999, outputLines: 40 }, fullOutputPath: "/home/dev/.cache/pi-bash-4f1c.log" },
});
call("bash", { command: "true" }, "(no output)");
s.shell("git log --oneline | head -2", "\u001b[33m8c1d2e0\u001b[0m Larger face\n\u001b[33m1f00aa1\u001b[0m Orrery\n");
s.shell("make deploy", "cannot connect\n", { exitCode: 2 });
s.shell("cat notes/private.txt", "not for the model\n", { hidden: true });
s.shell("tail -f clock.log", "tick\n", { exitCode: undefined, cancelled: true, truncated: true, fullOutputPath: "/home/dev/.cache/pi-bash-77aa.log" });

// ---- searching
s.user("Search for things.");
call("grep", { pattern: "RADIUS|radius=", path: "src", glob: "*.py", context: 1, limit: 3 }, {
  text: "orbits.py-5- PERIODS = {\"Mercury\": 87.97}\norbits.py:6: RADIUS = 140  # pixels, half the face\norbits.py-7- \norbits.py:15: def place(planet, days, radius=RADIUS):\nface/canvas.py:3: from orbits import RADIUS\n\n[3 matches limit reached. Use limit=6 for more, or refine pattern]",
  details: { matchLimitReached: 3 },
});
call("find", { pattern: "**/*.py" }, "src/orbits.py\nsrc/face/canvas.py\ntests/test_orbits.py\n");
call("ls", { path: "." }, "docs/\nsrc/\ntests/\nREADME.md\npyproject.toml\n");
call("web_search", { query: "length of a sidereal day" }, "1. Sidereal time, an introduction\n   https://astro.example/sidereal?lang=en\n   A sidereal day lasts 23 h 56 min 4 s.\n2. Day lengths of the planets (https://planets.example/days)");
call("pi_claude_code_provider_web_search", { query: "orbital period of Mars" }, "Mars needs 686.98 days for one orbit.\n\nSource: https://planets.example/mars");

// ---- scripts that call tools
s.user("Ask all planets at once.");
call("codemode", { code: texts.CODE }, {
  content: [{ type: "text", text: "Script completed\nWall time 1.4 seconds\nOutput:\n" }, { type: "text", text: "==> text 1/2 <==\n[\"fulfilled\",\"fulfilled\",\"rejected\"]\n==> text 2/2 <==\n{\"slow\":[\"Mars\"]}\n<console_output>\nasked for 3\n</console_output>" }],
  nestedCalls: { calls: [
    { id: "toolu_x/1", name: "bash", arguments: { command: "python3 -m orrery Mercury" }, status: "ok", durationMs: 212 },
    { id: "toolu_x/2", name: "agent", arguments: { task: "check the periods of the inner planets and of the moons, and say which table they came from" }, status: "ok", durationMs: 1180 },
    { id: "toolu_x/2/1", name: "read", arguments: { path: "src/orbits.py" }, status: "ok", durationMs: 4 },
    { id: "toolu_x/3", name: "bash", argumentsBytes: 9211, status: "error", durationMs: 3, error: "KeyError: 'Pluto'" },
    { id: "toolu_x/4", name: "bash", arguments: {}, status: "unfinished" },
  ], complete: false },
});
call("codemode", { code: "return await tools.read({ path: 'nowhere' });" }, {
  content: [{ type: "text", text: "Script failed\nWall time 0.1 seconds\nOutput:\n" }, { type: "text", text: "Script error:\nError: No such file: nowhere\n\nTool calls made before the failure (they are not undone): read (error)" }], isError: true,
  nestedCalls: { calls: [{ id: "toolu_y/1", name: "read", arguments: { path: "nowhere" }, status: "error", durationMs: 2, error: "No such file: nowhere" }], complete: true },
});

// ---- tools of extensions
s.user("Use the other tools.");
call("todo", { action: "list" }, { text: "3 todos", details: { action: "list", todos: [{ id: 1, text: "Draw the dial", done: true }, { id: 2, text: "Move the hands", done: false }] } });
call("plan", { plan: [{ title: "Measure", status: "completed" }, { title: "Draw", status: "in_progress" }, { title: "Ship", status: "pending" }] }, "ok");
call("subagent", { agent: "reviewer", task: "Review orbits.py" }, {
  text: "reviewer: fine",
  details: { mode: "single", results: [{ agent: "reviewer", task: "Review orbits.py", exitCode: 0, messages: [{ role: "assistant", content: [{ type: "text", text: "The angles are right. RADIUS could be an argument." }] }] }, { agent: "tester", task: "Run the tests", exitCode: 1, messages: [] }] },
});
call("star_catalogue", { region: "Lyra", limit: 400, exact: 12345678901234567890n.toString(), options: { magnitudes: [1, 2, 3], names: true } }, {
  text: JSON.stringify({ stars: [{ name: "Vega", ra: 279.2347, id: 1e21 }, { name: "Sheliak", ra: 282.52 }], next: null }),
});
call("star_catalogue", { region: "Lyra" }, "{\"stars\": [{\"name\": \"Vega\", \"ra\": 279.2347}, {\"name\": \"Sul");
call("star_catalogue", {}, { text: "region is required", isError: true });
call("tool_search", { query: "constellations" }, { text: "Loaded 2 tools. They are available from your next call:\n- mcp__sky__constellation: One constellation\n- mcp__sky__horizon: What is above the horizon", details: { loaded: ["mcp__sky__constellation", "mcp__sky__horizon"] } });

// ---- MCP
s.user("And the servers.");
call("mcp__sky__constellation", { name: "Lyra" }, { text: "{\"name\":\"Lyra\",\"stars\":[\"Vega\",\"Sheliak\"],\"area\":286.476}", details: { server: "sky", tool: "constellation" } });
namespaced("mcp__star_maps__tile", "star-maps", { zoom: 3 }, { text: "tile 3/4/2 drawn" });
call("mcp__old_almanac__sunrise", { day: 355 }, "08:16");
call("mcp__sky__horizon", { at: "noon" }, { text: "place is missing", isError: true, details: { server: "sky", tool: "horizon" } });
call("list_mcp_resources", {}, { text: JSON.stringify({ resources: [{ server: "sky", uri: "sky://tables/periods", name: "periods" }], errors: [{ server: "almanac", error: "connection refused" }] }), details: { server: "", tool: "list_mcp_resources" } });
call("read_mcp_resource", { server: "sky", uri: "sky://tables/periods" }, { text: "{\"Venus\": 224.70, \"Mars\": 686.980}", details: { server: "sky", tool: "read_mcp_resource" } });
call("mcp_tools", { action: "search", query: "tables" }, {
  text: "2 candidates", details: { action: "search", candidates: [
    { server: "sky", id: "constellation", description: "One constellation", active: true },
    { server: "sky", id: "ephemeris", description: "Positions by day", active: false },
  ], unavailable: [{ server: "almanac", error: "connection refused" }] },
});
call("mcp_tools", { action: "activate", tools: ["sky/ephemeris", "sky/gone"] }, {
  text: "1 of 2 activated", details: { action: "activate", results: [{ server: "sky", id: "ephemeris", ok: true }, { server: "sky", id: "gone", ok: false, error: "no such tool" }] },
});
call("mcp_tools", { action: "read", server: "sky", uri: "sky://tables/periods" }, { text: "{\"Venus\": 224.7}", details: { action: "read", server: "sky", uri: "sky://tables/periods" } });
call("mcp_tools", { action: "complete", server: "sky", name: "planet" }, { text: "Mars, Mercury", details: { action: "complete", server: "sky", name: "planet", values: ["Mars", "Mercury"] } });
call("mcp_tools", { action: "dance" }, { text: "unknown action", details: { odd: [1, { deep: true }] } });
sm.appendCustomMessageEntry("mcp-prompt", "Server prompt `sky / tonight`:\n\n**user:** What can I see tonight?\n\n**assistant:** Vega, if it is clear.", true, {
  server: "sky", name: "tonight", messages: [{ role: "user", content: { type: "text", text: "What can I see tonight?" } }, { role: "assistant", content: { type: "text", text: "Vega, if it is clear." } }],
});
s.say({ text: "Vega, then." });

// ---- messages of extensions
sm.appendCustomMessageEntry("sky-notes", "Reminder: **docs/** is published as it is.", true, { source: "NOTES.md" });
sm.appendCustomMessageEntry("sky-notes", "The observatory is closed on Mondays.", false, { source: "NOTES.md" });

// ---- answers that did not end well
s.user("Try answers that fail.");
s.refused("529 {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}");
s.say({ text: "The hands are computed from", stop: "aborted", errorMessage: "Request was aborted", rawStopReason: undefined });
s.user("Again.");
s.say({ text: "1. Read the periods.\n2. Compute", calls: [["write", { path: "docs/steps.md", content: "# Steps\n\n1. Re" }, { text: "Tool call \"write\" was not executed: the response hit the output token limit, so its arguments may be truncated.", isError: true }]], stop: "length" });
s.say({ calls: [["bash", { command: "echo never answered" }, null]] });
s.user("Stop.");
s.say({ text: "Stopped." });

// ---- a branch that is summarised, and a compaction
const trunk = sm.getLeafId();
s.user("What if the face were square?");
s.say({ text: "Then the hands would need **two lengths**." });
s.summarise(trunk, "## Square face\n\nTried on paper:\n\n- hands need *two lengths*\n- `place()` stays", { readFiles: [], modifiedFiles: [] });
const here = sm.getLeafId();
const last = s.user("Sum up.");
s.compact("## Goal\nShow **one of everything**.\n\n## Done\n- Files, commands, searches\n- Servers and scripts", last, { readFiles: ["src/orbits.py"], modifiedFiles: ["web/hands.ts"] });
s.say({ text: "One of everything was shown." });

// ---- back to where all of it is in the context
sm.branch(here);
s.user("Leave it uncompacted.");
s.say({ text: "Everything stays in view." });

keep(sm, output);
fs.rmSync(scratch, { recursive: true });
console.log(`${output}: ${sm.getEntries().length} entries, first prompt ${start}`);
