// The board editor: a position is set up piece by piece or as a FEN, then played from, or written into the game file.

import { Board } from "./board.js";
import { capital, html, renewed } from "./dom.js";
import { sideName } from "./figures.js";
import { post } from "./server.js";
import { likewise, openTable } from "./tables.js";
import { attempt } from "./trouble.js";
import type { Piece, Placed, Position, Side, Table, Variant } from "./types.js";

/** The effect of a click on a square: puts a piece or a wall there, or takes away what is there. */
type Tool = Omit<Piece, "square"> | "wall" | "empty";

const SIDES: Side[] = ["white", "black"];

export class SetupPanel {
  readonly element = html("div", { class: "setup" });
  private board: Board;
  private trays = html("div", { class: "trays" });
  private hands = html("div", { class: "row" });
  private turn = html("select", { name: "turn", "aria-label": "Side to move", change: () => void this.check() }, ...SIDES.map((side) => html("option", { value: side }, `${capital(side)} to move`)));
  private promoted = html("input", { type: "checkbox", name: "promoted" });
  private marked = html("label", {}, this.promoted, " promoted");
  private fen = html("textarea", { rows: 2, name: "setup-fen", spellcheck: "false", "aria-label": "FEN of the position set up", "aria-describedby": "setup-wrong", input: () => ((this.changed = true), void this.read(this.fen.value)) });
  private wrong = html("p", { class: "wrong", id: "setup-wrong", role: "alert" });
  private example = html("button", { type: "button", click: () => this.write(this.placed!.example) });
  private start = html("button", { type: "button", click: () => this.write(this.placed!.setup) });
  private play = html("button", { type: "button", class: "main", click: () => void this.open() }, "Play from here");
  private text = html("textarea", { rows: 6, readonly: true, hidden: true, "aria-label": "Text for a game file" });
  private table: Table | null = null;
  private variant: Variant | null = null;
  /** True if somebody has changed the position: then it stays when the rules change. */
  private changed = false;
  private tool: Tool = "empty";
  private pieces = new Map<string, Piece>();
  private walls = new Set<string>();
  /** Pieces in hand by their places, such as `N@`. */
  private held = new Map<string, number>();
  /** The FEN after the side to move. */
  private rest = "";
  private placed: Placed | null = null;
  /** Counts what was asked: only the last answer is shown. */
  private asked = 0;

  /** `shown` is the position of the game that is shown; `insert` puts a text into the file of the game, if it has one. */
  constructor(
    private shown: () => Position,
    private insert: ((text: string) => void) | null,
  ) {
    const host = html("div", { class: "host small-board" });
    this.board = new Board(host, { play: () => {}, click: (square) => this.click(square), put: (from, to) => this.put(from, to) }, "Board to set up");
    const button = (words: string, click: () => void) => html("button", { type: "button", click }, words);
    const verb = insert ? "Add" : "Show";
    this.example.textContent = `${verb} as an example`;
    this.start.textContent = `${verb} as the start position`;
    this.element.append(
      html("div", { class: "placing" }, this.trays, host),
      html("div", { class: "row" }, button("Start position", () => this.begin("")), button("Position shown", () => this.begin(this.shown().fen)), button("Clear", () => this.clear()), this.turn, this.marked),
      this.hands,
      this.fen,
      this.wrong,
      html("div", { class: "row" }, this.play, this.example, this.start),
      this.text,
    );
  }

  update(table: Table, variant: Variant): void {
    this.table = table;
    if (this.variant === variant) return;
    this.variant = variant;
    this.board.show(variant);
    this.tool = "empty";
    this.tray();
    void this.read(this.changed ? this.fen.value : this.shown().fen);
  }

  // ---- the tray

