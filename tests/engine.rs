//! `ferz engine` and `ferz analyse`, driven over pipes as chess programs drive them.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// An engine at the other end of two pipes.
struct Peer {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Peer {
    fn new(files: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
        command.arg("engine").args(files);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Self { input: child.stdin.take(), child, lines }
    }

    fn uci() -> Self {
        let mut peer = Self::new(&[]);
        peer.say("uci");
        peer.until("uciok");
        peer
    }

    fn cecp() -> Self {
        let mut peer = Self::new(&[]);
        peer.say("xboard\nprotover 2");
        peer.until("feature done=1");
        peer
    }

    fn say(&mut self, text: &str) {
        writeln!(self.input.as_mut().unwrap(), "{text}").unwrap();
    }

    /// The lines up to the first that begins with a text.
    #[track_caller]
    fn until(&mut self, start: &str) -> Vec<String> {
        let (begun, mut said) = (Instant::now(), Vec::new());
        loop {
            let left = PATIENCE.saturating_sub(begun.elapsed());
            let Ok(line) = self.lines.recv_timeout(left) else { panic!("no {start:?}, only {said:#?}") };
            said.push(line);
            if said.last().is_some_and(|line| line.starts_with(start)) {
                return said;
            }
        }
    }

    /// What is said in answer to some lines, as far as `isready` shows.
    #[track_caller]
    fn answer(&mut self, text: &str) -> String {
        self.say(text);
        self.say("isready");
        self.until("readyok").join("\n")
    }

    /// The same in the other protocol.
    #[track_caller]
    fn reply(&mut self, text: &str) -> String {
        self.say(text);
        self.say("ping 77");
        self.until("pong 77").join("\n")
    }

    /// The step said last.
    #[track_caller]
    fn best(&mut self, text: &str) -> String {
        self.say(text);
        let said = self.until("bestmove");
        said.last().unwrap().split(' ').nth(1).unwrap().to_owned()
    }

