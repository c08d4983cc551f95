//! The options that hold for one variant: its own and those of its parents, each with the place where it is set.

use std::collections::{BTreeMap, BTreeSet};

use super::keys::{self, KEYS, Kind, TYPES};
use super::read::{Section, Word, sections};
use super::squares;
use crate::board::{Geometry, SquareSet};
use crate::definition::{nearest, shown};
use crate::order;
use crate::text::{Diagnostic, Report, SourceId, Span};

/// The maximum number of parents that a variant may have, one above the other.
const DEEPEST: usize = 64;

/// A piece type as variants.ini declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DeclaredPiece {
    /// The option by which it is declared, which identifies the type.
    pub(super) option: String,
    /// Its letter, in lower case.
    pub(super) letter: char,
    /// Its movement, if it is written.
    pub(super) moves: Option<Word>,
    /// True if the text declares it, rather than a built-in parent.
    pub(super) own: bool,
}

/// All settings of one variant.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    pub(super) values: BTreeMap<String, Word>,
    pub(super) pieces: Vec<DeclaredPiece>,
    /// The options it has from a built-in parent.
    pub(super) inherited: BTreeSet<String>,
    /// The options that declare the types of a built-in parent, by their letters.
    pub(super) given: BTreeMap<char, String>,
    /// The built-in variants it descends from, the nearest first.
    pub(super) lineage: Vec<String>,
    /// The options of the piece types that the section being read declares.
    declared: BTreeSet<String>,
    /// The letters of types that promote to a type of a parent that no longer has a letter, each with the option that took it.
    pub(super) orphans: BTreeMap<char, String>,
}

/// All variants that a text may name: its own, and those that are built in.
#[derive(Debug)]
pub(super) struct Book {
    own: Vec<Section>,
    known: Vec<Section>,
}

impl Book {
    /// The variants of a text.
    pub(super) fn read(source: SourceId, text: &str, report: &mut Report) -> Self {
        let own = sections(source, text, report);
        // the library's own are those that Fairy-Stockfish has in a file
        let known = [include_str!("data/builtin.ini"), include_str!("data/library.ini")];
        let known = known.into_iter().flat_map(|text| sections(source, text, &mut Report::default()));
        for (at, section) in own.iter().enumerate() {
            if let Some(first) = own[..at].iter().find(|first| first.name.text == section.name.text) {
                let message = format!("there are two variants called `{}`", shown(&section.name.text));
                let fault = Diagnostic::error("ferz::ini::duplicate", message);
                report.push(fault.at(section.name.span, "the second").at(first.name.span, "the first"));
            }
        }
        Self { own, known: known.collect() }
    }