  private tray(): void {
    const { pieces, has_walls, sides } = this.variant!;
    const all = [...pieces.keys()];
    const row = (name: string, tools: Tool[]) => tools.length > 0 && html("div", { class: "tray", role: "group", "aria-label": name }, ...tools.map((tool) => this.tooled(tool)));
    const of = (side: Side) => all.filter((type) => !pieces[type]!.neutral).map((type) => ({ type, side }));
    const neutral: Tool[] = all.filter((type) => pieces[type]!.neutral).map((type) => ({ type, side: "neutral" }));
    const others: Tool[] = [...neutral, ...(has_walls ? (["wall"] as const) : []), "empty"];
    [...this.turn.options].forEach((option, at) => (option.textContent = `${sides[at]} to move`));
    this.trays.replaceChildren(...[row(`${sides[0]} pieces`, of("white")), row(`${sides[1]} pieces`, of("black")), row("Other", others)].filter((one) => one !== false));
    this.marked.hidden = !this.shown().hands;
  }

  private tooled(tool: Tool): HTMLElement {
    const kind = typeof tool === "string" ? null : this.variant!.pieces[tool.type]!;
    // a figure may be a letter that can be read: then it is part of the name
    const name = tool === "wall" ? "Wall" : tool === "empty" ? "Clear a square" : `${sideName(this.variant!, (tool as Piece).side)} ${kind!.name}, ${kind!.letter}`;
    const choose = () => {
      this.tool = tool;
      for (const other of this.trays.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === button));
    };
    const button = html("button", { type: "button", "aria-pressed": String(tool === this.tool), "aria-label": name, title: name, click: choose });
    if (kind) button.innerHTML = `<svg viewBox="0 0 45 45" aria-hidden="true">${kind.figures[(tool as Piece).side === "black" ? 1 : 0]}</svg>`;
    else button.textContent = tool === "wall" ? "Wall" : "✕";
    return button;
  }

  // ---- the board

  private click(square: string): void {
    const { tool } = this;
    const piece = this.pieces.get(square);
    if (this.isHole(square)) return;
    this.pieces.delete(square);
    const wall = this.walls.delete(square);
    if (tool === "wall" && !wall) this.walls.add(square);
    if (typeof tool !== "string") {
      const promoted = this.promoted.checked && !this.marked.hidden;
      const same = piece && piece.type === tool.type && piece.side === tool.side && !piece.promoted === !promoted;
      // the same once more takes it away
      if (!same) this.pieces.set(square, { ...tool, square, ...(promoted && { promoted }) });
    }
    void this.check();
  }

  /** A piece was dragged to another square, or off the board. */
  private put(from: string, to: string | null): void {
    const piece = this.pieces.get(from);
    if (!piece || from === to || (to && this.isHole(to))) return;
    this.pieces.delete(from);
    if (to) this.pieces.set(to, { ...piece, square: to });
    if (to) this.walls.delete(to);
    void this.check();
  }

  private isHole(square: string): boolean {
    return this.variant!.squares.find((one) => one.name === square)?.ground === "hole";
  }

  private clear(): void {
    this.pieces.clear();
    this.walls.clear();
    this.held.clear();
    this.rest = "";
    void this.check();
  }

  // ---- the FEN

  private letter({ type, side, promoted }: Omit<Piece, "square">): string {
    const { letter } = this.variant!.pieces[type]!;
    return (side === "black" ? letter.toLowerCase() : letter) + (promoted ? "~" : "");
  }

  /** The position as a FEN; whether it is one, the rules say. */
  private written(): string {
    const { files, ranks, squares } = this.variant!;
    const row = (rank: number) => {
      const names = squares.slice((rank - 1) * files, rank * files).map(({ name }) => name);
      const letters = names.map((name) => (this.walls.has(name) ? "*" : this.pieces.has(name) ? this.letter(this.pieces.get(name)!) : " "));
      return letters.join("").replace(/ +/g, (empty) => String(empty.length));
    };
    const rows = Array.from({ length: ranks }, (_, index) => row(ranks - index));
    const hand = [...this.held].map(([place, count]) => place.slice(0, -1).repeat(count)).join("");
    return [rows.join("/") + (hand && `[${hand}]`), this.turn.value[0], this.rest].filter(Boolean).join(" ");
  }

  /** Takes a position of the game. */
  private begin(fen: string): void {
    this.changed = false;
    void this.read(fen);
  }

  /** Asks the rules about the position on the board. */
  private async check(): Promise<void> {
    this.changed = true;
    this.paint();
    const fen = this.written();
    if (!(await this.ask(fen))) this.fen.value = fen;
  }

  /** Takes the position of a FEN, if the rules do; an empty one is the start position. */
  private async read(fen: string): Promise<void> {
    const typed = document.activeElement === this.fen;
    if (typed && !fen.trim()) return this.say("A FEN is missing", null);
    await this.ask(fen, typed);
  }

  private async ask(fen: string, typed = false): Promise<boolean> {
    const number = ++this.asked;
    try {
      const placed = await post<Placed>(`/api/tables/${this.table!.id}/placed`, { fen });
      if (number === this.asked) this.take(placed, typed);
      return true;
    } catch (error) {
      if (number === this.asked) this.say(error instanceof Error ? error.message : String(error), null);
      return false;
    }
  }

  private take(placed: Placed, typed: boolean): void {
    const { position } = placed;
    this.pieces = new Map(position.pieces.map((piece) => [piece.square, piece]));
    this.walls = new Set(position.walled);
    this.turn.value = position.side;
    this.rest = position.fen.split(" ").slice(2).join(" ");
    this.held = new Map((position.hands ?? []).flat().map(({ from, count }) => [from, count ?? 0]));
    // who types goes on typing
    if (!typed) this.fen.value = position.fen;
    this.say("", placed);
    this.inHand(position);
    this.paint();
  }

  private say(wrong: string, placed: Placed | null): void {
    this.placed = placed;
    this.wrong.textContent = wrong;
    this.fen.toggleAttribute("aria-invalid", !placed);
    for (const button of [this.play, this.example, this.start]) button.disabled = !placed;
  }

  private inHand({ hands }: Position): void {
    const field = (side: Side, type: number, from: string, count: number) => {
      const input = html("input", { type: "number", name: from, min: 0, max: 99, value: count, "aria-label": `${sideName(this.variant!, side)} ${this.variant!.pieces[type]!.name} in hand` });
      input.addEventListener("change", () => (this.held.set(from, Math.max(0, Math.min(99, Number(input.value) || 0))), void this.check()));
      const figure = html("span", { class: "small", title: this.variant!.pieces[type]!.name });
      figure.innerHTML = `<svg viewBox="0 0 45 45" aria-hidden="true">${this.variant!.pieces[type]!.figures[side === "black" ? 1 : 0]}</svg>`;
      return html("label", {}, figure, " ", input);
    };
    const all = (hands ?? []).flatMap((hand, index) => hand.flatMap(({ type, from, count }) => (count === null ? [] : [field(SIDES[index]!, type, from, count)])));
    renewed(this.hands, ...(all.length > 0 ? ["In hand: ", ...all] : []));
    this.hands.hidden = all.length === 0;
  }

  private paint(): void {
    const position: Position = { ...this.shown(), ply: 0, fen: this.written(), check: false, result: null, pieces: [...this.pieces.values()], walled: [...this.walls], moves: [], hands: null, last: [] };
    this.board.update(position, false);
  }

  // ---- what becomes of it

  private async open(): Promise<void> {
    const table = await attempt("open", () => openTable({ ...likewise(this.table!), fen: this.placed!.position.fen }));
    if (table) location.hash = `#/game/${table.id}`;
  }

  private write(text: string): void {
    if (this.insert) return this.insert(text);
    this.text.hidden = false;
    this.text.value = text;
    this.text.select();
  }
}

const SETUP = /^\[setup\].*\n?(?:(?!\[).*\n?)*/m;

/** A game file with an example more, or with another start position. */
export function inserted(file: string, text: string): string {
  if (!text.startsWith("[setup]")) return `${file.trimEnd()}\n\n${text}`;
  // what the parent says of the start position goes
  const own = /^extends\b/m.test(file) ? text.replace("\n", "\nwhite = false\n") : text;
  return SETUP.test(file) ? file.replace(SETUP, `${own}\n`) : `${file.trimEnd()}\n\n${own}`;
}
