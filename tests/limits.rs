//! Bounds are no rules: where a game meets one it is an error that names the rule, or there is room enough.

use std::path::PathBuf;

use ferz::{Perft, PerftError, PlayError, Variant};

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
