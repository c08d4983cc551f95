// The server of `ferz studio` behind the page.

import { type Answer, type Backend, Refusal } from "./backend.js";
import type { Event } from "./types.js";

const TOKEN = 'meta[name="ferz-token"]';
/** The time the page waits before it listens again to a server that turned it away. */
const PAUSE = 2000;

export class Server implements Backend {
  readonly inside = false;
  private token = document.querySelector<HTMLMetaElement>(TOKEN)?.content ?? "";

  async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    let response = await this.send(method, path, body);
    if (response.status === 403 && (await this.renewed())) response = await this.send(method, path, body);
    return { status: response.status, kind: response.headers.get("content-type") ?? "", name: null, body: await response.text() };
  }

  async stream(path: string, body: unknown, told: (part: string) => void, stop: AbortSignal): Promise<void> {
    const response = await this.send("POST", path, body, stop);
    if (!response.ok || !response.body) throw new Refusal(((await response.json()) as { error: string }).error, response.status);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (text + part.value).split("\n");
      text = lines.pop()!;
      // what is no data only keeps the connection open
      for (const line of lines) if (line.startsWith("data:")) told(line.slice("data:".length));
    }
  }

  private async send(method: string, path: string, body?: unknown, signal: AbortSignal | null = null): Promise<Response> {
    try {
      return await fetch(path, {
        method,
        signal,
        headers: body === undefined ? { "x-ferz-token": this.token } : { "x-ferz-token": this.token, "content-type": "application/json" },
        body: body === undefined ? null : JSON.stringify(body),
      });
    } catch {
      throw new Refusal("The studio can't be reached: is it still running?", 0);
    }
  }

  /** Takes the token of a server that was started anew; whether it is another one. */
  private async renewed(): Promise<boolean> {
    const page = await (await this.send("GET", "/")).text();
    const found = new DOMParser().parseFromString(page, "text/html").querySelector<HTMLMetaElement>(TOKEN)?.content;
    if (!found || found === this.token) return false;
    this.token = found;
    return true;
  }

  /** Listens while the page can be seen: a browser opens only a few lasting connections to a server, however many pages it shows. */
  listen(tell: (event: Event) => void, again: () => void, state: (connected: boolean) => void): void {
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
}
