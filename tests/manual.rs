//! The manual and the README, held to what they say: every block of them between fences is tried.
//!
//! | language | what must be so |
//! | --- | --- |
//! | `toml` | it loads without a warning, with every value of every option, and its examples hold |
//! | `moves` | each line is a movement |
//! | `squares`, `pieces`, `condition`, `kinds` | each line is one, in a game with a `courtyard` |
//! | `diagram` | the piece `@` goes where the marks say: `m` moves there, `x` takes there, `o` does both |
//! | `same` | the movements of a line, with `=` between, are the same |
//! | `fen` | each line, a game and a FEN, is a position, and is written back as it is read if it has all its fields |
//! | `console` | a line behind `$ ` is a command, and what follows is what it says; `…` stands for the rest |
//! | `rust` | it is the example in the documentation of the library |
//! | `ini`, `lisp` | nothing: another program's |
//! | `text`, `sh` | nothing |
//!
//! A comment above a block in `toml` says more: `<!-- in: chess -->` lays it over that game, `<!-- error: CODE -->` (or
//! `warning:`) has the codes of what is wrong with it, and `<!-- fails: 2 -->` how many of its examples don't hold.
//! `<!-- file: x.toml -->` keeps it for the blocks of the same document, and `<!-- edit: x.toml -->` changes what has been
//! kept, as a reader would change his file. In the lines of a notation the code of what is wrong may stand behind `#`. Where a
//! table stands below `<!-- keys: NAME -->`, its first column has the keys of that table of the language, all of them and no
//! others. `UPDATE_SNAPSHOTS=1` accepts what commands say, where no `…` stands. Links are tried in `tests/book.rs`.
#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use ferz::{Choice, Game, Variant};
use serde_json::Value;

mod document;
use document::{Block, Room, blocks, read, remark, root};

const DOCUMENTS: [&str; 19] = [
    "docs/language.md",
    "README.md",
    "docs/check.md",
    "docs/match.md",
    "docs/tutorial.md",
    "docs/movements.md",
    "docs/web.md",
    "docs/coming-from.md",
    "docs/howto/index.md",
    "docs/howto/pieces.md",
    "docs/howto/board.md",
    "docs/howto/special-moves.md",
    "docs/howto/drops.md",
    "docs/howto/turns.md",
    "docs/howto/captures.md",
    "docs/howto/forbidden-moves.md",
    "docs/howto/effects.md",
    "docs/howto/ends.md",
    "docs/howto/families.md",
];

fn blocks_of(language: &str) -> Vec<Block> {
    let all = DOCUMENTS.iter().flat_map(|document| blocks(document));
    all.filter(|block| block.language == language).collect()
}

impl Room {
    /// The codes of all that is wrong with a game file, and the game file if it loads.
    fn check(&self, file: &str, text: &str) -> (BTreeSet<String>, Result<Variant, ferz::LoadError>) {
        let path = self.0.join(file);
        fs::write(&path, text).unwrap();
        let said = self.ferz(&["check", "--no-examples", "--format", "json", file]);
        let object = |line: &str| serde_json::from_str::<Value>(line).unwrap();
        let codes = said.lines().map(|line| object(line)["code"].as_str().unwrap().to_owned());
        (codes.collect(), Variant::load(path.to_str().unwrap(), &[]))
    }
}

#[test]
fn every_block_is_of_a_language_that_is_tried() {
    let known = [
        "toml",
        "moves",
        "squares",
        "pieces",
        "condition",
        "kinds",
        "diagram",
        "same",
        "fen",
        "console",
        "rust",
        "ini",
        "lisp",
        "text",
        "sh",
    ];
    for block in DOCUMENTS.iter().flat_map(|document| blocks(document)) {
        let plain = block.language.split_whitespace().next().unwrap_or("");
        assert!(known.contains(&plain), "{}: a block of `{}`", block.place, block.language);
    }
}

