#!/usr/bin/env bash
# Builds ferz for JavaScript: the npm package in target/npm, and the parts of `ferz site` in crates/ferz-cli/assets/site.
# Needs Node.js and the target wasm32-unknown-unknown.
#   crates/ferz-wasm/build.sh          the package
#   crates/ferz-wasm/build.sh --site   the parts of the site as well, which are checked in
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
target="${CARGO_TARGET_DIR:-target}"
here=crates/ferz-wasm

built="$target/wasm32-unknown-unknown/wasm/ferz_wasm.wasm"
build() {
  cargo build -p ferz-wasm --profile wasm --target wasm32-unknown-unknown "$@"
}
# writes the JavaScript around it: for `web` or `no-modules`, into a folder
bind() {
  cargo run -q --locked --manifest-path $here/bindgen/Cargo.toml --target-dir "$target/bindgen" -- "$1" "$built" "$2"
}

out="$target/npm"
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

if [ "${1:-}" = --site ]; then
  site=crates/ferz-cli/assets/site
  scripts="$target/npm-site"
  rm -rf "$scripts"
  build
  bind no-modules "$scripts"
  cp "$scripts/ferz_wasm.js" "$site/ferz.js"
  gzip -9nc "$scripts/ferz_wasm_bg.wasm" >"$site/ferz.wasm.gz"
fi

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
sizes "$out/ferz_wasm_bg.wasm" "$out/games.json"
