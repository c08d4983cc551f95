// What the server says: the same shapes as in crates/ferz-cli/src/studio/view.rs and table.rs.

export type Side = "white" | "black";
export type Ground = "light" | "dark" | "hole";

export interface Square {
  name: string;
  ground: Ground;
  region?: number;
  label?: string;
}

export interface PieceType {
  name: string;
  letter: string;
  words: string;
  notation: string;
  royal: boolean;
  /** True if it belongs to nobody. */
  neutral: boolean;
  /** White's figure and Black's: the insides of SVGs of 45 by 45. */
  figures: [string, string];
  /** The same made from the movement. */
  compass: [string, string];
  /** The same with the characters of the game. */
  kanji?: [string, string];
  /** True if they point towards the enemy, and turn with the board. */
  pointed: boolean;
}

export interface Choice {
  name: string;
  ask: string;
  values: string[];
  value: string;
}

export interface Variant {
  title: string;
  year: string | null;
  inventors: string[];
  files: number;
  ranks: number;
  /** True if its squares are hexagons: files stand upright, ranks slope down to the right. */
  hexagons: boolean;
  /** From the first rank's first file, rank by rank. */
  squares: Square[];
  regions: string[];
  walls: { file: number; rank: number; edge: "right" | "above" }[];
  pieces: PieceType[];
  options: Choice[];
  /** The number of start positions; 1 if pieces are not shuffled. */
  starts: number;
  /** True if there can be walls on its squares. */
  has_walls: boolean;
}

export interface Piece {
  square: string;
  type: number;
  side: Side | "neutral";
  /** True if it has promoted, and shows it. */
  promoted?: boolean;
}

/** Pieces of a type in hand. */
export interface Held {
  type: number;
  /** Its place in the hand: where moves that drop it begin. */
  from: string;
  /** Null if there are as many as wanted. */
  count: number | null;
}

export interface Move {
  /** In coordinate notation, by which it is played. */
  move: string;
  san: string;
  from: string;
  to: string;
  kind: "move" | "capture" | "special";
  /** The words that tell it from others between the same squares. */
  words: string;
  /** The piece that the moving one becomes. */
  becomes?: number;
}

export interface Position {
  ply: number;
  fen: string;
  side: Side;
  check: boolean;
  result: { winner: Side | null; reason: string; words: string } | null;
  pieces: Piece[];
  /** The squares on which there are walls. */
  walled?: string[];
  moves: Move[];
  number: number;
  /** Plies without progress, and after how many of them the game ends. */
  idle: [number, number | null];
  remembered: string[];
  /** The hands of White and Black; null where nothing is dropped. */
  hands: [Held[], Held[]] | null;
  last: string[];
  material: Material;
}

/** The material balance, measured from the start position. */
export interface Material {
  /** The pieces of which White has more than Black, and those of which Black has. */
  more: [More[], More[]];
  /** The difference in points, for White. */
  points: number;
}

export interface More {
  type: number;
  count: number;
}

export type Origin = { "built-in": string } | { file: string };
export type Seat = "person" | "engine";

export interface Seats {
  white: Seat;
  black: Seat;
  level: number;
}

/** The time for the game and the increment of each turn, in seconds. */
export interface TimeControl {
  seconds: number;
  increment: number;
}

export interface Clock extends TimeControl {
  /** The milliseconds left to White and Black. */
  left: [number, number];
  /** The side whose time runs. */
  running: Side | null;
  paused: boolean;
}

export interface Made {
  san: string;
  move: string;
  side: Side;
  says: string | null;
}

/** A move of the game or of a variation with what is written about it; the first stands for the beginning. */
export interface Note {
  /** The place of the move before it in the list. */
  after: number;
  move: string;
  san: string;
  side: Side;
  number: number;
  comment: string;
  marks: number[];
}

export interface Table {
  id: string;
  title: string;
  origin: Origin;
  revision: number;
  rules: number;
  note: string | null;
  /** True if it can be started again. */
  moved: boolean;
  seats: Seats;
  clock: Clock | null;
  /** The highest level of the engine; the lowest is 1. */
  levels: number;
  thinking: boolean;
  start: string | null;
  first: number;
  options: Choice[];
  made: Made[];
  notes: Note[];
  ahead: number;
  position: Position;
}

export interface Hint {
  move: string;
  line: string[];
  value: number | null;
  mate: number | null;
}

/** A line that the engine has found. */
export interface Line {
  /** Its number among the best, from 1. */
  number: number;
  depth: number;
  /** The score for White, as of a hint. */
  value: number | null;
  mate: number | null;
  /** The squares of its first move. */
  from: string;
  to: string;
  moves: string[];
  sans: string[];
  nodes: number;
  time: number;
}

/** A position that was set up, and what a game file says for it. */
export interface Placed {
  position: Position;
  example: string;
  setup: string;
}

export interface Place {
  file: string;
  line: number;
  column: number;
  offset: number;
  end_offset: number;
  text: string;
}

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

export interface Document {
  path: string;
  name: string;
  revision: number;
  /** The text on the disk. */
  text: string;
  /** True if a page of the studio saved that. */
  saved_here: boolean;
  /** The text of the editor, where that is another. */
  draft: string | null;
  /** The text on the disk that the draft began from. */
  base: string | null;
  /** Counts the texts of the editor. */
  edition: number;
  /** True if the draft outlives the program. */
  kept: boolean;
  /** Why the file can't be read any more. */
  unreadable: string | null;
  /** True if there are rules to play by. */
  playable: boolean;
  sound: boolean;
  problems: Problem[];
}

export interface Library {
  games: { name: string; title: string; year: string | null; files: number; ranks: number; family: string | null; starts: number; usual_start: number; options: Choice[] }[];
  files: { id: number; path: string; title: string | null; sound: boolean; options: Choice[] }[];
  recent: { id: string; title: string; origin: Origin; moves: number }[];
  first: Origin | null;
  keeps: boolean;
  levels: { highest: number; usual: number };
}

export type Event =
  | { kind: "table"; id: string; revision: number }
  | { kind: "file"; id: number; revision: number }
  | { kind: "missed" };
