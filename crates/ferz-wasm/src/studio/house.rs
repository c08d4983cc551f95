//! The tables and files of the studio.

use std::collections::BTreeMap;
use std::path::Path;

use ferz::{Choice, Variant};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::Event;
use super::fault::Fault;
use super::file::{File, KeptFile};
use super::table::{Kept, Origin, Table, VERSION, choices};
use super::thinker::{Rules, Work};

/// Compiled rules that are kept for the next table; those longest not used make room.
const MOST_RULES: usize = 16;
/// Tables that are kept; the oldest make room.
const MOST_KEPT: usize = 100;

/// A table as the browser keeps it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct KeptTable {
    /// The time of the last move, in milliseconds since 1970.
    pub(super) at: f64,
    pub(super) kept: Kept,
}

/// The values to be kept, by name; `None` for one to be forgotten.
pub(super) type Keep = Vec<(String, Option<String>)>;

#[derive(Debug)]
pub(super) struct House {
    /// The games, as the page sees them.
    pub(super) games: Vec<Box<RawValue>>,
    tables: BTreeMap<String, Table>,
    pub(super) kept: BTreeMap<String, KeptTable>,
    pub(super) files: Vec<File>,
    rules: IndexMap<String, Variant>,
    /// The time in milliseconds since 1970, and a number that nobody can foresee, of the request.
    pub(super) now: f64,
    pub(super) chance: u64,
    events: Vec<Event>,
    keep: Keep,
    work: Vec<Work>,
}

fn table_name(id: &str) -> String {
    format!("table/{id}")
}

fn file_name(path: &str) -> String {
    format!("file/{path}")
}

impl House {
    pub(super) fn new(library: &str) -> Result<Self, Fault> {
        let games =
            serde_json::from_str(library).map_err(|error| Fault::bad(format!("the games: {error}")))?;
        Ok(Self {
            games,
            tables: BTreeMap::new(),
            kept: BTreeMap::new(),
            files: Vec::new(),
            rules: IndexMap::new(),
            now: 0.0,
            chance: 0,
            events: Vec::new(),
            keep: Vec::new(),
            work: Vec::new(),
        })
    }

    /// Takes the events, values to be kept and work that are to be told after a request.
    pub(super) fn told(&mut self) -> (Vec<Event>, Keep, Vec<Work>) {
        (std::mem::take(&mut self.events), std::mem::take(&mut self.keep), std::mem::take(&mut self.work))
    }

    pub(super) fn think(&mut self, work: Work) {
        self.work.push(work);
    }

    /// Takes what is kept under a name; what can't be read is left alone.
    pub(super) fn restore(&mut self, name: &str, value: Option<&str>) {
        if let Some(id) = name.strip_prefix("table/") {
            let kept = value.and_then(|value| serde_json::from_str::<KeptTable>(value).ok());
            let Some(kept) = kept.filter(|kept| kept.kept.version == VERSION) else {
                self.kept.remove(id);
                return;
            };
            self.kept.insert(id.to_owned(), kept);
            if let Some(old) = self.tables.remove(id) {
                // it was changed by another page
                let revision = old.revision;
                if let Ok(table) = self.table(id) {
                    table.revision = revision + 1;
                    self.events.push(Event::Table { id: id.to_owned(), revision: revision + 1 });
                }
            }
        } else if let Some(path) = name.strip_prefix("file/") {
            let kept = value.and_then(|value| serde_json::from_str::<KeptFile>(value).ok());
            let Some(kept) = kept else { return };
            match self.files.iter().position(|file| file.path == path) {
                None => self.files.push(File::new(path, kept, self.now)),
                Some(at) if self.files[at].kept != kept => {
                    let new = self.files[at].replace(kept);
                    self.file_changed(at, new);
                }
                Some(_) => {}
            }
        }
    }

    // ---- rules

    /// The rules an origin gives now, with some choices.
    pub(super) fn variant(&mut self, origin: &Origin, choices: &[Choice]) -> Result<Variant, Fault> {
        let from = match origin {
            Origin::BuiltIn(name) => self.load(&Rules::Named(name.clone()))?,
            Origin::File(path) => {
                let (id, file) = self.file(path)?;
                let sound = file.sound.as_ref().map(|(variant, _)| variant.clone());
                sound
                    .ok_or_else(|| Fault::unsound(format!("{path} can't be played yet: it has errors"), id))?
            }
        };
        chosen(&from, choices)
    }

