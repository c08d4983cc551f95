// ferz in WebAssembly behind the page: the rules in one worker, the engine in another, and what is kept in the browser.

import { type Answer, type Backend, Refusal, UNKEPT } from "./backend.js";
import { load, type Parts } from "./parts.js";
import type { Event } from "./types.js";

/** The names under which the browser keeps games and files begin with this. */
const KEPT = "ferz-kept:";
interface Move {
  kind: "move";
  id: string;
  revision: number;
  /** The least time for it, in milliseconds, so that one can follow it. */
  time: { pace: number };
}
interface Advice {
  kind: "hint";
  id: string;
}
interface Stop {
  kind: "stop";
  id: string;
}
interface Analysis {
  kind: "analysis";
  id: string;
}
type Work = Move | Advice | Analysis | Stop;

/** The answer of a worker: that to a request, and what follows from it. */
interface Told extends Answer {
  events: Event[];
  keep: [string, string | null][];
  work: Work[];
}

/** A message to a worker: how to begin, or a call of its studio. */
export type Sent = { begin: Parts } | { number: number; call: "request" | "restore" | "think"; given: unknown[] };
export type Received = { number: number; told?: Told; failed?: string; part?: string };

/** A worker whose studio is called. */
class Caller {
  private worker: Worker;
  private number = 0;
  private open = new Map<number, { done: (told: Told) => void; failed: (error: Error) => void }>();
  /** Hears of what is found on the way. */
  told: (part: string) => void = () => {};

  constructor(parts: Parts, private broken: () => void = () => {}) {
    this.worker = parts.worker();
    const { worker: _, ...sent } = parts;
    this.worker.postMessage({ begin: sent });
    this.worker.onmessage = ({ data }: MessageEvent<Received>) => {
      if (data.part !== undefined) return this.told(data.part);
      const call = this.open.get(data.number);
      this.open.delete(data.number);
      if (data.told) call?.done(data.told);
      else {
        call?.failed(new Refusal(data.failed ?? "The program that knows the rules has failed.", 500));
        // after a fault within, nothing there can be relied on
        this.end();
        this.broken();
      }
    };
    this.worker.onerror = (event) => {
      this.end(event.message);
      this.broken();
    };
  }

  call(call: "request" | "restore" | "think", ...given: unknown[]): Promise<Told> {
    const number = this.number++;
    this.worker.postMessage({ number, call, given } satisfies Sent);
    return new Promise((done, failed) => this.open.set(number, { done, failed }));
  }

  end(words = "It was interrupted."): void {
    this.worker.terminate();
    for (const { failed } of this.open.values()) failed(new Refusal(words, 500));
    this.open.clear();
  }
}

export class Inside implements Backend {
  readonly inside = true;
  private parts: Promise<Parts> = load();
  private house: Promise<Caller> = this.enter();
  private engine: Caller | null = null;
  /** The work of the engine, and the work that waits for it. */
  private busy: Work | null = null;
  private waiting: (Move | Advice)[] = [];
  private analyst: Caller | null = null;
  private hints = new Map<string, { done: (answer: Answer) => void; failed: (error: unknown) => void }[]>();
  private tell: (event: Event) => void = () => {};
  private again: () => void = () => {};
  /** True if the browser has kept what it was given last; null before it was given anything. */
  private keeps: boolean | null = null;

  private async enter(): Promise<Caller> {
    const parts = await this.parts;
    const house = new Caller(parts, () => {
      this.house = this.enter();
      this.again();
    });
    try {
      for (let at = 0; at < localStorage.length; at++) {
        const name = localStorage.key(at)!;
        if (name.startsWith(KEPT)) void house.call("restore", name.slice(KEPT.length), localStorage.getItem(name)).catch(() => {});
      }
    } catch {
      // nothing is kept then
    }
    return house;
  }

  listen(tell: (event: Event) => void, again: () => void, state: (connected: boolean) => void): void {
    [this.tell, this.again] = [tell, again];
    addEventListener("storage", ({ key, newValue }) => {
      // another page has played or written
      if (key?.startsWith(KEPT)) void this.restore(key.slice(KEPT.length), newValue);
    });
    void this.house.then(() => state(true));
  }

  private async restore(name: string, value: string | null): Promise<void> {
    this.follow(await (await this.house).call("restore", name, value ?? undefined));
  }

