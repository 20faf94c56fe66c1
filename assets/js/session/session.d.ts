/** What the Session views add to the client's types. */

/** A tab of Event details. A view that only adds one declares `place: "background"` and `detailTabs`. */
interface DetailTab {
  /** Unique; "content", "metadata" and "raw" are taken. */
  name: string;
  title: string;
  /** Content is 10, Metadata 90, Raw 100. */
  order: number;
  /** Whether the tab applies to an entry; a tab that does not is not drawn, and Content takes its place. */
  applies?(app: App, row: number): boolean;
  /** Makes the panel's content for an entry, each time it is shown. */
  create(app: App, row: number): Node;
}

/** What Event details shows that is no entry: `SessionModel.setSubject({kind, key})` asks for it. */
interface DetailSubject {
  kind: string;
  /** Title, facts and links of the head. */
  head(app: App, key: number): { title: Child; facts: Child; links: Child };
  tabs(app: App, key: number): { name: string; title: string; create(): Node }[];
}

interface View {
  /** Tabs that the view adds to Event details. */
  detailTabs?: DetailTab[];
  /** A kind of thing beside entries that the view shows in Event details. */
  subject?: DetailSubject;
  /** Whether the drawer of Event details opens on narrow screens while this view is shown. */
  opensDetails?: boolean;
}

interface App {
  readonly views: Map<string, View>;
}

/** Where a walk to the root ends: at a root, at a parent that is not in the file, or at an entry seen before. */
interface EntryPath {
  /** Items from the root end to the entry asked for. */
  items: number[];
  end: "root" | "missing" | "cycle";
  /** The item that the walk would have come to again; -1 without a cycle. */
  again: number;
}

/** One row of the Branch view's whole tree, in the order of display. */
interface TreeUnit {
  key: string | number;
  kind: "row" | "gap" | "heading";
  row: number;
  /** First item of a gap, item of a row, -1 for a heading. */
  item: number;
  /** Items of a gap, members of a heading's group; 1 for a row. */
  figure: number;
  /** Unit above, -1 for none. */
  parent: number;
  /** Absolute level, from 1. */
  level: number;
  /** One past the last unit below. */
  end: number;
  words: string;
}

/** A unit that the Branch view shows under its filters. */
interface TreeLine {
  unit: number;
  /** Shown only because something below it matches. */
  ancestor: boolean;
  /** Children that are shown or would be if the unit were open. */
  children: number;
  closed: boolean;
  /** Branch points above, among what is shown. */
  indent: number;
  place: number;
  siblings: number;
}

/** A turn of History. */
interface Turn {
  key: string;
  /** Number of the prompt on the path, 0 before the first. */
  number: number;
  /** Row of the prompt, -1 before the first. */
  prompt: number;
  parts: TurnPart[];
  entries: number;
  tools: number;
  errors: number;
  /** USD; null when it can't be told. */
  cost: number | null;
  /** ms between its first and last recorded point; null when one is not readable. */
  span: number | null;
}

type TurnPart = { kind: "row"; row: number } | { kind: "gap"; key: string; item: number; figure: number };

/** A row of History. */
interface HistoryLine {
  key: string | number;
  kind: "turn" | "row" | "gap" | "end" | "outside";
  row: number;
  turn: number;
  figure: number;
  words: string;
}

/** Conditions of a list of entries; empty strings ask nothing. */
interface EntryFilter {
  kinds: Set<string>;
  internal: boolean;
  type: string;
  role: string;
  tool: string;
  model: string;
  label: string;
  from: string;
  to: string;
  standing: string;
  query: string;
}

type SessionModel = import("./model.js").SessionModel;
type EntryLine = import("./list.js").Line;
type EntryCondition = "type" | "role" | "tool" | "model" | "label" | "from" | "to" | "standing";
