//! Conditions as people write them, right and wrong.

use proptest::prelude::*;

use super::{condition, reads};
use crate::model::condition::Whose;
use crate::notation::condition::{Condition, Fact, Form, Idle};

#[track_caller]
fn read(text: &str) -> Condition {
    condition(text).unwrap_or_else(|faults| panic!("{text}: {faults:#?}"))
}

#[track_caller]
fn says(text: &str, words: &str) {
    assert_eq!(reads(&read(text)), words, "{text}");
}

#[track_caller]
fn refused(text: &str, code: &str, marked: &str, help: &str) {
    let faults = condition(text).expect_err(text);
    let [fault] = &faults[..] else { panic!("{text}: one fault expected: {faults:#?}") };
    assert_eq!(fault.code, format!("ferz::{code}"), "{fault:?}");
    assert_eq!(&text[fault.range.clone()], marked, "{fault:?}");
    assert!(fault.help.as_deref().unwrap_or("").contains(help), "{fault:?}");
}

#[test]
fn conditions_read_as_sentences() {
    says("no move", "the player has no move");
    says("checkmate", "the player is in check and has no move");
    says("not check", "the player is not in check");
    says("not their king attacked", "the opponent's king is not attacked");
    says("not my pawn on rank 8", "the player has no pawn on rank 8");
    says(
        "count(mine) = 1 and can(count(theirs) = 1)",
        "the player has only one piece, and the player has a move after which the opponent has only one piece",
    );
    says("count(my king) = 0", "the player has no king");
    says("count(their queen or rook) >= 2", "the opponent has at least two pieces (queen or rook)");
    says("count(my pawn in rank 8) > 0", "the player has a pawn on rank 8");
    says("5 in a row of my stone", "the player has 5 stones in a row");
    says("4 in a row of mine at W", "the player has 4 pieces in a row on one line along W");
    says("3 on a line of their rook or queen", "the opponent has 3 pieces (rook or queen) on the same line");
    says("2 by 3 of mine", "the player has pieces on all squares of a block of 2 by 3");
    says("my stone connects rank 1 to rank 9", "the player's stones connect rank 1 to rank 9");
    says("its square on ranks 2..6", "its target square is on ranks 2 to 6");
    says("count(all) <= 3", "both sides together have at most three pieces");
    says("their king in courtyard", "the opponent has a king in the courtyard");
    says("third occurrence", "the position has occurred 3 times");
    says(
        "200 plies without capture or pawn move",
        "there have been 200 plies without a capture or a move by a pawn",
    );
    says(
        "50 moves without capture, serf or king move",
        "there have been 100 plies without a capture or a move by a serf or king",
    );
    says(
        "(check or stalemate) and no move",
        "(the player is in check, or the player is not in check and \
         has no move), and the player has no move",
    );
}

#[test]
fn and_binds_before_or() {
    let Condition::Or(parts) = read("check or no move and stalemate") else { panic!("an or") };
    assert!(matches!(&parts[..], [Condition::Fact(_), Condition::And(both)] if both.len() == 2));
}

