//! The commands that measure and count: `bench`, `perft` with its options, perft counts in files.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn ferz(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ferz")).args(args).output().expect("ferz runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// A file of its own for each test, gone with it.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ferz-speed-{}-{name}.toml", std::process::id()));
        fs::write(&path, text).expect("a file can be written");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a plain path")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn child_of_chess(name: &str, perft: &str) -> File {
    File::new(name, &format!("extends = \"chess\"\n[[example]]\nshows = \"paths\"\nperft = {perft}\n"))
}

/// The number at the end of the last line that begins so.
fn number(output: &str, words: &str) -> f64 {
    let line = output.lines().rfind(|line| line.starts_with(words));
    let line = line.unwrap_or_else(|| panic!("no `{words}` in:\n{output}"));
    line.rsplit(' ').next().expect("a word").parse().expect("a number")
}

#[test]
fn bench_goes_over_every_game_and_ends_in_a_speed() {
    let output = ferz(&["bench", "--nodes", "10000"]);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for game in ferz::builtin_games() {
        let rows = said.lines().filter(|line| line.split(' ').next() == Some(game)).count();
        assert_eq!(rows, 1, "{game} in:\n{said}");
    }
    let last = said.lines().last().expect("a line");
    assert!(last.starts_with("Nodes/second: "), "{last}");
    assert!(number(&said, "Nodes/second: ") > 0.0);
}

#[test]
fn bench_counts_the_deepest_stated_number_within_the_limit() {
    let file = child_of_chess("deepest", "[20, 400, 8902, 197281, 7]");
    let nodes = |most| {
        let output = ferz(&["bench", file.path(), "--nodes", most]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        number(&text(&output.stdout), "Nodes searched: ")
    };
    assert_eq!([nodes("399"), nodes("400"), nodes("10000")], [20.0, 400.0, 8902.0]);
}

#[test]
fn bench_fails_where_a_stated_number_is_wrong() {
    let file = child_of_chess("wrong", "[20, 400, 8901]");
    let output = ferz(&["bench", file.path()]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("perft 3 should be 8901, but it is 8902"), "{said}");
    assert!(number(&text(&output.stdout), "Nodes searched: ") > 0.0);
}

#[test]
fn bench_counts_a_game_that_states_nothing_in_two_ways() {
    let file = File::new("nothing", "extends = \"chess\"\n");
    let output = ferz(&["bench", file.path(), "--nodes", "3000"]);
    assert!(output.status.success());
    assert_eq!(number(&text(&output.stdout), "Nodes searched: "), 8902.0);
    assert!(text(&output.stderr).contains("counted in two ways"));
}

#[test]
fn bench_plays_the_same_random_games_every_time() {
    let moves = || {
        let output = ferz(&["bench", "english-draughts", "--playouts", "30"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let said = text(&output.stdout);
        assert!(said.lines().last().expect("a line").starts_with("Moves/second: "), "{said}");
        number(&said, "Moves made: ")
    };
    let first = moves();
    assert!(first > 30.0 * 20.0, "{first}");
    assert_eq!(first, moves());
}

#[test]
fn bench_is_used_wrongly() {
    for args in [
        &["bench", "no-such-game"][..],
        &["bench", "chess", "--playouts", "0"],
        &["bench", "chess", "--nodes", "many"],
        &["bench", "--option", "a=b"],
        &["bench", "chess", "--option", "no=such"],
    ] {
        let output = ferz(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn numbers_of_paths_in_a_file_are_tested() {
    let right = child_of_chess("right", "[20, 400, 8902]");
    let output = ferz(&["test", right.path()]);
    assert_eq!(text(&output.stdout), "1 passed, 0 failed\n");
    let wrong = child_of_chess("wrong-in-test", "[20, 401, 8902]");
    let output = ferz(&["test", wrong.path()]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains(":4:14: paths: perft 2 should be 401, but it is 400"), "{said}");
    let first = child_of_chess("wrong-at-once", "[19]");
    let said = text(&ferz(&["test", first.path()]).stdout);
    assert!(said.contains("perft 1 should be 19, but it is 20"), "{said}");
}

#[test]
fn perft_counts_alike_in_every_way_and_only_the_answer_is_on_standard_output() {
    let ways: [&[&str]; 6] = [
        &[],
        &["--list"],
        &["--no-bulk"],
        &["--hash", "1"],
        &["--hash", "4", "--threads", "2"],
        &["--list", "--hash", "2", "--threads", "3"],
    ];
    for way in ways {
        let output = ferz(&[&["perft", "chess", "4"], way].concat());
        assert_eq!(text(&output.stdout), "Nodes searched: 197281\n", "{way:?}");
    }
}

#[test]
fn perft_is_used_wrongly() {
    for way in [
        &["256"][..],
        &["3", "--hash", "0"],
        &["3", "--hash", "16777217"],
        &["3", "--hash", "lots"],
        &["3", "--list", "--no-bulk"],
        &["3", "--threads", "0"],
    ] {
        let output = ferz(&[&["perft", "chess"], way].concat());
        assert_eq!(output.status.code(), Some(2), "{way:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{way:?}");
    }
}
