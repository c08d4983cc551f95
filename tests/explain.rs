//! The texts about diagnostic codes: every code has one, and its example has the mistake before and not after.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The root of the repository, seen from the package of the command.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

struct Entry {
    code: String,
    text: String,
    /// Its blocks: what stands behind the fence, and what is in it.
    blocks: Vec<(String, String)>,
}

fn entries() -> Vec<Entry> {
    let document = fs::read_to_string(root().join("docs/diagnostics.md")).expect("the texts are there");
    let entry = |section: &str| {
        let (code, text) = section.split_once('\n').expect("a heading and a text");
        let mut parts = text.split("```");
        let words = parts.next().unwrap_or_default().trim().to_owned();
        let parts: Vec<&str> = parts.collect();
        let block = |part: &&str| {
            let (kind, text) = part.split_once('\n').expect("a fence on a line of its own");
            (kind.to_owned(), text.to_owned())
        };
        Entry { code: code.to_owned(), text: words, blocks: parts.iter().step_by(2).map(block).collect() }
    };
    document.split("\n## ").skip(1).map(entry).collect()
}

/// Every string that looks like a code in the source, without its tests.
fn codes_in(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let tests = path.file_name().is_some_and(|name| name == "tests" || name == "tests.rs");
        if path.is_dir() && !tests {
            codes_in(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !tests {
            let source = fs::read_to_string(&path).expect("source is readable");
            let source = source.split("mod tests {").next().unwrap_or("");
            for quoted in source.split("\"ferz::").skip(1) {
                let code = quoted.split('"').next().unwrap_or("");
                let plain = code.chars().all(|c| c.is_ascii_lowercase() || "_:".contains(c));
                if plain && code.split("::").count() == 2 && !code.ends_with([':', '_']) {
                    found.insert(format!("ferz::{code}"));
                }
            }
        }
    }
}

/// Returns a block with everything it leaves out as tedious: behind a word, `…` is that word many times; on a line of its own, the
/// line before it many times, its first number counted on; `␀` is the byte zero.
fn spelled_out(text: &str) -> String {
    let mut whole: Vec<String> = Vec::new();
    for line in text.lines() {
        match (line, line.split_once(" … ")) {
            ("…", _) => {
                let first = whole.last().cloned().expect("a line to repeat");
                whole.extend((2..=120).map(|number| first.replacen('1', &number.to_string(), 1)));
            }
            (_, Some((before, after))) => {
                let word = before.rsplit(' ').next().unwrap_or(before);
                whole.push(format!("{before}{} {after}", format!(" {word}").repeat(5000)));
            }
            _ => whole.push(line.replace('␀', "\0")),
        }
    }
    whole.join("\n") + "\n"
}

/// Chess by another name.
fn game_named(name: &str) -> String {
    format!("extends = \"chess\"\n\n[game]\nname = \"{name}\"\n")
}

/// A folder of a test's own, gone with it.
struct Room(PathBuf);

impl Room {
    fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("ferz-explain-{}-{number}", std::process::id()));
        fs::create_dir_all(path.join("folder")).expect("a folder of its own");
        for generation in 1..=17 {
            let parent = if generation == 17 {
                "chess".into()
            } else {
                format!("./generation-{}.toml", generation + 1)
            };
            let text = format!("extends = \"{parent}\"\n");
            fs::write(path.join(format!("generation-{generation}.toml")), text).expect("a file of its own");
        }
        let required = "[options.board]\nvalues = { small = {}, large = { castling = false } }\n\
                        [options.hurry]\nrequires = { board = \"large\" }\nvalues = { no = {}, yes = { promotion.on = \"rank 7\" } }\n";
        fs::write(path.join("required.toml"), format!("extends = \"chess\"\n{required}"))
            .expect("a file of its own");
        for game in ["spoilt", "spared"] {
            fs::write(path.join(format!("{game}.toml")), game_named(game)).expect("a file of its own");
        }
        fs::write(path.join("outside.toml"), "extends = \"../parent.toml\"\n").expect("a file of its own");
        fs::create_dir_all(path.join("spoilt.values")).expect("a folder of its own");
        Self(path)
    }

    fn ferz(&self, arguments: &[String]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
        command.current_dir(&self.0).env("NO_COLOR", "1").args(arguments).output().expect("the program runs")
    }

    /// The codes a block gives, in order, and whether each is advice.
    fn codes(&self, (kind, text): &(String, String)) -> Vec<(String, bool)> {
        if kind.starts_with("console") {
            let line = text.trim().strip_prefix("$ ferz ").expect("a command");
            let parts = line.split('"').enumerate();
            let words = parts.flat_map(|(at, part)| match at % 2 {
                0 => part.split_whitespace().map(str::to_owned).collect(),
                _ => vec![part.to_owned()],
            });
            let said = self.ferz(&words.collect::<Vec<_>>()).stderr;
            let said = String::from_utf8(said).expect("text");
            return said
                .lines()
                .filter(|line| line.starts_with("ferz::"))
                .map(|line| (line.to_owned(), false))
                .collect();
        }
        let imported = [("ini", "variants.ini"), ("html", "page.html")];
        if let Some((_, file)) = imported.iter().find(|(language, _)| kind.starts_with(language)) {
            fs::write(self.0.join(file), text).expect("a file of its own");
            let said = self.ferz(&["import".to_owned(), (*file).to_owned()]).stderr;
            let said = String::from_utf8(said).expect("text");
            let codes = said.lines().filter(|line| line.starts_with("ferz::"));
            return codes.map(|line| (line.to_owned(), false)).collect();
        }
        if kind.starts_with("toml values") {
            fs::write(self.0.join("game.values"), text).expect("a file of its own");
            let told = self.checked(&game_named("game"));
            fs::remove_file(self.0.join("game.values")).expect("it was written");
            return told;
        }
        let whole = text.contains("extends") || text.contains("[game]\nname");
        let text = if whole { text.clone() } else { format!("extends = \"chess\"\n\n{text}") };
        let text = if kind.ends_with(" before") { spelled_out(&text) } else { text };
        self.checked(&text)
    }

    /// The codes that a game gives.
    fn checked(&self, text: &str) -> Vec<(String, bool)> {
        fs::write(self.0.join("game.toml"), text).expect("a file of its own");
        let arguments = ["check", "--advice", "--format", "json", "game.toml"].map(str::to_owned);
        let told = String::from_utf8(self.ferz(&arguments).stdout).expect("text");
        let code = |line: &str| {
            let object: serde_json::Value = serde_json::from_str(line).expect("an object a line");
            (object["code"].as_str().expect("a code").to_owned(), object["severity"] == "advice")
        };
        told.lines().map(code).collect()
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        // a folder that stays behind harms nobody
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn every_code_has_a_text_and_every_text_a_code() {
    let mut codes = BTreeSet::new();
    ["src", "crates/ferz-cli/src"].iter().for_each(|source| codes_in(&root().join(source), &mut codes));
    assert!(codes.len() > 130, "{}", codes.len());
    let list: Vec<String> = entries().into_iter().map(|entry| entry.code).collect();
    let explained: BTreeSet<String> = list.iter().cloned().collect();
    assert_eq!(list.len(), explained.len(), "a code stands twice");
    let missing: Vec<_> = codes.difference(&explained).collect();
    assert!(missing.is_empty(), "no text about {missing:#?}");
    let stale: Vec<_> = explained.difference(&codes).collect();
    assert!(stale.is_empty(), "no such code: {stale:#?}");
}

#[test]
fn each_text_has_a_sentence_and_more() {
    for entry in entries() {
        let paragraphs: Vec<&str> = entry.text.split("\n\n").collect();
        assert!(paragraphs.len() >= 2, "{}", entry.code);
        assert!(paragraphs.iter().all(|paragraph| paragraph.ends_with(['.', '`', ')'])), "{}", entry.code);
        assert!(paragraphs[0].len() < 110, "{}: the first sentence is long", entry.code);
    }
}

/// Codes that no file gives: they are about ferz itself.
const NO_EXAMPLE: [&str; 3] = ["ferz::check::broken", "ferz::draft::set_aside", "ferz::lint::unwritten"];

#[test]
fn what_is_wrong_before_is_right_after() {
    let room = Room::new();
    let mut faults = Vec::new();
    let entries = entries().into_iter().filter(|entry| !NO_EXAMPLE.contains(&&*entry.code));
    for Entry { code, blocks, .. } in entries {
        let [before, after] = &blocks[..] else {
            faults.push(format!("{code}: {} blocks", blocks.len()));
            continue;
        };
        assert!(before.0.ends_with(" before") && after.0.ends_with(" after"), "{code}");
        let (wrong, right) = (room.codes(before), room.codes(after));
        if wrong.first().is_none_or(|(first, _)| *first != code) {
            faults.push(format!("{code}: before gives {wrong:?}"));
        }
        // a child that changes a little may well be advised on what has become of its parent; and on a busy machine, time may run out for
        // any game
        let still = |other: &str| other == code && code != "ferz::lint::cut_short";
        if right.iter().any(|(other, advice)| still(other) || !advice) {
            faults.push(format!("{code}: after gives {right:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn explain(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Room::new().ferz(&arguments.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_code_may_be_written_short_and_both_commands_say_the_same() {
    let (status, whole, _) = explain(&["explain", "ferz::moves::no_capital"]);
    assert_eq!(status, Some(0));
    assert!(
        whole.starts_with("ferz::moves::no_capital\n\n") && whole.contains("\nBefore:\n\n    [pieces]\n"),
        "{whole}"
    );
    for code in ["moves::no_capital", "moves.no_capital", "no_capital", "no-capital"] {
        assert_eq!(explain(&["explain", code]).1, whole, "{code}");
    }
    assert_eq!(explain(&["check", "--explain", "no_capital"]).1, whole);
}

#[test]
fn what_stands_in_the_file_of_values_is_shown_as_such() {
    let (status, said, _) = explain(&["explain", "ferz::values::unsound"]);
    assert_eq!(status, Some(0));
    for part in [
        "Before, in the file of values:\n\n    [pieces]\n",
        "After, in the file of values:\n\n    [pieces]\n",
    ] {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn an_unknown_code_is_refused_with_the_nearest() {
    for code in ["ferz::moves::no_captial", "no_captial", "moves::nocapital"] {
        let (status, out, said) = explain(&["explain", code]);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{code}");
        assert!(said.contains("did you mean `ferz::moves::no_capital`?"), "{code}: {said}");
    }
    let (status, _, said) = explain(&["explain", "xyzzy-nothing-like-it"]);
    assert_eq!(status, Some(2));
    assert!(said.contains("lists all of them"), "{said}");
}

#[test]
fn without_a_code_all_are_listed() {
    let (status, out, _) = explain(&["explain"]);
    assert_eq!(status, Some(0));
    assert_eq!(out.lines().count(), entries().len());
    assert!(
        out.lines().all(|line| line.starts_with("ferz::") && line.contains(": ") && line.ends_with('.')),
        "{out}"
    );
}

#[test]
fn a_last_word_that_several_codes_have_explains_each_of_them() {
    let (status, out, said) = explain(&["explain", "missing_key"]);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    let codes: Vec<&str> = out.lines().filter(|line| line.starts_with("ferz::")).collect();
    assert_eq!(codes, ["ferz::toml::missing_key", "ferz::definition::missing_key"]);
    let (_, one, _) = explain(&["explain", "definition::missing_key"]);
    assert!(out.ends_with(&one) && one.starts_with("ferz::definition::missing_key\n"), "{out}");
}