  async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const house = await this.house;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const told = await house.call("request", method, path, text, Date.now(), crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32);
    this.follow(told);
    if (told.status !== 202) return told;
    const id = path.split("/")[3]!;
    return new Promise((done, failed) => this.hints.set(id, [...(this.hints.get(id) ?? []), { done, failed }]));
  }

  /** Thinks in a worker of its own; the next analysis goes on with that worker unless this one is stopped. */
  async stream(path: string, body: unknown, told: (part: string) => void, stop: AbortSignal): Promise<void> {
    const house = await this.house;
    const parts = await this.parts;
    const answer = await house.call("request", "POST", path, JSON.stringify(body), Date.now(), 0);
    const [work] = answer.work;
    if (!work) throw new Refusal((JSON.parse(answer.body) as { error: string }).error, answer.status);
    if (stop.aborted) return;
    const analyst = (this.analyst ??= new Caller(parts, () => (this.analyst = null)));
    analyst.told = told;
    const end = () => {
      analyst.end();
      if (this.analyst === analyst) this.analyst = null;
    };
    stop.addEventListener("abort", end, { once: true });
    try {
      const { status, body } = await analyst.call("think", JSON.stringify(work));
      if (status !== 200) throw new Refusal((JSON.parse(body) as { error: string }).error, status);
    } finally {
      stop.removeEventListener("abort", end);
    }
  }

  /** Keeps values under their names. Where that fails, the game goes on while the page is open. */
  private keep(values: [string, string | null][]): void {
    if (values.length === 0) return;
    try {
      // what goes makes room for what comes
      for (const [name, value] of [...values].sort(([, one], [, other]) => Number(one !== null) - Number(other !== null))) {
        if (value === null) localStorage.removeItem(KEPT + name);
        else localStorage.setItem(KEPT + name, value);
      }
    } catch (error) {
      const full = error instanceof DOMException && error.name === "QuotaExceededError";
      const why = full ? "The browser has no room left for this page" : "The browser keeps nothing for this page";
      // once is enough, until something is kept again
      if (this.keeps !== false) document.dispatchEvent(new CustomEvent(UNKEPT, { detail: `${why}: what you do now is lost when you close the page.` }));
      this.keeps = false;
      return;
    }
    // so that it is not cleared when room is needed
    if (this.keeps === null) void navigator.storage?.persist?.().catch(() => {});
    this.keeps = true;
  }

  /** Does what follows from an answer. */
  private follow({ events, keep, work }: Told): void {
    this.keep(keep);
    for (const one of work) this.order(one);
    for (const event of events) this.tell(event);
  }

  // ---- the engine

  private order(work: Work): void {
    if (work.kind === "analysis") return;
    if (work.kind !== "stop") {
      this.waiting.push(work);
      return void this.next();
    }
    const wanted = ({ kind, id }: Work) => kind !== "move" || id !== work.id;
    this.waiting = this.waiting.filter(wanted);
    if (this.busy && !wanted(this.busy)) {
      this.engine?.end();
      [this.engine, this.busy] = [null, null];
      void this.next();
    }
  }

  private async next(): Promise<void> {
    if (this.busy) return;
    const work = this.waiting.shift();
    if (!work) return;
    this.busy = work;
    const began = Date.now();
    try {
      const parts = await this.parts;
      if (this.busy !== work) return;
      this.engine ??= new Caller(parts, () => (this.engine = null));
      const told = await this.engine.call("think", JSON.stringify(work));
      if (work.kind === "hint") this.advised(work.id, told);
      else if (told.status === 200) await this.move(work, told, began);
    } catch (error) {
      if (work.kind === "hint") for (const { failed } of this.asked(work.id)) failed(error);
    } finally {
      if (this.busy === work) this.busy = null;
      void this.next();
    }
  }

  private async move({ id, time }: Move, { body }: Told, began: number): Promise<void> {
    await new Promise((done) => window.setTimeout(done, Math.max(0, began + time.pace - Date.now())));
    // if the game has moved on since, nobody waits for it
    await this.ask("POST", `/api/tables/${id}/chosen`, JSON.parse(body));
  }

  private asked(id: string) {
    const asked = this.hints.get(id) ?? [];
    this.hints.delete(id);
    return asked;
  }

  private advised(id: string, answer: Answer): void {
    for (const { done } of this.asked(id)) done(answer);
  }
}
