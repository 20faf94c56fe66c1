// @ts-check
/**
 * Observed contexts: what Pi had in hand for a request, as a run of it was observed (CTX-2). Nothing of the session or of
 * executions is added.
 */
import { button, el } from "../dom.js";
import { count, plural, tokens } from "../format.js";
import { emptyState, metaList, notice, unavailable } from "../parts.js";
import { ContextReader } from "../reader.js";
import { inlineText } from "../text.js";
import { entryView } from "../entrylinks.js";
import { observedApp, sourceOf } from "../observed/data.js";
import { HOW_TO_CAPTURE, capturedText, capturedTime, leafLink, leafWords, observedView, observerCuts, outcomeWords, placeNode, requestWords, runWords } from "../observed/links.js";
import { ObservedStage, emptyStage } from "../observed/stage.js";

/**
 * @param {App} app
 * @returns {ViewInstance}
 */
function create(app) {
  const observed = observedView(app);
  const face = observedApp(app);
  if (!observed || !face || observed.contexts.length === 0) {
    const empty = observed ? emptyState("No context was observed.", "The observations hold no record of a context: the run ended before a request, or an event stream was given, which has none.") : emptyState("No observed context.", HOW_TO_CAPTURE);
    return emptyStage(app, "observed", empty, observed ? el("div", { class: "view-body" }, advanced(app)) : null);
  }
  const words = (/** @type {number} */ place) => evidence(app, observed, place);
  const stage = new ObservedStage(app, "observed", {
    make: (place) => {
      const context = observed.contexts[place];
      const made = new ContextReader(face, sourceOf(observed, place), { evidence: words(place), name: `the observed context of ${requestWords(context.request)}` });
      if (context.missing) made.element.prepend(el("div", { class: "view-notices" }, notice("warning", context.missing)));
      if (context.messages === 0) made.element.append(emptyState("This context holds no message.", "It was observed before anything was said."));
      return made;
    },
    evidence: words,
    about: (place) => facts(app, observed.contexts[place]),
  });
  return {
    ...stage.instance(),
    reveal: (target) => {
      const place = target.detail?.observed;
      if (typeof place === "number" && observed.contexts[place]) {
        stage.choose(place);
        return true;
      }
      return stage.reader?.reveal(own(target)) ?? false;
    },
  };

  /** A target of the session as this context has it: its message may stand here in another form. @param {Target} target */
  function own(target) {
    const { reader } = stage;
    if (!reader || !face || target.row === undefined) return target;
    if (reader.rows.some((row) => row.row === target.row || row.holder === target.row)) return target;
    const item = app.data.rows?.item[target.row];
    const match = reader.rows.find((row) => face.data.sources.get(row.row) === item);
    return match ? { ...target, row: match.row } : target;
  }
}

/**
 * "Last observed Pi-stage context · request 6 · …": what it is, then what is not in it.
 * @param {App} app
 * @param {ObservedView} observed
 * @param {number} place
 */
function evidence(app, observed, place) {
  const { captured, request, following } = observed.contexts[place];
  const last = place === observed.last;
  const follow = following < 0 ? "its leaf is not on the active branch" : `${plural(following, "context entry follows", "context entries follow")}`;
  return `${last ? "Last observed" : "Observed"} Pi-stage context · ${requestWords(request)} · ${leafWords(captured)} · ${capturedText(app, captured, last ? "clock" : "full")} · ${follow}. ${app.meta.labels["context.observed"] ?? ""}`;
}

/** @param {App} app @param {ObservedContextPart} context */
function facts(app, context) {
  const { captured } = context;
  const row = context.answer < 0 ? -1 : app.data.row(context.answer);
  const usage = context.tokens === null ? unavailable("not recorded") : `${tokens(context.tokens)} tokens${context.window === null ? "" : ` of ${tokens(context.window)}`}, Pi’s estimate at that moment`;
  const list = metaList(
    [
      ["Captured", el("span", null, capturedTime(app, captured, "exact"), `, ${runWords(app, captured)}, `, placeNode(app, captured))],
      ["Leaf", leafLink(app, captured)],
      ["Turn", el("span", null, outcomeWords(context.outcome), row >= 0 ? [", answer ", app.jumpLink(app.data.rows?.id[row] || `line ${count(app.data.rows?.line[row] ?? 0)}`, { view: entryView(app), row }, { class: "id" })] : null)],
      ["Model", context.model ? inlineText(context.model) : unavailable("not recorded")],
      ["Thinking level", context.thinking ? inlineText(context.thinking) : unavailable("not recorded")],
      ["Messages", count(context.messages)],
      ["Context usage", usage],
      ["Cut", observerCuts(captured)],
    ],
    "wide",
  );
  return el("details", { class: "observed-facts" }, el("summary", null, "About this observation, and Advanced"), list, advanced(app));
}

/** Payloads and runtime prompts stand by themselves and are joined with nothing (CTX-10, CTX-11). @param {App} app */
function advanced(app) {
  /** @type {PayloadView | null} */
  const payloads = app.data.optional("payloads");
  /** @type {RuntimePromptView | null} */
  const prompts = app.data.optional("runtime-prompt");
  return el("div", { class: "observed-advanced" }, el("span", { class: "observed-advanced-title" }, "Advanced"), app.has("payload") ? button(`Provider payloads ${count(payloads?.total ?? 0)}`, () => app.open("payload")) : null, app.has("runtime-prompt") ? button(`Runtime prompt ${count(prompts?.prompts.length ?? 0)}`, () => app.open("runtime-prompt")) : null);
}

/** @type {View} */
export const view = {
  name: "observed",
  title: "Observed",
  order: 11,
  place: "tab",
  tab: "context",
  under: "context",
  lead: (app) => (observedView(app)?.contexts.length ?? 0) > 0,
  create,
};
