//! The libraries that ferz is compared with: cozy-chess, and haitaka for shogi.
//!
//! `peers bulk|list DEPTH FEN` runs perft, `peers playouts GAMES` plays random games as `ferz bench chess --playouts` does, and
//! `peers shogi DEPTH` counts from the start position of shogi.

use cozy_chess::{Board, Move};

/// Counts the nodes with the last move only counted.
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

/// Counts the nodes of shogi with the last move only counted.
fn shogi(board: &haitaka::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    let mut add = |moves: haitaka::PieceMoves| {
        if depth == 1 {
            nodes += moves.into_iter().len() as u64;
            return false;
        }
        for step in moves {
            let mut after = board.clone();
            after.play_unchecked(step);
            nodes += shogi(&after, depth - 1);
        }
        false
    };
    board.generate_board_moves(&mut add);
    board.generate_drops(&mut add);
    nodes
}

/// Writes the moves of a position into a list, in the place of what it held.
fn fill(board: &Board, moves: &mut Vec<Move>) {
    moves.clear();
    board.generate_moves(|new| {
        moves.extend(new);
        false
    });
}

/// Counts with the moves of every position written into a list first; each depth has a list that is used again and again.
fn list(board: &Board, depth: u32, lists: &mut [Vec<Move>]) -> u64 {
    let Some((moves, rest)) = lists.split_first_mut() else { return 1 };
    fill(board, moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut nodes = 0;
    for &step in moves.iter() {
        let mut after = board.clone();
        after.play_unchecked(step);
        nodes += list(&after, depth - 1, rest);
    }
    nodes
}

/// The dice of `ferz bench`.
struct Dice(u64);

impl Dice {
    fn below(&mut self, number: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let word = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D);
        ((u128::from(word) * number as u128) >> 64) as usize
    }
}

/// Plays random games of at most 400 moves, of which repetition and idle play end none; the number of moves.
fn playouts(games: u64) -> u64 {
    let (mut dice, mut moves, mut made) = (Dice(0x5EED), Vec::new(), 0);
    for _ in 0..games {
        let mut board = Board::default();
        for _ in 0..400 {
            fill(&board, &mut moves);
            if moves.is_empty() {
                break;
            }
            board.play_unchecked(moves[dice.below(moves.len())]);
            made += 1;
        }
    }
    made
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number: u32 = arguments[1].parse().expect("a number");
    if arguments[0] == "playouts" {
        println!("Moves made: {}", playouts(number.into()));
        return;
    }
    if arguments[0] == "shogi" {
        println!("Nodes searched: {}", shogi(&haitaka::Board::startpos(), number));
        return;
    }
    let board: Board = arguments[2..].join(" ").parse().expect("a FEN");
    let nodes = match arguments[0].as_str() {
        "list" => list(&board, number, &mut vec![Vec::new(); number as usize]),
        "bulk" => bulk(&board, number),
        other => panic!("`{other}` is neither bulk, list, playouts nor shogi"),
    };
    println!("Nodes searched: {nodes}");
}
