// A player beside the board: who it is, and the men it has lost.

import { capital, html, renewed } from "./dom.js";
import { select, upTo } from "./home.js";
import type { Position, Seat, Seats, Side, Table, Variant } from "./types.js";

export class Player {
  readonly element = html("div", { class: "strip" });
  private about = html("div", { class: "about" });

  /** `sit` is told who plays from now on. */
  constructor(
    private side: Side,
    private sit: (seats: Seats) => void,
    hand: HTMLElement,
  ) {
    this.element.append(this.about, hand);
  }

  update(table: Table, variant: Variant, position: Position): void {
    const { side } = this;
    const lost = table.lost.filter((men) => men.side === side);
    this.element.classList.toggle("to-move", position.side === side && !position.result);
    renewed(
      this.about,
      html("span", { class: `dot ${side}`, "aria-hidden": "true" }),
      html("strong", {}, capital(side)),
      this.who(table),
      ...(table.seats[side] === "engine" ? [html("span", { class: "level" }, "level "), this.level(table)] : []),
      ...(lost.length > 0 ? [html("span", { class: "lost" }, html("span", { class: "unseen" }, "has lost "), ...lost.map((men) => this.figure(variant, men.piece, men.count)))] : []),
    );
  }

  private who({ seats }: Table): HTMLElement {
    const who = select(`seat-${this.side}`, ["person", "engine"], seats[this.side]);
    who.setAttribute("aria-label", `${capital(this.side)} is played by`);
    who.addEventListener("change", () => this.sit({ ...seats, [this.side]: who.value as Seat }));
    return who;
  }

  private level({ seats, levels }: Table): HTMLElement {
    const level = select(`level-${this.side}`, upTo(levels), String(seats.level));
    level.setAttribute("aria-label", "Level of the engine");
    level.addEventListener("change", () => this.sit({ ...seats, level: Number(level.value) }));
    return level;
  }

  private figure(variant: Variant, piece: number, count: number): HTMLElement {
    const { name, figures } = variant.pieces[piece]!;
    const node = html("span", { class: "small", title: `${count} ${name}` });
    node.innerHTML = `<svg viewBox="0 0 45 45" role="img" aria-label="${count} ${name.replace(/[<&"]/g, "")}">${figures[this.side === "white" ? 0 : 1]}</svg>`;
    if (count > 1) node.append(html("span", { "aria-hidden": "true" }, `×${count}`));
    return node;
  }
}
