//! The games in `tests/records/`, made by an independent, plain and slow program written from the rules.
//!
//! A line of `tests/records/*.jsonl` is an object with `game`, `option` (`name=value`, if one is chosen) and either `perft`
//! (depth to leaves) or a game:
//!
//! | key | what it holds |
//! | --- | --- |
//! | `fen` | placement and side; without it the start position |
//! | `moves` | the moves in coordinate notation |
//! | `counts` | the number of legal moves before each |
//! | `result` | `white`, `black`, `draw` or `unfinished` |
//! | `next_count` | the number of legal moves after the last, of an unfinished game |
//! | `illegal` | ply to moves that must not be legal there |
//! | `shows` | what a made position is about |

use std::fs;
use std::path::Path;

use ferz::{Choice, Game, Last, Perft, Variant};
use serde_json::Value;

/// A line, and where it stands.
struct Record {
    place: String,
    value: Value,
}

impl Record {
    fn text(&self, key: &str) -> Option<&str> {
        self.value
            .get(key)
            .map(|value| value.as_str().unwrap_or_else(|| panic!("{}: {key}: no text", self.place)))
    }

    fn game(&self) -> &str {
        self.text("game").expect("a record names its game")
    }

    fn choices(&self) -> Vec<Choice> {
        let choice = |text: &str| {
            let (name, value) = text.split_once('=').unwrap_or_else(|| panic!("{}: {text}", self.place));
            Choice { name: name.to_owned(), value: value.to_owned() }
        };
        self.text("option").into_iter().map(choice).collect()
    }

    fn start(&self, variant: &Variant) -> Game {
        let position =
            |fen| variant.start_from(fen).unwrap_or_else(|error| panic!("{}: {error}", self.place));
        self.text("fen").map_or_else(|| variant.start(), position)
    }

    fn moves(&self) -> Vec<&str> {
        self.text("moves").unwrap_or_default().split_whitespace().collect()
    }

    fn counts(&self) -> Vec<u64> {
        let counts = self.value["counts"].as_array().unwrap_or_else(|| panic!("{}: no counts", self.place));
        counts.iter().map(|count| count.as_u64().expect("a count")).collect()
    }

    fn illegal(&self, ply: usize) -> Vec<&str> {
        let moves = self.value.get("illegal").and_then(|plies| plies.get(ply.to_string()));
        moves.and_then(Value::as_array).into_iter().flatten().map(|mv| mv.as_str().expect("a move")).collect()
    }
}

/// All records, file by file.
fn records() -> Vec<Vec<Record>> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/records");
    let entries = fs::read_dir(folder).expect("tests/records can be read");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    assert!(!files.is_empty(), "there are no records");
    let read = |path: &std::path::PathBuf| {
        let (name, text) = (path.file_name().expect("a name").to_string_lossy(), fs::read_to_string(path));
        let line = |(number, line): (usize, &str)| {
            let place = format!("{name}:{}", number + 1);
            let value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{place}: {error}"));
            Record { place, value }
        };
        text.expect("a text").lines().enumerate().map(line).collect()
    };
    files.iter().map(read).collect()
}

/// The variant of a file's records; they all name the same.
fn variant(records: &[Record]) -> Variant {
    let (game, choices) = (records[0].game(), records[0].choices());
    assert!(records.iter().all(|record| record.game() == game && record.choices() == choices));
    Variant::load(game, &choices).unwrap_or_else(|error| panic!("{}: {error}", records[0].place))
}

/// Runs a check on every record of a kind.
fn each(kind: &str, check: impl Fn(&Variant, &Record)) {
    for records in records() {
        let variant = variant(&records);
        records
            .iter()
            .filter(|record| record.value.get(kind).is_some())
            .for_each(|record| check(&variant, record));
    }
}

fn listed(game: &Game) -> Vec<String> {
    let mut listed: Vec<_> = game.legal_moves().into_iter().map(|mv| mv.to_string()).collect();
    listed.sort();
    listed
}

#[test]
fn recorded_perft_figures_are_reached() {
    each("perft", |variant, record| {
        for (depth, nodes) in record.value["perft"].as_object().expect("depth to leaves") {
            let depth = depth.parse().expect("a depth");
            for bulk in [true, false] {
                let last = if bulk { Last::Counted } else { Last::Made };
                let perft = Perft { last, ..Perft::default() };
                let found = perft.count(&variant.start_position(), depth).expect("few enough moves");
                assert_eq!(Some(found), nodes.as_u64(), "{}: depth {depth}, bulk {bulk}", record.place);
            }
        }
    });
}

