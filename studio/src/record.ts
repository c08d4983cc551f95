// The moves of a game, a line for each; only what changes is made anew, since a game may have thousands.

import { html } from "./dom.js";
import type { Made, Table } from "./types.js";

interface Line {
  element: HTMLElement;
  white: HTMLElement;
  black: HTMLElement;
}

export class Moves {
  readonly element = html("ol", { class: "record", "aria-label": "Moves" });
  private made: Made[] = [];
  private buttons: HTMLButtonElement[] = [];
  private lines: Line[] = [];
  private first = 1;
  private result: HTMLElement | null = null;
  private current: HTMLElement | null = null;

  constructor(private goTo: (ply: number) => void) {}

  /** Shows the moves of a game; the one before the position shown stands out. */
  update(table: Table, at: number): void {
    if (table.first !== this.first) this.cut(0);
    this.first = table.first;
    const same = (made: Made, index: number) => made.san === this.made[index]?.san && made.side === this.made[index].side && made.says === this.made[index].says;
    const other = table.made.findIndex((made, index) => !same(made, index));
    this.cut(other < 0 ? table.made.length : other);
    for (const made of table.made.slice(this.made.length)) this.add(made);
    this.close(table);
    this.mark(at);
  }

  /** Leaves only so many moves. */
  private cut(length: number): void {
    while (this.made.length > length) {
      this.made.pop();
      this.buttons.pop()!.remove();
      const line = this.lines.at(-1)!;
      if (line.white.childElementCount + line.black.childElementCount > 0) continue;
      line.element.remove();
      this.lines.pop();
    }
  }

  private add(made: Made): void {
    const ply = this.made.length + 1;
    if (this.lines.length === 0 || (made.side === "white" && this.made.at(-1)?.side === "black")) this.begin();
    const button = html("button", { type: "button", class: "quiet", "data-focus": ply, click: () => this.goTo(ply) }, made.san, made.says && ` “${made.says}”`);
    this.lines.at(-1)![made.side].append(button);
    this.made.push(made);
    this.buttons.push(button);
  }

  private begin(): void {
    const [white, black] = [html("span", {}), html("span", {})];
    const number = html("span", { class: "number" }, `${this.first + this.lines.length}.`);
    const element = html("li", {}, number, white, black);
    this.lines.push({ element, white, black });
    this.element.insertBefore(element, this.result);
  }

  private close({ position: { result } }: Table): void {
    this.result?.remove();
    this.result = null;
    if (!result) return;
    const score = result.winner === "white" ? "1–0" : result.winner === "black" ? "0–1" : "½–½";
    this.result = html("li", { class: "result" }, `${score} ${result.reason}`);
    this.element.append(this.result);
  }

  private mark(at: number): void {
    const current = this.buttons[at - 1] ?? null;
    if (current !== this.current) {
      this.current?.removeAttribute("aria-current");
      current?.setAttribute("aria-current", "step");
      this.current = current;
    }
    if (current) this.element.scrollTop = current.offsetTop - this.element.offsetTop - this.element.clientHeight / 2;
  }
}
