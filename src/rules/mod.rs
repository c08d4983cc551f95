//! What a definition means: ids, sets and typed moves, with nothing left to look up.
//!
//! Resolving loses the author's words and their places (but for the examples, which are run later and complain at theirs), and
//! which file or option said what.

mod check;
mod sentences;

use indexmap::IndexMap;

use crate::board::{Geometry, Square, SquareSet};
use crate::definition::{Definition, EXTENDS, Key, KeyTable, Kind as Shape, OPTIONS, Table, check_shape};
use crate::feature::castling::Castling;
use crate::feature::en_passant::EnPassant;
use crate::feature::end::End;
use crate::feature::example::Example;
use crate::feature::header::Header;
use crate::feature::promotion::Promotion;
use crate::feature::scope::Scope;
use crate::feature::{board, castling, en_passant, end, example, header, pieces, promotion, setup};
use crate::model::men::{Content, PieceType};
use crate::text::Report;

/// Everything that may stand in a definition.
pub(crate) const ROOT: KeyTable = KeyTable {
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
        Key::optional("castling", Shape::Table(&castling::KEYS), castling::KEYS.doc, ""),
        Key::optional("en-passant", Shape::Table(&en_passant::KEYS), en_passant::KEYS.doc, ""),
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
pub(crate) struct Rules {
    pub(crate) header: Header,
    pub(crate) geometry: Geometry,
    pub(crate) regions: IndexMap<String, [SquareSet; 2]>,
    pub(crate) types: Vec<PieceType>,
    pub(crate) array: Vec<(Square, Content)>,
    pub(crate) promotion: Option<Promotion>,
    pub(crate) castling: Option<Castling>,
    pub(crate) en_passant: Option<EnPassant>,
    pub(crate) ends: Vec<End<SquareSet>>,
    pub(crate) examples: Vec<Example>,
}

impl Rules {
    /// The names given in the rules.
    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope { geometry: &self.geometry, types: &self.types, regions: &self.regions, array: &self.array }
    }
}

/// Resolves a definition. The rules are only to be used if the report has no errors.
pub(crate) fn resolve(definition: &Definition, report: &mut Report) -> Rules {
    let mut root = definition.root.clone();
    if definition.complete {
        check_shape(&mut root, &ROOT, report);
    }
    let root = &root;
    let geometry = board::read(root.table("board"), report);
    let regions = board::read_regions(&geometry, root.table("regions"), report);
    let mut types = pieces::read(root.table("pieces"), report);
    let scope = Scope { geometry: &geometry, types: &types, regions: &regions, array: &[] };
    let array = root.table("setup").map_or_else(Vec::new, |table| setup::read(&scope, table, report));
    let scope = Scope { array: &array, ..scope };
    let promotion = root.table("promotion").and_then(|table| promotion::read(&scope, table, report));
    let castling = root.table("castling").and_then(|table| castling::read(&scope, table, report));
    let en_passant = root.table("en-passant").and_then(|table| en_passant::read(&scope, table, report));
    let ends = root.table("end").map_or_else(Vec::new, |table| end::read(&scope, table, report));
    let examples = root.tables("example").map(|table| example::read(table, report)).collect();
    unletter(root, promotion.as_ref(), &mut types);
    let header = root.table("game").map(header::read).unwrap_or_default();
    let rules =
        Rules { header, geometry, regions, types, array, promotion, castling, en_passant, ends, examples };
    if !report.has_errors() {
        check::check(&rules, root, report);
    }
    rules
}

/// SAN writes no letter for the one type that promotes, unless its table says otherwise.
fn unletter(root: &Table, promotion: Option<&Promotion>, types: &mut [PieceType]) {
    if let Some([only]) = promotion.map(|promotion| &promotion.pieces[..]) {
        let piece = &mut types[usize::from(*only)];
        let says = root
            .table("pieces")
            .and_then(|pieces| pieces.table(&piece.name))
            .is_some_and(|t| t.contains("san"));
        if !says {
            piece.san.clear();
        }
    }
}
