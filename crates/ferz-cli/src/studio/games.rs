//! The state of the studio: tables, files, and subscribers to changes.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use ferz::{Choice, Game, Variant};
use indexmap::IndexMap;
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, broadcast};

use super::clock::MoveTime;
use super::document::{Document, problems};
use super::drafts::Drafts;
use super::fault::Fault;
use super::rules::SharedRules;
use super::store::Store;
use super::table::{Kept, Origin, Table, choices};
use super::thinker::{Room, choose};

/// The number of tables kept in memory; the least recently used one makes room, and is read from the disk again.
const MOST_TABLES: usize = 256;
/// The maximum number of open files.
const MOST_FILES: usize = 200;
/// Pages that listen to changes at once; the rest of the connections is for what they ask.
const MOST_STREAMS: usize = 64;
/// The number of changes by which a page may be behind.
const BACKLOG: usize = 256;

/// Something the page shows has changed.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Change"))]
pub(super) enum Event {
    Table { id: String, revision: u64 },
    File { id: usize, revision: u64 },
}

/// A table in the house.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) table: Mutex<Table>,
    /// Tells the engine at work to stop.
    stop: Mutex<Arc<AtomicBool>>,
}

/// Everything.
#[derive(Debug)]
pub(super) struct Games {
    places: Mutex<IndexMap<String, Arc<Place>>>,
    documents: Mutex<Vec<Arc<Mutex<Document>>>>,
    /// Held while a file is being opened.
    opening: Mutex<()>,
    pub(super) shelf: Store,
    drafts: Drafts,
    rules: SharedRules,
    pub(super) room: Room,
    /// The engines that analyse, which keep no player waiting.
    pub(super) analysts: Room,
    /// Places for pages that listen.
    streams: Arc<Semaphore>,
    /// The folder for new files.
    pub(super) folder: PathBuf,
    events: broadcast::Sender<Event>,
}

/// Takes a lock; what a panic left behind is sound, because every change is made whole.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The time of day, in milliseconds since 1970.
pub(super) fn now() -> u64 {
    let passed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(passed.as_millis()).unwrap_or(u64::MAX)
}

impl Games {
    pub(super) fn new(shelf: Store, drafts: Drafts, folder: PathBuf) -> Self {
        Self {
            places: Mutex::default(),
            documents: Mutex::default(),
            opening: Mutex::default(),
            shelf,
            drafts,
            rules: SharedRules::default(),
            room: Room::new(),
            analysts: Room::new(),
            streams: Arc::new(Semaphore::new(MOST_STREAMS)),
            folder,
            events: broadcast::channel(BACKLOG).0,
        }
    }

    /// A place for a page that receives a stream.
    pub(super) fn stream(&self) -> Result<OwnedSemaphorePermit, Fault> {
        let place = Arc::clone(&self.streams).try_acquire_owned();
        place.map_err(|_| {
            Fault::full(format!("{MOST_STREAMS} pages are connected already: close one of them"))
        })
    }

    /// The changes from now on, with the place of the page that listens.
    pub(super) fn listen(&self) -> Result<(broadcast::Receiver<Event>, OwnedSemaphorePermit), Fault> {
        let place = self.stream()?;
        Ok((self.events.subscribe(), place))
    }

    /// Tells every page; it doesn't matter if there is none.
    fn tell(&self, event: Event) {
        _ = self.events.send(event);
    }

    // ---- tables

    /// The rules an origin gives now, with some choices.
    fn variant(&self, origin: &Origin, choices: &[Choice]) -> Result<Variant, Fault> {
        let (name, from) = match origin {
            Origin::BuiltIn(name) if ferz::builtin_games().contains(&&**name) => {
                let rules = self.rules.built_in(name).map_err(|error| Fault::broken(error.to_string()))?;
                (name, rules)
            }
            Origin::BuiltIn(name) => return Err(Fault::missing(format!("there is no game called `{name}`"))),
            Origin::File(path) => (path, self.rules_of_file(Path::new(path))?),
        };
        self.rules.chosen(name, &from, choices).map_err(|error| Fault::refused(error.to_string()))
    }

    /// The last sound rules of an open file.
    fn rules_of_file(&self, path: &Path) -> Result<Variant, Fault> {
        let open = self.documents();
        let found = open.iter().enumerate().find(|(_, document)| lock(document).path == path);
        let (id, document) =
            found.ok_or_else(|| Fault::missing(format!("{} is not open in this studio", path.display())))?;
        let document = lock(document);
        let unsound =
            || Fault::unsound(format!("{} can't be played yet: it has errors", document.name()), id);
        document.variant.clone().ok_or_else(unsound)
    }

