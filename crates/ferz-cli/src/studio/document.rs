//! A file being written: its text on the disk and in the page's editor, what is wrong with it, and the last sound rules it gave.

use std::collections::BTreeSet;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use ferz::LARGEST_FILE;
use ferz::lint::{check_text, suggestions};
use ferz::text::{Diagnostic, SourceId, Sources, Span, render};
use ferz::{LoadError, Values, Variant};
use serde::Serialize;
use serde_json::value::RawValue;

use super::drafts::{Draft, Drafts, Mark};
use super::fault::Fault;
use crate::caught::caught;
use crate::disk;

/// A file.
#[derive(Debug)]
pub(super) struct Document {
    /// From the root.
    pub(super) path: PathBuf,
    /// The text on the disk, as it was last seen.
    text: String,
    /// The text in the editor, where that is another.
    draft: Option<Draft>,
    /// The store in which the editor's text outlives the program.
    drafts: Drafts,
    /// Counts the texts of the editor, from a number that no other run of the program begins with.
    edition: u64,
    /// True if the editor's text, where there is one, is kept there.
    kept: bool,
    /// The text that was saved here last.
    saved: Option<String>,
    /// The reason why the file can't be read any more.
    unreadable: Option<String>,
    /// Where the text is that was set aside when the file was opened.
    pub(super) aside: Option<PathBuf>,
    /// Counts changes of either text.
    pub(super) revision: u64,
    problems: Vec<Box<RawValue>>,
    /// The last sound rules.
    pub(super) variant: Option<Variant>,
    /// True if the text is sound as it stands.
    sound: bool,
    /// The text that was read last, if what it extends is as it was then.
    loaded: Option<String>,
    /// The files it was read from.
    pub(super) sources: BTreeSet<PathBuf>,
}

/// A file as the page sees it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Document"))]
pub(super) struct DocumentView<'a> {
    path: String,
    name: String,
    revision: u64,
    text: &'a str,
    /// True if that was saved by a page of the studio.
    saved_here: bool,
    draft: Option<&'a str>,
    /// The text on the disk that the draft began from.
    base: Option<&'a str>,
    /// Counts the texts of the editor.
    edition: u64,
    /// True if the draft outlives the program.
    kept: bool,
    /// The reason why the file can't be read any more.
    unreadable: Option<&'a str>,
    /// True if there are rules to play by, of this text or of an earlier one.
    playable: bool,
    sound: bool,
    #[cfg_attr(test, ts(type = "Problem[]"))]
    problems: Vec<Box<RawValue>>,
}

impl Document {
    /// The path of a file from the root, without links.
    pub(super) fn real(path: &Path) -> Result<PathBuf, Fault> {
        fs::canonicalize(path).map_err(|error| unreadable(path, &error))
    }

    /// Reads a file, and what was typed into it and not saved.
    pub(super) fn open(path: &Path, drafts: &Drafts) -> Result<Self, Fault> {
        let path = Self::real(path)?;
        let text = read(&path).map_err(|error| unreadable(&path, &error))?;
        let aside = drafts.set_aside(&path);
        let draft = drafts.find(&path).filter(|draft| draft.text != text);
        let mut document = Self {
            path,
            text,
            edition: UNIX_EPOCH
                .elapsed()
                .map_or(0, |time| u64::try_from(time.as_millis()).unwrap_or_default()),
            kept: true,
            draft: None,
            drafts: drafts.clone(),
            saved: None,
            unreadable: None,
            aside,
            revision: 1,
            problems: Vec::new(),
            variant: None,
            sound: false,
            loaded: None,
            sources: BTreeSet::new(),
        };
        // the board goes on by the rules on the disk if those of the draft are not sound
        if draft.is_some() {
            document.load();
        }
        document.draft = draft;
        let mark = document.mark();
        document.load();
        document.examine();
        drop(mark);
        Ok(document)
    }

    /// The text that counts: the editor's, or else the disk's.
    pub(super) fn current(&self) -> &str {
        self.draft.as_ref().map_or(&self.text, |draft| &draft.text)
    }

    fn shown(&self) -> String {
        self.path.to_string_lossy().into_owned()
    }

