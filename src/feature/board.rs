//! The board and its named regions.
//!
//! ```toml
//! [board]
//! files = 12
//! ranks = 8
//!
//! [regions]
//! camp = "ranks 1..2"
//! ```

use indexmap::IndexMap;

use super::scope::Scope;
use crate::board::{Bits, Cells, Geometry, MAX_EXTENT, SquareSet, Symmetry, Wrap};
use crate::definition::{Key, KeyTable, Kind as Shape, Table, Word, shown};
use crate::model::figures::{Grid, Tile};
use crate::notation::squares::{self, Leaf, SquareExpr};
use crate::text::{Diagnostic, Report};

/// The keys of `[board]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "board",
    doc: "The board: how many files and ranks, and which squares are in play.",
    keys: &[
        Key::required(
            "files",
            Shape::Integer { min: 1, max: MAX_EXTENT as i64 },
            "Files, from 1 to 16.",
            "8",
        ),
        Key::required(
            "ranks",
            Shape::Integer { min: 1, max: MAX_EXTENT as i64 },
            "Ranks, from 1 to 16.",
            "8",
        ),
        Key::optional("squares", Shape::Squares, "The squares in play; by default, all.", "\"dark\""),
        Key::optional(
            "a1",
            Shape::OneOf(&["dark", "light"]),
            "The colour of a1; by default, dark.",
            "\"light\"",
        ),
        Key::optional(
            "symmetry",
            Shape::OneOf(&["mirror", "rotate", "same side"]),
            "How Black sees the board: mirrored, rotated, or as White does, sitting on the same side; by default, mirrored.",
            "\"rotate\"",
        ),
        Key::optional(
            "wrap",
            Shape::OneOf(&["files", "ranks", "both"]),
            "The edges that pieces can cross: from the last file to the first, from the last rank to the first, or both; by default, none.",
            "\"files\"",
        ),
        Key::optional(
            "shape",
            Shape::OneOf(&["square", "hexagon"]),
            "The shape of its cells; by default, squares. Hexagons stand in upright files; ranks slope down to the right.",
            "\"hexagon\"",
        ),
        Key::optional(
            "tiles",
            Shape::OneOf(&["pointed", "round"]),
            "The tiles that pieces are drawn on: pointed towards the enemy, or round, in red and black; by default, none.",
            "\"pointed\"",
        ),
        Key::optional(
            "grid",
            Shape::OneOf(&["squares", "points"]),
            "Whether pieces are drawn in squares or on points, where lines cross; by default, in squares.",
            "\"points\"",
        ),
        Key::optional(
            "river",
            Shape::Integer { min: 1, max: MAX_EXTENT as i64 - 1 },
            "On a board of points, the rank just below the river, which only the lines at its edges cross.",
            "5",
        ),
        Key::optional(
            "diagonals",
            Shape::Squares,
            "The areas of a board of points that have lines from corner to corner.",
            "\"palace\"",
        ),
        Key::optional(
            "tinted",
            Shape::Squares,
            "The squares whose regions are tinted on the board; by default, none.",
            "\"camp\"",
        ),
    ],
};

/// The shape of `[regions]`: a set of squares for each name.
pub(crate) const REGIONS: Shape = Shape::Named(&Shape::Squares);

/// Returns `true` if the table gives the size of the board.
pub(crate) fn is_sized(table: Option<&Table>) -> bool {
    let says = |key| {
        let number = table.and_then(|table| table.integer(key));
        number.is_some_and(|n| (1..=i64::from(MAX_EXTENT)).contains(&n))
    };
    says("files") && says("ranks")
}

/// Reads the shape of the tiles in pictures.
pub(crate) fn tile(table: Option<&Table>) -> Option<Tile> {
    match table?.text("tiles")?.text {
        "pointed" => Some(Tile::Pointed),
        "round" => Some(Tile::Round),
        _ => None,
    }
}

/// Reads the lines of a board of points, once its regions are known.
pub(crate) fn grid(scope: &Scope<'_>, table: Option<&Table>, report: &mut Report) -> Option<Grid> {
    let table = table?;
    let points = table.text("grid").filter(|word| word.text == "points");
    let hexagons = scope.geometry.cells == Cells::Hexagons;
    let lines = ["river", "diagonals"].into_iter().filter_map(|key| Some((key, table.get(key)?)));
    let told = lines.filter(|_| points.is_none() || hexagons).map(|(key, entry)| (key, entry.key_span));
    let told = told.chain(points.filter(|_| hexagons).map(|word| ("grid", word.span))).next();
    if let Some((key, span)) = told {
        let (message, help) = match hexagons {
            true => ("a board of hexagons can't be drawn as points and lines".to_owned(), "leave it out"),
            false => (format!("`{key}` needs a board of points"), "add `grid = \"points\"`, or leave it out"),
        };
        let label = format!("`{key}` has no meaning here");
        report.push(Diagnostic::error("ferz::board::no_lines", message).at(span, &label).help(help));
        return None;
    }
    points?;
    let river = table.integer("river").and_then(|rank| u8::try_from(rank).ok());
    if let Some(rank) = river.filter(|&rank| rank >= scope.geometry.ranks) {
        let message =
            format!("there can't be a river above rank {rank}: the board has {} ranks", scope.geometry.ranks);
        let span = table.get("river").map(|entry| entry.node.span);
        let diagnostic = Diagnostic::error("ferz::board::no_lines", message);
        let diagnostic = span.into_iter().fold(diagnostic, |told, span| told.at(span, "too high"));
        report.push(diagnostic.help("write the last rank on White's side of the river"));
        return None;
    }
    let diagonals = table.text("diagonals").and_then(|word| scope.squares(word, report));
    Some(Grid { river, diagonals: diagonals.unwrap_or([SquareSet::NONE; 2]) })
}

