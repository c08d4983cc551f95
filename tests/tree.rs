//! The search by a tree: it finds what there is to find, keeps to its room and its limits, and answers alike to the same question. How well it
//! plays is tested with the other method, in `tests/search.rs`.
//!
//! In the long run, more moves of every game are played, and more positions are searched twice for the same answer.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use ferz::{
    Clock, Engine, Game, Limits, Method, Move, Score, SearchRequest, SearchResult, Side, builtin_games,
};

use crate::dice::Dice;
use crate::loaded::load;
use crate::long::long_run;

fn ask(nodes: u64) -> SearchRequest {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    SearchRequest { method: Some(Method::Tree), limits, ..SearchRequest::default() }
}

fn start(game: &str) -> Game {
    load(game, &[]).expect("a built-in game").start()
}

fn engine() -> Engine {
    Engine::new(4, 1).expect("room")
}

fn think(engine: &Engine, game: &Game, ask: &SearchRequest) -> SearchResult {
    engine.think(game, ask, &AtomicBool::new(false), &mut |_| ())
}

#[test]
fn wins_are_found_soon() {
    let positions = [
        ("chess", "6k1/5ppp/8/8/8/8/8/R6K w", 1, 100),
        ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w", 3, 20_000),
        ("chess", "7k/8/8/8/p7/8/1R6/2R4K w", 3, 5_000),
        ("shatranj", "7k/8/8/8/p7/8/1R6/2R4K w", 3, 5_000),
        ("makruk", "7k/8/8/p7/8/8/1R6/2R4K w", 3, 5_000),
        ("capablanca", "9k/10/10/10/p9/10/1R8/2R6K w", 3, 20_000),
        ("courier", "11k/12/12/12/p11/12/1R10/2R8K w", 3, 20_000),
        // whoever takes the last piece has won
        ("courier", "11k/12/12/12/p11/12/12/R10K w", 1, 100),
        ("english-draughts", "8/8/8/8/3m4/2M5/8/8 w", 1, 100),
    ];
    let engine = engine();
    for (name, fen, plies, nodes) in positions {
        let game = load(name, &[]).expect("a built-in game").start_from(fen).expect("a position");
        engine.forget();
        let opinion = think(&engine, &game, &ask(nodes));
        assert_eq!(opinion.lines[0].score, Score::Win(plies), "{name}: {fen}: {:?}", opinion.lines);
        assert!(opinion.nodes <= nodes);
    }
}

#[test]
fn what_is_settled_is_not_looked_at_any_more() {
    // neither a depth nor positions nor time limit it
    let unbounded = SearchRequest { method: Some(Method::Tree), ..SearchRequest::default() };
    let game = start("chess").variant().start_from("6k1/5ppp/8/8/8/8/8/R6K w").expect("a position");
    assert_eq!(think(&engine(), &game, &unbounded).lines[0].score, Score::Win(1));
}

#[test]
fn a_side_that_moves_twice_keeps_its_sign() {
    // White's first turn here is two moves, and the second captures: it is White's gain
    let mut game = start("korkserschach");
    game.play_text("e2e4").expect("legal");
    assert_eq!(game.side_to_move(), Side::White);
    let opinion = think(&engine(), &game, &ask(20_000));
    let Score::Value(value) = opinion.lines[0].score else { panic!("{:?}", opinion.lines) };
    assert!((-150..=250).contains(&value), "{value}");
}

#[test]
fn a_repetition_is_a_draw_the_losing_side_wants() {
    // Black is far behind, but can give check for ever
    let game = start("chess").variant().start_from("6k1/5p1p/3Q4/8/8/8/qq6/7K w").expect("a position");
    let opinion = think(&engine(), &game, &ask(100_000));
    assert_eq!(opinion.lines[0].score, Score::Value(0), "{:?}", opinion.lines);
}