    pub(super) fn name(&self) -> String {
        self.path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    pub(super) fn view(&self) -> DocumentView<'_> {
        DocumentView {
            path: self.shown(),
            name: self.name(),
            revision: self.revision,
            text: &self.text,
            saved_here: self.saved.as_ref() == Some(&self.text),
            draft: self.draft.as_ref().map(|draft| &*draft.text),
            base: self.draft.as_ref().map(|draft| &*draft.base),
            edition: self.edition,
            kept: self.kept,
            unreadable: self.unreadable.as_deref(),
            playable: self.variant.is_some(),
            sound: self.sound,
            problems: self.notice().into_iter().chain(self.problems.iter().cloned()).collect(),
        }
    }

    /// The problem that a text was set aside.
    fn notice(&self) -> Option<Box<RawValue>> {
        let aside = self.aside.as_ref()?.display();
        let mut sources = Sources::default();
        let place = Span::new(sources.add(&self.shown(), &self.text), 0, 0);
        let message = format!("the unsaved text of this file is set aside: {aside}");
        let problem = Diagnostic::warning("ferz::draft::set_aside", message).at(place, "").help(
            "it was being checked when the studio ended; open that file to look at it, or copy it from there",
        );
        RawValue::from_string(render::json(&problem, None, &sources)).ok()
    }

    /// Marks the editor's text, if there is one, as being checked, until the mark is dropped.
    pub(super) fn mark(&self) -> Option<Mark> {
        self.draft.as_ref().map(|_| self.drafts.mark(&self.path))
    }

    /// Checks whether the disk has another text now; returns whether it has, or a file that this one extends may have.
    pub(super) fn look(&mut self, extended: bool) -> bool {
        let mut changed = extended;
        let unreadable = match read(&self.path) {
            Ok(text) => {
                changed |= text != self.text;
                self.text = text;
                // what the page edits is never thrown away; a save of the same text settles it
                if self.draft.as_ref().is_some_and(|draft| draft.text == self.text) {
                    self.put(None);
                }
                None
            }
            Err(error) => Some(disk::words(&error)),
        };
        changed |= unreadable != self.unreadable;
        self.unreadable = unreadable;
        if extended {
            self.loaded = None;
        }
        self.revision += u64::from(changed);
        changed
    }

    /// Sets the editor's text, and keeps it or forgets what was kept.
    fn put(&mut self, draft: Option<Draft>) {
        if draft.is_some() || self.draft.is_some() || !self.kept {
            self.kept = self.drafts.keep(&self.path, draft.as_ref());
        }
        self.draft = draft;
    }

    /// Takes an editor's text, without saving it. `base` is the text on the disk that the editor began from, `edition` the one it has seen.
    pub(super) fn edit(
        &mut self,
        text: String,
        base: Option<String>,
        edition: Option<u64>,
    ) -> Result<(), Fault> {
        self.expect(&text, edition)?;
        let base = base.unwrap_or_else(|| self.text.clone());
        if text.len().max(base.len()) > LARGEST_FILE {
            return Err(Fault::bad(format!("a game file is at most {LARGEST_FILE} bytes")));
        }
        let draft = (text != self.text).then_some(Draft { text, base });
        self.edition += 1;
        self.put(draft);
        self.revision += 1;
        Ok(())
    }

    /// Refuses a text that would replace one that the page has not seen.
    fn expect(&self, text: &str, edition: Option<u64>) -> Result<(), Fault> {
        match edition {
            Some(seen) if seen != self.edition && text != self.current() => {
                Err(Fault::conflict("another tab has changed the text since"))
            }
            _ => Ok(()),
        }
    }

    /// Saves the editor's text over the one that the editor began from.
    pub(super) fn save(&mut self, text: String, seen: &str, edition: Option<u64>) -> Result<(), Fault> {
        self.expect(&text, edition)?;
        if text.len() > LARGEST_FILE {
            return Err(Fault::bad(format!("a game file is at most {LARGEST_FILE} bytes")));
        }
        let found = match read(&self.path) {
            Ok(found) => Some(found),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(unreadable(&self.path, &error)),
        };
        if let Some(found) = found.filter(|found| found != seen && *found != text) {
            let who = if self.saved == Some(found) { "another tab" } else { "another program" };
            return Err(Fault::conflict(format!(
                "{who} has changed the file since it was opened here; it is left as it is"
            )));
        }
        disk::replace(&self.path, text.as_bytes()).map_err(|error| {
            Fault::refused(format!("can't write {}: {}", self.path.display(), disk::words(&error)))
        })?;
        self.text.clone_from(&text);
        (self.saved, self.unreadable, self.aside) = (Some(text), None, None);
        self.edition += 1;
        self.put(None);
        self.revision += 1;
        Ok(())
    }

