//! Castling: two unmoved pieces of one side move at once.
//!
//! ```toml
//! [castling]
//! ways       = { short = { king = "e1 g1", rook = "h1 f1" }, long = { king = "e1 c1", rook = "a1 d1" } }
//! unattacked = "king's path"
//! ```
//!
//! Each way names two piece types of the file with the square each leaves and the one it goes to, as White sees them;
//! the first is the one whose squares denote the move. Every square that either piece crosses or goes to must be empty except
//! for the two themselves. A way with a `side` of its own, such as `side = "white"`, is for that side only.
//!
//! A way may name only the squares to go to, such as `short = { king = "g1", rook = "f1" }`: the pieces then begin where they stand on that
//! rank at the start, the other one on the side from which it passes the first. Where the start positions are shuffled, that is one way for
//! each pair of squares, though only a few of them can be available in any one position.
//!
//! A movement may include castling, too: `isO2`, two squares to either side with the outermost piece there.
//!
//! Invariant: the right is that both pieces' squares are in the `rights` slot, which any change of a square's content ends.

mod anywhere;
mod letter;
mod read;
mod shuffled;
mod written;

use std::sync::Arc;

use self::anywhere::Anywhere;
#[cfg(feature = "tools")]
pub(crate) use self::letter::of as by_letter;
pub(crate) use self::shuffled::shuffled;
use self::written::Written;
use super::plan::{Door, FixedMove, Gate, Generator, Lay, Plan, Rights};
use super::rule::{
    Feature, FenField, FenPlace, JointMove, KindOfMove, Measure, Part, Played, Rule, Sample, Style, Topic,
    Use, Whole,
};
use super::scope::Scope;
use crate::board::{Bits, Geometry, Square, SquareSet, Wrap};
use crate::definition::{Hint, Key, KeyTable, Kind as Shape, Table};
use crate::model::movement::Course;
use crate::model::pieces::{Piece, PieceType, Side, TypeId};
use crate::moves::{Departure, Maker, Move, Safety, Sink, TurnPart, View};
use crate::order;
use crate::state::State;
use crate::text::{Diagnostic, Report};
use crate::walk::Watched;

/// The keys of `[castling]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "castling",
    doc: "Castling: ways for two unmoved pieces to move at once.",
    keys: &[
        Key::required(
            "ways",
            Shape::Named(&Shape::Named(&Shape::Line)),
            "Each way, by a name: two pieces, each with the square it leaves and the square it goes to, as White sees them; with only the latter, it castles from wherever it starts.",
            "{ short = { king = \"e1 g1\", rook = \"h1 f1\" } }",
        )
        .with(Hint::PieceNames),
        Key::optional(
            "unattacked",
            Shape::Line,
            "The squares that no enemy may attack: `king's path` (from the king's square to the one it goes to; the default), `rook to king` (from one piece to the other), or `nothing`.",
            "\"king's path\"",
        )
        .with(Hint::Phrases(&[
            ("{piece}'s path", "the square it leaves, the one it goes to, and those between"),
            ("nothing", "attacks don't matter"),
        ])),
        Key::optional("side", Shape::OneOf(&["white", "black"]), "The only side that castles; by default, both do. A way may have a `side` of its own.", "\"white\""),
    ],
};

/// Castling in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional("castling", Shape::Table(&KEYS), KEYS.doc, "")],
    measured_by: &[
        ("ferz::castling::", Measure::Board),
        ("ferz::castling::", Measure::Parent),
        ("ferz::castling::no_", Measure::Pieces),
        ("ferz::castling::no_", Measure::Setup),
        ("ferz::castling::two_pieces", Measure::Pieces),
    ],
    kinds: &[KindOfMove {
        word: "castling",
        names: &["castling"],
        phrase: "castling",
        meaning: "any way of castling",
    }],
    read: |scope, root, report| {
        // pieces that are dropped and count as unmoved need not be there at the start
        let come = |table: &Table| table.flag("unmoved") == Some(true);
        let dropped = root.table("drop").is_some_and(|drops| {
            come(drops) || drops.iter().any(|(_, entry)| entry.node.table().is_some_and(come))
        });
        let lettered = letter::ways(scope, root, report);
        let table = root.table("castling");
        if table.is_none() && lettered.is_empty() {
            return None;
        }
        let mut castling = match table {
            Some(table) => read::read(scope, table, dropped, report)?,
            None => Castling { ways: Vec::new(), anywhere: Vec::new() },
        };
        let lettered = letter::besides(lettered, &castling.ways);
        castling.ways.splice(0..0, lettered);
        Some(Box::new(castling))
    },
};

