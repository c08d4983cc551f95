// The moves of a game, a line for each; only what changes is made anew, since a game may have thousands.

import { html } from "./dom.js";
import { mainLine, type Node, parted, type Path, pathTo, signs } from "./tree.js";
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
  /** The buttons of moves outside the game, by their paths. */
  private others = new Map<string, HTMLElement>();

  constructor(private goTo: (path: Path) => void) {}

  /** Shows the moves of a game and its variations; the one before the position shown stands out. */
  update(table: Table, root: Node, at: Path): void {
    if (table.first !== this.first) this.cut(0);
    this.first = table.first;
    const same = (made: Made, index: number) => made.san === this.made[index]?.san && made.side === this.made[index].side && made.says === this.made[index].says;
    const other = table.made.findIndex((made, index) => !same(made, index));
    this.cut(other < 0 ? table.made.length : other);
    for (const made of table.made.slice(this.made.length)) this.add(made);
    this.close(table);
    this.note(root, table.notes.length > 0);
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
    const button = html("button", { type: "button", class: "quiet", "data-focus": ply, click: () => this.goTo(mainLine(this.made).slice(0, ply)) }, made.san, made.says && ` “${made.says}”`);
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

  /** Shows what is written about the moves: their marks beside them, comments and variations below them. */
  private note(root: Node, noted: boolean): void {
    for (const aside of this.element.querySelectorAll(".aside, .glyph")) aside.remove();
    this.others.clear();
    if (!noted) return;
    let at = root;
    const below = new Map<HTMLElement, HTMLElement[]>();
    for (const [index, { move }] of this.made.entries()) {
      at = at.next.find((one) => one.move === move)!;
      if (at.marks.length > 0) this.buttons[index]!.append(html("span", { class: "glyph" }, signs(at.marks)));
      const line = this.buttons[index]!.closest("li")!;
      below.set(line, [...(below.get(line) ?? []), ...this.comment(at), ...this.variations(at.before!, at)]);
    }
    for (const [line, parts] of below) line.after(...parts);
    this.element.prepend(...this.comment(root));
    // what goes on from the last move of the game
    this.element.append(...this.variations(at, null));
  }

  private comment({ comment }: Node): HTMLElement[] {
    const { words } = parted(comment);
    return words ? [this.aside(html("span", { class: "comment" }, words))] : [];
  }

  /** The variations that leave the game after a move. */
  private variations(before: Node, game: Node | null): HTMLElement[] {
    return before.next.filter((one) => one !== game).map((other) => this.aside(...this.variation(other)));
  }

  private aside(...parts: (HTMLElement | string)[]): HTMLElement {
    return html("li", { class: "aside" }, ...parts);
  }

  /** A variation in words: its moves, and in parentheses those that leave it. */
  private variation(first: Node): (HTMLElement | string)[] {
    const parts: (HTMLElement | string)[] = [];
    let told = false;
    for (let at: Node | undefined = first, beside: Node[] = []; at; [at, ...beside] = at.next) {
      const number: string = at.side === "white" ? `${at.number}. ` : told ? "" : `${at.number}… `;
      parts.push(" ", this.button(at, number));
      const { words } = parted(at.comment);
      if (words) parts.push(" ", html("span", { class: "comment" }, words));
      for (const other of beside) parts.push(" (", ...this.variation(other), ")");
      told = !words && beside.length === 0;
    }
    return parts;
  }

  private button(node: Node, number: string): HTMLElement {
    const path = pathTo(node);
    const button = html("button", { type: "button", class: "quiet", "data-focus": path.join(" "), click: () => this.goTo(path) }, number + node.san + signs(node.marks));
    this.others.set(path.join(" "), button);
    return button;
  }

  private mark(at: Path): void {
    const main = at.every((move, index) => this.made[index]?.move === move);
    const current = (main ? this.buttons[at.length - 1] : this.others.get(at.join(" "))) ?? null;
    if (current !== this.current) {
      this.current?.removeAttribute("aria-current");
      current?.setAttribute("aria-current", "step");
      this.current = current;
    }
    if (current) this.element.scrollTop = current.offsetTop - this.element.offsetTop - this.element.clientHeight / 2;
  }
}
