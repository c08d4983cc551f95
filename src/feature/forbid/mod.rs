//! Bans: moves that are not legal; and duties: moves that come before all others.
//!
//! ```toml
//! [forbid.kings]
//! capture = "king"
//! by      = "king"
//!
//! [forbid.two-pawns]                  # shogi
//! move = "drop of pawn"
//! when = "my pawn on its file"
//!
//! [forbid.pawn-mate]
//! move  = "drop of pawn"
//! gives = "checkmate"
//!
//! [forbid.stranded]
//! leaving = "it can never move"
//!
//! [must.place]
//! move = "drop"
//! ```
//!
//! A move is forbidden if everything that a table states holds for it. A ban that can be expressed as squares is laid out as a mask; any
//! other is tested on each legal move, in positions where such moves can occur.
//!
//! Invariant: a piece does not attack what it may not capture, so that a ban on captures removes the attack as well.

use std::sync::Arc;

mod read;

use super::condition::{Condition, Midst, OnDrop};
use super::move_kinds;
use super::plan::{
    AskedOfSquares, Ban, DropBan, DropWatch, Gives, Hook, KindMasks, Lay, MoveKind, MoveKinds, NoChecks,
    Plan, Station,
};
use super::rule::{Feature, Measure, Rule, Topic, Use};
use super::scope::{Scope, sentence};
use crate::board::{Bits, Geometry, PerSquare, Square, SquareSet};
use crate::definition::{Key, KeyTable, Kind as Shape};
use crate::model::pieces::{Piece, PieceType, Royalty, Side, TypeId, places_of};
use crate::moves::{AttacksBy, PieceTable};
use crate::state::{Slot, State};
use crate::walk::{Attacks, Hurdles, Seen, ways};

/// The words of a ban on moves after which a piece could never move again.
const STRANDED: &str = "it can never move";

const MOVE: Key =
    Key::optional("move", Shape::MoveKinds, "The moves it is about; by default, all.", "\"drop of pawn\"");
const WHEN: Key = Key::optional(
    "when",
    Shape::Condition,
    "What must hold before the move, as seen by the player who makes it.",
    "\"my pawn on its file\"",
);
const LEAVING: Key = Key::optional(
    "leaving",
    Shape::Condition,
    "What must hold after the move, as seen by the player who makes it; in `[forbid]` also `it can never move`: the piece could not move from there even on an empty board.",
    "\"it can never move\"",
);
const GIVES: Key = Key::optional(
    "gives",
    Shape::OneOf(&["check", "checkmate", "check without checkmate", "stalemate"]),
    "What the opponent must be in after the move.",
    "\"checkmate\"",
);
const SIDE: Key = Key::optional(
    "side",
    Shape::OneOf(&["white", "black"]),
    "The only side to which it applies; by default, both.",
    "\"white\"",
);

/// The keys of a `[forbid]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "forbid",
    doc: "Moves that are not legal: those to which everything said here applies.",
    keys: &[
        Key::optional("capture", Shape::Pieces, "The pieces that can't be captured …", "\"king\""),
        Key::optional("by", Shape::Pieces, "… by these.", "\"king\""),
        MOVE,
        WHEN,
        LEAVING,
        GIVES,
        SIDE,
    ],
};

/// The keys of a `[must]`.
pub(crate) const MUST: KeyTable = KeyTable {
    name: "must",
    doc: "Moves that come before all others: while a move to which everything said here applies is legal, no other move is.",
    keys: &[MOVE, WHEN, LEAVING, GIVES, SIDE],
};

/// Bans and duties in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[
        Key::optional("forbid", Shape::Rules(&Shape::Table(&KEYS)), KEYS.doc, ""),
        Key::optional("must", Shape::Rules(&Shape::Table(&MUST)), MUST.doc, ""),
    ],
    measured_by: &[("ferz::forbid::", Measure::Pieces), ("ferz::forbid::", Measure::Parent)],
    read: |scope, root, report| Some(Box::new(read::read(scope, root, report)?)),
    ..Feature::NONE
};

