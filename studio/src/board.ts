// A board of any size as SVG: men are dragged, clicked, or moved by keyboard; squares say what they hold to screen readers.

import { capital, html, svg } from "./dom.js";
import type { Man, Position, Side, Step, Variant } from "./types.js";

const SIZE = 45;
const MARGIN = 20;

/** What the board tells whoever owns it. */
export interface Owner {
  /** A step was chosen. */
  play(step: Step): void;
  /** A square was clicked; where this is given men are moved by dragging alone. */
  click?(square: string): void;
}

interface Cell {
  group: SVGGElement;
  marks: SVGGElement;
}

/** Where a drag began. */
interface Drag {
  from: string;
  x: number;
  y: number;
  moved: boolean;
  pointer: number;
}

export class Board {
  readonly element: SVGSVGElement;
  private variant: Variant | null = null;
  private position: Position | null = null;
  private cells = new Map<string, Cell>();
  private men = new Map<string, { man: Man; node: SVGGElement }>();
  private layer = svg("g", { "pointer-events": "none" });
  private chosen: string | null = null;
  private focus: string | null = null;
  private active = false;
  private drag: Drag | null = null;
  private hinted: string[] = [];
  /** Steps beside those of the position, which have no mark. */
  private free = new Map<string, Step[]>();
  turned = false;

