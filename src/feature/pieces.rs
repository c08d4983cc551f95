//! The piece types: letters, movements, and which are royal.
//!
//! ```toml
//! [pieces]
//! king = { letter = "K", moves = "K", royal = true }
//! pawn = { letter = "P", moves = "fmW fcF" }
//! wazir-knight = { letter = "N", moves = [{ leap = [0, 1] }, { leap = [1, 2], only = "capture" }] }
//! ```
//!
//! Invariant: nothing follows from a piece's name.

mod look;

use super::scope::{Scope, fault_at, side_of, too_many_ways};
use crate::board::{Bits, Cells, SquareSet};
use crate::definition::{Entry, Key, KeyTable, Kind as Shape, Node, Table, Word, shown};
use crate::model::figures::{Look, Tile};
use crate::model::movement::{Movement, Offset};
use crate::model::path::{Ends, Jumped, Leg, Path, Place, Reach, Squares};
use crate::model::pieces::{MAX_TYPES, Piece, PieceType, Royalty};
use crate::notation::{Fault, moves as notation};
use crate::text::{Diagnostic, Report, Severity, Span};

/// The keys of a movement written as a vector.
pub(crate) const VECTOR: KeyTable = KeyTable {
    name: "vector",
    doc: "One way of moving, as a vector: files and ranks, in every symmetric direction.",
    keys: &[
        Key::optional(
            "leap",
            Shape::List(&COORDINATE),
            "Leaps this many files and ranks, over anything in between.",
            "[1, 2]",
        ),
        Key::optional(
            "ride",
            Shape::List(&COORDINATE),
            "Repeats a leap as long as the squares it reaches are empty.",
            "[1, 1]",
        ),
        Key::optional("max", Shape::Integer { min: 1, max: 255 }, "The most leaps in a ride.", "4"),
        Key::optional(
            "only",
            Shape::OneOf(&["move", "capture"]),
            "Only to empty squares, or only to capture.",
            "\"capture\"",
        ),
        Key::optional("first", Shape::Flag, "Only as this piece's first move.", "true"),
        Key::optional("lame", Shape::Flag, "A leap that needs the squares on its way to be empty.", "true"),
        Key::optional(
            "exactly",
            Shape::Flag,
            "Only in the direction written, not in the symmetric ones.",
            "true",
        ),
    ],
};

const COORDINATE: Shape = Shape::Integer { min: -15, max: 15 };

/// The keys of a piece.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "piece",
    doc: "A type of piece.",
    keys: &[
        Key::required("letter", Shape::Line, "Its letter in positions and moves: a capital.", "\"K\""),
        Key::required(
            "moves",
            Shape::Either(&[Shape::Moves, Shape::List(&Shape::Table(&VECTOR))]),
            "How it moves: in the notation of moves, or as a list of vectors.",
            "\"fmW fcF\"",
        ),
        Key::optional(
            "also",
            Shape::List(&Shape::Table(&ALSO)),
            "Further movements, which it has on some squares, or under some condition, only.",
            "[{ on = \"rank 2\", moves = \"fmnD\" }]",
        ),
        Key::optional(
            "within",
            Shape::Squares,
            "The squares it may move to and attack; movements that only give check, with the letter `k`, are not limited.",
            "\"palace\"",
        ),
        Key::optional(
            "royal",
            Shape::Either(&[Shape::Flag, Shape::OneOf(&["last", "together"])]),
            "Whether it must never be left attacked: `true`, each of them; `\"last\"`, only the last of its side; `\"together\"`, not all of its side at once.",
            "true",
        ),
        Key::optional(
            "neutral",
            Shape::Flag,
            "Whether its pieces belong to nobody: they stand in the way of both sides, and are put where a part of a turn says.",
            "true",
        ),
        Key::optional(
            "synonyms",
            Shape::Words,
            "Other letters that are read as its own in positions and moves, and never written.",
            "\"H\"",
        ),
        Key::optional(
            "san",
            Shape::Text,
            "Its letter in written games; empty for the piece that has none.",
            "\"\"",
        ),
        Key::optional(
            "glyphs",
            Shape::List(&Shape::Text),
            "White's and Black's glyph on a Unicode board.",
            "[\"♔\", \"♚\"]",
        ),
        Key::optional(
            "figure",
            Shape::Text,
            "The name of its figure in pictures, or `disc` for one made from its movement; by default, the one of its glyphs or its name.",
            "\"elephant\"",
        ),
        Key::optional(
            "kanji",
            Shape::Words,
            "Its characters in pictures with kanji, for both sides or for White and Black.",
            "[\"帥\", \"將\"]",
        ),
    ],
};

