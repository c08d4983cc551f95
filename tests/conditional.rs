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

#[test]
fn walls_promotions_drops_and_castling_know_conditions() {
    let to = |variant: &Variant, fen: &str, mv: &str| moves(variant, fen).contains(&mv.to_owned());
    // what the pawn becomes takes the check away, or makes it
    let scared = "rook = { moves = \"R\", also = [{ moves = \"N\", when = \"count(their queen) > 0\" }] }";
    let variant = chess(scared, "");
    assert!(!to(&variant, "7k/P7/8/8/8/3r4/8/4K3 w - - 0 1", "a7a8q"));
    assert!(to(&variant, "7k/P7/8/8/8/3r4/8/4K3 w - - 0 1", "a7a8r"));
    // so does a piece that is dropped
    let hands = "[hand]\ncaptures = \"to the other side\"\n[drop]\npieces = \"any but king\"\n";
    let variant = chess(scared, hands);
    let all = moves(&variant, "7k/8/8/8/8/3r4/8/4K3[QP] w - - 0 1");
    assert!(
        all.iter().all(|mv| !mv.starts_with("Q@")) && all.iter().any(|mv| mv.starts_with("P@")),
        "{all:?}"
    );
    // a piece that can move only under a condition is not one that can never move
    let lance = chess(
        "lance = { letter = \"L\", moves = \"\", also = [{ moves = \"fR\", when = \"my king on rank 1\" }] }",
        "[forbid]\nstuck = { leaving = \"it can never move\" }\n",
    );
    assert!(to(&lance, "7k/8/8/8/8/8/L7/4K3 w - - 0 1", "a2a3"));
    assert!(!to(&lance, "7k/L7/8/8/8/8/8/4K3 w - - 0 1", "a7a8"));
    // a king that castles into a check that a rook lends to a knight behind it
    let guard = chess(
        "guard = { letter = \"G\", moves = \"\", also = [{ moves = \"R\", when = \"their rook on rank 1\" }] }",
        "",
    );
    assert!(!to(&guard, "k5g1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"));
}

#[test]
fn captures_under_a_condition_are_compulsory_too() {
    let text = "extends = \"english-draughts\"\n[game]\nname = \"x\"\n[board]\nsquares = \"all\"\n\
                [pieces]\nking = { moves = \"mF cafmF\", also = [{ moves = \"W\", when = \"count(my king) > 0\" }] }\n";
    let variant = Variant::from_text("x.toml", text, &[]).unwrap_or_else(|error| panic!("{error}"));
    let all = moves(&variant, "8/8/8/7m/7K/8/8/M7 w");
    assert_eq!(all, ["h4h5"]);
}

#[test]
fn a_run_of_moves_ends_with_another_piece_and_with_nothing_else() {
    let fen = |more: &str, start: &str, played: &str| {
        let limit = format!("[consecutive]\npieces = \"king\"\nmoves = 3\n{more}");
        let mut game = chess("", &limit).start_from(start).expect("sound");
        played
            .split_whitespace()
            .for_each(|mv| _ = game.play_text(mv).unwrap_or_else(|error| panic!("{mv}: {error}")));
        game.fen()
    };
    let start = "4k3/8/8/8/8/8/7P/4K3 w - - 0 1";
    assert!(fen("", start, "e1e2").ends_with("consecutive=1:e2"));
    assert!(fen("", start, "e1e2 e8e7 e2e3").ends_with("consecutive=2:e3,1:e7"));
    assert!(fen("", start, "e1e2 e8e7 h2h3").ends_with("consecutive=1:e7"));
    assert!(
        fen("[turn]\npass = \"always\"\n", start, "e1e2 0000 0000 e8e7").ends_with("consecutive=1:e2,1:e7")
    );
    // what a pawn becomes has not moved before
    let queens = chess("", "[consecutive]\npieces = \"pawn\"\nmoves = 3\n");
    let mut game = queens.start_from("7k/P7/8/8/8/p7/8/4K3 b - - 0 1").expect("sound");
    game.play_text("a3a2").expect("legal");
    game.play_text("a7a8q").expect("legal");
    assert!(game.fen().ends_with("consecutive=1:a2"), "{}", game.fen());
    assert!(queens.start_from("4k3/8/8/8/8/8/P7/4K3 w - - 0 1 consecutive=2:a2,1:a2").is_err());
}

#[test]
fn walls_stand_in_the_way() {
    let text = "[game]\nname = \"x\"\n[board]\nfiles = 8\nranks = 8\n[regions]\nyard = \"d4..e5\"\n[pieces]\n\
                king = { letter = \"K\", moves = \"W\", royal = true, also = [{ moves = \"F\", when = \"count(my king) = 1\" }] }\n\
                rook = { letter = \"R\", moves = \"\", also = [{ moves = \"R N\", when = \"count(my king) = 1\" }] }\n\
                [setup]\nwhite = [\"R . K . . . . R\"]\n[walls]\naround = \"yard\"\n[end]\nmate = { lose = \"checkmate\" }\n\
                stuck = { draw = \"stalemate\" }\n";
    let variant = Variant::from_text("x.toml", text, &[]).unwrap_or_else(|error| panic!("{error}"));
    let all = moves(&variant, "2k5/8/8/8/1R6/2K5/8/8 w - - 0 1");
    assert!(["b4d4", "b4d5", "c3d4"].iter().all(|mv| !all.contains(&(*mv).to_owned())), "{all:?}");
    assert!(all.contains(&"b4c4".to_owned()) && all.contains(&"c3d2".to_owned()));
}
