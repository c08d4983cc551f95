//! What a definition means: ids, sets and typed moves, with nothing left to look up.
//!
//! Resolving loses the author's words and their places (but for the examples, which are run later and complain at theirs), and
//! which file or option said what.

mod check;
mod consequence;
#[cfg(feature = "tools")]
mod ending;
mod sentences;

use indexmap::IndexMap;

use crate::board::{Geometry, Square, SquareSet};
use crate::definition::{Definition, EXTENDS, Key, KeyTable, Kind as Shape, OPTIONS, Table, check_shape};
use crate::feature::capture::{Capture, Forbid};
use crate::feature::castling::Castling;
use crate::feature::declaration::Declaration;
use crate::feature::en_passant::EnPassant;
use crate::feature::end::End;
use crate::feature::example::Example;
use crate::feature::header::Header;
use crate::feature::promotion::Promotion;
use crate::feature::relocate::Relocation;
use crate::feature::safe_walk::SafeWalk;
use crate::feature::scope::Scope;
use crate::feature::turn::Turn;
use crate::feature::written::Written;
use crate::feature::{
    board, capture, castling, declaration, en_passant, end, example, header, pieces, promotion, relocate,
    safe_walk, setup, turn, walls, written,
};
use crate::model::men::{Piece, PieceType};
use crate::text::Report;

/// Everything that may stand in a definition.
pub const ROOT: KeyTable = KeyTable {
    name: "definition",
    doc: "A game.",
    keys: &[
        EXTENDS,
        Key::required("game", Shape::Table(&header::KEYS), header::KEYS.doc, ""),
        Key::required("board", Shape::Table(&board::KEYS), board::KEYS.doc, ""),
        Key::optional("regions", board::REGIONS, "Named sets of squares, as White sees them.", ""),
        Key::required("pieces", Shape::Named(&Shape::Table(&pieces::KEYS)), "The types of pieces.", ""),
        Key::required("setup", Shape::Table(&setup::KEYS), setup::KEYS.doc, ""),
        Key::optional("promotion", Shape::Table(&promotion::KEYS), promotion::KEYS.doc, ""),
        Key::optional("turn", Shape::Table(&turn::KEYS), turn::KEYS.doc, ""),
        Key::optional("capture", Shape::Table(&capture::KEYS), capture::KEYS.doc, ""),
        Key::optional("castling", Shape::Table(&castling::KEYS), castling::KEYS.doc, ""),
        Key::optional("en-passant", Shape::Table(&en_passant::KEYS), en_passant::KEYS.doc, ""),
        Key::optional("safe-walk", Shape::Table(&safe_walk::KEYS), safe_walk::KEYS.doc, ""),
        Key::optional("walls", Shape::List(&Shape::Table(&walls::KEYS)), walls::KEYS.doc, ""),
        Key::optional("forbid", Shape::List(&Shape::Table(&capture::FORBID)), capture::FORBID.doc, ""),
        Key::optional("relocate", Shape::List(&Shape::Table(&relocate::KEYS)), relocate::KEYS.doc, ""),
        Key::optional(
            "declarations",
            Shape::Named(&Shape::Table(&declaration::KEYS)),
            "Attacks that must be announced.",
            "",
        ),
        Key::optional("notation", Shape::Table(&written::KEYS), written::KEYS.doc, ""),
        Key::optional(
            "end",
            Shape::Named(&Shape::Table(&end::KEYS)),
            "How the game ends; the first rule that holds decides.",
            "",
        ),
        OPTIONS,
        Key::optional("example", Shape::List(&Shape::Table(&example::KEYS)), example::KEYS.doc, ""),
    ],
};

