// The set of figures that pieces are shown with: drawn ones, characters where the game has them, moves around a letter, or letters alone.

import { find, keep } from "./memory.js";
import type { Piece, PieceType, Variant } from "./types.js";

export const SETS = ["drawn", "kanji", "compass", "letters"];

/** Told to the document when another set is chosen. */
export const CHANGED = "ferz-figures";

export const chosenSet = () => find<string>("localStorage", "ferz-figures") ?? SETS[0]!;

export function chooseSet(set: string): void {
  keep("localStorage", "ferz-figures", set);
  document.dispatchEvent(new Event(CHANGED));
}

/** A disc with the letter of a piece; a second ring marks royal pieces. */
function lettered({ letter, royal }: PieceType): [string, string] {
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
  const set = chosenSet();
  const dress = (piece: PieceType): PieceType => {
    if (set === "letters") return { ...piece, figures: lettered(piece), pointed: false };
    if (set === "compass") return { ...piece, figures: piece.compass };
    return { ...piece, figures: (set === "kanji" && piece.kanji) || piece.figures };
  };
  return { ...variant, pieces: variant.pieces.map(dress) };
}

/** The figure of a side's piece on a board that may be turned: what points towards the enemy still does. */
export const facing = ({ figures, pointed }: PieceType, side: Piece["side"], turned: boolean) => figures[(side === "black") !== (pointed && turned) ? 1 : 0];
