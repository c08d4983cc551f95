//! The names that a game file declares, and the small notations read with them.
//!
//! Every feature resolves its words here, so that an unknown piece or region is reported in the same way everywhere.

use std::sync::Arc;

use indexmap::IndexMap;

use super::rule::{Feature, KindOfMove, Rule};
use crate::board::{Bits, Cells, Geometry, Square, SquareSet};
use crate::definition::{Table, Word, listed, nearest, suggest};
use crate::model::path::{Ends, Path};
use crate::model::pieces::{Piece, PieceType, Side, TypeId};
use crate::model::points::Points;
use crate::model::sides::{SideNames, USUAL};
use crate::model::starts::Starts;
use crate::notation::moves::{describe, moves_alone, step_in_words};
use crate::notation::squares::{Leaf, SquareExpr};
use crate::notation::{Fault, pieces, squares};
use crate::text::{Diagnostic, Phrase, Players, Report, Role, Span};
pub(crate) use crate::text::{in_a_row, sentence};
use crate::walk::{Budget, TooManyWays};

/// The scope of names: all that has been defined so far.
#[derive(Debug)]
pub(crate) struct Scope<'a> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) types: &'a [PieceType],
    /// As White and as Black see them.
    pub(crate) regions: &'a IndexMap<String, [SquareSet; 2]>,
    /// The pieces of the start position.
    pub(crate) array: &'a [(Square, Piece)],
    /// The pieces that may stand elsewhere.
    pub(crate) starts: Option<&'a Starts>,
    /// The values of pieces, if points decide.
    pub(crate) points: Option<&'a Points>,
    /// The names of the notes on players.
    pub(crate) notes: &'a [String],
    /// What the sides are called.
    pub(crate) sides: &'a SideNames,
    /// The rules of the game; empty while it is being read.
    pub(crate) rules: &'a [Arc<dyn Rule>],
    /// All rules that exist.
    pub(crate) features: &'a [&'static Feature],
    /// The steps that movements may still take, while the game is being read.
    pub(crate) budget: Option<&'a Budget>,
}

impl<'a> Scope<'a> {
    /// Returns the name of a side in a sentence.
    pub(crate) fn side(&self, side: Side) -> &'a str {
        self.sides.of(side)
    }

    /// Returns what the players are called if the player is of a side.
    pub(crate) fn players_of(&self, side: Side) -> Players<'a> {
        Players::Sides([self.side(side), self.side(side.other())], side.index())
    }

    /// Returns the scope of a board with its regions, in which nothing else has a name yet.
    pub(crate) const fn of_board(
        geometry: &'a Geometry,
        regions: &'a IndexMap<String, [SquareSet; 2]>,
    ) -> Self {
        Self {
            geometry,
            types: &[],
            regions,
            array: &[],
            starts: None,
            points: None,
            notes: &[],
            sides: &USUAL,
            rules: &[],
            features: &[],
            budget: None,
        }
    }

    /// Spends the steps of keeping paths.
    pub(crate) fn spend_on(&self, paths: &[Path]) -> Result<(), TooManyWays> {
        self.budget.map_or(Ok(()), |budget| budget.spend_on(paths))
    }

    /// Returns the kind of move that a rule adds by this word.
    pub(crate) fn named_kind(&self, word: &str) -> Option<&'static KindOfMove> {
        self.features.iter().flat_map(|feature| feature.kinds).find(|kind| kind.word == word)
    }
}

/// Returns the side that a key of a table names, if it names one.
pub(crate) fn side_of(table: &Table, key: &str) -> Option<Side> {
    table.text(key).and_then(|word| Side::named(word.text))
}

/// Returns `true` if a text can be a name that a file gives, such as that of a note.
pub(crate) fn is_name(text: &str) -> bool {
    let mut signs = text.chars();
    signs.next().is_some_and(|first| first.is_ascii_alphabetic())
        && signs.all(|sign| sign.is_ascii_alphanumeric() || sign == '-')
}

