// How squares and moves are written for those who play the game. Where tiles point towards the enemy, that is as in shogi: files are numbers
// from the right, ranks are letters from the far side.

import type { Variant } from "./types.js";

export interface Spelling {
  file(file: number): string;
  rank(rank: number): string;
  square(name: string): string;
  /** A move in algebraic notation. */
  move(san: string): string;
  /** What was typed, as ferz reads it. */
  read(text: string): string;
}

/** True if all squares are of one colour, with lines between them. */
export const plain = ({ hexagons, squares }: Variant) => !hexagons && squares.some(({ ground }) => ground === "middle");

const letter = (number: number) => String.fromCharCode(97 + number);
const SQUARE = /([a-p])(\d{1,2})/;
/** Whatever of the mover is written, a capture or a drop, the target, and the rest. */
const MOVE = /^(\+?[A-Z])([a-p]?\d{0,2})([x@]?)([a-p])(\d{1,2})(.*)$/;

export function spelled(variant: Variant): Spelling {
  const { files, ranks, pieces } = variant;
  const shogi = plain(variant);
  const file = (file: number) => (shogi ? String(files - file) : letter(file));
  const rank = (rank: number) => (shogi ? letter(ranks - 1 - rank) : String(rank + 1));
  const square = (name: string) => name.replace(SQUARE, (_, at: string, number: string) => file(at.charCodeAt(0) - 97) + rank(Number(number) - 1));
  const origin = (text: string) => (SQUARE.test(text) ? square(text) : text.replace(/[a-p]/, (at) => file(at.charCodeAt(0) - 97)).replace(/^\d+$/, (number) => rank(Number(number) - 1)));
  const put = (san: string) => {
    const [, what, to] = /^(.+)@([a-p]\d{1,2})$/.exec(san) ?? [];
    const piece = pieces.find((one) => one.letter === what);
    if (!to || (piece ? !piece.neutral : what !== "*")) return null;
    return `${piece?.name ?? "closes"} ${square(to)}`;
  };
  const move = (san: string) => {
    const placed = put(san);
    if (placed || !shogi) return placed ?? san;
    return san.replace(MOVE, (_, piece: string, from: string, sign: string, at: string, number: string, rest: string) => piece + origin(from) + (sign === "@" ? "*" : sign || "-") + square(at + number) + rest);
  };
  const read = (text: string) => {
    const back = (text: string) => text.replace(/(\d{1,2})([a-p])/g, (_, number: string, at: string) => letter(files - Number(number)) + (ranks - at.charCodeAt(0) + 97));
    // what begins with the letter of a file is as ferz writes it
    return shogi && /^(\+?[A-Z])?[-x*]?\d/.test(text) ? back(text).replace(/^(\+?[A-Z]\d?)-/, "$1").replace("*", "@") : text;
  };
  return { file, rank, square, move, read };
}