/// Reads the squares whose regions are tinted, as either side sees them, once the regions are known.
pub(crate) fn tinted(scope: &Scope<'_>, table: Option<&Table>, report: &mut Report) -> SquareSet {
    let word = table.and_then(|table| table.text("tinted"));
    let [white, black] = word.and_then(|word| scope.squares(word, report)).unwrap_or([SquareSet::NONE; 2]);
    white | black
}

/// Reads `[board]`; what is wrong or missing counts as eight files, eight ranks, all squares.
pub(crate) fn read(table: Option<&Table>, report: &mut Report) -> Geometry {
    let extent = |key| {
        let number = table.and_then(|table| table.integer(key)).and_then(|n| u8::try_from(n).ok());
        number.filter(|n| (1..=MAX_EXTENT).contains(n)).unwrap_or(8)
    };
    let mut geometry = Geometry::new(extent("files"), extent("ranks"));
    let Some(table) = table else { return geometry };
    let says = |key, wanted| table.text(key).is_some_and(|word| word.text == wanted);
    geometry.dark_corner = !says("a1", "light");
    if says("symmetry", "rotate") {
        geometry.symmetry = Symmetry::Rotate;
    } else if says("symmetry", "same side") {
        geometry.symmetry = Symmetry::SameSide;
    }
    geometry.wrap = Wrap {
        files: says("wrap", "files") || says("wrap", "both"),
        ranks: says("wrap", "ranks") || says("wrap", "both"),
    };
    if says("shape", "hexagon") {
        hexagons(&mut geometry, table, report);
    }
    if let Some(word) = table.text("squares") {
        let whole = geometry.clone();
        let regions = IndexMap::new();
        let scope = Scope::of_board(&whole, &regions);
        let before = report.diagnostics().len();
        let squares = scope.squares(word, report);
        report.revise(before, |problem| Some(without_regions(problem)));
        if let Some([squares, _]) = squares {
            geometry.holes = whole.playable() & !squares;
            if squares.is_empty() {
                report.push(
                    Diagnostic::error("ferz::board::no_squares", "no square of the board is in play")
                        .at(word.span, "this leaves no squares")
                        .help("leave `squares` out if all of them are in play"),
                );
            }
        }
    }
    geometry
}

/// Makes the cells hexagons, and reports what these can't have.
fn hexagons(geometry: &mut Geometry, table: &Table, report: &mut Report) {
    geometry.cells = Cells::Hexagons;
    geometry.symmetry = Symmetry::Rotate;
    let turned = |word: &Word<'_>| word.text != "rotate";
    if let Some(word) = table.text("symmetry").filter(turned) {
        report.push(
            Diagnostic::error("ferz::board::hexagons", "on a board of hexagons, `symmetry` can only be `rotate`")
                .at(word.span, "not possible with hexagons")
                .help("leave `symmetry` out; if Black's pieces stand elsewhere, give their rows under `black` in `[setup]`"),
        );
    }
    if let Some(word) = table.text("wrap") {
        geometry.wrap = Wrap::default();
        report.push(
            Diagnostic::error("ferz::board::hexagons", "a board of hexagons can't wrap around")
                .at(word.span, "not possible with hexagons")
                .help("leave `wrap` out"),
        );
    }
}

/// Rewords a diagnostic about a region in a place that is read before there are any regions.
fn without_regions(problem: Diagnostic) -> Diagnostic {
    match problem.code {
        "ferz::regions::unknown" => {
            let help = "regions can't be used in `[board]`: write the squares themselves, such as `d5..g6` or `all but a1`";
            problem.help(help)
        }
        _ => problem,
    }
}

/// Returns `true` if the square notation reads the word as the name of a region.
fn names_itself(name: &str) -> bool {
    matches!(squares::squares(name), Ok(SquareExpr::Leaf(Leaf::Named(read), _)) if read == name)
}

/// Reads `[regions]`; a region may name those above it.
pub(crate) fn read_regions(
    geometry: &Geometry,
    table: Option<&Table>,
    report: &mut Report,
) -> IndexMap<String, [SquareSet; 2]> {
    let mut regions = IndexMap::new();
    for (name, entry) in table.iter().flat_map(|table| table.iter()) {
        let ordinary = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        if !ordinary || !names_itself(name) {
            let message = format!("a region can't be called `{}`", shown(name));
            let label = match squares::squares(name) {
                _ if !ordinary => "not a valid name for a region".to_owned(),
                Ok(SquareExpr::Leaf(Leaf::Square(..), _)) => format!("`{name}` already stands for a square"),
                Ok(_) => format!("`{name}` already stands for a set of squares"),
                Err(_) if name.len() == 1 => "a single letter".to_owned(),
                Err(_) => format!("`{name}` means something else where squares are named"),
            };
            report
                .push(Diagnostic::error("ferz::regions::bad_name", message).at(entry.key_span, label).help(
                "choose another name: at least two lower-case letters, optionally with digits and hyphens",
            ));
        }
        let scope = Scope::of_board(geometry, &regions);
        let squares = entry.node.text().and_then(|word| scope.squares(word, report));
        regions.insert(name.to_owned(), squares.unwrap_or([SquareSet::NONE; 2]));
    }
    regions
}
