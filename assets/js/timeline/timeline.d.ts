/** What the timeline adds to the client's types. */

/** A stretch of the axis: times [start, end] in ms at units [from, to]. */
interface AxisPart {
  start: number;
  end: number;
  from: number;
  to: number;
  /** Idle and compressed. */
  gap: boolean;
}

/** One thing on the axis. */
interface TimelineItem {
  key: string;
  kind: "entry" | "execution";
  /** Row of an entry, place of an execution. */
  index: number;
  /** ms; null without a place on the axis. */
  start: number | null;
  /** Equal to `start` for a point. */
  end: number | null;
  interval: boolean;
  /** Lane from the top, log lanes first. */
  lane: number;
  look: "user" | "assistant" | "result" | "neutral" | "call";
  bad: boolean;
}
