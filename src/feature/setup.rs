//! The start position: which pieces stand where.
//!
//! ```toml
//! [setup]
//! white = ["R N B Q K B N R", "P P P P P P P P"]   # White's ranks from the first; Black's pieces start opposite
//! ```
//!
//! `black` gives Black's ranks from Black's own side where they differ; `fen` gives the whole placement instead.

use super::scope::Scope;
use crate::board::{Bits, Geometry, Square};
use crate::definition::{Key, KeyTable, Kind as Shape, Node, Table, Word, listed, nearest, shown};
use crate::model::pieces::{Piece, Side, TypeId};
use crate::order;
use crate::text::{Diagnostic, Report, Span};

/// The keys of `[setup]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "setup",
    doc: "Where the pieces stand at the start.",
    keys: &[
        Key::optional(
            "white",
            Shape::List(&Shape::Line),
            "White's ranks from the first: letters and dots, with spaces between them; Black's pieces start opposite.",
            "[\"R N B Q K B N R\"]",
        ),
        Key::optional(
            "black",
            Shape::List(&Shape::Line),
            "Black's ranks from Black's first, if they differ.",
            "[]",
        ),
        Key::optional(
            "fen",
            Shape::Line,
            "The whole placement instead, as in a FEN.",
            "\"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR\"",
        ),
        Key::optional(
            "shuffle",
            Shape::List(&Shape::Line),
            "Random starts: pieces and the squares they may stand on, one entry after the other; each entry's pieces keep their order from left to right.",
            "[\"bishop on light\", \"bishop on dark\", \"queen\", \"knight knight\", \"rook king rook\"]",
        ),
        Key::optional(
            "where",
            Shape::Condition,
            "What must be true of White in a random start.",
            "\"count(my pawn guarded) = 8\"",
        ),
    ],
};

