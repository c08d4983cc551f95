//! Promotion: a piece that arrives in a zone becomes another, at once or after a wait, of any type or only of one its owner has lost.
//!
//! ```toml
//! [promotion]
//! pieces        = "pawn"
//! on            = "rank 8"
//! to            = "lost"                     # or pieces: "queen, rook"
//! after         = 2                          # of its owner's turns, standing still
//! while-waiting = ["immobile", "immune"]
//! if-none-lost  = "wait"
//! ```
//!
//! A piece that must wait is entered in a queue. When its turns are over and a lost piece is available, its promotion in place is due: a
//! move of its own before its owner's ordinary one. If none is available then, it promotes by itself the moment its owner loses a piece, as
//! part of the enemy's capture.
//!
//! Invariant: every piece in a queue stands on a square in `waiting`, and no piece is in a pool that its owner has back.

use std::sync::Arc;

use super::plan::{Barred, Hook, Lay, Made, Plan, SlotGate, Station};
use super::rule::{Becomes, Feature, FenField, FenPlace, Measure, Played, Rule, Sample, Style, Topic, Use};
use super::scope::{Scope, sentence};
use crate::board::{Bits, Square, SquareSet};
use crate::definition::{Hint, Key, KeyTable, Kind as Shape, Table};
use crate::model::pieces::{MAX_TYPES, Piece, Side, TypeId};
use crate::moves::{Change, Effect, List, Maker, Move, Promotions, Role, Sketch, TurnPart, Writing};
use crate::state::{
    Item, OnChange, Remembers, Slot, SlotDeclaration, SlotShape, Snapshot, State, Until, Words,
};
use crate::text::{Diagnostic, Report};

/// The keys of `[promotion]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "promotion",
    doc: "Which pieces promote, where, when, and to what.",
    keys: &[
        Key::required("pieces", Shape::Pieces, "The pieces that promote.", "\"pawn\""),
        Key::required(
            "on",
            Shape::Squares,
            "The squares on which they do, as White sees them.",
            "\"rank 8\"",
        ),
        Key::required(
            "to",
            Shape::Pieces,
            "What they may become: piece types, or `lost`, a type its owner has lost, each lost piece serving once.",
            "\"any but king, pawn\"",
        )
        .with(Hint::Words(&[("lost", "what its owner has lost, each lost piece serving once")])),
        Key::optional(
            "optional",
            Shape::Flag,
            "Whether the piece may also stay as it is; by default, it must promote.",
            "true",
        ),
        Key::optional(
            "after",
            Shape::Integer { min: 0, max: 100 },
            "For how many turns of its owner it first waits there; by default, none.",
            "2",
        ),
        Key::optional(
            "while-waiting",
            Shape::List(&Shape::OneOf(&["immobile", "immune"])),
            "What holds for a waiting piece: it neither moves nor attacks (`immobile`), it can't be captured (`immune`).",
            "[\"immobile\", \"immune\"]",
        ),
        Key::optional(
            "if-none-lost",
            Shape::OneOf(&["wait", "stay"]),
            "What it does if its owner has lost nothing it may become: wait until that happens, or stay as it is for good; by default, wait.",
            "\"wait\"",
        ),
    ],
};

/// Promotion in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional("promotion", Shape::Table(&KEYS), KEYS.doc, "")],
    measured_by: &[
        ("ferz::promotion::", Measure::Board),
        ("ferz::promotion::", Measure::Parent),
        ("ferz::promotion::to_nothing", Measure::Pieces),
    ],
    read: |scope, root, report| Some(Box::new(read(scope, root.table("promotion")?, report)?)),
};

/// Promotion as the rules have it.
#[derive(Clone, Debug)]
pub(crate) struct Promotion {
    /// The pieces that promote.
    pub pieces: Vec<TypeId>,
    /// As White and as Black see it.
    pub(crate) zone: [SquareSet; 2],
    pub(crate) to: Vec<TypeId>,
    pub(crate) optional: bool,
    /// Only to types lost, each lost piece serving once.
    pub(crate) lost: bool,
    after: u8,
    immobile: bool,
    immune: bool,
    waits_for_loss: bool,
}

