// A game: the board, who plays, the steps so far, and the panels beside the board.

import { Board } from "./board.js";
import { capital, html, renewed, signed } from "./dom.js";
import { FilePanel } from "./file.js";
import { bottom, keepBottom } from "./memory.js";
import { PiecesPanel } from "./pieces.js";
import { Player } from "./player.js";
import { PositionPanel } from "./position.js";
import { Moves } from "./record.js";
import { fetched, get, inside, post, Refusal } from "./server.js";
import { type Panel, Tabs } from "./tabs.js";
import { remember, reopen } from "./tables.js";
import { attempt, say, settled, trouble } from "./trouble.js";
import type { Document, Event, Hint, Position, Side, Step, Table, Variant } from "./types.js";

export class PlayView {
  /** Nothing while a file can't be played yet. */
  private table: Table | null = null;
  private variant!: Variant;
  /** The position shown, if it is not the last. */
  private past: Position | null = null;
  /** The position asked for, until it is there. */
  private wanted: number | null = null;
  private host = html("div", { class: "host" });
  private board = new Board(this.host, { play: (step) => this.play(step) }, "Board");
  private players = { white: this.player("white"), black: this.player("black") };
  private rules = -1;
  private closed = false;

  private title = html("h1", {});
  private status = html("p", { class: "status" });
  private counters = html("p", { class: "counters" });
  private note = html("p", { class: "note", hidden: true });
  private extra = html("div", { class: "extra" });
  private input = html("input", { name: "step", autocomplete: "off", spellcheck: "false", autocapitalize: "off", "aria-label": "Type a move", "aria-describedby": "typed-wrong", input: () => this.untold() });
  private wrong = html("p", { class: "wrong", id: "typed-wrong", role: "alert" });
  private moves = new Moves((ply) => void this.goTo(ply));
  private tabs = new Tabs((name) => (this.main.dataset.panel = name));
  private boardColumn = html("section", { class: "table", "aria-label": "Board" });
  private actions = html("section", { class: "actions", "aria-label": "Play" });
  private keys = (event: KeyboardEvent) => this.key(event);

  constructor(private main: HTMLElement) {
    main.className = "play";
    this.boardColumn.append(this.players.black.element, this.host, this.players.white.element);
    this.actions.append(html("div", { class: "row" }, this.status, this.counters), this.note, this.extra, html("div", { class: "row" }, this.controls(), this.typed()));
    main.replaceChildren(this.title, this.boardColumn, this.actions, this.tabs.element);
    document.addEventListener("keydown", this.keys);
  }

  close(): void {
    this.closed = true;
    document.removeEventListener("keydown", this.keys);
    this.tabs.close();
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
      this.variant = await get<Variant>(`/api/tables/${table.id}/variant`);
      this.rules = table.rules;
      this.board.show(this.variant);
      this.main.style.setProperty("--shape", String(this.board.shape));
      this.past = null;
    }
    if (table.made.length !== before.made.length) this.past = this.wanted = null;
    document.title = `${table.title} · ferz studio`;
    this.main.dataset.table = table.id;
    this.title.textContent = table.title;
    remember(table);
    this.orient(table);
    for (const panel of this.tabs.panels.values()) panel.update?.(table, this.variant);
    this.draw();
    const last = table.made.at(-1);
    if (last && table.made.length > before.made.length) {
      say(`${capital(last.side)}: ${last.san}${last.says ? `, “${last.says}”` : ""}. ${this.standing(table)}`);
    }
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

  private async play(step: Step): Promise<void> {
    await this.change("play", { step: step.step, ply: this.table!.made.length });
  }

  // ---- what is seen

  private get position(): Position {
    return this.past ?? this.table!.position;
  }

  /** Whether a person may move now. */
  private get active(): boolean {
    const { position, seats } = this.table!;
    return !this.past && !position.result && seats[position.side] === "person";
  }

