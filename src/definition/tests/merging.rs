use super::*;
use crate::definition::tree::Value;
use crate::text::SourceId;

/// The keys and values of a table in order, without places.
pub(super) fn plain(table: &Table) -> String {
    let line = |(key, entry): (&str, &Entry)| format!("{key}={}", value(&entry.node.value));
    format!("{{{}}}", table.iter().map(line).collect::<Vec<_>>().join(" "))
}

fn value(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Flag(flag) => flag.to_string(),
        Value::Date(date) => date.clone(),
        Value::List(items) => {
            format!("[{}]", items.iter().map(|node| self::value(&node.value)).collect::<Vec<_>>().join(" "))
        }
        Value::Table(table) => plain(table),
    }
}

/// A child that extends a parent, merged.
fn merged(parent: &'static str, child: &str) -> String {
    let shelf: &'static [_] = Box::leak(Box::new([("parent", parent)]));
    let run = Run::new(&format!("extends = 'parent'\n{child}"), &Shelf(shelf), &[]);
    assert_eq!(run.said(), [""; 0]);
    let mut root = run.root().clone();
    root.remove("extends");
    plain(&root)
}

#[test]
fn a_child_that_says_nothing_is_its_parent() {
    assert_eq!(merged("a = 1\nb = {c = [1]}", ""), "{a=1 b={c=[1]}}");
}

#[test]
fn tables_merge_key_by_key_in_the_parents_order() {
    assert_eq!(
        merged("t = {a = 1, b = 2, c = 3}\nu = 1", "v = 1\nt = {d = 4, b = 5}"),
        "{t={a=1 b=5 c=3 d=4} u=1 v=1}"
    );
}

#[test]
fn anything_but_tables_is_replaced() {
    assert_eq!(
        merged("a = [1, 2]\nb = {c = 1}\nd = 1", "a = [3]\nb = 1\nd = {e = 1}"),
        "{a=[3] b=1 d={e=1}}"
    );
}

#[test]
fn false_removes_what_the_parent_says() {
    assert_eq!(
        merged("a = 1\nb = {c = 1, d = 2}\ne = [1]\nf = 2", "a = false\nb.c = false\ne = false"),
        "{b={d=2} f=2}"
    );
}

#[test]
fn false_over_true_or_false_is_an_ordinary_value() {
    assert_eq!(merged("a = true\nb = false", "a = false\nb = false"), "{a=false b=false}");
}

#[test]
fn false_over_nothing_is_kept_for_the_shape_check() {
    assert_eq!(merged("a = 1", "b = false"), "{a=1 b=false}");
}

#[test]
fn examples_are_not_inherited() {
    assert_eq!(merged("a = 1\n[[example]]\nshows = 'x'", ""), "{a=1}");
    assert_eq!(merged("[[example]]\nshows = 'x'", "[[example]]\nshows = 'y'"), "{example=[{shows=y}]}");
}

#[test]
fn an_answer_of_an_option_is_replaced_whole() {
    let parent = "options.x = {ask = 'q', values = {on = {}, off = {a = 1, b = 2}}}";
    let expected = "{options={x={ask=q values={on={} off={a=false}}}}}";
    assert_eq!(merged(parent, "options.x.values.off = {a = false}"), expected);
    assert_eq!(merged(parent, "options.x = false"), "{options={}}");
}

#[test]
fn places_are_those_of_whoever_spoke_last() {
    let shelf = Shelf(&[("parent", "t = {a = 1, b = 2}")]);
    let run = Run::new("extends = 'parent'\n[t]\nb = 3", &shelf, &[]);
    let table = run.root().table("t").expect("a table");
    assert_eq!(table.get("a").expect("a").node.span.source, SourceId(1));
    assert_eq!(table.get("b").expect("b").node.span.source, SourceId(0));
    assert_eq!(table.span().source, SourceId(0));
}
