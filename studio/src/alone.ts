// A board in a page that stands alone: it knows the moves of the positions that were worked out beforehand, and says where they end.

import { Board } from "./board.js";
import { byId, html, signed } from "./dom.js";
import { dressed, sideName } from "./figures.js";
import { spelled } from "./spelling.js";
import type { Move, Piece, Position, Variant } from "./types.js";

interface Tree {
  variant: Variant;
  nodes: { position: Omit<Position, "pieces" | "moves">; moves: string[][]; next: (number | null)[] }[];
  line: number[];
  sans: string[];
}

const tree = JSON.parse(byId("tree").textContent ?? "{}") as Tree;
const spelling = spelled(tree.variant);
const host = html("div", { class: "host" });
const status = html("p", { class: "status", role: "status" });
const moves = html("ol", { class: "record", "aria-label": "Moves" });
const board = new Board(host, { play }, "Board");

const [top, low] = [html("div", { class: "beside" }), html("div", { class: "beside" })];

/** Puts each hand on its player's side. */
function orient(): void {
  const { white, black } = board.hands;
  top.replaceChildren((board.turned ? white : black).element);
  low.replaceChildren((board.turned ? black : white).element);
}

/** The nodes gone through, the last is shown; and the moves between them. */
let path = [...tree.line];
let sans = [...tree.sans];
let at = path.length - 1;

/** The pieces of a FEN: letters as the pieces have them, perhaps marked as promoted, and numbers of empty squares; hands aside. */
function pieces(fen: string): Piece[] {
  const found: Piece[] = [];
  const rows = fen.split(" ")[0]!.replace(/\[.*/, "").split("/");
  rows.forEach((row, index) => {
    let file = 0;
    for (const [, word, marked] of row.matchAll(/(\d+|\+?[^\d+~])(~?)/g) as Iterable<string[]>) {
      if (word === undefined) continue;
      if (/\d/.test(word)) {
        file += Number(word);
        continue;
      }
      // a wall or a square out of play
      if (word === "*" && !tree.variant.pieces.some((one) => one.letter === "*")) {
        file++;
        continue;
      }
      const white = word === word.toUpperCase();
      const type = tree.variant.pieces.findIndex((one) => one.letter === word.toUpperCase());
      const form = word.startsWith("+") && tree.variant.pieces.some((one) => `+${one.letter}` === word.toUpperCase());
      const promoted = !!marked || form;
      found.push({ square: `${String.fromCharCode(97 + file)}${rows.length - index}`, type, side: white ? "white" : "black", promoted });
      file++;
    }
  });
  return found;
}

function position(at: number): Position {
  const { position, moves } = tree.nodes[at]!;
  const move = ([move, san, from, to, kind, words]: string[]) => ({ move, san, from, to, kind, words }) as Move;
  return { ...position, pieces: pieces(position.fen), moves: moves.map(move) };
}

function play(move: Move): void {
  const node = tree.nodes[path[at]!]!;
  const way = node.moves.findIndex((one) => one[0] === move.move);
  const next = node.next[way];
  if (next === null || next === undefined) {
    go(at);
    status.textContent = `${spelling.move(move.san)} is legal, but this page doesn't know what follows it. To play on, open this FEN in ferz: ${node.position.fen}`;
    return;
  }
  path = [...path.slice(0, at + 1), next];
  sans = [...sans.slice(0, at), move.san];
  go(at + 1);
}

function go(to: number): void {
  at = Math.max(0, Math.min(to, path.length - 1));
  const node = tree.nodes[path[at]!]!;
  board.update({ ...position(path[at]!), ply: at }, !node.position.result);
  const known = node.next.filter((next) => next !== null).length;
  const more = known < node.next.length ? ` The page knows what follows ${known} of ${node.next.length} moves.` : "";
  status.textContent = node.position.result ? node.position.result.words : `${sideName(tree.variant, node.position.side)} to move.${more}`;
  moves.replaceChildren(
    ...sans.map((san, index) =>
      html("li", {}, html("button", { type: "button", class: "quiet", "aria-current": index + 1 === at ? "step" : null, click: () => go(index + 1) }, spelling.move(san))),
    ),
  );
}

byId("alone").append(
  html("h1", {}, tree.variant.title),
  top,
  host,
  low,
  status,
  html(
    "div",
    { class: "controls", role: "group", "aria-label": "Game" },
    signed("first", "To the beginning", () => go(0)),
    signed("back", "Previous move", () => go(at - 1)),
    signed("on", "Next move", () => go(at + 1)),
    signed("last", "To the last move", () => go(path.length - 1)),
    signed("turn", "Flip the board", () => (board.turn(), orient())),
    signed("again", "The game as it was played", () => ((path = [...tree.line]), (sans = [...tree.sans]), go(path.length - 1))),
  ),
  moves,
);
board.show(dressed(tree.variant));
orient();
go(at);
