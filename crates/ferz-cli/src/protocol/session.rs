//! The common part of both protocols: the game, the engine, and pending requests.

use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use ferz::{
    Choice, Engine, Game, Level, Limits, LoadError, Method, Move, MoveList, ParseMethodError, SearchInfo,
    SearchRequest, SearchResult, Strength, Variant,
};

use super::read::{Incoming, read};
use super::variants::{SupportedVariant, SupportedVariants};

/// The initial size of the transposition table in MiB.
pub(super) const HASH: usize = 16;
/// The maximum MiB and threads that may be requested.
pub(super) const MOST_HASH: usize = 1 << 17;
pub(super) const MOST_THREADS: usize = 512;
/// The maximum number of best lines.
pub(super) const MOST_LINES: usize = 500;
/// The name for the search method that the game's values name.
pub(super) const BY_GAME: &str = "by-game";
/// The nodes to search for the rest of a turn whose first move is decided.
const PART_NODES: u64 = 2000;
/// The overhead of a move in milliseconds.
pub(super) const OVERHEAD: u64 = 15;
/// The maximum number of moves of a game that is sent.
pub(super) const MOST_MOVES: usize = 10_000;
/// The stack size of the thinking thread.
const STACK: usize = 32 << 20;

/// An event that the protocols react to.
pub(super) enum Event {
    Line(String),
    TooLong,
    /// The games on offer have been loaded, or one of them can't be.
    Loaded(Box<Result<SupportedVariants, LoadError>>),
    /// Thinking has ended. The event has the engine until the desk takes it back.
    Done(Box<SearchResult>, Option<Engine>),
    End,
}

/// The output; lines of several threads are kept apart.
#[derive(Clone)]
pub(super) struct Out(Arc<Mutex<Box<dyn Write + Send>>>);

impl Out {
    /// Writes lines. A closed output is ignored here and noticed by reading.
    pub(super) fn say(&self, text: &str) {
        if let Ok(mut out) = self.0.lock() {
            let _ = writeln!(out, "{text}").and_then(|()| out.flush());
        }
    }
}

pub(super) struct Session {
    pub(super) out: Out,
    /// True if the interface has been asked to wait for features.
    pub(super) asked_to_wait: bool,
    pub(super) offers: SupportedVariants,
    pub(super) offer: SupportedVariant,
    pub(super) chosen: Vec<Choice>,
    /// True if first ranks are shuffled where a game allows it.
    shuffled: bool,
    pub(super) game: Game,
    pub(super) lines: usize,
    pub(super) level: Level,
    /// True if the strength in Elo counts instead of the level.
    pub(super) limited: bool,
    pub(super) elo: Strength,
    /// The search method, if not that of the game's values.
    method: Option<Method>,
    pub(super) overhead: Duration,
    events: Receiver<Event>,
    sender: SyncSender<Event>,
    /// Events that came while another was waited for.
    later: VecDeque<Event>,
    engine: Option<Engine>,
    busy: bool,
    stop: Arc<AtomicBool>,
    hash: usize,
    threads: usize,
}

/// The two directions of the conversation, before anything is known of games.
pub(super) struct Wire {
    out: Out,
    events: Receiver<Event>,
    sender: SyncSender<Event>,
    later: VecDeque<Event>,
    /// True if the interface knows already that it has to wait.
    asked_to_wait: bool,
}

impl Wire {
    pub(super) fn new(mut input: impl BufRead + Send + 'static, output: Box<dyn Write + Send>) -> Self {
        let (sender, events) = sync_channel(64);
        let lines = sender.clone();
        thread::spawn(move || {
            loop {
                let (event, last) = match read(&mut input) {
                    Incoming::Line(line) => (Event::Line(line), false),
                    Incoming::TooLong => (Event::TooLong, false),
                    Incoming::End => (Event::End, true),
                };
                if lines.send(event).is_err() || last {
                    return;
                }
            }
        });
        let out = Out(Arc::new(Mutex::new(output)));
        Self { out, events, sender, later: VecDeque::new(), asked_to_wait: false }
    }

