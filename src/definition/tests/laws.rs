use proptest::prelude::*;

use super::*;

const SAMPLE: &str = "extends = 'parent'\n[board]\nfiles = 12 # twelve\nranks = 8\na1 = \"light\"\n\n[pieces]\n\
k = { letter = \"K\", moves = \"K\", royal = true }\nn = { letter = \"é\", moves = [{ leap = [1, 2] }] }\nold = false\n\n\
[promotion]\non = '''rank 8'''\nto = ['k', \"n\\u0020\"]\n[[walls]]\non = \"e4\"\n[options.x]\ndefault = 'off'\n\
values = { on = {}, off = { pieces.k.moves = 'W', promotion = false } }\n[[example]]\nshows = 1979-05-27\n";

const PARENT: &str =
    "[pieces]\nold = { letter = 'O', moves = 'W' }\n[promotion]\non = 'rank 8'\n[board]\nfiles = 1\n";

/// Reads, checks and tells; every place must lie in its text.
fn go(text: &str) {
    let run = Run::checked(text, &Shelf(&[("parent", PARENT)]));
    let _ = run.said();
    for label in run.report.diagnostics().iter().flat_map(|problem| &problem.labels) {
        run.sources.line_column(label.span.source, label.span.end);
    }
    if let Some(definition) = &run.definition {
        places(&definition.root, &run.sources);
        definition.variants().for_each(|mut variant| {
            check_shape(&mut variant.root, &ROOT, &mut Report::default());
        });
    }
}

fn places(table: &Table, sources: &Sources) {
    for (_, entry) in table.iter() {
        place(&entry.node, sources);
    }
}

fn place(node: &Node, sources: &Sources) {
    assert!(sources.text(node.span.source).get(node.span.start..node.span.end).is_some());
    if let Some(word) = node.text() {
        assert!(sources.text(word.span.source).get(word.span.start..word.span.end).is_some());
    }
    node.list().unwrap_or_default().iter().for_each(|item| place(item, sources));
    node.table().into_iter().for_each(|table| places(table, sources));
}

#[test]
fn the_sample_is_in_shape_but_for_its_one_escape() {
    let said = Run::checked(SAMPLE, &Shelf(&[("parent", PARENT)])).said();
    assert_eq!(said.len(), 1, "{said:#?}"); // the example, which the keys of these tests don't know
}

proptest! {
    #[test]
    fn no_text_brings_the_reader_down(text in "\\PC{0,200}") {
        go(&text);
    }

    #[test]
    fn no_signs_of_toml_bring_the_reader_down(text in "[\\[\\]{}=,.'\"#a-c0-2\\\\ \n\r\t–-]{0,120}") {
        go(&text);
    }

    #[test]
    fn no_bytes_bring_the_reader_down(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        go(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn no_mutation_brings_the_reader_down(
        changes in proptest::collection::vec((0..SAMPLE.len(), 0..20_usize, "[\\[\\]{}=,.'\"#a1 \n\\\\]{0,3}"), 1..6),
    ) {
        let mut text = SAMPLE.to_owned();
        for (at, cut, put) in changes {
            let border = |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            let (from, to) = (border(at), border(at + cut));
            text.replace_range(from..to, &put);
        }
        go(&text);
    }

    #[test]
    fn extending_an_empty_parent_changes_nothing(keys in proptest::collection::vec("[a-e]{1,2}", 1..6)) {
        let mut lines: Vec<_> = keys.iter().map(|key| format!("{key} = {{x = 1, {key} = true}}\n")).collect();
        lines.sort();
        lines.dedup();
        let text: String = lines.into_iter().collect();
        let alone = Run::new(&text, &EMPTY, &[]);
        let child = Run::new(&format!("extends = 'nothing'\n{text}"), &Shelf(&[("nothing", "")]), &[]);
        let mut root = child.root().clone();
        root.remove("extends");
        prop_assert_eq!(merging::plain(alone.root()), merging::plain(&root));
    }
}
