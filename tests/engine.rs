//! `ferz engine` and `ferz analyse`, driven over pipes as chess programs drive them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::pipes::Peer;

#[track_caller]
fn has(text: &str, part: &str) {
    assert!(text.contains(part), "{part:?} is not in\n{text}");
}

#[test]
fn uci_introduces_itself_with_every_game() {
    let mut peer = Peer::new(&[]);
    peer.say("uci");
    let said = peer.until("uciok").join("\n");
    has(&said, "id name ferz ");
    has(&said, "option name Hash type spin default 16 min 1 max ");
    has(&said, "option name UCI_Variant type combo default chess var ");
    for game in ferz::builtin_games() {
        let variant = ferz::Variant::load(game, &[]).expect("a built-in game");
        has(&said, &format!(" var {}", variant.uci_name()));
    }
    peer.say("quit");
    peer.ends();
}

#[test]
fn uci_finds_mates_and_keeps_to_its_limits() {
    let mut peer = Peer::uci();
    peer.say("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\ngo nodes 2000");
    let said = peer.until("bestmove");
    assert_eq!(said.last().unwrap(), "bestmove a1a8");
    has(&said.join("\n"), "score mate 1 ");
    peer.say("position startpos\ngo depth 3");
    let said = peer.until("bestmove").join("\n");
    has(&said, "info depth 3 ");
    assert!(!said.contains("info depth 4 "), "{said}");
    assert!(["a2a3", "h2h3"].contains(&peer.best("go nodes 1000 searchmoves a2a3 h2h3").as_str()));
    // by the clock of Black, or without a limit, it would think for hours
    peer.best("go wtime 1000 btime 1000000000 winc 0 binc 1000000000");
    peer.best("go movetime 50");
    // mated already
    let mate = "position startpos moves f2f3 e7e5 g2g4 d8h4";
    assert_eq!(peer.best(&format!("{mate}\ngo depth 5")), "(none)");
}

#[test]
fn uci_writes_a_turn_as_one_word_and_reads_what_others_write() {
    let mut peer = Peer::uci();
    let mut answer = |game: &str, position: &str| {
        peer.best(&format!("setoption name UCI_Variant value {game}\nposition {position}\ngo nodes 100"))
    };
    let duck = answer("duck", "startpos moves e2e4,e4f6");
    assert!(duck.split_once(',').is_some_and(|(mv, put)| put.starts_with(&mv[2..4])), "{duck}");
    // a pass is the general's square twice, a promotion in place the piece's; a wall that a move leaves is written, too
    assert_ne!(answer("janggi", "startpos moves e2e2"), "0000");
    assert_ne!(
        answer("sittuyin", "fen 1sN3f1/2k1nnP1/8/p1P1p2p/P1rs3K/8/3R1p1S/8[] w - - 0 61 moves g7g7f"),
        "0000"
    );
    let joust = answer("joust", "startpos moves d4e6,e6d4");
    assert_eq!(
        joust.split_once(',').map(|(mv, put)| format!("{}{}", &put[2..], &put[..2]) == mv),
        Some(true),
        "{joust}"
    );
}

#[test]
fn uci_plays_chess960_in_every_game_that_castles() {
    let mut peer = Peer::uci();
    peer.say("setoption name UCI_Chess960 value true");
    let castled = "position startpos moves e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1h1\ngo nodes 100";
    assert_ne!(peer.best(castled), "0000");
    assert_ne!(
        peer.best("position fen nnbrqbkr/pppppppp/8/8/8/8/PPPPPPPP/NNBRQBKR w KQkq - 0 1\ngo nodes 100"),
        "0000"
    );
    peer.say("setoption name UCI_Variant value crazyhouse");
    assert_ne!(
        peer.best("position fen 1r3k1r/8/8/8/8/8/8/1R3K1R[] w HBhb - 0 1 moves f1h1\ngo nodes 100"),
        "0000"
    );
    peer.say("setoption name UCI_Chess960 value false\nsetoption name UCI_Variant value chess");
    assert_ne!(peer.best("position startpos moves e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1\ngo nodes 100"), "0000");
}

