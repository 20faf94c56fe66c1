// @ts-check
/**
 * The modes of History: List, Reading, Timeline, as far as this report has them (UI-1).
 */
import { Split } from "../parts.js";

const MODES = [
  { name: "history", title: "List" },
  { name: "reading", title: "Reading" },
  { name: "timeline", title: "Timeline" },
];

/**
 * The switch between the modes, or null when there is nothing to choose.
 * @param {App} app
 * @param {string} here
 */
export function modeSwitch(app, here) {
  const modes = MODES.filter(({ name }) => app.has(name));
  if (modes.length < 2) return null;
  const split = new Split("Mode of History", modes, here, (name) => {
    split.select(here);
    app.open(name);
  });
  return split.element;
}
