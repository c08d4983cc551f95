// What is shown of a game in which a player does not see everything.

import type { Made, Position, Side, Table } from "./types.js";

/** The side whose sight is shown: the only person's, of two persons that of the one at the bottom; null where everything is. */
export function viewer({ position, seats }: Table, bottom: Side): Side | null {
  const persons = (["white", "black"] as const).filter((side) => seats[side] === "person");
  if (!position.unseen || position.result || persons.length === 0) return null;
  return persons.length === 1 ? persons[0]! : bottom;
}

/** A position without what a side does not see, and the squares that it does not see. */
export function seen(position: Position, side: Side | null): [Position, hidden: string[]] {
  const hidden = side && position.unseen ? position.unseen[side === "white" ? 0 : 1] : [];
  if (!side) return [position, hidden];
  const left = new Set(hidden);
  const pieces = position.pieces.filter(({ square }) => !left.has(square));
  const last = position.side === side ? [] : position.last;
  const material = { more: [[], []] as Position["material"]["more"], points: 0 };
  return [{ ...position, pieces, last, check: false, material, remembered: [], walled: position.walled.filter((square) => !left.has(square)) }, hidden];
}

/** The moves of a game without those of the other side. */
export function told(made: Made[], side: Side | null): Made[] {
  return side ? made.map((one) => (one.side === side ? one : { ...one, san: "?", says: null })) : made;
}