/// Reads `[promotion]`.
fn read(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Option<Promotion> {
    let (pieces, on, to) = (table.text("pieces"), table.text("on"), table.text("to"));
    let pieces = pieces.map(|word| scope.types(word, report));
    let zone = on.and_then(|word| scope.squares(word, report));
    let lost = to.is_some_and(|word| word.text.trim() == "lost");
    let choices = match (&pieces, to) {
        // a royal piece is never lost, and what promotes is no choice
        (Some(pieces), Some(_)) if lost => Some(
            (0..scope.types.len() as TypeId)
                .filter(|kind| !pieces.contains(kind) && !scope.types[usize::from(*kind)].royal)
                .collect(),
        ),
        (_, to) => to.map(|word| scope.types(word, report)),
    };
    let (pieces, zone, choices) = (pieces?, zone?, choices?);
    if let (true, Some(word)) = (choices.is_empty() && !report.has_errors(), to) {
        report.push(
            Diagnostic::error("ferz::promotion::to_nothing", "the promotion has nothing to promote to")
                .at(word.span, "no piece is left here")
                .help(match lost {
                    true => "royal pieces are never lost, and those that promote are no choice: there is no other piece",
                    false => "name the pieces it may become, such as `to = \"any but king, pawn\"`",
                }),
        );
    }
    if let (true, Some(word)) = (zone[0].is_empty(), on) {
        report.push(
            Diagnostic::error(
                "ferz::promotion::nowhere",
                "the promotion can never happen: there is no such square",
            )
            .at(word.span, "these words name no square of the board")
            .help("name the squares where it happens, such as `on = \"rank 8\"`"),
        );
    }
    let says = |key, wanted| table.words(key).iter().any(|word| word.text == wanted);
    Some(Promotion {
        pieces,
        zone,
        to: choices,
        optional: table.flag("optional").unwrap_or(false),
        lost,
        after: table.integer("after").and_then(|n| u8::try_from(n).ok()).unwrap_or(0),
        immobile: says("while-waiting", "immobile"),
        immune: says("while-waiting", "immune"),
        waits_for_loss: lost && !says("if-none-lost", "stay"),
    })
}

impl Rule for Promotion {
    fn topic(&self) -> Topic {
        Topic { place: 20, heading: "Promotion" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        let who = scope.each_of(&self.pieces);
        let zone = scope.squares_of_both(self.zone, "or");
        let must = if self.optional { "may become" } else { "must become" };
        let what = match (self.lost, self.to.len()) {
            (true, _) => format!(
                "a piece of a type its owner has lost ({}), at the owner's choice",
                scope.list(&self.to, "or")
            ),
            (false, 0 | 1) => scope.each_of(&self.to),
            (false, _) => format!("{}, at its owner's choice", scope.each_of(&self.to)),
        };
        let mut lines = Vec::new();
        if self.after > 0 {
            let turns = if self.after == 1 { "turn".to_owned() } else { format!("{} turns", self.after) };
            lines.push(sentence(&format!(
                "{who} that reaches {zone} stays as it is for its owner's next {turns}."
            )));
            lines.push(format!(
                "At the start of the turn after that, it {must} {what}; this is a separate move, after which the owner moves as usual. If several pieces are due, the one that arrived first comes first."
            ));
        } else {
            let must = must.replace("become", "at once become");
            lines.push(sentence(&format!("{who} that reaches {zone} {must} {what}.")));
        }
        lines.extend(self.lost_sentences().into_iter().map(str::to_owned));
        let waiting = [
            (
                self.immobile,
                "While waiting, it neither moves nor attacks, but it blocks the way for both sides.",
            ),
            (self.immune, "While waiting, it can't be captured."),
        ];
        if self.remembers() {
            lines.extend(waiting.iter().filter(|(holds, _)| *holds).map(|(_, words)| (*words).to_owned()));
        }
        lines
    }

    /// SAN writes no letter for the one type that promotes.
    fn unlettered(&self) -> Option<TypeId> {
        if let [only] = self.pieces[..] { Some(only) } else { None }
    }

    fn has_other_moves(&self) -> bool {
        self.remembers()
    }

    fn fields(&self) -> Vec<FenField> {
        let field = |place, example, meaning| FenField { place: FenPlace::Named(place), example, meaning };
        let lost = field(30, "lost=Qrr", "pieces lost and not yet regained, capitals for White");
        let waits = field(40, "waits=a8:2", "pieces waiting to promote, and for how many more turns");
        let held = [(self.lost, lost), (self.remembers(), waits)];
        held.into_iter().filter(|(has, _)| *has).map(|(_, field)| field).collect()
    }

    fn progress(&self) -> &[TypeId] {
        &self.pieces
    }

    fn becomes(&self, kind: TypeId) -> Option<Becomes<'_>> {
        let may_stay = self.optional || self.remembers();
        let becomes = || Becomes { to: &self.to, zone: self.zone, may_stay, lost: self.lost };
        self.pieces.contains(&kind).then(becomes)
    }

    fn samples(&self, scope: &Scope<'_>, style: Style<'_>) -> Vec<Sample> {
        let geometry = scope.geometry();
        let letter = self.to.first().map(|&kind| scope.types[usize::from(kind)].letter.to_ascii_lowercase());
        let letter = letter.unwrap_or_default();
        let to = self.zone[0].squares().next().unwrap_or_default();
        let from = geometry.step(to, 0, -1).map_or_else(String::new, |from| geometry.name(from));
        let to = geometry.name(to);
        let (what, example, how) = match (self.delays(), style.promotions) {
            (true, _) => {
                let how = "the square, = and the small letter of the new piece";
                ("promotion in place", format!("{to}={letter}"), how)
            }
            (_, false) => ("promotion", format!("{from}{to}"), "like any other move"),
            (_, true) => {
                let how = "the move and the small letter of the new piece";
                ("promotion", format!("{from}{to}{letter}"), how)
            }
        };
        vec![Sample { place: 10, what, example, how: how.to_owned() }]
    }

    fn uses(&self, scope: &Scope<'_>) -> Vec<Use> {
        let words = |(from, to)| format!("{} to {}", scope.type_name(from), scope.type_name(to));
        self.pairs().map(|pair| Use { place: 10, kind: "promotion", what: words(pair) }).collect()
    }

    fn came_up(&self, _scope: &Scope<'_>, played: &Played<'_>) -> Option<usize> {
        let [before, after] = played.piece.map(Piece::kind);
        self.pairs().position(|pair| before != after && pair == (before, after))
    }
}

impl Promotion {
    /// Every type that promotes with every type that it may become.
    fn pairs(&self) -> impl Iterator<Item = (TypeId, TypeId)> {
        self.pieces.iter().flat_map(|&from| self.to.iter().map(move |&to| (from, to)))
    }

    /// Returns the sentences on promotion to lost pieces only.
    fn lost_sentences(&self) -> Vec<&'static str> {
        if !self.lost {
            return Vec::new();
        }
        let none = match self.waits_for_loss {
            true => {
                "If none of them has been lost by then, it waits, and becomes the next one its owner loses, at the moment it is lost. If several pieces are waiting, the one that has waited longest promotes."
            }
            false => "If none of them has been lost by then, it stays as it is for good.",
        };
        vec!["Each lost piece serves only once, and counts as the type it was when it was captured.", none]
    }

    /// Returns `true` if some pieces wait for their promotion, or lost pieces are counted.
    pub(crate) fn remembers(&self) -> bool {
        self.lost || self.after > 0
    }

    /// Returns `true` if promotion is a move of its own after the piece has arrived.
    fn delays(&self) -> bool {
        self.after > 0
    }

    /// Declares what a position remembers of promotion.
    fn declare<B: Bits>(&self, plan: &mut Plan<'_, B>) -> Pools {
        let owner = Arc::new(Pooled { rule: self.clone() });
        let mut slot = |name, place, shape, on_change| {
            let (owner, until) = (Arc::clone(&owner) as Arc<dyn Remembers>, Until::Never);
            plan.declare(SlotDeclaration { name, place, shape, per_side: true, on_change, until, owner })
        };
        let most = self.zone[0].count() as usize;
        Pools {
            lost: slot("lost", 30, SlotShape::CountsByType, OnChange::Stays),
            waits: slot("waits", 40, SlotShape::Queue { most }, OnChange::Ends),
        }
    }

    /// Lays out the promotions in place.
    fn lay_waits<B: Bits>(&self, plan: &mut Plan<'_, B>) -> Pools {
        let pools = self.declare(plan);
        if self.immobile {
            plan.freezing.extend(&self.pieces);
        }
        if self.immune {
            plan.hooks.barred.push(Barred::Queue(pools.waits));
        }
        let maker = plan.maker(&InPlace);
        plan.hook_of_both(Arc::new(Waits {
            pools,
            made: (maker, TurnPart::Prelude),
            pieces: self.pieces.clone().into(),
            zone: self.zone.map(B::from_wide),
            to: self.to.clone().into(),
            lost: self.lost,
            after: self.after,
            immobile: self.immobile,
            waits_for_loss: self.waits_for_loss,
        }));
        pools
    }
}

