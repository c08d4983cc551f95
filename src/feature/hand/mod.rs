//! Hands and drops: captured pieces that change sides, and are put on the board again.
//!
//! ```toml
//! [hand]                                  # crazyhouse
//! captures = "to the other side"          # whoever captures a piece has it in hand
//! promoted = "revert"                     # a promoted piece comes back as what it was
//!
//! [drop.others]
//! pieces = "any but pawn, king"
//!
//! [drop.pawns]
//! pieces = "pawn"
//! on     = "ranks 2..7"
//! ```
//!
//! A type whose letter has a `+` is the promoted form of the type with the letter behind it, and reverts to that when captured. Other
//! promoted pieces are marked, `Q~` in a FEN.
//!
//! Invariant: no royal type is ever in hand, and where promoted pieces revert, no promoted form.

mod gate;
mod memory;
mod play;
mod unmoved;

use super::condition::plural;
use super::move_kinds;
use super::rule::{Feature, FenField, FenPlace, Measure, Played, Rule, Sample, Style, Topic, Use};
use super::scope::{Scope, sentence, side_of};
use crate::board::{Bits, Geometry, SquareSet};
use crate::definition::{Key, KeyTable, Kind as Shape, Table, Word, listed, shown};
use crate::model::pieces::{MAX_TYPES, Side, TypeId};
use crate::state::MOST_HELD;
use crate::text::{Diagnostic, Report, Span};

/// The keys of `[hand]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "hand",
    doc: "Pieces in hand: where captured pieces go, and who has some at the start.",
    keys: &[
        Key::optional(
            "captures",
            Shape::OneOf(&["to the other side", "to the owner", "to the partner"]),
            "The hand to which a captured piece goes: that of the player who captured it, of its owner, or of a partner at another board; by default, it is gone.",
            "\"to the other side\"",
        ),
        Key::optional(
            "promoted",
            Shape::OneOf(&["revert", "stay"]),
            "Whether a captured piece that had promoted reverts to what it was before, or stays what it had become; by default, it reverts.",
            "\"revert\"",
        ),
        Key::optional(
            "start",
            Shape::Line,
            "The letters of the pieces that each side has in hand at the start, several of one type with their number.",
            "\"Q 2B N\"",
        ),
        Key::optional(
            "white",
            Shape::Line,
            "The letters of the pieces that White has in hand at the start.",
            "\"Q B N\"",
        ),
        Key::optional(
            "black",
            Shape::Line,
            "The letters of the pieces that Black has in hand at the start.",
            "\"Q B N\"",
        ),
        Key::optional(
            "supply",
            Shape::OneOf(&["unlimited"]),
            "Whether pieces to drop never run out; by default, only pieces in hand can be dropped.",
            "\"unlimited\"",
        ),
    ],
};

/// The keys of a `[drop]`.
pub(crate) const DROP: KeyTable = KeyTable {
    name: "drop",
    doc: "Pieces that may be dropped: put on an empty square from hand, instead of a move.",
    keys: &[
        Key::required("pieces", Shape::Pieces, "The pieces.", "\"any but king\""),
        Key::optional(
            "on",
            Shape::Squares,
            "The squares on which they may be dropped, as White sees them; by default, all.",
            "\"ranks 2..7\"",
        ),
        Key::optional(
            "as",
            Shape::OneOf(&["either side up"]),
            "Whether a piece may also be dropped in its promoted form, the one whose letter has a `+`; by default, only as it is in hand.",
            "\"either side up\"",
        ),
        Key::optional(
            "side",
            Shape::OneOf(&["white", "black"]),
            "The only side that may drop them; by default, both may.",
            "\"white\"",
        ),
        Key::optional(
            "unmoved",
            Shape::Flag,
            "Whether a dropped piece counts as one that has not moved, so that it may castle; by default, it counts as moved.",
            "true",
        ),
        Key::optional(
            "with",
            Shape::MoveKinds,
            "The first moves that bring them in, each on the square that the moving piece leaves (`on` is then `its start`); by default, a drop is a move of its own.",
            "\"first move of any but pawn\"",
        ),
    ],
};

/// Hands in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[
        Key::optional("hand", Shape::Table(&KEYS), KEYS.doc, ""),
        Key::optional("drop", Shape::Rules(&Shape::Table(&DROP)), DROP.doc, ""),
    ],
    measured_by: &[
        ("ferz::hand::", Measure::Pieces),
        ("ferz::hand::", Measure::Parent),
        ("ferz::drop::", Measure::Board),
        ("ferz::drop::", Measure::Parent),
    ],
    read: |scope, root, report| Some(Box::new(read(scope, root, report)?)),
    ..Feature::NONE
};

