/**
 * The extension point of the client, as types. A view is one module `views/<name>.js` that exports `const view`, a
 * {@link View}, and imports what it needs from the modules beside `main.js`; it never touches another view.
 */

type Child = Node | string | null | undefined | false | Child[];

/** Attributes; `class`, `text` and `on` are set as such, false, null and undefined are skipped. */
interface ElementSpec {
  class?: string | null;
  text?: string | number;
  on?: Record<string, (event: any) => void>;
  [attribute: string]: unknown;
}

/** A view as its module declares it. */
interface View {
  /** Name in the fragment: lower case letters, unique. */
  name: string;
  /** Words on its tab or button, and heading of its panel. */
  title: string;
  /** Place among its siblings, small first. */
  order: number;
  /**
   * "tab": below a primary tab (see `tab`). "panel": a drawer opened from the header. "side": beside all views of its
   * primary tab (Event details), never shown alone. "background": no element of its own.
   */
  place?: "tab" | "panel" | "side" | "background";
  /** Primary tab it belongs to: "context", "session", "cache" or "environment"; default is its own name. */
  tab?: string;
  /** Panels: whether a button stands at the right of the tabs; else it is reached from a fact in the header or a link. */
  button?: boolean;
  /** The view under whose tab this one is shown; it has no tab of its own. */
  under?: string;
  /** Whether its primary tab opens with this view although another stands before it. */
  lead?(app: App): boolean;
  /** Short figure beside the title ("3"), or empty. */
  badge?(app: App): string;
  /** Keys of this view, listed in the help. With `everywhere` they act on every view, else while it is shown. */
  keys?(app: App): Key[];
  /** Why a part of an address that this view alone knows names nothing here; empty when it does. */
  unknown?(app: App, route: Route): string;
  /** Facts for the header line, in `order` among those that the page itself gives (10, 20 … 70). */
  facts?(app: App): Fact[];
  /** Makes the view; called once, on first showing. */
  create(app: App): ViewInstance;
}

interface ViewInstance {
  element: HTMLElement;
  /** Toolbar, placed in the bar under the primary tabs, in one line with the secondary tabs. */
  bar?: HTMLElement;
  /** Called each time the view becomes visible; lists that keep scroll positions restore them here. */
  show?(): void;
  hide?(): void;
  /** `/`; false when there is no search. */
  focusSearch?(): void;
  /** Show a target; false when it can't be shown here. */
  reveal?(target: Target): boolean;
}

/** What a fragment names; empty parts are not named. */
interface Route {
  view: string;
  entry: string;
  leaf: string;
  /** Id of a captured occurrence; the address of an entry has none. */
  execution?: string;
}

/** What a jump points at. `row` and `item` are indices of the payload, `entry` a recorded id; each view takes what it knows. */
interface Target {
  view?: string;
  entry?: string;
  row?: number;
  item?: number;
  segment?: number;
  /** Id of a captured occurrence. */
  execution?: string;
  /** Anything that one view alone understands (a tab of Event details, a filter). */
  detail?: Record<string, unknown>;
}

interface Key {
  /** `KeyboardEvent.key`, such as "/" or "[". */
  key: string;
  words: string;
  everywhere?: boolean;
  run(): void;
}

interface Fact {
  order: number;
  /** Text around the emphasised part: ["", "3 errors", ""]. */
  parts: [string, string, string];
  tone?: "error" | "link";
  run?(): void;
}

/** Why a part of the report is not there: HTML-7 keeps the three apart. */
interface Missing {
  reason: "damaged" | "left-out" | "none";
}

/** What a view gets from the page. */
interface App {
  readonly data: import("./data.js").Data;
  readonly meta: Meta;
  /** Whether a view is part of this report; a link to one that is not must not be drawn. */
  has(view: string): boolean;
  /** Go somewhere, with a history entry; the target view's `reveal` gets the target. */
  jump(target: Target): void;
  /** The fragment that leads to a target. */
  link(target: Target): string;
  /** Go to the next or previous error of the active branch, wrapping. */
  stepError(step: 1 | -1): void;
  /** Open a view as a drawer, or show its tab. */
  open(view: string): void;
  /** Name of the view that is shown. */
  readonly view: string;
  /** Say something to screen readers; `shown` also for a few seconds on the page. */
  announce(words: string, shown?: boolean): void;
  /** Copy a text; says how it went, and offers the text for selection where copying is forbidden. */
  copy(text: string, what: string): Promise<void>;
  /** A `<time>` that follows the reader's choice of zone. */
  time(ms: number | null | undefined, style: "full" | "clock" | "short" | "date" | "exact", bad?: string): HTMLElement;
  /** As text, in the chosen zone at this moment. */
  timeText(ms: number | null | undefined, style: "full" | "clock" | "short" | "date" | "exact", bad?: string): string;
  /** A link that jumps; plain text when the view is not part of the report. */
  jumpLink(words: string, target: Target, spec?: ElementSpec): HTMLElement;
  /** Called when the zone or the theme changes. */
  onChange(run: (what: "zone" | "theme") => void): void;
  /** State that views of one primary tab share (a selection), by name; lives in memory only. */
  readonly shared: Map<string, unknown>;
  /** A limit of this report by its name in `meta.bounds`, or the fallback. */
  bound(name: string, fallback: number): number;
  /** A dialog with a heading; returns a function that closes it. */
  dialog(title: string, content: Node, options?: { drawer?: boolean; wide?: boolean; onClose?: () => void }): () => void;
}

/** What the page's own parts get beyond {@link App}. */
interface PageHost extends App {
  readonly views: Map<string, View>;
  readonly local: boolean;
  help(): void;
  toggleZone(): void;
  theme(): string;
  applyTheme(theme: string): void;
}

/** A piece of displayed text: class names of terminal colours, and the name of an invisible control ("" for text). */
interface Run {
  text: string;
  style: string;
  mark: string;
}

/** A bucket of the minimap: places [start, end) of the sequence, shares of the categories summing to 1. */
interface Bucket {
  start: number;
  end: number;
  shares: number[];
}

/** A piece of pretty-printed JSON; mark: punctuation, note: words of this report. */
interface Token {
  text: string;
  kind: "key" | "string" | "number" | "word" | "mark" | "note";
}

/** A context to read: entries in Pi's order and what is known about the rest (as element "context" has it). */
interface ContextSource {
  entries: { item: number; edit: number; omitted: boolean }[];
  /** Place in `entries` after which `gapSegments` earlier segments were left out; -1: before all of them. */
  gapAfter: number;
  gapSegments: number;
  compactedMessages: number;
  compactionItem: number;
  promptStored: boolean;
  toolsStored: boolean;
}

/** One row of the reader: a segment, or one thing that is not there. */
interface ContextRow {
  key: string;
  kind: "segment" | "absent" | "gap" | "compacted" | "lost" | "replaced" | "same";
  category: number;
  /** Entry it stands for. */
  item: number;
  row: number;
  /** Row whose detail holds the value: that of the edit where one replaced the content. */
  holder: number;
  segment: number;
  edit: number;
  /** How it stands to the model, or in a comparison to the other side. */
  state: "" | "omitted" | "replaced" | "not-sent" | "hidden" | "changed" | "only-observed" | "only-session";
  part: number;
  parts: number;
  figure: number;
}

/** One part of a segment's body. */
interface BlockPart {
  kind: "text" | "json" | "image" | "note";
  title: string;
  text: string;
  value: any;
  /** JSON pointer of the value in its detail. */
  pointer: string;
}
