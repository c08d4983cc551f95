//! Piece types: the option that declares each, its letter and its movement.

use super::Sheet;
use super::words::Words;
use crate::board::{Bits, Square, SquareSet};
use crate::compare::written_alike;
use crate::definition::Table;
use crate::feature::forbid;
use crate::game::form_of;
use crate::ini::{HOPPER, TYPES, king, listed, own_words, pawn};
use crate::model::movement::{Course, Movement, Offset};
use crate::model::path::{Leg, Path};
use crate::model::pieces::{PieceType, Side, TypeId};
use crate::notation::moves;
use crate::text::{Report, Span, sentence};

/// The letters of piece types in a section, by type.
#[derive(Debug, Default)]
pub(super) struct Letters(Vec<char>);

impl Letters {
    /// The letter that stands for a type in options.
    pub(super) fn of(&self, kind: TypeId) -> char {
        self.0.get(usize::from(kind)).copied().unwrap_or('?')
    }

    /// Returns the letter of a piece in hand.
    pub(super) fn cased(&self, kind: TypeId, side: Side) -> String {
        let letter = self.of(kind);
        if side == Side::White { letter.to_ascii_uppercase().into() } else { letter.into() }
    }
}

/// Gives each of some types a letter: the one it has, or one that is free; `None` if there is none left.
pub(super) fn lettered<'a>(types: impl Iterator<Item = &'a PieceType> + Clone) -> Vec<Option<char>> {
    let single = |kind: &PieceType| kind.letter.parse().ok().filter(char::is_ascii_uppercase);
    let mut taken: Vec<char> = types.clone().filter_map(single).collect();
    let own = |kind| {
        let letter = single(kind).or_else(|| ('A'..='Z').find(|letter| !taken.contains(letter)));
        taken.extend(letter);
        letter
    };
    types.map(own).collect()
}

/// The maximum number of piece types with a movement of their own.
const OWN: usize = 25;

/// The word of a piece that loses when all of its kind are attacked.
const TOGETHER: &str = "together";

/// Keys of a piece that are read, or say nothing about how it moves.
pub(super) const SAID: &str = "letter synonyms moves also within royal glyphs figure kanji san neutral";

/// The movement of the known type that widens from a rank on.
const WIDE: &str = "fsW";

/// The movement of pawns with their first one, and that of pawns which make it from everywhere.
const STEPPING: &str = "fmW fcF ifmnD";
const LEAPING: [&str; 2] = ["fmR2 fcF", "fmW fcF fmnD"];

/// Those of pawns whose first move may be three squares long as well.
const STRIDING: [&str; 2] = ["fmW fcF ifmR3", "fmW fcF ifmnD ifmnH"];

/// Returns `true` if a piece moves differently to its left and to its right.
pub(super) fn is_lopsided(kind: &PieceType) -> bool {
    changes(kind, |step| Offset { dx: -step.dx, ..step })
}

/// Returns `true` if a piece moves differently forward and backward.
pub(super) fn has_a_front(kind: &PieceType) -> bool {
    changes(kind, |step| Offset { dy: -step.dy, ..step })
}

/// Returns `true` if the movement of a piece changes when its steps are turned.
fn changes(kind: &PieceType, turned: impl Fn(Offset) -> Offset) -> bool {
    let back = |cycle: &[Offset]| cycle.iter().map(|step| turned(*step)).collect();
    let course = |course: &Course| Course { cycle: back(&course.cycle), ..course.clone() };
    let leg = |leg: &Leg| Leg { cycle: back(&leg.cycle), ..leg.clone() };
    let path = |path: &Path| Path { legs: path.legs.iter().map(leg).collect(), ..path.clone() };
    let Movement { moves, paths, .. } = &kind.movement;
    moves.iter().any(|term| term.courses.iter().any(|one| !term.courses.contains(&course(one))))
        || paths.iter().any(|one| !paths.contains(&path(one)))
}

fn parsed(text: &str) -> Option<Movement> {
    moves::moves(text).ok().map(|(movement, _)| movement)
}

/// Returns `true` if a text of game files writes a movement.
fn writes(text: &str, movement: &Movement) -> bool {
    parsed(text).is_some_and(|known| written_alike(&known, movement))
}

