//! Pieces that are chased all the time: who loses by a repetition. The repetitions in `chasing/repetitions.txt` were found at random in the manner
//! of `interop/chasing.py`, and judged by Fairy-Stockfish (pyffish 0.0.90).

use std::path::Path;

use ferz::{Game, Side, Variant};

/// The game after some moves from a position.
fn after(variant: &Variant, fen: &str, moves: &str) -> Game {
    let mut game = variant.start_from(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    for text in moves.split_whitespace() {
        game.play_text(text).unwrap_or_else(|error| panic!("{fen}: {text}: {error}"));
    }
    game
}

#[test]
fn chases_are_judged_as_in_another_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/chasing/repetitions.txt");
    let text = std::fs::read_to_string(path).expect("the repetitions");
    let variant = Variant::load("xiangqi", &[]).expect("a game");
    let mut lost = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [result, fen, moves] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let outcome = after(&variant, fen, &format!("{moves} {moves}")).outcome();
        let outcome = outcome.unwrap_or_else(|| panic!("{line}: the game goes on"));
        assert_eq!(outcome.winner.map_or("draw", Side::name), result, "{line}: {}", outcome.reason);
        lost += usize::from(outcome.reason == "chasing");
    }
    assert!(lost >= 40, "{lost} lost by chasing");
}

#[test]
fn a_game_taken_back_is_chased_no_more() {
    let variant = Variant::load("xiangqi", &[]).expect("a game");
    let moves = "a2c2 c5a4 c2a2 a4c5 a2c2 c5a4 c2a2 a4c5";
    let mut game = after(&variant, "4k4/9/9/9/9/2n6/9/9/R8/3K5 w - - 0 1", moves);
    assert_eq!(game.outcome().map(|outcome| outcome.winner), Some(Some(Side::Black)));
    assert!(game.undo().is_some());
    assert_eq!(game.outcome(), None);
    game.play_text("a4b6").expect("a move");
    assert_eq!(game.outcome(), None);
    assert_eq!(game.clone().outcome(), None);
}