    /// The names of the variants of the text itself, in their order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.own.iter().map(|section| &*section.name.text)
    }

    /// The names of the built-in variants.
    pub(super) fn known(&self) -> impl Iterator<Item = &str> {
        self.known.iter().map(|section| &*section.name.text)
    }

    /// The place of the name of a variant.
    pub(super) fn place(&self, name: &str) -> Option<Span> {
        self.own.iter().find(|section| section.name.text == name).map(|section| section.name.span)
    }

    /// Returns the options that hold for the variant of that name, and reports everything that is wrong in it.
    pub(super) fn settings(&self, name: &str, report: &mut Report) -> Option<Settings> {
        match self.own.iter().position(|section| section.name.text == name) {
            Some(at) => self.of(at, &mut Vec::new(), report),
            None => self.built_in(name, None),
        }
    }

    fn of(&self, at: usize, above: &mut Vec<usize>, report: &mut Report) -> Option<Settings> {
        let section = &self.own[at];
        if above.contains(&at) || above.len() >= DEEPEST {
            let place = section.parent.as_ref().unwrap_or(&section.name).span;
            let message = format!("`{}` is its own parent", shown(&section.name.text));
            report.push(Diagnostic::error("ferz::ini::cycle", message).at(place, "leads back to it"));
            return None;
        }
        above.push(at);
        let mut settings = self.parent(at, above, report)?;
        settings.declared.clear();
        let before = settings.clone();
        // pieces are declared in the order of their types
        let mut lines: Vec<_> = section.lines.iter().enumerate().collect();
        order::by_key(&mut lines, |(_, (key, _))| place(&key.text));
        for (at, (key, value)) in lines {
            // if an option is set twice, the last line counts
            match section.lines[at + 1..].iter().find(|(later, _)| later.text == key.text) {
                None => settings.set((key, value), true, report),
                Some((later, _)) => report.push(
                    Diagnostic::warning("ferz::ini::twice", format!("`{}` is set twice", shown(&key.text)))
                        .at(later.span, "this line counts")
                        .at(key.span, "this line is ignored, as it is by Fairy-Stockfish")
                        .help("remove one of them, or correct its name"),
                ),
            }
        }
        settings.finish(&section.lines);
        settings.relettered(&before, &section.lines);
        Some(settings)
    }

    /// The options of the parent of a variant, if it has one: a variant above in the text, or one that is built in, or one below.
    fn parent(&self, at: usize, above: &mut Vec<usize>, report: &mut Report) -> Option<Settings> {
        let Some(parent) = &self.own[at].parent else { return Some(Settings::default()) };
        let by_name = |section: &Section| section.name.text == parent.text;
        let before = self.own[..at].iter().rposition(by_name);
        if let Some(built_in) = self.built_in(&parent.text, Some(parent.span)).filter(|_| before.is_none()) {
            return Some(built_in);
        }
        if let Some(found) = before.or_else(|| self.own.iter().position(by_name)) {
            return self.of(found, above, report);
        }
        let message = format!("there is no variant called `{}`", shown(&parent.text));
        let fault = Diagnostic::error("ferz::ini::unknown_parent", message).at(parent.span, "the parent");
        report.push(match nearest(&parent.text, self.names().chain(self.known())) {
            Some(name) => fault.help(format!("did you mean `{name}`?")),
            None => fault.help("the parent must be a variant of this file, or one of Fairy-Stockfish's own"),
        });
        None
    }

    /// Returns the options that hold for a built-in variant. Its lines have the place of the word that names it.
    pub(super) fn built_in(&self, name: &str, place: Option<Span>) -> Option<Settings> {
        let section = self.known.iter().find(|section| section.name.text == name)?;
        let mut settings = match &section.parent {
            Some(parent) => self.built_in(&parent.text, place)?,
            None => Settings::default(),
        };
        for (key, value) in &section.lines {
            let at = |word: &Word| Word { text: word.text.clone(), span: place.unwrap_or_default() };
            settings.set((&at(key), &at(value)), false, &mut Report::default());
        }
        settings.finish(&section.lines);
        settings.inherited = settings.values.keys().cloned().collect();
        settings.given = settings.pieces.iter().map(|piece| (piece.letter, piece.option.clone())).collect();
        settings.lineage.insert(0, name.to_owned());
        Some(settings)
    }
}

impl Settings {
    /// Sets an option: an `own` one of a variant of the text, or one of a built-in variant.
    fn set(&mut self, (key, value): (&Word, &Word), own: bool, report: &mut Report) {
        let name = &*key.text;
        let known = keys::key(name).filter(|known| known.kind != Kind::BuiltIn || !own);
        // one about the region of a piece names that piece, and so has no line in the table
        let of_piece = region(name).filter(|piece| place(&uncapital(piece)).is_some()).map(|_| Kind::Squares);
        let Some(kind) = of_piece.or(known.map(|known| known.kind)) else {
            return match place(name).is_some() {
                true => self.piece(name, value, own, report),
                false => report.push(unknown(key)),
            };
        };
        let before = self.values.get(name).map_or("", |word| &word.text);
        // squares of a built-in variant may be meant for the moves of that variant alone
        let same = before == value.text && kind != Kind::Squares && self.inherited.contains(name);
        if same || kind == Kind::Both {
            return;
        }
        let text = match kind {
            Kind::Pairs | Kind::Counts => joined(before, &value.text),
            _ => value.text.clone(),
        };
        self.put(name, text, value.span);
    }

    /// Sets the value of an option, which is then the variant's own.
    fn put(&mut self, name: &str, text: impl Into<String>, span: Span) {
        self.inherited.remove(name);
        self.values.insert(name.to_owned(), Word { text: text.into(), span });
    }

