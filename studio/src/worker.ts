// The worker: a studio in WebAssembly, whose functions are called one after another. What wasm-bindgen has made stands before this script.

import type { Received, Sent } from "./inside.js";

interface Studio {
  request(method: string, path: string, body: string | undefined, now: number, chance: number): Received["told"];
  restore(name: string, value: string | undefined): Received["told"];
  think(work: string, told: (part: string) => void): Received["told"];
}

declare const wasm_bindgen: {
  initSync(given: { module: WebAssembly.Module }): void;
  addGames(json: string): void;
  Studio: new (library: string) => Studio;
};

let studio: Studio;
const say = (received: Received) => postMessage(received);

onmessage = ({ data }: MessageEvent<Sent>) => {
  if ("begin" in data) {
    const { module, games, library } = data.begin;
    wasm_bindgen.initSync({ module });
    wasm_bindgen.addGames(games);
    studio = new wasm_bindgen.Studio(library);
    return;
  }
  try {
    const call = studio[data.call] as (...given: unknown[]) => Received["told"];
    const part = (part: string) => say({ number: data.number, part });
    say({ number: data.number, told: call.apply(studio, data.call === "think" ? [...data.given, part] : data.given) });
  } catch (error) {
    say({ number: data.number, failed: error instanceof Error ? error.message : String(error) });
  }
};