/// The bans and duties of a game.
#[derive(Clone, Debug, Default)]
struct Forbids {
    captures: Vec<Forbid>,
    /// The side of each ban on moves that leave a piece where it can never move again.
    stranded: Vec<Option<Side>>,
    bans: Vec<MoveRule>,
    duties: Vec<MoveRule>,
}

/// A ban on the capture of some types by others.
#[derive(Clone, Debug)]
struct Forbid {
    victims: Vec<TypeId>,
    by: Vec<TypeId>,
}

/// A ban or a duty as the rules have it.
#[derive(Clone, Debug)]
struct MoveRule {
    kinds: MoveKinds,
    when: Option<Condition<SquareSet>>,
    leaving: Option<Condition<SquareSet>>,
    gives: Option<Gives>,
    side: Option<Side>,
}

impl Forbids {
    /// Returns `true` if a ban is laid out as squares, and stays so if more follows from drops.
    fn is_laid_on_squares<B: Bits>(ban: &MoveRule, plan: &Plan<'_, B>) -> bool {
        ban.on_squares(plan).is_some_and(|laid| laid.leaving.is_none() || !plan.has_followers)
    }

    fn is_empty(&self) -> bool {
        self.captures.is_empty() && self.stranded.is_empty() && self.bans.is_empty() && self.duties.is_empty()
    }
}

impl Forbid {
    /// The ban in words: `a king can't capture a king`, or who alone can, where that is shorter.
    fn words(&self, scope: &Scope<'_>) -> String {
        let victims = scope.some(&self.victims);
        let all = 0..scope.types.len() as TypeId;
        let others: Vec<TypeId> = all.filter(|kind| !self.by.contains(kind)).collect();
        match others.len() {
            0 => format!("no piece can capture {victims}."),
            left if self.by.len() > 2 * left => {
                format!("only {} can capture {victims}.", scope.some(&others))
            }
            _ => format!("{} can't capture {victims}.", scope.some(&self.by)),
        }
    }
}

impl Rule for Forbids {
    fn topic(&self) -> Topic {
        let heading = match (self.bans.is_empty() && self.stranded.is_empty(), self.duties.is_empty()) {
            (true, true) => "Who may not capture whom",
            (_, true) => "Forbidden moves",
            _ => "Forbidden moves, and moves that come first",
        };
        Topic { place: 60, heading }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        let mut lines: Vec<String> = self.captures.iter().map(|one| sentence(&one.words(scope))).collect();
        lines.extend(self.stranded.iter().map(|side| {
            let whose = side
                .map_or_else(|| "A piece".to_owned(), |side| format!("A piece of {}'s", scope.side(side)));
            format!("{whose} may not be left where it could never move again.")
        }));
        lines.extend(self.bans.iter().map(|one| one.sentence(scope, ("is not legal", ""))));
        let first = ("comes before all other moves", ": while one is possible, no other move is legal");
        lines.extend(self.duties.iter().map(|one| one.sentence(scope, first)));
        lines
    }

    fn changes_movements(&self) -> bool {
        true
    }

    #[cfg(test)]
    fn bans_checks(&self) -> bool {
        let checks = |ban: &MoveRule| ban.is_on_checks() || ban.gives == Some(Gives::CheckAlone);
        self.bans.iter().any(|ban| checks(ban) && ban.side.is_none())
    }

    fn relaxed(&self, scope: &Scope<'_>) -> Vec<(Use, Box<dyn Rule>)> {
        let captures = Self { captures: self.captures.clone(), ..Self::default() };
        let without = |(at, what): (usize, String)| {
            let mut left = self.clone();
            left.captures.remove(at);
            (Use { place: 100, kind: "forbid", what }, Box::new(left) as Box<dyn Rule>)
        };
        captures.sentences(scope).into_iter().enumerate().map(without).collect()
    }
}

