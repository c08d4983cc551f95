//! The perft counts in `tests/perft/`, reached with and without bulk counting.
//!
//! `tests/perft/<game>.perft` holds perft counts of a built-in game, one position after the other:
//!
//! ```text
//! # Where the counts below come from.
//! start
//! 1 20
//! 2 400
//!
//! fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1
//! 1 14
//! ```
//!
//! A `change` makes another game of it from there to the next `change`: the lines behind `|` are TOML that extends the
//! game. Without such lines it is the game itself again.
//!
//! In the same way an `option name=value`, or several, holds to the next `option`.
//!
//! Counts that would take long are left out, and the test prints which: by default, those that make up more than about five million nodes of
//! a game. `PERFT_NODES` in the environment sets the largest count that is reached (`PERFT_NODES=1000000000 cargo test --release perft::`); in
//! the long run, all are, and every position is counted in every way, not only in one in turn.

use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use ferz::{Choice, Game, Last, Perft, PerftError, Variant, builtin_games};

use crate::loaded::load;
use crate::long::long_run;

/// The largest count that is reached in bulk, unless the environment says otherwise.
const BULK: u64 = 2_000_000;

/// Perft without bulk makes every move, so it stops at counts this many times smaller.
const LISTED: u64 = 8;

/// A perft count: the number of nodes at a depth in moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Figure {
    depth: u32,
    nodes: u64,
}

/// A position and its perft counts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Case {
    /// For people: the file and line.
    place: String,
    /// TOML that changes the game, if any does.
    change: String,
    /// The options, as chosen.
    choices: Vec<Choice>,
    /// The position; `None` for the start position.
    fen: Option<String>,
    figures: Vec<Figure>,
}

/// The content of a `.perft` file; a fault is a panic that names the line.
fn read(file: &str, text: &str) -> Vec<Case> {
    let (mut cases, mut change, mut choices) = (Vec::<Case>::new(), String::new(), Vec::new());
    for (number, line) in text.lines().enumerate() {
        let place = format!("{file}:{}", number + 1);
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let case = |fen| Case {
            place: place.clone(),
            change: change.clone(),
            choices: choices.clone(),
            fen,
            figures: Vec::new(),
        };
        match word {
            "" | "#" => {}
            "start" => cases.push(case(None)),
            "fen" => cases.push(case(Some(rest.to_owned()))),
            "change" => change.clear(),
            "option" => choices = rest.split_whitespace().map(|text| choice(text, &place)).collect(),
            "|" => change = format!("{change}{rest}\n"),
            depth => {
                let figure = depth.parse().ok().zip(rest.trim().parse().ok());
                let (depth, nodes) = figure.unwrap_or_else(|| panic!("{place}: can't read `{line}`"));
                let case =
                    cases.last_mut().unwrap_or_else(|| panic!("{place}: a figure before any position"));
                case.figures.push(Figure { depth, nodes });
            }
        }
    }
    cases
}

fn choice(text: &str, place: &str) -> Choice {
    let (name, value) = text.split_once('=').unwrap_or_else(|| panic!("{place}: can't read `{text}`"));
    Choice { name: name.to_owned(), value: value.to_owned() }
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let entries = fs::read_dir(folder).expect("tests/perft can be read");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "perft"));
    files.sort();
    files
}