#[test]
fn recorded_games_replay_move_by_move() {
    each("moves", |variant, record| {
        let mut game = record.start(variant);
        let begun = game.fen();
        let (moves, counts) = (record.moves(), record.counts());
        assert_eq!(moves.len(), counts.len(), "{}", record.place);
        for (ply, (mv, count)) in moves.iter().zip(counts).enumerate() {
            let (place, fen) = (format!("{}: ply {ply}", record.place), game.fen());
            let legal = listed(&game);
            assert_eq!(legal.len() as u64, count, "{place}: {fen}: {legal:?}");
            check_illegal(&game, &legal, &record.illegal(ply), &place);
            game.play_text(mv).unwrap_or_else(|error| panic!("{place}: {fen}: {mv}: {error}"));
            assert_eq!(game.moves().last().map(ToString::to_string).as_deref(), Some(*mv), "{place}");
        }
        check_end(&game, record);
        while game.undo().is_some() {}
        assert_eq!(game.fen(), begun, "{}: all moves taken back", record.place);
    });
}

fn check_illegal(game: &Game, legal: &[String], illegal: &[&str], place: &str) {
    for &mv in illegal {
        assert!(legal.iter().all(|other| other != mv), "{place}: {mv} is legal in {}", game.fen());
        assert!(game.parse_move(mv).is_err(), "{place}: {mv} can be played in {}", game.fen());
    }
}

fn check_end(game: &Game, record: &Record) {
    let result = game.outcome();
    let word = result.as_ref().map_or("unfinished", |result| result.word());
    let (place, legal) = (&record.place, listed(game));
    assert_eq!(Some(word), record.text("result"), "{place}: {result:?}: {}", game.fen());
    let next = record.value.get("next_count").map_or(0, |count| count.as_u64().expect("a count"));
    assert_eq!(legal.len() as u64, next, "{place}: after the last mv: {}: {legal:?}", game.fen());
    check_illegal(game, &legal, &record.illegal(record.moves().len()), place);
}

#[test]
fn recorded_positions_survive_their_fen() {
    each("moves", |variant, record| {
        let mut game = record.start(variant);
        for (ply, mv) in record.moves().into_iter().enumerate() {
            if ply % 8 == 0 {
                let (place, fen) = (format!("{}: ply {ply}", record.place), game.fen());
                let read = variant.start_from(&fen).unwrap_or_else(|error| panic!("{place}: {fen}: {error}"));
                assert_eq!(read.fen(), fen, "{place}");
                assert_eq!(read.position().hash(), game.position().hash(), "{place}: {fen}");
                assert_eq!(listed(&read), listed(&game), "{place}: {fen}");
            }
            game.play_text(mv).unwrap_or_else(|error| panic!("{}: ply {ply}: {error}", record.place));
        }
    });
}

mod command_line {
    use std::io::Write;
    use std::process::{Command, Stdio};

    use super::{Record, Value, records};

    /// The output of `ferz replay` for the games of some records that begin alike: an object a line.
    fn replay(records: &[&Record]) -> Vec<Value> {
        let first = records[0];
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
        command.args(["replay", first.game()]);
        command.args(first.text("option").into_iter().flat_map(|option| ["--option", option]));
        command.args(first.text("fen").into_iter().flat_map(|fen| ["--fen", fen]));
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("ferz can be run");
        let mut stdin = child.stdin.take().expect("a pipe");
        let games: String = records.iter().map(|record| format!("{}\n", record.moves().join(" "))).collect();
        let writer = std::thread::spawn(move || stdin.write_all(games.as_bytes()));
        let output = child.wait_with_output().expect("ferz ends");
        writer.join().expect("no panic").expect("ferz reads its input");
        assert!(output.status.success(), "{}: {:?}", first.place, output.status);
        let text = String::from_utf8(output.stdout).expect("text");
        text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
    }

    fn check(records: &[&Record]) {
        let answers = replay(records);
        assert_eq!(answers.len(), records.len(), "{}", records[0].place);
        for (answer, record) in answers.iter().zip(records) {
            let next = record.value.get("next_count").cloned().unwrap_or_else(|| 0.into());
            assert_eq!(answer["counts"], record.value["counts"], "{}", record.place);
            assert_eq!(answer["result"], record.value["result"], "{}", record.place);
            assert_eq!(answer["next_count"], next, "{}", record.place);
            assert_eq!(answer["reason"].is_null(), answer["result"] == "unfinished", "{}", record.place);
        }
    }

    #[test]
    fn replay_prints_the_counts_and_results_of_the_records() {
        for records in records() {
            let games = records.iter().filter(|record| record.value.get("moves").is_some());
            let (placed, from_array): (Vec<_>, Vec<_>) =
                games.partition(|record| record.text("fen").is_some());
            check(&from_array);
            placed.iter().for_each(|record| check(&[record]));
        }
    }
}
