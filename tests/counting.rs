//! Moves that are counted in endgames: where a count begins, how far it goes, and what it decides. The endgames in `counting/endgames.txt` were
//! played at random by `interop/counting.py` in Fairy-Stockfish (pyffish 0.0.90), which counted.

use std::collections::BTreeMap;
use std::path::Path;

use ferz::{Game, Side, Variant};

fn load(name: &str) -> Variant {
    Variant::load(name, &[]).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The game after some moves from a position.
fn after(variant: &Variant, fen: &str, moves: &str) -> Game {
    let mut game = variant.start_from(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    for text in moves.split_whitespace() {
        game.play_text(text).unwrap_or_else(|error| panic!("{fen}: {text}: {error}"));
    }
    game
}

/// The plies that are counted to, and those that have been counted, as a FEN says; nothing if nothing is counted.
fn counted(fen: &str) -> Option<(u32, u32)> {
    let fields: Vec<&str> = fen.split(' ').collect();
    Some((fields[3].parse().ok()?, fields[fields.len() - 2].parse().ok()?))
}

/// Reads the counts after each ply, from the plies where that isn't one more than before: `1:128/0 17:32/6 40:-`.
fn told(text: &str) -> BTreeMap<usize, Option<(u32, u32)>> {
    let entry = |entry: &str| {
        let (ply, count) = entry.split_once(':')?;
        let number = |text: &str| text.parse::<u32>().expect("a number");
        let count = count.split_once('/').map(|(limit, count)| (number(limit), number(count)));
        Some((number(ply) as usize, count))
    };
    text.split(' ').filter_map(entry).collect()
}

#[test]
fn endgames_are_counted_as_in_another_program() {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/counting/endgames.txt"));
    let text = text.expect("the endgames");
    let (mut variants, mut plies, mut out) = (BTreeMap::new(), 0, 0);
    let endgames = text.split("\n\n").map(|endgame| endgame.lines().filter(|line| !line.starts_with('#')));
    for lines in endgames {
        let lines: Vec<&str> = lines.collect();
        let [name, fen, moves, counts, result] = lines[..] else { continue };
        let variant: &Variant = variants.entry(name.to_owned()).or_insert_with(|| load(name));
        let (mut game, told, mut count) = (after(variant, fen, ""), told(counts), None);
        for (ply, text) in [""].into_iter().chain(moves.split(' ')).enumerate() {
            if ply > 0 {
                game.play_text(text).unwrap_or_else(|error| panic!("{name}: {fen}: {text}: {error}"));
            }
            count = match told.get(&ply) {
                Some(told) => *told,
                None => count.map(|(limit, count)| (limit, count + 1)),
            };
            assert_eq!(counted(&game.fen()), count, "{name}: {fen}: ply {ply}");
        }
        let outcome = game.outcome();
        let white = outcome.as_ref().map(|outcome| match outcome.winner {
            Some(Side::White) => "1",
            Some(Side::Black) => "-1",
            None => "0",
        });
        assert_eq!(white.unwrap_or("None"), result, "{name}: {fen}");
        plies += game.moves().len();
        out += usize::from(outcome.is_some_and(|outcome| outcome.reason == "counted-out"));
    }
    assert!(
        variants.len() == 7 && plies > 1500 && out > 10,
        "{} games, {plies} plies, {out}",
        variants.len()
    );
}

#[test]
fn taking_back_restores_the_count() {
    let game = load("makruk");
    let (fen, moves) = ("8/8/8/3nk3/3R4/3K4/8/8 w - 128 2 43", ["d4d5", "e5d5", "d3d2"]);
    let mut game = after(&game, fen, "");
    let mut seen = vec![game.fen()];
    for text in moves {
        game.play_text(text).expect("legal");
        seen.push(game.fen());
    }
    assert_eq!(
        seen.iter().map(|fen| counted(fen)).collect::<Vec<_>>(),
        [Some((128, 2)), Some((32, 6)), Some((32, 7)), Some((32, 8))]
    );
    while let Some(fen) = seen.pop() {
        assert_eq!(game.fen(), fen);
        game.undo();
    }
}

#[test]
fn a_position_occurs_again_however_far_the_count_has_come() {
    let game = after(&load("makruk"), "8/8/3k4/8/8/3K4/8/R7 w - 32 6 50", "a1a2 d6d7 a2a1 d7d6");
    assert_eq!((game.occurrences(), counted(&game.fen())), (2, Some((32, 10))));
    let mut game = game;
    for text in ["a1a2", "d6d7", "a2a1", "d7d6"] {
        game.play_text(text).expect("legal");
    }
    assert_eq!(game.outcome().expect("over").reason, "repetition");
}

#[test]
fn a_count_is_no_part_of_the_key() {
    let variant = load("makruk");
    let position = |fen: &str| variant.position(fen).expect("a position");
    let (early, late) =
        (position("8/8/3k4/8/8/3K4/8/R7 w - 32 6 50"), position("8/8/3k4/8/8/3K4/8/R7 w - 32 20 57"));
    assert_eq!(early.hash(), late.hash());
    assert_eq!(late.fen(), "8/8/3k4/8/8/3K4/8/R7 w - 32 20 57");
}

#[test]
fn moves_run_out_with_the_first_beyond_the_count_unless_it_mates() {
    let variant = load("makruk");
    let reason = |fen: &str, moves: &str| after(&variant, fen, moves).outcome().map(|outcome| outcome.reason);
    assert_eq!(reason("8/3k4/8/8/3K4/4R3/8/8 w - 32 31 55", "d4d5"), None);
    assert_eq!(reason("8/3k4/8/8/3K4/4R3/8/8 w - 32 32 55", "d4d5"), Some("counted-out".to_owned()));
    assert_eq!(reason("3k4/7R/3K4/8/8/8/8/8 w - 32 32 55", "h7h8"), Some("checkmate".to_owned()));
    // a position that is set up is over, too
    assert_eq!(reason("8/3k4/8/8/3K4/4R3/8/8 w - 32 33 55", ""), Some("counted-out".to_owned()));
}

#[test]
fn a_game_that_counts_nothing_reads_no_count() {
    let chess = load("chess");
    assert!(chess.start_from("8/8/3k4/8/8/3K4/8/R7 w - 32 6 50").is_err());
}
