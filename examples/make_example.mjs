// Writes tally.jsonl, the first example session, with Pi's own SessionManager:
//
//   node examples/make_example.mjs PI_FOLDER [OUTPUT]
//
// PI_FOLDER is an installed @earendil-works/pi-coding-agent (1.6.0 made the committed file; Node 22.19 or newer).
// Clock and ids are fixed, so the same bytes come out. The project, its files and its people are invented.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { MODELS, Story, keep, loadPi } from "./story.mjs";
import * as tally from "./tally_files.mjs";

const [piFolder, output = path.join(path.dirname(fileURLToPath(import.meta.url)), "tally.jsonl")] = process.argv.slice(2);
if (!piFolder) {
  console.error("usage: node examples/make_example.mjs PI_FOLDER [OUTPUT]");
  process.exit(2);
}

const { pi, clock } = await loadPi(piFolder, "2026-11-30T06:08:12.204Z");
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "tally-"));
const sm = pi.SessionManager.create(tally.CWD, scratch, { id: "01a22b11-7a11-7c0d-9b0a-7a11e5e55100" });
const s = new Story(pi, clock, sm, tally.CWD);
for (const [name, text] of [
  ["src/tally.py", tally.TALLY_PY], ["src/chart.py", tally.CHART_PY], ["tests/test_tally.py", tally.TEST_PY],
  ["AGENTS.md", tally.AGENTS_MD], ["samples/harbour-1.txt", tally.harbourLog(1, 48_000)],
  ["samples/harbour-2.txt", tally.harbourLog(401, 22_000)],
]) s.files.set(name, text);
const counted = tally.tallyOf(s.files.get("samples/harbour-1.txt") + s.files.get("samples/harbour-2.txt"));
const bars = counted.long.map((w) => [w.first, w.n]);
const merged = counted.merged.map((w) => `${w.key}: ${w.counts.join(", ")}`).join("\n");
const sums = counted.merged.map((w) => `**${w.first}** (${w.n.toLocaleString("en")})`).join(", ");
const kinds = tally.tallyOf(s.files.get("samples/harbour-1.txt")).kinds;
const names = counted.merged.map((w) => w.first).join(", ");
const dayWord = counted.merged.find((w) => w.key === "day");
const long = counted.long.map((w) => w.first);

// ---- before the first turn
s.useModel(MODELS.sonnet);
s.useLevel("medium");
s.wait(0.4).system({ sections: tally.SECTIONS, toolsAdded: tally.TOOLS });
sm.appendSessionInfo("Tally: ignore case and keep the first spelling");