  constructor(
    host: HTMLElement,
    private owner: Owner,
    label: string,
  ) {
    this.element = svg("svg", { class: "board", role: "grid", "aria-label": label });
    host.append(this.element);
    this.element.addEventListener("pointerdown", (event) => this.press(event));
    this.element.addEventListener("pointermove", (event) => this.move(event));
    this.element.addEventListener("pointerup", (event) => this.release(event));
    this.element.addEventListener("pointercancel", () => this.drop());
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusin", (event) => {
      const square = this.under(event.target as Element);
      if (square) this.rove(square);
    });
  }

  /** Shows another board. */
  show(variant: Variant): void {
    this.variant = variant;
    this.position = null;
    this.chosen = null;
    this.focus = null;
    this.draw();
  }

  /** Shows a position; steps can be chosen if `active`. */
  update(position: Position, active: boolean): void {
    const same = this.position?.fen === position.fen && this.position.ply === position.ply;
    this.position = position;
    this.active = active;
    if (!same) {
      this.chosen = null;
      this.hinted = [];
    }
    this.place();
    this.paint();
  }

  turn(): void {
    this.turned = !this.turned;
    this.draw();
    if (this.position) {
      this.place();
      this.paint();
    }
  }

  /** Lets the squares of a step stand out. */
  hint(squares: string[]): void {
    this.hinted = squares;
    this.paint();
  }

  /** Shows where a man can go, and lets it be put on other squares as well. */
  reach(from: string, steps: Step[]): void {
    this.free = new Map([[from, steps]]);
    this.chosen = from;
    this.paint();
  }

  private at(file: number, rank: number): [number, number] {
    const { files, ranks } = this.variant!;
    return this.turned ? [(files - 1 - file) * SIZE, rank * SIZE] : [file * SIZE, (ranks - 1 - rank) * SIZE];
  }

  private where(square: string): [number, number] {
    return this.at(square.charCodeAt(0) - 97, Number(square.slice(1)) - 1);
  }

  private draw(): void {
    const variant = this.variant!;
    const { files, ranks } = variant;
    this.element.setAttribute("viewBox", `${-MARGIN} ${-4} ${files * SIZE + MARGIN + 4} ${ranks * SIZE + MARGIN + 4}`);
    this.element.style.setProperty("--shape", String((files * SIZE + MARGIN + 4) / (ranks * SIZE + MARGIN + 4)));
    this.element.setAttribute("aria-rowcount", String(ranks));
    this.element.setAttribute("aria-colcount", String(files));
    this.cells.clear();
    this.men.clear();
    const rows: SVGGElement[] = [];
    const order = [...Array(ranks).keys()];
    if (!this.turned) order.reverse();
    for (const rank of order) {
      const row = svg("g", { role: "row" });
      const along = [...Array(files).keys()];
      if (this.turned) along.reverse();
      for (const file of along) row.append(this.square(file, rank));
      rows.push(row);
    }
    const rim = svg("g", { "aria-hidden": "true", class: "rim" });
    for (let file = 0; file < files; file++) {
      const [x] = this.at(file, 0);
      rim.append(svg("text", { x: x + SIZE / 2, y: ranks * SIZE + 14 }, String.fromCharCode(97 + file)));
    }
    for (let rank = 0; rank < ranks; rank++) {
      const [, y] = this.at(0, rank);
      rim.append(svg("text", { x: -10, y: y + SIZE / 2 + 4 }, String(rank + 1)));
    }
    const edge = svg("rect", { class: "edge", width: files * SIZE, height: ranks * SIZE });
    this.layer = svg("g", { "pointer-events": "none", "aria-hidden": "true" });
    this.element.replaceChildren(...rows, edge, this.walls(), rim, this.layer);
  }

  private square(file: number, rank: number): SVGGElement {
    const variant = this.variant!;
    const square = variant.squares[rank * variant.files + file]!;
    const [x, y] = this.at(file, rank);
    const hole = square.ground === "hole";
    const marks = svg("g", { "pointer-events": "none" });
    const group = svg(
      "g",
      { role: "gridcell", "data-square": square.name, class: `square ${square.ground}`, transform: `translate(${x} ${y})` },
      svg("rect", { class: "ground", width: SIZE, height: SIZE }),
      square.region !== undefined && svg("rect", { class: `tint t${square.region % 6}`, width: SIZE, height: SIZE }),
      square.label && svg("text", { class: "number", x: 3, y: 10, "aria-hidden": "true" }, square.label),
      marks,
    );
    if (hole) group.setAttribute("aria-disabled", "true");
    this.cells.set(square.name, { group, marks });
    return group;
  }

  private walls(): SVGGElement {
    const lines = this.variant!.walls.map(({ file, rank, edge }) => {
      const [x, y] = this.at(file, rank);
      const near = this.turned ? 0 : SIZE;
      const far = this.turned ? SIZE : 0;
      return edge === "right"
        ? svg("line", { x1: x + near, y1: y, x2: x + near, y2: y + SIZE })
        : svg("line", { x1: x, y1: y + far, x2: x + SIZE, y2: y + far });
    });
    return svg("g", { class: "walls", "aria-hidden": "true" }, ...lines);
  }

  /** Puts the men where they stand; one that has moved glides there. */
  private place(): void {
    const position = this.position!;
    const old = this.men;
    this.men = new Map();
    const [from, to] = [position.last[0], position.last.at(-1)];
    const spare = new Map(old);
    const take = (square: string | undefined, man: Man) => {
      const found = square === undefined ? undefined : spare.get(square);
      if (!found || found.man.piece !== man.piece || found.man.side !== man.side) return null;
      spare.delete(square!);
      return found.node;
    };
    const kept = new Map<Man, SVGGElement | null>();
    for (const man of position.men) kept.set(man, take(man.square, man));
    for (const man of position.men) {
      const node = kept.get(man) ?? (man.square === to && take(from, man)) ?? null;
      this.men.set(man.square, { man, node: this.stand(man, node || null) });
    }
    for (const { node } of spare.values()) node.remove();
  }

  private stand(man: Man, node: SVGGElement | null): SVGGElement {
    if (!node) {
      node = svg("g", { class: "man" });
      node.innerHTML = this.variant!.pieces[man.piece]!.figures[man.side === "white" ? 0 : 1];
      this.layer.append(node);
    }
    const [x, y] = this.where(man.square);
    node.style.transform = `translate(${x}px, ${y}px)`;
    return node;
  }

  private steps(from: string): Step[] {
    return this.active && this.position ? this.position.steps.filter((step) => step.from === from) : [];
  }

  /** Marks what stands out, and names every square. */
  private paint(): void {
    const position = this.position!;
    const targets = new Map<string, Step[]>();
    if (this.chosen) {
      for (const step of this.steps(this.chosen)) targets.set(step.to, [...(targets.get(step.to) ?? []), step]);
    }
    const focus = this.focus && this.cells.has(this.focus) ? this.focus : this.firstSquare();
    for (const [square, { group, marks }] of this.cells) {
      const man = this.men.get(square)?.man;
      const steps = targets.get(square);
      const movable = this.steps(square).length > 0;
      const royal = man && this.variant!.pieces[man.piece]!.royal;
      const check = !!royal && position.check && man.side === position.side;
      group.classList.toggle("last", position.last.includes(square));
      group.classList.toggle("chosen", square === this.chosen);
      group.classList.toggle("movable", movable);
      group.classList.toggle("hinted", this.hinted.includes(square));
      group.classList.toggle("check", check);
      marks.replaceChildren(...(steps ? [mark(steps, !!man)] : []));
      group.setAttribute("tabindex", square === focus ? "0" : "-1");
      group.setAttribute("aria-selected", String(square === this.chosen));
      const said = [square, this.region(square)];
      if (group.classList.contains("hole")) said.push("no square");
      else said.push(man ? this.named(man) : "empty");
      if (check) said.push("in check");
      if (steps) said.push(can(steps));
      else if (movable && !this.chosen) said.push("can move");
      group.setAttribute("aria-label", said.filter(Boolean).join(", "));
    }
  }

  private region(square: string): string {
    const { files, squares, regions } = this.variant!;
    const at = squares[(Number(square.slice(1)) - 1) * files + square.charCodeAt(0) - 97];
    return at?.region === undefined ? "" : (regions[at.region] ?? "");
  }

  private named(man: Man): string {
    return `${man.side} ${this.variant!.pieces[man.piece]!.name}`;
  }

  private firstSquare(): string {
    const side: Side = this.position?.side ?? "white";
    const own = this.position?.men.find((man) => man.side === side && this.steps(man.square).length > 0);
    return own?.square ?? this.variant!.squares.find((square) => square.ground !== "hole")!.name;
  }

  private rove(square: string): void {
    this.cells.get(this.focus ?? "")?.group.setAttribute("tabindex", "-1");
    this.focus = square;
    this.cells.get(square)?.group.setAttribute("tabindex", "0");
  }

  // ---- choosing

  /** A square was pointed at, clicked, or confirmed by key. */
  private choose(square: string): void {
    if (this.owner.click) {
      this.owner.click(square);
      return;
    }
    const ways = this.chosen ? this.steps(this.chosen).filter((step) => step.to === square) : [];
    if (ways.length > 0) {
      this.chosen = null;
      this.paint();
      void this.decide(ways, square);
    } else if (square === this.chosen) {
      this.chosen = null;
      this.paint();
    } else if (this.steps(square).length > 0) {
      this.chosen = square;
      this.paint();
    } else {
      this.chosen = null;
      this.paint();
    }
  }

  /** Asks which of several steps between two squares is meant. */
  private async decide(ways: Step[], square: string): Promise<void> {
    const step = ways.length === 1 ? ways[0]! : await ask(ways);
    if (step) this.owner.play(step);
    this.cells.get(square)?.group.focus({ preventScroll: true });
  }

  private under(target: Element | null): string | null {
    return target?.closest("[data-square]")?.getAttribute("data-square") ?? null;
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0 || this.drag) return;
    const square = this.under(event.target as Element);
    if (!square) return;
    const target = this.chosen !== null && this.steps(this.chosen).some((step) => step.to === square);
    const free = this.free.has(square);
    if (free || (!target && this.steps(square).length > 0)) {
      this.drag = { from: square, x: event.clientX, y: event.clientY, moved: false, pointer: event.pointerId };
    }
  }

  private move(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag || drag.pointer !== event.pointerId) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5) return;
    if (!drag.moved) {
      drag.moved = true;
      this.chosen = drag.from;
      this.element.setPointerCapture(event.pointerId);
      this.paint();
    }
    const node = this.men.get(drag.from)?.node;
    const matrix = this.element.getScreenCTM();
    if (!node || !matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    node.classList.add("dragged");
    node.style.transform = `translate(${at.x - SIZE / 2}px, ${at.y - SIZE / 2}px)`;
    this.layer.append(node);
  }

  private release(event: PointerEvent): void {
    const drag = this.drag;
    if (drag && drag.pointer !== event.pointerId) return;
    this.drop();
    const square = this.under(document.elementFromPoint(event.clientX, event.clientY));
    if (!drag?.moved) {
      const pressed = this.under(event.target as Element);
      if (pressed && pressed === square) this.choose(pressed);
      return;
    }
    const put = this.free.get(drag.from)?.find((step) => step.to === square);
    if (put) {
      this.owner.play(put);
      return;
    }
    if (this.owner.click) return;
    if (square === drag.from && !this.steps(drag.from).some((step) => step.to === square)) return;
    if (square) this.choose(square);
    else this.paint();
  }

  /** Lets a dragged man go back. */
  private drop(): void {
    const drag = this.drag;
    this.drag = null;
    if (!drag?.moved) return;
    const held = this.men.get(drag.from);
    if (!held) return;
    held.node.classList.remove("dragged");
    this.stand(held.man, held.node);
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
      const next = this.cells.get(`${String.fromCharCode(97 + file)}${rank}`);
      next?.group.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(square);
    } else if (event.key === "p" && this.owner.click) {
      const put = [...this.free.values()].flat().find((one) => one.to === square);
      if (put) this.owner.play(put);
    } else if (event.key === "Escape" && !this.owner.click) {
      this.chosen = null;
      this.paint();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

function can(steps: Step[]): string {
  const kinds = new Set(steps.map((step) => step.kind));
  if (kinds.has("special")) return steps.length > 1 ? "several moves to here" : `move to here: ${steps[0]!.words || "special"}`;
  return kinds.has("capture") ? "can be captured" : "can be moved to";
}

/** The mark of a target: a dot for a move, a ring for a capture, a diamond for anything else. */
function mark(steps: Step[], man: boolean): SVGElement {
  const kind = steps.some((step) => step.kind === "special") ? "special" : steps[0]!.kind;
  if (kind === "special") return svg("path", { class: "target special", d: man ? "M22.5 2L43 22.5L22.5 43L2 22.5z" : "M22.5 12L33 22.5L22.5 33L12 22.5z" });
  if (kind === "capture") return svg("circle", { class: "target capture", cx: 22.5, cy: 22.5, r: 19 });
  return svg("circle", { class: "target", cx: 22.5, cy: 22.5, r: 7 });
}

/** Offers steps in a dialog; null if none is taken. */
export function ask(ways: Step[], title = "Which move?"): Promise<Step | null> {
  return new Promise((resolve) => {
    let chosen: Step | null = null;
    const button = (step: Step) =>
      html(
        "button",
        {
          type: "button",
          "data-step": step.step,
          click: () => {
            chosen = step;
            dialog.close();
          },
        },
        html("strong", {}, step.san),
        " ",
        capital(step.words || "just move"),
      );
    const dialog = html(
      "dialog",
      { class: "ask", "aria-label": title, close: () => (dialog.remove(), resolve(chosen)) },
      html("h2", {}, title),
      html("div", { class: "ways" }, ...ways.map(button)),
      html("button", { type: "button", class: "quiet", click: () => dialog.close() }, "Cancel"),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}
