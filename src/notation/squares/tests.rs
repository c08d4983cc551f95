//! Sets of squares as people write them, right and wrong.

use proptest::prelude::*;

use super::*;

fn shown(text: &str) -> String {
    squares(text).unwrap_or_else(|faults| panic!("{text}: {faults:#?}")).to_string()
}

#[track_caller]
fn refused(text: &str, code: &str, marked: &str, help: &str) {
    let faults = squares(text).expect_err(text);
    let [fault] = &faults[..] else { panic!("{text}: one fault expected: {faults:#?}") };
    assert_eq!(fault.code, format!("ferz::squares::{code}"), "{fault:?}");
    assert_eq!(&text[fault.range.clone()], marked, "{fault:?}");
    assert!(fault.help.as_deref().unwrap_or("").contains(help), "{fault:?}");
}

#[test]
fn squares_read_back_as_they_are_written() {
    for text in [
        "all",
        "rank 8",
        "ranks 1..3",
        "file c",
        "files a..p",
        "e4",
        "d5..g16",
        "dark but courtyard",
        "dark in rank 8 but a1, b1",
        "b1, d1, f1",
        "dark in ranks 1..3 in files a..c",
        "all but a1 but inner-court-2",
    ] {
        assert_eq!(shown(text), text);
    }
}

#[test]
fn blanks_and_commas_are_free() {
    assert_eq!(shown(" b1 d1  f1 "), "b1, d1, f1");
    assert_eq!(shown("d5 .. g6"), "d5..g6");
    assert_eq!(shown("rank  8,file a"), "rank 8, file a");
    assert_eq!(shown("any"), "all");
}

#[test]
fn every_leaf_knows_its_bytes() {
    let text = "rank 8  in dark but gate , d5 .. g6 ";
    let tree = squares(text).expect(text);
    let marked: Vec<&str> = tree.leaves().into_iter().map(|(_, range)| &text[range.clone()]).collect();
    assert_eq!(marked, ["rank 8", "dark", "gate", "d5 .. g6"]);
}

#[test]
fn a_difference_takes_away_all_that_follows() {
    let leaf = |leaf, range| SquareExpr::Leaf(leaf, range);
    let tree = SquareExpr::Difference(
        Box::new(leaf(Leaf::All, 0..3)),
        Box::new(SquareExpr::Union(vec![leaf(Leaf::Rank(7), 8..14), leaf(Leaf::Square(0, 0), 15..17)])),
    );
    assert_eq!(squares("any but rank 8 a1"), Ok(tree));
}

#[test]
fn what_is_off_every_board_is_refused() {
    refused("z9", "off_board", "z9", "a to p");
    refused("a1 b17", "off_board", "b17", "1 to 16");
    refused("rank 0", "off_board", "rank 0", "1 to 16");
    refused("file z", "off_board", "file z", "a to p");
    refused("a99999999999999999999", "off_board", "a99999999999999999999", "");
    assert_eq!(squares("z9 q1 rank 17").expect_err("three").len(), 3);
}

#[test]
fn spans_the_wrong_way_round_are_turned_in_the_help() {
    refused("ranks 3..1", "backwards", "ranks 3..1", "`ranks 1..3`");
    refused("files c..a", "backwards", "files c..a", "`files a..c`");
    refused("g6..d5", "backwards", "g6..d5", "`d5..g6`");
    refused("d6..g5", "backwards", "d6..g5", "`d5..g6`");
}

#[test]
fn a_word_that_is_no_square_is_guessed_at() {
    refused("E4", "not_squares", "E4", "did you mean `e4`?");
    refused("rank8", "not_squares", "rank8", "did you mean `rank 8`?");
    refused("8", "not_squares", "8", "did you mean `rank 8`?");
    refused("c", "not_squares", "c", "did you mean `file c`?");
    refused("d5-g6", "not_squares", "d5-g6", "did you mean `d5..g6`?");
    refused("1..3", "not_squares", "1..3", "did you mean `ranks 1..3`?");
    refused("Dark", "not_squares", "Dark", "did you mean `dark`?");
    refused("a1;b1", "not_squares", "a1;b1", "did you mean `a1 b1`?");
    refused("rank", "not_squares", "rank", "say which");
    refused("a1 and b1", "not_squares", "and", "one after another");
    refused("(a1", "not_squares", "(a1", "[regions]");
    refused("é", "not_squares", "é", "squares are written as");
}

#[test]
fn what_is_missing_is_said() {
    refused("", "empty", "", "rank 8");
    refused("   ", "empty", "   ", "rank 8");
    refused("dark but", "misplaced", "", "rank 8");
    refused("but a1", "misplaced", "but", "rank 8");
    refused("a1,", "misplaced", "", "rank 8");
    refused("a1,,b1", "misplaced", ",", "rank 8");
    refused("dark in but a1", "misplaced", "but", "rank 8");
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,60}") {
        check(&text);
    }

    #[test]
    fn no_row_of_likely_words_makes_the_reader_panic(
        text in "((rank|ranks|file|but|in|dark|all|gate|[a-z][0-9]{1,2}|[0-9]|\\.\\.|,|[a-p]|-)[ ]?){0,20}"
    ) {
        check(&text);
    }
}

fn check(text: &str) {
    match squares(text) {
        Ok(tree) => assert!(tree.leaves().iter().all(|(_, range)| text.get((*range).clone()).is_some())),
        Err(faults) => {
            assert!(!faults.is_empty());
            assert!(
                faults.iter().all(|fault| text.get(fault.range.clone()).is_some()),
                "{text:?}: {faults:?}"
            );
        }
    }
}

#[test]
fn absurd_texts_are_refused_quickly() {
    for unit in ["a1 ", "(", "but ", "dark but ", "all in ", "9", "é", "d5..", ",", "rank "] {
        check(&unit.repeat(4096 / unit.len()));
    }
    check(&"a".repeat(5000));
}
