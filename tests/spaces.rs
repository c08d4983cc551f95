//! The law of action spaces, over random games of every game of the library: in each position each legal move has one action, different
//! moves have different ones, and the action leads back to its move. And that a batch plays the same games as a game does.

use std::collections::HashMap;

use ferz::Dice;
use ferz::spaces::{Action, ActionSpace, Batch, ObservationSpace, Step};
use ferz::{Game, Move, Variant, builtin_games};

fn load(name: &str) -> Variant {
    crate::loaded::load(name, &[]).expect("a game of the library")
}

/// Returns the properties of a move that an action tells, its numbers among others aside.
fn said(of: &Move) -> impl PartialEq + use<> {
    (of.from(), of.to(), of.promotion(), of.piece().map(|piece| piece.piece_type))
}

/// Returns `true` if an action is one for moves that share their squares with others.
fn is_other(space: &ActionSpace, number: u32) -> bool {
    matches!(space.action(number), Some(Action::Other(_)))
}

/// Checks the law in one position; returns the legal moves with their actions, and how many of these are for other moves.
fn lawful(space: &ActionSpace, game: &Game) -> (Vec<(u32, Move)>, usize) {
    let (numbered, moves) = (space.legal(game), game.legal_moves());
    let place = || format!("{}: {}", game.variant().name(), game.fen());
    assert_eq!(numbered.len(), moves.len(), "{}: every legal move has an action", place());
    let by_number: HashMap<u32, &Move> = numbered.iter().map(|(number, own)| (*number, own)).collect();
    assert_eq!(by_number.len(), moves.len(), "{}: different moves have different actions", place());
    let other = |number: u32| is_other(space, number);
    let mut others = 0;
    for (number, own) in &numbered {
        assert!(moves.contains(own), "{}: {own} is legal", place());
        if other(*number) {
            others += 1;
            let like =
                numbered.iter().any(|(known, known_move)| !other(*known) && said(known_move) == said(own));
            assert!(like, "{}: {own} is in no list of actions", place());
        }
    }
    (numbered, others)
}

#[test]
fn each_legal_move_has_one_action_that_leads_back_to_it() {
    for name in builtin_games() {
        let variant = load(name);
        let space = ActionSpace::new(&variant);
        let (mut positions, mut others, mut most) = (0, 0, 0);
        for seed in 0..4 {
            let (mut game, mut dice) = (variant.start(), Dice::new(seed));
            for ply in 0..100 {
                let (legal, other) = lawful(&space, &game);
                if legal.is_empty() {
                    break;
                }
                (positions, others, most) = (positions + 1, others + other, most.max(other));
                let (number, next) = &legal[dice.below(legal.len() as u64) as usize];
                if ply % 10 == 0 {
                    assert_eq!(space.move_of(&game, *number).as_ref(), Some(next), "{name}: {}", game.fen());
                }
                game.play(next).expect("a legal move");
            }
        }
        // random play does not come near the number of actions that are kept for such moves
        let kept = (0..).take(space.size()).filter(|&number| is_other(&space, number)).count();
        assert!(
            most <= kept / 2,
            "{name}: {most} moves share their squares with others, {others} in {positions} positions"
        );
        assert!(positions > 10, "{name}: {positions} positions");
    }
}

#[test]
fn a_piece_that_comes_beside_another_has_its_action() {
    let variant = load("seirawan");
    let space = ActionSpace::new(&variant);
    let actions: Vec<Option<Action>> =
        space.legal(&variant.start()).iter().map(|(number, _)| space.action(*number)).collect();
    let with = |action: &&Option<Action>| matches!(action, Some(Action::Move { with: Some(_), .. }));
    assert_eq!(actions.iter().filter(with).count(), 8, "two pieces with each move of a knight");
    assert!(!actions.iter().any(|action| matches!(action, Some(Action::Other(_)))), "{actions:?}");
}

#[test]
fn both_sides_begin_with_the_same_actions_where_the_board_is_the_same_for_both() {
    for name in ["chess", "xiangqi", "crazyhouse"] {
        let variant = load(name);
        let space = ActionSpace::new(&variant);
        let numbers = |game: &Game| {
            let mut numbers: Vec<u32> = space.legal(game).into_iter().map(|(number, _)| number).collect();
            numbers.sort_unstable();
            numbers
        };
        let fen = variant.start().fen();
        let turned = if fen.contains(" w ") { fen.replace(" w ", " b ") } else { fen.replace(" b ", " w ") };
        assert_eq!(
            numbers(&variant.start()),
            numbers(&variant.start_from(&turned).expect("sound")),
            "{name}"
        );
    }
}

