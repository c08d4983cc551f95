// Moves to a square: how they are marked and said, and which of several is meant.

import { capital, html, present, svg } from "./dom.js";
import type { Move, Position } from "./types.js";

/** True if a move is chosen by its piece and this square: where that goes, or the piece that castles with it. */
export const leadsTo = (square: string) => (move: Move) => move.to === square || move.partner === square;

/** A position in which what a part of the turn puts on the board goes from where it is: from no square at first; so does what is removed. */
export function led(position: Position): Position {
  const { puts, moves } = position;
  // where pieces may move instead, what is put there is chosen by its square
  if (!puts || moves.some(({ from, to }) => from !== to)) return { ...position, puts: null };
  return { ...position, moves: moves.map((move) => ({ ...move, from: puts.from ?? "" })) };
}

/** The moves to a target, in words. */
export function can(moves: Move[]): string {
  const kinds = new Set(moves.map((move) => move.kind));
  if (kinds.has("special")) return moves.length > 1 ? "several moves to here" : `move to here: ${moves[0]!.words || "special"}`;
  if (!moves[0]!.from && kinds.has("capture")) return "can be removed";
  if (moves[0]!.from.endsWith("@") || !moves[0]!.from) return "can be dropped on";
  return kinds.has("capture") ? "can be captured" : "can be moved to";
}

/** The mark of a target: a dot for a move, a ring for a capture, a diamond for anything else. */
export function mark(moves: Move[], piece: boolean): SVGElement {
  const kind = moves.some((move) => move.kind === "special") ? "special" : moves[0]!.kind;
  if (kind === "special") return svg("path", { class: "target special", d: piece ? "M22.5 2L43 22.5L22.5 43L2 22.5z" : "M22.5 12L33 22.5L22.5 33L12 22.5z" });
  // some go there, others take what stands there
  if (new Set(moves.map((move) => move.kind)).size > 1) return svg("g", {}, svg("circle", { class: "target", cx: 22.5, cy: 22.5, r: 7 }), svg("circle", { class: "target capture", cx: 22.5, cy: 22.5, r: 19 }));
  if (kind === "capture") return svg("circle", { class: "target capture", cx: 22.5, cy: 22.5, r: 19 });
  return svg("circle", { class: "target", cx: 22.5, cy: 22.5, r: 7 });
}

/** The mark of a piece that has promoted. */
export function promoted(): SVGElement {
  return svg("path", { class: "promoted", d: "M38 2l2 4.2 4.6.6-3.4 3.2.9 4.6-4.1-2.3-4.1 2.3.9-4.6-3.4-3.2 4.6-.6z" });
}

/** Offers moves in a dialog; null if none is taken. */
export function ask(ways: Move[], spell: (san: string) => string, title = "Which move?"): Promise<Move | null> {
  return new Promise((resolve) => {
    let chosen: Move | null = null;
    const button = (move: Move) =>
      html(
        "button",
        {
          type: "button",
          "data-move": move.move,
          click: () => {
            chosen = move;
            dialog.close();
          },
        },
        html("strong", {}, spell(move.san)),
        " ",
        capital(move.words || "just move"),
      );
    const dialog = html(
      "dialog",
      { class: "ask", "aria-label": title, close: () => (dialog.remove(), resolve(chosen)) },
      html("h2", {}, title),
      html("div", { class: "ways" }, ...ways.map(button)),
      html("button", { type: "button", class: "quiet", click: () => dialog.close() }, "Cancel"),
    );
    present(dialog);
  });
}

/** True if moves differ only in what the piece becomes. */
export const differByPiece = (ways: Move[]) => ways.some(({ becomes }) => becomes !== undefined) && new Set(ways.map(({ becomes }) => becomes)).size === ways.length;

/** Offers what a piece becomes, as figures from its target square on; null if none is taken. */
export function promote(ways: Move[], figure: (way: Move) => string, square: DOMRect): Promise<Move | null> {
  return new Promise((resolve) => {
    let chosen: Move | null = null;
    const button = (way: Move) => {
      const name = capital(way.words || "just move");
      const one = html("button", { type: "button", "data-move": way.move, "aria-label": name, title: name, click: () => ((chosen = way), dialog.close()) });
      one.innerHTML = `<svg viewBox="0 0 45 45" aria-hidden="true">${figure(way)}</svg>`;
      return one;
    };
    const dialog = html("dialog", { class: "ask promote", "aria-label": "Promotion", close: () => (dialog.remove(), resolve(chosen)) }, ...ways.map(button));
    // a click beside it leaves all as it was
    dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
    const down = square.top + square.height / 2 < innerHeight / 2;
    const height = Math.min(square.height * ways.length, innerHeight);
    const top = down ? Math.min(square.top, innerHeight - height) : Math.max(0, square.bottom - height);
    const left = Math.max(0, Math.min(square.left, innerWidth - square.width));
    Object.assign(dialog.style, { left: `${left}px`, top: `${top}px`, flexDirection: down ? "column" : "column-reverse" });
    dialog.style.setProperty("--side", `${square.width}px`);
    present(dialog);
  });
}
