// What is written about the move shown: its marks, its comment, and the way to take a variation away.

import { html } from "./dom.js";
import { joined, MARKS, type Node, parted } from "./tree.js";

export interface Change {
  comment?: string;
  marks?: number[];
  remove?: boolean;
  promote?: boolean;
}

export class Remarks {
  readonly element = html("details", { class: "remarks" });
  private comment = html("textarea", { rows: 2, name: "comment", "aria-label": "Comment", placeholder: "Comment on this move" });
  private buttons = new Map<number, HTMLButtonElement>();
  private remove = html("button", { type: "button", click: () => this.write({ remove: true }) }, "Delete the variation from here");
  private promote = html("button", { type: "button", title: "It takes the place of the line that it is an alternative to", click: () => this.write({ promote: true }) }, "Promote the variation");
  private node: Node | null = null;

  constructor(private write: (change: Change) => void) {
    for (const [mark, sign] of MARKS) {
      this.buttons.set(mark, html("button", { type: "button", "aria-pressed": "false", "data-mark": mark, click: () => this.mark(mark) }, sign));
    }
    this.comment.addEventListener("change", () => this.write({ comment: joined({ ...parted(this.node!.comment), words: this.comment.value }) }));
    const marks = html("div", { class: "row marks", role: "group", "aria-label": "Marks" }, ...this.buttons.values());
    this.element.append(html("summary", {}, "Annotate"), marks, this.comment, html("div", { class: "row" }, this.promote, this.remove));
  }

  /** Shows what is written at a move; `game` says whether it is one of the game. */
  update(node: Node, game: boolean): void {
    if (this.node !== node && document.activeElement !== this.comment) this.comment.value = parted(node.comment).words;
    this.node = node;
    for (const [mark, button] of this.buttons) {
      button.setAttribute("aria-pressed", String(node.marks.includes(mark)));
      button.disabled = !node.before;
    }
    this.remove.hidden = this.promote.hidden = game;
  }

  /** One mark of these at a time; the same again takes it away. Other glyphs stay. */
  private mark(mark: number): void {
    const { marks } = this.node!;
    const others = marks.filter((one) => !MARKS.has(one));
    this.write({ marks: marks.includes(mark) ? others : [mark, ...others] });
  }
}
