//! PGN of every game: what is written is read back, and `ferz pgn` on the command line. In the long run, more and longer games of every variant
//! are written and read, and games of every variant, not only of one in three, are annotated.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use ferz::pgn::{Line, Notation, Note, Reader, Record, Termination};
use ferz::{Choice, Game, Variant, builtin_games};
use proptest::prelude::*;

use crate::dice::Dice;
use crate::loaded::load;
use crate::long::long_run;

/// Every game of the library, and every value of every option.
fn variants() -> Vec<Variant> {
    let mut all = Vec::new();
    for name in builtin_games() {
        let variant = load(name, &[]).unwrap();
        for option in variant.options() {
            for value in option.values {
                let choice = Choice { name: option.name.clone(), value };
                all.push(load(name, &[choice]).unwrap());
            }
        }
        all.push(variant);
    }
    all
}

fn play(game: &mut Game, dice: &mut Dice, plies: usize) {
    for _ in 0..plies {
        let moves = game.legal_moves();
        if moves.is_empty() || game.outcome().is_some() {
            return;
        }
        game.play(&moves[dice.below(moves.len())]).unwrap();
    }
}

fn one(text: &str) -> Record {
    let mut records: Vec<Record> = Reader::new(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

fn moves(game: &Game) -> Vec<String> {
    game.moves().iter().map(ToString::to_string).collect()
}

#[test]
fn random_games_of_every_game_are_read_back() {
    for (index, variant) in variants().into_iter().enumerate() {
        for seed in 0..if long_run() { 6 } else { 2 } {
            let mut dice = Dice(1000 * index as u64 + seed);
            let mut game = variant.start();
            if seed % 2 == 1 {
                // from a position in the midst of a game
                play(&mut game, &mut dice, 25);
                game = match variant.start_from(&game.fen()) {
                    Ok(game) => game,
                    Err(error) => panic!("{}: {error}", variant.name()),
                };
            }
            play(&mut game, &mut dice, if long_run() { 150 } else { 40 });
            for writing in [Notation::San, Notation::Coordinates] {
                let text = Record::of(&game, writing).to_string();
                let played = one(&text).play(&variant, Notation::Coordinates);
                assert_eq!(played.faults, [], "{}: {text}", variant.name());
                assert_eq!(moves(&played.game), moves(&game), "{}: {text}", variant.name());
                assert_eq!(played.game.fen(), game.fen());
                assert_eq!(played.record.termination, Some(Termination::of(game.outcome().as_ref())));
            }
        }
    }
}

/// A random tree of moves from the current position of a game, with glyphs and comments.
fn tree(game: &mut Game, dice: &mut Dice, plies: usize, depth: usize) -> Line {
    let long = "very many words ".repeat(9);
    let remarks = ["a", "of } all", "%sign [%clk 0:01]", "", long.trim()].map(str::to_owned);
    let mut line = Line::default();
    if dice.below(3) == 0 {
        line.before.push(remarks[dice.below(5)].clone());
    }
    for _ in 0..plies {
        let choices = game.legal_moves();
        if choices.is_empty() {
            break;
        }
        let mv = &choices[dice.below(choices.len())];
        let mut ply = ferz::pgn::Ply { text: mv.to_string(), ..Default::default() };
        for _ in 0..dice.below(3) {
            ply.notes.push(match dice.below(3) {
                0 => Note::Nag(dice.below(256) as u8),
                1 => Note::Comment(remarks[dice.below(5)].clone()),
                _ if depth > 0 => Note::Variation(tree(&mut game.clone(), dice, 1 + plies / 2, depth - 1)),
                _ => continue,
            });
        }
        line.plies.push(ply);
        game.play(mv).unwrap();
    }
    line
}

#[test]
fn trees_of_variations_are_read_back() {
    for name in builtin_games() {
        let variant = load(name, &[]).unwrap();
        for seed in 0..if long_run() { 8 } else { 1 } {
            let mut game = variant.start();
            let line = tree(&mut game, &mut Dice(seed), 12, 3);
            let record = Record {
                line,
                termination: Some(Termination::of(game.outcome().as_ref())),
                ..Record::default()
            };
            let first = one(&record.to_string()).play(&variant, Notation::San);
            assert_eq!(first.faults, [], "{name}: {record}");
            let text = first.record.to_string();
            assert!(text.lines().all(|line| line.len() < 80 || line.starts_with(';')), "{text}");
            let second = one(&text).play(&variant, Notation::San);
            assert_eq!(second.record.to_string(), text, "{name}");
            assert_eq!(count(&second.record.line), count(&record.line), "{name}: {text}");
        }
    }
}

/// The moves, glyphs, comments and variations of a line; a glyph counts once behind a move.
fn count(line: &Line) -> [usize; 4] {
    let mut all = [line.plies.len(), 0, line.before.len(), 0];
    for ply in &line.plies {
        let mut seen = Vec::new();
        for note in &ply.notes {
            match note {
                Note::Nag(nag) if seen.contains(nag) => {}
                Note::Nag(nag) => {
                    seen.push(*nag);
                    all[1] += 1;
                }
                Note::Comment(_) => all[2] += 1,
                Note::Variation(line) => {
                    all[3] += 1;
                    count(line).iter().zip(&mut all).for_each(|(more, all)| *all += more);
                }
            }
        }
    }
    all
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "[\\PC\n\t{}()\\[\\]\";$%*.0-9a-h!? -]{0,200}") {
        let variant = load("chess", &[]).unwrap();
        for record in Reader::new(text.as_bytes()) {
            let record = record.unwrap();
            let played = record.play(&variant, Notation::San);
            let again = one(&played.record.to_string());
            // what was sound is written soundly
            prop_assert!(again.faults.is_empty() || !record.faults.is_empty(), "{}", played.record);
        }
    }

    #[test]
    fn any_tag_is_read_back(value in "\\PC*") {
        let mut record = Record { termination: Some(Termination::Draw), ..Record::default() };
        record.set("Annotator", &value);
        let read = one(&record.to_string());
        prop_assert_eq!(read.tag("Annotator"), Some(value.as_str()));
    }
}

fn ferz(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // a program that stops at once need not read what it is told
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[track_caller]
fn says(args: &[&str], input: &str) -> String {
    let output = ferz(args, input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

const MATE: &str = "[Event \"a \\\"game\\\"\"]\n\n1. f3 e5 2. g4 (2. e4 Nf6) Qh4# 0-1\n";

#[test]
fn all_that_is_wrong_with_a_file_is_said() {
    let text = format!(
        "{MATE}\n[Variant \"nonesuch\"]\n\n*\n\n1. e4 e5 2. Ke3 *\n\n1. e4 (1. e9) e5 1-0 (\n\n{MATE}"
    );
    let output = ferz(&["pgn", "validate"], &text);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    let places: Vec<&str> = said.lines().map(|line| line.split(" error: ").next().unwrap()).collect();
    let lines = ["5:1:", "9:13:", "11:11:", "11:22:"];
    assert_eq!(places, lines.map(|place| format!("standard input:{place}")), "{said}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "6 games, 4 with errors\n");
    assert_eq!(says(&["pgn", "validate"], MATE), "1 game, 0 with errors\n");
    let output = ferz(&["pgn", "validate", "--format", "json"], "1. e9 *");
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((object["line"].as_u64(), object["column"].as_u64()), (Some(1), Some(4)));
}

#[test]
fn a_draw_nobody_claimed_is_an_error_only_if_asked_for() {
    let text = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4 *";
    assert_eq!(says(&["pgn", "validate"], text), "1 game, 0 with errors\n");
    assert_eq!(ferz(&["pgn", "validate", "--strict"], text).status.code(), Some(1));
}

#[test]
fn games_are_converted_and_back() {
    let coordinates = says(&["pgn", "convert", "--notation", "coordinates"], MATE);
    assert!(coordinates.contains("1. f2f3 e7e5 2. g2g4 (2. e2e4 g8f6) 2... d8h4 0-1"), "{coordinates}");
    let san = says(&["pgn", "convert"], &coordinates);
    assert!(san.starts_with("[Event \"a \\\"game\\\"\"]") && san.contains("2... Qh4# 0-1"), "{san}");
    assert_eq!(says(&["pgn", "convert"], &san), san);
    let moves = says(&["pgn", "convert", "--to", "moves"], MATE);
    assert_eq!(moves, "f2f3 e7e5 g2g4 d8h4\n");
    let back = says(&["pgn", "convert", "--from", "moves", "--game", "chess", "--bare"], &moves);
    assert!(back.ends_with("1. f3 e5 2. g4 Qh4# 0-1\n"), "{back}");
    let many = says(&["pgn", "convert"], &format!("{MATE}{MATE}"));
    assert_eq!(many.matches("[Event ").count(), 2);
    assert_eq!(says(&["pgn", "convert", "--number", "2"], &many), san);
}

#[test]
fn other_games_keep_their_names_and_options() {
    let text = "[Variant \"korkserschach\"]\n[VariantOptions \"gardez=declared\"]\n\n1. e4 d4 *";
    let out = says(&["pgn", "convert"], text);
    assert!(out.contains("[Variant \"korkserschach\"]\n") && out.contains("gardez=declared"), "{out}");
    // the name under which interfaces know it
    let out = says(&["pgn", "convert"], "[Variant \"courier\"]\n\n1. Kf2 *");
    assert!(out.contains("[Variant \"ferz-courier\"]\n"), "{out}");
    assert_eq!(says(&["pgn", "convert", "--to", "moves"], &out), "g1f2\n");
    let bad = text.replace("declared", "never");
    let output = ferz(&["pgn", "validate"], &bad);
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("standard input:2:1: error: "));
}

#[test]
fn a_save_is_converted_and_resumed() {
    let folder = std::env::temp_dir().join(format!("ferz-pgn-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.ferz");
    let file = file.to_str().unwrap();
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 12";
    let text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n12. O-O-O Ke7 1-0\n");
    std::fs::write(file, says(&["pgn", "convert", "--to", "save"], &text)).unwrap();
    let out = says(&["pgn", "convert", "--from", "save", file], "");
    assert!(out.contains(&format!("[FEN \"{fen}\"]")) && out.ends_with("12. O-O-O Ke7 1-0\n"), "{out}");
    let shown = says(&["play", "--resume", file, "--no-save"], "quit\n");
    assert!(shown.contains("Black has resigned"), "{shown}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_are_shown() {
    let out = says(&["pgn", "replay", "--each"], MATE);
    assert_eq!(out.matches("FEN: ").count(), 5);
    assert!(out.contains("Move 4: Qh4# (d8h4)") && out.contains("Result: 0-1 (checkmate)"), "{out}");
    let fens = says(&["pgn", "replay", "--fen", "--ply", "1"], MATE);
    assert_eq!(fens, "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1\n");
    assert_eq!(ferz(&["pgn", "replay", "--number", "9"], MATE).status.code(), Some(2));
    assert_eq!(ferz(&["pgn", "replay", "/no/such/file"], "").status.code(), Some(1));
}

#[test]
fn games_are_annotated() {
    let said = says(
        &["pgn", "annotate", "--nodes", "5000", "--plies", "3"],
        "1. e4 {[%eval 0.3] best by test} e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
    );
    // every position has its evaluation, but that in which the game is over
    let text: String = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(text.matches("[%eval ").count(), 6, "{said}");
    assert!(text.contains("{best by test}") && !text.contains("[%eval 0.3]"), "{said}");
    // the move that allows the mate is a blunder, and a better line follows, of three plies
    let (_, rest) = text.split_once("3... Nf6 $4 {[%eval #1]} (3... ").expect("a blunder");
    let (variation, _) = rest.split_once(')').expect("a line");
    assert_eq!(variation.split(' ').filter(|word| !word.ends_with('.')).count(), 3, "{variation}");
    // what is written is PGN that is read
    says(&["pgn", "validate"], &said);
    assert_eq!(says(&["pgn", "annotate", "--nodes", "5000", "--plies", "3"], &said), said, "the same again");
}

#[test]
fn games_of_all_kinds_are_annotated() {
    let (mut dice, mut text, mut moves) = (Dice(8), String::new(), 0);
    let (plies, nodes, step) = if long_run() { (6, "300", 1) } else { (3, "60", 3) };
    for variant in variants().into_iter().step_by(step) {
        let mut game = variant.start();
        play(&mut game, &mut dice, plies);
        let mut record = Record::of(&game, Notation::San);
        record.set("Variant", variant.name());
        text += &format!("{record}\n");
        moves += game.moves().len() - usize::from(game.outcome().is_some());
    }
    let said = says(&["pgn", "annotate", "--nodes", nodes], &text);
    // a line may break within a comment
    assert_eq!(said.matches("[%eval").count(), moves, "{said}");
    says(&["pgn", "validate"], &said);
}
