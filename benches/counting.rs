//! Perft: every count is checked while it is timed.
//!
//! ```sh
//! cargo bench --bench counting
//! cargo bench --bench counting -- library    # only those whose name has this in it
//! ```

use std::fmt;

use divan::counter::ItemsCount;
use ferz::{Last, Perft, Position, Variant, builtin_games};

fn main() {
    divan::main();
}

/// A position, a depth in moves and the number of nodes.
#[derive(Clone)]
struct Work {
    name: String,
    position: Position,
    depth: u32,
    nodes: u64,
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.depth)
    }
}

/// Six well-known positions of chess with their published perft counts.
const CHESS: [(&str, &str, u32, u64); 6] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
    ("rook endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
    ("promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
    ("middle game", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594),
];

fn chess() -> Vec<Work> {
    let variant = Variant::load("chess", &[]).expect("a built-in game");
    let work = |&(name, fen, depth, nodes): &(&str, &str, u32, u64)| {
        let position = variant.position(fen).expect("a position");
        Work { name: name.to_owned(), position, depth, nodes }
    };
    CHESS.iter().map(work).collect()
}

/// Every game of the library, to the deepest number its file states that is not larger than this.
fn library(most: u64) -> Vec<Work> {
    let work = |name: &str| {
        let stated = Variant::load(name, &[]).expect("a built-in game").stated_perft().swap_remove(0);
        let within = (1..).zip(&stated.nodes).take_while(|(_, nodes)| **nodes <= most);
        let (depth, &nodes) = within.last().expect("a number within the limit");
        Work { name: name.to_owned(), position: stated.position, depth, nodes }
    };
    builtin_games().into_iter().map(work).collect()
}

fn count(bencher: divan::Bencher<'_, '_>, work: &Work, counting: Perft) {
    let Work { position, depth, nodes, .. } = work;
    bencher
        .counter(ItemsCount::new(*nodes))
        .bench_local(|| assert_eq!(counting.count(position, *depth), Ok(*nodes), "{work}"));
}

const IN_BULK: Perft = Perft { last: Last::Counted, threads: 1, hash: None, by_turn: false };
const BY_LISTS: Perft = Perft { last: Last::Listed, ..IN_BULK };

#[divan::bench(args = chess(), sample_count = 5, sample_size = 1)]
fn chess_in_bulk(bencher: divan::Bencher<'_, '_>, work: &Work) {
    count(bencher, work, IN_BULK);
}

#[divan::bench(args = chess(), sample_count = 5, sample_size = 1)]
fn chess_by_lists(bencher: divan::Bencher<'_, '_>, work: &Work) {
    count(bencher, work, BY_LISTS);
}

#[divan::bench(args = library(30_000_000), sample_count = 3, sample_size = 1)]
fn library_in_bulk(bencher: divan::Bencher<'_, '_>, work: &Work) {
    count(bencher, work, IN_BULK);
}

#[divan::bench(args = library(10_000_000), sample_count = 3, sample_size = 1)]
fn library_by_lists(bencher: divan::Bencher<'_, '_>, work: &Work) {
    count(bencher, work, BY_LISTS);
}

#[divan::bench(args = library(30_000_000), sample_count = 3, sample_size = 1)]
fn library_with_a_table(bencher: divan::Bencher<'_, '_>, work: &Work) {
    count(bencher, work, Perft { hash: 16.try_into().ok(), ..IN_BULK });
}

#[divan::bench(args = chess(), sample_count = 5, sample_size = 1)]
fn chess_in_two_threads(bencher: divan::Bencher<'_, '_>, work: &Work) {
    count(bencher, work, Perft { threads: 2, ..IN_BULK });
}