#[test]
fn spellings_that_mean_the_same_are_read_the_same() {
    let plies = |text| match read(text) {
        Condition::Fact(Fact { form: Form::Idle(Idle { plies, captures, drops, pieces }), .. }) => {
            (plies, captures, drops, pieces.len())
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(plies("50 moves without capture or pawn move"), (100, true, false, 1));
    assert_eq!(plies("100 plies without pawn move or capture"), (100, true, false, 1));
    assert_eq!(plies("100 plies without capture, serf move or king move"), (100, true, false, 2));
    assert_eq!(plies("50 moves without drop, capture or pawn move"), (100, true, true, 1));
    assert_eq!(reads(&read("3rd occurrence")), reads(&read("third  occurrence")));
    assert_eq!(reads(&read("count(mine)=1")), reads(&read(" count ( mine ) = 1 ")));
    assert_eq!(reads(&read("my pawn on rank 8")), reads(&read("my pawn in rank 8")));
    assert_eq!(reads(&read("count(mine) ≥ 2")), reads(&read("count(mine) >= 2")));
}

#[test]
fn every_leaf_knows_its_bytes() {
    let text = "count( my queen or rook in  d5..g6 but gate ) = 10 or any pawn on rank 8, a1 and no move";
    let Condition::Or(parts) = read(text) else { panic!("an or") };
    let Condition::Fact(Fact { form: Form::Count { pieces, right, .. }, range }) = &parts[0] else {
        panic!("a count")
    };
    assert_eq!(&text[range.clone()], "count( my queen or rook in  d5..g6 but gate ) = 10");
    assert_eq!((&text[pieces.range.clone()], *right), ("my queen or rook in  d5..g6 but gate", 10));
    assert!(pieces.types.iter().all(|(name, range)| &text[range.clone()] == name));
    let leaves = pieces.region.as_ref().expect("a region").leaves();
    assert_eq!(
        leaves.iter().map(|(_, range)| &text[(*range).clone()]).collect::<Vec<_>>(),
        ["d5..g6", "gate"]
    );
    let Condition::And(both) = &parts[1] else { panic!("an and") };
    let [Condition::Fact(Fact { form: Form::Holds(pieces), .. }), Condition::Fact(_)] = &both[..] else {
        panic!("two parts")
    };
    assert_eq!((&text[pieces.range.clone()], pieces.side), ("any pawn on rank 8, a1", Whose::Both));
}

#[test]
fn types_may_have_names_that_begin_like_words() {
    says("count(my notary or android) = 1", "the player has only one piece (notary or android)");
    says("count(mine) < count(theirs)", "the player has fewer pieces than the opponent");
    says(
        "count(my queen or rook) >= count(all on rank 1)",
        "the player has at least as many pieces (queen or rook) as both players together have pieces on rank 1",
    );
    says("my can-opener in inner-court", "the player has a can opener in the inner court");
}

#[test]
fn what_must_stand_alone_is_refused_elsewhere() {
    refused("third occurrence or no move", "condition::history_inside", "third occurrence", "[end]");
    refused(
        "not 100 plies without capture",
        "condition::history_inside",
        "100 plies without capture",
        "[end]",
    );
    refused("counted out or no move", "condition::history_inside", "counted out", "[end]");
    refused("can(check and can(no move))", "condition::nested_can", "can(no move)", "single `can`");
    assert!(condition("(third occurrence)").is_ok() && condition("counted out and check").is_ok());
}

#[test]
fn what_is_not_playable_is_named() {
    refused("attacks(their queen)", "condition::not_playable", "attacks(their queen)", "");
}

#[test]
fn words_that_are_no_fact_are_found_before_later_faults() {
    for (text, marked, message) in [
        ("check check", "check", "`check` doesn't fit here; expected `and` or `or`"),
        ("(check mate)", "mate", "`mate` doesn't fit here; expected `and`, `or` or a closing bracket"),
        ("chekmate and (check", "chekmate", "`chekmate` isn't a condition"),
        ("can(cuont(mine) = 1)", "cuont", "`cuont` isn't a condition"),
        ("third occurence", "occurence", "`occurence` doesn't fit here; expected `occurrence`"),
    ] {
        refused(text, "condition::misplaced", marked, "");
        assert_eq!(condition(text).expect_err(text)[0].message, message);
    }
}

#[test]
fn mistakes_are_explained() {
    refused("", "condition::empty", "", "`checkmate`");
    refused("chekmate", "condition::misplaced", "chekmate", "did you mean `checkmate`?");
    refused("Checkmate", "condition::misplaced", "Checkmate", "did you mean `checkmate`?");
    refused("no-move", "condition::misplaced", "no-move", "did you mean `no move`?");
    refused("nomoves", "condition::misplaced", "nomoves", "did you mean `no move`?");
    refused("count(mine)", "condition::misplaced", "", "for example `= 1`");
    refused("count(mine) == 1", "condition::unknown_comparison", "==", "did you mean `=`?");
    refused("count(mine) => 1", "condition::unknown_comparison", "=>", "did you mean `>=`?");
    refused("count(mine) = 99999999999", "condition::number_too_great", "99999999999", "9999");
    refused("count(king) = 1", "condition::whose", "king", "`their king`");
    refused("king in courtyard", "condition::whose", "king", "`their king`");
    refused("count(my King) = 1", "pieces::not_a_name", "King", "did you mean `king`?");
    refused("their king in E4", "squares::not_squares", "E4", "did you mean `e4`?");
    refused("their king in rank 17 and check", "squares::off_board", "rank 17", "1 to 16");
    refused("first occurrence", "condition::first_occurrence", "first", "third occurrence");
    refused("100 plies", "condition::without_what", "100 plies", "without capture");
    refused("0 plies without capture", "condition::without_what", "0 plies without capture", "");
    refused("100 plies without capture or pawn", "condition::no_move_word", "pawn", "`pawn move`");
    refused("no steep", "condition::misplaced", "no", "did you mean `no move`?");
    refused("their king", "condition::misplaced", "", "count(my king) = 0");
    refused("check and", "condition::misplaced", "", "`checkmate`");
    refused("(check", "condition::misplaced", "", "`)`");
    refused("check check", "condition::misplaced", "check", "");
}

#[test]
fn all_faults_of_the_parts_are_reported() {
    let faults = condition("count(my King) == 1 and their rook in z9").expect_err("three");
    let codes: Vec<_> = faults.iter().map(|fault| fault.code).collect();
    let expected =
        ["ferz::pieces::not_a_name", "ferz::condition::unknown_comparison", "ferz::squares::off_board"];
    assert_eq!(codes, expected);
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,60}") {
        check(&text);
    }

    #[test]
    fn no_row_of_likely_words_makes_the_reader_panic(
        text in "((and|or|not|in|on|my|their|any|mine|king|count|can|check|third|occurrence|100|plies|without|capture|move|rank 8|\\(|\\)|=|>|,)[ ]?){0,20}"
    ) {
        check(&text);
    }
}

fn check(text: &str) {
    match condition(text) {
        Ok(tree) => assert!(!reads(&tree).is_empty()),
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
    for unit in
        ["(", "not ", "can(", "check and ", "(check) and ", "count(", "my king in ", "9", "é", "a,", "not("]
    {
        check(&unit.repeat(4096 / unit.len()));
    }
    check(&format!("{}check{}", "(".repeat(64), ")".repeat(64)));
    check(&"a".repeat(5000));
    assert!(condition(&format!("{}check{}", "(".repeat(64), ")".repeat(64))).is_ok());
}
