// @ts-check
/**
 * The text that Pi sends in place of messages it converts (PI_RULES 9), from the shown entry. Pure.
 */
import { member } from "./pointer.js";

/**
 * JavaScript truthiness, also of marked places.
 * @param {unknown} value
 */
function given(value) {
  return Boolean(value);
}

/**
 * @param {unknown} value
 */
function words(value) {
  const kind = member(value, "$withheld");
  return kind === undefined ? String(value) : `[${String(kind)}, never shown]`;
}

/**
 * The text as sent of an entry's converted message; null when Pi sends nothing of it or sends it as recorded.
 * @param {unknown} entry the shown value of a detail
 * @returns {string | null}
 */
export function sentText(entry) {
  const type = member(entry, "type");
  const message = type === "message" ? member(entry, "message") : undefined;
  const role = member(message, "role");
  if (role === "bashExecution") return bashText(message);
  if (type === "branch_summary" || role === "branchSummary") {
    const summary = member(type === "branch_summary" ? entry : message, "summary");
    return `The following is a summary of a branch that this conversation came back from:\n\n<summary>\n${words(summary)}</summary>`;
  }
  if (type === "compaction" || role === "compactionSummary") {
    const summary = member(type === "compaction" ? entry : message, "summary");
    return `The conversation history before this point was compacted into the following summary:\n\n<summary>\n${words(summary)}\n</summary>`;
  }
  return null;
}

/**
 * @param {unknown} message
 * @returns {string | null}
 */
function bashText(message) {
  if (given(member(message, "excludeFromContext"))) return null;
  const output = member(message, "output");
  let text = `Ran \`${words(member(message, "command"))}\`\n`;
  text += given(output) ? `\`\`\`\n${words(output)}\n\`\`\`` : "(no output)";
  const code = member(message, "exitCode");
  if (given(member(message, "cancelled"))) text += "\n\n(command cancelled)";
  else if (code !== null && code !== undefined && code !== 0) text += `\n\nCommand exited with code ${String(code)}`;
  const path = member(message, "fullOutputPath");
  if (given(member(message, "truncated")) && given(path)) text += `\n\n[Output truncated. Full output: ${words(path)}]`;
  return text;
}