/// Castling as the rules have it.
#[derive(Clone, Debug)]
pub(crate) struct Castling {
    /// The ways there are; behind those with squares of their own, those for pieces that begin where they stand.
    pub ways: Vec<JointMove>,
    /// The file's entries for the latter.
    pub(crate) anywhere: Vec<Anywhere>,
}

/// One way for one side, laid out.
#[derive(Clone, Debug)]
struct Laid<B> {
    parts: [Part; 2],
    /// The move. If a royal piece must be out of check, its origin is known not to be attacked, and is not tested again.
    fixed: FixedMove<B>,
    /// All squares that must not be attacked.
    unattacked: B,
    /// Its letters in the castling field of a FEN, as White writes them: the usual one, and that of the file.
    letters: [char; 2],
    /// True if its partner is on White's right hand.
    right_hand: bool,
    /// True if the pieces begin where they stand.
    anywhere: bool,
}

/// The ways of both sides.
#[derive(Clone, Debug)]
pub(crate) struct Ways<B> {
    sides: [Box<[Laid<B>]>; 2],
    /// The squares whose pieces can castle while unmoved.
    castlers: [B; 2],
}

/// Returns `true` if every capture is a leap or goes square by square along a rank, a file or a diagonal: then leaving an edge of the rank
/// opens no line to it.
fn all_straight(geometry: &Geometry, types: &[PieceType]) -> bool {
    let plain = geometry.wrap == Wrap::default() && types.iter().all(|kind| kind.movement.paths.is_empty());
    plain
        && types.iter().flat_map(|kind| &kind.movement.moves).filter(|way| way.capture).all(|way| {
            let straight = |course: &Course| {
                let step = course.cycle[0];
                course.cycle.len() == 1 && (course.max == Some(1) || step.dx.abs() <= 1 && step.dy.abs() <= 1)
            };
            way.jumps.is_empty() && way.courses.iter().all(straight)
        })
}

/// The first square of a way that one of its pieces can't come to, because it is not in play or behind a wall.
fn closed(geometry: &Geometry, way: &JointMove, side: Side) -> Option<Square> {
    let seen = |square| if side == Side::White { square } else { geometry.opposite(square) };
    way.parts.iter().find_map(|part| {
        let [from, to] = [part.from, part.to].map(seen);
        let (mut at, mut path) = (from, geometry.path(from, to));
        path.find(|&next| {
            let open = !geometry.holes.has(next) && geometry.lets_through(part.kind, side.index(), at, next);
            at = next;
            !open
        })
    })
}