/// The rules of a game.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(crate) header: Header,
    /// The board.
    pub geometry: Geometry,
    /// Named sets of squares, White's and Black's.
    pub regions: IndexMap<String, [SquareSet; 2]>,
    /// The types of men.
    pub types: Vec<PieceType>,
    pub(crate) array: Vec<(Square, Piece)>,
    /// What men become where they arrive.
    pub promotion: Option<Promotion>,
    /// Steps of two men at once.
    pub castling: Option<Castling>,
    /// Captures in passing.
    pub en_passant: Option<EnPassant>,
    /// What a turn is made of.
    pub turn: Turn,
    pub(crate) capture: Capture,
    /// Captures that are forbidden.
    pub forbids: Vec<Forbid>,
    /// Steps of a man to a square far off.
    pub relocations: Vec<Relocation>,
    /// Where royal men may walk.
    pub safe_walk: Option<SafeWalk>,
    /// What is said with a step.
    pub declarations: Vec<Declaration>,
    /// How steps are written.
    pub written: Written,
    /// What ends the game; the first that holds decides.
    pub ends: Vec<End<SquareSet>>,
    pub(crate) examples: Vec<Example>,
}

impl Rules {
    /// The names given in the rules.
    pub fn scope(&self) -> Scope<'_> {
        Scope { geometry: &self.geometry, types: &self.types, regions: &self.regions, array: &self.array }
    }
}

/// Resolves a definition, and brings its report into order. The rules are only to be used if the report has no errors.
pub fn resolve(definition: &Definition, report: &mut Report) -> Rules {
    let before = report.diagnostics().len();
    let mut root = definition.root.clone();
    if definition.complete {
        check_shape(&mut root, &ROOT, report);
    }
    let root = &root;
    let geometry = board::read(root.table("board"), report);
    let regions = board::read_regions(&geometry, root.table("regions"), report);
    let types = pieces::read(root.table("pieces"), report);
    let scope = Scope { geometry: &geometry, types: &types, regions: &regions, array: &[] };
    let array = root.table("setup").map_or_else(Vec::new, |table| setup::read(&scope, table, report));
    let scope = Scope { array: &array, ..scope };
    let walls = root.tables("walls").filter_map(|table| walls::read(&scope, table, report)).collect();
    let mut rules = Rules {
        header: root.table("game").map(header::read).unwrap_or_default(),
        promotion: root.table("promotion").and_then(|table| promotion::read(&scope, table, report)),
        castling: root.table("castling").and_then(|table| castling::read(&scope, table, report)),
        en_passant: root.table("en-passant").and_then(|table| en_passant::read(&scope, table, report)),
        turn: root.table("turn").map(|table| turn::read(&scope, table, report)).unwrap_or_default(),
        capture: root.table("capture").map(|table| capture::read(&scope, table, report)).unwrap_or_default(),
        forbids: root
            .tables("forbid")
            .filter_map(|table| capture::read_forbid(&scope, table, report))
            .collect(),
        relocations: root
            .tables("relocate")
            .filter_map(|table| relocate::read(&scope, table, report))
            .collect(),
        safe_walk: root.table("safe-walk").and_then(|table| safe_walk::read(&scope, table, report)),
        declarations: root
            .table("declarations")
            .map_or_else(Vec::new, |tables| declaration::read(&scope, tables, report)),
        written: root.table("notation").map(written::read).unwrap_or_default(),
        ends: root.table("end").map_or_else(Vec::new, |table| end::read(&scope, table, report)),
        examples: root.tables("example").map(|table| example::read(table, report)).collect(),
        geometry: geometry.clone(),
        regions: regions.clone(),
        array: array.clone(),
        types: Vec::new(),
    };
    rules.geometry.walls = walls;
    rules.types = types;
    unletter(root, &mut rules);
    if !report.has_errors() {
        check::check(&rules, definition, root, report);
    }
    consequence::sift(definition, root, before, report);
    rules
}

/// SAN writes no letter for the one type that promotes, unless its table says otherwise.
fn unletter(root: &Table, rules: &mut Rules) {
    if let Some([only]) = rules.promotion.as_ref().map(|promotion| &promotion.pieces[..]) {
        let piece = &mut rules.types[usize::from(*only)];
        let pieces = root.table("pieces");
        let says =
            pieces.and_then(|pieces| pieces.table(&piece.name)).is_some_and(|table| table.contains("san"));
        if !says {
            piece.san.clear();
        }
    }
}
