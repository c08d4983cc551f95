// The ground of a board: its squares, its rim and its walls, and where each square is.

import { svg } from "./dom.js";
import { plain, type Spelling, spelled } from "./spelling.js";
import type { Variant } from "./types.js";

/** The side of a square. */
export const SIZE = 45;
const MARGIN = 20;
/** Half of a hexagon's height, and the way from its middle to its corners at the left and right; its width is that of a square. */
const HALF = 26;
const WIDE = 30;

/** A rectangle on a board: its left and upper edge, its width and height. */
interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Cell {
  group: SVGGElement;
  marks: SVGGElement;
}

/** True if only the squares of one colour are played on. */
function halved({ files, hexagons, squares }: Variant): boolean {
  const even = (at: number) => ((at % files) + Math.floor(at / files)) % 2;
  const hole = squares.findIndex(({ ground }) => ground === "hole");
  return !hexagons && hole >= 0 && squares.every(({ ground }, at) => (ground === "hole") === (even(at) === even(hole)));
}

export class Grid {
  readonly cells = new Map<string, Cell>();
  /** The layer of the pieces. */
  layer = svg("g", { "pointer-events": "none" });
  private variant!: Variant;
  private turned = false;
  private spelling!: Spelling;

  constructor(private element: SVGSVGElement) {}

  /** The width by the height. */
  get shape(): number {
    const { width, height } = this.frame();
    return width / height;
  }

  /** The parts of the height above and below the squares. */
  get rims(): [above: number, below: number] {
    const { top, height } = this.frame();
    if (this.variant.hexagons) return [8 / height, MARGIN / height];
    return [-top / height, (height + top - this.variant.ranks * SIZE) / height];
  }

  private frame(): Frame {
    const { files, ranks, hexagons } = this.variant;
    // as in diagrams of shogi, names stand above and at the right
    if (plain(this.variant)) return { left: -4, top: -MARGIN, width: files * SIZE + MARGIN + 4, height: ranks * SIZE + MARGIN + 4 };
    if (!hexagons) return { left: -MARGIN, top: -4, width: files * SIZE + MARGIN + 4, height: ranks * SIZE + MARGIN + 4 };
    const middles = [...this.open()].map(([file, rank]) => this.at(file, rank));
    const span = (along: 0 | 1) => middles.reduce(([low, high], at) => [Math.min(low, at[along]), Math.max(high, at[along])], [Infinity, -Infinity] as [number, number]);
    const [[left, right], [top, foot]] = [span(0), span(1)];
    return { left: left - MARGIN, top: top - 8, width: right - left + SIZE + 2 * MARGIN, height: foot - top + SIZE + 8 + MARGIN };
  }

  /** The file and rank of each square that is played on. */
  private *open(): Generator<[number, number]> {
    const { files, squares } = this.variant;
    for (const [at, square] of squares.entries()) if (square.ground !== "hole") yield [at % files, Math.floor(at / files)];
  }

  /** The corner of a square, or of the square around the middle of a hexagon. */
  private at(file: number, rank: number): [number, number] {
    const { files, ranks, hexagons } = this.variant;
    if (hexagons) {
      const [x, y] = [file * SIZE, (file - 2 * rank) * HALF];
      return this.turned ? [-x, -y] : [x, y];
    }
    return this.turned ? [(files - 1 - file) * SIZE, rank * SIZE] : [file * SIZE, (ranks - 1 - rank) * SIZE];
  }

  /** The corner of a square. */
  where(square: string): [number, number] {
    return this.at(square.charCodeAt(0) - 97, Number(square.slice(1)) - 1);
  }