    /// The rules of a table that was kept. Its file is opened if it is not.
    fn rules_of_kept(&self, kept: &Kept) -> Result<Variant, Fault> {
        if let Origin::File(path) = &kept.origin {
            self.open_file(Path::new(path))?;
        }
        let choices = choices(&kept.options);
        // a file may have lost an option since
        self.variant(&kept.origin, &choices).or_else(|fault| match fault.file() {
            Some(_) => Err(fault),
            None => self.variant(&kept.origin, &[]),
        })
    }

    /// Opens a table, and returns its name.
    pub(super) fn open(
        self: &Arc<Self>,
        origin: Origin,
        choices: &[Choice],
        make: impl FnOnce(Origin, &Variant) -> Result<Table, Fault>,
    ) -> Result<String, Fault> {
        let variant = self.variant(&origin, choices)?;
        let table = make(origin, &variant)?;
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes).map_err(|error| Fault::broken(error.to_string()))?;
        let id: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        if table.is_begun() {
            self.shelf.keep(&id, &table.kept())?;
        }
        self.settle(&id, table);
        self.wake(&id);
        Ok(id)
    }

    fn settle(&self, id: &str, table: Table) -> Arc<Place> {
        let place = Arc::new(Place { table: Mutex::new(table), stop: Mutex::default() });
        let mut gone = Vec::new();
        {
            let mut places = lock(&self.places);
            if let Some(open) = places.get(id) {
                // another request has brought it from the disk meanwhile, and may have changed it
                return Arc::clone(open);
            }
            while places.len() >= MOST_TABLES {
                gone.extend(places.shift_remove_index(0));
            }
            places.insert(id.to_owned(), Arc::clone(&place));
        }
        for (id, place) in gone {
            lock(&place.stop).store(true, Ordering::Relaxed);
            let kept = Some(lock(&place.table)).filter(|table| !table.is_begun()).map(|table| table.kept());
            // begun ones are on the disk; of one that is not, nothing is lost but its address
            _ = kept.map(|kept| self.shelf.keep(&id, &kept));
        }
        place
    }

    /// A table, from the disk if it isn't open.
    pub(super) fn place(&self, id: &str) -> Result<Arc<Place>, Fault> {
        {
            let mut places = lock(&self.places);
            if let Some(at) = places.get_index_of(id) {
                // the last is the one last used
                let last = places.len() - 1;
                places.move_index(at, last);
                return Ok(Arc::clone(&places[last]));
            }
        }
        let kept = self.shelf.find(id)?;
        let variant = self.rules_of_kept(&kept)?;
        let table = Table::restored(&kept, &variant)?;
        Ok(self.settle(id, table))
    }

    /// Changes a table, keeps it, tells the pages, and lets the engine move if it is its turn.
    pub(super) fn change(
        self: &Arc<Self>,
        id: &str,
        change: impl FnOnce(&mut Table) -> Result<(), Fault>,
    ) -> Result<Arc<Place>, Fault> {
        let place = self.place(id)?;
        let (kept, revision) = {
            let mut table = lock(&place.table);
            table.tell_time(now());
            change(&mut table)?;
            lock(&place.stop).store(true, Ordering::Relaxed);
            table.thinking = false;
            (table.is_begun().then(|| table.kept()), table.revision)
        };
        let done = kept.map_or(Ok(()), |kept| self.shelf.keep(id, &kept));
        self.wake(id);
        self.tell(Event::Table { id: id.to_owned(), revision });
        done.map(|()| place)
    }

    /// Lets the engine begin to think if it is to move. Where only engines play, they wait for someone to watch.
    pub(super) fn wake(self: &Arc<Self>, id: &str) {
        let Ok(place) = self.place(id) else { return };
        let mut table = lock(&place.table);
        table.tell_time(now());
        let watched = !table.is_only_watched() || self.events.receiver_count() > 0;
        if table.thinking || !table.awaits_engine() || !watched {
            return;
        }
        let time = table.begin_thinking();
        let stop = Arc::new(AtomicBool::new(false));
        *lock(&place.stop) = Arc::clone(&stop);
        let (house, id) = (Arc::clone(self), id.to_owned());
        let (game, level, revision) = (table.game.clone(), table.seats.level, table.revision);
        drop(table);
        std::thread::spawn(move || house.think(&id, &game, (level, time), revision, &stop));
    }

    fn think(
        self: &Arc<Self>,
        id: &str,
        game: &Game,
        strength: (u8, MoveTime),
        revision: u64,
        stop: &Arc<AtomicBool>,
    ) {
        let (level, time) = strength;
        let Some(mv) = choose(&self.room, game, level, time, stop) else { return };
        let played = self.change(id, |table| {
            if table.revision != revision || stop.load(Ordering::Relaxed) {
                return Err(Fault::conflict("the game has moved on"));
            }
            table.play(&mv)
        });
        drop(played);
    }

    /// Lets engines go on that waited for someone to watch.
    pub(super) fn watch(self: &Arc<Self>) {
        let ids: Vec<String> = lock(&self.places).keys().cloned().collect();
        ids.iter().for_each(|id| self.wake(id));
    }

    /// The names of the games last played, and what they are. Old ones in which nothing was done are cleared away.
    pub(super) fn recent(&self, most: usize) -> Vec<(String, Kept)> {
        let begun = |id: String| {
            let kept = self.shelf.find(&id).ok()?;
            if kept.is_empty() {
                self.shelf.forget(&id);
            }
            (!kept.moves.is_empty()).then_some((id, kept))
        };
        self.shelf.latest().into_iter().filter_map(begun).take(most).collect()
    }

    // ---- files

    /// Opens a file unless it is open; returns its number.
    pub(super) fn open_file(&self, path: &Path) -> Result<usize, Fault> {
        let path = Document::real(path)?;
        // one at a time: what another request is just checking is not to blame for anything
        let _opening = lock(&self.opening);
        let open = |documents: &[Arc<Mutex<Document>>]| {
            documents.iter().position(|document| lock(document).path == path)
        };
        if let Some(at) = open(&lock(&self.documents)) {
            return Ok(at);
        }
        let document = Document::open(&path, &self.drafts)?;
        let mut documents = lock(&self.documents);
        if let Some(at) = open(&documents) {
            return Ok(at);
        }
        if documents.len() >= MOST_FILES {
            return Err(Fault::full(format!("there are {MOST_FILES} files open already")));
        }
        documents.push(Arc::new(Mutex::new(document)));
        Ok(documents.len() - 1)
    }

    /// Ends normally: what is still being checked is not to blame.
    pub(super) fn end(&self) {
        self.drafts.unmark();
    }

    pub(super) fn documents(&self) -> Vec<Arc<Mutex<Document>>> {
        lock(&self.documents).clone()
    }

    pub(super) fn document(&self, id: usize) -> Result<Arc<Mutex<Document>>, Fault> {
        lock(&self.documents).get(id).cloned().ok_or_else(|| Fault::missing("no such file is open"))
    }

    /// Changes a file, lets its tables follow, and tells the pages; then checks it as a whole, and tells them again.
    pub(super) fn change_file(
        self: &Arc<Self>,
        id: usize,
        change: impl FnOnce(&mut Document) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let document = self.document(id)?;
        let (path, text, sound, _mark) = {
            let mut document = lock(&document);
            change(&mut document)?;
            let mark = document.mark();
            let sound = document.load();
            (document.path.clone(), document.current().to_owned(), sound, mark)
        };
        if sound {
            self.follow(&document);
        }
        self.tell(Event::File { id, revision: lock(&document).revision });
        let found = problems(&path, &text);
        let mut document = lock(&document);
        if document.examined(&text, found) {
            document.revision += 1;
            self.tell(Event::File { id, revision: document.revision });
        }
        Ok(())
    }

    /// Lets the tables of a file go on by its rules, if they are sound.
    fn follow(self: &Arc<Self>, document: &Mutex<Document>) {
        let (origin, variant) = {
            let document = lock(document);
            (Origin::File(document.path.to_string_lossy().into_owned()), document.variant.clone())
        };
        let Some(variant) = variant else { return };
        let places: Vec<(String, Arc<Place>)> =
            lock(&self.places).iter().map(|(id, place)| (id.clone(), Arc::clone(place))).collect();
        for (id, place) in places.iter().filter(|(_, place)| lock(&place.table).origin == origin) {
            let choices = lock(&place.table).choices();
            let rules = self.variant(&origin, &choices).unwrap_or_else(|_| variant.clone());
            // a failure to save now is reported at the next move
            _ = self.change(id, |table| {
                table.follow(&rules);
                Ok(())
            });
        }
    }

    /// Checks the files on the disk: those with these names may have changed.
    pub(super) fn look(self: &Arc<Self>, changed: &[PathBuf]) {
        for (id, document) in self.documents().iter().enumerate() {
            let (concerned, extended) = {
                let document = lock(document);
                let concerned = changed.iter().any(|path| document.sources.contains(path));
                (
                    concerned,
                    changed.iter().any(|path| document.sources.contains(path) && *path != document.path),
                )
            };
            let looked = concerned && lock(document).look(extended);
            if looked {
                // only a change that the page asks for can be refused
                _ = self.change_file(id, |_| Ok(()));
            }
        }
    }

    /// The folders in which files that matter lie.
    pub(super) fn folders(&self) -> Vec<PathBuf> {
        let mut folders: Vec<PathBuf> = self
            .documents()
            .iter()
            .flat_map(|document| lock(document).sources.clone())
            .filter_map(|path| path.parent().map(Path::to_owned))
            .filter(|folder| folder.is_dir())
            .collect();
        folders.sort();
        folders.dedup();
        folders
    }
}
