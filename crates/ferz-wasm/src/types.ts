/** A side of the game. */
export type Side = "white" | "black";

/** Values of options, by the names of the options. */
export type Options = Record<string, string>;

/** A place in a text. Lines and columns count from 1; offsets are in bytes of UTF-8. */
export interface Place {
  file: string;
  line: number;
  column: number;
  offset: number;
  end_offset: number;
  text: string;
}

/** A diagnostic: what is wrong with a game file, where, and what to do about it. */
export interface Problem {
  code: string;
  severity: "error" | "warning" | "advice";
  message: string;
  file?: string;
  line?: number;
  column?: number;
  help?: string;
  labels: Place[];
}

/** What is thrown for a game file or a choice of options that can't be played. */
export interface GameError extends Error {
  problems: Problem[];
}

export interface PieceInfo {
  name: string;
  letter: string;
  words: string;
  notation: string;
  royal: boolean;
}

export interface OptionInfo {
  name: string;
  ask: string;
  values: string[];
  value: string;
}

export interface MoveInfo {
  /** In coordinate notation, as in UCI. */
  uci: string;
  san: string;
  /** Null for a drop or a pass. */
  from: string | null;
  to: string | null;
  side: Side;
  capture: boolean;
  drop: boolean;
  /** The name of the piece type that it promotes to. */
  promotion: string | null;
}

export interface PieceOnBoard {
  square: string;
  piece: string;
  letter: string;
  side: Side;
}

export interface Outcome {
  /** Null for a draw. */
  winner: Side | null;
  /** The name of the rule that ended the game. */
  reason: string;
  /** `1-0`, `0-1` or `1/2-1/2`. */
  result: string;
}

/** Limits of a search: give at least one of `depth`, `nodes`, `time` and `level`. */
export interface Limits {
  depth?: number;
  nodes?: number;
  /** Milliseconds. */
  time?: number;
  /** The number of best lines (MultiPV); 1 by default. */
  lines?: number;
  /** The level of play, from 1; full strength by default. */
  level?: number;
  /** The random seed, below full strength. */
  seed?: number;
  /** The moves to search, in any notation; all by default. */
  moves?: string[];
}

export interface Line {
  /** Its number among the best lines, from 1. */
  number: number;
  depth: number;
  /** For the side to move: hundredths of the most numerous piece. Null if a win or loss has been found. */
  value: number | null;
  /** Plies to a win, or negative, to a loss. Null if neither has been found. */
  mate: number | null;
  pv: string[];
  nodes: number;
  /** Milliseconds. */
  time: number;
}

export interface Analysis {
  /** Null when the game is over. */
  best: string | null;
  ponder: string | null;
  lines: Line[];
  nodes: number;
  /** Milliseconds. */
  time: number;
}
