// Compares the page's way to a context with what Python computed: reads cases on standard input, prints what differs.
import { readFileSync } from "node:fs";
import { contextAt, stateAt } from "../../assets/js/replay.js";

let compared = 0;
const different = [];
for (const line of readFileSync(0, "utf8").split("\n")) {
  if (!line) continue;
  const { file, nodes, replay, expected } = JSON.parse(line);
  for (const [item, entries, edits, circle, sections, tools] of expected) {
    compared += 1;
    const context = contextAt(nodes, replay, item);
    const mine = { circle: context.circle, entries: context.entries.map((each) => each.item), edits: context.entries.map((each) => [each.edit, each.omitted ? 1 : 0]) };
    const theirs = { circle, entries, edits };
    const { state } = stateAt(nodes, replay, item);
    const held = state >= 0 ? replay.states[state] : [[], [], []];
    const same = circle ? context.circle : JSON.stringify(mine) === JSON.stringify(theirs) && JSON.stringify(held[1].map(([name]) => name)) === JSON.stringify(sections) && held[2].length === tools;
    if (!same) different.push(`${file} item ${item}: ${JSON.stringify({ mine, theirs, state: held, sections, tools })}`.slice(0, 600));
  }
}
console.log(JSON.stringify({ compared, different: different.slice(0, 10) }));
