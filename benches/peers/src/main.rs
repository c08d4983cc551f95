//! `cozy-perft DEPTH list|bulk FEN`: the number of paths, by cozy-chess.

use cozy_chess::{Board, Move};

/// Counts with the last step only counted.
fn bulk(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
        return nodes;
    }
    board.generate_moves(|moves| {
        for step in moves {
            let mut after = board.clone();
            after.play_unchecked(step);
            nodes += bulk(&after, depth - 1);
        }
        false
    });
    nodes
}

/// Counts with the moves of every position written into a list first.
fn list(board: &Board, depth: u32) -> u64 {
    let mut moves: Vec<Move> = Vec::with_capacity(64);
    board.generate_moves(|new| {
        moves.extend(new);
        false
    });
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut nodes = 0;
    for step in moves {
        let mut after = board.clone();
        after.play_unchecked(step);
        nodes += list(&after, depth - 1);
    }
    nodes
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let depth = arguments[0].parse().expect("a depth");
    let board: Board = arguments[2..].join(" ").parse().expect("a FEN");
    let nodes = if arguments[1] == "list" { list(&board, depth) } else { bulk(&board, depth) };
    println!("Nodes searched: {nodes}");
}
