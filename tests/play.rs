//! `ferz play`, driven as a pipe drives it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::pipes::wait_until;

/// A directory of a test's own, gone with it.
struct Room(PathBuf);

impl Room {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("ferz-play-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn start(&self, args: &str) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
        command.arg("play").args(args.split_whitespace()).current_dir(&self.0).env("XDG_STATE_HOME", &self.0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    fn output(&self, args: &str, lines: &[u8]) -> Output {
        let mut child = self.start(args);
        // a program that stops at once need not read what it is told
        let _ = child.stdin.take().unwrap().write_all(lines);
        child.wait_with_output().unwrap()
    }

    /// The text on standard output; the program must end well.
    fn play(&self, args: &str, lines: &str) -> String {
        let output = self.output(args, lines.as_bytes());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// The exit status and what is said on standard error.
    fn fail(&self, args: &str) -> (i32, String) {
        let output = self.output(args, b"");
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    }

    /// Waits until the one save of a game holds a text.
    fn wait_for(&self, game: &str, text: &str) {
        let kept = || self.saves(game).first().is_some_and(|save| reads(save).contains(text));
        wait_until(text, kept);
    }

    /// The saves of a game in the usual place.
    fn saves(&self, game: &str) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.0.join("ferz").join(game)).into_iter().flatten();
        let paths = entries.map(|entry| entry.unwrap().path());
        let mut saves: Vec<PathBuf> =
            paths.filter(|path| path.extension().is_some_and(|end| end == "ferz")).collect();
        saves.sort();
        saves
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[track_caller]
fn has(text: &str, part: &str) {
    assert!(text.contains(part), "{part:?} is not in\n{text}");
}

#[test]
fn a_game_by_hand_ends_in_mate() {
    let room = Room::new();
    let said = room.play("chess --two-players", "f2f3\ne5\ng2-g4\nQh4#\nhistory\n");
    has(&said, "Last move: 2... Qh4# (d8h4).");
    has(&said, "Black has won: checkmate (White is checkmated).");
    has(&said, "over> ");
    assert!(!said.contains("--resume"), "{said}");
    let save = std::fs::read_to_string(&room.saves("chess")[0]).unwrap();
    has(&save, "result: black checkmate\n");
    has(&save, "d8h4    # 2... Qh4#\n");
    let (status, error) = room.fail("chess --resume");
    assert_eq!(status, 1);
    has(&error, "there is no unfinished game of chess to resume");
}

#[test]
fn a_courier_game_starts_with_its_board() {
    let said = Room::new().play("courier", "");
    has(&said, "The Courier Game. You play White, the engine Black.");
    has(&said, "  8  r  n  b  c  s  .  k  f  c  b  n  r\n");
    has(&said, "     a  b  c  d  e  f  g  h  i  j  k  l\n");
    has(&said, "Move 1: White to move.");
}

#[test]
fn mistaken_moves_are_explained() {
    let room = Room::new();
    let said = room
        .play("chess --two-players --no-save", "a1a3\nNf4\nb1d2\ne7e5\nd3\ne2\nmvoes\nhullo\nnf6\nE7E5\n");
    has(&said, "the rook is blocked on a2");
    has(&said, "The rook on a1 has no legal move now.");
    has(&said, "the knight doesn't move from g1 to f4");
    has(&said, "your own pawn is on d2.\nIt can move to:\n  knight b1: Na3 (b1a3), Nc3 (b1c3)\n");
    has(&said, "the pawn on e7 is black's, and it is white's turn");
    has(&said, "Did you mean `moves`?");
    has(&said, "`hullo` is neither a legal move nor a command.");
    has(&said, "Last move: 1... e5 (e7e5).");
    has(&said, "Did you mean Nf6 (g8f6)?");
}

#[test]
fn a_move_that_leaves_the_king_in_check_says_so() {
    let room = Room::new();
    let said =
        room.play("chess --two-players --no-save", "e4\ne5\nQh5\nf6\nNc6\nQxf7+\na6\nKe7\nundo\nundo\nfen\n");
    has(&said, "Move 3: Black to move, in check. Last move: 3. Qxf7+ (h5f7).");
    has(&said, "Not legal from f7: it would leave your king on e8 in check.\n");
    has(&said, "your king on e8 is in check by the queen on f7, and this move doesn't get it out of check");
    has(&said, "the king would be attacked on e7");
    has(&said, "rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq");
}

#[test]
fn moves_are_listed_and_marked() {
    let said =
        Room::new().play("chess --two-players --no-save", "?g1\nmoves\nmoves e4\nmoves e7\nmoves z9\n");
    has(&said, "  3  .  .  .  .  . (.) . (.)\n");
    has(&said, "  knight g1: Nf3 (g1f3), Nh3 (g1h3)\n");
    has(&said, "  pawn a2: a3 (a2a3), a4 (a2a4)\n");
    has(&said, "There is no piece on e4.");
    has(&said, "The pawn on e7 is black's, and it is white's turn.");
    has(&said, "`z9` is neither a square of this board nor a piece of this game.");
}

#[test]
fn undo_takes_back_the_answer_too_and_redo_plays_both() {
    let room = Room::new();
    let said = room.play("courier --seed 3", "undo\nKf2\nundo\nhistory\nredo\nhistory\nundo\nKf2\nhistory\n");
    has(&said, "You have no move to take back.");
    has(&said, "No moves have been played.");
    let histories: Vec<_> = said.lines().filter(|line| line.starts_with("   1. Kf2")).collect();
    assert_eq!(histories.len(), 2);
    assert_eq!(histories[0], histories[1]);
}

#[test]
fn a_seed_tells_a_whole_game() {
    let play =
        |seed| Room::new().play(&format!("courier --seed {seed} --no-save"), "Kf2\nb2b3\nc2c3\nhistory\n");
    assert_eq!(play(7), play(7));
    let games: std::collections::BTreeSet<_> = (0..6).map(play).collect();
    assert!(games.len() > 1);
}

#[test]
fn the_player_takes_a_mate_that_is_there() {
    let room = Room::new();
    let said = room.play("chess --two-players", "f3\ne5\ng4\n");
    has(&said, "--resume");
    has(&room.play("chess --resume --black player --level 31", ""), "Black has won: checkmate");
}

#[test]
fn the_clocks_of_a_save_are_kept_and_older_saves_have_none() {
    let room = Room::new();
    let old =
        "ferz game 1\ngame: chess\nwhite: human\nblack: human\nlevel: 4\nseed: 1\nmoves:\ne2e4    # 1. e4\n";
    let clocks = "clock: 5+3\nused: 65.250 12.000\n";
    std::fs::write(room.0.join("old.ferz"), old).unwrap();
    std::fs::write(room.0.join("new.ferz"), old.replace("moves:\n", &format!("{clocks}moves:\n"))).unwrap();
    for name in ["old", "new"] {
        has(&room.play(&format!("--resume {name}.ferz --plain"), "e5\n"), "Last move: 1... e5 (e7e5).");
        let save = reads(&room.0.join(format!("{name}.ferz")));
        has(&save, "e7e5");
        assert_eq!(save.contains(clocks), name == "new", "{save}");
    }
    std::fs::write(room.0.join("bad.ferz"), old.replace("moves:\n", "used: long ago\nmoves:\n")).unwrap();
    let (status, error) = room.fail("--resume bad.ferz");
    assert_eq!(status, 1);
    has(&error, "bad.ferz:7: `long ago` is not two numbers of seconds");
}

#[test]
fn a_killed_game_is_resumed() {
    let room = Room::new();
    let mut child = room.start("chess --two-players");
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"e4\ne5\nNf3\n").unwrap();
    room.wait_for("chess", "g1f3");
    child.kill().unwrap();
    child.wait().unwrap();
    let said = room.play("chess --resume", "Nc6\nhistory\n");
    has(&said, "Move 2: Black to move. Last move: 2. Nf3 (g1f3).");
    has(&said, "   2. Nf3       Nc6\n");
    has(&said, "To go on:\n  ferz play chess --resume\n");
    assert_eq!(room.saves("chess").len(), 1);
    has(&room.play("--resume", ""), "Last move: 2... Nc6 (b8c6).");
}

fn reads(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

#[test]
fn a_resignation_is_a_result_and_can_be_taken_back() {
    let room = Room::new();
    let said = room.play("chess --two-players --save game.ferz", "e4\nresign\ne5\n");
    has(&said, "White has won: Black has resigned.");
    has(&said, "The game is over: `undo`, `new` or `quit`.");
    has(&reads(&room.0.join("game.ferz")), "result: white resignation");
    let said = room.play("chess --resume game.ferz", "undo\ne5\n");
    has(&said, "Last move: 1... e5 (e7e5).");
    assert!(!reads(&room.0.join("game.ferz")).contains("result"));
}

#[test]
fn saves_never_overwrite_another_file() {
    let room = Room::new();
    std::fs::write(room.0.join("mine"), "precious").unwrap();
    let (status, error) = room.fail("chess --save mine");
    assert_eq!(status, 2);
    has(&error, "mine exists already");
    has(
        &room.play("chess --two-players", "e4\nsave mine\nsave other\ne5\n"),
        "mine exists already, and stays as it is",
    );
    assert_eq!(reads(&room.0.join("mine")), "precious");
    has(&reads(&room.0.join("other")), "e7e5");
    let said = room.play("chess --two-players", "e4\nnew\nd4\n");
    has(&said, "A new game.");
    assert_eq!(room.saves("chess").len(), 3);
}

#[test]
fn a_save_that_another_program_changes_is_left_alone() {
    let room = Room::new();
    let mut child = room.start("chess --two-players");
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"e4\n").unwrap();
    room.wait_for("chess", "e2e4");
    let save = room.saves("chess").remove(0);
    std::fs::write(&save, "other").unwrap();
    input.write_all(b"e5\n").unwrap();
    drop(input);
    let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    has(&said, "is left alone: another program has changed the file");
    assert_eq!(reads(&save), "other");
    assert_eq!(room.saves("chess").len(), 2);
}

#[test]
fn a_faulty_save_is_refused_with_its_line() {
    let room = Room::new();
    let save = "ferz game 1\ngame: chess\nwhite: human\nblack: human\nseed: 1\nmoves:\ne2e4\ne7e4\n";
    let refused = |text: &[u8], words: &str| {
        std::fs::write(room.0.join("bad"), text).unwrap();
        let (status, error) = room.fail("chess --resume bad");
        assert_eq!(status, 1, "{error}");
        has(&error, words);
    };
    refused(save.as_bytes(), "bad:8: `e7e4` can't be played: ");
    refused(&save.as_bytes()[..58], "bad:5: the file ends before a line `moves:`");
    refused(save.replace("human", "nobody").as_bytes(), "bad:3: `nobody` is neither `human` nor `engine`");
    refused(b"ferz game 1\ngame: \xff\xfe", "bad:2: it is not UTF-8 text");
    refused(b"hello", "bad:1: this is not a saved game");
    std::fs::write(room.0.join("bad"), save).unwrap();
    let (status, error) = room.fail("courier --resume bad");
    assert_eq!(status, 2);
    has(&error, "bad holds a game of chess, not of courier");
}

#[test]
fn a_place_that_cannot_be_written_is_told_once() {
    let room = Room::new();
    std::fs::write(room.0.join("ferz"), "in the way").unwrap();
    let output = room.output("chess --two-players", b"e4\ne5\n");
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.matches("The game is not being saved").count(), 1, "{said}");
    assert_eq!(output.status.code(), Some(1), "what should have been saved is lost");
    has(&String::from_utf8(output.stderr).unwrap(), "the game was not saved: ");
    has(&said, "Last move: 1... e5 (e7e5).");
    has(&said, "The game was not saved.");
}

#[test]
#[cfg(unix)]
fn a_game_that_finds_the_disk_full_ends_with_a_failure_unless_it_is_saved_elsewhere() {
    let room = Room::new();
    let play = |limit: &str, lines: &str| {
        let shell = format!("trap '' XFSZ; ulimit -f {limit}; exec \"$0\" play chess --two-players --plain");
        let mut command = Command::new("sh");
        command
            .args(["-c", &shell, env!("CARGO_BIN_EXE_ferz")])
            .current_dir(&room.0)
            .env("XDG_STATE_HOME", &room.0);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
        child.wait_with_output().unwrap().status.code()
    };
    assert_eq!(play("0", "e4\ne5\n"), Some(1));
    assert_eq!(play("1000", "e4\ne5\n"), Some(0));
}

#[test]
fn strange_input_is_survived() {
    let room = Room::new();
    let lines =
        [b"\n\xff\xfe\x1b[2J\n".to_vec(), vec![b'a'; 1 << 20], b"\ne2\xc3\xa94\n\x00\ne4".to_vec()].concat();
    let output = room.output("chess --two-players --no-save", &lines);
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    has(&said, "That line is longer than any move or command.");
    has(&said, "Last move: 1. e4 (e2e4).");
    assert!(!said.contains('\x1b'), "{said}");
}

#[test]
fn a_games_own_options_and_file_are_remembered() {
    let room = Room::new();
    let text = r#"
        game = { name = "Knights" }
        board = { files = 5, ranks = 5 }
        pieces = { knight = { letter = "N", moves = "N" } }
        setup = { white = ["N N N N N"] }
        end = { stuck = { lose = "no move" } }
    "#;
    std::fs::write(room.0.join("knights.toml"), text).unwrap();
    let said = room.play("./knights.toml --two-players", "Nab3\n");
    has(&said, "knights.toml --resume");
    has(&room.play("knights.toml --resume", "rules\n"), "Last move: 1. Nab3 (a1b3).");
}

#[test]
fn pieces_in_hand_are_shown_listed_and_dropped() {
    let room = Room::new();
    let lines = "e4\nd5\nexd5\nQxd5\nmoves P\nP@e4\nP@h1\n";
    let said = room.play("crazyhouse --two-players --no-save", lines);
    has(&said, "    in hand: -\n");
    has(&said, "     a  b  c  d  e  f  g  h\n    in hand: P\n");
    has(&said, "  pawn in hand: P@a3, P@a4");
    has(&said, "Last move: 3. P@e4.");
    assert!(!said.contains("has in hand"), "{said}");
}

#[test]
fn what_a_player_does_not_see_is_not_told() {
    let room = Room::new();
    let lines = "e2e4\nmoves\nhistory\nfen\nhint\na8a1\nd8\nmoves d8\nfoo\n";
    let said = room.play("dark-chess --level 1 --seed 5 --no-save", lines);
    has(&said, "You don't see everything, but the engine plays as if it saw everything.");
    has(&said, "  8  ?  ?  ?  ?  ?  ?  ?  ?\n");
    has(&said, "Black has moved.");
    has(&said, "   1. e4        ?\n");
    has(&said, " w KQ - ? 2\n");
    has(&said, "The engine sees everything: its advice would tell what you don't see.");
    has(&said, "`a8a1` is neither a legal move nor a command.");
    has(&said, "You have no legal move with `d8`.");
    for told in ["Black plays", "Last move: 1...", "is black's"] {
        assert!(!said.contains(told), "{said}");
    }
}

#[test]
fn two_players_see_in_turn_and_everything_at_the_end() {
    let room = Room::new();
    let said = room.play("dark-chess --two-players", "e4\nf5\nQh5\na6\nQxe8\nhistory\n");
    has(&said, "Neither player sees everything: the board is shown as the side to move sees it.");
    let after_e4 = said.split("> e4\n").nth(1).expect("a board");
    has(after_e4, "\n  8  r  n  b  q  k  b  n  r\n  7  p  p  p  p  p  p  p  p\n");
    has(after_e4, "\n  1  ?  ?  ?  ?  ?  ?  ?  ?\n");
    let end = said.split("> Qxe8\n").nth(1).expect("a board");
    has(end, "\n  8  r  n  b  q [Q] b  n  r\n");
    has(end, "White has won");
    has(end, "   2. Qh5       a6\n   3. Qxe8");
    // the whole game is kept
    let save = std::fs::read_to_string(&room.saves("dark-chess")[0]).unwrap();
    has(&save, "f7f5    # 1... f5\n");
}
