//! `ferz check` as a command: its formats, folders, exit statuses, and thousands of games.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::Value;

use crate::pipes::PATIENCE;

const SOUND: &str = "extends = \"chess\"\n";
const FAULTY: &str = "extends = \"chess\"\n\n[pieces]\nwizard = { letter = \"W\", moves = \"Qn\" }\n\n[promotion]\nto = \"quen, rook, wizard\"\n";
const ODD: &str = "extends = \"chess\"\n\n[promotion]\non = \"rank 1\"\n";
const ADVISED: &str =
    "extends = \"chess\"\n\n[pieces]\nbishop = { moves = \"A\" }\n\n[promotion]\nto = \"queen\"\n";

/// A folder of a test's own, gone with it.
struct Room(PathBuf);

impl Room {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let room = Self(std::env::temp_dir().join(format!("ferz-check-{}-{name}", std::process::id())));
        for (file, text) in files {
            let path = room.0.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder of its own");
            fs::write(path, text).expect("a file of its own");
        }
        room
    }

    /// Exit status, standard output, standard error.
    fn check(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
        let output =
            command.current_dir(&self.0).arg("check").args(arguments).output().expect("the program runs");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (output.status.code(), text(output.stdout), text(output.stderr))
    }

    fn objects(&self, arguments: &[&str]) -> Vec<Value> {
        let (_, out, _) = self.check(&[&["--format", "json"], arguments].concat());
        out.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        // a folder that stays behind harms nobody
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns the answer where nothing is wrong.
fn ok() -> (Option<i32>, String, String) {
    (Some(0), String::new(), "ok\n".to_owned())
}

fn all(name: &str) -> Room {
    Room::new(
        name,
        &[
            ("sound.toml", SOUND),
            ("faulty.toml", FAULTY),
            ("odd.toml", ODD),
            ("advised.toml", ADVISED),
            ("below/sound.toml", SOUND),
            ("below/deeper/odd.toml", ODD),
            ("below/notes.txt", "no game"),
            ("below/.hidden/faulty.toml", FAULTY),
            ("empty/notes.txt", "no game"),
        ],
    )
}

#[test]
fn a_pipe_is_no_game_file() {
    let room = Room::new("pipe", &[("other.toml", SOUND)]);
    let pipe = room.0.join("game.toml");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let output = Command::new(env!("CARGO_BIN_EXE_ferz")).arg("check").arg(&pipe).output().expect("it ends");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("it is not a regular file"));
}

/// A folder of a stranger in a room with a secret; each file leads to it in its own way.
fn strangers(name: &str) -> Room {
    let secret = "hidden = 1\n";
    let room = Room::new(
        name,
        &[
            ("secret.toml", secret),
            ("secret.values", secret),
            ("theirs/path.toml", "extends = \"../secret.toml\"\n"),
            ("theirs/link.toml", "extends = \"./linked.toml\"\n"),
            ("theirs/folder.toml", "extends = \"./up/secret.toml\"\n"),
            ("theirs/missing.toml", "extends = \"./up/sceret.toml\"\n"),
            ("theirs/misspelt.toml", "extends = \"./liked.toml\"\n"),
            ("theirs/valued.toml", SOUND),
            ("theirs/inside.toml", "extends = \"./deeper/child.toml\"\n"),
            ("theirs/deeper/child.toml", "extends = \"../sound.toml\"\n"),
            ("theirs/sound.toml", SOUND),
        ],
    );
    for (link, to) in [("linked.toml", "../secret.toml"), ("up", ".."), ("valued.values", "../secret.values")]
    {
        symlink(to, room.0.join("theirs").join(link)).expect("a link of its own");
    }
    room
}

#[test]
fn a_confined_check_reads_nothing_outside_the_folder() {
    let room = strangers("confined");
    for (file, code) in [
        ("path", "ferz::extends::outside"),
        ("link", "ferz::extends::outside"),
        ("folder", "ferz::extends::outside"),
        ("missing", "ferz::extends::outside"),
        ("valued", "ferz::values::unreadable"),
    ] {
        let file = format!("theirs/{file}.toml");
        let (status, _, said) = room.check(&["--confined", &file]);
        assert_eq!(status, Some(1), "{file}: {said}");
        assert!(said.contains(code) && !said.contains("hidden"), "{file}: {said}");
        assert!(!room.check(&[&file]).2.contains("outside"), "{file}");
    }
    // no correction is tried that leads outside
    let (_, out, said) = room.check(&["--confined", "--fix", "--format", "json", "theirs/misspelt.toml"]);
    assert!(out.contains("ferz::extends::not_found") && !out.contains("hidden"), "{out}");
    assert!(!said.contains("wrote"), "{said}");
    assert_eq!(room.check(&["--confined", "theirs/inside.toml"]), ok());
    let (status, _, said) = room.check(&["--confined", "theirs/linked.toml"]);
    assert_eq!((status, said.contains("out of its folder")), (Some(2), true), "{said}");
    assert!(room.check(&["--confined", "nowhere/x.toml"]).2.contains("no such file"));
}