  private standing({ position, thinking }: Table): string {
    if (position.result) return position.result.words;
    const check = position.check ? ", in check" : "";
    return thinking ? `${capital(position.side)} thinks …` : `${capital(position.side)} to move${check}.`;
  }

  private draw(): void {
    const table = this.table!;
    const { position } = this;
    this.board.update(position, this.active);
    this.status.textContent = this.past ? `After move ${this.past.ply} of ${table.made.length}.` : this.standing(table);
    this.status.classList.toggle("over", !this.past && !!table.position.result);
    const [idle, limit] = position.idle;
    this.counters.textContent = `Move ${position.number}${limit === null ? "" : ` · ${idle} of ${limit} plies without progress`}`;
    this.tell(table);
    renewed(this.extra, ...this.beside(position));
    for (const player of Object.values(this.players)) player.update(table, this.variant, position);
    this.moves.update(table, position.ply);
    const [one, other] = [position.steps[0], position.steps.at(-1)];
    this.input.placeholder = one && other ? `${one.san}${one === other ? "" : `, ${other.san}`} …` : "";
    const can = { back: table.made.length > 0, again: table.ahead > 0, restart: table.moved, move: this.active };
    for (const button of this.actions.querySelectorAll<HTMLButtonElement>("button[data-can]")) {
      button.disabled = !can[button.dataset.can as keyof typeof can];
    }
  }

  /** What became of the game when the rules changed. */
  private tell({ note, moved }: Table): void {
    this.note.hidden = !note;
    const again = moved && html("button", { type: "button", click: () => void this.change("restart") }, "Start again");
    this.note.replaceChildren(...(note ? [note, " "] : []), ...(again ? [again] : []));
  }

  /** What the position remembers, and steps that are not between two squares. */
  private beside(position: Position): HTMLElement[] {
    const parts: HTMLElement[] = [];
    if (position.remembered.length > 0) {
      parts.push(html("ul", { class: "remembered", "aria-label": "Remembered" }, ...position.remembered.map((line) => html("li", {}, line))));
    }
    const odd = this.active ? position.steps.filter((step) => step.kind === "special" && (!step.from || step.from === step.to)) : [];
    if (odd.length > 0) {
      const button = (step: Step) =>
        html("button", { type: "button", "data-step": step.step, click: () => void this.play(step) }, html("strong", {}, step.san), " ", capital(step.words));
      parts.push(html("div", { class: "ways", role: "group", "aria-label": "Other moves" }, ...odd.map(button)));
    }
    return parts;
  }

  private player(side: Side): Player {
    return new Player(side, (seats) => void this.change("seats", seats), this.board.hands[side].element);
  }

  // ---- walking through the game

  /** The position that is shown or about to be: further steps go on from there. */
  private get at(): number {
    return this.wanted ?? this.position.ply;
  }

  private async goTo(ply: number): Promise<void> {
    const { id, made } = this.table!;
    const wanted = Math.max(0, Math.min(ply, made.length));
    this.wanted = wanted;
    const past = wanted === made.length ? null : await attempt("walk", () => get<Position>(`/api/tables/${id}/at/${wanted}`));
    if (this.wanted !== wanted) return;
    this.wanted = null;
    if (past === undefined) return;
    this.past = past;
    this.draw();
    say(this.status.textContent ?? "");
  }

  private controls(): HTMLElement {
    return html(
      "div",
      { class: "controls", role: "group", "aria-label": "Game" },
      signed("first", "To the beginning", () => void this.goTo(0)),
      signed("back", "Previous move", () => void this.goTo(this.at - 1)),
      signed("on", "Next move", () => void this.goTo(this.at + 1)),
      signed("last", "To the last move", () => void this.goTo(this.table!.made.length)),
      signed("undo", "Take back", () => void this.change("undo", this.past ? { to: this.past.ply } : {}), "back"),
      signed("redo", "Play again", () => void this.change("redo"), "again"),
      signed("again", "Start again", () => void this.change("restart"), "restart"),
      signed("turn", "Turn the board", () => this.turn()),
      signed("hint", "Hint", () => void this.advise(), "move"),
    );
  }

