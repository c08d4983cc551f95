// A game in the address of the page: what the backend gives for it, compressed, after the `#`.

import { get } from "./server.js";
import { attempt, say } from "./trouble.js";

/** A stream through which a text goes, and what comes out of it. */
const through = async (bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** The most that is read of a link: a game file has at most a megabyte. */
const MOST = 4_000_000;

/** The part of an address that carries a value. */
export async function open(value: unknown): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The value that a part of an address carries. */
export async function closed(text: string): Promise<unknown> {
  try {
    const letters = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder();
    let json = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      json += decoder.decode(part.value, { stream: true });
      if (json.length > MOST) throw new Error("too long");
    }
    return JSON.parse(json + decoder.decode());
  } catch {
    throw new Error("This link can't be read: it is damaged or not complete. Copy all of it.");
  }
}

/** A link that carries a game and its file, to be played on or to be shown in a page of another site. */
export async function linkTo(table: string, kind: "open" | "embed"): Promise<string> {
  return new URL(`#/${kind}/${await open(await get(`/api/tables/${table}/link`))}`, location.href).href;
}

/** Copies a link that carries a game. */
export async function copyLink(table: string): Promise<void> {
  await attempt("link", async () => {
    await navigator.clipboard.writeText(await linkTo(table, "open"));
    say("Copied");
  });
}
