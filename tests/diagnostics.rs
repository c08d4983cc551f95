//! The output of `ferz check` for every mistake an author can make.
//!
//! `diagnostics/<code>/<case>.toml` is a file with a mistake, and `<case>.txt` beside it the report; the folder has the name of
//! the code, without `ferz` and with dots, which is the code of the first complaint. One mistake is one complaint, unless the name of
//! the case begins with `several`. A folder `with` holds what the cases beside it extend. `diagnostics/valid/` has files
//! of which there is nothing to say, and a case that begins with the line `# --advice` or `# --confined` is checked with that.
//! `diagnostics/commands/` what other commands say: a command line behind `$ ` and its report.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --release diagnostics::` writes the reports anew. Read what has changed before you keep it.
//!
//! The files are checked in this process, each once for all tests; that the command says the same is tried with some.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::time::Duration;

use ferz::lint::{Checked, check_text_by};
use ferz::text::{Severity, render};
use ferz::{Clock, Folder, Variant};

/// The root of the repository, seen from the package of the command.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Codes without a folder, each with its reason and the test that has it.
const ELSEWHERE: [(&str, &str); 37] = [
    ("ferz::lint::cut_short", "depends on the machine: src/lint/tests.rs"),
    ("ferz::lint::unwritten", "stands for faults that nobody knows of yet: src/lint/random.rs"),
    ("ferz::check::broken", "is about ferz itself: crates/ferz-cli/src/lsp/tests.rs"),
    ("ferz::draft::set_aside", "is about an earlier studio: crates/ferz-cli/src/studio/document.rs"),
    ("ferz::option::requires", "is about the command line: commands/"),
    ("ferz::option::chosen_twice", "is about the command line: commands/"),
    ("ferz::option::unknown", "is about the command line: commands/"),
    ("ferz::option::unknown_value", "is about the command line: commands/"),
    ("ferz::game::unknown", "is about the command line: commands/"),
    ("ferz::game::unreadable", "is about the command line: commands/"),
    ("ferz::fen::bad", "is about the command line: commands/"),
    ("ferz::play::illegal", "is about the command line: commands/"),
    ("ferz::toml::too_large", "needs a file of a megabyte: a_huge_file_is_refused"),
    ("ferz::values::unreadable", "is about a file beside the game: tests/tune.rs"),
    ("ferz::values::unsound", "is about a file beside the game: tests/tune.rs"),
    ("ferz::values::unknown", "is about a file beside the game: tests/tune.rs"),
    ("ferz::export::end", "is about a game exported: tests/explain.rs"),
    ("ferz::export::start", "is about a game exported: tests/explain.rs"),
    ("ferz::export::unsaid", "is about a game exported: tests/explain.rs"),
    ("ferz::diagram::syntax", "is about a page that is imported: tests/explain.rs"),
    ("ferz::diagram::bad_value", "is about a page that is imported: tests/explain.rs"),
    ("ferz::diagram::supposed", "is about a page that is imported: tests/explain.rs"),
    ("ferz::diagram::not_said", "is about a page that is imported: tests/explain.rs"),
    ("ferz::diagram::not_sound", "is about a page that is imported: tests/explain.rs"),
    ("ferz::ini::no_section", "is about a variants.ini: tests/explain.rs"),
    ("ferz::ini::syntax", "is about a variants.ini: tests/explain.rs"),
    ("ferz::ini::duplicate", "is about a variants.ini: tests/explain.rs"),
    ("ferz::ini::twice", "is about a variants.ini: tests/explain.rs"),
    ("ferz::ini::letter", "is about a variants.ini: tests/explain.rs"),
    ("ferz::ini::unknown_parent", "is about a variants.ini: tests/explain.rs"),
    ("ferz::ini::cycle", "is about a variants.ini: tests/explain.rs"),
    ("ferz::ini::unknown_key", "is about a variants.ini: tests/explain.rs"),
    ("ferz::ini::bad_value", "is about a variants.ini: tests/explain.rs"),
    ("ferz::ini::unknown_piece", "is about a variants.ini: tests/explain.rs"),
    ("ferz::ini::not_said", "is about a variants.ini: tests/explain.rs"),
    ("ferz::ini::not_sound", "is about a variants.ini: tests/explain.rs"),
    ("ferz::toml::syntax", "is for complaints of the TOML library that have no words of ours yet"),
];