/// Reads `[setup]`: the pieces of the start position.
pub(crate) fn read(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Vec<(Square, Piece)> {
    let fen = table.text("fen");
    match (table.list("white"), table.list("black"), fen) {
        (Some(white), black, None) => {
            let mut pieces = read_rows(scope, white, Side::White, report);
            match black {
                Some(black) => pieces.extend(read_rows(scope, black, Side::Black, report)),
                None => {
                    pieces.extend(opposite(scope, &pieces));
                    opposite_in_play(
                        scope,
                        table.node("white").map_or(table.span(), |node| node.span),
                        &pieces,
                        report,
                    );
                }
            }
            twice(scope, table.span(), &pieces, report);
            pieces
        }
        (None, None, Some(word)) => {
            let placement = read_placement(scope, word.text);
            let placement = placement.and_then(|placement| match placement.promoted.first() {
                None => Ok(placement.pieces),
                Some((_, range, _)) => {
                    let help = "leave the `~` out".to_owned();
                    Err((range.clone(), "the start position can't contain promoted pieces".to_owned(), help))
                }
            });
            placement.unwrap_or_else(|(range, message, help)| {
                let span = word.span.within(0, range);
                let diagnostic = Diagnostic::error("ferz::setup::bad_fen", message).at(span, "here");
                report.push(if help.is_empty() { diagnostic } else { diagnostic.help(help) });
                Vec::new()
            })
        }
        (white, black, fen) => {
            // a value of the wrong kind has already been reported
            let read = [("white", white.is_some()), ("black", black.is_some()), ("fen", fen.is_some())];
            if read.iter().all(|(key, read)| *read || !table.contains(key)) {
                report.push(rows_or_fen(table));
            }
            Vec::new()
        }
    }
}

fn rows_or_fen(table: &Table) -> Diagnostic {
    let problem = |message: &str| Diagnostic::error("ferz::setup::rows_or_fen", message);
    let rows = table.get("white").or(table.get("black"));
    match (table.get("fen"), rows, table.get("white")) {
        (Some(fen), Some(rows), _) => problem("the setup can't have both rows of pieces and a FEN")
            .at(fen.key_span, "a FEN")
            .at(rows.key_span, "rows of pieces")
            .help("keep one of them (to drop one that comes from the parent, write for example `white = false`)"),
        (None, Some(rows), None) => problem("White's rows are missing")
            .at(rows.key_span, "only Black's rows")
            .help("add White's rows, from the first rank on: `white = [\"…\", \"…\"]`"),
        _ => problem("the setup has neither rows of pieces nor a FEN")
            .at(table.span(), "no pieces here")
            .help("write `white = [\"…\", \"…\"]`, with White's ranks, starting from the first, or `fen = \"…\"`"),
    }
}

/// Reports Black's pieces, placed opposite White's, that stand on squares that are not in play.
fn opposite_in_play(scope: &Scope<'_>, span: Span, pieces: &[(Square, Piece)], report: &mut Report) {
    let outside = |(square, piece): &&(Square, Piece)| {
        piece.get().is_some_and(|(_, side)| side == Side::Black) && scope.geometry.holes.has(*square)
    };
    if let Some((square, _)) = pieces.iter().find(outside).filter(|_| !report.has_errors()) {
        let name = scope.geometry.name(*square);
        let message = format!("Black's pieces start opposite White's, but {name} is not in play");
        report.push(
            Diagnostic::error("ferz::setup::not_played_on", message)
                .at(span, format!("{name} is opposite these pieces"))
                .help("say where Black's pieces stand (`black = […]`), or turn the board (`symmetry = \"rotate\"` in `[board]`)"),
        );
    }
}

fn opposite(scope: &Scope<'_>, pieces: &[(Square, Piece)]) -> Vec<(Square, Piece)> {
    let black = |piece: Piece| piece.get().map_or(piece, |(kind, _)| Piece::new(kind, Side::Black));
    let turned = pieces.iter().map(|&(square, piece)| (scope.geometry.opposite(square), black(piece)));
    turned.collect()
}

/// Returns a piece of a type for a side; a neutral one if the type is neutral.
fn piece(scope: &Scope<'_>, kind: TypeId, side: Side) -> Piece {
    if scope.types[usize::from(kind)].neutral { Piece::neutral(kind) } else { Piece::new(kind, side) }
}

fn twice(scope: &Scope<'_>, span: Span, pieces: &[(Square, Piece)], report: &mut Report) {
    let mut squares: Vec<Square> = pieces.iter().map(|&(square, _)| square).collect();
    order::values(&mut squares);
    if let Some(pair) = squares.windows(2).find(|pair| pair[0] == pair[1]) {
        let message = format!("two pieces stand on {} at the start", scope.geometry.name(pair[0]));
        report.push(
            Diagnostic::error("ferz::setup::two_pieces", message)
                .at(span, "in this setup")
                .help("White's rows and Black's rows must not overlap"),
        );
    }
}

fn read_rows(scope: &Scope<'_>, rows: &[Node], side: Side, report: &mut Report) -> Vec<(Square, Piece)> {
    let geometry = scope.geometry;
    if rows.len() > usize::from(geometry.ranks) {
        let message =
            format!("the setup has {} rows, but the board has {} ranks", rows.len(), geometry.ranks);
        report.push(
            Diagnostic::error("ferz::setup::too_many_rows", message)
                .at(rows[usize::from(geometry.ranks)].span, "this row is off the board")
                .help("each row is a rank: remove the extra rows"),
        );
    }
    let mut pieces = Vec::new();
    let mut unknown: Vec<&str> = Vec::new();
    let mut widths: Vec<usize> = Vec::new();
    for (rank, node) in rows.iter().take(usize::from(geometry.ranks)).enumerate() {
        let Some(word) = node.text() else { continue };
        let tokens = tokens(word.text);
        let together = tokens.len() == 1 && word.text.len() > 2;
        if tokens.len() != usize::from(geometry.files) {
            // rows that all have the same wrong width are one mistake
            if !widths.contains(&tokens.len()) {
                report.push(wrong_width(word, tokens.len(), geometry.files));
            }
            widths.push(tokens.len());
        }
        if together {
            continue;
        }
        for (file, (token, range)) in tokens.into_iter().take(usize::from(geometry.files)).enumerate() {
            let span = word.span.within(0, range);
            if unknown.contains(&token) {
                continue;
            }
            let before = report.diagnostics().len();
            let Some(kind) = read_token(scope, token, span, report) else {
                if report.diagnostics().len() > before {
                    unknown.push(token);
                }
                continue;
            };
            let Some(square) = geometry.square(file as u8, rank as u8) else { continue };
            let square = if side == Side::White { square } else { geometry.opposite(square) };
            if geometry.holes.has(square) {
                report.push(off_the_squares(span));
            }
            pieces.push((square, piece(scope, kind, side)));
        }
    }
    pieces
}

fn wrong_width(word: Word<'_>, places: usize, files: u8) -> Diagnostic {
    let plural = |n: usize, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") };
    let (places, wide) = (plural(places, "square"), plural(usize::from(files), "file"));
    let problem = Diagnostic::error(
        "ferz::setup::wrong_width",
        format!("this row has {places}, but the board has {wide}"),
    );
    let letters: Vec<String> = word.text.chars().map(String::from).collect();
    if places == "1 square" && letters.len() == usize::from(files) {
        return problem
            .at(word.span, "no spaces between the letters")
            .help(format!("put spaces between the letters and dots: `\"{}\"`", shown(&letters.join(" "))));
    }
    problem
        .at(word.span, places)
        .help("write a letter or a dot for every square of the rank, with spaces between them")
}

fn off_the_squares(span: Span) -> Diagnostic {
    Diagnostic::error("ferz::setup::not_played_on", "this piece stands on a square that is not in play")
        .at(span, "not in play")
        .help("`squares` in `[board]` says which squares are in play")
}

fn tokens(text: &str) -> Vec<(&str, std::ops::Range<usize>)> {
    let offset = |token: &str| token.as_ptr() as usize - text.as_ptr() as usize;
    text.split_whitespace().map(|token| (token, offset(token)..offset(token) + token.len())).collect()
}

/// Reads a letter or a dot, and reports a letter that no piece has.
fn read_token(scope: &Scope<'_>, token: &str, span: Span, report: &mut Report) -> Option<TypeId> {
    if token == "." {
        return None;
    }
    let found = scope.types.iter().position(|kind| kind.letter == token);
    if found.is_none() {
        let letters = scope.types.iter().map(|kind| kind.letter.as_str());
        let small = token.to_ascii_uppercase();
        let help = if letters.clone().any(|letter| letter == small) {
            format!("write `{small}`: the rows of both sides use capitals")
        } else if let Some(kind) = nearest(token, scope.types.iter().map(|kind| kind.name.as_str()))
            .and_then(|name| scope.find(name))
        {
            format!(
                "did you mean `{}`, the {}?",
                scope.types[usize::from(kind)].letter,
                scope.type_name(kind)
            )
        } else {
            format!("the letters of this game are {}; a dot stands for an empty square", listed(letters))
        };
        let message = format!("`{}` is not the letter of a piece", shown(token));
        let help = if ["-", "_", "*"].contains(&token) {
            "an empty square is written as a dot: `.`".to_owned()
        } else {
            help
        };
        report.push(
            Diagnostic::error("ferz::setup::unknown_piece", message).at(span, "unknown letter").help(help),
        );
    }
    found.map(|id| id as TypeId)
}

/// A fault in a placement: its range, a message, and advice on correcting it (possibly empty).
pub(crate) type PlacementFault = (std::ops::Range<usize>, String, String);

/// The placement field of a FEN.
#[derive(Clone, Debug, Default)]
pub(crate) struct Placement {
    pub(crate) pieces: Vec<(Square, Piece)>,
    /// The squares of the pieces that are marked as promoted, each with its range in the field and the number of its marks (`~`).
    pub(crate) promoted: Vec<(Square, std::ops::Range<usize>, usize)>,
}

/// Reads the placement field of a FEN: ranks from the last, `/` between, runs of empty squares as numbers.
pub(crate) fn read_placement(scope: &Scope<'_>, text: &str) -> Result<Placement, PlacementFault> {
    let geometry = scope.geometry;
    if text.is_empty() {
        let help = ranks_down(geometry.ranks);
        return Err((0..0, "the placement is empty".to_owned(), help));
    }
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(geometry.ranks) {
        let message = format!(
            "the placement has {} rank{}, but the board has {}",
            ranks.len(),
            if ranks.len() == 1 { "" } else { "s" },
            geometry.ranks
        );
        let help = ranks_down(geometry.ranks);
        return Err((0..text.len(), message, help));
    }
    let mut placement = Placement::default();
    let mut start = 0;
    for (index, row) in ranks.into_iter().enumerate() {
        let rank = geometry.ranks - 1 - index as u8;
        let known = placement.promoted.len();
        read_rank(scope, rank, row, &mut placement)
            .map_err(|(range, message, help)| (start + range.start..start + range.end, message, help))?;
        for (_, range, _) in &mut placement.promoted[known..] {
            *range = start + range.start..start + range.end;
        }
        start += row.len() + 1;
    }
    Ok(placement)
}

/// Returns how to write the ranks of a placement.
fn ranks_down(ranks: u8) -> String {
    match ranks {
        1 => "write the only rank, without `/`".to_owned(),
        _ => format!("write all ranks from rank {ranks} down to rank 1, with `/` between them"),
    }
}

fn read_rank(
    scope: &Scope<'_>,
    rank: u8,
    row: &str,
    placement: &mut Placement,
) -> Result<(), PlacementFault> {
    let geometry = scope.geometry;
    let (mut file, mut at) = (0usize, 0);
    while at < row.len() {
        let rest = &row[at..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            let run: usize = rest[..digits].parse().unwrap_or(usize::MAX);
            file = file.saturating_add(run);
            at += digits;
            continue;
        }
        let token = token_of(rest);
        if token == " " {
            let message = "only the placement of the pieces goes here, not a whole FEN".to_owned();
            return Err((at..row.len(), message, "leave this out".to_owned()));
        }
        let spot = u8::try_from(file).ok().and_then(|file| geometry.square(file, rank));
        let hole = spot.is_some_and(|square| geometry.holes.has(square));
        let lettered = scope.types.iter().any(|kind| kind.letter == token);
        if token == Piece::WALL_SIGN && !lettered && (hole || scope.has_walls_in_play()) {
            placement.pieces.extend(spot.filter(|_| !hole).map(|square| (square, Piece::WALL)));
            file = file.saturating_add(1);
            at += 1;
            continue;
        }
        let range = at..at + token.len();
        let piece = piece_of(scope, token, spot).map_err(|(message, help)| (range.clone(), message, help))?;
        let marks = row[range.end..].bytes().take_while(|byte| *byte == b'~').count();
        if let Some(square) = spot {
            placement.pieces.push((square, piece));
            if piece.get().is_some() && marks > 0 {
                placement.promoted.push((square, at..range.end + marks, marks));
            }
        }
        file = file.saturating_add(1);
        at += token.len() + marks;
    }
    if file == usize::from(geometry.files) {
        return Ok(());
    }
    let (rank, files) = (rank + 1, geometry.files);
    let message = match file > 999 {
        true => format!("rank {rank} of the placement is too wide: the board has {files} files"),
        false => {
            format!("rank {rank} of the placement is {file} squares wide, but the board has {files} files")
        }
    };
    Err((
        0..row.len(),
        message,
        "a letter counts as one square, a number as that many empty squares".to_owned(),
    ))
}

/// Returns the piece letter at the beginning of a text, with a `+` in front of it.
fn token_of(rest: &str) -> &str {
    let letter = rest.trim_start_matches('+').chars().next().map_or(0, char::len_utf8);
    rest.get(..(usize::from(rest.starts_with('+')) + letter).max(1)).unwrap_or(rest)
}

/// Returns the piece of a letter, on a square if that is on the board; a message and help if there is none, or it can't stand there.
fn piece_of(scope: &Scope<'_>, token: &str, spot: Option<Square>) -> Result<Piece, (String, String)> {
    let found = scope.types.iter().position(|kind| kind.is_written(token));
    let Some(kind) = found else {
        let letters = listed(scope.types.iter().map(|kind| kind.letter.as_str()));
        let message = format!("`{}` is not the letter of a piece", shown(token));
        return Err((message, format!("the letters of this game are {letters}")));
    };
    if let Some(square) = spot.filter(|&square| scope.geometry.holes.has(square)) {
        let message = format!("{} is not in play, but a piece stands there", scope.geometry.name(square));
        return Err((message, "`squares` in `[board]` says which squares are in play".to_owned()));
    }
    let side = if token.ends_with(|c: char| c.is_ascii_uppercase()) { Side::White } else { Side::Black };
    Ok(piece(scope, kind as TypeId, side))
}

/// Returns how a FEN writes what a square holds, marked as promoted some times; `None` if it holds nothing.
pub(crate) fn written(scope: &Scope<'_>, piece: Piece, marks: usize) -> Option<String> {
    if piece == Piece::WALL {
        return Some(Piece::WALL_SIGN.to_owned());
    }
    let owned = piece.get().map(|(kind, side)| scope.types[usize::from(kind)].letter_of(side));
    let neutral = || Some(scope.types[usize::from(piece.neutral_kind()?)].letter.clone());
    Some(owned.or_else(neutral)? + &"~".repeat(marks))
}

/// Writes the placement field of a FEN, given how each square is written; nothing for an empty one.
pub(crate) fn write_placement(geometry: &Geometry, written: impl Fn(Square) -> Option<String>) -> String {
    let mut text = String::new();
    for rank in (0..geometry.ranks).rev() {
        let mut empty = 0;
        for square in (0..geometry.files).filter_map(|file| geometry.square(file, rank)) {
            match written(square) {
                None => empty += 1,
                Some(letter) => {
                    if empty > 0 {
                        text += &empty.to_string();
                        empty = 0;
                    }
                    text += &letter;
                }
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}