#[test]
fn a_confined_test_reads_nothing_outside_the_folder() {
    let room = strangers("confined-test");
    let run = |file: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
        let output = command.current_dir(room.0.join("theirs")).args(["test", "--confined", file]).output();
        let output = output.expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for (file, words) in [
        ("path.toml", "ferz::extends::outside"),
        ("valued.toml", "out of its folder"),
        ("linked.toml", "out of its folder"),
    ] {
        let (_, said) = run(file);
        assert!(said.contains(words) && !said.contains("hidden"), "{file}: {said}");
    }
    assert_eq!(run("inside.toml").0, Some(0));
    assert_eq!(run("courier").0, Some(0));
}

#[test]
fn errors_fail_warnings_only_if_denied_advice_never() {
    let room = all("status");
    assert_eq!(room.check(&["sound.toml"]), ok());
    assert_eq!(room.check(&["faulty.toml"]).0, Some(1));
    let (status, out, said) = room.check(&["odd.toml"]);
    assert_eq!((status, out.as_str()), (Some(0), ""));
    assert!(said.contains("ferz::lint::promotion_never"), "{said}");
    assert_eq!(room.check(&["--deny-warnings", "odd.toml"]).0, Some(1));
    assert_eq!(room.check(&["--deny-warnings", "sound.toml"]).0, Some(0));
    assert_eq!(room.check(&["advised.toml"]), ok());
    let (status, _, said) = room.check(&["--deny-warnings", "--advice", "advised.toml"]);
    assert_eq!(status, Some(0));
    assert!(said.contains("ferz::lint::narrow_reach") && said.contains("reach"), "{said}");
    let (_, _, said) = room.check(&["--verbose", "advised.toml"]);
    assert_eq!(said, "advised.toml: ok (`--advice` shows 1 piece of advice)\nok\n");
}

#[test]
fn wrong_usage_is_told_from_wrong_files() {
    let room = all("usage");
    for arguments in [
        &[][..],
        &["nowhere.toml"],
        &["empty"],
        &["--format", "xml", "sound.toml"],
        &["--games", "5", "sound.toml"],
        &["--option", "a=b", "sound.toml"],
        &["--deep", "--games", "0", "sound.toml"],
        &["--deep", "--option", "a=b", "sound.toml"],
        &["--explain", "no_capital", "sound.toml"],
    ] {
        let (status, _, said) = room.check(arguments);
        assert_eq!(status, Some(2), "{arguments:?}: {said}");
        assert!(!said.is_empty(), "{arguments:?}");
    }
}

#[test]
fn folders_and_several_files_are_checked_in_one_run() {
    let room = all("folders");
    let (status, _, said) = room.check(&["--verbose", "sound.toml", "below"]);
    assert_eq!(status, Some(0));
    let place = said.find("below/deeper/odd.toml:4:6").expect("the odd one");
    let last = said.find("below/sound.toml: ok\n").expect("the sound one");
    assert!(said.starts_with("sound.toml: ok\n") && place < last, "{said}");
    assert!(!said.contains("hidden"), "{said}");
    assert_eq!(room.check(&["."]).0, Some(1));
}

