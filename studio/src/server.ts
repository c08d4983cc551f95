// Talking to the server.

import type { Event } from "./types.js";

const TOKEN = 'meta[name="ferz-token"]';
let token = document.querySelector<HTMLMetaElement>(TOKEN)?.content ?? "";
/** How long the page waits before it listens again to a server that turned it away. */
const PAUSE = 2000;

/** What the server said instead of doing as asked. */
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

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      headers: body === undefined ? { "x-ferz-token": token } : { "x-ferz-token": token, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("The studio can't be reached: is it still running?", 0);
  }
}

/** Takes the token of a server that was started anew; whether it is another one. */
async function renewed(): Promise<boolean> {
  const page = await (await send("GET", "/")).text();
  const found = new DOMParser().parseFromString(page, "text/html").querySelector<HTMLMetaElement>(TOKEN)?.content;
  if (!found || found === token) return false;
  token = found;
  return true;
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response = await send(method, path, body);
  if (response.status === 403 && (await renewed())) response = await send(method, path, body);
  if (!response.ok) {
    const said = await response.json().catch(() => ({}));
    throw new Refusal(said.error ?? `the server said ${response.status}`, response.status, said.file);
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
  let timer = 0;
  const open = () => {
    window.clearTimeout(timer);
    source?.close();
    const opened = new EventSource("/api/events");
    source = opened;
    opened.onopen = () => (state(true), again());
    opened.onerror = () => {
      state(false);
      // it tries again by itself, unless it was turned away
      if (opened.readyState === EventSource.CLOSED && opened === source) timer = window.setTimeout(open, PAUSE);
    };
    opened.onmessage = (message) => {
      const event = JSON.parse(message.data) as Event;
      if (event.kind === "missed") again();
      else tell(event);
    };
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") return open();
    window.clearTimeout(timer);
    source?.close();
  });
  open();
}