  /** Draws a board, as White or as Black sees it; what is `over` it lies above the pieces. */
  draw(variant: Variant, turned: boolean, over: Element[]): void {
    [this.variant, this.turned] = [variant, turned];
    const { files, ranks } = variant;
    this.spelling = spelled(variant);
    const { left, top, width, height } = this.frame();
    this.element.classList.toggle("plain", plain(variant));
    this.element.classList.toggle("points", variant.lines.length > 0);
    this.element.classList.toggle("halved", halved(variant));
    this.element.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
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
      // around hexagons there is nothing
      const shown = variant.hexagons ? along.filter((file) => variant.squares[rank * files + file]?.ground !== "hole") : along;
      for (const file of shown) row.append(this.square(file, rank));
      rows.push(row);
    }
    const rim = variant.hexagons ? this.slopedRim() : this.rim();
    const edge = !variant.hexagons && svg("rect", { class: "edge", width: files * SIZE, height: ranks * SIZE });
    this.layer = svg("g", { "pointer-events": "none", "aria-hidden": "true" });
    this.element.replaceChildren(...rows, ...(edge ? [edge] : []), this.lines(), this.walls(), rim, this.layer, ...over);
  }

  /** The names of files along the board, and those of ranks beside it. */
  private rim(): SVGGElement {
    const { files, ranks } = this.variant;
    const rim = svg("g", { "aria-hidden": "true", class: "rim" });
    const [far, right] = plain(this.variant) ? [-6, files * SIZE + 9] : [ranks * SIZE + 14, -10];
    for (let file = 0; file < files; file++) {
      const [x] = this.at(file, 0);
      rim.append(svg("text", { x: x + SIZE / 2, y: far }, this.spelling.file(file)));
    }
    for (let rank = 0; rank < ranks; rank++) {
      const [, y] = this.at(0, rank);
      rim.append(svg("text", { x: right, y: y + SIZE / 2 + 4 }, this.spelling.rank(rank)));
    }
    return rim;
  }

  /** The letter of a file below its nearest cell, and the number of a rank before its first one. */
  private slopedRim(): SVGGElement {
    const rim = svg("g", { "aria-hidden": "true", class: "rim" });
    const open = [...this.open()];
    const { turned } = this;
    const last = (cells: [number, number][]) => (turned ? cells.at(-1) : cells[0]);
    for (const file of new Set(open.map((cell) => cell[0]))) {
      const near = last(open.filter((cell) => cell[0] === file));
      if (!near) continue;
      const [x, y] = this.at(...near);
      rim.append(svg("text", { x: x + SIZE / 2, y: y + SIZE / 2 + HALF + 13 }, String.fromCharCode(97 + file)));
    }
    for (const rank of new Set(open.map((cell) => cell[1]))) {
      const first = last(open.filter((cell) => cell[1] === rank));
      if (!first) continue;
      const [x, y] = this.at(...first);
      rim.append(svg("text", { x: x + SIZE / 2 - WIDE, y: y + SIZE / 2 - HALF / 2 - 4 }, String(rank + 1)));
    }
    return rim;
  }

  /** A square, or the hexagon around it. */
  private ground(marked: string): SVGElement {
    if (!this.variant.hexagons) return svg("rect", { class: marked, width: SIZE, height: SIZE });
    const middle = SIZE / 2;
    const [wide, half] = [(part: number) => middle + part * WIDE, (part: number) => middle + part * HALF];
    const corners = [[-1, 0], [-0.5, -1], [0.5, -1], [1, 0], [0.5, 1], [-0.5, 1]] as [number, number][];
    return svg("polygon", { class: marked, points: corners.map(([x, y]) => `${wide(x)},${half(y)}`).join(" ") });
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
      this.ground("ground"),
      square.tinted && square.region !== undefined && !variant.lines.length && this.ground(`tint t${square.region % 6}`),
      square.label && svg("text", { class: "number", x: 3, y: 10, "aria-hidden": "true" }, square.label),
      marks,
    );
    if (hole) group.setAttribute("aria-disabled", "true");
    this.cells.set(square.name, { group, marks });
    return group;
  }

  /** The lines of a board of points. */
  private lines(): SVGGElement {
    const lines = this.variant.lines.map(([from, to]) => {
      const [[x1, y1], [x2, y2]] = [this.at(...from), this.at(...to)];
      return svg("line", { x1: x1 + SIZE / 2, y1: y1 + SIZE / 2, x2: x2 + SIZE / 2, y2: y2 + SIZE / 2 });
    });
    return svg("g", { class: "lines", "aria-hidden": "true", "pointer-events": "none" }, ...lines);
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