    /// Reads the rules anew from the current text; returns whether that gave new sound ones. [`examine`](Self::examine) reports the
    /// problems.
    pub(super) fn load(&mut self) -> bool {
        if self.loaded.as_deref() == Some(self.current()) {
            return false;
        }
        self.loaded = Some(self.current().to_owned());
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let (shown, text) = (self.shown(), self.current());
        let loaded = caught(&shown, text, || Variant::from_text_in(folder, &shown, text, &[]));
        let loaded = loaded.and_then(|loaded| loaded);
        self.sound = loaded.is_ok();
        let sources = match &loaded {
            Ok(variant) => variant.sources().clone(),
            Err(LoadError { sources, .. }) => sources.clone(),
        };
        self.sources = sources.names().filter_map(|name| fs::canonicalize(name).ok()).collect();
        self.sources.insert(self.path.clone());
        if let Ok(variant) = loaded {
            // problems of the values beside the file are reported by a check
            self.variant = Some(variant.with_values(Values::beside(&self.path).unwrap_or_default()));
        }
        self.sound
    }

    /// Checks the text as a whole, as `ferz check` does.
    pub(super) fn examine(&mut self) {
        self.problems = problems(&self.path, self.current());
    }

    /// Stores the findings about a text, if that is still the current one.
    pub(super) fn examined(&mut self, text: &str, problems: Vec<Box<RawValue>>) -> bool {
        let same = self.current() == text;
        if same {
            self.problems = problems;
        }
        same
    }
}

/// Returns all findings about a text under a path.
pub(super) fn problems(path: &Path, text: &str) -> Vec<Box<RawValue>> {
    let shown = path.to_string_lossy();
    let checked = caught(&shown, text, || {
        let checked = check_text(&shown, text, path.parent());
        let own = checked.sources.text(SourceId::default());
        let found = suggestions(&shown, own, path.parent(), &checked.report);
        (checked.report, checked.sources, found)
    });
    let (report, sources, found) =
        checked.unwrap_or_else(|LoadError { report, sources }| (report, sources, vec![None]));
    let json = report.diagnostics().iter().zip(&found).map(|(problem, suggestion)| {
        let suggestion = suggestion.as_ref().map(|s| (s.start..s.end, s.text.as_str()));
        RawValue::from_string(render::json(problem, suggestion, &sources))
    });
    json.flatten().collect()
}

fn unreadable(path: &Path, error: &std::io::Error) -> Fault {
    Fault::refused(format!("can't read {}: {}", path.display(), disk::words(error)))
}