    /// Loads the games in a thread of its own. An interface for CECP that asks for features meanwhile is asked to wait at once, as it
    /// does so for two seconds only.
    pub(super) fn load(
        &mut self,
        offers: impl FnOnce() -> Result<SupportedVariants, LoadError> + Send + 'static,
    ) -> Result<SupportedVariants, LoadError> {
        let (sender, mut xboard) = (self.sender.clone(), false);
        // there is no receiver any more once the session is over
        let load = move || _ = sender.send(Event::Loaded(Box::new(offers())));
        thread::spawn(load);
        loop {
            // there is always one more event: this has a sender of its own
            let event = self.events.recv().unwrap_or(Event::End);
            let Event::Line(line) = &event else {
                match event {
                    Event::Loaded(offers) => return *offers,
                    other => self.later.push_back(other),
                }
                continue;
            };
            let word = line.split_whitespace().next().unwrap_or_default();
            xboard |= word == "xboard";
            if xboard && word == "protover" && !self.asked_to_wait {
                self.out.say(WAIT);
                self.asked_to_wait = true;
            }
            self.later.push_back(event);
        }
    }
}

/// The request to wait for more features, in CECP.
pub(super) const WAIT: &str = "feature done=0";

impl Session {
    pub(super) fn new(wire: Wire, offers: SupportedVariants) -> Result<Self, LoadError> {
        let Wire { out, events, sender, later, asked_to_wait } = wire;
        let offer = offers.standard().clone();
        Ok(Self {
            out,
            asked_to_wait,
            game: offer.variant(&[])?.start(),
            offer,
            offers,
            chosen: Vec::new(),
            shuffled: false,
            lines: 1,
            level: Level::HIGHEST,
            limited: false,
            elo: Strength::STRONGEST,
            method: None,
            overhead: Duration::from_millis(OVERHEAD),
            events,
            sender,
            later,
            engine: None,
            busy: false,
            stop: Arc::default(),
            hash: HASH,
            threads: 1,
        }
        .ready())
    }

    /// Creates the engine, with as much memory as there is.
    fn ready(mut self) -> Self {
        self.engine = self.make_engine();
        self
    }

    fn make_engine(&mut self) -> Option<Engine> {
        loop {
            match crate::memory::engine(self.hash, self.threads) {
                Ok(engine) => return Some(engine),
                Err(no_room) if self.hash > 1 => {
                    self.hash /= 2;
                    self.out.say(&format!("# {no_room}; trying {}", self.hash));
                }
                Err(_) => return None,
            }
        }
    }

    pub(super) fn say(&self, text: &str) {
        self.out.say(text);
    }

    /// Waits for the next event.
    pub(super) fn next(&mut self) -> Event {
        let event = match self.later.pop_front() {
            Some(event) => event,
            None => self.events.recv().unwrap_or(Event::End),
        };
        self.take_back(event)
    }

    /// Takes back the engine after thinking.
    fn take_back(&mut self, event: Event) -> Event {
        let Event::Done(opinion, engine) = event else { return event };
        self.engine = engine.or_else(|| self.make_engine());
        self.busy = false;
        Event::Done(opinion, None)
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.busy
    }

    /// Stops the thinking thread at once; its result is then the next event of its kind.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Stops thinking and waits for the result.
    pub(super) fn finish(&mut self) -> Option<SearchResult> {
        self.stop();
        self.wait()
    }

    /// Waits for the result of thinking; `None` if no search is running.
    pub(super) fn wait(&mut self) -> Option<SearchResult> {
        while self.is_thinking() {
            let event = self.events.recv().unwrap_or(Event::End);
            match self.take_back(event) {
                Event::Done(opinion, _) => return Some(*opinion),
                Event::End if self.later.iter().any(|event| matches!(event, Event::End)) => return None,
                event => self.later.push_back(event),
            }
        }
        None
    }

