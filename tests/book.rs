//! The manual as a book: what `mdbook build` takes on trust.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

const SUMMARY: &str = "docs/SUMMARY.md";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(file: &Path) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The documents in a folder and its subfolders, as paths from the root.
fn documents(folder: &str) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(root().join(folder)).expect("a folder") {
        let path = entry.expect("an entry").path();
        let short = path.strip_prefix(root()).expect("below the root").to_owned();
        if path.is_dir() {
            found.extend(documents(short.to_str().expect("a plain name")));
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.insert(short);
        }
    }
    found
}

/// The lines of a document that are not between fences.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        !inside && !fence
    })
}

/// The targets of the links of a document.
fn links(text: &str) -> Vec<String> {
    let line = |line: &str| -> Vec<String> {
        // what stands between backquotes is no link
        let plain: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        let ends = plain.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        ends.map(str::to_owned).collect()
    };
    prose(text).flat_map(line).collect()
}

/// The anchors of the headings of a document, on GitHub and in mdBook.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let heading = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        heading.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect::<String>()
    };
    headings.map(anchor).collect()
}

/// A path without its `..`.
fn straight(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => assert!(parts.pop(), "{} leads out", path.display()),
            Component::CurDir => {}
            part => parts.push(part),
        }
    }
    parts
}

#[test]
fn every_document_has_its_place_in_the_book_and_only_one() {
    let summary = read(Path::new(SUMMARY));
    let mut listed: Vec<PathBuf> = links(&summary).iter().map(|link| Path::new("docs").join(link)).collect();
    listed.sort();
    let mut wanted = documents("docs");
    assert!(wanted.remove(Path::new(SUMMARY)));
    assert_eq!(listed, wanted.into_iter().collect::<Vec<_>>());
}

