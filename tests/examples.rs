//! `ferz test` as a command: what is run, how it is told, and numbers that are accepted.
#![cfg(unix)]

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

const GAME: &str = r#"extends = "chess"

[[example]]
shows = "Pawns begin with two squares"
legal = "e2e4"

[[example]]
shows = "a rook & its way"
fen = "4k3/8/8/8/8/8/8/R3K3 w"
illegal = "a1a8"

[[example]]
shows = "the number of moves"
count = 21

[[example]]
shows = "perft"
perft = [20, 401, 8901]
"#;

/// A folder of a test's own, gone with it.
struct Room(PathBuf);

impl Room {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let room = Self(std::env::temp_dir().join(format!("ferz-examples-{}-{name}", std::process::id())));
        for (file, text) in files {
            let path = room.0.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder of its own");
            fs::write(path, text).expect("a file of its own");
        }
        room
    }

    /// Exit status, standard output, standard error.
    fn test(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
        let output =
            command.current_dir(&self.0).arg("test").args(arguments).output().expect("the program runs");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (output.status.code(), text(output.stdout), text(output.stderr))
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        // a folder that stays behind harms nobody
        _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_failure_is_a_line_and_its_position_is_drawn() {
    let room = Room::new("board", &[("game.toml", GAME)]);
    let (status, out, said) = room.test(&["game.toml"]);
    assert_eq!(status, Some(1));
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(lines.len(), 4, "{out}");
    assert_eq!(lines[0], "game.toml:10:12: a rook & its way: `a1a8` should not be legal, but it is");
    assert_eq!(lines[3], "1 passed, 3 failed");
    let board = "  1  R  .  .  .  K  .  .  .\n     a  b  c  d  e  f  g  h\n  White to move\n  4k3/8/8/8/8/8/8/R3K3 w Q";
    assert!(said.contains(board), "{said}");
}

#[test]
fn a_filter_chooses_by_name_and_names_can_be_listed() {
    let room = Room::new("filter", &[("game.toml", GAME)]);
    let (status, out, _) = room.test(&["game.toml", "--filter", "PAWNS", "--verbose"]);
    assert_eq!(
        (status, out.as_str()),
        (Some(0), "game.toml: ok: Pawns begin with two squares\n1 passed, 0 failed\n")
    );
    let (status, out, said) = room.test(&["game.toml", "--filter", "no such thing"]);
    assert_eq!((status, out.as_str()), (Some(2), "0 passed, 0 failed\n"));
    assert!(said.contains("no example has `no such thing` in its name"), "{said}");
    let (status, out, _) = room.test(&["game.toml", "--list"]);
    assert_eq!(status, Some(0));
    assert_eq!(out.lines().nth(1), Some("game.toml: a rook & its way"));
    assert_eq!(out.lines().count(), 4, "{out}");
    assert_eq!(room.test(&["game.toml", "--list", "--filter", "perft"]).1, "game.toml: perft\n");
}

#[test]
fn a_folder_is_all_games_in_it() {
    let sound = GAME.split("[[example]]\nshows = \"a rook").next().unwrap();
    let files =
        [("games/one.toml", sound), ("games/deeper/two.toml", sound), ("games/.hidden/no.toml", GAME)];
    let room = Room::new("folder", &files);
    assert_eq!(room.test(&["games"]), (Some(0), "2 passed, 0 failed\n".to_owned(), String::new()));
    assert_eq!(room.test(&["nowhere"]).0, Some(2));
}

#[test]
fn json_has_an_object_for_each_example() {
    let room = Room::new("json", &[("game.toml", GAME), ("bad.toml", "extends = \"ches\"\n")]);
    let (status, out, said) = room.test(&["--format", "json", "game.toml", "bad.toml"]);
    assert_eq!(status, Some(1));
    let objects: Vec<Value> =
        out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(objects.len(), 5, "{out}");
    assert_eq!(
        (&objects[0]["name"], &objects[0]["passed"]),
        (&"Pawns begin with two squares".into(), &true.into())
    );
    let rook = &objects[1];
    assert_eq!(
        (&rook["game"], &rook["file"], &rook["line"]),
        (&"game.toml".into(), &"game.toml".into(), &10.into())
    );
    assert_eq!((&rook["passed"], &rook["code"]), (&false.into(), &"ferz::example::fails".into()));
    assert_eq!(rook["fen"], "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_eq!(objects[2]["counted"], 20);
    assert!(
        objects[4]["name"].is_null() && objects[4]["message"].as_str().unwrap().contains("ches"),
        "{out}"
    );
    assert!(said.ends_with("1 passed, 4 failed\n"), "{said}");
}

#[test]
fn junit_has_a_suite_for_each_game_and_a_case_for_each_example() {
    let odd = GAME.replace("a rook & its way", "<a rook> & \\\"its\\\" way");
    let room = Room::new("junit", &[("game.toml", &odd), ("bad.toml", "extends = \"ches\"\n")]);
    let (status, out, _) = room.test(&["--format", "junit", "game.toml", "bad.toml"]);
    assert_eq!(status, Some(1));
    let document = roxmltree::Document::parse(&out).expect("well-formed");
    let root = document.root_element();
    let number =
        |node: roxmltree::Node<'_, '_>, key: &str| node.attribute(key).unwrap().parse::<usize>().unwrap();
    assert_eq!(["tests", "failures", "errors"].map(|key| number(root, key)), [5, 3, 1]);
    let named = |name: &'static str| document.descendants().filter(move |node| node.has_tag_name(name));
    assert_eq!([named("testsuite").count(), named("testcase").count()], [2, 5]);
    let case = named("testcase").nth(1).unwrap();
    assert_eq!(case.attribute("name"), Some("<a rook> & \"its\" way"));
    assert_eq!((case.attribute("file"), case.attribute("line")), (Some("game.toml"), Some("10")));
    let failure = case.first_element_child().expect("a failure");
    assert!(failure.attribute("message").unwrap().starts_with("`a1a8` should not be legal"));
    assert!(failure.text().unwrap().contains("R  .  .  .  K"), "{out}");
    assert!(named("testcase").next().unwrap().first_element_child().is_none(), "the first passes");
}

#[test]
fn an_update_accepts_counts_and_nothing_else() {
    let room = Room::new("update", &[("game.toml", GAME)]);
    let (status, out, said) = room.test(&["--update", "game.toml"]);
    assert_eq!(status, Some(1), "the rook's move is no number");
    assert!(out.ends_with("3 passed, 1 failed\n"), "{out}");
    for line in
        ["14: wrote 20 instead of 21", "18: wrote 400 instead of 401", "18: wrote 8902 instead of 8901"]
    {
        assert!(said.contains(&format!("game.toml:{line}\n")), "{said}");
    }
    let text = fs::read_to_string(room.0.join("game.toml")).unwrap();
    assert_eq!(text, GAME.replace("21", "20").replace("401, 8901", "400, 8902"));
    // a filter keeps the others as they are
    fs::write(room.0.join("game.toml"), GAME).unwrap();
    assert_eq!(room.test(&["--update", "--filter", "perft", "game.toml"]).0, Some(0));
    assert_eq!(fs::read_to_string(room.0.join("game.toml")).unwrap(), GAME.replace("401, 8901", "400, 8902"));
    // numbers that are too large to be counted are named
    fs::write(room.0.join("game.toml"), GAME.replace("8901", "8901, 197281, 4865609")).unwrap();
    let (_, _, said) = room.test(&["--update", "game.toml"]);
    assert!(said.contains("wrote 8902 instead of 8901; the number after it is too large"), "{said}");
}

/// The code of the only problem with an example about chess, and its message.
fn fault(example: &str) -> (String, String) {
    let name = format!(
        "fault-{:x}",
        example.bytes().fold(7_u64, |sum, byte| sum.wrapping_mul(31) + u64::from(byte))
    );
    let room = Room::new(
        &name,
        &[("game.toml", &format!("extends = \"chess\"\n[[example]]\nshows = \"it\"\n{example}\n"))],
    );
    let (status, out, _) = room.test(&["--format", "json", "game.toml"]);
    let object: Value = serde_json::from_str(out.trim()).expect("one object");
    assert_eq!(status, Some(i32::from(object["passed"] == false)), "{out}");
    let text = |key: &str| object[key].as_str().unwrap_or_default().to_owned();
    (text("code"), text("message"))
}

#[test]
fn an_example_that_could_never_fail_is_an_error() {
    let over = "fen = \"7k/5Q2/6K1/8/8/8/8/8 w\"\nplay = \"f7g7\"\n";
    for (example, code) in [
        ("illegal = \"hello e3-e9\"", "no_move"),
        ("illegal = \"e3-e9\"", "no_move"),
        ("illegal = \"Xf3\"", "no_move"),
        ("", "asks_nothing"),
        ("illegal = \" \"", "asks_nothing"),
        ("legal = \"\"\nperft = []", "asks_nothing"),
        ("perft = [5000000]", "fails"),
        ("reason = \"chekmate\"", "unknown_reason"),
        ("fen = \"8/8 w\"\nlegal = \"e2e4\"", "bad_position"),
        ("options = { tempo = \"fast\" }\nlegal = \"e2e4\"", "bad_options"),
        (&format!("{over}illegal = \"h8g7\""), "over"),
        // each of them is legal
        ("fen = \"4k3/8/8/8/8/5N2/8/1N2K3 w\"\nillegal = \"Nd2\"", "fails"),
    ] {
        assert_eq!(fault(example).0, format!("ferz::example::{code}"), "{example}");
    }
    for example in [
        "fen = \"8/P6k/8/8/8/8/8/K7 w\"\nillegal = \"a7a8\"",
        "illegal = \"e2e5 Nf6 O-O e7e8q P@e4 0000\"",
        &format!("{over}illegal = \"h8g7\"\nresult = \"white\""),
    ] {
        assert_eq!(fault(example), (String::new(), String::new()), "{example}");
    }
}
