//! `ferz match`: fair to those who play, and firm with those who don't. Who answers has so much time that no busy machine makes it lose by it;
//! who loses by time never answers.
//!
//! In the long run, players of the house play every game, not only one in fifteen, and other matches are longer.
#![cfg(unix)]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use ferz::pgn::{Notation, Reader, Record};
use serde_json::Value;

use crate::long::long_run;
use crate::pipes::{ended, wait_until};

/// A folder of a test's own, gone with it.
struct Room(PathBuf);

impl Room {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("ferz-match-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// An engine in shell: what it does on `go`.
    fn engine(&self, go: &str) -> String {
        let script = self.write("engine.sh", &format!("{UCI}{}", LOOP.replace("GO", go)));
        format!("cmd='sh {script}' proto=uci name=fake")
    }

    /// An engine in shell whose first move is legal: what it does on every later `go`.
    fn later(&self, go: &str) -> String {
        self.engine(&format!("n=$((n+1)); if [ $n = 1 ]; then echo 'bestmove e2e4'; else {go}; fi"))
    }

    /// An engine of the other protocol: what it does with every line, named `line`.
    fn cecp(&self, does: &str) -> String {
        let script = self.write("engine.sh", &format!("while read -r line; do case \"$line\" in protover*) echo 'feature ping=1 setboard=1 usermove=1 done=1';; ping*) echo \"pong ${{line#ping }}\";; quit) exit;; {does} esac; done"));
        format!("cmd='sh {script}' proto=cecp name=fake")
    }

    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
        command.arg("match").args(args).current_dir(&self.0).stdin(Stdio::null());
        command.output().unwrap()
    }

