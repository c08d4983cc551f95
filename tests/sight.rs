//! What a side sees, in games in which it doesn't see everything.

use std::collections::BTreeSet;

use ferz::spaces::ObservationSpace;
use ferz::{Game, Position, Side, Square, Variant};

use crate::dice::Dice;

fn chess(tables: &str) -> Variant {
    let text = format!("extends = \"chess\"\n[game]\nname = \"x\"\nsources = [\"x\"]\n{tables}\n");
    Variant::from_text("sight.toml", &text, &[]).unwrap_or_else(|error| panic!("{error}"))
}

fn with_sight(sees: &str) -> Variant {
    chess(&format!("[sight]\nsees = \"{sees}\""))
}

/// Returns what a FEN writes on each square of a variant; `.` on an empty one.
fn placed(variant: &Variant, fen: &str) -> Vec<(Square, String)> {
    let placement = fen.split([' ', '[']).next().expect("a placement");
    let mut found = Vec::new();
    for (row, rank) in placement.split('/').zip((0..variant.ranks()).rev()) {
        let (mut signs, mut file) = (row.chars().peekable(), 0);
        while let Some(sign) = signs.next() {
            let mut token = sign.to_string();
            if let Some(digit) = sign.to_digit(10) {
                let mut empty = digit;
                while let Some(digit) = signs.peek().and_then(|sign| sign.to_digit(10)) {
                    empty = 10 * empty + digit;
                    signs.next();
                }
                for _ in 0..empty {
                    found.push((Square::new(file, rank).expect("a square"), ".".to_owned()));
                    file += 1;
                }
                continue;
            }
            if sign == '+' {
                token.extend(signs.next());
            }
            while signs.peek() == Some(&'~') {
                token.extend(signs.next());
            }
            found.push((Square::new(file, rank).expect("a square"), token));
            file += 1;
        }
    }
    found
}

/// Returns how what the sides see of a position breaks a law, if it does: a side sees its own pieces, it sees the targets of its moves if
/// `moves` are what it sees by, and what it is told are the squares that it sees and nothing else.
pub(crate) fn breach(position: &Position, moves: bool) -> Option<String> {
    let variant = position.variant();
    for side in Side::BOTH {
        let seen: BTreeSet<Square> = position.seen_by(side).into_iter().collect();
        let mut own = position.pieces().filter(|(_, piece)| piece.side == side);
        if let Some((square, _)) = own.find(|(square, _)| !seen.contains(square)) {
            return Some(format!("{side} does not see its own piece on {square}"));
        }
        let told = position.fen_seen_by(side);
        let (all, some) = (placed(variant, &position.fen()), placed(variant, &told));
        for ((square, sign), (_, told)) in all.into_iter().zip(&some) {
            let hidden = variant.has_square(square) && !seen.contains(&square);
            if *told != if hidden { "?".to_owned() } else { sign } {
                return Some(format!("{side} is told `{told}` on {square}"));
            }
        }
        let letter = |sign: char| sign.is_alphabetic() && sign.is_uppercase() != (side == Side::White);
        let hand = told.split(' ').next().and_then(|field| field.split_once('['));
        if hand.is_some_and(|(_, hand)| hand.contains(letter) || !hand.ends_with("?]")) {
            return Some(format!("{side} is told the other hand: {told}"));
        }
        if variant.position(&told).is_ok() {
            return Some(format!("what {side} sees is read: {told}"));
        }
    }
    let seen = position.seen_by(position.side_to_move());
    let unseen = |mv: &ferz::Move| mv.from().and(mv.to()).is_some_and(|to| !seen.contains(&to));
    let all = if moves { position.legal_moves() } else { Vec::new() };
    all.iter().find(|mv| unseen(mv)).map(|mv| format!("{mv} leads where nothing is seen"))
}

#[test]
fn what_is_seen_keeps_the_laws() {
    let games = ["where it may move", "what it attacks", "both"].map(with_sight);
    let library = Variant::load("dark-chess", &[]).expect("a game of the library");
    for (number, variant) in games.iter().chain([&library]).enumerate() {
        let mut dice = Dice(number as u64);
        for _ in 0..4 {
            let mut game = variant.start();
            for _ in 0..80 {
                let moves = game.legal_moves();
                if moves.is_empty() {
                    break;
                }
                assert_eq!(breach(game.position(), number != 1), None, "{}", game.fen());
                game.play(&moves[dice.below(moves.len())]).expect("a legal move");
            }
        }
    }
}

#[test]
fn one_who_sees_both_sees_what_either_shows() {
    let [moves, attacks, both] = ["where it may move", "what it attacks", "both"].map(with_sight);
    let mut game = both.start();
    let mut dice = Dice(5);
    for _ in 0..100 {
        for side in Side::BOTH {
            let seen = |variant: &Variant| {
                let position = variant.position(&game.fen()).expect("a position");
                position.seen_by(side).into_iter().collect::<BTreeSet<Square>>()
            };
            assert_eq!(&seen(&moves) | &seen(&attacks), seen(&both), "{}", game.fen());
        }
        let all = game.legal_moves();
        let Some(mv) = all.get(dice.below(all.len().max(1))) else { break };
        game.play(mv).expect("a legal move");
    }
}

