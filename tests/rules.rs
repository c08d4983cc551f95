//! The tests of the library: each module is one subject, and its name selects its tests (`cargo test --release perft::`).
//! With `FERZ_LONG_RUN=1` in the environment, the heavy ones do more; the head of each module says what.

mod dice;
mod loaded;
mod long;

mod allocations;
mod book;
mod borders;
mod chasing;
mod combinations;
mod conditional;
mod corners;
mod counting;
mod drops;
mod effects;
mod ends;
mod hexagons;
mod imports;
mod laws;
mod legality;
mod library;
mod limits;
mod mixtures;
mod oracle;
mod parts;
mod perft;
mod playthroughs;
mod recurring;
mod search;
mod sight;
mod spaces;
mod tidy;
mod tree;
mod unions;
mod walker;