/// Turns a fault of a notation into a diagnostic at its place in the file.
pub(crate) fn fault_at(word: Span, fault: &Fault) -> Diagnostic {
    let diagnostic =
        Diagnostic::error(fault.code, &fault.message).at(word.within(0, fault.range.clone()), &fault.label);
    match &fault.help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// The error of a movement that has more paths than can be laid out, or takes most of the steps where all movements take too many.
pub(crate) fn too_many_ways(place: Span, who: &str) -> Diagnostic {
    Diagnostic::error("ferz::moves::too_many_ways", format!("{who} has too many paths on this board"))
        .at(place, "too many paths")
        .help("give its legs directions or a range, or use fewer legs")
}

/// The number of commas beyond which the squares of a region are given by its name.
const MOST_SQUARES: usize = 6;

impl Scope<'_> {
    pub(crate) fn geometry(&self) -> &Geometry {
        self.geometry
    }

    /// The name of a type in a sentence.
    pub(crate) fn type_name(&self, kind: TypeId) -> String {
        self.types[usize::from(kind)].spoken()
    }

    /// The type of that name; nothing is reported if there is none.
    pub(crate) fn find(&self, name: &str) -> Option<TypeId> {
        self.types.iter().position(|kind| kind.name == name).map(|id| id as TypeId)
    }

    /// The names of some types: `a, b or c`.
    pub(crate) fn list(&self, types: &[TypeId], link: &str) -> String {
        let names: Vec<String> = types.iter().map(|&kind| self.type_name(kind)).collect();
        match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, before)) => format!("{} {link} {last}", before.join(", ")),
            None => "nothing".to_owned(),
        }
    }

    /// Each of some types with its article: `a king, an elephant or a pawn`.
    pub(crate) fn each_of(&self, types: &[TypeId]) -> String {
        let names: Vec<String> = types.iter().map(|&kind| with_article(&self.type_name(kind))).collect();
        in_a_row(&names, "or")
    }

    /// Some types as the subject of a rule: as [`each_of`](Self::each_of), but `any piece`, or `any piece but a king`, where these
    /// are fewer words.
    pub(crate) fn some(&self, types: &[TypeId]) -> String {
        self.any_of(types, "any piece", "but")
    }

    /// Types in a sentence, as one piece of any of them: `a rook or a cannon`, `a piece other than a king`.
    pub(crate) fn a_piece_of(&self, types: &[TypeId]) -> String {
        self.any_of(types, "a piece", "other than")
    }

    /// Types in a sentence: the words for all of them, and those that come before the few left out.
    fn any_of(&self, types: &[TypeId], all: &str, but: &str) -> String {
        let others: Vec<TypeId> =
            (0..self.types.len() as TypeId).filter(|kind| !types.contains(kind)).collect();
        match (types.len(), others.len()) {
            (0, _) => "no piece".to_owned(),
            (1, 0) => self.each_of(types),
            (2.., 0) => all.to_owned(),
            (named, left) if named > 2 * left => format!("{all} {but} {}", self.each_of(&others)),
            _ => self.each_of(types),
        }
    }

    /// A set of squares in a sentence: `ranks 1 to 3`, `b1, d1 or f1`.
    pub(crate) fn squares_listed(&self, set: SquareSet, link: &str) -> String {
        let playable = self.geometry.playable();
        let line = |rank: u8| {
            let squares = (0..self.geometry.files).filter_map(|file| self.geometry.square(file, rank));
            squares.fold(SquareSet::NONE, |set, square| set | SquareSet::bit(square))
        };
        let row = |rank: u8| line(rank) & playable;
        if let Some(files) = self.files_listed(set & playable) {
            return in_a_row(&files, link);
        }
        if let Some(colour) = self.whole_colour(set & playable) {
            let every = if link == "and" { "the" } else { "any" };
            return format!("{every} {colour} square{}", if link == "and" { "s" } else { "" });
        }
        let whole = |&rank: &u8| !row(rank).is_empty() && set & row(rank) == row(rank);
        let mut words: Vec<String> = Vec::new();
        let mut rank = 0;
        while rank < self.geometry.ranks {
            let run = (rank..self.geometry.ranks).take_while(whole).count() as u8;
            match run {
                0 => {
                    let rest = (set & line(rank)).squares();
                    words.extend(rest.map(|square| self.geometry.name(square)));
                }
                1 => words.push(format!("rank {}", rank + 1)),
                2 if words.is_empty() && set & playable == row(rank) | row(rank + 1) => {
                    let ranks = if link == "and" { "ranks" } else { "rank" };
                    return format!("{ranks} {} {link} {}", rank + 1, rank + 2);
                }
                _ => words.push(format!("ranks {} to {}", rank + 1, rank + run)),
            }
            rank += run.max(1);
        }
        match words.is_empty() {
            true => "no square".to_owned(),
            false if set == playable => "any square".to_owned(),
            false => in_a_row(&words, link),
        }
    }

    /// The colour of a set that consists of all squares of one, if there are too many to be listed.
    fn whole_colour(&self, set: SquareSet) -> Option<&'static str> {
        let squares = self.geometry.playable().squares();
        let dark = squares.filter(|&square| self.geometry.dark(square));
        let dark = dark.fold(SquareSet::NONE, |dark, square| dark | SquareSet::bit(square));
        match self.geometry.cells {
            Cells::Squares if set.count() as usize <= MOST_SQUARES => None,
            Cells::Squares if set == dark => Some("dark"),
            Cells::Squares if set == self.geometry.playable() & !dark => Some("light"),
            Cells::Squares | Cells::Hexagons => None,
        }
    }

    /// The files of a set, if that is all it consists of, and no rank is whole.
    fn files_listed(&self, set: SquareSet) -> Option<Vec<String>> {
        let playable = self.geometry.playable();
        let file = |file: u8| {
            let squares = (0..self.geometry.ranks).filter_map(|rank| self.geometry.square(file, rank));
            squares.fold(SquareSet::NONE, |set, square| set | SquareSet::bit(square)) & playable
        };
        let whole = |&at: &u8| file(at).count() > 1 && set & file(at) == file(at);
        let files: Vec<u8> = (0..self.geometry.files).filter(whole).collect();
        let all = files.iter().fold(SquareSet::NONE, |all, &at| all | file(at));
        let some = !files.is_empty() && files.len() < usize::from(self.geometry.files);
        let name = |&at: &u8| format!("file {}", char::from(b'a' + at));
        (some && all == set).then(|| files.iter().map(name).collect())
    }

    /// Squares as White and as Black see them: `rank 8 (for Black rank 1)`; if there are many, the name of their region, if they have one.
    pub(crate) fn squares_of_both(&self, both: [SquareSet; 2], link: &str) -> String {
        let words = self.squares_of_region(both, link);
        let named = self.regions.iter().find(|(_, region)| **region == both).map(|(name, _)| name);
        match named {
            Some(name) if words.matches(',').count() > MOST_SQUARES => {
                format!("the {}", name.replace('-', " "))
            }
            _ => words,
        }
    }

    /// Squares as White and as Black see them, those of one player or of both.
    pub(crate) fn squares_said(&self, both: [SquareSet; 2], of: Option<Role>, link: &str) -> Phrase {
        match both {
            [white, black] if white == black => self.squares_of_both(both, link).into(),
            [white, black] => {
                let each = [white, black].map(|own| self.squares_of_both([own, own], link));
                Phrase::squares(of, each, self.squares_of_both(both, link))
            }
        }
    }

    /// ` in the courtyard (e5 or f6)`, ` on rank 8 (for Black rank 1)`: where pieces of one player, or of both, stand.
    pub(crate) fn place_of(&self, region: [SquareSet; 2], of: Option<Role>) -> Phrase {
        let named = self.regions.iter().find(|(_, squares)| **squares == region);
        let Some((name, _)) = named.filter(|_| region[0].count() > 1) else {
            return Phrase::from(" on ") + self.squares_said(region, of, "or");
        };
        let place = Phrase::from(format!(" in the {}", name.replace('-', " ")));
        if self.squares_of_region(region, "or").matches(',').count() > MOST_SQUARES {
            return place;
        }
        let squares = match region {
            [white, black] if white == black => self.squares_listed(white, "or").into(),
            region => {
                let each = region.map(|own| self.squares_listed(own, "or"));
                let both = format!("{}; for {} {}", each[0], self.side(Side::Black), each[1]);
                Phrase::squares(of, each, both)
            }
        };
        place + Phrase::detail(Phrase::from(" (") + squares + ")")
    }

    /// Squares as White and as Black see them, without the names of regions.
    pub(crate) fn squares_of_region(&self, [white, black]: [SquareSet; 2], link: &str) -> String {
        let words = self.squares_listed(white, link);
        if white == black {
            return words;
        }
        format!("{words} (for {} {})", self.side(Side::Black), self.squares_listed(black, link))
    }

    /// Returns `true` if a rule of the game turns squares into walls.
    pub(crate) fn has_walls_in_play(&self) -> bool {
        self.rules.iter().any(|rule| rule.puts_walls())
    }

    /// Returns `true` if any piece type of the game captures.
    pub(crate) fn has_captures(&self) -> bool {
        let takes = |path: &Path| path.legs.iter().any(|leg| leg.ends.meets(Ends::ENEMY));
        let movements = || self.types.iter().map(|kind| &kind.movement);
        self.has_jumps()
            || movements().flat_map(|all| &all.moves).any(|one| one.capture && !one.courses.is_empty())
            || movements().flat_map(|all| &all.paths).any(takes)
    }

    /// Returns `true` if any piece type of the game moves.
    #[cfg(feature = "tools")]
    pub(crate) fn has_moves(&self) -> bool {
        self.types.iter().any(|kind| !kind.movement.moves.is_empty() || !kind.movement.paths.is_empty())
    }

    /// Returns `true` if any piece type of the game captures by jumping.
    pub(crate) fn has_jumps(&self) -> bool {
        self.types.iter().any(|kind| kind.movement.jumps().next().is_some())
    }

    /// Returns `true` if any piece type of the game promotes.
    pub(crate) fn has_promotion(&self) -> bool {
        let becomes = |kind| self.rules.iter().any(|rule| !rule.becomes(kind).is_empty());
        (0..self.types.len() as TypeId).any(becomes)
    }

    /// Returns the piece that the start position has on a square.
    pub(crate) fn array_at(&self, square: Square) -> Option<(TypeId, Side)> {
        self.array.iter().find(|(at, _)| *at == square).and_then(|(_, piece)| piece.get())
    }

    /// Returns the type of that name, or reports that there is none.
    pub(crate) fn piece(&self, word: Word<'_>, report: &mut Report) -> Option<TypeId> {
        // "pawns" is a common way to refer to several
        let found = self.find(word.text).or_else(|| self.find(word.text.strip_suffix('s')?));
        if found.is_none() {
            let names = self.types.iter().map(|kind| kind.name.as_str());
            let lettered = self.types.iter().find(|kind| kind.letter.eq_ignore_ascii_case(word.text));
            let message = format!("there is no piece type called `{}`", crate::definition::shown(word.text));
            let mut diagnostic =
                Diagnostic::error("ferz::pieces::unknown", message).at(word.span, "not in `[pieces]`");
            let near = nearest(word.text, names.clone());
            if let (Some(kind), None) = (lettered, near) {
                diagnostic = diagnostic
                    .help(format!("use the name of the piece here, not its letter: `{}`", kind.name));
            } else if let Some(help) = suggest(word.text, names, "the piece types of this game are") {
                diagnostic = diagnostic.help(help);
            }
            report.push(diagnostic);
        }
        found
    }

    /// A list of pieces: `queen, rook`, `any but king`.
    pub(crate) fn types(&self, word: Word<'_>, report: &mut Report) -> Vec<TypeId> {
        let expression = match pieces::pieces(word.text) {
            Ok(expression) => expression,
            Err(faults) => {
                faults.iter().for_each(|fault| report.push(fault_at(word.span, fault)));
                return Vec::new();
            }
        };
        let resolve = |names: &[(String, std::ops::Range<usize>)], report: &mut Report| -> Vec<TypeId> {
            let resolved = names.iter().filter_map(|(name, range)| {
                self.piece(Word { text: name, span: word.span.within(0, range.clone()) }, report)
            });
            let mut types = Vec::new();
            for kind in resolved {
                if !types.contains(&kind) {
                    types.push(kind);
                }
            }
            types
        };
        let except = resolve(&expression.except, report);
        let mut types = resolve(&expression.names, report);
        if expression.all {
            types = (0..self.types.len()).map(|id| id as TypeId).collect();
        }
        types.retain(|kind| !except.contains(kind));
        types
    }

    /// A set of squares, as White and as Black see it.
    pub(crate) fn squares(&self, word: Word<'_>, report: &mut Report) -> Option<[SquareSet; 2]> {
        match squares::squares(word.text) {
            Ok(expression) => self.square_set(&expression, word.span, report),
            Err(faults) => {
                faults.iter().for_each(|fault| report.push(fault_at(word.span, fault)));
                None
            }
        }
    }

    /// The squares an expression names, as White and as Black see them.
    pub(crate) fn square_set(
        &self,
        expression: &SquareExpr,
        span: Span,
        report: &mut Report,
    ) -> Option<[SquareSet; 2]> {
        let white = self.eval(expression, span, Side::White, report)?;
        let black = self.eval(expression, span, Side::Black, &mut Report::default())?;
        Some([white, black].map(|set| set & self.geometry.playable()))
    }
}

