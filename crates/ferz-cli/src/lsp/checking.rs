//! Background checks: errors at once, lints and examples when the author pauses.
//!
//! One thread reads texts, another checks whole games. Both take the newest text there is and discard what they find if the text
//! has changed since, so that nothing queues up however fast the author types.
//!
//! Invariant: the diagnostics published of a text are about its newest version.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ferz::LoadError;
use ferz::lint::Reading;
use ferz::text::{Diagnostic, Report, Severity, Sources};
use lsp_server::Notification;
use lsp_types::{PublishDiagnosticsParams, Uri};

use super::documents::{Document, Drafts, Origin};
use super::position::Encoding;
use super::problems::{Addresses, ByFile, Telling, moved};
use super::wire::Post;
use crate::caught::caught;

/// The pause of the author before the game is checked as a whole.
const PAUSE: Duration = Duration::from_millis(120);

/// The options for publishing diagnostics.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manner {
    pub(super) encoding: Encoding,
    /// True if the editor supports related information.
    pub(super) related: bool,
    /// True if advice is reported as well.
    pub(super) advice: bool,
}

/// The checks of all open texts.
#[derive(Debug)]
pub(super) struct Checking {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    news: Condvar,
    post: Post,
    manner: Manner,
}

#[derive(Debug, Default)]
struct State {
    papers: BTreeMap<String, Paper>,
    /// The published diagnostics of files, by the text that was checked.
    published: BTreeMap<String, ByFile>,
    closed: bool,
    /// A counter that grows with every change.
    clock: u64,
}

/// An open text with the state of its check.
#[derive(Debug)]
struct Paper {
    document: Document,
    /// The time of the last change of it, or of what it extends.
    changed: u64,
    waits: Waits,
    /// The files it extends.
    above: BTreeSet<PathBuf>,
    /// The text in which the whole game was last checked, and the diagnostics of that check.
    remarks: (Arc<str>, Vec<Diagnostic>),
}

#[derive(Debug)]
enum Waits {
    /// Needs no check.
    No,
    /// To be read.
    Unread,
    /// To be checked as a whole.
    Whole(Instant, Box<Reading>),
}

/// The addresses of open files.
#[derive(Clone, Debug)]
struct Open(BTreeMap<PathBuf, Uri>);

impl Addresses for Open {
    fn address(&self, path: &Path) -> Option<Uri> {
        self.0.get(path).cloned()
    }
}

impl Checking {
    /// Begins, with results going to `post`.
    pub(super) fn new(post: Post, manner: Manner) -> Self {
        let shared = Arc::new(Shared { state: Mutex::default(), news: Condvar::new(), post, manner });
        let works: [fn(&Shared); 2] = [Shared::read_all, Shared::look_at_all];
        let begin = |work: fn(&Shared)| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || work(&shared))
        };
        Self { threads: works.map(begin).into(), shared }
    }

    /// Handles a text that was opened or has changed.
    pub(super) fn changed(&self, document: &Document) {
        let mut state = self.shared.lock();
        let key = document.uri.as_str().to_owned();
        match state.papers.get_mut(&key) {
            Some(paper) => paper.document = document.clone(),
            None => drop(state.papers.insert(key.clone(), Paper::new(document.clone()))),
        }
        state.read_again(|name, _| *name == key);
        state.read_children(document.path.as_deref());
        self.shared.news.notify_all();
    }

    /// Handles the closing of a text: its diagnostics are cleared.
    pub(super) fn closed(&self, document: &Document) {
        let mut state = self.shared.lock();
        state.papers.remove(document.uri.as_str());
        self.shared.publish(&mut state, document.uri.as_str(), ByFile::new());
        state.read_children(document.path.as_deref());
        self.shared.news.notify_all();
    }

    /// Handles changes of files that may be extended by open texts.
    pub(super) fn files_changed(&self) {
        let mut state = self.shared.lock();
        state.read_again(|_, _| true);
        self.shared.news.notify_all();
    }

    /// Ends the checks; a running one is not waited for.
    pub(super) fn end(self) {
        self.shared.lock().closed = true;
        self.shared.news.notify_all();
        drop(self.threads);
    }
}

impl Paper {
    fn new(document: Document) -> Self {
        let remarks = (Arc::clone(&document.text), Vec::new());
        Self { document, changed: 0, waits: Waits::No, above: BTreeSet::new(), remarks }
    }
}

impl State {
    fn read_again(&mut self, which: impl Fn(&String, &Paper) -> bool) {
        self.clock += 1;
        for (name, paper) in &mut self.papers {
            if which(name, paper) {
                paper.waits = Waits::Unread;
                paper.changed = self.clock;
            }
        }
    }

    /// Reads the texts that extend a file again.
    fn read_children(&mut self, path: Option<&Path>) {
        if let Some(path) = path {
            self.read_again(|_, paper| paper.above.contains(path));
        }
    }

    /// The paper, if it is still as it was at that time.
    fn unchanged(&mut self, name: &str, changed: u64) -> Option<&mut Paper> {
        self.papers.get_mut(name).filter(|paper| paper.changed == changed)
    }

