//! What holds of every game: laws, tried on games that nobody would write ([`mixing`]), each played at random.
//!
//! By default a hundred and fifty games are tried, in the long run four thousand; `FERZ_MIXTURES` in the environment says how many, and
//! `FERZ_MIXTURES_SEED` gives different ones. A game that breaks a law is cut down to the smallest that still breaks it. While a game is
//! being tried, it is kept in a file in the build's folder for temporary files, and can be found there if a test is aborted.

mod mixing;

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::{env, fs};

use ferz::spaces::{Action, ActionSpace};
use ferz::{
    Choice, Engine, Game, Last, Limits, Method, MoveKind, Perft, SearchRequest, SheetFormat, Variant,
};
use mixing::{Stock, smaller, written};
use serde_json::Value;

use crate::dice::Dice;
use crate::long::long_run;

/// A law that is broken, and how.
type Breach = (&'static str, String);

fn number(name: &str) -> Option<usize> {
    env::var(name).ok().and_then(|number| number.parse().ok())
}

fn texts(game: &Game) -> Vec<String> {
    game.legal_moves().iter().map(ToString::to_string).collect()
}

/// What is known of a game by what it says.
fn state(game: &Game) -> (String, u64, Vec<String>, BTreeSet<String>) {
    let position = game.position();
    (game.fen(), position.hash(), position.remembered(), texts(game).into_iter().collect())
}

/// Returns `true` if it depends on the positions that have occurred which moves are legal: a FEN doesn't say those.
fn forbids_repetition(text: &str) -> bool {
    let tree: toml::Table = toml::from_str(text).expect("a game is TOML");
    let rules = ["forbid", "must"].into_iter().filter_map(|key| tree.get(key));
    rules.map(|rules| format!("{rules:?}")).any(|rules| rules.contains("occurrence"))
}

/// Checks the laws of one position.
fn position(game: &mut Game, space: &ActionSpace, dice: &mut Dice, has_past: bool) -> Result<(), Breach> {
    let fen = game.fen();
    if game.position().overflow().is_some() || game.outcome().is_some() {
        return Ok(());
    }
    let moves = game.legal_moves();
    let all = texts(game);
    if moves.len() > 400 {
        return Ok(());
    }
    let different: BTreeSet<&String> = all.iter().collect();
    if different.len() < all.len() {
        return Err(("moves written alike", format!("{fen}: {all:?}")));
    }
    if !moves.is_empty() {
        let mv = &moves[dice.below(moves.len())];
        for text in [mv.to_string(), game.position().san(mv)] {
            let read = game.parse_move(&text);
            if read.as_ref() != Ok(mv) {
                return Err(("a move is read back as another", format!("{fen}: {text}, {read:?}")));
            }
        }
        let before = state(game);
        game.play(mv).map_err(|error| ("a legal move is refused", format!("{fen}: {mv}: {error}")))?;
        game.undo();
        if state(game) != before {
            return Err(("a move is not taken back", format!("{fen}: {mv}: {:?}", state(game))));
        }
    }
    let read = game.variant().start_from(&fen);
    let mut read = read.map_err(|error| ("a FEN is refused", format!("{fen}: {error}")))?;
    let (mut told, kept) = (state(&read), state(game));
    if has_past {
        told.3.clone_from(&kept.3);
    }
    if told != kept {
        return Err(("a FEN is read as another position", format!("{kept:?}\nread {told:?}")));
    }
    if read.undo().is_some() {
        return Err(("a FEN has a history", fen));
    }
    attacks(game)?;
    sight(game)?;
    let actions = space.legal(game);
    let masked: BTreeSet<String> = actions.iter().map(|(_, mv)| mv.to_string()).collect();
    let numbers: BTreeSet<u32> = actions.iter().map(|(number, _)| *number).collect();
    // positions with more moves of one pair of squares than numbers are known to have some without
    let others = |action: &Action| matches!(action, Action::Other(_));
    let kept = space.actions().iter().filter(|action| others(action)).count();
    let used = numbers.iter().filter_map(|number| space.action(*number)).filter(others).count();
    let is_full = kept >= 64 && used == kept;
    let numbered = masked == different.into_iter().cloned().collect() && numbers.len() == all.len();
    if !is_full && !numbered {
        let missing: Vec<&String> = all.iter().filter(|text| !masked.contains(*text)).collect();
        return Err(("the actions are not the moves", format!("{fen}: {missing:?} of {all:?}")));
    }
    if moves.len() < 150 && dice.below(2) == 0 {
        game.position().verify().map_err(|breach| ("verify", format!("{fen}: {breach}")))?;
    }
    Ok(())
}

/// Checks that a piece which captures where its move ends attacks that square.
fn attacks(game: &Game) -> Result<(), Breach> {
    let position = game.position();
    for mv in game.legal_moves() {
        let (Some(from), Some(to), [(at, taken)]) = (mv.from(), mv.to(), mv.captures()) else { continue };
        let plain = mv.kind() == MoveKind::Normal && *at == to && taken.side != mv.side();
        if plain && !position.attackers(to, mv.side()).contains(&from) {
            return Err(("a capture is no attack", format!("{}: {mv}", game.fen())));
        }
    }
    Ok(())
}

/// Checks what either side sees, in a game in which it doesn't see everything.
fn sight(game: &Game) -> Result<(), Breach> {
    if !game.variant().has_sight() {
        return Ok(());
    }
    let moves = game.variant().special_rules().iter().any(|rule| rule.contains("their legal moves lead"));
    match crate::sight::breach(game.position(), moves) {
        None => Ok(()),
        Some(breach) => Err(("sight", format!("{}: {breach}", game.fen()))),
    }
}

/// Checks that positions are counted alike in every way.
fn counts(game: &Game) -> Result<(), Breach> {
    let position = game.position();
    let moves = game.legal_moves().len();
    if moves > 60 || position.overflow().is_some() {
        return Ok(());
    }
    let usual = Perft::default().count(position, 2);
    let hash = std::num::NonZero::new(1);
    for other in [
        Perft { last: Last::Made, ..Perft::default() },
        Perft { threads: 2, ..Perft::default() },
        Perft { hash, ..Perft::default() },
    ] {
        let counted = other.count(position, 2);
        if counted != usual {
            return Err(("counts differ", format!("{}: {usual:?}, {counted:?} by {other:?}", game.fen())));
        }
    }
    Ok(())
}

/// Checks that both searches answer with a legal move.
fn searches(game: &Game) -> Result<(), Breach> {
    let legal = texts(game);
    let engine = Engine::new(1, 1).expect("room");
    for method in [Method::AlphaBeta, Method::Tree] {
        let limits = Limits { nodes: Some(150), ..Limits::default() };
        let request = SearchRequest { method: Some(method), limits, ..SearchRequest::default() };
        let unbounded = SearchRequest { method: Some(method), ..SearchRequest::default() };
        let stopped = engine.think(game, &unbounded, &AtomicBool::new(true), &mut |_| ());
        if stopped.nodes > 2_000 {
            return Err(("a search does not stop", format!("{}: {} nodes", game.fen(), stopped.nodes)));
        }
        let result = engine.think(game, &request, &AtomicBool::new(false), &mut |_| ());
        let best = result.best.map(|mv| mv.to_string());
        let fits = match &best {
            Some(best) => legal.contains(best),
            None => legal.is_empty() || game.position().overflow().is_some(),
        };
        if !fits {
            return Err(("a search answers wrongly", format!("{}: {method:?} {best:?}", game.fen())));
        }
    }
    Ok(())
}

/// Plays a game at random, and checks the laws in it.
fn laws(text: &str, seed: u64) -> Result<(), Breach> {
    let mut dice = Dice(seed);
    let mut variant =
        Variant::from_text("mixture.toml", text, &[]).map_err(|error| ("not loaded", error.to_string()))?;
    let choices: Vec<Choice> = variant
        .options()
        .into_iter()
        .filter_map(|option| {
            let value = option.values.get(dice.below(option.values.len() * 2))?.clone();
            Some(Choice { name: option.name, value })
        })
        .collect();
    // values of options need not go together
    if let Ok(chosen) = variant.with_options(&choices) {
        variant = chosen;
    }
    let bytes = variant.table_bytes();
    if bytes > 500 << 20 {
        return Err(("too much memory", format!("{bytes} bytes")));
    }
    if variant.rule_sheet(SheetFormat::Text).is_empty() {
        return Err(("no rule sheet", String::new()));
    }
    let space = ActionSpace::new(&variant);
    let mut game = variant.start();
    let plies = if long_run() { 24 } else { 16 };
    let has_past = forbids_repetition(text);
    for ply in 0..plies {
        position(&mut game, &space, &mut dice, has_past)?;
        if ply % 12 == 5 {
            counts(&game)?;
            searches(&game)?;
        }
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(&moves[dice.below(moves.len())]).expect("a legal move");
    }
    Ok(())
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default()
}

/// Checks the laws on a game; a panic breaks one as well.
fn tried(text: &str, seed: u64) -> Result<(), Breach> {
    catch_unwind(AssertUnwindSafe(|| laws(text, seed))).unwrap_or_else(|panic| Err(("panic", said(&*panic))))
}

/// Makes a game that breaks a law smaller, as long as it breaks the same law.
fn shrunk(mut tree: Value, mut breach: Breach, seed: u64) -> (Value, Breach, u64) {
    let mut seed = seed;
    'again: loop {
        for less in smaller(&tree) {
            let text = written(&less);
            for next in [seed, seed + 1, seed + 2] {
                match tried(&text, next) {
                    Err(found) if found.0 == breach.0 => {
                        (tree, breach, seed) = (less, found, next);
                        continue 'again;
                    }
                    _ => {}
                }
            }
        }
        return (tree, breach, seed);
    }
}

