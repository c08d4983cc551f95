//! Checks of a variant before any rule is written: values that can't be read, and options that no game file can express.

use super::game::Game;
use super::keys::{KEYS, Key, Kind, TYPES, key};
use super::read::Word;
use super::settings::Settings;
use super::squares;
use crate::board::{Geometry, MAX_EXTENT, Symmetry};
use crate::definition::shown;
use crate::text::{Diagnostic, Report};

/// What is wrong with a star alone, and what is meant.
const ALL: &str = "in Fairy-Stockfish a `*` alone is no square at all";
const WHOLE: &str = "leave the line out, or write whole ranks as `*4`";

/// Checks all values, and returns the size of the board.
pub(super) fn values(settings: &Settings, report: &mut Report) -> Option<Geometry> {
    let mut fault = |word: &Word, message: String, help: &str| {
        let fault = Diagnostic::error("ferz::ini::bad_value", message).at(word.span, "can't be read");
        report.push(fault.help(help));
    };
    let side = |name: &str| settings.line(name).map(|line| line + 1).filter(|size| *size <= MAX_EXTENT);
    let sides = ["maxFile", "maxRank"].map(|name| (name, side(name)));
    let [(_, Some(files)), (_, Some(ranks))] = sides else {
        let (name, _) = sides.into_iter().find(|(_, side)| side.is_none())?;
        let word = settings.said(name)?;
        let message = format!("`{}` is not a board size", shown(&word.text));
        fault(word, message, "write a number from 1 to 16, or the letter of the last file");
        return None;
    };
    let geometry = Geometry::new(files, ranks);
    let own = |name: &String| key(name).map(|key| (key.kind, !settings.inherited.contains(key.name)));
    // a star that doesn't belong to a rank or a file
    let is_all = |text: &str| text.split([' ', ',', '\t']).any(|word| matches!(word, "*" | "**"));
    for (name, word) in &settings.values {
        let (kind, own) = own(name).unwrap_or((Kind::Squares, true));
        if let Some((message, help)) = wrong(kind, &word.text, &geometry) {
            fault(word, message, help);
        }
        if kind == Kind::Squares && own && is_all(&word.text) {
            fault(word, ALL.to_owned(), WHOLE);
        }
    }
    Some(geometry)
}

/// Refuses each option that no game file can express, unless it changes nothing.
pub(super) fn unsaid(game: &mut Game<'_>) {
    for key in KEYS.iter() {
        let (Some(needs), Some(word)) = (key.needs, game.settings.said(key.name)) else { continue };
        let squares = |text| squares::read(&game.geometry, text).0;
        let idle = match key.kind {
            Kind::Squares => squares(&word.text) == squares(key.default),
            _ => !game.settings.holds(key.name),
        };
        game.refuse_if(!idle, key.name, needs);
    }
}

impl Game<'_> {
    /// Refuses an option if something about it can't be expressed.
    pub(super) fn refuse_if(&mut self, is_odd: bool, option: &str, needs: &str) {
        if is_odd {
            self.refuse(option, needs);
        }
    }
}

/// Returns the reason why a value can't be read, and how it would be written.
fn wrong(kind: Kind, text: &str, geometry: &Geometry) -> Option<(String, &'static str)> {
    let letter = |text: &str| text.len() == 1 && text.as_bytes()[0].is_ascii_alphabetic();
    let is_line = |text: &str| text.parse::<u8>().is_ok();
    let is_file = |text: &str| letter(text) && text.to_ascii_lowercase() == text || is_line(text);
    let is_flag = matches!(text, "true" | "false");
    let is_result = matches!(text, "win" | "loss" | "draw" | "none");
    let is_sign = |text: &str| text.chars().count() == 1;
    let unless = |fine: bool| (!fine).then_some(text);
    let of_pair = |fine: &dyn Fn(&str) -> bool| {
        let is_pair = |(left, right): (&str, &str)| letter(left) && fine(right);
        text.split_whitespace().find(|word| !word.split_once(':').is_some_and(is_pair))
    };
    let (odd, what, help) = match kind {
        Kind::Bool => (unless(is_flag), "neither true nor false", "write `true` or `false`"),
        Kind::Number => (unless(text.parse::<u16>().is_ok()), "not a number", "write a number, such as 3"),
        Kind::Rank | Kind::Old => (unless(is_line(text)), "not a rank", "write the number of a rank"),
        Kind::File => (unless(is_file(text)), "not a file", "write the letter of a file, or its number"),
        Kind::Value => (unless(is_result), "not a result", "write `win`, `loss` or `draw`"),
        Kind::Squares => {
            let help = "write squares as `e4`, whole ranks as `*4` and whole files as `e*`";
            (squares::read(geometry, text).1.first().copied(), "not a square", help)
        }
        _ if text == "-" => return None,
        Kind::Pairs => (of_pair(&is_sign), "not a pair", "write pairs as `p:g s:g`"),
        Kind::Counts => (of_pair(&is_line), "not a pair", "write pairs as `q:1 r:2`"),
        _ => return None,
    };
    Some((format!("`{}` is {what}", shown(odd?)), help))
}