/// The hand to which captured pieces go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goes {
    OtherSide,
    Owner,
    Partner,
}

/// Hands and drops as a game has them.
#[derive(Clone, Debug)]
struct Hands {
    captures: Option<Goes>,
    /// True if promoted pieces revert.
    reverts: bool,
    /// Each promoted form with the type that it is a form of.
    forms: Vec<(TypeId, TypeId)>,
    /// The pieces in hand at the start, by side.
    start: [Vec<TypeId>; 2],
    unlimited: bool,
    drops: Vec<Drop>,
    /// The types that are royal.
    royal: Vec<TypeId>,
}

/// Pieces that may be dropped.
#[derive(Clone, Debug)]
struct Drop {
    pieces: Vec<TypeId>,
    /// As White and as Black see it.
    on: [SquareSet; 2],
    either_side_up: bool,
    side: Option<Side>,
    /// The types with whose first moves they come, if the drop is no move of its own.
    with: Option<Vec<TypeId>>,
    /// True if the dropped piece counts as one that has not moved.
    unmoved: bool,
}

impl Drop {
    /// Returns `true` if the side may drop by this rule.
    fn is_of(&self, side: Side) -> bool {
        self.side.is_none_or(|own| own == side)
    }
}

/// Reads `[hand]` and `[drop]`.
fn read(scope: &Scope<'_>, root: &Table, report: &mut Report) -> Option<Hands> {
    let drops = root.rules("drop", &DROP).into_iter();
    let start = ["start", "white", "black"].into_iter().filter_map(|key| root.table("hand")?.text(key));
    let start: Vec<&str> =
        start.flat_map(|word| word.text.split_whitespace()).map(|token| counted(token).1).collect();
    let drops: Vec<Drop> = drops.filter_map(|(_, table)| read_drop(scope, table, &start, report)).collect();
    let Some(hand) = root.table("hand") else {
        if let Some(drop) = root.get("drop").filter(|_| !drops.is_empty()) {
            report.push(
                Diagnostic::error("ferz::drop::no_hand", "there are drops, but no pieces in hand")
                    .at(drop.key_span, "there is no `[hand]`")
                    .help("add a `[hand]` with `captures`, `start` or `supply`"),
            );
        }
        return None;
    };
    if drops.is_empty() && !root.contains("drop") {
        report.push(
            Diagnostic::error("ferz::hand::no_drops", "pieces in hand can never be dropped")
                .at(root.get("hand").map_or(root.span(), |entry| entry.key_span), "there is no `[drop]`")
                .help("add a `[drop]`, for example with `pieces = \"any but king\"`"),
        );
    }
    let royal = (0..).zip(scope.types).filter(|(_, kind)| kind.royal).map(|(id, _)| id);
    let mut in_hand = |key| hand.text(key).map(|word| read_pieces(scope, word, report)).unwrap_or_default();
    let (both, white, black) = (in_hand("start"), in_hand("white"), in_hand("black"));
    overfull(scope, hand, [&both, &white, &black], report);
    let said = |key, wanted| hand.text(key).is_some_and(|word| word.text == wanted);
    let captures = hand.text("captures").map(|word| match word.text {
        "to the owner" => Goes::Owner,
        "to the partner" => Goes::Partner,
        _ => Goes::OtherSide,
    });
    Some(Hands {
        captures,
        reverts: !said("promoted", "stay"),
        forms: forms(scope),
        start: [white, black].map(|own| both.iter().chain(&own).copied().collect()),
        unlimited: said("supply", "unlimited"),
        drops,
        royal: royal.collect(),
    })
}

/// Returns the types with a `+` in their letter, each with the type whose letter stands behind it.
fn forms(scope: &Scope<'_>) -> Vec<(TypeId, TypeId)> {
    let base = |letter: &str| scope.types.iter().position(|kind| kind.letter == letter);
    let plus = (0..).zip(scope.types).filter_map(|(id, kind)| {
        let of = base(kind.letter.strip_prefix('+')?)?;
        Some((id, of as TypeId))
    });
    plus.collect()
}

