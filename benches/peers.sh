#!/usr/bin/env bash
# Builds ferz and cozy-chess, each as it is meant to be built, and measures them and Fairy-Stockfish in turn:
#
#     benches/peers.sh               three runs of everything, some minutes
#     benches/peers.sh --runs 7
#     benches/peers.sh --help
#
# ferz is what `cargo build --release` makes of it, without any flags. cozy-chess is at its best: with `pext`, for this very
# level of machine. Needs cargo, python3, a machine with BMI2, and `fairy-stockfish` (Debian has it, in /usr/games).
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
export PATH="$PATH:${CARGO_HOME:-$HOME/.cargo}/bin:/usr/games"
target="${CARGO_TARGET_DIR:-$root/target}"

case " $* " in *" --help "* | *" -h "*) exec python3 "$root/benches/peers.py" --help ;; esac
env -u RUSTFLAGS CARGO_TARGET_DIR="$target" cargo build --release --quiet --manifest-path "$root/Cargo.toml"
RUSTFLAGS='-C target-cpu=x86-64-v3' CARGO_TARGET_DIR="$target/peers" \
  cargo build --release --quiet --locked --manifest-path "$root/benches/peers/Cargo.toml"
exec python3 "$root/benches/peers.py" --ferz "$target/release/ferz" --cozy "$target/peers/release/peers" "$@"
