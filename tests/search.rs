//! The search: it finds what there is to find, plays only legal moves, is deterministic, and beats players that don't think.
//!
//! The strength of both methods and of the levels is tested here and nowhere else. In the long run, every game is played against players
//! that don't think, not only the varied few of [`FEW`]; and more moves of every game, and more games of levels, are played.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use ferz::{
    Clock, Engine, Game, Level, Limits, Method, Move, Pondering, Score, SearchRequest, SearchResult, Side,
    Variant, builtin_games,
};

use crate::dice::Dice;
use crate::loaded::load;
use crate::long::long_run;

fn ask(nodes: u64) -> SearchRequest {
    SearchRequest { limits: Limits { nodes: Some(nodes), ..Limits::default() }, ..SearchRequest::default() }
}

fn position(game: &str, fen: &str) -> Game {
    load(game, &[]).expect("a built-in game").start_from(fen).unwrap_or_else(|error| panic!("{error}"))
}

fn think(engine: &Engine, game: &Game, ask: &SearchRequest) -> ferz::SearchResult {
    engine.think(game, ask, &AtomicBool::new(false), &mut |_| ())
}

#[test]
fn wins_are_found_soon() {
    let positions = [
        ("chess", "6k1/5ppp/8/8/8/8/8/R6K w", 1, 100),
        ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w", 3, 2_000),
        ("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w", 5, 5_000),
        ("chess", "7k/8/8/8/p7/8/1R6/2R4K w", 3, 3_000),
        ("shatranj", "7k/8/8/8/p7/8/1R6/2R4K w", 3, 3_000),
        ("makruk", "7k/8/8/p7/8/8/1R6/2R4K w", 3, 3_000),
        ("capablanca", "9k/10/10/10/p9/10/1R8/2R6K w", 3, 10_000),
        ("courier", "11k/12/12/12/p11/12/1R10/2R8K w", 3, 3_000),
        // whoever takes the last piece has won
        ("courier", "11k/12/12/12/p11/12/12/R10K w", 1, 100),
        ("english-draughts", "8/8/8/8/3m4/2M5/8/8 w", 1, 100),
    ];
    let engine = Engine::new(4, 1).expect("room");
    for (name, fen, plies, nodes) in positions {
        let game = position(name, fen);
        engine.forget();
        let opinion = think(&engine, &game, &ask(nodes));
        assert_eq!(opinion.lines[0].score, Score::Win(plies), "{name}: {fen}: {:?}", opinion.lines);
        assert!(opinion.nodes <= nodes);
    }
}

