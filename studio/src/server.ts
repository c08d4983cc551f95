// Talking to the server.

import type { Event } from "./types.js";

const token = document.querySelector<HTMLMetaElement>('meta[name="ferz-token"]')?.content ?? "";

/** What the server said instead of doing as asked. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? { "x-ferz-token": token } : { "x-ferz-token": token, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("The studio can't be reached: is it still running?", 0);
  }
  if (!response.ok) {
    const said = await response.json().catch(() => ({}));
    throw new Refusal(said.error ?? `the server said ${response.status}`, response.status);
  }
  return response.json();
}

export const get = <T>(path: string) => ask<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}) => ask<T>("POST", path, body);
export const put = <T>(path: string, body: unknown) => ask<T>("PUT", path, body);

/**
 * Listens to changes while the page can be seen: a browser opens only a few lasting connections to a server, however many pages it shows.
 * `again` is called whenever changes may have been missed.
 */
export function listen(tell: (event: Event) => void, again: () => void, state: (connected: boolean) => void): void {
  let source: EventSource | null = null;
  const open = () => {
    source?.close();
    source = new EventSource("/api/events");
    source.onopen = () => (state(true), again());
    source.onerror = () => state(false);
    source.onmessage = (message) => {
      const event = JSON.parse(message.data) as Event;
      if (event.kind === "missed") again();
      else tell(event);
    };
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") open();
    else source?.close();
  });
  open();
}
