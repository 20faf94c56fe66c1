// @ts-check
/**
 * The text of a shell tool's result taken apart: output, how it ended, and the words about what was cut. Pure; follows the
 * wording of Pi's bash tool, and leaves a text of another form whole.
 */

const FOOTER = /(?:^|\n\n)\[(Showing (?:lines \d+-\d+ of \d+|last [^\n\]]{1,80})[^\n\]]{0,80})\. Full output: ([^\n]{1,4096})\]$/;
const ENDINGS = [
  { state: "exit", pattern: /(?:^|\n\n)Command exited with code (-?\d{1,10})$/ },
  { state: "timeout", pattern: /(?:^|\n\n)Command timed out after ([\d.]{1,20}) seconds([^\n]{0,400})$/ },
  { state: "aborted", pattern: /(?:^|\n\n)Command aborted$/ },
  { state: "lost", pattern: /(?:^|\n\n)Command terminated without an exit code$/ },
];

/**
 * @typedef {object} ShellResult
 * @property {string} output
 * @property {"ok" | "failed" | "timeout" | "aborted" | "error"} state "error": the tool itself failed
 * @property {number | null} exitCode as recorded; Pi records none for a result that is no error
 * @property {string} words how it ended
 * @property {string} cut words about what the tool left out, as recorded
 * @property {string} path recorded path of the full output
 */

/**
 * @param {string} text of the result's only text block
 * @param {boolean} isError
 * @param {unknown} [recordedPath] `details.fullOutputPath`
 * @returns {ShellResult}
 */
export function shellResult(text, isError, recordedPath) {
  let output = text;
  /** @type {ShellResult} */
  const result = { output, state: isError ? "error" : "ok", exitCode: null, words: isError ? "failed" : "no error recorded", cut: "", path: typeof recordedPath === "string" ? recordedPath : "" };
  for (const { state, pattern } of ENDINGS) {
    const found = isError ? pattern.exec(output) : null;
    if (!found) continue;
    output = output.slice(0, found.index);
    if (state === "exit") Object.assign(result, { state: "failed", exitCode: Number(found[1]), words: `exit code ${found[1]}` });
    else if (state === "timeout") Object.assign(result, { state: "timeout", words: `timed out after ${found[1]} s${found[2]}` });
    else if (state === "lost") Object.assign(result, { state: "failed", words: "ended without an exit code" });
    else Object.assign(result, { state: "aborted", words: "aborted" });
    break;
  }
  const footer = FOOTER.exec(output);
  if (footer) {
    output = output.slice(0, footer.index);
    result.cut = footer[1];
    result.path = footer[2];
  }
  result.output = output === "(no output)" ? "" : output;
  return result;
}

/**
 * How a recorded bash execution (`!command`) ended.
 * @param {{exitCode?: unknown, cancelled?: unknown}} message
 * @returns {{words: string, failed: boolean}}
 */
export function executionEnd({ exitCode, cancelled }) {
  if (cancelled === true) return { words: "cancelled", failed: true };
  if (typeof exitCode === "number") return { words: `exit code ${exitCode}`, failed: exitCode !== 0 };
  return { words: "exit code not recorded", failed: false };
}
