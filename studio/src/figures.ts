// The set of figures that pieces are shown with: those that the players of the game know, drawn ones, moves around a letter, or letters alone.

import { find, keep } from "./memory.js";
import type { Piece, PieceType, Variant } from "./types.js";

/** The first has the characters of the game where it has any. */
export const SETS = ["usual", "drawn", "compass", "letters"];

/** Told to the document when another set is chosen. */
export const CHANGED = "ferz-figures";

export function chosenSet(): string {
  const chosen = find<string>("localStorage", "ferz-figures") ?? "";
  return SETS.includes(chosen) ? chosen : SETS[0]!;
}

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

/** The inks of round tiles: the first is drawn for White, the second for Black. */
const INKS: Record<string, string> = { red: "#b3261e", black: "#1b1b1b", blue: "#1d4f8a", green: "#1d6b3a" };
const ROUND = 'fill="#fbf1da"';

/** Round tiles in the colours by which the sides are called. */
function inked([white, black]: [string, string], sides: [string, string]): [string, string] {
  const [one, other] = sides.map((side) => INKS[side.toLowerCase()]);
  if (!one || !other || !white.includes(ROUND)) return [white, black];
  return [white.replaceAll(INKS.red!, one), black.replaceAll(INKS.black!, other)];
}

/** A game with the figures of the set that is chosen. */
export function dressed(variant: Variant): Variant {
  const set = chosenSet();
  const dress = (piece: PieceType): PieceType => {
    if (set === "letters") return { ...piece, figures: lettered(piece), pointed: false };
    if (set === "compass") return { ...piece, figures: piece.compass };
    return { ...piece, figures: inked((set === "usual" && piece.kanji) || piece.figures, variant.sides) };
  };
  return { ...variant, pieces: variant.pieces.map(dress) };
}

/** What a side is called. */
export const sideName = ({ sides }: Variant, side: Piece["side"]) => (side === "neutral" ? side : sides[side === "white" ? 0 : 1]);

/** A drawing as large as its square allows; what is made from the movement fills it already. */
export const enlarged = ({ figures, compass }: PieceType, figure: string) => (figures[0] === compass[0] ? figure : `<g transform="translate(-2.25 -2.25) scale(1.1)">${figure}</g>`);

/** The figure of a side's piece on a board that may be turned: what points towards the enemy still does. */
export const facing = ({ figures, pointed }: PieceType, side: Piece["side"], turned: boolean) => figures[(side === "black") !== (pointed && turned) ? 1 : 0];