impl Rule for Castling {
    fn topic(&self) -> Topic {
        Topic { place: 30, heading: "Castling" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        let geometry = scope.geometry();
        let name = |square, side| match side {
            Side::White => geometry.name(square),
            Side::Black => geometry.name(geometry.opposite(square)),
        };
        let words = |way: &JointMove| {
            let part = |part: Part, side| {
                let (from, to) = (name(part.from, side), name(part.to, side));
                format!("{} goes from {from} to {to}", scope.type_name(part.kind))
            };
            let of = |side| {
                let [first, second] = way.parts.map(|one| part(one, side));
                format!("the {first} and the {second}")
            };
            let whose = match way.side {
                Some(side) => format!("by {} only, in one move: {}", scope.side(side), of(side)),
                None => {
                    let black = scope.side(Side::Black);
                    format!("in one move: {}; for {black}, {}", of(Side::White), of(Side::Black))
                }
            };
            let guarded = match way.unattacked {
                none if none.is_empty() => "It doesn't matter which squares are attacked.".to_owned(),
                white => {
                    let both = [white, geometry.opposite_set(white)];
                    let squares = match way.side {
                        Some(side) => scope.squares_listed(both[side.index()], "and"),
                        None => scope.squares_of_both(both, "and"),
                    };
                    format!("The squares {squares} must not be attacked.")
                }
            };
            let [first, _] = way.parts;
            let files = [first.from, first.to].map(|square| geometry.file(square));
            let hand = if files[1] > files[0] { "right" } else { "left" };
            format!("Castling to {}'s {hand}, {whose}. {guarded}", scope.side(Side::White))
        };
        let mut lines: Vec<String> = self.fixed().iter().map(words).collect();
        lines.extend(self.anywhere.iter().map(|way| way.sentence(scope)));
        if !lines.is_empty() {
            lines.push(
                "Both castling pieces must have stood on their squares from the start, and every square that either of them crosses or goes to must be empty of other pieces."
                    .to_owned(),
            );
        }
        lines
    }

    /// Reports ways that can never be used.
    fn check(&self, whole: &Whole<'_>, report: &mut Report) {
        let geometry = whole.scope.geometry;
        for way in self.fixed().iter().filter(|_| !whole.has_options) {
            // a way that one side can use is of use
            let mut sides = Side::BOTH.into_iter().filter(|&side| way.is_of(side));
            let closed = |side| closed(geometry, way, side);
            let Some(square) =
                sides.clone().find_map(closed).filter(|_| sides.all(|side| closed(side).is_some()))
            else {
                continue;
            };
            let name = |square| geometry.name(square);
            let [from, to] = [way.parts[0].from, way.parts[0].to].map(name);
            let why = match geometry.holes.has(square) {
                true => format!("{} is not in play", name(square)),
                false => format!("a wall blocks the way to {}", name(square)),
            };
            let message = format!("castling from {from} to {to} is never possible: {why}");
            report.push(
                Diagnostic::warning("ferz::castling::closed", message)
                    .at(whole.place("castling"), "one of these ways of castling")
                    .help("remove this way from `ways`"),
            );
        }
    }

    fn fields(&self) -> Vec<FenField> {
        let meaning = "which castling moves are still allowed: K kingside (to White's right) and Q queenside (to White's left), capitals for White; - for none";
        vec![FenField { place: FenPlace::Rights, example: "KQkq or -".into(), meaning }]
    }

    fn changes_movements(&self) -> bool {
        self.ways.iter().any(|way| way.side.is_some())
    }

    fn joint_moves(&self) -> &[JointMove] {
        &self.ways
    }

    fn brings(&self, geometry: &Geometry, (kind, side): (TypeId, Side), from: SquareSet) -> SquareSet {
        let seen = |square| if side == Side::White { square } else { geometry.opposite(square) };
        let ways = self.ways.iter().filter(|way| way.is_of(side));
        let parts = ways.flat_map(|way| &way.parts);
        let open = parts.filter(|part| part.kind == kind && from.has(seen(part.from)));
        open.fold(SquareSet::NONE, |set, part| set | SquareSet::bit(seen(part.to)))
    }

    fn samples(&self, scope: &Scope<'_>, _style: Style<'_>) -> Vec<Sample> {
        let sample = |way: &JointMove| {
            let [from, to] = [way.parts[0].from, way.parts[0].to].map(|square| scope.geometry().name(square));
            let how =
                format!("the squares that the {} leaves and reaches", scope.list(&[way.parts[0].kind], "or"));
            Sample { place: 20, what: "castling", example: from + &to, how }
        };
        self.ways.first().map(sample).into_iter().collect()
    }

    fn uses(&self, scope: &Scope<'_>) -> Vec<Use> {
        let name = |square| scope.geometry().name(square);
        let way = |way: &JointMove| format!("{} to {}", name(way.parts[0].from), name(way.parts[0].to));
        let fixed = self.fixed().iter().map(way);
        let anywhere = self.anywhere.iter().map(|way| format!("to {}", name(way.parts[0].1)));
        fixed.chain(anywhere).map(|what| Use { place: 20, kind: "castling", what }).collect()
    }

    fn came_up(&self, scope: &Scope<'_>, played: &Played<'_>) -> Option<usize> {
        let (side, geometry) = (played.side(), scope.geometry());
        let seen = |square| if side == Side::White { square } else { geometry.opposite(square) };
        let squares = (seen(played.from), seen(played.to));
        let is = |way: &JointMove| (way.parts[0].from, way.parts[0].to) == squares;
        let fixed = self.fixed().iter().position(is);
        let there = |way: &Anywhere| way.parts[0].1 == squares.1;
        let found = fixed.or_else(|| Some(self.fixed().len() + self.anywhere.iter().position(there)?));
        found.filter(|_| played.kind == "castling")
    }
}

impl Castling {
    /// The ways with squares of their own.
    fn fixed(&self) -> &[JointMove] {
        let expanded: usize = self.anywhere.iter().map(|way| way.pairs).sum();
        &self.ways[..self.ways.len() - expanded]
    }