    /// Sets what options mean that stand for others, unless these have lines of their own: old ones, and those that set several.
    fn finish(&mut self, lines: &[(Word, Word)]) {
        let all: Vec<_> =
            lines.iter().filter_map(|(key, value)| Some((keys::key(&key.text)?, value))).collect();
        let ranks = self.line("maxRank").map_or(0, |last| last + 1);
        for (key, value) in all.iter().filter(|(key, _)| key.kind == Kind::Old) {
            let Ok(rank) = value.text.parse::<u8>() else { continue };
            for (name, text) in regions(key.name, rank.min(ranks), ranks) {
                self.put(name, text, value.span);
            }
        }
        for (key, value) in &all {
            let rule = keys::meaning(key.name, &value.text).and_then(|meaning| keys::value(WALLS, meaning));
            if let (Kind::Bool, Some(rule), "none") = (key.kind, rule, self.text(WALLS)) {
                self.put(WALLS, rule, value.span);
            }
        }
        // pawns in general come before those of one rule
        let mut both: Vec<_> = all.into_iter().filter(|(key, _)| key.kind == Kind::Both).collect();
        order::by_key(&mut both, |(key, _)| std::cmp::Reverse(key.default.len()));
        for (key, value) in both {
            let own = |name: &&str| lines.iter().any(|(key, _)| key.text == *name);
            for name in key.default.split(' ').filter(|name| !own(name)) {
                self.put(name, &*value.text, value.span);
            }
        }
    }

    /// Declares a piece type, or removes it with `-`. A letter belongs to one type, the last that claims it.
    fn piece(&mut self, option: &str, value: &Word, own: bool, report: &mut Report) {
        self.pieces.retain(|piece| piece.option != option);
        let letter = value.text.split(':').next().unwrap_or_default().trim();
        let moves = value.text.split_once(':').map(|(_, moves)| moves);
        if letter == "-" {
            return;
        }
        let custom = option.starts_with(CUSTOM);
        let mut wrong = |message: String, label, help: String| {
            let fault = Diagnostic::error("ferz::ini::bad_value", message).at(value.span, label);
            report.push(fault.help(help));
        };
        if own && moves.is_some() && !custom && option != keys::king() {
            let message =
                format!("`{option}` has a movement, and only kings and custom pieces have one of their own");
            let text = shown(&value.text);
            let help = format!("declare it as `{CUSTOM}1 = {text}`, or leave the movement out");
            wrong(message, "a letter and a movement", help);
        }
        let first = letter.chars().next().filter(char::is_ascii_alphabetic);
        let Some(first) = first.filter(|_| !custom || moves.is_some()) else {
            let form = if custom { "`a:mRcpR`: a letter, a colon and a movement" } else { "one letter" };
            let message = format!("`{}` doesn't describe a piece", shown(&value.text));
            return wrong(message, "can't be read", format!("write {form}"));
        };
        let letter = first.to_ascii_lowercase();
        let rival = self.piece_of(letter).filter(|piece| own && self.declared.contains(&piece.option));
        if let Some(rival) = rival {
            let message = format!("`{}` and `{option}` have the same letter", rival.option);
            let label = format!("in Fairy-Stockfish, `{letter}` is then the piece of `{option}`");
            let fault = Diagnostic::warning("ferz::ini::letter", message).at(value.span, label);
            report.push(fault.help("give each piece a letter of its own"));
        }
        self.pieces.retain(|piece| piece.letter != letter);
        self.declared.insert(option.to_owned());
        let moves = moves.map(|moves| {
            let text = moves.trim().to_owned();
            let start = value.span.end.saturating_sub(text.len());
            Word { span: Span::new(value.span.source, start, start + text.len()), text }
        });
        self.pieces.push(DeclaredPiece { option: option.to_owned(), letter, moves, own });
    }

