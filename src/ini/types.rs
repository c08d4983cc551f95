//! The piece types of a variant: their letters, names and movements.

use toml::{Table, Value};

use super::betza::{self, Moves, Wrong};
use super::game::{Game, SIDES, sided};
use super::keys::{NAMES, TYPES, king, pawn};
use super::read::Word;
use super::rules::given;
use super::settings::DeclaredPiece;
use crate::board::{Bits, SquareSet};
use crate::feature::scope::sentence;
use crate::text::Diagnostic;

/// A piece type of the game file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Type {
    pub(super) name: String,
    /// Its letter in a game file: `P`, or `+P` for what `P` promotes to.
    pub(super) letter: String,
    /// The letter of the type it moves as.
    pub(super) of: char,
    /// The letter of the type it is promoted from.
    pub(super) from: Option<char>,
    pub(super) moves: Moves,
    /// The option that declares how it moves.
    pub(super) option: String,
    /// What a game file says of it if it is royal.
    pub(super) royal: Option<Value>,
}

impl Type {
    /// Returns `true` if it is the royal type that needs no further option.
    pub(super) fn is_king(&self) -> bool {
        self.option == king()
    }

    /// Returns `true` if it is the first type of the table, the one with a double step.
    pub(super) fn is_pawn(&self) -> bool {
        self.option == pawn()
    }

    /// Returns `true` if it only moves forward.
    pub(super) fn goes_ahead(&self) -> bool {
        let ahead = |term: &String| term.contains('f') && !term.contains(['b', 's', 'v', 'l', 'r', 'h']);
        self.moves.always.iter().all(ahead)
    }

    /// Returns `true` if all its moves are captures.
    pub(super) fn only_captures(&self) -> bool {
        self.moves.always.iter().all(|term| term.contains('c') && !term.contains('m'))
    }
}

/// The types of a game, with names that no two of them share.
pub(super) fn types(game: &mut Game<'_>) -> Vec<Type> {
    let settings = game.settings;
    let mut found = Vec::new();
    for piece in &settings.pieces {
        // a type that never comes to the board is read all the same: it may have a fault
        let read = one(game, piece, None);
        found.extend(read.filter(|_| stands(game, piece.letter)));
    }
    for (from, to) in settings.pairs("promotedPieceType") {
        let known = found.iter().any(|one: &Type| one.of == from && one.from.is_none());
        let piece = to.chars().next().and_then(|to| settings.piece_of(to));
        found.extend(piece.filter(|_| known).and_then(|piece| one(game, piece, Some(from))));
    }
    name_all(game, &mut found);
    found
}

/// The letters of types that a variant declares itself and that never come to the board.
pub(super) fn idle(game: &Game<'_>) -> Vec<String> {
    let used = |piece: &&DeclaredPiece| game.types.iter().any(|one| one.of == piece.letter);
    let idle = game.settings.pieces.iter().filter(|piece| piece.own && !used(piece));
    idle.map(|piece| format!("{} ({})", piece.letter, piece.option)).collect()
}

/// Returns `true` if pieces of a type stand on the board or in hand at the start, or come about as promoted pawns or from elsewhere.
fn stands(game: &Game<'_>, letter: char) -> bool {
    let settings = game.settings;
    let promoted = || settings.pairs("promotedPieceType").iter().any(|(_, to)| to.starts_with(letter));
    let becomes = |side| settings.letters(&format!("promotionPieceTypes{side}")).contains(&letter);
    game.start.all().any(|piece| piece.letter == letter)
        || settings.is("twoBoards") && !promoted()
        || settings.is("freeDrops") && settings.is("pieceDrops")
        || SIDES.iter().any(becomes)
}