/// Reads a `[drop]`.
fn read_drop(scope: &Scope<'_>, table: &Table, in_hand: &[&str], report: &mut Report) -> Option<Drop> {
    let pieces = table.text("pieces").map(|word| scope.types(word, report));
    let with = table.text("with").map(|word| move_kinds::read_first(scope, word, report));
    let start = table.text("on").filter(|word| word.text.trim() == "its start");
    if with.is_some() != start.is_some() {
        let (place, label) = match (table.get("with"), start) {
            (Some(with), _) => (with.key_span, "`on = \"its start\"` is missing"),
            (None, Some(start)) => (start.span, "`with` is missing"),
            (None, None) => (table.span(), ""),
        };
        report.push(
            Diagnostic::error(
                "ferz::drop::gate",
                "`with` and `on = \"its start\"` must be used together: the piece comes in on the square where the move began",
            )
            .at(place, label)
            .help(
                "write both, such as `with = \"first move of any but pawn\"` and `on = \"its start\"`",
            ),
        );
        return None;
    }
    let on = table.text("on").filter(|_| start.is_none()).map(|word| scope.squares(word, report));
    let side = side_of(table, "side");
    let (mut pieces, on) = (pieces?, on.unwrap_or(Some([scope.geometry().playable(); 2]))?);
    // what is dropped is a player's piece
    let named = !pieces.is_empty();
    pieces.retain(|kind| !scope.types[usize::from(*kind)].neutral);
    if let (true, true, Some(word)) = (named, pieces.is_empty(), table.text("pieces")) {
        report.push(only_neutral(word.span));
        return None;
    }
    if let Some(fault) = royal_dropped(scope, table, (&pieces, with.is_some()), in_hand) {
        report.push(fault);
        return None;
    }
    let either_side_up = table.contains("as");
    let with = match with {
        Some(with) => Some(with?),
        None => None,
    };
    let unmoved = table.flag("unmoved").unwrap_or(false);
    Some(Drop { pieces, on, either_side_up, side, with, unmoved })
}

/// The fault of a royal piece among those that are dropped: it is never captured, so it must be in hand at the start, and no other piece
/// brings it in.
fn royal_dropped(
    scope: &Scope<'_>,
    table: &Table,
    (pieces, brought): (&[TypeId], bool),
    in_hand: &[&str],
) -> Option<Diagnostic> {
    let of = |kind: TypeId| &scope.types[usize::from(kind)];
    let starts = |kind: TypeId| in_hand.contains(&of(kind).letter.as_str());
    let royal = pieces.iter().find(|&&kind| of(kind).royal && (brought || !starts(kind)))?;
    let name = &of(*royal).name;
    let message = match brought {
        true => format!("the {name} is royal, so no other piece can bring it in"),
        false => format!("the {name} is royal and does not start in hand, so it can't be dropped"),
    };
    Some(
        Diagnostic::error("ferz::drop::royal", message)
            .at(table.text("pieces")?.span, format!("the {name} is among these pieces"))
            .help(format!("leave it out; `any but {}` means all the others", shown(name))),
    )
}

fn only_neutral(pieces: Span) -> Diagnostic {
    let message = "a neutral piece belongs to nobody, so it can't be in hand";
    Diagnostic::error("ferz::drop::neutral", message)
        .at(pieces, "only neutral pieces")
        .help("to have it put on a square, add `{ place = \"…\" }` with its name to a turn in `[turn]`")
}

