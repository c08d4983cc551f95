// The moves of a game, a line for each; only what changes is made anew, since a game may have thousands.

import { html } from "./dom.js";
import { type Spelling } from "./spelling.js";
import { recorded } from "./tags.js";
import { mainLine, type Node, parted, type Path, pathTo, signs } from "./tree.js";
import type { Made, Side, Table } from "./types.js";

interface Line {
  element: HTMLElement;
  white: HTMLElement;
  black: HTMLElement;
  /** Black's part of the line, below what is written about White's. */
  rest: HTMLElement | null;
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
  /** The paths of the variations of which only the first move is shown. */
  private folded = new Set<string>();
  private spelling!: Spelling;

  constructor(private goTo: (path: Path) => void) {}

  /** Shows the moves of a game and its variations; the one before the position shown stands out. */
  update(table: Table, root: Node, at: Path, spelling: Spelling): void {
    for (const line of this.lines) this.join(line);
    if (table.first !== this.first || spelling !== this.spelling) this.cut(0);
    this.spelling = spelling;
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
    const button = html("button", { type: "button", class: "quiet", "data-focus": ply, click: () => this.goTo(mainLine(this.made).slice(0, ply)) }, this.spelling.move(made.san), made.says && ` “${made.says}”`);
    this.lines.at(-1)![made.side].append(button);
    this.made.push(made);
    this.buttons.push(button);
  }

  private begin(): void {
    const [white, black] = [html("span", {}), html("span", {})];
    const number = html("span", { class: "number" }, `${this.first + this.lines.length}.`);
    const element = html("li", {}, number, white, black);
    this.lines.push({ element, white, black, rest: null });
    this.element.insertBefore(element, this.result);
  }

  private close(table: Table): void {
    this.result?.remove();
    this.result = null;
    const { result } = table.position;
    const score = result ? (result.winner === "white" ? "1–0" : result.winner === "black" ? "0–1" : "½–½") : recorded(table);
    if (!score) return;
    this.result = html("li", { class: "result" }, [score, result?.reason].filter(Boolean).join(" "));
    this.element.append(this.result);
  }

  /** Puts a line that was split together again. */
  private join(line: Line): void {
    if (!line.rest) return;
    line.element.append(line.black);
    line.rest.remove();
    line.rest = null;
  }

  /** Puts what is written about White's moves of a line between them and Black's. */
  private split(line: Line, parts: HTMLElement[]): void {
    if (parts.length > 0 && line.black.childElementCount > 0) {
      line.rest = html("li", {}, line.element.firstElementChild!.cloneNode(true), html("span", { class: "gap" }, "…"), line.black);
      line.element.after(line.rest);
    }
    line.element.after(...parts);
  }

  /** Shows what is written about the moves: their marks beside them, comments and variations below each. */
  private note(root: Node, noted: boolean): void {
    for (const aside of this.element.querySelectorAll(".aside, .glyph")) aside.remove();
    this.others.clear();
    if (!noted) return;
    let at = root;
    const below = this.lines.map((): Record<Side, HTMLElement[]> => ({ white: [], black: [] }));
    let line = -1;
    for (const [index, { move, side }] of this.made.entries()) {
      // lines begin as when they were made
      if (line < 0 || (side === "white" && this.made[index - 1]?.side === "black")) line++;
      at = at.next.find((one) => one.move === move)!;
      if (at.marks.length > 0) this.buttons[index]!.append(html("span", { class: "glyph" }, signs(at.marks)));
      below[line]![side].push(...this.comment(at), ...this.variations(at.before!, at));
    }
    for (const [index, line] of this.lines.entries()) {
      const { white, black } = below[index]!;
      this.split(line, white);
      (line.rest ?? line.element).after(...black);
    }
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
    return before.next.filter((one) => one !== game).map((other) => this.folding(other));
  }

  /** A variation of the game, of which all but the first move can be hidden. */
  private folding(first: Node): HTMLElement {
    const key = pathTo(first).join(" ");
    const [begin, ...rest] = this.variation(first).slice(1);
    if (rest.length === 0) return this.aside(begin!);
    const more = html("span", {}, ...rest);
    const fold = html("button", { type: "button", class: "quiet fold" });
    const show = () => {
      const hidden = this.folded.has(key);
      more.hidden = hidden;
      fold.setAttribute("aria-expanded", String(!hidden));
      fold.setAttribute("aria-label", hidden ? "Show the variation" : "Hide all but its first move");
    };
    fold.addEventListener("click", () => {
      if (!this.folded.delete(key)) this.folded.add(key);
      show();
    });
    show();
    return this.aside(fold, begin!, more);
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
    const button = html("button", { type: "button", class: "quiet", "data-focus": path.join(" "), click: () => this.goTo(path) }, number + this.spelling.move(node.san) + signs(node.marks));
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
    if (current) this.element.scrollTop = current.offsetTop - this.element.clientHeight / 2;
  }
}