/// Reads a text, as much of it as a game file may have and one byte more.
fn read(path: &Path) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    disk::open(path)?.take(LARGEST_FILE as u64 + 1).read_to_end(&mut bytes)?;
    String::from_utf8(bytes).map_err(|_| std::io::Error::new(ErrorKind::InvalidData, "it is not UTF-8 text"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caught::FAULT;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("ferz-document-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(fs::canonicalize(path).unwrap())
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            _ = fs::remove_dir_all(&self.0);
        }
    }

    const SOUND: &str = "game.name = \"A\"\nboard = { files = 4, ranks = 4 }\nend.stuck.lose = \"no move\"\nsetup.white = [\"A . . .\"]\n\
                         pieces.a = { letter = \"A\", moves = \"R\" }\n";

    #[test]
    fn rules_outlive_a_text_that_is_not_sound() {
        let folder = Folder::new("sound");
        let path = folder.0.join("a.toml");
        fs::write(&path, SOUND).unwrap();
        let mut document = Document::open(&path, &Drafts::default()).unwrap();
        assert!(
            document.sound && document.problems.iter().all(|problem| !problem.get().contains("\"error\""))
        );
        document.edit(SOUND.replace("\"R\"", "\"R?\""), None, None).unwrap();
        assert!(!document.load());
        document.examine();
        assert!(document.variant.is_some());
        assert!(document.problems[0].get().contains("\"line\":5"), "{}", document.problems[0].get());
        assert_eq!(fs::read_to_string(&path).unwrap(), SOUND);
    }

    #[test]
    fn a_save_never_goes_over_what_another_program_wrote() {
        let folder = Folder::new("save");
        let path = folder.0.join("a.toml");
        fs::write(&path, SOUND).unwrap();
        let mut document = Document::open(&path, &Drafts::default()).unwrap();
        let other = SOUND.replace("\"R\"", "\"B\"");
        fs::write(&path, &other).unwrap();
        let fault = document.save(SOUND.replace("\"R\"", "\"Q\""), SOUND, None).unwrap_err();
        assert!(fault.message().contains("another program"));
        assert_eq!(fs::read_to_string(&path).unwrap(), other);
        assert!(document.look(false) && !document.look(false));
        document.save(SOUND.replace("\"R\"", "\"Q\""), &other, None).unwrap();
        assert!(fs::read_to_string(&path).unwrap().contains("\"Q\""));
    }

    #[test]
    fn a_change_on_the_disk_leaves_the_editors_text_alone() {
        let folder = Folder::new("draft");
        let path = folder.0.join("a.toml");
        fs::write(&path, SOUND).unwrap();
        let mut document = Document::open(&path, &Drafts::default()).unwrap();
        let draft = SOUND.replace("\"R\"", "\"N\"");
        document.edit(draft.clone(), None, None).unwrap();
        fs::write(&path, SOUND.replace("\"R\"", "\"B\"")).unwrap();
        assert!(document.look(false));
        assert_eq!(document.current(), draft);
    }

    #[test]
    fn a_text_that_is_not_saved_is_there_again() {
        let folder = Folder::new("kept");
        let (path, drafts) = (folder.0.join("a.toml"), Drafts::new(Some(&folder.0)));
        fs::write(&path, SOUND).unwrap();
        let typed = SOUND.replace("\"R\"", "\"N");
        let mut document = Document::open(&path, &drafts).unwrap();
        document.edit(typed.clone(), None, None).unwrap();
        let other = SOUND.replace("\"R\"", "\"B\"");
        fs::write(&path, &other).unwrap();
        let mut document = Document::open(&path, &drafts).unwrap();
        assert!(document.variant.is_some() && !document.sound);
        let view = document.view();
        assert_eq!(
            (view.draft, view.base, view.text, view.kept),
            (Some(&*typed), Some(SOUND), &*other, true)
        );
        assert!(document.save(typed.clone(), SOUND, None).is_err());
        document.save(typed.clone(), &other, None).unwrap();
        assert_eq!(Document::open(&path, &drafts).unwrap().view().draft, None);
    }

    #[test]
    fn a_text_that_ended_the_program_is_set_aside() {
        let folder = Folder::new("aside");
        let (path, drafts) = (folder.0.join("a.toml"), Drafts::new(Some(&folder.0)));
        fs::write(&path, SOUND).unwrap();
        let mut document = Document::open(&path, &drafts).unwrap();
        let typed = SOUND.replace("\"R\"", "\"N\"");
        document.edit(typed.clone(), None, None).unwrap();
        // as if the program had ended here
        std::mem::forget(document.mark());
        let mut document = Document::open(&path, &drafts).unwrap();
        assert_eq!(fs::read_to_string(document.aside.as_ref().unwrap()).unwrap(), typed);
        let view = document.view();
        assert!(view.draft.is_none() && view.problems[0].get().contains("ferz::draft::set_aside"));
        document.save(typed, SOUND, None).unwrap();
        assert!(document.view().problems.iter().all(|one| !one.get().contains("set_aside")));
    }

    #[test]
    fn a_check_that_panics_is_a_problem_of_the_file() {
        let folder = Folder::new("panic");
        let path = folder.0.join("a.toml");
        fs::write(&path, format!("{SOUND}{FAULT}\n")).unwrap();
        let document = Document::open(&path, &Drafts::default()).unwrap();
        assert!(document.variant.is_none());
        assert!(document.problems[0].get().contains("ferz::check::broken"));
    }

    #[test]
    fn a_file_that_is_gone_is_written_again_by_a_save() {
        let folder = Folder::new("gone");
        let path = folder.0.join("a.toml");
        fs::write(&path, SOUND).unwrap();
        let mut document = Document::open(&path, &Drafts::default()).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(document.look(false) && !document.look(false));
        assert!(document.view().unreadable.is_some_and(|why| why.contains("no such file")));
        document.save(SOUND.to_owned(), SOUND, None).unwrap();
        assert!(document.view().unreadable.is_none() && path.is_file());
        let other = SOUND.replace("\"R\"", "\"B\"");
        let fault = document.save(other, "of another tab", None).unwrap_err();
        assert!(fault.message().contains("another tab"), "{}", fault.message());
    }
}
