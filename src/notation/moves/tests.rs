//! The notation against recorded examples, and against the mistakes people make.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::model::movement::{Jump, Offset};

/// A tiny board: enough to walk on.
struct Board {
    files: i32,
    ranks: i32,
    own: Vec<(i32, i32)>,
    enemy: Vec<(i32, i32)>,
}

impl Board {
    /// Returns the landing square of a jump over a neighbour.
    fn land(&self, jump: Jump, (file, rank): (i32, i32)) -> Option<(i32, i32)> {
        let (dx, dy) = (i32::from(jump.step.dx), i32::from(jump.step.dy));
        let (over, land) = ((file + dx, rank + dy), (file + 2 * dx, rank + 2 * dy));
        let on = (0..self.files).contains(&land.0) && (0..self.ranks).contains(&land.1);
        let empty = !self.own.contains(&land) && !self.enemy.contains(&land);
        (on && empty && self.enemy.contains(&over)).then_some(land)
    }

    /// Every square the movement may end on, from `at`; naive on purpose.
    fn walk(&self, movement: &Movement, at: (i32, i32)) -> BTreeSet<(i32, i32)> {
        let mut ends = BTreeSet::new();
        for one in &movement.moves {
            ends.extend(one.jumps.iter().filter_map(|jump| self.land(*jump, at)));
            for course in &one.courses {
                let (mut square, mut taken) = (at, 0);
                for step in course.cycle.iter().cycle() {
                    square = (square.0 + i32::from(step.dx), square.1 + i32::from(step.dy));
                    taken += 1;
                    let on = (0..self.files).contains(&square.0) && (0..self.ranks).contains(&square.1);
                    let (own, enemy) = (self.own.contains(&square), self.enemy.contains(&square));
                    if !on || course.max.is_some_and(|max| taken > max) || own {
                        break;
                    }
                    if taken % course.stride == 0 && ((enemy && one.capture) || (!enemy && one.quiet)) {
                        ends.insert(square);
                    }
                    if enemy {
                        break;
                    }
                }
            }
        }
        ends
    }
}

fn square(value: &Value) -> (i32, i32) {
    let text = value.as_str().expect("a square");
    let file = i32::from(text.as_bytes()[0]) - i32::from(b'a');
    (file, text[1..].parse::<i32>().expect("a rank") - 1)
}

fn squares(value: &Value) -> Vec<(i32, i32)> {
    value.as_array().expect("squares").iter().map(square).collect()
}

fn examples() -> Vec<Value> {
    let text = include_str!("../../../tests/data/betza.json");
    serde_json::from_str::<Vec<Value>>(text).expect("the examples are well formed")
}

fn walked(example: &Value, movement: &Movement) -> BTreeSet<(i32, i32)> {
    let (files, ranks) = example["board"].as_str().and_then(|b| b.split_once('x')).expect("a board");
    let board = Board {
        files: files.parse().expect("files"),
        ranks: ranks.parse().expect("ranks"),
        own: squares(&example["own"]),
        enemy: squares(&example["enemy"]),
    };
    board.walk(movement, square(&example["at"]))
}

#[test]
fn recorded_examples_go_where_they_say() {
    for example in examples() {
        let text = example["betza"].as_str().expect("a movement");
        let movement = moves(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}")).0;
        let expected: BTreeSet<_> = squares(&example["dest"]).into_iter().collect();
        if movement.paths.is_empty() {
            assert_eq!(walked(&example, &movement), expected, "{example}");
        }
    }
}

fn faults(text: &str) -> Vec<Fault> {
    moves(text).expect_err(text)
}

/// Code, marked text and help of the only fault.
#[track_caller]
fn refused(text: &str, code: &str, marked: &str, help: &str) {
    let faults = faults(text);
    let [fault] = &faults[..] else { panic!("{text}: one fault expected: {faults:#?}") };
    assert_eq!(fault.code, format!("ferz::moves::{code}"), "{fault:?}");
    assert_eq!(&text[fault.range.clone()], marked, "{fault:?}");
    let said = fault.help.as_deref().unwrap_or("");
    assert!(said.contains(help), "{text}: {fault:?}");
}

fn same(a: &str, b: &str) {
    let read = |text: &str| {
        let mut movement = moves(text).unwrap_or_else(|e| panic!("{text}: {e:?}")).0;
        movement.moves.iter_mut().for_each(|one| one.courses.sort());
        movement
    };
    assert_eq!(read(a), read(b), "{a} and {b}");
}

#[test]
fn different_spellings_of_a_movement_are_the_same() {
    same("K", "WF");
    same("K3", "W3F3");
    same("KK", "Q");
    same("WW", "R");
    same("R1", "W");
    same("N1", "N");
    same("NN", "N0");
    same("(1,2)", "N");
    same("( 2 , 1 )0", "NN");
    same("mcW", "W");
    same("zB", "zFF");
    same("zR", "zWW");
    same("vW", "fbW");
    same("fmWfcF", " fmW\tfcF ");
    same("mfW", "fmW");
    same("ffN", "fN");
    same("W03", "W3");
    same("fsN", "flfrN");
}