#[test]
fn links_lead_somewhere() {
    let mut tried = 0;
    let mut faults = Vec::new();
    let others = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "benches/results.md"].map(PathBuf::from);
    for document in documents("docs").into_iter().chain(others) {
        let text = read(&document);
        for link in links(&text).iter().filter(|link| !link.starts_with("http")) {
            tried += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => document.clone(),
                file => straight(&document.parent().expect("a folder").join(file)),
            };
            let place = document.display();
            if !root().join(&target).exists() {
                faults.push(format!("{place}: {link}: there is no such file"));
            } else if document.starts_with("docs") && !target.starts_with("docs") {
                faults.push(format!("{place}: {link} leads out of the book"));
            } else if !anchor.is_empty() && !anchors(&read(&target)).contains(anchor) {
                faults.push(format!("{place}: {link}: there is no such heading"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(tried > 100, "{tried}");
}

#[test]
fn the_book_is_made_of_these_documents() {
    let book: toml::Table = read(Path::new("book.toml")).parse().expect("TOML");
    assert_eq!(book["book"]["src"].as_str(), Some("docs"));
}

/// The first texts of the pairs in a list of the source.
fn listed(source: &str, list: &str) -> Vec<String> {
    let from = source.find(list).unwrap_or_else(|| panic!("no {list}"));
    let entries = source[from..].split("];").next().unwrap_or("").lines();
    let first = |line: &str| Some(line.trim().strip_prefix("(\"")?.split('"').next()?.to_owned());
    entries.filter_map(first).collect()
}

#[test]
fn every_sign_of_a_movement_has_its_chapter_and_its_picture() {
    let signs = listed(&read(Path::new("src/notation/moves/letters.rs")), "const SIGNS");
    assert!(signs.len() > 25, "{signs:?}");
    let manual = read(Path::new("docs/movements.md"));
    let chapters: Vec<&str> = manual.split("\n### `").skip(1).collect();
    let is_of =
        |chapter: &&str, sign: &str| chapter.strip_prefix(sign).is_some_and(|rest| rest.starts_with('`'));
    for sign in signs {
        let chapter = chapters.iter().find(|chapter| is_of(chapter, &sign));
        let chapter = chapter.unwrap_or_else(|| panic!("no chapter about `{sign}`"));
        assert!(chapter.contains("$ ferz diagram "), "no picture of `{sign}`");
    }
}

/// Returns `true` if a value fits a part of the schema; of JSON Schema, what ours uses.
fn fits(schema: &serde_json::Value, value: &serde_json::Value) -> bool {
    if let Some(ways) = schema["anyOf"].as_array() {
        return ways.iter().any(|way| fits(way, value));
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.contains(value);
    }
    if let Some(only) = schema.get("const") {
        return only == value;
    }
    match schema["type"].as_str() {
        Some("object") => value.as_object().is_some_and(|object| {
            object.iter().all(|(key, value)| match schema["properties"].get(key) {
                Some(property) => fits(property, value),
                None => {
                    schema["additionalProperties"].is_object() && fits(&schema["additionalProperties"], value)
                }
            })
        }),
        Some("array") => {
            value.as_array().is_some_and(|items| items.iter().all(|item| fits(&schema["items"], item)))
        }
        Some("integer") => {
            let within = |number: i64| {
                schema["minimum"].as_i64().is_none_or(|least| least <= number)
                    && schema["maximum"].as_i64().is_none_or(|most| number <= most)
            };
            value.as_i64().is_some_and(within)
        }
        Some("number") => {
            let within = |number: f64| {
                schema["minimum"].as_f64().is_none_or(|least| least <= number)
                    && schema["maximum"].as_f64().is_none_or(|most| number <= most)
                    && schema["multipleOf"].as_f64().is_none_or(|part| (number / part).fract() == 0.0)
            };
            value.as_f64().is_some_and(within)
        }
        Some("boolean") => value.is_boolean(),
        Some("string") => value.is_string(),
        Some(other) => panic!("a type `{other}`"),
        None => true,
    }
}

#[test]
fn the_schema_takes_what_removes_a_parents_words_and_every_game_of_the_library() {
    let schema: serde_json::Value = serde_json::from_str(&read(Path::new("ferz.schema.json"))).expect("JSON");
    let fit = |text: &str| {
        let value: toml::Value = toml::from_str(text).expect("TOML");
        fits(&schema, &serde_json::to_value(value).expect("it has no dates"))
    };
    for text in [
        "end.stalemate = { draw = false, lose = \"stalemate\" }",
        "game = { sources = false, notes = false }",
        "pieces.queen.glyphs = false",
        "castling = false",
        "options.a = { values = { x = {} }, requires = { b = \"y\", c = [\"y\", \"z\"] } }",
    ] {
        assert!(fit(text), "{text}");
    }
    for text in ["end.stalemate.draw = true", "game.name = 3", "board = { files = 99 }", "bord = {}"] {
        assert!(!fit(text), "{text}");
    }
    let mut games = 0;
    for family in fs::read_dir(root().join("games")).expect("the library").flatten() {
        for file in fs::read_dir(family.path()).into_iter().flatten().flatten() {
            if file.path().extension().is_some_and(|ending| ending == "toml") {
                games += 1;
                assert!(fit(&fs::read_to_string(file.path()).expect("a game")), "{}", file.path().display());
            }
        }
    }
    assert!(games > 10, "{games}");
}

/// A number as the page of limits writes it: `1,000,000`, `64 KiB`, `1 s`.
fn stated(cell: &str) -> u64 {
    let (number, unit) = cell.trim().split_once(' ').unwrap_or((cell.trim(), ""));
    let number: u64 = number.replace(',', "").parse().unwrap_or_else(|_| panic!("{cell} is no number"));
    number
        * match unit {
            "KiB" => 1 << 10,
            "MiB" => 1 << 20,
            "" | "bytes" | "s" => 1,
            unit => panic!("{unit} is no unit"),
        }
}

/// The value of a constant of the source, as it is written there: the first number of several.
fn value_of(file: &str, constant: &str) -> u64 {
    let source = fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let line = source.lines().find(|line| line.contains(&format!("const {constant}: ")));
    let line = line.unwrap_or_else(|| panic!("{file} has no {constant}"));
    let text = line.split_once(" = ").expect("a value").1.trim_end_matches(';');
    let text = text.trim_start_matches("Duration::from_secs(").trim_matches(['(', ')']);
    let text = text.split(',').next().expect("a first one").trim_end_matches(".0").replace('_', "");
    let number =
        |text: &str| text.trim().parse::<u64>().unwrap_or_else(|_| panic!("{file}: {constant} is {text}"));
    match text.split_once("<<") {
        Some((number_of, shift)) => number(number_of) << number(shift),
        None => number(&text),
    }
}

#[test]
fn the_page_of_limits_states_what_the_source_has() {
    let page = fs::read_to_string(root().join("docs/limits.md")).expect("the page is there");
    let mut rows = 0;
    for row in page.lines().filter(|line| line.contains("<!--")) {
        let (file, constant) = row
            .split_once("<!-- ")
            .and_then(|(_, rest)| rest.split_once(" -->")?.0.split_once(' '))
            .unwrap_or_else(|| panic!("{row} names no constant"));
        let cell = row.split('|').nth(2).expect("a second column");
        assert_eq!(stated(cell), value_of(file, constant), "{row}");
        assert!(row.split('|').nth(3).is_some_and(|said| said.trim().len() > 3), "{row}: what is said?");
        rows += 1;
    }
    assert!(rows > 45, "{rows}");
}

/// Names of constants that are limits.
const LIMITS: [&str; 6] = ["MOST", "LONGEST", "LARGEST", "DEEPEST", "FARTHEST", "MAX_"];

/// Limits that no user can meet, or that only choose between two ways to the same result.
const INSIDE: [&str; 20] = [
    "src/ini/parent.rs DEEPEST",
    "src/ini/check.rs LARGEST",
    "src/ini/reversible.rs FARTHEST",
    "src/walk/setwise.rs MOST_LINKS",
    "src/walk/route.rs MOST_RESOLVED",
    "src/walk/lookups.rs MOST_PARTS",
    "src/notation/moves/paths_in_words.rs MOST_KINDS",
    "src/feature/scope.rs MOST_SQUARES",
    "src/game/tuning.rs LONGEST",
    "src/search/",
    "src/game/files.rs MOST_BYTES",
    "crates/ferz-cli/src/cli/",
    "crates/ferz-cli/src/lsp/outline.rs DEEPEST",
    "crates/ferz-cli/src/lsp/completion/values.rs MOST_FILES",
    "crates/ferz-cli/src/lsp/hover.rs LARGEST_PICTURE",
    "crates/ferz-cli/src/arena/contest.rs",
    "crates/ferz-cli/src/studio/clock.rs LONGEST_MOVE",
    "crates/ferz-cli/src/studio/thinker.rs LONGEST",
    "crates/ferz-cli/src/cli/play/player.rs LONGEST",
    "src/draw/",
];

#[test]
fn every_limit_of_the_source_is_on_the_page() {
    let page = fs::read_to_string(root().join("docs/limits.md")).expect("the page is there");
    let mut folders = vec![root().join("src"), root().join("crates/ferz-cli/src")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let Ok(source) = fs::read_to_string(&path) else { continue };
            let file = path.strip_prefix(root()).expect("below the root").display().to_string();
            for line in source.split("mod tests {").next().unwrap_or_default().lines() {
                let name =
                    line.trim_start().trim_start_matches("pub(crate) ").trim_start_matches("pub(super) ");
                let name = name
                    .trim_start_matches("pub ")
                    .strip_prefix("const ")
                    .and_then(|rest| rest.split(':').next());
                let Some(name) = name.filter(|name| LIMITS.iter().any(|limit| name.starts_with(limit)))
                else {
                    continue;
                };
                let place = format!("{file} {name}");
                let told = page.contains(&format!("<!-- {place} -->"))
                    || INSIDE.iter().any(|one| place.starts_with(one));
                assert!(told, "docs/limits.md does not tell of {place}");
            }
        }
    }
}
