// ferz for JavaScript: starts the module, in a browser, a worker or Node.js.
import start, * as ferz from "./ferz_wasm.js";

export * from "./ferz_wasm.js";

/** The bytes of a file of this package, in Node.js; nothing where files are fetched. */
async function read(name) {
  const process = globalThis.process;
  if (!process?.versions?.node || process.type === "renderer") return null;
  const { readFile } = await import("node:fs/promises");
  return readFile(new URL(name, import.meta.url));
}

async function text(from) {
  const response = await fetch(from);
  if (!response.ok) throw new Error(`${response.url} can't be fetched: ${response.status}`);
  return response.text();
}

let started;
let library;

/** Starts ferz, once; what was exported works afterwards. */
export async function init({ wasm, games = true } = {}) {
  started ??= (async () => start({ module_or_path: wasm ?? (await read("ferz_wasm_bg.wasm")) ?? undefined }))();
  await started;
  if (!games) return ferz;
  if (typeof games === "object" && !(games instanceof URL)) {
    ferz.addGames(JSON.stringify(games));
    return ferz;
  }
  library ??= (async () => {
    const bytes = games === true ? await read("games.json") : null;
    ferz.addGames(bytes ? bytes.toString("utf8") : await text(games === true ? new URL("games.json", import.meta.url) : games));
  })();
  await library;
  return ferz;
}

export default init;