    /// Removes the pairs of a parent that are about types that had other letters there: a form belongs to a type, not to its letter.
    fn relettered(&mut self, before: &Self, lines: &[(Word, Word)]) {
        let own = lines.iter().find(|(key, _)| key.text == FORMS);
        let own = own.map_or_else(String::new, |(_, value)| value.text.to_lowercase());
        let again = |letter: char| own.split_whitespace().any(|pair| pair.starts_with(letter));
        let option = |settings: &Self, letter| settings.piece_of(letter).map(|piece| piece.option.clone());
        for (from, to) in before.pairs(FORMS).into_iter().filter(|(from, _)| !again(*from)) {
            let Some(to) = to.chars().next() else { continue };
            let [stays, same] = [from, to].map(|letter| option(before, letter) == option(self, letter));
            if stays && same {
                continue;
            }
            if let (true, Some(taken)) = (stays, option(self, to)) {
                self.orphans.insert(from, taken);
            }
            if let Some(word) = self.values.get_mut(FORMS) {
                let kept = |pair: &&str| !pair.to_lowercase().starts_with(from);
                word.text = word.text.split_whitespace().filter(kept).collect::<Vec<_>>().join(" ");
            }
        }
    }

    /// The value of an option, if it is set.
    pub(super) fn said(&self, name: &str) -> Option<&Word> {
        self.values.get(name)
    }

    /// The text of an option, or its default.
    pub(super) fn text(&self, name: &str) -> &str {
        let default = || keys::key(name).map_or("", |key| key.default);
        self.values.get(name).map_or_else(default, |word| &word.text)
    }

    /// Returns the meaning of the value of an option, whose values are named after games; `unknown` for an unknown value.
    pub(super) fn meaning(&self, name: &str) -> &'static str {
        keys::meaning(name, self.text(name)).unwrap_or("unknown")
    }

    pub(super) fn is(&self, name: &str) -> bool {
        self.text(name) == "true"
    }

    /// Returns `true` if an option is set to anything: `true`, some pieces, a number other than 0. One that sets several is if all these are.
    pub(super) fn holds(&self, name: &str) -> bool {
        match keys::key(name) {
            Some(key) if key.kind == Kind::Both => key.default.split(' ').all(|name| self.holds(name)),
            Some(key) if matches!(key.kind, Kind::Pieces | Kind::Piece) => !self.letters(name).is_empty(),
            Some(key) if key.kind == Kind::Number => self.number(name) > 0,
            _ => !matches!(self.text(name), "false" | "none" | "-" | ""),
        }
    }

    /// Returns `true` if an option has a value, or if all have that it sets.
    pub(super) fn says(&self, name: &str, value: &str) -> bool {
        match keys::key(name) {
            Some(key) if key.kind == Kind::Both => key.default.split(' ').all(|name| self.says(name, value)),
            _ => self.text(name) == value,
        }
    }

    pub(super) fn number(&self, name: &str) -> usize {
        self.text(name).parse().unwrap_or(0)
    }

    /// A file or a rank, from 0.
    pub(super) fn line(&self, name: &str) -> Option<u8> {
        let text = self.text(name);
        let by_letter = text.chars().next().filter(|_| text.len() == 1).filter(char::is_ascii_lowercase);
        by_letter.map_or_else(|| text.parse::<u8>().ok()?.checked_sub(1), |c| Some(c as u8 - b'a'))
    }

    pub(super) fn squares(&self, name: &str, geometry: &Geometry) -> SquareSet {
        squares::read(geometry, self.text(name)).0
    }

    /// The letters of a set of pieces, in lower case; `*` is all of them.
    ///
    /// A set that a variant inherits consists of types, not of letters: a letter that has been given to another type is not in it.
    pub(super) fn letters(&self, name: &str) -> Vec<char> {
        let text = self.text(name);
        if text.contains('*') {
            return self.pieces.iter().map(|piece| piece.letter).collect();
        }
        let (is_set, own) = (self.values.contains_key(name), !self.inherited.contains(name));
        let meant = |letter: char| match is_set {
            false => self.typed(usual(letter)?),
            true => {
                let piece = self.piece_of(letter).filter(|piece| own || self.is_given(piece));
                // a type of the parent that now has another letter
                piece.or_else(|| self.typed(self.given.get(&letter).filter(|_| !own)?))
            }
        };
        let named = text.chars().filter(char::is_ascii_alphabetic).map(|letter| letter.to_ascii_lowercase());
        let mut found: Vec<char> = named.filter_map(|letter| Some(meant(letter)?.letter)).collect();
        found.dedup();
        found
    }

    /// Returns `true` if a type has the letter that it has in the parent, or that the table of options means.
    fn is_given(&self, piece: &DeclaredPiece) -> bool {
        let given = self.given.get(&piece.letter).map(String::as_str).or(usual(piece.letter));
        !piece.own || given.is_none_or(|option| option == piece.option)
    }

    /// The pairs of `p:g s:g` or `q:1`.
    pub(super) fn pairs(&self, name: &str) -> Vec<(char, String)> {
        let pair = |word: &str| {
            let (left, right) = word.split_once(':')?;
            Some((left.chars().next()?.to_ascii_lowercase(), right.to_ascii_lowercase()))
        };
        self.text(name).split_whitespace().filter_map(pair).collect()
    }

    pub(super) fn piece_of(&self, letter: char) -> Option<&DeclaredPiece> {
        self.pieces.iter().find(|piece| piece.letter == letter)
    }

    /// The piece type declared by an option.
    pub(super) fn typed(&self, option: &str) -> Option<&DeclaredPiece> {
        self.pieces.iter().find(|piece| piece.option == option)
    }
}