    /// Starts thinking about the game; every line found is formatted by this function.
    pub(super) fn think(
        &mut self,
        ask: SearchRequest,
        words: impl Fn(&SearchInfo) -> Option<String> + Send + 'static,
    ) {
        self.think_of(self.game.clone(), ask, words);
    }

    /// Starts thinking about a game that is not on the board.
    pub(super) fn think_of(
        &mut self,
        game: Game,
        mut ask: SearchRequest,
        words: impl Fn(&SearchInfo) -> Option<String> + Send + 'static,
    ) {
        ask.strength = if self.limited { Some(self.elo) } else { self.level.strength() };
        ask.method = self.method;
        ask.lines = ask.lines.max(self.lines);
        ask.seed = game.moves().len() as u64;
        let (out, stop) = (self.out.clone(), Arc::clone(&self.stop));
        self.send_off(move |engine| {
            engine.think(&game, &ask, &stop, &mut |insight| {
                if let Some(words) = words(insight) {
                    out.say(&words);
                }
            })
        });
    }

    /// Starts perft, which reports the number of nodes below each move.
    pub(super) fn count(&mut self, depth: u32) {
        let (out, stop, game) = (self.out.clone(), Arc::clone(&self.stop), self.game.clone());
        self.send_off(move |_| {
            let mut explorer = game.explorer();
            let mut lists: Vec<MoveList> = vec![MoveList::new(); depth.min(64) as usize];
            let mut all = 0;
            if let Some((moves, rest)) = lists.split_first_mut() {
                explorer.legal_moves(moves);
                for index in 0..moves.len() {
                    explorer.play(moves, index);
                    let nodes = paths(&mut explorer, rest, &stop);
                    explorer.undo();
                    if stop.load(Ordering::Relaxed) {
                        out.say("info string the count was stopped");
                        return SearchResult::default();
                    }
                    out.say(&format!("{}: {nodes}", explorer.describe(moves, index)));
                    all += nodes;
                }
            }
            out.say(&format!("\nNodes searched: {all}\n"));
            SearchResult::default()
        });
    }

    /// Returns the best move in the rest of a turn, after a short search.
    pub(super) fn next_part(&self, game: &Game) -> Option<Move> {
        let limits = Limits { nodes: Some(PART_NODES), ..Limits::default() };
        let ask = SearchRequest { limits, unclaimed: true, ..SearchRequest::default() };
        let engine = self.engine.as_ref();
        let found =
            engine.and_then(|engine| engine.think(game, &ask, &AtomicBool::new(false), &mut |_| ()).best);
        found.or_else(|| game.moves_regardless().into_iter().next())
    }

    fn send_off(&mut self, work: impl FnOnce(&Engine) -> SearchResult + Send + 'static) {
        let Some(mut engine) = self.engine.take() else { return };
        self.busy = true;
        engine.set_threads(self.threads);
        self.stop.store(false, Ordering::Relaxed);
        let sender = self.sender.clone();
        let begun = thread::Builder::new().stack_size(STACK).spawn(move || {
            // a panic in thinking must not leave the other end without an answer
            let opinion = catch_unwind(AssertUnwindSafe(|| work(&engine))).unwrap_or_default();
            // there is no receiver any more once the session is over
            let _ = sender.send(Event::Done(Box::new(opinion), Some(engine)));
        });
        if begun.is_err() {
            // the other end waits for an answer, even an empty one
            let engine = self.make_engine();
            let _ = self.sender.send(Event::Done(Box::default(), engine));
        }
    }

    /// Resizes the transposition table.
    pub(super) fn set_hash(&mut self, mebibytes: usize) -> Result<(), String> {
        let mebibytes = mebibytes.clamp(1, MOST_HASH);
        if mebibytes == self.hash {
            return Ok(());
        }
        // the old one is freed first, so that both need not fit
        self.engine = None;
        let old = std::mem::replace(&mut self.hash, mebibytes);
        match crate::memory::engine(mebibytes, self.threads) {
            Ok(engine) => self.engine = Some(engine),
            Err(no_room) => {
                self.hash = old;
                self.engine = self.make_engine();
                return Err(no_room.to_string());
            }
        }
        Ok(())
    }

