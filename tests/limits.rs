//! Bounds are no rules: where a game meets one it is an error that names the rule, or there is room enough.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use ferz::{Engine, Limits, Perft, PerftError, PlayError, SearchRequest, Variant};

/// A file with a game in it, gone when it is dropped.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ferz-limits-{name}-{}.toml", std::process::id()));
        std::fs::write(&path, text).expect("the file is written");
        Self(path)
    }

    fn load(&self) -> Variant {
        let path = self.0.to_str().expect("a plain path");
        Variant::load(path, &[]).unwrap_or_else(|error| panic!("{error}"))
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn boards_on_which_nothing_can_be_taken_are_played() {
    let narrow = "[game]\nname = \"x\"\n[board]\nfiles = 1\nranks = 2\n[pieces]\n\
         king = { letter = \"M\", moves = \"mQ3\", royal = true }\n[setup]\nwhite = [\"M\"]\n";
    let wide = "[game]\nname = \"x\"\n[board]\nfiles = 5\nranks = 5\n[pieces]\n\
         king = { letter = \"K\", moves = \"mW\", royal = true }\n[setup]\nwhite = [\"K . . . .\"]\n";
    let paths = [narrow, wide]
        .map(|text| Perft::default().count(&File::new("taking", text).load().start_position(), 3));
    assert_eq!(paths[0], Ok(0));
    assert!(paths[1].as_ref().is_ok_and(|paths| *paths > 0));
}

/// Counted by brute force in a program of its own: every order of jumps is a move.
#[test]
fn chains_of_jumps_are_all_listed() {
    let free = "extends = \"international-draughts\"\n[game]\nname = \"Free draughts\"\n[capture]\nmost = false\n\
         removed = \"at once\"\nchains = \"may stop\"\n";
    let position = File::new("chains", free)
        .load()
        .position("10/2m1m1m1m1/10/2m1m1m1m1/10/2m1m1m1m1/10/2m1m1m1m1/10/K9 w")
        .unwrap();
    assert_eq!(position.legal_moves().len(), 84_284);
    assert_eq!(Perft::default().count(&position, 1), Ok(84_284));
    assert_eq!(position.overflow(), None);
}

#[test]
fn more_moves_than_can_be_listed_are_an_error_that_names_the_rule() {
    let rows = [
        "M . . M . . M . . M . . M . . M",
        ". . M . . M . . M . . M . . M .",
        ". M . . M . . M . . M . . M . .",
    ];
    let rows: Vec<String> = (0..8).map(|row| format!("\"{}\"", rows[row % 3])).collect();
    let text = format!(
        "[game]\nname = \"x\"\n[board]\nfiles = 16\nranks = 16\n[pieces]\nman = {{ letter = \"M\", moves = \"mQ cafmQ\" }}\n\
         [setup]\nwhite = [{}]\n[end]\nstuck = {{ lose = \"no move\" }}\n",
        rows.join(", ")
    );
    let game = File::new("many", &text).load().start();
    let error = game.position().overflow().expect("there are too many");
    assert_eq!(error.rule, "chains of jumps");
    assert!(game.legal_moves().is_empty(), "a list is whole or empty");
    assert_eq!(game.outcome(), None, "there are moves");
    assert_eq!(Perft::default().count(game.position(), 1), Err(PerftError::TooMany(error)));
    assert_eq!(game.parse_move("a1a2"), Err(PlayError::TooMany(error)));
}

/// Riders that turn at every square reach most of their squares in several ways.
#[test]
fn many_crooked_riders_on_the_largest_board_fit_into_memory() {
    let letters = ('A'..='Z').map(String::from).chain(('A'..='Z').map(|letter| format!("+{letter}")));
    let piece = |(number, letter)| {
        format!("p{number} = {{ letter = \"{letter}\", moves = \"zB zR z(1,2)0 zN0\" }}\n")
    };
    let pieces: String = letters.enumerate().map(piece).collect();
    let text = format!(
        "[game]\nname = \"x\"\n[board]\nfiles = 16\nranks = 16\n[pieces]\n{pieces}[setup]\nwhite = [\"A{}\"]\n",
        " .".repeat(15)
    );
    assert!(text.len() < 4096);
    let bytes = File::new("crooked", &text).load().table_bytes();
    assert!(bytes < 300 << 20, "{bytes}");
}

#[test]
fn as_many_pieces_wait_as_there_are_squares_to_wait_on() {
    let text = "[game]\nname = \"x\"\n[board]\nfiles = 16\nranks = 4\n[pieces]\n\
         king = { letter = \"K\", moves = \"K\", royal = true }\nqueen = { letter = \"Q\", moves = \"Q\" }\n\
         pawn = { letter = \"P\", moves = \"fmW fcF\" }\n[setup]\nwhite = [\"K . . . . . . . . . . . . . . .\"]\n\
         [promotion]\npieces = \"pawn\"\non = \"ranks 3..4\"\nto = \"queen\"\nafter = 2\n[end]\nmate = { lose = \"checkmate\" }\n";
    let variant = File::new("waiting", text).load();
    let waits: Vec<String> = ('a'..='p').map(|file| format!("{file}4:9")).collect();
    let fen = format!("PPPPPPPPPPPPPPPP/16/P15/K14k w - - waits={} 0 1", waits.join(","));
    let mut game = variant.start_from(&fen).unwrap();
    game.play_text("a2a3").unwrap();
    let written = game.fen();
    assert_eq!(written.matches(':').count(), 17, "{written}");
    assert_eq!(variant.start_from(&written).unwrap().fen(), written);
    game.play_text("p1p2").unwrap();
    assert!(game.fen().contains("a3:2"), "the seventeenth waits like the others: {}", game.fen());
}

/// A game of so many piece types that move like this, on a board of so many files and ranks.
fn game_of(moves: &str, many: usize, size: usize, more: &str) -> String {
    let letters = ('A'..='Z').map(String::from).chain(('A'..='Z').map(|letter| format!("+{letter}")));
    let piece = |(number, letter)| format!("p{number} = {{ letter = \"{letter}\", moves = \"{moves}\" }}\n");
    let pieces: String = letters.take(many).enumerate().map(piece).collect();
    let row = " .".repeat(size - 1);
    format!(
        "[game]\nname = \"x\"\n[board]\nfiles = {size}\nranks = {size}\n{more}\n[pieces]\n{pieces}\
         [setup]\nwhite = [\"A{row}\"]\n[end]\nstuck = {{ lose = \"no move\" }}\n"
    )
}

/// Returns `true` if a file is refused because of a movement that leads too many ways, whose place is named.
fn is_refused(text: &str) -> bool {
    let checked = ferz::check_text("x", text, None);
    let refused = |fault: &ferz::text::Diagnostic| {
        fault.code == "ferz::moves::too_many_ways" && !fault.labels.is_empty()
    };
    checked.variant.is_none() && checked.report.diagnostics().iter().any(refused)
}

/// The steps that all paths of a game take are counted, whatever board and pieces they are of.
#[test]
fn movements_that_lead_too_many_ways_are_refused() {
    let mut accepted = Vec::new();
    let mut try_out = |text: String| accepted.extend((!is_refused(&text)).then_some(text));
    for moves in ["(aq)K2", "Z apocasB", "rhaasacraaoQ", "aaQ", "(az)Q"] {
        try_out(game_of(moves, 1, 8, ""));
    }
    for moves in ["aaK", "caK", "cdaK", "pQ", "gQ paQ", "aaaK", "[W?F?W?F?W]", "U"] {
        try_out(game_of(moves, 52, 16, ""));
        try_out(game_of(moves, 52, 16, "wrap = \"files\""));
    }
    try_out(game_of("pQ gQ", 52, 16, "shape = \"hexagon\""));
    try_out(
        "extends = \"wolf\"\n[game]\nname = \"x\"\n[pieces]\nwolf = { moves = \"aeaiaooCC\" }\n".to_owned(),
    );
    assert_eq!(accepted, [""; 0]);
}

#[test]
fn movements_beside_those_of_pieces_are_counted_as_well() {
    let small = game_of("W", 1, 8, "");
    let named: String = (0..300).map(|number| format!("m{number} = \"aaaK\"\n")).collect();
    assert!(is_refused(&format!("{small}[movements]\n{named}")), "named ones");
    let on = |rank| format!("{{ on = \"rank {rank}\", moves = \"aaK\" }}");
    let also: Vec<String> = (0..80).map(|number| on(1 + number % 8)).collect();
    let also = small.replace("\"W\" }", &format!("\"W\", also = [{}] }}", also.join(", ")));
    assert!(is_refused(&also), "those on some squares");
    let wall = "{ place = \"wall\", at = \"rhaasacraaoQ from it\" }";
    assert!(
        is_refused(&format!("{small}[turn]\nevery = [{{ move = \"any\" }}, {wall}]\n")),
        "those of rules"
    );
}

/// What is accepted fits into memory: a way takes room in proportion to the steps that it costs.
#[test]
fn movements_that_are_accepted_have_tables_of_bounded_size() {
    let games =
        [("aaK", 4, 16), ("aQ", 10, 8), ("cacaK", 4, 16), ("gQ", 20, 16), ("pQ", 3, 16), ("U", 4, 16)];
    let bytes = games.map(|(moves, many, size)| {
        let game = Variant::from_text("x", &game_of(moves, many, size, ""), &[]);
        game.map(|game| game.table_bytes()).map_err(|error| format!("{moves}: {error}"))
    });
    assert!(bytes.iter().all(|bytes| bytes.as_ref().is_ok_and(|bytes| *bytes < 300 << 20)), "{bytes:?}");
}

/// Progressive chess in which royal pieces may be attacked within a turn.
const DEFERRED: &str =
    "extends = \"progressive\"\n[game]\nname = \"x\"\n[turn]\nsafe = \"at the end of the turn\"\n";

/// Counted by trying every way to play on to the end of the turn.
#[test]
fn the_rest_of_a_turn_decides_as_if_every_way_had_been_tried() {
    let variant = Variant::from_text("x", DEFERRED, &[]).expect("it is sound");
    for (fen, counts) in [
        ("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 2 turns=2", [22, 555, 5066]),
        ("k7/8/8/8/7q/8/3PPP2/3QKR2 w - - 0 2 turns=2", [14, 284, 5649]),
        ("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2 turns=2", [19, 406, 9613]),
        ("6rk/6pp/7N/8/8/8/8/K7 b - - 0 2 turns=3", [9, 125, 1814]),
    ] {
        let position = variant.position(fen).expect("a sound position");
        let counted = [1, 2, 3].map(|depth| Perft::default().count(&position, depth));
        assert_eq!(counted, counts.map(Ok), "{fen}");
    }
}

/// Trying every way would take longer than anyone can wait for the stop flag to be looked at.
#[test]
fn a_search_of_long_turns_comes_to_its_end() {
    let variant = Variant::from_text("x", DEFERRED, &[]).expect("it is sound");
    let fen = "rnbqkbnr/p1ppppp1/1p6/7p/8/4P3/PPPPBPPP/RNBQK1NR w KQkq - 2 2 turns=2 stage=2:e2";
    let game = variant.start_from(fen).expect("a sound position");
    let engine = Engine::new(1, 1).expect("there is memory");
    for (nodes, stop) in [(2000, false), (u64::MAX, true)] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let ask = SearchRequest { limits, ..SearchRequest::default() };
        let thought = engine.think(&game, &ask, &AtomicBool::new(stop), &mut |_| ());
        assert!(thought.best.is_some(), "{nodes}");
    }
}

/// With twenty moves to a turn there are more ways than can be tried, and in most positions hardly any need be.
#[test]
fn the_longest_turns_are_listed() {
    let variant = Variant::from_text("x", DEFERRED, &[]).expect("it is sound");
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 11 turns=20";
    let position = variant.position(fen).expect("a sound position");
    assert_eq!((position.legal_moves().len(), position.overflow()), (20, None));
}
