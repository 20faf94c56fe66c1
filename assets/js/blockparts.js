// @ts-check
/**
 * The body of a segment as parts, the same for display and search. Pure.
 */
import { SEGMENT } from "./contextlist.js";
import { displayText } from "./display.js";
import { count, plural } from "./format.js";
import { jsonText, placeWords, recordedKey } from "./json.js";
import { member, pointerStep, resolve } from "./pointer.js";
import { sentText } from "./sent.js";

/** Arguments of a call shown one by one; a call with more is shown as JSON. */
const ARGUMENTS = 24;

/**
 * @param {object} segment
 * @param {unknown} segment.entry value of the detail
 * @param {string} segment.pointer
 * @param {number} segment.flags
 * @param {number} segment.chars
 * @returns {BlockPart[]}
 */
export function blockParts({ entry, pointer, flags, chars }) {
  const value = resolve(entry, pointer);
  if (value === undefined) return [note(`Not in this report: ${plural(Math.max(0, chars), "character")} left out.`, pointer)];
  if (flags & SEGMENT.CHANGE) return changeParts(value, pointer);
  if (flags & SEGMENT.TOOLS) return toolParts(value, pointer);
  if (flags & SEGMENT.IMAGE) return [{ ...note(placeWords(imageMark(value)) ?? "Image, not readable", pointer), kind: "image", value: imageMark(value) }];
  if (flags & SEGMENT.CONVERTED) {
    const sent = sentText(entry);
    if (sent !== null) return [text(sent, pointer)];
  }
  return valueParts(value, pointer, (flags & SEGMENT.JSON) !== 0);
}

/**
 * @param {unknown} value
 * @param {string} pointer
 * @param {boolean} json
 * @returns {BlockPart[]}
 */
function valueParts(value, pointer, json) {
  const words = placeWords(value);
  if (words !== null) return [note(words, pointer)];
  if (typeof value === "string") return [value === "" ? note("Empty text.", pointer) : text(value, pointer)];
  if (value === null || (Array.isArray(value) && value.length === 0)) return [note("No content.", pointer)];
  const type = member(value, "type");
  if (type === "text" || type === "thinking") {
    const inner = member(value, type);
    if (typeof inner === "string") return inner === "" ? [note(type === "thinking" ? emptyThinking(value) : "Empty text.", pointer)] : [text(inner, pointer + pointerStep(type))];
    const hidden = placeWords(inner);
    if (hidden !== null) return [note(hidden, pointer)];
  }
  if (type === "toolCall") return callParts(value, pointer);
  if (!json && member(value, "role") === "bashExecution") return bashParts(value, pointer);
  return [{ kind: "json", title: "", text: "", value, pointer }];
}

/** Why a block of thinking has no text. @param {unknown} block */
export function emptyThinking(block) {
  return member(block, "redacted") === true ? "Redacted thinking: the provider withheld its text." : "Empty thinking: the provider gave no text.";
}

/**
 * @param {unknown} block
 * @param {string} pointer
 * @returns {BlockPart[]}
 */
function callParts(block, pointer) {
  const args = member(block, "arguments");
  const at = `${pointer}/arguments`;
  if (args === null || typeof args !== "object" || Array.isArray(args) || placeWords(args) !== null || Object.keys(args).length > ARGUMENTS) {
    const words = placeWords(args);
    if (words !== null) return [note(words, at)];
    return args === undefined || args === null ? [note("No arguments recorded.", at)] : [{ kind: "json", title: "arguments", text: "", value: args, pointer: at }];
  }
  const names = Object.keys(args);
  if (names.length === 0) return [note("Called without arguments.", at)];
  return names.map((name) => {
    const value = /** @type {Record<string, unknown>} */ (args)[name];
    const place = at + pointerStep(name);
    const title = recordedKey(name);
    const words = placeWords(value);
    if (words !== null) return { ...note(words, place), title };
    if (typeof value === "string") return { ...text(value, place), title };
    return { kind: "json", title, text: "", value, pointer: place };
  });
}

/**
 * A bash execution as recorded: it is shown so where Pi sends nothing of it.
 * @param {unknown} message
 * @param {string} pointer
 * @returns {BlockPart[]}
 */
function bashParts(message, pointer) {
  const out = [];
  for (const name of ["command", "output"]) {
    const value = member(message, name);
    const words = placeWords(value);
    if (typeof value === "string" && value !== "") out.push({ ...text(value, `${pointer}/${name}`), title: name });
    else if (words !== null) out.push({ ...note(words, `${pointer}/${name}`), title: name });
  }
  return out.length ? out : [{ kind: /** @type {const} */ ("json"), title: "", text: "", value: message, pointer }];
}

