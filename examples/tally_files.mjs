// The invented project "Tally": its files, its prompt and its tools, as the example session shows them.
import { deflateStored, pngFile } from "./png.mjs";

export const HOME = "/home/dev";
export const CWD = `${HOME}/tally`;

// Invented, and of the shape that a redactor must mask: no account has this token.
export const UPLOAD_TOKEN = "ghp_7Qn2VxKd40TaLLyDem0zR8wBs5YcJ1hUfM3g";

export const TALLY_PY = `"""Count the words of a text."""

import sys

EDGES = ".,;:!?\\"'()[]"


def words(text):
    """Yield the words of a text without punctuation at their edges."""
    for raw in text.split():
        word = raw.strip(EDGES)
        if word:
            yield word


def count(words):
    """Map each word to how often it occurs."""
    seen = {}
    for w in words:
        seen[w] = seen.get(w, 0) + 1
    return seen


def main(argv):
    with open(argv[1], encoding="utf-8") as file:
        counts = count(words(file.read()))
    for word, n in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
        print(f"{n:6} {word}")


if __name__ == "__main__":
    main(sys.argv)
`;

export const TEST_PY = `import unittest

from src.tally import count, words


class CountTest(unittest.TestCase):
    def test_counts(self):
        self.assertEqual(count(["a", "b", "a"]), {"a": 2, "b": 1})

    def test_case_matters(self):
        self.assertEqual(count(["Sea", "sea"]), {"Sea": 1, "sea": 1})

    def test_edges(self):
        self.assertEqual(list(words("(Stop!) he said.")), ["Stop", "he", "said"])


if __name__ == "__main__":
    unittest.main()
`;

export const CHART_PY = `"""Draw the most frequent long words as a bar chart, without any library."""

from src.png import Canvas

WIDTH, HEIGHT, GAP = 240, 120, 2


def bars(counts, canvas=None):
    canvas = canvas or Canvas(WIDTH, HEIGHT)
    long = [pair for pair in counts.items() if len(pair[0]) > 4]
    top = sorted(long, key=lambda pair: (-pair[1], pair[0]))[:6]
    step = WIDTH // len(top)
    for i, (word, n) in enumerate(top):
        height = round(n / top[0][1] * (HEIGHT - 24))
        canvas.bar(i * step + GAP, HEIGHT - 16 - height, step - 2 * GAP, height)
        canvas.label(i * step, HEIGHT - 8, word)
    return canvas
`;

export const AGENTS_MD = `# Tally

- Python 3.11, standard library only.
- Run \`python3 -m unittest -q\` before you say that something works.
- The first spelling of a word is the one that is printed.
`;

/** Made-up prose, the text that Tally is tried on: a harbour log from a day on, up to a number of characters. */
export function harbourLog(from, characters) {
  const who = ["The pilot", "A ferry", "The harbour master", "One of the tugs", "The lamp keeper", "A grain barge"];
  const what = ["came in before the tide turned", "waited outside the bar", "asked for a berth on the north quay",
    "sent word of fog", "took on water and bread", "left with the evening wind"];
  const why = ["because the channel was narrow", "as the log of the day before had said", "and nobody minded",
    "while the gulls sat on the mole", "though the bell rang twice", "as it had done all week"];
  let text = "";
  for (let day = from; text.length < characters; day++) {
    const a = (day * 7) % 6, b = (day * 11 + (day >> 2)) % 6, c = (day * 5 + (day >> 1)) % 6;
    text += `Day ${day}. ${who[a]} ${what[b]} ${why[c]}. ${who[(a + 3) % 6]} ${what[(b + 2) % 6]}.\n`;
  }
  return text;
}

