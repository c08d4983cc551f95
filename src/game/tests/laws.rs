//! Laws of positions as values, over random play in every built-in game.

use std::collections::HashSet;

use crate::Side;
use crate::game::*;
use crate::rules::resolve_within;
use crate::search::Dice;
use crate::text::Report;
use crate::walk::{Budget, MOST_STEPS};

fn every(each: impl Fn(&Variant)) {
    builtin_games().into_iter().for_each(|name| each(&Variant::load(name, &[]).expect("a built-in game")));
}

/// Plays a game at random, and shows every position of it, beside a position that is played along by itself.
fn along(variant: &Variant, seed: u64, mut each: impl FnMut(&Game, &Position)) {
    let mut dice = Dice::new(seed);
    let start = match variant.starts() {
        1 => variant.start_position(),
        all => {
            variant.numbered_start(dice.below(u64::from(all)) as u32).expect("a number below their number")
        }
    };
    let (mut game, mut position) = (Game::from(start.clone()), start);
    for _ in 0..120 {
        each(&game, &position);
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        let next = &moves[dice.below(moves.len() as u64) as usize];
        position.play(next).expect("what is legal in the game is legal in the position");
        game.play(next).expect("what is listed is legal");
    }
}

#[test]
fn values_can_be_sent_and_cloned() {
    fn is_value<T: Send + Sync + Clone + std::fmt::Debug + 'static>() {}
    is_value::<Position>();
    is_value::<Game>();
    is_value::<Variant>();
    is_value::<Explorer>();
    is_value::<Setup>();
    is_value::<Move>();
    is_value::<PlayError>();
}

#[test]
fn positions_agree_with_games() {
    every(|variant| {
        along(variant, 5, |game, position| {
            assert_eq!(position.fen(), game.fen());
            assert_eq!((position, position.hash()), (game.position(), game.position().hash()));
            assert_eq!(position.is_check(), game.is_check(), "{position}");
            assert_eq!(position.is_check(), !position.checkers().is_empty(), "{position}");
            let repeated = game.occurrences() > 1;
            if !repeated {
                assert_eq!(position.outcome(), game.outcome(), "{position}");
                assert_eq!(position.legal_moves(), game.legal_moves(), "{position}");
            }
        });
    });
}

#[test]
fn a_position_read_from_its_fen_has_the_same_moves() {
    every(|variant| {
        along(variant, 6, |_, position| {
            let read = variant.position(&position.to_string()).expect("a FEN that was written");
            // it doesn't say which positions have occurred
            let has_past = ["go-9x9", "gonnect"].contains(&variant.name());
            let moves = position.legal_moves();
            let known = read.legal_moves().into_iter().filter(|mv| !has_past || moves.contains(mv));
            assert_eq!((&read, known.collect::<Vec<_>>()), (position, moves.clone()));
        });
    });
}

#[test]
fn a_clone_is_played_by_itself() {
    every(|variant| {
        along(variant, 7, |_, position| {
            let (before, mut copy) = (position.fen(), position.clone());
            let Some(next) = position.legal_moves().pop() else { return };
            copy.play(&next).expect("legal");
            assert_eq!(position.fen(), before);
            assert!(copy.fen() != before && position.is_legal(&next), "{next}");
            let explored = position.explorer();
            assert_eq!(explored.side_to_move(), position.side_to_move());
        });
    });
}

#[test]
fn no_two_moves_of_a_position_are_equal_or_written_alike() {
    every(|variant| {
        along(variant, 8, |_, position| {
            let moves = position.legal_moves();
            let values: HashSet<&Move> = moves.iter().collect();
            let written: HashSet<String> = moves.iter().map(Move::to_string).collect();
            assert_eq!((values.len(), written.len()), (moves.len(), moves.len()), "{position}");
            for one in &moves {
                assert_eq!(position.parse_move(&one.to_string()).as_ref(), Ok(one), "{position}");
                assert_eq!(
                    position.describe(one.packed()).to_string(),
                    position.board.coordinates(one.packed())
                );
            }
        });
    });
}

