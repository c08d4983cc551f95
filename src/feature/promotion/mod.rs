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
//! ```toml
//! [promotion]                                # shogi
//! to       = { pawn = "tokin", lance = "gold-lance", rook = "dragon" }
//! on       = "ranks 7..9"
//! how      = "arriving or leaving"
//! optional = true
//! ```
//!
//! ```toml
//! [promotion]                                # sittuyin
//! pieces = "pawn"
//! on     = "diagonals"
//! to     = "general"
//! how    = "standing"                        # instead of a move
//! moves  = "mF"                              # or by one of these
//! ```
//!
//! A piece that must wait is entered in a queue. When its turns are over and a lost piece is available, its promotion in place is due: a
//! move of its own before its owner's ordinary one. If none is available then, it promotes by itself the moment its owner loses a piece, as
//! part of the enemy's capture.
//!
//! Invariant: every piece in a queue stands on a square in `waiting`, and no piece is in a pool that its owner has back.

mod arising;
mod read;
mod standing;
mod waits;
mod words;

use std::sync::Arc;

use self::read::read;
use super::condition::Condition;
use super::plan::{Lay, Plan};
use super::rule::{Becomes, Feature, FenField, FenPlace, Measure, Played, Rule, Sample, Style, Topic, Use};
use super::scope::Scope;
use crate::board::{Bits, Geometry, SquareSet};
use crate::definition::{Hint, Key, KeyTable, Kind as Shape};
use crate::model::pieces::{MAX_TYPES, Piece, Side, TypeId};
use crate::model::reach::Reach;
use crate::moves::{PieceTable, PromotesBy, Promotions};
use crate::order;

/// The keys of `[promotion]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "promotion",
    doc: "Which pieces promote, where, when, and to what.",
    keys: &[
        Key::optional(
            "pieces",
            Shape::Pieces,
            "The pieces that promote; left out where `to` is a table, which names them.",
            "\"pawn\"",
        ),
        Key::required(
            "on",
            Shape::Squares,
            "The squares on which they do, as White sees them.",
            "\"rank 8\"",
        ),
        Key::required(
            "to",
            Shape::Either(&[Shape::Pieces, Shape::Named(&Shape::Pieces)]),
            "What they may become: piece types; or `lost`, a type its owner has lost, each lost piece serving once; or a table that says it for each piece type.",
            "\"any but king, pawn\"",
        )
        .with(Hint::Words(&[("lost", "what its owner has lost, each lost piece serving once")])),
        Key::optional(
            "how",
            Shape::OneOf(&HOW),
            "By which moves: those that end there (`arriving`), that end there and begin elsewhere (`entering`), or that begin there (`leaving`); or instead of a move, where the piece stands (`standing`); by default, arriving.",
            "\"arriving or leaving\"",
        ),
        Key::optional(
            "move",
            Shape::OneOf(&["capture"]),
            "The only kind of move by which it promotes, captures; by default, any.",
            "\"capture\"",
        ),
        Key::optional(
            "moves",
            Shape::Moves,
            "For a piece that promotes where it stands (`standing`): moves to empty squares by which it may promote as well.",
            "\"mF\"",
        ),
        Key::optional(
            "when",
            Shape::Condition,
            "For a piece that promotes where it stands: what must hold before, as seen by its owner.",
            "\"count(my pawn) = 1\"",
        ),
        Key::optional(
            "limit",
            Shape::Either(&[LIMIT, Shape::Named(&LIMIT)]),
            "The most pieces of a type that a side may have on the board: no piece promotes to a type that has as many; one number for all, or one for each type; by default, any number.",
            "{ queen = 1 }",
        ),
        Key::optional(
            "side",
            Shape::OneOf(&["white", "black"]),
            "The only side whose pieces promote like this; by default, both.",
            "\"white\"",
        ),
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

/// A number of pieces.
const LIMIT: Shape = Shape::Integer { min: 1, max: 256 };

/// The words for the moves by which a piece promotes.
const HOW: [&str; 5] = ["arriving", "entering", "leaving", "arriving or leaving", "standing"];

/// Promotion in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional("promotion", Shape::Rules(&Shape::Table(&KEYS)), KEYS.doc, "")],
    measured_by: &[
        ("ferz::promotion::", Measure::Board),
        ("ferz::promotion::", Measure::Parent),
        ("ferz::promotion::to_nothing", Measure::Pieces),
    ],
    read: |scope, root, report| Some(Box::new(read(scope, root, report)?)),
    ..Feature::NONE
};