    /// The squares that must not be attacked, for the piece whose squares denote the move.
    pub(crate) fn watched(&self, geometry: &Geometry) -> Vec<Watched> {
        let of = |side| {
            let seen = move |square| if side == Side::White { square } else { geometry.opposite(square) };
            self.ways.iter().filter(move |way| way.is_of(side)).map(move |way| Watched {
                side,
                king: seen(way.parts[0].from),
                squares: if side == Side::White {
                    way.unattacked
                } else {
                    geometry.opposite_set(way.unattacked)
                },
            })
        };
        of(Side::White).chain(of(Side::Black)).collect()
    }

    fn laid<B: Bits>(
        &self,
        plan: &mut Plan<'_, B>,
        (way, anywhere): (&JointMove, bool),
        side: Side,
        maker: Maker,
    ) -> Laid<B> {
        let (geometry, types) = (plan.geometry, plan.types);
        let seen = |square| if side == Side::White { square } else { geometry.opposite(square) };
        let parts = way.parts.map(|part| Part { from: seen(part.from), to: seen(part.to), ..part });
        let leaving = way.parts.map(|part| part.from);
        let leaves = parts.iter().fold(B::NONE, |set, part| set | B::bit(part.from));
        let crossed = parts.iter().fold(SquareSet::NONE, |set, part| set | geometry.span(part.from, part.to))
            | geometry.span(parts[0].from, parts[1].from);
        let unattacked = match side {
            Side::White => way.unattacked,
            Side::Black => geometry.opposite_set(way.unattacked),
        };
        let moves = parts.map(|Part { kind, from, to }| (Piece::new(kind, side), from, to));
        let place = plan.keep(|record| record.add_together(&moves));
        let [Part { kind, from, to }, _] = parts;
        let ends = Move::plain(from, to, from, Piece::new(kind, side));
        let mv = Move::listed(ends, (maker, TurnPart::Move), place);
        // on a board that is rotated for Black as well, letters name the sides that White sees
        let is_right = |other: &JointMove| {
            let [first, second] = other.parts.map(|part| geometry.file(seen(part.from)));
            second > first
        };
        let right_hand = is_right(way);
        let own = self.ways.iter().filter(|other| other.is_of(side) && is_right(other) == right_hand);
        let alone = own.map(|other| other.parts.map(|part| part.from)).all(|squares| squares == leaving);
        let file = char::from(b'A' + geometry.file(parts[1].from));
        let letter = match (alone || anywhere, right_hand) {
            (true, true) => 'K',
            (true, false) => 'Q',
            _ => file,
        };
        let empty = B::from_wide(crossed) & !leaves;
        let royal = |part: &Part| types[usize::from(part.kind)].royal;
        let unattacked = B::from_wide(unattacked);
        let out_of_check = royal(&parts[0]) && !royal(&parts[1]) && unattacked.has(parts[0].from);
        let edge = [0, geometry.files - 1].contains(&geometry.file(parts[1].from));
        let level = parts.iter().all(|part| {
            let rank = geometry.rank(parts[0].from);
            geometry.rank(part.from) == rank && geometry.rank(part.to) == rank
        });
        let implied =
            out_of_check && level && edge && unattacked.has(parts[0].to) && all_straight(geometry, types);
        let fixed = FixedMove {
            door: Door { needs: leaves, empty, piece: (parts[0].from, Piece::new(parts[0].kind, side)) },
            unattacked: if out_of_check { unattacked & !B::bit(from) } else { unattacked },
            out_of_check,
            looks_again: !implied,
            mv,
        };
        Laid { parts, fixed, unattacked, letters: [letter, file], right_hand, anywhere }
    }
}

impl<B: Bits> Lay<B> for Castling {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        let makers = [plan.maker(&Written::BySquares), plan.maker(&Written::ByPieces)];
        let sides = Side::BOTH.map(|side| {
            let number = self.fixed().len();
            let ways = self.ways.iter().enumerate().filter(|(_, way)| way.is_of(side));
            let open = ways.filter(|(_, way)| closed(plan.geometry, way, side).is_none());
            let laid = open.map(|(index, way)| {
                let anywhere = index >= number;
                self.laid(plan, (way, anywhere), side, makers[usize::from(anywhere)])
            });
            laid.collect::<Box<[Laid<B>]>>()
        });
        let castlers =
            [0, 1].map(|side: usize| sides[side].iter().fold(B::NONE, |set, way| set | way.fixed.door.needs));
        let fixed: [Box<[FixedMove<B>]>; 2] =
            sides.each_ref().map(|ways| ways.iter().map(|way| way.fixed).collect());
        let ways = Arc::new(Ways { sides, castlers });
        plan.watched.extend(self.watched(plan.geometry));
        plan.rights = Some(Arc::clone(&ways) as _);
        for (side, fixed) in Side::BOTH.into_iter().zip(fixed) {
            plan.generator(side, Gate::Fixed(fixed), Arc::clone(&ways) as _);
        }
    }
}

