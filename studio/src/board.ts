// A board of any size as SVG: pieces are dragged, clicked, or moved by keyboard; squares say what they hold to screen readers.

import { svg } from "./dom.js";
import { enlarged, facing, sideName } from "./figures.js";
import { Grid, SIZE } from "./grid.js";
import { type Ground, Hand } from "./hand.js";
import { Pen, type Sheet } from "./pen.js";
import { type Spelling, spelled } from "./spelling.js";
import type { Shape } from "./tree.js";
import type { Move, Piece, Position, Side, Variant } from "./types.js";
import { ask, can, differByPiece, leadsTo, led, mark, promote, promoted } from "./ways.js";

/** The owner of a board, who is told what happens on it. */
export interface Owner {
  /** A move was chosen. What is clicked before it is done counts afterwards. */
  play(move: Move): void | Promise<void>;
  /** A square was clicked; where this is given pieces are moved by dragging alone. */
  click?(square: string): void;
  /** A piece was dragged to a square, or off the board; where this is given, all pieces can be dragged. */
  put?(from: string, to: string | null): void;
  /** There is no move between these places. */
  refused?(from: string, to: string): void;
  /** Arrows and circles were drawn; where this is not given, none can be. */
  drawn?(shapes: Shape[]): void;
  /** A finger went across the board without a piece. */
  swipe?(forward: boolean): void;
}

/** The press of a pointer, which may become a drag. */
interface Press {
  from: string;
  x: number;
  y: number;
  /** True if there is a piece to be dragged. */
  piece: boolean;
  moved: boolean;
  pointer: number;
}

/** Clicks that are remembered while a move is played. */
const CLICKS = 32;

export class Board implements Ground, Sheet {
  readonly element: SVGSVGElement;
  /** The hands, for whoever owns the board to put beside it. */
  readonly hands = { white: new Hand(this, "white"), black: new Hand(this, "black") };
  private variant: Variant | null = null;
  private position: Position | null = null;
  private spelling!: Spelling;
  private grid: Grid;
  private pieces = new Map<string, { piece: Piece; node: SVGGElement }>();
  private chosen: string | null = null;
  private focus: string | null = null;
  private active = false;
  private pressed: Press | null = null;
  /** Squares clicked while a move is played; null while none is. */
  private later: string[] | null = null;
  private hinted: string[] = [];
  /** Moves beside those of the position, which have no mark. */
  private free = new Map<string, Move[]>();
  /** The side that may choose a move ahead of its turn, and the move it has chosen. */
  private ahead: Side | null = null;
  private premove: [from: string, to: string] | null = null;
  private pen: Pen | null = null;
  /** The squares that the side whose sight is shown does not see. */
  private hidden: string[] = [];
  turned = false;

