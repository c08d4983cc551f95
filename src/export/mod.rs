//! Games in the languages of other programs: as a variants.ini of Fairy-Stockfish, as a page with the Interactive
//! Diagram, and in lines for XBoard.
//!
//! Each table of the game file is put into the options of that language, or what can't be expressed is reported at its place.
//!
//! A rule is exported from the words of its table, and whatever is in a table and not understood is a fault at its place: nothing is dropped
//! in silence. A movement is exported only if it reads back as the same one.
//!
//! [`ini`](crate::ini) is the import, and knows the options; its comments on them are not repeated here.

mod asked;
mod castling;
mod chase;
mod diagram;
mod ends;
mod hands;
mod order;
mod pairs;
mod pieces;
mod rules;
mod words;
mod xboard;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};

use indexmap::IndexMap;

use crate::Variant;
use crate::board::{Bits, Cells, SquareSet, Symmetry};
use crate::feature::setup::write_placement;
use crate::feature::{forbid, hand};
use crate::ini::value;
use crate::model::pieces::{PieceType, Side, TypeId};
use crate::text::{Diagnostic, Report, Span};
pub use diagram::to_diagram;
use pieces::Letters;
use words::Words;
pub use xboard::to_xboard;

/// A game in the language of another program.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Exported {
    /// The text for that program, unless something in the game can't be expressed there; the report then says what.
    pub text: Option<String>,
    /// The rules that can't be expressed, with their places in the game's [sources](Variant::sources).
    pub report: Report,
}

/// Returns a game, with its options as chosen, as a section of a variants.ini under a name. The name is used unchanged:
/// it should have no bracket, colon, `#`, `;` or control character.
///
/// ```
/// use ferz::{Variant, export::to_variants_ini};
/// let exported = to_variants_ini(&Variant::load("gardner", &[])?, "gardner");
/// assert!(exported.text.is_some_and(|text| text.contains("[gardner]\n") && text.contains("maxFile = 5\n")));
/// let refused = to_variants_ini(&Variant::load("glinski", &[])?, "glinski");
/// assert!(refused.text.is_none() && refused.report.has_errors());
/// # Ok::<(), ferz::LoadError>(())
/// ```
pub fn to_variants_ini(variant: &Variant, name: &str) -> Exported {
    let mut sheet = Sheet {
        words: Words::new(variant, "variants.ini"),
        letters: Letters::default(),
        stepping: Vec::new(),
        zones: [SquareSet::NONE; 2],
        options: IndexMap::new(),
        here: variant.definition.root.span(),
    };
    sheet.write_all();
    sheet.report.sort();
    let text = (!sheet.report.has_errors()).then(|| {
        let title = &variant.title();
        let lines = sheet.options.iter().map(|(key, value)| format!("{key} = {value}\n"));
        format!("# {title}, exported by ferz\n[{name}]\n{}", lines.collect::<String>())
    });
    Exported { text, report: sheet.words.report }
}

/// A section being written.
struct Sheet<'a> {
    words: Words<'a>,
    /// The letters of the piece types in the section.
    letters: Letters,
    /// The types that make first moves, such as the double steps of pawns.
    stepping: Vec<TypeId>,
    /// The promotion zones, by side.
    zones: [SquareSet; 2],
    options: IndexMap<String, String>,
    /// The place of the rule that is being written.
    here: Span,
}

impl<'a> Deref for Sheet<'a> {
    type Target = Words<'a>;

    fn deref(&self) -> &Words<'a> {
        &self.words
    }
}

impl DerefMut for Sheet<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.words
    }
}

/// The files and ranks of the largest board of Fairy-Stockfish.
const MOST_FILES: u8 = 12;
const MOST_RANKS: u8 = 10;

impl<'a> Sheet<'a> {
    fn write_all(&mut self) {
        self.board();
        self.pieces();
        self.start();
        self.promotion();
        self.castling();
        self.en_passant();
        self.turn();
        self.after();
        self.neutral();
        if let Some(table) = self.root.table("capture") {
            self.each_paired("capture", table, "what happens if a capture is missed");
        }
        self.hand();
        self.all_paired("forbid", &forbid::KEYS, "this ban");
        self.all_paired("must", &forbid::MUST, "this duty");
        self.counting();
        self.chase();
        self.ends();
        self.only_tables(
            "promotion castling en-passant turn after capture hand drop forbid must counting chase end",
        );
    }

    /// Sets an option. If two rules would give it different values, this is reported: it can't have both.
    fn set(&mut self, key: impl Into<String>, value: impl Into<String>) {
        let (key, value) = (key.into(), value.into());
        if self.options.get(&key).is_some_and(|other| *other != value) {
            let (here, what) = (self.here, format!("two rules that share its option `{key}`"));
            self.not_here(here, &what);
        }
        self.options.insert(key, value);
    }

