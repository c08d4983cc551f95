//! The shape of the source: layers, parts of a feature, sizes, and that no game is named in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The layers from the bottom, those of the library and above them those of the program. A module may use what stands before it, and itself.
const LAYERS: [&[&str]; 36] = [
    &["board", "order"],
    &["text"],
    &["model"],
    &["notation"],
    &["definition"],
    &["state"],
    &["walk"],
    &["moves"],
    &["feature"],
    &["rules"],
    &["language"],
    &["tables"],
    &["play"],
    &["search"],
    &["game"],
    &["spaces"],
    &["pgn"],
    &["draw"],
    &["compare"],
    &["movement"],
    &["sheet"],
    &["format"],
    &["lint"],
    &["template"],
    &["ini"],
    &["export"],
    &["diagram"],
    &["memory"],
    &["disk"],
    &["caught"],
    &["png"],
    &["protocol"],
    &["arena"],
    &["lsp"],
    &["studio"],
    &["cli"],
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The sources of both packages: the library, and the program.
const SOURCES: [&str; 2] = ["src", "crates/ferz-cli/src"];

/// All source files, each with the folder that its modules begin in.
fn sources() -> Vec<(PathBuf, PathBuf)> {
    let of = |source: &str| {
        let source = root().join(source);
        files(&source, "rs").into_iter().map(move |path| (source.clone(), path))
    };
    SOURCES.into_iter().flat_map(of).collect()
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in
        fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("an entry").path())
    {
        if entry.is_dir() {
            found.extend(files(&entry, ending));
        } else if entry.extension().is_some_and(|extension| extension == ending) {
            found.push(entry);
        }
    }
    found.sort();
    found
}

/// The lines of code of a file: without comments, and without the tests at its end.
fn code(path: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(path).expect("source is readable");
    let lines = text.lines().take_while(|line| !line.starts_with("mod tests {")).enumerate();
    let kept = lines.filter(|(_, line)| !line.trim_start().starts_with("//"));
    kept.map(|(number, line)| (number + 1, line.to_owned())).collect()
}

fn layer(module: &str) -> usize {
    LAYERS
        .iter()
        .position(|names| names.contains(&module))
        .unwrap_or_else(|| panic!("`{module}` has no layer"))
}

#[test]
fn no_module_uses_one_above_it() {
    for (source, path) in sources() {
        let within = path.strip_prefix(&source).expect("a source file");
        let Some(module) = module_of(within) else { continue };
        for (number, line) in code(&path) {
            for used in line.split("crate::").skip(1) {
                let used: String = used.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
                let known = LAYERS.iter().any(|names| names.contains(&used.as_str()));
                assert!(
                    !known || layer(&used) <= layer(&module),
                    "{}:{number}: `{module}` uses `{used}`, which is above it",
                    within.display()
                );
            }
        }
    }
}

/// The module a file belongs to; none for the roots of the packages.
fn module_of(within: &Path) -> Option<String> {
    let first = within.components().next()?.as_os_str().to_str().expect("a plain name");
    let module = first.trim_end_matches(".rs");
    (!["lib", "main"].contains(&module)).then(|| module.to_owned())
}

/// The roots of what the library has in public: its own, and those of its public modules.
const PUBLIC: [&str; 12] = [
    "lib.rs",
    "compare/mod.rs",
    "draw/mod.rs",
    "export/mod.rs",
    "format/mod.rs",
    "ini/mod.rs",
    "language.rs",
    "lint/mod.rs",
    "movement.rs",
    "spaces/mod.rs",
    "template/mod.rs",
    "text/mod.rs",
];

#[test]
fn the_library_has_nothing_in_public_that_is_generic_over_the_width_or_internal() {
    let words = [
        "Bits",
        "Tables",
        "State",
        "Seat",
        "EvalParams",
        "Isa",
        "Rules",
        "Definition",
        "Scope",
        "TypeId",
        "SquareSet",
        "Geometry",
    ];
    for name in PUBLIC {
        let lines = code(&root().join("src").join(name));
        let text: String = lines.iter().map(|(_, line)| format!("{line}\n")).collect();
        let parts = |begin: &'static str, end: char| {
            text.split(begin).skip(1).filter_map(move |part: &str| part.split(end).next())
        };
        for item in parts("pub use ", ';').chain(parts("pub fn ", '{')) {
            let inner = item.split(|c: char| !c.is_alphanumeric()).find(|word| words.contains(word));
            assert!(inner.is_none(), "{name}: {item}");
        }
    }
}

