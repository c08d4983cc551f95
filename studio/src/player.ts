// A player beside the board: who it is, what it is ahead by, its clock and its hand.

import { html, renewed } from "./dom.js";
import { facing, sideName } from "./figures.js";
import { levels, select } from "./fields.js";
import { named } from "./tags.js";
import type { Material, PieceType, Position, Seat, Seats, Side, Table, Variant } from "./types.js";

/** The figures of a type that are drawn one by one. */
const MOST = 8;

export class Player {
  readonly element = html("div", { class: "strip" });
  private about = html("div", { class: "about" });

  /** `sit` is told who plays from now on. */
  constructor(
    private side: Side,
    private sit: (seats: Seats) => void,
    clock: HTMLElement,
    hand: HTMLElement,
  ) {
    this.element.append(this.about, hand, clock);
  }

  update(table: Table, variant: Variant, position: Position): void {
    const { side } = this;
    this.element.classList.toggle("to-move", position.side === side && !position.result);
    const [name, rating] = named(table.tags, side);
    renewed(
      this.about,
      this.sign(variant),
      html("strong", { ...(name && { title: sideName(variant, side) }) }, name || sideName(variant, side)),
      ...(rating ? [html("span", { class: "level" }, rating)] : []),
      this.who(table, variant),
      ...(table.seats[side] === "engine" ? [html("span", { class: "level" }, "level "), this.level(table)] : []),
      ...this.ahead(variant, position.material),
    );
  }

  /** A piece of the side, the royal one if there is one. */
  private sign({ pieces }: Variant): HTMLElement {
    const piece = pieces.find(({ royal }) => royal) ?? pieces.find(({ neutral }) => !neutral);
    const sign = html("span", { class: "small", "aria-hidden": "true" });
    if (piece) sign.innerHTML = `<svg viewBox="0 0 45 45">${facing(piece, this.side, false)}</svg>`;
    return sign;
  }

  private who({ seats }: Table, variant: Variant): HTMLElement {
    const who = select(`seat-${this.side}`, ["person", "engine"], seats[this.side]);
    who.setAttribute("aria-label", `${sideName(variant, this.side)} is played by`);
    who.addEventListener("change", () => this.sit({ ...seats, [this.side]: who.value as Seat }));
    return who;
  }

  private level({ seats, levels: highest }: Table): HTMLElement {
    const level = levels(`level-${this.side}`, highest, seats.level);
    level.setAttribute("aria-label", "Level of the engine");
    level.addEventListener("change", () => this.sit({ ...seats, level: Number(level.value) }));
    return level;
  }

  /** The pieces that the side is ahead by, as those that it took, and the difference in points. */
  private ahead(variant: Variant, { more, points }: Material): HTMLElement[] {
    const [index, own] = this.side === "white" ? [0, points] : [1, -points];
    const pieces = more[index]!;
    if (pieces.length === 0 && own <= 0) return [];
    const counted = pieces.map(({ type, count }) => `${count}${count > 1 ? " ×" : ""} ${variant.pieces[type]!.name}`);
    const said = [...counted, ...(own > 0 ? [`${own} ${own === 1 ? "point" : "points"}`] : [])].join(", ");
    const figures = pieces.map(({ type, count }) => this.figures(variant.pieces[type]!, count));
    return [html("span", { class: "material", role: "img", "aria-label": `ahead by ${said}`, title: said }, ...figures, own > 0 && html("span", { class: "points" }, `+${own}`))];
  }

  private figures({ figures }: PieceType, count: number): HTMLElement {
    const node = html("span", { class: "small" });
    const figure = `<svg viewBox="0 0 45 45" aria-hidden="true">${figures[this.side === "white" ? 1 : 0]}</svg>`;
    node.innerHTML = figure.repeat(Math.min(count, MOST));
    if (count > MOST) node.append(`×${count}`);
    return node;
  }
}
