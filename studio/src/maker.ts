// The piece maker: a movement is made by clicking squares, or written and seen, with pieces in its way; and goes into the file of a game.

import { type Leg, likes, read, written } from "./betza.js";
import { Board } from "./board.js";
import { capital, html } from "./dom.js";
import { field, select } from "./fields.js";
import { post, Refusal } from "./server.js";
import { attempt, say } from "./trouble.js";
import type { Piece, PieceType, Position, Trial, Variant } from "./types.js";

/** The board: as many files as ranks, the piece in the middle. */
const EXTENT = 13;
const HOME = "g7";
/** Pieces that everyone knows, and how many moves they have on an empty board. */
const KNOWN = "knight 5.3, bishop 8.8, rook 14, queen 22.8";
/** What a click on a square does. */
const TOOLS = ["leap there", "slide that way", "put an enemy there", "put a friend there"];
const SYMMETRIES = ["in all directions", "left and right alike", "this one only"];

const disc = (body: string, ink: string) => `<circle cx="22.5" cy="22.5" r="16" fill="${body}" stroke="${ink}" stroke-width="2"/>`;

function piece(name: string, figures: [string, string]): PieceType {
  return { name, letter: name[0]!.toUpperCase(), words: "", notation: "", royal: false, neutral: false, figures, compass: figures, pointed: false };
}

function board(): Variant {
  const name = (at: number) => `${String.fromCharCode(97 + (at % EXTENT))}${Math.floor(at / EXTENT) + 1}`;
  const ground = (at: number) => (at % 2 === 0 ? "dark" : "light") as "dark" | "light";
  const star = disc("#1d5f8a", "#fff") + '<path d="M22.5 11l3.4 7.6 8.3.8-6.3 5.4 1.9 8.1-7.3-4.3-7.3 4.3 1.9-8.1-6.3-5.4 8.3-.8z" fill="#fff"/>';
  return {
    title: "Piece maker", year: null, inventors: [], sides: ["White", "Black"], files: EXTENT, ranks: EXTENT, hexagons: false,
    squares: Array.from({ length: EXTENT * EXTENT }, (_, at) => ({ name: name(at), ground: ground(at) })),
    regions: [], walls: [], lines: [], pieces: [piece("piece", [star, star]), piece("other", [disc("#fff", "#111"), disc("#111", "#fff")])],
    options: [], starts: 1, has_walls: false, ends: [],
  };
}

export class PieceMaker {
  readonly element = html("div", { class: "maker" });
  private notation = html("input", { name: "notation", autocomplete: "off", spellcheck: "false", autocapitalize: "off", "aria-describedby": "maker-wrong", input: () => void this.write(this.notation.value) });
  private wrong = html("p", { class: "wrong", id: "maker-wrong", role: "alert" });
  private words = html("p", { class: "words", "aria-live": "polite" });
  private facts = html("p", { class: "quiet-text" });
  private tool = select("tool", TOOLS, TOOLS[0]!);
  private symmetry = select("symmetry", SYMMETRIES, SYMMETRIES[0]!);
  private name = html("input", { name: "name", autocomplete: "off", spellcheck: "false", value: "new-piece", input: () => this.spell() });
  private letter = html("input", { name: "letter", autocomplete: "off", spellcheck: "false", maxlength: 2, value: "X", input: () => this.spell() });
  private text = html("textarea", { name: "entry", rows: 2, readonly: true, "aria-label": "The piece for a game file" });
  private board: Board;
  private legs: Leg[] | null = [];
  private others = new Map<string, "enemy" | "friend">();
  private asked = 0;
  private count = 0;

  /** `changed` hears of every sound movement; `insert` puts a piece into a file, if there is one. */
  constructor(
    private changed: (notation: string) => void,
    insert: ((text: string) => void) | null = null,
  ) {
    const host = html("div", { class: "host small-board" });
    this.board = new Board(host, { play: () => {}, click: (square) => this.click(square) }, "Where the piece goes");
    this.board.show(board());
    const act = insert ? () => insert(this.entry) : () => void this.copy(this.entry);
    const clear = () => (this.others.clear(), this.set(""));
    this.element.append(
      host,
      html(
        "div",
        { class: "making" },
        field("Movement, in Betza's letters", this.notation),
        this.wrong,
        this.words,
        this.facts,
        html("div", { class: "row pair" }, field("A click on a square", this.tool), field("Applies", this.symmetry)),
        html("p", { class: "quiet-text" }, "Click again to make it move only, then capture only, then nothing. A dot is a move, a ring a capture."),
        html("div", { class: "row" }, html("button", { type: "button", click: clear }, "Clear"), html("button", { type: "button", click: () => void this.copy(new URL(pieceHash(this.notation.value), location.href).href) }, "Copy a link")),
        html("div", { class: "row pair" }, field("Name", this.name), field("Letter", this.letter)),
        this.text,
        html("button", { type: "button", class: "main", click: act }, insert ? "Add to the file" : "Copy for a game file"),
      ),
    );
    this.spell();
  }

  /** Takes a movement as if it was typed. */
  set(notation: string): void {
    this.notation.value = notation;
    void this.write(notation);
  }

