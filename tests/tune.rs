//! `ferz tune` and the values it keeps beside a game.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// A folder with a game in it, removed at the end.
struct Room(PathBuf);

impl Room {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ferz-tune-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join("mine.toml"), "extends = \"shatranj\"\n\n[game]\nname = \"Mine\"\n").unwrap();
        Self(path)
    }

    fn ferz(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let output =
            Command::new(env!("CARGO_BIN_EXE_ferz")).args(arguments).current_dir(&self.0).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

const SHORT: [&str; 6] = ["--games", "4", "--nodes", "40", "--rounds", "1"];

#[test]
fn values_are_written_beside_the_game_and_count_from_then_on() {
    let room = Room::new("beside");
    let (status, _, said) = room.ferz(&[&["tune", "mine.toml"][..], &SHORT].concat());
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("round 1:") && said.contains("mine.values"), "{said}");
    let written = fs::read_to_string(room.0.join("mine.values")).unwrap();
    assert!(written.contains("rook") && written.contains("[terms]"), "{written}");
    assert_eq!(room.ferz(&["check", "mine.toml"]).0, Some(0));
    // a knight that can take either takes what is worth more
    let fen = "4k3/8/2b5/5r2/3N4/8/8/K7 w - - 0 1";
    let takes = |room: &Room| {
        let (status, out, said) = room.ferz(&["analyse", "mine.toml", "--fen", fen, "--depth", "3"]);
        assert_eq!(status, Some(0), "{said}");
        out.split_whitespace().nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!(takes(&room), "d4f5");
    let worthless = "[pieces]\nrook = { mid = 5, end = 5 }\nalfil = { mid = 900, end = 900 }\n";
    fs::write(room.0.join("mine.values"), worthless).unwrap();
    assert_eq!(takes(&room), "d4c6");
    fs::remove_file(room.0.join("mine.values")).unwrap();
    assert_eq!(takes(&room), "d4f5");
}

#[test]
fn values_of_a_built_in_game_go_to_standard_output() {
    let room = Room::new("output");
    let run = |threads: &str| {
        let (status, out, said) = room.ferz(&[&["tune", "chess", "--threads", threads][..], &SHORT].concat());
        assert_eq!(status, Some(0), "{said}");
        out
    };
    let one = run("1");
    assert!(one.contains("\n[pieces]\n") && one.contains("queen"), "{one}");
    assert_eq!(one, run("2"));
    ferz::Values::read(&one).unwrap();
}

#[test]
fn positions_are_kept_and_learned_from_again() {
    let room = Room::new("positions");
    let kept = room.0.join("mine.positions");
    let lines = || fs::read_to_string(&kept).unwrap().lines().count();
    let play = [&["tune", "mine.toml", "--positions", "mine.positions"][..], &SHORT].concat();
    assert_eq!(room.ferz(&play).0, Some(0));
    let first = lines();
    assert!(first > 20);
    // games that go on are others
    assert_eq!(room.ferz(&play).0, Some(0));
    let all = fs::read_to_string(&kept).unwrap();
    assert!(lines() > first && !all.lines().skip(first).eq(all.lines().take(first)));
    let fit = ["tune", "mine.toml", "--positions", "mine.positions", "--games", "0", "--rounds", "1"];
    let (status, _, said) = room.ferz(&fit);
    assert_eq!((status, lines()), (Some(0), all.lines().count()), "{said}");
    let learned = all.lines().filter_map(|line| line.parse::<ferz::TrainingPosition>().ok()).count();
    assert_eq!(learned, all.lines().count());
    for (wrong, why) in [("8/8 w", "with tabs between"), ("8/8/8/8/8/8/8/7x w - - 0 1\t5\t*", "`x`")] {
        fs::write(&kept, format!("{}\n{wrong}\n", all.lines().next().unwrap())).unwrap();
        let (status, _, said) = room.ferz(&fit);
        assert_eq!(status, Some(1));
        assert!(said.contains("line 2: ") && said.contains(why), "{said}");
    }
    fs::write(&kept, "8/8/8/8/8/8/8/8 w - - 0 1\t5").unwrap();
    let (status, _, said) = room.ferz(&fit);
    assert!(status == Some(1) && said.contains("line 1: it is incomplete"), "{said}");
    fs::write(&kept, "").unwrap();
    let (status, _, said) = room.ferz(&fit);
    assert!(status == Some(2) && said.contains("--positions FILE"), "{said}");
    fs::remove_file(&kept).unwrap();
    fs::create_dir(&kept).unwrap();
    let (status, _, said) = room.ferz(&fit);
    assert!(status == Some(1) && said.contains("it is not a file"), "{said}");
}

#[test]
#[cfg(unix)]
fn what_was_found_is_kept_when_the_disk_is_full() {
    let room = Room::new("full");
    let kept = room.0.join("mine.positions");
    let play = [&["tune", "mine.toml", "--positions", "mine.positions"][..], &SHORT].concat();
    assert_eq!(room.ferz(&play).0, Some(0));
    let (one, found) = (fs::read(&kept).unwrap(), fs::read(room.0.join("mine.values")).unwrap());
    fs::remove_file(&kept).unwrap();
    fs::remove_file(room.0.join("mine.values")).unwrap();
    // room for the positions of one round, but not of two: files end after so many blocks of 512 bytes
    let script = format!(
        "trap '' XFSZ; ulimit -f {}; exec \"$0\" tune mine.toml --positions mine.positions --games 4 --nodes 40 --rounds 9",
        one.len() / 512 + 2
    );
    let output = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_ferz")])
        .current_dir(&room.0)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("can't write mine.positions") && said.contains("round 1:"), "{said}");
    assert_eq!(fs::read(room.0.join("mine.values")).unwrap(), found, "the values of the round before");
    let kept = fs::read(&kept).unwrap();
    assert!(kept.len() >= one.len() && kept.ends_with(b"\n"), "whole lines");
}

#[test]
fn the_file_that_the_manual_shows_is_one() {
    let manual = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tuning.md")).unwrap();
    let block = manual.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let values = ferz::Values::read(block).unwrap();
    assert_eq!((values.pieces["rook"].mid, values.terms["freedom"].end), (480, 95));
}

#[test]
fn values_that_can_not_be_used_are_said_in_their_place() {
    let room = Room::new("unsound");
    let values = room.0.join("mine.values");
    let cases = [
        ("[pieces]\nrook = 5\n", "ferz::values::unsound", "mine.values:2:8"),
        ("[pieces\n", "ferz::values::unsound", "mine.values:1"),
        ("[terms]\nfredom = { mid = 1, end = 1 }\n", "ferz::values::unsound", "mine.values:2:1"),
        ("[pieces]\nrook = { mid = 123456, end = 1 }\n", "ferz::values::unsound", "mine.values:2:1"),
    ];
    for (text, code, place) in cases {
        fs::write(&values, text).unwrap();
        for command in [&["check", "mine.toml"][..], &["moves", "mine.toml"]] {
            let (status, _, said) = room.ferz(command);
            assert_eq!(status, Some(1), "{command:?}: {said}");
            assert!(said.contains(code) && said.contains(place), "{command:?}: {said}");
        }
    }
    fs::write(&values, "[pieces]\nroock = { mid = 500, end = 500 }\n").unwrap();
    let (status, _, said) = room.ferz(&["check", "mine.toml"]);
    assert_eq!(status, Some(0));
    assert!(said.contains("ferz::values::unknown") && said.contains("did you mean `rook`?"), "{said}");
    fs::write(&values, b"\xff\xfe").unwrap();
    assert_eq!(room.ferz(&["moves", "mine.toml"]).0, Some(1));
}
