// The games of one PGN, of which one is on the board.

import { html, renewed, signed } from "./dom.js";
import { event, named } from "./tags.js";
import type { Table, Variant } from "./types.js";

export class Chapters {
  readonly element = html("div", { class: "row chapters", hidden: true });
  private select = html("select", { name: "chapter", "aria-label": "Games of this PGN", change: () => this.turnTo(this.select.selectedIndex) });
  private at = 0;
  private before = signed("back", "Previous game", () => this.turnTo(this.at - 1));
  private after = signed("on", "Next game", () => this.turnTo(this.at + 1));

  /** `turnTo` is told which game is wanted. */
  constructor(private turnTo: (chapter: number) => void) {
    this.element.append(this.before, this.select, this.after);
  }

  update({ chapters, chapter }: Table, { sides }: Variant): void {
    this.element.hidden = chapters.length < 2;
    this.at = chapter;
    const title = (tags: Table["tags"], index: number) => {
      const [white, black] = (["white", "black"] as const).map((side) => named(tags, side)[0]);
      const players = white || black ? `${white || sides[0]} – ${black || sides[1]}` : "";
      return `${index + 1}. ${[players, event(tags)].filter(Boolean).join(", ") || "Game"}`;
    };
    renewed(this.select, ...chapters.map((tags, index) => html("option", {}, title(tags, index))));
    this.select.selectedIndex = chapter;
    this.before.disabled = chapter === 0;
    this.after.disabled = chapter + 1 >= chapters.length;
  }
}
