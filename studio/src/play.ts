// A game: the board, who plays, the steps so far, and the panels beside the board.

import { Board } from "./board.js";
import { capital, html, renewed, signed } from "./dom.js";
import { FilePanel } from "./file.js";
import { select, upTo } from "./home.js";
import { PiecesPanel } from "./pieces.js";
import { PositionPanel } from "./position.js";
import { get, post } from "./server.js";
import { attempt, say, trouble } from "./trouble.js";
import type { Event, Hint, Position, Seat, Side, Step, Table, Variant } from "./types.js";

interface Panel {
  element: HTMLElement;
  /** The table or its rules are others now. */
  update?(table: Table, variant: Variant): void;
  hear?(event: Event): Promise<void>;
  close?(): void;
}

export class PlayView {
  private table!: Table;
  private variant!: Variant;
  /** The position shown, if it is not the last. */
  private past: Position | null = null;
  private board: Board;
  private rules = -1;
  private panels = new Map<string, Panel>();
  private closed = false;

  private title = html("h1", {});
  private strips = { white: html("div", { class: "strip" }), black: html("div", { class: "strip" }) };
  private status = html("p", { class: "status" });
  private counters = html("p", { class: "counters" });
  private note = html("p", { class: "note", hidden: true });
  private extra = html("div", { class: "extra" });
  private moves = html("ol", { class: "record", "aria-label": "Moves" });
  private tabs = html("div", { role: "tablist", "aria-label": "Beside the board" });
  private side = html("section", { class: "side", "aria-label": "Beside the board" });
  private boardColumn = html("section", { class: "table", "aria-label": "Board" });
  private keys = (event: KeyboardEvent) => this.key(event);

  constructor(private main: HTMLElement) {
    main.className = "play";
    const host = html("div", { class: "host" });
    this.board = new Board(host, { play: (step) => void this.play(step) }, "Board");
    this.boardColumn.append(
      this.title,
      this.strips.black,
      host,
      this.strips.white,
      this.status,
      this.counters,
      this.note,
      this.extra,
      this.controls(),
      this.typed(),
    );
    this.side.append(this.tabs);
    main.replaceChildren(this.boardColumn, this.side);
    document.addEventListener("keydown", this.keys);
  }

  close(): void {
    this.closed = true;
    document.removeEventListener("keydown", this.keys);
    for (const panel of this.panels.values()) panel.close?.();
  }

  async begin(table: Table): Promise<void> {
    this.table = table;
    this.addPanels();
    await this.show(table);
  }

  // ---- news

  async hear(event: Event): Promise<void> {
    if (event.kind === "table" && event.id === this.table?.id && event.revision > this.table.revision) await this.refresh();
    for (const panel of this.panels.values()) await panel.hear?.(event);
  }

  async refresh(): Promise<void> {
    if (!this.table) return;
    const table = await get<Table>(`/api/tables/${this.table.id}`);
    if (!this.closed) await this.show(table);
  }

  private async show(table: Table): Promise<void> {
    if (this.rules === table.rules && table.revision < this.table.revision) return;
    const before = this.table;
    this.table = table;
    if (this.rules !== table.rules) {
      this.variant = await get<Variant>(`/api/tables/${table.id}/variant`);
      this.rules = table.rules;
      this.board.show(this.variant);
      this.past = null;
    }
    if (table.made.length !== before.made.length) this.past = null;
    document.title = `${table.title} · ferz studio`;
    this.main.dataset.table = table.id;
    this.title.textContent = table.title;
    for (const panel of this.panels.values()) panel.update?.(table, this.variant);
    this.draw();
    const last = table.made.at(-1);
    if (last && table.made.length > before.made.length) {
      say(`${capital(last.side)}: ${last.san}${last.says ? `, “${last.says}”` : ""}. ${this.standing()}`);
    }
  }

  private async change(path: string, body: unknown = {}): Promise<void> {
    const table = await attempt(() => post<Table>(`/api/tables/${this.table.id}/${path}`, body));
    if (table && !this.closed) await this.show(table);
    else if (!table) await this.refresh().catch(trouble);
  }

  private async play(step: Step): Promise<void> {
    await this.change("play", { step: step.step, ply: this.table.made.length });
  }

  // ---- what is seen

  private get position(): Position {
    return this.past ?? this.table.position;
  }

  /** Whether a person may move now. */
  private get active(): boolean {
    const { position, seats } = this.table;
    return !this.past && !position.result && seats[position.side] === "person";
  }