/// What has been found in the games so far.
#[derive(Default)]
struct Found {
    failures: Vec<String>,
    kinds: BTreeMap<&'static str, u32>,
    reached: BTreeSet<usize>,
}

/// Makes a game up and tries it; `file` has it meanwhile.
fn one(stock: &Stock, (seed, game): (u64, u64), file: &Path, found: &Mutex<Found>) {
    let mut dice = Dice(seed.wrapping_mul(1 << 32).wrapping_add(game));
    let (tree, put) = stock.mix(&mut dice);
    let text = written(&tree);
    fs::write(file, &text).expect("a file is written");
    let tried = tried(&text, game);
    let is_new = {
        let mut found = found.lock().expect("no thread panics with it");
        found.reached.extend(put);
        tried.as_ref().is_err_and(|breach| {
            let known = found.kinds.entry(breach.0).or_default();
            *known += 1;
            // a few of each kind tell what there is to tell
            *known <= 6
        })
    };
    if let (Err(breach), true) = (tried, is_new) {
        let (least, (law, how), with) = shrunk(tree, breach, game);
        let failure = format!("{law} (game {game}, played with {with}): {how}\n{}", written(&least));
        found.lock().expect("no thread panics with it").failures.push(failure);
    }
}

#[test]
fn every_law_holds_in_every_mixture() {
    let stock = Stock::new();
    let games = number("FERZ_MIXTURES").unwrap_or(if long_run() { 1_500 } else { 150 });
    let seed = number("FERZ_MIXTURES_SEED").unwrap_or(0) as u64;
    let (next, found) = (AtomicUsize::new(0), Mutex::<Found>::default());
    let work = &|worker: usize| {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mixture-{seed}-{worker}.toml"));
        while let Some(game) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|game| *game < games) {
            one(&stock, (seed, game as u64), &file, &found);
        }
        let _ = fs::remove_file(&file);
    };
    std::thread::scope(|scope| (0..2).for_each(|worker| _ = scope.spawn(move || work(worker))));
    let Found { failures, kinds, reached } = found.into_inner().expect("no thread panics with it");
    let places = stock.places().count();
    assert!(3 * reached.len() >= places.min(games), "games are mixed: {} of {places} places", reached.len());
    assert!(failures.is_empty(), "{kinds:?}:\n{}", failures.join("\n\n"));
}
