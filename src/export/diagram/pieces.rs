//! Pieces: letters, movements, pictures and where they stand.

use super::Page;
use super::pictures::{goes_forward, picture};
use super::promotion::Promotion;
use crate::board::{Bits, Geometry, Square, SquareSet, Symmetry};
use crate::compare::movements_alike;
use crate::definition::{Entry, Node, Table, Word};
use crate::export::pieces::{SAID, lettered};
use crate::model::pieces::{Piece, Royalty, Side, TypeId};
use crate::notation::moves::{Asked, in_diagram, moves, without_castling};

/// A piece of the diagram.
pub(super) struct PieceLine {
    pub(super) kind: TypeId,
    /// Its letter in the diagram.
    pub(super) id: char,
    pub(super) moves: String,
    pub(super) picture: &'static str,
    /// Its start squares, by side.
    pub(super) squares: [Vec<Square>; 2],
}

/// Keys of the board that are read.
const BOARD: &str = "files ranks squares a1 symmetry wrap tiles grid river diagonals";

impl Page<'_> {
    /// The size of the board, and how Black's pieces stand.
    pub(super) fn board(&mut self) {
        let geometry = &self.rules.geometry;
        if let Some(table) = self.root.table("board") {
            self.only("board", table, BOARD);
            let place = table.get("symmetry").map_or(table.span(), |entry| entry.key_span);
            let odd = (geometry.symmetry == Symmetry::SameSide, "that both sides sit on the same side");
            self.unsaid_if(place, "here", &[odd]);
        }
        self.set("files", geometry.files.to_string());
        self.set("ranks", geometry.ranks.to_string());
        let symmetry = match self.stand() {
            Some(Symmetry::Mirror) => "mirror",
            Some(_) => "rotate",
            None => "none",
        };
        self.set("symmetry", symmetry);
    }

    /// Returns how Black's pieces stand at the start, seen from White's, where the board agrees with it.
    pub(super) fn stand(&self) -> Option<Symmetry> {
        let geometry = &self.rules.geometry;
        let fits = |symmetry: &Symmetry| {
            let turned = Geometry { symmetry: *symmetry, ..geometry.clone() };
            let opposite = |(square, piece): &(Square, Piece)| {
                let there = self.scope.array_at(turned.opposite(*square));
                piece.get().is_none_or(|(kind, side)| there == Some((kind, side.other())))
            };
            self.rules.array.iter().all(opposite) && turned.opposite_set(geometry.holes) == geometry.holes
        };
        [Symmetry::Mirror, Symmetry::Rotate].into_iter().find(fits)
    }

    /// Writes all piece types down.
    pub(super) fn pieces(&mut self, promotion: &Promotion) {
        let Some(table) = self.root.table("pieces") else { return };
        let rest = self.kinds().filter(|kind| !promotion.from.contains(kind));
        let order: Vec<TypeId> = promotion.from.iter().copied().chain(rest).collect();
        let letters = lettered(order.iter().map(|&kind| self.kind(kind)));
        let mut used = Vec::new();
        for (kind, id) in order.into_iter().zip(letters) {
            let piece = self.kind(kind);
            let Some(Entry { node, key_span, .. }) = table.get(&piece.name) else { continue };
            let Some(own) = node.table() else { continue };
            self.only(&format!("pieces.{}", piece.name), own, SAID);
            let squares = Side::BOTH.map(|side| self.standing(kind, side));
            let special = piece.neutral || piece.royal && piece.royalty != Royalty::Each;
            let only_black = squares[0].is_empty() && !squares[1].is_empty();
            let what = format!("what kind of piece the {} is", piece.name);
            let odd = [(special, &*what), (!special && only_black, "a piece that only Black starts with")];
            self.unsaid_if(*key_span, "this piece", &odd);
            let Some(moves) = self.movement(own, kind, promotion) else { continue };
            let picture = picture(piece, &used);
            used.push(picture);
            let Some(id) = id else {
                self.unsaid(*key_span, "more than 26 piece types", "one more");
                continue;
            };
            self.pieces.push(PieceLine { kind, id, moves, picture, squares });
        }
    }

    /// Returns the extra meaning of the letters of a type's movement.
    fn asked(&self, kind: TypeId) -> Asked {
        let geometry = &self.rules.geometry;
        let passing = self.root.table("en-passant");
        let of = |key| passing.and_then(|table| table.text(key)).map(|word| self.types(word));
        let pieces = of("pieces");
        let by = of("by").or_else(|| pieces.clone());
        Asked {
            first: false,
            takes_passing: by.is_some_and(|by| by.contains(&kind)),
            passes: pieces.map(|pieces| pieces.contains(&kind)),
            wrap: geometry.wrap,
            longest: geometry.files.max(geometry.ranks),
            odd: geometry.ranks % 2 == 1,
        }
    }

    /// The movement of a type in the Diagram's terms.
    fn movement(&mut self, own: &Table, kind: TypeId, promotion: &Promotion) -> Option<String> {
        let piece = self.kind(kind);
        let name = &piece.name;
        let node = own.node("moves")?;
        let Some(word) = node.text() else {
            self.unsaid(node.span, &format!("how the {name} moves by vectors"), "these vectors");
            return None;
        };
        if piece.royal && piece.movement.asks_for_unmoved() {
            // in the Diagram, a royal piece makes no first move out of check
            let what = format!("how the {name} moves");
            self.unsaid(word.span, &what, "its first moves are allowed in check, too");
            return None;
        }
        let named = self.root.table("movements").and_then(|names| names.text(word.text));
        let mut written = vec![self.in_letters(named.unwrap_or(word), self.asked(kind), name)?];
        if let Some(within) = own.text("within") {
            let is_bound = self.squares(Some(within)) != self.squares(None);
            let what = format!("to which squares the {name} is confined");
            self.unsaid_if(within.span, "here", &[(is_bound, &what)]);
        }
        for also in own.list("also").unwrap_or_default() {
            written.extend(self.also(also, kind, promotion));
        }
        Some(written.concat())
    }

    /// A movement in the Diagram's letters, if they read back as the same one.
    fn in_letters(&mut self, word: Word<'_>, asked: Asked, name: &str) -> Option<String> {
        // castling is written with the other ways of castling
        let alone = without_castling(word.text);
        let letters = |asked: Asked| {
            let written = in_diagram(&alone, asked);
            written.map_err(|unsaid| (word.span.within(0, unsaid.range), unsaid.label))
        };
        let read = |text: &str| moves(text).ok().map(|(movement, _)| movement);
        let written = || {
            if word.text.trim().is_empty() {
                return Err((word.span, "it never moves"));
            }
            let bare = letters(Asked { longest: asked.longest, odd: asked.odd, ..Asked::default() })?;
            let written = letters(asked)?;
            let both = read(&alone).zip(read(&bare));
            let alike = both.is_some_and(|(own, back)| movements_alike(&own, &back));
            if alike { Ok(written) } else { Err((word.span, "this movement")) }
        };
        let report = |(span, label)| self.unsaid(span, &format!("how the {name} moves"), label);
        written().map_err(report).ok()
    }

    /// A movement on some squares only: first moves, if a piece stands there only before it has moved.
    fn also(&mut self, also: &Node, kind: TypeId, promotion: &Promotion) -> Option<String> {
        let name = &self.kind(kind).name;
        let table = also.table()?;
        let (word, on) = (table.text("moves")?, table.text("on"));
        let squares = self.squares(on);
        let starts_there = |side: Side| self.starts_there(kind, side, squares[side.index()]);
        let plain = on.is_some() && table.len() == 2 && !promotion.to.contains(&kind);
        if !plain || !Side::BOTH.into_iter().all(starts_there) {
            self.unsaid(also.span, &format!("how the {name} moves on some squares"), "depends on the square");
            return None;
        }
        self.in_letters(word, Asked { first: true, ..self.asked(kind) }, name)
    }

    /// Returns `true` if a side's pieces of a type stand on some squares at the start and never come to one of them again.
    fn starts_there(&self, kind: TypeId, side: Side, on: SquareSet) -> bool {
        let squares = self.standing(kind, side);
        let from = squares.iter().map(|square| self.advanced(*square, side)).min();
        let again = on.squares().any(|square| from.is_some_and(|from| self.advanced(square, side) > from));
        !again && squares.iter().all(|square| on.has(*square)) && goes_forward(&self.kind(kind).movement)
    }

    /// Royal pieces: one of each side, of the same type.
    pub(super) fn royal(&mut self) {
        let royal = |(_, piece): &(usize, &PieceLine)| self.kind(piece.kind).royal;
        let royal: Vec<(usize, &PieceLine)> = (1..).zip(&self.pieces).filter(royal).collect();
        let what = "a game without one royal piece of each side, of the same type";
        match royal[..] {
            [(at, piece)] if piece.squares.iter().all(|squares| squares.len() == 1) => {
                self.set("royal", at.to_string());
            }
            [] if self.report.has_errors() => {}
            _ => self.unsaid_in("pieces", what, "here"),
        }
    }

    /// Squares in rising order, three and more in a row by the first and the last: `a2-h2`.
    pub(super) fn runs(&self, squares: &[Square]) -> String {
        let geometry = &self.rules.geometry;
        let name = |square: &Square| geometry.name(*square);
        let runs = squares.chunk_by(|one, next| one + 1 == *next && geometry.file(*next) > 0);
        let runs = runs.map(|run| match run {
            [first, _, .., last] => format!("{}-{}", name(first), name(last)),
            _ => run.iter().map(name).collect::<Vec<_>>().join(","),
        });
        runs.collect::<Vec<_>>().join(",")
    }
}