/** What Tally's two rules make of a text, so that the story tells true numbers. */
export function tallyOf(text) {
  const found = new Map();
  let total = 0;
  for (const raw of text.split(/\s+/)) {
    const word = raw.replace(/^[.,;:!?"'()[\]]+|[.,;:!?"'()[\]]+$/g, "");
    if (!word) continue;
    total++;
    const key = word.toLowerCase();
    if (!found.has(key)) found.set(key, new Map());
    found.get(key).set(word, (found.get(key).get(word) ?? 0) + 1);
  }
  const words = [...found].map(([key, spellings]) => {
    const counts = [...spellings].map(([word, n]) => `${word} ${n}`);
    return { key, first: [...spellings.keys()][0], n: [...spellings.values()].reduce((x, y) => x + y), counts };
  });
  const ordered = words.toSorted((x, y) => y.n - x.n || (x.first < y.first ? -1 : 1));
  return { total, kinds: words.length, merged: words.filter((w) => w.counts.length > 1), long: ordered.filter((w) => w.first.length > 4).slice(0, 6) };
}

const GLYPHS = {
  T: "111010010010010", H: "101101111101101", E: "111100110100111", S: "111100111001111", A: "010101111101101",
  L: "100100100100111", O: "111101101101111", G: "111100101101111", D: "110101101101110", Y: "101101010010010",
  F: "111100110100100", R: "110101110101101", P: "110101110100100", I: "111010010010111", N: "111101101101101",
  B: "110101110101110", U: "101101101101111",
  C: "111100100100111", J: "001001001101111", K: "101101110101101", M: "101111111101101", Q: "111101101111001",
  V: "101101101101010", W: "101101111111101", X: "101101010101101", Z: "111001010100111",
};

/**
 * A real PNG of 240 x 120 pixels in four colours, base64.
 * bars: at most six of [word, count]; letters: how many of each word the label shows.
 */
export function chartPng(bars, letters) {
  const width = 240, height = 120;
  const px = Array.from({ length: height }, () => new Uint8Array(width));
  const box = (x, y, w, h, colour) => {
    for (let j = Math.max(0, y); j < Math.min(height, y + h); j++) {
      for (let i = Math.max(0, x); i < Math.min(width, x + w); i++) px[j][i] = colour;
    }
  };
  const label = (x, y, text) => {
    for (const [n, letter] of [...text].entries()) {
      for (const [k, bit] of [...(GLYPHS[letter] ?? "")].entries()) {
        if (bit === "1") box(x + n * 8 + (k % 3) * 2, y + Math.floor(k / 3) * 2, 2, 2, 3);
      }
    }
  };
  bars.forEach(([word, count], n) => {
    const tall = Math.round((count / bars[0][1]) * 90);
    box(n * 40 + 4, 100 - tall, 32, tall, n % 2 ? 2 : 1);
    label(n * 40 + 4, 105, word.toUpperCase().slice(0, letters));
  });
  box(0, 100, width, 1, 3);
  const rows = px.map((row) => {
    const packed = Buffer.alloc(1 + width / 4);
    for (let i = 0; i < width; i++) packed[1 + (i >> 2)] |= row[i] << (6 - 2 * (i & 3));
    return packed;
  });
  const palette = [[255, 253, 249], [43, 98, 143], [143, 92, 18], [42, 38, 33]];
  return pngFile(width, height, 2, palette, deflateStored(Buffer.concat(rows))).toString("base64");
}

const text = (description) => ({ type: "string", description });

const tool = (name, description, properties, required) => ({
  name, description, parameters: { type: "object", properties, required },
});

export const TOOLS = [
  tool("read", "Show a file. Text comes with at most 2000 lines; a picture comes as an attachment.",
    { path: text("File to show"), offset: { type: "number", description: "First line, from 1" }, limit: { type: "number", description: "Number of lines" } }, ["path"]),
  tool("bash", "Run a shell command in the project folder and return what it prints.",
    { command: text("The command"), timeout: { type: "number", description: "Seconds until it is stopped" } }, ["command"]),
  tool("edit", "Replace exact pieces of one file. Each old text has to occur exactly once.",
    { path: text("File to change"), edits: { type: "array", items: { type: "object", properties: { oldText: text("What is there"), newText: text("What shall be there") }, required: ["oldText", "newText"] } } }, ["path", "edits"]),
  tool("write", "Write a whole file, making its folder when needed.", { path: text("File to write"), content: text("All of its text") }, ["path", "content"]),
  tool("codemode", "Run a script that calls other tools and prints what matters.", { code: text("JavaScript, run as the body of an async function") }, ["code"]),
];

export const GREP = tool("grep", "Search file contents with a regular expression.",
  { pattern: text("Regular expression"), path: text("File or folder") }, ["pattern"]);

export const WORDLIST = tool("wordlist_lookup", "Look a word up in the project's word list (from the tally-tools extension).",
  { word: text("The word, any case") }, ["word"]);

export const SECTIONS = {
  preamble: "You help with the code in this folder. You can look at files, run commands and change files.",
  tools: "<tools>\n- read: show a file\n- bash: run a command\n- edit: replace pieces of a file\n- write: write a file\n- codemode: script several calls\n</tools>",
  rules: "<rules>\n- Look before you change anything.\n- Say in one or two sentences what you did.\n- Name files by their path in the project.\n</rules>",
  project_context: `<project_context>\n<project_instructions path="${CWD}/AGENTS.md">\n${AGENTS_MD}</project_instructions>\n</project_context>`,
  skills: `<skills>\n<skill><name>changelog-entry</name><description>How a line in CHANGELOG.md is worded</description><location>${HOME}/.pi/agent/skills/changelog-entry/SKILL.md</location></skill>\n</skills>`,
  cwd: `<cwd>\n${CWD}\n</cwd>`,
};

export const SKILL_MD = `---
name: changelog-entry
description: How a line in CHANGELOG.md is worded
---

Write one line under "Unreleased", in the past tense, from the user's side. No issue numbers.
`;