impl Scope<'_> {
    fn eval(
        &self,
        expression: &SquareExpr,
        span: Span,
        side: Side,
        report: &mut Report,
    ) -> Option<SquareSet> {
        let seen = |set| if side == Side::White { set } else { self.geometry.opposite_set(set) };
        let (leaf, at) = match expression {
            SquareExpr::Union(parts) => {
                let mut union = SquareSet::NONE;
                for part in parts {
                    union |= self.eval(part, span, side, report)?;
                }
                return Some(union);
            }
            SquareExpr::Difference(whole, but) => {
                return Some(self.eval(whole, span, side, report)? & !self.eval(but, span, side, report)?);
            }
            SquareExpr::Intersection(one, other) => {
                return Some(self.eval(one, span, side, report)? & self.eval(other, span, side, report)?);
            }
            SquareExpr::Leaf(leaf, range) => (leaf, span.within(0, range.clone())),
        };
        let (last_file, last_rank) = (self.geometry.files - 1, self.geometry.ranks - 1);
        let block = match *leaf {
            Leaf::Named(ref name) => return self.region(name, at, report).map(|region| region[side.index()]),
            Leaf::All => return Some(self.geometry.playable()),
            Leaf::Dark => return Some(self.those(|square| self.geometry.dark(square))),
            Leaf::Light => return Some(self.those(|square| self.geometry.colour(square) == 1)),
            Leaf::Rank(rank) => ((0, rank), (last_file, rank)),
            Leaf::Ranks(low, high) => ((0, low), (last_file, high)),
            Leaf::File(file) => ((file, 0), (file, last_rank)),
            Leaf::Files(low, high) => ((low, 0), (high, last_rank)),
            Leaf::Square(file, rank) => ((file, rank), (file, rank)),
            Leaf::Block(low, high) => (low, high),
        };
        self.block(block, at, report).map(seen)
    }

    fn those(&self, wanted: impl Fn(Square) -> bool) -> SquareSet {
        let squares = self.geometry.every().filter(|&square| wanted(square));
        squares.fold(SquareSet::NONE, |set, square| set | SquareSet::bit(square))
    }

    fn block(
        &self,
        ((left, low), (right, high)): ((u8, u8), (u8, u8)),
        at: Span,
        report: &mut Report,
    ) -> Option<SquareSet> {
        if right >= self.geometry.files || high >= self.geometry.ranks {
            let corner = self.geometry.name((self.geometry.squares() - 1) as Square);
            let message = if (left, low) == (right, high) {
                "this square is not on the board"
            } else if left >= self.geometry.files || low >= self.geometry.ranks {
                "these squares are not on the board"
            } else {
                "some of these squares are not on the board"
            };
            report.push(Diagnostic::error("ferz::squares::off_board", message).at(at, "off the board").help(
                format!(
                    "the board has {} files and {} ranks: its squares are a1 to {corner}",
                    self.geometry.files, self.geometry.ranks
                ),
            ));
            return None;
        }
        Some(self.those(|square| {
            (left..=right).contains(&self.geometry.file(square))
                && (low..=high).contains(&self.geometry.rank(square))
        }))
    }

    fn region(&self, name: &str, at: Span, report: &mut Report) -> Option<[SquareSet; 2]> {
        let found = self.regions.get(name).copied();
        if found.is_none() {
            let names = self.regions.keys().map(String::as_str);
            let message = format!("there is no region called `{}`", crate::definition::shown(name));
            let words = ["all", "dark", "light", "rank", "file"].into_iter().chain(names.clone());
            let near = nearest(name, words);
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None if self.regions.is_empty() => {
                    "define it in `[regions]`, or write the squares themselves, such as `rank 8` or `d5..g6`"
                        .to_owned()
                }
                None if self.regions.len() == 1 => {
                    format!("the only region of this game is {}", listed(names))
                }
                None => format!("the regions of this game are {}", listed(names)),
            };
            let diagnostic =
                Diagnostic::error("ferz::regions::unknown", message).at(at, "not in `[regions]`");
            report.push(diagnostic.help(help));
        }
        found
    }
}