    /// The summary of a match that comes to its end.
    #[track_caller]
    fn json(&self, args: &[&str]) -> Value {
        let output = self.run(&[args, &["--format", "json"]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    #[track_caller]
    fn records(&self, name: &str) -> Vec<Record> {
        let text = fs::read(self.0.join(name)).unwrap();
        Reader::new(&text[..]).map(Result::unwrap).collect()
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const UCI: &str = "echo 'id name fake'; echo 'option name Strength type spin default 1 min 0 max 9';\n";
const LOOP: &str = "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; quit) exit;; go*) GO;; esac; done";

/// What an engine does that never answers, but ends with the match.
const SILENCE: &str = "cat > /dev/null";

/// More time for a move, in milliseconds, than any answer takes.
const AMPLE: &str = "6000000";

/// One game of a fake engine with White, so many milliseconds a move, against a random player; how it was lost, and why.
#[track_caller]
fn forfeit(room: &Room, engine: &str, time: &str, more: &[&str]) -> (String, String) {
    let args = [
        "chess",
        "--engine",
        engine,
        "--engine",
        "random",
        "--rounds",
        "1",
        "--games",
        "1",
        "--movetime",
        time,
    ];
    let result = room.json(&[&args, more].concat());
    assert_eq!((result["games"].as_u64(), result["losses"].as_u64()), (Some(1), Some(1)), "{result}");
    let forfeit = &result["forfeits"][0];
    assert_eq!(forfeit["engine"], "fake");
    (forfeit["kind"].as_str().unwrap().to_owned(), forfeit["reason"].as_str().unwrap().to_owned())
}

#[test]
fn who_does_not_play_by_the_rules_has_lost() {
    let room = Room::new();
    let (kind, reason) = forfeit(&room, &room.later("echo 'bestmove e1e8'"), AMPLE, &["--pgn", "x.pgn"]);
    assert_eq!(kind, "illegal");
    assert!(reason.starts_with("white: `e1e8` can't be played: "), "{reason}");
    let record = &room.records("x.pgn")[0];
    assert_eq!((record.tag("Termination"), record.tag("Result")), (Some("rules infraction"), Some("0-1")));
    for nonsense in
        ["bestmove", "bestmove (none)", "bestmove 0000", "bestmove e2e4e5", "bestmove e7e5 ponder e2e4"]
    {
        assert_eq!(
            forfeit(&room, &room.later(&format!("echo '{nonsense}'")), AMPLE, &[]).0,
            "illegal",
            "{nonsense}"
        );
    }
}

#[test]
fn who_falls_silent_or_ends_has_lost() {
    let room = Room::new();
    let (kind, reason) = forfeit(&room, &room.engine(SILENCE), "100", &[]);
    assert_eq!(kind, "time");
    assert!(reason.contains("its time is up"), "{reason}");
    let (kind, reason) = forfeit(&room, &room.engine("exit 3"), AMPLE, &[]);
    assert_eq!(kind, "crash");
    assert!(reason.starts_with("white: it"), "{reason}");
    // on a clock
    let silent = room.engine(SILENCE);
    let args = ["chess", "--engine", &silent, "--engine", "random", "--games", "1", "--tc", "0.1"];
    assert_eq!(room.json(&args)["forfeits"][0]["kind"], "time");
}

#[test]
fn what_an_engine_says_does_not_control_the_terminal() {
    let room = Room::new();
    let say = room.later("printf 'bestmove e2\\033[2Je5\\n'");
    let (kind, reason) = forfeit(&room, &say, AMPLE, &[]);
    assert_eq!(kind, "illegal");
    assert!(reason.contains("e2\u{fffd}[2Je5") && !reason.contains('\u{1b}'), "{reason:?}");
}

#[test]
fn who_is_set_up_for_another_game_does_not_lose_by_it() {
    let room = Room::new();
    let refused = |engine: &str, game: &str| {
        let output =
            room.run(&[game, "--engine", engine, "--engine", "random", "--games", "1", "--nodes", "9"]);
        assert!(!output.status.success() && output.stdout.is_empty());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let said = refused(&room.engine("echo 'bestmove e2e5'"), "chess");
    assert!(said.contains("its first move, `e2e5`, can't be played"), "{said}");
    // an engine that says where it starts
    let script = "echo 'option name UCI_Variant type combo default chess var chess var 3check'; while read -r line; do case \"$line\" in \
        uci) echo uciok;; isready) echo 'info string variant x files 8 ranks 8 startpos 8/8/8/4k3/8/8/8/4K3 w - - 0 1'; echo readyok;; \
        quit) exit;; esac; done";
    let path = room.write("start.sh", script);
    let said = refused(&format!("cmd='sh {path}' proto=uci name=fake"), "three-check");
    assert!(said.contains("fake begins from another position, 8/8/8/4k3/8/8/8/4K3"), "{said}");
}

#[test]
fn who_floods_is_read_in_bounds_and_judged() {
    let room = Room::new();
    assert_eq!(forfeit(&room, &room.engine("yes 'info depth 1 score cp 1 pv e2e4'"), "100", &[]).0, "time");
    assert_eq!(forfeit(&room, &room.engine("tr '\\0' 'x' < /dev/zero"), "100", &[]).0, "time");
    // a flood with a move behind it is a move
    let flood = room.later("yes info string nothing | head -50000; echo bestmove a1a1");
    assert_eq!(forfeit(&room, &flood, AMPLE, &[]).0, "illegal");
}

#[test]
fn a_player_that_fails_is_started_anew_for_its_next_game() {
    let room = Room::new();
    let engine = room.engine("exit 1");
    let result = room.json(&[
        "chess",
        "--engine",
        &engine,
        "--engine",
        "random",
        "--rounds",
        "3",
        "--movetime",
        AMPLE,
    ]);
    assert_eq!((result["games"].as_u64(), result["losses"].as_u64()), (Some(6), Some(6)), "{result}");
    assert_eq!(result["endings"]["crash"].as_u64(), Some(6));
    assert_eq!(result["pairs"], serde_json::json!([3, 0, 0, 0, 0]));
}

#[test]
fn the_referee_does_not_believe_claims() {
    let room = Room::new();
    assert_eq!(forfeit(&room, &room.cecp("go) echo '1-0 {White mates}';;"), AMPLE, &[]).0, "illegal");
    assert_eq!(forfeit(&room, &room.cecp("go) echo '1/2-1/2 {a draw}';;"), AMPLE, &[]).0, "illegal");
    assert_eq!(
        forfeit(
            &room,
            &room.cecp("go) echo 'move e2e4';; usermove*) echo \"Illegal move: ${line#usermove }\";;"),
            AMPLE,
            &[]
        )
        .0,
        "illegal"
    );
    // whoever says that it has lost has lost
    for words in ["resign", "0-1 {White resigns}"] {
        let engine = room.cecp(&format!("go) echo '{words}';;"));
        let result = room.json(&[
            "chess",
            "--engine",
            &engine,
            "--engine",
            "random",
            "--games",
            "1",
            "--movetime",
            AMPLE,
        ]);
        assert_eq!(result["endings"]["resignation"].as_u64(), Some(1), "{result}");
        assert_eq!(result["losses"].as_u64(), Some(1));
    }
}

#[test]
fn engines_that_can_not_play_such_a_match_are_refused() {
    let room = Room::new();
    let engine = room.engine("echo bestmove e2e4");
    let fails = |args: &[&str], status: i32, words: &str| {
        let output = room.run(args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{said}");
        assert!(said.contains(words), "{said}");
    };
    fails(
        &["shatranj", "--engine", &engine, "--engine", "random", "--movetime", "9"],
        1,
        "fake does not offer shatranj",
    );
    let wrong = format!("{engine} option.Style=wild");
    fails(&["chess", "--engine", &wrong, "--engine", "random", "--movetime", "9"], 1, "no option `Style`");
    let cecp = room.cecp("");
    fails(&["chess", "--engine", &cecp, "--engine", "random", "--nodes", "9"], 1, "no node limit");
    fails(
        &["chess", "--engine", "cmd=/no/such/engine proto=uci", "--engine", "random", "--movetime", "9"],
        1,
        "can't be started",
    );
    fails(&["chess", "--engine", "random"], 2, "two players");
    fails(&["chess", "--engine", "ferz", "--engine", "random"], 2, "nothing limits ferz");
    fails(&["chess", "--engine", "ferz", "--engine", "random", "--tc", "soon"], 2, "is not a clock");
    fails(&["chess", "--engine", "ferz", "--engine", "nobody", "--nodes", "9"], 2, "no player `nobody`");
    fails(
        &["chess", "--engine", "ferz", "--engine", "random", "--nodes", "9", "--openings", "none.epd"],
        1,
        "none.epd",
    );
    fs::write(room.0.join("many.pgn"), "e4 *\n".repeat(100_001)).unwrap();
    let many = ["chess", "--engine", "ferz", "--engine", "random", "--nodes", "9", "--openings", "many.pgn"];
    fails(&many, 2, "more than 100000 openings");
}

#[test]
fn a_game_may_be_called_as_other_programs_call_it() {
    let players = ["--engine", "ferz nodes=1", "--engine", "ferz nodes=1"];
    let said = Room::new().run(&[&["3check", "--rounds", "1", "--max-plies", "4"][..], &players].concat());
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
}

#[test]
fn players_of_the_house_play_all_kinds_of_games() {
    let room = Room::new();
    let games: Vec<&str> =
        ferz::builtin_games().into_iter().step_by(if long_run() { 1 } else { 15 }).collect();
    for &game in &games {
        let args = [game, "--engine", "ferz", "--engine", "greedy", "--nodes", "100", "--max-plies", "60"];
        let result = room.json(&[&args[..], &["--random-plies", "2", "--pgn", "all.pgn"]].concat());
        assert_eq!(result["games"].as_u64(), Some(2));
        assert_eq!(result["forfeits"], serde_json::json!([]), "{game}");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    let output = command.args(["pgn", "validate"]).arg(room.0.join("all.pgn")).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said, format!("{} games, 0 with errors\n", 2 * games.len()));
}

#[test]
fn ferz_plays_ferz_over_both_protocols() {
    let room = Room::new();
    let own = env!("CARGO_BIN_EXE_ferz");
    let (uci, cecp) = (
        format!("cmd='{own} engine' proto=uci name=uci"),
        format!("cmd='{own} engine' proto=cecp name=cecp"),
    );
    let plies = if long_run() { "60" } else { "20" };
    for game in ["courier", "capablanca", "makruk"] {
        let pace = [
            "--tc",
            "20/0.2+0.01",
            "--margin",
            "60000",
            "--max-plies",
            plies,
            "--rounds",
            "1",
            "--random-plies",
            "4",
        ];
        let result =
            room.json(&[&[game, "--engine", &uci, "--engine", &cecp, "--pgn", "g.pgn"], &pace[..]].concat());
        assert_eq!(result["games"].as_u64(), Some(2));
        assert_eq!(result["forfeits"], serde_json::json!([]), "{game}");
    }
    let records = room.records("g.pgn");
    assert_eq!(records.len(), 6);
    let (first, second) = (&records[0], &records[1]);
    assert_eq!((first.tag("White"), second.tag("White")), (Some("uci"), Some("cecp")));
    assert_eq!(first.tag("Variant"), Some("ferz-courier"));
    assert_eq!(first.tag("TimeControl"), Some("20/0.2+0.01"));
    assert_eq!((first.tag("Round"), second.tag("Round")), (Some("1.1"), Some("1.2")));
    // the same opening with colours swapped, and scores behind moves
    let variant = ferz::Variant::load("courier", &[]).unwrap();
    let made = |record: &Record| record.play(&variant, Notation::San).game.moves()[..4].to_vec();
    assert_eq!(made(first), made(second));
    assert!(first.to_string().contains("{book}") && first.to_string().contains("s}"), "{first}");
}

#[test]
fn openings_come_from_files_and_options_are_kept() {
    let room = Room::new();
    room.write("o.epd", "4k3/P7/8/8/8/8/8/4K3 w - - id \"a\";\n4k3/8/8/8/8/8/p7/4K3 b - - 0 9\n");
    let args = [
        "chess",
        "--engine",
        "ferz",
        "--engine",
        "random",
        "--nodes",
        "300",
        "--rounds",
        "2",
        "--openings",
        "o.epd",
    ];
    let result = room.json(&[&args[..], &["--pgn", "o.pgn", "--concurrency", "2"]].concat());
    assert_eq!(result["games"].as_u64(), Some(4));
    let fens: Vec<_> =
        room.records("o.pgn").iter().map(|record| record.tag("FEN").unwrap().to_owned()).collect();
    assert_eq!(fens.iter().filter(|fen| fen.ends_with("b - - 0 9")).count(), 2, "{fens:?}");
    let args = [
        "korkserschach",
        "--option",
        "gardez=declared",
        "--engine",
        "greedy",
        "--engine",
        "random",
        "--max-plies",
        "60",
    ];
    room.json(&[&args[..], &["--pgn", "k.pgn"]].concat());
    assert!(room.records("k.pgn")[0].tag("VariantOptions").unwrap().contains("gardez=declared"));
    // a file of games is added to, not replaced
    room.json(&[&args[..], &["--pgn", "k.pgn"]].concat());
    assert_eq!(room.records("k.pgn").len(), 4);
}

#[test]
fn a_test_stops_a_match_that_is_decided() {
    let room = Room::new();
    let args = ["shatranj", "--engine", "greedy", "--engine", "random", "--nodes", "1", "--rounds", "500"];
    let result = room.json(&[&args[..], &["--sprt", "elo0=0 elo1=200", "--random-plies", "4"]].concat());
    let games = result["games"].as_u64().unwrap();
    assert!((4..200).contains(&games), "{result}");
    assert_eq!(result["sprt"]["verdict"], "H1");
    assert!(result["sprt"]["llr"].as_f64().unwrap() >= result["sprt"]["upper"].as_f64().unwrap());
    assert!(result["los"].as_f64().unwrap() > 0.99);
}

#[test]
fn scores_decide_where_that_is_asked_for() {
    let room = Room::new();
    let args = ["chess", "--engine", "ferz", "--engine", "random", "--nodes", "500", "--games", "1"];
    let result = room.json(&[&args[..], &["--max-plies", "5"]].concat());
    assert_eq!((result["draws"].as_u64(), result["mean_plies"].as_u64()), (Some(1), Some(5)));
    let two = ["chess", "--engine", "ferz", "--engine", "ferz name=other", "--nodes", "300", "--games", "1"];
    room.write("won.epd", "4k3/8/8/8/8/8/8/QQQ1K3 b - - 0 1\n");
    let rule = ["--openings", "won.epd", "--resign", "movecount=1 score=500", "--pgn", "r.pgn"];
    let result = room.json(&[&two[..], &rule].concat());
    assert_eq!(
        (result["endings"]["adjudication"].as_u64(), result["wins"].as_u64()),
        (Some(1), Some(1)),
        "{result}"
    );
    assert_eq!(room.records("r.pgn")[0].tag("Termination"), Some("adjudication"));
}

/// Starts a match, waits until something is so, and stops it by a signal; what it then prints.
#[track_caller]
fn stopped(room: &Room, args: &[&str], ready: impl Fn() -> bool, signal: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    command.arg("match").args(args).current_dir(&room.0).stdin(Stdio::null());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until("a match", ready);
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    ended(child)
}

#[test]
fn a_match_that_is_stopped_tells_how_it_stands_and_its_record_is_whole() {
    let room = Room::new();
    let pgn = room.0.join("x.pgn");
    let written = || fs::read_to_string(&pgn).is_ok_and(|text| text.matches("[Event ").count() >= 3);
    let args =
        "shatranj --engine random --engine greedy --nodes 1 --rounds 100000 --concurrency 2 --pgn x.pgn";
    let output = stopped(&room, &args.split(' ').collect::<Vec<_>>(), written, "-INT");
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8(output.stdout).unwrap();
    let games = room.records("x.pgn");
    assert!(games.len() >= 3 && games.iter().all(|record| record.termination.is_some()));
    assert!(said.starts_with("random - greedy: "), "{said}");
    assert!(said.contains(&format!(" lost of {}\n", games.len())), "{said}");
    assert!(said.contains(&format!("Stopped after {} of 200000 games\n", games.len())), "{said}");
}

#[test]
fn who_is_thinking_when_a_match_is_stopped_has_not_lost() {
    let room = Room::new();
    let engine = room.engine(&format!("touch thinking; {SILENCE}"));
    let args = ["chess", "--movetime", AMPLE, "--engine", "random", "--engine", &engine];
    let args = [&args[..], &["--format", "json", "--pgn", "x.pgn"]].concat();
    let thinking = room.0.join("thinking");
    let output = stopped(&room, &args, || thinking.exists(), "-TERM");
    assert_eq!(output.status.code(), Some(130));
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((result["games"].as_u64(), &result["stopped"]), (Some(0), &Value::Bool(true)), "{result}");
    assert_eq!(result["forfeits"].as_array().map(Vec::len), Some(0));
    assert!(room.records("x.pgn").is_empty());
}