impl<B: Bits> Lay<B> for Promotion {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        let pools = self.remembers().then(|| self.lay_waits(plan));
        plan.hooks.royals_arise |= self.to.iter().any(|&to| plan.types[usize::from(to)].royal);
        for table in plan.tables_of(&self.pieces) {
            let side = table.content.side();
            let at_once = self.to.iter().filter(|&&to| usize::from(to) < MAX_TYPES && self.after == 0);
            table.arrival = Promotions {
                own: table.content,
                zone: B::from_wide(self.zone[side.index()]),
                choices: at_once.map(|&to| Piece::new(to, side)).collect(),
                optional: self.optional,
                lost: pools.filter(|_| self.lost).map(|pools| pools.lost),
            };
        }
    }
}

/// Promotions in place as they are called and written.
#[derive(Debug)]
struct InPlace;

impl Writing for InPlace {
    fn name(&self) -> &'static str {
        "promotion in place"
    }

    fn coordinates(&self, sketch: &Sketch<'_>) -> String {
        format!("{}={}", sketch.square(sketch.mv.from), sketch.after().letter.to_ascii_lowercase())
    }

    fn comes_first(&self) -> Option<&'static str> {
        Some("a promotion in place comes first")
    }
}

/// The slots of lost pieces and of those that wait for promotion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pools {
    lost: Slot,
    /// The pieces that wait where they stand, with the turns of their owner for which they still do.
    waits: Slot,
}

