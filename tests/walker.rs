//! Movements walked square by square, beside ferz.
//!
//! The walk knows the notation from its description only and shares no code with the library: it reads a movement into legs and tries them
//! on a board, one leap after another, with no tables. What it finds is held against the destinations that are known of many movements, and
//! then against what ferz lists: on small boards with every possible occupancy, and on boards and for movements made up by chance.
//!
//! By default, every seventh occupancy of the small boards is walked, and a third of what is made up by chance in the long run. For the latter,
//! `FERZ_WALKER_SECONDS` in the environment says for how long it goes on, and `FERZ_WALKER_SEED` makes it another one.

mod beside;
mod castling;
pub(crate) mod chance;
mod terms;
mod walk;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::dice::Dice;
use crate::long::long_run;
use beside::{Pair, square};
use serde_json::Value;
use walk::{Board, Outcome, Piece, outcomes};

fn texts(row: &Value, key: &str) -> Vec<String> {
    let list = row[key].as_array().unwrap_or_else(|| panic!("no list `{key}`"));
    list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn number(row: &Value, key: &str) -> usize {
    row[key].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or_else(|| panic!("no number `{key}`"))
}

/// A move of a row that changes more than the square left and the square reached.
fn effect(board: &Board, from: usize, outcome: &Outcome) -> String {
    let name = |at: usize| square(board.files, at).to_string();
    let own = |at: usize| {
        board.squares[at].is_some_and(|piece| Some(piece.white) == board.squares[from].map(|m| m.white))
    };
    let to = outcome.to;
    let mut done = Vec::new();
    for &taken in outcome.taken.iter().filter(|at| outcome.put.is_none_or(|put| put.0 != **at)) {
        match own(taken) {
            true => done.push(format!("takes own {}", name(taken))),
            false if taken != to => done.push(format!("takes {}", name(taken))),
            false => {}
        }
    }
    done.extend(outcome.put.map(|(victim, onto)| format!("puts {} on {}", name(victim), name(onto))));
    done.extend(outcome.relayed.then(|| format!("by {}", name(outcome.from))));
    done.extend((!outcome.leaves.is_empty()).then(|| {
        format!("leaves {}", outcome.leaves.iter().map(|at| name(*at)).collect::<Vec<_>>().join(" "))
    }));
    format!("{} {}", name(to), done.join(", ")).trim_end().to_owned()
}

#[test]
fn the_walk_finds_the_destinations_that_are_known() {
    let table: Value = serde_json::from_str(include_str!("data/betza-legs.json")).expect("JSON");
    let rows = table["rows"].as_array().expect("rows");
    let rook = terms::read("R").expect("a movement");
    let mut castling = 0;
    for row in rows {
        let betza = row["betza"].as_str().expect("a movement");
        if betza.contains('O') {
            castles_as_known(betza, row);
            castling += 1;
            continue;
        }
        let (files, ranks) = (number(row, "files"), number(row, "ranks"));
        let mut board = Board { files, ranks, squares: vec![None; files * ranks] };
        let at = |name: &str| {
            let square: ferz::Square = name.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            usize::from(square.rank()) * files + usize::from(square.file())
        };
        let white = row["black"] != true;
        for (key, white) in [("own", white), ("foe", !white)] {
            for name in
                row[key].as_str().into_iter().flat_map(|list| list.split(',')).filter(|name| !name.is_empty())
            {
                board.squares[at(name)] = Some(Piece { white, kind: 1, moved: true });
            }
        }
        let from = at(row["from"].as_str().expect("a square"));
        board.squares[from] = Some(Piece { white, kind: 0, moved: row["moved"] == true });
        let movement = terms::read(betza).unwrap_or_else(|error| panic!("{betza}: {error}"));
        let found =
            outcomes(&board, from, &[movement, rook.clone()]).unwrap_or_else(|| panic!("{betza}: unsettled"));
        let reached: BTreeSet<String> =
            found.iter().map(|outcome| square(files, outcome.to).to_string()).collect();
        assert_eq!(reached, texts(row, "expect").into_iter().collect(), "{betza}");
        let effects: BTreeSet<String> = texts(row, "effects").into_iter().collect();
        let heads: BTreeSet<&str> = effects.iter().filter_map(|effect| effect.split(' ').next()).collect();
        let told = found.iter().map(|outcome| effect(&board, from, outcome));
        let told: BTreeSet<String> =
            told.filter(|told| told.contains(' ') || heads.contains(told.as_str())).collect();
        assert_eq!(told, effects, "{betza}");
    }
    assert_eq!((castling, rows.len() - castling), (5, 145));
}

/// Compares the castling of a row with what the walk finds, and with what ferz does.
fn castles_as_known(betza: &str, row: &Value) {
    let files = number(row, "files");
    let file = |name: &str| usize::from(name.as_bytes()[0] - b'a');
    let mut rank = vec![castling::Occupant::None; files];
    row["own"]
        .as_str()
        .expect("pieces")
        .split(',')
        .for_each(|name| rank[file(name)] = castling::Occupant::Other);
    rank[file(row["from"].as_str().expect("a square"))] = castling::Occupant::King;
    let moved = row["moved"] == true;
    let found = match moved {
        true => BTreeSet::new(),
        false => castling::outcomes(betza, &rank, &rank),
    };
    assert_eq!(castling::told(betza, &rank, &rank, !moved), Ok(found.clone()), "{betza}");
    let told = found.iter().map(|after| {
        let name = |at: usize| square(files, at).to_string();
        let is = |occupant: castling::Occupant| move |at: &usize| after[*at] == occupant as u8;
        let to = (0..files).find(is(castling::Occupant::King)).expect("the piece that castles");
        let came =
            (0..files).find(|at| is(castling::Occupant::Other)(at) && rank[*at] != castling::Occupant::Other);
        let gone = (0..files).find(|at| after[*at] == 0 && rank[*at] == castling::Occupant::Other);
        match came.zip(gone) {
            Some((came, gone)) => format!("{} brings {} to {}", name(to), name(gone), name(came)),
            // the two have changed places, or one has come to where the other was
            None => name(to),
        }
    });
    let (told, effects): (BTreeSet<String>, Vec<String>) = (told.collect(), texts(row, "effects"));
    assert_eq!(told.len(), effects.len(), "{betza}: {told:?} and {effects:?}");
    for told in told {
        assert!(effects.iter().any(|effect| effect.starts_with(&told)), "{betza}: {told} and {effects:?}");
    }
}

#[test]
fn castling_by_letter_is_found_alike() {
    let rounds = if long_run() { 400 } else { 130 };
    let (compared, open) = castling::by_chance(rounds);
    assert!(compared > 5 * rounds / 2 && open > 3 * rounds / 4, "{compared} positions, {open} ways");
}

/// Movements whose every way depends on what stands around.
const AROUND: [&str; 40] = [
    "mRcpR", "pB", "gQ", "gN", "pafpafR", "mpafpafR", "[F?R]", "[W?B]", "fr[W?B]", "[R?sR]", "masiR",
    "afsafzW", "(az)N", "zB", "qW", "jR", "jD", "nD", "nN", "oR", "ooB", "cafmW", "cafmR", "KcabK", "cabR",
    "mNdN", "ucR", "udK", "xN", "xaK", "mxafsW", "mabK", "caK", "cdaubK", "mafuK", "lWfrF", "yafsF",
    "gabyabsR", "cpasR", "U",
];

#[test]
fn every_occupancy_of_small_boards_is_walked_alike() {
    let (mut compared, step) = (0, if long_run() { 1 } else { 7 });
    for moves in AROUND {
        for (files, ranks, places) in [(3, 3, &[4][..]), (1, 6, &[0, 2]), (2, 4, &[3])] {
            let Ok(pair) = Pair::new(moves, files, ranks) else { panic!("{moves} on {files} x {ranks}") };
            for &place in places {
                let others = files * ranks - 1;
                for mut number in (0..3_usize.pow(u32::try_from(others).unwrap_or(0))).step_by(step) {
                    let mut board = Board { files, ranks, squares: vec![None; files * ranks] };
                    for at in (0..files * ranks).filter(|at| *at != place) {
                        let piece = |white| Piece { white, kind: 1, moved: true };
                        board.squares[at] = [None, Some(piece(true)), Some(piece(false))][number % 3];
                        number /= 3;
                    }
                    let white = place % 2 == 0;
                    board.squares[place] = Some(Piece { white, kind: 0, moved: true });
                    pair.know(&mut board);
                    match pair.compare(&board, white) {
                        Some(Ok(_)) => compared += 1,
                        Some(Err(error)) => panic!("{moves}: {error}"),
                        None => {}
                    }
                }
            }
        }
    }
    assert!(compared > 100_000 / step, "{compared}");
}

#[test]
fn movements_and_boards_made_up_by_chance_are_walked_alike() {
    let variable = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seconds = variable("FERZ_WALKER_SECONDS").map(Duration::from_secs);
    let mut dice = Dice(variable("FERZ_WALKER_SEED").unwrap_or(1));
    let rounds = if long_run() { 660 } else { 220 };
    let begun = Instant::now();
    let (mut compared, mut moves) = (0, 0);
    let (mut accepted, mut tried) = ([0; chance::CLASSES.len()], [0; chance::CLASSES.len()]);
    let (mut faults, mut refused): (Vec<String>, Vec<String>) = Default::default();
    for round in 0.. {
        if seconds.map_or(round >= rounds, |seconds| begun.elapsed() >= seconds) {
            break;
        }
        let class = round % chance::CLASSES.len();
        let (text, (files, ranks)) = (chance::movement(&mut dice, class), chance::size(&mut dice));
        tried[class] += 1;
        let pair = match Pair::new(&text, files, ranks) {
            Ok(pair) => pair,
            Err(error) => {
                refused.push(format!("{text}: {error}"));
                continue;
            }
        };
        accepted[class] += 1;
        for _ in 0..8 {
            let mut board = chance::board(&mut dice, files, ranks);
            pair.know(&mut board);
            match pair.compare(&board, dice.below(2) == 0) {
                Some(Ok(count)) => (compared, moves) = (compared + 1, moves + count),
                Some(Err(error)) => {
                    faults.push(format!("{text} on {files} x {ranks}: {error}"));
                    break;
                }
                None => {}
            }
        }
    }
    assert!(faults.is_empty(), "{accepted:?} of {tried:?}\n{} faults:\n{}", faults.len(), faults.join("\n"));
    assert!(compared > 6 * rounds && moves > 10 * compared, "{compared} positions, {moves} moves");
    for (class, name) in chance::CLASSES.iter().enumerate() {
        assert!(
            10 * accepted[class] > 9 * tried[class],
            "{name}: {} of {}\n{}",
            accepted[class],
            tried[class],
            refused.join("\n")
        );
    }
}
