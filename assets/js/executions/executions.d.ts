/** What the views of captured executions add to the client's types. */

type ExecutionModel = import("./model.js").ExecutionModel;

/** A row of Captured executions: a run, or an execution below its run or parent. */
interface ExecutionLine {
  key: string | number;
  /** Place of the execution, -1 for a run. */
  place: number;
  run: number;
  level: number;
  /** Place among its siblings, from 1. */
  at: number;
  of: number;
  /** Children that are shown or would be if it were open. */
  children: number;
  /** Shown only because something below it matches. */
  ancestor: boolean;
}
