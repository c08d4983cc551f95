// A game: the board, who plays, the moves so far, and the panels beside the board.

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { Clocks } from "./clock.js";
import { capital, html, renewed, signed } from "./dom.js";
import { FilePanel } from "./file.js";
import { Graph } from "./graph.js";
import { CHANGED, dressed, sideName } from "./figures.js";
import { PieceMaker, withPiece } from "./maker.js";
import { Chapters } from "./chapters.js";
import { bottom, keepBottom } from "./memory.js";
import { PiecesPanel } from "./pieces.js";
import { Player } from "./player.js";
import { PositionPanel } from "./position.js";
import { Moves } from "./record.js";
import { type Change, Remarks } from "./remarks.js";
import { review } from "./review.js";
import { inserted, SetupPanel } from "./setup.js";
import { seen, told, viewer } from "./sight.js";
import { fetched, get, inside, post, Refusal } from "./server.js";
import { sound } from "./sounds.js";
import { type Spelling, spelled } from "./spelling.js";
import { type Panel, Tabs } from "./tabs.js";
import { event, recorded } from "./tags.js";
import { likewise, openTable, remember, reopen } from "./tables.js";
import { follow, grown, joined, mainLine, type Node, parted, type Path, pathTo, sameOf, type Shape } from "./tree.js";
import { attempt, say, settled, trouble } from "./trouble.js";
import { led } from "./ways.js";
import type { Document, Event, Hint, Move, Position, Side, Table, Variant } from "./types.js";

export class PlayView {
  /** Nothing while a file can't be played yet. */
  private table: Table | null = null;
  private variant!: Variant;
  private spelling!: Spelling;
  /** The position shown, if it is not the last. */
  private past: Position | null = null;
  /** The moves before it. */
  private way: Path = [];
  /** The moves before the position asked for, until it is there. */
  private wanted: Path | null = null;
  /** The game with its variations. */
  private tree!: Node;
  private host = html("div", { class: "host" });
  private board = new Board(
    this.host,
    {
      play: (move) => this.play(move),
      refused: (from, to) => void this.refuse(from, to),
      drawn: (shapes) => void this.sketch(shapes),
      swipe: (forward) => void this.go(forward ? 1 : -1),
    },
    "Board",
  );
  private clocks = new Clocks((paused) => void this.change("clock", { paused }), () => void this.fetch(this.table!).catch((error) => trouble(error, "game")));
  private players = { white: this.player("white"), black: this.player("black") };
  private rules = -1;
  /** The pieces on the board of the last position. */
  private pieces = 0;
  private closed = false;

  private title = html("h1", {});
  private event = html("p", { class: "event" });
  private status = html("p", { class: "status" });
  private counters = html("p", { class: "counters" });
  private note = html("p", { class: "note", hidden: true });
  private extra = html("div", { class: "extra" });
  private input = html("input", { name: "move", autocomplete: "off", spellcheck: "false", autocapitalize: "off", "aria-label": "Type a move", "aria-describedby": "typed-wrong", input: () => this.untold() });
  private wrong = html("p", { class: "wrong", id: "typed-wrong", role: "alert" });
  private moves = new Moves((path) => void this.goTo(path));
  private graph = new Graph((ply) => void this.goTo(mainLine(this.table!.made).slice(0, ply)));
  private chapters = new Chapters((chapter) => void this.change("chapter", { chapter }));
  private brief = html("details", { class: "brief" });
  private remarks = new Remarks((change) => void this.remark(change));
  private best: Shape[] = [];
  private analysis = new Analysis({
    enter: (moves) => void this.enter(moves),
    found: (best) => this.draft((this.best = best)),
    review: (told, stop) => review(this.table!, { node: (path) => follow(this.tree, path), write: (path, change) => this.write(path, change) }, told, stop),
  });
  private turned = 0;
  private maker: PieceMaker | null = null;
  private tabs = new Tabs((name) => (this.main.dataset.panel = name));
  private boardColumn = html("section", { class: "table", "aria-label": "Board" });
  private actions = html("section", { class: "actions", "aria-label": "Play" });
  private dress = () => {
    this.rules = -1;
    if (this.table) void this.fetch(this.table).catch((error) => trouble(error, "game"));
  };
  private keys = (event: KeyboardEvent) => this.key(event);

