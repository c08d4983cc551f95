import * as ferz from "./ferz_wasm.js";
export * from "./ferz_wasm.js";

export interface Start {
  /** The module: where it is, its bytes, or itself compiled. By default the file of this package. */
  wasm?: string | URL | Request | Response | BufferSource | WebAssembly.Module;
  /**
   * The library of games: `true` for that of this package (`games.json`), an address of such a file, the texts of the game files by
   * their paths, or `false` for none.
   */
  games?: boolean | string | URL | Record<string, string>;
}

/** Starts ferz, once; what is exported works afterwards. Resolves to all of it. */
export function init(start?: Start): Promise<Omit<typeof ferz, "default" | "initSync">>;
export default init;