    /// Sets an option whose value is the name of a game in Fairy-Stockfish, by its meaning.
    fn means(&mut self, key: &str, meaning: &str) {
        self.set_some(key, value(key, meaning));
    }

    /// Returns `true` if an option whose values are names of games has one of a meaning.
    fn has(&self, key: &str, meaning: &str) -> bool {
        self.options.get(key).is_some_and(|said| value(key, meaning) == Some(said))
    }

    /// Sets an option, if there is a value for it.
    fn set_some(&mut self, key: &str, value: Option<impl Into<String>>) {
        if let Some(value) = value {
            self.set(key, value);
        }
    }

    fn flag(&mut self, key: &str, value: bool) {
        self.set(key, if value { "true" } else { "false" });
    }

    /// Sets an option that is not set by default, if it applies.
    fn flag_if(&mut self, key: &str, applies: bool) {
        if applies {
            self.flag(key, true);
        }
    }

    /// The letters of piece types, in one word.
    fn lettered(&self, types: &[TypeId]) -> String {
        types.iter().map(|&kind| self.letters.of(kind)).collect()
    }

    /// The board's size and how Black sees it.
    fn board(&mut self) {
        let (root, geometry) = (self.root, &self.rules.geometry);
        let Some(table) = root.table("board") else { return };
        self.only("board", table, "files ranks squares a1 symmetry shape tiles grid river diagonals tinted");
        if let Some(shape) = table.get("shape").filter(|_| geometry.cells == Cells::Hexagons) {
            return self.not_here(shape.key_span, "a board of hexagons");
        }
        if geometry.files > MOST_FILES || geometry.ranks > MOST_RANKS {
            let what = format!(
                "a board of {} files and {} ranks: the most are {MOST_FILES} files and {MOST_RANKS} ranks",
                geometry.files, geometry.ranks
            );
            return self.unsaid(table.span(), &what, "this board");
        }
        self.set("maxFile", geometry.files.to_string());
        self.set("maxRank", geometry.ranks.to_string());
        let any = |odd: fn(&PieceType) -> bool| self.rules.types.iter().any(odd);
        let forward = geometry.symmetry == Symmetry::SameSide && any(pieces::has_a_front);
        let aside = geometry.symmetry == Symmetry::Rotate && any(pieces::is_lopsided);
        let odd = [
            (forward, "pieces of both sides that move forward in the same direction"),
            (aside, "the moves of a piece to its left or right on a board that is rotated for Black"),
        ];
        let place = table.get("symmetry").map_or(table.span(), |entry| entry.key_span);
        self.unsaid_if(place, "here", &odd);
    }

    /// The start position.
    fn start(&mut self) {
        let position = self.variant.start_position();
        let geometry = &self.rules.geometry;
        let hand = |side: Side| -> String {
            // an endless supply is one piece for each square
            let squares = geometry.playable().count();
            let is_endless = self.root.table("hand").is_some_and(|hand| hand.contains("supply"));
            let written = |kind: TypeId, number: u32| self.letters.cased(kind, side).repeat(number as usize);
            let own = position.hand(side).into_iter();
            match is_endless {
                true => self.droppable().map(|kind| written(kind, squares)).collect(),
                false => own.map(|(kind, number)| written(kind.index() as TypeId, number)).collect(),
            }
        };
        let [white, black] = Side::BOTH.map(hand);
        let has_hands = self.root.contains("hand") || self.root.contains("drop");
        let hands = if has_hands { format!("[{white}{black}]") } else { String::new() };
        let placement = write_placement(geometry, |square| match geometry.holes.has(square) {
            true => Some("*".to_owned()),
            false => self.scope.array_at(square).map(|(kind, side)| self.on_board(kind, side)),
        });
        let fen = position.fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let field = |at: usize, other| fields.get(at).copied().unwrap_or(other);
        let checks = fields.iter().skip(4).find(|field| field.contains('+'));
        let checks = checks.map_or(String::new(), |field| format!(" {field}"));
        self.set("startFen", format!("{placement}{hands} {} {} -{checks} 0 1", field(1, "w"), field(2, "-")));
        if let Some(entry) = self.root.table("setup").and_then(|setup| setup.get("shuffle")) {
            let note = "variants.ini has no random starts: only the usual start position is exported";
            self.report.push(Diagnostic::warning("ferz::export::start", note).at(entry.key_span, "left out"));
        }
    }

    /// The types that may be dropped.
    fn droppable(&self) -> impl Iterator<Item = TypeId> {
        let drops = self.root.rules("drop", &hand::DROP).into_iter();
        let words = drops.filter_map(|(_, table)| table.text("pieces"));
        words.flat_map(|word| self.types(word)).collect::<BTreeSet<TypeId>>().into_iter()
    }
}
