//! The rules of a diagram in the words of a game file.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::page::{Block, Word};
use crate::model::pieces::MAX_TYPES;
use crate::notation::moves::{FromDiagram, Unsaid, from_diagram};
use crate::text::{Diagnostic, Report, Span, shown};

/// A square by its file and rank, both from 0.
pub(super) type At = (u8, u8);

/// A piece type of a diagram.
pub(super) struct PieceType<'a> {
    pub(super) name: String,
    /// Its letters on the page.
    pub(super) id: String,
    /// Its letter in the game file, a capital, possibly behind a plus.
    pub(super) letter: String,
    pub(super) moves: FromDiagram,
    pub(super) royal: bool,
    pub(super) line: &'a [Word],
    /// Its start squares, White's and Black's.
    pub(super) squares: [BTreeSet<At>; 2],
}

/// How Black's pieces stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Symmetry {
    Mirror,
    Rotate,
    None,
}

/// A diagram being read.
pub(super) struct Reader<'a> {
    pub(super) block: &'a Block,
    pub(super) report: &'a mut Report,
    pub(super) files: u8,
    pub(super) ranks: u8,
    /// The number of the first rank.
    pub(super) first: u8,
    pub(super) symmetry: Symmetry,
}

/// The tables of the game of a diagram; what can't be expressed is reported.
pub(super) fn tables(block: &Block, report: &mut Report) -> Table {
    for odd in &block.odd {
        let fault = Diagnostic::error(
            "ferz::diagram::syntax",
            format!("`{}` is neither a setting nor a piece", shown(&odd.text)),
        );
        report.push(
            fault
                .at(odd.span, "can't be read")
                .help("write a setting as `files=8`, and a piece as `name:letter:movement:picture:squares`"),
        );
    }
    let mut reader = Reader { block, report, files: 8, ranks: 8, first: 1, symmetry: Symmetry::Mirror };
    reader.settings();
    reader.board();
    if reader.report.has_errors() {
        return Table::new();
    }
    let holes = reader.holes();
    let types = reader.types();
    let mut all = Table::new();
    all.insert("board".into(), reader.board_table(&holes).into());
    all.insert("pieces".into(), pieces(&types).into());
    all.insert("setup".into(), reader.setup(&types, &holes).into());
    for (name, table) in
        [("promotion", reader.promotion(&types)), ("en-passant", en_passant(&types)), ("end", reader.ends())]
    {
        if !table.is_empty() {
            all.insert(name.into(), table.into());
        }
    }
    all
}

/// The lines of a data file.
fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Settings that say something about the rules, and are read.
const RULES: [&str; 12] = [
    "files",
    "ranks",
    "firstRank",
    "symmetry",
    "promoZone",
    "maxPromote",
    "promoChoice",
    "royal",
    "stalemate",
    "baring",
    "shuffle",
    "holdingsType",
];

impl<'a> Reader<'a> {
    pub(super) fn fault(&mut self, code: &'static str, span: Span, message: String, help: &str) {
        self.report.push(Diagnostic::error(code, message).at(span, "here").help(help));
    }

    /// Reports what a game file can't say.
    pub(super) fn unsaid(&mut self, span: Span, what: &str, label: &str) {
        let message = format!("{what} can't be taken over from the Interactive Diagram");
        self.report.push(Diagnostic::error("ferz::diagram::not_said", message).at(span, label));
    }

    /// Reports what the page leaves to the Diagram.
    fn supposed(&mut self, span: Span, message: String) {
        self.report.push(
            Diagnostic::warning("ferz::diagram::supposed", message).at(span, "the page does not say so"),
        );
    }

