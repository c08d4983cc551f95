#!/usr/bin/env bash
# Builds ferz for JavaScript. Needs Node.js with npm, and the target wasm32-unknown-unknown.
#   crates/ferz-wasm/build.sh          the npm package, in target/npm
#   crates/ferz-wasm/build.sh --site   the parts of `ferz site`, in crates/ferz-cli/assets/site
# With --quick, the module is not optimized, and the parts of the site go to target/site: for tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
target="${CARGO_TARGET_DIR:-target}"
here=crates/ferz-wasm

profile=wasm settings=() site=crates/ferz-cli/assets/site
if [[ " $* " = *' --quick '* ]]; then
  # the same macros and build scripts as for the program, which are compiled already
  site="$target/site"
  profile=release settings=(--config 'profile.release.opt-level=0' --config 'profile.release.package.ferz.opt-level=0')
fi
built="$target/wasm32-unknown-unknown/$profile/ferz_wasm.wasm"
build() {
  cargo build -p ferz-wasm --profile "$profile" --target wasm32-unknown-unknown "${settings[@]}" "$@"
}
# writes the JavaScript around it: for `web` or `no-modules`, into a folder
bind() {
  cargo run -q --locked --manifest-path $here/bindgen/Cargo.toml --target-dir "$target/bindgen" -- "$1" "$built" "$2"
}

package() {
  local out="$target/npm"
  rm -rf "$out"
  build --no-default-features
  bind web "$out"
  cp $here/npm/{package.json,README.md,index.js,index.d.ts} LICENSE-MIT LICENSE-APACHE "$out/"
  # the games: their texts by their paths
  node -e '
    const { readdirSync, readFileSync, writeFileSync } = require("node:fs");
    const names = readdirSync("games", { recursive: true }).map((name) => name.replaceAll("\\", "/")).filter((name) => /\.(toml|values)$/.test(name)).sort();
    writeFileSync(process.argv[1], JSON.stringify(Object.fromEntries(names.map((name) => [name, readFileSync(`games/${name}`, "utf8")]))));
  ' "$out/games.json"
  sizes "$out/ferz_wasm_bg.wasm" "$out/games.json"
}

site() {
  local scripts="$target/npm-site"
  mkdir -p "$site"
  local parts
  parts="$(realpath "$site")"
  (
    cd studio
    [ -d node_modules ] || npm ci --no-audit --no-fund --loglevel=error
    node build.mjs --site "$parts"
  )
  rm -rf "$scripts"
  build
  bind no-modules "$scripts"
  cp "$scripts/ferz_wasm.js" "$site/ferz.js"
  gzip -9nc "$scripts/ferz_wasm_bg.wasm" >"$site/ferz.wasm.gz"
  # a program that is compiled from now on carries the parts
  [ "$profile" != wasm ] || touch crates/ferz-cli/src/studio/site.rs
  sizes "$scripts/ferz_wasm_bg.wasm" "$site/site.js"
}

sizes() {
  node -e '
    const { readFileSync } = require("node:fs");
    const { brotliCompressSync, gzipSync } = require("node:zlib");
    for (const name of process.argv.slice(1)) {
      const bytes = readFileSync(name);
      console.log(`${name.split("/").at(-1)}: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} with gzip, ${brotliCompressSync(bytes).length} with brotli`);
    }
  ' "$@"
}

if [[ " $* " = *' --site '* ]]; then site; else package; fi
