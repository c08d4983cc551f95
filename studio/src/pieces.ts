// The pieces with their movements: a small board on which a piece can be put anywhere, and others in its way.

import { Board } from "./board.js";
import { capital, html } from "./dom.js";
import { pieceHash } from "./maker.js";
import { post } from "./server.js";
import { attempt } from "./trouble.js";
import type { Move, Piece, Position, Table, Variant } from "./types.js";

export class PiecesPanel {
  readonly element = html("div", { class: "pieces" });
  private list = html("ul", { "aria-label": "Pieces" });
  private words = html("p", { class: "words", "aria-live": "polite" });
  private board: Board;
  private variant: Variant | null = null;
  private rules = -1;
  private type = 0;
  private square = "";
  private others: Piece[] = [];

  /** `edit` takes a movement to a piece maker, if there is one beside the file. */
  constructor(
    private table: () => string,
    private edit: ((notation: string) => void) | null,
  ) {
    const host = html("div", { class: "host small-board" });
    this.board = new Board(host, { play: (move) => void this.move(move), click: (square) => void this.block(square) }, "Where the piece can move");
    this.element.append(
      this.list,
      this.words,
      host,
      html("p", { class: "quiet-text" }, "Drag the piece to another square (or press P there); click an empty square to put an enemy piece there; click again for a friendly piece, and again to clear the square."),
    );
  }

  update(table: Table, variant: Variant): void {
    if (this.variant === variant) return;
    // other figures leave everything where it stands
    const same = this.rules === table.rules;
    this.rules = table.rules;
    this.variant = variant;
    if (!same) this.others = [];
    this.type = Math.min(this.type, variant.pieces.length - 1);
    this.board.show(variant);
    const button = (index: number) => {
      const piece = variant.pieces[index]!;
      const node = html("button", {
        type: "button",
        "aria-pressed": "false",
        click: () => void this.choose(index),
        pointerenter: () => void this.choose(index),
      });
      node.innerHTML = `<svg viewBox="0 0 45 45" aria-hidden="true">${piece.figures[0]}</svg>`;
      node.append(html("strong", {}, capital(piece.name)), html("code", {}, piece.letter));
      return html("li", {}, node);
    };
    this.list.replaceChildren(...variant.pieces.map((_, index) => button(index)));
    if (!same) this.square = this.middle();
    void this.show();
  }

  /** A square in the middle that is played on. */
  private middle(): string {
    const { files, ranks, squares } = this.variant!;
    const far = (index: number) => Math.hypot((index % files) - (files - 1) / 2, Math.floor(index / files) - (ranks - 1) / 2.5);
    const played = squares.map((square, index) => ({ square, far: far(index) })).filter(({ square }) => square.ground !== "hole");
    played.sort((one, other) => one.far - other.far);
    return played[0]!.square.name;
  }

  private async choose(index: number): Promise<void> {
    if (this.type === index) return;
    this.type = index;
    await this.show();
  }

  private async move(move: Move): Promise<void> {
    this.square = move.to;
    this.others = this.others.filter((piece) => piece.square !== move.to);
    await this.show();
  }

  private async block(square: string): Promise<void> {
    const ground = this.variant!.squares.find((one) => one.name === square)?.ground;
    if (square === this.square || ground === "hole") return;
    const found = this.others.find((piece) => piece.square === square);
    const type = this.variant!.pieces.findIndex((one) => !one.royal);
    this.others = this.others.filter((piece) => piece !== found);
    if (!found) this.others.push({ square, type: Math.max(type, 0), side: "black" });
    else if (found.side === "black") this.others.push({ ...found, side: "white" });
    await this.show();
  }

  /** The way to the piece maker with this movement. */
  private editing(notation: string): HTMLElement {
    const { edit } = this;
    return edit ? html("button", { type: "button", click: () => edit(notation) }, "Change it in the piece maker") : html("a", { href: pieceHash(notation) }, "Open in the piece maker");
  }

  private async show(): Promise<void> {
    const variant = this.variant!;
    const shown = variant.pieces[this.type]!;
    const piece: Piece = { square: this.square, type: this.type, side: "white" };
    const sent = ({ square, type, side }: Piece) => ({ square, type, white: side === "white" });
    const asked = { piece: sent(piece), others: this.others.map(sent) };
    this.words.replaceChildren(html("strong", {}, capital(shown.name)), `: ${shown.words} `, shown.notation && html("code", {}, shown.notation), " ", shown.notation && this.editing(shown.notation));
    [...this.list.querySelectorAll("button")].forEach((button, index) => button.setAttribute("aria-pressed", String(index === this.type)));
    const found = await attempt("pieces", () => post<{ square: string; takes: string[] }[]>(`/api/tables/${this.table()}/reach`, asked));
    if (!found) return;
    const free = variant.squares.filter((square) => square.ground !== "hole").map((square) => square.name);
    const reached = new Map(found.map((target) => [target.square, target]));
    const move = (to: string): Move => ({ move: to, san: to, from: this.square, to, kind: reached.get(to)?.takes.length ? "capture" : "move", words: "" });
    const position: Position = {
      ply: 0,
      fen: JSON.stringify(asked),
      side: "white",
      check: false,
      result: null,
      pieces: [piece, ...this.others],
      moves: found.map((target) => move(target.square)),
      number: 1,
      idle: [0, null],
      walled: [], remembered: [],
      hands: null,
      puts: null,
      last: [],
      material: { more: [[], []], points: 0 },
    };
    this.board.update(position, true);
    this.board.reach(this.square, free.filter((square) => square !== this.square).map(move));
  }
}
