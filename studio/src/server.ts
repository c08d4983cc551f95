// Asking whatever stands behind the page.

import { type Answer, type Backend, Refusal } from "./backend.js";

export { Refusal };

let backend: Backend;

/** Says what stands behind the page, before anything is asked. */
export function serveBy(one: Backend): void {
  backend = one;
}

/** True if it is in the page itself: what it answers has no address then. */
export const inside = () => backend.inside;

/** The answer to a request as it is. */
async function answer(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await backend.ask(method, path, body);
  if (answer.status < 200 || answer.status > 299) {
    const said = read<{ error?: string; file?: number }>(answer.body) ?? {};
    throw new Refusal(said.error ?? `the server answered with status ${answer.status}`, answer.status, said.file);
  }
  return answer;
}

function read<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  return JSON.parse((await answer(method, path, body)).body) as T;
}

export const get = <T>(path: string) => ask<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}) => ask<T>("POST", path, body);
export const put = <T>(path: string, body: unknown) => ask<T>("PUT", path, body);

/** Asks for what is told bit by bit, until it ends or is stopped. */
export async function stream<T>(path: string, body: unknown, told: (part: T) => void, stop: AbortSignal): Promise<void> {
  try {
    await backend.stream(path, body, (part) => stop.aborted || told(JSON.parse(part) as T), stop);
  } catch (error) {
    if (!stop.aborted) throw error;
  }
}

/** The raw answer at an address. */
export const fetched = (path: string) => answer("GET", path);

/** The raw answer to a body. */
export const sent = (path: string, body: unknown) => answer("POST", path, body);

export const listen: Backend["listen"] = (tell, again, state) => backend.listen(tell, again, state);