#[test]
fn the_same_number_of_nodes_gives_the_same_lines() {
    let mut peer = Peer::uci();
    let mut once = || {
        peer.say("setoption name UCI_Variant value courier\nposition startpos moves k1j3\nucinewgame\ngo nodes 8000");
        let stable = |line: String| {
            let (head, rest) = line.split_once(" nps ").unwrap_or((&line, ""));
            format!("{head}{}", rest.split_once(" pv ").map_or("", |(_, pv)| pv))
        };
        peer.until("bestmove").into_iter().map(stable).collect::<Vec<_>>()
    };
    assert_eq!(once(), once());
}

#[test]
fn uci_castles_and_promotes_as_chess_programs_write_it() {
    let mut peer = Peer::uci();
    let said = peer.answer("position fen 4k3/P7/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 e8d7 a7a8q\nd");
    has(&said, "Fen: Q7/3k4/8/8/8/8/8/5RK1 b - - 0 2");
    let said = peer.answer("position fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 moves e8c8\nd");
    has(&said, "Fen: 2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2");
}

#[test]
fn perft_counts_by_move() {
    let mut peer = Peer::uci();
    peer.say("go perft 3");
    let said = peer.until("Nodes searched: ").join("\n");
    has(&said, "e2e4: 600");
    has(&said, "Nodes searched: 8902");
    // it can be stopped, and then there is no number
    peer.say("go perft 40\nstop");
    let said = peer.until("info string the count was stopped").join("\n");
    assert!(!(said + &peer.answer("")).contains("Nodes searched"));
}

#[test]
fn a_count_is_finished_before_the_end() {
    for end in ["quit\n", ""] {
        let mut peer = Peer::new(&[]);
        let mut input = peer.input.take().unwrap();
        input.write_all(format!("position startpos\ngo perft 3\n{end}").as_bytes()).unwrap();
        drop(input);
        has(&peer.until("Nodes searched: ").join("\n"), "Nodes searched: 8902");
        peer.ends();
    }
}

