//! Captures: what must be taken, how chains of jumps go, and what becomes of who fails to take.
//!
//! ```toml
//! [capture]
//! compulsory = "strict"        # or "huff"
//! chains     = "whole"         # or "may stop"
//! most       = true            # only the chains that take most
//! removed    = "at the end"    # or "at once"
//! crowning   = "ends the chain" # or "at the end"
//! stop-in    = "courtyard"     # coming down there ends a chain
//! ```
//!
//! A chain is the jumps of one man in one turn. With `huff`, a side that could have taken and did not (or broke a chain off) leaves
//! offenders, one of which the other side must remove before its own step.
//!
//! Invariant: offenders are judged on the position before the ordinary step; if a man was taken, only the man that took can offend.

mod words;

use std::collections::HashSet;
use std::sync::Arc;

use smallvec::SmallVec;

use super::rule::{Feature, Played, Rule, Sample, Style, Topic, Use};
use super::scope::Scope;
use crate::board::isa::Portable;
use crate::board::{Bits, Square, SquareSet};
use crate::definition::{Key, KeyTable, Kind as Shape, Table};
use crate::model::men::{Piece, Side};
use crate::moves::{
    Change, List, Maker, Makers, Move, PieceTable, Place, Record, Role, Sketch, TooManyMoves, TurnPart,
    Writing, changes_at,
};
use crate::state::{
    Item, OnChange, Remembers, Slot, SlotDeclaration, SlotShape, Snapshot, State, Until, Words,
};
use crate::text::Report;
use crate::walk::{Attacks, Jumps, Link};

/// The keys of `[capture]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "capture",
    doc: "Compulsory captures, and chains of jumps.",
    keys: &[
        Key::optional(
            "compulsory",
            Shape::OneOf(&["strict", "huff"]),
            "Whether captures are compulsory: then a capture is the only legal move (`strict`), or a player who fails to capture may lose the piece that could have (`huff`); by default, captures are optional.",
            "\"strict\"",
        ),
        Key::optional(
            "chains",
            Shape::OneOf(&["whole", "may stop"]),
            "Whether a chain of jumps must go on as far as it can, or may stop after any jump; by default, whole.",
            "\"may stop\"",
        ),
        Key::optional("most", Shape::Flag, "Only the captures that take the most pieces are legal.", "true"),
        Key::optional(
            "removed",
            Shape::OneOf(&["at once", "at the end"]),
            "When jumped pieces are removed; until then they block the way and can't be jumped again; by default, at once.",
            "\"at the end\"",
        ),
        Key::optional(
            "crowning",
            Shape::OneOf(&["ends the chain", "at the end"]),
            "Whether a piece that lands where it promotes ends its chain there, or jumps on and promotes only where it stops; by default, it ends its chain.",
            "\"at the end\"",
        ),
        Key::optional("stop-in", Shape::Squares, "Squares on which a chain ends.", "\"courtyard\""),
    ],
};

/// Captures in the registry: every game has them.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional("capture", Shape::Table(&KEYS), KEYS.doc, "")],
    measured_by: &[],
    read: |scope, root, report| {
        Some(Box::new(root.table("capture").map(|table| read(scope, table, report)).unwrap_or_default()))
    },
};

/// Whether captures must be made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Compulsory {
    #[default]
    Free,
    Strict,
    Huff,
}

/// Captures as the rules have them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Capture {
    pub(crate) compulsory: Compulsory,
    may_stop: bool,
    most: bool,
    at_the_end: bool,
    crowning_goes_on: bool,
    stop_in: Option<[SquareSet; 2]>,
}