    /// The rules of a game in the library or of a text.
    pub(super) fn load(&mut self, rules: &Rules) -> Result<Variant, Fault> {
        let key = match rules {
            Rules::Named(name) => name.clone(),
            Rules::Text { path, text } => format!("{path}\n{text}"),
        };
        let found = match (self.rules.shift_remove(&key), rules) {
            (Some(found), _) => found,
            (None, Rules::Named(name)) => {
                Variant::builtin(name, &[]).map_err(|error| Fault::missing(error.to_string()))?
            }
            (None, Rules::Text { path, text }) => {
                Variant::from_text(path, text, &[]).map_err(|error| Fault::refused(error.to_string()))?
            }
        };
        while self.rules.len() >= MOST_RULES {
            self.rules.shift_remove_index(0);
        }
        self.rules.insert(key, found.clone());
        Ok(found)
    }

    // ---- tables

    /// A table, from what was kept if it isn't open.
    pub(super) fn table(&mut self, id: &str) -> Result<&mut Table, Fault> {
        if !self.tables.contains_key(id) {
            let kept = self.kept.get(id).ok_or_else(|| Fault::missing("there is no such game"))?.kept.clone();
            let options = choices(&kept.options);
            let variant = match self.variant(&kept.origin, &options) {
                // a file may have lost an option since
                Err(fault) if options.is_empty() => return Err(fault),
                Err(_) => self.variant(&kept.origin, &[])?,
                Ok(variant) => variant,
            };
            let table = Table::restored(&kept, &variant)?;
            self.tables.insert(id.to_owned(), table);
        }
        self.tables.get_mut(id).ok_or_else(|| Fault::missing("there is no such game"))
    }

    /// Opens a table, and gives its name.
    pub(super) fn open(&mut self, table: Table) -> Result<String, Fault> {
        let mut dice = ferz::Dice::new(self.chance ^ self.now.to_bits());
        let id = format!("{:016x}", dice.below(u64::MAX));
        self.tables.insert(id.clone(), table);
        self.keep_table(&id)?;
        self.wake(&id)?;
        Ok(id)
    }

    fn keep_table(&mut self, id: &str) -> Result<(), Fault> {
        let at = self.now;
        let Some(table) = self.tables.get(id).filter(|table| table.is_begun()) else { return Ok(()) };
        let kept = KeptTable { at, kept: table.kept() };
        let text = serde_json::to_string(&kept).map_err(|error| Fault::broken(error.to_string()))?;
        self.kept.insert(id.to_owned(), kept);
        self.keep.push((table_name(id), Some(text)));
        while self.kept.len() > MOST_KEPT {
            let Some(oldest) = self.latest().pop() else { break };
            self.kept.remove(&oldest);
            self.keep.push((table_name(&oldest), None));
        }
        Ok(())
    }

    /// The names of the tables that are kept, the one last played first.
    pub(super) fn latest(&self) -> Vec<String> {
        let mut all: Vec<(&String, f64)> = self.kept.iter().map(|(id, kept)| (id, kept.at)).collect();
        all.sort_by(|one, other| other.1.total_cmp(&one.1));
        all.into_iter().map(|(id, _)| id.clone()).collect()
    }

    /// Changes a table, keeps it, tells of it, and lets the engine move if it is its turn.
    pub(super) fn change(
        &mut self,
        id: &str,
        change: impl FnOnce(&mut Table) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let now = self.now as u64;
        let table = self.table(id)?;
        table.tell_time(now);
        change(table)?;
        if std::mem::take(&mut table.thinking) {
            self.work.push(Work::Stop { id: id.to_owned() });
        }
        let revision = self.table(id)?.revision;
        self.keep_table(id)?;
        self.wake(id)?;
        self.events.push(Event::Table { id: id.to_owned(), revision });
        Ok(())
    }

