// The parts of ferz in WebAssembly: fetched from beside the page, or, where a page can't fetch (`file:`), from a script that holds them all.

export interface Parts {
  module: WebAssembly.Module;
  /** The game files by their paths, and what the page shows of each game: both as JSON. */
  games: string;
  library: string;
  /** Makes a worker. */
  worker: () => Worker;
}

interface Held {
  worker: string;
  wasm: string;
  games: string;
}

declare global {
  var FERZ: Held | undefined;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes as they were before they were compressed; a server may have done that already. */
async function plain(bytes: Bytes): Promise<Bytes> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function fetched(name: string): Promise<Bytes> {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name} can't be fetched: ${response.status}`);
  return plain(new Uint8Array(await response.arrayBuffer()));
}

const unpacked = (text: string) => plain(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));

function script(name: string): Promise<void> {
  return new Promise((done, failed) => {
    const element = document.createElement("script");
    element.src = name;
    element.onload = () => done();
    element.onerror = () => failed(new Error(`${name} can't be read`));
    document.head.append(element);
  });
}

const library = (games: Bytes) => JSON.parse(new TextDecoder().decode(games)) as { files: object; games: object[] };

async function made(wasm: Bytes, games: Bytes, worker: () => Worker): Promise<Parts> {
  const { files, games: shown } = library(games);
  return { module: await WebAssembly.compile(wasm), games: JSON.stringify(files), library: JSON.stringify(shown), worker };
}

export async function load(): Promise<Parts> {
  if (location.protocol !== "file:") {
    const [wasm, games] = await Promise.all([fetched("ferz.wasm.bin"), fetched("games.bin")]);
    return made(wasm, games, () => new Worker("worker.js"));
  }
  await script("held.js");
  const held = globalThis.FERZ!;
  const address = URL.createObjectURL(new Blob([held.worker], { type: "text/javascript" }));
  const [wasm, games] = await Promise.all([unpacked(held.wasm), unpacked(held.games)]);
  return made(wasm, games, () => new Worker(address));
}