/// Reads `[capture]`.
fn read(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Capture {
    let says = |key, wanted| table.text(key).is_some_and(|word| word.text == wanted);
    Capture {
        compulsory: match table.text("compulsory").map(|word| word.text) {
            Some("strict") => Compulsory::Strict,
            Some("huff") => Compulsory::Huff,
            _ => Compulsory::Free,
        },
        may_stop: says("chains", "may stop"),
        most: table.flag("most").unwrap_or(false),
        at_the_end: says("removed", "at the end"),
        crowning_goes_on: says("crowning", "at the end"),
        stop_in: table.text("stop-in").and_then(|word| scope.squares(word, report)),
    }
}

impl Rule for Capture {
    fn topic(&self) -> Topic {
        Topic { place: 50, heading: "Captures" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        words::sentences(self, scope)
    }

    fn endangers_royals(&self) -> bool {
        self.huffs()
    }

    fn samples(&self, scope: &Scope<'_>, _style: Style<'_>) -> Vec<Sample> {
        let sample = |what, example, how: &str| Sample { place: 30, what, example, how: how.to_owned() };
        let square = scope.array.first().map_or_else(String::new, |(at, _)| scope.geometry().name(*at));
        let chain = sample("a chain of jumps", "c3e5g7".to_owned(), "every square the piece lands on");
        let huff = sample("a huff", format!("x{square}"), "x and the square of the removed piece");
        scope.has_jumps().then_some(chain).into_iter().chain(self.huffs().then_some(huff)).collect()
    }

    fn uses(&self, scope: &Scope<'_>) -> Vec<Use> {
        let one = |kind, what: &str| Use { place: 60, kind, what: what.to_owned() };
        let chain = one("chain", "a chain of two jumps or more");
        let huff = one("huff", "a piece removed for failing to capture");
        scope.has_jumps().then_some(chain).into_iter().chain(self.huffs().then_some(huff)).collect()
    }

    fn came_up(&self, scope: &Scope<'_>, played: &Played<'_>) -> Option<usize> {
        let counts = played.kind != "chain" || played.taken.len() > 1;
        self.uses(scope).iter().position(|one| counts && one.kind == played.kind)
    }
}

impl Capture {
    fn huffs(&self) -> bool {
        self.compulsory == Compulsory::Huff
    }

    /// Whether captures bear on which other moves are legal.
    pub(crate) fn is_duty(&self) -> bool {
        self.most || self.compulsory != Compulsory::Free
    }

    /// Lays the rule out.
    pub(crate) fn compile<B: Bits>(
        &self,
        makers: &mut Makers,
        declare: &mut dyn FnMut(SlotDeclaration) -> Slot,
    ) -> Taking<B> {
        let offenders = SlotDeclaration {
            name: "offenders",
            shape: SlotShape::Squares,
            per_side: false,
            on_change: OnChange::Ends,
            until: Until::NextMove,
            owner: Arc::new(Offenders),
        };
        Taking {
            offenders: self.huffs().then(|| declare(offenders)),
            chain: makers.add(&Chains),
            huff: makers.add(&Huffs),
            compulsory: self.compulsory,
            may_stop: self.may_stop,
            most: self.most,
            at_the_end: self.at_the_end,
            crowning_goes_on: self.crowning_goes_on,
            stop_in: self.stop_in.map_or([B::NONE; 2], |squares| squares.map(B::from_wide)),
        }
    }
}

/// Captures on a board of some width.
#[derive(Clone, Debug)]
pub(crate) struct Taking<B> {
    chain: Maker,
    huff: Maker,
    /// The pieces of the side not to move that failed to take, one of which is to be removed.
    offenders: Option<Slot>,
    pub(crate) compulsory: Compulsory,
    may_stop: bool,
    most: bool,
    at_the_end: bool,
    crowning_goes_on: bool,
    stop_in: [B; 2],
}

/// Chains of jumps as they are called and written.
#[derive(Debug)]
struct Chains;

impl Writing for Chains {
    fn name(&self) -> &'static str {
        "chain"
    }

    /// Every square the piece comes down on, `c3e5g7`.
    fn coordinates(&self, sketch: &Sketch<'_>) -> String {
        let mut text = sketch.square(sketch.step.from);
        text.extend(sketch.path().map(|square| sketch.square(square)));
        if sketch.promotes() && sketch.promotions {
            text += &sketch.after().letter.to_ascii_lowercase();
        }
        text
    }

    /// The piece, the square it begins on, and every square it comes down on, `Gh7xj5xh3`.
    fn san(&self, sketch: &Sketch<'_>) -> Option<String> {
        let mut text = sketch.types[usize::from(sketch.before.kind())].san.clone();
        text += &sketch.square(sketch.step.from);
        text.extend(sketch.path().map(|square| format!("x{}", sketch.square(square))));
        if sketch.promotes() {
            text += "=";
            text += &sketch.after().letter;
        }
        Some(text)
    }

    fn is_doubtful(&self) -> bool {
        true
    }
}

/// What a position remembers of failures to take.
#[derive(Debug)]
struct Offenders;

impl Remembers for Offenders {
    fn expects(&self, _: SlotShape) -> &'static str {
        "squares are needed, as in `d4e5`"
    }

    /// Only pieces of the side not to move can have failed to take.
    fn admits(&self, snapshot: &Snapshot<'_>, item: Item) -> Result<bool, String> {
        Ok(match item {
            Item::Square { square, .. } => {
                (snapshot.at)(square).get().is_some_and(|(_, owner)| owner != snapshot.side)
            }
            _ => true,
        })
    }

    fn sentences(
        &self,
        snapshot: &Snapshot<'_>,
        _: SlotShape,
        words: &dyn Fn(Side) -> Vec<u64>,
    ) -> Vec<String> {
        let offenders: SquareSet = Words(&words(snapshot.side)).squares();
        let line = || format!("failed to capture, one must be removed: {}", snapshot.list(offenders));
        (!offenders.is_empty()).then(line).into_iter().collect()
    }
}

