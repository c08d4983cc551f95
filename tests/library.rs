//! The tasks of the manual's page about the library, done with ferz. What the page shows of them stands here, word for word.

use std::error::Error;

use ferz::pgn::{Notation, Record};
use ferz::{Engine, Game, Limits, Perft, SearchRequest, Side, Variant};

type Done = Result<(), Box<dyn Error>>;

fn chess() -> Variant {
    Variant::load("chess", &[]).expect("a built-in game")
}

#[test]
fn listing_moves() -> Done {
    let chess = Variant::load("chess", &[])?;
    let position = chess.start_position();
    let moves = position.legal_moves();
    assert_eq!(moves.len(), 20);
    Ok(())
}

#[test]
fn reading_a_fen() -> Done {
    let chess = chess();
    let fen = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    let position = chess.position(fen)?;
    assert_eq!(position.to_string(), fen);
    Ok(())
}

#[test]
fn playing_a_move() -> Done {
    let chess = chess();
    let mut position = chess.start_position();
    let next = position.parse_move("Nf3")?;
    assert_eq!(next.to_string(), "g1f3");
    position.play(&next)?;
    assert_eq!(position.side_to_move(), Side::Black);
    Ok(())
}

#[test]
fn looking_at_a_move() -> Done {
    let chess = chess();
    let position = chess.position("1n5k/P7/8/8/8/8/8/K7 w - - 0 1")?;
    let capture = position.parse_move("a7b8q")?;
    assert_eq!(capture.from(), Some("a7".parse()?));
    assert_eq!(capture.to(), Some("b8".parse()?));
    assert_eq!(capture.piece().map(|piece| piece.piece_type), chess.piece_type("pawn"));
    assert_eq!(capture.promotion(), chess.piece_type("queen"));
    assert!(capture.is_capture());
    assert_eq!(position.san(&capture), "axb8=Q+");
    Ok(())
}

#[test]
fn looking_at_the_board() -> Done {
    let chess = chess();
    let position = chess.start_position();
    let king = position.piece_at("e8".parse()?).ok_or("nobody")?;
    assert_eq!((king.side, king.piece_type), (Side::Black, chess.piece_type("king").ok_or("no king")?));
    let white = position.pieces().filter(|(_, piece)| piece.side == Side::White);
    assert_eq!(white.count(), 16);
    Ok(())
}

#[test]
fn asking_for_check_and_attackers() -> Done {
    let chess = chess();
    let position = chess.position("4k3/8/8/8/7b/8/8/4K2R w K - 0 1")?;
    assert!(position.is_check());
    assert_eq!(position.checkers(), ["h4".parse()?]);
    assert_eq!(position.attackers("h4".parse()?, Side::White), ["h1".parse()?]);
    Ok(())
}

#[test]
fn asking_who_has_won() -> Done {
    let chess = chess();
    let position = chess.position("R5k1/5ppp/8/8/8/8/8/7K b - - 1 1")?;
    let outcome = position.outcome().ok_or("the game goes on")?;
    assert_eq!(outcome.winner, Some(Side::White));
    assert_eq!(outcome.reason, "checkmate");
    assert_eq!(outcome.to_string(), "1-0");
    Ok(())
}

#[test]
fn looking_ahead() -> Done {
    let chess = chess();
    let position = chess.position("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")?;
    let mut mates = Vec::new();
    for candidate in position.legal_moves() {
        let mut after = position.clone();
        after.play(&candidate)?;
        if after.outcome().is_some_and(|outcome| outcome.reason == "checkmate") {
            mates.push(position.san(&candidate));
        }
    }
    assert_eq!(mates, ["Ra8#"]);
    Ok(())
}

#[test]
fn counting() -> Done {
    let chess = chess();
    let position = chess.start_position();
    assert_eq!(position.perft(4), 197_281);
    Ok(())
}

/// A number generator for examples: SplitMix64.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (word >> 33) as usize % limit
    }
}