/// Reads letters of pieces with spaces between.
fn read_pieces(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Vec<TypeId> {
    let mut pieces = Vec::new();
    for token in word.text.split_whitespace() {
        let (number, letter) = counted(token);
        if let Some(kind) = scope.types.iter().position(|kind| kind.letter == letter) {
            pieces.extend(std::iter::repeat_n(kind as TypeId, number));
            continue;
        }
        let at = token.as_ptr() as usize - word.text.as_ptr() as usize;
        let message = format!("`{}` is not the letter of a piece", shown(token));
        let letters = listed(scope.types.iter().map(|kind| kind.letter.as_str()));
        report.push(
            Diagnostic::error("ferz::hand::unknown_piece", message)
                .at(word.span.within(0, at..at + token.len()), "unknown letter")
                .help(format!(
                    "write capital letters with spaces between them, several of one type as `2P`; the letters of this game are {letters}"
                )),
        );
    }
    pieces
}

/// Reports more pieces of a type in hand at the start than a hand can hold; `said` has the pieces of `start`, `white` and `black`.
fn overfull(scope: &Scope<'_>, hand: &Table, said: [&[TypeId]; 3], report: &mut Report) {
    let number = |own: &[TypeId], kind| own.iter().filter(|&&other| other == kind).count();
    for kind in 0..scope.types.len() as TypeId {
        let [both, white, black] = said.map(|own| number(own, kind));
        let (own, key) = if white >= black { (white, "white") } else { (black, "black") };
        let all = both + own;
        if all > MOST_HELD {
            // at the text that has most of them
            let place = hand.text(if both >= own { "start" } else { key });
            let name = plural(&scope.types[usize::from(kind)].name);
            report.push(
                Diagnostic::error("ferz::hand::overfull", format!("{all} {name} in hand at the start"))
                    .at(
                        place.map_or(hand.span(), |word| word.span),
                        format!("a hand holds at most {MOST_HELD} of a type"),
                    )
                    .help("with `supply = \"unlimited\"`, pieces never run out"),
            );
        }
    }
}

/// The largest number before a letter.
const MOST_SAID: usize = 99;

/// Splits `32P` into the number of pieces and their letter.
fn counted(token: &str) -> (usize, &str) {
    let letter = token.trim_start_matches(|sign: char| sign.is_ascii_digit());
    match token[..token.len() - letter.len()].parse() {
        Ok(number @ 1..=MOST_SAID) => (number, letter),
        _ => (1, token),
    }
}

impl Hands {
    /// Returns the type that a captured piece of a type has in hand, its own promotion aside.
    fn reverted(&self, kind: TypeId) -> TypeId {
        let form = self.forms.iter().find(|(form, _)| self.reverts && *form == kind);
        form.map_or(kind, |(_, of)| *of)
    }

    /// Returns `true` if the pieces in hand change in the course of a game.
    fn is_kept(&self) -> bool {
        !self.unlimited
    }

    /// Returns the squares on which a side may drop a type that is in its hand.
    fn dropped_on(&self, kind: TypeId, side: Side) -> SquareSet {
        let fits = |drop: &&Drop| {
            let other = |&(form, of): &(TypeId, TypeId)| form == kind && drop.pieces.contains(&of);
            let own = drop.pieces.contains(&kind);
            drop.with.is_none()
                && drop.is_of(side)
                && (own || drop.either_side_up && self.forms.iter().any(other))
        };
        let all = self.drops.iter().filter(fits);
        all.fold(SquareSet::NONE, |set, drop| set | drop.on[side.index()])
    }

    /// Returns `true` if pieces of a type come with moves of a side.
    fn comes(&self, kind: TypeId, side: Side) -> bool {
        self.drops.iter().any(|drop| drop.with.is_some() && drop.is_of(side) && drop.pieces.contains(&kind))
    }

    /// Returns the sentences about where captured pieces go.
    fn capture_sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        let goes = match self.captures {
            None => return Vec::new(),
            Some(Goes::OtherSide) => {
                "A captured piece changes sides: it goes to the hand of the player who captured it."
            }
            Some(Goes::Owner) => "A captured piece goes back to its owner's hand.",
            Some(Goes::Partner) => {
                "A captured piece goes to the hand of the capturer's partner at another board. Pieces captured there come to hand here."
            }
        };
        let promoted = match self.reverts {
            true => "If it had promoted, it reverts to what it was before.",
            false => "If it had promoted, it stays what it has become.",
        };
        let promoted = scope.has_promotion().then_some(promoted);
        std::iter::once(goes).chain(promoted).map(str::to_owned).collect()
    }

    /// Returns the sentences about the pieces in hand at the start.
    fn start_sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        let words = |side: Side| {
            memory::in_words(scope.types, |kind| {
                self.start[side.index()].iter().filter(|&&own| own == kind).count()
            })
        };
        let [white, black] = Side::BOTH.map(words);
        match (white.is_empty(), black.is_empty()) {
            (true, true) => Vec::new(),
            _ if white == black => vec![format!("Each side starts with these pieces in hand: {white}.")],
            _ => [(scope.side(Side::White), white), (scope.side(Side::Black), black)]
                .into_iter()
                .filter(|(_, words)| !words.is_empty())
                .map(|(side, words)| format!("{side} starts with these pieces in hand: {words}."))
                .collect(),
        }
    }
}