/// Promotion in place: who waits, what is lost, what is due.
#[derive(Clone, Debug)]
pub(crate) struct Waits<B> {
    pools: Pools,
    made: (Maker, TurnPart),
    pieces: Box<[TypeId]>,
    zone: [B; 2],
    to: Box<[TypeId]>,
    lost: bool,
    after: u8,
    immobile: bool,
    waits_for_loss: bool,
}

impl<B: Bits> Waits<B> {
    /// Returns the types a piece of a side may become now.
    #[inline]
    fn to_be_had<'a>(&'a self, state: &'a State<B>, side: Side) -> impl Iterator<Item = TypeId> + 'a {
        self.to
            .iter()
            .copied()
            .filter(move |&kind| !self.lost || self.pools.lost.count(state, side, kind) > 0)
    }

    /// The piece of a side that has waited longest of those that wait no more.
    #[inline]
    fn ripe(&self, state: &State<B>, side: Side) -> Option<Square> {
        let mut queue = self.pools.waits.queue(state, side);
        queue.find(|(_, turns)| *turns == 0).map(|(square, _)| square)
    }

    /// Returns `true` if a promotion is due now.
    #[inline]
    fn is_due(&self, state: &State<B>) -> bool {
        self.ripe(state, state.side).is_some() && self.to_be_had(state, state.side).next().is_some()
    }

