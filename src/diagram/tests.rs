//! Pages read back, and what is wrong in them.

use super::import;
use crate::export::to_diagram;
use crate::{Variant, builtin_games};

/// The codes and labels of the report of a diagram.
fn faults(page: &str) -> Vec<(&'static str, String)> {
    let import = import("page.html", page, None);
    let faults = import.variants.iter().flat_map(|one| one.report.diagnostics());
    faults.map(|fault| (fault.code, fault.labels[0].text.clone())).collect()
}

/// A diagram with kings and further lines.
fn with(lines: &str) -> String {
    format!(
        "<div class=\"idiagram\">\nfiles=8\nranks=8\nsymmetry=mirror\nroyal=1\nking:K:K::e1\n{lines}\n</div>"
    )
}

#[test]
fn every_game_that_is_exported_comes_back_with_the_same_moves() {
    let mut back = 0;
    for name in builtin_games() {
        let variant = Variant::load(name, &[]).expect("a built-in game");
        let Some(page) = to_diagram(&variant, "trial").text else { continue };
        let import = import("page.html", &page, None);
        let [one] = &import.variants[..] else { panic!("{name}: one diagram") };
        let Some(text) = &one.text else {
            // of pieces that castle from wherever they stand
            let random = page.contains("\nshuffle=") && page.contains('O');
            assert!(random, "{name}: {:?}", one.report.diagnostics());
            continue;
        };
        let read = Variant::from_text(name, text, &[]).expect("it has been loaded");
        let depth = if variant.start_position().legal_moves().len() > 60 { 1 } else { 2 };
        let [own, theirs] = [&variant, &read].map(|variant| variant.start_position().perft(depth));
        assert_eq!(own, theirs, "{name}:\n{text}");
        back += 1;
    }
    assert!(back > 35, "only {back} games come back");
}

#[test]
fn what_a_page_leaves_to_the_diagram_is_said() {
    let page = "<p>Some words.</p><div class='idiagram'>\nfiles=10\nfirstRank=1\nroyal=8\nPawn::::a2-j2\nKnight:N:::b1,i1\nBishop::::d1,g1\n\
                Rook::::a1,j1\nArchbishop::::c1\nChancellor::::h1\nQueen::::e1\nKing::::f1\n</div>";
    let import = import("page.html", page, None);
    let text = import.variants[0].text.as_deref().expect("it can be read");
    let read = Variant::from_text("demo", text, &[]).expect("it loads");
    assert_eq!(read.start_position().perft(2), 784);
    assert_eq!(faults(page).iter().filter(|(code, _)| *code == "ferz::diagram::supposed").count(), 9);
}

#[test]
fn lines_without_a_page_are_read_too() {
    let text = "files=5\nranks=5\nroyal=1\nsymmetry=rotate\nking:K:K:king:a1\nlion:L:NAD:lion:b1-d1:7\n";
    let import = import("lines.txt", text, None);
    let text = import.variants[0].text.as_deref().expect("it can be read");
    let read = Variant::from_text("lions", text, &[]).expect("it loads");
    assert_eq!(read.start_position().fen().split(' ').next(), Some("1lllk/5/5/5/KLLL1"));
}

#[test]
fn what_can_not_be_taken_over_is_refused_at_its_place() {
    for (lines, code, label) in [
        ("holdingsType=1", "ferz::diagram::not_said", "here"),
        ("morph=*,Q", "ferz::diagram::not_said", "perhaps a rule"),
        ("knight:N:nN::b1", "ferz::diagram::not_said", "the Diagram reads this otherwise"),
        ("knight:N:N::b9", "ferz::diagram::bad_value", "here"),
        ("knight:N:N::e1", "ferz::diagram::bad_value", "here"),
        ("knight:N:~::b1", "ferz::diagram::not_said", "this movement can't be read"),
        ("hawk:H:::b1", "ferz::diagram::bad_value", "here"),
        ("stalemate=3", "ferz::diagram::not_said", "here"),
        ("baring=2", "ferz::diagram::not_said", "here"),
        ("maxPromote=1\npromoChoice=*Q", "ferz::diagram::not_said", "here"),
        ("symmetry=sideways", "ferz::diagram::bad_value", "here"),
        ("files=99", "ferz::diagram::bad_value", "here"),
        ("some words", "ferz::diagram::syntax", "can't be read"),
        ("royal=9", "ferz::diagram::not_said", "here"),
    ] {
        let found = faults(&with(lines));
        assert!(found.contains(&(code, label.to_owned())), "{lines}: {found:?}");
    }
}

#[test]
fn a_page_of_thousands_of_pieces_is_refused_at_once() {
    let found = faults(&with(&"pawn:P:W::\n".repeat(20_000)));
    assert!(found.contains(&("ferz::diagram::not_said", "one more".to_owned())));
}