  constructor(
    host: HTMLElement,
    private owner: Owner,
    label: string,
  ) {
    this.element = svg("svg", { class: "board", role: "grid", "aria-label": label });
    this.grid = new Grid(this.element);
    host.append(this.element);
    const { drawn } = owner;
    if (drawn) this.pen = new Pen(this, (shapes) => drawn.call(owner, shapes), () => this.drop());
    this.element.addEventListener("pointerdown", (event) => this.press(event));
    this.element.addEventListener("pointermove", (event) => this.move(event));
    this.element.addEventListener("pointerup", (event) => this.release(event));
    this.element.addEventListener("pointercancel", () => this.drop());
    this.element.addEventListener("lostpointercapture", () => this.drop());
    this.element.addEventListener("mousedown", (event) => {
      // a click leaves the keys to the page, not to a square
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement) document.activeElement.blur();
    });
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusin", (event) => {
      const square = this.under(event.target as Element);
      if (square) this.rove(square);
    });
  }

  /** Shows another board. */
  show(variant: Variant): void {
    this.variant = variant;
    this.spelling = spelled(variant);
    this.position = null;
    this.chosen = null;
    this.focus = null;
    for (const hand of Object.values(this.hands)) hand.show(variant);
    this.draw();
  }

  /** Shows a position of which some squares are not seen; moves can be chosen if `active`, and ahead of its turn by a side. */
  update(position: Position, active: boolean, ahead: Side | null = null, hidden: string[] = []): void {
    const same = this.position?.fen === position.fen && this.position.ply === position.ply;
    this.position = led(position);
    this.active = active;
    this.ahead = ahead;
    this.hidden = hidden;
    if (!same) {
      this.chosen = null;
      this.hinted = [];
    }
    for (const hand of Object.values(this.hands)) hand.update(position);
    this.place();
    this.paint();
    this.follow();
  }

  /** The parts of the height above and below the squares. */
  get rims(): [above: number, below: number] {
    return this.grid.rims;
  }

  /** The width by the height. */
  get shape(): number {
    return this.grid.shape;
  }

  turn(): void {
    this.turned = !this.turned;
    if (!this.variant) return;
    this.draw();
    if (this.position) {
      this.place();
      // what points towards the enemy turns with the board, also in hand
      if (this.variant.pieces.some(({ pointed }) => pointed)) {
        for (const hand of Object.values(this.hands)) (hand.show(this.variant), hand.update(this.position));
      }
      this.paint();
    }
  }

  /** Lets go of the square that is chosen. */
  deselect(): void {
    this.chosen = null;
    this.premove = null;
    if (this.position) this.paint();
  }

  /** Lets the squares of a move stand out. */
  hint(squares: string[]): void {
    this.hinted = squares;
    this.paint();
  }

  /** Shows arrows and circles: those of a person, and those of the engine. */
  sketch(shapes: Shape[], best: Shape[]): void {
    this.pen?.show(shapes, best);
  }

  /** Shows where a piece can go, and lets it be put on other squares as well. */
  reach(from: string, moves: Move[]): void {
    this.free = new Map([[from, moves]]);
    this.chosen = from;
    this.paint();
  }

  private draw(): void {
    this.pieces.clear();
    this.grid.draw(this.variant!, this.turned, this.pen ? [this.pen.layer] : []);
    this.pen?.paint();
  }

  /** The corner of a square. */
  corner(square: string): [number, number] | null {
    return this.variant && this.grid.cells.has(square) ? this.grid.where(square) : null;
  }

  /** Puts the pieces where they stand; one that has moved glides there. */
  private place(): void {
    const position = this.position!;
    const old = this.pieces;
    this.pieces = new Map();
    const [from, to] = [position.last[0], position.last.at(-1)];
    const spare = new Map(old);
    const take = (square: string | undefined, piece: Piece) => {
      const found = square === undefined ? undefined : spare.get(square);
      if (!found || found.piece.type !== piece.type || found.piece.side !== piece.side || !found.piece.promoted !== !piece.promoted) return null;
      spare.delete(square!);
      return found.node;
    };
    const kept = new Map<Piece, SVGGElement | null>();
    for (const piece of position.pieces) kept.set(piece, take(piece.square, piece));
    for (const piece of position.pieces) {
      const node = kept.get(piece) ?? (piece.square === to && take(from, piece)) ?? null;
      this.pieces.set(piece.square, { piece, node: this.stand(piece, node || null) });
    }
    for (const { node } of spare.values()) node.remove();
  }

  private stand(piece: Piece, node: SVGGElement | null): SVGGElement {
    if (!node) {
      node = svg("g", { class: "piece" });
      node.innerHTML = enlarged(this.variant!.pieces[piece.type]!, facing(this.variant!.pieces[piece.type]!, piece.side, this.turned));
      node.classList.toggle("neutral", piece.side === "neutral");
      if (piece.promoted) node.append(promoted());
      this.grid.layer.append(node);
    }
    const [x, y] = this.grid.where(piece.square);
    node.classList.remove("taken");
    node.style.transform = `translate(${x}px, ${y}px)`;
    return node;
  }

  /** Shows a move that is not answered yet. */
  private glide(move: Move): void {
    if (this.handOf(move.from)) this.land(move);
    const held = this.pieces.get(move.from);
    if (!held || move.from === move.to || !this.grid.cells.has(move.to)) return;
    const [x, y] = this.grid.where(move.to);
    this.pieces.get(move.to)?.node.classList.add("taken");
    held.node.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** Shows a drop that is not answered yet. */
  private land(move: Move): void {
    const { side } = this.position!;
    const letter = move.move.split("@")[0]!.toUpperCase();
    const type = this.variant!.pieces.findIndex((one) => one.letter === letter);
    if (type < 0 || !this.grid.cells.has(move.to)) return;
    const piece = { square: move.to, type, side };
    this.pieces.set(move.to, { piece, node: this.stand(piece, null) });
    this.hands[side].spend(move.from);
    this.paint();
  }

  /** The hand with a place of this name: a letter as in a FEN and `@`. */
  private handOf(place: string): Hand | null {
    return place.endsWith("@") ? this.hands[place === place.toUpperCase() ? "white" : "black"] : null;
  }

  /** The place whose moves are shown: the one that was chosen, or the only one that there are moves from and that is not simply a piece. */
  private get source(): string | null {
    if (this.chosen !== null || !this.active || !this.position) return this.chosen;
    const { moves, puts } = this.position;
    const from = moves[0]?.from;
    return from !== undefined && (puts || from.endsWith("@")) && moves.every((move) => move.from === from) ? from : null;
  }

  /** True if a piece of the side to move is there, in a turn in which pieces move: it may be chosen to see that it can't. */
  private own(square: string): boolean {
    const { position } = this;
    if (!this.active || !position || position.puts || this.pieces.get(square)?.piece.side !== position.side) return false;
    return position.moves.some(({ from, to }) => from !== to && this.grid.cells.has(from));
  }

  private moves(from: string): Move[] {
    return this.active && this.position ? this.position.moves.filter((move) => move.from === from) : [];
  }

  /** Marks what stands out, and names every square. */
  private paint(): void {
    const position = this.position!;
    const targets = new Map<string, Move[]>();
    const { source } = this;
    for (const move of source === null ? [] : this.moves(source)) {
      for (const to of new Set([move.to, move.partner ?? move.to])) targets.set(to, [...(targets.get(to) ?? []), move]);
    }
    const focus = this.focus && this.grid.cells.has(this.focus) ? this.focus : this.firstSquare();
    for (const [square, { group, marks }] of this.grid.cells) {
      const piece = this.pieces.get(square)?.piece;
      const moves = targets.get(square);
      const movable = this.moves(square).length > 0;
      const royal = piece && this.variant!.pieces[piece.type]!.royal;
      const check = !!royal && position.check && piece.side === position.side;
      group.classList.toggle("last", position.last.includes(square));
      group.classList.toggle("chosen", square === source);
      group.classList.toggle("movable", movable);
      group.classList.toggle("hinted", this.hinted.includes(square));
      const premoved = !!this.premove?.includes(square);
      group.classList.toggle("premove", premoved);
      group.classList.toggle("check", check);
      group.classList.toggle("walled", !!position.walled?.includes(square));
      const hidden = this.hidden.includes(square);
      group.classList.toggle("unseen", hidden);
      marks.replaceChildren(...(moves ? [mark(moves, !!piece)] : []));
      group.setAttribute("tabindex", square === focus ? "0" : "-1");
      group.setAttribute("aria-selected", String(square === source));
      const said = [this.spelling.square(square), this.grid.region(square)];
      if (group.classList.contains("hole")) said.push("no square");
      else if (group.classList.contains("walled")) said.push("wall");
      else if (hidden) said.push("not seen");
      else said.push(piece ? this.named(piece) : "empty");
      if (check) said.push("in check");
      if (premoved) said.push("premove");
      if (moves) said.push(can(moves));
      else if (movable && source === null) said.push("can move");
      group.setAttribute("aria-label", said.filter(Boolean).join(", "));
    }
    for (const hand of Object.values(this.hands)) hand.paint(source, this.hinted);
  }

  private named(piece: Piece): string {
    return `${sideName(this.variant!, piece.side).toLowerCase()} ${this.variant!.pieces[piece.type]!.name}${piece.promoted ? ", promoted" : ""}`;
  }

  private firstSquare(): string {
    const side: Side = this.position?.side ?? "white";
    const own = this.position?.pieces.find((piece) => piece.side === side && this.moves(piece.square).length > 0);
    return own?.square ?? this.variant!.squares.find((square) => square.ground !== "hole")!.name;
  }

  private rove(square: string): void {
    this.grid.cells.get(this.focus ?? "")?.group.setAttribute("tabindex", "-1");
    this.focus = square;
    this.grid.cells.get(square)?.group.setAttribute("tabindex", "0");
  }

  // ---- choosing

  /** A square or a place in a hand was clicked, or confirmed by key. */
  choose(square: string, byKey = false): void {
    if (this.owner.click) {
      this.owner.click(square);
      return;
    }
    if (this.later) {
      if (this.later.length < CLICKS) this.later.push(square);
      return;
    }
    if (this.ahead && !this.active) return this.plan(square);
    const moves = this.moves(square);
    const { source } = this;
    const direct = source === null ? [] : this.moves(source).filter(leadsTo(square));
    // a piece that can only do something where it stands, or be removed there
    const inPlace = direct.length === 0 && moves.length > 0 && moves.every((move) => move.to === square);
    const ways = inPlace ? moves : direct;
    const chosen = square !== this.chosen && (moves.length > 0 || this.own(square));
    this.chosen = ways.length === 0 && chosen ? square : null;
    this.paint();
    if (ways.length === 0 && !chosen && source !== null && source !== square) this.owner.refused?.(source, square);
    if (ways.length > 0) void this.decide(ways, inPlace && ways.some((move) => move.kind === "special"), byKey ? square : null);
    else if (byKey && this.chosen && this.handOf(this.chosen)) this.goTo(this.moves(this.chosen)[0]!.to);
  }

  // ---- moves ahead of one's turn

  /** True if a piece of the side that waits for its turn is there. */
  private waits(from: string): boolean {
    if (!this.ahead || this.active) return false;
    return from.endsWith("@") ? this.handOf(from) === this.hands[this.ahead] : this.pieces.get(from)?.piece.side === this.ahead;
  }

  /** Chooses a move ahead by its squares; anything else takes it back. */
  private plan(square: string): void {
    const { chosen } = this;
    const target = chosen !== null && chosen !== square && !square.endsWith("@");
    this.premove = target ? [chosen, square] : null;
    this.chosen = !target && chosen !== square && this.waits(square) ? square : null;
    this.paint();
  }

  /** Plays the move that was chosen ahead, if it is legal now. */
  private follow(): void {
    if (!this.premove || (this.ahead && !this.active)) return;
    const [from, to] = this.premove;
    this.premove = null;
    this.paint();
    const ways = this.moves(from).filter(leadsTo(to));
    if (ways.length > 0) queueMicrotask(() => void this.decide(ways, false, null));
  }

  /** Gives the focus to a square. */
  private goTo(square: string): void {
    this.grid.cells.get(square)?.group.focus({ preventScroll: true });
  }

  private which(ways: Move[]): Promise<Move | null> {
    const { from, to } = ways[0]!;
    const piece = this.pieces.get(from)?.piece;
    const cell = this.grid.cells.get(to)?.group;
    if (!piece || !cell || !differByPiece(ways)) return ask(ways, this.spelling.move);
    const figure = ({ becomes = piece.type }: Move) => facing(this.variant!.pieces[becomes]!, piece.side, this.turned);
    return promote(ways, figure, cell.getBoundingClientRect());
  }

  /** Plays one of several moves between two squares; asks which is meant. Where keys are used, the focus stays on a square. */
  private async decide(ways: Move[], sure: boolean, focus: string | null): Promise<void> {
    const move = ways.length === 1 && !sure ? ways[0]! : await this.which(ways);
    if (move) {
      const clicks: string[] = [];
      this.later = clicks;
      this.glide(move);
      await this.owner.play(move);
      this.later = null;
      for (const [index, square] of clicks.entries()) {
        // what comes after a further move waits for that one
        if (this.later) (this.later as string[]).push(...clicks.slice(index));
        if (this.later || (!this.active && !this.ahead)) break;
        this.choose(square);
      }
    }
    if (focus) this.goTo(focus);
  }

  under(target: Element | null): string | null {
    return target?.closest("[data-square]")?.getAttribute("data-square") ?? null;
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary || this.pressed) return;
    const square = this.under(event.target as Element);
    if (!square) return;
    const { source } = this;
    const target = source !== null && this.moves(source).some(leadsTo(square));
    const own = this.later ? this.active : !target && (this.moves(square).length > 0 || this.own(square));
    const piece = this.pieces.has(square) && (this.free.has(square) || !!this.owner.put || own || this.waits(square));
    this.pressed = { from: square, x: event.clientX, y: event.clientY, piece, moved: false, pointer: event.pointerId };
    // so that it is heard of wherever it goes
    this.element.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const { pressed } = this;
    if (!pressed || pressed.pointer !== event.pointerId) return;
    if (event.buttons !== 1) {
      this.drop();
      return;
    }
    if (!pressed.piece || (!pressed.moved && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < 5)) return;
    if (!pressed.moved) {
      pressed.moved = true;
      this.grasp(pressed.from);
    }
    const node = this.pieces.get(pressed.from)?.node;
    const matrix = this.element.getScreenCTM();
    if (!node || !matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    if (!node.classList.contains("dragged")) this.grid.layer.append(node);
    node.classList.add("dragged");
    node.style.transform = `translate(${at.x - SIZE / 2}px, ${at.y - SIZE / 2}px)`;
  }

  private release(event: PointerEvent): void {
    const { pressed } = this;
    if (!pressed || pressed.pointer !== event.pointerId) return;
    this.drop();
    const square = this.under(document.elementFromPoint(event.clientX, event.clientY));
    if (pressed.moved) this.put(pressed.from, square);
    else if (square === pressed.from) this.choose(square);
    else if (event.pointerType === "touch" && !pressed.piece) this.swiped(event.clientX - pressed.x, event.clientY - pressed.y);
  }

  private swiped(x: number, y: number): void {
    if (Math.abs(x) > this.grain && Math.abs(x) > 2 * Math.abs(y)) this.owner.swipe?.(x < 0);
  }

  /** The pixels of a square's side. */
  get grain(): number {
    return SIZE * (this.element.getScreenCTM()?.a ?? 1);
  }

  /** True if a move begins there. */
  movable(from: string): boolean {
    return this.moves(from).length > 0;
  }

  /** True if a piece may be dragged from there: while a move is played, what can be done afterwards is not known yet. */
  graspable(from: string): boolean {
    return this.waits(from) || (this.later ? this.active : this.movable(from));
  }

  /** A piece is on the pointer. */
  grasp(from: string): void {
    if (!this.later) this.chosen = from;
    this.paint();
  }

  /** A piece from a hand was let go at a point of the window. */
  putAt(from: string, x: number, y: number): void {
    this.put(from, this.under(document.elementFromPoint(x, y)));
  }

  /** A piece was dragged from a square to another, or to none. */
  private put(from: string, square: string | null): void {
    const put = this.free.get(from)?.find((move) => move.to === square);
    if (put) void this.owner.play(put);
    if (this.owner.put) return this.owner.put(from, square);
    if (put || this.owner.click) return;
    if (this.waits(from) && !this.later) {
      this.chosen = from;
      return square && square !== from ? this.plan(square) : this.deselect();
    }
    if (this.later) {
      if (square && square !== from && this.later.length + 1 < CLICKS) this.later.push(from, square);
      return;
    }
    if (square && this.moves(from).some(leadsTo(square))) this.choose(square);
    // let go where it began, it stays chosen
    else if (square !== from) {
      this.deselect();
      if (square) this.owner.refused?.(from, square);
    }
  }

  /** Lets a dragged piece go back. */
  private drop(): void {
    const { pressed } = this;
    this.pressed = null;
    if (!pressed?.moved) return;
    const held = this.pieces.get(pressed.from);
    if (!held) return;
    held.node.classList.remove("dragged");
    this.stand(held.piece, held.node);
  }

  private key(event: KeyboardEvent): void {
    const square = this.under(event.target as Element);
    if (!square || event.altKey || event.ctrlKey || event.metaKey) return;
    const way: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const step = way[event.key];
    if (step) {
      const sign = this.turned ? -1 : 1;
      const file = square.charCodeAt(0) - 97 + sign * step[0];
      const rank = Number(square.slice(1)) + sign * step[1];
      // beside a hexagon's edge it goes up or down with the rank
      const named = (rank: number) => this.grid.cells.get(`${String.fromCharCode(97 + file)}${rank}`);
      const next = named(rank) ?? (this.variant?.hexagons ? named(rank + sign * step[0]) : undefined);
      next?.group.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(square, true);
    } else if (event.key === "p" && this.owner.click) {
      const put = [...this.free.values()].flat().find((one) => one.to === square);
      if (put) void this.owner.play(put);
    } else if (event.key === "Escape" && !this.owner.click) {
      const { chosen } = this;
      this.deselect();
      if (chosen) this.handOf(chosen)?.focus(chosen);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
