// Every renderer's reading of a recorded value, pinned by tests/gold/render/*.json. `python -m tests.gold` writes them anew.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "gold", "render");
const files = fs.readdirSync(folder).filter((name) => name.endsWith(".json")).sort();
const plain = (value) => JSON.parse(JSON.stringify(value ?? null));

test("there is a gold file for every module that reads recorded values", () => {
  const modules = new Set(files.map((name) => JSON.parse(fs.readFileSync(path.join(folder, name), "utf8")).module));
  for (const name of ["calls.js", "codemode.js", "diff.js", "links.js", "listing.js", "lists.js", "mcp.js", "prettyjson.js", "shell.js", "skills.js"]) assert.ok(modules.has(name), name);
});

for (const name of files) {
  const file = path.join(folder, name);
  const gold = JSON.parse(fs.readFileSync(file, "utf8"));
  const { [gold.function]: run } = await import(`../../assets/js/render/${gold.module}`);
  if (process.env.UPDATE_GOLD) {
    for (const each of gold.cases) each.expected = plain(run(...each.input));
    fs.writeFileSync(file, `${JSON.stringify(gold, null, 1)}\n`);
  }
  for (const { name: title, input, expected } of gold.cases) {
    test(`${gold.function}: ${title}`, () => {
      const before = JSON.stringify(input);
      assert.deepEqual(plain(run(...input)), expected);
      assert.equal(JSON.stringify(input), before, "the recorded value stays as it is");
    });
  }
}
