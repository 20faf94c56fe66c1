// Writes sessions with Pi's own SessionManager under a clock and ids of our own, so that the bytes repeat.
import crypto from "node:crypto";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const RealDate = Date;

/** USD per million tokens; invented. */
const PRICES = {
  "claude-sonnet-4-5": { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  "claude-haiku-4-5": { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
  "gpt-5-mini": { input: 0.25, output: 2, cacheRead: 0.025, cacheWrite: 0 },
};

export const MODELS = {
  sonnet: { api: "anthropic-messages", provider: "anthropic", model: "claude-sonnet-4-5" },
  haiku: { api: "anthropic-messages", provider: "anthropic", model: "claude-haiku-4-5" },
  mini: { api: "openai-responses", provider: "openai", model: "gpt-5-mini" },
};

const CACHE_LIFETIME_MS = 5 * 60_000;
const TOKENS_PER_CHARACTER = 0.29;
const TOKENS_PER_IMAGE = 380;

const digest = (words, encoding) => crypto.createHash("sha256").update(words).digest(encoding);

/** Loads Pi from its package folder with the clock and the id source replaced first. */
export async function loadPi(folder, start) {
  const clock = { ms: RealDate.parse(start) };
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      if (args.length) super(...args);
      else super(clock.ms);
    }
    static now() {
      return clock.ms;
    }
  };
  let n = 0;
  crypto.randomUUID = () => {
    const hex = digest(`id ${++n}`, "hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
  syncBuiltinESMExports();
  const pi = await import(pathToFileURL(path.join(path.resolve(folder), "dist", "index.js")).href);
  return { pi, clock };
}

/** Characters of everything a provider would be sent, pictures apart. */
function measure(value) {
  let chars = 0, images = 0;
  const stack = [value];
  while (stack.length) {
    const item = stack.pop();
    if (typeof item === "string") chars += item.length;
    else if (item && typeof item === "object") {
      if (item.type === "image") images++;
      else for (const [key, part] of Object.entries(item)) if (!/signature|usage|details|nestedCalls/i.test(key)) stack.push(part);
    }
  }
  return Math.round(chars * TOKENS_PER_CHARACTER) + images * TOKENS_PER_IMAGE;
}

export class Story {
  constructor(pi, clock, manager, cwd) {
    Object.assign(this, { pi, clock, sm: manager, cwd, files: new Map(), model: MODELS.sonnet, level: "medium" });
    this.calls = 0;
    this.responses = 0;
    this.cache = new Map(); // model -> { tokens, at }
  }

  wait(seconds) {
    this.clock.ms += Math.round(seconds * 1000);
    return this;
  }

  system(message) {
    return this.sm.appendMessage({ role: "system", content: "", ...message, timestamp: this.clock.ms - 4 });
  }

  user(content, after = 20) {
    this.wait(after);
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
    return this.sm.appendMessage({ role: "user", content: blocks, timestamp: this.clock.ms - 3 });
  }

  useModel(model) {
    this.model = model;
    return this.sm.appendModelChange(model.provider, model.model);
  }

  useLevel(level) {
    this.level = level;
    return this.sm.appendThinkingLevelChange(level);
  }

  /** The provider forgets everything but the first `tokens` of what it has cached (a branch, a compaction). */
  keepCached(tokens) {
    for (const entry of this.cache.values()) entry.tokens = Math.min(entry.tokens, tokens);
  }

  price(usage, name = this.model.model) {
    const rate = PRICES[name];
    const cost = {};
    let total = 0;
    for (const part of ["input", "output", "cacheRead", "cacheWrite"]) {
      cost[part] = Number(((usage[part] * rate[part]) / 1e6).toFixed(9));
      total += cost[part];
    }
    cost.total = Number(total.toFixed(9));
    return { ...usage, totalTokens: usage.input + usage.output + usage.cacheRead + usage.cacheWrite, cost };
  }

  usage(output, warm = false) {
    const prompt = measure(this.sm.buildSessionProjection().messages);
    const old = this.cache.get(this.model.model);
    const alive = old && this.clock.ms - old.at < CACHE_LIFETIME_MS;
    const cacheRead = alive ? Math.min(old.tokens, prompt) : 0;
    const writes = PRICES[this.model.model].cacheWrite > 0;
    const fresh = writes ? Math.min(3, prompt - cacheRead) : prompt - cacheRead;
    const cacheWrite = writes && !warm ? prompt - cacheRead - fresh : 0;
    this.cache.set(this.model.model, { tokens: cacheRead + (warm ? 0 : prompt - cacheRead), at: this.clock.ms });
    return this.price({ input: warm ? 3 : fresh, output, cacheRead, cacheWrite });
  }

  /** One answer and the results of its calls. calls: [name, arguments, result]; result as tool() takes it. */
  say({ thinking, text, calls = [], seconds = 4, stop, output, ...extra }) {
    const usage = this.usage(output ?? Math.max(12, measure([thinking ?? "", text ?? "", calls.map((c) => c[1])])));
    const timestamp = this.clock.ms;
    const content = [];
    const anthropic = this.model.provider === "anthropic";
    if (thinking) {
      const seal = digest(`seal ${this.responses}`, "base64");
      content.push({ type: "thinking", thinking, thinkingSignature: anthropic ? `EqQB${seal}${digest(seal, "base64")}` : `{"id":"rs_${seal.slice(0, 12)}"}` });
    }
    if (text) content.push({ type: "text", text });
    const made = calls.map(([name, args, result]) => ({ id: `toolu_tally${String(++this.calls).padStart(3, "0")}`, name, args, result }));
    for (const call of made) content.push({ type: "toolCall", id: call.id, name: call.name, arguments: call.args });
    this.wait(seconds);
    const stopReason = stop ?? (calls.length ? "toolUse" : "stop");
    const message = {
      role: "assistant", content, ...this.model, usage, stopReason, timestamp,
      responseId: `${anthropic ? "msg" : "resp"}_tally${String(++this.responses).padStart(4, "0")}`,
      rawStopReason: { toolUse: "tool_use", stop: "end_turn", length: "max_tokens" }[stopReason],
      durationMs: Math.round(seconds * 1000), thinkingLevel: this.level, ...extra,
    };
    const id = this.sm.appendMessage(message);
    for (const call of made) if (call.result !== null) this.tool(call);
    return id;
  }

  /** An answer that the provider refused; Pi takes it out of the context before it tries again. */
  refused(errorMessage, seconds = 0.4) {
    const timestamp = this.clock.ms;
    this.wait(seconds);
    const zero = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };
    const id = this.sm.appendMessage({
      role: "assistant", content: [], ...this.model, usage: zero, stopReason: "error", timestamp,
      errorMessage, durationMs: Math.round(seconds * 1000), thinkingLevel: this.level,
    });
    this.sm.appendContextEdit(id, null);
    return id;
  }

  tool({ id, name, args, result }) {
    const made = result ?? this.onFile(name, args);
    const { text, image, seconds = 0.03, isError = false, ...rest } = typeof made === "string" ? { text: made } : made;
    this.wait(seconds);
    const content = [{ type: "text", text }];
    if (image) content.push({ type: "image", data: image, mimeType: "image/png" });
    this.lastResult = this.sm.appendMessage({
      role: "toolResult", toolCallId: id, toolName: name, content, ...rest, isError,
      durationMs: Math.round(seconds * 1000), timestamp: this.clock.ms - 1,
    });
    return this.lastResult;
  }

  /** read, edit and write act on the story's own files, so that diffs and contents agree with each other. */
  onFile(name, args) {
    const before = this.files.get(args.path);
    if (name === "write") {
      this.files.set(args.path, args.content);
      return `Wrote ${args.path}.`;
    }
    if (before === undefined) return { text: `No such file: '${this.cwd}/${args.path}'`, isError: true };
    if (name === "read") return before;
    let after = before;
    for (const { oldText, newText } of args.edits) {
      if (after.split(oldText).length !== 2) throw new Error(`the old text of an edit of ${args.path} is not unique`);
      after = after.replace(oldText, () => newText);
    }
    this.files.set(args.path, after);
    return {
      text: `Replaced ${args.edits.length} piece${args.edits.length > 1 ? "s" : ""} of ${args.path}.`,
      details: { ...this.pi.generateDiffString(before, after), patch: this.pi.generateUnifiedPatch(args.path, before, after) },
    };
  }

  shell(command, output, { exitCode = 0, hidden = false, after = 8, ...rest } = {}) {
    this.wait(after);
    return this.sm.appendMessage({
      role: "bashExecution", command, output, exitCode, cancelled: false, truncated: false, timestamp: this.clock.ms,
      ...(hidden ? { excludeFromContext: true } : {}), ...rest,
    });
  }

  warm() {
    const usage = this.usage(1, true);
    return this.sm.appendUsage("cache_warm", this.model.provider, this.model.model, usage).id;
  }

  compact(summary, keepFrom, details) {
    const before = measure(this.sm.buildSessionProjection().messages);
    const usage = this.price({ input: Math.round(before * 0.9), output: measure(summary), cacheRead: 0, cacheWrite: 0 });
    this.wait(9);
    const id = this.sm.appendCompaction(summary, keepFrom, before, details, false, usage);
    this.keepCached(measure(this.sm.getEntry(id).systemMessage));
    return id;
  }

  summarise(from, summary, details) {
    const usage = this.price({ input: 2210, output: measure(summary), cacheRead: 0, cacheWrite: 0 });
    this.wait(6);
    return this.sm.branchWithSummary(from, summary, details, false, usage);
  }
}

/** Copies what the manager wrote to `target`. */
export function keep(manager, target) {
  fs.copyFileSync(manager.getSessionFile(), target);
}
