// What the browser remembers for the page. Where it may not remember anything, nothing is.

import type { Side } from "./types.js";

/** Boards whose direction is remembered. */
const BOARDS = 100;

/** Storage for good, or as long as the page. A page within that of another site may have neither. */
type Where = "localStorage" | "sessionStorage";

/** Keeps a value under a name, or forgets it if it is null; whether it is kept. */
export function keep(where: Where, name: string, value: unknown): boolean {
  try {
    const storage = window[where];
    if (value === null) storage.removeItem(name);
    else storage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function find<T>(where: Where, name: string): T | null {
  try {
    return JSON.parse(window[where].getItem(name) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** A text in the editor that the server doesn't keep, and the text on the disk that it began from. */
export interface Unsent {
  text: string;
  base: string;
}

const named = (path: string) => `ferz-text:${path}`;
export const keepText = (path: string, unsent: Unsent | null) => keep("localStorage", named(path), unsent);
export const findText = (path: string) => find<Unsent>("localStorage", named(path));

/** The side at the bottom of the board of a table, if a person has chosen it. */
export function bottom(table: string): Side | undefined {
  return find<[string, Side][]>("localStorage", "ferz-bottom")?.find(([id]) => id === table)?.[1];
}

export function keepBottom(table: string, side: Side): void {
  const others = (find<[string, Side][]>("localStorage", "ferz-bottom") ?? []).filter(([id]) => id !== table);
  keep("localStorage", "ferz-bottom", [...others.slice(1 - BOARDS), [table, side]]);
}
