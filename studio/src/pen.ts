// Arrows and circles on a board: drawn with the right mouse button or after a long touch, and those of the engine.

import { svg } from "./dom.js";
import type { Shape } from "./tree.js";

/** The time a finger rests before it draws, in milliseconds. */
const LONG = 450;
const SIZE = 45;

/** The board that is drawn on. */
export interface Sheet {
  readonly element: SVGSVGElement;
  under(target: Element | null): string | null;
  /** The corner of a square; nothing if the board doesn't have it. */
  corner(square: string): [number, number] | null;
}

export class Pen {
  readonly layer = svg("g", { class: "shapes", "pointer-events": "none", "aria-hidden": "true" });
  private shapes: Shape[] = [];
  private best: Shape[] = [];
  private begun: Shape | null = null;
  private pointer = -1;
  private rest = 0;
  private touched: { square: string; x: number; y: number; pointer: number } | null = null;

  /** `drawn` is told what is on the board from now on; `lifted` says that a finger draws instead of moving a piece. */
  constructor(
    private sheet: Sheet,
    private drawn: (shapes: Shape[]) => void,
    private lifted: () => void,
  ) {
    const { element } = sheet;
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.release(event));
    element.addEventListener("pointercancel", () => this.drop());
  }

  /** Shows arrows and circles of a person, and arrows of the engine. */
  show(shapes: Shape[], best: Shape[]): void {
    [this.shapes, this.best] = [shapes, best];
    this.paint();
  }

  private press(event: PointerEvent): void {
    const square = this.sheet.under(event.target as Element);
    if (!square) return;
    if (event.button === 2) {
      this.begin(square, event);
    } else if (event.pointerType === "touch" && event.isPrimary) {
      const touched = (this.touched = { square, x: event.clientX, y: event.clientY, pointer: event.pointerId });
      this.rest = window.setTimeout(() => this.touched === touched && (this.lifted(), this.begin(square, event)), LONG);
    } else if (event.button === 0 && this.shapes.length > 0) {
      this.drawn([]);
    }
  }

  private begin(square: string, event: PointerEvent): void {
    const colour = event.shiftKey ? (event.altKey ? "Y" : "R") : event.altKey ? "B" : "G";
    this.begun = { colour, from: square, to: square };
    this.pointer = event.pointerId;
    this.sheet.element.setPointerCapture(event.pointerId);
    this.paint();
  }

  private move(event: PointerEvent): void {
    const { touched, begun } = this;
    if (touched && !begun && Math.hypot(event.clientX - touched.x, event.clientY - touched.y) > 8) this.forget();
    if (!begun || event.pointerId !== this.pointer) return;
    const to = this.sheet.under(document.elementFromPoint(event.clientX, event.clientY)) ?? begun.from;
    if (to === begun.to) return;
    this.begun = { ...begun, to };
    this.paint();
  }

  private release(event: PointerEvent): void {
    const tapped = this.touched && !this.begun && this.shapes.length > 0;
    this.forget();
    const { begun } = this;
    if (tapped) return this.drawn([]);
    if (!begun || event.pointerId !== this.pointer) return;
    this.begun = null;
    const other = (one: Shape) => one.from !== begun.from || one.to !== begun.to;
    const rest = this.shapes.filter(other);
    // the same once more takes it away
    const again = this.shapes.some((one) => !other(one) && one.colour === begun.colour);
    this.drawn(again ? rest : [...rest, begun]);
  }

  private forget(): void {
    window.clearTimeout(this.rest);
    this.touched = null;
  }

  private drop(): void {
    this.forget();
    this.begun = null;
    this.paint();
  }

  /** Draws everything; the board calls it when it was drawn anew. */
  paint(): void {
    const all = [...this.best.map((one) => this.drawing(one, "best")), ...this.shapes.map((one) => this.drawing(one, "")), this.begun && this.drawing(this.begun, "begun")];
    this.layer.replaceChildren(...all.filter((one) => one !== null));
  }

  private drawing({ colour, from, to }: Shape, more: string): SVGElement | null {
    const [one, other] = [this.sheet.corner(from), this.sheet.corner(to)];
    if (!one || !other) return null;
    const [x, y, X, Y] = [...one, ...other].map((at) => at + SIZE / 2) as [number, number, number, number];
    const given = { class: `shape ${colour} ${more}`, "data-shape": from === to ? from : `${from}${to}` };
    if (from === to) return svg("circle", { ...given, cx: x, cy: y, r: SIZE / 2 - 2.5 });
    const far = Math.hypot(X - x, Y - y);
    const [a, b] = [(X - x) / far, (Y - y) / far];
    const along = (length: number, aside: number) => `${x + a * length - b * aside} ${y + b * length + a * aside}`;
    const neck = far - 16;
    const points = [along(8, 3.2), along(neck, 3.2), along(neck, 9), along(far - 2, 0), along(neck, -9), along(neck, -3.2), along(8, -3.2)];
    return svg("path", { ...given, d: `M${points.join("L")}z` });
  }
}