#[test]
fn writing_a_random_game() -> Done {
    let (chess, mut dice) = (chess(), Dice(1));
    let mut game = chess.start();
    while game.outcome().is_none() {
        let moves = game.legal_moves();
        game.play(&moves[dice.below(moves.len())])?;
    }
    let mut record = Record::of(&game, Notation::San);
    record.set("White", "Chance");
    record.set("Black", "Chance");
    let pgn = record.to_string();
    assert!(pgn.contains("[White \"Chance\"]") && pgn.contains("\n1. "), "{pgn}");
    Ok(())
}

#[test]
fn any_game() -> Done {
    let courier = Variant::load("courier", &[])?;
    assert_eq!((courier.files(), courier.ranks()), (12, 8));
    for info in courier.piece_types() {
        assert_eq!(courier.piece_type(&info.name), Some(info.piece_type));
    }
    let sage = courier.piece_type("sage").ok_or("no sage")?;
    assert!(courier[sage].words.contains("one square"), "{}", courier[sage].words);
    let ends: Vec<String> = courier.ends().into_iter().map(|end| end.name).collect();
    assert!(ends.contains(&"bare-king".to_owned()));
    Ok(())
}

#[test]
fn a_game_of_its_own() -> Done {
    let text = r#"
        extends = "chess"
        [game]
        name = "Race"
        [end.race]
        win = "my king on rank 8"
    "#;
    let race = Variant::from_text("race.toml", text, &[])?;
    assert!(race.ends().iter().any(|end| end.name == "race"));
    Ok(())
}

#[test]
fn exploring() -> Done {
    use ferz::MoveList;

    let (chess, mut dice, mut played) = (chess(), Dice(1), 0);
    let mut explorer = chess.start_position().explorer();
    let mut moves = MoveList::new();
    for _ in 0..100 {
        explorer.restart();
        for _ in 0..300 {
            explorer.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            explorer.play(&moves, dice.below(moves.len()));
            played += 1;
        }
    }
    assert!(played > 10_000, "{played}");
    Ok(())
}

#[test]
fn thinking() -> Done {
    use std::sync::atomic::AtomicBool;

    let chess = chess();
    let game = Game::from(chess.position("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")?);
    let engine = Engine::new(16, 1)?;
    let limits = Limits { nodes: Some(10_000), ..Limits::default() };
    let request = SearchRequest { limits, ..SearchRequest::default() };
    let result = engine.think(&game, &request, &AtomicBool::new(false), &mut |_| ());
    assert_eq!(result.best.map(|best| best.to_string()).as_deref(), Some("a1a8"));
    Ok(())
}

#[test]
fn counting_in_threads() -> Done {
    let chess = chess();
    let position = chess.start_position();
    let perft = Perft { threads: 2, ..Perft::default() };
    let counts = perft.divide(&position, 4, &|_done, _all| ())?;
    assert_eq!(counts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 197_281);
    Ok(())
}

/// The lines of a text without their indentation.
fn flush(text: &str) -> String {
    text.lines()
        .map(|line| {
            line.trim().to_owned()
                + "
"
        })
        .collect()
}

#[test]
fn the_page_shows_what_is_tried_here() {
    let root = env!("CARGO_MANIFEST_DIR");
    let read = |file: &str| std::fs::read_to_string(format!("{root}/{file}")).expect("a text");
    let (page, tried) = (read("docs/library.md"), read("tests/library.rs"));
    let bodies: Vec<String> = tried
        .split("-> Done {\n")
        .skip(1)
        .map(|body| flush(body.split("\n}\n").next().unwrap_or("")))
        .collect();
    let mut shown = 0;
    for block in page.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap_or("")) {
        shown += 1;
        assert!(bodies.iter().any(|body| body.contains(&flush(block))), "not tried:\n{block}");
    }
    assert!(shown > 12, "{shown}");
}