  private async write(notation: string): Promise<void> {
    this.legs = read(notation);
    await this.show();
  }

  private click(square: string): void {
    const [x, y] = [square.charCodeAt(0) - HOME.charCodeAt(0), Number(square.slice(1)) - Number(HOME.slice(1))];
    if (x === 0 && y === 0) return;
    const tool = this.tool.selectedIndex;
    if (tool > 1) {
      const kind = tool === 2 ? "enemy" : "friend";
      if (this.others.get(square) === kind) this.others.delete(square);
      else this.others.set(square, kind);
      return void this.show();
    }
    if (!this.legs) {
      this.wrong.textContent = "Clicks change movements of plain leaps and slides; this one has more. Change it in its letters, or clear it first.";
      return;
    }
    this.toggle(x, y, tool === 1);
    this.notation.value = written(this.legs);
    void this.show();
  }

  /** Makes a leap or slide and those like it the next of: both, moves, captures, nothing. */
  private toggle(x: number, y: number, slide: boolean): void {
    const step = slide ? divisor(Math.abs(x), Math.abs(y)) : 1;
    const way: [number, number] = [x / step, y / step];
    const ways = [likes(way), [way, [-way[0], way[1]]], [way]][this.symmetry.selectedIndex] as [number, number][];
    const at = ({ x, y, slide: other }: Leg, [a, b]: [number, number]) => x === a && y === b && other === slide;
    const old = this.legs!.find((leg) => at(leg, way));
    const others = this.legs!.filter((leg) => !ways.some((one) => at(leg, one)));
    const next = !old ? [true, true] : old.moves && old.takes ? [true, false] : old.moves ? [false, true] : null;
    const distinct = new Map(ways.map((one) => [one.join(), one])).values();
    this.legs = next ? [...others, ...[...distinct].map(([x, y]) => ({ x, y, slide, moves: next[0]!, takes: next[1]! }))] : others;
  }

  private async show(): Promise<void> {
    const number = ++this.asked;
    const notation = this.notation.value.trim();
    this.spell();
    const squares = (kind: string) => [...this.others].filter(([, one]) => one === kind).map(([square]) => square);
    try {
      const trial = notation ? await post<Trial>("/api/movement", { notation, square: HOME, enemies: squares("enemy"), friends: squares("friend") }) : null;
      if (number !== this.asked) return;
      this.tell(trial);
      this.changed(notation);
    } catch (error) {
      if (number !== this.asked) return;
      this.notation.setAttribute("aria-invalid", "true");
      this.wrong.textContent = error instanceof Refusal ? capital(error.message) : String(error);
    }
  }

  private tell(trial: Trial | null): void {
    this.notation.removeAttribute("aria-invalid");
    this.wrong.textContent = trial?.warnings.map(capital).join(" ") ?? "";
    const also = trial && trial.names.length > 0 ? ` Known as: ${trial.names.join(", ")}.` : "";
    this.words.textContent = trial ? `${capital(trial.words)}.${also}` : "Click squares, or write a movement.";
    this.facts.textContent = trial ? `${trial.mobility.toFixed(1)} moves on an empty board of 8×8, on average (${KNOWN}).` : "";
    this.paint(trial?.moves ?? [], trial?.takes ?? []);
  }

  private paint(moves: string[], takes: string[]): void {
    const move = (to: string, kind: "move" | "capture") => ({ move: HOME + to, san: to, from: HOME, to, kind, words: "" });
    const others = [...this.others].map(([square, kind]): Piece => ({ square, type: 1, side: kind === "enemy" ? "black" : "white" }));
    const position: Position = {
      ply: 0,
      fen: String(this.count++),
      side: "white",
      check: false,
      result: null,
      pieces: [{ square: HOME, type: 0, side: "white" }, ...others],
      walled: [],
      moves: [...moves.map((to) => move(to, "move")), ...takes.map((to) => move(to, "capture"))],
      puts: null,
      number: 1,
      idle: [0, null],
      remembered: [],
      hands: null,
      last: [],
      material: { more: [[], []], points: 0 },
    };
    this.board.update(position, true);
    this.board.reach(HOME, []);
  }

  /** The piece as a line of a game file. */
  private get entry(): string {
    const name = this.name.value.trim().toLowerCase().replace(/[^a-z0-9]+/g, "-") || "new-piece";
    return `${name} = { letter = "${this.letter.value.trim().toUpperCase() || "X"}", moves = ${JSON.stringify(this.notation.value.trim())} }`;
  }

  private spell(): void {
    this.text.value = this.entry;
  }

  private async copy(text: string): Promise<void> {
    await attempt("copy", () => navigator.clipboard.writeText(text));
    say("Copied");
  }
}

const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));

/** The address of the piece maker with a movement. */
export const pieceHash = (notation: string) => `#/piece/${encodeURIComponent(notation)}`;

/** A game file with a piece more. */
export function withPiece(file: string, entry: string): string {
  const heading = /^\[pieces\].*\n/m.exec(file);
  if (!heading) return `${file.trimEnd()}\n\n[pieces]\n${entry}\n`;
  const at = heading.index + heading[0].length;
  return `${file.slice(0, at)}${entry}\n${file.slice(at)}`;
}