    /// Lets the engine begin to think if it is to move.
    pub(super) fn wake(&mut self, id: &str) -> Result<(), Fault> {
        let (seed, now) = (self.chance, self.now as u64);
        let table = self.table(id)?;
        table.tell_time(now);
        if table.thinking || !table.awaits_engine() {
            return Ok(());
        }
        let time = table.begin_thinking();
        let (kept, revision) = (table.kept(), table.revision);
        let rules = self.rules_of(&kept.origin)?;
        self.work.push(Work::Move { id: id.to_owned(), revision, rules, game: kept, seed, time });
        Ok(())
    }

    /// Returns the rules of an origin for another studio.
    pub(super) fn rules_of(&self, origin: &Origin) -> Result<Rules, Fault> {
        match origin {
            Origin::BuiltIn(name) => Ok(Rules::Named(name.clone())),
            Origin::File(path) => {
                let (id, file) = self.file(path)?;
                let text = file.sound.as_ref().map(|(_, text)| text.clone());
                let unsound = || Fault::unsound(format!("{path} can't be played yet: it has errors"), id);
                Ok(Rules::Text { path: path.clone(), text: text.ok_or_else(unsound)? })
            }
        }
    }

    // ---- files

    fn file(&self, path: &str) -> Result<(usize, &File), Fault> {
        let found = self.files.iter().enumerate().find(|(_, file)| file.path == path);
        found.ok_or_else(|| Fault::missing(format!("there is no file {path} in this browser")))
    }

    /// The name of a file, by its number.
    pub(super) fn path_of(&self, id: usize) -> Result<&Path, Fault> {
        let file = self.files.get(id).ok_or_else(|| Fault::missing("there is no such file"))?;
        Ok(Path::new(&file.path))
    }

    pub(super) fn add_file(&mut self, path: &str, text: String) -> Result<usize, Fault> {
        if self.files.iter().any(|file| file.path == path) {
            return Err(Fault::conflict(format!("{path} exists already; choose another name")));
        }
        self.files.push(File::new(path, KeptFile { text, draft: None }, self.now));
        let id = self.files.len() - 1;
        self.keep_file(id);
        Ok(id)
    }

    fn keep_file(&mut self, id: usize) {
        let file = &self.files[id];
        if let Ok(text) = serde_json::to_string(&file.kept) {
            self.keep.push((file_name(&file.path), Some(text)));
        }
    }

    /// Changes a file, keeps it, and lets its tables follow.
    pub(super) fn change_file(
        &mut self,
        id: usize,
        change: impl FnOnce(&mut File) -> Result<bool, Fault>,
    ) -> Result<(), Fault> {
        let file = self.files.get_mut(id).ok_or_else(|| Fault::missing("there is no such file"))?;
        let new = change(file)?;
        self.keep_file(id);
        self.file_changed(id, new);
        Ok(())
    }

    fn file_changed(&mut self, id: usize, new: bool) {
        let file = &self.files[id];
        self.events.push(Event::File { id, revision: file.revision });
        let rules = file.sound.as_ref().map(|(variant, _)| variant.clone()).filter(|_| new);
        let Some(rules) = rules else { return };
        let origin = Origin::File(file.path.clone());
        let concerned = self.tables.iter().filter(|(_, table)| table.origin == origin);
        let ids: Vec<String> = concerned.map(|(id, _)| id.clone()).collect();
        for id in ids {
            let options = self.tables.get(&id).map(Table::choices).unwrap_or_default();
            let rules = chosen(&rules, &options).unwrap_or_else(|_| rules.clone());
            // the table is there, and it follows whatever the rules are
            _ = self.change(&id, |table| {
                table.follow(&rules);
                Ok(())
            });
        }
    }
}

/// The rules with some choices; those in force make no others.
fn chosen(from: &Variant, choices: &[Choice]) -> Result<Variant, Fault> {
    let options = from.options();
    let in_force = |choice: &Choice| {
        options.iter().any(|option| option.name == choice.name && option.value == choice.value)
    };
    if choices.iter().all(in_force) {
        return Ok(from.clone());
    }
    from.with_options(choices).map_err(|error| Fault::refused(error.to_string()))
}