#[test]
fn terms_open_alike_become_one_move() {
    let (movement, lints) = moves("K iN iA iD").expect("good");
    assert_eq!(movement.moves.len(), 2);
    assert_eq!(movement.moves[1].courses.len(), 16);
    assert!(movement.moves[1].first && lints.is_empty());
}

#[test]
fn a_lame_rider_stops_only_after_whole_leaps() {
    let (movement, _) = moves("frnNN").expect("good");
    let course = &movement.moves[0].courses[0];
    assert_eq!(course.cycle, [Offset { dx: 1, dy: 0 }, Offset { dx: 1, dy: 1 }]);
    assert_eq!((course.stride, course.max), (2, None));
    let (limited, _) = moves("nN3").expect("good");
    assert_eq!(limited.moves[0].courses[0].max, Some(6));
}

#[test]
fn a_circular_rider_never_returns_to_its_start() {
    for text in ["qN", "qNN", "qN9"] {
        let (movement, _) = moves(text).expect("good");
        assert_eq!(movement.moves[0].courses.len(), 16);
        assert!(movement.moves[0].courses.iter().all(|course| course.max == Some(7)));
    }
    assert_eq!(moves("qN3").expect("good").0.moves[0].courses[0].max, Some(3));
}

#[test]
fn direction_letters_choose_the_first_leap_of_a_crooked_rider() {
    let (movement, _) = moves("frzB").expect("good");
    let firsts: BTreeSet<_> = movement.moves[0].courses.iter().map(|c| c.cycle[0]).collect();
    assert_eq!(firsts.into_iter().collect::<Vec<_>>(), [Offset { dx: 1, dy: 1 }]);
    assert_eq!(movement.moves[0].courses.len(), 2);
}

#[test]
fn direction_letters_on_k_are_those_of_a_king() {
    same("fK", "fW");
    same("fsK", "fF");
    same("frK", "frF");
    same("fhK", "fW fF");
    same("flQ", "flB");
    same("vQ", "vR");
    same("ifmQ", "ifmR");
}

#[test]
fn a_small_letter_for_a_capital_is_guessed() {
    refused("fn", "no_capital", "fn", "did you mean `fN`?");
    refused("fw", "unknown_letter", "w", "did you mean `fW`?");
    refused("MW", "unknown_letter", "M", "did you mean `mW`?");
    refused("K iE", "unknown_letter", "E", "the usual capitals are");
    refused("fk", "no_capital", "fk", "did you mean `fK`?");
}

#[test]
fn what_is_not_playable_is_named_not_unknown() {
    for (text, letter) in [("I", "I"), ("@4", "@"), ("W fI", "I")] {
        refused(text, "not_playable", letter, "");
    }
    let message = &faults("@4")[0].message;
    assert_eq!(message, "`@` (a drop) is understood but can't be played yet");
}

#[test]
fn castling_is_a_term_with_its_sides_and_squares() {
    let castles = |text: &str| {
        let (movement, _) = moves(text).unwrap_or_else(|_| panic!("{text} is a movement"));
        let ways = movement.castles.iter().map(|castle| (castle.right, castle.squares, castle.inside));
        ways.collect::<Vec<_>>()
    };
    assert_eq!(castles("K isO2"), [(false, 2, false), (true, 2, false)]);
    assert_eq!(castles("KisO3ijrO1"), [(false, 3, false), (true, 3, false), (true, 1, true)]);
    assert_eq!(castles("K"), []);
    refused("KsO2", "bad_castling", "sO2", "isO2");
    refused("KiO2", "bad_castling", "iO2", "isO2");
    refused("isO0", "bad_castling", "isO0", "isO2");
    refused("isO16", "bad_castling", "isO16", "isO2");
    refused("icsO2", "bad_castling", "c", "isO2");
    refused("isisO2", "repeated_letter", "i", "leave one");
    let (_, lints) = moves("isO2 irO2").expect("a movement");
    assert_eq!(lints.len(), 1, "{lints:?}");
    assert_eq!(super::without_castling("K isO2 fmW ijrO3"), "K  fmW");
}

#[test]
fn misplaced_letters_are_explained() {
    refused("RX", "misplaced_letter", "X", "(0,3)");
    refused("zafN", "misplaced_letter", "z", "leave it out");
    refused("njD", "misplaced_letter", "n", "leave one");
    refused("jW", "misplaced_letter", "j", "`jW2`");
    refused("ajR", "misplaced_letter", "j", "`mpa`");
    refused("fU", "misplaced_letter", "f", "leave it out");
    refused("npR", "misplaced_letter", "n", "paf");
    refused("(a)(a)W", "misplaced_letter", "(", "two terms");
    refused("(f)W", "misplaced_letter", "(f)", "(az)N");
    refused("n[F?R]", "misplaced_letter", "n", "inside");
    refused("[F?yR]", "misplaced_letter", "y", "leave it out");
    refused("[F-pR]", "misplaced_letter", "p", "another leg");
    refused("(a)K", "too_many_ways", "(a)K", "directions");
}

