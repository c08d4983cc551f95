use super::*;

fn fault(text: &str) -> String {
    only(&Run::checked(text, &EMPTY))
}

#[test]
fn a_definition_in_shape_is_passed_in_silence() {
    let text = "[board]\nfiles = 12\nyear = 'about 1205'\na1 = 'light'\n[pieces]\nk = {letter = 'K', moves = 'K', royal = false}\n\
                n = {letter = 'N', moves = [{leap = [1, 2]}]}\n[promotion]\non = 'rank 8'\nto = ['k', 'n']\n[[walls]]\nto = 'k'\n";
    assert_eq!(Run::checked(text, &EMPTY).said(), [""; 0]);
}

#[test]
fn a_misspelt_key_is_guessed_and_not_also_missed() {
    let expected =
        "ferz::definition::unknown_key | unknown key `fils` in `[board]` | fils | did you mean `files`?";
    assert_eq!(fault("[board]\nfils = 12"), expected);
}

#[test]
fn a_key_of_another_table_is_sent_home() {
    let said = fault("[board]\nfiles = 8\nletter = 'K'");
    let help = "| letter | `letter` is a key of `[pieces.NAME]`; the keys here are `files`, `ranks`, `a1` and `year`";
    assert!(said.ends_with(help), "{said}");
    let said = fault("[board]\nfiles = 8\nextends = 'x'");
    assert!(said.contains("`extends` belongs at the top of the file"), "{said}");
}

#[test]
fn an_unknown_key_names_those_there_are() {
    let said = fault("[promotion]\nbecause = 'x'");
    assert!(said.ends_with("| the keys here are: `on` and `to`"), "{said}");
    assert!(fault("zzzzzzz = 1").contains("unknown key or table `zzzzzzz`"));
}

#[test]
fn a_missing_key_points_at_its_heading() {
    let expected = "ferz::definition::missing_key | `[board]` has no `files` | [board] | add it, for example `files = 12`";
    assert_eq!(fault("[board]\nranks = 8"), expected);
    assert!(fault("pieces.k.letter = 'K'").contains("`[pieces.k]` has no `moves` | k |"));
}

#[test]
fn a_number_in_quotes_is_told_to_drop_them() {
    let expected = "ferz::definition::wrong_type | `files` must be a whole number, but this is text | \"12\" | \
                    remove the quotes: write `files = 12`";
    assert_eq!(fault("[board]\nfiles = \"12\""), expected);
}

#[test]
fn a_value_of_another_type_is_told_what_to_be() {
    assert!(fault("extends = 5").ends_with("| 5 | put it in quotes: write `extends = \"5\"`"));
    assert!(fault("board = 8").contains("`board` must be a table, but this is a whole number"));
    assert!(
        fault("promotion.to = [1]").contains("each item of `to` must be text, but this is a whole number")
    );
    assert!(fault("walls = 'x'").contains("put it in square brackets: write `walls = [\"x\"]`"));
    assert!(fault("board = {files = 1.5}").ends_with("| 1.5 | for example `files = 12`"));
    let said = fault("pieces.k = {letter = 'K', moves = 3}");
    assert!(said.contains("must be text that describes moves, or a list of tables"), "{said}");
}

#[test]
fn a_number_out_of_bounds_is_told_them() {
    let expected = "ferz::definition::out_of_range | `files` must be a whole number from 1 to 16 | 99 | ";
    assert_eq!(fault("board.files = 99"), expected);
    assert!(fault("pieces.k = {letter = 'K', moves = [{leap = [99]}]}").contains("each item of `leap`"));
}

#[test]
fn a_word_that_is_none_of_the_choice_is_guessed() {
    let said = fault("board = {files = 8, a1 = 'lihgt'}");
    assert_eq!(
        said,
        "ferz::definition::unknown_value | `a1` can't be `lihgt` | 'lihgt' | did you mean `light`?"
    );
    assert!(
        fault("board = {files = 8, a1 = 'green'}").ends_with("the possible values are: `dark` and `light`")
    );
}

#[test]
fn notation_is_written_without_escapes_on_one_line() {
    for text in
        [r#"promotion.on = "rank\u0020 8""#, "promotion.on = '''\nrank 8'''", "promotion.on = '''rank 8'''"]
    {
        assert!(fault(text).starts_with("ferz::definition::escape_in_notation"), "{text}");
    }
    assert_eq!(Run::checked("promotion.to = \"a\\nb\"", &EMPTY).said(), [""; 0]);
}

#[test]
fn a_false_with_nothing_to_remove_is_a_warning_and_dropped() {
    let run =
        Run::checked("promotion = false\n[pieces]\nkign = false\nking = {letter = 'K', moves = 'K'}", &EMPTY);
    let said = run.said();
    assert!(
        said[0].starts_with("ferz::extends::nothing_to_remove | there is no `promotion` here"),
        "{said:#?}"
    );
    assert!(said[1].ends_with("| kign | did you mean `king`?"), "{said:#?}");
    assert!(!run.report.has_errors());
    assert!(!run.root().contains("promotion"));
    assert_eq!(run.root().table("pieces").expect("pieces").keys().collect::<Vec<_>>(), ["king"]);
}

#[test]
fn words_have_the_place_inside_their_quotes() {
    let run = Run::checked("extends = 'a b'\npromotion.to = [\"x\", \"yz\"]", &Shelf(&[("a b", "")]));
    let word = run.root().text("extends").expect("a word");
    assert_eq!((word.text, word.span.start, word.span.end), ("a b", 11, 14));
    let words = run.root().table("promotion").expect("a table").words("to");
    assert_eq!((words[1].text, words[1].span.start, words[1].span.end), ("yz", 38, 40));
}

#[test]
fn a_thousand_unknown_keys_are_not_all_told() {
    let text: String = (0..5000).map(|n| format!("k{n} = 1\n")).collect();
    assert_eq!(Run::checked(&text, &EMPTY).said().len(), 100);
}