fn one(game: &mut Game<'_>, piece: &DeclaredPiece, from: Option<char>) -> Option<Type> {
    let moves = match &piece.moves {
        Some(word) => betza::read(&word.text).map_err(|fault| game.report.push(unread(word, fault))).ok()?,
        None => betza::read(&known(&piece.option)?[1].replace(' ', "")).unwrap_or_default(),
    };
    let plus = if from.is_some() { "+" } else { "" };
    let letter = format!("{plus}{}", from.unwrap_or(piece.letter).to_ascii_uppercase());
    let option = piece.option.clone();
    Some(Type { name: String::new(), letter, of: piece.letter, from, moves, option, royal: None })
}

/// The type that an option declares by its name.
fn known(option: &str) -> Option<&'static [&'static str; 3]> {
    TYPES.iter().find(|known| known[0] == option)
}

/// The fault of a movement that can't be read.
fn unread(word: &Word, (range, message): Wrong) -> Diagnostic {
    let span = match word.span.end > word.span.start {
        true => word.span.within(0, range.start..range.end.max(range.start + 1)),
        false => word.span,
    };
    let message = format!("this movement can't be read: {message}");
    let fault = Diagnostic::error("ferz::ini::bad_value", message).at(span, "here");
    match word.text.contains('#') {
        true => fault.help("a comment stands on a line of its own"),
        false => fault,
    }
}

/// Names the types: as the parent does, as the table does, by how they move, or by their letter.
fn name_all(game: &Game<'_>, types: &mut [Type]) {
    for at in 0..types.len() {
        let one = &types[at];
        let free = |name: &String| types.iter().all(|other| other.name != *name);
        let wanted = game.parent.named(&one.letter).filter(free);
        let plain = wanted.unwrap_or_else(|| own_name(one, types));
        let lettered = format!("{plain}-{}", one.of);
        let numbered = (3..).map(|number| format!("{lettered}-{number}"));
        let mut names = [plain, lettered.clone()].into_iter().chain(numbered);
        types[at].name = names.find(free).unwrap_or_default();
    }
}

fn own_name(one: &Type, types: &[Type]) -> String {
    let known = known(&one.option).map(|known| known[2]).or_else(|| by_moves(one));
    // a piece is named after its letter if that says more than how it moves
    let (first, last) = (TYPES[0][2], TYPES[TYPES.len() - 1][2]);
    let name = match one.of {
        letter if one.from.is_none() && last.starts_with(letter) => Some(last),
        letter if one.from.is_none() && first.starts_with(letter) => known.or(Some(first)),
        _ => known,
    };
    let base = one.from.and_then(|from| types.iter().find(|base| base.of == from && base.from.is_none()));
    let shared = types.iter().filter(|other| other.of == one.of).count() > 1;
    match base {
        Some(base) if shared => {
            format!("promoted-{}", if base.name.is_empty() { "piece" } else { &base.name })
        }
        _ => name.map_or_else(|| format!("piece-{}", one.of), str::to_owned),
    }
}

fn by_moves(one: &Type) -> Option<&'static str> {
    let text = one.moves.always.concat();
    NAMES.iter().find(|(moves, _)| moves.replace(' ', "") == text).map(|(_, name)| *name)
}

/// The table of a type.
pub(super) fn table(game: &mut Game<'_>, one: &Type) -> Table {
    let (mut moves, mut also) = (one.moves.always.clone(), Vec::new());
    let flies = game.settings.is("flyingGeneral") && one.is_king();
    moves.extend(flies.then(|| "kR".to_owned()));
    soldier(game, one, &mut moves, &mut also);
    firsts(game, one, &mut moves, &mut also);
    given([
        ("letter", Some(one.letter.clone().into())),
        ("moves", Some(Moves::text(&moves).into())),
        ("also", (!also.is_empty()).then_some(Value::Array(also))),
        ("within", within(game, one).map(Value::from)),
        ("royal", one.royal.clone()),
    ])
}