#[test]
fn json_has_places_and_suggestions_that_help() {
    let room = all("json");
    let objects = room.objects(&["faulty.toml"]);
    let codes: Vec<_> = objects.iter().map(|object| object["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["ferz::moves::no_capital", "ferz::pieces::unknown"]);
    for object in &objects {
        assert_eq!(object["severity"], "error");
        assert_eq!(
            (&object["line"], &object["column"]),
            (&object["labels"][0]["line"], &object["labels"][0]["column"])
        );
        let label = &object["labels"][0];
        let (start, end) =
            (label["offset"].as_u64().unwrap() as usize, label["end_offset"].as_u64().unwrap() as usize);
        let line = FAULTY[..start].matches('\n').count() + 1;
        assert_eq!(label["line"], line);
        assert!(["n", "quen"].contains(&&FAULTY[start..end]), "{label}");
    }
    // both replacements together make a sound file
    let mut text = FAULTY.to_owned();
    for object in objects.iter().rev() {
        let suggestion = &object["suggestions"][0];
        let at = |key: &str| suggestion[key].as_u64().unwrap() as usize;
        assert_eq!(&FAULTY[at("offset")..at("end_offset")], suggestion["text"]);
        text.replace_range(at("offset")..at("end_offset"), suggestion["replacement"].as_str().unwrap());
    }
    fs::write(room.0.join("mended.toml"), text).unwrap();
    assert_eq!(room.check(&["mended.toml"]), ok());
}

#[test]
fn github_gets_workflow_commands() {
    let room = all("github");
    let (status, out, said) = room.check(&["--format", "github", "faulty.toml", "odd.toml"]);
    assert_eq!((status, said.as_str()), (Some(1), ""));
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(lines.len(), 3, "{out}");
    assert!(
        lines[0].starts_with("::error file=faulty.toml,line=4,col=36,endColumn=37,title=ferz%3A%3Amoves%3A%3Ano_capital::`n` is only"),
        "{out}"
    );
    assert!(lines[0].ends_with("%0Ahelp: did you mean `QN`?"), "{out}");
    assert!(lines[2].starts_with("::warning file=odd.toml,line=4,col=6,"), "{out}");
}

#[test]
fn combinations_of_answers_are_named() {
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .join("tests/diagnostics/pieces.unknown/two-answers-together.toml");
    let room = Room::new("answers", &[("game.toml", &fs::read_to_string(file).unwrap())]);
    let objects = room.objects(&["game.toml"]);
    assert_eq!(objects.len(), 1);
    let message = objects[0]["message"].as_str().unwrap();
    assert!(message.starts_with("with `queens=without` and `promotion=queen`, "), "{message}");
}

fn deep(room: &Room, arguments: &[&str]) -> Value {
    let objects = room.objects(&[&["--deep"], arguments].concat());
    objects.into_iter().find(|object| !object["deep"].is_null()).expect("a report")["deep"].take()
}

#[test]
fn deep_play_counts_what_it_played() {
    let room = all("deep");
    let report = deep(&room, &["--games", "40", "--plies", "150", "sound.toml"]);
    assert_eq!(report["games"], 40);
    let number = |value: &Value| value.as_f64().expect("a number");
    let ends: f64 = report["ends"]
        .as_object()
        .unwrap()
        .values()
        .flat_map(|end| ["white", "black", "draw"].map(|key| number(&end[key])))
        .sum();
    assert_eq!(ends, number(&report["finished"]));
    let cut = 40.0 * (number(&report["broken_off"]["value"]) + number(&report["stuck"]["value"]));
    assert_eq!((cut + ends).round(), 40.0);
    assert!(number(&report["length"]["least"]) <= number(&report["length"]["median"]));
    assert!(number(&report["length"]["most"]) <= 150.0);
    assert!((15.0..45.0).contains(&number(&report["branching"]["mean"])), "{report}");
    for key in ["white", "black", "draw", "decisive", "broken_off"] {
        let share = &report[key];
        assert!(
            number(&share["low"]) <= number(&share["value"])
                && number(&share["value"]) <= number(&share["high"]),
            "{key}: {share}"
        );
    }
    let count = |what: &str| {
        let rules = report["rules"].as_array().unwrap().iter();
        rules.filter(|rule| rule["what"] == what).map(|rule| rule["count"].as_u64().unwrap()).sum::<u64>()
    };
    assert!(count("a move of a pawn") > 500 && count("the capture of a pawn") > 40, "{report}");
}

#[test]
fn deep_play_is_the_same_on_any_number_of_threads_and_differs_by_its_seed() {
    let room = all("threads");
    let play =
        |more: &[&str]| deep(&room, &[&["--games", "30", "--plies", "120", "sound.toml"], more].concat());
    let one = play(&["--threads", "1"]);
    assert_eq!(one, play(&["--threads", "3"]));
    let other = play(&["--seed", "2"]);
    assert_ne!(one["length"], other["length"]);
}

#[test]
fn deep_play_names_the_rules_that_never_came_up_and_plays_chosen_options() {
    let room = Room::new(
        "rules",
        &[(
            "game.toml",
            "extends = \"chess\"\n\n[declarations.check]\nsays = \"Check!\"\nattack-on = \"king\"\n\n[options.castling]\n\
         values = { with = {}, without = { castling = false } }\n",
        )],
    );
    let (status, out, _) = room.check(&["--deep", "--games", "3", "--plies", "8", "game.toml"]);
    assert_eq!(status, Some(0));
    assert!(out.contains("played with castling=with") && out.contains("castling: e1 to g1"), "{out}");
    assert!(
        out.contains("never used\n")
            && out.contains("promotion: pawn to queen")
            && out.contains("end: checkmate"),
        "{out}"
    );
    assert!(out.contains("3 of 3: 100.0% (43.9 to 100.0), after 8 plies"), "{out}");
    let (_, out, _) =
        room.check(&["--deep", "--games", "3", "--plies", "8", "--option", "castling=without", "game.toml"]);
    assert!(out.contains("castling=without") && !out.contains("e1 to g1"), "{out}");
    let report = deep(&room, &["--games", "30", "--plies", "200", "game.toml"]);
    let said = report["rules"].as_array().unwrap().iter().find(|rule| rule["kind"] == "declaration").unwrap();
    assert!(said["count"].as_u64().unwrap() > 0, "{said}");
}

#[test]
fn deep_play_names_walls_and_forbidden_captures_that_made_no_difference() {
    let text = "extends = \"chess\"\n[regions]\neverything = \"all\"\nmiddle = \"d4..e5\"\n[walls]\naround = \"everything\"\n\
                [walls.middle]\naround = \"middle\"\n[forbid]\ncapture = \"king\"\nby = \"king\"\n\
                [forbid.pawns]\ncapture = \"pawn\"\nby = \"any\"\n";
    let room = Room::new("forbidding", &[("game.toml", text)]);
    let report = deep(&room, &["--games", "5", "--plies", "30", "game.toml"]);
    let counts = |kind: &str| -> Vec<u64> {
        let rules = report["rules"].as_array().unwrap().iter().filter(|rule| rule["kind"] == kind);
        rules.map(|rule| rule["count"].as_u64().unwrap()).collect()
    };
    assert_eq!((counts("wall"), counts("forbid")), (vec![0, 5], vec![0, 5]), "{report}");
    let (_, out, _) = room.check(&["--deep", "--games", "5", "--plies", "30", "game.toml"]);
    assert!(
        out.contains("\n    forbid: A king can't capture a king") && out.contains("\n    wall: "),
        "{out}"
    );
}

#[test]
fn a_plain_check_always_says_the_same() {
    let room = all("same");
    let first = room.check(&["--advice", "."]);
    assert_eq!(room.check(&["--advice", "."]), first);
}

#[test]
fn the_last_line_counts_the_problems() {
    let room = all("tally");
    let last = |arguments: &[&str]| {
        let (_, _, said) = room.check(arguments);
        said.lines().last().expect("a last line").to_owned()
    };
    assert_eq!(last(&["sound.toml"]), "ok");
    assert_eq!(last(&["odd.toml"]), "1 warning");
    assert_eq!(last(&["faulty.toml"]), "2 errors");
    assert_eq!(last(&["faulty.toml", "odd.toml", "below"]), "2 errors, 2 warnings");
    assert_eq!(last(&["--advice", "advised.toml"]), "ok, 1 piece of advice");
}

#[test]
fn examples_are_run_unless_they_are_left_out() {
    let wrong = "[[example]]\nshows = \"two squares\"\nillegal = \"e2e4\"\n";
    let room = Room::new("examples", &[("game.toml", &format!("{SOUND}{wrong}"))]);
    let (status, out, said) = room.check(&["game.toml"]);
    assert_eq!((status, out.as_str()), (Some(1), ""));
    let words = "this example fails: `e2e4` should not be legal, but it is";
    assert!(
        said.contains(words) && said.contains("game.toml:4:12") && said.ends_with("\n1 error\n"),
        "{said}"
    );
    assert_eq!(room.check(&["--no-examples", "game.toml"]), ok());
    let object = &room.objects(&["game.toml"])[0];
    assert_eq!((object["code"].as_str(), object["line"].as_u64()), (Some("ferz::example::fails"), Some(4)));
}

impl Room {
    /// Runs a check with a text on standard input.
    fn fed(&self, arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
        command.current_dir(&self.0).arg("check").args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        child.stdin.take().expect("an input").write_all(input).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (output.status.code(), text(output.stdout), text(output.stderr))
    }
}

#[test]
fn a_dash_reads_standard_input_which_may_extend_the_files_of_the_folder() {
    let room = all("input");
    assert_eq!(room.fed(&["-"], SOUND.as_bytes()), ok());
    assert_eq!(room.fed(&["-"], b"extends = \"./sound.toml\"\n"), ok());
    let (status, _, said) = room.fed(&["-"], FAULTY.as_bytes());
    assert!(status == Some(1) && said.contains("[standard input:4:36]"), "{said}");
    let (status, _, said) = room.fed(&["-"], b"[game]\nname = \"Gr\xfcn\"\n");
    assert!(status == Some(1) && said.contains("ferz::toml::not_text"), "{said}");
    assert_eq!(room.fed(&["-", "-"], b"").0, Some(2));
    assert_eq!(room.fed(&["--watch", "-"], b"").0, Some(2));
}

#[test]
fn what_has_a_tested_correction_is_corrected() {
    let room = all("fix");
    let (status, out, said) = room.check(&["--fix", "faulty.toml", "odd.toml"]);
    assert_eq!((status, out.as_str()), (Some(0), ""));
    assert!(
        said.starts_with(
            "faulty.toml:4:35: wrote `QN` instead of `Qn`\nfaulty.toml:7:7: wrote `queen` instead of `quen`\n"
        ),
        "{said}"
    );
    let fixed = FAULTY.replace("Qn", "QN").replace("quen", "queen");
    assert_eq!(fs::read_to_string(room.0.join("faulty.toml")).unwrap(), fixed);
    // what has no certain correction stays as it is
    assert_eq!(fs::read_to_string(room.0.join("odd.toml")).unwrap(), ODD);
    assert!(said.ends_with("\n1 warning\n"), "{said}");
    assert_eq!(room.check(&["faulty.toml"]), ok());
    let (status, out, _) = room.fed(&["--fix", "-"], FAULTY.as_bytes());
    assert_eq!((status, out), (Some(0), fixed));
    assert_eq!(room.check(&["--fix", "chess"]), ok());
}

#[test]
fn a_fix_leaves_alone_what_it_only_guesses() {
    // two names are equally near, and neither makes the list sound
    let text = "extends = \"chess\"\n[promotion]\nto = \"zzzz\"\n";
    let room = Room::new("guess", &[("game.toml", text)]);
    let (status, _, said) = room.check(&["--fix", "game.toml"]);
    assert!(status == Some(1) && !said.contains("wrote"), "{said}");
    assert_eq!(fs::read_to_string(room.0.join("game.toml")).unwrap(), text);
}

#[test]
fn a_watch_checks_again_at_every_save_also_of_what_is_extended() {
    let room = Room::new("watch", &[("parent.toml", SOUND), ("game.toml", "extends = \"./parent.toml\"\n")]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    command.current_dir(&room.0).args(["check", "--watch", "game.toml"]).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let (told, lines) = std::sync::mpsc::channel();
    let said = BufReader::new(child.stderr.take().expect("its errors"));
    std::thread::spawn(move || said.lines().map_while(Result::ok).for_each(|line| _ = told.send(line)));
    let wait = |wanted: &str| {
        let begun = Instant::now();
        loop {
            let left = PATIENCE.saturating_sub(begun.elapsed());
            if lines.recv_timeout(left).unwrap_or_else(|_| panic!("no `{wanted}`")) == wanted {
                break;
            }
        }
    };
    wait("ok");
    fs::write(room.0.join("game.toml"), FAULTY).unwrap();
    wait("game.toml has changed");
    wait("2 errors");
    fs::write(room.0.join("game.toml"), "extends = \"./parent.toml\"\n").unwrap();
    wait("ok");
    fs::write(room.0.join("parent.toml"), ODD).unwrap();
    wait("parent.toml has changed");
    wait("1 warning");
    // a file that is gone for a moment, as while an editor saves it, ends nothing
    fs::remove_file(room.0.join("game.toml")).unwrap();
    wait("game.toml has changed");
    fs::write(room.0.join("game.toml"), SOUND).unwrap();
    wait("ok");
    child.kill().expect("it still runs");
    child.wait().expect("it ends");
}