impl<B: Bits> Generator<B> for Ways<B> {
    /// The ways that are open.
    fn generate(&self, view: &View<'_, B>, safety: &Safety<B>, sink: &mut dyn Sink<B>) {
        let state = view.state;
        for way in &self.sides[state.side.index()] {
            if way.fixed.is_open(state, safety.check_info.check) && self.unattacked(view, way, safety) {
                sink.whole(way.fixed.mv);
            }
        }
    }

    #[cfg(feature = "verify")]
    fn by_squares(&self, view: &View<'_, B>) -> Vec<Move> {
        let (state, attacks) = (view.state, view.attacks());
        let (them, occupied) = (state.side.other(), state.occupied());
        let hit = |square| attacks.attacked(state, square, them, occupied, B::NONE);
        let ways = self.sides[state.side.index()].iter();
        let open = ways.filter(|way| way.fixed.door.is_open(state) && !way.unattacked.squares().any(hit));
        open.map(|way| way.fixed.mv).collect()
    }

    /// Returns the reason why castling from one square to another is not open to the side to move, if there is such a way.
    fn why_not(
        &self,
        scope: &Scope<'_>,
        view: &View<'_, B>,
        (from, to): (Departure, Square),
    ) -> Option<String> {
        let Departure::Square(from) = from else { return None };
        let (state, attacks) = (view.state, view.attacks());
        let us = state.side;
        let fits = |way: &&Laid<B>| {
            (way.fixed.mv.from, way.fixed.mv.to) == (from, to) && state.at(from) == way.fixed.mv.after
        };
        let way = self.sides[us.index()].iter().find(fits)?;
        let name = |square| scope.geometry().name(square);
        let between = (way.fixed.door.empty & state.occupied()).squares().next();
        let occupied = state.occupied();
        let hit = |square: &Square| attacks.attacked(state, *square, us.other(), occupied, B::NONE);
        Some(if !(way.fixed.door.needs & !state.slots.rights).is_empty() {
            "castling: the right to castle is lost".to_owned()
        } else if let Some(square) = between {
            format!("castling: there is a piece in between, on {}", name(square))
        } else if let Some(square) = way.unattacked.squares().find(hit) {
            format!("castling: {} is attacked", name(square))
        } else {
            "castling: it would leave a royal piece attacked".to_owned()
        })
    }
}

impl<B: Bits> Ways<B> {
    /// Returns `true` if none of the squares that must not be attacked is attacked.
    #[inline]
    fn unattacked(&self, view: &View<'_, B>, way: &Laid<B>, safety: &Safety<B>) -> bool {
        let (state, asked) = (view.state, way.fixed.unattacked);
        if let (false, Some(attacked_squares)) = (way.fixed.looks_again, safety.attacked_squares) {
            // in that case it makes no difference whether the piece is lifted
            return !asked.meets(attacked_squares);
        }
        let (them, occupied) = (state.side.other(), state.occupied());
        let hit = |square| view.attacks().attacked(state, square, them, occupied, B::NONE);
        let looks = way.fixed.looks_again || view.attacks().are_found_beside();
        !asked.squares().any(hit) && (!looks || self.safe_there(view, way))
    }

    /// Returns `true` if every royal piece is safe after castling.
    fn safe_there(&self, view: &View<'_, B>, way: &Laid<B>) -> bool {
        let (state, us) = (view.state, view.state.side);
        if view.attacks().are_found_beside() {
            let mut after = state.scratch();
            way.parts.iter().for_each(|part| after.put(part.from, Piece::EMPTY));
            way.parts.iter().for_each(|part| after.put(part.to, Piece::new(part.kind, us)));
            return !view.attacks().in_check(&after, us);
        }
        let occupied = state.occupied();
        let before = view.attacks().royals(state, us);
        let moved = way.parts.iter().filter(|part| before.has(part.from));
        let royals = moved.fold(before, |royals, part| (royals & !B::bit(part.from)) | B::bit(part.to));
        let arrive = way.parts.iter().fold(B::NONE, |set, part| set | B::bit(part.to));
        view.attacks().safe(state, us, royals, (occupied & !way.fixed.door.needs) | arrive, B::NONE)
    }
}

