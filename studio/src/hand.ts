// The pieces in a hand beside the board: chosen by click or key, or dragged to a square.

import { html } from "./dom.js";
import { facing, sideName } from "./figures.js";
import type { Held, Position, Side, Variant } from "./types.js";

/** The board that a hand belongs to. */
export interface Ground {
  /** The pixels of a square's side. */
  readonly grain: number;
  /** True if it is seen from Black's side. */
  readonly turned: boolean;
  /** True if a move begins there. */
  movable(from: string): boolean;
  /** True if a piece may be dragged from there. */
  graspable(from: string): boolean;
  /** A place was clicked, or confirmed by key. */
  choose(from: string, byKey: boolean): void;
  /** A piece is on the pointer. */
  grasp(from: string): void;
  /** It is let go over what stands at a point of the window. */
  putAt(from: string, x: number, y: number): void;
}

interface Press {
  from: string;
  x: number;
  y: number;
  pointer: number;
  /** The piece on the pointer, once it is dragged. */
  ghost: HTMLElement | null;
}

export class Hand {
  readonly element: HTMLElement;
  private places = new Map<string, { held: Held; button: HTMLButtonElement }>();
  private variant: Variant | null = null;
  private pressed: Press | null = null;
  /** True if the click to come ends a drag. */
  private dragged = false;

  constructor(
    private ground: Ground,
    private side: Side,
  ) {
    this.element = html("div", { class: "hand", role: "toolbar", "aria-label": `Pieces in hand of ${side}`, hidden: true });
    this.element.addEventListener("pointermove", (event) => this.move(event));
    this.element.addEventListener("pointerup", (event) => this.release(event));
    this.element.addEventListener("pointercancel", () => this.let());
    this.element.addEventListener("lostpointercapture", () => this.let());
    this.element.addEventListener("mousedown", (event) => {
      // a click leaves the keys to the page
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement) document.activeElement.blur();
    });
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  /** Belongs to another board. */
  show(variant: Variant): void {
    this.variant = variant;
    this.element.setAttribute("aria-label", `Pieces in hand of ${sideName(variant, this.side)}`);
    this.places.clear();
    this.element.replaceChildren();
    this.element.hidden = true;
  }

  update({ hands }: Position): void {
    const held = hands?.[this.side === "white" ? 0 : 1] ?? [];
    this.element.hidden = held.length === 0;
    const old = this.places;
    this.places = new Map(held.map((held) => [held.from, { held: { ...held }, button: old.get(held.from)?.button ?? this.button(held) }]));
    const buttons = [...this.places.values()].map(({ button }) => button);
    const same = buttons.length === this.element.childElementCount && buttons.every((button, index) => this.element.children[index] === button);
    if (!same) this.element.replaceChildren(...buttons);
  }

  /** One piece fewer, before the server says so. */
  spend(from: string): void {
    const held = this.places.get(from)?.held;
    if (held?.count) held.count--;
  }

  /** Shows what is chosen, what a hint is about, and how many there are. */
  paint(chosen: string | null, hinted: string[]): void {
    const focus = [...this.places.values()].find(({ button }) => button.tabIndex === 0 && button.isConnected)?.held.from ?? this.first();
    for (const [from, { held, button }] of this.places) {
      const { name } = this.variant!.pieces[held.type]!;
      const movable = this.ground.movable(from);
      button.classList.toggle("none", held.count === 0);
      button.classList.toggle("movable", movable);
      button.classList.toggle("hinted", hinted.includes(from));
      button.setAttribute("aria-pressed", String(from === chosen));
      button.setAttribute("aria-disabled", String(!movable));
      button.tabIndex = from === focus ? 0 : -1;
      const count = held.count === null ? "any number" : held.count === 0 ? "none" : String(held.count);
      const said = `${sideName(this.variant!, this.side).toLowerCase()} ${name}, ${count} in hand${movable ? ", can be dropped" : ""}`;
      button.setAttribute("aria-label", said);
      button.title = `${name}: ${count}`;
      button.lastElementChild!.textContent = held.count ? String(held.count) : held.count === null ? "∞" : "";
    }
  }

  /** Gives the focus back to a place. */
  focus(from: string): boolean {
    const found = this.places.get(from)?.button;
    found?.focus({ preventScroll: true });
    return !!found;
  }

  private first(): string | undefined {
    return [...this.places.values()].find(({ held }) => held.count !== 0)?.held.from ?? this.places.keys().next().value;
  }

  private figure(type: number): string {
    return `<svg viewBox="0 0 45 45" aria-hidden="true">${facing(this.variant!.pieces[type]!, this.side, this.ground.turned)}</svg>`;
  }

  private button({ from, type }: Held): HTMLButtonElement {
    const button = html("button", { type: "button", "data-hand": from, tabindex: -1 });
    button.innerHTML = `${this.figure(type)}<span aria-hidden="true"></span>`;
    button.addEventListener("pointerdown", (event) => this.press(event, from));
    button.addEventListener("click", (event) => {
      // a click that no pointer made is a key's, or a screen reader's
      if (!this.dragged || event.detail === 0) this.ground.choose(from, event.detail === 0);
      this.dragged = false;
    });
    return button;
  }

  private press(event: PointerEvent, from: string): void {
    if (event.button !== 0 || !event.isPrimary || this.pressed) return;
    this.dragged = false;
    this.pressed = { from, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null };
    // so that it is heard of wherever it goes, and clicks it where it doesn't
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const { pressed } = this;
    if (!pressed || pressed.pointer !== event.pointerId) return;
    if (event.buttons !== 1) return this.let();
    if (!pressed.ghost) {
      if (!this.ground.graspable(pressed.from) || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < 5) return;
      pressed.ghost = this.ghost(this.places.get(pressed.from)!.held.type);
      this.dragged = true;
      this.ground.grasp(pressed.from);
    }
    const half = this.ground.grain / 2;
    pressed.ghost.style.transform = `translate(${event.clientX - half}px, ${event.clientY - half}px)`;
  }

  private ghost(type: number): HTMLElement {
    const ghost = html("div", { class: "ghost", "aria-hidden": "true" });
    ghost.innerHTML = this.figure(type);
    ghost.style.width = `${this.ground.grain}px`;
    document.body.append(ghost);
    return ghost;
  }

  private release(event: PointerEvent): void {
    const { pressed } = this;
    if (!pressed || pressed.pointer !== event.pointerId) return;
    this.let();
    if (pressed.ghost) this.ground.putAt(pressed.from, event.clientX, event.clientY);
  }

  /** Lets go of what is on the pointer. */
  private let(): void {
    this.pressed?.ghost?.remove();
    this.pressed = null;
  }

  private key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const places = [...this.places.values()];
    const at = places.findIndex(({ button }) => button === event.target);
    const to: Record<string, number> = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: places.length - 1 };
    const wanted = to[event.key];
    if (at < 0 || wanted === undefined) return;
    const next = places[(wanted + places.length) % places.length]!.button;
    for (const { button } of places) button.tabIndex = button === next ? 0 : -1;
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
