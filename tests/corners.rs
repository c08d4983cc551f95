//! Corners of rules, where one meets another or something that its words did not think of.

use ferz::Variant;

/// Chess with turns of this programme.
fn chess(turn: &str) -> Variant {
    let text = format!("extends = \"chess\"\n[game]\nname = \"x\"\nsources = [\"x\"]\n[turn]\n{turn}\n");
    Variant::from_text("turns.toml", &text, &[]).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn nobody_takes_a_piece_of_its_own_in_passing() {
    let variant = chess("every = [{ move = \"any\" }, { move = \"any\", another-piece = true }]");
    let mut game = variant.start();
    game.play_text("e2e4").expect("a legal move");
    for own in ["d2e3", "f2e3"] {
        assert!(game.parse_move(own).is_err(), "{own} takes a pawn of its own side");
    }
    // after a part that is left out, too
    let variant = chess("every = [{ move = \"any\" }, { move = \"any\", optional = true }]");
    let game = variant.start_from("4k3/8/8/8/4P3/8/3P4/4K3 w - e3 stage=1:e4").expect("a position");
    assert!(game.parse_move("d2e3").is_err());
    // an enemy still does
    let game = variant.start_from("4k3/8/8/8/3pP3/8/8/4K3 b - e3").expect("a position");
    assert!(game.parse_move("d4e3").is_ok());
}

#[test]
fn the_part_of_a_turn_in_a_position_is_one_of_that_turn() {
    let variant = chess("first = [{ move = \"any\" }, { move = \"any\", another-piece = true }]");
    let fen = |fields: &str| format!("4k3/8/8/8/4P3/8/8/4K3 b - - {fields}");
    variant.start_from(&fen("first=b stage=1:e4")).expect("Black's first turn has two parts");
    let fault = variant.start_from(&fen("first=- stage=1:e4")).expect_err("its later turns have one");
    assert!(fault.to_string().contains("the turn has no such move"), "{fault}");
}

/// A game of these tables, on eight files and ranks if the first says nothing else.
fn game(tables: &str) -> Variant {
    let text = format!(
        "[game]\nname = \"x\"\nsources = [\"x\"]\n{tables}\n[end]\nmate = {{ lose = \"checkmate\" }}\n"
    );
    Variant::from_text("corner.toml", &text, &[]).unwrap_or_else(|error| panic!("{error}"))
}

const CASTLING: &str = "[pieces]\nking = { letter = \"K\", moves = \"K\", royal = true }\n\
    rook = { letter = \"R\", moves = \"R\" }\n[setup]\nwhite = [\"R . . . K . . R\"]\n\
    [castling]\nways = { short = { king = \"e1 g1\", rook = \"h1 f1\" }, long = { king = \"e1 c1\", rook = \"a1 d1\" } }\n";

#[test]
fn castling_goes_over_no_square_that_is_not_played_on_and_through_no_wall() {
    let board = "[board]\nfiles = 8\nranks = 8\n";
    let can = |tables: &str| {
        let game = game(tables).start();
        ["e1g1", "e1c1"].map(|step| game.parse_move(step).is_ok_and(|step| step.is_castling()))
    };
    assert_eq!(can(&format!("{board}{CASTLING}")), [true, true]);
    let holed = |squares: &str| can(&format!("{board}squares = \"all but {squares}\"\n{CASTLING}"));
    assert_eq!(holed("g1 g8"), [false, true]);
    assert_eq!(holed("d1 d8"), [true, false]);
    let walled = |around: &str| can(&format!("{board}{CASTLING}[walls]\naround = \"{around}\"\n"));
    assert_eq!(walled("f1..h2"), [false, true]);
    assert_eq!(walled("a4..b5"), [true, true]);
}

#[test]
fn only_a_capture_that_was_legal_can_have_been_missed() {
    let variant = Variant::from_text(
        "huff.toml",
        "extends = \"chess\"\n[game]\nname = \"x\"\nsources = [\"x\"]\n[capture]\ncompulsory = \"huff\"\n",
        &[],
    )
    .unwrap_or_else(|error| panic!("{error}"));
    let after = |fen: &str, step: &str| {
        let mut game = variant.start_from(fen).expect("a position");
        game.play_text(step).expect("a legal move");
        game.fen()
    };
    // in check by the rook, and pinned by it
    for fen in ["4k3/8/4r3/2p5/3P4/8/8/4K3 w - -", "4k3/4r3/8/3p4/4P3/8/8/4K3 w - -"] {
        let fen = after(fen, "e1d1");
        assert!(!fen.contains("offenders"), "{fen}");
    }
    let fen = after("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "e1d1");
    assert!(fen.contains("offenders=e4"), "{fen}");
}

#[test]
fn an_ordinary_capture_is_no_chain_that_is_broken_off() {
    let variant = Variant::from_text(
        "huff.toml",
        "[game]\nname = \"x\"\nsources = [\"x\"]\n[board]\nfiles = 5\nranks = 5\n[pieces]\n\
         cat = { letter = \"C\", moves = \"W cafmW\" }\n[setup]\nwhite = [\"C . . . .\"]\n\
         [capture]\ncompulsory = \"huff\"\n[end]\nstuck = { lose = \"no move\" }\n",
        &[],
    )
    .unwrap_or_else(|error| panic!("{error}"));
    let mut game = variant.start_from("5/5/1cc2/1C3/5 w - -").expect("a position");
    game.play_text("b2b3").expect("a legal move");
    assert!(!game.fen().contains("offenders"), "{}", game.fen());
}

#[test]
fn a_part_of_a_turn_is_not_left_out_in_check() {
    let tables = "[board]\nfiles = 6\nranks = 6\n[pieces]\nking = { letter = \"K\", moves = \"K\", royal = true }\n\
        rook = { letter = \"R\", moves = \"R\" }\n[setup]\nwhite = [\"R . . K . R\"]\n\
        [turn]\nevery = [{ move = \"any\", optional = true }]\n";
    let game = game(tables);
    let mated = game.start_from("R4k/R5/6/6/6/K5 b").expect("a position");
    assert!(mated.parse_move("0000").is_err());
    assert!(mated.outcome().is_some(), "it is mate");
    let free = game.start_from("5k/R5/6/6/6/K5 b").expect("a position");
    assert!(free.parse_move("0000").is_ok());
}

#[test]
fn nothing_is_promoted_into_attack() {
    let tables = "[board]\nfiles = 6\nranks = 6\n[pieces]\nking = { letter = \"K\", moves = \"K\", royal = true }\n\
        rook = { letter = \"R\", moves = \"R\" }\npawn = { letter = \"P\", moves = \"fmW\" }\n\
        [setup]\nfen = \"5k/6/6/6/1p4/R4K\"\n[promotion]\npieces = \"pawn\"\non = \"rank 6\"\nto = \"king, rook\"\n";
    let game = game(tables).position("5k/6/6/6/2p3/R4K b").expect("a position");
    assert!(game.parse_move("c2c1k").is_err(), "it would stand attacked");
    assert!(game.parse_move("c2c1r").is_ok());
}

/// The legal moves of a position, written; each must read back as itself.
fn written(variant: &Variant, fen: &str) -> Vec<String> {
    let position = variant.position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let moves = position.legal_moves();
    let written: Vec<String> = moves.iter().map(ToString::to_string).collect();
    for (one, text) in moves.iter().zip(&written) {
        assert_eq!(position.parse_move(text).as_ref(), Ok(one), "{fen}: {text} of {written:?}");
    }
    written
}

#[test]
fn two_moves_are_never_written_alike() {
    let board = "[board]\nfiles = 8\nranks = 8\n";
    // castling by one square is written as king takes rook, where the king can also just go there
    let near = CASTLING.replace("king = \"e1 g1\", rook = \"h1 f1\"", "king = \"e1 f1\", rook = \"h1 e1\"");
    let moves = written(&game(&format!("{board}{near}")), "4k3/8/8/8/8/8/8/4K2R w K");
    assert!(["e1f1", "e1h1"].iter().all(|text| moves.contains(&(*text).to_owned())), "{moves:?}");
    // where it is the only way to go there, it is written as ever
    let moves = written(&game(&format!("{board}{CASTLING}")), "4k3/8/8/8/8/8/8/R3K2R w KQ");
    assert!(["e1g1", "e1c1"].iter().all(|text| moves.contains(&(*text).to_owned())), "{moves:?}");
    // a capture in passing by a piece that can also just go there
    let text = "extends = \"chess\"\n[game]\nname = \"x\"\nsources = [\"x\"]\n[pieces]\n\
        pawn = { moves = \"fF fmW ifmnD\" }\n";
    let variant = Variant::from_text("passing.toml", text, &[]).expect("sound");
    let moves = written(&variant, "4k3/8/8/3pP3/8/8/8/4K3 w - d6");
    assert!(["e5d6", "e5d6xd5"].iter().all(|text| moves.contains(&(*text).to_owned())), "{moves:?}");
    let mut game = variant.start_from("4k3/8/8/3pP3/8/8/8/4K3 w - d6").expect("a position");
    game.play_text("e5d6xd5").expect("a legal move");
    assert_eq!(game.fen().split(' ').next(), Some("4k3/8/3P4/8/8/8/8/4K3"));
}

#[test]
fn what_two_rules_allow_is_one_move() {
    let text = "[game]\nname = \"x\"\n[board]\nfiles = 1\nranks = 3\n[pieces]\nman = { letter = \"M\", moves = \"cW\" }\n\
        [setup]\nwhite = [\"M\"]\n[relocate]\npieces = \"man\"\nfrom = \"a1\"\nto = \"a2\"\n\
        [relocate.again]\npieces = \"man\"\nfrom = \"a1\"\nto = \"a2\"\n";
    let variant = Variant::from_text("twice.toml", text, &[]).expect("sound");
    assert_eq!(written(&variant, "m/1/M w"), ["a1a2"]);
    assert_eq!(variant.start_position().perft(1), 1);
}

#[test]
fn a_piece_that_can_not_capture_the_king_gives_no_check() {
    let text = "extends = \"chess\"\n[game]\nname = \"x\"\nsources = [\"x\"]\n[forbid.rooks]\n\
        capture = \"king\"\nby = \"rook, pawn\"\n";
    let variant = Variant::from_text("harmless.toml", text, &[]).expect("sound");
    let moves = written(&variant, "4k3/8/8/8/8/8/8/r3K3 w");
    assert!(moves.len() == 5 && moves.contains(&"e1d1".to_owned()), "{moves:?}");
    // nor does it pin, or keep from castling
    assert!(written(&variant, "k3r3/8/8/8/8/8/4N3/4K3 w").contains(&"e2c3".to_owned()));
    assert!(written(&variant, "k4r2/8/8/8/8/8/8/4K2R w K").contains(&"e1g1".to_owned()));
    assert!(!written(&variant, "k4q2/8/8/8/8/8/8/4K2R w K").contains(&"e1g1".to_owned()));
    // it captures all else, in passing too
    assert!(written(&variant, "4k3/8/8/3pP3/8/8/8/4K3 w - d6").contains(&"e5d6".to_owned()));
}

#[test]
fn of_many_named_rules_none_is_dropped() {
    let mut text = "extends = \"chess\"\n[game]\nname = \"x\"\nsources = [\"x\"]\n".to_owned();
    for number in 0..150 {
        let piece = if number == 149 { "rook" } else { "queen" };
        text += &format!("[forbid.ban{number}]\ncapture = \"{piece}\"\nby = \"{piece}\"\n");
    }
    let variant = Variant::from_text("many.toml", &text, &[]).expect("sound");
    let moves = written(&variant, "r3k3/8/8/8/8/8/8/R3K3 w");
    assert!(!moves.contains(&"a1a8".to_owned()) && moves.contains(&"a1a7".to_owned()), "{moves:?}");
}

#[test]
fn a_promotion_to_a_second_royal_piece_answers_a_check() {
    let variant = Variant::load("sho-shogi", &[]).unwrap();
    let game = variant.start_from("4k4/9/9/3E5/9/9/9/4r4/3NKN3 w - - 0 1").unwrap();
    let texts: Vec<String> = game.legal_moves().iter().map(ToString::to_string).collect();
    assert!(texts.iter().any(|text| text.starts_with("d6d7+")), "{texts:?}");
    assert!(!texts.iter().any(|text| text == "d6d7"), "{texts:?}");
}

#[test]
fn a_fen_may_name_the_piece_that_has_passed_as_well() {
    let variant = Variant::load("berolina", &[]).unwrap();
    let of = |passed: &str| {
        let position = variant.position(&format!("4k3/8/8/8/1pP5/8/8/4K3 b - {passed} 0 4"));
        position.map(|position| position.fen())
    };
    // Fairy-Stockfish writes both, in the order of the files
    assert_eq!(of("b3c4").unwrap(), of("b3").unwrap());
    assert!(of("b3").unwrap().contains(" b3 ") && of("c4").is_err() && of("b3b4").is_err());
}
