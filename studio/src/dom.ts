// Small helpers for making elements.

type Child = Node | string | null | false | undefined;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: any) => void)>;

const SVG = "http://www.w3.org/2000/svg";

function filled<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child): child is Node | string => !!child || child === ""));
  return element;
}

/** An HTML element; attributes that are functions are listeners. */
export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** The element of this id, which the page has. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as E;
}

/** Puts other children into an element; what had the keyboard's focus there has it again, by its `data-focus` or its name. */
export function renewed(element: Element, ...children: (Node | string)[]): void {
  const active = document.activeElement;
  const mark = active && element.contains(active) ? (active.getAttribute("data-focus") ?? active.getAttribute("name")) : null;
  element.replaceChildren(...children);
  if (!mark) return;
  const name = CSS.escape(mark);
  element.querySelector<HTMLElement>(`[data-focus="${name}"], [name="${name}"]`)?.focus({ preventScroll: true });
}

/** True from the press of a pointer to its click. */
let pressed = false;
/** True if a dialog was opened in between: then that click is not meant for it. */
let early = false;

addEventListener("pointerdown", () => ((pressed = true), (early = false)), true);
addEventListener(
  "click",
  (event) => {
    // those of keys and of screen readers come without a pointer
    if (early && event.detail > 0) {
      event.stopImmediatePropagation();
      event.preventDefault();
    }
    pressed = early = false;
  },
  true,
);

/** Shows a dialog; the finger that opened it, and is about to be lifted, presses nothing in it. */
export function present(dialog: HTMLDialogElement): void {
  document.body.append(dialog);
  dialog.showModal();
  early = pressed;
}

export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Signs on buttons, drawn because not every font has them: paths in a square of 24. */
const SIGNS = {
  first: "M6 5v14M19 5L9 12l10 7z",
  back: "M16 5L7 12l9 7z",
  on: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
  undo: "M9 6L4 11l5 5M4 11h10a5 5 0 010 10h-3",
  redo: "M15 6l5 5-5 5M20 11H10a5 5 0 000 10h3",
  turn: "M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 00-4 10c1 1 1.5 2 1.5 3h5c0-1 .5-2 1.5-3a6 6 0 00-4-10z",
  restart: "M5 4v16M9 12l10-7v14z",
  pause: "M8 5v14M16 5v14",
  again: "M5 12a7 7 0 107-7H8M11 2L8 5l3 3",
};

export type Sign = keyof typeof SIGNS;

/** A button with a sign, and its name for those who can't see it. */
export function signed(sign: Sign, name: string, click: () => void, can?: string): HTMLButtonElement {
  const button = html("button", { type: "button", "data-can": can, click });
  resign(button, sign, name);
  return button;
}

/** Gives a button another sign and name. */
export function resign(button: HTMLButtonElement, sign: Sign, name: string): void {
  const drawn = svg("svg", { viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true" }, svg("path", { d: SIGNS[sign] }));
  button.replaceChildren(drawn);
  button.setAttribute("aria-label", name);
  button.title = name;
}
