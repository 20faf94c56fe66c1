// @ts-check
/**
 * What a context shows, in order: its segments, what an edit replaced or omitted, and one row for each thing that is not
 * there (CTX-1, CTX-5, CTX-8). Pure.
 */

/** Bits of `Segments.flags` (payload, SegmentFlag). */
export const SEGMENT = { HIDDEN: 1, ERROR: 2, CONVERTED: 4, NOT_SENT: 8, IMAGE: 16, JSON: 32, TOOLS: 64, WITHHELD: 128, CHANGE: 256 };

/** Categories in the order of `Segments.category`. */
export const KINDS = ["system", "user", "assistant", "call", "result", "neutral"];

const SYSTEM = 0;
const NEUTRAL = 5;

/** Roles and types whose content a context edit replaces; on others an edit without omission has no effect (PI_RULES 8). */
const EDITABLE = new Set(["user", "assistant", "toolResult", "custom"]);

/**
 * @param {App["data"]} data
 * @param {ContextSource} source
 * @returns {ContextRow[]}
 */
export function contextRows(data, source) {
  /** @type {ContextRow[]} */
  const out = [];
  const table = data.segments;
  const rows = data.rows;
  if (!table || !rows) return out;
  let systemSeen = false;
  if (!source.promptStored) out.push(special("prompt", "absent", SYSTEM));
  if (!source.toolsStored) out.push(special("tools", "absent", SYSTEM));
  // Without a leading prompt nothing stands before what was left out.
  if (source.gapSegments > 0 && source.gapAfter < 0) out.push({ ...special("gap", "gap", NEUTRAL), figure: source.gapSegments });
  source.entries.forEach(({ item, edit, omitted }, place) => {
    if (item === source.compactionItem && source.compactedMessages > 0) out.push({ ...special("compacted", "compacted", NEUTRAL), item, figure: source.compactedMessages });
    const row = data.row(item);
    if (row < 0) out.push({ ...special(`lost-${item}`, "lost", NEUTRAL), item });
    else {
      const editRow = edit >= 0 ? data.row(edit) : -1;
      const editable = EDITABLE.has(data.string(rows.role[row])) || data.string(rows.type[row]) === "custom_message";
      const replaced = edit >= 0 && !omitted && editable;
      const holder = replaced && editRow >= 0 ? editRow : row;
      const segments = shown(data, holder, systemSeen);
      if (!omitted && segments.some((segment) => table.category[segment] === SYSTEM)) systemSeen = true;
      if (replaced && (editRow < 0 || segments.length === 0)) out.push({ ...special(`replaced-${item}`, "replaced", NEUTRAL), item, row, edit });
      segments.forEach((segment, part) => {
        const flags = table.flags[segment];
        const state = omitted ? "omitted" : replaced ? "replaced" : flags & SEGMENT.NOT_SENT ? "not-sent" : flags & SEGMENT.HIDDEN ? "hidden" : "";
        out.push({ key: `s${segment}`, kind: "segment", category: table.category[segment], item, row, holder, segment, edit, state, part, parts: segments.length, figure: 0 });
      });
    }
    if (place === source.gapAfter) out.push({ ...special("gap", "gap", NEUTRAL), figure: source.gapSegments });
  });
  return distinct(out);
}

/**
 * A comparison: the messages that differ with their side, and one row for each run of equal ones. Items as in
 * {@link contextRows}.
 * @param {App["data"]} data
 * @param {{kind: number, count: number, observed: number, session: number, edit: number}[]} runs kinds as the report has them: same, changed, only observed, only in the session
 * @returns {ContextRow[]}
 */
export function compareRows(data, runs) {
  /** @type {ContextRow[]} */
  const out = [];
  runs.forEach(({ kind, count: figure, observed, session, edit }, place) => {
    if (kind === 0) {
      out.push({ ...special(`same-${place}`, "same", NEUTRAL), figure });
      return;
    }
    const item = kind === 3 ? session : observed;
    const row = data.row(item);
    const editRow = kind === 3 && edit >= 0 ? data.row(edit) : -1;
    const holder = editRow >= 0 ? editRow : row;
    const state = kind === 1 ? "changed" : kind === 2 ? "only-observed" : "only-session";
    if (row < 0) {
      out.push({ ...special(`lost-${place}`, "lost", NEUTRAL), item, state });
      return;
    }
    const segments = shown(data, holder, false);
    segments.forEach((segment, part) => {
      out.push({ ...special(`s${segment}`, "segment", data.segments?.category[segment] ?? NEUTRAL), item, row, holder, segment, edit, state, part, parts: segments.length });
    });
  });
  return distinct(out);
}

/** Keys made unlike: an observed context can hold one message twice. @param {ContextRow[]} rows */
function distinct(rows) {
  const seen = new Set();
  for (const row of rows) {
    const stem = row.key;
    for (let copy = 2; seen.has(row.key); copy += 1) row.key = `${stem}-${copy}`;
    seen.add(row.key);
  }
  return rows;
}

/**
 * Segments of a row as the context shows them: the first system message by its parts, a later one as one change.
 * @param {App["data"]} data
 * @param {number} row
 * @param {boolean} systemSeen
 */
function shown(data, row, systemSeen) {
  const [from, to] = data.segmentsOf(row);
  const flags = data.segments?.flags ?? [];
  const categories = data.segments?.category ?? [];
  const out = [];
  for (let segment = from; segment < to; segment += 1) {
    const change = (flags[segment] & SEGMENT.CHANGE) !== 0;
    if (categories[segment] === SYSTEM ? change === systemSeen : !change) out.push(segment);
  }
  return out;
}

/**
 * @param {string} key
 * @param {ContextRow["kind"]} kind
 * @param {number} category
 * @returns {ContextRow}
 */
function special(key, kind, category) {
  return { key, kind, category, item: -1, row: -1, holder: -1, segment: -1, edit: -1, state: "", part: 0, parts: 1, figure: 0 };
}