/// The keys of a movement that a piece has on some squares, or under some condition, only.
const ALSO: KeyTable = KeyTable {
    name: "also",
    doc: "A movement that a piece has on some squares, or under some condition, only.",
    keys: &[
        Key::optional("on", Shape::Squares, "The squares on which it must stand.", "\"rank 2\""),
        Key::optional(
            "within",
            Shape::Squares,
            "The squares on which its whole path must lie.",
            "\"palace\"",
        ),
        Key::required("moves", Shape::Moves, "How it moves there.", "\"fmnD\""),
        Key::optional(
            "side",
            Shape::OneOf(&["white", "black"]),
            "The only side whose pieces move like this; by default, both.",
            "\"white\"",
        ),
        Key::optional(
            "when",
            Shape::Condition,
            "What must hold for it to move and to attack like this, as seen by its owner.",
            "\"my knight at N from its start\"",
        ),
    ],
};

/// The shape of `[movements]`: a movement for each name.
pub(crate) const MOVEMENTS: Shape = Shape::Named(&Shape::Moves);

/// Reads `[pieces]`.
pub(crate) fn read(
    (table, movements): (Option<&Table>, Option<&Table>),
    (scope, tile): (&Scope<'_>, Option<Tile>),
    report: &mut Report,
) -> Vec<PieceType> {
    let mut types: Vec<PieceType> = Vec::new();
    let mut letters = Alphabet::new();
    let Some(table) = table else { return types };
    if table.is_empty() {
        report.push(
            Diagnostic::error("ferz::pieces::none", "the game has no pieces")
                .at(table.span(), "no pieces here")
                .help("add some, for example `rook = { letter = \"R\", moves = \"R\" }`"),
        );
    }
    if table.len() > MAX_TYPES {
        let message =
            format!("the game has {} piece types, but at most {MAX_TYPES} are allowed", table.len());
        report.push(
            Diagnostic::error("ferz::pieces::too_many", message).at(table.span(), "too many piece types"),
        );
        return types;
    }
    for (name, entry) in table.iter().take(MAX_TYPES) {
        check_name(name, entry, report);
        if let Some(piece) = entry.node.table() {
            let letter = read_letter(name, piece, &mut letters, report);
            types.push(read_piece((name, &letter), (piece, movements), scope, report));
        }
    }
    // after all letters, so that of two alike the synonym is the one reported
    let pieces = table.iter().take(MAX_TYPES).filter_map(|(name, entry)| Some((name, entry.node.table()?)));
    for ((name, piece), kind) in pieces.zip(&mut types) {
        kind.synonyms = read_synonyms(name, piece, &mut letters, report);
    }
    let used = |name: &str| {
        let moves = |(_, entry): (&str, &Entry)| {
            entry.node.table()?.text("moves").map(|word| word.text.trim() == name)
        };
        table.iter().filter_map(moves).any(|same| same)
    };
    look::read(table, tile, &mut types, report);
    // the movements that a piece uses have been read with that piece
    for (_, entry) in movements.iter().flat_map(|movements| movements.iter()).filter(|(name, _)| !used(name))
    {
        let (movement, _) = read_moves(&entry.node, None, (scope.geometry.cells, notation::moves_on), report);
        if scope.spend_on(&movement.paths).is_err() {
            report.push(too_many_ways(entry.node.span, "this movement"));
            break;
        }
    }
    types
}

/// Words of the notations for lists of pieces and for conditions.
const RESERVED: [&str; 20] = [
    "any", "all", "but", "and", "or", "not", "in", "on", "my", "mine", "their", "theirs", "lost", "count",
    "can", "capture", "captures", "move", "moves", "without",
];

fn check_name(name: &str, entry: &Entry, report: &mut Report) {
    let ordinary = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    let reserved = RESERVED.contains(&name);
    if !ordinary || reserved {
        let problem = Diagnostic::error(
            "ferz::pieces::bad_name",
            format!("a piece type can't be called `{}`", shown(name)),
        )
        .at(entry.key_span, "not a valid name for a piece");
        report.push(match reserved {
            true => problem.help("this word already has a meaning wherever a piece can be named: choose another name"),
            false => problem.help(
                "use lower-case letters (a to z), digits and hyphens, beginning with a letter, such as `war-machine`",
            ),
        });
    }
}

/// The letters of a game, each with its place.
type Alphabet = Vec<(String, Span)>;

fn read_letter(name: &str, piece: &Table, letters: &mut Alphabet, report: &mut Report) -> String {
    let Some(word) = piece.text("letter") else { return "?".to_owned() };
    let starred = word.text == Piece::WALL_SIGN && piece.flag("neutral") == Some(true);
    if !starred {
        check_letter(name, ("letter", word), report);
    }
    enter_letter(word, letters, report)
}

/// Reads the other letters that are read as a type's own.
fn read_synonyms(name: &str, piece: &Table, letters: &mut Alphabet, report: &mut Report) -> Vec<String> {
    let words = piece.words("synonyms").into_iter();
    let enter = |word: Word<'_>| {
        check_letter(name, ("synonyms", word), report);
        enter_letter(word, letters, report)
    };
    words.map(enter).collect()
}

