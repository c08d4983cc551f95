use super::*;

fn fault(text: &str) -> String {
    only(&Run::checked(text, &EMPTY))
}

#[track_caller]
fn assert_fault(text: &str, code: &str, marked: &str) {
    let said = fault(text);
    let parts: Vec<_> = said.split(" | ").collect();
    assert_eq!((parts[0], parts[2]), (format!("ferz::toml::{code}").as_str(), marked), "{said}");
}

#[test]
fn each_slip_has_its_own_words() {
    assert_fault("board = ", "missing_value", "");
    assert_fault("extends = courier", "missing_quotes", "courier");
    assert_fault("extends = \"courier\nboard = {files = 1}", "unclosed", "\"");
    assert_fault("walls = [", "unclosed", "[");
    assert_fault("board = {files = 1", "unclosed", "{");
    assert_fault("board = {files = 1, ranks = 01}", "bad_number", "0");
    assert_fault(
        "board = {files = 1, ranks = 99999999999999999999}",
        "too_large_a_number",
        "99999999999999999999",
    );
    assert_fault("board = {files = 1\nranks = 2}", "missing_comma", "");
    assert_fault("walls = [,]", "extra_comma", ",");
    assert_fault("board files = 3", "missing_equals", "");
    assert_fault("[board]\nfiles: 3", "missing_equals", ":");
    assert_fault("[board]\nfiles == 3", "extra_equals", "=");
    assert_fault("[board]\nfiles = 3\n= 4", "missing_key", "");
    assert_fault("[board]\nfiles = 3\nfilés = 4", "bad_key", "é");
    assert_fault("promotion.to = \"a\" b", "extra_words", "");
    assert_fault("promotion.to = \"\\q\"", "bad_escape", "");
    assert_fault("extends = “courier”", "curly_quotes", "“courier”");
    assert_fault("board = {files = 1}\n[board.x]", "already_a_value", "board");
    assert_fault("pieces = {x = {letter = \"x\", moves = \"W\", royal = True}}", "bad_flag", "True");
}

#[test]
fn a_key_written_twice_shows_both_places() {
    let run = Run::checked("[board]\nfiles = 8\nranks = 8\nfiles = 9\n", &EMPTY);
    assert!(only(&run).starts_with("ferz::toml::duplicate_key | `files` is defined twice | files | keep"));
    let places: Vec<_> = run.report.diagnostics()[0].labels.iter().map(|label| label.span.start).collect();
    assert_eq!(places, [28, 8]);
}

#[test]
fn a_heading_written_twice_shows_both_places() {
    let run = Run::checked("[board]\nfiles = 8\n[pieces]\n  [board]\nranks = 8\n", &EMPTY);
    assert!(only(&run).starts_with("ferz::toml::duplicate_key | `[board]` is already defined"));
    assert_eq!(run.report.diagnostics()[0].labels.len(), 2);
}

#[test]
fn all_slips_of_a_file_are_told_at_once() {
    let run = Run::checked("a = \nb = K\nc = 01\n[board]\nfils = 8", &EMPTY);
    let codes: Vec<_> = run.report.diagnostics().iter().map(|problem| problem.code).collect();
    let unknown = "ferz::definition::unknown_key";
    let syntax = ["ferz::toml::missing_value", "ferz::toml::missing_quotes", "ferz::toml::bad_number"];
    assert_eq!(codes, [&syntax[..], &[unknown, unknown, unknown]].concat());
}

#[test]
fn what_is_missing_after_a_slip_is_not_complained_of() {
    assert_fault("[board]\nfiles = ", "missing_value", "");
}

#[test]
fn a_file_that_is_no_text_or_too_large_is_refused() {
    let run = Run::new("a = 1\0", &EMPTY, &[]);
    assert!(run.definition.is_none() && only(&run).starts_with("ferz::toml::not_text"));
    let run = Run::new(&"#".repeat(LARGEST_FILE + 1), &EMPTY, &[]);
    assert!(run.definition.is_none() && only(&run).starts_with("ferz::toml::too_large"));
}

#[test]
fn a_byte_order_mark_shifts_no_place() {
    let run = Run::checked("\u{feff}bord = 1", &EMPTY);
    assert!(only(&run).contains("| bord | did you mean `board`?"));
}

#[test]
fn a_text_that_is_not_closed_keeps_its_place() {
    for text in
        ["='–\n{", "a = \"é", "a = \"\\n–", "a = '''–", "a = \"", "a = \"\"\"", "a = '\"", "a = '\"–\""]
    {
        let run = Run::new(text, &EMPTY, &[]);
        assert!(run.report.has_errors());
        for word in run.root().iter().filter_map(|(_, entry)| entry.node.text()) {
            assert!(text.get(word.span.start..word.span.end).is_some(), "{text}");
        }
    }
}

#[test]
fn deep_nesting_is_refused() {
    let run = Run::new(&format!("a = {}{}", "[".repeat(60), "]".repeat(60)), &EMPTY, &[]);
    assert!(only(&run).starts_with("ferz::toml::too_deep"));
    let run = Run::new(&format!("a = {}", "[".repeat(100_000)), &EMPTY, &[]);
    assert!(run.report.has_errors());
    let run = Run::new(&format!("{}a = 1", "a.".repeat(100_000)), &EMPTY, &[]);
    assert!(run.report.has_errors());
}
