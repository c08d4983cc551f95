// The engine on the position shown: its evaluation, its best lines, and a review of the whole game.

import { capital, html, renewed } from "./dom.js";
import { sideName } from "./figures.js";
import { select, upTo } from "./fields.js";
import { find, keep } from "./memory.js";
import { Refusal, stream } from "./server.js";
import { type Spelling, spelled } from "./spelling.js";
import type { Path, Score, Shape } from "./tree.js";
import { attempt } from "./trouble.js";
import type { Line, Position, Side, Variant } from "./types.js";

/** The most lines that are offered. */
const MOST = 5;
/** The time a position is shown before the engine looks at it, in milliseconds: one may be walking past it. */
const PAUSE = 120;
/** The nodes searched for a position of a review. */
const REVIEW = 60_000;
/** The hundredths by which a side is ahead that wins about three games of four. */
const CLEAR = 300;

/** The game that the analysis looks at. */
export interface Looked {
  /** Plays the moves of a line from the position shown. */
  enter(moves: Path): void;
  /** The lines are others now. */
  found(best: Shape[]): void;
  /** Looks through the whole game. */
  review(told: (words: string) => void, stop: AbortSignal): Promise<void>;
}

/** The chances of White from 0 to 1. */
export function chances({ value, mate }: Score): number {
  if (mate !== null) return mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp((-(value ?? 0) * Math.log(3)) / CLEAR));
}

/** A score in short: for White, in units of the most numerous piece, or `#` and the moves to a win. */
export function scored({ value, mate }: Score): string {
  if (mate !== null) return `${mate < 0 ? "−" : ""}#${Math.ceil(Math.abs(mate) / 2)}`;
  const worth = (value ?? 0) / 100;
  return `${worth < 0 ? "−" : "+"}${Math.abs(worth).toFixed(Math.abs(worth) < 10 ? 1 : 0)}`;
}

/** The best line of a position, after a search of limited length. */
export async function judged(table: string, path: Path, stop: AbortSignal): Promise<Line | null> {
  let best: Line | null = null;
  await stream<Line>(`/api/tables/${table}/analysis`, { path, lines: 1, nodes: REVIEW }, (line) => (best = line), stop);
  return best;
}

/** What the button says; where there is little room, its first word. */
const reviewing = () => ["Review", html("span", { class: "wide" }, " the game")];

export class Analysis {
  readonly element = html("section", { class: "analysis", "aria-label": "Analysis" });
  readonly gauge = html("div", { class: "gauge", role: "img", hidden: true }, html("div", {}));
  private switch = html("input", { type: "checkbox", name: "engine", change: () => this.again() });
  private many = select("lines", upTo(MOST), String(find<number>("localStorage", "ferz-lines") ?? 1));
  private threat = html("input", { type: "checkbox", name: "threat", change: () => this.again() });
  private state = html("span", { class: "depth" });
  private list = html("ol", { class: "lines", "aria-label": "Best lines" });
  private reviewed = html("button", { type: "button", click: () => void this.review() }, ...reviewing());
  private lines: Line[] = [];
  private spelling!: Spelling;
  private white = "";
  private shown = "";
  private stop = new AbortController();
  private timer = 0;
  private reviewing: AbortController | null = null;
  private ask: (() => void) | null = null;

  constructor(private looked: Looked) {
    this.many.setAttribute("aria-label", "Number of lines");
    this.many.addEventListener("change", () => (keep("localStorage", "ferz-lines", Number(this.many.value)), this.again()));
    const row = html("div", { class: "row" }, html("label", {}, this.switch, " Engine"), this.many, html("label", { title: "What the other side would play if it were to move" }, this.threat, " Threat"), this.state, this.reviewed);
    this.element.append(row, this.list);
  }

  get on(): boolean {
    return this.switch.checked;
  }

  close(): void {
    this.stop.abort();
    this.reviewing?.abort();
    window.clearTimeout(this.timer);
  }

  /** Looks at a position, unless it does already. */
  update(table: string, path: Path, position: Position, turned: boolean, variant: Variant): void {
    [this.spelling, this.white] = [spelled(variant), sideName(variant, "white")];
    this.gauge.classList.toggle("turned", turned);
    const wanted = `${table} ${position.fen} ${path.join(" ")}`;
    if (wanted === this.shown) return;
    this.shown = wanted;
    this.ask = () => void attempt("analysis", () => this.look(table, path, position));
    this.again();
  }