#[test]
fn a_batch_plays_as_a_game_does() {
    for name in builtin_games() {
        let variant = load(name);
        let mut batch = Batch::new(&variant, 2, 5).with_most_plies(60);
        let (space, planes) = (ActionSpace::new(&variant), ObservationSpace::new(&variant));
        let mut games = vec![variant.start(); batch.len()];
        let (mut actions, mut steps) = (vec![0; batch.len()], vec![Step::default(); batch.len()]);
        let mut masks = vec![false; batch.len() * space.size()];
        let mut seen = vec![0; batch.len() * planes.size()];
        batch.legal_mask(&mut masks);
        for turn in 0..90 {
            for (at, game) in games.iter().enumerate() {
                let mut legal: Vec<u32> = space.legal(game).into_iter().map(|(number, _)| number).collect();
                legal.sort_unstable();
                let mask = &masks[at * space.size()..][..space.size()];
                let masked: Vec<u32> = (0..).zip(mask).filter(|(_, one)| **one).map(|(at, _)| at).collect();
                assert_eq!(masked, legal, "{name}: {}", game.fen());
                batch.observe(&mut seen);
                let mut own = vec![0; planes.size()];
                planes.observe(game, &mut own);
                assert_eq!(seen[at * planes.size()..][..planes.size()], own, "{name}: {}", game.fen());
            }
            batch.by_chance(&mut actions);
            if turn % 2 == 0 {
                batch.step_and_mask(&actions, &mut steps, &mut masks).expect("legal actions");
            } else {
                batch.step(&actions, &mut steps).expect("legal actions");
                batch.update_mask(&mut masks);
            }
            for ((game, &action), step) in games.iter_mut().zip(&actions).zip(&steps) {
                let (next, mover) = (space.move_of(game, action).expect("legal"), game.side_to_move());
                game.play(&next).expect("legal");
                let outcome = game.outcome();
                assert_eq!(step.terminated, outcome.is_some(), "{name}: {}", game.fen());
                let reward = outcome.as_ref().and_then(|outcome| outcome.winner);
                let reward = reward.map_or(0.0, |winner| if winner == mover { 1.0 } else { -1.0 });
                assert_eq!(step.reward, reward, "{name}: {}", game.fen());
                assert_eq!(step.truncated, outcome.is_none() && game.moves().len() == 60, "{name}");
                if step.terminated || step.truncated {
                    *game = variant.start();
                }
            }
        }
    }
}

#[test]
fn games_do_not_depend_on_the_number_of_threads() {
    let variant = load("gardner");
    let played = |threads| {
        let mut batch = Batch::new(&variant, 200, 11).with_threads(threads).with_most_plies(100);
        let (mut actions, mut steps) = (vec![0; 200], vec![Step::default(); 200]);
        for _ in 0..150 {
            batch.by_chance(&mut actions);
            batch.step(&actions, &mut steps).expect("legal actions");
        }
        (0..batch.len()).map(|game| batch.fen(game)).collect::<Vec<_>>()
    };
    assert_eq!(played(1), played(3));
}

#[test]
fn an_illegal_action_changes_nothing() {
    let variant = load("chess");
    let mut batch = Batch::new(&variant, 3, 0);
    let (mut actions, mut steps) = (vec![0; 3], vec![Step::default(); 3]);
    batch.by_chance(&mut actions);
    for wrong in [u32::MAX, batch.action_space().size() as u32, 0] {
        actions[2] = wrong;
        let error = batch.step(&actions, &mut steps).expect_err("not legal");
        assert_eq!((error.game, error.action), (2, wrong));
        assert_eq!(batch.fen(0), variant.start().fen(), "nothing has been played");
    }
}

#[test]
fn the_name_of_a_space_changes_with_the_rules() {
    let name = |variant: &Variant| ActionSpace::new(variant).name();
    let of = |text: &str| Variant::from_text("race.toml", text, &[]).expect("a sound game");
    let race = "extends = \"chess\"\n[game]\nname = \"Race\"\n[end.race]\nwin = \"my king on rank 8\"\n";
    assert_eq!(name(&of(race)), name(&of(race)));
    assert_ne!(name(&of(race)), name(&of(&race.replace("rank 8", "rank 7"))));
}