impl<B: Bits> Rights<B> for Ways<B> {
    /// Returns the squares whose pieces can castle if they have not moved, in a position in which pieces on their start squares count as
    /// unmoved.
    fn fresh(&self, state: &State<B>) -> B {
        let mut fresh = B::NONE;
        let fixed = self.sides.iter().flatten().filter(|way| !way.anywhere);
        for part in fixed.flat_map(|way| way.parts.iter().map(move |part| (part, way.fixed.mv.after.side())))
        {
            let (part, side) = part;
            if state.at(part.from) == Piece::new(part.kind, side) {
                fresh |= B::bit(part.from);
            }
        }
        let anywhere = Side::BOTH.into_iter().flat_map(|side| self.outermost(state, side));
        fresh = anywhere.fold(fresh, |set, way| set | way.fixed.door.needs);
        fresh & (self.castlers[0] | self.castlers[1])
    }

    fn fresh_on(&self, state: &State<B>, square: Square) -> B {
        if !(self.castlers[0] | self.castlers[1]).has(square) {
            return B::NONE;
        }
        if self.sides.iter().flatten().any(|way| way.anywhere) {
            return self.fresh(state) & B::bit(square);
        }
        let here = |way: &Laid<B>| {
            let side = way.fixed.mv.after.side();
            way.parts
                .iter()
                .any(|part| part.from == square && state.at(square) == Piece::new(part.kind, side))
        };
        if self.sides.iter().flatten().any(here) { B::bit(square) } else { B::NONE }
    }

    /// Only the rights that can still lead to castling.
    fn effective(&self, state: &State<B>) -> B {
        let open = Side::BOTH
            .into_iter()
            .flat_map(|side| self.sides[side.index()].iter().filter(move |way| way.has_rights(state, side)));
        open.fold(B::NONE, |set, way| set | way.fixed.door.needs)
    }

    /// The castling field of a FEN: for each side, the rightmost partner first, whatever the order of the ways in the file.
    fn field(&self, _: &Geometry, state: &State<B>) -> String {
        let mut field = String::new();
        for (index, side) in self.sides.iter().enumerate() {
            let owner = Side::BOTH[index];
            let open = side.iter().filter(|way| way.has_rights(state, owner));
            let outermost =
                |way: &Laid<B>| self.outermost(state, owner).any(|other| other.parts == way.parts);
            // the second letter is that of the file; the first is only for the outermost partner
            let letters = |way: &Laid<B>| match way.letters {
                [_, file] if way.anywhere && !outermost(way) => [file, file],
                letters => letters,
            };
            let mut letters: Vec<[char; 2]> = open.map(letters).collect();
            order::by_key(&mut letters, |letters| std::cmp::Reverse(letters[1]));
            // ways of the same two pieces share a right
            letters.dedup();
            let cased = |letter: char| if index == 0 { letter } else { letter.to_ascii_lowercase() };
            field.extend(letters.into_iter().map(|letters| cased(letters[0])));
        }
        if field.is_empty() { "-".to_owned() } else { field }
    }

    /// Parses the castling field of a FEN: returns the squares whose pieces can castle, or the letter that is out of place.
    fn read_field(&self, geometry: &Geometry, state: &State<B>, field: &str) -> Result<B, (usize, String)> {
        let mut castlers = B::NONE;
        for (at, letter) in field.char_indices().filter(|_| field != "-") {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let capital = letter.to_ascii_uppercase();
            let named = self.sides[side.index()].iter().filter(|way| way.letters.contains(&capital));
            let of_file = |way: &&Laid<B>| way.letters[1] == capital && way.stands(state, side);
            let outermost = self.outermost(state, side).find(|way| way.letters[0] == capital);
            let anywhere = outermost.or_else(|| named.clone().find(|way| way.anywhere && of_file(way)));
            let fixed = named.clone().find(|way| !way.anywhere);
            let way = anywhere.or(fixed).or_else(|| named.clone().next());
            let way = way.ok_or_else(|| (at, format!("`{letter}` names no way of castling in this game")))?;
            if let Some(part) =
                way.parts.iter().find(|part| state.at(part.from) != Piece::new(part.kind, side))
            {
                if way.anywhere {
                    return Err((
                        at,
                        format!("`{letter}` needs two castling pieces, the other on that side of the first"),
                    ));
                }
                let square = geometry.name(part.from);
                return Err((at, format!("`{letter}` needs the castling piece on {square}")));
            }
            castlers |= way.fixed.door.needs;
        }
        Ok(castlers)
    }
}