/// The pairs of a parent with those of a child, which come first in their letters' place.
fn joined(before: &str, after: &str) -> String {
    let letter = |pair: &str| pair.split(':').next().map(str::to_lowercase);
    let again = |old: &str| after.split_whitespace().any(|new| letter(new) == letter(old));
    let kept = before.split_whitespace().filter(|old| *old != "-" && !again(old));
    kept.chain(after.split_whitespace()).collect::<Vec<_>>().join(" ")
}

/// The place of a type in the order of types: those known by name, then those with movements of their own, and the king; `None` if an option
/// is not that of a type.
fn place(option: &str) -> Option<usize> {
    let last = TYPES.len() - 1;
    let Some(number) = option.strip_prefix(CUSTOM) else {
        let at = TYPES.iter().position(|known| known[0] == option)?;
        return Some(if at == last { usize::MAX } else { at });
    };
    let number: usize = number.parse().ok()?;
    (1..=25).contains(&number).then_some(last + number)
}

/// The type that a letter of the table of options means.
fn usual(letter: char) -> Option<&'static str> {
    [keys::pawn(), TYPES[3][0], keys::king()].into_iter().find(|option| option.starts_with(letter))
}

const CUSTOM: &str = "customPiece";

/// The option of the walls that a turn puts up.
const WALLS: &str = "wallingRule";

/// The option of the forms to which pieces promote.
const FORMS: &str = "promotedPieceType";

/// The regions that an old option means, given its rank, the number of ranks, and the rank of double steps.
fn regions(old: &str, rank: u8, ranks: u8) -> [(&'static str, String); 2] {
    let lines = |from: u8, to: u8| (from..=to).map(|rank| format!("*{rank}")).collect::<Vec<_>>().join(" ");
    let (white, black, first, last) = match old {
        "promotionRank" => ("promotionRegionWhite", "promotionRegionBlack", rank, ranks),
        "doubleStepRankMin" => ("doubleStepRegionWhite", "doubleStepRegionBlack", rank, 2),
        _ => ("doubleStepRegionWhite", "doubleStepRegionBlack", 2, rank),
    };
    let seen = |rank: u8| ranks.saturating_add(1).saturating_sub(rank);
    [(white, lines(first, last)), (black, lines(seen(last), seen(first)))]
}

/// The piece that an option about a region names: of `mobilityRegionWhiteKing`, the last part.
pub(super) fn region(name: &str) -> Option<&str> {
    let rest = name.strip_prefix("mobilityRegion")?;
    rest.strip_prefix("White").or_else(|| rest.strip_prefix("Black"))
}

/// A word without a capital.
fn uncapital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().into_iter().map(|first| first.to_ascii_lowercase()).chain(letters).collect()
}

fn unknown(key: &Word) -> Diagnostic {
    let message = format!("there is no option called `{}`", shown(&key.text));
    let fault =
        Diagnostic::error("ferz::ini::unknown_key", message).at(key.span, "not an option of variants.ini");
    let said = KEYS.iter().filter(|key| key.kind != Kind::BuiltIn);
    let names = said.map(|key| key.name).chain(TYPES.iter().map(|known| known[0]));
    match nearest(&key.text, names) {
        Some(name) => fault.help(format!("did you mean `{name}`?")),
        None => fault,
    }
}