impl MoveRule {
    /// The rule in words.
    fn sentence(&self, scope: &Scope<'_>, (verb, rest): (&str, &str)) -> String {
        let mut words = move_kinds::in_words(scope, &self.kinds);
        let gives = self.gives.map(|gives| match gives {
            Gives::Check => "that gives check",
            Gives::Checkmate => "that gives checkmate",
            Gives::CheckAlone => "that gives check but not checkmate",
            Gives::Stalemate => "that gives stalemate",
        });
        words += &gives.map_or_else(String::new, |gives| format!(" {gives}"));
        let asked = match (&self.when, &self.leaving) {
            (None, None) => String::new(),
            (Some(when), None) => format!(" if {}", when.words(scope)),
            (None, Some(leaving)) => format!(" if, after it, {}", leaving.words(scope)),
            (Some(when), Some(leaving)) if when == leaving => {
                format!(" if, both before and after it, {}", when.words(scope))
            }
            (Some(when), Some(leaving)) => {
                format!(" if, before it, {}, and, after it, {}", when.words(scope), leaving.words(scope))
            }
        };
        let whose = self.side.map_or_else(String::new, |side| format!("for {}, ", scope.side(side)));
        sentence(&format!("{whose}{words} {verb}{asked}{rest}."))
    }

    /// Returns `true` if it is about nothing but kinds of move.
    fn is_bare(&self) -> bool {
        self.when.is_none() && self.leaving.is_none() && self.gives.is_none()
    }

    /// The same rule about those of its kinds of move that are laid out in the tables of piece types, or about the others.
    fn part(&self, laid_out: bool) -> Option<Self> {
        let mut part = self.clone();
        part.kinds.0.retain(|kind| laid_out == (self.is_bare() && is_laid_out(kind)));
        (!part.kinds.0.is_empty()).then_some(part)
    }

    /// Returns `true` if it applies to the moves of a side.
    fn is_of(&self, side: Side) -> bool {
        self.side.is_none_or(|own| own == side)
    }

    /// Returns `true` if it applies to all moves that give check.
    fn is_on_checks(&self) -> bool {
        let alone = self.when.is_none() && self.leaving.is_none();
        alone && self.gives == Some(Gives::Check) && self.kinds.0 == [MoveKind::Any]
    }

    /// Returns a ban on drops as a program over squares, if its conditions are about the board.
    fn on_squares<B: Bits>(&self, plan: &Plan<'_, B>) -> Option<AskedOfSquares<B>> {
        let dropped = self.kinds.only_drops()?;
        let beyond = self.when.as_ref().is_some_and(Condition::looks_beyond_the_board);
        if self.is_bare() || self.gives.is_some() || beyond {
            return None;
        }
        let narrowed = |asked: &Condition<_>| asked.map(B::narrowed);
        let leaving = self.leaving.as_ref().map(|leaving| OnDrop::after(&narrowed(leaving)));
        let leaving = leaving.map_or(Some(None), |after| after.map(Some))?;
        let when = self.when.as_ref().map(|when| OnDrop::before(&narrowed(when), plan.geometry));
        let (side, geometry, hand) = (self.side, plan.geometry.clone(), plan.hand);
        Some(AskedOfSquares { dropped, when, leaving, side, geometry, hand })
    }

    /// Lays out such a ban; returns `false` if it is none.
    fn lay_on_squares<B: Bits>(&self, plan: &mut Plan<'_, B>) -> bool {
        let Some(ban) = self.on_squares(plan) else { return false };
        let all = if ban.leaving.is_some() { &mut plan.bans_after_drops } else { &mut plan.drop_bans };
        all.push(Arc::new(ban));
        true
    }

    /// Its condition on the position before a move, if that is the same for all moves and about the board alone.
    fn hoisted(&self) -> Option<&Condition<SquareSet>> {
        let when = self.when.as_ref()?;
        (!when.is_of_move() && !when.looks_beyond_the_board()).then_some(when)
    }

    fn compiled<B: Bits>(&self, plainly: bool) -> Ban<B> {
        let over = |asked: &Condition<_>| asked.map(B::narrowed);
        Ban {
            kinds: self.kinds.clone(),
            masks: if plainly { KindMasks::UNKNOWN } else { self.kinds.masks() },
            hoisted: !plainly && self.hoisted().is_some(),
            when: self.when.as_ref().map(over),
            leaving: self.leaving.as_ref().map(over),
            gives: self.gives,
            watch: None,
        }
    }
}