// ---- turn 1: the change itself
const firstPrompt = s.user("Make tally ignore case, but keep the spelling that came first.", 31);
s.say({
  thinking: "I need to see where the key is built, and what the tests promise today.",
  text: "I’ll look at how keys are built first.",
  calls: [["read", { path: "src/tally.py" }], ["read", { path: "tests/test_tally.py" }]], seconds: 5.1,
});
s.say({
  thinking: "count() builds the key. `lower()` would do for English, `casefold()` is right for everything else (ß, final sigma). A second dict keeps the spelling that came first; dicts keep order, so setdefault is enough.",
  text: "One place builds the key. I change the loop and keep a map from key to the spelling that came first.",
  calls: [["edit", { path: "src/tally.py", edits: [{
    oldText: "    seen = {}\n    for w in words:\n        seen[w] = seen.get(w, 0) + 1\n    return seen\n",
    newText: "    seen = {}\n    first = {}\n    for w in words:\n        key = w.casefold()\n        first.setdefault(key, w)\n        seen[key] = seen.get(key, 0) + 1\n    return {first[key]: n for key, n in seen.items()}\n",
  }, { oldText: "Map each word to how often it occurs.", newText: "Map each word, case ignored and in its first spelling, to how often it occurs." }] }]],
  seconds: 9.3,
});
s.say({
  calls: [["bash", { command: "python3 -m unittest -q" }, {
    text: "======================================================================\nFAIL: test_case_matters (tests.test_tally.CountTest)\n----------------------------------------------------------------------\nTraceback (most recent call last):\n  File \"/home/dev/tally/tests/test_tally.py\", line 11, in test_case_matters\n    self.assertEqual(count([\"Sea\", \"sea\"]), {\"Sea\": 1, \"sea\": 1})\nAssertionError: {'Sea': 2} != {'Sea': 1, 'sea': 1}\n\n----------------------------------------------------------------------\nRan 3 tests in 0.002s\n\nFAILED (failures=1)\n\nCommand exited with code 1",
    isError: true, seconds: 0.41,
  }]], seconds: 2.2,
});
const testFixed = s.say({
  thinking: "The old test asserts the behaviour we were asked to change. It should say the new rule, and one more case should cover a letter that lower() gets wrong.",
  text: "`test_case_matters` holds the old rule. I turn it into the new one and add a case for ß.",
  calls: [["edit", { path: "tests/test_tally.py", edits: [{
    oldText: "    def test_case_matters(self):\n        self.assertEqual(count([\"Sea\", \"sea\"]), {\"Sea\": 1, \"sea\": 1})\n",
    newText: "    def test_first_spelling(self):\n        self.assertEqual(count([\"Sea\", \"sea\"]), {\"Sea\": 2})\n\n    def test_sharp_s(self):\n        self.assertEqual(count([\"Straße\", \"STRASSE\"]), {\"Straße\": 2})\n",
  }] }], ["bash", { command: "python3 -m unittest -q" }, {
    text: "----------------------------------------------------------------------\nRan 4 tests in 0.002s\n\nOK\n", seconds: 0.39,
  }]], seconds: 7.9,
});
const caseDone = s.say({
  text: "Done. Keys are compared with `casefold()`, and the first spelling is the one that is printed.\n\n| file | change |\n| --- | --- |\n| `src/tally.py` | `count()` keeps a map from key to first spelling |\n| `tests/test_tally.py` | the old case test now states the new rule; one more for ß |\n\nAll 4 tests pass.",
  seconds: 4.4,
});
sm.appendLabelChange(caseDone, "case folding done");
s.shell("git status --short", " M src/tally.py\n M tests/test_tally.py\n");
s.shell("cat .env", `TALLY_SAMPLES=samples\nTALLY_UPLOAD_TOKEN=${tally.UPLOAD_TOKEN}\n`, { hidden: true, after: 11 });