/// The promotions of a game.
#[derive(Clone, Debug)]
struct Promoting {
    all: Vec<Promotion>,
    /// The types that promote, each once.
    pieces: Vec<TypeId>,
}

/// The promotion of some types as the rules have it.
#[derive(Clone, Debug)]
struct Promotion {
    /// The number of its table in the game file.
    table: usize,
    /// The pieces that promote.
    pieces: Vec<TypeId>,
    /// As White and as Black see it.
    zone: [SquareSet; 2],
    to: Vec<TypeId>,
    by: PromotesBy,
    /// True if a piece promotes where it stands, as a turn.
    standing: bool,
    /// The moves by which a standing piece may promote as well.
    moves: Option<Arc<Reach<SquareSet>>>,
    /// The condition before a standing piece promotes, with its wording.
    when: Option<Condition<SquareSet>>,
    /// The only side whose pieces promote like this.
    side: Option<Side>,
    optional: bool,
    /// True if a piece promotes only to lost types, each lost piece serving once.
    lost: bool,
    /// The maximum numbers of pieces of some of these types that a side may have on the board.
    limits: Vec<(TypeId, u32)>,
    after: u8,
    immobile: bool,
    immune: bool,
    waits_for_loss: bool,
}

impl Promoting {
    fn new(all: Vec<Promotion>) -> Self {
        let mut pieces: Vec<TypeId> = all.iter().flat_map(|one| &one.pieces).copied().collect();
        order::values(&mut pieces);
        pieces.dedup();
        Self { all, pieces }
    }

    /// Returns the promotions, those of each table together.
    fn tables(&self) -> impl Iterator<Item = &[Promotion]> {
        self.all.chunk_by(|one, other| one.table == other.table)
    }

    /// Returns the type that a single promotion may be shown by.
    fn first(&self) -> Option<&Promotion> {
        self.all.first()
    }

    /// Every type that promotes with every type that it may become.
    fn pairs(&self) -> impl Iterator<Item = (TypeId, TypeId)> {
        self.all.iter().flat_map(|one| one.pairs())
    }

    /// Returns `true` if some pieces wait for their promotion, or lost pieces are counted.
    fn remembers(&self) -> bool {
        self.all.iter().any(Promotion::remembers)
    }
}

impl Rule for Promoting {
    fn topic(&self) -> Topic {
        Topic { place: 20, heading: "Promotion" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        self.tables().flat_map(|table| words::sentences(scope, table)).collect()
    }

    /// SAN writes no letter for the one type that promotes.
    fn unlettered(&self) -> Option<TypeId> {
        if let [only] = self.pieces[..] { Some(only) } else { None }
    }

    fn has_other_moves(&self) -> bool {
        self.remembers()
    }

    fn fields(&self) -> Vec<FenField> {
        let field = |place, example: &'static str, meaning| FenField {
            place: FenPlace::Named(place),
            example: example.into(),
            meaning,
        };
        let lost = field(30, "lost=Qrr", "pieces lost and not yet regained, capitals for White");
        let waits = field(40, "waits=a8:2", "pieces waiting to promote, and for how many more turns");
        let has_lost = self.all.iter().any(|one| one.lost);
        let held = [(has_lost, lost), (self.remembers(), waits)];
        held.into_iter().filter(|(has, _)| *has).map(|(_, field)| field).collect()
    }

    fn progress(&self) -> &[TypeId] {
        &self.pieces
    }

