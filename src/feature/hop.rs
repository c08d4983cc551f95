//! Hops: a piece goes over the piece beside it to the empty square straight behind, and may go on hopping. Nothing is captured.
//!
//! ```toml
//! [hop]
//! pieces = "man"
//! by     = "K"
//! over   = "any man"
//! ```
//!
//! Invariant: a chain of hops is its net result, a move between two squares; if the piece could also move there, both are one move.
//!
//! Source: the moves of Halma, as in R. C. Bell, *Board and Table Games from Many Civilizations*.

use std::sync::Arc;

use super::condition::{reach, resolve_selection, squares_of};
use super::plan::{Generator, Lay, Plan};
use super::rule::{Feature, Played, Rule, Topic, Use};
use super::scope::{Scope, in_a_row, sentence};
use crate::board::isa::Portable;
use crate::board::{Bits, Geometry, PerSquare, Square, SquareSet};
use crate::definition::{Key, KeyTable, Kind as Shape, Table, Word};
use crate::feature::condition::plural;
use crate::model::condition::{Pieces, Whose};
use crate::model::pieces::{Side, TypeId};
use crate::moves::{Move, Safety, Sink, View};
use crate::state::State;
use crate::text::{Diagnostic, Report, Span};

/// The keys of a `[hop]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "hop",
    doc: "Pieces that hop over others without capturing, and may go on hopping.",
    keys: &[
        Key::required("pieces", Shape::Pieces, "The pieces that hop.", "\"man\""),
        Key::optional(
            "by",
            Shape::Line,
            "The movement to the piece that is hopped over; by default, `K`.",
            "\"W\"",
        ),
        Key::optional(
            "over",
            Shape::Selection,
            "The pieces that may be hopped over; by default, all.",
            "\"my man\"",
        ),
        Key::optional("chains", Shape::Flag, "Whether it may go on hopping; by default, it may.", "false"),
    ],
};

/// Hops in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional("hop", Shape::Rules(&Shape::Table(&KEYS)), KEYS.doc, "")],
    read: |scope, root, report| {
        let all = root.rules("hop", &KEYS).into_iter();
        let all: Vec<_> = all.filter_map(|(_, table)| read(scope, table, report)).collect();
        if all.is_empty() { None } else { Some(Box::new(Hops(all))) }
    },
    ..Feature::NONE
};

/// A hop from some square: the square hopped over, and the one behind it.
type Landing = (Square, Square);

/// The hops of a game.
#[derive(Clone, Debug)]
struct Hops(Vec<Hop>);

/// A hop as the rules have it.
#[derive(Clone, Debug)]
struct Hop {
    pieces: Vec<TypeId>,
    /// The movement, as it is written.
    by: String,
    /// By side and square.
    landings: Arc<[Vec<Vec<Landing>>; 2]>,
    /// The pieces that may be hopped over; empty if all may.
    over: Vec<Pieces<SquareSet>>,
    chains: bool,
}