// ---- turn 2: try it on a large text
s.user("Try it on the two harbour files in samples/. Which words merged?", 24);
s.say({ text: "I read the samples and compare both ways of counting.", calls: [["read", { path: "samples/harbour-1.txt" }]], seconds: 3.2 });
const firstSample = s.lastResult;
s.say({ calls: [["read", { path: "samples/harbour-2.txt" }]], seconds: 2.4 });
const secondSample = s.lastResult;
s.say({
  thinking: "Comparing by eye is silly. A script can run the old and the new rule and print only the differences.",
  text: "A script can print just the differences.",
  calls: [["codemode", {
    code: "const [now, before, missing] = await Promise.allSettled([\n  tools.bash({ command: 'cat samples/harbour-*.txt | python3 -m src.tally /dev/stdin' }),\n  tools.bash({ command: 'git stash -q; cat samples/harbour-*.txt | python3 -m src.tally /dev/stdin; git stash pop -q' }),\n  tools.read({ path: 'samples/expected.txt' }),\n]);\nconst rows = (r) => r.value.output.trim().split('\\n').map((l) => l.trim().split(' '));\nconst merged = {};\nfor (const [n, w] of rows(before)) (merged[w.toLowerCase()] ??= []).push(`${w} ${n}`);\nfor (const [key, all] of Object.entries(merged)) if (all.length > 1) text(`${key}: ${all.join(', ')}`);\nreturn { kinds: rows(now).length, expected: missing.status };",
  }, {
    text: `Script completed\nOutput:\n${merged}\n{"kinds":${counted.kinds},"expected":"rejected"}`,
    seconds: 1.12,
    details: { calls: [
      { id: "toolu_tally008/1", name: "bash", args: "{\"command\":\"cat samples/harbour-*.txt | python3 -m src.tally /dev/stdin\"}", status: "ok", durationMs: 214.3 },
      { id: "toolu_tally008/2", name: "bash", args: "{\"command\":\"git stash -q; cat samples/harbour-*.txt | python3 -m src.tally /dev/stdin; git stash pop -q\"}", status: "ok", durationMs: 611.8 },
      { id: "toolu_tally008/3", name: "read", args: "{\"path\":\"samples/expected.txt\"}", status: "error", durationMs: 12.1, error: "No such file: '/home/dev/tally/samples/expected.txt'" },
    ] },
    nestedCalls: { calls: [
      { id: "toolu_tally008/1", name: "bash", arguments: { command: "cat samples/harbour-*.txt | python3 -m src.tally /dev/stdin" }, status: "ok", durationMs: 214 },
      { id: "toolu_tally008/2", name: "bash", arguments: { command: "git stash -q; cat samples/harbour-*.txt | python3 -m src.tally /dev/stdin; git stash pop -q" }, status: "ok", durationMs: 612 },
      { id: "toolu_tally008/3", name: "read", arguments: { path: "samples/expected.txt" }, status: "error", durationMs: 12, error: "No such file: '/home/dev/tally/samples/expected.txt'" },
    ], complete: true },
  }]], seconds: 11.6,
});
s.say({
  text: `These words merged, each in the spelling that came first: ${sums}. \`samples/expected.txt\` does not exist, so there was nothing to compare the totals with.`,
  seconds: 4.9,
});
sm.appendCustomEntry("tally-tools", { wordlist: { entries: counted.kinds, built: "samples" } });

// ---- turn 3: another model looks
s.user("Before we go on: is casefold() safe for Turkish dotted İ?", 64);
s.useModel(MODELS.mini);
s.say({
  thinking: "casefold of U+0130 gives i plus U+0307, two code points. It never equals plain i.",
  text: "Mostly. `\"İ\".casefold()` gives `i` followed by a combining dot (U+0307), so **İstanbul** and **istanbul** stay two words. Nothing breaks; they only do not merge. Normalising first (`unicodedata.normalize(\"NFKD\", …)`) does not change that.",
  seconds: 6.8,
});
s.useModel(MODELS.sonnet);
s.user("Fine, leave it. Note that in the README.", 44);
s.say({
  text: "I add a sentence to README.md.",
  calls: [["read", { path: "README.md" }], ["write", {
    path: "README.md",
    content: "# Tally\n\nCounts the words of a text.\n\n    python3 -m src.tally FILE\n\nCase is ignored; a word is printed in the spelling that came first. The Turkish dotted İ\nstays a word of its own.\n",
  }]], seconds: 6.2,
});
s.say({ text: "There was no README.md yet, so I wrote a short one with that note.", seconds: 2.9 });