/// Returns `true` if a ban on this kind of move is known from the pieces alone.
fn is_laid_out(kind: &MoveKind) -> bool {
    matches!(kind, MoveKind::Capture { .. } | MoveKind::Over { .. })
}

impl<B: Bits> Lay<B> for Forbids {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        let said =
            self.bans.iter().chain(&self.duties).flat_map(|rule| rule.when.iter().chain(&rule.leaving));
        plan.asks_who_passed |= said.into_iter().any(Condition::asks_who_passed);
        for one in &self.captures {
            for table in plan.tables_of(&one.by) {
                let mut uncapturable = table.uncapturable.to_vec();
                uncapturable.extend(&one.victims);
                table.uncapturable = uncapturable.into();
            }
        }
        for &side in &self.stranded {
            lay_stranded(plan, side);
        }
        for ban in &self.bans {
            let laid = !plan.plainly && (ban.is_on_checks() || ban.lay_on_squares(plan));
            if !laid {
                ban.part(true).iter().for_each(|part| lay_in_tables(plan, part));
            }
        }
    }

    /// Lays out what is asked move by move, bans on all checks, and bans on captures in passing, once it is known what other moves there are and
    /// what follows from them.
    fn lay_last(&self, plan: &mut Plan<'_, B>) {
        for ban in &self.bans {
            match plan.plainly {
                true => lay_asked(plan, ban, false),
                false if ban.is_on_checks() || Self::is_laid_on_squares(ban, plan) => {}
                false => ban.part(false).iter().for_each(|part| lay_asked(plan, part, false)),
            }
        }
        self.duties.iter().for_each(|duty| lay_asked(plan, duty, true));
        // only pieces that may have passed over a square are captured in passing, perhaps promoted on the way
        let passers = plan.markers.iter().flatten().fold(0, |all, (trigger, _)| all | trigger.types);
        let tables = plan.kinds.iter().flatten().filter(|table| passers >> table.content.place() & 1 != 0);
        let choices = tables.flat_map(|table| table.arrival.choices.iter().map(|piece| piece.place()));
        let passers = choices.fold(passers, |all, place| all | 1 << place);
        for mut part in self.bans.iter().filter_map(|ban| ban.part(true)) {
            part.kinds.0.retain(|kind| match kind {
                MoveKind::Capture { of, .. } if of.is_empty() => passers != 0,
                MoveKind::Capture { of, .. } => places_of(of) & passers != 0,
                _ => false,
            });
            if !part.kinds.0.is_empty() {
                lay_asked(plan, &part, false);
            }
        }
        let plainly = plan.plainly;
        for ban in self.bans.iter().filter(|ban| ban.is_on_checks() && !plainly) {
            for side in Side::BOTH.into_iter().filter(|&side| ban.is_of(side)) {
                match no_checks(plan, side) {
                    Some(masks) => plan.no_checks[side.index()] = Some(masks),
                    None => lay_asked(plan, &MoveRule { side: Some(side), ..ban.clone() }, false),
                }
            }
        }
    }
}

/// Returns the squares from which each type of a side would give check, if masks tell which of its moves do.
fn no_checks<B: Bits>(plan: &Plan<'_, B>, side: Side) -> Option<NoChecks<B>> {
    let more_moves = !plan.generators[side.index()].is_empty() || plan.lists_captures;
    // what an effect takes away may open a line
    if more_moves || plan.hooks.order.is_some() || plan.has_followers {
        return None;
    }
    // a capture may make another piece royal
    if plan.types.iter().any(|kind| kind.royal && kind.royalty != Royalty::Each) {
        return None;
    }
    let geometry = plan.geometry;
    let from = |(table, kind): (&PieceTable<B>, &PieceType)| {
        let movement = &kind.movement;
        let jumps = movement.moves.iter().any(|term| !term.jumps.is_empty());
        match table.attacks_by() {
            _ if jumps || !movement.paths.is_empty() || !table.arrival.asked.is_empty() => None,
            AttacksBy::Targets => Some(Some(checking(geometry, table))),
            AttacksBy::Reach if is_symmetric(geometry, table) => Some(None),
            _ => None,
        }
    };
    let tables = plan.kinds[side.index()].iter().zip(plan.types);
    Some(NoChecks { from: tables.map(from).collect::<Option<_>>()? })
}