/// Returns a name with its article: `an elephant`.
pub(crate) fn with_article(name: &str) -> String {
    // a unicorn begins with the sound of a consonant
    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']) && !name.starts_with("uni");
    let article = if vowel { "an" } else { "a" };
    format!("{article} {name}")
}

/// Returns the lines along which a movement goes, in words: `a file, rank or diagonal`.
pub(crate) fn lines_of(by: &str) -> String {
    match by {
        "R" | "W" => "a file or rank".to_owned(),
        "B" | "F" => "a diagonal".to_owned(),
        "Q" | "K" => "a file, rank or diagonal".to_owned(),
        _ => match moves_alone(Cells::Squares, by) {
            Ok((movement, _)) => format!("the path of a piece that {}", describe(&movement)),
            Err(_) => format!("the path of a piece that moves as {by}"),
        },
    }
}

/// Returns the target of a movement on a board of squares, in words: ` next to its square`, ` a knight's leap away from its square`.
pub(crate) fn at_reach(by: &str, from: Phrase) -> Phrase {
    let place = match by {
        "file" | "rank" => format!(" on the {by} of "),
        "K" => " orthogonally or diagonally next to ".to_owned(),
        "W" => " orthogonally next to ".to_owned(),
        "F" => " diagonally next to ".to_owned(),
        "N" => " a knight's leap away from ".to_owned(),
        "R" => " in an open line (file or rank) with ".to_owned(),
        "B" => " in an open diagonal with ".to_owned(),
        "Q" => " in an open line (file, rank or diagonal) with ".to_owned(),
        _ => match moves_alone(Cells::Squares, by) {
            Ok((movement, _)) => match step_in_words(&movement) {
                Some(ways) => format!(" one square {ways} from "),
                None => {
                    let reached = Phrase::from(" that could be reached from ") + from;
                    return reached + format!(" by a piece that {}", describe(&movement));
                }
            },
            Err(_) => return Phrase::from(format!(" that a piece moving as {by} would reach from ")) + from,
        },
    };
    Phrase::from(place) + from
}
