// @ts-check
/**
 * Slash commands as captured: names, descriptions and where Pi says they come from (OBS-5).
 */
import { catalogView, environment } from "../environment/catalog.js";
import { missingWords } from "../data.js";
import { el } from "../dom.js";
import { HOW_TO_CAPTURE } from "../observed/links.js";
import { inSteps, notice, unavailable } from "../parts.js";
import { inlineText } from "../text.js";

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  const found = environment(app);
  if (!found) return { element: el("div", { class: "view-body" }, notice("error", missingWords("damaged"))) };
  return catalogView(app, {
    label: app.meta.labels["environment.commands"] ?? "",
    none: { title: "No commands captured.", words: found.observed ? "The observations hold no record of commands." : `A session file does not record them. ${HOW_TO_CAPTURE}` },
    catalogs: found.command_catalogs,
    earlier: found.earlier[3],
    things: "commands",
    draw: (items) => el("ul", { class: "items" }, ...inSteps(items, (place) => commandNode(found.commands[place]), "li")),
    words: (item) => `/${found.commands[item].name} ${found.commands[item].source} ${found.commands[item].description}`,
  });
}

/** @param {CommandPart} command */
function commandNode({ name, description, source }) {
  return el("li", { class: "item command" }, el("p", null, el("span", { class: "item-name mono" }, "/", inlineText(name)), " ", el("span", { class: "badge" }, source ? inlineText(source) : "source unavailable")), el("p", { class: "command-words" }, description ? inlineText(description) : unavailable("no description captured")));
}

/** @type {View} */
export const view = { name: "commands", title: "Commands", order: 40, place: "tab", tab: "environment", create };