#[test]
fn a_fen_tells_nothing_of_what_is_not_seen() {
    let told = |variant: &Variant, fen: &str, side| variant.position(fen).expect(fen).fen_seen_by(side);
    let by_moves = with_sight("where it may move");
    // the opponent's rights, the moves without progress
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9";
    assert!(told(&by_moves, castling, Side::White).ends_with(" w KQ - ? 9"));
    assert!(told(&by_moves, castling, Side::Black).ends_with(" w kq - ? 9"));
    // a pawn that can be captured in passing is told to the player who can, in the turn in which it can be
    let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert!(told(&by_moves, passing, Side::White).ends_with(" w - d6 ? 1"));
    assert!(told(&by_moves, passing, Side::Black).ends_with(" w - - ? 1"));
    // the pawn that has passed is not attacked, and so not seen
    let by_attacks = with_sight("what it attacks");
    assert!(told(&by_attacks, passing, Side::White).ends_with(" w - - ? 1"));
    // the opponent's hand, counts and notes
    let text = "extends = \"crazyhouse\"\n[game]\nname = \"x\"\n[sight]\nsees = \"what it attacks\"\n[note.sly]\nwhen = \"count(my pawn) < 8\"\n[end]\nx = { draw = \"noted sly and they noted sly\" }";
    let house = Variant::from_text("x.toml", text, &[]).expect("it is sound");
    let fen = "4k3/8/8/8/8/8/8/4K3[QPn] w - - 0 1 sly=w";
    assert_eq!(
        told(&house, fen, Side::White),
        "????????/????????/????????/????????/????????/????????/???...??/???.K.??[QP?] w - - ? 1"
            .replace("...", "3")
            .replace(".K.", "1K1")
    );
    assert!(told(&house, fen, Side::Black).contains("[n?] w - - ? 1"));
}

#[test]
fn pieces_that_have_not_moved_are_told_of_the_own_side() {
    let game = chess("[pieces]\nrook = { moves = \"R imN\" }\n[sight]\nsees = \"where it may move\"");
    let position = game.position("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1 unmoved=a1h8").expect("a position");
    assert!(
        position.fen_seen_by(Side::White).ends_with(" unmoved=a1"),
        "{}",
        position.fen_seen_by(Side::White)
    );
    assert!(
        position.fen_seen_by(Side::Black).ends_with(" unmoved=h8"),
        "{}",
        position.fen_seen_by(Side::Black)
    );
    assert!(!game.start_position().fen_seen_by(Side::White).contains("unmoved"));
}

#[test]
fn a_fen_with_unseen_squares_is_refused_where_they_begin() {
    for game in ["dark-chess", "chess"] {
        let variant = Variant::load(game, &[]).expect("a game of the library");
        let error = variant.position("rnbqkbnr/pppppp??/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap_err();
        assert_eq!(error.to_string(), "`?` stands for what a player does not see");
        assert_eq!(error.range, 15..16);
        assert_eq!(error.help.as_deref(), Some("only a position that is known as a whole can be read"));
    }
}

#[test]
fn without_sight_all_is_seen() {
    let game = Variant::load("crazyhouse", &[]).expect("a game of the library").start();
    assert_eq!(game.seen_by(Side::Black).len(), 64);
    assert_eq!(game.fen_seen_by(Side::Black), game.fen());
    assert!(!game.variant().has_sight());
}

#[test]
fn drops_show_nothing() {
    let text = "extends = \"crazyhouse\"\n[game]\nname = \"x\"\n[sight]\nsees = \"where it may move\"\n";
    let variant = Variant::from_text("x.toml", text, &[]).expect("it is sound");
    let seen = |hand: &str| {
        let fen = format!("4k3/8/8/8/8/8/8/4K3[{hand}] w - - 0 1");
        variant.position(&fen).expect("a position").seen_by(Side::White).len()
    };
    assert_eq!((seen(""), seen("QN")), (6, 6));
}

#[test]
fn moves_are_written_without_signs_of_check() {
    let position = with_sight("both").position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").expect("a position");
    assert_eq!(position.san(&position.parse_move("Ra8+").expect("a legal move")), "Ra8");
}

/// Returns the planes of a game by their names, each with the number of squares that are not 0.
fn planes(game: &Game) -> Vec<(String, usize)> {
    let space = ObservationSpace::new(game.variant());
    let mut bytes = vec![0; space.size()];
    space.observe(game, &mut bytes);
    let filled = bytes.chunks(64).map(|plane| plane.iter().filter(|byte| **byte > 0).count());
    space.planes().iter().cloned().zip(filled).collect()
}

#[test]
fn planes_show_what_is_seen() {
    let dark = Variant::load("dark-chess", &[]).expect("a game of the library");
    let mut game = dark.start();
    for text in ["e4", "d5", "Nf3", "dxe4", "Nc3"] {
        game.play_text(text).expect("a legal move");
    }
    let all = planes(&game);
    let of = |name: &str| all.iter().find(|(known, _)| known == name).expect("a plane").1;
    assert_eq!((of("own pawn"), of("own king"), of("other king")), (8, 1, 0));
    assert_eq!((of("other knight"), of("other pawn")), (1, 1));
    assert_eq!((of("rights"), of("plies without progress"), of("White to move")), (3, 0, 0));
    assert_eq!(of("seen"), game.seen_by(Side::Black).len());
    assert_eq!(all.last().expect("a plane").0, "seen");
    let chess = ObservationSpace::new(&Variant::load("chess", &[]).expect("a game of the library"));
    assert_eq!(chess.shape()[0] + 1, ObservationSpace::new(&dark).shape()[0]);
}
