// @ts-check
/**
 * Tools of Pi's catalog as captured; without a dump those that the session declares at its leaf (OBS-4).
 */
import { catalogView, environment, sourcePairs } from "../environment/catalog.js";
import { missingWords } from "../data.js";
import { button, el } from "../dom.js";
import { count, plural } from "../format.js";
import { jsonText } from "../json.js";
import { jsonCode } from "../jsonview.js";
import { HOW_TO_CAPTURE } from "../observed/links.js";
import { badge, emptyState, inSteps, lazyDetails, metaList, notice, unavailable } from "../parts.js";
import { member } from "../pointer.js";
import { declaration, heldState } from "../promptstate.js";
import { inlineText, textView } from "../text.js";

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  const found = environment(app);
  if (!found) return { element: el("div", { class: "view-body" }, notice("error", missingWords("damaged"))) };
  if (found.tool_catalogs.length === 0) return { element: declared(app, found.observed) };
  return catalogView(app, {
    label: app.meta.labels["environment.tools"] ?? "",
    catalogs: found.tool_catalogs,
    earlier: found.earlier[0],
    things: "tools",
    draw: (items) => el("div", { class: "items" }, ...inSteps(items, (place) => toolNode(app, found.tools[place]))),
    words: (item) => {
      const { name, description, namespace, source } = found.tools[item];
      return [name, description, namespace?.name, ...(namespace?.aliases ?? []), source?.source, source?.path].join(" ");
    },
  });
}

/** @param {App} app @param {ToolPart} tool */
function toolNode(app, tool) {
  const facts = [tool.exposure ? badge(tool.exposure) : badge("exposure unavailable"), tool.active === true ? badge("active", "assistant") : tool.active === false ? badge("inactive") : badge("active: unavailable")];
  if (tool.namespace?.name) facts.push(badge(`namespace ${tool.namespace.name}`));
  return lazyDetails([el("span", { class: "item-name mono" }, inlineText(tool.name)), " ", ...facts, " ", el("span", { class: "item-words" }, inlineText(tool.description || "no description captured"))], () => toolBody(app, tool), { class: "item" });
}

/** @param {App} app @param {ToolPart} tool */
function toolBody(app, tool) {
  const { namespace } = tool;
  const lines = app.bound("json_lines", 1_000);
  const callable = tool.callable === null ? unavailable("unavailable: exposure or active is not recorded") : `${tool.callable ? "yes" : "no"}, derived by Pi’s rule on exposure, not recorded`;
  return el(
    "div",
    { class: "item-body" },
    tool.description ? textView(tool.description, { lines, look: "prose", numbers: false }) : unavailable("no description captured"),
    metaList(
      [
        ["Exposure", tool.exposure ? inlineText(tool.exposure) : unavailable()],
        ["Active", tool.active === null ? unavailable() : tool.active ? "yes" : "no"],
        ["Callable by other tools", callable],
        ["Namespace", namespace ? (namespace.name ? inlineText(namespace.name) : unavailable("without a name")) : "none"],
        ["Namespace aliases", namespace?.aliases.length ? inlineText(namespace.aliases.join(", ")) : null],
        ["Namespace description", namespace?.description ? inlineText(namespace.description) : null],
        ...sourcePairs(tool.source),
      ],
      "wide",
    ),
    tool.guidelines.length ? lazyDetails(`Prompt guidelines, ${count(tool.guidelines.length)}`, () => el("ul", { class: "uses" }, ...tool.guidelines.map((words) => el("li", { class: "use" }, inlineText(words)))), { class: "accordion" }) : null,
    namespace?.instructions ? lazyDetails("Namespace instructions", () => textView(namespace.instructions, { lines, look: "prose", numbers: false }), { class: "accordion" }) : null,
    annotated(tool.annotations) ? lazyDetails("Annotations, as declared and not verified", () => jsonCode(tool.annotations, { lines, tokens: app.bound("json_tokens", 20_000), label: `Annotations of ${tool.name}` }), { class: "accordion" }) : null,
    tool.schema < 0 ? el("p", { class: "unavailable" }, "No schema captured.") : lazyDetails("Schema", () => schemaNode(app, tool), { class: "accordion" }),
  );
}

/** @param {unknown} value */
function annotated(value) {
  return value !== null && typeof value === "object" && Object.keys(value).length > 0;
}

/** @param {App} app @param {ToolPart} tool */
function schemaNode(app, tool) {
  /** @type {Detail | undefined} */
  const detail = app.data.element("schemas")?.[tool.schema];
  if (!detail) return notice("error", missingWords("damaged"));
  const value = member(detail.value, "schema");
  const cuts = detail.cuts?.length ? el("p", { class: "cut" }, `${plural(detail.cuts.length, "text")} of this schema cut to stay within its bound.`) : null;
  return el("div", null, el("div", { class: "block-buttons" }, button("Copy schema", () => app.copy(jsonText(value, detail.numbers ?? {}, "/schema"), "Schema"))), jsonCode(value, { lines: app.bound("json_lines", 1_000), tokens: app.bound("json_tokens", 20_000), numbers: detail.numbers ?? {}, base: "/schema", label: `Schema of ${tool.name}` }), cuts);
}

/**
 * Without a captured catalog: the declarations that the session stores, replayed at the leaf.
 * @param {App} app
 * @param {boolean} observed whether a dump was given
 */
function declared(app, observed) {
  const out = el("div", { class: "environment view-scroll" }, el("p", { class: "environment-label" }, app.meta.labels["environment.declared"] ?? ""));
  const missing = observed ? "The observations hold no catalog of tools." : `No catalog was captured. ${HOW_TO_CAPTURE}`;
  out.append(notice("note", missing));
  const held = app.meta.leaf_row >= 0 ? heldState(app, app.meta.leaf_row) : null;
  if (!held?.state) {
    out.append(emptyState("No tool declarations either.", held?.why || "The session stands at no entry."));
    return out;
  }
  const { state } = held;
  if (state[2].length === 0) out.append(emptyState("No tool is declared at the leaf.", "The stored system messages declare none there."));
  out.append(
    el(
      "div",
      { class: "items" },
      ...inSteps(state[2], (tool) => {
        const value = declaration(app.data, tool);
        const words = member(value, "description");
        return lazyDetails([el("span", { class: "item-name mono" }, inlineText(tool[0])), " ", el("span", { class: "item-words" }, inlineText(typeof words === "string" ? words : value === undefined ? "left out of this report" : "no description declared"))], () => (value === undefined ? el("p", { class: "unavailable" }, missingWords("left-out")) : jsonCode(value, { lines: app.bound("json_lines", 1_000), tokens: app.bound("json_tokens", 20_000), label: `Declaration of ${tool[0]}` })), { class: "item" });
      }),
    ),
  );
  return out;
}

/** @type {View} */
export const view = { name: "tools", title: "Tools", order: 10, place: "tab", tab: "environment", create };