  /** Puts the side at the bottom that was chosen, or else the one that a person plays. */
  private orient({ id, seats }: Table): void {
    const side = bottom(id) ?? (seats.white === "engine" && seats.black === "person" ? "black" : "white");
    if (this.board.turned !== (side === "black")) this.board.turn();
    const [top, low] = side === "white" ? (["black", "white"] as const) : (["white", "black"] as const);
    if (this.boardColumn.lastElementChild === this.players[low].element) return;
    this.host.before(this.players[top].element);
    this.host.after(this.players[low].element);
  }

  private turn(): void {
    keepBottom(this.table!.id, this.board.turned ? "white" : "black");
    this.orient(this.table!);
  }

  private async advise(): Promise<void> {
    const table = this.table!;
    const hint = await attempt("hint", () => post<Hint>(`/api/tables/${table.id}/hint`));
    const step = hint && this.table!.position.steps.find((one) => one.step === hint.step);
    if (!hint || !step) return;
    this.board.hint([step.from, step.to].filter(Boolean));
    const worth =
      hint.mate !== null
        ? `${hint.mate > 0 ? "White" : "Black"} wins in ${Math.ceil(Math.abs(hint.mate) / 2)} moves`
        : hint.value !== null
          ? `${hint.value >= 0 ? "+" : "−"}${(Math.abs(hint.value) / 100).toFixed(2)} for White`
          : "";
    this.status.textContent = `Hint: ${step.san}${worth ? ` (${worth})` : ""}`;
    say(this.status.textContent);
  }

  private typed(): HTMLElement {
    const submit = async (event: SubmitEvent) => {
      event.preventDefault();
      const step = this.input.value.trim();
      if (step) await this.type(step);
    };
    return html("form", { class: "typed", submit: (event: SubmitEvent) => void submit(event) }, this.input, html("button", {}, "Play"), this.wrong);
  }

  /** Plays a typed move; one that is refused stays to be mended, with the reason beside it. */
  private async type(step: string): Promise<void> {
    this.untold();
    const refused = (error: unknown) => {
      this.wrong.textContent = error instanceof Error ? error.message : String(error);
      this.input.setAttribute("aria-invalid", "true");
      this.wrong.scrollIntoView({ block: "nearest" });
    };
    const done = await this.change("play", { step, ply: this.table!.made.length }, refused);
    if (done && this.input.value.trim() === step) this.input.value = "";
    if (!done) this.input.select();
  }

  private untold(): void {
    this.wrong.textContent = "";
    this.input.removeAttribute("aria-invalid");
  }

  private key(event: KeyboardEvent): void {
    const busy = (event.target as Element).closest("input, textarea, select, dialog, .cm-editor, [role=tab]");
    if (busy || !this.table || event.altKey || event.ctrlKey || event.metaKey) return;
    const act: Record<string, () => void> = {
      ArrowLeft: () => void this.goTo(this.at - 1),
      ArrowRight: () => void this.goTo(this.at + 1),
      Home: () => void this.goTo(0),
      End: () => void this.goTo(this.table!.made.length),
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
      ["moves", "Moves", { element: this.moves.element }],
      ["rules", "Rules", { element: frame, update }],
      ["pieces", "Pieces", new PiecesPanel(() => this.table!.id)],
      ["position", "Position", new PositionPanel(() => this.position, () => this.table!, () => this.variant)],
    ];
    for (const [name, title, panel] of panels) this.tabs.add(name, title, panel, opened ? "file" : undefined);
    if ("file" in table.origin && !opened) this.tabs.add("file", "File", new FilePanel(table.origin.file));
    const wanted = location.hash.split("/")[3];
    const first = wanted && this.tabs.panels.has(wanted) ? wanted : "file" in table.origin ? "file" : "moves";
    this.tabs.select(first);
  }
}
