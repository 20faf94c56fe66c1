// @ts-check
/**
 * Times in UTC or in the reader's zone, without locale. Pure: the zone's offset comes from Date alone.
 */

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** What stands where a recorded time can't be read. */
export const BAD_TIME = "not a valid time";

/** Largest time a Date holds, ms on both sides of the epoch. */
const LIMIT = 8.64e15;

/**
 * Whether a number of ms can be shown as a time.
 * @param {number | null | undefined} ms
 * @returns {ms is number}
 */
export function isTime(ms) {
  return typeof ms === "number" && Number.isFinite(ms) && Math.abs(ms) <= LIMIT;
}

/**
 * @typedef {object} Parts
 * @property {string} date "30 Nov 2026"
 * @property {string} clock "06:08:09"
 * @property {string} short "06:08"
 * @property {string} day sorts and compares days, "2026-11-30"
 */

/**
 * @param {number} ms
 * @param {boolean} local the reader's zone instead of UTC
 * @returns {Parts}
 */
export function parts(ms, local) {
  const d = new Date(ms);
  const [y, mo, day, h, mi, s] = local
    ? [d.getFullYear(), d.getMonth(), d.getDate(), d.getHours(), d.getMinutes(), d.getSeconds()]
    : [d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate(), d.getUTCHours(), d.getUTCMinutes(), d.getUTCSeconds()];
  const short = `${two(h)}:${two(mi)}`;
  return { date: `${day} ${MONTHS[mo]} ${y}`, clock: `${short}:${two(s)}`, short, day: `${y}-${two(mo + 1)}-${two(day)}` };
}

/** @param {number} value */
function two(value) {
  return String(value).padStart(2, "0");
}

/**
 * The zone's name: "UTC", or "UTC+02:00" of the reader's zone at that time.
 * @param {number} ms
 * @param {boolean} local
 */
export function zone(ms, local) {
  if (!local) return "UTC";
  const minutes = -new Date(ms).getTimezoneOffset();
  const size = Math.abs(minutes);
  return minutes === 0 ? "UTC+00:00" : `UTC${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/**
 * @param {number | null | undefined} ms
 * @param {boolean} local
 * @param {"full" | "clock" | "short" | "date" | "exact"} style
 * @param {string} [bad] words for an unreadable time
 */
export function formatTime(ms, local, style, bad = BAD_TIME) {
  if (!isTime(ms)) return bad;
  const p = parts(ms, local);
  if (style === "clock") return p.clock;
  if (style === "short") return p.short;
  if (style === "date") return p.date;
  if (style === "exact") return `${p.date}, ${p.clock}.${String(((ms % 1000) + 1000) % 1000 | 0).padStart(3, "0")} ${zone(ms, local)}`;
  return `${p.date}, ${p.clock} ${zone(ms, local)}`;
}

/**
 * A range without what repeats: "30 Nov 2026, 06:08–06:31 UTC".
 * @param {number | null} from
 * @param {number | null} to
 * @param {boolean} local
 */
export function formatRange(from, to, local) {
  if (!isTime(from) || !isTime(to)) return isTime(from) ? formatTime(from, local, "full") : isTime(to) ? formatTime(to, local, "full") : "no readable time";
  const a = parts(from, local);
  const b = parts(to, local);
  if (a.day === b.day) return a.short === b.short ? `${a.date}, ${a.short} ${zone(from, local)}` : `${a.date}, ${a.short}–${b.short} ${zone(from, local)}`;
  return `${a.date}, ${a.short} – ${b.date}, ${b.short} ${zone(to, local)}`;
}