  private standing(): string {
    const { position, thinking } = this.table;
    if (position.result) return position.result.words;
    const check = position.check ? ", in check" : "";
    return thinking ? `${capital(position.side)} thinks …` : `${capital(position.side)} to move${check}.`;
  }

  private draw(): void {
    const { table, position } = this;
    this.board.update(position, this.active);
    this.boardColumn.classList.toggle("turned", this.board.turned);
    this.status.textContent = this.past ? `After move ${this.past.ply} of ${table.made.length}.` : this.standing();
    this.status.classList.toggle("over", !this.past && !!table.position.result);
    const [idle, limit] = position.idle;
    this.counters.textContent = `Move ${position.number}${limit === null ? "" : ` · ${idle} of ${limit} plies without progress`}`;
    this.note.hidden = !table.note;
    this.note.textContent = table.note;
    this.extra.replaceChildren(...this.beside(position));
    for (const side of ["white", "black"] as const) this.strip(side);
    this.list();
    for (const button of this.boardColumn.querySelectorAll<HTMLButtonElement>("button[data-can]")) {
      const can = button.dataset.can;
      button.disabled = can === "back" ? table.made.length === 0 : can === "again" ? table.ahead === 0 : !this.active;
    }
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

  private strip(side: Side): void {
    const { table } = this;
    const strip = this.strips[side];
    const to = this.position.side === side && !this.position.result;
    const lost = table.lost.filter((men) => men.side === side);
    const figure = (piece: number, count: number) => {
      const { name, figures } = this.variant.pieces[piece]!;
      const node = html("span", { class: "small", title: `${count} ${name}` });
      node.innerHTML = `<svg viewBox="0 0 45 45" role="img" aria-label="${count} ${name.replace(/[<&"]/g, "")}">${figures[side === "white" ? 0 : 1]}</svg>`;
      if (count > 1) node.append(html("span", { "aria-hidden": "true" }, `×${count}`));
      return node;
    };
    const who = select(`seat-${side}`, ["person", "engine"], table.seats[side]);
    who.setAttribute("aria-label", `${capital(side)} is played by`);
    who.addEventListener("change", () => void this.change("seats", { ...table.seats, [side]: who.value as Seat }));
    const level = select(`level-${side}`, upTo(table.levels), String(table.seats.level));
    level.setAttribute("aria-label", "Level of the engine");
    level.addEventListener("change", () => void this.change("seats", { ...table.seats, level: Number(level.value) }));
    strip.classList.toggle("to-move", to);
    renewed(
      strip,
      html("span", { class: `dot ${side}`, "aria-hidden": "true" }),
      html("strong", {}, capital(side)),
      who,
      ...(table.seats[side] === "engine" ? [html("span", { class: "level" }, "level "), level] : []),
      ...(lost.length > 0 ? [html("span", { class: "lost" }, html("span", { class: "unseen" }, "has lost "), ...lost.map((men) => figure(men.piece, men.count)))] : []),
    );
  }

  /** The steps, a move a line; each can be gone to. */
  private list(): void {
    const { made, first, position } = this.table;
    const at = this.position.ply;
    let number = first;
    const items: HTMLElement[] = [];
    let line: { white: HTMLElement; black: HTMLElement } | null = null;
    made.forEach((step, index) => {
      if (!line || (step.side === "white" && made[index - 1]?.side === "black")) {
        if (line) number++;
        line = { white: html("span", {}), black: html("span", {}) };
        items.push(html("li", {}, html("span", { class: "number" }, `${number}.`), line.white, line.black));
      }
      const button = html(
        "button",
        {
          type: "button",
          class: "quiet",
          "data-focus": index + 1,
          "aria-current": index + 1 === at ? "step" : null,
          click: () => void this.goTo(index + 1),
        },
        step.san,
        step.says && ` “${step.says}”`,
      );
      line[step.side].append(button, " ");
    });
    if (position.result) {
      const score = position.result.winner === "white" ? "1–0" : position.result.winner === "black" ? "0–1" : "½–½";
      items.push(html("li", { class: "result" }, `${score} ${position.result.reason}`));
    }
    renewed(this.moves, ...items);
    const current = this.moves.querySelector<HTMLElement>("[aria-current]");
    if (current) this.moves.scrollTop = current.offsetTop - this.moves.offsetTop - this.moves.clientHeight / 2;
  }

  // ---- walking through the game

  private async goTo(ply: number): Promise<void> {
    const last = this.table.made.length;
    const wanted = Math.max(0, Math.min(ply, last));
    if (wanted === last) this.past = null;
    else {
      const past = await attempt(() => get<Position>(`/api/tables/${this.table.id}/at/${wanted}`));
      if (!past) return;
      this.past = past;
    }
    this.draw();
    say(this.status.textContent ?? "");
  }

  private controls(): HTMLElement {
    return html(
      "div",
      { class: "controls", role: "group", "aria-label": "Game" },
      signed("first", "To the beginning", () => void this.goTo(0)),
      signed("back", "Previous move", () => void this.goTo(this.position.ply - 1)),
      signed("on", "Next move", () => void this.goTo(this.position.ply + 1)),
      signed("last", "To the last move", () => void this.goTo(this.table.made.length)),
      signed("undo", "Take back", () => void this.change("undo", this.past ? { to: this.past.ply } : {}), "back"),
      signed("redo", "Play again", () => void this.change("redo"), "again"),
      signed("turn", "Turn the board", () => this.turn()),
      signed("hint", "Hint", () => void this.advise(), "move"),
    );
  }

  private turn(): void {
    this.board.turn();
    this.boardColumn.classList.toggle("turned", this.board.turned);
  }

  private async advise(): Promise<void> {
    const hint = await attempt(() => post<Hint>(`/api/tables/${this.table.id}/hint`));
    const step = hint && this.table.position.steps.find((one) => one.step === hint.step);
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
    const input = html("input", { name: "step", autocomplete: "off", spellcheck: "false", autocapitalize: "off", "aria-label": "Type a move", placeholder: "e4, Nf3, g1f3 …" });
    return html(
      "form",
      {
        class: "typed",
        submit: (event: SubmitEvent) => {
          event.preventDefault();
          if (!input.value.trim()) return;
          void this.change("play", { step: input.value, ply: this.table.made.length });
          input.value = "";
        },
      },
      input,
      html("button", {}, "Play"),
    );
  }

  private key(event: KeyboardEvent): void {
    const busy = (event.target as Element).closest("input, textarea, select, dialog, .cm-editor, [role=tab], svg.board");
    if (busy || event.altKey || event.ctrlKey || event.metaKey) return;
    const act: Record<string, () => void> = {
      ArrowLeft: () => void this.goTo(this.position.ply - 1),
      ArrowRight: () => void this.goTo(this.position.ply + 1),
      Home: () => void this.goTo(0),
      End: () => void this.goTo(this.table.made.length),
      f: () => this.turn(),
    };
    const wanted = act[event.key];
    if (wanted) {
      wanted();
      event.preventDefault();
    }
  }

  // ---- panels

  private addPanels(): void {
    const rules = html("iframe", { title: "Rules of the game", class: "sheet" });
    let sheetOf = -1;
    this.add("moves", "Moves", { element: this.moves });
    this.add("rules", "Rules", {
      element: rules,
      update: (table) => {
        if (sheetOf === table.rules) return;
        sheetOf = table.rules;
        rules.src = `/api/tables/${table.id}/sheet?rules=${table.rules}`;
      },
    });
    this.add("pieces", "Pieces", new PiecesPanel(this.table.id));
    this.add("position", "Position", new PositionPanel(() => this.position, () => this.table, () => this.variant));
    if ("file" in this.table.origin) this.add("file", "File", new FilePanel(this.table.origin.file));
    const wanted = location.hash.split("/")[3];
    const first = wanted && this.panels.has(wanted) ? wanted : "file" in this.table.origin ? "file" : "moves";
    this.select(first);
  }

  private add(name: string, title: string, panel: Panel): void {
    this.panels.set(name, panel);
    const tab = html("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, click: () => this.select(name) }, title);
    tab.addEventListener("keydown", (event) => {
      const names = [...this.panels.keys()];
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (!step) return;
      const next = names[(names.indexOf(name) + step + names.length) % names.length]!;
      this.select(next);
      document.getElementById(`tab-${next}`)?.focus();
      event.preventDefault();
    });
    this.tabs.append(tab);
    this.side.append(html("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, hidden: true, tabindex: 0 }, panel.element));
  }

  private select(name: string): void {
    for (const other of this.panels.keys()) {
      const chosen = other === name;
      const tab = this.tabs.querySelector(`#tab-${other}`);
      tab?.setAttribute("aria-selected", String(chosen));
      tab?.setAttribute("tabindex", chosen ? "0" : "-1");
      this.side.querySelector<HTMLElement>(`#panel-${other}`)!.hidden = !chosen;
    }
    this.main.dataset.panel = name;
  }
}