  constructor(private main: HTMLElement) {
    main.className = "play";
    this.boardColumn.append(this.players.black.element, this.host, this.players.white.element);
    this.actions.append(html("div", { class: "row" }, this.status, this.counters, this.clocks.pause), this.note, this.extra, html("div", { class: "row" }, this.controls(), this.typed()));
    main.replaceChildren(html("div", { class: "heading" }, this.title, this.event), this.boardColumn, this.actions, this.tabs.element);
    document.addEventListener("keydown", this.keys);
    document.addEventListener(CHANGED, this.dress);
    this.host.prepend(this.analysis.gauge);
    this.host.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  close(): void {
    this.closed = true;
    document.removeEventListener("keydown", this.keys);
    document.removeEventListener(CHANGED, this.dress);
    this.clocks.close();
    this.tabs.close();
    this.analysis.close();
  }

  async begin(table: Table): Promise<void> {
    this.main.classList.remove("waiting");
    this.host.querySelector(".waits")?.remove();
    this.table = table;
    this.addPanels(table);
    await this.show(table);
  }

  /** Shows the file of a game that can't be played yet; `playable` opens the game as soon as it can be. */
  wait(path: string, playable: () => Promise<Table | undefined>): void {
    const name = path.split(/[/\\]/).at(-1)!;
    this.title.textContent = name;
    document.title = `${name} · ferz studio`;
    delete this.main.dataset.table;
    this.main.classList.add("waiting");
    this.host.append(html("p", { class: "waits" }, "The board appears here as soon as the file has no errors."));
    let opened = false;
    const shown = async (file: Document) => {
      if (!file.playable || opened || this.closed) return;
      opened = true;
      const table = await playable();
      opened = !!table;
      if (table && !this.closed) await this.begin(table);
    };
    this.tabs.add("file", "File", new FilePanel(path, (file) => void shown(file).catch((error) => trouble(error, "game"))));
    this.tabs.select("file");
  }

  // ---- news

  async hear(event: Event): Promise<void> {
    const { table } = this;
    if (table && event.kind === "table" && event.id === table.id && event.revision > table.revision) await this.fetch(table);
    for (const panel of this.tabs.panels.values()) await panel.hear?.(event);
  }

  async refresh(): Promise<void> {
    if (this.table) await this.fetch(this.table);
    for (const panel of this.tabs.panels.values()) await panel.refresh?.();
  }

  private async fetch({ id }: Table): Promise<void> {
    const table = await get<Table>(`/api/tables/${id}`).catch((error) => this.reopened(id, error));
    if (table && !this.closed) await this.show(table);
  }

  /** A table without moves goes with the server; another like it takes its place. */
  private async reopened(id: string, error: unknown): Promise<Table> {
    const table = error instanceof Refusal && error.status === 404 ? await reopen(id) : null;
    if (!table) throw error;
    history.replaceState(null, "", `#/game/${table.id}`);
    this.rules = -1;
    return table;
  }

  private async show(table: Table): Promise<void> {
    const before = this.table!;
    if (this.rules === table.rules && table.revision < before.revision) return;
    this.table = table;
    if (this.rules !== table.rules) {
      this.variant = dressed(await get<Variant>(`/api/tables/${table.id}/variant`));
      this.rules = table.rules;
      this.spelling = spelled(this.variant);
      this.board.show(this.variant);
      this.measure();
      this.brief.open = table.made.length === 0;
      this.brief.replaceChildren(html("summary", {}, "How the game ends"), html("ul", {}, ...this.variant.ends.map((end) => html("li", {}, end))));
      this.brief.hidden = this.variant.ends.length === 0;
      this.past = null;
    }
    this.tree = grown(this.told);
    const turned = table.chapter !== before.chapter;
    if (turned || table.made.length !== before.made.length) this.past = this.wanted = null;
    document.title = `${table.title} · ferz studio`;
    this.main.dataset.table = table.id;
    this.title.textContent = table.title;
    this.event.textContent = event(table.tags);
    remember(table);
    this.orient(table);
    for (const panel of this.tabs.panels.values()) panel.update?.(table, this.variant);
    this.draw();
    const last = turned ? null : table.made.at(-1);
    if (last && table.made.length > before.made.length) sound(table.position.result ? "end" : table.position.check ? "check" : this.pieces > table.position.pieces.length ? "capture" : "move");
    this.pieces = table.position.pieces.length;
    this.clocks.update(table.clock, !!table.position.result);
    if (last && table.made.length > before.made.length) {
      const { san, says } = this.told.made.at(-1)!;
      say(`${sideName(this.variant, last.side)}: ${this.spelling.move(san)}${says ? `, “${says}”` : ""}. ${this.standing(table)}`);
    }
  }

  /** Tells the style sheet how the board is: what lies beside it stands by its squares. */
  private measure(): void {
    const { shape, rims: [above, below] } = this.board;
    for (const [name, value] of Object.entries({ shape, above, below })) this.main.style.setProperty(`--${name}`, String(value));
  }

  /** Asks the server for a change of the game; whether it is made. */
  private async change(path: string, body: unknown = {}, refused = (error: unknown) => trouble(error, "change")): Promise<boolean> {
    try {
      const table = await post<Table>(`/api/tables/${this.table!.id}/${path}`, body);
      settled("change");
      if (!this.closed) await this.show(table);
      return true;
    } catch (error) {
      refused(error);
      await this.fetch(this.table!).catch((error) => trouble(error, "change"));
      return false;
    }
  }

  private async play(move: Move): Promise<void> {
    if (this.past) return this.enter([move.move]);
    await this.change("play", { move: move.move, ply: this.table!.made.length });
  }

  /** Says why there is no move between two places. */
  private async refuse(from: string, to: string): Promise<void> {
    const { fen } = this.position;
    const why = from && (await this.reason(from, to));
    // it may have moved on
    if (!why || this.position.fen !== fen) return;
    this.status.textContent = `${capital(why)}.`;
    this.status.classList.add("refused");
    say(this.status.textContent);
  }

  /** The reason why there is no move between two places, if the rules give one. */
  private async reason(from: string, to: string): Promise<string> {
    const text = (from.endsWith("@") ? from.toUpperCase() : from) + to;
    const said = (error: unknown) => (error instanceof Refusal && error.status === 422 ? error.message : "");
    const why = await post(`/api/tables/${this.table!.id}/line`, { path: [...this.path, text] }).then(() => "", said);
    return why.startsWith("`") ? "" : why.replace(/\b[a-p]\d{1,2}\b/g, (square) => this.spelling.square(square));
  }

  /** The reason why no piece that was named by its letter goes to a square, if there is one such piece. */
  private async reasonOf(typed: string): Promise<string> {
    const [, letter, to] = /^([A-Z]|\+[A-Z])x?-?([a-p]\d{1,2})[+#]?$/.exec(typed) ?? [];
    const { pieces, side } = this.position;
    const own = pieces.filter((piece) => piece.side === side && this.variant.pieces[piece.type]!.letter === letter);
    return to && own.length === 1 ? this.reason(own[0]!.square, to) : "";
  }

  // ---- what is seen

  private get position(): Position {
    return this.past ?? this.table!.position;
  }

  /** The side whose sight is shown, or null. */
  private get viewer(): Side | null {
    return viewer(this.table!, this.side(this.table!));
  }

  /** The table with the moves that may be told. */
  private get told(): Table {
    return { ...this.table!, made: told(this.table!.made, this.viewer) };
  }

  /** The moves before the position shown. */
  private get path(): Path {
    return this.past ? this.way : mainLine(this.table!.made);
  }

  /** True if a person may move in the game now. */
  private get active(): boolean {
    const { position, seats } = this.table!;
    return !this.past && !position.result && seats[position.side] === "person";
  }

  /** The side that a person plays while the engine thinks. */
  private get premover(): Side | null {
    const { position, seats } = this.table!;
    const other = position.side === "white" ? "black" : "white";
    return !this.past && !position.result && seats[position.side] === "engine" && seats[other] === "person" ? other : null;
  }

  private standing(table: Table): string {
    const { position, thinking, clock } = table;
    const side = sideName(this.variant, position.side);
    if (position.result) return position.result.words;
    const result = recorded(table);
    if (result) return `${result}, as recorded. ${side} to move.`;
    if (clock?.paused) return `The clock is stopped: ${side} to move.`;
    return thinking ? `${side} is thinking …` : this.due(position);
  }

  /** What the side to move has to do. */
  private due(position: Position): string {
    const { side, check, puts } = led(seen(position, this.viewer)[0]);
    const name = sideName(this.variant, side);
    if (puts?.removes) return `${name} to remove a piece.`;
    if (puts) return `${name} to ${puts.type === null ? "close a square" : `place the ${this.variant.pieces[puts.type]!.name}`}.`;
    return `${name} to move${check ? ", in check" : ""}.`;
  }

  private draw(): void {
    const table = this.table!;
    const { position } = this;
    const { path } = this;
    const node = follow(this.tree, path);
    const [shown, hidden] = seen(position, this.viewer);
    this.board.update(shown, this.active || !!this.past, this.premover, hidden);
    this.analysis.update(table.id, path, position, this.board.turned, this.variant);
    this.draft();
    const game = sameOf(path, mainLine(table.made).slice(0, path.length));
    this.remarks.update(node, game);
    this.graph.update(this.tree, table.made, table.position.result, game ? path.length : null);
    this.chapters.update(table, this.variant);
    this.status.textContent = this.past ? this.whereabouts(this.past) : this.standing(table);
    this.status.classList.remove("refused");
    this.status.classList.toggle("over", !this.past && !!table.position.result);
    const [idle, limit] = position.idle;
    this.counters.textContent = `Move ${position.number}${limit === null || this.viewer ? "" : ` · ${idle} of ${limit} plies without progress`}`;
    this.tell(table);
    renewed(this.extra, ...this.beside(shown));
    for (const player of Object.values(this.players)) player.update(table, this.variant, shown);
    this.moves.update(this.told, this.tree, path, this.spelling);
    const { moves } = position;
    const some = [...new Set([moves[0], moves.at(-1)])].flatMap((move) => (move ? [this.spelling.move(move.san)] : []));
    this.input.placeholder = some.length > 0 ? `${some.join(", ")} …` : "";
    const can = { back: table.made.length > 0, again: table.ahead > 0, restart: table.moved, move: this.active };
    for (const button of this.actions.querySelectorAll<HTMLButtonElement>("button[data-can]")) {
      button.disabled = !can[button.dataset.can as keyof typeof can];
    }
  }

  /** The fate of the game when the rules changed. */
  private tell({ note, moved }: Table): void {
    this.note.hidden = !note;
    const again = moved && html("button", { type: "button", click: () => void this.change("restart") }, "Start again");
    this.note.replaceChildren(...(note ? [note, " "] : []), ...(again ? [again] : []));
  }

  /** The state of the position, and moves that are not between two squares. */
  private beside(position: Position): HTMLElement[] {
    const parts: HTMLElement[] = [];
    if (position.remembered.length > 0) {
      parts.push(html("ul", { class: "remembered", "aria-label": "What else the position records" }, ...position.remembered.map((line) => html("li", {}, line))));
    }
    if (this.table!.position.result && !this.past) parts.push(html("button", { type: "button", class: "main", click: () => void this.rematch() }, "Rematch"));
    const odd = this.active || this.past ? position.moves.filter((move) => move.kind === "special" && (!move.from || move.from === move.to)) : [];
    if (odd.length > 0) {
      const button = (move: Move) =>
        html("button", { type: "button", "data-move": move.move, click: () => void this.play(move) }, html("strong", {}, this.spelling.move(move.san)), " ", capital(move.words));
      parts.push(html("div", { class: "ways", role: "group", "aria-label": "Other moves" }, ...odd.map(button)));
    }
    return parts;
  }

  /** Begins the same game again, with the sides changed. */
  private async rematch(): Promise<void> {
    const { start, seats, tags } = this.table!;
    const others = { ...seats, white: seats.black, black: seats.white };
    const { White, Black } = tags;
    const names = { ...(Black && { White: Black }), ...(White && { Black: White }) };
    const table = await attempt("open", async () => {
      const opened = await openTable({ ...likewise(this.table!), seats: others, ...(start && { fen: start }) });
      return Object.keys(names).length > 0 ? post<Table>(`/api/tables/${opened.id}/tags`, names) : opened;
    });
    if (table) location.hash = `#/game/${table.id}`;
  }

  private player(side: Side): Player {
    return new Player(side, (seats) => void this.change("seats", seats), this.clocks.faces[side], this.board.hands[side].element);
  }

  // ---- walking through the game

  /** The moves before the position that is shown or about to be: what follows goes on from there. */
  private get at(): Path {
    return this.wanted ?? this.path;
  }

  private async goTo(path: Path): Promise<void> {
    const { id, made } = this.table!;
    const live = sameOf(path, mainLine(made));
    this.wanted = path;
    const past = live ? null : await attempt("walk", () => post<Position>(`/api/tables/${id}/line`, { path }));
    if (this.wanted !== path) return;
    this.wanted = null;
    if (past === undefined) return;
    [this.past, this.way] = [past, path];
    this.draw();
    say(this.status.textContent ?? "");
  }

  /** Goes back or on by a move: on along the line that the move shown belongs to. */
  private async go(by: 1 | -1): Promise<void> {
    const { at } = this;
    const node = follow(this.tree, at);
    const main = mainLine(this.table!.made);
    const game = sameOf(at, main.slice(0, at.length));
    const next = game ? main[at.length] : node.next[0]?.move;
    if (by < 0 && at.length > 0) await this.goTo(at.slice(0, -1));
    if (by > 0 && next !== undefined) await this.goTo([...at, next]);
  }

  private whereabouts(position: Position): string {
    const { ply, result } = position;
    const { made } = this.table!;
    const game = sameOf(this.way, mainLine(made).slice(0, ply));
    if (led(position).puts) return this.due(position);
    return game ? `After move ${ply} of ${made.length}.` : `In a variation.${result ? ` ${result.words}` : ""}`;
  }

  private wheel(event: WheelEvent): void {
    if (!this.table || event.ctrlKey) return;
    event.preventDefault();
    this.turned += event.deltaY;
    if (Math.abs(this.turned) < 30) return;
    void this.go(this.turned > 0 ? 1 : -1);
    this.turned = 0;
  }

  // ---- variations and annotations

  /** Goes on from the position shown, in a variation unless the game goes on so. */
  private async enter(moves: Path): Promise<void> {
    const path = [...this.at, ...moves];
    if (!sameOf(path, pathTo(follow(this.tree, path))) && !(await this.write(path, {}))) return;
    await this.goTo(path);
  }

  private write(path: Path, change: Change): Promise<boolean> {
    return this.change("note", { path, ...change });
  }

  private async remark(change: Change): Promise<void> {
    const { path } = this;
    if (!(await this.write(path, change))) return;
    if (change.remove) await this.goTo(path.slice(0, -1));
    if (change.promote) await this.goTo(path);
  }

  /** Shows what is drawn on the position, and what the engine would play. */
  private draft(best = this.best): void {
    if (this.table && this.tree) this.board.sketch(parted(follow(this.tree, this.path).comment).shapes, best);
  }

  private async sketch(shapes: Shape[]): Promise<void> {
    this.board.sketch(shapes, this.best);
    const { path } = this;
    await this.write(path, { comment: joined({ ...parted(follow(this.tree, path).comment), shapes }) });
  }

  private controls(): HTMLElement {
    return html(
      "div",
      { class: "controls", role: "group", "aria-label": "Game" },
      signed("first", "To the beginning", () => void this.goTo([])),
      signed("back", "Previous move", () => void this.go(-1)),
      signed("on", "Next move", () => void this.go(1)),
      signed("last", "To the last move", () => void this.goTo(mainLine(this.table!.made))),
      signed("undo", "Take back", () => void this.takeBack(), "back"),
      signed("redo", "Replay", () => void this.change("redo"), "again"),
      signed("again", "Start again", () => void this.change("restart"), "restart"),
      signed("turn", "Flip the board", () => this.turn()),
      signed("hint", "Hint", () => void this.advise(), "move"),
    );
  }

  /** The side at the bottom: the one that was chosen, or else the one that a person plays. */
  private side({ id, seats }: Table): Side {
    return bottom(id) ?? (seats.white === "engine" && seats.black === "person" ? "black" : "white");
  }

  /** Puts a side at the bottom. */
  private orient(table: Table): void {
    const side = this.side(table);
    if (this.board.turned !== (side === "black")) this.board.turn();
    const [top, low] = side === "white" ? (["black", "white"] as const) : (["white", "black"] as const);
    if (this.boardColumn.lastElementChild === this.players[low].element) return;
    this.host.before(this.players[top].element);
    this.host.after(this.players[low].element);
  }

  /** Takes back the last move, or the game as far as the position shown: in a variation, as far as that left it. */
  private takeBack(): void {
    const main = mainLine(this.table!.made);
    const left = this.way.findIndex((move, index) => move !== main[index]);
    void this.change("undo", this.past ? { to: left < 0 ? this.way.length : left } : {});
  }

  private turn(): void {
    keepBottom(this.table!.id, this.board.turned ? "white" : "black");
    this.orient(this.table!);
    this.tree = grown(this.told);
    this.draw();
  }

  private async advise(): Promise<void> {
    const table = this.table!;
    const hint = await attempt("hint", () => post<Hint>(`/api/tables/${table.id}/hint`));
    const move = hint && this.table!.position.moves.find((one) => one.move === hint.move);
    if (!hint || !move) return;
    this.board.hint([move.from, move.to].filter(Boolean));
    const [white, black] = this.variant.sides;
    const worth =
      hint.mate !== null
        ? `${hint.mate > 0 ? white : black} wins in ${Math.ceil(Math.abs(hint.mate) / 2)} moves`
        : hint.value !== null
          ? `${hint.value >= 0 ? "+" : "−"}${(Math.abs(hint.value) / 100).toFixed(2)} for ${white}`
          : "";
    this.status.textContent = `Hint: ${this.spelling.move(move.san)}${worth ? ` (${worth})` : ""}`;
    say(this.status.textContent);
  }

  private typed(): HTMLElement {
    const submit = async (event: SubmitEvent) => {
      event.preventDefault();
      const move = this.input.value.trim();
      if (move) await this.type(move);
    };
    return html("form", { class: "typed", submit: (event: SubmitEvent) => void submit(event) }, this.input, html("button", {}, "Play"), this.wrong);
  }

  /** Plays a typed move; one that is refused stays to be mended, with the reason beside it. */
  private async type(typed: string): Promise<void> {
    const move = this.spelling.read(typed);
    this.untold();
    const refused = async (error: unknown) => {
      const words = error instanceof Error ? error.message : String(error);
      this.wrong.textContent = words;
      this.input.setAttribute("aria-invalid", "true");
      const why = await this.reasonOf(move);
      if (why && this.wrong.textContent === words) this.wrong.textContent = capital(why);
      this.wrong.scrollIntoView({ block: "nearest" });
    };
    const { past } = this;
    const here = past?.moves.find((one) => one.move === move || one.san === move);
    if (past && !here) return refused(new Error(`${typed} is not a move in the position shown`));
    const done = here ? (await this.enter([here.move]), true) : await this.change("play", { move, ply: this.table!.made.length }, refused);
    if (done && this.input.value.trim() === typed) this.input.value = "";
    if (!done) this.input.select();
  }

  private untold(): void {
    this.wrong.textContent = "";
    this.input.removeAttribute("aria-invalid");
  }

  private key(event: KeyboardEvent): void {
    // in the field for moves, as long as it is empty, the keys that move nothing there go through the game
    const typing = event.target === this.input;
    if (typing && event.key === "Escape") return this.input.blur();
    const idle = typing && !this.input.value && event.key.length > 1;
    const busy = !idle && (event.target as Element).closest("input, textarea, select, dialog, .cm-editor, [role=tab]");
    if (busy || !this.table || event.altKey || event.ctrlKey || event.metaKey) return;
    const act: Record<string, () => void> = {
      ArrowLeft: () => void this.go(-1),
      ArrowRight: () => void this.go(1),
      Home: () => void this.goTo([]),
      End: () => void this.goTo(mainLine(this.table!.made)),
      Escape: () => this.board.deselect(),
      f: () => this.turn(),
    };
    const wanted = act[event.key];
    if (wanted) {
      wanted();
      event.preventDefault();
    }
  }

  // ---- panels

  /** Shows a movement in the piece maker beside the file. */
  private make(notation: string): void {
    this.maker?.set(notation);
    this.tabs.select("maker");
  }

  private addPanels(table: Table): void {
    const frame = html("iframe", { title: "Rules of the game", class: "sheet", tabindex: 0, ...(inside() && { sandbox: "" }) });
    let sheetOf = "";
    const update = ({ id, rules }: Table) => {
      const wanted = `/api/tables/${id}/sheet?rules=${rules}`;
      if (sheetOf === wanted) return;
      sheetOf = wanted;
      if (inside()) void attempt("rules", async () => (frame.srcdoc = (await fetched(wanted)).body));
      else frame.src = wanted;
    };
    const opened = this.tabs.panels.has("file");
    const panels: [string, string, Panel][] = [
      ["moves", "Moves", { element: html("div", { class: "study" }, this.analysis.element, this.chapters.element, this.graph.element, this.moves.element, this.remarks.element, this.brief) }],
      ["rules", "Rules", { element: frame, update }],
      ["pieces", "Pieces", new PiecesPanel(() => this.table!.id, "file" in table.origin ? (notation) => this.make(notation) : null)],
      ["position", "Position", new PositionPanel(() => this.position, () => this.table!, () => this.variant, (tags) => void this.change("tags", tags))],
    ];
    for (const [name, title, panel] of panels) this.tabs.add(name, title, panel, opened ? "file" : undefined);
    if ("file" in table.origin && !opened) this.tabs.add("file", "File", new FilePanel(table.origin.file));
    const file = this.tabs.panels.get("file");
    if (file instanceof FilePanel) {
      const add = (entry: string) => {
        this.tabs.select("file");
        file.change((old) => withPiece(old, entry));
      };
      this.maker = new PieceMaker(() => {}, add);
      this.tabs.add("maker", "Make a piece", this.maker);
      this.maker.set("");
    }
    const insert = (text: string) => {
      this.tabs.select("file");
      if (file instanceof FilePanel) file.change((old) => inserted(old, text));
    };
    this.tabs.add("setup", "Set up", new SetupPanel(() => this.position, file ? insert : null), file ? "file" : undefined);
    const wanted = location.hash.split("/")[3];
    const first = wanted && this.tabs.panels.has(wanted) ? wanted : "file" in table.origin ? "file" : "moves";
    this.tabs.select(first);
  }
}