  /** Begins anew with the position shown. */
  private again(): void {
    this.stop.abort();
    window.clearTimeout(this.timer);
    this.lines = [];
    this.gauge.hidden = this.list.hidden = !this.on;
    this.state.textContent = "";
    this.looked.found([]);
    if (this.on && this.ask && !this.reviewing) this.timer = window.setTimeout(this.ask, PAUSE);
  }

  private async look(table: string, path: Path, position: Position): Promise<void> {
    const stop = (this.stop = new AbortController());
    if (position.result) {
      const winner = position.result.winner;
      this.measure(winner ? { value: null, mate: winner === "white" ? 1 : -1 } : { value: 0, mate: null }, position.result.words);
      return renewed(this.list);
    }
    const lines = Number(this.many.value);
    try {
      await stream<Line>(`/api/tables/${table}/analysis`, { path, lines, threat: this.threat.checked }, (line) => this.heard(line), stop.signal);
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 422)) throw error;
      renewed(this.list);
      this.state.textContent = capital(error.message);
    }
  }

  private heard(line: Line): void {
    this.lines[line.number - 1] = line;
    const [best] = this.lines;
    if (!best) return;
    this.measure(best, `${scored(best)} for ${this.white}`);
    this.state.textContent = `depth ${best.depth}, ${best.nodes < 1e6 ? `${Math.ceil(best.nodes / 1e3)}k` : `${(best.nodes / 1e6).toFixed(1)}M`} nodes`;
    renewed(this.list, ...this.lines.filter(Boolean).map((one) => this.written(one)));
    const colour = (number: number) => (this.threat.checked ? "R" : number === 1 ? "E" : "N");
    const moved = this.lines.filter((one) => one?.to && one.from !== one.to);
    this.looked.found(moved.map(({ number, from, to }) => ({ colour: colour(number), from, to })));
  }

  /** Every move of a line goes to the position after it. */
  private written(line: Line): HTMLElement {
    const move = (san: string, index: number) => {
      const enter = () => this.looked.enter(line.moves.slice(0, index + 1));
      // by the time the pointer is released, there may be another line in its place
      const click = ({ detail }: MouseEvent) => detail === 0 && enter();
      return html("button", { type: "button", class: "quiet", disabled: this.threat.checked, "data-focus": `${line.number} ${index}`, pointerdown: enter, click }, san);
    };
    return html("li", {}, html("strong", {}, scored(line)), ...line.sans.map((san, index) => move(this.spelling.move(san), index)));
  }

  private measure(score: Score, words: string): void {
    this.gauge.setAttribute("aria-label", `Evaluation: ${words}`);
    this.gauge.style.setProperty("--white", String(chances(score)));
    this.gauge.title = words;
  }

  private async review(): Promise<void> {
    if (this.reviewing) return this.reviewing.abort();
    const stop = (this.reviewing = new AbortController());
    this.again();
    this.reviewed.textContent = "Stop the review";
    await attempt("analysis", () => this.looked.review((words) => (this.state.textContent = words), stop.signal));
    this.reviewing = null;
    this.reviewed.replaceChildren(...reviewing());
    if (this.on) this.again();
  }
}

/** The grades of bad moves by the chances they lose: the glyph, and the word for it. */
const FAULTS: [number, number, string, string][] = [
  [0.3, 4, "blunder", "blunders"],
  [0.18, 2, "mistake", "mistakes"],
  [0.1, 6, "inaccuracy", "inaccuracies"],
];

export interface Fault {
  side: Side;
  mark: number;
  comment: string;
}

/** Judges a move by the scores before and after it. */
export function fault(before: Line, after: Score, side: Side): Fault | null {
  const lost = (chances(before) - chances(after)) * (side === "white" ? 1 : -1);
  const [, mark, word] = FAULTS.find(([least]) => lost >= least) ?? [];
  if (!mark) return null;
  return { side, mark, comment: `${capital(word!)}: ${scored(after)} instead of ${scored(before)}. ${before.sans[0]} was better.` };
}

/** The faults of both sides in words. */
export function counted(faults: Fault[]): string {
  const of = (side: Side) => {
    const parts = FAULTS.map(([, mark, one, many]) => [faults.filter((fault) => fault.side === side && fault.mark === mark).length, one, many] as const);
    return `${capital(side)}: ${parts.map(([count, one, many]) => `${count} ${count === 1 ? one : many}`).join(", ")}`;
  };
  return `${of("white")}. ${of("black")}.`;
}