#[test]
fn moves_say_what_they_do() {
    every(|variant| {
        along(variant, 9, |_, position| {
            let count = |position: &Position, side: Side| {
                position.pieces().filter(|(_, piece)| piece.side == side).count()
            };
            for one in position.legal_moves() {
                let (mut after, us) = (position.clone(), one.side());
                after.play(&one).expect("legal");
                assert_eq!(us, position.side_to_move());
                assert_ne!(one.kind(), MoveKind::Special, "{one}: a kind of move without a name");
                let stands = one.from().is_none_or(|from| position.piece_at(from) == one.piece());
                assert!(stands, "{one}");
                for &(square, piece) in one.captures() {
                    assert_eq!(position.piece_at(square), Some(piece), "{one}");
                }
                // the further effects of a move are not in its captures, nor are pieces that change sides
                if position.board.is_followed(one.packed()) || one.kind() == MoveKind::Swap {
                    continue;
                }
                let lost = |side| one.captures().iter().filter(|(_, piece)| piece.side == side).count();
                for side in Side::BOTH {
                    let dropped = usize::from((one.is_drop() || one.kind() == MoveKind::Gate) && side == us);
                    let before = count(position, side) + dropped;
                    assert_eq!(count(&after, side) + lost(side), before, "{position}: {one}");
                }
                if let (Some(to), Some(piece)) = (one.to(), one.piece()) {
                    let stands = after.piece_at(to).expect("the piece has arrived");
                    let becomes = one.promotion().unwrap_or(piece.piece_type);
                    assert_eq!((stands.piece_type, stands.side), (becomes, us), "{position}: {one}");
                }
            }
        });
    });
}

/// Returns `true` if every piece that is captured in a game goes to a hand.
fn keeps_all_pieces(variant: &Variant) -> bool {
    let scope = variant.rules.scope();
    let sentences = variant.rules.each().flat_map(|rule| rule.sentences(&scope));
    variant.start_position().fen().contains('[')
        && sentences.into_iter().any(|line| line.contains("changes sides"))
}

#[test]
fn no_piece_is_lost_where_captures_go_to_the_other_side() {
    let material = |position: &Position| {
        let held = Side::BOTH.into_iter().flat_map(|side| position.hand(side));
        position.pieces().count() + held.map(|(_, number)| number as usize).sum::<usize>()
    };
    let (mut games, mut dropped) = (0, 0);
    for name in builtin_games() {
        let variant = Variant::load(name, &[]).expect("a built-in game");
        if !keeps_all_pieces(&variant) {
            continue;
        }
        games += 1;
        let all = material(&variant.start_position());
        for seed in 10..14 {
            along(&variant, seed, |_, position| {
                assert_eq!(material(position), all, "{name}: {position}");
                dropped += position.legal_moves().iter().filter(|mv| mv.is_drop()).count();
            });
        }
    }
    assert!(games >= 2 && dropped > 1000, "{games} games, {dropped} drops");
}

#[test]
fn a_move_of_another_position_is_refused() {
    let chess = Variant::load("chess", &[]).expect("a built-in game");
    let (mut start, mut other) = (chess.start_position(), chess.start_position());
    let ahead = start.parse_move("e2e4").expect("legal");
    other.play(&ahead).expect("legal");
    assert_eq!(other.play(&ahead), Err(PlayError::OtherPosition));
    assert!(start.is_legal(&ahead) && !other.is_legal(&ahead));
    // the same squares, another piece
    let queen = chess.position("4k3/8/8/8/8/8/4Q3/4K3 w").expect("sound").parse_move("e2e4").expect("legal");
    assert_eq!(start.play(&queen), Err(PlayError::OtherPosition));
    assert_eq!(start, chess.start_position());
}

#[test]
fn the_clock_of_moves_without_progress_ends_a_position() {
    let chess = Variant::load("chess", &[]).expect("a built-in game");
    let mut position = chess.position("4k3/8/8/8/8/8/8/R3K3 w Q - 99 80").expect("sound");
    assert_eq!(position.outcome(), None);
    let next = position.parse_move("a1a2").expect("legal");
    position.play(&next).expect("legal");
    assert_eq!((position.halfmove_clock(), position.fullmove_number()), (100, 80));
    assert!(position.outcome().is_some_and(|outcome| outcome.winner.is_none()));
    assert!(position.legal_moves().is_empty() && !position.is_legal(&next));
}

/// The budget is no limit for games that people play.
#[test]
fn the_movements_of_every_game_of_the_library_take_a_small_part_of_the_budget() {
    for name in builtin_games() {
        let variant = Variant::load(name, &[]).expect("built-in games load");
        let budget = Budget::default();
        resolve_within(&variant.definition, &mut Report::default(), &budget);
        assert!(7 * budget.spent() < MOST_STEPS, "{name} takes {} steps", budget.spent());
    }
}