impl Rule for Hands {
    fn topic(&self) -> Topic {
        Topic { place: 85, heading: "Pieces in hand" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        let mut lines = self.capture_sentences(scope);
        lines.extend(self.start_sentences(scope));
        if self.unlimited {
            lines.push("Neither side ever runs out of pieces to drop.".to_owned());
        }
        let from = if self.unlimited { "" } else { " from hand" };
        lines.extend(self.drops.iter().map(|drop| drop.sentence(scope, from)));
        lines
    }

    fn fields(&self) -> Vec<FenField> {
        let place = FenPlace::Placement;
        let hands = FenField {
            place,
            example: "[…]".into(),
            meaning: "the pieces in hand, each with its letter, capitals for White",
        };
        let marks =
            FenField { place, example: "~".into(), meaning: "after the letter of a piece that has promoted" };
        let has = [(self.is_kept(), hands), (self.captures.is_some() && self.reverts, marks)];
        has.into_iter().filter(|(has, _)| *has).map(|(_, field)| field).collect()
    }

    fn has_other_moves(&self) -> bool {
        true
    }

    fn has_only_drops(&self) -> bool {
        true
    }

    fn changes_movements(&self) -> bool {
        true
    }

    fn brings(&self, geometry: &Geometry, (kind, side): (TypeId, Side), _: SquareSet) -> SquareSet {
        if self.comes(kind, side) { geometry.playable() } else { self.dropped_on(kind, side) }
    }

    fn adds(&self, kind: TypeId, side: Side) -> bool {
        self.comes(kind, side) || !self.dropped_on(kind, side).is_empty()
    }

    fn keeps_captured(&self) -> bool {
        matches!(self.captures, Some(Goes::OtherSide | Goes::Owner))
    }

    fn samples(&self, scope: &Scope<'_>, _: Style<'_>) -> Vec<Sample> {
        let plain = self.drops.iter().find(|drop| drop.with.is_none());
        let first = plain.and_then(|drop| Some((*drop.pieces.first()?, drop.on[0])));
        let sample = first.and_then(|(kind, on)| {
            let at = scope.geometry().name(on.squares().nth(on.count() as usize / 2)?);
            Some(format!("{}@{at}", scope.types[usize::from(kind)].letter))
        });
        let how = "the letter of the piece, @ and the square".to_owned();
        let sample = sample.map(|example| Sample { place: 45, what: "a drop", example, how });
        sample.into_iter().collect()
    }

    fn uses(&self, scope: &Scope<'_>) -> Vec<Use> {
        let words = |kind| format!("drop of {}", scope.each_of(&[kind]));
        self.dropped().map(|kind| Use { place: 45, kind: "drop", what: words(kind) }).collect()
    }

    fn came_up(&self, _: &Scope<'_>, played: &Played<'_>) -> Option<usize> {
        let drop = played.kind == "drop";
        self.dropped().position(|kind| drop && kind == played.piece[1].kind())
    }
}

impl Hands {
    /// Returns the types that may be dropped, each once.
    fn dropped(&self) -> impl Iterator<Item = TypeId> {
        let on = |kind: TypeId| Side::BOTH.into_iter().any(|side| !self.dropped_on(kind, side).is_empty());
        (0..MAX_TYPES as TypeId).filter(move |&kind| on(kind))
    }
}

impl Drop {
    /// The rule in words.
    fn sentence(&self, scope: &Scope<'_>, from: &str) -> String {
        let who = match self.side {
            None => "a player",
            Some(side) => scope.side(side),
        };
        let owner = if self.side.is_none() { "its owner" } else { who };
        let what = scope.each_of(&self.pieces);
        if let Some(with) = &self.with {
            let movers = scope.some(with);
            return sentence(&format!(
                "when {movers} makes its first move from its square in the start position, {owner} may at once put {what}{from} on the square it has left; in castling, on either of the two squares left."
            ));
        }
        let place = match self.on == [scope.geometry().playable(); 2] {
            true => "any empty square".to_owned(),
            false => {
                let squares = scope.squares_of_both(self.on, "or");
                let lines = squares.starts_with("rank") || squares.starts_with("file");
                if lines {
                    format!("any empty square on {squares}")
                } else {
                    format!("an empty square of {squares}")
                }
            }
        };
        let up = if self.either_side_up { ", as it is or in its promoted form" } else { "" };
        let unmoved = if self.unmoved { " It counts as a piece that has not moved." } else { "" };
        sentence(&format!("instead of moving, {who} may drop {what}{from} on {place}{up}.{unmoved}"))
    }
}