/// Reports what is no letter of a piece.
fn check_letter(name: &str, (key, word): (&str, Word<'_>), report: &mut Report) {
    let bare = word.text.strip_prefix('+').unwrap_or(word.text);
    let message = match word.text.trim() {
        "" => format!("the {} has no letter", shown(name)),
        text => format!("`{}` can't be a piece's letter", shown(text)),
    };
    if bare.len() != 1 || !bare.starts_with(|c: char| c.is_ascii_alphabetic()) {
        report.push(
            Diagnostic::error("ferz::pieces::bad_letter", message)
                .at(word.span, "must be a single letter from A to Z, optionally preceded by `+`")
                .help(format!("choose a capital for the {name}, such as `{key} = \"{}\"`", capital_of(name))),
        );
    } else if bare.chars().all(|c| c.is_ascii_lowercase()) {
        let help = format!(
            "write `{key} = \"{}\"`; lower-case letters stand for Black's pieces in positions",
            word.text.to_ascii_uppercase()
        );
        report.push(
            Diagnostic::error("ferz::pieces::small_letter", "a piece's letter must be a capital")
                .at(word.span, "a lower-case letter")
                .help(help),
        );
    }
}

/// Enters a letter among those of the game, and reports one that is there already; returns it as a capital.
fn enter_letter(word: Word<'_>, letters: &mut Alphabet, report: &mut Report) -> String {
    let letter = word.text.to_ascii_uppercase();
    match letters.iter().find(|(other, _)| *other == letter) {
        Some((_, first)) => report.push(
            Diagnostic::error(
                "ferz::pieces::duplicate_letter",
                format!("two piece types have the letter `{}`", shown(&letter)),
            )
            .at(word.span, format!("`{}` is used here", shown(&letter)))
            .at(*first, format!("`{}` is used here", shown(&letter)))
            .help("give each piece type a letter of its own"),
        ),
        None => letters.push((letter.clone(), word.span)),
    }
    letter
}

fn capital_of(name: &str) -> char {
    name.chars().find(char::is_ascii_alphabetic).map_or('X', |c| c.to_ascii_uppercase())
}

fn read_piece(
    (name, letter): (&str, &str),
    (piece, movements): (&Table, Option<&Table>),
    scope: &Scope<'_>,
    report: &mut Report,
) -> PieceType {
    let (mut movement, notation) = piece.node("moves").map_or_else(Default::default, |node| {
        read_moves(node, movements, (scope.geometry.cells, notation::moves_on), report)
    });
    let lands = piece.text("within").and_then(|word| scope.squares(word, report));
    if let Some(squares) = lands {
        let place = Place {
            words: format!("within {}", scope.squares_of_both(squares, "or")),
            lands: Some(Squares::new(squares)),
            ..Place::default()
        };
        let castles = std::mem::take(&mut movement.castles);
        let cells = movement.cells;
        let paths = placed(movement.into_paths(), &place);
        movement = Movement { cells, paths, castles, ..Movement::default() };
    }
    let mut conditional = Vec::new();
    for also in piece.list("also").into_iter().flatten().filter_map(Node::table) {
        let further = read_also(also, movements, scope, report);
        match also.contains("when") {
            true => conditional.push(further),
            false => movement.paths.extend(further.into_paths()),
        }
    }
    let all = std::iter::once(&movement).chain(&conditional);
    if all.map(|movement| scope.spend_on(&movement.paths)).any(|spent| spent.is_err()) {
        let place = piece.node("moves").map_or(piece.span(), |node| node.span);
        report.push(too_many_ways(place, &format!("the {name}")));
        movement = Movement::default();
    }
    let neutral = piece.flag("neutral").unwrap_or(false);
    if neutral && (movement != Movement::default() || !conditional.is_empty()) {
        report.push(neutral_moves(name, piece));
    }
    let glyphs = read_glyphs(piece, report);
    let royalty = match piece.text("royal").map(|word| word.text) {
        Some("last") => Royalty::Last,
        Some("together") => Royalty::Together,
        _ => Royalty::Each,
    };
    PieceType {
        name: name.to_owned(),
        letter: letter.to_owned(),
        synonyms: Vec::new(),
        san: piece.text("san").map_or_else(|| letter.to_owned(), |word| word.text.to_owned()),
        glyphs,
        look: Look::default(),
        movement,
        conditional,
        notation,
        neutral,
        royal: piece.flag("royal").unwrap_or(royalty != Royalty::Each),
        royalty,
    }
}

fn neutral_moves(name: &str, piece: &Table) -> Diagnostic {
    let place = piece.node("moves").map_or(piece.span(), |node| node.span);
    let message = format!("the {name} is neutral, so nobody can move it");
    Diagnostic::error("ferz::pieces::neutral_moves", message)
        .at(place, "a movement that nobody can make")
        .help(format!("write `moves = \"\"`; to have it put on a square, add `{{ place = \"{name}\" }}` to a turn in `[turn]`"))
}

fn read_glyphs(piece: &Table, report: &mut Report) -> Option<[String; 2]> {
    let entry = piece.get("glyphs")?;
    let texts = entry.node.list()?.iter().filter_map(|node| Some(node.text()?.text.to_owned()));
    let both = texts.collect::<Vec<_>>().try_into().ok();
    if both.is_none() {
        report.push(
            Diagnostic::error(
                "ferz::pieces::two_glyphs",
                "`glyphs` must be a list of two: White's and Black's",
            )
            .at(entry.node.span, format!("this list has {}", entry.node.list()?.len()))
            .help("for example, `glyphs = [\"♔\", \"♚\"]`"),
        );
    }
    both
}

/// Reads a movement that a piece has on some squares, or under some condition, only.
fn read_also(also: &Table, movements: Option<&Table>, scope: &Scope<'_>, report: &mut Report) -> Movement {
    let Some(node) = also.node("moves") else { return Movement::default() };
    let mut words = Vec::new();
    let mut squares = |key, report: &mut Report| {
        let word = also.text(key)?;
        let squares = scope.squares(word, report);
        words.push(format!(
            "{key} {}",
            squares.map_or_else(String::new, |both| scope.squares_of_both(both, "or"))
        ));
        squares
    };
    let (on, within) = (squares("on", report), squares("within", report));
    let side = side_of(also, "side");
    let (on, words) = match side {
        None => (on.map(Squares::new), words),
        Some(side) => {
            let mut on = on.unwrap_or([scope.geometry.playable(); 2]);
            on[side.other().index()] = SquareSet::NONE;
            words.push(format!("for {} only", scope.side(side)));
            (Some(Squares::new(on)), words)
        }
    };
    let within = within.map(Squares::new);
    if words.is_empty() && !also.contains("when") {
        report.push(
            Diagnostic::error("ferz::pieces::anywhere", "this movement is not limited to any squares")
                .at(node.span, "applies on all squares")
                .help("put it in the piece's own `moves`, or add `on`, `within`, `side` or `when`, such as `on = \"rank 2\"`"),
        );
    }
    let (movement, _) = read_moves(node, movements, (scope.geometry.cells, notation::moves_alone), report);
    if words.is_empty() {
        return movement;
    }
    let place = Place { words: words.join(" and "), on, within, lands: None };
    let cells = movement.cells;
    Movement { cells, paths: placed(movement.into_paths(), &place), ..Movement::default() }
}

fn placed(paths: Vec<Path>, place: &Place) -> Vec<Path> {
    paths.into_iter().map(|path| Path { place: Some(place.clone()), ..path }).collect()
}

/// The reader of a movement's letters.
type Letters = fn(Cells, &str) -> Result<(Movement, Vec<Fault>), Vec<Fault>>;

fn read_moves(
    node: &Node,
    movements: Option<&Table>,
    (cells, letters): (Cells, Letters),
    report: &mut Report,
) -> (Movement, String) {
    let named = node.text().and_then(|word| movements?.text(word.text.trim()));
    if let Some(word) = named.or(node.text()) {
        // it never moves
        if word.text.is_empty() {
            return (Movement::default(), String::new());
        }
        match letters(cells, word.text) {
            Ok((movement, lints)) => {
                for lint in &lints {
                    report.push(Diagnostic { severity: Severity::Warning, ..fault_at(word.span, lint) });
                }
                return (movement, word.text.to_owned());
            }
            Err(faults) => faults.iter().for_each(|fault| report.push(fault_at(word.span, fault))),
        }
    }
    let vectors = node.list().unwrap_or_default();
    let moves: Vec<Movement> =
        vectors.iter().filter_map(|vector| read_vector(cells, vector, report)).collect();
    (Movement { cells, ..notation::gather(moves) }, String::new())
}

/// Reads a movement given by its vector.
fn read_vector(cells: Cells, node: &Node, report: &mut Report) -> Option<Movement> {
    let table = node.table()?;
    let (dx, dy, rides) = read_displacement(table, node.span, report)?;
    let max = table.integer("max").and_then(|n| u16::try_from(n).ok());
    if max.is_some() && !rides {
        report.push(
            Diagnostic::error("ferz::pieces::max_of_leap", "`max` applies only to rides")
                .at(node.span, "this movement")
                .help("write `ride` instead of `leap`, or leave `max` out"),
        );
    }
    let exactly = table.flag("exactly").unwrap_or(false);
    let directions = if exactly { vec![Offset { dx, dy }] } else { notation::images(cells, dx, dy) };
    let lame = table.flag("lame").unwrap_or(false);
    let reach = match max.filter(|_| rides) {
        Some(max) => Reach::Most(max),
        None if rides => Reach::Unlimited,
        None => Reach::Most(1),
    };
    let ends = match table.text("only").map(|word| word.text) {
        Some("capture") => Ends::ENEMY,
        Some("move") => Ends::EMPTY,
        _ => Ends::USUAL,
    };
    let first = table.flag("first").unwrap_or(false);
    let jumped = if lame { Jumped::Empty } else { Jumped::Anything };
    let path =
        |offset| Path { first, ..Path::new(vec![Leg { jumped, ..Leg::new(vec![offset], reach, ends) }]) };
    Some(notation::settle(directions.into_iter().map(path).collect()))
}

/// Reads a vector, and whether the piece rides along it.
fn read_displacement(table: &Table, span: Span, report: &mut Report) -> Option<(i8, i8, bool)> {
    let fault = |code, message: &str, help: &str| {
        Diagnostic::error(code, message).at(span, "this movement").help(help)
    };
    let (vector, rides) = match (table.list("leap"), table.list("ride")) {
        (Some(leap), None) => (leap, false),
        (None, Some(ride)) => (ride, true),
        _ => {
            let numbers = |key, usual: [i64; 2]| {
                let list = table.list(key).unwrap_or_default();
                let own: Option<Vec<i64>> = list.iter().map(Node::integer).collect();
                own.filter(|own| own.len() == 2).unwrap_or(usual.to_vec())
            };
            let (leap, ride) = (numbers("leap", [1, 2]), numbers("ride", [1, 1]));
            let message = match table.contains("leap") && table.contains("ride") {
                true => "a movement can't be both a leap and a ride",
                false => "a movement needs either `leap` or `ride`",
            };
            let help = format!("write `{{ leap = {leap:?} }}` or `{{ ride = {ride:?} }}`");
            report.push(fault("ferz::pieces::leap_or_ride", message, &help));
            return None;
        }
    };
    if vector.iter().any(|number| number.integer().is_none()) {
        return None;
    }
    let numbers: Vec<i8> = vector.iter().filter_map(|n| i8::try_from(n.integer()?).ok()).collect();
    let ([dx, dy], 2) = (*numbers.first_chunk::<2>().unwrap_or(&[0, 0]), vector.len()) else {
        let help = "give the number of files and the number of ranks, for example `[1, 2]`";
        report.push(fault("ferz::pieces::bad_vector", "a vector must have two numbers", help));
        return None;
    };
    if (dx, dy) == (0, 0) {
        let help = "give the number of files and the number of ranks, for example `[1, 2]`";
        report.push(fault("ferz::pieces::bad_vector", "a leap must lead somewhere", help));
        return None;
    }
    Some((dx, dy, rides))
}
