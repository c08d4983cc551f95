//! Conditions as people write them, right and wrong.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::{Condition as Meant, condition, of_move};
use crate::Variant;
use crate::board::SquareSet;
use crate::model::condition::Whose;
use crate::notation::condition::{Condition, Fact, Form, Idle};

/// A game with pieces and regions of many names.
static GAME: LazyLock<Variant> = LazyLock::new(|| {
    let text = "extends = \"chess\"\n[regions]\ncourtyard = \"d4..e5\"\ninner-court = \"d4, e4\"\n[points]\nqueen = 9\nrook = 5\n\
                [pieces]\nstone = { letter = \"S\", moves = \"W\" }\nserf = { letter = \"F\", moves = \"W\" }\n\
                notary = { letter = \"O\", moves = \"W\" }\nandroid = { letter = \"A\", moves = \"W\" }\n\
                can-opener = { letter = \"C\", moves = \"W\" }\n[note]\nwarned = { when = \"their king attacked\" }\n";
    Variant::from_text("words.toml", text, &[]).unwrap_or_else(|error| panic!("{error}"))
});

#[track_caller]
fn meant(text: &str) -> Meant<SquareSet> {
    of_move(&GAME.rules.scope(), text).unwrap_or_else(|| panic!("{text}"))
}

#[track_caller]
fn read(text: &str) -> Condition {
    condition(text).unwrap_or_else(|faults| panic!("{text}: {faults:#?}"))
}

#[track_caller]
fn says(text: &str, words: &str) {
    assert_eq!(meant(text).words(&GAME.rules.scope()), words, "{text}");
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
    says("no move", "the player has no legal move");
    says("checkmate", "the player is checkmated (in check, with no legal move)");
    says("not checkmate", "the player is not checkmated (in check, with no legal move)");
    says("not check", "the player is not in check");
    says("not my turn", "the opponent is about to move");
    says("not both passed", "at least one of the players has not passed");
    says("they noted warned", "the opponent is marked “warned”");
    says("their king attacked", "the opponent's king is attacked");
    says("not their king attacked", "the opponent's king is not attacked");
    says("not my pawn on rank 8", "the player has no pawn on rank 8 (for Black rank 1)");
    says(
        "count(mine) = 1 and can(count(theirs) = 1)",
        "the player has only one piece and has a legal move after which the opponent has only one piece",
    );
    says(
        "not can(count(theirs) = 1)",
        "the player has no legal move after which the opponent has only one piece",
    );
    says("count(my king) = 0", "the player has no king");
    says(
        "count(their queen or rook) >= 2",
        "the opponent has at least two pieces of these types: queen or rook",
    );
    says("count(my pawn in rank 8) > 0", "the player has a pawn on rank 8 (for Black rank 1)");
    says("5 in a row of my stone", "the player has 5 stones in a row");
    says("not 3 in a row of their stone", "the opponent does not have 3 stones in a row");
    says("4 in a row of mine at W", "the player has 4 pieces in a row on one file or rank");
    says("3 on a line of their rook or queen", "the opponent has 3 pieces (queen or rook) on the same line");
    says("2 by 3 of mine", "the player has pieces on all squares of a block of 2 by 3");
    says(
        "my stone connects rank 1 to rank 8",
        "the player's stones connect rank 1 (for Black rank 8) to rank 8 (for Black rank 1), step by step",
    );
    says("its square on ranks 3..6", "its target square is on ranks 3 to 6");
    says(
        "not its square at K from its start",
        "its target square is not orthogonally or diagonally next to its starting square",
    );
    says("count(all) <= 3", "both players together have at most three pieces");
    says("their king in courtyard", "the opponent has a king in the courtyard (d4, e4, d5 or e5)");
    says("my pawn on its file", "the player has a pawn on its file");
    says("their queen attacking my king", "the opponent has a queen that attacks the player's king");
}

#[test]
fn what_is_said_of_the_course_of_a_game() {
    says("third occurrence", "the same position has occurred twice before");
    says(
        "third occurrence, always checking",
        "the same position has occurred three times and every move of the player since it first occurred has given check",
    );
    says(
        "200 plies without capture or pawn move",
        "each player has made 100 moves in a row without a capture or a pawn move",
    );
    says("checks(mine) > 2", "the player has given 3 checks");
    says("not checks(mine) > 2", "the player has given at most 2 checks");
}