// ---- turn 4, after a long pause: a picture, and a provider that is busy
s.user([
  { type: "text", text: "The chart’s labels run into each other. Can you fix src/chart.py?" },
  { type: "image", data: tally.chartPng(bars, 8), mimeType: "image/png" },
], 845);
s.refused('529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_tally0001"}');
s.wait(2);
s.refused('529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_tally0002"}');
s.wait(4);
s.say({
  thinking: "The labels start at each column and have no limit. Cutting them to the column is the least surprising thing.",
  text: `The label ${long[0].toUpperCase()} runs into ${long[1].toUpperCase()}, and so on. I read the drawing code.`,
  calls: [["read", { path: "src/chart.py" }]], seconds: 5.6,
});
s.say({
  text: "Each label gets at most as many letters as its column has room for.",
  calls: [["edit", { path: "src/chart.py", edits: [
    { oldText: "WIDTH, HEIGHT, GAP = 240, 120, 2\n", newText: "WIDTH, HEIGHT, GAP = 240, 120, 2\nLETTER = 8  # pixels, with its space\n" },
    { oldText: "        canvas.label(i * step, HEIGHT - 8, word)\n", newText: "        canvas.label(i * step, HEIGHT - 8, word[: (step - GAP) // LETTER])\n" },
  ] }], ["bash", { command: "python3 -m src.chart samples docs/chart.png && ls -l docs/chart.png" }, {
    text: "-rw-r--r-- 1 dev dev 7412 Nov 30 06:26 docs/chart.png\n", seconds: 0.62,
  }]], seconds: 7.4,
});
s.say({ calls: [["read", { path: "docs/chart.png" }, { text: "Picture docs/chart.png, 240 x 120", image: tally.chartPng(bars, 4), seconds: 0.05 }]], seconds: 2.1 });
const chartDone = s.say({ text: `Labels now end inside their column: ${long.map((w) => w.slice(0, 4).toUpperCase()).join(", ")}. No two touch.`, seconds: 3.8 });

// ---- the samples are no longer needed word for word, and the context is compacted
sm.appendContextEdit(firstSample, { content: "[samples/harbour-1.txt and -2.txt were read and compared; their text is no longer needed]" });
sm.appendContextEdit(secondSample, { content: "[see above]" });
s.keepCached(1900);
const abort = s.user("Now sort equal counts by first appearance instead of by letter.", 95);
s.say({
  thinking: "sorted() is stable, so leaving the second key out would do.",
  text: "Python’s sort is stable, so it is enough to leave the word out of the sort key. In `main()` the",
  seconds: 3.1, stop: "aborted", errorMessage: "Request was aborted", rawStopReason: undefined,
});
s.user("Stop, I do want them by letter. Keep it as it is.", 7);
s.say({ text: "Nothing was changed: `main()` still sorts equal counts by letter.", seconds: 2.4 });
s.compact(
  `## Goal\nTally ignores case, prints the first spelling, and draws a readable chart.\n\n## Done\n- count() in src/tally.py compares with casefold() and keeps the first spelling; 4 tests pass.\n- In samples/ these words merged: ${names}.\n- README.md written, with a note on the Turkish dotted İ.\n- src/chart.py cuts labels to their column; docs/chart.png looks right.\n\n## Decisions\n- Equal counts stay sorted by letter.\n\n## Next\n1. Publish the counts.`,
  abort, { readFiles: ["samples/harbour-1.txt", "samples/harbour-2.txt", "src/chart.py"], modifiedFiles: ["README.md", "src/chart.py", "src/tally.py", "tests/test_tally.py"] },
);

// ---- turn 5: other tools, extension messages, an answer that is cut
s.system({
  sections: { skills: null, rules: `${tally.SECTIONS.rules.replace("</rules>", "")}- Use grep for searching, not bash.\n</rules>` },
  toolsAdded: [tally.GREP, tally.WORDLIST], toolsRemoved: [{ name: "codemode" }],
});
sm.appendCustomMessageEntry("project-notes", "Reminder from project-notes: docs/ is published as it is. Keep drafts out of it.", true, { source: "NOTES.md" });
s.user("Which places still compare words without casefold()?", 38);
sm.appendCustomMessageEntry("tally-tools", `Word list ready: ${counted.kinds} words, ${counted.merged.length} of them merged.`, false, { entries: counted.kinds });
s.say({ calls: [["grep", { pattern: "lower\\(|== *word|in counts", path: "src" }, "src/chart.py:11:    long = [pair for pair in counts.items() if len(pair[0]) > 4]\n"], ["wordlist_lookup", { word: "DAY" }, { text: `${dayWord.first}: ${dayWord.n}`, seconds: 0.21 }]], seconds: 3.3 });
s.say({
  text: "None. `src/chart.py` line 11 only reads what `count()` returns, and the word list knows DAY under its first spelling. The places that touch words, one by one:\n\n1. `words()` strips punctuation and keeps the case.\n2. `count()` folds the key and keeps the first spelling.\n3. `bars()` takes the result as it",
  seconds: 6.1, stop: "length",
});
s.user("Enough, thanks.", 12);
s.say({ text: "Good. Short answer: no other place compares words.", seconds: 1.9 });
const trunk = sm.getLeafId();

