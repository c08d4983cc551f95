//! Ends, said of a player: of whom they are asked, and when.

use std::sync::atomic::AtomicBool;

use ferz::{Engine, Limits, SearchRequest, Side, Variant};

/// Kings and rooks on eight files and ranks, with these ends and these other tables.
fn game(ends: &str, tables: &str) -> Variant {
    let text = format!(
        "[game]\nname = \"x\"\nsources = [\"x\"]\n[board]\nfiles = 8\nranks = 8\n\
         [pieces]\nking = {{ letter = \"K\", moves = \"K\" }}\nrook = {{ letter = \"R\", moves = \"R\" }}\n\
         [regions]\nhill = \"d4..e5\"\n[setup]\nwhite = [\"R . . . K . . R\"]\n{tables}\n[end]\n{ends}\n"
    );
    Variant::from_text("ends.toml", &text, &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// The winner and the reason after some moves from a position; nothing while the game goes on.
fn after(variant: &Variant, fen: &str, moves: &str) -> Option<(Option<Side>, String)> {
    let mut game = variant.start_from(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    for text in moves.split_whitespace() {
        game.play_text(text).unwrap_or_else(|error| panic!("{fen}: {text}: {error}"));
    }
    game.outcome().map(|result| (result.winner, result.reason))
}

fn won(side: Side, reason: &str) -> Option<(Option<Side>, String)> {
    Some((Some(side), reason.to_owned()))
}

#[test]
fn a_player_who_arrives_has_won_at_once_however_it_is_written() {
    for end in ["win = \"my king in hill\"", "lose = \"their king in hill\""] {
        let variant = game(&format!("hill = {{ {end} }}"), "");
        assert_eq!(after(&variant, "4k3/8/8/8/8/3K4/8/8 w", "d3d4"), won(Side::White, "hill"));
        assert_eq!(after(&variant, "8/8/4k3/8/8/8/8/4K3 b", "e6e5"), won(Side::Black, "hill"));
        assert_eq!(after(&variant, "4k3/8/8/8/8/3K4/8/8 w", "d3c3"), None);
        // a position that is set up is over as well, whoever is to move
        assert_eq!(after(&variant, "4k3/8/8/8/3K4/8/8/8 w", ""), won(Side::White, "hill"));
        assert_eq!(after(&variant, "4k3/8/8/8/3K4/8/8/8 b", ""), won(Side::White, "hill"));
    }
}

#[test]
fn the_one_who_has_moved_is_asked_first_and_all_of_one_end_before_the_next() {
    let both = "8/8/8/3k4/4K3/8/8/8";
    let variant = game("hill = { win = \"my king in hill\" }", "");
    assert_eq!(after(&variant, &format!("{both} b"), ""), won(Side::White, "hill"));
    assert_eq!(after(&variant, &format!("{both} w"), ""), won(Side::Black, "hill"));
    let ends =
        "both = { draw = \"my king in hill and their king in hill\" }\nhill = { win = \"my king in hill\" }";
    assert_eq!(after(&game(ends, ""), &format!("{both} w"), ""), Some((None, "both".to_owned())));
    // Black, about to move, is asked of the first end before White is asked of the second
    let ends = "bare = { lose = \"count(mine) = 1\" }\nhill = { win = \"my king in hill\" }";
    assert_eq!(after(&game(ends, ""), "7k/8/8/8/3r4/3K4/8/R7 w", "d3d4"), won(Side::White, "bare"));
}

#[test]
fn an_end_about_moves_is_asked_of_the_player_about_to_move_only() {
    // White's king is in the hill, but it is Black's turn
    let variant = game("hill = { win = \"my king in hill and my turn\" }", "");
    assert_eq!(after(&variant, "4k3/8/8/8/8/3K4/8/8 w", "d3d4"), None);
    assert_eq!(after(&variant, "4k3/8/8/8/8/3K4/8/8 w", "d3d4 e8e7"), won(Side::White, "hill"));
    let variant = game("hill = { win = \"my king in hill and can(count(theirs) = 0)\" }", "");
    assert_eq!(after(&variant, "3k4/3R4/8/8/8/3K4/8/8 w", "d3d4"), None);
    assert_eq!(after(&variant, "4k2r/3R4/8/8/3K4/8/8/8 b", "e8d7"), None);
    assert_eq!(after(&variant, "3k4/8/8/3R4/3K4/8/8/8 w", ""), won(Side::White, "hill"));
    // denied or not, moves are those of the player about to move
    let text = "extends = \"chess\"\n[game]\nname = \"x\"\nsources = [\"x\"]\n[end]\n\
        calm = { win = \"not check and my king on rank 3\" }\n";
    let variant = Variant::from_text("calm.toml", text, &[]).expect("sound");
    assert_eq!(after(&variant, "4k3/8/8/8/8/8/3K4/8 w", "d2d3"), None);
    assert_eq!(after(&variant, "4k3/8/8/8/8/8/3K4/8 w", "d2d3 e8e7"), won(Side::White, "calm"));
    assert_eq!(after(&variant, "4k2r/8/8/8/8/8/3K4/8 w", "d2d3 h8h3"), None);
}

#[test]
fn an_end_may_be_said_of_one_side() {
    let variant = game("hill = { win = \"my king in hill\", side = \"black\" }", "");
    assert_eq!(after(&variant, "4k3/8/8/8/8/3K4/8/8 w", "d3d4"), None);
    assert_eq!(after(&variant, "8/8/4k3/8/8/8/8/4K3 b", "e6e5"), won(Side::Black, "hill"));
    let words = variant.ends().remove(0).words;
    assert_eq!(words, "Black has a king in the hill");
    let racing = "both = { draw = \"my king on rank 8 and their king on rank 8\" }\n\
        reply = { win = \"my king on rank 8 and my turn\", side = \"white\" }\n\
        goal = { win = \"my king on rank 8\", side = \"black\" }";
    let variant = game(racing, "");
    // White has arrived; Black draws by arriving with the reply, and loses otherwise
    let fen = "8/K7/8/8/8/8/k7/8 w";
    assert_eq!(after(&variant, fen, "a7a8"), None);
    assert_eq!(after(&variant, fen, "a7a8 a2a1"), Some((None, "both".to_owned())));
    assert_eq!(after(&variant, fen, "a7a8 a2a3"), won(Side::White, "reply"));
    assert_eq!(after(&variant, "8/K7/8/8/8/8/k7/8 b", "a2a1"), won(Side::Black, "goal"));
}

#[test]
fn in_a_turn_of_several_moves_ends_are_judged_after_each_unless_they_wait() {
    let turn = "[turn]\nevery = [{ move = \"any\" }, { move = \"any\" }]\n";
    let fen = "4k3/8/8/8/8/3K4/8/8 w";
    let at_once = game("hill = { win = \"my king in hill\" }", turn);
    assert_eq!(after(&at_once, fen, "d3d4"), won(Side::White, "hill"));
    // the opponent is asked as well while the turn goes on
    let lost = game("lost = { lose = \"count(my king) = 0\" }", turn);
    assert_eq!(after(&lost, "3k4/3K4/8/8/8/8/8/8 w", "d7d8"), won(Side::White, "lost"));
    let waits = game("hill = { win = \"my king in hill\", judged = \"at the end of the turn\" }", turn);
    assert_eq!(after(&waits, fen, "d3d4"), None);
    assert_eq!(after(&waits, fen, "d3d4 d4d3"), None);
    assert_eq!(after(&waits, fen, "d3d4 d4d5"), won(Side::White, "hill"));
}

#[test]
fn who_brings_a_repetition_about_is_the_one_of_whom_it_is_said() {
    let variant = game("again = { lose = \"third occurrence\" }", "");
    let round = "a1a2 e8e7 a2a1 e7e8";
    let fen = "4k3/8/8/8/8/8/8/R3K3 w";
    assert_eq!(after(&variant, fen, &format!("{round} {round}")), won(Side::White, "again"));
    assert_eq!(after(&variant, fen, &format!("{round} a1a2 e8e7 a2a1")), None);
}

#[test]
fn the_engine_sees_a_goal_that_it_reaches_by_its_own_move() {
    let variant = game("hill = { win = \"my king in hill\" }\nbare = { lose = \"count(mine) = 0\" }", "");
    let game = variant.start_from("r3k3/8/8/8/8/3K4/8/8 w").expect("a position");
    let request =
        SearchRequest { limits: Limits { depth: Some(3), ..Limits::default() }, ..SearchRequest::default() };
    let engine = Engine::new(1, 1).expect("a small table");
    let found = engine.think(&game, &request, &AtomicBool::new(false), &mut |_| ());
    let best = found.best.map(|best| best.to_string()).unwrap_or_default();
    assert!(["d3d4", "d3e4"].contains(&best.as_str()), "{best}");
}

#[test]
fn numbers_of_pieces_are_compared() {
    let variant = game(
        "fewer = { lose = \"no move and count(mine) < count(theirs)\" }\neven = { draw = \"count(my rook) = count(their rook)\" }",
        "",
    );
    assert_eq!(after(&variant, "r3k3/8/8/8/8/8/8/4K2R w", ""), Some((None, "even".to_owned())));
    assert_eq!(after(&variant, "rr2k3/8/8/8/8/8/8/4K2R w", "h1h2"), None);
    let variant = game("fewer = { lose = \"count(mine) < count(theirs)\" }", "");
    assert_eq!(after(&variant, "r3k3/8/8/8/8/8/8/R3K3 w", "a1a8"), won(Side::White, "fewer"));
}

/// A board of stones, eight files and six ranks, with one end.
fn stones(end: &str) -> Variant {
    let text = format!(
        "[game]\nname = \"x\"\nsources = [\"x\"]\n[board]\nfiles = 8\nranks = 6\nsymmetry = \"same side\"\n\
         [pieces]\nstone = {{ letter = \"S\", moves = \"mU\" }}\n[setup]\nfen = \"s7/8/8/8/8/7S\"\n[end]\n{end}\n"
    );
    Variant::from_text("stones.toml", &text, &[]).unwrap_or_else(|error| panic!("{error}"))
}

type Board = [[bool; 8]; 6];

/// Returns `true` if so many stones stand side by side from some square on.
fn in_a_row(board: &Board, number: i32, along: &[(i32, i32)]) -> bool {
    let on = |x: i32, y: i32| (0..8).contains(&x) && (0..6).contains(&y) && board[y as usize][x as usize];
    let from = |x: i32, y: i32| {
        along.iter().any(|(dx, dy)| (0..number).all(|step| on(x + dx * step, y + dy * step)))
    };
    (0..6).any(|y| (0..8).any(|x| from(x, y)))
}

/// Returns `true` if so many stones stand on one line, whatever is between them.
fn on_a_line(board: &Board, number: usize, along: &[(i32, i32)]) -> bool {
    let on = |x: i32, y: i32| (0..8).contains(&x) && (0..6).contains(&y) && board[y as usize][x as usize];
    let from = |x: i32, y: i32| {
        along.iter().any(|(dx, dy)| (0..8).filter(|step| on(x + dx * step, y + dy * step)).count() >= number)
    };
    (0..6).any(|y| (0..8).any(|x| from(x, y)))
}

/// Returns `true` if steps along files and ranks lead over stones from file a to file h.
fn connected(board: &Board) -> bool {
    let mut reached: Vec<(usize, usize)> = (0..6).filter(|&y| board[y][0]).map(|y| (0, y)).collect();
    let mut at = 0;
    while at < reached.len() {
        let (x, y) = reached[at];
        let beside = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        for (x, y) in beside {
            if x < 8 && y < 6 && board[y][x] && !reached.contains(&(x, y)) {
                reached.push((x, y));
            }
        }
        at += 1;
    }
    reached.iter().any(|(x, _)| *x == 7)
}

#[test]
fn rows_lines_blocks_and_chains_are_what_they_are_called() {
    let all = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let ends = [
        "4 in a row of my stone",
        "4 in a row of mine at W",
        "3 in a row of my stone at F",
        "3 in a row of my stone at vW",
        "6 on a line of my stone",
        "2 by 3 of my stone",
        "my stone connects file a to file h at W",
    ];
    let variants = ends.map(|end| stones(&format!("way = {{ win = \"{end}\" }}")));
    let mut met = [[0; 2]; 7];
    let mut seed = 1_u64;
    for round in 0..3000_u64 {
        let mut board: Board = [[false; 8]; 6];
        let dense = 20 + round % 50;
        for square in board.iter_mut().flatten() {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *square = (seed >> 33) % 100 < dense;
        }
        let rows =
            board.iter().rev().map(|row| row.map(|on| if on { 'S' } else { '1' }).iter().collect::<String>());
        let mut rows: Vec<String> = rows.collect();
        // a stone of the other side, which is in nobody's way
        if board[5][7] {
            continue;
        }
        rows[0].replace_range(7..8, "s");
        // empty squares that stand together are one number
        let mut placement = rows.join("/");
        for empty in (2..=8).rev() {
            placement = placement.replace(&"1".repeat(empty), &empty.to_string());
        }
        let fen = format!("{placement} b - - 0 1");
        let block = (0..4).any(|y| (0..7).any(|x| (y..y + 3).all(|y| board[y][x] && board[y][x + 1])));
        let expected = [
            in_a_row(&board, 4, &all),
            in_a_row(&board, 4, &all[..2]),
            in_a_row(&board, 3, &all[2..]),
            in_a_row(&board, 3, &all[1..2]),
            on_a_line(&board, 6, &all),
            block,
            connected(&board),
        ];
        for (at, (variant, expected)) in variants.iter().zip(expected).enumerate() {
            let game = variant.start_from(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(game.outcome().is_some(), expected, "{}: {fen}", ends[at]);
            met[at][usize::from(expected)] += 1;
        }
    }
    assert!(met.iter().flatten().all(|times| *times > 20), "each is met and missed: {met:?}");
}