    /// It ends well within some seconds.
    #[track_caller]
    fn ends(mut self) {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "it goes on");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

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
        has(&said, &format!(" var {game}"));
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
    let begun = Instant::now();
    peer.best("go wtime 1000 btime 1 winc 0 binc 0");
    assert!(begun.elapsed() < Duration::from_millis(800));
    peer.best("go movetime 100");
    assert!(begun.elapsed() < Duration::from_millis(2000));
    // mated already
    let mate = "position startpos moves f2f3 e7e5 g2g4 d8h4";
    assert_eq!(peer.best(&format!("{mate}\ngo depth 5")), "(none)");
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
fn perft_counts_by_step() {
    let mut peer = Peer::uci();
    peer.say("go perft 3");
    let said = peer.until("Nodes searched: ").join("\n");
    has(&said, "e2e4: 600");
    has(&said, "Nodes searched: 8902");
    // it can be stopped
    peer.say("go perft 40\nstop");
    peer.until("Nodes searched: ");
    peer.answer("");
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
    has(&peer.answer("setoption name courtyard value round"), "info string courtyard can't be that");
}

#[test]
fn stop_acts_at_once_and_infinite_waits_for_it() {
    let mut peer = Peer::uci();
    peer.say("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\ngo infinite");
    peer.until("info depth 5 ");
    std::thread::sleep(Duration::from_millis(300));
    has(&peer.answer(""), "readyok");
    while let Ok(line) = peer.lines.try_recv() {
        assert!(!line.starts_with("bestmove"), "{line}");
    }
    let begun = Instant::now();
    assert_eq!(peer.best("stop"), "a1a8");
    assert!(begun.elapsed() < Duration::from_millis(300));
    // what would disturb it ends it first
    peer.say("position startpos\ngo infinite\nposition startpos moves e2e4\nd");
    peer.until("bestmove");
    peer.until("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b");
    peer.say("go infinite\nquit");
    peer.ends();
}

#[test]
fn several_threads_and_lines_are_reported() {
    let mut peer = Peer::uci();
    peer.say("setoption name Threads value 3\nsetoption name Hash value 4\nsetoption name MultiPV value 3\ngo movetime 200");
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
fn no_abuse_kills_it() {
    for mut peer in [Peer::uci(), Peer::cecp()] {
        let mut seed = 1u64;
        let words = [
            "go",
            "position",
            "startpos",
            "fen",
            "moves",
            "e2e4",
            "setoption",
            "name",
            "value",
            "Hash",
            "-1",
            "depth",
            "1",
            "stop",
            "ponderhit",
            "usermove",
            "new",
            "variant",
            "level",
            "40",
            "0:05",
            "force",
            "undo",
            "remove",
            "setboard",
            "ping",
            "sd",
            "2",
            "st",
            "0.01",
            "?",
            ".",
            "analyze",
            "exit",
            "option",
            "UCI_Variant",
            "shatranj",
            "nodes",
            "50",
            "time",
            "\u{0}",
            "ünïcödé",
            "99999999999999999999",
            "result",
            "hint",
            "mate",
            "perft",
            "cores",
            "memory",
            "playother",
            "=",
            "UCI_Variant=",
            "wtime",
            "searchmoves",
            "ucinewgame",
            "post",
            "draughts",
        ];
        for _ in 0..600 {
            let mut line = String::new();
            for _ in 0..1 + seed % 5 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                line += words[(seed >> 33) as usize % words.len()];
                line.push(' ');
            }
            // no command that would take long by rights
            peer.say(&line);
        }
        let input = peer.input.as_mut().unwrap();
        input.write_all(&[b'x'; 3 << 20]).unwrap();
        input.write_all(b"\n\xFF\xFE\x00\nexit\nforce\nstop\n").unwrap();
        peer.say("isready\nping 9");
        let begun = Instant::now();
        let mut alive = false;
        while begun.elapsed() < PATIENCE && !alive {
            let line = peer.lines.recv_timeout(PATIENCE).expect("it still answers");
            alive = line.starts_with("readyok") || line == "pong 9";
        }
        assert!(alive);
        peer.say("quit");
        peer.ends();
    }
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
    // XBoard has other rules under this name
    assert!(!variants.contains(&"courier"), "{variants:?}");
    let said = peer.reply("variant ferz-courier");
    has(
        &said,
        "setup (PNBRQF..C..........S.Kpnbrqf..c..........s.k) 12x8+0_fairy rnbcs1kfcbnr/1pppp1ppppp1/5q6/p4p5p/P4P5P/5Q6/1PPPP1PPPPP1/RNBCS1KFCBNR w - - 0 1",
    );
    for piece in ["K& K", "Q& F", "S& K", "F& W", "C& B", "B& A", "N& N", "R& R", "P& fmWfcF"] {
        has(&said, &format!("\npiece {piece}"));
    }
    peer.say("st 0.1\nusermove k1j3");
    peer.until("move ");
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
    // the last step of a game claims it
    let said = peer.reply("force\nusermove f2f3\nusermove e7e5\nusermove g2g4\nusermove d8h4");
    has(&said, "0-1 {checkmate}");
    has(&peer.reply("usermove a2a3"), "Illegal move (the game is over, checkmate): a2a3");
    peer.say("undo\nsd 4\ngo");
    assert_eq!(peer.until("move ").last().unwrap(), "move d8h4");
    peer.until("0-1 {checkmate}");
}

#[test]
fn cecp_moves_at_once_when_told_to() {
    let mut peer = Peer::cecp();
    peer.say("post\nst 60\ngo");
    peer.until("3 ");
    let begun = Instant::now();
    peer.say("?\nping 5");
    let said = peer.until("pong 5");
    assert!(said.iter().any(|line| line.starts_with("move ")), "{said:?}");
    assert!(begun.elapsed() < Duration::from_millis(500));
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
    assert_eq!(String::from_utf8_lossy(&output.stdout), "The game is over: black (checkmate)\n");
    assert_eq!(analyse(&["chess", "--depth", "0"]).status.code(), Some(2));
    assert_eq!(analyse(&["nonsense"]).status.code(), Some(2));
    assert_eq!(analyse(&["chess", "--fen", "8/8 w"]).status.code(), Some(1));
}
