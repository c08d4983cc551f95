// What the server says, made from the program's types, and what is said besides.

import type { Change } from "./said.js";

export type * from "./said.js";

export type Side = "white" | "black";

export interface Place {
  file: string;
  line: number;
  column: number;
  offset: number;
  end_offset: number;
  text: string;
}

/** A diagnostic, as `ferz check --format json` has it. */
export interface Problem {
  code: string;
  severity: "error" | "warning" | "advice";
  message: string;
  file?: string;
  line?: number;
  column?: number;
  help?: string;
  labels: Place[];
  suggestions: { start?: number; end?: number; offset?: number; end_offset?: number; text: string }[];
}

/** Something the page shows has changed, or changes were missed. */
export type Event = Change | { kind: "missed" };
