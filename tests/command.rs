//! The tests of the program: each module is one subject, and its name selects its tests (`cargo test --release play::`).
//! With `FERZ_LONG_RUN=1` in the environment, the heavy ones do more; the head of each module says what.

mod dice;
mod loaded;
mod long;
mod pipes;

mod abuse;
mod author;
mod check;
mod diagnostics;
mod engine;
mod examples;
mod explain;
mod manual;
mod matches;
mod pgn;
mod play;
mod records;
mod speed;
mod studio;
mod tune;
