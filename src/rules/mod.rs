//! The resolved rules of a game file: ids, sets and typed moves, with no names left to resolve.
//!
//! Resolving loses the author's words and their places (except for the examples, which are run later and report faults at theirs), and
//! which file or option said what.
//!
//! The frame of a game is in typed fields: every game has one, and its rules are resolved in its terms. Everything else is a
//! [`Rule`], queried like all the others.

mod check;
mod consequence;
#[cfg(feature = "tools")]
mod ending;
mod sentences;

use std::any::Any;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::board::{Geometry, Square, SquareSet};
use crate::definition::{Definition, EXTENDS, Key, KeyTable, Kind as Shape, OPTIONS, Table, check_shape};
pub(crate) use crate::feature::castling::shuffled;
use crate::feature::end::End;
use crate::feature::example::Example;
use crate::feature::header::Header;
use crate::feature::rule::{Becomes, JointMove, Rule};
use crate::feature::scope::Scope;
use crate::feature::turn::Turn;
use crate::feature::written::Written;
use crate::feature::{
    FEATURES, board, end, example, header, note, pieces, points, setup, shuffle, sides, sight, written,
};
use crate::model::figures::Grid;
use crate::model::pieces::{Piece, PieceType, Side, TypeId};
use crate::model::points::Points;
use crate::model::sides::SideNames;
use crate::model::sight::Sight;
use crate::model::starts::Starts;
use crate::text::Report;
use crate::walk::Budget;

/// Everything that a game file may contain: the frame of the game, its rules, and the information about it.
pub static ROOT: KeyTable =
    KeyTable { name: "definition", doc: "A game.", keys: &all_keys::<{ number_of_keys() }>() };

/// The keys before those of the rules.
const FRAME: &[Key] = &[
    EXTENDS,
    Key::required("game", Shape::Table(&header::KEYS), header::KEYS.doc, ""),
    Key::optional("sides", Shape::Table(&sides::KEYS), sides::KEYS.doc, ""),
    Key::required("board", Shape::Table(&board::KEYS), board::KEYS.doc, ""),
    Key::optional("regions", board::REGIONS, "Named sets of squares, as White sees them.", ""),
    Key::optional(
        "movements",
        pieces::MOVEMENTS,
        "Named movements: `moves` of a piece may be one of these names.",
        "",
    ),
    Key::required("pieces", Shape::Named(&Shape::Table(&pieces::KEYS)), "The types of pieces.", ""),
    Key::required("setup", Shape::Table(&setup::KEYS), setup::KEYS.doc, ""),
];

/// The keys behind those of the rules.
const REST: &[Key] = &[
    Key::optional("notation", Shape::Table(&written::KEYS), written::KEYS.doc, ""),
    Key::optional(
        "end",
        Shape::Named(&Shape::Table(&end::KEYS)),
        "How the game ends; the first rule that holds decides.",
        "",
    ),
    OPTIONS,
    Key::optional("example", Shape::List(&Shape::Table(&example::KEYS)), example::KEYS.doc, ""),
];

const fn number_of_keys() -> usize {
    let (mut number, mut at) = (FRAME.len() + REST.len(), 0);
    while at < FEATURES.len() {
        number += FEATURES[at].keys.len();
        at += 1;
    }
    number
}

const fn all_keys<const N: usize>() -> [Key; N] {
    let (mut keys, mut next) = copied([EXTENDS; N], 0, FRAME);
    let mut at = 0;
    while at < FEATURES.len() {
        (keys, next) = copied(keys, next, FEATURES[at].keys);
        at += 1;
    }
    copied(keys, next, REST).0
}

/// Returns keys with others copied into them from an index on, and the index behind these.
const fn copied<const N: usize>(mut keys: [Key; N], from: usize, others: &[Key]) -> ([Key; N], usize) {
    let mut at = 0;
    while at < others.len() {
        keys[from + at] = others[at];
        at += 1;
    }
    (keys, from + others.len())
}