    fn open(&self) -> Open {
        let addresses = self
            .papers
            .values()
            .filter_map(|paper| Some((paper.document.path.clone()?, paper.document.uri.clone())));
        Open(addresses.collect())
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads every text that has changed, the one that changed last first.
    fn read_all(&self) {
        let mut state = self.lock();
        while !state.closed {
            let unread = state.papers.iter().filter(|(_, paper)| matches!(paper.waits, Waits::Unread));
            let Some((name, paper)) = unread.max_by_key(|(_, paper)| paper.changed) else {
                state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let (name, changed, document) = (name.clone(), paper.changed, paper.document.clone());
            let drafts = Drafts::of(state.papers.values().map(|paper| &paper.document));
            drop(state);
            let reading = document.is_definition().then(|| {
                let text = |path: &Path| drafts.text(path);
                let read = || Reading::of(&document.shown(), &document.text, document.dir(), &text);
                caught(&document.shown(), &document.text, read)
            });
            state = self.lock();
            match reading.transpose() {
                Ok(reading) => self.take_reading(&mut state, &name, changed, reading),
                Err(LoadError { report, sources }) => {
                    self.take_checked(&mut state, &name, changed, &report, &sources);
                }
            }
        }
    }

    fn take_reading(&self, state: &mut State, name: &str, changed: u64, reading: Option<Reading>) {
        let open = state.open();
        let Some(paper) = state.unchanged(name, changed) else { return };
        paper.waits = Waits::No;
        let Some(reading) = reading else {
            paper.above.clear();
            return self.publish(state, name, ByFile::new());
        };
        paper.above = parents(&reading.sources);
        let (text, remarks) = &paper.remarks;
        // the oddities of the game may well be unchanged; it is checked again in a moment
        let kept =
            if reading.report.has_errors() { Vec::new() } else { moved(remarks, text, &paper.document.text) };
        let known = reading.report.diagnostics();
        let kept: Vec<_> = kept.into_iter().filter(|one| !known.contains(one)).collect();
        let files = self.told(&open, &paper.document, &reading.sources, known.iter().chain(&kept));
        if !reading.report.has_errors() {
            paper.waits = Waits::Whole(Instant::now() + PAUSE, Box::new(reading));
            self.news.notify_all();
        }
        self.publish(state, name, files);
    }

    /// Checks every game whose author pauses.
    fn look_at_all(&self) {
        let mut state = self.lock();
        while !state.closed {
            let due = |paper: &Paper| match paper.waits {
                Waits::Whole(due, _) => Some(due),
                _ => None,
            };
            let next =
                state.papers.iter().filter_map(|(name, paper)| Some((due(paper)?, name.clone()))).min();
            let now = Instant::now();
            let name = match next {
                Some((due, name)) if due <= now => name,
                Some((due, _)) => {
                    let waited = self.news.wait_timeout(state, due - now);
                    state = waited.unwrap_or_else(PoisonError::into_inner).0;
                    continue;
                }
                None => {
                    state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
                    continue;
                }
            };
            let Some(paper) = state.papers.get_mut(&name) else { continue };
            let Waits::Whole(_, reading) = std::mem::replace(&mut paper.waits, Waits::No) else { continue };
            let (changed, document) = (paper.changed, paper.document.clone());
            drop(state);
            let check = || {
                let checked = reading.checked().with_examples();
                (checked.report, checked.sources)
            };
            let (report, sources) = caught(&document.shown(), &document.text, check)
                .unwrap_or_else(|LoadError { report, sources }| (report, sources));
            state = self.lock();
            self.take_checked(&mut state, &name, changed, &report, &sources);
        }
    }

    fn take_checked(&self, state: &mut State, name: &str, changed: u64, report: &Report, sources: &Sources) {
        let open = state.open();
        let Some(paper) = state.unchanged(name, changed) else { return };
        paper.waits = Waits::No;
        let all: Vec<Diagnostic> = report.diagnostics().to_vec();
        let files = self.told(&open, &paper.document, sources, all.iter());
        paper.remarks = (Arc::clone(&paper.document.text), all);
        self.publish(state, name, files);
    }

    fn told<'p>(
        &self,
        open: &Open,
        document: &Document,
        sources: &Sources,
        problems: impl Iterator<Item = &'p Diagnostic>,
    ) -> ByFile {
        let Manner { encoding, related, advice } = self.manner;
        let telling = Telling { document, open, sources, encoding, related };
        telling.all(problems.filter(|problem| advice || problem.severity != Severity::Advice))
    }

    /// Publishes for every file the findings of all checks.
    fn publish(&self, state: &mut State, name: &str, files: ByFile) {
        let before = state.published.insert(name.to_owned(), files).unwrap_or_default();
        let now = &state.published[name];
        let mut concerned: BTreeMap<&String, &Uri> =
            before.iter().map(|(key, (uri, _))| (key, uri)).collect();
        concerned.extend(now.iter().map(|(key, (uri, _))| (key, uri)));
        for (key, uri) in concerned {
            let mut diagnostics = Vec::new();
            for (_, found) in state.published.values().filter_map(|files| files.get(key)) {
                for problem in found {
                    if !diagnostics.contains(problem) {
                        diagnostics.push(problem.clone());
                    }
                }
            }
            let version = state.papers.get(key).map(|paper| paper.document.version);
            let params = PublishDiagnosticsParams { uri: uri.clone(), diagnostics, version };
            let note = Notification::new("textDocument/publishDiagnostics".to_owned(), params);
            self.post.send(note);
        }
        state.published.retain(|_, files| !files.is_empty());
    }
}

/// The files a game file extends.
fn parents(sources: &Sources) -> BTreeSet<PathBuf> {
    let files = sources.ids().skip(1).filter_map(|id| match Origin::of_parent(sources.name(id)) {
        Origin::File(path) => Some(path),
        _ => None,
    });
    files.collect()
}