#[test]
fn only_legal_moves_are_played() {
    let nodes = if long_run() { 300 } else { 150 };
    for name in builtin_games() {
        let (mut game, mut dice, engine) = (start(name), Dice(7), engine());
        for ply in 0..if long_run() { 60 } else { 16 } {
            if game.outcome().is_some() {
                break;
            }
            let mv = match ply {
                0..6 => random(&game, &mut dice),
                _ => think(&engine, &game, &ask(nodes)).best.expect("the game is not over"),
            };
            let written = mv.to_string();
            game.play(&mv).unwrap_or_else(|error| panic!("{name}: {written}: {error}"));
        }
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    for name in builtin_games() {
        let mut game = start(name);
        for _ in 0..4 {
            let goes_on = |mv: &Move| {
                let mut next = game.clone();
                next.play(mv).is_ok() && next.outcome().is_none()
            };
            // some games are over soon, whatever is played
            let Some(mv) = game.legal_moves().into_iter().rev().find(goes_on) else { break };
            game.play(&mv).expect("legal");
        }
        let answer = |threads| {
            let nodes = if long_run() { 5_000 } else { 600 };
            let opinion = think(&Engine::new(2, threads).expect("room"), &game, &ask(nodes));
            assert!(opinion.nodes <= nodes, "{name}");
            let lines: Vec<_> = opinion.lines.into_iter().map(|line| (line.score, line.pv)).collect();
            (opinion.best, opinion.nodes, lines)
        };
        let first = answer(1);
        assert_eq!(first, answer(1), "{name}");
        // a tree has one thread, however many there are
        assert_eq!(first, answer(2), "{name}");
    }
}

#[test]
fn one_engine_can_search_both_ways() {
    let (game, engine) = (start("chess"), engine());
    let by = |method| think(&engine, &game, &SearchRequest { method: Some(method), ..ask(3_000) }).nodes;
    let first = by(Method::AlphaBeta);
    engine.forget();
    assert!(by(Method::Tree) <= 3_000);
    engine.forget();
    assert_eq!(by(Method::AlphaBeta), first, "the table has its room again");
}

#[test]
fn the_values_of_a_game_say_how_it_is_searched() {
    let values = ferz::Values::read("search = \"tree\"\n").expect("values");
    let tree = start("chess").variant().with_values(values).start();
    let told = SearchRequest { method: None, ..ask(3_000) };
    let lines = |game: &Game, ask: &SearchRequest| {
        let found = think(&engine(), game, ask).lines;
        found.into_iter().map(|line| (line.pv, line.score, line.depth)).collect::<Vec<_>>()
    };
    assert_eq!(lines(&tree, &told), lines(&tree, &ask(3_000)));
    assert_ne!(
        lines(&tree, &told),
        lines(&tree, &SearchRequest { method: Some(Method::AlphaBeta), ..told.clone() })
    );
}

#[test]
fn several_lines_begin_with_different_moves() {
    let game = start("courier");
    let opinion = think(&engine(), &game, &SearchRequest { lines: 4, ..ask(20_000) });
    let mut firsts: Vec<_> = opinion.lines.iter().map(|line| line.pv[0].to_string()).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
    let many = SearchRequest { lines: 400, ..ask(5_000) };
    assert_eq!(think(&engine(), &game, &many).lines.len(), game.legal_moves().len());
}

#[test]
fn only_the_moves_asked_about_are_answered() {
    let game = start("chess");
    let only: Vec<Move> = ["a2a3", "h2h3"].iter().map(|text| game.parse_move(text).expect("legal")).collect();
    let opinion = think(&engine(), &game, &SearchRequest { only: only.clone(), lines: 3, ..ask(5_000) });
    assert_eq!(opinion.lines.len(), 2);
    assert!(only.contains(&opinion.best.expect("a move")));
}

#[test]
fn a_depth_and_a_time_are_limits() {
    let game = start("courtyard");
    let limits = Limits { depth: Some(5), ..Limits::default() };
    assert_eq!(think(&engine(), &game, &SearchRequest { limits, ..ask(1) }).lines[0].depth, 5);
    static MILLIS: AtomicU64 = AtomicU64::new(0);
    let engine = engine().with_clock(Clock::new(|| Duration::from_millis(MILLIS.load(Ordering::Relaxed))));
    let most = Some(Duration::from_millis(60));
    for limits in [Limits { time: most, ..Limits::default() }, Limits { enough: most, ..Limits::default() }] {
        MILLIS.store(0, Ordering::Relaxed);
        let mut reports = 0;
        let ask = SearchRequest { limits, ..ask(1) };
        let opinion = engine.think(&game, &ask, &AtomicBool::new(false), &mut |_| {
            reports += 1;
            MILLIS.store(if reports < 5 { 59 } else { 60 }, Ordering::Relaxed);
        });
        assert_eq!((opinion.time, reports >= 5), (Duration::from_millis(60), true));
    }
}

#[test]
fn the_smallest_limits_have_an_answer() {
    let engine = engine();
    for name in builtin_games() {
        let (game, legal) = (start(name), start(name).legal_moves());
        for nodes in [1, 2, 5, 20, 40] {
            let opinion = think(&engine, &game, &ask(nodes));
            assert!(opinion.best.is_some_and(|mv| legal.contains(&mv)), "{name}: {nodes}");
        }
    }
}

fn random(game: &Game, dice: &mut Dice) -> Move {
    let moves = game.legal_moves();
    moves[dice.below(moves.len())].clone()
}
