// Opening tables.

import { post } from "./server.js";
import type { Origin, Seats, Table } from "./types.js";

export interface Opening {
  origin: Origin;
  options?: Record<string, string>;
  fen?: string;
  pgn?: string;
  seats?: Seats;
}

export const openTable = (opening: Opening) => post<Table>("/api/tables", opening);

/** A word that is the same for the same origin. */
export const originKey = (origin: Origin) => ("file" in origin ? `file:${origin.file}` : `built-in:${origin["built-in"]}`);