#[test]
fn definitions_load_and_their_examples_hold() {
    let (mut tried, mut faults) = (0, Vec::new());
    for document in DOCUMENTS {
        let room = Room::new("toml", document);
        for block in blocks(document).into_iter().filter(|block| block.language == "toml") {
            let text = match (block.says("in"), &block.file) {
                (Some(game), _) => format!("extends = \"{game}\"\n{}", block.text),
                (None, Some((_, whole))) => whole.clone(),
                (None, None) => block.text.clone(),
            };
            let (mut codes, loaded) = room.check("block.toml", &text);
            // said on a busy machine
            codes.remove("ferz::lint::cut_short");
            let wanted = block.says("error").or(block.says("warning"));
            let wanted = wanted.into_iter().flat_map(str::split_whitespace).map(str::to_owned);
            let place = &block.place;
            if codes != wanted.collect() || loaded.is_err() != block.says("error").is_some() {
                faults.push(format!("{place}: {codes:?}"));
            }
            let outcomes = loaded.iter().flat_map(Variant::run_examples);
            let failed: Vec<String> = outcomes
                .filter_map(|outcome| Some(format!("{place}: {}: {}", outcome.shows, outcome.fault?)))
                .collect();
            match block.says("fails") {
                Some(number) if failed.len().to_string() == number => {}
                Some(number) => faults.push(format!("{place}: {} fail, not {number}", failed.len())),
                None => faults.extend(failed),
            }
            tried += 1;
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(tried > 20, "{tried}");
}

/// A game in which a notation can be tried.
fn game_with(moves: &str, other: &str) -> String {
    let moves = if moves.starts_with('{') { format!("[{moves}]") } else { format!("\"{moves}\"") };
    format!(
        "[game]\nname = \"Trial\"\n[board]\nfiles = 10\nranks = 10\n[regions]\ncourtyard = \"d5..g6\"\n\
         [capture]\nstop-in = \"courtyard\"\n[pieces]\nking = {{ letter = \"K\", moves = {moves}, royal = true }}\n\
         queen = {{ letter = \"Q\", moves = \"Q\" }}\nrook = {{ letter = \"R\", moves = \"R\" }}\n\
         pawn = {{ letter = \"P\", moves = \"fmW fcF\" }}\n\
         [setup]\nwhite = [\"R . . . K Q . . . R\", \"P P P P P P P P P P\"]\n{other}\n"
    )
}

/// Tries each line of all blocks of a language in the game it makes.
fn each_line(language: &str, game: impl Fn(&str) -> String) {
    let room = Room::new(language, DOCUMENTS[0]);
    let mut tried = 0;
    for block in blocks_of(language) {
        for (line, code) in block.lines() {
            let (mut codes, _) = room.check("line.toml", &game(line));
            // what is odd about the game as a whole is not about the notation
            codes.retain(|code| !code.starts_with("ferz::lint::"));
            let wanted: BTreeSet<String> = code.into_iter().map(str::to_owned).collect();
            assert_eq!(codes, wanted, "{}: {line}", block.place);
            tried += 1;
        }
    }
    assert!(tried > 0, "nothing of `{language}`");
}

const AN_END: &str = "[end.stuck]\nlose = \"no move\"\n";

#[test]
fn movements_are_read() {
    each_line("moves", |line| game_with(line, AN_END));
}

#[test]
fn squares_are_read() {
    each_line("squares", |line| {
        game_with("K", &format!("{AN_END}[promotion]\npieces = \"pawn\"\non = \"{line}\"\nto = \"queen\""))
    });
}

#[test]
fn lists_of_pieces_are_read() {
    each_line("pieces", |line| {
        game_with("K", &format!("{AN_END}[promotion]\npieces = \"pawn\"\non = \"rank 10\"\nto = \"{line}\""))
    });
}

#[test]
fn conditions_are_read() {
    each_line("condition", |line| game_with("K", &format!("[end.trial]\nlose = \"{line}\"")));
}

#[test]
fn kinds_of_move_are_read() {
    let hands = "[hand]\nstart = \"P\"\n[drop]\npieces = \"any but king\"\n";
    each_line("kinds", |line| {
        game_with("K", &format!("{AN_END}{hands}[forbid]\nmove = \"{line}\"\nwhen = \"check\""))
    });
}

/// A game in which only one piece stands, and that on a square of its own.
fn lone_piece(movement: &str, (files, ranks): (usize, usize), at: (usize, usize)) -> Variant {
    let moves = if movement.starts_with('{') { format!("[{movement}]") } else { format!("\"{movement}\"") };
    let square = name(at);
    let text = format!(
        "[game]\nname = \"One piece\"\n[board]\nfiles = {files}\nranks = {ranks}\n[pieces]\n\
         piece = {{ letter = \"M\", moves = {moves} }}\nstone = {{ letter = \"S\", moves = \"({0},{0})\" }}\n\
         [setup]\nfen = \"{1}\"\n[end.never]\ndraw = \"count(mine) = 99\"\n",
        files.max(ranks).min(15),
        placement((files, ranks), &[(at, 'M')]),
    );
    Variant::from_text("lone-piece.toml", &text, &[])
        .unwrap_or_else(|error| panic!("{movement} on {square}: {error}"))
}

fn name((file, rank): (usize, usize)) -> String {
    format!("{}{}", char::from(b'a' + u8::try_from(file).unwrap()), rank + 1)
}

fn placement((files, ranks): (usize, usize), pieces: &[((usize, usize), char)]) -> String {
    let rank = |rank| {
        let mut row = String::new();
        for file in 0..files {
            match pieces.iter().find(|(at, _)| *at == (file, rank)) {
                Some((_, letter)) => row.push(*letter),
                None => row.push('1'),
            }
            row.push(' ');
        }
        // runs of ones are a run of as many empty squares
        let mut packed = String::new();
        let mut empty = 0;
        for token in row.split_whitespace() {
            if token == "1" {
                empty += 1;
                continue;
            }
            if empty > 0 {
                write!(packed, "{empty}").unwrap();
            }
            (packed, empty) = (packed + token, 0);
        }
        if empty > 0 {
            write!(packed, "{empty}").unwrap();
        }
        packed
    };
    (0..ranks).rev().map(rank).collect::<Vec<_>>().join("/")
}

/// The target squares of the piece of a position.
fn goes(game: &Game) -> BTreeSet<String> {
    game.legal_moves().into_iter().map(|mv| game.in_words(&mv).to).collect()
}

/// One picture: what stands above it, and its rows from the top.
fn pictures(block: &Block) -> Vec<(String, Vec<Vec<char>>)> {
    let mut found: Vec<(String, Vec<Vec<char>>)> = Vec::new();
    for band in block.text.split("\n\n").filter(|band| !band.trim().is_empty()) {
        let cells = |line: &str| -> Vec<String> {
            line.split("   ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect()
        };
        let mut lines = band.lines().filter(|line| !line.trim().is_empty());
        let heads = cells(lines.next().unwrap_or(""));
        let first = found.len();
        found.extend(heads.into_iter().map(|head| (head, Vec::new())));
        for line in lines {
            let rows = cells(line);
            assert_eq!(rows.len(), found.len() - first, "{}: {line}", block.place);
            for (row, (_, picture)) in rows.iter().zip(&mut found[first..]) {
                picture.push(row.split(' ').map(|cell| cell.chars().next().unwrap_or(' ')).collect());
            }
        }
    }
    found
}

#[test]
fn pictures_show_where_men_go() {
    let mut tried = 0;
    for block in blocks_of("diagram") {
        for (movement, rows) in pictures(&block) {
            let size = (rows[0].len(), rows.len());
            let marks: BTreeMap<(usize, usize), char> = rows
                .iter()
                .rev()
                .enumerate()
                .flat_map(|(rank, row)| row.iter().enumerate().map(move |(file, &mark)| ((file, rank), mark)))
                .collect();
            let at = *marks.iter().find(|(_, mark)| **mark == '@').expect("a piece").0;
            let variant = lone_piece(&movement, size, at);
            let quiet = goes(&variant.start());
            let mut drawn = String::new();
            let mut found = String::new();
            for (&square, &mark) in marks.iter().filter(|(_, mark)| **mark != '@') {
                let fen = format!("{} w", placement(size, &[(at, 'M'), (square, 's')]));
                let takes = goes(&variant.start_from(&fen).unwrap()).contains(&name(square));
                let is = match (quiet.contains(&name(square)), takes) {
                    (true, true) => 'o',
                    (true, false) => 'm',
                    (false, true) => 'x',
                    (false, false) => '.',
                };
                write!(drawn, "{}{mark} ", name(square)).unwrap();
                write!(found, "{}{is} ", name(square)).unwrap();
            }
            assert_eq!(drawn, found, "{}: {movement}", block.place);
            tried += 1;
        }
    }
    assert!(tried > 20, "{tried}");
}

#[test]
fn spellings_said_to_be_the_same_are() {
    let size = (13, 13);
    let at = (6, 6);
    // pieces here and there, so that ways are blocked and something can be captured
    let scattered = |seed: usize| {
        let square = |n: usize| ((n * 7 + seed * 3) % 13, (n * 5 + seed) % 13);
        let pieces = (0..30).map(square).filter(|&square| square != at);
        let mut pieces: Vec<_> = pieces.enumerate().map(|(n, square)| (square, ['S', 's'][n % 2])).collect();
        pieces.sort_unstable();
        pieces.dedup_by_key(|(square, _)| *square);
        pieces.push((at, 'M'));
        placement(size, &pieces)
    };
    for block in blocks_of("same") {
        for (line, _) in block.lines() {
            // a vector has equals signs of its own, with one space behind them
            let (one, other) = line.split_once(" =  ").unwrap_or_else(|| panic!("{}: {line}", block.place));
            let (one, other) = (one.trim(), other.trim());
            let (one, other) = (lone_piece(one, size, at), lone_piece(other, size, at));
            assert_eq!(goes(&one.start()), goes(&other.start()), "{}: {line}", block.place);
            for fen in (0..20).flat_map(|seed| [" w", " w - - unmoved=-"].map(|end| scattered(seed) + end)) {
                let [one, other] = [&one, &other].map(|variant| {
                    let without = fen.replace(" - - unmoved=-", "");
                    variant.start_from(&fen).or_else(|_| variant.start_from(&without)).unwrap()
                });
                let moves = |game: &Game| -> BTreeSet<String> {
                    let moves = game.legal_moves().into_iter().map(|mv| mv.to_string());
                    moves.filter(|mv| mv.starts_with("g7")).collect()
                };
                assert_eq!(moves(&one), moves(&other), "{}: {line} in {fen}", block.place);
            }
        }
    }
}

#[test]
fn positions_are_read_and_written_back() {
    for block in blocks_of("fen") {
        for (line, _) in block.lines() {
            let (game, fen) = line.split_once(char::is_whitespace).unwrap();
            // `game/option=value` is the game with an option chosen
            let mut parts = game.split('/');
            let game = parts.next().unwrap();
            let choices: Vec<Choice> = parts
                .filter_map(|part| part.split_once('='))
                .map(|(name, value)| Choice { name: name.to_owned(), value: value.to_owned() })
                .collect();
            let fen = fen.split_whitespace().collect::<Vec<_>>().join(" ");
            let variant =
                Variant::load(game, &choices).unwrap_or_else(|error| panic!("{}: {error}", block.place));
            let position =
                variant.start_from(&fen).unwrap_or_else(|error| panic!("{}: {fen}: {error}", block.place));
            if fen.split(' ').filter(|field| !field.contains('=')).count() == 6 {
                assert_eq!(position.fen(), fen, "{}", block.place);
            }
        }
    }
}

/// Returns `true` if what was said is what is written, `…` standing for any number of lines.
fn matches(written: &str, said: &str) -> bool {
    let mut rest = said.trim_end().to_owned() + "\n";
    for (at, part) in written.split("…\n").enumerate() {
        match rest.find(part) {
            Some(found) if at > 0 || found == 0 => rest = rest[found + part.len()..].to_owned(),
            _ => return false,
        }
    }
    rest.is_empty() || written.ends_with("…\n")
}

/// The output of a command, on standard output or else on standard error.
fn said(command: &str, room: &Room) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_ferz")).parent().unwrap().display();
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(&room.0)
        .env("PATH", format!("{binary}:{}", std::env::var("PATH").unwrap_or_default()))
        .env("XDG_STATE_HOME", &room.0)
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let said = if output.stdout.is_empty() { &output.stderr } else { &output.stdout };
    let said = String::from_utf8_lossy(said);
    said.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

#[test]
fn commands_say_what_is_written() {
    let accept = std::env::var_os("UPDATE_SNAPSHOTS").is_some();
    for document in DOCUMENTS {
        let room = Room::new("console", document);
        let mut lines: Vec<String> = read(document).lines().map(str::to_owned).collect();
        let mut moved = 0;
        for block in blocks(document) {
            block.write(&room.0);
            if block.language != "console" {
                continue;
            }
            let mut new = String::new();
            let commands = block.text.split("$ ").skip(1);
            for (command, written) in commands.filter_map(|part| part.split_once('\n')) {
                let said = said(command, &room);
                let whole = !written.lines().any(|line| line == "…");
                let written = written.trim_end().to_owned() + "\n";
                assert!(accept && whole || matches(&written, &said), "{}: {command}\n{said}", block.place);
                new += &format!("$ {command}\n{}", if whole { &said } else { &written });
            }
            let (first, old) = (block.line.saturating_add_signed(moved) + 1, block.text.lines().count());
            let new: Vec<String> = new.trim_end().lines().map(str::to_owned).collect();
            moved += new.len() as isize - old as isize;
            lines.splice(first..first + old, new);
        }
        let new = lines.join("\n") + "\n";
        if accept && new != read(document) {
            fs::write(root().join(document), new).unwrap();
        }
    }
}

#[test]
fn the_library_in_the_readme_is_that_of_its_documentation() {
    let library = read("src/lib.rs");
    let lines = library.lines().filter_map(|line| line.strip_prefix("//!")).map(str::trim_start);
    let library = lines.filter(|line| !line.starts_with("# ")).collect::<Vec<_>>().join("\n");
    for block in blocks_of("rust") {
        assert!(library.contains(block.text.trim()), "{}", block.place);
    }
}

/// The tables of the language: title to keys.
fn tables(schema: &Value, found: &mut BTreeMap<String, BTreeSet<String>>) {
    if let (Some(title), Some(properties)) = (schema["title"].as_str(), schema["properties"].as_object()) {
        found.entry(title.to_owned()).or_default().extend(properties.keys().cloned());
    }
    match schema {
        Value::Object(object) => object.values().for_each(|value| tables(value, found)),
        Value::Array(items) => items.iter().for_each(|value| tables(value, found)),
        _ => {}
    }
}

#[test]
fn the_schema_is_up_to_date() {
    let room = Room::new("schema", DOCUMENTS[0]);
    let hint = "write it anew: cargo run --release -- schema > ferz.schema.json";
    assert!(room.ferz(&["schema"]) == read("ferz.schema.json"), "{hint}");
}

#[test]
fn every_key_of_the_language_is_in_the_manual() {
    let schema = serde_json::from_str(&read("ferz.schema.json")).unwrap();
    let (mut wanted, mut written) = (BTreeMap::new(), BTreeMap::<String, BTreeSet<String>>::new());
    tables(&schema, &mut wanted);
    let mut table = None;
    for line in read(DOCUMENTS[0]).lines() {
        if let Some(title) = remark(line).and_then(|remark| remark.get("keys").cloned()) {
            table = Some(title);
        } else if let (Some(title), Some(row)) = (&table, line.strip_prefix("| `")) {
            let key = row.split('`').next().unwrap_or("").trim_matches(['[', ']']);
            written.entry(title.clone()).or_default().insert(key.to_owned());
        } else if !line.starts_with('|') && !line.is_empty() {
            table = None;
        }
    }
    assert_eq!(written, wanted);
}

fn sources(dir: &Path, text: &mut String) {
    for entry in fs::read_dir(dir).unwrap().flatten() {
        match entry.path() {
            path if path.is_dir() => sources(&path, text),
            path => *text += &fs::read_to_string(path).unwrap(),
        }
    }
}

fn codes(text: &str) -> BTreeSet<String> {
    let word = |at: usize| {
        let rest = &text[at..];
        let end =
            rest.find(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == ':' || c == '_'));
        rest[..end.unwrap_or(rest.len())].to_owned()
    };
    let words = text.match_indices("ferz::").map(|(at, _)| word(at));
    words.filter(|word| word.matches("::").count() == 2).collect()
}

#[test]
fn the_codes_in_the_documents_exist_and_every_family_is_in_the_manual() {
    let mut source = String::new();
    ["src", "crates/ferz-cli/src"].iter().for_each(|folder| sources(&root().join(folder), &mut source));
    let known = codes(&source);
    let family = |code: &String| code.rsplit_once("::").map(|(family, _)| family.to_owned()).unwrap();
    for document in DOCUMENTS {
        let whole = |code: &&String| !code.ends_with("::");
        let strange: Vec<_> = codes(&read(document)).into_iter().collect();
        let strange: Vec<_> = strange.iter().filter(whole).filter(|code| !known.contains(*code)).collect();
        assert!(strange.is_empty(), "{document}: {strange:?}");
    }
    let manual = read(DOCUMENTS[0]);
    let quoted: BTreeSet<String> = source
        .match_indices("\"ferz::")
        .flat_map(|(at, _)| codes(source[at + 1..].split('"').next().unwrap_or("")))
        .collect();
    let missing: BTreeSet<String> =
        quoted.iter().map(family).filter(|family| !manual.contains(&format!("`{family}::…`"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