/// Huffs as they are called and written.
#[derive(Debug)]
struct Huffs;

impl Writing for Huffs {
    fn name(&self) -> &'static str {
        "huff"
    }

    fn coordinates(&self, sketch: &Sketch<'_>) -> String {
        format!("x{}", sketch.square(sketch.step.from))
    }

    fn comes_first(&self) -> Option<&'static str> {
        Some("a piece that failed to capture must be removed first")
    }
}

/// The links of a chain from its last one back.
struct Path<'a> {
    link: Link,
    before: Option<&'a Path<'a>>,
}

/// The chains of a man being found.
struct Search<'a, B> {
    taking: &'a Taking<B>,
    state: &'a State<B>,
    kind: &'a PieceTable<B>,
    jumps: &'a Jumps<B>,
    from: Square,
    /// The number of squares that are still looked at.
    budget: &'a mut u32,
    list: &'a mut List,
    /// The chains found, where chains that agree in their ends and their victims are one move.
    known: &'a mut Known<B>,
}

impl<B: Bits> Taking<B> {
    /// Whether only the captures that take most are legal.
    pub(crate) fn is_most(&self) -> bool {
        self.most
    }

    /// Generator: the chains of jumps of the side to move; men in `barred` can't be taken, men in `still` don't move.
    pub(crate) fn chains(
        &self,
        attacks: &Attacks<B>,
        state: &State<B>,
        kinds: &[PieceTable<B>],
        (barred, still): (B, B),
        list: &mut List,
    ) {
        let (us, occupied) = (state.side, state.occupied());
        let (mut budget, mut known) = (MOST_LOOKS, Known::default());
        for (id, jumps) in attacks.jumpers(us).types() {
            let men = state.of(*id, us) & !still;
            if men.is_empty() {
                continue;
            }
            let kind = &kinds[usize::from(*id)];
            let victims = self.victims(state, kind) & !barred;
            for from in jumps.able(men, occupied, victims).squares() {
                known.few.clear();
                known.all.clear();
                let mut search = Search {
                    taking: self,
                    state,
                    kind,
                    jumps,
                    from,
                    budget: &mut budget,
                    list: &mut *list,
                    known: &mut known,
                };
                search.extend(from, (occupied & !B::bit(from), victims), None);
            }
        }
    }

    /// The enemy men that a kind may take.
    #[inline]
    fn victims(&self, state: &State<B>, kind: &PieceTable<B>) -> B {
        let enemy = state.side(kind.content.side().other());
        kind.spares.iter().fold(enemy, |victims, &spared| victims & !state.men(spared))
    }