/// Reports letters that belong to no piece type, if a variant names them itself.
pub(super) fn pieces(game: &mut Game<'_>) {
    let settings = game.settings;
    let unknown = |letter: &char| {
        letter.is_ascii_alphabetic() && settings.piece_of(letter.to_ascii_lowercase()).is_none()
    };
    let named = KEYS.iter().filter(|key| matches!(key.kind, Kind::Pieces | Kind::Piece | Kind::Pairs));
    let own = named.filter(|key| !settings.inherited.contains(key.name));
    let letter = |key: &Key| Some((key.name, settings.said(key.name)?.text.chars().find(unknown)?));
    let start = game.start.all().map(|piece| piece.letter).find(unknown);
    let odd = own.filter_map(letter).map(|(option, letter)| (option, letter, false));
    let odd: Vec<_> = odd.chain(start.map(|letter| ("startFen", letter, true))).collect();
    for (option, letter, fatal) in odd {
        let kind = if fatal { Diagnostic::error } else { Diagnostic::warning };
        let fault = kind("ferz::ini::unknown_piece", format!("`{letter}` is not the letter of a piece"));
        let span = settings.said(option).map(|word| word.span).filter(|span| span.end > 0);
        game.report.push(fault.at(span.unwrap_or(game.place), format!("`{option}` uses it")));
    }
}

/// Returns `true` if no piece moves forward or backward or promotes: it makes no difference on which side of the board a player sits.
fn nobody_goes_ahead(settings: &Settings) -> bool {
    let by_table = |option: &str| TYPES.iter().find(|known| known[0] == option).map_or("", |known| known[1]);
    settings.pieces.iter().all(|piece| {
        let moves = piece.moves.as_ref().map_or_else(|| by_table(&piece.option), |moves| &moves.text);
        !moves.contains(['f', 'b'])
    })
}

/// Returns the symmetry of the board for Black: as the start position is turned.
pub(super) fn symmetry(game: &Game<'_>) -> Symmetry {
    let turned = |symmetry| Geometry { symmetry, ..game.geometry.clone() };
    let fits = |symmetry| game.start.is_opposite(&turned(symmetry), |piece| piece.letter);
    let lies_aside = !game.holds("same-first-drops") || game.holds("on-top");
    let parents = |symmetry| game.parent.says(&["board", "symmetry"], symmetry);
    match (fits(Symmetry::Mirror) && !parents("rotate"), fits(Symmetry::Rotate)) {
        _ if lies_aside && nobody_goes_ahead(game.settings) => Symmetry::SameSide,
        (false, true) => Symmetry::Rotate,
        (false, false) if parents("same side") && nobody_goes_ahead(game.settings) => Symmetry::SameSide,
        _ => Symmetry::Mirror,
    }
}

/// The comment at the head of a file: where it is from, and which parts of the variant are not rules.
pub(super) fn head(name: &str, settings: &Settings, idle: &[String]) -> String {
    let parent = settings.lineage.first().filter(|parent| *parent != name);
    let parent = parent.map_or_else(String::new, |parent| format!(", a relative of its {parent}"));
    let said = |key: &&Key| settings.said(key.name).is_some_and(|word| word.span.end > 0);
    let gui = KEYS.iter().filter(|key| key.kind == Kind::Gui && said(key)).map(|key| key.name.to_owned());
    let title = crate::template::title(name);
    let mut text = format!("{title}: the variant `{name}` of Fairy-Stockfish{parent}.");
    let left_out = [
        ("they are about programs and not about rules", gui.collect()),
        ("they never come to the board", idle.to_vec()),
    ];
    for (why, what) in left_out.into_iter().filter(|(_, what)| !what.is_empty()) {
        text += &format!("\nLeft out, as {why}: {}.", what.join(", "));
    }
    text
}