/// The front ends have nothing but the public library; what is hidden in its documentation is no part of that.
#[test]
fn the_library_hides_nothing_that_others_use() {
    let hidden = |path: &PathBuf| {
        let lines = code(path);
        let at = lines.iter().filter(|(_, line)| line.contains("doc(hidden)")).map(|(number, _)| *number);
        at.map(|number| format!("{}:{number}", path.display())).collect::<Vec<_>>()
    };
    let found: Vec<String> = files(&root().join("src"), "rs").iter().flat_map(hidden).collect();
    // what a test asks of a game
    assert!(found.len() <= 1 && found.iter().all(|place| place.contains("session.rs")), "{found:?}");
}

#[test]
fn play_names_no_feature_and_no_feature_another() {
    let source = root().join("src");
    for path in files(&source.join("play"), "rs") {
        for (number, line) in code(&path) {
            assert!(!line.contains("feature::"), "{}:{number}: {line}", path.display());
        }
    }
    let features = source.join("feature");
    let shared = |rest: &str| {
        ["scope", "rule", "plan", "condition", "move_kinds"].iter().any(|name| rest.starts_with(name))
    };
    for path in files(&features, "rs").iter().filter(|path| **path != features.join("mod.rs")) {
        // a feature of several files is a folder
        let within = path.parent() != Some(&features) && !path.ends_with("mod.rs");
        for (number, line) in code(path) {
            let other = |to: &str| line.split(to).nth(1).is_some_and(|rest| !shared(rest));
            let names_another = !within && other("super::") || other("crate::feature::");
            assert!(!names_another, "{}:{number}: {line}", path.display());
        }
    }
}

/// Words of rules that a layer must not have in its code, whole or as parts of names. A layer that has one knows a rule by more than what
/// the feature has laid out for it.
const FORBIDDEN: [(&str, &[&str]); 7] = [
    ("board", &["castl", "promot", "royal", "huff", "offender", "piecetype"]),
    ("state", &["castl", "promot", "royal", "huff", "offender", "waiting"]),
    ("walk", &["castl", "promot", "huff", "offender", "waits", "waiting"]),
    ("moves", &["castl", "huff", "offender", "waits", "waiting", "chain_"]),
    ("tables", &["castl", "huff", "offender", "waits", "waiting", "silent", ".turn.", "get::<", "the::<"]),
    ("play", &["feature::", "huff", "offender", "waits.", "silent", ".taking", ".turn.", "get::<", "the::<"]),
    ("search", &["feature::", "castl", "huff", "offender", "waits", "silent", ".turn.", "get::<", "the::<"]),
];

/// The packed form of moves, which only moves themselves, making them and the features that make them up look at.
const PACKED: [&str; 4] = [".is_plain()", ".place() {", ".needs_list()", "Move::listed"];

/// The lines that have a forbidden word in their code, texts and tests aside.
fn breaches<'a>(words: &[&str], lines: &'a [(usize, String)]) -> Vec<&'a (usize, String)> {
    let bare = |line: &str| line.split('"').step_by(2).collect::<String>().to_lowercase();
    lines.iter().filter(|(_, line)| words.iter().any(|word| bare(line).contains(word))).collect()
}

/// The layers that tell rules in sentences. A sentence is told right at once, by a clause or by the words of what it is about.
const TELLERS: [&str; 8] = ["text", "feature", "rules", "play", "game", "compare", "sheet", "lint"];

/// Returns `true` if a line of code replaces words in a text, or cuts several words off.
fn patches_words(line: &str) -> bool {
    let calls = |names: &[&str], is_words: fn(&str) -> bool| {
        let rests =
            names.iter().flat_map(|name| line.split(&format!("{name}(\"")).skip(1).collect::<Vec<_>>());
        rests.filter_map(|rest| rest.split('"').next()).any(is_words)
    };
    calls(&[".replace", ".replacen"], |text| text.contains(|c: char| c.is_ascii_alphabetic()))
        || calls(&[".strip_prefix", ".strip_suffix", ".trim_start_matches", ".trim_end_matches"], |text| {
            text.trim().contains(' ')
        })
}