/// Reads a `[hop]`.
fn read(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Option<Hop> {
    let pieces = table.text("pieces").map(|word| scope.types(word, report));
    let over = table.text("over").map_or(Some(Vec::new()), |word| read_over(scope, word, report));
    let said = table.text("by");
    let by = said.map_or("K", |word| word.text);
    let landings =
        read_landings(scope, Word { text: by, span: said.map_or(table.span(), |word| word.span) }, report);
    let chains = table.flag("chains") != Some(false);
    Some(Hop { pieces: pieces?, by: by.to_owned(), landings: Arc::new(landings?), over: over?, chains })
}

/// Reads the pieces that may be hopped over.
fn read_over(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Option<Vec<Pieces<SquareSet>>> {
    let chosen: Option<Vec<_>> = resolve_selection(scope, word, report)?.into_iter().collect();
    let seen = chosen.filter(|chosen| chosen.iter().all(Pieces::is_seen));
    if seen.is_none() {
        report.push(
            Diagnostic::error("ferz::hop::over", "`over` can choose pieces only by owner, type and squares")
                .at(word.span, "this asks for more than that")
                .help("write, for example, `my man`, or `any stone on d4..e5`"),
        );
    }
    seen
}

/// Returns the hops from every square by a movement, which must be a leap.
fn read_landings(scope: &Scope<'_>, by: Word<'_>, report: &mut Report) -> Option<[Vec<Vec<Landing>>; 2]> {
    let (reach, geometry) = (reach(scope, by, report)?, scope.geometry());
    let mut leaps = true;
    let landings = Side::BOTH.map(|side| {
        let from = |from: Square| {
            let mut landings = Vec::new();
            for line in reach.from(side, from) {
                leaps &= line.empty.is_empty() && line.full.is_empty();
                landings.extend(geometry.next(from, line.to).map(|land| (line.to, land)));
            }
            landings
        };
        geometry.every().map(from).collect::<Vec<_>>()
    });
    match (leaps, landings.iter().flatten().any(|landings| !landings.is_empty())) {
        (true, true) => return Some(landings),
        (false, _) => report.push(no_leap(
            by.span,
            "a hop goes over the piece beside it, by a leap",
            "this movement rides, or can be blocked",
        )),
        (_, false) => report.push(no_leap(
            by.span,
            "this movement leads over no square of the board onto another",
            "no hop is possible",
        )),
    }
    None
}

fn no_leap(place: Span, message: &'static str, label: &'static str) -> Diagnostic {
    Diagnostic::error("ferz::hop::by", message)
        .at(place, label)
        .help("use the steps to the piece that is hopped over, such as `K`, `W`, `F` or `fF`")
}

impl Rule for Hops {
    fn topic(&self) -> Topic {
        Topic { place: 78, heading: "Hops" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        self.0.iter().map(|hop| hop.sentence(scope)).collect()
    }

    fn changes_movements(&self) -> bool {
        true
    }

    fn brings(&self, geometry: &Geometry, (kind, side): (TypeId, Side), from: SquareSet) -> SquareSet {
        let own = self.0.iter().filter(|hop| hop.pieces.contains(&kind));
        own.fold(SquareSet::NONE, |set, hop| set | hop.ever(side, from)) & geometry.playable()
    }

    fn uses(&self, scope: &Scope<'_>) -> Vec<Use> {
        self.sentences(scope).into_iter().map(|what| Use { place: 41, kind: "hop", what }).collect()
    }

    fn came_up(&self, _scope: &Scope<'_>, played: &Played<'_>) -> Option<usize> {
        let (kind, side) = (played.piece[0].kind(), played.side());
        let fits = |hop: &Hop| {
            hop.pieces.contains(&kind) && hop.ever(side, SquareSet::bit(played.from)).has(played.to)
        };
        self.0.iter().position(fits).filter(|_| played.is_beyond_movement())
    }
}

impl Hop {
    /// The rule in words.
    fn sentence(&self, scope: &Scope<'_>) -> String {
        let over = match &self.over[..] {
            [] => "a piece".to_owned(),
            over => in_a_row(&over.iter().map(|pieces| one_of(scope, pieces)).collect::<Vec<_>>(), "or"),
        };
        let on = if self.chains { ", and may go on hopping" } else { "" };
        let by = &self.by;
        let next = if by == "K" { "beside it".to_owned() } else { format!("beside it (`{by}`)") };
        let hops = format!(
            "{} may hop over {over} {next} to the empty square straight behind{on}.",
            scope.each_of(&self.pieces)
        );
        sentence(&hops)
    }

    /// Returns the squares that a piece may ever come to from some squares, whatever stands on the others.
    fn ever(&self, side: Side, from: SquareSet) -> SquareSet {
        let landings = &self.landings[side.index()];
        let (mut found, mut edge) = (SquareSet::NONE, from);
        while !edge.is_empty() {
            let next = edge.squares().flat_map(|square| &landings[usize::from(square)]);
            edge = next.fold(SquareSet::NONE, |set, (_, land)| set | SquareSet::bit(*land)) & !found;
            found |= edge;
            if !self.chains {
                break;
            }
        }
        found
    }
}

/// One of some pieces, in words: `one of the player's men`.
fn one_of(scope: &Scope<'_>, Pieces { whose, types, region, .. }: &Pieces<SquareSet>) -> String {
    let names: Vec<String> = types.iter().map(|&kind| plural(&scope.type_name(kind))).collect();
    let names = if names.is_empty() { "pieces".to_owned() } else { in_a_row(&names, "or") };
    let on = region.map_or_else(String::new, |on| format!(" on {}", scope.squares_of_both(on, "or")));
    match whose {
        Whose::Mine => format!("one of its own side's {names}{on}"),
        Whose::Theirs => format!("one of the enemy's {names}{on}"),
        Whose::Both => format!("one of the {names}{on}"),
    }
}

impl<B: Bits> Lay<B> for Hops {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        let laid = self.0.iter().map(|hop| Laid {
            pieces: hop.pieces.clone().into(),
            landings: Side::BOTH.map(|side| {
                PerSquare::from_fn(|square| {
                    hop.landings[side.index()]
                        .get(usize::from(square))
                        .map_or_else(Box::default, |all| all[..].into())
                })
            }),
            over: hop.over.iter().map(|pieces| pieces.map(B::narrowed)).collect(),
            chains: hop.chains,
        });
        let hops = Moves(laid.collect());
        plan.generator_of_both(Arc::new(hops));
    }
}

/// The hops of a game, on a board of some width.
#[derive(Debug)]
struct Moves<B>(Box<[Laid<B>]>);

/// A hop on a board of some width.
#[derive(Debug)]
struct Laid<B> {
    pieces: Box<[TypeId]>,
    landings: [PerSquare<Box<[Landing]>>; 2],
    over: Box<[Pieces<B>]>,
    chains: bool,
}

impl<B: Bits> Laid<B> {
    /// Returns the squares that a piece comes to from a square.
    fn targets(&self, state: &State<B>, from: Square) -> B {
        let (us, occupied) = (state.side, state.occupied() & !B::bit(from));
        let over = self.over.iter().fold(B::NONE, |set, pieces| set | squares_of(pieces, state, us));
        let over = if self.over.is_empty() { occupied & !state.nobodys() } else { over & occupied };
        let landings = &self.landings[us.index()];
        let (mut found, mut edge) = (B::NONE, B::bit(from));
        while !edge.is_empty() {
            let mut next = B::NONE;
            for square in edge.squares() {
                let open = landings[square].iter().filter(|(step, _)| over.has(*step));
                open.for_each(|(_, land)| next |= B::bit(*land));
            }
            edge = next & !occupied & !found;
            found |= edge;
            if !self.chains {
                break;
            }
        }
        found & !B::bit(from)
    }
}

impl<B: Bits> Generator<B> for Moves<B> {
    /// Each piece's hops, where it could not move anyway.
    fn generate(&self, view: &View<'_, B>, safety: &Safety<B>, sink: &mut dyn Sink<B>) {
        let (state, us) = (view.state, view.state.side);
        for kind in view.own() {
            let id = kind.content.kind();
            let own = || self.0.iter().filter(|hop| hop.pieces.contains(&id));
            if own().next().is_none() {
                continue;
            }
            for from in (state.of(id, us) & !state.frozen).squares() {
                let found = own().fold(B::NONE, |set, hop| set | hop.targets(state, from));
                let beyond = found & !kind.targets::<Portable>(from, state.board());
                let safe =
                    |to: &u8| safety.all_are_doubtful || view.attacks().safe_after(state, from, *to, B::NONE);
                for to in beyond.squares().filter(safe) {
                    kind.arrival
                        .after(state, (from, to), |after| sink.whole(Move::plain(from, to, from, after)));
                }
            }
        }
    }
}
