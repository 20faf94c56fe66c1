// @ts-check
/**
 * MCP servers that extensions registered, as captured: names and extension paths, nothing else (OBS-5).
 */
import { catalogView, environment } from "../environment/catalog.js";
import { missingWords } from "../data.js";
import { el } from "../dom.js";
import { HOW_TO_CAPTURE } from "../observed/links.js";
import { inSteps, notice, tableScroll, unavailable } from "../parts.js";
import { inlineText } from "../text.js";

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  const found = environment(app);
  if (!found) return { element: el("div", { class: "view-body" }, notice("error", missingWords("damaged"))) };
  return catalogView(app, {
    label: app.meta.labels["environment.mcp"] ?? "",
    none: { title: "No registrations of MCP servers captured.", words: found.observed ? "The observations hold no record of registrations." : `A session file does not record them. ${HOW_TO_CAPTURE}` },
    catalogs: found.server_catalogs,
    earlier: found.earlier[1],
    things: "registrations",
    words: (item) => `${found.servers[item].name} ${found.servers[item].extension}`,
    draw: (items) => tableScroll("Registered MCP servers", el("table", { class: "table" }, el("thead", null, el("tr", null, el("th", { scope: "col" }, "Server"), el("th", { scope: "col" }, "Registered by the extension"))), el("tbody", null, ...inSteps(items, (place) => el("tr", null, el("th", { scope: "row", class: "mono" }, inlineText(found.servers[place].name)), el("td", { class: "mono" }, found.servers[place].extension ? inlineText(found.servers[place].extension) : unavailable())), 2)))),
  });
}

/** @type {View} */
export const view = { name: "mcp-servers", title: "MCP Servers", order: 20, place: "tab", tab: "environment", create };
