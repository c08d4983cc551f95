use proptest::prelude::*;

use super::*;

fn two_sources() -> (Sources, SourceId, SourceId) {
    let mut sources = Sources::default();
    let child = sources.add("child.toml", "extends = \"parent\"\n[board]\n\tfiles = \"é\"\n");
    let parent = sources.add("<built-in parent>", "[board]\nfiles = 8\n");
    (sources, child, parent)
}

fn report(problems: impl IntoIterator<Item = Diagnostic>) -> Report {
    let mut report = Report::default();
    problems.into_iter().for_each(|problem| report.push(problem));
    report
}

#[test]
fn a_problem_is_drawn_with_all_its_places() {
    let (sources, child, parent) = two_sources();
    let problem =
        Diagnostic::error("ferz::definition::wrong_type", "`files` must be a whole number, but this is text")
            .at(Span::new(child, 36, 40), "this")
            .at(Span::new(parent, 16, 17), "the parent says this")
            .help("remove the quotes");
    insta::assert_snapshot!(render(&report([problem]), &sources, false, 80), @r#"
    ferz::definition::wrong_type

      × `files` must be a whole number, but this is text
       ╭─[child.toml:3:10]
     2 │ [board]
     3 │     files = "é"
       ·             ─┬─
       ·              ╰── this
       ╰────
      help: remove the quotes
      ╰─▶   ☞ see also <built-in parent>
             ╭─[<built-in parent>:2:9]
           1 │ [board]
           2 │ files = 8
             ·         ┬
             ·         ╰── the parent says this
             ╰────
    "#);
}

#[test]
fn a_warning_without_a_place_is_drawn() {
    let (sources, ..) = two_sources();
    let problem =
        Diagnostic::warning("ferz::option::unknown", "there is no option `x`").help("did you mean `y`?");
    insta::assert_snapshot!(render(&report([problem]), &sources, false, 80), @"
    ferz::option::unknown

      ⚠ there is no option `x`
      help: did you mean `y`?
    ");
}

#[test]
fn colour_is_only_there_when_wanted() {
    let (sources, child, _) = two_sources();
    let report = report([Diagnostic::error("a::b", "c").at(Span::new(child, 0, 7), "")]);
    assert!(render(&report, &sources, true, 80).contains('\u{1b}'));
    assert!(!render(&report, &sources, false, 80).contains('\u{1b}'));
}

#[test]
fn no_sign_of_a_source_commands_the_terminal() {
    let mut sources = Sources::default();
    let text = "a = \u{1b}[31m1\u{8}\u{202e}\u{9b}b\rc\r\n";
    let id = sources.add("red.toml", text);
    let problem = Diagnostic::error("a::b", "c").at(Span::new(id, 4, 5), "here");
    let drawn = render(&report([problem]), &sources, false, 80);
    assert!(drawn.contains("a = ?[31m1?\u{2423}\u{b7}b?c"), "{drawn}");
    assert!(!drawn.contains(['\u{1b}', '\u{8}', '\u{202e}', '\u{9b}', '\r']), "{drawn:?}");
}

#[test]
fn a_line_too_long_to_draw_is_named() {
    let mut sources = Sources::default();
    let id = sources.add("long.toml", &format!("a = 1\nb = \"{}\"\n", "x".repeat(5000)));
    let drawn = render(
        &report([Diagnostic::error("a::b", "c").at(Span::new(id, 6, 7), "here")]),
        &sources,
        false,
        80,
    );
    assert!(drawn.contains("(at long.toml:2:1)") && drawn.len() < 200, "{drawn}");
}

#[test]
fn programs_get_one_object_a_problem() {
    let (sources, child, _) = two_sources();
    let placed = Diagnostic::error("a::b", "c").at(Span::new(child, 36, 40), "").help("d");
    let lines = [
        json(&placed, Some((36..40, "x")), &sources),
        json(&Diagnostic::warning("e::f", "g"), None, &sources),
    ];
    let expected = r#"{"code":"a::b","severity":"error","message":"c","file":"child.toml","line":3,"column":10,"end":{"line":3,"column":13},"help":"d","labels":[{"file":"child.toml","line":3,"column":10,"end":{"line":3,"column":13},"offset":36,"end_offset":40,"text":""}],"suggestions":[{"file":"child.toml","line":3,"column":10,"end":{"line":3,"column":13},"offset":36,"end_offset":40,"text":"\"é\"","replacement":"x"}]}"#;
    assert_eq!(lines[0], expected);
    let expected = r#"{"code":"e::f","severity":"warning","message":"g","file":null,"line":null,"column":null,"end":null,"help":null,"labels":[],"suggestions":[]}"#;
    assert_eq!(lines[1], expected);
    assert_eq!(one_line(&placed, &sources), "child.toml:3:10: error: c (a::b)");
}

#[test]
fn workflows_get_one_command_a_problem() {
    let mut sources = Sources::default();
    let id = sources.add("a,b:c.toml", "é100 %\nx");
    let problem = Diagnostic::error("a::b", "100 %\r\nwrong").at(Span::new(id, 2, 5), "").help("d: e");
    let expected = "::error file=a%2Cb%3Ac.toml,line=1,col=2,endColumn=5,title=a%3A%3Ab::100 %25%0D%0Awrong%0Ahelp: d: e";
    assert_eq!(github(&problem, &sources), expected);
    let problem = Diagnostic::warning("a::b", "c").at(Span::new(id, 2, 9), "");
    assert_eq!(
        github(&problem, &sources),
        "::warning file=a%2Cb%3Ac.toml,line=1,col=2,endLine=2,title=a%3A%3Ab::c"
    );
    assert_eq!(github(&Diagnostic::advice("a::b", "c"), &sources), "::notice title=a%3A%3Ab::c");
}

proptest! {
    #[test]
    fn any_place_in_any_text_is_drawn(
        text in "[a-c\n\r\té…漢]{0,40}",
        places in proptest::collection::vec((0..60_usize, 0..20_usize), 0..4),
        width in 0..120_usize,
    ) {
        let mut sources = Sources::default();
        let id = sources.add("x", &text);
        let problem = places.into_iter().fold(Diagnostic::error("a::b", "c"), |problem, (start, length)| {
            problem.at(Span::new(id, start, start + length), if length % 2 == 0 { "here" } else { "" })
        });
        let report = report([problem]);
        render(&report, &sources, false, width);
        report.diagnostics().iter().for_each(|problem| {
            json(problem, None, &sources);
            github(problem, &sources);
        });
    }
}