/// The rules of a game.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) header: Header,
    /// The board.
    pub geometry: Geometry,
    /// Named sets of squares, White's and Black's.
    pub regions: IndexMap<String, [SquareSet; 2]>,
    /// The lines of the board, if pieces stand on points.
    #[cfg_attr(not(feature = "tools"), expect(dead_code, reason = "only pictures ask for it"))]
    pub(crate) grid: Option<Grid>,
    /// The squares whose regions are tinted.
    #[cfg_attr(not(feature = "tools"), expect(dead_code, reason = "only pictures ask for it"))]
    pub(crate) tinted: SquareSet,
    /// The piece types.
    pub types: Vec<PieceType>,
    pub(crate) array: Vec<(Square, Piece)>,
    /// The pieces of the array that may stand elsewhere.
    pub(crate) starts: Option<Starts>,
    /// The values of pieces, if points decide.
    points: Option<Points>,
    /// The names of the notes on players.
    notes: Vec<String>,
    /// What the sides are called.
    sides: SideNames,
    /// What a side sees, in a game in which it doesn't see everything.
    pub(crate) sight: Option<Sight>,
    /// The rules proper, in the order of [`FEATURES`].
    rules: Vec<Arc<dyn Rule>>,
    /// The notation of moves.
    pub written: Written,
    /// The ends of the game, in order.
    pub ends: Vec<End<SquareSet>>,
    pub(crate) examples: Vec<Example>,
}

impl Rules {
    /// The names given in the rules.
    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope {
            geometry: &self.geometry,
            types: &self.types,
            regions: &self.regions,
            array: &self.array,
            starts: self.starts.as_ref(),
            points: self.points.as_ref(),
            notes: &self.notes,
            sides: &self.sides,
            rules: &self.rules,
            features: FEATURES,
            budget: None,
        }
    }

    /// Returns the rule of a type, if the game has it. For code that compiles rules, and for other code until rules answer its questions.
    pub(crate) fn get<T: Rule>(&self) -> Option<&T> {
        self.rules.iter().find_map(|rule| (&**rule as &dyn Any).downcast_ref())
    }

    /// The rule of a type that every game has.
    pub(crate) fn the<T: Rule>(&self) -> &T {
        self.get().expect("every game has such a rule")
    }

    /// The side that moves first.
    pub(crate) fn first_mover(&self) -> Side {
        self.the::<Turn>().first_mover
    }

    /// Returns the pieces of the start position with their squares; of those that may stand elsewhere, with each of their squares.
    pub(crate) fn homes(&self) -> Vec<(Square, Piece)> {
        let mut homes = self.array.clone();
        homes.extend(self.starts.iter().flat_map(|starts| starts.everywhere(&self.geometry, &self.array)));
        homes
    }

    /// The rules proper.
    pub(crate) fn each(&self) -> impl Iterator<Item = &dyn Rule> {
        self.rules.iter().map(|rule| &**rule)
    }

    /// The ways in which two pieces move at once.
    pub(crate) fn joint_moves(&self) -> impl Iterator<Item = &JointMove> {
        self.each().flat_map(|rule| rule.joint_moves())
    }

    /// Returns `true` if a rule changes where pieces may move or what they may capture by moving.
    #[cfg(feature = "tools")]
    pub(crate) fn change_movements(&self) -> bool {
        self.each().any(|rule| rule.changes_movements())
    }

    /// Returns `true` if some pieces may capture by moving to an empty square.
    #[cfg(feature = "tools")]
    pub(crate) fn take_on_empty(&self) -> bool {
        let mut types = 0..self.types.len() as TypeId;
        types.any(|kind| self.each().any(|rule| rule.takes_on_empty(kind)))
    }

    /// Returns `true` if no move may give check.
    #[cfg(test)]
    pub(crate) fn bans_checks(&self) -> bool {
        self.each().any(|rule| rule.bans_checks())
    }

    /// The promotions of a piece type.
    pub(crate) fn becomes(&self, kind: TypeId) -> impl Iterator<Item = Becomes<'_>> {
        self.each().flat_map(move |rule| rule.becomes(kind))
    }

    /// Returns the same game with another rule in the place of one, by its index.
    #[cfg(feature = "tools")]
    pub(crate) fn with(&self, at: usize, rule: Box<dyn Rule>) -> Self {
        let mut rules = self.clone();
        rules.rules[at] = rule.into();
        rules.put_up_walls();
        rules
    }

    fn put_up_walls(&mut self) {
        self.geometry.walls = self.rules.iter().flat_map(|rule| rule.walls()).cloned().collect();
    }

    /// Returns the letters that SAN leaves out: those that rules leave out, unless the table of the piece names one.
    fn leave_out_letters(&mut self, root: &Table) {
        let pieces = root.table("pieces");
        let says = |name: &str| {
            pieces.and_then(|pieces| pieces.table(name)).is_some_and(|table| table.contains("san"))
        };
        for kind in self.rules.iter().filter_map(|rule| rule.unlettered()) {
            let piece = &mut self.types[usize::from(kind)];
            if !says(&piece.name) {
                piece.san.clear();
            }
        }
    }
}