#[test]
fn checks_that_count_are_seen() {
    let engine = Engine::new(1, 1).expect("room");
    let shallow =
        SearchRequest { limits: Limits { depth: Some(1), ..Limits::default() }, ..SearchRequest::default() };
    let score = |fen: &str| {
        engine.forget();
        think(&engine, &position("three-check", fen), &shallow).lines[0].score
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let worth = |checks: &str| match score(&format!("{start} {checks} 0 1")) {
        Score::Value(value) => value,
        other => panic!("{checks}: {other:?}"),
    };
    let [three, two, one] = ["3+3", "2+3", "1+3"].map(worth);
    assert!(three + 60 < two && two + 200 < one, "{three} {two} {one}");
    assert!(worth("3+1") < -200, "the enemy's count against us");
    // whatever White plays, the rook gives the last check
    assert_eq!(score("4k2r/8/8/8/8/8/P7/6K1 w - - 3+1 0 1"), Score::Loss(2));
}

#[test]
fn a_draw_in_a_race_is_worth_less_to_the_player_but_not_in_an_analysis() {
    let text = "[game]\nname = \"x\"\nsources = [\"x\"]\n[board]\nfiles = 6\nranks = 2\n[regions]\nhill = \"f2\"\n\
                [pieces]\nking = { letter = \"K\", moves = \"W\" }\npawn = { letter = \"P\", moves = \"fW\" }\n\
                [setup]\nfen = \"5k/PP3K\"\n[end]\nrace = { win = \"my king in hill\" }\n\
                drawn = { draw = \"my pawn on rank 2\" }\n";
    let royal = text.replace("moves = \"W\"", "moves = \"W\", royal = true");
    for (text, lines, value) in [(text, 1, -200), (text, 2, 0), (&royal, 1, 0)] {
        let game = Variant::from_text("race.toml", text, &[]).unwrap().start_from("6/PP1k2 w").unwrap();
        let request = SearchRequest { lines, ..ask(500) };
        let result = think(&Engine::new(1, 1).unwrap(), &game, &request);
        assert_eq!(result.lines[0].score, Score::Value(value), "{lines}: {:?}", result.lines);
    }
}

fn time(millis: u64) -> Limits {
    Limits { time: Some(Duration::from_millis(millis)), ..Limits::default() }
}

/// The clock of the next test, in milliseconds; it goes on when the test says so.
static NOW: AtomicU64 = AtomicU64::new(0);

/// Ponders with that clock, calls a function at every report, with its number, and returns the result with its time in milliseconds.
fn ponder(
    threads: usize,
    limits: Limits,
    mut at: impl FnMut(u32, &Pondering, &AtomicBool),
) -> (SearchResult, u128) {
    NOW.store(0, Ordering::Relaxed);
    let clock = Clock::new(|| Duration::from_millis(NOW.load(Ordering::Relaxed)));
    let game = load("chess", &[]).expect("a built-in game").start();
    let engine = Engine::new(1, threads).expect("room").with_clock(clock);
    let (stop, pondering) = (AtomicBool::new(false), Pondering::default().with_clock(clock));
    let ask = SearchRequest { limits, pondering: Some(pondering.clone()), ..SearchRequest::default() };
    let mut reports = 0;
    let opinion = engine.think(&game, &ask, &stop, &mut |_| {
        reports += 1;
        at(reports, &pondering, &stop);
    });
    assert!(opinion.best.is_some());
    let took = opinion.time.as_millis();
    (opinion, took)
}

#[test]
fn pondering_has_no_limit_of_time_until_the_expected_move_is_made() {
    let now = |millis| NOW.store(millis, Ordering::Relaxed);
    for threads in [1, 2] {
        // long after its limit it still ponders; the clock starts at the hit
        let (_, took) = ponder(threads, time(1), |report, pondering, _| match report {
            1 => now(1000),
            5 => pondering.hit(time(200)),
            6 => now(1199),
            8 => now(1200),
            _ => {}
        });
        assert_eq!(took, 1200);
        // the first word holds
        let (_, took) = ponder(threads, Limits::default(), |report, pondering, _| match report {
            2 => {
                now(1000);
                pondering.hit(time(20));
                pondering.hit(time(60_000));
            }
            5 => now(1020),
            _ => {}
        });
        assert_eq!(took, 1020);
        let stopped = |report, _: &Pondering, stop: &AtomicBool| stop.store(report >= 5, Ordering::Relaxed);
        ponder(threads, time(0), stopped);
        let deep = Limits { depth: Some(2), ..Limits::default() };
        assert_eq!(ponder(threads, deep, |_, _, _| ()).0.lines[0].depth, 2);
    }
}

#[test]
fn a_limit_of_time_ends_a_search_when_the_clock_says_so() {
    static MILLIS: AtomicU64 = AtomicU64::new(0);
    let clock = Clock::new(|| Duration::from_millis(MILLIS.load(Ordering::Relaxed)));
    let game = load("courier", &[]).expect("a built-in game").start();
    let ask = SearchRequest { limits: time(60), ..SearchRequest::default() };
    let (engine, mut reports) = (Engine::new(1, 1).expect("room").with_clock(clock), 0);
    let opinion = engine.think(&game, &ask, &AtomicBool::new(false), &mut |_| {
        reports += 1;
        MILLIS.store(if reports < 5 { 59 } else { 60 }, Ordering::Relaxed);
    });
    assert_eq!((opinion.time.as_millis(), reports >= 5), (60, true));
}

#[test]
fn a_side_that_moves_twice_keeps_its_sign() {
    // White's first turn here is two moves, and the second captures: it is White's gain
    let mut game = load("korkserschach", &[]).expect("a built-in game").start();
    game.play_text("e2e4").expect("legal");
    assert_eq!(game.side_to_move(), Side::White);
    let opinion = think(&Engine::new(4, 1).expect("room"), &game, &ask(20_000));
    let Score::Value(value) = opinion.lines[0].score else { panic!("{:?}", opinion.lines) };
    assert!((-150..=250).contains(&value), "{value}");
}

#[test]
fn only_legal_moves_are_played() {
    let engine = Engine::new(4, 1).expect("room");
    let plies = if long_run() { [30, 70] } else { [8, 18] };
    for name in builtin_games() {
        for option in load(name, &[]).expect("a built-in game").options() {
            for value in option.values {
                let choice = ferz::Choice { name: option.name.clone(), value };
                play(&engine, &load(name, &[choice]).expect("a sound choice"), plies[0]);
            }
        }
        play(&engine, &load(name, &[]).expect("a built-in game"), plies[1]);
    }
}

/// Plays a game against itself, of so many moves at most.
fn play(engine: &Engine, variant: &Variant, plies: usize) {
    let mut game = variant.start();
    let mut dice = Dice(3);
    for ply in 0..plies {
        if game.outcome().is_some() {
            break;
        }
        let mv = if ply < 6 {
            let moves = game.legal_moves();
            moves[dice.below(moves.len())].clone()
        } else {
            let opinion = think(engine, &game, &ask(if long_run() { 200 } else { 100 }));
            assert!(!opinion.lines.is_empty() && !opinion.lines[0].pv.is_empty());
            opinion.best.expect("the game is not over")
        };
        let written = mv.to_string();
        game.play(&mv).unwrap_or_else(|error| panic!("{}: {written}: {error}", variant.name()));
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    let nodes = if long_run() { 3_000 } else { 1_000 };
    for name in builtin_games() {
        let mut game = load(name, &[]).expect("a built-in game").start();
        for _ in 0..4 {
            let goes_on = |mv: &Move| {
                let mut next = game.clone();
                next.play(mv).is_ok() && next.outcome().is_none()
            };
            // some games are over soon, whatever is played
            let Some(mv) = game.legal_moves().into_iter().rev().find(goes_on) else { break };
            game.play(&mv).expect("legal");
        }
        let answers: Vec<_> = (0..2)
            .map(|_| {
                let opinion = think(&Engine::new(2, 1).expect("room"), &game, &ask(nodes));
                (
                    opinion.best,
                    opinion.nodes,
                    opinion.lines.into_iter().map(|l| (l.score, l.pv)).collect::<Vec<_>>(),
                )
            })
            .collect();
        assert_eq!(answers[0], answers[1], "{name}");
        assert!(answers[0].1 <= nodes, "{name}");
    }
}

#[test]
fn several_lines_begin_with_different_moves() {
    let game = load("courier", &[]).expect("a built-in game").start();
    let opinion = think(&Engine::new(4, 1).expect("room"), &game, &SearchRequest { lines: 4, ..ask(20_000) });
    assert_eq!(opinion.lines.len(), 4);
    let mut firsts: Vec<_> = opinion.lines.iter().map(|line| line.pv[0].to_string()).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
    let few = SearchRequest { lines: 400, ..ask(2_000) };
    assert_eq!(think(&Engine::new(4, 1).expect("room"), &game, &few).lines.len(), game.legal_moves().len());
}

#[test]
fn only_the_moves_asked_about_are_answered() {
    let game = load("chess", &[]).expect("a built-in game").start();
    let only: Vec<Move> = ["a2a3", "h2h3"].iter().map(|text| game.parse_move(text).expect("legal")).collect();
    let opinion = think(
        &Engine::new(4, 1).expect("room"),
        &game,
        &SearchRequest { only: only.clone(), lines: 3, ..ask(5_000) },
    );
    assert_eq!(opinion.lines.len(), 2);
    assert!(only.contains(&opinion.best.expect("a move")));
}

#[test]
fn a_flag_stops_both_methods_and_several_threads() {
    for (name, method) in
        [("chess", Method::AlphaBeta), ("chess", Method::Tree), ("international-draughts", Method::Tree)]
    {
        let game = load(name, &[]).expect("a built-in game").start();
        let (engine, stop) = (Engine::new(4, 3).expect("room"), AtomicBool::new(false));
        // nothing else limits it
        let ask = SearchRequest { method: Some(method), ..SearchRequest::default() };
        let opinion = engine.think(&game, &ask, &stop, &mut |info| {
            stop.fetch_or(info.nodes > 1_000, Ordering::Relaxed);
        });
        assert!(opinion.best.is_some() && opinion.nodes > 1_000, "{name}: {opinion:?}");
    }
}

#[test]
fn a_repetition_is_a_draw_the_losing_side_wants() {
    // Black is far behind, but can give check for ever
    let game = position("chess", "6k1/5ppp/8/8/8/8/q4PPP/3Q2K1 w");
    let opinion = think(&Engine::new(4, 1).expect("room"), &game, &ask(20_000));
    assert_eq!(opinion.lines[0].score, Score::Win(1), "{:?}", opinion.lines);
    let game = position("chess", "6k1/5p1p/3Q4/8/8/8/qq6/7K w");
    let opinion = think(&Engine::new(4, 1).expect("room"), &game, &ask(60_000));
    assert_eq!(opinion.lines[0].score, Score::Value(0), "{:?}", opinion.lines);
}

/// Captures what is worth most by the count of its owner's moves, else plays anything.
fn greedy(game: &Game, dice: &mut Dice) -> Move {
    let mut best: Vec<Move> = Vec::new();
    let mut most = -1;
    for mv in game.legal_moves() {
        let taken = mv.captures().len() as i32;
        if taken > most {
            (best, most) = (Vec::new(), taken);
        }
        if taken == most {
            best.push(mv);
        }
    }
    best[dice.below(best.len())].clone()
}

fn random(game: &Game, dice: &mut Dice) -> Move {
    let moves = game.legal_moves();
    moves[dice.below(moves.len())].clone()
}

/// Chooses a move without thinking.
type Player = fn(&Game, &mut Dice) -> Move;

/// Wins, draws and losses of the search against a player, in games with these numbers: White in the even ones, Black in the odd ones.
fn score(name: &str, method: Method, games: Range<u64>, player: Player) -> [u32; 3] {
    let variant = load(name, &[]).expect("a built-in game");
    let engine = Engine::new(4, 1).expect("room");
    let think = |game: &Game, _| {
        think(&engine, game, &SearchRequest { method: Some(method), ..ask(3_000) }).best.expect("not over")
    };
    results(&variant, games, think, player)
}

/// Wins, draws and losses of whoever chooses by `think`, which is also given a seed, against a player.
fn results(
    variant: &Variant,
    games: Range<u64>,
    think: impl Fn(&Game, u64) -> Move,
    player: Player,
) -> [u32; 3] {
    let mut score = [0; 3];
    for number in games {
        let own = Side::BOTH[number as usize % 2];
        let (mut game, mut dice) = (variant.start(), Dice(number));
        for ply in 0..500 {
            if game.outcome().is_some() {
                break;
            }
            let mv = match game.side_to_move() == own {
                true => think(&game, number * 1000 + ply),
                false => player(&game, &mut dice),
            };
            game.play(&mv).expect("legal");
        }
        match game.outcome().and_then(|result| result.winner) {
            Some(winner) => score[if winner == own { 0 } else { 2 }] += 1,
            None => score[1] += 1,
        }
    }
    score
}

/// Games that so short a search does not understand, because what is good shows late, or in which chance does not lose, either; and one that
/// is won only with pieces that come from a second board.
const LATE: [&str; 6] = ["ard-ri", "hnefatafl", "joust", "koedem", "misere", "reversi"];

/// Games that nobody wins against chance: in two, all men must stand where the enemy's began, and chance leaves some of its men at home; one is
/// drawn.
const HELD: [&str; 3] = ["five-field-kono", "halma", "pong-hau-ki"];

/// Varied games: on boards of several kinds, with drops, turns of several moves, captures that must be made, and other aims than mate.
const FEW: [&str; 12] = [
    "antichess",
    "atomic",
    "capablanca",
    "chess",
    "courtyard",
    "crazyhouse",
    "english-draughts",
    "glinski",
    "korkserschach",
    "minixiangqi",
    "reversi",
    "shatranj",
];

/// Games in which a short search by a tree is enough to win.
const BY_TREE: [&str; 21] = [
    "ai-wok",
    "antichess",
    "asean",
    "berolina",
    "capablanca",
    "capahouse",
    "chess",
    "courier",
    "courier-de-la-dama",
    "courier-historic",
    "courier-spiel",
    "courtyard",
    "english-draughts",
    "furious-courier",
    "grasshopper",
    "international-draughts",
    "korkserschach",
    "makruk",
    "modern-courier",
    "shako",
    "shatranj",
];

#[test]
fn who_does_not_think_loses() {
    let long = long_run();
    let loses = |at: usize, name: &str, method: Method| -> Vec<String> {
        if LATE.contains(&name) {
            let [won, drawn, lost] = score(name, method, 0..6, random);
            let told = || format!("{name} against chance: {won} won, {drawn} drawn, {lost} lost");
            return (won < lost).then(told).into_iter().collect();
        }
        // each side once: one against chance, the other against greed, in turn
        let (white, black) = if (at / 2).is_multiple_of(2) {
            (random as Player, greedy as Player)
        } else {
            (greedy as Player, random as Player)
        };
        let of = |side: &str, score: [u32; 3]| {
            (score != [1, 0, 0]).then(|| format!("{name} as {side}, {method:?}: {score:?}"))
        };
        let both =
            [of("White", score(name, method, 0..1, white)), of("Black", score(name, method, 1..2, black))];
        both.into_iter().flatten().collect()
    };
    let (all, by_tree): (Vec<&str>, &[&str]) =
        if long { (builtin_games(), &BY_TREE) } else { (FEW.to_vec(), &["courtyard", "shatranj"]) };
    let seen = all.into_iter().filter(|name| !HELD.contains(name));
    let played = seen.enumerate().map(|(at, name)| (at, name, Method::AlphaBeta));
    let played = played.chain(by_tree.iter().enumerate().map(|(at, name)| (at, *name, Method::Tree)));
    // the longest test of all: on two threads
    let played: Vec<_> = played.collect();
    let failed: Vec<String> = std::thread::scope(|scope| {
        let halves = [0, 1].map(|half| {
            let played = played.iter().skip(half).step_by(2);
            scope.spawn(move || played.flat_map(|(at, name, method)| loses(*at, name, *method)).collect())
        });
        halves
            .into_iter()
            .flat_map(|half| half.join().unwrap_or_else(|_| vec!["a thread".to_owned()]))
            .collect()
    });
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn the_lowest_level_loses_to_whoever_takes_what_there_is_and_a_higher_one_wins() {
    let variant = load("chess", &[]).expect("a built-in game");
    let games = if long_run() { 40 } else { 12 };
    let score = |level: Level| {
        let engine = Engine::new(1, 1).expect("room");
        let choose = |game: &Game, seed| {
            let ask = SearchRequest { strength: level.strength(), seed, ..SearchRequest::default() };
            think(&engine, game, &ask).best.expect("not over")
        };
        results(&variant, 0..games, choose, greedy)
    };
    let [won, _, lost] = score(Level::LOWEST);
    assert!(lost > won, "{won} won, {lost} lost");
    let [won, _, lost] = score(Level::new(11).expect("a level"));
    assert!(u64::from(won) * 5 >= games * 2 && 5 * lost <= won, "{won} won, {lost} lost");
}

#[test]
fn who_sees_mate_does_not_stalemate() {
    // won, and in each a move or two that stalemate
    let positions = [
        "8/8/8/1R4K1/P1k5/8/3Q4/8 w - - 6 74",
        "8/4k3/6p1/2b5/4q3/4pp1K/4r3/8 b - - 1 59",
        "4k3/8/3Q4/1R6/8/1N6/3K4/8 w - - 57 87",
        "8/8/8/p1R3BQ/P6P/2K2Q2/7k/8 w - - 3 52",
    ];
    let seeds = if long_run() { 25 } else { 5 };
    for (fen, seed) in positions.into_iter().flat_map(|fen| (0..seeds).map(move |seed| (fen, seed))) {
        let mut game = position("chess", fen);
        let strength = Level::new(23).and_then(Level::strength);
        let ask = SearchRequest { strength, seed, ..SearchRequest::default() };
        let best = think(&Engine::new(1, 1).expect("room"), &game, &ask).best.expect("not over");
        game.play(&best).expect("a legal move");
        let over = game.outcome().map(|outcome| outcome.reason);
        assert_ne!(over.as_deref(), Some("stalemate"), "{best} in {fen}, seed {seed}");
    }
}

#[test]
fn a_level_depends_on_its_seed_alone() {
    let game = position("chess", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    let fresh = || Engine::new(1, 1).expect("room");
    let used = fresh();
    think(&used, &game, &ask(20_000));
    let mut chosen = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let ask = SearchRequest {
            strength: Level::new(3).and_then(Level::strength),
            seed,
            ..SearchRequest::default()
        };
        let [first, second] = [think(&fresh(), &game, &ask), think(&used, &game, &ask)];
        // what the engine knows from elsewhere makes it no stronger
        assert_eq!((first.best.as_ref(), first.nodes), (second.best.as_ref(), second.nodes));
        chosen.insert(first.best.expect("not over").to_string());
    }
    assert!(chosen.len() > 5, "{chosen:?}");
}

#[test]
fn a_piece_that_wins_by_getting_there_goes_there() {
    // three moves from winning, and nobody in between
    let game = position("courtyard", "10/3K6/10/10/10/10/10/10/8g1/7k2 w - - 0 1");
    let found = think(&Engine::new(1, 1).expect("room"), &game, &ask(3_000));
    assert!(matches!(found.lines[0].score, Score::Win(_)), "{:?}", found.lines[0].score);
}