#[test]
fn the_search_is_an_option_of_both_protocols() {
    let (mut peer, go) = (Peer::new(&[]), "position startpos\ngo nodes 3000");
    peer.say("uci");
    has(
        &peer.until("uciok").join("\n"),
        "option name Search type combo default by-game var by-game var alpha-beta var tree",
    );
    let found = |peer: &mut Peer, method: &str| {
        peer.say(&format!("ucinewgame\nsetoption name Search value {method}\n{go}"));
        let said = peer.until("bestmove").into_iter().filter(|line| line.starts_with("info depth"));
        said.map(|line| line.split(" nps").next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    let usual = found(&mut peer, "alpha-beta");
    assert_eq!(found(&mut peer, "by-game"), usual);
    let tree = found(&mut peer, "Tree");
    assert!(!tree.is_empty() && tree != usual, "{tree:?}");
    has(&peer.answer("setoption name Search value oracle"), "info string there is no search `oracle`");
    let mut peer = Peer::new(&[]);
    peer.say("xboard\nprotover 2");
    let said = peer.until("feature done=1").join("\n");
    has(&said, "feature option=\"Search -combo *by-game /// alpha-beta /// tree\"");
    peer.say("new\npost\noption Search=tree\nsd 6\ngo");
    assert_eq!(peer.until("move ").last().map(|line| line.len()), Some(9));
    peer.say("option Search=oracle");
    peer.until("Error (there is no search");
}

#[test]
fn large_boards_are_described() {
    let mut peer = Peer::uci();
    let said = peer.answer("setoption name UCI_Variant value courier");
    has(&said, "info string variant courier files 12 ranks 8 pocket 0 template fairy startpos rnbcs1kfcbnr/");
    assert_eq!(peer.best("position startpos\ngo nodes 300").len(), 4);
    let said = peer.answer("setoption name UCI_Variant value nonsense\nd");
    has(&said, "info string there is no game called nonsense");
    has(&said, "Fen: rnbcs1kfcbnr/");
}

#[test]
fn options_of_a_game_change_it() {
    let mut peer = Peer::uci();
    let with = "setoption name UCI_Variant value courtyard\n";
    let count = |peer: &mut Peer, value: &str| {
        let said = peer.answer(&format!("{with}setoption name courtyard value {value}\nd"));
        said.lines().find(|line| line.starts_with("Key:")).unwrap().to_owned()
    };
    let (wide, square) = (count(&mut peer, "wide"), count(&mut peer, "square"));
    assert!(!wide.is_empty() && !square.is_empty());
    has(&peer.answer("setoption name courtyard value round"), "info string courtyard has no such value");
}

#[test]
fn stop_acts_at_once_and_infinite_waits_for_it() {
    let mut peer = Peer::uci();
    // a search that has found all there is waits, too
    for depth in ["", " depth 5"] {
        peer.say(&format!("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\ngo infinite{depth}"));
        let said = peer.until("info depth 5 ");
        assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{said:?}");
        waits(&mut peer);
        assert_eq!(peer.best("stop"), "a1a8");
    }
    // what would disturb it ends it first
    peer.say("position startpos\ngo infinite\nposition startpos moves e2e4\nd");
    peer.until("bestmove");
    peer.until("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b");
    peer.say("go infinite\nquit");
    peer.ends();
}

/// Nothing is played, however often it is asked whether it is ready.
#[track_caller]
fn waits(peer: &mut Peer) {
    for _ in 0..50 {
        let said = peer.answer("");
        assert!(!said.contains("bestmove"), "{said}");
    }
}

/// Waits until it has thought for longer than this, by its own account, and nothing is played before.
#[track_caller]
fn thinks_beyond(peer: &mut Peer, millis: u64) {
    let time = |line: &String| line.split(" time ").nth(1)?.split(' ').next()?.parse::<u64>().ok();
    loop {
        let said = peer.until("info ");
        assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{said:?}");
        if said.last().and_then(time).is_some_and(|time| time > millis) {
            return;
        }
    }
}

#[test]
fn no_time_limit_applies_before_ponderhit() {
    let mut peer = Peer::uci();
    for (go, limit) in [("movetime 50", 50), ("wtime 1000000000 btime 1000", 100), ("movetime 1 infinite", 1)]
    {
        peer.say(&format!("position startpos moves e2e4\ngo ponder {go}"));
        thinks_beyond(&mut peer, limit);
        waits(&mut peer);
        peer.say("ponderhit");
        if go.ends_with("infinite") {
            waits(&mut peer);
            peer.say("stop");
        }
        peer.until("bestmove ");
    }
    // other limits do, but the answer waits
    for go in ["nodes 200", "depth 2"] {
        peer.say(&format!("position startpos moves e2e4\ngo ponder {go}"));
        waits(&mut peer);
        peer.best("ponderhit");
    }
}

#[test]
fn stop_ends_pondering_at_once_and_a_late_ponderhit_harms_nothing() {
    let mut peer = Peer::uci();
    has(&peer.answer("uci"), "option name Ponder type check default false");
    for go in ["ponder wtime 1000000000 btime 1000000000", "ponder depth 1", "ponder"] {
        peer.say(&format!("setoption name Ponder value true\nposition startpos\ngo {go}"));
        waits(&mut peer);
        assert_eq!(peer.best("stop").len(), 4);
        let said = peer.answer("ponderhit\nstop\nponderhit");
        assert!(!said.contains("bestmove"), "{said}");
    }
    // what is over is pondered too, by an interface that does not know the rules
    peer.say("position startpos moves f2f3 e7e5 g2g4 d8h4\ngo ponder depth 3");
    waits(&mut peer);
    assert_eq!(peer.best("ponderhit"), "(none)");
}

#[test]
fn cecp_ponders_where_it_is_told_to() {
    let mut peer = Peer::cecp();
    let waits = |peer: &mut Peer| {
        for _ in 0..50 {
            let said = peer.reply("ping 1");
            assert!(!said.contains("move "), "{said}");
        }
    };
    // two moves of White by the same clock, and the expected reply is sent as a hint
    peer.say("new\nhard\nst 0.1\ngo");
    peer.until("move ");
    let expected = |peer: &mut Peer| {
        let said = peer.reply("hint");
        said.lines().find_map(|line| line.strip_prefix("Hint: ")).expect("it ponders").to_owned()
    };
    let hint = expected(&mut peer);
    waits(&mut peer);
    peer.say(&format!("usermove {hint}"));
    peer.until("move ");
    // another move than the expected one
    let hint = expected(&mut peer);
    let other = ["a7a6", "h7h6"].into_iter().find(|mv| *mv != hint).unwrap();
    peer.say(&format!("usermove {other}"));
    let said = peer.until("move ").join("\n");
    assert!(!said.contains("Illegal"), "{said}");
    // with nothing more to find, it does not wait for its time
    peer.say("sd 1\nusermove b7b6");
    peer.until("move ");
    let hint = expected(&mut peer);
    peer.say("st 100000");
    waits(&mut peer);
    peer.say(&format!("usermove {hint}"));
    peer.until("move ");
    // on request, it does nothing on the opponent's time
    expected(&mut peer);
    let said = peer.reply("easy\nundo\nforce");
    assert!(!said.contains("move "), "{said}");
    peer.say("new\neasy\nsd 1\ngo");
    peer.until("move ");
    has(&peer.reply("hint"), "Hint: ");
    waits(&mut peer);
}

#[test]
fn several_threads_and_lines_are_reported() {
    let mut peer = Peer::uci();
    peer.say("setoption name Threads value 3\nsetoption name Hash value 4\nsetoption name MultiPV value 3\ngo nodes 50000");
    let said = peer.until("bestmove").join("\n");
    for number in 1..=3 {
        has(&said, &format!(" multipv {number} "));
    }
}

#[test]
fn what_is_wrong_is_said_and_changes_nothing() {
    let mut peer = Peer::uci();
    peer.answer("position startpos moves e2e4");
    for wrong in [
        "position startpos moves e2e5",
        "position startpos moves e2e4 e2e4",
        "position fen 8/8 w",
        "position fen",
        "position",
        "position nowhere moves e2e4",
        "setoption name Hash value many",
        "setoption name Hash value 99999999999999999999",
        "setoption nonsense",
        "setoption name nonsense value 3",
        "go depth deep nodes 10",
    ] {
        peer.say(wrong);
        peer.until("info string ");
        if wrong.starts_with("go") {
            peer.until("bestmove");
        }
        has(&peer.answer("d"), "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    }
}

#[test]
fn a_position_that_can_not_be_read_is_not_searched() {
    let mut peer = Peer::uci();
    let lost = "info string there is no position to search";
    for wrong in ["position fen garbage", "position startpos moves e2e5"] {
        peer.say(&format!("{wrong}\ngo depth 4"));
        let said = peer.until("bestmove");
        assert_eq!(said.last().unwrap(), "bestmove 0000");
        has(&said.join("\n"), lost);
        assert!(!said.iter().any(|line| line.starts_with("info depth")), "{said:?}");
    }
    // the answer to an endless search waits for `stop`, as always
    has(&peer.answer("go infinite"), lost);
    assert_eq!(peer.best("stop"), "0000");
    assert_eq!(peer.best("position startpos\ngo depth 2").len(), 4);
}

#[test]
fn a_player_who_claims_no_draw_goes_on() {
    let mut peer = Peer::uci();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
    for position in [
        // a third occurrence, on the board and passed by; the hundredth ply without progress
        &format!("startpos moves {shuffle}"),
        &format!("startpos moves {shuffle} e2e4"),
        "fen 4k3/8/8/8/8/8/8/R3K3 w - - 100 90",
        "fen 4k3/8/8/8/8/8/8/R3K3 w - - 99 90 moves a1a2 e8e7",
    ] {
        peer.say(&format!("position {position}\ngo nodes 500"));
        let said = peer.until("bestmove");
        assert_eq!(said.last().unwrap().split(' ').nth(1).unwrap().len(), 4, "{position}: {said:?}");
        assert!(said.iter().any(|line| line.contains(" pv ")), "{position}: {said:?}");
    }
    // a rook is taken though no draw was claimed
    let rook = "position fen 4k3/8/8/8/8/8/4r3/R3K3 w - - 120 90\ngo depth 4";
    assert_eq!(peer.best(rook), "e1e2");
    for over in ["fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "fen 7k/5K2/6Q1/8/8/8/8/8 b - - 100 90"] {
        assert_eq!(peer.best(&format!("position {over}\ngo depth 2")), "(none)");
    }
}

#[test]
fn all_threads_together_keep_to_the_number_of_nodes() {
    let mut peer = Peer::uci();
    let nodes = |said: &[String]| {
        let words = said.iter().flat_map(|line| line.split(" nodes ").nth(1));
        words.filter_map(|rest| rest.split(' ').next()?.parse::<u64>().ok()).max()
    };
    for (threads, most) in [(1, 1000), (7, 1000), (64, 1000), (512, 1000), (3, 20_000)] {
        peer.say(&format!("setoption name Threads value {threads}\nposition startpos\ngo nodes {most}"));
        let searched = nodes(&peer.until("bestmove")).expect("an info line");
        assert!((most / 8..=most).contains(&searched), "{threads} threads: {searched} of {most}");
    }
}

#[test]
fn strength_is_limited_by_level_or_elo() {
    let mut peer = Peer::new(&[]);
    peer.say("uci");
    let said = peer.until("uciok").join("\n");
    has(&said, "option name Skill Level type spin default 31 min 1 max 31");
    has(&said, "option name UCI_LimitStrength type check default false");
    let limits = [ferz::Strength::WEAKEST, ferz::Strength::STRONGEST].map(ferz::Strength::elo);
    has(&said, &format!("option name UCI_Elo type spin default {1} min {0} max {1}", limits[0], limits[1]));
    let mut nodes = |options: &str| {
        peer.say(&format!("ucinewgame\n{options}\nposition startpos\ngo nodes 5000"));
        let said = peer.until("bestmove");
        let last = said.iter().rev().find_map(|line| line.split(" nodes ").nth(1)).expect("an info line");
        last.split(' ').next().unwrap().parse::<u64>().expect("a number")
    };
    let limited = nodes("setoption name UCI_Elo value 1000\nsetoption name UCI_LimitStrength value true");
    assert!(limited < 500, "{limited}");
    assert!(nodes("setoption name UCI_LimitStrength value false") > 2500);
    assert!(nodes("setoption name Skill Level value 3") < 500);
    assert!(nodes("setoption name Skill Level value 31") > 2500);
    has(&peer.answer("setoption name UCI_LimitStrength value perhaps"), "must be `true` or `false`");
}

#[test]
fn info_lines_have_bounds_and_chances() {
    let mut peer = Peer::uci();
    let go = "position fen r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4\ngo depth 9";
    peer.say(go);
    assert!(!peer.until("bestmove").iter().any(|line| line.contains(" wdl ")));
    peer.say(
        "setoption name UCI_ShowWDL value true\nposition fen 4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1\ngo depth 2",
    );
    has(&peer.until("bestmove").join("\n"), " wdl 1000 0 0 ");
    // a sacrifice that takes some depth to see changes the score by more than the window
    peer.say("position fen 1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1\ngo depth 10");
    let said = peer.until("bestmove");
    let lines: Vec<&String> = said.iter().filter(|line| line.starts_with("info depth")).collect();
    for line in &lines {
        let chances = line.split(" wdl ").nth(1).expect("chances");
        let sum: u32 = chances.split(' ').take(3).map(|part| part.parse::<u32>().expect("a number")).sum();
        assert_eq!(sum, 1000, "{line}");
    }
    assert!(
        lines.iter().any(|line| line.contains(" lowerbound ") || line.contains(" upperbound ")),
        "{lines:?}"
    );
    assert!(!lines.last().unwrap().contains("bound "), "the last one is exact");
}

#[test]
fn silence_ends_it() {
    for lines in ["", "uci\n", "uci\ngo infinite\n", "xboard\nprotover 2\ngo\n", "hello\n\n", "quit\n"] {
        let mut peer = Peer::new(&[]);
        let mut input = peer.input.take().unwrap();
        // it may be gone before all is said
        let _ = input.write_all(lines.as_bytes());
        drop(input);
        peer.ends();
    }
}

#[test]
fn xboard_is_told_of_a_game_it_does_not_know() {
    let mut peer = Peer::new(&[]);
    peer.say("xboard\nprotover 2");
    let said = peer.until("feature done=1").join("\n");
    let variants = said.lines().find_map(|line| line.strip_prefix("feature variants=\"")).unwrap();
    let variants: Vec<&str> = variants.trim_end_matches('"').split(',').collect();
    assert!(variants.contains(&"normal") && variants.contains(&"ferz-courier"), "{variants:?}");
    // XBoard has other rules under this name, and the same under those
    assert!(!variants.contains(&"courier"), "{variants:?}");
    assert!(variants.contains(&"shatranj") && variants.contains(&"makruk"), "{variants:?}");
    let said = peer.reply("variant ferz-courier");
    has(
        &said,
        "setup (PNBRQF..C..........S.Kpnbrqf..c..........s.k) 12x8+0_fairy rnbcs1kfcbnr/1pppp1ppppp1/5q6/p4p5p/P4P5P/5Q6/1PPPP1PPPPP1/RNBCS1KFCBNR w - - 0 1",
    );
    for piece in ["K& K", "Q& F", "S& K", "F& W", "C& B", "B& A", "N& N", "R& R", "P& fmWfcF"] {
        has(&said, &format!("\npiece {piece}"));
    }
    peer.say("sd 2\nusermove k1j3");
    peer.until("move ");
}

#[test]
fn cecp_castles_as_interfaces_write_it() {
    let mut peer = Peer::cecp();
    // rooks that have castled can go where they then go
    for (board, moves) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R", ["e1g1", "e8c8", "f1f8", "d8f8"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R", ["O-O-O", "O-O", "d1d8", "f8d8"]),
        ("r4k3r/10/10/10/10/10/10/R4K3R", ["f1i1", "f8c8", "h1h8", "d8h8"]),
        ("r4k3r/10/10/10/10/10/10/R4K3R", ["0-0-0", "O-O", "d1d8", "h8d8"]),
    ] {
        let game = if board.contains("10") { "capablanca" } else { "normal" };
        let told = peer.reply(&format!("new\nvariant {game}\nforce"));
        assert_eq!(told.contains("piece K& KisO3"), game == "capablanca", "{told}");
        let moves = moves.map(|mv| format!("\nusermove {mv}")).concat();
        let said = peer.reply(&format!("setboard {board} w KQkq - 0 1{moves}"));
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn cecp_plays_a_game_by_the_clock() {
    let mut peer = Peer::cecp();
    peer.say("new\nlevel 40 0:02 0\nnopost\ntime 200\notim 200\nusermove e2e4");
    let said = peer.until("move ").join("\n");
    assert!(!said.contains("Illegal"), "{said}");
    let said = peer.reply("usermove e4e6");
    has(&said, "Illegal move (");
    has(&said, "): e4e6");
    has(&peer.reply("fortytwo"), "Error (unknown command): fortytwo");
    has(&peer.reply("setboard 8/8 w"), "tellusererror Illegal position");
    has(&peer.reply("new\nundo"), "Error (command not legal now): undo");
    // the last move of a game claims it
    let said = peer.reply("force\nusermove f2f3\nusermove e7e5\nusermove g2g4\nusermove d8h4");
    has(&said, "0-1 {checkmate}");
    has(&peer.reply("usermove a2a3"), "Illegal move (the game is over, checkmate): a2a3");
    peer.say("undo\nsd 4\ngo");
    assert_eq!(peer.until("move ").last().unwrap(), "move d8h4");
    peer.until("0-1 {checkmate}");
}

#[test]
fn cecp_offers_a_draw_that_the_interface_would_not_let_it_claim() {
    let mut peer = Peer::cecp();
    peer.reply("new\nvariant makruk\nforce");
    // sixteen moves against a single rook have been made
    let said = peer.reply("setboard 8/3k4/8/8/3K4/4R3/8/8 w - 32 32 55\nusermove d4d5");
    assert_eq!(said.lines().next(), Some("offer draw"), "{said}");
    // the opponent goes on: the game does too, and nothing more is offered
    let said = peer.reply("usermove d7c7\nusermove e3e7\nusermove c7d7");
    assert_eq!(said.lines().next(), Some("Illegal move (the king would be attacked on d7): c7d7"), "{said}");
}

#[test]
fn cecp_moves_at_once_when_told_to() {
    let mut peer = Peer::cecp();
    peer.say("post\nst 100000\ngo");
    peer.until("3 ");
    peer.say("?\nping 5");
    let said = peer.until("pong 5");
    assert!(said.iter().any(|line| line.starts_with("move ")), "{said:?}");
}

#[test]
fn cecp_analyses_until_told_otherwise() {
    let mut peer = Peer::cecp();
    peer.say("analyze");
    peer.until("4 ");
    peer.say("usermove e2e4");
    peer.until("4 ");
    let said = peer.reply("exit");
    assert!(!said.contains("move "), "{said}");
    has(&peer.reply("hint"), "Hint: ");
}

#[test]
fn a_file_is_offered_beside_the_built_in_games() {
    let folder = std::env::temp_dir().join(format!("ferz-engine-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("two queens.toml");
    let text = "extends = \"chess\"\n[game]\nname = \"Two Queens\"\n[pieces]\nknight = { moves = \"Q\" }\n";
    std::fs::write(&file, text).unwrap();
    let bad = folder.join("bad.toml");
    std::fs::write(&bad, "extends = \"nothing\"\n").unwrap();
    let mut peer = Peer::new(&[file.to_str().unwrap()]);
    peer.say("uci");
    has(&peer.until("uciok").join("\n"), " var two-queens");
    has(
        &peer.answer("setoption name UCI_Variant value two-queens"),
        "info string variant two-queens files 8 ranks 8 ",
    );
    assert!(peer.best("position startpos\ngo nodes 500").len() >= 4);
    peer.say("quit");
    peer.ends();
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .arg("engine")
        .arg(&bad)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(!output.status.success() && output.stdout.is_empty() && !output.stderr.is_empty());
    std::fs::remove_dir_all(&folder).unwrap();
}

fn analyse(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ferz")).arg("analyse").args(args).output().unwrap()
}

#[test]
fn analyse_prints_the_best_lines() {
    let output = analyse(&["chess", "--fen", "6k1/5ppp/8/8/8/8/8/R6K w", "--nodes", "1000"]);
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout), "win/1 a1a8\n");
    let output = analyse(&["courier", "--depth", "4", "--multipv", "3"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 3);
    let output = analyse(&["chess", "--moves", "f2f3 e7e5 g2g4 d8h4"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "Black wins (checkmate)\n");
    assert_eq!(analyse(&["chess", "--depth", "0"]).status.code(), Some(2));
    assert_eq!(analyse(&["nonsense"]).status.code(), Some(2));
    assert_eq!(analyse(&["chess", "--fen", "8/8 w"]).status.code(), Some(1));
}