/// Words of programmers, of the TOML library and of its grammar.
const JARGON: [&str; 25] = [
    "string",
    "integer",
    "boolean",
    "float",
    "array table",
    "inline",
    "literal",
    "datetime",
    "parse",
    "token",
    "syntax",
    "identifier",
    "unexpected",
    "invalid",
    "EOF",
    "null",
    "None",
    "Some(",
    "Err(",
    "panicked",
    "serde",
    "TOML",
    "utf-8",
    "duplicate key",
    "i64",
];

fn folder() -> PathBuf {
    root().join("tests/diagnostics")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> &str {
    path.file_stem().and_then(|name| name.to_str()).expect("a plain name")
}

fn with_ending(folder: &Path, ending: &str) -> Vec<PathBuf> {
    entries(folder).into_iter().filter(|path| path.extension().is_some_and(|end| end == ending)).collect()
}

/// A file with a mistake, and the code of its folder.
struct Case {
    path: PathBuf,
    code: String,
}

fn cases() -> Vec<Case> {
    let folders = entries(&folder()).into_iter().filter(|path| path.is_dir());
    let codes =
        folders.filter(|path| path.file_name().is_none_or(|name| name != "valid" && name != "commands"));
    let of_folder = |folder: PathBuf| {
        let code =
            folder.file_name().and_then(|name| name.to_str()).expect("a plain name").replace('.', "::");
        with_ending(&folder, "toml").into_iter().map(move |path| Case { path, code: format!("ferz::{code}") })
    };
    codes.flat_map(of_folder).collect()
}

fn ferz(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    command.current_dir(folder).env("NO_COLOR", "1").args(arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("a report is text")
}

/// The flag that a file is checked with, which it says in its first line.
fn flag(content: &str) -> Option<&'static str> {
    let line = content.lines().next()?;
    ["--advice", "--confined"].into_iter().find(|flag| line.strip_prefix("# ") == Some(flag))
}

fn content(path: &Path) -> String {
    ferz::text::decoded(fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// What there is to say about a file, with the flag that it names.
fn checked(path: &Path) -> Checked {
    // what is found does not depend on the machine
    checked_by(path, Clock::new(|| Duration::ZERO))
}

fn checked_by(path: &Path, clock: Clock) -> Checked {
    let content = content(path);
    let (flag, folder) = (flag(&content), path.parent().expect("a folder"));
    let folder = if flag == Some("--confined") { Folder::Confined(folder) } else { Folder::Open(folder) };
    let shown = path.file_name().expect("a file").to_string_lossy();
    let mut checked = check_text_by(&shown, &content, folder, clock).with_examples();
    if flag != Some("--advice") {
        checked.report.without_advice();
    }
    checked
}

/// All cases, checked.
fn all() -> &'static [(Case, Checked)] {
    static ALL: OnceLock<Vec<(Case, Checked)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let cases = cases();
        let half = cases.len() / 2;
        let some = |cases: Vec<Case>| cases.into_iter().map(|case| (checked(&case.path), case));
        let each = |cases| some(cases).map(|(checked, case)| (case, checked)).collect::<Vec<_>>();
        std::thread::scope(|scope| {
            let mut first = cases;
            let second = first.split_off(half);
            let second = scope.spawn(move || each(second));
            let mut done = each(first);
            done.extend(second.join().expect("nothing panics"));
            done
        })
    })
}

/// The lines that differ, with those around them.
fn difference(before: &str, after: &str) -> String {
    let (before, after): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
    let same = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
    let rest = before.len().min(after.len()) - same;
    let ends = before
        .iter()
        .rev()
        .zip(after.iter().rev())
        .take(rest)
        .take_while(|(one, other)| one == other)
        .count();
    let lines =
        |sign: &str, lines: &[&str]| lines.iter().map(|line| format!("{sign} {line}\n")).collect::<String>();
    lines(" ", &before[same.saturating_sub(2)..same])
        + &lines("-", &before[same..before.len() - ends])
        + &lines("+", &after[same..after.len() - ends])
        + &lines(" ", &after[after.len() - ends..(after.len() - ends + 2).min(after.len())])
}

