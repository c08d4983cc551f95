//! A game file that the browser keeps: the text that was saved, the one in the editor, and the last sound rules.

use ferz::LARGEST_FILE;
use ferz::Variant;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::fault::Fault;

/// The part of a file that the browser keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct KeptFile {
    pub(super) text: String,
    /// The text in the editor, where that is another, and the saved text that it began from.
    pub(super) draft: Option<(String, String)>,
}

/// A file.
#[derive(Debug)]
pub(super) struct File {
    pub(super) path: String,
    pub(super) kept: KeptFile,
    edition: u64,
    pub(super) revision: u64,
    problems: Vec<Box<RawValue>>,
    /// The last sound rules, and the text that gave them.
    pub(super) sound: Option<(Variant, String)>,
}

#[derive(Serialize)]
pub(super) struct FileView<'a> {
    path: &'a str,
    name: &'a str,
    revision: u64,
    text: &'a str,
    saved_here: bool,
    draft: Option<&'a str>,
    base: Option<&'a str>,
    edition: u64,
    kept: bool,
    unreadable: Option<&'a str>,
    playable: bool,
    sound: bool,
    problems: &'a [Box<RawValue>],
}

impl File {
    pub(super) fn new(path: &str, kept: KeptFile, now: f64) -> Self {
        let mut file = Self {
            path: path.to_owned(),
            kept,
            edition: now as u64,
            revision: 1,
            problems: Vec::new(),
            sound: None,
        };
        let saved = file.kept.text.clone();
        file.load(&saved);
        let current = file.current().to_owned();
        file.load(&current);
        file.examine();
        file
    }

    /// The text that counts: the editor's, or else the saved one.
    pub(super) fn current(&self) -> &str {
        self.kept.draft.as_ref().map_or(&self.kept.text, |(text, _)| text)
    }

    pub(super) fn view(&self) -> FileView<'_> {
        let draft = self.kept.draft.as_ref();
        FileView {
            path: &self.path,
            name: &self.path,
            revision: self.revision,
            text: &self.kept.text,
            saved_here: true,
            draft: draft.map(|(text, _)| &**text),
            base: draft.map(|(_, base)| &**base),
            edition: self.edition,
            kept: true,
            unreadable: None,
            playable: self.sound.is_some(),
            sound: self.is_sound(),
            problems: &self.problems,
        }
    }

    /// Returns `true` if the text as it stands can be played.
    pub(super) fn is_sound(&self) -> bool {
        self.sound.as_ref().is_some_and(|(_, text)| text == self.current())
    }

    /// Takes the rules of a text, if they are sound and new.
    fn load(&mut self, text: &str) -> bool {
        if self.sound.as_ref().is_some_and(|(_, loaded)| loaded == text) {
            return false;
        }
        let loaded = Variant::from_text(&self.path, text, &[]);
        let found = loaded.ok().map(|variant| (variant, text.to_owned()));
        let new = found.is_some();
        self.sound = found.or_else(|| self.sound.take());
        new
    }

    fn examine(&mut self) {
        self.problems = crate::text::problems(&self.path, self.current());
    }

    /// Reads the text anew; returns whether that gave new sound rules.
    fn changed(&mut self) -> bool {
        self.edition += 1;
        self.revision += 1;
        let text = self.current().to_owned();
        self.examine();
        self.load(&text)
    }

    /// Refuses a text that would replace another than the page has seen.
    fn expect(&self, text: &str, edition: Option<u64>) -> Result<(), Fault> {
        if text.len() > LARGEST_FILE {
            return Err(Fault::bad(format!("a game file is at most {LARGEST_FILE} bytes")));
        }
        match edition {
            Some(seen) if seen != self.edition && text != self.current() => {
                Err(Fault::conflict("another tab has changed the text since"))
            }
            _ => Ok(()),
        }
    }

    /// Takes an editor's text, without saving it; returns whether that gave new sound rules.
    pub(super) fn edit(
        &mut self,
        text: String,
        base: Option<String>,
        edition: Option<u64>,
    ) -> Result<bool, Fault> {
        self.expect(&text, edition)?;
        let base = base.unwrap_or_else(|| self.kept.text.clone());
        self.kept.draft = (text != self.kept.text).then_some((text, base));
        Ok(self.changed())
    }

    /// Saves the editor's text over the one that the editor began from; returns whether that gave new sound rules.
    pub(super) fn save(&mut self, text: String, seen: &str, edition: Option<u64>) -> Result<bool, Fault> {
        self.expect(&text, edition)?;
        if self.kept.text != seen && self.kept.text != text {
            return Err(Fault::conflict(
                "another tab has changed the file since it was opened here; it is left as it is",
            ));
        }
        self.kept = KeptFile { text, draft: None };
        Ok(self.changed())
    }

    /// Takes what another page has kept; returns whether that gave new sound rules.
    pub(super) fn replace(&mut self, kept: KeptFile) -> bool {
        self.kept = kept;
        self.changed()
    }
}