    /// Returns `true` if a capture would promote a piece of the side that loses one.
    #[inline]
    fn promotes_by_loss(&self, state: &State<B>) -> bool {
        let them = state.side.other();
        self.lost && self.ripe(state, them).is_some()
    }

    /// The pieces that wait.
    #[inline]
    fn waiting(&self, state: &State<B>) -> B {
        let of = |side| self.pools.waits.queue(state, side);
        of(Side::White).chain(of(Side::Black)).fold(B::NONE, |set, (square, _)| set | B::bit(square))
    }

    /// Returns `true` if a piece of the type may be in a pool.
    #[inline]
    fn counts(&self, kind: TypeId) -> bool {
        self.lost && self.to.contains(&kind)
    }
}

impl<B: Bits> Hook<B> for Waits<B> {
    fn stations(&self) -> &'static [Station] {
        const ALL: [Station; 6] = [
            Station::Bears,
            Station::Prelude,
            Station::Follow,
            Station::React,
            Station::TurnBegin,
            Station::Recall,
        ];
        if self.immobile { &ALL } else { &ALL[..5] }
    }

    fn gate(&self) -> SlotGate {
        SlotGate::Holds([self.pools.waits; 2])
    }

    fn bears(&self, state: &State<B>) -> bool {
        self.is_due(state) || self.promotes_by_loss(state)
    }

    fn is_quiet(&self, state: &State<B>) -> bool {
        self.waiting(state).is_empty()
    }

    /// The promotions in place that are due now, of the piece that has waited longest, one move for each choice.
    fn preludes(&self, state: &State<B>, list: &mut List) {
        let side = state.side;
        let Some(square) = self.ripe(state, side) else { return };
        for kind in self.to_be_had(state, side) {
            let (before, after) = (state.at(square), Piece::new(kind, side));
            let ends = Move::plain(square, square, square, after);
            list.push_listed(ends, self.made, REASON, |record| {
                record.add(square, (before, after), Role::Changed);
            });
        }
    }

    /// Promotes, after a capture, the piece of the other side that has waited longest for a loss, if there is only one type to promote to.
    fn follow(&self, effect: &mut Effect<'_, B>) {
        let state = effect.state();
        if !self.promotes_by_loss(state) || !effect.takes() {
            return;
        }
        let (side, touched, taken) = (state.side.other(), effect.touched(), effect.taken());
        let mut queue = self.pools.waits.queue(state, side);
        let waiting = queue.find(|(square, turns)| *turns == 0 && !touched.has(*square));
        let lost = |kind: &TypeId| {
            self.pools.lost.count(state, side, *kind) > 0
                || taken.iter().any(|(_, piece)| *piece == Piece::new(*kind, side))
        };
        let mut types = self.to.iter().copied().filter(lost);
        if let (Some((square, _)), Some(kind), None) = (waiting, types.next(), types.next()) {
            let after = Piece::new(kind, side);
            effect.follow(Change { square, before: state.at(square), after, role: Role::Changed });
        }
    }

    fn follows_captures(&self, state: &State<B>) -> bool {
        self.promotes_by_loss(state)
    }

    /// Lost pieces are counted, a piece that came back is used up, and one that must wait is entered.
    fn react(&self, state: &mut State<B>, made: &Made<B>) {
        let (us, (before, after)) = (state.side, made.mover);
        for (_, piece) in made.taken.iter().filter(|(_, piece)| self.counts(piece.kind())) {
            self.pools.lost.add(state, piece.side(), piece.kind(), 1);
        }
        if self.lost && before != after {
            self.pools.lost.add(state, us, after.kind(), -1);
        }
        let arrived =
            made.mv.part() == TurnPart::Move && before == after && self.pieces.contains(&before.kind());
        let waits = self.after > 0 || self.waits_for_loss;
        if arrived && waits && self.zone[us.index()].has(made.mv.to) {
            let turns = if self.after == 0 { 0 } else { self.after + 1 };
            self.pools.waits.enter(state, us, made.mv.to, turns);
        }
        for change in &made.following {
            self.pools.lost.add(state, change.after.side(), change.after.kind(), -1);
        }
        self.recall(state);
    }

    fn turn_begins(&self, state: &mut State<B>) {
        let side = state.side;
        self.pools.waits.count_down(state, side);
    }

    /// Works out which pieces can't move, after what is remembered has changed.
    fn recall(&self, state: &mut State<B>) {
        if self.immobile {
            state.frozen = self.waiting(state);
        }
    }
}