// ---- a short way that leads nowhere, left without a summary
s.user("Could this become a package on the index today?", 26);
s.say({
  text: "Not today: there is no pyproject.toml, the name is not checked, and `src` as the package’s name would have to go first. That is an evening’s work.",
  seconds: 3.9,
});

// ---- plan B: back to the end of turn 1, and compacted there without a later answer
s.wait(40);
s.keepCached(3400);
const planB = s.summarise(caseDone,
  `The user went on from the finished case folding: the samples were counted (merged: ${names}), README.md written, the chart’s labels cut to their column. Nothing of that is undone.`,
  { readFiles: ["samples/harbour-1.txt", "samples/harbour-2.txt", "src/chart.py"], modifiedFiles: ["README.md", "src/chart.py"] });
sm.appendLabelChange(planB, "plan B");
s.user("What about normalising once on read instead?", 22);
s.useLevel("high");
s.say({
  thinking: "If words() folded, count() would be a Counter. But the first spelling would be lost before count() sees it, unless words() yields pairs.",
  text: "That makes `count()` simpler but loses the spelling before it is counted, unless `words()` yields pairs. I sketch it.",
  calls: [["write", { path: "src/fold.py", content: "\"\"\"Fold words on reading, keeping the spelling beside the key.\"\"\"\n\n\ndef folded(words):\n    for w in words:\n        yield w.casefold(), w\n" }]],
  seconds: 12.7,
});
s.say({
  calls: [["bash", { command: "python3 - <<'EOF'\nfrom src.fold import folded\nfrom src.tally import words\ntext = open('samples/harbour-1.txt').read()\nprint(len(list(folded(words(text)))))\nEOF" }, { text: `${tally.tallyOf(s.files.get("samples/harbour-1.txt")).total}\n`, seconds: 0.33 }],
    ["bash", { command: "python3 -m timeit -n 20 -s 'from src.tally import count, words; t = open(\"samples/harbour-1.txt\").read()' 'count(words(t))'" }, { text: "20 loops, best of 5: 3.41 msec per loop\n", seconds: 2.9 }]],
  seconds: 5.4,
});
s.say({ text: "It works, but it is one more module, and no faster: 3.4 ms either way. I would keep the first version.", seconds: 4.2 });
const planBPrompt = s.user("Agreed. I go back.", 31);
s.compact("## Goal\nDecide between folding in count() and folding on read.\n\n## Decision\nFolding stays in count(): folding on read needs a second module and is not faster (3.4 ms).", planBPrompt,
  { readFiles: [], modifiedFiles: ["src/fold.py"] });

// ---- a second root: the same file, a fresh start
s.wait(15);
sm.resetLeaf();
s.keepCached(0);
s.useModel(MODELS.haiku);
s.useLevel("off");
s.system({ sections: { preamble: tally.SECTIONS.preamble, cwd: tally.SECTIONS.cwd }, toolsAdded: tally.TOOLS.slice(0, 2) });
s.user("Give me a one-line description of tally for the package index.", 9);
s.say({ text: "Counts the words of a text, ignoring case and keeping the spelling that came first.", seconds: 1.3 });

