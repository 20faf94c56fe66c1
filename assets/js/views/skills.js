// @ts-check
/**
 * Skills as captured: names, descriptions, paths; without a dump those that the stored prompt names (OBS-5).
 */
import { catalogView, environment, sourcePairs } from "../environment/catalog.js";
import { missingWords } from "../data.js";
import { el } from "../dom.js";
import { HOW_TO_CAPTURE } from "../observed/links.js";
import { emptyState, inSteps, lazyDetails, metaList, notice, tableScroll, unavailable } from "../parts.js";
import { inlineText, textView } from "../text.js";

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  const found = environment(app);
  if (!found) return { element: el("div", { class: "view-body" }, notice("error", missingWords("damaged"))) };
  if (found.skill_catalogs.length === 0) return { element: advertised(app, found) };
  return catalogView(app, {
    label: app.meta.labels["environment.skills"] ?? "",
    catalogs: found.skill_catalogs,
    earlier: found.earlier[2],
    things: "skills",
    draw: (items) => el("div", { class: "items" }, ...inSteps(items, (place) => skillNode(app, found.skills[place]))),
    words: (item) => `${found.skills[item].name} ${found.skills[item].path} ${found.skills[item].description} ${found.skills[item].source?.source ?? ""}`,
  });
}

/** @param {App} app @param {SkillPart} skill */
function skillNode(app, skill) {
  const head = [el("span", { class: "item-name" }, inlineText(skill.name)), " ", el("span", { class: "mono item-path" }, skill.path ? inlineText(skill.path) : "path unavailable"), " ", el("span", { class: "item-words" }, inlineText(skill.description || "no description captured"))];
  return lazyDetails(head, () => el("div", { class: "item-body" }, skill.description ? textView(skill.description, { lines: app.bound("json_lines", 1_000), look: "prose", numbers: false }) : unavailable("no description captured"), metaList(
    [
      ["Path as captured", skill.path ? inlineText(skill.path, { class: "mono" }) : unavailable()],
      ["Base folder", skill.base ? inlineText(skill.base, { class: "mono" }) : null],
      ["Model may use it by itself", skill.model_invocation === null ? unavailable() : skill.model_invocation ? "yes" : "no"],
      ...sourcePairs(skill.source),
      ["Content", unavailable("not available: skill files are never read")],
    ],
    "wide",
  )), { class: "item" });
}

/** @param {App} app @param {EnvironmentView} found */
function advertised(app, found) {
  const out = el("div", { class: "environment view-scroll" }, el("p", { class: "environment-label" }, app.meta.labels["environment.advertised"] ?? ""));
  out.append(notice("note", found.observed ? "The observations hold no catalog of skills." : `No catalog was captured. ${HOW_TO_CAPTURE}`));
  if (found.advertised.length === 0) out.append(emptyState("The stored prompt names no skill at the leaf.", "A prompt with a list of skills would fill it."));
  else out.append(tableScroll("Skills that the stored prompt names", el("table", { class: "table" }, el("thead", null, el("tr", null, el("th", { scope: "col" }, "Skill"), el("th", { scope: "col" }, "Path"))), el("tbody", null, ...inSteps(found.advertised, ([name, path]) => el("tr", null, el("th", { scope: "row" }, inlineText(name)), el("td", { class: "mono" }, inlineText(path))), 2)))));
  return out;
}

/** @type {View} */
export const view = { name: "skills", title: "Skills", order: 30, place: "tab", tab: "environment", create };
