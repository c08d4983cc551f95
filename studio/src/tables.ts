// Opening tables.

import { post } from "./server.js";
import { find, keep } from "./memory.js";
import type { Origin, Seats, Table, TimeControl } from "./types.js";

export interface Opening {
  origin: Origin;
  options?: Record<string, string>;
  fen?: string;
  pgn?: string;
  /** The number of the start position. */
  start?: number;
  seats?: Seats;
  clock?: TimeControl;
}

export const openTable = (opening: Opening) => post<Table>("/api/tables", opening);

/** The origin, the options, the seats and the time control of a table, to open another like it. */
export function likewise({ origin, options, seats, clock }: Table): Opening {
  const { seconds, increment } = clock ?? {};
  return { origin, options: Object.fromEntries(options.map((option) => [option.name, option.value])), seats, ...(clock && { clock: { seconds, increment } as TimeControl }) };
}

/** A word that is the same for the same origin. */
export const originKey = (origin: Origin) => ("file" in origin ? `file:${origin.file}` : `built-in:${origin["built-in"]}`);

/** A table without a move is not kept by the server: this page remembers what it was, while it is open. */
export function remember(table: Table): void {
  keep("sessionStorage", "ferz-table", table.made.length > 0 ? null : { id: table.id, opening: likewise(table) });
}

/** Opens a table like one that had no move and is gone with the server; null if it was not such a one. */
export async function reopen(id: string): Promise<Table | null> {
  const known = find<{ id: string; opening: Opening }>("sessionStorage", "ferz-table");
  return known?.id === id ? openTable(known.opening) : null;
}