// ---- back to the trunk, with the small model, and to the end
s.wait(21);
sm.branch(trunk);
s.useModel(MODELS.haiku);
s.useLevel("low");
s.user(`<skill name="changelog-entry" location="${tally.HOME}/.pi/agent/skills/changelog-entry/SKILL.md">\n${tally.SKILL_MD.split("---\n")[2].trim()}\n</skill>\n\nfor the change of case`, 14);
s.say({
  text: "I add the line.",
  calls: [["write", { path: "CHANGELOG.md", content: "# Changelog\n\n## Unreleased\n\n- Words that differed only in case were counted together, in the spelling that came first.\n" }]],
  seconds: 2.6,
});
s.say({ text: "CHANGELOG.md has it under “Unreleased”.", seconds: 1.7 });
s.wait(236).warm();
s.useModel(MODELS.sonnet);
s.useLevel("medium");
s.user("Upload the counts of harbour-1.txt to the board, please. The token is in .env.", 41);
s.say({
  thinking: "The token should not stand in a command line. Sourcing .env in the same shell keeps it out of what I write, though curl -v would print it.",
  text: "I take the token from .env in the shell.",
  calls: [["bash", { command: "set -a; . ./.env; python3 -m src.tally samples/harbour-1.txt | curl -sv --data-binary @- -H \"Authorization: Bearer $TALLY_UPLOAD_TOKEN\" https://board.tally.example/counts" }, {
    text: `> POST /counts HTTP/1.1\n> Host: board.tally.example\n> Authorization: Bearer ${tally.UPLOAD_TOKEN}\n> Content-Length: 1034\n>\n< HTTP/1.1 422 Unprocessable Entity\n< Content-Type: application/json\n<\n{"error": "column 'first_spelling' is missing"}\n\nCommand exited with code 22`,
    isError: true, seconds: 1.4,
  }]], seconds: 6.3,
});
s.say({
  text: "The board wants a column `first_spelling`. I print tab-separated rows with a head line.",
  calls: [["edit", { path: "src/tally.py", edits: [
    { oldText: "    for word, n in sorted(", newText: "    if \"--rows\" in argv:\n        print(\"count\\tfirst_spelling\")\n    for word, n in sorted(" },
    { oldText: "        print(f\"{n:6} {word}\")\n", newText: "        print(f\"{n}\\t{word}\" if \"--rows\" in argv else f\"{n:6} {word}\")\n" },
  ] }], ["bash", { command: "python3 -m unittest -q && set -a && . ./.env && python3 -m src.tally samples/harbour-1.txt --rows | curl -s --data-binary @- -H \"Authorization: Bearer $TALLY_UPLOAD_TOKEN\" https://board.tally.example/counts" }, {
    text: `----------------------------------------------------------------------\nRan 4 tests in 0.002s\n\nOK\n\u001b[32m{"stored": ${kinds}}\u001b[0m\n`, seconds: 1.9,
  }]], seconds: 9.8,
});
const uploaded = s.say({
  text: `Uploaded: ${kinds} words stored. \`src/tally.py\` has a \`--rows\` option for it.\n\nOne thing to know: \`curl -v\` printed the token into this session, so **it should be replaced**.`,
  seconds: 5.2,
});
sm.appendLabelChange(uploaded, "uploaded");
s.shell("git commit -qam 'Ignore case; first spelling; rows' && git log --oneline | head -3", "5b1e0c7 Ignore case; first spelling; rows\n90ad2f1 Chart of the ten most frequent words\n1c44e9a Tally\n", { after: 33 });
s.user("Replaced. Sum up what changed today in three lines.", 58);
s.say({
  thinking: "Three lines: case, chart, rows.",
  text: "- **Case:** words that differ only in case count as one, printed in the first spelling.\n- **Chart:** labels are cut to their column.\n- **Rows:** `--rows` prints `count` and `first_spelling`, tab-separated, as the board wants it.",
  seconds: 4.6,
});

keep(sm, output);
fs.rmSync(scratch, { recursive: true });
console.log(`${output}: ${sm.getEntries().length} entries, leaf ${sm.getLeafId()}, first prompt ${firstPrompt}, tests fixed at ${testFixed}, chart at ${chartDone}`);