    pub(super) fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, MOST_THREADS);
    }

    /// Sets the search method.
    pub(super) fn set_method(&mut self, name: &str) -> Result<(), String> {
        let by_game = name.eq_ignore_ascii_case(BY_GAME);
        self.method = match by_game {
            true => None,
            false => Some(name.parse().map_err(|error: ParseMethodError| error.to_string())?),
        };
        Ok(())
    }

    /// Returns the names of the search methods, the default first.
    pub(super) fn methods() -> impl Iterator<Item = &'static str> {
        [BY_GAME].into_iter().chain(Method::ALL.map(Method::name))
    }

    /// Clears the transposition table.
    pub(super) fn forget(&mut self) {
        if let Some(engine) = &self.engine {
            engine.forget();
        }
    }

    /// Switches to another game.
    pub(super) fn set_variant(&mut self, name: &str) -> Result<(), String> {
        let offer = self.offers.find(name).ok_or_else(|| format!("there is no game called {name}"))?.clone();
        self.game = self.rules(&offer, &self.chosen)?.start();
        self.offer = offer;
        self.forget();
        Ok(())
    }

    /// Castling as in Chess960, and shuffled starts, for every game that has this form.
    pub(super) fn set_chess960(&mut self, on: bool) -> Result<(), String> {
        self.shuffled = on;
        self.game = self.rules(&self.offer, &self.chosen)?.start();
        self.forget();
        Ok(())
    }

    /// The rules of an offer, with the choices that concern them.
    fn rules(&self, offer: &SupportedVariant, chosen: &[Choice]) -> Result<Variant, String> {
        let plain = offer.variant(chosen).map_err(|error| error.to_string())?;
        Ok(Some(&plain).filter(|_| self.shuffled).and_then(Variant::shuffled).unwrap_or(plain))
    }

    /// Sets an option of the game.
    pub(super) fn choose(&mut self, name: &str, value: &str) -> Result<(), String> {
        let mut chosen: Vec<Choice> =
            self.chosen.iter().filter(|choice| !choice.name.eq_ignore_ascii_case(name)).cloned().collect();
        let options = self.offers.options();
        let option = options.iter().find(|option| option.0.eq_ignore_ascii_case(name));
        let (name, _, values) = option.ok_or_else(|| format!("there is no option called {name}"))?;
        let value = values.iter().find(|known| known.eq_ignore_ascii_case(value));
        let value = value.ok_or_else(|| format!("{name} has no such value"))?;
        chosen.push(Choice { name: name.clone(), value: value.clone() });
        self.game = self.rules(&self.offer, &chosen)?.start();
        self.chosen = chosen;
        self.forget();
        Ok(())
    }
}

/// Returns the level of a number, or the nearest one.
pub(super) fn level(number: u64) -> Level {
    let [low, high] = [Level::LOWEST, Level::HIGHEST].map(|level| u64::from(level.number()));
    Level::new(number.clamp(low, high) as u8).unwrap_or(Level::HIGHEST)
}

/// Returns the strength of a number, or the nearest one.
pub(super) fn elo(number: u64) -> Strength {
    let [low, high] = [Strength::WEAKEST, Strength::STRONGEST].map(|strength| u64::from(strength.elo()));
    Strength::new(number.clamp(low, high) as u32).unwrap_or(Strength::STRONGEST)
}

/// Counts the nodes at a depth of as many moves as there are lists.
fn paths(explorer: &mut ferz::Explorer, lists: &mut [MoveList], stop: &AtomicBool) -> u64 {
    let Some((moves, rest)) = lists.split_first_mut() else { return 1 };
    explorer.legal_moves(moves);
    if rest.is_empty() {
        return moves.len() as u64;
    }
    let mut nodes = 0;
    for index in 0..moves.len() {
        if stop.load(Ordering::Relaxed) {
            return nodes;
        }
        explorer.play(moves, index);
        nodes += paths(explorer, rest, stop);
        explorer.undo();
    }
    nodes
}
