// Saying what went wrong.

import { byId, html } from "./dom.js";
import { Refusal } from "./server.js";

/** Says what went wrong, until the next thing goes well. */
export function trouble(error: unknown): void {
  const place = byId("trouble");
  const words = error instanceof Error ? error.message : String(error);
  const close = html("button", { type: "button", class: "quiet", click: () => (place.hidden = true) }, "Close");
  place.replaceChildren(words, " ", close);
  place.hidden = false;
  if (error instanceof Refusal && error.status === 403) {
    // the studio was started anew and has another token
    place.append(" ", html("button", { type: "button", click: () => location.reload() }, "Reload the page"));
  }
}

/** Runs something that may be refused, and says so. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    const done = await work();
    byId("trouble").hidden = true;
    return done;
  } catch (error) {
    trouble(error);
    return undefined;
  }
}

/** Says something to those who listen to the page. */
export function say(words: string): void {
  byId("live").textContent = words;
}
