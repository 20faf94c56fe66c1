// Texts of the gallery: an invented project, "Orrery", a clock that shows where the planets stand.
export const HOME = "/home/dev";
export const CWD = `${HOME}/orrery`;

export const SYSTEM = {
  sections: {
    preamble: "You are a coding agent that helps with software tasks in a terminal.",
    rules: "<rules>\n- Read before you edit.\n- Keep answers short.\n</rules>",
    cwd: `Current working directory: ${CWD}`,
  },
};

const string = (description) => ({ type: "string", description });
const tool = (name, description, properties) => ({ name, description, parameters: { type: "object", properties, required: Object.keys(properties).slice(0, 1) } });

export const TOOLS = [
  tool("read", "Read a file", { path: string("Path of the file"), offset: { type: "number" }, limit: { type: "number" } }),
  tool("write", "Write a file", { path: string("Path of the file"), content: string("Whole content") }),
  tool("edit", "Replace texts of a file", { path: string("Path of the file"), edits: { type: "array" } }),
  tool("bash", "Run a command", { command: string("Command line"), timeout: { type: "number" } }),
  tool("codemode", "Run a script that calls tools", { code: string("JavaScript source") }),
];

export const ORBITS_PY = `"""Where a planet stands, on circles that are good enough for a clock face."""

import math

PERIODS = {"Mercury": 87.97, "Venus": 224.7, "Earth": 365.26, "Mars": 686.98}
RADIUS = 120  # pixels


def angle(planet, days):
    """Angle in radians after so many days."""
    return 2 * math.pi * (days % PERIODS[planet]) / PERIODS[planet]


def place(planet, days, radius=RADIUS):
    a = angle(planet, days)
    return radius * math.cos(a), radius * math.sin(a)


class Face:
    def __init__(self, planets):
        self.planets = list(planets)

    def draw(self, canvas, days):
        for planet in self.planets:
            x, y = place(planet, days)
            canvas.dot(x, y, planet)
`;

export const HANDS_TS = `import { Face } from "./face.js";

/** A hand of the clock, in degrees from the top. */
export interface Hand {
  readonly planet: string;
  angle: number;
}

export function hands(face: Face, days: number): Hand[] {
  return face.planets.map((planet) => ({ planet, angle: (face.angle(planet, days) * 180) / Math.PI }));
}

const pattern = /^(?<planet>[A-Z][a-z]+)=(\\d+)$/u; // "Mars=42"
`;

export const MARKDOWN = `# How the face is drawn

The clock has **four hands**, one a planet. Their angle is _days modulo period_; \`place()\` turns it into a point.
A line break in the source stays one here.

## Steps

1. Read the periods
2. Compute the angles
   - in radians, see [the table](https://orrery.example/periods?unit=days&v=2)
   - never ~~by eye~~
3. Draw

- [x] Earth
- [ ] Mars, which is late
- plain item

| Planet | Period in days | Error |
|:-------|---------------:|:-----:|
| Venus  | 224.70 | 0.1 % |
| Mars   | 686.98 | 0.4 % |

> The outer planets are left out on purpose:
>
> > their hands would not move in a day.

\`\`\`python
def angle(planet, days):
    return 2 * math.pi * (days % PERIODS[planet]) / PERIODS[planet]  # radians
\`\`\`

\`\`\`diff
-RADIUS = 120
+RADIUS = 140
\`\`\`

\`\`\`
no language, so no colours
\`\`\`

Bare addresses work too: https://orrery.example/docs. An image becomes its words: ![the face at noon](https://img.example/noon.png)

---

**火星の周期は686.98日です。**そのため、針はゆっくり動きます。`;

export const HOSTILE = `Tags are text: <script>alert(1)</script> <img src=x onerror=alert(1)> </script><!--<script> &lt;b&gt;

Links: [run](javascript:alert(1)), [page](data:text/html,<script>alert(1)</script>), [trusted.example](https://trusted.example@evil.example/login), [file](file:///etc/passwd), [relative](../src/orbits.py)

![svg](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)

The order of this command is not what it seems: \`rm -rf /tmp/safe \u202e# hctap\u202c\` and a zero\u200bwidth space, a BEL \u0007 and an unclosed \u2066isolate.

Right to left: שלום עולם, then left again.`;

export const ANSI = [
  "\u001b[1m\u001b[36m==>\u001b[0m Running checks",
  "\u001b[32mok\u001b[0m   test_angle",
  "\u001b[31mFAIL\u001b[0m test_place \u001b[2m(0.02 s)\u001b[0m",
  "\u001b[33mwarning\u001b[0m: \u001b[4mRADIUS\u001b[24m is unused in \u001b[38;5;111mface.py\u001b[0m",
  "download  10 %\rdownload  55 %\rdownload 100 %",
  "\u001b]8;;https://evil.example\u0007a link of the terminal\u001b]8;;\u0007 and a title\u001b]0;gone\u0007",
  "unfinished \u001b[38;5",
].join("\n");

export const SKILL = `References are relative to ${HOME}/.pi/agent/skills/star-chart.

# Star chart

1. Ask for the **date**
2. Run \`python3 -m orrery.chart DATE\`

Never draw below the horizon.`;

export const CODE = `// @options: {"timeout_ms": 60000}
const names = ["Mercury", "Venus", "Mars"];
const results = await Promise.allSettled(
  names.map((planet) => tools.bash({ command: \`python3 -m orrery \${planet}\` })),
);
console.log("asked for", names.length);
text(results.map((r) => r.status));
return { slow: names.filter((_, i) => results[i].value?.exit_code !== 0) };`;