#[test]
fn no_finished_sentence_is_patched() {
    assert!(
        patches_words("words.replace(\"square\", \"cell\")")
            && patches_words("text.strip_prefix(\"a move by\")?")
    );
    assert!(
        patches_words("words.strip_prefix(\"moves one \")") && !patches_words("name.replace('-', \" \")")
    );
    let source = root().join("src");
    for path in TELLERS.iter().flat_map(|layer| files(&source.join(layer), "rs")) {
        // escapes of HTML are no words
        if path.ends_with("tests.rs") || path.ends_with("text/render.rs") {
            continue;
        }
        let found: Vec<_> = code(&path).into_iter().filter(|(_, line)| patches_words(line)).collect();
        assert!(found.is_empty(), "{}: {found:?}", path.display());
    }
}

#[test]
fn layers_below_the_features_know_no_rule() {
    for (layer, words) in FORBIDDEN {
        for path in files(&root().join("src").join(layer), "rs") {
            let lines = code(&path);
            let found = breaches(words, &lines);
            assert!(found.is_empty(), "{}: {found:?}", path.display());
        }
    }
}

#[test]
fn only_moves_making_and_features_look_at_the_packed_form() {
    let source = root().join("src");
    let may = ["moves", "feature", "tables", "play/make.rs", "play/law.rs"].map(|name| source.join(name));
    let erased = source.join("game/erased.rs");
    for (_, path) in sources() {
        let lines = code(&path);
        let words: &[&str] = if path == erased { &PACKED[..2] } else { &PACKED };
        let found = breaches(words, &lines);
        let own =
            |(_, line): &&(usize, String)| line.contains("self.is_plain()") || line.contains("lexer.place()");
        let found: Vec<_> = found.into_iter().filter(|line| !own(line)).collect();
        assert!(
            found.is_empty() || may.iter().any(|one| path.starts_with(one)) || path.ends_with("tree/mod.rs"),
            "{}: {found:?}",
            path.display()
        );
    }
}

#[test]
fn a_planted_breach_is_seen() {
    let lines = |text: &str| vec![(1, text.to_owned())];
    let walk = FORBIDDEN.iter().find(|(layer, _)| *layer == "walk").expect("walk has words").1;
    assert_eq!(breaches(walk, &lines("let ready = !state.castlingRights;")).len(), 1);
    assert_eq!(breaches(walk, &lines("struct Way { waits: bool }")).len(), 1);
    assert!(breaches(walk, &lines("let words = \"castling\";")).is_empty(), "a text is no code");
    let play = FORBIDDEN.iter().find(|(layer, _)| *layer == "play").expect("play has words").1;
    assert_eq!(breaches(play, &lines("special.waits.is_some()")).len(), 1, "through a field");
    assert_eq!(breaches(&PACKED, &lines("if step.is_plain() {")).len(), 1);
}

/// The features: their names and their files, of a folder the one that begins it.
fn features() -> Vec<(String, String)> {
    let folder = root().join("src/feature");
    let mut found = Vec::new();
    for path in files(&folder, "rs") {
        let text = fs::read_to_string(&path).expect("source is readable");
        let begins = path.ends_with("mod.rs").then(|| path.parent().expect("a folder"));
        let of = begins.unwrap_or(&path);
        let name = of.file_stem().expect("a name").to_str().expect("a plain name").to_owned();
        let shared = ["feature", "scope", "rule", "plan", "condition", "move_kinds"].contains(&name.as_str());
        if of.parent() == Some(&folder) && !shared {
            found.push((name, text));
        }
    }
    found
}

#[test]
fn every_feature_says_what_it_is_and_has_its_keys() {
    for (name, text) in features() {
        assert!(text.starts_with("//! "), "{name}: no head comment");
        assert!(text.contains("//! ```toml"), "{name}: the head comment shows no table");
        // a rule that is read from the movements of pieces has no table, and one with a table of names no keys
        let named = text.contains("Shape::Named(&Shape::");
        let keys = text.contains("KEYS: KeyTable") || text.contains("keys: &[]") || named;
        assert!(keys, "{name}: no table of keys");
        assert!(text.contains("fn read(") || text.contains("mod read;"), "{name}: no `read`");
    }
}

