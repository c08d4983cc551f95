//! Seeded runs of the fuzz targets, and the inputs that once found something.
//!
//! `corpus/<target>/` has inputs to begin with and those that found something. All of them are run, and then texts that are made of them:
//! the same ones every time. `FERZ_FUZZ_SECONDS=600` runs other ones for as long, beginning with `FERZ_FUZZ_SEED`.

mod targets;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ferz::Dice;

use targets::{TARGETS, Target};

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/corpus").join(name)
}

/// The inputs of a target, in the order of their names.
fn kept(name: &str) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(corpus(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a file")).collect()
}

/// Words of the language and of the protocols, to be put in anywhere.
const WORDS: [&str; 48] = [
    "false",
    "true",
    "0",
    "-1",
    "99999999999999999999",
    "1.5",
    "\"\"",
    "[]",
    "{}",
    "\"any\"",
    "\"all\"",
    "extends = \"chess\"",
    "[options]",
    "[[example]]",
    "[end]",
    "moves = \"cafmQ\"",
    "moves = \"zB0\"",
    "moves = \"mQ3 cK\"",
    "royal = true",
    "files = 16",
    "ranks = 1",
    "count(mine) = 0",
    "can(check)",
    "not",
    "and",
    "stalemate",
    "no move",
    "my king in rank 8",
    "e2e4",
    "O-O",
    "0000",
    "P@e4",
    "e7e8q",
    "a1b2xc3",
    "position startpos moves",
    "go depth 2",
    "go infinite",
    "stop",
    "ponderhit",
    "setboard",
    "usermove",
    "undo",
    "variant",
    "{",
    "}",
    "(",
    "é",
    "\u{1}",
];

/// Chance in the making of a text.
struct Maker {
    dice: Dice,
    seeds: Vec<Vec<u8>>,
}

impl Maker {
    fn below(&mut self, limit: usize) -> usize {
        self.dice.below(limit.max(1) as u64) as usize
    }

    /// A part of some text of the seeds: a line, or some bytes.
    fn part(&mut self) -> Vec<u8> {
        let at = self.below(self.seeds.len());
        let seed = self.seeds[at].clone();
        if self.below(2) == 0 {
            let lines: Vec<&[u8]> = seed.split(|&byte| byte == b'\n').collect();
            let line = self.below(lines.len());
            return [lines[line], b"\n"].concat();
        }
        let from = self.below(seed.len());
        let length = self.below(40);
        seed[from..].iter().copied().take(length).collect()
    }

    /// A text of the seeds with a few changes.
    fn make(&mut self) -> Vec<u8> {
        let at = self.below(self.seeds.len());
        let mut text = self.seeds[at].clone();
        for _ in 0..self.below(6) {
            let (at, length) = (self.below(text.len() + 1), self.below(12));
            let end = (at + length).min(text.len());
            match self.below(7) {
                0 => drop(text.drain(at..end)),
                1 => {
                    let word = WORDS[self.below(WORDS.len())];
                    drop(text.splice(at..at, word.bytes()));
                }
                2 => {
                    let part = self.part();
                    drop(text.splice(at..end, part));
                }
                3 => {
                    let part = text[at..end].to_vec();
                    let to = self.below(text.len() + 1);
                    drop(text.splice(to..to, part));
                }
                4 => {
                    let byte = self.below(256) as u8;
                    text.get_mut(at).into_iter().for_each(|old| *old = byte);
                }
                5 => {
                    let digit = b'0' + self.below(10) as u8;
                    let number = text.iter().skip(at).position(u8::is_ascii_digit).map(|found| at + found);
                    number.into_iter().for_each(|at| text[at] = digit);
                }
                _ => {
                    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
                    let gone = self.below(lines.len());
                    let left: Vec<&[u8]> = lines
                        .iter()
                        .enumerate()
                        .filter(|(number, _)| *number != gone)
                        .map(|(_, line)| *line)
                        .collect();
                    text = left.join(&b'\n');
                }
            }
        }
        text.truncate(1 << 14);
        text
    }
}

/// Runs a target over its corpus and over texts made of it.
fn run(name: &str, texts: usize) {
    let target: Target = TARGETS.iter().find(|(known, _)| *known == name).expect("a target").1;
    let mut seeds = kept(name);
    assert!(!seeds.is_empty());
    seeds.iter().for_each(|seed| tried(name, target, seed));
    if name == "definition" {
        let library =
            ["chess", "courtyard", "courier-spiel", "english-draughts", "korkserschach", "furious-courier"];
        seeds.extend(
            library.map(|name| ferz::builtin_file(name).expect("it is built in").1.as_bytes().to_vec()),
        );
    }
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let mut maker = Maker { dice: Dice::new(number("FERZ_FUZZ_SEED").unwrap_or(1)), seeds };
    let Some(seconds) = number("FERZ_FUZZ_SECONDS") else {
        return (0..texts).for_each(|_| tried(name, target, &maker.make()));
    };
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(seconds) {
        tried(name, target, &maker.make());
    }
}

/// Tries one text; one that finds something is kept beside the test and told.
fn tried(name: &str, target: Target, text: &[u8]) {
    if catch_unwind(AssertUnwindSafe(|| target(text))).is_err() {
        let sum = text.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        let path = std::env::temp_dir().join(format!("ferz-{name}-{sum:016x}"));
        fs::write(&path, text).expect("the input is kept");
        panic!("{name} fails with {}: it belongs into {}", path.display(), corpus(name).display());
    }
}

#[test]
fn any_text_is_a_game_file_or_is_told_why_not() {
    run("definition", 300);
}

#[test]
fn any_text_is_a_notation_or_is_told_why_not() {
    run("notation", 300);
}

#[test]
fn any_text_is_a_position_or_is_told_why_not() {
    run("fen", 3000);
}

#[test]
fn any_words_are_moves_or_are_refused() {
    run("moves", 500);
}

#[test]
fn any_bytes_are_records_or_are_told_why_not() {
    run("pgn", 1000);
}

#[test]
fn any_lines_of_uci_are_survived() {
    run("uci", 100);
}

#[test]
fn any_lines_of_cecp_are_survived() {
    run("cecp", 100);
}

#[test]
fn any_messages_to_the_language_server_are_survived() {
    run("lsp", 100);
}
