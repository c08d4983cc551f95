import * as ferz from "./ferz_wasm.js";
export * from "./ferz_wasm.js";

export interface Start {
  /** The module: its address, its bytes, or a compiled module. By default, the file of this package. */
  wasm?: string | URL | Request | Response | BufferSource | WebAssembly.Module;
  /**
   * The library of games: `true` for that of this package (`games.json`), the address of such a file, the texts of the game files by
   * their paths, or `false` for none.
   */
  games?: boolean | string | URL | Record<string, string>;
}

/** Loads the module, only once; the other exports work afterwards. Resolves to all of them. */
export function init(start?: Start): Promise<Omit<typeof ferz, "default" | "initSync">>;
export default init;