/// Returns `true` if the pieces of a type may move back from every square that they may move to.
fn is_symmetric<B: Bits>(geometry: &Geometry, table: &PieceTable<B>) -> bool {
    let mut pairs = geometry.every().flat_map(|from| geometry.every().map(move |to| (from, to)));
    pairs.all(|(from, to)| table.may_take(from).has(to) == table.may_take(to).has(from))
}

/// Lays out a ban on captures of some pieces by others, or on jumps of some over others: it removes the attacks as well.
fn lay_in_tables<B: Bits>(plan: &mut Plan<'_, B>, ban: &MoveRule) {
    let all: Vec<TypeId> = (0..plan.types.len() as TypeId).collect();
    let named = |types: &[TypeId]| if types.is_empty() { all.clone() } else { types.to_vec() };
    for side in Side::BOTH.into_iter().filter(|&side| ban.is_of(side)) {
        for kind in &ban.kinds.0 {
            match kind {
                MoveKind::Capture { of, by } => {
                    for &taker in &named(by) {
                        let table = &mut plan.kinds[side.index()][usize::from(taker)];
                        let mut uncapturable = table.uncapturable.to_vec();
                        uncapturable.extend(named(of));
                        table.uncapturable = uncapturable.into();
                    }
                }
                MoveKind::Over { by, hurdles } => {
                    named(by).iter().for_each(|&kind| lay_hurdles(plan, (kind, side), &named(hurdles)));
                }
                _ => {}
            }
        }
    }
}

/// Lays out the pieces over which those of a type may not jump.
fn lay_hurdles<B: Bits>(plan: &mut Plan<'_, B>, (kind, side): (TypeId, Side), types: &[TypeId]) {
    let movement = &plan.types[usize::from(kind)].movement;
    let known = &mut plan.hurdles[side.index()];
    let earlier = known.iter().position(|one| one.kind == kind).map(|at| known.swap_remove(at));
    let mut all = types.to_vec();
    all.extend(earlier.iter().flat_map(|earlier| earlier.types.iter()));
    if let Some(hurdles) = Hurdles::new(plan.geometry, movement, (kind, side), &all) {
        let hurdles = Arc::new(hurdles);
        plan.kinds[side.index()][usize::from(kind)].hurdles = Some(Arc::clone(&hurdles));
        plan.hurdles[side.index()].push(hurdles);
    }
}

/// Lays out a rule that is tested move by move.
fn lay_asked<B: Bits>(plan: &mut Plan<'_, B>, rule: &MoveRule, is_duty: bool) {
    for side in Side::BOTH.into_iter().filter(|&side| rule.is_of(side)) {
        let at = side.index();
        let drops = rule.kinds.only_drops().zip(plan.hand).filter(|_| !plan.plainly);
        let drops = drops.map(|(types, hand)| Arc::new(watch(plan, rule, side, (types, hand))));
        let when = rule.hoisted().filter(|_| !plan.plainly).map(|when| when.map(B::narrowed));
        let (geometry, hand) = (plan.geometry.clone(), plan.hand);
        let hook: Arc<dyn Hook<B>> = Arc::new(Bears { drops: drops.clone(), when, geometry, hand });
        plan.hook(side, &hook);
        let all = if is_duty { &mut plan.hooks.duties } else { &mut plan.hooks.bans };
        all[at].push(Ban { watch: drops, ..rule.compiled(plan.plainly) });
    }
}