#[test]
fn every_rule_is_in_the_registry() {
    let listed = fs::read_to_string(root().join("src/feature/mod.rs")).expect("source is readable");
    for (name, text) in features() {
        let (feature, rule) = (text.contains("static FEATURE: Feature"), text.contains("impl Rule for"));
        assert_eq!(feature, rule, "{name}: a `Feature` and a `Rule` belong together");
        assert_eq!(feature, listed.contains(&format!("&{name}::FEATURE,")), "{name}: not listed, or in vain");
    }
}

#[test]
fn every_fact_is_listed_and_named_nowhere_else() {
    let folder = root().join("src/feature/condition");
    let listed = fs::read_to_string(folder.join("mod.rs")).expect("source is readable");
    for path in files(&folder, "rs") {
        let name = path.file_stem().expect("a name").to_str().expect("a plain name");
        let text = fs::read_to_string(&path).expect("source is readable");
        let is_fact = text.contains("const ENTRY: Entry");
        assert_eq!(is_fact, listed.contains(&format!("&{name}::ENTRY")), "{name}: not listed, or in vain");
    }
    let all = SOURCES.iter().flat_map(|source| files(&root().join(source), "rs"));
    // an export says in another language what facts mean, one by one
    let export = root().join("src/export");
    for path in all.filter(|path| !path.starts_with(&folder) && !path.starts_with(&export)) {
        for (number, line) in code(&path) {
            assert!(!line.contains("Fact::"), "{}:{number}: names a fact: {line}", path.display());
        }
    }
}

/// Uses of rules by their types outside the features. A rule that is asked for by its type must be
/// known by name: let it answer a question that all rules are asked.
#[test]
fn fewer_and_fewer_rules_are_asked_for_by_type() {
    const MOST: usize = 3;
    let inside = root().join("src/feature");
    let all = SOURCES.iter().flat_map(|source| files(&root().join(source), "rs"));
    let lines = all.filter(|path| !path.starts_with(&inside)).flat_map(|path| code(&path));
    let uses: usize =
        lines.map(|(_, line)| line.matches(".get::<").count() + line.matches(".the::<").count()).sum();
    assert!(uses <= MOST, "{uses} uses of rules by type: {MOST} were the most");
}

#[test]
fn files_and_lines_stay_small() {
    for (_, path) in sources() {
        let text = fs::read_to_string(&path).expect("source is readable");
        let lines = text.lines().count();
        assert!(lines <= 600, "{}: {lines} lines", path.display());
    }
}

/// Names of games and of pieces that are in no dictionary but that of chess variants; `king` and the like are looked for only in
/// quotes.
#[test]
fn the_source_names_no_game_and_no_piece() {
    let mut games: BTreeSet<String> = files(&root().join("games"), "toml")
        .iter()
        .map(|path| path.file_stem().expect("a name").to_str().expect("a plain name").to_owned())
        .collect();
    // the option of every game that castles has the same name as the game with shuffled ranks, by UCI
    games.remove("chess960");
    let pieces =
        ["king", "queen", "rook", "bishop", "knight", "pawn", "courier", "fers", "serf", "guard", "sage"];
    for (_, path) in sources() {
        // help texts show how the command line and the tables are written
        let shows = |line: &str| {
            ["after_help", "help(", "help:", "Key::", "\\\"", "format!(\"", "Example"]
                .iter()
                .any(|mark| line.contains(mark))
        };
        let tests =
            path.components().any(|part| part.as_os_str() == "tests" || part.as_os_str() == "tests.rs");
        for (number, line) in code(&path).into_iter().filter(|(_, line)| !tests && !shows(line)) {
            let quoted = |word: &str| line.contains(&format!("\"{word}\""));
            let named = games.iter().map(String::as_str).chain(pieces).find(|word| quoted(word));
            assert!(named.is_none(), "{}:{number}: names {named:?}: {line}", path.display());
        }
    }
}
