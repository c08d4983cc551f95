// The moves of a game with their variations, as one tree.

import type { Made, Note, Side, Table } from "./types.js";

export interface Node {
  move: string;
  san: string;
  side: Side;
  number: number;
  says: string | null;
  comment: string;
  marks: number[];
  before: Node | null;
  /** The move of the game comes first, if it is here. */
  next: Node[];
}

/** Moves from the beginning, in coordinate notation. */
export type Path = string[];

const beginning = (): Node => ({ move: "", san: "", side: "black", number: 0, says: null, comment: "", marks: [], before: null, next: [] });

/** The tree of a game; without notes, there is a node for every move of the game all the same. */
export function grown({ made, notes, first }: Table): Node {
  const root = beginning();
  let at = root;
  let number = first;
  for (const { move, san, side, says } of made) {
    if (side === "white" && at.side === "black" && at !== root) number++;
    at = added(at, { ...beginning(), move, san, side, says, number });
  }
  const [begun, ...others] = notes;
  if (begun) Object.assign(root, { comment: begun.comment });
  const nodes: Node[] = [root];
  for (const note of others) nodes.push(noted(nodes[note.after]!, note));
  return root;
}

function added(before: Node, node: Node): Node {
  before.next.push(node);
  return Object.assign(node, { before });
}

/** The node of a note, which may be a move of the game. */
function noted(before: Node, { move, san, side, number, comment, marks }: Note): Node {
  const node = before.next.find((one) => one.move === move) ?? added(before, { ...beginning(), move, san, side, number });
  return Object.assign(node, { comment, marks });
}

/** The node at the end of a path, or the last one that is there. */
export function follow(root: Node, path: Path): Node {
  let at = root;
  for (const move of path) at = at.next.find((one) => one.move === move) ?? at;
  return at;
}

export function pathTo(node: Node): Path {
  const path: Path = [];
  for (let at: Node | null = node; at?.before; at = at.before) path.unshift(at.move);
  return path;
}

/** The moves of the game as a path. */
export const mainLine = (made: Made[]): Path => made.map(({ move }) => move);

export const sameOf = (one: Path, other: Path) => one.length === other.length && one.every((move, index) => move === other[index]);

/** The signs of numeric annotation glyphs, in the order in which they are offered. */
export const MARKS = new Map([
  [3, "!!"],
  [1, "!"],
  [5, "!?"],
  [6, "?!"],
  [2, "?"],
  [4, "??"],
]);

export const signs = (marks: number[]) => marks.map((mark) => MARKS.get(mark) ?? `$${mark}`).join("");

// ---- arrows, circles and scores, which a comment has in commands, as other programs write them

export interface Shape {
  colour: string;
  from: string;
  /** The same as `from` for a circle. */
  to: string;
}

/** A score for White: hundredths of the most numerous piece, or a mate in so many plies, below 0 against White. */
export interface Score {
  value: number | null;
  mate: number | null;
}

/** A comment in parts. */
export interface Comment {
  words: string;
  shapes: Shape[];
  score: Score | null;
}

const COMMAND = /\s*\[%c[sa]l\s+([^\]]*)\]/g;
const SCORE = /\s*\[%eval\s+(#?)([+-]?\d+(?:\.\d+)?)[^\]]*\]/g;

/** Parts a comment. */
export function parted(comment: string): Comment {
  const shapes: Shape[] = [];
  let score: Score | null = null;
  for (const [, list] of comment.matchAll(COMMAND)) {
    for (const [, colour, from, to] of list!.matchAll(/([A-Z])([a-z]\d+)([a-z]\d+)?/g)) shapes.push({ colour: colour!, from: from!, to: to ?? from! });
  }
  for (const [, mate, number] of comment.matchAll(SCORE)) {
    const worth = Number(number);
    // a mate in one move is one ply away
    score = mate ? { value: null, mate: worth * 2 - Math.sign(worth) } : { value: Math.round(worth * 100), mate: null };
  }
  return { words: comment.replaceAll(COMMAND, "").replaceAll(SCORE, "").trim(), shapes, score };
}

/** A comment of its parts. */
export function joined({ words, shapes, score }: Comment): string {
  const circles = shapes.filter(({ from, to }) => from === to).map(({ colour, from }) => colour + from);
  const arrows = shapes.filter(({ from, to }) => from !== to).map(({ colour, from, to }) => colour + from + to);
  const worth = score && (score.mate !== null ? `#${score.mate < 0 ? "-" : ""}${Math.ceil(Math.abs(score.mate) / 2)}` : ((score.value ?? 0) / 100).toFixed(2));
  const commands = [circles.length > 0 && `[%csl ${circles.join(",")}]`, arrows.length > 0 && `[%cal ${arrows.join(",")}]`, worth && `[%eval ${worth}]`];
  return [words.trim(), ...commands].filter(Boolean).join(" ");
}