    /// The last line for a setting.
    pub(super) fn setting(&self, key: &str) -> Option<&'a Word> {
        self.block.settings.iter().rev().find(|(own, _)| own.text == key).map(|(_, value)| value)
    }

    /// A setting that is a number.
    pub(super) fn number(&mut self, key: &str, default: u8) -> u8 {
        let Some(value) = self.setting(key) else { return default };
        value.text.parse().unwrap_or_else(|_| {
            let message = format!("`{key}` is not a number: `{}`", shown(&value.text));
            self.fault("ferz::diagram::bad_value", value.span, message, "write a number, such as 8");
            default
        })
    }

    /// Reports settings that are not known, and those with a meaning that game files have no words for.
    fn settings(&mut self) {
        for (key, value) in &self.block.settings {
            let look =
                lines(include_str!("data/settings.txt")).any(|known| known.eq_ignore_ascii_case(&key.text));
            if !look && !RULES.contains(&&*key.text) {
                self.unsaid(key.span, &format!("the setting `{}`", shown(&key.text)), "perhaps a rule");
            }
            if key.text == "holdingsType" && value.text != "0" {
                self.unsaid(value.span, "pieces in hand", "here");
            }
        }
    }

    /// The types in the order of the page.
    fn types(&mut self) -> Vec<PieceType<'a>> {
        let block = self.block;
        let mut lines: Vec<&'a [Word]> =
            block.pieces.iter().filter(|line| !is_hole(line)).map(|line| &line[..]).collect();
        if let Some(line) = lines.get(MAX_TYPES) {
            self.unsaid(line[0].span, &format!("more than {MAX_TYPES} piece types"), "one more");
            lines.truncate(MAX_TYPES);
        }
        let royal = self.royal(&lines);
        let written: Vec<Option<Word>> = lines.iter().map(|line| self.movement(line)).collect();
        let en_passant = written.iter().flatten().any(|word| word.text.contains('e'));
        let size = (self.files.max(self.ranks), self.ranks % 2 == 1);
        let mut types: Vec<PieceType<'a>> = Vec::new();
        for (at, (line, word)) in lines.into_iter().zip(written).enumerate() {
            let Some(word) = word else { continue };
            let name = free_name(&line[0].text, &types);
            let moves =
                from_diagram(&word.text, en_passant, size).unwrap_or_else(|Unsaid { range, label }| {
                    self.unsaid(word.span.within(0, range), &format!("how the {name} moves"), label);
                    FromDiagram::default()
                });
            let id = line.get(1).map_or("", |word| &*word.text);
            let first = line[0].text.chars().next().map(|first| first.to_ascii_uppercase().to_string());
            let id = if id.is_empty() { first.unwrap_or_default() } else { id.to_owned() };
            let squares = match line.get(4) {
                Some(word) => self.places(word),
                None => Default::default(),
            };
            types.push(PieceType {
                name,
                id,
                letter: String::new(),
                moves,
                royal: royal == Some(at),
                line,
                squares,
            });
        }
        self.letters(&mut types);
        types
    }

    /// The movement of a piece: as written, or as the Diagram knows it by the name of the piece.
    fn movement(&mut self, line: &[Word]) -> Option<Word> {
        if let Some(word) = line.get(2).filter(|word| !word.text.is_empty()) {
            return Some(word.clone());
        }
        let name = line[0].text.to_lowercase();
        let known = lines(include_str!("data/pieces.txt"))
            .find_map(|line| line.strip_prefix(&*name)?.strip_prefix(' '));
        match known {
            Some(moves) => {
                let text = moves.split(' ').next().unwrap_or_default().to_owned();
                self.supposed(line[0].span, format!("the {} is supposed to move as `{text}`", shown(&name)));
                Some(Word { text, span: line[0].span })
            }
            None => {
                self.fault(
                    "ferz::diagram::bad_value",
                    line[0].span,
                    format!("the page does not say how the {} moves", shown(&name)),
                    "write its movement as the third part of its line",
                );
                None
            }
        }
    }

    /// The place of the royal piece among the lines.
    fn royal(&mut self, lines: &[&[Word]]) -> Option<usize> {
        if let Some(word) = self.setting("royal") {
            let found = word.text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            if found.is_none_or(|at| at >= lines.len())
                || self.block.settings.iter().filter(|(key, _)| key.text == "royal").count() > 1
            {
                self.unsaid(
                    word.span,
                    "royal pieces other than one type, by the number of its line,",
                    "here",
                );
            }
            return found;
        }
        let named = |line: &&[Word]| {
            let name = format!("{} ", line[0].text.to_lowercase());
            self::lines(include_str!("data/pieces.txt"))
                .any(|known| known.starts_with(&name) && known.ends_with(" royal"))
        };
        let found = lines.iter().position(named);
        match found {
            Some(at) => self.supposed(
                lines[at][0].span,
                format!("the {} is supposed to be royal", shown(&lines[at][0].text)),
            ),
            None => self.fault(
                "ferz::diagram::bad_value",
                self.block.span,
                "the page does not say which piece is royal".to_owned(),
                "write `royal=` and the number of its line among those of the pieces",
            ),
        }
        found
    }

    /// Gives each type a letter of its own, that of the page if it can have it.
    fn letters(&mut self, types: &mut [PieceType<'_>]) {
        let mut used = BTreeSet::new();
        let plain = |id: &str| id.len() == 1 && id.starts_with(|c: char| c.is_ascii_alphabetic());
        for one in types.iter_mut().filter(|one| plain(&one.id)) {
            let letter = one.id.to_ascii_uppercase();
            if used.insert(letter.clone()) {
                one.letter = letter;
            }
        }
        for one in types.iter_mut().filter(|one| one.letter.is_empty()) {
            let base = one.id.strip_prefix('+').map(str::to_ascii_uppercase);
            let promoted =
                base.filter(|base| plain(base) && used.contains(base)).map(|base| format!("+{base}"));
            let own = one.name.to_ascii_uppercase();
            let others = own.chars().chain('A'..='Z').filter(char::is_ascii_uppercase).map(String::from);
            let free = promoted.into_iter().chain(others).find(|letter| !used.contains(letter));
            match free {
                Some(letter) => {
                    used.insert(letter.clone());
                    one.letter = letter;
                }
                None => self.unsaid(one.line[0].span, "more than 26 piece types", "one more"),
            }
        }
    }

    /// The first types, which promote on the last ranks.
    fn promotion(&mut self, types: &[PieceType<'_>]) -> Table {
        let mut table = Table::new();
        let depth = self.number("promoZone", 1);
        // a royal piece promotes only if the page says so
        let usual = u8::from(types.first().is_some_and(|first| !first.royal));
        let count = usize::from(self.number("maxPromote", usual));
        let from = &types[..count.min(types.len())];
        if from.is_empty() || depth == 0 {
            return table;
        }
        let choice = self.setting("promoChoice");
        let to: Vec<&PieceType<'_>> = match choice.filter(|word| !word.text.is_empty()) {
            Some(word) => {
                let letters =
                    || word.text.chars().map(|letter| types.iter().find(|one| one.id.chars().eq([letter])));
                if letters().any(|one| one.is_none()) {
                    self.unsaid(word.span, "promotion to other pieces than those with these letters", "here");
                }
                letters().flatten().collect()
            }
            None => {
                let others = types[from.len()..].iter().filter(|one| !one.royal).collect();
                self.supposed(
                    from[0].line[0].span,
                    format!("the {} is supposed to promote to any piece but the royal one", from[0].name),
                );
                others
            }
        };
        let optional = to.iter().any(|one| from.iter().any(|own| own.name == one.name));
        let to: Vec<&str> = to
            .iter()
            .filter(|one| from.iter().all(|own| own.name != one.name))
            .map(|one| &*one.name)
            .collect();
        let (last, first) = (self.ranks, self.ranks.saturating_sub(depth) + 1);
        let zone = if first == last { format!("rank {last}") } else { format!("ranks {first}..{last}") };
        let names: Vec<&str> = from.iter().map(|one| &*one.name).collect();
        for (key, text) in [("pieces", names.join(", ")), ("on", zone), ("to", to.join(", "))] {
            table.insert(key.into(), text.into());
        }
        if optional {
            table.insert("optional".into(), true.into());
        }
        table
    }

    /// Checkmate, stalemate, and a bare royal piece.
    fn ends(&mut self) -> Table {
        let end = |word: &str, condition: &str| {
            Value::Table(Table::from_iter([(word.to_owned(), condition.into())]))
        };
        let mut ends = Table::new();
        ends.insert("checkmate".into(), end("lose", "checkmate"));
        let stalemate = self.setting("stalemate");
        let result = match stalemate.map(|word| &*word.text) {
            None | Some("draw") => "draw",
            Some("win") => "lose",
            Some("loss" | "lose") => "win",
            Some(_) => {
                let span = stalemate.map_or(self.block.span, |word| word.span);
                self.unsaid(span, "this result of stalemate", "here");
                "draw"
            }
        };
        ends.insert("stalemate".into(), end(result, "stalemate"));
        match self.setting("baring") {
            Some(word) if word.text == "0" => {
                ends.insert("both-bare".into(), end("draw", "count(mine) = 1 and can(count(theirs) = 1)"));
                ends.insert("bare".into(), end("lose", "count(mine) = 1"));
            }
            Some(word) => self.unsaid(word.span, "this rule about a bare king", "here"),
            None => {}
        }
        ends
    }
}