fn stem(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

fn game(name: &str, case: &Case) -> Game {
    let text = format!("extends = {name:?}\n{}", case.change);
    let changed = || Variant::from_text("changed.toml", &text, &case.choices);
    let variant = if case.change.is_empty() { load(name, &case.choices) } else { changed() };
    let variant = variant.unwrap_or_else(|error| panic!("{}: {error}", case.place));
    match &case.fen {
        None => variant.start(),
        Some(fen) => variant.start_from(fen).unwrap_or_else(|error| panic!("{}: {error}", case.place)),
    }
}

fn most() -> u64 {
    let usual = if long_run() { u64::MAX } else { BULK };
    std::env::var("PERFT_NODES").map_or(usual, |most| most.parse().expect("PERFT_NODES is a number"))
}

/// A count to be reached, in bulk or one by one.
struct Task {
    game: Game,
    place: String,
    figure: Figure,
    bulk: bool,
}

/// Counts with the last move only counted, or made.
fn counted(game: &Game, depth: u32, bulk: bool) -> u64 {
    let last = if bulk { Last::Counted } else { Last::Made };
    Perft { last, ..Perft::default() }.count(game.position(), depth).expect("few enough moves")
}

impl Task {
    /// Counts, and describes a wrong count.
    fn run(&self) -> Option<String> {
        let Figure { depth, nodes } = self.figure;
        let found = counted(&self.game, depth, self.bulk);
        let way = if self.bulk { "in bulk" } else { "one by one" };
        (found != nodes).then(|| format!("{}: depth {depth} {way}: {found}, not {nodes}", self.place))
    }
}

/// Everything that is counted under a limit, and the names of what isn't.
fn tasks(limit: u64) -> (Vec<Task>, Vec<String>) {
    let (mut tasks, mut left_out) = (Vec::new(), Vec::new());
    for path in files() {
        let (name, text) = (stem(&path), fs::read_to_string(&path).expect("a text"));
        for case in read(&format!("{name}.perft"), &text) {
            let game = game(&name, &case);
            assert!(!case.figures.is_empty(), "{}: a position without figures", case.place);
            for figure in case.figures {
                let task = |bulk| Task { game: game.clone(), place: case.place.clone(), figure, bulk };
                match figure.nodes {
                    nodes if nodes > limit => left_out.push(format!("{} depth {}", case.place, figure.depth)),
                    nodes if nodes > limit / LISTED => tasks.push(task(true)),
                    _ => tasks.extend([true, false].map(task)),
                }
            }
        }
    }
    // The longest go first, so that no thread is left alone with one at the end.
    tasks.sort_by_key(|task| task.figure.nodes);
    (tasks, left_out)
}

#[test]
fn every_figure_is_reached() {
    let limit = most();
    let (tasks, left_out) = tasks(limit);
    let (count, left_out) = (tasks.len(), left_out.join(", "));
    let _ = writeln!(stderr(), "perft: {count} counts; left out, as more than {limit}: {left_out}");
    let (tasks, wrong) = (Mutex::new(tasks), Mutex::new(Vec::new()));
    let next = || tasks.lock().expect("no thread panics with it").pop();
    let work = || {
        while let Some(task) = next() {
            let found = task.run();
            wrong.lock().expect("no thread panics with it").extend(found);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let wrong = wrong.into_inner().expect("no thread panics with it");
    assert!(wrong.is_empty(), "wrong figures:\n{}", wrong.join("\n"));
}

#[test]
fn every_built_in_game_has_figures() {
    let files: Vec<String> = files().iter().map(|path| stem(path)).collect();
    let without: Vec<_> =
        builtin_games().into_iter().filter(|&game| files.iter().all(|file| file != game)).collect();
    assert!(without.is_empty(), "without a file in tests/perft: {without:?}");
    let unknown: Vec<_> = files.iter().filter(|file| !builtin_games().contains(&file.as_str())).collect();
    assert!(unknown.is_empty(), "files of no built-in game: {unknown:?}");
}

/// Perft by divide, in one thread or two, gives the sum that counting at once gives.
#[test]
fn divide_adds_up_to_perft() {
    for name in builtin_games() {
        let game = load(name, &[]).expect("a built-in game").start();
        for (threads, bulk) in [(1, true), (1, false), (2, true)] {
            let last = if bulk { Last::Counted } else { Last::Made };
            let parts = Perft { last, threads, ..Perft::default() }.divide(game.position(), 3, &|_, _| ());
            let sum: u64 = parts.expect("few enough moves").iter().map(|(_, nodes)| nodes).sum();
            assert_eq!(sum, game.position().perft(3), "{name}, {threads} threads, bulk {bulk}");
        }
    }
}

/// Every way of counting reaches the published counts: the last move counted, listed or made, in one thread or three, with a table
/// that is far too small, with one that isn't, and with none.
#[test]
fn every_way_of_counting_agrees() {
    let most = if long_run() { 200_000 } else { 15_000 };
    let cases = files().into_iter().flat_map(|path| {
        let (name, text) = (stem(&path), fs::read_to_string(&path).expect("a text"));
        read(&format!("{name}.perft"), &text).into_iter().map(move |case| (name.clone(), case))
    });
    for (number, (name, case)) in cases.enumerate() {
        let deepest = |most| case.figures.iter().rev().find(|figure| figure.nodes <= most);
        let game = game(&name, &case);
        // the deeper, the more positions are found in a table
        if let Some(&Figure { depth, nodes }) = deepest(most * 20) {
            let counting =
                Perft { hash: (if long_run() { 16 } else { 4 }).try_into().ok(), ..Perft::default() };
            assert_eq!(
                counting.count(game.position(), depth),
                Ok(nodes),
                "{} depth {depth}, in a table",
                case.place
            );
        }
        let Some(&Figure { depth, nodes }) = deepest(most) else { continue };
        let ways = [(1, 0), (1, 1), (3, 0), (3, 1), (2, 8)];
        let ways = if long_run() { &ways[..] } else { &ways[number % ways.len()..][..1] };
        for &(threads, hash) in ways {
            for last in [Last::Counted, Last::Listed, Last::Made] {
                let counting = Perft { last, threads, hash: hash.try_into().ok(), ..Perft::default() };
                assert_eq!(
                    counting.count(game.position(), depth),
                    Ok(nodes),
                    "{} depth {depth}, {counting:?}",
                    case.place
                );
            }
        }
    }
}

#[test]
fn counts_that_make_no_sense_are_refused() {
    let game = load(builtin_games()[0], &[]).expect("a built-in game").start();
    let no_room = Perft { hash: (usize::MAX >> 20).try_into().ok(), ..Perft::default() };
    assert_eq!(no_room.count(game.position(), 3), Err(PerftError::TableTooLarge(usize::MAX >> 20)));
    assert_eq!(Perft::default().count(game.position(), 256), Err(PerftError::TooDeep));
    assert_eq!(Perft::default().count(game.position(), 0), Ok(1));
}

/// Game files state the same counts for the same positions, and every built-in game states some of its start position.
#[test]
fn game_files_state_the_same_figures() {
    for path in files() {
        let (name, text) = (stem(&path), fs::read_to_string(&path).expect("a text"));
        let variant = load(&name, &[]).expect("a built-in game");
        let cases = read(&format!("{name}.perft"), &text);
        let cases = cases.iter().filter(|case| case.change.is_empty() && case.choices.is_empty());
        let cases: Vec<_> = cases.map(|case| (game(&name, case).fen(), case)).collect();
        let mut array = false;
        for stated in variant.stated_perft() {
            let fen = stated.position.fen();
            array |= fen == variant.start().fen();
            let (_, case) = cases
                .iter()
                .find(|(other, _)| *other == fen)
                .unwrap_or_else(|| panic!("{name}: {}: the position is not in tests/perft", stated.shows));
            for (depth, &nodes) in (1..).zip(&stated.nodes) {
                let other = case.figures.iter().find(|figure| figure.depth == depth);
                assert!(
                    other.is_none_or(|other| other.nodes == nodes),
                    "{name}: {}: depth {depth}",
                    stated.shows
                );
            }
        }
        assert!(array, "{name} states no perft numbers of its start position");
    }
}

#[test]
fn a_change_or_option_lasts_to_the_next_one() {
    let text =
        "start\n1 2\nchange\n| a = false\nstart\n1 3\n2 4\noption b=c\nchange\nfen 8 w\n1 1\noption\nstart\n";
    let cases = read("x", text);
    let seen: Vec<_> =
        cases.iter().map(|case| (&case.change[..], case.choices.len(), case.figures.len())).collect();
    assert_eq!(seen, [("", 0, 1), ("a = false\n", 0, 2), ("", 1, 1), ("", 0, 0)]);
}

#[test]
fn whole_turns_are_counted_where_a_turn_has_several_moves() {
    // each turn of the one has two parts, the other begins with one move and goes on with two
    for (game, turns, moves) in
        [("amazons", 1, 2), ("marseillais", 2, 3), ("progressive", 2, 3), ("chess", 3, 3)]
    {
        let position = load(game, &[]).expect("a game of the library").start_position();
        let by_turn = Perft { by_turn: true, threads: 2, ..Perft::default() };
        let counted = by_turn.count(&position, turns).expect("the depth is small");
        let expected = Perft::default().count(&position, moves).expect("the depth is small");
        assert_eq!(counted, expected, "{game}");
    }
}
