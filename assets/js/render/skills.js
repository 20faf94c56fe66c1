// @ts-check
/**
 * Skill blocks that `/skill:NAME` puts into a user message. Pure.
 */

/**
 * @param {string} text
 * @returns {{name: string, location: string, body: string, request: string} | null}
 */
export function skillBlock(text) {
  if (!text.startsWith('<skill name="')) return null;
  const found = /^<skill name="([^"\n]+)" location="([^"\n]+)">\n([\s\S]*?)\n<\/skill>(?:\n\n([\s\S]+))?$/.exec(text);
  return found ? { name: found[1], location: found[2], body: found[3], request: found[4] ?? "" } : null;
}
