use super::*;

/// A folder of files, removed afterwards.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &[u8])]) -> Self {
        let folder = std::env::temp_dir().join(format!("ferz-{}-{name}", std::process::id()));
        for (file, text) in files {
            let path = folder.join(file);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
            std::fs::write(path, text).expect("a file can be written");
        }
        Self(folder)
    }

    fn read(&self, text: &str) -> Run {
        let (mut sources, mut report) = (Sources::default(), Report::default());
        let shelf = Shelf(&[("courier", "a = 1")]);
        let definition =
            read("game.toml", text, super::Folder::Open(&self.0), &shelf, &[], &mut sources, &mut report);
        Run { definition, sources, report }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_game_is_found_by_name_then_beside_the_file() {
    let folder = Folder::new("names", &[("courier.toml", b"a = 2"), ("mine.toml", b"a = 3")]);
    assert_eq!(folder.read("extends = 'courier'").root().integer("a"), Some(1));
    assert_eq!(folder.read("extends = './courier.toml'").root().integer("a"), Some(2));
    assert_eq!(folder.read("extends = 'courier.toml'").root().integer("a"), Some(2));
    assert_eq!(folder.read("extends = 'mine'").root().integer("a"), Some(3));
}

#[test]
fn paths_begin_in_the_folder_of_the_file_that_says_them() {
    let files: [(&str, &[u8]); 2] = [("in/a.toml", b"extends = '../b.toml'"), ("b.toml", b"b = 1")];
    let folder = Folder::new("paths", &files);
    let run = folder.read("extends = 'in/a.toml'");
    assert_eq!((run.said(), run.root().integer("b")), (Vec::new(), Some(1)));
}

#[test]
fn a_parent_that_is_not_there_is_guessed() {
    let folder = Folder::new("guess", &[("mine.toml", b"")]);
    let said = only(&folder.read("extends = 'couriar'"));
    assert_eq!(
        said,
        "ferz::extends::not_found | there is no game `couriar` | couriar | did you mean `courier`?"
    );
    assert!(only(&folder.read("extends = './mien.toml'")).ends_with("did you mean `./mine.toml`?"));
    assert!(only(&folder.read("extends = 'mien'")).ends_with("did you mean `mine`?"));
    assert!(only(&folder.read("extends = ''")).starts_with("ferz::extends::not_found"));
    let run = Run::new("extends = './x.toml'", &EMPTY, &[]);
    assert!(only(&run).ends_with("a game that is not in a file can only extend built-in games"));
    assert!(!run.definition.expect("a definition").complete);
}

#[test]
fn a_parent_that_is_no_text_can_not_be_read() {
    let folder = Folder::new("unreadable", &[("x.toml", b"\xff\xfe"), ("d.toml/x", b"")]);
    assert!(only(&folder.read("extends = 'x'")).starts_with("ferz::extends::unreadable"));
    assert!(only(&folder.read("extends = 'd'")).contains("it is not a file"));
}

#[test]
fn a_circle_is_refused_and_shown() {
    let shelf = Shelf(&[("a", "extends = 'b'"), ("b", "extends = 'a'")]);
    let said = only(&Run::new("extends = 'a'\nx = 1", &shelf, &[]));
    assert!(
        said.starts_with("ferz::extends::circular | these files extend one another in a circle | a |"),
        "{said}"
    );
    assert!(said.ends_with("a → b → a"), "{said}");
    let shelf = Shelf(&[("self", "extends = 'self'")]);
    assert!(only(&Run::new("extends = 'self'", &shelf, &[])).starts_with("ferz::extends::circular"));
}

#[test]
fn a_chain_too_long_is_refused() {
    let files: Vec<_> =
        (0..20).map(|n| (format!("f{n}.toml"), format!("extends = 'f{}'\nn{n} = 1", n + 1))).collect();
    let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    let folder = Folder::new("chain", &files);
    assert!(only(&folder.read("extends = 'f0'")).starts_with("ferz::extends::too_deep"));
    assert_eq!(folder.read("extends = 'f10'").said().len(), 1); // f20 is not there
}

#[test]
fn a_fault_of_the_parent_is_told_in_the_parent() {
    let run = Run::checked("extends = 'p'\n[board]\nranks = 8", &Shelf(&[("p", "[board]\nfiles = 'x'")]));
    assert!(only(&run).starts_with("ferz::definition::wrong_type"));
    assert_eq!(run.sources.name(run.report.diagnostics()[0].labels[0].span.source), "p");
    let run = Run::checked("extends = 'p'\n[board]\nranks = 8", &Shelf(&[("p", "[board]\nfiles = ")]));
    assert_eq!(run.sources.name(run.report.diagnostics()[0].labels[0].span.source), "p");
    assert!(only(&run).starts_with("ferz::toml::missing_value"));
}