    /// Whether a chain is over on a square whatever lies beyond.
    #[inline]
    fn stops(&self, kind: &PieceTable<B>, square: Square) -> bool {
        let crowned = kind.arrival.zone.has(square) && !self.crowning_goes_on;
        self.stop_in[kind.content.side().index()].has(square) || crowned
    }

    /// The men of the side to move that could take; men in `barred` can't be taken, men in `still` don't move.
    pub(crate) fn takers(
        &self,
        attacks: &Attacks<B>,
        state: &State<B>,
        kinds: &[PieceTable<B>],
        (barred, still): (B, B),
    ) -> B {
        let side = state.side;
        let mut takers = B::NONE;
        for kind in kinds.iter().filter(|kind| kind.takes()) {
            let takes = |from: &Square| {
                let targets = kind.targets::<Portable>(*from, state.board());
                targets.meets(self.victims(state, kind) & !barred)
            };
            let men = (state.of(kind.content.kind(), side) & !still).squares();
            men.filter(takes).for_each(|from| takers |= B::bit(from));
        }
        for (id, jumps) in attacks.jumpers(side).types() {
            let victims = self.victims(state, &kinds[usize::from(*id)]) & !barred;
            takers |= jumps.able(state.of(*id, side) & !still, state.occupied(), victims);
        }
        takers
    }

    /// Whether the man that has just come down on a square could jump on.
    pub(crate) fn could_go_on(
        &self,
        attacks: &Attacks<B>,
        state: &State<B>,
        kinds: &[PieceTable<B>],
        square: Square,
    ) -> bool {
        let man = state.at(square);
        let kind = &kinds[usize::from(man.kind())];
        let mut open = false;
        for (_, jumps) in attacks.jumpers(man.side()).types().iter().filter(|(id, _)| *id == man.kind()) {
            jumps.from(square, state.occupied(), self.victims(state, kind), |_| open = true);
        }
        open && !self.stops(kind, square)
    }

    /// The pieces that failed to take with the last move, one of which is to be removed.
    #[inline]
    pub(crate) fn offenders(&self, state: &State<B>) -> B {
        self.offenders.map_or(B::NONE, |slot| slot.squares(state, state.side))
    }

    /// Notes which pieces have failed to take.
    pub(crate) fn put_offenders(&self, state: &mut State<B>, offenders: B) {
        if let Some(slot) = self.offenders {
            let side = state.side;
            slot.put_squares(state, side, offenders);
        }
    }

    /// Generator: the removals of an offender.
    pub(crate) fn huffs(&self, state: &State<B>, list: &mut List) {
        for square in self.offenders(state).squares() {
            let ends = Move::plain(square, square, square, Piece::EMPTY);
            let change = (state.at(square), Piece::EMPTY);
            list.push_listed(ends, (self.huff, TurnPart::Prelude), REASON, |record| {
                record.add(square, change, Role::Removed);
            });
        }
    }

    /// Keeps what the duty to take leaves legal.
    pub(crate) fn keep_duty(&self, List { steps, changes, .. }: &mut List) {
        if self.compulsory == Compulsory::Strict && steps.iter().any(|step| step.takes()) {
            steps.retain(|step| step.takes());
        }
        if self.most {
            let taken = |step: &Move| match step.place() {
                Place::List(at) => {
                    let own = changes_at(changes, at).iter();
                    own.filter(|entry| entry.change.role == Role::Taken).count()
                }
                _ => usize::from(step.takes()),
            };
            let most = steps.iter().map(taken).max().unwrap_or(0);
            steps.retain(|step| !step.takes() || taken(step) == most);
        }
    }
}