/**
 * @param {unknown} value declarations
 * @param {string} pointer
 * @returns {BlockPart[]}
 */
function toolParts(value, pointer) {
  if (!Array.isArray(value)) return [{ kind: "json", title: "", text: "", value, pointer }];
  return value.map((tool, place) => {
    const name = member(tool, "name");
    const description = member(tool, "description");
    const at = `${pointer}/${place}`;
    const title = typeof name === "string" ? name : placeWords(tool) === null ? "without a name" : "";
    if (typeof description === "string" && description) return { ...text(description, `${at}/description`), title };
    return { ...note(placeWords(tool) ?? "No description recorded.", at), title };
  });
}

/**
 * @param {unknown} message a system message
 * @param {string} pointer
 * @returns {BlockPart[]}
 */
function changeParts(message, pointer) {
  /** @type {BlockPart[]} */
  const out = [];
  const content = member(message, "content");
  if (content !== undefined && content !== null && content !== "") out.push(...valueParts(content, `${pointer}/content`, typeof content !== "string").map((part) => ({ ...part, title: "text added" })));
  const sections = member(message, "sections");
  if (sections !== null && typeof sections === "object") {
    for (const [name, value] of Object.entries(sections)) {
      const at = `${pointer}/sections${pointerStep(name)}`;
      const title = `section ${recordedKey(name)}`;
      if (value === null) out.push({ ...note("Removed.", at), title });
      else out.push(...valueParts(value, at, typeof value !== "string").map((part) => ({ ...part, title: `${title} set` })));
    }
  }
  const added = member(message, "toolsAdded");
  if (Array.isArray(added) && added.length > 0) out.push({ ...text(names(added), `${pointer}/toolsAdded`), title: plural(added.length, "tool added", "tools added") });
  const removed = member(message, "toolsRemoved");
  if (Array.isArray(removed) && removed.length > 0) out.push({ ...text(names(removed), `${pointer}/toolsRemoved`), title: plural(removed.length, "tool removed", "tools removed") });
  return out.length ? out : [note("Changes nothing.", pointer)];
}

/** @param {unknown[]} tools */
function names(tools) {
  return tools.map((tool) => {
    const name = typeof tool === "string" ? tool : member(tool, "name");
    return typeof name === "string" ? name : (placeWords(tool) ?? "without a name");
  }).join("\n");
}

/** The mark of an image, whether the block is one or holds one. @param {unknown} value */
function imageMark(value) {
  return member(value, "$image") === undefined ? (member(value, "data") ?? value) : value;
}

/** @param {string} words @param {string} pointer @returns {BlockPart} */
function note(words, pointer) {
  return { kind: "note", title: "", text: words, value: null, pointer };
}

/** @param {string} words @param {string} pointer @returns {BlockPart} */
function text(words, pointer) {
  return { kind: "text", title: "", text: words, value: words, pointer };
}

/**
 * What a search in the body looks at: the displayed text of each part.
 * @param {BlockPart} part
 * @param {Record<string, string>} numbers
 */
export function partText(part, numbers) {
  if (part.kind === "text") return displayText(part.text);
  if (part.kind === "json") return jsonText(part.value, numbers, part.pointer);
  return part.text;
}

/**
 * What Copy takes of a body.
 * @param {BlockPart[]} parts
 * @param {Record<string, string>} numbers
 */
export function copyOf(parts, numbers) {
  const bodies = parts.map((part) => (part.kind === "json" ? jsonText(part.value, numbers, part.pointer) : part.text));
  if (parts.length === 1) return bodies[0];
  return parts.map((part, place) => (part.title ? `${part.title}:\n${bodies[place]}` : bodies[place])).join("\n\n");
}

/**
 * The beginning of a text that the context shows, never ending inside a surrogate pair or before a combining character.
 * @param {string} text
 * @param {number} limit characters
 */
export function firstPart(text, limit) {
  if (text.length <= limit) return text;
  let end = limit;
  while (end > limit - 64 && /^[\udc00-\udfff\u200d\ufe00-\ufe0f]|^\p{M}/u.test(text.slice(end, end + 2))) end -= 1;
  return text.slice(0, end);
}

/** Words for what lies beyond the shown beginning. @param {number} shown @param {number} total */
export function beyondWords(shown, total) {
  return `The first ${count(shown)} of ${count(total)} characters that this report holds of the block.`;
}
