//! Lists of piece types as people write them, right and wrong.

use proptest::prelude::*;

use super::*;

fn words(names: &[Name]) -> Vec<&str> {
    names.iter().map(|(name, _)| name.as_str()).collect()
}

#[track_caller]
fn refused(text: &str, code: &str, marked: &str, help: &str) {
    let faults = pieces(text).expect_err(text);
    let [fault] = &faults[..] else { panic!("{text}: one fault expected: {faults:#?}") };
    assert_eq!(fault.code, format!("ferz::pieces::{code}"), "{fault:?}");
    assert_eq!(&text[fault.range.clone()], marked, "{fault:?}");
    assert!(fault.help.as_deref().unwrap_or("").contains(help), "{fault:?}");
}

#[test]
fn names_are_separated_by_commas_or_words() {
    for text in
        ["queen, rook, knight", "queen,rook,knight", "queen or rook and knight", " queen, rook, and knight "]
    {
        let list = pieces(text).expect(text);
        assert_eq!((list.all, words(&list.names)), (false, vec!["queen", "rook", "knight"]), "{text}");
        assert!(list.names.iter().all(|(name, range)| &text[range.clone()] == name));
    }
}

#[test]
fn any_is_every_type_but_those_left_out() {
    assert_eq!(pieces("any"), Ok(PieceExpr { all: true, ..PieceExpr::default() }));
    let list = pieces("any but king, pawn").expect("good");
    assert!(list.all && list.names.is_empty());
    assert_eq!(list.except, [("king".to_owned(), 8..12), ("pawn".to_owned(), 14..18)]);
}

#[test]
fn names_may_begin_like_words_of_the_language() {
    let list = pieces("android, butler, anyone, orc").expect("good");
    assert_eq!(words(&list.names), ["android", "butler", "anyone", "orc"]);
}

#[test]
fn mistakes_are_explained() {
    refused("", "empty", "", "`queen`");
    refused("queen rook", "no_comma", "rook", "write `queen, rook`, or `queen-rook`");
    refused("Queen", "not_a_name", "Queen", "did you mean `queen`?");
    refused("queen/rook", "not_a_name", "queen/rook", "did you mean `queen, rook`?");
    refused("man_at_arms", "not_a_name", "man_at_arms", "did you mean `man-at-arms`?");
    refused("königin", "not_a_name", "königin", "lower-case letters");
    refused("queen,", "misplaced", "", "`queen`");
    refused("any but", "misplaced", "", "`queen`");
    refused("queen but rook", "misplaced", "but", "`any but …`");
    refused("queen, any", "misplaced", "any", "`any`");
    refused("any queen", "misplaced", "queen", "`any but king, pawn`");
    refused("Q", "not_a_name", "Q", "`queen`");
    // one mistake, letters for names, is one complaint
    assert_eq!(pieces("Q R").expect_err("no names").len(), 1);
    assert_eq!(pieces("Q, R").expect_err("no names").len(), 2);
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,60}") {
        check(&text);
    }

    #[test]
    fn no_row_of_likely_words_makes_the_reader_panic(text in "((any|but|and|or|king|K|,|-)[ ]?){0,20}") {
        check(&text);
    }
}

fn check(text: &str) {
    if let Err(faults) = pieces(text) {
        assert!(!faults.is_empty());
        assert!(faults.iter().all(|fault| text.get(fault.range.clone()).is_some()), "{text:?}: {faults:?}");
    }
}

#[test]
fn absurd_texts_are_refused_quickly() {
    for unit in ["king ", "any ", ",", "but ", "é", "K,"] {
        check(&unit.repeat(4096 / unit.len()));
    }
    check(&"a".repeat(5000));
}
