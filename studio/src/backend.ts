// What stands behind the page: a server, or ferz in WebAssembly.

import type { Event } from "./types.js";

/** The answer to a request, with a status as in HTTP. */
export interface Answer {
  status: number;
  /** The type of the body. */
  kind: string;
  /** The name of the body as a file. */
  name: string | null;
  body: string;
}

/** Told to the document when the browser doesn't keep something: the reason, in words. */
export const UNKEPT = "ferz-unkept";

export interface Backend {
  /** True if it is in the page itself: what it answers has no address then. */
  readonly inside: boolean;

  /** Fails only where there is nobody to answer. */
  ask(method: string, path: string, body?: unknown): Promise<Answer>;

  /** Asks for what is told bit by bit, each as JSON, until it ends or is stopped. */
  stream(path: string, body: unknown, told: (part: string) => void, stop: AbortSignal): Promise<void>;

  /** Tells of changes; `again` is called whenever some may have been missed, `state` when it comes or goes. */
  listen(tell: (event: Event) => void, again: () => void, state: (connected: boolean) => void): void;
}

/** The answer to a request that is refused. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly status: number,
    /** The number of the file that has to be mended first. */
    readonly file?: number,
  ) {
    super(message);
  }
}