pub(super) fn is_hole(line: &[Word]) -> bool {
    line[0].text == "hole"
}

pub(super) fn first(id: &str) -> char {
    id.chars().next().unwrap_or(' ')
}

pub(super) fn name((file, rank): At) -> String {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

/// A name of the words of game files that no other type has.
fn free_name(text: &str, types: &[PieceType<'_>]) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let plain: String = text.chars().map(plain).collect();
    let name = plain.trim_matches('-');
    let name = if name.starts_with(|c: char| c.is_ascii_lowercase()) {
        name.to_owned()
    } else {
        format!("piece-{name}")
    };
    let mut names = std::iter::once(name.clone()).chain((2_u32..).map(|number| format!("{name}-{number}")));
    names.find(|name| !types.iter().any(|one| one.name == *name)).unwrap_or(name)
}

fn pieces(types: &[PieceType<'_>]) -> Table {
    let table = |one: &PieceType<'_>| {
        let mut table = Table::new();
        table.insert("letter".into(), one.letter.clone().into());
        table.insert("moves".into(), one.moves.moves.clone().into());
        if one.royal {
            table.insert("royal".into(), true.into());
        }
        Value::Table(table)
    };
    types.iter().map(|one| (one.name.clone(), table(one))).collect()
}

/// Captures in passing, by the types whose movements say so.
fn en_passant(types: &[PieceType<'_>]) -> Table {
    let names = |fits: fn(&FromDiagram) -> bool| -> Vec<&str> {
        types.iter().filter(|one| fits(&one.moves)).map(|one| &*one.name).collect()
    };
    let (pieces, by) = (names(|moves| moves.passes), names(|moves| moves.takes_passing));
    let mut table = Table::new();
    if !pieces.is_empty() && !by.is_empty() {
        table.insert("pieces".into(), pieces.join(", ").into());
        if by != pieces {
            table.insert("by".into(), by.join(", ").into());
        }
    }
    table
}