#[test]
fn brackets_that_hold_no_legs_are_explained() {
    refused("[F]", "bad_brackets", "[F]", "without brackets");
    refused("[]", "bad_brackets", "[]", "`[F?R]`");
    refused("[F?R", "bad_brackets", "[F?R", "`[F?R]`?");
    refused("[F?]", "bad_brackets", "[F?]", "without brackets");
    refused("[F-R?]", "bad_brackets", "?", "leave it out");
    refused("[F R]", "bad_brackets", "R", "`[F?R]`");
    refused("[F,R]", "bad_brackets", ",", "`[F?R]`");
    refused("[F?R]3", "bad_brackets", "3", "[F-R3]");
    refused("[F-sR]", "leads_nowhere", "[F-sR]", "45");
    refused("[N-fW]", "unclear_direction", "fW", "outward");
}

#[test]
fn every_fault_of_a_movement_is_reported() {
    let codes: Vec<_> = faults("mmW 3F fR é fm").into_iter().map(|fault| fault.code).collect();
    let expected = ["repeated_letter", "stray_number", "unknown_letter", "no_capital"];
    assert_eq!(codes, expected.map(|code| format!("ferz::moves::{code}")));
}

#[test]
fn mistakes_are_explained() {
    refused("", "empty", "", "write how");
    refused("  ", "empty", "", "write how");
    refused("f W", "no_capital", "f", "remove the space: `fW`");
    refused("fm", "no_capital", "fm", "the usual capitals are");
    refused("mmW", "repeated_letter", "m", "leave one");
    refused("3W", "stray_number", "3", "did you mean `W3`?");
    refused("(1,2", "broken_leap", "(1,2", "did you mean `(1,2)`?");
    refused("(1;2)", "broken_leap", "(1;2)", "did you mean `(1,2)`?");
    refused("(WF)", "broken_leap", "(WF)", "no brackets are needed here: `WF`");
    refused("(0,0)", "leap_nowhere", "(0,0)", "");
    refused("(16,1)", "leap_too_far", "(16,1)", "15");
    refused("(99999999,1)", "leap_too_far", "(99999999,1)", "15");
    refused("W99999999999", "range_too_great", "99999999999", "`W0`");
    refused("RR", "repeated_capital", "RR", "write `R`");
    refused("NNN", "repeated_capital", "NNN", "write `NN`");
    refused("nW", "never_lame", "n", "leave `n` out");
    refused("hF", "unclear_direction", "h", "`fh`");
    refused("N, W", "unknown_letter", ",", "`N W`");
}

#[test]
fn letters_that_dialects_dispute_are_warned_of() {
    let (movement, lints) = moves("L").expect("good");
    assert_eq!(movement, moves("C").expect("good").0);
    assert_eq!((lints[0].code, lints[0].range.clone()), ("ferz::moves::letter_variants", 0..1));
    assert!(moves("J").expect("good").1[0].help.as_deref().is_some_and(|help| help.contains("`Z`")));
}

#[test]
fn what_changes_nothing_is_warned_of() {
    for text in ["vF", "WW WW", "(1,2)(1,2)", "fbF"] {
        let (_, lints) = moves(text).expect(text);
        assert!(!lints.is_empty(), "{text}");
    }
    assert_eq!(moves("fsN fsD lvN hlN").expect("good").1, []);
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,60}") {
        check(&text);
    }

    #[test]
    fn no_row_of_likely_letters_makes_the_reader_panic(text in "[a-zWFDNAHCLZJGKRBQOX0-9(,)\\[ ]{0,80}") {
        check(&text);
    }

    #[test]
    fn every_playable_row_is_read(text in "([mci]?(f|fl|s|)[WFDNACZ](0|3|) ){1,6}") {
        prop_assert!(moves(&text).is_ok(), "{text}: {:?}", moves(&text));
    }
}

/// Every fault of any text has its range within the text.
fn check(text: &str) {
    let faults = match moves(text) {
        Ok((movement, lints)) => {
            assert!(!describe(&movement).is_empty());
            lints
        }
        Err(faults) => {
            assert!(!faults.is_empty());
            faults
        }
    };
    for fault in faults {
        assert!(text.get(fault.range.clone()).is_some(), "{text:?}: {fault:?}");
    }
}

#[test]
fn absurd_texts_are_refused_quickly() {
    for unit in ["f ", "(", "W", "f(", "a", "9", "[", "é", "fK", "W W", "qNN", "\u{a0}w"] {
        check(&unit.repeat(4096 / unit.len()));
    }
    assert_eq!(faults(&"W".repeat(5000))[0].code, "ferz::moves::too_long");
}
