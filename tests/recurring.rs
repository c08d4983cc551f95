//! Bans on positions that come back, and notes that are counted or last.

use ferz::Variant;

fn chess(tables: &str) -> Variant {
    let text = format!("extends = \"chess\"\n[game]\nname = \"x\"\nsources = [\"x\"]\n{tables}\n");
    Variant::from_text("recurring.toml", &text, &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns `true` if a move is legal after some others.
fn is_legal(variant: &Variant, fen: Option<&str>, played: &str, wanted: &str) -> bool {
    let mut game = match fen {
        Some(fen) => variant.start_from(fen).expect(fen),
        None => variant.start(),
    };
    for text in played.split_whitespace() {
        game.play_text(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    game.legal_moves().iter().any(|mv| mv.to_string() == wanted)
}

const ONCE: &str = "[forbid]\nleaving = \"second occurrence\"";

#[test]
fn what_can_t_affect_play_makes_no_other_position() {
    let once = chess(ONCE);
    assert!(!is_legal(&once, None, "g1f3 g8f6 f3g1", "f6g8"));
    // no pawn stands where it could capture in passing
    assert!(!is_legal(&once, None, "e2e4 g8f6 g1f3 f6g8", "f3g1"));
    assert!(is_legal(&once, None, "e2e4 d7d5 e4e5 f7f5 g1f3 g8f6 f3g1", "f6g8"));
    // with its rook gone, the king has lost the right to castle
    let corner = Some("4k3/8/8/8/8/8/p7/4K2R w K - 0 1");
    assert!(!is_legal(&once, corner, "h1h2 e8e7 e1e2 e7e8", "e2e1"));
    // what a check takes away when the turn begins
    let moved = chess(&format!(
        "[pieces]\nking = {{ moves = \"K imN\" }}\n[after]\nmove = \"any\"\ngives = \"check\"\nmoved = \"their king\"\n{ONCE}"
    ));
    let checked = Some("r7/7k/8/8/8/8/8/4KB2 b - - 0 1");
    assert!(!is_legal(&moved, checked, "a8e8 f1e2 e8a8 e2f1", "a8e8"));
}

#[test]
fn moves_taken_back_have_not_occurred() {
    let once = chess(ONCE);
    let mut game = once.start();
    let played = ["g1f3", "g8f6", "f3g1"];
    let legal = |game: &ferz::Game| game.legal_moves().len();
    let before: Vec<usize> = played
        .iter()
        .map(|text| {
            let moves = legal(&game);
            game.play_text(text).expect("a legal move");
            moves
        })
        .collect();
    assert_eq!(legal(&game), 21, "all but the move back");
    for moves in before.into_iter().rev() {
        game.undo();
        assert_eq!(legal(&game), moves);
    }
    // a position of its own begins anew
    let position = game.position().clone();
    assert_eq!(position.perft(4), chess("").start_position().perft(4) - 16);
}

#[test]
fn a_turn_of_several_moves_counts_when_it_is_over() {
    let twice = chess(&format!("[turn]\nevery = [{{ move = \"any\" }}, {{ move = \"any\" }}]\n{ONCE}"));
    // within a turn a piece may go out and back, but the position after it has not changed but for the side
    assert!(is_legal(&twice, None, "g1f3", "f3g1"));
    assert!(!is_legal(&twice, None, "g1f3 f3g1 g8f6", "f6g8"));
}

#[test]
fn passes_make_no_other_position() {
    let passing = chess(
        "[turn]\npass = \"always\"\n[end]\nboth = { draw = \"both passed\" }\n\
         [forbid]\nmove = \"any but pawn\"\nleaving = \"second occurrence\"",
    );
    assert!(is_legal(&passing, None, "g1f3 0000 f3g1", "0000"));
    assert!(!is_legal(&passing, None, "g1f3 0000 f3g1 0000", "g1f3"));
}

#[test]
fn a_note_is_made_once_a_move_and_forgotten_at_its_time() {
    let counted = chess(
        "[after.queen]\nmove = \"queen\"\nnote = \"moved\"\n[after.capture]\nmove = \"capture by queen\"\nnote = \"moved\"\n\
         [after.king]\nmove = \"king\"\nforget = \"moved\"\n[forbid]\nmove = \"queen\"\nwhen = \"noted moved 2 times\"",
    );
    let fen = Some("4k3/8/8/8/8/8/p7/Q3K3 w - - 0 1");
    assert!(is_legal(&counted, fen, "a1a2 e8e7", "a2a3"));
    assert!(!is_legal(&counted, fen, "a1a2 e8e7 a2c2 e7e8", "c2c3"));
    assert!(is_legal(&counted, fen, "a1a2 e8e7 a2c2 e7e8 e1e2 e8e7", "c2c3"));
    let fault = |fen: &str| counted.position(fen).expect_err(fen).message;
    assert_eq!(fault("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 moved=3+0"), "this mark is counted up to 2");
    assert!(counted.position("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 moved=2+0").is_ok());
}

#[test]
fn a_mark_lasts_for_its_turns() {
    let rests = chess(
        "[after]\nmove = \"queen\"\nnote = \"rest\"\n[note.rest]\nlasts = 2\n[forbid]\nmove = \"queen\"\nwhen = \"noted rest\"",
    );
    let fen = Some("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    let waits = ["e8e7", "e1e2 e7e8", "e2e1 e8e7"];
    let legal = |turns: usize| is_legal(&rests, fen, &format!("a1a2 {}", waits[..turns].join(" ")), "a2a3");
    assert_eq!([legal(1), legal(2), legal(3)], [false, false, true]);
    let fault = |fen: &str| rests.position(fen).expect_err(fen).message;
    assert_eq!(fault("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 rest=4+0"), "this mark lasts for at most 2 turns");
}

#[test]
fn a_position_within_a_turn_is_read_back_with_its_marks() {
    let rests = chess(
        "[turn]\nevery = [{ move = \"any\" }, { move = \"any\" }]\n\
         [after]\nmove = \"queen\"\nnote = \"rest\"\n[note.rest]\nlasts = 2\n[forbid]\nmove = \"queen\"\nwhen = \"noted rest\"",
    );
    let mut game = rests.start_from("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1").expect("a position");
    game.play_text("a1a2").expect("a legal move");
    let read = rests.start_from(&game.fen()).expect("what was written is read");
    assert_eq!((read.fen(), read.legal_moves().len()), (game.fen(), game.legal_moves().len()));
}