    fn becomes(&self, kind: TypeId) -> Vec<Becomes<'_>> {
        let own = self.all.iter().filter(|one| one.pieces.contains(&kind));
        own.map(Promotion::becomes).collect()
    }

    /// The squares that a piece goes to as it promotes by a move of its own.
    fn brings(&self, _: &Geometry, (kind, side): (TypeId, Side), from: SquareSet) -> SquareSet {
        let own = self.all.iter().filter(|one| one.pieces.contains(&kind) && one.is_of(side));
        let own = own.filter_map(|one| Some((one.moves.as_ref()?, from & one.zone[side.index()])));
        let squares = own.flat_map(|(moves, from)| {
            from.squares().flat_map(|at| moves.from(side, at)).map(|line| line.to).collect::<Vec<_>>()
        });
        squares.fold(SquareSet::NONE, |set, to| set | SquareSet::bit(to))
    }

    fn samples(&self, scope: &Scope<'_>, style: Style<'_>) -> Vec<Sample> {
        let Some(one) = self.first() else { return Vec::new() };
        let geometry = scope.geometry();
        let types = one.pieces.first().zip(one.to.first());
        let letter = types.map_or_else(String::new, |(&from, &to)| {
            let [from, to] = [from, to].map(|kind| &scope.types[usize::from(kind)]);
            from.becoming(to)
        });
        let behind = |to| Some((geometry.name(geometry.step(to, 0, -1)?), geometry.name(to)));
        let (from, to) = one.zone[0].squares().find_map(behind).unwrap_or_default();
        let (what, example, how) = match (one.standing || one.delays(), style.promotions) {
            (true, _) => {
                let how = "the square, = and the lower-case letter of the new piece";
                ("promotion in place", format!("{to}={letter}"), how)
            }
            (_, true) if letter == "+" => ("promotion", format!("{from}{to}+"), "the move and a plus"),
            (_, false) => ("promotion", format!("{from}{to}"), "like any other move"),
            (_, true) => {
                let how = "the move and the lower-case letter of the new piece";
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

    /// Returns `true` if some pieces wait for their promotion, or lost pieces are counted.
    fn remembers(&self) -> bool {
        self.lost || self.after > 0
    }

    /// Returns `true` if promotion is a move of its own after the piece has arrived.
    fn delays(&self) -> bool {
        self.after > 0
    }

    /// Returns the maximum number of pieces of a type that a side may have on the board for a piece to promote to it.
    fn limit(&self, to: TypeId) -> Option<u32> {
        self.limits.iter().find(|(kind, _)| *kind == to).map(|(_, most)| *most)
    }

    /// Returns `true` if pieces of the side promote like this.
    fn is_of(&self, side: Side) -> bool {
        self.side.is_none_or(|own| own == side)
    }

    fn becomes(&self) -> Becomes<'_> {
        let may_stay = self.optional || self.standing || self.remembers() || self.by != PromotesBy::ARRIVING;
        let of = |side: Side| if self.is_of(side) { self.zone[side.index()] } else { SquareSet::NONE };
        let zone = Side::BOTH.map(of);
        let goes_on = self.by.leaving || self.moves.is_some();
        let on = zone.map(|zone| if goes_on && !zone.is_empty() { !SquareSet::NONE } else { zone });
        Becomes { to: &self.to, zone, on, may_stay, lost: self.lost }
    }

    /// Lays out the promotion by moves.
    fn lay_moves<B: Bits>(&self, plan: &mut Plan<'_, B>, pools: Option<waits::Pools>) {
        for table in plan.tables_of(&self.pieces).filter(|table| self.is_of(table.content.side())) {
            let side = table.content.side();
            let at_once = self.to.iter().filter(|&&to| usize::from(to) < MAX_TYPES && self.after == 0);
            let zone = B::from_wide(self.zone[side.index()]);
            let (by, asked) = self.asked(table, zone);
            table.arrival = Promotions {
                zone,
                asked,
                by,
                choices: at_once.map(|&to| Piece::new(to, side)).collect(),
                optional: self.optional,
                lost: pools.filter(|_| self.lost).map(|pools| pools.lost),
                limits: match self.limits.is_empty() {
                    true => Box::default(),
                    false => self.to.iter().map(|to| self.limit(*to).unwrap_or(u32::MAX)).collect(),
                },
                ..Promotions::plain(table.content)
            };
        }
    }

    /// Returns the moves by which pieces of a type promote, simplified where all moves from the zone end in it, and the target squares to
    /// be tested.
    fn asked<B: Bits>(&self, table: &PieceTable<B>, zone: B) -> (PromotesBy, B) {
        if !self.by.leaving {
            return (self.by, zone);
        }
        let from_zone = zone.squares().fold(B::NONE, |set, from| set | table.ever_reaches(from));
        let inwards = self.by.arriving && !self.by.from_outside && (from_zone & !zone).is_empty();
        let by = if inwards { PromotesBy { leaving: false, ..self.by } } else { self.by };
        (by, if self.by.arriving { from_zone | zone } else { from_zone })
    }
}

impl<B: Bits> Lay<B> for Promoting {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        for table in self.tables() {
            let pools = if table.iter().any(|one| one.standing) { None } else { waits::lay(table, plan) };
            for one in table {
                arising::lay(plan, one);
                match one.standing {
                    true => one.lay_standing(plan),
                    false => one.lay_moves(plan, pools),
                }
            }
        }
    }
}
