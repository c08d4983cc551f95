//! Turns of several parts: rules that were written for turns of one move hold across their parts.

use ferz::Variant;

/// Chess with turns of this programme.
fn chess(turn: &str) -> Variant {
    let text = format!("extends = \"chess\"\n[game]\nname = \"x\"\nsources = [\"x\"]\n[turn]\n{turn}\n");
    Variant::from_text("turns.toml", &text, &[]).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn nobody_takes_a_piece_of_its_own_in_passing() {
    let variant = chess("every = [{ move = \"any\" }, { move = \"any\", another-man = true }]");
    let mut game = variant.start();
    game.play("e2e4").expect("a legal move");
    for own in ["d2e3", "f2e3"] {
        assert!(game.find(own).is_err(), "{own} takes a pawn of its own side");
    }
    // after a part that is left out, too
    let variant = chess("every = [{ move = \"any\" }, { move = \"any\", optional = true }]");
    let game = variant.position("4k3/8/8/8/4P3/8/3P4/4K3 w - e3 stage=1:e4").expect("a position");
    assert!(game.find("d2e3").is_err());
    // an enemy still does
    let game = variant.position("4k3/8/8/8/3pP3/8/8/4K3 b - e3").expect("a position");
    assert!(game.find("d4e3").is_ok());
}

#[test]
fn the_part_of_a_turn_in_a_position_is_one_of_that_turn() {
    let variant = chess("first = [{ move = \"any\" }, { move = \"any\", another-man = true }]");
    let fen = |fields: &str| format!("4k3/8/8/8/4P3/8/8/4K3 b - - {fields}");
    variant.position(&fen("first=b stage=1:e4")).expect("Black's first turn has two parts");
    let fault = variant.position(&fen("first=- stage=1:e4")).expect_err("its later turns have one");
    assert!(fault.to_string().contains("the turn has no such step"), "{fault}");
}
