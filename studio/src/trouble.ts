// Saying what went wrong.

import { byId, html } from "./dom.js";
import { Refusal } from "./server.js";

/** The subject of the fault shown. */
let shown = "";

/** Says what went wrong, until it is closed or the same thing goes well; offers something that can be done about it. */
export function trouble(error: unknown, about: string, ...offers: HTMLElement[]): void {
  const place = byId("trouble");
  const words = error instanceof Error ? error.message : String(error);
  shown = error instanceof Refusal && error.status === 0 ? "connection" : about;
  place.replaceChildren(html("span", {}, words), " ", ...offers, html("button", { type: "button", class: "quiet", click: () => (place.hidden = true) }, "Close"));
  place.hidden = false;
}

/** Something was done: takes back what was said about that, or about the connection. */
export function settled(about: string): void {
  if (shown === about || shown === "connection") byId("trouble").hidden = true;
}

/** Runs something that may be refused, and says so. A fault of another thing stays. */
export async function attempt<T>(about: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    const done = await work();
    settled(about);
    return done;
  } catch (error) {
    trouble(error, about);
    return undefined;
  }
}

/** Says something to those who listen to the page. */
export function say(words: string): void {
  byId("live").textContent = words;
}