/// The slots of promotion.
#[derive(Debug)]
struct Pooled {
    rule: Promotion,
}

impl Remembers for Pooled {
    fn expects(&self, shape: SlotShape) -> &'static str {
        match shape {
            SlotShape::CountsByType => "is no piece that can come back",
            _ => "a square and a number of turns are needed, as in `a8:2`",
        }
    }

    fn admits(&self, snapshot: &Snapshot<'_>, item: Item) -> Result<bool, String> {
        match item {
            Item::Count { kind, .. } => Ok(self.rule.lost && self.rule.to.contains(&kind)),
            Item::Entry { side, square } => {
                let kind = (snapshot.at)(square).get().map(|(kind, _)| kind);
                let promotes = kind.is_some_and(|kind| self.rule.pieces.contains(&kind));
                match promotes && self.rule.zone[side.index()].has(square) {
                    true => Ok(true),
                    false => Err(format!("no piece can wait on {}", snapshot.geometry.name(square))),
                }
            }
            _ => Ok(true),
        }
    }

    fn sentences(
        &self,
        snapshot: &Snapshot<'_>,
        shape: SlotShape,
        words: &dyn Fn(Side) -> Vec<u64>,
    ) -> Vec<String> {
        let of = |side| match shape {
            SlotShape::CountsByType => lost(snapshot, side, &words(side)),
            _ => waiting(snapshot, side, &words(side)),
        };
        Side::BOTH.into_iter().flat_map(of).collect()
    }
}

/// The pieces that a side has lost, in a sentence.
fn lost(snapshot: &Snapshot<'_>, side: Side, words: &[u64]) -> Vec<String> {
    let counts = snapshot.types.iter().zip(0..).map(|(piece, kind)| (Words(words).count(kind), &piece.name));
    let named = counts.filter(|(count, _)| *count > 0);
    let lost: Vec<String> = named
        .map(|(count, name)| if count > 1 { format!("{count} x {name}") } else { name.clone() })
        .collect();
    let line = || format!("{} has lost: {}", side.name(), lost.join(", "));
    (!lost.is_empty()).then(line).into_iter().collect()
}

/// The pieces of a side that wait, a sentence for each.
fn waiting(snapshot: &Snapshot<'_>, side: Side, words: &[u64]) -> Vec<String> {
    let sentence = |(square, turns): (Square, u8)| {
        // a turn that has begun counts among those it waits
        let left = turns.saturating_sub(u8::from(side != snapshot.side));
        let piece = format!("{}'s {}", side.name(), snapshot.named(square));
        match (turns, left) {
            (0, _) => format!("{piece} waits for a lost piece"),
            (_, 0) => format!("{piece} promotes in its owner's next turn"),
            (_, 1) => format!("{piece} stands still for 1 more turn"),
            _ => format!("{piece} stands still for {left} more turns"),
        }
    };
    Words(words).queue().map(sentence).collect()
}

/// The rule that makes these moves, where there are too many.
const REASON: &str = "promotion in place";