/// Returns the drops of some types that a rule is about. A piece that is dropped gives check itself, unless others attack because it has come to
/// stand in their way, or more follows from the drop.
fn watch<B: Bits>(
    plan: &Plan<'_, B>,
    rule: &MoveRule,
    side: Side,
    (types, hand): (Vec<TypeId>, Slot),
) -> DropWatch<B> {
    let types = if types.is_empty() { (0..plan.types.len() as TypeId).collect() } else { types };
    let by_itself = !plan.has_followers && !plan.pieces_look();
    let checks = by_itself && rule.gives.is_some_and(|gives| gives != Gives::Stalemate);
    let tables = &plan.kinds[side.index()];
    let squares =
        |&kind: &TypeId| (kind, checks.then(|| checking(plan.geometry, &tables[usize::from(kind)])));
    let those = |is: fn(&PieceType) -> bool| {
        plan.types.iter().zip(0..).filter(|(kind, _)| is(kind)).map(|(_, id)| id).collect()
    };
    let (royal, forms) = (those(|kind| kind.royal), those(|kind| kind.letter.starts_with('+')));
    DropWatch { hand, types: types.iter().map(squares).collect(), royal, forms }
}

/// Returns, by square of a royal piece, those from which pieces of a type may attack it.
fn checking<B: Bits>(geometry: &Geometry, table: &PieceTable<B>) -> PerSquare<B> {
    PerSquare::from_fn(|royal| {
        let from = geometry.every().filter(|&from| table.may_take(from).has(royal));
        from.fold(B::NONE, |set, from| set | B::bit(from))
    })
}

/// The hook that tells in which positions moves have to be tested one by one.
#[derive(Debug)]
struct Bears<B> {
    /// The drops that the rule is about, if it is about nothing else.
    drops: Option<Arc<DropWatch<B>>>,
    /// The condition without which it bears on nothing, if it is the same for all moves.
    when: Option<Condition<B>>,
    geometry: Geometry,
    hand: Option<Slot>,
}

impl<B: Bits> Hook<B> for Bears<B> {
    fn stations(&self) -> &'static [Station] {
        &[Station::Bears]
    }

    fn bears(&self, state: &State<B>, attacks: &Attacks<B>) -> bool {
        if let Some(when) = &self.when {
            let (geometry, side, hand) = (&self.geometry, state.side, self.hand);
            let midst = Midst { state, attacks, geometry, side, hand, ends: (None, None) };
            if !when.holds_in_the_midst(&midst) {
                return false;
            }
        }
        self.drops.as_ref().is_none_or(|drops| drops.may_come(state))
    }
}

/// Lays out a ban on pieces that could never move again, as squares.
fn lay_stranded<B: Bits>(plan: &mut Plan<'_, B>, side: Option<Side>) {
    let squares = plan.geometry.playable().squares().collect::<Vec<Square>>();
    let mut stuck = [Vec::new(), Vec::new()];
    for table in plan.kinds.iter_mut().flatten() {
        let own = table.content.side();
        let (geometry, kind) = (plan.geometry, table.content.kind());
        let seen = Seen { geometry, kind, side: own };
        let paths = plan.types[usize::from(kind)].conditional_paths();
        let stays = |at: Square| {
            let goes = |path| ways(&seen, path, at).is_ok_and(|ways| !ways.is_empty());
            table.ever_reaches(at).is_empty() && !paths.iter().any(goes)
        };
        let never = squares.iter().filter(|&&at| stays(at));
        let never = never.fold(B::NONE, |set, &at| set | B::bit(at));
        let of = side.is_none_or(|side| side == own);
        stuck[own.index()].push(if of { never } else { B::NONE });
        if of {
            table.arrival.compulsory |= never;
            table.arrival.asked |= never;
        }
    }
    plan.drop_bans.push(Arc::new(Stuck(stuck)));
}

/// The squares from which a piece could never move, by side and type.
#[derive(Debug)]
struct Stuck<B>([Vec<B>; 2]);

impl<B: Bits> DropBan<B> for Stuck<B> {
    fn always(&self, piece: Piece) -> Option<B> {
        Some(self.0[piece.side().index()][usize::from(piece.kind())])
    }
}
