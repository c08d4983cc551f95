//! The code blocks in a document, and the files a document writes as it goes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the repository, seen from the package of the command.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

pub(crate) fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// A block between fences.
pub(crate) struct Block {
    /// The document and the line.
    pub(crate) place: String,
    /// The line of its first fence, from 0.
    pub(crate) line: usize,
    pub(crate) language: String,
    /// The comment above it: key and value.
    remark: BTreeMap<String, String>,
    pub(crate) text: String,
    /// The name and the text of the file it writes or changes, as it stands then.
    pub(crate) file: Option<(String, String)>,
}

impl Block {
    pub(crate) fn says(&self, key: &str) -> Option<&str> {
        self.remark.get(key).map(String::as_str)
    }

    /// Its lines, each with the code that is expected of it.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.text.lines().filter(|line| !line.trim().is_empty()).map(|line| {
            let (text, remark) = line.split_once('#').unwrap_or((line, ""));
            let code = remark.split_whitespace().find(|word| word.starts_with("ferz::"));
            (text.trim(), code)
        })
    }

    /// Writes the file it says, or changes it as it has become by then.
    pub(crate) fn write(&self, folder: &Path) {
        let Some((file, text)) = &self.file else { return };
        let path = folder.join(file);
        let text = match self.says("edit") {
            Some(_) => edited(&fs::read_to_string(&path).unwrap(), &self.text),
            None => text.clone(),
        };
        fs::write(path, text).unwrap();
    }
}

/// `<!-- in: chess, error: CODE -->` as keys and values.
pub(crate) fn remark(line: &str) -> Option<BTreeMap<String, String>> {
    let inner = line.strip_prefix("<!--")?.strip_suffix("-->")?;
    let pairs = inner.split(',').filter_map(|part| part.split_once(": "));
    Some(pairs.map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned())).collect())
}

pub(crate) fn blocks(document: &str) -> Vec<Block> {
    let text = read(document);
    let (mut found, mut open, mut above) = (Vec::<Block>::new(), false, BTreeMap::new());
    for (at, line) in text.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if open => open = false,
            Some(language) => {
                open = true;
                found.push(Block {
                    place: format!("{document}:{}", at + 1),
                    line: at,
                    language: language.trim().to_owned(),
                    remark: std::mem::take(&mut above),
                    text: String::new(),
                    file: None,
                });
            }
            None if open => {
                let block = found.last_mut().expect("an open block");
                block.text += line;
                block.text.push('\n');
            }
            None => match remark(line) {
                Some(remark) => above = remark,
                None if line.trim().is_empty() => {}
                None => above.clear(),
            },
        }
    }
    assert!(!open, "{document}: a block is not closed");
    tell(&mut found);
    found
}

/// Follows the files of a document through its blocks.
fn tell(blocks: &mut [Block]) {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for block in blocks {
        let (name, text) = match (block.says("file"), block.says("edit")) {
            (Some(name), _) => (name, block.text.clone()),
            (None, Some(name)) => {
                let before = files.get(name).unwrap_or_else(|| panic!("{}: no {name} yet", block.place));
                (name, edited(before, &block.text))
            }
            (None, None) => continue,
        };
        files.insert(name.to_owned(), text.clone());
        block.file = Some((name.to_owned(), text));
    }
}

/// A heading with the lines below it; the first has none.
fn sections(text: &str) -> Vec<Vec<String>> {
    let mut sections = vec![Vec::new()];
    for line in text.lines() {
        if line.starts_with('[') {
            sections.push(Vec::new());
        }
        sections.last_mut().expect("a section").push(line.to_owned());
    }
    sections
}

fn key(line: &str) -> Option<&str> {
    line.split_once('=').map(|(key, _)| key.trim()).filter(|key| !key.is_empty())
}

/// The text behind the first equal sign of a section: what an example shows.
fn value(section: &[String]) -> Option<&str> {
    section.get(1)?.split_once('=').map(|(_, value)| value.trim())
}

/// A file with the lines of a block: under a heading that it has, a key that is there is replaced and a new one added; other
/// headings, and those in double brackets, come at the end. An example of the same `shows` is replaced.
fn edited(file: &str, block: &str) -> String {
    let mut whole = sections(file);
    for new in sections(block).into_iter().skip(1) {
        let same = |old: &&mut Vec<String>| {
            old.first() == new.first() && (!new[0].starts_with("[[") || value(old) == value(&new))
        };
        let Some(old) = whole.iter_mut().find(same) else {
            let last = whole.last_mut().expect("a section");
            if last.last().is_some_and(|line| !line.is_empty()) {
                last.push(String::new());
            }
            whole.push(new);
            continue;
        };
        if new[0].starts_with("[[") {
            *old = new;
            continue;
        }
        for line in new.into_iter().skip(1).filter(|line| !line.is_empty()) {
            let there = old.iter().position(|before| key(before).is_some() && key(before) == key(&line));
            let end = old.iter().rposition(|before| !before.is_empty()).map_or(0, |last| last + 1);
            match there {
                Some(at) => old[at] = line,
                None => old.insert(end, line),
            }
        }
    }
    whole.concat().join("\n").trim_end().to_owned() + "\n"
}

/// A directory of a test's own, with the files of a document as they stand at its end, gone with it.
pub(crate) struct Room(pub(crate) PathBuf);

impl Room {
    pub(crate) fn new(name: &str, document: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ferz-manual-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        blocks(document).iter().for_each(|block| block.write(&path));
        Self(path)
    }

    pub(crate) fn ferz(&self, args: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
        let output = command.args(args).current_dir(&self.0).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_file_is_changed_as_a_reader_would_change_it() {
    let file = "[a]\nx  = 1\ny = 2\n\n[b]\nz = 3\n";
    let block = "[a]\ny = 5\nw = 6\n\n[c]\nv = 7\n\n[[d]]\ns = 1\n";
    let after = "[a]\nx  = 1\ny = 5\nw = 6\n\n[b]\nz = 3\n\n[c]\nv = 7\n\n[[d]]\ns = 1\n";
    assert_eq!(edited(file, block), after);
    assert_eq!(edited(after, "[[d]]\ns   = 1\n"), after.replace("s = 1", "s   = 1"));
    assert_eq!(edited(after, "[[d]]\ns = 1\nt = 2\n"), after.to_owned() + "t = 2\n");
    assert_eq!(edited(after, "[[d]]\ns = 2\n"), after.to_owned() + "\n[[d]]\ns = 2\n");
}
