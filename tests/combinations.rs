//! Rules combined as nobody did before: games in which something went wrong once, each with the right value.

use ferz::spaces::ActionSpace;
use ferz::{Choice, Dice, Game, Variant, builtin_games};

fn variant(text: &str) -> Variant {
    Variant::from_text("x.toml", text, &[]).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

fn moves(game: &Game) -> Vec<String> {
    let mut moves: Vec<String> = game.legal_moves().iter().map(ToString::to_string).collect();
    moves.sort();
    moves
}

/// A relative of a game of the library.
fn child(parent: &str, more: &str) -> Variant {
    variant(&format!("extends = \"{parent}\"\n[game]\nname = \"x\"\n{more}"))
}

/// Plays at random, and calls `each` with every position.
fn along(variant: &Variant, seed: u64, plies: usize, mut each: impl FnMut(&Game)) {
    let (mut game, mut dice) = (variant.start(), Dice::new(seed));
    for _ in 0..plies {
        each(&game);
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(&moves[dice.below(moves.len() as u64) as usize]).expect("a legal move");
    }
}

#[test]
fn a_wall_that_an_effect_leaves_is_no_lost_piece() {
    let walls = child(
        "chess",
        "[promotion]\nto = \"lost\"\n[after]\nx = { move = \"capture\", wall = \"its square\" }\n",
    );
    (0..4).for_each(|seed| along(&walls, seed, 150, |game| _ = game.position().verify().expect("lawful")));
}

#[test]
fn a_turn_is_passed_only_as_a_whole() {
    let parts =
        "[turn]\npass = \"always\"\nevery = [{ move = \"any\" }, { move = \"any\", optional = true }]\n";
    let mut game = child("chess", parts).start();
    assert!(moves(&game).contains(&"0000".to_owned()));
    game.play_text("e2e4").expect("legal");
    assert_eq!(moves(&game).iter().filter(|mv| *mv == "0000").count(), 1);
    game.play_text("0000").expect("legal");
    assert_eq!(game.side_to_move(), ferz::Side::Black);
}

#[test]
fn every_announced_move_has_an_action_of_its_own() {
    let declared =
        child("chess", "[declarations.gardez]\nsays = \"gardez\"\nattack-on = \"queen\"\nby = \"mover\"\n");
    let space = ActionSpace::new(&declared);
    let mut announced = 0;
    for seed in 0..6 {
        along(&declared, seed, 120, |game| {
            let legal = space.legal(game);
            assert_eq!(legal.len(), game.legal_moves().len(), "{}", game.fen());
            announced += legal.iter().filter(|(_, mv)| mv.to_string().ends_with('!')).count();
        });
    }
    assert!(announced > 100, "{announced}");
}

#[test]
fn the_actions_are_the_legal_moves_with_every_value_of_every_option() {
    for name in builtin_games() {
        for option in crate::loaded::load(name, &[]).expect("a built-in game").options() {
            for value in option.values.iter().filter(|value| **value != option.value) {
                let choice = Choice { name: option.name.clone(), value: value.clone() };
                let chosen = crate::loaded::load(name, &[choice]).expect("every value is sound");
                let space = ActionSpace::new(&chosen);
                along(&chosen, 3, 60, |game| {
                    assert_eq!(
                        space.legal(game).len(),
                        game.legal_moves().len(),
                        "{name} {value}: {}",
                        game.fen()
                    );
                });
            }
        }
    }
}

#[test]
fn the_hash_of_rules_sees_rules_and_nothing_else() {
    let hash = |more: &str| child("chess", more).rules_hash();
    let chess = crate::loaded::load("chess", &[]).expect("a built-in game").rules_hash();
    assert_eq!(hash("notes = [\"x\"]\n"), chess);
    assert_eq!(hash("[pieces]\nknight = { glyphs = [\"a\", \"b\"] }\n"), chess);
    assert_eq!(hash("[notation]\nsquares = \"usi\"\n"), chess);
    assert_ne!(hash("[pieces]\nknight = { moves = \"NW\" }\n"), chess);
    assert_ne!(hash("[forbid]\nleaving = \"it can never move\"\n"), chess);
    assert_ne!(hash("[end]\nbare = { lose = \"count(mine) = 1\" }\n"), chess);
}
