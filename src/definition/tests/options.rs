use super::merging::plain;
use super::*;

const GAME: &str = "\
a = 1
b = {c = 1}
[options.first]
ask = 'Which?'
default = 'off'
values = { on = {a = 2, b.c = false}, off = {} }
[options.second]
values = { low = {a = 3}, high = {d = 1} }
";

fn root(run: &Run) -> String {
    let mut root = run.root().clone();
    root.remove("options");
    plain(&root)
}

#[test]
fn defaults_hold_and_a_first_value_is_one() {
    let run = Run::new(GAME, &EMPTY, &[]);
    assert_eq!((run.said(), root(&run).as_str()), (Vec::new(), "{a=3 b={c=1}}"));
    let definition = run.definition.expect("a definition");
    let chosen: Vec<_> =
        definition.chosen.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(chosen, [("first", "off"), ("second", "low")]);
    assert_eq!(definition.options[0].ask.as_deref(), Some("Which?"));
}

#[test]
fn answers_are_laid_over_in_the_order_of_declaration() {
    assert_eq!(root(&Run::new(GAME, &EMPTY, &[("second", "low"), ("first", "on")])), "{a=3 b={}}");
    assert_eq!(root(&Run::new(GAME, &EMPTY, &[("second", "high"), ("first", "on")])), "{a=2 b={} d=1}");
}

#[test]
fn variants_are_one_answer_away() {
    let run = Run::new(GAME, &EMPTY, &[]);
    let definition = run.definition.expect("a definition");
    let roots: Vec<_> = definition
        .variants()
        .map(|mut variant| {
            variant.root.remove("options");
            plain(&variant.root)
        })
        .collect();
    assert_eq!(roots, ["{a=3 b={}}", "{a=1 b={c=1} d=1}"]);
}

#[test]
fn an_unknown_option_or_value_is_guessed_without_a_place() {
    let run = Run::new(GAME, &EMPTY, &[("frist", "on"), ("second", "hihg")]);
    let expected = [
        "ferz::option::unknown | there is no option `frist` |  | did you mean `first`?",
        "ferz::option::unknown_value | the option `second` has no value `hihg` |  | did you mean `high`?",
    ];
    assert_eq!(run.said(), expected);
    assert!(only(&Run::new("", &EMPTY, &[("x", "y")])).ends_with("this game has no options"));
    assert!(only(&Run::new(GAME, &EMPTY, &[("x", "y")])).ends_with("the options are: `first` and `second`"));
}

#[test]
fn an_option_chosen_twice_is_refused() {
    let run = Run::new(GAME, &EMPTY, &[("first", "on"), ("first", "off")]);
    assert!(only(&run).starts_with("ferz::option::chosen_twice"));
}

#[test]
fn a_default_that_is_no_value_is_the_authors_fault() {
    let said = only(&Run::new("options.x = {default = 'onn', values = {off = {}, on = {}}}", &EMPTY, &[]));
    assert_eq!(said, "ferz::options::bad_default | `onn` is not a value of `x` | onn | did you mean `on`?");
}

#[test]
fn options_without_answers_are_refused() {
    assert!(only(&Run::checked("options.x.values = {}", &EMPTY)).starts_with("ferz::options::no_values"));
    let said = only(&Run::checked("[options.x]\nask = 'q'", &EMPTY));
    assert!(said.starts_with("ferz::definition::missing_key | `[options.x]` has no `values`"), "{said}");
}

#[test]
fn an_answer_must_be_a_table_of_changes() {
    let said = only(&Run::checked("options.x.values = {on = {}, off = 3}", &EMPTY));
    assert!(said.starts_with("ferz::options::not_a_table"), "{said}");
}

#[test]
fn an_answer_can_not_change_options_or_the_parent() {
    let run = Run::new("options.x.values = {on = {options.y = false, extends = 'z'}}", &EMPTY, &[]);
    let codes: Vec<_> = run.report.diagnostics().iter().map(|problem| problem.code).collect();
    assert_eq!(codes, ["ferz::options::settled"; 2]);
}

#[test]
fn a_child_changes_and_removes_options() {
    let shelf = Shelf(&[("game", GAME)]);
    let run = Run::new("extends = 'game'\noptions.first.default = 'on'\noptions.second = false", &shelf, &[]);
    assert_eq!(run.definition.expect("a definition").chosen, [("first".to_owned(), "on".to_owned())]);
}

#[test]
fn too_many_answers_are_refused() {
    let values: Vec<_> = (0..200).map(|n| format!("v{n} = {{}}")).collect();
    let run = Run::new(&format!("options.x.values = {{{}}}", values.join(", ")), &EMPTY, &[]);
    assert!(only(&run).starts_with("ferz::options::too_many"));
}
