// The clocks beside the board, and the time control of a new game. The server tells what is left; between its answers the page counts down.

import { capital, html, resign, signed } from "./dom.js";
import { field } from "./fields.js";
import { find, keep } from "./memory.js";
import { say } from "./trouble.js";
import type { Clock, Side, TimeControl } from "./types.js";

const SIDES: Side[] = ["white", "black"];
/** Below this, tenths of a second are shown. */
const TENTHS = 10_000;

/** A time as a clock shows it: `1:05:00`, `4:59`, `0:09.3`. */
export function shownTime(left: number): string {
  const seconds = Math.floor(left / 1000);
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tenth = left < TENTHS ? `.${Math.floor(left / 100) % 10}` : "";
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}${tenth}`;
}

/** The time from which a side has little left: an eighth of all, within reason. */
const little = ({ seconds }: TimeControl) => Math.max(10, Math.min(60, seconds / 8)) * 1000;

const [STOP, GO_ON] = ["Pause the clock", "Resume the clock"];

export class Clocks {
  readonly faces = { white: this.face("white"), black: this.face("black") };
  readonly pause = signed("pause", STOP, () => this.paused(!this.clock?.paused));
  private clock: Clock | null = null;
  /** When the server said so. */
  private since = 0;
  private timer = 0;
  private warned: Side | null = null;

  /** `paused` stops the clock or lets it go on; `up` is told that the time of a side is up. */
  constructor(
    private paused: (paused: boolean) => void,
    private up: () => void,
  ) {
    this.pause.classList.add("pause");
    this.pause.hidden = true;
  }

  private face(side: Side): HTMLElement {
    return html("span", { class: "clock", role: "timer", "aria-label": `${capital(side)}'s clock`, hidden: true });
  }

  /** Shows the clock of a game; `over` if the game is. */
  update(clock: Clock | null, over: boolean): void {
    [this.clock, this.since] = [clock, performance.now()];
    this.pause.hidden = !clock || over || (!clock.running && !clock.paused);
    const name = clock?.paused ? GO_ON : STOP;
    if (this.pause.title !== name) resign(this.pause, clock?.paused ? "on" : "pause", name);
    for (const face of Object.values(this.faces)) face.hidden = !clock;
    this.tick();
  }

  close(): void {
    window.clearTimeout(this.timer);
  }

  private tick(): void {
    window.clearTimeout(this.timer);
    const { clock } = this;
    if (!clock) return;
    const passed = performance.now() - this.since;
    for (const [index, side] of SIDES.entries()) {
      const running = clock.running === side;
      const left = Math.max(0, clock.left[index]! - (running ? passed : 0));
      const face = this.faces[side];
      face.textContent = shownTime(left);
      face.classList.toggle("running", running);
      face.classList.toggle("low", left < little(clock));
      if (running) this.next(side, left, little(clock));
    }
  }

  /** Looks again when the time shown is another, and says once a turn that little is left. */
  private next(side: Side, left: number, little: number): void {
    if (left === 0) return this.up();
    if (left >= little) this.warned = null;
    else if (this.warned !== side) {
      this.warned = side;
      say(`${capital(side)} has ${Math.ceil(left / 1000)} seconds left.`);
    }
    const unit = left < TENTHS ? 100 : 1000;
    this.timer = window.setTimeout(() => this.tick(), (left % unit) + 1);
  }
}

/** The usual controls: minutes, and the increment in seconds. */
const USUAL = ["1+0", "2+1", "3+0", "3+2", "5+0", "5+3", "10+0", "10+5", "15+10", "30+0", "30+20"];

/** The fields that ask for a time control; the one chosen last is chosen again. */
export function clockFields(): { element: HTMLElement; value(): TimeControl | null } {
  const last = find<[string, string, string]>("localStorage", "ferz-clock") ?? ["", "10", "5"];
  const option = (value: string, words: string) => html("option", { value, selected: value === last[0] }, words);
  const number = (name: string, most: number, step: string, value: string) => html("input", { type: "number", name, min: 0, max: most, step, value, required: true });
  const minutes = number("minutes", 1440, "0.5", last[1]);
  const increment = number("increment", 3600, "1", last[2]);
  const own = html("div", { class: "row" }, field("Minutes for each side", minutes), field("Increment in seconds", increment));
  const show = () => {
    own.hidden = which.value !== "own";
    // a field that is not shown can't keep the game from being opened
    for (const one of [minutes, increment]) one.disabled = own.hidden;
  };
  const which = html("select", { name: "clock", change: show }, option("", "no clock"), ...USUAL.map((one) => option(one, one)), option("own", "other …"));
  show();
  const value = () => {
    keep("localStorage", "ferz-clock", [which.value, minutes.value, increment.value]);
    if (!which.value) return null;
    const [game, turn] = which.value === "own" ? [minutes.value, increment.value] : which.value.split("+");
    return { seconds: Math.round(Number(game) * 60), increment: Math.round(Number(turn)) };
  };
  return { element: html("div", {}, field("Clock: minutes + increment", which), own), value };
}