impl<B: Bits> Search<'_, B> {
    /// Goes on from a square; `occupied` and `victims` are what still stands in the way and what can still be jumped.
    fn extend(&mut self, at: Square, (occupied, victims): (B, B), path: Option<&Path<'_>>) {
        if *self.budget == 0 {
            self.list.full = Some(TooManyMoves { rule: REASON });
            return;
        }
        *self.budget -= 1;
        if self.taking.may_stop {
            self.note(at, path);
        }
        let (jumps, mut over) = (self.jumps, true);
        jumps.from(at, occupied, victims, |link| {
            over = false;
            let (gone, path) = (B::bit(link.over), Path { link, before: path });
            let occupied = if self.taking.at_the_end { occupied } else { occupied & !gone };
            if self.taking.stops(self.kind, link.land) {
                self.note(link.land, Some(&path));
            } else {
                self.extend(link.land, (occupied, victims & !gone), Some(&path));
            }
        });
        if over && !self.taking.may_stop {
            self.note(at, path);
        }
    }

    /// Writes a chain down, once for each piece type that the jumper may have where it ends.
    fn note(&mut self, to: Square, path: Option<&Path<'_>>) {
        let Some(path) = path else { return };
        if self.taking.at_the_end && !self.is_new(to, path) {
            return;
        }
        let (kind, state, from) = (self.kind, self.state, self.from);
        let (list, made) = (&mut *self.list, (self.taking.chain, TurnPart::Move));
        let take = path.links().last().map_or(from, |link| link.over);
        let mut push = |after: Piece| {
            let ends = Move::plain(from, to, take, after);
            list.push_listed(ends, made, REASON, |record| path.record(state, ends, record));
        };
        if kind.arrival.zone.has(to) {
            kind.arrival.each(state, push);
        } else {
            push(kind.content);
        }
    }

    /// Whether no chain known so far has these ends and takes the same pieces: where pieces are removed at the end, such chains are
    /// one move.
    fn is_new(&mut self, to: Square, path: &Path<'_>) -> bool {
        let taken = path.links().fold(B::NONE, |set, link| set | B::bit(link.over));
        let known = &mut *self.known;
        if known.all.is_empty() {
            if known.few.contains(&(to, taken)) {
                return false;
            }
            known.few.push((to, taken));
            if known.few.len() > FEW {
                known.all.extend(known.few.iter().map(|(to, taken)| (*to, taken.words())));
            }
            return true;
        }
        known.all.insert((to, taken.words()))
    }
}

/// Ends and victims of chains: a few are looked through, more are looked up.
#[derive(Default)]
struct Known<B> {
    few: SmallVec<[(Square, B); 8]>,
    all: HashSet<(Square, [u64; 4])>,
}

/// The most chains of a piece that are looked through.
const FEW: usize = 32;

impl Path<'_> {
    /// The jumps, the last one first.
    fn links(&self) -> impl Iterator<Item = Link> + Clone {
        std::iter::successors(Some(self), |path| path.before).map(|path| path.link)
    }

    /// Records the changes of the chain, each square once, with the squares that the jumper passes.
    fn record<B: Bits>(&self, state: &State<B>, ends: Move, record: &mut Record<'_>) {
        let (from, to) = (ends.from, ends.to);
        if self.before.is_none() {
            let change = |square, before, after, role| Change { square, before, after, role };
            return record.add_all([
                change(from, state.at(from), Piece::EMPTY, Role::Moved),
                change(self.link.over, state.at(self.link.over), Piece::EMPTY, Role::Taken),
                change(to, Piece::EMPTY, ends.after, Role::Moved),
            ]);
        }
        let stays = if from == to { ends.after } else { Piece::EMPTY };
        if state.at(from) != stays {
            record.add(from, (state.at(from), stays), Role::Moved);
        }
        self.record_jumps(state, ends, record);
        if from != to && !self.links().any(|link| link.over == to) {
            record.add(to, (Piece::EMPTY, ends.after), Role::Moved);
        }
    }

    /// Records the jumps in the order in which they are made.
    fn record_jumps<B: Bits>(&self, state: &State<B>, ends: Move, record: &mut Record<'_>) {
        if let Some(before) = self.before {
            before.record_jumps(state, ends, record);
            record.add(before.link.land, (Piece::EMPTY, Piece::EMPTY), Role::Passed);
        }
        let over = self.link.over;
        let after = if over == ends.to { ends.after } else { Piece::EMPTY };
        record.add(over, (state.at(over), after), Role::Taken);
    }
}

/// The most squares looked at for the chains of one position.
const MOST_LOOKS: u32 = 2_000_000;

/// The rule that can make more moves than are listed.
const REASON: &str = "chains of jumps";
