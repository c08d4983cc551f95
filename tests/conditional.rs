//! Movements that a piece has only where a condition holds: for moves, checks, captures in passing and drops alike.

use ferz::{Dice, Side, Variant};

fn chess(pieces: &str, more: &str) -> Variant {
    let text = format!("extends = \"chess\"\n[game]\nname = \"x\"\n[pieces]\n{pieces}\n{more}");
    Variant::from_text("x.toml", &text, &[]).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// The legal moves of a position, each as it is written.
fn moves(variant: &Variant, fen: &str) -> Vec<String> {
    let position = variant.position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    position.legal_moves().iter().map(ToString::to_string).collect()
}

/// A rook that a knight beside it lets move as a knight.
const RELAYED: &str =
    "rook = { moves = \"R\", also = [{ moves = \"N\", when = \"my knight at N from its start\" }] }";

#[test]
fn a_check_lasts_as_long_as_the_condition() {
    let relay = chess(RELAYED, "");
    // the rook on e4 is relayed by the knight on c3, and gives check
    let fen = "8/3K4/8/3k4/8/4r3/8/8 b - - 0 1";
    assert!(!relay.position(fen).expect("sound").is_check());
    let check = relay.position("8/8/3k4/8/4R3/2N5/8/K7 b - - 0 1").expect("sound");
    assert!(check.is_check());
    assert_eq!(check.checkers(), ["e4".parse().expect("a square")]);
    assert_eq!(check.attackers("d6".parse().expect("a square"), Side::White).len(), 1);
    // a bishop parries by taking the knight, or the rook
    let parries = moves(&relay, "3b4/8/3k4/b7/4R3/2N5/8/K7 b - - 0 1");
    assert!(parries.contains(&"a5c3".to_owned()) && !parries.contains(&"d8e7".to_owned()), "{parries:?}");
    // a knight that leaves takes the check away, one that comes gives it
    let comes = relay.start_from("8/8/3k4/8/4R3/8/8/K2N4 w - - 0 1").expect("sound");
    let mut after = comes.clone();
    after.play_text("d1c3").expect("legal");
    assert!(after.position().is_check());
    let mut other = comes;
    other.play_text("d1b2").expect("legal");
    assert!(!other.position().is_check());
}

#[test]
fn a_piece_that_shields_a_lender_is_not_free() {
    let relay = chess(
        "bishop = { moves = \"B\", also = [{ moves = \"N\", when = \"my rook at R from its start\" }] }",
        "",
    );
    // between rook and bishop stands a black pawn: if it moves, the bishop gives check as a knight
    let all = moves(&relay, "8/8/4k3/8/3B1p1R/8/8/K7 b - - 0 1");
    assert!(!all.contains(&"f4f3".to_owned()), "{all:?}");
    let all = moves(&relay, "8/8/4k3/8/3B1p2/8/8/K7 b - - 0 1");
    assert!(all.contains(&"f4f3".to_owned()), "{all:?}");
}

#[test]
fn pieces_pass_and_capture_in_passing_under_a_condition() {
    let pawns = chess(
        "pawn = { moves = \"\", also = [\n{ moves = \"fmW fcF\", when = \"not their knight at K from its start\" },\n\
         { on = \"rank 2\", moves = \"fmnD\", when = \"not their knight at K from its start\" }] }",
        "",
    );
    let mut game = pawns.start_from("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1").expect("sound");
    game.play_text("d7d5").expect("legal");
    assert!(game.legal_moves().iter().any(|mv| mv.to_string() == "e5d6"));
    let mut game = pawns.start_from("4k3/3p4/8/4P3/4n3/8/8/4K3 b - - 0 1").expect("sound");
    game.play_text("d7d5").expect("legal");
    assert!(game.legal_moves().iter().all(|mv| !mv.to_string().starts_with("e5")));
}

#[test]
fn squares_and_sides_limit_it_further() {
    let limited = chess(
        "rook = { moves = \"\", also = [{ on = \"ranks 1..4\", side = \"white\", moves = \"W\", when = \"my king on rank 1\" }] }",
        "",
    );
    let count =
        |fen: &str| moves(&limited, fen).iter().filter(|mv| mv[..2] == *"a4" || mv[..2] == *"a5").count();
    assert_eq!(count("7k/8/8/8/R7/8/8/4K3 w - - 0 1"), 3);
    assert_eq!(count("7k/8/8/R7/8/8/8/4K3 w - - 0 1"), 0);
    assert_eq!(count("7k/8/8/8/R7/8/4K3/8 w - - 0 1"), 0);
    assert_eq!(count("7k/8/8/8/r7/8/8/4K3 b - - 0 1"), 0);
}

#[test]
fn every_law_holds_with_other_rules() {
    let nightly =
        "knight = { moves = \"N\", also = [{ moves = \"R2\", when = \"my pawn at K from its start\" }] }";
    let tables = [
        "",
        "[hand]\ncaptures = \"to the other side\"\n[drop]\npieces = \"any but king\"\n",
        "[after.boom]\nmove = \"capture\"\nremove = \"any but pawn at K from it, it\"\n",
        "[forbid]\nmove = \"capture by rook\"\ngives = \"check\"\n",
        "[must]\nmove = \"capture\"\n",
        "[turn]\nevery = [{ move = \"any\" }, { move = \"any\", optional = true }]\n",
        "[capture]\ncompulsory = \"strict\"\n",
    ];
    for more in tables {
        let variant = chess(&format!("{RELAYED}\n{nightly}"), more);
        for seed in 0..3 {
            let (mut game, mut dice) = (variant.start(), Dice::new(seed));
            for _ in 0..80 {
                game.position()
                    .verify()
                    .unwrap_or_else(|error| panic!("{more}{}: {error}", game.position().fen()));
                let all = game.legal_moves();
                if all.is_empty() {
                    break;
                }
                game.play(&all[dice.below(all.len() as u64) as usize]).expect("legal");
            }
        }
    }
}