/// Compares a report with the one kept, or keeps it; what differs.
fn compare(path: &Path, report: &str) -> Option<String> {
    let kept = fs::read_to_string(path).unwrap_or_default();
    if kept == report {
        return None;
    }
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(path, report).expect("the report can be kept");
        return None;
    }
    Some(format!("{}:\n{}", path.display(), difference(&kept, report)))
}

#[track_caller]
fn nothing(faults: &[String]) {
    assert!(
        faults.is_empty(),
        "{}\n{} of them; UPDATE_SNAPSHOTS=1 keeps the new reports",
        faults.join("\n"),
        faults.len()
    );
}

/// Returns the tally that the command prints last.
fn tally(checked: &Checked) -> String {
    let count =
        |of: Severity| checked.report.diagnostics().iter().filter(|problem| problem.severity == of).count();
    let words = |number: usize, one: &str, more: &str| match number {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{number} {more}")),
    };
    let (errors, warnings, advice) =
        (count(Severity::Error), count(Severity::Warning), count(Severity::Advice));
    let parts = [
        (errors + warnings == 0).then(|| "ok".to_owned()),
        words(errors, "error", "errors"),
        words(warnings, "warning", "warnings"),
        words(advice, "piece of advice", "pieces of advice"),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// All that the command prints about a file in its folder.
fn told(checked: &Checked, path: &Path) -> String {
    let report = render::render(&checked.report, &checked.sources, false, 80);
    let report = report.trim_end();
    // names of other files are seen from here, and their lines are wrapped otherwise
    if checked.sources.names().count() > 1 || report.contains("can't be read") {
        return asked(path);
    }
    let report = if report.is_empty() { String::new() } else { format!("{report}\n\n") };
    format!("{report}{}\n", tally(checked))
}

/// What the command prints about a file, asked in its folder.
fn asked(path: &Path) -> String {
    let file = format!("{}.toml", name(path));
    let arguments: Vec<&str> = ["check"].into_iter().chain(flag(&content(path))).chain([&*file]).collect();
    text(&ferz(path.parent().expect("a folder"), &arguments).stderr)
}

#[test]
fn every_report_is_as_it_was() {
    let report = |(case, checked): &(Case, Checked)| {
        compare(&case.path.with_extension("txt"), &told(checked, &case.path))
    };
    nothing(&all().iter().filter_map(report).collect::<Vec<_>>());
}

#[test]
fn the_command_says_the_same() {
    for (case, checked) in all().iter().step_by(25) {
        let folder = case.path.parent().expect("a folder");
        let file = format!("{}.toml", name(&case.path));
        let flag = flag(&content(&case.path));
        assert_eq!(asked(&case.path), told(checked, &case.path), "{}", case.path.display());
        let arguments: Vec<&str> =
            ["check", "--format", "json"].into_iter().chain(flag).chain([&*file]).collect();
        let output = ferz(folder, &arguments);
        let status = Some(i32::from(checked.report.has_errors()));
        assert_eq!(output.status.code(), status, "{}", case.path.display());
        let codes: Vec<String> = text(&output.stdout)
            .lines()
            .map(|line| {
                let value: serde_json::Value = serde_json::from_str(line).expect("an object a line");
                value["code"].as_str().expect("a code").to_owned()
            })
            .collect();
        if codes.iter().any(|code| code == "ferz::lint::cut_short") {
            // with fewer games it may find less
            continue;
        }
        let wanted: Vec<_> = checked.report.diagnostics().iter().map(|problem| problem.code).collect();
        assert_eq!(codes, wanted, "{}", case.path.display());
    }
}

#[test]
fn no_report_stands_without_its_case() {
    for folder in entries(&folder()).into_iter().filter(|path| path.is_dir() && !path.ends_with("commands")) {
        for report in with_ending(&folder, "txt") {
            assert!(report.with_extension("toml").exists(), "{} has no case", report.display());
        }
    }
}

#[test]
fn the_first_complaint_is_the_one_of_the_folder() {
    let fault = |(case, checked): &(Case, Checked)| {
        let codes: Vec<&str> = checked.report.diagnostics().iter().map(|problem| problem.code).collect();
        let several = name(&case.path).starts_with("several");
        let fault = match codes[..] {
            [first, ..] if first != case.code => "its first complaint is another",
            [] => "it is not complained of",
            [_] if several => "it is one complaint, so that its name need not begin with `several`",
            [_, _, ..] if !several => "one mistake is more than one complaint",
            _ => return None,
        };
        Some(format!("{}: {fault}: {codes:?}", case.path.display()))
    };
    nothing(&all().iter().filter_map(fault).collect::<Vec<_>>());
}

#[test]
fn complaints_are_in_the_order_of_their_places() {
    for (case, checked) in all() {
        let problems = checked.report.diagnostics().iter();
        let read = problems.filter(|problem| !problem.code.starts_with("ferz::toml"));
        let spans: Vec<_> = read.filter_map(|problem| Some(problem.labels.first()?.span)).collect();
        let in_file = spans.iter().filter(|span| span.source == spans[0].source);
        let places: Vec<_> = in_file.map(|span| span.start).collect();
        assert!(places.is_sorted(), "{}: {places:?}", case.path.display());
    }
}

#[test]
fn no_report_speaks_as_a_programmer_does() {
    for (case, checked) in all() {
        for problem in checked.report.diagnostics() {
            let said = format!("{} {}", problem.message, problem.help.as_deref().unwrap_or(""));
            let word = JARGON.iter().find(|word| said.contains(**word));
            assert!(word.is_none(), "{}: {word:?} in {said}", case.path.display());
        }
    }
}

/// Every string that looks like a code in the source, without its tests.
fn codes_in(folder: &Path, found: &mut BTreeSet<String>) {
    for path in entries(folder) {
        let tests = path.file_name().is_some_and(|name| name == "tests" || name == "tests.rs");
        if path.is_dir() && !tests {
            codes_in(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !tests {
            let source = fs::read_to_string(&path).expect("source is readable");
            let source = source.split("mod tests {").next().unwrap_or("");
            for rest in source.split("\"ferz::").skip(1) {
                let code: String =
                    rest.chars().take_while(|c| c.is_ascii_lowercase() || "_:".contains(*c)).collect();
                let whole = code.split("::").count() == 2 && !code.ends_with(['_', ':']);
                if whole && rest[code.len()..].starts_with('"') {
                    found.insert(format!("ferz::{code}"));
                }
            }
        }
    }
}

#[test]
fn every_code_has_a_case() {
    let mut codes = BTreeSet::new();
    ["src", "crates/ferz-cli/src"].iter().for_each(|source| codes_in(&root().join(source), &mut codes));
    let covered: BTreeSet<String> = cases().into_iter().map(|case| case.code).collect();
    let elsewhere = |code: &str| ELSEWHERE.iter().any(|(other, _)| *other == code);
    let missing: Vec<_> = codes.iter().filter(|code| !covered.contains(*code) && !elsewhere(code)).collect();
    assert!(missing.is_empty(), "no case in tests/diagnostics for {missing:#?}");
    let unknown: Vec<_> = covered.iter().filter(|code| !codes.contains(*code)).collect();
    assert!(unknown.is_empty(), "no such code in src: {unknown:#?}");
    let idle: Vec<_> =
        ELSEWHERE.iter().filter(|(code, _)| !codes.contains(*code) || covered.contains(*code)).collect();
    assert!(idle.is_empty(), "these need no exception: {idle:#?}");
}

#[test]
fn other_commands_say_what_is_wrong_with_their_arguments() {
    let mut faults = Vec::new();
    let mut said = String::new();
    for path in with_ending(&folder().join("commands"), "txt") {
        let kept = fs::read_to_string(&path).expect("a command");
        let line = kept.lines().next().and_then(|line| line.strip_prefix("$ ferz ")).expect("a command line");
        let arguments = words(line);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = ferz(&folder().join("valid"), &arguments);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{line}: {:?}", output.status);
        let report = format!("$ ferz {line}\n{}", text(&output.stderr));
        said += &report;
        faults.extend(compare(&path, &report));
    }
    nothing(&faults);
    for (code, _) in ELSEWHERE.iter().filter(|(_, reason)| reason.ends_with("commands/")) {
        assert!(said.contains(code), "no command says {code}");
    }
}

/// The words of a command line; quotes hold spaces.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('"').enumerate() {
        match at % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

#[test]
fn of_valid_files_there_is_nothing_to_say() {
    let files = with_ending(&folder().join("valid"), "toml");
    assert!(files.len() >= 30, "{} files", files.len());
    for file in files {
        let said = told(&checked(&file), &file);
        assert_eq!(said, "ok\n", "{}", file.display());
    }
}

/// The examples of all games are run; random games are played in every third one, in the long run in all.
#[test]
fn of_the_built_in_games_there_is_nothing_to_say() {
    let games = root().join("games");
    let files: Vec<_> = entries(&games).iter().flat_map(|family| with_ending(family, "toml")).collect();
    assert!(!files.is_empty());
    let none = |files: &[PathBuf]| {
        for (at, file) in files.iter().enumerate() {
            if at % 3 != 0 && !crate::long::long_run() {
                let variant = Variant::load(file.to_str().expect("a plain name"), &[]).expect("a sound file");
                let fault = variant.run_examples().into_iter().find_map(|outcome| outcome.problem);
                assert!(fault.is_none(), "{}: {fault:?}", file.display());
                continue;
            }
            let checked = checked_by(file, Clock::default());
            // that time ran out says something of the machine, not of the game
            let mut faults = checked.report.diagnostics().iter();
            let fault = faults.find(|problem| problem.code != "ferz::lint::cut_short");
            assert!(fault.is_none(), "{}:\n{}", file.display(), told(&checked, file));
        }
    };
    let (first, second) = files.split_at(files.len() / 2);
    std::thread::scope(|scope| {
        scope.spawn(|| none(first));
        scope.spawn(|| none(second));
    });
}

/// A folder of a test's own, gone with it.
struct Room(PathBuf);

impl Room {
    fn with(name: &str, content: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("ferz-diagnostics-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder of its own");
        fs::write(path.join("game.toml"), content).expect("a file of its own");
        Self(path)
    }

    fn check(&self) -> (Option<i32>, String) {
        let output = ferz(&self.0, &["check", "game.toml"]);
        (output.status.code(), text(&output.stderr))
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        // a folder that stays behind harms nobody
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_huge_file_is_refused() {
    let (status, said) = Room::with("huge", "# a remark\n".repeat(200_000).as_bytes()).check();
    assert_eq!(status, Some(1), "{said}");
    assert!(
        said.starts_with("ferz::toml::too_large\n") && said.contains("larger than one megabyte"),
        "{said}"
    );
    assert!(said.lines().count() < 20, "{said}");
}

#[test]
fn a_file_that_is_no_text_is_refused() {
    let (status, said) = Room::with("binary", &(0..=255).cycle().take(4096).collect::<Vec<u8>>()).check();
    assert!(status == Some(2) || status == Some(1), "{said}");
    assert!(said.contains("game.toml") && said.lines().count() < 20, "{said}");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let output = ferz(&folder(), &["check", "nowhere.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("nowhere.toml"));
}

#[test]
fn absurd_files_are_judged() {
    let many = |line: &str, count: usize| line.repeat(count);
    let numbered: String = (0..20_000).map(|n| format!("k{n} = {n}\n")).collect();
    for (at, content) in [
        format!("a = {}", many("[", 500_000)),
        format!("a = {}", many("{b=", 100_000)),
        format!("{}b = 1", many("a.", 200_000)),
        many("[[example]]\n", 40_000),
        numbered,
        many("\"", 500_001),
        many("= ", 200_000),
    ]
    .iter()
    .enumerate()
    {
        let (status, said) = Room::with(&format!("absurd-{at}"), content.as_bytes()).check();
        assert_eq!(status, Some(1), "{at}: {}", said.chars().take(500).collect::<String>());
        assert!(said.len() < 200_000, "{at}: {} bytes", said.len());
    }
}
