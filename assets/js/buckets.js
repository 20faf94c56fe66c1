// @ts-check
/**
 * The minimap's buckets: contiguous, of equal segment counts (they differ by at most one), with category shares. Pure.
 */

/**
 * @param {number[]} categories category of each segment of the filtered sequence
 * @param {number[]} sizes characters of each segment; negative means unknown
 * @param {number} kinds how many categories there are
 * @param {number} limit most buckets
 * @returns {Bucket[]}
 */
export function buckets(categories, sizes, kinds, limit) {
  const total = categories.length;
  const count = Math.min(limit, total);
  const out = [];
  for (let b = 0; b < count; b += 1) {
    const start = Math.floor((b * total) / count);
    const end = Math.floor(((b + 1) * total) / count);
    /** @type {number[]} */
    const shares = new Array(kinds).fill(0);
    let sum = 0;
    for (let i = start; i < end; i += 1) {
      // An image or empty segment still takes part, so that no bucket is blank.
      const weight = Math.max(1, sizes[i]);
      shares[categories[i]] += weight;
      sum += weight;
    }
    out.push({ start, end, shares: shares.map((share) => share / sum) });
  }
  return out;
}

/**
 * The bucket that holds a place of the sequence.
 * @param {number} place
 * @param {number} total segments in the sequence
 * @param {number} count buckets
 */
export function bucketOf(place, total, count) {
  if (total === 0 || count === 0) return 0;
  let bucket = Math.min(count - 1, Math.floor((place * count) / total));
  while (bucket < count - 1 && Math.floor(((bucket + 1) * total) / count) <= place) bucket += 1;
  while (bucket > 0 && Math.floor((bucket * total) / count) > place) bucket -= 1;
  return bucket;
}

/**
 * Where a place with a fraction (0 at its top, 1 at its end) stands on a map of `height`, buckets being equally high.
 * @param {number} place
 * @param {number} fraction
 * @param {Bucket[]} list
 * @param {number} total
 * @param {number} height
 */
export function mapPosition(place, fraction, list, total, height) {
  if (list.length === 0) return 0;
  const b = bucketOf(place, total, list.length);
  const { start, end } = list[b];
  return ((b + (place - start + fraction) / (end - start)) / list.length) * height;
}