#[test]
fn the_scope_of_not_and_or_is_heard() {
    says(
        "not (count(their pawn) > 0 and count(my queen) = 0)",
        "the opponent has no pawn, or the player has a queen",
    );
    says(
        "not count(their pawn) > 0 and count(my queen) = 0",
        "the opponent has no pawn and the player has no queen",
    );
    says(
        "not (count(my pawn) > 0 or check) and count(my queen) = 0",
        "the player has no pawn, is not in check, and has no queen",
    );
    says(
        "count(my pawn) = 0 and (check or their queen attacked)",
        "the player has no pawn and either the player is in check, or the opponent's queen is attacked",
    );
    says(
        "count(my pawn) = 0 or check and count(my queen) = 1",
        "the player has no pawn, or both is in check and has only one queen",
    );
}

#[test]
fn equal_meaning_is_an_equal_value() {
    for (one, other) in [
        ("my turn and my knight on e5", "my knight on e5 and my turn"),
        ("count(theirs) < count(mine)", "count(mine) > count(theirs)"),
        ("not not check", "check"),
        ("not (check or no move)", "not no move and not check"),
        ("count(my pawn) > 1", "count(my pawn) >= 2"),
        ("count(my pawn) != 0", "my pawn on all"),
        ("not my queen on e5", "count(my queen on e5) = 0"),
        ("count(my rook or queen) = 1", "count(my queen or rook) = 1"),
        ("count(all) > 0", "count(all) >= 1"),
        ("check and (check and no move)", "checkmate"),
        ("not count(mine) >= count(theirs)", "count(theirs) > count(mine)"),
    ] {
        assert_eq!(meant(one), meant(other), "{one}: {other}");
    }
    for (one, other) in [
        ("check or no move", "check and no move"),
        ("count(theirs) < count(mine)", "count(theirs) > count(mine)"),
        ("not (check and no move)", "not check and no move"),
    ] {
        assert_ne!(meant(one), meant(other), "{one}: {other}");
    }
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
    assert_eq!(meant("3rd occurrence"), meant("third  occurrence"));
    assert_eq!(meant("count(mine)=1"), meant(" count ( mine ) = 1 "));
    assert_eq!(meant("my pawn on rank 8"), meant("my pawn in rank 8"));
    assert_eq!(meant("count(mine) ≥ 2"), meant("count(mine) >= 2"));
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
    says(
        "count(my notary or android) = 1",
        "the player has only one piece of these types: notary or android",
    );
    says("count(mine) < count(theirs)", "the player has fewer pieces than the opponent");
    says(
        "count(my queen or rook) >= count(all on ranks 3..6)",
        "the player has at least as many pieces (queen or rook) as both players together have pieces on ranks 3 to 6",
    );
    says(
        "my can-opener in inner-court",
        "the player has a can opener in the inner court (d4 or e4; for Black d5 or e5)",
    );
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

/// A condition of chance: facts, joined up to a depth.
fn any_condition() -> impl Strategy<Value = String> {
    let fact = prop_oneof![
        Just("check"),
        Just("no move"),
        Just("my turn"),
        Just("passed"),
        Just("noted warned"),
        Just("count(my pawn) = 0"),
        Just("count(their pawn) > 2"),
        Just("my queen on e5"),
        Just("their king attacked"),
        Just("count(mine) > count(theirs)"),
        Just("3 in a row of my stone"),
    ];
    fact.prop_map(|fact| format!("({fact})")).prop_recursive(4, 12, 3, |part| {
        prop_oneof![
            part.clone().prop_map(|part| format!("not ({part})")),
            proptest::collection::vec(part.clone(), 2..4)
                .prop_map(|parts| format!("({})", parts.join(" and "))),
            proptest::collection::vec(part, 2..4).prop_map(|parts| format!("({})", parts.join(" or "))),
        ]
    })
}

proptest! {
    #[test]
    fn conditions_that_differ_read_differently(conditions in proptest::collection::vec(any_condition(), 24)) {
        let scope = GAME.rules.scope();
        let told: Vec<_> = conditions.iter().map(|text| (meant(text), meant(text).words(&scope))).collect();
        for (at, (one, words)) in told.iter().enumerate() {
            for ((other, others), text) in told[..at].iter().zip(&conditions) {
                prop_assert!(words != others || one == other, "{text}; {}: {words}", conditions[at]);
            }
            prop_assert_eq!(&one.clone().denied().denied(), one);
        }
    }

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
        Ok(_) => {
            let scope = GAME.rules.scope();
            assert!(of_move(&scope, text).is_none_or(|meant| !meant.words(&scope).is_empty()));
        }
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