/// The place of the movement of a piece.
fn place_of_moves(own: &Table) -> Span {
    own.node("moves").map_or(own.span(), |node| node.span)
}

/// A movement in the words of variants.ini, with what stands in options of its own.
#[derive(Default)]
struct Written {
    /// Without spaces; empty if the type is only declared by name.
    text: String,
    movement: Movement,
    /// The squares on which first moves are made, if the file names them.
    first_on: Option<[SquareSet; 2]>,
    /// True if a first move may be three squares long.
    triple: bool,
    /// True if it gives check along an open line to a piece of its own type.
    flying: bool,
    /// The rank from which on it moves as a known type, before which it only goes forward.
    widens: Option<(&'static str, u8)>,
}

impl Words<'_> {
    /// The number of ranks between a square and a side's first rank.
    pub(super) fn advanced(&self, square: Square, side: Side) -> u8 {
        let rank = self.rules.geometry.rank(square);
        if side == Side::White { rank } else { self.rules.geometry.ranks - 1 - rank }
    }
}

impl Sheet<'_> {
    /// Declares the piece types.
    pub(super) fn pieces(&mut self) {
        let Some(table) = self.root.table("pieces") else { return };
        self.give_letters();
        let mut royal = 0;
        for (id, kind) in (0..).zip(&self.rules.types) {
            let Some(entry) = table.get(&kind.name) else { continue };
            let Some(own) = entry.node.table() else { continue };
            self.only(&format!("pieces.{}", kind.name), own, SAID);
            // a neutral piece can only be one that a turn puts on the board
            if kind.neutral {
                continue;
            }
            let royals = self.rules.types.iter().filter(|kind| kind.royal).count();
            if own.text("royal").is_some_and(|word| word.text != TOGETHER || royals > 1) {
                let what = format!("what kind of piece the {} is", kind.name);
                self.unsaid(entry.key_span, &what, "this piece");
                continue;
            }
            let Some(written) = self.movement(own, kind) else {
                self.unsaid(place_of_moves(own), &format!("how the {} moves", kind.name), "this movement");
                continue;
            };
            royal += usize::from(kind.royal);
            let plain = own.text("royal").is_none();
            let second = royal > 1 && kind.royal && (written.flying || self.takes_royal());
            if second || written.flying && !kind.royal {
                self.unsaid(entry.key_span, "a second royal type", "this piece");
                continue;
            }
            let single = Side::BOTH.iter().all(|side| self.standing(id, *side).len() <= 1);
            let is_king = kind.royal && plain && royal == 1 && single;
            if kind.royal && !is_king {
                self.royal_by_number(id, plain);
            }
            let Some(option) = self.declared(id, is_king, &written) else {
                let what = format!("more than {OWN} piece types with movements of their own");
                self.unsaid(entry.key_span, &what, "one more");
                continue;
            };
            if let Some(word) = own.text("within") {
                self.regions(&format!("mobilityRegion#{}", sentence(&option)), self.squares(Some(word)));
            }
            self.flag_if("flyingGeneral", written.flying);
            if let Some((option, rank)) = written.widens {
                self.set(format!("{option}PromotionRank"), (rank + 1).to_string());
            }
            if written.movement.asks_for_unmoved() || written.first_on.is_some() {
                self.stepping.push(id);
                self.double_steps(id, own, &written);
            }
        }
        self.flag("doubleStep", !self.stepping.is_empty());
    }

    /// A type that is royal besides another one, or of which some pieces may be attacked: it is exported as pieces that must not run out.
    fn royal_by_number(&mut self, id: TypeId, each: bool) {
        let own = self.letters.of(id);
        self.options.entry("extinctionPieceTypes".to_owned()).or_default().push(own);
        self.set("extinctionValue", "loss");
        self.flag("extinctionPseudoRoyal", true);
        // so that each of them is royal, however many there are
        let squares = self.rules.geometry.playable().count();
        self.set_some("extinctionPieceCount", each.then(|| squares.to_string()));
        self.flag_if("dupleCheck", !each);
    }

    /// Declares a type, and returns its option; `None` if there is no free one. `is_king` is true of the type that is royal by its option.
    fn declared(&mut self, id: TypeId, is_king: bool, written: &Written) -> Option<String> {
        let is_plain = is_king && writes("K", &written.movement);
        // a royal piece that an effect may remove is exported as royal by being the last of its type
        let known = match is_king {
            true if !is_plain || !self.takes_royal() => Some(king()),
            _ => self.known(id, written),
        };
        let free = |option: &String| !self.options.contains_key(option);
        let custom = || (1..=OWN).map(|number| format!("customPiece{number}")).find(free);
        let option = known.map(str::to_owned).or_else(custom)?;
        let letter = self.letters.of(id);
        let bare = known.is_some() && (is_plain || !is_king);
        let value = if bare { letter.to_string() } else { format!("{letter}:{}", written.text) };
        self.set(option.clone(), value);
        Some(option)
    }

    /// The option of a type that is known by name.
    fn known(&self, id: TypeId, written: &Written) -> Option<&'static str> {
        let is_free = |option: &str| !self.options.contains_key(option);
        if let Some((option, _)) = written.widens {
            return Some(option).filter(|option| is_free(option));
        }
        // in Fairy-Stockfish, hoppers that only hop have rules of their own
        let hops = written.movement.moves.is_empty() && !written.movement.paths.is_empty();
        if hops {
            let known = TYPES.iter().find(|known| known[1] == HOPPER && is_free(known[0]))?[0];
            let is_spared = self.is_ruled("forbid", &forbid::KEYS, known, id);
            return (written.text == HOPPER && is_spared).then_some(known);
        }
        let alike = |text: &str| writes(text, &written.movement);
        let idle = written.text.is_empty();
        let turns_over = || self.kinds().any(|kind| self.form_of(kind) == Some(self.letters.of(id)));
        let fits = |&[option, moves, _]: &[&str; 3]| match option == pawn() {
            // pawns don't turn over as other pieces do
            true if turns_over() => false,
            true if alike(STEPPING) => true,
            // not a type that differs only in having a rank of its own
            _ if option == king() || moves == WIDE => false,
            _ => moves.is_empty() == idle && (idle || alike(moves)),
        };
        TYPES.iter().find(|known| is_free(known[0]) && fits(known)).map(|known| known[0])
    }

    /// The movement of a type in the words of variants.ini, if they read back as the same one.
    fn movement(&self, own: &Table, kind: &PieceType) -> Option<Written> {
        let text = own.text("moves")?.text;
        let named =
            self.root.table("movements").and_then(|names| names.text(text)).map_or(text, |word| word.text);
        let mut written = Written {
            text: moves::without_castling(named).split_whitespace().collect(),
            movement: if own.contains("within") { parsed(named)? } else { kind.movement.clone() },
            ..Written::default()
        };
        // the ways of castling have options of their own, as have the squares it is bound to
        written.movement.castles.clear();
        if let Some(rest) = written.text.strip_suffix("kR").filter(|_| kind.royal).map(str::to_owned) {
            written.movement = parsed(&rest)?;
            (written.text, written.flying) = (rest, true);
        }
        if let Some(also) = own.get("also") {
            let [one] = also.node.list()? else { return None };
            let one = one.table().filter(|one| one.len() == 2)?;
            let (moves, on) = (one.text("moves")?, one.text("on")?);
            let both = self.scope.squares(on, &mut Report::default())?;
            if written.text == "fW" && moves.text == "sW" {
                written.widens =
                    Some((TYPES.iter().find(|known| known[1] == WIDE)?[0], self.ranks_from(both[0])?));
                return Some(written);
            }
            let terms: Vec<String> = moves.text.split_whitespace().map(|term| format!("i{term}")).collect();
            written.text += &terms.concat();
            written.movement = parsed(&format!("{named} {}", terms.join(" ")))?;
            written.first_on = Some(both);
        }
        if named.is_empty() {
            return Some(written);
        }
        let is_one_of = |texts: [&str; 2]| texts.iter().any(|text| writes(text, &written.movement));
        let (leaps, strides) = (is_one_of(LEAPING), is_one_of(STRIDING));
        if leaps || strides {
            // double steps from everywhere, and triple ones
            (written.text, written.movement) = (STEPPING.split_whitespace().collect(), parsed(STEPPING)?);
            written.triple = strides;
        }
        written.first_on = leaps.then(|| [self.rules.geometry.playable(); 2]).or(written.first_on);
        let alike = |text: &String| own_words(text).is_some_and(|words| writes(&words, &written.movement));
        // in ferz, rides may be doubled letters
        let tries = [written.text.clone(), written.text.replace("WW", "R").replace("FF", "B")];
        let fine = tries.into_iter().find(alike)?;
        Some(Written { text: fine, ..written })
    }

    /// The first of the ranks, if a set is that rank and all beyond it.
    fn ranks_from(&self, set: SquareSet) -> Option<u8> {
        let geometry = &self.rules.geometry;
        let first = set.squares().map(|square| geometry.rank(square)).min()?;
        let beyond = geometry.playable().squares().filter(|square| geometry.rank(*square) >= first);
        (beyond.collect::<SquareSet>() == set).then_some(first)
    }

    /// The squares of first moves. Fairy-Stockfish ties them to squares, which fits unmoved pieces if they only go forward, from one
    /// rank.
    fn double_steps(&mut self, id: TypeId, own: &Table, written: &Written) {
        let Some(regions) = written.first_on.or_else(|| self.homes(id, &written.movement)) else {
            let what = "first moves of pieces that can come back to such a square";
            return self.unsaid(place_of_moves(own), what, "this movement");
        };
        for (set, key) in regions.into_iter().zip(["doubleStepRegionWhite", "doubleStepRegionBlack"]) {
            let text = listed(&self.rules.geometry, set);
            // for a side that has none of these pieces nothing need be set
            match self.options.get(key).map(String::as_str) {
                Some(_) if set.is_empty() => {}
                Some(other) if other != "-" && other != text => {
                    self.unsaid(own.span(), "first moves of two types from different squares", "this piece");
                }
                _ => {
                    let triple = written.triple.then(|| (key.replace("double", "triple"), text.clone()));
                    self.options.extend(triple);
                    self.options.insert(key.to_owned(), text);
                }
            }
        }
    }

    /// The ranks where pieces stand at the start, if no other piece of theirs comes there.
    fn homes(&self, id: TypeId, movement: &Movement) -> Option<[SquareSet; 2]> {
        let geometry = &self.rules.geometry;
        let forward = |course: &Course| course.cycle.iter().all(|step| step.dy > 0);
        let mut courses = movement.moves.iter().flat_map(|term| &term.courses);
        // in Fairy-Stockfish, a dropped piece could make a first move, which it can't in ferz
        if !movement.paths.is_empty() || !courses.all(forward) || self.droppable().any(|kind| kind == id) {
            return None;
        }
        let of = |side: Side| {
            let standing = self.standing(id, side);
            let first = standing.first().map(|square| geometry.rank(*square));
            let home = first.map_or(SquareSet::NONE, |rank| geometry.whole_rank(rank));
            standing.into_iter().all(|square| home.has(square)).then_some(home)
        };
        Some([of(Side::White)?, of(Side::Black)?])
    }

    /// Gives every type a letter of its own.
    fn give_letters(&mut self) {
        for letter in lettered(self.rules.types.iter()) {
            let Some(letter) = letter else {
                return self.unsaid_in("pieces", "more than 26 piece types", "these pieces");
            };
            self.letters.0.push(letter.to_ascii_lowercase());
        }
    }

    /// Returns the notation of a piece on the board.
    pub(super) fn on_board(&self, kind: TypeId, side: Side) -> String {
        match self.base_of(kind) {
            Some(base) => format!("+{}", self.letters.cased(base, side)),
            None => self.letters.cased(kind, side),
        }
    }

    /// The letter of the type that a type is written as the promoted form of.
    pub(super) fn form_of(&self, kind: TypeId) -> Option<char> {
        self.base_of(kind).map(|base| self.letters.of(base))
    }

    /// The type that a type is written as the promoted form of: one with a plain letter, where there are letters for both.
    fn base_of(&self, kind: TypeId) -> Option<TypeId> {
        let has_letters = |base: &TypeId| usize::from(kind.max(*base)) < self.letters.0.len();
        let base = form_of(&self.rules.types, kind).filter(has_letters)?;
        (self.kind(base).letter.len() == 1).then_some(base)
    }
}
