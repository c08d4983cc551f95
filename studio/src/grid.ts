// The ground of a board: its squares, its rim and its walls, and where each square is.

import { svg } from "./dom.js";
import type { Variant } from "./types.js";

/** The side of a square. */
export const SIZE = 45;
const MARGIN = 20;

export interface Cell {
  group: SVGGElement;
  marks: SVGGElement;
}

export class Grid {
  readonly cells = new Map<string, Cell>();
  /** Where the men stand. */
  layer = svg("g", { "pointer-events": "none" });
  private variant!: Variant;
  private turned = false;

  constructor(private element: SVGSVGElement) {}

  /** The width by the height. */
  get shape(): number {
    const { files, ranks } = this.variant;
    return (files * SIZE + MARGIN + 4) / (ranks * SIZE + MARGIN + 4);
  }

  private at(file: number, rank: number): [number, number] {
    const { files, ranks } = this.variant;
    return this.turned ? [(files - 1 - file) * SIZE, rank * SIZE] : [file * SIZE, (ranks - 1 - rank) * SIZE];
  }

  /** The corner of a square. */
  where(square: string): [number, number] {
    return this.at(square.charCodeAt(0) - 97, Number(square.slice(1)) - 1);
  }

  /** Draws a board, as White or as Black sees it; what is `over` it lies above the men. */
  draw(variant: Variant, turned: boolean, over: Element[]): void {
    [this.variant, this.turned] = [variant, turned];
    const { files, ranks } = variant;
    this.element.setAttribute("viewBox", `${-MARGIN} ${-4} ${files * SIZE + MARGIN + 4} ${ranks * SIZE + MARGIN + 4}`);
    this.element.style.setProperty("--shape", String(this.shape));
    this.element.setAttribute("aria-rowcount", String(ranks));
    this.element.setAttribute("aria-colcount", String(files));
    this.cells.clear();
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
    this.element.replaceChildren(...rows, edge, this.walls(), rim, this.layer, ...over);
  }

  private square(file: number, rank: number): SVGGElement {
    const variant = this.variant;
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
    const lines = this.variant.walls.map(({ file, rank, edge }) => {
      const [x, y] = this.at(file, rank);
      const near = this.turned ? 0 : SIZE;
      const far = this.turned ? SIZE : 0;
      return edge === "right"
        ? svg("line", { x1: x + near, y1: y, x2: x + near, y2: y + SIZE })
        : svg("line", { x1: x, y1: y + far, x2: x + SIZE, y2: y + far });
    });
    return svg("g", { class: "walls", "aria-hidden": "true" }, ...lines);
  }

  /** The region that a square belongs to, in words. */
  region(square: string): string {
    const { files, squares, regions } = this.variant;
    const at = squares[(Number(square.slice(1)) - 1) * files + square.charCodeAt(0) - 97];
    return at?.region === undefined ? "" : (regions[at.region] ?? "");
  }
}
