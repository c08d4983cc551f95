#!/usr/bin/env bash
# Builds ferz, cozy-chess, haitaka and the newest Fairy-Stockfish, each as it is meant to be built, and measures them in turn:
#
#     benches/peers.sh               three runs of everything, some minutes
#     benches/peers.sh --runs 7
#     benches/peers.sh --only field
#     benches/peers.sh --help
#
# ferz is what `cargo build --release` makes of it, without any flags. The others are at their best: with `pext`, for this very
# level of machine; Fairy-Stockfish (tests/interop/newest.py) once for boards of up to 64 squares and once for large ones. Needs cargo,
# python3, g++, and a machine with BMI2.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
export PATH="$PATH:${CARGO_HOME:-$HOME/.cargo}/bin:/usr/games"
target="${CARGO_TARGET_DIR:-$root/target}"

case " $* " in *" --help "* | *" -h "*) exec python3 "$root/benches/peers.py" --help ;; esac
env -u RUSTFLAGS CARGO_TARGET_DIR="$target" cargo build --release --quiet --manifest-path "$root/Cargo.toml"
RUSTFLAGS='-C target-cpu=x86-64-v3' CARGO_TARGET_DIR="$target/peers" \
  cargo build --release --quiet --locked --manifest-path "$root/benches/peers/Cargo.toml"
python3 "$root/tests/interop/newest.py" "$target/fairy-stockfish"
python3 "$root/tests/interop/newest.py" "$target/fairy-stockfish-small" --small
exec python3 "$root/benches/peers.py" --ferz "$target/release/ferz" --cozy "$target/peers/release/peers" \
  --fairy "$target/fairy-stockfish" --small "$target/fairy-stockfish-small" "$@"