/// Resolves a game file, and sorts its report. The rules are only to be used if the report has no errors.
pub(crate) fn resolve(definition: &Definition, report: &mut Report) -> Rules {
    resolve_within(definition, report, &Budget::default())
}

/// The same with a budget, from which the steps of its movements are taken.
pub(crate) fn resolve_within(definition: &Definition, report: &mut Report, budget: &Budget) -> Rules {
    let before = report.diagnostics().len();
    let mut root = definition.root.clone();
    if definition.complete {
        check_shape(&mut root, &ROOT, report);
    }
    let root = &root;
    let geometry = board::read(root.table("board"), report);
    let regions = board::read_regions(&geometry, root.table("regions"), report);
    let squares = Scope { features: FEATURES, budget: Some(budget), ..Scope::of_board(&geometry, &regions) };
    let looks = (&squares, board::tile(root.table("board")));
    let types = pieces::read((root.table("pieces"), root.table("movements")), looks, report);
    let scope = Scope { types: &types, ..squares };
    let array = root.table("setup").map_or_else(Vec::new, |table| setup::read(&scope, table, report));
    let starts = root.table("setup").and_then(|table| shuffle::read(&scope, table, &array, report));
    let points = points::read(&scope, root, report);
    let scope = Scope { array: &array, starts: starts.as_ref(), points: points.as_ref(), ..scope };
    let notes = note::names(root);
    let sides = root.table("sides").map(|table| sides::read(table, report)).unwrap_or_default();
    let scope = Scope { notes: &notes, sides: &sides, ..scope };
    let read = FEATURES.iter().filter_map(|feature| (feature.read)(&scope, root, report));
    let mut rules = Rules {
        rules: read.map(Arc::from).collect(),
        header: root.table("game").map(header::read).unwrap_or_default(),
        written: root.table("notation").map(written::read).unwrap_or_default(),
        ends: root.table("end").map_or_else(Vec::new, |table| end::read(&scope, table, report)),
        examples: root.tables("example").map(example::read).collect(),
        geometry: geometry.clone(),
        regions: regions.clone(),
        grid: board::grid(&squares, root.table("board"), report),
        tinted: board::tinted(&squares, root.table("board"), report),
        array: array.clone(),
        starts: starts.clone(),
        points: points.clone(),
        notes: notes.clone(),
        sides: sides.clone(),
        sight: sight::read(root),
        types: Vec::new(),
    };
    rules.types = types;
    rules.put_up_walls();
    rules.leave_out_letters(root);
    if !report.has_errors() {
        check::check(&rules, definition, root, report);
    }
    consequence::sift(definition, root, before, report);
    rules
}
