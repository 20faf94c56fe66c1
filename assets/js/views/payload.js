// @ts-check
/**
 * Provider payloads as their hook saw them, by themselves and joined with nothing (CTX-10).
 */
import { missingWords } from "../data.js";
import { button, el } from "../dom.js";
import { bytes, count, plural, usd } from "../format.js";
import { jsonText } from "../json.js";
import { jsonCode, jsonTree } from "../jsonview.js";
import { HOW_TO_CAPTURE, capturedTime, leafLink, observerCuts, placeNode, runWords } from "../observed/links.js";
import { badge, emptyState, lazyDetails, metaList, notice, tableScroll, unavailable } from "../parts.js";
import { member, own } from "../pointer.js";
import { inlineText } from "../text.js";

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  /** @type {PayloadView | null} */
  const found = app.data.optional("payloads");
  const bar = el("div", { class: "view-bar" }, button("Back to the context", () => app.jump({ view: app.has("observed") ? "observed" : "context" })));
  const element = el("div", { class: "environment view-scroll" }, el("h2", { class: "panel-title" }, "Provider payloads"), el("p", { class: "environment-label" }, app.meta.labels["payload"] ?? ""));
  if (!found || found.payloads.length === 0) {
    element.append(emptyState("No provider payload was captured.", found ? "The observations hold no record of one." : HOW_TO_CAPTURE));
  } else {
    if (found.total > found.payloads.length) element.append(notice("note", `${count(found.payloads.length)} of ${count(found.total)} are in this report: the latest and those of failed turns.`));
    element.append(el("div", { class: "items" }, ...[...found.payloads].reverse().map((payload) => payloadNode(app, payload))));
  }
  if (found) element.append(responses(app, found), warming(app, found));
  return { element, bar };
}

const PURPOSES = { request: "request", resend: "resend", cache_warm: "cache warming" };

/** @param {App} app @param {PayloadPart} payload */
function payloadNode(app, payload) {
  const purpose = own(PURPOSES, payload.purpose) ?? (payload.purpose || "purpose not inferred");
  const head = [capturedTime(app, payload.captured, "full"), " ", badge(purpose, payload.purpose === "cache_warm" ? "system" : payload.purpose === "resend" ? "warning" : "neutral"), " ", el("span", null, payload.request < 0 ? "no request inferred" : `request ${count(payload.request)}${payload.attempt < 0 ? "" : `, attempt ${count(payload.attempt)}`}`), payload.outcome && payload.outcome !== "completed" ? [" ", badge(payload.outcome, "error")] : null, " ", el("span", { class: "unavailable" }, bytes(payload.size))];
  return lazyDetails(head, () => payloadBody(app, payload, purpose), { class: "item" });
}

/** @param {App} app @param {PayloadPart} payload @param {string} purpose */
function payloadBody(app, payload, purpose) {
  const guess = (/** @type {Child} */ words) => el("span", null, words, ", inferred by the observer");
  const out = el(
    "div",
    { class: "item-body" },
    metaList(
      [
        ["Captured", el("span", null, capturedTime(app, payload.captured, "exact"), `, ${runWords(app, payload.captured)}, `, placeNode(app, payload.captured))],
        ["Stage", "the payload hook; later hooks and the transport may differ, and it may be only the part that is new"],
        ["Purpose", guess(purpose)],
        ["Request", payload.request < 0 ? unavailable("none inferred by the observer") : guess(`${count(payload.request)}${payload.attempt < 0 ? "" : `, attempt ${count(payload.attempt)}`}`)],
        ["Outcome of that turn", payload.outcome ? guess(inlineText(payload.outcome)) : unavailable("no turn of that number recorded")],
        ["Leaf", guess(leafLink(app, payload.captured))],
        ["Model", payload.model ? inlineText(payload.model) : unavailable()],
        ["Record", bytes(payload.size)],
        ["Cut", observerCuts(payload.captured)],
      ],
      "wide",
    ),
  );
  if (payload.body < 0) {
    out.append(notice("note", `Its body is not here: ${payload.why}.`));
    return out;
  }
  /** @type {Detail | null} */
  const detail = app.data.element(`payload-${payload.body}`);
  if (!detail) {
    out.append(notice("error", missingWords("damaged")));
    return out;
  }
  const value = member(detail.value, "payload");
  const numbers = detail.numbers ?? {};
  const raw = () => jsonCode(value, { lines: app.bound("json_lines", 1_000), tokens: app.bound("json_tokens", 20_000), numbers, base: "/payload", label: "Payload as JSON" });
  if (detail.cuts?.length) out.append(el("p", { class: "cut" }, `${plural(detail.cuts.length, "text")} cut, the first at ${detail.cuts[0][0]}.`));
  out.append(el("div", { class: "block-buttons" }, button("Copy", () => app.copy(jsonText(value, numbers, "/payload"), "Payload"))), jsonTree(value, numbers, "/payload"), lazyDetails("As JSON", raw, { class: "accordion" }));
  return out;
}

/** @param {App} app @param {PayloadView} found */
function responses(app, found) {
  const title = el("h3", null, "Responses, as told to the observer ", el("span", { class: "unavailable" }, count(found.responses.length + found.responses_omitted)));
  if (found.responses.length === 0) return el("section", { class: "panel-section" }, title, el("p", { class: "unavailable" }, "No response was recorded; only successful ones are."));
  const rows = [...found.responses].reverse().map((each) => el("tr", null, el("td", null, capturedTime(app, each.captured, "full")), el("td", { class: "num" }, each.status === null ? unavailable() : String(each.status)), el("td", { class: "num" }, each.request < 0 ? unavailable("none") : count(each.request)), el("td", { class: "mono" }, each.request_id ? inlineText(each.request_id) : unavailable())));
  const table = () => tableScroll("Responses", el("table", { class: "table" }, el("thead", null, el("tr", null, ...["Captured", "Status", "Request, inferred", "Request id"].map((words) => el("th", { scope: "col" }, words)))), el("tbody", null, ...rows)));
  return el("section", { class: "panel-section" }, title, el("p", { class: "panel-lead" }, app.meta.labels["payload.response"] ?? ""), lazyDetails("Show them", table, { class: "accordion" }));
}

/** @param {App} app @param {PayloadView} found */
function warming(app, found) {
  const title = el("h3", null, "Decisions on cache warming ", el("span", { class: "unavailable" }, count(found.warming.length + found.warming_omitted)));
  if (found.warming.length === 0) return el("section", { class: "panel-section" }, title, el("p", { class: "unavailable" }, "None was recorded."));
  const cost = (/** @type {number | null} */ value) => (value === null ? unavailable() : usd(value));
  const rows = [...found.warming].reverse().map((each) => el("tr", null, el("td", null, capturedTime(app, each.captured, "full")), el("td", null, each.action ? inlineText(each.action) : unavailable()), el("td", { class: "num" }, cost(each.warm_cost)), el("td", { class: "num" }, cost(each.miss_cost))));
  return el("section", { class: "panel-section" }, title, tableScroll("Decisions on cache warming", el("table", { class: "table" }, el("thead", null, el("tr", null, ...["Captured", "Action", "Cost of warming, Pi’s estimate", "Cost of a miss, Pi’s estimate"].map((words) => el("th", { scope: "col" }, words)))), el("tbody", null, ...rows))));
}

/** @type {View} */
export const view = { name: "payload", title: "Provider payloads", order: 40, place: "tab", tab: "context", under: "context", create };