/// A soldier that goes sideways from some rank on only.
fn soldier(game: &mut Game<'_>, one: &Type, moves: &mut Vec<String>, also: &mut Vec<Value>) {
    let first = game.settings.line("soldierPromotionRank").unwrap_or(0);
    if first == 0 || known(&one.option).is_none_or(|known| known[1] != "fsW") {
        return;
    }
    *moves = vec!["fW".into()];
    let beyond = (0..first).fold(game.board(), |rest, rank| rest & !game.geometry.whole_rank(rank));
    also.push(by_place(game, None, beyond, "sW"));
}

/// Moves that are made from some squares only.
fn by_place(game: &Game<'_>, side: Option<&str>, on: SquareSet, moves: &str) -> Value {
    let on = game.written(on);
    given([("on", Some(on.into())), ("moves", Some(moves.into())), ("side", side.map(Value::from))]).into()
}

/// First moves, and the double and triple steps of pawns: by place, or by the first move where that is the same.
fn firsts(game: &mut Game<'_>, one: &Type, moves: &mut Vec<String>, also: &mut Vec<Value>) {
    if !game.settings.is("doubleStep") {
        return;
    }
    let steps = |step: &str| one.is_pawn().then(|| step.to_owned());
    let first: Vec<String> = one.moves.first.iter().cloned().chain(steps("fmnD")).collect();
    let longer = steps("fmnH").into_iter().collect();
    for (terms, name) in [(first, "doubleStepRegion"), (longer, "tripleStepRegion")] {
        let regions = if terms.is_empty() { Vec::new() } else { game.sided_region(name, one) };
        for (side, region) in regions.into_iter().filter(|(_, region)| !region.is_empty()) {
            if side.is_none() && game.is_first_move(one, region) {
                moves.extend(terms.iter().map(|term| format!("i{term}")));
            } else if side.is_none() && region == game.board() {
                moves.extend(terms.clone());
            } else {
                also.push(by_place(game, side, region, &Moves::text(&terms)));
            }
        }
    }
}

/// The squares a type is confined to.
fn within(game: &mut Game<'_>, one: &Type) -> Option<String> {
    let option = format!("mobilityRegion#{}", sentence(&one.option));
    let mut options = [false, true].into_iter().map(|white| sided(&option, white));
    let said = options.find(|option| game.settings.said(option).is_some())?;
    let [(None, region)] = game.sided_region(&option, one)[..] else {
        game.refuse(&said, "a region of a piece type that is not the same for both sides");
        return None;
    };
    (region != game.board()).then(|| game.written(region))
}

/// Returns the value of `royal` for a type, if it is royal.
pub(super) fn royal(game: &mut Game<'_>, one: &Type) -> Option<Value> {
    if one.is_king() {
        return Some(true.into());
    }
    let settings = game.settings;
    let types = settings.letters("extinctionPieceTypes");
    if !settings.is("extinctionPseudoRoyal") || !types.contains(&one.of) {
        return None;
    }
    let few = settings.number("extinctionPieceCount");
    if settings.is("dupleCheck") {
        let several = types.iter().any(|other| *other != one.of);
        game.refuse_if(several, "dupleCheck", "several types of which not all pieces may be attacked");
        let needs = "several pieces that may not all be attacked, and fewer that are royal";
        game.refuse_if(few > 0, "extinctionPieceCount", needs);
        return Some("together".into());
    }
    // all of them are royal, however many there are
    let all = few + 1 >= game.open_squares();
    let level = game.start.count(one.of, true) == game.start.count(one.of, false);
    if all || !game.may_grow(one.of) && game.most(one.of) <= few + 1 && (few == 0 || level) {
        return Some(true.into());
    }
    if few > 0 {
        game.refuse("extinctionPieceCount", "royalty that depends on the number of pieces");
        return None;
    }
    // in Fairy-Stockfish, the last piece of each type; in a game file, the last of all types that share it
    if types.into_iter().any(|other| other != one.of && game.may_grow(other)) {
        game.refuse("extinctionPieceTypes", "the last piece of each of several types to be royal");
        return None;
    }
    Some("last".into())
}
