// The set of figures that pieces are shown with: those of the game, or letters.

import { find, keep } from "./memory.js";
import type { Piece, Variant } from "./types.js";

export const SETS = ["drawn", "letters"];

/** Told to the document when another set is chosen. */
export const CHANGED = "ferz-figures";

export const chosenSet = () => find<string>("localStorage", "ferz-figures") ?? SETS[0]!;

export function chooseSet(set: string): void {
  keep("localStorage", "ferz-figures", set);
  document.dispatchEvent(new Event(CHANGED));
}

/** A disc with the letter of a piece; a second ring marks royal pieces. */
function lettered({ letter, royal }: Piece): [string, string] {
  const text = letter.replace(/[<&]/g, "");
  const size = text.length > 1 ? 17 : 22;
  const disc = (body: string, ink: string) =>
    `<circle cx="22.5" cy="22.5" r="18.5" fill="${body}" stroke="#1b1b1b" stroke-width="1.5"/>` +
    (royal ? `<circle cx="22.5" cy="22.5" r="15.5" fill="none" stroke="${ink}" stroke-width="1.2"/>` : "") +
    `<text x="22.5" y="22.5" dy="0.36em" text-anchor="middle" font-family="'DejaVu Sans', 'Segoe UI', sans-serif" font-weight="700" font-size="${size}" fill="${ink}">${text}</text>`;
  return [disc("#fffdf8", "#1b1b1b"), disc("#26211b", "#fdfbf6")];
}

/** A game with the figures of the set that is chosen. */
export function dressed(variant: Variant): Variant {
  if (chosenSet() !== "letters") return variant;
  return { ...variant, pieces: variant.pieces.map((piece) => ({ ...piece, figures: lettered(piece) })) };
}
